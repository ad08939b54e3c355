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
	if err := sys.Rate(&r, before, games); err != nil {
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
		{"K 40 junior below 2300", FIDE{}, with(func(e *Entry) { e.Junior = true }), []Past{{Opponent: 2000, Score: 1}}, 2000, 2020},
		{"K 20 junior from 2300", FIDE{}, with(func(e *Entry) { e.Junior, e.Rating = true, 2300 }), []Past{{Opponent: 2300, Score: 1}}, 1000, 2310},
		{"K 10 once 2400 was published", FIDE{}, with(func(e *Entry) { e.Peak = 2400 }), []Past{{Opponent: 2000, Score: 1}}, 500, 2005},
		{"K of the list", FIDE{}, with(func(e *Entry) { e.K = 30 }), []Past{{Opponent: 2000, Score: 1}}, 1500, 2015},
		{"8.3.1 more than 400 counts as 400", FIDE{}, established, []Past{{Opponent: 1500, Score: 1}}, 20 * 8, 2002},
		{"2650 uses the true difference", FIDE{}, with(func(e *Entry) { e.Rating, e.Peak = 2700, 2700 }), []Past{{Opponent: 2200, Score: 1}}, 10 * 4, 2700},
		{"2650 with the old cap", FIDE{CapAll: true}, with(func(e *Entry) { e.Rating, e.Peak = 2700, 2700 }), []Past{{Opponent: 2200, Score: 1}}, 10 * 8, 2701},
		{"unrated opponents do not count", FIDE{}, established, []Past{{Opponent: 0, Score: -1}, {Opponent: 2000, Score: 0}}, 0, 2000},
		{"half away from zero: +2.5", FIDE{}, with(func(e *Entry) { e.K = 5 }), []Past{{Opponent: 2000, Score: 1}}, 250, 2003},
		{"half away from zero: -2.5", FIDE{}, with(func(e *Entry) { e.K = 5 }), []Past{{Opponent: 2000, Score: -1}}, -250, 1997},
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
		if c.After.Rating != tc.after || c.After.Status != tc.st || c.After.Pool.Games != tc.pool {
			t.Errorf("%s: %+v, want %d, pool of %d", tc.name, c.After, tc.after, tc.pool)
		}
	}
	// Pooled over periods: four games before, one now.
	c, _ := rateFIDE(t, &FIDE{}, Entry{Pool: Pool{Games: 4, Sum: 6800, Halves: 4}}, []Past{{Opponent: 1700, Score: 0}})
	if c.After.Rating != 1729 || c.After.Status != Established {
		t.Errorf("pooled: %+v, want 1729", c.After)
	}
}

// Glickman's example: 1500/200/0.06 against 1400/30 won, 1550/100 lost, 1700/300 lost, tau 0.5.
func TestGlicko2WorkedExample(t *testing.T) {
	before := []Entry{
		{Rating: 1500, Deviation: 200, Volatility: 0.06, Status: Established},
		{Rating: 1400, Deviation: 30, Volatility: 0.06, Status: Established},
		{Rating: 1550, Deviation: 100, Volatility: 0.06, Status: Established},
		{Rating: 1700, Deviation: 300, Volatility: 0.06, Status: Established},
		{Rating: 1500, Deviation: 200, Volatility: 0.06, Status: Established},
	}
	games := []Game{{White: 0, Black: 1, Score: 1}, {White: 2, Black: 0, Score: 1}, {White: 0, Black: 3, Score: -1}}
	sys, err := New("glicko2")
	if err != nil {
		t.Fatal(err)
	}
	var r Result
	if err := sys.Rate(&r, before, games); err != nil {
		t.Fatal(err)
	}
	a := r.Players[0].After
	if math.Abs(a.Exact-1464.06) > 0.02 || math.Abs(a.Deviation-151.52) > 0.02 || math.Abs(a.Volatility-0.05999) > 0.00002 {
		t.Errorf("%v/%v/%v, published 1464.06/151.52/0.05999", a.Exact, a.Deviation, a.Volatility)
	}
	// Without games only the deviation grows: sqrt(phi^2 + sigma^2).
	want := 173.7178 * math.Hypot(200/173.7178, 0.06)
	if b := r.Players[4].After; b.Rating != 1500 || math.Abs(b.Deviation-want) > 1e-9 || b.Volatility != 0.06 {
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
	if err := sys.Rate(&r, before, game); err != nil {
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
				if err := sys.Rate(&fresh, before, games); err != nil {
					t.Fatal(err)
				}
				if err := sys.Rate(&used, before, games); err != nil {
					t.Fatal(err)
				}
				for p := range before {
					c := fresh.Players[p]
					if u := used.Players[p]; u.After.Rating != c.After.Rating || u.Sum != c.Sum || u.After.Exact != c.After.Exact {
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
