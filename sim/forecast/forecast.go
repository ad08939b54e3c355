// Package forecast plays the rest of a running event many times from its present state: each player's
// chance of winning, of a place among the first K, of qualifying, his expected score and place.
//
// Published ratings are not strengths: every replicate draws the strengths around the ratings (Sigma), or chances would
// come out overconfident. Unrated players are drawn around the mean of the rated with a wide error.
package forecast

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/pairing"
	"crosstable/sim"
	"crosstable/sim/metric"
	"crosstable/sim/model"
)

// Question is what is forecast.
type Question struct {
	State *engine.State // as it stands after the finished rounds, with what is known of the coming one
	// Coming sets what is known beforehand of the rounds after the coming one: virtual points, bans, byes; nil:
	// nothing.
	Coming     func(s *engine.State) error
	Pairs      []engine.Game // pairings of the running round, if it is paired already; byes included
	Rounds     int           // of the whole event
	System     string
	Handicap   string // "": the virtual points that State and Coming say
	Model      string
	Ranking    string
	Sigma      float64 // standard deviation of strength around the rating, rating points
	Replicates int
	Seed       uint64
	Jobs       int
	Fixes      []Fix
}

// Fix is a result that is taken as given: in this round, if the two meet (in either colour).
type Fix struct {
	Round        int // 1-based
	White, Black engine.Player
	Result       engine.Result
}

// unratedSigma is the error of a strength of which nothing is known, rating points.
const unratedSigma = 250

// Forecast is the answer. Counts are over Completed replicates.
type Forecast struct {
	Players    int
	Replicates int64
	Completed  int64
	// Place[p][i] counts how often player p ends in place i (0 = first), lots included.
	Place [][]int64
	// Score[p] is the sum and the sum of squares of final scores, half points.
	Score []Moments
	// Shared[p] counts how often p has the top score, alone or with others.
	Shared []int64
}

// Moments are integer sums of a quantity.
type Moments struct{ Sum, Square int64 }

// Chance is a share with its 95 % interval (Wilson).
type Chance struct{ Share, Lo, Hi float64 }

// Top is p's chance of a place among the first k.
func (f *Forecast) Top(p, k int) Chance {
	var n int64
	for _, c := range f.Place[p][:min(k, len(f.Place[p]))] {
		n += c
	}
	return chance(n, f.Completed)
}

// MeanPlace is p's mean final place, counted from 1.
func (f *Forecast) MeanPlace(p int) float64 {
	sum := int64(0)
	for i, c := range f.Place[p] {
		sum += int64(i+1) * c
	}
	return float64(sum) / float64(max(1, f.Completed))
}

// MeanScore is p's mean final score in points, with its standard error.
func (f *Forecast) MeanScore(p int) (mean, se float64) {
	n := float64(max(1, f.Completed))
	m := float64(f.Score[p].Sum) / n
	v := max(0, float64(f.Score[p].Square)/n-m*m)
	return m / 2, math.Sqrt(v/n) / 2
}

func chance(k, n int64) Chance {
	if n == 0 {
		return Chance{math.NaN(), math.NaN(), math.NaN()}
	}
	p := float64(k) / float64(n)
	lo, hi := sim.Wilson(p, float64(n))
	return Chance{p, lo, hi}
}

// Run plays the rest of the event. The answer is the same for any number of jobs.
func (q *Question) Run(ctx context.Context) (*Forecast, error) {
	if q.State.N() < 2 {
		return nil, fmt.Errorf("an event of %d players cannot be forecast", q.State.N())
	}
	if q.Rounds < q.State.Rounds() {
		return nil, fmt.Errorf("rounds: %d have been played already, not fewer than %d can be announced",
			q.State.Rounds(), q.Rounds)
	}
	if q.Replicates < 1 {
		return nil, fmt.Errorf("replicates: %d; play at least 1", q.Replicates)
	}
	if q.Sigma < 0 {
		return nil, fmt.Errorf("sigma: %g is negative", q.Sigma)
	}
	for _, f := range q.Fixes {
		if f.Round <= q.State.Rounds() || f.Round > q.Rounds {
			return nil, fmt.Errorf("fix of round %d: rounds %d to %d are still to be played", f.Round,
				q.State.Rounds()+1, q.Rounds)
		}
	}
	jobs := max(1, min(q.Jobs, q.Replicates))
	players := make([]*player, jobs)
	for j := range players {
		p, err := q.player()
		if err != nil {
			return nil, err
		}
		players[j] = p
	}
	var wg sync.WaitGroup
	errs := make([]error, jobs)
	for j, p := range players {
		wg.Go(func() {
			for rep := j; rep < q.Replicates && ctx.Err() == nil; rep += jobs {
				if errs[j] = p.replicate(uint64(rep)); errs[j] != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	total := newForecast(q.State.N())
	for _, p := range players {
		total.add(p.sums)
	}
	return total, nil
}

func newForecast(n int) *Forecast {
	f := &Forecast{Players: n, Place: make([][]int64, n), Score: make([]Moments, n), Shared: make([]int64, n)}
	for p := range f.Place {
		f.Place[p] = make([]int64, n)
	}
	return f
}

func (f *Forecast) add(o *Forecast) {
	f.Replicates += o.Replicates
	f.Completed += o.Completed
	for p := range f.Place {
		f.Score[p].Sum += o.Score[p].Sum
		f.Score[p].Square += o.Score[p].Square
		f.Shared[p] += o.Shared[p]
		for i, c := range o.Place[p] {
			f.Place[p][i] += c
		}
	}
}

// player plays replicates; it owns all scratch.
type player struct {
	q        *Question
	state    engine.State
	rounds   sim.Rounds
	legs     int         // games of a pairing
	luck     engine.Luck // of the replicate being played
	model    model.Model
	ranking  *sim.Ranking
	event    metric.Event
	strength []float64
	center   []float64
	sigma    []float64
	sums     *Forecast
}

func (q *Question) player() (*player, error) {
	p := &player{q: q, sums: newForecast(q.State.N())}
	var err error
	if p.rounds.Pairer, err = pairing.New(pairing.Simulated(q.System)); err != nil {
		return nil, fmt.Errorf("system: %w", err)
	}
	if q.Handicap != "" {
		if p.rounds.Scheme, err = handicap.New(q.Handicap); err != nil {
			return nil, fmt.Errorf("handicap: %w", err)
		}
	}
	p.rounds.System = q.System
	if row, err := pairing.Find(q.System); err == nil {
		p.legs = row.Legs
	}
	p.rounds.Enter, p.rounds.Given, p.rounds.Results = p.enter, p.given, p.results
	if p.model, err = model.New(q.Model); err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	if p.ranking, err = sim.NewRanking(q.Ranking); err != nil {
		return nil, fmt.Errorf("ranking: %w", err)
	}
	n := q.State.N()
	p.strength = make([]float64, n)
	p.center, p.sigma = make([]float64, n), make([]float64, n)
	sum, rated := 0.0, 0
	for _, r := range q.State.Rating {
		if r > 0 {
			sum += float64(r)
			rated++
		}
	}
	for i, r := range q.State.Rating {
		p.center[i], p.sigma[i] = float64(r), q.Sigma
		if r <= 0 {
			p.center[i], p.sigma[i] = sum/float64(max(1, rated)), unratedSigma
		}
	}
	p.event.State = &p.state
	p.event.TrueRank = make([]int32, n)
	for i := range p.event.TrueRank {
		p.event.TrueRank[i] = int32(i) // only keys the lots
	}
	p.event.Order = make([]engine.Player, n)
	p.event.Tied = make([]bool, n)
	return p, nil
}

// Keys of luck; they stand apart from those of package sim.
const (
	luckStrength uint64 = iota + 201
	luckGame
	luckEvent
	luckSecond // the second game of a match
)

func (p *player) replicate(rep uint64) error {
	q, s := p.q, &p.state
	luck := engine.NewLuck(q.Seed).With(rep)
	p.luck = luck
	for i := range p.strength {
		p.strength[i] = p.center[i] + p.sigma[i]*model.Normal(luck.With(luckStrength).With(uint64(i)))
	}
	s.CopyFrom(q.State)
	s.PlannedRounds = q.Rounds
	s.Luck = luck.With(luckEvent)
	p.sums.Replicates++
	if completed, err := p.rounds.Play(s, q.Rounds); !completed {
		return err
	}
	p.ranking.Rank(&p.event, luck.With(engine.LuckTie))
	p.sums.Completed++
	best := engine.Points(math.MinInt32)
	for _, v := range s.Score {
		best = max(best, v)
	}
	for place, i := range p.event.Order {
		v := int64(s.Score[i])
		p.sums.Place[i][place]++
		p.sums.Score[i].Sum += v
		p.sums.Score[i].Square += v * v
		if s.Score[i] == best {
			p.sums.Shared[i]++
		}
	}
	return nil
}

// enter sets what is known of a round; that of the coming one stands in the State already.
func (p *player) enter(s *engine.State) error {
	if p.q.Coming == nil || s.Rounds() == p.q.State.Rounds() {
		return nil
	}
	return p.q.Coming(s)
}

// given are the pairings of the running round.
func (p *player) given(s *engine.State) []engine.Game {
	if s.Rounds() != p.q.State.Rounds() || len(p.q.Pairs) == 0 {
		return nil
	}
	return p.q.Pairs
}

// results draws the results that are not known; the strengths decide.
func (p *player) results(s *engine.State, games []engine.Game) {
	for i := range games {
		g := &games[i]
		if g.Black == engine.NoPlayer || g.Result != engine.NoResult {
			continue
		}
		if r, ok := p.q.fixed(s.Round(), g.White, g.Black); ok {
			g.Result = r
			continue
		}
		lo, hi := min(g.White, g.Black), max(g.White, g.Black)
		u := p.luck.With(luckGame).With(uint64(lo)<<32 | uint64(hi)).With(uint64(s.Rounds())).Float64()
		g.Result = model.Play(p.model, u, p.strength[g.White], p.strength[g.Black], g.White == lo)
		if p.legs == 2 {
			u := p.luck.With(luckSecond).With(uint64(lo)<<32 | uint64(hi)).With(uint64(s.Rounds())).Float64()
			second := model.Play(p.model, u, p.strength[g.Black], p.strength[g.White], g.Black == lo)
			g.Result = engine.MatchResult(g.Result, second)
		}
	}
}

func (q *Question) fixed(round int, white, black engine.Player) (engine.Result, bool) {
	for _, f := range q.Fixes {
		if f.Round != round {
			continue
		}
		if f.White == white && f.Black == black {
			return f.Result, true
		}
		if f.White == black && f.Black == white {
			return f.Result.Swap(), true
		}
	}
	return engine.NoResult, false
}
