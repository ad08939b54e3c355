package pgn

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	"github.com/notnil/chess"

	"crosstable/engine"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
)

const (
	maxCheckBytes = 64 << 10 // movetext of one game that is checked
	maxCheckPlies = 1200     // nobody plays longer
)

// Verdict is what the move generator says about one game. Code is "" when nothing is wrong, else a code of
// the pgn area; Text says what and where.
type Verdict struct {
	Plies int // half-moves of the main line that could be played
	Code  string
	Text  string
}

// CheckMoves plays the main line of a movetext. fen and variant are the game's tags, "" if it has none;
// plyCount is its PlyCount tag, -1 without. It never fails: what cannot be checked is a Verdict as well.
func CheckMoves(text []byte, fen, variant string, result engine.Result, plyCount int) (v Verdict) {
	// The move generator is another's, and it has been seen to panic: one bad game is one issue.
	defer func() {
		if p := recover(); p != nil {
			v = Verdict{Plies: v.Plies, Code: "pgn-unchecked",
				Text: fmt.Sprintf("the move generator failed after %s: %v", afterPly(v.Plies), p)}
		}
	}()
	switch strings.ToLower(variant) {
	case "", "standard", "chess", "normal", "from position":
	default:
		return Verdict{Code: "pgn-unchecked", Text: "the variant " + variant + " is not checked"}
	}
	pos := chess.StartingPosition()
	if fen != "" {
		set, err := chess.FEN(fen)
		if err != nil {
			return Verdict{Code: "pgn-unchecked", Text: "the FEN tag is not understood: " +
				strings.TrimPrefix(err.Error(), "chess: ")}
		}
		pos = chess.NewGame(set).Position()
	}
	for san := range mainLine(text) {
		if v.Plies == maxCheckPlies {
			return Verdict{Plies: v.Plies, Code: "pgn-unchecked", Text: fmt.Sprintf("more than %d half-moves", maxCheckPlies)}
		}
		if san == "--" || san == "Z0" {
			return Verdict{Plies: v.Plies, Code: "pgn-unchecked", Text: "a null move after " + afterPly(v.Plies)}
		}
		m, n := findMove(pos, san)
		if n != 1 {
			what := "cannot be played"
			if n > 1 {
				what = fmt.Sprintf("can be played in %d ways", n)
			}
			return Verdict{Plies: v.Plies, Code: "pgn-illegal", Text: fmt.Sprintf("ply %d, %s%s, %s", v.Plies+1,
				moveNumber(pos), san, what)}
		}
		pos = pos.Update(m)
		v.Plies++
	}
	if v.Plies == 0 {
		return v
	}
	v.Code, v.Text = final(pos, result)
	if v.Code == "" && plyCount >= 0 && plyCount != v.Plies {
		v.Code, v.Text = "pgn-plies", fmt.Sprintf("the PlyCount tag says %d, the moves are %d", plyCount, v.Plies)
	}
	return v
}

func afterPly(n int) string { return fmt.Sprintf("ply %d", n) }

// moveNumber is how the next move is numbered: "12. " or "12... ".
func moveNumber(pos *chess.Position) string {
	f := strings.Fields(pos.String())
	n := f[len(f)-1]
	if pos.Turn() == chess.Black {
		return n + "... "
	}
	return n + ". "
}

// final compares the last position with the result.
func final(pos *chess.Position, result engine.Result) (code, text string) {
	var over engine.Result
	what := "checkmate"
	switch pos.Status() {
	case chess.Checkmate:
		over = engine.WhiteWins
		if pos.Turn() == chess.White {
			over = engine.BlackWins
		}
	case chess.Stalemate:
		over, what = engine.Draw, "stalemate"
	default:
		return "", ""
	}
	if result == over || result == engine.NoResult {
		return "", ""
	}
	return "pgn-final", fmt.Sprintf("the moves end in %s, which is %s; the result is %s", what,
		record.FormatResult(over), record.FormatResult(result))
}

// mainLine gives the moves of the main line as written, without !, ?, + and #.
func mainLine(text []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		depth, n := 0, 0
		for i := 0; i < len(text); {
			c := text[i]
			switch {
			case c == '{':
				j := bytes.IndexByte(text[i:], '}')
				if j < 0 {
					return
				}
				i += j + 1
			case c == ';', c == '%' && (i == 0 || text[i-1] == '\n' || text[i-1] == '\r'):
				j := bytes.IndexAny(text[i:], "\r\n")
				if j < 0 {
					return
				}
				i += j
			case c == '(':
				depth++
				i++
			case c == ')':
				depth = max(0, depth-1)
				i++
			case c == '*' && depth == 0:
				return
			case endsWord[c]:
				i++
				if c == '$' {
					for i < len(text) && '0' <= text[i] && text[i] <= '9' {
						i++
					}
				}
			default:
				j := i
				for j < len(text) && !endsWord[text[j]] {
					j++
				}
				w := strings.TrimRight(string(text[i:j]), "?")
				if bytes.HasPrefix(text[j:], []byte(".p.")) && strings.HasSuffix(w, "e") { // exd6e.p.
					w = w[:len(w)-1]
					j += 3
				}
				i = j
				if depth > 0 || w == "" {
					continue
				}
				switch k := classes[w[0]]; {
				case k == clsMove && w != "ep", w == "--", w == "Z0", strings.HasPrefix(w, "0-0") && n > 0:
					n++
					if !yield(w) {
						return
					}
				case k == clsDigit && strings.ContainsAny(w, "-/:"): // a terminator
					return
				}
			}
		}
	}
}

// findMove gives the legal move that san means, and how many there are. It is more generous than the
// standard: check signs, captures and the = of a promotion may be absent, castling may have zeros.
func findMove(pos *chess.Position, san string) (found *chess.Move, n int) {
	var king, queen bool
	switch strings.ReplaceAll(san, "0", "O") {
	case "O-O":
		king = true
	case "O-O-O":
		queen = true
	}
	if king || queen {
		for _, m := range pos.ValidMoves() {
			if king && m.HasTag(chess.KingSideCastle) || queen && m.HasTag(chess.QueenSideCastle) {
				return m, 1
			}
		}
		return nil, 0
	}
	piece := chess.Pawn
	s := san
	switch s[0] {
	case 'K':
		piece = chess.King
	case 'Q':
		piece = chess.Queen
	case 'R':
		piece = chess.Rook
	case 'B':
		piece = chess.Bishop
	case 'N':
		piece = chess.Knight
	}
	if piece != chess.Pawn || s[0] == 'P' {
		s = s[1:]
	}
	promo := chess.NoPieceType
	if k := len(s) - 1; k >= 2 {
		switch s[k] {
		case 'Q':
			promo = chess.Queen
		case 'R':
			promo = chess.Rook
		case 'B':
			promo = chess.Bishop
		case 'N':
			promo = chess.Knight
		}
		if promo != chess.NoPieceType {
			s = strings.TrimSuffix(s[:k], "=")
		}
	}
	if len(s) < 2 {
		return nil, 0
	}
	file, rank := s[len(s)-2], s[len(s)-1]
	if file < 'a' || file > 'h' || rank < '1' || rank > '8' {
		return nil, 0
	}
	to := chess.NewSquare(chess.File(file-'a'), chess.Rank(rank-'1'))
	fromFile, fromRank := -1, -1
	for _, c := range []byte(s[:len(s)-2]) {
		switch {
		case 'a' <= c && c <= 'h':
			fromFile = int(c - 'a')
		case '1' <= c && c <= '8':
			fromRank = int(c - '1')
		case c != 'x' && c != '-' && c != ':':
			return nil, 0
		}
	}
	board := pos.Board()
	for _, m := range pos.ValidMoves() {
		if m.S2() != to || m.Promo() != promo || board.Piece(m.S1()).Type() != piece ||
			fromFile >= 0 && int(m.S1().File()) != fromFile || fromRank >= 0 && int(m.S1().Rank()) != fromRank ||
			m.HasTag(chess.KingSideCastle) || m.HasTag(chess.QueenSideCastle) {
			continue
		}
		found = m
		n++
	}
	return found, n
}

// Source is what gives games one by one: a Reader, or a Checked one.
type Source interface {
	Next(*record.Game) error
	Issues() []issue.Issue
	Stats() Stats
}

// Checked reads games and has their moves checked by several goroutines (--check-moves). Games and issues
// come in the order of the file; the verdict's issue follows the game's own. A game is never lost or set
// aside by it; Game.Plies is what could be played.
type Checked struct {
	r      *Reader
	report func(issue.Issue)
	queue  chan *checkJob
	stop   chan struct{}
	once   sync.Once
	ended  error
	issues []issue.Issue
	stats  Stats
	wait   sync.WaitGroup
}

type checkJob struct {
	game    record.Game
	text    []byte
	whole   bool
	fen     string
	variant string
	plies   int
	issues  []issue.Issue
	stats   Stats
	err     error
	verdict Verdict
	done    chan struct{}
}

// NewChecked reads like NewReader and checks moves with that many workers; 0 is one for each processor.
// Close it when it is not read to its end.
func NewChecked(src io.Reader, file string, opt Options, workers int) *Checked {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	c := &Checked{report: opt.Report, queue: make(chan *checkJob, 64*workers), stop: make(chan struct{})}
	opt.KeepMoves = maxCheckBytes
	var pending []issue.Issue
	opt.Report = func(i issue.Issue) { pending = append(pending, i) }
	c.r = NewReader(src, file, opt)
	work := make(chan *checkJob, 64*workers)
	for range workers {
		c.wait.Go(func() {
			for j := range work {
				j.check()
				close(j.done)
			}
		})
	}
	c.wait.Go(func() {
		defer close(work)
		defer close(c.queue)
		for {
			j := &checkJob{done: make(chan struct{})}
			j.err = c.r.Next(&j.game)
			j.issues, pending = pending, nil
			j.stats = c.r.Stats()
			if j.err != nil {
				close(j.done)
			} else {
				text, whole := c.r.Movetext()
				j.text, j.whole = bytes.Clone(text), whole
				j.fen, j.variant, j.plies = c.r.fen, c.r.variant, int(c.r.plyCount)
			}
			select {
			case c.queue <- j:
			case <-c.stop:
				return
			}
			if j.err != nil {
				return
			}
			select {
			case work <- j:
			case <-c.stop:
				return
			}
		}
	})
	return c
}

func (j *checkJob) check() {
	if j.game.Plies == 0 {
		return
	}
	if !j.whole {
		j.verdict = Verdict{Plies: -1, Code: "pgn-unchecked",
			Text: fmt.Sprintf("the movetext is longer than %d bytes", maxCheckBytes)}
	} else {
		j.verdict = CheckMoves(j.text, j.fen, j.variant, j.game.Result, j.plies)
	}
	if j.verdict.Plies >= 0 && j.verdict.Code != "pgn-unchecked" {
		j.game.Plies = int32(j.verdict.Plies)
	}
	j.text = nil
}

// Next gives the next game, as Reader.Next does.
func (c *Checked) Next(g *record.Game) error {
	if c.ended != nil {
		return c.ended
	}
	j, ok := <-c.queue
	if !ok {
		c.ended = io.ErrClosedPipe
		return c.ended
	}
	if j.err == nil {
		select {
		case <-j.done:
		case <-c.stop:
			c.ended = io.ErrClosedPipe
			return c.ended
		}
	}
	for _, i := range j.issues {
		c.tell(i)
	}
	c.stats = j.stats
	if j.err != nil {
		c.ended = j.err
		return j.err
	}
	*g = j.game
	if v := j.verdict; v.Code != "" {
		i := issue.New(v.Code, g.File, g.Line, 0, "game %d, %s - %s: %s", g.Seq, g.White.Name, g.Black.Name, v.Text)
		i.Field = "moves"
		c.tell(i)
	}
	return nil
}

func (c *Checked) tell(i issue.Issue) {
	if c.report != nil {
		c.report(i)
		return
	}
	c.issues = append(c.issues, i)
}

// Issues gives what was found so far, as Reader.Issues does.
func (c *Checked) Issues() []issue.Issue { return c.issues }

// Stats gives the counts up to the last game.
func (c *Checked) Stats() Stats { return c.stats }

// Close ends the goroutines. The source must not be closed before.
func (c *Checked) Close() error {
	c.once.Do(func() { close(c.stop) })
	c.wait.Wait()
	return nil
}
