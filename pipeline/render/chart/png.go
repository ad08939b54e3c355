package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"os"
	"strings"

	"github.com/mattn/go-runewidth"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// cjkFonts are where systems keep a font with Japanese and Chinese glyphs.
var cjkFonts = []string{
	"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
	"/System/Library/Fonts/Hiragino Sans GB.ttc",
	"C:\\Windows\\Fonts\\msgothic.ttc",
}

// FindFont gives a font file of this machine that has Japanese and Chinese glyphs, "" if none is known.
func FindFont() string {
	for _, f := range cjkFonts {
		if _, err := os.Stat(f); err == nil {
			return f
		}
	}
	return ""
}

// UseFont makes all charts drawn from now on use a font file (TTF, OTF or the first face of a collection). Call
// it before drawing. An SVG keeps its text as text and only measures with the font; a PNG is drawn with it.
func UseFont(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	face, err := parseFont(data)
	if err != nil {
		return fmt.Errorf("%s: no font that can be drawn: %w", path, err)
	}
	// The charts ask for one font by this name; another face under the name is what they then get.
	name := Font(0)
	name.Size = 0
	handler = cjk{text.Plain{Fonts: font.NewCache(font.Collection{{Font: name, Face: face}})}}
	return nil
}

func parseFont(data []byte) (*opentype.Font, error) {
	if bytes.HasPrefix(data, []byte("ttcf")) {
		c, err := sfnt.ParseCollection(data)
		if err != nil {
			return nil, err
		}
		return c.Font(0)
	}
	return opentype.Parse(data)
}

// PNG renders the plot, width by height in points, at 144 dots an inch on white.
func PNG(p *plot.Plot, width, height vg.Length) ([]byte, error) {
	p.BackgroundColor = color.White
	c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(144))
	p.Draw(draw.New(c))
	var buf bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(&buf); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// NeedsCJK reports text that the built-in font cannot draw.
func NeedsCJK(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return runewidth.RuneWidth(r) == 2 })
}
