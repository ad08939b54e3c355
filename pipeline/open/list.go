package open

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/eventtab"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// List reads a rating list: a table, or the fixed columns of FIDE or ICCF. Options.From, Sheet and Columns speak of
// games and are not asked.
func List(ctx context.Context, name string, o Options) (*games.List, []issue.Issue, error) {
	p, err := o.parse()
	if err != nil {
		return nil, nil, err
	}
	in, err := p.open(ctx, name, source.Unknown)
	if err != nil {
		return nil, nil, err
	}
	var l *games.List
	var found []issue.Issue
	if row := rowOf(in.Format); row.list != nil {
		l, found, err = row.list(&content{parsed: p, ctx: ctx, name: name, in: in, body: in.Reader})
	} else {
		err = noTable(in)
	}
	err = errors.Join(err, p.close(in))
	return l, notes(in, found), bad(name, err)
}

func noTable(in *source.Input) error {
	return &source.BadInput{File: in.Name, What: fmt.Sprintf("is a %s file", in.Format),
		Hint: "a CSV or xlsx table is wanted here"}
}

// Table reads another table (newcomers, aliases, payments, a ledger) by read. Options.From, Sheet and Columns speak of
// games and are not asked.
func Table[T any](ctx context.Context, name string, o Options,
	read func(in io.Reader, file string, t table.Options) (T, []issue.Issue, error)) (none T, found []issue.Issue,
	err error) {
	p, err := o.parse()
	if err != nil {
		return none, nil, err
	}
	in, err := p.open(ctx, name, source.Unknown)
	if err != nil {
		return none, nil, err
	}
	var out T
	if in.Format == source.FormatCSV || in.Format == source.FormatXLSX {
		out, found, err = read(in.Reader, in.Name, p.people)
	} else {
		err = noTable(in)
	}
	if err = errors.Join(err, p.close(in)); err != nil {
		return none, notes(in, found), bad(name, err)
	}
	return out, notes(in, found), nil
}

// Own reads a table that the program itself wrote (history, ledger, corrections): CSV in UTF-8, whatever the options
// say of other files.
func Own[T any](ctx context.Context, name string, o Options,
	read func(in io.Reader, file string, t table.Options) (T, []issue.Issue, error)) (T, []issue.Issue, error) {
	return Table(ctx, name, Options{Base: o.Base, Log: o.Log, Encoding: source.UTF8}, read)
}

// Content is what a file holds: one of the fields is set.
type Content struct {
	Games  *Reader      // stream; close it
	Event  *event.Event // with all that could be read
	List   *games.List
	People games.Kind // newcomers or aliases, of which only Count is kept
	Count  int

	Issues []issue.Issue // found so far; those of Games come with it
}

// Said gives what has been found and not been given yet.
func (c *Content) Said() []issue.Issue {
	if c.Games == nil {
		return c.Issues
	}
	return append(slices.Clone(c.Games.Notes()), c.Games.Issues()...)
}

// AsEvent gives the event, or the crosstable of the games with what was found in them.
func (c *Content) AsEvent() (*event.Event, []issue.Issue, error) {
	if c.Games == nil {
		return c.Event, nil, nil
	}
	name := c.Games.Name()
	e, found, err := c.Games.p.eventOfGames(name, c.Games.Codec)
	if err == nil && e.N() == 0 {
		err = &source.BadInput{File: name, What: "no games with players"}
	}
	return e, found, err
}

// AsGames gives the games one by one, or those of the event as its file has them. wide says that they know sites and
// ratings of other bodies.
func (c *Content) AsGames() (next func(*record.Game) error, wide bool, found []issue.Issue) {
	if c.Games != nil {
		return c.Games.Next, c.Games.wide, nil
	}
	g := newEventGames(c.Event, nil, false)
	return g.Next, false, g.Issues()
}

// Close ends the stream.
func (c *Content) Close() error {
	if c.Games == nil {
		return nil
	}
	return c.Games.Close()
}

// Any reads a file as what it holds. lists: a list of players without rounds is a rating list, and not an event of
// its players. On an error the Content has the issues found before it.
func Any(ctx context.Context, name string, o Options, lists bool) (*Content, error) {
	p, err := o.parse()
	if err != nil {
		return &Content{}, err
	}
	in, err := p.open(ctx, name, p.format)
	if err != nil {
		return &Content{}, err
	}
	out := &Content{}
	err = p.any(ctx, name, in, lists, out)
	if out.Games == nil {
		err = errors.Join(err, p.close(in))
		out.Issues = notes(in, out.Issues)
	}
	return out, bad(name, err)
}

func (p *parsed) any(ctx context.Context, name string, in *source.Input, lists bool, out *Content) (err error) {
	row := rowOf(in.Format)
	c := &content{parsed: p, ctx: ctx, name: name, in: in, body: in.Reader}
	switch {
	case row.games != nil && row.event != nil: // a table: its header says what it holds
		again := &replay{r: in.Reader}
		kind := c.kindOf(again)
		body := again.again()
		again.letGo()
		switch {
		case kind == games.Games:
			out.Games, err = p.gamesOf(ctx, name, in, body)
			return err
		case kind == games.RatingList && lists:
			c.body = body
			out.List, out.Issues, err = row.list(c)
			return err
		case (kind == games.Newcomers || kind == games.Aliases) && lists:
			out.People = kind
			return c.readPeople(kind, body, out)
		}
		out.Event, out.Issues, err = p.eventOf(ctx, name, in, body)
	case row.games != nil:
		out.Games, err = p.gamesOf(ctx, name, in, in.Reader)
	case row.event != nil:
		out.Event, out.Issues, err = p.eventOf(ctx, name, in, in.Reader)
	case row.list != nil && lists:
		out.List, out.Issues, err = row.list(c)
	default:
		err = &source.BadInput{File: in.Name, What: fmt.Sprintf("a %s file holds neither games nor an event", in.Format)}
	}
	return err
}

// readPeople reads a newcomers or an alias file for what is wrong with it.
func (c *content) readPeople(kind games.Kind, body io.Reader, out *Content) (err error) {
	if kind == games.Newcomers {
		var all []games.Newcomer
		all, out.Issues, err = games.ReadNewcomers(body, c.in.Name, c.people, false)
		out.Count = len(all)
		return err
	}
	var all []games.Alias
	all, out.Issues, err = games.ReadAliases(body, c.in.Name, c.people)
	out.Count = len(all)
	return err
}

// kindOf says what a table's header is the header of; a table with rounds, or with its companion, is an event
// whatever else it has.
func (c *content) kindOf(body *replay) games.Kind {
	limit := int64(1 << 20)
	if c.in.Format == source.FormatXLSX {
		limit = 1 << 30 // a workbook's table of contents stands at its end
	}
	data, err := io.ReadAll(io.LimitReader(body.again(), limit))
	if err != nil {
		return games.Games // the error comes again
	}
	name := c.in.Name
	if c.withPlayers(body) {
		return games.NoKind
	}
	r, notGames := games.NewReader(bytes.NewReader(data), name, c.games)
	if notGames == nil {
		_ = r.Close()
		return games.Games
	}
	var mismatch *table.HeaderError
	if !errors.As(notGames, &mismatch) {
		return games.Games // cut, a bomb, damaged: no other table either, and opening it again costs as much again
	}
	header, err := eventtab.Header(bytes.NewReader(data), name)
	if err != nil {
		// No table of players either. Where the games header was found and something is wrong with it, its
		// message is the one to give.
		if mismatch.Line > 0 && !eventtab.IsPairings(data, name) {
			return games.Games
		}
		return games.NoKind
	}
	if _, rounds := eventtab.Fits(header); rounds > 0 || eventtab.IsPairings(data, name) {
		return games.NoKind
	}
	if _, paired := c.sibling(c.name, "players", "games"); paired || c.GamesFile != "" {
		return games.NoKind
	}
	return games.Recognise(header)
}
