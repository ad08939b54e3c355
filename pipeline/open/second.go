package open

import (
	"io"

	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/tally"
)

// secondCount says how a format is counted a second time, beside its reader (package tally). Workbooks are not in the
// table: codec/xlsx compares the row elements itself; events in TRF, JSON or tables are refused or told line by line.
type secondCount uint8

const (
	notCounted secondCount = iota
	countRows
	countEventTags
)

// counted lets the bytes of an input pass the second count on their way to the reader.
func (r *Reader) counted(row *format, body io.Reader) io.Reader {
	switch row.second {
	case countRows:
		r.second = &tally.Counter{Kind: tally.Lines}
	case countEventTags:
		r.second = &tally.Counter{Kind: tally.Events}
	default:
		return body
	}
	return io.TeeReader(body, r.second)
}

// SecondCount compares the second count with what the reader handed on; complete after the last game. ok is false for
// an input that is not counted.
func (r *Reader) SecondCount() (f tally.Finding, ok bool) {
	if r.second == nil {
		return f, false
	}
	f.File = r.in.Name
	switch codec := r.Codec.(type) {
	case *pgnCodec:
		f.Unit = "[Event tags"
		f.Seen, f.Handed = r.second.Starts(), codec.Stats().Games
	case interface {
		Layout() table.Layout
		Handed() int
	}:
		y := codec.Layout()
		f.Unit = "lines that look like rows"
		f.Seen, f.Handed = r.second.Rows(y.Separator, len(y.Header)), codec.Handed()
	default:
		return f, false
	}
	return f, true
}
