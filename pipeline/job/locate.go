package job

import (
	"fmt"
	"strings"
)

// locate says on which line each key of a TOML document stands, by its path: "out", "inputs.q1",
// "stage[1].games". Tables are keys too. The document has been accepted by the TOML reader before, so that
// only well-formed text comes here; the reader itself tells lines only for what it refuses.
// Keys of inline tables are not listed.
func locate(text string) map[string]int {
	l := locator{text: text, line: 1, at: map[string]int{}, count: map[string]int{}}
	for l.skipBlank() {
		l.statement()
	}
	return l.at
}

type locator struct {
	text   string
	pos    int
	line   int
	prefix string
	at     map[string]int
	count  map[string]int // elements of each array of tables so far
}

func (l *locator) peek() byte {
	if l.pos < len(l.text) {
		return l.text[l.pos]
	}
	return 0
}

// step moves over one byte and counts lines.
func (l *locator) step() {
	if l.peek() == '\n' {
		l.line++
	}
	l.pos++
}

// skipBlank moves to the next statement; false at the end.
func (l *locator) skipBlank() bool {
	for l.pos < len(l.text) {
		switch c := l.peek(); {
		case c == '#':
			l.skipLine()
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			l.step()
		default:
			return true
		}
	}
	return false
}

func (l *locator) skipLine() {
	for l.pos < len(l.text) && l.peek() != '\n' {
		l.pos++
	}
}

func (l *locator) statement() {
	line := l.line
	if l.peek() != '[' {
		key := join(l.prefix, l.key('='))
		l.note(key, line)
		l.step()
		l.value()
		return
	}
	l.step()
	array := l.peek() == '['
	if array {
		l.step()
	}
	// Each part but the last may name an array of tables: its last element is meant.
	path := ""
	parts := l.parts(']')
	for i, p := range parts {
		path = join(path, p)
		if n, ok := l.count[path]; ok && (i < len(parts)-1 || !array) {
			path = fmt.Sprintf("%s[%d]", path, n-1)
		}
	}
	if array {
		l.count[path]++
		path = fmt.Sprintf("%s[%d]", path, l.count[path]-1)
	}
	l.prefix = path
	l.note(path, line)
	l.skipLine()
}

func (l *locator) note(key string, line int) {
	if _, ok := l.at[key]; !ok {
		l.at[key] = line
	}
}

func join(prefix, key string) string {
	if prefix == "" {
		return key
	}
	return prefix + "." + key
}

func (l *locator) key(end byte) string { return strings.Join(l.parts(end), ".") }

// parts reads a dotted key up to end, which it leaves in place.
func (l *locator) parts(end byte) []string {
	var out []string
	var part strings.Builder
	for l.pos < len(l.text) && l.peek() != end && l.peek() != '\n' {
		switch c := l.peek(); c {
		case ' ', '\t':
			l.pos++
		case '.':
			out = append(out, part.String())
			part.Reset()
			l.pos++
		case '"', '\'':
			l.pos++
			for l.pos < len(l.text) && l.peek() != c && l.peek() != '\n' {
				if c == '"' && l.peek() == '\\' {
					part.WriteByte('\\')
					l.pos++
				}
				part.WriteByte(l.peek())
				l.pos++
			}
			l.pos++
		default:
			part.WriteByte(c)
			l.pos++
		}
	}
	return append(out, part.String())
}

// value skips a value to the end of its last line.
func (l *locator) value() {
	depth := 0
	for l.pos < len(l.text) {
		switch c := l.peek(); c {
		case '"', '\'':
			l.str(c)
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '#':
			l.skipLine()
			continue
		case '\n':
			if depth <= 0 {
				return
			}
		}
		l.step()
	}
}

func (l *locator) str(quote byte) {
	triple := strings.Repeat(string(quote), 3)
	if !strings.HasPrefix(l.text[l.pos:], triple) {
		l.pos++
		for l.pos < len(l.text) && l.peek() != quote && l.peek() != '\n' {
			if quote == '"' && l.peek() == '\\' {
				l.pos++
			}
			l.pos++
		}
		l.pos++
		return
	}
	l.pos += 3
	for l.pos < len(l.text) && !strings.HasPrefix(l.text[l.pos:], triple) {
		if quote == '"' && l.peek() == '\\' {
			l.step()
		}
		l.step()
	}
	l.pos += 3
	for l.peek() == quote { // up to two quotes may stand before the closing three
		l.pos++
	}
}
