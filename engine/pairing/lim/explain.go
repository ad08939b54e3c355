package lim

import "crosstable/engine"

// What a Tracer hears is kept until the round is paired, since a pairing may be taken back (2.6).

// tell keeps a step.
func (p *Pairer) tell(kind engine.StepKind, a, b int32, rule string, n ...int64) {
	if p.s.Tracer == nil {
		return
	}
	st := engine.Step{Kind: kind, A: engine.NoPlayer, B: engine.NoPlayer, Rule: "lim." + rule}
	if a >= 0 {
		st.A = p.v[a].player
	}
	if b >= 0 {
		st.B = p.v[b].player
	}
	copy(st.N[:], n)
	p.steps = append(p.steps, st)
}

// tellBye tells the bye and who was passed over for it.
func (p *Pairer) tellBye(bye int32) {
	if p.s.Tracer == nil || bye < 0 {
		return
	}
	for _, i := range p.byes {
		switch {
		case i == bye:
			rule := "1.1"
			if p.s.Rounds() == 0 {
				rule = "7.1"
			}
			p.tell(engine.StepBye, bye, -1, rule, int64(p.v[bye].score))
			return
		case p.s.ByeBarred[p.v[i].player]:
			p.tell(engine.StepNote, i, -1, "bye.barred")
		default:
			p.tell(engine.StepNote, i, -1, "bye.rest")
		}
	}
}

// tellGroup tells a group that is about to be paired.
func (p *Pairer) tellGroup(residents []int32, dir int) {
	rule := [2]string{down: "group.down", up: "group.up"}[dir]
	p.tell(engine.StepGroup, -1, -1, rule,
		int64(p.v[residents[0]].score), int64(len(p.members)), int64(len(p.members)-len(residents)))
}

func (p *Pairer) tellMedian(score engine.Points, came [2]int) {
	p.tell(engine.StepGroup, -1, -1, "group.median", int64(score), int64(len(p.members)), int64(came[down]+came[up]))
}

// tellCrack turns the step of a pairing into a note that it was taken back.
func (p *Pairer) tellCrack(q pair, side int, came [2]int) {
	if p.s.Tracer == nil {
		return
	}
	p.steps[q.step].Kind, p.steps[q.step].Rule = engine.StepNote, "lim.2.6.before"
	rule := [2]string{down: "2.6.2", up: "2.6.1"}[side]
	p.tell(engine.StepNote, q.a, q.b, rule, int64(came[down]), int64(came[up]))
}

// tellFloater tells why i, the k-th in the order, floats: he may meet nobody here, or the rule that put him before
// the player whom his place alone would have chosen.
func (p *Pairer) tellFloater(i int32, k, dir int, majority engine.Color) {
	if p.s.Tracer == nil {
		return
	}
	score := int64(p.v[i].score)
	for _, key := range p.keys[:k] {
		p.tell(engine.StepNote, p.placed(key, dir), -1, "stays")
	}
	alone, met := true, true
	for _, j := range p.members {
		if j != i {
			alone = alone && !p.compatible(i, j)
			met = met && p.s.Banned(p.v[i].player, p.v[j].player)
		}
	}
	var rule string
	switch {
	case len(p.members) == 1:
		rule = "2.3.1.single"
	case alone && met:
		rule = "2.3.1"
	case alone:
		rule = "2.3.2"
	default:
		rule = p.decisive(k, majority)
	}
	p.tell(engine.StepFloat, i, -1, rule, score, int64(dir))
}

// decisive names the rule by which the k-th floats and not one who stands further on, though his number would come
// first.
func (p *Pairer) decisive(k int, majority engine.Color) string {
	const place = 1<<placeBits - 1
	rule := "3.2.4"
	for _, key := range p.keys[k+1:] {
		if key&place >= p.keys[k]&place {
			continue
		}
		switch d := key ^ p.keys[k]; {
		case d>>typeShift != 0:
			return "3.9"
		case d&floatedBit != 0:
			return "3.10"
		case majority != engine.NoColor:
			rule = "3.2.2"
		}
	}
	return rule
}

// passedOver is how many candidates passed over for a pair are told with their reasons.
const passedOver = 6

// tellPair tells a pairing with the k-th candidate and why the first ones were passed over; it gives the place of its
// step.
func (p *Pairer) tellPair(i, j int32, k int, floater, coloured bool) int {
	if p.s.Tracer == nil {
		return -1
	}
	colour := 0 // passed over for their due colour alone
	for x, c := range p.cands[:k] {
		var why string
		switch {
		case p.s.Banned(p.v[i].player, p.v[c].player):
			why = "met"
			if !p.s.Met(p.v[i].player, p.v[c].player) {
				why = "forbidden"
			}
		case !p.compatible(i, c):
			why = "2.1"
		case coloured && p.v[c].due != p.v[i].due.Other():
			colour++
			continue
		case coloured && p.maxi:
			why = "5.7"
		default:
			why = "rest"
		}
		if x < passedOver {
			p.tell(engine.StepNote, i, c, why)
		}
	}
	var rule string
	switch {
	case floater && coloured:
		rule = "3.8"
	case floater:
		rule = "3.8.first"
	case k == 0:
		rule = "2.4"
	case colour > 0:
		rule = "5.2.exchange"
	default:
		rule = "4.2"
	}
	p.tell(engine.StepPair, i, j, rule, int64(k+1), int64(colour))
	return len(p.steps) - 1
}

// tellColour tells the colours of a pair; higher is its higher ranked player.
func (p *Pairer) tellColour(white, black, higher int32, rule string) {
	p.tell(engine.StepColor, white, black, rule, int64(p.numbers[p.v[higher].player]))
}
