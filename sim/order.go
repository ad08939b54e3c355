package sim

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/standing"
	"crosstable/sim/metric"
)

// Order is a row of the table of whole-order rules: rules that rank everybody anew after the event, instead
// of breaking ties on points. Such a rule is the first word of a ranking ("FILL,BH,SB,lot"); the words after it rank
// the standing that it starts from and those it leaves equal.
type Order struct {
	method.Info
	New func(spec *method.Spec) (filler, error)
}

// filler writes every player's value, larger is better. e.Order and e.Tied hold the standing it starts from.
type filler func(value []int64, e *metric.Event)

// Orders is the table.
var Orders = []Order{
	{Info: method.Info{Name: "FILL",
		Summary: "points of the filled crosstable: of two who did not meet the higher placed wins",
		Source:  "JCA Swiss rules 8.3"},
		New: func(*method.Spec) (filler, error) { f := &filling{}; return f.fill, nil }},
	{Info: method.Info{Name: "LSQ",
		Summary: "ratings by least squares from the results alone (Massey); prior=2 is Colley's matrix",
		Source:  "Massey 1997, Colley 2002",
		Options: []method.Option{{Key: "prior", Values: "games", Default: "0",
			Summary: "draws against an average player that everybody is given"}}},
		New: func(spec *method.Spec) (filler, error) {
			prior, err := spec.Float("prior", 0)
			if err != nil {
				return nil, err
			}
			if prior < 0 || prior > 1000 {
				return nil, fmt.Errorf("LSQ: prior=%g is not between 0 and 1000", prior)
			}
			f := &leastSquares{prior: prior}
			return f.fill, nil
		}},
}

// newOrder reads the first word of a ranking; nil if it is no whole-order rule.
func newOrder(word string) (filler, error) {
	spec, err := method.Parse(word)
	if err != nil {
		return nil, nil // the tie-breaks have a notation of their own
	}
	for _, row := range Orders {
		if strings.EqualFold(row.Name, spec.Name) {
			f, err := row.New(spec)
			if err != nil {
				return nil, err
			}
			return f, spec.Done(row.Options)
		}
	}
	return nil, nil
}

// reorder ranks everybody by the whole-order rule; equal values stay in the order of the standing before.
func (r *Ranking) reorder(e *metric.Event) {
	n := len(e.Order)
	r.value = slices.Grow(r.value[:0], n)[:n]
	r.order(r.value, e)
	r.place = slices.Grow(r.place[:0], n)[:n]
	for i, p := range e.Order {
		r.place[p] = int32(i)
		if e.Tied[i] {
			r.place[p] = r.place[e.Order[i-1]]
		}
	}
	value, place := r.value, r.place
	slices.SortStableFunc(e.Order, func(a, b engine.Player) int {
		switch {
		case value[a] > value[b]:
			return -1
		case value[a] < value[b]:
			return 1
		}
		return int(place[a] - place[b])
	})
	for i := 1; i < n; i++ {
		p, q := e.Order[i], e.Order[i-1]
		e.Tied[i] = value[p] == value[q] && place[p] == place[q]
	}
}

// filling gives the totals of the filled crosstable.
type filling struct{ standing.Filling }

func (f *filling) fill(value []int64, e *metric.Event) {
	f.Totals(value, e.State, e.Order, func(i int) bool { return e.Tied[i] })
}

// ridge keeps the equations of a field that falls into parts solvable: each part gets the mean 0.
const ridge = 1e-6

// leastSquares rates the players so that the differences fit the results best: for every game over the board
// the difference of the two ratings is to be 1, 0 or -1. The normal equations are L r = w - l with L the
// Laplacian of who met whom; prior adds that many draws against rating 0 to everybody.
type leastSquares struct {
	prior  float64
	a      *mat.SymDense
	b, x   *mat.VecDense
	factor mat.Cholesky
}

func (f *leastSquares) fill(value []int64, e *metric.Event) {
	s := e.State
	n := s.N()
	if f.a == nil || f.a.SymmetricDim() != n {
		f.a, f.b, f.x = mat.NewSymDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	}
	f.a.Zero()
	f.b.Zero()
	for p := range n {
		f.a.SetSym(p, p, max(f.prior, ridge))
	}
	for r := range s.Rounds() {
		for p, q := range s.Opponents(r) {
			o := s.OutcomeAt(r, engine.Player(p))
			if !o.Played() {
				continue
			}
			f.a.SetSym(p, p, f.a.At(p, p)+1)
			if int(q) > p {
				f.a.SetSym(p, int(q), f.a.At(p, int(q))-1)
			}
			switch o {
			case engine.Win, engine.ShortWin, engine.NarrowWin:
				f.b.SetVec(p, f.b.AtVec(p)+1)
			case engine.Loss, engine.ShortLoss, engine.NarrowLoss:
				f.b.SetVec(p, f.b.AtVec(p)-1)
			}
		}
	}
	if !f.factor.Factorize(f.a) {
		panic("sim: the matrix of a least-squares order is positive definite by construction")
	}
	if err := f.factor.SolveVecTo(f.x, f.b); err != nil {
		panic("sim: least-squares order: " + err.Error())
	}
	for p := range n {
		value[p] = int64(math.Round(f.x.AtVec(p) * 1e6)) // equal results stay equal whatever the rounding
	}
}
