package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"

	"crosstable/pipeline/job"
	"crosstable/pipeline/render"
	"crosstable/pipeline/stage"
)

func runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "run a job file: reads, validates, runs the stages it names, writes reports",
		ArgsUsage: "JOB.toml",
		Description: "Paths in the job are relative to its folder and stay below it. The stages run in order;\n" +
			"results come to their place together when all are done, with a manifest of everything read and written.\n" +
			"docs/files.md describes the job file.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "check", Usage: "only read the job and find its inputs; run nothing"},
			&cli.StringFlag{Name: "out", Usage: "write the results into `DIR` instead of the job's folder"},
			&cli.BoolFlag{Name: "allow-outside", Usage: "let the job read and write outside its folder"},
			jsonFlag(),
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usageError("run needs one job file")
			}
			return runJob(c, c.Args().First())
		},
	}
}

func runJob(c *cli.Context, file string) error {
	out := c.String("out")
	if out != "" {
		abs, err := filepath.Abs(out)
		if err != nil {
			return err
		}
		out = abs
	}
	j, err := job.Load(file, c.Bool("allow-outside"))
	if err != nil {
		return err
	}
	if c.Bool("check") {
		return showJob(c.App.Writer, j, c.Bool("json"))
	}
	res, err := job.Run(c.Context, j, job.Options{Out: out, Program: "crosstable " + version(), Identity: buildIdentity(), Progress: stageProgress(c.App.ErrWriter)})
	if err != nil {
		return err
	}
	shown := filepath.Join(filepath.Dir(file), res.Out)
	if c.String("out") != "" {
		shown = filepath.Clean(c.String("out"))
	}
	if err := showResult(c.App.Writer, res, shown, c.Bool("json")); err != nil {
		return err
	}
	if res.Findings() {
		return findings()
	}
	return nil
}

// buildIdentity is the digest of the running program; "" if it cannot be read.
func buildIdentity() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// stageProgress draws a bar on a terminal and nothing elsewhere.
func stageProgress(w io.Writer) func(done, of int, stage string) {
	if !isTerminal(w) {
		return nil
	}
	w = render.Under(w)
	var bar *progressbar.ProgressBar
	return func(done, of int, stage string) {
		if bar == nil {
			bar = progressbar.NewOptions(of, progressbar.OptionSetWriter(w), progressbar.OptionSetWidth(24),
				progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(false))
		}
		bar.Describe(stage)
		bar.Set(done)
		if done == of {
			bar.Finish()
		}
	}
}

func showJob(w io.Writer, j *job.Job, asJSON bool) error {
	type plan struct {
		Stage string   `json:"stage"`
		Does  string   `json:"does"`
		Line  int      `json:"line"`
		Reads []string `json:"reads"`
	}
	var plans []plan
	for _, s := range j.Stages {
		reads, err := s.Reads(j.Base)
		if err != nil {
			return err
		}
		plans = append(plans, plan{s.Name, s.Kind.Name, s.Line, reads})
	}
	if asJSON {
		return render.JSON(w, plans)
	}
	t := render.New("stage", "does", "reads")
	for _, p := range plans {
		for i, f := range p.Reads {
			if i == 0 {
				t.Row(p.Stage, p.Does, f)
			} else {
				t.Row("", "", f)
			}
		}
		if len(p.Reads) == 0 {
			t.Row(p.Stage, p.Does, "")
		}
	}
	_, err := fmt.Fprintf(w, "%s\n\n%s: in order; results would go to %s\n", t.Text(), j.File, j.Out)
	return err
}

func showResult(w io.Writer, res *job.Result, out string, asJSON bool) error {
	if asJSON {
		return render.JSON(w, struct {
			Out    string             `json:"out"`
			Files  int                `json:"files"`
			Stages []*job.StageResult `json:"stages"`
		}{out, res.Written, res.Stages})
	}
	t := render.New("stage", "rows", "rated", "not rated", "set aside", "issues", "players", "open")
	t.Right(2, 3, 4, 5, 6, 7)
	for _, s := range res.Stages {
		page := filepath.Join(out, s.Name)
		if len(s.Pages) > 0 {
			page = filepath.Join(out, filepath.FromSlash(s.Pages[0]))
		}
		row := []any{s.Name, "", "", "", "", s.Issues, s.Players, page}
		if s.Counted { // only rating has an account of rows
			row[1], row[2], row[3], row[4] = s.Rows, s.Rated, s.NotRated, s.Aside
		}
		t.Row(row...)
	}
	if _, err := fmt.Fprintln(w, t.Text()); err != nil {
		return err
	}
	reused := 0
	for _, s := range res.Stages {
		if s.Reused {
			reused++
		}
	}
	if reused > 0 {
		fmt.Fprintf(w, "\n%s unchanged since the last run, not run again\n", stage.Plural(reused, "stage"))
	}
	fmt.Fprintln(w)
	aside := 0
	for _, s := range res.Stages {
		aside += s.Aside
	}
	if aside > 0 {
		fmt.Fprintf(w, "%s set aside: each stage's issues.csv says which and why (crosstable explain CODE)\n", stage.Plural(aside, "row"))
	}
	_, err := fmt.Fprintf(w, "%d files in %s; manifest.json there says what was read and written\n", res.Written, out)
	return err
}
