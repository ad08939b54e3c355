package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine/handicap"
	"crosstable/engine/method"
	"crosstable/engine/pairing"
	"crosstable/engine/rating"
	"crosstable/engine/tiebreak"
	"crosstable/pipeline/render"
	"crosstable/pipeline/stage"
	"crosstable/sim/model"
	"crosstable/sim/study"
)

// methodTables is what `crosstable list` can print: one row per table of methods.
var methodTables = []struct {
	name string
	rows func() []method.Info
}{
	{"systems", func() []method.Info { return infos(pairing.Systems) }},
	{"handicaps", func() []method.Info { return infos(handicap.Schemes) }},
	{"models", func() []method.Info { return infos(model.Models) }},
	{"strengths", func() []method.Info { return infos(model.Laws) }},
	{"metrics", study.MetricInfos},
	{"tiebreaks", func() []method.Info { return infos(tiebreak.Methods) }},
	{"orders", orders},
	{"ratings", func() []method.Info { return infos(rating.Systems) }},
	{"formats", stage.FormatInfos},
}

func infos[T method.Row](table []T) []method.Info {
	out := make([]method.Info, len(table))
	for i, row := range table {
		out[i] = row.MethodInfo()
	}
	return out
}

// orders are the named lists of tie-breaks, each with its list.
func orders() []method.Info {
	out := infos(tiebreak.Orders)
	for i := range out {
		out[i].Summary = tiebreak.Orders[i].List + ": " + out[i].Summary
	}
	return out
}

func listCommand() *cli.Command {
	var names []string
	for _, t := range methodTables {
		names = append(names, t.name)
	}
	return &cli.Command{
		Name:      "list",
		Usage:     "print a table of methods: " + strings.Join(names, ", "),
		ArgsUsage: "TABLE",
		Flags:     []cli.Flag{jsonFlag()},
		BashComplete: func(c *cli.Context) {
			for _, n := range names {
				fmt.Fprintln(c.App.Writer, n)
			}
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError("list needs one of: %s", strings.Join(names, ", "))
			}
			for _, t := range methodTables {
				if t.name != c.Args().First() {
					continue
				}
				rows := t.rows()
				if c.Bool("json") {
					return render.JSON(c.App.Writer, rows)
				}
				return printMethods(c.App.Writer, rows)
			}
			return usageError("no table %q%s", c.Args().First(), didYouMean(c.Args().First(), names))
		},
	}
}
