package lim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/pairing/field"
	"crosstable/engine/pairing/pairtest"
)

// opponents pairs the round and writes it without colours, the smaller number first, in order.
func opponents(t *testing.T, s *engine.State, p *Pairer) string {
	t.Helper()
	games, err := p.Pair(nil, s)
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

func forbid(s *engine.State, pairs string) *engine.State {
	for _, cell := range strings.Fields(pairs) {
		var a, b int
		if _, err := fmt.Sscanf(cell, "%d-%d", &a, &b); err != nil {
			panic(err)
		}
		s.Forbid(engine.Player(a-1), engine.Player(b-1))
	}
	return s
}

// scores puts players before round 1 into scoregroups, by virtual points; the median is 0.
func scores(s *engine.State, points ...engine.Points) *engine.State {
	copy(s.Virtual, points)
	return s
}

// 4.2: #1 of six tries 4, 5, 6, then 3, then 2. 4.3: #2, once #1 is with #6, tries 4, 5, 3, then 6 and 1.
func TestExchangesOf42And43(t *testing.T) {
	for _, c := range []struct{ barred, want string }{
		{"", "1-4 2-5 3-6"},
		{"1-4", "1-5 2-4 3-6"},
		{"1-4 1-5", "1-6 2-4 3-5"},
		{"1-4 1-5 1-6", "1-3 2-5 4-6"},
		{"1-4 1-5 1-6 1-3", "1-2 3-5 4-6"},
		{"1-4 1-5 2-4", "1-6 2-5 3-4"},
		{"1-4 1-5 2-4 2-5", "1-6 2-3 4-5"},
		{"1-4 1-5 2-4 2-5 2-3", "1-3 2-6 4-5"},
		{"1-4 1-5 2-4 2-5 2-3 2-6", "1-2 3-5 4-6"},
	} {
		if got := opponents(t, forbid(pairtest.Event(6, 9), c.barred), &Pairer{}); got != c.want {
			t.Errorf("barred %q: %s, want %s", c.barred, got, c.want)
		}
	}
}

// 4.1.2: below the median the walk is the mirror: #6 tries 3, 2, 1, then 4, then 5.
func TestExchangesBelowTheMedian(t *testing.T) {
	for _, c := range []struct{ barred, want string }{
		{"", "1-4 2-5 3-6"},
		{"6-3", "1-4 2-6 3-5"},
		{"6-3 6-2", "1-6 2-4 3-5"},
		{"6-3 6-2 6-1", "1-3 2-5 4-6"},
		{"6-3 6-2 6-1 6-4", "1-3 2-4 5-6"},
	} {
		s := scores(forbid(pairtest.Event(6, 9), c.barred), -2, -2, -2, -2, -2, -2)
		if got := opponents(t, s, &Pairer{}); got != c.want {
			t.Errorf("barred %q: %s, want %s", c.barred, got, c.want)
		}
	}
}

// 4.4.1: in an odd group who finds nobody is exchanged with the one who was going to float. 4.4.2: in an even one he
// floats together with the lowest numbered of the others: #1 and #2 have met each other and 3, 4, 5.
func TestWhoFindsNobodyFloats(t *testing.T) {
	odd := scores(forbid(pairtest.Event(8, 9), "3-1 3-2 3-4 3-5 3-6 3-7"), 2, 2, 2, 2, 2, 2, 2)
	if got := opponents(t, odd, &Pairer{}); got != "1-5 2-6 3-8 4-7" {
		t.Errorf("4.4.1: %s", got)
	}
	even := scores(forbid(pairtest.Event(8, 9), "1-2 1-3 1-4 1-5 2-3 2-4 2-5"), 2, 2, 2, 2, 2, 2)
	if got := opponents(t, even, &Pairer{}); got != "1-6 2-7 3-4 5-8" {
		t.Errorf("4.4.2: %s", got)
	}
}

// 7.2: 40 players, White by lot for #1: 1-21, 22-2, 3-23, ... 40-20; Black: 21-1, 2-22, ...
func TestRoundOne(t *testing.T) {
	for _, c := range []struct {
		first            engine.Color
		start, end, last string
	}{
		{engine.White, "1-21 22-2 3-23 24-4", "40-20", "1-3 4-2 5=u"},
		{engine.Black, "21-1 2-22 23-3 4-24", "20-40", "3-1 2-4 5=u"},
	} {
		s := pairtest.Event(40, 9)
		s.FirstColor = c.first
		games, err := (&Pairer{}).Pair(nil, s)
		got := pairtest.Text(games)
		if err != nil || !strings.HasPrefix(got, c.start+" ") || !strings.HasSuffix(got, " "+c.end) {
			t.Errorf("%v: %s %v", c.first, got, err)
		}
		s = pairtest.Event(5, 9)
		s.FirstColor = c.first
		games, err = (&Pairer{}).Pair(nil, s)
		if got := pairtest.Text(games); err != nil || got != c.last {
			t.Errorf("%v: %s %v, want %s", c.first, got, err, c.last)
		}
	}
}

// 7.1: the bye of round 1 goes to the lowest rated, unrated before rated, then the largest number; 1.1: later to the
// lowest ranked of the lowest scoregroup who may have it.
func TestBye(t *testing.T) {
	s := pairtest.Event(5, 9)
	s.Rating[1], s.Rating[2] = 0, 0
	if got := opponents(t, s, &Pairer{}); got != "1-4 2-5 3=u" {
		t.Errorf("7.1: %s", got)
	}
	s = pairtest.Event(5, 9, "1-3=1 2-4=1 5=u")
	if got := opponents(t, s, &Pairer{}); !strings.HasSuffix(got, " 4=u") {
		t.Errorf("1.1: %s", got)
	}
}

type listener struct{ steps []engine.Step }

func (l *listener) Trace(s engine.Step) { l.steps = append(l.steps, s) }

// groups are the scores in the order in which they are paired.
func groups(t *testing.T, s *engine.State) (out []string) {
	t.Helper()
	var l listener
	s.Tracer = &l
	if _, err := (&Pairer{}).Pair(nil, s); err != nil {
		t.Fatal(err)
	}
	s.Tracer = nil
	for _, st := range l.steps {
		if st.Kind == engine.StepGroup {
			out = append(out, engine.Points(st.N[0]).String())
		}
	}
	return out
}

// 8: round 2 pairs 1 point, 0 points, half a point. 2.2: from both ends to the median.
func TestOrderOfGroups(t *testing.T) {
	s := pairtest.Event(12, 9, "1-7=1 8-2=0 3-9=d 10-4=d 5-11=1 12-6=0")
	if got := strings.Join(groups(t, s), " "); got != "1 0 0.5" {
		t.Errorf("round 2: %s", got)
	}
	s = pairtest.Event(8, 9, "1-5=1 6-2=0 3-7=1 8-4=0", "1-2=1 3-4=d 5-6=1 7-8=d")
	if got := strings.Join(groups(t, s), " "); got != "2 1.5 0 0.5 1" {
		t.Errorf("round 3: %s", got)
	}
}

// 2.6: the median cannot be completed. 2.6.1: more floaters came from above, so a pairing of the lower side is taken
// back; 2.6.2: otherwise one of the higher side.
func TestCracking(t *testing.T) {
	for _, c := range []struct {
		name, barred string
		points       []engine.Points
		want         string
	}{
		// 3 floats, and 4 of the median has met him. Below, 8-6 is made and then 7-5: the latter is taken back.
		{"2.6.1", "1-4 2-4 3-4", []engine.Points{2, 2, 2, 0, -2, -2, -2, -2}, "1-2 3-5 4-7 6-8"},
		// Nobody floats; 5 and 6 of the median have met.
		{"2.6.2", "5-6", []engine.Points{2, 2, 2, 2, 0, 0, -2, -2}, "1-3 2-5 4-6 7-8"},
	} {
		p := &Pairer{}
		s := scores(forbid(pairtest.Event(8, 9), c.barred), c.points...)
		if got := opponents(t, s, p); got != c.want || p.Stats.Cracked != 1 {
			t.Errorf("%s: %s, %d cracked, want %s", c.name, got, p.Stats.Cracked, c.want)
		}
	}
}

// 3.10: who floated in the previous round does not make the number even again. 3.2.2: who is due the colour that more
// are due floats, 3.2.4 otherwise the lowest numbered downwards, the highest numbered upwards.
func TestEvenMakingFloater(t *testing.T) {
	var p Pairer
	floats := func(s *engine.State, barred string) string {
		var l listener
		s.Tracer = &l
		forbid(s, barred)
		if _, err := p.Pair(nil, s); err != nil {
			t.Fatal(err)
		}
		s.Tracer = nil
		var out []string
		for _, st := range l.steps {
			if st.Kind == engine.StepFloat {
				out = append(out, fmt.Sprintf("%d %s", st.A+1, st.Rule))
			}
		}
		return strings.Join(out, " ")
	}
	// Three of one point, three without: nobody has played, then all of the upper three are due Black.
	s := scores(pairtest.Event(8, 9), 2, 2, 2, 0, 0, -2, -2, -2)
	if got := floats(s, ""); got != "3 lim.3.2.4 6 lim.3.2.4" {
		t.Errorf("3.2.4: %s", got)
	}
	// After round 1 the winners are 1 (White), 2 (Black), 3 (White), 4 (Black), 6 (Black): Black is the majority's
	// colour.
	s = pairtest.Event(10, 9, "1-7=1 8-2=0 3-9=1 10-4=0 5-6=0")
	if got := floats(s, ""); !strings.HasPrefix(got, "6 lim.3.2.4") {
		t.Errorf("the lowest numbered is due the majority's colour: %s", got)
	}
	s = pairtest.Event(10, 9, "1-7=1 8-2=0 3-9=1 10-4=0 6-5=1")
	if got := floats(s, ""); !strings.HasPrefix(got, "6 lim.3.2.4") {
		t.Errorf("3.2.2: %s", got)
	}
	s = pairtest.Event(10, 9, "1-7=1 8-2=0 3-9=1 4-10=1 5-6=0")
	if got := floats(s, ""); !strings.HasPrefix(got, "4 lim.3.2.2") {
		t.Errorf("3.2.2: %s", got)
	}
}

// 3.8: the opponent of a floater from above is the highest numbered player due the other colour, of a floater
// from below the lowest numbered one, in the median too.
func TestOpponentsOfFloaters(t *testing.T) {
	s := scores(pairtest.Event(8, 9), 2, 0, 0, 0, 0, 0, 0, -2)
	if got := opponents(t, s, &Pairer{}); got != "1-2 3-5 4-6 7-8" {
		t.Errorf("%s", got)
	}
}

// 6: in the last round players of one score who have not met are paired whatever their colours.
func TestLastRound(t *testing.T) {
	s := pairtest.Event(6, 9, "1-3=1 2-4=1 5-6=d", "1-4=1 2-3=1 6-5=d")
	// 1 and 2 have had White twice and both 2 points; 5 and 6 may meet again for the sake of the example.
	s.Permit(4, 5)
	if s.PlannedRounds = 4; strings.HasPrefix(opponents(t, s, &Pairer{}), "1-2") {
		t.Error("1 and 2 would both need Black")
	}
	if s.PlannedRounds = 3; !strings.HasPrefix(opponents(t, s, &Pairer{}), "1-2") {
		t.Errorf("last round: %s", opponents(t, s, &Pairer{}))
	}
}

// maxi: colour chooses only among players rated within 100 points (3.2.3, 3.8, 5.7).
func TestMaxiTournament(t *testing.T) {
	s := pairtest.Event(10, 9, "1-7=1 8-2=0 3-9=1 4-10=1 5-6=0")
	// In TestEvenMakingFloater 4 floats for his colour; rated 300 points above 6 he does not.
	s.Rating[3] = s.Rating[5] + 300
	for _, c := range []struct {
		maxi bool
		want engine.Player
	}{{false, 3}, {true, 5}} {
		var l listener
		s.Tracer = &l
		if _, err := (&Pairer{maxi: c.maxi}).Pair(nil, s); err != nil {
			t.Fatal(err)
		}
		for _, st := range l.steps {
			if st.Kind == engine.StepFloat {
				if st.A != c.want {
					t.Errorf("maxi %v: %d floats, want %d", c.maxi, st.A+1, c.want+1)
				}
				break
			}
		}
	}
}

// relaxed pairs a round that the colour limits alone leave without a pairing.
func TestRelaxed(t *testing.T) {
	s := pairtest.Event(4, 9, "1-3=1 2-4=1", "1-4=1 2-3=1")
	// Left are 1-2, both due Black after two Whites, and 3-4, both due White.
	if got := opponents(t, s, &Pairer{}); got != "round 3: no legal pairing exists" {
		t.Errorf("limits kept: %s", got)
	}
	p := &Pairer{relax: true}
	if got := opponents(t, s, p); got != "1-2 3-4" || p.Stats != (Stats{Rounds: 1, Relaxed: 1}) {
		t.Errorf("relaxed: %s %+v", got, p.Stats)
	}
}

// In generated events nobody ever gets a colour three times running or three times more than the other but in the
// last round or a relaxed one (5.1.1, 5.1.2); a dead end is one for any pairing that keeps the limits; rounds are
// legal.
func TestColourLimitsInGeneratedEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 1))
	p, check := &Pairer{relax: true}, &Pairer{}
	var s engine.State
	events, rounds := long(1000, 10000), 0
	for k := range events {
		n := 4 + r.IntN(6)
		switch k % 4 {
		case 0:
			n += r.IntN(20)
		case 1:
			n += r.IntN(80)
		}
		rounds += pairtest.OwnEvent(r, p, &s, n, func() {
			if k%3 == 0 {
				s.PlannedRounds = 20 // no last round
			}
			if s.LastRound() {
				games, err := check.Pair(nil, &s)
				if err == nil {
					err = field.Legal(&s, games)
				} else if !pairtest.Complete(&s, nil) {
					err = nil
				}
				if err != nil {
					t.Fatalf("event %d, last round %d: %v", k, s.Round(), err)
				}
				return
			}
			if contradicts(&s) {
				return // after a relaxed round
			}
			if err := pairtest.Absolute(check, &s); err != nil {
				t.Fatalf("event %d, round %d: %v", k, s.Round(), err)
			}
		})
	}
	t.Logf("%d rounds, %+v", rounds, p.Stats)
	if rounds < 4*events || p.Stats.Relaxed == 0 {
		t.Errorf("%d rounds of %d events, %+v", rounds, events, p.Stats)
	}
}

// contradicts reports a player who may have neither colour.
func contradicts(s *engine.State) bool {
	for p := range engine.Player(s.N()) {
		if d, run := s.ColorDiff[p], s.Run(p); d > 1 && run <= -2 || d < -1 && run >= 2 {
			return true
		}
	}
	return false
}

// welcome counts as the article does: as many opponents as a matching of those ahead and him has more than theirs.
func TestWhoHasAnOpponentInTheNextGroup(t *testing.T) {
	r := rand.New(rand.NewPCG(54, 1))
	shared := 0
	for range 2000 {
		n := 4 + r.IntN(6)
		s := pairtest.Event(n, 9)
		for range r.IntN(3 * n) {
			s.Forbid(engine.Player(r.IntN(n)), engine.Player(r.IntN(n)))
		}
		var p Pairer
		p.load(s)
		half := n / 2
		clear(p.around)
		for i := half; i < n; i++ {
			p.around[0] |= 1 << i
		}
		p.out = p.out[:0]
		for i := range half - 1 {
			p.out = append(p.out, int32(i))
		}
		most := func(k int) int {
			var m matching.Cardinality
			m.Reset(n)
			for i := range k {
				for j := half; j < n; j++ {
					if p.compatible(int32(i), int32(j)) {
						m.Link(i, j)
					}
				}
			}
			return (n - m.Solve()) / 2
		}
		want := most(half) > most(half-1)
		if got := p.welcome(int32(half-1), down); got != want {
			t.Fatalf("%v, want %v", got, want)
		}
		if want {
			shared++
		}
	}
	if shared < 200 || shared > 1900 {
		t.Errorf("%d of 2000 have an opponent: the graphs say too little", shared)
	}
}
