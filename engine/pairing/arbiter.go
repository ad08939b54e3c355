package pairing

import (
	"slices"

	"crosstable/engine"
)

// arbiter stands before every system: it keeps the arbiter's fixed pairings, pairs the sections of a
// handicap apart, and puts everything in board order. Systems see neither.
type arbiter struct {
	inner    engine.Pairer
	view     engine.State     // shallow copy of the State with other Away and Section
	away     []engine.Outcome // with the fixed pairings' players away
	open     []engine.Outcome // of one section
	section  []uint8
	sections [256]bool
}

func (a *arbiter) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	if len(s.Fixed) == 0 && !hasSections(s) {
		return a.inner.Pair(dst, s)
	}
	first := len(dst)
	clear(a.sections[:])
	a.away = append(a.away[:0], s.Away...)
	for _, g := range s.Fixed {
		for _, p := range [2]engine.Player{g.White, g.Black} {
			if p != engine.NoPlayer {
				a.away[p] = engine.ByeZero
			}
		}
	}
	a.section = append(a.section[:0], make([]uint8, s.N())...)
	for p := range s.N() {
		if !s.Gone[p] && a.away[p] == engine.None {
			a.sections[s.Section[p]] = true
		}
	}
	a.view = *s
	a.view.Fixed = nil
	a.view.Section = a.section
	a.open = append(a.open[:0], a.away...)
	a.view.Away = a.open
	var err error
	for k, used := range a.sections {
		if !used {
			continue
		}
		copy(a.view.Away, a.away)
		for p := range s.N() {
			if int(s.Section[p]) != k && a.view.Away[p] == engine.None {
				a.view.Away[p] = engine.ByeZero
			}
		}
		if dst, err = a.inner.Pair(dst, &a.view); err != nil {
			return dst[:first], err
		}
	}
	for _, g := range s.Fixed {
		dst = append(dst, g)
		if s.Tracer != nil {
			kind := engine.StepPair
			if g.Black == engine.NoPlayer {
				kind = engine.StepBye
			}
			s.Tracer.Trace(engine.Step{Kind: kind, A: g.White, B: g.Black, Rule: "fixed"})
		}
	}
	slices.SortStableFunc(dst[first:], func(g, h engine.Game) int { return compareBoards(s, g, h) })
	return dst, nil
}

func hasSections(s *engine.State) bool {
	for _, k := range s.Section {
		if k != 0 {
			return true
		}
	}
	return false
}

// compareBoards orders games as C.04.2 3.6: pairing score of the higher player, sum of the scores, rating
// order of the higher player; games without opponent last.
func compareBoards(s *engine.State, g, h engine.Game) int {
	gb, hb := g.Black == engine.NoPlayer, h.Black == engine.NoPlayer
	if gb != hb {
		if gb {
			return 1
		}
		return -1
	}
	gu, gs := upper(s, g)
	hu, hs := upper(s, h)
	switch su, sv := s.PairScore(gu), s.PairScore(hu); {
	case su != sv:
		return int(sv - su)
	case gs != hs:
		return int(hs - gs)
	case s.Rating[gu] != s.Rating[hu]:
		return int(s.Rating[hu] - s.Rating[gu])
	}
	return int(gu - hu)
}

// upper is the higher ranked player of a game, and the sum of both pairing scores.
func upper(s *engine.State, g engine.Game) (engine.Player, engine.Points) {
	if g.Black == engine.NoPlayer {
		return g.White, s.PairScore(g.White)
	}
	w, b := s.PairScore(g.White), s.PairScore(g.Black)
	sum := w + b
	if w > b || w == b && (s.Rating[g.White] > s.Rating[g.Black] || s.Rating[g.White] == s.Rating[g.Black] && g.White < g.Black) {
		return g.White, sum
	}
	return g.Black, sum
}
