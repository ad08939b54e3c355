package check

import (
	"reflect"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing"
)

// play lets a system pair an event of n players and the given number of rounds; better players win, every
// third game is drawn.
func play(t testing.TB, system string, n, rounds int, seed uint64) *engine.State {
	t.Helper()
	p, err := pairing.New(system)
	if err != nil {
		t.Fatal(err)
	}
	s := new(engine.State)
	s.PlannedRounds, s.FirstColor, s.Luck = rounds, engine.White, engine.NewLuck(seed)
	s.Reset(n)
	for i := range n {
		s.Rating[i] = int32(2400 - 7*i)
	}
	var games []engine.Game
	for r := range rounds {
		if games, err = p.Pair(games[:0], s); err != nil {
			t.Fatal(err)
		}
		for i := range games {
			g := &games[i]
			switch {
			case g.Black == engine.NoPlayer:
				g.Result = engine.PairingBye
			case (i+r)%3 == 0:
				g.Result = engine.Draw
			case g.White < g.Black:
				g.Result = engine.WhiteWins
			default:
				g.Result = engine.BlackWins
			}
		}
		s.Apply(games)
	}
	return s
}

func checker(t testing.TB, system string) *Checker {
	t.Helper()
	p, err := pairing.New(system)
	if err != nil {
		t.Fatal(err)
	}
	return &Checker{Pairer: p, Explain: true}
}

// What a system paired is found again without a difference, by every system of the table.
func TestOwnPairingsDoNotDiffer(t *testing.T) {
	for _, row := range pairing.Systems {
		s := play(t, row.Name, 11, 5, 3)
		rounds, err := checker(t, row.Name).Event(nil, s)
		if err != nil || len(rounds) != 5 {
			t.Fatalf("%s: %d rounds, %v", row.Name, len(rounds), err)
		}
		for _, r := range rounds {
			if r.Differs() || len(r.Lots) > 0 {
				t.Errorf("%s: %+v", row.Name, r)
			}
		}
	}
}

// replay plays s again with one round's games changed.
func replay(s *engine.State, round int, change func([]engine.Game) []engine.Game) *engine.State {
	out := new(engine.State)
	out.PlannedRounds, out.FirstColor, out.Luck = s.PlannedRounds, s.FirstColor, s.Luck
	out.Reset(s.N())
	copy(out.Rating, s.Rating)
	for r := range s.Rounds() {
		var games []engine.Game
		for i := range s.N() {
			p := engine.Player(i)
			switch o := s.OutcomeAt(r, p); {
			case o == engine.ByePairing:
				games = append(games, engine.Game{White: p, Black: engine.NoPlayer, Result: engine.PairingBye})
			case s.ColorAt(r, p) == engine.White:
				res := engine.WhiteWins
				if o == engine.Drawn {
					res = engine.Draw
				} else if o == engine.Loss {
					res = engine.BlackWins
				}
				games = append(games, engine.Game{White: p, Black: s.Opponent(r, p), Result: res})
			}
		}
		if r == round {
			games = change(games)
		}
		out.Apply(games)
	}
	return out
}

func TestDifferencesAreNamed(t *testing.T) {
	s := play(t, "dutch", 9, 3, 1)
	last := s.Rounds() - 1
	find := func(games []engine.Game, bye bool) (i, j int) {
		i, j = -1, -1
		for k, g := range games {
			switch {
			case g.Black == engine.NoPlayer:
				if bye {
					j = k
				}
			case i < 0:
				i = k
			case !bye && j < 0:
				j = k
			}
		}
		return i, j
	}

	colours := replay(s, last, func(g []engine.Game) []engine.Game {
		i, _ := find(g, false)
		g[i].White, g[i].Black = g[i].Black, g[i].White
		return g
	})
	rounds, err := checker(t, "dutch").Event(nil, colours)
	if err != nil {
		t.Fatal(err)
	}
	if r := rounds[last]; !r.Differs() || len(r.Colors) != 1 || len(r.OnlyPlayed) != 0 || len(r.OnlyPaired) != 0 {
		t.Errorf("colours: %+v", r)
	}

	var was []engine.Game
	opponents := replay(s, last, func(g []engine.Game) []engine.Game {
		i, j := find(g, false)
		was = []engine.Game{g[i], g[j]}
		g[i].Black, g[j].Black = g[j].Black, g[i].Black
		return g
	})
	if rounds, err = checker(t, "dutch").Event(nil, opponents); err != nil {
		t.Fatal(err)
	}
	r := rounds[last]
	want := []Pair{{was[0].White, was[0].Black}, {was[1].White, was[1].Black}}
	if len(r.OnlyPlayed) != 2 || len(r.OnlyPaired) != 2 || !sameSet(r.OnlyPaired, want) {
		t.Errorf("opponents: %+v, want %v", r, want)
	}

	bye := replay(s, last, func(g []engine.Game) []engine.Game {
		i, j := find(g, true)
		g[i].Black, g[j].White = g[j].White, g[i].Black
		return g
	})
	if rounds, err = checker(t, "dutch").Event(nil, bye); err != nil {
		t.Fatal(err)
	}
	r = rounds[last]
	byes := 0
	for _, p := range append(append([]Pair{}, r.OnlyPlayed...), r.OnlyPaired...) {
		if p.Black == engine.NoPlayer {
			byes++
		}
	}
	if byes != 2 {
		t.Errorf("bye: %+v", r)
	}
	if rounds[0].Differs() || rounds[1].Differs() {
		t.Error("earlier rounds differ")
	}
}

func sameSet(a, b []Pair) bool {
	key := func(list []Pair) map[Pair]bool {
		m := map[Pair]bool{}
		for _, p := range list {
			m[Pair{min(p.White, p.Black), max(p.White, p.Black)}] = true
		}
		return m
	}
	return reflect.DeepEqual(key(a), key(b))
}

// lotPairer pairs 1-2, 3-4 ... and draws every colour by lot, or by rule.
type lotPairer struct{ rule string }

func (p lotPairer) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	for i := 0; i+1 < s.N(); i += 2 {
		dst = append(dst, engine.Game{White: engine.Player(i), Black: engine.Player(i + 1)})
		if s.Tracer != nil {
			s.Tracer.Trace(engine.Step{Kind: engine.StepColor, A: engine.Player(i), B: engine.Player(i + 1),
				Rule: p.rule})
		}
	}
	return dst, nil
}

// A colour that the rules draw by lot is no difference; it is counted apart.
func TestColoursByLotAreCountedApart(t *testing.T) {
	lot := ""
	for _, r := range pairing.Rules() {
		if r.Lot {
			lot = r.Code
		}
	}
	if lot == "" {
		t.Skip("no system draws colours by lot yet")
	}
	var s engine.State
	s.Reset(4)
	s.Apply([]engine.Game{{White: 1, Black: 0, Result: engine.Draw}, {White: 2, Black: 3, Result: engine.Draw}})
	for rule, want := range map[string][2]int{lot: {0, 1}, "fixed": {1, 0}} {
		c := Checker{Pairer: lotPairer{rule}}
		rounds, err := c.Event(nil, &s)
		if err != nil {
			t.Fatal(err)
		}
		if r := rounds[0]; len(r.Colors) != want[0] || len(r.Lots) != want[1] || r.Differs() != (want[0] > 0) {
			t.Errorf("%s: %+v", rule, r)
		}
	}
}

// The coin of round 1 is guessed from the top number's game where no file states it. When that player did
// not sit at the top of board 1, the guess may be the other face: no difference, unless the colour was stated.
func TestGuessedGripMayBeTheOtherFace(t *testing.T) {
	for _, system := range []string{"jca:order=lot", "random"} {
		for seed := range uint64(8) {
			s := play(t, system, 8, 3, seed)
			for _, c := range []struct {
				name  string
				open  bool
				first engine.Color
				want  bool // round 1 differs
			}{{"guessed, other face", true, engine.Black, false}, {"stated, other face", false, engine.Black, true},
				{"guessed right", true, engine.White, false}} {
				ch := checker(t, system)
				ch.GripOpen = c.open
				ch.Prepare = func(dst *engine.State, k int) error {
					dst.CopyPrefix(s, k)
					dst.FirstColor, dst.Luck = c.first, s.Luck
					return nil
				}
				rounds, err := ch.Event(nil, s)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range rounds {
					if r.Differs() != (c.want && r.Round == 1) {
						t.Errorf("%s, seed %d, %s: round %d: %+v", system, seed, c.name, r.Round, r)
					}
				}
			}
			// One board alone with exchanged colours is a difference, whoever drew.
			one := new(engine.State)
			one.CopyPrefix(s, 0)
			one.FirstColor, one.Luck = engine.White, s.Luck
			p, err := pairing.New(system)
			if err != nil {
				t.Fatal(err)
			}
			games, err := p.Pair(nil, one)
			if err != nil {
				t.Fatal(err)
			}
			games[2].White, games[2].Black = games[2].Black, games[2].White
			for i := range games {
				games[i].Result = engine.Draw
			}
			one.Apply(games)
			ch := checker(t, system)
			ch.GripOpen = true
			rounds, err := ch.Event(nil, one)
			if err != nil {
				t.Fatal(err)
			}
			if !rounds[0].Differs() || len(rounds[0].Colors) != 1 {
				t.Errorf("%s, seed %d: one exchanged board: %+v", system, seed, rounds[0])
			}
		}
	}
}
