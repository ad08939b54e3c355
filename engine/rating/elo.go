package rating

import (
	"math"
	"strconv"

	"crosstable/engine/method"
)

// Elo is the logistic Elo rating with one K for everybody, or the player's own (Entry.K).
type Elo struct {
	K int32
}

// Columns of Elo in Entry.Own.
const (
	eloExact = iota // the rating with its fraction
	eloK
)

const ruleElo = ownRules // K (S - E)

var eloRules = rules(RuleInfo{Code: "elo"})

var eloTraits = Traits{
	Lag: 1, NeedsRating: true,
	Columns: []Column{
		eloExact: {Name: "exact", Min: Lowest, Max: Highest, Digits: 3, Exact: true},
		eloK:     {Name: "k", Min: 1, Max: 100, Given: true},
	},
	Game: []GameColumn{kColumn},
}

// kColumn shows the coefficient of a side.
var kColumn = GameColumn{"k", func(s *Side) string {
	if s.K == 0 {
		return ""
	}
	return strconv.Itoa(int(s.K))
}}

// Traits implements System.
func (e *Elo) Traits() *Traits { return &eloTraits }

var eloInfo = method.Info{
	Name:    "elo",
	Source:  "A. Elo, The Rating of Chessplayers; logistic curve",
	Summary: "R' = R + K (S - E) with E = 1 / (1 + 10^(-(Ra-Rb)/400)), all from the ratings at the start of the game",
	Options: []method.Option{
		{Key: "k", Values: "1..100", Default: "20", Summary: "development coefficient, where the list gives none"},
	},
}

func newElo(spec *method.Spec) (System, error) {
	k, err := spec.Int("k", 20)
	if err != nil {
		return nil, err
	}
	if k < 1 || k > 100 {
		return nil, spec.Bad("k", "a whole number from 1 to 100")
	}
	return &Elo{K: int32(k)}, nil
}

// EloExpected is the expected score of a player whose rating is diff points above his opponent's.
func EloExpected(diff float64) float64 { return 1 / (1 + math.Pow(10, -diff/400)) }

// Rate implements System. Changes count thousandths of a point; the column exact carries the fraction on.
// A player without rating stays without one; the row's rating of him serves his opponent.
func (e *Elo) Rate(dst *Result, p *Period) error {
	if err := dst.reset(&eloTraits, eloRules, 1000, p); err != nil {
		return err
	}
	for i := range p.Games {
		g := &p.Games[i]
		w := e.side(&p.Before[g.White], g.WhiteRating, g.BlackRating, g.Score)
		b := e.side(&p.Before[g.Black], g.BlackRating, g.WhiteRating, -g.Score)
		dst.Games[i] = Sides{w, b}
		dst.Players[g.White].Sum += w.Change
		dst.Players[g.Black].Sum += b.Change
	}
	for p := range dst.Players {
		c := &dst.Players[p]
		if c.Before.unrated() {
			continue
		}
		c.Counted = c.Sum
		c.After.Games += c.Played
		c.After.Own[eloExact] = exact(&c.Before) + float64(c.Sum)/1000
		c.After.Rating = int32(math.Floor(c.After.Own[eloExact] + 0.5))
		c.After.Status = Established
	}
	return nil
}

func (e *Elo) side(own *Entry, mine, theirs int32, score int8) Side {
	if own.unrated() {
		return Side{Rule: RuleNoRating}
	}
	k := int32(own.Own[eloK])
	if k == 0 {
		k = e.K
	}
	change := float64(k) * (float64(score+1)/2 - EloExpected(float64(mine-theirs)))
	return Side{Change: int32(math.Round(1000 * change)), K: int16(k), Rule: ruleElo}
}

// exact is the rating with its fraction. Elo and Glicko-2 keep it in their first column.
func exact(e *Entry) float64 {
	if e.Own[eloExact] != 0 {
		return e.Own[eloExact]
	}
	return float64(e.Rating)
}
