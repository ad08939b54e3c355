package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
)

const (
	pad        = 32 // bytes behind the data that may be read, always line ends
	usualRead  = 1 << 20
	minBuffer  = 256 << 10
	maxWord    = 64      // longest token that can mean something
	maxOther   = 64      // names of unknown tags remembered in one block
	internSize = 1 << 15 // a power of two
	maxIntern  = 96      // longest string kept in the table
)

// Reader reads games one by one.
type Reader struct {
	src  io.Reader
	file string
	opt  Options

	buf      []byte // data is buf[:end]; buf[end:end+pad] is readable
	pos, end int
	room     int // a quarter of buf: what a tag may take, and how far the brace rule looks past a clear start
	eof      bool
	err      error // why reading stopped, if not at the end

	line    int  // line of linePos
	linePos int  // position up to which lines are counted
	loneCR  bool // buf may hold CRs without LF
	start   bool // pos is the beginning of the file

	strings [internSize]string
	last    [numTags]string // last value of each tag
	lastDay struct {
		text string
		day  record.Date
		ok   bool
	}

	// of the game being read
	tags        uint64 // seen, by id
	others      []string
	result      string // Result tag
	hasResult   bool
	utcDate     record.Date
	moves       moveHash
	term        engine.Result
	hasTerm     bool
	text        []byte // movetext kept
	textFrom    int    // where the part of the movetext in buf begins; -1 when none is kept
	extraLine   int    // line of moves after the end
	termination string // of the game that is read

	// set up for Movetext and the move check
	fen, variant string
	plyCount     int32

	stats  Stats
	issues []issue.Issue
	done   bool
	told   bool // the difference of the counts
}

// NewReader reads games from r, which should give UTF-8; file is for messages and for Game.File.
func NewReader(r io.Reader, file string, opt Options) *Reader {
	size := opt.Buffer
	if size == 0 {
		size = usualRead
	}
	return newReader(r, file, opt, max(size, minBuffer))
}

func newReader(r io.Reader, file string, opt Options, size int) *Reader {
	return &Reader{src: r, file: file, opt: opt, buf: make([]byte, size+pad), room: size / 4, line: 1, start: true,
		textFrom: -1}
}

// maxValue is the longest value of a tag that is kept, 16 KiB with the smallest buffer.
func (r *Reader) maxValue() int { return r.room / 4 }

// Next reads the next game into g, every field of it. The error is io.EOF after the last game, or the
// reader's; trouble in the file becomes issues. Strings may be shared between games.
func (r *Reader) Next(g *record.Game) error {
	if r.done {
		return r.finish()
	}
	if r.start {
		r.start = false
		r.ensure(8)
		if bytes.HasPrefix(r.buf[r.pos:r.end], bom) {
			r.pos += len(bom)
			r.buf[r.pos-1] = '\n' // what follows begins a line
			r.linePos = r.pos
		}
		r.between(true)
	}
	if r.pos >= r.end {
		r.done = true
		return r.finish()
	}
	r.game(g)
	if r.err != nil {
		r.done = true
		return r.err
	}
	return nil
}

var bom = []byte("\xEF\xBB\xBF")

func (r *Reader) finish() error {
	if r.err != nil {
		return r.err
	}
	if r.stats.Games != r.stats.ResultTags && !r.told {
		r.told = true
		r.report(issue.New("pgn-count", r.file, 0, 0, "%d games, %d Result tags", r.stats.Games, r.stats.ResultTags))
	}
	return io.EOF
}

// Issues gives what was found so far, in the order of the file; empty if Options.Report is set.
func (r *Reader) Issues() []issue.Issue { return r.issues }

// Stats gives the counts so far.
func (r *Reader) Stats() Stats { return r.stats }

// Movetext gives the movetext of the last game as it stands in the file, at most Options.KeepMoves bytes;
// whole is false when there was more. It is valid until Next.
func (r *Reader) Movetext() (text []byte, whole bool) {
	if len(r.text) > r.opt.KeepMoves {
		return r.text[:r.opt.KeepMoves], false
	}
	return r.text, true
}

func (r *Reader) report(i issue.Issue) {
	if r.opt.Report != nil {
		r.opt.Report(i)
		return
	}
	r.issues = append(r.issues, i)
}

// more drops what stands before keep and reads on. Positions move down by what it returns. At the end of
// the input eof is set and line ends stand behind the data.
func (r *Reader) more(keep int) (shift int) {
	r.lineAt(keep)
	if r.textFrom >= 0 && keep > r.textFrom {
		r.keepText(keep)
	}
	copy(r.buf, r.buf[keep:r.end])
	r.end -= keep
	r.pos -= keep
	r.linePos -= keep
	if r.textFrom >= 0 {
		r.textFrom -= keep
	}
	limit := len(r.buf) - pad
	for tries := 0; !r.eof && r.end < limit; {
		n, err := r.src.Read(r.buf[r.end:limit])
		if n < 0 || n > limit-r.end {
			panic("pgn: reader returned an impossible count")
		}
		fresh := r.buf[r.end : r.end+n]
		r.end += n
		r.loneCR = r.loneCR || hasLoneCR(fresh)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				r.err = fmt.Errorf("%s: %w", r.file, err)
				if strings.HasPrefix(err.Error(), r.file+":") {
					r.err = err
				}
			}
			r.eof = true
		}
		if n == 0 {
			if tries++; tries > 100 {
				r.err = fmt.Errorf("%s: %w", r.file, io.ErrNoProgress)
				r.eof = true
			}
			continue
		}
		// One good read is enough; small pieces (a pipe) are collected.
		if r.end >= limit/2 {
			break
		}
	}
	for i := r.end; i < r.end+pad; i++ {
		r.buf[i] = '\n'
	}
	return keep
}

// ensure has n bytes behind pos, fewer only at the end of the input.
func (r *Reader) ensure(n int) {
	for r.end-r.pos < n && !r.eof {
		r.more(r.pos)
	}
}

func hasLoneCR(b []byte) bool {
	for i := 0; ; {
		j := bytes.IndexByte(b[i:], '\r')
		if j < 0 {
			return false
		}
		if i += j + 1; i == len(b) || b[i] != '\n' {
			return true // at the very end it may still be half of a CRLF; lineAt looks at each
		}
	}
}

// lineAt counts the lines up to pos and gives the number of the line there. pos must not go back.
func (r *Reader) lineAt(pos int) int {
	if pos <= r.linePos {
		return r.line
	}
	b := r.buf[r.linePos:pos]
	r.line += bytes.Count(b, newline)
	if r.loneCR {
		for i := 0; ; {
			j := bytes.IndexByte(b[i:], '\r')
			if j < 0 {
				break
			}
			// The byte after pos is in buf, be it data or padding.
			if i += j + 1; r.buf[r.linePos+i] != '\n' || r.linePos+i == r.end && r.eof {
				r.line++
			}
		}
	}
	r.linePos = pos
	return r.line
}

var newline = []byte{'\n'}

// game reads the game whose first tag stands at pos.
func (r *Reader) game(g *record.Game) {
	line := r.lineAt(r.pos)
	r.stats.Games++
	*g = record.Game{File: r.file, Line: line, Seq: r.stats.Games, Plies: -1}
	r.tags, r.others = 0, r.others[:0]
	r.result, r.hasResult = "", false
	r.utcDate = record.Date{}
	r.hasTerm, r.term, r.termination = false, engine.NoResult, ""
	r.fen, r.variant, r.plyCount = "", "", -1
	r.moves = moveHash{h: hashSeed}
	r.text = r.text[:0]

	found := tagRead
	for found == tagRead {
		if r.blanks() {
			found = r.tag(g)
		} else {
			found = tagAbsent
		}
		if found == tagAbsent && r.stray() {
			found = tagRead
		}
	}
	if found == tagAbsent {
		if r.opt.KeepMoves > 0 {
			r.textFrom = r.pos
		}
		r.movetext()
		if r.textFrom >= 0 {
			r.keepText(r.pos)
			r.textFrom = -1
		}
	}
	r.settle(g)
}

// What tag found.
type tagFound uint8

const (
	tagRead   tagFound = iota // a tag, now stored
	tagNext                   // a tag whose name comes again: the next game begins here
	tagAbsent                 // no tag
)

// strayLook is how far stray looks for the end of its line and the tag behind it.
const strayLook = 2048

// stray passes over a line of the tag section that is no tag: [White-Elo "1500"], a line of dashes, a comment between
// tags. It is one only if the next thing is a tag that this block does not have yet, so that no game loses its moves:
// a line that does not begin with [ counts as moves in a block that has White, Black and Result, and wherever it has a
// square or a result in it.
func (r *Reader) stray() bool {
	const players = 1<<tagWhite | 1<<tagBlack | 1<<tagResult
	if r.pos >= r.end || r.buf[r.pos] != '[' && r.tags&players == players || !r.lineStart(r.pos) {
		return false
	}
	r.ensure(strayLook)
	b := r.buf[r.pos:min(r.end, r.pos+strayLook)]
	n := bytes.IndexAny(b, "\r\n")
	if n < 1 || bytes.IndexByte(b[1:n], '[') >= 0 || b[0] != '[' && hasMoves(b[:n]) {
		return false
	}
	rest := bytes.TrimLeft(b[n:], " \t\r\n\x00")
	if len(rest) == 0 || rest[0] != '[' {
		return false
	}
	name, _ := tagAt(rest)
	if name == nil || r.has(findTag(name), name) {
		return false
	}
	r.report(issue.New("pgn-stray", r.file, r.lineAt(r.pos), 0, "%q is no tag and was passed over", clip(b[:n])))
	r.pos += n
	return true
}

func clip(b []byte) string {
	if r := []rune(string(b)); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return string(b)
}

// hasMoves reports a line in which a square or a result stands.
func hasMoves(line []byte) bool {
	for i := 1; i < len(line); i++ {
		if a, b := line[i-1], line[i]; 'a' <= a && a <= 'h' && '1' <= b && b <= '8' {
			return true
		}
	}
	for _, s := range [...]string{"O-O", "0-0", "-0", "0-1", "1/2", "½", "*"} {
		if bytes.Contains(line, []byte(s)) {
			return true
		}
	}
	return false
}

// keepText saves the movetext from textFrom to upto, a little more than the option asks for at most.
func (r *Reader) keepText(upto int) {
	if room := r.opt.KeepMoves + 1 - len(r.text); room > 0 {
		r.text = append(r.text, r.buf[r.textFrom:min(upto, r.textFrom+room)]...)
	}
	r.textFrom = upto
}

// blanks skips white space, ; comments, % lines and stray byte order marks, and reports whether a [ follows.
// At the end of the input it reports false.
func (r *Reader) blanks() bool {
	for {
		b := r.buf
		i := r.pos
		for b[i] <= ' ' && i < r.end {
			i++
		}
		r.pos = i
		if i+pad > r.end && !r.eof {
			r.more(max(0, i-1)) // keep one byte: is this the beginning of a line?
			continue
		}
		if i >= r.end {
			return false
		}
		switch b[i] {
		case '[':
			return true
		case ';':
			r.skipLine()
		case '%':
			if !r.lineStart(i) {
				return false
			}
			r.skipLine()
		case 0xEF:
			if !bytes.HasPrefix(b[i:r.end], bom) {
				return false
			}
			r.pos += len(bom)
		default:
			return false
		}
	}
}

// lineStart reports whether position i begins a line.
func (r *Reader) lineStart(i int) bool {
	return i == 0 || r.buf[i-1] == '\n' || r.buf[i-1] == '\r'
}

// skipLine goes to the end of the line, over any number of buffers.
func (r *Reader) skipLine() {
	for {
		b := r.buf[r.pos:r.end]
		j := bytes.IndexByte(b, '\n')
		if r.loneCR {
			if k := bytes.IndexByte(b, '\r'); k >= 0 && (j < 0 || k < j) {
				j = k
			}
		}
		if j >= 0 {
			r.pos += j
			return
		}
		r.pos = r.end
		if r.eof {
			return
		}
		r.more(r.pos)
	}
}

// looksLikeTag reports whether [ name " begins at pos. A name of the seven that every game has is enough
// at the beginning of a line, without the quote.
func (r *Reader) looksLikeTag() bool {
	r.ensure(256)
	_, _, ok := r.tagName()
	return ok
}

// tagName parses [ name at pos. at is the position after the blanks that follow the name: the quote, or
// for an unquoted value its first byte.
func (r *Reader) tagName() (name []byte, at int, ok bool) {
	b := r.buf[:r.end+1] // the byte at end is a line end
	i := gap(b, r.pos+1)
	from := i
	for nameByte[b[i]] {
		i++
	}
	name = b[from:i]
	if len(name) == 0 || len(name) > 128 {
		return nil, 0, false
	}
	i = gap(b, i)
	if b[i] == '"' {
		return name, i, i < r.end
	}
	// [White Foo]: no quotes.
	if id := findTag(name); id == tagNone || id > tagResult || i == from+len(name) {
		return nil, 0, false
	}
	return name, i, b[i] != ']' && b[i] != '\n' && b[i] != '\r' && i < r.end
}

// gap passes blanks from i on, no-break spaces too, which editors and web pages put between a tag and its value.
func gap(b []byte, i int) int {
	for i < len(b) {
		switch {
		case b[i] == ' ' || b[i] == '\t':
			i++
		case b[i] == 0xC2 && i+1 < len(b) && b[i+1] == 0xA0:
			i += 2
		default:
			return i
		}
	}
	return i
}

var nameByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
	}
	return t
}()

// tag reads the tag at pos into g. It reads nothing if there is none, or if its name shows that the next
// game begins here.
func (r *Reader) tag(g *record.Game) tagFound {
	if r.end-r.pos < r.room && !r.eof {
		r.more(r.pos)
	}
	// The usual form first: [Name "value"] with nothing to decode.
	b := r.buf
	i := r.pos + 1
	for nameByte[b[i]] {
		i++
	}
	if name := b[r.pos+1 : i]; b[i] == ' ' && b[i+1] == '"' && len(name) > 0 {
		from := i + 2
		j := from
		for j < r.end && b[j] >= ' ' && b[j] != '"' && b[j] != '\\' {
			j++
		}
		if j < r.end && b[j] == '"' && b[j+1] == ']' && j-from <= r.maxValue() {
			id := findTag(name)
			if !r.seen(id, name) {
				r.set(g, id, b[from:j])
			} else if r.nextGame(id, name) {
				return tagNext
			}
			r.pos = j + 2
			return tagRead
		}
	}
	return r.oddTag(g)
}

func le64(b []byte) uint64 {
	_ = b[7]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// oddTag reads a tag of any form.
func (r *Reader) oddTag(g *record.Game) tagFound {
	name, at, ok := r.tagName()
	if !ok {
		return tagAbsent
	}
	id := findTag(name)
	known := r.seen(id, name)
	if known && r.nextGame(id, name) {
		return tagNext
	}
	b := r.buf
	// The tag ends with its line at the latest.
	limit := r.end
	if j := bytes.IndexAny(b[at:limit], "\r\n"); j >= 0 {
		limit = at + j
	} else if limit-at > r.room/2 {
		limit = at + r.room/2
	}
	var value []byte
	sound := false
	end := limit
	if b[at] == '"' {
		from := at + 1
		for i := from; i < limit; i++ {
			if b[i] == '\\' && i+1 < limit {
				i++
				continue
			}
			if b[i] != '"' {
				continue
			}
			j := gap(b[:limit], i+1)
			if j < limit && b[j] == ']' {
				value, end, sound = b[from:i], j+1, true
				break
			}
		}
		if !sound {
			value = trimBroken(b[from:limit])
		}
	} else {
		v := b[at:limit]
		if j := bytes.IndexByte(v, ']'); j >= 0 {
			v, end = v[:j], at+j+1
		}
		value = trimBroken(v)
	}
	line := r.lineAt(r.pos)
	if !sound {
		is := issue.New("pgn-tag", r.file, line, 0, "the tag %s is not closed properly", name)
		is.Field = string(name)
		r.report(is)
	}
	if most := r.maxValue(); len(value) > most {
		is := issue.New("pgn-tag-long", r.file, line, 0, "the value of the tag %s is longer than %d bytes", name, most)
		is.Field = string(name)
		r.report(is)
		value = value[:most]
	}
	long := end == limit && limit < r.end && b[limit] != '\n' && b[limit] != '\r'
	if !known {
		r.set(g, id, decodeValue(value))
	}
	r.pos = end
	if long {
		r.skipLine()
	}
	return tagRead
}

// trimBroken takes the rest of a line as a value: without the closing signs that are there.
func trimBroken(v []byte) []byte {
	v = bytes.TrimRight(v, " \t\x00")
	v = bytes.TrimSuffix(v, []byte("]"))
	v = bytes.TrimRight(v, " \t")
	return bytes.TrimSuffix(v, []byte(`"`))
}

// decodeValue decodes \" and \\ and drops control characters.
func decodeValue(v []byte) []byte {
	odd := false
	for _, c := range v {
		odd = odd || c < ' ' || c == '\\'
	}
	if !odd {
		return v
	}
	out := make([]byte, 0, len(v))
	for i := 0; i < len(v); i++ {
		c := v[i]
		if c == '\\' && i+1 < len(v) && (v[i+1] == '"' || v[i+1] == '\\') {
			i++
			c = v[i]
		}
		if c == '\t' {
			c = ' '
		}
		if c >= ' ' {
			out = append(out, c)
		}
	}
	return out
}

// nextGame decides about a tag whose name the block already has: does the next game begin here? A name
// outside the seven that every game has begins one only if players or a result follow; otherwise the tag
// is simply there twice, and its first value counts.
func (r *Reader) nextGame(id tagID, name []byte) bool {
	if id != tagNone && id <= tagResult || r.gameFollows() {
		return true
	}
	is := issue.New("pgn-tag-again", r.file, r.lineAt(r.pos), 0, "the tag %s comes twice in one game", name)
	is.Field = string(name)
	r.report(is)
	return false
}

// seen notes a tag's name and reports whether the block had it before.
func (r *Reader) seen(id tagID, name []byte) bool {
	if id != tagNone {
		bit := uint64(1) << id
		was := r.tags&bit != 0
		r.tags |= bit
		return was
	}
	if r.has(id, name) {
		return true
	}
	if len(r.others) < maxOther {
		r.others = append(r.others, r.intern(name))
	}
	return false
}

// has reports whether the block had a tag before.
func (r *Reader) has(id tagID, name []byte) bool {
	if id != tagNone {
		return r.tags&(1<<id) != 0
	}
	for _, o := range r.others {
		if o == string(name) {
			return true
		}
	}
	return false
}

// gameFollows looks through the tags from pos on, as far as the buffer reaches, for White, Black or Result.
func (r *Reader) gameFollows() bool {
	b := r.buf[r.pos:r.end]
	for n := 0; n < 64 && len(b) > 0 && b[0] == '['; n++ {
		name, rest := tagAt(b)
		if name == nil {
			return false
		}
		switch findTag(name) {
		case tagWhite, tagBlack, tagResult:
			return true
		}
		b = bytes.TrimLeft(rest, " \t\r\n\x00")
	}
	return false
}

// tagAt splits a tag at the beginning of b: its name and what follows its line or bracket. It is for
// looking ahead; oddities are not decoded.
func tagAt(b []byte) (name, rest []byte) {
	i := gap(b, 1)
	from := i
	for i < len(b) && nameByte[b[i]] {
		i++
	}
	name = b[from:i]
	i = gap(b, i)
	if len(name) == 0 || i >= len(b) || b[i] != '"' {
		return nil, nil
	}
	line := b[i:]
	if j := bytes.IndexAny(line, "\r\n"); j >= 0 {
		line = line[:j]
	}
	if j := bytes.Index(line, []byte(`"]`)); j >= 0 {
		return name, b[i+j+2:]
	}
	return name, b[i+len(line):]
}

// set stores a tag's value.
func (r *Reader) set(g *record.Game, id tagID, v []byte) {
	if id == tagNone || id >= tagECO && id != tagPlyCount && id != tagTermination {
		return
	}
	if n := len(v); n > 0 && (v[0] <= ' ' || v[n-1] <= ' ') {
		v = bytes.TrimSpace(v)
	}
	switch id {
	case tagWhite:
		g.White.Name = r.intern(v)
	case tagBlack:
		g.Black.Name = r.intern(v)
	case tagEvent:
		g.Event = r.same(id, v)
	case tagSite:
		g.Site = r.same(id, v)
	case tagRound:
		g.Round = r.same(id, v)
		if unknownText(g.Round) {
			g.Round = ""
		}
	case tagDate:
		g.Start = r.day(g, "Date", v)
	case tagEndDate:
		g.End = r.day(g, "EndDate", v)
	case tagUTCDate:
		r.utcDate = r.day(g, "UTCDate", v)
	case tagResult:
		r.stats.ResultTags++
		r.hasResult = true
		r.result = r.same(id, v)
	case tagWhiteElo, tagBlackElo, tagWhiteRating, tagBlackRating, tagWhiteTitle, tagBlackTitle, tagWhiteTeam,
		tagBlackTeam,
		tagWhiteFideID, tagBlackFideID, tagWhiteID, tagBlackID:
		r.setSide(g, id, v)
	case tagMode:
		g.Mode = r.known(id, v)
	case tagGameID:
		g.ID = r.intern(v)
	case tagRated:
		g.Rated = rated(v)
	case tagReason:
		g.Reason = r.same(id, v)
	case tagNote:
		g.Note = r.intern(v)
	case tagTermination:
		r.termination = r.same(id, v)
	case tagFEN:
		if r.opt.KeepMoves > 0 {
			r.fen = string(v)
		}
	case tagVariant:
		if r.opt.KeepMoves > 0 {
			r.variant = r.same(id, v)
		}
	case tagPlyCount:
		if r.opt.KeepMoves > 0 && len(v) > 0 && len(v) <= 5 && v[0] != '?' {
			r.plyCount = elo(v)
		}
	}
}

// setSide stores what a tag says of a player.
func (r *Reader) setSide(g *record.Game, id tagID, v []byte) {
	switch id {
	case tagWhiteElo:
		g.White.Elo = elo(v)
	case tagBlackElo:
		g.Black.Elo = elo(v)
	case tagWhiteRating:
		g.White.Rating = elo(v)
	case tagBlackRating:
		g.Black.Rating = elo(v)
	case tagWhiteTitle:
		g.White.Title = r.known(id, v)
	case tagBlackTitle:
		g.Black.Title = r.known(id, v)
	case tagWhiteTeam:
		g.White.Team = r.known(id, v)
	case tagBlackTeam:
		g.Black.Team = r.known(id, v)
	case tagWhiteFideID:
		g.White.FideID = r.number(v)
	case tagBlackFideID:
		g.Black.FideID = r.number(v)
	case tagWhiteID:
		g.White.ID = r.number(v)
	case tagBlackID:
		g.Black.ID = r.number(v)
	}
}

// known is same with the ways to say unknown as absent.
func (r *Reader) known(id tagID, v []byte) string {
	if s := r.same(id, v); !unknownText(s) {
		return s
	}
	return ""
}

// number keeps an id as text; "0" and "?" say that there is none.
func (r *Reader) number(v []byte) string {
	if len(v) == 0 || len(v) == 1 && (v[0] == '0' || v[0] == '?' || v[0] == '-') {
		return ""
	}
	return r.intern(v)
}

// day reads a date tag.
func (r *Reader) day(g *record.Game, name string, v []byte) record.Date {
	if r.lastDay.text != string(v) || !r.lastDay.ok {
		r.lastDay.text = string(v)
		r.lastDay.day, r.lastDay.ok = parseDate(v)
		if !r.lastDay.ok {
			is := issue.New("pgn-date", r.file, r.lineAt(r.pos), 0, "the %s %q of game %d is not a date", name, v, g.Seq)
			is.Field = name
			r.report(is)
			r.lastDay.day = record.Date{}
		}
	}
	return r.lastDay.day
}

// same gives v as a string, the previous game's if it is equal.
func (r *Reader) same(id tagID, v []byte) string {
	if r.last[id] != string(v) {
		r.last[id] = r.intern(v)
	}
	return r.last[id]
}

// intern gives v as a string from a table of fixed size: names come again and again, and a table that
// forgets costs an allocation, never memory.
func (r *Reader) intern(v []byte) string {
	n := len(v)
	if n == 0 {
		return ""
	}
	if n > maxIntern {
		return string(v)
	}
	h := uint64(n) * 0x9E3779B97F4A7C15
	i := 0
	for ; i+8 <= n; i += 8 {
		h = bits.RotateLeft64(h^le64(v[i:]), 29) * 0xBF58476D1CE4E5B9
	}
	if i < n {
		var x uint64
		if n >= 8 {
			x = le64(v[n-8:])
		} else {
			for j, c := range v[i:] {
				x |= uint64(c) << (8 * j)
			}
		}
		h = bits.RotateLeft64(h^x, 29) * 0xBF58476D1CE4E5B9
	}
	slot := &r.strings[h>>32%internSize]
	if *slot != string(v) {
		*slot = string(v)
	}
	return *slot
}

// settle decides the result and the dates when tags and movetext are read.
func (r *Reader) settle(g *record.Game) {
	if g.Start.IsZero() {
		g.Start = r.utcDate
	}
	if g.End.IsZero() && !r.opt.DateStart {
		g.End = g.Start
	}
	if r.moves.n > 0 {
		g.Moves, g.Plies = r.moves.sum(), r.moves.n
	} else {
		g.Plies = 0
	}
	if unknownText(g.White.Name) && g.White.ID == "" && g.White.FideID == "" {
		r.aside(g, "pgn-player", "White", "White of game %d has no name", g.Seq)
	}
	if unknownText(g.Black.Name) && g.Black.ID == "" && g.Black.FideID == "" {
		r.aside(g, "pgn-player", "Black", "Black of game %d has no name", g.Seq)
	}
	r.settleResult(g)
	r.unplayed(g)
	g.TakeBye()
	if r.extraLine > 0 {
		r.report(issue.New("pgn-no-tags", r.file, r.extraLine, 0, "moves without tags after the end of game %d", g.Seq))
		r.extraLine = 0
	}
	if g.Aside != "" {
		r.stats.Aside++
	}
}

// unplayedWords are values of the Termination tag that say that nobody played, by whether they do so whatever the moves
// say. Broadcasts of lichess.org mark a forfeit so and leave the result 1-0.
var unplayedWords = []struct {
	word   string
	always bool
}{{"unplayed", true}, {"abandoned", false}, {"rules infraction", false}, {"forfeit", false}, {"default", false},
	{"no show", false}, {"walkover", false}}

// unplayed makes a forfeit of a decided game that was not played by its Termination tag: it counts for the score and
// is not rated.
func (r *Reader) unplayed(g *record.Game) {
	if r.termination == "" {
		return
	}
	known := false
	for _, w := range unplayedWords {
		known = known || strings.EqualFold(r.termination, w.word) && (w.always || r.moves.n == 0)
	}
	if !known {
		return
	}
	switch g.Result {
	case engine.WhiteWins:
		g.Result = engine.BlackForfeits
	case engine.BlackWins:
		g.Result = engine.WhiteForfeits
	case engine.Draw:
		g.Rated = record.RatedNo
	default:
		return
	}
	is := issue.New("pgn-unplayed", g.File, g.Line, 0,
		"game %d, %s - %s, was not played (Termination %q): %s counts for the score and is not rated",
		g.Seq, g.White.Name, g.Black.Name, r.termination, r.result)
	is.Field = "Termination"
	r.report(is)
}

func (r *Reader) settleResult(g *record.Game) {
	tag, ok := record.ParseResult(r.result)
	switch {
	case ok:
		g.Result = tag
		if !r.hasTerm || agrees(tag, r.term) {
			return
		}
		what := fmt.Sprintf("game %d, %s - %s: the Result tag says %s, the moves end with %s", g.Seq, g.White.Name,
			g.Black.Name, r.result, record.FormatResult(r.term))
		switch r.opt.OnConflict {
		case ConflictAside:
			r.aside(g, "pgn-conflict", "Result", "%s", what)
		case ConflictTerminator:
			g.Result = r.term
			fallthrough
		default:
			is := issue.New("pgn-conflict-settled", g.File, g.Line, 0, "%s; taken: %s", what, record.FormatResult(g.Result))
			is.Field = "Result"
			r.report(is)
		}
	case unknownText(r.result) && r.hasTerm:
		g.Result = r.term
		is := issue.New("pgn-result-tag", g.File, g.Line, 0,
			"game %d, %s - %s, has no Result tag; the moves end with %s", g.Seq, g.White.Name, g.Black.Name,
			record.FormatResult(r.term))
		is.Field = "Result"
		r.report(is)
	case !r.hasResult:
		r.aside(g, "pgn-result", "Result", "game %d, %s - %s, has no result", g.Seq, g.White.Name, g.Black.Name)
	default:
		g.ResultText = r.result
		what := fmt.Sprintf("game %d, %s - %s: the result %q is not understood", g.Seq, g.White.Name, g.Black.Name, r.result)
		if r.hasTerm {
			what += "; the moves end with " + record.FormatResult(r.term)
		}
		r.aside(g, "pgn-result", "Result", "%s", what)
	}
}

// aside reports an issue that keeps the game from being rated; the first one gives Game.Aside.
func (r *Reader) aside(g *record.Game, code, field, format string, args ...any) {
	is := issue.New(code, g.File, g.Line, 0, format, args...)
	is.Field = field
	r.report(is)
	if g.Aside == "" {
		g.Aside = code
	}
}
