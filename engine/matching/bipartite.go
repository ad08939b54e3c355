package matching

import (
	"math/bits"
	"slices"
)

// Bipartite pairs a left side with a right side of the same size and can give the pairing that comes first
// in lexicographic order, which is how pairing rules order the transpositions of a lower half.
type Bipartite struct {
	n, words    int
	rows        []uint64
	left, right []int32 // partners, -1 free
	seen        []uint64
	via         []int32
	queue       []int32
}

// Reset makes both sides n vertices without edges.
func (m *Bipartite) Reset(n int) {
	m.n, m.words = n, (n+63)/64
	m.rows = cleared(m.rows, n*m.words)
	m.left = slices.Grow(m.left[:0], n)[:n]
	m.right = slices.Grow(m.right[:0], n)[:n]
	for i := range n {
		m.left[i], m.right[i] = -1, -1
	}
	m.seen = cleared(m.seen, m.words)
	m.via = cleared(m.via, n)
	m.queue = slices.Grow(m.queue[:0], n)
}

// Link allows left a with right b.
func (m *Bipartite) Link(a, b int) { m.rows[a*m.words+b>>6] |= 1 << (b & 63) }

// Linked reports whether left a may take right b.
func (m *Bipartite) Linked(a, b int) bool { return m.rows[a*m.words+b>>6]>>(b&63)&1 != 0 }

// Partner is the right partner of left a.
func (m *Bipartite) Partner(a int) int { return int(m.left[a]) }

// Perfect reports whether everybody can be paired; the pairing is then perfect.
func (m *Bipartite) Perfect() bool {
	for a := range m.n {
		if m.left[a] < 0 && !m.augment(a, -1, -1) {
			return false
		}
	}
	return true
}

// augment finds a place for left a among the right vertices, leaving left vertices up to fixed alone and
// never using the right vertex barred.
func (m *Bipartite) augment(a, fixed, barred int) bool {
	clear(m.seen)
	if barred >= 0 {
		m.seen[barred>>6] |= 1 << (barred & 63)
	}
	m.queue = append(m.queue[:0], int32(a))
	for head := 0; head < len(m.queue); head++ {
		v := m.queue[head]
		row := m.rows[int(v)*m.words : (int(v)+1)*m.words]
		for w, word := range row {
			for word &^= m.seen[w]; word != 0; word &= word - 1 {
				c := int32(w<<6 + bits.TrailingZeros64(word))
				o := m.right[c]
				if o >= 0 && int(o) <= fixed {
					continue
				}
				m.seen[w] |= 1 << (c & 63)
				m.via[c] = v
				if o >= 0 {
					m.queue = append(m.queue, o)
					continue
				}
				for {
					v := m.via[c]
					next := m.left[v]
					m.left[v], m.right[c] = c, v
					if int(v) == a {
						return true
					}
					c = next
				}
			}
		}
	}
	return false
}

// First makes the pairing the first perfect one in lexicographic order: left 0 has the smallest possible
// partner, then left 1, and so on. False if there is no perfect pairing.
func (m *Bipartite) First() bool {
	if !m.Perfect() {
		return false
	}
	for a := range m.n {
		for c := range m.n {
			if int(m.left[a]) == c {
				break
			}
			if !m.Linked(a, c) || int(m.right[c]) < a {
				continue
			}
			if m.take(a, c) {
				break
			}
		}
	}
	return true
}

// take gives right c to left a if the later left vertices can still be served.
func (m *Bipartite) take(a, c int) bool {
	old, loser := m.left[a], m.right[c]
	m.left[a], m.right[c] = int32(c), int32(a)
	m.right[old], m.left[loser] = -1, -1
	if m.augment(int(loser), a, c) {
		return true
	}
	m.left[a], m.right[old] = old, int32(a)
	m.left[loser], m.right[c] = int32(c), loser
	return false
}
