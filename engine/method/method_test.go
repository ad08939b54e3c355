package method

import (
	"strings"
	"testing"
)

func TestSpecReadsOptionsOnceEach(t *testing.T) {
	s, err := Parse(" ab : share=0.5 :points=1.5:rounds=3:on:correction=ALL ")
	if err != nil {
		t.Fatal(err)
	}
	share, err1 := s.Float("share", 0)
	points, err2 := s.HalfPoints("points", 0)
	rounds, err3 := s.Int("rounds", 9)
	which, err4 := s.Choice("correction", "first", "all")
	on, err5 := s.Bool("on", false)
	for _, err := range []error{err1, err2, err3, err4, err5} {
		if err != nil {
			t.Error(err)
		}
	}
	if strings.TrimSpace(s.Name) != "ab" || share != 0.5 || points != 3 || rounds != 3 || which != 1 || !on {
		t.Errorf("%q %v %v %v %v %v", s.Name, share, points, rounds, which, on)
	}
	if err := s.Done(nil); err != nil {
		t.Errorf("all options were asked for: %v", err)
	}
	if n, err := s.Choice("second", "1-20", "13-20"); n != 0 || err != nil {
		t.Errorf("the first word is the default: %d, %v", n, err)
	}
}

func TestSpecSaysWhatIsWrong(t *testing.T) {
	for notation, want := range map[string]string{
		"x:k=many":  "x: option k=many is not a whole number",
		"x:p=0.3":   "x: option p=0.3 must be a multiple of half a point",
		"x:b=maybe": "x: option b=maybe is neither yes nor no",
		"x:c=frist": `x: option c=frist; did you mean "first"?`,
		"x:f=NaN":   "x: option f=NaN is not a number",
		"x:rouds=3": `x: unknown option "rouds"; did you mean "rounds"?`,
		"x:k=5":     "x: option k must be from 1 to 3",
	} {
		s, err := Parse(notation)
		if err != nil {
			t.Fatal(err)
		}
		var errs []string
		add := func(err error) {
			if err != nil {
				errs = append(errs, err.Error())
			}
		}
		k, err := s.Int("k", 1)
		add(err)
		if k == 5 {
			add(s.Bad("k", "from 1 to 3"))
		}
		_, err = s.HalfPoints("p", 0)
		add(err)
		_, err = s.Bool("b", true)
		add(err)
		_, err = s.Choice("c", "first", "all")
		add(err)
		_, err = s.Float("f", 0)
		add(err)
		add(s.Done([]Option{{Key: "rounds"}}))
		if len(errs) != 1 || errs[0] != want {
			t.Errorf("%s: %q, want %q", notation, errs, want)
		}
	}
	if _, err := Parse(" "); err == nil {
		t.Error("a method without name was read")
	}
}

func TestNearestSuggestsSlipsOnly(t *testing.T) {
	words := []string{"jcca", "fide", "glicko2"}
	for word, want := range map[string]string{"jca": "jcca", "glicko": "glicko2", "FIDE": "fide", "harkness": ""} {
		got, ok := Nearest(word, words)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, %v; want %q", word, got, ok, want)
		}
	}
}

func TestAnOptionStandsOnce(t *testing.T) {
	spec, err := Parse("m:a=1:a=1")
	if err != nil {
		t.Fatal(err)
	}
	spec.String("a", "")
	if err := spec.Done([]Option{{Key: "a"}}); err == nil || err.Error() != `m: option "a" is given twice` {
		t.Errorf("%v", err)
	}
}
