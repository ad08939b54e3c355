package open

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/evjson"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/open/source"
)

// format is a row of the table of formats: how one is recognised, and what a file of it can be read as. A function
// that is nil says that the format holds nothing of the kind; an event without games of its own gives its pairings as
// games, games without an event become a crosstable.
type format struct {
	source.Kind
	games  func(c *content) (Codec, error)
	event  func(c *content) (*event.Event, []issue.Issue, error)
	list   func(c *content) (*games.List, []issue.Issue, error)
	wide   bool // its games know sites and ratings of other bodies
	second secondCount
}

// formats is the table: one row a format. A new one is a codec below pipeline/open/codec and a row. (A function, since
// readers of its rows open companions by the same table.)
func formats() []format {
	return []format{
		{Kind: source.Kind{Format: source.FormatCSV, Names: []string{"tsv"},
			Extensions: []string{".csv", ".tsv", ".txt"}, Recognise: looksTable,
			Summary: "a table with a header line, separated by comma, semicolon, tab or bar"},
			games: tableGames, event: tableEvent, list: readList, second: countRows},
		{Kind: source.Kind{Format: source.FormatPGN, Extensions: []string{".pgn"}, Tolerant: true, Recognise: looksPGN,
			Summary: "chess games with tags"},
			games: pgnGames, wide: true, second: countEventTags},
		{Kind: source.Kind{Format: source.FormatTRF, Names: []string{"trf16", "trf26", "krause"},
			Extensions: []string{".trf", ".trfx", ".tab"},
			Tolerant:   true, Recognise: looksTRF, Summary: "FIDE tournament report, 2006 to 2026, and the Krause form"},
			event: readTRF},
		{Kind: source.Kind{Format: source.FormatJSON, Extensions: []string{".json"}, Recognise: looksJSON,
			Summary: "crosstable's own event and result files"},
			event: readJSON},
		{Kind: source.Kind{Format: source.FormatXLSX, Extensions: []string{".xlsx", ".xlsm"},
			Magic:   []string{"PK\x03\x04", "PK\x05\x06"},
			Summary: "a workbook of Excel 2007 or later"},
			games: tableGames, event: tableEvent, list: readList},
		{Kind: source.Kind{Format: source.FormatFIDE, Summary: "the FIDE rating list in fixed columns",
			Recognise: func(s *source.Sample) source.Fit { return certain(games.LooksFIDE(s.Lines)) }},
			list: readList},
		{Kind: source.Kind{Format: source.FormatNCS, Summary: "the results file of the Japanese federation's database (NCS)",
			Recognise: func(s *source.Sample) source.Fit { return certain(games.LooksNCS(s.Lines[0])) }},
			games: tableGames},
		{Kind: source.Kind{Format: source.FormatICCF, Summary: "the ICCF rating list in fixed columns",
			Recognise: func(s *source.Sample) source.Fit { return certain(games.LooksICCF(s.Lines)) }},
			list: readList},
	}
}

// Formats lists how the formats are named and recognised, for the list command.
func Formats() []source.Kind {
	var out []source.Kind
	for _, f := range formats() {
		out = append(out, f.Kind)
	}
	return out
}

// FormatNames lists the formats, for --from.
func FormatNames() []string {
	var out []string
	for _, f := range Formats() {
		out = append(out, string(f.Format))
	}
	return out
}

// FindFormat reads a format's name as --from gives it.
func FindFormat(name string) (source.Format, bool) { return source.Find(Formats(), name) }

// FormatByName guesses a format by the extension, below .gz and .zst; "" if none has it.
func FormatByName(path string) source.Format { return source.ByName(Formats(), path) }

func certain(yes bool) source.Fit {
	if yes {
		return source.Certain
	}
	return source.No
}

func looksJSON(s *source.Sample) source.Fit {
	return certain(evjson.Looks(s.Text) && !pgn.IsTag(s.Lines[0]))
}

// lookCounts counts what the lines look like: tags, lines of a TRF, rows of a table.
func lookCounts(s *source.Sample) (tags, lines, rows int) {
	tags = s.Count(pgn.IsTag)
	lines = s.Count(func(l string) bool { return !pgn.IsTag(l) && trf.IsLine(l) })
	rows = s.Count(func(l string) bool {
		return !pgn.IsTag(l) && !trf.IsLine(l) && strings.ContainsAny(l, ",;\t|") && !strings.Contains(l, "{")
	})
	return tags, lines, rows
}

func looksPGN(s *source.Sample) source.Fit {
	switch tags, lines, rows := lookCounts(s); {
	case tags > 0 && tags >= lines && (tags >= 2 || tags > rows):
		return source.Likely
	case tags > 0:
		return source.Possible
	}
	return source.No
}

func looksTRF(s *source.Sample) source.Fit {
	if tags, lines, rows := lookCounts(s); lines > 0 && lines >= rows &&
		!(tags > 0 && tags >= lines && (tags >= 2 || tags > rows)) {
		return source.Likely
	}
	return source.No
}

func looksTable(s *source.Sample) source.Fit {
	switch tags, lines, rows := lookCounts(s); {
	case rows > 0 && tags == 0 && lines == 0:
		return source.Likely
	case rows > 0:
		return source.Possible
	}
	return source.No
}

func readTRF(c *content) (*event.Event, []issue.Issue, error) {
	data, err := io.ReadAll(c.bounded(c.in.Name, c.body))
	if err != nil {
		return nil, nil, err
	}
	return trf.Parse(data, c.in.Name)
}

func readJSON(c *content) (*event.Event, []issue.Issue, error) {
	return evjson.Read(c.bounded(c.in.Name, c.body), c.in.Name)
}

func rowOf(f source.Format) *format {
	for _, row := range formats() {
		if row.Format == f {
			return &row
		}
	}
	return &format{Kind: source.Kind{Format: f}}
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
	return &source.BadInput{File: in.Name, What: fmt.Sprintf("is a %s file, which holds no %s", in.Format, what),
		Hint: hint}
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
