package pairing

import "crosstable/engine"

// Director pairs rounds in the one order in which their parts depend on each other: who is away, the byes and the
// pairings fixed by the arbiter are entered first; the handicap is prepared for the players who are left; then the
// system pairs. Simulations, forecasts, generated events, `pair` and `check` all pair through it.
type Director struct {
	Pairer engine.Pairer
	Scheme engine.Scheme // nil: the pairing points and sections that stand in the State
}

// Next pairs the coming round of s and appends the games to dst. enter, if not nil, sets what is known of the round
// before it is paired: State's group "coming round" but Virtual and Section, which the Scheme sets.
func (d *Director) Next(dst []engine.Game, s *engine.State, enter func(s *engine.State) error) ([]engine.Game, error) {
	if enter != nil {
		if err := enter(s); err != nil {
			return dst, err
		}
	}
	if d.Scheme != nil {
		if err := d.Scheme.Prepare(s); err != nil {
			return dst, &SchemeError{err}
		}
	}
	return d.Pairer.Pair(dst, s)
}

// SchemeError says that a handicap does not suit the event: its numbers of rounds or players, its points.
type SchemeError struct{ Err error }

func (e *SchemeError) Error() string { return e.Err.Error() }

// Unwrap gives the scheme's own error.
func (e *SchemeError) Unwrap() error { return e.Err }
