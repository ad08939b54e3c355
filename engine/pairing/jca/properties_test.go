package jca

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
)

// The fast paths (greedy walk, tables, single exchanges tried one by one) and the proof paths beside them
// (look-ahead, weighted matching) give the same round, in fields of up to 200 players.
func TestFastAndCarefulPathsAgree(t *testing.T) {
	cases := 4000
	if os.Getenv("CROSSTABLE_LONG") != "" {
		cases = 20000
	}
	r := rand.New(rand.NewPCG(12, 12))
	var s engine.State
	fast, slow := New(Options{}), New(Options{})
	slow.tableMax, slow.careful = 0, true
	for k := range cases {
		n := 4 + r.IntN(40)
		if k%10 == 0 {
			n = 50 + r.IntN(150)
		}
		pairtest.RandomEvent(r, &s, n, r.IntN(min(n, 14)))
		a, errA := fast.Pair(nil, &s)
		b, errB := slow.Pair(nil, &s)
		if fmt.Sprint(a, errA) != fmt.Sprint(b, errB) {
			t.Fatalf("case %d, %d players after %d rounds:\nfast %v %v\nslow %v %v", k, n, s.Rounds(), a, errA, b, errB)
		}
	}
	t.Logf("fast %v careful %v", fast.Paths, slow.Paths)
	if slow.Paths[PathWeighted] < cases/20 {
		t.Errorf("weighted matching served only %d groups", slow.Paths[PathWeighted])
	}
}

// Whole events of 4 to 60 players and up to 13 rounds: every round is complete whenever a legal one exists, and
// nobody meets anybody twice.
func TestGeneratedEventsComplete(t *testing.T) {
	events := 2500
	if os.Getenv("CROSSTABLE_LONG") != "" {
		events = 10000
	}
	r := rand.New(rand.NewPCG(13, 13))
	e := player{p: New(Options{})}
	rounds, dead := 0, 0
	for k := range events {
		n := 4 + r.IntN(57)
		e.reset(n, r.Uint64())
		draws := uint64(r.IntN(4) * 33)
		for range 13 {
			if r.IntN(4) == 0 {
				e.s.Away[r.IntN(n)] = engine.ByeHalf
			}
			possible := pairtest.Complete(&e.s, nil)
			err := e.round(draws)
			if possible != (err == nil) {
				t.Fatalf("event %d, %d players, round %d: a pairing exists: %v; error %v", k, n, e.s.Round(), possible,
					err)
			}
			if err != nil {
				dead++
				break
			}
			rounds++
		}
		for a := range engine.Player(n) {
			met := map[engine.Player]bool{}
			for rd := range e.s.Rounds() {
				o := e.s.Opponent(rd, a)
				if o == engine.NoPlayer {
					continue
				}
				if met[o] {
					t.Fatalf("event %d: %d and %d met twice", k, a, o)
				}
				met[o] = true
			}
		}
	}
	t.Logf("%d events, %d rounds, %d ended early because no legal pairing was left", events, rounds, dead)
}

func TestNothingIsAllocatedAfterWarmUp(t *testing.T) {
	var s engine.State
	p := New(Options{})
	p.tableMax = 4 // the weighted paths too
	r := rand.New(rand.NewPCG(14, 14))
	var states []*engine.State
	for len(states) < 60 {
		pairtest.RandomEvent(r, &s, 6+r.IntN(40), r.IntN(6))
		if _, err := p.Pair(nil, &s); err == nil { // an error allocates
			c := new(engine.State)
			c.CopyFrom(&s)
			states = append(states, c)
		}
	}
	var games []engine.Game
	run := func() {
		for _, s := range states {
			games, _ = p.Pair(games[:0], s)
		}
	}
	run()
	if p.Paths[PathWeighted] == 0 {
		t.Fatal("no weighted matching among the cases")
	}
	if n := testing.AllocsPerRun(20, run); n != 0 {
		t.Errorf("%v allocations in %d rounds", n, len(states))
	}
}

// A large group that has to send several floaters to a small one whose members have met: choosing them among
// the places near the middle is choosing them among all.
func TestFloatersOfLargeGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 16))
	var s engine.State
	fast, slow := New(Options{}), New(Options{})
	slow.tableMax, slow.careful = 0, true
	floats := 0
	for k := range 500 {
		n := 16 + r.IntN(40)
		low := 1 + r.IntN(6)
		s.Reset(n)
		for p := range n {
			s.Rating[p] = int32(2000 - p)
			if p < n-low {
				s.Score[p] = 2
			}
		}
		for range r.IntN(3) {
			perm := r.Perm(n)
			for i := 1; i < n; i += 2 {
				s.Forbid(engine.Player(perm[i-1]), engine.Player(perm[i]))
			}
		}
		for p := n - low; p < n; p++ {
			for q := n - low; q < p; q++ {
				if r.IntN(5) > 0 {
					s.Forbid(engine.Player(p), engine.Player(q))
				}
			}
		}
		a, errA := fast.Pair(nil, &s)
		b, errB := slow.Pair(nil, &s)
		if fmt.Sprint(a, errA) != fmt.Sprint(b, errB) {
			t.Fatalf("case %d, %d players, %d below:\nfast %v %v\nslow %v %v", k, n, low, a, errA, b, errB)
		}
		for _, g := range a {
			if g.Black != engine.NoPlayer && s.Score[g.White] != s.Score[g.Black] {
				floats++
			}
		}
	}
	if floats < 700 {
		t.Errorf("only %d floaters", floats)
	}
}
