package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/record"
	"crosstable/pipeline/render"
	"crosstable/pipeline/render/simpage"
	"crosstable/sim/forecast"
)

func simulateForecastCommand() *cli.Command {
	flags := append(inputFlags(),
		&cli.StringFlag{Name: "system", Usage: "pairing system of the rest of the event", Value: "dutch"},
		&cli.StringFlag{Name: "handicap", Usage: "handicap of the rest of the event (default: what the file says)"},
		&cli.StringFlag{Name: "model", Usage: "law of the results", Value: "milvang"},
		&cli.StringFlag{Name: "ranking", Usage: "tie-breaks after points, in order", Value: "BH/C1,BH,SB,lot"},
		&cli.Float64Flag{Name: "sigma", Usage: "error of a rating as strength: standard deviation, points", Value: 80},
		&cli.IntFlag{Name: "rounds", Usage: "rounds of the whole event (default: what the file says)"},
		&cli.IntFlag{Name: "top", Usage: "also print the chance of a place among the first K", Value: 3},
		&cli.StringFlag{Name: "fix", Usage: "take results as given: \"5: 3-7 1-0\" (round: white-black result; several with ;)"},
		&cli.IntFlag{Name: "replicates", Usage: "times the rest is played", Value: 10000},
		&cli.Uint64Flag{Name: "seed", Usage: "seed of all luck", Value: 1},
		&cli.IntFlag{Name: "jobs", Usage: "workers", Value: runtime.NumCPU()},
		&cli.StringFlag{Name: "out", Usage: "folder for forecast.csv and report.html"},
		jsonFlag())
	return &cli.Command{
		Name:      "forecast",
		Usage:     "play the rest of a running event many times: everybody's chances",
		ArgsUsage: "EVENT",
		Flags:     flags,
		Action:    forecastAction,
	}
}

func forecastAction(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError("forecast needs one event file")
	}
	name := c.Args().First()
	e, issues, err := readEvent(c, name)
	if err != nil {
		return err
	}
	tellIssues(c.App.ErrWriter, issues)
	if n := c.Int("rounds"); n > 0 {
		e.PlannedRounds = n
	}
	if e.PlannedRounds < 1 {
		return usageError("%s does not say how many rounds the event has; give --rounds", name)
	}
	// A round that is paired and not finished is still to be played, with its pairings.
	played := e.Finished()
	if e.Pending() > 0 {
		played--
	}
	s, err := e.StateAfter(played)
	if err != nil {
		return badInput(err)
	}
	q := &forecast.Question{State: s, Coming: e.Coming, Pairs: runningPairs(e, played), Rounds: e.PlannedRounds, System: c.String("system"), Handicap: c.String("handicap"),
		Model: c.String("model"), Ranking: c.String("ranking"), Sigma: c.Float64("sigma"), Replicates: c.Int("replicates"), Seed: c.Uint64("seed"), Jobs: c.Int("jobs")}
	if c.Int("top") < 1 {
		return usageError("top: %d; the first K places with K of 1 or more", c.Int("top"))
	}
	if q.Fixes, err = parseFixes(c.String("fix"), e); err != nil {
		return usageError("fix: %v", err)
	}
	f, err := q.Run(c.Context)
	if err != nil {
		if c.Context.Err() != nil {
			return err
		}
		return usageError("%v", err)
	}
	if f.Completed == 0 {
		return &engine.NoPairing{Round: s.Round()}
	}
	rows := forecastRows(e, s, f, c.Int("top"))
	if c.Bool("json") {
		if err := render.JSON(c.App.Writer, rows); err != nil {
			return err
		}
	} else {
		printForecast(c, e, q, f, rows)
	}
	if out := c.String("out"); out != "" {
		return writeForecast(c, out, e, q, f, rows)
	}
	return nil
}

func eventName(e *event.Event) string {
	if e.Name != "" {
		return e.Name
	}
	return e.File
}

// runningPairs are the pairings of the round that is being played, results known so far included.
// The round r counts from 0.
func runningPairs(e *event.Event, r int) []engine.Game {
	var out []engine.Game
	for i := range e.Players {
		p := engine.Player(i)
		c := e.Cell(p, r)
		switch {
		case c.HasOpponent && c.Color == engine.White:
			out = append(out, engine.Game{White: p, Black: c.Opponent, Result: resultOf(c.Outcome, e.Cell(c.Opponent, r).Outcome)})
		case c.Outcome == engine.ByePairing:
			out = append(out, engine.Game{White: p, Black: engine.NoPlayer, Result: engine.PairingBye})
		}
	}
	return out
}

// resultOf finds the result with these outcomes; NoResult if the game is still running.
func resultOf(white, black engine.Outcome) engine.Result {
	for r := engine.WhiteWins; r < engine.PairingBye; r++ {
		if w, b := r.Outcomes(); w == white && b == black && r != engine.Adjourned {
			return r
		}
	}
	return engine.NoResult
}

var fixPattern = regexp.MustCompile(`^\s*(\d+)\s*:\s*(\d+)\s*-\s*(\d+)\s+(\S+)\s*$`)

// parseFixes reads "5: 3-7 1-0; 5: 2-4 1/2-1/2" with the file's numbers.
func parseFixes(list string, e *event.Event) ([]forecast.Fix, error) {
	if strings.TrimSpace(list) == "" {
		return nil, nil
	}
	byNumber := e.ByNumber()
	var out []forecast.Fix
	for _, part := range strings.Split(list, ";") {
		m := fixPattern.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("%q: write round: white-black result, such as 5: 3-7 1-0", strings.TrimSpace(part))
		}
		round, _ := strconv.Atoi(m[1])
		f := forecast.Fix{Round: round}
		for i, at := range []*engine.Player{&f.White, &f.Black} {
			no, _ := strconv.Atoi(m[2+i])
			p, ok := byNumber[no]
			if !ok {
				return nil, fmt.Errorf("%q: no player has the number %d", strings.TrimSpace(part), no)
			}
			*at = p
		}
		r, ok := record.ParseResult(m[4])
		if !ok || r == engine.NoResult || r == engine.Adjourned {
			return nil, fmt.Errorf("%q: %q is not a result; write 1-0, 1/2-1/2 or 0-1", strings.TrimSpace(part), m[4])
		}
		f.Result = r
		out = append(out, f)
	}
	return out, nil
}

// forecastRow is a player's line; the field names are those of forecast.csv.
type forecastRow struct {
	Number    int         `json:"number"`
	Name      string      `json:"name"`
	Rating    int32       `json:"rating"`
	Points    json.Number `json:"points"`
	First     float64     `json:"first"`
	FirstLo   float64     `json:"first_lo"`
	FirstHi   float64     `json:"first_hi"`
	Shares    float64     `json:"shares_first"`
	Top       float64     `json:"top"`
	TopLo     float64     `json:"top_lo"`
	TopHi     float64     `json:"top_hi"`
	Qualifies float64     `json:"qualifies_1_in_8"`
	Score     float64     `json:"expected_score"`
	Place     float64     `json:"expected_place"`
	player    engine.Player
}

func forecastRows(e *event.Event, s *engine.State, f *forecast.Forecast, top int) []forecastRow {
	var rows []forecastRow
	for i := range e.Players {
		first, among, qualify := f.Top(i, 1), f.Top(i, top), f.Top(i, max(1, f.Players/8))
		score, _ := f.MeanScore(i)
		rows = append(rows, forecastRow{Number: e.Number(engine.Player(i)), Name: e.Players[i].Name, Rating: s.Rating[i], Points: json.Number(s.Score[i].String()),
			First: first.Share, FirstLo: first.Lo, FirstHi: first.Hi, Shares: float64(f.Shared[i]) / float64(max(1, f.Completed)),
			Top: among.Share, TopLo: among.Lo, TopHi: among.Hi, Qualifies: qualify.Share, Score: score, Place: f.MeanPlace(i), player: engine.Player(i)})
	}
	slices.SortStableFunc(rows, func(a, b forecastRow) int {
		switch {
		case a.Place < b.Place:
			return -1
		case a.Place > b.Place:
			return 1
		}
		return a.Number - b.Number
	})
	return rows
}

func printForecast(c *cli.Context, e *event.Event, q *forecast.Question, f *forecast.Forecast, rows []forecastRow) {
	fmt.Fprintf(c.App.Writer, "%s: after %d of %d rounds, the rest played %s times with %s, results by %s, strengths within ±%g of the ratings\n\n",
		eventName(e), q.State.Rounds(), q.Rounds, thousands(f.Replicates), q.System, q.Model, q.Sigma)
	top := c.Int("top")
	t := render.New("No", "name", "Rtg", "Pts", "first %", "95 %", "shares 1st %", fmt.Sprintf("top %d %%", top), fmt.Sprintf("top %d %% (1 in 8)", max(1, f.Players/8)), "score", "place")
	t.Right(1, 3, 4, 5, 7, 8, 9, 10, 11)
	for _, r := range rows {
		t.Row(r.Number, r.Name, r.Rating, string(r.Points), percent(r.First), percent(r.FirstLo)+"-"+percent(r.FirstHi),
			percent(r.Shares), percent(r.Top), percent(r.Qualifies), fmt.Sprintf("%.2f", r.Score), fmt.Sprintf("%.1f", r.Place))
	}
	fmt.Fprintln(c.App.Writer, t.Text())
	if f.Completed < f.Replicates {
		fmt.Fprintf(c.App.Writer, "\n! %s of %s times a round had no legal pairing; the chances are over the rest\n", thousands(f.Replicates-f.Completed), thousands(f.Replicates))
	}
}

func percent(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) }

func writeForecast(c *cli.Context, out string, e *event.Event, q *forecast.Question, f *forecast.Forecast, rows []forecastRow) error {
	t := render.Keyed("number", "name", "rating", "points", "first", "first_lo", "first_hi", "shares_first", "top", "top_lo",
		"top_hi", "qualifies_1_in_8", "expected_score", "expected_place")
	view := simpage.Forecast{Title: eventName(e), Rounds: q.Rounds, Played: q.State.Rounds(), System: q.System, Model: q.Model, Sigma: q.Sigma, Top: c.Int("top"), Result: f}
	for _, r := range rows {
		row := []any{r.Number, r.Name, render.Int(int(r.Rating)), render.Decimal(string(r.Points))}
		for _, v := range []float64{r.First, r.FirstLo, r.FirstHi, r.Shares, r.Top, r.TopLo, r.TopHi, r.Qualifies, r.Score, r.Place} {
			row = append(row, render.Real(v, strconv.FormatFloat(v, 'g', 6, 64)))
		}
		t.Row(row...)
		view.Rows = append(view.Rows, simpage.ForecastRow{Number: r.Number, Name: r.Name, Rating: int(r.Rating), Points: string(r.Points), Player: int(r.player)})
	}
	page, err := simpage.BuildForecast(view)
	if err != nil {
		return err
	}
	d, err := outdir.Begin(out, c.Args().First())
	if err != nil {
		return &exit{exitFiles, err}
	}
	defer d.Abort()
	if err := d.Kind("forecast"); err != nil {
		return &exit{exitFiles, err}
	}
	if err = d.Write("forecast.csv", t.WriteCSV); err == nil {
		err = writeBytes(d, "report.html", page)
	}
	if err == nil {
		err = d.Commit()
	}
	if err != nil {
		return &exit{exitFiles, err}
	}
	fmt.Fprintf(c.App.Writer, "\nwritten to %s\n", out)
	return nil
}
