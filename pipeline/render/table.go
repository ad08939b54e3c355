// Package render turns one Table value into every form that the program writes: aligned text, CSV, JSON, HTML,
// Markdown and xlsx. Cells are typed: numbers are never taken for formulas and free text always is, whatever the
// form; control characters of free text become visible marks everywhere.
//
// A Document is a title and sections of tables and notes; its HTML stands on the one base page (base.html.tmpl)
// that all pages of the program share. Tables of a million rows do not pass through a Table: they write their
// cells straight into table.Row, the one writer of CSV, in which Table's CSV ends too.
package render

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"crosstable/pipeline/open/codec/table"
)

// Kind is what a cell holds.
type Kind uint8

// The kinds of cells.
const (
	KindEmpty   Kind = iota
	KindText         // free text of files: names, events, notes
	KindID           // an identifier: 007 stays 007
	KindInt          // a whole number
	KindDecimal      // a decimal number, written as given
	KindPoints       // points and half points: 4.5
	KindDate         // a day
	KindCode         // the program's own words: codes, results, ratings in brackets; may have several lines
)

// Cell is a typed cell.
type Cell struct {
	kind Kind
	text string
	n    int64   // of KindInt
	v    float64 // of KindDecimal with its full value
}

// Text is free text.
func Text(s string) Cell { return Cell{kind: KindText, text: s} }

// ID is an identifier.
func ID(s string) Cell { return Cell{kind: KindID, text: s} }

// Int is a whole number.
func Int(n int) Cell { return Cell{kind: KindInt, n: int64(n), text: strconv.Itoa(n)} }

// Some is a whole number, or empty for 0: a rating that is not there.
func Some(n int32) Cell {
	if n == 0 {
		return Cell{}
	}
	return Int(int(n))
}

// Decimal is a number written as text says; "" is empty.
func Decimal(text string) Cell {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return Cell{}
	}
	return Cell{kind: KindDecimal, text: text, v: v}
}

// Real is a number with the text that tables show; JSON has its full value.
func Real(v float64, text string) Cell { return Cell{kind: KindDecimal, text: text, v: v} }

// Points are points that write themselves with their decimals.
func Points(p fmt.Stringer) Cell {
	c := Decimal(p.String())
	c.kind = KindPoints
	return c
}

// Date is a day that writes itself.
func Date(d fmt.Stringer) Cell { return Cell{kind: KindDate, text: d.String()} }

// Code is one of the program's own words.
func Code(s string) Cell { return Cell{kind: KindCode, text: s} }

// Lines is free text of several lines.
func Lines(lines ...string) Cell {
	clean := make([]string, len(lines))
	for i, l := range lines {
		clean[i] = oneLine(l)
	}
	return Code(strings.Join(clean, "\n"))
}

// Number is a decimal number if the text is one, else a word: columns of values that some rows have not.
func Number(text string) Cell {
	if c := Decimal(text); c.kind == KindDecimal {
		return c
	}
	return Code(text)
}

// Of makes a cell of a plain value: nil is empty, a string free text, a number a number; a number that writes
// itself (half points) keeps its own text. Anything else that writes itself is a word.
func Of(v any) Cell {
	switch x := v.(type) {
	case nil:
		return Cell{}
	case Cell:
		return x
	case string:
		return Text(x)
	case int:
		return Int(x)
	case fmt.Stringer:
		if k := reflect.TypeOf(v).Kind(); k >= reflect.Int && k <= reflect.Float64 {
			if c := Points(x); c.kind == KindPoints && c.text != "" {
				return c
			}
		}
		return Code(x.String())
	}
	switch r := reflect.ValueOf(v); {
	case r.CanInt():
		return Int(int(r.Int()))
	case r.CanFloat():
		return Real(r.Float(), fmt.Sprint(v))
	}
	return Code(fmt.Sprint(v))
}

// String is the cell as people read it: on a terminal, a page, a sheet of paper.
func (c Cell) String() string { return table.Visible(c.text) }

// MarshalJSON writes numbers as numbers, empty cells as null.
func (c Cell) MarshalJSON() ([]byte, error) {
	switch c.kind {
	case KindEmpty:
		return []byte("null"), nil
	case KindInt:
		return strconv.AppendInt(nil, c.n, 10), nil
	case KindPoints:
		return json.Marshal(json.Number(c.text))
	case KindDecimal:
		return json.Marshal(c.v)
	}
	return json.Marshal(c.text)
}

// value is the cell as excelize takes it.
func (c Cell) value() any {
	switch c.kind {
	case KindEmpty:
		return nil
	case KindInt:
		return c.n
	case KindDecimal, KindPoints:
		return c.v
	case KindText:
		return table.Neutral(c.text)
	case KindID:
		return table.NeutralID(c.text)
	}
	return c.text
}

// Column is a column of a table.
type Column struct {
	Key   string  // in CSV and JSON
	Title string  // for people
	Right bool    // numbers: set to the right
	Even  bool    // the heading of a column that is set to the right stays on the left
	Minor bool    // left out on the screen of a phone
	Width float64 // of the sheet's column; 0: as its cells need
}

// Table is a table of typed cells.
type Table struct {
	Columns []Column
	Rows    [][]Cell

	widest int   // columns of a terminal that free text takes at most; 0: any
	breaks []int // rows with a line above them in the text form
}

// New is a table for people with these headings.
func New(titles ...string) *Table {
	t := &Table{}
	for _, s := range titles {
		t.Columns = append(t.Columns, Column{Title: s})
	}
	return t
}

// Keyed is a table for programs with these names of columns; they are its headings too.
func Keyed(keys ...string) *Table {
	t := &Table{}
	for _, s := range keys {
		t.Columns = append(t.Columns, Column{Key: s, Title: s})
	}
	return t
}

// Data is a table of the program's own words and numbers; its first row names the columns.
func Data(rows [][]string) *Table {
	t := Keyed(rows[0]...)
	for _, row := range rows[1:] {
		cells := make([]Cell, len(row))
		for i, c := range row {
			cells[i] = Number(c)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// Aligned is the text of a table whose first row names the columns, with its line end.
func Aligned(rows [][]string) string { return Data(rows).Text() + "\n" }

// Right sets columns, counted from 1, and their headings to the right.
func (t *Table) Right(columns ...int) *Table {
	for _, n := range columns {
		t.Columns[n-1].Right = true
	}
	return t
}

// Digits sets columns, counted from 1, to the right and leaves their headings on the left.
func (t *Table) Digits(columns ...int) *Table {
	for _, n := range columns {
		t.Columns[n-1].Right, t.Columns[n-1].Even = true, true
	}
	return t
}

// Row adds a row; see Of for what its values may be.
func (t *Table) Row(values ...any) {
	row := make([]Cell, len(values))
	for i, v := range values {
		row[i] = Of(v)
	}
	t.Rows = append(t.Rows, row)
}

// Break puts a line above the next row in the text form.
func (t *Table) Break() { t.breaks = append(t.breaks, len(t.Rows)) }
