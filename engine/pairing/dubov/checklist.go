package dubov

import (
	"fmt"
	"strconv"

	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// Checklist gives the players to be paired in rank order: average rating of the opponents (ARO), upfloats so far and
// how many make a maximum upfloater (C8, C9), whether the latest round was one (C10), games played (for the bye).
func Checklist(s *engine.State) fide.Checklist {
	var p Pairer
	p.load(s)
	list := fide.Checklist{Columns: []string{"ARO", "C8/9", "C10", "3.1.4"}}
	for i := range p.f.E {
		e := &p.f.E[i]
		r := fide.NewCheckRow(s, e.Player, e.Wish, strconv.Itoa(int(p.aro[i])), fmt.Sprintf("%d/%d", p.ups[i], p.maxT),
			"",
			strconv.Itoa(int(e.Games)))
		if p.just[i] {
			r.Cells[2] = fide.FloatLetter(engine.FloatUp)
		}
		list.Rows = append(list.Rows, r)
	}
	return list
}
