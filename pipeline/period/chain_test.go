package period

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"crosstable/fixtures"
	"crosstable/pipeline/outdir"
)

// quarters makes a folder of the four fixture quarters without rating columns, so that the ratings at the
// start of games must be looked up, with a newcomer in the second quarter who begins games at once.
func quarters(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list, err := fixtures.FS.ReadFile("jcca/list-0.csv")
	if err != nil {
		t.Fatal(err)
	}
	put("list.csv", string(list))
	for q := 1; q <= 4; q++ {
		data, err := fixtures.FS.ReadFile(fmt.Sprintf("jcca/games-%d.csv", q))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for line := range strings.Lines(string(data)) {
			cells := strings.Split(strings.TrimSpace(line), ",")
			fmt.Fprintln(&b, strings.Join(cells[:9], ","))
		}
		switch q {
		case 2:
			put("2015-Q2/newcomers.csv", "id,name,level\nN001,New Player,beginner\n")
			fmt.Fprintln(&b, "n-1,Q2 open,2015-04-02,2015-06-01,N001,New Player,J001,Player A,1-0")
		case 3:
			fmt.Fprintln(&b, "n-2,Q2 open,2015-04-02,2015-07-01,J002,Player B,N001,New Player,0-1")
			// Reported again, and one late game.
			fmt.Fprintln(&b, "n-1,Q2 open,2015-04-02,2015-06-01,N001,New Player,J001,Player A,1-0")
			fmt.Fprintln(&b, "n-3,Q2 open,2015-04-02,2015-06-30,N001,New Player,J003,Player C,1/2-1/2")
		}
		put(fmt.Sprintf("2015-Q%d/games.csv", q), b.String())
	}
	return dir
}

// replay writes a chain into a folder and gives its files.
func replay(t testing.TB, dir, out string) map[string]string {
	t.Helper()
	q, err := ReadQuarters("", dir)
	if err != nil {
		t.Fatal(err)
	}
	d, err := outdir.Begin(out)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	var sum ChainSummary
	if err := Chain(context.Background(), q, RateOptions{System: "jcca"}, func(r *RateResult) error {
		sum.Add(r)
		return r.Write(d, r.Period.String()+"/")
	}); err != nil {
		t.Fatal(err)
	}
	if err := sum.Write(d, ""); err != nil {
		t.Fatal(err)
	}
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
	return tree(t, out)
}

// A replay gives the files that rating the quarters one by one gives, each with the files of those before.
func TestChainEqualsQuartersOneByOne(t *testing.T) {
	dir := quarters(t)
	out := filepath.Join(t.TempDir(), "out")
	got := replay(t, dir, out)
	single := t.TempDir()
	list, history := filepath.Join(dir, "list.csv"), ""
	// The list that the chain begins with was made by the quarter before; single runs find it by name.
	first, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(single, "2014-Q4.csv"), first, 0o666); err != nil {
		t.Fatal(err)
	}
	for q := 1; q <= 4; q++ {
		name := fmt.Sprintf("2015-Q%d", q)
		o := RateOptions{System: "jcca", Period: NewPeriod(2015, q), List: list, History: history,
			Games: []string{filepath.Join(dir, name, "games.csv")}, Lists: single}
		if q > 1 {
			o.Book = single // before the first quarter there is none
		}
		if q == 2 {
			o.Newcomers = filepath.Join(dir, name, "newcomers.csv")
		}
		r, err := Rate(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		for file, text := range written(t, r, filepath.Join(single, name)) {
			if strings.HasPrefix(file, ".") {
				continue
			}
			if d := cmp.Diff(got[name+"/"+file], text); d != "" {
				t.Errorf("%s/%s (-chain +single):\n%s", name, file, d)
			}
		}
		list, history = filepath.Join(single, name, ListFile), filepath.Join(single, name, HistoryFile)
	}
}

func ledgerOf(t *testing.T, path string) []LedgerRow {
	t.Helper()
	rows, issues, err := ReadLedger(context.Background(), path)
	if err != nil || len(issues) > 0 {
		t.Fatal(err, issues)
	}
	return rows
}

func TestChainRatesNoGameTwiceAndUsesTheListInForce(t *testing.T) {
	dir := quarters(t)
	out := filepath.Join(t.TempDir(), "out")
	replay(t, dir, out)
	rated := map[string]string{}
	var n1, n2, n3 LedgerRow
	for q := 1; q <= 4; q++ {
		for _, row := range ledgerOf(t, filepath.Join(out, fmt.Sprintf("2015-Q%d", q), LedgerFile)) {
			switch {
			case row.Kind == "game" && rated[row.Game] != "":
				t.Errorf("%s was rated in %s and in %s", row.Game, rated[row.Game], row.Period)
			case row.Kind == "game":
				rated[row.Game] = row.Period
			case row.Kind == "not-rated" && row.Fate == "already-rated" && row.Game != "n-1":
				t.Errorf("%s: already rated", row.Game)
			}
			switch row.Game {
			case "n-1":
				if row.Kind == "game" {
					n1 = row
				} else if row.Period != "2015-Q3" || row.Fate != "already-rated" {
					t.Errorf("the second report of n-1: %+v", row)
				}
			case "n-2":
				n2 = row
			case "n-3":
				n3 = row
			}
		}
	}
	// Q2: the newcomer's first rating; J001 from the list made by 2014-Q4, in force April to June 2015.
	if n1.Period != "2015-Q2" || n1.WhiteRating != 800 || n1.WhiteSource != "newcomer" || n1.BlackRating != 1396 || n1.BlackSource != "list" {
		t.Errorf("n-1: %+v", n1)
	}
	// Q3: begun in Q2, when no list had him: still his first rating, though the list after Q2 has 860.
	if n2.Period != "2015-Q3" || n2.BlackRating != 800 || n2.BlackSource != "newcomer" || n2.WhiteRating != 1578 {
		t.Errorf("n-2: %+v", n2)
	}
	if n3.Period != "2015-Q3" || n3.Fate != "late" {
		t.Errorf("n-3: %+v", n3)
	}
}

func TestReplayGivesTheSameBytes(t *testing.T) {
	dir := quarters(t)
	out := filepath.Join(t.TempDir(), "out")
	first := replay(t, dir, out)
	second := replay(t, dir, out)
	if d := cmp.Diff(slices.Sorted(maps.Keys(first)), slices.Sorted(maps.Keys(second))); d != "" {
		t.Fatal(d)
	}
	for name := range first {
		if first[name] != second[name] {
			t.Errorf("%s differs", name)
		}
	}
}

func TestReadQuartersRefusesWhatItCannotPlace(t *testing.T) {
	for name, tc := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a gap":             {map[string]string{"2015-Q1.csv": "x", "2015-Q3.csv": "x"}, "no 2015-Q2"},
		"a quarter twice":   {map[string]string{"2015-Q1.csv": "x", "2015-Q1/g.csv": "x"}, "a second time"},
		"a file not placed": {map[string]string{"2015-Q1.csv": "x", "games.csv": "x"}, "not named by a quarter"},
		"nothing":           {map[string]string{"list.csv": "x"}, "holds no quarters"},
		"two newcomers":     {map[string]string{"2015-Q1/newcomers.csv": "x", "2015-Q1/newcomers.xlsx": "x"}, "second file of newcomers"},
	} {
		_, err := ReadQuarters("", files(t, tc.files))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
	}
	q, err := ReadQuarters("", files(t, map[string]string{"list.csv": "x", "README.md": "x", "2015-Q2.pgn.gz": "x", "2015-Q1/a.csv": "x",
		"2015-Q1/b.xlsx": "x", "2015-Q1/notes.md": "x", "2015-Q1/newcomers.csv": "x", "lists/2014-Q3.csv": "x", "2015-Q3/.keep": ""}))
	if err != nil {
		t.Fatal(err)
	}
	if len(q.Quarters) != 3 || len(q.Quarters[0].Games) != 2 || q.Quarters[0].Newcomers == "" || len(q.Quarters[1].Games) != 1 ||
		len(q.Quarters[2].Games) != 0 || q.Lists == "" || q.List == "" {
		t.Errorf("%+v", q)
	}
}
