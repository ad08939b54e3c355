package handicap

import (
	"fmt"
	"strings"
	"testing"

	"crosstable/engine"
)

// event is n players with ratings from 2400 down by 20, before round 1 of rounds.
func event(n, rounds int) *engine.State {
	var s engine.State
	s.Reset(n)
	s.PlannedRounds = rounds
	for i := range s.Rating {
		s.Rating[i] = int32(2400 - 20*i)
	}
	return &s
}

// pass plays a round in which nobody meets anybody: everybody is drawn with an absent opponent.
func pass(s *engine.State) {
	s.BeginRound()
	for p := range engine.Player(s.N()) {
		s.Enter(p, engine.NoPlayer, engine.NoColor, engine.ByeHalf)
	}
	s.CloseRound()
}

func virtual(s *engine.State) string {
	var b strings.Builder
	for _, v := range s.Virtual {
		fmt.Fprintf(&b, "%v ", v)
	}
	return strings.TrimSpace(b.String())
}

func TestVirtualPointsByRound(t *testing.T) {
	for _, c := range []struct {
		notation string
		n        int
		rounds   int
		want     []string // round by round from 1
	}{
		{"none", 3, 5, []string{"0 0 0"}},
		// JCA 2.1 with gap 7: upper half rounded up, a point, all rounds.
		{"ab", 5, 5, []string{"1 1 1 0 0", "1 1 1 0 0"}},
		{"ab:share=0.3:points=1.5:rounds=1", 5, 5, []string{"1.5 1.5 0 0 0", "0 0 0 0 0"}},
		{"ab:rating=2380", 3, 5, []string{"1 1 0"}},
		// C.04.7: 161 players make 82 (tested below); rounds of 9: 1-3 a point, 4-5 half.
		{"baku", 6, 9, []string{"1 1 1 1 0 0", "1 1 1 1 0 0", "1 1 1 1 0 0", "0.5 0.5 0.5 0.5 0 0",
			"0.5 0.5 0.5 0.5 0 0", "0 0 0 0 0 0"}},
		{"baku", 4, 7, []string{"1 1 0 0", "1 1 0 0", "0.5 0.5 0 0", "0.5 0.5 0 0", "0 0 0 0"}},
		{"baku", 4, 5, []string{"1 1 0 0", "1 1 0 0", "0.5 0.5 0 0", "0 0 0 0"}},
		{"baku", 4, 13, []string{"1 1 0 0", "1 1 0 0", "1 1 0 0", "1 1 0 0", "0.5 0.5 0 0", "0.5 0.5 0 0",
			"0.5 0.5 0 0", "0 0 0 0"}},
		{"macmahon:bars=2390,2350", 5, 5, []string{"2 1 1 0 0", "2 1 1 0 0"}},
		{"macmahon:band=20:bar=2380:floor=2340:points=0.5", 5, 5, []string{"1 1 0.5 0 0"}},
		// Z1: round 7 of 13. Z2: round 5. Z3: rounds 7 to 11.
		{"z", 4, 13, []string{"0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0", "0.5 0.5 0 0",
			"0 0 0 0"}},
		{"z:variant=Z2", 4, 13, []string{"0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0", "0.5 0.5 0 0", "0 0 0 0",
			"0 0 0 0"}},
		{"z:variant=Z3:points=1", 4, 13, []string{"0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0", "0 0 0 0",
			"1 1 0 0", "1 1 0 0", "1 1 0 0", "1 1 0 0", "1 1 0 0", "0 0 0 0"}},
		{"z:stages=1,0,1,0", 4, 2, []string{"0 0 0 0", "0.5 0.5 0 0"}},
	} {
		h, err := New(c.notation)
		if err != nil {
			t.Fatal(err)
		}
		s := event(c.n, c.rounds)
		for r, want := range c.want {
			if err := h.Prepare(s); err != nil {
				t.Fatalf("%s round %d: %v", c.notation, r+1, err)
			}
			if got := virtual(s); got != want {
				t.Errorf("%s of %d players and %d rounds, round %d: %s, want %s", c.notation, c.n, c.rounds, r+1, got,
					want)
			}
			pass(s)
		}
	}
}

// C.04.7 1.2 and 1.3.
func accelerated(s *engine.State) int {
	return BakuGroup(s.N(), func(p int) bool { return lateEntry(s, engine.Player(p)) })
}

func TestBakuGroupAndLateEntries(t *testing.T) {
	if got := accelerated(event(161, 9)); got != 82 {
		t.Errorf("161 players: group A of %d, want 82", got)
	}
	for _, c := range []struct{ late, want int }{{8, 4}, {2, 5}} {
		s := event(9, 9)
		s.BeginRound()
		for p := range engine.Player(9) {
			if int(p) != c.late {
				s.Enter(p, engine.NoPlayer, engine.NoColor, engine.ByeHalf)
			}
		}
		s.CloseRound()
		if got := accelerated(s); got != c.want {
			t.Errorf("late entry at place %d: group A ends at %d, want %d", c.late+1, got, c.want)
		}
	}
}

func TestBadHandicaps(t *testing.T) {
	for notation, want := range map[string]string{
		"ab:share=2":                      "not between 0 and 1",
		"ab:share=0.5:rating=2000":        "not both",
		"ab:rounds=two":                   "neither a number",
		"ab:points=0.3":                   "multiple of half a point",
		"ab:sahre=0.5":                    `did you mean "share"`,
		"macmahon":                        "where are the bars",
		"macmahon:bars=2000,x":            "not a rating",
		"macmahon:bars=2000:band=100":     "not both",
		"macmahon:band=100:bar=1:floor=2": "below the floor",
		"z:variant=Z4":                    "none of Z1, Z2, Z3",
		"z:stages=3,3,7":                  "four lengths",
		"z:stages=0,3,0,3":                "nothing to rank by",
		"z:share=1":                       "leaves a group empty",
		"bakku":                           `did you mean "baku"`,
	} {
		if _, err := New(notation); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", notation, err, want)
		}
	}
	for _, c := range []struct {
		notation string
		change   func(s *engine.State)
		want     string
	}{
		{"baku", func(s *engine.State) { s.PlannedRounds = 0 }, "announce it"},
		{"baku", func(s *engine.State) { s.Points = engine.NewPointSystem(6, 2, 0) }, "worth two draws"},
		{"z:stages=3,3,1,6", func(s *engine.State) { s.PlannedRounds = 9 }, "add up to 13"},
		{"z", func(s *engine.State) { s.PlannedRounds = 3 }, "too few"},
		{"z", func(s *engine.State) { s.Reset(3) }, "cannot be divided"},
	} {
		h, err := New(c.notation)
		if err != nil {
			t.Fatal(err)
		}
		s := event(8, 13)
		c.change(s)
		if err := h.Prepare(s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.notation, err, c.want)
		}
	}
}

// Stage lengths for other numbers of rounds keep the proportions of 13.
func TestZIsScaled(t *testing.T) {
	for _, c := range []struct {
		variant string
		rounds  int
		want    [4]int
	}{
		{"Z1", 13, [4]int{3, 3, 1, 6}}, {"Z1", 9, [4]int{2, 2, 1, 4}}, {"Z1", 7, [4]int{2, 1, 1, 3}},
		{"Z1", 4, [4]int{1, 1, 1, 1}}, {"Z1", 26, [4]int{6, 6, 2, 12}},
		{"Z2", 9, [4]int{2, 2, 0, 5}}, {"Z3", 9, [4]int{2, 2, 4, 1}},
	} {
		h, err := New("z:variant=" + c.variant)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.(*z).plan(c.rounds); got != c.want || err != nil {
			t.Errorf("%s of %d rounds: %v %v, want %v", c.variant, c.rounds, got, err, c.want)
		}
	}
}

// The first stages of Z with 16 players: A and B apart, then A1 and B2 apart and A2 rank i against B1 rank i.
func TestZSectionsAndMixedPairs(t *testing.T) {
	h, err := New("z:stages=1,3,0,0")
	if err != nil {
		t.Fatal(err)
	}
	s := event(16, 4)
	if err := h.Prepare(s); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(s.Section); got != "[1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2]" || len(s.Fixed) > 0 {
		t.Errorf("stage apart: sections %v, fixed %v", got, s.Fixed)
	}
	// A: the lower half wins. B: the upper half wins.
	var games []engine.Game
	for i := range engine.Player(4) {
		games = append(games, engine.Game{White: i, Black: i + 4, Result: engine.BlackWins},
			engine.Game{White: i + 8, Black: i + 12, Result: engine.WhiteWins})
	}
	s.Apply(games)
	for range 2 { // a second call changes nothing
		if err := h.Prepare(s); err != nil {
			t.Fatal(err)
		}
	}
	// A1 = 4..7, A2 = 0..3, B1 = 8..11, B2 = 12..15.
	if got := fmt.Sprint(s.Section); got != "[0 0 0 0 1 1 1 1 0 0 0 0 2 2 2 2]" {
		t.Errorf("mixed stage: sections %v", got)
	}
	pairs := func() string {
		var out []string
		for _, g := range s.Fixed {
			out = append(out, fmt.Sprintf("%d-%d", min(g.White, g.Black), max(g.White, g.Black)))
		}
		return strings.Join(out, " ")
	}
	if got := pairs(); got != "0-8 1-9 2-10 3-11" || s.FixedByScheme != 4 {
		t.Errorf("mixed pairs %s", got)
	}
	// Next round: all of A2 have won and keep their order, B1 too; everybody is shifted by one as little as possible.
	games = append(games[:0], s.Fixed...)
	for i := range games {
		games[i].Result = engine.WhiteWins
		if games[i].Black < 8 {
			games[i].Result = engine.BlackWins
		}
	}
	s.Apply(games)
	if err := h.Prepare(s); err != nil {
		t.Fatal(err)
	}
	if got := pairs(); got != "0-9 1-8 2-11 3-10" {
		t.Errorf("second mixed round: %s", got)
	}
}

// With an absence in A and one in B both sections would be odd; one player changes over and one bye is enough.
func TestZNeedsOneByeAtMost(t *testing.T) {
	h, _ := New("z")
	for _, rounds := range []int{0, 3} {
		s := event(16, 13)
		for range rounds {
			pass(s)
		}
		s.Away[0], s.Away[12] = engine.ByeZero, engine.ByeZero
		if err := h.Prepare(s); err != nil {
			t.Fatal(err)
		}
		count := map[uint8]int{}
		for p := range engine.Player(16) {
			if s.Present(p) && s.Section[p] != 0 {
				count[s.Section[p]]++
			}
		}
		if count[1]%2 != 0 || count[2]%2 != 0 || (16-2-count[1]-count[2]) != 2*len(s.Fixed) {
			t.Errorf("after %d rounds: sections %v, %d fixed", rounds, s.Section, len(s.Fixed))
		}
	}
}

func TestSchemesAllocateNothingAfterWarmUp(t *testing.T) {
	for _, notation := range []string{"ab", "baku", "macmahon:bars=2300,2200", "z"} {
		h, err := New(notation)
		if err != nil {
			t.Fatal(err)
		}
		s := event(32, 13)
		for range 3 {
			pass(s)
		}
		run := func() { h.Prepare(s) }
		run()
		if n := testing.AllocsPerRun(20, run); n != 0 {
			t.Errorf("%s: %v allocations", notation, n)
		}
	}
}
