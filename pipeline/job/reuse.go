package job

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"crosstable/pipeline/outdir"
)

// A stage is identified by a key: the program, what the job says of the stage and of the pages, the hashes
// of what the stage reads, and the keys of the stages it goes on from. A rerun takes the files of a stage with an equal
// key from where they are whole: from the results of the last run, or from the stash, where a run puts
// every stage that is done until all are. So a killed run goes on where it was.

// kept is a finished stage and the folder that has its files.
type kept struct {
	result *StageResult
	dir    string
}

// stashName is the folder beside the results that keeps the finished stages of a run that is not over.
func stashName(out string) string {
	out = filepath.Clean(out)
	return filepath.Join(filepath.Dir(out), "."+filepath.Base(out)+".stages")
}

const stashedStage = "stage.json"

// stashKey is what the folders in a stash are named like: keys of stages.
var stashKey = regexp.MustCompile(`^[0-9a-f]{64}(\.new)?$`)

// checkStash refuses a stash that is none: a link, which may lead anywhere, or a folder with something else in it,
// which would go when the job is done.
func checkStash(out string) error {
	name := stashName(out)
	fi, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !fi.IsDir():
		return fmt.Errorf("%s is wanted for finished stages, but it is no folder; move it away", name)
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !stashKey.MatchString(e.Name()) {
			return fmt.Errorf("%s is wanted for finished stages, but it holds %s, which no job wrote; move it away", name, e.Name())
		}
	}
	return nil
}

// findKept looks for whole files of the stages with these keys. Whatever is damaged is not found.
func findKept(out string, keys map[*Stage]string) map[*Stage]kept {
	byKey := map[string]kept{}
	if data, err := os.ReadFile(filepath.Join(out, manifestName)); err == nil {
		var m Manifest
		if json.Unmarshal(data, &m) == nil {
			for _, s := range m.Stages {
				byKey[s.Key] = kept{s, out}
			}
		}
	}
	for _, key := range keys {
		dir := filepath.Join(stashName(out), key)
		if data, err := os.ReadFile(filepath.Join(dir, stashedStage)); err == nil {
			s := new(StageResult)
			if json.Unmarshal(data, s) == nil && s.Key == key {
				byKey[key] = kept{s, dir}
			}
		}
	}
	found := map[*Stage]kept{}
	for s, key := range keys {
		if k, ok := byKey[key]; ok && k.whole() {
			found[s] = k
		}
	}
	return found
}

// whole checks that every file of the stage is there as it was written.
func (k kept) whole() bool {
	for _, f := range k.result.Files {
		if !filepath.IsLocal(filepath.FromSlash(f.File)) {
			return false
		}
		data, err := os.Open(filepath.Join(k.dir, filepath.FromSlash(f.File)))
		if err != nil {
			return false
		}
		sum := sha256.New()
		_, err = io.Copy(sum, data)
		data.Close()
		if err != nil || hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
			return false
		}
	}
	return true
}

// take copies the files of a kept stage into the result.
func (k kept) take(dir *outdir.Dir) (*StageResult, error) {
	for _, f := range k.result.Files {
		err := dir.Write(f.File, func(w io.Writer) error {
			in, err := os.Open(filepath.Join(k.dir, filepath.FromSlash(f.File)))
			if err != nil {
				return err
			}
			defer in.Close()
			_, err = io.Copy(w, in)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	res := *k.result
	res.Reused = true
	return &res, nil
}

// stash puts a finished stage beside the place of the results. It comes to its name in one step.
func stash(out string, dir *outdir.Dir, s *StageResult) error {
	place := filepath.Join(stashName(out), s.Key)
	if _, err := os.Stat(place); err == nil {
		return nil
	}
	tmp := place + ".new"
	if err := os.RemoveAll(tmp); err != nil {
		return err
	}
	for _, f := range s.Files {
		if err := copyOut(dir, f.File, filepath.Join(tmp, filepath.FromSlash(f.File))); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(tmp, 0o777); err != nil {
		return err
	}
	data, err := json.Marshal(s)
	if err == nil {
		err = os.WriteFile(filepath.Join(tmp, stashedStage), data, 0o666)
	}
	if err == nil {
		err = os.Rename(tmp, place)
	}
	if errors.Is(err, fs.ErrExist) {
		return os.RemoveAll(tmp)
	}
	return err
}

func copyOut(dir *outdir.Dir, name, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	in, err := dir.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// handsOn are the files that a kept stage hands on.
func handsOn(found map[*Stage]kept, s *Stage) []string {
	if k, ok := found[s]; ok {
		return k.result.HandsOn
	}
	return nil
}

// filesOf lists what was written below the stage's folder.
func filesOf(s *Stage, written []outdir.Written) []FileHash {
	var out []FileHash
	for _, w := range written {
		if strings.HasPrefix(w.Name, s.Name+"/") {
			out = append(out, FileHash{w.Name, w.Size, w.SHA256})
		}
	}
	slices.SortFunc(out, func(a, b FileHash) int { return cmp.Compare(a.File, b.File) })
	return out
}

// mustRun says which stages run: those that are not kept, and those that a running stage goes on from in memory; files
// that a kept stage hands on are there.
func mustRun(stages []*Stage, found map[*Stage]kept) map[*Stage]bool {
	run := map[*Stage]bool{}
	for i := len(stages) - 1; i >= 0; i-- {
		s := stages[i]
		if _, ok := found[s]; !ok {
			run[s] = true
		}
		if run[s] {
			for _, up := range stages[:i] {
				if slices.Contains(s.Upstream(), up.Setup) && len(handsOn(found, up)) == 0 {
					run[up] = true
				}
			}
		}
	}
	return run
}
