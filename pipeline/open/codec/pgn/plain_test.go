package pgn

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/pipeline/record"
)

// plain is the reader as one would write it first: the whole text in memory, one byte at a time. The
// streaming reader must agree with it on every text.
type plain struct {
	s     string
	i     int
	room  int
	games []plainGame
}

type plainGame struct {
	line   int
	tags   map[string]string // by lower-case name, first value
	moves  []string
	term   engine.Result
	ended  bool
	issues []string
}

func plainRead(text string, room int) []plainGame {
	p := &plain{s: strings.TrimPrefix(text, "\xEF\xBB\xBF"), room: room}
	p.outside(nil)
	for p.i < len(p.s) {
		p.game()
	}
	return p.games
}

func (p *plain) at(i int) byte {
	if i < 0 || i >= len(p.s) {
		return '\n'
	}
	return p.s[i]
}

func (p *plain) lineStart() bool { return p.at(p.i-1) == '\n' || p.at(p.i-1) == '\r' }

func (p *plain) line(i int) int {
	n := 1
	for j := 0; j < i; j++ {
		if p.s[j] == '\n' || p.s[j] == '\r' && p.at(j+1) != '\n' || p.s[j] == '\r' && j+1 == len(p.s) {
			n++
		}
	}
	return n
}

func (p *plain) toLineEnd() {
	for p.i < len(p.s) && p.s[p.i] != '\n' && p.s[p.i] != '\r' {
		p.i++
	}
}

// tagAtPos: name, the value as it would be stored, the position behind, and whether it was sound.
func (p *plain) tagAtPos(i int) (name, value string, end int, sound, ok bool) {
	blank := func() {
		for {
			if p.at(i) == ' ' || p.at(i) == '\t' {
				i++
			} else if strings.HasPrefix(p.s[min(i, len(p.s)):], "\u00a0") {
				i += 2
			} else {
				return
			}
		}
	}
	if p.at(i) != '[' || i >= len(p.s) {
		return
	}
	i++
	blank()
	from := i
	for nameByte[p.at(i)] {
		i++
	}
	name = p.s[from:i]
	if name == "" || len(name) > 128 {
		return
	}
	bare := i
	blank()
	lineEnd := i
	for lineEnd < len(p.s) && p.s[lineEnd] != '\n' && p.s[lineEnd] != '\r' {
		lineEnd++
	}
	if p.at(i) != '"' || i >= len(p.s) {
		roster := false
		for _, t := range []string{"event", "site", "date", "round", "white", "black", "result"} {
			roster = roster || strings.ToLower(name) == t
		}
		if !roster || i == bare || i >= lineEnd || p.s[i] == ']' {
			return
		}
		rest := p.s[i:lineEnd]
		end = lineEnd
		if k := strings.IndexByte(rest, ']'); k >= 0 {
			rest, end = rest[:k], i+k+1
		}
		return name, plainValue(plainBroken(rest)), end, false, true
	}
	i++
	for j := i; j < lineEnd; j++ {
		if p.s[j] == '\\' && j+1 < lineEnd {
			j++
			continue
		}
		if p.s[j] == '"' {
			k := lineEnd - len(strings.TrimLeft(plainSpaces(p.s[j+1:lineEnd]), " "))
			if k < lineEnd && p.s[k] == ']' {
				return name, plainValue(p.s[i:j]), k + 1, true, true
			}
		}
	}
	return name, plainValue(plainBroken(p.s[i:lineEnd])), lineEnd, false, true
}

// plainSpaces writes every blank as ordinary spaces, byte for byte.
func plainSpaces(s string) string { return strings.NewReplacer("\t", " ", "\u00a0", "  ").Replace(s) }

func plainBroken(v string) string {
	v = strings.TrimRight(v, " \t\x00")
	v = strings.TrimSuffix(v, "]")
	v = strings.TrimRight(v, " \t")
	return strings.TrimSuffix(v, `"`)
}

func plainValue(v string) string {
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		switch {
		case v[i] == '\\' && i+1 < len(v) && (v[i+1] == '"' || v[i+1] == '\\'):
			i++
			b.WriteByte(v[i])
		case v[i] == '\t':
			b.WriteByte(' ')
		case v[i] >= ' ':
			b.WriteByte(v[i])
		}
	}
	return strings.TrimSpace(b.String())
}

func (p *plain) game() {
	g := plainGame{line: p.line(p.i), tags: map[string]string{}}
	for {
		// Between tags: blanks, ; and % lines, byte order marks.
		for p.i < len(p.s) {
			c := p.s[p.i]
			if c <= ' ' {
				p.i++
			} else if c == ';' || c == '%' && p.lineStart() {
				p.toLineEnd()
			} else if strings.HasPrefix(p.s[p.i:], "\xEF\xBB\xBF") {
				p.i += 3
			} else {
				break
			}
		}
		name, value, end, sound, ok := p.tagAtPos(p.i)
		if !ok {
			if p.stray(&g) {
				continue
			}
			p.moves(&g)
			break
		}
		key := strings.ToLower(name)
		if findTag([]byte(name)) == tagNone { // the case of names that nobody knows counts
			key = name
		}
		if _, known := g.tags[key]; known {
			roster := strings.Contains(" event site date round white black result ", " "+key+" ")
			if roster || p.playersFollow(p.i) {
				break
			}
			g.issues = append(g.issues, "pgn-tag-again")
		} else {
			g.tags[key] = value
		}
		if !sound {
			g.issues = append(g.issues, "pgn-tag")
		}
		p.i = end
	}
	p.games = append(p.games, g)
}

// stray passes a line among the tags that is none, if a new tag of the same game follows.
func (p *plain) stray(g *plainGame) bool {
	if p.i >= len(p.s) || !p.lineStart() && p.i > 0 {
		return false
	}
	look := p.s[p.i:min(len(p.s), p.i+strayLook)]
	n := strings.IndexAny(look, "\r\n")
	if n < 1 || strings.Contains(look[1:n], "[") {
		return false
	}
	line := look[:n]
	if line[0] != '[' {
		_, w := g.tags["white"]
		_, b := g.tags["black"]
		_, r := g.tags["result"]
		if w && b && r || plainMoves.MatchString(line) {
			return false
		}
	}
	cut := &plain{s: look}
	for i := n; ; i++ {
		if i == len(look) {
			return false
		}
		if strings.IndexByte(" \t\r\n\x00", look[i]) >= 0 {
			continue
		}
		name, _, ok := cut.roughTag(i)
		if !ok {
			return false
		}
		if findTag([]byte(name)) != tagNone {
			name = strings.ToLower(name)
		}
		if _, known := g.tags[name]; known {
			return false
		}
		break
	}
	g.issues = append(g.issues, "pgn-stray")
	p.i += n
	return true
}

// plainMoves finds a square or a result.
var plainMoves = regexp.MustCompile(`[a-h][1-8]|O-O|0-0|-0|0-1|1/2|½|\*`)

// playersFollow looks at the tags from i on; blanks only between them.
func (p *plain) playersFollow(i int) bool {
	for n := 0; n < 64; n++ {
		name, end, ok := p.roughTag(i)
		if !ok {
			return false
		}
		switch strings.ToLower(name) {
		case "white", "black", "result":
			return true
		}
		i = end
		for i < len(p.s) && strings.IndexByte(" \t\r\n\x00", p.s[i]) >= 0 {
			i++
		}
	}
	return false
}

// roughTag is a quoted tag without a look at oddities.
func (p *plain) roughTag(i int) (name string, end int, ok bool) {
	if i >= len(p.s) || p.s[i] != '[' {
		return
	}
	rest := p.s[i+1:]
	rest = strings.TrimLeft(rest, " \t\u00a0")
	n := 0
	for n < len(rest) && nameByte[rest[n]] {
		n++
	}
	name = rest[:n]
	rest = strings.TrimLeft(rest[n:], " \t\u00a0")
	if name == "" || rest == "" || rest[0] != '"' {
		return "", 0, false
	}
	line := rest
	if k := strings.IndexAny(line, "\r\n"); k >= 0 {
		line = line[:k]
	}
	start := len(p.s) - len(rest)
	if k := strings.Index(line, `"]`); k >= 0 {
		return name, start + k + 2, true
	}
	return name, start + len(line), true
}

// comment passes { at p.i; false if it was never closed.
func (p *plain) comment() bool {
	open := p.i + 1
	end := len(p.s)
	closed := false
	if k := strings.IndexByte(p.s[open:], '}'); k >= 0 {
		end, closed = open+k, true
	}
	for i := open + 1; i < end; i++ {
		if p.s[i] != '[' || p.s[i-1] != '\n' && p.s[i-1] != '\r' {
			continue
		}
		cut := &plain{s: p.s[:end]}
		seen := map[string]bool{}
		j := i
		for n := 0; n < 64; n++ {
			name, e, ok := cut.roughTag(j)
			if !ok {
				break
			}
			seen[strings.ToLower(name)] = true
			for j = e; j < end && strings.IndexByte(" \t\r\n\x00", p.s[j]) >= 0; j++ {
			}
		}
		if seen["white"] && seen["black"] && seen["result"] {
			look := p.s[i:end]
			if strings.Contains(look, "{") || len(look) >= p.room || !closed {
				p.i = i
				return false
			}
			break
		}
	}
	if !closed {
		p.i = len(p.s)
		return false
	}
	p.i = end + 1
	return true
}

func (p *plain) moves(g *plainGame) {
	for p.i < len(p.s) {
		c := p.s[p.i]
		switch {
		case c == '{':
			if !p.comment() {
				g.issues = append(g.issues, "pgn-comment")
				return
			}
		case c == '(':
			p.i++
			if !p.variation(g) {
				return
			}
			if g.ended {
				p.outside(g)
				return
			}
		case c == ';', c == '%' && p.lineStart():
			p.toLineEnd()
		case c == '[':
			if _, _, _, _, ok := p.tagAtPos(p.i); ok {
				return
			}
			p.i++
		case c == '*':
			p.i++
			g.term, g.ended = engine.Adjourned, true
			p.outside(g)
			return
		case strings.IndexByte("abcdefghKQRBNPO", c) >= 0:
			w := p.word()
			g.moves = append(g.moves, strings.TrimRight(w, "?"))
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
			p.word()
		case c == '$':
			p.i++
			for p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
				p.i++
			}
		case (c == '+' || c == '=') && len(g.moves) > 0:
			p.i++
		case c >= '1' && c <= '9':
			j := p.i
			for p.at(j) >= '0' && p.at(j) <= '9' {
				j++
			}
			if p.at(j) == '.' || p.at(j) <= ' ' {
				for p.at(j) == '.' {
					j++
				}
				p.i = j
				continue
			}
			p.sign(g)
		case c >= 0x80, c == '+', c == '-', c == '=', c == '0':
			p.sign(g)
		default:
			p.i++
		}
		if g.ended {
			p.outside(g)
			return
		}
	}
}

func (p *plain) word() string {
	from := p.i
	for p.i < len(p.s) && !endsWord[p.s[p.i]] {
		p.i++
	}
	return p.s[from:p.i]
}

func (p *plain) sign(g *plainGame) {
	from := p.i
	j := from
	for j < len(p.s) && j < from+maxWord && p.s[j] > ' ' && strings.IndexByte("{}()[];$\"*", p.s[j]) < 0 {
		j++
	}
	w := p.s[from:j]
	bare := strings.TrimRight(w, "+#!?")
	switch {
	case bare == "0-0-0":
		g.moves = append(g.moves, "O-O-O")
		p.i = j
		return
	case bare == "0-0" && len(g.moves) > 0:
		g.moves = append(g.moves, "O-O")
		p.i = j
		return
	case w == "--":
		g.moves = append(g.moves, "--")
		p.i = j
		return
	}
	if len(w) <= 32 && w != "=" {
		if res, ok := record.ParseResult(w); ok {
			normal := res == engine.WhiteWins || res == engine.BlackWins || res == engine.Draw
			if len(g.moves) == 0 || normal || w[0] >= '0' && w[0] <= '9' {
				g.term, g.ended = res, true
				p.i = j
				return
			}
		}
	}
	switch {
	case w[0] >= '0' && w[0] <= '9':
		for p.at(p.i) >= '0' && p.at(p.i) <= '9' && p.i < j {
			p.i++
		}
		for p.at(p.i) == '.' && p.i < j {
			p.i++
		}
	case w[0] >= 0x80:
		for p.i < len(p.s) && p.s[p.i] >= 0x80 {
			p.i++
		}
	default:
		p.i++
	}
}

// variation reads to the closing bracket; false if a comment in it was never closed.
func (p *plain) variation(g *plainGame) bool {
	depth := 1
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == '(':
			depth++
			p.i++
		case c == ')':
			depth--
			p.i++
			if depth == 0 {
				return true
			}
		case c == '{':
			if !p.comment() {
				g.issues = append(g.issues, "pgn-comment")
				return false
			}
		case c == ';', c == '%' && p.lineStart():
			p.toLineEnd()
		case c == '[' && p.lineStart():
			if _, _, _, _, ok := p.tagAtPos(p.i); ok {
				p.lastWord(g)
				return true
			}
			p.i++
		default:
			p.i++
		}
	}
	p.lastWord(g)
	return true
}

func (p *plain) lastWord(g *plainGame) {
	b := strings.TrimRight(p.s[max(0, p.i-maxWord):p.i], " \t\r\n\x00")
	if i := strings.LastIndexAny(b, " \t\r\n()"); i >= 0 {
		if res, ok := record.ParseResult(b[i+1:]); ok {
			g.term, g.ended = res, true
		}
	}
}

// outside passes what stands before the first tag or after the end of a game.
func (p *plain) outside(g *plainGame) {
	told := false
	for p.i < len(p.s) {
		c := p.s[p.i]
		switch {
		case c == '[':
			if _, _, _, _, ok := p.tagAtPos(p.i); ok {
				return
			}
			p.i++
		case c == ';', c == '%' && p.lineStart():
			p.toLineEnd()
		case c == '{':
			if !p.comment() {
				if g != nil {
					g.issues = append(g.issues, "pgn-comment")
				}
				return
			}
		case c >= '0' && c <= '9':
			j := p.i
			for p.at(j) >= '0' && p.at(j) <= '9' {
				j++
			}
			if p.at(j) == '.' && c != '0' && !told && g != nil {
				g.issues = append(g.issues, "pgn-no-tags")
				told = true
			}
			p.i = j
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
			p.word()
		default:
			p.i++
		}
	}
}

func (g *plainGame) hash() (uint64, int32) {
	if len(g.moves) == 0 {
		return 0, 0
	}
	m := moveHash{h: hashSeed}
	for _, w := range g.moves {
		for len(w) > 8 {
			n := m.n
			m.add(pack([]byte(w[:8])))
			m.n = n
			w = w[8:]
		}
		m.add(pack([]byte(w)))
	}
	return m.sum(), m.n
}

// compare reads text both ways.
func compare(text string, src io.Reader, size int) error {
	want := plainRead(text, size/4)
	r := newReader(src, "t.pgn", Options{}, size)
	var g record.Game
	for n := 0; ; n++ {
		before := len(r.issues)
		err := r.Next(&g)
		if err == io.EOF {
			if n != len(want) {
				return fmt.Errorf("%d games, want %d", n, len(want))
			}
			return nil
		}
		if err != nil {
			return err
		}
		if n >= len(want) {
			return fmt.Errorf("game %d is too many: %+v", n+1, g)
		}
		w := &want[n]
		tag := func(name string) string { return w.tags[strings.ToLower(name)] }
		if g.Line != w.line || g.Seq != n+1 {
			return fmt.Errorf("game %d: line %d, want %d", n+1, g.Line, w.line)
		}
		for _, c := range [][3]string{{"White", g.White.Name, tag("White")}, {"Black", g.Black.Name, tag("Black")}, {"Event", g.Event, tag("Event")}, {"Site", g.Site, tag("Site")}, {"Note", g.Note, tag("Note")}} {
			if c[1] != c[2] {
				return fmt.Errorf("game %d: %s %q, want %q", n+1, c[0], c[1], c[2])
			}
		}
		if h, plies := w.hash(); g.Moves != h || g.Plies != plies {
			return fmt.Errorf("game %d: %d moves, want %d: %q", n+1, g.Plies, plies, w.moves)
		}
		res, aside := plainResult(w)
		if g.Result != res || g.Aside != aside {
			return fmt.Errorf("game %d: result %d, aside %q; want %d, %q", n+1, g.Result, g.Aside, res, aside)
		}
		var got []string
		for _, c := range codes(r.issues[before:]) {
			switch c {
			case "pgn-comment", "pgn-tag", "pgn-tag-again", "pgn-stray":
				got = append(got, c)
			}
		}
		var exp []string
		for _, c := range w.issues {
			if c != "pgn-no-tags" {
				exp = append(exp, c)
			}
		}
		if n > 0 && strings.Join(got, " ") != strings.Join(exp, " ") {
			return fmt.Errorf("game %d: issues %v, want %v", n+1, got, exp)
		}
	}
}

func plainResult(w *plainGame) (engine.Result, string) {
	unknown := func(s string) bool { return s == "" || s == "?" || s == "-" }
	aside := ""
	if unknown(w.tags["white"]) || unknown(w.tags["black"]) {
		aside = "pgn-player"
	}
	set := func(code string) string {
		if aside == "" {
			return code
		}
		return aside
	}
	text := w.tags["result"]
	tag, ok := record.ParseResult(text)
	switch {
	case ok && (!w.ended || agrees(tag, w.term)):
		return tag, aside
	case ok:
		return tag, set("pgn-conflict")
	case w.ended && unknown(text):
		return w.term, aside
	}
	return engine.NoResult, set("pgn-result")
}

// texts draws PGN-like text: mostly well-formed pieces, in an order that is not.
func texts() *rapid.Generator[string] {
	pieces := []string{
		"[Event \"E\"]\n", "[Site \"S\"]\n", "[White \"A\"]\n", "[Black \"B\"]\n", "[Result \"1-0\"]\n", "[Result \"1/2-1/2\"]\n", "[Result \"*\"]\n", "[Result \"+--\"]\n",
		"[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n", "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n",
		"[White \"A \\\"Ace\\\" X\"]\n", "[White \"C:\\\"]\n", "[White \"a \"b\" c\"]\n", "[White \"open\n", "[White \"x\" \n", "[ Black  \"tab\" ]\n", "\t[Note \"n\"]\n", "[ECO \"C50\"]\n", "[Foo \"1\"]", "[foo \"2\"]\n", "[White Foo]\n", "[x y]", "[x-y \"1\"]\n", "----\n", "[Round\u00a0\"1\"]\n", "stray\n", "[", "]", "[]", "[Site \"S\"][Note \"]\"]\n", "[white \"lower\"]\r\n", "[Note \"a\x00b\"]\n",
		"\n", "\r\n", "\r", " ", "\t", "\n\n", "\x00", "\xEF\xBB\xBF",
		"1. e4 e5 ", "2.Nf3 Nc6 ", "3. Bb5!? a6?! ", "1... e5 ", "1 . d4 ", "Nf3?? ", "Qxf7# ", "exd8=Q+ ", "O-O ", "0-0 ", "0-0-0+ ", "-- ", "$14 ", "exd6e.p. ", "Nb1xd2xx9 ", "e8Qabcdefghijkl ", "xyzzy ", "12", "34.", "...", "e4", "+- ", "= ", "N", "?", "!", "-", "0", "0.5-0.5 ", "½-½ ", "1–0 ", "é", "名前", "1/2 ",
		"1-0 ", "0-1\n", "1/2-1/2", "* ", "1-0", "+-- ", "--- ", "0-0 ", "1F-0F ",
		"{comment} ", "{", "}", "{a\n\nb} ", "{[White \"x\"] 0-1} ", "{\n[White \"x\"]\n[Black \"y\"]\n[Result \"*\"]\n", "{ unclosed ", "{}", "{;}", "; line [White \"x\"]\n", ";", "\n% escape { \n", "%", "(1. d4 d5) ", "(", ")", "(1... c5 {x} (2. f4 $1)) ", "( [ ) ", "(1. a4 1-0\n",
		"\"", "\\", "#", "&", "~", "|", ",", "/",
	}
	piece := rapid.OneOf(rapid.SampledFrom(pieces), rapid.SampledFrom(pieces), rapid.StringOfN(rapid.RuneFrom([]rune("[]{}();%\"\\ \n\r1-0/e4N.x*+=?$½\x00")), 0, 12, -1))
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 60).Draw(t, "pieces"), "")
	})
}

func TestReaderEqualsPlainReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		if err := compare(text, strings.NewReader(text), minBuffer); err != nil {
			t.Fatalf("%v\n%q", err, text)
		}
	})
}

// With a buffer of a few hundred bytes and a source that gives one byte at a time every position of the
// text meets the end of the buffer.
func TestReaderEqualsPlainReaderInSmallPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		size := rapid.IntRange(1024, 2048).Draw(t, "size")
		var src io.Reader = strings.NewReader(text)
		switch rapid.IntRange(0, 2).Draw(t, "source") {
		case 1:
			src = iotest.OneByteReader(src)
		case 2:
			src = iotest.DataErrReader(iotest.HalfReader(src))
		}
		if err := compare(text, src, size); err != nil {
			t.Fatalf("size %d: %v\n%q", size, err, text)
		}
	})
}

func FuzzReader(f *testing.F) {
	f.Add("[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {x} e5 (1... c5) 1-0\n")
	f.Add("[White \"A\n[Black \"B\" ]\r[Result 1-0]\r\r{ open\r[White \"C\"]\r[Black \"D\"]\r[Result \"*\"]\r*")
	f.Add("\xEF\xBB\xBF% x\n; y\n[Round \"1\"]\n\n½-½\n[Round \"2\"]\n0-0")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			t.Skip()
		}
		if err := compare(text, strings.NewReader(text), minBuffer); err != nil {
			t.Fatal(err)
		}
	})
}
