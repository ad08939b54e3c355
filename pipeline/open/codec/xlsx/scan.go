package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// maxToken is how long one tag or one run of text may be: a cell holds 32,767 characters.
const maxToken = 1 << 20

// maxDepth is how deep elements may nest; sheets need eight.
const maxDepth = 64

type kind uint8

const (
	text  kind = iota // of text is the decoded text
	start             // of name and attributes; an empty element is a start and an end
	end
)

// scanner pulls the tokens of an XML part out of a window that does not grow with the part. It takes what XML
// 1.0 allows in an Office part and refuses all else, document types included.
type scanner struct {
	in  io.Reader
	err error // of in, io.EOF at its end
	buf []byte
	pos int

	kind  kind
	name  []byte // local name of the element
	attrs []byte // what stands in the tag behind the name
	value []byte // text

	empty bool // an end follows the start that was given
	depth int
	open  [maxDepth]string // names of the open elements
	known map[string]string
	words []byte // decoded text, where it has entities
}

func newScanner(in io.Reader) *scanner {
	return &scanner{in: in, buf: make([]byte, 0, 64<<10), known: map[string]string{}}
}

// fill reads on and keeps what is not consumed.
func (s *scanner) fill() error {
	if s.err != nil {
		return s.err
	}
	if s.pos > 0 {
		n := copy(s.buf, s.buf[s.pos:])
		s.buf, s.pos = s.buf[:n], 0
	}
	if len(s.buf) > maxToken {
		return errors.New("a cell or a tag of more than 1 MiB")
	}
	if len(s.buf) == cap(s.buf) {
		s.buf = append(s.buf, make([]byte, cap(s.buf))...)[:len(s.buf)]
	}
	for tries := 0; ; tries++ {
		n, err := s.in.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		s.err = err
		switch {
		case n > 0:
			return nil
		case err != nil:
			return err
		case tries > 100:
			return io.ErrNoProgress
		}
	}
}

// until gives what stands before the next delim and consumes both.
func (s *scanner) until(delim string) ([]byte, error) {
	from := 0
	for {
		if i := bytes.Index(s.buf[s.pos+from:], []byte(delim)); i >= 0 {
			out := s.buf[s.pos : s.pos+from+i]
			s.pos += from + i + len(delim)
			return out, nil
		}
		from = max(0, len(s.buf)-s.pos-len(delim)+1)
		if err := s.fill(); err != nil {
			return nil, s.cut(err)
		}
	}
}

// cut says that the part ended where it must not.
func (s *scanner) cut(err error) error {
	if err == io.EOF {
		return errors.New("the XML ends in the middle: the file is cut off")
	}
	return err
}

// next goes to the next token; io.EOF after the root element.
func (s *scanner) next() error {
	if s.empty {
		s.empty = false
		s.kind = end
		return s.pop(s.name)
	}
	for {
		if s.pos == len(s.buf) {
			if err := s.fill(); err == io.EOF && s.depth == 0 {
				return io.EOF
			} else if err != nil {
				return s.cut(err)
			}
		}
		if s.buf[s.pos] != '<' {
			if err := s.text(); err != nil || s.depth > 0 {
				return err
			}
			continue
		}
		done, err := s.tag()
		if err != nil || done {
			return err
		}
	}
}

// text reads up to the next tag.
func (s *scanner) text() error {
	raw, err := s.until("<")
	if err != nil {
		if s.err == io.EOF && s.depth == 0 { // white space behind the root
			raw = s.buf[s.pos:]
			s.pos = len(s.buf)
		} else {
			return err
		}
	} else {
		s.pos-- // the tag begins with it
	}
	if s.depth == 0 {
		if len(bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\ufeff")))) > 0 {
			return errors.New("text outside the XML's root element")
		}
		return nil
	}
	s.kind = text
	s.value, err = s.decode(raw)
	return err
}

// tag reads what begins with <; done is false for what has no meaning here (comments, instructions).
func (s *scanner) tag() (done bool, err error) {
	s.pos++
	if s.pos == len(s.buf) {
		if err := s.fill(); err != nil {
			return false, s.cut(err)
		}
	}
	switch s.buf[s.pos] {
	case '?':
		raw, err := s.until("?>")
		if err != nil {
			return false, err
		}
		return false, checkEncoding(raw)
	case '!':
		return s.declaration()
	}
	raw, err := s.untilTagEnd()
	if err != nil {
		return false, err
	}
	if err := valid(raw); err != nil {
		return false, err
	}
	if len(raw) > 0 && raw[0] == '/' {
		s.kind = end
		s.name = local(trimRight(raw[1:]))
		return true, s.pop(s.name)
	}
	if s.empty = len(raw) > 0 && raw[len(raw)-1] == '/'; s.empty {
		raw = raw[:len(raw)-1]
	}
	n := 0
	for n < len(raw) && !space(raw[n]) {
		n++
	}
	s.kind, s.name, s.attrs = start, local(raw[:n]), raw[n:]
	return true, s.push()
}

// untilTagEnd is until(">") that knows quotes, which may hold a >.
func (s *scanner) untilTagEnd() ([]byte, error) {
	quote, i := byte(0), s.pos
	for {
		for ; i < len(s.buf); i++ {
			switch c := s.buf[i]; {
			case quote != 0:
				if c == quote {
					quote = 0
				} else if c == '<' {
					return nil, errors.New("a tag inside a tag: the XML is broken")
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '<':
				return nil, errors.New("a tag inside a tag: the XML is broken")
			case c == '>':
				out := s.buf[s.pos:i]
				s.pos = i + 1
				return out, nil
			}
		}
		shift := s.pos
		if err := s.fill(); err != nil {
			return nil, s.cut(err)
		}
		i -= shift - s.pos
	}
}

// declaration reads <!-- -->, <![CDATA[ ]]>, and refuses <!DOCTYPE.
func (s *scanner) declaration() (done bool, err error) {
	for len(s.buf)-s.pos < len("![CDATA[") {
		if err := s.fill(); err != nil {
			return false, s.cut(err)
		}
	}
	rest := s.buf[s.pos:]
	switch {
	case bytes.HasPrefix(rest, []byte("!--")):
		s.pos += 3
		raw, err := s.until("-->")
		if err != nil {
			return false, err
		}
		return false, valid(raw)
	case bytes.HasPrefix(rest, []byte("![CDATA[")) && s.depth > 0:
		s.pos += len("![CDATA[")
		raw, err := s.until("]]>")
		if err != nil {
			return false, err
		}
		s.kind, s.value = text, raw
		return true, valid(raw)
	}
	return false, errors.New("a document type or another declaration, which no workbook has; it is refused")
}

func (s *scanner) push() error {
	if len(s.name) == 0 {
		return errors.New("a tag without a name: the XML is broken")
	}
	if s.depth == maxDepth {
		return fmt.Errorf("elements nest deeper than %d", maxDepth)
	}
	name, ok := s.known[string(s.name)]
	if !ok {
		name = string(s.name)
		if len(s.known) < 1000 {
			s.known[name] = name
		}
	}
	s.open[s.depth] = name
	s.depth++
	return nil
}

func (s *scanner) pop(name []byte) error {
	if s.depth == 0 || s.open[s.depth-1] != string(name) {
		return fmt.Errorf("</%s> closes nothing that is open: the XML is broken", clip(name))
	}
	s.depth--
	return nil
}

// skip reads to the end of the element whose start was given last.
func (s *scanner) skip() error {
	for depth := s.depth; s.depth >= depth; {
		if err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

func clip(b []byte) string {
	if len(b) > 40 {
		b = b[:40]
	}
	return string(bytes.ToValidUTF8(b, []byte("?")))
}

// local is a name without its prefix.
func local(name []byte) []byte {
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		return name[i+1:]
	}
	return name
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func trimLeft(b []byte) []byte {
	for len(b) > 0 && space(b[0]) {
		b = b[1:]
	}
	return b
}

func trimRight(b []byte) []byte {
	for len(b) > 0 && space(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// attr gives the value of an attribute by its name as written (those of sheets have no prefix); nil if absent.
func (s *scanner) attr(name string) ([]byte, error) {
	rest := s.attrs
	for {
		rest = trimLeft(rest)
		if len(rest) == 0 {
			return nil, nil
		}
		eq := bytes.IndexByte(rest, '=')
		if eq < 0 {
			return nil, errBrokenTag
		}
		key := trimRight(rest[:eq])
		rest = trimLeft(rest[eq+1:])
		if len(rest) < 2 || rest[0] != '"' && rest[0] != '\'' {
			return nil, errBrokenTag
		}
		close := bytes.IndexByte(rest[1:], rest[0])
		if close < 0 {
			return nil, errBrokenTag
		}
		if string(key) == name {
			return rest[1 : 1+close], nil
		}
		rest = rest[2+close:]
	}
}

var errBrokenTag = errors.New("a tag whose attributes cannot be read: the XML is broken")

// checkEncoding takes UTF-8 and what is a part of it.
func checkEncoding(declaration []byte) error {
	i := bytes.Index(declaration, []byte("encoding="))
	if i < 0 || !bytes.HasPrefix(declaration, []byte("?xml")) {
		return nil
	}
	name := bytes.Trim(declaration[i+len("encoding="):], "\"' ?")
	if j := bytes.IndexAny(name, "\"' "); j >= 0 {
		name = name[:j]
	}
	for _, ok := range []string{"utf-8", "utf8", "us-ascii", "ascii"} {
		if bytes.EqualFold(name, []byte(ok)) {
			return nil
		}
	}
	return fmt.Errorf("the XML says encoding %q; workbooks are UTF-8; save the file again", clip(name))
}

// valid refuses what XML 1.0 refuses: control characters, U+FFFE, U+FFFF, and bytes that are no UTF-8.
func valid(b []byte) error {
	wide := false
	for _, c := range b {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' {
			return fmt.Errorf("the control character 0x%02X", c)
		}
		wide = wide || c >= utf8.RuneSelf
	}
	if wide {
		if !utf8.Valid(b) {
			return errors.New("bytes that are no UTF-8")
		}
		if bytes.Contains(b, []byte("\uffff")) || bytes.Contains(b, []byte("\ufffe")) {
			return errors.New("a character that XML does not allow")
		}
	}
	return nil
}

// decode checks text and replaces entities and line ends.
func (s *scanner) decode(raw []byte) ([]byte, error) {
	if err := valid(raw); err != nil {
		return nil, err
	}
	if bytes.IndexByte(raw, '&') < 0 && bytes.IndexByte(raw, '\r') < 0 {
		return raw, nil
	}
	out := s.words[:0]
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '\r':
			out = append(out, '\n')
			if i+1 < len(raw) && raw[i+1] == '\n' {
				i++
			}
		case '&':
			n := bytes.IndexByte(raw[i:], ';')
			if n < 0 {
				return nil, errors.New("an & that begins no entity: the XML is broken")
			}
			r, err := entity(raw[i+1 : i+n])
			if err != nil {
				return nil, err
			}
			out = utf8.AppendRune(out, r)
			i += n
		default:
			out = append(out, c)
		}
	}
	s.words = out
	return out, nil
}

func entity(name []byte) (rune, error) {
	switch string(name) {
	case "amp":
		return '&', nil
	case "lt":
		return '<', nil
	case "gt":
		return '>', nil
	case "quot":
		return '"', nil
	case "apos":
		return '\'', nil
	}
	if len(name) > 1 && name[0] == '#' {
		base, digits := 10, name[1:]
		if digits[0] == 'x' {
			base, digits = 16, digits[1:]
		}
		n, err := strconv.ParseUint(string(digits), base, 32)
		r := rune(n)
		if err == nil && n <= utf8.MaxRune && utf8.ValidRune(r) && r != 0xfffe && r != 0xffff &&
			(r >= 0x20 || r == '\t' || r == '\n' || r == '\r') {
			return r, nil
		}
	}
	return 0, fmt.Errorf("the entity &%s; which XML does not know", clip(name))
}
