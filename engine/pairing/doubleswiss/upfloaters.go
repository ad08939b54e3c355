package doubleswiss

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/pairing/fide"
)

// This file chooses the upfloaters of a bracket: as few as possible (C4) such that the bracket and everybody lower
// can be paired (C1, C3); with the highest scores, the lowest one deciding first (C5); such that the next
// scoregroup needs as few as possible beside its parity (C6); as few as possible who floated in the latest round
// (C7); then the first set by score and number.

func (p *Pairer) choose() {
	p.up = p.up[:0]
	switch u := p.minCross(p.res, p.low); u {
	case 0:
		p.Stats.Even++
	case 1:
		p.Stats.Single++
		p.chooseOne()
	default:
		p.Stats.Chosen++
		p.chooseMany(u)
	}
}

// minCross is the least number of pairs between x and y in a legal complete pairing of both together, which must
// exist.
func (p *Pairer) minCross(x, y []int32) int {
	dx, dy := p.deficiency(x), p.deficiency(y)
	// Of a large set any few players may be taken away.
	enough := func(set []int32, k int) bool { return !p.careful && p.roomy(len(set)-k) && len(set)-k > p.bans }
	switch {
	case dx == 0 && dy == 0:
		return 0
	case enough(x, dy):
		return dy
	case enough(y, dx):
		return dx
	}
	m := &p.cross
	n := len(x)
	m.Reset(n + len(y))
	at := func(k int) int32 {
		if k < n {
			return x[k]
		}
		return y[k-n]
	}
	for k := range n + len(y) {
		for l := range k {
			if !p.meets(at(k), at(l)) {
				continue
			}
			w := matching.One{}
			if k >= n && l < n {
				w[0] = -1
			}
			m.SetEdge(k, l, w)
		}
	}
	if !m.Solve() {
		return -1
	}
	return -int(m.Value()[0])
}

// chooseOne chooses the one upfloater, score by score.
func (p *Pairer) chooseOne() {
	for lo := 0; lo < len(p.low); {
		hi := lo + 1
		for hi < len(p.low) && p.e[p.low[hi]].score == p.e[p.low[lo]].score {
			hi++
		}
		if i := p.bestOf(p.low[lo:hi]); i >= 0 {
			p.up = append(p.up, i)
			return
		}
		lo = hi
	}
	panic("doubleswiss: a scoregroup without a complete pairing")
}

// bestOf is the best upfloater among players of one score, -1 if none can be.
func (p *Pairer) bestOf(level []int32) int32 {
	p.list = append(p.list[:0], level...)
	if !p.last {
		slices.SortStableFunc(p.list, func(i, j int32) int { return b2i(p.e[i].floated) - b2i(p.e[j].floated) })
	}
	best, least := int32(-1), 0
	bound := p.leastExcess(level)
	for _, i := range p.list {
		p.set = append(append(p.set[:0], p.res...), i)
		if p.deficiency(p.set) != 0 || p.deficiency(p.lowBut(i)) != 0 {
			p.tell(engine.StepNote, i, -1, "C3.up")
			continue
		}
		x := p.excess(i)
		if best < 0 || x < least {
			best, least = i, x
		}
		if x == bound {
			break
		}
	}
	return best
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// lowBut lists the lower players but one.
func (p *Pairer) lowBut(i int32) []int32 {
	p.rest = p.rest[:0]
	for _, j := range p.low {
		if j != i {
			p.rest = append(p.rest, j)
		}
	}
	return p.rest
}

// excess is C6 when i floats up: how many upfloaters the next scoregroup needs beside its parity.
func (p *Pairer) excess(i int32) int {
	p.after, p.below = p.after[:0], p.below[:0]
	for k, j := range p.low {
		switch {
		case j == i:
		case k < p.next:
			p.after = append(p.after, j)
		default:
			p.below = append(p.below, j)
		}
	}
	if len(p.after) == 0 {
		return 0
	}
	return p.minCross(p.after, p.below) - len(p.after)&1
}

// leastExcess is a bound of excess over the players of one score: players below the next scoregroup who cannot be
// paired among themselves need opponents in it, whoever of it floats.
func (p *Pairer) leastExcess(level []int32) int {
	if level[0] != p.low[0] || p.next == 1 {
		return 0
	}
	return max(0, p.deficiency(p.low[p.next:])-(p.next-1)&1)
}

// chooser finds sets of upfloaters by a weighted matching.
type chooser struct {
	m     matching.Weighted[[8]int64]
	d     fide.Digits
	lv    []int32 // lower players in the graph
	digit []int   // of C5, by place in lv
}

// chooseMany chooses u upfloaters, two or more. Pairs of the matching between residents and lower players say who
// floats; pairs between the next scoregroup and those below count for C6. Sets that counting knows to have room are
// represented by a few: residents by u players who may meet every lower one; lower players by the first ones of
// each kind that could be needed, whose others are free.
func (p *Pairer) chooseMany(u int) {
	c := &p.chooser
	bans := p.bans
	resRoomy := p.roomyBut(len(p.res), u)
	nextRoomy := p.roomyBut(p.next, len(p.res)+u)
	lowRoomy := p.roomyBut(len(p.low), len(p.res)+2*p.next)
	open := !resRoomy && (nextRoomy || lowRoomy)
	c.lv = append(c.lv[:0], p.low...)
	if open {
		keep := u + bans + 1
		if !nextRoomy {
			keep = len(p.res) + p.next + bans + 1
		}
		p.window(keep, nextRoomy)
	}
	r := len(p.res)
	if resRoomy {
		r = u
	}
	n := r + len(c.lv)
	if n&1 == 1 {
		n++ // the others of an open field
	}
	p.digits(r)
	m := &c.m
	m.Reset(n)
	// Who is in the next scoregroup counts for C6 when paired with somebody below.
	inNext := func(k int) bool { return p.e[c.lv[k]].score == p.e[p.low[0]].score }
	for k := range c.lv {
		for l := range r {
			if resRoomy || p.meets(c.lv[k], p.res[l]) {
				var w [8]int64
				c.d.Fault(w[:], 0, 1)
				c.d.Fault(w[:], c.digit[k], 1)
				if p.e[c.lv[k]].floated && !p.last {
					c.d.Fault(w[:], c.d.Len()-1, 1)
				}
				m.SetEdge(r+k, l, w)
			}
		}
		for l := range k {
			a, b := inNext(k), inNext(l)
			free := open && (nextRoomy || !a && !b)
			if !free && !p.meets(c.lv[k], c.lv[l]) {
				continue
			}
			var w [8]int64
			if a != b && !(open && nextRoomy) {
				c.d.Fault(w[:], c.d.Len()-2, 1)
			}
			m.SetEdge(r+k, r+l, w)
		}
		if n > r+len(c.lv) && (nextRoomy || !inNext(k)) {
			m.SetEdge(r+k, n-1, [8]int64{})
		}
	}
	if !resRoomy {
		for k, i := range p.res {
			for l, j := range p.res[:k] {
				if p.meets(i, j) {
					m.SetEdge(k, l, [8]int64{})
				}
			}
		}
	}
	if !m.Solve() {
		panic("doubleswiss: a scoregroup without a complete pairing")
	}
	p.firstSet(u, r)
}

// roomyBut reports that a set of so many can be paired completely whoever of it, up to k, is taken away, and that
// everybody else finds opponents in it.
func (p *Pairer) roomyBut(size, k int) bool {
	return !p.careful && size-k >= 2*p.bans+3 && size-k > p.bans
}

// window keeps the first players of each score and kind (floated or not) who could be upfloaters, and stops where
// every need can be met. nextOnly leaves the next scoregroup alone.
func (p *Pairer) window(keep int, nextOnly bool) {
	c := &p.chooser
	c.lv = c.lv[:0]
	var count [2]int
	for k, i := range p.low {
		if k > 0 && p.e[i].score != p.e[p.low[k-1]].score {
			if nextOnly || k > p.next && max(count[0], count[1]) >= keep {
				return
			}
			count = [2]int{}
		}
		kind := b2i(p.e[i].floated)
		if count[kind]++; count[kind] <= keep || k < p.next && !nextOnly {
			c.lv = append(c.lv, i)
		}
	}
}

// digits sets out the counts of faults: C4, C5 a digit a score from the lowest, C6, C7.
func (p *Pairer) digits(r int) {
	c := &p.chooser
	n := r + len(c.lv) + 1
	c.d.Reset(n)
	c.d.Add(r)
	c.digit = fide.Grown(c.digit, len(c.lv))
	for k := len(c.lv) - 1; k >= 0; k-- {
		if k == len(c.lv)-1 || p.e[c.lv[k]].score != p.e[c.lv[k+1]].score {
			c.d.Add(r)
		}
		c.digit[k] = c.d.Len() - 1
	}
	c.d.Add(n / 2)
	c.d.Add(r)
}

// firstSet takes the first of the best sets: player by player, who can float up in one of them does.
func (p *Pairer) firstSet(u, r int) {
	c := &p.chooser
	m := &c.m
	best := m.Value()
	for k := range c.lv {
		if len(p.up) == u {
			break
		}
		v := r + k
		if m.Mate(v) >= r {
			m.Save()
			for l := r; l < m.N(); l++ {
				if l != v && m.Linked(v, l) {
					m.Bar(v, l)
				}
			}
			if !m.Solve() || m.Value() != best {
				m.Back()
				continue
			}
		} else {
			for l := r; l < m.N(); l++ {
				if l != v && m.Linked(v, l) {
					m.Bar(v, l)
				}
			}
		}
		p.up = append(p.up, c.lv[k])
	}
}
