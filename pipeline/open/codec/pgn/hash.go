package pgn

import (
	"bytes"

	"crosstable/engine"
	"crosstable/pipeline/issue"
)

// MoveHasher gives the hash that Reader puts into Game.Moves for a movetext that stands elsewhere, in a
// cell of a table, so that a game told by a PGN and by a table is known for one. The zero value is ready;
// it is used by one goroutine.
type MoveHasher struct {
	r   *Reader
	src bytes.Reader
}

// Hash gives the hash of the moves of the main line, 0 without moves, and their number in plies.
func (h *MoveHasher) Hash(movetext []byte) (hash uint64, plies int32) {
	if h.r == nil {
		h.r = newReader(&h.src, "", Options{Report: func(issue.Issue) {}}, 64<<10)
	}
	h.src.Reset(movetext)
	r := h.r
	r.pos, r.end, r.eof, r.err = 0, 0, false, nil
	r.line, r.linePos, r.loneCR = 1, 0, false
	r.hasTerm, r.term = false, engine.NoResult
	r.moves = moveHash{h: hashSeed}
	r.more(0)
	r.movetext()
	if r.moves.n == 0 {
		return 0, 0
	}
	return r.moves.sum(), r.moves.n
}
