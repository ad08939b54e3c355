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
// Paths are relative to the job's folder and stay below it unless the user allows more. Every message and every
// written file names inputs as the job does, from wherever it is started.
//
// The keys of a stage are the options of its kind (package stage), which are the flags of its command too.
package job

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine/method"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/stage"
	"crosstable/pipeline/words"
	"crosstable/sim/tomldoc"
)

// Job is a job file that can be run.
type Job struct {
	File   string // its name
	Base   string // its folder, to which all names are relative; "" the working directory
	Title  string
	Out    string // folder of the results, below the job's folder
	Stages []*Stage
	Report stage.Page
	Inputs []Input

	text []byte
}

// Input is a named group of files.
type Input struct {
	Name  string
	Line  int
	Files []string // as found, in order
	used  bool
}

// Stage is one step of a job: a stage of package stage, and where it stands.
type Stage struct {
	*stage.Setup
	Line int
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

// Key is a key that may stand in a table of a job file outside its stages.
type Key struct {
	Name    string
	Value   string // in words
	Needed  bool
	Summary string
}

// Keys of a job outside its stages; those of a stage are the options of package stage.
var (
	TopKeys = []Key{
		{"title", "a text", false, "heading of the pages"},
		{"out", "a text", true, "folder of the results, below the job's folder"},
		{"inputs", "a table", false, "named inputs: name = path, glob, folder or a list of them"},
		{"stage", "tables", true, "one [[stage]] a step, run in order"},
		{"report", "a table", false, "how pages are made"},
	}
	ReportKeys = []Key{
		{"html", "true or false", false, "write report.html; default true"},
		{"languages", "a text or a list of texts", false, "en, ja, zh: one page each, the first is report.html; default en"},
		{"players", "a whole number from 1", false, "parts for at most so many players; default 1500"},
		{"rows", "a whole number from 1", false, "rows of the list at most; default 5000"},
	}
	// CommonKeys stand in every stage.
	CommonKeys = []Key{
		{"do", "a text", true, "what the stage does"},
		{"name", "a text", false, "name of the stage and of its folder"},
	}
)

// Load reads a job file and looks up every input it names, in the job's folder; unless allowOutside is set no path may
// leave it. The error is Problems for what is wrong in the file, the system's if it cannot be read.
func Load(file string, allowOutside bool) (*Job, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parse(file, text, outdir.Guard{Root: filepath.Dir(file), AllowOutside: allowOutside})
}

func parse(file string, text []byte, guard outdir.Guard) (*Job, error) {
	base := guard.Root
	if base == "." {
		base = ""
	}
	l := &loader{job: &Job{File: filepath.Base(file), Base: base, Report: stage.Page{HTML: true, Languages: []string{"en"}}, text: text}, guard: guard}
	doc, at, err := tomldoc.Decode(text)
	if err != nil {
		var bad *tomldoc.Error
		if errors.As(err, &bad) {
			return nil, Problems{{l.job.File, bad.Line, bad.Message}}
		}
		return nil, err
	}
	l.at = at
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
func (l *loader) check(table map[string]any, prefix, where string, known []Key, more ...string) {
	var names []string
	for _, k := range known {
		names = append(names, k.Name)
		if _, ok := table[k.Name]; k.Needed && !ok {
			key := strings.TrimSuffix(prefix, ".")
			l.bad(key, "%s needs the key %q: %s", where, k.Name, k.Summary)
		}
	}
	names = append(names, more...)
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
	l.job.Report.Title = l.job.Title
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
		list, _ := v.([]any)
		if list == nil {
			l.bad("stage", "each stage is a table of its own: [[stage]]")
		}
		for i, one := range list {
			if table, ok := one.(map[string]any); ok {
				l.stage(table, fmt.Sprintf("stage[%d].", i))
			} else {
				l.bad("stage", "each stage is a table of its own: [[stage]]")
			}
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
	if filepath.Clean(path) == filepath.Clean(l.guard.Root) {
		l.bad("out", "out: name a folder below the job's folder")
	}
	return filepath.Clean(out)
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
	if _, err := l.guard.Resolve(path); err != nil {
		l.bad(key, "%v", err)
		return nil
	}
	found, err := open.Names([]string{path}, open.Options{Base: l.job.Base})
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
				if !slices.Contains(words.Languages(), lang) {
					l.bad(key, "no language %q; known: %s", lang, strings.Join(words.Languages(), ", "))
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
	do, ok := l.text(table, "do", prefix+"do")
	if !ok {
		l.bad(here, "the stage needs the key \"do\": %s", strings.Join(stage.Names(), ", "))
		return
	}
	kind, err := stage.Find(do)
	if err != nil {
		l.bad(prefix+"do", "%v", err)
		return
	}
	s := &Stage{kind.Setup(true), l.line(here)}
	s.Name, _ = l.text(table, "name", prefix+"name")
	before := len(l.problems)
	var names []string
	for i := range s.Options {
		o := &s.Options[i]
		names = append(names, o.Names()...)
		l.option(s, o, table, prefix)
	}
	l.check(table, prefix, "the stage "+do, CommonKeys, names...)
	for _, o := range s.Missing() {
		or := ""
		if len(o.Unless) > 0 {
			or = fmt.Sprintf(", or %q", o.Unless[0])
		}
		l.bad(here, "the stage %s needs the key %q%s: %s", do, o.Name, or, o.Help)
	}
	if len(l.problems) == before {
		l.together(s, here, prefix)
	}
	if namer, ok := s.Setup.Stage.(stage.Namer); ok && s.Name == "" {
		s.Name = namer.StageName()
	}
	if s.Name == "" {
		s.Name = do
	}
	if strings.ContainsAny(s.Name, `/\:`) || !filepath.IsLocal(s.Name) || strings.HasPrefix(s.Name, ".") {
		l.bad(prefix+"name", "name %q cannot be a folder's name", s.Name)
	}
	for _, earlier := range l.job.Stages {
		if strings.EqualFold(earlier.Name, s.Name) && len(l.problems) == before {
			l.bad(prefix+"name", "a stage is called %q already, on line %d; give this one a name of its own", s.Name, earlier.Line)
		}
	}
	l.job.Stages = append(l.job.Stages, s)
}

// together lets the stage look at its options once all are set.
func (l *loader) together(s *Stage, here, prefix string) {
	err := s.Check()
	var at *stage.OptionError
	switch {
	case err == nil:
	case errors.As(err, &at):
		l.bad(prefix+at.Option, "%v", err)
	default:
		l.bad(here, "%v", err)
	}
}

// option sets an option of a stage from the table.
func (l *loader) option(s *Stage, o *stage.Option, table map[string]any, prefix string) {
	for _, name := range o.Names() {
		v, ok := table[name]
		if !ok {
			continue
		}
		for _, text := range l.valueTexts(o, v, name, prefix+name) {
			if err := l.set(s, o, text, prefix+name); err != nil {
				l.bad(prefix+name, "%s", problemOf(name, err))
			}
		}
		if f := s.Value(o.Name); o.Value.Shape == stage.IsFile && len(f) > 1 {
			l.bad(prefix+name, "%s must be one file; %d are named", name, len(f))
		}
	}
}

// problemOf words what is wrong with a key's value.
func problemOf(name string, err error) string {
	var word *stage.WordError
	if errors.As(err, &word) {
		return fmt.Sprintf("%s: %q is none of: %s", name, word.Word, strings.Join(word.Words, ", "))
	}
	return err.Error()
}

// valueTexts gives the value of a key as texts.
func (l *loader) valueTexts(o *stage.Option, v any, name, key string) []string {
	many := o.Value.Shape == stage.IsFiles || o.Value.Shape == stage.IsList || o.Value.Shape == stage.IsTexts || o.Value.Shape == stage.IsFile
	switch x := v.(type) {
	case string:
		if o.Value.Shape != stage.IsFlag && o.Value.Shape != stage.IsInt && o.Value.Shape != stage.IsNumber {
			return []string{x}
		}
		if _, err := strconv.Atoi(x); err == nil && o.Value.Shape == stage.IsInt { // "1300", as job files had it
			return []string{x}
		}
	case bool:
		if o.Value.Shape == stage.IsFlag {
			return []string{strconv.FormatBool(x)}
		}
		if words := o.Completions(); o.True != "" && len(words) == 2 {
			if x == (words[0] == o.True) {
				return words[:1]
			}
			return words[1:]
		}
	case int64:
		if o.Value.Shape != stage.IsFlag && !l.isPath(o) {
			return []string{strconv.FormatInt(x, 10)}
		}
	case float64:
		if o.Value.Shape == stage.IsNumber || o.Value.Shape == stage.IsList {
			return []string{strconv.FormatFloat(x, 'g', -1, 64)}
		}
	case []any:
		if many {
			return l.listTexts(x, !l.isPath(o), name, key)
		}
	}
	l.bad(key, "%s must be %s", name, o.Value.Shape)
	return nil
}

func (l *loader) isPath(o *stage.Option) bool {
	return slices.Contains([]stage.Shape{stage.IsFile, stage.IsFiles, stage.IsFolder, stage.IsStage}, o.Value.Shape)
}

func (l *loader) listTexts(list []any, numbers bool, name, key string) []string {
	var out []string
	for _, e := range list {
		_, isText := e.(string)
		_, isInt := e.(int64)
		_, isReal := e.(float64)
		switch {
		case isText, numbers && (isInt || isReal):
			out = append(out, fmt.Sprint(e))
		default:
			l.bad(key, "%s must be a list of texts in quotes", name)
			return nil
		}
	}
	if len(out) == 0 {
		l.bad(key, "%s must be a text or a list of texts", name)
	}
	return out
}

// set sets an option from one text: the name of an input or of an earlier stage, a path, a word.
func (l *loader) set(s *Stage, o *stage.Option, text, key string) error {
	if takes := o.Value.Takes(); len(takes) > 0 {
		for _, earlier := range l.job.Stages {
			if earlier.Name != text {
				continue
			}
			if !slices.Contains(takes, earlier.Kind.Name) {
				if o.Value.Shape != stage.IsStage {
					break
				}
				hint := ""
				for i := range s.Options {
					if other := &s.Options[i]; other.Value.May(earlier.Kind.Name) {
						hint = fmt.Sprintf("; name it in %s", other.Name)
					}
				}
				return fmt.Errorf("stage %q does %s, not %s%s", text, earlier.Kind.Name, strings.Join(takes, " or "), hint)
			}
			s.From(o.Name, earlier.Setup)
			return nil
		}
		if o.Value.Shape == stage.IsStage {
			return fmt.Errorf("no stage %q stands before this one", text)
		}
	}
	switch o.Value.Shape {
	case stage.IsFile, stage.IsFiles:
		i := slices.IndexFunc(l.job.Inputs, func(in Input) bool { return in.Name == text })
		files := []string(nil)
		if i >= 0 {
			l.job.Inputs[i].used = true
			files = l.job.Inputs[i].Files
		} else {
			files = l.files(text, key)
		}
		for _, f := range files {
			if err := s.Set(o.Name, f); err != nil {
				return err
			}
		}
		return nil
	case stage.IsFolder:
		path, err := l.guard.Resolve(text)
		if err != nil {
			return err
		}
		if fi, err := os.Stat(path); err != nil {
			return source.Named(err, text)
		} else if !fi.IsDir() {
			return fmt.Errorf("%s is not a folder", text)
		}
		return s.Set(o.Name, filepath.ToSlash(filepath.Clean(text)))
	}
	return s.Set(o.Name, text)
}
