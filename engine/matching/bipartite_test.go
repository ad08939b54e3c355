package matching

import (
	"math/rand/v2"
	"testing"
)

// First is the first permutation that plain backtracking finds.
func TestFirstIsTheLexicographicallyFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	var m Bipartite
	found := 0
	for k := range 5000 {
		n := r.IntN(8)
		density := .2 + .8*r.Float64()
		m.Reset(n)
		for a := range n {
			for b := range n {
				if r.Float64() < density {
					m.Link(a, b)
				}
			}
		}
		want := make([]int, n)
		var rec func(a, used int) bool
		rec = func(a, used int) bool {
			if a == n {
				return true
			}
			for c := range n {
				if used>>c&1 == 0 && m.Linked(a, c) {
					want[a] = c
					if rec(a+1, used|1<<c) {
						return true
					}
				}
			}
			return false
		}
		exists := rec(0, 0)
		if got := m.First(); got != exists {
			t.Fatalf("case %d: %v, want %v", k, got, exists)
		}
		if !exists {
			continue
		}
		found++
		for a := range n {
			if m.Partner(a) != want[a] {
				t.Fatalf("case %d: left %d has %d, want %v", k, a, m.Partner(a), want)
			}
		}
	}
	if found < 1500 {
		t.Errorf("only %d cases had a perfect pairing", found)
	}
}
