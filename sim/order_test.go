package sim

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/engine/enginetest"
	"crosstable/engine/standing"
	"crosstable/engine/tiebreak"
	"crosstable/sim/metric"
)

// ranked ranks a random event under a rule, true ranks in the order of the numbers.
func ranked(t *rapid.T, s *engine.State, rule string) *metric.Event {
	r, err := NewRanking(rule)
	if err != nil {
		t.Fatal(err)
	}
	n := s.N()
	e := &metric.Event{State: s, Order: make([]engine.Player, n), Tied: make([]bool, n)}
	for p := range n {
		e.TrueRank = append(e.TrueRank, int32(p))
	}
	r.Rank(e, engine.NewLuck(1))
	return e
}

func randomState(t *rapid.T) *engine.State {
	pick := enginetest.Pick(rapid.Uint64().Draw(t, "seed"))
	return enginetest.Random(pick, enginetest.Options{MaxPlayers: 14, MaxRounds: 6, Rematches: pick(2) == 0})
}

// FILL is the order of standing.Fill, whose totals are tested pair by pair.
func TestFillOrderIsTheFilledCrosstable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomState(t)
		e := ranked(t, s, "FILL,BH,lot")
		keys, err := tiebreak.ParseList("BH")
		if err != nil {
			t.Fatal(err)
		}
		r := standing.New(keys, tiebreak.Context{})
		r.Rank(s)
		rows, _, _ := standing.Fill(s, r, false)
		total, old := make([]engine.Points, s.N()), make([]int, s.N())
		for _, row := range rows {
			total[row.Player], old[row.Player] = row.Total, row.OldPlace
		}
		for i := 1; i < len(e.Order); i++ {
			p, q := e.Order[i-1], e.Order[i]
			if total[p] < total[q] || total[p] == total[q] && old[p] > old[q] {
				t.Fatalf("place %d has total %d, old place %d; place %d has %d, %d", i, total[p], old[p], i+1, total[q],
					old[q])
			}
			if want := total[p] == total[q] && old[p] == old[q]; e.Tied[i] != want {
				t.Fatalf("place %d: tied %v", i+1, e.Tied[i])
			}
		}
	})
}

// LSQ minimises the sum over the games of (difference of ratings - result)^2: no small step of any player
// makes it smaller, and the order is that of the minimum found by plain descent from player to player.
func TestLeastSquaresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomState(t)
		prior := float64(rapid.IntRange(0, 2).Draw(t, "prior"))
		f := &leastSquares{prior: prior}
		e := ranked(t, s, "lot")
		got := make([]int64, s.N())
		f.fill(got, e)
		// Gauss-Seidel: each player in turn takes the mean of (opponent's rating + result).
		x := make([]float64, s.N())
		for range 20000 {
			moved := 0.0
			for p := range x {
				sum, games := 0.0, prior+ridgeUnlessPrior(prior)
				for r := range s.Rounds() {
					o := s.OutcomeAt(r, engine.Player(p))
					if !o.Played() {
						continue
					}
					games++
					sum += x[s.Opponent(r, engine.Player(p))]
					switch o {
					case engine.Win, engine.ShortWin:
						sum++
					case engine.Loss, engine.ShortLoss:
						sum--
					}
				}
				v := sum / games
				moved = max(moved, math.Abs(v-x[p]))
				x[p] = v
			}
			if moved < 1e-13 {
				break
			}
		}
		// Ratings are compared inside each part of the field, with its mean at 0: descent leaves parts where they are.
		for _, part := range parts(s, prior) {
			mean, meanGot := 0.0, 0.0
			for _, p := range part {
				mean += x[p] / float64(len(part))
				meanGot += float64(got[p]) / 1e6 / float64(len(part))
			}
			for _, p := range part {
				if d := (x[p] - mean) - (float64(got[p])/1e6 - meanGot); math.Abs(d) > 1e-4 {
					t.Fatalf("player %d: %v, plain descent gives %v", p, float64(got[p])/1e6-meanGot, x[p]-mean)
				}
			}
		}
		order := ranked(t, s, "LSQ,lot")
		g := &leastSquares{}
		g.fill(got, order)
		if !slices.IsSortedFunc(order.Order, func(a, b engine.Player) int { return int(got[b] - got[a]) }) {
			t.Fatal("not in the order of the ratings")
		}
	})
}

func ridgeUnlessPrior(prior float64) float64 {
	if prior > 0 {
		return 0
	}
	return ridge
}

// parts are the players connected by games; with a prior everybody is in one part.
func parts(s *engine.State, prior float64) [][]int {
	n := s.N()
	part := make([]int, n)
	for p := range part {
		part[p] = p
		if prior > 0 {
			part[p] = 0
		}
	}
	for range n {
		for r := range s.Rounds() {
			for p, q := range s.Opponents(r) {
				if s.OutcomeAt(r, engine.Player(p)).Played() {
					m := min(part[p], part[q])
					part[p], part[q] = m, m
				}
			}
		}
	}
	out := make([][]int, n)
	for p, k := range part {
		out[k] = append(out[k], p)
	}
	return slices.DeleteFunc(out, func(v []int) bool { return len(v) == 0 })
}

// Colley's matrix (2I + L) r = 1 + (w - l)/2 orders as LSQ:prior=2: A beats B, B beats C, C rests.
func TestColleyByHand(t *testing.T) {
	s := &engine.State{}
	s.Reset(3)
	s.Apply([]engine.Game{{White: 0, Black: 1, Result: engine.WhiteWins}})
	s.Apply([]engine.Game{{White: 1, Black: 2, Result: engine.WhiteWins}})
	f := &leastSquares{prior: 2}
	got := make([]int64, 3)
	f.fill(got, &metric.Event{State: s})
	// (3 -1 0; -1 4 -1; 0 -1 3) r = (1, 0, -1): r = (1/3, 0, -1/3).
	if want := []int64{333333, 0, -333333}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestOrderNotation(t *testing.T) {
	for rule, want := range map[string]string{
		"LSQ:prior=-1,lot": "prior", "FILL:x=1": "x", "LSQ:prier=2": "prier", "BH,FILL": "FILL", "lot,FILL": "lot",
	} {
		if _, err := NewRanking(rule); err == nil {
			t.Errorf("%s is taken; the message should name %q", rule, want)
		}
	}
	for _, rule := range []string{"FILL", "fill,BH,lot", "LSQ:prior=2,BH,lot", "lsq"} {
		if r, err := NewRanking(rule); err != nil || r.order == nil {
			t.Errorf("%s: %v", rule, err)
		}
	}
}
