package doubleswiss

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/field"
	"crosstable/engine/pairing/pairtest"
)

// 3.6: the pairs 11-24 16-6 10-9 8-4 have the identifier 4 6 9 11 8 16 10 24.
func TestIdentifier(t *testing.T) {
	got := identifier([][2]int{{11, 24}, {16, 6}, {10, 9}, {8, 4}})
	if want := []int{4, 6, 9, 11, 8, 16, 10, 24}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// 3.5: 2, 6 and 8 have a higher score than 1, 3 and 5; sets of two of the former and one of the latter in their
// order.
func TestOrderOfSetsOfUpfloaters(t *testing.T) {
	low := []int{2, 6, 8, 1, 3, 5} // by score, then number
	var list []string
	subsets(low, 3, func(set []int) {
		if slices.Contains(low[:3], set[1]) && slices.Contains(low[3:], set[2]) {
			list = append(list, fmt.Sprint(set))
		}
	})
	want := "[2 6 1] [2 6 3] [2 6 5] [2 8 1] [2 8 3] [2 8 5] [6 8 1] [6 8 3] [6 8 5]"
	if got := strings.Join(list, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func opponents(t *testing.T, s *engine.State, barred string) string {
	t.Helper()
	for _, cell := range strings.Fields(barred) {
		var a, b int
		if _, err := fmt.Sscanf(cell, "%d-%d", &a, &b); err != nil {
			t.Fatal(err)
		}
		s.Forbid(engine.Player(a-1), engine.Player(b-1))
	}
	games, err := (&Pairer{}).Pair(nil, s)
	if err != nil {
		return err.Error()
	}
	var out []string
	slices.SortFunc(games, func(g, h engine.Game) int { return int(min(g.White, g.Black) - min(h.White, h.Black)) })
	bye := ""
	for _, g := range games {
		if g.Black == engine.NoPlayer {
			bye = fmt.Sprintf(" %d=u", g.White+1)
			continue
		}
		out = append(out, fmt.Sprintf("%d-%d", min(g.White, g.Black)+1, max(g.White, g.Black)+1))
	}
	return strings.Join(out, " ") + bye
}

// 3.6: the first set of tops, then the first opponent for each.
func TestFirstPairingByIdentifier(t *testing.T) {
	for _, c := range []struct{ barred, want string }{
		{"", "1-4 2-5 3-6"},
		{"1-4", "1-5 2-4 3-6"},
		{"1-4 1-5", "1-6 2-4 3-5"},
		{"3-4 3-5 3-6", "1-3 2-5 4-6"}, // 3 cannot be a top: tops 1 2 4
		{"1-4 1-5 1-6", "1-3 2-5 4-6"},
		{"1-3 1-4 1-5 1-6", "1-2 3-5 4-6"},
	} {
		if got := opponents(t, pairtest.Event(6, 9), c.barred); got != c.want {
			t.Errorf("barred %q: %s, want %s", c.barred, got, c.want)
		}
	}
}

// 3.6 with an upfloater of a smaller number: he is the top, whatever his score.
func TestTheSmallerNumberIsTheTop(t *testing.T) {
	s := pairtest.Event(4, 9)
	copy(s.Virtual, []engine.Points{0, 2, 2, 2})
	// Bracket 2 3 4 and the upfloater 1: tops 1 and 2.
	if got := opponents(t, s, ""); got != "1-3 2-4" {
		t.Errorf("%s", got)
	}
}

// C1, C3, C4, C5, one by one.
func TestUpfloaters(t *testing.T) {
	for _, c := range []struct {
		name, barred string
		points       []engine.Points
		want         string
	}{
		{"C5: the highest score", "", []engine.Points{4, 2, 2, 0}, "1-2 3-4"},
		{"C1: 1 and 2 have met", "1-2", []engine.Points{4, 2, 2, 0}, "1-3 2-4"},
		{"C4: two upfloaters rather than a second meeting", "1-2", []engine.Points{4, 4, 2, 2}, "1-3 2-4"},
		{"C3: with 2 up, 3 and 4 would be left who have met", "3-4", []engine.Points{4, 2, 2, 0}, "1-3 2-4"},
	} {
		s := pairtest.Event(4, 9)
		copy(s.Virtual, c.points)
		if got := opponents(t, s, c.barred); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// C7: who floated in the latest round does not float up again, but in the last round.
func TestRepeatedFloats(t *testing.T) {
	// 2 and 6 met with different scores in round 2.
	s := pairtest.Event(6, 4, "1-4=1 2-5=1 6-3=0", "1-3=1 2-6=0 4-5=d")
	if !newLiteral(s).floated(1) || !newLiteral(s).floated(5) || newLiteral(s).floated(0) {
		t.Fatal("the floats are not those of the example")
	}
	for _, planned := range []int{4, 3} {
		s.PlannedRounds = planned
		want, ok := newLiteral(s).pair()
		games, err := (&Pairer{}).Pair(nil, s)
		cells := strings.Fields(pairtest.Text(games))
		slices.Sort(cells)
		if got := strings.Join(cells, " "); err != nil || !ok || got != want {
			t.Errorf("%d rounds: %s %v, want %s", planned, got, err, want)
		}
	}
}

// 3.4: lowest score, then most matches played, then the largest number; C2.
func TestBye(t *testing.T) {
	s := pairtest.Event(5, 9, "1-3=1 2-4=1 5=u")
	if got := opponents(t, s, ""); !strings.HasSuffix(got, " 4=u") {
		t.Errorf("C2: %s", got)
	}
	s = pairtest.Event(5, 9, "1-3=1 2-4=1 5=z")
	if got := opponents(t, s, ""); !strings.HasSuffix(got, " 4=u") {
		t.Errorf("5 has played no match: %s", got)
	}
}

// 4: colours of game 1.
func TestColours(t *testing.T) {
	for _, c := range []struct {
		name   string
		rounds []string
		a, b   engine.Player
		want   engine.Color
		rule   string
	}{
		{"neither has played, odd number", nil, 0, 2, engine.White, "4.1"},
		{"neither has played, even number", nil, 1, 2, engine.Black, "4.1"},
		{"fewer Whites", []string{"1-3=1 4-2=0"}, 0, 1, engine.Black, "4.2"},
		{"latest difference", []string{"1-3=1 4-2=0", "4-1=0 2-3=1"}, 0, 1, engine.White, "4.3"},
		{"the higher ranked alternates", []string{"1-3=1 2-4=1"}, 0, 1, engine.Black, "4.4"},
		{"the other alternates", []string{"4-2=0"}, 0, 1, engine.Black, "4.5"},
	} {
		s := pairtest.Event(4, 9, c.rounds...)
		var p Pairer
		p.load(s)
		if got, rule := p.colour(c.a, c.b); got != c.want || rule != c.rule {
			t.Errorf("%s: %v by %s, want %v by %s", c.name, got, rule, c.want, c.rule)
		}
	}
}

// C1 to C3 in generated events; counting and matchings alone agree in larger fields.
func TestAbsoluteCriteriaInGeneratedEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 1))
	p := pairers()
	var s engine.State
	events, rounds := long(1000, 10000), 0
	for k := range events {
		n := 4 + r.IntN(40)
		rounds += ownEvent(r, p[0], &s, n, func() {
			games, err := p[0].Pair(nil, &s)
			switch {
			case err != nil && pairtest.Complete(&s, nil):
				t.Fatalf("event %d, round %d: %v, though a pairing exists (C3)", k, s.Round(), err)
			case err != nil:
				return
			}
			if err := field.Legal(&s, games); err != nil {
				t.Fatalf("event %d: %v", k, err)
			}
			if k%5 > 0 {
				return
			}
			careful, err := p[1].Pair(nil, &s)
			if got, want := pairtest.Text(games), pairtest.Text(careful); err != nil || got != want {
				t.Fatalf("event %d, %d players, round %d:\n by counting %s\nby matchings %s",
					k, n, s.Round(), got, want)
			}
		})
	}
	t.Logf("%d rounds, %+v", rounds, p[0].Stats)
	if rounds < 3*events || p[0].Stats.Chosen < events/20 {
		t.Errorf("%d rounds of %d events, %+v", rounds, events, p[0].Stats)
	}
}
