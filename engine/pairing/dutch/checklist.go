package dutch

import (
	"strconv"

	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// Checklist gives the players to be paired in rank order: rounds without a game (C9), floats of the latest round
// (C14, C15) and of the one before (C16, C17).
func Checklist(s *engine.State) fide.Checklist {
	var f field
	f.load(s)
	list := fide.Checklist{Columns: []string{"C9", "C14/15", "C16/17"}}
	for i := range f.e {
		e := &f.e[i]
		r := fide.NewCheckRow(s, e.player, fide.WishOf(s, e.player, fide.Wish{}), strconv.Itoa(int(e.unplayed)),
			fide.FloatLetter(s.FloatAt(e.player, 1)), fide.FloatLetter(s.FloatAt(e.player, 2)))
		if e.top {
			r.Note = "topscorer"
		}
		list.Rows = append(list.Rows, r)
	}
	return list
}
