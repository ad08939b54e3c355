package source

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"crosstable/pipeline/issue"
)

// How tells why an encoding was used.
type How uint8

// Reasons, in the order in which they are tried.
const (
	Forced    How = iota // --encoding
	Mark                 // a byte order mark
	Structure            // zero bytes of UTF-16, escape sequences of ISO-2022-JP
	ASCIIOnly            // no byte beyond ASCII so far: every encoding agrees
	Valid                // valid UTF-8
	Chosen               // the most plausible of the readings
	Undecided            // no reading is clearly the most plausible; PGN and TRF are read as Latin-1
)

func (h How) String() string {
	return [...]string{"as told", "byte order mark", "byte structure", "ASCII", "valid UTF-8",
		"most plausible reading", "undecided"}[h]
}

// Encoding is what a text was read as.
type Encoding struct {
	Name  string
	How   How
	Sure  float64 // 0..1; 1 unless Chosen or Undecided
	Rival string  // the next best reading when Chosen
}

// String gives "CP932 (most plausible reading; next EUC-JP)".
func (e Encoding) String() string {
	if e.Name == "" {
		return ""
	}
	s := e.Name + " (" + e.How.String()
	if e.Rival != "" {
		s += "; next " + e.Rival
	}
	return s + ")"
}

// Guess is one reading of a text whose encoding could not be decided.
type Guess struct {
	Name   string // "CP932"
	Flag   string // "cp932", for --encoding
	Sample string // one line of the file read that way
}

// UndecidedError refuses a table whose encoding cannot be told. It wraps no cause; commands end with exit 3.
type UndecidedError struct {
	File    string
	Line    int // where the first doubtful byte stands; 0 unknown
	Guesses []Guess
}

func (e *UndecidedError) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	b.WriteString(": the encoding cannot be told")
	for i, g := range e.Guesses {
		if i == 0 {
			b.WriteString("; best guesses:")
		}
		fmt.Fprintf(&b, "\n  --encoding %-12s %s", g.Flag, g.Sample)
	}
	if len(e.Guesses) == 0 {
		b.WriteString("; no known encoding fits")
	}
	return b.String()
}

// choice is a decision about one text.
type choice struct {
	cs     *charset
	how    How
	sure   float64
	rival  *charset
	ranked []*charset // best first, when scored
	skip   int        // bytes of the byte order mark
	doubt  bool       // valid UTF-8 that makes no sense
}

func (c *choice) undecided() bool { return c.how == Undecided }

func (c *choice) encoding() Encoding {
	e := Encoding{Name: c.cs.name, How: c.how, Sure: c.sure}
	if c.how == Chosen && c.rival != nil {
		e.Rival = c.rival.name
	}
	return e
}

const (
	minMargin   = 7.0  // nats between the best and the next reading
	rivalMargin = 16.0 // the same for a rival's reading
	// What a plausible reading reaches, in nats per byte beyond ASCII: two bytes make a character of the
	// wide encodings.
	minWide   = -5.9
	minNarrow = -8.5
)

// choose decides how head, the beginning of a text (all of it if whole), is to be read. forced is the
// encoding of --encoding or nil.
func choose(head []byte, whole bool, forced *charset) choice {
	utf8cs := charsetNamed(UTF8)
	marked := func(name, bom string) (choice, bool) {
		if !bytes.HasPrefix(head, []byte(bom)) || forced != nil && forced.name != name &&
			(forced.enc == nil || !strings.HasPrefix(forced.name, "UTF-16")) {
			return choice{}, false
		}
		return choice{cs: charsetNamed(name), how: Mark, sure: 1, skip: len(bom)}, true
	}
	for _, m := range [][2]string{{UTF8, "\xEF\xBB\xBF"}, {"UTF-16LE", "\xFF\xFE"}, {"UTF-16BE", "\xFE\xFF"},
		{"GB18030", "\x84\x31\x95\x33"}} {
		if c, ok := marked(m[0], m[1]); ok {
			if forced != nil {
				c.how = Forced
			}
			return c
		}
	}
	if forced != nil {
		return choice{cs: forced, how: Forced, sure: 1}
	}
	if cs := utf16ByZeros(head, whole); cs != nil {
		return choice{cs: cs, how: Structure, sure: 1}
	}
	high := firstHigh(head)
	if high < 0 {
		if jisEscapes(head) {
			return choice{cs: charsetNamed("ISO-2022-JP"), how: Structure, sure: 1}
		}
		return choice{cs: utf8cs, how: ASCIIOnly, sure: 1}
	}
	switch good, bad := utf8Sequences(head, whole); {
	case bad == 0:
		// A few pairs of bytes can be valid UTF-8 by chance: 郑惟桐 in GB18030 makes Hebrew and Greek.
		if good < 12 && chance(head) {
			if c := score(head, whole); c.how == Chosen {
				return c
			}
			return choice{cs: utf8cs, how: Valid, sure: 0.5, doubt: true}
		}
		return choice{cs: utf8cs, how: Valid, sure: 1}
	case good >= 12 && bad*5 <= good:
		// No other encoding makes so many valid sequences by chance (one in seven pairs of GB18030, next to none of
		// Latin letters or Cyrillic): UTF-8 with damaged places.
		return choice{cs: utf8cs, how: Valid, sure: 1}
	}
	return score(head, whole)
}

// firstHigh gives the index of the first byte beyond ASCII, or -1.
func firstHigh(b []byte) int {
	n := asciiPrefix(b)
	if n == len(b) {
		return -1
	}
	return n
}

// utf8Sequences counts the multi-byte sequences that are valid and the bytes that are not. A sequence cut
// off by the end of the sample is not counted unless the text ends there.
func utf8Sequences(b []byte, whole bool) (good, bad int) {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i += asciiPrefix(b[i:])
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			if !whole && !utf8.FullRune(b[i:]) {
				return good, bad
			}
			bad++
		} else {
			good++
		}
		i += n
	}
	return good, bad
}

// chance reports text that is valid UTF-8 and makes no sense as such: only sequences of two bytes, of
// several scripts or with marks that stand alone.
func chance(b []byte) bool {
	var latin, greek, cyrillic, other int
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		b = b[n:]
		switch {
		case n == 1:
		case n > 2:
			return false
		case r < 0x250:
			latin++
		case 0x370 <= r && r < 0x400:
			greek++
		case 0x400 <= r && r < 0x530:
			cyrillic++
		default:
			other++
		}
	}
	scripts := 0
	for _, n := range []int{latin, greek, cyrillic} {
		if n > 0 {
			scripts++
		}
	}
	return other > 0 || scripts > 1
}

// jisEscapes finds the escape sequences that switch ISO-2022-JP to two bytes a character.
func jisEscapes(b []byte) bool {
	return bytes.Contains(b, []byte("\x1B$B")) || bytes.Contains(b, []byte("\x1B$@"))
}

// utf16ByZeros recognises UTF-16 without a mark by its zero bytes: the ASCII in it (digits, commas, line
// ends) leaves them all on one side of the pairs.
func utf16ByZeros(b []byte, whole bool) *charset {
	if len(b) < 4 || whole && len(b)%2 != 0 {
		return nil
	}
	b = b[:len(b)&^1]
	var zeros [2]int
	for i, c := range b {
		if c == 0 {
			zeros[i&1]++
		}
	}
	pairs := len(b) / 2
	for side, name := range map[int]string{0: "UTF-16BE", 1: "UTF-16LE"} {
		if zeros[side]*12 < pairs || zeros[side] < 8*zeros[1-side] {
			continue
		}
		cs := charsetNamed(name)
		text := cs.decode(b)
		if !whole {
			text = strings.TrimRight(text, "\uFFFD")
		}
		bad := strings.Count(text, "\uFFFD")
		for _, r := range text {
			if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r >= 0xE000 && r <= 0xF8FF {
				bad++
			}
		}
		if bad*100 <= utf8.RuneCountInString(text) {
			return cs
		}
	}
	return nil
}

// words cuts the text at bytes below 0x30 (blanks, quotes, commas, points, dashes, line ends), which are
// no part of a character in any of the candidates, and keeps the different pieces with bytes beyond
// ASCII, up to a bound. The last piece of a sample that goes on is left out.
func words(b []byte, whole bool) [][]byte {
	const maxWords, maxBytes = 4000, 64 << 10
	seen := map[string]bool{}
	var out [][]byte
	total := 0
	for i := 0; i < len(b); {
		for i < len(b) && b[i] < 0x30 {
			i++
		}
		j := i
		high := false
		for j < len(b) && b[j] >= 0x30 {
			high = high || b[j] >= 0x80
			j++
		}
		if high && (j < len(b) || whole) && !seen[string(b[i:j])] {
			w := b[i:min(j, i+400)]
			seen[string(b[i:j])] = true
			out = append(out, w)
			if total += len(w); len(out) == maxWords || total > maxBytes {
				return out
			}
		}
		i = j
	}
	if len(out) == 0 && !whole && len(b) > 0 {
		return words(b, true)
	}
	return out
}

// reading is one candidate's view of the evidence.
type reading struct {
	cs    *charset
	text  string  // the words decoded
	total float64 // nats
	plain float64 // nats per byte beyond ASCII
	bad   int     // characters that do not decode
}

// score ranks the candidates by how plausible their readings are.
func score(head []byte, whole bool) choice {
	ws := words(head, whole)
	evidence := bytes.Join(ws, []byte{'\n'})
	highBytes := 0
	for _, c := range evidence {
		if c >= 0x80 {
			highBytes++
		}
	}
	rs := readings(evidence, len(ws))
	slices.SortStableFunc(rs, func(a, b reading) int {
		switch {
		case a.total > b.total:
			return -1
		case a.total < b.total:
			return 1
		}
		return 0
	})
	best := rs[0]
	c := choice{cs: best.cs, how: Undecided}
	for _, r := range rs {
		c.ranked = append(c.ranked, r.cs)
	}
	margin := math.Inf(1)
	for _, r := range rs[1:] {
		if r.text != best.text {
			c.rival = r.cs
			margin = best.total - r.total
			break
		}
	}
	c.sure = 1 / (1 + math.Exp(-margin/2))
	least, plain := minMargin, minWide
	switch {
	case best.cs.rival:
		least = rivalMargin
	case c.rival != nil && c.rival.rival:
		least = minMargin - 2
	}
	if best.cs.narrow() {
		plain = minNarrow
	}
	switch {
	case best.plain < plain:
		c.sure = min(c.sure, 0.5)
	case margin >= least && (best.bad == 0 || highBytes > 400):
		c.how = Chosen
	}
	return c
}

// readings decodes the evidence, words pieces of it, in every encoding and scores what comes out.
func readings(evidence []byte, words int) (rs []reading) {
	for i := range charsets {
		cs := &charsets[i]
		if len(cs.languages) == 0 {
			continue
		}
		r := reading{cs: cs, text: cs.decode(evidence), total: math.Inf(-1)}
		r.bad = strings.Count(r.text, "\uFFFD")
		lines := strings.Split(r.text, "\n")
		for _, u := range cs.languages {
			sum, ascii, chars := u.prior, 0, 0
			for _, l := range lines {
				s, a, n := u.model.line(l)
				sum += s
				ascii += a
				chars += n
			}
			// Decoding must be strict. In a long text a few damaged characters are allowed for.
			if r.bad > 0 {
				sum -= 12 * float64(r.bad)
				if r.bad*200 > chars {
					sum -= 1e6
				}
			}
			if sum > r.total {
				r.total = sum
				r.plain = (sum - costASCII*float64(ascii)) / float64(max(1, len(evidence)-ascii-words+1))
			}
		}
		rs = append(rs, r)
	}
	return rs
}

// line scores one piece: its words are what stands between ASCII signs and wide blanks.
func (m *model) line(l string) (sum float64, ascii, chars int) {
	word := make([]rune, 0, 64)
	flush := func() {
		if len(word) > 0 {
			sum += m.word(word)
			word = word[:0]
		}
	}
	for _, r := range l {
		if r < 0x80 {
			ascii++
		} else {
			chars++
		}
		switch {
		case r < 0x80 && !asciiLetter(r) && (r < '0' || r > '9'):
			flush()
			if r < ' ' || r == 0x7F {
				sum += costPrivate
			} else {
				sum += costASCII
			}
		case r == 0x3000 || r == '・':
			flush()
			sum += -5
		default:
			word = append(word, r)
		}
	}
	flush()
	return sum, ascii, chars
}

// preview decodes the beginning for the recognition of formats.
func (c *choice) preview(head []byte) string {
	b := head[c.skip:]
	if len(b) > 64<<10 {
		b = b[:64<<10]
	}
	cs := c.cs
	if c.undecided() {
		cs = charsetNamed("windows-1252")
	}
	return cs.decode(b)
}

// guesses gives the n best readings with a sample line of text, one where the best two differ if there is
// one.
func (c *choice) guesses(text []byte, n int) []Guess {
	line := c.sampleLine(text)
	var out []Guess
	seen := map[string]bool{}
	for _, cs := range c.ranked {
		sample := clean(cs.decode(line))
		if seen[sample] {
			continue
		}
		seen[sample] = true
		out = append(out, Guess{Name: cs.name, Flag: cs.flag, Sample: sample})
		if len(out) == n {
			break
		}
	}
	return out
}

// sampleLine finds a line that shows the difference between the best two readings.
func (c *choice) sampleLine(text []byte) []byte {
	first := firstLine(text)
	if c.rival == nil {
		return first
	}
	for n, rest := 0, text; n < 1000 && len(rest) > 0; n++ {
		line := rest
		if i := bytes.IndexAny(rest, "\r\n"); i >= 0 {
			line, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
		}
		if firstHigh(line) >= 0 {
			if line = firstLine(line); c.cs.decode(line) != c.rival.decode(line) {
				return line
			}
		}
	}
	return first
}

// clean makes a sample printable on one line.
func clean(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r >= 0x7F && r < 0xA0 {
			return '\uFFFD'
		}
		return r
	}, s))
}

func (c *choice) refusal(file string, line int, text []byte) error {
	return &UndecidedError{File: file, Line: line, Guesses: c.guesses(text, 2)}
}

// asLatin1 is the reading of an undecided PGN or TRF, whose syntax is ASCII.
func (c choice) asLatin1() choice {
	c.cs = charsetNamed("windows-1252")
	c.rival = nil
	return c
}

func (c *choice) fallbackIssue(file string, line int, text []byte) issue.Issue {
	g := c.guesses(text, 2)
	var names []string
	for _, x := range g {
		names = append(names, fmt.Sprintf("%s: %s", x.Flag, x.Sample))
	}
	return issue.New("source-encoding-undecided", file, line, 0,
		"the encoding cannot be told; read as Latin-1; best guesses: %s", strings.Join(names, " | "))
}

// notes gives what is to be said about a decision that stands.
func (c *choice) notes(file string) []issue.Issue {
	switch {
	case c.doubt:
		return []issue.Issue{issue.New("source-encoding-doubt", file, 0, 0,
			"the text is valid UTF-8, but it makes no sense as such")}
	case c.how == Chosen:
		return []issue.Issue{c.note(file)}
	}
	return nil
}

func (c *choice) note(file string) issue.Issue {
	s := "read as " + c.cs.name
	if c.rival != nil {
		s += ", the most plausible reading; the next best is " + c.rival.name
	}
	return issue.New("source-encoding", file, 0, 0, "%s", s)
}
