package dutch

import (
	"math/rand/v2"
	"testing"

	"crosstable/engine/matching"
)

// bestMatching is the oracle: greatest weight of a perfect matching that obeys ok, by trying all; -1 none.
func bestMatching(n int, w func(u, v int) int64, ok func(u, v int) bool) int64 {
	used := make([]bool, n)
	var try func() int64
	try = func() int64 {
		u := 0
		for u < n && used[u] {
			u++
		}
		if u == n {
			return 0
		}
		best := int64(-1)
		used[u] = true
		for v := u + 1; v < n; v++ {
			if used[v] || !ok(u, v) {
				continue
			}
			used[v] = true
			if r := try(); r >= 0 && r+w(u, v) > best {
				best = r + w(u, v)
			}
			used[v] = false
		}
		used[u] = false
		return best
	}
	return try()
}

func value[T weight](s *solver[T]) int64 {
	sum := int64(0)
	for v, m := range s.mate {
		if int(m) > v {
			sum += int64(s.w[v*s.n+int(m)][0]) / 2
		}
	}
	return sum
}

// Every optimum and every answer about a restriction is the oracle's, for sparse and dense weights,
// with restrictions piled up until only one matching is left.
func TestSolverAgreesWithTryingAll(t *testing.T) {
	testSolver[[1]uint64](t, 1)
	testSolver[[2]uint64](t, 2)
}

func testSolver[T weight](t *testing.T, seed uint64) {
	rnd := rand.New(rand.NewPCG(seed, 7))
	var s solver[T]
	for range 1500 {
		n := 2 * (1 + rnd.IntN(5))
		top := []int64{1, 2, 5, 1000}[rnd.IntN(4)]
		zero := rnd.IntN(4)
		w := make([][]int64, n)
		for u := range w {
			w[u] = make([]int64, n)
		}
		s.reset(n)
		for u := range n {
			for v := u + 1; v < n; v++ {
				if rnd.IntN(4) >= zero {
					w[u][v] = rnd.Int64N(top + 1)
				}
				w[v][u] = w[u][v]
				var x T
				x[0] = uint64(w[u][v])
				s.set(u, v, x)
			}
		}
		barred := map[[2]int]bool{}
		ok := func(u, v int) bool { return !barred[[2]int{min(u, v), max(u, v)}] }
		weigh := func(u, v int) int64 { return w[u][v] }
		s.solve()
		best := bestMatching(n, weigh, ok)
		if got := value(&s); got != best {
			t.Fatalf("n %d: weight %d, want %d", n, got, best)
		}
		for range 3 * n {
			u := rnd.IntN(n)
			keep := make([]bool, n)
			for v := range n {
				keep[v] = rnd.IntN(3) > 0
			}
			before := map[[2]int]bool{}
			for k := range barred {
				before[k] = true
			}
			for v := range n {
				if v != u && !keep[v] {
					barred[[2]int{min(u, v), max(u, v)}] = true
				}
			}
			want := bestMatching(n, weigh, ok) == best
			got := s.only(int32(u), func(v int32) bool { return keep[v] })
			if got != want {
				t.Fatalf("n %d: restriction possible %v, want %v", n, got, want)
			}
			if !got {
				barred = before
			}
			if v := value(&s); v != best {
				t.Fatalf("n %d: weight %d after a restriction, want %d", n, v, best)
			}
			for v, m := range s.mate {
				if !ok(v, int(m)) {
					t.Fatalf("n %d: barred pair %d-%d matched", n, v, m)
				}
			}
		}
	}
}

func BenchmarkSolver(b *testing.B) {
	for _, n := range []int{10, 20, 40, 100, 200} {
		b.Run("one_word/"+itoa(n), func(b *testing.B) { benchSolver[[1]uint64](b, n) })
		b.Run("two_words/"+itoa(n), func(b *testing.B) { benchSolver[[2]uint64](b, n) })
		b.Run("four_words/"+itoa(n), func(b *testing.B) { benchSolver[[4]uint64](b, n) })
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func benchSolver[T weight](b *testing.B, n int) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var s solver[T]
	s.reset(n)
	for u := range n {
		for v := u + 1; v < n; v++ {
			if rnd.IntN(8) > 0 {
				var x T
				x[0] = 1<<20 + uint64(rnd.IntN(2))<<10 + uint64(rnd.IntN(3)/2)
				s.set(u, v, x)
			}
		}
	}
	for b.Loop() {
		s.solve()
	}
}

// BenchmarkTwoSolvers is solver beside matching.Weighted on brackets of a system: the same graph of two words, then
// ten times the question whether a matching as good does without a pair. The figures stand at solver.
func BenchmarkTwoSolvers(b *testing.B) {
	for _, n := range []int{10, 20, 40, 100} {
		rnd := rand.New(rand.NewPCG(1, 2))
		weight := make([]int64, n*n)
		for u := range n {
			for v := range u {
				if rnd.IntN(8) > 0 {
					weight[u*n+v] = 1<<20 + int64(rnd.IntN(2))<<10 + int64(rnd.IntN(3)/2)
				}
			}
		}
		b.Run("solver/"+itoa(n), func(b *testing.B) {
			var s solver[[2]uint64]
			for b.Loop() {
				s.reset(n)
				for u := range n {
					for v := range u {
						s.set(v, u, [2]uint64{uint64(weight[u*n+v])})
					}
				}
				s.solve()
				for v := range int32(10) {
					was := s.mate[v]
					s.only(v, func(u int32) bool { return u != was })
				}
			}
		})
		b.Run("weighted/"+itoa(n), func(b *testing.B) {
			var m matching.Weighted[[2]int64]
			for b.Loop() {
				m.Reset(n)
				for u := range n {
					for v := range u {
						m.SetEdge(v, u, [2]int64{0, weight[u*n+v]})
					}
				}
				m.Solve()
				best := m.Value()
				for v := range 10 {
					m.Save()
					m.Bar(v, m.Mate(v))
					if !m.Solve() || m.Value() != best {
						m.Back()
						m.Solve()
					}
				}
			}
		})
	}
}
