package pairing

import (
	"fmt"

	"crosstable/engine/handicap"
	"crosstable/engine/method"
)

// Find gives the row of a notation's system.
func Find(notation string) (System, error) {
	spec, err := method.Parse(notation)
	if err != nil {
		return System{}, err
	}
	return method.Find(Systems, "system", spec.Name)
}

// Fits says whether a handicap makes sense with a system; the error says why not. Both are notations.
func Fits(system, scheme string) error {
	row, err := Find(system)
	if err != nil {
		return err
	}
	spec, err := method.Parse(scheme)
	if err != nil {
		return err
	}
	h, err := method.Find(handicap.Schemes, "handicap", spec.Name)
	if err != nil {
		return err
	}
	if h.Name == "none" {
		return nil
	}
	if row.Schedule {
		return fmt.Errorf("%s pairs by a table drawn up beforehand; the handicap %s would change nothing", row.Name, h.Name)
	}
	s, err := method.Parse(system)
	if err != nil {
		return err
	}
	if row.Name == "random" && s.String("scope", "group") == "field" && h.Name != "z" {
		return fmt.Errorf("random:scope=field does not look at scores; the handicap %s would change nothing", h.Name)
	}
	return nil
}
