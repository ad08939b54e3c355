package xiangqi

import (
	"slices"
	"strconv"

	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// Checklist gives the players to be paired, highest score first, then by number: firsts minus seconds (d), the run of
// one side (s: + firsts, - seconds), the counted floats down and up. The preference is the row: W 要先, B 要后; in
// lower case where d is 0.
func Checklist(o Options, s *engine.State) fide.Checklist {
	x := position{opt: o}
	x.load(s)
	list := fide.Checklist{Bye: "Bye", Columns: []string{"d", "s", "Down", "Up"}}
	for i := range x.e {
		e := &x.e[i]
		r := fide.CheckRow{Player: e.player, Score: e.score, Bye: !e.bye,
			Cells: []string{signed(e.d), signed(e.s), strconv.Itoa(int(e.fdown)), strconv.Itoa(int(e.fup))}}
		for k := range min(e.games, 64) {
			r.Colors = append(r.Colors, [2]engine.Color{engine.Black, engine.White}[e.sides>>k&1])
		}
		slices.Reverse(r.Colors)
		switch w := e.wish(); {
		case w != 0 && e.d == 0:
			r.Preference = [3]string{"b", "", "w"}[w+1]
		case w != 0:
			r.Preference = [3]string{"B", "", "W"}[w+1]
		}
		list.Rows = append(list.Rows, r)
	}
	return list
}

func signed(v int32) string {
	if v > 0 {
		return "+" + strconv.Itoa(int(v))
	}
	return strconv.Itoa(int(v))
}
