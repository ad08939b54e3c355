package main

import (
	"fmt"
	"io"
	"strings"

	"crosstable/engine"
	"crosstable/engine/pairing"
)

// checklistHeaders are the headings of the checklist; the criteria keep their numbers in every language.
var checklistHeaders = map[string][]string{
	"en": {"No.", "Pts.", "Colours", "Pref.", "C2", "C9", "C14/15", "C16/17", "Round", ""},
	"ja": {"番号", "得点", "先後", "希望", "C2", "C9", "C14/15", "C16/17", "組合せ", ""},
	"zh": {"编号", "积分", "先后", "偏好", "C2", "C9", "C14/15", "C16/17", "本轮", ""},
}

// writeChecklist prints what the criteria of the Dutch system see of every player before the round, in rank order with a
// line between scoregroups, and whom he meets. C2: the bye is possible; C9: unplayed rounds; D and U: floats.
func writeChecklist(w io.Writer, p *pairedRound) error {
	row, err := pairing.Find(p.system)
	if err != nil || row.Checklist == nil {
		return usageError("--checklist shows what the criteria of the FIDE systems look at; there is none for %s", p.system)
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
	t := newTable(checklistHeaders[p.lang]...)
	rows := row.Checklist(p.s)
	for i, r := range rows {
		if i > 0 && rows[i-1].Score != r.Score {
			t.AppendSeparator()
		}
		var colours strings.Builder
		for _, c := range r.Colors {
			colours.WriteString(strings.ToUpper(c.String()))
		}
		bye := "-"
		if r.Bye {
			bye = "+"
		}
		top := ""
		if r.Topscorer {
			top = "topscorer"
		}
		t.AppendRow([]any{p.e.Number(r.Player), r.Score, colours.String(), r.Preference, bye, r.Unplayed,
			floatLetter[r.Floats[0]], floatLetter[r.Floats[1]], meets[r.Player], top})
	}
	_, err = io.WriteString(w, t.Render()+"\n")
	return err
}

// floatLetter by engine.FloatDown, FloatUp.
var floatLetter = [...]string{0: "", engine.FloatDown: "D", engine.FloatUp: "U", 3: ""}
