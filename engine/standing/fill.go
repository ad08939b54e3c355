package standing

import (
	"slices"

	"crosstable/engine"
)

// Filled is one player's row of the filled crosstable (JCA Swiss rules 8.3): points in half points.
type Filled struct {
	Player   engine.Player
	Real     engine.Points // scored in the event
	Assumed  engine.Points // from games that were not played, won by the higher placed
	Total    engine.Points
	Place    int // new place, from 1; equal totals share it
	OldPlace int // place in the event
}

// maxFillings bounds the iteration, which need not end by itself.
const maxFillings = 1000

// Fill completes the crosstable: of every pair that did not meet the higher placed is assumed to win; two who
// share a place are assumed to draw. A forfeited game counts as it was scored. The result is
// ordered by the totals; equal totals stay in their former order and share a place.
//
// With iterate the new order is taken as the placing and the table filled again until the order no longer
// changes. passes is the number of fillings; stable is false if the orders go round in a circle.
func Fill(s *engine.State, r *Ranker, iterate bool) (rows []Filled, passes int, stable bool) {
	n := s.N()
	order := slices.Clone(r.Order())
	place := make([]int, n)
	old := make([]int, n)
	for i, p := range order {
		place[p] = r.Place(i)
		old[p] = place[p]
	}
	assumed := make([]engine.Points, n)
	seen := [][]int{}
	for {
		assume(assumed, s, order, place)
		passes++
		total := func(p engine.Player) engine.Points { return s.Score[p] + assumed[p] }
		slices.SortStableFunc(order, func(a, b engine.Player) int { return int(total(b) - total(a)) })
		before := slices.Clone(place)
		for i, p := range order {
			place[p] = i + 1
			if i > 0 && total(p) == total(order[i-1]) {
				place[p] = place[order[i-1]]
			}
		}
		if !iterate {
			break
		}
		if slices.Equal(place, before) {
			stable = true
			break
		}
		if passes >= maxFillings || slices.ContainsFunc(seen, func(v []int) bool { return slices.Equal(v, place) }) {
			break
		}
		seen = append(seen, slices.Clone(place))
	}
	for _, p := range order {
		rows = append(rows, Filled{Player: p, Real: s.Score[p], Assumed: assumed[p], Total: s.Score[p] + assumed[p],
			Place: place[p], OldPlace: old[p]})
	}
	return rows, passes, stable
}

// Filling fills crosstables again and again, as simulations do: the totals of one filling without its rows. It owns
// scratch and serves one goroutine.
type Filling struct {
	assumed []engine.Points
	place   []int
}

// Totals writes the totals of the filled crosstable into dst by player: order is the standing, tied(i) says that its
// i-th player shares the place of the one before.
func (f *Filling) Totals(dst []int64, s *engine.State, order []engine.Player, tied func(i int) bool) {
	n := s.N()
	f.assumed, f.place = slices.Grow(f.assumed[:0], n)[:n], slices.Grow(f.place[:0], n)[:n]
	for i, p := range order {
		f.place[p] = i + 1
		if i > 0 && tied(i) {
			f.place[p] = f.place[order[i-1]]
		}
	}
	assume(f.assumed, s, order, f.place)
	for p, v := range s.Score {
		dst[p] = int64(v + f.assumed[p])
	}
}

// assume gives what every player gets from the games that were not played, with the given places.
func assume(assumed []engine.Points, s *engine.State, order []engine.Player, place []int) {
	n := s.N()
	win, draw := s.Points.Win(), s.Points.Draw()
	for from := 0; from < n; {
		to := from + 1
		for to < n && place[order[to]] == place[order[from]] {
			to++
		}
		for _, p := range order[from:to] {
			assumed[p] = engine.Points(n-to)*win + engine.Points(to-from-1)*draw
			for round := range s.Rounds() {
				q := s.Opponent(round, p)
				switch {
				case q == engine.NoPlayer || metBefore(s, round, p, q):
				case place[q] > place[p]:
					assumed[p] -= win
				case place[q] == place[p]:
					assumed[p] -= draw
				}
			}
		}
		from = to
	}
}

// metBefore reports that p was already scheduled against q in an earlier round.
func metBefore(s *engine.State, round int, p, q engine.Player) bool {
	for k := range round {
		if s.Opponent(k, p) == q {
			return true
		}
	}
	return false
}
