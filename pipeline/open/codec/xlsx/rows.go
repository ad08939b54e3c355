package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// sharedStrings is the table of texts that cells point into: one block of bytes and where each begins.
type sharedStrings struct {
	data  []byte
	start []int64
}

func (t *sharedStrings) at(i int) ([]byte, bool) {
	if i < 0 || i+1 >= len(t.start) {
		return nil, false
	}
	return t.data[t.start[i]:t.start[i+1]], true
}

// readStrings reads the shared strings, once.
func (b *Book) readStrings() error {
	if b.strings != nil {
		return nil
	}
	t := &sharedStrings{start: []int64{0}}
	if b.shared != "" && b.parts[b.shared] != nil {
		in, err := b.open(b.shared)
		if err != nil {
			return err
		}
		defer in.Close()
		if err := t.read(newScanner(in), b.limits.Strings); err != nil {
			return fmt.Errorf("is a damaged xlsx file: part %q, text %d: %w", b.shared, len(t.start), err)
		}
	}
	b.strings = t
	return nil
}

func (t *sharedStrings) read(s *scanner, limit int64) (err error) {
	for {
		switch err := s.next(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if s.kind != start || string(s.name) != "si" || s.depth != 2 {
			continue
		}
		if t.data, err = richText(t.data, s); err != nil {
			return err
		}
		if int64(len(t.data))+int64(len(t.start))*8 > limit {
			return fmt.Errorf("more than %d MiB of texts", limit>>20)
		}
		t.start = append(t.start, int64(len(t.data)))
	}
}

// richText appends the text of an si or is element whose start was given: its t and those of its runs, without
// the reading aid beside it (rPh, furigana).
func richText(dst []byte, s *scanner) ([]byte, error) {
	from, depth := len(dst), s.depth
	for s.depth >= depth {
		if err := s.next(); err != nil {
			return dst, err
		}
		switch {
		case s.kind == start && (string(s.name) == "rPh" || string(s.name) == "phoneticPr"):
			if err := s.skip(); err != nil {
				return dst, err
			}
		case s.kind == text && s.open[s.depth-1] == "t":
			dst = append(dst, s.value...)
		}
	}
	return unescape(dst, from), nil
}

// unescape replaces _xHHHH_, by which workbooks write what XML cannot hold (ISO/IEC 29500-1, 22.9.2.19).
func unescape(b []byte, from int) []byte {
	if !bytes.Contains(b[from:], []byte("_x")) {
		return b
	}
	in := b[from:]
	out := make([]byte, 0, len(in))
	for i := 0; i < len(in); {
		r, ok := escaped(in[i:])
		if !ok {
			out = append(out, in[i])
			i++
			continue
		}
		i += 7
		if utf16.IsSurrogate(r) {
			if low, ok := escaped(in[i:]); ok {
				if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
					r = both
					i += 7
				}
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return append(b[:from], out...)
}

func escaped(b []byte) (rune, bool) {
	if len(b) < 7 || b[0] != '_' || b[1] != 'x' || b[6] != '_' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	return rune(n), err == nil
}

// Rows streams the rows of one sheet. The cells are valid until the next call.
type Rows struct {
	// NoValue counts formulas without a stored value, whose cells come empty; FirstNoValue is the row of the first.
	NoValue, FirstNoValue int

	book  *Book
	sheet *Sheet
	in    io.Closer
	s     *scanner
	row   int // of the row given last
	done  bool
	cells [][]byte
	ends  []int32 // where the cells end in data
	data  []byte
	inRow bool

	elements  int // row elements so far
	cellsRead int
	second    rowCount // of the same bytes, by means that share nothing with the scanner
}

// rowCount counts "<row" before a blank, > or /, wherever it stands. (Sheets with a prefix for names are rare and
// are not counted.)
type rowCount struct {
	n    int
	tail []byte
}

func (c *rowCount) Write(p []byte) (int, error) {
	const longest = len("<row ")
	edge := append(c.tail, p[:min(len(p), longest-1)]...)
	c.count(edge)
	c.count(p)
	c.tail = append(c.tail[:0], edge...)
	if len(p) >= longest-1 {
		c.tail = append(c.tail[:0], p[len(p)-longest+1:]...)
	} else if len(c.tail) > longest-1 {
		c.tail = append(c.tail[:0], c.tail[len(c.tail)-longest+1:]...)
	}
	return len(p), nil
}

func (c *rowCount) count(p []byte) {
	for {
		i := bytes.Index(p, []byte("row"))
		if i < 0 || i+3 >= len(p) {
			return
		}
		if i > 0 && p[i-1] == '<' && bytes.IndexByte([]byte(" \t\r\n/>"), p[i+3]) >= 0 {
			c.n++
		}
		p = p[i+3:]
	}
}

// Rows opens a sheet by its index in Sheets.
func (b *Book) Rows(i int) (*Rows, error) {
	if err := b.readStrings(); err != nil {
		return nil, err
	}
	in, err := b.open(b.Sheets[i].part)
	if err != nil {
		return nil, err
	}
	r := &Rows{book: b, sheet: &b.Sheets[i], in: in}
	r.s = newScanner(io.TeeReader(in, &r.second))
	return r, nil
}

// Close frees the part.
func (r *Rows) Close() error { return r.in.Close() }

// Next gives the cells of the next row that has any and its number as the sheet counts. After the last row the
// part is read to its end, so that io.EOF says that the sheet is whole.
func (r *Rows) Next() (cells [][]byte, row int, err error) {
	for {
		switch err := r.s.next(); {
		case err == io.EOF && !r.done:
			return nil, r.row, r.broken(errors.New("the sheet has no sheetData"))
		case err == io.EOF && r.second.n > r.elements:
			return nil, r.row, r.broken(fmt.Errorf("a second count sees %d rows, the reader %d", r.second.n, r.elements))
		case err == io.EOF:
			return nil, r.row, io.EOF
		case err != nil:
			return nil, r.row, r.broken(err)
		}
		switch {
		case r.s.kind == start && r.s.depth == 1 && string(r.s.name) != "worksheet":
			return nil, 0, r.broken(fmt.Errorf("it begins with <%s>, not with <worksheet>", clip(r.s.name)))
		case r.s.depth == 2 && r.s.kind == start && string(r.s.name) == "sheetData":
			if r.done {
				return nil, r.row, r.broken(errors.New("the sheet has two sheetData"))
			}
			r.done = true
		case r.s.depth == 3 && r.s.kind == start && string(r.s.name) == "row" && r.s.open[1] == "sheetData":
			if err := r.readRow(); err != nil {
				return nil, r.row, r.broken(err)
			}
			if len(r.cells) > 0 {
				return r.cells, r.row, nil
			}
		}
	}
}

func (r *Rows) broken(err error) error {
	if errors.Is(err, ErrTooBig) {
		return err
	}
	if r.inRow {
		return fmt.Errorf("is damaged: sheet %q, row %d: %w", r.sheet.Name, r.row, err)
	}
	return fmt.Errorf("is damaged: sheet %q, after row %d: %w", r.sheet.Name, r.row, err)
}

func (r *Rows) readRow() error {
	s := r.s
	r.elements++
	number := r.row + 1
	if at, err := s.attr("r"); err != nil {
		return err
	} else if at != nil {
		n, err := strconv.Atoi(string(at))
		if err != nil || n < 1 || n > MaxRows {
			return fmt.Errorf("a row with the number %q", clip(at))
		}
		if n <= r.row {
			return fmt.Errorf("a row with the number %d follows; which rows are meant cannot be told", n)
		}
		number = n
	}
	if number > MaxRows {
		return fmt.Errorf("more than %d rows", MaxRows)
	}
	r.row, r.inRow = number, true
	r.data, r.ends = r.data[:0], r.ends[:0]
	for {
		if err := s.next(); err != nil {
			return err
		}
		switch {
		case s.kind == end && s.depth == 2:
			r.inRow = false
			r.slice()
			return nil
		case s.kind == start && string(s.name) == "c" && s.depth == 4:
			if err := r.readCell(); err != nil {
				return err
			}
		case s.kind == start:
			if err := s.skip(); err != nil {
				return err
			}
		}
	}
}

// slice cuts the row's bytes into its cells, when they no longer move.
func (r *Rows) slice() {
	r.cells = r.cells[:0]
	from := int32(0)
	for _, to := range r.ends {
		r.cells = append(r.cells, r.data[from:to:to])
		from = to
	}
}

// place is the column of a cell reference such as BC23, from 0; -1 if it is none.
func place(ref []byte) int {
	n, i := 0, 0
	for ; i < len(ref) && i < 4; i++ {
		c := ref[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			break
		}
		n = n*26 + int(c-'A') + 1
	}
	if i == 0 || i == len(ref) || n > MaxColumns {
		return -1
	}
	return n - 1
}

// readCell appends one cell to the row, and empty ones for those that the sheet leaves out before it.
func (r *Rows) readCell() error {
	s := r.s
	column := len(r.ends)
	ref, err := s.attr("r")
	if err != nil {
		return err
	}
	if ref != nil {
		c := place(ref)
		if c < 0 {
			return fmt.Errorf("a cell with the place %q", clip(ref))
		}
		if c < column {
			return fmt.Errorf("the cell %s comes twice or out of order", clip(ref))
		}
		column = c
	}
	if column >= MaxColumns {
		return fmt.Errorf("more than %d columns", MaxColumns)
	}
	if r.cellsRead += column + 1 - len(r.ends); r.cellsRead > MaxCells {
		return fmt.Errorf("the sheet has more than %d million cells: this is no table of games or players",
			MaxCells/1_000_000)
	}
	for len(r.ends) < column {
		r.ends = append(r.ends, int32(len(r.data)))
	}
	kindOf, err := s.attr("t")
	if err != nil {
		return err
	}
	shared := string(kindOf) == "s"
	if err := r.readValue(string(kindOf) == "inlineStr", string(kindOf) == "str"); err != nil {
		return err
	}
	if len(r.data) > 64<<20 {
		return errors.New("a row of more than 64 MiB")
	}
	from := 0
	if n := len(r.ends); n > 0 {
		from = int(r.ends[n-1])
	}
	if raw := bytes.TrimSpace(r.data[from:]); shared && len(raw) > 0 {
		i, err := strconv.Atoi(string(raw))
		if err != nil {
			i = -1
		}
		value, ok := r.book.strings.at(i)
		if !ok {
			return fmt.Errorf("a cell points to the shared text %q, which does not exist", clip(raw))
		}
		r.data = append(r.data[:from], value...)
	}
	r.ends = append(r.ends, int32(len(r.data)))
	return nil
}

// readValue appends what stands in the cell whose start was given.
func (r *Rows) readValue(inline, str bool) error {
	s, from := r.s, len(r.data)
	formula, value := false, false
	for depth := s.depth; s.depth >= depth; {
		if err := s.next(); err != nil {
			return err
		}
		switch {
		case s.kind == text && s.depth == depth+1 && s.open[depth] == "v" && !inline:
			value = true
			r.data = append(r.data, s.value...)
		case s.kind != start:
		case string(s.name) == "is" && inline:
			var err error
			if r.data, err = richText(r.data, s); err != nil {
				return err
			}
		case string(s.name) == "f":
			formula = true
			if err := s.skip(); err != nil {
				return err
			}
		case string(s.name) == "v":
			value = true
		}
	}
	if str {
		r.data = unescape(r.data, from)
	}
	if formula && !value {
		if r.NoValue++; r.NoValue == 1 {
			r.FirstNoValue = r.row
		}
	}
	return nil
}
