package open

import (
	"context"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"crosstable/fixtures"
	"crosstable/pipeline/open/source"
)

// Every reference file is recognised for what it is and read to its end.
func TestReferenceFilesAreRecognised(t *testing.T) {
	root := fixtures.Shared(t, ".")
	n := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		want := FormatByName(path)
		switch {
		case strings.HasSuffix(path, ".md"), strings.HasSuffix(path, ".tsv"), strings.HasSuffix(path, ".expected"):
			return nil
		case strings.HasSuffix(path, ".input"):
			want = source.FormatTRF
		case strings.Contains(rel, "fide_players"):
			want = source.FormatFIDE
		case strings.Contains(rel, "ncs_results"):
			want = source.FormatNCS
		case strings.HasPrefix(rel, "dutch_large"+string(filepath.Separator)) && n > 200:
			return nil
		}
		in, err := source.Open(context.Background(), path, source.Options{Kinds: Formats()})
		if err != nil {
			t.Errorf("%s: %v", rel, err)
			return nil
		}
		defer in.Close()
		if in.Format != want {
			t.Errorf("%s: recognised as %q, want %q", rel, in.Format, want)
		}
		if _, err := io.Copy(io.Discard, in.Reader); err != nil {
			t.Errorf("%s: %v", rel, err)
		}
		for _, i := range in.Issues() {
			t.Logf("%s: %v", rel, i)
		}
		n++
		return nil
	})
	if err != nil || n < 100 {
		t.Errorf("%d files, %v", n, err)
	}
}

const twoGames = "[Event \"Open\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[Event \"Open\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n*\n"

func TestFormatsByContent(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          source.Format
	}{
		{"x", twoGames, source.FormatPGN},
		{"x.csv", twoGames, source.FormatPGN}, // content wins over the extension
		{"x", "  [ White  \"A\" ]\n[Black \"B\"]\n", source.FormatPGN},
		{"x", "% made by hand\n; note\n" + twoGames, source.FormatPGN},
		{"x", "white,black,result\nA,B,1-0\n", source.FormatCSV},
		{"x", "white;black;result\nA;B;1-0\n", source.FormatCSV},
		{"x.pgn", "white\tblack\tresult\nA\tB\t1-0\n", source.FormatCSV},
		{"x.csv", "name\nA\nB\n", source.FormatCSV},
		{"x", "012 Open\n042 2025/01/01\n001    1      A                                 2000\n", source.FormatTRF},
		{"x.txt", "012 Open\rXXR 9\r001    1      A                                 2000\r", source.FormatTRF},
		{"x", "{\"players\": []}", source.FormatJSON},
		{"x", " [\n {\"a\":1}]", source.FormatJSON},
		{"x", "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng\n1 A  GER\n", source.FormatFIDE},
		{"x.csv", "White Point,White ID,White Name,White Kanji,White K,White Rating,Black ID,Black Name,Black Kanji\n1,N1,A,B,20,1,2,3,4\n", source.FormatNCS},
		{"x", "PK\x03\x04whatever", source.FormatXLSX},
	} {
		in, err := source.FromReader(context.Background(), c.name, strings.NewReader(c.content), source.Options{Kinds: Formats()})
		if err != nil || in.Format != c.want {
			t.Errorf("%s %.20q: format %q, %v; want %q", c.name, c.content, in.Format, err, c.want)
		}
	}
}
