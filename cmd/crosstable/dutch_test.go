package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/check"
	"crosstable/engine/pairing"
	"crosstable/fixtures"
	"crosstable/pipeline/desk/arbiter"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open/codec/trf"
)

// The Dutch system on files: rounds paired by the reference engine, and positions with one legal answer.

func dutchEvent(t *testing.T, path string) *event.Event {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e, _, err := trf.Read(f, filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	if e, err = e.Rounds(); err != nil {
		t.Fatal(err)
	}
	return e
}

// checkDutch re-pairs every round of a file; a file with _BAKU may have been paired with an unrounded
// accelerated group (see checkFile).
func checkDutch(t *testing.T, path string) (rounds int) {
	t.Helper()
	e := dutchEvent(t, path)
	p, err := pairing.New("dutch")
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.State()
	if err != nil {
		t.Fatal(err)
	}
	run := func() []check.Round {
		r, err := arbiter.CheckerOf(e, p, nil, engine.NewLuck(0)).Event(nil, s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := run()
	if e.Baku && differing(all) > 0 {
		e.BakuGroup = (e.N() + 1) / 2
		all = run()
	}
	for _, r := range all {
		if r.Differs() {
			t.Errorf("%s round %d: the file has %v, the rules give %v, other colours %v, %v", filepath.Base(path), r.Round, r.OnlyPlayed, r.OnlyPaired, r.Colors, r.Err)
		}
	}
	return len(all)
}

func differing(rounds []check.Round) (n int) {
	for i := range rounds {
		if rounds[i].Differs() {
			n++
		}
	}
	return n
}

func TestDutchEqualsTheReferenceEngine(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(fixtures.Dir(), "dutch", "d*.trf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	rounds := 0
	for _, f := range files {
		rounds += checkDutch(t, f)
	}
	if rounds != 159 {
		t.Errorf("%d rounds checked, want 159", rounds)
	}
}

func TestDutchEqualsTheReferenceEngineOnAllEvents(t *testing.T) {
	for dir, want := range map[string]int{"dutch": 2144, "dutch_large": 36} {
		files, err := filepath.Glob(filepath.Join(fixtures.Shared(t, dir), "*.trf"))
		if err != nil {
			t.Fatal(err)
		}
		rounds := 0
		for _, f := range files {
			if !strings.HasPrefix(filepath.Base(f), "P1000") { // not an event: one round only
				rounds += checkDutch(t, f)
			}
		}
		if rounds != want {
			t.Errorf("%s: %d rounds checked, want %d", dir, rounds, want)
		}
	}
}

func dutchNext(t *testing.T, path string, rounds int) (colours, opponents []string, err error) {
	t.Helper()
	return nextRound(t, "dutch", path, rounds)
}

// nextRound pairs the coming round by file numbers: "w b", "w 0" for the bye, unordered pairs sorted.
func nextRound(t *testing.T, system, path string, rounds int) (colours, opponents []string, err error) {
	t.Helper()
	e := dutchEvent(t, path)
	s, err := e.State()
	if err != nil {
		t.Fatal(err)
	}
	if rounds > 0 {
		s.PlannedRounds = rounds
	}
	p, err := pairing.New(system)
	if err != nil {
		t.Fatal(err)
	}
	games, err := p.Pair(nil, s)
	for _, g := range games {
		w, b := e.Number(g.White), 0
		if g.Black != engine.NoPlayer {
			b = e.Number(g.Black)
		}
		colours = append(colours, fmt.Sprintf("%d %d", w, b))
		opponents = append(opponents, fmt.Sprintf("%d %d", min(w, b), max(w, b)))
	}
	sort.Strings(opponents)
	return colours, opponents, err
}

// C.04.3 5.2.5: numbers run over the players who have been taken into account so far.
func TestDutchNumberingOfThoseWhoTookPart(t *testing.T) {
	for name, want := range map[string]string{
		"b": "2 7, 8 4, 5 9, 10 6", "issue30": "6 2, 3 7, 8 4, 5 10", "never": "2 6, 7 3, 4 8, 9 5", "once": "6 2, 3 7, 8 4, 5 9",
	} {
		got, _, err := dutchNext(t, filepath.Join(fixtures.Dir(), "dutch", "numbering_"+name+".trf"), 0)
		if err != nil {
			t.Fatal(err)
		}
		have := ", " + strings.Join(got, ", ") + ","
		for _, w := range strings.Split(want, ", ") {
			if !strings.Contains(have, ", "+w+",") {
				t.Errorf("%s: no pair %s in %v", name, w, got)
			}
		}
	}
}

func TestDutchDeadEnd(t *testing.T) {
	for name, rounds := range map[string]int{"nop_d01": 7, "nop_d02": 8, "nop_d03": 6} {
		games, _, err := dutchNext(t, filepath.Join(fixtures.Dir(), "dutch", name+".trf"), rounds)
		var no *engine.NoPairing
		if !errors.As(err, &no) || len(games) > 0 {
			t.Errorf("%s: %v, %v; want no legal pairing", name, games, err)
		}
	}
}

// expected reads "white black" lines below a line with the number of pairs.
func expectedPairs(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, line := range strings.Split(string(text), "\n")[1:] {
		var a, b int
		if _, err := fmt.Sscan(line, &a, &b); err == nil {
			want = append(want, fmt.Sprintf("%d %d", min(a, b), max(a, b)))
		}
	}
	sort.Strings(want)
	return want
}

// C5, C9 and an exchange in the remainder of a heterogeneous bracket.
func TestDutchC5C9AndExchangeInTheRemainder(t *testing.T) {
	for _, name := range []string{"dutch_2025_C5", "dutch_2025_C9", "issue_7"} {
		dir := fixtures.Shared(t, "trf_edge")
		_, got, err := dutchNext(t, filepath.Join(dir, name+".input"), 0)
		want := expectedPairs(t, filepath.Join(dir, name+".output.expected"))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v %v, want %v", name, got, err, want)
		}
	}
}

// One round of 1,000 players, most of whose last scoregroups need a colour that they cannot give each other.
func TestDutchThousandPlayers(t *testing.T) {
	dir := fixtures.Shared(t, "dutch_large")
	_, got, err := dutchNext(t, filepath.Join(dir, "P1000_after4.trf"), 0)
	if want := expectedPairs(t, filepath.Join(dir, "P1000_round5.expected.txt")); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d pairs, %v, not as expected", len(got), err)
	}
}

// What the 2026 text changed (rule_delta), and C2 as an absolute criterion where the reference engine gives a second bye.
func TestDutchRuleDeltaAndSecondBye(t *testing.T) {
	dir := fixtures.Shared(t, "trf_edge")
	text, err := os.ReadFile(filepath.Join(dir, "rule_delta", "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		File string   `json:"file"`
		Want [][2]int `json:"rules_2026"`
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i].File = filepath.Join("rule_delta", list[i].File)
	}
	for file, want := range map[string][][2]int{
		"c2_second_bye.trf":                   {{4, 2}, {7, 5}, {6, 3}, {8, 0}},
		"fe1_disputes/seed7073463-r8-p9.trf":  {{2, 1}, {4, 8}, {6, 0}, {9, 7}},
		"fe1_disputes/seed735265-r7-p10.trf":  {{3, 9}, {5, 1}, {7, 0}, {8, 2}},
		"fe1_disputes/seed8848759-r9-p10.trf": {{1, 4}, {3, 0}, {5, 2}, {7, 10}},
	} {
		list = append(list, struct {
			File string   `json:"file"`
			Want [][2]int `json:"rules_2026"`
		}{file, want})
	}
	for _, x := range list {
		_, got, err := dutchNext(t, filepath.Join(dir, x.File), 0)
		var want []string
		for _, q := range x.Want {
			want = append(want, fmt.Sprintf("%d %d", min(q[0], q[1]), max(q[0], q[1])))
		}
		sort.Strings(want)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v %v, want %v", x.File, got, err, want)
		}
	}
	if len(list) != 8 {
		t.Errorf("%d positions, want 8", len(list))
	}
}
