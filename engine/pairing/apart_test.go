package pairing

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
)

func pairsByBoard(games []engine.Game) string {
	out := ""
	for _, g := range games {
		out += fmt.Sprintf("%d-%d ", min(g.White, g.Black)+1, max(g.White, g.Black)+1)
	}
	return out
}

// Eight players in two scoregroups: 1-3 2-4 and 5-7 6-8 by the JCA system.
func twoGroups() *engine.State {
	var s engine.State
	s.Reset(8)
	for p := range 4 {
		s.Score[p] = 2
	}
	return &s
}

func TestKeepApart(t *testing.T) {
	pair := func(a, b engine.Player) [][2]engine.Player { return [][2]engine.Player{{a - 1, b - 1}} }
	for _, c := range []struct {
		name  string
		lists []Apart
		met   [][2]engine.Player // within the first group
		want  string
	}{
		{"nobody", nil, nil, "1-3 2-4 5-7 6-8 "},
		{"a hard list", []Apart{{Pairs: pair(1, 3)}}, nil, "1-4 2-3 5-7 6-8 "},
		{"a list whose rounds are over", []Apart{{Pairs: pair(1, 3), Rounds: 1}}, nil, "1-4 2-3 5-7 6-8 "},
		{"a soft list that costs nothing", []Apart{{Pairs: pair(1, 3), Soft: true}}, nil, "1-4 2-3 5-7 6-8 "},
		// 1 has met 2 and 4: without 1-3 he floats, 2 floats with him... two games between different scores.
		{"a soft list that costs more than its price", []Apart{{Pairs: pair(1, 3), Soft: true, Price: 1}},
			[][2]engine.Player{{0, 1}, {0, 3}}, "1-3 2-4 5-7 6-8 "},
		{"a soft list at its price", []Apart{{Pairs: pair(1, 3), Soft: true, Price: 2}},
			[][2]engine.Player{{0, 1}, {0, 3}}, "2-4 1-6 3-7 5-8 "},
		{"a hard list at any price", []Apart{{Pairs: pair(1, 3)}}, [][2]engine.Player{{0, 1}, {0, 3}},
			"2-4 1-6 3-7 5-8 "},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := twoGroups()
			for _, q := range c.met {
				s.Forbid(q[0], q[1])
			}
			inner := mustNew(t, Systems[0])
			games, err := KeepApart(inner, c.lists).Pair(nil, s)
			if err != nil {
				t.Fatal(err)
			}
			if got := pairsByBoard(games); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	// Round 2 of a list for one round.
	s := twoGroups()
	s.Apply(nil)
	for p := range 4 {
		s.Score[p] = 2
	}
	games, err := KeepApart(mustNew(t, Systems[0]), []Apart{{Pairs: pair(1, 3), Rounds: 1}}).Pair(nil, s)
	if got := pairsByBoard(games); err != nil || got != "1-3 2-4 5-7 6-8 " {
		t.Errorf("after its rounds: %s %v", got, err)
	}
}

// The rematches are the fewest, found by trying all pairings, and with them the round is paired.
func TestRematchesAreTheFewestAndOldest(t *testing.T) {
	for _, name := range []string{"jca", "xiangqi"} {
		t.Run(name, func(t *testing.T) { testRematches(t, name) })
	}
}

func testRematches(t *testing.T, name string) {
	r := rand.New(rand.NewPCG(31, 31))
	sys, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	p := mustNew(t, sys)
	needed := 0
	for k := range 3000 {
		var s engine.State
		pairtest.RandomEvent(r, &s, 3+r.IntN(6), 2+r.IntN(6))
		barSome(r, &s)
		Prepare(name, &s)
		_, plain := p.Pair(nil, &s)
		again, err := Rematches(sys, &s)
		count, sum, ok := bestRematches(sys, &s)
		if ok != (err == nil) {
			t.Fatalf("case %d: %v, possible %v", k, err, ok)
		}
		if err != nil {
			continue
		}
		gotSum := 0
		for _, q := range again {
			gotSum += lastMeeting(sys, &s, q[0], q[1])
			s.Permit(q[0], q[1])
		}
		if len(again) != count || gotSum != sum || (plain == nil) != (count == 0) {
			t.Fatalf("case %d: %d rematches of rounds adding up to %d, best %d and %d; error without %v", k, len(again),
				gotSum, count, sum, plain)
		}
		games, err := p.Pair(nil, &s)
		if err != nil {
			t.Fatalf("case %d: %v with the rematches %v", k, err, again)
		}
		for _, g := range games {
			if g.Black != engine.NoPlayer && (s.Barred(g.White, g.Black, engine.Forbidden) ||
				s.Barred(g.White, g.Black, engine.Apart)) {
				t.Fatalf("case %d: %d and %d are barred and meet", k, g.White, g.Black)
			}
		}
		if count > 0 {
			needed++
			used := 0
			for _, g := range games {
				if g.Black != engine.NoPlayer && lastMeeting(sys, &s, g.White, g.Black) > 0 {
					used++
				}
			}
			if used != count {
				t.Fatalf("case %d: %d rematches in the round, %d needed", k, used, count)
			}
		}
	}
	if needed < 300 {
		t.Errorf("only %d rounds needed a rematch", needed)
	}
}

// barSome forbids pairs or keeps them apart, whether they have met or not.
func barSome(r *rand.Rand, s *engine.State) {
	if r.IntN(2) == 0 {
		return
	}
	for range r.IntN(4) {
		s.Bar(engine.Player(r.IntN(s.N())), engine.Player(r.IntN(s.N())), engine.Ban(r.IntN(2)))
	}
}

// bestRematches tries all pairings.
func bestRematches(sys System, s *engine.State) (count, sum int, ok bool) {
	var in []engine.Player
	for p := range engine.Player(s.N()) {
		if s.Present(p) {
			in = append(in, p)
		}
	}
	count, sum = 1<<30, 1<<30
	var rec func(left []engine.Player, c, sm int, bye bool)
	rec = func(left []engine.Player, c, sm int, bye bool) {
		if len(left) == 0 {
			ok = true
			if c < count || c == count && sm < sum {
				count, sum = c, sm
			}
			return
		}
		a := left[0]
		if bye && !s.ByeBarred[a] {
			rec(left[1:], c, sm, false)
		}
		for i := 1; i < len(left); i++ {
			b := left[i]
			rest := append(append([]engine.Player(nil), left[1:i]...), left[i+1:]...)
			r := lastMeeting(sys, s, a, b)
			switch {
			case !s.Banned(a, b):
				rec(rest, c, sm, bye)
			case r > 0 && !s.Barred(a, b, engine.Forbidden) && !s.Barred(a, b, engine.Apart):
				rec(rest, c+1, sm+r, bye)
			}
		}
	}
	rec(in, 0, 0, len(in)%2 == 1)
	return count, sum, ok
}

func TestNobodyMayHaveTheByeIsNoPairing(t *testing.T) {
	var s engine.State
	s.Reset(3)
	for p := range s.ByeBarred {
		s.ByeBarred[p] = true
	}
	_, err := Rematches(Systems[0], &s)
	var no *engine.NoPairing
	if !errors.As(err, &no) || len(no.Blockers) != 3 {
		t.Errorf("%v", err)
	}
}
