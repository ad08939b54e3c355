package jca

import (
	"slices"

	"crosstable/engine"
)

// lift pairs from the top, an odd group taking the first player below who leaves both completable, an even
// group that cannot be paired taking two (Shizuoka 2016, rule 2).
func (p *Pairer) lift() bool {
	for len(p.seq) > 0 {
		hi := p.groupEnd(0)
		p.enter(p.seq[:hi])
		l := p.seq[hi:]
		if len(p.m)%2 == 0 && p.done(l, nil) && p.straight(p.m, -1) {
			p.seq = append(p.seq[:0], l...)
			continue
		}
		if !p.lifts(l) {
			return false
		}
		if p.opt.LiftSort {
			slices.Sort(p.m)
		}
		if !p.straight(p.m, -1) && !p.even(p.m) {
			return false
		}
		p.seq = append(p.seq[:0], l[:p.left(l)]...)
	}
	return true
}

// left moves the ranks of l that were not lifted to its front and returns their number.
func (p *Pairer) left(l []int32) int {
	n := 0
	for i, a := range l {
		if !p.lifted[i] {
			l[n] = a
			n++
		}
	}
	return n
}

// lifts marks in p.lifted the members of l that join the group p.m, and appends them to it.
func (p *Pairer) lifts(l []int32) bool {
	p.lifted = append(p.lifted[:0], make([]bool, len(l))...)
	m := p.m
	if len(m)%2 == 0 {
		if p.done(l, nil) && p.done(m, nil) {
			return true
		}
	} else {
		for k := range l {
			i := k
			if p.opt.LiftLow {
				// The lowest rated of the next group first, then the group below it.
				i = p.lowestFirst(l, k)
			}
			p.x = append(append(p.x[:0], m...), l[i])
			if !p.done(p.x, nil) {
				continue
			}
			p.x = without(p.x, l, i)
			if p.done(p.x, nil) {
				p.take(l, i)
				return true
			}
		}
	}
	return p.liftsFewest(m, l)
}

// liftsFewest marks two or more members of l that join the group m: the fewest, then those that come first.
func (p *Pairer) liftsFewest(m, l []int32) bool {
	q := len(m)
	p.cost.Reset(q + len(l))
	weigh := func(a int32, i int, b int32, j int) {
		if p.banned(a, b) {
			return
		}
		w := [2]int64{}
		if i < q && j >= q {
			w[0] = -1
		}
		p.cost.SetEdge(i, j, w)
	}
	for i, a := range m {
		for j := range i {
			weigh(m[j], j, a, i)
		}
		for k, b := range l {
			weigh(a, i, b, q+k)
		}
	}
	for k, b := range l {
		for o := range k {
			weigh(l[o], q+o, b, q+k)
		}
	}
	if !p.cost.Solve() {
		return false
	}
	value := p.cost.Value()
	for k := range l {
		i := k
		if p.opt.LiftLow {
			i = p.lowestFirst(l, k)
		}
		v := q + i
		up := p.cost.Mate(v) < q
		if !up {
			p.cost.Save()
		}
		for o := q; o < q+len(l); o++ {
			if o != v && p.cost.Linked(v, o) {
				p.cost.Bar(v, o)
			}
		}
		if !up && (!p.cost.Solve() || p.cost.Value() != value) {
			p.cost.Back()
			p.cost.Solve()
			for o := range q {
				if p.cost.Linked(v, o) {
					p.cost.Bar(v, o)
				}
			}
			continue
		}
		p.take(l, i)
	}
	return true
}

func (p *Pairer) take(l []int32, i int) {
	p.lifted[i] = true
	p.m = append(p.m, l[i])
	p.float(l[i], ruleLift)
	p.floaters = p.floaters[:0]
}

// lowestFirst is the k-th place of l when every scoregroup is taken from its end.
func (p *Pairer) lowestFirst(l []int32, k int) int {
	lo := k
	v := p.score(l[k])
	for lo > 0 && p.score(l[lo-1]) == v {
		lo--
	}
	hi := k + 1
	for hi < len(l) && p.score(l[hi]) == v {
		hi++
	}
	return lo + hi - 1 - k
}

// reversed pairs the groups above the middle from the top, those below it from the bottom, mirrored, and
// the middle group last (rule 5.6).
func (p *Pairer) reversed() bool {
	lo, hi := p.middle()
	for at := 0; at < lo; {
		end := p.groupEnd(at)
		p.enter(p.seq[at:end])
		if !p.group(p.m, p.seq[end:]) {
			return false
		}
		sortRanks(p.floaters, false)
		at = end
	}
	p.waiting = append(p.waiting[:0], p.floaters...) // they wait above the middle group
	p.floaters = p.floaters[:0]
	p.upwards = true
	for end := len(p.seq); end > hi; {
		at := end - 1
		for at > hi && p.score(p.seq[at-1]) == p.score(p.seq[end-1]) {
			at--
		}
		p.natives = append(p.natives[:0], p.seq[at:end]...)
		slices.Reverse(p.natives)
		p.enter(p.natives)
		p.others = append(append(p.others[:0], p.waiting...), p.seq[lo:at]...)
		if !p.group(p.m, p.others) {
			return false
		}
		sortRanks(p.floaters, true)
		end = at
	}
	// Middle group: floaters from above, natives, floaters from below.
	p.upwards = false
	below := len(p.floaters)
	sortRanks(p.floaters, false)
	p.natives = append(append(p.natives[:0], p.seq[lo:hi]...), p.floaters...)
	p.floaters = append(p.floaters[:0], p.waiting...)
	p.enter(p.natives)
	if len(p.m) == 0 {
		return true
	}
	if below > 0 {
		p.step(engine.Step{Kind: engine.StepNote, A: engine.NoPlayer, B: engine.NoPlayer, Rule: "jca.middle",
			N: [3]int64{int64(below)}})
	}
	// A floater from above and one from below meet only if nothing else completes the round. Groups that
	// fail have not added pairs.
	p.midLo, p.midHi = p.rankAt(lo), p.rankAt(hi)
	ok := p.group(p.m, nil)
	p.midLo = -1
	return ok || p.group(p.m, nil)
}

// rankAt is the first rank of seq[i:], past the last if there is none.
func (p *Pairer) rankAt(i int) int32 {
	if i < len(p.seq) {
		return p.seq[i]
	}
	return int32(p.f.N())
}

// middle is the middle group in seq; it may be empty.
func (p *Pairer) middle() (lo, hi int) {
	if p.opt.ByPlayer && len(p.seq) > 0 {
		v := p.score(p.seq[len(p.seq)/2])
		for p.score(p.seq[lo]) != v {
			lo++
		}
		return lo, p.groupEnd(lo)
	}
	// Half of what could be won so far, in half points: compare twice the score.
	half := int64(p.s.Rounds()) * int64(p.s.Points.Win())
	for lo < len(p.seq) && 2*int64(p.score(p.seq[lo])) > half {
		lo++
	}
	hi = lo
	for hi < len(p.seq) && 2*int64(p.score(p.seq[hi])) == half {
		hi++
	}
	return lo, hi
}

// byWishes pairs a group by the methods 隣接 (neighbours) and 間接 (every other): as many pairs as possible,
// the lowest floating, and from the top each with his next or next but one, then the others downwards.
func (p *Pairer) byWishes(m, l []int32) bool {
	if !p.lowest(m, l) {
		return false
	}
	p.x = p.x[:0]
	for i, a := range m {
		if p.lifted[i] {
			p.float(a, ruleLast)
		} else {
			p.x = append(p.x, a)
		}
	}
	x := p.x
	p.build(&p.graph, x)
	if p.graph.Solve() != 0 {
		return false
	}
	for i := range x {
		if !p.graph.Active(i) {
			continue
		}
		try := func(j int) bool {
			if j >= len(x) || !p.graph.Active(j) || !p.graph.Linked(i, j) || !p.graph.Force(i, j) {
				return false
			}
			p.graph.Off(i)
			p.graph.Off(j)
			p.add(x[i], x[j], ruleWish, i, j)
			return true
		}
		if p.opt.Method == EveryOther && try(i+2) {
			continue
		}
		for j := i + 1; j < len(x) && !try(j); j++ {
		}
	}
	return true
}

// lowest marks in p.lifted the floaters of a group for byWishes: the fewest, from the end of the group.
func (p *Pairer) lowest(m, l []int32) bool {
	q := len(m)
	p.lifted = append(p.lifted[:0], make([]bool, q)...)
	if q%2 == 0 && p.done(l, nil) && p.done(m, nil) {
		return true
	}
	for i := q - 1; i >= 0 && q%2 != 0; i-- {
		p.x = without(p.x, m, i)
		if p.done1(l, m[i]) && p.done(p.x, nil) {
			p.lifted[i] = true
			return true
		}
	}
	return p.chooseFloaters(m, l, func(i int) int64 { return int64(q - 1 - i) })
}

// acrossLeast is across for the other readings of "least exchange of children": fewest moved, or least sum of
// places moved; among equals the lexicographically first.
func (p *Pairer) acrossLeast(parents, children []int32, natural bool) bool {
	h := len(parents)
	p.assign.Reset(2 * h)
	for i, a := range parents {
		for c, b := range children {
			if p.banned(a, b) {
				continue
			}
			w := int64(max(i-c, c-i))
			if p.opt.Children == ChildrenMoved {
				w = min(w, 1)
			}
			p.assign.SetEdge(i, h+c, [1]int64{-w})
		}
	}
	if !p.assign.Solve() {
		return false
	}
	value := p.assign.Value()
	for i, a := range parents {
		for c := range h {
			if p.assign.Mate(i) == h+c {
				p.assign.Only(i, h+c)
			} else {
				if !p.assign.Linked(i, h+c) {
					continue
				}
				p.assign.Save()
				p.assign.Only(i, h+c)
				if !p.assign.Solve() || p.assign.Value() != value {
					p.assign.Back()
					p.assign.Solve()
					continue
				}
			}
			p.addNatural(a, children[c], i, c, h, natural)
			break
		}
	}
	return true
}
