package engine

import "testing"

// What one round is for a player, in every kind of entry: points, float, colour, meeting, bar from the
// pairing-allocated bye, number (C.04.1 4, C.04.2 3.4 and 3.5, C.04.3 1.4). Player 0 has two half points more
// than player 1 before the round, so that a game floats.
func TestEveryKindOfRound(t *testing.T) {
	const rest = 0
	three := NewPointSystem(6, 2, 0)
	halfBye := Standard
	halfBye.Set(ByePairing, 1)
	noBye := Standard
	noBye.Set(ByePairing, 0)
	lossCounts := NewPointSystem(4, 3, 2) // 2 - 1 1/2 - 1
	lossCounts.Set(ByeHalf, 3)
	for _, c := range []struct {
		name     string
		points   PointSystem
		outcome  Outcome
		opponent Player
		color    Color

		score    Points
		float    uint8
		games    int16
		diff     int16
		met      bool
		barred   bool
		numbered bool
	}{
		{"win", Standard, Win, 1, White, 2, FloatDown, 1, 1, true, false, true},
		{"draw", Standard, Drawn, 1, Black, 1, FloatDown, 1, -1, true, false, true},
		{"loss", Standard, Loss, 1, Black, 0, FloatDown, 1, -1, true, false, true},
		{"win under one move", Standard, ShortWin, 1, White, 2, FloatDown, 1, 1, true, false, true},
		{"loss under one move", Standard, ShortLoss, 1, White, 0, FloatDown, 1, 1, true, false, true},
		{"adjourned", Standard, Unfinished, 1, White, 1, FloatDown, 1, 1, true, false, true},
		{"adjourned, 3-1-0", three, Unfinished, 1, White, 2, FloatDown, 1, 1, true, false, true},
		{"no colour known", Standard, Win, 1, NoColor, 2, FloatDown, 0, 0, true, false, true},
		{"no result yet", Standard, Pending, 1, White, 0, rest, 0, 0, false, false, true},
		{"forfeit win", Standard, ForfeitWin, 1, White, 2, FloatDown, 0, 0, false, true, true},
		{"forfeit loss", Standard, ForfeitLoss, 1, White, 0, rest, 0, 0, false, false, true},
		{"bye", Standard, ByePairing, NoPlayer, NoColor, 2, FloatDown, 0, 0, false, true, true},
		{"bye worth a half", halfBye, ByePairing, NoPlayer, NoColor, 1, FloatDown, 0, 0, false, true, true},
		{"bye worth nothing", noBye, ByePairing, NoPlayer, NoColor, 0, FloatDown, 0, 0, false, true, true},
		{"full-point bye", Standard, ByeFull, NoPlayer, NoColor, 2, FloatDown, 0, 0, false, true, false},
		{"half-point bye", Standard, ByeHalf, NoPlayer, NoColor, 1, FloatDown, 0, 0, false, false, false},
		{"half-point bye, 3-1-0", three, ByeHalf, NoPlayer, NoColor, 2, FloatDown, 0, 0, false, false, false},
		{"zero-point bye", Standard, ByeZero, NoPlayer, NoColor, 0, rest, 0, 0, false, false, false},
		{"absent", Standard, None, NoPlayer, NoColor, 0, rest, 0, 0, false, false, false},
		{"loss worth points: forfeit loss is no float", lossCounts, ForfeitLoss, 1, White, 2, rest, 0, 0, false, false,
			true},
		{"loss worth points: half-point bye floats", lossCounts, ByeHalf, NoPlayer, NoColor, 3, FloatDown, 0, 0, false,
			false, false},
		{"loss worth points: absent is no float", lossCounts, ByeZero, NoPlayer, NoColor, 0, rest, 0, 0, false, false,
			false},
	} {
		var s State
		s.Points = c.points
		s.Reset(2)
		s.Score[0] = 2
		s.BeginRound()
		s.Enter(0, c.opponent, c.color, c.outcome)
		if c.opponent != NoPlayer {
			answer := Loss
			if !c.outcome.Played() {
				answer = ForfeitLoss
			}
			s.Enter(1, 0, c.color.Other(), answer)
		}
		s.CloseRound()
		if got := s.Score[0] - 2; got != c.score {
			t.Errorf("%s: %v points, want %v", c.name, got, c.score)
		}
		if got := s.FloatAt(0, 1); got != c.float {
			t.Errorf("%s: float %d, want %d", c.name, got, c.float)
		}
		if s.Games[0] != c.games || s.ColorDiff[0] != c.diff {
			t.Errorf("%s: %d games with difference %d, want %d with %d", c.name, s.Games[0], s.ColorDiff[0], c.games,
				c.diff)
		}
		if s.Banned(0, 1) != c.met || s.Met(0, 1) != c.met {
			t.Errorf("%s: met %v, want %v", c.name, s.Met(0, 1), c.met)
		}
		if s.ByeBarred[0] != c.barred || s.Numbered[0] != c.numbered {
			t.Errorf("%s: barred %v numbered %v, want %v %v", c.name, s.ByeBarred[0], s.Numbered[0], c.barred,
				c.numbered)
		}
		var again State
		again.CopyPrefix(&s, 1)
		if again.Numbered[0] != c.numbered || again.ByeBarred[0] != c.barred || again.Games[0] != c.games {
			t.Errorf("%s: the copy differs", c.name)
		}
	}
}

// Unplayed rounds move to the front of the colour history: BWBuW is uBWBW (C.04.2 3.4).
func TestColourHistoryLeavesOutUnplayedRounds(t *testing.T) {
	for _, c := range []struct {
		rounds string // w, b: played; u: bye; f: forfeit win with White; h: half-point bye
		run    int
		diff   int16
		last   Color
	}{
		{"bwbuw", 1, 0 + 0, White},
		{"wuub", -1, 0, Black},
		{"wwfu", 2, 2, White},
		{"uhf", 0, 0, NoColor},
		{"bbuhb", -3, -3, Black},
	} {
		var s State
		s.Reset(12)
		for i, x := range c.rounds {
			s.BeginRound()
			opp := Player(i + 1)
			switch x {
			case 'w':
				s.Enter(0, opp, White, Win)
				s.Enter(opp, 0, Black, Loss)
			case 'b':
				s.Enter(0, opp, Black, Win)
				s.Enter(opp, 0, White, Loss)
			case 'f':
				s.Enter(0, opp, White, ForfeitWin)
				s.Enter(opp, 0, Black, ForfeitLoss)
			case 'u':
				s.Enter(0, NoPlayer, NoColor, ByePairing)
			case 'h':
				s.Enter(0, NoPlayer, NoColor, ByeHalf)
			}
			s.CloseRound()
		}
		if s.Run(0) != c.run || s.ColorDiff[0] != c.diff || s.LastColor(0) != c.last {
			t.Errorf("%s: run %d diff %d last %v, want %d %d %v", c.rounds, s.Run(0), s.ColorDiff[0], s.LastColor(0),
				c.run, c.diff, c.last)
		}
	}
}

// Values that depend on the side (xiangqi: 3 for a win, 2 for a draw moving second, 1 moving first).
func TestValuesBySide(t *testing.T) {
	var s State
	s.Points = NewPointSystem(6, 2, 0)
	s.Points.Value[Drawn][Black] = 4
	s.Reset(2)
	s.Apply([]Game{{0, 1, Draw}})
	if s.Score[0] != 2 || s.Score[1] != 4 {
		t.Errorf("scores %v", s.Score)
	}
}

// A withdrawn player is absent from every later round; a requested bye holds for one.
func TestWithdrawalAndRequestedBye(t *testing.T) {
	var s State
	s.Reset(4)
	s.Gone[3] = true
	s.Away[2] = ByeHalf
	s.Apply([]Game{{0, 1, WhiteWins}})
	if s.OutcomeAt(0, 3) != ByeZero || s.OutcomeAt(0, 2) != ByeHalf || !s.Gone[3] || s.Away[2] != None ||
		s.Present(3) || !s.Present(2) {
		t.Errorf("outcomes %v gone %v away %v", s.Outcomes(0), s.Gone, s.Away)
	}
}
