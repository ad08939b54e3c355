package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crosstable/fixtures"
	"crosstable/pipeline/job"
	"crosstable/pipeline/stage"
)

// TestDocuments runs every command that the documents show, and compares what they show of its output. In a
// fenced block marked console,
//
//	$ crosstable list systems
//	name ...
//
// is run by a shell in a folder that looks like the root of a checkout: it holds fixtures/, and crosstable is
// in the path. Lines up to the next $ are what it prints, stdout and stderr; a line "..." stands for any
// lines; nothing shown, nothing compared. "# exit 3" at the end of a command is the exit code that is expected;
// without it 0, and 1 (done, with findings), pass. A document's commands run one after another in one folder.
// "# long" ends a study that takes long: it is compared under CROSSTABLE_LONG only; else it is run with 8 replicates and
// nothing is compared. A make command is not run: it must be a target. With -update the output shown is written anew; where "..."
// stands, as many lines before and after it as there were.
func TestDocuments(t *testing.T) {
	root := filepath.Dir(fixtures.Dir())
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	docs = append([]string{filepath.Join(root, "README.md")}, docs...)
	commands := 0
	for _, doc := range docs {
		text, err := os.ReadFile(doc)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(doc), func(t *testing.T) {
			d := &document{root: root, name: filepath.Base(doc)}
			out := d.run(t, string(text))
			commands += d.commands
			if *update && out != string(text) {
				if err := os.WriteFile(doc, []byte(out), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if commands < 5 {
		t.Errorf("only %d commands found in the documents", commands)
	}
}

type document struct {
	root, name string
	dir        string // made with the first command
	commands   int
}

// run gives the document with the output its commands print now.
func (d *document) run(t *testing.T, text string) string {
	lines := strings.SplitAfter(text, "\n")
	var out strings.Builder
	inside := false
	for i := 0; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			inside = !inside && line == "```console"
		case inside && strings.HasPrefix(line, "$ "):
			command := strings.TrimPrefix(line, "$ ")
			out.WriteString(lines[i])
			for strings.HasSuffix(command, "\\") && i+1 < len(lines) {
				i++
				out.WriteString(lines[i])
				command += "\n" + strings.TrimRight(lines[i], "\n")
			}
			var shown []string
			for i+1 < len(lines) && !strings.HasPrefix(lines[i+1], "$ ") && !strings.HasPrefix(lines[i+1], "```") {
				i++
				shown = append(shown, strings.TrimRight(lines[i], "\n"))
			}
			for _, l := range d.command(t, command, shown) {
				out.WriteString(l + "\n")
			}
			continue
		}
		out.WriteString(lines[i])
	}
	return out.String()
}

// shortStudy plays a long study shortly.
func shortStudy(command string) string {
	return longCommand.ReplaceAllString(command, " --replicates 8")
}

var (
	longCommand = regexp.MustCompile(`\s*# long$`)
	wantedExit  = regexp.MustCompile(`\s# exit (\d+)$`)
	makeTarget  = regexp.MustCompile(`^make( [a-z-]+)?$`)
)

// command runs one command and gives the lines to show.
func (d *document) command(t *testing.T, command string, shown []string) []string {
	d.commands++
	if makeTarget.MatchString(command) {
		makefile, err := os.ReadFile(filepath.Join(d.root, "Makefile"))
		if err != nil {
			t.Fatal(err)
		}
		if target := strings.TrimPrefix(command, "make "); !bytes.Contains(makefile, []byte("\n"+target+":")) {
			t.Errorf("%s: %s: no such target", d.name, command)
		}
		return shown
	}
	if d.dir == "" {
		d.prepare(t)
	}
	want := []int{0, 1}
	if m := wantedExit.FindStringSubmatch(command); m != nil {
		n, _ := strconv.Atoi(m[1])
		want = []int{n}
	}
	long := longCommand.MatchString(command)
	compared := len(shown) > 0
	if long && os.Getenv("CROSSTABLE_LONG") == "" {
		command, compared = shortStudy(command), false
	}
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir = d.dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Join(d.dir, ".bin")+string(os.PathListSeparator)+os.Getenv("PATH"), "LC_ALL=C.UTF-8")
	said, err := cmd.CombinedOutput()
	code := 0
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		code = failed.ExitCode()
	} else if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	if !slices.Contains(want, code) {
		t.Errorf("%s: $ %s\nexit code %d, want %v\n%s", d.name, command, code, want, said)
	}
	got := strings.Split(strings.TrimRight(string(said), "\n"), "\n")
	if !compared || matchLines(shown, got) {
		return shown
	}
	if *update {
		return elide(shown, got)
	}
	t.Errorf("%s: $ %s\nprints:\n%s\nthe document shows:\n%s", d.name, command, strings.Join(got, "\n"), strings.Join(shown, "\n"))
	return shown
}

func (d *document) prepare(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash here")
	}
	d.dir = t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(d.dir, ".bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(d.dir, ".bin", "crosstable")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(d.dir, "fixtures"), fixtures.FS); err != nil {
		t.Fatal(err)
	}
}

const anyLines = "..."

// matchLines compares lines, where "..." stands for any lines.
func matchLines(pattern, lines []string) bool {
	if len(pattern) == 0 {
		return len(lines) == 0
	}
	if pattern[0] == anyLines {
		for i := range len(lines) + 1 {
			if matchLines(pattern[1:], lines[i:]) {
				return true
			}
		}
		return false
	}
	return len(lines) > 0 && lines[0] == pattern[0] && matchLines(pattern[1:], lines[1:])
}

// elide shows as many lines before and after "..." as the pattern has.
func elide(pattern, lines []string) []string {
	i := slices.Index(pattern, anyLines)
	if i < 0 {
		return lines
	}
	after := len(pattern) - 1 - i
	if i+after >= len(lines) {
		return lines
	}
	return slices.Concat(lines[:i], []string{anyLines}, lines[len(lines)-after:])
}

func TestMatchLines(t *testing.T) {
	for _, c := range []struct {
		pattern, lines string
		want           bool
	}{
		{"a b", "a b", true}, {"a b", "a c", false}, {"a ...", "a b c", true}, {"a ... c", "a c", true},
		{"a ... c", "a b", false}, {"... c", "a b c", true}, {"a", "a b", false}, {"...", "", true},
	} {
		if got := matchLines(strings.Fields(c.pattern), strings.Fields(c.lines)); got != c.want {
			t.Errorf("%q against %q: %v", c.pattern, c.lines, got)
		}
	}
	if got := elide(strings.Fields("a ... z"), strings.Fields("1 2 3 4")); strings.Join(got, " ") != "1 ... 4" {
		t.Errorf("%q", got)
	}
}

// docs/files.md lists the keys of job files as the tables have them.
func TestJobKeysInTheDocuments(t *testing.T) {
	var b strings.Builder
	section := func(title string, keys []job.Key) {
		b.WriteString("**" + title + "**\n\n| key | value | what |\n|---|---|---|\n")
		for _, k := range keys {
			name := "`" + k.Name + "`"
			if k.Needed {
				name += " (needed)"
			}
			b.WriteString("| " + name + " | " + k.Value + " | " + k.Summary + " |\n")
		}
		b.WriteString("\n")
	}
	section("The job", job.TopKeys)
	for i := range stage.Kinds {
		k := &stage.Kinds[i]
		keys := slices.Clone(job.CommonKeys)
		for _, o := range k.Setup(true).Options {
			what := o.Help
			if def := o.Value.Default(); def != "" && def != "false" && o.Name != "jobs" && // the machine's own
				!strings.Contains(what, "default") {
				what += "; default " + def
			}
			if len(o.Unless) > 0 {
				what += "; not with " + strings.Join(o.Unless, " or ")
			}
			keys = append(keys, job.Key{Name: o.Name, Value: o.Value.Shape.String(), Needed: o.Needed, Summary: what})
		}
		section("`[[stage]]` with `do = \""+k.Name+"\"`: "+k.Summary, keys)
	}
	section("`[report]`", job.ReportKeys)
	path := filepath.Join(filepath.Dir(fixtures.Dir()), "docs", "files.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), "<!-- keys -->\n")
	shown, after, ok2 := strings.Cut(rest, "<!-- /keys -->")
	if !ok1 || !ok2 {
		t.Fatal("docs/files.md has no place <!-- keys --> for the keys")
	}
	want := "\n" + b.String()
	if shown == want {
		return
	}
	if !*update {
		t.Errorf("docs/files.md does not list the keys as they are; run this test with -update. Keys:\n%s", want)
		return
	}
	if err := os.WriteFile(path, []byte(before+"<!-- keys -->\n"+want+"<!-- /keys -->"+after), 0o666); err != nil {
		t.Fatal(err)
	}
}
