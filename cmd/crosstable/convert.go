package main

import (
	"errors"
	"io"

	"github.com/urfave/cli/v2"

	"crosstable/pipeline/outdir"
	"crosstable/pipeline/stage"
)

func convertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "write games or an event in another format; every game read is written",
		ArgsUsage: "IN OUT",
		Flags:     stageFlags("convert"),
		Action:    runConvert,
	}
}

func runConvert(c *cli.Context) error {
	if c.NArg() != 2 {
		return usageError("convert needs IN and OUT")
	}
	in, out := c.Args().Get(0), c.Args().Get(1)
	t, err := stage.FindTarget(c.String("to"), out)
	if err != nil {
		return flagError("convert", err)
	}
	if err := c.Set("to", t.Name); err != nil {
		return err
	}
	s, err := setStage(c, "convert", []string{in})
	if err != nil {
		return err
	}
	r, err := stage.Run(c.Context, s, runEnv(c, mostIssues))
	if err != nil {
		return inputError(err)
	}
	write := func(w io.Writer) error { return r.Docs[0].Write(w) }
	if out == "-" {
		err = write(dataWriter(c.App.Writer))
	} else {
		err = outdir.WriteFile(out, []string{in}, write)
	}
	var content *stage.ContentError
	switch {
	case errors.As(err, &content):
		return inputError(err)
	case err != nil: // the disk, or whoever reads the output
		return err
	}
	if r.Findings {
		return findings()
	}
	return nil
}

func validateCommand() *cli.Command {
	return &cli.Command{
		Name:      "validate",
		Usage:     "read files of any kind and print what is wrong with them",
		ArgsUsage: "FILE...",
		Flags:     stageFlags("validate"),
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError("validate needs files")
			}
			return intoDocument(c, "validate")
		},
	}
}

func simulateForecastCommand() *cli.Command {
	return &cli.Command{
		Name:      "forecast",
		Usage:     "play the rest of a running event many times: everybody's chances",
		ArgsUsage: "EVENT",
		Flags:     stageFlags("forecast", &cli.StringFlag{Name: "out", Usage: "folder for forecast.csv and report.html"}, jsonFlag()),
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError("forecast needs one event file")
			}
			s, err := setStage(c, "forecast", c.Args().Slice())
			if err != nil {
				return err
			}
			return intoFolder(c, s, false)
		},
	}
}
