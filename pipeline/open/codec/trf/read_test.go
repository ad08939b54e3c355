package trf

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"crosstable/engine"
	"crosstable/fixtures"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
)

func readFile(t testing.TB, path string) *event.Event {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	e, issues, err := Parse(data, filepath.Base(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range issues {
		t.Errorf("%s", i)
	}
	return e
}

// The 300 oracle events: nothing to complain about, and the sums of the state are the stated points.
func TestOracleEventsReadWithoutIssue(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(fixtures.Shared(t, "dutch"), "*.trf"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, f := range files {
		e := readFile(t, f)
		s, err := e.State()
		if err != nil {
			t.Fatal(err)
		}
		if s.FirstColor == engine.NoColor {
			t.Errorf("%s: no first colour", f)
		}
		for p := range e.Players {
			if s.Score[p] != e.Players[p].Stated {
				t.Errorf("%s: player %d has %v, stated %v", f, p+1, s.Score[p], e.Players[p].Stated)
			}
		}
	}
}

func sprint(v any) string { return fmt.Sprintf("%+v", v) }

type issueT = issue.Issue
