package pairing

import (
	"strings"
	"testing"
)

func TestHandicapsThatChangeNothingAreErrors(t *testing.T) {
	for _, c := range []struct{ system, scheme, want string }{
		{"jca", "none", ""}, {"jca", "ab", ""}, {"dutch", "baku", ""}, {"順接", "Z式", ""},
		{"roundrobin", "none", ""}, {"roundrobin", "ab", "would change nothing"}, {"berger", "z", "would change nothing"},
		{"random", "ab", ""}, {"random:scope=field", "ab", "would change nothing"}, {"random:scope=field", "z", ""},
		{"jcaa", "ab", `did you mean "jca"`}, {"jca", "bak", `did you mean "baku"`},
	} {
		err := Fits(c.system, c.scheme)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s with %s: %v, want %q", c.system, c.scheme, err, c.want)
		}
	}
}
