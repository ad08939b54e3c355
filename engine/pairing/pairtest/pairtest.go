// Package pairtest makes awkward events for the tests of pairing systems and says what is possible in them.
package pairtest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"crosstable/engine"
	"crosstable/engine/matching"
)

// RandomEvent plays rounds of random legal pairings with random results, forfeits, byes and absences, so that the
// next round is as awkward as small fields get.
func RandomEvent(r *rand.Rand, s *engine.State, n, rounds int) {
	s.Reset(n)
	s.Luck = engine.NewLuck(r.Uint64())
	for i := range s.Rating {
		s.Rating[i] = int32(1500 + r.IntN(4)*100)
	}
	if r.IntN(2) == 0 {
		for i := range s.Rating {
			s.Rating[i] = int32(2400 - 10*i)
		}
	}
	drawish := r.IntN(4)
	var games []engine.Game
	for range rounds {
		games = games[:0]
		perm := r.Perm(n)
		used := make([]bool, n)
		bye := false
		for i, a := range perm {
			if used[a] || r.IntN(25) == 0 {
				continue
			}
			found := false
			for _, b := range perm[i+1:] {
				if used[b] || s.Banned(engine.Player(a), engine.Player(b)) {
					continue
				}
				used[a], used[b], found = true, true, true
				res := []engine.Result{engine.WhiteWins, engine.BlackWins, engine.Draw}[r.IntN(3)]
				if r.IntN(4) < drawish {
					res = engine.Draw
				}
				if r.IntN(20) == 0 {
					res = []engine.Result{engine.WhiteForfeits, engine.BlackForfeits, engine.DoubleForfeit}[r.IntN(3)]
				}
				games = append(games, engine.Game{White: engine.Player(a), Black: engine.Player(b), Result: res})
				break
			}
			if !found && !bye && !s.ByeBarred[a] {
				bye, used[a] = true, true
				games = append(games, engine.Game{White: engine.Player(a), Black: engine.NoPlayer, Result: engine.PairingBye})
			}
		}
		s.Apply(games)
	}
	if r.IntN(3) == 0 {
		for range r.IntN(4) {
			if a, b := r.IntN(n), r.IntN(n); a != b {
				s.Forbid(engine.Player(a), engine.Player(b))
			}
		}
	}
	if r.IntN(3) == 0 {
		s.Away[r.IntN(n)] = engine.ByeHalf
	}
	if r.IntN(4) == 0 {
		for i := range s.Virtual {
			if i < n/2 {
				s.Virtual[i] = 2
			}
		}
	}
}

// Complete reports whether the coming round of s has a pairing with at most one bye: nobody meets a player he is
// banned from or, if barred is not nil, one the system bars for reasons of its own.
func Complete(s *engine.State, barred func(a, b engine.Player) bool) bool {
	var in []engine.Player
	for p := range engine.Player(s.N()) {
		if s.Present(p) {
			in = append(in, p)
		}
	}
	n := len(in)
	var m matching.Cardinality
	m.Reset(n + n%2)
	for i, a := range in {
		for j, b := range in[:i] {
			if !s.Banned(a, b) && (barred == nil || !barred(a, b)) {
				m.Link(i, j)
			}
		}
		if n%2 == 1 && !s.ByeBarred[a] {
			m.Link(i, n)
		}
	}
	return m.Solve() == 0
}

// OwnEvent has p pair an event of n players with byes, absences, forfeits, withdrawals and late entries until its last
// round or a dead end, and returns how many rounds were played. before is called when a round is about to be paired.
func OwnEvent(r *rand.Rand, p engine.Pairer, s *engine.State, n int, before func()) (rounds int) {
	s.Points = engine.Standard
	s.Reset(n)
	s.PlannedRounds = 3 + r.IntN(6)
	s.FirstColor = [2]engine.Color{engine.White, engine.Black}[r.IntN(2)]
	rating := 2400
	for i := range s.Rating {
		rating -= r.IntN(60)
		s.Rating[i] = int32(rating)
	}
	late, draws := r.IntN(3) == 0, r.IntN(4)
	absences, forfeits, leave := r.IntN(3), r.IntN(3), r.IntN(3)
	var games []engine.Game
	for round := range s.PlannedRounds {
		for i := range n {
			switch {
			case late && round == 0 && r.IntN(6) == 0, r.IntN(20) < absences && r.IntN(2) == 0:
				s.Away[i] = engine.ByeZero
			case r.IntN(40) < absences:
				s.Away[i] = [...]engine.Outcome{engine.ByeHalf, engine.ByeFull}[r.IntN(2)]
			case r.IntN(60) < leave:
				s.Gone[i] = true
			}
		}
		before()
		var err error
		if games, err = p.Pair(games[:0], s); err != nil {
			return rounds
		}
		for i := range games {
			g := &games[i]
			switch {
			case g.Black == engine.NoPlayer:
			case r.IntN(30) < forfeits:
				g.Result = [...]engine.Result{engine.WhiteForfeits, engine.BlackForfeits, engine.DoubleForfeit}[r.IntN(3)]
			case r.IntN(5) < draws:
				g.Result = engine.Draw
			default:
				g.Result = [...]engine.Result{engine.WhiteWins, engine.BlackWins}[r.IntN(2)]
			}
		}
		s.Apply(games)
		rounds++
	}
	return rounds
}

// Middle is a field for benchmarks: the State before round Rounds/2+1 of an event that a system has paired, with
// results that follow the numbers, 30 % draws, and a few forfeits and absences.
type Middle struct {
	Name            string
	Players, Rounds int
	Draws           uint64 // per cent
	Forfeits, Away  uint64
	Last            bool // before the last round instead
}

// Benchmarked are usual fields, and fields that are small or drawn out so that much has been played already.
var Benchmarked = []Middle{
	{"usual", 32, 7, 30, 3, 2, false},
	{"usual", 100, 9, 30, 3, 2, false},
	{"usual", 1000, 9, 30, 3, 2, false},
	{"draws", 100, 9, 100, 0, 0, false},
	{"last", 14, 11, 30, 3, 2, true},
	{"last", 20, 13, 30, 0, 0, true},
	{"last", 100, 11, 30, 10, 5, true},
	{"last", 1000, 11, 30, 3, 2, true},
}

// State plays the event of a seed up to the round to be paired; false if it came to a dead end before.
func (k *Middle) State(p engine.Pairer, s *engine.State, seed uint64) bool {
	luck := engine.NewLuck(seed)
	s.Points, s.FirstColor, s.PlannedRounds, s.Luck = engine.Standard, engine.White, k.Rounds, luck
	s.Reset(k.Players)
	for i := range s.Rating {
		s.Rating[i] = int32(2500 - i*1000/k.Players)
	}
	until := k.Rounds / 2
	if k.Last {
		until = k.Rounds - 1
	}
	var games []engine.Game
	for r := range until {
		l := luck.With(uint64(r))
		for i := range k.Players {
			if l.With(uint64(i)).With(1).Uint64()%100 < k.Away {
				s.Away[i] = engine.ByeHalf
			}
		}
		var err error
		if games, err = p.Pair(games[:0], s); err != nil {
			return false
		}
		for i := range games {
			g := &games[i]
			if g.Black == engine.NoPlayer {
				continue
			}
			switch x := l.With(uint64(g.White)).With(2).Uint64() % 100; {
			case l.With(uint64(g.White)).With(3).Uint64()%100 < k.Forfeits:
				g.Result = engine.BlackForfeits
			case x < k.Draws:
				g.Result = engine.Draw
			case (g.White < g.Black) == (x%4 != 0):
				g.Result = engine.WhiteWins
			default:
				g.Result = engine.BlackWins
			}
		}
		s.Apply(games)
	}
	return true
}

// Benchmark pairs the rounds of each kind of field: one iteration is one round, of one of several events.
func Benchmark(b *testing.B, newPairer func() engine.Pairer) {
	for _, k := range Benchmarked {
		b.Run(fmt.Sprintf("%s/%dx%d", k.Name, k.Players, k.Rounds), func(b *testing.B) {
			p := newPairer()
			var states []*engine.State
			for seed := uint64(0); len(states) < 16 && seed < 400; seed++ {
				s := new(engine.State)
				if k.State(p, s, seed) {
					states = append(states, s)
				}
			}
			var games []engine.Game
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				games, _ = p.Pair(games[:0], states[i%len(states)])
				i++
			}
		})
	}
}
