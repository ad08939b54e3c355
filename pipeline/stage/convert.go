package stage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"crosstable/engine/method"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/eventtab"
	"crosstable/pipeline/open/codec/evjson"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// Target is a row of the table of formats that convert writes.
type Target struct {
	Name, ext string
	Event     func(w io.Writer, e *event.Event) ([]issue.Issue, error)
	games     func(w io.Writer, next func(*record.Game) error, wide bool) error
}

// FormatInfos lists the formats for `crosstable list formats`: what is read, what is written, and by which endings.
func FormatInfos() []method.Info {
	var out []method.Info
	written := func(name string) bool {
		return slices.ContainsFunc(targets, func(t Target) bool { return t.Name == name })
	}
	for _, f := range open.Formats() {
		in := method.Info{Name: string(f.Format), Aliases: f.Extensions, Summary: f.Summary, Source: "read"}
		if written(in.Name) {
			in.Source = "read and written"
		}
		out = append(out, in)
	}
	return append(out,
		method.Info{Name: "trf16", Aliases: []string{".trfx"}, Summary: "TRF16 with JaVaFo's and bbpPairings' extensions, which older engines read", Source: "written (--to trf16)"},
		method.Info{Name: "trf26", Summary: "TRF of 2026, for an event that was read in another form", Source: "written (--to trf26)"})
}

// targets: the first row with an extension is what the extension means.
var targets = []Target{
	{"trf", ".trf", func(w io.Writer, e *event.Event) ([]issue.Issue, error) { return trf.Write(w, e, trf.Keep) }, nil},
	{"trf16", ".trfx", func(w io.Writer, e *event.Event) ([]issue.Issue, error) { return trf.Write(w, e, trf.TRF16) }, nil},
	{"trf26", "", func(w io.Writer, e *event.Event) ([]issue.Issue, error) { return trf.Write(w, e, trf.TRF26) }, nil},
	{"json", ".json", func(w io.Writer, e *event.Event) ([]issue.Issue, error) { return nil, evjson.Write(w, e) }, nil},
	{"csv", ".csv", eventtab.Write, writeGamesCSV},
	{"xlsx", ".xlsx", eventtab.WriteXLSX, writeGamesXLSX},
	{"pgn", ".pgn", nil, writeGamesPGN},
}

func targetNames() []string {
	var out []string
	for _, t := range targets {
		out = append(out, t.Name)
	}
	return out
}

func (t *Target) extension() string {
	if t.ext == "" {
		return "." + t.Name
	}
	return t.ext
}

// FindTarget finds the format that is written by its name, or else by the name of the file.
func FindTarget(name, out string) (*Target, error) {
	name = strings.ToLower(name)
	for i := range targets {
		t := &targets[i]
		if name == t.Name || name == "" && t.ext != "" && strings.HasSuffix(strings.ToLower(out), t.ext) {
			return t, nil
		}
	}
	if name != "" {
		return nil, &OptionError{"to", &WordError{name, targetNames()}}
	}
	return nil, &UsageError{fmt.Errorf("%s: the name does not tell the format; state it with --to: %s", out, strings.Join(targetNames(), ", "))}
}

// Convert writes games and events in another format; every game that is read is written.
type Convert struct {
	reading open.Options
	inputs  Input
	to, as  string
	rounds  int
}

func newConvert() Stage { return &Convert{} }

// Options is the table of convert.
func (s *Convert) Options() []Option {
	return append([]Option{
		{Name: "inputs", Needed: true, Arg: true, Help: "games or events; a pair stage is its round", Value: FilesWith(&s.inputs, companions, "pair", "convert")},
		{Name: "to", Needed: true, Words: targetNames, Help: "format of OUT: " + strings.Join(targetNames(), ", ") + "; else by its name",
			Value: Text(&s.to, func(n string) error { _, err := FindTarget(n, "x"); return err })},
		{Name: "as", Help: "games or event: what a csv or xlsx file is to hold; else as IN", Value: OneOf(&s.as, "games", "event")},
		{Name: "rounds", Help: "announced number of rounds; else what the file says", Value: Int(&s.rounds, 0, 9999)},
	}, eventOptions(&s.reading)...)
}

// Check implements Stage.
func (s *Convert) Check(*Setup) error { return s.reading.Check() }

// Run writes NAME.ext for each input, and hands on the files.
func (s *Convert) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.reading)
	s.reading.KeepBad = true
	t, err := FindTarget(s.to, "")
	if err != nil {
		return nil, err
	}
	out := &Result{}
	names := map[string]string{}
	for _, file := range e.inputs(s.inputs) {
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		name += t.extension()
		if other, ok := names[name]; ok {
			return nil, &source.BadInput{File: file, What: "has the name of " + other + "; one would replace the other", Hint: "rename one of them, or use two stages"}
		}
		names[name] = file
		held, err := open.Any(ctx, file, s.reading, false)
		if err != nil {
			if e.Tell != nil {
				e.Tell(held.Issues, "")
			}
			return nil, err
		}
		asEvent, err := t.asEvent(s.as, held)
		if err != nil {
			held.Close()
			return nil, err
		}
		// A stream of games is written while it is read: its document is written once.
		out.Docs = append(out.Docs, Doc{Name: name, Write: func(w io.Writer) error {
			defer held.Close()
			issues, err := s.write(w, t, held, asEvent)
			if e.Tell != nil {
				e.Tell(issues, "")
			}
			out.Issues = append(out.Issues, issues...)
			out.Findings = out.Findings || slices.ContainsFunc(issues, func(i issue.Issue) bool { return i.Severity != issue.Note })
			return err
		}})
		out.HandsOn = append(out.HandsOn, name)
	}
	return out, nil
}

// asEvent says whether what is held is written as an event.
func (t *Target) asEvent(as string, held *open.Content) (bool, error) {
	asEvent := as == "event" || as == "" && (held.Event != nil || t.games == nil)
	if asEvent && t.Event == nil {
		asEvent = false
	}
	if !asEvent && t.games == nil {
		return false, &UsageError{fmt.Errorf("%s holds an event, not games", t.Name)}
	}
	return asEvent, nil
}

func (s *Convert) write(w io.Writer, t *Target, held *open.Content, asEvent bool) (issues []issue.Issue, err error) {
	if asEvent {
		ev, found, err := held.AsEvent()
		issues = append(issues, found...)
		if err != nil {
			return append(issues, held.Said()...), &ContentError{err}
		}
		if s.rounds > 0 {
			ev.PlannedRounds = s.rounds
		}
		lost, err := t.Event(w, ev)
		return append(append(issues, lost...), held.Said()...), err
	}
	next, wide, found := held.AsGames()
	err = t.games(w, next, wide)
	return append(append(issues, found...), held.Said()...), err
}

// ContentError is trouble with the content of an input that is met while it is written.
type ContentError struct{ Err error }

func (e *ContentError) Error() string { return e.Err.Error() }
func (e *ContentError) Unwrap() error { return e.Err }

func writeGamesCSV(w io.Writer, next func(*record.Game) error, wide bool) error {
	columns := games.GameColumns
	if wide {
		columns = games.AllGameColumns
	}
	out := games.NewWriter(w, columns...)
	if err := eachGame(next, out.Write); err != nil {
		return err
	}
	return out.Flush()
}

func eachGame(next func(*record.Game) error, use func(*record.Game) error) error {
	for {
		var g record.Game
		switch err := next(&g); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return &ContentError{err}
		}
		if err := use(&g); err != nil {
			return err
		}
	}
}

func writeGamesXLSX(w io.Writer, next func(*record.Game) error, _ bool) error {
	var failed error
	err := games.WriteXLSX(w, func(yield func(*record.Game) bool) {
		failed = eachGame(next, func(g *record.Game) error {
			if !yield(g) {
				return io.ErrShortWrite
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	return failed
}

func writeGamesPGN(w io.Writer, next func(*record.Game) error, _ bool) error {
	out := pgn.NewWriter(w)
	if err := eachGame(next, out.Write); err != nil {
		return err
	}
	return out.Flush()
}
