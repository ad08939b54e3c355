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
	"crosstable/pipeline/codec/trf"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/source"
)

// eventReader is a row of eventReaders.
type eventReader struct {
	format source.Format
	read   func(r io.Reader, name string) (*event.Event, []issue.Issue, error)
}

// eventReaders: one row per format of event files.
var eventReaders = []eventReader{
	{source.FormatTRF, trf.Read},
}

// readEvent reads a tournament file of any known format. Issues are the caller's to tell.
func readEvent(c *cli.Context, name string) (*event.Event, []issue.Issue, error) {
	in, err := source.Open(c.Context, name, source.Options{Stdin: c.App.Reader, Encoding: c.String("encoding"), Format: source.Format(c.String("from"))})
	if err != nil {
		return nil, nil, badInput(err)
	}
	defer in.Close()
	i := slices.IndexFunc(eventReaders, func(r eventReader) bool { return r.format == in.Format })
	if i < 0 {
		return nil, nil, badInput(fmt.Errorf("%s: a %s file is not an event", name, in.Format))
	}
	e, issues, err := eventReaders[i].read(in.Reader, name)
	issues = append(in.Issues(), issues...)
	if err != nil {
		tellIssues(c.App.ErrWriter, issues)
		return nil, nil, badInput(err)
	}
	return e, issues, nil
}

// tellIssues prints issues for people.
func tellIssues(w io.Writer, issues []issue.Issue) {
	for _, i := range issues {
		fmt.Fprintf(w, "%s: %s\n", i.Severity, i)
	}
}

// inputFlags are the flags of commands that read event files.
func inputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "from", Usage: "format of the input: trf, csv, json, pgn, xlsx; recognised by content"},
		&cli.StringFlag{Name: "encoding", Usage: "encoding of the input; recognised by content"},
	}
}

// pairingFlags are the flags of commands that pair.
func pairingFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "system", Usage: "pairing system, with options: jca, dutch, monrad ... (crosstable list systems)"},
		&cli.StringFlag{Name: "handicap", Usage: "handicap, with options: ab:share=0.5:points=1, baku ... (crosstable list handicaps); else what the file says"},
		&cli.IntFlag{Name: "rounds", Usage: "announced number of rounds; else what the file says"},
		&cli.IntFlag{Name: "baku-group", Usage: "players accelerated in a file with _BAKU, where it was not the first half rounded up to an even number"},
		&cli.Uint64Flag{Name: "seed", Usage: "seed of the event's lots"},
		&cli.StringFlag{Name: "lang", Usage: "language of explanations: en, ja, zh", Value: "en"},
	}
}

// setup is what --system and --handicap ask for.
type setup struct {
	pairer engine.Pairer
	scheme engine.Scheme // nil: what the file says
}

func pairingSetup(c *cli.Context) (setup, error) {
	var s setup
	if c.String("system") == "" {
		return s, usageError("--system is needed: one of %s", strings.Join(rowNames(pairing.Systems), ", "))
	}
	var err error
	if s.pairer, err = pairing.New(c.String("system")); err != nil {
		return s, usageError("--system: %v", err)
	}
	if h := c.String("handicap"); h != "" {
		if s.scheme, err = handicap.New(h); err != nil {
			return s, usageError("--handicap: %v", err)
		}
	}
	if !slices.Contains([]string{"en", "ja", "zh"}, c.String("lang")) {
		return s, usageError("--lang is one of en, ja, zh")
	}
	return s, nil
}

// adjust lets the flags override what the file says of the event.
func adjust(c *cli.Context, e *event.Event) {
	if n := c.Int("rounds"); n > 0 {
		e.PlannedRounds = n
	}
	e.BakuGroup = c.Int("baku-group")
}

// rowNames lists a table's names.
func rowNames[T method.Row](rows []T) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.MethodInfo().Name)
	}
	return out
}
