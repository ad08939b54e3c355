package dutch

import (
	"fmt"
	"testing"

	"crosstable/engine"
)

// simulated is a kind of event played from a seed.
type simulated struct {
	name            string
	players, rounds int
	draws           uint64 // per cent
	forfeits, away  uint64
	points          engine.PointSystem
}

// play plays one event; it reports the rounds paired before a dead end, if there is one.
func (k *simulated) play(p *Pairer, s *engine.State, games []engine.Game, seed uint64) ([]engine.Game, int, error) {
	luck := engine.NewLuck(seed)
	s.Points, s.FirstColor, s.PlannedRounds = k.points, engine.White, k.rounds
	s.Reset(k.players)
	for r := range k.rounds {
		l := luck.With(uint64(r))
		if k.away > 0 {
			for i := range k.players {
				if l.With(uint64(i)).With(1).Uint64()%100 < k.away {
					s.Away[i] = engine.ByeHalf
				}
			}
		}
		var err error
		if games, err = p.Pair(games[:0], s); err != nil {
			return games, r, err
		}
		for i := range games {
			g := &games[i]
			if g.Black == engine.NoPlayer {
				continue
			}
			switch x := l.With(uint64(g.White)).With(2).Uint64() % 100; {
			case l.With(uint64(g.White)).With(3).Uint64()%100 < k.forfeits:
				g.Result = engine.BlackForfeits
			case x < k.draws:
				g.Result = engine.Draw
			default:
				// The stronger player, by number, wins three decided games of four.
				g.Result = engine.WhiteWins
				if (g.White > g.Black) != (x%4 == 0) {
					g.Result = engine.BlackWins
				}
			}
		}
		s.Apply(games)
	}
	return games, k.rounds, nil
}

var benchmarked = []simulated{
	{"usual", 32, 7, 30, 3, 2, engine.Standard},
	{"usual", 100, 9, 30, 3, 2, engine.Standard},
	{"usual", 500, 9, 30, 3, 2, engine.Standard},
	{"usual", 1000, 9, 30, 3, 2, engine.Standard},
	{"usual", 5000, 9, 30, 3, 2, engine.Standard},
	{"forfeits", 32, 7, 30, 30, 10, engine.Standard},
	{"tiny", 8, 6, 30, 0, 0, engine.Standard},
	{"tiny", 12, 9, 30, 3, 2, engine.Standard},
	{"all_draws", 32, 7, 100, 0, 0, engine.Standard},
	{"all_draws", 100, 9, 100, 0, 0, engine.Standard},
	{"no_draws", 100, 9, 0, 0, 0, engine.Standard},
	{"3-1-0", 100, 9, 30, 3, 2, engine.NewPointSystem(6, 2, 0)},
}

// One iteration is one event. The metrics say which path served how much of the brackets.
func BenchmarkEvent(b *testing.B) {
	for _, k := range benchmarked {
		b.Run(fmt.Sprintf("%s/%dx%d", k.name, k.players, k.rounds), func(b *testing.B) {
			var p Pairer
			var s engine.State
			var games []engine.Game
			seed := uint64(0)
			rounds := 0
			b.ReportAllocs()
			for b.Loop() {
				seed++
				var r int
				games, r, _ = k.play(&p, &s, games, seed)
				rounds += r
			}
			st := p.Stats
			all := float64(st.Trivial + st.Fast + st.Small + st.Bracket + st.Next + st.All)
			b.ReportMetric(100*float64(st.Trivial+st.Fast)/all, "%fast")
			b.ReportMetric(100*float64(st.Small)/all, "%small")
			b.ReportMetric(100*float64(st.Bracket+st.Next+st.All)/all, "%matched")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(rounds), "µs/round")
		})
	}
}

// After warm-up a simulated round allocates nothing, whichever path serves it.
func TestNoAllocationAfterWarmUp(t *testing.T) {
	for _, k := range benchmarked {
		if k.players > 100 {
			continue
		}
		var p Pairer
		var s engine.State
		var games []engine.Game
		const events = 30
		deadEnds := 0
		play := func() {
			deadEnds = 0
			for seed := range uint64(events) {
				var err error
				if games, _, err = k.play(&p, &s, games, seed); err != nil {
					deadEnds++
				}
			}
		}
		play()
		// A dead end makes one error value.
		// Averaged over runs: the runtime itself allocates now and then.
		if n := testing.AllocsPerRun(3, play); int(n) > deadEnds {
			t.Errorf("%s %dx%d: %v allocations in %d events", k.name, k.players, k.rounds, n, events)
		}
		if p.Stats.Fast == 0 {
			t.Errorf("%s %dx%d: %+v", k.name, k.players, k.rounds, p.Stats)
		}
	}
}
