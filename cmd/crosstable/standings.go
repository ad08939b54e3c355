package main

import (
	"context"
	"io"

	"github.com/urfave/cli/v2"

	"crosstable/pipeline/outdir"
	"crosstable/pipeline/stage"
)

func standingsCommand() *cli.Command {
	return &cli.Command{
		Name:      "standings",
		Usage:     "ranking, crosstable, prizes and qualifiers of an event, with every tie-break explained",
		ArgsUsage: "FILE",
		Flags:     stageFlags("standings", &cli.StringFlag{Name: "out", Usage: "file to write; else standard output"}, jsonFlag()),
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError("standings needs one FILE")
			}
			if c.Bool("json") {
				if err := c.Set("format", "json"); err != nil {
					return err
				}
			}
			return intoDocument(c, "standings")
		},
	}
}

// intoDocument runs a stage whose one document goes to --out, a file, or to standard output.
func intoDocument(c *cli.Context, kind string) error {
	s, err := setStage(c, kind, c.Args().Slice())
	if err != nil {
		return err
	}
	out := c.String("out")
	if out == "-" {
		out = ""
	}
	r, err := stage.Run(c.Context, s, runEnv(c, mostIssues))
	if err != nil {
		return inputError(err)
	}
	if len(r.Docs) != 1 {
		return usageError("%s: one --format at a time; a job writes several", c.Command.Name)
	}
	doc := r.Docs[0]
	write := func(w io.Writer) error { return doc.Write(w) }
	switch {
	case out != "":
		inputs, err := s.Reads("")
		if err != nil {
			return inputError(err)
		}
		err = outdir.WriteFile(out, inputs, write)
		if err != nil {
			return err
		}
	case doc.Binary && isTerminal(c.App.Writer):
		return usageError("this format needs --out FILE on a terminal")
	default:
		if err := write(dataWriter(c.App.Writer)); err != nil {
			return err
		}
	}
	if doc.Further != nil {
		w := c.App.Writer
		if doc.Apart {
			w = c.App.ErrWriter // the document alone stays on stdout
		}
		if err := doc.Further(w); err != nil {
			return err
		}
	}
	switch {
	case r.Failed != nil:
		return exitLike(r.Failed)
	case r.Findings:
		return findings()
	}
	return nil
}

// exitLike ends with the exit code of an error that has been told.
func exitLike(err error) error {
	return &exit{exitCode(context.Background(), inputError(err), io.Discard), nil}
}

// mostIssues is how many issues of one file are told: all.
const mostIssues = 1 << 30
