package dubov

import (
	"crosstable/engine/matching"
	"crosstable/engine/pairing/fide"
)

// general finds the upfloaters by a weighted matching of the residents and lower players: the pairs of a resident and
// a lower player say who floats. Its weights count the faults of C5 to C10 in their order, C6 with one digit
// for each lower score, the lowest first. Then the first optimal set in the order of 4.2 is found player by player.
type general[W matching.Weight] struct {
	m    matching.Weighted[W]
	v    []int32 // residents, then lower players
	best W
}

// criterion is what a digit counts.
type criterion struct {
	number int   // 5 to 10
	score  int32 // C6: place of a player who has the score
}

// choseGeneral finds the upfloaters whatever they are. Where everybody else can be paired whoever floats, lower
// players need not be looked at beyond the scores from which upfloaters come.
func (p *Pairer) choseGeneral() {
	f := &p.f
	least := max(f.Deficiency(p.res), len(p.res)&1)
	for hi := 0; ; {
		if hi < len(p.low) {
			for s := f.E[p.low[hi]].Score; hi < len(p.low) && f.E[p.low[hi]].Score == s; {
				hi++
			}
		}
		all := hi == len(p.low)
		if !all && !p.open(least) {
			hi, all = len(p.low), true
		}
		p.layout(hi)
		ok := false
		switch w := p.d.Words(); {
		case w <= 1:
			ok = solve(p, &p.g1, hi, !all, least)
		case w <= 2:
			ok = solve(p, &p.g2, hi, !all, least)
		case w <= 4:
			ok = solve(p, &p.g4, hi, !all, least)
		case w <= 8:
			ok = solve(p, &p.g8, hi, !all, least)
		default:
			ok = solve(p, &p.g16, hi, !all, least)
		}
		if ok {
			return
		}
		if all {
			panic("dubov: a scoregroup without a complete pairing")
		}
	}
}

// open reports by counting that the lower players can be paired completely whichever u of them float.
func (p *Pairer) open(u int) bool {
	var k fide.Headcount
	for _, i := range p.low {
		p.f.Add(&k, i)
	}
	k.Players -= u
	return k.Players > 0 && p.f.Roomy(k)
}

// layout sets out the digits for upfloaters from low[:hi].
func (p *Pairer) layout(hi int) {
	f := &p.f
	p.d.Reset(len(p.res) + hi + 1)
	p.criteria = p.criteria[:0]
	add := func(number int, score int32, limit int) {
		p.d.Add(limit)
		p.criteria = append(p.criteria, criterion{number, score})
	}
	u := min(len(p.res), hi)
	add(5, 0, u)
	for end := hi; end > 0; {
		start := end - 1
		for start > 0 && f.E[p.low[start-1]].Score == f.E[p.low[start]].Score {
			start--
		}
		if start > 0 { // how many come from the highest score follows from the others
			add(6, p.low[start], min(u, end-start))
		}
		end = start
	}
	add(7, 0, len(p.res))
	if !p.last {
		most, sum := 0, 0
		for _, l := range p.low[:hi] {
			c := p.costOf(l)
			most += c[0]
			sum = max(sum, c[1])
		}
		if most = min(most, u); most > 0 {
			add(8, 0, most)
			add(9, 0, most*sum)
		}
		add(10, 0, u)
	}
}

// solve runs the matching; false if it says nothing: no pairing, or more upfloaters than the residents need alone
// while there are lower players outside.
func solve[W matching.Weight](p *Pairer, g *general[W], hi int, open bool, least int) bool {
	if !g.load(p, hi, open) || !g.m.Solve() {
		return false
	}
	g.best = g.m.Value()
	if g.count(p) > least && hi < len(p.low) {
		return false
	}
	g.first(p)
	return true
}

// load fills the graph. With open, lower players may be left as they are.
func (g *general[W]) load(p *Pairer, hi int, open bool) bool {
	f := &p.f
	g.v = append(append(g.v[:0], p.res...), p.low[:hi]...)
	n, r := len(g.v), len(p.res)
	odd := n & 1
	if odd == 1 && !open {
		return false
	}
	g.m.Reset(n + odd)
	for j := range n {
		for i := range j {
			switch {
			case i >= r && (open || f.Meets(g.v[i], g.v[j])):
				var none W
				g.m.SetEdge(i, j, none)
			case i < r && f.Meets(g.v[i], g.v[j]):
				g.m.SetEdge(i, j, g.weight(p, i, j))
			}
		}
		if odd == 1 && j >= r {
			var none W
			g.m.SetEdge(j, n, none)
		}
	}
	return true
}

// weight counts the faults of the pair of the resident i with j.
func (g *general[W]) weight(p *Pairer, i, j int) (w W) {
	var words [16]int64
	lower := j >= len(p.res)
	c := p.costOf(g.v[j])
	for k, d := range p.criteria {
		fault := 0
		switch {
		case d.number == 7:
			if p.f.Clash(g.v[i], g.v[j]) {
				fault = 1
			}
		case !lower:
		case d.number == 5 || d.number == 6 && p.f.E[g.v[j]].Score == p.f.E[d.score].Score:
			fault = 1
		case d.number >= 8:
			fault = c[d.number-8]
		}
		if fault != 0 {
			p.d.Fault(words[:], k, fault)
		}
	}
	for i := range len(w) {
		w[i] = words[i]
	}
	return w
}

// floats reports whether vertex k floats in the present matching.
func (g *general[W]) floats(p *Pairer, k int) bool { return g.m.Mate(k) < len(p.res) }

func (g *general[W]) count(p *Pairer) (u int) {
	for k := len(p.res); k < len(g.v); k++ {
		if g.floats(p, k) {
			u++
		}
	}
	return u
}

// first moves to the first optimal set of upfloaters in the order of 4.2.
func (g *general[W]) first(p *Pairer) {
	u := g.count(p)
	p.up = p.up[:0]
	for k := len(p.res); len(p.up) < u; k++ {
		if g.floats(p, k) || g.possible(p, k) && g.force(p, k) {
			g.only(p, k, true)
			p.up = append(p.up, g.v[k])
		} else {
			g.only(p, k, false)
		}
		g.m.Solve() // the potentials were given up with the blossoms
	}
}

// possible reports that k may float in an optimal matching as far as the potentials tell.
func (g *general[W]) possible(p *Pairer, k int) bool {
	for i := range p.res {
		if g.m.Possible(i, k) {
			return true
		}
	}
	return false
}

// force looks for an optimal matching in which k floats; if there is none the matching stays what it was.
func (g *general[W]) force(p *Pairer, k int) bool {
	g.m.Save()
	g.only(p, k, true)
	if g.m.Solve() && g.m.Value() == g.best {
		return true
	}
	g.m.Back()
	g.m.Solve()
	return false
}

// only bars k from staying below, or from floating.
func (g *general[W]) only(p *Pairer, k int, float bool) {
	for i := range g.m.N() {
		if i != k && (i < len(p.res)) != float {
			g.m.Bar(i, k)
		}
	}
}
