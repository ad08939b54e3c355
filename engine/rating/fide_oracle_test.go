package rating

import (
	"bytes"
	"encoding/csv"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"crosstable/fixtures"
)

// A second version of B.02, written from the text alone: it looks the printed tables up row by row, adds with
// fractions, and knows nothing of how the system above is built.

type plainFIDE struct {
	pd, dp  [][]string // the printed tables
	list    FIDEList
	y, m, d int // last day of the period
}

func readCSV(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := fixtures.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// on or after, by year, month, day.
func atLeast(y, m, d, yy, mm, dd int) bool {
	return y > yy || y == yy && (m > mm || m == mm && d >= dd)
}

func (f *plainFIDE) expected(t *testing.T, diff int) *big.Rat {
	for _, row := range f.pd {
		from, _ := strconv.Atoi(row[0])
		to := math.MaxInt
		if row[1] != "" {
			to, _ = strconv.Atoi(row[1])
		}
		size := max(diff, -diff)
		if size < from || size > to {
			continue
		}
		text := row[2]
		if diff < 0 {
			text = row[3]
		}
		r, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatal(text)
		}
		return r
	}
	t.Fatalf("no row for %d", diff)
	return nil
}

func (f *plainFIDE) difference(t *testing.T, p *big.Rat) int {
	for _, row := range f.dp {
		if q, _ := new(big.Rat).SetString(row[0]); q.Cmp(p) == 0 {
			n, _ := strconv.Atoi(row[1])
			return n
		}
	}
	t.Fatalf("no row for %v", p)
	return 0
}

// nearest rounds to the nearest integer, a half up.
func nearest(r *big.Rat) int64 {
	x := new(big.Rat).Add(r, big.NewRat(1, 2))
	q := new(big.Int)
	m := new(big.Int)
	q.DivMod(x.Num(), x.Denom(), m)
	return q.Int64()
}

func nearestAway(r *big.Rat) int64 {
	if r.Sign() < 0 {
		return -nearest(new(big.Rat).Neg(r))
	}
	return nearest(r)
}

type plainPlayer struct {
	rating, games, born, k, peak int // rating 0: unrated
	past                         []plainGame
}

type plainGame struct {
	own, opp, halves int
	y, m, d          int
}

// counted gives the games against rated opponents that are rated at all.
func (f *plainFIDE) counted(all []plainGame) (out []plainGame) {
	for _, g := range all {
		if g.opp == 0 {
			continue
		}
		if f.list != FIDEStandard && atLeast(g.y, g.m, g.d, 2024, 12, 1) && g.own != 0 &&
			(g.own-g.opp >= 600 || g.opp-g.own >= 600) && (g.own > 2600 || g.opp > 2600) {
			continue
		}
		out = append(out, g)
	}
	return out
}

// next is a player's rating on the next list, 0 for none.
func (f *plainFIDE) next(t *testing.T, p plainPlayer, games []plainGame) int {
	floor := 1000
	modern := atLeast(f.y, f.m, f.d, 2024, 3, 1)
	if modern {
		floor = 1400
	}
	if p.rating == 0 {
		return f.first(t, p, games, floor, modern)
	}
	k := 20
	switch {
	case p.k != 0:
		k = p.k
	case p.games < 30:
		k = 40
	case p.born != 0 && f.y-p.born <= 18 && p.rating < 2300:
		k = 40
	case p.peak >= 2400 || p.rating >= 2400:
		k = 10
	}
	mine := f.counted(games)
	if len(mine)*k > 700 {
		k = 700 / len(mine)
	}
	sum := new(big.Rat)
	for _, g := range mine {
		diff := g.own - g.opp
		unlimited := f.list == FIDEStandard && atLeast(g.y, g.m, g.d, 2025, 10, 1) && g.own >= 2650
		if diff > 400 && !unlimited {
			diff = 400
		}
		if diff < -400 && !unlimited {
			diff = -400
		}
		sum.Add(sum, new(big.Rat).Sub(big.NewRat(int64(g.halves), 2), f.expected(t, diff)))
	}
	sum.Mul(sum, big.NewRat(int64(k), 1))
	r := p.rating + int(nearestAway(sum))
	if r < floor && (len(games) > 0 || modern) {
		return 0
	}
	return r
}

// first is an initial rating, 0 if none is reached yet.
func (f *plainFIDE) first(t *testing.T, p plainPlayer, games []plainGame, floor int, modern bool) int {
	var all []plainGame
	for _, g := range p.past {
		if g.opp != 0 && 12*f.y+f.m-(12*g.y+g.m) < 26 {
			all = append(all, g)
		}
	}
	for _, g := range games {
		if g.opp != 0 {
			all = append(all, g)
		}
	}
	n, sum, halves := 0, 0, 0
	for _, g := range all {
		n, sum, halves = n+1, sum+g.opp, halves+g.halves
	}
	if n < 5 || halves == 0 || len(games) == 0 {
		return 0
	}
	over := halves - n // half points above half the points
	if modern {
		n, sum, halves = n+2, sum+3600, halves+2
	}
	share := big.NewRat(nearest(big.NewRat(int64(100*halves), int64(2*n))), 100)
	add := f.difference(t, share)
	if !modern && over >= 0 {
		add = 20 * over
	}
	r := int(nearest(new(big.Rat).Add(big.NewRat(int64(sum), int64(n)), big.NewRat(int64(add), 1))))
	if modern && r > 2200 {
		r = 2200
	}
	if r < floor {
		return 0
	}
	return r
}

// The system agrees with the second version on 1,000 random periods of all times and lists.
func TestFIDEAgreesWithASecondVersion(t *testing.T) {
	f := plainFIDE{pd: readCSV(t, "fide_rating/fide_pd.csv"), dp: readCSV(t, "fide_rating/fide_dp.csv")}
	luck := rand.New(rand.NewPCG(14, 3))
	firsts, gone, seven := 0, 0, 0
	for range 1000 {
		f.list = FIDEList(luck.IntN(3))
		f.y, f.m = 2021+luck.IntN(7), 1+luck.IntN(12)
		f.d = 28
		last := NewDay(f.y, f.m, f.d)
		n := 2 + luck.IntN(8)
		players := make([]plainPlayer, n)
		games := make([][]plainGame, n)
		p := Period{Before: make([]Entry, n), Last: last}
		for i := range players {
			x := &players[i]
			if luck.IntN(4) > 0 {
				x.rating = 1350 + luck.IntN(1500)
				if luck.IntN(5) == 0 {
					x.rating = 980 + luck.IntN(450)
				}
				x.games, x.peak = luck.IntN(60), x.rating+luck.IntN(100)*luck.IntN(2)
				if luck.IntN(5) == 0 {
					x.k = []int{10, 20, 40}[luck.IntN(3)]
				}
			}
			x.born = []int{0, f.y - 18, f.y - 19, f.y - 10}[luck.IntN(4)]
			e := &p.Before[i]
			e.Rating, e.Games = int32(x.rating), int32(x.games)
			e.Own[fideBorn], e.Own[fidePeak], e.Own[fideKColumn] = float64(x.born), float64(x.peak), float64(x.k)
			if x.rating > 0 {
				e.Status = Established
				continue
			}
			var pool Pool
			for range luck.IntN(6) {
				g := plainGame{opp: 1400 + luck.IntN(900), halves: luck.IntN(3), y: f.y - luck.IntN(4), m: 1 + luck.IntN(12), d: 1}
				if g.y == f.y {
					g.m = 1 // before the period's month, or in it
				}
				x.past = append(x.past, g)
				e.Past = append(e.Past, Past{Opponent: int32(g.opp), Score: int8(g.halves - 1), Day: NewDay(g.y, g.m, g.d)})
				pool.add(int32(g.opp), int8(g.halves-1))
			}
			e.setPool(pool)
		}
		for range luck.IntN(60) {
			w := luck.IntN(n)
			b := (w + 1 + luck.IntN(n-1)) % n
			halves, d := luck.IntN(3), 1+luck.IntN(28)
			p.Games = append(p.Games, Game{White: int32(w), Black: int32(b), WhiteRating: p.Before[w].Rating,
				BlackRating: p.Before[b].Rating, Score: int8(halves - 1), Day: NewDay(f.y, f.m, d)})
			games[w] = append(games[w], plainGame{players[w].rating, players[b].rating, halves, f.y, f.m, d})
			games[b] = append(games[b], plainGame{players[b].rating, players[w].rating, 2 - halves, f.y, f.m, d})
		}
		var r Result
		if err := (&FIDE{List: f.list}).Rate(&r, &p); err != nil {
			t.Fatal(err)
		}
		for i := range players {
			want := f.next(t, players[i], games[i])
			c := &r.Players[i]
			if got := int(c.After.Rating); got != want || (want == 0) != (c.After.Status == Unrated) {
				t.Fatalf("%d-%02d, list %d, %+v with %+v: %d, want %d", f.y, f.m, f.list, players[i], games[i], got, want)
			}
			switch {
			case players[i].rating == 0 && want > 0:
				firsts++
			case players[i].rating > 0 && want == 0:
				gone++
			}
			if c.Facts[factWhy] > why700 {
				seven++
			}
		}
	}
	if firsts < 50 || gone < 50 || seven < 50 {
		t.Errorf("%d first ratings, %d below the floor, %d of the 700 rule: too few to say anything", firsts, gone, seven)
	}
}
