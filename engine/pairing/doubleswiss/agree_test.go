package doubleswiss

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
)

func long(usual, long int) int {
	if os.Getenv("CROSSTABLE_LONG") != "" {
		return long
	}
	return usual
}

// agree compares the round with the literal version's, by counting first and by matchings alone.
func agree(t *testing.T, s *engine.State, p [2]*Pairer, what string) bool {
	t.Helper()
	want, ok := newLiteral(s).pair()
	for _, p := range p {
		games, err := p.Pair(nil, s)
		if (err == nil) != ok {
			t.Fatalf("%s: error %v, a pairing exists: %v", what, err, ok)
		}
		cells := strings.Fields(pairtest.Text(games))
		slices.Sort(cells)
		if got := strings.Join(cells, " "); got != want {
			t.Fatalf("%s, %d players after %d rounds (careful %v):\n got %s\nwant %s",
				what, s.N(), s.Rounds(), p.careful, got, want)
		}
	}
	return ok
}

func pairers() [2]*Pairer { return [2]*Pairer{{}, {careful: true}} }

// Events whose rounds were paired at random: many meetings and floats.
func TestAgreesWithLiteralOnRandomHistories(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 1))
	p := pairers()
	var s engine.State
	cases, paired := long(3000, 30000), 0
	for k := range cases {
		n := 4 + r.IntN(5)
		if k%20 == 0 {
			n = 9 + r.IntN(2)
		}
		s.Points = engine.Standard
		pairtest.RandomEvent(r, &s, n, r.IntN(min(n, 8)))
		s.PlannedRounds = s.Rounds() + 1 + r.IntN(4)
		if agree(t, &s, p, fmt.Sprint("case ", k)) {
			paired++
		}
	}
	t.Logf("%d of %d rounds paired, %+v, %+v", paired, cases, p[0].Stats, p[1].Stats)
	st := p[0].Stats
	if paired < cases/2 || st.Single < cases/10 || st.Chosen < cases/50 || st.Tops < cases/30 || st.Costly < cases/50 {
		t.Errorf("a way is hardly tried: %+v", st)
	}
}

// ownEvent has p pair an event of matches with byes, absences, forfeits and withdrawals, and returns the rounds
// played.
func ownEvent(r *rand.Rand, p engine.Pairer, s *engine.State, n int, before func()) (rounds int) {
	games := engine.Standard
	games.Set(engine.ByePairing, 3)
	s.Points, _ = games.Matches()
	s.Reset(n)
	s.PlannedRounds = 3 + r.IntN(6)
	s.FirstColor = [2]engine.Color{engine.White, engine.Black}[r.IntN(2)]
	absences, forfeits, leave := r.IntN(3), r.IntN(3), r.IntN(3)
	results := []engine.Result{engine.WhiteWins, engine.NarrowWhiteWins, engine.Draw, engine.NarrowBlackWins,
		engine.BlackWins}
	forfeited := []engine.Result{engine.WhiteForfeits, engine.BlackForfeits, engine.DoubleForfeit}
	var round []engine.Game
	for range s.PlannedRounds {
		for i := range n {
			switch {
			case r.IntN(30) < absences:
				s.Away[i] = [...]engine.Outcome{engine.ByeZero, engine.ByeHalf, engine.ByeFull}[r.IntN(3)]
			case r.IntN(60) < leave:
				s.Gone[i] = true
			}
		}
		before()
		var err error
		if round, err = p.Pair(round[:0], s); err != nil {
			return rounds
		}
		for i := range round {
			g := &round[i]
			switch {
			case g.Black == engine.NoPlayer:
			case r.IntN(30) < forfeits:
				g.Result = forfeited[r.IntN(len(forfeited))]
			default:
				g.Result = results[r.IntN(len(results))]
			}
		}
		s.Apply(round)
		rounds++
	}
	return rounds
}

// Events that the system pairs itself, with byes, forfeits and withdrawals.
func TestAgreesWithLiteralOnItsOwnEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(62, 1))
	p := pairers()
	own := &Pairer{}
	var s engine.State
	events, rounds := long(600, 6000), 0
	for k := range events {
		n := 4 + r.IntN(5)
		if k%20 == 0 {
			n = 9 + r.IntN(2)
		}
		rounds += ownEvent(r, own, &s, n, func() {
			agree(t, &s, p, fmt.Sprint("event ", k, " round ", s.Round()))
		})
	}
	t.Logf("%d rounds, %+v", rounds, own.Stats)
	if rounds < 3*events {
		t.Errorf("only %d rounds in %d events", rounds, events)
	}
}
