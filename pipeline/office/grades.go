package office

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/engine/grade"
	"crosstable/engine/rating"
	"crosstable/pipeline/identity"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/period"
	"crosstable/pipeline/record"
)

// Names of the files of the grades.
const (
	GradesFile      = "grades.csv"
	GradeLedgerFile = "grade-ledger.csv"
	PromotionsFile  = "promotions.csv"
)

// GradeOptions say what a quarter's grades are made from, beside the rated period. "" is none.
type GradeOptions struct {
	Before       string // grades.csv of the quarter before; without it the system starts with this quarter
	Titles       string // titles.csv: id, title, date; the complete record
	Participants string // participants.csv: event, id, rating; where all who have a game in an event are not all
	Rounding     grade.Rounding
	// NoLossPoints: losses by withdrawal or an unpaid fee earn nothing.
	NoLossPoints bool
	Reading      open.Options
}

// GradeRow is a player's grade after the quarter.
type GradeRow struct {
	ID, Name string
	Account  grade.Account
	Before   int          // grade before the quarter
	Earned   grade.Tenths // of this quarter
	Titled   grade.Tenths // of this quarter
	Added    bool         // the additional points were given in this quarter
	Promoted string       // the period of the latest promotion, "2015-Q1"; "" never
	OnList   bool         // stands on the rating list
	Line     int
}

// Rose reports a promotion in this quarter.
func (g *GradeRow) Rose() bool { return g.Account.Grade > g.Before }

// EventCategory is a tournament as the grades see it.
type EventCategory struct {
	Name         string
	Start        record.Date
	Participants int
	Average      int
	Category     int
	Counts       bool // started since January 2007
	first        int  // index into RateResult.Rows of its first game
}

// GradeGame is one player's side of a game that earned points.
type GradeGame struct {
	Row    int32 // index into RateResult.Rows
	Player int32 // index into Grades.Rows
	Event  int   // index into Grades.Events
	Score  grade.Score
	Points grade.Tenths
}

// Grades is the result of a quarter.
type Grades struct {
	Period period.Period
	Rows   []GradeRow // list order, then players who are not on the list any more
	Events []EventCategory
	Games  []GradeGame
	Issues []issue.Issue
	rate   *period.RateResult
}

var (
	gradeSchema = table.NewSchema("grades", nil,
		table.Column{Name: "id", Needed: true, Aliases: []string{"member no", "会員番号", "会员编号"}},
		table.Column{Name: "name", Aliases: []string{"氏名", "姓名"}},
		table.Column{Name: "additional", Aliases: []string{"付加", "付加点", "附加分"}},
		table.Column{Name: "title", Aliases: []string{"称号", "称号点", "称号分"}},
		table.Column{Name: "earned", Aliases: []string{"獲得", "獲得点", "获得分"}},
		table.Column{Name: "points", Aliases: []string{"合計", "総点", "总分"}},
		table.Column{Name: "grade", Needed: true, Aliases: []string{"段級位", "段位", "级位"}},
		table.Column{Name: "promoted", Aliases: []string{"昇段", "昇級", "升级"}})
	titleSchema = table.NewSchema("titles", nil,
		table.Column{Name: "id", Needed: true, Aliases: []string{"member no", "会員番号", "会员编号"}},
		table.Column{Name: "title", Needed: true, Aliases: []string{"称号"}},
		table.Column{Name: "date", Needed: true, Aliases: []string{"日付", "取得日", "日期"}})
	participantSchema = table.NewSchema("participants", nil,
		table.Column{Name: "event", Needed: true, Aliases: []string{"tournament", "大会", "大会名", "赛事"}},
		table.Column{Name: "id", Needed: true, Aliases: []string{"member no", "会員番号", "会员编号"}},
		table.Column{Name: "rating", Aliases: []string{"レイティング", "等级分"}})
)

type gradeCells struct {
	ID         table.ID   `csv:"id"`
	Name       table.Text `csv:"name"`
	Additional string     `csv:"additional"`
	Title      string     `csv:"title"`
	Earned     string     `csv:"earned"`
	Points     string     `csv:"points"`
	Grade      string     `csv:"grade"`
	Promoted   string     `csv:"promoted"`
}

type titleCells struct {
	ID    table.ID   `csv:"id"`
	Title table.Text `csv:"title"`
	Date  string     `csv:"date"`
}

type participantCells struct {
	Event  table.Text `csv:"event"`
	ID     table.ID   `csv:"id"`
	Rating table.Int  `csv:"rating"`
}

// earliest is the first start of a tournament that counts (JCCA: tournaments started since January 2007).
var earliest = record.Date{Year: 2007, Month: 1, Day: 1}

// MakeGrades gives the grades after a rated period. before is the result of the quarter before when it is at hand (a
// chain); otherwise GradeOptions.Before is read.
func MakeGrades(ctx context.Context, rate *period.RateResult, before *Grades, opt GradeOptions) (*Grades, error) {
	g := &Grades{Period: rate.Period, rate: rate}
	m := &gradeMaker{Grades: g, opt: &opt, byID: map[string]int32{}, start: before == nil && opt.Before == ""}
	for i := range rate.List.Entries {
		e := &rate.List.Entries[i]
		m.byID[gradeKey(e.ID, e.Name)] = int32(len(g.Rows))
		g.Rows = append(g.Rows, GradeRow{ID: e.ID, Name: e.Name, OnList: true})
	}
	switch {
	case before != nil:
		for i := range before.Rows {
			b := &before.Rows[i]
			m.carry(GradeRow{ID: b.ID, Name: b.Name, Account: b.Account, Promoted: b.Promoted})
		}
	case opt.Before != "":
		if err := m.readBefore(ctx); err != nil {
			return nil, err
		}
	}
	for i := range g.Rows {
		g.Rows[i].Before = g.Rows[i].Account.Grade
	}
	if err := m.titles(ctx); err != nil {
		return nil, err
	}
	if err := m.events(ctx); err != nil {
		return nil, err
	}
	m.earn()
	m.additional()
	for i := range g.Rows {
		r := &g.Rows[i]
		if _, up := r.Account.Promote(); up {
			r.Promoted = g.Period.String()
		}
	}
	return g, m.verify()
}

type gradeMaker struct {
	*Grades
	opt   *GradeOptions
	byID  map[string]int32
	start bool // the system starts with this quarter
	// by event name
	event map[string]int
	given map[string]map[string]int32 // participants.csv: event -> id -> rating, 0 not given
}

// gradeKey names a player from quarter to quarter: by id, or by name in a list without ids.
func gradeKey(id, name string) string {
	if id != "" {
		return id
	}
	return "\x00" + identity.Fold(name)
}

// carry takes over a player's points of before.
func (m *gradeMaker) carry(r GradeRow) {
	key := gradeKey(r.ID, r.Name)
	i, ok := m.byID[key]
	if !ok {
		i = int32(len(m.Rows))
		m.byID[key] = i
		m.Rows = append(m.Rows, GradeRow{ID: r.ID, Name: r.Name})
	}
	row := &m.Rows[i]
	row.Account, row.Promoted, row.Line = r.Account, r.Promoted, r.Line
}

// mostPoints is more than anybody can earn; a slip of the keyboard is not.
const mostPoints = 10_000_000

// mostRating bounds what can be a rating.
const mostRating = 5000

// tenths reads "337", "337.5" or nothing.
func tenths(text string) (grade.Tenths, bool) {
	if text == "" {
		return 0, true
	}
	whole, frac, hasFrac := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole, 10, 40)
	if err != nil || n < 0 || n > mostPoints || hasFrac && (len(frac) != 1 || frac[0] < '0' || frac[0] > '9') {
		return 0, false
	}
	t := grade.Tenths(n * 10)
	if hasFrac {
		t += grade.Tenths(frac[0] - '0')
	}
	return t, true
}

func (m *gradeMaker) readBefore(ctx context.Context) error {
	seen := map[string]int{}
	issues, err := readTable(ctx, m.opt.Before, gradeSchema, m.opt.Reading, func(t *table.Reader, c *gradeCells) error {
		id := string(c.ID)
		row := GradeRow{ID: id, Name: string(c.Name), Promoted: c.Promoted, Line: t.Line()}
		key := gradeKey(id, row.Name)
		if line, twice := seen[key]; twice || id == "" && row.Name == "" {
			t.Bad(gradeSchema.Index("id"), "grade-id", "id %q is missing or stands on line %d already", id, line)
			return nil
		}
		a := &row.Account
		var sum grade.Tenths
		for _, f := range []struct {
			column, text string
			to           *grade.Tenths
		}{{"additional", c.Additional, &a.Additional}, {"title", c.Title, &a.Title}, {"earned", c.Earned,
			&a.Earned}, {"points", c.Points, &sum}} {
			v, ok := tenths(f.text)
			if !ok {
				t.Bad(gradeSchema.Index(f.column), "grade-points", "%q are no points", f.text)
				return nil
			}
			*f.to = v
		}
		a.HasAdded = c.Additional != ""
		if c.Points != "" && sum != a.Points() {
			t.Warn(gradeSchema.Index("points"), "grade-sum",
				"%s points are written, the parts add up to %s; the parts are used", sum, a.Points())
		}
		if c.Grade != "" {
			k, ok := findGrade(c.Grade)
			if !ok {
				t.Bad(gradeSchema.Index("grade"), "grade-name", "%q is no grade", c.Grade)
				return nil
			}
			a.Grade = k
		}
		seen[key] = row.Line
		m.carry(row)
		return nil
	})
	m.Issues = append(m.Issues, issues...)
	return err
}

// titles adds the points of titles won in the period; at the start of the system, of all won so far.
func (m *gradeMaker) titles(ctx context.Context) error {
	if m.opt.Titles == "" {
		return nil
	}
	first, last := m.Period.First(), m.Period.Last()
	type won struct {
		player int32
		title  int
	}
	once := map[won]int{}
	older := make([]grade.Tenths, len(m.Rows))
	issues, err := readTable(ctx, m.opt.Titles, titleSchema, m.opt.Reading, func(t *table.Reader, c *titleCells) error {
		p, ok := m.byID[string(c.ID)]
		if !ok {
			t.Bad(titleSchema.Index("id"), "grade-title-holder", "nobody with id %q is on the list or has points", string(c.ID))
			return nil
		}
		k := slices.IndexFunc(grade.Titles, func(x grade.Title) bool {
			return table.Key(x.Name) == table.Key(string(c.Title)) || slices.ContainsFunc(x.Words,
				func(w string) bool { return table.Key(w) == table.Key(string(c.Title)) })
		})
		if k < 0 {
			t.Bad(titleSchema.Index("title"), "grade-title", "%q is no title that gives points", string(c.Title))
			return nil
		}
		d, ok := day(t, titleSchema.Index("date"), c.Date, false)
		if !ok {
			return nil
		}
		if k > 0 { // each ICCF title counts once; every championship counts
			if line, twice := once[won{p, k}]; twice {
				t.Bad(titleSchema.Index("title"), "grade-title-twice", "%s has this title on line %d already", m.Rows[p].ID, line)
				return nil
			}
			once[won{p, k}] = t.Line()
		}
		points := grade.Tenths(grade.Titles[k].Points) * 10
		switch {
		case d.Compare(last) > 0:
		case d.Compare(first) >= 0 || m.start:
			m.Rows[p].Titled += points
			m.Rows[p].Account.Title += points
		default:
			older[p] += points
		}
		return nil
	})
	m.Issues = append(m.Issues, issues...)
	if !m.start {
		for p := range m.Rows {
			if r := &m.Rows[p]; older[p] != r.Account.Title-r.Titled {
				m.Issues = append(m.Issues, issue.New("grade-title-older", m.opt.Titles, 0, 0,
					"%s %s has %s title points from before, the titles before %s give %s", r.ID, r.Name, r.Account.Title-r.Titled,
					first, older[p]))
			}
		}
	}
	return err
}

// events finds the tournaments of the period, their participants and averages.
func (m *gradeMaker) events(ctx context.Context) error {
	m.event = map[string]int{}
	m.given = map[string]map[string]int32{}
	if m.opt.Participants != "" {
		if err := m.participants(ctx); err != nil {
			return err
		}
	}
	ratings := m.firstRatings()
	m.tellAbsent()
	for k := range m.Events {
		e := &m.Events[k]
		var all []int
		unrated := 0
		for _, r := range m.ratingsOf(e, ratings[e.Name]) {
			if r > 0 {
				all = append(all, int(r))
			} else {
				unrated++
			}
		}
		m.categorise(e, all, unrated)
	}
	return nil
}

// participants reads participants.csv.
func (m *gradeMaker) participants(ctx context.Context) error {
	issues, err := readTable(ctx, m.opt.Participants, participantSchema, m.opt.Reading, func(t *table.Reader,
		c *participantCells) error {
		name, id := string(c.Event), string(c.ID)
		if name == "" || id == "" {
			t.Bad(participantSchema.Index("event"), "cell-missing", "an event and an id are needed")
			return nil
		}
		if c.Rating.Set && (c.Rating.N <= 0 || c.Rating.N > mostRating) {
			t.Bad(participantSchema.Index("rating"), "grade-participant", "%d is no rating", c.Rating.N)
			return nil
		}
		if _, twice := m.given[name][id]; twice {
			t.Bad(participantSchema.Index("id"), "grade-participant", "%s takes part in %s already", id, name)
			return nil
		}
		if m.given[name] == nil {
			m.given[name] = map[string]int32{}
		}
		m.given[name][id] = c.Rating.N
		return nil
	})
	m.Issues = append(m.Issues, issues...)
	return err
}

// entrant is a player's rating at his first game in an event.
type entrant struct {
	rating int32
	on     record.Date
}

// firstRatings collects the events, and for each the ratings of its players.
func (m *gradeMaker) firstRatings() map[string]map[int32]entrant {
	ratings := map[string]map[int32]entrant{}
	for i := range m.rate.Rows {
		row := &m.rate.Rows[i]
		if row.Event == "" || row.White < 0 || row.Black < 0 || row.White == row.Black || row.Fate == period.AsideDuplicate {
			continue
		}
		k, ok := m.event[row.Event]
		if !ok {
			k = len(m.Events)
			m.event[row.Event] = k
			m.Events = append(m.Events, EventCategory{Name: row.Event, first: i})
			ratings[row.Event] = map[int32]entrant{}
		}
		e := &m.Events[k]
		if !row.Start.IsZero() && (e.Start.IsZero() || row.Start.Compare(e.Start) < 0) {
			e.Start = row.Start
		}
		for _, s := range [2]struct{ player, rating int32 }{{row.White, row.WhiteRating}, {row.Black, row.BlackRating}} {
			old, known := ratings[row.Event][s.player]
			if !known || s.rating > 0 && (old.rating <= 0 || !row.Start.IsZero() && (old.on.IsZero() ||
				row.Start.Compare(old.on) < 0)) {
				ratings[row.Event][s.player] = entrant{s.rating, row.Start}
			}
		}
	}
	return ratings
}

// tellAbsent tells of events that have participants and no game.
func (m *gradeMaker) tellAbsent() {
	var absent []string
	for name := range m.given {
		if _, ok := m.event[name]; !ok {
			absent = append(absent, name)
		}
	}
	if len(absent) > 0 {
		m.Issues = append(m.Issues, issue.New("grade-participant-event", m.opt.Participants, 0, 0,
			"%d events have participants and no game in this quarter; the first by name is %s", len(absent), slices.Min(absent)))
	}
}

// ratingsOf gives the ratings of an event's participants, 0 for none: those given, else of all who have a game; who
// has none there has that of the list before the quarter.
func (m *gradeMaker) ratingsOf(e *EventCategory, first map[int32]entrant) []int32 {
	var out []int32
	given := m.given[e.Name]
	if given == nil {
		for _, p := range sortedPlayers(first) {
			r := first[p].rating
			if r <= 0 {
				r = m.rate.Before.Entries[p].Rating
			}
			out = append(out, r)
		}
		return out
	}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		r := given[id]
		if p, ok := m.byID[id]; ok && r <= 0 {
			if r = first[p].rating; r <= 0 && int(p) < len(m.rate.Before.Entries) {
				r = m.rate.Before.Entries[p].Rating
			}
		}
		out = append(out, r)
	}
	return out
}

// categorise gives an event its average and category.
func (m *gradeMaker) categorise(e *EventCategory, all []int, unrated int) {
	e.Participants = len(all) + unrated
	average, ok := grade.Average(all)
	if !ok {
		m.Issues = append(m.Issues, m.at("grade-average", e.first,
			"%s: none of its %d participants has a rating, so it has no category", e.Name, e.Participants))
		return
	}
	if unrated > 0 {
		m.Issues = append(m.Issues, m.at("grade-unrated", e.first,
			"%s: %d of %d participants have no rating and are left out of its average %d", e.Name, unrated, e.Participants,
			average))
	}
	e.Average, e.Category = average, grade.Category(average)
	if e.Start.IsZero() {
		m.Issues = append(m.Issues, m.at("grade-start", e.first,
			"%s: no game has a start date; taken as started since 2007", e.Name))
	}
	e.Counts = e.Start.IsZero() || e.Start.Compare(earliest) >= 0
}

// at is an issue with the place of a row.
func (m *gradeMaker) at(code string, row int, format string, args ...any) issue.Issue {
	r := &m.rate.Rows[row]
	return issue.New(code, m.rate.Files[r.File].Name, int(r.Line), 0, format, args...)
}

func sortedPlayers[V any](m map[int32]V) []int32 {
	out := make([]int32, 0, len(m))
	for p := range m {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// earn gives the points of the period's rated games.
func (m *gradeMaker) earn() {
	noEvent, first := 0, 0
	for _, i := range m.rate.Rated {
		row := &m.rate.Rows[i]
		if row.Event == "" {
			if noEvent++; noEvent == 1 {
				first = int(i)
			}
			continue
		}
		k := m.event[row.Event]
		e := &m.Events[k]
		if e.Category == 0 || !e.Counts {
			continue
		}
		white := score(row.Result)
		for side, p := range [2]int32{row.White, row.Black} {
			s := white
			if side == 1 {
				s = grade.Win - white
			}
			if s == grade.Loss && m.opt.NoLossPoints && (row.Reason == "withdrawal" || row.Reason == "fee") {
				continue
			}
			points := grade.Earned(e.Category, s)
			m.Games = append(m.Games, GradeGame{i, p, k, s, points})
			m.Rows[p].Earned += points
			m.Rows[p].Account.Earned += points
		}
	}
	if noEvent > 0 {
		m.Issues = append(m.Issues, m.at("grade-no-event", first,
			"%d rated games name no event and earn no grade points; this is the first", noEvent))
	}
}

// score of White.
func score(r engine.Result) grade.Score {
	white, _ := r.Outcomes()
	switch white {
	case engine.Win, engine.ShortWin, engine.ForfeitWin:
		return grade.Win
	case engine.Drawn, engine.ShortDrawn:
		return grade.Draw
	}
	return grade.Loss
}

// additional gives R^3/10,000,000 once: at the start of the system for the rating established then, later when a
// rating becomes established.
func (m *gradeMaker) additional() {
	for p := range m.rate.List.Entries {
		r := &m.Rows[p]
		if r.Account.HasAdded {
			continue
		}
		points := int32(0)
		if before := &m.rate.Rating.Players[p].Before; m.start && before.Status == rating.Established {
			points = before.Rating
		} else if e := &m.rate.List.Entries[p]; e.Status == games.Established && e.Rated {
			points = e.Rating
		}
		if points > 0 {
			r.Account.Additional, r.Account.HasAdded, r.Added = grade.Additional(int(points), m.opt.Rounding), true, true
		}
	}
}

// verify counts the points of the ledger again.
func (m *gradeMaker) verify() error {
	sum := make([]grade.Tenths, len(m.Rows))
	for _, g := range m.Games {
		sum[g.Player] += g.Points
	}
	for p := range m.Rows {
		if sum[p] != m.Rows[p].Earned || m.Rows[p].Account.Grade < m.Rows[p].Before {
			return fmt.Errorf("the grades of %s do not add up; please report this", m.Rows[p].ID)
		}
	}
	return nil
}

// Promotions lists the rows that rose, the highest grade first, then by points.
func (g *Grades) Promotions() []*GradeRow {
	var out []*GradeRow
	for i := range g.Rows {
		if g.Rows[i].Rose() {
			out = append(out, &g.Rows[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *GradeRow) int {
		return cmp.Or(cmp.Compare(b.Account.Grade, a.Account.Grade), cmp.Compare(b.Account.Points(), a.Account.Points()))
	})
	return out
}

// Write writes the quarter's files.
func (g *Grades) Write(dir *outdir.Dir, prefix string) error {
	return writeAll(dir, prefix, []file{
		{GradesFile, g.writeGrades}, {GradeLedgerFile, g.writeLedger}, {PromotionsFile, g.writePromotions},
	})
}

func (g *Grades) writeGrades(w io.Writer) error {
	rows := make([]gradeCells, len(g.Rows))
	for i := range g.Rows {
		r := &g.Rows[i]
		a := r.Account
		rows[i] = gradeCells{ID: table.ID(r.ID), Name: table.Text(r.Name), Title: a.Title.String(), Earned: a.Earned.String(),
			Points: a.Points().String(), Grade: grade.Grades[a.Grade].Name, Promoted: r.Promoted}
		if a.HasAdded {
			rows[i].Additional = a.Additional.String()
		}
	}
	return table.Write(w, rows)
}

// gradeLedgerCells is a row of grade-ledger.csv: why points were given.
type gradeLedgerCells struct {
	ID           table.ID   `csv:"id"`
	Name         table.Text `csv:"name"`
	Kind         string     `csv:"kind"` // earned, title, additional
	Event        table.Text `csv:"event"`
	Started      string     `csv:"started"`
	Participants table.Int  `csv:"participants"`
	Average      table.Int  `csv:"average"`
	Category     table.Int  `csv:"category"`
	Game         table.ID   `csv:"game"`
	Result       string     `csv:"result"`
	Points       string     `csv:"points"`
}

var scoreWords = [...]string{grade.Loss: "loss", grade.Draw: "draw", grade.Win: "win"}

func (g *Grades) writeLedger(w io.Writer) error {
	e := table.NewEncoder[gradeLedgerCells](w)
	rows := make([]gradeLedgerCells, 0, 512) // in portions: a big league's year has 200,000 rows
	var err error
	add := func(c gradeLedgerCells) {
		if rows = append(rows, c); len(rows) == cap(rows) && err == nil {
			err = e.Encode(rows...)
			rows = rows[:0]
		}
	}
	started := make([]string, len(g.Events))
	for i := range g.Events {
		started[i] = g.Events[i].Start.String()
	}
	for _, x := range g.Games {
		e, r := &g.Events[x.Event], &g.Rows[x.Player]
		add(gradeLedgerCells{ID: table.ID(r.ID), Name: table.Text(r.Name), Kind: "earned", Event: table.Text(e.Name),
			Started:      started[x.Event],
			Participants: table.NewInt(int32(e.Participants)), Average: table.NewInt(int32(e.Average)),
			Category: table.NewInt(int32(e.Category)),
			Game:     table.ID(g.rate.Rows[x.Row].ID), Result: scoreWords[x.Score], Points: x.Points.String()})
	}
	for i := range g.Rows {
		r := &g.Rows[i]
		if r.Titled > 0 {
			add(gradeLedgerCells{ID: table.ID(r.ID), Name: table.Text(r.Name), Kind: "title", Points: r.Titled.String()})
		}
		if r.Added {
			add(gradeLedgerCells{ID: table.ID(r.ID), Name: table.Text(r.Name), Kind: "additional",
				Points: r.Account.Additional.String()})
		}
	}
	if err == nil {
		err = e.Encode(rows...)
	}
	if err != nil {
		return err
	}
	return e.Flush()
}

// promotionCells is a row of promotions.csv: who rose and the points that made it.
type promotionCells struct {
	ID         table.ID   `csv:"id"`
	Name       table.Text `csv:"name"`
	From       string     `csv:"from"`
	To         string     `csv:"to"`
	Points     string     `csv:"points"`
	Additional string     `csv:"additional"`
	Title      string     `csv:"title"`
	Earned     string     `csv:"earned"`
	Quarter    string     `csv:"earned_this_quarter"`
	Period     string     `csv:"period"`
}

func (g *Grades) writePromotions(w io.Writer) error {
	var rows []promotionCells
	for _, r := range g.Promotions() {
		a := r.Account
		rows = append(rows, promotionCells{table.ID(r.ID), table.Text(r.Name), grade.Grades[r.Before].Name,
			grade.Grades[a.Grade].Name,
			a.Points().String(), a.Additional.String(), a.Title.String(), a.Earned.String(), r.Earned.String(),
			g.Period.String()})
	}
	return table.Write(w, rows)
}
