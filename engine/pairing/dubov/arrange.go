package dubov

import (
	"slices"

	"crosstable/engine"
)

// arrangement is a bracket on its way to its pairs: two subgroups, the players who change over, S1 against T2.
type arrangement struct {
	matcher
	fresh     bool    // nobody has played: halves by number instead of preferences
	small     []int32 // the smaller subgroup (G1 if equal), in the order of shifters (4.3)
	large     []int32
	smallIsG1 bool
	equalise  int // (larger - smaller) / 2
	k         int // pairs inside the smaller subgroup
	x, y      []int32
	s1, t2    []int32
	keys      []uint64
	list      []int32
}

// split divides the members into the two subgroups and sorts them as shifters.
func (p *Pairer) split(members []int32) {
	a := &p.a
	a.fresh = true
	for _, i := range members {
		a.fresh = a.fresh && p.s.Games[p.f.E[i].Player] == 0
	}
	a.x, a.y, a.k = a.x[:0], a.y[:0], 0
	a.list = append(a.list[:0], members...)
	g1 := 0
	if a.fresh {
		p.byNumber(a.list)
		g1 = len(a.list) / 2
	} else {
		for i, v := range a.list {
			if p.f.E[v].Wish.Color == engine.White {
				a.list[i], a.list[g1] = a.list[g1], v
				g1++
			}
		}
	}
	one, two := a.list[:g1], a.list[g1:]
	p.byARO(one)
	p.byNumber(two)
	a.smallIsG1 = len(one) <= len(two)
	if !a.smallIsG1 {
		one, two = two, one
	}
	a.small = outwards(a.small[:0], one)
	a.large = outwards(a.large[:0], two)
	a.equalise = (len(two) - len(one)) / 2
}

// byARO sorts by ascending ARO, then number.
func (p *Pairer) byARO(list []int32) { p.sort(list, true) }

// byNumber sorts by ascending number.
func (p *Pairer) byNumber(list []int32) { p.sort(list, false) }

func (p *Pairer) sort(list []int32, aro bool) {
	a := &p.a
	a.keys = a.keys[:0]
	for _, i := range list {
		k := uint64(p.f.E[i].Player)<<20 | uint64(i)
		if aro {
			k |= uint64(p.aro[i]) << 40
		}
		a.keys = append(a.keys, k)
	}
	slices.Sort(a.keys)
	for i, k := range a.keys {
		list[i] = int32(k & (1<<20 - 1))
	}
}

// outwards appends a sorted list in the order of 4.3.3: the middle player, then the one in the middle of the remaining
// players, the upper one of two.
func outwards(dst, list []int32) []int32 {
	up, down := (len(list)-1)/2, (len(list)-1)/2+1
	for left := len(list); left > 0; left-- {
		if left == len(list) || left%2 == 0 {
			dst = append(dst, list[up])
			up--
		} else {
			dst = append(dst, list[down])
			down++
		}
	}
	return dst
}

// seat fills S1 and G2 from the subgroups and the shifters: S1 by ARO (3.2.5), G2 by number (4.4.2).
func (p *Pairer) seat() {
	a := &p.a
	a.s1, a.t2 = a.s1[:0], a.t2[:0]
	stay, other := &a.s1, &a.t2
	if !a.smallIsG1 {
		stay, other = other, stay
	}
	for _, i := range a.small {
		if slices.Contains(a.x, i) {
			*other = append(*other, i)
		} else {
			*stay = append(*stay, i)
		}
	}
	found := 0
	for _, i := range a.large {
		// The shifters stand in the order of the list.
		if found < len(a.y) && a.y[found] == i {
			found++
			*stay = append(*stay, i)
		} else {
			*other = append(*other, i)
		}
	}
	p.byARO(a.s1)
	p.byNumber(a.t2)
}

// walk gives each player of S1 the first one of G2 left whom he may meet. If that works out it is the first
// transposition. G2 is reordered only then.
func (p *Pairer) walk() bool {
	a := &p.a
	n := len(a.s1)
	// walk holds the next free place of G2 behind each; the entry n is the head.
	a.walk = a.walk[:0]
	for j := range n {
		a.walk = append(a.walk, int32(j+1))
	}
	a.walk = append(a.walk, 0)
	a.list = a.list[:0]
	for _, i := range a.s1 {
		at := n
		for {
			j := a.walk[at]
			if int(j) == n {
				return false
			}
			if p.f.Meets(i, a.t2[j]) {
				a.list = append(a.list, a.t2[j])
				a.walk[at] = a.walk[j]
				break
			}
			at = int(j)
		}
	}
	copy(a.t2, a.list)
	return true
}

// transpose finds the first legal transposition by matching; false if there is none.
func (p *Pairer) transpose() bool {
	a := &p.a
	n := len(a.s1)
	a.two.Reset(n)
	for i, v := range a.s1 {
		for j, u := range a.t2 {
			if p.f.Meets(v, u) {
				a.two.Link(i, j)
			}
		}
	}
	if !a.two.First() {
		return false
	}
	a.list = append(a.list[:0], a.t2...)
	for i := range n {
		a.t2[i] = a.list[a.two.Partner(i)]
	}
	return true
}

// clashes is C7 of the arrangement with the k it has.
func (a *arrangement) clashes() int {
	if a.fresh {
		return (len(a.small) + len(a.large)) / 2 // all prefer Black
	}
	return a.equalise + 2*a.k
}

// judge gives C7 of the best pairing of the members, -1 if they have no legal pairing.
func (p *Pairer) judge(members []int32) int {
	p.split(members)
	a := &p.a
	a.y = append(a.y[:0], a.large[:a.equalise]...)
	p.seat()
	if p.walk() || p.transpose() {
		return a.clashes()
	}
	if !p.apart() && !p.inside() {
		return -1
	}
	return a.clashes()
}

// arrange pairs the members: S1 against T2. They must have a legal pairing.
func (p *Pairer) arrange(members []int32) {
	p.split(members)
	a := &p.a
	a.y = append(a.y[:0], a.large[:a.equalise]...)
	if !p.slow {
		p.seat()
		if p.walk() {
			p.Stats.Walk++
			p.tellArrangement()
			return
		}
		if p.transpose() {
			p.Stats.Bipartite++
			p.tellArrangement()
			return
		}
	}
	p.Stats.Shifters++
	a.y = a.y[:0]
	if !p.slow && p.apart() {
		p.shiftApart()
	} else if p.inside() {
		p.shiftInside()
	}
	p.seat()
	if !p.transpose() {
		panic("dubov: the shifters chosen have no legal transposition")
	}
	p.tellArrangement()
}

// graph loads who may meet whom, the smaller subgroup first; inside says whether its members may meet each other.
func (p *Pairer) graph(inside bool) (s, n int) {
	a := &p.a
	s = len(a.small)
	a.list = append(append(a.list[:0], a.small...), a.large...)
	n = len(a.list)
	a.any.Reset(n)
	for i := range n {
		for j := range i {
			if (inside || i >= s) && p.f.Meets(a.list[i], a.list[j]) {
				a.any.Link(i, j)
			}
		}
	}
	return s, n
}

// apart reports that there is a legal pairing without a pair inside the smaller subgroup: k = 0.
func (p *Pairer) apart() bool {
	p.a.k = 0
	p.graph(false)
	return p.a.any.Solve() == 0
}

// shiftApart finds the first set of shifters of the larger subgroup when k is 0, after apart. A pair inside the larger
// subgroup is of a shifter and one who stays; a shifter meets nobody of the smaller subgroup.
func (p *Pairer) shiftApart() {
	a := &p.a
	s := len(a.small)
	for i := s; len(a.y) < a.equalise; i++ {
		a.cut = a.cut[:0]
		for j := range s {
			p.unlink(i, j)
		}
		for _, y := range a.y {
			p.unlink(i, s+slices.Index(a.large, y))
		}
		if a.any.Solve() == 0 {
			a.y = append(a.y, a.large[i-s])
			continue
		}
		for _, e := range a.cut {
			a.any.Link(e[0], e[1])
		}
		for j := s; j < i; j++ {
			if !slices.Contains(a.y, a.large[j-s]) {
				a.any.Unlink(i, j)
			}
		}
		if a.any.Solve() != 0 {
			panic("dubov: no place for a player who does not change over")
		}
	}
}

// unlink takes an edge away and remembers it.
func (p *Pairer) unlink(i, j int) {
	a := &p.a
	if a.any.Linked(i, j) {
		a.any.Unlink(i, j)
		a.cut = append(a.cut, [2]int{i, j})
	}
}

// inside finds the least number of pairs inside the smaller subgroup by a weighted matching; false if there is no
// legal pairing.
func (p *Pairer) inside() bool {
	a := &p.a
	s, n := p.graph(true)
	if a.any.Solve() != 0 {
		return false
	}
	a.one.Reset(n)
	for i := range n {
		for j := range i {
			if !a.any.Linked(i, j) {
				continue
			}
			w := int64(0)
			if i < s {
				w = -1
			}
			a.one.SetEdge(i, j, [1]int64{w})
		}
	}
	if !a.one.Solve() {
		return false
	}
	a.k = int(-a.one.Value()[0])
	return true
}

// shiftInside finds the first sets of shifters, after inside: k of the smaller subgroup, then equalise + k of the
// larger one. A pair inside a subgroup is of a shifter and one who stays; a shifter meets nobody of the other
// subgroup.
func (p *Pairer) shiftInside() {
	a := &p.a
	s, n := len(a.small), len(a.small)+len(a.large)
	side := func(lo, hi int, chosen *[]int32, list []int32, want int) {
		*chosen = (*chosen)[:0]
		for i := lo; len(*chosen) < want; i++ {
			a.one.Save()
			for j := range n {
				if j < lo || j >= hi || j < i && slices.Contains(*chosen, list[j-lo]) {
					a.one.Bar(i, j)
				}
			}
			if a.one.Solve() && a.one.Value()[0] == -int64(a.k) {
				*chosen = append(*chosen, list[i-lo])
				continue
			}
			a.one.Back()
			for j := lo; j < i; j++ {
				if !slices.Contains(*chosen, list[j-lo]) {
					a.one.Bar(i, j)
				}
			}
		}
	}
	side(0, s, &a.x, a.small, a.k)
	side(s, n, &a.y, a.large, a.equalise+a.k)
}
