package period

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crosstable/pipeline/identity"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
)

// A ledger is read without a panic whatever stands in it; every row is given or told of.
func FuzzReadLedger(f *testing.F) {
	golden, err := os.ReadFile(filepath.Join("testdata", "jcca-1-ledger.csv"))
	if err != nil {
		f.Fatal(err)
	}
	lines := bytes.SplitAfter(golden, []byte("\n"))
	f.Add(bytes.Join([][]byte{lines[0], lines[1], lines[len(lines)-2]}, nil))
	f.Add(bytes.Join([][]byte{lines[0], []byte("game,2015-Q1,=\"007\",'=x,,2015-13-01,,,,,,9-9\n")}, nil))
	f.Add([]byte("kind,period\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, issues, err := ledgerRows(bytes.NewReader(data), "ledger.csv", true)
		if err != nil {
			return
		}
		for _, i := range issues {
			if _, ok := issue.Lookup(i.Code); !ok || i.Line == 0 {
				t.Fatalf("issue without code or line: %+v", i)
			}
		}
		if n := bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r")); len(rows) > n+1 {
			t.Fatalf("%d rows of %d lines", len(rows), n)
		}
	})
}

// A history gives games of players of the roster only, or an error with its place.
func FuzzHistory(f *testing.F) {
	f.Add("player_id,player,period,game,end,opponent_id,opponent,opponent_rating,score\nC,Chiba,2015-Q1,g,2015-01-01,A,Abe,1500,0.5\n")
	f.Add("player_id,opponent_rating,score\nC,1500,2\n")
	f.Add("player_id,opponent_rating,score\nX,1500,1\n\"C,99999999999,1\n")
	list, _, err := games.ReadList(strings.NewReader(smallList), "list.csv", table.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		roster, _ := identity.NewRoster(list, nil, "", nil, "", identity.Options{})
		past, _, err := historyOf(strings.NewReader(text), "history.csv", roster)
		if err != nil {
			if !strings.Contains(err.Error(), "history.csv") {
				t.Fatalf("no place: %v", err)
			}
			return
		}
		if len(past) != len(list.Entries) {
			t.Fatalf("%d players", len(past))
		}
		for _, p := range past {
			for _, g := range p {
				if g.Score < -1 || g.Score > 1 {
					t.Fatalf("%+v", g)
				}
			}
		}
	})
}

func FuzzParsePeriod(f *testing.F) {
	for _, s := range []string{"2015-Q1", "2015q4", "２０１５－Ｑ１", "9999Q4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePeriod(s)
		if err != nil {
			return
		}
		if again, err := ParsePeriod(p.String()); err != nil || again != p {
			t.Fatalf("%q: %s, then %v, %v", s, p, again, err)
		}
		if PeriodOf(p.First()) != p || PeriodOf(p.Last()) != p || p.First().Compare(p.Last()) >= 0 {
			t.Fatalf("%s from %s to %s", p, p.First(), p.Last())
		}
	})
}
