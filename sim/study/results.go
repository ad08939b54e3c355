package study

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine/method"
	"crosstable/sim/metric"
	"crosstable/sim/study/stats"
)

// Result is one row of results.csv: a metric in a scenario.
type Result struct {
	Scenario int // index in the grid
	Metric   string
	stats.Estimate
	Played int64 // replicates played, completed or not
}

// Difference is one row of differences.csv: a metric in a scenario minus the same in its baseline.
type Difference struct {
	Factor             string
	Level, BaseLevel   string
	Scenario, Baseline int
	Metric             string
	stats.Estimate
	P, Holm float64 // two-sided p value, and adjusted for the number of comparisons of this metric
}

// Results are the tables of a finished study.
type Results struct {
	Study       *Study
	Grid        []Scenario
	Totals      *Totals
	Results     []Result
	Differences []Difference
}

// Results computes the tables from totals.
func (s *Study) Results(t *Totals) (*Results, error) {
	p, err := s.plan()
	if err != nil {
		return nil, err
	}
	r := &Results{Study: s, Grid: p.grid, Totals: t}
	for k := range p.grid {
		for m := range metric.Metrics {
			r.Results = append(r.Results, Result{k, metric.Metrics[m].Name, estimate(m, t.Metrics[k][m]), t.Replicates})
		}
		r.Results = append(r.Results, Result{k, metric.Unpairable,
			stats.Share(t.Replicates-t.Completed[k], t.Replicates).Proportion(), t.Replicates})
	}
	for m := range metric.Metrics {
		var ps []float64
		first := len(r.Differences)
		for c, cmp := range p.comparisons {
			e := differenceEstimate(m, t.Differences[c][m])
			d := Difference{
				Factor: Factors[cmp.factor].Name, Level: s.Levels[cmp.factor][s.levelOf(cmp.scenario, cmp.factor)],
				BaseLevel: s.Levels[cmp.factor][s.levelOf(cmp.baseline, cmp.factor)],
				Scenario:  cmp.scenario, Baseline: cmp.baseline, Metric: metric.Metrics[m].Name, Estimate: e,
				P: e.PValue(),
			}
			ps = append(ps, d.P)
			r.Differences = append(r.Differences, d)
		}
		for i, h := range stats.Holm(ps) {
			r.Differences[first+i].Holm = h
		}
	}
	return r, nil
}

// differenceEstimate of metric m.
func differenceEstimate(m int, t stats.Tally) stats.Estimate {
	if metric.Metrics[m].Proportion {
		return t.PairedProportion()
	}
	return t.Estimate()
}

// Label names a scenario by the factors that vary in the study; all of them if nothing varies.
func (r *Results) Label(k int) string {
	var parts []string
	for f, l := range r.Study.Levels {
		if len(l) > 1 {
			v := l[r.Study.levelOf(k, f)]
			switch Factors[f].Name {
			case "players":
				v = "n=" + v
			case "rounds":
				v = "R=" + v
			case "system", "handicap", "ranking", "model":
			default:
				v = Factors[f].Name + "=" + v
			}
			parts = append(parts, v)
		}
	}
	if len(parts) == 0 {
		sc := r.Grid[k]
		return fmt.Sprintf("n=%d R=%d %s", sc.Players, sc.Rounds, sc.System)
	}
	return strings.Join(parts, " ")
}

// Level gives the text of a factor's level in scenario k.
func (r *Results) Level(k int, factor string) string {
	f, err := FactorIndex(factor)
	if err != nil {
		return ""
	}
	return r.Study.Levels[f][r.Study.levelOf(k, f)]
}

// extraFactors stand behind the columns of the contract in results.csv: every factor that is no column of it.
var extraFactors = slices.DeleteFunc(FactorNames(), func(name string) bool {
	return slices.Contains([]string{"players", "rounds", "system", "handicap", "model", "ranking"}, name)
})

// number writes a float so that it reads back exactly and no two machines of one architecture differ.
func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 10, 64)
}

// ResultsTable is the rows of results.csv, the header first: it has the columns of the command-line contract, then the
// other factors and the replicates played.
func (r *Results) ResultsTable() [][]string {
	header := []string{"scenario", "players", "rounds", "system", "handicap", "model", "ranking", "metric", "mean",
		"se", "lo", "hi", "n"}
	for _, f := range extraFactors {
		header = append(header, strings.ReplaceAll(f, "-", "_"))
	}
	rows := [][]string{append(header, "played")}
	for _, x := range r.Results {
		k := x.Scenario
		row := []string{strconv.Itoa(k + 1), r.Level(k, "players"), r.Level(k, "rounds"), r.Level(k, "system"),
			r.Level(k, "handicap"),
			r.Level(k, "model"), r.Level(k, "ranking"), x.Metric, number(x.Mean), number(x.SE), number(x.Lo),
			number(x.Hi), strconv.FormatInt(x.N, 10)}
		for _, f := range extraFactors {
			row = append(row, r.Level(k, f))
		}
		rows = append(rows, append(row, strconv.FormatInt(x.Played, 10)))
	}
	return rows
}

// DifferencesTable is the rows of differences.csv: it lists the paired differences.
func (r *Results) DifferencesTable() [][]string {
	rows := [][]string{{"factor", "level", "baseline", "scenario", "baseline_scenario", "players", "rounds", "system",
		"handicap", "model", "ranking",
		"metric", "difference", "se", "lo", "hi", "n", "p", "p_holm"}}
	for _, d := range r.Differences {
		k := d.Scenario
		rows = append(rows, []string{d.Factor, d.Level, d.BaseLevel, strconv.Itoa(k + 1), strconv.Itoa(d.Baseline + 1),
			r.Level(k, "players"), r.Level(k, "rounds"), r.Level(k, "system"), r.Level(k, "handicap"),
			r.Level(k, "model"), r.Level(k, "ranking"),
			d.Metric, number(d.Mean), number(d.SE), number(d.Lo), number(d.Hi), strconv.FormatInt(d.N, 10), number(d.P),
			number(d.Holm)})
	}
	return rows
}

// manifest is everything needed to get the same bytes again.
type manifest struct {
	Format     string      `json:"format"`
	Version    string      `json:"version"`
	Study      string      `json:"study"`
	Definition description `json:"definition"`
	Replicates int64       `json:"replicates_played"`
	Completed  []int64     `json:"completed"`
	Metrics    []string    `json:"metrics"`
	Command    string      `json:"command"`
}

// Manifest describes the run; version is the program's.
func (r *Results) Manifest(version string) ([]byte, error) {
	var names []string
	for _, m := range metric.Metrics {
		names = append(names, m.Name)
	}
	m := manifest{formatVersion, version, r.Study.Hash(), r.Study.describe(), r.Totals.Replicates, r.Totals.Completed,
		append(names, metric.Unpairable), r.Study.Command()}
	data, err := json.MarshalIndent(m, "", "  ")
	return append(data, '\n'), err
}

// Command is the command line that runs the study again.
func (s *Study) Command() string {
	var b strings.Builder
	b.WriteString("crosstable simulate study")
	for i, f := range Factors {
		if f.List {
			fmt.Fprintf(&b, " --%s %s", f.Name, quote(strings.Join(s.Levels[i], ",")))
			continue
		}
		for _, l := range s.Levels[i] {
			fmt.Fprintf(&b, " --%s %s", f.Name, quote(l))
		}
	}
	for i, f := range Factors {
		if l, ok := s.Baseline[i]; ok {
			fmt.Fprintf(&b, " --baseline %s", quote(f.Name+"="+l))
		}
	}
	fmt.Fprintf(&b, " --replicates %d --seed %d --block %d", s.Replicates, s.Seed, s.Block)
	if s.Until != nil {
		fmt.Fprintf(&b, " --until %s:%g:%d", s.Until.Metric, s.Until.HalfWidth, s.Until.Min)
	}
	return b.String()
}

// quote makes a word safe for a POSIX shell.
func quote(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+-@%") == "" && s != "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// MetricInfos lists the metrics for `crosstable list metrics`, with the one that the study counts itself.
func MetricInfos() []method.Info {
	var out []method.Info
	for _, m := range metric.Metrics {
		out = append(out, m.Info)
	}
	return append(out, method.Info{Name: metric.Unpairable,
		Summary: "share of events with a round that has no legal pairing; the other metrics are over completed events"})
}

// ProfileMean is profile i of scenario k: its sums divided by the completed events.
func (r *Results) ProfileMean(k, i int) []float64 {
	sums := r.Totals.Profiles[k][i]
	out := make([]float64, len(sums))
	n := float64(max(1, r.Totals.Completed[k])) * stats.One
	for j, s := range sums {
		out[j] = float64(s) / n
	}
	return out
}

// ProfilesTable is the rows of profiles.csv: every profile of every scenario, the mean an event. index counts from 1
// as ranks, places, numbers and rounds do; histograms count from 0. For place_by_rank index is the true rank and
// column the place; for tiebreak_power index is the key and column what is counted.
func (r *Results) ProfilesTable() [][]string {
	rows := [][]string{{"scenario", "profile", "index", "column", "mean"}}
	for k, sc := range r.Grid {
		for i, prof := range metric.Profiles {
			columns := prof.Columns(sc.Players)
			for j, v := range r.ProfileMean(k, i) {
				column := ""
				if columns > 1 {
					column = strconv.Itoa(j%columns + 1)
				}
				rows = append(rows, []string{strconv.Itoa(k + 1), prof.Name, strconv.Itoa(j/columns + prof.First),
					column,
					strconv.FormatFloat(v, 'g', 8, 64)})
			}
		}
	}
	return rows
}

// Course gives the estimate of the headline metric (strongest_first) in scenario k after each block.
func (r *Results) Course(k int) []stats.Estimate {
	var sum stats.Tally
	var out []stats.Estimate
	for _, block := range r.Totals.Course {
		sum.Merge(block[k])
		if sum.N > 0 {
			out = append(out, sum.Proportion())
		}
	}
	return out
}
