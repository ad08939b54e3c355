package event

import (
	"fmt"

	"crosstable/engine"
)

// FromState makes the event of a tournament played in memory: players "Player 001" and so on in initial order,
// all finished rounds, and the virtual points they were paired with. Sections of a handicap leave no trace.
func FromState(file string, s *engine.State) *Event {
	e := New(file)
	e.Points, e.PlannedRounds, e.FirstColor = s.Points, s.PlannedRounds, s.FirstColor
	n := s.N()
	digits := max(3, len(fmt.Sprint(n)))
	for p := range n {
		e.Players = append(e.Players, Player{Number: p + 1, Name: fmt.Sprintf("Player %0*d", digits, p+1), Rating: s.Rating[p], Gone: s.Gone[p]})
	}
	for r := range s.Rounds() {
		for p := range engine.Player(n) {
			o := s.OutcomeAt(r, p)
			opp := s.Opponent(r, p)
			e.SetCell(p, r, Entry{Opponent: opp, HasOpponent: opp != engine.NoPlayer, Color: s.ColorAt(r, p), Outcome: o, Given: o != engine.None})
		}
		e.addVirtual(s, r)
	}
	for p := range n {
		e.Players[p].Stated, e.Players[p].HasStated = s.Score[p], true
	}
	return e
}

// addVirtual adds the virtual points of round r (0-based): runs of players with the same points, each extended
// over the rounds in which it stays the same.
func (e *Event) addVirtual(s *engine.State, r int) {
	n := engine.Player(s.N())
	for lo := engine.Player(0); lo < n; {
		v := s.VirtualAt(r, lo)
		hi := lo + 1
		for hi < n && s.VirtualAt(r, hi) == v {
			hi++
		}
		if v != 0 {
			run := Virtual{First: lo, Last: hi - 1, From: r + 1, To: r + 1, Points: v}
			extended := false
			for i := range e.Virtual {
				old := &e.Virtual[i]
				if old.First == run.First && old.Last == run.Last && old.Points == v && old.To == r {
					old.To, extended = r+1, true
				}
			}
			if !extended {
				e.Virtual = append(e.Virtual, run)
			}
		}
		lo = hi
	}
}
