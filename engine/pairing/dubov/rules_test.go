package dubov

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
)

// 4.3.3: seven players A to G are numbered D C E B F A G; of two in the middle the upper one comes first.
func TestShiftersAreNumberedFromTheMiddle(t *testing.T) {
	for list, want := range map[string]string{
		"ABCDEFG": "DCEBFAG", "ABCDEF": "CDBEAF", "AB": "AB", "A": "A", "": "", "ABC": "BAC",
	} {
		var in []int32
		for _, c := range list {
			in = append(in, c)
		}
		if got := string(outwards(nil, in)); got != want {
			t.Errorf("%s: %s, want %s", list, got, want)
		}
	}
}

// 1.8.2: MaxT = 2 + [Rnds/5], Rnds being the rounds of the tournament.
func TestMaximumUpfloater(t *testing.T) {
	for rounds, want := range map[int]int16{4: 2, 5: 3, 9: 3, 10: 4, 11: 4} {
		s := &engine.State{PlannedRounds: rounds}
		s.Reset(4)
		var p Pairer
		p.load(s)
		if p.maxT != want {
			t.Errorf("%d rounds: %d, want %d", rounds, p.maxT, want)
		}
	}
}

// round pairs the coming round (pairtest.Text).
func round(t *testing.T, s *engine.State) string {
	t.Helper()
	games, err := (&Pairer{}).Pair(nil, s)
	if err != nil {
		t.Fatal(err)
	}
	return pairtest.Text(games)
}

// 3.2.3: nobody has played, so the halves by number meet in order; 5.2.1: colours by the parity of the higher number.
func TestFirstRound(t *testing.T) {
	if got := round(t, pairtest.Event(7, 5)); got != "1-4 5-2 3-6 7=u" {
		t.Errorf("%s", got)
	}
	s := pairtest.Event(6, 5)
	s.FirstColor = engine.Black
	if got := round(t, s); got != "4-1 2-5 6-3" {
		t.Errorf("%s", got)
	}
}

// 1.7: only games over the board count for the ARO; it is rounded, half a point up; 0 before the first game.
func TestAverageRatingOfOpponents(t *testing.T) {
	s := pairtest.Event(6, 5, "1-2=1 3-4=+ 5=u", "1-3=d 2-5=1 4=h", "4-1=0 2-3=1")
	// 3 has met 1 and 2: 2250.5.
	copy(s.Rating, []int32{2300, 2201, 2100, 2000, 1951, 1900})
	for p, want := range []int32{2100, 2117, 2251, 2300, 2201, 0} {
		if got := averageOpponent(s, engine.Player(p)); got != want {
			t.Errorf("player %d: %d, want %d", p+1, got, want)
		}
	}
}

// 3.1: lowest score, then most games over the board, then largest number; who has had a bye or won by forfeit is
// barred.
func TestBye(t *testing.T) {
	gone := pairtest.Event(6, 5, "1-4=1 2-5=1 6-3=+")
	gone.Gone[2], gone.Gone[3], gone.Gone[4] = true, true, true
	for _, c := range []struct {
		name string
		s    *engine.State
		want string
	}{
		{"largest number", pairtest.Event(5, 5), "5=u"},
		{"most games before number", pairtest.Event(5, 5, "1-2=1 3-4=d 5=z"), "2=u"},
		{"a forfeit is no game", pairtest.Event(5, 5, "1-4=1 2-5=+ 3=h"), "4=u"},
		{"bye before", pairtest.Event(5, 5, "1-3=d 2-4=0 5=u", "3-2=1 4-1=0 5=z"), "2=u"},
		{"won by forfeit", gone, "2=u"},
	} {
		if got := round(t, c.s); !strings.HasSuffix(got, " "+c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// scores makes an event of one round to come in which everybody has the score given (in half points) and pairs of
// numbers may not meet.
func scores(points []engine.Points, barred ...[2]engine.Player) *engine.State {
	s := pairtest.Event(len(points), 9)
	copy(s.Virtual, points)
	for _, q := range barred {
		s.Forbid(q[0]-1, q[1]-1)
	}
	return s
}

// C6: of several upfloaters the lowest score decides first. 4 and 5 can only meet each other or the leaders, so either
// both float up or none: {3.0, 3.0} is better than {3.5, 2.0}.
func TestLowestScoreOfTheUpfloatersDecides(t *testing.T) {
	s := scores([]engine.Points{8, 8, 7, 6, 6, 4}, [2]engine.Player{1, 2}, [2]engine.Player{3, 4},
		[2]engine.Player{3, 5},
		[2]engine.Player{4, 6}, [2]engine.Player{5, 6})
	if got := upfloaters(t, s); got != "[4 5]" {
		t.Errorf("%s, want 4 and 5", got)
	}
}

// 4.1.3: {#1, #2} precedes {#1, #3}, and {#1, #P} precedes {#2, #3}.
func TestSetsOfUpfloatersAreOrderedByTheSmallestNumber(t *testing.T) {
	points := []engine.Points{8, 8, 6, 6, 6, 6}
	for _, c := range []struct {
		barred [][2]engine.Player
		want   string
	}{
		{[][2]engine.Player{{1, 2}}, "[3 4]"},
		{[][2]engine.Player{{1, 2}, {5, 6}}, "[3 5]"},         // 5 and 6 cannot stay
		{[][2]engine.Player{{1, 2}, {5, 6}, {4, 6}}, "[3 6]"}, // {#1, #4} before {#2, #3}
	} {
		if got := upfloaters(t, scores(points, c.barred...)); got != c.want {
			t.Errorf("%v: %s, want %s", c.barred, got, c.want)
		}
	}
}

// 4.4: the transpositions of A B C are ABC, ACB, BAC, BCA, CAB, CBA, in that order.
func TestTranspositionsInTheirOrder(t *testing.T) {
	barred := [][2]engine.Player{}
	for _, c := range []struct {
		bar  [2]engine.Player // excludes the one before
		want string
	}{
		{[2]engine.Player{1, 1}, "1-4 5-2 3-6"}, {[2]engine.Player{3, 6}, "1-4 6-2 3-5"},
		{[2]engine.Player{1, 4}, "1-5 6-2 3-4"},
	} {
		barred = append(barred, c.bar)
		if got := round(t, scores(make([]engine.Points, 6), barred...)); got != c.want {
			t.Errorf("%v: %s, want %s", barred, got, c.want)
		}
	}
	for want, bar := range map[string][][2]engine.Player{
		"1-5 4-2 3-6": {{1, 4}, {2, 6}}, "1-6 4-2 3-5": {{1, 4}, {1, 5}}, "1-6 5-2 3-4": {{1, 4}, {1, 5}, {2, 4}},
	} {
		if got := round(t, scores(make([]engine.Points, 6), bar...)); got != want {
			t.Errorf("%v: %s, want %s", bar, got, want)
		}
	}
}

// upfloaters of the top scoregroup, by number.
func upfloaters(t *testing.T, s *engine.State) string {
	t.Helper()
	var l upList
	s.Tracer = &l
	defer func() { s.Tracer = nil }()
	if _, err := (&Pairer{}).Pair(nil, s); err != nil {
		t.Fatal(err)
	}
	slices.Sort(l.up)
	return fmt.Sprint(l.up)
}

type upList struct {
	groups int
	up     []int
}

func (l *upList) Trace(st engine.Step) {
	switch {
	case st.Kind == engine.StepGroup:
		l.groups++
	case st.Kind == engine.StepFloat && l.groups == 1:
		l.up = append(l.up, int(st.A)+1)
	}
}

// The absolute criteria in generated events: nobody meets twice (C1), no second bye (C2), never two players with
// the same absolute preference (C3), everybody is paired while that is possible.
func TestAbsoluteCriteriaInGeneratedEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
	p := &Pairer{}
	var s engine.State
	events := 1000
	if os.Getenv("CROSSTABLE_LONG") != "" {
		events = 10000
	}
	rounds := 0
	for k := range events {
		n := 4 + r.IntN(60)
		rounds += pairtest.OwnEvent(r, p, &s, n, func() {
			if err := pairtest.Absolute(p, &s); err != nil {
				t.Fatalf("event %d, %d players, round %d: %v", k, n, s.Round(), err)
			}
		})
	}
	t.Logf("%d rounds, %+v", rounds, p.Stats)
	if rounds < 4*events {
		t.Errorf("only %d rounds in %d events", rounds, events)
	}
}

// What counting finds first is what the matchings find.
func TestCountingAgreesWithMatchings(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 1))
	quick, slow := &Pairer{}, &Pairer{slow: true}
	var s engine.State
	for k := range 120 {
		n := 12 + r.IntN(30)
		if k%2 == 0 {
			pairtest.RandomEvent(r, &s, n, r.IntN(8))
			same(t, &s, quick, slow, k)
			continue
		}
		pairtest.OwnEvent(r, quick, &s, n, func() { same(t, &s, quick, slow, k) })
	}
	t.Logf("%+v", quick.Stats)
}

func same(t *testing.T, s *engine.State, quick, slow *Pairer, k int) {
	t.Helper()
	a, errA := quick.Pair(nil, s)
	b, errB := slow.Pair(nil, s)
	if !slices.Equal(a, b) || (errA == nil) != (errB == nil) {
		t.Fatalf("case %d, %d players after %d rounds:\n%v %v by counting\n%v %v by matchings",
			k, s.N(), s.Rounds(), a, errA, b, errB)
	}
}
