package lim

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

// agree compares the round with the literal version's, under each of the options.
func agree(t *testing.T, s *engine.State, p [2]*Pairer, what string) bool {
	t.Helper()
	paired := false
	for k, p := range p {
		l := newLiteral(s, p.maxi)
		want, ok := l.pair()
		if p.relax && !ok && !l.last {
			l = newLiteral(s, p.maxi)
			l.limits = false
			want, ok = l.pair()
		}
		games, err := p.Pair(nil, s)
		if (err == nil) != ok {
			t.Fatalf("%s, options %d: error %v, a pairing exists: %v", what, k, err, ok)
		}
		cells := strings.Fields(pairtest.Text(games))
		slices.Sort(cells)
		if got := strings.Join(cells, " "); got != want {
			t.Fatalf("%s, options %d, %d players after %d rounds:\n got %s\nwant %s",
				what, k, s.N(), s.Rounds(), got, want)
		}
		paired = paired || ok
	}
	return paired
}

func pairers() [2]*Pairer { return [2]*Pairer{{}, {maxi: true, relax: true}} }

func long(usual, long int) int {
	if os.Getenv("CROSSTABLE_LONG") != "" {
		return long
	}
	return usual
}

// Events whose rounds were paired at random: awkward colours, meetings and floats.
func TestAgreesWithLiteralOnRandomHistories(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 1))
	p := pairers()
	var s engine.State
	cases, paired := long(3000, 30000), 0
	for k := range cases {
		n := 4 + r.IntN(7)
		if k%20 == 0 {
			n = 11 + r.IntN(2)
		}
		// A win worth a point and a half has a median between two scores after an odd number of rounds.
		s.Points = [...]engine.PointSystem{engine.Standard, engine.Standard, engine.NewPointSystem(3, 1, 0)}[k%3]
		pairtest.RandomEvent(r, &s, n, r.IntN(min(n, 8)))
		s.PlannedRounds = s.Rounds() + 1 + r.IntN(4)
		if agree(t, &s, p, fmt.Sprint("case ", k)) {
			paired++
		}
	}
	t.Logf("%d of %d rounds paired, %+v, %+v", paired, cases, p[0].Stats, p[1].Stats)
	if p[0].Stats.Cracked < cases/10 || p[1].Stats.Relaxed < cases/50 || paired < cases/2 {
		t.Errorf("a way is hardly tried: %+v %+v", p[0].Stats, p[1].Stats)
	}
}

// Events that the system pairs itself, with byes, forfeits and withdrawals.
func TestAgreesWithLiteralOnItsOwnEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(52, 1))
	p := pairers()
	own := &Pairer{relax: true}
	var s engine.State
	events, rounds := long(600, 5000), 0
	for k := range events {
		n := 4 + r.IntN(7)
		if k%10 == 0 {
			n = 11 + r.IntN(2)
		}
		rounds += pairtest.OwnEvent(r, own, &s, n, func() {
			agree(t, &s, p, fmt.Sprint("event ", k, " round ", s.Round()))
		})
	}
	t.Logf("%d rounds, %+v", rounds, own.Stats)
	if rounds < 4*events || own.Stats.Cracked < rounds/20 {
		t.Errorf("only %d rounds in %d events, %+v", rounds, events, own.Stats)
	}
}
