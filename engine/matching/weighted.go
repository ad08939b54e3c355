package matching

import (
	"math/bits"
	"slices"
)

// Weight is a weight of one or more words, added word by word and compared in order: the first word that
// differs decides. With several words each can hold one criterion, so that a lexicographic objective needs no
// packing and cannot overflow into its neighbour. Words should stay below 2^60 / n in size.
type Weight interface {
	~[1]int64 | ~[2]int64 | ~[3]int64 | ~[4]int64 | ~[8]int64 | ~[16]int64
}

// One is a plain integer weight.
type One = [1]int64

func add[W Weight](a, b W) W {
	for i := range len(a) {
		a[i] += b[i]
	}
	return a
}

func sub[W Weight](a, b W) W {
	for i := range len(a) {
		a[i] -= b[i]
	}
	return a
}

func less[W Weight](a, b W) bool {
	for i := range len(a) {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// half of an even weight; every word is even then.
func half[W Weight](a W) W {
	for i := range len(a) {
		a[i] /= 2
	}
	return a
}

// Weighted finds a perfect matching of maximum weight: the primal-dual method with blossoms, one search
// tree at a time, O(n^2) a search and O(n^3) in all. Set edges after Reset, then Solve. After Bar, Only or
// SetEdge, Solve starts from what is still good of the solution before (the potentials and most pairs).
type Weighted[W Weight] struct {
	n, words int
	edges    []uint64 // bit rows
	w        []W      // doubled, so that potentials stay whole
	mate     []int32
	y        []W // potentials; of blossoms (from n on) never negative

	// Vertices and blossoms share numbers: 0..n-1 vertices, n.. blossoms.
	top    []int32 // of a vertex: the outermost blossom around it, or itself
	base   []int32 // of a blossom: the vertex matched outwards, or free
	parent []int32 // blossom directly around, -1
	kids   [][]kid
	unused []int32
	near   []int32 // row of blossom b: its vertex nearest (least slack) to each outside vertex, -1 none

	// One search.
	label   []uint8
	entry   [][2]int32 // of a T: from the S vertex to its own vertex
	best    [][2]int32 // of a top: edge of least slack from an S elsewhere; -1 none
	stamp   []int32
	stamps  int32
	pending []int32 // fresh S tops whose edges are to be looked at
	path    []kid
	list    []int32

	saved struct {
		edges []uint64
		mate  []int32
		y     []W
	}
}

// kid is a child of a blossom with the edge that leads to the next child.
type kid struct{ id, from, to int32 }

const (
	free uint8 = iota
	labelS
	labelT
)

// Reset makes the graph n vertices without edges.
func (m *Weighted[W]) Reset(n int) {
	m.n, m.words = n, (n+63)/64
	all := n + n/2 + 1
	m.edges = cleared(m.edges, n*m.words)
	m.w = slices.Grow(m.w[:0], n*n)[:n*n]
	m.mate = cleared(m.mate, n)
	m.y = cleared(m.y, all)
	m.top = cleared(m.top, n)
	m.base = cleared(m.base, all)
	m.parent = cleared(m.parent, all)
	for len(m.kids) < all {
		m.kids = append(m.kids, nil)
	}
	m.near = slices.Grow(m.near[:0], (all-n)*n)[:(all-n)*n]
	m.label = cleared(m.label, all)
	m.entry = cleared(m.entry, all)
	m.best = cleared(m.best, all)
	m.stamp = cleared(m.stamp, all)
	m.stamps = 0
	for v := range n {
		m.mate[v] = -1
		m.top[v], m.base[v] = int32(v), int32(v)
	}
	m.unused = m.unused[:0]
	for b := all - 1; b >= n; b-- {
		m.unused = append(m.unused, int32(b))
	}
	for i := range m.parent {
		m.parent[i] = -1
	}
}

// SetEdge gives the edge a-b the weight w. Before the first Solve, or for a smaller weight later.
func (m *Weighted[W]) SetEdge(a, b int, w W) {
	m.dissolve()
	m.edges[a*m.words+b>>6] |= 1 << (b & 63)
	m.edges[b*m.words+a>>6] |= 1 << (a & 63)
	w = add(w, w)
	m.w[a*m.n+b], m.w[b*m.n+a] = w, w
}

// Bar takes the edge a-b away.
func (m *Weighted[W]) Bar(a, b int) {
	m.dissolve()
	m.edges[a*m.words+b>>6] &^= 1 << (b & 63)
	m.edges[b*m.words+a>>6] &^= 1 << (a & 63)
}

// Only takes all edges of a and b away but a-b, which must be there.
func (m *Weighted[W]) Only(a, b int) {
	m.dissolve()
	for _, e := range [2][2]int{{a, b}, {b, a}} {
		v, keep := e[0], e[1]
		row := m.edges[v*m.words : (v+1)*m.words]
		for w, word := range row {
			for ; word != 0; word &= word - 1 {
				if u := w<<6 + bits.TrailingZeros64(word); u != keep {
					m.edges[u*m.words+v>>6] &^= 1 << (v & 63)
				}
			}
			row[w] = 0
		}
		row[keep>>6] = 1 << (keep & 63)
	}
}

// Linked reports whether a-b is an edge.
func (m *Weighted[W]) Linked(a, b int) bool { return m.edges[a*m.words+b>>6]>>(b&63)&1 != 0 }

// Mate is v's partner after Solve.
func (m *Weighted[W]) Mate(v int) int { return int(m.mate[v]) }

// Value is the weight of the matching.
func (m *Weighted[W]) Value() W {
	var sum W
	for v, u := range m.mate {
		if int(u) > v {
			sum = add(sum, m.w[v*m.n+int(u)])
		}
	}
	return half(sum)
}

// Save remembers edges and solution; Back returns to them.
func (m *Weighted[W]) Save() {
	m.dissolve()
	m.saved.edges = append(m.saved.edges[:0], m.edges...)
	m.saved.mate = append(m.saved.mate[:0], m.mate...)
	m.saved.y = append(m.saved.y[:0], m.y[:m.n]...)
}

// Back undoes what happened since Save (weights changed by SetEdge stay changed).
func (m *Weighted[W]) Back() {
	m.dissolve()
	copy(m.edges, m.saved.edges)
	copy(m.mate, m.saved.mate)
	copy(m.y, m.saved.y)
}

// Solve finds a perfect matching of maximum weight. It reports false when there is no perfect matching; the
// state is then good for Back, or for Solve after more edges were set.
func (m *Weighted[W]) Solve() bool {
	if m.n%2 != 0 {
		return false
	}
	m.dissolve()
	// Potentials must cover every edge. Raise where they do not (always so at the first call).
	for v := range m.n {
		row := m.edges[v*m.words : (v+1)*m.words]
		for w, word := range row {
			for ; word != 0; word &= word - 1 {
				u := w<<6 + bits.TrailingZeros64(word)
				var zero W
				if s := m.slack(v, u); less(s, zero) {
					m.y[v] = sub(m.y[v], s)
				}
			}
		}
	}
	// Keep the pairs that are still tight edges.
	for v := range m.n {
		u := int(m.mate[v])
		var zero W
		if u >= 0 && (!m.Linked(v, u) || m.slack(v, u) != zero) {
			m.mate[v], m.mate[u] = -1, -1
		}
	}
	for v := range m.n {
		if m.mate[v] >= 0 {
			continue
		}
		m.lower(v)
		row := m.edges[v*m.words : (v+1)*m.words]
		for w, word := range row {
			for ; word != 0 && m.mate[v] < 0; word &= word - 1 {
				u := w<<6 + bits.TrailingZeros64(word)
				var zero W
				if m.mate[u] < 0 && m.slack(v, u) == zero {
					m.mate[v], m.mate[u] = int32(u), int32(v)
				}
			}
		}
	}
	for v := range m.n {
		if m.mate[v] < 0 && !m.search(v) {
			return false
		}
	}
	return true
}

// lower takes the free vertex v's potential down to where its first edge is tight.
func (m *Weighted[W]) lower(v int) {
	var least W
	found := false
	row := m.edges[v*m.words : (v+1)*m.words]
	for w, word := range row {
		for ; word != 0; word &= word - 1 {
			u := w<<6 + bits.TrailingZeros64(word)
			if s := m.slack(v, u); !found || less(s, least) {
				least, found = s, true
			}
		}
	}
	if found {
		m.y[v] = sub(m.y[v], least)
	}
}

// slack of an edge between two outermost blossoms.
func (m *Weighted[W]) slack(a, b int) W {
	return sub(add(m.y[a], m.y[b]), m.w[a*m.n+b])
}

// nearest is the vertex of the top t with least slack to v, -1 if no edge leads there.
func (m *Weighted[W]) nearest(t, v int32) int32 {
	if int(t) < m.n {
		if m.Linked(int(t), int(v)) {
			return t
		}
		return -1
	}
	return m.near[(int(t)-m.n)*m.n+int(v)]
}

// dissolve turns all blossoms into plain vertices: half of a blossom's potential goes to each vertex in it,
// which keeps every slack at least zero.
func (m *Weighted[W]) dissolve() {
	if len(m.unused) == m.n/2+1 {
		return
	}
	for v := range m.n {
		for b := m.parent[v]; b >= 0; b = m.parent[b] {
			m.y[v] = add(m.y[v], half(m.y[b]))
		}
	}
	m.unused = m.unused[:0]
	for b := len(m.parent) - 1; b >= m.n; b-- {
		var zero W
		m.y[b] = zero
		m.parent[b] = -1
		m.kids[b] = m.kids[b][:0]
		m.unused = append(m.unused, int32(b))
	}
	for v := range m.n {
		m.top[v], m.parent[v] = int32(v), -1
	}
}

// search grows one alternating tree from the free vertex root until it can augment.
func (m *Weighted[W]) search(root int) bool {
	for i := range m.label {
		m.label[i] = free
		m.best[i] = [2]int32{-1, -1}
	}
	m.pending = m.pending[:0]
	m.makeS(m.top[root])
	for {
		for len(m.pending) > 0 {
			t := m.pending[len(m.pending)-1]
			m.pending = m.pending[:len(m.pending)-1]
			if m.parent[t] >= 0 { // swallowed by a blossom that is pending itself
				continue
			}
			m.look(t)
		}
		what, at, delta := m.next()
		if what == nothing {
			return false
		}
		var zero W
		if delta != zero {
			m.shift(delta)
		}
		switch what {
		case grow:
			e := m.best[at]
			mate := m.mate[m.base[at]]
			if mate < 0 {
				m.augment(e)
				return true
			}
			m.label[at] = labelT
			m.entry[at] = e
			m.makeS(m.top[mate])
		case meet:
			m.join(m.best[at])
		case open:
			m.expand(at)
		}
	}
}

// What a change of the potentials makes happen.
const (
	nothing = iota
	grow    // an edge to a free top becomes tight
	meet    // an edge between two S tops becomes tight
	open    // the potential of a T blossom comes to zero
)

// next finds the least change of the potentials that makes something happen, and where.
func (m *Weighted[W]) next() (what int, at int32, delta W) {
	what, at = nothing, -1
	consider := func(kind int, t int32, d W) {
		if what == nothing || less(d, delta) {
			what, at, delta = kind, t, d
		}
	}
	for t := range int32(len(m.label)) {
		if m.parent[t] >= 0 || int(t) >= m.n && len(m.kids[t]) == 0 {
			continue
		}
		switch m.label[t] {
		case free:
			if e := m.best[t]; e[0] >= 0 {
				consider(grow, t, m.slack(int(e[0]), int(e[1])))
			}
		case labelS:
			if e := m.best[t]; e[0] >= 0 {
				consider(meet, t, half(m.slack(int(e[0]), int(e[1]))))
			}
		case labelT:
			if int(t) >= m.n {
				consider(open, t, half(m.y[t]))
			}
		}
	}
	return what, at, delta
}

// shift changes the potentials of the tree by delta: S vertices down, T vertices up, their blossoms twice the other
// way.
func (m *Weighted[W]) shift(delta W) {
	for v := range m.n {
		switch m.label[m.top[v]] {
		case labelS:
			m.y[v] = sub(m.y[v], delta)
		case labelT:
			m.y[v] = add(m.y[v], delta)
		}
	}
	for b := m.n; b < len(m.label); b++ {
		if m.parent[b] >= 0 || len(m.kids[b]) == 0 {
			continue
		}
		switch m.label[b] {
		case labelS:
			m.y[b] = add(m.y[b], add(delta, delta))
		case labelT:
			m.y[b] = sub(m.y[b], add(delta, delta))
		}
	}
}

// makeS labels the top t as S; its edges are looked at before the next change of potentials.
func (m *Weighted[W]) makeS(t int32) {
	m.label[t] = labelS
	m.pending = append(m.pending, t)
}

// look offers the edges of the S top t to all other tops.
func (m *Weighted[W]) look(t int32) {
	m.best[t] = [2]int32{-1, -1}
	for v := range int32(m.n) {
		o := m.top[v]
		if o == t {
			continue
		}
		u := m.nearest(t, v)
		if u < 0 || m.label[o] == labelT {
			continue
		}
		m.offer(o, [2]int32{u, v})
		if m.label[o] == labelS {
			m.offer(t, [2]int32{v, u})
		}
	}
}

func (m *Weighted[W]) offer(t int32, e [2]int32) {
	if b := m.best[t]; b[0] < 0 || less(m.slack(int(e[0]), int(e[1])), m.slack(int(b[0]), int(b[1]))) {
		m.best[t] = e
	}
}

// up gives the S top above the S top t and the T between them; -1 at the root.
func (m *Weighted[W]) up(t int32) (s, between int32) {
	p := m.mate[m.base[t]]
	if p < 0 {
		return -1, -1
	}
	between = m.top[p]
	return m.top[m.entry[between][0]], between
}

// join makes a blossom of the cycle that the tight edge e between two S tops closes.
func (m *Weighted[W]) join(e [2]int32) {
	a, b := m.top[e[0]], m.top[e[1]]
	m.stamps++
	for t := a; t >= 0; t, _ = m.up(t) {
		m.stamp[t] = m.stamps
	}
	root := b
	for m.stamp[root] != m.stamps {
		root, _ = m.up(root)
	}
	id := m.unused[len(m.unused)-1]
	m.unused = m.unused[:len(m.unused)-1]
	kids := m.kids[id][:0]
	// Down from root to a: collect upwards with turned edges, then reverse.
	m.path = m.path[:0]
	for t := a; t != root; {
		s, between := m.up(t)
		m.path = append(m.path, kid{t, m.mate[m.base[t]], m.base[t]},
			kid{between, m.entry[between][0], m.entry[between][1]})
		t = s
	}
	// Each collected kid carries the edge that leads to it from the one above.
	at := root
	for i := len(m.path) - 1; i >= 0; i-- {
		k := m.path[i]
		kids = append(kids, kid{at, k.from, k.to})
		at = k.id
	}
	kids = append(kids, kid{at, e[0], e[1]})
	for t := b; t != root; {
		s, between := m.up(t)
		kids = append(kids, kid{t, m.base[t], m.mate[m.base[t]]},
			kid{between, m.entry[between][1], m.entry[between][0]})
		t = s
	}
	m.kids[id] = kids
	m.base[id] = m.base[root]
	m.entry[id] = m.entry[root]
	var zero W
	m.y[id] = zero
	m.parent[id] = -1
	for _, k := range kids {
		m.parent[k.id] = id
	}
	m.list = m.vertices(m.list[:0], id)
	for _, v := range m.list {
		m.top[v] = id
	}
	near := m.near[(int(id)-m.n)*m.n : (int(id)-m.n+1)*m.n]
	for v := range near {
		near[v] = -1
		if m.top[v] == id {
			continue
		}
		var least W
		for _, k := range kids {
			u := m.nearest(k.id, int32(v))
			if u < 0 {
				continue
			}
			if s := m.slack(int(u), v); near[v] < 0 || less(s, least) {
				near[v], least = u, s
			}
		}
	}
	m.makeS(id)
}

// vertices appends the vertices of t.
func (m *Weighted[W]) vertices(dst []int32, t int32) []int32 {
	if int(t) < m.n {
		return append(dst, t)
	}
	for _, k := range m.kids[t] {
		dst = m.vertices(dst, k.id)
	}
	return dst
}

// expand opens the T blossom b, whose potential is used up: the even way round from the child entered to
// the base stays in the tree, the other children become free.
func (m *Weighted[W]) expand(b int32) {
	kids := m.kids[b]
	for _, k := range kids {
		m.parent[k.id] = -1
		m.label[k.id] = free
		m.best[k.id] = [2]int32{-1, -1}
		m.list = m.vertices(m.list[:0], k.id)
		for _, v := range m.list {
			m.top[v] = k.id
		}
	}
	e := m.entry[b]
	i := 0
	for kids[i].id != m.top[e[1]] {
		i++
	}
	m.label[kids[i].id] = labelT
	m.entry[kids[i].id] = e
	for n := len(kids); i != 0; {
		var s, t int
		var in [2]int32
		if i%2 == 0 { // downwards
			s, t = i-1, i-2
			in = [2]int32{kids[t].to, kids[t].from}
		} else {
			s, t = i+1, (i+2)%n
			in = [2]int32{kids[s].from, kids[s].to}
		}
		m.makeS(kids[s].id)
		m.label[kids[t].id] = labelT
		m.entry[kids[t].id] = in
		i = t
	}
	// What is free now has to hear of the S tops there are; fresh ones will tell themselves.
	for _, k := range kids {
		if m.label[k.id] == labelT {
			continue
		}
		m.list = m.vertices(m.list[:0], k.id)
		for t := range int32(len(m.label)) {
			if m.label[t] != labelS || m.parent[t] >= 0 || t == k.id || int(t) >= m.n && len(m.kids[t]) == 0 {
				continue
			}
			for _, v := range m.list {
				if u := m.nearest(t, v); u >= 0 {
					m.offer(k.id, [2]int32{u, v})
				}
			}
		}
	}
	m.kids[b] = kids[:0]
	m.parent[b] = -1
	m.label[b] = free
	m.unused = append(m.unused, b)
}

// augment exchanges matched and unmatched edges along the path that ends with the edge e, from an S vertex
// to a top that is free.
func (m *Weighted[W]) augment(e [2]int32) {
	u, v := e[0], e[1]
	m.rebase(m.top[v], v)
	for {
		t := m.top[u]
		next := m.mate[m.base[t]]
		m.rebase(t, u)
		m.mate[u], m.mate[v] = v, u
		if next < 0 {
			return
		}
		between := m.top[next]
		in := m.entry[between]
		m.rebase(between, in[1])
		u, v = in[0], in[1]
	}
}

// rebase turns the matching inside the blossom t so that v is its vertex matched outwards.
func (m *Weighted[W]) rebase(t, v int32) {
	if m.base[t] == v {
		return
	}
	kids := m.kids[t]
	n := len(kids)
	i := 0
	for !m.contains(kids[i].id, v) {
		i++
	}
	m.rebase(kids[i].id, v)
	for k := 1; k < n; k += 2 {
		a, b := kids[(i+k)%n], kids[(i+k+1)%n]
		m.rebase(a.id, a.from)
		m.rebase(b.id, a.to)
		m.mate[a.from], m.mate[a.to] = a.to, a.from
	}
	// The child with the base stands first.
	slices.Reverse(kids[:i])
	slices.Reverse(kids[i:])
	slices.Reverse(kids)
	m.base[t] = v
}

func (m *Weighted[W]) contains(t, v int32) bool {
	for b := v; b >= 0; b = m.parent[b] {
		if b == t {
			return true
		}
	}
	return false
}

// Possible reports whether a-b may be in a matching of maximum weight as far as the potentials of the latest Solve
// tell: false is certain. It holds until the graph is changed.
func (m *Weighted[W]) Possible(a, b int) bool {
	if !m.Linked(a, b) {
		return false
	}
	s := m.slack(a, b)
	for t := m.parent[a]; t >= 0; t = m.parent[t] {
		if m.contains(t, int32(b)) {
			s = add(s, m.y[t])
		}
	}
	var zero W
	return s == zero
}

// N is the number of vertices.
func (m *Weighted[W]) N() int { return m.n }
