package event

import (
	"slices"
	"testing"
)

func TestRegulationsAreKeptWithTheEvent(t *testing.T) {
	e := New("x")
	e.SetMark("fixed", "3-7")
	r := Regulations{{"system", "jca"}, {"rounds", "5"}, {"seed", "1"}}
	r.Store(e)
	r.Store(e) // once more changes nothing
	got, hash, whole := e.Announced()
	if !slices.Equal(got, r) || hash != r.Hash() || !whole || len(e.Marks) != 5 {
		t.Errorf("%v %s %v, marks %v", got, hash, whole, e.Marks)
	}
	e.SetMark("rule.seed", "2")
	got, _, whole = e.Announced()
	if whole {
		t.Error("a changed setting was not noticed")
	}
	if c := r.Changed(got); !slices.Equal(c, []string{"seed"}) {
		t.Errorf("changed %v", c)
	}
	if c := r.Changed(Regulations{{"system", "jca"}, {"rounds", "5"}, {"seed", "1"}, {"handicap", "ab"}}); !slices.Equal(c, []string{"handicap"}) {
		t.Errorf("changed %v", c)
	}
	if r.Hash() == got.Hash() || len(hash) != 16 {
		t.Errorf("hash %s", hash)
	}
	if _, _, whole := New("y").Announced(); whole {
		t.Error("regulations out of nothing")
	}
}
