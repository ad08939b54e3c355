package dutch

import (
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"crosstable/engine"
	"crosstable/engine/enginetest"
)

// The fast path and the general path give the same pairs, colours and boards, on events that the pairer
// played itself (every round) and on random histories (the next round).
func TestFastAndGeneralAgree(t *testing.T) {
	events := 250
	if os.Getenv("CROSSTABLE_LONG") != "" {
		events = 20000
	}
	for name, ed := range map[string]Edition{"in force": {}, "collapse": collapsing} {
		t.Run(name, func(t *testing.T) {
			fast, slow := Pairer{ed: ed}, Pairer{ed: ed, slow: true}
			for seed := range events {
				rnd := rand.New(rand.NewPCG(uint64(seed), 5))
				if seed%3 == 0 {
					s := enginetest.Random(rnd.IntN, enginetest.Options{MaxPlayers: 24, Points: true})
					s.PlannedRounds += rnd.IntN(2)
					s.FirstColor = engine.White
					agree(t, &fast, &slow, s, seed)
					continue
				}
				playEvent(rnd, func(s *engine.State) []engine.Game { return agree(t, &fast, &slow, s, seed) })
			}
			if fast.Stats.Fast == 0 || fast.Stats.Trivial == 0 || fast.Stats.PPB == 0 != !ed.Collapse {
				t.Errorf("the paths served nothing: %+v", fast.Stats)
			}
			t.Logf("%+v", fast.Stats)
		})
	}
}

// collapsing is the way of pairing of 2017 with many floats.
var collapsing = Edition{Collapse: true, Float: func(s *engine.State, p engine.Player, k int) uint8 {
	if !s.OutcomeAt(s.Rounds()-k, p).Played() {
		return engine.FloatDown
	}
	return s.FloatAt(p, k)
}}

func agree(t *testing.T, fast, slow *Pairer, s *engine.State, seed int) []engine.Game {
	t.Helper()
	a, errA := fast.Pair(nil, s)
	b, errB := slow.Pair(nil, s)
	// Scratch of an earlier round must not matter.
	if c, errC := NewEdition(fast.ed).Pair(nil, s); (errA == nil) != (errC == nil) || !reflect.DeepEqual(a, c) {
		t.Fatalf("seed %d round %d:\nused pairer %v %v\nnew pairer  %v %v", seed, s.Round(), a, errA, c, errC)
	}
	if (errA == nil) != (errB == nil) || !reflect.DeepEqual(a, b) {
		t.Fatalf("seed %d round %d:\nfast    %v %v\ngeneral %v %v", seed, s.Round(), a, errA, b, errB)
	}
	if errA != nil {
		return nil
	}
	return a
}

// playEvent plays a random event of 5 to 40 players with byes, absences, forfeits, forbidden pairs, virtual
// points and several point systems. pair returns the games of the coming round, nil to stop.
func playEvent(rnd *rand.Rand, pair func(s *engine.State) []engine.Game) {
	play(rnd, 5+rnd.IntN(36), pair)
}

func playSmall(rnd *rand.Rand, most int, pair func(s *engine.State) []engine.Game) {
	play(rnd, 3+rnd.IntN(most-2), pair)
}

func play(rnd *rand.Rand, n int, pair func(s *engine.State) []engine.Game) {
	var s engine.State
	rounds := min(3+rnd.IntN(9), n-1)
	s.Points = [...]engine.PointSystem{engine.Standard, engine.NewPointSystem(6, 2, 0),
		engine.NewPointSystem(6, 4, 2)}[rnd.IntN(3)]
	s.FirstColor = engine.White
	s.PlannedRounds = rounds
	s.Reset(n)
	if rnd.IntN(3) == 0 {
		for range rnd.IntN(n) {
			s.Forbid(engine.Player(rnd.IntN(n)), engine.Player(rnd.IntN(n)))
		}
	}
	absent, forfeit, draws := rnd.IntN(12), rnd.IntN(12), rnd.IntN(11)
	accelerated := rnd.IntN(4) == 0
	for range rounds {
		for p := range n {
			if rnd.IntN(100) < absent {
				s.Away[p] = []engine.Outcome{engine.ByeHalf, engine.ByeZero, engine.ByeFull}[rnd.IntN(3)]
			}
			if accelerated && 2*s.Round() <= rounds && p < n/2 {
				s.Virtual[p] = s.Points.Win()
			}
		}
		games := pair(&s)
		if games == nil {
			return
		}
		for i := range games {
			g := &games[i]
			switch {
			case g.Black == engine.NoPlayer:
			case rnd.IntN(100) < forfeit:
				g.Result = []engine.Result{engine.WhiteForfeits, engine.BlackForfeits,
					engine.DoubleForfeit}[rnd.IntN(3)]
			case rnd.IntN(10) < draws:
				g.Result = engine.Draw
			default:
				g.Result = []engine.Result{engine.WhiteWins, engine.BlackWins}[rnd.IntN(2)]
			}
		}
		s.Apply(games)
	}
}
