package open

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/evjson"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/open/source"
)

// format is a row of the table of formats: what a file of it can be read as. A function that is nil says that the
// format holds nothing of the kind; an event without games of its own gives its pairings as games, games without an
// event become a crosstable.
type format struct {
	format source.Format
	games  func(c *content) (Codec, error)
	event  func(c *content) (*event.Event, []issue.Issue, error)
	list   func(c *content) (*games.List, []issue.Issue, error)
	wide   bool // its games know sites and ratings of other bodies
	second secondCount
}

// formats: one row a format, in the order of source.Formats.
var formats = []format{
	{format: source.FormatCSV, games: tableGames, event: tableEvent, list: readList, second: countRows},
	{format: source.FormatPGN, games: pgnGames, wide: true, second: countEventTags},
	{format: source.FormatTRF, event: func(c *content) (*event.Event, []issue.Issue, error) {
		data, err := io.ReadAll(c.bounded(c.in.Name, c.body))
		if err != nil {
			return nil, nil, err
		}
		return trf.Parse(data, c.in.Name)
	}},
	{format: source.FormatJSON, event: func(c *content) (*event.Event, []issue.Issue, error) {
		return evjson.Read(c.bounded(c.in.Name, c.body), c.in.Name)
	}},
	{format: source.FormatXLSX, games: tableGames, event: tableEvent, list: readList},
	{format: source.FormatFIDE, list: readList},
	{format: source.FormatNCS, games: tableGames},
	{format: source.FormatICCF, list: readList},
}

// FormatNames lists the formats, for --from.
func FormatNames() []string {
	var out []string
	for _, f := range formats {
		out = append(out, string(f.format))
	}
	return out
}

func rowOf(f source.Format) *format {
	for i := range formats {
		if formats[i].format == f {
			return &formats[i]
		}
	}
	return &format{format: f}
}

// content is an opened input with what readers of its format need.
type content struct {
	*parsed
	ctx  context.Context
	name string // as the user gave it: companions stand beside it
	in   *source.Input
	body io.Reader
}

// holdsNo says that a format holds nothing of a kind.
func holdsNo(in *source.Input, what, hint string) error {
	return &source.BadInput{File: in.Name, What: fmt.Sprintf("is a %s file, which holds no %s", in.Format, what), Hint: hint}
}

// readList reads a list: people options, and the columns that stand for others.
func readList(c *content) (*games.List, []issue.Issue, error) {
	t := c.people
	t.Columns = c.ListColumns
	return games.ReadList(c.body, c.in.Name, t)
}

// pgnGames streams a PGN, with or without a check of the moves.
func pgnGames(c *content) (Codec, error) {
	p := &pgnCodec{}
	opt := c.pgn
	opt.Report = func(i issue.Issue) {
		p.issues = append(p.issues, i)
		if i.Code == "pgn-no-tags" {
			p.lost++
		}
	}
	if c.CheckMoves {
		checked := pgn.NewChecked(c.body, c.in.Name, opt, c.Jobs)
		p.Source, p.close = checked, checked.Close
	} else {
		p.Source = pgn.NewReader(c.body, c.in.Name, opt)
	}
	return p, nil
}

// pgnCodec gives a PGN reader the manners of Codec.
type pgnCodec struct {
	pgn.Source
	issues []issue.Issue
	lost   int // games without tags, which nobody can be given
	close  func() error
}

// Issues gives the issues since the last call.
func (p *pgnCodec) Issues() []issue.Issue {
	out := p.issues
	p.issues = nil
	return out
}

// Counts gives the games so far. A game to be set aside says so itself; held back are moves without tags.
func (p *pgnCodec) Counts() (rows, setAside int) { return p.Stats().Games + p.lost, p.lost }

// Close ends the check of the moves.
func (p *pgnCodec) Close() error {
	if p.close == nil {
		return nil
	}
	return p.close()
}

// replay reads a stream and can be set back to its beginning until it is let go.
type replay struct {
	r    io.Reader
	seen bytes.Buffer
	free bool
}

func (r *replay) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if !r.free {
		r.seen.Write(p[:n])
	}
	return n, err
}

// again gives the stream from its beginning.
func (r *replay) again() io.Reader { return io.MultiReader(bytes.NewReader(r.seen.Bytes()), r) }

// letGo ends the memory.
func (r *replay) letGo() { r.free, r.seen = true, bytes.Buffer{} }
