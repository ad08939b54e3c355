package table

// The writer of structs. gocsv's place is here and in cells.go: every small typed table (people, aliases,
// newcomers, payments, titles, members, events) is a struct whose csv tags name its columns, read by Decode and
// written by Write. Tables of a million rows go through Row (row.go) alone, where reflection would cost more
// than the rest of the run; Write ends in a Row too, so that there is one rule of quotes and formulas.

import (
	"fmt"
	"io"
	"slices"

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

	out   *Row
	rows  int
	begun bool
	pick  []int // places of Columns in the struct
}

// NewEncoder writes to w. The header is written with the first rows, or by Flush if there are none.
func NewEncoder[T any](w io.Writer) *Encoder[T] {
	return &Encoder[T]{out: NewRow(w)}
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
	if e.Columns == nil {
		e.out.raws(record)
	}
	for _, i := range e.pick {
		e.out.Raw(record[i])
	}
	if x.header {
		e.out.raws(e.Header)
	} else if e.Extra != nil {
		e.out.raws(e.Extra(e.rows))
	}
	e.out.End()
	if !x.header {
		e.rows++
	}
	return e.out.err
}

// Flush is left to Encoder.Flush: gocsv flushes after each portion.
func (x extended[T]) Flush() {}

func (x extended[T]) Error() error { return x.e.out.err }
