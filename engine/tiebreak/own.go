package tiebreak

import "crosstable/engine"

// Tie-breaks from a player's own record: type B of C.07 and the order keys.

func fillPTS(_ *Key, dst []int64, x *Scratch) {
	for p := range dst {
		dst[p] = int64(x.s.Score[p])
	}
}

// count adds one for every round in which ok holds.
func count(dst []int64, x *Scratch, ok func(s *engine.State, o engine.Outcome, c engine.Color) bool) {
	clear(dst)
	for r := range x.rounds {
		out, col := x.s.Outcomes(r), x.s.ColorsAt(r)
		for p, o := range out {
			if ok(x.s, o, col[p]) {
				dst[p]++
			}
		}
	}
}

// gotWin: the round brought the points of a win, played or not (7.1).
func gotWin(s *engine.State, o engine.Outcome, c engine.Color) bool {
	switch o {
	case engine.Win, engine.ShortWin:
		return true
	case engine.ForfeitWin, engine.ByePairing, engine.ByeFull, engine.ByeHalf, engine.ByeZero, engine.None:
		return s.Points.Value[o][c] >= s.Points.Value[engine.Win][c]
	}
	return false
}

// gotDraw: the round brought the points of a draw, played or not.
func gotDraw(s *engine.State, o engine.Outcome, c engine.Color) bool {
	switch o {
	case engine.Drawn, engine.ShortDrawn, engine.Unfinished:
		return true
	case engine.ForfeitWin, engine.ByePairing, engine.ByeFull, engine.ByeHalf, engine.ByeZero, engine.None:
		return s.Points.Value[o][c] == s.Points.Value[engine.Drawn][c]
	}
	return false
}

func won(_ *engine.State, o engine.Outcome, _ engine.Color) bool {
	return o == engine.Win || o == engine.ShortWin
}

func elected(_ *engine.State, o engine.Outcome, _ engine.Color) bool { return !o.VUR() }

func fillWIN(_ *Key, dst []int64, x *Scratch) { count(dst, x, gotWin) }
func fillWON(_ *Key, dst []int64, x *Scratch) { count(dst, x, won) }
func fillREP(_ *Key, dst []int64, x *Scratch) { count(dst, x, elected) }

// fillBPG counts games with Black (後走局数); with P also forfeited ones, with bye=side byes entered on that
// side.
func fillBPG(k *Key, dst []int64, x *Scratch) {
	clear(dst)
	for r := range x.rounds {
		out, col := x.s.Outcomes(r), x.s.ColorsAt(r)
		for p, o := range out {
			if col[p] == engine.Black && k.sideCounts(o) {
				dst[p]++
			}
		}
	}
}

// fillBWG counts wins with Black (後走胜局), with the same options.
func fillBWG(k *Key, dst []int64, x *Scratch) {
	clear(dst)
	for r := range x.rounds {
		out, col := x.s.Outcomes(r), x.s.ColorsAt(r)
		for p, o := range out {
			if col[p] == engine.Black && k.sideCounts(o) && gotWin(x.s, o, engine.Black) {
				dst[p]++
			}
		}
	}
}

func (k *Key) sideCounts(o engine.Outcome) bool {
	switch {
	case o.Played():
		return true
	case o == engine.ForfeitWin || o == engine.ForfeitLoss:
		return k.Forfeits
	case o == engine.ByePairing || o == engine.ByeFull || o == engine.ByeHalf:
		return k.byeHas
	}
	return false
}

// fillPS is the sum of the scores after each round (7.5, 累进分); cuts drop the scores after the first
// rounds, then those after the last.
func fillPS(k *Key, dst []int64, x *Scratch) {
	s := x.s
	x.tmp = grow(x.tmp, x.n)
	clear(x.tmp)
	clear(dst)
	for r := range x.rounds {
		out, col := s.Outcomes(r), s.ColorsAt(r)
		counts := r >= k.Low && r < x.rounds-k.High
		for p, o := range out {
			x.tmp[p] += int64(s.Points.Value[o][col[p]])
			if counts {
				dst[p] += x.tmp[p]
			}
		}
	}
}

// fillSTD counts, in halves, 1 for more points than the scheduled opponent and 1/2 for as many; without
// opponent the value of a draw is the measure (7.7). Option by=draw measures every round by a draw.
func fillSTD(k *Key, dst []int64, x *Scratch) {
	s := x.s
	draw := s.Points.Draw()
	clear(dst)
	for r := range x.rounds {
		out, opp, col := s.Outcomes(r), s.Opponents(r), s.ColorsAt(r)
		for p, o := range out {
			if o == engine.Pending {
				continue
			}
			mine, other := s.Points.Value[o][col[p]], draw
			if q := opp[p]; q != engine.NoPlayer && !k.draws {
				other = s.Points.Value[out[q]][col[q]]
			}
			switch {
			case mine > other:
				dst[p] += 2
			case mine == other:
				dst[p]++
			}
		}
	}
}

func fillTPN(_ *Key, dst []int64, _ *Scratch) {
	for p := range dst {
		dst[p] = int64(p + 1)
	}
}

func fillRTNG(k *Key, dst []int64, x *Scratch) {
	for p := range dst {
		dst[p] = orNone(x.ratingOf(k, engine.Player(p)))
	}
}

func orNone(rating int32) int64 {
	if rating == 0 {
		return None
	}
	return int64(rating)
}

// fillLOT draws a number of six digits for each player from the event's luck (抽選, 抽签); the lower number
// goes first. Below the six digits the number goes on, so that two players practically never tie.
func fillLOT(_ *Key, dst []int64, x *Scratch) {
	luck := x.s.Luck.With(engine.LuckTie)
	for p := range dst {
		dst[p] = int64(luck.With(uint64(p)).Uint64()>>12) % (1_000_000 * lotScale)
	}
}

const lotScale = 1 << 24

// fillAGE is the birth date as yyyymmdd, the older first (年長).
func fillAGE(_ *Key, dst []int64, x *Scratch) {
	for p := range dst {
		dst[p] = None
		if p < len(x.c.Birth) {
			dst[p] = orNone(x.c.Birth[p])
		}
	}
}

func fillFOULS(_ *Key, dst []int64, x *Scratch) {
	for p := range dst {
		dst[p] = 0
		if p < len(x.c.Fouls) {
			dst[p] = int64(x.c.Fouls[p])
		}
	}
}
