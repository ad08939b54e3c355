package period

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"crosstable/engine/rating"
)

// Every rating system goes through the same period; what it needs beside the rating stands in further
// columns of the list, so that the list it writes is the next period's input.
func TestOtherSystemsCarryTheirColumns(t *testing.T) {
	list := "id,name,rating,games,club\nA,Abe,1500,40,Tokyo\nB,Baba,1400,50,Kyoto\nU,Ueda,,0,\n"
	q1 := "game,start,end,white_id,black_id,result\n" +
		"1,2015-01-02,2015-01-20,A,B,1-0\n2,2015-01-02,2015-01-21,B,A,1/2-1/2\n3,2015-01-02,2015-01-22,U,A,1-0\n"
	q2 := "game,start,end,white_id,black_id,result\n4,2015-04-02,2015-04-20,B,A,1-0\n"
	for _, tc := range []struct {
		system string
		header string
		first  string // the line of A after the first quarter
		rows   [2]string
	}{
		// E(+100) = 0.640065, twice: +7.199 (won), -2.801 (drawn); the game of the unrated player is set aside.
		{"elo", "id,name,rating,games,status,club,exact", "A,Abe,1504,42,established,Tokyo,1504.398", [2]string{"2 rated, 1 set aside", "1 rated, 0 set aside"}},
		// PD(100) = .64: 20 x (.36 - .14) = +4.4; an unrated opponent does not count.
		{"fide", "id,name,rating,games,status,club,peak,pool_games,pool_sum,pool_half_points,k", "A,Abe,1504,43,established,Tokyo,1504,,,,20",
			[2]string{"3 rated, 0 set aside", "1 rated, 0 set aside"}},
		{"glicko2", "id,name,rating,games,status,club,exact,deviation,volatility", "A,Abe,", [2]string{"3 rated, 0 set aside", "1 rated, 0 set aside"}},
	} {
		dir := files(t, map[string]string{"list.csv": list, "2015-Q1/g.csv": q1, "2015-Q2/g.csv": q2})
		out := t.TempDir()
		at := filepath.Join(dir, "list.csv")
		var chain []string
		q, err := ReadQuarters("", dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := Chain(context.Background(), q, RateOptions{System: tc.system}, func(r *RateResult) error {
			chain = append(chain, written(t, r, filepath.Join(out, "chain", r.Period.String()))[ListFile])
			return nil
		}); err != nil {
			t.Fatalf("%s: %v", tc.system, err)
		}
		for i, name := range []string{"2015-Q1", "2015-Q2"} {
			p, _ := ParsePeriod(name)
			r, err := Rate(context.Background(), RateOptions{System: tc.system, Period: p, List: at, Games: []string{filepath.Join(dir, name, "g.csv")}})
			if err != nil {
				t.Fatalf("%s: %v", tc.system, err)
			}
			c := r.Account.Counts()
			if got := fmt.Sprintf("%d rated, %d set aside", c.Rated, c.SetAside); got != tc.rows[i] {
				t.Errorf("%s %s: %s, want %s (%v)", tc.system, name, got, tc.rows[i], r.Issues)
			}
			text := written(t, r, filepath.Join(out, name))[ListFile]
			if text != chain[i] {
				t.Errorf("%s %s: alone\n%sin a chain\n%s", tc.system, name, text, chain[i])
			}
			lines := strings.Split(text, "\n")
			if lines[0] != tc.header {
				t.Errorf("%s: header %s, want %s", tc.system, lines[0], tc.header)
			}
			if i == 0 && !strings.HasPrefix(lines[1], tc.first) {
				t.Errorf("%s: %s, want %s", tc.system, lines[1], tc.first)
			}
			at = filepath.Join(out, name, ListFile)
		}
	}
}

// The first rating of an unrated FIDE player comes from games pooled over periods.
func TestFIDEInitialRatingOverPeriods(t *testing.T) {
	list := "id,name,rating,games\nA,Abe,1500,40\nB,Baba,1600,50\nU,Ueda,,0\n"
	row := func(game, day, opp, res string) string {
		return game + ",2025-01-02," + day + "," + opp + ",U," + res + "\n"
	}
	dir := files(t, map[string]string{"list.csv": list,
		"2025-Q1.csv": "game,start,end,white_id,black_id,result\n" + row("1", "2025-01-10", "A", "1/2-1/2") + row("2", "2025-01-11", "B", "1/2-1/2") + row("3", "2025-01-12", "A", "1/2-1/2"),
		"2025-Q2.csv": "game,start,end,white_id,black_id,result\n" + row("4", "2025-04-10", "B", "1/2-1/2") + row("5", "2025-04-11", "A", "1/2-1/2")})
	q, err := ReadQuarters("", dir)
	if err != nil {
		t.Fatal(err)
	}
	var last *RateResult
	if err := Chain(context.Background(), q, RateOptions{System: "fide"}, func(r *RateResult) error { last = r; return nil }); err != nil {
		t.Fatal(err)
	}
	// Five draws against 1500, 1600, 1500, 1600, 1500 and the two hypothetical ones against 1800: 11300/7 = 1614.29.
	c := last.Rating.Players[2]
	if games := last.Before.Entries[2].Extra[last.Before.Column("pool_games")]; games != "3" || c.After.Status != rating.Established || c.After.Rating != 1614 {
		t.Errorf("%+v", c)
	}
}
