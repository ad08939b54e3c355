// Package words is the catalog of what the program says to people, one file a language (en.toml, ja.toml, zh.toml),
// keyed by code: "rate.movers", "rule.jca.5.1", "tiebreak.BH". A new language is one more file; a test fails on a key
// that a language lacks, on texts whose verbs differ, and on a key that the program uses and no file has.
//
// The engine hands codes and parameters; the texts quote them (%d, {a}). The section "message" is keyed by the English
// text itself, as gettext does: these are the messages of issues, which stand in English where they are made.
//
// Terms are those of the JCA and JCCA rules in Japanese, of the xiangqi federation in Chinese, and of the FIDE Handbook.
package words

import (
	"embed"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed *.toml
var files embed.FS

// Lang is the words of one language.
type Lang struct {
	Code string // "en"
	text map[string]string
}

// reference is the language that every key stands in, and what others fall back to.
const reference = "en"

var catalog = sync.OnceValue(func() map[string]*Lang {
	all := map[string]*Lang{}
	names, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, n := range names {
		data, err := files.ReadFile(n.Name())
		if err != nil {
			panic(err)
		}
		code := strings.TrimSuffix(n.Name(), path.Ext(n.Name()))
		l, err := parse(code, data)
		if err != nil {
			panic(err) // the files are embedded and a test reads them
		}
		all[code] = l
	}
	return all
})

// parse reads a file of words: tables of texts, whose names and keys make the key.
func parse(code string, data []byte) (*Lang, error) {
	var tables map[string]map[string]string
	if err := toml.Unmarshal(data, &tables); err != nil {
		return nil, fmt.Errorf("words of %s: %w", code, err)
	}
	l := &Lang{code, map[string]string{}}
	for name, table := range tables {
		for key, text := range table {
			l.text[name+"."+key] = text
		}
	}
	return l, nil
}

// Languages lists the codes of the languages, English first, then by name.
func Languages() []string {
	out := []string{reference}
	for code := range catalog() {
		if code != reference {
			out = append(out, code)
		}
	}
	slices.Sort(out[1:])
	return out
}

// In gives the words of a language; English for one that has no file.
func In(code string) *Lang {
	if l, ok := catalog()[code]; ok {
		return l
	}
	return catalog()[reference]
}

// Has reports whether the language itself has a key.
func (l *Lang) Has(key string) bool { _, ok := l.text[key]; return ok }

// Get is the text of a key: in the language, else in English, else the key.
func (l *Lang) Get(key string) string { return l.Or(key, key) }

// Or is the text of a key, or other where no language has it.
func (l *Lang) Or(key, other string) string {
	if t, ok := l.text[key]; ok {
		return t
	}
	if t, ok := catalog()[reference].text[key]; ok {
		return t
	}
	return other
}

// Phrase is the text of words that stand in English where they are made (rating systems' words of themselves), which
// are their own key.
func (l *Lang) Phrase(english string) string { return l.Or("phrase."+english, english) }

// F is the text of a key with its verbs filled in.
func (l *Lang) F(key string, args ...any) string { return fmt.Sprintf(l.Get(key), args...) }

// Split is the text of a key cut at its bars: the headings of a table.
func (l *Lang) Split(key string) []string { return strings.Split(l.Get(key), "|") }

// Keys lists the keys that stand in the language's own file, sorted.
func (l *Lang) Keys() []string { return slices.Sorted(maps.Keys(l.text)) }
