// Package table reads and writes tables with a header row: CSV with any usual separator, and xlsx. It is
// the one wrapper around gocsv and excelize, which take a missing column, a doubled one or a wrong
// separator in silence; here each of them is an error that names the columns.
//
// A Schema says what columns a kind of file has and by which names (aliases in several languages) they are
// known. Open finds the separator or the sheet, skips title lines, matches the header and reports
// what it found in a Layout. Reader streams the rows with their physical line and cell numbers, in a
// buffer that does not grow with the file; Decode turns the rows of smaller tables into structs through gocsv; Write
// and Encoder write structs by their csv tags.
//
// A row that cannot be used is an issue and the next one follows; errors are for files that cannot be
// read at all.
package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"crosstable/pipeline/date"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/source"
)

// Options of reading. The zero value is right for files of unknown origin.
type Options struct {
	Separator byte       // 0: found
	Sheet     string     // name of the xlsx sheet; "": the first visible one whose header fits
	Locale    Locale     // how numbers with points and commas are meant
	DateOrder date.Order // how 03/04/2015 is meant
	// Columns says which header stands for a column, where the file's own words are not known:
	// {"rating": "RRtng"}.
	Columns   map[string]string
	AllSheets bool  // the caller reads Layout.MoreSheets too; else they are told
	MaxRow    int   // bytes of one row; 0: 1 MiB
	MaxUnzip  int64 // bytes an xlsx may unpack to; 0: 1 GiB
	// KeepBad gives rows with unreadable cells too, with what was understood (for conversion); their
	// issues are the same.
	KeepBad bool
}

// Layout says how a table was read.
type Layout struct {
	Format     string   // "csv" or "xlsx"
	Separator  byte     // of csv
	Sheet      string   // of xlsx
	OtherSheet []string // of xlsx, without such a table or hidden
	MoreSheets []string // of xlsx, visible, with a header of the same kind; each is read by its name (Options.Sheet)
	Titles     int      // lines skipped above the header
	HeaderLine int      // physical line or row number
	Header     []string // as written
	Columns    []string // the schema's names of the columns that were found, in the order of the file
	Extra      []string // headers of further columns, as written, in the order of the file
	From1904   bool     // xlsx day numbers count from 1904
}

// SeparatorName names the separator for people.
func (l Layout) SeparatorName() string {
	switch l.Separator {
	case ',':
		return "comma"
	case ';':
		return "semicolon"
	case '\t':
		return "tab"
	case '|':
		return "bar"
	}
	return "none"
}

// HeaderError is a header that does not do. It comes inside a *source.BadInput, which names the file.
type HeaderError struct {
	Line    int      // where the best row stands; 0 if no row looks like a header
	Kind    string   // of the schema
	Missing []string // needed columns that are not there
	Doubled []string // headers that stand for the same column
	Near    []string // headers without a meaning that look like a missing column's name
	Header  []string // the best row found, as written
	Wanted  []string // the columns that were looked for
}

func (e *HeaderError) Error() string {
	switch {
	case len(e.Doubled) > 0:
		return fmt.Sprintf("two headers mean the same column of a %s file: %s", e.Kind, strings.Join(e.Doubled, "; "))
	case e.Line > 0:
		return fmt.Sprintf("the header of this %s file has no column %s; it has: %s", e.Kind,
			strings.Join(e.Missing, ", no column "), clip(strings.Join(e.Header, ", "), 300))
	}
	found := "the file is empty"
	if len(e.Header) > 0 {
		found = "the first row is: " + clip(strings.Join(e.Header, ", "), 200)
	}
	return fmt.Sprintf("no header of a %s file was found; looked for %s in the first %d rows; %s", e.Kind,
		strings.Join(e.Wanted, ", "), headerRows, found)
}

func (e *HeaderError) hint() string {
	switch {
	case len(e.Doubled) > 0:
		return "rename or remove one of them"
	case len(e.Near) > 0:
		return "is " + strings.Join(e.Near, ", ") + " meant?"
	case e.Line > 0:
		return "add the column, or rename the one that is meant"
	}
	return "a table begins with one row that names its columns"
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// headerRows is how far down a header is looked for.
const headerRows = 30

// rowSource is the rows of a file: the lexer or a sheet.
type rowSource interface {
	// next gives the cells, valid until the next call, and the physical line or row number;
	// io.EOF after the last; errSkipped for a row that it reported itself.
	next() (cells [][]byte, line int, err error)
}

// Reader streams the rows of one table.
type Reader struct {
	Layout Layout
	// Rows, Blank and SetAside count rows below the header: all with something in them, the empty ones
	// (not among Rows), and those left out with an issue.
	Rows, Blank, SetAside int
	// Handed counts all rows that were taken note of: the header, wherever it stands, rows, and blank rows of
	// several cells. A second count that sees more rows than that knows of some that were swallowed.
	Handed int

	file   string
	schema *Schema
	opt    Options
	src    rowSource
	close  func() error
	issues []issue.Issue
	named  map[string]int // Options.Columns by Key(header)

	col   []int // schema column of each cell, -1 further column, -2 empty header
	at    []int // cell of each schema column, -1 absent
	extra []int // cells of the further columns
	holes []int // cells with an empty header between others
	width int   // cells of the header row, with the empty ones behind the last header
	cells [][]byte
	line  int
	bad   bool

	lost    int    // rows above the header that look like data
	suspect string // a header that looks like data: numbers, a date, a result
	full    bool   // a row had as many cells as the header

	holesTold bool
}

// Open reads the header. file is the name for messages. The text must be UTF-8 (pipeline/open/source decodes).
// Errors: *source.BadInput for a header that does not do (with a *HeaderError inside) and for what is no
// table (binary, damaged or oversized xlsx); errors of in.
func Open(in io.Reader, file string, schema *Schema, opt Options) (*Reader, error) {
	if opt.MaxRow == 0 {
		opt.MaxRow = 1 << 20
	}
	if opt.MaxUnzip == 0 {
		opt.MaxUnzip = 1 << 30
	}
	r := &Reader{file: file, schema: schema, opt: opt, named: map[string]int{}}
	for _, c := range slices.Sorted(maps.Keys(opt.Columns)) {
		i := schema.Index(c)
		if i < 0 {
			return nil, fmt.Errorf("a %s file has no column %q", schema.Kind, c)
		}
		r.named[Key(opt.Columns[c])] = i
	}
	head, err := peek(in, 64<<10)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	rest := io.MultiReader(bytes.NewReader(head), in)
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06")):
		err = r.openXLSX(rest)
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		err = &source.BadInput{File: file, What: "is an old Excel file (.xls) or one with a password",
			Hint: "save it as .xlsx or CSV without a password"}
	case binary(head):
		err = &source.BadInput{File: file, What: "is a binary file, not a table", Hint: "a " + schema.Kind +
			" file is CSV or xlsx"}
	default:
		err = r.openCSV(head, rest)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Close frees what an xlsx file holds.
func (r *Reader) Close() error {
	if r.close == nil {
		return nil
	}
	c := r.close
	r.close = nil
	return c()
}

// peek reads up to n bytes.
func peek(in io.Reader, n int) ([]byte, error) {
	head := make([]byte, n)
	n, err := io.ReadFull(in, head)
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) && n > 0 {
		err = nil
	}
	return head[:n], err
}

// binary reports text that is none: many control characters in its beginning.
func binary(head []byte) bool {
	if len(head) > 4096 {
		head = head[:4096]
	}
	odd := 0
	for _, c := range head {
		if c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1a || c == 0x7f {
			odd++
		}
	}
	return odd > 4 && odd*20 > len(head)
}

var bom = []byte("\ufeff")

// separators in the order in which they win a draw.
var separators = []byte{',', ';', '\t', '|'}

func (r *Reader) openCSV(head []byte, rest io.Reader) error {
	whole := len(head) < 64<<10
	candidates := separators
	if r.opt.Separator != 0 {
		candidates = []byte{r.opt.Separator}
	}
	explicit := bytes.TrimPrefix(head, bom) // Excel's first line sep=;
	sepLine := false
	if len(explicit) > 5 && bytes.EqualFold(explicit[:4], []byte("sep=")) && (explicit[5] == '\n' || explicit[5] == '\r') {
		candidates, sepLine = []byte{explicit[4]}, true
	}
	best := struct {
		sep    byte
		record int // of the header, counted from 0
		match
		cells []string
		line  int
		ok    bool
	}{record: -1}
	for _, sep := range candidates {
		l := newLexer(nil, r.file, 0, func(issue.Issue) {})
		l.buf, l.end, l.err, l.max, l.sep = head, len(head), io.EOF, r.opt.MaxRow, sep
		for n := 0; n < headerRows; n++ {
			cells, line, err := l.next()
			if err == errSkipped {
				continue
			}
			if err != nil || (!whole && l.pos == l.end && n > 0) { // the last record of the peek may be cut
				break
			}
			text := toStrings(cells)
			m := r.schema.fit(text, r.named)
			ok := len(m.missing) == 0
			if best.record < 0 || (ok && !best.ok) || (ok == best.ok && m.found > best.found) ||
				(!ok && !best.ok && m.found == 0 && best.found == 0 && line == best.line && len(text) > len(best.cells)) {
				best.sep, best.record, best.match, best.cells, best.line, best.ok = sep, n, m, text, line, ok
			}
			if ok { // a richer header further down belongs to another table that was appended
				break
			}
		}
	}
	if err := r.header(best.cells, best.match, best.line); err != nil {
		return err
	}
	l := newLexer(rest, r.file, r.opt.MaxRow, r.report)
	l.sep = best.sep
	for {
		cells, line, err := l.next()
		if err != nil && err != errSkipped {
			return err
		}
		if err == nil && line >= best.line {
			break
		}
		r.above(cells)
	}
	if err := r.dataAbove(); err != nil {
		return err
	}
	l.want = len(best.cells)
	r.issues = r.issues[:0] // of title lines
	r.src = l
	r.Layout.Format, r.Layout.Separator, r.Layout.Titles = "csv", best.sep, best.record
	if sepLine {
		r.Layout.Titles--
	}
	r.notes()
	return nil
}

// above looks at a row over the header: one that fills the needed columns, a number among its cells, is no title.
func (r *Reader) above(cells [][]byte) {
	n, digit := 0, false
	for _, c := range cells {
		if c = trim(c); len(c) > 0 {
			n++
			digit = digit || bytes.ContainsAny(c, "0123456789")
		}
	}
	if digit && n > 1 && r.fillsNeeded(cells) {
		r.lost++
	}
}

// fillsNeeded reports that a row has something in the needed columns and in one of each group.
func (r *Reader) fillsNeeded(cells [][]byte) bool {
	filled := func(column int) bool {
		at := r.at[column]
		return at >= 0 && at < len(cells) && len(trim(cells[at])) > 0
	}
	for i, c := range r.schema.Columns {
		if c.Needed && !filled(i) {
			return false
		}
	}
	for _, group := range r.schema.OneOf {
		if !slices.ContainsFunc(group, func(name string) bool { return filled(r.schema.Index(name)) }) {
			return false
		}
	}
	return true
}

// dataAbove refuses a table whose header stands below rows of data, as in a sheet that was sorted whole.
func (r *Reader) dataAbove() error {
	if r.lost == 0 {
		return nil
	}
	return &source.BadInput{File: r.file, Line: r.Layout.HeaderLine, Hint: "move the header to the top",
		What: fmt.Sprintf("the header stands here, and %d rows above it look like data", r.lost)}
}

// header takes a matched row as the header, or says why it cannot be one.
func (r *Reader) header(cells []string, m match, line int) error {
	if m.found == 0 || len(m.missing) > 0 || len(m.doubled) > 0 {
		e := &HeaderError{Kind: r.schema.Kind, Missing: m.missing, Doubled: m.doubled, Header: cells}
		if m.found > 0 {
			e.Line = line
			e.Near = r.schema.near(m, cells)
		} else {
			e.Doubled = nil
		}
		for _, c := range r.schema.Columns {
			if c.Needed {
				e.Wanted = append(e.Wanted, c.Name)
			}
		}
		for _, group := range r.schema.OneOf {
			e.Wanted = append(e.Wanted, strings.Join(group, " or "))
		}
		return &source.BadInput{File: r.file, Line: e.Line, What: e.Error(), Hint: e.hint(), Err: e}
	}
	r.width, r.Handed = len(cells), 1
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1] // commas that a spreadsheet leaves behind the last column
	}
	r.col = m.col[:len(cells)]
	r.at = slices.Repeat([]int{-1}, len(r.schema.Columns))
	r.Layout.Header = cells
	r.Layout.HeaderLine = line
	for i, c := range r.col {
		switch {
		case c >= 0:
			r.at[c] = i
			r.Layout.Columns = append(r.Layout.Columns, r.schema.Columns[c].Name)
		case cells[i] == "":
			r.col[i] = -2
			r.holes = append(r.holes, i)
		default:
			r.extra = append(r.extra, i)
			r.Layout.Extra = append(r.Layout.Extra, cells[i])
			if r.suspect == "" && strings.Trim(cells[i], "0123456789-/.:½") == "" {
				r.suspect = cells[i]
			}
		}
	}
	return nil
}

// notes says what was done to read the file, where it was not a plain CSV.
func (r *Reader) notes() {
	y := &r.Layout
	if y.Titles > 0 {
		r.report(issue.New("table-title", r.file, 1, 0,
			"the header stands on line %d; what stands above it was skipped", y.HeaderLine))
	}
	if y.Format == "csv" && y.Separator != ',' && r.opt.Separator == 0 && len(y.Header) > 1 {
		r.report(issue.New("csv-separator", r.file, y.HeaderLine, 0, "read with the separator %s", y.SeparatorName()))
	}
	if len(y.MoreSheets) > 0 && !r.opt.AllSheets {
		r.report(issue.New("xlsx-more-sheets", r.file, 0, 0,
			"read sheet %q; further sheets with such a table were not read: %s", y.Sheet,
			strings.Join(y.MoreSheets, ", ")))
	}
	if len(y.OtherSheet) > 0 && !(r.opt.AllSheets && r.opt.Sheet != "") {
		r.report(issue.New("xlsx-sheet", r.file, 0, 0, "read sheet %q; not read: %s", y.Sheet,
			strings.Join(y.OtherSheet, ", ")))
	}
	for i, c := range r.col {
		if c < 0 {
			continue
		}
		if m, _ := r.schema.meaning(Key(y.Header[i]), r.named); m.rank == 2 {
			x := issue.New("table-weak-header", r.file, y.HeaderLine, i+1, "%q was taken for the column %s",
				y.Header[i], r.schema.Columns[c].Name)
			x.Field = y.Header[i]
			r.report(x)
		}
	}
	if len(y.Extra) > 0 {
		r.report(issue.New("table-extra-column", r.file, y.HeaderLine, 0, "columns without a meaning here: %s",
			strings.Join(y.Extra, ", ")))
	}
}

// report keeps an issue for Issues.
func (r *Reader) report(i issue.Issue) { r.issues = append(r.issues, i) }

// Issues gives the issues found since the last call and forgets them.
func (r *Reader) Issues() []issue.Issue {
	out := r.issues
	r.issues = nil
	return out
}

// Has reports that the file has a column of the schema, by its index there.
func (r *Reader) Has(column int) bool { return r.at[column] >= 0 }

// Next goes to the next row. The error is io.EOF after the last one.
func (r *Reader) Next() error {
	for {
		cells, line, err := r.src.next()
		if err == io.EOF && r.suspect != "" && r.Rows > 0 && !r.full {
			return &source.BadInput{File: r.file, Line: r.Layout.HeaderLine,
				Hint: "end the header's line where the first row begins",
				What: fmt.Sprintf("the header holds what looks like data (%s), and every row is shorter: a line end is missing", r.suspect)}
		}
		if err == errSkipped {
			r.Rows++
			r.Handed++
			r.SetAside++
			continue
		}
		if err != nil {
			return err
		}
		r.cells, r.line, r.bad = cells, line, false
		if len(cells) > 1 {
			r.Handed++
		}
		if blank(cells) {
			r.Blank++
			continue
		}
		if r.headerAgain() {
			r.report(issue.New("table-header-again", r.file, line, 0, "the header stands here again; the line was skipped"))
			continue
		}
		if m, ok := r.otherHeader(); ok {
			return &source.BadInput{File: r.file, Line: line, Hint: "split the file there: each table has its own header",
				What: fmt.Sprintf("a second header with other columns: %s", clip(strings.Join(m, ", "), 200))}
		}
		r.Rows++
		if r.checkRow(); r.bad && !r.opt.KeepBad {
			continue
		}
		return nil
	}
}

func blank(cells [][]byte) bool {
	for _, c := range cells {
		if len(c) > 0 && len(trim(c)) > 0 {
			return false
		}
	}
	return true
}

// otherHeader recognises the header of another table that was appended: whole, of other columns or in another order.
// Only a row without a digit is looked at; rows of data have one.
func (r *Reader) otherHeader() (cells []string, ok bool) {
	if len(r.cells) < 2 {
		return nil, false
	}
	for _, c := range r.cells {
		for _, b := range c {
			if b >= '0' && b <= '9' {
				return nil, false
			}
		}
	}
	cells = toStrings(r.cells)
	m := r.schema.fit(cells, r.named)
	return cells, m.found > 1 && len(m.missing) == 0 && len(m.doubled) == 0
}

// headerAgain recognises the header of a file that was appended to another.
func (r *Reader) headerAgain() bool {
	for i, h := range r.Layout.Header {
		if i >= len(r.cells) || string(trim(r.cells[i])) != h {
			return false
		}
	}
	return blank(r.cells[len(r.Layout.Header):])
}

func (r *Reader) checkRow() {
	want := len(r.Layout.Header)
	r.full = r.full || len(r.cells) >= want
	if n := len(r.cells); n != want {
		last := n
		for last > 0 && len(trim(r.cells[last-1])) == 0 {
			last--
		}
		switch {
		case last > r.width && r.Layout.Format == "csv":
			r.Bad(-1, "table-long-row", "the row has %d cells, the header %d", last, want)
		case last > want: // the cells stand where they belong, only nothing stands above them
			r.noHeader(last)
		case n < want && r.Layout.Format == "csv":
			for i := n; i < want; i++ {
				if c := r.col[i]; c >= 0 && r.schema.Columns[c].Needed {
					r.Bad(c, "table-short-row", "the row has %d cells, the header %d", n, want)
					return
				}
			}
			r.Warn(-1, "table-short-row", "the row has %d cells, the header %d; the missing ones are taken as empty", n, want)
		}
	}
	for _, i := range r.holes {
		if i < len(r.cells) && len(trim(r.cells[i])) > 0 {
			r.noHeader(i + 1)
		}
	}
	for i, c := range r.cells {
		if bytes.IndexByte(c, 0) >= 0 {
			r.BadCell(i, "table-nul", "the cell holds NUL bytes")
			return
		}
	}
}

// noHeader reports, once for a file, that something stands where no header is.
func (r *Reader) noHeader(cell int) {
	if r.holesTold {
		return
	}
	r.holesTold = true
	r.Warn(-1, "table-no-header", "cell %d has no header and is passed over, here and in later rows", cell)
	r.issues[len(r.issues)-1].Column = cell
}

// Line is the physical line or row number of the current row.
func (r *Reader) Line() int { return r.line }

// IsBad reports that the current row has a cell that could not be used (it is given with KeepBad only).
func (r *Reader) IsBad() bool { return r.bad }

// Cell gives the cell of a column of the schema by its index there, without surrounding spaces; empty if
// the file has no such column. It is valid until Next.
func (r *Reader) Cell(column int) []byte {
	if i := r.at[column]; i >= 0 && i < len(r.cells) {
		return trim(r.cells[i])
	}
	return nil
}

// AppendExtra appends the cells of the further columns (Layout.Extra) to dst, without the apostrophes that
// NeutralCell set.
func (r *Reader) AppendExtra(dst []string) []string {
	for _, i := range r.extra {
		s := ""
		if i < len(r.cells) {
			s = Plain(string(trim(r.cells[i])))
		}
		dst = append(dst, s)
	}
	return dst
}

// Bad reports an issue of the current row, which is set aside. column is the index in the schema, -1
// for the row as a whole.
func (r *Reader) Bad(column int, code, format string, args ...any) {
	i := r.place(column, code, format, args...)
	i.Severity = issue.SetAside
	r.report(i)
	if !r.bad {
		r.bad = true
		r.SetAside++
	}
}

// Warn reports an issue of the current row, which is used.
func (r *Reader) Warn(column int, code, format string, args ...any) {
	i := r.place(column, code, format, args...)
	if i.Severity == issue.SetAside {
		i.Severity = issue.Warning
	}
	r.report(i)
}

// BadCell is Bad for a cell by its number from 0 (a further column, for example).
func (r *Reader) BadCell(cell int, code, format string, args ...any) {
	r.Bad(-1, code, format, args...)
	i := &r.issues[len(r.issues)-1]
	i.Column = cell + 1
	if cell < len(r.Layout.Header) {
		i.Field = r.Layout.Header[cell]
	}
}

func (r *Reader) place(column int, code, format string, args ...any) issue.Issue {
	i := issue.New(code, r.file, r.line, 0, format, args...)
	if column >= 0 {
		i.Field = r.schema.Columns[column].Name
		if at := r.at[column]; at >= 0 {
			i.Column = at + 1
			i.Field = r.Layout.Header[at]
		}
	}
	return i
}

// trim takes spaces off both ends: ASCII ones, no-break and ideographic (全角) spaces.
func trim(b []byte) []byte {
	for len(b) > 0 {
		if c := b[0]; c > ' ' && c < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeRune(b)
		if !unicode.IsSpace(r) {
			break
		}
		b = b[n:]
	}
	for len(b) > 0 {
		if c := b[len(b)-1]; c > ' ' && c < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeLastRune(b)
		if !unicode.IsSpace(r) {
			break
		}
		b = b[:len(b)-n]
	}
	return b
}

func toStrings(cells [][]byte) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = string(trim(c))
	}
	return out
}
