package engine

// ColorReason says which step of EqualColors decided.
type ColorReason uint8

// Reasons of EqualColors.
const (
	ColorBalance   ColorReason = iota // different or opposite imbalances
	ColorAlternate                    // opposite of the latest round in which the two had different colours
	ColorLot                          // identical histories
)

// EqualColors decides the colours of a pair by histories alone (JCA Swiss rules 6; also the simple rule of
// systems without one of their own): who has the larger imbalance gets his equalising colour; with equal
// imbalance the two alternate (Alternate); identical histories are decided by a lot drawn from Luck, keyed by the round
// and the pair.
func (s *State) EqualColors(a, b Player) (white Player, why ColorReason) {
	da, db := s.ColorDiff[a], s.ColorDiff[b]
	if da != db {
		// Larger |imbalance| first; if they are equal the signs are opposite and both are served.
		p, q, d := a, b, da
		if max(da, -da) < max(db, -db) {
			p, q, d = b, a, db
		}
		if d < 0 {
			return p, ColorBalance
		}
		return q, ColorBalance
	}
	if white, ok := s.Alternate(a, b); ok {
		return white, ColorAlternate
	}
	return s.ColorLot(a, b), ColorLot
}

// Alternate says who of a and b has White by going back through their games from the latest: where the colours differ,
// each gets the opposite of what he had; where one has no game left, the other alternates alone. ok is false for
// identical histories. (JCA 6.3; gap: the text does not say what a player without a game is compared by.)
func (s *State) Alternate(a, b Player) (white Player, ok bool) {
	had := s.LastDifference(a, b)
	if had == NoColor {
		had = s.colorBack(a, s.Games[b])
		if other := s.colorBack(b, s.Games[a]); other != NoColor {
			had = other.Other()
		}
	}
	switch had {
	case White:
		return b, true
	case Black:
		return a, true
	}
	return NoPlayer, false
}

// colorBack is the colour of p's game with so many games after it, NoColor if he has not played as many.
func (s *State) colorBack(p Player, after int16) Color {
	switch {
	case after >= s.Games[p] || after >= 64:
		return NoColor
	case s.Colors[p]>>uint(after)&1 != 0:
		return White
	}
	return Black
}

// ColorLot draws who of a and b has White: a lot from Luck, keyed by the round and the pair.
func (s *State) ColorLot(a, b Player) (white Player) {
	lo, hi := min(a, b), max(a, b)
	if s.Luck.With(LuckColor).With(uint64(s.rounds)).With(uint64(lo)).With(uint64(hi)).Coin() {
		return lo
	}
	return hi
}

// Grip is the colour drawn for the upper player of the first board of round 1 (握り): FirstColor if it was
// drawn on the spot, otherwise a coin from Luck.
func (s *State) Grip() Color {
	if s.FirstColor != NoColor {
		return s.FirstColor
	}
	if s.Luck.With(LuckGrip).Coin() {
		return White
	}
	return Black
}

// AbsoluteColor is the colour that p has to have next, NoColor if he may have either: another game with the other one
// would make a difference of three or three in a row (C.04.1 6, 7).
func (s *State) AbsoluteColor(p Player) Color {
	switch d, run := s.ColorDiff[p], s.Run(p); {
	case d > 1 || run >= 2:
		return Black
	case d < -1 || run <= -2:
		return White
	}
	return NoColor
}
