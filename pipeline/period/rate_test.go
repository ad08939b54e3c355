package period

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"crosstable/fixtures"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/outdir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// files writes the files of a test into a fresh folder and gives its path.
func files(t testing.TB, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range content {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// written writes a result and gives its files by name.
func written(t testing.TB, r *RateResult, dir string) map[string]string {
	t.Helper()
	out, err := outdir.Begin(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Write(out, ""); err != nil {
		t.Fatal(err)
	}
	if err := out.Commit(); err != nil {
		t.Fatal(err)
	}
	return tree(t, dir)
}

// tree gives the files below a folder by name.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	m := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		m[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func fixtureList(t *testing.T, name string) *games.List {
	t.Helper()
	data, err := fixtures.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	l, _, err := games.ReadList(bytes.NewReader(data), name, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// compareLists gives the difference of id, rating, games and status.
func compareLists(want, got *games.List) string {
	key := func(l *games.List) []string {
		var out []string
		for _, e := range l.Entries {
			out = append(out, fmt.Sprint(e.ID, " ", e.Rating, " ", e.Games, " ", e.Status))
		}
		return out
	}
	return cmp.Diff(key(want), key(got))
}

// Four quarters of a made league, each list and history the next one's input.
func TestRateFourQuartersGiveTheExpectedLists(t *testing.T) {
	work := t.TempDir()
	list, history := filepath.Join(fixtures.Dir(), "jcca", "list-0.csv"), ""
	for q := 1; q <= 4; q++ {
		r, err := Rate(context.Background(), RateOptions{System: "jcca", Period: NewPeriod(2015, q), List: list, History: history,
			Games: []string{filepath.Join(fixtures.Dir(), "jcca", fmt.Sprintf("games-%d.csv", q))}})
		if err != nil {
			t.Fatal(err)
		}
		if d := compareLists(fixtureList(t, fmt.Sprintf("jcca/expected-%d.csv", q)), r.List); d != "" {
			t.Errorf("quarter %d (-expected +rated):\n%s", q, d)
		}
		if c := r.Account.Counts(); c.In != 120 || c.SetAside != 0 || c.Rated+c.NotRated != 120 {
			t.Errorf("quarter %d: account %+v", q, c)
		}
		dir := filepath.Join(work, fmt.Sprint(q))
		got := written(t, r, dir)
		golden(t, fmt.Sprintf("jcca-%d-ledger.csv", q), normal(got[LedgerFile]))
		golden(t, fmt.Sprintf("jcca-%d-corrections.csv", q), got[CorrectionsFile])
		golden(t, fmt.Sprintf("jcca-%d-summary.json", q), normal(got[SummaryFile]))
		list, history = filepath.Join(dir, ListFile), filepath.Join(dir, HistoryFile)
	}
}

// normal takes the machine's path out of a written file.
func normal(s string) string { return strings.ReplaceAll(s, fixtures.Dir(), "fixtures") }

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-golden +now):\n%s", name, d)
	}
}
