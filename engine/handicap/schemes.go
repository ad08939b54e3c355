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
	// Nothing says that the scheme changes nothing at all.
	Nothing bool
	// Sections says that the scheme divides the field, which changes the pairing of a system that looks at no scores
	// too.
	Sections bool
}

// Schemes is the table, in the order in which it is printed.
var Schemes = []Scheme{
	{Info: method.Info{Name: "none", Summary: "no handicap"},
		New: func(*method.Spec) (engine.Scheme, error) { return none{}, nil }, Nothing: true},
	{Info: method.Info{Name: "ab", Aliases: []string{"simple", "簡易ハンデ"},
		Summary: "the upper group is paired with a point more",
		Source:  "JCA 2.1", Options: abOptions}, New: newAB},
	{Info: method.Info{Name: "z", Aliases: []string{"Z式"},
		Summary: "groups apart, mixed, together with handicap, together",
		Source:  "JCA 9", Options: zOptions},
		New: newZ, Sections: true},
	{Info: method.Info{Name: "baku", Summary: "virtual points of the upper half in the first rounds",
		Source: "FIDE C.04.7 (2026)"}, New: newBaku},
	{Info: method.Info{Name: "macmahon", Aliases: []string{"mcmahon", "マクマホン", "麦克马洪"},
		Summary: "starting points by rating bars, for pairing only", Source: "go practice", Options: macmahonOptions},
		New: newMacmahon},
}

type none struct{}

// Prepare takes back the pairing points that another source has set.
func (none) Prepare(s *engine.State) error {
	clear(s.Virtual)
	return nil
}

// Find gives the row of a notation's scheme.
func Find(notation string) (Scheme, error) {
	spec, err := method.Parse(notation)
	if err != nil {
		return Scheme{}, err
	}
	return method.Find(Schemes, "handicap", spec.Name)
}

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
