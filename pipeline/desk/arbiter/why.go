package arbiter

import (
	"fmt"
	"strings"

	"crosstable/engine"
	"crosstable/engine/check"
	"crosstable/pipeline/words"
)

// What explains a round that differs, in words.

var causeKeys = [...]string{check.CauseEdition: "edition", check.CauseForbidden: "forbidden", check.CauseAllCounted: "all-counted",
	check.CauseRatings: "ratings", check.CauseNumber: "number", check.CauseResult: "result", check.CauseColors: "colours", check.CauseHand: "hand"}

// explanations tells what explains a round, one line each; nil if nobody asked or nothing differs.
func (f *Checked) explanations(r *check.Round, lang string) (lines []string) {
	list, asked := f.Why[r.Round]
	if !asked {
		return nil
	}
	catalog := words.In(lang)
	if len(list) == 0 {
		return []string{catalog.Get("why.none")}
	}
	for _, x := range list {
		var parts []string
		for i := range x {
			parts = append(parts, f.cause(&x[i], catalog))
		}
		lines = append(lines, fmt.Sprintf(catalog.Get("why.explained"), strings.Join(parts, catalog.Get("why.and"))))
	}
	return lines
}

func (f *Checked) cause(c *check.Cause, catalog *words.Lang) string {
	key := causeKeys[c.Kind]
	if c.Kind == check.CauseResult && c.B == engine.NoPlayer {
		key = "entry"
	}
	return strings.NewReplacer("{edition}", c.Edition, "{a}", label(f, c.A), "{b}", label(f, c.B), "{place}", fmt.Sprint(c.Place),
		"{round}", fmt.Sprint(c.Round), "{was}", catalog.Get("why."+outcomeKeys[c.Was])).Replace(catalog.Get("why." + key))
}

func label(f *Checked, p engine.Player) string {
	if p == engine.NoPlayer {
		return ""
	}
	return f.Event.Label(p)
}

// outcomeKeys names what a player may have had.
var outcomeKeys = map[engine.Outcome]string{engine.None: "zero", engine.Win: "win", engine.Drawn: "draw", engine.Loss: "loss",
	engine.ForfeitWin: "forfeit-win", engine.ForfeitLoss: "forfeit-loss", engine.ByePairing: "bye", engine.ByeHalf: "half",
	engine.ByeZero: "zero", engine.ByeFull: "full"}
