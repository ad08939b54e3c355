// Package pairing is the table of pairing systems. A system is one row here and one package
// (jca, dutch ...) or, if small, one file in package baseline. Help, `crosstable list systems`, shell completion,
// the documentation and the conformance test (conformance_test.go) are driven by the table.
package pairing

import (
	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/baseline"
	"crosstable/engine/pairing/dutch"
	"crosstable/engine/pairing/jca"
)

// System is a row of the table.
type System struct {
	method.Info
	// New makes a pairer from the options of the notation. A pairer owns scratch: one per goroutine.
	New func(spec *method.Spec) (engine.Pairer, error)
	// Schedule says that the system pairs by a table drawn up beforehand: opponents of the absent are free, and
	// scores and handicaps change nothing.
	Schedule bool
	// AbsoluteColors says that two players who must both have the same colour (C.04.1 6, 7) may not meet.
	AbsoluteColors bool
	// Setup changes what an event has to announce for the system, before round 1; nil for nothing.
	Setup func(ps *engine.PointSystem)
}

// Systems is the table, in the order in which it is printed.
var Systems = []System{
	{Info: method.Info{Name: "jca", Aliases: []string{"順接", "順接式", "junsetsu"}, Summary: "upper half against lower half inside scoregroups, opponents never changed for colours",
		Source: "JCA Swiss rules (2001)", Options: jca.Keys}, New: newJCA(jca.Options{})},
	{Info: method.Info{Name: "shizuoka2016", Aliases: []string{"静岡県選手権2016"}, Summary: "jca with players lifted into odd groups and colours by the number of White games; forced bye 0.5",
		Source: "Shizuoka championship 2016", Options: jca.KeysOf(jca.Shizuoka)}, New: newJCA(jca.Shizuoka),
		Setup: func(ps *engine.PointSystem) { ps.Set(engine.ByePairing, ps.Draw()) }},
	{Info: method.Info{Name: "dutch", Aliases: []string{"fide", "fide-dutch"}, Summary: "FIDE (Dutch) System, edition of 1 February 2026",
		Source: "FIDE C.04.3 (2026)"}, New: dutch.New, AbsoluteColors: true},
	{Info: method.Info{Name: "monrad", Summary: "score and starting number, neighbours who have not met, colours where possible",
		Source: "Scandinavian practice"}, New: baseline.NewMonrad},
	{Info: method.Info{Name: "adjacent", Aliases: []string{"隣接"}, Summary: "neighbours in order of score and rating over the whole field",
		Source: "baseline; JCA 4.1 names it"}, New: baseline.NewAdjacent},
	{Info: method.Info{Name: "random", Summary: "lots, inside scoregroups or in the whole field",
		Source: "baseline", Options: baseline.RandomOptions}, New: baseline.NewRandom},
	{Info: method.Info{Name: "roundrobin", Aliases: []string{"berger", "総当たり", "循环赛"}, Summary: "all play all by the Berger tables",
		Source: "FIDE C.05 annex 1", Options: baseline.RoundRobinOptions}, New: baseline.NewRoundRobin, Schedule: true},
}

// New makes the pairer of a notation such as "jca" or "jca:method=fold". Whatever the system, the pairer
// keeps State.Fixed and pairs the sections of State.Section apart.
func New(notation string) (engine.Pairer, error) {
	spec, err := method.Parse(notation)
	if err != nil {
		return nil, err
	}
	row, err := method.Find(Systems, "system", spec.Name)
	if err != nil {
		return nil, err
	}
	p, err := row.New(spec)
	if err != nil {
		return nil, err
	}
	return &arbiter{inner: p}, spec.Done(row.Options)
}

func newJCA(preset jca.Options) func(*method.Spec) (engine.Pairer, error) {
	return func(spec *method.Spec) (engine.Pairer, error) {
		o, err := jca.Parse(spec, preset)
		if err != nil {
			return nil, err
		}
		return jca.New(o), nil
	}
}
