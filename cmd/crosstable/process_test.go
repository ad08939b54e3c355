package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"crosstable/fixtures"
)

// programIn puts the program into dir, as a process of its own that a test can kill or interrupt: this test
// binary under the name that TestMain answers to.
func programIn(t *testing.T, dir string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "crosstable")
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	return program
}

// demoIn copies fixtures/demo into dir.
func demoIn(t *testing.T, dir string) string {
	t.Helper()
	demo := filepath.Join(dir, "demo")
	sub, err := fs.Sub(fixtures.FS, "demo")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(demo, sub); err != nil {
		t.Fatal(err)
	}
	return demo
}
