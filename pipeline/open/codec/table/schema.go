package table

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"crosstable/engine/method"
)

// Column is one column that a kind of file may have.
type Column struct {
	Name    string   // as in the command-line contract: "white_id"
	Aliases []string // other headers, also Japanese, Chinese and German ones
	Weak    []string // headers that mean it only where no better one does: "no", "nr"
	Needed  bool     // a file without it is refused
	Number  bool     // Options.Locale applies to its cells in Decode
}

// Schema is the columns of one kind of file, in the order in which they are written.
type Schema struct {
	Kind    string // "games", "rating list": used in messages
	Columns []Column
	OneOf   [][]string // of each group at least one column is needed: {"white_id", "white"}

	keys map[string]meaning // Key of each name and alias
}

// meaning is the column that a header stands for; rank 0 is its name, 1 an alias, 2 a weak one.
type meaning struct{ column, rank int }

// NewSchema prepares a schema for matching. It panics if one header could mean two columns, which is
// a slip in a table of the program.
func NewSchema(kind string, oneOf [][]string, columns ...Column) *Schema {
	s := &Schema{Kind: kind, Columns: columns, OneOf: oneOf, keys: map[string]meaning{}}
	for i, c := range columns {
		for rank, names := range [][]string{{c.Name}, c.Aliases, c.Weak} {
			for _, n := range names {
				k := Key(n)
				j, ok := s.keys[k]
				if ok && j.column != i {
					panic(fmt.Sprintf("table: %s: header %q means %s and %s", kind, n, columns[j.column].Name, c.Name))
				}
				if !ok {
					s.keys[k] = meaning{i, rank}
				}
			}
		}
	}
	return s
}

// Index gives the place of a column by its name, -1 if there is none.
func (s *Schema) Index(name string) int {
	for i, c := range s.Columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// Match gives the column that a header means, -1 if none.
func (s *Schema) Match(header string) int {
	if m, ok := s.keys[Key(header)]; ok {
		return m.column
	}
	return -1
}

// Key folds a header for matching: width and case (NFKC), spaces, underscores, hyphens and dots do not count.
func Key(header string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r == '_', r == '-', r == '.', r == '\u200b', r == '\ufeff', unicode.IsControl(r):
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(header))
}

// match is how a row of headers fits a schema.
type match struct {
	col     []int // for each cell the column, -1 none
	found   int   // columns found
	missing []string
	doubled []string // headers that stand for one column twice, or are equal
}

// fit matches a row of cells as headers. named gives columns that the user assigned to headers, by
// Key(header); they win over everything.
func (s *Schema) fit(cells []string, named map[string]int) match {
	m := match{col: make([]int, len(cells))}
	at := make([]int, len(s.Columns)) // cell+1 of each column
	seen := map[string]int{}          // unknown headers
	for i, h := range cells {
		m.col[i] = -1
		k := Key(h)
		if k == "" {
			continue
		}
		mean, ok := s.meaning(k, named)
		if !ok {
			if j, twice := seen[k]; twice {
				m.doubled = append(m.doubled, fmt.Sprintf("%q (column %d) and %q (column %d)", cells[j], j+1, h, i+1))
			}
			seen[k] = i
			continue
		}
		c := mean.column
		if j := at[c] - 1; j >= 0 {
			// The contract's own name wins over an alias and an alias over a weak one, which then is
			// a further column; two of one rank leave it open which is meant.
			was, _ := s.meaning(Key(cells[j]), named)
			before := was.rank
			switch {
			case mean.rank < before:
				m.col[j] = -1
			case mean.rank > before:
				continue
			default:
				m.doubled = append(m.doubled, fmt.Sprintf("%q (column %d) and %q (column %d)", cells[j], j+1, h, i+1))
				continue
			}
		} else {
			m.found++
		}
		m.col[i] = c
		at[c] = i + 1
	}
	for i, c := range s.Columns {
		if c.Needed && at[i] == 0 {
			m.missing = append(m.missing, c.Name)
		}
	}
	for _, group := range s.OneOf {
		ok := false
		for _, n := range group {
			ok = ok || at[s.Index(n)] > 0
		}
		if !ok {
			m.missing = append(m.missing, strings.Join(group, " or "))
		}
	}
	return m
}

func (s *Schema) meaning(key string, named map[string]int) (meaning, bool) {
	if c, ok := named[key]; ok {
		return meaning{c, -1}, true
	}
	m, ok := s.keys[key]
	return m, ok
}

// Fits reports whether a row of cells is a whole header of this schema, and how many of its columns it names.
func (s *Schema) Fits(cells []string) (found int, whole bool) {
	m := s.fit(cells, nil)
	return m.found, len(m.missing) == 0
}

// near names the headers without a meaning that look like the name of a missing column.
func (s *Schema) near(m match, cells []string) (out []string) {
	for _, missing := range m.missing {
		for _, name := range strings.Split(missing, " or ") {
			for i, h := range cells {
				if m.col[i] >= 0 || h == "" {
					continue
				}
				if _, ok := method.Nearest(Key(h), []string{Key(name)}); ok && len(Key(h)) > 2 {
					out = append(out, fmt.Sprintf("%q (column %d)", h, i+1))
				}
			}
		}
	}
	return out
}
