package handicap

import (
	"cmp"
	"math"
	"slices"

	"crosstable/engine"
)

// byRating keeps the players of an event in order of rating, then number; it allocates only when the event grows.
type byRating struct{ order []engine.Player }

func (o *byRating) sort(s *engine.State) []engine.Player {
	n := s.N()
	if len(o.order) != n {
		o.order = slices.Grow(o.order[:0], n)[:n]
		for i := range o.order {
			o.order[i] = engine.Player(i)
		}
	}
	before := func(a, b engine.Player) bool {
		return s.Rating[a] > s.Rating[b] || s.Rating[a] == s.Rating[b] && a < b
	}
	for i := 1; i < n; i++ {
		if !before(o.order[i-1], o.order[i]) {
			slices.SortFunc(o.order, func(a, b engine.Player) int {
				return cmp.Or(cmp.Compare(s.Rating[b], s.Rating[a]), cmp.Compare(a, b))
			})
			break
		}
	}
	return o.order
}

// part is a share of n, rounded up.
func part(share float64, n int) int {
	return min(n, int(math.Ceil(share*float64(n)-1e-9)))
}
