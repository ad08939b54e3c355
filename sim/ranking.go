package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/engine/standing"
	"crosstable/engine/tiebreak"
	"crosstable/sim/metric"
)

// Ranking is a ranking rule: points, then tie-breaks in turn (engine/standing), then perhaps a whole-order rule, then a
// lot. It owns scratch and serves one goroutine.
type Ranking struct {
	ranker *standing.Ranker
	ties   []metric.TieCount
	order  filler // nil, or the whole-order rule that follows the keys
	value  []int64
	place  []int32
	lots   []lot
}

// lot is a tied player's lot.
type lot struct {
	drawn uint64
	p     engine.Player
}

// NewRanking reads "BH/C1,BH,SB,lot". What the list leaves tied is broken by lot, never by the pairing number, which
// leaks the truth; a final "lot" says so and changes nothing. A whole-order rule (Orders) may come first.
func NewRanking(notation string) (*Ranking, error) {
	r := &Ranking{}
	var words []string
	parts := strings.Split(notation, ",")
	for i, p := range parts {
		p = strings.TrimSpace(p)
		if strings.EqualFold(p, "lot") {
			if i != len(parts)-1 {
				return nil, fmt.Errorf("%q: nothing can follow a lot", notation)
			}
			continue
		}
		if i == 0 {
			var err error
			if r.order, err = newOrder(p); err != nil {
				return nil, err
			}
			if r.order != nil {
				continue
			}
		}
		words = append(words, p)
	}
	var keys []tiebreak.Key
	if len(words) > 0 {
		var err error
		if keys, err = tiebreak.ParseList(strings.Join(words, ",")); err != nil {
			return nil, err
		}
		for _, k := range keys {
			if k.Data != tiebreak.NoData {
				return nil, fmt.Errorf("%s is not simulated: it needs data that a simulated event does not have",
					k.Text)
			}
		}
	}
	r.ranker = standing.New(keys, tiebreak.Context{})
	r.ties = make([]metric.TieCount, r.Keys())
	return r, nil
}

// Keys is the number of tie-breaks after points, the lot not counted.
func (r *Ranking) Keys() int { return len(r.ranker.Keys()) - 1 }

// KeyNames are the tie-breaks as requested.
func (r *Ranking) KeyNames() []string {
	var out []string
	for _, k := range r.ranker.Keys()[1:] {
		out = append(out, k.Text)
	}
	return out
}

// Rank fills e.Order, e.Tied and e.Ties. lots is the luck of the final lot, keyed by true rank.
func (r *Ranking) Rank(e *metric.Event, lots engine.Luck) {
	copy(e.Order, r.ranker.Rank(e.State))
	e.Tied[0] = false
	for i := 1; i < len(e.Order); i++ {
		e.Tied[i] = r.ranker.Decided(i-1) == standing.Shared
	}
	r.countTies(e)
	if r.order != nil {
		r.reorder(e)
	}
	eachGroup(e, func(g []engine.Player) {
		if len(g) < 2 {
			return
		}
		r.lots = r.lots[:0]
		for _, p := range g {
			r.lots = append(r.lots, lot{lots.With(uint64(e.TrueRank[p])).Uint64(), p})
		}
		slices.SortStableFunc(r.lots, func(a, b lot) int { return cmp.Compare(b.drawn, a.drawn) })
		for i, l := range r.lots {
			g[i] = l.p
		}
	})
}

// countTies counts for each tie-break the pairs tied before it, those it orders and those it orders by true strength.
// The groups of the tied lie in one another, so that the first key that divides the players between two of them in
// the order is the key that orders the two.
func (r *Ranking) countTies(e *metric.Event) {
	clear(r.ties)
	keys := len(r.ties)
	for i, p := range e.Order {
		first := keys // index in r.ties; keys: no tie-break divides them
		for j := i + 1; j < len(e.Order); j++ {
			switch d := r.ranker.Decided(j - 1); {
			case d == 0: // other points
				first = -1
			case d != standing.Shared:
				first = min(first, d-1)
			}
			if first < 0 {
				break
			}
			for k := range min(first+1, keys) {
				r.ties[k].Tied++
			}
			if first < keys {
				r.ties[first].Broken++
				if e.TrueRank[p] < e.TrueRank[e.Order[j]] {
					r.ties[first].Right++
				}
			}
		}
	}
	e.Ties = r.ties
}

// eachGroup calls f for each run of e.Order that is still tied.
func eachGroup(e *metric.Event, f func(g []engine.Player)) {
	start := 0
	for i := 1; i <= len(e.Order); i++ {
		if i == len(e.Order) || !e.Tied[i] {
			f(e.Order[start:i])
			start = i
		}
	}
}

// Possible says whether the tournament can exist at all; the message names the factor.
func Possible(sc Scenario) error {
	if _, err := pairing.New(sc.System); err != nil {
		return fmt.Errorf("system: %w", err)
	}
	if err := pairing.Possible(sc.System, sc.Players, sc.Rounds); err != nil {
		return fmt.Errorf("rounds: %w", err)
	}
	return nil
}
