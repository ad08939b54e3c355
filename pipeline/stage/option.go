package stage

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine/method"
)

// Option is a row of a stage's table of options. From the row come the flag of the command, the key of the job file, its
// line in docs/files.md, what the shell completes, the suggestion for a slip, and the option's part of the stage's hash.
type Option struct {
	Name    string
	Help    string
	Value   Value    // bound to the field of the stage that it sets
	Needed  bool     // in a job and on the command line
	Unless  []string // ... unless one of these is given
	Aliases []string // other names of the flag and the key
	OldKeys []string // other names of the key alone
	// Arg says that the command takes the values as its arguments; with Flag also as a flag.
	Arg, Flag bool
	// True is the word that true stands for in a job file, where the words are two.
	True string
	// Words gives the words that may stand here, for completion; nil: those of Value.
	Words func() []string
}

// Shape is what a value looks like.
type Shape uint8

// The shapes of values.
const (
	IsText   Shape = iota
	IsFlag         // true or false
	IsInt          // a whole number
	IsUint         // a whole number of any size, such as a seed
	IsNumber       // a number with or without decimals
	IsList         // texts: with commas on the command line, a text or a list in a job
	IsTexts        // texts that are kept whole: a flag that is repeated, a text or a list in a job
	IsFile         // one file
	IsFiles        // files, globs, folders; in a job also names of inputs and of earlier stages
	IsFolder       // a folder
	IsStage        // the name of an earlier stage; a key of jobs only
)

// String says the shape in the words of docs/files.md.
func (s Shape) String() string {
	return [...]string{"a text", "true or false", "a whole number", "a whole number", "a number", "a text or a list of texts",
		"a text or a list of texts", "the path of a file", "a path or a list of paths", "the path of a folder", "the name of a stage"}[s]
}

// Value is how an option is set: its shape, and the field that it is bound to.
type Value struct {
	Shape Shape
	set   func(text string) error
	text  func() string // what the field holds: the default, before anything is set
	words []string      // the only words allowed
	refs  []string      // kinds of the stages that may be named
	to    *Input        // of IsFiles and IsStage
	files func(base, folder string) ([]string, error)
}

// Set sets the value from one text; a value that takes several gets one more.
func (v Value) Set(text string) error { return v.set(text) }

// Default gives the text of the value as it is now.
func (v Value) Default() string {
	if v.text == nil {
		return ""
	}
	return v.text()
}

// WordError is a word that is none of those that may stand there.
type WordError struct {
	Word  string
	Words []string
}

func (e *WordError) Error() string {
	if near, ok := method.Nearest(e.Word, e.Words); ok && e.Word != "" {
		return fmt.Sprintf("%q: one of %s; did you mean %q?", e.Word, strings.Join(e.Words, ", "), near)
	}
	return fmt.Sprintf("%q: one of %s", e.Word, strings.Join(e.Words, ", "))
}

// Text is a text; check may refuse it.
func Text(to *string, check ...func(string) error) Value {
	return Value{Shape: IsText, text: func() string { return *to }, set: func(s string) error {
		for _, ok := range check {
			if err := ok(s); err != nil {
				return err
			}
		}
		*to = s
		return nil
	}}
}

// Parsed is a text that parse turns into what the stage works with.
func Parsed[T any](to *T, parse func(string) (T, error)) Value {
	return Value{Shape: IsText, set: func(s string) error {
		v, err := parse(s)
		if err == nil {
			*to = v
		}
		return err
	}}
}

// OneOf is one of some words.
func OneOf(to *string, words ...string) Value {
	return Value{Shape: IsText, words: words, text: func() string { return *to }, set: func(s string) error {
		if !slices.Contains(words, s) {
			return &WordError{s, words}
		}
		*to = s
		return nil
	}}
}

// Switch is one of two words, the second of which turns *to on.
func Switch(to *bool, off, on string) Value {
	words := []string{off, on}
	return Value{Shape: IsText, words: words, text: func() string {
		if *to {
			return on
		}
		return off
	}, set: func(s string) error {
		if !slices.Contains(words, s) {
			return &WordError{s, words}
		}
		*to = s == on
		return nil
	}}
}

// Flag is true or false.
func Flag(to *bool) Value {
	return Value{Shape: IsFlag, text: func() string { return strconv.FormatBool(*to) }, set: func(s string) (err error) {
		*to, err = strconv.ParseBool(s)
		return err
	}}
}

// Int is a whole number between low and high.
func Int(to *int, low, high int) Value {
	return Value{Shape: IsInt, text: func() string { return numberText(*to != 0, strconv.Itoa(*to)) }, set: func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", s)
		}
		if n < low || n > high {
			return fmt.Errorf("%d is not between %d and %d", n, low, high)
		}
		*to = n
		return nil
	}}
}

// Uint is a whole number from 0, such as a seed.
func Uint(to *uint64) Value {
	return Value{Shape: IsUint, text: func() string { return numberText(*to != 0, strconv.FormatUint(*to, 10)) }, set: func(s string) (err error) {
		if *to, err = strconv.ParseUint(s, 10, 64); err != nil {
			return fmt.Errorf("%q is not a whole number from 0", s)
		}
		return nil
	}}
}

// Number is a number between low and high.
func Number(to *float64, low, high float64) Value {
	return Value{Shape: IsNumber, text: func() string { return numberText(*to != 0, strconv.FormatFloat(*to, 'g', -1, 64)) }, set: func(s string) error {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil || math.IsNaN(v) {
			return fmt.Errorf("%q is not a number", s)
		}
		if v < low || v > high {
			return fmt.Errorf("%g is not between %g and %g", v, low, high)
		}
		*to = v
		return nil
	}}
}

func numberText(set bool, text string) string {
	if !set {
		return ""
	}
	return text
}

// List is texts with commas between them; check may refuse one.
func List(to *[]string, check ...func(string) error) Value {
	first := true
	return Value{Shape: IsList, text: func() string { return strings.Join(*to, ",") }, set: func(s string) error {
		if first { // what is set replaces the default
			*to, first = nil, false
		}
		for _, one := range strings.Split(s, ",") {
			one = strings.TrimSpace(one)
			for _, ok := range check {
				if err := ok(one); err != nil {
					return err
				}
			}
			*to = append(*to, one)
		}
		return nil
	}}
}

// Texts is texts that are kept whole, one a time.
func Texts(to *[]string) Value {
	return Value{Shape: IsTexts, set: func(s string) error {
		*to = append(*to, s)
		return nil
	}}
}

// File is the path of one file.
func File(to *string) Value {
	return Value{Shape: IsFile, text: func() string { return *to }, set: func(s string) error {
		*to = s
		return nil
	}}
}

// Folder is the path of a folder. inside lists the files that are read in it: the same list that is hashed.
func Folder(to *string, inside func(base, folder string) ([]string, error)) Value {
	return Value{Shape: IsFolder, files: inside, text: func() string { return *to }, set: func(s string) error {
		*to = s
		return nil
	}}
}

// Input is what a stage reads: files, and results of earlier stages of the job.
type Input struct {
	Files []string
	From  []*Setup
}

// Files is files; from names the kinds of stages whose results may be read in their place.
func Files(to *Input, from ...string) Value {
	return Value{Shape: IsFiles, refs: from, to: to, set: func(s string) error {
		to.Files = append(to.Files, s)
		return nil
	}}
}

// FilesWith is Files, each with further files that are read with it: those are hashed too.
func FilesWith(to *Input, beside func(base, name string) ([]string, error), from ...string) Value {
	v := Files(to, from...)
	v.files = beside
	return v
}

// After is an earlier stage of one of these kinds.
func After(to *Input, kinds ...string) Value {
	return Value{Shape: IsStage, refs: kinds, to: to, set: func(s string) error {
		return fmt.Errorf("%q can be named in a job only", s)
	}}
}

// May reports whether a stage of this kind may be named.
func (v Value) May(kind string) bool { return slices.Contains(v.refs, kind) }

// Takes names the kinds of stages whose results may be named here.
func (v Value) Takes() []string { return v.refs }

// Names gives all names of the option in a job.
func (o *Option) Names() []string { return slices.Concat([]string{o.Name}, o.Aliases, o.OldKeys) }

// Completions gives the words that may stand here; nil where anything may.
func (o *Option) Completions() []string {
	if o.Words != nil {
		return o.Words()
	}
	return o.Value.words
}

// namesOf lists the names and aliases of a table of methods, for completion.
func namesOf[T method.Row](rows []T) func() []string {
	return func() []string {
		var out []string
		for _, r := range rows {
			in := r.MethodInfo()
			out = append(append(out, in.Name), in.Aliases...)
		}
		return out
	}
}
