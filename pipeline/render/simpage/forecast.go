package simpage

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"crosstable/pipeline/render/chart"
	"crosstable/pipeline/words"
	"crosstable/sim/forecast"
)

// Forecast is what the page of a forecast shows.
type Forecast struct {
	Title          string
	Played, Rounds int
	System, Model  string
	Sigma          float64
	Top            int
	Rows           []ForecastRow // in the order of the page
	Result         *forecast.Forecast
}

// ForecastRow is a player of the page; Player is his index in the result.
type ForecastRow struct {
	Number int
	Name   string
	Rating int
	Points string
	Player int
}

const forecastChartRows = 40

// BuildForecast draws a forecast as one self-contained page: table, chances of winning, heat map of places.
func BuildForecast(f Forecast, w *words.Lang) ([]byte, error) {
	type line struct {
		ForecastRow
		First, FirstRange, Shares, Top, Score, Place string
	}
	d := struct {
		Forecast
		Lines      []line
		Charts     []drawn
		Replicates string
		Lost       string
	}{Forecast: f, Replicates: thousands(f.Result.Replicates)}
	if lost := f.Result.Replicates - f.Result.Completed; lost > 0 {
		d.Lost = thousands(lost)
	}
	percent := func(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) }
	var effects []chart.Effect
	var heat [][]float64
	n := float64(max(1, f.Result.Completed))
	for _, r := range f.Rows {
		first := f.Result.Top(r.Player, 1)
		score, _ := f.Result.MeanScore(r.Player)
		d.Lines = append(d.Lines, line{r, percent(first.Share), percent(first.Lo) + "-" + percent(first.Hi), percent(float64(f.Result.Shared[r.Player]) / n),
			percent(f.Result.Top(r.Player, f.Top).Share), fmt.Sprintf("%.2f", score), fmt.Sprintf("%.1f", f.Result.MeanPlace(r.Player))})
		effects = append(effects, chart.Effect{Name: fmt.Sprintf("%s (%s)", r.Name, r.Points), Y: 100 * first.Share, Lo: 100 * first.Lo, Hi: 100 * first.Hi, Remarkable: true})
		var row []float64
		for _, c := range f.Result.Place[r.Player] {
			row = append(row, float64(c)/n)
		}
		heat = append(heat, row)
	}
	slices.SortStableFunc(effects, func(a, b chart.Effect) int {
		switch {
		case a.Y > b.Y:
			return -1
		case a.Y < b.Y:
			return 1
		}
		return 0
	})
	contenders := effects[:min(len(effects), forecastChartRows)]
	contenders = slices.DeleteFunc(slices.Clone(contenders), func(e chart.Effect) bool { return e.Hi < 0.1 })
	for _, c := range []struct {
		title, caption string
		width, height  float64
		plot           *plot.Plot
	}{
		{w.Get("sim.chance-first"), w.Get("sim.chance-caption"), 520, chart.ForestHeight(len(contenders)).Points(), chart.Forest(contenders, math.NaN(), "%")},
		{w.Get("sim.ends"), w.Get("sim.ends-caption"), 460, 460, chart.Heat(heat, w.Get("sim.axis-place"), w.Get("sim.axis-row"))},
	} {
		svg, err := chart.SVG(c.plot, vg.Points(c.width), vg.Points(c.height), c.title)
		if err != nil {
			return nil, err
		}
		d.Charts = append(d.Charts, drawn{c.title, c.caption, template.HTML(svg)})
	}
	return write(forecastPages, w, f.Title+": "+w.Get("sim.forecast"), d)
}
