package dutch

import (
	"math/bits"

	"crosstable/engine"
)

// bracket is what is paired at a time (C.04.3 1.3): the moved-down players first, then the residents.
type bracket struct {
	list  []int32 // places in rank order
	m0    int     // moved-down players
	group int     // of the residents

	next []int32 // the next scoregroup (C8)
	rest []int32 // everybody lower (C4)
}

// scope says how much of the field the general path has to look at.
type scope uint8

const (
	scopeBracket scope = iota // the lower players can take any downfloaters
	scopeNext                 // the bracket and the next scoregroup
	scopeAll                  // everybody not paired yet
)

// layout gives every criterion its digit in the weight of a pair. Digits are as wide as the counts of this very
// bracket need; criteria that no pair can violate have none.
type layout struct {
	bits uint // all

	complete, pairs, nextPairs, unplayed digit
	c10, c11, c12, c13                   digit
	resident, opponent                   [2]digit // C14, C16 and C15, C17
	moved                                []digit  // C7: by score of the moved-down players
	nextMoved                            []digit  // C7 in the next bracket: the same and the residents
	movedFloat, movedOpponent            [2][]digit
	stay, sum                            digit // fewest exchanges, least difference of BSNs
}

// digit is a counter inside a weight; width 0: left out.
type digit struct{ at, width uint }

func (l *layout) digit(most int) digit {
	d := digit{l.bits, uint(bits.Len(uint(max(most, 0))))}
	l.bits += d.width
	return d
}

func (l *layout) digits(dst []digit, most []int) []digit {
	// The highest score comes first in importance, so it is placed last.
	dst = grown(dst, len(most))
	for i := len(most) - 1; i >= 0; i-- {
		dst[i] = l.digit(most[i])
	}
	return dst
}

func put[T weight](w T, d digit, n int) T {
	if d.width == 0 {
		return w
	}
	return plus(w, d.at, uint64(n))
}

// general is the general path: an optimal matching under all criteria, then the first candidate of the
// generation order among the optimal ones, partner by partner.
type general[T weight] struct {
	f *field
	s solver[T]
	l *layout
	c *census

	v     []int32 // vertices: bracket, next scoregroup, others
	nb    int     // size of the bracket
	m0    int
	taken []bool
	rem   []int32
	can   []int32
	head  []bool
}

// census is what the layout needs to know of a bracket; shared by all widths.
type census struct {
	b      *bracket
	sc     scope
	level  []int // of moved-down players: 0 for the highest score
	levels int
	size   []int // moved-down players by level
	down   [2][]int
	lay    layout
	rank   []int // by unplayed games, for C9
	// Of a collapsed last bracket (collapse.go): the digits of moved, movedFloat and movedOpponent are of score
	// differences, the largest first.
	mixed   bool
	floor   engine.Points // one point below the lowest score
	gapAt   []int         // digit of a difference
	lastly  bool          // the next bracket is the last one, and somebody there gets the bye (edition of 2017)
	byeTop  engine.Points
	byeOdd  bool
	c9      bool
	scratch []int
}

// survey counts and lays out the digits.
func (c *census) survey(f *field, b *bracket, sc scope, c9 bool) {
	c.b, c.sc, c.c9 = b, sc, c9
	c.moved(f)
	nb := len(b.list)
	residents := nb - b.m0
	pairs := min(nb/2, residents)
	mixed := c.mix(f)
	if mixed {
		c.levels = len(c.size)
	}
	// What could be violated at all.
	var want, hard, abs [3]int
	var downs, ups [2]int
	var falls [2]bool
	fat := 0
	for i, p := range b.list {
		e := &f.e[p]
		want[e.pref]++
		if e.strength >= strong {
			hard[e.pref]++
		}
		if e.strength == absolute {
			abs[e.pref]++
			if e.imbal > 1 {
				fat++
			}
		}
		for k := range 2 {
			falls[k] = falls[k] || e.down>>k&1 != 0
		}
		if i >= b.m0 {
			for k := range 2 {
				downs[k] += int(e.down >> k & 1)
				ups[k] += int(e.up >> k & 1)
			}
		}
	}
	l := &c.lay
	l.bits = 0
	l.digit(residents) // for solver.lure
	l.sum = l.digit(residents * residents)
	l.stay = l.digit(pairs)
	for k := 1; k >= 0; k-- { // C21, C20, then C19, C18
		some := ups[k] > 0 && (b.m0 > 0 || mixed)
		if mixed {
			c.down[k] = c.down[k][:0]
			for _, n := range c.size {
				if !falls[k] {
					n = 0 // nobody's float
				}
				c.down[k] = append(c.down[k], n)
			}
		}
		if some {
			l.movedOpponent[k] = l.digits(l.movedOpponent[k], c.size)
		} else {
			l.movedOpponent[k] = append(l.movedOpponent[k][:0], make([]digit, c.levels)...)
		}
		l.movedFloat[k] = l.digits(l.movedFloat[k], c.down[k])
	}
	for k := 1; k >= 0; k-- { // C17, C16, C15, C14
		l.opponent[k] = digit{}
		if ups[k] > 0 && (b.m0 > 0 || mixed) {
			l.opponent[k] = l.digit(pairs)
		}
		l.resident[k] = l.digit(downs[k])
	}
	optional := func(on bool, most int) digit {
		if !on {
			return digit{}
		}
		return l.digit(most)
	}
	w, bl := engine.White, engine.Black
	l.c13 = optional(hard[w] > 1 || hard[bl] > 1, pairs)
	l.c12 = optional(want[w] > 1 || want[bl] > 1, pairs)
	l.c11 = optional(f.last && (abs[w] > 1 || abs[bl] > 1), pairs)
	l.c10 = optional(f.last && fat > 1, pairs)
	l.unplayed = digit{}
	if c9 {
		l.unplayed = l.digit(c.rankUnplayed(f))
	}
	l.nextMoved, l.nextPairs = l.nextMoved[:0], digit{}
	c.lastly = f.ed.Collapse && len(b.rest) == 0 && c.byeOdd
	if sc != scopeBracket && len(b.next) > 0 {
		c.scratch = append(append(c.scratch[:0], c.size...), residents)
		l.nextMoved = l.digits(l.nextMoved, c.scratch)
		most := (nb + len(b.next)) / 2
		if c.lastly {
			most *= 3
		}
		l.nextPairs = l.digit(most)
	}
	l.moved = l.digits(l.moved, c.size)
	l.pairs = l.digit(pairs)
	l.complete = digit{}
	if sc == scopeAll {
		l.complete = l.digit(3 * (nb + len(b.next) + len(b.rest)))
	}
}

// moved counts the moved-down players by level, and their downfloats.
func (c *census) moved(f *field) {
	b := c.b
	c.level = grown(c.level, b.m0)
	c.size = c.size[:0]
	c.down[0], c.down[1] = c.down[0][:0], c.down[1][:0]
	c.levels = 0
	for i := range b.m0 {
		e := &f.e[b.list[i]]
		if i == 0 || e.score != f.e[b.list[i-1]].score {
			c.levels++
			c.size = append(c.size, 0)
			c.down[0] = append(c.down[0], 0)
			c.down[1] = append(c.down[1], 0)
		}
		k := c.levels - 1
		c.level[i] = k
		c.size[k]++
		c.down[0][k] += int(e.down & 1)
		c.down[1][k] += int(e.down >> 1)
	}
}

// rankUnplayed ranks the possible receivers of the bye by unplayed games, fewest 0; it gives the sum.
func (c *census) rankUnplayed(f *field) int {
	c.rank = grown(c.rank, len(c.b.list))
	sum := 0
	for i, p := range c.b.list {
		c.rank[i] = 0
		e := &f.e[p]
		if e.score != c.byeTop {
			continue
		}
		for _, q := range c.b.list {
			if o := &f.e[q]; o.score == c.byeTop && o.unplayed < e.unplayed {
				c.rank[i]++
			}
		}
		sum += c.rank[i]
	}
	return sum
}

// candidate reports whether i may be the one left over (C2, C5).
func (c *census) candidate(f *field, i int32) bool {
	return f.e[i].bye && f.e[i].score <= c.byeTop
}

// weigh gives the weight of the pair of vertices i < j.
func (g *general[T]) weigh(i, j int) T {
	f, l, c := g.f, g.l, g.c
	var w T
	if j < g.m0 || !f.meets(g.v[i], g.v[j]) {
		return w
	}
	a, b := &f.e[g.v[i]], &f.e[g.v[j]]
	if l.complete.width > 0 {
		n := 1
		if c.byeOdd {
			if !c.candidate(f, g.v[i]) {
				n++
			}
			if !c.candidate(f, g.v[j]) {
				n++
			}
		}
		w = put(w, l.complete, n)
	}
	nb := g.nb
	if c.lastly && l.nextPairs.width > 0 {
		// Who may not get the bye and is left over there weighs three times.
		w = put(w, l.nextPairs, 1+good(a.bye)+good(b.bye))
	}
	if j >= nb {
		if j < nb+len(c.b.next) && c.sc != scopeBracket {
			if !c.lastly {
				w = put(w, l.nextPairs, 1)
			}
			if i < g.m0 {
				w = put(w, l.nextMoved[c.level[i]], 1)
			} else if i < nb {
				w = put(w, l.nextMoved[c.levels], 1)
			}
			if l.unplayed.width > 0 && i < nb {
				w = put(w, l.unplayed, c.rank[i])
			}
		}
		return w
	}
	w = put(w, l.pairs, 1)
	if l.unplayed.width > 0 {
		w = put(w, l.unplayed, c.rank[i]+c.rank[j])
	}
	w = put(w, l.c10, good(worse3(a, b)))
	w = put(w, l.c11, good(thrice(a, b)))
	w = put(w, l.c12, good(clash(a, b)))
	w = put(w, l.c13, good(hardClash(a, b)))
	moved := a.score > b.score // moved down, but for a collapsed last bracket
	for k := range 2 {
		n := int(b.down >> k & 1)
		if !moved {
			n += int(a.down >> k & 1)
		}
		w = put(w, l.resident[k], n)
		up := moved && b.up>>k&1 != 0
		w = put(w, l.opponent[k], good(up))
		if moved && !c.mixed {
			w = put(w, l.movedFloat[k][c.level[i]], int(a.down>>k&1))
			w = put(w, l.movedOpponent[k][c.level[i]], good(up))
		}
	}
	if c.mixed {
		return g.weighMixed(w, a, b)
	}
	if moved {
		w = put(w, l.moved[c.level[i]], 1)
	}
	return w
}

func good(fault bool) int {
	if fault {
		return 0
	}
	return 1
}

// load builds the graph and solves it.
func (g *general[T]) load(f *field, c *census) {
	g.f, g.c, g.l = f, c, &c.lay
	b := c.b
	g.nb, g.m0 = len(b.list), b.m0
	g.v = append(g.v[:0], b.list...)
	if c.sc != scopeBracket {
		g.v = append(g.v, b.next...)
	}
	if c.sc == scopeAll {
		g.v = append(g.v, b.rest...)
	}
	n := len(g.v)
	g.s.reset(n + n&1)
	for j := 1; j < n; j++ {
		for i := range j {
			if w := g.weigh(i, j); !isZero(w) {
				g.s.set(i, j, w)
			}
		}
	}
	g.s.solve()
}

// partner gives the vertex paired with i, -1 if i is unpaired or meets nobody of the bracket.
func (g *general[T]) partner(i int) int {
	j := int(g.s.mate[i])
	if j >= g.nb || i < g.m0 && j < g.m0 || !g.f.meets(g.v[i], g.v[j]) {
		return -1
	}
	return j
}

// pairsInside counts the pairs of the bracket.
func (g *general[T]) pairsInside() int {
	n := 0
	for i := range g.nb {
		if g.partner(i) > i {
			n++
		}
	}
	return n
}

// complete reports whether the solution completes the round (scopeAll only).
func (g *general[T]) complete() bool {
	open := false
	for i := range g.v {
		j := int(g.s.mate[i])
		if j < len(g.v) && g.f.meets(g.v[i], g.v[j]) && !(i < g.m0 && j < g.m0) {
			continue
		}
		if open || !g.c.byeOdd || !g.c.candidate(g.f, g.v[i]) {
			return false
		}
		open = true
	}
	return true
}

// choose turns the optimal matching into the one of the first optimal candidate (C.04.3 3.5-3.8, 4).
func (g *general[T]) choose() {
	g.chooseMoved()
	g.chooseOpponents()
	g.chooseRemainder()
}

// chooseMoved finds the first set of moved-down players to pair (4.4).
func (g *general[T]) chooseMoved() {
	nb := int32(g.nb)
	m0 := int32(g.m0)
	for i := 0; i < g.m0; {
		end, in := i, 0
		for end < g.m0 && g.c.level[end] == g.c.level[i] {
			if g.partner(end) >= 0 {
				in++
			}
			end++
		}
		// When all that are left of this score are paired, or none, there is nothing to choose.
		for ; i < end && in > 0 && in < end-i; i++ {
			v := g.v[i]
			if g.s.only(int32(i), func(j int32) bool { return j >= m0 && j < nb && g.f.meets(v, g.v[j]) }) {
				in--
			}
		}
		i = end
	}
}

// chooseOpponents gives the moved-down players their first possible opponents (4.2).
func (g *general[T]) chooseOpponents() {
	g.taken = grown(g.taken, g.nb)
	clear(g.taken)
	for i := range g.m0 {
		if g.partner(i) < 0 {
			continue
		}
		g.can = g.can[:0]
		for j := g.m0; j < g.nb; j++ {
			if !g.taken[j] && g.f.meets(g.v[i], g.v[j]) {
				g.can = append(g.can, int32(j))
			}
		}
		g.taken[g.s.first(int32(i), g.can)] = true
	}
}

// chooseRemainder pairs the residents that are left: fewest exchanges, then the first transposition.
func (g *general[T]) chooseRemainder() {
	g.rem = g.rem[:0]
	pairs := 0
	for i := g.m0; i < g.nb; i++ {
		if g.taken[i] {
			continue
		}
		g.rem = append(g.rem, int32(i))
		if g.partner(i) > i {
			pairs++
		}
	}
	if pairs == 0 {
		return
	}
	g.head = grown(g.head, g.nb)
	clear(g.head)
	for _, i := range g.rem[:pairs] {
		g.head[i] = true
	}
	if !g.keepHeads() {
		g.exchange(pairs)
		if !g.keepHeads() {
			panic("dutch: the chosen exchange has no pairing")
		}
	}
	for _, i := range g.rem {
		if !g.head[i] {
			continue
		}
		g.can = g.can[:0]
		for _, j := range g.rem {
			if j > i && !g.head[j] && !g.taken[j] && g.f.meets(g.v[i], g.v[j]) {
				g.can = append(g.can, j)
			}
		}
		g.taken[g.s.first(i, g.can)] = true
	}
}

// keepHeads restricts the matching to pairs of a head with a lower player who is none.
func (g *general[T]) keepHeads() bool {
	g.s.begin()
	for _, i := range g.rem {
		if g.head[i] {
			g.s.loosen(i)
		}
	}
	for _, i := range g.rem {
		if !g.head[i] {
			continue
		}
		for j := range int32(g.s.n) {
			if j != i && !(j > i && int(j) < g.nb && !g.head[j] && !g.taken[j] && g.f.meets(g.v[i], g.v[j])) {
				g.s.forbid(i, j)
			}
		}
	}
	return g.s.commit()
}

// exchange finds the first exchange of residents (4.3) that an optimal candidate needs and sets head.
func (g *general[T]) exchange(pairs int) {
	// Two more digits: as many heads as possible stay in S1, and the sum of the heads' numbers is least.
	// The number of pairs is fixed, so numbers may count from the end of S1: heads in S1 gain, others lose.
	// A gain goes into the dual of its player; then no slack falls, the slack of a player of S1 with one of
	// S2 does not change, and only the few other edges must be matched again.
	for _, i := range g.rem {
		g.s.loosen(i)
	}
	var zero T
	for x, i := range g.rem {
		gain := zero
		if x < pairs {
			gain = put(put(zero, g.l.sum, pairs-x), g.l.stay, 1)
			g.s.y[i] = add(g.s.y[i], add(gain, gain))
		} else {
			gain = sub(zero, put(zero, g.l.sum, x-pairs))
		}
		gain = add(gain, gain)
		for _, j := range g.rem[x+1:] {
			at, back := int(i)*g.s.n+int(j), int(j)*g.s.n+int(i)
			if w := g.s.w[at]; !isZero(w) && !negative(w) {
				g.s.w[at] = add(w, gain)
				g.s.w[back] = g.s.w[at]
			}
		}
	}
	for _, i := range g.rem {
		if m := g.s.mate[i]; m >= 0 && !isZero(g.s.slack(i, m)) {
			g.s.part(i)
		}
	}
	g.s.rematch()
	left := 0
	for _, i := range g.rem[:pairs] {
		if !g.isHead(i) {
			left++
		}
	}
	// Who leaves S1: the lowest possible.
	leaving := left
	for x := pairs - 1; x >= 0 && leaving > 0; x-- {
		i := g.rem[x]
		if g.s.only(i, func(j int32) bool { return !g.lower(i, j) || !g.f.meets(g.v[i], g.v[j]) }) {
			leaving--
			g.head[i] = false
		}
	}
	// Who enters: the highest possible.
	entering := left
	for x := pairs; x < len(g.rem) && entering > 0; x++ {
		i := g.rem[x]
		if g.s.only(i, func(j int32) bool { return g.lower(i, j) && g.f.meets(g.v[i], g.v[j]) }) {
			entering--
			g.head[i] = true
		}
	}
}

// isHead reports whether resident i is the higher of a pair of the remainder.
func (g *general[T]) isHead(i int32) bool { return g.lower(i, int32(g.partner(int(i)))) }

// lower reports whether j is a resident of the remainder below i.
func (g *general[T]) lower(i, j int32) bool { return j > i && int(j) < g.nb && !g.taken[j] }
