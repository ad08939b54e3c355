package arbiter

import (
	"fmt"
	"io"
	"strings"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/method"
	"crosstable/engine/pairing"
	"crosstable/pipeline/event"
	"crosstable/pipeline/render"
	"crosstable/pipeline/words"
)

// The sheet of regulations: all settings of an event, to announce before round 1, with a hash.

// apartSeparator stands between several keep-apart lists or rankings in one setting.
const apartSeparator = " ; "

// Sheet gives the settings of e to announce, and whether they differ from those announced before.
func (a *Settings) Sheet(e *event.Event) (sheet event.Regulations, changed bool, err error) {
	changed = a.Announce(e)
	if err := a.Prepare(); err != nil {
		return nil, changed, err
	}
	a.Adjust(e)
	if _, err := apartLists(a, e); err != nil {
		return nil, changed, err
	}
	return a.Regulations(e), changed, nil
}

// Enter enters the sheet into the event, unless rounds were played under another one.
func (a *Settings) Enter(e *event.Event, sheet event.Regulations, changed bool) error {
	if changed && e.Finished() > 0 {
		return bad(e, "%d rounds have been played under the announced settings; they are not replaced", e.Finished())
	}
	sheet.Store(e)
	return nil
}

// Regulations gathers the settings and what the event says.
func (a *Settings) Regulations(e *event.Event) event.Regulations {
	ties := strings.Join(a.Ranking, apartSeparator)
	if ties == "" {
		ties = strings.Join(e.TieBreaks, ",")
	}
	return event.Regulations{
		{Key: "system", Value: canonical(a.System)},
		{Key: "handicap", Value: canonical(a.handicapNotation())},
		{Key: "rounds", Value: fmt.Sprint(e.PlannedRounds / a.legs())},
		{Key: "points", Value: pointsText(&e.Points)},
		{Key: "tiebreaks", Value: ties},
		{Key: "keep_apart", Value: strings.Join(a.KeepApart, apartSeparator)},
		{Key: "seed", Value: fmt.Sprint(a.Seed)},
	}
}

// pointsText tells a point system: win:draw:loss, Black's values where they differ, then byes and forfeits.
func pointsText(ps *engine.PointSystem) string {
	v := func(o engine.Outcome, c engine.Color) string { return ps.Value[o][c].String() }
	three := func(c engine.Color) string {
		return v(engine.Win, c) + ":" + v(engine.Drawn, c) + ":" + v(engine.Loss, c)
	}
	text := three(engine.White)
	if b := three(engine.Black); b != text {
		text += ":" + b
	}
	return text + fmt.Sprintf(" bye=%s full=%s half=%s forfeit=%s:%s", v(engine.ByePairing, engine.NoColor), v(engine.ByeFull, engine.NoColor),
		v(engine.ByeHalf, engine.NoColor), v(engine.ForfeitWin, engine.White), v(engine.ForfeitLoss, engine.White))
}

// WriteRegulations writes the sheet of an event's settings.
func WriteRegulations(w io.Writer, e *event.Event, r event.Regulations, lang string, asJSON bool) error {
	catalog := words.In(lang)
	label := func(key string) string { return catalog.Get("regulations." + strings.ReplaceAll(key, "_", "-")) }
	if asJSON {
		type setting struct {
			Key   string `json:"key"`
			Label string `json:"label"`
			Value string `json:"value"`
		}
		out := struct {
			Event    string    `json:"event"`
			Hash     string    `json:"hash"`
			Settings []setting `json:"settings"`
		}{Event: e.Name, Hash: r.Hash()}
		for _, s := range r {
			out.Settings = append(out.Settings, setting{s.Key, label(s.Key), s.Value})
		}
		return render.JSON(w, out)
	}
	t := render.New(label("setting"), label("value"))
	for _, s := range r {
		v := s.Value
		switch {
		case s.Key == "rounds" && v == "0":
			v = label("unknown")
		case s.Key == "tiebreaks" && v == "":
			v = label("lot")
		case v == "" || v == "none":
			v = label("none")
		}
		t.Row(label(s.Key), v)
		for _, o := range optionsOf(s, lang) {
			t.Row("  "+o[0], o[1])
		}
	}
	t.Row(label("hash"), r.Hash())
	name := e.Name
	if name == "" {
		name = e.File
	}
	_, err := fmt.Fprintf(w, "%s: %s\n\n%s\n", label("title"), name, t.Text())
	return err
}

// optionsOf lists every option of a system or handicap with its value, given or by default.
func optionsOf(s event.Setting, lang string) (out [][2]string) {
	var in method.Info
	spec, err := method.Parse(s.Value)
	if err != nil {
		return nil
	}
	switch s.Key {
	case "system":
		row, err := method.Find(pairing.Systems, "system", spec.Name)
		if err != nil {
			return nil
		}
		in = row.Info
	case "handicap":
		row, err := method.Find(handicap.Schemes, "handicap", spec.Name)
		if err != nil || row.Nothing {
			return nil
		}
		in = row.Info
	default:
		return nil
	}
	out = append(out, [2]string{"", words.In(lang).Or(s.Key+"."+in.Name, in.Summary)})
	for _, o := range in.Options {
		v := spec.String(o.Key, "")
		if v == "" {
			v = o.Default
		}
		if v == "" {
			continue
		}
		out = append(out, [2]string{o.Key, v})
	}
	return out
}

// ownPoints notes that the event values byes otherwise than the system announces.
func ownPoints(a *Settings, e *event.Event) string {
	row, err := pairing.Find(a.System)
	if err != nil || row.Setup == nil {
		return ""
	}
	stated := e.Whole().Points // of games, as Setup has them
	ps := stated
	row.Setup(&ps)
	if ps == stated {
		return ""
	}
	bye := func(ps *engine.PointSystem) engine.Points { return ps.Value[engine.ByePairing][engine.NoColor] }
	return fmt.Sprintf("%s values a pairing-allocated bye at %v, the event at %v", row.Name, bye(&ps), bye(&stated))
}
