package job

import (
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
)

const locateSample = `# a job
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

func TestLocate(t *testing.T) {
	want := map[string]int{
		"title": 2, "out folder": 3, "text": 4, "raw": 8, "list": 10, "inputs": 14, "inputs.q1": 15, "inputs.a.b": 16,
		"stage[0]": 17, "stage[0].do": 18, "stage[1]": 19, "stage[1].do": 20, "stage[1].games": 21, "stage[1].deep": 22, "stage[1].deep.x": 23,
		"stage[1].more[0]": 24, "stage[1].more[0].y": 25, "stage[1].more[1]": 26, "stage[1].more[1].y": 27, "report.html": 28, "report.html.on": 29,
	}
	if diff := cmp.Diff(want, locate(locateSample)); diff != "" {
		t.Error(diff)
	}
	var v map[string]any
	if _, err := toml.Decode(locateSample, &v); err != nil {
		t.Fatalf("the sample is no TOML: %v", err)
	}
}

var index = regexp.MustCompile(`\[\d+\]`)

// Every key that the TOML reader finds is located, unless it stands in an inline table or is only implied by a
// dotted key; and looking never fails or leaves the document.
func FuzzLocate(f *testing.F) {
	f.Add(locateSample)
	f.Add("a = {b = 1}\nc.d = 1\n[x]\n[x.y]\n")
	f.Add("a=\"\"\"\"\"quoted\"\"\"\"\"\nb=''''one'''\nc=1")
	f.Fuzz(func(t *testing.T, text string) {
		at := locate(text)
		var v map[string]any
		md, err := toml.Decode(text, &v)
		if err != nil || strings.ContainsAny(text, "{\r\\") {
			return
		}
		found := map[string]bool{}
		lines := strings.Count(text, "\n") + 1
		for k, line := range at {
			if line < 1 || line > lines {
				t.Errorf("%s on line %d of %d", k, line, lines)
			}
			k = index.ReplaceAllString(k, "")
			found[k] = true
			for i := strings.LastIndexByte(k, '.'); i >= 0; i = strings.LastIndexByte(k, '.') {
				k = k[:i]
				found[k] = true
			}
		}
		for _, k := range md.Keys() {
			plain := strings.Join(k, ".")
			if strings.ContainsAny(plain, "[]") {
				return // an index could not be told from a name
			}
			if !found[plain] {
				t.Errorf("key %q not located in %q: %v", plain, text, at)
			}
		}
	})
}
