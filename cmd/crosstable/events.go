package main

import (
	"errors"
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
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
)

// reading is what the flags say of how files are read.
func reading(c *cli.Context) open.Options {
	return open.Options{Stdin: c.App.Reader, From: c.String("from"), Encoding: c.String("encoding"),
		GamesFile: c.String("games"), EventName: c.String("event"), Points: c.String("points")}
}

// readEvent reads a tournament file of any known format; games become a crosstable. Issues are the caller's to
// tell.
func readEvent(c *cli.Context, name string) (*event.Event, []issue.Issue, error) {
	e, issues, err := open.Event(c.Context, name, reading(c))
	if err != nil {
		tellIssues(c.App.ErrWriter, issues)
	}
	return e, issues, openError(err)
}

// openError gives bad content exit code 3 and options that mean nothing 2; trouble with the file itself keeps 5.
func openError(err error) error {
	var bad *source.BadInput
	var undecided *source.UndecidedError
	var option *open.OptionError
	switch {
	case errors.As(err, &option):
		return usageError("--%s: %v", option.Option, option.Err)
	case errors.As(err, &bad) || errors.As(err, &undecided):
		return badInput(err)
	}
	return err
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
		&cli.StringFlag{Name: "from", Usage: "format of the input: trf, csv, json, pgn, xlsx; recognised by content", Action: checkReading},
		&cli.StringFlag{Name: "games", Usage: "table of pairings beside a table of players; else the file of that name beside it (x.players.csv, x.games.csv)"},
		&cli.StringFlag{Name: "event", Usage: "of games of several events, those whose event has this in its name"},
		&cli.StringFlag{Name: "points", Usage: "values of results where a table does not state them: 3:1:0, or 3:1:0:3:2:0 by side, with :bye=1"},
		&cli.StringFlag{Name: "encoding", Usage: "encoding of the input; recognised by content", Action: checkReading},
	}
}

// checkReading reports words of the reading flags that mean nothing, before anything is read.
func checkReading(c *cli.Context, _ string) error {
	o := reading(c)
	return openError(o.Check())
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
