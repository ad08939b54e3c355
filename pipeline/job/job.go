// Package job runs a batch: a TOML file names inputs, stages and reports; the stages run in order, each
// may go on from what an earlier one made, and all results come to their place together, with a manifest
// of everything that was read and written.
//
//	title = "Correspondence league"
//	out   = "results"
//
//	[inputs]
//	q1 = ["2015-Q1/*.csv", "2015-Q1/*.pgn"]
//
//	[[stage]]
//	do     = "rate"
//	period = "2015-Q1"
//	list   = "list-2014-Q4.csv"
//	games  = "q1"
//
//	[[stage]]
//	do     = "rate"
//	period = "2015-Q2"
//	after  = "2015-Q1"
//	games  = "2015-Q2/*"
//
//	[report]
//	languages = ["ja", "en"]
//
// Paths are relative to the job's folder and stay below it unless the user allows more. The working
// directory must be the job's folder: so every message and every written file names inputs as the job does,
// from wherever the job is started.
package job

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"crosstable/engine/method"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/period"
)

// Job is a job file that can be run.
type Job struct {
	File   string // as the user named it
	Title  string
	Out    string // folder of the results, below the job's folder
	Stages []*Stage
	Report Report
	Inputs []Input

	text []byte
}

// Report says how pages are made.
type Report struct {
	HTML      bool
	Languages []string // one page each; the first is report.html
	Players   int
	ListRows  int
}

// Input is a named group of files.
type Input struct {
	Name  string
	Line  int
	Files []string // as found, in order
	used  bool
}

// Stage is one step of a job.
type Stage struct {
	Name string // also the folder of its results
	Do   string
	Line int

	kind  *stageKind
	paths map[string][]string // tFile, tFiles, tFolder
	below map[string][]string // tFolder: the files that are read of it
	texts map[string]string   // tText
	flags map[string]bool     // tFlag
	after *Stage
	rate  *Stage // grade: the rated period
}

// Problem is something wrong in a job file, in one place.
type Problem struct {
	File    string
	Line    int
	Message string
}

func (p Problem) Error() string {
	if p.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
	}
	return fmt.Sprintf("%s: %s", p.File, p.Message)
}

// Problems are all that is wrong in a job file, by line.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// keyType is what a key's value must be.
type keyType uint8

const (
	tText   keyType = iota
	tFlag           // true or false
	tCount          // a whole number from 1
	tFile           // one file
	tFiles          // files: names of inputs, paths, globs, folders; one text or a list
	tFolder         // a folder
	tTexts          // one text or a list
	tTable
	tTables
)

func (t keyType) String() string {
	return [...]string{"a text", "true or false", "a whole number from 1", "the path of a file", "a path or a list of paths", "the path of a folder", "a text or a list of texts", "a table", "tables"}[t]
}

// Key is a key that may stand in a table of a job file.
type Key struct {
	Name    string
	typ     keyType
	Needed  bool
	Summary string
}

// Type says in words what the value is.
func (k Key) Type() string { return k.typ.String() }

// Keys of a job outside its stages.
var (
	TopKeys = []Key{
		{"title", tText, false, "heading of the pages"},
		{"out", tText, true, "folder of the results, below the job's folder"},
		{"inputs", tTable, false, "named inputs: name = path, glob, folder or a list of them"},
		{"stage", tTables, true, "one [[stage]] a step, run in order"},
		{"report", tTable, false, "how pages are made"},
	}
	ReportKeys = []Key{
		{"html", tFlag, false, "write report.html; default true"},
		{"languages", tTexts, false, "en, ja, zh: one page each, the first is report.html; default en"},
		{"players", tCount, false, "parts for at most so many players; default 1500"},
		{"rows", tCount, false, "rows of the list at most; default 5000"},
	}
	commonKeys = []Key{
		{"do", tText, true, "what the stage does"},
		{"name", tText, false, "name of the stage and of its folder"},
	}
)

// Load reads a job file and looks up every input it names. root is the job's folder; guard says which
// paths it may name. The error is Problems for what is wrong in the file, the system's if it cannot be read.
func Load(file string, allowOutside bool) (*Job, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parse(file, text, outdir.Guard{Root: ".", AllowOutside: allowOutside})
}

func parse(file string, text []byte, guard outdir.Guard) (*Job, error) {
	l := &loader{job: &Job{File: file, text: text, Report: Report{HTML: true, Languages: []string{"en"}}}, guard: guard}
	var doc map[string]any
	if _, err := toml.Decode(string(text), &doc); err != nil {
		var bad toml.ParseError
		if errors.As(err, &bad) {
			// The reader's own line is one too many where a line ends too soon; its offset is right, but
			// lies outside the text for some texts of one byte.
			line := 1 + strings.Count(string(text[:max(0, min(bad.Position.Start, len(text)))]), "\n")
			return nil, Problems{{file, line, bad.Message}}
		}
		return nil, Problems{{file, 0, strings.TrimPrefix(err.Error(), "toml: ")}}
	}
	l.at = locate(string(text))
	l.top(doc)
	if len(l.problems) > 0 {
		slices.SortStableFunc(l.problems, func(a, b Problem) int { return a.Line - b.Line })
		return nil, l.problems
	}
	return l.job, nil
}

type loader struct {
	job      *Job
	guard    outdir.Guard
	at       map[string]int
	problems Problems
}

// line gives the line of a key, or of the nearest table around it.
func (l *loader) line(key string) int {
	for {
		if n, ok := l.at[key]; ok {
			return n
		}
		i := max(strings.LastIndexByte(key, '.'), 0)
		if i == 0 {
			return 0
		}
		key = key[:i]
	}
}

func (l *loader) bad(key, format string, args ...any) {
	l.problems = append(l.problems, Problem{l.job.File, l.line(key), fmt.Sprintf(format, args...)})
}

// check reports the keys of a table that nobody knows and the needed ones that are not there.
func (l *loader) check(table map[string]any, prefix, where string, known []Key) {
	var names []string
	for _, k := range known {
		names = append(names, k.Name)
		if _, ok := table[k.Name]; k.Needed && !ok {
			key := strings.TrimSuffix(prefix, ".")
			l.bad(key, "%s needs the key %q: %s", where, k.Name, k.Summary)
		}
	}
	for _, name := range sortedKeys(table) {
		if !slices.Contains(names, name) {
			hint := "; known: " + strings.Join(names, ", ")
			if near, ok := method.Nearest(name, names); ok {
				hint = fmt.Sprintf("; did you mean %q?", near)
			}
			l.bad(prefix+name, "unknown key %q in %s%s", name, where, hint)
		}
	}
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (l *loader) top(doc map[string]any) {
	l.check(doc, "", "the job", TopKeys)
	l.job.Title, _ = l.text(doc, "title", "title")
	if out, ok := l.text(doc, "out", "out"); ok {
		l.job.Out = l.outFolder(out)
	}
	if v, ok := doc["inputs"]; ok {
		if table, ok := v.(map[string]any); ok {
			l.inputs(table)
		} else {
			l.bad("inputs", "inputs must be a table: [inputs]")
		}
	}
	if v, ok := doc["report"]; ok {
		if table, ok := v.(map[string]any); ok {
			l.report(table)
		} else {
			l.bad("report", "report must be a table: [report]")
		}
	}
	if v, ok := doc["stage"]; ok {
		list, ok := v.([]map[string]any)
		if !ok {
			l.bad("stage", "each stage is a table of its own: [[stage]]")
		}
		for i, table := range list {
			l.stage(table, fmt.Sprintf("stage[%d].", i))
		}
	}
	for _, in := range l.job.Inputs {
		if !in.used && len(l.problems) == 0 { // else a slip elsewhere may be the cause
			l.bad("inputs."+in.Name, "input %q is used by no stage", in.Name)
		}
	}
}

func (l *loader) outFolder(out string) string {
	path, err := l.guard.Resolve(out)
	if err != nil {
		l.bad("out", "out: %v", err)
		return ""
	}
	if filepath.Clean(path) == "." {
		l.bad("out", "out: name a folder below the job's folder")
	}
	return path
}

func (l *loader) text(table map[string]any, name, key string) (string, bool) {
	v, ok := table[name]
	if !ok {
		return "", false
	}
	s, ok := v.(string)
	if !ok {
		l.bad(key, "%s must be a text in quotes", name)
		return "", false
	}
	return s, true
}

func (l *loader) texts(v any, name, key string) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, e := range v {
			s, ok := e.(string)
			if !ok {
				l.bad(key, "%s must be a list of texts in quotes", name)
				return nil
			}
			out = append(out, s)
		}
		if len(out) > 0 {
			return out
		}
	}
	l.bad(key, "%s must be a text or a list of texts", name)
	return nil
}

func (l *loader) inputs(table map[string]any) {
	for _, name := range sortedKeys(table) {
		key := "inputs." + name
		in := Input{Name: name, Line: l.line(key)}
		for _, path := range l.texts(table[name], name, key) {
			in.Files = append(in.Files, l.files(path, key)...)
		}
		l.job.Inputs = append(l.job.Inputs, in)
	}
	slices.SortStableFunc(l.job.Inputs, func(a, b Input) int { return a.Line - b.Line })
}

// files finds what one path, glob or folder means. Every file found must lie below the job's folder too: a
// glob may meet a link.
func (l *loader) files(path, key string) []string {
	if path == "-" {
		l.bad(key, "a job reads files, not the standard input")
		return nil
	}
	full, err := l.guard.Resolve(path)
	if err != nil {
		l.bad(key, "%v", err)
		return nil
	}
	found, err := source.Expand([]string{full})
	if err != nil {
		l.bad(key, "%v", err)
		return nil
	}
	for i, f := range found {
		if _, err := l.guard.Resolve(f); err != nil {
			l.bad(key, "%v", err)
			return nil
		}
		found[i] = filepath.ToSlash(filepath.Clean(f))
	}
	return found
}

func (l *loader) report(table map[string]any) {
	l.check(table, "report.", "[report]", ReportKeys)
	r := &l.job.Report
	for _, k := range ReportKeys {
		v, ok := table[k.Name]
		if !ok {
			continue
		}
		key := "report." + k.Name
		switch k.Name {
		case "html":
			r.HTML = l.flag(v, k.Name, key)
		case "languages":
			r.Languages = l.texts(v, k.Name, key)
			for i, lang := range r.Languages {
				if !slices.Contains(languages, lang) {
					l.bad(key, "no language %q; known: %s", lang, strings.Join(languages, ", "))
				}
				if slices.Contains(r.Languages[:i], lang) {
					l.bad(key, "language %q stands twice", lang)
				}
			}
		case "players":
			r.Players = l.count(v, k.Name, key)
		case "rows":
			r.ListRows = l.count(v, k.Name, key)
		}
	}
}

func (l *loader) flag(v any, name, key string) bool {
	b, ok := v.(bool)
	if !ok {
		l.bad(key, "%s must be true or false", name)
	}
	return b
}

func (l *loader) count(v any, name, key string) int {
	n, ok := v.(int64)
	if !ok || n < 1 || n > 1<<30 {
		l.bad(key, "%s must be a whole number from 1", name)
		return 0
	}
	return int(n)
}

func (l *loader) stage(table map[string]any, prefix string) {
	here := strings.TrimSuffix(prefix, ".")
	s := &Stage{Line: l.line(here), paths: map[string][]string{}, texts: map[string]string{}, flags: map[string]bool{}, below: map[string][]string{}}
	do, ok := l.text(table, "do", prefix+"do")
	if !ok {
		l.bad(here, "the stage needs the key \"do\": %s", strings.Join(kindNames(), ", "))
		return
	}
	i := slices.IndexFunc(stageKinds, func(k stageKind) bool { return k.Name == do })
	if i < 0 {
		hint := "; known: " + strings.Join(kindNames(), ", ")
		if near, ok := method.Nearest(do, kindNames()); ok {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		l.bad(prefix+"do", "no stage %q%s", do, hint)
		return
	}
	s.Do, s.kind = do, &stageKinds[i]
	before := len(l.problems)
	keys := slices.Concat(commonKeys, s.kind.Keys)
	l.check(table, prefix, "the stage "+do, keys)
	s.Name, _ = l.text(table, "name", prefix+"name")
	for _, k := range s.kind.Keys {
		if v, ok := table[k.Name]; ok {
			l.value(s, k, v, prefix+k.Name)
		}
	}
	if name, ok := s.texts["after"]; ok {
		for _, earlier := range l.job.Stages {
			if earlier.Name == name {
				s.after = earlier
			}
		}
		if s.after == nil {
			l.bad(prefix+"after", "no stage %q stands before this one", name)
		} else if s.after.Do != s.Do {
			l.bad(prefix+"after", "stage %q does %s, not %s", name, s.after.Do, s.Do)
		}
	}
	if len(l.problems) == before {
		if err := s.kind.check(s, l.job); err != nil {
			key := here
			var at *keyError
			if errors.As(err, &at) {
				key = prefix + at.key
			}
			l.bad(key, "%v", err)
		}
	}
	if s.Name == "" {
		s.Name = s.kind.name(s)
	}
	if strings.ContainsAny(s.Name, `/\:`) || !filepath.IsLocal(s.Name) || strings.HasPrefix(s.Name, ".") {
		l.bad(prefix+"name", "name %q cannot be a folder's name", s.Name)
	}
	for _, earlier := range l.job.Stages {
		if strings.EqualFold(earlier.Name, s.Name) {
			l.bad(prefix+"name", "a stage is called %q already, on line %d; give this one a name of its own", s.Name, earlier.Line)
		}
	}
	l.job.Stages = append(l.job.Stages, s)
}

// keyError is a problem of one key's value.
type keyError struct {
	key string
	err error
}

func (e *keyError) Error() string { return e.key + ": " + e.err.Error() }
func (e *keyError) Unwrap() error { return e.err }

func (l *loader) value(s *Stage, k Key, v any, key string) {
	switch k.typ {
	case tFlag:
		s.flags[k.Name] = l.flag(v, k.Name, key)
	case tText:
		if t, ok := v.(string); ok {
			s.texts[k.Name] = t
		} else {
			l.bad(key, "%s must be a text in quotes", k.Name)
		}
	case tTexts:
		s.texts[k.Name] = strings.Join(l.texts(v, k.Name, key), ",")
	case tFile, tFiles:
		for _, item := range l.texts(v, k.Name, key) {
			i := slices.IndexFunc(l.job.Inputs, func(in Input) bool { return in.Name == item })
			if i >= 0 {
				l.job.Inputs[i].used = true
				s.paths[k.Name] = append(s.paths[k.Name], l.job.Inputs[i].Files...)
				continue
			}
			s.paths[k.Name] = append(s.paths[k.Name], l.files(item, key)...)
		}
		if n := len(s.paths[k.Name]); k.typ == tFile && n > 1 {
			l.bad(key, "%s must be one file; %d are named", k.Name, n)
		}
	case tFolder:
		t, ok := v.(string)
		if !ok {
			l.bad(key, "%s must be the path of a folder, in quotes", k.Name)
			return
		}
		path, err := l.guard.Resolve(t)
		if err != nil {
			l.bad(key, "%v", err)
			return
		}
		if fi, err := os.Stat(path); err != nil {
			l.bad(key, "%v", err)
		} else if !fi.IsDir() {
			l.bad(key, "%s is not a folder", t)
		}
		s.paths[k.Name] = []string{filepath.ToSlash(path)}
		if s.below[k.Name], err = filesOfFolder(k.Name, path); err != nil {
			l.bad(key, "%v", err)
		}
	}
}

// one gives the path of a tFile or tFolder key, "" if it is absent.
func (s *Stage) one(key string) string {
	if p := s.paths[key]; len(p) > 0 {
		return p[0]
	}
	return ""
}

// Reads lists the files the stage reads from outside, by key in the order of the table: the very files that running it
// opens, so that what is hashed is what is read.
func (s *Stage) Reads() []string {
	var out []string
	for _, k := range s.kind.Keys {
		files := s.paths[k.Name]
		switch k.typ {
		case tFolder:
			files = s.below[k.Name]
		case tFiles:
			files = open.Inputs(files, s.reading())
		}
		for _, f := range files {
			if f = filepath.ToSlash(f); !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// filesOfFolder lists what is read of the folder of a key.
func filesOfFolder(key, dir string) ([]string, error) {
	if key == "book" {
		return period.BookFiles("", dir)
	}
	return period.ListFiles("", dir)
}

func kindNames() []string {
	var names []string
	for _, k := range stageKinds {
		names = append(names, k.Name)
	}
	return names
}
