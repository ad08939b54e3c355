package dutch

import (
	"math/bits"
	"slices"
)

// solver finds a perfect matching of greatest weight in a complete graph with an even number of
// vertices (Edmonds' primal-dual method, one tree at a time) and then answers, without starting
// again, whether a matching of the same weight exists under further restrictions. A pair that may not
// meet has weight 0, which is the same as leaving both unpaired.
//
// It stands beside matching.Weighted because of that second half. Solved once and asked ten times whether a matching as
// good does without a pair (BenchmarkTwoSolvers), solver needs 0.025, 0.04, 0.1 and 0.8 ms for 10, 20, 40 and 100
// vertices, Weighted 0.24, 0.75, 3.0 and 13 ms: 10 to 30 times as long, and brackets of the Dutch system are made of
// such questions. Weighted has what solver has not: edges that do not exist, negative weights, words that differ in
// sign.
//
// Invariants between calls: slack(u,v) = y[u] + y[v] - w[u,v] (weights are stored doubled) is never
// negative across top-level nodes; matched edges and the cycle edges of blossoms have slack 0 (counting
// the z of the blossoms around both ends); every vertex is matched. Then the matching is optimal.
type solver[T weight] struct {
	n    int
	w    []T     // n*n, doubled
	act  []int32 // vertices still in play: not paired for good
	y    []T
	mate []int32

	// Nodes: 0..n-1 are vertices, from n on blossoms.
	top  []int32   // outermost node of a vertex
	up   []int32   // node around a node, -1
	base []int32   // vertex whose partner is outside the node
	z    []T       // of blossoms
	kids [][]int32 // odd cycle of nodes, kids[0] holds the base
	link [][]edge  // link[k] joins kids[k] to the next one
	free []int32   // unused blossom numbers
	live []int32   // used blossom numbers

	// One phase.
	label []int8 // of top-level nodes
	entry []edge // of inner nodes: the tight edge through which the tree reached them
	best  []int32
	bestS []T
	queue []int32
	mark  []int32
	marks int32
	outer []int32 // vertices labelled outer in this phase
	tmp   []int32
	tmpE  []edge

	excess T // dual objective minus the weight of the optimum
	saved  *snapshot[T]
	undo   []undoW[T]
	nodes  []int32
}

type edge struct{ u, v int32 }

type undoW[T weight] struct {
	at  int
	was T
}

const (
	untouched int8 = iota
	outerNode
	innerNode
)

func grown[E any](v []E, n int) []E {
	if cap(v) < n {
		v = make([]E, n, n+n/2)
	}
	return v[:n]
}

// reset prepares n vertices (n even) with all weights 0; the caller fills w through set.
func (s *solver[T]) reset(n int) {
	s.n = n
	s.w = grown(s.w, n*n)
	clear(s.w)
	s.y = grown(s.y, n)
	s.mate = grown(s.mate, n)
	s.top = grown(s.top, n)
	s.best = grown(s.best, n)
	s.bestS = grown(s.bestS, n)
	m := n + n/2 + 1
	s.up = grown(s.up, m)
	s.base = grown(s.base, m)
	s.z = grown(s.z, m)
	s.label = grown(s.label, m)
	s.entry = grown(s.entry, m)
	s.mark = grown(s.mark, m)
	clear(s.mark)
	s.marks = 0
	if len(s.kids) < m {
		s.kids = append(s.kids, make([][]int32, m-len(s.kids))...)
		s.link = append(s.link, make([][]edge, m-len(s.link))...)
	}
	s.clearMatching()
}

func (s *solver[T]) clearMatching() {
	n := s.n
	s.act = s.act[:0]
	for v := range int32(n) {
		s.act = append(s.act, v)
	}
	for v := range n {
		s.mate[v], s.top[v], s.up[v], s.base[v] = -1, int32(v), -1, int32(v)
	}
	s.free = s.free[:0]
	for b := n + n/2; b >= n; b-- {
		s.free = append(s.free, int32(b))
	}
	s.live = s.live[:0]
}

// set gives the pair its weight (not doubled).
func (s *solver[T]) set(u, v int, w T) {
	w = add(w, w)
	s.w[u*s.n+v], s.w[v*s.n+u] = w, w
}

// slack across top-level nodes.
func (s *solver[T]) slack(u, v int32) T {
	return sub(add(s.y[u], s.y[v]), s.w[int(u)*s.n+int(v)])
}

// fullSlack counts the blossoms that hold both ends too.
func (s *solver[T]) fullSlack(u, v int32) T {
	d := s.slack(u, v)
	if s.top[u] != s.top[v] || s.top[u] < int32(s.n) {
		return d
	}
	s.marks++
	for b := s.up[u]; b >= 0; b = s.up[b] {
		s.mark[b] = s.marks
	}
	for b := s.up[v]; b >= 0; b = s.up[b] {
		if s.mark[b] == s.marks {
			d = add(d, s.z[b])
		}
	}
	return d
}

// solve finds an optimal matching from scratch.
func (s *solver[T]) solve() {
	s.clearMatching()
	n := s.n
	var zero T
	for u := range n {
		m := zero
		row := s.w[u*n : u*n+n]
		for v, w := range row {
			if v != u && less(m, w) {
				m = w
			}
		}
		s.y[u] = half(m)
	}
	// Tight edges first.
	for u := range int32(n) {
		if s.mate[u] >= 0 {
			continue
		}
		for v := range int32(n) {
			if v != u && s.mate[v] < 0 && isZero(s.slack(u, v)) {
				s.mate[u], s.mate[v] = v, u
				break
			}
		}
	}
	for v := range int32(n) {
		if s.mate[v] < 0 {
			s.phase(v, false)
		}
	}
	s.excess = zero
}

// phase matches the free vertex root by one augmenting path, changing the duals as needed. With a limit
// it gives up (false) as soon as excess falls below zero.
func (s *solver[T]) phase(root int32, limited bool) bool {
	for _, v := range s.act {
		s.label[s.top[v]] = untouched
		s.best[v] = -1
	}
	s.queue, s.outer = s.queue[:0], s.outer[:0]
	s.makeOuter(s.top[root])
	moved := false
	for {
		if s.scan() {
			s.settle()
			return true
		}
		if limited && !moved && isZero(s.excess) {
			return false // scan has used every tight edge there is
		}
		// How far the duals can move before something gets tight.
		var d T
		none := true
		closer := func(x T) {
			if none || less(x, d) {
				d, none = x, false
			}
		}
		stale := false
		for _, v := range s.act {
			if s.best[v] < 0 {
				continue
			}
			switch s.label[s.top[v]] {
			case untouched:
				closer(s.bestS[v])
			case outerNode:
				if s.top[s.best[v]] == s.top[v] {
					stale = true
				} else {
					closer(half(s.bestS[v]))
				}
			}
		}
		for _, b := range s.live {
			if s.up[b] < 0 && s.label[b] == innerNode {
				closer(half(s.z[b]))
			}
		}
		// Best edges that have come inside a blossom are bounds of the ones to be found: look only where it can matter.
		for _, v := range s.act {
			if stale && s.best[v] >= 0 && s.label[s.top[v]] == outerNode && s.top[s.best[v]] == s.top[v] &&
				(none || less(half(s.bestS[v]), d)) {
				s.renew(v)
				if s.best[v] >= 0 {
					closer(half(s.bestS[v]))
				}
			}
		}
		if none {
			return false // cannot happen in a complete graph
		}
		if !isZero(d) {
			moved = true
			if !s.shift(d, limited) {
				return false
			}
		}
		// Everything that is tight now.
		for i := 0; i < len(s.live); i++ {
			if b := s.live[i]; s.up[b] < 0 && s.label[b] == innerNode && isZero(s.z[b]) {
				s.expand(b)
				i = -1
			}
		}
		for _, v := range s.act {
			if s.best[v] >= 0 && s.label[s.top[v]] != innerNode && isZero(s.bestS[v]) && s.tight(s.best[v], v) {
				s.settle()
				return true
			}
		}
	}
}

// tight takes the edge with slack 0 from outer vertex u to v into the tree; it reports whether that ended the phase.
func (s *solver[T]) tight(u, v int32) bool {
	switch b := s.top[v]; s.label[b] {
	case untouched:
		m := s.mate[s.base[b]]
		if m < 0 {
			s.augment(u, v)
			return true
		}
		s.label[b], s.entry[b] = innerNode, edge{u, v}
		s.makeOuter(s.top[m])
	case outerNode:
		if b != s.top[u] {
			s.shrink(u, v)
		}
	}
	return false
}

// shift changes the duals by d.
func (s *solver[T]) shift(d T, limited bool) bool {
	if limited {
		s.excess = sub(s.excess, d)
		if negative(s.excess) {
			return false
		}
	}
	d2 := add(d, d)
	for _, v := range s.act {
		switch s.label[s.top[v]] {
		case untouched:
			if s.best[v] >= 0 {
				s.bestS[v] = sub(s.bestS[v], d)
			}
		case outerNode:
			s.y[v] = sub(s.y[v], d)
			if s.best[v] >= 0 {
				s.bestS[v] = sub(s.bestS[v], d2)
			}
		case innerNode:
			s.y[v] = add(s.y[v], d)
		}
	}
	for _, b := range s.live {
		if s.up[b] < 0 {
			switch s.label[b] {
			case outerNode:
				s.z[b] = add(s.z[b], d2)
			case innerNode:
				s.z[b] = sub(s.z[b], d2)
			}
		}
	}
	return true
}

// makeOuter labels a top-level node outer and queues its vertices.
func (s *solver[T]) makeOuter(b int32) {
	s.label[b] = outerNode
	if b < int32(s.n) {
		s.best[b] = -1
		s.queue = append(s.queue, b)
		s.outer = append(s.outer, b)
		return
	}
	s.tmp = s.vertices(s.tmp[:0], b)
	for _, v := range s.tmp {
		s.best[v] = -1
		s.queue = append(s.queue, v)
		s.outer = append(s.outer, v)
	}
}

// vertices appends the vertices of node b.
func (s *solver[T]) vertices(dst []int32, b int32) []int32 {
	if b < int32(s.n) {
		return append(dst, b)
	}
	for _, k := range s.kids[b] {
		if k < int32(s.n) {
			dst = append(dst, k)
		} else {
			dst = s.vertices(dst, k)
		}
	}
	return dst
}

// scan looks at the edges of newly outer vertices; tight ones are used at once. It reports whether the phase
// has ended.
func (s *solver[T]) scan() bool {
	if two, ok := any(s).(*solver[[2]uint64]); ok {
		return scan2(two)
	}
	for len(s.queue) > 0 {
		u := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		tu := s.top[u]
		yu := s.y[u]
		row := s.w[int(u)*s.n : int(u)*s.n+s.n]
		for _, v := range s.act {
			tv := s.top[v]
			if tv == tu {
				continue
			}
			d := sub(add(yu, s.y[v]), row[v])
			if isZero(d) && s.label[tv] != innerNode {
				if s.tight(u, v) {
					return true
				}
				tu = s.top[u]
				continue
			}
			if s.best[v] < 0 || less(d, s.bestS[v]) {
				s.best[v], s.bestS[v] = u, d
			}
			if s.label[tv] == outerNode && (s.best[u] < 0 || less(d, s.bestS[u])) {
				s.best[u], s.bestS[u] = v, d
			}
		}
	}
	return false
}

// scan2 is scan for two words, the usual width of large brackets, written out: it is where the time goes.
func scan2(s *solver[[2]uint64]) bool {
	for len(s.queue) > 0 {
		u := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		tu := s.top[u]
		yu := &s.y[u]
		lo, hi := yu[0], yu[1]
		n := s.n
		row, y, top, best, bestS := s.w[int(u)*n:int(u)*n+n], s.y[:n], s.top[:n], s.best[:n], s.bestS[:n]
		for _, v := range s.act {
			tv := top[v]
			if tv == tu {
				continue
			}
			d0, c := bits.Add64(lo, y[v][0], 0)
			d1, _ := bits.Add64(hi, y[v][1], c)
			d0, c = bits.Sub64(d0, row[v][0], 0)
			d1, _ = bits.Sub64(d1, row[v][1], c)
			label := s.label[tv]
			if d0|d1 == 0 && label != innerNode {
				if s.tight(u, v) {
					return true
				}
				tu = top[u]
				continue
			}
			if best[v] < 0 || int64(d1) < int64(bestS[v][1]) || d1 == bestS[v][1] && d0 < bestS[v][0] {
				best[v], bestS[v] = u, [2]uint64{d0, d1}
			}
			if label == outerNode && (best[u] < 0 || int64(d1) < int64(bestS[u][1]) || d1 == bestS[u][1] &&
				d0 < bestS[u][0]) {
				best[u], bestS[u] = v, [2]uint64{d0, d1}
			}
		}
	}
	return false
}

// renew finds the best edge of outer vertex u to another outer node.
func (s *solver[T]) renew(u int32) {
	s.best[u] = -1
	for _, v := range s.outer {
		if s.top[v] != s.top[u] {
			if d := s.slack(u, v); s.best[u] < 0 || less(d, s.bestS[u]) {
				s.best[u], s.bestS[u] = v, d
			}
		}
	}
}

// parent gives the outer node two steps nearer the root, -1 at the root, and the inner one between.
func (s *solver[T]) parent(b int32) (outer, inner int32) {
	m := s.mate[s.base[b]]
	if m < 0 {
		return -1, -1
	}
	inner = s.top[m]
	return s.top[s.entry[inner].u], inner
}

// shrink makes a blossom of the cycle that the tight edge between outer vertices u and v closes.
func (s *solver[T]) shrink(u, v int32) {
	a, c := s.top[u], s.top[v]
	s.marks++
	x, y := a, c
	var lca int32
	for {
		if x >= 0 {
			if s.mark[x] == s.marks {
				lca = x
				break
			}
			s.mark[x] = s.marks
			x, _ = s.parent(x)
		}
		x, y = y, x
	}
	b := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	s.live = append(s.live, b)
	kids, link := s.kids[b][:0], s.link[b][:0]
	// From the lowest common node down to u's node, collected upwards and turned round.
	for x := a; x != lca; {
		o, in := s.parent(x)
		e := s.entry[in]
		// x -matched- in -entry- o; reversed order is o, in, x.
		kids = append(kids, x, in)
		link = append(link, edge{s.mate[s.base[x]], s.base[x]}, edge{e.u, e.v})
		x = o
	}
	kids = append(kids, lca)
	slices.Reverse(kids)
	slices.Reverse(link)
	link = append(link, edge{u, v})
	for x := c; x != lca; {
		o, in := s.parent(x)
		e := s.entry[in]
		kids = append(kids, x, in)
		link = append(link, edge{s.base[x], s.mate[s.base[x]]}, edge{e.v, e.u})
		x = o
	}
	s.kids[b], s.link[b] = kids, link
	var zero T
	s.z[b], s.up[b], s.base[b] = zero, -1, s.base[lca]
	s.label[b] = outerNode
	for _, k := range kids {
		s.up[k] = b
		inner := s.label[k] == innerNode
		s.tmp = s.vertices(s.tmp[:0], k)
		for _, v := range s.tmp {
			s.top[v] = b
			if inner {
				s.best[v] = -1
				s.queue = append(s.queue, v)
				s.outer = append(s.outer, v)
			}
		}
	}
}

// childOf gives the position in b's cycle of the child that holds vertex v.
func (s *solver[T]) childOf(b, v int32) int {
	for s.up[v] != b {
		v = s.up[v]
	}
	return slices.Index(s.kids[b], v)
}

// rebase turns the matching inside node b so that v is the vertex left for the outside.
func (s *solver[T]) rebase(b, v int32) {
	if b < int32(s.n) {
		return
	}
	i := s.childOf(b, v)
	kids, link := s.kids[b], s.link[b]
	s.rebase(kids[i], v)
	if i != 0 {
		from, to := 0, i // pairs (from,from+1), ... below to
		if i&1 == 1 {
			from, to = i+1, len(kids)
		}
		for k := from; k < to; k += 2 {
			e := link[k]
			s.rebase(kids[k], e.u)
			s.rebase(kids[(k+1)%len(kids)], e.v)
			s.mate[e.u], s.mate[e.v] = e.v, e.u
		}
		// The new base child comes first.
		s.nodes = append(s.nodes[:0], kids[:i]...)
		copy(kids, kids[i:])
		copy(kids[len(kids)-i:], s.nodes)
		s.tmpE = append(s.tmpE[:0], link[:i]...)
		copy(link, link[i:])
		copy(link[len(link)-i:], s.tmpE)
	}
	s.base[b] = v
}

// augment matches outer vertex u with v of a free node and flips the path from u to the root.
func (s *solver[T]) augment(u, v int32) {
	s.rebase(s.top[v], v)
	for {
		b := s.top[u]
		m := s.mate[s.base[b]]
		s.rebase(b, u)
		s.mate[u], s.mate[v] = v, u
		if m < 0 {
			return
		}
		in := s.top[m]
		e := s.entry[in]
		s.rebase(in, e.v)
		u, v = e.u, e.v
	}
}

// expand dissolves an inner blossom whose z has become 0 in the middle of a phase.
func (s *solver[T]) expand(b int32) {
	e := s.entry[b]
	i := s.childOf(b, e.v)
	kids, link := s.kids[b], s.link[b]
	s.release(b, -1)
	for _, k := range kids {
		s.label[k] = untouched
	}
	// From the entered child to the base child on the side with an even number of steps.
	L := len(kids)
	s.label[kids[i]], s.entry[kids[i]] = innerNode, e
	for k := i; k != 0; {
		// kids[k] is inner, its partner the next outer one, then the next inner.
		var o, in int
		var next edge
		if i&1 == 0 {
			o, in = k-1, k-2
			next = edge{link[in].v, link[in].u}
		} else {
			o, in = k+1, (k+2)%L
			next = link[o]
		}
		s.makeOuter(kids[o])
		s.label[kids[in]], s.entry[kids[in]] = innerNode, next
		k = in
	}
	// Vertices that are free again keep their best edges to outer vertices, which were not touched
	// while they were inner; those made outer are in the queue.
}

// release makes b's children top-level and gives its number back. The vertices of child but are left to the caller.
func (s *solver[T]) release(b, but int32) {
	for _, k := range s.kids[b] {
		s.up[k] = -1
		if k == but {
			continue
		}
		if k < int32(s.n) {
			s.top[k] = k
			continue
		}
		s.tmp = s.vertices(s.tmp[:0], k)
		for _, v := range s.tmp {
			s.top[v] = k
		}
	}
	i := slices.Index(s.live, b)
	s.live[i] = s.live[len(s.live)-1]
	s.live = s.live[:len(s.live)-1]
	s.free = append(s.free, b)
}

// settle dissolves the outermost blossoms that carry no weight.
func (s *solver[T]) settle() {
	for again := true; again; {
		again = false
		for _, b := range s.live {
			if s.up[b] < 0 && isZero(s.z[b]) {
				s.release(b, -1)
				again = true
				break
			}
		}
	}
}

// loosen takes v out of all blossoms, freeing the vertices whose edges lose their tightness.
func (s *solver[T]) loosen(v int32) {
	// From the outermost blossom inwards, so that every other vertex gets its new outermost node only once.
	s.nodes = s.nodes[:0]
	for k := v; k >= 0; k = s.up[k] {
		s.nodes = append(s.nodes, k)
	}
	for i := len(s.nodes) - 1; i > 0; i-- {
		b := s.nodes[i]
		if !isZero(s.z[b]) {
			h := half(s.z[b])
			s.tmp = s.vertices(s.tmp[:0], b)
			for _, x := range s.tmp {
				s.y[x] = add(s.y[x], h)
			}
			s.excess = add(s.excess, h)
			s.part(s.base[b])
		}
		s.release(b, s.nodes[i-1])
	}
	s.top[v] = v
}

func (s *solver[T]) part(v int32) {
	if m := s.mate[v]; m >= 0 {
		s.mate[v], s.mate[m] = -1, -1
	}
}

// snapshot keeps what a restriction may have to take back.
type snapshot[T weight] struct {
	y, z       []T
	mate, top  []int32
	up, base   []int32
	free, live []int32
	kids       []int32
	links      []edge
	counts     []int
}

func (s *solver[T]) save() {
	if s.saved == nil {
		s.saved = new(snapshot[T])
	}
	k := s.saved
	k.y = append(k.y[:0], s.y...)
	k.mate = append(k.mate[:0], s.mate...)
	k.top = append(k.top[:0], s.top...)
	k.up = append(k.up[:0], s.up...)
	k.base = append(k.base[:0], s.base...)
	k.free = append(k.free[:0], s.free...)
	k.live = append(k.live[:0], s.live...)
	k.z, k.kids, k.links, k.counts = k.z[:0], k.kids[:0], k.links[:0], k.counts[:0]
	for _, b := range s.live {
		k.z = append(k.z, s.z[b])
		k.kids = append(k.kids, s.kids[b]...)
		k.links = append(k.links, s.link[b]...)
		k.counts = append(k.counts, len(s.kids[b]))
	}
	s.undo = s.undo[:0]
}

func (s *solver[T]) restore() {
	k := s.saved
	copy(s.y, k.y)
	copy(s.mate, k.mate)
	copy(s.top, k.top)
	copy(s.up, k.up)
	copy(s.base, k.base)
	s.free = append(s.free[:0], k.free...)
	s.live = append(s.live[:0], k.live...)
	at := 0
	for i, b := range s.live {
		c := k.counts[i]
		s.z[b] = k.z[i]
		s.kids[b] = append(s.kids[b][:0], k.kids[at:at+c]...)
		s.link[b] = append(s.link[b][:0], k.links[at:at+c]...)
		at += c
	}
	for i := len(s.undo) - 1; i >= 0; i-- {
		s.w[s.undo[i].at] = s.undo[i].was
	}
	var zero T
	s.excess = zero
}

// forbid makes the pair unusable. Between begin and commit only.
func (s *solver[T]) forbid(u, v int32) {
	i, j := int(u)*s.n+int(v), int(v)*s.n+int(u)
	s.undo = append(s.undo, undoW[T]{i, s.w[i]}, undoW[T]{j, s.w[j]})
	var bad T
	// Far below any weight, far above overflow: the top bits of the headroom.
	bad[len(bad)-1] = 0x3f << 58
	s.w[i], s.w[j] = bad, bad
	if s.mate[u] == v {
		s.part(u)
	}
}

// begin opens a restriction on the vertices that follow; loosen each vertex before forbidding its edges.
func (s *solver[T]) begin() { s.save() }

// commit reports whether a matching of the old weight satisfies the restriction; if not, everything
// is as before begin.
func (s *solver[T]) commit() bool {
	for _, v := range s.act {
		if s.mate[v] < 0 && !s.phase(v, true) {
			s.restore()
			return false
		}
	}
	if !isZero(s.excess) {
		s.restore()
		return false
	}
	return true
}

// only keeps u's edges to the vertices for which ok holds; it reports false, with nothing changed, if
// no optimal matching obeys that.
func (s *solver[T]) only(u int32, ok func(v int32) bool) bool {
	s.begin()
	s.loosen(u)
	for v := range int32(s.n) {
		if v != u && !ok(v) {
			s.forbid(u, v)
		}
	}
	return s.commit()
}

// first gives u the first of the partners for which some matching of the same weight exists, for good: all other edges
// of u go. The present partner must be among them.
func (s *solver[T]) first(u int32, partners []int32) int32 {
	m := s.mate[u]
	if s.top[u] != u {
		return s.lure(u, partners)
	}
	// The vertices that an alternating tree of tight edges from m reaches as outer ones could be left free
	// in the place of m, and take u.
	pick := m
	for _, v := range partners {
		if v == m {
			break
		}
		if isZero(s.slack(u, v)) {
			pick = v
			break
		}
	}
	if pick != m {
		for _, v := range s.act {
			s.label[s.top[v]] = untouched
			s.best[v] = -1
		}
		s.queue, s.outer = s.queue[:0], s.outer[:0]
		s.part(u)
		s.label[u] = innerNode // out of reach
		s.makeOuter(s.top[m])
		s.reach(pick)
		for _, v := range partners {
			if s.label[s.top[v]] == outerNode && isZero(s.slack(u, v)) {
				pick = v
				break
			}
		}
		s.augment(pick, u)
		s.settle()
	}
	for _, v := range s.act {
		if v != u && v != pick {
			s.cut(u, v)
		}
	}
	s.retire(u, pick)
	return pick
}

// retire takes a pair that is fixed out of play.
func (s *solver[T]) retire(u, v int32) {
	if s.top[u] == u && s.top[v] == v {
		s.act = slices.DeleteFunc(s.act, func(x int32) bool { return x == u || x == v })
	}
}

// lure is first for a vertex inside a blossom: the partners get a bonus smaller than any criterion, the
// earlier the larger (the lowest digit of the weights is kept free for it), and the matching is brought up to date.
func (s *solver[T]) lure(u int32, partners []int32) int32 {
	pick := s.mate[u]
	for _, v := range partners {
		if v == pick || isZero(s.fullSlack(u, v)) {
			if v != pick {
				pick = -1
			}
			break
		}
	}
	if pick < 0 {
		pick = s.bait(u, partners)
	}
	s.loosen(u)
	for _, v := range s.act {
		if v != u && v != pick {
			s.cut(u, v)
		}
	}
	s.rematch()
	s.retire(u, pick)
	return pick
}

// bait gives the partners of u their bonus; it returns the one u is matched with then.
func (s *solver[T]) bait(u int32, partners []int32) int32 {
	s.loosen(u)
	s.part(u)
	for k, v := range partners {
		at, back := int(u)*s.n+int(v), int(v)*s.n+int(u)
		if !negative(s.w[at]) {
			s.w[at] = plus(s.w[at], 1, uint64(len(partners)-k))
			s.w[back] = s.w[at]
		}
	}
	// The least dual that leaves no negative slack.
	first := true
	for _, v := range s.act {
		if v != u {
			if d := sub(s.w[int(u)*s.n+int(v)], s.y[v]); first || less(s.y[u], d) {
				s.y[u], first = d, false
			}
		}
	}
	s.rematch()
	return s.mate[u]
}

// rematch matches the free vertices.
func (s *solver[T]) rematch() {
	for _, v := range s.act {
		if s.mate[v] < 0 {
			s.phase(v, false)
		}
	}
	var zero T
	s.excess = zero
}

// reach grows the tree along tight edges until goal is outer or nothing is left.
func (s *solver[T]) reach(goal int32) {
	for len(s.queue) > 0 && s.label[s.top[goal]] != outerNode {
		u := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		for _, v := range s.act {
			if tv := s.top[v]; tv != s.top[u] && s.label[tv] != innerNode && isZero(s.slack(u, v)) {
				s.tight(u, v)
			}
		}
	}
}

// cut makes a pair unusable for good.
func (s *solver[T]) cut(u, v int32) {
	var bad T
	bad[len(bad)-1] = 0x3f << 58
	s.w[int(u)*s.n+int(v)], s.w[int(v)*s.n+int(u)] = bad, bad
}
