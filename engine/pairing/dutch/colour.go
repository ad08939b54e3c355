package dutch

import (
	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// colour gives the colour of i against j, who is ranked below, and the article that decides.
func (p *Pairer) colour(i, j int32) (engine.Color, string) {
	a, b := &p.f.e[i], &p.f.e[j]
	c, rule := fide.Colour(p.s, a.player, b.player, a.wish(), b.wish(), p.order[a.player])
	return c, colourRules[rule]
}

var colourRules = [...]string{fide.ColorFirst: "5.2.5", fide.ColorBoth: "5.2.1", fide.ColorStronger: "5.2.2",
	fide.ColorAlternate: "5.2.3", fide.ColorHigher: "5.2.4"}

func (e *entrant) wish() fide.Wish {
	return fide.Wish{Color: e.pref, Strength: fide.Strength(e.strength), Imbalance: e.imbal}
}
