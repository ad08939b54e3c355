// Package metric is what is measured about one played tournament: a table of scalar metrics (one number an event)
// and, in profile.go, a table of profiles (a row of numbers an event: by true rank, by round, by place).
//
// Every function here looks at an Event that somebody else played and owns; it allocates nothing after
// warm-up, for a study measures millions of events. A new metric is one row; results, reports, `crosstable list
// metrics` and the test against a plain second version follow.
package metric

import (
	"math"
	"slices"

	"crosstable/engine"
	"crosstable/engine/method"
)

// Event is one played tournament as metrics see it. All slices are indexed by Player unless said otherwise.
type Event struct {
	State    *engine.State
	TrueRank []int32   // 0 is the truly strongest
	Strength []float64 // true strength, rating points

	// Order is the final ranking, best first; what the ranking leaves tied stands in the order of a lot.
	Order []engine.Player
	// Tied[i] says that Order[i] equals Order[i-1] on every key of the ranking (the lot is no key).
	Tied []bool

	// Counts over the games played over the board.
	Games      int
	Floats     int           // between players of different real scores
	Draws      int           //
	WhiteHalf  engine.Points // White's points, in the point system's half points of 1 - 1/2 - 0
	GapSum     float64       // sum of |strength difference|, rating points
	RoundGames []int         // by round
	RoundGap   []float64     // by round: sum of |strength difference|
	Relaxed    int           // rounds for which the system dropped rules that left no pairing (pairing.Relaxer)
	FloatRun   []int         // by Player: longest run of floats in successive rounds

	// Ties says what each key of the ranking did to the pairs that the keys before it left tied.
	Ties []TieCount

	scratch []int32
	merge   []int32
	byScore []engine.Player
	score   counts // of pairs by score
	ranking counts // of pairs by final ranking
}

// TieCount counts pairs of players: tied before a key, ordered by it, and ordered as true strength has them.
type TieCount struct{ Tied, Broken, Right int }

// counts of pairs of players, true strength against an order.
type counts struct{ concordant, discordant, tied int }

// Played must be called once when the event's rounds are over, before metrics that do not depend on the
// ranking are asked for.
func (e *Event) Played() {
	e.sortByScore()
	e.score = e.pairsByScore()
}

// Ranked must be called when Order and Tied hold a final ranking, before ranking metrics are asked for.
func (e *Event) Ranked() { e.ranking = e.pairsByRanking() }

// Metric is a row of the table.
type Metric struct {
	method.Info
	// Proportion metrics are 0 or 1 for an event; their interval is Wilson's.
	Proportion bool
	// Ranking metrics change with the ranking rule; the others are the same under every rule.
	Ranking bool
	Value   func(e *Event) float64
}

// Metrics is the table. Definitions are over completed events; "unpairable" is counted by the study.
var Metrics = []Metric{
	{info("strongest_sole_first", "the truly strongest is alone on the top score"), true, false,
		func(e *Event) float64 {
			return truth(e.bestScore() == e.State.Score[e.strongest()] && e.onTop() == 1)
		}},
	{info("strongest_shares_first", "the truly strongest has the top score, alone or with others"), true, false,
		func(e *Event) float64 {
			return truth(e.bestScore() == e.State.Score[e.strongest()])
		}},
	{info("strongest_first", "the truly strongest is first after the whole ranking rule, lots included"), true, true,
		func(e *Event) float64 {
			return truth(e.TrueRank[e.Order[0]] == 0)
		}},
	{info("strongest_mean_rank", "final place of the truly strongest"), false, true, func(e *Event) float64 {
		s := e.strongest()
		return float64(slices.Index(e.Order, s) + 1)
	}},
	{info("kendall_tau_score",
		"(concordant - discordant) pairs of true strength and score over all pairs; tied pairs count 0"), false, false,
		func(e *Event) float64 {
			return float64(e.score.concordant-e.score.discordant) / pairs(e.State.N())
		}},
	{info("kendall_tau", "(concordant - discordant) pairs of true strength and final ranking over all pairs; pairs "+
		"tied on every key count 0"), false, true, func(e *Event) float64 {
		return float64(e.ranking.concordant-e.ranking.discordant) / pairs(e.State.N())
	}},
	{info("kendall_tau_b", "Kendall's tau-b of true strength and final ranking: corrected for the number of ties"),
		false, true, func(e *Event) float64 {
			all := pairs(e.State.N())
			if float64(e.ranking.tied) == all {
				return 0
			}
			return float64(e.ranking.concordant-e.ranking.discordant) / math.Sqrt(all*(all-float64(e.ranking.tied)))
		}},
	{info("top2_set", "the first two are the two truly strongest"), true, true,
		func(e *Event) float64 { return truth(e.hits(2) == 2) }},
	{info("top4_hits", "how many of the four truly strongest are among the first four"), false, true,
		func(e *Event) float64 { return float64(e.hits(4)) }},
	{info("top4_set", "the first four are the four truly strongest"), true, true,
		func(e *Event) float64 { return truth(e.hits(4) == min(4, len(e.Order))) }},
	{info("top8_hits", "how many of the eight truly strongest are among the first eight"), false, true,
		func(e *Event) float64 { return float64(e.hits(8)) }},
	{info("tied_first", "players on the top score"), false, false,
		func(e *Event) float64 { return float64(e.onTop()) }},
	{info("sole_first", "exactly one player has the top score"), true, false,
		func(e *Event) float64 { return truth(e.onTop() == 1) }},
	{info("winner_resolved", "several on the top score, of whom one has beaten all the others"), true, false,
		func(e *Event) float64 { return truth(e.resolved()) }},
	{info("winner_true_rank", "true rank of the winner (1 = strongest)"), false, true,
		func(e *Event) float64 { return float64(e.TrueRank[e.Order[0]] + 1) }},
	{info("winner_strength_loss", "strength of the strongest minus strength of the winner, rating points"), false, true,
		func(e *Event) float64 {
			return e.Strength[e.strongest()] - e.Strength[e.Order[0]]
		}},
	{info("color_imbalance_mean", "mean over the players of |games with White - games with Black|"), false, false,
		func(e *Event) float64 {
			sum := 0
			for _, d := range e.State.ColorDiff {
				sum += abs(int(d))
			}
			return float64(sum) / float64(e.State.N())
		}},
	{info("color_imbalance_max", "largest |games with White - games with Black| of the event"), false, false,
		func(e *Event) float64 {
			most := 0
			for _, d := range e.State.ColorDiff {
				most = max(most, abs(int(d)))
			}
			return float64(most)
		}},
	{info("more_than_one_apart", "share of players with |games with White - games with Black| above 1 (the aim of the "+
		"xiangqi rules for odd rounds)"), false, false,
		func(e *Event) float64 {
			k := 0
			for _, d := range e.State.ColorDiff {
				if abs(int(d)) > 1 {
					k++
				}
			}
			return float64(k) / float64(e.State.N())
		}},
	{info("float_share", "share of games between players of different real scores"), false, false,
		func(e *Event) float64 { return ratio(float64(e.Floats), e.Games) }},
	{info("strength_gap", "mean difference of strength over the games, rating points"), false, false,
		func(e *Event) float64 { return ratio(e.GapSum, e.Games) }},
	{info("draw_share", "share of drawn games"), false, false,
		func(e *Event) float64 { return ratio(float64(e.Draws), e.Games) }},
	{info("white_score", "White's mean points a game (1 - 1/2 - 0)"), false, false,
		func(e *Event) float64 { return ratio(float64(e.WhiteHalf)/2, e.Games) }},
	{info("distinct_scores", "different final scores"), false, false, func(e *Event) float64 {
		k := 1
		for i := 1; i < len(e.byScore); i++ {
			if e.State.Score[e.byScore[i]] != e.State.Score[e.byScore[i-1]] {
				k++
			}
		}
		return float64(k)
	}},
	{info("relaxed_rounds", "rounds for which a system dropped colour limits that left no pairing (lim)"), false, false,
		func(e *Event) float64 { return float64(e.Relaxed) }},
	{info("max_floats", "most floats (down and up) of one player"), false, false, func(e *Event) float64 {
		most := 0
		for p := range e.State.N() {
			most = max(most, int(e.State.Downs[p])+int(e.State.Ups[p]))
		}
		return float64(most)
	}},
	{info("more_than_two_floats", "share of players with more than two floats (the cap of the xiangqi rules)"), false,
		false, func(e *Event) float64 {
			k := 0
			for p := range e.State.N() {
				if e.State.Downs[p]+e.State.Ups[p] > 2 {
					k++
				}
			}
			return float64(k) / float64(e.State.N())
		}},
	{info("extra_white_points",
		"points scored by players with more Whites than Blacks minus points of those with more Blacks, per player"),
		false, false, func(e *Event) float64 {
			var w, b engine.Points
			nw, nb := 0, 0
			for p := range e.State.N() {
				switch d := e.State.ColorDiff[p]; {
				case d > 0:
					w += e.State.Score[p]
					nw++
				case d < 0:
					b += e.State.Score[p]
					nb++
				}
			}
			if nw == 0 || nb == 0 {
				return 0
			}
			return float64(w)/2/float64(nw) - float64(b)/2/float64(nb)
		}},
	{info("place_error_mean", "mean over the players of |final place - true rank|"), false, true,
		func(e *Event) float64 {
			sum := 0
			for i, p := range e.Order {
				sum += abs(i - int(e.TrueRank[p]))
			}
			return float64(sum) / float64(len(e.Order))
		}},
	{info("qualify_one_in_8", "share of the truly best floor(n/8) players among the first floor(n/8)"), false, true,
		func(e *Event) float64 {
			k := len(e.Order) / 8
			if k == 0 {
				return 0
			}
			return float64(e.hits(k)) / float64(k)
		}},
	{info("interest", "mean entropy of a player's results in bits, times 1 - Gini coefficient of the scores"), false,
		false, (*Event).interest},
}

func info(name, summary string) method.Info { return method.Info{Name: name, Summary: summary} }

// Unpairable is the name of the metric that the study counts itself: the share of events with a round that
// had no legal pairing.
const Unpairable = "unpairable"

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func abs(x int) int { return max(x, -x) }

func ratio(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

func pairs(n int) float64 { return max(1, float64(n)*float64(n-1)/2) }

func (e *Event) strongest() engine.Player { return engine.Player(slices.Index(e.TrueRank, 0)) }

func (e *Event) bestScore() engine.Points { return slices.Max(e.State.Score) }

func (e *Event) onTop() int {
	best, k := e.bestScore(), 0
	for _, s := range e.State.Score {
		if s == best {
			k++
		}
	}
	return k
}

// hits counts the truly strongest k among the first k places.
func (e *Event) hits(k int) int {
	k = min(k, len(e.Order))
	n := 0
	for _, p := range e.Order[:k] {
		if int(e.TrueRank[p]) < k {
			n++
		}
	}
	return n
}

// resolved: several share the top score and one of them has beaten each of the others.
func (e *Event) resolved() bool {
	best := e.bestScore()
	top := e.onTop()
	if top < 2 {
		return false
	}
	for p := range e.State.Score {
		if e.State.Score[p] != best {
			continue
		}
		beaten := 0
		for r := range e.State.Rounds() {
			q := e.State.Opponent(r, engine.Player(p))
			if q != engine.NoPlayer && e.State.Score[q] == best {
				switch e.State.OutcomeAt(r, engine.Player(p)) {
				case engine.Win, engine.ShortWin, engine.NarrowWin:
					beaten++
				}
			}
		}
		if beaten == top-1 {
			return true
		}
	}
	return false
}

func (e *Event) sortByScore() {
	n := e.State.N()
	e.byScore = e.byScore[:0]
	for p := range n {
		e.byScore = append(e.byScore, engine.Player(p))
	}
	score, rank := e.State.Score, e.TrueRank
	slices.SortFunc(e.byScore, func(a, b engine.Player) int {
		if score[a] != score[b] {
			return int(score[b] - score[a])
		}
		return int(rank[a] - rank[b])
	})
}

// pairsByScore counts concordant, discordant and tied pairs of true strength and score.
func (e *Event) pairsByScore() counts {
	e.scratch = e.scratch[:0]
	run, tied := 0, 0
	for i, p := range e.byScore { // ascending true rank inside a score, so ties are no inversions
		if i > 0 && e.State.Score[p] == e.State.Score[e.byScore[i-1]] {
			run++
			tied += run
		} else {
			run = 0
		}
		e.scratch = append(e.scratch, e.TrueRank[p])
	}
	return e.count(tied)
}

// pairsByRanking is pairsByScore for the final ranking.
func (e *Event) pairsByRanking() counts {
	e.scratch = e.scratch[:0]
	start, tied := 0, 0
	for i, p := range e.Order {
		if !e.Tied[i] {
			slices.Sort(e.scratch[start:])
			start = i
		} else {
			tied += i - start
		}
		e.scratch = append(e.scratch, e.TrueRank[p])
	}
	slices.Sort(e.scratch[start:])
	return e.count(tied)
}

func (e *Event) count(tied int) counts {
	n := len(e.scratch)
	e.merge = slices.Grow(e.merge[:0], n)[:n]
	d := inversions(e.scratch, e.merge)
	return counts{n*(n-1)/2 - tied - d, d, tied}
}

// inversions counts pairs out of order and sorts v.
func inversions(v, tmp []int32) int {
	if len(v) < 24 {
		k := 0
		for i := 1; i < len(v); i++ {
			x, j := v[i], i
			for ; j > 0 && v[j-1] > x; j-- {
				v[j] = v[j-1]
			}
			v[j] = x
			k += i - j
		}
		return k
	}
	m := len(v) / 2
	k := inversions(v[:m], tmp[:m]) + inversions(v[m:], tmp[m:])
	copy(tmp, v)
	a, b := tmp[:m], tmp[m:len(v)]
	for i := range v {
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			v[i], a = a[0], a[1:]
		} else {
			k += len(a)
			v[i], b = b[0], b[1:]
		}
	}
	return k
}

// interest is the mean over the players of the entropy of their results (win, draw, loss), in bits, times
// one minus the Gini coefficient of the scores.
func (e *Event) interest() float64 {
	n, rounds := e.State.N(), e.State.Rounds()
	sum := 0.0
	for p := range n {
		var c [3]int
		for r := range rounds {
			switch e.State.OutcomeAt(r, engine.Player(p)) {
			case engine.Win, engine.ShortWin, engine.NarrowWin:
				c[0]++
			case engine.Drawn, engine.ShortDrawn:
				c[1]++
			case engine.Loss, engine.ShortLoss, engine.NarrowLoss:
				c[2]++
			}
		}
		g := float64(c[0] + c[1] + c[2])
		for _, k := range c {
			if k > 0 {
				f := float64(k) / g
				sum -= f * math.Log2(f)
			}
		}
	}
	total, weighted := 0.0, 0.0
	for i, p := range e.byScore { // best first: ascending position is n-i
		s := float64(e.State.Score[p])
		total += s
		weighted += float64(n-i) * s
	}
	gini := 0.0
	if total > 0 {
		gini = 2*weighted/(float64(n)*total) - float64(n+1)/float64(n)
	}
	return sum / float64(n) * (1 - gini)
}
