package dutch

import (
	"slices"

	"crosstable/engine"
)

// Explaining is done after a bracket has been paired, and only for a Tracer: for everything that is not as
// the unaltered candidate has it, the earlier choice is tried as a restriction of the matching, and the first
// criterion that gets worse is the reason. That costs a matching for each choice; of very large fields only as much is
// explained as a few seconds allow, and the lower players are left out of sight.

const (
	explainWork     = 3e9 // cubes of vertices a round
	explainVertices = 400 // in one matching
)

func (p *Pairer) tell(kind engine.StepKind, a, b int32, rule string, n ...int64) {
	st := engine.Step{Kind: kind, A: engine.NoPlayer, B: engine.NoPlayer, Rule: p.ed.code(rule)}
	if a >= 0 {
		st.A = p.f.e[a].player
	}
	if b >= 0 {
		st.B = p.f.e[b].player
	}
	copy(st.N[:], n)
	p.s.Tracer.Trace(st)
}

// explain tells the steps of the bracket that has just been paired; again: for the second time, so that the lower
// players can be paired too (collapse.go).
func (p *Pairer) explain(again bool) {
	b := &p.b
	p.cen.byeTop, p.cen.byeOdd = p.c.byeTop, p.c.odd
	floaters := 0
	for _, i := range b.list {
		if p.mate[i] < 0 {
			floaters++
		}
	}
	c9 := !p.ed.Collapse && p.c.odd && floaters == 1 && p.c.byeTop >= p.f.e[b.list[len(b.list)-1]].score
	sc := scopeAll
	switch n := len(b.list); {
	case p.ed.Collapse && len(b.next) == 0:
	case !p.ed.Collapse && n+len(b.next)+len(b.rest) <= explainVertices:
	case n+len(b.next) <= explainVertices:
		sc = scopeNext
	default:
		sc = scopeBracket
	}
	p.cen.survey(&p.f, b, sc, c9 && p.cen.c9Matters(&p.f, b))
	switch w := p.cen.lay.bits + 12; {
	case w <= 64:
		explainWith(p, &p.g1, again)
	case w <= 128:
		explainWith(p, &p.g2, again)
	case w <= 256:
		explainWith(p, &p.g4, again)
	case w <= 512:
		explainWith(p, &p.g8, again)
	case w <= 1024:
		explainWith(p, &p.g16, again)
	case w <= 2048:
		explainWith(p, &p.g32, again)
	default:
		explainWith(p, &p.g64, again)
	}
}

// explainer asks what if.
type explainer[T weight] struct {
	p     *Pairer
	g     *general[T]
	w     []T  // all weights
	best  T    // sum of the optimum
	blind bool // too large for any matching
	fixed [][2]int
	// frame bars what earlier decisions exclude: other moved-down players than those chosen, another exchange.
	frame func(i, j int) bool
}

// sum adds the weights of the matching.
func (x *explainer[T]) sum() T {
	var t T
	s := &x.g.s
	for v, m := range s.mate {
		if int(m) > v {
			if w := s.w[v*s.n+int(m)]; !negative(w) {
				t = add(t, half(w))
			}
		}
	}
	return t
}

// without names the criterion that gets worse when the edges that drop selects are not used and the pairs in fixed are
// kept. "order": none does. "": not looked into.
func (x *explainer[T]) without(drop func(i, j int) bool) string {
	s := &x.g.s
	x.p.budget -= float64(s.n) * float64(s.n) * float64(s.n)
	if x.blind || x.p.budget < 0 {
		return ""
	}
	copy(s.w, x.w)
	for i := range s.n {
		for j := range i {
			if drop(j, i) || x.frame != nil && x.frame(j, i) {
				s.cut(int32(j), int32(i))
			}
		}
	}
	for _, q := range x.fixed {
		for v := range s.n {
			if v != q[0] && v != q[1] {
				s.cut(int32(q[0]), int32(v))
			}
		}
	}
	s.solve()
	if code := differs(&x.p.ed, x.g.l, x.best, x.sum()); code != "" {
		return code
	}
	return "order"
}

// whyNot gives the reason against the pair of vertices i and j, with the pairs before it fixed.
func (x *explainer[T]) whyNot(i, j int) string {
	f, v := x.g.f, x.g.v
	if !f.meets(v[i], v[j]) {
		a, b := f.e[v[i]].player, f.e[v[j]].player
		switch {
		case f.s.Met(a, b):
			return "C1"
		case f.s.Banned(a, b):
			return "forbidden"
		}
		return "C3"
	}
	why := x.without(func(a, b int) bool { return (a == i || b == i) != (a == j || b == j) })
	if why == "order" && x.p.ed.Collapse && x.g.c.sc == scopeBracket {
		return "C7"
	}
	if why == "order" && !x.p.ed.Collapse && x.g.c.sc != scopeAll {
		return "C4" // an equal candidate would have been taken: it is something below
	}
	return why
}

// note tells a reason if there is one.
func (x *explainer[T]) note(a, b int32, why, form string) {
	if why != "" {
		x.p.tell(engine.StepNote, a, b, why+form)
	}
}

// explainWith tells the bracket that has just been paired (again: for the second time): the moved-down players, then
// the remainder.
func explainWith[T weight](p *Pairer, g *general[T], again bool) {
	b := &p.b
	x := &explainer[T]{p: p, g: g, blind: len(b.list) > explainVertices}
	if p.cen.sc == scopeAll && len(b.list)+len(b.next)+len(b.rest) > explainVertices {
		x.blind = true
	}
	if x.blind {
		g.f, g.c, g.l, g.nb, g.m0 = &p.f, &p.cen, &p.cen.lay, len(b.list), b.m0
		g.v = append(g.v[:0], b.list...)
	} else {
		g.load(&p.f, &p.cen)
		x.w = slices.Clone(g.s.w)
		x.best = x.sum()
	}
	local := map[int32]int{-1: -1}
	for i, v := range g.v {
		local[v] = i
	}
	nb, m0 := g.nb, g.m0
	mate := make([]int, nb)
	for i := range nb {
		if mate[i] = local[p.mate[g.v[i]]]; mate[i] >= nb {
			mate[i] = -1
		}
	}
	score := int64(p.f.e[b.list[nb-1]].score)
	p.tell(engine.StepGroup, -1, -1, "bracket", score, int64(nb), int64(m0))
	switch {
	case again:
		p.tell(engine.StepNote, -1, -1, "ppb")
	case p.cen.mixed:
		p.tell(engine.StepNote, -1, -1, "clb")
	}
	taken := x.movedDown(mate)
	x.remainder(mate, taken, score)
}

// movedDown tells the moved-down players and their opponents; taken are the residents who play them.
func (x *explainer[T]) movedDown(mate []int) (taken []bool) {
	p, b, g := x.p, &x.p.b, x.g
	nb, m0 := g.nb, g.m0
	m1 := 0
	for i := range m0 {
		if mate[i] >= 0 {
			m1++
		}
	}
	inside := func(i, j int) bool { return j < nb && i < nb }
	taken = make([]bool, nb)
	for i := range m0 {
		if mate[i] < 0 && len(b.next)+len(b.rest) == 0 {
			p.tell(engine.StepBye, g.v[i], -1, "bye", int64(p.f.e[g.v[i]].score))
			continue
		}
		if mate[i] < 0 {
			alone := true
			for j := m0; j < nb; j++ {
				alone = alone && !p.f.meets(g.v[i], g.v[j])
			}
			if alone {
				p.tell(engine.StepFloat, g.v[i], -1, "float.alone", int64(p.f.e[g.v[i]].score))
				continue
			}
			p.tell(engine.StepFloat, g.v[i], -1, "float.limbo", int64(m1), int64(m0))
			why := x.without(func(a, c int) bool { return (a == i || c == i) && !inside(a, c) })
			x.note(g.v[i], -1, why, ".paired")
			continue
		}
		free := make([]int, 0, nb)
		for j := m0; j < nb; j++ {
			if !taken[j] {
				free = append(free, j)
			}
		}
		taken[mate[i]] = true
		x.frame = func(a, c int) bool { return a < m0 && (mate[a] >= 0) != inside(a, c) }
		x.pair(i, mate[i], free, i+1, func(j int) int { return j + 1 })
		x.frame = nil
	}
	return taken
}

// remainder tells the pairs of the residents who do not play a moved-down player, and who floats.
func (x *explainer[T]) remainder(mate []int, taken []bool, score int64) {
	nb, m0 := x.g.nb, x.g.m0
	var rem []int
	pairs := 0
	for i := m0; i < nb; i++ {
		if !taken[i] {
			rem = append(rem, i)
			if mate[i] > i {
				pairs++
			}
		}
	}
	number := func(i int) int { return slices.Index(rem, i) + 1 }
	head := make([]bool, nb)
	for _, i := range rem {
		head[i] = mate[i] > i
	}
	// The exchange (4.3): who leaves S1 and who comes in.
	var leave, enter []int
	for k, i := range rem {
		switch {
		case k < pairs && !head[i]:
			leave = append(leave, i)
		case k >= pairs && head[i]:
			enter = append(enter, i)
		}
	}
	if len(leave) > 0 {
		x.exchange(rem, pairs, leave, enter)
	}
	x.frame = func(a, c int) bool {
		if c >= nb {
			return a < nb && head[a]
		}
		return a >= m0 && !taken[a] && !taken[c] && head[a] == head[c] || a >= m0 && head[c] && !head[a]
	}
	left := slices.DeleteFunc(slices.Clone(rem), func(i int) bool { return head[i] })
	for _, i := range rem {
		if !head[i] {
			continue
		}
		var free []int
		for _, j := range left {
			if j > i {
				free = append(free, j)
			}
		}
		x.pair(i, mate[i], free, number(i), number)
		left = slices.DeleteFunc(left, func(j int) bool { return j == mate[i] })
	}
	x.frame = nil
	x.floaters(left, score, rem, len(leave) > 0)
}

// exchange tells who left S1 for whom (4.3), and why S1 could not stay whole.
func (x *explainer[T]) exchange(rem []int, pairs int, leave, enter []int) {
	p, g := x.p, x.g
	s1 := rem[:pairs]
	why := x.without(func(a, c int) bool {
		ha, hc := slices.Contains(s1, a), slices.Contains(s1, c)
		switch {
		case ha && hc:
			return true
		case ha:
			return !slices.Contains(rem, c)
		case hc:
			return !slices.Contains(rem, a)
		}
		return slices.Contains(rem, a) && slices.Contains(rem, c)
	})
	for k, i := range leave {
		p.tell(engine.StepNote, g.v[i], g.v[enter[k]], "4.3")
	}
	x.note(-1, -1, why, ".exchange")
}

// pair tells the pair i-j; free are the opponents that stood before j in the order, and j.
func (x *explainer[T]) pair(i, j int, free []int, bsn int, number func(int) int) {
	p, v := x.p, x.g.v
	rule := "4.2"
	if free[0] == j {
		rule = "3.3"
	}
	p.tell(engine.StepPair, v[i], v[j], rule, int64(bsn), int64(number(j)))
	for k, other := range free {
		// The first three that were passed over say enough.
		if other == j || k == 3 {
			break
		}
		x.note(v[i], v[other], x.whyNot(i, other), "")
	}
	x.fixed = append(x.fixed, [2]int{i, j})
}

// floaters tells the residents left over: downfloaters, or the bye.
func (x *explainer[T]) floaters(left []int, score int64, rem []int, exchanged bool) {
	p, v := x.p, x.g.v
	if len(left) == 0 {
		return
	}
	bye := len(p.b.next)+len(p.b.rest) == 0
	x.fixed = x.fixed[:0]
	for _, i := range left {
		last := i == rem[len(rem)-1]
		switch {
		case bye:
			p.tell(engine.StepBye, v[i], -1, "bye", score)
		case x.alone(i):
			p.tell(engine.StepFloat, v[i], -1, "float.alone", score)
		case last && !exchanged:
			p.tell(engine.StepFloat, v[i], -1, "float", score)
		default:
			p.tell(engine.StepFloat, v[i], -1, "float.chosen", score)
		}
	}
	if len(left) > 1 {
		return // C6: no more pairs are possible
	}
	// Why none of the lower ranked stays over.
	said := 0
	for k := len(rem) - 1; k >= 0 && rem[k] > left[0] && said < 3; k-- {
		i := rem[k]
		said++
		if bye && !p.c.mayBye(v[i]) {
			p.tell(engine.StepNote, v[i], -1, "C2.float")
			continue
		}
		why := x.without(func(a, c int) bool { return (a == i || c == i) && c < x.g.nb })
		x.note(v[i], -1, why, ".float")
	}
}

// alone reports whether i may meet nobody of the bracket.
func (x *explainer[T]) alone(i int) bool {
	for j := range x.g.nb {
		if j != i && x.p.f.meets(x.g.v[i], x.g.v[j]) {
			return false
		}
	}
	return true
}
