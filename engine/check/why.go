package check

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/pairing"
)

// CauseKind says what may have been otherwise when a round was paired.
type CauseKind uint8

// Kinds of causes, in the order in which they are tried.
const (
	CauseEdition    CauseKind = iota // paired by another edition of the rules
	CauseForbidden                   // A and B were not allowed to meet
	CauseAllCounted                  // players who had not come yet were counted for the parity of the initial colour
	CauseRatings                     // numbers in the order of ratings
	CauseNumber                      // A stood at number Place: numbers have changed since
	CauseResult                      // in round Round A (against B) had Was: the result has changed since
	CauseColors                      // in round Round A and B had each other's colours
	CauseHand                        // A - B was fixed by the arbiter, and the others are paired by the rules
)

// Cause is something that may have been otherwise.
type Cause struct {
	Kind    CauseKind
	Edition string // of CauseEdition: the system
	A, B    engine.Player
	Place   int
	Round   int
	Was     engine.Outcome // of A
}

// Explanation is causes with which, together, a round that differs is paired as it was played: opponents, bye and
// colours. It says what would explain the round, not that it happened.
type Explanation []Cause

// Edition is another edition of the rules to try.
type Edition struct {
	Name   string
	Pairer engine.Pairer
}

// whyTries bounds the pairings that are tried of one kind of cause.
const whyTries = 5000

// Why tries causes on a round of s that was found to differ. Another edition alone is told alone. Else it gives the
// first explanation of each kind of cause: of the simplest sort that has one, by itself, with another edition, together
// with players counted who had not come, or with the changed results that explain earlier rounds (known); if there is
// none, two changed results, two pairs kept apart, or one or two pairs made by hand.
func (c *Checker) Why(s *engine.State, found *Round, others []Edition, known Explanation) ([]Explanation, error) {
	w := guesser{c: c, s: s, r: found.Round - 1, found: found}
	w.involve()
	own, explain := c.Pairer, c.Explain
	c.Explain = false
	defer func() { c.Pairer, c.Explain, c.alter, c.number = own, explain, nil, nil }()
	editions := append([]Edition{{"", own}}, others...)
	alone := []func() (Cause, bool){w.forbidden, w.counted, w.ratings, w.moved, w.results, w.colors}
	bases := []Explanation{nil, {{Kind: CauseAllCounted, A: engine.NoPlayer, B: engine.NoPlayer}}}
	if len(known) > 0 {
		bases = append(bases, known)
	}
	for k, base := range bases {
		w.base = base
		for _, ed := range editions {
			c.Pairer = ed.Pairer
			given := base
			if ed.Name != "" {
				given = append(Explanation{{Kind: CauseEdition, Edition: ed.Name, A: engine.NoPlayer,
					B: engine.NoPlayer}}, base...)
			}
			if len(given) > 0 && w.try(nil, nil) {
				return []Explanation{given}, w.err
			}
		}
		for _, ed := range editions {
			c.Pairer = ed.Pairer
			var given Explanation
			if ed.Name != "" {
				given = Explanation{{Kind: CauseEdition, Edition: ed.Name, A: engine.NoPlayer, B: engine.NoPlayer}}
			}
			if all := w.each(alone, append(given, base...)); len(all) > 0 || w.err != nil {
				return all, w.err
			}
		}
		if k == 0 && len(found.OnlyPlayed)+len(found.Colors) <= 2 {
			break // a swap of two pairs is done by hand rather than by two causes
		}
	}
	for _, ed := range editions {
		w.base, c.Pairer, w.left = nil, ed.Pairer, 4*whyTries
		if len(found.OnlyPlayed) <= 2 {
			break
		}
		if x := w.twoResults(); x != nil || w.err != nil {
			if ed.Name != "" {
				x = append(Explanation{{Kind: CauseEdition, Edition: ed.Name, A: engine.NoPlayer,
					B: engine.NoPlayer}}, x...)
			}
			return []Explanation{x}, w.err
		}
	}
	w.base, c.Pairer = nil, own
	if all := w.each([]func() (Cause, bool){w.forbiddenTwo}, nil); len(all) > 0 || w.err != nil {
		return all, w.err
	}
	w.left = whyTries
	if x := w.hand(); x != nil {
		return []Explanation{x}, w.err
	}
	return nil, w.err
}

// each gives the first explanation of every kind that has one, together with what is given.
func (w *guesser) each(kinds []func() (Cause, bool), given Explanation) (all []Explanation) {
	for _, kind := range kinds {
		w.left = whyTries
		if cause, ok := kind(); ok {
			all = append(all, append(slices.Clone(given), cause))
		}
	}
	return all
}

// guesser tries causes.
type guesser struct {
	c     *Checker
	s     *engine.State
	r     int
	found *Round
	in    []engine.Player // who is in the differences
	base  Explanation     // what is taken for granted
	left  int             // pairings that may still be tried
	err   error
}

func (w *guesser) involve() {
	for _, list := range [][]Pair{w.found.OnlyPlayed, w.found.OnlyPaired, w.found.Colors} {
		for _, p := range list {
			for _, q := range [2]engine.Player{p.White, p.Black} {
				if q != engine.NoPlayer && !slices.Contains(w.in, q) {
					w.in = append(w.in, q)
				}
			}
		}
	}
	slices.Sort(w.in)
}

// try reports whether the round is paired as it was played once alter has changed the State before it. number is the
// place of every player in the changed State; nil: as it was.
func (w *guesser) try(alter func(s *engine.State), number []engine.Player) bool {
	if w.left--; w.err != nil {
		return false
	}
	w.c.number = number
	w.c.alter = func(s *engine.State) {
		for i := range w.base {
			w.base[i].alter(s)
		}
		if alter != nil {
			alter(s)
		}
	}
	round, err := w.c.round(w.s, w.r)
	if err != nil {
		w.err = err
	}
	return err == nil && !round.Differs()
}

func (w *guesser) forbidden() (Cause, bool) {
	for _, p := range w.found.OnlyPaired {
		if p.Black == engine.NoPlayer {
			continue
		}
		if w.try(func(s *engine.State) { s.Forbid(p.White, p.Black) }, nil) {
			return Cause{Kind: CauseForbidden, A: p.White, B: p.Black}, true
		}
	}
	return Cause{}, false
}

// forbiddenTwo keeps a second pair of the differences apart, once the first is; the first is named.
func (w *guesser) forbiddenTwo() (Cause, bool) {
	for _, p := range w.found.OnlyPaired {
		if p.Black == engine.NoPlayer {
			continue
		}
		for _, q := range w.in {
			if q == p.White || q == p.Black || w.left <= 0 {
				continue
			}
			for _, a := range [2]engine.Player{p.White, p.Black} {
				if w.s.Opponent(w.r, a) == q {
					continue
				}
				if w.try(func(s *engine.State) { s.Forbid(p.White, p.Black); s.Forbid(a, q) }, nil) {
					return Cause{Kind: CauseForbidden, A: p.White, B: p.Black}, true
				}
			}
		}
	}
	return Cause{}, false
}

func (w *guesser) counted() (Cause, bool) {
	c := Cause{Kind: CauseAllCounted, A: engine.NoPlayer, B: engine.NoPlayer}
	return c, w.try(c.alter, nil)
}

// alter brings about the causes that others may be added to: everybody counted, and changed results.
func (c *Cause) alter(s *engine.State) {
	switch c.Kind {
	case CauseAllCounted:
		for p := range s.Numbered {
			s.Numbered[p] = true
		}
	case CauseResult:
		reenter(s, c.Round-1, func(at []entry) {
			at[c.A].outcome = c.Was
			if c.B != engine.NoPlayer {
				at[c.B].outcome = against(c.Was)
			}
		})
	}
}

func (w *guesser) ratings() (Cause, bool) {
	order := everybody(w.s.N())
	slices.SortStableFunc(order, func(p, q engine.Player) int { return int(w.s.Rating[q] - w.s.Rating[p]) })
	if slices.IsSorted(order) {
		return Cause{}, false
	}
	return Cause{Kind: CauseRatings, A: engine.NoPlayer, B: engine.NoPlayer}, w.try(nil, places(order))
}

// moved tries every other number for everybody in the differences, the nearest first.
func (w *guesser) moved() (Cause, bool) {
	n := w.s.N()
	for distance := 1; distance < n; distance++ {
		for _, p := range w.in {
			for _, to := range [2]int{int(p) - distance, int(p) + distance} {
				if to < 0 || to >= n || w.left <= 0 {
					continue
				}
				order := slices.Insert(slices.Delete(everybody(n), int(p), int(p)+1), to, p)
				if w.try(nil, places(order)) {
					return Cause{Kind: CauseNumber, A: p, B: engine.NoPlayer, Place: to + 1}, true
				}
			}
		}
	}
	return Cause{}, false
}

func everybody(n int) []engine.Player {
	order := make([]engine.Player, n)
	for i := range order {
		order[i] = engine.Player(i)
	}
	return order
}

// places gives the place of every player in an order.
func places(order []engine.Player) []engine.Player {
	at := make([]engine.Player, len(order))
	for i, p := range order {
		at[p] = engine.Player(i)
	}
	return at
}

var (
	ofGames = []engine.Outcome{engine.Win, engine.Drawn, engine.Loss, engine.ForfeitWin, engine.ForfeitLoss}
	ofByes  = []engine.Outcome{engine.ByeHalf, engine.ByeZero, engine.ByeFull, engine.ByePairing}
)

// against is what the opponent has.
func against(o engine.Outcome) engine.Outcome {
	switch o {
	case engine.Win:
		return engine.Loss
	case engine.Loss:
		return engine.Win
	case engine.ForfeitWin:
		return engine.ForfeitLoss
	case engine.ForfeitLoss:
		return engine.ForfeitWin
	}
	return o
}

// results tries other results in earlier rounds for everybody in the differences, the latest round first.
func (w *guesser) results() (Cause, bool) {
	for _, c := range w.changes() {
		if w.left > 0 && w.try(c.alter, nil) {
			return c, true
		}
	}
	return Cause{}, false
}

// changes lists the other results.
func (w *guesser) changes() (all []Cause) {
	for r := w.r - 1; r >= 0; r-- {
		for _, p := range w.in {
			had, other, list := w.s.OutcomeAt(r, p), engine.NoPlayer, ofByes
			if had.Paired() && w.s.Opponent(r, p) != engine.NoPlayer {
				other, list = w.s.Opponent(r, p), ofGames
			}
			if other != engine.NoPlayer && other < p && slices.Contains(w.in, other) {
				continue // named with him
			}
			for _, o := range list {
				if o != had {
					all = append(all, Cause{Kind: CauseResult, A: p, B: other, Round: r + 1, Was: o})
				}
			}
		}
	}
	return all
}

// twoResults tries every two other results of different games.
func (w *guesser) twoResults() Explanation {
	all := w.changes()
	for i := range all {
		for j := range i {
			a, b := &all[i], &all[j]
			if a.A == b.A && a.Round == b.Round {
				continue
			}
			if w.left <= 0 {
				return nil
			}
			if w.try(func(s *engine.State) { a.alter(s); b.alter(s) }, nil) {
				return Explanation{*b, *a}
			}
		}
	}
	return nil
}

// colors tries exchanged colours of earlier games.
func (w *guesser) colors() (Cause, bool) {
	for r := w.r - 1; r >= 0; r-- {
		for _, p := range w.in {
			q := w.s.Opponent(r, p)
			if q == engine.NoPlayer || !w.s.OutcomeAt(r, p).Played() || q < p && slices.Contains(w.in, q) ||
				w.left <= 0 {
				continue
			}
			exchange := func(at []entry) { at[p].color, at[q].color = at[q].color, at[p].color }
			if w.try(func(s *engine.State) { reenter(s, r, exchange) }, nil) {
				return Cause{Kind: CauseColors, A: p, B: q, Round: r + 1}, true
			}
		}
	}
	return Cause{}, false
}

// hand tries each pair that was played, and then every two, as fixed by the arbiter.
func (w *guesser) hand() Explanation {
	pairs := append(slices.Clone(w.found.OnlyPlayed), w.found.Colors...)
	fix := func(s *engine.State, p Pair) {
		g := engine.Game{White: p.White, Black: p.Black}
		if p.Black == engine.NoPlayer {
			g.Result = engine.PairingBye
		}
		s.Fixed = append(s.Fixed, g)
	}
	for _, p := range pairs {
		if w.try(func(s *engine.State) { fix(s, p) }, nil) {
			return Explanation{{Kind: CauseHand, A: p.White, B: p.Black}}
		}
	}
	for i, p := range pairs {
		for _, q := range pairs[:i] {
			if w.left > 0 && w.try(func(s *engine.State) { fix(s, q); fix(s, p) }, nil) {
				return Explanation{{Kind: CauseHand, A: q.White, B: q.Black}, {Kind: CauseHand, A: p.White, B: p.Black}}
			}
		}
	}
	return nil
}

// entry is what a State keeps of a player in a round.
type entry struct {
	opponent engine.Player
	color    engine.Color
	outcome  engine.Outcome
}

// reenter plays the rounds of s again, round r (0-based) with entries that change makes.
func reenter(s *engine.State, r int, change func(at []entry)) {
	var src engine.State
	src.CopyFrom(s)
	rebuild(s, &src, everybody(s.N()), func(k int, at []entry) {
		if k == r {
			change(at)
		}
	})
}

// rebuild makes dst the event of src with players at other numbers and, if change is not nil, with other entries.
func rebuild(dst, src *engine.State, number []engine.Player, change func(r int, at []entry)) {
	n := src.N()
	dst.Points, dst.PlannedRounds, dst.FirstColor = src.Points, src.PlannedRounds, src.FirstColor
	dst.Luck, dst.Tracer = src.Luck, src.Tracer
	dst.Reset(n)
	at := make([]entry, n)
	for r := range src.Rounds() {
		dst.BeginRound()
		for p := range engine.Player(n) {
			dst.Virtual[number[p]] = src.VirtualAt(r, p)
			at[p] = entry{src.Opponent(r, p), src.ColorAt(r, p), src.OutcomeAt(r, p)}
		}
		if change != nil {
			change(r, at)
		}
		for p, e := range at {
			dst.Enter(number[p], numberOf(e.opponent, number), e.color, e.outcome)
		}
		dst.CloseRound()
	}
	for p := range engine.Player(n) {
		q := number[p]
		dst.Rating[q], dst.Group[q] = src.Rating[p], src.Group[p]
		dst.Virtual[q], dst.Section[q] = src.Virtual[p], src.Section[p]
		dst.Away[q], dst.Gone[q] = src.Away[p], src.Gone[p]
		dst.Numbered[q] = dst.Numbered[q] || src.Numbered[p]
	}
	for _, g := range src.Fixed {
		g.White, g.Black = numberOf(g.White, number), numberOf(g.Black, number)
		dst.Fixed = append(dst.Fixed, g)
	}
	dst.FixedByScheme = src.FixedByScheme
	if !src.HasBarred() {
		return
	}
	for a := range engine.Player(n) {
		for b := range a {
			for _, cause := range []engine.Ban{engine.Forbidden, engine.Apart} {
				if src.Barred(a, b, cause) {
					dst.Bar(number[a], number[b], cause)
				}
			}
		}
	}
}

// Editions are the systems that are other editions of the one of a notation.
func Editions(notation string) (others []Edition, err error) {
	row, err := pairing.Find(notation)
	if err != nil {
		return nil, err
	}
	for _, o := range pairing.Editions(row.Name) {
		p, err := pairing.New(o.Name)
		if err != nil {
			return nil, err
		}
		others = append(others, Edition{o.Name, p})
	}
	return others, nil
}
