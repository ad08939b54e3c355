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
	accelerated := (s.PlannedRounds + 1) / 2
	points := win
	switch r := s.Round(); {
	case r > accelerated:
		return nil
	case r > (accelerated+1)/2:
		points = win / 2
	}
	for p := range bakuGroup(s) {
		s.Virtual[p] = points
	}
	return nil
}

// bakuGroup is the size of group A: twice a quarter of the list of round 1, rounded up. Later a late entry
// above the group's last player belongs to it, one below does not enlarge it (C.04.7 1.3).
func bakuGroup(s *engine.State) int {
	late := func(p int) bool { return s.Rounds() > 0 && s.OutcomeAt(0, engine.Player(p)) == engine.None }
	n := 0
	for p := range s.N() {
		if !late(p) {
			n++
		}
	}
	size := 2 * ((n + 3) / 4)
	for p := range s.N() {
		if !late(p) {
			if size--; size == 0 {
				return p + 1
			}
		}
	}
	return s.N()
}
