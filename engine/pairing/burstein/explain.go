package burstein

import "crosstable/engine"

// Explaining is done for a Tracer only, after a bracket has been paired. Why an opponent lower in the ranking was
// passed over is found by forcing the pair in the matching of the bracket and everybody lower, with the pairs before
// it fixed: the first criterion that gets worse is the reason. With more players than explainVertices only meetings
// and absolute colours are told as reasons.
const explainVertices = 120

func (p *Pairer) tell(kind engine.StepKind, a, b int32, rule string, n ...int64) {
	if p.s.Tracer == nil {
		return
	}
	st := engine.Step{Kind: kind, A: engine.NoPlayer, B: engine.NoPlayer, Rule: "burstein." + rule}
	if a >= 0 {
		st.A = p.f.E[a].Player
	}
	if b >= 0 {
		st.B = p.f.E[b].Player
	}
	copy(st.N[:], n)
	p.s.Tracer.Trace(st)
}

// passedBye tells who was passed over for the bye.
func (p *Pairer) passedBye() func(int32, bool) {
	if p.s.Tracer == nil {
		return nil
	}
	return func(i int32, barred bool) {
		why := "C4.bye"
		if barred {
			why = "C2"
		}
		p.tell(engine.StepNote, i, -1, why)
	}
}

// explain tells the steps of the bracket that has just been paired.
func (p *Pairer) explain() {
	if p.s.Tracer == nil {
		return
	}
	n := len(p.list)
	p.tell(engine.StepGroup, -1, -1, "bracket", int64(p.f.E[p.lowest()].Score), int64(n), int64(len(p.down)))
	g := &p.g8
	blind := n+len(p.next)+len(p.low) > explainVertices
	if !blind {
		p.layout()
		blind = !g.load(p, everybody)
	}
	taken := make([]bool, n)
	for x, i := range p.list {
		if taken[x] {
			continue
		}
		taken[x] = true
		y := int(p.mate[x])
		if y >= 0 {
			taken[y] = true
			passed := false
			for z := y + 1; z < n; z++ {
				passed = passed || !taken[z]
			}
			rule := "4.3"
			if passed {
				rule = "4.3.next"
			}
			p.tell(engine.StepPair, i, p.list[y], rule, int64(x+1), int64(y+1))
		} else {
			p.tell(engine.StepFloat, i, -1, "float", int64(p.f.E[i].Score), int64(x+1))
		}
		for z := n - 1; z > max(x, y); z-- {
			if taken[z] {
				continue
			}
			if why := p.whyNot(g, x, z, blind); why != "" {
				p.tell(engine.StepNote, i, p.list[z], why)
			}
		}
		if !blind {
			p.settle(g, x, y)
		}
	}
}

// lowest is a resident of the bracket.
func (p *Pairer) lowest() int32 {
	at := p.list[0]
	for _, i := range p.list {
		at = max(at, i)
	}
	return at
}

// settle fixes the pair of x and y in the matching, or that x floats.
func (p *Pairer) settle(g *general[[8]int64], x, y int) {
	if y >= 0 {
		g.m.Only(x, y)
		return
	}
	for z := range p.list {
		if z != x {
			g.m.Bar(x, z)
		}
	}
}

// whyNot gives the reason against the pair of x and z; "" if it was not looked for.
func (p *Pairer) whyNot(g *general[[8]int64], x, z int, blind bool) string {
	i, j := p.list[x], p.list[z]
	switch {
	case p.f.Meets(i, j):
	case p.s.Met(p.f.E[i].Player, p.f.E[j].Player):
		return "C1"
	case p.f.Banned(i, j):
		return "forbidden"
	default:
		return "C3"
	}
	if blind {
		return ""
	}
	g.m.Save()
	g.m.Only(x, z)
	solved := g.m.Solve()
	value := g.m.Value()
	g.m.Back()
	if !solved {
		return "C4"
	}
	d := p.d.Worse(g.best[:], value[:])
	if d < 0 {
		return "order"
	}
	names := [...]string{floaters: "C5", floaterScore: "C6", nextFloaters: "C7", nextScore: "C7", clashes: "C8"}
	return names[p.criteria[d].code]
}
