package stage

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"crosstable/engine/standing"
	"crosstable/engine/tiebreak"
	"crosstable/pipeline/desk/standings"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/words"
)

// Standings ranks events.
type Standings struct {
	opt     standings.Options
	reading open.Options
	events  Input
	formats []string
	rounds  int
	split   string
	teamBy  string
	fill    bool
}

func newStandings() Stage {
	return &Standings{formats: []string{"table"}, split: "pool", teamBy: "ranks",
		opt: standings.Options{Lang: "en", Edition: tiebreak.Edition2026, RoundRobin: "auto"}}
}

func (s *Standings) job() { s.formats, s.opt.Lang = []string{"csv", "html"}, "" }

// Options is the table of standings.
func (s *Standings) Options() []Option {
	o := &s.opt
	return append([]Option{
		{Name: "events", Needed: true, Arg: true, Help: "events: TRF, JSON, crosstables as CSV or xlsx, games of one event as CSV or PGN; a pair stage is its round",
			Value: FilesWith(&s.events, companions, "pair", "convert")},
		{Name: "tiebreaks", Words: tieBreakWords,
			Help: "order of tie-breaks: BH/C1,BH,SB or a list's name: shizuoka2016, xiangqi2007 ... (crosstable list tiebreaks, list orders); none: shared places", Value: Text(&o.TieBreaks)},
		{Name: "edition", Help: "edition of FIDE C.07: 2024 or 2026", Value: Int(&o.Edition, 0, 9999)},
		{Name: "cap-rounds", Help: "rounds in the cap of C.07 16.4.2; else the rounds played", Value: Int(&o.CapRounds, 0, 9999)},
		{Name: "after-round", Help: "the standing as it was after this round", Value: Int(&o.AfterRound, 1, 9999)},
		{Name: "round-robin", Help: "yes, no, or auto: by the schedule", Value: OneOf(&o.RoundRobin, "yes", "no", "auto")},
		{Name: "rounds", Help: "announced number of rounds; else what the file says", Value: Int(&s.rounds, 0, 9999)},
		{Name: "format", OldKeys: []string{"formats"}, Help: "one of " + strings.Join(standings.FormatNames(), ", "), Words: standings.FormatNames,
			Value: List(&s.formats, oneFormat)},
		{Name: "crosstable", Help: "add the crosstable (星取表)", Value: Flag(&o.Crosstable)},
		{Name: "fill", Help: "add the filled crosstable: who did not meet is decided by place (JCA 8.3)", Value: Flag(&s.fill)},
		{Name: "fill-repeat", Help: "fill again by the new order until it is stable", Value: Flag(&o.Iterate)},
		{Name: "prizes", Help: "prizes, best first: 30000,20000,10000; tied places are pooled and divided", Value: Text(&o.Prizes)},
		{Name: "prize-ties", Help: "who shares prizes: places (tied after all tie-breaks) or points; else points under the orders of the JCA (8.1), places under others",
			Value: OneOf(&o.PrizeTies, "places", "points")},
		{Name: "prize-split", Help: "pool (the prizes of all places taken together) or rank (one prize for each group of the tied)", Value: OneOf(&s.split, "pool", "rank")},
		{Name: "qualify", Help: "seats that go on: 1/8 (one for 8 participants) or a number", Value: Text(&o.Quota)},
		{Name: "teams", Help: "add a ranking of teams: the best N of each count", Value: Int(&o.Teams, 1, 1000)},
		{Name: "team-by", Help: "ranks (sum of the members' ranks, fewer first) or points", Value: OneOf(&s.teamBy, "ranks", "points")},
		{Name: "team-of", Help: "club or fed; else clubs if the file has them", Value: OneOf(&o.TeamOf, "club", "fed")},
		{Name: "explain", Help: "work out the tie-breaks of a player, by number or name (repeat for several)", Value: Texts(&o.Explain)},
		langOption(&o.Lang, "language of the tables: "+strings.Join(words.Languages(), ", ")),
		{Name: "fouls", Help: "fouls by start number, for xiangqi lists: 14=1,3=2", Value: Text(&o.Fouls)},
		{Name: "seed", Help: "seed of lots", Value: Uint(&o.Seed)},
	}, eventOptions(&s.reading)...)
}

func oneFormat(name string) error {
	if !slices.Contains(standings.FormatNames(), name) {
		return &WordError{name, standings.FormatNames()}
	}
	return nil
}

// tieBreakWords are the tie-breaks and the orders.
func tieBreakWords() []string {
	return append(namesOf(tiebreak.Methods)(), namesOf(tiebreak.Orders)()...)
}

// StageName implements Namer.
func (s *Standings) StageName() string { return "standings" }

// Check implements Stage.
func (s *Standings) Check(*Setup) error {
	s.opt.Fill = s.fill || s.opt.Iterate
	if s.split == "rank" {
		s.opt.Split = standing.ByRank
	}
	if s.teamBy == "points" {
		s.opt.TeamBy = standing.ByScores
	}
	if err := s.opt.CheckUsage(); err != nil {
		return err
	}
	return s.reading.Check()
}

// Run writes NAME.csv, NAME.html ... for each event, and the issues of all.
func (s *Standings) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.reading)
	out := &Result{}
	s.opt.Lang = cmp.Or(s.opt.Lang, e.Page.Lang())
	err := e.eachEvent(ctx, s.events, s.reading, out, func(ev *event.Event, name string) error {
		if s.rounds > 0 {
			ev.PlannedRounds = s.rounds
		}
		r, err := standings.Build(ev, s.opt)
		if err != nil {
			return &source.BadInput{File: ev.File, What: strings.TrimPrefix(err.Error(), ev.File+": "), Err: err}
		}
		for _, n := range r.Notes {
			e.note("%s", n)
		}
		out.Players += ev.N()
		for _, f := range s.formats {
			i := slices.IndexFunc(standings.Formats, func(x standings.Format) bool { return x.Name == f })
			ext := f
			if f == "table" {
				ext = "txt"
			}
			format := standings.Formats[i]
			out.Docs = append(out.Docs, Doc{Name: name + "." + ext, Binary: format.Binary, Write: func(w io.Writer) error { return format.Write(w, r) }})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, writeIssues(e, out.Issues)
}

// eachEvent reads the events of an input one after the other. Their issues come into out; name is the event's file without
// its endings, which no two may share.
func (e *Env) eachEvent(ctx context.Context, in Input, how open.Options, out *Result, use func(ev *event.Event, name string) error) error {
	names := map[string]string{}
	for _, file := range e.inputs(in) {
		if err := ctx.Err(); err != nil {
			return err
		}
		ev, found, err := open.Event(ctx, file, how)
		out.Issues = append(out.Issues, found...)
		if e.Tell != nil {
			e.Tell(found, "")
		}
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		if other, ok := names[name]; ok && e.Dir != nil {
			return &source.BadInput{File: file, What: "has the name of " + other + "; one would replace the other", Hint: "rename one of them, or use two stages"}
		}
		names[name] = file
		if err := use(ev, name); err != nil {
			return err
		}
	}
	return nil
}
