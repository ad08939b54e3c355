package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// officeJob is the demo with all the stages of a committee's office behind it.
const officeJob = `
title = "通信順位戦"
out = "results"
[[stage]]
do = "rate"
period = "2015-Q1"
list = "lists/2014-Q4.csv"
lists = "lists"
history = "history-2014-Q4.csv"
newcomers = "newcomers.csv"
aliases = "aliases.csv"
games = ["2015-Q1/*.csv", "2015-Q1/*.pgn"]
[[stage]]
do = "grade"
rate = "2015-Q1"
[[stage]]
do = "rate"
period = "2015-Q2"
after = "2015-Q1"
aliases = "aliases.csv"
games = "2015-Q2/*"
[[stage]]
do = "grade"
rate = "2015-Q2"
after = "grades 2015-Q1"
[[stage]]
do = "prize"
year = "2014"
list = "lists/2014-Q4.csv"
games = "2015-Q1/*.csv"
[[stage]]
do = "members"
members = "members.csv"
date = "2015-04-30"
entry-fee = "1300"
`

// SIGKILL at random moments of a job with many stages: the next run goes on from the stages that are done, gives the bytes of an
// undisturbed run, and leaves nothing beside the results. No run is helped by a whole result of an earlier one, so that every
// kill hits work.
func TestStagesGoOnAfterAKill(t *testing.T) {
	dir := t.TempDir()
	program := programIn(t, dir)
	demo := demoIn(t, dir)
	for name, text := range map[string]string{"office.toml": officeJob, "members.csv": "id,name,kind,paid_until\n0101,佐伯,full,2015-03-31\n"} {
		if err := os.WriteFile(filepath.Join(demo, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(out string, killAfter time.Duration) (said string, took time.Duration) {
		t.Helper()
		cmd := exec.Command(program, "run", filepath.Join(demo, "office.toml"), "--out", out)
		var b strings.Builder
		cmd.Stdout, cmd.Stderr = &b, &b
		began := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if killAfter > 0 {
			time.Sleep(killAfter)
			cmd.Process.Kill()
		}
		err := cmd.Wait()
		var failed *exec.ExitError
		if killAfter == 0 && err != nil && (!errors.As(err, &failed) || failed.ExitCode() != exitFindings) {
			t.Fatalf("undisturbed run: %v\n%s", err, b.String())
		}
		return b.String(), time.Since(began)
	}
	want := filepath.Join(dir, "want")
	_, took := run(want, 0)
	whole := tree(t, want)
	if len(whole) < 30 {
		t.Fatalf("only %d files", len(whole))
	}
	rounds := 2
	if os.Getenv("CROSSTABLE_LONG") != "" {
		rounds = 60
	}
	luck := rand.New(rand.NewPCG(7, uint64(rounds)))
	place := filepath.Join(dir, "place")
	out := filepath.Join(place, "out")
	stash := filepath.Join(place, ".out.stages")
	wentOn := 0
	for range rounds {
		if err := os.RemoveAll(place); err != nil {
			t.Fatal(err)
		}
		for range 2 { // two kills, then a run to the end
			run(out, time.Duration(1+luck.Int64N(int64(took))))
			if _, err := os.Stat(out); err == nil {
				checkManifest(t, out)
				same(t, "after a kill", whole, tree(t, out))
			}
		}
		if done, err := filepath.Glob(filepath.Join(stash, "*", "stage.json")); err == nil && len(done) > 0 {
			wentOn++
		}
		run(out, 0)
		same(t, "after the next run", whole, tree(t, out))
		entries, err := os.ReadDir(place)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != 1 {
			t.Errorf("left beside the result: %v", entries)
		}
	}
	t.Logf("%d of %d runs went on from stages of a killed one", wentOn, rounds)

	// A stash whose file was damaged in the meantime is not used.
	if err := os.RemoveAll(place); err != nil {
		t.Fatal(err)
	}
	var files []string
	var err error
	for range 20 { // until a kill comes between two stages
		run(out, took/2+time.Duration(luck.Int64N(int64(took/2))))
		if files, err = filepath.Glob(filepath.Join(stash, "*", "*", "*.csv")); err == nil && len(files) > 0 {
			break
		}
		if err := os.RemoveAll(place); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		if err := os.WriteFile(f, []byte("damaged\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run(out, 0)
	same(t, "after a damaged stash", whole, tree(t, out))
}
