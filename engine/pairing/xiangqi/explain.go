package xiangqi

import (
	"cmp"
	"slices"

	"crosstable/engine"
)

// formCodes are the rules by which a partner is found.
var formCodes = [...]string{
	formFront: "xiangqi.front",
	formNext:  "xiangqi.next",
	formRow:   "xiangqi.row",
	formDown:  "xiangqi.down",
	formBye:   "xiangqi.bye",
	formLot:   "xiangqi.draw.pair",
}

// tellSegment tells that the segment of a layer begins.
func (p *Pairer) tellSegment(s *engine.State, layer int) {
	if s.Tracer == nil {
		return
	}
	x, g := &p.x, &p.g
	s.Tracer.Trace(engine.Step{Kind: engine.StepGroup, A: x.e[x.layers[layer]].player, B: engine.NoPlayer,
		Rule: "xiangqi.segment",
		N:    [3]int64{int64(x.e[x.layers[layer]].score), int64(len(g.members)), int64(len(g.incoming))}})
}

// tell tells a move: N[0] partners passed over because they may not meet him, N[1] because the best arrangement would
// be lost (拆对).
func (p *Pairer) tell(s *engine.State, mv move, first bool, rule sideRule) {
	if s.Tracer == nil {
		return
	}
	x := &p.x
	st := engine.Step{Kind: engine.StepPair, A: x.e[mv.p].player, B: engine.NoPlayer, Rule: formCodes[mv.form],
		N: [3]int64{int64(mv.met), int64(mv.split)}}
	switch mv.form {
	case formDown:
		st.Kind = engine.StepFloat
		st.N[2] = int64(x.e[mv.p].score)
	case formBye:
		st.Kind = engine.StepBye
	default:
		st.B = x.e[mv.partner].player
	}
	s.Tracer.Trace(st)
	if mv.partner < 0 {
		return
	}
	a, b := st.A, st.B
	if !first {
		a, b = b, a
	}
	s.Tracer.Trace(engine.Step{Kind: engine.StepColor, A: a, B: b, Rule: sideCodes[rule]})
}

// noPairing is the error that the round cannot be completed, with players without whom it could be: those with the
// fewest possible opponents first.
func (p *Pairer) noPairing(s *engine.State) error {
	x, m := &p.x, &p.whole
	no := &engine.NoPairing{Round: s.Round()}
	n := int(x.n())
	m.Reset(n + n%2)
	open := make([]int, n)
	for i := range n {
		for j := range i {
			if x.legal(int32(i), int32(j)) {
				m.Link(i, j)
				open[i]++
				open[j]++
			}
		}
		if n%2 == 1 && !x.e[i].bye {
			m.Link(i, n)
		}
	}
	left := m.Solve()
	who := make([]int, n)
	for i := range who {
		who[i] = i
	}
	slices.SortStableFunc(who, func(a, b int) int { return cmp.Compare(open[a], open[b]) })
	for _, i := range who {
		if left == 0 {
			break
		}
		m.Off(i)
		if m.Solve() == left-1 {
			left--
			no.Blockers = append(no.Blockers, x.e[i].player)
			continue
		}
		m.On(i)
		m.Solve()
	}
	return no
}
