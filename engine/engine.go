// Package engine is the model of a tournament: points, results, games and State, the compact record
// that pairers, tie-breaks and simulations work on.
//
// Everything in it is an integer: points count half points, players are indices in the initial order,
// colours and floats are small codes. Names, decimal points and files belong to the packages around it.
// Nothing here reads a clock or a global source of randomness; lots are drawn from the Luck in State.
//
// The rules live in the packages below: pairing (who meets whom), handicap (pairing points and
// sections), tiebreak, standing, rating, grade and check.
package engine

import "strconv"

// Points counts half points: a draw worth 1/2 is 1, a win worth 1 is 2, a win worth 3 is 6.
type Points int32

// String gives the usual decimal form: "2", "2.5".
func (p Points) String() string {
	s := strconv.Itoa(int(p / 2))
	if p < 0 && p > -2 {
		s = "-0"
	}
	if p%2 != 0 {
		s += ".5"
	}
	return s
}

// Player is a player's index in the initial order: 0 is tournament pairing number 1.
type Player int32

// NoPlayer stands where there is no opponent: a bye, an absence.
const NoPlayer Player = -1

// Color is the side a player had or is to have. White moves first (先走, 先手); Black moves second.
type Color uint8

// The sides.
const (
	NoColor Color = iota
	White
	Black
)

// Other gives the opposite side, and NoColor for NoColor.
func (c Color) Other() Color {
	switch c {
	case White:
		return Black
	case Black:
		return White
	}
	return NoColor
}

// String gives "w", "b" or "-", as in TRF files.
func (c Color) String() string { return [...]string{"-", "w", "b"}[c] }

// Result is the result of one Game, or the kind of an unpaired player's round when Game.Black is NoPlayer.
type Result uint8

// Results. The first group is of two players, the second of one player (Game.White) without opponent.
const (
	NoResult       Result = iota // paired, not reported yet
	WhiteWins                    // 1-0
	Draw                         // 1/2-1/2
	BlackWins                    // 0-1
	WhiteForfeits                // --+ : White did not appear
	BlackForfeits                // +-- : Black did not appear
	DoubleForfeit                // --- : neither appeared
	Adjourned                    // *: unfinished; a draw for pairing (C.04.2 3.1)
	ShortWhiteWins               // TRF W/L: over the board, under one move, not rated
	ShortDraw                    // TRF D/D
	ShortBlackWins               // TRF L/W
	PairingBye                   // U: pairing-allocated bye (輪空, 轮空)
	FullBye                      // F: full-point bye
	HalfBye                      // H: half-point bye on request
	ZeroBye                      // Z: zero-point bye, known absence
	// Of matches of two games (Double-Swiss) the results above are 2-0, 1-1 and 0-2; the others:
	NarrowWhiteWins // 1.5-0.5 for White in game 1
	NarrowBlackWins // 0.5-1.5
	NumResults
)

// Swap gives the result with White and Black exchanged.
func (r Result) Swap() Result {
	switch r {
	case WhiteWins:
		return BlackWins
	case BlackWins:
		return WhiteWins
	case WhiteForfeits:
		return BlackForfeits
	case BlackForfeits:
		return WhiteForfeits
	case ShortWhiteWins:
		return ShortBlackWins
	case ShortBlackWins:
		return ShortWhiteWins
	case NarrowWhiteWins:
		return NarrowBlackWins
	case NarrowBlackWins:
		return NarrowWhiteWins
	}
	return r
}

// Outcomes gives what the result is for White and for Black (None for Black when r is a bye).
func (r Result) Outcomes() (white, black Outcome) {
	t := resultOutcomes[r]
	return t[0], t[1]
}

var resultOutcomes = [NumResults][2]Outcome{
	NoResult:       {Pending, Pending},
	WhiteWins:      {Win, Loss},
	Draw:           {Drawn, Drawn},
	BlackWins:      {Loss, Win},
	WhiteForfeits:  {ForfeitLoss, ForfeitWin},
	BlackForfeits:  {ForfeitWin, ForfeitLoss},
	DoubleForfeit:  {ForfeitLoss, ForfeitLoss},
	Adjourned:      {Unfinished, Unfinished},
	ShortWhiteWins: {ShortWin, ShortLoss},
	ShortDraw:      {ShortDrawn, ShortDrawn},
	ShortBlackWins: {ShortLoss, ShortWin},
	PairingBye:     {ByePairing, None},
	FullBye:        {ByeFull, None},
	HalfBye:        {ByeHalf, None},
	ZeroBye:        {ByeZero, None},

	NarrowWhiteWins: {NarrowWin, NarrowLoss},
	NarrowBlackWins: {NarrowLoss, NarrowWin},
}

// MatchResult is the result of a match of two games as White of the first one sees it: second is the result of the
// second game, in which he has Black. Forfeits are of matches.
func MatchResult(first, second Result) Result {
	half := func(r Result) int {
		switch r {
		case WhiteWins:
			return 2
		case Draw:
			return 1
		}
		return 0
	}
	sum := half(first) + half(second.Swap())
	return [...]Result{BlackWins, NarrowBlackWins, Draw, NarrowWhiteWins, WhiteWins}[sum]
}

// Game is one pairing of a round, or an unpaired player (White) when Black is NoPlayer.
type Game struct {
	White, Black Player
	Result       Result
}

// Outcome is one player's round as he sees it. Two opponents' outcomes need not mirror each other
// (a director may score 1/2-0), which is why State keeps outcomes and not results.
type Outcome uint8

// Outcomes, grouped: over the board; paired but not played; without opponent.
const (
	None    Outcome = iota // no entry: before arrival, after withdrawal, blank cell. Scores as ByeZero
	Pending                // paired, no result yet; scores nothing
	Win
	Drawn
	Loss
	ShortWin // TRF W: under one move, counts as played, not rated
	ShortDrawn
	ShortLoss
	NarrowWin  // of a match of two games: 1.5 points
	NarrowLoss // 0.5 points
	Unfinished // adjourned: a draw for pairing
	ForfeitWin
	ForfeitLoss
	ByePairing
	ByeFull
	ByeHalf
	ByeZero
	NumOutcomes
)

// Played reports whether the round was a game over the board: it is a meeting and has a colour.
func (o Outcome) Played() bool { return o >= Win && o <= Unfinished }

// Paired reports whether the player had an opponent on the pairing list, played or not.
func (o Outcome) Paired() bool { return o >= Pending && o <= ForfeitLoss }

// Requested reports a bye or absence that the player asked for (half- or zero-point bye, no entry).
func (o Outcome) Requested() bool { return o == ByeHalf || o == ByeZero || o == None }

// VUR reports a voluntary unplayed round of FIDE C.07 16.1: a requested bye or a forfeit loss.
func (o Outcome) VUR() bool { return o.Requested() || o == ForfeitLoss }
