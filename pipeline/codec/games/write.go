package games

import (
	"io"
	"iter"

	"crosstable/pipeline/codec/table"
	"crosstable/pipeline/record"
)

// gameRow is a games CSV's row as gocsv writes it.
type gameRow struct {
	Game        table.ID   `csv:"game"`
	Event       table.Text `csv:"event"`
	Site        table.Text `csv:"site"`
	Round       table.Text `csv:"round"`
	Start       string     `csv:"start"`
	End         string     `csv:"end"`
	WhiteID     table.ID   `csv:"white_id"`
	White       table.Text `csv:"white"`
	BlackID     table.ID   `csv:"black_id"`
	Black       table.Text `csv:"black"`
	Result      string     `csv:"result"`
	WhiteRating table.Int  `csv:"white_rating"`
	BlackRating table.Int  `csv:"black_rating"`
	WhiteElo    table.Int  `csv:"white_elo"`
	BlackElo    table.Int  `csv:"black_elo"`
	Mode        table.Text `csv:"mode"`
	Rated       string     `csv:"rated"`
	Reason      table.Text `csv:"reason"`
	Note        table.Text `csv:"note"`
}

// GameColumns are the columns of a games CSV by default (CLI.md).
var GameColumns = []string{"game", "event", "round", "start", "end", "white_id", "white", "black_id", "black", "result",
	"white_rating", "black_rating", "mode", "rated", "reason", "note"}

// AllGameColumns has also what PGN files know: the site and someone else's ratings.
var AllGameColumns = []string{"game", "event", "site", "round", "start", "end", "white_id", "white", "black_id", "black", "result",
	"white_rating", "black_rating", "white_elo", "black_elo", "mode", "rated", "reason", "note"}

// FormatRated gives the word of the rated column.
func FormatRated(r record.Rated) string { return [...]string{"", "yes", "no"}[r] }

// row gives a game's cells. A result that was not understood is written as it was read.
func row(g *record.Game) gameRow {
	result := record.FormatResult(g.Result)
	if result == "" {
		result = table.NeutralCell(g.ResultText)
	}
	points := func(n int32) table.Int { return table.Int{N: n, Set: n != 0} }
	start := g.Start.String()
	if g.Clock > 0 && g.Start.Full() {
		start += clockText(int(g.Clock) - 1)
	}
	return gameRow{
		Game: table.ID(g.ID), Event: table.Text(g.Event), Site: table.Text(g.Site), Round: table.Text(g.Round), Start: start, End: g.End.String(),
		WhiteID: table.ID(g.White.ID), White: table.Text(g.White.Name), BlackID: table.ID(g.Black.ID), Black: table.Text(g.Black.Name), Result: result,
		WhiteRating: points(g.White.Rating), BlackRating: points(g.Black.Rating), WhiteElo: points(g.White.Elo), BlackElo: points(g.Black.Elo),
		Mode: table.Text(g.Mode), Rated: FormatRated(g.Rated), Reason: table.Text(g.Reason), Note: table.Text(g.Note),
	}
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
	enc  *table.Encoder[gameRow]
	rows []gameRow
}

// NewWriter writes the given columns, in the order of AllGameColumns; none means GameColumns.
func NewWriter(w io.Writer, columns ...string) *Writer {
	if len(columns) == 0 {
		columns = GameColumns
	}
	enc := table.NewEncoder[gameRow](w)
	enc.Columns = columns
	return &Writer{enc: enc, rows: make([]gameRow, 0, 256)}
}

// Write adds a game.
func (w *Writer) Write(g *record.Game) error {
	w.rows = append(w.rows, row(g))
	if len(w.rows) < cap(w.rows) {
		return nil
	}
	return w.encode()
}

func (w *Writer) encode() error {
	err := w.enc.Encode(w.rows...)
	w.rows = w.rows[:0]
	return err
}

// Flush writes out what is buffered.
func (w *Writer) Flush() error {
	if err := w.encode(); err != nil {
		return err
	}
	return w.enc.Flush()
}

// WriteXLSX writes games as one sheet with the columns of GameColumns.
func WriteXLSX(w io.Writer, all iter.Seq[*record.Game]) error {
	num := func(n int32) any {
		if n == 0 {
			return nil
		}
		return n
	}
	return table.WriteXLSX(w, "games", GameColumns, func(yield func([]any) bool) {
		for g := range all {
			x := row(g)
			if !yield([]any{table.NeutralID(g.ID), table.Neutral(g.Event), table.Neutral(g.Round), x.Start, x.End,
				table.NeutralID(g.White.ID), table.Neutral(g.White.Name), table.NeutralID(g.Black.ID), table.Neutral(g.Black.Name), x.Result,
				num(g.White.Rating), num(g.Black.Rating), table.Neutral(g.Mode), x.Rated, table.Neutral(g.Reason), table.Neutral(g.Note)}) {
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
