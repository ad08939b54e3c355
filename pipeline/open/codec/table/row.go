package table

// Row is the one writer of CSV in the program: every table ends here.

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"crosstable/pipeline/record"
)

// Row builds the cells of one CSV record after another. Cells are typed: numbers are never taken for formulas,
// free text always is (Neutral), and control characters in it become visible marks (Visible). The rule of quotes
// is that of encoding/csv.
type Row struct {
	w    io.Writer
	buf  []byte
	err  error
	cell bool // a cell stands before in this record
	one  bool // the record is one empty cell so far
}

// rowBuffer is how much is gathered before it is written.
const rowBuffer = 256 << 10

// NewRow writes records to w; the first should be the header.
func NewRow(w io.Writer) *Row { return &Row{w: w, buf: make([]byte, 0, 4<<10)} }

func (r *Row) sep() {
	if r.cell {
		r.buf = append(r.buf, ',')
	}
	r.one = !r.cell
	r.cell = true
}

// Classes of bytes: what a cell with one of them needs.
const (
	byteQuotes  = 1 << iota // quotes
	byteControl             // a look at control characters: it is one, or the first byte of one
)

var byteClass = func() (t [256]uint8) {
	for c := range 0x20 {
		t[c] = byteControl
	}
	t['\t'] = 0
	t['\n'], t['\r'] = byteQuotes, byteQuotes
	t[','], t['"'] = byteQuotes, byteQuotes
	t[0x7f], t[0xc2], t[0xe2] = byteControl, byteControl, byteControl
	return t
}()

func classOf(s string) (c uint8) {
	for i := 0; i < len(s); i++ {
		c |= byteClass[s[i]]
	}
	return c
}

// Raw adds a cell as it is: the program's own words, codes, dates, results.
func (r *Row) Raw(s string) { r.put(s, classOf(s)) }

func (r *Row) put(s string, class uint8) {
	r.sep()
	if s == "" {
		return
	}
	r.one = false
	if class&byteQuotes == 0 && !quotedStart(s) {
		r.buf = append(r.buf, s...)
		return
	}
	r.buf = append(r.buf, '"')
	for {
		i := strings.IndexByte(s, '"')
		if i < 0 {
			break
		}
		r.buf = append(append(r.buf, s[:i+1]...), '"')
		s = s[i+1:]
	}
	r.buf = append(append(r.buf, s...), '"')
}

// quotedStart reports text that needs quotes for its first character: space in front, or the end mark of
// old databases.
func quotedStart(s string) bool {
	if s[0] < utf8.RuneSelf {
		return s[0] == ' ' || s[0] >= '\t' && s[0] <= '\r' || s == `\.`
	}
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(first)
}

// Text adds free text, neutralised and with its control characters visible.
func (r *Row) Text(s string) {
	class := classOf(s)
	if class&byteControl != 0 {
		s = Visible(s)
	}
	r.put(quoted(s), class)
}

// ID adds an identifier.
func (r *Row) ID(s string) {
	class := classOf(s)
	if class&byteControl != 0 {
		s = Visible(s)
	}
	r.put(quotedID(s), class)
}

// Int adds a number.
func (r *Row) Int(n int) {
	r.sep()
	r.one = false
	r.buf = strconv.AppendInt(r.buf, int64(n), 10)
}

// Some adds a number, or an empty cell for 0: a rating or a row that is not there.
func (r *Row) Some(n int32) {
	if n == 0 {
		r.sep()
		return
	}
	r.Int(int(n))
}

// Hex adds a number in hexadecimal digits, or an empty cell for 0.
func (r *Row) Hex(n uint64) {
	r.sep()
	if n != 0 {
		r.one = false
		r.buf = strconv.AppendUint(r.buf, n, 16)
	}
}

// Date adds a day as 2015-03-01; parts that are not known are written as record.Date writes them.
func (r *Row) Date(d record.Date) {
	if !d.Full() || d.Year < 0 || d.Year > 9999 {
		r.Raw(d.String())
		return
	}
	r.sep()
	r.one = false
	y := int(d.Year)
	r.buf = append(r.buf, byte('0'+y/1000), byte('0'+y/100%10), byte('0'+y/10%10), byte('0'+y%10), '-',
		'0'+d.Month/10, '0'+d.Month%10, '-', '0'+d.Day/10, '0'+d.Day%10)
}

// Empty adds an empty cell.
func (r *Row) Empty() { r.sep() }

// Empties adds n empty cells.
func (r *Row) Empties(n int) {
	for range n {
		r.sep()
	}
}

// Encoded adds the cells that Cells has made.
func (r *Row) Encoded(cells []byte) {
	r.sep()
	r.one = false
	r.buf = append(r.buf, cells...)
}

// Cells encodes cells that stand in many records (a player's id and name) once, for Encoded.
func Cells(fill func(*Row)) []byte {
	var r Row
	fill(&r)
	return r.buf
}

// Header writes the record of column names.
func (r *Row) Header(names ...string) {
	r.raws(names)
	r.End()
}

// HeaderOf writes the names of a schema's columns.
func (r *Row) HeaderOf(s *Schema) {
	for i := range s.Columns {
		r.Raw(s.Columns[i].Name)
	}
	r.End()
}

func (r *Row) raws(cells []string) {
	for _, c := range cells {
		r.Raw(c)
	}
}

// End ends the record.
func (r *Row) End() {
	if r.one { // a lone empty cell would read as a blank line
		r.buf = append(r.buf, `""`...)
	}
	r.buf = append(r.buf, '\n')
	r.cell, r.one = false, false
	if len(r.buf) >= rowBuffer {
		r.write()
	}
}

func (r *Row) write() {
	if r.err == nil {
		_, r.err = r.w.Write(r.buf)
	}
	r.buf = r.buf[:0]
}

// Flush writes out what is gathered and gives the first error of the writer behind.
func (r *Row) Flush() error {
	r.write()
	return r.err
}

// Visible makes the control characters of free text visible, so that a name can neither steer a terminal nor
// turn a line around: ESC is ␛, a bidirectional override [U+202E]. Line ends and tabs are left to the format.
func Visible(s string) string {
	if !HasHidden(s) {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case !hidden(c):
			b.WriteRune(c)
		case c < ' ':
			b.WriteRune(0x2400 + c) // the Control Pictures of Unicode
		case c == 0x7f:
			b.WriteRune(0x2421)
		default:
			b.WriteString("[U+" + strings.ToUpper(hex4(c)) + "]")
		}
	}
	return b.String()
}

// HasHidden reports text that Visible changes.
func HasHidden(s string) bool {
	return classOf(s)&byteControl != 0 && strings.IndexFunc(s, hidden) >= 0
}

func hex4(c rune) string {
	s := strconv.FormatInt(int64(c), 16)
	return strings.Repeat("0", max(0, 4-len(s))) + s
}

// hidden reports characters that Visible marks: C0 without tab and line ends, DEL, C1, and the controls that
// embed, override and isolate directions.
func hidden(c rune) bool {
	switch {
	case c < ' ':
		return c != '\t' && c != '\n' && c != '\r'
	case c < 0x7f:
		return false
	}
	return c <= 0x9f || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069
}
