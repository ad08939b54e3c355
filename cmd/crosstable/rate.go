package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine/rating"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/period"
	"crosstable/pipeline/render"
	"crosstable/pipeline/render/ratepage"
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
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "system", Value: "jcca", Usage: "rating system, with options (crosstable list ratings)"},
			&cli.StringFlag{Name: "list", Usage: "rating list that the period begins with"},
			&cli.GenericFlag{Name: "games", Value: &repeated{}, Usage: "games file, folder or glob; CSV, xlsx, PGN, NCS, also .gz and .zst; repeat for several"},
			&cli.StringFlag{Name: "period", Usage: "quarter in which the games ended, such as 2015-Q1"},
			&cli.StringFlag{Name: "quarters", Usage: "folder of quarters to replay, in place of --games and --period"},
			&cli.StringFlag{Name: "history", Usage: "history.csv of the period before"},
			&cli.StringFlag{Name: "lists", Usage: "folder of earlier lists (2014-Q3.csv, or a replay's folder) for ratings at the start of games"},
			&cli.StringFlag{Name: "book", Usage: "folder of earlier ledgers: games in them are not rated again"},
			&cli.StringFlag{Name: "newcomers", Usage: "players who join: id, name and rating or level"},
			&cli.StringFlag{Name: "aliases", Aliases: []string{"alias"}, Usage: "other names and ids of players of the list"},
			&cli.StringFlag{Name: "out", Usage: "folder for the results"},
			&cli.StringFlag{Name: "draws-in-denominator", Usage: "JCCA corrections divide by all games (yes) or by wins and losses (no)"},
			&cli.StringFlag{Name: "duplicates", Value: "once", Usage: "a game that stands twice counts once, or all rows count: once, all"},
			&cli.StringFlag{Name: "withdrawals", Value: "rated", Usage: "losses by withdrawal or unpaid fee: rated, not-rated"},
			&cli.StringFlag{Name: "undated", Value: "rate", Usage: "games without end date: rate, set-aside"},
			&cli.StringFlag{Name: "pgn-date", Value: "end", Usage: "a PGN's only date is the end (and start) or the start of the game: end, start"},
			&cli.StringFlag{Name: "elo-tags", Value: "ignore", Usage: "WhiteElo and BlackElo of a PGN: ignore, or list: they are on the list's scale"},
			&cli.StringFlag{Name: "on-conflict", Value: "aside", Usage: "a PGN's Result tag and terminator disagree: aside, tag, terminator"},
			&cli.BoolFlag{Name: "check-moves", Usage: "replay the moves of PGN games and report what is wrong"},
			&cli.StringFlag{Name: "from", Usage: "format of the games: csv, xlsx, pgn, ncs; recognised by content"},
			&cli.StringFlag{Name: "encoding", Usage: "encoding of the files; recognised by content"},
			&cli.StringFlag{Name: "separator", Usage: "separator of CSV files: comma, semicolon, tab, bar; found by content"},
			&cli.StringFlag{Name: "sheet", Usage: "sheet of xlsx games files"},
			&cli.StringFlag{Name: "date-order", Usage: "how 03/04/2015 is meant: day-first, month-first"},
			&cli.StringFlag{Name: "locale", Usage: "what 1,234 and 1.234 mean: point (1,234.5), comma (1.234,5); such numbers are refused otherwise"},
			&cli.GenericFlag{Name: "column", Value: &repeated{}, Usage: "COLUMN=HEADER: which header of games files stands for a column; repeat for several"},
			&cli.GenericFlag{Name: "list-column", Value: &repeated{}, Usage: "COLUMN=HEADER for rating lists, such as rating=RRtng"},
			&cli.StringFlag{Name: "lang", Value: "en", Usage: "language of report.html and of what is published: en, ja, zh"},
			jsonFlag(),
		}, gradeFlags()...),
		Action: runRate,
	}
}

// oneOf reads a flag whose value is one of some words.
func oneOf(c *cli.Context, flag string, words ...string) (int, error) {
	v := c.String(flag)
	if i := slices.Index(words, v); i >= 0 {
		return i, nil
	}
	return 0, usageError("--%s %q: one of %s", flag, v, strings.Join(words, ", "))
}

// rateOptions reads the flags that are the same for one period and for a replay.
func rateOptions(c *cli.Context) (o period.RateOptions, err error) {
	o = period.RateOptions{System: c.String("system"), List: c.String("list"), History: c.String("history"), Lists: c.String("lists"),
		Book: c.String("book"), Newcomers: c.String("newcomers"), Aliases: c.String("aliases")}
	if d := c.String("draws-in-denominator"); d != "" {
		o.System += ":draws-in-denominator=" + d
	}
	if _, err := rating.New(o.System); err != nil {
		return o, usageError("--system: %v", err)
	}
	for _, f := range []struct {
		flag         string
		usual, other string
		set          *bool
	}{
		{"duplicates", "once", "all", &o.AllRows},
		{"withdrawals", "rated", "not-rated", &o.NoWithdrawals},
		{"undated", "rate", "set-aside", &o.UndatedAside},
		{"elo-tags", "ignore", "list", &o.EloTags},
	} {
		n, err := oneOf(c, f.flag, f.usual, f.other)
		if err != nil {
			return o, err
		}
		*f.set = n == 1
	}
	o.Reading = open.Options{Stdin: c.App.Reader, From: c.String("from"), Encoding: c.String("encoding"), Separator: c.String("separator"),
		Sheet: c.String("sheet"), DateOrder: c.String("date-order"), Locale: c.String("locale"),
		PGNDate: c.String("pgn-date"), OnConflict: c.String("on-conflict"), CheckMoves: c.Bool("check-moves")}
	if o.Reading.Columns, err = columnFlag(c, "column"); err != nil {
		return o, err
	}
	if o.Reading.ListColumns, err = columnFlag(c, "list-column"); err != nil {
		return o, err
	}
	if err := o.Reading.Check(); err != nil {
		return o, openError(err)
	}
	if _, err := oneOf(c, "lang", "en", "ja", "zh"); err != nil {
		return o, err
	}
	if c.String("out") == "" {
		return o, usageError("rate needs --out, the folder for the results")
	}
	return o, nil
}

// columnFlag reads COLUMN=HEADER flags.
func columnFlag(c *cli.Context, flag string) (map[string]string, error) {
	out := map[string]string{}
	for _, v := range c.Generic(flag).(*repeated).values {
		column, header, ok := strings.Cut(v, "=")
		if !ok || header == "" {
			return nil, usageError("--%s %q: COLUMN=HEADER was expected, such as rating=RRtng", flag, v)
		}
		out[column] = header
	}
	return out, nil
}

func runRate(c *cli.Context) error {
	o, err := rateOptions(c)
	if err != nil {
		return err
	}
	d, err := newDesk(c, o)
	if err != nil {
		return err
	}
	named := append(slices.Clone(c.Generic("games").(*repeated).values), c.Args().Slice()...)
	quarters := c.String("quarters")
	if quarters == "" && c.String("period") == "" && len(named) == 1 {
		if st, err := os.Stat(named[0]); err == nil && st.IsDir() {
			quarters, named = named[0], nil
		}
	}
	if quarters != "" {
		if c.String("period") != "" || len(named) > 0 {
			return usageError("a replay of quarters takes neither --period nor --games; the quarters' own folders have the games")
		}
		if o.Newcomers != "" || o.Book != "" {
			return usageError("a replay of quarters takes neither --newcomers nor --book: newcomers.csv stands in the quarter's folder, the book is the replay itself")
		}
		return runChain(c, quarters, o, d)
	}
	switch {
	case o.List == "":
		return usageError("rate needs --list, the rating list that the period begins with")
	case len(named) == 0:
		return usageError("rate needs --games")
	case c.String("period") == "":
		return usageError("rate needs --period, such as 2015-Q1")
	}
	if o.Period, err = period.ParsePeriod(c.String("period")); err != nil {
		return usageError("--period: %v", err)
	}
	if o.Games, err = open.Names(named, o.Reading); err != nil {
		return inputError(err)
	}
	dir, err := outdir.Begin(c.String("out"), append(rateInputs(o), d.inputs()...)...)
	if err != nil {
		return err
	}
	defer dir.Abort()
	res, err := period.Rate(c.Context, o)
	if err != nil {
		return inputError(err)
	}
	if err := d.make(c.Context, res); err != nil {
		return inputError(err)
	}
	if err := writeRate(dir, "", res, c.String("lang")); err != nil {
		return err
	}
	if err := d.write(dir, "", res); err != nil {
		return err
	}
	if err := c.Context.Err(); err != nil { // interrupted while rating or writing
		return err
	}
	if err := dir.Commit(); err != nil {
		return err
	}
	err = tellRate(c, dir, res)
	d.tell(c)
	return err
}

// rateInputs lists the files of a period, so that none is replaced.
func rateInputs(o period.RateOptions) []string {
	in := slices.Clone(o.Games)
	for _, f := range []string{o.List, o.History, o.Newcomers, o.Aliases} {
		if f != "" {
			in = append(in, f)
		}
	}
	return in
}

// writeRate writes a period's files and its page.
func writeRate(dir *outdir.Dir, prefix string, res *period.RateResult, lang string) error {
	if err := res.Write(dir, prefix); err != nil {
		return err
	}
	return dir.Write(prefix+"report.html", func(w io.Writer) error {
		return ratepage.Rate(w, res, ratepage.Options{Lang: lang, Players: pagePlayers(res)})
	})
}

// pagePlayers is how many players' parts a page can hold: each has the games of one player, and beyond
// some tens of thousands of lines a browser no longer opens the page at once.
func pagePlayers(res *period.RateResult) int {
	const lines = 30_000
	sides := 2 * len(res.Rated)
	if sides <= lines {
		return 0 // the page's own limit
	}
	played := 0
	for p := range res.Rating.Players {
		if res.Rating.Players[p].Played > 0 {
			played++
		}
	}
	return min(ratepage.DefaultPlayers, max(50, played*lines/sides))
}

// inputError gives errors of reading their exit code: bad input, unless the system failed.
func inputError(err error) error {
	var e *exit
	var path *fs.PathError
	switch {
	case errors.As(err, &e), errors.Is(err, period.ErrAccount):
		return err
	case errors.As(err, &path): // a file that is not there, or a disk that fails
		return &exit{exitFiles, err}
	case errors.Is(err, context.Canceled):
		return err
	}
	return badInput(err)
}

func tellRate(c *cli.Context, dir *outdir.Dir, res *period.RateResult) error {
	shown := 20
	if c.Bool("json") {
		if err := render.JSON(c.App.Writer, res.Summary()); err != nil {
			return err
		}
	} else if err := printRate(c.App.Writer, dir, res); err != nil {
		return err
	}
	tellSome(c.App.ErrWriter, res.Issues, shown, dir.Target()+"/"+period.IssuesFile)
	if res.Account.Of(period.KindAside) > 0 {
		return findings()
	}
	return nil
}

// tellSome prints issues, the worst first, and says where the rest is.
func tellSome(w io.Writer, issues []issue.Issue, most int, file string) {
	worst := slices.Clone(issues)
	slices.SortStableFunc(worst, func(a, b issue.Issue) int { return int(b.Severity) - int(a.Severity) })
	tellIssues(w, worst[:min(most, len(worst))])
	if n := len(worst) - most; n > 0 {
		fmt.Fprintf(w, "and %d more in %s\n", n, file)
	}
}

// printRate is what a committee wants to know at once.
func printRate(w io.Writer, dir *outdir.Dir, res *period.RateResult) error {
	s := res.Summary()
	fmt.Fprintf(w, "%s, %s: games ended %s to %s, list valid %s to %s\n\n", s.Period, s.System, s.Games.From, s.Games.To, s.Valid.From, s.Valid.To)
	t := render.New("rows", "", "").Digits(2)
	for _, row := range accountRows(&res.Account) {
		t.Row(row...)
	}
	fmt.Fprintf(w, "%s\n\n", t.Text())
	games, tags := 0, 0
	for _, f := range s.Files {
		if f.Format == string(source.FormatPGN) {
			games, tags = games+f.Rows.In, tags+f.Tags
		}
	}
	if games > 0 {
		fmt.Fprintf(w, "PGN: %s read, %s seen\n", plural(games, "game"), plural(tags, "Result tag"))
	}
	fmt.Fprintf(w, "%s on the list (%d new), %d played; %d established, %d provisional",
		plural(s.Players.Listed, "player"), s.Players.Newcomers, s.Players.Played, s.Players.Established, s.Players.Provisional)
	if n := s.Corrections.At12 + s.Corrections.At20; n > 0 {
		fmt.Fprintf(w, "; %s (%d at 12 games, %d at 20)", plural(n, "correction"), s.Corrections.At12, s.Corrections.At20)
	}
	if s.Corrections.Incomplete > 0 {
		fmt.Fprintf(w, "; %d not corrected for want of their history", s.Corrections.Incomplete)
	}
	_, err := fmt.Fprintf(w, "\nwritten to %s\n", dir.Target())
	return err
}

// accountRows are the account as lines of a table.
func accountRows(a *period.Account) [][]any {
	c := a.Counts()
	rows := [][]any{{"in", c.In, ""}}
	for _, k := range []struct {
		kind period.Kind
		name string
		n    int
	}{{period.KindRated, "rated", c.Rated}, {period.KindNotRated, "not rated", c.NotRated}, {period.KindAside, "set aside", c.SetAside}} {
		rows = append(rows, []any{k.name, k.n, ""})
		for f := period.Fate(0); f < period.NumFates; f++ {
			if n := a.ByFate[f]; n > 0 && f.Kind() == k.kind && (k.kind != period.KindRated || n != k.n) {
				rows = append(rows, []any{"  " + f.String(), n, f.Text()})
			}
		}
	}
	return rows
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func runChain(c *cli.Context, name string, o period.RateOptions, d *desk) error {
	q, err := period.ReadQuarters(name)
	if err != nil {
		return inputError(err)
	}
	inputs := d.inputs()
	for _, f := range []string{o.List, o.History, o.Aliases, q.List, q.History, q.Aliases} {
		if f != "" {
			inputs = append(inputs, f)
		}
	}
	for _, quarter := range q.Quarters {
		inputs = append(inputs, quarter.Games...)
		if quarter.Newcomers != "" {
			inputs = append(inputs, quarter.Newcomers)
		}
	}
	dir, err := outdir.Begin(c.String("out"), inputs...)
	if err != nil {
		return err
	}
	defer dir.Abort()
	var sum period.ChainSummary
	t := render.New("period", "rows in", "rated", "not rated", "set aside", "players", "corrections", "list valid from")
	t.Digits(2, 3, 4, 5, 6, 7)
	err = period.Chain(c.Context, q, o, func(res *period.RateResult) error {
		if err := d.make(c.Context, res); err != nil {
			return err
		}
		sum.Add(res)
		s := res.Summary()
		t.Row(s.Period, s.Rows.In, s.Rows.Rated, s.Rows.NotRated, s.Rows.SetAside, s.Players.Listed,
			s.Corrections.At12+s.Corrections.At20, s.Valid.From)
		if err := c.Context.Err(); err != nil { // interrupted while rating or writing
			return err
		}
		prefix := s.Period + "/"
		tellSome(c.App.ErrWriter, res.Issues, 5, dir.Target()+"/"+prefix+period.IssuesFile)
		if err := writeRate(dir, prefix, res, c.String("lang")); err != nil {
			return err
		}
		return d.write(dir, prefix, res)
	})
	if err != nil {
		return inputError(err)
	}
	if err := sum.Write(dir); err != nil {
		return err
	}
	if err := dir.Commit(); err != nil {
		return err
	}
	if c.Bool("json") {
		if err := render.JSON(c.App.Writer, &sum); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(c.App.Writer, "%s\n\nwritten to %s\n", t.Text(), dir.Target())
	}
	if sum.Rows.SetAside > 0 {
		return findings()
	}
	return nil
}
