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
	opt    Options
	// across says that floaters from above and below must not meet (middle group).
	apart func(a, b int) bool
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
func sides(n int, blocks bool) (all [][2][]int) {
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
	if blocks {
		var first []exchange
		for k := 0; k <= len(children); k++ {
			first = append(first, exchange{parents[len(parents)-k:], children[:k]})
		}
		ex = append(first, ex...)
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

// permutation pairs m's places p with c: the first in lexicographic order, or by the readings of gap 1 the one of
// least cost and then the first.
func (o *oracle) permutation(m, p, c []int) ([][2]int, bool) {
	var best [][2]int
	least, found := 0, false
	now := make([]int, len(p))
	used := make([]bool, len(c))
	var rec func(i, cost int) bool
	rec = func(i, cost int) bool {
		if i == len(p) {
			if !found || cost < least {
				best, least, found = nil, cost, true
				for k, j := range now {
					best = append(best, [2]int{m[p[k]], m[c[j]]})
				}
			}
			return o.opt.Children == ChildrenFirst
		}
		for k := range c {
			j := k
			if o.opt.Method == Fold {
				j = len(c) - 1 - k
			}
			if used[j] || o.banned(m[p[i]], m[c[j]]) || o.apart != nil && o.apart(m[p[i]], m[c[j]]) {
				continue
			}
			d := max(i-j, j-i)
			if o.opt.Children == ChildrenMoved {
				d = min(d, 1)
			}
			used[j], now[i] = true, j
			if rec(i+1, cost+d) {
				return true
			}
			used[j] = false
		}
		return false
	}
	rec(0, 0)
	return best, found
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
		if o.banned(x[0], b) || o.apart != nil && o.apart(x[0], b) {
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
		for _, s := range sides(len(x), o.opt.Exchanges == ExchangeBlocks && len(x)%2 == 0) {
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
	first := func(p, c, floats []int) (attempt, bool) {
		if !ok(floats) {
			return attempt{}, false
		}
		r, good := o.permutation(m, p, c)
		return attempt{r, floats}, good
	}
	if h := n / 2; n%2 == 1 && o.opt.Odd != OddExchange {
		var upper, lower []int
		for i := range n {
			if i < h {
				upper = append(upper, i)
			} else if i > h {
				lower = append(lower, i)
			}
		}
		if a, good := first(upper, lower, []int{m[h]}); good {
			return a, true
		}
		if o.opt.Odd == OddAny && ok([]int{m[h]}) {
			var x []int
			for i, v := range m {
				if i != h {
					x = append(x, v)
				}
			}
			if a, good := across(x, []int{m[h]}, false); good {
				return a, true
			}
		}
		for f := h - 1; f >= 0 && o.opt.Odd == OddParent; f-- {
			var p []int
			for i := range h + 1 {
				if i != f {
					p = append(p, i)
				}
			}
			if a, good := first(p, lower, []int{m[f]}); good {
				return a, true
			}
		}
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
		return cmp.Or(cmp.Compare(s.PairScore(b), s.PairScore(a)), cmp.Compare(s.Rating[b], s.Rating[a]),
			cmp.Compare(a, b))
	})
	o.banned = func(a, b int) bool { return s.Banned(order[a], order[b]) }
	o.reach = map[string]bool{}
	var seq []int
	for i := range order {
		seq = append(seq, i)
	}
	bye = engine.NoPlayer
	dummy := -1
	if len(seq)%2 == 1 && o.opt.ByeLast {
		dummy = len(order)
		o.banned = func(a, b int) bool {
			if max(a, b) == dummy {
				return s.ByeBarred[order[min(a, b)]]
			}
			return s.Banned(order[a], order[b])
		}
		seq = append(seq, dummy)
		if !o.complete(seq) {
			return nil, bye, false
		}
	} else if len(seq)%2 == 1 {
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
	take := func(a attempt) {
		for _, q := range a.pairs {
			if max(q[0], q[1]) == dummy {
				bye = order[min(q[0], q[1])]
				continue
			}
			x, y := order[q[0]], order[q[1]]
			pairs[[2]engine.Player{min(x, y), max(x, y)}] = true
		}
	}
	score := func(v int) engine.Points {
		if v == dummy {
			return -1 << 30
		}
		return s.PairScore(order[v])
	}
	end := func(seq []int, lo int) int {
		hi := lo
		for hi < len(seq) && score(seq[hi]) == score(seq[lo]) {
			hi++
		}
		return hi
	}
	join := func(a, b []int) []int { return append(append([]int(nil), a...), b...) }
	var floats []int
	switch {
	case o.opt.Lift:
		for len(seq) > 0 {
			hi := end(seq, 0)
			a, rest, good := o.lift(seq[:hi], seq[hi:])
			if !good {
				return nil, bye, false
			}
			take(a)
			seq = rest
		}
		return pairs, bye, true
	case o.opt.Reverse:
		half := engine.Points(s.Rounds()) // half of the points of a win (2) a round
		lo, hi := 0, 0
		for lo < len(seq) && score(seq[lo]) > half {
			lo++
		}
		for hi = lo; hi < len(seq) && score(seq[hi]) == half; {
			hi++
		}
		for at := 0; at < lo; at = end(seq, at) {
			e := end(seq, at)
			a, good := o.group(join(floats, seq[at:e]), seq[e:])
			if !good {
				return nil, bye, false
			}
			take(a)
			floats = a.floats
			slices.Sort(floats)
		}
		var lower []int
		for e := len(seq); e > hi; {
			at := e - 1
			for at > hi && score(seq[at-1]) == score(seq[e-1]) {
				at--
			}
			m := slices.Clone(seq[at:e])
			slices.Reverse(m)
			a, good := o.group(join(lower, m), join(floats, seq[lo:at]))
			if !good {
				return nil, bye, false
			}
			take(a)
			lower = a.floats
			slices.Sort(lower)
			slices.Reverse(lower)
			e = at
		}
		slices.Sort(lower)
		m := join(join(floats, seq[lo:hi]), lower)
		up, down := floats, lower
		o.apart = func(a, b int) bool {
			return slices.Contains(up, a) && slices.Contains(down, b) || slices.Contains(up, b) &&
				slices.Contains(down, a)
		}
		a, good := o.group(m, nil)
		o.apart = nil
		if !good || len(a.floats) > 0 {
			a, good = o.group(m, nil)
		}
		take(a)
		return pairs, bye, good && len(a.floats) == 0
	}
	for lo := 0; lo < len(seq); {
		hi := end(seq, lo)
		a, good := o.group(join(floats, seq[lo:hi]), seq[hi:])
		if !good {
			return nil, bye, false
		}
		take(a)
		floats, lo = a.floats, hi
	}
	return pairs, bye, len(floats) == 0
}

// lift takes the fewest players from l, the first of them in order, that let both g with them and the rest of l be
// paired, and pairs g with them standing last (or in order).
func (o *oracle) lift(g, l []int) (attempt, []int, bool) {
	for t := 0; t <= len(l); t++ {
		for _, x := range combinations(l, t) {
			m := append(slices.Clone(g), x...)
			var rest []int
			for _, v := range l {
				if !slices.Contains(x, v) {
					rest = append(rest, v)
				}
			}
			sorted := slices.Clone(m)
			slices.Sort(sorted)
			if len(m)%2 != 0 || !o.complete(sorted) || !o.complete(rest) {
				continue
			}
			if o.opt.LiftSort {
				m = sorted
			}
			a, good := o.group(m, nil)
			return a, rest, good
		}
	}
	return attempt{}, nil, false
}
