package jca

import (
	"cmp"
	"slices"
)

// group pairs the group m, given in order, so that who is left (p.floaters, in order) can be paired with
// the ranks of l. It reports false only if m and l together have no complete pairing.
func (p *Pairer) group(m, l []int32) bool {
	if p.opt.Method == Neighbours || p.opt.Method == EveryOther {
		return p.byWishes(m, l)
	}
	q := len(m)
	switch {
	case q == 0:
		return true
	case q%2 == 0:
		if p.done(l, nil) && (p.straight(m, -1) || p.even(m)) {
			return true
		}
		if len(l) == 0 {
			return false
		}
	case len(l) > 0:
		if p.odd(m, l) {
			return true
		}
	}
	return p.more(m, l)
}

// straight is attempt A without look-ahead: each parent takes the first child he may. If that works out it is
// the first permutation there is. skip is the place of an odd group's median.
func (p *Pairer) straight(m []int32, skip int) bool {
	if p.opt.Children != ChildrenFirst || p.careful {
		return false
	}
	h := len(m) / 2
	children := m[len(m)-h:]
	start := len(p.pairs)
	if p.bans == 0 && p.opt.Method == Straight {
		for i, a := range m[:h] {
			p.add(a, children[i], ruleBase, i, i)
		}
		p.Paths[PathGreedy]++
		if skip >= 0 {
			p.float(m[skip], ruleMedian)
		}
		return true
	}
	// avail chains the children still free; avail[h] is the head.
	p.avail = slices.Grow(p.avail[:0], h+1)[:h+1]
	next := p.avail
	for i := range h {
		next[i] = int32(i + 1)
	}
	next[h] = 0
	down := p.opt.Method == Fold
	p.quiet = true // nothing is decided yet
	ok := true
	for i, a := range m[:h] {
		prev, c := h, next[h]
		for int(c) < h {
			b := children[c]
			if down {
				b = children[h-1-int(c)]
			}
			if !p.banned(a, b) {
				rule := ruleBase
				if int(c) != i {
					rule = ruleChildren
				}
				p.add(a, b, rule, i, int(c))
				break
			}
			prev, c = int(c), next[c]
		}
		if int(c) == h {
			ok = false
			break
		}
		next[prev] = next[c]
	}
	p.quiet = false
	if !ok {
		p.pairs = p.pairs[:start]
		return false
	}
	p.Paths[PathGreedy]++
	p.settle(start)
	if skip >= 0 {
		p.float(m[skip], ruleMedian)
	}
	return true
}

// settle tells the tracer of the pairs from start on.
func (p *Pairer) settle(start int) {
	if p.s.Tracer == nil {
		return
	}
	pairs := p.pairs[start:]
	p.pairs = p.pairs[:start]
	for _, q := range pairs {
		p.add(q.a, q.b, q.rule, int(q.parent), int(q.child))
	}
}

// across pairs the parents with the children in lexicographic order, if they can be paired at all. natural
// says that the sides are the group's own halves (attempt A).
func (p *Pairer) across(parents, children []int32, natural bool) bool {
	if p.opt.Children != ChildrenFirst {
		return p.acrossLeast(parents, children, natural)
	}
	// While twice as many parents are left as anyone has bans, whoever is taken the rest can be paired (Hall):
	// the first child allowed is right. Only the tail needs looking ahead.
	h := len(parents)
	tail := 0
	if p.midLo < 0 {
		tail = max(0, h-2*p.bans)
	}
	start := len(p.pairs)
	p.open = p.open[:0]
	for c := range h {
		p.open = append(p.open, int32(c))
	}
	if p.opt.Method == Fold {
		slices.Reverse(p.open)
	}
	p.quiet = true
	from := 0 // children before are taken
	for i, a := range parents[:tail] {
		k := from
		for p.banned(a, children[p.open[k]]) {
			k++
		}
		c := p.open[k]
		copy(p.open[from+1:k+1], p.open[from:k])
		from++
		p.addNatural(a, children[c], i, int(c), h, natural)
	}
	p.quiet = false
	open := p.open[from:]
	p.halves.Reset(len(open))
	for i, a := range parents[tail:] {
		for j, c := range open {
			if !p.banned(a, children[c]) {
				p.halves.Link(i, j)
			}
		}
	}
	if !p.halves.First() {
		p.pairs = p.pairs[:start]
		return false
	}
	p.settle(start)
	for i, a := range parents[tail:] {
		c := open[p.halves.Partner(i)]
		p.addNatural(a, children[c], tail+i, int(c), h, natural)
	}
	return true
}

// addNatural adds parent i and child c of h; natural says that the halves are the group's own.
func (p *Pairer) addNatural(a, b int32, i, c, h int, natural bool) {
	if p.opt.Method == Fold {
		c = h - 1 - c
	}
	rule := ruleChildren
	switch {
	case !natural:
		rule = ruleParents
	case i == c:
		rule = ruleBase
	}
	p.add(a, b, rule, i, c)
}

// even pairs all of x (attempts A and B); false if that is impossible.
func (p *Pairer) even(x []int32) bool {
	q := len(x)
	h := q / 2
	if q == 0 {
		return true
	}
	if q <= p.tableMax && p.opt.plain() {
		p.tiny.load(p, x)
		full := uint16(1<<q - 1)
		if !p.tiny.matchable(full) {
			return false
		}
		p.Paths[PathTable]++
		return p.tinyEven(full)
	}
	if p.across(x[:h], x[h:], true) {
		p.Paths[PathWitness]++
		return true
	}
	if !p.done(x, nil) {
		return false
	}
	p.Paths[PathWeighted]++
	if p.opt.Exchanges == ExchangeBlocks {
		for k := 1; k <= h; k++ {
			p.exchange(x, func(i int) bool { return i >= h-k }, func(i int) bool { return i < h+k })
			if p.across(p.parents, p.children, false) {
				return true
			}
		}
	}
	if p.oneExchange(x, h, nil) {
		return true
	}
	p.loadCost(x, h, -1)
	if !p.cost.Solve() {
		return false
	}
	p.fixSides(x, h, -1)
	return p.across(p.parents, p.children, false)
}

// exchange makes p.parents and p.children from x: of the first half those that leave become children, of
// the others those that enter parents. leave and enter look at places in x.
func (p *Pairer) exchange(x []int32, leave, enter func(i int) bool) {
	p.parents, p.children = p.parents[:0], p.children[:0]
	half := (len(x) + 1) / 2
	for i, a := range x {
		if i < half && !leave(i) || i >= half && enter(i) {
			p.parents = append(p.parents, a)
		} else {
			p.children = append(p.children, a)
		}
	}
}

// budget is how many single exchanges are tried one by one before the weighted matching says which.
const budget = 64

// oneExchange tries the exchanges of one parent (of the first h of x) and one child in their order: least
// difference, then lower parent. In an odd group (l given) the entering child is the floater and must leave l
// completable.
func (p *Pairer) oneExchange(x []int32, h int, l []int32) bool {
	odd := len(x)%2 != 0
	tried := 0
	if p.careful {
		return false
	}
	for diff := 1; diff < len(x) && tried < budget; diff++ {
		for a := h - 1; a >= 0 && tried < budget; a-- {
			c := a + diff
			if c < h || c >= len(x) {
				continue
			}
			tried++
			p.exchange(x, func(i int) bool { return i == a }, func(i int) bool { return i == c })
			parents := p.parents
			if odd {
				if !p.done1(l, x[c]) {
					continue
				}
				parents = parents[:len(parents)-1] // the entering child is the lowest parent
			}
			if p.across(parents, p.children, false) {
				if odd {
					p.float(x[c], ruleMedianExchanged)
				}
				return true
			}
		}
	}
	return false
}

// loadCost sets the weighted matching whose optimum is the least exchange of x: first word the number of
// parents that leave, second the sum of places leaving minus entering. The first h of x are parents. In an odd
// group the place floater stays out and no two children below it meet (their upper one would be a parent
// below the floater).
func (p *Pairer) loadCost(x []int32, h, floater int) {
	p.local = p.local[:0]
	for i := range x {
		if i != floater {
			p.local = append(p.local, int32(i))
		}
	}
	p.cost.Reset(len(p.local))
	for u, i := range p.local {
		for v, j := range p.local[:u] { // j < i
			if p.banned(x[i], x[j]) {
				continue
			}
			switch {
			case int(i) < h:
				p.cost.SetEdge(u, v, [2]int64{-1, int64(i)})
			case int(j) < h:
				p.cost.SetEdge(u, v, [2]int64{})
			case floater < 0 || int(j) < floater:
				p.cost.SetEdge(u, v, [2]int64{0, -int64(j)})
			}
		}
	}
}

// fixSides takes, among the optima of the weighted matching, the one whose leaving parents are lowest,
// compared from the lowest up, and then whose entering children are highest, compared from the highest down.
// It leaves the sides in p.parents and p.children (an odd group's floater is not in them).
func (p *Pairer) fixSides(x []int32, h, floater int) {
	value := p.cost.Value()
	// Edges of v to the vertices that keep says no to are barred; if the optimum survives it stays so.
	attempt := func(v int, keep func(o int) bool) bool {
		if keep(p.cost.Mate(v)) {
			p.barAll(v, keep)
			return true
		}
		p.cost.Save()
		p.barAll(v, keep)
		if p.cost.Solve() && p.cost.Value() == value {
			return true
		}
		p.cost.Back()
		p.barAll(v, func(o int) bool { return !keep(o) })
		return false
	}
	nh := h // number of local vertices that are parents
	if floater >= 0 && floater < h {
		nh--
	}
	n := len(p.local)
	p.leave = append(p.leave[:0], make([]bool, n)...)
	leave := p.leave
	p.cost.Solve()
	for v := nh - 1; v >= 0; v-- {
		leave[v] = attempt(v, func(o int) bool { return o < v })
	}
	for v := nh; v < n; v++ {
		leave[v] = attempt(v, func(o int) bool { return o > v })
	}
	p.cost.Solve()
	p.parents, p.children = p.parents[:0], p.children[:0]
	for v, i := range p.local {
		if v < nh != leave[v] {
			p.parents = append(p.parents, x[i])
		} else {
			p.children = append(p.children, x[i])
		}
	}
}

func (p *Pairer) barAll(v int, keep func(o int) bool) {
	for o := range len(p.local) {
		if o != v && p.cost.Linked(v, o) && !keep(o) {
			p.cost.Bar(v, o)
		}
	}
}

// odd pairs an odd group with one floater (attempts A, B, C); false if it has to have more.
func (p *Pairer) odd(m, l []int32) bool {
	q := len(m)
	h := q / 2 // the median's place
	median := p.done1(l, m[h])
	if median {
		if p.straight(m, h) {
			return true
		}
		if p.across(m[:h], m[h+1:], true) {
			p.Paths[PathWitness]++
			p.float(m[h], ruleMedian)
			return true
		}
	}
	switch p.opt.Odd {
	case OddParent:
		for f := h - 1; f >= 0; f-- {
			if !p.done1(l, m[f]) {
				continue
			}
			p.x = without(p.x, m[:h+1], f)
			if p.across(p.x, m[h+1:], true) {
				p.float(m[f], ruleMedianParent)
				return true
			}
		}
	case OddAny:
		if median {
			p.x = without(p.x, m, h)
			if p.even(p.x) {
				p.float(m[h], ruleMedian)
				return true
			}
		}
	}
	if q <= p.tableMax && p.opt.plain() {
		return p.tinyOdd(m, l)
	}
	if p.oneExchange(m, h+1, l) {
		p.Paths[PathWeighted]++
		return true
	}
	return p.oddWeighted(m, l) || p.oddAny(m, l)
}

// oddWeighted is attempt B by weighted matching: once for each floater among the children, the floater
// being the lowest of the parents after the exchange.
func (p *Pairer) oddWeighted(m, l []int32) bool {
	q := len(m)
	h := q/2 + 1
	type choice struct {
		cost   [2]int64
		floats int
	}
	best := choice{floats: -1}
	p.up, p.down = p.up[:0], p.down[:0]
	for f := h; f < q; f++ {
		if !p.done1(l, m[f]) {
			continue
		}
		p.loadCost(m, h, f)
		if !p.cost.Solve() {
			continue
		}
		v := p.cost.Value()
		c := [2]int64{-v[0], int64(f) - v[1]}
		if best.floats >= 0 && (best.cost[0] < c[0] || best.cost[0] == c[0] && best.cost[1] < c[1]) {
			continue
		}
		p.fixSides(m, h, f)
		better := best.floats < 0 || c != best.cost
		if !better {
			better = firstExchange(m, h, p.parents, m[f], p.up, m[best.floats])
		}
		if better {
			best = choice{c, f}
			p.up = append(p.up[:0], p.parents...)
			p.down = append(p.down[:0], p.children...)
		}
	}
	if best.floats < 0 || !p.across(p.up, p.down, false) {
		return false
	}
	p.Paths[PathWeighted]++
	p.float(m[best.floats], ruleMedianExchanged)
	return true
}

// firstExchange reports whether the parents a with the floater fa come before b with fb, equal in number and
// sum exchanged: lower parents leaving, compared from the lowest; higher children entering, from the highest.
func firstExchange(m []int32, h int, a []int32, fa int32, b []int32, fb int32) bool {
	in := func(set []int32, f, v int32) bool { return v == f || slices.Contains(set, v) }
	for i := h - 1; i >= 0; i-- {
		if la, lb := !in(a, fa, m[i]), !in(b, fb, m[i]); la != lb {
			return la
		}
	}
	for i := h; i < len(m); i++ {
		if ea, eb := in(a, fa, m[i]), in(b, fb, m[i]); ea != eb {
			return ea
		}
	}
	return false
}

// oddAny is attempt C: the floater nearest to the middle, the lower of two, and any pairing of the others.
func (p *Pairer) oddAny(m, l []int32) bool {
	q := len(m)
	for k := range q {
		// Middle, next below, next above, ...
		f := q/2 + (k+1)/2
		if k%2 == 0 {
			f = q/2 - k/2
		}
		p.x = without(p.x, m, f)
		p.build(&p.graph, p.x)
		if p.graph.Solve() != 0 || !p.done1(l, m[f]) {
			continue
		}
		p.anyMatch(p.x)
		p.float(m[f], ruleAny)
		return true
	}
	return false
}

// anyMatch pairs x, whose graph has a perfect matching in p.graph, from the top: each with the first of the
// lower half of those left, then of the upper half upwards, that lets the rest be paired.
func (p *Pairer) anyMatch(x []int32) {
	p.y = p.y[:0]
	for i := range x {
		p.y = append(p.y, int32(i))
	}
	left := p.y
	for len(left) > 0 {
		a := int(left[0])
		rest := left[1:]
		half := len(left) / 2
		took := -1
		for k := range rest {
			at := half - 1 + k
			if at >= len(rest) {
				at = len(rest) - 1 - k
			}
			if b := int(rest[at]); p.graph.Linked(a, b) && p.graph.Force(a, b) {
				took = at
				break
			}
		}
		b := rest[took]
		p.add(x[a], x[b], ruleAny, a, int(b))
		p.graph.Off(a)
		p.graph.Off(int(b))
		copy(rest[took:], rest[took+1:])
		left = rest[:len(rest)-1]
	}
}

// more is attempt D: the smallest number of floaters with which the round can be completed, nearest to the
// middle of the group, the lower ones on ties; the others are paired as an even group.
func (p *Pairer) more(m, l []int32) bool {
	if len(m) <= p.tableMax && p.opt.plain() {
		return p.tinyMore(m, l)
	}
	if !p.chooseFloaters(m, l, func(i int) int64 { return int64(max(2*i-len(m)+1, len(m)-1-2*i)) }) {
		return false
	}
	p.Paths[PathWeighted]++
	start := len(p.floaters)
	p.x = p.x[:0]
	for i, a := range m {
		if p.lifted[i] {
			p.float(a, ruleTwo)
		} else {
			p.x = append(p.x, a)
		}
	}
	if !p.even(p.x) {
		p.floaters = p.floaters[:start]
		return false
	}
	return true
}

// chooseFloaters marks in p.lifted, by place, the smallest set of m whose leaving lets both the rest of m and
// the set with l be paired completely; among those the one of least total cost, and then the one whose
// members, compared from the first, come latest in m.
func (p *Pairer) chooseFloaters(m, l []int32, cost func(i int) int64) bool {
	q := len(m)
	p.lifted = append(p.lifted[:0], make([]bool, q)...)
	seats := len(l)
	everybody := len(l) >= 2*p.bans+2
	if everybody {
		// Whoever leaves, the rest can be completed: as many seats as the group itself leaves over.
		p.build(&p.graph, m)
		seats = p.graph.Solve()
	}
	// In a large group whoever leaves, those who stay can be paired (Dirac), and only the cheapest places matter:
	// each seat bars at most so many of them, so that for anybody further away there is a cheaper one to take his
	// place.
	p.places = p.places[:0]
	for i := range q {
		p.places = append(p.places, int32(i))
	}
	large := p.midLo < 0 && !p.careful && q-seats >= 2*p.bans+2
	if near := seats + p.bans + 1; large && q > near+1 {
		slices.SortFunc(p.places, func(a, b int32) int {
			return cmp.Or(cmp.Compare(cost(int(a)), cost(int(b))), cmp.Compare(b, a))
		})
		p.places = p.places[:near+(q-near)%2]
		slices.Sort(p.places)
	}
	w := len(p.places)
	p.cost.Reset(w + seats)
	for u, i := range p.places {
		a := m[i]
		for v, j := range p.places[:u] {
			if large || !p.banned(a, m[j]) {
				p.cost.SetEdge(u, v, [2]int64{})
			}
		}
		for k := range seats {
			if everybody || !p.banned(a, l[k]) {
				p.cost.SetEdge(u, w+k, [2]int64{-1, -cost(int(i))})
			}
		}
	}
	if !everybody {
		for k, a := range l {
			for o, b := range l[:k] {
				if !p.banned(a, b) {
					p.cost.SetEdge(w+k, w+o, [2]int64{})
				}
			}
		}
	}
	if !p.cost.Solve() {
		return false
	}
	value := p.cost.Value()
	for u, i := range p.places {
		stay := p.cost.Mate(u) < w
		if !stay {
			p.cost.Save()
		}
		for k := range seats {
			if p.cost.Linked(u, w+k) {
				p.cost.Bar(u, w+k)
			}
		}
		if !stay && (!p.cost.Solve() || p.cost.Value() != value) {
			p.cost.Back()
			p.cost.Solve()
			p.lifted[i] = true
		}
	}
	return true
}
