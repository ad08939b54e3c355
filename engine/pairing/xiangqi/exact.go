package xiangqi

import "crosstable/engine/matching"

// exact pairs a segment by weighted matching: the best value of the vector first, then one question for each possible
// pair, whether the value can still be reached with it.
type exact struct {
	m       matching.Weighted[[2]int64]
	goal    [2]int64
	vertex  []int32 // by place, -1
	places  []int32 // by vertex; of the lower layers after the members
	seat    int
	radix   [numCriteria]int64
	members int
}

// pack puts a vector into two words.
func (e *exact) pack(g *segment, v vector) (w [2]int64) {
	for c := range numCriteria {
		word := 0
		if c > three {
			word = 1
		}
		w[word] *= e.radix[c]
		if g.use[c] {
			w[word] += int64(v[c])
		}
	}
	return w
}

// scale sets how much each criterion can count at most.
func (e *exact) scale(g *segment) {
	n := int64(len(g.members)) + 1
	var most int64
	for _, i := range g.members {
		most = max(most, int64(g.e[i].floats()), int64(g.e[i].fdown), int64(g.e[i].fup))
	}
	floats := n*most + 1
	e.radix = [numCriteria]int64{n, int64(len(g.incoming)) + 1, n, n, floats, n, n, floats}
	for c := range e.radix {
		if !g.use[c] {
			e.radix[c] = 1
		}
	}
}

// run finds the arrangement. It reports false if there is none.
func (e *exact) run(g *segment) bool {
	e.scale(g)
	e.build(g)
	if !e.m.Solve() {
		return false
	}
	e.goal = e.m.Value()
	for {
		p := g.order.chooser(g)
		if p == nobody {
			return true
		}
		a := int(e.vertex[p])
		if !g.step(p, func(q int32) bool {
			switch q {
			case nobody:
				return e.m.Mate(a) >= e.members
			case empty:
				return e.fix(a, e.seat)
			}
			return e.fix(a, int(e.vertex[q]))
		}) {
			return false
		}
	}
}

// fix pairs two vertices if the best value can be kept, and bars the pair if not.
func (e *exact) fix(a, b int) bool {
	m := &e.m
	if m.Mate(a) == b {
		m.Only(a, b)
		return true
	}
	if !m.Linked(a, b) {
		return false
	}
	m.Save()
	m.Only(a, b)
	if m.Solve() && m.Value() == e.goal {
		return true
	}
	m.Back()
	m.Bar(a, b)
	return false
}

// build makes the graph: the members; behind them the empty seat and either the lower layers or, where those can be
// paired whoever of them is taken, substitutes.
func (e *exact) build(g *segment) {
	n := len(g.members)
	e.members = n
	e.vertex = cleared(e.vertex, int(g.n()))
	e.places = append(e.places[:0], g.members...)
	g.graph(&g.rest, g.members, 0)
	over := int32(g.rest.Solve())
	short := !(g.byeHere && g.seat) && g.hi < g.n() && g.roomy(over)
	near := g.n()
	if short {
		near = g.nextHi
		if !g.use[jump] || int(g.nextHi-g.hi) >= g.bans+int(over) {
			near = g.hi // everybody left over finds a partner in the next layer
		}
	}
	for i := g.hi; i < near; i++ {
		e.places = append(e.places, i)
	}
	for v, i := range e.places {
		e.vertex[i] = int32(v)
	}
	all := len(e.places)
	if short {
		all += int(over)
		all += all & 1
	}
	e.seat = -1
	if !short && g.seat {
		e.seat = all
		all++
	}
	e.m.Reset(all)
	for a, i := range g.members {
		for b, j := range g.members[:a] {
			if g.legal(i, j) {
				e.m.SetEdge(a, b, e.pack(g, g.inside(i, j)))
			}
		}
		for b := n; b < len(e.places); b++ {
			if j := e.places[b]; g.legal(i, j) {
				e.m.SetEdge(a, b, e.pack(g, g.over(i, j < g.nextHi)))
			}
		}
		if short {
			for b := len(e.places); b < all; b++ {
				e.m.SetEdge(a, b, e.pack(g, g.over(i, near == g.hi)))
			}
		} else if e.seat >= 0 && g.mayBye(i) {
			e.m.SetEdge(a, e.seat, [2]int64{})
		}
	}
	for a := n; a < all; a++ {
		for b := n; b < a; b++ {
			switch {
			case short:
			case a == e.seat:
				if !g.mayBye(e.places[b]) {
					continue
				}
			case !g.legal(e.places[a], e.places[b]):
				continue
			}
			e.m.SetEdge(a, b, [2]int64{})
		}
	}
}
