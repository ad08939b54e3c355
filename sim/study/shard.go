package study

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"crosstable/sim/study/store"
)

// Part is what a shard leaves: its blocks' totals and the study they belong to. A part is the same bytes whoever
// makes it, so a requeued or doubled shard changes nothing.
type Part struct {
	Study       string      `json:"study"` // hash
	Description description `json:"description"`
	Shard       int         `json:"shard"`
	Shards      int         `json:"shards"`
	Lo          int         `json:"lo"`
	Hi          int         `json:"hi"`
	Blocks      int         `json:"blocks"`
	Totals      *Totals     `json:"totals"`
}

// maxShards is how many shards a study may be cut into.
const maxShards = 1 << 20

// ParseShard reads "0/3": shard 0 of three. "auto" takes the index and the count from a Slurm array or an indexed
// Kubernetes job through getenv.
func ParseShard(text string, getenv func(string) string) (Shard, error) {
	if text == "" {
		return Shard{}, nil
	}
	indexText, countText, ok := strings.Cut(text, "/")
	if strings.HasPrefix(text, "auto") {
		indexText = ""
		for _, v := range []string{"SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"} {
			if indexText == "" {
				indexText = getenv(v)
			}
		}
		if indexText == "" {
			return Shard{}, errors.New("shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set")
		}
		if !ok {
			countText = getenv("SLURM_ARRAY_TASK_COUNT")
			if countText == "" {
				return Shard{}, errors.New("shard auto: SLURM_ARRAY_TASK_COUNT is not set; write auto/COUNT")
			}
		}
	} else if !ok {
		return Shard{}, fmt.Errorf("shard %q: write INDEX/COUNT, counted from 0, such as 0/3", text)
	}
	i, err1 := strconv.Atoi(indexText)
	n, err2 := strconv.Atoi(countText)
	if err1 != nil || err2 != nil || n < 1 || n > maxShards || i < 0 || i >= n {
		return Shard{}, fmt.Errorf("shard %s/%s: the index goes from 0 to COUNT-1", indexText, countText)
	}
	return Shard{i, n}, nil
}

// Part wraps the totals of a finished shard.
func (s *Study) Part(shard Shard, t *Totals) *Part {
	lo, hi := shard.Range(s.Blocks())
	return &Part{s.Hash(), s.describe(), shard.Index, max(1, shard.Count), lo, hi, s.Blocks(), t}
}

// JSON is the part as its file keeps it, sealed.
func (p *Part) JSON() ([]byte, error) { return store.Seal(p) }

// readPart reads a part and checks what can be checked of it alone.
func readPart(path string) (*Part, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p := new(Part)
	if err := store.Unseal(data, p); err != nil {
		return nil, fmt.Errorf("%s is no part of a study: %w", path, err)
	}
	if p.Totals == nil || p.Shards < 1 || p.Shards > maxShards || p.Shard < 0 || p.Shard >= p.Shards || p.Blocks < 0 {
		return nil, fmt.Errorf("%s is no part of a study: its numbers cannot be", path)
	}
	if lo, hi := (Shard{p.Shard, p.Shards}).Range(p.Blocks); p.Lo != lo || p.Hi != hi {
		return nil, fmt.Errorf("%s is no part of a study: shard %d/%d has the blocks %d to %d, it says %d to %d",
			path, p.Shard, p.Shards, lo, hi, p.Lo, p.Hi)
	}
	return p, nil
}

// Merge adds up the parts of a study: folders of shards, or their part files, in any order, some perhaps twice.
// It gives the study and the totals of one undivided run. A missing shard is named.
func Merge(paths []string) (*Study, *Totals, error) {
	var parts []*Part
	var names []string
	for _, path := range paths {
		if st, err := os.Stat(path); err == nil && st.IsDir() {
			path = filepath.Join(path, store.PartName)
		}
		p, err := readPart(path)
		if err != nil {
			return nil, nil, err
		}
		parts, names = append(parts, p), append(names, path)
	}
	if len(parts) == 0 {
		return nil, nil, errors.New("no part given")
	}
	first := parts[0]
	byShard := make([]*Part, first.Shards)
	for i, p := range parts {
		if p.Study != first.Study {
			return nil, nil, fmt.Errorf("%s is a part of another study than %s", names[i], names[0])
		}
		if p.Shards != first.Shards {
			return nil, nil, fmt.Errorf("%s is shard %d of %d, %s is one of %d", names[i], p.Shard, p.Shards, names[0],
				first.Shards)
		}
		if other := byShard[p.Shard]; other != nil && !reflect.DeepEqual(p, other) {
			return nil, nil, fmt.Errorf("%s and another file are both shard %d/%d and differ; one of them is wrong",
				names[i], p.Shard, p.Shards)
		}
		byShard[p.Shard] = p
	}
	var missing []string
	for i, p := range byShard {
		if p == nil {
			missing = append(missing, fmt.Sprintf("%d/%d", i, first.Shards))
		}
	}
	if len(missing) > 0 {
		return nil, nil, fmt.Errorf("missing: shard %s", strings.Join(missing, ", "))
	}
	s, err := first.Description.study()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", names[0], err)
	}
	if s.Hash() != first.Study {
		return nil, nil, fmt.Errorf("%s was made by another version of the program", names[0])
	}
	if first.Blocks != s.Blocks() {
		return nil, nil, fmt.Errorf("%s says %d blocks, its study has %d", names[0], first.Blocks, s.Blocks())
	}
	plan, err := s.plan()
	if err != nil {
		return nil, nil, err
	}
	total := plan.totals()
	for i, p := range byShard {
		if !total.sameShape(p.Totals) {
			return nil, nil, fmt.Errorf("shard %d/%d does not have the numbers that its study needs", i, first.Shards)
		}
		total.merge(p.Totals)
	}
	return s, total, nil
}

// sameShape guards merge against a damaged part.
func (t *Totals) sameShape(o *Totals) bool {
	return len(t.Completed) == len(o.Completed) &&
		sameLengths(t.Metrics, o.Metrics) && sameLengths(t.Differences, o.Differences) &&
		len(t.Profiles) == len(o.Profiles) &&
		!slices.ContainsFunc(indices(len(t.Profiles)), func(k int) bool {
			return !sameLengths(t.Profiles[k],
				o.Profiles[k])
		})
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func sameLengths[T any](a, b [][]T) bool {
	return slices.EqualFunc(a, b, func(x, y []T) bool { return len(x) == len(y) })
}

// study rebuilds the study of a description.
func (d description) study() (*Study, error) {
	s := New()
	s.Name, s.Question = d.Name, d.Question
	s.Replicates, s.Seed, s.Block, s.Inputs, s.Show = d.Replicates, d.Seed, d.Block, d.Inputs, d.Show
	for i, f := range Factors {
		levels, ok := d.Factors[f.Name]
		if !ok || len(levels) == 0 {
			return nil, fmt.Errorf("the study does not say %s", f.Name)
		}
		s.Levels[i] = levels
		if b, ok := d.Baseline[f.Name]; ok {
			s.Baseline[i] = b
		}
	}
	if d.Until != "" {
		u, err := ParseUntil(d.Until)
		if err != nil {
			return nil, err
		}
		s.Until = u
	}
	return s, nil
}
