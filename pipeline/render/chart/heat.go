package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// heat is a plot.Plotter for a matrix of shares; row 0 on top.
type heat struct{ rows [][]float64 }

// Plot implements plot.Plotter. Shade grows with the square root, so that rare cells can still be seen.
func (h heat) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	most := 0.0
	for _, row := range h.rows {
		for _, v := range row {
			most = max(most, v)
		}
	}
	if most == 0 {
		return
	}
	n := len(h.rows)
	for i, row := range h.rows {
		top, bottom := y(float64(n-i)+0.5), y(float64(n-i)-0.5)
		for j, v := range row {
			if v <= 0 {
				continue
			}
			left, right := x(float64(j)+0.5), x(float64(j)+1.5)
			c.FillPolygon(shade(math.Sqrt(v/most)), []vg.Point{{X: left, Y: bottom}, {X: right, Y: bottom}, {X: right, Y: top}, {X: left, Y: top}})
		}
	}
}

// shade goes from white to the charts' blue.
func shade(f float64) color.Color {
	mix := func(to uint8) uint8 { return uint8(math.Round(255 + f*(float64(to)-255))) }
	return color.RGBA{mix(Blue.R), mix(Blue.G), mix(Blue.B), 0xff}
}

// Heat makes a heat map of rows of shares: row and column numbers count from 1.
func Heat(rows [][]float64, xlabel, ylabel string) *plot.Plot {
	p := New()
	p.Add(heat{rows})
	n, m := len(rows), 0
	for _, r := range rows {
		m = max(m, len(r))
	}
	p.X.Min, p.X.Max = 0.5, float64(m)+0.5
	p.Y.Min, p.Y.Max = 0.5, float64(n)+0.5
	p.X.Tick.Marker = wholeTicks{10, Plain}
	ticks := plot.ConstantTicks{}
	for _, t := range (wholeTicks{10, Plain}).Ticks(1, float64(n)) {
		ticks = append(ticks, plot.Tick{Value: float64(n) + 1 - t.Value, Label: t.Label})
	}
	p.Y.Tick.Marker = ticks
	p.X.Label.Text = xlabel
	p.Y.Label.Text = ylabel
	return p
}
