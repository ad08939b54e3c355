package study

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crosstable/sim/metric"
	"crosstable/sim/study/store"
)

// small is a study with every kind of factor, quick to play.
func small(t testing.TB) *Study {
	t.Helper()
	s := New()
	for _, f := range [][]string{
		{"players", "8,9"}, {"rounds", "3"}, {"system", "monrad,random"}, {"rating-noise", "0,150"},
		{"model", "rtg:0.30"}, {"ranking", "BH,SB,lot", "SB,lot"},
	} {
		if err := s.Set(f[0], f[1:]...); err != nil {
			t.Fatal(err)
		}
	}
	s.Replicates, s.Block = 230, 20
	return s
}

func tables(t testing.TB, s *Study, totals *Totals) []byte {
	t.Helper()
	r, err := s.Results(totals)
	if err != nil {
		t.Fatal(err)
	}
	a, err := csvOf(r.ResultsTable())
	if err != nil {
		t.Fatal(err)
	}
	b, err := csvOf(r.DifferencesTable())
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.Manifest("test")
	if err != nil {
		t.Fatal(err)
	}
	d, err := json.Marshal(totals)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Join([][]byte{a, b, c, d, []byte(r.Summary(spaced))}, nil)
}

func run(t testing.TB, s *Study, opt RunOptions) *Totals {
	t.Helper()
	totals, err := s.Run(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return totals
}

func TestSameBytesForAnyNumberOfWorkers(t *testing.T) {
	s := small(t)
	want := tables(t, s, run(t, s, RunOptions{Jobs: 1}))
	for _, jobs := range []int{2, 5} {
		if got := tables(t, s, run(t, s, RunOptions{Jobs: jobs})); !bytes.Equal(got, want) {
			t.Errorf("%d workers give other bytes than one", jobs)
		}
	}
}

func TestSameBytesForAnyShards(t *testing.T) {
	s := small(t)
	want := tables(t, s, run(t, s, RunOptions{Jobs: 2}))
	for _, n := range []int{1, 3, 7, 20} {
		var dirs []string
		for i := range n {
			sh := Shard{i, n}
			data, err := s.Part(sh, run(t, s, RunOptions{Jobs: 2, Shard: sh})).JSON()
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, store.PartName), data, 0o644); err != nil {
				t.Fatal(err)
			}
			dirs = append([]string{dir}, dirs...) // merged in another order than played
		}
		merged, totals, err := Merge(append(dirs, dirs[0])) // one shard doubled
		if err != nil {
			t.Fatal(err)
		}
		if got := tables(t, merged, totals); !bytes.Equal(got, want) {
			t.Errorf("%d shards give other bytes than one run", n)
		}
		if n > 1 {
			_, _, err := Merge(dirs[1:])
			if want := fmt.Sprintf("missing: shard %d/%d", n-1, n); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("a missing shard: %v, want %q", err, want)
			}
		}
	}
}

// A run that is stopped at any block and goes on ends with the bytes of an undisturbed one, rows included.
func TestStoppedRunGoesOn(t *testing.T) {
	s := small(t)
	whole := t.TempDir()
	want := tables(t, s, run(t, s, RunOptions{Jobs: 1, Dir: whole, Rows: true}))
	wantRows, err := os.ReadFile(filepath.Join(whole, store.RowsName))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(wantRows, []byte("\n")); n != 1+230*16 {
		t.Errorf("%d lines of rows, want a header and 230 x 16", n)
	}
	dir := t.TempDir()
	var totals *Totals
	for stops := 0; totals == nil; stops++ {
		ctx, cancel := context.WithCancel(context.Background())
		k := 0
		got, err := s.Run(ctx, RunOptions{Jobs: 2, Dir: dir, Rows: true, Progress: func(int64, int64) {
			if k++; k == 1+stops%3 {
				cancel()
			}
		}})
		cancel()
		switch {
		case err == nil:
			totals = got
		case !errors.Is(err, context.Canceled):
			t.Fatal(err)
		case stops > 50:
			t.Fatal("no progress between stops")
		}
		if stops < 3 && totals == nil { // what a kill leaves behind the last checkpoint
			f, err := os.OpenFile(filepath.Join(dir, store.RowsName), os.O_APPEND|os.O_WRONLY, 0o644)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(f, "9999,1,tr")
			f.Close()
		}
	}
	if got := tables(t, s, totals); !bytes.Equal(got, want) {
		t.Error("the stopped run gives other bytes")
	}
	rows, err := os.ReadFile(filepath.Join(dir, store.RowsName))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(rows, wantRows) {
		t.Error("the stopped run gives other rows")
	}
	other := small(t)
	other.Seed = 2
	if _, err := other.Run(context.Background(), RunOptions{Jobs: 1, Dir: dir}); !errors.Is(err, ErrOtherStudy) {
		t.Errorf("another study in the same folder: %v", err)
	}
}

// rows.csv has every replicate or the run is refused: a run begun without rows does not go on with them, nor one begun
// with rows without them.
func TestResumeWithOtherRowsIsRefused(t *testing.T) {
	s := small(t)
	for _, begun := range []bool{false, true} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		if _, err := s.Run(ctx, RunOptions{Jobs: 1, Dir: dir, Rows: begun,
			Progress: func(int64, int64) { cancel() }}); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		var rows *RowsError
		if _, err := s.Run(context.Background(), RunOptions{Jobs: 1, Dir: dir, Rows: !begun}); !errors.As(err, &rows) ||
			rows.Begun != begun {
			t.Errorf("begun with rows %v: %v", begun, err)
		}
		if _, err := s.Run(context.Background(), RunOptions{Jobs: 1, Dir: dir, Rows: begun}); err != nil {
			t.Errorf("begun and gone on with rows %v: %v", begun, err)
		}
		// What is finished is finished: its rows, if it has them, are whole.
		if _, err := s.Run(context.Background(), RunOptions{Jobs: 1, Dir: dir, Rows: !begun}); (err == nil) != begun {
			t.Errorf("finished with rows %v, asked with %v: %v", begun, !begun, err)
		}
	}
}

// Results do not depend on the block size: sums are integers.
func TestBlockSizeChangesNothing(t *testing.T) {
	a, b := small(t), small(t)
	b.Block = 57
	ra, err := a.Results(run(t, a, RunOptions{Jobs: 2}))
	if err != nil {
		t.Fatal(err)
	}
	rb, err := b.Results(run(t, b, RunOptions{Jobs: 2}))
	if err != nil {
		t.Fatal(err)
	}
	ca, _ := csvOf(ra.ResultsTable())
	cb, _ := csvOf(rb.ResultsTable())
	if !bytes.Equal(ca, cb) {
		t.Error("another block size gives other results")
	}
}

func TestUntilStopsAtABlock(t *testing.T) {
	s := New()
	s.Set("players", "8")
	s.Set("rounds", "3")
	s.Set("system", "monrad")
	s.Replicates, s.Block = 100000, 100
	u, err := ParseUntil("kendall_tau:0.02:300")
	if err != nil {
		t.Fatal(err)
	}
	s.Until = u
	one, two := run(t, s, RunOptions{Jobs: 1}), run(t, s, RunOptions{Jobs: 3})
	if !bytes.Equal(tables(t, s, one), tables(t, s, two)) {
		t.Error("stopping depends on the workers")
	}
	if one.Replicates%100 != 0 || one.Replicates < 300 || one.Replicates >= 100000 {
		t.Errorf("stopped after %d replicates", one.Replicates)
	}
	m, _ := metricIndex("kendall_tau")
	if e := one.Metrics[0][m].Estimate(); (e.Hi-e.Lo)/2 > 0.02 {
		t.Errorf("stopped at a half-width of %v", (e.Hi-e.Lo)/2)
	}
	if _, err := s.Run(context.Background(), RunOptions{Jobs: 1, Shard: Shard{0, 2}}); err == nil ||
		!strings.Contains(err.Error(), "shard") {
		t.Errorf("until with shards: %v", err)
	}
}

// Over many seeds a 95 % interval covers the truth about 95 times in 100; the truth is the mean of a much
// longer run.
func TestIntervalsCoverTheTruth(t *testing.T) {
	base := func(seed uint64, n int) *Totals {
		s := New()
		s.Set("players", "8")
		s.Set("rounds", "3")
		s.Set("system", "monrad,random")
		s.Replicates, s.Block, s.Seed = n, 1000, seed
		return run(t, s, RunOptions{Jobs: 2})
	}
	truth := base(999999, 60000)
	const seeds = 300
	for _, name := range []string{"strongest_first", "kendall_tau", "top4_hits"} {
		m, _ := metricIndex(name)
		hit, hitDiff := 0, 0
		for seed := range uint64(seeds) {
			tt := base(seed+1, 200)
			if e := estimate(m, tt.Metrics[0][m]); e.Lo <= estimate(m, truth.Metrics[0][m]).Mean &&
				estimate(m, truth.Metrics[0][m]).Mean <= e.Hi {
				hit++
			}
			if e := differenceEstimate(m, tt.Differences[0][m]); e.Lo <= truth.Differences[0][m].Mean() &&
				truth.Differences[0][m].Mean() <= e.Hi {
				hitDiff++
			}
		}
		// 285 expected, standard deviation 3.8.
		if hit < 270 || hitDiff < 270 || hit > 298 || hitDiff > 299 {
			t.Errorf("%s: the interval covers the truth %d times in %d, that of the difference %d times", name, hit,
				seeds, hitDiff)
		}
	}
}

// Common random numbers: a paired difference is far more certain than two independent means.
func TestPairingReducesTheError(t *testing.T) {
	s := New()
	s.Set("players", "32")
	s.Set("rounds", "7")
	s.Set("system", "monrad,adjacent")
	s.Replicates = 400
	tt := run(t, s, RunOptions{Jobs: 2})
	m, _ := metricIndex("kendall_tau_score")
	a, b, d := tt.Metrics[0][m].Variance(), tt.Metrics[1][m].Variance(), tt.Differences[0][m].Variance()
	if d > 0.9*(a+b) {
		t.Errorf("variance of the paired difference %v, of independent ones %v", d, a+b)
	}
}

func TestWrongFactorsAreNamed(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"players", "0", "players: 0 is too few"},
		{"players", "-4", "players: -4 is too few"},
		{"players", "x", `players: "x" is not a whole number`},
		{"rounds", "9-5", `rounds: "9-5" is no range`},
		{"rounds", "40", "rounds: 40 rounds are impossible with 32 players"},
		{"rounds", "7,7", "rounds: 7 is given twice"},
		{"system", "monrat", `system: unknown system "monrat"; did you mean "monrad"?`},
		{"system", "roundrobin", "rounds: the table of roundrobin for 32 players has 31 rounds, not 7"},
		{"handicap", "bakku", "handicap: unknown handicap"},
		{"model", "rtg:7", "model: rtg: parameter 7 must be between 0 and 1"},
		{"strength", "normal:2000:-1", "strength: normal: a standard deviation of -1 is negative"},
		{"rating-noise", "-3", "rating-noise: -3 is out of range"},
		{"late", "1", "late: 1 is out of range"},
		{"ranking", "BHX,lot", "ranking: "},
		{"ranking", "LSQ:prier=2,lot", "ranking: "},
		{"ranking", "lot,BH", "nothing can follow a lot"},
		{"system", "random:scope=field",
			"handicap: random:scope=field does not look at scores; the handicap ab would change nothing"},
		{"plyers", "3", `no factor "plyers"; did you mean "players"?`},
	} {
		s := New()
		s.Set("system", "monrad")
		if strings.HasPrefix(c.want, "handicap: random") {
			s.Set("handicap", "none,ab")
		}
		err := s.Set(c.name, c.value)
		if err == nil {
			err = s.Validate()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q", c.name, c.value, err, c.want)
		}
	}
}

func TestStudyFile(t *testing.T) {
	s, err := ParseTOML([]byte(`
name = "rounds"
replicates = 500
seed = 7
until = "kendall_tau:0.01"
[baseline]
handicap = "ab"
[factors]
players = [32, 40]
rounds = "5-7"
handicap = "none,ab"
ranking = ["BH/C1,SB,lot", "SB,lot"]
`), "s.toml")
	if err != nil {
		t.Fatal(err)
	}
	grid, err := s.Scenarios()
	if err != nil {
		t.Fatal(err)
	}
	if len(grid) != 2*3*2*2 || grid[23].Players != 40 || grid[23].Rounds != 7 || grid[23].Handicap != "ab" ||
		grid[23].Ranking != "SB,lot" {
		t.Errorf("%d scenarios, the last %+v", len(grid), grid[len(grid)-1])
	}
	cmp, err := s.comparisons()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cmp {
		a, b := grid[c.scenario], grid[c.baseline]
		switch Factors[c.factor].Name {
		case "handicap":
			if a.Handicap != "none" || b.Handicap != "ab" || a.Ranking != b.Ranking || a.Players != b.Players ||
				a.Rounds != b.Rounds {
				t.Errorf("handicap compares %+v with %+v", a, b)
			}
		case "ranking":
			if a.Ranking != "SB,lot" || b.Ranking != "BH/C1,SB,lot" || a.Scenario != b.Scenario {
				t.Errorf("ranking compares %+v with %+v", a, b)
			}
		default:
			t.Errorf("%s is compared", Factors[c.factor].Name)
		}
	}
	if len(cmp) != 24 {
		t.Errorf("%d comparisons, want 12 of the handicap and 12 of the ranking", len(cmp))
	}
	for text, want := range map[string]string{
		"name = \"x\"\nreplicate = 4\n":           `s.toml:2: unknown key "replicate"; did you mean "replicates"?`,
		"[factors]\nplayers = 8\nround = 3\n":     `s.toml:3: no factor "round"; did you mean "rounds"?`,
		"name = \"x\nseed = 1\n":                  "s.toml:1: ",
		"[baseline]\nplayers = 8\n":               "are not subtracted",
		"until = \"strongest:0.1\"\n":             "no metric",
		"replicates = \"many\"\n":                 "s.toml",
		"[factors]\nranking = [\"BH,\", \"\"]\n":  "",
		"[factors]\nplayers = [8, 8]\nrounds=3\n": "given twice",
	} {
		if _, err := ParseTOML([]byte(text), "s.toml"); want != "" &&
			(err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestShardNotation(t *testing.T) {
	env := func(m map[string]string) func(string) string { return func(k string) string { return m[k] } }
	slurm := map[string]string{"SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "5"}
	k8s := map[string]string{"JOB_COMPLETION_INDEX": "1"}
	for _, c := range []struct {
		text string
		env  map[string]string
		want Shard
		err  string
	}{
		{"", nil, Shard{}, ""}, {"0/3", nil, Shard{0, 3}, ""}, {"auto", slurm, Shard{2, 5}, ""},
		{"auto/4", k8s, Shard{1, 4}, ""},
		{"3/3", nil, Shard{}, "from 0 to COUNT-1"}, {"1", nil, Shard{}, "INDEX/COUNT"}, {"auto", k8s, Shard{}, "COUNT"},
		{"auto", nil, Shard{}, "neither"},
	} {
		got, err := ParseShard(c.text, env(c.env))
		if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %v %v, want %v %q", c.text, got, err, c.want, c.err)
		}
	}
}

func TestUnpairableIsCountedNotHidden(t *testing.T) {
	s := New()
	s.Set("players", "6")
	s.Set("rounds", "5")
	s.Set("system", "monrad")
	s.Replicates = 400
	tt := run(t, s, RunOptions{Jobs: 2})
	r, err := s.Results(tt)
	if err != nil {
		t.Fatal(err)
	}
	var e Result
	for _, x := range r.Results {
		if x.Metric == metric.Unpairable {
			e = x
		}
	}
	want := 1 - float64(tt.Completed[0])/400
	if e.N != 400 || math.Abs(e.Mean-want) > 1e-12 || want <= 0 {
		t.Errorf("unpairable %v of %d, completed %d of 400", e.Mean, e.N, tt.Completed[0])
	}
	if !strings.Contains(r.Summary(spaced), "without a legal pairing") {
		t.Error("the summary hides dead ends")
	}
}

// profiles.csv has every entry of every profile, numbered as people count, and its rows add up.
func TestProfilesTable(t *testing.T) {
	s := New()
	for _, f := range [][2]string{{"players", "8"}, {"rounds", "3"}, {"system", "monrad,random"}} {
		if err := s.Set(f[0], f[1]); err != nil {
			t.Fatal(err)
		}
	}
	s.Replicates = 40
	r, err := s.Results(run(t, s, RunOptions{Jobs: 1}))
	if err != nil {
		t.Fatal(err)
	}
	data, err := csvOf(r.ProfilesTable())
	if err != nil {
		t.Fatal(err)
	}
	sum := map[string]float64{}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Split(line, ",")
		if i == 0 {
			if line != "scenario,profile,index,column,mean" {
				t.Errorf("header %q", line)
			}
			continue
		}
		v, err := strconv.ParseFloat(f[4], 64)
		if err != nil || len(f) != 5 {
			t.Fatalf("%q: %v", line, err)
		}
		sum[f[0]+" "+f[1]] += v
		if f[1] == "place_by_rank" {
			sum[f[0]+" rank "+f[2]] += v
			sum[f[0]+" place "+f[3]] += v
		}
		if f[1] == "floats" {
			sum[f[0]+" floats times "] += v * float64(int(f[2][0]-'0'))
		}
	}
	for key, want := range map[string]float64{
		"1 place_by_rank": 8, "2 place_by_rank": 8, "1 rank 1": 1, "1 rank 8": 1, "2 place 1": 1, "2 place 8": 1,
		"1 color_imbalance": 8, "1 floats": 8, "1 games_by_round": 12, "1 place_shift_by_number": 0,
	} {
		if got := sum[key]; math.Abs(got-want) > 1e-6 {
			t.Errorf("%s adds up to %v, want %v", key, got, want)
		}
	}
	if _, ok := sum["1 rank 0"]; ok {
		t.Error("ranks count from 1")
	}
}

// What the summary shows does not make it another study; an unknown metric is named.
func TestShowChangesNoNumber(t *testing.T) {
	s := small(t)
	hash := s.Hash()
	if err := s.SetShow([]string{"tied_first", " unpairable"}); err != nil {
		t.Fatal(err)
	}
	if s.Hash() != hash {
		t.Error("another hash")
	}
	r, err := s.Results(run(t, s, RunOptions{Jobs: 1}))
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Summary(spaced); !strings.Contains(text, "tied_first") || strings.Contains(text, "strongest_first") {
		t.Errorf("summary:\n%s", text)
	}
	if err := s.SetShow([]string{"tied_frist"}); err == nil ||
		!strings.Contains(err.Error(), `did you mean "tied_first"?`) {
		t.Error(err)
	}
}

// Whatever a study varies can be told apart in results.csv.
func TestEveryFactorIsAColumn(t *testing.T) {
	s := small(t)
	r, err := s.Results(run(t, s, RunOptions{Jobs: 2}))
	if err != nil {
		t.Fatal(err)
	}
	data, err := csvOf(r.ResultsTable())
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := strings.Cut(string(data), "\n")
	for _, f := range FactorNames() {
		if !strings.Contains(","+header+",", ","+strings.ReplaceAll(f, "-", "_")+",") {
			t.Errorf("no column for %s in %s", f, header)
		}
	}
	if !strings.HasPrefix(header, "scenario,players,rounds,system,handicap,model,ranking,metric,mean,se,lo,hi,n,") {
		t.Errorf("the contract's columns do not come first: %s", header)
	}
}

// csvOf writes rows as a file of results.
func csvOf(rows [][]string) ([]byte, error) {
	var b bytes.Buffer
	err := csv.NewWriter(&b).WriteAll(rows)
	return b.Bytes(), err
}

// spaced writes rows without aligning them.
func spaced(rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.Join(row, "  ") + "\n")
	}
	return b.String()
}

// One byte of a part that is not as written, wherever it stands, and the part is refused by its name; so is a second
// copy that says something else.
func TestDamagedPartsAreRefused(t *testing.T) {
	s := small(t)
	sh := Shard{0, 1}
	part := s.Part(sh, run(t, s, RunOptions{Jobs: 2, Shard: sh}))
	good, err := part.JSON()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "p.json")
	try := func(data []byte) error {
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := Merge([]string{file})
		return err
	}
	if err := try(good); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(good); i += max(1, len(good)/500) {
		bad := bytes.Clone(good)
		switch c := bad[i]; {
		case c >= '0' && c <= '9':
			bad[i] = '0' + (c-'0'+1)%10
		default:
			bad[i] ^= 1
		}
		if err := try(bad); err == nil || !strings.Contains(err.Error(), "p.json") {
			t.Errorf("byte %d changed from %q to %q: %v", i, good[i], bad[i], err)
		}
	}
	for _, cut := range []int{0, 1, len(good) / 2, len(good) - 1} {
		if try(good[:cut]) == nil {
			t.Errorf("cut to %d bytes: accepted", cut)
		}
	}
	// Sealed, but impossible.
	for name, change := range map[string]func(*Part){
		"relabelled": func(p *Part) { p.Shard, p.Shards = 1, 2 }, "2^63 shards": func(p *Part) { p.Shards = 1<<63 - 1 },
		"no totals": func(p *Part) { p.Totals = nil }, "blocks": func(p *Part) { p.Blocks++ },
		"replicates": func(p *Part) { p.Description.Replicates = 7 },
	} {
		p := *part
		change(&p)
		data, err := p.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if try(data) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	other := *part
	totals := *part.Totals
	totals.Completed = slices.Clone(totals.Completed)
	totals.Completed[0]++
	other.Totals = &totals
	data, err := other.JSON()
	if err != nil {
		t.Fatal(err)
	}
	second := filepath.Join(t.TempDir(), "q.json")
	if err := errors.Join(os.WriteFile(file, good, 0o666), os.WriteFile(second, data, 0o666)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Merge([]string{file, second}); err == nil || !strings.Contains(err.Error(), "differ") {
		t.Errorf("two differing copies: %v", err)
	}
}

func TestDamagedCheckpointIsRefused(t *testing.T) {
	s := small(t)
	dir := t.TempDir()
	run(t, s, RunOptions{Jobs: 1, Dir: dir, Rows: true})
	name := filepath.Join(dir, store.CheckpointName)
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	bad := bytes.Replace(good, []byte(`"next":`), []byte(`"next":1`), 1)
	if err := os.WriteFile(name, bad, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background(), RunOptions{Jobs: 1, Dir: dir, Rows: true}); err == nil ||
		!strings.Contains(err.Error(), "damaged") {
		t.Errorf("a checkpoint with another number: %v", err)
	}
	// Rows that are fewer than the checkpoint says would be filled with zero bytes.
	rows := filepath.Join(dir, store.RowsName)
	if err := errors.Join(os.WriteFile(name, good, 0o666), os.Truncate(rows, 100)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background(), RunOptions{Jobs: 1, Dir: dir, Rows: true}); err == nil ||
		!strings.Contains(err.Error(), "fewer bytes") {
		t.Errorf("cut rows: %v", err)
	}
}
