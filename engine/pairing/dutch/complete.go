package dutch

import (
	"crosstable/engine"
	"crosstable/engine/matching"
)

// completion answers C4 and C5: can these players be paired completely, and with whom left over?
// Large sets are answered by counting: in a graph of an even number m of players in which
// everybody has at least m/2 possible opponents a complete pairing exists (Dirac 1952). Only small sets
// are matched.
type completion struct {
	f      *field
	graph  matching.Cardinality
	bars   int           // most opponents anyone has met or is forbidden
	bar    []int         // by scoregroup: most that anyone from there on may not meet
	odd    bool          // somebody gets the bye
	byeTop engine.Points // C5: his pairing score
	alone  []int8        // by scoregroup: answers of complete, see there
	spare  []int8
	set    []int32
}

// load prepares the round and finds the score of the receiver of the bye (C5). It reports false if no
// legal pairing exists.
func (c *completion) load(f *field) bool {
	c.f = f
	groups := len(f.group) - 1
	c.bar = grown(c.bar, groups+1)
	c.bar[groups] = f.bans
	nW, nB := 0, 0
	for g := groups - 1; g >= 0; g-- {
		for i := f.group[g]; i < f.group[g+1]; i++ {
			if e := &f.e[i]; e.strength == absolute && !e.top {
				if e.pref == engine.White {
					nW++
				} else {
					nB++
				}
			}
		}
		c.bar[g] = f.bans + max(nW, nB, 1) - 1
	}
	c.alone = grown(c.alone, groups+1)
	c.spare = grown(c.spare, groups+1)
	clear(c.alone)
	clear(c.spare)
	n := len(f.e)
	c.odd = n&1 == 1
	c.byeTop = -1 << 30
	if !c.odd {
		return n == 0 || c.roomy(n, 0) || c.pairable(c.all(-1))
	}
	for g := groups - 1; g >= 0; g-- {
		for i := f.group[g+1] - 1; i >= f.group[g]; i-- {
			if f.e[i].bye && (c.roomy(n-1, 0) || c.pairable(c.all(i))) {
				c.byeTop = f.e[i].score
				return true
			}
		}
	}
	return false
}

// all lists everybody but one.
func (c *completion) all(but int32) []int32 {
	c.set = c.set[:0]
	for i := range int32(len(c.f.e)) {
		if i != but {
			c.set = append(c.set, i)
		}
	}
	return c.set
}

// roomy reports that any even set of m players from scoregroup g on is pairable by counting alone.
func (c *completion) roomy(m, g int) bool { return m == 0 || m/2 > c.bar[g] }

// mayBye reports whether i may get the bye (C2, C5).
func (c *completion) mayBye(i int32) bool { return c.f.e[i].bye && c.f.e[i].score <= c.byeTop }

// pairable reports whether the set has a complete legal pairing, its size being even.
func (c *completion) pairable(set []int32) bool {
	n := len(set)
	switch n {
	case 0:
		return true
	case 2:
		return c.f.meets(set[0], set[1])
	}
	c.graph.Reset(n)
	for x, i := range set {
		for y, j := range set[:x] {
			if c.f.meets(i, j) {
				c.graph.Link(x, y)
			}
		}
	}
	return c.graph.Perfect()
}

// completes reports whether the set, of even size or with one left over for the bye, can be paired.
// g is the highest scoregroup in it.
func (c *completion) completes(set []int32, g int) bool {
	n := len(set)
	if n&1 == 0 {
		return c.roomy(n, g) || c.pairable(set)
	}
	if !c.odd {
		return false
	}
	for x := n - 1; x >= 0; x-- {
		if !c.mayBye(set[x]) {
			continue
		}
		if c.roomy(n-1, g) {
			return true
		}
		set[x], set[n-1] = set[n-1], set[x]
		ok := c.pairable(set[:n-1])
		set[x], set[n-1] = set[n-1], set[x]
		if ok {
			return true
		}
	}
	return false
}

// restAlone reports whether the scoregroups from g on complete without anybody from above.
func (c *completion) restAlone(g int) bool {
	if c.alone[g] == 0 {
		c.set = c.set[:0]
		for i := c.f.group[g]; i < int32(len(c.f.e)); i++ {
			c.set = append(c.set, i)
		}
		c.alone[g] = 1
		if c.completes(c.set, g) {
			c.alone[g] = 2
		}
	}
	return c.alone[g] == 2
}

// restWithOne reports whether the scoregroups from g on complete together with some one player of
// scoregroup g-1.
func (c *completion) restWithOne(g int) bool {
	if c.spare[g] == 0 {
		c.spare[g] = 1
		for l := c.f.group[g] - 1; l >= c.f.group[g-1]; l-- {
			c.set = append(c.set[:0], l)
			for i := c.f.group[g]; i < int32(len(c.f.e)); i++ {
				c.set = append(c.set, i)
			}
			if c.completes(c.set, g-1) {
				c.spare[g] = 2
				break
			}
		}
	}
	return c.spare[g] == 2
}
