package jca

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
)

// tinyMax is the size up to which a group is paired by tables of all exchanges and floaters.
const tinyMax = 10

// tables lists, for groups of n, the parents of every exchange and the sets of floaters, each in the order
// of attempts. Sets are bits of places: bit 0 is the first of the group.
type tables struct {
	exchanges [tinyMax + 1][]uint16              // natural halves first
	floaters  [tinyMax + 1][tinyMax + 1][]uint16 // by number of floaters
}

var small = sync.OnceValue(func() *tables {
	t := new(tables)
	for n := 1; n <= tinyMax; n++ {
		half := uint16(1<<((n+1)/2) - 1)
		type exchange struct {
			parents, leave, enter uint16
			k, diff               int
		}
		var all []exchange
		for set := range uint16(1 << n) {
			if bits.OnesCount16(set) == (n+1)/2 {
				e := exchange{parents: set, leave: half &^ set, enter: set &^ half}
				e.k = bits.OnesCount16(e.leave)
				e.diff = sum(e.enter) - sum(e.leave)
				all = append(all, e)
			}
			k := bits.OnesCount16(set)
			t.floaters[n][k] = append(t.floaters[n][k], set)
		}
		slices.SortFunc(all, func(a, b exchange) int {
			return cmp.Or(cmp.Compare(a.k, b.k), cmp.Compare(a.diff, b.diff),
				cmp.Compare(b.leave, a.leave), firstSet(a.enter, b.enter))
		})
		for _, e := range all {
			t.exchanges[n] = append(t.exchanges[n], e.parents)
		}
		for k := range n + 1 {
			slices.SortFunc(t.floaters[n][k], func(a, b uint16) int {
				return cmp.Or(cmp.Compare(spread(a, n), spread(b, n)), -firstSet(a, b))
			})
		}
	}
	return t
})

func sum(set uint16) (s int) {
	for ; set != 0; set &= set - 1 {
		s += bits.TrailingZeros16(set)
	}
	return s
}

// spread is twice the distance of the set's places from the middle of n, added up.
func spread(set uint16, n int) (s int) {
	for ; set != 0; set &= set - 1 {
		d := 2*bits.TrailingZeros16(set) - n + 1
		s += max(d, -d)
	}
	return s
}

// firstSet puts the set first whose members, in rising order, are smaller at the first difference.
func firstSet(a, b uint16) int {
	d := a ^ b
	switch {
	case d == 0:
		return 0
	case a&(d&-d) != 0:
		return -1
	}
	return 1
}

// tiny is a group of up to tinyMax as bit rows.
type tiny struct {
	x     []int32
	rows  [tinyMax]uint16
	sub   [tinyMax]uint16 // rows of a subset, renumbered
	place [tinyMax]uint8  // places of the subset
	mate  [tinyMax]uint8
	rest  [tinyMax]int8 // can the rest be completed with this one floater: 0 unknown, 1 yes, -1 no
}

// load makes the rows of x: who may meet whom.
func (t *tiny) load(p *Pairer, x []int32) {
	t.x = x
	for i, a := range x {
		t.rows[i], t.rest[i] = 0, 0
		for j, b := range x[:i] {
			if !p.banned(a, b) {
				t.rows[i] |= 1 << j
				t.rows[j] |= 1 << i
			}
		}
	}
}

// matchable reports whether all of set can be paired.
func (t *tiny) matchable(set uint16) bool {
	if set == 0 {
		return true
	}
	v := bits.TrailingZeros16(set)
	set &= set - 1
	for c := t.rows[v] & set; c != 0; c &= c - 1 {
		if t.matchable(set &^ (c & -c)) {
			return true
		}
	}
	return false
}

// first pairs parents with children of the subset, lexicographically first; down takes high children first.
func (t *tiny) first(parents, children uint16, down bool) bool {
	if parents == 0 {
		return true
	}
	i := bits.TrailingZeros16(parents)
	for c := t.sub[i] & children; c != 0; {
		b := bits.TrailingZeros16(c)
		if down {
			b = 15 - bits.LeadingZeros16(c)
		}
		c &^= 1 << b
		if t.first(parents&(parents-1), children&^(1<<b), down) {
			t.mate[i] = uint8(b)
			return true
		}
	}
	return false
}

// renumber makes sub and place for the members of set; it returns their number.
func (t *tiny) renumber(set uint16) int {
	n := 0
	for s := set; s != 0; s &= s - 1 {
		t.place[n] = uint8(bits.TrailingZeros16(s))
		n++
	}
	if n == len(t.x) {
		t.sub = t.rows
		return n
	}
	for i := range n {
		row := t.rows[t.place[i]]
		r := uint16(0)
		for j := range n {
			r |= row >> t.place[j] & 1 << j
		}
		t.sub[i] = r
	}
	return n
}

// tinyEven pairs the members of set in the loaded group, which can be paired (attempts A and B).
func (p *Pairer) tinyEven(set uint16) bool {
	t := &p.tiny
	if set == 0 {
		return true
	}
	n := t.renumber(set)
	full := uint16(1<<n - 1)
	down := p.opt.Method == Fold
	for k, parents := range small().exchanges[n] {
		if t.first(parents, full&^parents, down) {
			p.tinyPairs(parents, full&^parents, k == 0)
			return true
		}
	}
	return false
}

// tinyPairs adds the pairs that first has found.
func (p *Pairer) tinyPairs(parents, children uint16, natural bool) {
	t := &p.tiny
	h := bits.OnesCount16(parents)
	for i, s := 0, parents; s != 0; i, s = i+1, s&(s-1) {
		a := bits.TrailingZeros16(s)
		b := t.mate[a]
		c := bits.OnesCount16(children & (1<<b - 1))
		p.addNatural(t.x[t.place[a]], t.x[t.place[b]], i, c, h, natural)
	}
}

// restWith is done with the member at place f as the only floater, remembered.
func (p *Pairer) restWith(f int, l []int32) bool {
	t := &p.tiny
	if t.rest[f] == 0 {
		t.rest[f] = -1
		if p.done1(l, t.x[f]) {
			t.rest[f] = 1
		}
	}
	return t.rest[f] > 0
}

// tinyOdd is odd for the attempts B and C.
func (p *Pairer) tinyOdd(m, l []int32) bool {
	t := &p.tiny
	t.load(p, m)
	q := len(m)
	full := uint16(1<<q - 1)
	n := t.renumber(full)
	down := p.opt.Method == Fold
	for _, parents := range small().exchanges[n][1:] {
		f := 15 - bits.LeadingZeros16(parents) // the lowest parent floats
		pairing := parents &^ (1 << f)
		if t.first(pairing, full&^parents, down) && p.restWith(f, l) {
			p.Paths[PathTable]++
			p.tinyPairs(pairing, full&^parents, false)
			p.float(m[f], ruleMedianExchanged)
			return true
		}
	}
	for _, f := range small().floaters[q][1] {
		at := bits.TrailingZeros16(f)
		if !t.matchable(full&^f) || !p.restWith(at, l) {
			continue
		}
		p.Paths[PathTable]++
		p.x = without(p.x, m, at)
		p.build(&p.graph, p.x)
		p.graph.Solve()
		p.anyMatch(p.x)
		p.float(m[at], ruleAny)
		return true
	}
	return false
}

// tinyMore is attempt D for small groups.
func (p *Pairer) tinyMore(m, l []int32) bool {
	t := &p.tiny
	t.load(p, m)
	q := len(m)
	full := uint16(1<<q - 1)
	for k := q%2 + 2; k <= q; k += 2 {
		for _, f := range small().floaters[q][k] {
			if !t.matchable(full &^ f) {
				continue
			}
			start := len(p.floaters)
			for s := f; s != 0; s &= s - 1 {
				p.floaters = append(p.floaters, m[bits.TrailingZeros16(s)])
			}
			ok := p.done(l, p.floaters[start:])
			p.floaters = p.floaters[:start]
			if !ok {
				continue
			}
			p.Paths[PathTable]++
			for s := f; s != 0; s &= s - 1 {
				p.float(m[bits.TrailingZeros16(s)], ruleTwo)
			}
			return p.tinyEven(full &^ f)
		}
	}
	return false
}

func low(set uint64) int  { return bits.TrailingZeros64(set) }
func high(set uint64) int { return 63 - bits.LeadingZeros64(set) }
