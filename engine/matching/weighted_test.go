package matching

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// bestWeight is the greatest weight of a perfect matching by exhaustive search.
func bestWeight[W Weight](n int, linked func(a, b int) bool, weight func(a, b int) W) (W, bool) {
	type cell struct {
		w  W
		ok bool
	}
	memo := make([]cell, 1<<n)
	memo[0].ok = true
	for s := 1; s < 1<<n; s++ {
		v := 0
		for s>>v&1 == 0 {
			v++
		}
		for u := v + 1; u < n; u++ {
			if s>>u&1 == 0 || !linked(v, u) {
				continue
			}
			if r := memo[s&^(1<<v)&^(1<<u)]; r.ok {
				if w := add(r.w, weight(v, u)); !memo[s].ok || less(memo[s].w, w) {
					memo[s] = cell{w, true}
				}
			}
		}
	}
	return memo[1<<n-1].w, memo[1<<n-1].ok
}

func checkWeighted[W Weight](t *testing.T, m *Weighted[W], weight func(a, b int) W, what string) bool {
	t.Helper()
	want, exists := bestWeight(m.n, m.Linked, weight)
	got := m.Solve()
	if got != exists {
		t.Fatalf("%s: found %v, exists %v", what, got, exists)
	}
	if !got {
		return false
	}
	for v := range m.n {
		u := m.Mate(v)
		if u < 0 || m.Mate(u) != v || !m.Linked(u, v) {
			t.Fatalf("%s: mate of %d is %d", what, v, u)
		}
	}
	if m.Value() != want {
		t.Fatalf("%s: weight %v, best %v", what, m.Value(), want)
	}
	return true
}

func TestWeightedAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var m Weighted[One]
	solved := 0
	for k := range 6000 {
		n := 2 * r.IntN(7)
		top := []int64{2, 10, 1000, 1 << 50}[r.IntN(4)]
		density := .3 + .7*r.Float64()
		w := make([]int64, n*n)
		weight := func(a, b int) One { return One{w[max(a, b)*n+min(a, b)]} }
		m.Reset(n)
		for a := range n {
			for b := range a {
				w[a*n+b] = r.Int64N(top) - top/2
				if r.Float64() < density {
					m.SetEdge(a, b, weight(a, b))
				}
			}
		}
		if checkWeighted(t, &m, weight, fmt.Sprint("graph ", k)) {
			solved++
		}
		// Warm starts: bar edges, force pairs, go back.
		for step := range 4 {
			if n < 4 {
				break
			}
			m.Solve()
			value := m.Value()
			m.Save()
			a, b := r.IntN(n), r.IntN(n)
			if a == b || !m.Linked(a, b) {
				continue
			}
			if r.IntN(2) == 0 {
				m.Bar(a, b)
			} else {
				m.Only(a, b)
			}
			if !checkWeighted(t, &m, weight, fmt.Sprint("graph ", k, " step ", step)) || r.IntN(2) == 0 {
				m.Back()
				if m.Solve() && m.Value() != value {
					t.Fatalf("graph %d: %v after Back, %v before", k, m.Value(), value)
				}
			}
		}
	}
	if solved < 3000 {
		t.Errorf("only %d graphs had a perfect matching", solved)
	}
}

// Weights of four words are compared in order: the first criterion rules, whatever the others say.
func TestWordsAreLexicographic(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var m Weighted[[4]int64]
	for k := range 1500 {
		n := 2 * r.IntN(6)
		w := make([][4]int64, n*n)
		weight := func(a, b int) [4]int64 { return w[max(a, b)*n+min(a, b)] }
		m.Reset(n)
		for a := range n {
			for b := range a {
				w[a*n+b] = [4]int64{r.Int64N(2), r.Int64N(3) - 1, r.Int64N(1 << 40), -r.Int64N(1 << 40)}
				if r.IntN(5) > 0 {
					m.SetEdge(a, b, weight(a, b))
				}
			}
		}
		checkWeighted(t, &m, weight, fmt.Sprint("graph ", k))
	}
}

func TestWeightedAllocatesNothingAfterWarmUp(t *testing.T) {
	var m Weighted[One]
	solve := func() {
		r := rand.NewPCG(6, 6)
		m.Reset(40)
		for a := range 40 {
			for b := range a {
				m.SetEdge(a, b, One{int64(r.Uint64() % 50)})
			}
		}
		m.Solve()
		m.Save()
		m.Bar(0, m.Mate(0))
		m.Solve()
		m.Back()
	}
	solve()
	solve()
	if n := testing.AllocsPerRun(5, solve); n > 2 { // the generator
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkWeighted(b *testing.B) {
	for _, n := range []int{10, 32, 100, 300} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var m Weighted[One]
			r := rand.New(rand.NewPCG(7, 7))
			for range b.N {
				m.Reset(n)
				for a := range n {
					for c := range a {
						m.SetEdge(a, c, One{r.Int64N(1 << 30)})
					}
				}
				if !m.Solve() {
					b.Fatal("no matching")
				}
			}
		})
	}
}

// Every edge of some best matching is possible; most others are not.
func TestPossibleLeavesOutNoEdgeOfABestMatching(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	var m, forced Weighted[One]
	denied := 0
	for k := range 600 {
		n := 2 * (1 + r.IntN(5))
		m.Reset(n)
		forced.Reset(n)
		for a := range n {
			for b := range a {
				if r.IntN(5) > 0 {
					w := One{int64(r.IntN(1 + k%4))}
					m.SetEdge(a, b, w)
					forced.SetEdge(a, b, w)
				}
			}
		}
		if !m.Solve() {
			continue
		}
		for a := range n {
			for b := range a {
				if m.Possible(a, b) {
					continue
				}
				denied++
				if !m.Linked(a, b) {
					continue
				}
				forced.Save()
				forced.Only(a, b)
				if forced.Solve() && forced.Value() == m.Value() {
					t.Fatalf("case %d: %d-%d is in a best matching and called impossible", k, a, b)
				}
				forced.Back()
			}
		}
	}
	if denied < 1000 {
		t.Errorf("only %d edges were denied", denied)
	}
}
