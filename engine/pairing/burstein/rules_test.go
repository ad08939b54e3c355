package burstein

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/fide"
	"crosstable/engine/pairing/pairtest"
)

// 1.6.2: half of the rounds, rounded down, or four, whichever is lower.
func TestSeedingRounds(t *testing.T) {
	for rounds, want := range map[int]int{1: 0, 2: 1, 3: 1, 5: 2, 7: 3, 8: 4, 9: 4, 13: 4, 0: 4} {
		if got := SeedingRounds(rounds); got != want {
			t.Errorf("%d rounds: %d, want %d", rounds, got, want)
		}
	}
}

// The seeding rounds are the Dutch system's.
func TestSeedingRoundsArePairedByTheDutchSystem(t *testing.T) {
	s := pairtest.Event(7, 7)
	games, err := pairer(false).Pair(nil, s)
	if got := pairtest.Text(games); err != nil || got != "1-4 5-2 3-6 7=u" {
		t.Errorf("%s, %v", got, err)
	}
}

// 4.3: six players, two of them left over. The text's list, 45 different pairings (it prints one of them twice).
func TestOrderOfPairings(t *testing.T) {
	s := pairtest.Event(6, 9)
	l := newLiteral(s)
	var list []string
	l.pairings([]int{0, 1, 2, 3, 4, 5}, func(pairs [][2]int, floats []int) {
		if len(floats) != 2 {
			return
		}
		var cells []string
		for _, q := range pairs {
			cells = append(cells, fmt.Sprintf("%d-%d", q[0]+1, q[1]+1))
		}
		for _, i := range floats {
			cells = append(cells, fmt.Sprintf("%d-0", i+1))
		}
		slices.Sort(cells)
		list = append(list, strings.Join(cells, " "))
	})
	for k, want := range []string{"1-6 2-5 3-0 4-0", "1-6 2-4 3-0 5-0", "1-6 2-3 4-0 5-0", "1-6 2-0 3-5 4-0",
		"1-6 2-0 3-4 5-0",
		"1-6 2-0 3-0 4-5", "1-5 2-6 3-0 4-0", "1-5 2-4 3-0 6-0", "1-5 2-3 4-0 6-0"} {
		if list[k] != want {
			t.Errorf("%d: %s, want %s", k+1, list[k], want)
		}
	}
	if last := list[len(list)-1]; len(list) != 45 || last != "1-0 2-0 3-4 5-6" {
		t.Errorf("%d pairings, the last is %s", len(list), last)
	}
}

// 4.3 in the package: the lowest ranked possible opponent for 1, then for the next one left.
func TestTheFirstMeetsTheLast(t *testing.T) {
	// Nobody has played, so the ranking is by number and no colour is preferred; round 1 of 1 has no seeding.
	for _, c := range []struct {
		n      int
		barred string
		want   string
	}{
		{6, "", "1-6 5-2 3-4"},
		{6, "1-6", "1-5 6-2 3-4"},
		{6, "3-4", "1-6 4-2 3-5"},
		{6, "1-6 1-5", "1-4 6-2 3-5"},
		{4, "1-4 2-3", "1-3 4-2"},
	} {
		s := pairtest.Event(c.n, 1)
		for _, q := range strings.Fields(c.barred) {
			s.Forbid(engine.Player(q[0]-'1'), engine.Player(q[2]-'1'))
		}
		games, err := pairer(false).Pair(nil, s)
		if got := pairtest.Text(games); err != nil || got != c.want {
			t.Errorf("barred %q: %s %v, want %s", c.barred, got, err, c.want)
		}
	}
}

// ranking loads the Index and gives Buchholz and Sonneborn-Berger of a number (counted from 1), in points.
func ranking(s *engine.State) (f *fide.Field, x *index) {
	f, x = &fide.Field{}, &index{}
	f.Load(s, fide.Wish{})
	x.load(s, f)
	return f, x
}

func indexOf(s *engine.State, number engine.Player) (bh, sb float64) {
	f, x := ranking(s)
	for i := range f.E {
		if f.E[i].Player == number-1 {
			return float64(x.buchholz[i]) / 2, float64(x.sonneborn[i]) / 4
		}
	}
	return -1, -1
}

// 1.7.1 and 1.7.2.1: scores of the opponents met; a round without a game counts as one against oneself that brought
// the points registered. Virtual points are excluded.
func TestIndex(t *testing.T) {
	s := pairtest.Event(6, 9, "1-2=1 3-4=d 5=u 6=h", "1-3=d 2-5=0 4-6=+")
	// Scores: 1 1.5, 2 0, 3 1, 4 1.5, 5 2, 6 0.5.
	s.Virtual[1], s.Virtual[2] = 20, 20
	for number, want := range map[engine.Player][2]float64{
		1: {0 + 1, 0 + 0.5*1},
		2: {1.5 + 2, 0},
		3: {1.5 + 1.5, 0.5*1.5 + 0.5*1.5},
		4: {1 + 1.5, 0.5*1 + 1*1.5},     // the forfeit win against himself
		5: {2 + 0, 1*2 + 1*0},           // the bye against himself
		6: {0.5 + 0.5, 0.5*0.5 + 0*0.5}, // half a point without a game, then a forfeit lost
	} {
		if bh, sb := indexOf(s, number); bh != want[0] || sb != want[1] {
			t.Errorf("%d: %v %v, want %v", number, bh, sb, want)
		}
	}
	f, x := ranking(s)
	var order []engine.Player
	for _, i := range x.order {
		order = append(order, f.E[i].Player+1)
	}
	if fmt.Sprint(order) != "[2 3 4 5 1 6]" {
		t.Errorf("order %v", order)
	}
}

// 1.7.2.2: who is away without points in the coming round too: his earlier zero-point byes of that series count as
// draws for his opponents, and for them alone.
func TestSeriesOfZeroPointByes(t *testing.T) {
	rounds := []string{"1-2=0 3-4=1", "1=z 2-3=d 4=u", "1=z 4-2=0 3=h"}
	s := pairtest.Event(4, 9, rounds...)
	before, _ := indexOf(s, 2) // 1 is present again: no series
	s.Away[0] = engine.ByeZero
	zero, _ := indexOf(s, 2)
	s.Away[0] = engine.ByeHalf
	half, _ := indexOf(s, 2)
	s.Away[0], s.Gone[0] = engine.None, true
	gone, _ := indexOf(s, 2)
	if zero != before+1 || gone != before+1 || half != before {
		t.Errorf("Buchholz of 2: %v; with 1 away %v, withdrawn %v, on a half-point bye %v", before, zero, gone, half)
	}
	s.Gone[0] = false
	s.Away[0] = engine.ByeZero
	if bh, _ := indexOf(s, 3); bh != float64(s.Score[3]+s.Score[1]+s.Score[2])/2 {
		t.Errorf("Buchholz of 3, who has not met 1: %v", bh)
	}
}

// 3.1: lowest score, most games over the board, lowest by the Index.
func TestBye(t *testing.T) {
	for _, c := range []struct {
		name string
		s    *engine.State
		want string
	}{
		// 6 has lost to 1, 7 to 2 who has more points: 6 is ranked below 7.
		{"lowest by the Index", pairtest.Event(7, 4, "1-6=1 2-7=1 3-4=d 5=u", "2-1=1 3-5=d 4=h 6=z 7=z"), "6=u"},
		{"by number if the Index is equal", pairtest.Event(5, 3, "1-4=1 5-2=1 3=h"), "4=u"},
		{"most games", pairtest.Event(5, 3, "1-4=1 2-3=+ 5=h"), "4=u"},
		{"bye before", pairtest.Event(5, 3, "1-3=1 2-4=1 5=u"), "4=u"},
	} {
		games, err := pairer(false).Pair(nil, c.s)
		if got := pairtest.Text(games); err != nil || !strings.HasSuffix(got, " "+c.want) {
			t.Errorf("%s: %s %v, want %s", c.name, got, err, c.want)
		}
	}
}

// The absolute criteria in generated events: nobody meets twice (C1), no second bye (C2), never two players with the
// same absolute preference (C3), everybody is paired while that is possible. In the seeding rounds the Dutch system
// has no exception, since the last round is none of them.
func TestAbsoluteCriteriaInGeneratedEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
	p := pairer(false)
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
	quick, slow := pairer(false), pairer(true)
	var s engine.State
	for k := range 120 {
		n := 12 + r.IntN(30)
		if k%2 == 0 {
			pairtest.RandomEvent(r, &s, n, r.IntN(8))
			s.PlannedRounds = max(1, min(s.Round(), 4))
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
