package pairing

import (
	"math/rand/v2"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
)

// Dubov and Burstein tell every pair and bye once, and every choice passed over has a reason in the criteria: "order"
// is none.
func TestDubovAndBursteinTellEveryDecision(t *testing.T) {
	for system, codes := range map[string][]string{
		"dubov": {"bracket", "bye", "C2", "C4.bye", "3.2.2", "3.2.4.1", "3.2.4.2", "4.3.stays", "3.2.6", "4.4", "rest",
			"C1", "C3", "forbidden",
			"C1C3.up", "C4.up", "C6.up", "C7.up", "C8.up", "C10.up", "5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"},
		"burstein": {"seeding", "bracket", "bye", "C2", "C4.bye", "4.3", "4.3.next", "float", "C1", "C3", "forbidden",
			"C4", "C5", "C6", "C7", "C8",
			"5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"},
	} {
		t.Run(system, func(t *testing.T) {
			p, err := New(system)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(27, 27))
			seen := map[string]int{}
			var s engine.State
			for k := range 1500 {
				pairtest.RandomEvent(r, &s, 5+r.IntN(9), r.IntN(6))
				s.PlannedRounds = s.Round() + r.IntN(2)
				var l stepList
				s.Tracer = &l
				games, err := p.Pair(nil, &s)
				s.Tracer = nil
				if err != nil {
					continue
				}
				told := map[engine.Player]int{}
				for _, st := range l.steps {
					seen[st.Rule]++
					switch st.Kind {
					case engine.StepPair:
						told[st.A]++
						told[st.B]++
					case engine.StepBye:
						told[st.A]++
					}
					if strings.HasPrefix(st.Rule, system+".order") {
						t.Errorf("case %d: %v: passed over without a reason", k, st)
					}
				}
				for _, g := range games {
					if told[g.White] != 1 || g.Black != engine.NoPlayer && told[g.Black] != 1 {
						t.Errorf("case %d: %v told %d times", k, g, told[g.White])
					}
				}
			}
			for _, c := range codes {
				if seen[system+"."+c] == 0 {
					t.Errorf("%s.%s was never told", system, c)
				}
			}
		})
	}
}
