package period

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"crosstable/engine/rating"
	"crosstable/pipeline/date"
	"crosstable/pipeline/identity"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
)

// addNewcomers appends the roster's newcomers to the list, in the order of their file, as provisional
// players without games; without a rating and a level that the system knows they begin unrated.
func (r *rater) addNewcomers() {
	l := r.res.Before
	for p := int32(len(l.Entries)); p < int32(r.roster.Len()); p++ {
		n, _ := r.roster.Newcomer(p)
		e := games.Entry{ID: n.ID, Name: n.Name, Rating: n.Rating, Rated: n.Rated, HasGames: true,
			Status: games.Provisional, Line: n.Line}
		if first, ok := r.traits.First[n.Level.String()]; !n.Rated && ok {
			e.Rating, e.Rated = first, true
		}
		if !e.Rated {
			e.Status = games.StatusAbsent
		}
		if len(l.Extra) > 0 {
			e.Extra = make([]string, len(l.Extra))
		}
		l.Entries = append(l.Entries, e)
		r.res.Joined = append(r.res.Joined, true)
		for _, c := range r.traits.Columns {
			for _, header := range append([]string{c.Name}, c.Aliases...) {
				if v := n.Extra[table.Key(header)]; v != "" {
					l.Entries[p].Extra[l.AddColumn(c.Name)] = v
				}
			}
		}
	}
}

// admit makes the players as the system sees them: the further columns of the list, what it leaves out and
// what contradicts itself.
func (r *rater) admit() error {
	l := r.res.Before
	if err := r.readColumns(); err != nil {
		return err
	}
	for p := range l.Entries {
		e, in := &l.Entries[p], &r.before[p]
		in.Rating, in.Games = e.Rating, e.Games
		if e.Rated {
			in.Status = rating.Established
		}
		if r.traits.Keeps != nil {
			for _, past := range r.res.History[p] {
				in.Past = append(in.Past, rating.Past{Opponent: past.Opponent, Score: past.Score, Day: dayOf(past.End),
					Change: past.Change})
			}
		}
		if r.traits.Admit == nil {
			continue
		}
		remark := r.traits.Admit(in, rating.Listed{HasGames: e.HasGames, Status: listedStatus[e.Status],
			History: int32(len(r.res.History[p]))})
		e.Rating, e.Rated = in.Rating, in.Status != rating.Unrated
		switch remark {
		case rating.RemarkGames:
			e.Games, e.HasGames = in.Games, true
			was := e.Status.String()
			if e.Status == games.StatusAbsent {
				was = "no status"
			}
			r.issues = append(r.issues, issue.New("rate-games", l.File, e.Line, 0,
				"%s has no number of games and %s: taken as %d", r.name(int32(p)), was, e.Games))
		case rating.RemarkStatus:
			r.issues = append(r.issues, issue.New("rate-status", l.File, e.Line, 0,
				"%s has %d games and is called %s; taken as %s", r.name(int32(p)), e.Games, e.Status, in.Status))
		case rating.RemarkNew:
			r.asNew = append(r.asNew, int32(p))
		}
	}
	return nil
}

var listedStatus = [...]rating.Status{games.StatusAbsent: rating.Unrated, games.Provisional: rating.Provisional,
	games.Established: rating.Established}

// readColumns reads the system's further columns of the list into the entries. A cell that cannot be read
// stops the run: taken as empty it would change the player's rating without a word.
func (r *rater) readColumns() error {
	l := r.res.Before
	r.before = make([]rating.Entry, len(l.Entries))
	r.columns = make([]int, len(r.traits.Columns))
	for i := range r.traits.Columns {
		c := &r.traits.Columns[i]
		r.columns[i] = l.Column(c.Name)
		for _, other := range c.Aliases {
			if r.columns[i] < 0 {
				r.columns[i] = l.Column(other)
			}
		}
		col := r.columns[i]
		if col < 0 {
			continue
		}
		for p := range l.Entries {
			e := &l.Entries[p]
			if col >= len(e.Extra) || e.Extra[col] == "" {
				continue
			}
			v, err := columnValue(c, e.Extra[col])
			if err != nil {
				return &source.BadInput{File: l.File, Line: e.Line, What: fmt.Sprintf("%s of %s: %v", l.Extra[col],
					r.name(int32(p)), err),
					Hint: "correct the cell, or empty it"}
			}
			if c.Exact && v != 0 && e.Rated && int32(math.Floor(v+0.5)) != e.Rating {
				r.issues = append(r.issues, issue.New("list-exact", l.File, e.Line, 0, "%s has the rating %d and %s %s; %d counts",
					r.name(int32(p)), e.Rating, l.Extra[col], e.Extra[col], e.Rating))
				v = 0
			}
			r.before[p].Own[i] = v
		}
	}
	return nil
}

// columnValue reads a cell of a system's column, 0 for none.
func columnValue(c *rating.Column, cell string) (float64, error) {
	if c.Year {
		if d, err := date.Parse(cell); err == nil && d.Year != 0 {
			cell = strconv.Itoa(int(d.Year))
		}
	}
	v, err := table.ParseFloat([]byte(cell), table.PointLocale)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is no number", cell)
	case v == 0:
		return 0, nil
	case v < c.Min || v > c.Max:
		return 0, fmt.Errorf("%q: a number from %s to %s was expected", cell, bound(c.Min), bound(c.Max))
	case c.Digits == 0 && v != math.Trunc(v):
		return 0, fmt.Errorf("%q is no whole number", cell)
	}
	return v, nil
}

func bound(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

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
	r.setColumn(firstColumn, func(p int) string { return decimal(float64(r.first[p]), 0) })
	for i := range r.traits.Columns {
		c := &r.traits.Columns[i]
		if c.Given {
			continue
		}
		name := c.Name
		if r.columns[i] >= 0 {
			name = next.Extra[r.columns[i]]
		}
		r.setColumn(name, func(p int) string { return decimal(res.Rating.Players[p].After.Own[i], c.Digits) })
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

// decimal writes a number of a list; 0 is an empty cell.
func decimal(v float64, digits int) string {
	if v == 0 {
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
		unrated := len(r.traits.First) == 0
		read := func(in io.Reader, file string, t table.Options) ([]games.Newcomer, []issue.Issue, error) {
			return games.ReadNewcomers(in, file, t, unrated)
		}
		if newcomers, found, err = open.Table(ctx, r.opt.Newcomers, r.opt.Reading, read); err != nil {
			return err
		}
		if err := checkNewcomers(r.opt.Newcomers, newcomers); err != nil {
			return err
		}
		if len(newcomers) > 0 { // every row has the same further columns
			found = dropOwn(slices.Collect(maps.Keys(newcomers[0].Extra)), found)
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
	if err := r.readFirst(); err != nil {
		return err
	}
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
	return r.admit()
}

// checkNewcomers refuses first ratings out of all measure.
func checkNewcomers(file string, newcomers []games.Newcomer) error {
	for i := range newcomers {
		if n := &newcomers[i]; n.Rated && (n.Rating < rating.Lowest || n.Rating > rating.Highest) {
			return badRating(file, n.Line, n.Rating)
		}
	}
	return nil
}

func badRating(file string, line int, points int32) error {
	return &source.BadInput{File: file, Line: line, What: fmt.Sprintf("the rating is %d", points),
		Hint: fmt.Sprintf("a rating from %d to %d was expected", rating.Lowest, rating.Highest)}
}

// firstColumn is the further column of a list that keeps the rating a newcomer joined with: his rating in
// games that he began before a list with him came into force.
const firstColumn = "first_rating"

func (r *rater) readFirst() error {
	l := r.res.Before
	r.first = make([]int32, len(l.Entries))
	col := l.Column(firstColumn)
	for p := range l.Entries {
		if e := &l.Entries[p]; r.res.Joined[p] {
			r.first[p] = e.Rating
		} else if col >= 0 && col < len(e.Extra) {
			n, err := table.ParseInt([]byte(e.Extra[col]), table.PointLocale)
			if e.Extra[col] != "" && (err != nil || n < rating.Lowest || n > rating.Highest) {
				return &source.BadInput{File: l.File, Line: e.Line, What: fmt.Sprintf("%s is %q", firstColumn, e.Extra[col]),
					Hint: "correct the cell, or empty it"}
			}
			r.first[p] = n
		}
	}
	return nil
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
		l, found, err := readList(ctx, f.Path, r.opt)
		if err != nil {
			return fmt.Errorf("lists: %w", err)
		}
		for _, i := range found {
			if i.Severity != issue.Note {
				r.issues = append(r.issues, i)
			}
		}
		r.known.add(f.Period, l, r.roster)
	}
	return nil
}

// ownColumns are the further columns of lists that the program itself writes and reads, as table.Key has them.
var ownColumns = func() map[string]bool {
	own := map[string]bool{table.Key(firstColumn): true}
	for _, c := range rating.OwnColumns() {
		for _, name := range append([]string{c.Name}, c.Aliases...) {
			own[table.Key(name)] = true
		}
	}
	return own
}()

// readList reads a rating list. Of its further columns nothing is said if the program knows them all. A row
// that cannot be read stops the run: left out, its player would be gone from every list to come.
func readList(ctx context.Context, path string, opt *RateOptions) (*games.List, []issue.Issue, error) {
	l, found, err := open.List(ctx, path, opt.Reading)
	if err != nil {
		return nil, nil, err
	}
	if err := checkList(l, found); err != nil {
		return nil, nil, err
	}
	return l, dropOwn(l.Extra, found), nil
}

// dropOwn takes the note on further columns away if the program knows them all.
func dropOwn(columns []string, found []issue.Issue) []issue.Issue {
	if slices.ContainsFunc(columns, func(name string) bool { return !ownColumns[table.Key(name)] }) {
		return found
	}
	return slices.DeleteFunc(found, func(i issue.Issue) bool { return i.Code == "table-extra-column" })
}

// checkList refuses a list with rows that could not be read, or with numbers out of all measure.
func checkList(l *games.List, found []issue.Issue) error {
	bad := slices.DeleteFunc(slices.Clone(found), func(i issue.Issue) bool { return i.Severity != issue.SetAside })
	if len(bad) > 0 {
		what := bad[0].Message
		if bad[0].Field != "" {
			what = bad[0].Field + ": " + what
		}
		if n := len(bad) - 1; n > 0 {
			what += fmt.Sprintf("; and %s more", count(n, "row"))
		}
		return &source.BadInput{File: l.File, Line: bad[0].Line, What: "a row of the list cannot be read: " + what,
			Hint: "correct the list; without the row its player would be gone from the next one"}
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		if e.Rated && (e.Rating < rating.Lowest || e.Rating > rating.Highest) {
			return badRating(l.File, e.Line, e.Rating)
		}
		if e.Games > rating.MostGames {
			return &source.BadInput{File: l.File, Line: e.Line, What: fmt.Sprintf("%d games", e.Games),
				Hint: fmt.Sprintf("at most %d are taken", rating.MostGames)}
		}
	}
	return nil
}
