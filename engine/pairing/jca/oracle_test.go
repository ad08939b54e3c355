package jca

import (
	"cmp"
	"slices"

	"crosstable/engine"
)

// The oracle pairs a round by the words of the rules: every attempt is enumerated in its order, and what is
// left must have a complete pairing, found by trying all. Exponential, independent of the package's code.
type oracle struct {
	banned func(a, b int) bool
	reach  map[string]bool
}

// attempt is one in-group pairing with its floaters.
type attempt struct {
	pairs  [][2]int
	floats []int
}

func (o *oracle) complete(set []int) bool {
	if len(set) == 0 {
		return true
	}
	key := make([]byte, len(set))
	for i, v := range set {
		key[i] = byte(v)
	}
	if r, ok := o.reach[string(key)]; ok {
		return r
	}
	r := false
	for i := 1; i < len(set) && !r; i++ {
		if !o.banned(set[0], set[i]) {
			rest := append(append([]int(nil), set[1:i]...), set[i+1:]...)
			r = o.complete(rest)
		}
	}
	o.reach[string(key)] = r
	return r
}

func combinations(x []int, k int) (all [][]int) {
	if k == 0 {
		return [][]int{nil}
	}
	for i := range x {
		for _, c := range combinations(x[i+1:], k-1) {
			all = append(all, append([]int{x[i]}, c...))
		}
	}
	return all
}

// sides lists the divisions into parents and children in the order of 5.1 and 5.3, as places 0..n-1.
func sides(n int) (all [][2][]int) {
	half := (n + 1) / 2
	var parents, children []int
	for i := range n {
		if i < half {
			parents = append(parents, i)
		} else {
			children = append(children, i)
		}
	}
	type exchange struct{ out, in []int }
	var ex []exchange
	for k := 0; k <= len(children); k++ {
		var of []exchange
		for _, a := range combinations(parents, k) {
			for _, b := range combinations(children, k) {
				of = append(of, exchange{a, b})
			}
		}
		total := func(x []int) (s int) {
			for _, v := range x {
				s += v
			}
			return s
		}
		slices.SortStableFunc(of, func(x, y exchange) int {
			c := cmp.Compare(total(x.in)-total(x.out), total(y.in)-total(y.out))
			if c == 0 {
				rx, ry := slices.Clone(x.out), slices.Clone(y.out)
				slices.Reverse(rx)
				slices.Reverse(ry)
				c = -slices.Compare(rx, ry)
			}
			return cmp.Or(c, slices.Compare(x.in, y.in))
		})
		ex = append(ex, of...)
	}
	for _, e := range ex {
		var p, c []int
		for i := range n {
			if slices.Contains(e.in, i) || i < half && !slices.Contains(e.out, i) {
				p = append(p, i)
			} else {
				c = append(c, i)
			}
		}
		all = append(all, [2][]int{p, c})
	}
	return all
}

// permutation pairs m's places p with c, the first in lexicographic order.
func (o *oracle) permutation(m, p, c []int) ([][2]int, bool) {
	if len(p) == 0 {
		return nil, true
	}
	for i, b := range c {
		if o.banned(m[p[0]], m[b]) {
			continue
		}
		rest := append(append([]int(nil), c[:i]...), c[i+1:]...)
		if r, ok := o.permutation(m, p[1:], rest); ok {
			return append([][2]int{{m[p[0]], m[b]}}, r...), true
		}
	}
	return nil, false
}

// anyPairing is step C: from the top, the lower half of those left first, then the upper half upwards.
func (o *oracle) anyPairing(x []int) ([][2]int, bool) {
	if len(x) == 0 {
		return nil, true
	}
	half := len(x) / 2
	order := slices.Clone(x[half:])
	for i := half - 1; i > 0; i-- {
		order = append(order, x[i])
	}
	for _, b := range order {
		if o.banned(x[0], b) {
			continue
		}
		var rest []int
		for _, v := range x[1:] {
			if v != b {
				rest = append(rest, v)
			}
		}
		if r, ok := o.anyPairing(rest); ok {
			return append([][2]int{{x[0], b}}, r...), true
		}
	}
	return nil, false
}

// group gives the first attempt for m whose floaters leave l completable.
func (o *oracle) group(m, l []int) (attempt, bool) {
	n := len(m)
	ok := func(floats []int) bool {
		set := append(append([]int(nil), floats...), l...)
		return len(set)%2 == 0 && o.complete(set)
	}
	across := func(x []int, floats []int, test bool) (attempt, bool) {
		for _, s := range sides(len(x)) {
			p, c := s[0], s[1]
			f := floats
			if len(p) > len(c) {
				f = append(slices.Clone(floats), x[p[len(p)-1]])
				p = p[:len(p)-1]
			}
			if test && !ok(f) {
				continue
			}
			if r, good := o.permutation(x, p, c); good {
				return attempt{r, f}, true
			}
		}
		return attempt{}, false
	}
	if a, good := across(m, nil, true); good {
		return a, true
	}
	for k := n % 2; k <= n; k += 2 {
		places := make([]int, n)
		for i := range places {
			places[i] = i
		}
		sets := combinations(places, k)
		slices.SortStableFunc(sets, func(a, b []int) int {
			dist := func(x []int) (s int) {
				for _, v := range x {
					s += max(2*v-n+1, n-1-2*v)
				}
				return s
			}
			return cmp.Or(cmp.Compare(dist(a), dist(b)), -slices.Compare(a, b))
		})
		for _, f := range sets {
			var floats, rest []int
			for i, v := range m {
				if slices.Contains(f, i) {
					floats = append(floats, v)
				} else {
					rest = append(rest, v)
				}
			}
			if !ok(floats) {
				continue
			}
			if k > 1 {
				if a, good := across(rest, floats, false); good {
					return a, true
				}
			}
			if r, good := o.anyPairing(rest); good {
				return attempt{r, floats}, true
			}
		}
	}
	return attempt{}, false
}

// round pairs s: pairs of players (lower index first in rank), and the bye.
func (o *oracle) round(s *engine.State) (pairs map[[2]engine.Player]bool, bye engine.Player, ok bool) {
	var order []engine.Player
	for p := range engine.Player(s.N()) {
		if s.Present(p) {
			order = append(order, p)
		}
	}
	slices.SortStableFunc(order, func(a, b engine.Player) int {
		return cmp.Or(cmp.Compare(s.PairScore(b), s.PairScore(a)), cmp.Compare(s.Rating[b], s.Rating[a]), cmp.Compare(a, b))
	})
	o.banned = func(a, b int) bool { return s.Banned(order[a], order[b]) }
	o.reach = map[string]bool{}
	var seq []int
	for i := range order {
		seq = append(seq, i)
	}
	bye = engine.NoPlayer
	if len(seq)%2 == 1 {
		found := false
		for i := len(seq) - 1; i >= 0 && !found; i-- {
			rest := append(append([]int(nil), seq[:i]...), seq[i+1:]...)
			if !s.ByeBarred[order[i]] && o.complete(rest) {
				bye, seq, found = order[i], rest, true
			}
		}
		if !found {
			return nil, bye, false
		}
	} else if !o.complete(seq) {
		return nil, bye, false
	}
	pairs = map[[2]engine.Player]bool{}
	var floats []int
	for lo := 0; lo < len(seq); {
		hi := lo
		for hi < len(seq) && s.PairScore(order[seq[hi]]) == s.PairScore(order[seq[lo]]) {
			hi++
		}
		m := append(append([]int(nil), floats...), seq[lo:hi]...)
		a, good := o.group(m, seq[hi:])
		if !good {
			return nil, bye, false
		}
		for _, q := range a.pairs {
			x, y := order[q[0]], order[q[1]]
			pairs[[2]engine.Player{min(x, y), max(x, y)}] = true
		}
		floats, lo = a.floats, hi
	}
	return pairs, bye, len(floats) == 0
}
