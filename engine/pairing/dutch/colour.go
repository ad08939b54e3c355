package dutch

import "crosstable/engine"

// number gives the numbers that 5.2.5 asks for: over the players taken into account for the pairing of this or an
// earlier round, in the initial order (FIDE answer of 27 August 2026), whom the arbiter gave a pairing or the
// pairing-allocated bye among them. Requested byes and absences number nobody.
func (p *Pairer) number() {
	s := p.s
	n := s.N()
	p.order = grown(p.order, n)
	k := int32(0)
	for q := range n {
		if s.Numbered[q] || p.f.rank[q] >= 0 || s.Away[q] == engine.ByePairing {
			k++
		}
		p.order[q] = k
	}
}

// colour gives the colour of i against j, who is ranked below, and the article that decides.
func (p *Pairer) colour(i, j int32) (engine.Color, string) {
	a, b := &p.f.e[i], &p.f.e[j]
	switch {
	case a.pref == engine.NoColor && b.pref == engine.NoColor:
		first := p.s.Grip()
		if p.order[a.player]&1 == 0 {
			first = first.Other()
		}
		return first, "5.2.5"
	case a.pref == engine.NoColor:
		return b.pref.Other(), "5.2.1"
	case b.pref == engine.NoColor || a.pref != b.pref:
		return a.pref, "5.2.1"
	case a.strength != b.strength:
		if a.strength > b.strength {
			return a.pref, "5.2.2"
		}
		return b.pref.Other(), "5.2.2"
	case a.strength == absolute && a.imbal != b.imbal:
		if a.imbal > b.imbal {
			return a.pref, "5.2.2"
		}
		return b.pref.Other(), "5.2.2"
	}
	if c := p.s.LastDifference(a.player, b.player); c != engine.NoColor {
		return c.Other(), "5.2.3"
	}
	return a.pref, "5.2.4"
}
