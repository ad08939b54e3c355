package rating

import (
	"bytes"
	"encoding/csv"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"crosstable/engine/num"
	"crosstable/fixtures"
)

// readTable reads the quick table as it was typed from the rules; -1 stands for an open end.
func readTable(t *testing.T) (rows [][8]int32) {
	t.Helper()
	data, err := fixtures.FS.ReadFile("jcca/quick_table.csv")
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records[1:] {
		var row [8]int32
		for i, cell := range rec {
			if cell == "" {
				row[i] = -1
				continue
			}
			n, err := strconv.Atoi(cell)
			if err != nil {
				t.Fatal(err)
			}
			row[i] = int32(n)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestJCCAQuickTableRowByRow(t *testing.T) {
	rows := readTable(t)
	if len(rows) != len(JCCATable) {
		t.Fatalf("%d rows typed, %d in Go", len(rows), len(JCCATable))
	}
	for i, r := range rows {
		want := JCCARow{r[1], r[2], r[3], r[4], r[5], r[6], r[7]}
		if r[0] != int32(i+1) || JCCATable[i] != want {
			t.Errorf("row %d: %+v, typed %+v", i+1, JCCATable[i], want)
		}
	}
}

// Each player is looked up in his own column, at every difference up to well past the last row.
func TestJCCASideAgreesWithTypedTable(t *testing.T) {
	rows := readTable(t)
	within := func(d, from, to int32) bool { return d >= from && (to < 0 || d <= to) }
	for d := int32(0); d <= 3000; d++ {
		var high, low *[8]int32
		for i := range rows {
			if within(d, rows[i][1], rows[i][2]) {
				high = &rows[i]
			}
			if within(d, rows[i][3], rows[i][4]) {
				low = &rows[i]
			}
		}
		for _, tc := range []struct {
			own, opp int32
			score    int8
			row      *[8]int32
			want     int32
		}{
			{1000 + d, 1000, 1, high, high[5]},
			{1000 + d, 1000, 0, high, -high[7]},
			{1000 + d, 1000, -1, high, -high[6]},
			{1000, 1000 + d, 1, low, low[6]},
			{1000, 1000 + d, 0, low, low[7]},
			{1000, 1000 + d, -1, low, -low[5]},
		} {
			got := JCCASide(tc.own, tc.opp, tc.score)
			if got.Change != tc.want || int32(got.Row) != tc.row[0] {
				t.Fatalf("%d against %d, score %d: change %d by row %d, want %d by row %d",
					tc.own, tc.opp, tc.score, got.Change, got.Row, tc.want, tc.row[0])
			}
		}
	}
}

func TestJCCAWorkedExampleDifferences(t *testing.T) {
	for _, tc := range []struct {
		name                   string
		higher, lower          int32
		highWin, highLoss      int32 // to the higher rated player
		lowWin, lowLoss        int32 // to the lower rated player
		highDraw, lowDraw      int32
		highRow, lowRow        int16
		highRule, lowRule      Rule
		pointsCreatedByAGame   int32
		pointsCreatedByADrawn  int32
		pointsCreatedByAnUpset int32
	}{
		{"equal", 1150, 1150, 30, -30, 30, -30, 0, 0, 1, 1, ruleJCCAEqual, ruleJCCAEqual, 0, 0, 0},
		{"120: neighbouring rows", 1320, 1200, 21, -39, 40, -20, -9, 10, 10, 11, ruleJCCAHigher, ruleJCCALower, 1, 1, 1},
		{"121: the same row", 1321, 1200, 20, -40, 40, -20, -10, 10, 11, 11, ruleJCCAHigher, ruleJCCALower, 0, 0, 0},
		{"561 to 679", 1761, 1200, 1, -59, 60, 0, -29, 30, 30, 31, ruleJCCAHigher, ruleJCCALower, 1, 1, 1},
		{"680 and up", 1880, 1200, 0, -60, 60, 0, -30, 30, 31, 31, ruleJCCAHigher, ruleJCCALower, 0, 0, 0},
	} {
		h := func(s int8) Side { return JCCASide(tc.higher, tc.lower, s) }
		l := func(s int8) Side { return JCCASide(tc.lower, tc.higher, s) }
		got := [6]int32{h(1).Change, h(-1).Change, l(1).Change, l(-1).Change, h(0).Change, l(0).Change}
		want := [6]int32{tc.highWin, tc.highLoss, tc.lowWin, tc.lowLoss, tc.highDraw, tc.lowDraw}
		if got != want {
			t.Errorf("%s: changes %v, want %v", tc.name, got, want)
		}
		if h(1).Row != tc.highRow || l(1).Row != tc.lowRow || h(1).Rule != tc.highRule || l(1).Rule != tc.lowRule {
			t.Errorf("%s: rows %d and %d, want %d and %d", tc.name, h(1).Row, l(1).Row, tc.highRow, tc.lowRow)
		}
		created := [3]int32{h(1).Change + l(-1).Change, h(0).Change + l(0).Change, h(-1).Change + l(1).Change}
		if created != [3]int32{tc.pointsCreatedByAGame, tc.pointsCreatedByADrawn, tc.pointsCreatedByAnUpset} {
			t.Errorf("%s: points created %v", tc.name, created)
		}
	}
}

// The example of the rules: 1150 + 30 - 20 + 16 + 4 = 1180, all changes from the ratings at the start of
// each game.
func TestJCCAWorkedExampleFourGames(t *testing.T) {
	before := []Entry{{Rating: 1150, Games: 40, Status: Established}, {Rating: 1150, Games: 40}, {Rating: 1030, Games: 40},
		{Rating: 1330, Games: 40}, {Rating: 1200, Games: 40}}
	games := []Game{
		{White: 0, Black: 1, WhiteRating: 1150, BlackRating: 1150, Score: 1},  // +30
		{White: 4, Black: 0, WhiteRating: 1271, BlackRating: 1150, Score: 1},  // lower, 121: row 11, lost: -20
		{White: 0, Black: 3, WhiteRating: 1150, BlackRating: 1350, Score: 0},  // lower, 200: row 17, drawn: +16
		{White: 2, Black: 0, WhiteRating: 730, BlackRating: 1150, Score: -1},  // higher, 420: row 27, won: +4
		{White: 1, Black: 2, WhiteRating: 1150, BlackRating: 1030, Score: -1}, // of others
	}
	var r Result
	if err := (&JCCA{}).Rate(&r, &Period{Before: before, Games: games}); err != nil {
		t.Fatal(err)
	}
	var changes []int32
	for _, g := range r.GamesOf(0) {
		if games[g].White == 0 {
			changes = append(changes, r.Games[g].White.Change)
		} else {
			changes = append(changes, r.Games[g].Black.Change)
		}
	}
	if want := []int32{30, -20, 16, 4}; !slices.Equal(changes, want) {
		t.Errorf("changes %v, want %v", changes, want)
	}
	if got := r.Players[0].After; got.Rating != 1180 || got.Games != 44 || got.Status != Established {
		t.Errorf("after the period %+v, want 1180 with 44 games, established", got)
	}
}

// newcomer rates a player with the given earlier games and games of one period, all with White.
func newcomer(t *testing.T, sys System, rating int32, past, now []Past) (Change, []Correction) {
	t.Helper()
	before := []Entry{{Rating: rating, Games: int32(len(past)), Past: past}, {Games: 100}}
	var games []Game
	for _, p := range now {
		games = append(games, Game{White: 0, Black: 1, WhiteRating: rating, BlackRating: p.Opponent, Score: p.Score})
	}
	var r Result
	if err := sys.Rate(&r, &Period{Before: before, Games: games}); err != nil {
		t.Fatal(err)
	}
	return r.Players[0], slices.Clone(r.Corrections)
}

func repeat(n int, opponent int32, score int8) []Past {
	return slices.Repeat([]Past{{Opponent: opponent, Score: score}}, n)
}

// Gap 33: 3 wins, 3 draws, 6 losses are -90 with draws counted as games, -120 without.
func TestJCCACorrectionAndDrawsInDenominator(t *testing.T) {
	now := slices.Concat(repeat(3, 1500, 1), repeat(3, 1500, 0), repeat(6, 1500, -1))
	for _, tc := range []struct {
		notation string
		want     int32
	}{{"jcca", 1410}, {"jcca:draws-in-denominator=no", 1380}, {"jcca:draws-in-denominator=yes", 1410}} {
		sys, err := New(tc.notation)
		if err != nil {
			t.Fatal(err)
		}
		c, cors := newcomer(t, sys, 1200, nil, now)
		if c.After.Rating != tc.want || c.After.Games != 12 || c.After.Status != Provisional {
			t.Errorf("%s: %+v, want %d, provisional", tc.notation, c.After, tc.want)
		}
		if len(cors) != 1 || cors[0].Mark != 12 || len(cors[0].Passes) != 1 {
			t.Errorf("%s: corrections %+v", tc.notation, cors)
		}
	}
	// Draws alone leave the mean of the opponents either way.
	for _, out := range []bool{false, true} {
		if c, _ := newcomer(t, &JCCA{DrawsOut: out}, 1200, nil, repeat(12, 1433, 0)); c.After.Rating != 1433 {
			t.Errorf("12 draws, DrawsOut %v: %d, want 1433", out, c.After.Rating)
		}
	}
}

// 360 itself stays; one point more goes. Every pass compares with its own unrounded Rp.
func TestJCCACorrectionPassByPass(t *testing.T) {
	// 11 draws against 1500 and one against x: Rp = 1500 + (x-1500)/12.
	// x - Rp = (x-1500) * 11/12 = 360 at x-1500 = 392.73: 1892 stays, 1893 goes.
	for _, tc := range []struct {
		x    int32
		want int32
		gone []int32
	}{
		{1892, 1533, nil},        // 1500 + 392/12 = 1532.67
		{1893, 1500, []int32{5}}, // then 1500
		{1108, 1467, nil},        // 1467.33
		{1107, 1500, []int32{5}},
	} {
		now := repeat(12, 1500, 0)
		now[5].Opponent = tc.x
		c, cors := newcomer(t, &JCCA{}, 1200, nil, now)
		if c.After.Rating != tc.want || !slices.Equal(cors[0].Passes[0].Excluded, tc.gone) {
			t.Errorf("opponent %d: %d, excluded %v; want %d, %v", tc.x, c.After.Rating, cors[0].Passes[0].Excluded, tc.want, tc.gone)
		}
	}
	// Exactly 360: 10 draws at 1500, wins and losses balance, two opponents at +-360 of the mean.
	now := repeat(12, 1500, 0)
	now[0].Opponent, now[11].Opponent = 1860, 1140
	if c, cors := newcomer(t, &JCCA{}, 1200, nil, now); c.After.Rating != 1500 || len(cors[0].Passes) != 1 {
		t.Errorf("360 away must stay: %d after %d passes", c.After.Rating, len(cors[0].Passes))
	}
	// A second pass moves Rp and takes away another game.
	now = repeat(12, 1500, 1)               // Rp near 1860
	now[0] = Past{Opponent: 1300, Score: 1} // 1500-200/12+360 = 1843.33: 1300 is 543 away, gone; then 1860: 1500 is 360 away, stays
	c, cors := newcomer(t, &JCCA{}, 1200, nil, now)
	if c.After.Rating != 1860 || len(cors[0].Passes) != 2 || !slices.Equal(cors[0].Passes[0].Excluded, []int32{0}) {
		t.Errorf("second pass: %d, %+v", c.After.Rating, cors)
	}
}

// If a pass would remove every game its value stands.
func TestJCCACorrectionKeepsTheLastValueWhenAllGamesGo(t *testing.T) {
	now := slices.Concat(repeat(6, 1000, 0), repeat(6, 2000, 0))
	c, cors := newcomer(t, &JCCA{}, 1200, nil, now)
	if c.After.Rating != 1500 || !cors[0].Exhausted || len(cors[0].Passes) != 1 {
		t.Errorf("%d, %+v; want 1500 after one pass", c.After.Rating, cors)
	}
}

func TestJCCACorrectionRoundsHalfUp(t *testing.T) {
	now := repeat(12, 1500, 0)
	now[0].Opponent = 1506 // 1500.5
	if c, _ := newcomer(t, &JCCA{}, 1200, nil, now); c.After.Rating != 1501 {
		t.Errorf("1500.5 rounds to %d, want 1501", c.After.Rating)
	}
	for _, tc := range []struct{ num, den, want int64 }{
		{1, 2, 1}, {-1, 2, 0}, {-3, 2, -1}, {3, 2, 2}, {-5, 12, 0}, {-7, 12, -1}, {0, 5, 0}, {7, 12, 1}, {5, 12, 0}, {-12, 12, -1},
	} {
		if got := num.RoundHalfUp(tc.num, tc.den); got != tc.want {
			t.Errorf("%d/%d rounds to %d, want %d", tc.num, tc.den, got, tc.want)
		}
	}
}

// Next rating = Rp + table changes of the games of the period after the mark; games before it in the
// period count through Rp only.
func TestJCCAGamesAfterTheMarkCountByTheTable(t *testing.T) {
	past := repeat(10, 1500, 0)
	now := slices.Concat(repeat(2, 1500, 0), repeat(1, 1500, 1))
	c, cors := newcomer(t, &JCCA{}, 1500, past, now)
	if c.After.Rating != 1530 || cors[0].Later != 30 || c.Counted != 30 || c.Sum != 30 || c.After.Games != 13 {
		t.Errorf("%+v %+v; want 1500 + 30", c, cors)
	}
	// All games known at the computation: 13 games, one win: 1500 + 360/13 = 1527.69.
	if c, _ := newcomer(t, &JCCA{AllGames: true}, 1500, past, now); c.After.Rating != 1528 {
		t.Errorf("all games: %d, want 1528", c.After.Rating)
	}
}

// The games of a mark are the first that ended. Reported late, a game pushes a later one of an earlier
// period behind the mark: its table change counts again, so that no game is lost.
func TestJCCALateReportsComeInTheOrderOfTheirEnd(t *testing.T) {
	past := repeat(11, 1500, 0)
	for i := range past {
		past[i].Day = int32(100 + i)
	}
	past[9].Change, past[10].Change = 7, -4 // the two that ended last
	before := []Entry{{Rating: 1500, Games: 11, Past: past}, {Games: 100}}
	var games []Game
	for i := range 3 { // ended on days 1 to 3: before all of the past
		games = append(games, Game{White: 0, Black: 1, WhiteRating: 1500, BlackRating: 1600, Score: 1, Day: int32(1 + i)})
	}
	games = append(games, Game{White: 0, Black: 1, WhiteRating: 1500, BlackRating: 1500, Score: -1, Day: 200})
	var r Result
	if err := (&JCCA{}).Rate(&r, &Period{Before: before, Games: games}); err != nil {
		t.Fatal(err)
	}
	// 3 wins against 1600, 9 draws against 1500: 1525 + 360 x 3/12 = 1615; then 7 - 4 and the loss, -30.
	cor := r.Corrections[0]
	if want := []int32{11, 12, 13, 0, 1, 2, 3, 4, 5, 6, 7, 8}; !slices.Equal(cor.Used, want) {
		t.Errorf("used %v, want %v", cor.Used, want)
	}
	if cor.Rating != 1615 || cor.Later != 7-4-30 || r.Players[0].After.Rating != 1588 {
		t.Errorf("%+v, after %d; want 1615 - 27 = 1588", cor, r.Players[0].After.Rating)
	}
}

func TestJCCAPassingBothMarksMakesTheSecondCorrectionOnly(t *testing.T) {
	past := repeat(11, 1500, 0)
	now := slices.Concat(repeat(9, 1600, 1), repeat(1, 1200, -1)) // games 12..20, and the 21st
	c, cors := newcomer(t, &JCCA{}, 1200, past, now)
	// (11*1500 + 9*1600 + 360*9)/20 = 1707; then 1200 against 1200 lost: -30
	if len(cors) != 1 || cors[0].Mark != 20 || c.After.Rating != 1707-30 || c.After.Status != Established {
		t.Errorf("%+v %+v; want 1677, established", c.After, cors)
	}
	// From games 13 to 20 only: 1600 + 360 = 1960 each win; all 360 away, which stays.
	c, cors = newcomer(t, &JCCA{SecondOnly: true}, 1200, past, now)
	if c.After.Rating != 1960-30 || cors[0].First != 12 || cors[0].Passes[0].Games() != 8 {
		t.Errorf("13-20: %+v %+v; want 1930 from 8 games", c.After, cors)
	}
}

func TestJCCAOpponentsAwayFromTheInitialRating(t *testing.T) {
	now := slices.Concat(repeat(6, 1500, 0), repeat(6, 1700, 0))
	if c, _ := newcomer(t, &JCCA{}, 1200, nil, now); c.After.Rating != 1600 {
		t.Errorf("computed: %d, want 1600", c.After.Rating)
	}
	if c, _ := newcomer(t, &JCCA{FromInitial: true}, 1200, nil, now); c.After.Rating != 1500 {
		t.Errorf("initial 1200 is 300 from 1500 and 500 from 1700: %d, want 1500", c.After.Rating)
	}
}

// Gap 38: without the earlier games a mark brings no correction.
func TestJCCAIncompleteHistoryLeavesTheTable(t *testing.T) {
	before := []Entry{{Rating: 1400, Games: 11}, {Rating: 1400, Games: 50}}
	games := []Game{{White: 0, Black: 1, WhiteRating: 1400, BlackRating: 1400, Score: 1}}
	var r Result
	if err := (&JCCA{}).Rate(&r, &Period{Before: before, Games: games}); err != nil {
		t.Fatal(err)
	}
	if c := r.Players[0]; c.After.Rating != 1430 || c.After.Games != 12 || !r.Corrections[c.Correction].Incomplete {
		t.Errorf("%+v %+v; want 1430 and an incomplete correction", c.After, r.Corrections)
	}
}

func TestRateRefusesGamesThatDoNotFit(t *testing.T) {
	before := make([]Entry, 2)
	for _, g := range []Game{{White: 0, Black: 2}, {White: -1, Black: 1}, {White: 1, Black: 1}, {White: 0, Black: 1, Score: 2}} {
		var r Result
		if err := (&JCCA{}).Rate(&r, &Period{Before: before, Games: []Game{g}}); err == nil {
			t.Errorf("%+v was rated", g)
		}
	}
}

func TestNewRefusesUnknownOptions(t *testing.T) {
	for _, n := range []string{"", "jca", "jcca:corection=all", "jcca:correction=some", "jcca:draws-in-denominator=perhaps"} {
		if _, err := New(n); err == nil {
			t.Errorf("%q was accepted", n)
		}
	}
}

// plainLeague is a second implementation of the JCCA rules, written from the rules' text with rationals
// and maps, one player at a time, without regard to speed.
func plainLeague(rows [][8]int32, j JCCA, before []Entry, games []Game) []Entry {
	after := make([]Entry, len(before))
	for p := range before {
		type played struct {
			own, opp, corr int32
			score          int8
			day            int32
			earlier        bool
			change         int32
		}
		var all []played
		for _, past := range before[p].Past {
			all = append(all, played{corr: past.Opponent, score: past.Score, day: past.Day, earlier: true, change: past.Change})
		}
		earlier := int(before[p].Games)
		known := len(all) == earlier
		var period []played
		for _, g := range games {
			switch int32(p) {
			case g.White:
				corr := g.BlackRating
				if g.BlackLater != 0 {
					corr = g.BlackLater
				}
				period = append(period, played{own: g.WhiteRating, opp: g.BlackRating, corr: corr, score: g.Score, day: g.Day})
			case g.Black:
				corr := g.WhiteRating
				if g.WhiteLater != 0 {
					corr = g.WhiteLater
				}
				period = append(period, played{own: g.BlackRating, opp: g.WhiteRating, corr: corr, score: -g.Score, day: g.Day})
			}
		}
		all = append(all, period...)
		slices.SortStableFunc(all, func(a, b played) int { return int(a.day - b.day) })
		change := func(g played) int32 {
			if g.earlier {
				return g.change
			}
			for i := len(rows) - 1; i >= 0; i-- {
				r := rows[i]
				if g.own >= g.opp && g.own-g.opp >= r[1] {
					return map[int8]int32{1: r[5], 0: -r[7], -1: -r[6]}[g.score]
				}
				if g.own < g.opp && g.opp-g.own >= r[3] {
					return map[int8]int32{1: r[6], 0: r[7], -1: -r[5]}[g.score]
				}
			}
			panic("no row")
		}
		total := earlier + len(period)
		after[p] = Entry{Rating: before[p].Rating, Games: int32(total), Status: Provisional}
		if total >= 20 {
			after[p].Status = Established
		}
		mark := 0
		if earlier < 12 && total >= 12 {
			mark = 12
		}
		if earlier < 20 && total >= 20 {
			mark = 20
		}
		if mark == 0 || !known {
			for _, g := range period {
				after[p].Rating += change(g)
			}
			continue
		}
		use, rest := all[:mark], all[mark:]
		if j.AllGames {
			use, rest = all, nil
		}
		if j.SecondOnly && mark == 20 {
			use = use[12:]
		}
		var rp *big.Rat
		for {
			sum, net, decided := new(big.Rat), int64(0), int64(0)
			for _, g := range use {
				sum.Add(sum, big.NewRat(int64(g.corr), int64(len(use))))
				net += int64(g.score)
				if g.score != 0 {
					decided++
				}
			}
			denominator := int64(len(use))
			if j.DrawsOut {
				denominator = max(decided, 1)
			}
			rp = sum.Add(sum, big.NewRat(360*net, denominator))
			from := rp
			if j.FromInitial {
				from = big.NewRat(int64(before[p].Rating), 1)
			}
			var left []played
			for _, g := range use {
				away := new(big.Rat).Sub(big.NewRat(int64(g.corr), 1), from)
				if away.Abs(away).Cmp(big.NewRat(360, 1)) <= 0 {
					left = append(left, g)
				}
			}
			if len(left) == 0 || len(left) == len(use) {
				break
			}
			use = left
		}
		// Half up: the floor of Rp + 1/2. Ratings here are positive or the fraction is floored by Euclid.
		up := new(big.Rat).Add(rp, big.NewRat(1, 2))
		after[p].Rating = int32(new(big.Int).Div(up.Num(), up.Denom()).Int64())
		for _, g := range rest {
			after[p].Rating += change(g)
		}
	}
	return after
}

func TestJCCAAgreesWithPlainImplementation(t *testing.T) {
	rows := readTable(t)
	var r Result // used again by every check: stale state would show
	rapid.Check(t, func(t *rapid.T) {
		j := JCCA{
			DrawsOut:    rapid.Bool().Draw(t, "drawsOut"),
			AllGames:    rapid.Bool().Draw(t, "all"),
			SecondOnly:  rapid.Bool().Draw(t, "second"),
			FromInitial: rapid.Bool().Draw(t, "initial"),
		}
		rating := rapid.Int32Range(-50, 2600)
		score := rapid.SampledFrom([]int8{-1, 0, 1})
		n := rapid.Int32Range(2, 8).Draw(t, "players")
		before := make([]Entry, n)
		for p := range before {
			e := &before[p]
			e.Rating, e.Status = rating.Draw(t, "rating"), Provisional
			e.Games = rapid.Int32Range(0, 25).Draw(t, "games")
			known := e.Games
			if rapid.IntRange(0, 9).Draw(t, "gap") == 0 {
				known = 0
			}
			if e.Games < 20 {
				for range known {
					e.Past = append(e.Past, Past{Opponent: rating.Draw(t, "opponent"), Score: score.Draw(t, "score"),
						Day: rapid.Int32Range(1, 90).Draw(t, "day"), Change: rapid.Int32Range(-60, 60).Draw(t, "change")})
				}
			}
		}
		games := make([]Game, rapid.IntRange(0, 60).Draw(t, "count"))
		for i := range games {
			w := rapid.Int32Range(0, n-1).Draw(t, "white")
			b := rapid.Int32Range(0, n-2).Draw(t, "black")
			if b >= w {
				b++
			}
			games[i] = Game{White: w, Black: b, WhiteRating: rating.Draw(t, "w"), BlackRating: rating.Draw(t, "b"), Score: score.Draw(t, "s")}
			if rapid.Bool().Draw(t, "later") {
				games[i].WhiteLater = rapid.Int32Range(1, 2500).Draw(t, "wl")
				games[i].BlackLater = rapid.Int32Range(1, 2500).Draw(t, "bl")
			}
			games[i].Day = rapid.Int32Range(60, 130).Draw(t, "day")
		}
		slices.SortStableFunc(games, func(a, b Game) int { return int(a.Day - b.Day) })
		want := plainLeague(rows, j, before, games)
		if err := j.Rate(&r, &Period{Before: before, Games: games}); err != nil {
			t.Fatal(err)
		}
		got := make([]Entry, n)
		for p := range got {
			got[p] = r.Players[p].After
			past := r.Past(nil, int32(p), games)
			if len(past) != len(before[p].Past)+len(r.GamesOf(int32(p))) {
				t.Fatalf("player %d: %d past games", p, len(past))
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("plain implementation disagrees (-plain +got):\n%s", d)
		}
	})
}

// The order of games inside a period does not matter to a player who passes no mark.
func TestJCCAOrderMattersOnlyAtMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := []Entry{{Rating: 1500, Games: 30}, {Rating: 1400, Games: 30}, {Rating: 1300, Games: 30}}
		games := rapid.SliceOf(rapid.Custom(func(t *rapid.T) Game {
			w := rapid.Int32Range(0, 2).Draw(t, "w")
			return Game{White: w, Black: (w + 1) % 3, WhiteRating: rapid.Int32Range(1, 2500).Draw(t, "wr"),
				BlackRating: rapid.Int32Range(1, 2500).Draw(t, "br"), Score: rapid.SampledFrom([]int8{-1, 0, 1}).Draw(t, "s")}
		})).Draw(t, "games")
		shuffled := rapid.Permutation(games).Draw(t, "order")
		var a, b Result
		if err := (&JCCA{}).Rate(&a, &Period{Before: before, Games: games}); err != nil {
			t.Fatal(err)
		}
		if err := (&JCCA{}).Rate(&b, &Period{Before: before, Games: shuffled}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(a.Players, b.Players); d != "" {
			t.Fatal(d)
		}
	})
}

// After warm-up a period without corrections allocates nothing.
func TestJCCARateReusesItsResult(t *testing.T) {
	before, games := league(50, 1000)
	var r Result
	j := &JCCA{}
	if err := j.Rate(&r, &Period{Before: before, Games: games}); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = j.Rate(&r, &Period{Before: before, Games: games}) }); n != 0 {
		t.Errorf("%v allocations a period", n)
	}
}

func league(players, count int) ([]Entry, []Game) {
	before := make([]Entry, players)
	for p := range before {
		before[p] = Entry{Rating: int32(1000 + p*13%1200), Games: 40, Status: Established}
	}
	games := make([]Game, count)
	for i := range games {
		w := i % players
		b := (w + 1 + i/players%(players-1)) % players
		games[i] = Game{White: int32(w), Black: int32(b), WhiteRating: before[w].Rating, BlackRating: before[b].Rating, Score: int8(i%3 - 1)}
	}
	return before, games
}

func BenchmarkJCCA(b *testing.B) {
	before, games := league(20000, 1_000_000)
	var r Result
	j := &JCCA{}
	for b.Loop() {
		if err := j.Rate(&r, &Period{Before: before, Games: games}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(games))*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
