package standings

import (
	"strings"

	"crosstable/engine/tiebreak"
	"crosstable/pipeline/words"
)

// symbolsOf are the signs of results in a language: the words may state their own, as Japanese has 星取表.
func symbolsOf(w *words.Lang) symbols {
	s := strings.Split(w.Get("standings.signs"), " ")
	return symbols{s[0], s[1], s[2], s[3], s[4], s[5], s[6]}
}

// keyTitle names a tie-break for the legend: the notation and what it is.
func keyTitle(w *words.Lang, k *tiebreak.Key) string {
	title := w.Or("tiebreak."+k.Name, k.Summary)
	var mods []string
	if k.Text != "" {
		for _, m := range strings.Split(k.Text, "/")[1:] {
			if t := w.Or("modifier."+strings.ToUpper(m[:1]), ""); t != "" {
				mods = append(mods, strings.ReplaceAll(t, "#", strings.TrimLeft(m[1:], "+")))
			}
		}
	}
	if len(mods) > 0 {
		title += " (" + strings.Join(mods, ", ") + ")"
	}
	if title == k.Text {
		return title
	}
	return k.Text + " " + title
}

// reason gives the words of a reason with the line's numbers; "" for none.
func (r *Report) reason(l *tiebreak.Line, reason tiebreak.Reason) string {
	return reasonIn(r.words, l, reason)
}

func reasonIn(w *words.Lang, l *tiebreak.Line, reason tiebreak.Reason) string {
	if reason.String() == "" {
		return ""
	}
	return l.Fill(w.Get("reason." + reason.String()))
}
