package dutch

import (
	"math/rand/v2"
	"testing"

	"crosstable/engine"
)

// Each criterion's digits lie above those of the next one and below those of the one before, in every bracket.
func TestCriteriaStandInTheirOrderInTheWeight(t *testing.T) {
	brackets := 0
	for seed := range uint64(20) {
		var p Pairer
		playEvent(rand.New(rand.NewPCG(seed, 3)), func(s *engine.State) []engine.Game {
			p.f.load(s, &p.ed)
			if !p.c.load(&p.f) {
				return nil
			}
			for g := range len(p.f.group) - 1 {
				b := bracket{group: g}
				for i := range p.f.group[g+1] {
					if i < p.f.group[g] && i < 3 {
						b.list, b.m0 = append(b.list, i), b.m0+1
					} else if i >= p.f.group[g] {
						b.list = append(b.list, i)
					}
				}
				p.cen.byeTop, p.cen.byeOdd = p.c.byeTop, p.c.odd
				p.cen.survey(&p.f, &b, scopeAll, true)
				brackets++
				top := p.cen.lay.bits
				for _, c := range criteria {
					for _, d := range c.digits(&p.cen.lay) {
						if d.width == 0 {
							continue
						}
						if d.at+d.width > top {
							t.Fatalf("%s: digit at %d, %d wide, reaches above %d", c.code, d.at, d.width, top)
						}
						top = d.at
					}
				}
				if l := &p.cen.lay; l.stay.width > 0 && (l.stay.at+l.stay.width > top ||
					l.sum.at+l.sum.width > l.stay.at) {
					t.Fatalf("the order of generation is not below the criteria")
				}
			}
			games, err := p.Pair(nil, s)
			if err != nil {
				return nil
			}
			return games
		})
	}
	if brackets < 100 {
		t.Errorf("only %d brackets", brackets)
	}
}

// C10 to C13 of a pair, by the colours the two have had.
func TestColourCriteriaOfAPair(t *testing.T) {
	w, b := engine.White, engine.Black
	player := func(colours ...engine.Color) *entrant {
		var s engine.State
		s.Reset(2)
		for _, c := range colours {
			g := engine.Game{White: 0, Black: 1, Result: engine.Draw}
			if c == b {
				g = engine.Game{White: 1, Black: 0, Result: engine.Draw}
			}
			s.Apply([]engine.Game{g})
		}
		e := &entrant{player: 0}
		e.read(&s)
		return e
	}
	for _, x := range []struct {
		name               string
		a, b               *entrant
		c10, c11, c12, c13 bool
	}{
		{"nobody has played", player(), player(), false, false, false, false},
		{"mild against mild", player(w, b), player(w, b), false, false, true, false},
		{"mild against the other mild", player(w, b), player(b, w), false, false, false, false},
		{"strong against mild", player(w), player(w, b, b, w), false, false, true, false},
		{"strong against strong", player(w), player(w, b, w), false, false, true, true},
		{"two in a row against strong", player(b, b, w, w), player(w), false, false, true, true},
		{"two in a row both", player(b, b, w, w), player(b, b, w, w), false, true, true, false},
		{"two more both", player(w, b, w, w), player(w, w), true, true, true, false},
		{"two more, last Black, against two in a row", player(w, w, w, b), player(b, b, w, w), false, true, true,
			false},
		{"two more, last Black, both", player(w, w, w, b), player(w, w, w, b), true, false, true, false},
	} {
		for _, swap := range []bool{false, true} {
			p, q := x.a, x.b
			if swap {
				p, q = q, p
			}
			if worse3(p, q) != x.c10 || thrice(p, q) != x.c11 || clash(p, q) != x.c12 || hardClash(p, q) != x.c13 {
				t.Errorf("%s: C10 %v C11 %v C12 %v C13 %v", x.name, worse3(p, q), thrice(p, q), clash(p, q),
					hardClash(p, q))
			}
		}
	}
}

// C.04.3 5.2.5: odd numbers get the initial colour; who is absent has no number, who got the bye from the arbiter has.
func TestInitialColourByNumber(t *testing.T) {
	for _, x := range []struct {
		away engine.Outcome
		want [2]engine.Game
	}{
		{engine.ByePairing, [2]engine.Game{{White: 3, Black: 1}, {White: 2, Black: 4}}},
		{engine.ByeHalf, [2]engine.Game{{White: 1, Black: 3}, {White: 4, Black: 2}}},
	} {
		var s engine.State
		s.Reset(5)
		s.FirstColor = engine.White
		s.Away[0] = x.away
		got, err := new(Pairer).Pair(nil, &s)
		if err != nil || len(got) != 2 || got[0] != x.want[0] || got[1] != x.want[1] {
			t.Errorf("player 0 on %v: %v %v, want %v", x.away, got, err, x.want)
		}
	}
}
