package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crosstable/fixtures"
	"crosstable/pipeline/job"
)

// SIGKILL at random moments of a run: what stands at the place is nothing or one whole result, and the next
// run gives the bytes of an undisturbed one and leaves nothing beside it.
func TestRunKilledAtAnyMoment(t *testing.T) {
	dir := t.TempDir()
	program := programIn(t, dir)
	demo := demoIn(t, dir)
	run := func(out string, killAfter time.Duration) (took time.Duration) {
		t.Helper()
		cmd := exec.Command(program, "run", filepath.Join(demo, "quarter.toml"), "--out", out)
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
		if killAfter == 0 && (!errors.As(err, &failed) || failed.ExitCode() != exitFindings) {
			t.Fatalf("undisturbed run: %v", err)
		}
		return time.Since(began)
	}
	want := filepath.Join(dir, "want")
	took := run(want, 0)
	whole := tree(t, want)
	if len(whole) < 10 {
		t.Fatalf("only %d files", len(whole))
	}

	kills := 8
	if os.Getenv("CROSSTABLE_LONG") != "" {
		kills = 300
	}
	luck := rand.New(rand.NewPCG(uint64(kills), 1))
	place := filepath.Join(dir, "place")
	out := filepath.Join(place, "out")
	for k := range kills {
		if k%4 == 0 { // sometimes nothing stands there before
			if err := os.RemoveAll(place); err != nil {
				t.Fatal(err)
			}
		}
		run(out, time.Duration(1+luck.Int64N(int64(took+took/4))))
		if _, err := os.Stat(out); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		checkManifest(t, out)
		same(t, "after a kill", whole, tree(t, out))
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
	// The inputs were not touched.
	inputs := tree(t, demo)
	for name, text := range inputs {
		orig, err := fs.ReadFile(fixtures.FS, "demo/"+filepath.ToSlash(name))
		if err != nil || string(orig) != text {
			t.Errorf("the input %s changed (%v)", name, err)
		}
	}
}

// tree reads all files below a folder, by their slash-separated names.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func same(t *testing.T, when string, want, got map[string]string) {
	t.Helper()
	for name, text := range want {
		if got[name] != text {
			t.Fatalf("%s: %s differs or is not there", when, name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Fatalf("%s: %s should not be there", when, name)
		}
	}
}

// checkManifest compares the hashes of manifest.json with the files.
func checkManifest(t *testing.T, out string) {
	t.Helper()
	var m job.Manifest
	b, err := os.ReadFile(filepath.Join(out, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	written := map[string]bool{"manifest.json": true, ".crosstable": true}
	for _, w := range m.Written {
		written[w.File] = true
		text, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(w.File)))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != w.SHA256 || int64(len(text)) != w.Size {
			t.Fatalf("%s is not what the manifest says", w.File)
		}
	}
	for name := range tree(t, out) {
		if !written[name] {
			t.Fatalf("the manifest does not name %s", name)
		}
	}
}

// The manifest names every input with its hash, as the job names it, and nothing outside the job.
func TestManifestNamesInputs(t *testing.T) {
	dir := t.TempDir()
	program := programIn(t, dir)
	out := filepath.Join(dir, "out")
	cmd := exec.Command(program, "run", filepath.Join(fixtures.Dir(), "demo", "quarter.toml"), "--out", out)
	if said, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != exitFindings {
		t.Fatalf("%v\n%s", err, said)
	}
	var m job.Manifest
	b, err := os.ReadFile(filepath.Join(out, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range append(m.Read, m.Job) {
		names = append(names, r.File)
		text, err := fs.ReadFile(fixtures.FS, "demo/"+r.File)
		if err != nil {
			t.Error(err)
			continue
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != r.SHA256 {
			t.Errorf("%s has another hash", r.File)
		}
	}
	want := "2015-Q1/junisen.csv 2015-Q1/server.pgn 2015-Q1/web.csv 2015-Q2/late.csv 2015-Q2/league.xlsx 2015-Q2/server.pgn " +
		"aliases.csv history-2014-Q4.csv lists/2014-Q1.csv lists/2014-Q2.csv lists/2014-Q3.csv lists/2014-Q4.csv newcomers.csv quarter.toml"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("read:\n%s\nwant:\n%s", got, want)
	}
}
