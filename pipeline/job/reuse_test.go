package job

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const threeStages = `
title = "Reuse"
out = "out"
[[stage]]
do = "rate"
period = "2015-Q1"
list = "list.csv"
games = "q1.csv"
[[stage]]
do = "rate"
period = "2015-Q2"
after = "2015-Q1"
games = "q2.csv"
[[stage]]
do = "grade"
rate = "2015-Q2"
[[stage]]
do = "prize"
year = "2014"
list = "list.csv"
games = ["q1.csv", "q2.csv"]
[[stage]]
do = "members"
members = "members.csv"
date = "2016-04-30"
`

func reuseJob(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"job.toml":    threeStages,
		"list.csv":    "id,name,rating,games,status\nA,Abe,1500,40,established\nB,Baba,1500,40,established\n",
		"q1.csv":      "game,event,start,end,white_id,black_id,result,mode\n1,Open,2014-12-01,2015-02-01,A,B,1-0,email\n",
		"q2.csv":      "game,event,start,end,white_id,black_id,result,mode\n2,Open,2014-12-01,2015-05-01,A,B,0-1,email\n",
		"members.csv": "id,name,kind,paid_until\nA,Abe,full,2016-03-31\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func runJob(t *testing.T, identity string) (ran string, res *Result) {
	t.Helper()
	j, err := Load("job.toml", false)
	if err != nil {
		t.Fatal(err)
	}
	res, err = Run(context.Background(), j, Options{Program: "test", Identity: identity})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range res.Stages {
		if !s.Reused {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, ", "), res
}

// tree reads all files below a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const allStages = "2015-Q1, 2015-Q2, grades 2015-Q2, prize 2014, members 2016-04-30"

func TestRerunSkipsWhatHasNotChanged(t *testing.T) {
	reuseJob(t)
	if ran, _ := runJob(t, "build 1"); ran != allStages {
		t.Errorf("first run: %s", ran)
	}
	first := tree(t, "out")
	if ran, _ := runJob(t, "build 1"); ran != "" {
		t.Errorf("rerun ran %s", ran)
	}
	if diff := cmp.Diff(first, tree(t, "out")); diff != "" {
		t.Errorf("the rerun has other bytes:\n%s", diff)
	}
	// The members' file concerns its own stage only.
	if err := os.WriteFile("members.csv", []byte("id,name,kind,paid_until\nA,Abe,full,2017-03-31\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if ran, _ := runJob(t, "build 1"); ran != "members 2016-04-30" {
		t.Errorf("after a change of members.csv: %s", ran)
	}
	// A late quarter needs the periods it goes on from, and what goes on from it.
	q2 := "game,event,start,end,white_id,black_id,result,mode\n2,Open,2014-12-01,2015-05-01,A,B,1-0,email\n"
	if err := os.WriteFile("q2.csv", []byte(q2), 0o644); err != nil {
		t.Fatal(err)
	}
	if ran, _ := runJob(t, "build 1"); ran != "2015-Q1, 2015-Q2, grades 2015-Q2, prize 2014" {
		t.Errorf("after a change of q2.csv: %s", ran)
	}
	second := tree(t, "out")
	if ran, _ := runJob(t, "build 2"); ran != allStages {
		t.Errorf("another build ran only %s", ran)
	}
	if ran, _ := runJob(t, ""); ran != allStages {
		t.Errorf("without identity: %s", ran)
	}
	// A damaged result is made again, not taken over.
	runJob(t, "build 1")
	if err := os.WriteFile("out/2015-Q1/list.csv", []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	if ran, _ := runJob(t, "build 1"); !strings.HasPrefix(ran, "2015-Q1") {
		t.Errorf("after damage: %q", ran)
	}
	if diff := cmp.Diff(second, tree(t, "out")); diff != "" {
		t.Errorf("other bytes after damage:\n%s", diff)
	}
}

// A run that ends after some stages leaves them in the stash; the next run takes them and gives the
// bytes of an undisturbed run.
func TestKilledRunGoesOn(t *testing.T) {
	reuseJob(t)
	runJob(t, "build 1")
	want := tree(t, "out")
	if err := os.RemoveAll("out"); err != nil {
		t.Fatal(err)
	}
	j, err := Load("job.toml", false)
	if err != nil {
		t.Fatal(err)
	}
	// Stopped when the fourth stage begins: what a kill leaves is the stash.
	ctx, cancel := context.WithCancel(context.Background())
	_, err = Run(ctx, j, Options{Program: "test", Identity: "build 1", Progress: func(done, _ int, _ string) {
		if done == 3 {
			cancel()
		}
	}})
	if err == nil {
		t.Fatal("the run was not stopped")
	}
	if _, err := os.Stat("out"); err == nil {
		t.Error("a stopped run left a result")
	}
	if ran, _ := runJob(t, "build 1"); ran != "prize 2014, members 2016-04-30" {
		t.Errorf("the next run ran %s", ran)
	}
	if diff := cmp.Diff(want, tree(t, "out")); diff != "" {
		t.Errorf("other bytes after going on:\n%s", diff)
	}
	if _, err := os.Stat(stashName("out")); err == nil {
		t.Error("the stash is still there")
	}
}

func TestOfficeStagesSayWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"[[stage]]\ndo = \"grade\"\nrate = \"2015-Q1\"\n":                                     `no stage "2015-Q1" stands before this one`,
		"[[stage]]\ndo = \"prize\"\nyear = \"14\"\nlist = \"list.csv\"\ngames = \"q1.csv\"\n": `"14" is no year`,
		"[[stage]]\ndo = \"members\"\nmembers = \"members.csv\"\ndate = \"2016-04\"\n":        "is no day",
		"[[stage]]\ndo = \"grades\"\nrate = \"x\"\n":                                          `did you mean "grade"?`,
	} {
		reuseJob(t)
		if err := os.WriteFile("job.toml", []byte("out = \"out\"\n"+text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load("job.toml", false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// What stands where finished stages would be kept and is none of them is somebody's own.
func TestAForeignStashIsRefused(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "o")
	for name, make := range map[string]func(stash string) error{
		"a link":          func(stash string) error { return os.Symlink(t.TempDir(), stash) },
		"a file":          func(stash string) error { return os.WriteFile(stash, nil, 0o666) },
		"a user's folder": func(stash string) error { return os.MkdirAll(filepath.Join(stash, "photos"), 0o777) },
	} {
		if err := make(stashName(out)); err != nil {
			t.Fatal(err)
		}
		if err := checkStash(out); err == nil || !strings.Contains(err.Error(), "move it away") {
			t.Errorf("%s: %v", name, err)
		}
		if err := os.RemoveAll(stashName(out)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(stashName(out), strings.Repeat("0f", 32)), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := checkStash(out); err != nil {
		t.Error(err)
	}
}
