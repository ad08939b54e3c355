package rating

import (
	"math"

	"crosstable/engine/method"
)

// Elo is the logistic Elo rating with one K for everybody, or the player's own (Entry.K).
type Elo struct {
	K int32
}

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

// Rate implements System. Changes count thousandths of a point; Entry.Exact carries the fraction on.
func (e *Elo) Rate(dst *Result, before []Entry, games []Game) error {
	if err := dst.reset(before, games); err != nil {
		return err
	}
	dst.Scale = 1000
	for i := range games {
		g := &games[i]
		w := e.side(&before[g.White], g.WhiteRating, g.BlackRating, g.Score)
		b := e.side(&before[g.Black], g.BlackRating, g.WhiteRating, -g.Score)
		dst.Games[i] = Sides{w, b}
		dst.Players[g.White].Sum += w.Change
		dst.Players[g.Black].Sum += b.Change
	}
	for p := range dst.Players {
		c := &dst.Players[p]
		c.Counted = c.Sum
		c.After.Games += c.Played
		c.After.Exact = exact(&c.Before) + float64(c.Sum)/1000
		c.After.Rating = int32(math.Floor(c.After.Exact + 0.5))
		if c.Before.Status == Unrated && c.Played == 0 {
			c.After.Rating, c.After.Exact = 0, 0
			continue
		}
		c.After.Status = Established
	}
	return nil
}

func (e *Elo) side(own *Entry, mine, theirs int32, score int8) Side {
	k := own.K
	if k == 0 {
		k = e.K
	}
	change := float64(k) * (float64(score+1)/2 - EloExpected(float64(mine-theirs)))
	return Side{Change: int32(math.Round(1000 * change)), K: int16(k), Rule: RuleElo}
}

// exact is the rating with its fraction.
func exact(e *Entry) float64 {
	if e.Exact != 0 {
		return e.Exact
	}
	return float64(e.Rating)
}
