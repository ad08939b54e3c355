package table

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gocarina/gocsv"
)

// Write writes a CSV of structs through gocsv: header and cells by their csv tags, in the order of the
// fields. Use the cell types of this package: Text for free text, Int for numbers that may be absent.
func Write[T any](w io.Writer, rows []T) error {
	e := NewEncoder[T](w)
	if err := e.Encode(rows...); err != nil {
		return err
	}
	return e.Flush()
}

// Encoder is Write for rows that come in portions, and for tables with further columns.
type Encoder[T any] struct {
	// Header and Extra add columns behind those of the struct: Header their names, Extra their cells for
	// the i-th row of all rows encoded. Set them before the first row.
	Header []string
	Extra  func(i int) []string
	// Columns, if set, names the columns of the struct that are written, in their order there.
	Columns []string

	out   *bufio.Writer
	csv   *csv.Writer
	rows  int
	begun bool
	pick  []int // places of Columns in the struct
	cells []string
}

// NewEncoder writes to w. The header is written with the first rows, or by Flush if there are none.
func NewEncoder[T any](w io.Writer) *Encoder[T] {
	out := bufio.NewWriterSize(w, 64<<10)
	return &Encoder[T]{out: out, csv: csv.NewWriter(out)}
}

// Encode writes rows.
func (e *Encoder[T]) Encode(rows ...T) error {
	if !e.begun {
		e.begun = true
		if err := gocsv.MarshalCSV([]T{}, extended[T]{e, true}); err != nil {
			return err
		}
	}
	return gocsv.MarshalCSVWithoutHeaders(rows, extended[T]{e, false})
}

// Flush writes out what is buffered.
func (e *Encoder[T]) Flush() error {
	if !e.begun {
		if err := e.Encode(); err != nil {
			return err
		}
	}
	e.csv.Flush()
	if err := e.csv.Error(); err != nil {
		return err
	}
	return e.out.Flush()
}

// extended is the CSV writer that gocsv sees; it appends the further columns to each record.
type extended[T any] struct {
	e      *Encoder[T]
	header bool
}

// Write is called by gocsv with each record.
func (x extended[T]) Write(record []string) error {
	e := x.e
	if x.header && e.Columns != nil {
		e.pick = make([]int, len(e.Columns))
		for i, c := range e.Columns {
			if e.pick[i] = slices.Index(record, c); e.pick[i] < 0 {
				return fmt.Errorf("table: there is no column %q", c)
			}
		}
	}
	e.cells = e.cells[:0]
	if e.Columns == nil {
		e.cells = append(e.cells, record...)
	}
	for _, i := range e.pick {
		e.cells = append(e.cells, record[i])
	}
	if x.header {
		return e.csv.Write(append(e.cells, e.Header...))
	}
	if e.Extra != nil {
		e.cells = append(e.cells, e.Extra(e.rows)...)
	}
	e.rows++
	return e.csv.Write(e.cells)
}

// Flush is left to Encoder.Flush: gocsv flushes after each portion.
func (x extended[T]) Flush() {}

func (x extended[T]) Error() error { return x.e.csv.Error() }

// Row builds the cells of one CSV record after another for files of a million rows, where reflection
// would cost more than the rest of the run. It quotes as Write does.
type Row struct {
	out  *bufio.Writer
	cell bool // a cell stands before in this record
	one  bool // the record is one empty cell so far
	num  [24]byte
}

// NewRow writes records to w; the first must be the header.
func NewRow(w io.Writer) *Row { return &Row{out: bufio.NewWriterSize(w, 256<<10)} }

func (r *Row) sep() {
	if r.cell {
		r.out.WriteByte(',')
	}
	r.one = !r.cell
	r.cell = true
}

// Raw adds a cell as it is: ids, dates, results.
func (r *Row) Raw(s string) {
	r.sep()
	if s == "" {
		return
	}
	r.one = false
	if !needsQuotes(s) {
		r.out.WriteString(s)
		return
	}
	r.out.WriteByte('"')
	for {
		i := strings.IndexByte(s, '"')
		if i < 0 {
			break
		}
		r.out.WriteString(s[:i+1])
		r.out.WriteByte('"')
		s = s[i+1:]
	}
	r.out.WriteString(s)
	r.out.WriteByte('"')
}

// needsQuotes is the rule of encoding/csv.
func needsQuotes(s string) bool {
	if s == `\.` {
		return true
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ',', '"', '\n', '\r':
			return true
		}
	}
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(first)
}

// Text adds free text, neutralised.
func (r *Row) Text(s string) { r.Raw(Neutral(s)) }

// ID adds an identifier.
func (r *Row) ID(s string) { r.Raw(NeutralID(s)) }

// Int adds a number.
func (r *Row) Int(n int) {
	r.sep()
	r.one = false
	r.out.Write(strconv.AppendInt(r.num[:0], int64(n), 10))
}

// Empty adds an empty cell.
func (r *Row) Empty() { r.sep() }

// End ends the record.
func (r *Row) End() {
	if r.one { // a lone empty cell would read as a blank line
		r.out.WriteString(`""`)
	}
	r.out.WriteByte('\n')
	r.cell, r.one = false, false
}

// Flush writes out what is buffered and gives the first error of the writer.
func (r *Row) Flush() error { return r.out.Flush() }
