package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/method"
	"crosstable/engine/pairing"
	"crosstable/pipeline/event"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/render"
)

func regulationsCommand() *cli.Command {
	return &cli.Command{
		Name:      "regulations",
		Usage:     "print all settings of an event as a sheet to announce before round 1, with a hash",
		ArgsUsage: "FILE",
		Description: "With --out the event is written with the settings and their hash in it; pair then takes its flags from there\n" +
			"and warns when a setting has changed. Without --system the sheet shows what the file has announced.",
		Flags: append(append(pairingFlags(), inputFlags()...),
			apartFlag(),
			&cli.GenericFlag{Name: "ranking", Value: &repeated{}, Usage: "announced order of tie-breaks, e.g. BH/C1,BH,SB; else what the file says"},
			&cli.StringFlag{Name: "out", Usage: "write the event with its regulations to this file (trf, json)"},
			jsonFlag()),
		Action: runRegulations,
	}
}

func runRegulations(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError("regulations needs one event file")
	}
	e, issues, err := readEvent(c, c.Args().First())
	if err != nil {
		return err
	}
	tellIssues(c.App.ErrWriter, issues)
	changed := useAnnounced(c, e)
	if _, err := pairingSetup(c); err != nil {
		return err
	}
	if err := pairing.Fits(c.String("system"), handicapNotation(c)); err != nil {
		return usageError("--handicap: %v", err)
	}
	adjust(c, e)
	// A system may announce values of its own (Shizuoka 2016: the forced bye is worth half a point).
	if row, err := pairing.Find(c.String("system")); err == nil && row.Setup != nil && e.Finished() == 0 && e.Points == engine.Standard {
		row.Setup(&e.Points)
	}
	if _, err := apartLists(c, e); err != nil {
		return err
	}
	r := settingsOf(c, e)
	if err := printRegulations(c, e, r); err != nil {
		return err
	}
	if out := c.String("out"); out != "" {
		if changed && e.Finished() > 0 {
			return badInput(fmt.Errorf("%s: %d rounds have been played under the announced settings; they are not replaced", e.File, e.Finished()))
		}
		t, err := findTarget(c, out)
		if err != nil {
			return err
		}
		if t.event == nil {
			return usageError("%s: a %s file does not hold an event", out, t.name)
		}
		r.Store(e)
		return outdir.WriteFile(out, []string{c.Args().First()}, func(w io.Writer) error {
			lost, err := t.event(w, e)
			tellIssues(c.App.ErrWriter, lost)
			return err
		})
	}
	if changed {
		return findings()
	}
	return nil
}

func handicapNotation(c *cli.Context) string {
	if h := c.String("handicap"); h != "" {
		return h
	}
	return "none"
}

// settingFlags says which flag gives which setting.
var settingFlags = []struct{ key, flag string }{
	{"system", "system"}, {"handicap", "handicap"}, {"rounds", "rounds"}, {"seed", "seed"}, {"keep_apart", "keep-apart"}, {"tiebreaks", "ranking"},
}

// apartSeparator stands between several keep-apart lists or rankings in one setting.
const apartSeparator = " ; "

// useAnnounced gives flags that are not set the values that the event has announced, and warns of those that
// differ. It reports whether something differs.
func useAnnounced(c *cli.Context, e *event.Event) (changed bool) {
	stored, hash, whole := e.Announced()
	if hash == "" {
		return false
	}
	w := c.App.ErrWriter
	if !whole {
		fmt.Fprintf(w, "warning: the settings in %s are not those announced with the hash %s\n", e.File, hash)
		changed = true
	}
	for _, f := range settingFlags {
		if v := stored.Get(f.key); v != "" && !c.IsSet(f.flag) && slices.ContainsFunc(c.Command.Flags, func(x cli.Flag) bool { return x.Names()[0] == f.flag }) {
			for _, one := range strings.Split(v, apartSeparator) {
				if err := c.Set(f.flag, one); err != nil {
					fmt.Fprintf(w, "warning: announced %s %q: %v\n", f.key, one, err)
				}
			}
		}
	}
	if n := c.Int("rounds"); n > 0 {
		e.PlannedRounds = n
	}
	now := settingsOf(c, e)
	for _, key := range stored.Changed(now) {
		if key == "tiebreaks" && !c.IsSet("ranking") {
			continue // a command without rankings
		}
		fmt.Fprintf(w, "warning: %s was announced as %q and is now %q\n", key, stored.Get(key), now.Get(key))
		changed = true
	}
	return changed
}

// settingsOf gathers the settings from the flags and the event.
func settingsOf(c *cli.Context, e *event.Event) event.Regulations {
	ties := strings.Join(words(c, "ranking"), apartSeparator)
	if ties == "" {
		ties = strings.Join(e.TieBreaks, ",")
	}
	return event.Regulations{
		{Key: "system", Value: canonical(c.String("system"))},
		{Key: "handicap", Value: canonical(handicapNotation(c))},
		{Key: "rounds", Value: fmt.Sprint(e.PlannedRounds)},
		{Key: "points", Value: pointsText(&e.Points)},
		{Key: "tiebreaks", Value: ties},
		{Key: "keep_apart", Value: strings.Join(words(c, "keep-apart"), apartSeparator)},
		{Key: "seed", Value: fmt.Sprint(c.Uint64("seed"))},
	}
}

// canonical writes a notation with the name that the table has for it.
func canonical(notation string) string {
	name, rest, _ := strings.Cut(notation, ":")
	if row, err := method.Find(pairing.Systems, "system", name); err == nil {
		name = row.Name
	} else if row, err := method.Find(handicap.Schemes, "handicap", name); err == nil {
		name = row.Name
	}
	if rest != "" {
		name += ":" + rest
	}
	return name
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

// settingLabels names the settings in the three languages.
var settingLabels = map[string]map[string]string{
	"en": {"title": "Regulations", "setting": "setting", "value": "value", "system": "pairing system", "handicap": "handicap", "rounds": "rounds", "points": "points (win:draw:loss)",
		"tiebreaks": "tie-breaks", "keep_apart": "kept apart", "seed": "seed of lots", "hash": "hash", "none": "none", "unknown": "not announced", "lot": "none: order by lot"},
	"ja": {"title": "競技規定", "setting": "項目", "value": "内容", "system": "組合せ方式", "handicap": "ハンデキャップ", "rounds": "局数", "points": "点数（勝:分:負）",
		"tiebreaks": "同点分離法", "keep_apart": "対戦回避", "seed": "抽選の種", "hash": "照合値", "none": "なし", "unknown": "未定", "lot": "なし（順位は抽選）"},
	"zh": {"title": "竞赛规程", "setting": "项目", "value": "内容", "system": "编排方法", "handicap": "让分", "rounds": "轮数", "points": "记分（胜:和:负）",
		"tiebreaks": "破同分办法", "keep_apart": "回避", "seed": "抽签种子", "hash": "校验值", "none": "无", "unknown": "未公布", "lot": "无（抽签定名次）"},
}

func printRegulations(c *cli.Context, e *event.Event, r event.Regulations) error {
	label := settingLabels[c.String("lang")]
	if c.Bool("json") {
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
			out.Settings = append(out.Settings, setting{s.Key, label[s.Key], s.Value})
		}
		return render.JSON(c.App.Writer, out)
	}
	t := render.New(label["setting"], label["value"])
	for _, s := range r {
		v := s.Value
		switch {
		case s.Key == "rounds" && v == "0":
			v = label["unknown"]
		case s.Key == "tiebreaks" && v == "":
			v = label["lot"]
		case v == "" || v == "none":
			v = label["none"]
		}
		t.Row(label[s.Key], v)
		for _, o := range optionsOf(s, c.String("lang")) {
			t.Row("  "+o[0], o[1])
		}
	}
	t.Row(label["hash"], r.Hash())
	name := e.Name
	if name == "" {
		name = e.File
	}
	_, err := fmt.Fprintf(c.App.Writer, "%s: %s\n\n%s\n", label["title"], name, t.Text())
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
	out = append(out, [2]string{"", in.SummaryIn(lang)})
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
func ownPoints(c *cli.Context, s *engine.State) string {
	row, err := pairing.Find(c.String("system"))
	if err != nil || row.Setup == nil {
		return ""
	}
	ps := s.Points
	row.Setup(&ps)
	if ps == s.Points {
		return ""
	}
	return fmt.Sprintf("%s values a pairing-allocated bye at %v, the event at %v", row.Name, ps.Value[engine.ByePairing][engine.NoColor], s.Points.Value[engine.ByePairing][engine.NoColor])
}
