package pairing

import (
	"math/rand/v2"
	"testing"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/pairing/field"
	"crosstable/engine/pairing/pairtest"
)

// Every system with every handicap plays whole events with absences: each round is legal, has one bye at most,
// and exists whenever a legal pairing does, whatever sections the handicap makes.
func TestEverySystemWithEveryHandicap(t *testing.T) {
	eachSystem(t, func(t *testing.T, sys System) {
		if sys.Schedule != nil {
			t.Skip("a schedule takes no handicap")
		}
		for _, h := range []string{"ab", "ab:share=0.3:points=1.5:rounds=3", "baku", "macmahon:bars=2300,2200", "z",
			"z:variant=Z2", "z:variant=Z3"} {
			scheme, err := handicap.New(h)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(41, 41))
			p := mustNew(t, sys)
			var s engine.State
			var games []engine.Game
			dead, rounds := 0, 0
			for k := range 12 {
				n := 13 + r.IntN(20)
				s.Reset(n)
				s.PlannedRounds = 13
				s.Luck = engine.NewLuck(uint64(k))
				for i := range s.Rating {
					s.Rating[i] = int32(2400 - 10*i)
				}
				for range 12 { // the last round has exceptions of its own
					for range r.IntN(3) {
						s.Away[r.IntN(n)] = engine.ByeHalf
					}
					if err := scheme.Prepare(&s); err != nil {
						t.Fatalf("%s: %v", h, err)
					}
					var err error
					games, err = p.Pair(games[:0], &s)
					if possible := pairtest.Complete(&s, barred(sys, &s)); possible != (err == nil) {
						t.Fatalf("%s, event %d, %d players, round %d: a pairing exists: %v, error %v", h, k, n,
							s.Round(), possible, err)
					}
					if err != nil {
						dead++
						break
					}
					rounds++
					if err := field.Legal(&s, games); err != nil {
						t.Fatalf("%s, event %d, %d players, round %d: %v in %v\nsections %v fixed %v", h, k, n,
							s.Round(), err, games, s.Section, s.Fixed)
					}
					for i := range games {
						if games[i].Black != engine.NoPlayer {
							games[i].Result = []engine.Result{engine.WhiteWins, engine.WhiteWins, engine.Draw,
								engine.BlackWins}[r.IntN(4)]
						}
					}
					s.Apply(games)
				}
			}
			if rounds < 60 {
				t.Errorf("%s: only %d rounds, %d events ended early", h, rounds, dead)
			}
		}
	})
}
