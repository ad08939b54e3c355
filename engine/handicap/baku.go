package handicap

import (
	"errors"

	"crosstable/engine"
	"crosstable/engine/method"
)

// baku is Baku acceleration (FIDE C.04.7): group A, the upper half by starting number rounded up to an even
// number, has the points of a win in the first half of the accelerated rounds and of a draw in the others.
type baku struct{}

func newBaku(*method.Spec) (engine.Scheme, error) { return baku{}, nil }

func (baku) Prepare(s *engine.State) error {
	win := s.Points.Win()
	if s.Points.Loss() != 0 || win != 2*s.Points.Draw() || win <= 0 {
		return errors.New("baku: the scheme needs a win worth two draws and a loss worth nothing (C.04.7 1.1)")
	}
	if s.PlannedRounds == 0 {
		return errors.New("baku: the scheme depends on the number of rounds; announce it")
	}
	clear(s.Virtual)
	points := BakuPoints(win, s.PlannedRounds, s.Round())
	if points == 0 {
		return nil
	}
	for p := range BakuGroup(s.N(), func(p int) bool { return lateEntry(s, engine.Player(p)) }) {
		s.Virtual[p] = points
	}
	return nil
}

// lateEntry reports a player who was not on the list of round 1: he has no entry there or, before round 1, has not
// come.
func lateEntry(s *engine.State, p engine.Player) bool {
	if s.Rounds() == 0 {
		return s.Gone[p]
	}
	return s.OutcomeAt(0, p) == engine.None
}

// BakuPoints are the virtual points of group A in a round (from 1) of an event of so many rounds (C.04.7 1.4), win
// being the points of a win: the accelerated rounds are the first half of all, rounded up; the first half of those,
// rounded up, brings a win, the others a draw.
func BakuPoints(win engine.Points, rounds, round int) engine.Points {
	accelerated := (rounds + 1) / 2
	switch {
	case round > accelerated:
		return 0
	case round > (accelerated+1)/2:
		return win / 2
	}
	return win
}

// BakuGroup is the number of players of group A, from the top of n in initial order: twice a quarter of the list of
// round 1, rounded up (C.04.7 1.2). A late entry above the group's last player belongs to it, one below does not
// enlarge it (1.3).
func BakuGroup(n int, late func(p int) bool) int {
	listed := 0
	for p := range n {
		if !late(p) {
			listed++
		}
	}
	size := 2 * ((listed + 3) / 4)
	for p := range n {
		if !late(p) {
			if size--; size == 0 {
				return p + 1
			}
		}
	}
	return n
}
