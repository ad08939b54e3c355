package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine/method"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/eventtab"
	"crosstable/pipeline/open/codec/evjson"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/record"
)

func convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "write games or an event in another format; every game read is written",
		ArgsUsage: "IN OUT",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "to", Usage: "format of OUT: " + strings.Join(targetNames(), ", ") + "; else by its name"},
			&cli.StringFlag{Name: "as", Usage: "games or event: what a csv or xlsx file is to hold; else as IN"},
			&cli.IntFlag{Name: "rounds", Usage: "announced number of rounds; else what the file says"},
		}, inputFlags()...),
		Action: runConvert,
	}
}

// target is a row of the table of formats that convert writes.
type target struct {
	name, ext string
	event     func(w io.Writer, e *event.Event) ([]issue.Issue, error)
	games     func(w io.Writer, next func(*record.Game) error, wide bool) error
}

// formatInfos lists the formats for `crosstable list formats`: what is read, what is written, and by which endings.
func formatInfos() []method.Info {
	var out []method.Info
	written := func(name string) bool {
		return slices.ContainsFunc(targets, func(t target) bool { return t.name == name })
	}
	for _, f := range source.Formats {
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
var targets = []target{
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
		out = append(out, t.name)
	}
	return out
}

func findTarget(c *cli.Context, out string) (target, error) {
	name := strings.ToLower(c.String("to"))
	for _, t := range targets {
		if name == t.name || name == "" && t.ext != "" && strings.HasSuffix(strings.ToLower(out), t.ext) {
			return t, nil
		}
	}
	if name != "" {
		return target{}, usageError("--to: no format %q%s", name, didYouMean(name, targetNames()))
	}
	return target{}, usageError("%s: the name does not tell the format; state it with --to: %s", out, strings.Join(targetNames(), ", "))
}

func runConvert(c *cli.Context) error {
	if c.NArg() != 2 {
		return usageError("convert needs IN and OUT")
	}
	in, out := c.Args().Get(0), c.Args().Get(1)
	t, err := findTarget(c, out)
	if err != nil {
		return err
	}
	as := c.String("as")
	if as != "" && as != "games" && as != "event" {
		return usageError("--as is games or event")
	}
	source, err := openConvert(c, in, false)
	if err != nil {
		if source != nil {
			tellIssues(c.App.ErrWriter, source.issues())
		}
		return err
	}
	defer source.close()
	asEvent := as == "event" || as == "" && (source.event != nil || t.games == nil)
	if asEvent && t.event == nil {
		asEvent = false
	}
	if !asEvent && t.games == nil {
		return usageError("%s holds an event, not games", t.name)
	}
	var issues []issue.Issue
	write := func(w io.Writer) error {
		if asEvent {
			e, found, err := source.asEvent()
			issues = append(issues, found...)
			if err != nil {
				return err
			}
			adjust(c, e)
			lost, err := t.event(w, e)
			issues = append(issues, lost...)
			return err
		}
		next, found := source.asGames()
		issues = append(issues, found...)
		return t.games(w, next, source.wide)
	}
	if out == "-" {
		err = write(dataWriter(c.App.Writer))
	} else {
		err = outdir.WriteFile(out, []string{in}, write)
	}
	issues = append(issues, source.issues()...)
	tellIssues(c.App.ErrWriter, issues)
	var bad *convertBad
	switch {
	case errors.As(err, &bad):
		return badInput(bad.err)
	case err != nil:
		return err
	case slices.ContainsFunc(issues, func(i issue.Issue) bool { return i.Severity != issue.Note }):
		return findings()
	}
	return nil
}

// convertBad is trouble with the input's content that is met while writing.
type convertBad struct{ err error }

func (e *convertBad) Error() string { return e.err.Error() }

// convertSource is the input of convert: an event, or a stream of games.
type convertSource struct {
	c      *cli.Context
	name   string
	event  *event.Event
	list   *games.List
	people games.Kind // newcomers or aliases, of which only the number is kept
	count  int
	reader gameReader
	wide   bool // games that know sites and other ratings
	extra  []issue.Issue
	closer []io.Closer
	in     *source.Input
}

// openConvert opens an input of any format. Games are streamed. lists: a rating list is one, and not an event of its
// players.
func openConvert(c *cli.Context, name string, lists bool) (*convertSource, error) {
	in, err := source.Open(c.Context, name, source.Options{Stdin: c.App.Reader, Encoding: c.String("encoding"), Format: sourceFormat(c)})
	if err != nil {
		return nil, openError(err)
	}
	s := &convertSource{c: c, name: name, closer: []io.Closer{in}, in: in}
	if err := s.open(c, lists); err != nil {
		s.close()
		return s, err
	}
	return s, nil
}

func (s *convertSource) open(c *cli.Context, lists bool) error {
	in := s.in
	switch in.Format {
	case source.FormatPGN:
		s.reader, s.wide = pgn.NewReader(in.Reader, s.name, pgn.Options{}), true
		return nil
	case source.FormatNCS:
		return s.openGames(in.Reader)
	case source.FormatCSV, source.FormatXLSX:
	case source.FormatTRF, source.FormatJSON:
		e, issues, err := eventFrom(c, in, s.name)
		s.in, s.event, s.extra = nil, e, issues
		return err
	default:
		if !lists {
			return badInput(fmt.Errorf("%s: a %s file holds neither games nor an event", s.name, in.Format))
		}
		return s.readList(in.Reader)
	}
	// The header tells games from lists and events; it is looked for in the first bytes, and games are streamed.
	head, err := io.ReadAll(io.LimitReader(in.Reader, 1<<20))
	if err != nil {
		return openError(err)
	}
	whole := io.MultiReader(bytes.NewReader(head), in.Reader)
	if in.Format == source.FormatXLSX {
		if head, err = io.ReadAll(whole); err != nil {
			return openError(err)
		}
		whole = bytes.NewReader(head)
	}
	switch kind := tableKind(head, s.name); {
	case kind == games.Games:
		return s.openGames(whole)
	case kind == games.RatingList && lists:
		return s.readList(whole)
	case (kind == games.Newcomers || kind == games.Aliases) && lists:
		return s.readPeople(kind, whole)
	}
	data, err := io.ReadAll(whole)
	if err != nil {
		return openError(err)
	}
	if s.event, s.extra, err = readEventTable(c, data, s.name); err != nil {
		return badInput(err)
	}
	return nil
}

func (s *convertSource) readList(r io.Reader) (err error) {
	if s.list, s.extra, err = games.ReadList(r, s.name, table.Options{}); err != nil {
		return badInput(err)
	}
	return nil
}

// readPeople reads a newcomers or an alias file for what is wrong with it.
func (s *convertSource) readPeople(kind games.Kind, r io.Reader) (err error) {
	s.people = kind
	if kind == games.Newcomers {
		var all []games.Newcomer
		all, s.extra, err = games.ReadNewcomers(r, s.name, table.Options{})
		s.count = len(all)
	} else {
		var all []games.Alias
		all, s.extra, err = games.ReadAliases(r, s.name, table.Options{})
		s.count = len(all)
	}
	if err != nil {
		return badInput(err)
	}
	return nil
}

func (s *convertSource) openGames(r io.Reader) error {
	g, err := games.NewReader(r, s.name, table.Options{KeepBad: true})
	if err != nil {
		return badInput(err)
	}
	s.reader = g
	s.closer = append(s.closer, g)
	return nil
}

func (s *convertSource) close() {
	for _, c := range s.closer {
		_ = c.Close()
	}
	s.closer = nil
}

func (s *convertSource) issues() []issue.Issue {
	out := s.extra
	if s.in != nil {
		out = append(slices.Clone(s.in.Issues()), out...)
	}
	if s.reader != nil {
		out = append(out, s.reader.Issues()...)
	}
	return out
}

func (s *convertSource) asEvent() (*event.Event, []issue.Issue, error) {
	if s.event != nil {
		return s.event, nil, nil
	}
	all, issues, err := collect(s.reader)
	if err != nil {
		return nil, issues, &convertBad{err}
	}
	e, more := event.FromGames(s.name, ofEvent(s.c, all))
	if e.N() == 0 {
		return nil, append(issues, more...), &convertBad{fmt.Errorf("%s: no games with players", s.name)}
	}
	return e, append(issues, more...), nil
}

// asGames gives the games one by one.
func (s *convertSource) asGames() (func(*record.Game) error, []issue.Issue) {
	if s.event == nil {
		return s.reader.Next, nil
	}
	all, byes := s.event.Games()
	var found []issue.Issue
	if byes > 0 {
		found = append(found, issue.New("event-byes", s.name, 0, 0, "%d byes and absences are no games and were left out", byes))
	}
	at := 0
	return func(g *record.Game) error {
		if at == len(all) {
			return io.EOF
		}
		*g = all[at]
		at++
		return nil
	}, found
}

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
			return &convertBad{err}
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
