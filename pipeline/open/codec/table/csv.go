package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"crosstable/pipeline/issue"
)

// lexer cuts delimited text into records. It keeps the physical line of each record, takes LF, CRLF and
// bare CR as line ends, and holds one buffer: a record that does not fit into max bytes is an issue and
// its first physical line is skipped, so that neither a line of a gigabyte nor a quote that is never closed takes
// more memory or more than one line with it.
type lexer struct {
	r    io.Reader
	err  error // of r; io.EOF when it is read out
	buf  []byte
	pos  int // of the next record in buf
	end  int // of the bytes read
	line int // physical line at pos, 1-based
	sep  byte
	max  int
	file string

	// Next places of these bytes at or after pos, end if none: each is searched once over the input.
	nl, cr, quote mark

	// want is the number of cells of a row, once the header is known. A quoted cell that runs over lines
	// and ends in a row of another length, or has text behind its closing quote (odd), is a stray quote: what
	// closed it was the opening of another.
	want int
	odd  bool

	cells   [][]byte
	scratch []byte // unescaped quoted cells
	report  func(issue.Issue)
}

// mark is where a byte comes next in the buffer.
type mark struct {
	c  byte
	at int
}

func (m *mark) find(l *lexer, from int) int {
	if m.at < from {
		if i := bytes.IndexByte(l.buf[from:l.end], m.c); i >= 0 {
			m.at = from + i
		} else {
			m.at = l.end
		}
	}
	return m.at
}

const bufferSize = 256 << 10

func newLexer(r io.Reader, file string, max int, report func(issue.Issue)) *lexer {
	return &lexer{r: r, file: file, max: max, line: 1, sep: ',', buf: make([]byte, min(bufferSize, max)), report: report,
		nl: mark{'\n', -1}, cr: mark{'\r', -1}, quote: mark{'"', -1}}
}

// fill reads more, moving the unread bytes to the front; the buffer grows up to max. It reports whether
// there are new bytes.
func (l *lexer) fill() bool {
	if l.err != nil {
		return false
	}
	if l.pos > 0 {
		copy(l.buf, l.buf[l.pos:l.end])
		l.end -= l.pos
		l.pos = 0
	}
	if l.end == len(l.buf) {
		if len(l.buf) >= l.max {
			return false
		}
		bigger := make([]byte, min(2*len(l.buf), l.max))
		copy(bigger, l.buf[:l.end])
		l.buf = bigger
	}
	l.nl.at, l.cr.at, l.quote.at = -1, -1, -1
	for tries := 0; tries < 100; tries++ {
		n, err := l.r.Read(l.buf[l.end:])
		l.end += n
		if err != nil {
			l.err = err
			return n > 0
		}
		if n > 0 {
			return true
		}
	}
	l.err = io.ErrNoProgress
	return false
}

// eof reports that no byte comes after the buffer.
func (l *lexer) eof() bool { return l.err != nil }

// next gives the cells of the next record and its first physical line. The cells are valid until the
// next call. Blank lines give no record. The error is io.EOF or that of the reader.
func (l *lexer) next() (cells [][]byte, line int, err error) {
	for {
		if l.pos == l.end && !l.fill() {
			if l.err == io.EOF {
				return nil, l.line, io.EOF
			}
			return nil, l.line, fmt.Errorf("%s:%d: %w", l.file, l.line, l.err)
		}
		for l.buf[l.pos] == bom[0] && l.end-l.pos < len(bom) && l.fill() {
		}
		if l.buf[l.pos] == bom[0] && bytes.HasPrefix(l.buf[l.pos:l.end], bom) {
			l.pos += len(bom) // of the file, or of a file that was appended
			continue
		}
		n, lines, ok := l.record()
		line = l.line
		switch {
		case ok && (lines == 1 || !l.odd && (l.want == 0 || len(l.cells) == l.want)):
			l.pos += n
			l.line += lines
			if len(l.cells) == 1 && len(l.cells[0]) == 0 {
				continue // a blank line
			}
			return l.cells, line, nil
		case n > 0: // a quote that does not close: the record's first line is left out
			l.report(issue.New("csv-quote", l.file, line, 1,
				"a quoted cell begins on this line and does not close where a cell should end; the line is left out"))
			l.skipLine()
			return nil, line, errSkipped
		case l.eof() || len(l.buf) >= l.max && l.end-l.pos == len(l.buf):
			if err := l.err; err != nil && err != io.EOF {
				return nil, line, fmt.Errorf("%s:%d: %w", l.file, l.line, err)
			}
			size := l.skipLine()
			l.report(issue.New("csv-line-too-long", l.file, line, 0,
				"line of %d bytes; a row may have %d", size, l.max))
			return nil, line, errSkipped
		case !l.fill() && l.err == nil:
			continue
		}
	}
}

// errSkipped tells that a record was reported and left out.
var errSkipped = errors.New("record left out")

// skipLine leaves out the rest of the physical line at pos, however long, and gives its length in bytes.
func (l *lexer) skipLine() (size int) {
	for {
		end := min(l.nl.find(l, l.pos), l.cr.find(l, l.pos))
		if end < l.end {
			size += end - l.pos
			crlf := l.buf[end] == '\r'
			l.pos = end + 1
			l.line++
			if crlf {
				if l.pos == l.end {
					l.fill()
				}
				if l.pos < l.end && l.buf[l.pos] == '\n' {
					l.pos++
				}
			}
			return size
		}
		size += l.end - l.pos
		l.pos = l.end
		if !l.fill() {
			return size
		}
	}
}

// record lexes one record at pos into l.cells. It gives its length in bytes with the line end, the
// physical lines it takes, and whether it is whole. Not whole: n == 0 asks for more bytes, n > 0 says that a
// quote stays open to the end of the input or for more than max bytes.
func (l *lexer) record() (n, lines int, ok bool) {
	b := l.buf[l.pos:l.end]
	eol := l.nl.find(l, l.pos) - l.pos
	if cr := l.cr.find(l, l.pos) - l.pos; cr < eol {
		eol = cr
	}
	l.cells = l.cells[:0]
	if l.quote.find(l, l.pos)-l.pos > eol || (eol == len(b) && l.quote.at == l.end) {
		// No quote on this line, the usual case.
		n = eol + 1
		if eol == len(b) {
			if !l.eof() {
				return 0, 0, false
			}
			n = eol
		} else if b[eol] == '\r' {
			if eol+1 == len(b) && !l.eof() {
				return 0, 0, false // CR, or CRLF?
			}
			if eol+1 < len(b) && b[eol+1] == '\n' {
				n++
			}
		}
		rest := b[:eol]
		start := 0
		for i, c := range rest {
			if c == l.sep {
				l.cells = append(l.cells, rest[start:i])
				start = i + 1
			}
		}
		l.cells = append(l.cells, rest[start:])
		return n, 1, true
	}
	return l.quoted(b)
}

// quoted lexes a record that has a quote in it. A quote opens a quoted cell only as the first
// character of the cell (spaces before it do not count); elsewhere it is text. What follows a closing quote is taken
// as text, as spreadsheets do.
func (l *lexer) quoted(b []byte) (n, lines int, ok bool) {
	l.scratch = l.scratch[:0]
	l.odd = false
	i := 0
	for {
		// One cell from i.
		j := i
		for j < len(b) && (b[j] == ' ' || b[j] == '\t' && l.sep != '\t') {
			j++
		}
		var cell []byte
		if j < len(b) && b[j] == '"' {
			j++
			from := len(l.scratch)
			for {
				k := bytes.IndexByte(b[j:], '"')
				if k < 0 {
					if l.eof() || len(b) >= l.max {
						return 1, 0, false
					}
					return 0, 0, false
				}
				lines += countLines(b[j : j+k])
				l.scratch = append(l.scratch, b[j:j+k]...)
				j += k + 1
				if j < len(b) && b[j] == '"' {
					l.scratch = append(l.scratch, '"')
					j++
					continue
				}
				if j == len(b) && !l.eof() {
					return 0, 0, false // closed, or the first half of a doubled quote?
				}
				break
			}
			k := j
			for j < len(b) && b[j] != l.sep && b[j] != '\n' && b[j] != '\r' {
				j++
			}
			if tail := bytes.TrimRight(b[k:j], " \t"); len(tail) > 0 {
				l.scratch = append(l.scratch, tail...)
				l.odd = true
			}
			cell = l.scratch[from:len(l.scratch):len(l.scratch)]
		} else {
			j = i
			for j < len(b) && b[j] != l.sep && b[j] != '\n' && b[j] != '\r' {
				j++
			}
			cell = b[i:j]
		}
		if j == len(b) && !l.eof() {
			return 0, 0, false
		}
		l.cells = append(l.cells, cell)
		if j == len(b) {
			return j, lines + 1, true
		}
		i = j + 1
		if b[j] == l.sep {
			continue
		}
		if b[j] == '\r' {
			if i == len(b) && !l.eof() {
				return 0, 0, false
			}
			if i < len(b) && b[i] == '\n' {
				i++
			}
		}
		return i, lines + 1, true
	}
}

// countLines counts line ends inside a quoted cell: LF, CRLF and bare CR.
func countLines(b []byte) int {
	n := bytes.Count(b, []byte{'\n'})
	if bytes.IndexByte(b, '\r') >= 0 {
		n += bytes.Count(b, []byte{'\r'}) - bytes.Count(b, []byte("\r\n"))
	}
	return n
}

// Lines gives the physical lines of a text, for formats with fixed columns: any line end, lines that are too
// long reported and passed over.
type Lines struct {
	l      *lexer
	issues []issue.Issue
}

// NewLines reads UTF-8 text whose lines have at most max bytes.
func NewLines(r io.Reader, file string, max int) *Lines {
	x := &Lines{}
	x.l = newLexer(r, file, max, func(i issue.Issue) { x.issues = append(x.issues, i) })
	x.l.sep, x.l.quote.c = 0xFF, 0xFF // a byte that UTF-8 does not have
	return x
}

// Next gives the next line that is not empty, valid until the next call, and its number; io.EOF at the end.
func (x *Lines) Next() (text []byte, line int, err error) {
	for {
		cells, line, err := x.l.next()
		if err == errSkipped {
			continue
		}
		if err != nil {
			return nil, line, err
		}
		return cells[0], line, nil
	}
}

// Issues gives the lines that were passed over.
func (x *Lines) Issues() []issue.Issue { return x.issues }
