package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"crosstable/engine"
	"crosstable/engine/pairing"
	"crosstable/pipeline/desk/arbiter"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open/codec/eventtab"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/outdir"
	"crosstable/sim"
)

func generateCommand() *cli.Command {
	return &cli.Command{
		Name:  "generate",
		Usage: "make random events, paired by a system, as TRF files",
		Description: "Every event is a replicate of the simulation: its strengths, results and lots are keyed by --seed and its number,\n" +
			"so that event 17 is the same whether 20 or 1,000 are made.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "system", Usage: "pairing system, with options", Value: "jca"},
			&cli.IntFlag{Name: "players", Usage: "players in each event", Value: 32},
			&cli.IntFlag{Name: "rounds", Usage: "rounds of each event", Value: 7},
			&cli.StringFlag{Name: "handicap", Usage: "handicap, with options", Value: "none"},
			&cli.StringFlag{Name: "strength", Usage: "law of the playing strengths: normal:MEAN:SD, uniform:LOW:HIGH, grid:MEAN:SPREAD ...", Value: "normal:2000:200"},
			&cli.Float64Flag{Name: "rating-noise", Usage: "standard deviation of rating minus strength, in points"},
			&cli.StringFlag{Name: "model", Usage: "who wins (crosstable list models)", Value: "rtg:0.30"},
			&cli.Float64Flag{Name: "draw-rate", Usage: "share of draws between equals, 0..1; short for --model rtg:SHARE"},
			&cli.Float64Flag{Name: "forfeits", Usage: "share of games that are forfeited, 0..1"},
			&cli.Float64Flag{Name: "withdrawals", Usage: "chance that a player leaves after a round, 0..1"},
			&cli.Float64Flag{Name: "byes", Usage: "chance that a player asks for a half-point bye in a round, 0..1"},
			&cli.StringFlag{Name: "points", Usage: "values of results: 3:1:0, or 3:1:0:3:2:0 by side, with :bye=1"},
			&cli.Uint64Flag{Name: "seed", Usage: "seed of all luck", Value: 1},
			&cli.IntFlag{Name: "count", Usage: "number of events", Value: 1},
			&cli.StringFlag{Name: "out", Usage: "folder of the files e0001.trf ...; with one event and no folder it goes to stdout"},
			&cli.BoolFlag{Name: "trf16", Usage: "write the older form, with the extensions that JaVaFo and bbpPairings read"},
		},
		Action: runGenerate,
	}
}

func runGenerate(c *cli.Context) error {
	if c.NArg() > 0 {
		return usageError("generate takes no arguments, only flags; %q is one", c.Args().First())
	}
	count := c.Int("count")
	out := c.String("out")
	switch {
	case count < 1:
		return usageError("--count %d: at least one event is needed", count)
	case out == "" && count > 1:
		return usageError("%d events need a folder: --out DIR", count)
	}
	r, err := generator(c)
	if err != nil {
		return err
	}
	dialect := trf.TRF26
	if c.Bool("trf16") {
		dialect = trf.TRF16
	}
	if out == "" {
		complete, err := generateOne(c, r, dialect, 0, dataWriter(c.App.Writer))
		if err == nil && !complete {
			return findings()
		}
		return err
	}
	d, err := outdir.Begin(out)
	if err != nil {
		return err
	}
	defer d.Abort()
	if err := d.Kind("generate"); err != nil {
		return err
	}
	short := 0
	digits := max(4, len(strconv.Itoa(count)))
	for i := range count {
		if err := c.Context.Err(); err != nil {
			return err
		}
		err := d.Write(fmt.Sprintf("e%0*d.trf", digits, i+1), func(w io.Writer) error {
			complete, err := generateOne(c, r, dialect, i, w)
			if err == nil && !complete {
				short++
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if err := d.Commit(); err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "%d events written to %s\n", count, out)
	if short > 0 {
		fmt.Fprintf(c.App.ErrWriter, "%d of them end early, because a round had no legal pairing\n", short)
		return findings()
	}
	return nil
}

// generator makes the runner that the flags ask for; errors name the flag.
func generator(c *cli.Context) (*sim.Runner, error) {
	sc := sim.Scenario{
		Players: c.Int("players"), Rounds: c.Int("rounds"), System: c.String("system"), Handicap: c.String("handicap"),
		Strength: c.String("strength"), Noise: c.Float64("rating-noise"), Model: c.String("model"),
		Withdraw: c.Float64("withdrawals"), Byes: c.Float64("byes"),
	}
	if c.IsSet("draw-rate") {
		d := c.Float64("draw-rate")
		if c.IsSet("model") {
			return nil, usageError("give --draw-rate or --model, not both")
		}
		if !(d >= 0 && d <= 1) {
			return nil, usageError("--draw-rate %v is not between 0 and 1", d)
		}
		sc.Model = fmt.Sprintf("rtg:%v", d)
	}
	switch f := c.Float64("forfeits"); {
	case !(f >= 0 && f < 1):
		return nil, usageError("--forfeits %v is not between 0 and 1", f)
	case f > 0:
		sc.NoShow = 1 / f
	}
	for _, f := range []float64{sc.Noise, sc.Withdraw, sc.Byes} {
		if math.IsNaN(f) {
			return nil, usageError("NaN is not a number")
		}
	}
	if sc.Players > 9999 {
		return nil, usageError("--players %d: a TRF file numbers up to 9999 players", sc.Players)
	}
	r, err := sim.NewRunner(sc, nil)
	if err != nil {
		return nil, usageError("--%v", err)
	}
	if err := sim.Possible(sc); err != nil {
		return nil, usageError("--%v", err)
	}
	if err := pairing.Fits(sc.System, sc.Handicap); err != nil {
		return nil, usageError("--handicap: %v", err)
	}
	games, err := gamePoints(c)
	if err != nil {
		return nil, err
	}
	s := r.Event.State
	s.Reset(sc.Players)
	s.Points = games
	if row, err := pairing.Find(sc.System); err == nil && row.Legs == 2 {
		matches, ok := games.Matches()
		if !ok {
			return nil, usageError("--points: in matches of two games a win and a loss are worth two draws, whatever the colour")
		}
		s.Points = matches
	}
	return r, nil
}

// gamePoints are the values of games that the flags ask for.
func gamePoints(c *cli.Context) (engine.PointSystem, error) {
	ps := engine.Standard
	if t := c.String("points"); t != "" {
		ps, err := eventtab.ParsePoints(t)
		if err != nil {
			return ps, usageError("--points: %v", err)
		}
		return ps, nil
	}
	if row, err := pairing.Find(c.String("system")); err == nil && row.Setup != nil {
		row.Setup(&ps)
	}
	return ps, nil
}

// generateOne plays event number i (from 0) and writes it. complete is false when a round had no legal pairing.
func generateOne(c *cli.Context, r *sim.Runner, d trf.Dialect, i int, w io.Writer) (complete bool, err error) {
	seed := c.Uint64("seed")
	complete, err = r.Play(seed, uint64(i))
	if err != nil {
		return false, usageError("event %d: %v", i+1, err)
	}
	e := event.FromState("", r.Event.State)
	if row, err := pairing.Find(c.String("system")); err == nil && row.Legs == 2 {
		games, err := gamePoints(c)
		if err != nil {
			return false, err
		}
		e = e.InGames(games)
	}
	e.Name = fmt.Sprintf("Random event %d, seed %d", i+1, seed)
	e.Type = "Individual: " + systemTitle(c.String("system"))
	e.System = systemWord(c.String("system"))
	// The file says what it was paired with, so that check needs no flags; its lots are those of a seed too.
	a := arbiter.Settings{System: c.String("system"), Handicap: c.String("handicap"), Seed: r.Event.State.Luck.Seed()}
	sheet := slices.DeleteFunc(a.Regulations(e), func(s event.Setting) bool { return s.Value == "" })
	sheet.Store(e)
	var b bytes.Buffer
	if _, err := trf.Write(&b, e, d); err != nil {
		return false, err
	}
	_, err = w.Write(b.Bytes())
	return complete, err
}

// systemTitle names a system for the type of an event.
func systemTitle(notation string) string {
	if row, err := pairing.Find(notation); err == nil && row.Schedule != nil {
		return "Round-Robin"
	}
	return "Swiss-System"
}

// systemWord is how a file announces a system (TRF 192).
func systemWord(notation string) string {
	row, err := pairing.Find(notation)
	if err != nil {
		return ""
	}
	return row.FileCode()
}
