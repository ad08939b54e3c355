package doubleswiss

import "crosstable/engine"

// tell tells a Tracer a step about the places a and b, -1 for none.
func (p *Pairer) tell(kind engine.StepKind, a, b int32, rule string, n ...int64) {
	if p.s.Tracer == nil {
		return
	}
	st := engine.Step{Kind: kind, A: engine.NoPlayer, B: engine.NoPlayer, Rule: "double." + rule}
	if a >= 0 {
		st.A = p.e[a].player
	}
	if b >= 0 {
		st.B = p.e[b].player
	}
	copy(st.N[:], n)
	p.s.Tracer.Trace(st)
}

// tellBracket tells the bracket and its upfloaters.
func (p *Pairer) tellBracket() {
	if p.s.Tracer == nil {
		return
	}
	p.tell(engine.StepGroup, -1, -1, "bracket",
		int64(p.e[p.res[0]].score), int64(len(p.res)+len(p.up)), int64(len(p.up)))
	for _, i := range p.up {
		p.tell(engine.StepFloat, i, -1, p.whyUp(i), int64(p.e[i].score))
	}
}

// whyUp names the criterion by which i floats up and not a player before him of the same score, if there is one.
func (p *Pairer) whyUp(i int32) string {
	for _, j := range p.low {
		if j >= i {
			break
		}
		if len(p.up) == 1 && p.e[j].score == p.e[i].score && p.e[j].floated && !p.e[i].floated && !p.last {
			return "C7"
		}
	}
	return "3.5"
}

// tellPair tells the k-th pair, and why a top does not meet the bottoms that would come before.
func (p *Pairer) tellPair(k int) {
	if p.s.Tracer == nil {
		return
	}
	i, j := p.tops[k], p.bottoms[k]
	passed := 0
	for _, l := range p.members {
		if p.e[l].player <= p.e[i].player || p.e[l].player >= p.e[j].player || !p.free[l] || p.isTop(l) {
			continue
		}
		why := "order"
		switch {
		case p.s.Met(p.e[i].player, p.e[l].player):
			why = "C1"
		case !p.meets(i, l):
			why = "forbidden"
		}
		passed++
		p.tell(engine.StepNote, i, l, why)
	}
	rule := "3.6"
	if passed > 0 {
		rule = "3.6.next"
	}
	p.tell(engine.StepPair, i, j, rule)
}

func (p *Pairer) isTop(i int32) bool {
	for _, k := range p.tops {
		if k == i {
			return true
		}
	}
	return false
}
