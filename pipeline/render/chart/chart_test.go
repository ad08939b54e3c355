package chart

import (
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestStepIsRoundAndSmallEnough(t *testing.T) {
	for _, c := range []struct {
		span float64
		want int
		step int
	}{{0, 5, 1}, {5, 5, 1}, {6, 5, 2}, {11, 5, 5}, {26, 5, 10}, {1100, 14, 100}, {1401, 14, 200}, {3, 0, 1}} {
		if got := Step(c.span, c.want); got != c.step {
			t.Errorf("Step(%v, %d) = %d, want %d", c.span, c.want, got, c.step)
		}
	}
}

func TestBinsHoldEveryValueOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(-500, 500), 1, 60).Draw(t, "values")
		width := rapid.IntRange(1, 100).Draw(t, "width")
		bars := Bins(values, width, []color.Color{Blue, Sky}, func(i int) int { return i % 2 })
		n := 0
		for i, b := range bars {
			n += b.total()
			inside := 0
			for _, v := range values {
				if float64(v) >= b.From && float64(v) < b.To {
					inside++
				}
			}
			if inside != b.total() {
				t.Errorf("bar %v..%v counts %d, holds %d", b.From, b.To, b.total(), inside)
			}
			if i > 0 && bars[i-1].To != b.From {
				t.Errorf("a hole before %v", b.From)
			}
		}
		if n != len(values) {
			t.Errorf("%d of %d values counted", n, len(values))
		}
	})
}

func TestBinsBelowZero(t *testing.T) {
	got := Bins([]int{-21, -20, -1, 0, 19, 20}, 20, []color.Color{Blue}, func(int) int { return 0 })
	var counts []int
	for _, b := range got {
		counts = append(counts, b.total())
	}
	if diff := cmp.Diff([]int{1, 2, 2, 1}, counts); diff != "" {
		t.Error(diff)
	}
	if got[0].From != -40 || got[3].To != 40 {
		t.Errorf("from %v to %v", got[0].From, got[3].To)
	}
}

// The element is well-formed XML, its text is escaped and stays text, and no font is named that readers
// do not have.
func TestSVG(t *testing.T) {
	bars := Bins([]int{1, 2, 2, 3}, 1, []color.Color{Blue}, func(int) int { return 0 })
	p := Counts(bars, []Note{{X: 1, Y: 2, Text: "佐藤 <b> & ■", Color: Ink}}, "対局数", Plain)
	svg, err := SVG(p, 340, 230, `title "x" <script>`)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := SVG(p, 340, 230, `title "x" <script>`)
	if svg != again {
		t.Error("two drawings of one plot differ")
	}
	var text strings.Builder
	dec := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		if s, ok := tok.(xml.StartElement); ok && s.Name.Local == "script" {
			t.Error("a title became an element")
		}
		if s, ok := tok.(xml.CharData); ok {
			text.Write(s)
		}
	}
	for _, want := range []string{"佐藤 <b> & ■", "対局数", `title "x" <script>`} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("text %q is not in the chart", want)
		}
	}
	if strings.Contains(svg, markMiddle) || strings.Contains(svg, markEnd) || !strings.Contains(svg, `text-anchor="end"`) {
		t.Error("the marks of alignment did not become attributes")
	}
	if strings.Contains(svg, "Liberation") || !strings.Contains(svg, "sans-serif") {
		t.Error("the chart names a font that readers may not have")
	}
}

func TestSigned(t *testing.T) {
	if got := Signed(20) + Signed(0) + Signed(-20); got != "+200−20" {
		t.Error(got)
	}
}
