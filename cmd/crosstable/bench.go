package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/pipeline/render"
	"crosstable/pipeline/stage"
	"crosstable/sim"
	"crosstable/sim/study"
)

func benchCommand() *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Usage: "pairing systems against each other on the same events: speed and quality",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "system", Aliases: []string{"systems"}, Usage: "systems, with commas (default: all that pair any number of rounds)"},
			&cli.IntFlag{Name: "players", Usage: "players in the field", Value: 32},
			&cli.IntFlag{Name: "rounds", Usage: "rounds played", Value: 7},
			&cli.StringFlag{Name: "strength", Usage: "law of the true strengths", Value: "normal:2000:200"},
			&cli.StringFlag{Name: "model", Usage: "law of the results", Value: "rtg:0.30"},
			&cli.IntFlag{Name: "replicates", Aliases: []string{"events"}, Usage: "events played", Value: 1000},
			&cli.Uint64Flag{Name: "seed", Usage: "seed of all luck", Value: 1},
			&cli.IntFlag{Name: "jobs", Usage: "workers for quality; speed is measured on one", Value: runtime.NumCPU()},
			jsonFlag(),
		},
		Action: benchAction,
	}
}

// speed is what one system needed to pair the positions.
type speed struct {
	System     string             `json:"system"`
	Rounds     int                `json:"rounds_paired"`
	DeadEnds   int                `json:"no_legal_pairing"`
	Micros     float64            `json:"microseconds_per_round"`
	PerSecond  float64            `json:"rounds_per_second"`
	Quality    map[string]float64 `json:"quality"`
	Unpairable float64            `json:"unpairable"`
	text       map[string]string
}

// benchMetrics are the quality columns.
var benchMetrics = []string{"strongest_first", "kendall_tau", "top4_hits", "float_share", "strength_gap", "color_imbalance_mean", "color_imbalance_max"}

func benchAction(c *cli.Context) error {
	if c.NArg() > 0 {
		return usageError("bench takes no arguments, only flags")
	}
	names := c.String("system")
	if names == "" {
		var all []string
		for _, s := range pairing.Systems {
			if s.Schedule == nil {
				all = append(all, s.Name)
			}
		}
		names = strings.Join(all, ",")
	}
	s := study.New()
	for _, f := range [][2]string{{"system", names}, {"players", fmt.Sprint(c.Int("players"))}, {"rounds", fmt.Sprint(c.Int("rounds"))},
		{"strength", c.String("strength")}, {"model", c.String("model")}} {
		if err := s.Set(f[0], f[1]); err != nil {
			return usageError("%v", err)
		}
	}
	s.Seed, s.Replicates = c.Uint64("seed"), c.Int("replicates")
	if err := s.Validate(); err != nil {
		return usageError("%v", err)
	}
	progress, finish := studyProgress(c.App.ErrWriter)
	totals, err := s.Run(c.Context, study.RunOptions{Jobs: c.Int("jobs"), Progress: progress})
	finish()
	if err != nil {
		return err
	}
	r, err := s.Results(totals)
	if err != nil {
		return err
	}
	speeds, err := pairingSpeed(r.Grid, s.Seed, s.Replicates)
	if err != nil {
		return err
	}
	for i := range speeds {
		speeds[i].Quality, speeds[i].text = map[string]float64{}, map[string]string{}
	}
	for _, x := range r.Results {
		sp := &speeds[x.Scenario]
		if x.Metric == "unpairable" {
			sp.Unpairable = x.Mean
		} else if x.N > 0 {
			sp.Quality[x.Metric] = x.Mean
		}
		sp.text[x.Metric] = x.Text()
	}
	if c.Bool("json") {
		return render.JSON(c.App.Writer, speeds)
	}
	fmt.Fprintf(c.App.Writer, "%d players, %d rounds, %s, %s; %s events, seed %d\n\n", c.Int("players"), c.Int("rounds"), c.String("strength"), c.String("model"), stage.Thousands(int64(s.Replicates)), s.Seed)
	header := append([]string{"system", "µs a round", "rounds/s"}, benchMetrics...)
	t := render.New(append(header, "unpairable")...)
	t.Right(2, 3)
	for _, sp := range speeds {
		row := []any{sp.System, fmt.Sprintf("%.1f", sp.Micros), stage.Thousands(int64(sp.PerSecond))}
		for _, m := range append(benchMetrics, "unpairable") {
			row = append(row, sp.text[m])
		}
		t.Row(row...)
	}
	fmt.Fprintln(c.App.Writer, t.Text())
	return nil
}

// pairingSpeed times every system on the same positions: those of events that the first system played. A
// position that a system cannot complete is counted apart.
func pairingSpeed(grid []study.Scenario, seed uint64, events int) ([]speed, error) {
	out := make([]speed, len(grid))
	pairers := make([]engine.Pairer, len(grid))
	for i, sc := range grid {
		p, err := pairing.New(sc.System)
		if err != nil {
			return nil, err
		}
		out[i].System, pairers[i] = sc.System, p
	}
	r, err := sim.NewRunner(grid[0].Scenario, nil)
	if err != nil {
		return nil, err
	}
	spent := make([]time.Duration, len(grid))
	var position engine.State
	var games []engine.Game
	for rep := range min(events, 300) {
		if _, err := r.Play(seed, uint64(rep)); err != nil {
			return nil, err
		}
		for k := range r.Event.State.Rounds() {
			position.CopyPrefix(r.Event.State, k)
			for i, p := range pairers {
				start := time.Now()
				games, err = p.Pair(games[:0], &position)
				took := time.Since(start)
				var none *engine.NoPairing
				switch {
				case errors.As(err, &none):
					out[i].DeadEnds++
				case err != nil:
					return nil, fmt.Errorf("%s: %w", out[i].System, err)
				}
				if rep > 0 { // the first event warms up
					spent[i] += took
					out[i].Rounds++
				}
			}
		}
	}
	for i := range out {
		if out[i].Rounds > 0 {
			out[i].Micros = float64(spent[i].Nanoseconds()) / 1000 / float64(out[i].Rounds)
			out[i].PerSecond = 1e6 / out[i].Micros
		}
	}
	return out, nil
}
