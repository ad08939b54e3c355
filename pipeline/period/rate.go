package period

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/rating"
	"crosstable/pipeline/identity"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/record"
)

// RateOptions say what a rating period is made from. File names are as the user gave them; "" is none.
type RateOptions struct {
	System    string // notation: "jcca", "jcca:draws-in-denominator=no"
	Period    Period
	List      string   // the list the period begins with
	Games     []string // files, in order; directories and globs are expanded before
	History   string   // rated games of players not established, from the period before
	Lists     string   // folder of earlier lists, for the ratings in force when a game began
	Book      string   // folder of ledgers of earlier periods: no game is rated again
	Newcomers string
	Aliases   string

	Reading open.Options // how files are read: base folder, format, encoding, columns, dates

	EloTags       bool // ratings of a PGN's tags and of event files are start-of-game ratings of the list
	AllRows       bool // rate a game as often as it stands in the input
	NoWithdrawals bool // losses by withdrawal or unpaid fee are not rated
	UndatedAside  bool // games without a known end are set aside instead of rated

	after *chainState // of the period before, in place of List, History, Lists and Book
}

// rater is one period at work.
type rater struct {
	opt     *RateOptions
	res     *RateResult
	sys     rating.System
	traits  *rating.Traits
	roster  *identity.Roster
	known   inForce
	first   []int32        // by player: the rating he joined with, 0 unknown
	before  []rating.Entry // by player: as the system sees him at the start
	columns []int          // by column of the system: where the list has it, -1 nowhere
	asNew   []int32        // players whom the system takes as new for want of their games
	issues  []issue.Issue
	more    map[string]int // issues of rows beyond maxIssues, by code

	details map[Details]*Details // one copy of what rows share
	recent  [256]*Details
	read    int        // rows before the file that is read
	outside int        // games of the file that ended outside the period
	spans   []fileSpan // by file
}

// fileSpan is where the issues of a file stand among all, and how many of its games ended outside the period.
type fileSpan struct{ from, to, games, outside int }

// tally counts rows of one kind and remembers the first.
type tally struct{ count, line int }

func (t *tally) add(line int) {
	if t.count++; t.count == 1 {
		t.line = line
	}
}

// ErrAccount is a fault of the program: what became of the rows does not add up. Nothing is written then.
var ErrAccount = errors.New("the account of the rows is wrong; please report this")

// Rate reads the inputs of one period and rates it. The error is for what stops the run: inputs that
// cannot be read at all, a system that does not exist, an account that does not add up.
func Rate(ctx context.Context, opt RateOptions) (*RateResult, error) {
	r, err := rate(ctx, opt)
	if err != nil {
		return nil, err
	}
	return r.res, nil
}

// rate is Rate, with all that the next period of a chain may ask for.
func rate(ctx context.Context, opt RateOptions) (*rater, error) {
	sys, err := rating.New(opt.System)
	if err != nil {
		return nil, err
	}
	spec, err := method.Parse(opt.System)
	if err != nil {
		return nil, err
	}
	row, err := method.Find(rating.Systems, "rating system", spec.Name)
	if err != nil {
		return nil, err
	}
	traits := sys.Traits()
	r := &rater{opt: &opt, sys: sys, traits: traits, details: map[Details]*Details{},
		res: &RateResult{System: opt.System, Info: row.Summary, Period: opt.Period, Lag: Period(traits.Lag)}}
	r.known.lag = r.res.Lag
	if err := r.readPeople(ctx); err != nil {
		return nil, err
	}
	for _, name := range opt.Games {
		if err := r.readSheets(ctx, name); err != nil {
			return nil, err
		}
	}
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	r.tellFiles()
	if err := r.rate(); err != nil {
		return nil, err
	}
	r.res.Issues = append(r.issues, r.counted()...)
	if err := r.account(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAccount, err)
	}
	return r, nil
}

// detailsOf gives one copy of texts that many rows share. Rows of an event come together, its rounds in
// turn: a small table in front of the map finds nearly all of them.
func (r *rater) detailsOf(g *record.Game) *Details {
	d := Details{g.Event, g.Round, g.Mode, g.Reason, g.Note}
	slot := &r.recent[(len(d.Event)*5+len(d.Round)*3+lastByte(d.Event)+lastByte(d.Round)*17+lastByte(d.Reason))%len(r.recent)]
	if *slot != nil && **slot == d {
		return *slot
	}
	p, ok := r.details[d]
	if !ok {
		if len(r.details) > 1<<16 { // notes that all differ: no use in remembering them
			clear(r.details)
		}
		p = &d
		r.details[d] = p
	}
	*slot = p
	return p
}

func lastByte(s string) int {
	if s == "" {
		return 0
	}
	return int(s[len(s)-1])
}

// add takes one game of a file: who played, and what becomes of it as far as the row alone can say.
func (r *rater) add(file int, g *record.Game) {
	row := Row{ID: g.ID, Details: r.detailsOf(g), File: int32(file), Line: int32(g.Line),
		Start: g.Start, End: g.End, Clock: g.Clock, Result: g.Result, Moves: g.Moves, White: -1, Black: -1}
	row.Fate = r.fate(&row, g)
	r.res.Rows = append(r.res.Rows, row)
}

// say reports an issue at a row.
func (r *rater) say(code string, row *Row, format string, args ...any) {
	r.keep(issue.New(code, r.res.Files[row.File].Name, int(row.Line), 0, format, args...))
}

func (r *rater) fate(row *Row, g *record.Game) Fate {
	white, black, ok := r.roster.Identify(g)
	row.White, row.Black = white, black
	r.keep(r.roster.Issues()...)
	switch {
	case g.Aside != "":
		return asideFate(g.Aside)
	case !ok && white == black && white != identity.None:
		return AsideSelf
	case !ok:
		return AsidePlayer
	}
	reason := row.Reason
	switch reason {
	case "", "forfeit", "withdrawal", "fee", "director":
	default:
		r.say("rate-reason", row, "reason %q", reason)
		reason = ""
	}
	quit := reason == "withdrawal" || reason == "fee"
	switch row.Result {
	case engine.Adjourned:
		return NotFinished
	case engine.NoResult, engine.PairingBye, engine.FullBye, engine.HalfBye, engine.ZeroBye:
		r.say("rate-result", row, "%s - %s has no result", r.name(row.White), r.name(row.Black))
		return AsideResult
	case engine.DoubleForfeit, engine.ShortWhiteWins, engine.ShortDraw, engine.ShortBlackWins:
		return NotForfeit
	case engine.WhiteForfeits, engine.BlackForfeits:
		if !quit {
			return NotForfeit
		}
	}
	where := r.opt.Period.place(row.End)
	if where == placeUnknown && r.opt.Period.place(row.Start) == placeAfter {
		where = placeAfter
	}
	if where == placeBefore || where == placeAfter {
		r.outside++
	}
	switch {
	case g.Rated == record.RatedNo:
		return NotDeclared
	case reason == "forfeit":
		return NotForfeit
	case quit && r.opt.NoWithdrawals:
		return NotWithdrawal
	}
	fate := Rated
	switch where {
	case placeAfter:
		return NotLaterPeriod
	case placeBefore:
		fate = RatedLate
	case placeUnknown:
		if r.opt.UndatedAside {
			return AsideUndated
		}
	}
	for _, side := range [2]*record.Side{&g.White, &g.Black} {
		if side.Rating < rating.Lowest || side.Rating > rating.Highest {
			r.say("rate-rating", row, "the rating %d", side.Rating)
			return AsideUnreadable
		}
	}
	if !r.ratings(row, g) {
		return AsideUnrated
	}
	return fate
}

// asideFate sorts the codes for which readers set a game aside.
func asideFate(code string) Fate {
	switch {
	case strings.Contains(code, "conflict"):
		return AsideConflict
	case strings.Contains(code, "result"):
		return AsideResult
	case strings.Contains(code, "duplicate"):
		return AsideDuplicate
	}
	return AsideUnreadable
}

// ratings finds the start-of-game ratings of both players.
func (r *rater) ratings(row *Row, g *record.Game) bool {
	row.WhiteRating, row.WhiteFrom = r.startRating(row, &g.White, row.White)
	row.BlackRating, row.BlackFrom = r.startRating(row, &g.Black, row.Black)
	row.unusedElo = unusedElo(&g.White, row.WhiteFrom) + unusedElo(&g.Black, row.BlackFrom)
	if (row.WhiteFrom == FromFile) != (row.BlackFrom == FromFile) {
		have, lack := r.name(row.White), r.name(row.Black)
		if row.BlackFrom == FromFile {
			have, lack = lack, have
		}
		r.say("rate-half-rating", row, "the row has the rating of %s and not that of %s", have, lack)
	}
	if !r.traits.NeedsRating {
		return true
	}
	for _, p := range [2]struct {
		rating, player int32
	}{{row.WhiteRating, row.White}, {row.BlackRating, row.Black}} {
		if p.rating == 0 {
			r.say("rate-no-rating", row, "%s has no rating", r.name(p.player))
			return false
		}
	}
	return true
}

// startRating is the rule of docs/decisions.md, "Ratings at the start of the game".
func (r *rater) startRating(row *Row, s *record.Side, player int32) (int32, Source) {
	switch {
	case s.Rating != 0:
		return s.Rating, FromFile
	case s.Elo != 0 && r.opt.EloTags:
		return s.Elo, FromEloTag
	}
	if e := &r.res.Before.Entries[player]; r.res.Joined[player] && e.Rated {
		return e.Rating, FromNewcomer
	} else if r.res.Joined[player] {
		return 0, FromNowhere
	}
	if !startKnown(row) {
		return r.current(player)
	}
	v, known := r.known.rating(PeriodOf(row.Start), player)
	switch first := r.first[player]; {
	case v != 0:
		return v, FromList
	case known && first != 0: // joined after that list was made
		return first, FromNewcomer
	}
	return r.current(player)
}

// startKnown reports that the list in force when a game began can be told.
func startKnown(row *Row) bool { return row.Start.Year != 0 && row.Start.Month != 0 }

// unusedElo is 1 if a side's Elo tag was passed over.
func unusedElo(s *record.Side, from Source) uint8 {
	if s.Elo != 0 && from != FromFile && from != FromEloTag {
		return 1
	}
	return 0
}

func (r *rater) current(player int32) (int32, Source) {
	e := &r.res.Before.Entries[player]
	if !e.Rated {
		return 0, FromNowhere
	}
	return e.Rating, FromCurrent
}

func (r *rater) name(player int32) string {
	e := &r.res.List.Entries[player]
	switch {
	case e.Name == "":
		return e.ID
	case e.ID == "":
		return e.Name
	}
	return e.Name + " (" + e.ID + ")"
}

// settle finds games that stand twice and games of earlier ledgers, and puts the rated ones in order.
func (r *rater) settle(ctx context.Context) error {
	if !r.opt.AllRows {
		r.settleDoubles()
	}
	if err := r.askBook(ctx); err != nil {
		return err
	}
	r.sayLate()
	r.res.Rated = order(r.res.Rows)
	return nil
}

// order gives the rated rows in the order in which they count: end date, game id (by its bytes), reading
// order. Rows are compared by a key that has the first eight bytes in which ids differ.
func order(rows []Row) []int32 {
	n, prefix := 0, 0
	first := ""
	for i := range rows {
		if row := &rows[i]; row.Fate.Kind() == KindRated {
			if n == 0 {
				first, prefix = row.ID, len(row.ID)
			}
			n++
			prefix = min(prefix, len(row.ID))
			for row.ID[:prefix] != first[:prefix] {
				prefix--
			}
		}
	}
	type key struct {
		id  uint64
		end uint32
		row int32
	}
	keys := make([]key, 0, n)
	for i := range rows {
		if row := &rows[i]; row.Fate.Kind() == KindRated {
			k := key{end: uint32(row.End.Year)<<16 | uint32(row.End.Month)<<8 | uint32(row.End.Day), row: int32(i)}
			var head [8]byte
			copy(head[:], row.ID[prefix:])
			k.id = binary.BigEndian.Uint64(head[:])
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b key) int {
		switch {
		case a.end != b.end:
			return cmp.Compare(a.end, b.end)
		case a.id != b.id:
			return cmp.Compare(a.id, b.id)
		}
		if c := strings.Compare(rows[a.row].ID, rows[b.row].ID); c != 0 {
			return c
		}
		return cmp.Compare(a.row, b.row)
	})
	out := make([]int32, n)
	for i, k := range keys {
		out[i] = k.row
	}
	return out
}

// identified: the rows that can be the same game as another. A row without result says nothing yet, and
// one that was set aside by its reader nothing that could be relied on.
func identified(row *Row) bool {
	return row.Fate != NotFinished && row.Fate.Kind() != KindAside
}

func (r *rater) place(row *Row) string {
	return fmt.Sprintf("%s:%d", r.res.Files[row.File].Name, row.Line)
}

// game describes a row's game in a message.
func (r *rater) game(row *Row) string {
	s := r.name(row.White) + " - " + r.name(row.Black) + " " + record.FormatResult(row.Result)
	if row.ID != "" {
		s = row.ID + ", " + s
	}
	return s
}

// askBook takes out the games that earlier periods rated.
func (r *rater) askBook(ctx context.Context) error {
	var book []Row
	if r.opt.after != nil {
		book = r.opt.after.book
	}
	if r.opt.Book != "" {
		rows, found, err := readBook(ctx, r.opt.Book, r.opt.Reading, r.opt.Period, r.roster)
		if err != nil {
			return err
		}
		r.issues = append(r.issues, found...)
		book = append(book[:len(book):len(book)], rows...)
	}
	if len(book) == 0 {
		return nil
	}
	// The book's rows go first, so that every double of one names it as the first.
	all := make([]Row, 0, len(book)+len(r.res.Rows))
	all = append(append(all, book...), r.res.Rows...)
	n := int32(len(book))
	for i := range book {
		all[i].File = -1 // none of this period's files
	}
	games, doubts := together(all, links(all, func(row *Row) bool { return row.Fate.Kind() == KindRated }))
	for _, g := range games {
		if g[0] >= n {
			continue
		}
		old := &all[g[0]]
		for _, at := range g {
			if at < n {
				continue
			}
			row := &r.res.Rows[at-n]
			row.Fate = NotAgain
			was := fmt.Sprintf("%s was rated for %s as %s - %s %s", r.game(row), old.Note, r.name(old.White), r.name(old.Black),
				record.FormatResult(old.Result))
			switch how := compare(old, row); {
			case how == record.Contradiction:
				r.say("rate-book-differs", row, "%s", was)
			case thin(old, row):
				r.res.Doubtful++
				r.say("rate-book-doubtful", row, "%s", was)
			}
		}
	}
	for _, d := range doubts {
		if d.a < n && d.b >= n && r.res.Rows[d.b-n].Fate.Kind() == KindRated {
			row, old := &r.res.Rows[d.b-n], &all[d.a]
			r.res.Doubtful++
			r.say("rate-doubtful", row, "%s may be the game rated for %s as %s - %s %s", r.game(row), old.Note,
				r.name(old.White),
				r.name(old.Black), record.FormatResult(old.Result))
		}
	}
	return nil
}

// thin reports that two rows are one game for want of anything that would make them two.
func thin(a, b *Row) bool {
	return (a.ID == "" || b.ID == "") && (a.End.IsZero() || b.End.IsZero()) && (a.Event == "" || b.Event == "") &&
		(a.Round == "" || b.Round == "") && (a.Moves == 0 || b.Moves == 0)
}

// sayLate says once a file how many of its games count late: those that no other row and no book has.
func (r *rater) sayLate() {
	late := make([]tally, len(r.res.Files))
	for i := range r.res.Rows {
		if row := &r.res.Rows[i]; row.Fate == RatedLate {
			late[row.File].add(int(row.Line))
		}
	}
	for i, t := range late {
		if t.count == 0 {
			continue
		}
		say := issue.New("rate-late", r.res.Files[i].Name, t.line, 0, "%s ended before %s and %s now",
			count(t.count, "game"), r.opt.Period, strings.TrimPrefix(countVerb(t.count, "game"), count(t.count, "game")+" "))
		if r.opt.Book != "" || r.opt.after != nil {
			say.Hint = "" // the book was asked
		}
		r.issues = append(r.issues, say)
	}
}

// rate hands the period to the system and makes the next list.
func (r *rater) rate() error {
	res := r.res
	res.Games = make([]rating.Game, len(res.Rated))
	for i, at := range res.Rated {
		row := &res.Rows[at]
		g := rating.Game{White: row.White, Black: row.Black, WhiteRating: row.WhiteRating, BlackRating: row.BlackRating,
			Score: whiteScore(row.Result), Day: dayNumber(row.End)}
		if r.traits.EndRatings {
			g.WhiteLater, g.BlackLater = r.endRating(row, row.White), r.endRating(row, row.Black)
		}
		res.Games[i] = g
	}
	in := rating.Period{Before: r.before, Games: res.Games, Last: dayNumber(res.Period.Last())}
	if err := r.sys.Rate(&res.Rating, &in); err != nil {
		return fmt.Errorf("%s: %w", res.Period, err)
	}
	r.tellPlayers()
	for c := range res.Rating.Corrections {
		if cor := &res.Rating.Corrections[c]; cor.Incomplete {
			e := &res.Before.Entries[cor.Player]
			r.issues = append(r.issues, issue.New("history-incomplete", res.Before.File, e.Line, 0,
				"%s reaches %d games, but of %d earlier games %d are known; no correction was made", r.name(cor.Player), cor.Mark,
				r.before[cor.Player].Games, len(res.History[cor.Player])))
		}
	}
	r.nextList()
	return nil
}

// tellPlayers says what the next list alone would not explain: players whose games counted for their
// opponents only, those who lost their rating, and how many were taken as new.
func (r *rater) tellPlayers() {
	l := r.res.Before
	for p := range r.res.Rating.Players {
		c := &r.res.Rating.Players[p]
		lost := c.Before.Status != rating.Unrated && c.After.Status == rating.Unrated
		switch unrated := c.Before.Status == rating.Unrated && c.After.Status == rating.Unrated; {
		case lost:
			r.issues = append(r.issues, issue.New("rate-floor", l.File, l.Entries[p].Line, 0,
				"%s had %d and has no rating on the next list: %s", r.name(int32(p)), c.Before.Rating, r.facts(c)))
		case unrated && c.Played > 0 && r.traits.NeedsRating:
			r.issues = append(r.issues, issue.New("rate-unrated", l.File, l.Entries[p].Line, 0,
				"%s has no rating and gets none: %s for the opponents only", r.name(int32(p)), countVerb(int(c.Played), "game")))
		}
	}
	var t tally
	for _, p := range r.asNew {
		if r.res.Rating.Players[p].Played > 0 {
			t.add(l.Entries[p].Line)
		}
	}
	if t.count > 0 {
		r.issues = append(r.issues, issue.New("rate-new", l.File, t.line, 0,
			"the list gives neither games nor K of %s who played: taken as new", count(t.count, "player")))
	}
}

// facts are a player's numbers of the period in a sentence.
func (r *rater) facts(c *rating.Change) string {
	var out []string
	for _, f := range r.traits.Player {
		if text := f.Text(c); text != "" {
			out = append(out, f.Word+" "+text)
		}
	}
	return strings.Join(out, ", ")
}

// countVerb writes "1 game counts", "2 games count".
func countVerb(n int, what string) string {
	if n == 1 {
		return count(n, what) + " counts"
	}
	return count(n, what) + " count"
}

// endRating is a player's rating when the game ended: on the list in force then, else the period's list.
func (r *rater) endRating(row *Row, player int32) int32 {
	if row.End.Month != 0 {
		if v, _ := r.known.rating(PeriodOf(row.End), player); v != 0 {
			return v
		}
	}
	return r.res.Before.Entries[player].Rating
}

// whiteScore is 1, 0 or -1. A loss by withdrawal may be written as a forfeit.
func whiteScore(res engine.Result) int8 {
	switch record.Decisive(res) {
	case engine.WhiteWins:
		return 1
	case engine.BlackWins:
		return -1
	}
	return 0
}

// account counts what became of the rows and checks that none is lost.
func (r *rater) account() error {
	res := r.res
	for i := range res.Rows {
		row := &res.Rows[i]
		res.Files[row.File].Account.ByFate[row.Fate]++
	}
	var errs []error
	for i := range res.Files {
		f := &res.Files[i].Account
		if err := f.Verify(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", res.Files[i].Name, err))
		}
		res.Account.In += f.In
		for k, n := range f.ByFate {
			res.Account.ByFate[k] += n
		}
	}
	if err := errors.Join(append(errs, res.Account.Verify())...); err != nil {
		return err
	}
	// The rated rows must be those that were handed to the system, and each counts once for both players.
	if n := res.Account.Of(KindRated); n != len(res.Rated) || n != len(res.Rating.Games) {
		return fmt.Errorf("%d rows are marked rated, %d were rated", n, len(res.Rating.Games))
	}
	played := 0
	for p := range res.Rating.Players {
		played += int(res.Rating.Players[p].Played)
	}
	if played != 2*len(res.Rated) {
		return fmt.Errorf("%d games make %d player's games", len(res.Rated), played)
	}
	return nil
}

// readSheets reads one games file; of a workbook every visible sheet of games, each as a file of its own.
func (r *rater) readSheets(ctx context.Context, name string) error {
	how := r.opt.Reading
	how.AllSheets = how.Sheet == ""
	more, err := r.readGames(ctx, name, how)
	for _, sheet := range more {
		if err != nil {
			return err
		}
		how.Sheet = sheet
		_, err = r.readGames(ctx, name, how)
	}
	return err
}

// readGames reads one games file, or one sheet of it, to its end, and gives the further sheets that hold games.
func (r *rater) readGames(ctx context.Context, name string, how open.Options) (more []string, err error) {
	reader, err := open.Games(ctx, name, how)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	file := len(r.res.Files)
	r.res.Files = append(r.res.Files, File{Name: reader.Name(), Format: string(reader.Format())})
	r.outside = 0
	before := len(r.issues)
	r.read = len(r.res.Rows)
	var g record.Game
	n := 0
	var byes tally
	for {
		err := reader.Next(&g)
		r.keep(reader.Issues()...)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if g.Bye {
			byes.add(g.Line)
			continue
		}
		if n++; n == 20000 {
			r.reserve(name, reader)
		}
		r.add(file, &g)
	}
	r.issues = append(r.issues, reader.Notes()...)
	f := &r.res.Files[file]
	f.Encoding = reader.Encoding().Name
	f.Tags, _ = reader.ResultTags()
	if second, ok := reader.SecondCount(); ok {
		f.Second = &SecondCount{second.Unit, second.Seen, second.Handed}
	}
	rows, aside := reader.Counts()
	rows -= byes.count
	f.Account.In = rows
	f.Account.ByFate[AsideUnreadable] += aside
	if n+aside != rows {
		return nil, fmt.Errorf("%w: %s: %d rows read, but %d games given and %d set aside", ErrAccount, f.Name, rows, n, aside)
	}
	if byes.count > 0 {
		r.issues = append(r.issues, issue.New("rate-byes", f.Name, byes.line, 0, "%s: no games", count(byes.count, "bye")))
	}
	if rows == 0 {
		r.issues = append(r.issues, issue.New("rate-no-games", f.Name, 0, 0, "no games in this file"))
	}
	r.spans = append(r.spans, fileSpan{before, len(r.issues), n, r.outside})
	return reader.MoreSheets(), nil
}

// reserve makes room for the rows that a plain file will have, going by those read so far: growing a slice
// of a million rows step by step costs more than reading them.
func (r *rater) reserve(name string, in *open.Reader) {
	st, err := os.Stat(r.opt.Reading.Path(name))
	if err != nil || in.Compression() != "" || !st.Mode().IsRegular() || in.Size() == 0 {
		return
	}
	read := len(r.res.Rows) - r.read
	if more := float64(read) * 1.2 * float64(st.Size()) / float64(in.Size()); more < 1<<24 {
		r.res.Rows = slices.Grow(r.res.Rows, int(more))
	}
}

// fileTallies are what is said once a file, with a count, instead of row by row.
type fileTallies struct {
	undated, noStart, eloTags tally
	noList                    map[Period]*tally
	period                    Period // of the last entry of noList
	last                      *tally
}

// tallies counts, by file, what the rated games did without: days, starts, lists, Elo tags.
func (r *rater) tallies() []fileTallies {
	out := make([]fileTallies, len(r.res.Files))
	for i := range r.res.Rows {
		row := &r.res.Rows[i]
		t := &out[row.File]
		switch {
		case row.Fate == AsideUndated:
			t.undated.add(int(row.Line))
			continue
		case row.Fate.Kind() != KindRated:
			continue
		case row.Fate == Rated && !row.End.Full() && r.opt.Period.place(row.End) == placeUnknown:
			t.undated.add(int(row.Line))
		}
		for range row.unusedElo {
			t.eloTags.add(int(row.Line))
		}
		for _, from := range [2]Source{row.WhiteFrom, row.BlackFrom} {
			if from == FromCurrent {
				r.tallyList(t, row)
			}
		}
	}
	return out
}

// tallyList counts a rating that was taken from the period's own list for want of the one in force.
func (r *rater) tallyList(t *fileTallies, row *Row) {
	if !startKnown(row) {
		t.noStart.add(int(row.Line))
		return
	}
	p := PeriodOf(row.Start)
	if _, known := r.known.rating(p, 0); known {
		return
	}
	if t.last == nil || t.period != p {
		if t.noList == nil {
			t.noList = map[Period]*tally{}
		}
		if t.noList[p] == nil {
			t.noList[p] = &tally{}
		}
		t.period, t.last = p, t.noList[p]
	}
	t.last.add(int(row.Line))
}

// tellFiles puts what is said once a file among the file's issues, in the order of lines.
func (r *rater) tellFiles() {
	all := r.issues
	if len(r.spans) == 0 {
		return
	}
	counted := r.tallies()
	r.issues = slices.Clone(all[:r.spans[0].from])
	for i, span := range r.spans {
		from := len(r.issues)
		r.issues = append(r.issues, all[span.from:span.to]...)
		r.tellFile(&r.res.Files[i], &counted[i], span)
		slices.SortStableFunc(r.issues[from:], func(a, b issue.Issue) int { return cmp.Compare(a.Line, b.Line) })
	}
	r.issues = append(r.issues, all[r.spans[len(r.spans)-1].to:]...)
}

func (r *rater) tellFile(f *File, c *fileTallies, span fileSpan) {
	say := func(code string, t tally, format string, args ...any) {
		if t.count > 0 {
			r.issues = append(r.issues, issue.New(code, f.Name, t.line, 0, format, args...))
		}
	}
	p := r.opt.Period
	if r.opt.UndatedAside {
		say("rate-undated", c.undated, "%s without a known end, set aside", count(c.undated.count, "game"))
	} else {
		say("rate-undated", c.undated, "%s without a known end, taken as ended in %s", count(c.undated.count, "game"), p)
	}
	say("rate-no-start", c.noStart, "%s without a known start: the list before %s was used", count(c.noStart.count,
		"rating"), p)
	say("rate-elo-tags", c.eloTags, "%s in Elo tags not used", count(c.eloTags.count, "rating"))
	for _, q := range slices.Sorted(maps.Keys(c.noList)) {
		t := c.noList[q]
		say("rate-no-list", *t,
			"%s of games begun in %s: the list made by %s, in force then, is not there; the list before %s was used",
			count(t.count, "rating"), q, q-r.known.lag, p)
	}
	if 2*span.outside > span.games {
		r.issues = append(r.issues, issue.New("rate-period-file", f.Name, 0, 0, "%d of %d games ended outside %s (%s to %s)",
			span.outside, span.games, p, p.First(), p.Last()))
	}
}

// count writes "1 game", "2 games".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
