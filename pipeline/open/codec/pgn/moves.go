package pgn

import (
	"bytes"
	"math/bits"

	"crosstable/engine"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
)

// moveHash is a running hash of the moves of the main line and their number. Comments, variations, move
// numbers, NAGs, !, ?, + and # do not count: the same game annotated twice is the same game.
//
// It is a polynomial in hashMul, so that pieces of a movetext can be hashed apart and joined.
type moveHash struct {
	h uint64
	n int32
}

const (
	hashSeed = 0x243F6A8885A308D3
	hashMul  = 0x9E3779B97F4A7C15
	hashMix  = 0xBF58476D1CE4E5B9
)

// mixMove spreads the bytes of a packed move over all bits.
func mixMove(w uint64) uint64 { return bits.RotateLeft64(w*hashMix, 32) }

// add takes one move of at most 8 bytes, packed into a word.
func (m *moveHash) add(w uint64) {
	m.h = m.h*hashMul + mixMove(w)
	m.n++
}

// sum is never 0, which stands for no moves.
func (m *moveHash) sum() uint64 {
	h := m.h ^ m.h>>32
	h *= hashMix
	h ^= h >> 29
	return max(h, 1)
}

// Classes of the first byte of a token.
const (
	clsBlank = iota // white space, controls, and signs that mean nothing alone: ! # , etc.
	clsMove         // begins a move
	clsDigit        // move number, result or castling with zeros
	clsBrace
	clsParen
	clsSemi
	clsPercent
	clsBracket
	clsStar
	clsNAG
	clsSign // + - and bytes beyond ASCII: may begin a result
	clsWord // other letters: no move
)

var classes = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c >= 0x80, c == '+', c == '-', c == '=':
			t[c] = clsSign
		case c >= '0' && c <= '9':
			t[c] = clsDigit
		case c >= 'a' && c <= 'h', bytes.IndexByte([]byte("KQRBNPO"), byte(c)) >= 0:
			t[c] = clsMove
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
			t[c] = clsWord
		}
	}
	t['{'], t['('], t[';'], t['%'], t['['], t['*'], t['$'] = clsBrace, clsParen, clsSemi, clsPercent, clsBracket,
		clsStar, clsNAG
	return t
}()

// wordEnd marks the bytes of x that end a word: all below ',' (blanks, controls, ! " # $ % & ' ( ) * +),
// '.', ';', and all from '{' on (braces, bytes beyond ASCII). Only the lowest mark is exact.
func wordEnd(x uint64) uint64 {
	s, p := x^lo*';', x^lo*'.'
	return ((x-lo*',')&^x | (x + lo*(0x80-'{')) | x | (s-lo)&^s | (p-lo)&^p) & hi
}

var endsWord = func() (t [256]bool) {
	for c := range t {
		t[c] = c < ',' || c == '.' || c == ';' || c >= '{'
	}
	return t
}()

// movetext reads from pos to the next tag or the end of the input.
func (r *Reader) movetext() {
	b := r.buf
	i := r.pos
	m := &r.moves
	for {
		if i+pad > r.end && (i >= r.end || !r.eof) {
			if r.eof {
				r.pos = r.end
				return
			}
			// Some bytes are kept for what looks back: the beginning of a line, the last word.
			i -= r.more(max(0, i-maxWord))
			continue
		}
		c := b[i]
		switch classes[c] {
		case clsBlank:
			i++
		case clsMove:
			i = r.moveWord(i)
		case clsDigit:
			if j, ok := r.moveNumber(i); ok {
				i = j
				continue
			}
			i = r.sign(i)
		case clsBrace:
			r.pos = i
			if !r.comment() {
				return
			}
			i = r.pos
		case clsParen:
			r.pos = i + 1
			r.variation()
			i = r.pos
		case clsSemi:
			r.pos = i
			r.skipLine()
			i = r.pos
		case clsPercent:
			if r.pos = i; r.lineStart(i) {
				r.skipLine()
				i = r.pos
			} else {
				i++
			}
		case clsBracket:
			if r.pos = i; r.looksLikeTag() {
				return
			}
			i = r.pos + 1
		case clsStar:
			r.hasTerm, r.term = true, engine.Adjourned
			i++
		case clsNAG:
			for i++; b[i]-'0' <= 9; {
				i++
			}
		case clsSign:
			if (c == '+' || c == '=') && m.n > 0 { // a check sign, promotion
				i++
				continue
			}
			i = r.sign(i)
		case clsWord:
			i = r.skipWord(i)
		}
		if r.hasTerm {
			r.pos = i
			r.between(false)
			return
		}
	}
}

// moveNumber passes a move number at i: digits and points, also 1 . e4.
func (r *Reader) moveNumber(i int) (next int, ok bool) {
	b, j := r.buf, i+1
	for b[j]-'0' <= 9 {
		j++
	}
	if b[i] == '0' || b[j] != '.' && b[j] > ' ' {
		return i, false
	}
	for b[j] == '.' {
		j++
	}
	return j, true
}

// moveWord adds the move at i and gives the position behind it.
func (r *Reader) moveWord(i int) int {
	x := le64(r.buf[i:])
	e := wordEnd(x)
	if e == 0 {
		return r.longWord(i)
	}
	n := bits.TrailingZeros64(e) // 8 times the length, plus 7
	w := x & (1<<(n&^7) - 1)
	if w>>(n&^7-8) == '?' {
		w = trimQuery(w)
	}
	r.moves.add(w)
	return i + n>>3
}

const lo, hi = 0x0101010101010101, 0x8080808080808080

// trimQuery takes question marks off the end of a packed move.
func trimQuery(w uint64) uint64 {
	for w != 0 {
		n := bits.Len64(w) - 1
		n &^= 7
		if w>>n != '?' {
			break
		}
		w &= 1<<n - 1
	}
	return w
}

// word gives the token at i, at most maxWord bytes of it, up to what ends a word in the wide sense: a
// result may hold + and bytes beyond ASCII.
func (r *Reader) wideWord(i int) []byte {
	j := i
	for j < i+maxWord && j < r.end {
		c := r.buf[j]
		if c <= ' ' || wideEnd[c] {
			break
		}
		j++
	}
	return r.buf[i:j]
}

var wideEnd = func() (t [256]bool) {
	for _, c := range []byte("{}()[];$\"*") {
		t[c] = true
	}
	return t
}()

// longWord takes a token of eight bytes or more that begins like a move.
func (r *Reader) longWord(i int) int {
	m := &r.moves
	for i+maxWord+pad > r.end && !r.eof {
		i -= r.more(max(0, i-maxWord))
	}
	j := i
	for j < i+maxWord && !endsWord[r.buf[j]] {
		j++
	}
	w := bytes.TrimRight(r.buf[i:j], "?")
	for n := m.n; len(w) > 8; m.n = n {
		m.add(le64(w))
		w = w[8:]
	}
	m.add(pack(w))
	if j == i+maxWord {
		return r.skipWord(j)
	}
	return j
}

// pack puts up to 8 bytes into a word.
func pack(w []byte) uint64 {
	x := uint64(0)
	for k, c := range w {
		x |= uint64(c) << (8 * k)
	}
	return x
}

// skipWord goes to the end of the word at i, however long.
func (r *Reader) skipWord(i int) int {
	for {
		for i < r.end && !endsWord[r.buf[i]] {
			i++
		}
		if i < r.end || r.eof {
			return i
		}
		i -= r.more(i)
	}
}

var castles = []struct{ zeros, letters string }{{"0-0-0", "O-O-O"}, {"0-0", "O-O"}}

// sign takes a token that begins with a digit, + - or a byte beyond ASCII: a result, castling with
// zeros, a null move, or nothing.
func (r *Reader) sign(i int) int {
	m := &r.moves
	for i+maxWord+pad > r.end && !r.eof {
		i -= r.more(max(0, i-maxWord))
	}
	w := r.wideWord(i)
	if len(w) == 0 {
		return i + 1
	}
	bare := bytes.TrimRight(w, "+#!?")
	for _, c := range castles {
		// 0-0 is castling where there are moves, and the end of a game that neither played where there are none.
		if string(bare) == c.zeros && (m.n > 0 || len(c.zeros) > 3) {
			m.add(pack([]byte(c.letters)))
			return i + len(w)
		}
	}
	if string(w) == "--" { // a null move
		m.add(pack(w))
		return i + 2
	}
	if len(w) <= 32 {
		// Signs alone are evaluations between moves, and forfeits where there are none.
		if res, ok := record.ParseResult(string(w)); ok && (m.n == 0 || res <= engine.BlackWins || w[0]-'0' <= 9) &&
			string(w) != "=" {
			r.hasTerm, r.term = true, res
			return i + len(w)
		}
	}
	switch c := w[0]; {
	case c-'0' <= 9:
		j := 0
		for j < len(w) && w[j]-'0' <= 9 {
			j++
		}
		for j < len(w) && w[j] == '.' {
			j++
		}
		return i + j
	case c >= 0x80:
		for len(w) == maxWord && r.buf[i+maxWord-1] >= 0x80 { // a long run: pass it
			i += maxWord
			for i+maxWord+pad > r.end && !r.eof {
				i -= r.more(max(0, i-maxWord))
			}
			w = r.wideWord(i)
		}
		j := 0
		for j < len(w) && w[j] >= 0x80 {
			j++
		}
		return i + j
	}
	return i + 1
}

// comment passes the comment at pos. It reports false when the comment was never closed: pos is then the
// beginning of the next game, or the end of the input.
//
// A } closes it, unless the next game starts clearly before and a { comes before the }: comments do not
// nest, so that { belongs to the next game, and this one was forgotten.
func (r *Reader) comment() bool {
	line := 0         // of the {; found when it is needed
	from := r.pos + 1 // where to look on
	start := -1       // where the next game starts clearly, if it does
	for {
		span := r.buf[from:r.end]
		stop := bytes.IndexByte(span, '}')
		if stop >= 0 {
			span = span[:stop]
		}
		if start < 0 && (stop < 0 || len(span) >= 32) {
			if k := clearStart(span, r.eof || stop >= 0); k >= 0 {
				line = r.openedAt(line)
				start = from + k
			}
		}
		if start >= 0 {
			look := r.buf[start : from+len(span)]
			if bytes.IndexByte(look, '{') >= 0 || len(look) >= r.room || stop < 0 && r.eof {
				r.report(issue.New("pgn-comment", r.file, line, 0, "a { is never closed; reading goes on at the next game"))
				r.pos = start
				return false
			}
		}
		if stop >= 0 {
			r.pos = from + stop + 1
			return true
		}
		line = r.openedAt(line)
		if r.eof {
			r.report(issue.New("pgn-comment", r.file, line, 0, "a { is never closed; the file ends in the comment"))
			r.pos = r.end
			return false
		}
		// Read on, with what may be the beginning of a block of tags, or from the block that was found.
		r.pos = max(from, r.end-r.room/2)
		if start >= 0 {
			r.pos, start = start, 0
		}
		r.more(r.pos)
		from = r.pos
	}
}

// openedAt gives the line of the { at pos, once.
func (r *Reader) openedAt(line int) int {
	if line == 0 {
		return r.lineAt(r.pos)
	}
	return line
}

// clearStart finds the first line that begins a block of tags with White, Black and Result among them, in
// any order and with blank lines between. Without the whole text a block that may go on is not judged.
func clearStart(b []byte, whole bool) int {
	for from := 0; ; {
		k := bytes.IndexByte(b[from:], '[')
		if k < 0 {
			return -1
		}
		at := from + k
		from = at + 1
		if at == 0 || b[at-1] != '\n' && b[at-1] != '\r' {
			continue
		}
		var seen uint8
		rest := b[at:]
		for n := 0; n < 64 && len(rest) > 0 && rest[0] == '['; n++ {
			name, after := tagAt(rest)
			if name == nil {
				break
			}
			switch findTag(name) {
			case tagWhite:
				seen |= 1
			case tagBlack:
				seen |= 2
			case tagResult:
				seen |= 4
			}
			rest = bytes.TrimLeft(after, " \t\r\n\x00")
		}
		if seen == 7 && (whole || len(rest) > 0) {
			return at
		}
		// Go on behind the block.
		if n := len(b) - len(rest); n > from {
			from = n
		}
	}
}

// variation passes a ( ) variation with those inside it; pos stands behind the (. A tag ends it as well:
// then the last token may be the terminator that stands behind a ) that was forgotten.
func (r *Reader) variation() {
	depth := 1
	for {
		i, b := r.pos, r.buf
		for i < r.end && !inVariation[b[i]] {
			i++
		}
		r.pos = i
		if i >= r.end {
			if r.eof {
				r.lastWord()
				return
			}
			r.more(max(0, i-maxWord))
			continue
		}
		switch b[i] {
		case '(':
			depth++
			r.pos++
		case ')':
			r.pos++
			if depth--; depth == 0 {
				return
			}
		case '{':
			if !r.comment() {
				return
			}
		case ';':
			r.skipLine()
		case '%':
			if r.lineStart(i) {
				r.skipLine()
			} else {
				r.pos++
			}
		case '[':
			if r.lineStart(i) && r.looksLikeTag() {
				r.lastWord()
				return
			}
			r.pos++
		}
	}
}

var inVariation = func() (t [256]bool) {
	for _, c := range []byte("(){};%[") {
		t[c] = c != '}'
	}
	return t
}()

// lastWord takes a result that stands directly before pos as the terminator.
func (r *Reader) lastWord() {
	b := bytes.TrimRight(r.buf[max(0, r.pos-maxWord):r.pos], " \t\r\n\x00")
	if i := bytes.LastIndexAny(b, " \t\r\n()"); i >= 0 {
		if res, ok := record.ParseResult(string(b[i+1:])); ok {
			r.hasTerm, r.term = true, res
		}
	}
}

// between passes what stands before the first tag or between the end of a game and the next tag. Moves
// there have no tags: they are reported, at the beginning at once, later with the game before them.
func (r *Reader) between(first bool) {
	for {
		if r.blanks() {
			if r.looksLikeTag() {
				return
			}
			r.pos++
			continue
		}
		if r.pos >= r.end {
			return
		}
		i := r.pos
		switch c := r.buf[i]; classes[c] {
		case clsBrace:
			if !r.comment() {
				return
			}
			continue
		case clsDigit:
			r.ensure(maxWord + pad)
			i = r.pos
			j := i
			for r.buf[j]-'0' <= 9 {
				j++
			}
			if r.buf[j] == '.' && c != '0' {
				if line := r.lineAt(i); first {
					r.report(issue.New("pgn-no-tags", r.file, line, 0, "moves without tags"))
					first = false
				} else if r.extraLine == 0 && r.stats.Games > 0 {
					r.extraLine = line
				}
			}
			r.pos = j
			if j > r.end {
				r.pos = r.end
			}
		case clsMove, clsWord:
			r.pos = r.skipWord(i)
		default:
			r.pos++
		}
	}
}
