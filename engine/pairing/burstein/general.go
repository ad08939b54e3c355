package burstein

import (
	"crosstable/engine/matching"
	"crosstable/engine/pairing/fide"
)

// general pairs a bracket whatever its floaters are: a weighted matching of the bracket, the next scoregroup and the
// players below, whose weights count the faults of C5 to C8 in their order. C6 and the scores of C7 have one
// digit for each score, the highest first.
type general[W matching.Weight] struct {
	m    matching.Weighted[W]
	v    []int32 // the bracket, the next scoregroup, the lower players
	best W
}

// faults is what the digits count.
type faults struct {
	criteria []criterion
}

// criterion is what a digit counts.
type criterion struct {
	code  fault
	score int32 // place of a player who has the score
}

type fault uint8

const (
	floaters     fault = iota // C5
	floaterScore              // C6
	nextFloaters              // C7: those of the following bracket
	nextScore                 // C7: their scores
	clashes                   // C8
)

// firstPairing moves a solved matching to the first optimal pairing in the order of 4.3 of the vertices below n:
// vertex 0 has the largest possible partner below n or, at last, one from n on; and so on. pair hears the pairs below
// n.
func firstPairing[W matching.Weight](m *matching.Weighted[W], n int, pair func(x, y int)) {
	best := m.Value()
	for x := range n {
		y := n - 1
		for ; y >= 0; y-- {
			if m.Mate(x) == y {
				break
			}
			// Who stands above has been settled.
			if y <= x || !m.Possible(x, y) {
				continue
			}
			m.Save()
			m.Only(x, y)
			if m.Solve() && m.Value() == best {
				break
			}
			m.Back()
			m.Solve()
		}
		switch {
		case y > x:
			pair(x, y)
			m.Only(x, y)
			m.Solve() // the potentials were given up with the blossoms
		case y < 0:
			for y := range n {
				if y != x {
					m.Bar(x, y)
				}
			}
			m.Solve()
		}
	}
}

func (p *Pairer) general() {
	open := len(p.low) > 0 && p.open()
	p.layout()
	switch w := p.d.Words(); {
	case w <= 1:
		solve(p, &p.g1, open)
	case w <= 2:
		solve(p, &p.g2, open)
	case w <= 4:
		solve(p, &p.g4, open)
	default:
		solve(p, &p.g8, open)
	}
}

// open reports by counting that the lower players can be paired completely whoever floats down to them.
func (p *Pairer) open() bool {
	var k fide.Headcount
	for _, list := range [3][]int32{p.list, p.next, p.low} {
		for _, i := range list {
			p.f.Add(&k, i)
		}
	}
	k.Players = len(p.low)
	return p.f.Roomy(k)
}

// layout sets out the digits.
func (p *Pairer) layout() {
	f := &p.f
	p.d.Reset(2*len(p.list) + 2*len(p.next) + len(p.low))
	p.criteria = p.criteria[:0]
	add := func(code fault, score int32, limit int) {
		p.d.Add(limit)
		p.criteria = append(p.criteria, criterion{code, score})
	}
	// The scores of the bracket, highest first; places are in the order of scores.
	scores := func(code fault) {
		for last := int32(-1); ; {
			at, count := int32(-1), 0
			for _, i := range p.list {
				if last >= 0 && f.E[i].Score >= f.E[last].Score {
					continue
				}
				switch {
				case at < 0 || f.E[i].Score > f.E[at].Score:
					at, count = i, 1
				case f.E[i].Score == f.E[at].Score:
					count++
				}
			}
			if at < 0 {
				return
			}
			add(code, at, count)
			last = at
		}
	}
	add(floaters, 0, len(p.list))
	scores(floaterScore)
	add(nextFloaters, 0, len(p.list)+len(p.next))
	scores(nextScore)
	add(clashes, 0, len(p.list)/2)
}

// solve pairs the bracket. With open, who floats down to the lower players is anybody's place instead of theirs.
func solve[W matching.Weight](p *Pairer, g *general[W], open bool) {
	if !g.load(p, open) {
		panic("burstein: a bracket without a complete pairing")
	}
	firstPairing(&g.m, len(p.list), p.pair)
}

// load fills the graph and solves it.
func (g *general[W]) load(p *Pairer, open bool) bool {
	f := &p.f
	g.v = append(append(g.v[:0], p.list...), p.next...)
	b, bn := len(p.list), len(g.v)
	n := bn
	if open {
		n += f.Deficiency(p.list) + f.Deficiency(p.next)
	} else {
		g.v = append(g.v, p.low...)
		n = len(g.v)
	}
	g.m.Reset(n)
	for j := range n {
		for i := range j {
			switch {
			case j >= bn && open, f.Meets(g.v[i], g.v[j]):
				g.m.SetEdge(i, j, g.weight(p, i, j, b, bn))
			}
		}
	}
	if !g.m.Solve() {
		return false
	}
	g.best = g.m.Value()
	return true
}

// weight counts the faults of the pair of vertices i < j; b and bn are the ends of the bracket and the next
// scoregroup.
func (g *general[W]) weight(p *Pairer, i, j, b, bn int) (w W) {
	if i >= bn || i >= b && j < bn {
		return w
	}
	var words [8]int64
	f := &p.f
	for k, d := range p.criteria {
		wrong := false
		switch d.code {
		case floaters:
			wrong = i < b && j >= b
		case floaterScore:
			wrong = i < b && j >= b && f.E[g.v[i]].Score == f.E[d.score].Score
		case nextFloaters:
			wrong = j >= bn
		case nextScore:
			wrong = j >= bn && f.E[g.v[i]].Score == f.E[d.score].Score
		case clashes:
			wrong = j < b && f.Clash(g.v[i], g.v[j])
		}
		if wrong {
			p.d.Fault(words[:], k, 1)
		}
	}
	for i := range len(w) {
		w[i] = words[i]
	}
	return w
}
