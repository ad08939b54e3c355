package dubov

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
)

// text writes games as the literal version does.
func text(games []engine.Game) string {
	var out []string
	for _, g := range games {
		if g.Black == engine.NoPlayer {
			out = append(out, fmt.Sprint(g.White, " bye"))
		} else {
			out = append(out, fmt.Sprint(g.White, "-", g.Black))
		}
	}
	slices.Sort(out)
	return fmt.Sprint(out)
}

// agree compares the round with the literal version's, by counting first and by matchings alone.
func agree(t *testing.T, s *engine.State, quick, slow *Pairer, what string) bool {
	t.Helper()
	want, ok := newLiteral(s).pair()
	for _, p := range []*Pairer{quick, slow} {
		games, err := p.Pair(nil, s)
		if (err == nil) != ok {
			t.Fatalf("%s: error %v, a pairing exists: %v", what, err, ok)
		}
		if got := text(games); ok && got != want {
			t.Fatalf("%s, %d players after %d rounds (slow %v):\n got %s\nwant %s", what, s.N(), s.Rounds(), p.slow,
				got, want)
		}
	}
	return ok
}

// Events whose rounds were paired at random: awkward colours, meetings and floats.
func TestAgreesWithLiteralOnRandomHistories(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	quick, slow := &Pairer{}, &Pairer{slow: true}
	var s engine.State
	cases, paired := 3000, 0
	if os.Getenv("CROSSTABLE_LONG") != "" {
		cases = 30000
	}
	for k := range cases {
		n := 4 + r.IntN(7)
		if k%20 == 0 {
			n = 11 + r.IntN(2)
		}
		pairtest.RandomEvent(r, &s, n, r.IntN(min(n, 8)))
		s.PlannedRounds = s.Rounds() + 1 + r.IntN(3)
		if agree(t, &s, quick, slow, fmt.Sprint("case ", k)) {
			paired++
		}
	}
	t.Logf("%d of %d rounds paired, %+v, slow %+v", paired, cases, quick.Stats, slow.Stats)
	if st := quick.Stats; st.Walk < 1000 || st.Bipartite < 100 || st.Shifters < 100 || st.General < 50 {
		t.Errorf("%+v: a way is hardly tried", st)
	}
}

// Events that the system pairs itself, with byes, forfeits and withdrawals.
func TestAgreesWithLiteralOnItsOwnEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 1))
	quick, slow := &Pairer{}, &Pairer{slow: true}
	var s engine.State
	events, rounds := 400, 0
	if os.Getenv("CROSSTABLE_LONG") != "" {
		events = 5000
	}
	for k := range events {
		rounds += pairtest.OwnEvent(r, quick, &s, 4+r.IntN(7), func() {
			agree(t, &s, quick, slow, fmt.Sprint("event ", k, " round ", s.Round()))
		})
	}
	t.Logf("%d rounds", rounds)
	if rounds < 4*events {
		t.Errorf("only %d rounds in %d events", rounds, events)
	}
}
