package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

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

func findTarget(to, out string) (target, error) {
	name := strings.ToLower(to)
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
	t, err := findTarget(c.String("to"), out)
	if err != nil {
		return err
	}
	as := c.String("as")
	if as != "" && as != "games" && as != "event" {
		return usageError("--as is games or event")
	}
	o := reading(c)
	o.KeepBad = true
	held, err := open.Any(c.Context, in, o, false)
	if err != nil {
		tellIssues(c.App.ErrWriter, held.Issues)
		return openError(err)
	}
	defer held.Close()
	asEvent := as == "event" || as == "" && (held.Event != nil || t.games == nil)
	if asEvent && t.event == nil {
		asEvent = false
	}
	if !asEvent && t.games == nil {
		return usageError("%s holds an event, not games", t.name)
	}
	var issues []issue.Issue
	write := func(w io.Writer) error {
		if asEvent {
			e, found, err := held.AsEvent()
			issues = append(issues, found...)
			if err != nil {
				return &convertBad{err}
			}
			adjust(c, e)
			lost, err := t.event(w, e)
			issues = append(issues, lost...)
			return err
		}
		next, wide, found := held.AsGames()
		issues = append(issues, found...)
		return t.games(w, next, wide)
	}
	if out == "-" {
		err = write(dataWriter(c.App.Writer))
	} else {
		err = outdir.WriteFile(out, []string{in}, write)
	}
	issues = append(issues, held.Said()...)
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
