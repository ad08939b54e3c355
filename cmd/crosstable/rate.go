package main

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"crosstable/engine"
	"crosstable/pipeline/open"
	"crosstable/pipeline/period"
	"crosstable/pipeline/stage"
)

func rateCommand() *cli.Command {
	return &cli.Command{
		Name:      "rate",
		Usage:     "rate a period, or replay a folder of quarters",
		ArgsUsage: "[GAMES... | QUARTERS]",
		Description: `One period:
   crosstable rate --list list.csv --games games.csv --period 2015-Q1 --out out
The next one takes --list out/list.csv and --history out/history.csv.

A folder with one folder of games a quarter (2015-Q1, 2015-Q2, ...; newcomers.csv inside) and the first
list.csv is replayed as a whole; a correction is a change of an old file and a replay:
   crosstable rate quarters --out out`,
		Flags:  stageFlags("rate", &cli.StringFlag{Name: "out", Usage: "folder for the results"}, jsonFlag()),
		Action: runRate,
	}
}

func runRate(c *cli.Context) error {
	args := c.Args().Slice()
	if len(args) == 1 && !c.IsSet("period") && !c.IsSet("games") && !c.IsSet("quarters") {
		if st, err := os.Stat(args[0]); err == nil && st.IsDir() { // one folder and no period: quarters
			if err := c.Set("quarters", args[0]); err != nil {
				return err
			}
			args = nil
		}
	}
	s, err := setStage(c, "rate", args)
	if err != nil {
		return err
	}
	return intoFolder(c, s, true)
}

// inputError gives errors of reading their exit code: bad input, unless the system failed.
func inputError(err error) error {
	var e *exit
	var path *fs.PathError
	var no *engine.NoPairing
	var option *open.OptionError
	var own *stage.OptionError
	var usage *stage.UsageError
	switch {
	case errors.As(err, &option), errors.As(err, &own), errors.As(err, &usage):
		return flagError("", err)
	case errors.As(err, &no):
		return err
	case errors.As(err, &e), errors.Is(err, period.ErrAccount):
		return err
	case errors.As(err, &path): // a file that is not there, or a disk that fails
		return &exit{exitFiles, err}
	case errors.Is(err, context.Canceled):
		return err
	}
	return badInput(err)
}
