package dutch

import (
	"crosstable/engine"
	"crosstable/engine/matching"
)

// completion answers C4 and C5: can these players be paired completely, and with whom left over?
// Large sets are answered by counting (see roomy). Only small sets are matched.
type completion struct {
	f      *field
	ahead  bool // C4 bears on every bracket; if not, only the next scoregroup does (Edition.Collapse)
	graph  matching.Cardinality
	below  []headcount   // by scoregroup: everybody from there on
	odd    bool          // somebody gets the bye
	byeTop engine.Points // C5: his pairing score
	alone  []int8        // by scoregroup: answers of complete, see there
	spare  []int8
	set    []int32
}

// load prepares the round and finds the score of the receiver of the bye (C5). It reports false if no
// legal pairing exists.
func (c *completion) load(f *field) bool {
	c.f, c.ahead = f, !f.ed.Collapse
	groups := len(f.group) - 1
	c.below = grown(c.below, groups+1)
	c.below[groups] = headcount{}
	for g := groups - 1; g >= 0; g-- {
		k := c.below[g+1]
		for i := f.group[g]; i < f.group[g+1]; i++ {
			k.add(&f.e[i])
		}
		c.below[g] = k
	}
	c.alone = grown(c.alone, groups+1)
	c.spare = grown(c.spare, groups+1)
	clear(c.alone)
	clear(c.spare)
	n := len(f.e)
	c.odd = n&1 == 1
	c.byeTop = -1 << 30
	if !c.odd {
		return n == 0 || c.roomy(c.below[0]) || c.pairable(c.all(-1))
	}
	for g := groups - 1; g >= 0; g-- {
		for i := f.group[g+1] - 1; i >= f.group[g]; i-- {
			if f.e[i].bye && (c.roomy(c.below[0]) || c.pairable(c.all(i))) {
				c.byeTop = f.e[i].score
				if !c.ahead {
					c.byeTop = f.e[0].score // the criteria know no score of the bye
				}
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

// headcount counts the players of a set, and those that want White or Black absolutely and are no topscorers.
type headcount struct{ players, white, black int }

func (k *headcount) add(e *entrant) {
	k.players++
	if e.strength == absolute && !e.top {
		if e.pref == engine.White {
			k.white++
		} else {
			k.black++
		}
	}
}

// roomy reports that a set is pairable by counting alone; a set of odd size, that it is whoever is left out.
// Let m players be in it, an even number, a of them barred from each other by one absolute preference, b by
// the other, and nobody barred from more than d players for other reasons. Put the a into one half and the b into the
// other; if neither is larger than a half, everybody may meet all but d of the other half, and
// with 2d <= m/2 the halves can be paired (Hall). Or everybody may meet at least half of all: then they can be
// paired too (Dirac).
func (c *completion) roomy(k headcount) bool {
	half := k.players / 2
	d := c.f.bans
	a := max(k.white, k.black)
	return k.players < 1 || a <= half && 2*d <= half || half > d+max(a-1, 0)
}

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
	var k headcount
	for _, i := range set {
		k.add(&c.f.e[i])
	}
	if max(k.white, k.black) > n/2 {
		return false // more than half are barred from each other
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
func (c *completion) completes(set []int32) bool {
	n := len(set)
	var k headcount
	for _, i := range set {
		k.add(&c.f.e[i])
	}
	roomy := c.roomy(k)
	if n&1 == 0 {
		return roomy || c.pairable(set)
	}
	if !c.odd {
		return false
	}
	for x := n - 1; x >= 0; x-- {
		if !c.mayBye(set[x]) {
			continue
		}
		if roomy {
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
	if !c.ahead {
		return true
	}
	if c.alone[g] == 0 {
		c.set = c.set[:0]
		for i := c.f.group[g]; i < int32(len(c.f.e)); i++ {
			c.set = append(c.set, i)
		}
		c.alone[g] = 1
		if c.completes(c.set) {
			c.alone[g] = 2
		}
	}
	return c.alone[g] == 2
}

// restWithOne reports whether the scoregroups from g on complete together with some one player of
// scoregroup g-1.
func (c *completion) restWithOne(g int) bool {
	if !c.ahead && g+1 < len(c.f.group) {
		return true
	}
	if c.spare[g] == 0 {
		c.spare[g] = 1
		for l := c.f.group[g] - 1; l >= c.f.group[g-1]; l-- {
			c.set = append(c.set[:0], l)
			for i := c.f.group[g]; i < int32(len(c.f.e)); i++ {
				c.set = append(c.set, i)
			}
			if c.completes(c.set) {
				c.spare[g] = 2
				break
			}
		}
	}
	return c.spare[g] == 2
}

// finishes reports whether down and everybody in lower scoregroups than g can be paired.
func (c *completion) finishes(down []int32, g int) bool {
	f := c.f
	k := c.below[g+1]
	for _, i := range down {
		k.add(&f.e[i])
	}
	if k.players&1 == 0 && c.roomy(k) {
		return true
	}
	c.set = append(c.set[:0], down...)
	for i := f.group[g+1]; i < int32(len(f.e)); i++ {
		c.set = append(c.set, i)
	}
	return c.completes(c.set)
}

// shortage is how many players from above the scoregroups from g on need at the least, because too many of
// theirs want one colour absolutely.
func (c *completion) shortage(g int) int {
	k := c.below[g]
	return max(0, 2*max(k.white, k.black)-k.players-1)
}

// absorbs reports that when exactly the players of down float, the next scoregroup pairs all of them and leaves at
// most one player of its own, and everybody lower completes without them or with that one (C4, and C8 at its best).
// When nobody floats only C4 is left. g is the scoregroup that is being paired.
func (c *completion) absorbs(down []int32, g int) bool {
	if len(down) == 0 {
		return c.restAlone(g + 1)
	}
	f := c.f
	if g+2 >= len(f.group) {
		return false
	}
	lo, hi := f.group[g+1], f.group[g+2]
	k := c.below[g+1]
	l := c.below[g+2]
	k.players, k.white, k.black = k.players-l.players, k.white-l.white, k.black-l.black
	for _, i := range down {
		k.add(&f.e[i])
	}
	roomy := c.roomy(k)
	if k.players&1 == 0 {
		if !c.restAlone(g + 2) {
			return false
		}
		return roomy || c.pairable(c.join(down, lo, hi, -1))
	}
	if roomy {
		return c.restWithOne(g + 2)
	}
	for x := hi - 1; x >= lo; x-- {
		if !c.pairable(c.join(down, lo, hi, x)) {
			continue
		}
		if !c.ahead && int(hi) < len(f.e) {
			return true
		}
		c.set = append(c.set[:0], x)
		for i := hi; i < int32(len(f.e)); i++ {
			c.set = append(c.set, i)
		}
		if c.completes(c.set) {
			return true
		}
	}
	return false
}

// join lists down and the places lo..hi-1 but one.
func (c *completion) join(down []int32, lo, hi, but int32) []int32 {
	c.set = append(c.set[:0], down...)
	for i := lo; i < hi; i++ {
		if i != but {
			c.set = append(c.set, i)
		}
	}
	return c.set
}
