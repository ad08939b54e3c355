// Package office is what a committee does beside the rating list: grades (grades.go), the annual prize for most
// games (prize.go), members with fees and pawn (members.go), and what it prints (publish.go, xlsx.go) in
// three languages (texts.go). The rules are in engine/grade and pipeline/office/fees; here are their files.
//
// Each part reads its tables, gives a result with issues, and writes its files into an outdir.Dir; the
// output of one quarter is the input of the next.
package office

import (
	"context"
	"io"

	"crosstable/pipeline/date"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/office/fees"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/record"
)

// readTable opens a table and gives its rows, as structs by their csv tags, to use.
func readTable[T any](ctx context.Context, file string, schema *table.Schema, how open.Options,
	use func(t *table.Reader, row *T) error) ([]issue.Issue, error) {
	_, found, err := open.Table(ctx, file, how, func(in io.Reader, file string, opt table.Options) (_ struct{},
		_ []issue.Issue, err error) {
		t, err := table.Open(in, file, schema, opt)
		if err != nil {
			return struct{}{}, nil, err
		}
		defer t.Close()
		err = table.Decode(t, func(row *T) error { return use(t, row) })
		return struct{}{}, t.Issues(), err
	})
	return found, err
}

// day reads a date cell; a missing or partial date is an issue unless it may be absent.
func day(t *table.Reader, column int, text string, mayBeAbsent bool) (record.Date, bool) {
	if text == "" {
		if !mayBeAbsent {
			t.Bad(column, "office-date", "the date is missing")
		}
		return record.Date{}, mayBeAbsent
	}
	d, err := date.Parse(text)
	if err != nil {
		t.Bad(column, "office-date", "%v", err)
		return d, false
	}
	if !d.Full() {
		t.Bad(column, "office-date", "%q does not name a day", text)
		return d, false
	}
	return d, true
}

// memberDate is a day as pipeline/office/fees counts.
func memberDate(d record.Date) fees.Date {
	return fees.Date{Year: int(d.Year), Month: int(d.Month), Day: int(d.Day)}
}

// recordDate is memberDate's inverse.
func recordDate(d fees.Date) record.Date {
	return record.Date{Year: int16(d.Year), Month: uint8(d.Month), Day: uint8(d.Day)}
}

// file is one file of a result.
type file struct {
	name string
	fill func(io.Writer) error
}

func writeAll(dir *outdir.Dir, prefix string, files []file) error {
	for _, f := range files {
		if err := dir.Write(prefix+f.name, f.fill); err != nil {
			return err
		}
	}
	return nil
}
