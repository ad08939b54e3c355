package study

import (
	"fmt"
	"strings"

	"crosstable/sim"
	"crosstable/sim/metric"
	"crosstable/sim/study/stats"
)

// summaryMetrics are the rows of the terminal's summary; results.csv has all.
var summaryMetrics = []string{"strongest_first", "strongest_sole_first", "strongest_shares_first", "kendall_tau",
	"top4_hits", "tied_first",
	"float_share", "color_imbalance_max", "strength_gap", metric.Unpairable}

// Summary is the text for a terminal: value ± half of the 95 % interval per scenario, and for each comparison the
// paired difference, or ~ where it cannot be told from zero. align makes an aligned table of rows, the header first.
func (r *Results) Summary(align func(rows [][]string) string) string {
	var b strings.Builder
	if r.Study.Name != "" {
		fmt.Fprintln(&b, r.Study.Name)
	}
	if r.Study.Question != "" {
		fmt.Fprintln(&b, r.Study.Question)
	}
	fmt.Fprintf(&b, "%s; %d replicates a scenario, seed %d\n", r.fixedFactors(), r.Totals.Replicates, r.Study.Seed)
	byMetric := map[string][]Result{}
	for _, x := range r.Results {
		byMetric[x.Metric] = append(byMetric[x.Metric], x)
	}
	metrics := r.shown()
	head := []string{""}
	for k := range r.Grid {
		head = append(head, r.Label(k))
	}
	rows := [][]string{head}
	if len(r.Grid) <= 4 {
		for _, m := range metrics {
			row := []string{m}
			for _, x := range byMetric[m] {
				row = append(row, x.Text())
			}
			rows = append(rows, row)
		}
	} else {
		rows = [][]string{append([]string{""}, metrics...)}
		for k := range r.Grid {
			row := []string{r.Label(k)}
			for _, m := range metrics {
				row = append(row, byMetric[m][k].Text())
			}
			rows = append(rows, row)
		}
	}
	b.WriteString("\n")
	b.WriteString(align(rows))
	r.summariseDifferences(&b, align)
	for k := range r.Grid {
		if share := 1 - float64(r.Totals.Completed[k])/float64(max(1, r.Totals.Replicates)); share > 0.01 {
			fmt.Fprintf(&b, "! %s: %.1f %% of the events had a round without a legal pairing; its other numbers are "+
				"over the rest\n", r.Label(k), 100*share)
		}
	}
	return b.String()
}

// shown are the metrics of the summary.
func (r *Results) shown() []string {
	if len(r.Study.Show) > 0 {
		return r.Study.Show
	}
	return summaryMetrics
}

// fixedFactors names the factors that do not vary, other than those at harmless defaults.
func (r *Results) fixedFactors() string {
	var parts []string
	for f, l := range r.Study.Levels {
		if len(l) == 1 && (l[0] != Factors[f].Default || f < 3 || Factors[f].Name == "system" ||
			Factors[f].Name == "model") {
			parts = append(parts, Factors[f].Name+" "+l[0])
		}
	}
	return strings.Join(parts, ", ")
}

func (r *Results) summariseDifferences(b *strings.Builder, align func([][]string) string) {
	shown := map[string]bool{}
	changes := map[string]bool{} // with the ranking rule
	for _, m := range r.shown() {
		shown[m] = true
	}
	for _, m := range metric.Metrics {
		changes[m.Name] = m.Ranking
	}
	count := map[string]int{}
	for _, d := range r.Differences {
		count[d.Factor]++
	}
	for f := range Factors {
		name := Factors[f].Name
		if count[name] == 0 {
			continue
		}
		rows := [][]string{{"difference", "scenario", "metric", "paired difference", ""}}
		for _, d := range r.Differences {
			if d.Factor != name || !shown[d.Metric] || name == "ranking" && !changes[d.Metric] {
				continue
			}
			note := "~"
			if d.Holm < 1-sim.Level {
				note = stats.PText(d.Holm)
			}
			rows = append(rows, []string{d.Level + " - " + d.BaseLevel, r.labelWithout(d.Scenario, f), d.Metric,
				d.Text(), note})
		}
		if len(rows) > 61 {
			fmt.Fprintf(b, "\n%s: %d paired differences; see differences.csv\n", name, len(rows)-1)
			continue
		}
		b.WriteString("\n")
		b.WriteString(align(rows))
	}
}

// labelWithout is the label of scenario k without factor f.
func (r *Results) labelWithout(k, f int) string {
	var parts []string
	for i, l := range r.Study.Levels {
		if i != f && len(l) > 1 {
			parts = append(parts, l[r.Study.levelOf(k, i)])
		}
	}
	return strings.Join(parts, " ")
}
