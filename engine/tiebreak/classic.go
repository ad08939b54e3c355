package tiebreak

import (
	"slices"

	"crosstable/engine"
)

// Tie-breaks outside C.07: Japan Chess Association, xiangqi, Go. Scores of opponents are taken as they
// are, without adjustment; what a round without opponent adds is a setting.

// byeRule says what a round without a counted opponent adds to a sum of opponents' values.
type byeRule uint8

const (
	byeNone   byeRule = iota // nothing
	byeLowest                // the lowest value of all players
	byeOwn                   // the player's own value
	byeStart                 // the player's own starting value (McMahon score before round 1)
)

var byeRules = []string{byeNone: "0", byeLowest: "lowest", byeOwn: "own", byeStart: "start"}

// counts reports whether the round is a game against an opponent for these sums: over the board, or
// scheduled where the method or the modifier P says so.
func (k *Key) counts(o engine.Outcome, q engine.Player) bool {
	return q != engine.NoPlayer && (o.Played() || k.Forfeits)
}

// sumOpponents adds up src over the opponents; start is the value of byeStart.
func (x *Scratch) sumOpponents(k *Key, dst, src, start []int64) {
	var lowest int64
	if k.bye == byeLowest && len(src) > 0 {
		lowest = slices.Min(src)
	}
	cut := k.Low + k.High
	for p := range dst {
		x.sums = x.sums[:0]
		var sum int64
		for r := range x.rounds {
			o, q := x.s.OutcomeAt(r, engine.Player(p)), x.s.Opponent(r, engine.Player(p))
			if o == engine.Pending {
				continue
			}
			v := x.byeValue(k, p, src, start, lowest)
			if k.counts(o, q) {
				v = src[q]
			}
			sum += v
			if cut > 0 {
				x.sums = append(x.sums, v)
			}
		}
		if cut > 0 {
			slices.Sort(x.sums)
			low := min(k.Low, len(x.sums))
			for _, v := range x.sums[:low] {
				sum -= v
			}
			for _, v := range x.sums[max(low, len(x.sums)-k.High):] {
				sum -= v
			}
		}
		dst[p] = sum
	}
}

func (x *Scratch) byeValue(k *Key, p int, src, start []int64, lowest int64) int64 {
	switch k.bye {
	case byeLowest:
		return lowest
	case byeOwn:
		return src[p]
	case byeStart:
		return start[p]
	}
	return 0
}

// scores writes the points into x.tmp.
func (x *Scratch) scores() []int64 {
	x.tmp = grow(x.tmp, x.n)
	fillPTS(nil, x.tmp, x)
	return x.tmp
}

// fillOpponents is the sum of the opponents' points: SOLKOFF (ソルコフ), 中取 and Median by their cuts, OPP
// (对手分). Scale 2.
func fillOpponents(k *Key, dst []int64, x *Scratch) {
	x.sumOpponents(k, dst, x.scores(), nil)
}

// sumResults adds up src of the opponents times the result in halves.
func (x *Scratch) sumResults(k *Key, dst, src []int64) {
	clear(dst)
	for r := range x.rounds {
		out, opp := x.s.Outcomes(r), x.s.Opponents(r)
		for p, o := range out {
			if q := opp[p]; k.counts(o, q) {
				dst[p] += src[q] * halvesAlso(o)
			}
		}
	}
}

// halvesAlso is halves with a forfeit win as a win.
func halvesAlso(o engine.Outcome) int64 {
	if o == engine.ForfeitWin {
		return 2
	}
	return halves(o)
}

// fillJSB is the Sonneborn-Berger of the JCA: points of beaten opponents plus half of those drawn with. Scale 4.
func fillJSB(k *Key, dst []int64, x *Scratch) { x.sumResults(k, dst, x.scores()) }

// mms writes the McMahon score into tmp and the starting score into tmp2.
func (x *Scratch) mms() (score, start []int64) {
	x.tmp, x.tmp2 = grow(x.tmp, x.n), grow(x.tmp2, x.n)
	for p := range x.n {
		v := x.s.Virtual[p]
		if x.rounds > 0 {
			v = x.s.VirtualAt(x.rounds-1, engine.Player(p))
		}
		x.tmp2[p] = int64(v)
		x.tmp[p] = int64(x.s.Score[p] + v)
	}
	return x.tmp, x.tmp2
}

func fillMMS(_ *Key, dst []int64, x *Scratch) {
	score, _ := x.mms()
	copy(dst, score)
}

func fillSOS(k *Key, dst []int64, x *Scratch) {
	score, start := x.mms()
	x.sumOpponents(k, dst, score, start)
}

func fillSODOS(k *Key, dst []int64, x *Scratch) {
	score, _ := x.mms()
	x.sumResults(k, dst, score)
}

func fillSOSOS(k *Key, dst []int64, x *Scratch) {
	score, start := x.mms()
	x.sumOpponents(k, dst, score, start)
	copy(score, dst)
	for p := range start {
		start[p] *= int64(x.rounds)
	}
	x.sumOpponents(k, dst, score, start)
}

// fillKACHI is the number of wins (勝ち数) in halves; a draw is half a win unless draws=no.
func fillKACHI(k *Key, dst []int64, x *Scratch) {
	clear(dst)
	for r := range x.rounds {
		out, col := x.s.Outcomes(r), x.s.ColorsAt(r)
		for p, o := range out {
			switch {
			case gotWin(x.s, o, col[p]):
				dst[p] += 2
			case k.draws && gotDraw(x.s, o, col[p]):
				dst[p]++
			}
		}
	}
}

// fillTOKUTEN is the sum of the opponents' wins (得点).
func fillTOKUTEN(k *Key, dst []int64, x *Scratch) {
	x.tmp = grow(x.tmp, x.n)
	fillKACHI(k, x.tmp, x)
	x.sumOpponents(k, dst, x.tmp, nil)
}

// fillSOTOKUTEN is the sum of the opponents' 得点 (総得点).
func fillSOTOKUTEN(k *Key, dst []int64, x *Scratch) {
	fillTOKUTEN(k, dst, x)
	copy(x.tmp, dst)
	x.sumOpponents(k, dst, x.tmp, nil)
}

// fillSPERF is the simple performance (簡易パフォーマンス): the ratings of the opponents, the own rating for every
// game not played, and once more with own=yes.
func fillSPERF(k *Key, dst []int64, x *Scratch) {
	for p := range dst {
		me := engine.Player(p)
		own := int64(x.ratingOf(k, me))
		dst[p] = 0
		if k.own {
			dst[p] = own
		}
		for r := range x.rounds {
			o, q := x.s.OutcomeAt(r, me), x.s.Opponent(r, me)
			switch {
			case o == engine.Pending:
			case k.counts(o, q):
				dst[p] += int64(x.ratingOf(k, q))
			default:
				dst[p] += own
			}
		}
	}
}
