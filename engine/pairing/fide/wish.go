package fide

import "crosstable/engine"

// Wish is a colour preference (C.04.3 1.7, C.04.4.1 1.6, C.04.4.2 1.5).
type Wish struct {
	Color     engine.Color // NoColor: none
	Strength  Strength
	Imbalance int16 // |games with White - games with Black|
}

// Strength of a preference.
type Strength uint8

// Strengths. An absolute preference has to be granted.
const (
	NoWish Strength = iota
	Mild
	Strong
	Absolute
)

// WishOf is the preference of a player; that of who has not played yet is newcomer.
func WishOf(s *engine.State, p engine.Player, newcomer Wish) Wish {
	games, diff := s.Games[p], s.ColorDiff[p]
	if games == 0 {
		return newcomer
	}
	w := Wish{Color: s.LastColor(p).Other(), Strength: Mild, Imbalance: max(diff, -diff)}
	switch c := s.Colors[p]; {
	case diff > 1:
		w.Color, w.Strength = engine.Black, Absolute
	case diff < -1:
		w.Color, w.Strength = engine.White, Absolute
	case games > 1 && (c^c>>1)&1 == 0:
		w.Strength = Absolute
	case diff > 0:
		w.Color, w.Strength = engine.Black, Strong
	case diff < 0:
		w.Color, w.Strength = engine.White, Strong
	}
	return w
}

// Numbers gives dst the numbers that decide the initial colour: over the players taken into account for the pairing of
// this or an earlier round, in the initial order (FIDE answer of 27 August 2026), whom the arbiter gave a pairing or
// the pairing-allocated bye among them. Requested byes and absences number nobody.
func Numbers(dst []int32, s *engine.State) []int32 {
	dst = dst[:0]
	k := int32(0)
	for q := range engine.Player(s.N()) {
		if s.Numbered[q] || s.Present(q) || s.Away[q] == engine.ByePairing {
			k++
		}
		dst = append(dst, k)
	}
	return dst
}

// Rules of Colour, in their order (the Dutch system puts the first last, where it decides the same); a system adds the
// number of its article.
const (
	ColorFirst     = iota // neither has played: initial colour by the number of the higher ranked
	ColorBoth             // both preferences granted
	ColorStronger         // the stronger preference
	ColorAlternate        // opposite of the latest round in which the two had different colours
	ColorHigher           // preference of the higher ranked
)

// Colour gives the colour of the higher ranked player against the lower ranked one and the rule that decides
// (C.04.3 5.2, C.04.4.1 5.2, C.04.4.2 5.2). number is that of the higher ranked player, for the initial colour.
func Colour(s *engine.State, higher, lower engine.Player, wh, wl Wish, number int32) (engine.Color, int) {
	switch {
	case s.Games[higher] == 0 && s.Games[lower] == 0:
		c := s.Grip()
		if number&1 == 0 {
			c = c.Other()
		}
		return c, ColorFirst
	case wh.Color == engine.NoColor:
		return wl.Color.Other(), ColorBoth
	case wh.Color != wl.Color:
		return wh.Color, ColorBoth
	case wh.Strength > wl.Strength:
		return wh.Color, ColorStronger
	case wh.Strength < wl.Strength:
		return wl.Color.Other(), ColorStronger
	case wh.Strength == Absolute && wh.Imbalance != wl.Imbalance: // topscorers of the Dutch system only
		if wh.Imbalance > wl.Imbalance {
			return wh.Color, ColorStronger
		}
		return wl.Color.Other(), ColorStronger
	}
	if c := s.LastDifference(higher, lower); c != engine.NoColor {
		return c.Other(), ColorAlternate
	}
	return wh.Color, ColorHigher
}
