package xiangqi

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/matching"
)

// criteria are the columns of the vector of an arrangement, in order.
const (
	pairs = iota
	floaters
	jump
	three
	capped // cap
	two
	same
	even
	numCriteria
)

// vector is what an edge, or an arrangement, is worth: more is better, costs are negative.
type vector [numCriteria]int32

// partner of a move that is no pair.
const (
	nobody int32 = -1 // left over (下调)
	empty  int32 = -2 // the empty seat (轮空)
)

// move is one decision: place p chose partner.
type move struct {
	p, partner int32
	form       form
	met, split int32 // possible partners passed over: who may not meet him; who would lose the best arrangement
}

// form is how a partner was found (2.5).
type form uint8

const (
	formFront form = iota // 同位
	formNext              // 错位
	formRow               // 同行
	formDown              // 下调
	formBye               // 轮空
	formLot               // xiangqi-draw
)

// segment is S of one layer: those left over above and the layer itself.
type segment struct {
	*position
	use   [numCriteria]bool
	draws bool // xiangqi-draw: first moves by its rules
	win   engine.Points

	members  []int32
	incoming []int32
	hi       int32 // the lower layers begin here
	nextHi   int32 // the next layer ends here
	byeLo    int32 // layer of the bye: places byeLo..byeHi-1; -1 in an even field
	byeHi    int32
	seat     bool // the empty seat is free
	byeHere  bool // and may be taken by a member

	in, inc, open []bool // by place
	left          []int32
	moves         []move
	order         trying

	// Scratch.
	cands  []int32
	rest   matching.Cardinality
	suffix matching.Cardinality
	vertex []int32 // by place
	nodes  []int32
	below  []int32
	leave  []int8 // by place: canLeave, 0 unknown
	bound  bound
	exact  exact
	Paths  [numPaths]int
}

// Paths through a segment, counted for benchmarks.
const (
	pathWalk   = iota // the walk got through
	pathSuffix        // after taking back its last moves
	pathExact         // weighted matching
	numPaths
)

// begin makes the segment of layer g with the players left over above.
func (g *segment) begin(layer int) {
	x := g.position
	lo, hi := x.layers[layer], x.layers[layer+1]
	g.incoming = append(g.incoming[:0], g.left...)
	g.left = g.left[:0]
	g.members = append(g.members[:0], g.incoming...)
	for i := lo; i < hi; i++ {
		g.members = append(g.members, i)
	}
	g.hi, g.nextHi = hi, hi
	if layer+2 < len(x.layers) {
		g.nextHi = x.layers[layer+2]
	}
	g.byeHere = g.byeLo >= 0 && g.byeLo == lo
	for _, i := range g.members {
		g.in[i], g.inc[i], g.open[i], g.leave[i] = true, false, true, 0
	}
	for _, i := range g.incoming {
		g.inc[i] = true
	}
	g.moves = g.moves[:0]
}

// end takes the members out: those left over are in g.left.
func (g *segment) end() {
	for _, i := range g.members {
		g.in[i], g.open[i] = false, false
	}
}

// mayBye reports whether the place i is of the layer of the bye and has not had it.
func (g *segment) mayBye(i int32) bool { return i >= g.byeLo && i < g.byeHi && !g.e[i].bye }

// price is what one more float of i costs: criteria cap and even.
func (g *segment) price(i int32, down bool) (third, even int32) {
	e := &g.e[i]
	if e.alone || g.inc[i] {
		return 0, 0
	}
	f := e.floats()
	if g.opt.Floats == FloatsEach {
		f = e.fup
		if down {
			f = e.fdown
		}
	}
	return max(0, f-1), e.floats()
}

// inside is the vector of a pair of two members.
func (g *segment) inside(i, j int32) (v vector) {
	v[pairs] = 1
	for _, k := range [2]int32{i, j} {
		if g.inc[k] {
			v[floaters]++
		}
	}
	a, b := &g.e[i], &g.e[j]
	if a.score != b.score {
		low := i
		if b.score < a.score {
			low = j
		}
		c, e := g.price(low, false)
		v[capped], v[even] = -c, -e
	}
	side := int32(1)
	if g.draws {
		if w, _ := g.drawn(i, j, g.win); w != 0 {
			side = w
		}
	} else if f, _ := g.first(i, j); !f {
		side = -1
	}
	var c sideCost
	c.add(a, side)
	c.add(b, -side)
	v[three], v[two], v[same] = -c.three, -c.two, -c.same
	return v
}

// over is the vector of a member left over, whose partner is at once of the next layer or not.
func (g *segment) over(i int32, next bool) (v vector) {
	if next {
		v[jump] = 1
	}
	c, e := g.price(i, true)
	v[capped], v[even] = -c, -e
	return v
}

// run pairs the segment: the first arrangement in the order of trying among the best. It reports false if
// no arrangement leaves a legal round, which the caller has excluded.
func (g *segment) run() bool {
	g.order.lay(g)
	if g.fast() {
		return true
	}
	g.undo(0)
	g.Paths[pathExact]++
	return g.exact.run(g)
}

// fast tries to reach the bound of the vector (see bound) without weighted matching.
func (g *segment) fast() bool {
	over, ok := g.plan()
	if !ok || !g.bound.load(g, over) {
		return false
	}
	if g.walk(int(over)) {
		g.Paths[pathWalk]++
		return true
	}
	if g.repair(int(over)) {
		g.Paths[pathSuffix]++
		return true
	}
	return false
}

// plan says how many members are left over at the least, and whether the fast path can judge the rest.
func (g *segment) plan() (over int32, ok bool) {
	n := int32(len(g.members))
	lower := g.n() - g.hi
	if g.byeHere && g.seat && lower > 0 {
		return 0, false
	}
	over = n & 1
	if g.byeHere && g.seat {
		return 0, over == 1
	}
	if int(n) < 2*g.bans+2 {
		g.graph(&g.rest, g.members, 0)
		over = int32(g.rest.Solve())
	}
	switch {
	case over == 0:
		return 0, g.roomy(0) || g.completes(nobody, 0)
	case lower == 0:
		return 0, false
	case over == 1:
		return 1, true
	}
	return over, g.roomy(over)
}

// graph fills m with who may meet whom of the places, and extra vertices without edges.
func (g *segment) graph(m *matching.Cardinality, places []int32, extra int) {
	n := len(places)
	m.Reset(n + extra)
	for a, i := range places {
		for b, j := range places[:a] {
			if g.legal(i, j) {
				m.Link(a, b)
			}
		}
	}
}

// roomy reports by counting alone that, whichever over members are left over and with whomever of the lower layers
// each of them is paired, the others of the lower layers can be paired: with at most d bans each, an even number of
// at least 2d+2 players always can (Dirac).
func (g *segment) roomy(over int32) bool {
	rest := g.n() - g.hi - over
	if g.seat && !g.byeHere && g.byeLo >= g.hi {
		may := int32(0)
		for i := g.byeLo; i < g.byeHi; i++ {
			if g.mayBye(i) {
				may++
			}
		}
		if may <= over {
			return false
		}
		rest--
	}
	return rest == 0 && over == 0 || int(rest) >= 2*g.bans+2
}

// completes reports whether the lower layers have a legal round, with p among them, who can only meet places
// below limit; p is nobody for none.
func (g *segment) completes(p, limit int32) bool {
	m := &g.rest
	g.below = g.below[:0]
	for i := g.hi; i < g.n(); i++ {
		g.below = append(g.below, i)
	}
	n := len(g.below)
	extra := 0
	seat, own := -1, -1
	if g.seat {
		seat = n
		extra++
	}
	if p != nobody {
		own = n + extra
		extra++
	}
	if (n+extra)%2 == 1 {
		return false
	}
	if n == 0 {
		return extra == 0
	}
	g.graph(m, g.below, extra)
	for a, i := range g.below {
		if seat >= 0 && g.mayBye(i) {
			m.Link(a, seat)
		}
		if own >= 0 && i < limit && g.legal(p, i) {
			m.Link(a, own)
		}
	}
	return m.Solve() == 0
}

// jumps counts the players of the next layer whom i may meet, up to enough.
func (g *segment) jumps(i, enough int32) (k int32) {
	for j := g.hi; j < g.nextHi && k < enough; j++ {
		if g.legal(i, j) {
			k++
		}
	}
	return k
}

// canLeave reports whether the one member i can be left over as the bound supposes: with a partner of the next
// layer if he may meet anybody there, and a legal round of the others.
func (g *segment) canLeave(i, over int32) bool {
	if g.leave[i] == 0 {
		g.leave[i] = 1
		limit := g.n()
		if g.use[jump] && g.jumps(i, 1) > 0 {
			limit = g.nextHi
		}
		if g.roomy(over) || over == 1 && g.completes(i, limit) {
			g.leave[i] = 2
		}
	}
	return g.leave[i] == 2
}

// walk goes through the order of trying without looking ahead, but takes only what the bound allows: what it
// passes over is impossible, so that the arrangement is the first of the best if it gets through.
func (g *segment) walk(over int) bool {
	for {
		p := g.order.chooser(g)
		if p == nobody {
			return len(g.left) == over && (!g.byeHere || !g.seat)
		}
		if !g.step(p, func(q int32) bool {
			switch q {
			case nobody:
				return len(g.left) < over && g.bound.tightOut(p) && g.canLeave(p, int32(over))
			case empty:
				return g.bound.tightSeat(p)
			}
			return g.bound.tight(p, q)
		}) {
			return false
		}
	}
}

// step lets p choose: the first partner in the order of trying whom may allows.
func (g *segment) step(p int32, may func(q int32) bool) bool {
	mv := move{p: p}
	g.cands, mv.form = g.order.candidates(g, g.cands[:0], p)
	other := g.order.others
	for k := range g.cands {
		q := g.order.next(g.cands, k)
		if !g.legal(p, q) {
			mv.met++
			continue
		}
		if !may(q) {
			mv.split++
			continue
		}
		mv.partner = q
		if mv.form != formLot {
			switch {
			case k >= other:
				mv.form = formRow
			case k > 0:
				mv.form = formNext
			}
		}
		g.take(mv)
		return true
	}
	if g.byeHere && g.seat && g.mayBye(p) && may(empty) {
		mv.partner, mv.form = empty, formBye
		g.take(mv)
		return true
	}
	if !may(nobody) {
		return false
	}
	mv.partner, mv.form = nobody, formDown
	g.take(mv)
	return true
}

func (g *segment) take(mv move) {
	g.moves = append(g.moves, mv)
	g.open[mv.p] = false
	switch mv.partner {
	case nobody:
		g.left = append(g.left, mv.p)
	case empty:
		g.seat = false
	default:
		g.open[mv.partner] = false
	}
}

// undo takes back all moves but the first k.
func (g *segment) undo(k int) {
	for len(g.moves) > k {
		mv := g.moves[len(g.moves)-1]
		g.moves = g.moves[:len(g.moves)-1]
		g.open[mv.p] = true
		switch mv.partner {
		case nobody:
			g.left = g.left[:len(g.left)-1]
		case empty:
			g.seat = true
		default:
			g.open[mv.partner] = true
		}
	}
	g.order.rewind()
}

// repair takes back moves of a walk that got stuck, twice as many each time, until what is open can be completed as
// the bound allows, and goes on from there with a look ahead.
func (g *segment) repair(over int) bool {
	for back := 2; ; back *= 2 {
		k := max(0, len(g.moves)-back)
		if back > 2 {
			k = max(0, len(g.moves)-back/2)
		}
		g.undo(k)
		if g.remaining(over) {
			break
		}
		if k == 0 {
			return false
		}
	}
	m := &g.suffix
	n := len(g.nodes)
	for {
		p := g.order.chooser(g)
		if p == nobody {
			return true
		}
		a := int(g.vertex[p])
		if !g.step(p, func(q int32) bool {
			if q >= 0 {
				b := int(g.vertex[q])
				return m.Linked(a, b) && m.Without(a, b)
			}
			for o := n; o < m.N(); o++ {
				if m.Active(o) && m.Linked(a, o) {
					return m.Without(a, o)
				}
			}
			return false
		}) {
			return false
		}
	}
}

// remaining makes the graph of what the bound still allows between the open members and asks whether it completes.
func (g *segment) remaining(over int) bool {
	g.nodes = g.nodes[:0]
	for _, i := range g.members {
		if g.open[i] {
			g.vertex[i] = int32(len(g.nodes))
			g.nodes = append(g.nodes, i)
		}
	}
	n := len(g.nodes)
	outs := over - len(g.left)
	seats := 0
	if g.byeHere && g.seat {
		seats = 1
	}
	if (n+outs+seats)%2 != 0 {
		return false
	}
	m := &g.suffix
	m.Reset(n + outs + seats)
	for a, i := range g.nodes {
		for b, j := range g.nodes[:a] {
			if g.legal(i, j) && g.bound.tight(i, j) {
				m.Link(a, b)
			}
		}
		if outs > 0 && g.bound.tightOut(i) && g.canLeave(i, int32(over)) {
			for o := range outs {
				m.Link(a, n+o)
			}
		}
		if seats > 0 && g.mayBye(i) && g.bound.tightSeat(i) {
			m.Link(a, n+outs)
		}
	}
	return m.Solve() == 0
}

// grow makes the scratch large enough for n places.
func (g *segment) grow(n int) {
	g.in = cleared(g.in, n)
	g.inc = cleared(g.inc, n)
	g.open = cleared(g.open, n)
	g.leave = cleared(g.leave, n)
	g.vertex = cleared(g.vertex, n)
	g.left = g.left[:0]
	g.bound.class = cleared(g.bound.class, n)
}

func cleared[T any](v []T, n int) []T {
	v = slices.Grow(v[:0], n)[:n]
	clear(v)
	return v
}
