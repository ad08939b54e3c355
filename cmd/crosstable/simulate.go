package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"crosstable/pipeline/open"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/render"
	"crosstable/pipeline/render/chart"
	"crosstable/pipeline/render/simpage"
	"crosstable/pipeline/stage"
	texts "crosstable/pipeline/words"
	"crosstable/sim/model"
	"crosstable/sim/study"
	"crosstable/sim/study/store"
)

func simulateCommand() *cli.Command {
	return &cli.Command{
		Name:  "simulate",
		Usage: "Monte Carlo: how many rounds, which system, which handicap, which tie-break",
		Subcommands: append(presetCommands(),
			simulateStudyCommand(),
			simulateForecastCommand(),
			simulateAdviceCommand(),
			simulateMergeCommand(),
			simulateEmitCommand(),
		),
	}
}

// factorFlags is one flag per factor of the table; lists take commas and ranges, a ranking is repeated.
func factorFlags() []cli.Flag {
	var out []cli.Flag
	for _, f := range study.Factors {
		usage := f.Summary + " (default " + f.Default + ")"
		if f.List {
			out = append(out, &cli.StringFlag{Name: f.Name, Usage: usage})
		} else {
			out = append(out, &cli.GenericFlag{Name: f.Name, Usage: usage, Value: &repeated{}})
		}
	}
	return out
}

// runFlags say how long and how to run; they are shared by `simulate study` and its presets.
func runFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "replicates", Usage: "tournaments played per scenario", Value: study.DefaultReplicates},
		&cli.Uint64Flag{Name: "seed", Usage: "seed of all luck", Value: 1},
		&cli.IntFlag{Name: "block", Usage: "replicates a block (unit of work of a worker and of a shard)", Value: study.DefaultBlock},
		&cli.GenericFlag{Name: "baseline", Usage: "compare with this level: factor=level (repeat for several)", Value: &repeated{}},
		&cli.StringFlag{Name: "until", Usage: "stop when the interval's half-width is below: metric:half-width[:least replicates]"},
		&cli.IntFlag{Name: "jobs", Usage: "workers", Value: runtime.NumCPU()},
		&cli.StringFlag{Name: "shard", Usage: "play a share of the blocks: INDEX/COUNT from 0, or auto[/COUNT] in a job array"},
		&cli.StringFlag{Name: "show", Usage: "metrics of the printed summary, with commas (results.csv has all)"},
		&cli.BoolFlag{Name: "rows", Usage: "also write rows.csv, one line per replicate and scenario"},
		&cli.DurationFlag{Name: "checkpoint", Usage: "least time between two checkpoints, from which a killed run goes on", Value: 2 * time.Second},
		&cli.StringFlag{Name: "out", Usage: "folder of the results (none: only the summary is printed)"},
		&cli.BoolFlag{Name: "png", Usage: "also draw the charts as PNG pictures"},
		&cli.StringFlag{Name: "font", Usage: "font file of the pictures (default: a Noto CJK font of this machine, else the built-in one)"},
		pageLangFlag(),
	}
}

func simulateStudyCommand() *cli.Command {
	return &cli.Command{
		Name:      "study",
		Usage:     "play a grid of tournaments, from flags or a TOML file, and compare",
		ArgsUsage: "[STUDY.toml]",
		Flags:     append(factorFlags(), runFlags()...),
		Action: func(c *cli.Context) error {
			s, err := studyFromFlags(c)
			if err != nil {
				return err
			}
			return runStudy(c, s)
		},
	}
}

// studyFromFlags reads the study file, if one is named, and lets flags override it.
func studyFromFlags(c *cli.Context) (*study.Study, error) {
	s := study.New()
	if c.NArg() > 1 {
		return nil, usageError("simulate study takes one study file, not %d arguments", c.NArg())
	}
	if c.NArg() == 1 {
		var err error
		if s, err = studyFromFile(c.Args().First()); err != nil {
			return nil, err
		}
	}
	return s, applyStudyFlags(c, s)
}

func studyFromFile(name string) (*study.Study, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	s, err := study.ParseTOML(data, name)
	if err != nil {
		return nil, badInput(err)
	}
	return s, nil
}

func applyStudyFlags(c *cli.Context, s *study.Study) error {
	for _, f := range study.Factors {
		if !c.IsSet(f.Name) {
			continue
		}
		texts := []string{c.String(f.Name)}
		if r, ok := c.Generic(f.Name).(*repeated); ok {
			texts = r.values
		}
		if err := s.Set(f.Name, texts...); err != nil {
			return usageError("%v", err)
		}
	}
	if c.IsSet("replicates") {
		s.Replicates = c.Int("replicates")
	}
	if c.IsSet("seed") {
		s.Seed = c.Uint64("seed")
	}
	if c.IsSet("block") {
		s.Block = c.Int("block")
	}
	if r, ok := c.Generic("baseline").(*repeated); ok && c.IsSet("baseline") {
		for _, v := range r.values {
			if err := s.SetBaseline(v); err != nil {
				return usageError("%v", err)
			}
		}
	}
	if c.IsSet("until") {
		u, err := study.ParseUntil(c.String("until"))
		if err != nil {
			return usageError("%v", err)
		}
		s.Until = u
		if !c.IsSet("replicates") && c.NArg() == 0 {
			s.Replicates = 1000000
		}
	}
	if c.IsSet("show") {
		if err := s.SetShow(strings.Split(c.String("show"), ",")); err != nil {
			return usageError("%v", err)
		}
	}
	if err := readLists(c, s); err != nil {
		return err
	}
	if err := s.Validate(); err != nil {
		return usageError("%v", err)
	}
	return nil
}

// readLists reads the rating lists that the study draws its fields from ("list:FILE") and notes what they
// held, so that a checkpoint or a shard of another list is refused.
func readLists(c *cli.Context, s *study.Study) error {
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
		law, err := readList(c.Context, file)
		if err != nil {
			return inputError(fmt.Errorf("strength: %w", err))
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
func readList(ctx context.Context, file string) (law model.FromList, err error) {
	l, _, err := open.List(ctx, file, open.Options{})
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

// runStudy plays a study and prints its summary; with --out it writes the results there.
func runStudy(c *cli.Context, s *study.Study) error {
	return runStudyThen(c, s, alignedSummary)
}

// runStudyThen is runStudy with another text for the terminal.
func runStudyThen(c *cli.Context, s *study.Study, text func(*study.Results) string) error {
	shard, err := study.ParseShard(c.String("shard"), os.Getenv)
	if err != nil {
		return usageError("%v", err)
	}
	if shard.Count > 1 && s.Until != nil {
		return usageError("until: a shard cannot stop by precision, it does not see the other blocks; give --replicates")
	}
	if shard.Count > 1 && c.String("out") == "" {
		return usageError("a shard needs --out, where its part is written")
	}
	opt := study.RunOptions{Jobs: c.Int("jobs"), Shard: shard, Rows: c.Bool("rows"), Checkpoint: c.Duration("checkpoint"), Now: time.Now}
	if opt.Jobs < 1 {
		return usageError("jobs: %d; at least one worker is needed", opt.Jobs)
	}
	out := c.String("out")
	if opt.Rows && out == "" {
		return usageError("--rows needs --out, where rows.csv is written")
	}
	if out != "" {
		// The run's checkpoint lives beside the place of the results until they are whole.
		opt.Dir = filepath.Clean(out) + ".part"
		lock, err := outdir.Lock(out)
		if err != nil {
			return &exit{exitFiles, err}
		}
		defer lock.Close()
		d, err := beginStudy(s, out, shard) // before hours of playing
		if err != nil {
			return err
		}
		d.Abort()
		if err := store.MakeDir(opt.Dir); err != nil {
			return &exit{exitFiles, err}
		}
	}
	progress, finish := studyProgress(c.App.ErrWriter)
	opt.Progress = progress
	totals, err := s.Run(c.Context, opt)
	finish()
	if err != nil {
		if c.Context.Err() != nil {
			if opt.Dir != "" {
				fmt.Fprintf(c.App.ErrWriter, "crosstable: stopped; the same command goes on from %s\n", opt.Dir)
			}
			return context.Canceled
		}
		var rows *study.RowsError
		if err == study.ErrOtherStudy || errors.As(err, &rows) {
			return usageError("%s: %v", opt.Dir, err)
		}
		return err
	}
	if shard.Count > 1 {
		return writeShard(c, s, shard, totals, out, opt.Dir)
	}
	return writeStudy(c, s, totals, out, opt.Dir, text)
}

// beginStudy begins the folder of a study or of a shard of one.
func beginStudy(s *study.Study, out string, shard study.Shard) (*outdir.Dir, error) {
	var inputs []string
	for level := range s.Inputs {
		inputs = append(inputs, strings.TrimPrefix(level, "list:"))
	}
	d, err := outdir.Begin(out, inputs...)
	if err != nil {
		return nil, &exit{exitFiles, err}
	}
	kind := "simulate"
	if shard.Count > 1 {
		kind = "simulate --shard"
	}
	if err := d.Kind(kind); err != nil {
		d.Abort()
		return nil, &exit{exitFiles, err}
	}
	return d, nil
}

func writeShard(c *cli.Context, s *study.Study, shard study.Shard, totals *study.Totals, out, part string) error {
	d, err := beginStudy(s, out, shard)
	if err != nil {
		return err
	}
	defer d.Abort()
	data, err := s.Part(shard, totals).JSON()
	if err == nil {
		err = writeBytes(d, store.PartName, data)
	}
	if err == nil && c.Bool("rows") {
		err = copyInto(d, "rows.csv", filepath.Join(part, "rows.csv"))
	}
	if err == nil {
		err = d.Commit()
	}
	if err != nil {
		return &exit{exitFiles, err}
	}
	fmt.Fprintf(c.App.Writer, "shard %d/%d written to %s; join all shards with: crosstable simulate merge DIR... --out DIR\n", shard.Index, shard.Count, out)
	return os.RemoveAll(part)
}

// writeStudy prints the summary and writes the files of a finished study.
func writeStudy(c *cli.Context, s *study.Study, totals *study.Totals, out, part string, text func(*study.Results) string) error {
	r, err := s.Results(totals)
	if err != nil {
		return err
	}
	fmt.Fprint(c.App.Writer, text(r))
	if out == "" {
		return nil
	}
	d, err := beginStudy(s, out, study.Shard{})
	if err != nil {
		return err
	}
	defer d.Abort()
	files, err := studyFiles(r, texts.In(c.String("lang")))
	if err == nil && c.Bool("png") {
		var pictures []simpage.File
		if err = choosePictureFont(c, r); err != nil {
			return err
		}
		pictures, err = simpage.PNGs(r, texts.In(c.String("lang")))
		for _, f := range pictures {
			files = append(files, namedFile{f.Name, f.Data})
		}
	}
	for _, f := range files {
		if err == nil {
			err = writeBytes(d, f.name, f.data)
		}
	}
	if err == nil && c.Bool("rows") && part != "" {
		err = copyInto(d, "rows.csv", filepath.Join(part, "rows.csv"))
	}
	if err == nil {
		err = d.Commit()
	}
	if err != nil {
		return &exit{exitFiles, err}
	}
	fmt.Fprintf(c.App.Writer, "\nwritten to %s\n", out)
	if part == "" {
		return nil
	}
	return os.RemoveAll(part)
}

// choosePictureFont takes --font; without it a font with Japanese and Chinese glyphs, if the labels need one.
func choosePictureFont(c *cli.Context, r *study.Results) error {
	file := c.String("font")
	if file == "" {
		if !simpage.NeedsCJK(r, texts.In(c.String("lang"))) {
			return nil
		}
		if file = chart.FindFont(); file == "" {
			fmt.Fprintln(c.App.ErrWriter, "warning: no font with Japanese or Chinese glyphs was found, so the pictures lack that text; give one with --font FILE (the SVG charts keep it)")
			return nil
		}
	}
	if err := chart.UseFont(file); err != nil {
		return badInput(fmt.Errorf("font: %w", err))
	}
	return nil
}

// alignedSummary is a study's summary for a terminal.
func alignedSummary(r *study.Results) string { return r.Summary(render.Aligned) }

// pageLangFlag is the language of a page and its charts.
func pageLangFlag() cli.Flag {
	known := texts.Languages()
	return &cli.StringFlag{Name: "lang", Value: known[0], Usage: "language of report.html and the charts: " + strings.Join(known, ", "),
		Action: func(_ *cli.Context, v string) error {
			if !slices.Contains(known, v) {
				return usageError("--lang %q: one of %s", v, strings.Join(known, ", "))
			}
			return nil
		}}
}

// namedFile is a file of a result on its way to its folder.
type namedFile struct {
	name string
	data []byte
}

func studyFiles(r *study.Results, w *texts.Lang) ([]namedFile, error) {
	manifest, err := r.Manifest(version())
	if err != nil {
		return nil, err
	}
	page, charts, err := simpage.Build(r, w)
	if err != nil {
		return nil, err
	}
	files := []namedFile{{"manifest.json", manifest}, {"report.html", page}}
	for _, t := range []struct {
		name string
		rows [][]string
	}{{"results.csv", r.ResultsTable()}, {"differences.csv", r.DifferencesTable()}, {"profiles.csv", r.ProfilesTable()}} {
		var b bytes.Buffer
		if err := render.Data(t.rows).WriteCSV(&b); err != nil {
			return nil, err
		}
		files = append(files, namedFile{t.name, b.Bytes()})
	}
	for _, c := range charts {
		files = append(files, namedFile{c.Name, c.Data})
	}
	return files, nil
}

func writeBytes(d *outdir.Dir, name string, data []byte) error {
	return d.Write(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

func copyInto(d *outdir.Dir, name, from string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	return d.Write(name, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

func simulateMergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "join the shards of a study: same bytes as one undivided run",
		ArgsUsage: "PART...",
		Flags: []cli.Flag{&cli.StringFlag{Name: "out", Usage: "folder of the results"},
			&cli.BoolFlag{Name: "png", Usage: "also draw the charts as PNG pictures"},
			pageLangFlag(),
			&cli.StringFlag{Name: "font", Usage: "font file of the pictures"}},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError("merge needs the folders of the shards")
			}
			s, totals, err := study.Merge(c.Args().Slice())
			if err != nil {
				return badInput(err)
			}
			return writeStudy(c, s, totals, c.String("out"), "", alignedSummary)
		},
	}
}

// studyProgress shows replicates, rate and time left on a terminal; nothing elsewhere.
func studyProgress(w io.Writer) (show func(done, total int64), finish func()) {
	if !isTerminal(w) {
		return nil, func() {}
	}
	w = render.Under(w)
	start := time.Now()
	first := int64(-1)
	last := time.Time{}
	return func(done, total int64) {
			now := time.Now()
			if first < 0 {
				first = done
			}
			if now.Sub(last) < 200*time.Millisecond && done < total {
				return
			}
			last = now
			rate := float64(done-first) / max(now.Sub(start).Seconds(), 1e-9)
			left := "?"
			if rate > 0 {
				left = time.Duration(float64(total-done) / rate * float64(time.Second)).Round(time.Second).String()
			}
			fmt.Fprintf(w, "\r\x1b[K%s of %s replicates, %.0f a second, %s left", stage.Thousands(done), stage.Thousands(total), rate, left)
		}, func() {
			fmt.Fprint(w, "\r\x1b[K")
		}
}
