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

// scope is how much of the field a matching has to look at.
type scope uint8

const (
	everybody   scope = iota
	nextOnly          // whoever floats down to the lower players, they can be paired
	bracketOnly       // whoever floats, the next bracket does its best (C7) and everybody else can be paired
)

func (p *Pairer) general() {
	sc := everybody
	switch {
	case p.absorbsAnybody():
		sc = bracketOnly
	case len(p.low) > 0 && p.roomy(len(p.low), p.list, p.next, p.low):
		sc = nextOnly
	}
	p.layout()
	switch w := p.d.Words(); {
	case w <= 1:
		solve(p, &p.g1, sc)
	case w <= 2:
		solve(p, &p.g2, sc)
	case w <= 4:
		solve(p, &p.g4, sc)
	default:
		solve(p, &p.g8, sc)
	}
}

// roomy reports by counting that a set of so many players or more of the lists can be paired completely.
func (p *Pairer) roomy(players int, lists ...[]int32) bool {
	var k fide.Headcount
	for _, list := range lists {
		for _, i := range list {
			p.f.Add(&k, i)
		}
	}
	k.Players = players
	return p.f.Roomy(k)
}

// absorbsAnybody reports by counting that the next bracket pairs whoever floats, all but one of its residents at the
// least, and that everybody lower can be paired without or with that one.
func (p *Pairer) absorbsAnybody() bool {
	if len(p.next) < 2 || p.slow || !p.roomy(len(p.next)-1, p.list, p.next) {
		return false
	}
	if len(p.low)&1 == 0 {
		return p.f.Completes(p.low)
	}
	for y := len(p.next) - 1; y >= 0; y-- {
		if p.completes(p.low, p.next[y:y+1]) {
			return true
		}
	}
	return false
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

// solve pairs the bracket.
func solve[W matching.Weight](p *Pairer, g *general[W], sc scope) {
	if !g.load(p, sc) {
		panic("burstein: a bracket without a complete pairing")
	}
	firstPairing(&g.m, len(p.list), p.pair)
}

// load fills the graph and solves it. For those outside its scope there are places that anybody may take, as many
// as may be needed.
func (g *general[W]) load(p *Pairer, sc scope) bool {
	f := &p.f
	g.v = append(g.v[:0], p.list...)
	b, places := len(p.list), 0
	switch sc {
	case bracketOnly:
		places = f.Deficiency(p.list)
	case nextOnly:
		g.v = append(g.v, p.next...)
		places = f.Deficiency(p.list) + f.Deficiency(p.next)
	default:
		g.v = append(append(g.v, p.next...), p.low...)
	}
	n := len(g.v) + places
	bn := min(b+len(p.next), len(g.v)) // the end of the next scoregroup
	g.m.Reset(n)
	for j := range n {
		for i := range j {
			if j >= len(g.v) || f.Meets(g.v[i], g.v[j]) {
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
