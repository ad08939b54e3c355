package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"crosstable/fixtures"
	"crosstable/pipeline/issue"
)

// Every code that the program gives is a row of a table, and every row is complete: what crosstable
// explain says is never a dead end.
func TestIssueCodesAreInTheTables(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range issue.Codes() {
		if seen[c.Code] {
			t.Errorf("code %s stands in two rows", c.Code)
		}
		seen[c.Code] = true
		if c.Title == "" || len(c.Explain) < 20 || strings.ToLower(c.Code) != c.Code || strings.ContainsAny(c.Code, " _") {
			t.Errorf("code %s: a title, an explanation of some words and a code in lower case with hyphens are needed", c.Code)
		}
		if stopAtEnd(c.Title) || stopAtEnd(c.Hint) {
			t.Errorf("code %s: title and hint end without a full stop", c.Code)
		}
	}
	used := map[string]string{}
	root := filepath.Dir(fixtures.Dir())
	for _, room := range []string{"cmd", "pipeline", "sim", "engine"} {
		err := filepath.WalkDir(filepath.Join(root, room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, path, nil, 0)
			if err != nil {
				return err
			}
			for code, at := range codesIn(fset, f) {
				used[code] = at
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(used) < 10 {
		t.Fatalf("only %d codes found in the source; does the search still fit?", len(used))
	}
	for code, at := range used {
		if !seen[code] {
			t.Errorf("%s gives the code %q, which no table has", at, code)
		}
	}
	for code := range seen {
		if used[code] == "" && !mentioned(t, root, code) {
			t.Errorf("code %q is in a table and given nowhere", code)
		}
	}
}

// codesIn finds the literal codes of issue.New calls, of issue.Issue literals, and of codes that are kept
// in variables or passed on: any literal that is a code is looked for by mentioned.
func codesIn(fset *token.FileSet, f *ast.File) map[string]string {
	out := map[string]string{}
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && s != "" {
				out[s] = fset.Position(lit.Pos()).String()
			}
		}
	}
	isIssue := func(e ast.Expr) bool {
		s, ok := e.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		x, ok := s.X.(*ast.Ident)
		return ok && x.Name == "issue" && (s.Sel.Name == "New" || s.Sel.Name == "Issue")
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if isIssue(n.Fun) && len(n.Args) > 0 {
				add(n.Args[0])
			}
		case *ast.CompositeLit:
			if isIssue(n.Type) {
				for _, el := range n.Elts {
					if kv, ok := el.(*ast.KeyValueExpr); ok {
						if k, ok := kv.Key.(*ast.Ident); ok && k.Name == "Code" {
							add(kv.Value)
						}
					}
				}
			}
		}
		return true
	})
	return out
}

// mentioned looks for the code as a literal outside the tables.
func mentioned(t *testing.T, root, code string) bool {
	t.Helper()
	found := false
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || found {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if strings.HasPrefix(name, ".") && path != root || name == "testdata" || name == "fixtures" || name == "docs" {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "codes_") {
			return nil
		}
		found = strings.Contains(sourceText(t, path), `"`+code+`"`)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

var sources = map[string]string{}

func sourceText(t *testing.T, path string) string {
	t.Helper()
	if s, ok := sources[path]; ok {
		return s
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sources[path] = string(b)
	return sources[path]
}

// stopAtEnd: a full stop, but not an ellipsis.
func stopAtEnd(s string) bool { return strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "..") }
