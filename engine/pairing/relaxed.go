package pairing

import "crosstable/engine"

// This file has what simulations do with systems whose rules can leave a round without a pairing although players are
// left who have not met.

// Simulated is the notation with the options that the system has in simulations, unless it gives them itself.
// A notation that is wrong comes back as it is.
func Simulated(notation string) string {
	row, spec, err := find(notation)
	if err != nil {
		return notation
	}
	for _, o := range row.Simulated {
		if !spec.Given(o.Key) {
			notation += ":" + o.Key + "=" + o.Value
		}
	}
	return notation
}

// Relaxer is a pairer that may drop rules of its system for a round that they leave without a pairing.
type Relaxer interface {
	engine.Pairer
	// Relaxed is the number of rounds paired so, since the pairer was made.
	Relaxed() int
}

// Relaxed is the number of rounds that p has paired without some of its rules, 0 if it never does.
func Relaxed(p engine.Pairer) int {
	if r, ok := p.(Relaxer); ok {
		return r.Relaxed()
	}
	return 0
}

// Relaxed implements Relaxer for the system behind the arbiter.
func (a *arbiter) Relaxed() int { return Relaxed(a.inner) }
