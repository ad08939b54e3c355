package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crosstable/fixtures"
)

// edges lists what each room may import of this module: engine <- sim, engine <- pipeline, all <- cmd, and
// finer inside the rooms. The first row whose pattern fits a package counts; "x/*" is one level below x,
// "x/..." is x and everything below. A package that no row fits fails the test: a new room is a decision.
var edges = []struct {
	from string
	to   []string
}{
	{"engine", nil},
	{"engine/method", nil},
	{"engine/matching", nil},
	{"engine/enginetest", []string{"engine"}}, // events for the tests of every room
	{"engine/num", nil},
	{"engine/fide", nil},
	{"engine/handicap", []string{"engine", "engine/method", "engine/matching", "engine/pairing/field"}},
	{"engine/pairing", []string{"engine", "engine/method", "engine/matching", "engine/handicap", "engine/pairing/*"}},
	{"engine/pairing/dutch2017", []string{"engine", "engine/method", "engine/pairing/fide", "engine/pairing/dutch"}},                   // an edition of it
	{"engine/pairing/burstein", []string{"engine", "engine/method", "engine/matching", "engine/pairing/fide", "engine/pairing/dutch"}}, // its seeding rounds
	{"engine/pairing/...", []string{"engine", "engine/method", "engine/matching", "engine/handicap", "engine/tiebreak", "engine/pairing/field", "engine/pairing/fide"}},
	{"engine/tiebreak", []string{"engine", "engine/method", "engine/num", "engine/fide"}},
	{"engine/standing", []string{"engine", "engine/method", "engine/tiebreak"}},
	{"engine/rating", []string{"engine", "engine/method", "engine/num", "engine/fide", "engine/rating/*"}},
	{"engine/rating/...", []string{"engine", "engine/method"}},
	{"engine/grade", []string{"engine", "engine/method", "engine/rating"}},
	{"engine/check", []string{"engine", "engine/method", "engine/pairing", "engine/handicap"}},
	{"sim/study/stats", []string{"sim"}},
	{"sim/study/store", nil},
	{"sim/...", []string{"engine/...", "sim/..."}},
	// The ground of pipeline: what every trade stands on.
	{"pipeline/issue", nil},
	{"pipeline/record", []string{"engine"}},
	{"pipeline/date", []string{"pipeline/issue", "pipeline/record"}},
	{"pipeline/outdir", nil},
	{"pipeline/identity", []string{"pipeline/issue", "pipeline/date", "pipeline/record", "pipeline/open/codec/..."}},
	{"pipeline/event", []string{"engine/...", "pipeline/issue", "pipeline/date", "pipeline/record"}},
	// One way in: names to bytes, bytes to games, events and lists.
	{"pipeline/open/source", []string{"engine/method", "pipeline/issue"}},
	{"pipeline/open/codec/...", []string{"engine/...", "pipeline/issue", "pipeline/date", "pipeline/record", "pipeline/event",
		"pipeline/open/source", "pipeline/open/codec/..."}},
	{"pipeline/open/tally", nil}, // an oracle: it shares nothing with the readers
	{"pipeline/open", with("pipeline/open/tally")},
	// Out: the words of the languages, tables, charts, pages.
	{"pipeline/words", nil},
	{"pipeline/render", []string{"pipeline/words", "pipeline/open/codec/table"}},
	{"pipeline/render/chart", []string{"pipeline/words"}},
	{"pipeline/render/simpage", []string{"sim/...", "pipeline/words", "pipeline/render/..."}},
	{"pipeline/render/...", with("pipeline/period", "pipeline/words", "pipeline/render/...", "pipeline/open")},
	// The trades.
	{"pipeline/period", with("pipeline/open", "pipeline/words", "pipeline/render")},
	{"pipeline/office/fees", nil},
	{"pipeline/office/...", with("pipeline/open", "pipeline/words", "pipeline/render", "pipeline/period", "pipeline/office/...")},
	{"pipeline/desk/...", with("pipeline/open", "pipeline/words", "pipeline/render/...", "pipeline/desk/...")},
	{"pipeline/stage", []string{"engine/...", "pipeline/...", "sim/..."}},
	{"pipeline/job", []string{"engine/...", "pipeline/...", "sim/..."}},
	{"cmd/...", []string{"engine/...", "sim/...", "pipeline/...", "fixtures"}},
	{"fixtures", nil},
}

// ground is what every trade of pipeline may use: the rules, the ground rooms, the sources and codecs.
var ground = []string{"engine/...", "pipeline/issue", "pipeline/date", "pipeline/record", "pipeline/outdir",
	"pipeline/identity", "pipeline/event", "pipeline/open/source", "pipeline/open/codec/..."}

// with is the ground and more.
func with(more ...string) []string { return append(slices.Clone(ground), more...) }

// notInEngine are standard packages that would give the rules a file, a clock, a net or somebody else's luck.
// Packages of helpers for tests (enginetest) may use them.
var notInEngine = []string{"os", "os/exec", "os/signal", "time", "net", "net/http", "log", "log/slog",
	"io/fs", "path/filepath", "math/rand", "math/rand/v2", "crypto/rand", "syscall", "flag"}

// oneRoom are packages for which there is one room: CSV is written by pipeline/open/codec/table alone (its Row), text
// tables by pipeline/render, workbooks by both. Tests may hold them against something else.
var oneRoom = map[string][]string{
	"encoding/csv":                          nil,
	"github.com/gocarina/gocsv":             {"pipeline/open/codec/table"},
	"github.com/jedib0t/go-pretty/v6/table": {"pipeline/render"},
	"github.com/xuri/excelize/v2":           {"pipeline/render", "pipeline/open/codec/table"},
}

func hasRoom(name string) bool { _, ok := oneRoom[name]; return ok }

func fits(pattern, pkg string) bool {
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == base || strings.HasPrefix(pkg, base+"/")
	}
	if base, ok := strings.CutSuffix(pattern, "/*"); ok {
		return path.Dir(pkg) == base
	}
	return pattern == pkg
}

func TestImportEdges(t *testing.T) {
	root := filepath.Dir(fixtures.Dir())
	files := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); file != root && (strings.HasPrefix(name, ".") || name == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		files++
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		checkEdges(t, file, rel)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 10 {
		t.Fatalf("only %d Go files seen below %s", files, root)
	}
}

func checkEdges(t *testing.T, file, rel string) {
	t.Helper()
	pkg := path.Dir(rel)
	row := slices.IndexFunc(edges, func(e struct {
		from string
		to   []string
	}) bool {
		return fits(e.from, pkg)
	})
	if row < 0 {
		t.Errorf("%s: package %s is in no room of the table in edges_test.go", rel, pkg)
		return
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", rel, err)
		return
	}
	isTest := strings.HasSuffix(rel, "_test.go")
	for _, imp := range f.Imports {
		name := strings.Trim(imp.Path.Value, `"`)
		target, own := strings.CutPrefix(name, "crosstable/")
		switch {
		case own && isTest:
			// A test may bring readers and fixtures to the rules; the compiler refuses cycles.
			if strings.HasPrefix(target, "cmd/") {
				t.Errorf("%s: a test imports %s; the command line is nobody's library", rel, name)
			}
		case own:
			if !slices.ContainsFunc(edges[row].to, func(p string) bool { return fits(p, target) }) {
				t.Errorf("%s: %s must not import %s (edges_test.go)", rel, pkg, target)
			}
		case !isTest && hasRoom(name) && !slices.Contains(oneRoom[name], pkg):
			t.Errorf("%s: %s is imported by %v alone", rel, name, oneRoom[name])
		case !isTest && !strings.HasSuffix(pkg, "test") && strings.HasPrefix(pkg+"/", "engine/") && slices.Contains(notInEngine, name):
			t.Errorf("%s: engine is pure and must not import %q", rel, name)
		}
	}
}

func TestFits(t *testing.T) {
	for _, c := range []struct {
		pattern, pkg string
		want         bool
	}{
		{"engine", "engine", true}, {"engine", "engine/rating", false},
		{"engine/...", "engine", true}, {"engine/...", "engine/pairing/jca", true}, {"engine/...", "engineer", false},
		{"engine/pairing/*", "engine/pairing/jca", true}, {"engine/pairing/*", "engine/pairing", false},
	} {
		if got := fits(c.pattern, c.pkg); got != c.want {
			t.Errorf("fits(%q, %q) = %v", c.pattern, c.pkg, got)
		}
	}
}
