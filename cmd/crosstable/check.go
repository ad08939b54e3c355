package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/urfave/cli/v2"

	"crosstable/engine"
	"crosstable/engine/check"
	"crosstable/engine/pairing"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "pair every round of finished events again and name each difference",
		ArgsUsage: "FILE...",
		Flags: append(append(pairingFlags(), inputFlags()...),
			&cli.IntFlag{Name: "jobs", Usage: "files checked at the same time", Value: runtime.NumCPU()},
			jsonFlag()),
		Action: runCheck,
	}
}

// checkedFile is the result of one file.
type checkedFile struct {
	e      *event.Event
	rounds []check.Round
	issues []issue.Issue
	notes  []string
	err    error
}

func runCheck(c *cli.Context) error {
	if c.NArg() == 0 {
		return usageError("check needs event files")
	}
	if _, err := pairingSetup(c); err != nil {
		return err
	}
	files := c.Args().Slice()
	results := make([]chan checkedFile, len(files))
	for i := range results {
		results[i] = make(chan checkedFile, 1)
	}
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	next := make(chan int)
	go func() {
		defer close(next)
		for i := range files {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var wg sync.WaitGroup
	for range max(1, min(c.Int("jobs"), len(files))) {
		wg.Go(func() {
			set, _ := pairingSetup(c)
			for i := range next {
				results[i] <- checkFile(c, set, files[i])
			}
		})
	}
	defer wg.Wait()
	defer cancel()

	report := checkReport{c: c}
	for i := range files {
		select {
		case r := <-results[i]:
			report.add(files[i], r)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return report.finish()
}

func checkFile(c *cli.Context, set setup, name string) checkedFile {
	var r checkedFile
	if r.e, r.issues, r.err = readEvent(c, name); r.err != nil {
		return r
	}
	adjust(c, r.e)
	s, err := r.e.State()
	if err != nil {
		r.err = badInput(err)
		return r
	}
	luck := engine.NewLuck(c.Uint64("seed"))
	run := func() ([]check.Round, int, error) {
		ch := checkerOf(r.e, set, luck)
		rounds, err := ch.Event(nil, s)
		differ := 0
		for i := range rounds {
			if rounds[i].Differs() {
				differ++
			}
		}
		return rounds, differ, err
	}
	var differ int
	if r.rounds, differ, err = run(); err != nil {
		r.err = fmt.Errorf("%s: %w", name, err)
		return r
	}
	// A file with _BAKU does not say how large the accelerated group was. C.04.7 rounds the first half up to
	// an even number; some programs do not round. The size that the rounds were paired with is found here.
	if half := (r.e.N() + 1) / 2; differ > 0 && r.e.Baku && len(r.e.Virtual) == 0 && r.e.BakuGroup == 0 && set.scheme == nil && half != r.e.Accelerated() {
		r.e.BakuGroup = half
		rounds, d, err := run()
		if err == nil && d < differ {
			r.rounds = rounds
			r.notes = append(r.notes, fmt.Sprintf("paired with %d accelerated players; C.04.7 1.2 gives %d, with which %d rounds differ", half, r.e.Accelerated(), differ))
		} else {
			r.e.BakuGroup = 0
		}
	}
	return r
}

// checkerOf makes the checker of one event.
func checkerOf(e *event.Event, set setup, luck engine.Luck) *check.Checker {
	return &check.Checker{Pairer: set.pairer, Scheme: set.scheme, Explain: true, GripOpen: e.FirstColor == engine.NoColor,
		Prepare: func(dst *engine.State, k int) error {
			if err := e.Fill(dst, k); err != nil {
				return err
			}
			dst.Luck = luck
			return nil
		}}
}

// checkReport prints results in the order of the files.
type checkReport struct {
	c                    *cli.Context
	rounds, differ, lots int
	files                []checkJSON
	failed               error
}

// checkJSON is the report of one file with --json.
type checkJSON struct {
	File        string      `json:"file"`
	Rounds      int         `json:"rounds"`
	Differ      int         `json:"differ"`
	Lots        int         `json:"colours_by_lot"`
	Differences []roundJSON `json:"differences"`
	Notes       []string    `json:"notes,omitempty"`
	Error       string      `json:"error,omitempty"`
}

type roundJSON struct {
	Round      int        `json:"round"`
	OnlyFile   []pairJSON `json:"only_in_file,omitempty"`
	OnlyPaired []pairJSON `json:"only_in_pairing,omitempty"`
	Colours    []pairJSON `json:"colours,omitempty"`
	Lots       []pairJSON `json:"colours_by_lot,omitempty"`
	NoPairing  string     `json:"no_pairing,omitempty"`
	Why        []stepJSON `json:"why,omitempty"`
}

// pairJSON is a pairing by the file's numbers; black 0 is the pairing-allocated bye.
type pairJSON struct {
	White int `json:"white"`
	Black int `json:"black"`
}

type stepJSON struct {
	Rule  string `json:"rule"`
	Text  string `json:"text"`
	Kind  string `json:"kind"`
	A     int    `json:"a,omitempty"`
	B     int    `json:"b,omitempty"`
	Score string `json:"score,omitempty"`
}

func (r *checkReport) add(name string, f checkedFile) {
	tellIssues(r.c.App.ErrWriter, f.issues)
	if f.err != nil {
		fmt.Fprintln(r.c.App.ErrWriter, "crosstable:", f.err)
		r.files = append(r.files, checkJSON{File: name, Error: f.err.Error()})
		if r.failed == nil {
			r.failed = f.err
		}
		return
	}
	if why := oldRules(r.c.String("system"), f.e); why != "" {
		f.notes = append(f.notes, why)
	}
	for _, n := range f.notes {
		fmt.Fprintf(r.c.App.ErrWriter, "note: %s: %s\n", name, n)
	}
	out := checkJSON{File: name, Rounds: len(f.rounds), Notes: f.notes, Differences: []roundJSON{}}
	lang := r.c.String("lang")
	for i := range f.rounds {
		round := &f.rounds[i]
		out.Lots += len(round.Lots)
		if round.Differs() {
			out.Differ++
		}
		if !round.Differs() && len(round.Lots) == 0 {
			continue
		}
		out.Differences = append(out.Differences, roundAsJSON(f.e, round, lang))
		if !r.c.Bool("json") && round.Differs() {
			printDifference(r.c.App.Writer, name, f.e, round, lang)
		}
	}
	r.rounds += out.Rounds
	r.differ += out.Differ
	r.lots += out.Lots
	r.files = append(r.files, out)
}

func (r *checkReport) finish() error {
	w := r.c.App.Writer
	if r.c.Bool("json") {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		if err := enc.Encode(struct {
			System string      `json:"system"`
			Rounds int         `json:"rounds"`
			Differ int         `json:"differ"`
			Lots   int         `json:"colours_by_lot"`
			Files  []checkJSON `json:"files"`
		}{r.c.String("system"), r.rounds, r.differ, r.lots, r.files}); err != nil {
			return err
		}
	} else {
		if r.lots > 0 {
			fmt.Fprintf(w, "%d colours drawn by lot came out otherwise; they are no differences\n", r.lots)
		}
		fmt.Fprintf(w, "%d rounds checked, %d differ\n", r.rounds, r.differ)
	}
	switch {
	case r.failed != nil:
		return exitLike(r.failed)
	case r.differ > 0:
		return findings()
	}
	return nil
}

// exitLike ends with the exit code of an error that has been told.
func exitLike(err error) error { return &exit{exitCode(context.Background(), err, io.Discard), nil} }

// oldRules warns of an event that was played under another edition of the system's rules.
func oldRules(system string, e *event.Event) string {
	row, err := pairing.Find(system)
	if err != nil {
		return ""
	}
	d := e.End
	if d.IsZero() {
		d = e.Start
	}
	ed := row.Edition
	from, until := record.Date(ed.From), record.Date(ed.Until)
	switch {
	case d.IsZero():
	case !from.IsZero() && d.Compare(from) < 0:
		return fmt.Sprintf("played until %s, before the %s came into force on %s; differences may come from %s", d, ed.Name, from, ed.Before)
	case !until.IsZero() && d.Compare(until) >= 0:
		return fmt.Sprintf("played until %s, when the %s was no longer in force (until %s); differences may come from %s", d, ed.Name, until, ed.After)
	}
	return ""
}

func printDifference(w io.Writer, name string, e *event.Event, r *check.Round, lang string) {
	fmt.Fprintf(w, "%s: round %d:\n", name, r.Round)
	if r.Err != nil {
		fmt.Fprintf(w, "  no pairing: %v\n", r.Err)
	}
	show := func(what string, list []check.Pair) {
		for _, p := range list {
			fmt.Fprintf(w, "  %-10s %s\n", what, pairText(e, p))
		}
	}
	show("file", r.OnlyPlayed)
	show("re-paired", r.OnlyPaired)
	for _, p := range r.Colors {
		fmt.Fprintf(w, "  %-10s file %s, re-paired with colours exchanged\n", "colours", pairText(e, p))
	}
	for _, st := range r.Why {
		fmt.Fprintf(w, "    %s\n", stepText(e, st, lang))
	}
}

func pairText(e *event.Event, p check.Pair) string {
	if p.Black == engine.NoPlayer {
		return e.Label(p.White) + " has the bye"
	}
	return e.Label(p.White) + " - " + e.Label(p.Black)
}

// stepText tells one step of a pairer: who, why, by which rule.
func stepText(e *event.Event, st engine.Step, lang string) string {
	why := pairing.Render(st, lang, e.Label)
	return fmt.Sprintf("%s: %s [%s]", stepSubject(e, st, lang), why, st.Rule)
}

// stepWords names the kinds of steps in the three languages.
var stepWords = map[string][6]string{
	"en": {"pair %s - %s", "%s floats", "%s has the bye", "%s has White against %s", "scoregroup %s (%d)", "note"},
	"ja": {"組合せ %s - %s", "%s 移動", "%s 輪空", "%s 先（対 %s）", "同点群 %s（%d人）", "注"},
	"zh": {"配对 %s - %s", "%s 浮动", "%s 轮空", "%s 先走（对 %s）", "积分组 %s（%d人）", "注"},
}

func stepSubject(e *event.Event, st engine.Step, lang string) string {
	words := stepWords[lang]
	f := words[st.Kind]
	switch st.Kind {
	case engine.StepPair, engine.StepColor:
		return fmt.Sprintf(f, e.Label(st.A), e.Label(st.B))
	case engine.StepFloat, engine.StepBye:
		return fmt.Sprintf(f, e.Label(st.A))
	case engine.StepGroup:
		return fmt.Sprintf(f, engine.Points(st.N[0]), st.N[1])
	}
	return f
}

var stepKinds = [...]string{"pair", "float", "bye", "colour", "group", "note"}

func stepAsJSON(e *event.Event, st engine.Step, lang string) stepJSON {
	j := stepJSON{Rule: st.Rule, Kind: stepKinds[st.Kind], Text: pairing.Render(st, lang, e.Label)}
	if st.Kind != engine.StepGroup {
		j.A, j.B = numberOf(e, st.A), numberOf(e, st.B)
	} else {
		j.Score = engine.Points(st.N[0]).String()
	}
	return j
}

func numberOf(e *event.Event, p engine.Player) int {
	if p < 0 || int(p) >= e.N() {
		return 0
	}
	return e.Number(p)
}

func roundAsJSON(e *event.Event, r *check.Round, lang string) roundJSON {
	list := func(in []check.Pair) []pairJSON {
		var out []pairJSON
		for _, p := range in {
			out = append(out, pairJSON{e.Number(p.White), e.Number(p.Black)})
		}
		return out
	}
	j := roundJSON{Round: r.Round, OnlyFile: list(r.OnlyPlayed), OnlyPaired: list(r.OnlyPaired), Colours: list(r.Colors), Lots: list(r.Lots)}
	if r.Err != nil {
		j.NoPairing = r.Err.Error()
	}
	for _, st := range r.Why {
		j.Why = append(j.Why, stepAsJSON(e, st, lang))
	}
	return j
}
