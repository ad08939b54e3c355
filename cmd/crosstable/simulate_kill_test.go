package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// SIGKILL at random moments of a study, again and again until it is through: the results, the rows of every
// replicate among them, are those of an undisturbed run with another number of workers, and nothing is left
// beside them. Under CROSSTABLE_LONG the study plays 10^6 events.
func TestStudyKilledAtAnyMoment(t *testing.T) {
	dir := t.TempDir()
	program := programIn(t, dir)
	replicates, checkpoint, rows := 4000, "5ms", true
	if os.Getenv("CROSSTABLE_LONG") != "" {
		replicates, checkpoint, rows = 500000, "500ms", false // in two scenarios
	}
	run := func(out, jobs string, killAfter time.Duration) (took time.Duration, killed bool) {
		t.Helper()
		args := []string{"simulate", "study", "--players", "16", "--rounds", "5", "--handicap", "none,ab", "--replicates", strconv.Itoa(replicates),
			"--block", "50", "--checkpoint", checkpoint, "--jobs", jobs, "--out", out}
		if rows {
			args = append(args, "--rows")
		}
		cmd := exec.Command(program, args...)
		began := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if killAfter > 0 {
			time.AfterFunc(killAfter, func() { cmd.Process.Kill() })
		}
		err := cmd.Wait()
		if err != nil && (killAfter == 0 || cmd.ProcessState.Exited()) {
			t.Fatalf("%v", err)
		}
		return time.Since(began), err != nil
	}
	want := filepath.Join(dir, "want")
	took, _ := run(want, "1", 0)
	whole := tree(t, want)
	if len(whole) < 6 {
		t.Fatalf("only %d files", len(whole))
	}
	place := filepath.Join(dir, "place")
	out := filepath.Join(place, "out")
	luck := rand.New(rand.NewPCG(6, 6))
	kills, furthest := 0, 0
	for {
		// Later tries get more time, so that an end is reached on any machine.
		limit := time.Duration(1+luck.Int64N(int64(took)/6)) + took*time.Duration(kills)/40
		if kills > 40 {
			limit = 0
		}
		if _, killed := run(out, "2", limit); !killed {
			break
		}
		kills++
		if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
			same(t, "after a kill", whole, tree(t, out)) // between the renaming and the end
			continue
		}
		var c struct{ Content struct{ Next int } }
		data, err := os.ReadFile(filepath.Join(out+".part", "checkpoint.json"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = json.Unmarshal(data, &c)
		}
		if err != nil || c.Content.Next < furthest {
			t.Fatalf("after kill %d: block %d, before %d: %v", kills, c.Content.Next, furthest, err)
		}
		furthest = c.Content.Next
	}
	if kills == 0 || furthest == 0 {
		t.Errorf("%d kills, furthest checkpoint at block %d: nothing was tested", kills, furthest)
	}
	t.Logf("%d kills; the last checkpoint found held %d blocks", kills, furthest)
	same(t, "after the kills", whole, tree(t, out))
	entries, err := os.ReadDir(place)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("left beside the result: %v", entries)
	}
}
