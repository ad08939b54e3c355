package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"crosstable/pipeline/desk/arbiter"
	"crosstable/pipeline/open"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/stage"
)

func pairCommand() *cli.Command {
	return &cli.Command{
		Name:      "pair",
		Usage:     "pair the next round of an event",
		ArgsUsage: "FILE",
		Flags:     stageFlags("pair"),
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError("pair needs one event file")
			}
			return intoDocument(c, "pair")
		},
	}
}

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "pair every round of finished events again and name each difference",
		ArgsUsage: "FILE...",
		Flags:     stageFlags("check"),
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError("check needs event files")
			}
			return intoDocument(c, "check")
		},
	}
}

func regulationsCommand() *cli.Command {
	return &cli.Command{
		Name:      "regulations",
		Usage:     "print all settings of an event as a sheet to announce before round 1, with a hash",
		ArgsUsage: "FILE",
		Description: "With --out the event is written with the settings and their hash in it; pair then takes its flags from there\n" +
			"and warns when a setting has changed. Without --system the sheet shows what the file has announced.",
		Flags: append(optionFlags(stage.RegulationOptions(&arbiter.Settings{Lang: "en"}, new(open.Options))),
			&cli.StringFlag{Name: "out", Usage: "write the event with its regulations to this file (trf, json)"},
			jsonFlag()),
		Action: runRegulations,
	}
}

func runRegulations(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError("regulations needs one event file")
	}
	e := runEnv(c, mostIssues)
	a := arbiter.Settings{Lang: "en", Given: c.IsSet, Note: e.Note, Warn: e.Warn}
	how := open.Options{Stdin: c.App.Reader}
	if err := setOptions(c, stage.RegulationOptions(&a, &how)); err != nil {
		return err
	}
	name := c.Args().First()
	ev, found, err := open.Event(c.Context, name, how)
	tellIssues(c.App.ErrWriter, found)
	if err != nil {
		return inputError(err)
	}
	sheet, changed, err := a.Sheet(ev)
	if err != nil {
		return inputError(err)
	}
	if err := arbiter.WriteRegulations(c.App.Writer, ev, sheet, a.Lang, c.Bool("json")); err != nil {
		return err
	}
	if out := c.String("out"); out != "" {
		t, err := stage.FindTarget("", out)
		if err != nil {
			return flagError("regulations", err)
		}
		if t.Event == nil {
			return usageError("%s: a %s file does not hold an event", out, t.Name)
		}
		if err := a.Enter(ev, sheet, changed); err != nil {
			return inputError(err)
		}
		return outdir.WriteFile(out, []string{name}, func(w io.Writer) error {
			lost, err := t.Event(w, ev)
			tellIssues(c.App.ErrWriter, lost)
			return err
		})
	}
	if changed {
		return findings()
	}
	return nil
}
