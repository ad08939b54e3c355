package check_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"crosstable/engine"
	"crosstable/engine/check"
	"crosstable/engine/pairing"
)

// played is an event of n players and some rounds that a system pairs; meddle changes the State before a round is
// paired
// or its games after.
func played(t *testing.T, system string, seed uint64, n, rounds int, before func(s *engine.State),
	after func(s *engine.State, games []engine.Game)) *engine.State {
	t.Helper()
	p, err := pairing.New(system)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 3))
	s := &engine.State{PlannedRounds: rounds + 2, FirstColor: engine.White}
	s.Reset(n)
	for range rounds {
		for i := range n {
			if r.IntN(12) == 0 {
				s.Away[i] = engine.ByeZero
			}
		}
		if before != nil {
			before(s)
		}
		games, err := p.Pair(nil, s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range games {
			if games[i].Black != engine.NoPlayer {
				games[i].Result = []engine.Result{engine.WhiteWins, engine.Draw, engine.BlackWins}[r.IntN(3)]
			}
		}
		if after != nil {
			after(s, games)
		}
		s.UnbarAll(engine.Forbidden)
		s.Apply(games)
	}
	return s
}

// why gives the explanations of the rounds of s that differ by the Dutch System.
func why(t *testing.T, s *engine.State) map[int][]check.Explanation {
	t.Helper()
	p, err := pairing.New("dutch")
	if err != nil {
		t.Fatal(err)
	}
	c := check.Checker{Pairer: p, Explain: true}
	others, err := check.Editions("dutch")
	if err != nil || len(others) != 1 || others[0].Name != "dutch2017" {
		t.Fatal(others, err)
	}
	rounds, err := c.Event(nil, s)
	if err != nil {
		t.Fatal(err)
	}
	found := map[int][]check.Explanation{}
	for i := range rounds {
		if !rounds[i].Differs() {
			continue
		}
		if found[rounds[i].Round], err = c.Why(s, &rounds[i], others, nil); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

const none = engine.NoPlayer

func TestWhyFindsWhatWasOtherwise(t *testing.T) {
	has := func(list []check.Explanation, want ...check.Cause) bool {
		return slices.ContainsFunc(list, func(x check.Explanation) bool { return slices.Equal(x, want) })
	}
	t.Run("edition", func(t *testing.T) {
		explained := 0
		for seed := range uint64(20) {
			for _, list := range why(t, played(t, "dutch2017", seed, 11, 6, nil, nil)) {
				if !has(list, check.Cause{Kind: check.CauseEdition, Edition: "dutch2017", A: none, B: none}) {
					t.Errorf("seed %d: %v", seed, list)
				}
				explained++
			}
		}
		if explained == 0 {
			t.Error("no round differs between the editions")
		}
	})
	t.Run("forbidden", func(t *testing.T) {
		s := played(t, "dutch", 1, 14, 1, func(s *engine.State) { s.Forbid(0, 6); s.Forbid(0, 7) }, nil)
		want := check.Cause{Kind: check.CauseForbidden, A: 0, B: 7}
		other := check.Cause{Kind: check.CauseForbidden, A: 0, B: 6}
		if found := why(t, s); !has(found[1], want) && !has(found[1], other) {
			t.Errorf("%v", found)
		}
	})
	t.Run("result", func(t *testing.T) {
		for seed := range uint64(8) {
			s := played(t, "dutch", seed, 16, 3, nil, nil)
			// The result of a game of round 2 is another one in the file.
			var file engine.State
			file.CopyFrom(s)
			file.Reset(s.N())
			for r := range s.Rounds() {
				file.BeginRound()
				for p := range engine.Player(s.N()) {
					o := s.OutcomeAt(r, p)
					if first := firstGame(s, 1); r == 1 && (p == first || p == s.Opponent(r, first)) {
						o = map[engine.Outcome]engine.Outcome{engine.Win: engine.Loss, engine.Loss: engine.Win,
							engine.Drawn: engine.Drawn}[o]
					}
					file.Enter(p, s.Opponent(r, p), s.ColorAt(r, p), o)
				}
				file.CloseRound()
			}
			p := firstGame(s, 1)
			want := check.Cause{Kind: check.CauseResult, A: p, B: s.Opponent(1, p), Round: 2, Was: s.OutcomeAt(1, p)}
			if found := why(t, &file); want.Was != engine.Drawn && len(found) > 0 && !has(found[3], want) &&
				!slices.ContainsFunc(found[3], func(x check.Explanation) bool {
					return x[0].Kind == check.CauseResult
				}) {
				t.Errorf("seed %d: %v, want %v", seed, found, want)
			}
		}
	})
	t.Run("hand", func(t *testing.T) {
		s := played(t, "dutch", 2, 20, 1, nil, func(_ *engine.State, games []engine.Game) {
			games[0].Black, games[4].Black = games[4].Black, games[0].Black
		})
		found := why(t, s)
		if len(found) != 1 || len(found[1]) != 1 || found[1][0][0].Kind != check.CauseHand {
			t.Errorf("%v", found)
		}
	})
	t.Run("nothing differs", func(t *testing.T) {
		if found := why(t, played(t, "dutch", 3, 15, 5, nil, nil)); len(found) > 0 {
			t.Errorf("%v", found)
		}
	})
}

// firstGame is the first player who played a game in round r (0-based).
func firstGame(s *engine.State, r int) engine.Player {
	for p := range engine.Player(s.N()) {
		if s.OutcomeAt(r, p).Played() {
			return p
		}
	}
	return none
}
