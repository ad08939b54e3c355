package period

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"crosstable/engine/rating"
	"crosstable/pipeline/identity"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
)

// newcomerRating is the first rating of a newcomer who has none of another federation (JCCA 1).
var newcomerRating = map[games.Level]int32{games.Beginner: 800, games.Experienced: 1600, games.Other: 1200}

// addNewcomers appends the roster's newcomers to the list, in the order of their file, as provisional
// players without games.
func (r *rater) addNewcomers() {
	l := r.res.Before
	for p := int32(len(l.Entries)); p < int32(r.roster.Len()); p++ {
		n, _ := r.roster.Newcomer(p)
		e := games.Entry{ID: n.ID, Name: n.Name, Rating: n.Rating, Rated: true, HasGames: true, Status: games.Provisional, Line: n.Line}
		if !n.Rated {
			e.Rating = newcomerRating[n.Level]
		}
		if len(l.Extra) > 0 {
			e.Extra = make([]string, len(l.Extra))
		}
		l.Entries = append(l.Entries, e)
		r.res.Joined = append(r.res.Joined, true)
	}
}

// checkList says where games and status of the list do not agree, and fills in what is missing.
func (r *rater) checkList() {
	if !isJCCA(r.sys) {
		return
	}
	l := r.res.Before
	for p := range l.Entries {
		e := &l.Entries[p]
		if !e.Rated {
			continue
		}
		if !e.HasGames {
			was := "no status"
			switch e.Status {
			case games.Provisional:
				e.Games, was = int32(len(r.res.History[p])), "provisional"
			case games.Established:
				e.Games, was = rating.SecondMark, "established"
			default:
				e.Games = rating.SecondMark
			}
			e.HasGames = true
			r.issues = append(r.issues, issue.New("rate-games", l.File, e.Line, 0, "%s has no number of games and %s: taken as %d",
				r.name(int32(p)), was, e.Games))
			continue
		}
		if want := jccaListStatus(e.Games); e.Status != games.StatusAbsent && e.Status != want {
			r.issues = append(r.issues, issue.New("rate-status", l.File, e.Line, 0, "%s has %d games and is called %s; taken as %s",
				r.name(int32(p)), e.Games, e.Status, want))
		}
	}
}

func isJCCA(sys rating.System) bool {
	_, ok := sys.(*rating.JCCA)
	return ok
}

func jccaListStatus(n int32) games.Status {
	if n >= rating.SecondMark {
		return games.Established
	}
	return games.Provisional
}

// columns are further columns of a list that other systems keep their numbers in.
type columns struct{ deviation, volatility, exact, k, peak, born, poolGames, poolSum, poolHalves int }

func columnsOf(l *games.List) columns {
	return columns{l.Column("deviation"), l.Column("volatility"), l.Column("exact"), l.Column("k"), l.Column("peak"),
		l.Column("born"), l.Column("pool_games"), l.Column("pool_sum"), l.Column("pool_half_points")}
}

// entry is a player at the start of the period as the system sees him.
func (r *rater) entry(p int32, c *columns) rating.Entry {
	e := &r.res.Before.Entries[p]
	out := rating.Entry{Rating: e.Rating, Games: e.Games, Status: rating.Unrated}
	if e.Rated {
		out.Status = rating.Established
	}
	if isJCCA(r.sys) {
		if e.Rated {
			out.Status = rating.Provisional
			if e.Games >= rating.SecondMark {
				out.Status = rating.Established
			}
		}
		for _, past := range r.res.History[p] {
			out.Past = append(out.Past, rating.Past{Opponent: past.Opponent, Score: past.Score, Day: dayOf(past.End), Change: past.Change})
		}
		return out
	}
	number := func(col int) float64 {
		if col < 0 || col >= len(e.Extra) {
			return 0
		}
		v, err := strconv.ParseFloat(e.Extra[col], 64)
		if err != nil || v != v {
			return 0
		}
		return v
	}
	out.Deviation, out.Volatility, out.Exact = number(c.deviation), number(c.volatility), number(c.exact)
	out.K, out.Peak = int32(number(c.k)), int32(number(c.peak))
	out.Pool = rating.Pool{Games: int32(number(c.poolGames)), Sum: int64(number(c.poolSum)), Halves: int32(number(c.poolHalves))}
	if born := int(number(c.born)); born > 0 {
		out.Junior = r.opt.Period.Year()-born <= 18
	}
	return out
}

// nextList makes the list after the period: the same players in the same order, further columns carried
// over.
func (r *rater) nextList() {
	res := r.res
	next := &games.List{File: "list.csv", Extra: append([]string(nil), res.Before.Extra...),
		Entries: make([]games.Entry, len(res.Before.Entries))}
	for p := range next.Entries {
		e := res.Before.Entries[p]
		after := &res.Rating.Players[p].After
		e.Rating, e.Games, e.HasGames, e.Rated = after.Rating, after.Games, true, after.Status != rating.Unrated
		e.Status = [...]games.Status{rating.Unrated: games.StatusAbsent, rating.Provisional: games.Provisional,
			rating.Established: games.Established}[after.Status]
		e.Bracket, e.Line = false, 0
		e.Extra = append([]string(nil), e.Extra...)
		next.Entries[p] = e
	}
	res.List = next
	r.setColumn(firstColumn, func(p int) string { return decimal(float64(r.first[p]), 0, r.first[p] != 0) })
	after := func(cell func(e *rating.Entry) string) func(int) string {
		return func(p int) string { return cell(&res.Rating.Players[p].After) }
	}
	switch r.sys.(type) {
	case *rating.Elo:
		r.setColumn("exact", after(func(e *rating.Entry) string { return decimal(e.Exact, 3, e.Status != rating.Unrated) }))
	case *rating.Glicko2:
		rated := func(e *rating.Entry) bool { return e.Status != rating.Unrated }
		r.setColumn("exact", after(func(e *rating.Entry) string { return decimal(e.Exact, 6, rated(e)) }))
		r.setColumn("deviation", after(func(e *rating.Entry) string { return decimal(e.Deviation, 6, rated(e)) }))
		r.setColumn("volatility", after(func(e *rating.Entry) string { return decimal(e.Volatility, 9, rated(e)) }))
	case *rating.FIDE:
		r.setColumn("peak", after(func(e *rating.Entry) string { return decimal(float64(e.Peak), 0, e.Peak > 0) }))
		r.setColumn("pool_games", after(func(e *rating.Entry) string { return decimal(float64(e.Pool.Games), 0, e.Pool.Games > 0) }))
		r.setColumn("pool_sum", after(func(e *rating.Entry) string { return decimal(float64(e.Pool.Sum), 0, e.Pool.Games > 0) }))
		r.setColumn("pool_half_points", after(func(e *rating.Entry) string { return decimal(float64(e.Pool.Halves), 0, e.Pool.Games > 0) }))
	}
}

// setColumn writes a number of every player into a further column of the next list. A column that would
// stay empty is not made.
func (r *rater) setColumn(name string, cell func(p int) string) {
	l := r.res.List
	any := l.Column(name) >= 0
	cells := make([]string, len(l.Entries))
	for p := range cells {
		cells[p] = cell(p)
		any = any || cells[p] != ""
	}
	if !any {
		return
	}
	col := l.AddColumn(name)
	for p := range cells {
		l.Entries[p].Extra[col] = cells[p]
	}
}

func decimal(v float64, digits int, set bool) string {
	if !set {
		return ""
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// readPeople reads the list, newcomers, aliases, history and earlier lists, or takes over from the period
// before in a chain.
func (r *rater) readPeople(ctx context.Context) error {
	var l *games.List
	var found []issue.Issue
	var err error
	after := r.opt.after
	if after != nil {
		l = after.list
	} else {
		if l, found, err = readList(ctx, r.opt.List, r.opt); err != nil {
			return err
		}
		r.issues = append(r.issues, found...)
	}
	var newcomers []games.Newcomer
	if r.opt.Newcomers != "" {
		if newcomers, found, err = open.Table(ctx, r.opt.Newcomers, r.opt.Reading, games.ReadNewcomers); err != nil {
			return err
		}
		r.issues = append(r.issues, found...)
	}
	var aliases []games.Alias
	if r.opt.Aliases != "" {
		if aliases, found, err = open.Table(ctx, r.opt.Aliases, r.opt.Reading, games.ReadAliases); err != nil {
			return err
		}
		r.issues = append(r.issues, found...)
	}
	r.roster, found = identity.NewRoster(l, newcomers, r.opt.Newcomers, aliases, r.opt.Aliases, identity.Options{})
	r.issues = append(r.issues, found...)
	r.res.Before, r.res.List = l, l // List: names for messages until the next list is made
	r.res.Joined = make([]bool, len(l.Entries))
	r.addNewcomers()
	r.readFirst()
	if after != nil {
		r.res.History = make([][]Past, len(l.Entries))
		copy(r.res.History, after.history)
		r.known = after.known
	} else {
		if r.res.History, found, err = readHistory(ctx, r.opt.History, r.opt.Reading, r.roster); err != nil {
			return err
		}
		r.issues = append(r.issues, found...)
		if err := r.readLists(ctx); err != nil {
			return err
		}
	}
	r.checkList()
	return nil
}

// firstColumn is the further column of a list that keeps the rating a newcomer joined with: his rating in
// games that he began before a list with him came into force.
const firstColumn = "first_rating"

func (r *rater) readFirst() {
	l := r.res.Before
	r.first = make([]int32, len(l.Entries))
	col := l.Column(firstColumn)
	for p := range l.Entries {
		if e := &l.Entries[p]; r.res.Joined[p] {
			r.first[p] = e.Rating
		} else if col >= 0 && col < len(e.Extra) {
			if n, err := strconv.ParseInt(e.Extra[col], 10, 32); err == nil {
				r.first[p] = int32(n)
			}
		}
	}
}

// readLists reads the lists of earlier periods. The list that the period begins with is the one made by
// the period before it.
func (r *rater) readLists(ctx context.Context) error {
	r.known.add(r.opt.Period-1, r.res.Before, r.roster)
	if r.opt.Lists == "" {
		return nil
	}
	files, err := periodFiles(r.opt.Reading.Base, r.opt.Lists, ListFile, true)
	if err != nil {
		return fmt.Errorf("lists: %w", err)
	}
	for _, f := range files {
		if f.Period >= r.opt.Period-1 {
			continue // the list itself, or later ones
		}
		l, _, err := readList(ctx, f.Path, r.opt)
		if err != nil {
			return err
		}
		r.known.add(f.Period, l, r.roster)
	}
	return nil
}

// ownColumns are the further columns of lists that the program itself writes and reads.
var ownColumns = []string{firstColumn, "exact", "deviation", "volatility", "k", "peak", "born", "pool_games", "pool_sum", "pool_half_points"}

// readList reads a rating list. Of its further columns nothing is said if the program knows them all.
func readList(ctx context.Context, path string, opt *RateOptions) (*games.List, []issue.Issue, error) {
	l, found, err := open.List(ctx, path, opt.Reading)
	if err != nil {
		return nil, nil, err
	}
	own := true
	for _, name := range l.Extra {
		own = own && slices.ContainsFunc(ownColumns, func(c string) bool { return table.Key(c) == table.Key(name) })
	}
	if own {
		found = slices.DeleteFunc(found, func(i issue.Issue) bool { return i.Code == "table-extra-column" })
	}
	return l, found, nil
}
