package baseline

import (
	"math/rand/v2"
	"testing"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/pairtest"
)

func newMatched(t *testing.T, notation string) *matched {
	t.Helper()
	spec, err := method.Parse(notation)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewMatching(spec)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*matched)
}

// In round 1 everybody meets the ideal opponent; board order and colours are those of all small systems.
func TestMatchingMeetsTheIdealInRoundOne(t *testing.T) {
	for ideal, want := range map[string]string{"slide": "1-5 6-2 3-7 8-4", "fold": "1-8 7-2 3-6 5-4",
		"adjacent": "1-2 4-3 5-6 8-7"} {
		s := pairtest.Event(8, 5)
		games, err := newMatched(t, "matching:ideal="+ideal).Pair(nil, s)
		if err != nil {
			t.Fatal(err)
		}
		if got := pairtest.Text(games); got != want {
			t.Errorf("%s: %s, want %s", ideal, got, want)
		}
	}
}

// No pairing of the field without the receiver of the bye costs less than the one that is made: all are tried.
func TestMatchingCostsLeast(t *testing.T) {
	notations := []string{"matching", "matching:ideal=fold", "matching:ideal=adjacent:colour=0",
		"matching:ideal=random", "matching:score=1000:colour=5000:place=2000"}
	r := rand.New(rand.NewPCG(5, 8))
	paired := 0
	for k := range 400 {
		m := newMatched(t, notations[k%len(notations)])
		s := &engine.State{FirstColor: engine.White}
		pairtest.RandomEvent(r, s, 3+r.IntN(7), r.IntN(5))
		games, err := m.Pair(nil, s)
		if err != nil {
			if pairtest.Complete(s, nil) {
				t.Fatalf("case %d: %v, though a pairing exists", k, err)
			}
			continue
		}
		paired++
		var got int64
		for _, g := range games {
			if g.Black != engine.NoPlayer {
				i, j := m.field.Rank[g.White], m.field.Rank[g.Black]
				got += m.cost(s, min(i, j), max(i, j)).sum()
			}
		}
		best := int64(-1)
		var try func(left []int32, sum int64)
		try = func(left []int32, sum int64) {
			if len(left) == 0 {
				if best < 0 || sum < best {
					best = sum
				}
				return
			}
			for x := 1; x < len(left); x++ {
				if i, j := left[0], left[x]; !s.Banned(m.field.Order[i], m.field.Order[j]) {
					rest := append(append([]int32{}, left[1:x]...), left[x+1:]...)
					try(rest, sum+m.cost(s, i, j).sum())
				}
			}
		}
		try(m.rank, 0)
		if got != best {
			t.Fatalf("case %d: %v costs %d, the least is %d", k, games, got, best)
		}
	}
	if paired < 300 {
		t.Errorf("only %d rounds", paired)
	}
}

// The options weigh: without a cost of colours more are denied, without one of scores more differ.
func TestMatchingOptionsWeigh(t *testing.T) {
	colours := func(notation string) (denied, apart int) {
		for seed := range uint64(30) {
			m := newMatched(t, notation)
			s := &engine.State{FirstColor: engine.White}
			pairtest.RandomEvent(rand.New(rand.NewPCG(seed, 9)), s, 16, 4)
			games, err := m.Pair(nil, s)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range games {
				if g.Black == engine.NoPlayer {
					continue
				}
				i, j := m.field.Rank[g.White], m.field.Rank[g.Black]
				if m.wish[i].Color == m.wish[j].Color && m.wish[i].Color != engine.NoColor {
					denied++
				}
				if m.group[i] != m.group[j] {
					apart++
				}
			}
		}
		return denied, apart
	}
	denied, apart := colours("matching")
	more, _ := colours("matching:colour=0")
	_, wider := colours("matching:score=0")
	if more <= denied || wider <= apart {
		t.Errorf("denied %d, without cost %d; apart %d, without cost %d", denied, more, apart, wider)
	}
	for _, bad := range []string{"matching:ideal=middle", "matching:score=-1", "matching:colour=x"} {
		spec, err := method.Parse(bad)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewMatching(spec); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}
