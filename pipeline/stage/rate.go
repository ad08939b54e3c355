package stage

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"crosstable/engine/rating"
	"crosstable/pipeline/office"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/period"
	"crosstable/pipeline/render"
	"crosstable/pipeline/render/ratepage"
	"crosstable/pipeline/words"
)

// Rate rates a period, or replays a folder of quarters, and may give grades and publish in the same step.
type Rate struct {
	opt      period.RateOptions
	period   string
	quarters string
	games    Input
	after    Input
	draws    string
	desk     gradeDesk
	lang     string
}

func newRate() Stage {
	s := &Rate{opt: period.RateOptions{System: "jcca"}, lang: "en"}
	s.opt.Reading.PGNDate, s.opt.Reading.OnConflict = "end", "aside"
	s.desk.init()
	return s
}

// Options is the table of rate.
func (s *Rate) Options() []Option {
	o := &s.opt
	return slices.Concat([]Option{
		{Name: "period", Needed: true, Unless: []string{"quarters"}, Help: "quarter in which the games ended, such as 2015-Q1", Value: Text(&s.period)},
		{Name: "games", Needed: true, Unless: []string{"quarters"}, Help: "games file, folder or glob; CSV, xlsx, PGN, NCS, also .gz and .zst; repeat for several", Arg: true, Flag: true,
			Value: FilesWith(&s.games, companions, "members")},
		{Name: "list", Needed: true, Unless: []string{"after", "quarters"}, Help: "rating list that the period begins with", Value: File(&o.List)},
		{Name: "after", Help: "name of an earlier stage, in place of list, history, lists and book: they go on from there", Value: After(&s.after, "rate")},
		{Name: "history", Help: "history.csv of the period before", Value: File(&o.History)},
		{Name: "newcomers", Help: "players who join: id, name and rating or level", Value: File(&o.Newcomers)},
		{Name: "aliases", Aliases: []string{"alias"}, Help: "other names and ids of players of the list", Value: File(&o.Aliases)},
		{Name: "lists", Help: "folder of earlier lists (2014-Q3.csv, or a replay's folder) for ratings at the start of games", Value: Folder(&o.Lists, period.ListFiles)},
		{Name: "book", Help: "folder of earlier ledgers: games in them are not rated again", Value: Folder(&o.Book, period.BookFiles)},
		{Name: "quarters", Help: "folder of quarters to replay, in place of --games and --period", Value: Folder(&s.quarters, quarterFiles)},
		{Name: "system", Help: "rating system, with options (crosstable list ratings)", Words: namesOf(rating.Systems),
			Value: Text(&o.System, func(n string) error { _, err := rating.New(n); return err })},
		{Name: "draws-in-denominator", Help: "JCCA corrections divide by all games (yes) or by wins and losses (no)", True: "yes", Value: OneOf(&s.draws, "yes", "no")},
		{Name: "duplicates", OldKeys: []string{"all-rows"}, True: "all", Value: Switch(&o.AllRows, "once", "all"),
			Help: "a game that stands twice counts once, or all rows count: once, all"},
		{Name: "withdrawals", True: "rated", Help: "losses by withdrawal or unpaid fee: rated, not-rated", Value: Switch(&o.NoWithdrawals, "rated", "not-rated")},
		{Name: "undated", OldKeys: []string{"undated-aside"}, True: "set-aside", Help: "games without end date: rate, set-aside",
			Value: Switch(&o.UndatedAside, "rate", "set-aside")},
		{Name: "elo-tags", True: "list", Help: "WhiteElo and BlackElo of a PGN: ignore, or list: they are on the list's scale", Value: Switch(&o.EloTags, "ignore", "list")},
		fromOption(&o.Reading, "format of the games: csv, xlsx, pgn, ncs; recognised by content"),
		encodingOption(&o.Reading),
	}, pgnOptions(&o.Reading), tableOptions(&o.Reading), columnOptions(&o.Reading), []Option{
		langOption(&s.lang, "language of report.html and of what is published: en, ja, zh"),
	}, s.desk.options())
}

// quarterFiles lists what a replay reads.
func quarterFiles(base, dir string) ([]string, error) {
	q, err := period.ReadQuarters(base, dir)
	if err != nil {
		return nil, err
	}
	files := q.Files()
	if q.Lists != "" {
		lists, err := period.ListFiles(base, q.Lists)
		if err != nil {
			return nil, err
		}
		files = append(files, lists...)
	}
	return files, nil
}

// StageName is the period.
func (s *Rate) StageName() string {
	if s.quarters != "" {
		return cmp.Or(s.period, "quarters")
	}
	if p, err := period.ParsePeriod(s.period); err == nil {
		return p.String()
	}
	return "rate"
}

// Check implements Stage.
func (s *Rate) Check(set *Setup) (err error) {
	if s.draws != "" {
		s.opt.System += ":draws-in-denominator=" + s.draws
		if _, err := rating.New(s.opt.System); err != nil {
			return &OptionError{"system", err}
		}
	}
	if s.quarters != "" {
		for _, name := range []string{"period", "games", "newcomers", "book", "after"} {
			if set.Given(name) {
				return bad("quarters", "a replay of quarters takes no %s: the quarters' own folders have the games and newcomers, the book is the replay itself", name)
			}
		}
		return nil
	}
	if s.opt.Period, err = period.ParsePeriod(s.period); err != nil {
		return &OptionError{"period", err}
	}
	if len(s.after.From) == 0 {
		return nil
	}
	for _, name := range []string{"list", "history", "lists", "book"} {
		if set.Given(name) {
			return bad(name, "stage %q hands on its own; remove one of the two", s.after.From[0].Name)
		}
	}
	return nil
}

// Rated is what a rated period hands on.
type Rated struct {
	link *period.Link
	desk *office.Grades
}

// Run implements Stage.
func (s *Rate) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.opt.Reading)
	s.desk.start(e, &s.opt.Reading, cmp.Or(s.lang, e.Page.Lang()))
	if s.quarters != "" {
		return s.replay(ctx, e)
	}
	s.opt.Games = e.inputs(s.games)
	before := product[*Rated](e, s.after)
	var prev *period.Link
	if before != nil {
		prev, s.desk.before = before.link, before.desk
	}
	link, err := period.RateAfter(ctx, prev, s.opt)
	if err != nil {
		return nil, err
	}
	res := link.Result
	if err := s.desk.make(ctx, res); err != nil {
		return nil, err
	}
	out := &Result{Rows: res.Account.In, Rated: res.Account.Of(period.KindRated), NotRated: res.Account.Of(period.KindNotRated),
		Aside: res.Account.Of(period.KindAside), Players: len(res.List.Entries), Issues: res.Issues,
		Findings: res.Findings(), Product: &Rated{link, s.desk.before}, JSON: res.Summary()}
	if err := s.write(e, "", res, out); err != nil {
		return nil, err
	}
	out.Print = func(w io.Writer) error {
		if err := printRate(w, e.Dir.Target(), res); err != nil {
			return err
		}
		return s.desk.print(w)
	}
	return out, nil
}

// write writes the files and pages of a period.
func (s *Rate) write(e *Env, prefix string, res *period.RateResult, out *Result) error {
	if err := res.Write(e.Dir, e.Prefix+prefix); err != nil {
		return err
	}
	page := e.Page
	if s.lang != "" {
		page.Languages = []string{s.lang}
	}
	for i, lang := range page.Languages {
		if !page.HTML {
			break
		}
		name := prefix + "report.html"
		if i > 0 {
			name = prefix + "report-" + lang + ".html"
		}
		o := ratepage.Options{Title: page.Title, Lang: lang, Players: page.Players, ListRows: page.ListRows}
		if o.Players == 0 {
			o.Players = pagePlayers(res)
		}
		if err := e.file(name, func(w io.Writer) error { return ratepage.Rate(w, res, o) }); err != nil {
			return err
		}
		out.Pages = append(out.Pages, e.Prefix+name)
	}
	return s.desk.write(e, prefix, res)
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

// replay rates a folder of quarters.
func (s *Rate) replay(ctx context.Context, e *Env) (*Result, error) {
	q, err := period.ReadQuarters(e.Base, s.quarters)
	if err != nil {
		return nil, err
	}
	var sum period.ChainSummary
	out := &Result{JSON: &sum}
	t := render.New("period", "rows in", "rated", "not rated", "set aside", "players", "corrections", "list valid from")
	t.Digits(2, 3, 4, 5, 6, 7)
	err = period.Chain(ctx, q, s.opt, func(res *period.RateResult) error {
		if err := s.desk.make(ctx, res); err != nil {
			return err
		}
		sum.Add(res)
		x := res.Summary()
		t.Row(x.Period, x.Rows.In, x.Rows.Rated, x.Rows.NotRated, x.Rows.SetAside, x.Players.Listed,
			x.Corrections.At12+x.Corrections.At20, x.Valid.From)
		if err := ctx.Err(); err != nil { // interrupted while rating or writing
			return err
		}
		out.Players = x.Players.Listed
		prefix := x.Period + "/"
		if e.Tell != nil {
			e.Tell(res.Issues, prefix+period.IssuesFile)
		}
		return s.write(e, prefix, res, out)
	})
	if err != nil {
		return nil, err
	}
	if err := sum.Write(e.Dir, e.Prefix); err != nil {
		return nil, err
	}
	out.Rows, out.Rated, out.NotRated, out.Aside = sum.Rows.In, sum.Rows.Rated, sum.Rows.NotRated, sum.Rows.SetAside
	out.Findings = sum.Findings()
	out.Print = func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n\nwritten to %s\n", t.Text(), e.Dir.Target())
		if err != nil {
			return err
		}
		return s.desk.print(w)
	}
	return out, nil
}

// printRate is what a committee wants to know at once.
func printRate(w io.Writer, target string, res *period.RateResult) error {
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
		fmt.Fprintf(w, "PGN: %s read, %s seen\n", Plural(games, "game"), Plural(tags, "Result tag"))
	}
	fmt.Fprintf(w, "%s on the list (%d new), %d played; %d established, %d provisional",
		Plural(s.Players.Listed, "player"), s.Players.Newcomers, s.Players.Played, s.Players.Established, s.Players.Provisional)
	if n := s.Corrections.At12 + s.Corrections.At20; n > 0 {
		fmt.Fprintf(w, "; %s (%d at 12 games, %d at 20)", Plural(n, "correction"), s.Corrections.At12, s.Corrections.At20)
	}
	if s.Corrections.Incomplete > 0 {
		fmt.Fprintf(w, "; %d not corrected for want of their history", s.Corrections.Incomplete)
	}
	_, err := fmt.Fprintf(w, "\nwritten to %s\n", target)
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

// Plural writes "1 game", "2 games".
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Thousands writes 12,345.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// langOption is the language of what a stage makes; "" is that of the job's pages.
func langOption(to *string, help string) Option {
	return Option{Name: "lang", Help: help, Value: OneOf(to, words.Languages()...)}
}

// reading completes how a stage reads by where it runs.
func (e *Env) reading(o *open.Options) { o.Base, o.Stdin, o.Made = e.Base, e.Stdin, e.made }
