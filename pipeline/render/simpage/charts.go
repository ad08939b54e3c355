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
	"crosstable/pipeline/words"
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
	sectionWinner   = "sim.section-winner"
	sectionOrder    = "sim.section-order"
	sectionCompare  = "sim.section-compare"
	sectionPlace    = "sim.section-place"
	sectionTies     = "sim.section-ties"
	sectionPairing  = "sim.section-pairing"
	sectionCourse   = "sim.section-course"
	maxCurves       = 6      // curves that one chart can tell apart; more scenarios are several charts
	maxHeatCells    = 60_000 // cells of all heat maps: what a page still opens with; profiles.csv has all
	maxForestRows   = 24     // rows of one forest plot
	chartW          = vg.Length(520)
	chartH          = vg.Length(270)
	pairingNumBands = 8
)

// headlines are the metrics drawn against the rounds (or in a row, if rounds do not vary).
var headlines = []struct{ section, metric, title string }{
	{sectionWinner, "strongest_first", "sim.strongest-first"},
	{sectionWinner, "sole_first", "sim.sole-first"},
	{sectionOrder, "kendall_tau", "sim.tau"},
	{sectionOrder, "top4_hits", "sim.top-four"},
	{sectionPairing, "float_share", "sim.float-share"},
	{sectionPairing, "strength_gap", "sim.gap"},
	{sectionPairing, "color_imbalance_max", "sim.imbalance-max"},
	{sectionPairing, metric.Unpairable, "sim.unpairable"},
}

// compared are the metrics of the forest plots.
var compared = []struct{ metric, title string }{
	{"strongest_first", "sim.strongest-first"},
	{"kendall_tau", "sim.tau-short"},
	{"strength_gap", "sim.gap-short"},
	{"float_share", "sim.float-short"},
	{"color_imbalance_mean", "sim.imbalance-mean"},
}

// Charts draws everything that a study can show, with the words of a language.
func Charts(r *study.Results, w *words.Lang) []Chart {
	v := newView(r, w)
	var out []Chart
	for _, h := range headlines {
		if v.dull(h.metric) {
			continue
		}
		if v.roundsVary {
			out = append(out, v.againstRounds(h.section, h.metric, v.w.Get(h.title))...)
		} else {
			out = append(out, v.inARow(h.section, h.metric, v.w.Get(h.title))...)
		}
	}
	out = append(out, v.forests()...)
	out = append(out, v.places()...)
	out = append(out, v.tieBreaks()...)
	out = append(out, v.histogram("color_imbalance", "color-histogram", v.w.Get("sim.colour-histogram"), v.w.Get("sim.axis-colour"))...)
	out = append(out, v.histogram("floats", "float-histogram", v.w.Get("sim.float-histogram"), v.w.Get("sim.axis-floats"))...)
	out = append(out, v.gapByRound()...)
	out = append(out, v.course()...)
	return out
}

// view answers questions about results.
type view struct {
	*study.Results
	w          *words.Lang
	value      map[string][]study.Result // by metric, by scenario
	roundsVary bool
	free       []int // factors that vary, without rounds
}

func newView(r *study.Results, w *words.Lang) *view {
	v := &view{Results: r, w: w, value: map[string][]study.Result{}}
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
		parts = append(parts, v.levelName(study.Factors[f].Name, v.Level(k, study.Factors[f].Name)))
	}
	return strings.Join(parts, ", ")
}

// levelName is a level as charts write it.
func (v *view) levelName(factor, level string) string {
	switch factor {
	case "players":
		return v.w.F("sim.n-players", level)
	case "rounds":
		return v.w.F("sim.n-rounds", level)
	case "system", "ranking", "model", "strength":
		return level
	case "handicap":
		if level == "none" {
			return v.w.Get("sim.no-handicap")
		}
		return level
	}
	return v.w.Get("factor."+factor) + " " + level
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
	for _, name := range names {
		cn, cg := v.group(groups[name], curve)
		for len(cn) > 0 {
			part := cn[:min(len(cn), maxCurves)]
			cn = cn[len(part):]
			var curves []chart.Curve
			for j, c := range part {
				cv := chart.Curve{Name: c, Color: chart.Series[j]}
				for _, k := range cg[c] {
					x := v.value[metric][k]
					cv.Points = append(cv.Points, chart.Point{X: float64(v.Grid[k].Rounds), Y: x.Mean, Lo: x.Lo, Hi: x.Hi})
				}
				slices.SortStableFunc(cv.Points, func(a, b chart.Point) int { return int(a.X - b.X) })
				curves = append(curves, cv)
			}
			out = append(out, Chart{Title: withFacet(title, name), Section: section, Caption: v.w.Get("sim.by-rounds"),
				Plot:  func() *plot.Plot { return chart.Lines(curves, v.w.Get("sim.axis-rounds"), true) },
				Width: chartW, Height: chartH})
		}
	}
	for i := range out {
		out[i].Name = fileName(metric, i, len(out))
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
		out = append(out, Chart{Name: fileName(metric, i, len(names)), Title: withFacet(title, name), Section: section, Caption: v.w.Get("sim.mean"),
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
				base = v.levelName(name, d.BaseLevel)
				label := v.levelName(name, d.Level)
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
					Title:   v.w.F("sim.against", v.w.Get(m.title), base),
					Caption: v.w.Get("sim.paired"),
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

// curves draws one curve a scenario, at most maxCurves in a chart: as many charts as all scenarios need.
func (v *view) curves(c Chart, xlabel string, whole bool, points func(k int) []chart.Point) []Chart {
	var out []Chart
	n := (len(v.Grid) + maxCurves - 1) / maxCurves
	for i := range n {
		var curves []chart.Curve
		for j, k := range v.all()[i*maxCurves : min(len(v.Grid), (i+1)*maxCurves)] {
			curves = append(curves, chart.Curve{Name: v.Label(k), Color: chart.Series[j], Points: points(k)})
		}
		part := c
		part.Name, part.Width, part.Height = fileName(c.Name, i, n), chartW, chartH
		if n > 1 {
			part.Title += fmt.Sprintf(" (%d/%d)", i+1, n)
		}
		part.Plot = func() *plot.Plot { return chart.Lines(curves, xlabel, whole) }
		out = append(out, part)
	}
	return out
}

// plain is a point without an interval.
func plain(x, y float64) chart.Point { return chart.Point{X: x, Y: y, Lo: math.NaN(), Hi: math.NaN()} }

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
	out := v.curves(Chart{Name: "place-error", Section: sectionPlace, Title: v.w.Get("sim.place-error"),
		Caption: v.w.Get("sim.place-error-caption")}, v.w.Get("sim.axis-true-rank"), false, func(k int) (ps []chart.Point) {
		for t, e := range v.profile(k, "place_error_by_rank") {
			ps = append(ps, plain(float64(t+1), e))
		}
		return ps
	})
	heat, cells := 0, 0
	for ; heat < len(v.Grid) && cells < maxHeatCells; heat++ {
		cells += v.Grid[heat].Players * v.Grid[heat].Players
	}
	for _, k := range v.all()[:heat] {
		n := v.Grid[k].Players
		flat := v.profile(k, "place_by_rank")
		var rows [][]float64
		for t := range n {
			rows = append(rows, flat[t*n:(t+1)*n])
		}
		out = append(out, Chart{Name: fileName("place-by-rank", k, 2), Section: sectionPlace,
			Title:   v.w.Get("sim.rank-place") + ": " + v.Label(k),
			Caption: v.w.Get("sim.heat") + v.firstOf(heat, len(v.Grid)),
			Plot: func() *plot.Plot {
				return chart.Heat(rows, v.w.Get("sim.axis-place"), v.w.Get("sim.axis-true-rank"))
			}, Width: 400, Height: 400})
	}
	return out
}

func (v *view) firstOf(shown, all int) string {
	if shown == all {
		return ""
	}
	return v.w.F("sim.first-of", shown, all)
}

// tieBreaks shows, for each key of each ranking rule, the share of tied pairs it orders and how often it is right,
// with the number of pairs, and the luck of pairing-number bands.
func (v *view) tieBreaks() []Chart {
	var power, right []chart.Effect
	for k := range v.Grid {
		rule, err := sim.NewRanking(v.Grid[k].Ranking)
		if err != nil {
			continue
		}
		t := v.profile(k, "tiebreak_power")
		for i, key := range rule.KeyNames() {
			tied, broken, good := t[3*i], t[3*i+1], t[3*i+2]
			name := v.w.F("sim.after-points", key)
			if i > 0 {
				name = v.w.F("sim.after", key, rule.KeyNames()[i-1])
			}
			if len(v.Grid) > 1 {
				name += " (" + v.Label(k) + ")"
			}
			power = v.share(power, k, name, broken, tied)
			right = v.share(right, k, name, good, broken)
		}
	}
	out := v.rows("tiebreak-power", "sim.power", power, math.NaN())
	out = append(out, v.rows("tiebreak-right", "sim.right", right, 0.5)...)
	if len(power) == 0 {
		return nil
	}
	return append(out, v.curves(Chart{Name: "place-shift", Section: sectionTies, Title: v.w.Get("sim.shift"),
		Caption: v.w.Get("sim.shift-caption")}, v.w.Get("sim.axis-number"), false, v.shifts)...)
}

// share adds the share part/whole with the number of pairs that it is of; means are an event, so they are multiplied.
func (v *view) share(to []chart.Effect, k int, name string, part, whole float64) []chart.Effect {
	if whole <= 0 {
		return to
	}
	n := int64(math.Round(whole * float64(v.Totals.Completed[k])))
	return append(to, chart.Effect{Name: name + " n=" + thousands(n), Y: part / whole, Lo: math.NaN(), Hi: math.NaN(),
		Remarkable: true})
}

// rows draws effects, at most maxForestRows in a chart. title is the key of its words; that with -caption says more.
func (v *view) rows(file, title string, effects []chart.Effect, reference float64) []Chart {
	var out []Chart
	parts := (len(effects) + maxForestRows - 1) / maxForestRows
	for i := range parts {
		part := effects[i*maxForestRows : min(len(effects), (i+1)*maxForestRows)]
		out = append(out, Chart{Name: fileName(file, i, parts), Section: sectionTies, Title: v.w.Get(title),
			Caption: v.w.Get(title + "-caption"),
			Plot:    func() *plot.Plot { return chart.Forest(part, reference, "") },
			Width:   chartW, Height: chart.ForestHeight(len(part))})
	}
	return out
}

// shifts are the places won by bands of pairing numbers.
func (v *view) shifts(k int) (ps []chart.Point) {
	shift := v.profile(k, "place_shift_by_number")
	n := len(shift)
	bands := min(pairingNumBands, n)
	for b := range bands {
		lo, hi := b*n/bands, (b+1)*n/bands
		sum := 0.0
		for _, s := range shift[lo:hi] {
			sum += s
		}
		ps = append(ps, plain(float64(lo+hi+1)/2, sum/float64(hi-lo)))
	}
	return ps
}

// histogram draws a histogram by player as one line per scenario.
func (v *view) histogram(profile, file, title, xlabel string) []Chart {
	last := 1
	for k := range v.Grid {
		for i, x := range v.profile(k, profile) {
			if x > 0 {
				last = max(last, i)
			}
		}
	}
	return v.curves(Chart{Name: file, Section: sectionPairing, Title: title, Caption: v.w.Get("sim.share-players")}, xlabel, true,
		func(k int) (ps []chart.Point) {
			for i, x := range v.profile(k, profile)[:last+1] {
				ps = append(ps, plain(float64(i), x/float64(v.Grid[k].Players)))
			}
			return ps
		})
}

func (v *view) gapByRound() []Chart {
	return v.curves(Chart{Name: "gap-by-round", Section: sectionPairing, Title: v.w.Get("sim.gap-round"),
		Caption: v.w.Get("sim.mean-points")}, v.w.Get("sim.axis-round"), true, func(k int) (ps []chart.Point) {
		games, gap := v.profile(k, "games_by_round"), v.profile(k, "gap_by_round")
		for r := range games {
			if games[r] > 0 {
				ps = append(ps, plain(float64(r+1), gap[r]/games[r]))
			}
		}
		return ps
	})
}

// course shows how the estimate of the headline settled.
func (v *view) course() []Chart {
	return v.curves(Chart{Name: "convergence", Section: sectionCourse, Title: v.w.Get("sim.course"),
		Caption: v.w.Get("sim.course-caption")}, v.w.Get("sim.axis-events"), false, func(k int) (ps []chart.Point) {
		for _, e := range v.Course(k) {
			ps = append(ps, chart.Point{X: float64(e.N), Y: e.Mean, Lo: e.Lo, Hi: e.Hi})
		}
		return ps
	})
}
