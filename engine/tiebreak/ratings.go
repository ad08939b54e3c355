package tiebreak

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/fide"
	"crosstable/engine/num"
)

// Rating-based tie-breaks: article 10 of C.07. They ignore forfeits everywhere, also when all play all.
// Unrated opponents are left out unless U gives them a rating; only games with the others count.

// ratingOf is a player's rating, the U modifier's for the unrated, 0 if there is none.
func (x *Scratch) ratingOf(k *Key, p engine.Player) int32 {
	if r := x.s.Rating[p]; r != 0 {
		return r
	}
	return k.Unrated
}

// ratedGames collects the ratings of the opponents p met over the board and his score in those games in
// halves of a game (win 2, draw 1), whatever the event's points are.
func (x *Scratch) ratedGames(k *Key, p engine.Player) (ratings []int32, score int64) {
	x.ratios = x.ratios[:0]
	for r := range x.rounds {
		o, q := x.s.OutcomeAt(r, p), x.s.Opponent(r, p)
		if !o.Played() || q == engine.NoPlayer {
			continue
		}
		rating := x.ratingOf(k, q)
		if rating == 0 {
			continue
		}
		x.ratios = append(x.ratios, rating)
		score += halves(o)
	}
	return x.ratios, score
}

// halves is the result of a game in halves: 2, 1, 0.
func halves(o engine.Outcome) int64 {
	switch o {
	case engine.Win, engine.ShortWin:
		return 2
	case engine.Drawn, engine.ShortDrawn, engine.Unfinished:
		return 1
	}
	return 0
}

// aro is the rounded mean rating (10.1); ratings must not be empty.
func aro(ratings []int32) int64 {
	var sum int64
	for _, r := range ratings {
		sum += int64(r)
	}
	return num.RoundHalfUp(sum, int64(len(ratings)))
}

func fillARO(k *Key, dst []int64, x *Scratch) {
	for p := range dst {
		ratings, _ := x.ratedGames(k, engine.Player(p))
		if k.Low+k.High > 0 {
			slices.Sort(ratings)
			low := min(k.Low, len(ratings))
			ratings = ratings[low:max(low, len(ratings)-k.High)]
		}
		dst[p] = 0 // nobody met, or nobody left after the cuts
		if len(ratings) > 0 {
			dst[p] = aro(ratings)
		}
	}
}

// tpr is ARO plus the rating difference of the percentage score (10.2).
func tpr(ratings []int32, halves int64) int64 {
	n := int64(len(ratings))
	return aro(ratings) + fide.Difference(num.RoundHalfUp(50*halves, n))
}

// ptp is the lowest whole rating whose expected score reaches the score (10.3), by the full table of
// 8.1.2 without a limit at 400. A score of 0 gives the lowest opponent less 800.
func ptp(ratings []int32, halves int64) int64 {
	if halves == 0 {
		return int64(slices.Min(ratings)) - 800
	}
	lo, hi := int64(slices.Min(ratings))-fide.FullTable, int64(slices.Max(ratings))+fide.FullTable
	for lo < hi { // the expectation never falls as the rating rises
		mid := num.FloorDiv(lo+hi, 2)
		var expected int64
		for _, r := range ratings {
			expected += fide.Expected(mid - int64(r))
		}
		if expected >= 50*halves {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

func (x *Scratch) performances(k *Key, i int, f func([]int32, int64) int64) []int64 {
	t := &x.perf[i]
	if t.ok && t.unrated == k.Unrated {
		return t.val
	}
	t.ok, t.unrated = true, k.Unrated
	t.val = grow(t.val, x.n)
	for p := range t.val {
		ratings, halves := x.ratedGames(k, engine.Player(p))
		t.val[p] = None
		if len(ratings) > 0 {
			t.val[p] = f(ratings, halves)
		}
	}
	return t.val
}

func (x *Scratch) tprs(k *Key) []int64 { return x.performances(k, 0, tpr) }
func (x *Scratch) ptps(k *Key) []int64 { return x.performances(k, 1, ptp) }

func fillTPR(k *Key, dst []int64, x *Scratch) { copy(dst, x.tprs(k)) }
func fillPTP(k *Key, dst []int64, x *Scratch) { copy(dst, x.ptps(k)) }

func fillAPRO(k *Key, dst []int64, x *Scratch) { x.meanRounded(dst, x.tprs(k)) }
func fillAPPO(k *Key, dst []int64, x *Scratch) { x.meanRounded(dst, x.ptps(k)) }

// meanRounded is the mean over the opponents met over the board to the nearest integer, halves up (10.4,
// 10.5).
func (x *Scratch) meanRounded(dst, values []int64) {
	x.meanOverBoard(dst, values, 1)
	for p, v := range dst {
		if v != None {
			dst[p] = num.RoundHalfUp(v, averageScale)
		}
	}
}
