// Package tally counts what an input seems to hold, by means that share nothing with the readers: lines with
// enough delimiters, [Event tags, 001 lines. It understands nothing, so it cannot be wrong in the
// way a reader is wrong. Where it sees more than a reader handed on, something was swallowed, and the run says so.
//
// A Counter is fed the very bytes that the reader gets (decoded text) as they pass.
package tally

import (
	"bytes"
	"fmt"
)

// Kind is what one thing to be counted looks like.
type Kind uint8

const (
	// Lines counts lines by their delimiters: tables of text.
	Lines Kind = iota
	// Events counts lines that begin with [Event and a space: PGN. A game without tags is not seen.
	Events
	// Players counts lines that begin with 001: TRF.
	Players
)

// Separators are the delimiters of tables that are counted, each by itself.
var Separators = [...]byte{',', ';', '\t', '|'}

// widest is the number of delimiters up to which lines are told apart.
const widest = 255

// maxLine is how many bytes of one line are looked at.
const maxLine = 1 << 20

// Counter counts while it is written to. The zero value counts Lines.
type Counter struct {
	Kind Kind

	widths  [len(Separators)][widest + 1]int // lines by the number of each delimiter
	starts  int
	partial []byte // the line that is not complete yet
}

// Write takes the next bytes. It never fails.
func (c *Counter) Write(p []byte) (int, error) {
	n := len(p)
	if len(c.partial) > 0 {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			c.keep(p)
			return n, nil
		}
		c.keep(p[:i+1])
		c.lines(c.partial)
		c.partial, p = c.partial[:0], p[i+1:]
	}
	whole := bytes.LastIndexByte(p, '\n') + 1
	c.lines(p[:whole])
	c.keep(p[whole:])
	return n, nil
}

func (c *Counter) keep(p []byte) {
	if room := maxLine - len(c.partial); room < len(p) {
		p = p[:max(room, 0)]
	}
	c.partial = append(c.partial, p...)
}

// lines takes whole lines.
func (c *Counter) lines(text []byte) {
	switch c.Kind {
	case Events:
		c.starts += startsWith(text, "[Event ")
		return
	case Players:
		c.starts += startsWith(text, "001")
		return
	}
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		if i := bytes.IndexByte(line, '\r'); i >= 0 && i < len(line)-1 { // lines end with bare CR
			for part := range bytes.SplitSeq(line, []byte{'\r'}) {
				c.cells(part)
			}
			continue
		}
		c.cells(line)
	}
}

// startsWith counts the lines that begin with want, blanks and a byte order mark before it left aside.
func startsWith(text []byte, want string) (n int) {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(want))
		if i < 0 {
			return n
		}
		before := bytes.TrimRight(text[:from+i], " \t")
		before = bytes.TrimSuffix(before, []byte("\ufeff"))
		if len(before) == 0 || before[len(before)-1] == '\n' || before[len(before)-1] == '\r' {
			n++
		}
		from += i + len(want)
	}
}

func (c *Counter) cells(line []byte) {
	if len(bytes.TrimSpace(line)) == 0 {
		return
	}
	for i, sep := range Separators {
		c.widths[i][min(bytes.Count(line, []byte{sep}), widest)]++
	}
}

// finish counts the last line, which may lack its end.
func (c *Counter) finish() {
	if len(c.partial) > 0 {
		c.lines(c.partial)
		c.partial = c.partial[:0]
	}
}

// Starts gives the number of games (Events) or players (Players) that seem to begin.
func (c *Counter) Starts() int {
	c.finish()
	return c.starts
}

// Rows gives the number of lines that look like rows of a table: with at least as many delimiters as its header
// has. A delimiter that is none of Separators gives 0: such a table is not counted.
func (c *Counter) Rows(separator byte, columns int) int {
	c.finish()
	i := bytes.IndexByte(Separators[:], separator)
	if i < 0 {
		return 0
	}
	n := 0
	for _, k := range c.widths[i][min(max(columns-1, 1), widest):] {
		n += k
	}
	return n
}

// Finding is what the second count says of one input.
type Finding struct {
	File   string
	Unit   string // what was counted: "lines that look like rows", "[Event tags" ...
	Seen   int    // by the dumb count
	Handed int    // by the reader: used, set aside, headers, titles
}

// Lost says that the dumb count saw more than the reader handed on.
func (f Finding) Lost() bool { return f.Seen > f.Handed }

// String is the finding in a sentence.
func (f Finding) String() string {
	if f.Lost() {
		return fmt.Sprintf("a second count sees %d %s, the reader handed on %d: %d may be lost", f.Seen, f.Unit, f.Handed, f.Seen-f.Handed)
	}
	return fmt.Sprintf("a second count sees %d %s, the reader handed on %d", f.Seen, f.Unit, f.Handed)
}
