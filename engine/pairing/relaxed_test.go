package pairing

import (
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
)

// Options for simulations hold where the notation leaves them open.
func TestSimulatedOptions(t *testing.T) {
	for notation, want := range map[string]string{
		"lim":                  "lim:relaxed=yes",
		"A式:maxi=yes":          "A式:maxi=yes:relaxed=yes",
		"lim:relaxed=no":       "lim:relaxed=no",
		"lim:relaxed":          "lim:relaxed",
		"dutch":                "dutch",
		"no such system":       "no such system",
		"jca:method=fold":      "jca:method=fold",
		"lim:maxi:relaxed=yes": "lim:maxi:relaxed=yes",
	} {
		if got := Simulated(notation); got != want {
			t.Errorf("%s: %s, want %s", notation, got, want)
		}
	}
}

// Rounds without the limits are counted through the arbiter; systems that drop nothing have none.
func TestRelaxedRoundsAreCounted(t *testing.T) {
	s := pairtest.Event(4, 9, "1-3=1 2-4=1", "1-4=1 2-3=1")
	for notation, want := range map[string]int{"lim:relaxed": 1, "lim": 0, "jca": 0} {
		p, err := New(notation)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Pair(nil, s)
		if _, dead := err.(*engine.NoPairing); dead != (notation == "lim") || Relaxed(p) != want {
			t.Errorf("%s: %v, %d relaxed, want %d", notation, err, Relaxed(p), want)
		}
	}
}
