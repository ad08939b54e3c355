package dubov

import (
	"slices"

	"crosstable/engine"
)

// A set of upfloaters is better by C5 (their number), C6 (their scores), C7 (clashes of the bracket), C8 to C10 (who
// they are), and then the order of 4.2. cost is what one upfloater adds to C8, C9 and C10.
type cost [3]int

// costOf gives the cost of i as an upfloater; nothing in the last round.
func (p *Pairer) costOf(i int32) (c cost) {
	if p.last {
		return c
	}
	if p.ups[i] >= p.maxT {
		c[0], c[1] = 1, int(p.ups[i])
	}
	if p.just[i] {
		c[2] = 1
	}
	return c
}

func (c cost) compare(d cost) int { return slices.Compare(c[:], d[:]) }

// imbalance counts the residents who prefer White less those who prefer Black.
func (p *Pairer) imbalance() (d int) {
	for _, i := range p.res {
		d += p.side(i)
	}
	return d
}

// side is 1 for who prefers White, -1 for who prefers Black.
func (p *Pairer) side(i int32) int {
	if p.f.E[i].Wish.Color == engine.White {
		return 1
	}
	return -1
}

// choose finds the upfloaters of the residents (3.2.1, 3.2.2).
func (p *Pairer) choose() {
	p.up = p.up[:0]
	switch {
	case p.slow:
	case len(p.res)&1 == 0:
		if p.completes() && p.judge(p.bracket()) >= 0 {
			return
		}
	case p.single():
		return
	}
	if !p.slow && p.several() {
		return
	}
	p.Stats.General++
	p.choseGeneral()
}

// single finds the one upfloater of an odd scoregroup, if one is enough. Scores are tried from the highest (C6), and
// within one the candidates in the order of the best that counting leaves possible for them.
func (p *Pairer) single() bool {
	f, w := &p.f, p.imbalance()
	p.tried = p.tried[:0]
	for range p.low {
		p.tried = append(p.tried, false)
	}
	first := true
	for lo := 0; lo < len(p.low); {
		hi := lo + 1
		for hi < len(p.low) && f.E[p.low[hi]].Score == f.E[p.low[lo]].Score {
			hi++
		}
		best, bestClashes := -1, 0
		for {
			k, bound := p.promising(lo, hi, w)
			if k < 0 || best >= 0 && !p.precedes(k, bound, best, bestClashes) {
				break
			}
			p.tried[k] = true
			l := p.low[k]
			if !p.completes(l) {
				continue
			}
			c := p.judge(p.bracket(l))
			if c < 0 && first {
				if f.Deficiency(p.res) > 1 {
					return false
				}
				first = false
			}
			if c >= 0 && (best < 0 || p.precedes(k, c, best, bestClashes)) {
				best, bestClashes = k, c
			}
		}
		if best >= 0 {
			p.up = append(p.up[:0], p.low[best])
			return true
		}
		lo = hi
	}
	return false
}

// promising is the candidate among low[lo:hi], not tried yet, for whom the most is possible, and the least C7 that
// counting leaves him: half of the difference between those who prefer White and Black.
func (p *Pairer) promising(lo, hi, w int) (at, clashes int) {
	at = -1
	for k := lo; k < hi; k++ {
		if p.tried[k] {
			continue
		}
		d := w + p.side(p.low[k])
		if c := max(d, -d) / 2; at < 0 || p.precedes(k, c, at, clashes) {
			at, clashes = k, c
		}
	}
	return at, clashes
}

// precedes reports that low[a] with the given C7 is a better upfloater than low[b] of the same score (C7 to C10, 4.2).
func (p *Pairer) precedes(a, clashA, b, clashB int) bool {
	if clashA != clashB {
		return clashA < clashB
	}
	if c := p.costOf(p.low[a]).compare(p.costOf(p.low[b])); c != 0 {
		return c < 0
	}
	return p.low[a] < p.low[b]
}

// several finds two or more upfloaters, all of the highest lower score and as good in every criterion as counting
// leaves possible, in the order of 4.2. It gives up where that does not exist or takes many attempts.
func (p *Pairer) several() bool {
	f := &p.f
	u := f.Deficiency(p.res)
	u = max(u, f.Deficiency(p.without(nil)))
	next := 0
	for next < len(p.low) && f.E[p.low[next]].Score == f.E[p.low[0]].Score {
		next++
	}
	if u < 2 || u > next {
		return false
	}
	// How many of the upfloaters should prefer White: as near as possible to even numbers.
	var sides [2]int
	for _, l := range p.low[:next] {
		sides[(1+p.side(l))/2]++
	}
	w := p.imbalance()
	white := min(max((u-w)/2, u-sides[0], 0), sides[1], u)
	var s search
	s.p, s.n, s.u = p, next, u
	s.left = [2]int{u - white, white}
	d := w + 2*white - u
	s.clashes = max(d, -d) / 2
	for side := range 2 {
		s.limit[side] = p.dearest(next, side, s.left[side])
	}
	s.budget = 400
	p.up = p.up[:0]
	if s.from(0) {
		return true
	}
	p.up = p.up[:0]
	return false
}

// dearest is the cost of the last of the k cheapest candidates of a side.
func (p *Pairer) dearest(n, side, k int) (c cost) {
	if k == 0 {
		return cost{-1}
	}
	// The k-th smallest by counting who costs no more: there are few different costs.
	found := false
	for _, l := range p.low[:n] {
		if (1+p.side(l))/2 != side {
			continue
		}
		mine, below := p.costOf(l), 0
		for _, m := range p.low[:n] {
			if (1+p.side(m))/2 == side && p.costOf(m).compare(mine) <= 0 {
				below++
			}
		}
		if below >= k && (!found || mine.compare(c) < 0) {
			c, found = mine, true
		}
	}
	return c
}

// search walks through the sets of upfloaters in the order of 4.2 that meet the bounds: left White and Black seekers
// (index 1 and 0), none dearer than the limit of his side and all who are cheaper.
type search struct {
	p       *Pairer
	n, u    int
	left    [2]int
	limit   [2]cost
	clashes int
	budget  int
}

func (s *search) from(k int) bool {
	p := s.p
	s.budget--
	if len(p.up) == s.u {
		s.budget -= 5
		// All who are cheaper than the limit of their side must be in.
		for _, l := range p.low[:s.n] {
			if side := (1 + p.side(l)) / 2; p.costOf(l).compare(s.limit[side]) < 0 && !slices.Contains(p.up, l) {
				return false
			}
		}
		return p.completes(p.up...) && p.judge(p.bracket(p.up...)) == s.clashes
	}
	for ; k < s.n && s.budget > 0; k++ {
		l := p.low[k]
		side := (1 + p.side(l)) / 2
		if s.left[side] == 0 || p.costOf(l).compare(s.limit[side]) > 0 {
			continue
		}
		s.left[side]--
		p.up = append(p.up, l)
		if s.from(k + 1) {
			return true
		}
		p.up = p.up[:len(p.up)-1]
		s.left[side]++
	}
	return false
}
