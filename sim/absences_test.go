package sim

import (
	"testing"

	"crosstable/engine"
)

// A latecomer has a zero-point bye in round 1, and only he; he is the same player whatever the system, and
// plays from round 2.
func TestLatecomersMissRoundOne(t *testing.T) {
	late := map[int32]bool{}
	for i, system := range []string{"monrad", "jca"} {
		r, err := NewRunner(Scenario{Players: 40, Rounds: 4, System: system, Handicap: "none", Strength: "normal",
			Model: "elo", Late: 0.25, Noise: 100}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := r.Play(7, 3); err != nil || !ok {
			t.Fatal(ok, err)
		}
		s := r.Event.State
		n := 0
		for p := range engine.Player(s.N()) {
			away := s.OutcomeAt(0, p) == engine.ByeZero
			if rank := r.Event.TrueRank[p]; i == 0 {
				late[rank] = away
			} else if late[rank] != away {
				t.Errorf("%s: true rank %d late: %v", system, rank+1, away)
			}
			if !away {
				continue
			}
			n++
			if s.OutcomeAt(1, p) == engine.ByeZero || s.PointsAt(0, p) != 0 {
				t.Errorf("%s: latecomer %d: round 2 %v", system, p, s.OutcomeAt(1, p))
			}
		}
		if n < 4 || n > 18 {
			t.Errorf("%d of 40 late, a quarter asked for", n)
		}
	}
}

// Who has left asks for no bye: all his rounds after it are zero-point byes.
func TestWithdrawnPlayersGetNoByes(t *testing.T) {
	r, err := NewRunner(Scenario{Players: 23, Rounds: 7, System: "monrad", Handicap: "none", Strength: "normal",
		Model: "elo", Byes: 0.3, Withdraw: 0.2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for rep := range uint64(20) {
		completed, err := r.Play(3, rep)
		if err != nil {
			t.Fatal(err)
		}
		if !completed {
			continue
		}
		s := r.Event.State
		for p := range engine.Player(s.N()) {
			if !s.Gone[p] {
				continue
			}
			left++
			if last := s.OutcomeAt(s.Rounds()-1, p); last != engine.ByeZero {
				t.Fatalf("event %d: player %d has withdrawn and ends with %v", rep, p, last)
			}
		}
	}
	if left < 20 {
		t.Errorf("only %d withdrawals", left)
	}
}
