package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"crosstable/pipeline/open"
	"crosstable/pipeline/period"
	"crosstable/pipeline/render"
	"crosstable/pipeline/stage"
)

func diffCommand() *cli.Command {
	return &cli.Command{
		Name:      "diff",
		Usage:     "compare two rating lists: who moved, by how much, why",
		ArgsUsage: "OLD NEW",
		Description: `OLD and NEW are lists, or folders that rate wrote. With the ledger beside the new list the changes are
explained by its games; two lists of the same period are explained by what differs between their ledgers;
two replays are compared period by period.`,
		Flags:  append(optionFlags(stage.ReadingOptions(new(open.Options))), jsonFlag()),
		Action: runDiff,
	}
}

func runDiff(c *cli.Context) error {
	if c.NArg() != 2 {
		return usageError("diff needs two lists or folders: diff OLD NEW")
	}
	how := open.Options{Stdin: c.App.Reader}
	if err := setOptions(c, stage.ReadingOptions(&how)); err != nil {
		return err
	}
	diffs, issues, err := period.DiffLists(c.Context, c.Args().Get(0), c.Args().Get(1), how)
	if err != nil {
		return inputError(err)
	}
	tellIssues(c.App.ErrWriter, issues)
	if c.Bool("json") {
		return render.JSON(c.App.Writer, diffs)
	}
	for i := range diffs {
		if i > 0 {
			fmt.Fprintln(c.App.Writer)
		}
		if err := printDiff(c.App.Writer, &diffs[i]); err != nil {
			return err
		}
	}
	return nil
}

func printDiff(w io.Writer, d *period.Diff) error {
	if d.Period != "" {
		fmt.Fprintf(w, "%s: ", d.Period)
	}
	fmt.Fprintf(w, "%s -> %s (%s)\n", d.Old, d.New, d.Basis)
	if len(d.Moves) == 0 {
		fmt.Fprintf(w, "no difference; %s\n", stage.Plural(d.Same, "player"))
	} else {
		t := render.New("id", "name", "old", "new", "change", "games", "why")
		t.Digits(3, 4, 5, 6)
		for _, m := range d.Moves {
			change := ""
			if m.Old.Listed && m.New.Listed {
				change = fmt.Sprintf("%+d", m.Change)
			}
			t.Row(m.ID, m.Name, m.Old.Rating, m.New.Rating, change,
				fmt.Sprintf("%+d", m.New.Games-m.Old.Games), render.Lines(m.Why...))
		}
		fmt.Fprintf(w, "%s\n%s moved, %d not\n", t.Text(), stage.Plural(len(d.Moves), "player"), d.Same)
	}
	for _, r := range d.Remarks {
		fmt.Fprintln(w, r)
	}
	return nil
}
