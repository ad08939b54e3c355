package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"crosstable/pipeline/outdir"
	"crosstable/pipeline/render"
	"crosstable/pipeline/stage"
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

func simulateStudyCommand() *cli.Command {
	return &cli.Command{
		Name:      "study",
		Usage:     "play a grid of tournaments, from flags or a TOML file, and compare",
		ArgsUsage: "[STUDY.toml]",
		Flags:     studyFlags(),
		Action: func(c *cli.Context) error {
			if c.NArg() > 1 {
				return usageError("simulate study takes one study file, not %d arguments", c.NArg())
			}
			return runStudy(c, nil, alignedSummary)
		},
	}
}

// studyFlags are the options of simulate, and those of a run from the command line alone.
func studyFlags(more ...cli.Flag) []cli.Flag {
	return append(stageFlags("simulate",
		&cli.StringFlag{Name: "shard", Usage: "play a share of the blocks: INDEX/COUNT from 0, or auto[/COUNT] in a job array"},
		&cli.BoolFlag{Name: "rows", Usage: "also write rows.csv, one line per replicate and scenario"},
		&cli.DurationFlag{Name: "checkpoint", Usage: "least time between two checkpoints, from which a killed run goes on", Value: 2 * time.Second},
		&cli.StringFlag{Name: "out", Usage: "folder of the results (none: only the summary is printed)"}), more...)
}

// runStudy plays the study that the flags say, begun by begin, and prints text of it; with --out it writes the results there.
func runStudy(c *cli.Context, begin func() (*study.Study, error), text func(*study.Results) string, checks ...func(*study.Study) error) error {
	set := kindOf("simulate").Setup(false)
	simulate := set.Stage.(*stage.Simulate)
	simulate.Begin = begin
	if err := setFlags(c, set, c.Args().Slice()); err != nil {
		return err
	}
	if err := set.Check(); err != nil {
		return flagError(c.Command.Name, err)
	}
	s, err := simulate.Study(c.Context, runEnv(c, mostIssues))
	if err != nil {
		return inputError(err)
	}
	for _, check := range checks {
		if err := check(s); err != nil {
			return inputError(err)
		}
	}
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
	return writeStudy(c, simulate, s, totals, out, opt.Dir, text)
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
func writeStudy(c *cli.Context, simulate *stage.Simulate, s *study.Study, totals *study.Totals, out, part string, text func(*study.Results) string) error {
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
	files, err := simulate.Files(r, runEnv(c, mostIssues))
	if err != nil {
		return inputError(err)
	}
	for _, f := range files {
		if err == nil {
			err = writeBytes(d, f.Name, f.Data)
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

// alignedSummary is a study's summary for a terminal.
func alignedSummary(r *study.Results) string { return r.Summary(render.Aligned) }

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
		Flags: append(slices.DeleteFunc(stageFlags("simulate"), func(f cli.Flag) bool { return !slices.Contains([]string{"png", "font", "lang"}, f.Names()[0]) }),
			&cli.StringFlag{Name: "out", Usage: "folder of the results"}),
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usageError("merge needs the folders of the shards")
			}
			s, totals, err := study.Merge(c.Args().Slice())
			if err != nil {
				return badInput(err)
			}
			set := kindOf("simulate").Setup(false)
			if err := setFlags(c, set, nil); err != nil {
				return err
			}
			return writeStudy(c, set.Stage.(*stage.Simulate), s, totals, c.String("out"), "", alignedSummary)
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
