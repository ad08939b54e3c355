package open

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/open/tally"
	"crosstable/pipeline/record"
)

// Codec is what the readers of games have in common.
type Codec interface {
	// Next reads the next game; io.EOF after the last.
	Next(*record.Game) error
	// Issues gives what was found since the last call.
	Issues() []issue.Issue
	// Counts gives the rows or games read so far, and how many of them were set aside and not given.
	Counts() (rows, setAside int)
	Close() error
}

// Reader streams the games of one input. Close it: that also notes what was read in Options.Log.
type Reader struct {
	Codec
	p      *parsed
	in     *source.Input
	file   string // the input's name without a sheet
	wide   bool
	closed bool
	second *tally.Counter // of the same bytes; nil for formats that are not counted
}

// Games opens an input as games. An event of any form gives the games that were played or forfeited, with the event's
// name, rounds and dates; its players' ratings are Elo, their ids FideID, as in a PGN: the event's, not those of a
// games table. Errors: those of source.Open, a *source.BadInput for what holds no games, an *OptionError.
func Games(ctx context.Context, name string, o Options) (*Reader, error) {
	p, err := o.parse()
	if err != nil {
		return nil, err
	}
	in, err := p.open(ctx, name, p.format)
	if err != nil {
		return nil, err
	}
	r, err := p.gamesOf(ctx, name, in, in.Reader)
	if err != nil {
		return nil, errors.Join(bad(name, err), p.close(in))
	}
	return r, nil
}

// gamesOf reads an opened input as games.
func (p *parsed) gamesOf(ctx context.Context, name string, in *source.Input, body io.Reader) (*Reader, error) {
	row := rowOf(in.Format)
	r := &Reader{p: p, in: in, file: in.Name, wide: row.wide}
	if p.AllSheets && p.Sheet != "" {
		in.Name += "[" + p.Sheet + "]"
	}
	c := &content{parsed: p, ctx: ctx, name: name, in: in, body: r.counted(row, body)}
	var err error
	switch {
	case row.games != nil:
		r.Codec, err = row.games(c)
	case row.event != nil:
		r.Codec, err = gamesOfEvent(c, row.event)
	default:
		return nil, holdsNo(in, "games", "games come as CSV, xlsx, PGN, NCS results, or as an event in TRF or JSON")
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Name is the input's name in messages.
func (r *Reader) Name() string { return r.in.Name }

// Format is what the input was recognised as.
func (r *Reader) Format() source.Format { return r.in.Format }

// Compression is "", "gzip" or "zstd".
func (r *Reader) Compression() string { return r.in.Compression }

// Encoding is final after the last game.
func (r *Reader) Encoding() source.Encoding { return r.in.Encoding() }

// MoreSheets names the further sheets of a workbook that hold games.
func (r *Reader) MoreSheets() []string {
	if t, ok := r.Codec.(interface{ Layout() table.Layout }); ok {
		return t.Layout().MoreSheets
	}
	return nil
}

// Size is the number of bytes read so far, as stored.
func (r *Reader) Size() int64 { return r.in.Size() }

// Notes gives what is to be said of the input itself, what the second count found included; complete after the
// last game.
func (r *Reader) Notes() []issue.Issue {
	notes := r.in.Issues()
	if f, ok := r.SecondCount(); ok && f.Lost() {
		notes = append(notes, issue.New("second-count", r.in.Name, 0, 0, "%s", f.String()))
	}
	return notes
}

// Wide reports games that know sites and ratings of other bodies.
func (r *Reader) Wide() bool { return r.wide }

// ResultTags counts the Result tags of a PGN so far.
func (r *Reader) ResultTags() (n int, isPGN bool) {
	if p, ok := r.Codec.(interface{ Stats() pgn.Stats }); ok {
		return p.Stats().ResultTags, true
	}
	return 0, false
}

// Close frees the input.
func (r *Reader) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	r.in.Name = r.file // as which it is noted
	return errors.Join(r.Codec.Close(), r.p.close(r.in))
}

// tableGames reads a table as games if its header is one, else as an event.
func tableGames(c *content) (Codec, error) {
	again := &replay{r: c.body}
	c.body = again
	if !c.withPlayers(again) {
		r, err := games.NewReader(again.again(), c.in.Name, c.games)
		if err == nil {
			again.letGo()
			return r, nil
		}
		if !c.isEvent(again, err) {
			return nil, err
		}
	}
	c.body = again.again()
	return gamesOfEvent(c, tableEvent)
}

// gamesOfEvent gives the games of an event one by one.
func gamesOfEvent(c *content, read func(c *content) (*event.Event, []issue.Issue, error)) (Codec, error) {
	e, found, err := read(c)
	if err != nil {
		return nil, err
	}
	return newEventGames(e, found, true), nil
}

// eventGames are the games of an event.
type eventGames struct {
	games  []record.Game
	at     int
	issues []issue.Issue
}

// newEventGames: foreign says that ids and ratings are the event's, not those of a games table.
func newEventGames(e *event.Event, found []issue.Issue, foreign bool) *eventGames {
	all, byes := e.Games()
	g := &eventGames{games: all, issues: slices.Clone(found)}
	if byes > 0 {
		g.issues = append(g.issues, issue.New("event-byes", e.File, 0, 0,
			"%d byes and absences are no games and were left out", byes))
	}
	if !foreign {
		return g
	}
	for i := range all {
		x := &all[i]
		for _, s := range [...]*record.Side{&x.White, &x.Black} {
			s.ID, s.FideID = "", s.ID
			s.Rating, s.Elo = 0, s.Rating
		}
		if round := roundOf(x); round >= len(e.RoundDates) || e.RoundDates[round].IsZero() {
			x.End = e.End // of its round nothing is known
			if x.End.IsZero() {
				x.End = x.Start
			}
		}
	}
	return g
}

func roundOf(g *record.Game) (round int) {
	if _, err := fmt.Sscan(g.Round, &round); err != nil {
		return 0
	}
	return round - 1
}

// Next gives the next game.
func (e *eventGames) Next(g *record.Game) error {
	if e.at == len(e.games) {
		return io.EOF
	}
	*g = e.games[e.at]
	e.at++
	return nil
}

// Issues gives the issues since the last call.
func (e *eventGames) Issues() []issue.Issue {
	out := e.issues
	e.issues = nil
	return out
}

// Counts gives the games so far.
func (e *eventGames) Counts() (rows, setAside int) { return e.at, 0 }

// Close has nothing to free.
func (e *eventGames) Close() error { return nil }

// All reads what is left. The issues are those of the games; Notes has those of the input.
func (r *Reader) All() ([]record.Game, []issue.Issue, error) { return all(r.Codec) }

func all(r Codec) ([]record.Game, []issue.Issue, error) {
	var out []record.Game
	for {
		var g record.Game
		err := r.Next(&g)
		if errors.Is(err, io.EOF) {
			return out, r.Issues(), nil
		}
		if err != nil {
			return nil, r.Issues(), err
		}
		out = append(out, g)
	}
}

// ofEvent keeps the games whose event's name has the words of EventName in it.
func (o *Options) ofEvent(all []record.Game) []record.Game {
	want := strings.ToLower(o.EventName)
	if want == "" {
		return all
	}
	return slices.DeleteFunc(all, func(g record.Game) bool { return !strings.Contains(strings.ToLower(g.Event), want) })
}
