package source

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"crosstable/pipeline/issue"
)

// decoder turns the bytes of a text into UTF-8.
//
// UTF-8 and ASCII are checked in place in the caller's buffer. The first byte beyond ASCII of a text that
// was ASCII so far stops the fast way until a decision is made on what follows. Everything else, and
// UTF-8 after its first bad byte, goes through step.
type decoder struct {
	file     string
	choice   choice
	tolerant bool // PGN and TRF: nothing is refused

	head []byte // bytes to be read before src
	src  io.Reader
	err  error // src's end

	tail    [utf8.UTFMax]byte // the start of a sequence that the last Read cut
	tailLen int

	slow bool
	tr   transform.Transformer // nil in slow mode: UTF-8 with bad bytes
	in   []byte                // slow mode: undecoded bytes
	out  []byte                // slow mode: decoded, not yet served
	buf  []byte                // slow mode: memory of out

	lines  lineCount // of what was served
	bad    int       // bytes or characters that did not decode
	marks  []issue.Issue
	doubts int // signs inside words of a one-byte encoding
	last   rune
}

const (
	lookahead = 64 << 10 // what a late decision looks at
	maxMarks  = 10       // places that are named one by one
)

func newDecoder(file string, head []byte, src io.Reader, c choice, tolerant bool) *decoder {
	d := &decoder{file: file, choice: c, tolerant: tolerant, head: head[c.skip:], src: src}
	d.start()
	return d
}

// start prepares for the encoding of d.choice.
func (d *decoder) start() {
	if d.choice.cs.enc == nil {
		d.slow = false
		return
	}
	d.slow = true
	d.tr = d.choice.cs.enc.NewDecoder().Transformer
}

// fill reads raw bytes into p.
func (d *decoder) fill(p []byte) (int, error) {
	if len(d.head) > 0 {
		n := copy(p, d.head)
		if d.head = d.head[n:]; len(d.head) == 0 {
			d.head = nil
		}
		return n, nil
	}
	if d.err != nil {
		return 0, d.err
	}
	n, err := d.src.Read(p)
	if err != nil {
		d.err = err
		if n > 0 {
			err = nil
		}
	}
	return n, err
}

// Read gives decoded text. The error is io.EOF, an *UndecidedError, a *BadInput or the file's own.
func (d *decoder) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		if len(d.out) > 0 {
			n := copy(p, d.out)
			d.out = d.out[n:]
			return n, nil
		}
		var n int
		var err error
		if d.slow {
			err = d.step()
		} else {
			n, err = d.fast(p)
		}
		if n > 0 {
			d.lines.add(p[:n])
			return n, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// fast reads into p and checks that it is ASCII or UTF-8. It returns 0, nil when the way has to change.
func (d *decoder) fast(p []byte) (int, error) {
	if len(p) < 2*utf8.UTFMax { // too small to hold what is checked at once
		small := make([]byte, 512)
		n, err := d.fast(small)
		d.lines.add(small[:n])
		d.out = small[:n]
		return 0, err
	}
	have := copy(p, d.tail[:d.tailLen])
	d.tailLen = 0
	n, err := d.fill(p[have:])
	n += have
	atEOF := err == io.EOF
	if err != nil && !atEOF {
		return 0, err
	}
	if n == 0 {
		return 0, err
	}
	b := p[:n]
	if d.choice.how == ASCIIOnly {
		stop := asciiPrefix(b)
		if i := bytes.IndexByte(b[:stop], 0x1B); i >= 0 && d.jisAhead(b[i:]) {
			stop = i
		}
		if stop == n {
			return n, nil
		}
		d.unread(b[stop:])
		if stop > 0 {
			// Serve what is clear; the next call begins at the doubtful byte.
			return stop, nil
		}
		return 0, d.decideLate()
	}
	good := validPrefix(b)
	if good == n {
		return n, nil
	}
	if rest := b[good:]; !atEOF && len(rest) < utf8.UTFMax && !utf8.FullRune(rest) {
		d.tailLen = copy(d.tail[:], rest)
		return good, nil
	}
	d.enterSlow(b[good:])
	return good, nil
}

// unread puts bytes back in front of what is still to be read.
func (d *decoder) unread(b []byte) {
	d.head = append(append(make([]byte, 0, len(b)+len(d.head)), b...), d.head...)
}

// jisAhead reports whether an escape sequence of ISO-2022-JP begins here, or could be cut off.
func (d *decoder) jisAhead(b []byte) bool {
	return len(b) < 3 || jisEscapes(b[:3])
}

// decideLate decides the encoding of a text that was ASCII until here. d.head begins with the doubtful byte.
func (d *decoder) decideLate() error {
	for len(d.head) < lookahead && d.err == nil {
		more := make([]byte, lookahead)
		n, err := d.src.Read(more)
		d.head = append(d.head, more[:n]...)
		if err != nil {
			d.err = err
		}
	}
	if d.err != nil && d.err != io.EOF {
		return d.err
	}
	c := choose(d.head, d.err == io.EOF, nil)
	if c.how == Mark || c.how == Structure && strings.HasPrefix(c.cs.name, "UTF-16") {
		// Marks and zero bytes mean something at the beginning of a file only.
		c = score(d.head, d.err == io.EOF)
		c.skip = 0
	}
	if c.how == ASCIIOnly { // an escape that starts nothing: pass it
		b := d.head[:1:1]
		d.head = d.head[1:]
		d.out = append(d.out[:0:0], b...)
		return nil
	}
	line := d.lines.line()
	if c.undecided() {
		if !d.tolerant {
			return c.refusal(d.file, line, d.head)
		}
		d.marks = append(d.marks, c.fallbackIssue(d.file, line, d.head))
		c = c.asLatin1()
	}
	d.marks = append(d.marks, c.notes(d.file)...)
	d.choice = c
	d.start()
	return nil
}

// enterSlow leaves the fast way for good. rest are bytes already read.
func (d *decoder) enterSlow(rest []byte) {
	d.in = append(d.in, d.tail[:d.tailLen]...)
	d.tailLen = 0
	d.in = append(d.in, rest...)
	d.slow = true
	d.tr = nil
}

const slowChunk = 64 << 10

// step decodes the next piece into d.out.
func (d *decoder) step() error {
	var err error
	if len(d.in) < slowChunk/2 {
		k := len(d.in)
		if cap(d.in) < slowChunk {
			grown := make([]byte, k, slowChunk)
			copy(grown, d.in)
			d.in = grown
		}
		var n int
		n, err = d.fill(d.in[k:cap(d.in)])
		d.in = d.in[:k+n]
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF && len(d.in) == 0 {
			return io.EOF
		}
	}
	atEOF := err == io.EOF
	if d.buf == nil {
		d.buf = make([]byte, 0, 3*slowChunk+64)
	}
	if d.tr == nil {
		return d.repair(atEOF)
	}
	nDst, nSrc, terr := d.tr.Transform(d.buf[:cap(d.buf)], d.in, atEOF)
	if nSrc == 0 && nDst == 0 && (atEOF || terr != nil && !errors.Is(terr, transform.ErrShortSrc)) {
		// A decoder that does not move on: take one byte as damaged.
		nSrc, nDst = 1, copy(d.buf[:cap(d.buf)], "\uFFFD")
	}
	out := d.buf[:nDst]
	if i := bytes.Index(out, replacement); i >= 0 {
		if err := d.count(out, i); err != nil {
			return err
		}
	}
	if len(d.choice.cs.languages) == 1 && (d.choice.how == Chosen) {
		switch d.choice.cs.languages[0].model {
		case western, central:
			d.doubt(out)
		}
	}
	d.in = d.in[:copy(d.in, d.in[nSrc:])]
	d.lines.add(out)
	d.out = out
	return nil
}

var replacement = []byte("\uFFFD")

// count notes the places of replacement characters; first is the index of the first.
func (d *decoder) count(out []byte, first int) error {
	lines := d.lines
	from := 0
	for i := first; ; {
		lines.add(out[from:i])
		from = i
		if err := d.damage(lines.line(), "a character does not decode as "+d.choice.cs.name); err != nil {
			return err
		}
		j := bytes.Index(out[i+3:], replacement)
		if j < 0 {
			return nil
		}
		i += 3 + j
	}
}

// repair passes valid UTF-8 on. In a PGN or TRF another byte is taken from Latin-1, as such files are
// often joined from several; in a table it becomes U+FFFD.
func (d *decoder) repair(atEOF bool) error {
	out := d.buf[:0]
	b := d.in
	for len(b) > 0 {
		room := cap(d.buf) - len(out) - 4*utf8.UTFMax
		if room < 4*utf8.UTFMax {
			break
		}
		piece := b[:min(len(b), room)]
		good := validPrefix(piece)
		out = append(out, piece[:good]...)
		piece, b = piece[good:], b[good:]
		if len(piece) == 0 || !utf8.FullRune(piece) && len(b) > len(piece) {
			continue
		}
		if !utf8.FullRune(b) && !atEOF {
			break
		}
		lines := d.lines
		lines.add(out)
		if d.tolerant && d.choice.how != Forced {
			if err := d.damage(lines.line(), "a byte that is not UTF-8 is read as Latin-1"); err != nil {
				return err
			}
			out = append(out, charsetNamed("windows-1252").decode(b[:1])...)
		} else {
			if err := d.damage(lines.line(), "a byte is not UTF-8"); err != nil {
				return err
			}
			out = append(out, replacement...)
		}
		b = b[1:]
	}
	d.in = d.in[:copy(d.in, b)]
	d.lines.add(out)
	d.out = out
	return nil
}

// damage records one bad place. A table in which they are no exception is refused: its encoding is
// another one than it seemed.
func (d *decoder) damage(line int, what string) error {
	d.bad++
	if d.bad <= maxMarks {
		d.marks = append(d.marks, issue.New("source-bytes", d.file, line, 0, "%s", what))
	}
	if d.bad == 1000 && !d.tolerant && d.choice.how != Forced {
		return &BadInput{File: d.file, Line: line, What: "the text stops being " + d.choice.cs.name +
			": 1000 places do not decode",
			Hint: "were files of two encodings joined? state one with --encoding to read it anyway"}
	}
	return nil
}

// doubt looks for signs inside words, which is what another one-byte encoding looks like when it is read
// as Western European: Wa³êsa for Wałęsa.
func (d *decoder) doubt(out []byte) {
	lines := d.lines
	from := 0
	for i := 0; i < len(out); {
		if out[i] < 0x80 {
			d.last = rune(out[i])
			n := asciiPrefix(out[i:])
			d.last = rune(out[i+n-1])
			i += n
			continue
		}
		r, n := utf8.DecodeRune(out[i:])
		if asciiLetter(d.last) && i+n < len(out) && asciiLetter(rune(out[i+n])) &&
			strings.ContainsRune("³¹¿¯£¥¦¨©®²¼¾µ¶¸×÷¢¬±", r) {
			lines.add(out[from:i])
			from = i
			if d.doubts++; d.doubts <= 3 {
				d.marks = append(d.marks, issue.New("source-encoding-doubt", d.file, lines.line(), 0,
					"the sign %q stands inside a word; read as %s, it may be another encoding", r, d.choice.cs.name))
			}
		}
		d.last = r
		i += n
	}
}

func (d *decoder) issues() []issue.Issue {
	out := d.marks[:len(d.marks):len(d.marks)]
	if d.bad > maxMarks {
		out = append(out, issue.New("source-bytes", d.file, 0, 0, "%d places in all did not decode as %s", d.bad,
			d.choice.cs.name))
	}
	if d.doubts > 3 {
		out = append(out, issue.New("source-encoding-doubt", d.file, 0, 0, "%d signs in all stand inside words", d.doubts))
	}
	return out
}

// validPrefix gives the length of the longest prefix of valid UTF-8.
func validPrefix(b []byte) int {
	i := 0
	for i < len(b) {
		if b[i] < utf8.RuneSelf {
			i += asciiPrefix(b[i:])
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return i
}

// asciiPrefix gives the number of leading bytes below 0x80, eight at a time.
func asciiPrefix(b []byte) int {
	i := 0
	for ; i+32 <= len(b); i += 32 {
		x := le64(b[i:]) | le64(b[i+8:]) | le64(b[i+16:]) | le64(b[i+24:])
		if x&0x8080808080808080 != 0 {
			break
		}
	}
	for i < len(b) && b[i] < 0x80 {
		i++
	}
	return i
}

func le64(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// lineCount counts line ends: LF, CRLF and CR alone.
type lineCount struct {
	n  int
	cr bool // the last byte was CR
}

func (l *lineCount) add(b []byte) {
	if len(b) == 0 {
		return
	}
	l.n += bytes.Count(b, []byte{'\n'})
	if l.cr && b[0] == '\n' {
		l.n--
	}
	l.cr = b[len(b)-1] == '\r'
	if bytes.IndexByte(b, '\r') >= 0 {
		l.n += bytes.Count(b, []byte{'\r'}) - bytes.Count(b, []byte("\r\n"))
	}
}

// line is the number of the line that the next byte stands in.
func (l *lineCount) line() int { return l.n + 1 }
