package stage

import (
	"cmp"
	"context"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"crosstable/engine/handicap"
	"crosstable/engine/method"
	"crosstable/engine/pairing"
	"crosstable/pipeline/desk/arbiter"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/render"
)

// pairingOptions are the options of the stages that pair.
func pairingOptions(a *arbiter.Settings) []Option {
	return []Option{
		{Name: "system", Help: "pairing system, with options: jca, dutch, monrad ... (crosstable list systems); else what the file says", Words: namesOf(pairing.Systems),
			Value: Text(&a.System, func(n string) error { _, err := pairing.New(n); return err })},
		{Name: "handicap", Help: "handicap, with options: ab:share=0.5:points=1, baku ... (crosstable list handicaps); else what the file says", Words: namesOf(handicap.Schemes),
			Value: Text(&a.Handicap, func(n string) error { _, err := handicap.New(n); return err })},
		{Name: "rounds", Help: "announced number of rounds; else what the file says", Value: Int(&a.Rounds, 0, 9999)},
		{Name: "baku-group", Help: "players accelerated in a file with _BAKU, where it was not the first half rounded up to an even number", Value: Int(&a.BakuGroup, 0, 1<<20)},
		{Name: "seed", Help: "seed of the event's lots", Value: Uint(&a.Seed)},
		langOption(&a.Lang, "language of explanations: en, ja, zh"),
	}
}

// sidesOption is the option of the words for the sides.
func sidesOption(a *arbiter.Settings) Option {
	return Option{Name: "sides", Help: "words for the sides: white (White and Black) or red (Red and Black, 红 and 黑)",
		Value: OneOf(&a.Sides, arbiter.Sides...)}
}

// apartOption is the option of the lists of players who are kept apart.
func apartOption(a *arbiter.Settings) Option {
	return Option{Name: "keep-apart", Value: Value{Shape: IsTexts, words: []string{"club", "fed"}, files: apartFiles, text: func() string { return "" },
		set: func(s string) error { a.KeepApart = append(a.KeepApart, s); return nil }},
		Help: "players who are not to meet: club, fed, numbers 3,7,9 or file=NAME (a group a line); with :rounds=K for the first rounds only and :price=N if it may be broken rather than have more than N additional games between different scores (repeat for several)"}
}

// apartFiles names the file of a keep-apart list.
func apartFiles(_, text string) ([]string, error) {
	spec, err := method.Parse(text)
	if file, ok := strings.CutPrefix(spec.Name, "file="); ok && err == nil {
		return []string{file}, nil
	}
	return nil, nil
}

// RegulationOptions are the options of the command that announces an event's settings.
func RegulationOptions(a *arbiter.Settings, o *open.Options) []Option {
	return slices.Concat(pairingOptions(a), eventOptions(o), []Option{apartOption(a),
		{Name: "ranking", Help: "announced order of tie-breaks, e.g. BH/C1,BH,SB; else what the file says", Words: tieBreakWords, Value: Texts(&a.Ranking)}})
}

// settings completes the arbiter's settings for one event of a run.
func (e *Env) settings(a arbiter.Settings) arbiter.Settings {
	a.Base, a.Given, a.Note, a.Warn = e.Base, e.setup.Given, e.Note, e.Warn
	a.Lang = cmp.Or(a.Lang, e.Page.Lang())
	return a
}

// Pair pairs the next round of events.
type Pair struct {
	arbiter.Settings
	reading   open.Options
	events    Input
	formats   []string
	checklist bool
}

func newPair() Stage {
	return &Pair{Settings: arbiter.Settings{Lang: "en", Sides: arbiter.Sides[0]}, formats: []string{"table"}}
}

func (s *Pair) job() { s.Lang, s.formats = "", []string{"trf", "table"} }

// Options is the table of pair.
func (s *Pair) Options() []Option {
	return slices.Concat([]Option{{Name: "events", Needed: true, Arg: true, Help: "events as after the last round: TRF, JSON, tables", Value: FilesWith(&s.events, companions, "pair", "convert")}},
		pairingOptions(&s.Settings), eventOptions(&s.reading), []Option{
			apartOption(&s.Settings),
			{Name: "fix", Help: "pairing fixed by the arbiter: WHITE-BLACK by number (repeat for several)", Value: Texts(&s.Fix)},
			{Name: "bye", Help: "bye fixed by the arbiter: NUMBER for the pairing-allocated bye, or NUMBER=half, =full, =zero (repeat for several)", Value: Texts(&s.Bye)},
			{Name: "allow-rematch", Help: "if no legal pairing exists, let the fewest players meet again, longest ago first", Value: Flag(&s.AllowRematch)},
			{Name: "replace", Help: "pair the published round again because two players meet for the second time in it", Value: Flag(&s.Replace)},
			{Name: "format", OldKeys: []string{"formats"}, Help: "pairs, table, json or trf", Words: arbiter.PairFormatNames, Value: List(&s.formats, func(f string) error {
				if !slices.Contains(arbiter.PairFormatNames(), f) {
					return &WordError{f, arbiter.PairFormatNames()}
				}
				return nil
			})},
			{Name: "explain", Help: "say for each pair, floater, bye and colour which rule made it", Value: Flag(&s.Explain)},
			{Name: "checklist", Help: "show what the criteria of a FIDE or xiangqi system see of every player", Value: Flag(&s.checklist)},
			sidesOption(&s.Settings),
		})
}

// Check implements Stage.
func (s *Pair) Check(*Setup) error { return s.reading.Check() }

// Run writes NAME.txt, NAME.trf ... for each event, and hands on the events with the round in them.
func (s *Pair) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.reading)
	out := &Result{}
	err := e.eachEvent(ctx, s.events, s.reading, out, func(ev *event.Event, name string) error {
		a := e.settings(s.Settings)
		round, err := a.Pair(ev)
		if err != nil {
			return err
		}
		out.Players += ev.N()
		out.HandsOn = append(out.HandsOn, name+".trf")
		if s.checklist {
			out.Docs = append(out.Docs, Doc{Name: name + ".checklist.txt", Write: func(w io.Writer) error { return arbiter.WriteChecklist(w, round) }})
			if e.Dir == nil {
				return nil
			}
		}
		formats := s.formats
		if e.Dir != nil && !slices.Contains(formats, "trf") {
			formats = append(slices.Clone(formats), "trf")
		}
		for _, f := range formats {
			i := slices.IndexFunc(arbiter.PairFormats, func(x arbiter.PairFormat) bool { return x.Name == f })
			format := arbiter.PairFormats[i]
			doc := Doc{Name: name + "." + format.Ext, Write: func(w io.Writer) error { return format.Write(w, round) }}
			if round.Explained() && f != "json" {
				doc.Further = round.WriteSteps
				doc.Apart = format.Plain
			}
			out.Docs = append(out.Docs, doc)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, writeIssues(e, out.Issues)
}

// Check pairs every round of events again.
type Check struct {
	arbiter.Settings
	reading open.Options
	events  Input
	jobs    int
	json    bool
}

func newCheck() Stage {
	return &Check{Settings: arbiter.Settings{Lang: "en", Sides: arbiter.Sides[0]}, jobs: runtime.NumCPU()}
}

// Options is the table of check.
func (s *Check) Options() []Option {
	return slices.Concat([]Option{{Name: "events", Needed: true, Arg: true, Help: "finished events: TRF, JSON, tables", Value: FilesWith(&s.events, companions, "pair", "convert")}},
		pairingOptions(&s.Settings), eventOptions(&s.reading), []Option{
			{Name: "why", Help: "try what explains each round that differs: edition, players kept apart, numbers, results, a pair made by hand", Value: Flag(&s.Why)},
			{Name: "jobs", Help: "files checked at the same time", Value: Int(&s.jobs, 1, 1<<16)},
			{Name: "json", Help: "print JSON", Value: Flag(&s.json)},
			sidesOption(&s.Settings),
		})
}

// Check implements Stage.
func (s *Check) Check(*Setup) error { return s.reading.Check() }

// checked is one file's outcome.
type checked struct {
	found  *arbiter.Checked
	issues []issue.Issue
	notes  []string
	err    error
}

// Run writes check.txt or check.json. A file that cannot be checked is in the report; the error comes after all others.
func (s *Check) Run(ctx context.Context, e *Env) (*Result, error) {
	e.reading(&s.reading)
	files := e.inputs(s.events)
	results := make([]chan checked, len(files))
	for i := range results {
		results[i] = make(chan checked, 1)
	}
	ctx, cancel := context.WithCancel(ctx)
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
	for range max(1, min(s.jobs, len(files))) {
		wg.Go(func() {
			for i := range next {
				results[i] <- s.one(ctx, e, files[i])
			}
		})
	}
	defer wg.Wait()
	defer cancel()

	out := &Result{}
	settings := e.settings(s.Settings)
	report := arbiter.NewReport(&settings)
	var text strings.Builder
	var failed error
	for i, file := range files {
		select {
		case r := <-results[i]:
			if e.Tell != nil {
				e.Tell(r.issues, "")
			}
			out.Issues = append(out.Issues, r.issues...)
			if r.err != nil {
				if failed == nil {
					failed = r.err
				}
				e.fail(r.err)
				report.Failed(file, r.err)
				continue
			}
			for _, n := range append(r.notes, r.found.Notes...) {
				e.note("%s: %s", file, n)
			}
			out.Players += r.found.Event.N()
			report.Add(&text, file, r.found)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if err := report.Sum(&text); err != nil {
		return nil, err
	}
	doc := Doc{Name: "check.txt", Write: func(w io.Writer) error { _, err := io.WriteString(w, text.String()); return err }}
	if s.json {
		doc = Doc{Name: "check.json", Write: func(w io.Writer) error { return render.JSON(w, report) }}
	}
	out.Docs = []Doc{doc}
	out.Rows, out.Findings, out.Failed = report.Rounds, report.Differ > 0, failed
	return out, writeIssues(e, out.Issues)
}

func (s *Check) one(ctx context.Context, e *Env, file string) (r checked) {
	var ev *event.Event
	if ev, r.issues, r.err = open.Event(ctx, file, s.reading); r.err != nil {
		return r
	}
	a := e.settings(s.Settings)
	a.Note = func(text string) { r.notes = append(r.notes, text) }
	a.Warn = a.Note
	r.found, r.err = a.Check(ev)
	return r
}
