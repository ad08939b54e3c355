package stage

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"runtime"
	"strings"

	"crosstable/engine/handicap"
	"crosstable/engine/pairing"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/render"
	"crosstable/pipeline/render/chart"
	"crosstable/pipeline/render/simpage"
	"crosstable/pipeline/words"
	"crosstable/sim/model"
	"crosstable/sim/study"
)

// Simulate plays a grid of tournaments and compares.
type Simulate struct {
	// Begin makes the study that options change; nil: the study file, or the defaults.
	Begin func() (*study.Study, error)

	file       string
	factors    map[string][]string
	replicates int
	seed       uint64
	block      int
	baseline   []string
	until      string
	show       []string
	png        bool
	font       string
	lang       string
	Jobs       int

	set *Setup
}

func newSimulate() Stage {
	return &Simulate{factors: map[string][]string{}, replicates: study.DefaultReplicates, seed: 1, block: study.DefaultBlock, Jobs: runtime.NumCPU(), lang: "en"}
}

// factorWords are the words of the factors that are methods.
var factorWords = map[string]func() []string{"system": namesOf(pairing.Systems), "handicap": namesOf(handicap.Schemes), "model": namesOf(model.Models)}

// Options is the table of simulate: the factors of a study, then how long and how to play.
func (s *Simulate) Options() []Option {
	const many = 1 << 40
	out := []Option{{Name: "study", Arg: true, Help: "study file (TOML); the other options change it", Value: File(&s.file)}}
	for _, f := range study.Factors {
		o := Option{Name: f.Name, Help: f.Summary + " (default " + f.Default + ")", Words: factorWords[f.Name],
			Value: Value{Shape: IsTexts, set: func(t string) error { s.factors[f.Name] = append(s.factors[f.Name], t); return nil }}}
		if f.List {
			o.Value.Shape = IsList
		}
		o.Value.files = listFiles
		out = append(out, o)
	}
	return append(out, []Option{
		{Name: "replicates", Help: "tournaments played per scenario", Value: Int(&s.replicates, -many, many)},
		{Name: "seed", Help: "seed of all luck", Value: Uint(&s.seed)},
		{Name: "block", Help: "replicates a block (unit of work of a worker and of a shard)", Value: Int(&s.block, -many, many)},
		{Name: "baseline", Help: "compare with this level: factor=level (repeat for several)", Value: Texts(&s.baseline)},
		{Name: "until", Help: "stop when the interval's half-width is below: metric:half-width[:least replicates]", Value: Text(&s.until)},
		{Name: "show", Help: "metrics of the printed summary, with commas (results.csv has all)", Value: List(&s.show)},
		{Name: "jobs", Help: "workers", Value: Int(&s.Jobs, -many, many)},
		{Name: "png", Help: "also draw the charts as PNG pictures", Value: Flag(&s.png)},
		{Name: "font", Help: "font file of the pictures (default: a Noto CJK font of this machine, else the built-in one)", Value: File(&s.font)},
		langOption(&s.lang, "language of report.html and the charts: "+strings.Join(words.Languages(), ", ")),
	}...)
}

// listFiles names the rating lists that a factor's levels draw from: list:FILE.
func listFiles(_, text string) ([]string, error) {
	var out []string
	for _, level := range strings.Split(text, ",") {
		if file, ok := strings.CutPrefix(strings.TrimSpace(level), "list:"); ok {
			out = append(out, file)
		}
	}
	return out, nil
}

// Check implements Stage.
func (s *Simulate) Check(set *Setup) error {
	s.set = set
	if s.file == "" && s.Begin == nil {
		_, err := s.changed(study.New())
		return err
	}
	return nil
}

// Study makes the study that the options say, with the rating lists that it draws from.
func (s *Simulate) Study(ctx context.Context, e *Env) (*study.Study, error) {
	st := study.New()
	var err error
	switch {
	case s.Begin != nil:
		st, err = s.Begin()
	case s.file != "":
		st, err = StudyOf(e, s.file)
	}
	if err != nil {
		return nil, err
	}
	if st, err = s.changed(st); err != nil {
		return nil, err
	}
	if err := readLists(ctx, e, st); err != nil {
		return nil, err
	}
	if err := st.Validate(); err != nil {
		return nil, &UsageError{err}
	}
	return st, nil
}

// StudyOf reads a study file.
func StudyOf(e *Env, name string) (*study.Study, error) {
	data, err := e.readFile(name)
	if err != nil {
		return nil, source.Named(err, name)
	}
	st, err := study.ParseTOML(data, name)
	if err != nil {
		at, what, _ := strings.Cut(err.Error(), ": ") // the file, with the line where there is one
		return nil, &source.BadInput{File: at, What: what, Err: err}
	}
	return st, nil
}

// changed enters what was set into a study.
func (s *Simulate) changed(st *study.Study) (*study.Study, error) {
	for _, f := range study.Factors {
		texts := s.factors[f.Name]
		if len(texts) == 0 {
			continue
		}
		if f.List {
			texts = []string{strings.Join(texts, ",")}
		}
		if err := st.Set(f.Name, texts...); err != nil {
			return nil, &UsageError{err}
		}
	}
	if s.set.Given("replicates") {
		st.Replicates = s.replicates
	}
	if s.set.Given("seed") {
		st.Seed = s.seed
	}
	if s.set.Given("block") {
		st.Block = s.block
	}
	for _, b := range s.baseline {
		if err := st.SetBaseline(b); err != nil {
			return nil, &UsageError{err}
		}
	}
	if s.until != "" {
		u, err := study.ParseUntil(s.until)
		if err != nil {
			return nil, &UsageError{err}
		}
		st.Until = u
		if !s.set.Given("replicates") && s.file == "" {
			st.Replicates = 1000000
		}
	}
	if len(s.show) > 0 {
		if err := st.SetShow(s.show); err != nil {
			return nil, &UsageError{err}
		}
	}
	return st, nil
}

// Run writes results.csv, differences.csv, profiles.csv, manifest.json, report.html and the charts.
func (s *Simulate) Run(ctx context.Context, e *Env) (*Result, error) {
	st, err := s.Study(ctx, e)
	if err != nil {
		return nil, err
	}
	totals, err := st.Run(ctx, study.RunOptions{Jobs: max(1, s.Jobs), Progress: e.Progress})
	if err != nil {
		return nil, err
	}
	r, err := st.Results(totals)
	if err != nil {
		return nil, err
	}
	files, err := s.Files(r, e)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := e.file(f.Name, func(w io.Writer) error { _, err := w.Write(f.Data); return err }); err != nil {
			return nil, err
		}
	}
	return &Result{}, nil
}

// Files makes the files of a finished study, pictures too if they were asked for.
func (s *Simulate) Files(r *study.Results, e *Env) ([]StudyFile, error) {
	lang := words.In(cmp.Or(s.lang, e.Page.Lang()))
	files, err := StudyFiles(r, strings.TrimPrefix(e.Program, "crosstable "), lang)
	if err != nil || !s.png {
		return files, err
	}
	if err := PictureFont(s.font, r, lang, func(text string) { e.warn(text) }); err != nil {
		return nil, err
	}
	pictures, err := simpage.PNGs(r, lang)
	for _, f := range pictures {
		files = append(files, StudyFile{f.Name, f.Data})
	}
	return files, err
}

// readLists reads the rating lists that the study draws its fields from ("list:FILE") and notes what they
// held, so that a checkpoint or a shard of another list is refused.
func readLists(ctx context.Context, e *Env, s *study.Study) error {
	i, err := study.FactorIndex("strength")
	if err != nil {
		return err
	}
	laws := map[string]model.Law{}
	for _, level := range s.Levels[i] {
		file, ok := strings.CutPrefix(level, "list:")
		if !ok {
			continue
		}
		law, err := readList(ctx, e, file)
		if err != nil {
			return fmt.Errorf("strength: %w", err)
		}
		laws[level] = law
		if s.Inputs == nil {
			s.Inputs = map[string]string{}
		}
		s.Inputs[level] = fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, law.Ratings)))
	}
	s.Law = func(notation string) (model.Law, error) { return laws[notation], nil }
	return nil
}

// readList gives the ratings of a list's rated players.
func readList(ctx context.Context, e *Env, file string) (law model.FromList, err error) {
	l, _, err := open.List(ctx, file, open.Options{Base: e.Base, Stdin: e.Stdin, Made: e.made})
	if err != nil {
		return law, err
	}
	for _, e := range l.Entries {
		if e.Rated && e.Rating > 0 {
			law.Ratings = append(law.Ratings, float64(e.Rating))
		}
	}
	if len(law.Ratings) == 0 {
		return law, fmt.Errorf("%s has no rated player", file)
	}
	return law, nil
}

// PictureFont takes the font named; without it a font with Japanese and Chinese glyphs, if the labels need one.
func PictureFont(file string, r *study.Results, lang *words.Lang, warn func(string)) error {
	if file == "" {
		if !simpage.NeedsCJK(r, lang) {
			return nil
		}
		if file = chart.FindFont(); file == "" {
			warn("no font with Japanese or Chinese glyphs was found, so the pictures lack that text; give one with --font FILE (the SVG charts keep it)")
			return nil
		}
	}
	if err := chart.UseFont(file); err != nil {
		return &source.BadInput{File: file, What: "font: " + err.Error(), Err: err}
	}
	return nil
}

// StudyFile is a file of a result on its way to its folder.
type StudyFile struct {
	Name string
	Data []byte
}

// StudyFiles makes the files of a finished study; program is named in the manifest.
func StudyFiles(r *study.Results, program string, lang *words.Lang) ([]StudyFile, error) {
	manifest, err := r.Manifest(program)
	if err != nil {
		return nil, err
	}
	page, charts, err := simpage.Build(r, lang)
	if err != nil {
		return nil, err
	}
	files := []StudyFile{{"manifest.json", manifest}, {"report.html", page}}
	for _, t := range []struct {
		name string
		rows [][]string
	}{{"results.csv", r.ResultsTable()}, {"differences.csv", r.DifferencesTable()}, {"profiles.csv", r.ProfilesTable()}} {
		var b bytes.Buffer
		if err := render.Data(t.rows).WriteCSV(&b); err != nil {
			return nil, err
		}
		files = append(files, StudyFile{t.name, b.Bytes()})
	}
	for _, c := range charts {
		files = append(files, StudyFile{c.Name, c.Data})
	}
	return files, nil
}
