package tomldoc

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sample = `# a job
title = "x" # with = and [
"out folder" = 'y'
text = """
[not.a.table]
key = 1 \""" still inside
"""
raw = '''
[[stage]]'''
list = [
  "a", # comment ]
  "b", { c = 1 },
]
[inputs]
q1 = 1
a.b = 2
[[stage]]
do = "rate"
[[stage]]
do = "rate"
  games = ["x"]
[stage.deep]
x = 1
[[stage.more]]
y = 1
[[stage.more]]
y = 2
[ report . 'html' ]
on = true
`

func TestEveryKeyHasItsLine(t *testing.T) {
	want := map[string]int{
		"title": 2, "out folder": 3, "text": 4, "raw": 8, "list": 10, "inputs": 14,
		"inputs.q1": 15, "inputs.a.b": 16,

		"stage[0]": 17, "stage[0].do": 18, "stage[1]": 19, "stage[1].do": 20, "stage[1].games": 21,
		"stage[1].deep": 22, "stage[1].deep.x": 23,

		"stage[1].more[0]": 24, "stage[1].more[0].y": 25, "stage[1].more[1]": 26,
		"stage[1].more[1].y": 27,
		"report.html":        28, "report.html.on": 29,
	}
	_, at, err := Decode([]byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, at); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsWrongHasItsLine(t *testing.T) {
	for _, c := range []struct {
		text string
		line int
	}{
		{"a = 1\nb = \n", 2}, {"a = 1\n[[stage]\n", 2}, {"a = 1\na = 2\n", 0},
		{"x = 1\n" + strings.Repeat("a.", 2000) + "b = 1\n", 2},
	} {
		_, _, err := Decode([]byte(c.text))
		bad, ok := err.(*Error)
		if !ok || bad.Line != c.line && c.line > 0 {
			t.Errorf("%.20q: %v", c.text, err)
		}
	}
}

// Every table and value of a document that can be read is found on a line of the text; nothing panics.
func FuzzDecode(f *testing.F) {
	f.Add(sample)
	f.Add("a = {b = 1}\nc.d = 1\n[x]\n[x.y]\n")
	f.Add("a=\"\"\"\"\"quoted\"\"\"\"\"\nb=''''one'''\nc=1")
	f.Fuzz(func(t *testing.T, text string) {
		doc, at, err := Decode([]byte(text))
		if err != nil {
			return
		}
		lines := strings.Count(text, "\n") + 1
		for k, line := range at {
			if line < 1 || line > lines {
				t.Errorf("%s on line %d of %d", k, line, lines)
			}
		}
		for k, v := range doc {
			if _, list := v.([]any); list || strings.ContainsAny(text, "\\[") {
				continue // an array of tables has a line for each; a key may be written with escapes
			}
			found := false
			for key := range at {
				found = found || key == k || strings.HasPrefix(key, k+".")
			}
			if !found {
				t.Errorf("key %q not located in %q: %v", k, text, at)
			}
		}
	})
}
