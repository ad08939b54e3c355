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

// Every step of the Dutch system, in both editions, has its text in three languages, every pair and bye is told once,
// and a choice that was passed over always has a reason in the criteria.
func TestDutchTellsEveryDecision(t *testing.T) {
	for system, codes := range map[string][]string{
		"dutch": {"3.3", "4.2", "4.3", "C1", "C3", "C4", "C12", "C13", "C14.float", "bye", "float", "float.chosen",
			"float.limbo", "5.2.1", "5.2.4"},
		"dutch2017": {"B.3", "D.1", "D.2", "C1", "C3", "C4", "C7", "C10", "C11", "C12.float", "bye", "float",
			"float.chosen", "float.limbo", "ppb", "clb", "E.1", "E.4"},
	} {
		t.Run(system, func(t *testing.T) { tellsEveryDecision(t, system, codes) })
	}
}

func tellsEveryDecision(t *testing.T, system string, codes []string) {
	p, err := New(system)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for seed := range uint64(160) {
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
			code := strings.TrimPrefix(st.Rule, system+".")
			seen[code]++
			switch st.Kind {
			case engine.StepPair:
				told[st.A]++
				told[st.B]++
			case engine.StepBye:
				told[st.A]++
			}
			if code == "order" || strings.HasPrefix(code, "order.exchange") || code == "order.paired" {
				t.Errorf("seed %d: %v: passed over without a reason", seed, st)
			}
		}
		for _, g := range games {
			if told[g.White] != 1 || g.Black != engine.NoPlayer && told[g.Black] != 1 {
				t.Errorf("seed %d: %v told %d times", seed, g, told[g.White])
			}
		}
	}
	for _, code := range codes {
		if seen[code] == 0 {
			t.Errorf("%s.%s was never told", system, code)
		}
	}
}
