package source

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
)

func read(t *testing.T, name string, b []byte, opt Options) (string, *Input) {
	t.Helper()
	in, err := FromReader(context.Background(), name, bytes.NewReader(b), opt)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	t.Cleanup(func() { in.Close() })
	text, err := io.ReadAll(in.Reader)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return string(text), in
}

const twoGames = "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n"

func TestCompressionIsFoundByContent(t *testing.T) {
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	io.WriteString(w, twoGames)
	w.Close()
	enc, _ := zstd.NewWriter(nil)
	zs := enc.EncodeAll([]byte(twoGames), nil)
	for kind, b := range map[string][]byte{"": []byte(twoGames), "gzip": gz.Bytes(), "zstd": zs} {
		text, in := read(t, "games.txt", b, Options{Kinds: kinds, Hash: true})
		if text != twoGames || in.Compression != kind || in.Format != FormatPGN {
			t.Errorf("%q: compression %q, format %q, text %q", kind, in.Compression, in.Format, text)
		}
	}
}

func TestDamagedCompressionNamesFile(t *testing.T) {
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	io.WriteString(w, strings.Repeat(twoGames, 20000))
	w.Close()
	b := gz.Bytes()
	for what, bad := range map[string][]byte{"cut off": b[:len(b)/2], "damaged": append(slices.Clone(b[:40]), bytes.Repeat([]byte{0xAA}, 100)...)} {
		in, err := FromReader(context.Background(), "q.pgn.gz", bytes.NewReader(bad), Options{Kinds: kinds})
		if err == nil {
			_, err = io.Copy(io.Discard, in.Reader)
		}
		var bi *BadInput
		if !errors.As(err, &bi) || bi.File != "q.pgn.gz" {
			t.Errorf("%s: error %v", what, err)
		}
	}
}

func TestWhatCannotBeReadIsRefusedClearly(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		want    string
	}{
		"empty":         {"", "is empty"},
		"only bom":      {"\xEF\xBB\xBF", "nothing but blank lines"},
		"blank":         {"\n\n  \r\n", "nothing but blank lines"},
		"xls":           {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + strings.Repeat("\x00", 600), "old Excel file"},
		"pdf":           {"%PDF-1.7\n", "a PDF"},
		"png":           {"\x89PNG\r\n\x1a\n", "a picture"},
		"elf":           {"\x7FELF\x02\x01\x01", "a program"},
		"html":          {"<!DOCTYPE html>\n<html><body>404</body></html>", "web page"},
		"xml":           {"<?xml version=\"1.0\"?><players/>", "XML"},
		"random binary": {string(randomBytes(4000)), ""},
		"prose":         {"Dear all\nthe games will follow\n", "no known format"},
	} {
		_, err := FromReader(context.Background(), name, strings.NewReader(c.content), Options{Kinds: kinds})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), name+":") {
			t.Errorf("%s: error %v; want %q", name, err, c.want)
		}
	}
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	x := uint32(2463534242)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x >> 11)
	}
	return b
}

func TestSizeGuard(t *testing.T) {
	big := strings.Repeat("a,b\n", 300<<10)
	for _, limit := range []int64{100, 256 << 10, 300 << 10, int64(len(big)) - 1} {
		in, err := FromReader(context.Background(), "big.csv", strings.NewReader(big), Options{Kinds: kinds, MaxBytes: limit})
		if err == nil {
			_, err = io.Copy(io.Discard, in.Reader)
		}
		if err == nil || !strings.Contains(err.Error(), "larger than") {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
	text, _ := read(t, "big.csv", []byte(big), Options{Kinds: kinds, MaxBytes: int64(len(big))})
	if text != big {
		t.Error("a file of exactly the limit is not read whole")
	}
}

func TestFormatAsTold(t *testing.T) {
	in, err := FromReader(context.Background(), "x", strings.NewReader("Dear all"), Options{Kinds: kinds, Format: FormatCSV})
	if err != nil || in.Format != FormatCSV {
		t.Errorf("%v, %v", in, err)
	}
	if _, err = FromReader(context.Background(), "x", strings.NewReader("Dear all"), Options{Kinds: kinds, Format: FormatXLSX}); err == nil {
		t.Error("prose is taken for a workbook")
	}
	if _, err = FromReader(context.Background(), "x", strings.NewReader("PK\x03\x04"), Options{Kinds: kinds, Format: FormatCSV}); err == nil {
		t.Error("a zip is taken for CSV")
	}
}

func TestSumIsOfTheBytesAsStored(t *testing.T) {
	in, err := FromReader(context.Background(), "x.csv", strings.NewReader("a,b\n"), Options{Kinds: kinds, Hash: true})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := in.Sum()
	// printf 'a,b\n' | sha256sum
	if want := "5be08c9684a1d25efcee09318204824278b08bbfb4aef973ffefd0b9d7478313"; err != nil || sum != want {
		t.Errorf("sum %s, %v", sum, err)
	}
	again, _ := in.Sum()
	if again != sum || in.Size() != 4 {
		t.Errorf("second sum %s, size %d", again, in.Size())
	}
}

func TestContextStopsReading(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in, err := FromReader(ctx, "x.csv", iotest.OneByteReader(strings.NewReader(strings.Repeat("a,b\n", 1000000))), Options{Kinds: kinds})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.Copy(io.Discard, in.Reader); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestExpand(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"b.csv", "a.pgn", ".hidden", "~$book.xlsx", "odd[1].csv"} {
		os.WriteFile(filepath.Join(dir, n), []byte("x"), 0o644)
	}
	os.Mkdir(filepath.Join(dir, "sub"), 0o755)
	os.Mkdir(filepath.Join(dir, "empty"), 0o755)
	at := func(n string) string { return filepath.Join(dir, n) }
	got, err := Expand([]string{"-", at("odd[1].csv"), dir, at("*.csv"), "-"})
	want := []string{"-", at("odd[1].csv"), at("a.pgn"), at("b.csv")}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	os.WriteFile(filepath.Join(dir, "sub", "c.csv"), []byte("x"), 0o644)
	os.Mkdir(at("out"), 0o755)
	os.WriteFile(filepath.Join(dir, "out", ".crosstable"), []byte("x"), 0o644)
	os.WriteFile(filepath.Join(dir, "out", "list.csv"), []byte("x"), 0o644)
	if got, err := Expand([]string{at("*")}); err != nil || !slices.Equal(got, []string{at("a.pgn"), at("b.csv"), at("odd[1].csv"), at("sub/c.csv")}) {
		t.Errorf("a glob that matches directories too: %v, %v", got, err)
	}
	for _, bad := range []string{at("none.csv"), at("*.xyz"), at("empty")} {
		if _, err := Expand([]string{bad}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	if _, err := Open(context.Background(), filepath.Join(t.TempDir(), "none"), Options{Kinds: kinds}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent file: %v", err)
	}
	var bad *BadInput
	if _, err := Open(context.Background(), t.TempDir(), Options{Kinds: kinds}); !errors.As(err, &bad) {
		t.Errorf("directory: %v", err)
	}
	in, err := Open(context.Background(), "-", Options{Kinds: kinds, Stdin: strings.NewReader(twoGames)})
	if err != nil || in.Name != "stdin" || in.Format != FormatPGN {
		t.Errorf("stdin: %+v, %v", in, err)
	}
	if CheckEncoding("klingon") == nil || CheckEncoding("Shift_JIS") != nil || CheckEncoding("auto") != nil {
		t.Error("names of encodings are not checked")
	}
}

// kinds are enough formats for the tests of this package; the program's table is tested where it stands.
var kinds = []Kind{
	{Format: FormatCSV, Extensions: []string{".csv"}, Recognise: func(s *Sample) Fit {
		if s.Count(func(l string) bool { return strings.ContainsAny(l, ",;\t|") }) > 0 {
			return Possible
		}
		return No
	}},
	{Format: FormatPGN, Extensions: []string{".pgn"}, Tolerant: true, Recognise: func(s *Sample) Fit {
		if s.Count(func(l string) bool { return strings.HasPrefix(l, "[") }) > 1 {
			return Likely
		}
		return No
	}},
	{Format: FormatTRF, Extensions: []string{".trf"}, Tolerant: true, Recognise: func(s *Sample) Fit {
		if s.Count(func(l string) bool { return strings.HasPrefix(l, "001 ") || strings.HasPrefix(l, "012 ") }) > 0 {
			return Likely
		}
		return No
	}},
	{Format: FormatXLSX, Magic: []string{"PK\x03\x04"}},
}

// The best fit wins; the extension is asked only when the content may be several things.
func TestTheBestFitWins(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          Format
	}{
		{"x.trf", "[White \"A, B\"]\n[Black \"C\"]\n", FormatPGN}, {"x.trf", "a,b\n", FormatTRF}, {"x", "a,b\n", FormatCSV},
		{"x.csv", "PK\x03\x04", FormatXLSX}, {"x.pgn", "prose\n", FormatPGN},
	} {
		in, err := FromReader(context.Background(), c.name, strings.NewReader(c.content), Options{Kinds: kinds})
		if err != nil || in.Format != c.want {
			t.Errorf("%s %q: %v, %v; want %s", c.name, c.content, in, err, c.want)
		}
	}
	if _, err := FromReader(context.Background(), "x", strings.NewReader("prose\n"), Options{Kinds: kinds}); err == nil {
		t.Error("prose has a format")
	}
}
