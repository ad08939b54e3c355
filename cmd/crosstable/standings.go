package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine/standing"
	"crosstable/pipeline/desk/standings"
	"crosstable/pipeline/outdir"
)

func standingsCommand() *cli.Command {
	return &cli.Command{
		Name:      "standings",
		Usage:     "ranking, crosstable, prizes and qualifiers of an event, with every tie-break explained",
		ArgsUsage: "FILE",
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "tiebreaks", Usage: "order of tie-breaks: BH/C1,BH,SB or a list's name: shizuoka2016, xiangqi2007 ... (crosstable list tiebreaks, list orders); none: shared places"},
			&cli.IntFlag{Name: "edition", Usage: "edition of FIDE C.07: 2024 or 2026", Value: 2026},
			&cli.IntFlag{Name: "cap-rounds", Usage: "rounds in the cap of C.07 16.4.2; else the rounds played"},
			&cli.IntFlag{Name: "after-round", Usage: "the standing as it was after this round"},
			&cli.StringFlag{Name: "round-robin", Usage: "yes, no, or auto: by the schedule", Value: "auto"},
			&cli.IntFlag{Name: "rounds", Usage: "announced number of rounds; else what the file says"},
			&cli.StringFlag{Name: "format", Usage: "one of " + strings.Join(standings.FormatNames(), ", "), Value: "table"},
			&cli.StringFlag{Name: "out", Usage: "file to write; else standard output"},
			&cli.BoolFlag{Name: "crosstable", Usage: "add the crosstable (星取表)"},
			&cli.BoolFlag{Name: "fill", Usage: "add the filled crosstable: who did not meet is decided by place (JCA 8.3)"},
			&cli.BoolFlag{Name: "fill-repeat", Usage: "fill again by the new order until it is stable"},
			&cli.StringFlag{Name: "prizes", Usage: "prizes, best first: 30000,20000,10000; tied places are pooled and divided"},
			&cli.StringFlag{Name: "prize-ties", Usage: "who shares prizes: places (tied after all tie-breaks) or points", Value: "places"},
			&cli.StringFlag{Name: "prize-split", Usage: "pool (the prizes of all places taken together) or rank (one prize for each group of the tied)", Value: "pool"},
			&cli.StringFlag{Name: "qualify", Usage: "seats that go on: 1/8 (one for 8 participants) or a number"},
			&cli.IntFlag{Name: "teams", Usage: "add a ranking of teams: the best N of each count"},
			&cli.StringFlag{Name: "team-by", Usage: "ranks (sum of the members' ranks, fewer first) or points", Value: "ranks"},
			&cli.StringFlag{Name: "team-of", Usage: "club or fed; else clubs if the file has them"},
			&cli.GenericFlag{Name: "explain", Value: &repeated{}, Usage: "work out the tie-breaks of a player, by number or name (repeat for several)"},
			&cli.StringFlag{Name: "lang", Usage: "language of the tables: " + strings.Join(standings.Languages, ", "), Value: "en"},
			&cli.StringFlag{Name: "fouls", Usage: "fouls by start number, for xiangqi lists: 14=1,3=2"},
			&cli.Uint64Flag{Name: "seed", Usage: "seed of lots"},
			jsonFlag(),
		}, inputFlags()...),
		Action: runStandings,
	}
}

func runStandings(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError("standings needs one FILE")
	}
	o := standings.Options{
		TieBreaks: c.String("tiebreaks"), Edition: c.Int("edition"), CapRounds: c.Int("cap-rounds"), AfterRound: c.Int("after-round"),
		RoundRobin: c.String("round-robin"), Seed: c.Uint64("seed"), Lang: c.String("lang"),
		Crosstable: c.Bool("crosstable"), Fill: c.Bool("fill") || c.Bool("fill-repeat"), Iterate: c.Bool("fill-repeat"),
		Prizes: c.String("prizes"), Quota: c.String("qualify"), Fouls: c.String("fouls"),
		Teams: c.Int("teams"), TeamOf: c.String("team-of"), Explain: words(c, "explain"),
	}
	if c.IsSet("after-round") && o.AfterRound < 1 {
		return usageError("--after-round counts from 1")
	}
	if !slices.Contains(standings.Languages, o.Lang) {
		return usageError("--lang is one of %s", strings.Join(standings.Languages, ", "))
	}
	switch c.String("prize-ties") {
	case "places":
	case "points":
		o.ByPoints = true
	default:
		return usageError("--prize-ties is places or points")
	}
	switch c.String("prize-split") {
	case "pool":
	case "rank":
		o.Split = standing.ByRank
	default:
		return usageError("--prize-split is pool or rank")
	}
	switch c.String("team-by") {
	case "ranks":
	case "points":
		o.TeamBy = standing.ByScores
	default:
		return usageError("--team-by is ranks or points")
	}
	if c.IsSet("teams") && o.Teams < 1 {
		return usageError("--teams is the number of members that count")
	}
	name := c.String("format")
	if c.Bool("json") {
		name = "json"
	}
	i := slices.IndexFunc(standings.Formats, func(f standings.Format) bool { return f.Name == name })
	if i < 0 {
		return usageError("--format %q%s", name, didYouMean(name, standings.FormatNames()))
	}
	format := standings.Formats[i]
	out := c.String("out")
	if out == "-" {
		out = ""
	}
	if format.Binary && out == "" && isTerminal(c.App.Writer) {
		return usageError("--format %s needs --out FILE on a terminal", name)
	}
	if err := o.CheckUsage(); err != nil {
		return usageError("%v", err)
	}
	e, issues, err := readEvent(c, c.Args().First())
	if err != nil {
		return err
	}
	tellIssues(c.App.ErrWriter, issues)
	adjust(c, e)
	r, err := standings.Build(e, o)
	if err != nil {
		return badInput(err)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(c.App.ErrWriter, "note: %s\n", n)
	}
	write := func(w io.Writer) error { return format.Write(w, r) }
	if out == "" {
		return write(dataWriter(c.App.Writer))
	}
	return outdir.WriteFile(out, []string{c.Args().First()}, write)
}
