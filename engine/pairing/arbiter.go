package pairing

import (
	"crosstable/engine"
	"crosstable/engine/pairing/field"
)

// arbiter stands before every system: it keeps the arbiter's fixed pairings, pairs the sections of a
// handicap apart, and puts everything in board order. Systems see neither.
type arbiter struct {
	inner    engine.Pairer
	absolute bool             // System.AbsoluteColors
	view     engine.State     // shallow copy of the State with other Away and Section
	away     []engine.Outcome // with the fixed pairings' players away
	open     []engine.Outcome // of one section
	section  []uint8
	field    field.Field // for board order, and to name who blocks a round
	sections [256]bool
	heard    []engine.Step // of the attempt under way, if somebody listens
}

// Trace keeps a step of the attempt under way.
func (a *arbiter) Trace(st engine.Step) { a.heard = append(a.heard, st) }

// Follow implements engine.Follower for the systems that draw lots.
func (a *arbiter) Follow(games []engine.Game) {
	if f, ok := a.inner.(engine.Follower); ok {
		f.Follow(games)
	}
}

func (a *arbiter) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	if len(s.Fixed) == 0 && !hasSections(s) {
		dst, err := a.inner.Pair(dst, s)
		return dst, a.named(err, s)
	}
	first := len(dst)
	// The steps of an attempt that is given up are nobody's reasons: they are told once it has succeeded.
	tracer := s.Tracer
	if tracer != nil {
		a.heard = a.heard[:0]
		s.Tracer = a
		defer func() { s.Tracer = tracer }()
	}
	out, err := a.sectionsApart(dst, s, s.Fixed, false)
	if err != nil && (s.FixedByScheme > 0 || hasSections(s)) {
		a.heard = a.heard[:0]
		// A handicap must not leave a round unpaired: give its sections and pairs up.
		out, err = a.sectionsApart(dst[:first], s, s.Fixed[:len(s.Fixed)-s.FixedByScheme], true)
	}
	if tracer != nil {
		for _, st := range a.heard {
			tracer.Trace(st)
		}
	}
	if err != nil {
		return dst[:first], a.named(err, &a.view)
	}
	a.field.Load(s, field.ByRating)
	a.field.Boards(out[first:])
	return out, nil
}

// named adds who is in the way to an error of a system that does not say so, as far as meetings, byes and absolute
// colours are the reason.
func (a *arbiter) named(err error, s *engine.State) error {
	no, ok := err.(*engine.NoPairing)
	if !ok || len(no.Blockers) > 0 {
		return err
	}
	a.field.Load(s, field.ByRating)
	found := a.field.NoPairing(nil)
	if len(found.Blockers) == 0 && a.absolute && !s.LastRound() { // the last round has exceptions for topscorers
		found = a.field.NoPairing(func(p, q engine.Player) bool {
			must := s.AbsoluteColor(p)
			return must != engine.NoColor && must == s.AbsoluteColor(q)
		})
	}
	no.Blockers, no.NoBye = found.Blockers, found.NoBye
	return no
}

// sectionsApart adds the fixed games and pairs section by section, or all as one.
func (a *arbiter) sectionsApart(dst []engine.Game, s *engine.State, fixed []engine.Game, joined bool) (
	[]engine.Game, error) {
	n := s.N()
	clear(a.sections[:])
	a.away = append(a.away[:0], s.Away...)
	for _, g := range fixed {
		for _, p := range [2]engine.Player{g.White, g.Black} {
			if p != engine.NoPlayer {
				a.away[p] = engine.ByePairing // has his place in this round: numbered, unlike an absence
			}
		}
	}
	section := func(p int) uint8 {
		if joined {
			return 0
		}
		return s.Section[p]
	}
	for p := range n {
		if !s.Gone[p] && a.away[p] == engine.None {
			a.sections[section(p)] = true
		}
	}
	a.section = append(a.section[:0], make([]uint8, n)...)
	a.open = append(a.open[:0], a.away...)
	a.view = *s
	a.view.Fixed, a.view.FixedByScheme = nil, 0
	a.view.Section = a.section
	a.view.Away = a.open
	if joined && s.Tracer != nil {
		s.Tracer.Trace(engine.Step{Kind: engine.StepNote, A: engine.NoPlayer, B: engine.NoPlayer,
			Rule: "sections.joined"})
	}
	var err error
	for k, used := range a.sections {
		if !used {
			continue
		}
		copy(a.open, a.away)
		for p := range n {
			if int(section(p)) != k && a.open[p] == engine.None {
				a.open[p] = engine.ByePairing
			}
		}
		if dst, err = a.inner.Pair(dst, &a.view); err != nil {
			return dst, err
		}
	}
	for i, g := range fixed {
		dst = append(dst, g)
		if s.Tracer == nil {
			continue
		}
		st := engine.Step{Kind: engine.StepPair, A: g.White, B: g.Black, Rule: "fixed"}
		if g.Black == engine.NoPlayer {
			st.Kind = engine.StepBye
		}
		if i >= len(s.Fixed)-s.FixedByScheme {
			st.Rule = "z.mixed"
			_, rule := field.EqualColors(s, g.White, g.Black)
			s.Tracer.Trace(engine.Step{Kind: engine.StepColor, A: g.White, B: g.Black, Rule: rule})
		}
		s.Tracer.Trace(st)
	}
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
