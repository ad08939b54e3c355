package xiangqi

import (
	"cmp"
	"slices"

	"crosstable/engine"
)

// roundOne pairs the first round: neighbours by number (2.2), or the upper half against the lower half by lot (1.2).
// The last number with whom the others can be paired has the bye.
func (p *Pairer) roundOne(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	x := &p.x
	// The order is that of the numbers, whatever handicap points there are.
	order := p.g.members[:0]
	for i := range x.n() {
		order = append(order, i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(x.e[a].no, x.e[b].no) })
	p.g.members = order
	m := &p.whole
	p.fill(m)
	bye := nobody
	if left := m.Solve(); left != len(order)%2 {
		return dst, p.noPairing(s)
	}
	if len(order)%2 == 1 {
		for k := len(order) - 1; k >= 0 && bye == nobody; k-- {
			if p.without(int(order[k])) {
				bye = order[k]
			}
		}
		m.Off(int(bye))
		m.Solve()
		order = slices.DeleteFunc(order, func(i int32) bool { return i == bye })
	}
	p.made = p.made[:0]
	if p.draws {
		p.halves(order, s)
	} else {
		p.neighbours(order)
	}
	for board, mv := range p.made {
		first, rule := board%2 == 0, sideNumber
		code := "xiangqi.round1"
		if p.draws {
			a := x.e[mv.p].player
			first, rule = s.ColorLot(a, x.e[mv.partner].player) == a, sideLot
			code = "xiangqi.draw.round1"
		}
		a, b := x.e[mv.p].player, x.e[mv.partner].player
		if !first {
			a, b = b, a
		}
		dst = append(dst, engine.Game{White: a, Black: b})
		if s.Tracer != nil {
			s.Tracer.Trace(engine.Step{Kind: engine.StepPair, A: x.e[mv.p].player, B: x.e[mv.partner].player,
				Rule: code})
			side := "xiangqi.first.round1"
			if rule == sideLot {
				side = sideCodes[sideLot]
			}
			s.Tracer.Trace(engine.Step{Kind: engine.StepColor, A: a, B: b, Rule: side})
		}
	}
	if bye != nobody {
		if s.Tracer != nil {
			s.Tracer.Trace(engine.Step{Kind: engine.StepBye, A: x.e[bye].player, B: engine.NoPlayer,
				Rule: "xiangqi.bye.last"})
		}
		dst = append(dst, engine.Game{White: x.e[bye].player, Black: engine.NoPlayer, Result: engine.PairingBye})
	}
	return dst, nil
}

// neighbours pairs each in turn with the next number allowed that leaves the rest completable.
func (p *Pairer) neighbours(order []int32) {
	m := &p.whole
	for k, i := range order {
		if !m.Active(int(i)) {
			continue
		}
		for _, j := range order[k+1:] {
			if m.Active(int(j)) && m.Linked(int(i), int(j)) && m.Without(int(i), int(j)) {
				p.made = append(p.made, move{p: i, partner: j})
				break
			}
		}
	}
}

// halves pairs each of the upper half with one of the lower half by lot; who finds nobody there that leaves the rest
// completable takes one of his own half, and who is left meets who is left.
func (p *Pairer) halves(order []int32, s *engine.State) {
	x, m, t := &p.x, &p.whole, &p.g.order
	luck := s.Luck.With(engine.LuckPairing).With(0)
	half := len(order) / 2
	for k, i := range order {
		if !m.Active(int(i)) {
			continue
		}
		t.keys = t.keys[:0]
		for at, j := range order[k+1:] {
			l := lot{key: luck.With(uint64(x.e[i].no)).With(uint64(x.e[j].no)).Uint64(), rest: 1, q: j}
			if k+1+at < half || k >= half {
				l.class = 1
			}
			if t.followed(x.e[i].player) == x.e[j].player {
				l.rest = 0
			}
			if m.Active(int(j)) && m.Linked(int(i), int(j)) {
				t.keys = append(t.keys, l)
			}
		}
		slices.SortFunc(t.keys, compareLots)
		for _, l := range t.keys {
			if m.Without(int(i), int(l.q)) {
				p.made = append(p.made, move{p: i, partner: l.q})
				break
			}
		}
	}
}
