package pairtest

import (
	"slices"
	"sort"
)

// What the literal versions of the Dutch System try one after the other: the orders of C.04.3 article 4 (part D of the
// edition of 2017).

// Subsets lists the k-subsets, smallest differing number first (4.4).
func Subsets(from []int, k int) [][]int {
	if k == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i := range from {
		for _, tail := range Subsets(from[i+1:], k-1) {
			all = append(all, append([]int{from[i]}, tail...))
		}
	}
	return all
}

// Sequences lists the ordered selections of k numbers lexicographically: the transpositions (4.2).
func Sequences(from []int, k int) [][]int {
	if k == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for i, x := range from {
		rest := append(slices.Clone(from[:i]), from[i+1:]...)
		for _, tail := range Sequences(rest, k-1) {
			all = append(all, append([]int{x}, tail...))
		}
	}
	return all
}

// Exchanges lists the altered S1 and S2 of a homogeneous group in the order of 4.3, the unaltered ones first.
func Exchanges(rem []int, n1 int) [][2][]int {
	s1, s2 := rem[:n1], rem[n1:]
	type swap struct{ out, in []int }
	var list []swap
	for k := 0; k <= min(n1, len(s2)); k++ {
		var same []swap
		for _, out := range Subsets(s1, k) {
			for _, in := range Subsets(s2, k) {
				same = append(same, swap{out, in})
			}
		}
		bsn := func(v []int) (sum int) {
			for _, x := range v {
				sum += slices.Index(rem, x) + 1
			}
			return sum
		}
		sort.SliceStable(same, func(i, j int) bool {
			a, b := same[i], same[j]
			if x, y := bsn(a.in)-bsn(a.out), bsn(b.in)-bsn(b.out); x != y {
				return x < y
			}
			for x := k - 1; x >= 0; x-- {
				if a.out[x] != b.out[x] {
					return a.out[x] > b.out[x]
				}
			}
			for x := range k {
				if a.in[x] != b.in[x] {
					return a.in[x] < b.in[x]
				}
			}
			return false
		})
		list = append(list, same...)
	}
	var all [][2][]int
	for _, x := range list {
		var h, t []int
		for _, i := range s1 {
			if !slices.Contains(x.out, i) {
				h = append(h, i)
			}
		}
		for _, i := range s2 {
			if !slices.Contains(x.in, i) {
				t = append(t, i)
			}
		}
		h, t = append(h, x.in...), append(t, x.out...)
		slices.Sort(h)
		slices.Sort(t)
		all = append(all, [2][]int{h, t})
	}
	return all
}
