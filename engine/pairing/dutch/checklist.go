package dutch

import (
	"strconv"

	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// Checklist gives the players to be paired in rank order: rounds without a game (C9), floats of the latest round
// (C14, C15) and of the one before (C16, C17).
func Checklist(s *engine.State) fide.Checklist { return checklist(s, new(Edition)) }

func checklist(s *engine.State, ed *Edition) fide.Checklist {
	var f field
	f.load(s, ed)
	list := fide.Checklist{Columns: []string{"C9", "C14/15", "C16/17"}}
	if ed.Collapse {
		list.Columns = []string{"C12/13", "C14/15"}
	}
	for i := range f.e {
		e := &f.e[i]
		cells := []string{strconv.Itoa(int(e.unplayed)), e.float(0), e.float(1)}
		r := fide.NewCheckRow(s, e.player, fide.WishOf(s, e.player, fide.Wish{}),
			cells[len(cells)-len(list.Columns):]...)
		r.Bye = ed.Barred == nil && e.bye || ed.Barred != nil && !ed.Barred(s, e.player)
		if e.top {
			r.Note = "topscorer"
		}
		list.Rows = append(list.Rows, r)
	}
	return list
}

// float is the letter of the float k+1 rounds ago.
func (e *entrant) float(k int) string {
	return fide.FloatLetter(e.down>>k&1*engine.FloatDown | e.up>>k&1*engine.FloatUp)
}
