// Package pgn reads and writes chess games in Portable Game Notation as a rating run needs them: the tag
// section, the result, a hash of the moves, and no more. A Reader streams and never replays moves; a
// Checked reader gives single games to a move generator, so that one bad game is one issue.
//
// What a file may do and what is made of it:
//
//   - A game begins at the first tag after something that is no tag, and at a tag whose name the block
//     already has. Blank lines mean nothing. Movetext, terminator and blank lines may be absent.
//   - { } comments run over lines, ; comments to the end of the line, % lines are skipped. What stands in
//     a comment is text. A { that is never closed ends where the next game starts clearly: at a block of
//     tags with White, Black and Result, if no } comes before the next {.
//   - \" and \\ are decoded, quotes that were not escaped are kept, a value ends with its line at the latest.
//   - The result is the tag's. A terminator that contradicts it sets the game aside, unless an option says
//     which one counts.
//
// The reader wants UTF-8 (pipeline/open/source makes it) and does not mind other bytes. Its memory is a buffer,
// a table of strings of fixed size, and the issues it has to tell.
package pgn

import (
	"fmt"

	"crosstable/engine"
	"crosstable/pipeline/issue"
)

// Conflict says what counts when the Result tag and the terminator contradict each other.
type Conflict uint8

// Values of --on-conflict.
const (
	ConflictAside      Conflict = iota // neither: the game is set aside
	ConflictTag                        // the tag
	ConflictTerminator                 // the terminator
)

// ParseConflict reads the value of --on-conflict: aside (or ""), tag, terminator.
func ParseConflict(s string) (Conflict, error) {
	switch s {
	case "", "aside":
		return ConflictAside, nil
	case "tag":
		return ConflictTag, nil
	case "terminator":
		return ConflictTerminator, nil
	}
	return 0, fmt.Errorf("no way %q to settle a conflict; known: aside, tag, terminator", s)
}

// Options of a Reader. The zero value is the default of the command line.
type Options struct {
	OnConflict Conflict
	// DateStart: a lone Date tag is the start of the game (--pgn-date start); otherwise it is start and end.
	DateStart bool
	// KeepMoves is how many bytes of a game's movetext Movetext gives; 0 keeps none.
	KeepMoves int
	// Report receives each issue as it is found; nil collects them for Issues.
	Report func(issue.Issue)
	// Buffer is the size of the read buffer in bytes, 1 MiB if 0, at least 256 KiB. It bounds what is
	// looked ahead, not the length of lines, comments or games.
	Buffer int
}

// Stats counts what was read so far.
type Stats struct {
	Games      int // games returned
	ResultTags int // Result tags seen; in a sound file as many as games
	Aside      int // games that a rating run sets aside
}

func (s Stats) String() string {
	return fmt.Sprintf("%d games, %d Result tags, %d to be set aside", s.Games, s.ResultTags, s.Aside)
}

// agrees reports whether a terminator goes with a Result tag. A forfeit is written 1-0 or 0-1 at the end
// of the game, or * or 0-0 if both forfeit, as the standard's four terminators do not have it.
func agrees(tag, term engine.Result) bool {
	if tag == term {
		return true
	}
	switch tag {
	case engine.BlackForfeits:
		return term == engine.WhiteWins
	case engine.WhiteForfeits:
		return term == engine.BlackWins
	case engine.DoubleForfeit:
		return term == engine.Adjourned
	}
	return false
}
