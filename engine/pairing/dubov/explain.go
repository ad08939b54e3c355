package dubov

import (
	"slices"

	"crosstable/engine"
)

// Explaining is done for a Tracer only, after a bracket has been paired. Why an upfloater was passed over is found by
// forcing him into the matching of the residents and everybody lower: the first criterion that gets worse is the
// reason. Fields of more lower players than explainVertices are told without these reasons.
const explainVertices = 250

func (p *Pairer) tell(kind engine.StepKind, a, b int32, rule string, n ...int64) {
	if p.s.Tracer == nil {
		return
	}
	st := engine.Step{Kind: kind, A: engine.NoPlayer, B: engine.NoPlayer, Rule: "dubov." + rule}
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

// tellBracket tells the bracket and its upfloaters.
func (p *Pairer) tellBracket() {
	if p.s.Tracer == nil {
		return
	}
	p.tell(engine.StepGroup, -1, -1, "bracket",
		int64(p.f.E[p.res[0]].Score), int64(len(p.res)+len(p.up)), int64(len(p.up)))
	if len(p.up) == 0 {
		return
	}
	g := &p.g16
	blind := len(p.res)+len(p.low) > explainVertices
	if !blind {
		p.layout(len(p.low))
		if blind = !g.load(p, len(p.low), false) || !g.m.Solve(); !blind {
			g.best = g.m.Value()
		}
	}
	for k, told := 0, 0; told < len(p.up); k++ {
		l := p.low[k]
		floats := slices.Contains(p.up, l)
		if floats {
			told++
			p.tell(engine.StepFloat, l, -1, "3.2.2", int64(p.f.E[l].Score))
		} else if !blind {
			p.tell(engine.StepNote, l, -1, p.whyStays(g, len(p.res)+k)+".up")
		}
		if !blind {
			g.only(p, len(p.res)+k, floats)
		}
	}
}

// whyStays gives the first criterion that is worse when vertex k floats up.
func (p *Pairer) whyStays(g *general[[16]int64], k int) string {
	if !slices.ContainsFunc(p.res, func(i int32) bool { return p.f.Meets(i, g.v[k]) }) {
		return "C1C3"
	}
	g.m.Save()
	g.only(p, k, true)
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
	return [...]string{5: "C5", 6: "C6", 7: "C7", 8: "C8", 9: "C9", 10: "C10"}[p.criteria[d].number]
}

// tellArrangement tells the shifters and the pairs.
func (p *Pairer) tellArrangement() {
	if p.s.Tracer == nil {
		return
	}
	a := &p.a
	shift := func(chosen, list []int32, rule string) {
		for k, i := range list {
			if len(chosen) == 0 {
				return
			}
			if i == chosen[0] {
				p.tell(engine.StepNote, i, -1, rule, int64(k+1))
				chosen = chosen[1:]
			} else {
				p.tell(engine.StepNote, i, -1, "4.3.stays", int64(k+1))
			}
		}
	}
	shift(a.x, a.small, "3.2.4.1")
	shift(a.y, a.large, "3.2.4.2")
	g2 := slices.Clone(a.t2)
	p.byNumber(g2)
	taken := make([]bool, len(g2))
	for i, v := range a.s1 {
		passed := false
		at := slices.Index(g2, a.t2[i])
		for j := range at {
			passed = passed || !taken[j]
		}
		rule := "3.2.6"
		if passed {
			rule = "4.4"
		}
		p.tell(engine.StepPair, v, a.t2[i], rule, int64(i+1), int64(at+1))
		for j := range at {
			if !taken[j] {
				p.tell(engine.StepNote, v, g2[j], p.whyNot(v, g2[j]))
			}
		}
		taken[at] = true
	}
}

// whyNot gives the reason against a pair of the bracket.
func (p *Pairer) whyNot(i, j int32) string {
	switch {
	case p.f.Meets(i, j):
		return "rest"
	case p.s.Met(p.f.E[i].Player, p.f.E[j].Player):
		return "C1"
	case p.f.Banned(i, j):
		return "forbidden"
	}
	return "C3"
}
