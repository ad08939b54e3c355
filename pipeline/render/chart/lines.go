package chart

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Point is one measured value with its interval; Lo and Hi are NaN without one.
type Point struct{ X, Y, Lo, Hi float64 }

// Curve is a line through points, with a band over their intervals and its name at its end.
type Curve struct {
	Name   string
	Color  color.Color
	Points []Point // by rising X
}

// Curves is a plot.Plotter for lines with bands.
type Curves struct {
	Curves []Curve
	Marks  bool // a dot at every point
}

// Plot implements plot.Plotter.
func (cs Curves) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, cv := range cs.Curves {
		var upper, lower []vg.Point
		for _, pt := range cv.Points {
			if math.IsNaN(pt.Lo) || math.IsNaN(pt.Hi) {
				continue
			}
			upper = append(upper, vg.Point{X: x(pt.X), Y: y(pt.Hi)})
			lower = append(lower, vg.Point{X: x(pt.X), Y: y(pt.Lo)})
		}
		for i := len(lower) - 1; i >= 0; i-- {
			upper = append(upper, lower[i])
		}
		if len(upper) > 3 {
			c.FillPolygon(pale(cv.Color), upper)
		}
	}
	for _, cv := range cs.Curves {
		var line []vg.Point
		for _, pt := range cv.Points {
			if !math.IsNaN(pt.Y) {
				line = append(line, vg.Point{X: x(pt.X), Y: y(pt.Y)})
			}
		}
		c.StrokeLines(draw.LineStyle{Color: cv.Color, Width: 1.6}, line)
		if cs.Marks || len(line) == 1 {
			for _, at := range line {
				c.DrawGlyph(draw.GlyphStyle{Color: cv.Color, Radius: 2.4, Shape: draw.CircleGlyph{}}, at)
			}
		}
	}
	cs.labels(c, x, y)
}

// labels writes each curve's name behind its last point, moved apart where they would overlap.
func (cs Curves) labels(c draw.Canvas, x, y func(float64) vg.Length) {
	const high = vg.Length(12)
	type label struct {
		at    vg.Point
		curve Curve
	}
	var all []label
	for _, cv := range cs.Curves {
		if cv.Name == "" || len(cv.Points) == 0 {
			continue
		}
		end := cv.Points[len(cv.Points)-1]
		all = append(all, label{vg.Point{X: x(end.X) + 6, Y: y(end.Y)}, cv})
	}
	for range all { // bubble up: few labels
		for i := 1; i < len(all); i++ {
			if all[i-1].at.Y > all[i].at.Y {
				all[i-1], all[i] = all[i], all[i-1]
			}
		}
	}
	for i := 1; i < len(all); i++ {
		all[i].at.Y = max(all[i].at.Y, all[i-1].at.Y+high)
	}
	if n := len(all); n > 0 {
		if over := all[n-1].at.Y - c.Max.Y; over > 0 {
			all[n-1].at.Y -= over
			for i := n - 2; i >= 0; i-- {
				all[i].at.Y = min(all[i].at.Y, all[i+1].at.Y-high)
			}
		}
	}
	for _, l := range all {
		c.FillText(Text(11, l.curve.Color, text.XLeft, text.YCenter), l.at, l.curve.Name)
	}
}

func pale(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	return color.NRGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0x30}
}

// DataRange implements plot.DataRanger.
func (cs Curves) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, cv := range cs.Curves {
		for _, p := range cv.Points {
			xmin, xmax = min(xmin, p.X), max(xmax, p.X)
			for _, v := range []float64{p.Y, p.Lo, p.Hi} {
				if !math.IsNaN(v) {
					ymin, ymax = min(ymin, v), max(ymax, v)
				}
			}
		}
	}
	if ymin > ymax {
		ymin, ymax = 0, 1
	}
	if ymin == ymax {
		ymin, ymax = ymin-0.5, ymax+0.5
	}
	return xmin, xmax, ymin, ymax
}

// decimalTicks marks round decimal numbers, at most about want of them.
type decimalTicks struct{ want int }

func (d decimalTicks) Ticks(lo, hi float64) []plot.Tick {
	step := decimalStep(hi-lo, d.want)
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var out []plot.Tick
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+step*1e-9; k++ {
		v := k * step
		if v == 0 {
			v = 0 // no "-0"
		}
		out = append(out, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', digits, 64)})
	}
	return out
}

// decimalStep is the round step (1, 2, 5 times a power of ten) that divides a span into at most want parts.
func decimalStep(span float64, want int) float64 {
	if !(span > 0) || want < 1 {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(span/float64(want))))
	for _, m := range []float64{1, 2, 5, 10} {
		if span/(m*unit) <= float64(want)+1e-9 {
			return m * unit
		}
	}
	return 10 * unit
}

// Lines makes a chart of curves; room on the right is kept for their names. wholeX labels the X axis with whole numbers.
func Lines(curves []Curve, xlabel string, wholeX bool) *plot.Plot {
	p := New()
	cs := Curves{Curves: curves, Marks: wholeX}
	p.Add(Rules{}, cs)
	var ymin, ymax float64
	p.X.Min, p.X.Max, ymin, ymax = cs.DataRange()
	pad := (ymax - ymin) * 0.06
	p.Y.Min, p.Y.Max = ymin-pad, ymax+pad
	if ymin >= 0 && p.Y.Min < 0 {
		p.Y.Min = 0
	}
	if p.X.Min == p.X.Max {
		p.X.Min, p.X.Max = p.X.Min-1, p.X.Max+1
	}
	longest := vg.Length(0)
	for _, c := range curves {
		w, _, _ := handler.Box(c.Name, Font(11))
		longest = max(longest, w)
	}
	p.Add(rightRoom(longest + 10))
	if wholeX {
		p.X.Tick.Marker = wholeTicks{8, Plain}
	} else {
		p.X.Tick.Marker = decimalTicks{6}
	}
	p.Y.Tick.Marker = decimalTicks{5}
	p.X.Label.Text = xlabel
	return p
}

// rightRoom keeps a margin of so many points on the right, by a glyph box at the end of the X axis.
type rightRoom vg.Length

// Plot implements plot.Plotter: nothing is drawn.
func (rightRoom) Plot(draw.Canvas, *plot.Plot) {}

// GlyphBoxes implements plot.GlyphBoxer.
func (r rightRoom) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: vg.Length(r), Y: 1}}}}
}
