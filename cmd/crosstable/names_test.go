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
	"unicode/utf8"

	"crosstable/engine/handicap"
	"crosstable/engine/method"
	"crosstable/engine/pairing"
	"crosstable/engine/rating"
	"crosstable/engine/tiebreak"
	"crosstable/fixtures"
)

// A method is known by its row: nobody outside its own room compares its name, or its aliases would be other methods.
func TestNoMethodIsAskedForByName(t *testing.T) {
	rooms := map[string]string{} // name -> the room that may compare it
	add := func(room string, rows []method.Info) {
		for _, in := range rows {
			for _, name := range append([]string{in.Name}, in.Aliases...) {
				rooms[strings.ToLower(name)] = room
			}
		}
	}
	add("engine/pairing/", infos(pairing.Systems))
	add("engine/handicap/", infos(handicap.Schemes))
	add("engine/tiebreak/", infos(tiebreak.Methods))
	add("engine/rating/", infos(rating.Systems))
	for _, word := range ordinaryWords {
		delete(rooms, word)
	}
	root := filepath.Dir(fixtures.Dir())
	files := token.NewFileSet()
	seen := 0
	for _, top := range []string{"engine", "sim", "pipeline", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			tree, err := parser.ParseFile(files, file, nil, 0)
			if err != nil {
				return err
			}
			seen++
			rel, _ := filepath.Rel(root, file)
			if strings.Contains(filepath.ToSlash(rel), "/codec/") {
				return nil // the words of a file's columns and records
			}
			for _, lit := range compared(tree) {
				word, err := strconv.Unquote(lit.Value)
				if err != nil {
					continue
				}
				if room, ok := rooms[strings.ToLower(word)]; ok && !strings.HasPrefix(filepath.ToSlash(rel), room) {
					t.Errorf("%s: compares %s, the name of a method of %s: a fact of the method stands on its row",
						files.Position(lit.Pos()), lit.Value, room)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 {
		t.Errorf("only %d files were read", seen)
	}
}

// ordinaryWords are names of methods that are words of other trades too: a level of a study, a kind of a column, a
// category of a file.
var ordinaryWords = []string{"none", "random", "simple", "points", "rating", "direct", "z", "lot"}

// compared lists the string literals that a file compares with something: ==, !=, case, strings.EqualFold.
func compared(tree *ast.File) (out []*ast.BasicLit) {
	take := func(list ...ast.Expr) {
		for _, e := range list {
			if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				out = append(out, lit)
			}
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				take(n.X, n.Y)
			}
		case *ast.CaseClause:
			take(n.List...)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "EqualFold" {
				take(n.Args...)
			}
		}
		return true
	})
	return out
}

// Lines of the rules and of the simulation are at most 120 columns, a tab being four.
func TestLinesFitTheScreen(t *testing.T) {
	root := filepath.Dir(fixtures.Dir())
	for _, top := range []string{"engine", "sim"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.Contains(filepath.ToSlash(file), "/engine/rating/") {
				return err
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for i, line := range strings.Split(string(data), "\n") {
				if n := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t"); n > 120 {
					t.Errorf("%s:%d: %d columns", file, i+1, n)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
