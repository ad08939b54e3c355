package event

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"crosstable/engine"
)

// The event of a State is that State again, byes, forfeits, absences and virtual points included.
func TestFromStateIsTheSameTournament(t *testing.T) {
	var s engine.State
	s.Reset(6)
	s.PlannedRounds, s.FirstColor = 5, engine.Black
	for i := range s.Rating {
		s.Rating[i] = int32(2000 - 10*i)
	}
	for r := range 3 {
		for i := range s.Virtual {
			if i < 3 && r < 2 {
				s.Virtual[i] = 2
			}
			if i < 2 && r == 2 {
				s.Virtual[i] = 1
			}
		}
		switch r {
		case 0:
			s.Apply([]engine.Game{{White: 0, Black: 3, Result: engine.WhiteWins}, {White: 4, Black: 1, Result: engine.BlackForfeits}, {White: 2, Black: 5, Result: engine.Draw}})
		case 1:
			s.Away[5] = engine.ByeHalf
			s.Apply([]engine.Game{{White: 1, Black: 0, Result: engine.Draw}, {White: 3, Black: 2, Result: engine.BlackWins}, {White: 4, Black: engine.NoPlayer, Result: engine.PairingBye}})
		case 2:
			s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.DoubleForfeit}})
		}
	}
	e := FromState("x", &s)
	want := []Virtual{{0, 2, 1, 2, 2}, {0, 1, 3, 3, 1}}
	if d := cmp.Diff(want, e.Virtual); d != "" {
		t.Errorf("virtual points (-want +got):\n%s", d)
	}
	back, err := e.StateAfter(3)
	if err != nil {
		t.Fatal(err)
	}
	for r := range 3 {
		for p := range engine.Player(6) {
			if back.OutcomeAt(r, p) != s.OutcomeAt(r, p) || back.Opponent(r, p) != s.Opponent(r, p) || back.ColorAt(r, p) != s.ColorAt(r, p) || back.VirtualAt(r, p) != s.VirtualAt(r, p) {
				t.Errorf("round %d player %d differs", r+1, p)
			}
		}
	}
	if d := cmp.Diff(s.Score, back.Score); d != "" {
		t.Error(d)
	}
}
