package period

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crosstable/pipeline/open/codec/games"
)

const smallList = `id,name,rating,games,status
A,Abe,1500,40,established
B,Baba,1400,50,established
C,Chiba,1200,5,provisional
D,Doi,,,
`

// rateSmall rates games of one quarter, given as lines below a header, on smallList or the list among
// extra. Extra files are named list.csv, history.csv, newcomers.csv, lists/..., book/...
func rateSmall(t testing.TB, header, rows string, extra map[string]string, change func(*RateOptions)) *RateResult {
	t.Helper()
	content := map[string]string{"list.csv": smallList, "games.csv": header + "\n" + rows}
	for name, text := range extra {
		content[name] = text
	}
	dir := files(t, content)
	o := RateOptions{System: "jcca", Period: NewPeriod(2015, 1), List: filepath.Join(dir, "list.csv"), Games: []string{filepath.Join(dir, "games.csv")}}
	for name := range extra {
		switch top, _, _ := strings.Cut(name, "/"); top {
		case "history.csv":
			o.History = filepath.Join(dir, name)
		case "newcomers.csv":
			o.Newcomers = filepath.Join(dir, name)
		case "lists":
			o.Lists = filepath.Join(dir, top)
		case "book":
			o.Book = filepath.Join(dir, top)
		case "more.csv", "more.pgn":
			o.Games = append(o.Games, filepath.Join(dir, name))
		}
	}
	if change != nil {
		change(&o)
	}
	r, err := Rate(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const fullHeader = "game,start,end,white_id,black_id,result,white_rating,black_rating,rated,reason"

// What becomes of one row, by rule.
func TestFateOfARow(t *testing.T) {
	for _, tc := range []struct {
		name, row string
		want      Fate
		change    func(*RateOptions)
	}{
		{"ended in the period", "1,2014-12-01,2015-01-01,A,B,1-0,1500,1400,,", Rated, nil},
		{"last day", "1,2014-12-01,2015-03-31,A,B,1-0,1500,1400,,", Rated, nil},
		{"gap 36: ended after the period", "1,2014-12-01,2015-04-01,A,B,1-0,1500,1400,,", NotLaterPeriod, nil},
		{"gap 36: reported late", "1,2014-12-01,2014-12-31,A,B,1-0,1500,1400,,", RatedLate, nil},
		{"rated absent is yes", "1,2014-12-01,2015-01-01,A,B,1-0,1500,1400,,", Rated, nil},
		{"rated no", "1,2014-12-01,2015-01-01,A,B,1-0,1500,1400,no,", NotDeclared, nil},
		{"rated yes", "1,2014-12-01,2015-01-01,A,B,1-0,1500,1400,yes,", Rated, nil},
		{"unfinished", "1,2014-12-01,2015-01-01,A,B,*,1500,1400,,", NotFinished, nil},
		{"unfinished without end", "1,2014-12-01,,A,B,*,1500,1400,,", NotFinished, nil},
		{"gap 39: ordinary forfeit", "1,2014-12-01,2015-01-01,A,B,+--,1500,1400,,", NotForfeit, nil},
		{"win called a forfeit", "1,2014-12-01,2015-01-01,A,B,1-0,1500,1400,,forfeit", NotForfeit, nil},
		{"a double forfeit is no draw", "1,2014-12-01,2015-01-01,A,B,---,1500,1400,,", NotForfeit, nil},
		{"gap 39: loss by withdrawal", "1,2014-12-01,2015-01-01,A,B,0-1,1500,1400,,withdrawal", Rated, nil},
		{"gap 39: written as forfeit", "1,2014-12-01,2015-01-01,A,B,--+,1500,1400,,withdrawal", Rated, nil},
		{"gap 39: unpaid fee", "1,2014-12-01,2015-01-01,A,B,0-1,1500,1400,,fee", Rated, nil},
		{"withdrawals left out on demand", "1,2014-12-01,2015-01-01,A,B,0-1,1500,1400,,fee", NotWithdrawal, func(o *RateOptions) { o.NoWithdrawals = true }},
		{"gap 39: draw by the director", "1,2014-12-01,2015-01-01,A,B,1/2-1/2,1500,1400,,director", Rated, nil},
		{"no end date", "1,2014-12-01,,A,B,1-0,1500,1400,,", Rated, nil},
		{"no end date, on demand", "1,2014-12-01,,A,B,1-0,1500,1400,,", AsideUndated, func(o *RateOptions) { o.UndatedAside = true }},
		{"began after the period", "1,2015-04-02,,A,B,1-0,1500,1400,,", NotLaterPeriod, nil},
		{"month known", "1,2014-12-01,2015-02-??,A,B,1-0,1500,1400,,", Rated, nil},
		{"unknown id", "1,2014-12-01,2015-01-01,A,X,1-0,1500,1400,,", AsidePlayer, nil},
		{"against himself", "1,2014-12-01,2015-01-01,A,A,1-0,1500,1500,,", AsideSelf, nil},
		{"listed without rating", "1,2014-12-01,2015-01-01,A,D,1-0,,,,", AsideUnrated, nil},
		{"listed without rating, the row has it", "1,2014-12-01,2015-01-01,A,D,1-0,1500,1300,,", Rated, nil},
	} {
		r := rateSmall(t, fullHeader, tc.row+"\n", nil, tc.change)
		if len(r.Rows) != 1 || r.Rows[0].Fate != tc.want {
			t.Errorf("%s: %v %+v, want %s", tc.name, r.Issues, r.Account, tc.want)
		}
		if got := r.Account.ByFate[tc.want]; got != 1 || r.Account.In != 1 {
			t.Errorf("%s: account %+v", tc.name, r.Account)
		}
		if tc.want.Kind() == KindAside && len(r.Issues) == 0 {
			t.Errorf("%s: set aside without an issue", tc.name)
		}
	}
}

func ratingOf(r *RateResult, id string) int32 {
	i := slices.IndexFunc(r.List.Entries, func(e games.Entry) bool { return e.ID == id })
	return r.List.Entries[i].Rating
}

func codes(r *RateResult) string {
	var c []string
	for _, i := range r.Issues {
		c = append(c, i.Code)
	}
	return strings.Join(c, " ")
}

// Gap 39: a loss by withdrawal changes both ratings as a loss over the board does.
func TestWithdrawalCountsAsALoss(t *testing.T) {
	for _, result := range []string{"0-1", "--+"} {
		r := rateSmall(t, fullHeader, "1,2014-12-01,2015-01-01,A,B,"+result+",1500,1400,,withdrawal\n", nil, nil)
		if a, b := ratingOf(r, "A"), ratingOf(r, "B"); a != 1500-38 || b != 1400+39 {
			t.Errorf("%s: %d and %d, want 1462 and 1439", result, a, b)
		}
	}
}

// Gap 37: the row's own columns, else the list in force at the start, else the current list with an issue.
func TestStartOfGameRatings(t *testing.T) {
	old := "id,name,rating\nA,Abe,1600\nB,Baba,1300\n"
	for _, tc := range []struct {
		name, row string
		extra     map[string]string
		white     int32
		from      Source
		code      string
	}{
		{"the row", "1,2014-12-01,2015-01-01,A,B,1-0,1700,1400,,", map[string]string{"lists/2014-Q2.csv": old}, 1700, FromFile, ""},
		{"the list in force: October to December 2014 is that of 2014-Q2", "1,2014-12-01,2015-01-01,A,B,1-0,,,,", map[string]string{"lists/2014-Q2.csv": old}, 1600, FromList, ""},
		{"a replay's folder", "1,2014-12-01,2015-01-01,A,B,1-0,,,,", map[string]string{"lists/2014-Q2/list.csv": old}, 1600, FromList, ""},
		{"another quarter's list does not count", "1,2014-12-01,2015-01-01,A,B,1-0,,,,", map[string]string{"lists/2014-Q3.csv": old}, 1500, FromCurrent, "rate-no-list"},
		{"no lists", "1,2014-12-01,2015-01-01,A,B,1-0,,,,", nil, 1500, FromCurrent, "rate-no-list"},
		{"start unknown", "1,,2015-01-01,A,B,1-0,,,,", map[string]string{"lists/2014-Q2.csv": old}, 1500, FromCurrent, "rate-no-start"},
		{"one rating of two", "1,2014-12-01,2015-01-01,A,B,1-0,1700,,,", map[string]string{"lists/2014-Q2.csv": old}, 1700, FromFile, "rate-half-rating"},
	} {
		r := rateSmall(t, fullHeader, tc.row+"\n", tc.extra, nil)
		if row := r.Rows[0]; row.WhiteRating != tc.white || row.WhiteFrom != tc.from || codes(r) != tc.code {
			t.Errorf("%s: %d from %s, issues %q; want %d from %s, %q", tc.name, row.WhiteRating, row.WhiteFrom, codes(r), tc.white, tc.from, tc.code)
		}
	}
	// The period of a game that began in 2015-Q2 has the list of 2014-Q4 in force: the one the period began with.
	r := rateSmall(t, fullHeader, "1,2015-04-02,2015-05-01,A,B,1-0,,,,\n", nil, func(o *RateOptions) { o.Period = NewPeriod(2015, 1) })
	if r.Rows[0].Fate != NotLaterPeriod {
		t.Errorf("%s", r.Rows[0].Fate)
	}
}

func TestNewcomersJoinWithRatingOrLevel(t *testing.T) {
	r := rateSmall(t, fullHeader, "1,2015-01-02,2015-02-01,N3,A,1/2-1/2,,,,\n", map[string]string{
		"newcomers.csv": "id,name,rating,level\nN1,Beginner,,beginner\nN2,Experienced,,experienced\nN3,Other,,other\nN4,Rated Abroad,1750,\nA,Abe,,other\n"}, nil)
	want := map[string]int32{"N1": 800, "N2": 1600, "N4": 1750, "N3": 1200 + 22}
	// 1500 - 1200 = 300: lower column row 23 (289-307), drawn +22; higher column row 22 (288-306): -21.
	want["A"] = 1500 - 21
	for id, rating := range want {
		if got := ratingOf(r, id); got != rating {
			t.Errorf("%s: %d, want %d", id, got, rating)
		}
	}
	if !strings.Contains(codes(r), "newcomer-known") {
		t.Errorf("A is on the list already: issues %q", codes(r))
	}
	if row := r.Rows[0]; row.WhiteFrom != FromNewcomer {
		t.Errorf("rating of a newcomer from %s", row.WhiteFrom)
	}
	if s := r.Summary(); s.Players.Newcomers != 4 || s.Players.Listed != 8 {
		t.Errorf("%+v", s.Players)
	}
}

// Gap 38: a mark without the earlier games brings no correction; with them it does.
func TestHistoryMakesTheCorrection(t *testing.T) {
	rows := ""
	for i := range 7 { // C has 5 games before
		rows += fmt.Sprintf("%d,2014-12-01,2015-01-%02d,C,A,1-0,1200,1500,,\n", i, i+1)
	}
	r := rateSmall(t, fullHeader, rows, nil, nil)
	if got := ratingOf(r, "C"); got != 1200+7*52 || !strings.Contains(codes(r), "history-incomplete") {
		t.Errorf("without history: %d, issues %q; want 1564 by the table", got, codes(r))
	}
	history := "player_id,player,opponent_rating,score\n" + strings.Repeat("C,Chiba,1500,0\n", 5)
	r = rateSmall(t, fullHeader, rows, map[string]string{"history.csv": history}, nil)
	// 12 games against 1500, 7 won, 5 lost: 1500 + 360 x 2/12 = 1560.
	if got := ratingOf(r, "C"); got != 1560 || codes(r) != "rate-no-list" && codes(r) != "" {
		t.Errorf("with history: %d, issues %q; want 1560", got, codes(r))
	}
	if got := written(t, r, filepath.Join(t.TempDir(), "out"))[HistoryFile]; strings.Count(got, "\n") != 1+12 {
		t.Errorf("the next history must have 12 games:\n%s", got)
	}
}

func TestBadHistoryStopsTheRun(t *testing.T) {
	for _, row := range []string{"C,Chiba,high,1", "C,Chiba,1500,2", "C,Chiba,,1"} {
		dir := files(t, map[string]string{"list.csv": smallList, "games.csv": fullHeader + "\n",
			"history.csv": "player_id,player,opponent_rating,score\n" + row + "\n"})
		_, err := Rate(context.Background(), RateOptions{System: "jcca", Period: NewPeriod(2015, 1), List: filepath.Join(dir, "list.csv"),
			History: filepath.Join(dir, "history.csv"), Games: []string{filepath.Join(dir, "games.csv")}})
		if err == nil || !strings.Contains(err.Error(), "history.csv:2") {
			t.Errorf("%q: %v", row, err)
		}
	}
}

// Gap 38: games and status disagree: games win, with an issue.
func TestGamesDecideTheStatus(t *testing.T) {
	list := "id,name,rating,games,status\nA,Abe,1500,19,established\nB,Baba,1400,20,provisional\nC,Chiba,1300,,established\n"
	r := rateSmall(t, fullHeader, "", map[string]string{"list.csv": list}, nil)
	if codes(r) != "rate-status rate-status rate-games rate-no-games" {
		t.Errorf("issues %q", codes(r))
	}
	var status []string
	for _, e := range r.List.Entries {
		status = append(status, e.Status.String())
	}
	if want := []string{"provisional", "established", "established"}; !slices.Equal(status, want) {
		t.Errorf("%q, want %q", status, want)
	}
}

// The same game twice counts once; contradictions count not at all; both are told with the other's place.
func TestDoublesOverFiles(t *testing.T) {
	pgn := `[Event "Q1"]
[Date "2015.02.01"]
[White "Abe"]
[Black "Baba"]
[Result "1-0"]

1. e4 1-0

[Event "Q1"]
[Date "2015.02.02"]
[White "Abe"]
[Black "Baba"]
[Result "0-1"]

0-1
`
	rows := "a,2015-01-02,2015-02-01,A,B,1-0,1500,1400,,\n" +
		"a,2015-01-02,2015-02-01,A,B,1-0,1500,1400,,\n" +
		"b,2015-01-02,2015-02-02,A,B,1-0,1500,1400,,\n" +
		"c,2015-01-02,2015-02-01,A,B,1-0,1500,1400,,\n"
	r := rateSmall(t, fullHeader, rows, map[string]string{"more.pgn": strings.ReplaceAll(pgn, "2015.02.01", "2015.02.01")}, nil)
	var got []string
	for _, row := range r.Rows {
		got = append(got, row.Fate.String())
	}
	// The PGN has one date for start and end: the start that the table knows does not make another game of it.
	want := []string{"rated", "duplicate", "conflict", "rated", "duplicate", "conflict"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q (%v)", got, want, r.Issues)
	}
	r = rateSmall(t, "game,end,white_id,black_id,result,white_rating,black_rating", strings.NewReplacer("2015-01-02,", "", ",,\n", "\n").Replace(rows),
		map[string]string{"more.pgn": pgn}, nil)
	got = got[:0]
	for _, row := range r.Rows {
		got = append(got, row.Fate.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q (%v)", got, want, r.Issues)
	}
	for _, i := range r.Issues {
		if i.Code == "rate-conflict" && !strings.Contains(i.Message, "games.csv:4") && !strings.Contains(i.Message, "more.pgn:9") {
			t.Errorf("no place of the other row: %s", i)
		}
	}
	r = rateSmall(t, fullHeader, rows, nil, func(o *RateOptions) { o.AllRows = true })
	if n := r.Account.Of(KindRated); n != 4 {
		t.Errorf("--duplicates all: %d rated", n)
	}
}

// With a book no game is rated twice over quarters, and another result is told.
func TestBookKeepsGamesFromCountingTwice(t *testing.T) {
	first := rateSmall(t, fullHeader, "a,2014-10-01,2014-11-01,A,B,1-0,1500,1400,,\nb,2014-10-01,2014-11-02,A,B,0-1,1500,1400,,\n", nil,
		func(o *RateOptions) { o.Period = NewPeriod(2014, 4) })
	dir := t.TempDir()
	written(t, first, filepath.Join(dir, "2014-Q4"))
	rows := "a,2014-10-01,2014-11-01,A,B,1-0,1500,1400,,\n" + // again
		"b,2014-10-01,2014-11-02,A,B,1-0,1500,1400,,\n" + // again, corrected
		"c,2014-10-01,2014-11-03,A,B,1-0,1500,1400,,\n" + // late
		"d,2014-10-01,2015-01-03,A,B,1-0,1500,1400,,\n"
	r := rateSmall(t, fullHeader, rows, nil, func(o *RateOptions) { o.Book = dir })
	var got []string
	for _, row := range r.Rows {
		got = append(got, row.Fate.String())
	}
	if want := []string{"already-rated", "already-rated", "late", "rated"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if codes(r) != "rate-period-file rate-book-differs rate-late" {
		t.Errorf("issues %q", codes(r))
	}
	// Of the three games that ended earlier one counts, and the book was asked: no hint to ask it.
	if i := r.Issues[2]; i.Message != "1 game ended before 2015-Q1 and counts now" || i.Line != 4 || i.Hint != "" {
		t.Errorf("%+v", i)
	}
	// A ledger is known by its header, wherever it stands and whatever it is called.
	for _, name := range []string{"ledger.csv", "q4/ledger.csv", "2014-Q4.csv", "old/2014/last.csv"} {
		text, err := os.ReadFile(filepath.Join(dir, "2014-Q4", LedgerFile))
		if err != nil {
			t.Fatal(err)
		}
		r := rateSmall(t, fullHeader, rows, map[string]string{"book/" + name: string(text), "book/list.csv": smallList, "book/.old.csv": "x"}, nil)
		if n := r.Account.ByFate[NotAgain]; n != 2 {
			t.Errorf("book with %s: %d already rated, want 2", name, n)
		}
	}
	// The period's own ledger and later ones are no book for it: running it again gives the same.
	written(t, r, filepath.Join(dir, "2015-Q1"))
	again := rateSmall(t, fullHeader, rows, nil, func(o *RateOptions) { o.Book = dir })
	if again.Account != r.Account {
		t.Errorf("again: %+v, first %+v", again.Account, r.Account)
	}
}

// A PGN's Elo tags are used on demand only; its only date is start and end unless told otherwise.
func TestPGNOptions(t *testing.T) {
	pgn := "[Event \"Q1\"]\n[Date \"2015.02.01\"]\n[White \"Abe\"]\n[Black \"Baba\"]\n[Result \"1-0\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1900\"]\n\n1-0\n"
	for _, tc := range []struct {
		name   string
		change func(*RateOptions)
		white  int32
		from   Source
		codes  string
		end    string
	}{
		{"default", func(*RateOptions) {}, 1500, FromCurrent, "rate-no-games rate-elo-tags rate-no-list", "2015-02-01"},
		{"elo tags", func(o *RateOptions) { o.EloTags = true }, 2000, FromEloTag, "rate-no-games", "2015-02-01"},
		{"date is the start", func(o *RateOptions) { o.EloTags, o.Reading.PGNDate = true, "start" }, 2000, FromEloTag, "rate-no-games rate-undated", ""},
	} {
		r := rateSmall(t, fullHeader, "", map[string]string{"more.pgn": pgn}, tc.change)
		if row := r.Rows[0]; row.WhiteRating != tc.white || row.WhiteFrom != tc.from || codes(r) != tc.codes || row.End.String() != tc.end {
			t.Errorf("%s: %d from %s, end %s, issues %q", tc.name, row.WhiteRating, row.WhiteFrom, row.End, codes(r))
		}
	}
}

// With --check-moves an illegal move is an issue; the game is rated all the same.
func TestCheckMovesNeverLosesAGame(t *testing.T) {
	pgn := "[Event \"Q1\"]\n[Date \"2015.02.01\"]\n[White \"Abe\"]\n[Black \"Baba\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n\n" +
		"[Event \"Q1\"]\n[Date \"2015.02.02\"]\n[White \"Baba\"]\n[Black \"Abe\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n"
	plain := rateSmall(t, fullHeader, "", map[string]string{"more.pgn": pgn}, nil)
	checked := rateSmall(t, fullHeader, "", map[string]string{"more.pgn": pgn}, func(o *RateOptions) { o.Reading.CheckMoves, o.Reading.Jobs = true, 2 })
	if plain.Account != checked.Account || checked.Account.Of(KindRated) != 2 {
		t.Errorf("plain %+v, checked %+v", plain.Account, checked.Account)
	}
	if strings.Contains(codes(plain), "pgn-illegal") || strings.Count(codes(checked), "pgn-illegal") != 1 {
		t.Errorf("issues %q, checked %q", codes(plain), codes(checked))
	}
	if d := compareLists(plain.List, checked.List); d != "" {
		t.Error(d)
	}
}

// Rows that no reader can use, and rows of every fate, in any order: the account adds up, and the list
// does not depend on the order of the rows.
func TestAccountAddsUpAndOrderDoesNotMatter(t *testing.T) {
	base := []string{"1,2014-12-01,2015-01-01,A,B,1-0,1500,1400,,", "2,2014-12-01,2015-01-02,A,B,banana,1500,1400,,",
		"3,2014-12-01,2015-13-01,A,B,1-0,1500,1400,,", "4,2014-12-01,2015-01-05,,B,1-0,1500,1400,,", "5,2014-12-01,2015-01-05,A,B,1-0,15oo,1400,,",
		"6,2014-12-01,2015-01-06,A,B,1-0,1500,1400,,,too,many", "7,2014-12-01", "8,2014-12-01,2015-05-06,A,B,1-0,1500,1400,,",
		"9,2014-12-01,2015-01-09,C,B,1/2-1/2,1200,1400,,", "9,2014-12-01,2015-01-09,C,B,1/2-1/2,1200,1400,,", "10,2014-12-01,2015-01-10,C,A,*,,,,",
		"11,2014-12-01,2015-01-11,X,A,1-0,,,,", "12,2014-12-01,2015-01-12,A,C,+--,,,,"}
	for i := range 15 {
		base = append(base, fmt.Sprintf("x%02d,2014-12-01,2015-02-%02d,C,A,%s,1200,%d,,", i, i/2+1, []string{"1-0", "0-1", "1/2-1/2"}[i%3], 1300+i*20))
	}
	history := "player_id,player,opponent_rating,score\n" + strings.Repeat("C,Chiba,1500,0\n", 5)
	var want []int32
	luck := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		rows := slices.Clone(base)
		luck.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		r := rateSmall(t, fullHeader, strings.Join(rows, "\n")+"\n", map[string]string{"history.csv": history}, nil)
		if r.Account.In != len(base) {
			t.Fatalf("%d rows in, %d written", r.Account.In, len(base))
		}
		if err := r.Account.Verify(); err != nil {
			t.Fatal(err)
		}
		if c := r.Account.Counts(); c.Rated != 17 || c.NotRated != 3 || c.SetAside != 8 {
			t.Fatalf("%+v", c)
		}
		got := []int32{ratingOf(r, "A"), ratingOf(r, "B"), ratingOf(r, "C")}
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v in one order of the rows, %v in another", want, got)
		}
	}
}

func TestAccountVerifyNoticesALostRow(t *testing.T) {
	a := Account{In: 3}
	a.ByFate[Rated], a.ByFate[NotForfeit] = 1, 1
	if err := a.Verify(); err == nil || !strings.Contains(err.Error(), "3 rows in, but 1 rated + 1 not rated + 0 set aside = 2") {
		t.Errorf("%v", err)
	}
	a.ByFate[AsideSelf] = 1
	if err := a.Verify(); err != nil {
		t.Error(err)
	}
}

func TestEveryFateHasItsWords(t *testing.T) {
	seen := map[string]bool{}
	for f := Fate(0); f < NumFates; f++ {
		if f.String() == "" || f.Text() == "" || seen[f.String()] {
			t.Errorf("fate %d: %q, %q", f, f.String(), f.Text())
		}
		seen[f.String()] = true
	}
}

func TestFraction(t *testing.T) {
	for want, f := range map[string][2]int64{"1497": {1497, 1}, "1276 1/3": {15316, 12}, "-4 1/2": {-9, 2}, "-1/2": {-1, 2}, "0": {0, 7}, "3/4": {9, 12}} {
		if got := Fraction(f[0], f[1]); got != want {
			t.Errorf("%d/%d: %q, want %q", f[0], f[1], got, want)
		}
	}
}

// A file of others' ids: the first issues keep their places, the rest is counted, the account is whole.
func TestIssuesAreKeptUpToALimit(t *testing.T) {
	defer func(n int) { maxIssues = n }(maxIssues)
	maxIssues = 10
	var rows strings.Builder
	for i := range 30 {
		fmt.Fprintf(&rows, "g%d,2015-02-01,X%d,A,1-0\n", i, i)
	}
	r := rateSmall(t, "game,end,white_id,black_id,result", rows.String(), nil, nil)
	if r.Account.In != 30 || r.Account.Of(KindAside) != 30 {
		t.Errorf("account %+v; want 30 rows set aside", r.Account)
	}
	if n := strings.Count(codes(r), "identity-unknown-id"); n != 10 {
		t.Errorf("%d issues kept, want 10", n)
	}
	last := r.Issues[len(r.Issues)-1]
	if last.Code != "issues-more" || !strings.Contains(last.Message, "20 further issues identity-unknown-id") {
		t.Errorf("the last issue: %v", last)
	}
}
