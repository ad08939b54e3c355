package study

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"crosstable/sim/metric"
	"crosstable/sim/study/stats"
	"crosstable/sim/study/store"
)

// RunOptions say how to run, never what comes out.
type RunOptions struct {
	Jobs       int    // workers
	Dir        string // folder of the checkpoint and the rows
	Rows       bool   // write one line per replicate and scenario to rows.csv
	Shard      Shard  // the blocks to play; the zero value is all of them
	Progress   func(done, total int64)
	Checkpoint time.Duration // least time between checkpoints
	Now        func() time.Time
}

// Shard is a share of the blocks: number Index of Count, counted from 0.
type Shard struct{ Index, Count int }

// Range gives the shard's blocks of n: from lo up to but not including hi. Shards differ by one block at most.
func (s Shard) Range(n int) (lo, hi int) {
	if s.Count <= 1 {
		return 0, n
	}
	return n * s.Index / s.Count, n * (s.Index + 1) / s.Count
}

// checkpoint is the state of a run that goes on after a kill.
type checkpoint struct {
	Study     string  `json:"study"` // hash
	Lo        int     `json:"lo"`
	Hi        int     `json:"hi"`
	Next      int     `json:"next"` // first block not in Totals
	RowsBytes int64   `json:"rows_bytes"`
	Totals    *Totals `json:"totals"`
}

// ErrOtherStudy says that the folder holds a run of something else.
var ErrOtherStudy = errors.New("the folder holds a checkpoint of another study, seed or shard; choose another --out " +
	"or remove it")

// RowsError says that rows.csv would lack the replicates before the stop, or those after it.
type RowsError struct{ Begun bool } // with rows

func (e *RowsError) Error() string {
	word := "without"
	if e.Begun {
		word = "with"
	}
	return fmt.Sprintf("the run in the folder was begun %[1]s --rows, and rows.csv would not have all replicates; "+
		"go on %[1]s it, or choose another --out", word)
}

// Run plays the study, or the rest of it if the folder holds a checkpoint, and gives the totals.
// The same bytes come out whatever Jobs, the checkpoints and the kills in between.
func (s *Study) Run(ctx context.Context, opt RunOptions) (*Totals, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if s.Until != nil && opt.Shard.Count > 1 {
		return nil, errors.New("until: stopping by precision looks at all finished blocks, which a shard does not " +
			"see; give --replicates for shards")
	}
	p, err := s.plan()
	if err != nil {
		return nil, err
	}
	lo, hi := opt.Shard.Range(s.Blocks())
	r := &runner{plan: p, opt: opt, lo: lo, hi: hi}
	if err := r.open(); err != nil {
		return nil, err
	}
	defer r.close()
	if err := r.play(ctx); err != nil {
		return nil, err
	}
	return r.state.Totals, nil
}

// runner hands out blocks and adds them up in order.
type runner struct {
	plan   *plan
	opt    RunOptions
	lo, hi int
	state  checkpoint
	rows   *store.Rows
	last   time.Time
}

func (r *runner) open() error {
	hash := r.plan.study.Hash()
	r.state = checkpoint{Study: hash, Lo: r.lo, Hi: r.hi, Next: r.lo, Totals: r.plan.totals()}
	if r.opt.Dir == "" {
		return nil
	}
	var c checkpoint
	switch err := store.ReadCheckpoint(r.opt.Dir, &c); {
	case err == nil:
		if c.Study != hash || c.Lo != r.lo || c.Hi != r.hi {
			return ErrOtherStudy
		}
		if c.Next < r.lo || c.Next > r.hi || c.RowsBytes < 0 || c.Totals == nil || !r.state.Totals.sameShape(c.Totals) {
			return fmt.Errorf("%s: its numbers cannot be; remove it to begin anew",
				filepath.Join(r.opt.Dir, store.CheckpointName))
		}
		r.state = c
		if err := r.sameRows(); err != nil {
			return err
		}
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	if !r.opt.Rows {
		return nil
	}
	rows, err := store.OpenRows(r.opt.Dir, rowsHeader(), r.state.RowsBytes)
	if err != nil {
		return err
	}
	r.rows, r.state.RowsBytes = rows, rows.Bytes()
	return nil
}

// sameRows refuses to go on with rows where the run was begun without them, and the other way round.
func (r *runner) sameRows() error {
	begun := r.state.RowsBytes > 0
	switch {
	case r.opt.Rows && !begun && r.state.Next > r.lo:
		return &RowsError{Begun: false}
	case !r.opt.Rows && begun && !r.done():
		return &RowsError{Begun: true}
	}
	return nil
}

func (r *runner) close() {
	if r.rows != nil {
		r.rows.Close()
	}
}

func rowsHeader() string {
	h := "replicate,scenario,completed"
	for _, m := range metric.Metrics {
		h += "," + m.Name
	}
	return h + "\n"
}

// finished is a block that a worker has played.
type finished struct {
	block  int
	totals *Totals
	rows   []byte
	err    error
}

func (r *runner) play(ctx context.Context) error {
	s := r.plan.study
	if r.done() {
		return r.save(true)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs := max(1, min(r.opt.Jobs, r.hi-r.state.Next))
	blocks := make(chan int)
	results := make(chan finished, jobs)
	// Tickets bound the finished blocks that wait for an earlier one.
	tickets := make(chan struct{}, 4*jobs)
	var wg sync.WaitGroup
	for range jobs {
		w, err := r.plan.worker()
		if err != nil {
			return err
		}
		wg.Go(func() {
			for b := range blocks {
				f := finished{block: b}
				var rows *[]byte
				if r.rows != nil {
					rows = &f.rows
				}
				f.totals, f.err = w.block(b*s.Block, min((b+1)*s.Block, s.Replicates), rows,
					func() bool { return ctx.Err() != nil })
				if f.totals == nil && f.err == nil {
					return // interrupted
				}
				results <- f
			}
		})
	}
	go r.hand(ctx, blocks, tickets)
	go func() { wg.Wait(); close(results) }()

	waiting := map[int]finished{}
	var failed error
	for f := range results {
		if failed != nil || ctx.Err() != nil {
			continue
		}
		waiting[f.block] = f
		for {
			next, ok := waiting[r.state.Next]
			if !ok {
				break
			}
			delete(waiting, r.state.Next)
			<-tickets
			if failed = next.err; failed == nil {
				failed = r.commit(next)
			}
			if failed != nil || r.done() {
				cancel()
				break
			}
		}
	}
	if failed != nil {
		return failed
	}
	if !r.done() {
		if err := r.save(true); err != nil {
			return err
		}
		return context.Cause(ctx)
	}
	return r.save(true)
}

// hand gives the blocks out in order, one for each ticket.
func (r *runner) hand(ctx context.Context, blocks chan<- int, tickets chan<- struct{}) {
	defer close(blocks)
	for b := r.state.Next; b < r.hi; b++ {
		select {
		case tickets <- struct{}{}:
		case <-ctx.Done():
			return
		}
		select {
		case blocks <- b:
		case <-ctx.Done():
			return
		}
	}
}

// commit adds a block that follows the ones already added.
func (r *runner) commit(f finished) error {
	r.state.Totals.merge(f.totals)
	r.state.Next++
	if r.rows != nil {
		err := r.rows.Write(f.rows)
		r.state.RowsBytes = r.rows.Bytes()
		if err != nil {
			return err
		}
	}
	if r.opt.Progress != nil {
		total := min(r.hi*r.plan.study.Block, r.plan.study.Replicates) - r.lo*r.plan.study.Block
		r.opt.Progress(r.state.Totals.Replicates, int64(total))
	}
	return r.save(false)
}

// done: all blocks are in, or the stopping rule is met by the blocks that are.
func (r *runner) done() bool {
	if r.state.Next >= r.hi {
		return true
	}
	u := r.plan.study.Until
	if u == nil || r.state.Totals.Replicates < int64(u.Min) {
		return false
	}
	m, err := metricIndex(u.Metric)
	if err != nil {
		return false
	}
	for k := range r.plan.grid {
		if e := estimate(m, r.state.Totals.Metrics[k][m]); !((e.Hi-e.Lo)/2 <= u.HalfWidth) {
			return false
		}
	}
	return true
}

// save writes the checkpoint, the rows that it counts first.
func (r *runner) save(force bool) error {
	if r.opt.Dir == "" {
		return nil
	}
	if !force && r.opt.Now != nil {
		now := r.opt.Now()
		if now.Sub(r.last) < r.opt.Checkpoint {
			return nil
		}
		r.last = now
	}
	if r.rows != nil {
		if err := r.rows.Sync(); err != nil {
			return err
		}
	}
	return store.WriteCheckpoint(r.opt.Dir, r.state)
}

// estimate of metric m: Wilson's interval for proportions.
func estimate(m int, t stats.Tally) stats.Estimate {
	if metric.Metrics[m].Proportion {
		return t.Proportion()
	}
	return t.Estimate()
}
