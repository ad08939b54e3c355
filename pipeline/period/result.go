// Package period turns files into files: it reads the inputs of a period, asks the engine, and gives a result
// that knows where every number came from. Here are the rating period (Rate), the chain of periods
// (Chain) and the comparison of two lists (Diff).
//
// A stage never prints and never decides about exit codes; it returns a result with issues and an account
// of every row, and writes it into an outdir.Dir.
package period

import (
	"fmt"
	"iter"

	"crosstable/engine"
	"crosstable/engine/rating"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/record"
)

// RateResult is one rated period. Players are numbered as in List.Entries, and Rating.Players,
// Rating.Corrections speak of the same numbers.
type RateResult struct {
	System string // notation of the rating system, "jcca" or with options
	Info   string // its one-line summary
	Period Period
	Lag    Period // the list is in force in Period + Lag

	Before *games.List // the list the period began with, newcomers appended
	List   *games.List // the next list, same players in the same order
	Joined []bool      // by player: a newcomer of this period

	Files   []File        // games files in the order of reading
	Rows    []Row         // every row or game that could be read, in reading order
	Rated   []int32       // indices into Rows, in the order of counting: end date, game id, reading order
	Rating  rating.Result // Rating.Games and Games are parallel to Rated
	Games   []rating.Game
	History [][]Past // by player: rated games before this period, oldest first, of players not established

	Issues   []issue.Issue // in reading order, then by place
	Account  Account
	Doubtful int // rated games of which rows tell that they may be another's, or are not to be rated
}

// Valid is the period in which the new list is in force.
func (r *RateResult) Valid() Period { return r.Period + r.Lag }

// File is one games file that was read.
type File struct {
	Name     string // as the user named it
	Format   string // "csv", "xlsx", "pgn"
	Encoding string
	Tags     int          // Result tags of a PGN; in a sound file as many as games
	Second   *SecondCount // nil for a format that is not counted twice
	Account  Account
}

// Row is one game of a file and what became of it. A period may have a million: what many rows have in
// common stands in Details, once.
type Row struct {
	ID string
	*Details
	File                 int32 // index into RateResult.Files
	Line                 int32 // physical line, row number for xlsx
	Start, End           record.Date
	Clock                int32 // time of day of the start in seconds plus one; 0 unknown
	White, Black         int32 // players; -1 not identified
	WhiteRating          int32 // at the start of the game, as used
	BlackRating          int32
	Moves                uint64 // hash of the moves, 0 without moves
	WhiteFrom, BlackFrom Source
	Result               engine.Result
	Fate                 Fate
	unusedElo            uint8 // Elo tags that were passed over
}

// Details are the texts of a row.
type Details struct{ Event, Round, Mode, Reason, Note string }

// Source says where a start-of-game rating came from.
type Source uint8

// Sources.
const (
	FromNowhere  Source = iota
	FromFile            // the file's own column
	FromList            // the list in force when the game began
	FromCurrent         // the list of the period, for want of the list in force
	FromNewcomer        // the newcomer's first rating
	FromEloTag          // a PGN's WhiteElo or BlackElo, on demand only
)

// String is the word used in ledgers.
func (s Source) String() string {
	return [...]string{"", "file", "list", "current-list", "newcomer", "elo-tag"}[s]
}

// Fate is what became of a row: rated, not rated for a reason, or set aside for a reason.
type Fate uint8

// Fates. The order is that of summaries.
const (
	Rated Fate = iota
	RatedLate
	NotFinished
	NotForfeit
	NotDeclared
	NotWithdrawal
	NotLaterPeriod
	NotAgain
	AsideUnreadable
	AsidePlayer
	AsideSelf
	AsideUnrated
	AsideResult
	AsideDuplicate
	AsideConflict
	AsideUndated
	NumFates
)

// Kind is the part of the account a fate belongs to.
type Kind uint8

// Kinds of fates.
const (
	KindRated Kind = iota
	KindNotRated
	KindAside
)

var fates = [NumFates]struct {
	kind Kind
	code string
	text string
}{
	Rated:           {KindRated, "rated", "ended in the period"},
	RatedLate:       {KindRated, "late", "ended before the period, reported late, rated now"},
	NotFinished:     {KindNotRated, "unfinished", "no result yet"},
	NotForfeit:      {KindNotRated, "forfeit", "won or lost without play"},
	NotDeclared:     {KindNotRated, "not-declared", "the file says that the game is not rated"},
	NotWithdrawal:   {KindNotRated, "withdrawal", "lost by withdrawal or an unpaid fee, left out on demand"},
	NotLaterPeriod:  {KindNotRated, "later-period", "ended after the period"},
	NotAgain:        {KindNotRated, "already-rated", "in the ledger of an earlier period"},
	AsideUnreadable: {KindAside, "unreadable", "the row could not be read"},
	AsidePlayer:     {KindAside, "unknown-player", "a player is on no list and no newcomer"},
	AsideSelf:       {KindAside, "self", "a player against himself"},
	AsideUnrated:    {KindAside, "no-rating", "a player without rating"},
	AsideResult:     {KindAside, "result", "no clear result"},
	AsideDuplicate:  {KindAside, "duplicate", "the same game is counted elsewhere"},
	AsideConflict:   {KindAside, "conflict", "two rows contradict each other"},
	AsideUndated:    {KindAside, "undated", "no end date, left out on demand"},
}

// Kind says which part of the account the fate belongs to.
func (f Fate) Kind() Kind { return fates[f].kind }

// String is the code used in summaries and ledgers.
func (f Fate) String() string { return fates[f].code }

// Text is what the fate means, in a few words.
func (f Fate) Text() string { return fates[f].text }

// Account counts rows: In = sum of ByFate, always; Verify says if not.
type Account struct {
	In     int // rows or games that the files hold, as the readers counted them
	ByFate [NumFates]int
}

// Of adds up a kind.
func (a *Account) Of(k Kind) int {
	n := 0
	for f, c := range a.ByFate {
		if fates[f].kind == k {
			n += c
		}
	}
	return n
}

// Verify fails if a row got lost or was counted twice.
func (a *Account) Verify() error {
	if rated, not, aside := a.Of(KindRated), a.Of(KindNotRated), a.Of(KindAside); a.In != rated+not+aside {
		return fmt.Errorf("the account does not add up: %d rows in, but %d rated + %d not rated + %d set aside = %d",
			a.In, rated, not, aside, rated+not+aside)
	}
	return nil
}

// Past is an earlier rated game of a player who is not established.
type Past struct {
	Game         string // game id
	Period       string // of the list it was rated for
	End          string // ISO
	OpponentID   string
	OpponentName string
	Opponent     int32 // rating as corrections use it
	Score        int8  // 1 won, 0 drawn, -1 lost
	Change       int32 // what the table gave for it, rating points
}

// PlayerGame is a game of the period from one player's side.
type PlayerGame struct {
	Row      *Row
	Color    engine.Color
	Opponent int32
	Own      int32 // ratings at the start of the game
	Against  int32
	Score    int8 // 1 won, 0 drawn, -1 lost
	Side     rating.Side
}

// GamesOf gives a player's rated games in the order of counting.
func (r *RateResult) GamesOf(player int32) iter.Seq[PlayerGame] {
	return func(yield func(PlayerGame) bool) {
		for _, i := range r.Rating.GamesOf(player) {
			if !yield(r.side(i, player)) {
				return
			}
		}
	}
}

// side is the i-th rated game seen by one of its players.
func (r *RateResult) side(i, player int32) PlayerGame {
	g := &r.Games[i]
	pg := PlayerGame{Row: &r.Rows[r.Rated[i]], Color: engine.White, Opponent: g.Black,
		Own: g.WhiteRating, Against: g.BlackRating, Score: g.Score, Side: r.Rating.Games[i].White}
	if g.Black == player {
		pg = PlayerGame{Row: pg.Row, Color: engine.Black, Opponent: g.White,
			Own: g.BlackRating, Against: g.WhiteRating, Score: -g.Score, Side: r.Rating.Games[i].Black}
	}
	return pg
}

// Correction gives the player's correction of this period, nil if there was none.
func (r *RateResult) Correction(player int32) *rating.Correction {
	if c := r.Rating.Players[player].Correction; c >= 0 {
		return &r.Rating.Corrections[c]
	}
	return nil
}

// PastGame gives the game at a position of a correction: the player's rated games since joining, counted
// from 0, the period's after the earlier ones.
func (r *RateResult) PastGame(player, position int32) Past {
	if int(position) < len(r.History[player]) {
		return r.History[player][position]
	}
	i := r.Rating.GamesOf(player)[int(position)-len(r.History[player])]
	return r.pastOf(i, player)
}

func (r *RateResult) pastOf(i, player int32) Past {
	pg, g := r.side(i, player), &r.Games[i]
	opp := r.List.Entries[pg.Opponent]
	p := Past{Game: pg.Row.ID, Period: r.Period.String(), End: pg.Row.End.String(),
		OpponentID: opp.ID, OpponentName: opp.Name, Opponent: pg.Against, Score: pg.Score}
	if r.Rating.Scale == 1 {
		p.Change = pg.Side.Change
	}
	later := g.BlackLater
	if pg.Color == engine.Black {
		later = g.WhiteLater
	}
	if later != 0 {
		p.Opponent = later
	}
	return p
}

// SecondCount is what a count that understands nothing saw in a file, beside what its reader handed on: games, or rows
// with the header among them (open.Reader.SecondCount).
type SecondCount struct {
	Unit   string `json:"unit"`
	Seen   int    `json:"seen"`
	Handed int    `json:"handed_on"`
}
