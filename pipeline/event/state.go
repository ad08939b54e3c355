package event

import (
	"fmt"
	"strings"

	"crosstable/engine"
	"crosstable/engine/handicap"
)

// State gives the event in the compact form: all finished rounds entered, the coming round's byes in
// Away (a pairing-allocated bye that is entered already in Fixed), virtual points of every round known, bans of
// the coming round set. The State's index i is Players[i].
func (e *Event) State() (*engine.State, error) { return e.StateAfter(e.Finished()) }

// StateAfter is State as it stood after k rounds, whatever came later: byes of round k+1 are in Away.
func (e *Event) StateAfter(k int) (*engine.State, error) {
	s := new(engine.State)
	if err := e.Fill(s, k); err != nil {
		return nil, err
	}
	return s, nil
}

// Fill writes StateAfter(k) into s, reusing its memory.
func (e *Event) Fill(s *engine.State, k int) error {
	if k < 0 || k > e.Columns {
		return fmt.Errorf("%s: the event has %d rounds, not %d", e.File, e.Finished(), k)
	}
	n := len(e.Players)
	s.Points = e.Points
	s.PlannedRounds = e.PlannedRounds
	s.FirstColor = e.First()
	s.Reset(n)
	for i := range e.Players {
		s.Rating[i] = e.Players[i].Rating
	}
	for r := range k {
		s.BeginRound()
		e.virtual(s.Virtual, r)
		for p := range e.Players {
			c := e.Cell(engine.Player(p), r)
			opp := engine.NoPlayer
			if c.HasOpponent {
				opp = c.Opponent
			}
			s.Enter(engine.Player(p), opp, c.Color, c.Outcome)
		}
		s.CloseRound()
	}
	return e.Coming(s)
}

// Coming sets in s what the event knows of the coming round: virtual points, bans that hold in it, byes asked for or
// entered, withdrawals, what the arbiter has decided. s may have been played on beyond the event's own rounds
// (a forecast).
func (e *Event) Coming(s *engine.State) error {
	k := s.Rounds()
	e.virtual(s.Virtual, k)
	s.UnbarAll(engine.Forbidden)
	for _, f := range e.Forbidden {
		if !f.Covers(k + 1) {
			continue
		}
		for i, a := range f.Players {
			for _, b := range f.Players[i+1:] {
				s.Forbid(a, b)
			}
		}
	}
	finished := e.Finished()
	for _, a := range e.Asked {
		if a.Round == k+1 || a.Round == 0 && k == finished {
			s.Away[a.Player] = a.Kind
		}
	}
	if k >= finished {
		for p := range e.Players {
			s.Gone[p] = e.Players[p].Gone
		}
	}
	e.decided(s, k+1)
	if k >= finished && e.allAbsent(k) {
		return nil
	}
	for p := range e.Players {
		switch c := e.Cell(engine.Player(p), k); {
		case k < finished && !c.Given:
			s.Away[p] = engine.ByeZero
			s.Gone[p] = k == 0 // not on the list of round 1
		case k < finished && c.Outcome == engine.ByePairing:
			s.Away[p] = engine.None // the pairing's own bye, to be found again
		case c.Given && !c.HasOpponent && c.Outcome == engine.ByePairing:
			// The arbiter has given the bye.
			s.Fixed = append(s.Fixed, engine.Game{White: engine.Player(p), Black: engine.NoPlayer, Result: engine.PairingBye})
		case c.Given && !c.HasOpponent && c.Outcome != engine.None:
			s.Away[p] = c.Outcome
		}
	}
	return nil
}

// allAbsent reports that every player is entered as absent in round r (0-based): a column that says nothing.
func (e *Event) allAbsent(r int) bool {
	for p := range e.Players {
		if c := e.Cell(engine.Player(p), r); !c.Given || c.Outcome != engine.ByeZero {
			return false
		}
	}
	return true
}

// virtual writes the virtual points of round r (0-based) into dst.
func (e *Event) virtual(dst []engine.Points, r int) {
	clear(dst)
	if len(e.Virtual) == 0 {
		if e.Baku {
			e.baku(dst, r)
		}
		return
	}
	for _, v := range e.Virtual {
		if r+1 < v.From || r+1 > v.To {
			continue
		}
		for p := v.First; p <= v.Last; p++ {
			dst[p] = v.Points
		}
	}
}

// baku gives the virtual points of C.04.7 to group A of the event, or to as many as BakuGroup says.
func (e *Event) baku(dst []engine.Points, r int) {
	v := handicap.BakuPoints(e.Points.Win(), e.PlannedRounds, r+1)
	ga := e.BakuGroup
	if ga == 0 {
		ga = e.Accelerated()
	}
	for p := range min(ga, len(dst)) {
		dst[p] = v
	}
}

// Accelerated is the size of group A of Baku acceleration as C.04.7 gives it for the event's players, late entries known.
func (e *Event) Accelerated() int {
	begun := e.Finished() > 0
	return handicap.BakuGroup(len(e.Players), func(p int) bool {
		return begun && !e.Cell(engine.Player(p), 0).Given
	})
}

// decided enters what the arbiter has decided for a round (1-based) and pair has marked in the file: fixed
// pairings, the fixed pairing-allocated bye, rematches allowed. Marks that name nobody are passed over.
func (e *Event) decided(s *engine.State, round int) {
	var numbers map[int]engine.Player
	for _, m := range e.Marks {
		var r, a, b int
		if m.Key != "fixed" && m.Key != "rematch" {
			continue
		}
		if numbers == nil {
			numbers = e.ByNumber()
		}
		player := func(n int) engine.Player {
			if p, ok := numbers[n]; ok {
				return p
			}
			return engine.NoPlayer
		}
		if n, _ := fmt.Sscanf(m.Value, "round %d: %d-%d", &r, &a, &b); n == 3 && r == round {
			p, q := player(a), player(b)
			switch {
			case p == engine.NoPlayer || q == engine.NoPlayer || p == q:
			case m.Key == "rematch":
				s.Permit(p, q)
			default:
				s.Fixed = append(s.Fixed, engine.Game{White: p, Black: q})
			}
		}
		// A half-, full- or zero-point bye stands in its cell.
		if n, _ := fmt.Sscanf(m.Value, "round %d: bye %d", &r, &a); n == 2 && r == round && m.Key == "fixed" && !strings.Contains(m.Value, "=") {
			if p := player(a); p != engine.NoPlayer {
				s.Fixed = append(s.Fixed, engine.Game{White: p, Black: engine.NoPlayer, Result: engine.PairingBye})
			}
		}
	}
}
