package jca

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

// oneGroup is an event in which n players of equal score have met as told, without having played rounds
// together otherwise.
func oneGroup(n int, met string) *engine.State {
	var s engine.State
	s.Reset(n + 6)
	for i := range s.Rating {
		s.Rating[i] = int32(2400 - 10*i)
	}
	for _, pair := range strings.Fields(met) {
		var a, b int
		fmt.Sscanf(pair, "%d-%d", &a, &b)
		s.Forbid(engine.Player(a-1), engine.Player(b-1))
	}
	// The last six are a second group of lower score, free for every floater.
	for i := range s.Score {
		if i < n {
			s.Score[i] = 2
		}
	}
	return &s
}

// Every row of the table of worked examples (JCA Swiss rules 5; the numbers in the names are the group's size,
// who has met, the step).
func TestWorkedExamples(t *testing.T) {
	for _, c := range []struct {
		n                   int
		met, pairs, floater string
		step                string
	}{
		{2, "", "1-2", "", "A"},
		{2, "1-2", "", "1 2", "D"},
		{3, "", "1-3", "2", "A"},
		{3, "1-3", "1-2", "3", "B"},
		{3, "1-2 1-3", "2-3", "1", "C"},
		{3, "1-2 1-3 2-3", "", "1 2 3", "D"},
		{4, "", "1-3 2-4", "", "A"},
		{4, "1-3", "1-4 2-3", "", "A"},
		{4, "1-3 1-4", "1-2 3-4", "", "B"},
		{4, "1-2 1-3 1-4", "2-4", "1 3", "D"},
		{5, "", "1-4 2-5", "3", "A"},
		{5, "1-4", "1-5 2-4", "3", "A"},
		{5, "1-4 1-5", "1-3 2-5", "4", "B"},
		{5, "1-3 1-4 1-5", "1-2 3-5", "4", "B"},
		{6, "", "1-4 2-5 3-6", "", "A"},
		{6, "1-4", "1-5 2-4 3-6", "", "A"},
		{6, "2-5", "1-4 2-6 3-5", "", "A"},
		{6, "3-6", "1-4 2-6 3-5", "", "A"},
		{6, "1-4 1-5", "1-6 2-4 3-5", "", "A"},
		{6, "1-4 1-5 1-6", "1-3 2-5 4-6", "", "B"},
		{6, "1-2 1-3 1-4 1-5 1-6", "2-5 3-6", "1 4", "D"},
		{7, "", "1-5 2-6 3-7", "4", "A"},
		{7, "1-5", "1-6 2-5 3-7", "4", "A"},
		{7, "1-5 1-6 1-7", "1-4 2-6 3-7", "5", "B"},
		{7, "3-5 3-6 3-7", "1-6 2-7 3-4", "5", "B"},
		{8, "", "1-5 2-6 3-7 4-8", "", "source item 1"},
		{8, "1-5", "1-6 2-5 3-7 4-8", "", "source item 2"},
		{8, "1-5 2-5", "1-6 2-7 3-5 4-8", "", "source item 2 again"},
		{8, "1-5 1-6 1-7 1-8", "1-4 2-6 3-7 5-8", "", "source item 3"},
		{8, "4-8", "1-5 2-6 3-8 4-7", "", "A"},
		{8, "1-5 1-6", "1-7 2-5 3-6 4-8", "", "A"},
	} {
		for _, tables := range []int{tinyMax, 0} {
			name := fmt.Sprintf("%d players met %s step %s tables %d", c.n, c.met, c.step, tables)
			t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
				s := oneGroup(c.n, c.met)
				p := New(Options{})
				p.tableMax = tables
				games, err := p.Pair(nil, s)
				if err != nil {
					t.Fatal(err)
				}
				var pairs, floaters []string
				for _, g := range games {
					a, b := min(g.White, g.Black), max(g.White, g.Black)
					if g.Black == engine.NoPlayer {
						continue
					}
					switch {
					case int(b) < c.n:
						pairs = append(pairs, fmt.Sprintf("%d-%d", a+1, b+1))
					case int(a) < c.n:
						floaters = append(floaters, fmt.Sprint(a+1))
					}
				}
				slices.Sort(pairs)
				slices.Sort(floaters)
				if got := strings.Join(pairs, " "); got != c.pairs {
					t.Errorf("pairs %s, want %s", got, c.pairs)
				}
				if got := strings.Join(floaters, " "); got != c.floater {
					t.Errorf("floaters %q, want %q", got, c.floater)
				}
			})
		}
	}
}

// A floater stands at the top of the next group: F and 1..7 pair F-4 1-5 2-6 3-7; F and 1..6 leave 3 over.
func TestFloaterJoinsAtTheTop(t *testing.T) {
	for _, c := range []struct {
		natives int
		want    string
	}{
		{7, "0-4 1-5 2-6 3-7"},
		{6, "0-4 1-5 2-6"},
	} {
		var s engine.State
		s.Reset(1 + c.natives + 1)
		s.Score[0] = 4
		for i := 1; i <= c.natives; i++ {
			s.Score[i] = 2
		}
		if c.natives == 7 {
			s.Away[8] = engine.ByeZero
		}
		games, err := New(Options{}).Pair(nil, &s)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, g := range games {
			if a, b := min(g.White, g.Black), max(g.White, g.Black); int(b) <= c.natives && a >= 0 {
				got = append(got, fmt.Sprintf("%d-%d", a, b))
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%d natives: %v, want %s", c.natives, got, c.want)
		}
	}
}

func games(list []engine.Game) (pairs map[[2]engine.Player]bool, bye engine.Player) {
	pairs, bye = map[[2]engine.Player]bool{}, engine.NoPlayer
	for _, g := range list {
		if g.Black == engine.NoPlayer {
			bye = g.White
			continue
		}
		pairs[[2]engine.Player{min(g.White, g.Black), max(g.White, g.Black)}] = true
	}
	return pairs, bye
}

// The whole round (groups, floaters, bye, completion) is what the rules enumerate, for events of up to ten
// players; by tables and by matchings; for the preset jca and the other readings.
func TestWholeRoundAgainstTheRulesEnumerated(t *testing.T) {
	cases := map[bool]int{true: 6000, false: 1200}
	if os.Getenv("CROSSTABLE_LONG") != "" {
		cases = map[bool]int{true: 100000, false: 20000}
	}
	for _, c := range []struct {
		name string
		opt  Options
	}{
		{"jca", Options{}},
		{"shizuoka2016", Shizuoka},
		{"lifted players placed by rating", Options{Lift: true, LiftSort: true}},
		{"median_reverse", Options{Reverse: true}},
		{"fold", Options{Method: Fold}},
		{"children moved", Options{Children: ChildrenMoved}},
		{"children shifted", Options{Children: ChildrenShift}},
		{"blocks", Options{Exchanges: ExchangeBlocks}},
		{"odd parent", Options{Odd: OddParent}},
		{"odd any", Options{Odd: OddAny}},
		{"fold lifted", Options{Method: Fold, Lift: true}},
		{"bye is the leftover", Options{ByeLast: true}},
		{"fold reversed, odd parent", Options{Method: Fold, Reverse: true, Odd: OddParent}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, 11))
			var s engine.State
			o := oracle{opt: c.opt}
			n := cases[c.opt == Options{}]
			pairers := []*Pairer{New(c.opt), New(c.opt), New(c.opt)}
			pairers[1].tableMax = 0
			pairers[2].tableMax, pairers[2].careful = 0, true
			impossible := 0
			for k := range n {
				pairtest.RandomEvent(r, &s, 2+r.IntN(9), r.IntN(8))
				want, bye, ok := o.round(&s)
				if !ok {
					impossible++
				}
				for i, p := range pairers {
					got, err := p.Pair(nil, &s)
					if ok != (err == nil) {
						t.Fatalf("case %d: error %v, oracle %v", k, err, ok)
					}
					if !ok {
						continue
					}
					pairs, b := games(got)
					if b != bye || fmt.Sprint(pairs) != fmt.Sprint(want) {
						t.Fatalf("case %d, %d players, %d rounds, pairer %d:\n got %v bye %d\nwant %v bye "+
							"%d\nscores %v",
							k, s.N(), s.Rounds(), i, pairs, b, want, bye, s.Score)
					}
				}
			}
			t.Logf("%d rounds, %d impossible; paths %v %v %v", n, impossible, pairers[0].Paths, pairers[1].Paths,
				pairers[2].Paths)
			if impossible < n/100 || impossible > n/2 {
				t.Errorf("%d of %d rounds impossible: the events test too little", impossible, n)
			}
		})
	}
}
