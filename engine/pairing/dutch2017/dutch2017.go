// Package dutch2017 is the FIDE (Dutch) System, C.04.3 in the edition that was in force until 31 January 2026.
//
// It is package dutch with the older text: whether the round can be completed is asked in the last brackets only (C.4),
// which collapse into one if need be; the receiver of the bye is whoever the last bracket leaves over; whatever round a
// player has not played is a downfloat; a full-point bye does not bar from the pairing-allocated bye.
package dutch2017

import (
	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/dutch"
	"crosstable/engine/pairing/fide"
)

var edition = dutch.Edition{
	System: "dutch2017",
	Articles: map[string]string{
		"3.3": "B.3", "4.2": "D.1", "4.3": "D.2",
		"5.2.1": "E.1", "5.2.2": "E.2", "5.2.3": "E.3", "5.2.4": "E.4", "5.2.5": "E.5",
	},
	Collapse: true,
	Float:    Float,
	Barred:   Barred,
}

// New makes a pairer. The system has no options.
func New(*method.Spec) (engine.Pairer, error) { return dutch.NewEdition(edition), nil }

// Float gives the float of p k rounds ago (A.4): after a game between players of different scores the higher ranked one
// has floated down and the other one up; whoever did not play has floated down, whatever the reason.
func Float(s *engine.State, p engine.Player, k int) uint8 {
	if !s.OutcomeAt(s.Rounds()-k, p).Played() {
		return engine.FloatDown
	}
	return s.FloatAt(p, k)
}

// Barred reports whether p may not get the pairing-allocated bye (C.2): he has had it, or a win because his opponent
// did not come.
func Barred(s *engine.State, p engine.Player) bool {
	for r := range s.Rounds() {
		if o := s.OutcomeAt(r, p); o == engine.ByePairing || o == engine.ForfeitWin {
			return true
		}
	}
	return false
}

// Prepare brings who is barred from the bye before the coming round of s into line with the edition.
func Prepare(s *engine.State) {
	for p := range s.ByeBarred {
		s.ByeBarred[p] = Barred(s, engine.Player(p))
	}
}

// Checklist gives the players to be paired in rank order: floats of the latest round (C.12, C.13) and of the one before
// (C.14, C.15).
func Checklist(s *engine.State) fide.Checklist { return edition.Checklist(s) }
