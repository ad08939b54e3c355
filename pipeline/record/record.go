// Package record is a game as files tell it: the row of a games CSV, a PGN's tags, a results database's
// line, with the place it was read from. Readers (pipeline/open/codec) make records, pipeline/identity
// says who the players are, stages rate them.
package record

import (
	"fmt"

	"crosstable/engine"
)

// Date is a calendar day with unknown parts as 0 (PGN's 2015.01.??).
type Date struct {
	Year       int16
	Month, Day uint8
}

// IsZero reports that nothing is known.
func (d Date) IsZero() bool { return d.Year == 0 }

// Full reports that year, month and day are known.
func (d Date) Full() bool { return d.Year != 0 && d.Month != 0 && d.Day != 0 }

// String gives 2015-01-09, 2015-01-??, 2015-??-??, or "" when nothing is known.
func (d Date) String() string {
	switch {
	case d.Year == 0:
		return ""
	case d.Month == 0:
		return fmt.Sprintf("%04d-??-??", d.Year)
	case d.Day == 0:
		return fmt.Sprintf("%04d-%02d-??", d.Year, d.Month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// Compare orders dates; an unknown part comes first.
func (d Date) Compare(e Date) int {
	a := int(d.Year)<<16 | int(d.Month)<<8 | int(d.Day)
	b := int(e.Year)<<16 | int(e.Month)<<8 | int(e.Day)
	return a - b
}

// Side is one player of a game as the file names him.
type Side struct {
	ID     string // text, as written ("007" stays)
	FideID string // a PGN's WhiteFideId: the player's id only where the list holds FIDE ids; else the name counts
	Name   string
	Rating int32 // rating points at the start of the game as the file gives it; 0 absent
	Elo    int32 // a PGN's WhiteElo/BlackElo: someone else's scale; 0 absent
	Title  string
	Team   string
}

// Rated is the file's word on whether a game is to be rated.
type Rated uint8

// Values of Rated; absent means yes.
const (
	RatedAbsent Rated = iota
	RatedYes
	RatedNo
)

// Game is one game of a file.
type Game struct {
	File string // as named by the user
	Line int    // physical line where it starts; row number for xlsx
	Seq  int    // 1-based number of the game in its file

	ID, Event, Site, Round string
	Start, End             Date
	Clock                  int32 // time of day of the start, in seconds after midnight plus one; 0 unknown
	White, Black           Side
	Result                 engine.Result
	ResultText             string // as written, if it was not understood
	Mode                   string // postal, email, web, otb, ...
	Rated                  Rated
	Reason                 string // forfeit, withdrawal, fee, director
	Note                   string
	Moves                  uint64 // hash of the movetext's moves; 0 without moves
	Plies                  int32  // counted plies of the main line; -1 not counted

	// Bye: White has the bye of the result (PairingBye, FullBye, HalfBye, ZeroBye); Black is nobody.
	Bye bool

	Aside string // code of the issue for which a rating run sets this game aside; "" when it is clear
}
