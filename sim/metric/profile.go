package metric

import "crosstable/engine/method"

// Profile is a row of numbers that an event adds to: sums by place, by true rank, by round. A study divides
// by the number of events, or by the profile's own counts where Count is set.
type Profile struct {
	method.Info
	// Size is the length of the row for n players, r rounds and a ranking rule of k keys (points not counted).
	Size func(n, r, k int) int
	// Add adds the event's numbers to sums, of length Size. Entries are exact in float64 (counts, half points)
	// unless they are sums of strengths.
	Add func(sums []float64, e *Event)
	// Ranking profiles change with the ranking rule.
	Ranking bool
	// First is the number of the first entry as people count it: 1, or 0 for histograms.
	First int
	// Cells is the number of columns of a row; 0 for one, -1 for as many as players.
	Cells int
}

// Columns is the length of a row of the profile's table for n players.
func (p *Profile) Columns(n int) int {
	if p.Cells < 0 {
		return n
	}
	return max(1, p.Cells)
}

// maxCount is the last bin of the histograms by player; larger values are counted in it.
const maxCount = 8

// Profiles is the table.
var Profiles = []Profile{
	{info("place_by_rank", "how often true rank t ends in place p; row t, column p"),
		func(n, _, _ int) int { return n * n },
		func(sums []float64, e *Event) {
			n := len(e.Order)
			for place, p := range e.Order {
				sums[int(e.TrueRank[p])*n+place]++
			}
		}, true, 1, -1},
	{info("place_error_by_rank", "sum of |final place - true rank| by true rank"),
		func(n, _, _ int) int { return n },
		func(sums []float64, e *Event) {
			for place, p := range e.Order {
				t := int(e.TrueRank[p])
				sums[t] += float64(abs(place - t))
			}
		}, true, 1, 0},
	{info("place_shift_by_number",
		"sum of (true rank - final place) by pairing number: positive means placed better than deserved"),
		func(n, _, _ int) int { return n },
		func(sums []float64, e *Event) {
			for place, p := range e.Order {
				sums[p] += float64(int(e.TrueRank[p]) - place)
			}
		}, true, 1, 0},
	{info("color_imbalance", "players by |games with White - games with Black|, 0 to 8 and more"),
		func(int, int, int) int { return maxCount + 1 },
		func(sums []float64, e *Event) {
			for _, d := range e.State.ColorDiff {
				sums[min(abs(int(d)), maxCount)]++
			}
		}, false, 0, 0},
	{info("floats", "players by number of floats (down and up), 0 to 8 and more"),
		func(int, int, int) int { return maxCount + 1 },
		func(sums []float64, e *Event) {
			for p := range e.State.N() {
				sums[min(int(e.State.Downs[p])+int(e.State.Ups[p]), maxCount)]++
			}
		}, false, 0, 0},
	{info("floats_running", "players by longest run of floats in successive rounds, 0 to 8 and more"),
		func(int, int, int) int { return maxCount + 1 },
		func(sums []float64, e *Event) {
			for _, run := range e.FloatRun {
				sums[min(run, maxCount)]++
			}
		}, false, 0, 0},
	{info("games_by_round", "games over the board by round"),
		func(_, r, _ int) int { return r },
		func(sums []float64, e *Event) {
			for r, g := range e.RoundGames {
				sums[r] += float64(g)
			}
		}, false, 1, 0},
	{info("gap_by_round", "sum of |strength difference| of the games by round, rating points"),
		func(_, r, _ int) int { return r },
		func(sums []float64, e *Event) {
			for r, g := range e.RoundGap {
				sums[r] += g
			}
		}, false, 1, 0},
	{info("tiebreak_power",
		"for each key of the ranking: pairs still tied before it, pairs it orders, pairs it orders by true strength"),
		func(_, _, k int) int { return 3 * k },
		func(sums []float64, e *Event) {
			for i, t := range e.Ties {
				sums[3*i] += float64(t.Tied)
				sums[3*i+1] += float64(t.Broken)
				sums[3*i+2] += float64(t.Right)
			}
		}, true, 1, 3},
}
