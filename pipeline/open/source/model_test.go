package source

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
)

var update = flag.Bool("update", false, "write models.txt as its maker makes it")

// models.txt is as its maker makes it: no character or word twice in a section, lines of at most 100 columns.
func TestModelsFile(t *testing.T) {
	var out strings.Builder
	for i, part := range strings.Split(strings.TrimSpace(modelData), "\n\n") {
		if i > 0 {
			out.WriteString("\n")
		}
		var tokens []string
		seen := map[string]bool{}
		words := false
		for _, l := range strings.Split(part, "\n") {
			if strings.HasPrefix(l, "#") || strings.HasPrefix(l, "[") {
				out.WriteString(l + "\n")
				words = words || strings.HasSuffix(l, "Words]") || strings.HasSuffix(l, "Surnames]")
				continue
			}
			items := strings.Fields(l)
			if !words {
				items = strings.Split(strings.Join(items, ""), "")
			}
			for _, x := range items {
				if !seen[x] {
					seen[x] = true
					tokens = append(tokens, x)
				}
			}
		}
		line := ""
		for _, x := range tokens {
			if words && line != "" {
				x = " " + x
			}
			if runewidth.StringWidth(line+x) > 100 {
				out.WriteString(line + "\n")
				line, x = "", strings.TrimSpace(x)
			}
			line += x
		}
		if line != "" {
			out.WriteString(line + "\n")
		}
	}
	if out.String() == modelData {
		return
	}
	if !*update {
		t.Fatal("models.txt is not as its maker makes it; run this test with -update")
	}
	if err := os.WriteFile("models.txt", []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
