// Package stage is what the program can be asked to do with files: rate a period, pair a round, check an event, rank it,
// simulate. A stage is a step of a job and a command alike. Each kind is one file, with its table of options, and
// one row in kinds.go; from the table come flags, job keys, documents, completion and the stage's hash (option.go).
//
// A stage says what it will read before it runs, so that what is hashed is what is read. It writes into the folder
// that the caller opened, and hands its result on to later stages of the job.
package stage

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"crosstable/engine/method"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/outdir"
)

// Stage is one step: what it is told, what it reads, what it does.
type Stage interface {
	// Options is the stage's table, bound to the fields of this stage.
	Options() []Option
	// Check looks at the options together, once they are set. An error of one option is an *OptionError.
	Check(s *Setup) error
	// Run does the work. Findings and issues are in the result; an error stops the job.
	Run(ctx context.Context, e *Env) (*Result, error)
}

// Namer is a stage that knows a better name for itself than its kind: 2015-Q1.
type Namer interface{ StageName() string }

// Kind is a row of the table of kinds.
type Kind struct {
	Name    string // the command, and "do" in a job
	Summary string
	New     func() Stage // with the defaults of a command
	// InJob sets what a job takes for granted and a command does not; may be nil.
	InJob func(Stage)
	// Counts says that the result has an account of rows: rated, not rated, set aside.
	Counts bool
}

// Find gives the kind of a name.
func Find(name string) (*Kind, error) {
	var names []string
	for i := range Kinds {
		if Kinds[i].Name == name {
			return &Kinds[i], nil
		}
		names = append(names, Kinds[i].Name)
	}
	if near, ok := method.Nearest(name, names); ok {
		return nil, fmt.Errorf("no stage %q; did you mean %q?", name, near)
	}
	return nil, fmt.Errorf("no stage %q; known: %s", name, strings.Join(names, ", "))
}

// Names lists the kinds.
func Names() []string {
	var out []string
	for i := range Kinds {
		out = append(out, Kinds[i].Name)
	}
	return out
}

// Setup is a stage with what was set of it.
type Setup struct {
	Kind    *Kind
	Stage   Stage
	Options []Option
	Name    string // in a job: of the stage and of its folder
	given   map[string][]string
}

// Setup makes a stage of the kind, ready to be set, for a command or for a job.
func (k *Kind) Setup(inJob bool) *Setup {
	s := &Setup{Kind: k, Stage: k.New(), given: map[string][]string{}}
	if inJob && k.InJob != nil {
		k.InJob(s.Stage)
	}
	s.Options = s.Stage.Options()
	return s
}

// Option gives the row with a name, also an older one; nil if there is none.
func (s *Setup) Option(name string) *Option {
	for i := range s.Options {
		if slices.Contains(s.Options[i].Names(), name) {
			return &s.Options[i]
		}
	}
	return nil
}

// Set sets an option from one text; of one that takes several it adds one.
func (s *Setup) Set(name, text string) error {
	o := s.Option(name)
	if o == nil {
		return fmt.Errorf("no option %q", name)
	}
	if err := o.Value.Set(text); err != nil {
		return &OptionError{o.Name, err}
	}
	s.given[o.Name] = append(s.given[o.Name], text)
	return nil
}

// From makes an option read the result of an earlier stage.
func (s *Setup) From(name string, up *Setup) {
	o := s.Option(name)
	o.Value.to.From = append(o.Value.to.From, up)
	s.given[o.Name] = append(s.given[o.Name], up.Name)
}

// Value gives the texts that an option was set from.
func (s *Setup) Value(name string) []string { return s.given[name] }

// Given reports whether an option was set.
func (s *Setup) Given(name string) bool { return len(s.given[name]) > 0 }

// Missing lists the needed options that were not given.
func (s *Setup) Missing() []*Option {
	var out []*Option
	for i := range s.Options {
		if o := &s.Options[i]; o.Needed && !s.Given(o.Name) && !slices.ContainsFunc(o.Unless, s.Given) {
			out = append(out, o)
		}
	}
	return out
}

// Check looks for what is missing and lets the stage look at the rest.
func (s *Setup) Check() error {
	if missing := s.Missing(); len(missing) > 0 {
		return &MissingError{missing[0]}
	}
	return s.Stage.Check(s)
}

// OptionError is something wrong with one option.
type OptionError struct {
	Option string
	Err    error
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Err.Error() }
func (e *OptionError) Unwrap() error { return e.Err }

// bad is an OptionError.
func bad(option, format string, args ...any) error {
	return &OptionError{option, fmt.Errorf(format, args...)}
}

// UsageError is something wrong with what was asked for, of no one option.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// MissingError is a needed option that was not given.
type MissingError struct{ Option *Option }

func (e *MissingError) Error() string { return e.Option.Name + " is needed: " + e.Option.Help }

// Reads lists the files that the stage reads from outside, in the order of its options. A folder stands for the files in it
// that the stage reads; names are relative to base.
func (s *Setup) Reads(base string) ([]string, error) {
	var out []string
	add := func(files ...string) {
		for _, f := range files {
			if f != "" && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	for i := range s.Options {
		o := &s.Options[i]
		switch o.Value.Shape {
		case IsFile:
			add(o.Value.text())
		case IsFiles:
			for _, f := range o.Value.to.Files {
				add(f)
				if o.Value.files != nil { // what stands beside it
					beside, err := o.Value.files(base, f)
					if err != nil {
						return nil, err
					}
					add(beside...)
				}
			}
		case IsFolder:
			if dir := o.Value.text(); dir != "" {
				inside, err := o.Value.files(base, dir)
				if err != nil {
					return nil, err
				}
				add(inside...)
			}
		default: // a text that names files: a keep-apart list, a rating list of a study
			for _, text := range s.given[o.Name] {
				if o.Value.files == nil {
					break
				}
				named, err := o.Value.files(base, text)
				if err != nil {
					return nil, err
				}
				add(named...)
			}
		}
	}
	return out, nil
}

// Upstream lists the stages that s takes results from.
func (s *Setup) Upstream() []*Setup {
	var out []*Setup
	for i := range s.Options {
		if to := s.Options[i].Value.to; to != nil {
			for _, up := range to.From {
				if !slices.Contains(out, up) {
					out = append(out, up)
				}
			}
		}
	}
	return out
}

// Hash identifies what the stage does: program and page say what stands around it, hashes has the content of every file
// that it reads, up the hashes of the stages that it takes results from.
func (s *Setup) Hash(around []string, reads []string, hashes map[string]string, up map[*Setup]string) string {
	h := sha256.New()
	say := func(parts ...string) {
		for _, p := range parts {
			fmt.Fprintf(h, "%d:%s\n", len(p), p)
		}
	}
	say(around...)
	say(s.Kind.Name, s.Name)
	for i := range s.Options {
		if o := &s.Options[i]; s.Given(o.Name) {
			say("option", o.Name)
			say(s.given[o.Name]...)
		}
	}
	for _, f := range reads {
		say("read", f, hashes[f])
	}
	for _, u := range s.Upstream() {
		say("after", up[u])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Page says how pages are made.
type Page struct {
	HTML      bool
	Title     string
	Languages []string // one page each; the first is report.html
	Players   int      // parts for at most so many players; 0: as many as a browser opens at once
	ListRows  int
}

// Lang is the first language.
func (p *Page) Lang() string { return cmp.Or(append(slices.Clone(p.Languages), "en")...) }

// Env is where a stage runs.
type Env struct {
	Base    string    // the folder that names are relative to; "" the working directory
	Stdin   io.Reader // of the name "-"
	Dir     *outdir.Dir
	Prefix  string // of the names of files in Dir: "2015-Q1/"
	Page    Page
	Program string // name and version, for manifests
	Jobs    int    // workers; 0: as many as there are processors
	// Tell is given the issues of a part of the work while the work goes on; may be nil.
	Tell func(issues []issue.Issue, file string)
	// Note is given what a person should know and what is no issue of a file; may be nil.
	Note func(text string)
	// Warn is given what was announced otherwise, Fail an error of one file while others go on; may be nil.
	Warn func(text string)
	Fail func(err error)
	// Progress may be nil.
	Progress func(done, of int64)
	Getenv   func(string) string

	setup *Setup
	done  map[*Setup]done
}

// done is a stage that has run, or whose files of an earlier run were taken.
type done struct {
	product any
	files   []string // as the result folder names them
}

// Done enters what a stage hands on, whose files stand in Dir: after Run, or when they come from an earlier run.
func (e *Env) Done(s *Setup, product any, files []string) {
	if e.done == nil {
		e.done = map[*Setup]done{}
	}
	e.done[s] = done{product, files}
}

// made opens a file that an earlier stage of this run wrote.
func (e *Env) made(name string) (io.ReadCloser, error) {
	for _, d := range e.done {
		if slices.Contains(d.files, name) {
			return e.Dir.Open(name)
		}
	}
	return nil, fs.ErrNotExist
}

// inputs gives the names of all files of an input, those of earlier stages first.
func (e *Env) inputs(in Input) []string {
	var out []string
	for _, up := range in.From {
		out = append(out, e.done[up].files...)
	}
	return append(out, in.Files...)
}

// note says a line to whoever listens.
func (e *Env) note(format string, args ...any) {
	if e.Note != nil {
		e.Note(fmt.Sprintf(format, args...))
	}
}

func (e *Env) warn(text string) {
	if e.Warn != nil {
		e.Warn(text)
	}
}

func (e *Env) fail(err error) {
	if e.Fail != nil {
		e.Fail(err)
	}
}

// file writes a file of the result; nothing is written where there is no folder.
func (e *Env) file(name string, fill func(w io.Writer) error) error {
	if e.Dir == nil {
		return nil
	}
	return e.Dir.Write(e.Prefix+name, fill)
}

// readFile reads a small file of a name.
func (e *Env) readFile(name string) ([]byte, error) { return os.ReadFile(source.In(e.Base, name)) }

// product gives what the one earlier stage of an input made; nil if there is none.
func product[T any](e *Env, in Input) T {
	var none T
	for _, up := range in.From {
		if p, ok := e.done[up].product.(T); ok {
			return p
		}
	}
	return none
}

// Doc is a document that a stage makes: a command prints it, a job writes it under its name.
type Doc struct {
	Name   string
	Binary bool
	Write  func(w io.Writer) error
	// Further is what stands below the document, or beside it where its form has no place for it (Apart); may be nil.
	Further func(w io.Writer) error
	Apart   bool
}

// Result is what a stage made.
type Result struct {
	Rows, Rated, NotRated, Aside, Players int
	Issues                                []issue.Issue
	Pages                                 []string // names of pages, one a language
	Docs                                  []Doc
	Print                                 func(w io.Writer) error // what a terminal shows
	JSON                                  any                     // what --json shows
	Findings                              bool                    // rows set aside, rounds that differ: exit 1
	Failed                                error                   // of one file, where others went on: the command ends with its exit code, a job stops
	// HandsOn names the files, within the stage's folder, that a later stage reads where it names this one.
	HandsOn []string
	Product any // what else a later stage of the same run takes, in memory
}

// Run runs a stage. Its documents are written where there is a folder.
func Run(ctx context.Context, s *Setup, e *Env) (*Result, error) {
	e.setup = s
	r, err := s.Stage.Run(ctx, e)
	if err != nil {
		return nil, err
	}
	if r.Failed != nil && e.Dir != nil {
		return nil, r.Failed
	}
	if slices.ContainsFunc(r.Issues, func(i issue.Issue) bool { return i.Severity == issue.SetAside }) {
		r.Findings = true
	}
	for _, d := range r.Docs {
		err := e.file(d.Name, func(w io.Writer) error {
			if err := d.Write(w); err != nil || d.Further == nil || d.Apart {
				return err
			}
			return d.Further(w)
		})
		if err != nil {
			return nil, err
		}
	}
	files := make([]string, len(r.HandsOn))
	for i, f := range r.HandsOn {
		files[i] = e.Prefix + f
	}
	e.Done(s, r.Product, files)
	return r, nil
}
