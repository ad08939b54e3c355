package arbiter

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/pipeline/render"
	"crosstable/pipeline/words"
)

// WriteChecklist prints what the criteria of the system see of every player before the round, in rank order with a
// line between scoregroups, and whom he meets. C2 or Bye: the bye is possible; D and U: floats.
func WriteChecklist(w io.Writer, p *Round) error {
	row, err := pairing.Find(p.system)
	if err != nil || row.Checklist == nil {
		return usage("checklist", "shows what the criteria of the FIDE and xiangqi systems look at; there is none for %s", p.system)
	}
	meets := map[engine.Player]string{}
	for _, g := range p.games {
		if g.Black == engine.NoPlayer {
			meets[g.White] = words.In(p.lang).Get("pair.bye")
			continue
		}
		meets[g.White] = fmt.Sprintf("%dW", p.e.Number(g.Black))
		meets[g.Black] = fmt.Sprintf("%dB", p.e.Number(g.White))
	}
	list := row.Checklist(p.s)
	text := words.In(p.lang)
	t := render.New(slices.Concat(text.Split("pair.checklist-left"), []string{cmp.Or(list.Bye, "C2")}, list.Columns, text.Split("pair.checklist-right"))...)
	for i, r := range list.Rows {
		if i > 0 && list.Rows[i-1].Score != r.Score {
			t.Break()
		}
		var colours strings.Builder
		for _, c := range r.Colors {
			colours.WriteString(strings.ToUpper(c.String()))
		}
		bye := "-"
		if r.Bye {
			bye = "+"
		}
		cells := []any{p.e.Number(r.Player), r.Score, colours.String(), r.Preference, bye}
		for _, c := range r.Cells {
			cells = append(cells, c)
		}
		t.Row(append(cells, meets[r.Player], r.Note)...)
	}
	_, err = io.WriteString(w, t.Text()+"\n")
	return err
}
