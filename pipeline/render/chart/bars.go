package chart

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bar is one bar of a chart of counts: parts stand on each other.
type Bar struct {
	From, To float64 // on the X axis
	Parts    []Part
}

// Part is one piece of a bar.
type Part struct {
	Count int
	Color color.Color
}

func (b Bar) total() (n int) {
	for _, p := range b.Parts {
		n += p.Count
	}
	return n
}

// Note is a label inside the chart, at a place on the axes.
type Note struct {
	X, Y  float64
	Text  string
	Color color.Color
	Align text.XAlignment
}

// Bars is a plot.Plotter for counts: bars with a small gap, each total written above its bar.
type Bars struct {
	Bars   []Bar
	Gap    vg.Length // between neighbours
	Totals bool
}

// Plot implements plot.Plotter.
func (b Bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, bar := range b.Bars {
		left, right := x(bar.From)+b.Gap/2, x(bar.To)-b.Gap/2
		n := 0
		for _, part := range bar.Parts {
			if part.Count == 0 {
				continue
			}
			low, high := y(float64(n)), y(float64(n+part.Count))
			n += part.Count
			c.FillPolygon(part.Color, []vg.Point{{X: left, Y: low}, {X: right, Y: low}, {X: right, Y: high}, {X: left, Y: high}})
		}
		if b.Totals && n > 0 {
			c.FillText(Text(10, Faint, text.XCenter, text.YBottom), vg.Point{X: (left + right) / 2, Y: y(float64(n)) + 1.5}, strconv.Itoa(n))
		}
	}
}

// DataRange implements plot.DataRanger; there is room above the bars for their totals.
func (b Bars) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), math.Inf(-1)
	for _, bar := range b.Bars {
		xmin, xmax = min(xmin, bar.From), max(xmax, bar.To)
		ymax = max(ymax, float64(bar.total()))
	}
	return xmin, xmax, 0, max(1, ymax*1.12)
}

// Notes is a plot.Plotter for labels.
type Notes []Note

// Plot implements plot.Plotter.
func (n Notes) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, note := range n {
		c.FillText(Text(11.5, note.Color, note.Align, text.YTop), vg.Point{X: x(note.X), Y: y(note.Y)}, note.Text)
	}
}

// wholeTicks marks round whole numbers, at most about want of them.
type wholeTicks struct {
	want   int
	format func(v int) string
}

// Step is a round step (1, 2, 5, 10, 20, 50 ...) that divides a span into at most want parts.
func Step(span float64, want int) int {
	if span <= 0 || want < 1 {
		return 1
	}
	for unit := 1; ; unit *= 10 {
		for _, m := range []int{1, 2, 5} {
			if span/float64(m*unit) <= float64(want) {
				return m * unit
			}
		}
	}
}

func (w wholeTicks) Ticks(lo, hi float64) []plot.Tick {
	step := Step(hi-lo, w.want)
	var out []plot.Tick
	for v := int(math.Ceil(lo/float64(step))) * step; float64(v) <= hi; v += step {
		out = append(out, plot.Tick{Value: float64(v), Label: w.format(v)})
	}
	return out
}

// Plain and Signed write the numbers of an axis.
func Plain(v int) string { return strconv.Itoa(v) }

// Signed writes +20, 0, −20.
func Signed(v int) string {
	switch {
	case v > 0:
		return fmt.Sprintf("+%d", v)
	case v < 0:
		return fmt.Sprintf("−%d", -v)
	}
	return "0"
}

// Counts makes a chart of counts: bars over a whole-numbered X axis that is called xlabel.
func Counts(bars []Bar, notes []Note, xlabel string, format func(int) string) *plot.Plot {
	p := New()
	b := Bars{Bars: bars, Gap: 1.5, Totals: len(bars) <= 24}
	p.Add(Rules{}, b, Notes(notes))
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = b.DataRange()
	p.X.Tick.Marker = wholeTicks{6, format}
	p.Y.Tick.Marker = wholeTicks{4, Plain}
	p.X.Label.Text = xlabel
	return p
}

// Bins counts values into bins of a width, from the bin of the least to that of the greatest. of gives the
// part (0 to parts-1) that value i belongs to, colors has one for each part.
func Bins(values []int, width int, colors []color.Color, of func(i int) int) []Bar {
	if len(values) == 0 {
		return nil
	}
	floor := func(v int) int { return int(math.Floor(float64(v) / float64(width))) }
	lo, hi := floor(values[0]), floor(values[0])
	for _, v := range values {
		lo, hi = min(lo, floor(v)), max(hi, floor(v))
	}
	bars := make([]Bar, hi-lo+1)
	for i := range bars {
		bars[i] = Bar{From: float64((lo + i) * width), To: float64((lo + i + 1) * width), Parts: make([]Part, len(colors))}
		for k, c := range colors {
			bars[i].Parts[k].Color = c
		}
	}
	for i, v := range values {
		bars[floor(v)-lo].Parts[of(i)].Count++
	}
	return bars
}
