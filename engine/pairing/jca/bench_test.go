package jca

import (
	"fmt"
	"math"
	"testing"

	"crosstable/engine"
)

// player gives results by rating difference with a third of draws.
type player struct {
	s     engine.State
	p     *Pairer
	games []engine.Game
}

func (e *player) reset(n int, seed uint64) {
	e.s.Reset(n)
	e.s.Luck = engine.NewLuck(seed)
	for i := range e.s.Rating {
		e.s.Rating[i] = int32(2400 - 800*i/n)
	}
}

// round pairs and plays a round; draws is the share of draws in percent.
func (e *player) round(draws uint64) error {
	var err error
	if e.games, err = e.p.Pair(e.games[:0], &e.s); err != nil {
		return err
	}
	for i := range e.games {
		g := &e.games[i]
		if g.Black == engine.NoPlayer {
			continue
		}
		luck := e.s.Luck.With(99).With(uint64(e.s.Rounds())).With(uint64(min(g.White, g.Black)))
		d := float64(e.s.Rating[g.White] - e.s.Rating[g.Black])
		white := 1 / (1 + math.Pow(10, -d/400))
		switch {
		case luck.Uint64()%100 < draws:
			g.Result = engine.Draw
		case luck.With(1).Float64() < white:
			g.Result = engine.WhiteWins
		default:
			g.Result = engine.BlackWins
		}
	}
	e.s.Apply(e.games)
	return nil
}

// One round in the middle of an event (after five rounds).
func BenchmarkRound(b *testing.B) {
	for _, n := range []int{32, 100, 300, 1000, 3000, 10000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			e := player{p: New(Options{})}
			e.reset(n, 1)
			for range 5 {
				if err := e.round(30); err != nil {
					b.Fatal(err)
				}
			}
			e.p.Paths = [NumPaths]int{}
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				var err error
				if e.games, err = e.p.Pair(e.games[:0], &e.s); err != nil {
					b.Fatal(err)
				}
			}
			report(b, e.p)
		})
	}
}

func report(b *testing.B, p *Pairer) {
	for i, name := range []string{"greedy", "witness", "table", "weighted", "rest"} {
		if p.Paths[i] > 0 {
			b.ReportMetric(float64(p.Paths[i])/float64(b.N), name+"/op")
		}
	}
}

// Whole events, pairing and applying, per round.
func BenchmarkEvent(b *testing.B) {
	for _, c := range []struct{ n, rounds int }{{8, 5}, {16, 9}, {32, 7}, {33, 7}, {100, 9}} {
		b.Run(fmt.Sprintf("n=%d/R=%d", c.n, c.rounds), func(b *testing.B) {
			e := player{p: New(Options{})}
			b.ReportAllocs()
			for i := range b.N {
				e.reset(c.n, uint64(i))
				for range c.rounds {
					if e.round(30) != nil {
						break
					}
				}
			}
			report(b, e.p)
		})
	}
}

// The last rounds of small fields and events in which every game is drawn.
func BenchmarkHard(b *testing.B) {
	for _, c := range []struct {
		name      string
		n, rounds int
		draws     uint64
	}{
		{"small field to the end", 14, 11, 30},
		{"all drawn", 20, 13, 100},
		{"all drawn", 60, 13, 100},
		{"all drawn", 1000, 13, 100},
		{"no draws", 16, 13, 0},
	} {
		b.Run(fmt.Sprintf("%s/n=%d/R=%d", c.name, c.n, c.rounds), func(b *testing.B) {
			e := player{p: New(Options{})}
			b.ReportAllocs()
			done := 0
			for i := range b.N {
				e.reset(c.n, uint64(i))
				for range c.rounds {
					if e.round(c.draws) != nil {
						break
					}
					done++
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(done), "ns/round")
			report(b, e.p)
		})
	}
}

// Fields made to need the general paths in large groups: a bottom group of players who have all met each other,
// a club of half the field kept apart, a top player who has met all of the lower half but the last.
func BenchmarkAdverse(b *testing.B) {
	for _, n := range []int{50, 200, 1000} {
		cases := []struct {
			name string
			make func(s *engine.State)
		}{
			{"bottom group has met", func(s *engine.State) {
				for p := n - 4; p < n; p++ {
					for q := n - 4; q < p; q++ {
						s.Forbid(engine.Player(p), engine.Player(q))
					}
				}
				for p := range n - 4 {
					s.Score[p] = 2
				}
			}},
			{"club of half the field", func(s *engine.State) {
				for p := range n / 2 {
					for q := range p {
						s.Forbid(engine.Player(2*p), engine.Player(2*q))
					}
				}
			}},
			{"one has met the children", func(s *engine.State) {
				for p := n / 2; p < n; p++ {
					s.Forbid(0, engine.Player(p))
				}
			}},
		}
		for _, c := range cases {
			b.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(b *testing.B) {
				var s engine.State
				s.Reset(n)
				for i := range s.Rating {
					s.Rating[i] = int32(3000 - i)
				}
				c.make(&s)
				p := New(Options{})
				var games []engine.Game
				for range b.N {
					var err error
					if games, err = p.Pair(games[:0], &s); err != nil {
						b.Fatal(err)
					}
				}
				report(b, p)
			})
		}
	}
}
