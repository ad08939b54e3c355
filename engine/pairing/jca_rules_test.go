package pairing

import (
	"math/rand/v2"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
	"crosstable/pipeline/words"
)

// In a round with median_reverse the floaters of the groups below the middle go up and are told so; every step has its
// rule, and every float of a code ending in .up comes from a group below the middle.
func TestReversedRoundsSayWhereFloatersGo(t *testing.T) {
	r := rand.New(rand.NewPCG(28, 28))
	p, err := New("jca:median_reverse=on")
	if err != nil {
		t.Fatal(err)
	}
	up, down, middle := 0, 0, 0
	for range 400 {
		var s engine.State
		pairtest.RandomEvent(r, &s, 8+r.IntN(14), 3)
		rec := &recorder{}
		s.Tracer = rec
		if _, err := p.Pair(nil, &s); err != nil {
			continue
		}
		half := 3 * s.Points.Win() // twice the score of the middle group
		for _, st := range rec.steps {
			rule, ok := FindRule(st.Rule)
			if !ok || !hasWords(rule) {
				t.Fatalf("no rule %q, or without its texts", st.Rule)
			}
			switch {
			case st.Rule == "jca.middle":
				middle++
			case st.Kind != engine.StepFloat:
			case strings.HasSuffix(st.Rule, ".up"):
				up++
				if 2*s.PairScore(st.A) >= half || strings.Contains(text("en", rule), "floats down") ||
					strings.Contains(text("zh", rule), "下浮") {
					t.Fatalf("score %v floats up: %s", s.PairScore(st.A), text("en", rule))
				}
			default:
				down++
				if 2*s.PairScore(st.A) <= half || strings.Contains(text("en", rule), "floats up") {
					t.Fatalf("score %v floats down: %s", s.PairScore(st.A), text("en", rule))
				}
			}
		}
	}
	if up < 50 || down < 50 || middle < 20 {
		t.Errorf("the events test too little: %d up, %d down, %d middle groups", up, down, middle)
	}
}

// text gives the words of a rule in a language.
func text(lang string, r Rule) string { return words.In(lang).Get("rule." + r.Code) }
