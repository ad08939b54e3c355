package sim

import (
	"errors"
	"fmt"

	"crosstable/engine"
	"crosstable/engine/pairing"
)

// Rounds plays rounds: those of a drawn field (Runner) and those that are left of a real event (package forecast).
type Rounds struct {
	pairing.Director
	System string // for messages
	// Enter sets what is known of the coming round before it is paired: who is away, byes, bans.
	Enter func(s *engine.State) error
	// Given are the pairings of the coming round where they have been made already; nil: it is paired.
	Given func(s *engine.State) []engine.Game
	// Results draws the results of the round's games.
	Results func(s *engine.State, games []engine.Game)
	// Closed hears of each round when it is over; nil: nobody asks.
	Closed func(s *engine.State)

	games []engine.Game
}

// Play plays s until it has the given number of finished rounds. completed is false when a round had no legal pairing;
// s then stands as it was before that round. Other errors are faults of the pairer or of the scenario.
func (r *Rounds) Play(s *engine.State, rounds int) (completed bool, err error) {
	for s.Rounds() < rounds {
		var given []engine.Game
		if r.Given != nil {
			given = r.Given(s)
		}
		if given != nil {
			r.games = append(r.games[:0], given...)
		} else if r.games, err = r.Next(r.games[:0], s, r.Enter); err != nil {
			var none *engine.NoPairing
			var scheme *pairing.SchemeError
			switch {
			case errors.As(err, &none):
				return false, nil
			case errors.As(err, &scheme):
				return false, fmt.Errorf("handicap: round %d: %w", s.Round(), err)
			}
			return false, fmt.Errorf("%s: round %d: %w", r.System, s.Round(), err)
		}
		r.Results(s, r.games)
		s.Apply(r.games)
		if r.Closed != nil {
			r.Closed(s)
		}
	}
	return true, nil
}
