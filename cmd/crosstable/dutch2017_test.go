package main

import (
	"path/filepath"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/fixtures"
	"crosstable/pipeline/desk/arbiter"
)

// The FIDE (Dutch) System of 2017 on files: fixtures/dutch2017.

// Every round of every event is re-paired as the reference engine of 2017 paired it, colours included; the rules of 2026
// pair some of them otherwise.
func TestDutch2017EqualsTheReferenceEngine(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(fixtures.Dir(), "dutch2017", "*.trf"))
	if err != nil || len(files) != 40 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	later, rounds := 0, 0
	for _, system := range []string{"dutch2017", "dutch"} {
		p, err := pairing.New(system)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			e := dutchEvent(t, f)
			s, err := e.State()
			if err != nil {
				t.Fatal(err)
			}
			all, err := arbiter.CheckerOf(e, p, nil, engine.NewLuck(0)).Event(nil, s)
			if err != nil {
				t.Fatal(err)
			}
			if system == "dutch" {
				later += differing(all)
				continue
			}
			rounds += len(all)
			for _, r := range all {
				if r.Differs() {
					t.Errorf("%s round %d: the file has %v, the rules give %v, other colours %v, %v",
						filepath.Base(f), r.Round, r.OnlyPlayed, r.OnlyPaired, r.Colors, r.Err)
				}
			}
		}
	}
	if rounds != 272 || later != 28 {
		t.Errorf("%d rounds, the rules of 2026 differ in %d; want 272 and 28", rounds, later)
	}
}
