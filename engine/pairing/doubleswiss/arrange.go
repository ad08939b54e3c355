package doubleswiss

import (
	"slices"

	"crosstable/engine/matching"
	"crosstable/engine/pairing/fide"
)

// This file pairs a bracket: of the pairings in which the fewest opponents of upfloaters floated in the latest
// round (C8, not in the last round) the first by its identifier, the smaller numbers of the pairs (tops) in order,
// then their opponents.

// arrange fills tops and bottoms, by rank.
func (p *Pairer) arrange() {
	p.members = append(append(p.members[:0], p.res...), p.up...)
	slices.SortFunc(p.members, func(i, j int32) int { return int(p.e[i].player - p.e[j].player) })
	n := len(p.members)
	p.above, p.top = fide.Grown(p.above, n), fide.Grown(p.top, n)
	floated := false
	for k, i := range p.members {
		p.above[k] = p.e[i].score != p.e[p.res[0]].score
		floated = floated || p.e[i].floated && !p.above[k]
	}
	careful := len(p.up) > 0 && floated && !p.last // C8 has something to count
	barred := careful && p.canAvoid()
	if careful && !barred {
		p.Stats.Costly++
		if len(p.up) > 1 {
			// One upfloater meets one who floated whatever is done.
			p.arrangeCostly()
			return
		}
	}
	// The first half against the second is the first set of tops.
	for k := range p.top {
		p.top[k] = k < n/2
	}
	if p.pairTops(barred) {
		p.Stats.Halves++
		return
	}
	p.Stats.Tops++
	p.firstTops(barred)
	if !p.pairTops(barred) {
		panic("doubleswiss: a bracket without a pairing")
	}
}

// fault reports that a pair of places counts for C8.
func (p *Pairer) fault(k, l int) bool {
	if p.above[l] {
		k, l = l, k
	}
	return p.above[k] && !p.above[l] && p.e[p.members[l]].floated
}

// may reports whether the places k and l can be paired; barred leaves out faults.
func (p *Pairer) may(k, l int, barred bool) bool {
	return p.meets(p.members[k], p.members[l]) && !(barred && p.fault(k, l))
}

// load makes the graph of the bracket.
func (p *Pairer) loadBracket(barred bool) {
	p.graph.Reset(len(p.members))
	for k := range p.members {
		for l := range k {
			if p.may(k, l, barred) {
				p.graph.Link(k, l)
			}
		}
	}
}

// canAvoid reports whether the bracket can be paired without a fault of C8.
func (p *Pairer) canAvoid() bool {
	p.loadBracket(true)
	return p.graph.Solve() == 0
}

// pairTops pairs the tops in order with the first possible bottoms, in lexicographic order; false if they cannot
// all be.
func (p *Pairer) pairTops(barred bool) bool {
	p.tops, p.bottoms, p.list = p.tops[:0], p.bottoms[:0], p.list[:0]
	p.set = p.set[:0]
	for k, top := range p.top {
		if top {
			p.set = append(p.set, int32(k))
		} else {
			p.list = append(p.list, int32(k))
		}
	}
	if len(p.set) != len(p.list) {
		return false
	}
	m := &p.two
	m.Reset(len(p.set))
	for a, k := range p.set {
		for b, l := range p.list {
			if k < l && p.may(int(k), int(l), barred) {
				m.Link(a, b)
			}
		}
	}
	if !m.First() {
		return false
	}
	for a, k := range p.set {
		p.tops = append(p.tops, p.members[k])
		p.bottoms = append(p.bottoms, p.members[p.list[m.Partner(a)]])
	}
	return true
}

// firstTops finds the first set of tops: place by place, who can meet somebody of a larger number does.
func (p *Pairer) firstTops(barred bool) {
	p.loadBracket(barred)
	m := &p.graph
	m.Solve()
	n := len(p.members)
	for k := range n {
		// As a top he meets nobody before him; if that leaves no pairing he is a bottom, and meets nobody after him.
		p.top[k] = p.limit(k, 0, k)
		if !p.top[k] && !p.limit(k, k+1, n) {
			panic("doubleswiss: neither a top nor a bottom")
		}
	}
}

// limit takes the edges between place k and the places lo to hi-1 away, if a complete pairing is left.
func (p *Pairer) limit(k, lo, hi int) bool {
	m := &p.graph
	p.list = p.list[:0]
	for l := lo; l < hi; l++ {
		if m.Linked(k, l) {
			if !m.Bar(k, l) {
				for _, x := range p.list {
					m.Link(k, int(x))
				}
				return false
			}
			p.list = append(p.list, int32(l))
		}
	}
	return true
}

// arrangeCostly is arrange with two or more upfloaters of whom some must meet players who floated: the least number
// is found by a weighted matching, and tops and bottoms by others that keep it.
func (p *Pairer) arrangeCostly() {
	m := &p.cost
	n := len(p.members)
	m.Reset(n)
	for k := range n {
		for l := range k {
			if p.may(k, l, false) {
				m.SetEdge(k, l, matching.One{-int64(b2i(p.fault(k, l)))})
			}
		}
	}
	if !m.Solve() {
		panic("doubleswiss: a bracket without a pairing")
	}
	best := m.Value()
	keeps := func(k int, away func(l int) bool) bool {
		m.Save()
		for l := range n {
			if l != k && m.Linked(k, l) && away(l) {
				m.Bar(k, l)
			}
		}
		if m.Solve() && m.Value() == best {
			return true
		}
		m.Back()
		return false
	}
	for k := range n {
		p.top[k] = keeps(k, func(l int) bool { return l < k })
		if !p.top[k] {
			keeps(k, func(l int) bool { return l > k })
		}
	}
	p.tops, p.bottoms = p.tops[:0], p.bottoms[:0]
	for k := range n {
		if !p.top[k] {
			continue
		}
		for l := k + 1; l < n; l++ {
			if m.Linked(k, l) && (m.Mate(k) == l || keeps(k, func(x int) bool { return x != l })) {
				m.Only(k, l)
				break
			}
		}
		p.tops = append(p.tops, p.members[k])
		p.bottoms = append(p.bottoms, p.members[m.Mate(k)])
	}
}
