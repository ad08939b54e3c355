package simpage

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"crosstable/pipeline/render/chart"
	"crosstable/sim"
	"crosstable/sim/metric"
	"crosstable/sim/study"
)

// Chart is one drawn chart of a study.
type Chart struct {
	Name    string // file name without ending
	Title   string
	Caption string
	Section string
	Plot    func() *plot.Plot // a fresh plot: drawing changes one
	Width   vg.Length         // points
	Height  vg.Length
}

// Sections of the report, in order.
const (
	sectionWinner   = "Who wins"
	sectionOrder    = "How true the ranking is"
	sectionCompare  = "Paired differences"
	sectionPlace    = "Places"
	sectionTies     = "Tie-breaks"
	sectionPairing  = "Pairings and colours"
	sectionCourse   = "Convergence"
	maxCurves       = 6  // curves that one chart can tell apart
	maxHeatMaps     = 4  // heat maps shown; all scenarios have their numbers in results.csv
	maxForestRows   = 24 // rows of one forest plot
	chartW          = vg.Length(520)
	chartH          = vg.Length(270)
	pairingNumBands = 8
)

// headlines are the metrics drawn against the rounds (or in a row, if rounds do not vary).
var headlines = []struct{ section, metric, title string }{
	{sectionWinner, "strongest_first", "The truly strongest is first"},
	{sectionWinner, "sole_first", "One player alone on the top score"},
	{sectionOrder, "kendall_tau", "Kendall's tau: true strength and final ranking"},
	{sectionOrder, "top4_hits", "Of the four truly strongest, among the first four"},
	{sectionPairing, "float_share", "Games between different scores"},
	{sectionPairing, "strength_gap", "Mean difference of strength in a game, points"},
	{sectionPairing, "color_imbalance_max", "Largest colour imbalance of an event"},
	{sectionPairing, metric.Unpairable, "Events with a round that has no legal pairing"},
}

// compared are the metrics of the forest plots.
var compared = []struct{ metric, title string }{
	{"strongest_first", "The truly strongest is first"},
	{"kendall_tau", "Kendall's tau"},
	{"strength_gap", "Strength gap, points"},
	{"float_share", "Float share"},
	{"color_imbalance_mean", "Mean colour imbalance"},
}

// Charts draws everything that a study can show.
func Charts(r *study.Results) []Chart {
	v := newView(r)
	var out []Chart
	for _, h := range headlines {
		if v.dull(h.metric) {
			continue
		}
		if v.roundsVary {
			out = append(out, v.againstRounds(h.section, h.metric, h.title)...)
		} else {
			out = append(out, v.inARow(h.section, h.metric, h.title)...)
		}
	}
	out = append(out, v.forests()...)
	out = append(out, v.places()...)
	out = append(out, v.tieBreaks()...)
	out = append(out, v.histogram("color_imbalance", "color-histogram", "Players by difference of Whites and Blacks", "games with White minus games with Black, absolute")...)
	out = append(out, v.histogram("floats", "float-histogram", "Players by number of floats", "floats, down and up")...)
	out = append(out, v.gapByRound()...)
	out = append(out, v.course()...)
	return out
}

// view answers questions about results.
type view struct {
	*study.Results
	value      map[string][]study.Result // by metric, by scenario
	roundsVary bool
	free       []int // factors that vary, without rounds
}

func newView(r *study.Results) *view {
	v := &view{Results: r, value: map[string][]study.Result{}}
	for _, x := range r.Results {
		v.value[x.Metric] = append(v.value[x.Metric], x)
	}
	for f, l := range r.Study.Levels {
		if len(l) < 2 {
			continue
		}
		if study.Factors[f].Name == "rounds" {
			v.roundsVary = true
		} else {
			v.free = append(v.free, f)
		}
	}
	return v
}

// dull metrics are zero everywhere.
func (v *view) dull(metric string) bool {
	return !slices.ContainsFunc(v.value[metric], func(x study.Result) bool { return x.Mean != 0 && !math.IsNaN(x.Mean) })
}

// name of scenario k by the factors of the list.
func (v *view) name(k int, factors []int) string {
	var parts []string
	for _, f := range factors {
		parts = append(parts, levelName(study.Factors[f].Name, v.Level(k, study.Factors[f].Name)))
	}
	return strings.Join(parts, ", ")
}

// levelName is a level as charts write it.
func levelName(factor, level string) string {
	switch factor {
	case "players":
		return level + " players"
	case "rounds":
		return level + " rounds"
	case "system", "ranking", "model", "strength":
		return level
	case "handicap":
		if level == "none" {
			return "no handicap"
		}
		return level
	}
	return strings.ReplaceAll(factor, "-", " ") + " " + level
}

// facets splits scenarios into charts of at most maxCurves curves: one chart per field size (and what else varies beyond
// the first factor that fits).
func (v *view) facets() (facet, curve []int) {
	curve = slices.Clone(v.free)
	for len(curve) > 1 && v.count(curve) > maxCurves {
		facet, curve = append(facet, curve[0]), curve[1:]
	}
	return facet, curve
}

func (v *view) count(factors []int) int {
	n := 1
	for _, f := range factors {
		n *= len(v.Study.Levels[f])
	}
	return n
}

// group collects scenarios by the name of the given factors, in grid order.
func (v *view) group(scenarios []int, factors []int) (names []string, groups map[string][]int) {
	groups = map[string][]int{}
	for _, k := range scenarios {
		n := v.name(k, factors)
		if groups[n] == nil {
			names = append(names, n)
		}
		groups[n] = append(groups[n], k)
	}
	return names, groups
}

func (v *view) all() []int {
	out := make([]int, len(v.Grid))
	for k := range out {
		out[k] = k
	}
	return out
}

func (v *view) againstRounds(section, metric, title string) []Chart {
	facet, curve := v.facets()
	var out []Chart
	names, groups := v.group(v.all(), facet)
	for i, name := range names {
		cn, cg := v.group(groups[name], curve)
		cn = cn[:min(len(cn), maxCurves)]
		var curves []chart.Curve
		for j, c := range cn {
			cv := chart.Curve{Name: c, Color: chart.Series[j%len(chart.Series)]}
			for _, k := range cg[c] {
				x := v.value[metric][k]
				cv.Points = append(cv.Points, chart.Point{X: float64(v.Grid[k].Rounds), Y: x.Mean, Lo: x.Lo, Hi: x.Hi})
			}
			slices.SortStableFunc(cv.Points, func(a, b chart.Point) int { return int(a.X - b.X) })
			curves = append(curves, cv)
		}
		out = append(out, Chart{Name: fileName(metric, i, len(names)), Title: withFacet(title, name), Section: section,
			Caption: "by rounds; bands are 95 % intervals",
			Plot:    func() *plot.Plot { return chart.Lines(curves, "rounds", true) }, Width: chartW, Height: chartH})
	}
	return out
}

func (v *view) inARow(section, metric, title string) []Chart {
	facet, rows := v.facetsOf(v.free, maxForestRows)
	var out []Chart
	names, groups := v.group(v.all(), facet)
	for i, name := range names {
		var effects []chart.Effect
		for _, k := range groups[name] {
			x := v.value[metric][k]
			label := v.name(k, rows)
			if label == "" {
				label = v.Label(k)
			}
			effects = append(effects, chart.Effect{Name: label, Y: x.Mean, Lo: x.Lo, Hi: x.Hi, Remarkable: true})
		}
		out = append(out, Chart{Name: fileName(metric, i, len(names)), Title: withFacet(title, name), Section: section, Caption: "mean with 95 % interval",
			Plot: func() *plot.Plot { return chart.Forest(effects, math.NaN(), "") }, Width: chartW, Height: chart.ForestHeight(len(effects))})
	}
	return out
}

// facetsOf moves leading factors to facets until at most most rows remain.
func (v *view) facetsOf(factors []int, most int) (facet, rows []int) {
	rows = slices.Clone(factors)
	for len(rows) > 1 && v.count(rows) > most {
		facet, rows = append(facet, rows[0]), rows[1:]
	}
	return facet, rows
}

func withFacet(title, facet string) string {
	if facet == "" {
		return title
	}
	return title + ": " + facet
}

func fileName(metric string, i, n int) string {
	name := strings.ReplaceAll(metric, "_", "-")
	if n > 1 {
		name += "-" + strconv.Itoa(i+1)
	}
	return name
}

// forests shows the paired differences, a chart per factor and metric.
func (v *view) forests() []Chart {
	var out []Chart
	for f, l := range v.Study.Levels {
		if len(l) < 2 || !study.Factors[f].Paired {
			continue
		}
		name := study.Factors[f].Name
		for _, m := range compared {
			var effects []chart.Effect
			other := slices.DeleteFunc(v.varying(), func(g int) bool { return g == f })
			base := ""
			for _, d := range v.Differences {
				if d.Factor != name || d.Metric != m.metric {
					continue
				}
				base = levelName(name, d.BaseLevel)
				label := levelName(name, d.Level)
				if o := v.name(d.Scenario, other); o != "" {
					label += " (" + o + ")"
				}
				effects = append(effects, chart.Effect{Name: label, Y: d.Mean, Lo: d.Lo, Hi: d.Hi, Remarkable: d.Holm < 0.05})
			}
			zero := !slices.ContainsFunc(effects, func(e chart.Effect) bool { return e.Y != 0 })
			if len(effects) == 0 || zero {
				continue
			}
			parts := (len(effects) + maxForestRows - 1) / maxForestRows
			for i := range parts {
				part := effects[i*maxForestRows : min(len(effects), (i+1)*maxForestRows)]
				out = append(out, Chart{Name: fileName("difference-"+name+"-"+m.metric, i, parts), Section: sectionCompare,
					Title:   fmt.Sprintf("%s: against %s", m.title, base),
					Caption: "paired difference with 95 % interval; grey cannot be told from zero after Holm's correction",
					Plot:    func() *plot.Plot { return chart.Forest(part, 0, "") }, Width: chartW, Height: chart.ForestHeight(len(part))})
			}
		}
	}
	return out
}

func (v *view) varying() []int {
	var out []int
	for f, l := range v.Study.Levels {
		if len(l) > 1 {
			out = append(out, f)
		}
	}
	return out
}

// profile gives the mean of a profile's entries over completed events.
func (v *view) profile(k int, name string) []float64 {
	for i, p := range metric.Profiles {
		if p.Name == name {
			return v.ProfileMean(k, i)
		}
	}
	return nil
}

func (v *view) places() []Chart {
	var out []Chart
	shown := v.all()[:min(len(v.Grid), maxCurves)]
	var curves []chart.Curve
	for j, k := range shown {
		cv := chart.Curve{Name: v.Label(k), Color: chart.Series[j]}
		for t, e := range v.profile(k, "place_error_by_rank") {
			cv.Points = append(cv.Points, chart.Point{X: float64(t + 1), Y: e, Lo: math.NaN(), Hi: math.NaN()})
		}
		curves = append(curves, cv)
	}
	out = append(out, Chart{Name: "place-error", Section: sectionPlace, Title: "How far the final place is from the true rank",
		Caption: "mean |final place - true rank| by true rank" + firstOf(len(shown), len(v.Grid)),
		Plot:    func() *plot.Plot { return chart.Lines(curves, "true rank", false) }, Width: chartW, Height: chartH})
	for _, k := range v.all()[:min(len(v.Grid), maxHeatMaps)] {
		n := v.Grid[k].Players
		flat := v.profile(k, "place_by_rank")
		var rows [][]float64
		for t := range n {
			rows = append(rows, flat[t*n:(t+1)*n])
		}
		out = append(out, Chart{Name: fileName("place-by-rank", k, 2), Section: sectionPlace, Title: "True rank and final place: " + v.Label(k),
			Caption: "share of events; the darker the more often (square root scale)" + firstOf(min(len(v.Grid), maxHeatMaps), len(v.Grid)),
			Plot:    func() *plot.Plot { return chart.Heat(rows, "final place", "true rank") }, Width: 400, Height: 400})
	}
	return out
}

func firstOf(shown, all int) string {
	if shown == all {
		return ""
	}
	return fmt.Sprintf("; the first %d of %d scenarios", shown, all)
}

// tieBreaks shows, for each key of each ranking rule, the share of tied pairs it orders and how often it is right,
// and the luck of pairing-number bands.
func (v *view) tieBreaks() []Chart {
	var power, right []chart.Effect
	for _, k := range v.all()[:min(len(v.Grid), 8)] {
		rule, err := sim.NewRanking(v.Grid[k].Ranking)
		if err != nil {
			continue
		}
		t := v.profile(k, "tiebreak_power")
		for i, key := range rule.KeyNames() {
			tied, broken, good := t[3*i], t[3*i+1], t[3*i+2]
			name := key + " after points"
			if i > 0 {
				name = key + " after " + rule.KeyNames()[i-1]
			}
			if len(v.Grid) > 1 {
				name += " (" + v.Label(k) + ")"
			}
			if tied > 0 {
				power = append(power, chart.Effect{Name: name, Y: broken / tied, Lo: math.NaN(), Hi: math.NaN(), Remarkable: true})
			}
			if broken > 0 {
				right = append(right, chart.Effect{Name: name, Y: good / broken, Lo: math.NaN(), Hi: math.NaN(), Remarkable: true})
			}
		}
	}
	if len(power) == 0 {
		return nil
	}
	out := []Chart{{Name: "tiebreak-power", Section: sectionTies, Title: "Share of the still tied pairs that a tie-break orders",
		Caption: "each key sees what the keys before it left tied",
		Plot:    func() *plot.Plot { return chart.Forest(power, math.NaN(), "") }, Width: chartW, Height: chart.ForestHeight(len(power))}}
	if len(right) > 0 {
		out = append(out, Chart{Name: "tiebreak-right", Section: sectionTies, Title: "Of the pairs it orders, ordered by true strength",
			Caption: "1/2 is no better than a lot",
			Plot:    func() *plot.Plot { return chart.Forest(right, 0.5, "") }, Width: chartW, Height: chart.ForestHeight(len(right))})
	}
	shown := v.all()[:min(len(v.Grid), maxCurves)]
	var curves []chart.Curve
	for j, k := range shown {
		cv := chart.Curve{Name: v.Label(k), Color: chart.Series[j]}
		shift := v.profile(k, "place_shift_by_number")
		n := len(shift)
		bands := min(pairingNumBands, n)
		for b := range bands {
			lo, hi := b*n/bands, (b+1)*n/bands
			sum := 0.0
			for _, s := range shift[lo:hi] {
				sum += s
			}
			cv.Points = append(cv.Points, chart.Point{X: float64(lo+hi+1) / 2, Y: sum / float64(hi-lo), Lo: math.NaN(), Hi: math.NaN()})
		}
		curves = append(curves, cv)
	}
	return append(out, Chart{Name: "place-shift", Section: sectionTies, Title: "Who profits: places won by band of pairing numbers",
		Caption: "mean (true rank - final place); above 0 the band is placed better than it deserves" + firstOf(len(shown), len(v.Grid)),
		Plot:    func() *plot.Plot { return chart.Lines(curves, "pairing number", false) }, Width: chartW, Height: chartH})
}

// histogram draws a histogram by player as one line per scenario.
func (v *view) histogram(profile, file, title, xlabel string) []Chart {
	shown := v.all()[:min(len(v.Grid), maxCurves)]
	var curves []chart.Curve
	last := 1
	for j, k := range shown {
		cv := chart.Curve{Name: v.Label(k), Color: chart.Series[j]}
		for i, x := range v.profile(k, profile) {
			share := x / float64(v.Grid[k].Players)
			if share > 0 {
				last = max(last, i)
			}
			cv.Points = append(cv.Points, chart.Point{X: float64(i), Y: share, Lo: math.NaN(), Hi: math.NaN()})
		}
		curves = append(curves, cv)
	}
	for j := range curves {
		curves[j].Points = curves[j].Points[:last+1]
	}
	return []Chart{{Name: file, Section: sectionPairing, Title: title, Caption: "share of the players" + firstOf(len(shown), len(v.Grid)),
		Plot: func() *plot.Plot { return chart.Lines(curves, xlabel, true) }, Width: chartW, Height: chartH}}
}

func (v *view) gapByRound() []Chart {
	shown := v.all()[:min(len(v.Grid), maxCurves)]
	var curves []chart.Curve
	for j, k := range shown {
		cv := chart.Curve{Name: v.Label(k), Color: chart.Series[j]}
		games, gap := v.profile(k, "games_by_round"), v.profile(k, "gap_by_round")
		for r := range games {
			if games[r] > 0 {
				cv.Points = append(cv.Points, chart.Point{X: float64(r + 1), Y: gap[r] / games[r], Lo: math.NaN(), Hi: math.NaN()})
			}
		}
		curves = append(curves, cv)
	}
	return []Chart{{Name: "gap-by-round", Section: sectionPairing, Title: "Difference of strength in a game, by round", Caption: "mean, rating points" + firstOf(len(shown), len(v.Grid)),
		Plot: func() *plot.Plot { return chart.Lines(curves, "round", true) }, Width: chartW, Height: chartH}}
}

// course shows how the estimate of the headline settled.
func (v *view) course() []Chart {
	shown := v.all()[:min(len(v.Grid), maxCurves)]
	var curves []chart.Curve
	for j, k := range shown {
		cv := chart.Curve{Name: v.Label(k), Color: chart.Series[j]}
		for _, e := range v.Course(k) {
			cv.Points = append(cv.Points, chart.Point{X: float64(e.N), Y: e.Mean, Lo: e.Lo, Hi: e.Hi})
		}
		curves = append(curves, cv)
	}
	return []Chart{{Name: "convergence", Section: sectionCourse, Title: "The truly strongest is first: how the estimate settled",
		Caption: "mean of the events so far; bands are 95 % intervals" + firstOf(len(shown), len(v.Grid)),
		Plot:    func() *plot.Plot { return chart.Lines(curves, "events", false) }, Width: chartW, Height: chartH}}
}
