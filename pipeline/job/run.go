package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crosstable/pipeline/open/source"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/render"
	"crosstable/pipeline/stage"
)

// Options of Run.
type Options struct {
	Out     string // another folder for the results; "": as the job says
	Program string // name and version, for the manifest
	// Identity tells builds of the program apart; results of another build are not reused. "": nothing is reused.
	Identity string
	Progress func(done, of int, stage string)
}

// Result says what a run made.
type Result struct {
	Out     string
	Stages  []*StageResult
	Written int // files
}

// StageResult says what a stage made.
type StageResult struct {
	Name     string   `json:"name"`
	Do       string   `json:"do"`
	Rows     int      `json:"rows"`
	Rated    int      `json:"rated"`
	NotRated int      `json:"not_rated"`
	Aside    int      `json:"set_aside"`
	Players  int      `json:"players"`
	Issues   int      `json:"issues"`
	Findings bool     `json:"findings"`
	Pages    []string `json:"pages,omitempty"`
	HandsOn  []string `json:"hands_on,omitempty"` // files that later stages read where they name this one
	Counted  bool     `json:"-"`                  // the rows are the account of a rating

	Key    string     `json:"key,omitempty"` // identifies what was done; see reuse.go
	Files  []FileHash `json:"files,omitempty"`
	Reused bool       `json:"-"` // taken from an earlier run
}

// Findings reports whether any stage set rows aside.
func (r *Result) Findings() bool {
	return slices.ContainsFunc(r.Stages, func(s *StageResult) bool { return s.Findings })
}

const manifestName = "manifest.json"

type runner struct {
	identity string
	job      *Job
	dir      *outdir.Dir
	env      stage.Env
}

// Manifest is what manifest.json says.
type Manifest struct {
	Program string         `json:"program"`
	Job     FileHash       `json:"job"`
	Stages  []*StageResult `json:"stages"`
	Read    []FileHash     `json:"read"`
	Written []FileHash     `json:"written"`
}

// FileHash names a file by its content.
type FileHash struct {
	File   string `json:"file"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Run runs the stages in order and brings the results to their place. After an error the old results are
// there still.
func Run(ctx context.Context, j *Job, o Options) (*Result, error) {
	out := j.Out
	if o.Out != "" {
		out = o.Out
	}
	m := Manifest{Program: o.Program, Job: hashText(filepath.Base(j.File), j.text), Stages: []*StageResult{}, Read: []FileHash{}, Written: []FileHash{}}
	var stamps []stamp
	at := func(name string) string { return source.In(j.Base, name) }
	inputs := []string{at(j.File)}
	reads := map[*Stage][]string{}
	hashes := map[string]string{}
	for _, s := range j.Stages {
		files, err := s.Reads(j.Base)
		if err != nil {
			return nil, &StageError{s.Name, err}
		}
		for i, f := range files {
			files[i] = filepath.ToSlash(f)
		}
		reads[s] = files
		for _, f := range files {
			if _, done := hashes[f]; done {
				continue
			}
			h, stamp, err := hashFile(ctx, j.Base, f)
			if err != nil {
				return nil, err
			}
			hashes[f] = h.SHA256
			m.Read = append(m.Read, h)
			stamps = append(stamps, stamp)
			inputs = append(inputs, at(f))
		}
	}
	slices.SortFunc(m.Read, func(a, b FileHash) int { return strings.Compare(a.File, b.File) })
	place := out
	if o.Out == "" {
		place = at(out)
	}
	if err := checkStash(place); err != nil {
		return nil, err
	}
	dir, err := outdir.Begin(place, inputs...)
	if err != nil {
		return nil, err
	}
	defer dir.Abort()
	if err := dir.Kind("run"); err != nil {
		return nil, err
	}
	r := &runner{identity: o.Identity, job: j, dir: dir, env: stage.Env{Base: j.Base, Dir: dir, Page: j.Report, Program: o.Program}}
	res := &Result{Out: out}
	keys := map[*Stage]string{}
	found := map[*Stage]kept{}
	if o.Identity != "" {
		up := map[*stage.Setup]string{}
		around := []string{r.identity, j.Title, fmt.Sprintf("%+v", j.Report)}
		for _, s := range j.Stages {
			keys[s] = s.Hash(around, reads[s], hashes, up)
			up[s.Setup] = keys[s]
		}
		found = findKept(place, keys)
	}
	run := mustRun(j.Stages, found)
	for i, s := range j.Stages {
		if o.Progress != nil {
			o.Progress(i, len(j.Stages), s.Name)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one, err := r.stage(ctx, s, keys[s], found, run[s], place)
		if err != nil {
			return nil, &StageError{s.Name, err}
		}
		res.Stages = append(res.Stages, one)
		m.Stages = append(m.Stages, one)
	}
	for _, at := range stamps {
		if err := at.check(); err != nil {
			return nil, err
		}
	}
	if written := dir.Written(); j.Report.HTML && len(j.Stages) > 1 {
		if err := dir.Write("index.html", func(w io.Writer) error { return writeIndex(w, j, res, written) }); err != nil {
			return nil, err
		}
	}
	for _, w := range dir.Written() {
		m.Written = append(m.Written, FileHash{w.Name, w.Size, w.SHA256})
	}
	err = dir.Write(manifestName, func(w io.Writer) error {
		return render.JSON(w, m)
	})
	if err != nil {
		return nil, err
	}
	res.Written = len(dir.Written())
	if o.Progress != nil {
		o.Progress(len(j.Stages), len(j.Stages), "")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := dir.Commit(); err != nil {
		return nil, err
	}
	return res, os.RemoveAll(stashName(place))
}

// stage runs a stage, or takes its files from where an earlier run left them.
func (r *runner) stage(ctx context.Context, s *Stage, key string, found map[*Stage]kept, run bool, out string) (*StageResult, error) {
	if !run {
		one, err := found[s].take(r.dir)
		if err == nil {
			one.Counted = s.Kind.Counts
			r.env.Done(s.Setup, nil, one.HandsOn)
		}
		return one, err
	}
	r.env.Prefix = s.Name + "/"
	made, err := stage.Run(ctx, s.Setup, &r.env)
	if err != nil {
		return nil, err
	}
	one := &StageResult{Name: s.Name, Do: s.Kind.Name, Rows: made.Rows, Rated: made.Rated, NotRated: made.NotRated, Aside: made.Aside,
		Players: made.Players, Issues: len(made.Issues), Findings: made.Findings, Pages: made.Pages, Counted: s.Kind.Counts}
	for _, f := range made.HandsOn {
		one.HandsOn = append(one.HandsOn, r.env.Prefix+f)
	}
	if key == "" {
		return one, nil
	}
	one.Key, one.Files = key, filesOf(s, r.dir.Written())
	if len(r.job.Stages) == 1 {
		return one, nil // nothing to go on with
	}
	return one, stash(out, r.dir, one)
}

// StageError is an error of a stage.
type StageError struct {
	Stage string
	Err   error
}

func (e *StageError) Error() string { return fmt.Sprintf("stage %s: %v", e.Stage, e.Err) }
func (e *StageError) Unwrap() error { return e.Err }

// stamp notices a file that changes while the job reads it: what was hashed must be what was rated.
type stamp struct {
	file string
	path string
	size int64
	at   time.Time
}

func (s stamp) check() error {
	fi, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	if fi.Size() != s.size || !fi.ModTime().Equal(s.at) {
		return fmt.Errorf("%s changed while the job ran; run it again", s.file)
	}
	return nil
}

func hashFile(ctx context.Context, base, name string) (FileHash, stamp, error) {
	if err := ctx.Err(); err != nil {
		return FileHash{}, stamp{}, err
	}
	path := source.In(base, name)
	f, err := os.Open(path)
	if err != nil {
		return FileHash{}, stamp{}, source.Named(err, name)
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return FileHash{}, stamp{}, err
	}
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err != nil {
		return FileHash{}, stamp{}, fmt.Errorf("%s: %w", name, err)
	}
	return FileHash{name, n, hex.EncodeToString(sum.Sum(nil))}, stamp{name, path, fi.Size(), fi.ModTime()}, nil
}

func hashText(name string, text []byte) FileHash {
	sum := sha256.Sum256(text)
	return FileHash{name, int64(len(text)), hex.EncodeToString(sum[:])}
}
