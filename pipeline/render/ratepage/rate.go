// Package ratepage makes what people read: the page of a rating period (one self-contained HTML file that
// can be published, printed and read on a phone) and aligned text tables for the terminal.
//
// Everything that comes from files is escaped. The same result gives the same bytes.
package ratepage

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/text"

	"crosstable/engine"
	"crosstable/engine/rating"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/period"
	"crosstable/pipeline/render"
	"crosstable/pipeline/render/chart"
	"crosstable/pipeline/words"
)

// Options of a page.
type Options struct {
	Title    string // heading; by default "Rating list"
	Lang     string // of the page's own words: a code of package words
	Players  int    // parts for at most so many players who played; 0: DefaultPlayers
	ListRows int    // rows of the rating list; 0: DefaultListRows
	Issues   int    // rows of the table of issues; 0: DefaultIssues
}

// Limits of a page that a browser still opens at once; the CSV files beside it have everything, and the
// page says where it stops.
const (
	DefaultPlayers  = 1500
	DefaultListRows = 5000
	DefaultIssues   = 1000
)

//go:embed rate.html.tmpl
var ratePage string

// ratePages is the page in each language.
var ratePages = render.Pages(ratePage)

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

type ratePageData struct {
	Lang, Title     string
	Period          string
	From, To        string // days in which the games ended
	ValidFrom       string
	ValidTo         string
	System, Info    string
	ListNote        string // words of the system: under the list, above the games, of the games' rows
	GamesNote       string
	RowWord         string
	Figures         []figure
	List            []listRow
	ListCut         int // rows left out
	Unrated         int
	Risers, Fallers []mover
	Charts          []chartView
	Players         []playerView
	PlayersCut      int
	Corrections     []correctionView
	Issues          []issueGroup
	IssuesTotal     int
	IssuesCut       int
	Files           []fileView
	Fates           []fateView
	In, Rated       int
	NotRated, Aside int
}

type figure struct {
	Value, Label string
	Alert        bool
}

type listRow struct {
	Rank         string // "" where the place is shared with the row above
	ID, Name     string
	Rating       string // "(1320)" while provisional
	Change       change
	Games        string
	Played       int32
	Part         string // anchor of the player's part, "" without
	Provisional  bool
	Joined, Just bool // newcomer; established with this list
}

// change is a number with its sign and class.
type change struct {
	Text, Class string
}

type mover struct {
	ID, Name, Part string
	Before, After  string
	Change         change
	Width          int // of the bar, percent
}

type chartView struct {
	Title, Text string
	SVG         template.HTML
}

type playerView struct {
	ID, Name, Part string
	Before, After  string
	Change         change
	Sum            change
	Counted        string // said where not every change counts
	Games          []gameView
	Score          string
	Correction     *correctionView
	Total          string
	Numbers        []number // what the system shows of the period
}

type number struct{ Word, Text string }

type gameView struct {
	End, Event, ID string
	Colour         string
	OppName, OppID string
	OppPart        string
	Own, Against   int32
	Difference     string
	Result         string
	Class          string // win, draw, loss
	Row            string
	Change         change
	Late           bool
	Note           string
}

type correctionView struct {
	Name, ID, Part  string
	Mark            int32
	Passes          []passView
	Before, After   string
	Rating          int32
	Later           change
	Incomplete      bool
	Exhausted       bool
	Games, Excluded int
}

type passView struct {
	N                   int
	Games               int32
	Wins, Draws, Losses int32
	Mean, Performance   string
	Excluded            []string
}

type issueGroup struct {
	Code, Title, Explain string
	Severity             string // of the class; Label in words
	Label                string
	Count                int
	Rows                 []issue.Issue
}

type fileView struct {
	Name, Format, Encoding     string
	In, Rated, NotRated, Aside int
	BarRated, BarNot           int // of the bar, thousandths
	BarAsideFrom, BarAside     int
}

type fateView struct {
	Kind, Code, Text string
	Count            int
}

// Rate writes the page of a rated period.
func Rate(w io.Writer, r *period.RateResult, o Options) error {
	v, err := rateView(r, o)
	if err != nil {
		return err
	}
	text := words.In(v.Lang)
	return ratePages.In(text).Execute(w, render.Page{Lang: text.Code, Title: v.Title + " " + v.Period, CSS: template.CSS(pageCSS),
		Script: template.JS(pageJS), Body: v})
}

func rateView(r *period.RateResult, o Options) (*ratePageData, error) {
	o.Players = cmp.Or(o.Players, DefaultPlayers)
	o.ListRows = cmp.Or(o.ListRows, DefaultListRows)
	o.Issues = cmp.Or(o.Issues, DefaultIssues)
	text := words.In(o.Lang)
	v := &ratePageData{
		Lang:      text.Code,
		Title:     cmp.Or(o.Title, text.Get("rate.rating-list")),
		Period:    r.Period.String(),
		From:      r.Period.First().String(),
		To:        r.Period.Last().String(),
		ValidFrom: r.Valid().First().String(),
		ValidTo:   r.Valid().Last().String(),
		System:    r.System,
		Info:      r.Info,
		ListNote:  text.Phrase(r.Rating.Traits.ListNote),
		GamesNote: text.Phrase(cmp.Or(r.Rating.Traits.GamesNote, "Everybody who had a rated game in the period, by new rating.")),
		RowWord:   text.Phrase(r.Rating.Traits.RowWord),
		In:        r.Account.In,
		Rated:     r.Account.Of(period.KindRated),
		NotRated:  r.Account.Of(period.KindNotRated),
		Aside:     r.Account.Of(period.KindAside),
	}
	order := byRating(r)
	b := &builder{r: r, words: text, part: make([]string, len(r.List.Entries))}
	b.parts(order, o.Players, v)
	b.list(order, o.ListRows, v)
	b.movers(order, v)
	for _, p := range order {
		if b.part[p] != "" {
			v.Players = append(v.Players, b.player(p))
		}
		if c := r.Correction(p); c != nil {
			v.Corrections = append(v.Corrections, b.correction(c))
		}
	}
	b.issues(o.Issues, v)
	b.account(v)
	b.figures(v)
	return v, b.charts(v)
}

// byRating orders the players as published: by new rating, then id; unrated last.
func byRating(r *period.RateResult) []int32 {
	order := make([]int32, len(r.List.Entries))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := &r.Rating.Players[a].After, &r.Rating.Players[b].After
		xu, yu := x.Status == rating.Unrated, y.Status == rating.Unrated
		if xu != yu {
			if xu {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(y.Rating, x.Rating), cmp.Compare(r.List.Entries[a].ID, r.List.Entries[b].ID), cmp.Compare(a, b))
	})
	return order
}

type builder struct {
	r     *period.RateResult
	words *words.Lang
	part  []string // by player: anchor of his part, "" without
}

// parts decides who gets a part: everybody who played or was corrected, in the order of the list, up to limit.
func (b *builder) parts(order []int32, limit int, v *ratePageData) {
	n := 0
	for _, p := range order {
		c := &b.r.Rating.Players[p]
		if c.Played == 0 && c.Correction < 0 {
			continue
		}
		if n++; n > limit {
			v.PlayersCut++
			continue
		}
		b.part[p] = "p" + strconv.Itoa(int(p)+1)
	}
}

func (b *builder) list(order []int32, limit int, v *ratePageData) {
	last := int32(-1)
	for i, p := range order {
		if i >= limit {
			v.ListCut++
			continue
		}
		e, c := &b.r.List.Entries[p], &b.r.Rating.Players[p]
		row := listRow{
			ID: e.ID, Name: nameOf(e), Rating: shown(c.After), Change: b.delta(p), Played: c.Played,
			Games: strconv.Itoa(int(c.After.Games)), Part: b.part[p],
			Provisional: c.After.Status == rating.Provisional,
			Joined:      b.r.Joined[p],
			Just:        !b.r.Joined[p] && c.Before.Status != rating.Established && c.After.Status == rating.Established,
		}
		if c.After.Status == rating.Unrated {
			v.Unrated++
		} else if c.After.Rating != last {
			row.Rank = strconv.Itoa(i + 1)
			last = c.After.Rating
		}
		v.List = append(v.List, row)
	}
}

// delta is what the period did to a player's rating; empty for newcomers' first and for unrated players.
func (b *builder) delta(p int32) change {
	c := &b.r.Rating.Players[p]
	if c.Before.Status == rating.Unrated || c.After.Status == rating.Unrated || c.Played == 0 && c.Before.Rating == c.After.Rating {
		return change{"", "same"}
	}
	return signed(int(c.After.Rating - c.Before.Rating))
}

func (b *builder) movers(order []int32, v *ratePageData) {
	const most = 8
	var moved []int32
	for _, p := range order {
		c := &b.r.Rating.Players[p]
		if c.Before.Status != rating.Unrated && c.After.Status != rating.Unrated && c.After.Rating != c.Before.Rating {
			moved = append(moved, p)
		}
	}
	diff := func(p int32) int {
		c := &b.r.Rating.Players[p]
		return int(c.After.Rating - c.Before.Rating)
	}
	slices.SortStableFunc(moved, func(x, y int32) int { return diff(y) - diff(x) })
	largest := 1
	for _, p := range moved {
		largest = max(largest, diff(p), -diff(p))
	}
	add := func(to *[]mover, p int32) {
		e, c := &b.r.List.Entries[p], &b.r.Rating.Players[p]
		d := diff(p)
		*to = append(*to, mover{ID: e.ID, Name: nameOf(e), Part: b.part[p], Before: shown(c.Before), After: shown(c.After),
			Change: signed(d), Width: max(1, max(d, -d)*100/largest)})
	}
	for i := 0; i < len(moved) && i < most && diff(moved[i]) > 0; i++ {
		add(&v.Risers, moved[i])
	}
	for i := len(moved) - 1; i >= 0 && len(moved)-1-i < most && diff(moved[i]) < 0; i-- {
		add(&v.Fallers, moved[i])
	}
}

func (b *builder) player(p int32) playerView {
	e, c := &b.r.List.Entries[p], &b.r.Rating.Players[p]
	pv := playerView{ID: e.ID, Name: nameOf(e), Part: b.part[p], Before: shown(c.Before), After: shown(c.After),
		Change: b.delta(p), Sum: scaled(c.Sum, b.r.Rating.Scale), Total: strconv.Itoa(int(c.After.Games))}
	half := 0
	for g := range b.r.GamesOf(p) {
		half += int(g.Score) + 1
		pv.Games = append(pv.Games, b.game(g))
	}
	pv.Score = halves(half) + " / " + strconv.Itoa(len(pv.Games))
	if cor := b.r.Correction(p); cor != nil {
		cv := b.correction(cor)
		pv.Correction = &cv
	}
	for _, f := range b.r.Rating.Traits.Player {
		if text := f.Text(c); text != "" {
			pv.Numbers = append(pv.Numbers, number{b.words.Phrase(f.Word), b.words.Phrase(text)})
		}
	}
	if c.Counted != c.Sum {
		pv.Counted = scaled(c.Counted, b.r.Rating.Scale).Text
	}
	return pv
}

func (b *builder) game(g period.PlayerGame) gameView {
	opp := &b.r.List.Entries[g.Opponent]
	gv := gameView{
		End: g.Row.End.String(), Event: g.Row.Event, ID: g.Row.ID,
		Colour:  b.words.Get("rate.white"),
		OppName: nameOf(opp), OppID: opp.ID, OppPart: b.part[g.Opponent],
		Own: g.Own, Against: g.Against, Difference: signed(int(g.Against - g.Own)).Text,
		Result: [...]string{"0", "½", "1"}[g.Score+1], Class: [...]string{"loss", "draw", "win"}[g.Score+1],
		Change: scaled(g.Side.Change, b.r.Rating.Scale), Late: g.Row.Fate == period.RatedLate, Note: g.Row.Note,
	}
	if g.Row.Reason != "" {
		gv.Note = strings.TrimSpace(g.Row.Reason + " " + gv.Note)
	}
	if g.Color == engine.Black {
		gv.Colour = b.words.Get("rate.black")
	}
	if g.Side.Row > 0 {
		gv.Row = strconv.Itoa(int(g.Side.Row))
	}
	return gv
}

func (b *builder) correction(c *rating.Correction) correctionView {
	p := c.Player
	e := &b.r.List.Entries[p]
	cv := correctionView{Name: nameOf(e), ID: e.ID, Part: b.part[p], Mark: c.Mark, Rating: c.Rating,
		Before: shown(b.r.Rating.Players[p].Before), After: shown(b.r.Rating.Players[p].After),
		Later: signed(int(c.Later)), Incomplete: c.Incomplete, Exhausted: c.Exhausted, Games: len(c.Used)}
	for i, pass := range c.Passes {
		pv := passView{N: i + 1, Games: pass.Games(), Wins: pass.Wins, Draws: pass.Draws, Losses: pass.Losses}
		if n := pass.Games(); n > 0 {
			pv.Mean = decimal(pass.OpponentSum, int64(n))
			pv.Performance = decimal(pass.Num, pass.Den)
		}
		for _, at := range pass.Excluded {
			past := b.r.PastGame(p, at)
			pv.Excluded = append(pv.Excluded, fmt.Sprintf("%s (%d)", cmp.Or(past.OpponentName, past.OpponentID), past.Opponent))
		}
		cv.Excluded += len(pass.Excluded)
		cv.Passes = append(cv.Passes, pv)
	}
	return cv
}

func (b *builder) issues(limit int, v *ratePageData) {
	at := map[string]int{}
	for _, is := range b.r.Issues {
		v.IssuesTotal++
		i, ok := at[is.Code]
		code, _ := issue.Lookup(is.Code)
		if !ok {
			i = len(v.Issues)
			at[is.Code] = i
			v.Issues = append(v.Issues, issueGroup{Code: is.Code, Title: b.words.Or("issue."+is.Code, code.Title), Explain: code.Explain,
				Severity: is.Severity.String(), Label: b.words.Get("rate." + is.Severity.String())})
		}
		g := &v.Issues[i]
		g.Count++
		if v.IssuesTotal > limit {
			v.IssuesCut++
			continue
		}
		if is.Hint == code.Hint { // not one of its own, which stands in English
			is.Hint = b.words.Or("issue."+is.Code+".hint", is.Hint)
		}
		g.Rows = append(g.Rows, is)
	}
	rank := map[string]int{issue.SetAside.String(): 0, issue.Warning.String(): 1, issue.Note.String(): 2}
	slices.SortStableFunc(v.Issues, func(a, b issueGroup) int {
		return cmp.Or(rank[a.Severity]-rank[b.Severity], cmp.Compare(a.Code, b.Code))
	})
}

func (b *builder) account(v *ratePageData) {
	for _, f := range b.r.Files {
		fv := fileView{Name: f.Name, Format: f.Format, Encoding: f.Encoding, In: f.Account.In,
			Rated: f.Account.Of(period.KindRated), NotRated: f.Account.Of(period.KindNotRated), Aside: f.Account.Of(period.KindAside)}
		if fv.In > 0 {
			fv.BarRated, fv.BarNot = fv.Rated*1000/fv.In, fv.NotRated*1000/fv.In
			fv.BarAsideFrom = fv.BarRated + fv.BarNot
			fv.BarAside = 1000 - fv.BarAsideFrom
		}
		v.Files = append(v.Files, fv)
	}
	kinds := [...]string{"rate.rated", "rate.not-rated", "rate.set-aside"}
	for f := range period.NumFates {
		if n := b.r.Account.ByFate[f]; n > 0 {
			v.Fates = append(v.Fates, fateView{b.words.Get(kinds[f.Kind()]), f.String(), b.words.Or("fate."+f.String(), f.Text()), n})
		}
	}
}

func (b *builder) figures(v *ratePageData) {
	var joined, just, active int
	for p := range b.r.Rating.Players {
		c := &b.r.Rating.Players[p]
		if b.r.Joined[p] {
			joined++
		}
		if c.Before.Status != rating.Established && c.After.Status == rating.Established {
			just++
		}
		if c.Played > 0 {
			active++
		}
	}
	add := func(n int, label string, alert bool) {
		v.Figures = append(v.Figures, figure{strconv.Itoa(n), b.words.Get(label), alert && n > 0})
	}
	add(len(b.r.Rating.Players), "rate.players", false)
	add(active, "rate.active", false)
	add(v.Rated, "rate.games-rated", false)
	add(v.NotRated, "rate.not-rated", false)
	add(v.Aside, "rate.set-aside", true)
	add(joined, "rate.newcomers", false)
	add(just, "rate.newly-established", false)
}

func (b *builder) charts(v *ratePageData) error {
	var ratings, changes, played []int
	var provisional []bool
	for p := range b.r.Rating.Players {
		c := &b.r.Rating.Players[p]
		if c.After.Status != rating.Unrated {
			ratings = append(ratings, int(c.After.Rating))
			provisional = append(provisional, c.After.Status == rating.Provisional)
		}
		if c.Played == 0 {
			continue
		}
		played = append(played, int(c.Played))
		if c.Before.Status != rating.Unrated && c.After.Status != rating.Unrated {
			changes = append(changes, int(c.After.Rating-c.Before.Rating))
		}
	}
	if err := b.distribution(ratings, provisional, v); err != nil {
		return err
	}
	if err := b.changes(changes, v); err != nil {
		return err
	}
	return b.gamesPerPlayer(played, v)
}

const (
	chartWidth  = 340 // about the width on a page and on a phone, so that text keeps its size
	chartHeight = 235
)

func (b *builder) addChart(v *ratePageData, title, said string, bars []chart.Bar, notes []chart.Note, xlabel string, format func(int) string) error {
	for i := range notes { // above the tallest bar, so that a label never lies on one
		notes[i].Y = topOf(bars) * 1.31
	}
	p := chart.Counts(bars, notes, b.words.Get(xlabel), format)
	p.Y.Max = topOf(bars) * 1.33
	svg, err := chart.SVG(p, chartWidth, chartHeight, title+". "+said)
	if err != nil {
		return err
	}
	v.Charts = append(v.Charts, chartView{title, said, template.HTML(svg)})
	return nil
}

func topOf(bars []chart.Bar) float64 {
	top := 1
	for _, bar := range bars {
		n := 0
		for _, p := range bar.Parts {
			n += p.Count
		}
		top = max(top, n)
	}
	return float64(top)
}

func (b *builder) distribution(ratings []int, provisional []bool, v *ratePageData) error {
	if len(ratings) == 0 {
		return nil
	}
	width := binWidth(ratings, 14)
	of := func(i int) int {
		if provisional[i] {
			return 1
		}
		return 0
	}
	bars := chart.Bins(ratings, width, []color.Color{chart.Blue, chart.Sky}, of)
	lo, hi := bars[0].From, bars[len(bars)-1].To
	n := 0
	for _, p := range provisional {
		if p {
			n++
		}
	}
	notes := []chart.Note{
		{X: lo, Text: fmt.Sprintf(b.words.Get("rate.established"), len(ratings)-n), Color: chart.Blue, Align: text.XLeft},
		{X: hi, Text: fmt.Sprintf(b.words.Get("rate.provisional"), n), Color: color.RGBA{0x4f, 0x94, 0xc9, 0xff}, Align: text.XRight},
	}
	said := fmt.Sprintf(b.words.Get("rate.players-by-rating"), width, median(ratings))
	return b.addChart(v, b.words.Get("rate.ratings"), said, bars, notes, "rate.axis-rating", chart.Plain)
}

func (b *builder) changes(changes []int, v *ratePageData) error {
	if len(changes) == 0 {
		return nil
	}
	var up, down, same int
	for _, c := range changes {
		switch {
		case c > 0:
			up++
		case c < 0:
			down++
		default:
			same++
		}
	}
	width := binWidth(changes, 14)
	// A bin at zero would mix both signs: those who fell are counted from 1 downwards, those who rose from
	// 0 upwards, and the unchanged stand with the first bin to the right in grey.
	shifted := make([]int, len(changes))
	for i, c := range changes {
		shifted[i] = c
		if c > 0 {
			shifted[i] = c - 1 // (0,width] is the first bin to the right
		}
	}
	bars := chart.Bins(shifted, width, []color.Color{chart.Blue, chart.Grey, chart.Orange}, func(i int) int {
		switch {
		case changes[i] > 0:
			return 0
		case changes[i] < 0:
			return 2
		}
		return 1
	})
	lo, hi := bars[0].From, bars[len(bars)-1].To
	notes := []chart.Note{
		{X: lo, Text: fmt.Sprintf(b.words.Get("rate.lost-points"), down), Color: chart.Orange, Align: text.XLeft},
		{X: hi, Text: fmt.Sprintf(b.words.Get("rate.gained"), up), Color: chart.Blue, Align: text.XRight},
	}
	said := fmt.Sprintf(b.words.Get("rate.players-who-played"), width, same)
	return b.addChart(v, b.words.Get("rate.changes"), said, bars, notes, "rate.axis-change", chart.Signed)
}

func (b *builder) gamesPerPlayer(played []int, v *ratePageData) error {
	if len(played) == 0 {
		return nil
	}
	width := binWidth(played, 20)
	sum := 0
	for _, n := range played {
		sum += n
	}
	bars := chart.Bins(played, width, []color.Color{chart.Green}, func(int) int { return 0 })
	if width == 1 {
		for i := range bars { // a bar for n games stands over n
			bars[i].From, bars[i].To = bars[i].From-0.5, bars[i].To-0.5
		}
	}
	said := fmt.Sprintf(b.words.Get("rate.players-by-rated"), decimal(int64(sum), int64(len(played))))
	return b.addChart(v, b.words.Get("rate.games-per-player"), said, bars, nil, "rate.axis-games", chart.Plain)
}

func binWidth(values []int, most int) int {
	return chart.Step(float64(slices.Max(values)-slices.Min(values)), most)
}

func median(values []int) int {
	s := slices.Sorted(slices.Values(values))
	return s[len(s)/2]
}

// shown is a rating as published: in brackets while it is provisional.
func shown(e rating.Entry) string {
	switch e.Status {
	case rating.Unrated:
		return "–"
	case rating.Provisional:
		return "(" + strconv.Itoa(int(e.Rating)) + ")"
	}
	return strconv.Itoa(int(e.Rating))
}

func nameOf(e *games.Entry) string { return cmp.Or(e.Name, e.ID) }

func signed(d int) change {
	switch {
	case d > 0:
		return change{"+" + strconv.Itoa(d), "up"}
	case d < 0:
		return change{"−" + strconv.Itoa(-d), "down"}
	}
	return change{"0", "same"}
}

// scaled is a change counted in 1/scale rating points.
func scaled(d, scale int32) change {
	if scale <= 1 || d%scale == 0 {
		return signed(int(d / max(scale, 1)))
	}
	c := signed(int(d))
	c.Text = c.Text[:len(c.Text)-len(strconv.Itoa(int(max(d, -d))))] + decimal(int64(max(d, -d)), int64(scale))
	return c
}

func halves(n int) string {
	s := strconv.Itoa(n / 2)
	if n%2 == 1 {
		if n == 1 {
			return "½"
		}
		s += "½"
	}
	return s
}

// decimal writes num/den with one decimal, rounded half away from zero; den > 0.
func decimal(num, den int64) string {
	neg := num < 0
	if neg {
		num = -num
	}
	tenths := (num*20 + den) / (2 * den)
	s := fmt.Sprintf("%d.%d", tenths/10, tenths%10)
	if neg && tenths != 0 {
		s = "−" + s
	}
	return s
}
