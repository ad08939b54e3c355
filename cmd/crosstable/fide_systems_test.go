package main

import (
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/fixtures"
	"crosstable/pipeline/desk/arbiter"
)

// The FIDE systems without an approved program on files: fixtures/dubov, fixtures/burstein, fixtures/lim, fixtures/double-swiss.

var enumerated = []struct {
	system string
	rounds int
}{{"dubov", 120}, {"burstein", 121}, {"lim", 114}, {"double-swiss", 104}}

// Every round of every event is re-paired, colours included.
func TestSystemsEqualTheEnumeratedEvents(t *testing.T) {
	for _, k := range enumerated {
		files, err := filepath.Glob(filepath.Join(fixtures.Dir(), k.system, "p*.trf"))
		if err != nil || len(files) != 20 {
			t.Fatalf("%s: %d files, %v", k.system, len(files), err)
		}
		p, err := pairing.New(k.system)
		if err != nil {
			t.Fatal(err)
		}
		rounds := 0
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
			for _, r := range all {
				if r.Differs() {
					t.Errorf("%s %s round %d: the file has %v, the rules give %v, other colours %v, %v",
						k.system, filepath.Base(f), r.Round, r.OnlyPlayed, r.OnlyPaired, r.Colors, r.Err)
				}
			}
			rounds += len(all)
		}
		if rounds != k.rounds {
			t.Errorf("%s: %d rounds checked, want %d", k.system, rounds, k.rounds)
		}
	}
}

// The next round of events that are cut before their last one.
func TestSystemsPairTheNextRoundOfEnumeratedEvents(t *testing.T) {
	for _, k := range enumerated {
		dir := filepath.Join(fixtures.Dir(), k.system, "next")
		f, err := os.Open(filepath.Join(dir, "expected.csv"))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(f).ReadAll()
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][]string{}
		for _, r := range rows[1:] {
			want[r[0]] = append(want[r[0]], r[1]+" "+r[2])
		}
		if len(want) != 8 {
			t.Errorf("%s: %d events", k.system, len(want))
		}
		for name, pairs := range want {
			got, _, err := nextRound(t, k.system, filepath.Join(dir, name), 0)
			slices.Sort(got)
			slices.Sort(pairs)
			if err != nil || !slices.Equal(got, pairs) {
				t.Errorf("%s %s: %v %v, want %v", k.system, name, got, err, pairs)
			}
		}
	}
}

func TestSystemsKnowTheDeadEndsOfEnumeratedEvents(t *testing.T) {
	for _, k := range enumerated {
		files, err := filepath.Glob(filepath.Join(fixtures.Dir(), k.system, "nopairing", "*.trf"))
		if err != nil || len(files) != 2 {
			t.Fatalf("%s: %d files, %v", k.system, len(files), err)
		}
		for _, f := range files {
			games, _, err := nextRound(t, k.system, f, 0)
			var no *engine.NoPairing
			if !errors.As(err, &no) || len(games) > 0 {
				t.Errorf("%s: %v, %v; want no legal pairing", f, games, err)
			}
		}
	}
}
