package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crosstable/fixtures"
	"crosstable/sim/study"
)

// Every study file can be played, says what it asks and shows, can be cut into shards, and has its answer in docs/studies.md.
func TestStudiesAreAnswered(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join(filepath.Dir(fixtures.Dir()), "docs", "studies.md"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Glob(fixtures.FS, "studies/*.toml")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d study files: %v", len(files), err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(fixtures.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := study.ParseTOML(data, file)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if s.Name == "" || s.Question == "" || len(s.Show) == 0 || s.Until != nil || s.Blocks() < 4 {
			t.Errorf("%s: name %q, question %q, shows %v, %d blocks", file, s.Name, s.Question, s.Show, s.Blocks())
		}
		if !strings.Contains(string(doc), "$ crosstable simulate study fixtures/"+file+" # long\n") {
			t.Errorf("docs/studies.md does not run %s", file)
		}
	}
}
