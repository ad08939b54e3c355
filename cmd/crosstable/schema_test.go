package main

// The JSON that the program prints and writes is what docs/schema says it is.

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"crosstable/fixtures"
)

// schemaCase is a command (files stand under fixtures as @name, results under a scratch folder as %name) and the
// document that it makes.
type schemaCase struct {
	schema string
	args   string   // "": the document of an earlier case
	file   string   // that was written; "": what is printed
	holds  []string // lest the document be right because it is empty
}

var schemaCases = []schemaCase{
	{"manifest", "run @demo/quarter.toml --out %job", "job/manifest.json", []string{`"do": "rate"`, `"sha256"`}},
	{"rate", "", "job/2015-Q1/summary.json", []string{`"second_count"`, `"by_code"`, `"result_tags"`}},
	{"chain", "rate --list @demo/lists/2014-Q4.csv --quarters %quarters --out %chain", "chain/summary.json",
		[]string{`"first_period"`, `"2015-Q2"`}},
	{"pair", "pair @trf/b.trf --system dutch --format json --explain", "", []string{`"steps"`, `"score"`, `"pairs"`}},
	{"check", "check @trf/d0006.trf --system lim --json", "", []string{`"only_in_pairing"`, `"why"`}},
	{"check", "check @trf/d0006.trf %broken.json --system dutch --json", "", []string{`"error"`}},
	{"standings", "standings @tiebreaks/pl-swiss.trf --json --crosstable --explain 1 --fill --prizes 100,50", "",
		[]string{`"working"`, `"federation"`, `"color"`, `"filled"`, `"prize"`}},
	{"forecast", "simulate forecast @trf/b.trf --system dutch --replicates 20 --json", "", []string{`"expected_place"`}},
	{"validate", "validate @demo/2015-Q1/web.csv @trf/b.trf --json", "", []string{`"hint"`, `"event"`}},
	{"event", "convert @trf/d0006.trf %event.json", "event.json", []string{`"color"`}},
}

func TestDocumentsKeepTheirSchemas(t *testing.T) {
	out := t.TempDir()
	schemas := filepath.Join(fixtures.Dir(), "..", "docs", "schema")
	for _, q := range []string{"2015-Q1", "2015-Q2"} {
		if err := os.CopyFS(filepath.Join(out, "quarters", q), os.DirFS(filepath.Join(fixtures.Dir(), "demo", q))); err != nil {
			t.Fatal(err)
		}
	}
	const broken = `{"format": "crosstable-event", "version": 1, "players": []}`
	if err := os.WriteFile(filepath.Join(out, "broken.json"), []byte(broken), 0o666); err != nil {
		t.Fatal(err)
	}
	var used []string
	for _, c := range schemaCases {
		name := c.schema + ".schema.json"
		used = append(used, name)
		doc := c.document(t, out)
		for _, word := range c.holds {
			if !bytes.Contains(doc, []byte(word)) {
				t.Errorf("%s: %s is not in the document of %q", c.schema, word, c.args)
			}
		}
		s, err := jsonschema.NewCompiler().Compile(filepath.Join(schemas, name))
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
		if err != nil {
			t.Errorf("%s: %v\n%s", c.args, err, doc)
		} else if err := s.Validate(value); err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
	}
	files, err := os.ReadDir(schemas)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.Contains(used, f.Name()) {
			t.Errorf("no document is held against %s", f.Name())
		}
	}
}

// document runs the command and gives what it printed or wrote.
func (c schemaCase) document(t *testing.T, out string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if c.args != "" {
		args := []string{"crosstable"}
		for _, a := range strings.Fields(c.args) {
			if rest, ok := strings.CutPrefix(a, "@"); ok {
				a = filepath.Join(fixtures.Dir(), filepath.FromSlash(rest))
			} else if rest, ok := strings.CutPrefix(a, "%"); ok {
				a = filepath.Join(out, filepath.FromSlash(rest))
			}
			args = append(args, a)
		}
		run(args, strings.NewReader(""), &stdout, &stderr)
	}
	if c.file == "" {
		return stdout.Bytes()
	}
	doc, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(c.file)))
	if err != nil {
		t.Fatalf("%s: %v\n%s", c.schema, err, &stderr)
	}
	return doc
}
