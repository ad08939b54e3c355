package lim

import (
	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// Checklist gives the players to be paired in rank order: the colours that the limits allow (2.1, 5.1) and whether
// the latest round was played against another score (3.10).
func Checklist(s *engine.State) fide.Checklist {
	var p Pairer
	p.load(s)
	list := fide.Checklist{Columns: []string{"5.1", "3.10"}}
	for _, q := range p.ranks.Order {
		i := p.of[q]
		allowed := ""
		if has(p.canW, int(i)) {
			allowed = "W"
		}
		if has(p.canB, int(i)) {
			allowed += "B"
		}
		float := ""
		if p.v[i].floated {
			float = fide.FloatLetter(s.FloatAt(q, 1))
		}
		list.Rows = append(list.Rows, fide.NewCheckRow(s, q, fide.WishOf(s, q, fide.Wish{}), allowed, float))
	}
	return list
}
