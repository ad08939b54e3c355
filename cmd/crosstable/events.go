package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

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

// adjust lets the flags override what the file says of the event.
func adjust(c *cli.Context, e *event.Event) {
	if n := c.Int("rounds"); n > 0 {
		e.PlannedRounds = n
	}
}
