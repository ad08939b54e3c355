package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Effect is one row of a forest plot: a value with its interval.
type Effect struct {
	Name       string
	Y, Lo, Hi  float64
	Remarkable bool // drawn in colour; the others cannot be told from the reference
}

// forest is a plot.Plotter for effects, the first on top.
type forest struct {
	effects   []Effect
	reference float64 // NaN: none
}

// Plot implements plot.Plotter.
func (f forest) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if t.Value >= p.X.Min && t.Value <= p.X.Max {
			c.StrokeLine2(draw.LineStyle{Color: Line, Width: 0.6}, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
		}
	}
	if !math.IsNaN(f.reference) {
		c.StrokeLine2(draw.LineStyle{Color: Axis, Width: 1}, x(f.reference), c.Min.Y, x(f.reference), c.Max.Y)
	}
	for i, e := range f.effects {
		if math.IsNaN(e.Y) {
			continue
		}
		var col color.Color = Faint
		if e.Remarkable {
			col = Blue
		}
		at := y(float64(len(f.effects) - 1 - i))
		if !math.IsNaN(e.Lo) && !math.IsNaN(e.Hi) {
			c.StrokeLine2(draw.LineStyle{Color: col, Width: 1.6}, x(e.Lo), at, x(e.Hi), at)
		}
		c.DrawGlyph(draw.GlyphStyle{Color: col, Radius: 3, Shape: draw.CircleGlyph{}}, vg.Point{X: x(e.Y), Y: at})
	}
}

// Forest makes a forest plot: one row an effect, its interval as a bar, and a rule at the reference value
// (NaN for none). Its height should grow with the rows: see ForestHeight.
func Forest(effects []Effect, reference float64, xlabel string) *plot.Plot {
	p := New()
	p.Add(forest{effects, reference})
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, e := range effects {
		for _, v := range []float64{e.Y, e.Lo, e.Hi, reference} {
			if !math.IsNaN(v) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	if lo > hi {
		lo, hi = -1, 1
	}
	if lo == hi {
		lo, hi = lo-0.5, hi+0.5
	}
	pad := (hi - lo) * 0.05
	p.X.Min, p.X.Max = lo-pad, hi+pad
	p.Y.Min, p.Y.Max = -0.6, float64(len(effects))-0.4
	names := make(plot.ConstantTicks, len(effects))
	for i, e := range effects {
		names[i] = plot.Tick{Value: float64(len(effects) - 1 - i), Label: e.Name}
	}
	p.Y.Tick.Marker = names
	p.Y.Tick.Label.Color = Ink
	p.X.Tick.Marker = decimalTicks{5}
	p.X.Label.Text = xlabel
	return p
}

// ForestHeight is the height in points that suits so many rows.
func ForestHeight(rows int) vg.Length { return vg.Length(50 + 18*rows) }
