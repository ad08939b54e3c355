package source

import (
	"context"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"crosstable/fixtures"
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
			want = FormatTRF
		case strings.Contains(rel, "fide_players"):
			want = FormatFIDE
		case strings.Contains(rel, "ncs_results"):
			want = FormatNCS
		case strings.HasPrefix(rel, "dutch_large"+string(filepath.Separator)) && n > 200:
			return nil
		}
		in, err := Open(context.Background(), path, Options{})
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
