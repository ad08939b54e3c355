// Package rating is the table of rating systems and their calculations: the JCCA quick table with its
// corrections at 12 and 20 games, the FIDE system of B.02, plain Elo and Glicko-2.
//
// A System rates one period: the players as the last list has them, the games in order, and out come the
// players as the next list has them, with an account of every step. What a period is, which games belong
// to it and which rating a player had when a game began is decided outside (pipeline/period). What a system
// needs from lists and games, and what it has to show beside the ratings, stands in its Traits: nobody
// outside asks which system it is. JCCA and FIDE count in integers and fractions only; Elo and Glicko-2 are
// floating point by nature.
package rating

import (
	"fmt"

	"crosstable/engine/method"
)

// maxColumns is how many further columns of a list a system can keep (Traits.Columns).
const maxColumns = 8

// maxFacts is how many numbers beside his rating a system can show of a player's period (Traits.Player).
const maxFacts = 8

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
	Past   []Past // the rated games since joining, oldest first, where the system needs them (Traits.Keeps)

	// Own are the system's further columns of the list, in the order of Traits.Columns; 0: the list has none.
	Own [maxColumns]float64
}

// unrated reports a player without any rating. Entries made by hand may leave the status out.
func (e *Entry) unrated() bool { return e.Status == Unrated && e.Rating == 0 }

// Past is one earlier game of a player as the corrections need it.
type Past struct {
	Opponent int32 // opponent's rating in rating points
	Score    int8  // 1 won, 0 drawn, -1 lost
	Day      int32 // when it ended, as NewDay counts; 0 unknown
	Change   int32 // what the table gave for it, in rating points
}

// Game is one rated game. The order of a slice of games is the order in which they count.
type Game struct {
	White, Black             int32 // indices into the entries
	WhiteRating, BlackRating int32 // at the start of the game, in rating points; 0: unrated
	// The ratings that JCCA corrections use; zero: as at the start of the game.
	WhiteLater, BlackLater int32
	Score                  int8  // White's: 1 won, 0 drawn, -1 lost
	Day                    int32 // when it ended, as NewDay counts; 0 unknown
}

// NewDay counts a day so that days compare as numbers and show their year; unknown parts are 0.
func NewDay(year, month, day int) int32 { return int32(year)<<9 | int32(month)<<5 | int32(day) }

// yearOf is the year of a day.
func yearOf(day int32) int32 { return day >> 9 }

// Period is what a system rates: the players at its start, and its rated games in the order in which they
// count (end date, then game id).
type Period struct {
	Before []Entry
	Games  []Game
	Last   int32 // its last day, for games whose day is not known; 0: nobody asks
}

// Side is what a game did to one of its players.
type Side struct {
	Change int32 // in 1/Result.Scale rating points
	Row    int16 // what RuleInfo.Row says: a row of the quick table, an expected score in hundredths
	K      int16 // the coefficient used, in systems that have one
	Rule   Rule
}

// Rule names why a side changed as it did: a place in its system's table of rules, Result.Rules. 0 is none.
type Rule uint8

// RuleInfo is a rule of a system as ledgers and explanations name it.
type RuleInfo struct {
	Code string // written into ledgers
	Row  string // what Side.Row is, a heading of explanations: "table row", "expected %"
	Side string // in which column of a table the player stands: "higher", "lower"
}

// RuleNone and RuleNoRating begin every system's table of rules: nothing is said, and a player without
// rating whose game counts for his opponent only.
const (
	RuleNone Rule = iota
	RuleNoRating
	ownRules // a system's own rules begin here
)

// rules puts a system's own rules behind the common ones.
func rules(own ...RuleInfo) []RuleInfo {
	return append([]RuleInfo{RuleNone: {}, RuleNoRating: {Code: "no-rating"}}, own...)
}

// FindRule gives the rule of a ledger's code, whatever system wrote it. A code that no system has gives no
// headings.
func FindRule(code string) RuleInfo {
	for i := range Systems {
		for _, r := range Systems[i].Rules {
			if r.Code == code {
				return r
			}
		}
	}
	return RuleInfo{Code: code}
}

// Sides are the two sides of a game.
type Sides struct{ White, Black Side }

// Change is a player's period.
type Change struct {
	Before, After Entry           // After.Past is nil: Result.Past rebuilds it
	Sum           int32           // changes of all his games of the period, in 1/Scale points
	Counted       int32           // the part of Sum that entered the new rating: all, or what came after a correction
	Correction    int32           // index into Result.Corrections, -1 none
	Played        int32           // games of the period
	Facts         [maxFacts]int32 // what Traits.Player shows
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
	Traits      *Traits    // of the system
	Rules       []RuleInfo // by Side.Rule
	Scale       int32      // units of Side.Change and Change.Sum in one rating point
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
func (r *Result) reset(t *Traits, rules []RuleInfo, scale int32, period *Period) error {
	before, games := period.Before, period.Games
	r.Traits, r.Rules, r.Scale = t, rules, scale
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
// The result overwrites dst. The error means that the games do not fit the players; nothing else can go
// wrong.
type System interface {
	Rate(dst *Result, p *Period) error
	// Traits must not be changed.
	Traits() *Traits
}

// Method is a row of the table of rating systems, one file each.
type Method struct {
	method.Info
	New   func(spec *method.Spec) (System, error)
	Rules []RuleInfo
}

// Systems is the table, in the order in which it is printed.
var Systems = []Method{
	{Info: jccaInfo, New: newJCCA, Rules: jccaRules},
	{Info: fideInfo, New: newFIDE, Rules: fideRules},
	{Info: eloInfo, New: newElo, Rules: eloRules},
	{Info: glicko2Info, New: newGlicko2, Rules: glickoRules},
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
