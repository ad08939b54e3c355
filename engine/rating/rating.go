// Package rating is the table of rating systems and their calculations: the JCCA quick table with its
// corrections at 12 and 20 games, the FIDE system of B.02, plain Elo and Glicko-2.
//
// A System rates one period: the players as the last list has them, the games in order, and out come the
// players as the next list has them, with an account of every step. What a period is, which games belong
// to it and which rating a player had when a game began is decided outside (pipeline/stage).
// JCCA and FIDE count in integers and fractions only; Elo and Glicko-2 are floating point by nature.
package rating

import (
	"fmt"

	"crosstable/engine/method"
)

// Status says how well a rating is founded.
type Status uint8

// Statuses. JCCA shows a provisional rating (仮レイティング) in brackets and an established one (確定) plain.
const (
	Unrated Status = iota
	Provisional
	Established
)

// String gives the word of rating list files.
func (s Status) String() string { return [...]string{"unrated", "provisional", "established"}[s] }

// Entry is a player on a rating list.
type Entry struct {
	Rating int32  // rating points; 0 for Unrated
	Games  int32  // rated games since joining
	Status Status // JCCA: follows from Games
	Past   []Past // JCCA: the rated games since joining, oldest first, of a player who is not established

	// The rest is for other systems; zero means their default.
	Deviation  float64 // Glicko-2: RD in rating points
	Volatility float64 // Glicko-2: sigma
	Exact      float64 // Glicko-2, Elo: the rating before rounding; 0: take Rating
	K          int32   // FIDE, Elo: the player's development coefficient; 0: by the rule
	Peak       int32   // FIDE: highest published rating
	Junior     bool    // FIDE: before the end of the year of the 18th birthday
	Pool       Pool    // FIDE: results of an unrated player so far
}

// Past is one earlier game of a player as the corrections need it.
type Past struct {
	Opponent int32 // opponent's rating in rating points
	Score    int8  // 1 won, 0 drawn, -1 lost
	Day      int32 // when it ended, in any count of days; 0 unknown
	Change   int32 // what the table gave for it, in rating points
}

// Pool adds up an unrated player's games against rated opponents (FIDE B.02 8.2).
type Pool struct {
	Games  int32
	Sum    int64 // of the opponents' ratings
	Halves int32 // points in half points
}

// Game is one rated game. The order of a slice of games is the order in which they count.
type Game struct {
	White, Black             int32 // indices into the entries
	WhiteRating, BlackRating int32 // at the start of the game, in rating points; 0: unrated
	// The ratings that JCCA corrections use; zero: as at the start of the game.
	WhiteLater, BlackLater int32
	Score                  int8  // White's: 1 won, 0 drawn, -1 lost
	Day                    int32 // when it ended, in any count of days; 0 unknown
}

// Side is what a game did to one of its players.
type Side struct {
	Change int32 // in 1/Result.Scale rating points
	Row    int16 // JCCA: row of the quick table, 1..31, in the player's own column. FIDE: expected score in hundredths
	K      int16 // FIDE, Elo: the coefficient used
	Rule   Rule
}

// Rule names why a side changed as it did.
type Rule uint8

// Rules of Side.
const (
	RuleNone        Rule = iota
	RuleJCCAHigher       // quick table, column of the higher rated player
	RuleJCCALower        // quick table, column of the lower rated player
	RuleJCCAEqual        // equal ratings: row 1 for both
	RuleFIDE             // B.02 8.3
	RuleFIDECap          // B.02 8.3.1: a difference above 400 counted as 400
	RuleFIDEUnrated      // B.02 8.3: opponent unrated, no change
	RuleFIDEInitial      // B.02 8.2: counts towards an initial rating
	RuleElo              // K (S - E)
	RuleGlicko           // part of a Glicko-2 period; no change of its own
	numRules
)

// String is the code written into ledgers.
func (r Rule) String() string {
	return [numRules]string{"", "jcca-higher", "jcca-lower", "jcca-equal", "fide-8.3", "fide-8.3-cap400",
		"fide-unrated-opponent", "fide-8.2", "elo", "glicko2"}[r]
}

// Sides are the two sides of a game.
type Sides struct{ White, Black Side }

// Change is a player's period.
type Change struct {
	Before, After Entry // After.Past is nil: Result.Past rebuilds it
	Sum           int32 // changes of all his games of the period, in 1/Scale points
	Counted       int32 // the part of Sum that entered the new rating: all, or what came after a correction
	Correction    int32 // index into Result.Corrections, -1 none
	Played        int32 // games of the period
}

// Correction is one recalculation of a provisional rating (JCCA, at 12 and at 20 games).
// Positions count the player's rated games since joining from 0: first the Past of his entry, then the
// games of the period in order.
type Correction struct {
	Player int32
	Mark   int32 // 12 or 20
	// Used are the positions of the games used at first, in the order in which they ended: games 1 to 12 of
	// the player, say. A game that was reported late may come before earlier reported ones.
	Used       []int32
	First      int32 // number of the first of them among all his games, from 0
	Passes     []Pass
	Rating     int32 // Rp of the last pass, rounded half up
	Later      int32 // table changes of the games after the mark, added to Rating
	Incomplete bool  // the mark was reached but earlier games are not known: no correction was made
	Exhausted  bool  // the last pass would have removed every game: its value stands
}

// Pass is one turn of a correction.
type Pass struct {
	Wins, Draws, Losses int32
	OpponentSum         int64   // of the opponents' ratings
	Num, Den            int64   // Rp before rounding is Num/Den, Den > 0
	Excluded            []int32 // positions whose opponent is more than 360 away from Rp: gone in the next pass
}

// Games is the number of games the pass used.
func (p Pass) Games() int32 { return p.Wins + p.Draws + p.Losses }

// Result is a rated period. It may be used again; its slices are then overwritten.
type Result struct {
	Scale       int32 // units of Side.Change and Change.Sum in one rating point
	Players     []Change
	Games       []Sides
	Corrections []Correction

	index  []int32 // games by player, in order
	offset []int32 // of each player in index; one more than players
}

// GamesOf gives the indices of a player's games of the period, in order.
func (r *Result) GamesOf(player int32) []int32 {
	return r.index[r.offset[player]:r.offset[player+1]]
}

// Past appends a player's games since joining, the period's included, to dst: what the next period needs
// as his Entry.Past.
func (r *Result) Past(dst []Past, player int32, games []Game) []Past {
	dst = append(dst, r.Players[player].Before.Past...)
	for _, g := range r.GamesOf(player) {
		p := games[g].past(player)
		p.Change = r.Games[g].White.Change
		if games[g].Black == player {
			p.Change = r.Games[g].Black.Change
		}
		dst = append(dst, p)
	}
	return dst
}

// past is the game as the corrections of one of its players see it.
func (g *Game) past(player int32) Past {
	if g.White == player {
		return Past{Opponent: later(g.BlackRating, g.BlackLater), Score: g.Score, Day: g.Day}
	}
	return Past{Opponent: later(g.WhiteRating, g.WhiteLater), Score: -g.Score, Day: g.Day}
}

func later(start, end int32) int32 {
	if end != 0 {
		return end
	}
	return start
}

// reset sizes the result and builds the index of games by player.
func (r *Result) reset(before []Entry, games []Game) error {
	n := len(before)
	r.Players = grow(r.Players, n)
	r.Games = grow(r.Games, len(games))
	r.Corrections = r.Corrections[:0]
	r.offset = grow(r.offset, n+1)
	r.index = grow(r.index, 2*len(games))
	clear(r.offset)
	for i := range games {
		g := &games[i]
		if uint(g.White) >= uint(n) || uint(g.Black) >= uint(n) || g.White == g.Black {
			return fmt.Errorf("game %d: players %d and %d of %d", i, g.White, g.Black, n)
		}
		if g.Score < -1 || g.Score > 1 {
			return fmt.Errorf("game %d: score %d is none of 1, 0, -1", i, g.Score)
		}
		r.offset[g.White+1]++
		r.offset[g.Black+1]++
	}
	for p := range before {
		r.offset[p+1] += r.offset[p]
		r.Players[p] = Change{Before: before[p], After: before[p], Correction: -1,
			Played: r.offset[p+1] - r.offset[p]}
		r.Players[p].After.Past = nil
	}
	// Fill with offset[p] as the write position, which ends up at the start of p+1; shift back.
	for i := range games {
		for _, p := range [2]int32{games[i].White, games[i].Black} {
			r.index[r.offset[p]] = int32(i)
			r.offset[p]++
		}
	}
	copy(r.offset[1:], r.offset[:n])
	r.offset[0] = 0
	return nil
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// System rates one period.
//
// before are the players at the start of the period, games the period's rated games in the order in which
// they count (end date, then game id). The result overwrites dst. The error means that the games do not
// fit the players; nothing else can go wrong.
type System interface {
	Rate(dst *Result, before []Entry, games []Game) error
}

// Method is a row of the table of rating systems, one file each.
type Method struct {
	method.Info
	New func(spec *method.Spec) (System, error)
}

// Systems is the table, in the order in which it is printed.
var Systems = []Method{
	{Info: jccaInfo, New: newJCCA},
	{Info: fideInfo, New: newFIDE},
	{Info: eloInfo, New: newElo},
	{Info: glicko2Info, New: newGlicko2},
}

// New makes the system of a notation such as "jcca" or "jcca:draws-in-denominator=no".
func New(notation string) (System, error) {
	spec, err := method.Parse(notation)
	if err != nil {
		return nil, err
	}
	row, err := method.Find(Systems, "rating system", spec.Name)
	if err != nil {
		return nil, err
	}
	s, err := row.New(spec)
	if err != nil {
		return nil, err
	}
	return s, spec.Done(row.Options)
}
