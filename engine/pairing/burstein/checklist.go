package burstein

import (
	"strconv"

	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// Checklist gives the players to be paired in rank order: the Index by Buchholz (BH) and Sonneborn-Berger (SB), the
// rank by it among all of them, games played (for the bye).
func Checklist(s *engine.State) fide.Checklist {
	var p Pairer
	p.f.Load(s, fide.Wish{})
	p.x.load(s, &p.f)
	list := fide.Checklist{Columns: []string{"BH", "SB", "1.8", "3.1.4"}}
	for i := range p.f.E {
		e := &p.f.E[i]
		list.Rows = append(list.Rows, fide.NewCheckRow(s, e.Player, e.Wish, engine.Points(p.x.buchholz[i]).String(),
			quarters(p.x.sonneborn[i]), strconv.Itoa(int(p.x.rank[i])+1), strconv.Itoa(int(e.Games))))
	}
	return list
}

// quarters writes a number of quarter points: 7.25.
func quarters(n int64) string { return strconv.FormatFloat(float64(n)/4, 'f', -1, 64) }
