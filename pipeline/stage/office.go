package stage

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"

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

// officeResult writes the issues and what the office made.
func officeResult(e *Env, r *Result, summary office.Summary, write func(dir *outdir.Dir, prefix string) error) (*Result, error) {
	if e.Dir != nil {
		if err := write(e.Dir, e.Prefix); err != nil {
			return nil, err
		}
	}
	if err := writeIssues(e, r.Issues); err != nil {
		return nil, err
	}
	r.Print = func(w io.Writer) error {
		if err := printSummary(w, summary); err != nil || e.Dir == nil {
			return err
		}
		_, err := fmt.Fprintf(w, "written to %s\n", e.Dir.Target())
		return err
	}
	return r, nil
}

func writeIssues(e *Env, issues []issue.Issue) error {
	return e.file(period.IssuesFile, func(w io.Writer) error { return period.WriteIssues(w, issues) })
}

// printSummary prints what the office made.
func printSummary(w io.Writer, s office.Summary) error {
	for _, line := range s.Lines {
		fmt.Fprintln(w, line)
	}
	if len(s.Rows) == 0 {
		return nil
	}
	t := render.New(s.Header...)
	for _, r := range s.Rows {
		t.Row(r...)
	}
	_, err := fmt.Fprintf(w, "\n%s\n", t.Text())
	return err
}

// gradeDesk gives grades and publishes, period after period: with rate itself.
type gradeDesk struct {
	gradeSettings
	grade, publish bool
	title          string
	language       office.Language
	before         *office.Grades
}

// gradeSettings are the options that the stages rate and grade share.
type gradeSettings struct {
	office.GradeOptions
	additional string
}

func (g *gradeSettings) init() { g.additional = "floor" }

func (g *gradeSettings) options() []Option {
	return []Option{
		{Name: "grades", Help: "grades.csv of the period before; without it the grades start with this period", Value: File(&g.Before)},
		{Name: "titles", Help: "titles: id, title, date; the complete record", Value: File(&g.Titles)},
		{Name: "participants", Help: "participants of events: event, id, rating; else all who have a game in it", Value: File(&g.Participants)},
		{Name: "additional", Help: "additional points R^3/10,000,000: floor, or tenth for one decimal", Value: OneOf(&g.additional, "floor", "tenth")},
		{Name: "loss-points", True: "all", Help: "losses by withdrawal or unpaid fee earn points too (all) or not (played)", Value: Switch(&g.NoLossPoints, "all", "played")},
	}
}

// read completes the options for a run.
func (g *gradeSettings) read(o *open.Options) {
	if g.additional == "tenth" {
		g.Rounding = grade.RoundTenth
	}
	g.Reading = *o
}

func (d *gradeDesk) options() []Option {
	out := []Option{{Name: "grade", Help: "also give grades (段級位): grades.csv, promotions.csv, grade-ledger.csv", Value: Flag(&d.grade)}}
	return append(append(out, d.gradeSettings.options()...),
		Option{Name: "publish", Help: "also write newsletter.txt, report.xlsx and, with grades, certificates.html", Value: Flag(&d.publish)},
		Option{Name: "title", Help: "heading of what is published", Value: Text(&d.title)})
}

func (d *gradeDesk) start(e *Env, o *open.Options, lang string) {
	d.read(o)
	d.grade = d.grade || d.Before != "" || d.Titles != "" || d.Participants != ""
	d.language = office.Language(lang)
	d.title = cmp.Or(d.title, e.Page.Title)
}

// make gives the grades of a rated period and adds their issues to its own.
func (d *gradeDesk) make(ctx context.Context, res *period.RateResult) error {
	if !d.grade {
		return nil
	}
	g, err := office.MakeGrades(ctx, res, d.before, d.GradeOptions)
	if err != nil {
		return err
	}
	d.before = g
	res.Issues = append(res.Issues, g.Issues...)
	return nil
}

// write writes what make made, and what is published.
func (d *gradeDesk) write(e *Env, prefix string, res *period.RateResult) error {
	if d.grade {
		if err := d.before.Write(e.Dir, e.Prefix+prefix); err != nil {
			return err
		}
	}
	if !d.publish {
		return nil
	}
	p := &office.Publication{Rate: res, Grades: d.before, Language: d.language, Title: d.title}
	return p.Write(e.Dir, e.Prefix+prefix)
}

// print says who rose.
func (d *gradeDesk) print(w io.Writer) error {
	if !d.grade {
		return nil
	}
	fmt.Fprintln(w)
	return printSummary(w, d.before.Summary(d.language))
}

// Grade gives grades after a rated period of the same job.
type Grade struct {
	gradeSettings
	reading     open.Options
	rate, after Input
	publish     bool
	lang        string
}

func newGrade() Stage {
	s := &Grade{publish: true}
	s.init()
	return s
}

// Options is the table of grade.
func (s *Grade) Options() []Option {
	head := []Option{
		{Name: "rate", Needed: true, Help: "name of the earlier rate stage", Value: After(&s.rate, "rate")},
		{Name: "after", Help: "name of an earlier grade stage, in place of grades: it goes on from there", Value: After(&s.after, "grade")},
	}
	return append(append(head, s.gradeSettings.options()...),
		Option{Name: "publish", Help: "write newsletter.txt, report.xlsx and certificates.html; default true", Value: Flag(&s.publish)},
		encodingOption(&s.reading),
		langOption(&s.lang, "language of what is published; default the first of the pages"))
}

// StageName names the stage after the rated period.
func (s *Grade) StageName() string {
	if len(s.rate.From) == 0 {
		return "grades"
	}
	return "grades " + s.rate.From[0].Name
}

// Check implements Stage.
func (s *Grade) Check(*Setup) error {
	if len(s.after.From) > 0 && s.Before != "" {
		return bad("grades", "stage %q hands on its own; remove one of the two", s.after.From[0].Name)
	}
	return nil
}

// Run implements Stage.
func (s *Grade) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.reading)
	s.read(&s.reading)
	rated := product[*Rated](e, s.rate).link.Result
	g, err := office.MakeGrades(ctx, rated, product[*office.Grades](e, s.after), s.GradeOptions)
	if err != nil {
		return nil, err
	}
	lang := office.Language(cmp.Or(s.lang, e.Page.Lang()))
	r := &Result{Issues: g.Issues, Rows: len(g.Games), Players: len(g.Rows), Product: g}
	return officeResult(e, r, g.Summary(lang), func(dir *outdir.Dir, prefix string) error {
		if err := g.Write(dir, prefix); err != nil || !s.publish {
			return err
		}
		p := &office.Publication{Rate: rated, Grades: g, Language: lang, Title: e.Page.Title}
		return p.Write(dir, prefix)
	})
}

// Prize counts games for the annual prize.
type Prize struct {
	opt     office.PrizeOptions
	reading open.Options
	year    string
	games   Input
	lang    string
}

func newPrize() Stage { return &Prize{lang: "en"} }

// Options is the table of prize.
func (s *Prize) Options() []Option {
	return []Option{
		{Name: "year", Needed: true, Help: "business year: 2014 is 1 April 2014 to 31 March 2015", Value: Text(&s.year, func(t string) error {
			if y, err := strconv.Atoi(t); err != nil || y < 1900 || y > 2200 {
				return fmt.Errorf("%q is no year", t)
			}
			return nil
		})},
		{Name: "games", Needed: true, Arg: true, Help: "games, finished and running", Value: FilesWith(&s.games, companions)},
		{Name: "list", Needed: true, Help: "rating list that knows the players", Value: File(&s.opt.List)},
		{Name: "aliases", Help: "other names and ids of players", Value: File(&s.opt.Aliases)},
		encodingOption(&s.reading),
		langOption(&s.lang, "language of what is printed: en, ja, zh; the files keep their headers"),
	}
}

// StageName names the stage after the year.
func (s *Prize) StageName() string { return "prize " + s.year }

// Check implements Stage.
func (s *Prize) Check(*Setup) (err error) {
	s.opt.Year, err = strconv.Atoi(s.year)
	return err
}

// Run implements Stage.
func (s *Prize) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.reading)
	s.opt.Games, s.opt.Reading = e.inputs(s.games), s.reading
	p, err := office.MakePrize(ctx, s.opt)
	if err != nil {
		return nil, err
	}
	lang := office.Language(cmp.Or(s.lang, e.Page.Lang()))
	r := &Result{Issues: p.Issues, Rows: p.Counted, Players: len(p.Winners), HandsOn: []string{office.PrizePawnFile}}
	return officeResult(e, r, p.Summary(lang), p.Write)
}

// Members keeps fees and pawn, and says which games unpaid members lose.
type Members struct {
	opt     office.MemberOptions
	reading open.Options
	games   Input
	pawn    Input
	day     string
	lang    string
}

func newMembers() Stage { return &Members{lang: "en"} }

// Options is the table of members.
func (s *Members) Options() []Option {
	return []Option{
		{Name: "members", Needed: true, Arg: true, Help: "members: id, name, kind, birth, joined, paid_until, pawn", Value: File(&s.opt.Members)},
		{Name: "date", Needed: true, Help: "the day of the office, such as 2016-04-30", Value: Parsed(&s.opt.Today, s.wholeDay)},
		{Name: "pawn", Help: "moves of pawn: date, id, move (bought, won, credited, spent, forfeited), amount, yen, note; a prize stage is the prizes won",
			Value: Files(&s.pawn, "prize")},
		{Name: "payments", Help: "yearly fees paid: date, id, years, yen, pawn, note; they extend paid_until", Value: File(&s.opt.Payments)},
		{Name: "entry-fee", Help: "an entry fee in yen: entry-fees.csv says what each member pays, juniors and special members half", Value: Int(&s.opt.EntryFee, 0, 1_000_000)},
		{Name: "since", Help: "members who joined from this day on get the credit of their first year", Value: Parsed(&s.opt.Since, wholeDay)},
		{Name: "games", Help: "running national games; repeat for several", Value: FilesWith(&s.games, companions)},
		encodingOption(&s.reading),
		langOption(&s.lang, "language of what is printed: en, ja, zh; the files keep their headers"),
	}
}

func (s *Members) wholeDay(text string) (record.Date, error) {
	s.day = text
	return wholeDay(text)
}

func wholeDay(text string) (record.Date, error) {
	d, err := date.Parse(text)
	if err != nil || !d.Full() {
		return d, fmt.Errorf("%q is no day; write 2016-04-30", text)
	}
	return d, nil
}

// StageName names the stage after the day.
func (s *Members) StageName() string { return "members " + s.day }

// Check implements Stage.
func (s *Members) Check(*Setup) error { return nil }

// Run implements Stage.
func (s *Members) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.reading)
	s.opt.Games, s.opt.Pawn, s.opt.Reading = e.inputs(s.games), e.inputs(s.pawn), s.reading
	m, err := office.MakeMembers(ctx, s.opt)
	if err != nil {
		return nil, err
	}
	lang := office.Language(cmp.Or(s.lang, e.Page.Lang()))
	r := &Result{Issues: m.Issues, Rows: len(m.Moves), Players: len(m.Members), HandsOn: []string{office.LossesFile}}
	return officeResult(e, r, m.Summary(lang), m.Write)
}
