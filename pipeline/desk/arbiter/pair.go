package arbiter

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/engine/pairing/field"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/render"
	"crosstable/pipeline/words"
)

// Round is the answer of pair.
type Round struct {
	e     *event.Event
	s     *engine.State
	games []engine.Game
	steps []engine.Step // with --explain
	wording
	system string

	entered bool
}

// PairFormat is a form in which a paired round is written.
type PairFormat struct {
	Name, Ext string
	Plain     bool // the pairs alone: explanations go elsewhere; JSON has them in it
	Write     func(w io.Writer, p *Round) error
}

// PairFormats: one row a format.
var PairFormats = []PairFormat{
	{"table", "txt", false, writePairsTable},
	{"pairs", "pairs", true, writePairsPlain},
	{"json", "json", true, writePairsJSON},
	{"trf", "trf", true, writePairsTRF},
}

// PairFormatNames lists the formats.
func PairFormatNames() []string {
	var out []string
	for _, f := range PairFormats {
		out = append(out, f.Name)
	}
	return out
}

// Pair takes the settings that e has announced, pairs its coming round and enters it. Wishes that cannot be are an
// *open.OptionError, a round without legal pairing is an *engine.NoPairing.
func (a *Settings) Pair(e *event.Event) (*Round, error) {
	if a.Replace {
		if e.Legs() == 2 {
			return nil, usage("replace", "a round of matches is not replaced: its second games meet again by design")
		}
		if err := takeBack(a, e); err != nil {
			return nil, err
		}
	}
	a.Announce(e)
	if err := a.Prepare(); err != nil {
		return nil, err
	}
	a.Adjust(e)
	e, err := a.rounds(e)
	if err != nil {
		return nil, err
	}
	if n := e.Pending(); n > 0 {
		return nil, bad(e, "round %d is not finished: %d games have no result yet", e.Finished(), n)
	}
	s, err := e.State()
	if err != nil {
		return nil, badState(e, err)
	}
	s.Luck = engine.NewLuck(a.Seed)
	pairing.Prepare(a.System, s)
	note := a.note
	if a.took != "" {
		note("%s", a.took)
	}
	switch {
	case s.PlannedRounds == 0:
		note("the number of rounds is not known, so rules for the last round are not applied; state it with --rounds")
	case s.Round() > s.PlannedRounds:
		note("round %d is beyond the %d rounds announced", s.Round(), s.PlannedRounds)
	}
	if w := ownPoints(a, e); w != "" {
		note("%s", w)
	}
	if row, err := pairing.Find(a.System); err == nil && s.Rounds() == 0 {
		if w := pairing.RoundsNote(row, s.N(), s.PlannedRounds); w != "" {
			note("%s", w)
		}
	}
	if err := fixRound(a, e, s); err != nil {
		return nil, err
	}
	lists, err := apartLists(a, e)
	if err != nil {
		return nil, err
	}
	if a.scheme != nil && (len(e.Virtual) > 0 || e.Baku) {
		note("the file's virtual points give way to --handicap %s", a.Handicap)
	}
	pairing.BarApart(s, lists)
	p := &Round{e: e, s: s, wording: a.wording(), system: a.System}
	var rec stepRecorder
	if a.Explain {
		s.Tracer = &rec
	}
	director := pairing.Director{Pairer: pairing.KeepApart(a.pairer, lists), Scheme: a.scheme}
	p.games, err = pairAllowing(a, e, &director, s)
	s.Tracer = nil
	var scheme *pairing.SchemeError
	switch {
	case errors.As(err, &scheme):
		return nil, badState(e, err)
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
func writePairsPlain(w io.Writer, p *Round) error {
	var b strings.Builder
	fmt.Fprintln(&b, len(p.games))
	for _, g := range p.games {
		fmt.Fprintln(&b, p.e.Number(g.White), p.e.Number(g.Black))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writePairsTable(w io.Writer, p *Round) error {
	t := render.New(p.headings()...)
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
			t.Row("", no, name, rtg, pts, "", "", "", words.In(p.lang).Get("pair.bye"), "")
			continue
		}
		no2, name2, rtg2, pts2 := side(g.Black)
		t.Row(i+1, no, name, rtg, pts, "-", pts2, rtg2, name2, no2)
	}
	_, err := fmt.Fprintln(w, t.Text())
	return err
}

func writePairsJSON(w io.Writer, p *Round) error {
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
		out.Steps = append(out.Steps, stepAsJSON(p.e, st, p.wording))
	}
	return render.JSON(w, out)
}

// writePairsTRF writes the event with the new round entered: games without result, the bye, and the byes that
// were asked for.
func writePairsTRF(w io.Writer, p *Round) error {
	lost, err := trf.Write(w, p.Enter(), trf.Keep)
	if err == nil && len(lost) > 0 {
		err = &LostError{lost[0].String()}
	}
	return err
}

// LostError is something that the form of a file could not hold. The rest is written.
type LostError struct{ What string }

func (e *LostError) Error() string { return e.What }

// Enter puts the round into its event, which it gives.
func (p *Round) Enter() *event.Event {
	if !p.entered {
		enterRound(p.e, p.s, p.games)
		p.entered = true
	}
	return p.e.Whole()
}

// Explained reports that the round has steps to tell.
func (p *Round) Explained() bool { return p.steps != nil }

// WriteSteps tells each step of the pairing on a line.
func (p *Round) WriteSteps(w io.Writer) error {
	for _, st := range p.steps {
		if _, err := fmt.Fprintln(w, stepText(p.e, st, p.wording)); err != nil {
			return err
		}
	}
	return nil
}

// enterRound puts the pairing of the coming round into the event.
func enterRound(e *event.Event, s *engine.State, games []engine.Game) {
	defer func() {
		e.Restate()
		e.Whole().Restate()
		e.Whole().Marks = e.Marks
	}()
	r := s.Rounds()
	for q := range e.Players {
		switch {
		case s.Gone[q]:
			e.EnterRound(engine.Player(q), r, event.Entry{Given: true, Outcome: engine.ByeZero})
		case s.Away[q] != engine.None:
			e.EnterRound(engine.Player(q), r, event.Entry{Given: true, Outcome: s.Away[q]})
		}
	}
	for _, g := range games {
		if g.Black == engine.NoPlayer {
			e.EnterRound(g.White, r, event.Entry{Given: true, Outcome: engine.ByePairing})
			continue
		}
		e.EnterRound(g.White, r, event.Entry{Given: true, HasOpponent: true, Opponent: g.Black, Color: engine.White, Outcome: engine.Pending})
		e.EnterRound(g.Black, r, event.Entry{Given: true, HasOpponent: true, Opponent: g.White, Color: engine.Black, Outcome: engine.Pending})
	}
}
