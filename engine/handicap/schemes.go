// Package handicap is the table of schemes that change the pairing and never the results: each sets the
// coming round's pairing points (engine.State.Virtual) and sections.
package handicap

import (
	"crosstable/engine"
	"crosstable/engine/method"
)

// Scheme is a row of the table, one file each.
type Scheme struct {
	method.Info
	New func(spec *method.Spec) (engine.Scheme, error)
}

// Schemes is the table, in the order in which it is printed.
var Schemes = []Scheme{
	{Info: method.Info{Name: "none", Summary: "no handicap"},
		New: func(*method.Spec) (engine.Scheme, error) { return none{}, nil }},
}

type none struct{}

func (none) Prepare(*engine.State) error { return nil }

// New makes the scheme of a notation such as "none", "ab:share=0.5:points=1:rounds=3".
func New(notation string) (engine.Scheme, error) {
	spec, err := method.Parse(notation)
	if err != nil {
		return nil, err
	}
	row, err := method.Find(Schemes, "handicap", spec.Name)
	if err != nil {
		return nil, err
	}
	s, err := row.New(spec)
	if err != nil {
		return nil, err
	}
	return s, spec.Done(row.Options)
}
