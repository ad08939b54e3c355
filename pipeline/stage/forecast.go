package stage

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/pairing"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open"
	"crosstable/pipeline/record"
	"crosstable/pipeline/render"
	"crosstable/pipeline/render/simpage"
	"crosstable/pipeline/words"
	"crosstable/sim/forecast"
	"crosstable/sim/model"
)

// Forecast plays the rest of a running event many times.
type Forecast struct {
	q       forecast.Question
	reading open.Options
	events  Input
	rounds  int
	top     int
	lang    string
	fix     string
}

func newForecast() Stage {
	return &Forecast{top: 3, q: forecast.Question{System: "dutch", Model: "milvang", Ranking: "BH/C1,BH,SB,lot", Sigma: 80, Replicates: 10000, Seed: 1, Jobs: runtime.NumCPU()}}
}

// Options is the table of forecast.
func (s *Forecast) Options() []Option {
	q := &s.q
	const many = 1 << 40
	return slices.Concat([]Option{{Name: "events", Needed: true, Arg: true, Help: "one running event: TRF, JSON, tables; a pair stage is its round", Value: FilesWith(&s.events, companions, "pair", "convert")}},
		eventOptions(&s.reading), []Option{
			{Name: "system", Help: "pairing system of the rest of the event", Value: Text(&q.System), Words: namesOf(pairing.Systems)},
			{Name: "handicap", Help: "handicap of the rest of the event (default: what the file says)", Value: Text(&q.Handicap), Words: namesOf(handicap.Schemes)},
			{Name: "model", Help: "law of the results", Value: Text(&q.Model), Words: namesOf(model.Models)},
			{Name: "ranking", Help: "tie-breaks after points, in order", Value: Text(&q.Ranking)},
			{Name: "sigma", Help: "error of a rating as strength: standard deviation, points", Value: Number(&q.Sigma, -many, many)},
			{Name: "rounds", Help: "rounds of the whole event (default: what the file says)", Value: Int(&s.rounds, 0, many)},
			{Name: "top", Help: "also print the chance of a place among the first K", Value: Int(&s.top, 1, many)},
			{Name: "fix", Help: "take results as given: \"5: 3-7 1-0\" (round: white-black result; several with ;)", Value: Text(&s.fix)},
			{Name: "replicates", Help: "times the rest is played", Value: Int(&q.Replicates, -many, many)},
			{Name: "seed", Help: "seed of all luck", Value: Uint(&q.Seed)},
			{Name: "jobs", Help: "workers", Value: Int(&q.Jobs, -many, many)},
			langOption(&s.lang, "language of report.html: "+strings.Join(words.Languages(), ", ")),
		})
}

// Check implements Stage.
func (s *Forecast) Check(*Setup) error { return s.reading.Check() }

// Run writes forecast.csv and report.html.
func (s *Forecast) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.reading)
	files := e.inputs(s.events)
	if len(files) != 1 {
		return nil, bad("events", "one event is forecast at a time; %d are named", len(files))
	}
	out := &Result{}
	ev, found, err := open.Event(ctx, files[0], s.reading)
	out.Issues = found
	if e.Tell != nil {
		e.Tell(found, "")
	}
	if err != nil {
		return nil, err
	}
	if row, err := pairing.Find(s.q.System); err == nil && row.Legs == 2 {
		if ev, err = ev.Matches(); err != nil {
			return nil, err
		}
	} else if ev, err = ev.Rounds(); err != nil {
		return nil, err
	}
	if s.rounds > 0 {
		ev.PlannedRounds = s.rounds
	}
	if ev.PlannedRounds < 1 {
		return nil, bad("rounds", "%s does not say how many rounds the event has; give --rounds", files[0])
	}
	// A round that is paired and not finished is still to be played, with its pairings.
	played := ev.Finished()
	if ev.Pending() > 0 {
		played--
	}
	q := &s.q
	if q.State, err = ev.StateAfter(played); err != nil {
		return nil, err
	}
	q.Coming, q.Pairs, q.Rounds = ev.Coming, runningPairs(ev, played), ev.PlannedRounds
	if q.Fixes, err = parseFixes(s.fix, ev); err != nil {
		return nil, &OptionError{"fix", err}
	}
	f, err := q.Run(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, &UsageError{err}
	case f.Completed == 0:
		return nil, &engine.NoPairing{Round: q.State.Round()}
	}
	rows := forecastRows(ev, q.State, f, s.top)
	out.Players, out.JSON = ev.N(), rows
	out.Print = func(w io.Writer) error {
		if err := s.print(w, ev, f, rows); err != nil || e.Dir == nil {
			return err
		}
		_, err := fmt.Fprintf(w, "\nwritten to %s\n", e.Dir.Target())
		return err
	}
	if e.Dir == nil {
		return out, nil
	}
	return out, s.write(e, ev, f, rows)
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

func (s *Forecast) print(w io.Writer, e *event.Event, f *forecast.Forecast, rows []forecastRow) error {
	q, top := &s.q, s.top
	fmt.Fprintf(w, "%s: after %d of %d rounds, the rest played %s times with %s, results by %s, strengths within ±%g of the ratings\n\n",
		eventName(e), q.State.Rounds(), q.Rounds, Thousands(f.Replicates), q.System, q.Model, q.Sigma)
	t := render.New("No", "name", "Rtg", "Pts", "first %", "95 %", "shares 1st %", fmt.Sprintf("top %d %%", top), fmt.Sprintf("top %d %% (1 in 8)", max(1, f.Players/8)), "score", "place")
	t.Right(1, 3, 4, 5, 7, 8, 9, 10, 11)
	for _, r := range rows {
		t.Row(r.Number, r.Name, r.Rating, string(r.Points), Percent(r.First), Percent(r.FirstLo)+"-"+Percent(r.FirstHi),
			Percent(r.Shares), Percent(r.Top), Percent(r.Qualifies), fmt.Sprintf("%.2f", r.Score), fmt.Sprintf("%.1f", r.Place))
	}
	_, err := fmt.Fprintln(w, t.Text())
	if f.Completed < f.Replicates {
		_, err = fmt.Fprintf(w, "\n! %s of %s times a round had no legal pairing; the chances are over the rest\n", Thousands(f.Replicates-f.Completed), Thousands(f.Replicates))
	}
	return err
}

// Percent writes a share.
func Percent(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) }

func (s *Forecast) write(env *Env, e *event.Event, f *forecast.Forecast, rows []forecastRow) error {
	q := &s.q
	t := render.Keyed("number", "name", "rating", "points", "first", "first_lo", "first_hi", "shares_first", "top", "top_lo",
		"top_hi", "qualifies_1_in_8", "expected_score", "expected_place")
	view := simpage.Forecast{Title: eventName(e), Rounds: q.Rounds, Played: q.State.Rounds(), System: q.System, Model: q.Model, Sigma: q.Sigma, Top: s.top, Result: f}
	for _, r := range rows {
		row := []any{r.Number, r.Name, render.Int(int(r.Rating)), render.Decimal(string(r.Points))}
		for _, v := range []float64{r.First, r.FirstLo, r.FirstHi, r.Shares, r.Top, r.TopLo, r.TopHi, r.Qualifies, r.Score, r.Place} {
			row = append(row, render.Real(v, strconv.FormatFloat(v, 'g', 6, 64)))
		}
		t.Row(row...)
		view.Rows = append(view.Rows, simpage.ForecastRow{Number: r.Number, Name: r.Name, Rating: int(r.Rating), Points: string(r.Points), Player: int(r.player)})
	}
	page, err := simpage.BuildForecast(view, words.In(cmp.Or(s.lang, env.Page.Lang())))
	if err != nil {
		return err
	}
	if err := env.file("forecast.csv", t.WriteCSV); err != nil {
		return err
	}
	return env.file("report.html", func(w io.Writer) error { _, err := w.Write(page); return err })
}
