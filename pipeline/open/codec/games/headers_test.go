package games

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crosstable/fixtures"
	"crosstable/pipeline/open/codec/table"
)

var update = flag.Bool("update", false, "rewrite docs/headers.md")

// headersPage is docs/headers.md, made from the tables of schema.go.
func headersPage() string {
	var b strings.Builder
	b.WriteString("# Headers that are known\n\n" +
		"Case, width, spaces, underscores, hyphens and dots do not count: `White ID`, `white_id` and `ＷＨＩＴＥ－ＩＤ` are one\n" +
		"header. A header in brackets counts only where no better one for its column stands in the file. `--column` and\n" +
		"`--list-column` of `rate` name any other header. This page is made from the program's tables\n" +
		"(`go test ./pipeline/open/codec/games -update`).\n")
	for _, s := range schemas {
		fmt.Fprintf(&b, "\n## %s\n\nNeeded: %s.\n\n| column | other headers |\n|---|---|\n", strings.ToUpper(s.Kind[:1])+s.Kind[1:], strings.Join(needed(s), "; "))
		for _, c := range s.Columns {
			names := slices.Clone(c.Aliases)
			for _, w := range c.Weak {
				names = append(names, "("+w+")")
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", c.Name, strings.Join(names, ", "))
		}
	}
	return b.String()
}

func needed(s *table.Schema) (out []string) {
	for _, c := range s.Columns {
		if c.Needed {
			out = append(out, c.Name)
		}
	}
	for _, g := range s.OneOf {
		out = append(out, strings.Join(g, " or "))
	}
	return out
}

func TestHeadersPageIsThatOfTheTables(t *testing.T) {
	path := filepath.Join(fixtures.Dir(), "..", "docs", "headers.md")
	want := headersPage()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("docs/headers.md is not that of the tables (%v); write it with -update", err)
	}
}

// Every header of the tables alone is read as its column, whatever its case and width.
func TestEveryHeaderMeansItsColumn(t *testing.T) {
	wide := strings.NewReplacer(" ", "　", "a", "ａ", "e", "Ｅ", "1", "１")
	for _, s := range schemas {
		for i, c := range s.Columns {
			for _, h := range append(append([]string{c.Name}, c.Aliases...), c.Weak...) {
				for _, written := range []string{h, strings.ToUpper(h), " " + strings.ReplaceAll(h, " ", "_") + " ", wide.Replace(h)} {
					if got := s.Match(written); got != i && strings.EqualFold(strings.ToUpper(h), h) {
						t.Errorf("%s: %q is column %d, want %s", s.Kind, written, got, c.Name)
					}
				}
			}
		}
	}
}

// FuzzPeople gives any text as a newcomers and an alias file.
func FuzzPeople(f *testing.F) {
	f.Add("id,name,rating,level\nN1,Abe,1500,\nN2,Ito,,beginner\n")
	f.Add("alias,id,name\nA,1,\n")
	f.Fuzz(func(t *testing.T, in string) {
		if ns, _, err := ReadNewcomers(strings.NewReader(in), "f", table.Options{}, false); err == nil {
			seen := map[string]bool{}
			for _, n := range ns {
				if n.ID == "" || seen[n.ID] || !n.Rated && n.Level == LevelAbsent {
					t.Fatalf("newcomer %+v", n)
				}
				seen[n.ID] = true
			}
		}
		if as, _, err := ReadAliases(strings.NewReader(in), "f", table.Options{}); err == nil {
			for _, a := range as {
				if a.Alias == "" || a.ID == "" && a.Name == "" {
					t.Fatalf("alias %+v", a)
				}
			}
		}
	})
}
