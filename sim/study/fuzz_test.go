package study

import "testing"

// Whatever a study file holds, reading it gives a study or says what is wrong; what is read can be described and
// rebuilt from its description.
func FuzzParseTOML(f *testing.F) {
	f.Add("name = \"rounds\"\nreplicates = 500\nseed = 7\n[baseline]\nhandicap = \"ab\"\n[factors]\nplayers = [32, " +
		"40]\nrounds = \"5-7\"\nranking = [\"BH,lot\"]\n")
	f.Add("until = \"kendall_tau:0.01\"\nblock = -1\n")
	f.Add("[factors]\nplayers = 99999999999999999999\n")
	f.Add("\x00")
	f.Add("replicates = 1e9\n[factors]\nx = {}\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseTOML([]byte(text), "s.toml")
		if (s == nil) == (err == nil) {
			t.Fatalf("study %v, error %v", s, err)
		}
		if err != nil {
			return
		}
		back, err := s.describe().study()
		if err != nil || back.Hash() != s.Hash() {
			t.Errorf("rebuilt from its description: %v", err)
		}
	})
}
