package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine/grade"
	"crosstable/pipeline/date"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/office"
	"crosstable/pipeline/open"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/period"
	"crosstable/pipeline/record"
	"crosstable/pipeline/render"
)

// gradeFlags let `rate` give grades and publish.
func gradeFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "grade", Usage: "also give grades (段級位): grades.csv, promotions.csv, grade-ledger.csv"},
		&cli.StringFlag{Name: "grades", Usage: "grades.csv of the period before; without it the grades start with this period"},
		&cli.StringFlag{Name: "titles", Usage: "titles: id, title, date; the complete record"},
		&cli.StringFlag{Name: "participants", Usage: "participants of events: event, id, rating; else all who have a game in it"},
		&cli.StringFlag{Name: "additional", Value: "floor", Usage: "additional points R^3/10,000,000: floor, or tenth for one decimal"},
		&cli.StringFlag{Name: "loss-points", Value: "all", Usage: "losses by withdrawal or unpaid fee earn points too (all) or not (played)"},
		&cli.BoolFlag{Name: "publish", Usage: "also write newsletter.txt, report.xlsx and, with grades, certificates.html"},
		&cli.StringFlag{Name: "title", Usage: "heading of what is published"},
	}
}

// desk gives grades and publishes, period after period.
type desk struct {
	grade, publish bool
	options        office.GradeOptions
	language       office.Language
	title          string
	before         *office.Grades
}

func newDesk(c *cli.Context, o period.RateOptions) (*desk, error) {
	d := &desk{grade: c.Bool("grade") || c.String("grades") != "" || c.String("titles") != "" || c.String("participants") != "", publish: c.Bool("publish"), title: c.String("title")}
	d.options = office.GradeOptions{Before: c.String("grades"), Titles: c.String("titles"), Participants: c.String("participants"),
		Reading: open.Options{Encoding: o.Reading.Encoding}}
	n, err := oneOf(c, "additional", "floor", "tenth")
	if err != nil {
		return nil, err
	}
	d.options.Rounding = grade.Rounding(n)
	if n, err = oneOf(c, "loss-points", "all", "played"); err != nil {
		return nil, err
	}
	d.options.NoLossPoints = n == 1
	d.language, _ = office.ParseLanguage(c.String("lang"))
	return d, nil
}

// inputs are the files the desk reads.
func (d *desk) inputs() []string {
	var in []string
	for _, f := range []string{d.options.Before, d.options.Titles, d.options.Participants} {
		if f != "" {
			in = append(in, f)
		}
	}
	return in
}

// make gives the grades of a rated period and adds their issues to its own.
func (d *desk) make(ctx context.Context, res *period.RateResult) error {
	if !d.grade {
		return nil
	}
	g, err := office.MakeGrades(ctx, res, d.before, d.options)
	if err != nil {
		return err
	}
	d.before = g
	res.Issues = append(res.Issues, g.Issues...)
	return nil
}

// write writes what make made, and what is published.
func (d *desk) write(dir *outdir.Dir, prefix string, res *period.RateResult) error {
	if d.grade {
		if err := d.before.Write(dir, prefix); err != nil {
			return err
		}
	}
	if !d.publish {
		return nil
	}
	p := &office.Publication{Rate: res, Grades: d.before, Language: d.language, Title: d.title}
	return p.Write(dir, prefix)
}

// tell says who rose.
func (d *desk) tell(c *cli.Context) {
	if !d.grade || c.Bool("json") {
		return
	}
	fmt.Fprintln(c.App.Writer)
	tellSummary(c, d.before.Summary(d.language))
}

// tellSummary prints what the office made.
func tellSummary(c *cli.Context, s office.Summary) {
	for _, line := range s.Lines {
		fmt.Fprintln(c.App.Writer, line)
	}
	if len(s.Rows) == 0 {
		return
	}
	t := render.New(s.Header...)
	for _, r := range s.Rows {
		t.Row(r...)
	}
	fmt.Fprintf(c.App.Writer, "\n%s\n", t.Text())
}

// langFlag is the language of what a command of the office prints.
func langFlag() cli.Flag {
	return &cli.StringFlag{Name: "lang", Value: "en", Usage: "language of what is printed: en, ja, zh; the files keep their headers"}
}

func language(c *cli.Context) (office.Language, error) {
	_, err := oneOf(c, "lang", "en", "ja", "zh")
	l, _ := office.ParseLanguage(c.String("lang"))
	return l, err
}

func prizeCommand() *cli.Command {
	return &cli.Command{
		Name:      "prize",
		Usage:     "annual prize for most games (年間最多対局賞), by mode: postal, email, web",
		ArgsUsage: "GAMES...",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "year", Usage: "business year: 2014 is 1 April 2014 to 31 March 2015"},
			&cli.StringFlag{Name: "list", Usage: "rating list that knows the players"},
			&cli.StringFlag{Name: "aliases", Usage: "other names and ids of players"},
			&cli.StringFlag{Name: "encoding", Usage: "encoding of the files; recognised by content"},
			langFlag(),
			&cli.StringFlag{Name: "out", Usage: "folder for prize.csv and issues.csv"},
		},
		Action: func(c *cli.Context) error {
			switch {
			case c.NArg() == 0:
				return usageError("prize needs games files")
			case c.Int("year") < 1900 || c.Int("year") > 2200:
				return usageError("prize needs --year, such as 2014 for April 2014 to March 2015")
			case c.String("list") == "":
				return usageError("prize needs --list, the rating list that knows the players")
			}
			lang, err := language(c)
			if err != nil {
				return err
			}
			files, err := open.Names(c.Args().Slice(), open.Options{})
			if err != nil {
				return inputError(err)
			}
			p, err := office.MakePrize(c.Context, office.PrizeOptions{Year: c.Int("year"), List: c.String("list"), Games: files, Aliases: c.String("aliases"),
				Reading: open.Options{Stdin: c.App.Reader, Encoding: c.String("encoding")}})
			if err != nil {
				return inputError(err)
			}
			tellSummary(c, p.Summary(lang))
			return officeResult(c, p.Issues, append(files, c.String("list")), func(d *outdir.Dir) error { return p.Write(d, "") })
		},
	}
}

func membersCommand() *cli.Command {
	return &cli.Command{
		Name:      "members",
		Usage:     "fees paid and due, the pawn ledger, entry fees, and the games that unpaid members lose at the end of April",
		ArgsUsage: "MEMBERS.csv",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "date", Usage: "the day of the office, such as 2016-04-30"},
			&cli.StringFlag{Name: "pawn", Usage: "moves of pawn: date, id, move (bought, won, credited, spent, forfeited), amount, yen, note"},
			&cli.StringFlag{Name: "payments", Usage: "yearly fees paid: date, id, years, yen, pawn, note; they extend paid_until"},
			&cli.IntFlag{Name: "entry-fee", Usage: "an entry fee in yen: entry-fees.csv says what each member pays, juniors and special members half"},
			&cli.StringFlag{Name: "since", Usage: "members who joined from this day on get the credit of their first year"},
			&cli.GenericFlag{Name: "games", Value: &repeated{}, Usage: "running national games; repeat for several"},
			&cli.StringFlag{Name: "encoding", Usage: "encoding of the files; recognised by content"},
			langFlag(),
			&cli.StringFlag{Name: "out", Usage: "folder for members.csv, pawn-ledger.csv, fees.csv, payments.csv, losses.csv, entry-fees.csv, issues.csv"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError("members needs one members file")
			}
			lang, err := language(c)
			if err != nil {
				return err
			}
			if fee := c.Int("entry-fee"); fee < 0 || fee > 1_000_000 {
				return usageError("--entry-fee %d is no fee in yen", fee)
			}
			opt := office.MemberOptions{Members: c.Args().First(), Pawn: c.String("pawn"), Payments: c.String("payments"), EntryFee: c.Int("entry-fee"), Reading: open.Options{Stdin: c.App.Reader, Encoding: c.String("encoding")}}
			if opt.Today, err = dayFlag(c, "date", true); err != nil {
				return err
			}
			if opt.Since, err = dayFlag(c, "since", false); err != nil {
				return err
			}
			if named := c.Generic("games").(*repeated).values; len(named) > 0 {
				if opt.Games, err = open.Names(named, open.Options{}); err != nil {
					return inputError(err)
				}
			}
			m, err := office.MakeMembers(c.Context, opt)
			if err != nil {
				return inputError(err)
			}
			tellSummary(c, m.Summary(lang))
			inputs := append([]string{opt.Members}, opt.Games...)
			for _, f := range []string{opt.Pawn, opt.Payments} {
				if f != "" {
					inputs = append(inputs, f)
				}
			}
			return officeResult(c, m.Issues, inputs, func(d *outdir.Dir) error { return m.Write(d, "") })
		},
	}
}

// dayFlag reads a flag that is a whole date.
func dayFlag(c *cli.Context, name string, needed bool) (record.Date, error) {
	v := c.String(name)
	if v == "" {
		if needed {
			return record.Date{}, usageError("%s needs --%s, such as 2016-04-30", c.Command.Name, name)
		}
		return record.Date{}, nil
	}
	d, err := date.Parse(v)
	if err != nil || !d.Full() {
		return d, usageError("--%s %q is no day; write 2016-04-30", name, v)
	}
	return d, nil
}

// officeResult tells the issues, writes the files if --out is given, and ends with 1 if rows were set aside.
func officeResult(c *cli.Context, issues []issue.Issue, inputs []string, write func(*outdir.Dir) error) error {
	out := c.String("out")
	if out != "" {
		d, err := outdir.Begin(out, inputs...)
		if err != nil {
			return err
		}
		defer d.Abort()
		if err := write(d); err != nil {
			return err
		}
		if err := d.Write(period.IssuesFile, func(w io.Writer) error { return period.WriteIssues(w, issues) }); err != nil {
			return err
		}
		if err := d.Commit(); err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "written to %s\n", out)
	}
	tellSome(c.App.ErrWriter, issues, 20, strings.TrimPrefix(out+"/"+period.IssuesFile, "/"))
	for _, i := range issues {
		if i.Severity == issue.SetAside {
			return findings()
		}
	}
	return nil
}
