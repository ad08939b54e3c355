package num

import "testing"

func TestRounding(t *testing.T) {
	for _, c := range []struct{ a, b, floor, up, away int64 }{
		{7, 2, 3, 4, 4}, {-7, 2, -4, -3, -4}, {5, 3, 1, 2, 2}, {-5, 3, -2, -2, -2}, {-1, 2, -1, 0, -1}, {6, 3, 2, 2, 2},
		{0, 5, 0, 0, 0},
		{-4, 3, -2, -1, -1}, {1, 2, 0, 1, 1},
	} {
		if f, u, w := FloorDiv(c.a, c.b), RoundHalfUp(c.a, c.b), RoundAway(c.a, c.b); f != c.floor || u != c.up ||
			w != c.away {
			t.Errorf("%d/%d: floor %d, half up %d, away %d; want %d, %d, %d", c.a, c.b, f, u, w, c.floor, c.up, c.away)
		}
	}
}
