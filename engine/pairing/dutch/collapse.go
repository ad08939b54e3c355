package dutch

// Before the edition of 2026 a bracket was paired without regard to whether the round can be completed, but for the
// last one. When the downfloaters and the lower players cannot be paired together, that bracket is the penultimate
// pairing bracket (PPB): it is paired again so that they can (C.4), without looking ahead (C.7); all lower scoregroups
// collapse into one, and with the new downfloaters they are the last bracket, the collapsed last bracket (CLB), whose
// residents have different scores (C.04.3 of 2017, A.9).

// collapse pairs scoregroup g, which has been paired in vain, and everybody below.
func (p *Pairer) collapse(g int) {
	f, b := &p.f, &p.b
	p.Stats.PPB++
	for _, i := range b.list {
		p.mate[i] = -1
	}
	b.next, b.rest = b.next[:0], b.rest[:0]
	for i := f.group[g+1]; i < int32(len(f.e)); i++ {
		b.rest = append(b.rest, i)
	}
	p.match(scopeAll, false)
	if p.s.Tracer != nil {
		p.explain(true)
	}
	p.float()
	last := len(f.group) - 2
	if g+1 == last {
		p.bracket(last) // one scoregroup is no collapse: the last bracket as usual
	} else {
		b.group, b.m0 = last, len(p.down)
		b.list = append(append(b.list[:0], p.down...), b.rest...)
		b.next, b.rest = b.next[:0], b.rest[:0]
		p.match(scopeAll, false)
		p.Stats.All++
		p.float()
	}
	if p.s.Tracer != nil {
		p.explain(false)
	}
}

// mix reports whether the residents of the bracket differ in score (a collapsed last bracket) and, if so, lists the
// score differences that can occur, the largest first: those of pairs and those of players left over, whose difference
// is to one point below the lowest score of the bracket (A.8 of 2017).
func (c *census) mix(f *field) bool {
	list, m0 := c.b.list, c.b.m0
	c.mixed = m0 < len(list) && f.e[list[m0]].score != f.e[list[len(list)-1]].score
	if !c.mixed {
		return false
	}
	c.floor = f.e[list[len(list)-1]].score - onePoint
	top := f.e[list[0]].score - c.floor
	c.gapAt = grown(c.gapAt, int(top)+1)
	for k := range c.gapAt {
		c.gapAt[k] = -1
	}
	for x, i := range list {
		if x > 0 && f.e[i].score == f.e[list[x-1]].score {
			continue
		}
		c.gapAt[f.e[i].score-c.floor] = 0
		for _, j := range list[x+1:] {
			c.gapAt[f.e[i].score-f.e[j].score] = 0
		}
	}
	c.gapAt[0] = -1 // no difference
	c.size = c.size[:0]
	for k := int(top); k > 0; k-- {
		if c.gapAt[k] >= 0 {
			c.gapAt[k] = len(c.size)
			c.size = append(c.size, 2*len(list))
		}
	}
	return true
}

const onePoint = 2 // half points

// weighMixed adds what C.6 and C.16 to C.19 of 2017 say about the pair a-b of a collapsed last bracket. Sums of weights
// count, for every difference: one for each player who is not left over with it, one for each pair that has not got it.
func (g *general[T]) weighMixed(w T, a, b *entrant) T {
	c, l := g.c, g.l
	gap := int(a.score - b.score)
	ga, gb := c.gapAt[a.score-c.floor], c.gapAt[b.score-c.floor]
	spare := func(d []digit, has, down int) { // has and down: bits of a and b, and of a pair to be counted
		if len(d) == 0 || d[0].width == 0 {
			return
		}
		for k := range d {
			n := 1
			if down != 0 && gap > 0 && c.gapAt[gap] == k {
				n = 0
			}
			if has&1 != 0 && ga == k {
				n++
			}
			if has&2 != 0 && gb == k {
				n++
			}
			w = put(w, d[k], n)
		}
	}
	spare(l.moved, 3, 1)
	for k := range 2 {
		da, db, ub := int(a.down>>k&1), int(b.down>>k&1), int(b.up>>k&1)
		spare(l.movedFloat[k], da|db<<1, da)
		spare(l.movedOpponent[k], 0, ub)
	}
	return w
}
