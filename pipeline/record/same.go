package record

import (
	"strings"

	"crosstable/engine"
)

// This is the one definition of "the same game" for every reader of games.

// Evidence is what a row of a file tells of which game it is.
type Evidence struct {
	ID, Event, Round string
	White, Black     int32 // who played, by any numbers that are the same for all rows
	Start, End       Date
	Clock            int32  // time of day of the start; 0 unknown
	Moves            uint64 // hash of the moves; 0 unknown
	Result           engine.Result
	File             int32
}

// Agreement is how two rows stand to each other.
type Agreement uint8

// Agreements.
const (
	Different     Agreement = iota // two games
	Doubtful                       // perhaps one game: to be told, both count
	Contradiction                  // one game, with another result, other colours or other players
	Same                           // one game, told in the same way
)

// Compare decides for two rows. It is symmetric.
//
// Two ids decide: different ids are different games, one id is one game unless it numbers the games of
// different events. Without two ids the pair must be the same, and nothing that both rows tell of event, round
// and start may differ. Then
//
//   - with the same event and round it is one game; other colours, other moves or days far apart make it doubtful,
//     another result contradicts;
//   - else it is one game if the days agree as far as both are known, the colours are the same and no moves
//     differ; equal moves stand for a day that is a little off, files that are a little off are doubtful.
//
// A result that differs contradicts if anything else was known of both rows; undated rows are then doubtful.
func Compare(a, b *Evidence) Agreement {
	if a.ID != "" && b.ID != "" {
		return compareIDs(a, b)
	}
	colours := a.White == b.White && a.Black == b.Black
	if !colours && (a.White != b.Black || a.Black != b.White) {
		return Different
	}
	event, round := agree(a.Event, b.Event, sameText(a.Event, b.Event)), agree(a.Round, b.Round, sameRound(a.Round,
		b.Round))
	moves := unknown
	if a.Moves != 0 && b.Moves != 0 {
		moves = fact(a.Moves == b.Moves)
	}
	switch {
	case event == differs && colours && moves == agrees && a.End.Full() && a.End == b.End &&
		Decisive(a.Result) == Decisive(b.Result):
		return Doubtful // one game under two names of its event?
	case event == differs || round == differs:
		return Different
	case event == agrees && round == agrees:
		return compareSlot(a, b, colours, moves)
	case !colours:
		return compareSwapped(a, b, event, moves)
	}
	return compareDays(a, b, event, round, moves)
}

// compareIDs is Compare for two rows with ids.
func compareIDs(a, b *Evidence) Agreement {
	if a.ID != b.ID {
		return Different
	}
	colours := a.White == b.White && a.Black == b.Black
	event := agree(a.Event, b.Event, sameText(a.Event, b.Event))
	switch swapped := a.White == b.Black && a.Black == b.White; {
	case (colours || swapped) && event == differs && far(a, b):
		return Different // numbered within each event
	case colours && Decisive(a.Result) == Decisive(b.Result):
		return Same
	case colours, swapped:
		return Contradiction
	case event == differs:
		return Different
	}
	return Contradiction
}

// compareSlot is Compare for two rows of one pair in one round of one event.
func compareSlot(a, b *Evidence, colours bool, moves evidence) Agreement {
	same := Decisive(a.Result) == Decisive(b.Result)
	apart := far(a, b)
	switch {
	case !colours && moves == agrees:
		return Contradiction
	case !colours && apart:
		return Different
	case !colours, apart:
		return Doubtful
	case !same:
		return Contradiction
	case moves == differs:
		return Doubtful // played again?
	}
	return Same
}

// compareSwapped is Compare for a pair whose colours are exchanged, without both event and round. Two games of a
// pair on one day are usual; two files that give one event, one day and one winner are not.
func compareSwapped(a, b *Evidence, event, moves evidence) Agreement {
	if !a.End.Full() || a.End != b.End {
		return Different
	}
	winner := Decisive(a.Result) != Decisive(b.Result) && Decisive(a.Result) != engine.Draw &&
		Decisive(b.Result) != engine.Draw
	switch {
	case moves == agrees:
		return Contradiction
	case moves == unknown && event == agrees && a.File != b.File && winner:
		return Doubtful
	}
	return Different
}

// compareDays is Compare for a pair with its colours, without both event and round.
func compareDays(a, b *Evidence, event, round, moves evidence) Agreement {
	same := Decisive(a.Result) == Decisive(b.Result)
	start := tellsStart(a) && tellsStart(b)
	switch {
	case moves == differs, a.Clock != 0 && b.Clock != 0 && a.Clock != b.Clock, start && !sameDay(a.Start, b.Start):
		return Different
	}
	if dated := !a.End.IsZero() && !b.End.IsZero(); !dated || sameDay(a.End, b.End) {
		known := dated || start || a.Clock != 0 && b.Clock != 0 || event == agrees || round == agrees || moves == agrees
		switch {
		case same:
			return Same
		case known && (dated || moves == agrees):
			return Contradiction
		case known:
			return Doubtful
		}
		return Different
	}
	switch {
	case moves == agrees && !far(a, b) && same:
		return Same
	case moves == agrees && !far(a, b):
		return Contradiction
	case moves == unknown && same && a.File != b.File && near(a.End, b.End):
		return Doubtful
	}
	return Different
}

// evidence is what two rows say together of one thing.
type evidence uint8

const (
	unknown evidence = iota // not told by both
	agrees
	differs
)

func fact(equal bool) evidence {
	if equal {
		return agrees
	}
	return differs
}

// agree compares texts; "?" and "-" tell nothing.
func agree(a, b string, equal bool) evidence {
	for _, s := range [2]string{a, b} {
		if s == "" || s == "?" || s == "-" {
			return unknown
		}
	}
	return fact(equal)
}

// Decisive is the result as it counts: a loss by withdrawal that one file writes as 0-1 and another as a forfeit
// is one result, a game under one move is a win, a draw or a loss.
func Decisive(r engine.Result) engine.Result {
	switch r {
	case engine.BlackForfeits, engine.ShortWhiteWins:
		return engine.WhiteWins
	case engine.WhiteForfeits, engine.ShortBlackWins:
		return engine.BlackWins
	case engine.ShortDraw:
		return engine.Draw
	}
	return r
}

// tellsStart reports that a row knows more of its start than the day on which it ended: a PGN has one date for
// both, and the same game in a table may have begun months before.
func tellsStart(r *Evidence) bool { return !r.Start.IsZero() && r.Start != r.End }

// sameDay compares the parts that both dates know.
func sameDay(a, b Date) bool {
	return a.Year == b.Year &&
		(a.Month == 0 || b.Month == 0 || a.Month == b.Month) &&
		(a.Day == 0 || b.Day == 0 || a.Day == b.Day)
}

// Near is how many days apart two rows of one game may be: slips of the keyboard, time zones, the day of the
// report.
const Near = 3

// near compares two whole days.
func near(a, b Date) bool {
	if !a.Full() || !b.Full() {
		return false
	}
	d := a.Days() - b.Days()
	return -Near <= d && d <= Near
}

// far reports that two rows are further apart than Near: by their ends, or by the only date of one and the start of
// the other. Rows without a whole day are far if what they know of it differs.
func far(a, b *Evidence) bool {
	if !a.End.Full() || !b.End.Full() {
		return !a.End.IsZero() && !b.End.IsZero() && !sameDay(a.End, b.End)
	}
	return !near(a.End, b.End) && (tellsStart(a) || !near(a.End, b.Start)) && (tellsStart(b) || !near(b.End, a.Start))
}

// Days counts the days of the calendar, for differences; the date must be Full.
func (d Date) Days() int {
	y, m := int(d.Year), int(d.Month)
	if m <= 2 { // a year begins in March, so that the leap day is its last
		y, m = y-1, m+12
	}
	return 365*y + y/4 - y/100 + y/400 + (153*(m-3)+2)/5 + int(d.Day)
}

// sameText compares events of different files: case and blanks do not count.
func sameText(a, b string) bool { return a == b || FoldText(a) == FoldText(b) }

// sameRound compares rounds: "3" may be "3.1", the first board of the round.
func sameRound(a, b string) bool {
	return sameText(a, b) || strings.HasPrefix(a, b+".") || strings.HasPrefix(b, a+".")
}

// FoldText brings texts that are the same but for case and blanks to one.
func FoldText(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
