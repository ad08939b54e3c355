package jca

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/pairtest"
)

func parse(t *testing.T, text string) Options {
	t.Helper()
	spec, err := method.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	o, err := Parse(spec, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// pairsOf gives the pairs of a round as numbers from 1, sorted.
func pairsOf(t *testing.T, p *Pairer, s *engine.State) string {
	t.Helper()
	list, err := p.Pair(nil, s)
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, g := range list {
		if g.Black == engine.NoPlayer {
			out = append(out, fmt.Sprintf("%d bye", g.White+1))
			continue
		}
		out = append(out, fmt.Sprintf("%d-%d", min(g.White, g.Black)+1, max(g.White, g.Black)+1))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestMethodsInsideAGroup(t *testing.T) {
	for _, c := range []struct {
		options string
		n       int
		met     string
		want    string
	}{
		{"jca", 6, "", "1-4 2-5 3-6"},
		{"jca:method=fold", 6, "", "1-6 2-5 3-4"},
		{"jca:method=逆接", 6, "", "1-6 2-5 3-4"},
		{"jca:method=fold", 6, "1-6", "1-5 2-6 3-4"},
		{"jca:method=neighbours", 6, "", "1-2 3-4 5-6"},
		{"jca:method=neighbours", 6, "1-2", "1-3 2-4 5-6"},
		{"jca:method=neighbours", 6, "5-6", "1-2 3-5 4-6"},
		{"jca:method=everyother", 8, "", "1-3 2-4 5-7 6-8"},
		{"jca:method=everyother", 6, "", "1-3 2-4 5-6"},
		{"jca:method=everyother", 6, "1-3", "1-2 3-5 4-6"},
		// Gap 1: parents 1 2 3, 1 and 2 have met their own children and 1 also 5.
		{"jca", 8, "1-5 1-6", "1-7 2-5 3-6 4-8"},
		{"jca:children=moved", 8, "1-5 1-6", "1-7 2-6 3-5 4-8"},
		{"jca:children=shift", 8, "1-5 1-6", "1-7 2-5 3-6 4-8"},
	} {
		var s engine.State
		s.Reset(c.n)
		for _, pair := range strings.Fields(c.met) {
			var a, b engine.Player
			fmt.Sscanf(pair, "%d-%d", &a, &b)
			s.Forbid(a-1, b-1)
		}
		if got := pairsOf(t, New(parse(t, c.options)), &s); got != c.want {
			t.Errorf("%s, %d players, met %s: %s, want %s", c.options, c.n, c.met, got, c.want)
		}
	}
}

// Gap 2: seven players of whom 3 has met 5, 6 and 7; five players of whom 1 has met 4 and 5. The others (lower
// group) take the floater.
func TestReadingsOfTheOddGroup(t *testing.T) {
	for _, c := range []struct {
		options string
		n       int
		met     string
		floater int
		want    string
	}{
		{"jca", 7, "3-5 3-6 3-7", 5, "1-6 2-7 3-4"},
		{"jca:odd=parent", 7, "3-5 3-6 3-7", 3, "1-5 2-6 4-7"},
		{"jca:odd=any", 5, "1-4 1-5", 3, "1-2 4-5"},
	} {
		s := oneGroup(c.n, c.met)
		for p := c.n + 1; p < s.N(); p++ {
			s.Away[p] = engine.ByeZero
		}
		got := pairsOf(t, New(parse(t, c.options)), s)
		fields := strings.Fields(c.want + fmt.Sprintf(" %d-%d", c.floater, c.n+1))
		slices.Sort(fields)
		if got != strings.Join(fields, " ") {
			t.Errorf("%s: %s, want %v", c.options, got, fields)
		}
	}
}

// Shizuoka 2016: the odd upper group (1 2 3) takes 4, placed last; with lift_who=lowest 7 of the next group.
func TestShizuokaLiftsIntoOddGroups(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Shizuoka, "1-3 2-4 5-7 6-8"},
		{Options{Lift: true, LiftLow: true}, "1-3 2-7 4-6 5-8"},
	} {
		var s engine.State
		s.Reset(8)
		for p := range 7 {
			s.Score[p] = 1
			if p < 3 {
				s.Score[p] = 2
			}
		}
		got := pairsOf(t, New(c.opt), &s)
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.opt, got, c.want)
		}
	}
}

// Shizuoka 2016, rule 3: White games are counted, not differences.
func TestShizuokaColorsByWhiteGames(t *testing.T) {
	var s engine.State
	s.Reset(4)
	// 0 has had W W B (difference +1), 1 has had W (difference +1): 0 has more Whites and gets Black.
	s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.Draw}, {White: 1, Black: 3, Result: engine.Draw}})
	s.Apply([]engine.Game{{White: 0, Black: 3, Result: engine.Draw}})
	s.Apply([]engine.Game{{White: 2, Black: 0, Result: engine.Draw}})
	p := New(Shizuoka)
	p.s = &s
	if white, rule := p.color(0, 1); white != 1 || rule != "jca.whites" {
		t.Errorf("White is %d by %s", white, rule)
	}
	p = New(Options{})
	p.s = &s
	if white, rule := p.color(0, 1); rule != "color.alternate" && rule != "color.lot" {
		t.Errorf("by differences: %d by %s", white, rule)
	}
}

// Round 1: the upper player of board 1 has the colour drawn, boards alternate; without a draw it is a lot.
func TestGripDecidesRoundOne(t *testing.T) {
	var s engine.State
	s.Reset(6)
	s.FirstColor = engine.Black
	games, err := New(Options{}).Pair(nil, &s)
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.Game{{White: 3, Black: 0}, {White: 1, Black: 4}, {White: 5, Black: 2}}
	if fmt.Sprint(games) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", games, want)
	}
}

func TestBadOptions(t *testing.T) {
	for text, want := range map[string]string{
		"jca:method=fould":                    `did you mean "fold"`,
		"jca:lift=on:median_reverse=on":       "exclude each other",
		"jca:lift=on:method=neighbours":       "straight and fold",
		"jca:children=moved:method=fold":      "reading of the method straight",
		"jca:median_reverse=maybe":            "neither yes nor no",
		"jca:middle=centre:median_reverse=on": "middle=centre",
	} {
		spec, _ := method.Parse(text)
		if _, err := Parse(spec, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

// Every combination of options pairs whenever a legal pairing exists.
func TestEveryReadingCompletes(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 15))
	var s engine.State
	for _, text := range []string{
		"jca:method=neighbours", "jca:method=everyother", "jca:method=everyother:median_reverse=on",
		"jca:median_reverse=on:middle=player", "jca:lift=on:lift_who=lowest",
		"jca:lift=on:lift_place=rating:colors=whites",
		"jca:order=lot", "jca:bye=leftover", "jca:bye=leftover:method=neighbours",
		"jca:order=number:odd=any:exchanges=blocks",
	} {
		p := New(parse(t, text))
		for k := range 400 {
			pairtest.RandomEvent(r, &s, 2+r.IntN(14), r.IntN(8))
			list, err := p.Pair(nil, &s)
			if possible := pairtest.Complete(&s, nil); possible != (err == nil) {
				t.Fatalf("%s case %d: a pairing exists: %v, error %v", text, k, possible, err)
			}
			if err != nil {
				continue
			}
			seen := 0
			for _, g := range list {
				seen++
				if g.Black != engine.NoPlayer {
					seen++
					if s.Banned(g.White, g.Black) {
						t.Fatalf("%s case %d: %d and %d may not meet", text, k, g.White, g.Black)
					}
				}
			}
			present := 0
			for q := range engine.Player(s.N()) {
				if s.Present(q) {
					present++
				}
			}
			if seen != present {
				t.Fatalf("%s case %d: %d of %d paired", text, k, seen, present)
			}
		}
	}
}

// The floaters of the methods by wishes: the fewest, and among those sets the one that stands lowest in sum and then in
// its first member, found by trying all sets.
func TestFloatersByWishesAreTheLowest(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 17))
	p := New(Options{Method: Neighbours})
	var s engine.State
	floats := 0
	for k := range 1500 {
		n := 3 + r.IntN(5)
		low := 1 + r.IntN(4)
		low += (n + low) % 2
		s.Reset(n + low)
		for q := range n {
			s.Score[q] = 2
		}
		for a := range n + low {
			for b := range a {
				if r.IntN(2) == 0 {
					s.Forbid(engine.Player(a), engine.Player(b))
				}
			}
		}
		var o oracle
		o.reach = map[string]bool{}
		o.banned = func(a, b int) bool { return s.Banned(engine.Player(a), engine.Player(b)) }
		want := -1
		for size := n % 2; size <= n && want < 0; size += 2 {
			best := -1
			for set := range 1 << n {
				var in, out []int
				sum := 0
				for q := range n {
					if set>>q&1 != 0 {
						out = append(out, q)
						sum += n - 1 - q
					} else {
						in = append(in, q)
					}
				}
				if len(out) != size {
					continue
				}
				for q := n; q < n+low; q++ {
					out = append(out, q)
				}
				// Of equal sums the set without the highest player in which they differ.
				if !o.complete(in) || !o.complete(out) || best >= 0 &&
					(sum > best || sum == best && (set^want)&-(set^want)&set != 0) {
					continue
				}
				best, want = sum, set
			}
		}
		list, err := p.Pair(nil, &s)
		if (err == nil) != (want >= 0) {
			t.Fatalf("case %d: %v, want set %b", k, err, want)
		}
		got := 0
		for _, g := range list {
			if a, b := int(min(g.White, g.Black)), int(max(g.White, g.Black)); a < n && b >= n {
				got |= 1 << a
				floats++
			}
		}
		if err == nil && got != want {
			t.Fatalf("case %d, %d players, %d below: floaters %b, want %b", k, n, low, got, want)
		}
	}
	if floats < 800 {
		t.Errorf("only %d floaters", floats)
	}
}
