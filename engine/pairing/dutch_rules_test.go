package pairing

import (
	"math/rand/v2"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/enginetest"
)

type stepList struct{ steps []engine.Step }

func (l *stepList) Trace(s engine.Step) { l.steps = append(l.steps, s) }

// Every step of the Dutch system has its text in three languages, every pair and bye is told once, and a choice
// that was passed over always has a reason in the criteria.
func TestDutchTellsEveryDecision(t *testing.T) {
	p, err := New("dutch")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for seed := range uint64(120) {
		rnd := rand.New(rand.NewPCG(seed, 21))
		s := enginetest.Random(rnd.IntN, enginetest.Options{MaxPlayers: 30, MaxRounds: 6})
		var l stepList
		s.Tracer = &l
		games, err := p.Pair(nil, s)
		if err != nil {
			continue
		}
		told := map[engine.Player]int{}
		for _, st := range l.steps {
			r, ok := FindRule(st.Rule)
			if !ok || !hasWords(r) || r.Source == "" {
				t.Fatalf("seed %d: no text for %s", seed, st.Rule)
			}
			seen[st.Rule]++
			switch st.Kind {
			case engine.StepPair:
				told[st.A]++
				told[st.B]++
			case engine.StepBye:
				told[st.A]++
			}
			if st.Rule == "dutch.order" || strings.HasPrefix(st.Rule, "dutch.order.exchange") ||
				st.Rule == "dutch.order.paired" {
				t.Errorf("seed %d: %v: passed over without a reason", seed, st)
			}
		}
		for _, g := range games {
			if told[g.White] != 1 || g.Black != engine.NoPlayer && told[g.Black] != 1 {
				t.Errorf("seed %d: %v told %d times", seed, g, told[g.White])
			}
		}
	}
	for _, code := range []string{"dutch.3.3", "dutch.4.2", "dutch.4.3", "dutch.C1", "dutch.C3", "dutch.C4",
		"dutch.C12", "dutch.C13",
		"dutch.C14.float", "dutch.bye", "dutch.float", "dutch.float.chosen", "dutch.float.limbo", "dutch.5.2.1",
		"dutch.5.2.4"} {
		if seen[code] == 0 {
			t.Errorf("%s was never told", code)
		}
	}
}
