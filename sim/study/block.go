package study

import (
	"fmt"
	"strconv"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/sim"
	"crosstable/sim/metric"
	"crosstable/sim/study/stats"
)

// Totals are the sums over finished replicates: everything the results are computed from.
type Totals struct {
	Replicates int64 `json:"replicates"`
	// Completed events by scenario; the rest had a round without a legal pairing.
	Completed []int64 `json:"completed"`
	// Metrics by scenario and metric, over completed events.
	Metrics [][]stats.Tally `json:"metrics"`
	// Differences by comparison and metric, over replicates completed in both scenarios.
	Differences [][]stats.Tally `json:"differences"`
	// Profiles by scenario and profile: sums in multiples of 2^-20.
	Profiles [][][]int64 `json:"profiles"`
	// Course is, for each block in order, the tallies of the headline metrics by scenario: it draws the convergence.
	Course [][]stats.Tally `json:"course"`
}

// headline is the metric whose convergence is kept block by block.
const headline = "strongest_first"

// merge adds the totals of later blocks.
func (t *Totals) merge(o *Totals) {
	t.Replicates += o.Replicates
	for k := range t.Completed {
		t.Completed[k] += o.Completed[k]
		for m := range t.Metrics[k] {
			t.Metrics[k][m].Merge(o.Metrics[k][m])
		}
		for p := range t.Profiles[k] {
			for i, v := range o.Profiles[k][p] {
				t.Profiles[k][p][i] += v
			}
		}
	}
	for c := range t.Differences {
		for m := range t.Differences[c] {
			t.Differences[c][m].Merge(o.Differences[c][m])
		}
	}
	t.Course = append(t.Course, o.Course...)
}

// plan is a study made ready for playing: which tournaments, which rankings, which comparisons.
type plan struct {
	study       *Study
	grid        []Scenario
	comparisons []comparison
	plays       []play
	headline    int
}

// play is one tournament of the grid and the scenarios that only rank it differently.
type play struct {
	scenario  sim.Scenario
	scenarios []int // indices in the grid
}

func (s *Study) plan() (*plan, error) {
	grid, err := s.Scenarios()
	if err != nil {
		return nil, err
	}
	comparisons, err := s.comparisons()
	if err != nil {
		return nil, err
	}
	h, err := metricIndex(headline)
	if err != nil {
		return nil, err
	}
	p := &plan{study: s, grid: grid, comparisons: comparisons, headline: h}
	at := map[sim.Scenario]int{}
	for k, sc := range grid {
		i, ok := at[sc.Scenario]
		if !ok {
			i = len(p.plays)
			at[sc.Scenario] = i
			p.plays = append(p.plays, play{scenario: sc.Scenario})
		}
		p.plays[i].scenarios = append(p.plays[i].scenarios, k)
	}
	return p, nil
}

// totals makes empty totals of the plan's shape.
func (p *plan) totals() *Totals {
	t := &Totals{
		Completed:   make([]int64, len(p.grid)),
		Metrics:     make([][]stats.Tally, len(p.grid)),
		Differences: make([][]stats.Tally, len(p.comparisons)),
		Profiles:    make([][][]int64, len(p.grid)),
	}
	for k, sc := range p.grid {
		t.Metrics[k] = make([]stats.Tally, len(metric.Metrics))
		t.Profiles[k] = make([][]int64, len(metric.Profiles))
		keys := rankingKeys(sc.Ranking)
		for i, prof := range metric.Profiles {
			t.Profiles[k][i] = make([]int64, prof.Size(sc.Players, sc.Rounds, keys))
		}
	}
	for c := range t.Differences {
		t.Differences[c] = make([]stats.Tally, len(metric.Metrics))
	}
	return t
}

func rankingKeys(notation string) int {
	r, err := sim.NewRanking(notation)
	if err != nil {
		return 0
	}
	return r.Keys()
}

// worker plays blocks. It owns the runners of every tournament of the plan and is used by one goroutine.
type worker struct {
	plan     *plan
	runners  []*sim.Runner
	rankings [][]*sim.Ranking // by play, by scenario of the play
	values   [][]int64        // by scenario: fixed-point values of the current replicate
	done     []bool           // by scenario: the current replicate was completed
	profiles [][][]float64    // by scenario: sums of the current block
}

func (p *plan) worker() (*worker, error) {
	w := &worker{plan: p}
	t := p.totals()
	for _, pl := range p.plays {
		law, err := p.study.law(pl.scenario.Strength)
		if err != nil {
			return nil, err
		}
		sc := pl.scenario
		sc.System = pairing.Simulated(sc.System)
		r, err := sim.NewRunner(sc, law)
		if err != nil {
			return nil, err
		}
		w.runners = append(w.runners, r)
		var rankings []*sim.Ranking
		for _, k := range pl.scenarios {
			rk, err := sim.NewRanking(p.grid[k].Ranking)
			if err != nil {
				return nil, fmt.Errorf("ranking: %w", err)
			}
			rankings = append(rankings, rk)
		}
		w.rankings = append(w.rankings, rankings)
	}
	for k := range p.grid {
		w.values = append(w.values, make([]int64, len(metric.Metrics)))
		var row [][]float64
		for _, sums := range t.Profiles[k] {
			row = append(row, make([]float64, len(sums)))
		}
		w.profiles = append(w.profiles, row)
	}
	w.done = make([]bool, len(p.grid))
	return w, nil
}

// block plays replicates first..last-1 of every scenario. rows, when not nil, gets one CSV line a replicate and
// scenario; stop is asked between replicates.
func (w *worker) block(first, last int, rows *[]byte, stop func() bool) (*Totals, error) {
	p := w.plan
	t := p.totals()
	for k := range w.profiles {
		for _, sums := range w.profiles[k] {
			clear(sums)
		}
	}
	for rep := first; rep < last; rep++ {
		if stop() {
			return nil, nil
		}
		if err := w.replicate(rep); err != nil {
			return nil, err
		}
		t.Replicates++
		for k, values := range w.values {
			if rows != nil {
				*rows = appendRow(*rows, rep, k, w.done[k], values)
			}
			if !w.done[k] {
				continue
			}
			t.Completed[k]++
			for m, v := range values {
				t.Metrics[k][m].Add(v)
			}
		}
		for c, cmp := range p.comparisons {
			if !w.done[cmp.scenario] || !w.done[cmp.baseline] {
				continue
			}
			a, b := w.values[cmp.scenario], w.values[cmp.baseline]
			for m := range a {
				t.Differences[c][m].Add(a[m] - b[m])
			}
		}
	}
	course := make([]stats.Tally, len(p.grid))
	for k := range course {
		course[k] = t.Metrics[k][p.headline]
		for i, sums := range w.profiles[k] {
			for j, v := range sums {
				t.Profiles[k][i][j] = stats.Fixed(v)
			}
		}
	}
	t.Course = append(t.Course, course)
	return t, nil
}

func (w *worker) replicate(rep int) error {
	seed := w.plan.study.Seed
	for i, r := range w.runners {
		completed, err := r.Play(seed, uint64(rep))
		if err != nil {
			return fmt.Errorf("replicate %d: %w", rep, err)
		}
		scenarios := w.plan.plays[i].scenarios
		for j, k := range scenarios {
			w.done[k] = completed
			if !completed {
				continue
			}
			e := &r.Event
			w.rankings[i][j].Rank(e, engine.NewLuck(seed).With(uint64(rep)).With(engine.LuckTie))
			e.Ranked()
			first := scenarios[0]
			for m := range metric.Metrics {
				row := &metric.Metrics[m]
				if j > 0 && !row.Ranking {
					w.values[k][m] = w.values[first][m]
					continue
				}
				w.values[k][m] = stats.Fixed(row.Value(e))
			}
			for m := range metric.Profiles {
				metric.Profiles[m].Add(w.profiles[k][m], e)
			}
		}
	}
	return nil
}

// appendRow writes replicate, scenario, completed and the metrics; values of events that could not be completed
// stay empty.
func appendRow(dst []byte, rep, scenario int, done bool, values []int64) []byte {
	dst = strconv.AppendInt(dst, int64(rep), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(scenario+1), 10)
	dst = append(dst, ',')
	dst = strconv.AppendBool(dst, done)
	for _, v := range values {
		dst = append(dst, ',')
		if done {
			dst = strconv.AppendFloat(dst, float64(v)/stats.One, 'g', 8, 64)
		}
	}
	return append(dst, '\n')
}
