package period

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/pipeline/record"
)

func someRows(t *rapid.T) []Row {
	ids := rapid.Bool().Draw(t, "all with ids")
	kinds := rapid.IntRange(1, 4).Draw(t, "ids")
	skip := rapid.IntRange(0, 1).Draw(t, "no row without event")
	players := rapid.Int32Range(2, 4).Draw(t, "players")
	n := rapid.SampledFrom([]int{2, 5, 20, 60, 90, 160}).Draw(t, "rows")
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Row {
		w := rapid.Int32Range(0, players-1).Draw(t, "w")
		r := Row{White: w, Black: (w + rapid.Int32Range(1, players-1).Draw(t, "b")) % players,
			Result: rapid.SampledFrom([]engine.Result{engine.WhiteWins, engine.Draw}).Draw(t, "result"),
			File:   rapid.Int32Range(0, 1).Draw(t, "file"),
			Moves:  rapid.SampledFrom([]uint64{0, 0, 1, 2}).Draw(t, "moves"),
			Details: &Details{Event: rapid.SampledFrom([]string{"", "a", "b", "B", "c"}[skip:]).Draw(t, "event"),
				Round: rapid.SampledFrom([]string{"", "", "1", "2", "1.1"}).Draw(t, "round")}}
		if ids || rapid.Bool().Draw(t, "id") {
			r.ID = rapid.SampledFrom([]string{"1", "2", "3", "4"}[:kinds]).Draw(t, "which")
		}
		r.End = rapid.SampledFrom([]record.Date{{}, day(2015, 1, 0), day(2015, 1, 1), day(2015, 1, 2), day(2015, 1, 4), day(2015, 2, 1)}).Draw(t, "end")
		return r
	}), n, n).Draw(t, "rows")
}

// links must find what comparing every row with every other one finds, in small groups and in crowds.
func TestLinksAgreeWithComparingAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := someRows(t)
		var want []link
		for b := range rows {
			for a := range b {
				if how := compare(&rows[a], &rows[b]); how != record.Different {
					want = append(want, link{a: int32(a), b: int32(b), how: how})
				}
			}
		}
		got := links(rows, func(*Row) bool { return true })
		for i := range got {
			got[i].weak = false
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d links, want %d:\n%v\n%v", len(got), len(want), got, want)
		}
	})
}

// A game never holds two rows that are different games; two rows that agree stand apart only if one of them is
// another game than a row beside the other.
func TestGamesHoldNoTwoGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := someRows(t)
		all := links(rows, func(*Row) bool { return true })
		games, _ := together(rows, all)
		of := map[int32]int{}
		for i, g := range games {
			if !slices.IsSorted(g) || len(g) < 2 {
				t.Fatalf("%v", g)
			}
			for _, row := range g {
				if _, twice := of[row]; twice {
					t.Fatalf("row %d is in two games", row)
				}
				of[row] = i
			}
			if !fit(rows, g[:1], g[1:]) {
				t.Fatalf("%v holds two games", g)
			}
		}
		rowsOf := func(row int32) sameGames {
			if i, ok := of[row]; ok {
				return games[i]
			}
			return sameGames{row}
		}
		for _, l := range all {
			if l.how == record.Doubtful {
				continue
			}
			a, b := rowsOf(l.a), rowsOf(l.b)
			if a[0] != b[0] && fit(rows, a, b) {
				t.Fatalf("%v and %v are one game", a, b)
			}
		}
	})
}

// What becomes of rows that may be one game, over two files.
func TestSameGameOverFiles(t *testing.T) {
	const header = "event,round,start,end,white_id,black_id,result,rated,reason"
	for _, tc := range []struct {
		name, first, second string
		fates, codes        string // of all rows in order; of what is said about them
	}{
		{"the same row twice", "Cup,1,,2015-02-01,A,B,1-0,,", "Cup,1,,2015-02-01,A,B,1-0,,", "rated duplicate", "rate-duplicate"},
		{"another day", "Cup,1,,2015-02-01,A,B,1-0,,", "Cup,1,,2015-02-02,A,B,1-0,,", "rated duplicate", "rate-duplicate"},
		{"another day and result", "Cup,1,,2015-02-01,A,B,1-0,,", "Cup,1,,2015-02-02,A,B,0-1,,", "conflict conflict", "rate-conflict rate-conflict"},
		{"colours exchanged", "Cup,1,,2015-02-01,A,B,1-0,,", "Cup,1,,2015-02-01,B,A,1-0,,", "rated rated", "rate-doubtful"},
		{"start in one file, end in the other", "Cup,1,2015-01-05,2015-02-01,A,B,1-0,,", "Cup,1,,2015-01-05,A,B,1-0,,", "rated duplicate", "rate-duplicate"},
		{"weeks apart", "Cup,1,,2015-02-01,A,B,1-0,,", "Cup,1,,2015-03-01,A,B,1-0,,", "rated rated", "rate-doubtful"},
		{"without round, a day apart", "Cup,,,2015-02-01,A,B,1-0,,", "Cup,,,2015-02-02,A,B,1-0,,", "rated rated", "rate-doubtful"},
		{"without round, in one file", "Cup,,,2015-02-01,A,B,1-0,,\nCup,,,2015-02-02,A,B,1-0,,", "Cup,2,,2015-03-02,B,A,1-0,,", "rated rated rated", ""},
		{"not rated before rated", "Cup,1,,2015-02-01,A,B,1-0,no,", "Cup,1,,2015-02-01,A,B,1-0,yes,", "not-declared rated", "rate-not-rated-too"},
		{"rated before not rated", "Cup,1,,2015-02-01,A,B,1-0,,", "Cup,1,,2015-02-01,A,B,1-0,no,", "rated not-declared", "rate-not-rated-too"},
		{"a forfeit before", "Cup,1,,2015-02-01,A,B,+--,,", "Cup,1,,2015-02-01,A,B,1-0,,", "forfeit rated", "rate-not-rated-too"},
		{"a wrong year before", "Cup,1,,2105-02-01,A,B,1-0,,", "Cup,1,,2015-02-01,A,B,1-0,,", "later-period rated", "rate-doubtful"},
		{"one undated row, two games", ",,,,A,B,1-0,,", ",,,2015-02-01,A,B,1-0,,\n,,,2015-03-01,A,B,1-0,,", "duplicate rated rated", "rate-duplicate"},
		{"two undated rows, one game", ",,,,A,B,1-0,,\n,,,,A,B,1-0,,", ",,,2015-02-01,A,B,1-0,,", "duplicate duplicate rated", "rate-duplicate rate-duplicate"},
		{"an undated row with another result", "Cup,,,,A,B,0-1,,", "Cup,,,2015-02-01,A,B,1-0,,", "rated rated", "rate-doubtful"},
	} {
		text := func(rows string) string { return header + "\n" + rows + "\n" }
		for _, turn := range []bool{false, true} {
			first, second := tc.first, tc.second
			if turn {
				first, second = second, first
			}
			r := rateSmall(t, header, first+"\n", map[string]string{"more.csv": text(second)}, nil)
			var fates, said []string
			for _, row := range r.Rows {
				fates = append(fates, row.Fate.String())
			}
			for _, i := range r.Issues {
				if i.Code != "rate-no-start" && i.Code != "rate-undated" && i.Code != "rate-period-file" && i.Code != "rate-no-list" {
					said = append(said, i.Code)
				}
			}
			if !turn && strings.Join(fates, " ") != tc.fates || strings.Join(said, " ") != tc.codes {
				t.Errorf("%s: %q, said %q; want %q, %q (%v)", tc.name, fates, said, tc.fates, tc.codes, r.Issues)
			}
			if n := strings.Count(tc.fates, "rated") - strings.Count(tc.fates, "-rated"); r.Account.Of(KindRated) != n {
				t.Errorf("%s, turned %v: %d rated, want %d", tc.name, turn, r.Account.Of(KindRated), n)
			}
			if looks := tc.codes != ""; r.Findings() != looks {
				t.Errorf("%s: findings %v", tc.name, r.Findings())
			}
		}
	}
}
