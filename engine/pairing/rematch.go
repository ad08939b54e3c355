package pairing

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/matching"
)

// Rematches says which pairs have to meet again when the coming round of s has no legal pairing: the fewest, and
// among those the ones whose last meetings lie furthest back (least sum of round numbers). It is empty when
// the round can be paired as it is. What is forbidden or kept apart (BarApart) stays so, and the bye stays barred for
// who has had it; if not even rematches help the error is a *engine.NoPairing.
func Rematches(sys System, s *engine.State) ([][2]engine.Player, error) {
	fixed := map[engine.Player]bool{}
	for _, g := range s.Fixed {
		fixed[g.White], fixed[g.Black] = true, true
	}
	var in []engine.Player
	for p := range engine.Player(s.N()) {
		if s.Present(p) && !fixed[p] {
			in = append(in, p)
		}
	}
	n := len(in)
	var m matching.Weighted[[2]int64]
	m.Reset(n + n%2)
	for i, a := range in {
		for j, b := range in[:i] {
			if must := s.AbsoluteColor(a); sys.AbsoluteColors && must != engine.NoColor && must == s.AbsoluteColor(b) {
				continue
			}
			switch r := lastMeeting(sys, s, a, b); {
			case !s.Banned(a, b):
				m.SetEdge(i, j, [2]int64{})
			case r > 0 && !s.Barred(a, b, engine.Forbidden) && !s.Barred(a, b, engine.Apart):
				m.SetEdge(i, j, [2]int64{-1, -int64(r)})
			}
		}
		if n%2 == 1 && !s.ByeBarred[a] {
			m.SetEdge(i, n, [2]int64{})
		}
	}
	if !m.Solve() {
		no := &engine.NoPairing{Round: s.Round()}
		if no.NoBye = n%2 == 1 &&
			!slices.ContainsFunc(in, func(p engine.Player) bool { return !s.ByeBarred[p] }); no.NoBye {
			no.Blockers = in
		}
		return nil, no
	}
	var again [][2]engine.Player
	for i, a := range in {
		if j := m.Mate(i); j < i && s.Banned(a, in[j]) {
			again = append(again, [2]engine.Player{in[j], a})
		}
	}
	return again, nil
}

// lastMeeting is the number of the latest round in which a and b met, 0 if they have not: played each other, or were
// paired where the system has terms of its own.
func lastMeeting(sys System, s *engine.State, a, b engine.Player) int {
	for r := s.Rounds() - 1; r >= 0; r-- {
		if o := s.OutcomeAt(r, a); s.Opponent(r, a) == b && (o.Played() || sys.Prepare != nil && o.Paired()) {
			return r + 1
		}
	}
	return 0
}
