package pairing

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/pairing/field"
	"crosstable/engine/pairing/pairtest"
)

// Every row of the table must pass the tests of this file; a new system is picked up by its row.

// barred is what a system forbids beyond State.Banned: with absolute colours, two players who both need the same
// colour. The events here announce no last round, so there are no exceptions.
func barred(sys System, s *engine.State) func(a, b engine.Player) bool {
	if !sys.AbsoluteColors {
		return nil
	}
	return func(a, b engine.Player) bool {
		must := s.AbsoluteColor(a)
		return must != engine.NoColor && must == s.AbsoluteColor(b)
	}
}

// contradicts reports a player who needs both colours, which only happens when colours were given at random.
func contradicts(s *engine.State) bool {
	for p := range engine.Player(s.N()) {
		if d, run := s.ColorDiff[p], s.Run(p); d > 1 && run <= -2 || d < -1 && run >= 2 {
			return true
		}
	}
	return false
}

// eachSystem runs a test for every row.
func eachSystem(t *testing.T, f func(t *testing.T, sys System)) {
	for _, sys := range Systems {
		t.Run(sys.Name, func(t *testing.T) { f(t, sys) })
	}
}

// event is a random event that the system can have come to: for a schedule, one it has paired itself.
func event(t *testing.T, r *rand.Rand, sys System, s *engine.State, n, rounds int) {
	if sys.Schedule == nil {
		pairtest.RandomEvent(r, s, n, rounds)
		Prepare(sys.Name, s)
		return
	}
	s.Reset(n)
	p := mustNew(t, sys)
	for range min(rounds, n-2+n%2) {
		games, err := p.Pair(nil, s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range games {
			if games[i].Result == engine.NoResult {
				games[i].Result = engine.Draw
			}
		}
		s.Apply(games)
	}
}

func mustNew(t *testing.T, sys System) engine.Pairer {
	t.Helper()
	p, err := New(sys.Name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Rounds are legal, and complete whenever a legal pairing exists. The State is left as it was.
func TestRoundsAreLegalAndComplete(t *testing.T) {
	eachSystem(t, func(t *testing.T, sys System) {
		r := rand.New(rand.NewPCG(21, 21))
		p := mustNew(t, sys)
		var s, before engine.State
		paired, dead := 0, 0
		for k := range 1500 {
			n := 2 + r.IntN(9)
			event(t, r, sys, &s, n, r.IntN(n+1))
			if sys.AbsoluteColors && contradicts(&s) {
				continue
			}
			before.CopyFrom(&s)
			games, err := p.Pair(nil, &s)
			possible := sys.Schedule != nil || pairtest.Complete(&s, barred(sys, &s))
			if possible != (err == nil) {
				t.Fatalf("case %d, %d players after %d rounds: a pairing exists: %v, error %v", k, n, s.Rounds(),
					possible, err)
			}
			if !reflect.DeepEqual(s, before) {
				t.Fatalf("case %d: the State was changed", k)
			}
			if err != nil {
				if _, ok := err.(*engine.NoPairing); !ok {
					t.Fatalf("case %d: error %T", k, err)
				}
				dead++
				continue
			}
			paired++
			if err := field.Legal(&s, games); err != nil {
				t.Fatalf("case %d, %d players after %d rounds: %v in %v", k, n, s.Rounds(), err, games)
			}
		}
		t.Logf("%d rounds paired, %d without a legal pairing", paired, dead)
		if paired < 300 || dead < 50 && sys.Schedule == nil {
			t.Errorf("the events test too little: %d paired, %d dead ends", paired, dead)
		}
	})
}

// Whole events that the system pairs itself, with absences.
func TestWholeEvents(t *testing.T) {
	eachSystem(t, func(t *testing.T, sys System) {
		r := rand.New(rand.NewPCG(22, 22))
		p := mustNew(t, sys)
		var s engine.State
		var games []engine.Game
		for k := range 60 {
			n := 6 + r.IntN(35)
			s.Reset(n)
			s.Luck = engine.NewLuck(uint64(k))
			for i := range s.Rating {
				s.Rating[i] = int32(2400 - 10*i)
			}
			for range min(n-1, 3+r.IntN(9)) {
				if r.IntN(3) == 0 {
					s.Away[r.IntN(n)] = []engine.Outcome{engine.ByeHalf, engine.ByeZero, engine.ByeFull}[r.IntN(3)]
				}
				if r.IntN(15) == 0 {
					s.Gone[r.IntN(n)] = true
				}
				Prepare(sys.Name, &s)
				var err error
				games, err = p.Pair(games[:0], &s)
				if possible := sys.Schedule != nil || pairtest.Complete(&s, barred(sys, &s)); possible != (err == nil) {
					t.Fatalf("event %d, %d players, round %d: a pairing exists: %v, error %v", k, n, s.Round(),
						possible, err)
				}
				if err != nil {
					break
				}
				if err := field.Legal(&s, games); err != nil {
					t.Fatalf("event %d round %d: %v", k, s.Round(), err)
				}
				for i := range games {
					if games[i].Black != engine.NoPlayer {
						games[i].Result = []engine.Result{engine.WhiteWins, engine.Draw, engine.BlackWins}[r.IntN(3)]
					}
				}
				s.Apply(games)
			}
		}
	})
}

// The same State gives the same games: by a new pairer, by a used one, whatever stands in dst before, and in
// whatever order the earlier rounds' games and the keep-apart list were given.
func TestDeterministic(t *testing.T) {
	eachSystem(t, func(t *testing.T, sys System) {
		r := rand.New(rand.NewPCG(23, 23))
		used := mustNew(t, sys)
		var s, turned engine.State
		for k := range 150 {
			n := 4 + r.IntN(20)
			event(t, r, sys, &s, n, r.IntN(n/2+1))
			want, err := mustNew(t, sys).Pair(nil, &s)
			head := engine.Game{White: 1, Black: 0, Result: engine.Draw}
			got, err2 := used.Pair([]engine.Game{head}, &s)
			if len(got) == 0 || got[0] != head || fmt.Sprint(got[1:], err2) != fmt.Sprint(want, err) && err == nil {
				t.Fatalf("case %d: %v %v, by a new pairer %v %v", k, got, err2, want, err)
			}
			replay(r, &turned, &s)
			got, err2 = used.Pair(nil, &turned)
			if fmt.Sprint(got, err2) != fmt.Sprint(want, err) {
				t.Fatalf("case %d: %v %v, before the rows were shuffled %v %v", k, got, err2, want, err)
			}
		}
	})
}

// replay enters the event of src into dst with everything in another order.
func replay(r *rand.Rand, dst, src *engine.State) {
	dst.Points, dst.PlannedRounds, dst.FirstColor, dst.Luck = src.Points, src.PlannedRounds, src.FirstColor, src.Luck
	dst.Reset(src.N())
	copy(dst.Rating, src.Rating)
	n := src.N()
	for _, i := range r.Perm(n * n) {
		if a, b := engine.Player(i/n), engine.Player(i%n); a < b && src.Banned(a, b) && !src.Met(a, b) {
			dst.Forbid(b, a)
		}
	}
	for rd := range src.Rounds() {
		dst.BeginRound()
		for p := range engine.Player(n) {
			dst.Virtual[p] = src.VirtualAt(rd, p)
		}
		for _, p := range r.Perm(n) {
			q := engine.Player(p)
			dst.Enter(q, src.Opponent(rd, q), src.ColorAt(rd, q), src.OutcomeAt(rd, q))
		}
		dst.CloseRound()
	}
	copy(dst.Virtual, src.Virtual)
	copy(dst.Away, src.Away)
	copy(dst.Gone, src.Gone)
}

// Fixed pairings stand as they are, fixed byes too, and the others are paired around them.
func TestFixedPairingsAreKept(t *testing.T) {
	eachSystem(t, func(t *testing.T, sys System) {
		if sys.Schedule != nil {
			t.Skip("a schedule has no room for other pairings")
		}
		r := rand.New(rand.NewPCG(24, 24))
		p := mustNew(t, sys)
		var s engine.State
		for k := range 200 {
			n := 10 + r.IntN(20)
			event(t, r, sys, &s, n, r.IntN(3))
			clear(s.Away)
			perm := r.Perm(n)
			// A rematch is allowed if the arbiter says so.
			s.Fixed = append(s.Fixed, engine.Game{White: engine.Player(perm[0]), Black: engine.Player(perm[1])})
			s.Away[perm[2]] = engine.ByeHalf
			games, err := p.Pair(nil, &s)
			if err != nil {
				continue
			}
			if !slices.Contains(games, s.Fixed[0]) {
				t.Fatalf("case %d: %v is not in %v", k, s.Fixed[0], games)
			}
			if err := field.Legal(&s, games); err != nil {
				t.Fatalf("case %d: %v in %v", k, err, games)
			}
		}
	})
}

// pairSteps keeps the pairs that a system tells.
type pairSteps map[[2]engine.Player]bool

func (h *pairSteps) Trace(st engine.Step) {
	if *h == nil {
		*h = pairSteps{}
	}
	if st.Kind == engine.StepPair {
		(*h)[[2]engine.Player{min(st.A, st.B), max(st.A, st.B)}] = true
	}
}

// Players of different sections do not meet while the sections can be completed, and do when they cannot.
func TestSectionsArePairedApart(t *testing.T) {
	eachSystem(t, func(t *testing.T, sys System) {
		if sys.Schedule != nil {
			t.Skip("a schedule has no sections")
		}
		p := mustNew(t, sys)
		var s engine.State
		s.Reset(12)
		for i := range s.Rating {
			s.Rating[i] = int32(2000 - i)
			s.Section[i] = uint8(1 + i%2)
		}
		games, err := p.Pair(nil, &s)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if s.Section[g.White] != s.Section[g.Black] {
				t.Errorf("%d and %d are of different sections", g.White, g.Black)
			}
		}
		// Nobody of the second section may meet another one of it.
		for a := range engine.Player(12) {
			for b := range a {
				if a%2 == 1 && b%2 == 1 {
					s.Forbid(a, b)
				}
			}
		}
		if games, err = p.Pair(nil, &s); err != nil || field.Legal(&s, games) != nil {
			t.Errorf("joined sections: %v %v", games, err)
		}
		// What is told is the round as it is, not the sections that were given up.
		var heard pairSteps
		s.Tracer = &heard
		if games, err = p.Pair(nil, &s); err != nil {
			t.Fatal(err)
		}
		if len(heard) != len(games) {
			t.Errorf("%d pairs are told, %d are made", len(heard), len(games))
		}
		for _, g := range games {
			if !heard[[2]engine.Player{min(g.White, g.Black), max(g.White, g.Black)}] {
				t.Errorf("%d - %d is not told", g.White, g.Black)
			}
		}
		if s.Tracer != engine.Tracer(&heard) {
			t.Error("the tracer is not the one it was")
		}
	})
}

func TestNoAllocationAfterWarmUp(t *testing.T) {
	eachSystem(t, func(t *testing.T, sys System) {
		r := rand.New(rand.NewPCG(25, 25))
		p := mustNew(t, sys)
		var states []*engine.State
		for len(states) < 15 {
			s := new(engine.State)
			n := 6 + r.IntN(30)
			event(t, r, sys, s, n, r.IntN(n/2))
			if len(states)%3 == 0 && sys.Schedule == nil {
				s.Fixed = append(s.Fixed, engine.Game{White: 1, Black: 0})
				s.Away[0], s.Away[1] = engine.None, engine.None
			}
			if _, err := p.Pair(nil, s); err == nil {
				states = append(states, s)
			}
		}
		var games []engine.Game
		run := func() {
			for _, s := range states {
				games, _ = p.Pair(games[:0], s)
			}
		}
		run()
		if n := testing.AllocsPerRun(10, run); n != 0 {
			t.Errorf("%v allocations in %d rounds", n, len(states))
		}
	})
}

// Every step that a system tells has its rule in the table, with a text in each language.
func TestStepsHaveRules(t *testing.T) {
	eachSystem(t, func(t *testing.T, sys System) {
		r := rand.New(rand.NewPCG(26, 26))
		p := mustNew(t, sys)
		var s engine.State
		seen := map[string]bool{}
		for k := range 300 {
			n := 4 + r.IntN(16)
			event(t, r, sys, &s, n, r.IntN(n/2))
			want, wantErr := p.Pair(nil, &s)
			rec := &recorder{}
			s.Tracer = rec
			got, err := p.Pair(nil, &s)
			s.Tracer = nil
			if fmt.Sprint(got, err) != fmt.Sprint(want, wantErr) {
				t.Fatalf("case %d: the tracer changes the pairing", k)
			}
			pairs := 0
			for _, st := range rec.steps {
				if st.Kind == engine.StepPair {
					pairs++
				}
				if seen[st.Rule] {
					continue
				}
				seen[st.Rule] = true
				rule, ok := FindRule(st.Rule)
				if !ok || !hasWords(rule) || rule.Source == "" {
					t.Errorf("rule %q of a step is not in the table, or without a text", st.Rule)
				}
			}
			boards := 0
			for _, g := range got {
				if g.Black != engine.NoPlayer {
					boards++
				}
			}
			if err == nil && pairs != boards {
				t.Fatalf("case %d: %d pairs told, %d boards", k, pairs, boards)
			}
		}
	})
}

type recorder struct{ steps []engine.Step }

func (r *recorder) Trace(s engine.Step) { r.steps = append(r.steps, s) }

// An alias is the system: the same row, the same rounds, the same answers about handicaps and numbers of rounds.
func TestAnAliasIsTheSystem(t *testing.T) {
	eachSystem(t, func(t *testing.T, sys System) {
		names := []string{strings.ToUpper(sys.Name)}
		for _, alias := range append(names, sys.Aliases...) {
			row, err := Find(alias)
			if err != nil || row.Name != sys.Name {
				t.Fatalf("%s is %q, %v", alias, row.Name, err)
			}
			other, err := New(alias)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(27, 27))
			p := mustNew(t, sys)
			var s engine.State
			for k := range 100 {
				event(t, r, sys, &s, 4+r.IntN(12), r.IntN(5))
				want, wantErr := p.Pair(nil, &s)
				got, err := other.Pair(nil, &s)
				if fmt.Sprint(got, err) != fmt.Sprint(want, wantErr) {
					t.Fatalf("case %d: %s pairs %v %v, %s %v %v", k, alias, got, err, sys.Name, want, wantErr)
				}
			}
			for _, h := range handicap.Schemes {
				if (Fits(alias, h.Name) == nil) != (Fits(sys.Name, h.Name) == nil) {
					t.Errorf("%s and %s differ about the handicap %s", alias, sys.Name, h.Name)
				}
			}
			for n := 2; n < 12; n++ {
				for rounds := 1; rounds < 24; rounds++ {
					if (Possible(alias, n, rounds) == nil) != (Possible(sys.Name, n, rounds) == nil) {
						t.Errorf("%s and %s differ about %d rounds of %d players", alias, sys.Name, rounds, n)
					}
				}
			}
		}
	})
}
