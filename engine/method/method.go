// Package method holds what every table of methods shares (pairing systems, handicaps, tie-breaks,
// rating systems, result models, metrics): rows with names, aliases, sources and options, look-up with
// a suggestion for a misspelt name, and the notation "name:key=value:key=value".
package method

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/xrash/smetrics"
)

// Info is what a row says of itself; help, `crosstable list`, completion and the docs print it.
type Info struct {
	Name    string
	Aliases []string // other accepted names, also Japanese and Chinese ones
	Source  string   // article or document
	Summary string   // one line
	Explain string   `json:",omitempty"` // a paragraph on how it works; `explain` prints it
	Options []Option
}

// Option is one key of a method's notation.
type Option struct {
	Key     string
	Values  string // "0..1", "rounds", "Z1|Z2|Z3"
	Default string
	Summary string
}

// Row is anything that carries an Info.
type Row interface{ MethodInfo() Info }

// MethodInfo makes Info itself a Row and lets structs embed it.
func (i Info) MethodInfo() Info { return i }

// Spec is a parsed "name:key=value". A part without "=" is stored with the key "" in order.
type Spec struct {
	Name  string
	parts []part
	used  []bool
}

type part struct{ key, value string }

// Parse splits the notation. It only fails on an empty name.
func Parse(text string) (*Spec, error) {
	fields := strings.Split(strings.TrimSpace(text), ":")
	if fields[0] == "" {
		return nil, fmt.Errorf("%q: a method needs a name", text)
	}
	s := &Spec{Name: fields[0]}
	for _, f := range fields[1:] {
		k, v, ok := strings.Cut(f, "=")
		if !ok {
			k, v = "", f
		}
		s.parts = append(s.parts, part{strings.ToLower(strings.TrimSpace(k)), strings.TrimSpace(v)})
	}
	s.used = make([]bool, len(s.parts))
	return s, nil
}

// String gives the option's value by key, def if it is absent.
func (s *Spec) String(key, def string) string {
	for i, p := range s.parts {
		if p.key == key && !s.used[i] {
			s.used[i] = true
			return p.value
		}
	}
	return def
}

// Bare gives the next part without key ("0.30" in rtg:0.30), def if there is none.
func (s *Spec) Bare(def string) string { return s.String("", def) }

// Has reports whether the key is given, without using it.
func (s *Spec) Has(key string) bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return p.key == key })
}

// Given reports whether the key is given, with a value or alone ("lim:relaxed"), without using it.
func (s *Spec) Given(key string) bool {
	return slices.ContainsFunc(s.parts, func(p part) bool {
		return p.key == key || p.key == "" && strings.EqualFold(p.value, key)
	})
}

// Value is the option's value without using it, "" if it is absent.
func (s *Spec) Value(key string) string {
	for _, p := range s.parts {
		if p.key == key {
			return p.value
		}
	}
	return ""
}

// Int gives an integer option.
func (s *Spec) Int(key string, def int) (int, error) {
	v := s.String(key, "")
	if v == "" {
		return def, nil
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		return 0, fmt.Errorf("%s: option %s=%s is not a whole number", s.Name, key, v)
	}
	return n, nil
}

// Float gives a decimal option.
func (s *Spec) Float(key string, def float64) (float64, error) {
	v := s.String(key, "")
	if v == "" {
		return def, nil
	}
	n, err := strconv.ParseFloat(v, 64)
	if err != nil || n != n || n > 1e12 || n < -1e12 {
		return 0, fmt.Errorf("%s: option %s=%s is not a number", s.Name, key, v)
	}
	return n, nil
}

// HalfPoints gives an option in points ("0.5", "1") as half points.
func (s *Spec) HalfPoints(key string, def int32) (int32, error) {
	v := s.String(key, "")
	if v == "" {
		return def, nil
	}
	n, err := strconv.ParseFloat(v, 64)
	if err != nil || n*2 != float64(int32(n*2)) {
		return 0, fmt.Errorf("%s: option %s=%s must be a multiple of half a point", s.Name, key, v)
	}
	return int32(n * 2), nil
}

// Bool gives a yes/no option: on, yes, true, 1 (or the key alone as a bare part) and their opposites.
func (s *Spec) Bool(key string, def bool) (bool, error) {
	for i, p := range s.parts {
		if p.key == "" && strings.EqualFold(p.value, key) && !s.used[i] {
			s.used[i] = true
			return true, nil
		}
	}
	switch v := strings.ToLower(s.String(key, "")); v {
	case "":
		return def, nil
	case "on", "yes", "true", "1":
		return true, nil
	case "off", "no", "false", "0":
		return false, nil
	default:
		return false, fmt.Errorf("%s: option %s=%s is neither yes nor no", s.Name, key, v)
	}
}

// Choice gives the index of an option's value among the words allowed; the first is the default.
func (s *Spec) Choice(key string, words ...string) (int, error) {
	v := s.String(key, words[0])
	for i, w := range words {
		if strings.EqualFold(v, w) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s: option %s=%s%s", s.Name, key, v, suggestion(v, words))
}

// Bad is the error of an option whose value is out of range.
func (s *Spec) Bad(key, want string) error {
	return fmt.Errorf("%s: option %s must be %s", s.Name, key, want)
}

// Done fails on options that nobody asked for, with the nearest valid key, and on those given twice.
func (s *Spec) Done(options []Option) error {
	for i, p := range s.parts {
		if p.key != "" && slices.ContainsFunc(s.parts[:i], func(o part) bool { return o.key == p.key }) {
			return fmt.Errorf("%s: option %q is given twice", s.Name, p.key)
		}
	}
	for i, p := range s.parts {
		if s.used[i] {
			continue
		}
		var keys []string
		for _, o := range options {
			keys = append(keys, o.Key)
		}
		name := p.key
		if name == "" {
			name = p.value
		}
		if len(keys) == 0 {
			return fmt.Errorf("%s: unknown option %q; %s takes none", s.Name, name, s.Name)
		}
		return fmt.Errorf("%s: unknown option %q%s", s.Name, name, suggestion(name, keys))
	}
	return nil
}

// Find gives the row whose name or alias is name, without regard to case.
// The error names the nearest valid word; kind is the table's noun ("system").
func Find[T Row](table []T, kind, name string) (T, error) {
	var names []string
	for _, row := range table {
		in := row.MethodInfo()
		if strings.EqualFold(in.Name, name) {
			return row, nil
		}
		for _, a := range in.Aliases {
			if strings.EqualFold(a, name) {
				return row, nil
			}
		}
		names = append(names, in.Name)
	}
	var zero T
	return zero, fmt.Errorf("unknown %s %q%s", kind, name, suggestion(name, names))
}

func suggestion(word string, valid []string) string {
	if best, ok := Nearest(word, valid); ok {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return "; known: " + strings.Join(valid, ", ")
}

// Nearest gives the valid word closest to word, if one is close enough to be a slip.
func Nearest(word string, valid []string) (string, bool) {
	best, dist := "", 1<<30
	for _, v := range valid {
		if d := smetrics.WagnerFischer(strings.ToLower(word), strings.ToLower(v), 1, 1, 1); d < dist {
			best, dist = v, d
		}
	}
	return best, best != "" && dist <= min(3, (len(word)+1)/2)
}
