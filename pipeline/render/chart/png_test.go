package chart

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
)

// A PNG has the asked size at 144 dots an inch, ink on white, and another font gives other ink.
func TestPNGIsDrawnWithTheFontInUse(t *testing.T) {
	draw := func() []byte {
		data, err := PNG(Forest([]Effect{{Name: "first", Y: 0.4, Lo: 0.3, Hi: 0.5, Remarkable: true}}, 0, "share"), 360, 120)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	built := draw()
	img, err := png.Decode(bytes.NewReader(built))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 720 || b.Dy() != 240 {
		t.Errorf("%v", b)
	}
	dark := 0
	for x := range 720 {
		for y := range 240 {
			if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
				dark++
			}
		}
	}
	if dark < 200 {
		t.Errorf("%d dark dots: no text or marks", dark)
	}
	old := handler
	defer func() { handler = old }()
	file := filepath.Join(t.TempDir(), "f.ttf")
	if err := os.WriteFile(file, goregular.TTF, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := UseFont(file); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(draw(), built) {
		t.Error("the other font draws the same")
	}
	if err := os.WriteFile(file, []byte("not a font"), 0o644); err != nil {
		t.Fatal(err)
	}
	if UseFont(file) == nil {
		t.Error("a text file was taken for a font")
	}
}

func TestNeedsCJK(t *testing.T) {
	for s, want := range map[string]bool{"jca": false, "順接": true, "Größe": false, "积分": true} {
		if NeedsCJK(s) != want {
			t.Errorf("%s: %v", s, !want)
		}
	}
}
