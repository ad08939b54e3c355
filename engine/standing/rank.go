// Package standing turns values into an order: places with ties, which key decided between neighbours,
// prizes over tied places, qualifiers, and the JCA's filled crosstable.
//
//	keys, err := tiebreak.ParseList("BH/C1,BH,SB,lot")
//	r := standing.New(keys, tiebreak.Context{Edition: 2026})
//	for i, p := range r.Rank(state) {
//		fmt.Println(r.Place(i), p)
//	}
//
// A Ranker keeps its memory: after the first event of a size Rank allocates nothing, and it computes a
// tie-break only while somebody is still tied (unless All is set), so simulations call it in their loop.
package standing

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/tiebreak"
)

// Shared is what Decided gives for neighbours who share their place.
const Shared = -1

// Ranker orders the players of events. It serves one goroutine.
type Ranker struct {
	// Context is what the tie-breaks need to know beside the State.
	Context tiebreak.Context
	// All makes Rank compute every key for every player, for tables; otherwise values are computed
	// only while there are ties, and Value may be asked only for what decided.
	All bool

	keys    []tiebreak.Key
	vals    [][]int64
	order   []engine.Player
	decided []int16
	open    []span // groups still tied
	next    []span
	pairs   []pair
	x       tiebreak.Scratch

	sub  engine.State // rounds left over by a drop
	subX tiebreak.Scratch
	tmp  []int64
}

type span struct{ from, to int }

type pair struct {
	v int64
	p engine.Player
}

// New makes a ranker for the keys in order. Points come first, unless the list itself begins with
// points or the McMahon score.
func New(keys []tiebreak.Key, c tiebreak.Context) *Ranker {
	r := &Ranker{Context: c}
	if len(keys) == 0 || !keys[0].Main {
		points, err := tiebreak.Parse("PTS")
		if err != nil {
			panic(err) // the table has points
		}
		r.keys = append(r.keys, points)
	}
	r.keys = append(r.keys, keys...)
	r.vals = make([][]int64, len(r.keys))
	return r
}

// Keys are the keys in order, points first.
func (r *Ranker) Keys() []tiebreak.Key { return r.keys }

// Rank orders the players of s by its finished rounds and returns them, best first; the slice
// is r's own. Players equal on all keys stand in initial order.
func (r *Ranker) Rank(s *engine.State) []engine.Player {
	n := s.N()
	r.x.Begin(s, &r.Context)
	r.order = slices.Grow(r.order[:0], n)[:n]
	r.decided = slices.Grow(r.decided[:0], n)[:n]
	for i := range r.order {
		r.order[i] = engine.Player(i)
		r.decided[i] = Shared
	}
	r.open = r.open[:0]
	if n > 1 {
		r.open = append(r.open, span{0, n})
	}
	for i := range r.keys {
		if len(r.open) == 0 && !r.All {
			break
		}
		k := &r.keys[i]
		r.vals[i] = slices.Grow(r.vals[i][:0], n)[:n]
		vals := r.vals[i]
		switch {
		case k.Drop != tiebreak.DropNone:
			r.drop(s, i, vals)
		case k.Grouped():
			clear(vals)
			for _, g := range r.open {
				k.FillGroup(vals, &r.x, r.order[g.from:g.to])
			}
			r.split(k, vals, i)
		default:
			k.Fill(vals, &r.x)
			r.split(k, vals, i)
		}
	}
	return r.order
}

// split sorts each open group by the values and keeps the groups that are still tied.
func (r *Ranker) split(k *tiebreak.Key, vals []int64, key int) {
	r.next = r.next[:0]
	for _, g := range r.open {
		r.pairs = r.pairs[:0]
		for _, p := range r.order[g.from:g.to] {
			r.pairs = append(r.pairs, pair{k.Sortable(vals[p]), p})
		}
		sortPairs(r.pairs)
		start := 0
		for i, e := range r.pairs {
			r.order[g.from+i] = e.p
			if i > 0 && e.v != r.pairs[i-1].v {
				r.decided[g.from+i-1] = int16(key)
				if i-start > 1 {
					r.next = append(r.next, span{g.from + start, g.from + i})
				}
				start = i
			}
		}
		if len(r.pairs)-start > 1 {
			r.next = append(r.next, span{g.from + start, g.to})
		}
	}
	r.open, r.next = r.next, r.open
}

// sortPairs puts higher values first, equal ones in initial order.
func sortPairs(v []pair) {
	if len(v) > 40 {
		slices.SortFunc(v, func(a, b pair) int {
			switch {
			case a.v > b.v:
				return -1
			case a.v < b.v:
				return 1
			}
			return int(a.p - b.p)
		})
		return
	}
	for i := 1; i < len(v); i++ {
		e := v[i]
		j := i
		for ; j > 0 && (v[j-1].v < e.v || v[j-1].v == e.v && v[j-1].p > e.p); j-- {
			v[j] = v[j-1]
		}
		v[j] = e
	}
}

// drop compares the tied again by the keys before key on fewer and fewer rounds. The value shown is the
// number of tied players placed below.
func (r *Ranker) drop(s *engine.State, key int, vals []int64) {
	clear(vals)
	groups := append([]span(nil), r.open...)
	r.tmp = slices.Grow(r.tmp[:0], s.N())[:s.N()]
	for k := 1; k < s.Rounds() && len(r.open) > 0; k++ {
		if r.keys[key].Drop == tiebreak.DropFirst {
			r.copyRounds(s, k, s.Rounds())
		} else {
			r.copyRounds(s, 0, s.Rounds()-k)
		}
		r.subX.Begin(&r.sub, &r.Context)
		for i := range r.keys[:key] {
			again := &r.keys[i]
			if again.Drop != tiebreak.DropNone {
				continue
			}
			again.Fill(r.tmp, &r.subX)
			if again.Grouped() {
				for _, g := range r.open {
					again.FillGroup(r.tmp, &r.subX, r.order[g.from:g.to])
				}
			}
			r.split(again, r.tmp, key)
		}
	}
	for _, g := range groups {
		below := int64(0)
		for i := g.to - 1; i >= g.from; i-- {
			if i+1 < g.to && r.decided[i] != Shared {
				below = int64(g.to - 1 - i)
			}
			vals[r.order[i]] = below
		}
	}
}

// copyRounds makes r.sub the event of the rounds from..to-1 of s.
func (r *Ranker) copyRounds(s *engine.State, from, to int) {
	t := &r.sub
	t.Points, t.PlannedRounds, t.FirstColor, t.Luck = s.Points, s.PlannedRounds, s.FirstColor, s.Luck
	t.Reset(s.N())
	copy(t.Rating, s.Rating)
	copy(t.Group, s.Group)
	for round := from; round < to; round++ {
		t.BeginRound()
		opp, col, out := s.Opponents(round), s.ColorsAt(round), s.Outcomes(round)
		for p := range out {
			t.Enter(engine.Player(p), opp[p], col[p], out[p])
			t.Virtual[p] = s.VirtualAt(round, engine.Player(p))
		}
		t.CloseRound()
	}
}

// Order is the result of the latest Rank.
func (r *Ranker) Order() []engine.Player { return r.order }

// Place is the place of the i-th player of the order, from 1; players who share it have the same.
func (r *Ranker) Place(i int) int {
	for i > 0 && r.decided[i-1] == Shared {
		i--
	}
	return i + 1
}

// Decided is the index in Keys of the key that put the i-th player of the order before the next one;
// Shared if they share their place or there is no next one.
func (r *Ranker) Decided(i int) int { return int(r.decided[i]) }

// Value is p's value of the key, in units of 1/Scale.
func (r *Ranker) Value(key int, p engine.Player) int64 { return r.vals[key][p] }

// Ties calls yield for each run from..to-1 of the order that shares a place.
func (r *Ranker) Ties(yield func(from, to int) bool) {
	for from := 0; from < len(r.order); {
		to := from + 1
		for to < len(r.order) && r.decided[to-1] == Shared {
			to++
		}
		if !yield(from, to) {
			return
		}
		from = to
	}
}

// PointTies is Ties of the first key alone: those with equal points.
func (r *Ranker) PointTies(yield func(from, to int) bool) {
	for from := 0; from < len(r.order); {
		to := from + 1
		for to < len(r.order) && r.vals[0][r.order[to]] == r.vals[0][r.order[from]] {
			to++
		}
		if !yield(from, to) {
			return
		}
		from = to
	}
}

// Explain tells how p's value of a key comes about. Grouped keys compare p with those equal to him on the
// keys before; All must have been set.
func (r *Ranker) Explain(key int, p engine.Player) tiebreak.Working {
	return r.keys[key].Explain(&r.x, p, r.Tied(key, p))
}

// Tied are the players who are equal to p on all keys before key, with p, in initial order. All must have
// been set.
func (r *Ranker) Tied(key int, p engine.Player) []engine.Player {
	var tied []engine.Player
	for q := range r.order {
		same := true
		for i := range key {
			same = same && r.vals[i][q] == r.vals[i][p]
		}
		if same {
			tied = append(tied, engine.Player(q))
		}
	}
	return tied
}
