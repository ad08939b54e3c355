package job

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crosstable/pipeline/outdir"
)

// folder is a job's folder with the files named, and makes it the working directory.
func folder(t *testing.T, files ...string) {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, f)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("id,name,rating\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

func load(text string) (*Job, error) {
	return parse("job.toml", []byte(text), outdir.Guard{Root: "."})
}

func reads(t *testing.T, s *Stage) []string {
	t.Helper()
	files, err := s.Reads("")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

const goodJob = `title = "League"
out = "results"
[inputs]
q1 = ["q1/*.csv"]
[[stage]]
do = "rate"
period = "2015-Q1"
list = "list.csv"
games = ["q1", "extra.csv"]
[[stage]]
do = "rate"
period = "2015-Q2"
after = "2015-Q1"
games = "q2"
check-moves = true
[report]
languages = ["ja", "en"]
`

func TestLoad(t *testing.T) {
	folder(t, "list.csv", "extra.csv", "q1/a.csv", "q1/b.csv", "q1/.hidden", "q2/c.csv", "q2/d.pgn")
	j, err := load(goodJob)
	if err != nil {
		t.Fatal(err)
	}
	if j.Title != "League" || j.Out != "results" || len(j.Stages) != 2 || strings.Join(j.Report.Languages, " ") != "ja en" || !j.Report.HTML {
		t.Errorf("job %+v", j)
	}
	one, two := j.Stages[0], j.Stages[1]
	if got := strings.Join(reads(t, one), " "); got != "q1/a.csv q1/b.csv extra.csv list.csv" {
		t.Errorf("first stage reads %s", got)
	}
	if got := strings.Join(reads(t, two), " "); got != "q2/c.csv q2/d.pgn" {
		t.Errorf("second stage reads %s", got)
	}
	if one.Name != "2015-Q1" || two.Upstream()[0] != one.Setup || !two.Given("check-moves") || one.Line != 5 || two.Line != 10 {
		t.Errorf("stages %+v %+v", one, two)
	}
}

// Each slip is told with its line, and all slips of a file at once.
func TestProblemsHaveLines(t *testing.T) {
	folder(t, "list.csv", "q1/a.csv", "q1/b.csv")
	if err := os.Symlink(os.TempDir(), "away"); err != nil {
		t.Fatal(err)
	}
	stage := "out = \"o\"\n[[stage]]\ndo = \"rate\"\nperiod = \"2015-Q1\"\nlist = \"list.csv\"\ngames = \"q1\"\n"
	for _, c := range []struct{ name, text, want string }{
		{"syntax", "out = \"o\"\ntitle = \n", "job.toml:2: unexpected character"},
		{"a line that ends too soon", "a = 1\n[[stage]\nb = 1\n", "job.toml:2: expected ']]'"},
		{"unknown key", "outt = \"o\"\n" + stage, `job.toml:1: unknown key "outt" in the job; did you mean "out"?`},
		{"unknown key in a stage", stage + "gmaes = 1\n", `job.toml:7: unknown key "gmaes" in the stage rate; did you mean "games"?`},
		{"unknown key in the second of two stages", stage + "[[stage]]\ndo = \"rate\"\nname = \"x\"\nperiod = \"2015-Q2\"\nafter = \"2015-Q1\"\ngames = \"q1\"\nzzz = 1", `job.toml:13: unknown key "zzz"`},
		{"unknown key in report", stage + "[report]\ncolour = \"red\"\n", `job.toml:8: unknown key "colour" in [report]; known: html`},
		{"no out", strings.TrimPrefix(stage, "out = \"o\"\n"), `job.toml: the job needs the key "out"`},
		{"no stage", "out = \"o\"\n", `needs the key "stage"`},
		{"no do", "out = \"o\"\n[[stage]]\nperiod = \"2015-Q1\"\n", `job.toml:2: the stage needs the key "do": rate`},
		{"unknown do", "out = \"o\"\n[[stage]]\ndo = \"raet\"\n", `job.toml:3: no stage "raet"; did you mean "rate"?`},
		{"needed key", "out = \"o\"\n[[stage]]\ndo = \"rate\"\nlist = \"list.csv\"\ngames = \"q1\"\n", `job.toml:2: the stage rate needs the key "period"`},
		{"list or after", "out = \"o\"\n[[stage]]\ndo = \"rate\"\nperiod = \"2015-Q1\"\ngames = \"q1\"\n", `job.toml:2: the stage rate needs the key "list", or "after"`},
		{"period", strings.Replace(stage, "2015-Q1", "2015-Q5", 1), `job.toml:4: period: period "2015-Q5"`},
		{"type of a text", strings.Replace(stage, `"2015-Q1"`, "2015", 1), `job.toml:4: period: period`},
		{"type of a flag", stage + "elo-tags = \"yes\"\n", `job.toml:7: elo-tags: "yes" is none of: ignore, list`},
		{"type of a list", strings.Replace(stage, `"q1"`, "[1, 2]", 1), `job.toml:6: games must be a list of texts`},
		{"type of a count", stage + "[report]\nplayers = -1\n", `job.toml:8: players must be a whole number from 1`},
		{"no such file", strings.Replace(stage, "list.csv", "lst.csv", 1), `job.toml:5: stat lst.csv: no such file`},
		{"glob without match", strings.Replace(stage, `"q1"`, `"q1/*.pgn"`, 1), `job.toml:6: q1/*.pgn: no file matches`},
		{"two files for one", strings.Replace(stage, "list.csv", "q1/*", 1), `job.toml:5: list must be one file; 2 are named`},
		{"outside", strings.Replace(stage, "list.csv", "../list.csv", 1), `job.toml:5: ../list.csv lies outside the job's folder`},
		{"outside by link", strings.Replace(stage, "list.csv", "away/x.csv", 1), `job.toml:5: away/x.csv lies outside`},
		{"absolute", strings.Replace(stage, "list.csv", "/etc/hosts", 1), `job.toml:5: /etc/hosts lies outside`},
		{"results outside", strings.Replace(stage, `"o"`, `"../o"`, 1), `job.toml:1: out: ../o lies outside`},
		{"results in the folder itself", strings.Replace(stage, `"o"`, `"."`, 1), `job.toml:1: out: name a folder below`},
		{"standard input", strings.Replace(stage, `"q1"`, `"-"`, 1), `job.toml:6: a job reads files`},
		{"after nothing", stage + "[[stage]]\ndo = \"rate\"\nperiod = \"2015-Q2\"\nafter = \"2014-Q4\"\ngames = \"q1\"\n", `job.toml:10: no stage "2014-Q4" stands before this one`},
		{"list and after", stage + "[[stage]]\ndo = \"rate\"\nperiod = \"2015-Q2\"\nafter = \"2015-Q1\"\nlist = \"list.csv\"\ngames = \"q1\"\n", `job.toml:11: list: stage "2015-Q1" hands on its own`},
		{"two stages of one name", stage + stage[len("out = \"o\"\n"):], `a stage is called "2015-Q1" already, on line 2`},
		{"name that is no folder", stage + "name = \"../x\"\n", `job.toml:7: name "../x" cannot be a folder's name`},
		{"system", stage + "system = \"jca\"\n", `job.toml:7: system: unknown rating system "jca"`},
		{"on-conflict", stage + "on-conflict = \"white\"\n", `job.toml:7: on-conflict: "white" is none of: aside, tag, terminator`},
		{"encoding", stage + "encoding = \"klingon\"\n", `job.toml:7: encoding: `},
		{"language", stage + "[report]\nlanguages = \"fr\"\n", `job.toml:8: no language "fr"; known: en, ja, zh`},
		{"unused input", stage + "[inputs]\nq9 = \"list.csv\"\n", `job.toml:8: input "q9" is used by no stage`},
		{"stage as a table", "out = \"o\"\n[stage]\ndo = \"rate\"\n", `job.toml:2: each stage is a table of its own: [[stage]]`},
	} {
		_, err := load(c.text)
		var bad Problems
		if !errors.As(err, &bad) {
			t.Errorf("%s: error %v", c.name, err)
			continue
		}
		if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n%v\nwant: %s", c.name, err, c.want)
		}
	}
	_, err := load("x = 1\n" + stage + "y = 2\n[report]\nz = 3\n")
	if n := len(strings.Split(err.Error(), "\n")); n != 3 {
		t.Errorf("%d of 3 problems told:\n%v", n, err)
	}
}

func TestJobOfOneByteIsSaidToBeWrong(t *testing.T) {
	for b := range 256 {
		if _, err := load(string([]byte{byte(b)})); err == nil {
			t.Errorf("a job of the byte %#x was taken", b)
		}
	}
}

// Whatever a job file holds, loading it says something and never fails otherwise.
func FuzzLoad(f *testing.F) {
	f.Add(goodJob)
	f.Add("out = \"o\"\n[[stage]]\ndo = \"rate\"\n")
	f.Add("stage = 1\ninputs = 2\nreport = 3\nout = []\n")
	f.Add("[[stage]]\ndo=\"rate\"\nafter=\"\"\nlist=[]\n[inputs]\nx={y=1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "/") || strings.Contains(text, "..") {
			return // keep the search in this folder
		}
		j, err := load(text)
		var bad Problems
		if (j == nil) == (err == nil) || err != nil && (!errors.As(err, &bad) || len(bad) == 0) {
			t.Errorf("job %v, error %v", j, err)
		}
	})
}
