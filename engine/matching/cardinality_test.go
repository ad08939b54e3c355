package matching

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// best is the size in pairs of a maximum matching by exhaustive search over vertex sets.
func best(n int, edge func(a, b int) bool) int {
	memo := make([]int8, 1<<n)
	for s := 1; s < 1<<n; s++ {
		v := 0
		for s>>v&1 == 0 {
			v++
		}
		rest := s &^ (1 << v)
		r := memo[rest]
		for u := v + 1; u < n; u++ {
			if rest>>u&1 != 0 && edge(v, u) {
				r = max(r, memo[rest&^(1<<u)]+1)
			}
		}
		memo[s] = r
	}
	return int(memo[1<<n-1])
}

func randomGraph(m *Cardinality, r *rand.Rand, n int, density float64) {
	m.Reset(n)
	for a := range n {
		for b := range a {
			if r.Float64() < density {
				m.Link(a, b)
			}
		}
	}
}

func valid(t *testing.T, m *Cardinality) (free int) {
	t.Helper()
	for v := range m.N() {
		u := m.Mate(v)
		switch {
		case u < 0 && m.Active(v):
			free++
		case u >= 0 && (m.Mate(u) != v || !m.Active(v) || !m.Active(u)):
			t.Fatalf("mate of %d is %d, of %d is %d", v, u, u, m.Mate(u))
		}
	}
	return free
}

func TestCardinalityAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var m Cardinality
	for range 5000 {
		n := r.IntN(13)
		randomGraph(&m, r, n, []float64{.1, .2, .3, .5, .9}[r.IntN(5)])
		want := n - 2*best(n, m.Linked)
		if got := m.Solve(); got != want || valid(t, &m) != want {
			t.Fatalf("n=%d: %d free, want %d", n, got, want)
		}
		for v := range n {
			if u := m.Mate(v); u >= 0 && !m.Linked(u, v) {
				t.Fatalf("%d-%d is no edge", u, v)
			}
		}
	}
}

// Force, Bar, Without, Off and Perfect answer as a search from scratch does, and a refusal changes nothing.
func TestWitnessIsKeptAndRepaired(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var m Cardinality
	forced, refused := 0, 0
	for range 2000 {
		n := 2 + 2*r.IntN(6)
		randomGraph(&m, r, n, .2+.5*r.Float64())
		if m.Solve() > 0 {
			continue
		}
		for range 12 {
			var live []int
			for v := range n {
				if m.Active(v) {
					live = append(live, v)
				}
			}
			if len(live) < 2 {
				break
			}
			i, j := r.IntN(len(live)), r.IntN(len(live))
			if i == j {
				continue
			}
			a, b := live[i], live[j]
			without := func(x, y int) bool {
				return 2*best(n, func(v, u int) bool {
					return m.Linked(v, u) && m.Active(v) && m.Active(u) && v != x && v != y && u != x && u != y
				}) == len(live)-2
			}
			before := append([]int32(nil), m.mate...)
			var got, want bool
			switch r.IntN(3) {
			case 0:
				if !m.Linked(a, b) {
					continue
				}
				want = without(a, b)
				got = m.Force(a, b)
				if got && m.Mate(a) != b {
					t.Fatal("forced pair is not there")
				}
			case 1:
				want = without(a, b)
				got = m.Without(a, b)
			case 2:
				if !m.Linked(a, b) {
					continue
				}
				want = 2*best(n, func(v, u int) bool {
					return m.Linked(v, u) && m.Active(v) && m.Active(u) && !(v == a && u == b) && !(v == b && u == a)
				}) == len(live)
				got = m.Bar(a, b)
				if got == m.Linked(a, b) {
					t.Fatal("edge is there and should not, or the other way round")
				}
			}
			if got != want {
				t.Fatalf("n=%d %d-%d: %v, want %v", n, a, b, got, want)
			}
			if valid(t, &m) != 0 {
				t.Fatal("witness is not perfect")
			}
			if got {
				forced++
			} else {
				refused++
				for v := range before {
					if before[v] != m.mate[v] {
						t.Fatal("refusal changed the matching")
					}
				}
			}
		}
	}
	if forced < 1000 || refused < 1000 {
		t.Errorf("too few cases: %d, %d", forced, refused)
	}
}

// A field of 600 in which each has met 13 others: near-complete graphs, several words a row.
func TestDenseGraphsOfManyWords(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var m Cardinality
	n := 600
	m.Reset(n)
	m.Join()
	for range 13 {
		p := r.Perm(n)
		for i := 0; i < n; i += 2 {
			m.Unlink(p[i], p[i+1])
		}
	}
	if m.Solve() != 0 || valid(t, &m) != 0 {
		t.Fatal("no perfect matching")
	}
	if n := testing.AllocsPerRun(5, func() { m.Clear(); m.Solve() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkCardinality(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{16, 32, 100, 1000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var m Cardinality
			m.Reset(n)
			m.Join()
			for range 6 {
				p := r.Perm(n)
				for i := 0; i < n; i += 2 {
					m.Unlink(p[i], p[i+1])
				}
			}
			b.ResetTimer()
			for range b.N {
				m.Clear()
				if m.Solve() != 0 {
					b.Fatal("not perfect")
				}
			}
		})
	}
}
