// Package pairtest makes awkward events for the tests of pairing systems and says what is possible in them.
package pairtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
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
				games = append(games, engine.Game{White: engine.Player(a), Black: engine.NoPlayer,
					Result: engine.PairingBye})
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
				g.Result = [...]engine.Result{engine.WhiteForfeits, engine.BlackForfeits,
					engine.DoubleForfeit}[r.IntN(3)]
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

// Absolute pairs the coming round of s with p, a system whose absolute colour preferences have no exceptions, and
// names what breaks C1 (met or forbidden), C2 (a bye that is barred), C3 (two players who must both have the same
// colour), C4 (somebody is left over), or a dead end although the round can be paired.
func Absolute(p engine.Pairer, s *engine.State) error {
	games, err := p.Pair(nil, s)
	must := s.AbsoluteColor
	clash := func(a, b engine.Player) bool { return must(a) != engine.NoColor && must(a) == must(b) }
	if err != nil {
		if Complete(s, clash) {
			return fmt.Errorf("%w, though one exists", err)
		}
		return nil
	}
	placed := map[engine.Player]bool{}
	for _, g := range games {
		switch {
		case g.Black == engine.NoPlayer && s.ByeBarred[g.White]:
			return fmt.Errorf("C2: a bye for %d", g.White)
		case g.Black == engine.NoPlayer:
		case s.Banned(g.White, g.Black):
			return fmt.Errorf("C1: %d meets %d", g.White, g.Black)
		case clash(g.White, g.Black):
			return fmt.Errorf("C3: %d meets %d", g.White, g.Black)
		case must(g.White) == engine.Black || must(g.Black) == engine.White:
			return fmt.Errorf("an absolute preference is not granted: %d - %d", g.White, g.Black)
		}
		placed[g.White] = true
		if g.Black != engine.NoPlayer {
			placed[g.Black] = true
		}
	}
	for q := range engine.Player(s.N()) {
		if s.Present(q) != placed[q] {
			return fmt.Errorf("player %d is present %v and placed %v", q, s.Present(q), placed[q])
		}
	}
	return nil
}

// Event enters rounds written as "1-2=1 3-4=d 5-6=0 7=u": White's result, d a draw, + and - a forfeit won and lost
// by White, u the pairing-allocated bye, h and z requested byes. Numbers count from 1, ratings fall by 100 from 2400.
func Event(n, planned int, rounds ...string) *engine.State {
	s := &engine.State{PlannedRounds: planned, FirstColor: engine.White}
	s.Reset(n)
	for i := range s.Rating {
		s.Rating[i] = int32(2400 - 100*i)
	}
	for _, r := range rounds {
		var games []engine.Game
		for _, cell := range strings.Fields(r) {
			pair, result, _ := strings.Cut(cell, "=")
			g := engine.Game{Black: engine.NoPlayer, Result: map[string]engine.Result{"1": engine.WhiteWins,
				"d": engine.Draw,
				"0": engine.BlackWins, "+": engine.BlackForfeits, "-": engine.WhiteForfeits, "u": engine.PairingBye,
				"h": engine.HalfBye, "z": engine.ZeroBye}[result]}
			var w, b int
			if k, _ := fmt.Sscanf(pair, "%d-%d", &w, &b); k == 2 {
				g.Black = engine.Player(b - 1)
			}
			g.White = engine.Player(w - 1)
			games = append(games, g)
		}
		s.Apply(games)
	}
	return s
}

// Text writes a paired round as "1-4 5-2 3=u", in the order given.
func Text(games []engine.Game) string {
	var out []string
	for _, g := range games {
		if g.Black == engine.NoPlayer {
			out = append(out, fmt.Sprintf("%d=u", g.White+1))
		} else {
			out = append(out, fmt.Sprintf("%d-%d", g.White+1, g.Black+1))
		}
	}
	return strings.Join(out, " ")
}
