package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crosstable/fixtures"
)

// fullDisk is an output that takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A result that could not be printed is no success, in any command.
func TestOutputThatCannotBeWrittenIsExit5(t *testing.T) {
	demo := filepath.Join(fixtures.Dir(), "demo")
	games := filepath.Join(demo, "2015-Q1", "web.csv")
	list := filepath.Join(demo, "lists", "2014-Q4.csv")
	event := filepath.Join(t.TempDir(), "e.trf")
	var out, said bytes.Buffer
	if code := run([]string{"crosstable", "generate", "--system", "dutch", "--players", "8", "--rounds", "3", "--seed", "1"},
		strings.NewReader(""), &out, &said); code != exitDone {
		t.Fatal(said.String())
	}
	if err := os.WriteFile(event, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]string{
		{"help"}, {"list", "systems"}, {"explain", "jcca"}, {"explain", "table-title"},
		{"validate", games}, {"convert", "--to", "json", event, "-"}, {"standings", event}, {"standings", "--format", "csv", event},
		{"pair", "--system", "dutch", "--rounds", "5", event}, {"check", "--system", "dutch", event},
		{"generate", "--system", "dutch", "--players", "8", "--rounds", "3", "--seed", "1"},
		{"rate", "--list", list, "--games", games, "--period", "2015-Q1", "--out", filepath.Join(t.TempDir(), "o")},
		{"diff", list, list}, {"simulate", "study", "--players", "8", "--rounds", "3", "--replicates", "10"},
		{"regulations", "--system", "jca", event}, {"completion", "bash"},
	} {
		said.Reset()
		code := run(append([]string{"crosstable"}, line...), strings.NewReader(""), fullDisk{}, &said)
		if code != exitFiles || !strings.Contains(said.String(), "no space left on device") {
			t.Errorf("%v: exit %d, want %d; said %q", line, code, exitFiles, said.String())
		}
	}
}
