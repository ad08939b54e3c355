package fide

import (
	"math/rand/v2"
	"testing"

	"crosstable/engine"
)

// Packed counts compare as the counts do, one after the other, and Worse names the first that differs.
func TestDigitsCompareInTheirOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		var d Digits
		d.Reset(2 + r.IntN(1000))
		limits := make([]int, 1+r.IntN(20))
		for k := range limits {
			limits[k] = 1 + r.IntN(1<<r.IntN(12))
			if d.Add(limits[k]) != k {
				t.Fatal("index")
			}
		}
		a, b := make([]int64, d.Words()), make([]int64, d.Words())
		want, sign := -1, 0
		for k, limit := range limits {
			x, y := r.IntN(limit+1), r.IntN(limit+1)
			if r.IntN(3) > 0 {
				y = x
			}
			d.Fault(a, k, x)
			d.Fault(b, k, y)
			if sign == 0 && x != y {
				sign = y - x
				if y > x {
					want = k
				}
			}
		}
		if got := d.Worse(a, b); got != want {
			t.Fatalf("limits %v: digit %d, want %d", limits, got, want)
		}
		first := 0
		for k := range a {
			if a[k] != b[k] && first == 0 {
				first = 1
				if a[k] < b[k] {
					first = -1
				}
			}
		}
		if (sign > 0) != (first > 0) || (sign < 0) != (first < 0) {
			t.Fatalf("limits %v: the words compare as %d, the counts as %d", limits, first, sign)
		}
	}
}

// 1.6 (C.04.4.1), 1.5 (C.04.4.2): preferences by the games played; unplayed rounds are no part of the sequence.
func TestWishes(t *testing.T) {
	newcomer := Wish{Color: engine.Black, Strength: Mild}
	for colors, want := range map[string]Wish{
		"":     newcomer,
		"-":    newcomer,
		"W":    {engine.Black, Strong, 1},
		"B":    {engine.White, Strong, 1},
		"WB":   {engine.White, Mild, 0},
		"W-B":  {engine.White, Mild, 0},
		"BW":   {engine.Black, Mild, 0},
		"BWW":  {engine.Black, Absolute, 1},
		"W-W":  {engine.Black, Absolute, 2},
		"WBB":  {engine.White, Absolute, 1},
		"WWBW": {engine.Black, Absolute, 2},
		"WBW-": {engine.Black, Strong, 1},
		"WWBB": {engine.White, Absolute, 0},
	} {
		s := &engine.State{}
		s.Reset(20)
		for r, c := range colors {
			q := engine.Player(r + 1)
			switch c {
			case 'W':
				s.Apply([]engine.Game{{White: 0, Black: q, Result: engine.Draw}})
			case 'B':
				s.Apply([]engine.Game{{White: q, Black: 0, Result: engine.Draw}})
			default:
				s.Apply(nil)
			}
		}
		if got := WishOf(s, 0, newcomer); got != want {
			t.Errorf("%q: %+v, want %+v", colors, got, want)
		}
	}
}

// 5.2, rule by rule: colour of the higher ranked player.
func TestColours(t *testing.T) {
	white, black := engine.White, engine.Black
	none := Wish{}
	for _, c := range []struct {
		name     string
		played   string // colours of the higher and the lower ranked, each against somebody else
		wh, wl   Wish
		number   int32
		want     engine.Color
		wantRule int
	}{
		{"initial colour, odd number", " ", none, none, 3, white, ColorFirst},
		{"initial colour, even number", " ", none, none, 4, black, ColorFirst},
		{"only the other has a preference", " W", none, Wish{black, Strong, 1}, 1, white, ColorBoth},
		{"both granted", "W B", Wish{black, Strong, 1}, Wish{white, Strong, 1}, 1, black, ColorBoth},
		{"stronger of the two", "W WB W", Wish{black, Strong, 1}, Wish{black, Absolute, 1}, 1, white, ColorStronger},
		{"wider of two absolutes", "WW WWW", Wish{black, Absolute, 2}, Wish{black, Absolute, 3}, 1, white,
			ColorStronger},
		{"latest difference", "WBW BWW", Wish{black, Strong, 1}, Wish{black, Strong, 1}, 1, white, ColorAlternate},
		{"higher ranked", "W W", Wish{black, Strong, 1}, Wish{black, Strong, 1}, 1, black, ColorHigher},
	} {
		s := &engine.State{FirstColor: white}
		s.Reset(20)
		side, opponent := engine.Player(0), engine.Player(2)
		for _, x := range c.played {
			switch x {
			case ' ':
				side = 1
			case 'W':
				s.Apply([]engine.Game{{White: side, Black: opponent, Result: engine.Draw}})
				opponent++
			case 'B':
				s.Apply([]engine.Game{{White: opponent, Black: side, Result: engine.Draw}})
				opponent++
			}
		}
		if got, rule := Colour(s, 0, 1, c.wh, c.wl, c.number); got != c.want || rule != c.wantRule {
			t.Errorf("%s: %v by rule %d, want %v by %d", c.name, got, rule, c.want, c.wantRule)
		}
	}
}

// Counting never promises a pairing that does not exist.
func TestRoomyIsRight(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	roomy := 0
	for range 3000 {
		n := 2 + r.IntN(14)
		var f Field
		s := &engine.State{}
		s.Reset(n)
		for range r.IntN(3) {
			perm := r.Perm(n)
			var games []engine.Game
			for i := 0; i+1 < n; i += 2 {
				a, b := engine.Player(perm[i]), engine.Player(perm[i+1])
				games = append(games, engine.Game{White: a, Black: b, Result: engine.Draw})
			}
			s.Apply(games)
		}
		f.Load(s, Wish{})
		var k Headcount
		for i := range int32(n) {
			f.Add(&k, i)
		}
		if !f.Roomy(k) {
			continue
		}
		roomy++
		f.graph.Reset(n)
		for i := range n {
			for j := range i {
				if f.Meets(int32(i), int32(j)) {
					f.graph.Link(i, j)
				}
			}
		}
		if left := f.graph.Solve(); left != n&1 {
			t.Fatalf("%d players after %d rounds: %d stay over", n, s.Rounds(), left)
		}
	}
	if roomy < 500 {
		t.Errorf("only %d sets were roomy", roomy)
	}
}
