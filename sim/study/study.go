// Package study runs grids of tournaments and says what can be concluded: every cell of the grid (a Scenario) plays
// the same replicates with the same luck, means carry Monte Carlo errors and intervals, and cells
// that differ in one factor are compared pair by pair.
//
// Work is cut into blocks of replicates. A block is played by one worker; finished blocks are added in order, in
// integers, so the result is the same for any number of workers, any split into shards and after any
// kill and restart. The files: factors.go (what can be varied), study.go (a study and its grid), block.go
// (playing a block), run.go (workers, stopping, checkpoints), shard.go (parts and merging),
// results.go and summary.go (the tables). Sums and intervals are in package stats, the files of a run in package store.
package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine/method"
	"crosstable/sim"
	"crosstable/sim/metric"
	"crosstable/sim/model"
	"crosstable/sim/tomldoc"
)

// Study is what is asked: the levels of each factor and how long to play.
type Study struct {
	Name       string
	Question   string
	Levels     [][]string // by index of Factors
	Replicates int
	Seed       uint64
	Block      int            // replicates a block
	Baseline   map[int]string // factor index -> level that the others are compared with
	Until      *Until         // nil: a fixed number of replicates
	// Show lists the metrics of the summary (nil: the usual ones); it changes no number.
	Show []string
	// Law gives the strength law of a notation that model.NewLaw does not know ("list:FILE").
	Law func(notation string) (model.Law, error)
	// Inputs are digests of what Law reads from files, by notation; they belong to the study's identity.
	Inputs map[string]string
}

// Until stops a study when the half-width of a metric's interval is under a target in every scenario.
type Until struct {
	Metric    string
	HalfWidth float64
	Min       int // replicates played at least
}

// Defaults of a study.
const (
	DefaultReplicates = 1000
	DefaultBlock      = 250
)

// New gives a study with every factor at its default.
func New() *Study {
	s := &Study{Replicates: DefaultReplicates, Seed: 1, Block: DefaultBlock, Baseline: map[int]string{}}
	for _, f := range Factors {
		s.Levels = append(s.Levels, []string{f.Default})
	}
	return s
}

// FactorIndex finds a factor by name.
func FactorIndex(name string) (int, error) {
	for i, f := range Factors {
		if f.Name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no factor %q%s", name, nearest(name, FactorNames()))
}

func nearest(word string, valid []string) string {
	if best, ok := method.Nearest(word, valid); ok {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return "; known: " + strings.Join(valid, ", ")
}

// Set gives a factor its levels ("5,7,9"; several texts for a ranking).
func (s *Study) Set(name string, texts ...string) error {
	i, err := FactorIndex(name)
	if err != nil {
		return err
	}
	levels, err := Factors[i].Levels(texts...)
	if err != nil {
		return err
	}
	s.Levels[i] = levels
	return nil
}

// SetBaseline reads "handicap=none".
func (s *Study) SetBaseline(text string) error {
	name, levelText, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("baseline %q: write factor=level, such as handicap=none", text)
	}
	i, err := FactorIndex(strings.TrimSpace(name))
	if err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	if !Factors[i].Paired {
		return fmt.Errorf("baseline %q: levels of %s are different tournaments and are not subtracted", text,
			Factors[i].Name)
	}
	s.Baseline[i] = strings.TrimSpace(levelText)
	return nil
}

// SetShow chooses the metrics of the summary.
func (s *Study) SetShow(names []string) error {
	s.Show = nil
	for _, n := range names {
		n = strings.TrimSpace(n)
		if n != metric.Unpairable {
			if _, err := metricIndex(n); err != nil {
				return fmt.Errorf("show: %w", err)
			}
		}
		s.Show = append(s.Show, n)
	}
	return nil
}

// ParseUntil reads "strongest_first:0.005" or "strongest_first:0.005:2000" (at least 2,000 replicates).
func ParseUntil(text string) (*Until, error) {
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return nil, fmt.Errorf("until %q: write metric:half-width, such as strongest_first:0.005", text)
	}
	u := &Until{Metric: parts[0], Min: 1000}
	if _, err := metricIndex(u.Metric); err != nil {
		return nil, fmt.Errorf("until: %w", err)
	}
	w, err := strconv.ParseFloat(parts[1], 64)
	if err != nil || !(w > 0) {
		return nil, fmt.Errorf("until %q: the half-width must be a number above 0", text)
	}
	u.HalfWidth = w
	if len(parts) == 3 {
		if u.Min, err = strconv.Atoi(parts[2]); err != nil || u.Min < 2 {
			return nil, fmt.Errorf("until %q: the least number of replicates must be 2 or more", text)
		}
	}
	return u, nil
}

func metricIndex(name string) (int, error) {
	var names []string
	for i, m := range metric.Metrics {
		if m.Name == name {
			return i, nil
		}
		names = append(names, m.Name)
	}
	return 0, fmt.Errorf("no metric %q%s", name, nearest(name, names))
}

// Scenarios is the grid: every combination of levels, the last factor varying fastest.
func (s *Study) Scenarios() ([]Scenario, error) {
	total := 1
	for i, l := range s.Levels {
		if len(l) == 0 {
			return nil, fmt.Errorf("%s: no level given", Factors[i].Name)
		}
		if total *= len(l); total > 100000 {
			return nil, fmt.Errorf("the grid has more than 100,000 scenarios; give fewer levels")
		}
	}
	grid := make([]Scenario, total)
	for k := range grid {
		rest := k
		for i := len(Factors) - 1; i >= 0; i-- {
			l := s.Levels[i]
			if err := Factors[i].set(&grid[k], l[rest%len(l)]); err != nil {
				return nil, fmt.Errorf("%s: %w", Factors[i].Name, err)
			}
			rest /= len(l)
		}
	}
	return grid, nil
}

// levelOf gives the level index of factor f in scenario k.
func (s *Study) levelOf(k, f int) int {
	for i := len(Factors) - 1; i > f; i-- {
		k /= len(s.Levels[i])
	}
	return k % len(s.Levels[f])
}

// comparison is a pair of scenarios that differ in one factor only.
type comparison struct{ factor, scenario, baseline int }

func (s *Study) comparisons() ([]comparison, error) {
	n := 1
	for _, l := range s.Levels {
		n *= len(l)
	}
	var out []comparison
	for f, l := range s.Levels {
		base := 0
		if want, ok := s.Baseline[f]; ok {
			base = -1
			for i, v := range l {
				if v == want {
					base = i
				}
			}
			if base < 0 {
				return nil, fmt.Errorf("baseline %s=%s: not among the levels %s", Factors[f].Name, want,
					strings.Join(l, ", "))
			}
		}
		if len(l) < 2 || !Factors[f].Paired {
			continue
		}
		stride := 1
		for i := f + 1; i < len(s.Levels); i++ {
			stride *= len(s.Levels[i])
		}
		for k := range n {
			if at := s.levelOf(k, f); at != base {
				out = append(out, comparison{f, k, k + (base-at)*stride})
			}
		}
	}
	return out, nil
}

// Validate checks everything that can be known before playing; the message names the factor.
func (s *Study) Validate() error {
	if s.Replicates < 1 {
		return fmt.Errorf("replicates: %d; play at least 1", s.Replicates)
	}
	if s.Block < 1 {
		return fmt.Errorf("block: %d; a block has at least 1 replicate", s.Block)
	}
	grid, err := s.Scenarios()
	if err != nil {
		return err
	}
	if _, err := s.comparisons(); err != nil {
		return err
	}
	checked := map[sim.Scenario]bool{}
	rankings := map[string]bool{}
	for _, sc := range grid {
		if !rankings[sc.Ranking] {
			rankings[sc.Ranking] = true
			if _, err := sim.NewRanking(sc.Ranking); err != nil {
				return fmt.Errorf("ranking: %w", err)
			}
		}
		if checked[sc.Scenario] {
			continue
		}
		checked[sc.Scenario] = true
		if err := sim.Possible(sc.Scenario); err != nil {
			return err
		}
		law, err := s.law(sc.Strength)
		if err != nil {
			return err
		}
		if _, err := sim.NewRunner(sc.Scenario, law); err != nil {
			return err
		}
	}
	return nil
}

func (s *Study) law(notation string) (model.Law, error) {
	if s.Law != nil {
		if l, err := s.Law(notation); err != nil || l != nil {
			return l, err
		}
	}
	l, err := model.NewLaw(notation)
	if err != nil {
		return nil, fmt.Errorf("strength: %w", err)
	}
	return l, nil
}

// Blocks is the number of blocks; the last may be short.
func (s *Study) Blocks() int { return (s.Replicates + s.Block - 1) / s.Block }

// description is the study as the manifest and the checkpoint keep it.
type description struct {
	Name       string              `json:"name,omitempty"`
	Question   string              `json:"question,omitempty"`
	Factors    map[string][]string `json:"factors"`
	Baseline   map[string]string   `json:"baseline,omitempty"`
	Replicates int                 `json:"replicates"`
	Seed       uint64              `json:"seed"`
	Block      int                 `json:"block"`
	Until      string              `json:"until,omitempty"`
	Inputs     map[string]string   `json:"inputs,omitempty"`
	Show       []string            `json:"show,omitempty"`
}

func (s *Study) describe() description {
	d := description{Name: s.Name, Question: s.Question, Factors: map[string][]string{}, Replicates: s.Replicates,
		Seed: s.Seed, Block: s.Block, Inputs: s.Inputs, Show: s.Show}
	for i, f := range Factors {
		d.Factors[f.Name] = s.Levels[i]
	}
	for i, l := range s.Baseline {
		if d.Baseline == nil {
			d.Baseline = map[string]string{}
		}
		d.Baseline[Factors[i].Name] = l
	}
	if s.Until != nil {
		d.Until = fmt.Sprintf("%s:%g:%d", s.Until.Metric, s.Until.HalfWidth, s.Until.Min)
	}
	return d
}

// Hash identifies what a study computes: parts and checkpoints of another study are refused.
func (s *Study) Hash() string {
	d := s.describe()
	d.Show = nil
	data, err := json.Marshal(d)
	if err != nil {
		panic("study: " + err.Error()) // strings and numbers only
	}
	sum := sha256.Sum256(append(data, formatVersion...))
	return hex.EncodeToString(sum[:])
}

// formatVersion changes whenever equal studies would compute other numbers.
const formatVersion = "crosstable-study-1"

// file is the TOML form of a study.
type file struct {
	Name       string
	Question   string
	Replicates int
	Seed       *uint64
	Block      int
	Until      string
	Show       []string
	Baseline   map[string]any
	Factors    map[string]any
}

// ParseTOML reads a study file. Errors carry the line where the library knows it.
func ParseTOML(data []byte, name string) (*Study, error) {
	doc, at, err := tomldoc.Decode(data)
	if err != nil {
		return nil, tomlError(name, err)
	}
	line := func(key string) int { return max(1, at[key]) }
	known := []string{"name", "question", "replicates", "seed", "block", "until", "show", "baseline", "factors"}
	for _, key := range slices.Sorted(maps.Keys(doc)) {
		if !slices.Contains(known, key) {
			return nil, fmt.Errorf("%s:%d: unknown key %q%s", name, line(key), key, nearest(key, known))
		}
	}
	var f file
	if err := tomldoc.Fill(data, &f); err != nil {
		return nil, tomlError(name, err)
	}
	s := New()
	s.Name, s.Question = f.Name, f.Question
	if f.Replicates != 0 {
		s.Replicates = f.Replicates
	}
	if f.Seed != nil {
		s.Seed = *f.Seed
	}
	if f.Block != 0 {
		s.Block = f.Block
	}
	for _, fac := range Factors {
		v, ok := f.Factors[fac.Name]
		if !ok {
			continue
		}
		delete(f.Factors, fac.Name)
		var texts []string
		if list, isList := v.([]any); isList {
			for _, e := range list {
				texts = append(texts, fmt.Sprint(e))
			}
		} else {
			texts = []string{fmt.Sprint(v)}
		}
		if err := s.Set(fac.Name, texts...); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(f.Factors)) {
		_, err := FactorIndex(k)
		return nil, fmt.Errorf("%s:%d: %w", name, line("factors."+k), err)
	}
	for _, k := range slices.Sorted(maps.Keys(f.Baseline)) {
		if err := s.SetBaseline(fmt.Sprintf("%s=%v", k, f.Baseline[k])); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(f.Show) > 0 {
		if err := s.SetShow(f.Show); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if f.Until != "" {
		if s.Until, err = ParseUntil(f.Until); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return s, nil
}

// tomlError says where a document is wrong.
func tomlError(name string, err error) error {
	var bad *tomldoc.Error
	if errors.As(err, &bad) && bad.Line > 0 {
		return fmt.Errorf("%s:%d: %s", name, bad.Line, bad.Message)
	}
	return fmt.Errorf("%s: %w", name, err)
}
