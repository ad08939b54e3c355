package outdir

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The test binary is also the program that the kill test kills.
func TestMain(m *testing.M) {
	switch place := os.Getenv("OUTDIR_TEST_WRITE"); place {
	case "":
		os.Exit(m.Run())
	default:
		if os.Getenv("OUTDIR_TEST_NO_EXCHANGE") != "" {
			exchange = func(a, b string) error { return errNoExchange }
		}
		for n := 0; ; n++ {
			if err := writeResult(place, fmt.Sprint(os.Getpid(), n)); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			if err := WriteFile(place+".txt", nil, func(w io.Writer) error { return fill(w, fmt.Sprint(os.Getpid(), n)) }); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}

func fill(w io.Writer, text string) error {
	for range 40 {
		if _, err := fmt.Fprintln(w, text); err != nil {
			return err
		}
	}
	return nil
}

// writeResult makes a result of three files with the same text in each.
func writeResult(place, text string, inputs ...string) error {
	d, err := Begin(place, inputs...)
	if err != nil {
		return err
	}
	defer d.Abort()
	for _, name := range []string{"a.csv", "b.csv", "charts/c.svg"} {
		if err := d.Write(name, func(w io.Writer) error { return fill(w, text) }); err != nil {
			return err
		}
	}
	return d.Commit()
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// names lists a directory, hidden names included.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func withoutExchange(t *testing.T) {
	t.Helper()
	old := exchange
	exchange = func(a, b string) error { return errNoExchange }
	t.Cleanup(func() { exchange = old })
}

func eachWay(t *testing.T, f func(t *testing.T)) {
	t.Run("exchange", f)
	t.Run("rename aside", func(t *testing.T) { withoutExchange(t); f(t) })
}

func TestResultComesWhole(t *testing.T) {
	eachWay(t, func(t *testing.T) {
		dir := t.TempDir()
		place := filepath.Join(dir, "deep", "er", "out")
		for _, text := range []string{"first", "second"} {
			if err := writeResult(place, text); err != nil {
				t.Fatal(err)
			}
			for _, f := range []string{"a.csv", "b.csv", "charts/c.svg"} {
				if got := read(t, filepath.Join(place, f)); got != strings.Repeat(text+"\n", 40) {
					t.Errorf("%s: %.20q", f, got)
				}
			}
			if got := names(t, filepath.Dir(place)); !slices.Equal(got, []string{"out"}) {
				t.Errorf("left beside the result: %q", got)
			}
		}
	})
}

func TestNothingIsSeenBeforeCommit(t *testing.T) {
	dir := t.TempDir()
	place := filepath.Join(dir, "new", "out")
	d, err := Begin(place)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write("a.csv", func(w io.Writer) error { return fill(w, "x") }); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(place); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the place exists before Commit: %v", err)
	}
	d.Abort()
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("left after Abort: %q", got)
	}
	d.Abort()
	if err := d.Commit(); err == nil {
		t.Error("Commit after Abort passes")
	}
}

func TestLeave(t *testing.T) {
	dir := t.TempDir()
	place := filepath.Join(dir, "deep", "out")
	if err := writeResult(place, "old"); err != nil {
		t.Fatal(err)
	}
	one, err := Begin(place)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Begin(filepath.Join(dir, "other", "out")); err != nil {
		t.Fatal(err)
	}
	if err := one.Write("a.csv", func(w io.Writer) error { return fill(w, "new") }); err != nil {
		t.Fatal(err)
	}
	Leave()
	if got := append(names(t, dir), names(t, filepath.Dir(place))...); !slices.Equal(got, []string{"deep", "out"}) {
		t.Errorf("left: %q", got)
	}
	if got := read(t, filepath.Join(place, "a.csv")); got != strings.Repeat("old\n", 40) {
		t.Errorf("the old result is now %.10q", got)
	}
}

func TestOldFilesGoAndTheUsersStay(t *testing.T) {
	eachWay(t, func(t *testing.T) {
		dir := t.TempDir()
		place := filepath.Join(dir, "out")
		d, err := Begin(place)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []string{"old.csv", "parts/old.csv", "a.csv"} {
			if err := d.Write(n, func(w io.Writer) error { return fill(w, "old") }); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.Commit(); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(place, "notes.txt"), "mine")
		write(t, filepath.Join(place, "letters", "one.txt"), "mine too")
		if err := os.Symlink("notes.txt", filepath.Join(place, "link")); err != nil {
			t.Fatal(err)
		}
		if err := writeResult(place, "new"); err != nil {
			t.Fatal(err)
		}
		want := []string{".crosstable", "a.csv", "b.csv", "charts", "letters", "link", "notes.txt"}
		if got := names(t, place); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := read(t, filepath.Join(place, "letters", "one.txt")) + read(t, filepath.Join(place, "link")); got != "mine toomine" {
			t.Errorf("the user's files changed: %q", got)
		}
	})
}

func TestFilesOfOthersAreNotReplaced(t *testing.T) {
	place := filepath.Join(t.TempDir(), "out")
	write(t, filepath.Join(place, "b.csv"), "mine")
	err := writeResult(place, "x")
	if err == nil || !strings.Contains(err.Error(), "b.csv exists and was not written by crosstable") {
		t.Errorf("error %v", err)
	}
	if got := read(t, filepath.Join(place, "b.csv")); got != "mine" {
		t.Errorf("b.csv is now %q", got)
	}
	if got := names(t, place); !slices.Equal(got, []string{"b.csv"}) {
		t.Errorf("place holds %q", got)
	}
}

func TestInputsAreNotReplaced(t *testing.T) {
	place := filepath.Join(t.TempDir(), "out")
	if err := writeResult(place, "first"); err != nil {
		t.Fatal(err)
	}
	input := filepath.Join(place, "b.csv")
	err := writeResult(place, "second", input)
	if err == nil || !strings.Contains(err.Error(), "is read by this run") {
		t.Errorf("error %v", err)
	}
	if got := read(t, input); got != strings.Repeat("first\n", 40) {
		t.Errorf("the input changed: %.20q", got)
	}
	// Nor may the run drop it by not writing it again.
	if d, err := Begin(place, input); err == nil {
		d.Abort()
		t.Error("a result that holds an input is replaced")
	}
	if err := WriteFile(input, []string{input}, func(w io.Writer) error { return nil }); err == nil {
		t.Error("WriteFile replaces its input")
	}
}

func TestNamesStayInside(t *testing.T) {
	dir := t.TempDir()
	d, err := Begin(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	for _, name := range []string{"../x", "/tmp/x", "a/../../x", "", Record} {
		if _, err := d.Create(name); err == nil {
			t.Errorf("Create(%q) passes", name)
		}
	}
	if err := os.Symlink(dir, filepath.Join(d.temp, "up")); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Create("up/x"); err == nil {
		t.Error("a symbolic link leads out of the result")
	}
}

func TestPlacesThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "x")
	t.Chdir(dir)
	for _, c := range []struct{ place, want string }{
		{"", "no name"},
		{"file", "in the way"},
		{"file/out", "not a folder"},
		{".", "holds the folder you are in"},
		{"..", "holds the folder you are in"},
	} {
		if _, err := Begin(c.place); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Begin(%q): %v, want %q", c.place, err, c.want)
		}
	}
	if got := names(t, dir); !slices.Equal(got, []string{"file"}) {
		t.Errorf("left: %q", got)
	}
}

func TestTwoRunsAtOnce(t *testing.T) {
	place := filepath.Join(t.TempDir(), "out")
	one, err := Begin(place)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Begin(place) // must not clear away what the first is building
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range []*Dir{one, two} {
		if err := d.Write("a.csv", func(w io.Writer) error { return fill(w, fmt.Sprint(i)) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(one.Commit(), two.Commit()); err != nil {
		t.Fatal(err)
	}
	if got := read(t, filepath.Join(place, "a.csv")); got != strings.Repeat("1\n", 40) {
		t.Errorf("the last to finish should stand: %.10q", got)
	}
}

func TestOldResultPutAsideComesBack(t *testing.T) {
	dir := t.TempDir()
	place := filepath.Join(dir, "out")
	if err := writeResult(place, "old"); err != nil {
		t.Fatal(err)
	}
	// As a kill between the two renames leaves it.
	if err := os.Rename(place, filepath.Join(dir, hiddenName("out", "old"))); err != nil {
		t.Fatal(err)
	}
	d, err := Begin(place)
	if err != nil {
		t.Fatal(err)
	}
	d.Abort()
	if got := read(t, filepath.Join(place, "a.csv")); got != strings.Repeat("old\n", 40) {
		t.Errorf("old result: %.10q", got)
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "one.txt")
	hello := func(w io.Writer) error { _, err := io.WriteString(w, "hello"); return err }
	if err := WriteFile(path, nil, hello); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("one.txt", link); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := WriteFile(link, nil, func(w io.Writer) error { fill(w, "half"); return broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if got := read(t, path); got != "hello" {
		t.Errorf("after a failed write: %q", got)
	}
	if err := WriteFile(link, nil, func(w io.Writer) error { _, err := io.WriteString(w, "again"); return err }); err != nil {
		t.Fatal(err)
	}
	fi, err := os.Lstat(link)
	if err != nil || fi.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v %v", fi, err)
	}
	if fi, _ := os.Stat(path); fi.Mode().Perm() != 0o640 || read(t, path) != "again" {
		t.Errorf("mode %v, text %q", fi.Mode(), read(t, path))
	}
	if got := names(t, dir); !slices.Equal(got, []string{"link", "one.txt"}) {
		t.Errorf("left: %q", got)
	}
	if err := WriteFile(os.DevNull, nil, hello); err != nil {
		t.Errorf("a device: %v", err)
	}
}

// SIGKILL at random moments: what stands at the place is one whole result, and the next run leaves nothing
// but its own.
func TestKilledAtAnyMoment(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{"", "no exchange"} {
		kills := 25
		if os.Getenv("CROSSTABLE_LONG") != "" {
			kills = 1000
		}
		dir := t.TempDir()
		place := filepath.Join(dir, "out")
		luck := rand.New(rand.NewPCG(1, 2))
		aside := 0
		for range kills {
			cmd := exec.Command(self)
			cmd.Env = append(os.Environ(), "OUTDIR_TEST_WRITE="+place)
			if way != "" {
				cmd.Env = append(cmd.Env, "OUTDIR_TEST_NO_EXCHANGE=1")
			}
			var said strings.Builder
			cmd.Stderr = &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(5+luck.IntN(40)) * time.Millisecond)
			cmd.Process.Kill()
			if cmd.Wait(); said.Len() > 0 {
				t.Fatalf("the writer failed: %s", said.String())
			}
			checkFile := func(path string) string {
				lines := strings.Split(strings.TrimSuffix(read(t, path), "\n"), "\n")
				if len(lines) != 40 || slices.ContainsFunc(lines, func(l string) bool { return l != lines[0] }) {
					t.Fatalf("%s is half-written: %q", path, lines)
				}
				return lines[0]
			}
			if _, err := os.Stat(place + ".txt"); err == nil {
				checkFile(place + ".txt")
			}
			if _, err := os.Stat(place); err != nil {
				if way != "" && slices.ContainsFunc(names(t, dir), func(n string) bool { return strings.HasPrefix(n, hiddenPrefix("out", "old")) }) {
					aside++
				}
				continue
			}
			a := checkFile(filepath.Join(place, "a.csv"))
			for _, f := range []string{"b.csv", "charts/c.svg"} {
				if got := checkFile(filepath.Join(place, f)); got != a {
					t.Fatalf("two results mixed: %q and %q", a, got)
				}
			}
		}
		if err := writeResult(place, "last"); err != nil {
			t.Fatal(err)
		}
		if err := WriteFile(place+".txt", nil, func(w io.Writer) error { return fill(w, "last") }); err != nil {
			t.Fatal(err)
		}
		if got := names(t, dir); !slices.Equal(got, []string{"out", "out.txt"}) {
			t.Errorf("left after the next run: %q", got)
		}
		t.Logf("%d kills (%s), %d between the two renames", kills, way, aside)
	}
}

func TestGuard(t *testing.T) {
	dir := t.TempDir()
	job := filepath.Join(dir, "job")
	write(t, filepath.Join(job, "games", "a.csv"), "")
	write(t, filepath.Join(dir, "secret"), "")
	for link, to := range map[string]string{"out": dir, "in": "games", "dangling": "../elsewhere", "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(job, link)); err != nil {
			t.Fatal(err)
		}
	}
	g := Guard{Root: job}
	for _, c := range []struct {
		path string
		ok   bool
	}{
		{"games/a.csv", true}, {"games/../games/a.csv", true}, {"new/deep/file", true}, {".", true}, {"in/a.csv", true},
		{filepath.Join(job, "x"), true},
		{"..", false}, {"../secret", false}, {"games/../../secret", false}, {filepath.Join(dir, "secret"), false},
		{"out/secret", false}, {"out/new", false}, {"dangling", false}, {"dangling/x", false}, {"loop", false},
		{"../job-2/x", false},
	} {
		_, err := g.Resolve(c.path)
		if (err == nil) != c.ok {
			t.Errorf("Resolve(%q): %v", c.path, err)
		}
		if _, err := (Guard{Root: job, AllowOutside: true}).Resolve(c.path); err != nil {
			t.Errorf("allowed outside, Resolve(%q): %v", c.path, err)
		}
	}
}

func TestAFolderIsReplacedByItsOwnKindOnly(t *testing.T) {
	place := filepath.Join(t.TempDir(), "out")
	result := func(kind string) error {
		d, err := Begin(place)
		if err != nil {
			return err
		}
		defer d.Abort()
		if err := d.Kind(kind); err != nil {
			return err
		}
		if err := d.Write("a.csv", func(w io.Writer) error { return fill(w, kind) }); err != nil {
			return err
		}
		return d.Commit()
	}
	for _, kind := range []string{"rating", "rating"} {
		if err := result(kind); err != nil {
			t.Fatal(err)
		}
	}
	before := read(t, filepath.Join(place, "a.csv"))
	if err := result("study"); err == nil || !strings.Contains(err.Error(), "the result of another command (rating)") {
		t.Errorf("a study over a rating: %v", err)
	}
	if got := read(t, filepath.Join(place, "a.csv")); got != before {
		t.Errorf("the rating changed: %.20q", got)
	}
	// What an older version wrote says no kind and is replaced.
	if err := os.WriteFile(filepath.Join(place, Record), []byte("# old\na.csv\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := result("study"); err != nil {
		t.Error(err)
	}
}

func TestOneWriterAtATime(t *testing.T) {
	dir := t.TempDir()
	place := filepath.Join(dir, "out")
	lock := filepath.Join(dir, ".out.crosstable-lock")
	write(t, lock, "") // of a killed run
	if err := writeResult(place, "first"); err != nil {
		t.Fatalf("a lock that nobody holds: %v", err)
	}
	write(t, lock, "")
	other, err := hold(lock) // as another process does
	if err != nil {
		t.Fatal(err)
	}
	if err := writeResult(place, "second"); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), "wait until it has ended") {
		t.Errorf("two writers: %v", err)
	}
	if _, err := Lock(place); !errors.Is(err, ErrBusy) {
		t.Errorf("two locks: %v", err)
	}
	other.Close()
	mine, err := Lock(place)
	if err != nil {
		t.Fatal(err)
	}
	if err := writeResult(place, "second"); err != nil {
		t.Errorf("the process that has the lock: %v", err)
	}
	if _, err := hold(lock); !errors.Is(err, errTaken) {
		t.Errorf("the lock is gone before it is given back: %v", err)
	}
	mine.Close()
	mine.Close()
	if got := names(t, dir); !slices.Equal(got, []string{"out"}) {
		t.Errorf("left over: %q", got)
	}
}
