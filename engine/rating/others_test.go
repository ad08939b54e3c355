package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// rateFIDE rates games of player 0 against opponents of given ratings (0: unrated), and gives his change.
func rateFIDE(t *testing.T, sys *FIDE, own Entry, opps []Past) (Change, Result) {
	t.Helper()
	before := []Entry{own}
	var games []Game
	for i, o := range opps {
		e := Entry{Rating: o.Opponent, Games: 100, Status: Established}
		if o.Opponent == 0 {
			e.Status = Unrated
		}
		before = append(before, e)
		games = append(games, Game{White: int32(i + 1), Black: 0, WhiteRating: o.Opponent, BlackRating: own.Rating, Score: -o.Score})
	}
	var r Result
	if err := sys.Rate(&r, &Period{Before: before, Games: games, Last: NewDay(2025, 12, 31)}); err != nil {
		t.Fatal(err)
	}
	return r.Players[0], r
}

func TestFIDEChangeOfARatedPlayer(t *testing.T) {
	established := Entry{Rating: 2000, Games: 200, Status: Established}
	with := func(f func(*Entry)) Entry { e := established; f(&e); return e }
	for _, tc := range []struct {
		name  string
		sys   FIDE
		own   Entry
		opps  []Past
		sum   int32 // hundredths
		after int32
	}{
		{"win against an equal, K 20", FIDE{}, established, []Past{{Opponent: 2000, Score: 1}}, 1000, 2010},
		{"8.3.3 K 40 below 30 games", FIDE{}, with(func(e *Entry) { e.Games = 29 }), []Past{{Opponent: 2000, Score: 1}}, 2000, 2020},
		{"K 40 junior below 2300", FIDE{}, with(func(e *Entry) { e.Own[fideBorn] = 2007 }), []Past{{Opponent: 2000, Score: 1}}, 2000, 2020},
		{"K 20 junior from 2300", FIDE{}, with(func(e *Entry) { e.Own[fideBorn], e.Rating = 2007, 2300 }), []Past{{Opponent: 2300, Score: 1}}, 1000, 2310},
		{"K 10 once 2400 was published", FIDE{}, with(func(e *Entry) { e.Own[fidePeak] = 2400 }), []Past{{Opponent: 2000, Score: 1}}, 500, 2005},
		{"K of the list", FIDE{}, with(func(e *Entry) { e.Own[fideKColumn] = 30 }), []Past{{Opponent: 2000, Score: 1}}, 1500, 2015},
		{"8.3.1 more than 400 counts as 400", FIDE{}, established, []Past{{Opponent: 1500, Score: 1}}, 20 * 8, 2002},
		{"2650 uses the true difference", FIDE{}, with(func(e *Entry) { e.Rating, e.Own[fidePeak] = 2700, 2700 }), []Past{{Opponent: 2200, Score: 1}}, 10 * 4, 2700},
		{"2650 with the old cap", FIDE{Cap: FIDECapAll}, with(func(e *Entry) { e.Rating, e.Own[fidePeak] = 2700, 2700 }), []Past{{Opponent: 2200, Score: 1}}, 10 * 8, 2701},
		{"unrated opponents do not count", FIDE{}, established, []Past{{Opponent: 0, Score: -1}, {Opponent: 2000, Score: 0}}, 0, 2000},
		{"half away from zero: +2.5", FIDE{}, with(func(e *Entry) { e.Own[fideKColumn] = 5 }), []Past{{Opponent: 2000, Score: 1}}, 250, 2003},
		{"half away from zero: -2.5", FIDE{}, with(func(e *Entry) { e.Own[fideKColumn] = 5 }), []Past{{Opponent: 2000, Score: -1}}, -250, 1997},
	} {
		c, _ := rateFIDE(t, &tc.sys, tc.own, tc.opps)
		if c.Sum != tc.sum || c.After.Rating != tc.after {
			t.Errorf("%s: sum %d after %d, want %d and %d", tc.name, c.Sum, c.After.Rating, tc.sum, tc.after)
		}
	}
	// K x games is at most 700: 36 games with K 20 are played at K 19.
	c, r := rateFIDE(t, &FIDE{}, established, repeat(36, 2000, 1))
	if r.Games[0].Black.K != 19 || c.Sum != 36*19*50 {
		t.Errorf("36 games: K %d, sum %d", r.Games[0].Black.K, c.Sum)
	}
	// 7.2.1: below 1400 a player is shown unrated.
	c, _ = rateFIDE(t, &FIDE{}, with(func(e *Entry) { e.Rating = 1405 }), []Past{{Opponent: 1405, Score: -1}})
	if c.After.Status != Unrated || c.After.Rating != 0 {
		t.Errorf("below the floor: %+v", c.After)
	}
}

func TestFIDEInitialRating(t *testing.T) {
	for _, tc := range []struct {
		name  string
		opps  []Past
		after int32
		st    Status
		pool  int32
	}{
		// (8500 + 3600)/7 = 1728.57, p = 3.5/7 = .50
		{"half the points", []Past{{Opponent: 1500, Score: 1}, {Opponent: 1600, Score: 1}, {Opponent: 1700, Score: 0}, {Opponent: 1800, Score: -1}, {Opponent: 1900, Score: -1}}, 1729, Established, 0},
		// (8500 + 3600)/7 = 1728.57, p = 6/7 = .86: +309
		{"all points", []Past{{Opponent: 1500, Score: 1}, {Opponent: 1600, Score: 1}, {Opponent: 1700, Score: 1}, {Opponent: 1800, Score: 1}, {Opponent: 1900, Score: 1}}, 2038, Established, 0},
		{"at most 2200", repeat(9, 2300, 1), 2200, Established, 0},
		{"four games wait", repeat(4, 1700, 1), 0, Unrated, 4},
		{"no point: disregarded", repeat(6, 1700, -1), 0, Unrated, 0},
		// (5*1400 + 3600)/7 = 1514.29, p = 1.5/7 = .21: -230 -> 1284
		{"below 1400", append(repeat(4, 1400, -1), Past{Opponent: 1400, Score: 0}), 0, Unrated, 5},
		{"unrated opponents do not count", append(repeat(4, 1700, 1), Past{Opponent: 0, Score: 1}), 0, Unrated, 4},
	} {
		c, _ := rateFIDE(t, &FIDE{}, Entry{}, tc.opps)
		if c.After.Rating != tc.after || c.After.Status != tc.st || int32(c.After.Own[fidePoolGames]) != tc.pool {
			t.Errorf("%s: %+v, want %d, pool of %d", tc.name, c.After, tc.after, tc.pool)
		}
	}
	// Pooled over periods: four games before, one now.
	var pooled Entry
	pooled.setPool(Pool{Games: 4, Sum: 6800, Halves: 4})
	c, _ := rateFIDE(t, &FIDE{}, pooled, []Past{{Opponent: 1700, Score: 0}})
	if c.After.Rating != 1729 || c.After.Status != Established {
		t.Errorf("pooled: %+v, want 1729", c.After)
	}
}

// Glickman's example: 1500/200/0.06 against 1400/30 won, 1550/100 lost, 1700/300 lost, tau 0.5.
func TestGlicko2WorkedExample(t *testing.T) {
	before := []Entry{
		{Rating: 1500, Own: [maxColumns]float64{0, 200, 0.06}, Status: Established},
		{Rating: 1400, Own: [maxColumns]float64{0, 30, 0.06}, Status: Established},
		{Rating: 1550, Own: [maxColumns]float64{0, 100, 0.06}, Status: Established},
		{Rating: 1700, Own: [maxColumns]float64{0, 300, 0.06}, Status: Established},
		{Rating: 1500, Own: [maxColumns]float64{0, 200, 0.06}, Status: Established},
	}
	games := []Game{{White: 0, Black: 1, Score: 1}, {White: 2, Black: 0, Score: 1}, {White: 0, Black: 3, Score: -1}}
	sys, err := New("glicko2")
	if err != nil {
		t.Fatal(err)
	}
	var r Result
	if err := sys.Rate(&r, &Period{Before: before, Games: games}); err != nil {
		t.Fatal(err)
	}
	a := r.Players[0].After
	exact, deviation, volatility := a.Own[glickoExactColumn], a.Own[glickoDeviationColumn], a.Own[glickoVolatilityColumn]
	if math.Abs(exact-1464.06) > 0.02 || math.Abs(deviation-151.52) > 0.02 || math.Abs(volatility-0.05999) > 0.00002 {
		t.Errorf("%v/%v/%v, published 1464.06/151.52/0.05999", exact, deviation, volatility)
	}
	// Without games only the deviation grows: sqrt(phi^2 + sigma^2).
	want := 173.7178 * math.Hypot(200/173.7178, 0.06)
	if b := r.Players[4].After; b.Rating != 1500 || math.Abs(b.Own[glickoDeviationColumn]-want) > 1e-9 || b.Own[glickoVolatilityColumn] != 0.06 {
		t.Errorf("without games: %+v, want deviation %v", b, want)
	}
}

func TestEloZeroSumAndKnownValues(t *testing.T) {
	before := []Entry{{Rating: 1600, Status: Established}, {Rating: 1500, Status: Established}}
	var r Result
	sys, err := New("elo:k=32")
	if err != nil {
		t.Fatal(err)
	}
	game := []Game{{White: 0, Black: 1, WhiteRating: 1600, BlackRating: 1500, Score: -1}}
	if err := sys.Rate(&r, &Period{Before: before, Games: game}); err != nil {
		t.Fatal(err)
	}
	// E(100) = 0.640065: -32 x 0.640065 = -20.482
	if r.Players[0].Sum != -20482 || r.Players[1].Sum != 20482 || r.Players[0].After.Rating != 1580 {
		t.Errorf("%+v %+v", r.Players[0], r.Players[1])
	}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Float64Range(-2000, 2000).Draw(t, "difference")
		if s := EloExpected(d) + EloExpected(-d); math.Abs(s-1) > 1e-12 {
			t.Fatalf("expected scores of %v add up to %v", d, s)
		}
	})
}

// What every row of the table must do: no games, no change; the sum of sides is the change's sum; the
// result does not depend on what it held before.
func TestEverySystemConforms(t *testing.T) {
	for _, row := range Systems {
		t.Run(row.Name, func(t *testing.T) {
			sys, err := New(row.Name)
			if err != nil {
				t.Fatal(err)
			}
			var used Result
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.Int32Range(1, 6).Draw(t, "players")
				before := make([]Entry, n)
				for p := range before {
					before[p] = Entry{Rating: rapid.Int32Range(1400, 2700).Draw(t, "r"), Games: 40, Status: Established}
				}
				var games []Game
				if n > 1 {
					games = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Game {
						w := rapid.Int32Range(0, n-1).Draw(t, "w")
						b := (w + rapid.Int32Range(1, n-1).Draw(t, "b")) % n
						return Game{White: w, Black: b, WhiteRating: before[w].Rating, BlackRating: before[b].Rating,
							Score: rapid.SampledFrom([]int8{-1, 0, 1}).Draw(t, "s")}
					}), 0, 12).Draw(t, "games")
				}
				var fresh Result
				if err := sys.Rate(&fresh, &Period{Before: before, Games: games}); err != nil {
					t.Fatal(err)
				}
				if err := sys.Rate(&used, &Period{Before: before, Games: games}); err != nil {
					t.Fatal(err)
				}
				for p := range before {
					c := fresh.Players[p]
					if u := used.Players[p]; u.After.Rating != c.After.Rating || u.Sum != c.Sum || u.After.Own != c.After.Own {
						t.Fatalf("a used result differs: %+v, fresh %+v", u, c)
					}
					if c.Played == 0 && (c.After.Rating != c.Before.Rating || c.Sum != 0) {
						t.Fatalf("changed without a game: %+v", c)
					}
					if c.After.Games != c.Before.Games+c.Played {
						t.Fatalf("games: %+v", c)
					}
					if sys, ok := sys.(*Glicko2); ok && sys != nil {
						continue // a Glicko-2 period has no changes per game
					}
					sum := int32(0)
					for _, g := range fresh.GamesOf(int32(p)) {
						if games[g].White == int32(p) {
							sum += fresh.Games[g].White.Change
						} else {
							sum += fresh.Games[g].Black.Change
						}
					}
					if sum != c.Sum {
						t.Fatalf("sides add up to %d, the period to %d", sum, c.Sum)
					}
				}
			})
		})
	}
}

// Rules hold from their day: the limit of 400 points by the day of the game, the rest by the end of the period.
func TestFIDERulesOfTheDay(t *testing.T) {
	top := []Entry{{Rating: 2700, Games: 100, Status: Established, Own: [maxColumns]float64{fidePeak: 2700}},
		{Rating: 2200, Games: 100, Status: Established}}
	for _, tc := range []struct {
		sys    FIDE
		day    int32
		last   int32
		change int32 // White's, hundredths
	}{
		{FIDE{}, NewDay(2025, 9, 30), NewDay(2025, 12, 31), 80},
		{FIDE{}, NewDay(2025, 10, 1), NewDay(2025, 12, 31), 40},
		{FIDE{}, 0, NewDay(2025, 9, 30), 80}, // the day is not known: the period's
		{FIDE{}, 0, 0, 40},
		{FIDE{Cap: FIDECapBelow2650}, NewDay(2015, 1, 1), NewDay(2015, 3, 31), 40},
		{FIDE{Cap: FIDECapAll}, NewDay(2025, 12, 1), NewDay(2025, 12, 31), 80},
		{FIDE{List: FIDERapid}, NewDay(2025, 12, 1), NewDay(2025, 12, 31), 80},
	} {
		var r Result
		g := []Game{{White: 0, Black: 1, WhiteRating: 2700, BlackRating: 2200, Score: 1, Day: tc.day}}
		if err := tc.sys.Rate(&r, &Period{Before: top, Games: g, Last: tc.last}); err != nil {
			t.Fatal(err)
		}
		if got := r.Games[0].White.Change; got != tc.change {
			t.Errorf("%+v on day %d of the period to %d: %d, want %d", tc.sys, tc.day, tc.last, got, tc.change)
		}
	}
	// Rapid and blitz from December 2024: 600 points and more are not rated if a player is above 2600.
	for _, tc := range []struct {
		list  FIDEList
		day   int32
		black int32
		rule  Rule
	}{
		{FIDERapid, NewDay(2024, 12, 1), 2100, ruleFIDE600},
		{FIDERapid, NewDay(2024, 12, 1), 2101, ruleFIDECap},
		{FIDERapid, NewDay(2024, 11, 30), 2100, ruleFIDECap},
		{FIDEStandard, NewDay(2024, 12, 1), 2100, ruleFIDECap},
	} {
		var r Result
		g := []Game{{White: 0, Black: 1, WhiteRating: 2700, BlackRating: tc.black, Score: 1, Day: tc.day}}
		if err := (&FIDE{List: tc.list}).Rate(&r, &Period{Before: top, Games: g, Last: NewDay(2024, 12, 31)}); err != nil {
			t.Fatal(err)
		}
		if got := r.Games[0].White.Rule; got != tc.rule {
			t.Errorf("%+v: rule %s, want %s", tc, fideRules[got].Code, fideRules[tc.rule].Code)
		}
	}
}

// Until February 2024: no hypothetical games, half the points give Ra, each half point more 20.
func TestFIDEInitialRatingByTheRulesOfTheDay(t *testing.T) {
	for _, tc := range []struct {
		pool Pool
		day  int32
		want int32
	}{
		{Pool{5, 8500, 5}, NewDay(2024, 2, 29), 1700},
		{Pool{5, 8500, 7}, NewDay(2024, 2, 29), 1740},
		{Pool{5, 8500, 4}, NewDay(2024, 2, 29), 1628},  // .40: -72
		{Pool{5, 8500, 5}, NewDay(2024, 3, 1), 1729},   // 12100 / 7
		{Pool{9, 20700, 18}, NewDay(2024, 3, 1), 2200}, // at most
		{Pool{9, 20700, 18}, NewDay(2024, 2, 29), 2480},
	} {
		if got := FIDEInitial(tc.pool, tc.day); got.Rating != tc.want {
			t.Errorf("%+v on %d: %+v, want %d", tc.pool, tc.day, got, tc.want)
		}
	}
}

// Results are pooled over 26 months: the first of January 2023 counts until February 2025.
func TestFIDEPoolsOver26Months(t *testing.T) {
	own := Entry{Past: []Past{{Opponent: 1700, Day: NewDay(2023, 1, 31)}, {Day: NewDay(2023, 2, 1)},
		{Opponent: 1800, Score: 1, Day: NewDay(2023, 3, 1)}}}
	own.setPool(Pool{2, 3500, 3})
	for _, tc := range []struct {
		last int32
		want Pool
	}{{NewDay(2025, 2, 28), Pool{2, 3500, 3}}, {NewDay(2025, 3, 31), Pool{1, 1800, 2}}, {NewDay(2025, 5, 31), Pool{}}, {0, Pool{2, 3500, 3}}} {
		if got := poolOf(&own, tc.last); got != tc.want {
			t.Errorf("at %d: %+v, want %+v", tc.last, got, tc.want)
		}
	}
	own.setPool(Pool{3, 5200, 3}) // the list knows more games than the history: all of them count
	if got := poolOf(&own, NewDay(2025, 5, 31)); got != (Pool{3, 5200, 3}) {
		t.Errorf("without the whole history: %+v", got)
	}
}

// The K of the next list follows the rules, and a K that only the list knows stays as long as it may.
func TestFIDENextK(t *testing.T) {
	k := func(rating, games int32, peak, k, born float64) Entry {
		return Entry{Rating: rating, Games: games, Status: Established,
			Own: [maxColumns]float64{fidePeak: peak, fideKColumn: k, fideBorn: born}}
	}
	for _, tc := range []struct {
		name          string
		before, after Entry
		last          int32
		want          int32
	}{
		{"30 games completed", k(2000, 29, 2000, 40, 0), k(2000, 30, 2000, 40, 0), NewDay(2025, 3, 31), 20},
		{"a list without games", k(2000, 0, 2000, 20, 0), k(2000, 9, 2000, 20, 0), NewDay(2025, 3, 31), 20},
		{"2400 reached", k(2390, 99, 2390, 20, 0), k(2405, 108, 2405, 20, 0), NewDay(2025, 3, 31), 10},
		{"2400 reached, K of the list", k(2390, 0, 2390, 20, 0), k(2405, 40, 2405, 20, 0), NewDay(2025, 3, 31), 10},
		{"a junior in the year of 18", k(1900, 99, 1900, 40, 2007), k(1900, 99, 1900, 40, 2007), NewDay(2025, 9, 30), 40},
		{"and after it", k(1900, 99, 1900, 40, 2007), k(1900, 99, 1900, 40, 2007), NewDay(2025, 12, 31), 20},
		{"K 10 of the list", k(2300, 99, 2300, 10, 0), k(2290, 99, 2300, 10, 0), NewDay(2025, 3, 31), 10},
	} {
		if got := fideNextK(&tc.before, &tc.after, tc.last); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
}

// A system keeps at most maxColumns columns and shows what it says under one name once; every rule has a code.
func TestTraitsAreWhole(t *testing.T) {
	codes := map[string]string{}
	for _, row := range Systems {
		sys, err := New(row.Name)
		if err != nil {
			t.Fatal(err)
		}
		traits := sys.Traits()
		if traits.Lag < 1 || len(traits.Columns) > maxColumns {
			t.Errorf("%s: lag %d, %d columns", row.Name, traits.Lag, len(traits.Columns))
		}
		seen := map[string]bool{}
		for _, c := range traits.Columns {
			for _, name := range append([]string{c.Name}, c.Aliases...) {
				if seen[name] || c.Min > c.Max {
					t.Errorf("%s: column %s", row.Name, name)
				}
				seen[name] = true
			}
		}
		for _, r := range row.Rules[ownRules:] {
			if other := codes[r.Code]; r.Code == "" || other != "" {
				t.Errorf("%s: rule %q, also of %q", row.Name, r.Code, other)
			}
			codes[r.Code] = row.Name
			if FindRule(r.Code) != r {
				t.Errorf("%s: rule %s is not found", row.Name, r.Code)
			}
		}
	}
}
