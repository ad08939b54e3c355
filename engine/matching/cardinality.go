package matching

import (
	"math/bits"
	"slices"
)

// Cardinality holds a graph on the vertices 0..N-1 and a matching of its active vertices.
// Vertices are active after Reset; Off takes one out without forgetting its edges.
type Cardinality struct {
	n, words int
	adj      []uint64 // n rows of words
	on       []uint64 // active vertices
	mate     []int32  // -1 free

	// Search scratch. A vertex is outer (even distance from the root) or inner; inner vertices get
	// outer when a blossom takes them in.
	fresh  []uint64 // active, not reached yet
	outer  []uint64
	from   []int32 // for inner vertices: the outer vertex it was reached from
	base   []int32 // base of the outermost blossom
	queue  []int32
	mark   []int32
	marks  int32
	inside []bool
}

// Reset makes the graph n vertices without edges, all active, nothing matched.
func (m *Cardinality) Reset(n int) {
	m.n, m.words = n, (n+63)/64
	m.adj = cleared(m.adj, n*m.words)
	m.on = cleared(m.on, m.words)
	for i := range n {
		m.on[i>>6] |= 1 << (i & 63)
	}
	m.mate = cleared(m.mate, n)
	for i := range m.mate {
		m.mate[i] = -1
	}
	m.fresh = cleared(m.fresh, m.words)
	m.outer = cleared(m.outer, m.words)
	m.from = cleared(m.from, n)
	m.base = cleared(m.base, n)
	m.mark = cleared(m.mark, n)
	m.inside = cleared(m.inside, n)
	m.queue = slices.Grow(m.queue[:0], n)
	m.marks = 0
}

func cleared[T any](v []T, n int) []T {
	v = slices.Grow(v[:0], n)[:n]
	clear(v)
	return v
}

// N is the number of vertices.
func (m *Cardinality) N() int { return m.n }

// Row is the bit row of v's neighbours. The caller may write it before matching starts, if he keeps the
// matrix symmetric and the diagonal empty.
func (m *Cardinality) Row(v int) []uint64 {
	return m.adj[v*m.words : (v+1)*m.words : (v+1)*m.words]
}

// Join makes every two vertices neighbours.
func (m *Cardinality) Join() {
	for v := range m.n {
		row := m.Row(v)
		for w := range row {
			row[w] = ^uint64(0)
		}
		if r := m.n & 63; r != 0 {
			row[m.words-1] = 1<<r - 1
		}
		row[v>>6] &^= 1 << (v & 63)
	}
}

// Link adds the edge a-b.
func (m *Cardinality) Link(a, b int) {
	m.adj[a*m.words+b>>6] |= 1 << (b & 63)
	m.adj[b*m.words+a>>6] |= 1 << (a & 63)
}

// Unlink removes the edge a-b; if it is matched both become free (Repair then).
func (m *Cardinality) Unlink(a, b int) {
	m.adj[a*m.words+b>>6] &^= 1 << (b & 63)
	m.adj[b*m.words+a>>6] &^= 1 << (a & 63)
	if m.mate[a] == int32(b) {
		m.mate[a], m.mate[b] = -1, -1
	}
}

// Linked reports whether a-b is an edge.
func (m *Cardinality) Linked(a, b int) bool { return m.adj[a*m.words+b>>6]>>(b&63)&1 != 0 }

// Active reports whether v takes part.
func (m *Cardinality) Active(v int) bool { return m.on[v>>6]>>(v&63)&1 != 0 }

// Mate is v's partner, -1 if v is free.
func (m *Cardinality) Mate(v int) int { return int(m.mate[v]) }

// Off takes v out; its partner becomes free.
func (m *Cardinality) Off(v int) {
	m.on[v>>6] &^= 1 << (v & 63)
	if w := m.mate[v]; w >= 0 {
		m.mate[v], m.mate[w] = -1, -1
	}
}

// On brings v back, free.
func (m *Cardinality) On(v int) { m.on[v>>6] |= 1 << (v & 63) }

// Set matches a and b with each other, freeing their partners, without looking for new ones.
func (m *Cardinality) Set(a, b int) {
	for _, v := range [2]int{a, b} {
		if w := m.mate[v]; w >= 0 {
			m.mate[w] = -1
		}
	}
	m.mate[a], m.mate[b] = int32(b), int32(a)
}

// Clear frees everybody.
func (m *Cardinality) Clear() {
	for i := range m.mate {
		m.mate[i] = -1
	}
}

// Solve extends the present matching to one of maximum cardinality among the active vertices and
// returns how many vertices stay free.
func (m *Cardinality) Solve() (free int) {
	// Greedy start: cheap, and on the dense graphs of a tournament it leaves few free.
	copy(m.fresh, m.on)
	for v, u := range m.mate {
		if u >= 0 {
			m.fresh[v>>6] &^= 1 << (v & 63)
		}
	}
	first := 0
	for v := range m.n {
		if m.fresh[v>>6]>>(v&63)&1 == 0 {
			continue
		}
		for m.fresh[first] == 0 {
			first++
		}
		row := m.Row(v)
		for w := first; w < m.words; w++ {
			if word := row[w] & m.fresh[w]; word != 0 {
				u := w<<6 + bits.TrailingZeros64(word)
				m.mate[v], m.mate[u] = int32(u), int32(v)
				m.fresh[v>>6] &^= 1 << (v & 63)
				m.fresh[w] &^= 1 << (u & 63)
				break
			}
		}
	}
	for v := range m.n {
		if m.mate[v] < 0 && m.Active(v) && !m.augment(v) {
			free++
		}
	}
	return free
}

// Perfect reports whether all active vertices can be matched; the matching is then perfect.
// It stops at the first vertex that cannot.
func (m *Cardinality) Perfect() bool {
	for v := range m.n {
		if m.mate[v] < 0 && m.Active(v) && !m.augment(v) {
			return false
		}
	}
	return true
}

// Force changes a perfect matching of the active vertices into one that contains a-b. When there is none
// it changes nothing and reports false. The edge a-b itself need not be in the graph.
func (m *Cardinality) Force(a, b int) bool {
	x, y := m.mate[a], m.mate[b]
	if x == int32(b) {
		return true
	}
	m.mate[x], m.mate[y] = -1, -1
	m.on[a>>6] &^= 1 << (a & 63)
	m.on[b>>6] &^= 1 << (b & 63)
	ok := m.augment(int(x))
	m.On(a)
	m.On(b)
	if ok {
		m.mate[a], m.mate[b] = int32(b), int32(a)
		return true
	}
	m.mate[x], m.mate[y] = int32(a), int32(b)
	return false
}

// Without changes a perfect matching of the active vertices into one of all but v and u, which go off.
// When there is none it changes nothing and reports false.
func (m *Cardinality) Without(v, u int) bool {
	if !m.Force(v, u) {
		return false
	}
	m.Off(v)
	m.Off(u)
	return true
}

// Bar removes the edge a-b and repairs a perfect matching of the active vertices. When no perfect
// matching is left it puts the edge back and reports false.
func (m *Cardinality) Bar(a, b int) bool {
	was := m.mate[a] == int32(b)
	m.Unlink(a, b)
	if !was || m.augment(a) {
		return true
	}
	m.Link(a, b)
	m.mate[a], m.mate[b] = int32(b), int32(a)
	return false
}

// augment looks for an augmenting path from the free active vertex root, and uses it.
func (m *Cardinality) augment(root int) bool {
	// One step first: most paths have length one.
	rr := m.Row(root)
	for w, word := range rr {
		for word &= m.on[w]; word != 0; word &= word - 1 {
			u := w<<6 + bits.TrailingZeros64(word)
			if m.mate[u] < 0 {
				m.mate[root], m.mate[u] = int32(u), int32(root)
				return true
			}
		}
	}
	copy(m.fresh, m.on)
	clear(m.outer)
	for i := range m.base {
		m.base[i] = int32(i)
	}
	m.queue = append(m.queue[:0], int32(root))
	m.fresh[root>>6] &^= 1 << (root & 63)
	m.outer[root>>6] |= 1 << (root & 63)
	m.from[root] = -1
	for head := 0; head < len(m.queue); head++ {
		v := int(m.queue[head])
		row := m.Row(v)
		for w := range row {
			// Unreached neighbours become inner, their partners outer.
			for word := row[w] & m.fresh[w]; word != 0; word &= word - 1 {
				u := w<<6 + bits.TrailingZeros64(word)
				m.fresh[w] &^= 1 << (u & 63)
				m.from[u] = int32(v)
				p := m.mate[u]
				if p < 0 {
					m.flip(u)
					return true
				}
				m.fresh[p>>6] &^= 1 << (p & 63)
				m.outer[p>>6] |= 1 << (p & 63)
				m.queue = append(m.queue, p)
				word &= m.fresh[w] | 1<<(u&63) // p may lie in this word
			}
			// Outer neighbours close a blossom.
			for word := row[w] & m.outer[w]; word != 0; word &= word - 1 {
				u := w<<6 + bits.TrailingZeros64(word)
				if m.base[u] != m.base[v] {
					m.shrink(v, u)
				}
			}
		}
	}
	return false
}

// flip exchanges the matched and unmatched edges on the path from the free vertex u to the root.
func (m *Cardinality) flip(u int) {
	for u >= 0 {
		v := m.from[u]
		next := m.mate[v]
		m.mate[v], m.mate[u] = int32(u), v
		u = int(next)
	}
}

// shrink takes the blossom closed by the edge a-b of two outer vertices into one base.
func (m *Cardinality) shrink(a, b int) {
	root := m.ancestor(a, b)
	m.lift(a, b, root)
	m.lift(b, a, root)
	for i := range m.n {
		if m.inside[m.base[i]] {
			m.mark[i] = -1
		}
	}
	for i := range m.n {
		if m.mark[i] == -1 {
			m.mark[i] = 0
			m.base[i] = int32(root)
			if m.outer[i>>6]>>(i&63)&1 == 0 {
				m.outer[i>>6] |= 1 << (i & 63)
				m.queue = append(m.queue, int32(i))
			}
		}
	}
	clear(m.inside)
}

// ancestor is the base of the nearest common outer ancestor of a and b.
func (m *Cardinality) ancestor(a, b int) int {
	m.marks++
	if m.marks == 1<<31-1 {
		clear(m.mark)
		m.marks = 1
	}
	for v := m.base[a]; ; {
		m.mark[v] = m.marks
		p := m.mate[v]
		if p < 0 {
			break
		}
		v = m.base[m.from[p]]
	}
	for v := m.base[b]; ; {
		if m.mark[v] == m.marks {
			return int(v)
		}
		v = m.base[m.from[m.mate[v]]]
	}
}

// lift walks from the outer vertex v to the base root, marks the bases on its way and turns the pointers
// of the inner vertices round, so that they can be reached over the edge to child.
func (m *Cardinality) lift(v, child, root int) {
	for int(m.base[v]) != root {
		p := m.mate[v]
		m.inside[m.base[v]] = true
		m.inside[m.base[p]] = true
		m.from[v] = int32(child)
		child = int(p)
		v = int(m.from[p])
	}
}
