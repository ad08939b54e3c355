package burstein

import (
	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// bracket pairs p.list: mate.
func (p *Pairer) bracket() {
	n := len(p.list)
	p.mate = fide.Grown(p.mate, n)
	for x := range p.mate {
		p.mate[x] = -1
	}
	p.float, p.spare = fide.Grown(p.float, n), fide.Grown(p.spare, len(p.next))
	clear(p.float)
	clear(p.spare)
	if !p.slow && p.nobodyMeets() {
		p.Stats.Trivial++
		return
	}
	odd := n & 1
	if !p.slow && (odd == 1 && len(p.next) > 0 || odd == 0 && p.completes(p.next, p.low)) {
		p.c.load(p, odd == 1)
		if p.walk() {
			p.Stats.Walk++
			return
		}
		if p.matched() {
			p.Stats.Matched++
			return
		}
		if p.coloured() {
			p.Stats.Colours++
			return
		}
	}
	p.Stats.General++
	p.general()
}

// nobodyMeets reports that the bracket has no pair at all: everybody floats. Only small ones are looked at.
func (p *Pairer) nobodyMeets() bool {
	if len(p.list) > 8 {
		return false
	}
	for y, j := range p.list {
		for _, i := range p.list[:y] {
			if p.f.Meets(i, j) {
				return false
			}
		}
	}
	return true
}

// completes reports whether two lists together can be paired completely (C4).
func (p *Pairer) completes(a, b []int32) bool {
	p.set = append(append(p.set[:0], a...), b...)
	return p.f.Completes(p.set)
}

// mayFloat reports that x can be the only one left over: he is a resident (C6), and the next bracket pairs everybody,
// or all but one of its residents, whatever is below can be completed (C4, C7).
func (p *Pairer) mayFloat(x int) bool {
	if p.float[x] == 0 {
		p.float[x] = 1
		if p.absorbed(p.list[x]) {
			p.float[x] = 2
		}
	}
	return p.float[x] == 2
}

func (p *Pairer) absorbed(i int32) bool {
	f := &p.f
	lowest := f.E[i].Score
	for _, j := range p.list {
		if f.E[j].Score < lowest {
			return false
		}
	}
	if len(p.next)&1 == 1 {
		p.set = append(append(p.set[:0], i), p.next...)
		return f.Completes(p.set) && f.Completes(p.low)
	}
	for y := len(p.next) - 1; y >= 0; y-- {
		if p.spare[y] == 0 {
			p.spare[y] = 1
			p.set = append(append(p.set[:0], p.next[y]), p.low...)
			if f.Completes(p.set) {
				p.spare[y] = 2
			}
		}
		if p.spare[y] == 1 {
			continue
		}
		p.set = append(append(append(p.set[:0], i), p.next[:y]...), p.next[y+1:]...)
		if f.Completes(p.set) {
			return true
		}
	}
	return false
}

// colours says which pairs keep C8 at its bound by counting. Of 2h places (one of them that of the floater in an
// odd bracket, who gets no colour) let w prefer White: w-h pairs or more are of two such players. That bound is met
// exactly if everybody else is paired with one who prefers White. If neither colour is preferred by more than
// h, no pair needs to clash.
type colours struct {
	crowd engine.Color // preferred by more than half of the places; NoColor: none
	left  [3]int       // places not paired yet by preference; the floater's counts as none
	wish  []engine.Color
	odd   bool
}

func (c *colours) load(p *Pairer, odd bool) {
	c.odd, c.left, c.crowd = odd, [3]int{}, engine.NoColor
	c.wish = fide.Grown(c.wish, len(p.list)+1)
	for x, i := range p.list {
		c.wish[x] = p.f.E[i].Wish.Color
		c.left[c.wish[x]]++
	}
	places := len(p.list)
	c.wish[places] = engine.NoColor
	if odd {
		c.left[engine.NoColor]++
		places++
	}
	for _, k := range [2]engine.Color{engine.White, engine.Black} {
		if c.left[k] > places/2 {
			c.crowd = k
		}
	}
}

// keeps reports that the pair of places x and y does not take C8 off its bound.
func (c *colours) keeps(x, y int) bool {
	a, b := c.wish[x], c.wish[y]
	if c.crowd != engine.NoColor {
		return a == c.crowd || b == c.crowd
	}
	return a != b || a == engine.NoColor
}

// take pairs x and y off if counting lets the others keep the bound.
func (c *colours) take(x, y int) bool {
	c.left[c.wish[x]]--
	c.left[c.wish[y]]--
	all := c.left[0] + c.left[1] + c.left[2]
	ok := max(c.left[engine.White], c.left[engine.Black]) <= all/2
	if c.crowd != engine.NoColor {
		ok = all-c.left[c.crowd] <= c.left[c.crowd]
	}
	if !ok {
		c.left[c.wish[x]]++
		c.left[c.wish[y]]++
	}
	return ok
}

// walk gives each player in turn the lowest ranked one left whom he may meet within the bounds. If that works out it
// is the first pairing (4.3).
func (p *Pairer) walk() bool {
	n := len(p.list)
	c := &p.c
	left := c.left
	// chain holds the next place free above each one in BSN; the entry n is the head.
	p.chain = p.chain[:0]
	for x := range n + 1 {
		p.chain = append(p.chain, int32(x-1))
	}
	floats := !c.odd
	ok := true
	for x := 0; x < n && ok; x++ {
		if p.mate[x] >= 0 {
			continue
		}
		ok = false
		for at := n; ; {
			y := int(p.chain[at])
			if y <= x {
				break
			}
			if p.f.Meets(p.list[x], p.list[y]) && c.keeps(x, y) && c.take(x, y) {
				p.mate[x], p.mate[y] = int32(y), int32(x)
				p.chain[at] = p.chain[y]
				ok = true
				break
			}
			at = y
		}
		if !ok && !floats && p.mayFloat(x) && c.keeps(x, n) && c.take(x, n) {
			floats, ok = true, true
		}
	}
	c.left = left
	if !ok {
		for x := range p.mate {
			p.mate[x] = -1
		}
	}
	return ok
}

// matched finds the first pairing within the bounds by a matching whose partners are fixed one after the other; false
// if there is none.
func (p *Pairer) matched() bool {
	n := len(p.list)
	m := &p.any
	all := p.edges(p.c.keeps)
	if m.Solve() != 0 {
		return false
	}
	for x := range n {
		if !m.Active(x) {
			continue
		}
		for k := 1; ; k++ {
			y := n - k // the lowest ranked first
			if y == x {
				y = all - 1 // at last the floater's place
			}
			if m.Active(y) && m.Linked(x, y) && m.Without(x, y) {
				p.pair(x, y)
				break
			}
		}
	}
	return true
}

// pair enters a pair of places; n is the floater's.
func (p *Pairer) pair(x, y int) {
	if y < len(p.list) {
		p.mate[x], p.mate[y] = int32(y), int32(x)
	}
}

// edges loads the legal pairs that keep allows, and in an odd bracket the floater's place as a further vertex.
func (p *Pairer) edges(keep func(x, y int) bool) (vertices int) {
	n := len(p.list)
	vertices = n + n&1
	p.any.Reset(vertices)
	for y := range n {
		for x := range y {
			if p.f.Meets(p.list[x], p.list[y]) && keep(x, y) {
				p.any.Link(x, y)
			}
		}
		if vertices > n && keep(y, n) && p.mayFloat(y) {
			p.any.Link(y, n)
		}
	}
	return vertices
}

func anyPair(int, int) bool { return true }

// coloured finds the first pairing with the fewest clashes when nobody, or one, is left over; false if more have to
// be.
func (p *Pairer) coloured() bool {
	n := p.edges(anyPair)
	if p.any.Solve() != 0 {
		return false
	}
	p.one.Reset(n)
	for y := range n {
		for x := range y {
			if !p.any.Linked(x, y) {
				continue
			}
			w := int64(0)
			if y < len(p.list) && p.f.Clash(p.list[x], p.list[y]) {
				w = -1
			}
			p.one.SetEdge(x, y, [1]int64{w})
		}
	}
	if !p.one.Solve() {
		return false
	}
	firstPairing(&p.one, len(p.list), p.pair)
	return true
}
