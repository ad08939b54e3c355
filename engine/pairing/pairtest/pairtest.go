// Package pairtest makes awkward events for the tests of pairing systems and says what is possible in them.
package pairtest

import (
	"math/rand/v2"

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
