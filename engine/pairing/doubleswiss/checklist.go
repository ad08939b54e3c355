package doubleswiss

import (
	"strconv"

	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// Checklist gives the players to be paired in rank order: matches played (for the bye, 3.4), whether the latest one
// was against another score (C7, C8), and the matches with White in game 1 (4.2). Nobody has a colour preference.
func Checklist(s *engine.State) fide.Checklist {
	var p Pairer
	p.load(s)
	list := fide.Checklist{Columns: []string{"3.4", "C7/8", "4.2"}}
	for i := range p.e {
		e := &p.e[i]
		float := ""
		if e.floated {
			float = fide.FloatLetter(s.FloatAt(e.player, 1))
		}
		list.Rows = append(list.Rows, fide.NewCheckRow(s, e.player, fide.Wish{}, strconv.Itoa(int(e.matches)), float,
			strconv.Itoa(int(whites(s, e.player)))))
	}
	return list
}
