// Package pairing is the table of pairing systems. A system is one row here and one package
// (jca, dutch ...) or, if small, one file in package baseline. Help, `crosstable list systems`, shell completion,
// the documentation and the conformance test (conformance_test.go) are driven by the table.
package pairing

import (
	"crosstable/engine"
	"crosstable/engine/method"
)

// System is a row of the table.
type System struct {
	method.Info
	// New makes a pairer from the options of the notation. A pairer owns scratch: one per goroutine.
	New func(spec *method.Spec) (engine.Pairer, error)
}

// Systems is the table, in the order in which it is printed.
var Systems = []System{}

// New makes the pairer of a notation such as "jca" or "jca:bye=0.5".
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
	return p, spec.Done(row.Options)
}
