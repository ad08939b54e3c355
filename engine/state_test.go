package engine

import "testing"

// A small event walked by hand: scores, colours, floats, meetings, byes.
func TestStateFollowsTheRounds(t *testing.T) {
	var s State
	s.Reset(5)
	s.Apply([]Game{{0, 2, WhiteWins}, {3, 1, Draw}, {4, NoPlayer, PairingBye}})
	s.Apply([]Game{{4, 0, BlackForfeits}, {1, 2, WhiteWins}}) // player 3 absent
	want := []struct {
		score  Points
		diff   int16
		games  int16
		down   int16
		barred bool
	}{
		{2, 1, 1, 0, false},
		{3, 0, 2, 1, false},
		{0, -2, 2, 0, false},
		{1, 1, 1, 0, false},
		{4, 0, 0, 2, true},
	}
	for p, w := range want {
		if s.Score[p] != w.score || s.ColorDiff[p] != w.diff || s.Games[p] != w.games || s.Downs[p] != w.down ||
			s.ByeBarred[p] != w.barred {
			t.Errorf("player %d: score %v diff %d games %d downs %d barred %v, want %+v",
				p, s.Score[p], s.ColorDiff[p], s.Games[p], s.Downs[p], s.ByeBarred[p], w)
		}
	}
	if !s.Banned(0, 2) || s.Banned(4, 0) || s.Ups[2] != 1 {
		t.Errorf("met 0-2 %v, forfeit counted as meeting %v, ups of 2: %d", s.Banned(0, 2), s.Banned(4, 0), s.Ups[2])
	}
	if s.OutcomeAt(1, 3) != None || s.PointsAt(1, 4) != 2 {
		t.Errorf("absence %v, forfeit win %v", s.OutcomeAt(1, 3), s.PointsAt(1, 4))
	}
	var k State
	k.CopyPrefix(&s, 1)
	if k.Round() != 2 || k.Away[3] != ByeZero || k.Away[4] != None || k.Score[1] != 1 {
		t.Errorf("prefix: round %d away %v score %v", k.Round(), k.Away, k.Score)
	}
	s.Undo()
	if s.Rounds() != 1 || s.Score[1] != 1 || s.Banned(1, 2) || !s.Banned(1, 3) {
		t.Errorf("undo: rounds %d score %v", s.Rounds(), s.Score)
	}
}

func TestApplyAllocatesNothingAfterWarmUp(t *testing.T) {
	var s, c State
	games := []Game{{0, 2, WhiteWins}, {3, 1, Draw}, {4, NoPlayer, PairingBye}}
	play := func() {
		s.Reset(5)
		for range 7 {
			s.Apply(games)
		}
		c.CopyFrom(&s)
	}
	play()
	if n := testing.AllocsPerRun(100, play); n != 0 {
		t.Errorf("%v allocations an event", n)
	}
}

func TestPointsString(t *testing.T) {
	for p, want := range map[Points]string{0: "0", 1: "0.5", 5: "2.5", 6: "3", -1: "-0.5", -3: "-1.5"} {
		if got := p.String(); got != want {
			t.Errorf("%d: %s, want %s", int32(p), got, want)
		}
	}
}

func TestPermitAllowsARematchUntilTheStateIsFilledAnew(t *testing.T) {
	var s State
	s.Reset(4)
	s.Apply([]Game{{0, 1, Draw}, {2, 3, Draw}})
	s.Permit(1, 0)
	if s.Banned(0, 1) || s.Banned(1, 0) || !s.Banned(2, 3) {
		t.Error("not permitted, or too much")
	}
	var k State
	k.CopyPrefix(&s, 1)
	if !k.Banned(0, 1) {
		t.Error("the meeting is forgotten")
	}
}
