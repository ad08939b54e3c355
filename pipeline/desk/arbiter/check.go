package arbiter

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"crosstable/engine"
	"crosstable/engine/check"
	"crosstable/engine/pairing"
	"crosstable/pipeline/event"
	"crosstable/pipeline/record"
	"crosstable/pipeline/words"
)

// Checked is an event whose rounds were paired again.
type Checked struct {
	Event  *event.Event
	System string
	Rounds []check.Round
	Why    map[int][]check.Explanation // of rounds that differ, by their numbers (Settings.Why)
	Notes  []string
}

// Check takes the settings that e has announced and pairs every round of it again.
func (a *Settings) Check(e *event.Event) (*Checked, error) {
	a.Announce(e)
	if err := a.Prepare(); err != nil {
		return nil, err
	}
	a.Adjust(e)
	e, err := a.rounds(e)
	if err != nil {
		return nil, err
	}
	r := &Checked{Event: e, System: a.System}
	if a.took != "" {
		r.Notes = append(r.Notes, a.took)
	}
	s, err := e.State()
	if err != nil {
		return nil, badState(e, err)
	}
	luck := engine.NewLuck(a.Seed)
	run := func() ([]check.Round, int, error) {
		rounds, err := CheckerOf(e, a.pairer, a.scheme, luck).Event(nil, s)
		differ := 0
		for i := range rounds {
			if rounds[i].Differs() {
				differ++
			}
		}
		return rounds, differ, err
	}
	var differ int
	if r.Rounds, differ, err = run(); err != nil {
		return nil, fmt.Errorf("%s: %w", e.File, err)
	}
	// A file with _BAKU does not say how large the accelerated group was. C.04.7 rounds the first half up to
	// an even number; some programs do not round. The size that the rounds were paired with is found here.
	if half := (e.N() + 1) / 2; differ > 0 && e.Baku && len(e.Virtual) == 0 && e.BakuGroup == 0 && a.scheme == nil && half != e.Accelerated() {
		whole := e.Accelerated()
		e.BakuGroup = half
		rounds, d, err := run()
		if err == nil && d < differ {
			r.Rounds = rounds
			r.Notes = append(r.Notes, fmt.Sprintf("paired with %d accelerated players; C.04.7 1.2 gives %d, with which %d rounds differ", half, whole, differ))
		} else {
			e.BakuGroup = 0
		}
	}
	if why := oldRules(a.System, e); why != "" {
		r.Notes = append(r.Notes, why)
	}
	if a.Why {
		return r, a.why(r, s, luck)
	}
	return r, nil
}

// why looks for what explains the rounds that differ.
func (a *Settings) why(r *Checked, s *engine.State, luck engine.Luck) error {
	others, err := check.Editions(a.System)
	if err != nil {
		return err
	}
	c := CheckerOf(r.Event, a.pairer, a.scheme, luck)
	r.Why = map[int][]check.Explanation{}
	var changed check.Explanation // results, as found so far
	for i := range r.Rounds {
		round := &r.Rounds[i]
		if !round.Differs() {
			continue
		}
		found, err := c.Why(s, round, others, changed)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Event.File, err)
		}
		r.Why[round.Round] = found
		for _, x := range found {
			if last := x[len(x)-1]; last.Kind == check.CauseResult && !slices.Contains(changed, last) {
				changed = append(changed, last)
				break
			}
		}
	}
	return nil
}

// CheckerOf makes the checker of one event; scheme nil is what the file says.
func CheckerOf(e *event.Event, p engine.Pairer, scheme engine.Scheme, luck engine.Luck) *check.Checker {
	return &check.Checker{Pairer: p, Scheme: scheme, Explain: true, GripOpen: e.FirstColor == engine.NoColor,
		Prepare: func(dst *engine.State, k int) error {
			if err := e.Fill(dst, k); err != nil {
				return err
			}
			dst.Luck = luck
			return nil
		}}
}

// Report gathers what was found of several events, for people and as JSON.
type Report struct {
	System string      `json:"system"`
	Rounds int         `json:"rounds"`
	Differ int         `json:"differ"`
	Lots   int         `json:"colors_by_lot"`
	Files  []checkJSON `json:"files"`

	told wording
}

// NewReport makes an empty report in the settings' language and words for the sides. Its system is the one asked for;
// "": what the first file names.
func NewReport(a *Settings) *Report {
	return &Report{System: a.System, told: a.wording(), Files: []checkJSON{}}
}

// Failed enters a file that could not be checked.
func (r *Report) Failed(name string, err error) {
	r.Files = append(r.Files, checkJSON{File: name, Differences: []roundJSON{}, Error: err.Error()})
}

// checkJSON is the report of one file with --json.
type checkJSON struct {
	File        string      `json:"file"`
	Rounds      int         `json:"rounds"`
	Differ      int         `json:"differ"`
	Lots        int         `json:"colors_by_lot"`
	Differences []roundJSON `json:"differences"`
	Notes       []string    `json:"notes,omitempty"`
	Error       string      `json:"error,omitempty"`
}

type roundJSON struct {
	Round      int        `json:"round"`
	OnlyFile   []pairJSON `json:"only_in_file,omitempty"`
	OnlyPaired []pairJSON `json:"only_in_pairing,omitempty"`
	Colors     []pairJSON `json:"colors,omitempty"`
	Lots       []pairJSON `json:"colors_by_lot,omitempty"`
	NoPairing  string     `json:"no_pairing,omitempty"`
	Why        []stepJSON `json:"why,omitempty"`
	Causes     []string   `json:"causes,omitempty"`
}

// pairJSON is a pairing by the file's numbers; black 0 is the pairing-allocated bye.
type pairJSON struct {
	White int `json:"white"`
	Black int `json:"black"`
}

type stepJSON struct {
	Rule  string      `json:"rule"`
	Text  string      `json:"text"`
	Kind  string      `json:"kind"`
	A     int         `json:"a,omitempty"`
	B     int         `json:"b,omitempty"`
	Score json.Number `json:"score,omitempty"`
}

// Add enters a checked file and says what it adds for people.
func (r *Report) Add(w io.Writer, name string, f *Checked) {
	if r.System == "" {
		r.System = f.System
	}
	out := checkJSON{File: name, Rounds: len(f.Rounds), Notes: f.Notes, Differences: []roundJSON{}}
	for i := range f.Rounds {
		round := &f.Rounds[i]
		out.Lots += len(round.Lots)
		if round.Differs() {
			out.Differ++
			printDifference(w, name, f.Event, round, r.told)
		}
		causes := f.explanations(round, r.told.lang)
		for _, text := range causes {
			fmt.Fprintf(w, "  %s\n", text)
		}
		if round.Differs() || len(round.Lots) > 0 {
			j := roundAsJSON(f.Event, round, r.told)
			j.Causes = causes
			out.Differences = append(out.Differences, j)
		}
	}
	r.Rounds += out.Rounds
	r.Differ += out.Differ
	r.Lots += out.Lots
	r.Files = append(r.Files, out)
}

// Sum writes the last lines for people.
func (r *Report) Sum(w io.Writer) error {
	if r.Lots > 0 {
		fmt.Fprintf(w, "%d colours drawn by lot came out otherwise; they are no differences\n", r.Lots)
	}
	_, err := fmt.Fprintf(w, "%d rounds checked, %d differ\n", r.Rounds, r.Differ)
	return err
}

// oldRules warns of an event that was played under another edition of the system's rules.
func oldRules(system string, e *event.Event) string {
	row, err := pairing.Find(system)
	if err != nil {
		return ""
	}
	d := lastDay(e)
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

func printDifference(w io.Writer, name string, e *event.Event, r *check.Round, told wording) {
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
		fmt.Fprintf(w, "    %s\n", stepText(e, st, told))
	}
}

func pairText(e *event.Event, p check.Pair) string {
	if p.Black == engine.NoPlayer {
		return e.Label(p.White) + " has the bye"
	}
	return e.Label(p.White) + " - " + e.Label(p.Black)
}

// stepText tells one step of a pairer: who, why, by which rule.
func stepText(e *event.Event, st engine.Step, told wording) string {
	why := reasonOf(e, st, told.lang)
	return fmt.Sprintf("%s: %s [%s]", stepSubject(e, st, told), why, st.Rule)
}

// reasonOf gives the words of a step's rule in a language, without its code.
func reasonOf(e *event.Event, st engine.Step, lang string) string {
	return pairing.Fill(words.In(lang).Or("rule."+st.Rule, st.Rule), st, e.Label)
}

func stepSubject(e *event.Event, st engine.Step, told wording) string {
	f := told.step(st.Kind)
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

// stepKinds are the words of steps: in the catalog after "step.", and in JSON.
var stepKinds = [...]string{"pair", "float", "bye", "color", "group", "note"}

func stepAsJSON(e *event.Event, st engine.Step, told wording) stepJSON {
	j := stepJSON{Rule: st.Rule, Kind: stepKinds[st.Kind], Text: reasonOf(e, st, told.lang)}
	if st.Kind != engine.StepGroup {
		j.A, j.B = numberOf(e, st.A), numberOf(e, st.B)
	} else {
		j.Score = json.Number(engine.Points(st.N[0]).String())
	}
	return j
}

func numberOf(e *event.Event, p engine.Player) int {
	if p < 0 || int(p) >= e.N() {
		return 0
	}
	return e.Number(p)
}

func roundAsJSON(e *event.Event, r *check.Round, told wording) roundJSON {
	list := func(in []check.Pair) []pairJSON {
		var out []pairJSON
		for _, p := range in {
			out = append(out, pairJSON{e.Number(p.White), e.Number(p.Black)})
		}
		return out
	}
	j := roundJSON{Round: r.Round, OnlyFile: list(r.OnlyPlayed), OnlyPaired: list(r.OnlyPaired), Colors: list(r.Colors), Lots: list(r.Lots)}
	if r.Err != nil {
		j.NoPairing = r.Err.Error()
	}
	for _, st := range r.Why {
		j.Why = append(j.Why, stepAsJSON(e, st, told))
	}
	return j
}
