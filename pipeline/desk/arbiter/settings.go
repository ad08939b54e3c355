// Package arbiter is what an arbiter does with an event: the settings that are announced (regulations.go), the next round
// with his own wishes in it (arbiter.go, pair.go), and the rounds that were played, paired again (check.go).
package arbiter

import (
	"fmt"
	"strings"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/method"
	"crosstable/engine/pairing"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// Settings are what the arbiter states. What he leaves open comes from the event (Announce).
type Settings struct {
	System    string // notation of a pairing system
	Handicap  string // "": what the file says
	Rounds    int    // announced; 0: what the file says
	BakuGroup int    // players accelerated in a file with _BAKU; 0: the first half rounded up to an even number
	Seed      uint64 // of the event's lots
	Lang      string
	Sides     string // words for the sides: "white" (or empty) or "red"

	KeepApart    []string // lists of players who are not to meet
	Fix          []string // pairings fixed: WHITE-BLACK
	Bye          []string // byes fixed: NUMBER[=half|full|zero]
	AllowRematch bool
	Replace      bool
	Explain      bool
	Why          bool     // of check: look for what explains a round that differs
	Ranking      []string // announced tie-breaks

	Base string // folder of the files that KeepApart names
	// Given reports the options that were stated, by the names that flags and keys have.
	Given func(option string) bool
	// Note and Warn are told what a person should know; may be nil.
	Note, Warn func(text string)

	pairer engine.Pairer
	scheme engine.Scheme // nil: what the file says
	took   string        // which edition of a system was taken, if the file left it open
}

// Known are the settings that an announced sheet has, by option.
var settingOptions = []struct{ key, option string }{
	{"system", "system"}, {"handicap", "handicap"}, {"rounds", "rounds"}, {"seed", "seed"}, {"keep_apart", "keep-apart"}, {"tiebreaks", "ranking"},
}

func (a *Settings) note(format string, args ...any) {
	if a.Note != nil {
		a.Note(fmt.Sprintf(format, args...))
	}
}

func (a *Settings) warn(format string, args ...any) {
	if a.Warn != nil {
		a.Warn(fmt.Sprintf(format, args...))
	}
}

func (a *Settings) given(option string) bool { return a.Given != nil && a.Given(option) }

// usage is something wrong with an option.
func usage(option, format string, args ...any) error {
	return &open.OptionError{Option: option, Err: fmt.Errorf(format, args...)}
}

// bad is something wrong with the event.
func bad(e *event.Event, format string, args ...any) error {
	return &source.BadInput{File: e.File, What: fmt.Sprintf(format, args...)}
}

// badState is an event whose rounds cannot stand.
func badState(e *event.Event, err error) error {
	return &source.BadInput{File: e.File, What: strings.TrimPrefix(err.Error(), e.File+": "), Err: err}
}

// Prepare makes the pairer and the handicap of the settings.
func (a *Settings) Prepare() (err error) {
	if a.System == "" {
		var names []string
		for _, s := range pairing.Systems {
			names = append(names, s.Name)
		}
		return usage("system", "needed, as the file names none: one of %s", strings.Join(names, ", "))
	}
	if a.pairer, err = pairing.New(a.System); err != nil {
		return usage("system", "%w", err)
	}
	a.scheme = nil
	if a.Handicap != "" {
		if a.scheme, err = handicap.New(a.Handicap); err != nil {
			return usage("handicap", "%w", err)
		}
	}
	if err := pairing.Fits(a.System, a.handicapNotation()); err != nil {
		return usage("handicap", "%w", err)
	}
	return nil
}

func (a *Settings) handicapNotation() string {
	if a.Handicap != "" {
		return a.Handicap
	}
	return "none"
}

// Adjust lets the settings override what the file says of the event.
func (a *Settings) Adjust(e *event.Event) {
	if a.Rounds > 0 {
		e.PlannedRounds = a.Rounds * a.legs()
	}
	e.BakuGroup = a.BakuGroup
	// A system may value byes in its own way (Shizuoka 2016: the forced bye is half a point); a form without values of its
	// own cannot say so.
	if row, err := pairing.Find(a.System); err == nil && row.Setup != nil && e.PointsOpen {
		row.Setup(&e.Points)
	}
}

// rounds gives the event in rounds of the system: matches where it pairs matches.
func (a *Settings) rounds(e *event.Event) (*event.Event, error) {
	if a.legs() != 2 {
		return e, nil
	}
	m, err := e.Matches()
	if err != nil {
		return nil, badState(e, err)
	}
	return m, nil
}

// legs is the number of games that the system has in a pairing: the columns of a file are as many a round.
func (a *Settings) legs() int {
	if row, err := pairing.Find(a.System); err == nil {
		return max(1, row.Legs)
	}
	return 1
}

// Announce gives settings that were not stated the values that the event has announced, and warns of those that
// differ. It reports whether something differs. A file without a sheet still names its system.
func (a *Settings) Announce(e *event.Event) (changed bool) {
	stored, hash, whole := e.Announced()
	if hash == "" {
		if a.System == "" {
			a.System, a.took = systemOfFile(e)
		}
		return false
	}
	if !whole {
		a.warn("the settings in %s are not those announced with the hash %s", e.File, hash)
		changed = true
	}
	for _, f := range settingOptions {
		v := stored.Get(f.key)
		if v == "" || a.given(f.option) {
			continue
		}
		if err := a.set(f.option, v); err != nil {
			a.warn("announced %s %q: %v", f.key, v, err)
		}
	}
	if a.Rounds > 0 {
		e.PlannedRounds = a.Rounds * a.legs()
	}
	now := a.Regulations(e)
	for _, key := range stored.Changed(now) {
		if key == "tiebreaks" && !a.given("ranking") {
			continue // a command without rankings
		}
		a.warn("%s was announced as %q and is now %q", key, stored.Get(key), now.Get(key))
		changed = true
	}
	return changed
}

// set takes an announced value.
func (a *Settings) set(option, v string) (err error) {
	switch option {
	case "system":
		a.System = v
	case "handicap":
		if a.Handicap = v; v == "none" {
			a.Handicap = ""
		}
	case "rounds":
		_, err = fmt.Sscan(v, &a.Rounds)
	case "seed":
		_, err = fmt.Sscan(v, &a.Seed)
	case "keep-apart":
		a.KeepApart = strings.Split(v, apartSeparator)
	case "ranking":
		a.Ranking = strings.Split(v, apartSeparator)
	}
	return err
}

// systemOfFile is the system that a file names by its code of record 192 or by a name of the table; "" if it names none.
// A code without an edition means the one that was in force on the event's last day; took says so.
func systemOfFile(e *event.Event) (name, took string) {
	if e.System == "" {
		return "", ""
	}
	if row, ok := pairing.ByCode(e.System); ok {
		return row.Name, ""
	}
	code, _, _ := strings.Cut(e.System, "_BAKU")
	d := lastDay(e)
	row, ok := pairing.InForce(code, pairing.Day{Year: int16(d.Year), Month: uint8(d.Month), Day: uint8(d.Day)})
	if !ok {
		return "", ""
	}
	when := "has no dates"
	if !d.IsZero() {
		when = "was played until " + d.String()
	}
	return row.Name, fmt.Sprintf("%s names no edition and the event %s: system %s (%s)", code, when, row.Name, row.Edition.Name)
}

// lastDay is the last day of an event that is known.
func lastDay(e *event.Event) record.Date {
	if !e.End.IsZero() {
		return e.End
	}
	return e.Start
}

// canonical writes a notation with the name that the table has for it.
func canonical(notation string) string {
	name, rest, _ := strings.Cut(notation, ":")
	if row, err := method.Find(pairing.Systems, "system", name); err == nil {
		name = row.Name
	} else if row, err := method.Find(handicap.Schemes, "handicap", name); err == nil {
		name = row.Name
	}
	if rest != "" {
		name += ":" + rest
	}
	return name
}
