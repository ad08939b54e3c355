package simpage

import (
	"bytes"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"crosstable/pipeline/render/chart"
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
func BuildForecast(f Forecast) ([]byte, error) {
	type line struct {
		ForecastRow
		First, FirstRange, Shares, Top, Score, Place string
	}
	d := struct {
		Forecast
		Lines      []line
		Charts     []drawn
		Family     template.CSS
		Replicates string
		Lost       string
	}{Forecast: f, Family: template.CSS(chart.Family), Replicates: thousands(f.Result.Replicates)}
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
		w, h           float64
		plot           *plot.Plot
	}{
		{"Chance of first place", "per cent, with 95 % interval of the simulation", 520, chart.ForestHeight(len(contenders)).Points(), chart.Forest(contenders, math.NaN(), "%")},
		{"Where everybody ends", "rows in the order of the table; the darker the more often (square root scale)", 460, 460, chart.Heat(heat, "final place", "row of the table")},
	} {
		svg, err := chart.SVG(c.plot, vg.Points(c.w), vg.Points(c.h), c.title)
		if err != nil {
			return nil, err
		}
		d.Charts = append(d.Charts, drawn{c.title, c.caption, template.HTML(svg)})
	}
	var buf bytes.Buffer
	if err := templates.ExecuteTemplate(&buf, "forecast.html", d); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
