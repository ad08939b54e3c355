package sim

import (
	"fmt"
	"slices"
	"strings"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/engine/tiebreak"
	"crosstable/sim/metric"
)

// Ranking is a ranking rule: points, then tie-breaks in turn, then a lot. It owns scratch and serves one
// goroutine.
type Ranking struct {
	keys    []tiebreak.Key
	scratch tiebreak.Scratch
	context tiebreak.Context
	value   []int64
	lots    []uint64
	ties    []metric.TieCount
	order   filler // nil, or the whole-order rule that follows the keys
	place   []int32
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
	if len(words) > 0 {
		keys, err := tiebreak.ParseList(strings.Join(words, ","))
		if err != nil {
			return nil, err
		}
		for _, k := range keys {
			if k.Drop != tiebreak.DropNone || k.Data != tiebreak.NoData {
				return nil, fmt.Errorf("%s is not simulated: it needs data that a simulated event does not have", k.Text)
			}
		}
		r.keys = keys
	}
	r.ties = make([]metric.TieCount, len(r.keys))
	return r, nil
}

// Keys is the number of tie-breaks after points, the lot not counted.
func (r *Ranking) Keys() int { return len(r.keys) }

// KeyNames are the tie-breaks as requested.
func (r *Ranking) KeyNames() []string {
	var out []string
	for _, k := range r.keys {
		out = append(out, k.Text)
	}
	return out
}

// Rank fills e.Order, e.Tied and e.Ties. lots is the luck of the final lot, keyed by true rank.
func (r *Ranking) Rank(e *metric.Event, lots engine.Luck) {
	s := e.State
	n := s.N()
	r.value = slices.Grow(r.value[:0], n)[:n]
	for p := range n {
		e.Order[p] = engine.Player(p)
		r.value[p] = int64(s.Score[p])
	}
	e.Tied[0] = false
	for i := 1; i < n; i++ {
		e.Tied[i] = true
	}
	r.split(e)
	if len(r.keys) > 0 {
		r.scratch.Begin(s, &r.context)
	}
	for i := range r.keys {
		k := &r.keys[i]
		c := metric.TieCount{}
		eachGroup(e, func(g []engine.Player) { c.Tied += len(g) * (len(g) - 1) / 2 })
		if c.Tied > 0 {
			if k.Grouped() {
				eachGroup(e, func(g []engine.Player) {
					if len(g) > 1 {
						k.FillGroup(r.value, &r.scratch, g)
					}
				})
			} else {
				k.Fill(r.value, &r.scratch)
			}
			for p, v := range r.value {
				r.value[p] = k.Sortable(v)
			}
			eachGroup(e, func(g []engine.Player) {
				for a, p := range g {
					for _, q := range g[a+1:] {
						if r.value[p] == r.value[q] {
							continue
						}
						c.Broken++
						if (r.value[p] > r.value[q]) == (e.TrueRank[p] < e.TrueRank[q]) {
							c.Right++
						}
					}
				}
			})
			r.split(e)
		}
		r.ties[i] = c
	}
	e.Ties = r.ties
	if r.order != nil {
		r.reorder(e)
	}
	r.lots = slices.Grow(r.lots[:0], n)[:n]
	eachGroup(e, func(g []engine.Player) {
		if len(g) < 2 {
			return
		}
		for _, p := range g {
			r.lots[p] = lots.With(uint64(e.TrueRank[p])).Uint64()
		}
		sortBy(g, func(a, b engine.Player) bool { return r.lots[a] > r.lots[b] })
	})
}

// split orders every tied group by value, more first, and separates what differs.
func (r *Ranking) split(e *metric.Event) {
	eachGroup(e, func(g []engine.Player) {
		if len(g) > 1 {
			sortBy(g, func(a, b engine.Player) bool { return r.value[a] > r.value[b] })
		}
	})
	for i := 1; i < len(e.Order); i++ {
		if e.Tied[i] && r.value[e.Order[i]] != r.value[e.Order[i-1]] {
			e.Tied[i] = false
		}
	}
}

// sortBy is stable; groups are small, so insertion serves most.
func sortBy(g []engine.Player, before func(a, b engine.Player) bool) {
	if len(g) > 40 {
		slices.SortStableFunc(g, func(a, b engine.Player) int {
			switch {
			case before(a, b):
				return -1
			case before(b, a):
				return 1
			}
			return 0
		})
		return
	}
	for i := 1; i < len(g); i++ {
		p, j := g[i], i
		for ; j > 0 && before(p, g[j-1]); j-- {
			g[j] = g[j-1]
		}
		g[j] = p
	}
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
