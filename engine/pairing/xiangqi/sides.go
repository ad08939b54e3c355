package xiangqi

import "crosstable/engine"

// First moves: who of a pair moves first (先走), and what that costs.

// sideRule is the rule of 2.6 that decided.
type sideRule uint8

const (
	sideHigh    sideRule = iota // (9) the higher scorer is balanced first
	sideCount                   // (1) fewer firsts
	sideRun                     // (2)-(7) the runs
	sideHistory                 // equal=history
	sideNumber                  // (8) the number
	sideThree                   // xiangqi-draw: the way without three in a row
	sideLot                     // xiangqi-draw: the lot
)

var sideCodes = [...]string{
	sideHigh:    "xiangqi.first.9",
	sideCount:   "xiangqi.first.1",
	sideRun:     "xiangqi.first.2-7",
	sideHistory: "xiangqi.first.history",
	sideNumber:  "xiangqi.first.8",
	sideThree:   "xiangqi.draw.three",
	sideLot:     "xiangqi.draw.lot",
}

// first tells who of the places i and j moves first by 定位编排, and why.
func (x *position) first(i, j int32) (bool, sideRule) {
	a, b := &x.e[i], &x.e[j]
	last := 3
	if x.opt.HighFromFourth {
		last = 4
	}
	if a.score != b.score && x.near(last) {
		h := a
		if b.score > a.score {
			h = b
		}
		w := sign(-h.d)
		if x.opt.HighChange {
			w = h.wish()
		}
		if w != 0 {
			return (w > 0) == (h == a), sideHigh
		}
	}
	if a.d != b.d {
		return a.d < b.d, sideCount
	}
	if a.s != b.s {
		return a.s < b.s, sideRun
	}
	if x.opt.History {
		k := min(a.games, b.games, 64)
		if k > 0 {
			if d := (a.sides ^ b.sides) & (1<<uint(k) - 1); d != 0 {
				return a.sides&(d&-d) == 0, sideHistory
			}
		}
	}
	if x.opt.Parity {
		return x.before(i, j), sideNumber
	}
	return ((a.no+b.no)&1 == 1) == (a.no < b.no), sideNumber
}

// drawn tells who moves first by 积分编排: 1 for i, -1 for j, 0 for the lot. win is the value of a win.
func (x *position) drawn(i, j int32, win engine.Points) (int32, sideRule) {
	a, b := &x.e[i], &x.e[j]
	w, rule := sign(b.d-a.d), sideCount
	if w == 0 {
		three := func(e *entrant, side int32) int32 {
			if _, s := e.after(side); abs(s) >= 3 {
				return 1
			}
			return 0
		}
		one, two := three(a, 1)+three(b, -1), three(a, -1)+three(b, 1)
		w, rule = sign(two-one), sideThree
	}
	if w == 0 {
		rule = sideLot
	}
	if a.score == b.score {
		return w, rule
	}
	h, towards := a, int32(1)
	if b.score > a.score {
		h, towards = b, -1
	}
	want := sign(-h.d) * towards
	switch {
	case x.last():
		if w != 0 && abs(a.d+w) <= 1 && abs(b.d-w) <= 1 {
			return w, rule
		}
		if h.score-min(a.score, b.score) >= win {
			if want != 0 {
				return want, sideHigh
			}
			return w, rule
		}
		if a.d == b.d || (a.d > 0) == (b.d > 0) {
			return 0, sideLot
		}
	case x.near(3) && want != 0:
		return want, sideHigh
	}
	return w, rule
}

// after gives d and s after a game on the side: 1 first, -1 second.
func (e *entrant) after(side int32) (d, s int32) {
	s = side
	if e.s*side > 0 {
		s += e.s
	}
	return e.d + side, s
}

// sideCost counts players for criteria 4, 6 and 7.
type sideCost struct{ three, two, same int32 }

// add counts a player who gets the side.
func (c *sideCost) add(e *entrant, side int32) {
	d, s := e.after(side)
	grows := abs(d) > abs(e.d)
	if abs(s) >= 3 || abs(d) >= 3 && grows {
		c.three++
	}
	if abs(d) >= 2 && grows {
		c.two++
	}
	if e.d == 0 && abs(s) >= 2 {
		c.same++
	}
}
