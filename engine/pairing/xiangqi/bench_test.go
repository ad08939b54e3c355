package xiangqi

import (
	"fmt"
	"math"
	"testing"

	"crosstable/engine"
)

// player gives results by rating difference.
type player struct {
	s     engine.State
	p     *Pairer
	games []engine.Game
}

func (e *player) reset(n, rounds int, seed uint64) {
	e.s.Reset(n)
	e.s.Luck = engine.NewLuck(seed)
	e.s.PlannedRounds = rounds
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
		switch white := 1 / (1 + math.Pow(10, -d/400)); {
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

// systems are the two pairers.
var systems = []struct {
	name string
	make func(Options) *Pairer
}{{"xiangqi", New}, {"draw", NewDraw}}

// Rounds 6 and 7 of an event of 11 rounds: after an odd and after an even number of games.
func BenchmarkRound(b *testing.B) {
	for _, sys := range systems {
		for _, n := range []int{24, 100, 300, 1000, 3000} {
			for _, round := range []int{6, 7} {
				b.Run(fmt.Sprintf("%s/n=%d/round=%d", sys.name, n, round), func(b *testing.B) {
					// Several events in turn, so that a lucky one does not speak for all.
					var events []*player
					for seed := range uint64(10) {
						e := &player{p: sys.make(Options{})}
						e.reset(n, 11, seed)
						for range round - 1 {
							if err := e.round(30); err != nil {
								b.Fatal(err)
							}
						}
						e.p.g.Paths = [numPaths]int{}
						events = append(events, e)
					}
					b.ReportAllocs()
					b.ResetTimer()
					for i := range b.N {
						e := events[i%len(events)]
						var err error
						if e.games, err = e.p.Pair(e.games[:0], &e.s); err != nil {
							b.Fatal(err)
						}
					}
					report(b, events)
				})
			}
		}
	}
}

func report(b *testing.B, events []*player) {
	for i, name := range []string{"walk", "suffix", "exact"} {
		k := 0
		for _, e := range events {
			k += e.p.g.Paths[i]
		}
		if k > 0 {
			b.ReportMetric(float64(k)/float64(b.N), name+"/op")
		}
	}
}

// Whole events, pairing and applying, per round: small fields to the end, and events in which every game is drawn.
func BenchmarkHard(b *testing.B) {
	for _, sys := range systems {
		for _, c := range []struct {
			name      string
			n, rounds int
			draws     uint64
		}{
			{"usual", 24, 9, 30},
			{"small field to the end", 14, 11, 30},
			{"all drawn", 20, 13, 100},
			{"all drawn", 60, 13, 100},
			{"all drawn", 300, 13, 100},
			{"no draws", 16, 13, 0},
		} {
			b.Run(fmt.Sprintf("%s/%s/n=%d/R=%d", sys.name, c.name, c.n, c.rounds), func(b *testing.B) {
				e := &player{p: sys.make(Options{})}
				b.ReportAllocs()
				done := 0
				for i := range b.N {
					e.reset(c.n, c.rounds, uint64(i))
					for range c.rounds {
						if e.round(c.draws) != nil {
							break
						}
						done++
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(done), "ns/round")
				report(b, []*player{e})
			})
		}
	}
}
