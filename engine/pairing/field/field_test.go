package field

import (
	"fmt"
	"slices"
	"testing"

	"crosstable/engine"
)

func state(scores ...engine.Points) *engine.State {
	var s engine.State
	s.Reset(len(scores))
	copy(s.Score, scores)
	return &s
}

// Rank order: pairing score, then rating, then number; absent players have no rank.
func TestOrder(t *testing.T) {
	s := state(2, 4, 2, 4, 2, 0)
	copy(s.Rating, []int32{1500, 1600, 1700, 1600, 1500, 2000})
	s.Virtual[5] = 6
	s.Away[1] = engine.ByeHalf
	var f Field
	for _, c := range []struct {
		by   Ranking
		want []engine.Player
	}{
		{ByRating, []engine.Player{5, 3, 2, 0, 4}},
		{ByNumber, []engine.Player{5, 3, 0, 2, 4}},
		{ByRating, []engine.Player{5, 3, 2, 0, 4}},
	} {
		f.Load(s, c.by)
		if !slices.Equal(f.Order, c.want) || f.Rank[1] != -1 || f.Rank[5] != 0 {
			t.Errorf("by %d: %v ranks %v, want %v", c.by, f.Order, f.Rank, c.want)
		}
	}
	// Lots: a permutation inside the scoregroups, the same each time.
	f.Load(s, ByLot)
	first := slices.Clone(f.Order)
	f.Load(s, ByLot)
	if !slices.Equal(first, f.Order) || first[0] != 5 || first[1] != 3 {
		t.Errorf("lots %v, again %v", first, f.Order)
	}
}

// The bye goes to the last who may have it and without whom the others can be paired.
func TestBye(t *testing.T) {
	for _, c := range []struct {
		name   string
		n      int
		barred []int
		met    string
		want   int32
		ok     bool
	}{
		{"even field", 4, nil, "", -1, true},
		{"the last", 5, nil, "", 4, true},
		{"the last has had one", 5, []int{4}, "", 3, true},
		{"without the last nobody can be paired", 3, nil, "0-1", 1, true},
		{"everybody has had one", 3, []int{0, 1, 2}, "", -1, false},
		{"no pairing at all", 3, nil, "0-1 0-2 1-2", -1, false},
		{"one alone", 1, nil, "", 0, true},
		{"one alone who has had one", 1, []int{0}, "", 0, false},
	} {
		s := state(make([]engine.Points, c.n)...)
		for _, p := range c.barred {
			s.ByeBarred[p] = true
		}
		for i := 0; i+2 < len(c.met); i += 4 {
			s.Forbid(engine.Player(c.met[i]-'0'), engine.Player(c.met[i+2]-'0'))
		}
		var f Field
		f.Load(s, ByRating)
		rank, ok := f.Bye()
		if rank != c.want || ok != c.ok {
			t.Errorf("%s: rank %d %v, want %d %v", c.name, rank, ok, c.want, c.ok)
		}
	}
}

// C.04.2 3.6: score of the higher ranked player, sum of both scores, rank; the bye last.
func TestBoards(t *testing.T) {
	s := state(4, 4, 4, 2, 2, 2, 0)
	var f Field
	f.Load(s, ByRating)
	games := []engine.Game{
		{White: 6, Black: engine.NoPlayer, Result: engine.PairingBye},
		{White: 4, Black: 5}, {White: 3, Black: 0}, {White: 2, Black: 1},
	}
	f.Boards(games)
	want := "[{2 1 0} {3 0 0} {4 5 0} {6 -1 11}]"
	if got := fmt.Sprint(games); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Who is in the way is over in some pairing of as many as possible, with the fewest opponents left.
func TestBlockersAreInTheWay(t *testing.T) {
	for _, c := range []struct {
		n    int
		met  string
		want []engine.Player
	}{
		// 0 has met everybody; without him one of the others has the bye
		{4, "0-1 0-2 0-3", []engine.Player{0}},
		// two triangles: nobody more than another
		{6, "0-3 0-4 0-5 1-3 1-4 1-5 2-3 2-4 2-5", []engine.Player{0, 1, 2, 3, 4, 5}},
		{4, "0-1 0-2 0-3 1-2 1-3 2-3", []engine.Player{0, 1, 2, 3}},                    // everybody has met everybody
		{6, "0-1 0-2 0-3 0-4 0-5 1-2 1-3 1-4 1-5", []engine.Player{0, 1}},              // two who have met everybody
		{6, "1-2 1-3 1-4 1-5 2-3 2-4 2-5 3-4 3-5 4-5", []engine.Player{1, 2, 3, 4, 5}}, // all want 0
	} {
		s := state(make([]engine.Points, c.n)...)
		for i := 0; i+2 < len(c.met); i += 4 {
			s.Forbid(engine.Player(c.met[i]-'0'), engine.Player(c.met[i+2]-'0'))
		}
		var f Field
		f.Load(s, ByRating)
		if got := f.NoPairing(nil).Blockers; !slices.Equal(got, c.want) {
			t.Errorf("%d players, met %s: %v, want %v", c.n, c.met, got, c.want)
		}
	}
	// Three players who have all had the bye: one is too many.
	s := state(0, 0, 0)
	for p := range s.ByeBarred {
		s.ByeBarred[p] = true
	}
	var f Field
	f.Load(s, ByRating)
	if no := f.NoPairing(nil); len(no.Blockers) != 3 || !no.NoBye {
		t.Errorf("nobody may have the bye: %+v, want all three", no)
	}
	// A system's own bars: 0 and 1 both need White.
	s = state(0, 0)
	f.Load(s, ByRating)
	if no := f.NoPairing(func(a, b engine.Player) bool { return true }); len(no.Blockers) != 2 {
		t.Errorf("%+v, want both", no)
	}
}
