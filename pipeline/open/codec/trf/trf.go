// Package trf reads and writes FIDE Tournament Report Files: TRF16, TRF26, the older Krause form, and the
// extensions of JaVaFo, bbpPairings and others.
//
// Lines may end in CR, LF or CRLF. Columns count characters or bytes, whichever makes sense of a line with
// accented names. Every line read is kept: Write repeats a line unchanged unless what it says has
// changed, so that a round trip loses nothing.
package trf

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
)

// Columns of a 001 line, counted from 0, end exclusive.
const (
	colNumber, endNumber = 4, 8
	colSex, endSex       = 9, 10
	colTitle, endTitle   = 10, 13
	colName, endName     = 14, 47
	colRating, endRating = 48, 52
	colFed, endFed       = 53, 56
	colID, endID         = 57, 68
	colBirth, endBirth   = 69, 79
	colPoints, endPoints = 80, 84
	colRank, endRank     = 85, 89
	colCells             = 91 // first cell: opponent 4, blank, colour, blank, result
	cellWidth            = 8
	cellStep             = 10
)

// File is what an Event read from a TRF keeps in Source.
type File struct {
	lines   []line
	eol     string
	last    bool // the last line is terminated
	bom     bool
	read    *event.Event // the event as it was read
	byBytes bool         // columns of non-ASCII lines count bytes
	rank    bool         // XXC rank
	vega    bool
	teams   bool // a record names the players' clubs
}

type line struct {
	raw    string
	player engine.Player // of a 001 line that was used; else NoPlayer
}

// row is a line seen as columns.
type row struct {
	text string
	at   []int // byte offset of each column and of the end; nil: one byte a column
}

// field is columns a to b (0-based, b exclusive), "" beyond the end.
func (r row) field(a, b int) string {
	if r.at == nil {
		if a >= len(r.text) {
			return ""
		}
		return r.text[a:min(b, len(r.text))]
	}
	n := len(r.at) - 1
	if a >= n {
		return ""
	}
	return r.text[r.at[a]:r.at[min(b, n)]]
}

func (r row) width() int {
	if r.at == nil {
		return len(r.text)
	}
	return len(r.at) - 1
}

func (r row) trimmed(a, b int) string { return strings.TrimSpace(r.field(a, b)) }

// split cuts data into lines and says how they end.
func split(data []byte) (lines [][]byte, eol string, last bool) {
	eol = "\n"
	if i := bytes.IndexAny(data, "\r\n"); i >= 0 {
		eol = string(data[i])
		if data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n' {
			eol = "\r\n"
		}
	}
	lines = make([][]byte, 0, bytes.Count(data, []byte(eol))+1)
	for len(data) > 0 {
		i := bytes.IndexAny(data, "\r\n")
		if i < 0 {
			return append(lines, data), eol, false
		}
		lines = append(lines, data[:i])
		if data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n' {
			i++
		}
		data = data[i+1:]
	}
	return lines, eol, true
}

// Read reads one event. Bad lines and cells become issues; the error is for a file without any player
// and for trouble with reading. name is the file's name in issues.
func Read(r io.Reader, name string) (*event.Event, []issue.Issue, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return Parse(data, name)
}

// Parse is Read for a file in memory.
func Parse(data []byte, name string) (*event.Event, []issue.Issue, error) {
	p := parser{e: event.New(name), f: &File{}}
	data, p.f.bom = bytes.CutPrefix(data, []byte("\xef\xbb\xbf"))
	raw, eol, last := split(data)
	p.f.eol, p.f.last = eol, last
	p.f.lines = make([]line, len(raw))
	tabs := 0
	for i, l := range raw {
		text, expanded := withoutTabs(string(l))
		if expanded {
			if tabs++; tabs == 1 {
				p.issues = append(p.issues, issue.New("trf-tabs", name, i+1, 0,
					"tabs stand for blanks; they were read as stops every 8 columns"))
			}
		}
		p.f.lines[i] = line{raw: text, player: engine.NoPlayer}
	}
	if err := p.run(); err != nil {
		return nil, p.issues, err
	}
	return p.e, p.issues, nil
}

// withoutTabs gives a player line whose runs of blanks were made tabs (unexpand -a) its columns back, if that makes its
// fields plausible: tabs go to stops every 8 bytes, else every 8 characters.
func withoutTabs(text string) (string, bool) {
	if !strings.HasPrefix(text, "001") || !strings.Contains(text, "\t") {
		return text, false
	}
	for _, width := range [...]func(string) int{func(s string) int { return len(s) }, utf8.RuneCountInString} {
		var b strings.Builder
		at := 0
		for i, part := range strings.Split(text, "\t") {
			if i > 0 {
				n := 8 - at%8
				b.WriteString(strings.Repeat(" ", n))
				at += n
			}
			b.WriteString(part)
			at += width(part)
		}
		if r, _ := columns(b.String(), plausible); plausible(r) {
			return b.String(), true
		}
	}
	return text, false
}

// columns gives the view of a line that makes its fixed fields plausible: characters, else
// bytes, else display columns (East Asian names padded to their width on the screen).
func columns(text string, plausible func(row) bool) (row, bool) {
	ascii := true
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return row{text: text}, false
	}
	chars := row{text: text, at: make([]int, 0, len(text)+1)}
	for i := range text {
		chars.at = append(chars.at, i)
	}
	chars.at = append(chars.at, len(text))
	if plausible(chars) {
		return chars, false
	}
	if b := (row{text: text}); plausible(b) {
		return b, true
	}
	wide := row{text: text, at: make([]int, 0, len(text)+1)}
	for i, r := range text {
		for range runewidth.RuneWidth(r) {
			wide.at = append(wide.at, i)
		}
	}
	wide.at = append(wide.at, len(text))
	if plausible(wide) {
		return wide, false
	}
	return chars, false
}

// latin1 decodes bytes that are not UTF-8.
func latin1(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}
