// Package chart draws the charts of reports as SVG, on gonum/plot: one plain look, colours that print and
// that colour-blind readers tell apart, labels at the bars instead of legends, and text that stays text,
// so that the reader's fonts show Japanese and Chinese.
package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"regexp"
	"strings"

	"github.com/mattn/go-runewidth"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Colours. Blue, Orange and their pale forms differ in hue for all common kinds of colour blindness and in
// lightness on a grey printer. Series is the order for charts with more than two.
var (
	Blue   = color.RGBA{0x1b, 0x5e, 0x9e, 0xff}
	Sky    = color.RGBA{0x9c, 0xc9, 0xec, 0xff}
	Orange = color.RGBA{0xd9, 0x6b, 0x0b, 0xff}
	Sand   = color.RGBA{0xf6, 0xcf, 0x9e, 0xff}
	Green  = color.RGBA{0x00, 0x7d, 0x60, 0xff}
	Purple = color.RGBA{0x8a, 0x4f, 0x9e, 0xff}
	Rose   = color.RGBA{0xb8, 0x2e, 0x5c, 0xff}
	Grey   = color.RGBA{0xb4, 0xb9, 0xc2, 0xff}
	Ink    = color.RGBA{0x1f, 0x29, 0x37, 0xff}
	Faint  = color.RGBA{0x5b, 0x65, 0x72, 0xff}
	Line   = color.RGBA{0xe3, 0xe6, 0xea, 0xff}
	Axis   = color.RGBA{0x8b, 0x93, 0x9e, 0xff}

	Series = []color.Color{Blue, Orange, Green, Purple, Rose, Ink}
)

// Family is the list of fonts that viewers choose from.
const Family = `system-ui,-apple-system,'Segoe UI','Noto Sans','Hiragino Sans','Yu Gothic UI','Noto Sans CJK JP','Noto Sans JP','Microsoft YaHei','Noto Sans CJK SC',sans-serif`

// Font gives the charts' font in a size of points.
func Font(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// Text gives a text style of the charts' font.
func Text(size vg.Length, c color.Color, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{Color: c, Font: Font(size), XAlign: x, YAlign: y, Handler: handler}
}

// handler measures text with the built-in font and, where that has no glyphs, by the width of the cells
// that CJK text takes.
var handler text.Handler = cjk{text.Plain{Fonts: font.DefaultCache}}

type cjk struct{ text.Plain }

// readersFont is how much wider than the built-in font a reader's may be (DejaVu Sans, the widest of the common ones); room is
// kept for it, so that no label is cut at the edge of a chart.
const readersFont = 1.2

func (h cjk) Box(txt string, fnt font.Font) (width, height, depth vg.Length) {
	return h.box(txt, fnt, readersFont)
}

// box measures with letters wider than the built-in font's by a factor.
func (h cjk) box(txt string, fnt font.Font, wider vg.Length) (width, height, depth vg.Length) {
	_, height, depth = h.Plain.Box(txt, fnt)
	var narrow strings.Builder
	for _, r := range txt {
		if runewidth.RuneWidth(r) == 2 || r >= 0x2500 {
			width += fnt.Size // as wide as high: CJK, and signs such as a square or a triangle
		} else {
			narrow.WriteRune(r)
		}
	}
	w, _, _ := h.Plain.Box(narrow.String(), fnt)
	return width + w*wider, height, depth
}

// The marks before a text tell SVG how it stands to its point, so that it does in the reader's fonts too,
// which are wider or narrower than the built-in one. They are private-use characters.
const (
	markMiddle = "\ue7a1"
	markEnd    = "\ue7a2"
)

// Draw places one line as text.Plain does, but leaves the alignment across to the viewer.
func (h cjk) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	if txt == "" {
		return
	}
	fnt := h.Fonts.Lookup(sty.Font, sty.Font.Size)
	c.SetColor(sty.Color)
	at := vg.Point{Y: vg.Length(sty.YAlign)*sty.Height(txt) - fnt.Extents().Ascent + sty.Font.Size}
	switch {
	case isPicture(c):
		w, _, _ := h.box(txt, sty.Font, 1)
		at.X = vg.Length(sty.XAlign) * w
	case sty.XAlign <= text.XRight:
		txt = markEnd + txt
	case sty.XAlign < text.XLeft:
		txt = markMiddle + txt
	}
	c.Push()
	c.Translate(pt)
	c.Rotate(sty.Rotation)
	c.FillString(fnt, at, txt)
	c.Pop()
}

// isPicture reports a canvas of dots, where no viewer aligns the text any more.
func isPicture(c vg.Canvas) bool {
	for {
		switch d := c.(type) {
		case *draw.Canvas:
			c = d.Canvas
		case draw.Canvas:
			c = d.Canvas
		default:
			_, ok := c.(*vgimg.Canvas)
			return ok
		}
	}
}

// New gives an empty plot in the charts' look: faint rules across, no frame, ticks without marks.
func New() *plot.Plot {
	p := plot.New()
	p.TextHandler = handler
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Tick.Length = 0
		a.Tick.Label = Text(11, Faint, text.XCenter, text.YTop)
		a.Label.TextStyle = Text(11, Faint, text.XCenter, text.YBottom)
		a.LineStyle = draw.LineStyle{Color: Axis, Width: 0.75}
		a.Padding = 3
	}
	// Room below the axis, so that its first label does not lie on the 0 of the other axis. A tick without width has no length.
	p.X.Tick.Length, p.X.Tick.LineStyle = 4, draw.LineStyle{Color: color.Transparent, Width: 0.1}
	p.Y.LineStyle.Width = 0
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = text.XRight, text.YCenter
	p.Y.Padding = 0
	p.X.Padding = 0
	p.Legend.TextStyle = Text(11, Ink, text.XLeft, text.YCenter)
	return p
}

// Rules draws faint lines across at the ticks of the Y axis.
type Rules struct{}

// Plot implements plot.Plotter.
func (Rules) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if t.IsMinor() || t.Value < p.Y.Min || t.Value > p.Y.Max {
			continue
		}
		c.StrokeLine2(draw.LineStyle{Color: Line, Width: 0.6}, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
	}
}

var (
	fontFamily = regexp.MustCompile(`font-family:Liberation[^;"]*;font-variant:[a-z-]*;font-weight:normal;font-style:normal`)
	svgMark    = regexp.MustCompile(`(?s)<text ([^>]*)>(` + markMiddle + `|` + markEnd + `)`)
	svgHead    = regexp.MustCompile(`(?s)^.*?<svg width="[^"]*" height="[^"]*"`)
)

// SVG renders the plot, width by height in points, as an element that can stand in a page or in a file of
// its own; title is what a screen reader says.
func SVG(p *plot.Plot, width, height vg.Length, title string) (string, error) {
	c := vgsvg.New(width, height)
	p.Draw(draw.New(c))
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return "", fmt.Errorf("chart %q: %w", title, err)
	}
	s := buf.String()
	s = svgHead.ReplaceAllString(s, fmt.Sprintf(`<svg role="img" overflow="visible" width="%g" height="%g"`, width.Points(), height.Points()))
	s = strings.Replace(s, ">", "><title>"+html.EscapeString(title)+"</title>", 1)
	s = svgMark.ReplaceAllStringFunc(s, func(m string) string {
		anchor := "middle"
		if strings.HasSuffix(m, markEnd) {
			anchor = "end"
		}
		return `<text text-anchor="` + anchor + `" ` + m[len("<text "):strings.LastIndexByte(m, '>')] + ">"
	})
	s = fontFamily.ReplaceAllString(s, "font-family:"+Family)
	return s, nil
}
