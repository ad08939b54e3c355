package engine

import "testing"

// A match's result from both games, the second with colours reversed; Swap and Outcomes mirror.
func TestMatchResult(t *testing.T) {
	for _, c := range []struct{ first, second, want Result }{
		{WhiteWins, BlackWins, WhiteWins},
		{WhiteWins, Draw, NarrowWhiteWins},
		{WhiteWins, WhiteWins, Draw},
		{Draw, Draw, Draw},
		{Draw, WhiteWins, NarrowBlackWins},
		{BlackWins, WhiteWins, BlackWins},
	} {
		if got := MatchResult(c.first, c.second); got != c.want {
			t.Errorf("%d and %d: %d, want %d", c.first, c.second, got, c.want)
		}
	}
	w, b := NarrowWhiteWins.Outcomes()
	if w != NarrowWin || b != NarrowLoss || NarrowWhiteWins.Swap() != NarrowBlackWins || !w.Played() || !b.Played() {
		t.Errorf("%d %d", w, b)
	}
}

// Values of matches from those of games; the bye's value stands for the match.
func TestMatchPoints(t *testing.T) {
	games := Standard
	games.Set(ByePairing, 3)
	m, ok := games.Matches()
	if !ok {
		t.Fatal("standard points are refused")
	}
	for o, want := range map[Outcome]Points{Win: 4, NarrowWin: 3, Drawn: 2, NarrowLoss: 1, Loss: 0, ByePairing: 3,
		ByeFull: 4, ByeHalf: 2, ByeZero: 0, ForfeitWin: 4, ForfeitLoss: 0} {
		if got := m.Value[o][White]; got != want {
			t.Errorf("outcome %d: %v, want %v", o, got, want)
		}
	}
	three := NewPointSystem(6, 2, 0)
	if _, ok := three.Matches(); ok {
		t.Error("3-1-0 is taken: 4 points would be a win and a draw, or nothing that can be told")
	}
}
