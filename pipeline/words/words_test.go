package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crosstable/engine/grade"
	"crosstable/engine/handicap"
	"crosstable/engine/pairing"
	"crosstable/engine/tiebreak"
	"crosstable/fixtures"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/words"
)

func TestLanguagesAreTheFiles(t *testing.T) {
	files, err := filepath.Glob("*.toml")
	if err != nil || len(files) != len(words.Languages()) || words.Languages()[0] != "en" {
		t.Errorf("%v, languages %v, %v", files, words.Languages(), err)
	}
	if words.In("xx").Code != "en" || words.In("ja").Code != "ja" || words.In("ja").Get("no.such") != "no.such" {
		t.Error("an unknown language or key does not fall back")
	}
}

// verbs are what a text takes: %d, %s with their order, and the names in braces without it.
var verbs = regexp.MustCompile(`%(?:\[(\d)\])?([+#]?[.\d]*[a-zA-Z])|%%|\|`)
var names = regexp.MustCompile(`\{\w+\}`)

func takes(text string) string {
	var sorted []string
	for _, m := range names.FindAllString(text, -1) {
		if !slices.Contains(sorted, m) {
			sorted = append(sorted, m)
		}
	}
	slices.Sort(sorted)
	v := make([]string, 9)
	next := 0
	for _, m := range verbs.FindAllStringSubmatch(text, -1) {
		switch {
		case m[1] != "": // the number of the value
			v[m[1][0]-'1'] = m[2]
		case m[2] != "":
			v[next] += m[2]
			next++
		case m[0] == "|":
			v[8] += m[0]
		}
	}
	if strings.ContainsAny(strings.Join(v, ""), "abqAB") {
		slices.Sort(v) // the letters of reasons name their number: the order is free
	}
	return strings.Join(v, "") + strings.Join(sorted, "")
}

// Every key stands in every language, with text that takes the same verbs as English.
func TestEveryKeyInEveryLanguage(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.In(lang)
		for _, key := range words.In("en").Keys() {
			switch {
			case strings.HasPrefix(key, "rule."):
				// A rule need not quote all that its step has.
				if !w.Has(key) || w.Get(key) == "" {
					t.Errorf("%s lacks %s", lang, key)
				}
			case !w.Has(key) || w.Get(key) == "":
				t.Errorf("%s lacks %s", lang, key)
			case takes(w.Get(key)) != takes(words.In("en").Get(key)):
				t.Errorf("%s: %s takes other verbs than English: %q", lang, key, w.Get(key))
			}
		}
		for _, key := range w.Keys() {
			for _, other := range words.Languages() {
				if !words.In(other).Has(key) && (other != "en" || !english(key)) {
					t.Errorf("%s has %s, %s has not", lang, key, other)
				}
			}
		}
	}
}

// english are the sections whose English stands elsewhere: with the codes of issues, and as the messages themselves.
func english(key string) bool {
	section, _, _ := strings.Cut(key, ".")
	return slices.Contains([]string{"issue", "message", "phrase"}, section)
}

// Every row of the engine's tables has its words in every language.
func TestEveryMethodHasWords(t *testing.T) {
	var keys []string
	for _, s := range pairing.Systems {
		keys = append(keys, "system."+s.Name)
	}
	for _, s := range handicap.Schemes {
		keys = append(keys, "handicap."+s.Name)
	}
	for _, r := range pairing.Rules() {
		keys = append(keys, "rule."+r.Code)
	}
	for _, m := range tiebreak.Methods {
		keys = append(keys, "tiebreak."+m.Name)
	}
	for _, g := range grade.Grades {
		keys = append(keys, "grade."+g.Name)
	}
	for _, lang := range words.Languages() {
		for _, key := range keys {
			if !words.In(lang).Has(key) {
				t.Errorf("%s lacks %s", lang, key)
			}
		}
	}
}

// Every code of an issue has its title in every language, and a hint where it has one in English; the catalog has no
// code that is none.
func TestEveryIssueHasWords(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.In(lang)
		if lang == "en" {
			continue // stands with the codes
		}
		known := map[string]bool{}
		for _, c := range issue.Codes() {
			title, hint := "issue."+c.Code, "issue."+c.Code+".hint"
			known[title] = true
			if !w.Has(title) || w.Get(title) == "" || w.Get(title) == c.Title {
				t.Errorf("%s lacks the title of %s", lang, c.Code)
			}
			if known[hint] = c.Hint != ""; known[hint] != w.Has(hint) || w.Get(hint) == c.Hint {
				t.Errorf("%s: hint of %s is %q, in English %q", lang, c.Code, w.Get(hint), c.Hint)
			}
			for _, word := range quoted.FindAllString(c.Hint, -1) {
				if !strings.Contains(w.Get(hint), word) {
					t.Errorf("%s: the hint of %s does not name %s", lang, c.Code, word)
				}
			}
		}
		for _, key := range w.Keys() {
			if strings.HasPrefix(key, "issue.") && !known[key] {
				t.Errorf("%s: %s is no code of an issue", lang, key)
			}
		}
	}
}

// quoted are what is typed as it stands in every language: options, files and columns.
var quoted = regexp.MustCompile(`--[a-z-]+|[a-z]+\.(?:csv|json)|\b[a-z]+_[a-z]+\b`)

var templateKey = regexp.MustCompile(`\{\{-?\s*tf? "([^"]+)"|\(tf? "([^"]+)"`)

// Every key that the program names is in the catalog: the arguments of Get, F and Split, and t and tf of templates.
func TestEveryKeyUsedExists(t *testing.T) {
	root := filepath.Dir(fixtures.Dir())
	used := 0
	check := func(file, key string) {
		used++
		if !words.In("en").Has(key) {
			t.Errorf("%s: no words for %q", file, key)
		}
	}
	err := filepath.WalkDir(filepath.Join(root), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && (strings.HasPrefix(d.Name(), ".") && file != root || d.Name() == "testdata") {
				return fs.SkipDir
			}
			return err
		}
		switch {
		case strings.HasSuffix(file, ".tmpl"):
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for _, m := range templateKey.FindAllStringSubmatch(string(data), -1) {
				check(file, m[1]+m[2])
			}
		case strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go"):
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				sel, ok := call.Fun.(*ast.SelectorExpr)
				lit, isLit := call.Args[0].(*ast.BasicLit)
				if !ok || !isLit || lit.Kind != token.STRING || !slices.Contains([]string{"Get", "F", "Split"}, sel.Sel.Name) {
					return true
				}
				if key, err := strconv.Unquote(lit.Value); err == nil && regexp.MustCompile(`^[a-z]+\.[\w.-]+$`).MatchString(key) {
					check(file, key)
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if used < 120 {
		t.Errorf("only %d keys seen", used)
	}
}

// Nobody keeps a list of languages beside the files.
func TestNoOtherListOfLanguages(t *testing.T) {
	list := regexp.MustCompile(`"en",\s*"ja"|"ja",\s*"zh"`)
	root := filepath.Dir(fixtures.Dir())
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if m := list.Find(data); m != nil {
			t.Errorf("%s: %q", file, m)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
