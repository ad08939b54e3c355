// Package check pairs the rounds of a finished event again and names every difference between what was
// played and what the system's rules give.
package check

import (
	"errors"
	"slices"

	"crosstable/engine"
	"crosstable/engine/pairing"
)

// Pair is one pairing; Black is engine.NoPlayer for the pairing-allocated bye.
type Pair struct{ White, Black engine.Player }

// Round is what checking one round found.
type Round struct {
	Round int // 1-based
	// OnlyPlayed and OnlyPaired are pairings (and byes) of the event and of the re-pairing that
	// the other does not have, whatever the colours, in board order of each.
	OnlyPlayed, OnlyPaired []Pair
	// Colors are pairings that agree with colours exchanged, as the event has them.
	Colors []Pair
	// Lots are such pairings where the rules draw the colour by lot: no difference.
	Lots []Pair
	// Err says why the round could not be paired again.
	Err error
	// Why holds the steps of the re-pairing that concern the players of the differences.
	Why []engine.Step
}

// Differs reports a difference that counts: other opponents, another bye, another colour than the rules give.
func (r *Round) Differs() bool {
	return r.Err != nil || len(r.OnlyPlayed)+len(r.OnlyPaired)+len(r.Colors) > 0
}

// Checker re-pairs events. It owns scratch and serves one goroutine.
type Checker struct {
	Pairer engine.Pairer
	Scheme engine.Scheme // nil: the event's own virtual points
	// Prepare fills dst with the event as it stood after k rounds; nil: State.CopyPrefix. It lets a file
	// set what a State does not keep round by round, such as bans that end.
	Prepare func(dst *engine.State, k int) error
	// Explain fills Why of rounds that differ.
	Explain bool
	// GripOpen says that nobody stated the colour drawn before round 1: State.FirstColor is a guess from the
	// top number's game. Where that player is not the upper one of board 1 (order by rating or lot, not by
	// number) the guess can be the other face of the coin; then all boards of round 1 are exchanged.
	GripOpen bool

	// What Why tries (why.go): another State before the coming round, and the number of every player in it.
	alter  func(s *engine.State)
	number []engine.Player
	before engine.State

	state  engine.State
	games  []engine.Game
	paired []engine.Player // opponent in the re-pairing by player
}

// Event checks all rounds of s in which somebody was paired and appends one Round each to dst.
func (c *Checker) Event(dst []Round, s *engine.State) ([]Round, error) {
	for r := range s.Rounds() {
		if !anyPaired(s, r) {
			continue
		}
		round, err := c.round(s, r)
		if err != nil {
			return dst, err
		}
		dst = append(dst, round)
	}
	return dst, nil
}

func anyPaired(s *engine.State, r int) bool {
	return slices.ContainsFunc(s.Outcomes(r), func(o engine.Outcome) bool {
		return o.Paired() ||
			o == engine.ByePairing
	})
}

// prepare sets c.state to the event after k rounds.
func (c *Checker) prepare(s *engine.State, k int) error {
	if c.Prepare != nil {
		if err := c.Prepare(&c.state, k); err != nil {
			return err
		}
	} else {
		c.state.CopyPrefix(s, k)
	}
	c.state.Tracer = nil
	if c.state.PlannedRounds == 0 {
		c.state.PlannedRounds = s.Rounds()
	}
	if c.alter != nil {
		c.alter(&c.state)
	}
	if c.number != nil {
		c.before.CopyFrom(&c.state)
		rebuild(&c.state, &c.before, c.number, nil)
	}
	return nil
}

// pair pairs round k+1 of s into c.games.
func (c *Checker) pair(s *engine.State, k int, tracer engine.Tracer) (err error) {
	if f, ok := c.Pairer.(engine.Follower); ok {
		c.games = renumbered(played(c.games[:0], s, k), c.number)
		f.Follow(c.games)
		defer f.Follow(nil)
	}
	d := pairing.Director{Pairer: c.Pairer, Scheme: c.Scheme}
	c.games, err = d.Next(c.games[:0], &c.state, func(*engine.State) error {
		err := c.prepare(s, k)
		c.state.Tracer = tracer
		return err
	})
	if c.number != nil {
		back := places(c.number)
		renumbered(c.games, back)
		if r, ok := tracer.(*recorder); ok {
			for i := range r.steps {
				st := &r.steps[i]
				st.A, st.B = numberOf(st.A, back), numberOf(st.B, back)
			}
		}
	}
	return err
}

// renumbered gives the players of games other numbers; nil: their own.
func renumbered(games []engine.Game, number []engine.Player) []engine.Game {
	if number != nil {
		for i := range games {
			g := &games[i]
			g.White, g.Black = numberOf(g.White, number), numberOf(g.Black, number)
		}
	}
	return games
}

func numberOf(p engine.Player, number []engine.Player) engine.Player {
	if p < 0 {
		return p
	}
	return number[p]
}

// played appends the pairings of round r of s, whoever had which colour.
func played(dst []engine.Game, s *engine.State, r int) []engine.Game {
	out := s.Outcomes(r)
	for p, q := range s.Opponents(r) {
		if out[p].Paired() && q > engine.Player(p) {
			dst = append(dst, engine.Game{White: engine.Player(p), Black: q})
		}
	}
	return dst
}

// recorder keeps the steps of a pairing.
type recorder struct{ steps []engine.Step }

func (r *recorder) Trace(s engine.Step) { r.steps = append(r.steps, s) }

// round checks round r (0-based).
func (c *Checker) round(s *engine.State, r int) (Round, error) {
	out := Round{Round: r + 1}
	err := c.pair(s, r, nil)
	var no *engine.NoPairing
	if err != nil && !errors.As(err, &no) {
		return out, err
	}
	out.Err = err
	c.compare(&out, s, r)
	if len(out.Colors) == 0 && (!c.Explain || !out.Differs()) {
		return out, nil
	}
	// Pair once more and listen: which colours were drawn by lot, which rules made the differences.
	var rec recorder
	if err = c.pair(s, r, &rec); err != nil && !errors.As(err, &no) {
		return out, err
	}
	c.state.Tracer = nil
	if c.GripOpen && otherGrip(&out, rec.steps) {
		out.Colors = nil
	}
	c.separateLots(&out, rec.steps)
	if c.Explain && out.Differs() {
		out.Why = concerning(rec.steps, &out)
	}
	return out, nil
}

// compare fills the differences between round r of s and c.games.
func (c *Checker) compare(out *Round, s *engine.State, r int) {
	const none, bye = engine.Player(-2), engine.NoPlayer
	c.paired = slices.Grow(c.paired[:0], s.N())[:s.N()]
	for i := range c.paired {
		c.paired[i] = none
	}
	for _, g := range c.games {
		c.paired[g.White] = g.Black
		if g.Black != engine.NoPlayer {
			c.paired[g.Black] = g.White
		}
	}
	opp, col, res := s.Opponents(r), s.ColorsAt(r), s.Outcomes(r)
	played := func(p engine.Player) engine.Player {
		switch {
		case res[p].Paired() && opp[p] != engine.NoPlayer:
			return opp[p]
		case res[p] == engine.ByePairing:
			return bye
		}
		return none
	}
	for i := range s.N() {
		p := engine.Player(i)
		q := played(p)
		if q == none || q != bye && (col[p] == engine.Black || col[p] == engine.NoColor && q < p) {
			continue
		}
		if c.paired[p] != q {
			out.OnlyPlayed = append(out.OnlyPlayed, Pair{p, q})
		}
	}
	for _, g := range c.games {
		switch {
		case played(g.White) != g.Black:
			out.OnlyPaired = append(out.OnlyPaired, Pair{g.White, g.Black})
		case g.Black != engine.NoPlayer && col[g.White] == engine.Black:
			out.Colors = append(out.Colors, Pair{g.Black, g.White})
		}
	}
}

// otherGrip reports that the colours of a round are those of the other grip: the drawn colour decided every
// pairing, and each has its colours exchanged.
func otherGrip(out *Round, steps []engine.Step) bool {
	if len(out.OnlyPlayed)+len(out.OnlyPaired) > 0 {
		return false
	}
	byGrip := 0
	for _, st := range steps {
		if st.Kind != engine.StepColor {
			continue
		}
		if st.Rule != "color.first" {
			return false
		}
		byGrip++
	}
	return byGrip > 0 && byGrip == len(out.Colors)
}

// separateLots moves pairs whose colour the re-pairing drew by lot from Colors to Lots.
func (c *Checker) separateLots(out *Round, steps []engine.Step) {
	lot := map[Pair]bool{}
	for _, st := range steps {
		if st.Kind != engine.StepColor {
			continue
		}
		rule, ok := pairing.FindRule(st.Rule)
		// The last word on a pair counts.
		lot[Pair{st.B, st.A}] = ok && rule.Lot
	}
	kept := out.Colors[:0]
	for _, p := range out.Colors {
		if lot[p] {
			out.Lots = append(out.Lots, p)
		} else {
			kept = append(kept, p)
		}
	}
	out.Colors = kept
}

// concerning picks the steps about players of the round's differences.
func concerning(steps []engine.Step, out *Round) []engine.Step {
	in := map[engine.Player]bool{}
	for _, list := range [][]Pair{out.OnlyPlayed, out.OnlyPaired, out.Colors} {
		for _, p := range list {
			in[p.White], in[p.Black] = true, true
		}
	}
	delete(in, engine.NoPlayer)
	var why []engine.Step
	for _, st := range steps {
		switch st.Kind {
		case engine.StepGroup:
		case engine.StepNote:
			if in[st.A] || in[st.B] {
				why = append(why, st)
			}
		default:
			if in[st.A] || st.B != engine.NoPlayer && in[st.B] {
				why = append(why, st)
			}
		}
	}
	return why
}
