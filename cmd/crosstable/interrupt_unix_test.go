//go:build unix

package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An interrupt ends the program with 130 and leaves nothing, also while it waits for a pipe that nobody
// writes to.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	program := programIn(t, dir)
	list := filepath.Join(dir, "list.csv")
	if err := os.WriteFile(list, []byte("id,name,rating,games,status\n1,Anna,1500,30,established\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, "games.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	out := filepath.Join(dir, "results", "out")
	cmd := exec.Command(program, "rate", "--list", list, "--games", pipe, "--period", "2015-Q1", "--out", out)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// The program has begun when the folder it builds in stands.
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if entries, _ := os.ReadDir(filepath.Dir(out)); len(entries) > 0 {
			break
		}
		if time.Since(began) > time.Minute {
			cmd.Process.Kill()
			t.Fatalf("the program does not begin: %s", said.String())
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	ended := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	err := cmd.Wait()
	ended.Stop()
	var failed *exec.ExitError
	if !errors.As(err, &failed) || failed.ExitCode() != exitInterrupt {
		t.Errorf("ends with %v, want exit code %d", err, exitInterrupt)
	}
	if !strings.Contains(said.String(), "interrupted") {
		t.Errorf("says %q", said.String())
	}
	if _, err := os.Stat(filepath.Dir(out)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something is left: %v", err)
	}
}
