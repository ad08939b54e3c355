package engine

import "testing"

// JCA Swiss rules 6.3, case by case. Colours are given oldest first.
func TestEqualColors(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		white      int // 0 a, 1 b
		why        ColorReason
	}{
		{"larger imbalance first", "WW", "W", 1, ColorBalance},
		{"larger imbalance of Black", "W", "BB", 1, ColorBalance},
		{"opposite imbalances serve both", "W", "B", 1, ColorBalance},
		{"one is balanced", "WB", "B", 1, ColorBalance},
		{"alternate with the round before", "WB", "BW", 0, ColorAlternate},
		{"further back", "WBWB", "BWWB", 0, ColorAlternate},
		{"games count, not rounds", "-WB", "WB", -1, ColorLot},
		{"no game yet: the other alternates", "WB", "", 0, ColorAlternate},
		{"no game yet, turned", "BW", "-", 1, ColorAlternate},
		{"fewer games: equal so far, then the other alternates", "WBWB", "WB", 0, ColorAlternate},
		{"fewer games: a difference comes first", "WBWB", "BW", 0, ColorAlternate},
		{"nobody has played", "", "--", -1, ColorLot},
	} {
		var s State
		s.Reset(16)
		k := max(len(c.a), len(c.b))
		for r := range k {
			s.BeginRound()
			for p, h := range []string{c.a, c.b} {
				if r >= len(h) || h[r] == '-' {
					continue
				}
				col := White
				if h[r] == 'B' {
					col = Black
				}
				s.Enter(Player(p), Player(2+8*p+r), col, Drawn)
			}
			s.CloseRound()
		}
		white, why := s.EqualColors(0, 1)
		other, why2 := s.EqualColors(1, 0)
		if white != other || why != why2 || why != c.why || c.white >= 0 && int(white) != c.white {
			t.Errorf("%s: white %d (turned round %d), reason %d, want %d reason %d", c.name, white, other, why, c.white,
				c.why)
		}
	}
}

func TestGripIsTheDrawnColourOrALot(t *testing.T) {
	var s State
	s.Reset(2)
	s.FirstColor = Black
	if s.Grip() != Black {
		t.Error("the drawn colour was not used")
	}
	s.FirstColor = NoColor
	seen := map[Color]int{}
	for seed := range uint64(100) {
		s.Luck = NewLuck(seed)
		seen[s.Grip()]++
	}
	if seen[White] < 30 || seen[Black] < 30 {
		t.Errorf("lots are not fair: %v", seen)
	}
}
