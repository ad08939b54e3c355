package arbiter

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/pipeline/render"
)

// checklistHeaders are the headings of the checklist around the system's own columns; criteria keep their numbers in
// every language.
var checklistHeaders = map[string][2][]string{
	"en": {{"No.", "Pts.", "Colours", "Pref.", "C2"}, {"Round", ""}},
	"ja": {{"番号", "得点", "先後", "希望", "C2"}, {"組合せ", ""}},
	"zh": {{"编号", "积分", "先后", "偏好", "C2"}, {"本轮", ""}},
}

// WriteChecklist prints what the criteria of the system see of every player before the round, in rank order with a
// line between scoregroups, and whom he meets. C2: the bye is possible; D and U: floats.
func WriteChecklist(w io.Writer, p *Round) error {
	row, err := pairing.Find(p.system)
	if err != nil || row.Checklist == nil {
		return usage("checklist", "shows what the criteria of the FIDE systems look at; there is none for %s", p.system)
	}
	meets := map[engine.Player]string{}
	for _, g := range p.games {
		if g.Black == engine.NoPlayer {
			meets[g.White] = byeWord[p.lang]
			continue
		}
		meets[g.White] = fmt.Sprintf("%dW", p.e.Number(g.Black))
		meets[g.Black] = fmt.Sprintf("%dB", p.e.Number(g.White))
	}
	list := row.Checklist(p.s)
	around := checklistHeaders[p.lang]
	t := render.New(slices.Concat(around[0], list.Columns, around[1])...)
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
