package baseline

import (
	"testing"

	"crosstable/engine"
	"crosstable/engine/method"
)

// The Berger table for six players (FIDE C.05 annex 1), and five as six with a free one.
func TestBergerTable(t *testing.T) {
	want := [][3][2]int{
		{{1, 6}, {2, 5}, {3, 4}},
		{{6, 4}, {5, 3}, {1, 2}},
		{{2, 6}, {3, 1}, {4, 5}},
		{{6, 5}, {1, 4}, {2, 3}},
		{{3, 6}, {4, 2}, {5, 1}},
	}
	for _, n := range []int{6, 5} {
		spec, _ := method.Parse("roundrobin:cycles=2")
		p, err := NewRoundRobin(spec)
		if err != nil {
			t.Fatal(err)
		}
		var s engine.State
		s.Reset(n)
		for r := range 10 {
			games, err := p.Pair(nil, &s)
			if err != nil || len(games) != 3 {
				t.Fatalf("n=%d round %d: %v %v", n, r+1, games, err)
			}
			for _, pair := range want[r%5] {
				w, b := engine.Player(pair[0]-1), engine.Player(pair[1]-1)
				if r >= 5 {
					w, b = b, w
				}
				found := false
				for _, g := range games {
					found = found || g.White == w && g.Black == b ||
						n == 5 && (w == 5 && g.White == b || b == 5 && g.White == w) && g.Black == engine.NoPlayer
				}
				if !found {
					t.Errorf("n=%d round %d: no %d-%d in %v", n, r+1, w+1, b+1, games)
				}
			}
			for i := range games {
				if games[i].Result == engine.NoResult {
					games[i].Result = engine.Draw
				}
			}
			s.Apply(games)
		}
		if _, err := p.Pair(nil, &s); err == nil {
			t.Error("an eleventh round of a double all-play-all")
		}
	}
}

func TestCyclesAreCounted(t *testing.T) {
	for _, c := range []string{"0", "-1", "101", "x"} {
		spec, _ := method.Parse("roundrobin:cycles=" + c)
		if _, err := NewRoundRobin(spec); err == nil {
			t.Errorf("cycles=%s is taken", c)
		}
	}
}
