package games

import (
	"fmt"
	"io"
	"iter"
	"strconv"

	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// Games are written cell by cell (table.Row) and not through gocsv as lists are: a quarter can have a
// million of them, and reflection costs more than reading them did. A test holds both ways against each other.

// kind of a cell: how it is protected, and what it is in a workbook.
type cellKind uint8

const (
	cellPlain  cellKind = iota // dates, results
	cellText                   // free text, neutralised
	cellID                     // neutralised unless it is a number
	cellNumber                 // 0 is empty
)

// gameColumn is a column of a games table as it is written.
type gameColumn struct {
	name string
	kind cellKind
	text func(g *record.Game) string
	n    func(g *record.Game) int32 // of cellNumber
}

// gameColumns is all that can be written, in the order of AllGameColumns.
var gameColumns = []gameColumn{
	{"game", cellID, func(g *record.Game) string { return g.ID }, nil},
	{"event", cellText, func(g *record.Game) string { return g.Event }, nil},
	{"site", cellText, func(g *record.Game) string { return g.Site }, nil},
	{"round", cellText, func(g *record.Game) string { return g.Round }, nil},
	{"start", cellPlain, startText, nil},
	{"end", cellPlain, func(g *record.Game) string { return dateText(g.End) }, nil},
	{"white_id", cellID, func(g *record.Game) string { return sideID(&g.White) }, nil},
	{"white", cellText, func(g *record.Game) string { return g.White.Name }, nil},
	{"black_id", cellID, func(g *record.Game) string { return sideID(&g.Black) }, nil},
	{"black", cellText, func(g *record.Game) string { return g.Black.Name }, nil},
	{"result", cellPlain, resultText, nil},
	{"white_rating", cellNumber, nil, func(g *record.Game) int32 { return g.White.Rating }},
	{"black_rating", cellNumber, nil, func(g *record.Game) int32 { return g.Black.Rating }},
	{"white_elo", cellNumber, nil, func(g *record.Game) int32 { return g.White.Elo }},
	{"black_elo", cellNumber, nil, func(g *record.Game) int32 { return g.Black.Elo }},
	{"mode", cellText, func(g *record.Game) string { return g.Mode }, nil},
	{"rated", cellPlain, func(g *record.Game) string { return FormatRated(g.Rated) }, nil},
	{"reason", cellText, func(g *record.Game) string { return g.Reason }, nil},
	{"note", cellText, func(g *record.Game) string { return g.Note }, nil},
}

// GameColumns are the columns of a games CSV by default (CLI.md).
var GameColumns = []string{"game", "event", "round", "start", "end", "white_id", "white", "black_id", "black", "result",
	"white_rating", "black_rating", "mode", "rated", "reason", "note"}

// AllGameColumns has also what PGN files know: the site and someone else's ratings.
var AllGameColumns = func() (names []string) {
	for _, c := range gameColumns {
		names = append(names, c.name)
	}
	return names
}()

// pickColumns gives the columns of the given names.
func pickColumns(names []string) ([]gameColumn, error) {
	if len(names) == 0 {
		names = GameColumns
	}
	var out []gameColumn
next:
	for _, n := range names {
		for _, c := range gameColumns {
			if c.name == n {
				out = append(out, c)
				continue next
			}
		}
		return nil, fmt.Errorf("a games table has no column %q", n)
	}
	return out, nil
}

// FormatRated gives the word of the rated column.
func FormatRated(r record.Rated) string { return [...]string{"", "yes", "no"}[r] }

// sideID gives the id, or a PGN's FIDE id where there is no other.
func sideID(s *record.Side) string {
	if s.ID == "" {
		return s.FideID
	}
	return s.ID
}

// resultText gives the result; one that was not understood as it was read.
func resultText(g *record.Game) string {
	if s := record.FormatResult(g.Result); s != "" {
		return s
	}
	return table.NeutralCell(g.ResultText)
}

func startText(g *record.Game) string {
	s := dateText(g.Start)
	if g.Clock > 0 && g.Start.Full() {
		s += clockText(int(g.Clock) - 1)
	}
	return s
}

// dateText is Date.String without its formatter for full dates.
func dateText(d record.Date) string {
	if !d.Full() || d.Year < 1000 || d.Year > 9999 {
		return d.String()
	}
	b := strconv.AppendInt(make([]byte, 0, 10), int64(d.Year), 10)
	return string(append(b, '-', '0'+d.Month/10, '0'+d.Month%10, '-', '0'+d.Day/10, '0'+d.Day%10))
}

// clockText gives " 23:01:03".
func clockText(seconds int) string {
	b := []byte(" 00:00:00")
	for i, n := range [...]int{seconds / 3600, seconds / 60 % 60, seconds % 60} {
		b[3*i+1] += byte(n / 10)
		b[3*i+2] += byte(n % 10)
	}
	return string(b)
}

// Writer writes a games CSV.
type Writer struct {
	out     *table.Row
	columns []gameColumn
	err     error
}

// NewWriter writes the given columns in their order; none means GameColumns. A column that does not exist
// is an error of the first Write.
func NewWriter(w io.Writer, columns ...string) *Writer {
	x := &Writer{out: table.NewRow(w)}
	if x.columns, x.err = pickColumns(columns); x.err != nil {
		return x
	}
	for _, c := range x.columns {
		x.out.Raw(c.name)
	}
	x.out.End()
	return x
}

// Write adds a game.
func (w *Writer) Write(g *record.Game) error {
	if w.err != nil {
		return w.err
	}
	for i := range w.columns {
		switch c := &w.columns[i]; c.kind {
		case cellText:
			w.out.Text(c.text(g))
		case cellID:
			w.out.ID(c.text(g))
		case cellNumber:
			w.out.Some(c.n(g))
		default:
			w.out.Raw(c.text(g))
		}
	}
	w.out.End()
	return nil
}

// Flush writes out what is buffered and gives the first error of the writer behind.
func (w *Writer) Flush() error {
	if w.err != nil {
		return w.err
	}
	return w.out.Flush()
}

// WriteXLSX writes games as one sheet with the given columns; none means GameColumns.
func WriteXLSX(w io.Writer, all iter.Seq[*record.Game], columns ...string) error {
	cols, err := pickColumns(columns)
	if err != nil {
		return err
	}
	var header []string
	for _, c := range cols {
		header = append(header, c.name)
	}
	cells := make([]any, len(cols))
	return table.WriteXLSX(w, "games", header, func(yield func([]any) bool) {
		for g := range all {
			for i, c := range cols {
				switch c.kind {
				case cellText:
					cells[i] = table.Neutral(c.text(g))
				case cellID:
					cells[i] = table.NeutralID(c.text(g))
				case cellNumber:
					if cells[i] = nil; c.n(g) != 0 {
						cells[i] = c.n(g)
					}
				default:
					cells[i] = c.text(g)
				}
			}
			if !yield(cells) {
				return
			}
		}
	})
}

// WriteListXLSX writes a list as one sheet.
func WriteListXLSX(w io.Writer, l *List) error {
	header := append([]string{"id", "name", "rating", "games", "status"}, l.Extra...)
	return table.WriteXLSX(w, "rating list", header, func(yield func([]any) bool) {
		for i := range l.Entries {
			e := &l.Entries[i]
			cells := []any{table.NeutralID(e.ID), table.Neutral(e.Name), nil, nil, e.Status.String()}
			if e.Rated {
				cells[2] = e.Rating
			}
			if e.HasGames {
				cells[3] = e.Games
			}
			for _, x := range e.Extra {
				cells = append(cells, table.NeutralCell(x))
			}
			if !yield(cells) {
				return
			}
		}
	})
}
