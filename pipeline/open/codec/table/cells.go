package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gocarina/gocsv"

	"crosstable/pipeline/issue"
)

// The cell types below are what structs of Decode and Write are made of. They remember that a cell
// was empty or unreadable, which gocsv's own numbers do not.

// Text is free text: names, events, notes. When written, a text that a spreadsheet would run as a formula
// gets an apostrophe in front; when read, that apostrophe goes away again.
type Text string

// MarshalCSV is Neutral.
func (t Text) MarshalCSV() (string, error) { return Neutral(string(t)), nil }

// UnmarshalCSV is Plain.
func (t *Text) UnmarshalCSV(s string) error { *t = Text(Plain(s)); return nil }

// Neutral makes free text safe for spreadsheets: one that begins with = + - @, a tab or a line end gets
// an apostrophe in front, and control characters become visible. Results and numbers are never given to it.
func Neutral(s string) string { return quoted(Visible(s)) }

// quoted sets the apostrophe of Neutral.
func quoted(s string) string {
	if startsFormula(s) {
		return "'" + s
	}
	return s
}

// quotedID is quoted, except that a negative number stays one.
func quotedID(s string) string {
	if startsFormula(s) {
		if _, err := strconv.Atoi(s); err == nil {
			return s
		}
	}
	return quoted(s)
}

func startsFormula(s string) bool {
	if s == "" {
		return false
	}
	switch s[0] {
	case '=', '+', '-', '@', '\t', '\r', '\n':
		return true
	case '\'': // so that Plain(Neutral(s)) == s
		return len(s) > 1 && startsFormula(strings.TrimLeft(s, "'"))
	}
	if s[0] < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s)
	return r == '＝' || r == '＋' || r == '－' || r == '＠' // spreadsheets set to Japanese take the wide ones too
}

// Plain undoes Neutral.
func Plain(s string) string {
	if len(s) > 1 && s[0] == '\'' && startsFormula(s[1:]) {
		return s[1:]
	}
	return s
}

// ID is an identifier: text, so that 007 stays. Spreadsheet exports protect such ids as ="007", which is
// read as 007.
type ID string

// UnmarshalCSV reads the cell.
func (d *ID) UnmarshalCSV(s string) error { *d = ID(PlainID(s)); return nil }

// MarshalCSV writes the cell.
func (d ID) MarshalCSV() (string, error) { return NeutralID(string(d)), nil }

// PlainID reads an id as written: ="007" is 007.
func PlainID(s string) string {
	if strings.HasPrefix(s, `="`) && strings.HasSuffix(s, `"`) && len(s) > 3 {
		return s[2 : len(s)-1]
	}
	return Plain(s)
}

// NeutralCell is Neutral for cells of columns without a known meaning: numbers with a sign stay as they are.
func NeutralCell(s string) string {
	if startsFormula(s) {
		if _, err := strconv.ParseFloat(s, 64); err == nil {
			return s
		}
	}
	return Neutral(s)
}

// NeutralID is Neutral for ids, except that a negative number stays one.
func NeutralID(s string) string { return quotedID(Visible(s)) }

// Int is a whole number that may be absent.
type Int struct {
	N   int32
	Set bool   // there is a number
	Raw string // the cell, if it could not be read
	Err error  // why not
}

// NewInt is a number that is there.
func NewInt(n int32) Int { return Int{N: n, Set: true} }

// UnmarshalCSV never fails; Decode reports Err with its place.
func (i *Int) UnmarshalCSV(s string) error {
	*i = Int{}
	if s == "" {
		return nil
	}
	n, err := ParseInt([]byte(s), Unstated)
	if err != nil {
		i.Raw, i.Err = s, err
		return nil
	}
	i.N, i.Set = n, true
	return nil
}

// MarshalCSV writes the number, or nothing.
func (i Int) MarshalCSV() (string, error) {
	if !i.Set {
		return i.Raw, nil
	}
	return strconv.Itoa(int(i.N)), nil
}

func (i *Int) problem() (string, error) { return i.Raw, i.Err }

// checked is a cell that knows that it could not be read.
type checked interface {
	problem() (raw string, err error)
}

// batch gives gocsv a header of the schema's names and some rows.
type batch struct{ rows [][]string }

func (b *batch) GetCSVRows() ([][]string, error) { return b.rows, nil }
func (b *batch) GetCSVRow() ([]string, error) {
	if len(b.rows) == 0 {
		return nil, io.EOF
	}
	row := b.rows[0]
	b.rows = b.rows[1:]
	return row, nil
}

const batchRows = 512

// Decode reads the rows that are left into structs by their csv tags, which name columns of the schema,
// and gives each to use together with the reader, whose Line, Bad, Warn and AppendExtra speak of that row. Rows
// with a cell that could not be read are set aside (code cell-number) unless Options.KeepBad.
// It works in batches, so that a large list needs no second copy of itself; issues are in the order of the file
// all the same.
func Decode[T any](r *Reader, use func(*T) error) error {
	from := len(r.issues)
	err := decode(r, use)
	slices.SortStableFunc(r.issues[min(from, len(r.issues)):], func(a, b issue.Issue) int { return a.Line - b.Line })
	return err
}

func decode[T any](r *Reader, use func(*T) error) error {
	header := make([]string, len(r.schema.Columns))
	for i, c := range r.schema.Columns {
		header[i] = c.Name
	}
	checks := checkedFields[T](r.schema)
	type place struct {
		line  int
		bad   bool
		cells [][]byte
	}
	b := batch{}
	var places []place
	flush := func() error {
		if len(places) == 0 {
			return nil
		}
		var out []T
		if err := gocsv.UnmarshalDecoder(&b, &out); err != nil {
			return fmt.Errorf("%s: %w", r.file, err)
		}
		for i := range out {
			r.line, r.bad, r.cells = places[i].line, places[i].bad, places[i].cells
			v := reflect.ValueOf(&out[i]).Elem()
			for _, c := range checks {
				if raw, err := v.Field(c.field).Addr().Interface().(checked).problem(); err != nil {
					r.Bad(c.column, "cell-number", "%q: %v", clip(raw, 40), err)
				}
			}
			if r.bad && !r.opt.KeepBad {
				continue
			}
			if err := use(&out[i]); err != nil {
				return err
			}
		}
		places = places[:0]
		return nil
	}
	for {
		err := r.Next()
		if err == io.EOF {
			return flush()
		}
		if err != nil {
			return errors.Join(flush(), err)
		}
		if len(places) == 0 {
			b.rows = append(make([][]string, 0, batchRows+1), header)
		}
		row := make([]string, len(header))
		for i := range header {
			row[i] = string(r.Cell(i))
			if r.opt.Locale != Unstated && r.schema.Columns[i].Number && row[i] != "" {
				if plain, err := plainNumber([]byte(row[i]), r.opt.Locale); err == nil {
					row[i] = plain
				}
			}
		}
		keep := make([][]byte, len(r.cells))
		for i, c := range r.cells {
			if r.col[min(i, len(r.col)-1)] == -1 {
				keep[i] = bytes.Clone(c)
			}
		}
		b.rows = append(b.rows, row)
		places = append(places, place{r.line, r.bad, keep})
		if len(places) == batchRows {
			if err := flush(); err != nil {
				return err
			}
		}
	}
}

type checkedField struct{ field, column int }

// checkedFields finds the fields of T that can say that they were not readable.
func checkedFields[T any](s *Schema) []checkedField {
	var out []checkedField
	t := reflect.TypeFor[T]()
	kind := reflect.TypeFor[checked]()
	for i := range t.NumField() {
		f := t.Field(i)
		if f.IsExported() && reflect.PointerTo(f.Type).Implements(kind) {
			name, _, _ := strings.Cut(f.Tag.Get("csv"), ",")
			out = append(out, checkedField{i, s.Index(name)})
		}
	}
	return out
}
