package open

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/eventtab"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
)

// Event reads an event of any form: TRF, JSON, a crosstable or players and pairings as tables; games become a
// crosstable. On an error the issues are those found before it. Errors are those of Games; an event without players
// is a *source.BadInput.
func Event(ctx context.Context, name string, o Options) (*event.Event, []issue.Issue, error) {
	p, err := o.parse()
	if err != nil {
		return nil, nil, err
	}
	in, err := p.open(ctx, name, p.format)
	if err != nil {
		return nil, nil, err
	}
	e, found, err := p.eventOf(ctx, name, in, in.Reader)
	err = errors.Join(err, p.close(in))
	return e, notes(in, found), bad(name, err)
}

func (p *parsed) eventOf(ctx context.Context, name string, in *source.Input, body io.Reader) (*event.Event,
	[]issue.Issue, error) {
	row := rowOf(in.Format)
	c := &content{parsed: p, ctx: ctx, name: name, in: in, body: body}
	var e *event.Event
	var found []issue.Issue
	var err error
	switch {
	case row.event != nil:
		e, found, err = row.event(c)
	case row.games != nil:
		var r Codec
		if r, err = row.games(c); err == nil {
			e, found, err = c.eventOfGames(c.in.Name, r)
		}
	default:
		err = &source.BadInput{File: in.Name, What: fmt.Sprintf("a %s file is not an event", in.Format)}
	}
	if err == nil && e.N() == 0 {
		err = &source.BadInput{File: in.Name, What: "no players"}
	}
	return e, found, err
}

// eventOfGames makes a crosstable of games.
func (p *parsed) eventOfGames(name string, r Codec) (*event.Event, []issue.Issue, error) {
	defer func() { _ = r.Close() }()
	list, found, err := all(r)
	if err != nil {
		return nil, found, err
	}
	e, more := event.FromGames(name, p.ofEvent(list))
	if p.event.Points != nil {
		e.Points, e.PointsOpen = *p.event.Points, false
	}
	return e, append(found, more...), nil
}

// withPlayers reports a table of pairings by number that has its table of players beside it. It looks at the first
// bytes only.
func (c *content) withPlayers(body *replay) bool {
	if _, ok := c.sibling(c.name, "games", "players"); !ok {
		return false
	}
	head, err := io.ReadAll(io.LimitReader(body.again(), 64<<10))
	return err == nil && eventtab.ByNumber(head, c.in.Name)
}

// pairsByNumber is withPlayers for a file that is not open.
func (o *Options) pairsByNumber(name string) bool {
	in, err := source.Open(context.Background(), name, source.Options{Base: o.Base, Kinds: Formats(),
		Encoding: o.Encoding})
	if err != nil {
		return false
	}
	defer in.Close()
	head, err := io.ReadAll(io.LimitReader(in.Reader, 64<<10))
	return err == nil && eventtab.ByNumber(head, name)
}

// isEvent reports that a table whose header is not that of games is one of an event: it names players and rounds, or
// it has its companion. err is what was wrong with it as games.
func (c *content) isEvent(body *replay, err error) bool {
	var mismatch *table.HeaderError
	if !errors.As(err, &mismatch) {
		return false // cut, a bomb, damaged: no other table either, and opening it again costs as much again
	}
	if _, ok := c.sibling(c.name, "players", "games"); ok || c.GamesFile != "" {
		return true
	}
	header, err := eventtab.Header(body.again(), c.in.Name)
	if err != nil {
		return false
	}
	_, rounds := eventtab.Fits(header)
	return rounds > 0
}

// tableEvent reads a table as what its header says: games, a crosstable, or players and pairings in two files, of
// which either may be named.
func tableEvent(c *content) (*event.Event, []issue.Issue, error) {
	data, err := io.ReadAll(c.bounded(c.in.Name, c.body))
	if err != nil {
		return nil, nil, err
	}
	name, t := c.name, c.games
	t.KeepBad = false
	if _, withPlayers := c.sibling(name, "games", "players"); !withPlayers {
		if r, err := games.NewReader(bytes.NewReader(data), name, t); err == nil {
			return c.eventOfGames(c.in.Name, r)
		}
	}
	playersName, players, gamesName := name, data, c.GamesFile
	if eventtab.IsPairings(data, name) {
		other, ok := c.sibling(name, "games", "players")
		if !ok {
			return nil, nil, fmt.Errorf("%s: pairings by number need the table of players; name that file and give this one with --games", name)
		}
		raw, _, err := c.whole(c.ctx, other, source.Unknown)
		if err != nil {
			return nil, nil, err
		}
		playersName, players, gamesName = other, raw, name
	} else if gamesName == "" {
		gamesName, _ = c.sibling(name, "players", "games")
	}
	e, issues, err := eventtab.Read(bytes.NewReader(players), playersName, c.event)
	if err != nil || gamesName == "" {
		return e, issues, err
	}
	pairs := data
	if gamesName != name {
		if pairs, _, err = c.whole(c.ctx, gamesName, source.Unknown); err != nil {
			return nil, issues, err
		}
	}
	pairing := c.event
	if header, err := eventtab.Header(bytes.NewReader(players), playersName); err == nil {
		pairing.Unnumbered = !eventtab.Numbered(header)
	}
	more, err := eventtab.ReadPairings(bytes.NewReader(pairs), gamesName, e, pairing)
	return e, append(issues, more...), err
}
