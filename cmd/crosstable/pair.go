package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/engine/pairing/field"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/render"
)

func pairCommand() *cli.Command {
	return &cli.Command{
		Name:      "pair",
		Usage:     "pair the next round of an event",
		ArgsUsage: "FILE",
		Flags: append(append(append(pairingFlags(), inputFlags()...), arbiterFlags()...),
			&cli.StringFlag{Name: "format", Usage: "pairs, table, json or trf", Value: "table"},
			&cli.BoolFlag{Name: "explain", Usage: "say for each pair, floater, bye and colour which rule made it"},
			&cli.BoolFlag{Name: "checklist", Usage: "show what the criteria of a FIDE system see of every player"}),
		Action: runPair,
	}
}

// pairedRound is the answer of pair.
type pairedRound struct {
	e      *event.Event
	s      *engine.State
	games  []engine.Game
	steps  []engine.Step // with --explain
	lang   string
	system string
}

// pairFormats: one row per --format.
var pairFormats = []struct {
	name  string
	write func(w io.Writer, p *pairedRound) error
}{
	{"table", writePairsTable},
	{"pairs", writePairsPlain},
	{"json", writePairsJSON},
	{"trf", writePairsTRF},
}

func runPair(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError("pair needs one event file")
	}
	var write func(io.Writer, *pairedRound) error
	var known []string
	for _, f := range pairFormats {
		known = append(known, f.name)
		if f.name == c.String("format") {
			write = f.write
		}
	}
	if write == nil {
		return usageError("--format: no %q%s", c.String("format"), didYouMean(c.String("format"), known))
	}
	e, issues, err := readEvent(c, c.Args().First())
	if err != nil {
		return err
	}
	tellIssues(c.App.ErrWriter, issues)
	if c.Bool("replace") {
		if err := takeBack(c, e); err != nil {
			return err
		}
	}
	useAnnounced(c, e)
	set, err := pairingSetup(c)
	if err != nil {
		return err
	}
	if err := pairing.Fits(c.String("system"), handicapNotation(c)); err != nil {
		return usageError("--handicap: %v", err)
	}
	adjust(c, e)
	p, err := pairNext(c, e, set)
	if err != nil {
		return err
	}
	if p.steps != nil && c.String("format") != "json" {
		w := c.App.Writer
		if c.String("format") != "table" {
			w = c.App.ErrWriter // the pairs alone stay on stdout
		}
		defer func() {
			for _, st := range p.steps {
				fmt.Fprintln(w, stepText(e, st, p.lang))
			}
		}()
	}
	if c.Bool("checklist") {
		return writeChecklist(c.App.Writer, p)
	}
	return write(dataWriter(c.App.Writer), p)
}

// pairNext pairs the coming round of e.
func pairNext(c *cli.Context, e *event.Event, set setup) (*pairedRound, error) {
	if n := e.Pending(); n > 0 {
		return nil, badInput(fmt.Errorf("%s: round %d is not finished: %d games have no result yet", e.File, e.Finished(), n))
	}
	s, err := e.State()
	if err != nil {
		return nil, badInput(err)
	}
	s.Luck = engine.NewLuck(c.Uint64("seed"))
	pairing.Prepare(c.String("system"), s)
	note := func(format string, args ...any) { fmt.Fprintf(c.App.ErrWriter, "note: "+format+"\n", args...) }
	switch {
	case s.PlannedRounds == 0:
		note("the number of rounds is not known, so rules for the last round are not applied; state it with --rounds")
	case s.Round() > s.PlannedRounds:
		note("round %d is beyond the %d rounds announced", s.Round(), s.PlannedRounds)
	}
	if w := ownPoints(c, s); w != "" {
		note("%s", w)
	}
	if row, err := pairing.Find(c.String("system")); err == nil && s.Rounds() == 0 {
		if w := pairing.RoundsNote(row, s.N(), s.PlannedRounds); w != "" {
			note("%s", w)
		}
	}
	if err := fixRound(c, e, s); err != nil {
		return nil, err
	}
	lists, err := apartLists(c, e)
	if err != nil {
		return nil, err
	}
	if set.scheme != nil && (len(e.Virtual) > 0 || e.Baku) {
		note("the file's virtual points give way to --handicap %s", c.String("handicap"))
	}
	pairing.BarApart(s, lists)
	p := &pairedRound{e: e, s: s, lang: c.String("lang"), system: c.String("system")}
	var rec stepRecorder
	if c.Bool("explain") {
		s.Tracer = &rec
	}
	director := pairing.Director{Pairer: pairing.KeepApart(set.pairer, lists), Scheme: set.scheme}
	p.games, err = pairAllowing(c, e, &director, s)
	s.Tracer = nil
	var scheme *pairing.SchemeError
	switch {
	case errors.As(err, &scheme):
		return nil, badInput(err)
	case err != nil:
		return nil, noPairing(e, err)
	}
	p.steps = rec.steps
	if err := field.Legal(s, p.games); err != nil {
		return nil, fmt.Errorf("the pairing of %s breaks a rule and is not shown: %w", p.system, err)
	}
	return p, nil
}

type stepRecorder struct{ steps []engine.Step }

func (r *stepRecorder) Trace(s engine.Step) { r.steps = append(r.steps, s) }

// noPairing words a *engine.NoPairing with the names of those who block it.
func noPairing(e *event.Event, err error) error {
	var no *engine.NoPairing
	if !errors.As(err, &no) {
		return err
	}
	var who []string
	for _, p := range no.Blockers {
		who = append(who, e.Label(p))
	}
	if len(who) == 0 {
		return err
	}
	return fmt.Errorf("%w; in the way: %s", err, strings.Join(who, ", "))
}

// writePairsPlain writes the number of pairs and the numbers of the two, White first; 0 stands for the bye.
func writePairsPlain(w io.Writer, p *pairedRound) error {
	var b strings.Builder
	fmt.Fprintln(&b, len(p.games))
	for _, g := range p.games {
		fmt.Fprintln(&b, p.e.Number(g.White), p.e.Number(g.Black))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// pairHeaders are the headings of the table in the three languages.
var pairHeaders = map[string][]string{
	"en": {"Bd.", "No.", "White", "Rtg", "Pts.", "", "Pts.", "Rtg", "Black", "No."},
	"ja": {"卓", "番号", "先", "R", "得点", "", "得点", "R", "後", "番号"},
	"zh": {"台", "编号", "先走", "等级分", "积分", "", "积分", "等级分", "后走", "编号"},
}

var byeWord = map[string]string{"en": "bye", "ja": "輪空", "zh": "轮空"}

func writePairsTable(w io.Writer, p *pairedRound) error {
	t := render.New(pairHeaders[p.lang]...)
	side := func(q engine.Player) (no any, name, rtg, pts string) {
		pl := &p.e.Players[q]
		name = strings.TrimSpace(pl.Title + " " + pl.Name)
		if pl.Rating != 0 {
			rtg = fmt.Sprint(pl.Rating)
		}
		pts = p.s.Score[q].String()
		if v := p.s.Virtual[q]; v != 0 {
			pts += fmt.Sprintf(" (+%v)", v)
		}
		return pl.Number, name, rtg, pts
	}
	for i, g := range p.games {
		no, name, rtg, pts := side(g.White)
		if g.Black == engine.NoPlayer {
			t.Row("", no, name, rtg, pts, "", "", "", byeWord[p.lang], "")
			continue
		}
		no2, name2, rtg2, pts2 := side(g.Black)
		t.Row(i+1, no, name, rtg, pts, "-", pts2, rtg2, name2, no2)
	}
	_, err := fmt.Fprintln(w, t.Text())
	return err
}

func writePairsJSON(w io.Writer, p *pairedRound) error {
	type side struct {
		Number int         `json:"number"`
		Name   string      `json:"name"`
		Rating int32       `json:"rating,omitempty"`
		Points json.Number `json:"points"`
	}
	type pair struct {
		Board int   `json:"board,omitempty"`
		White side  `json:"white"`
		Black *side `json:"black"`
	}
	one := func(q engine.Player) side {
		return side{p.e.Number(q), p.e.Players[q].Name, p.e.Players[q].Rating, json.Number(p.s.Score[q].String())}
	}
	out := struct {
		Event  string     `json:"event"`
		System string     `json:"system"`
		Round  int        `json:"round"`
		Pairs  []pair     `json:"pairs"`
		Steps  []stepJSON `json:"steps,omitempty"`
	}{Event: p.e.Name, System: p.system, Round: p.s.Round(), Pairs: []pair{}}
	for i, g := range p.games {
		x := pair{White: one(g.White)}
		if g.Black != engine.NoPlayer {
			b := one(g.Black)
			x.Board, x.Black = i+1, &b
		}
		out.Pairs = append(out.Pairs, x)
	}
	for _, st := range p.steps {
		out.Steps = append(out.Steps, stepAsJSON(p.e, st, p.lang))
	}
	return render.JSON(w, out)
}

// writePairsTRF writes the event with the new round entered: games without result, the bye, and the byes that
// were asked for.
func writePairsTRF(w io.Writer, p *pairedRound) error {
	enterRound(p.e, p.s, p.games)
	lost, err := trf.Write(w, p.e, trf.Keep)
	if err == nil && len(lost) > 0 {
		err = &exit{exitFindings, fmt.Errorf("%s", lost[0])}
	}
	return err
}

// enterRound puts the pairing of the coming round into the event.
func enterRound(e *event.Event, s *engine.State, games []engine.Game) {
	r := s.Rounds()
	for q := range e.Players {
		switch {
		case s.Gone[q]:
			e.SetCell(engine.Player(q), r, event.Entry{Given: true, Outcome: engine.ByeZero})
		case s.Away[q] != engine.None:
			e.SetCell(engine.Player(q), r, event.Entry{Given: true, Outcome: s.Away[q]})
		}
	}
	for _, g := range games {
		if g.Black == engine.NoPlayer {
			e.SetCell(g.White, r, event.Entry{Given: true, Outcome: engine.ByePairing})
			continue
		}
		e.SetCell(g.White, r, event.Entry{Given: true, HasOpponent: true, Opponent: g.Black, Color: engine.White, Outcome: engine.Pending})
		e.SetCell(g.Black, r, event.Entry{Given: true, HasOpponent: true, Opponent: g.White, Color: engine.Black, Outcome: engine.Pending})
	}
}
