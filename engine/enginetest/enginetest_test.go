package enginetest

import (
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
)

// Every outcome turns up, entries mirror each other, and nobody meets twice.
func TestRandomEventsAreLegalAndVaried(t *testing.T) {
	var seen [engine.NumOutcomes]int
	for seed := range uint64(200) {
		s := Random(Pick(seed), Options{Open: true})
		for r := range s.Rounds() {
			for p := range s.N() {
				a := engine.Player(p)
				o, q := s.OutcomeAt(r, a), s.Opponent(r, a)
				seen[o]++
				if (q == engine.NoPlayer) == o.Paired() {
					t.Fatalf("seed %d round %d player %d: outcome %d with opponent %d", seed, r+1, p, o, q)
				}
				if q != engine.NoPlayer && (s.Opponent(r, q) != a || s.ColorAt(r, q) != s.ColorAt(r, a).Other()) {
					t.Fatalf("seed %d round %d: %d and %d do not mirror", seed, r+1, a, q)
				}
				for k := range r {
					if o.Played() && s.Opponent(k, a) == q && s.OutcomeAt(k, a).Played() {
						t.Fatalf("seed %d: %d and %d meet twice", seed, a, q)
					}
				}
			}
		}
	}
	for o, n := range seen {
		if o := engine.Outcome(o); n == 0 && o != engine.NarrowWin && o != engine.NarrowLoss { // of matches
			t.Errorf("outcome %d never turns up", o)
		}
	}
}

func TestRoundRobinSchedulesEveryPairOnceACycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, cycles := rapid.IntRange(2, 9).Draw(t, "n"), rapid.IntRange(1, 2).Draw(t, "cycles")
		s := RoundRobin(Picker(t), n, cycles)
		for a := range n {
			count := make([]int, n)
			for r := range s.Rounds() {
				if q := s.Opponent(r, engine.Player(a)); q != engine.NoPlayer {
					count[q]++
				}
			}
			for b, k := range count {
				if a != b && k != cycles {
					t.Fatalf("%d and %d are scheduled %d times", a, b, k)
				}
			}
		}
	})
}

func TestPickIsReproducible(t *testing.T) {
	a, b := Random(Pick(7), Options{}), Random(Pick(7), Options{})
	if a.N() != b.N() || a.Rounds() != b.Rounds() {
		t.Fatalf("%d/%d players, %d/%d rounds", a.N(), b.N(), a.Rounds(), b.Rounds())
	}
	for p := range a.N() {
		if a.Score[p] != b.Score[p] || a.Rating[p] != b.Rating[p] {
			t.Fatalf("player %d differs", p)
		}
	}
}
