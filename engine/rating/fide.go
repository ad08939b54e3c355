package rating

import (
	"crosstable/engine/fide"
	"crosstable/engine/method"
	"crosstable/engine/num"
)

// FIDE is the standard rating of FIDE Handbook B.02 (in force from 1 March 2024), one period at a time:
// changes of rated players (8.3), initial ratings of unrated players (8.2), the floor of 1400 (7.2.1).
// Events inside a period are not told apart: "the first event" of 8.2.1 is read as the first period with
// games against rated opponents, and the limit of 26 months on pooling is the caller's.
type FIDE struct {
	// CapAll counts a difference above 400 as 400 for everybody, as before 1 October 2025 (and as in
	// rapid and blitz). By default players rated 2650 or more use the true difference.
	CapAll bool
}

var fideInfo = method.Info{
	Name:    "fide",
	Source:  "FIDE Handbook B.02, 1 March 2024",
	Summary: "expected scores by table 8.1.2, K 40/20/10, initial ratings with two hypothetical draws against 1800",
	Options: []method.Option{
		{Key: "cap", Values: "2650|all", Default: "2650", Summary: "whose differences above 400 count as 400: players below 2650 (from October 2025) or all"},
	},
}

func newFIDE(spec *method.Spec) (System, error) {
	n, err := spec.Choice("cap", "2650", "all")
	if err != nil {
		return nil, err
	}
	return &FIDE{CapAll: n == 1}, nil
}

// Numbers of B.02.
const (
	fideFloor       = 1400 // 7.1.4, 7.2.1
	fideInitialMax  = 2200 // 8.2.3
	fideHypothetic  = 1800 // 8.2.2: the rating of two opponents drawn with
	fideMinGames    = 5    // 7.1.4
	fideCap         = 400  // 8.3.1
	fideTop         = 2650 // 8.3.1 from October 2025
	fideKBudget     = 700  // 8.3.3: K x games at most
	fideNewGames    = 30   // K 40 below
	fideStrongK     = 2400 // K 10 from a published rating of
	fideJuniorLimit = 2300 // K 40 for juniors below
)

// Rate implements System. Changes count hundredths of a point. An opponent counts as rated if the game
// gives his rating at its start; a player who is rated by now and was not then (8.2.4) counts with the
// rating he has.
func (f *FIDE) Rate(dst *Result, before []Entry, games []Game) error {
	if err := dst.reset(before, games); err != nil {
		return err
	}
	dst.Scale = 100
	for p := range dst.Players {
		f.player(dst, before, games, int32(p))
	}
	return nil
}

func (f *FIDE) player(dst *Result, before []Entry, games []Game, player int32) {
	c := &dst.Players[player]
	c.After.Games += c.Played
	mine := dst.GamesOf(player)
	rated := c.Before.Status != Unrated
	count := int32(0) // games against rated opponents
	for _, g := range mine {
		if _, opp, _ := fromSide(&games[g], player); opp != 0 {
			count++
		}
	}
	k := fideK(&c.Before)
	if k*count > fideKBudget {
		k = fideKBudget / count
	}
	pool := c.Before.Pool
	for _, g := range mine {
		own, opp, score := fromSide(&games[g], player)
		side := &dst.Games[g].White
		if games[g].Black == player {
			side = &dst.Games[g].Black
		}
		*side = Side{Rule: RuleFIDEUnrated}
		if own == 0 {
			own = c.Before.Rating
		}
		switch {
		case opp == 0:
		case !rated:
			side.Rule = RuleFIDEInitial
			pool.Games++
			pool.Sum += int64(opp)
			pool.Halves += int32(score) + 1
		default:
			*side = f.side(own, opp, score, k)
			c.Sum += side.Change
		}
	}
	if !rated {
		c.After.Pool = pool
		if pool.Games > 0 && pool.Halves == 0 {
			c.After.Pool = Pool{} // 8.2.1: no point at all so far; disregarded
		} else if pool.Games >= fideMinGames {
			if r := FIDEInitial(pool); r >= fideFloor {
				c.After.Rating, c.After.Status, c.After.Pool = r, Established, Pool{}
				c.After.Peak = max(c.After.Peak, r)
			}
		}
		return
	}
	c.Counted = c.Sum
	c.After.Rating += int32(num.RoundAway(int64(c.Sum), 100))
	c.After.Peak = max(c.After.Peak, c.After.Rating)
	if c.After.Rating < fideFloor { // 7.2.1
		c.After.Rating, c.After.Status = 0, Unrated
	}
}

// fromSide gives a game's ratings and score as one of its players sees them.
func fromSide(g *Game, player int32) (own, opponent int32, score int8) {
	if g.White == player {
		return g.WhiteRating, g.BlackRating, g.Score
	}
	return g.BlackRating, g.WhiteRating, -g.Score
}

// side is 8.3.1 to 8.3.3 for one game.
func (f *FIDE) side(own, opp int32, score int8, k int32) Side {
	d, rule := own-opp, RuleFIDE
	if (d > fideCap || d < -fideCap) && (f.CapAll || own < fideTop) {
		d, rule = min(max(d, -fideCap), fideCap), RuleFIDECap
	}
	e := int32(fide.Expected(int64(d)))
	return Side{Change: k * (50*(int32(score)+1) - e), Row: int16(e), K: int16(k), Rule: rule}
}

// fideK is 8.3.3: 40 for a new player until 30 games are completed, and for a junior below 2300; 10 once a
// published rating reached 2400; else 20.
func fideK(e *Entry) int32 {
	switch {
	case e.K > 0:
		return e.K
	case e.Games < fideNewGames, e.Junior && e.Rating < fideJuniorLimit:
		return 40
	case max(e.Peak, e.Rating) >= fideStrongK:
		return 10
	}
	return 20
}

// FIDEInitial is 8.2.2 and 8.2.3: the rating of an unrated player from his games against rated opponents,
// with two hypothetical draws against 1800, at most 2200.
func FIDEInitial(p Pool) int32 {
	n := int64(p.Games) + 2
	share := num.RoundHalfUp(100*int64(p.Halves+2), 2*n)
	dp := fide.Difference(share)
	return int32(min(num.RoundHalfUp(p.Sum+2*fideHypothetic+dp*n, n), fideInitialMax))
}
