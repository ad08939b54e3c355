// Package pairing is the table of pairing systems. A system is one row here and one package
// (jca, dutch ...) or, if small, one file in package baseline. Help, `crosstable list systems`, shell completion,
// the documentation and the conformance test (conformance_test.go) are driven by the table.
package pairing

import (
	"slices"
	"strings"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/baseline"
	"crosstable/engine/pairing/burstein"
	"crosstable/engine/pairing/doubleswiss"
	"crosstable/engine/pairing/dubov"
	"crosstable/engine/pairing/dutch"
	"crosstable/engine/pairing/dutch2017"
	"crosstable/engine/pairing/fide"
	"crosstable/engine/pairing/jca"
	"crosstable/engine/pairing/lim"
	"crosstable/engine/pairing/xiangqi"
)

// System is a row of the table: everything that the program knows of a system outside the system's own package.
// Nothing else in the tree may ask for a system by its name (names_test.go).
type System struct {
	method.Info
	// New makes a pairer from the options of the notation. A pairer owns scratch: one per goroutine.
	New func(spec *method.Spec) (engine.Pairer, error)
	// Rules are the texts of the steps that the system's pairers tell a Tracer (rules_*.go); systems may share them.
	Rules []Rule
	// Schedule is nil for a system that pairs round by round. A system that pairs by a table drawn up beforehand gives
	// the number of rounds of its table for n players; opponents of the absent are free in it, and scores and
	// handicaps change nothing.
	Schedule func(spec *method.Spec, n int) (rounds int, err error)
	// ScoreBlind reports that the notation does not look at scores, so that pairing points change nothing; nil: it
	// does.
	ScoreBlind func(spec *method.Spec) bool
	// AbsoluteColors says that two players who must both have the same colour (C.04.1 6, 7) may not meet.
	AbsoluteColors bool
	// Simulated are options that hold in simulations unless the notation gives them (Simulated).
	Simulated []SimulatedOption
	// Setup changes what an event has to announce for the system, before round 1; nil for nothing.
	Setup func(ps *engine.PointSystem)
	// Prepare brings a State before its coming round into line with what the system bars beyond State's own terms, and
	// takes out whom it takes out; nil for nothing. Pairers do not need it; who judges their rounds does.
	Prepare func(spec *method.Spec, s *engine.State)
	// LotNumbers says that the numbers are drawn by lot for all before round 1 and round 1 is paired by them.
	LotNumbers bool
	// Legs is the number of games of a pairing: 2 for matches of two games with colours reversed, whose results a State
	// holds as one (engine.PointSystem.Matches); 0 is one game. Setup gives the values of games.
	Legs int
	// Edition is the edition of the rules that the system follows, if there are several.
	Edition Edition
	// Announced is the code by which an event's file names the system (TRF 2026, record 192); "": the name in capitals.
	Announced string
	// Checklist tells what the criteria see of every player before the coming round; nil: the system has none.
	Checklist func(s *engine.State) fide.Checklist
}

// SimulatedOption is an option that a system has in simulations.
type SimulatedOption struct{ Key, Value string }

// Edition is the span of days in which an edition of a system's rules is in force.
type Edition struct {
	Name        string // "2026 edition"
	Undated     string // the code by which a file names the system without saying the edition (record 192)
	From, Until Day    // from this day, to the day before that one; zero: open
	Before      string // by what an event before From was played: "the 2017 rules"
	After       string // by what an event from Until on was played
}

// Day is a day of the calendar; the zero value is none.
type Day struct {
	Year       int16
	Month, Day uint8
}

// before reports whether d is before o.
func (d Day) before(o Day) bool {
	if d.Year != o.Year {
		return d.Year < o.Year
	}
	return d.Month < o.Month || d.Month == o.Month && d.Day < o.Day
}

// InForce gives the system that a file means by a code without an edition when its event was played on day d; an event
// without days is taken as one of today's rules. ok is false if no system has such a code.
func InForce(code string, d Day) (row System, ok bool) {
	for _, s := range Systems {
		ed := s.Edition
		if ed.Undated == "" || !strings.EqualFold(ed.Undated, code) {
			continue
		}
		if d == (Day{}) && ed.Until == (Day{}) || d != (Day{}) && !d.before(ed.From) &&
			(ed.Until == (Day{}) || d.before(ed.Until)) {
			return s, true
		}
	}
	return System{}, false
}

// Editions lists the systems that are other editions of the one with that name.
func Editions(name string) (others []System) {
	for _, s := range Systems {
		if s.Name != name || s.Edition.Undated == "" {
			continue
		}
		for _, o := range Systems {
			if o.Name != name && o.Edition.Undated == s.Edition.Undated {
				others = append(others, o)
			}
		}
	}
	return others
}

// FileCode is the code by which a file announces the system.
func (s *System) FileCode() string {
	if s.Announced != "" {
		return s.Announced
	}
	return strings.ToUpper(strings.ReplaceAll(s.Name, "-", "_"))
}

// ByCode gives the row that a file names: by its code (a _BAKU behind it says how it is accelerated) or by a name of
// the table; false if it names none.
func ByCode(code string) (System, bool) {
	code, _, _ = strings.Cut(code, "_BAKU")
	for i := range Systems {
		row := &Systems[i]
		if code != "" && (strings.EqualFold(row.FileCode(), code) || strings.EqualFold(row.Name, code) ||
			slices.ContainsFunc(row.Aliases, func(x string) bool { return strings.EqualFold(x, code) })) {
			return *row, true
		}
	}
	return System{}, false
}

// Systems is the table, in the order in which it is printed.
var Systems = []System{
	{Info: method.Info{Name: "jca", Aliases: []string{"順接", "順接式", "junsetsu"},
		Summary: "upper half against lower half inside scoregroups, opponents never changed for colours",
		Source:  "JCA Swiss rules (2001)", Options: jca.Keys},
		New: newJCA(jca.Options{}), Rules: jcaRules},
	{Info: method.Info{Name: "shizuoka2016", Aliases: []string{"静岡県選手権2016"},
		Summary: "jca with players lifted into odd groups and colours by the number of White games; forced bye 0.5",
		Source:  "Shizuoka championship 2016", Options: jca.KeysOf(jca.Shizuoka)},
		New: newJCA(jca.Shizuoka), Rules: jcaRules,
		Setup: func(ps *engine.PointSystem) { ps.Set(engine.ByePairing, ps.Draw()) }},
	{Info: method.Info{Name: "dutch", Aliases: []string{"fide", "fide-dutch"},
		Summary: "FIDE (Dutch) System, edition of 1 February 2026", Source: "FIDE C.04.3 (2026)"},
		New: dutch.New, Rules: dutchRules, AbsoluteColors: true, Checklist: dutch.Checklist,
		Edition: Edition{Name: "2026 edition", Undated: "FIDE_DUTCH", From: Day{2026, 2, 1},
			Before: "the 2017 rules"},
		Announced: "FIDE_DUTCH_2025"}, // the code of the 2026 edition in TRF files
	{Info: method.Info{Name: "dutch2017", Aliases: []string{"fide-dutch-2017"},
		Summary: "FIDE (Dutch) System, edition in force until 31 January 2026", Source: "FIDE C.04.3 (2017)"},
		New: dutch2017.New, Rules: dutch2017Rules, AbsoluteColors: true, Checklist: dutch2017.Checklist,
		Prepare: func(_ *method.Spec, s *engine.State) { dutch2017.Prepare(s) },
		Edition: Edition{Name: "2017 edition", Undated: "FIDE_DUTCH", Until: Day{2026, 2, 1},
			After: "the rules of 2026"},
		Announced: "FIDE_DUTCH_2017"},
	{Info: method.Info{Name: "dubov",
		Summary: "Dubov System: upfloaters, opponents' average rating against number; edition of 1 February 2026",
		Source:  "FIDE C.04.4.1 (2026)"},
		New: dubov.New, Rules: dubovRules, AbsoluteColors: true, Checklist: dubov.Checklist,
		Edition:   Edition{Name: "2026 edition", From: Day{2026, 2, 1}, Before: "an earlier text"},
		Announced: "FIDE_DUBOV"},
	{Info: method.Info{Name: "burstein",
		Summary: "Burstein System: seeding rounds as dutch, then by the opposition met; edition of 1 February 2026",
		Source:  "FIDE C.04.4.2 (2026)"},
		New: burstein.New, Rules: bursteinRules, AbsoluteColors: true, Checklist: burstein.Checklist,
		Edition:   Edition{Name: "2026 edition", From: Day{2026, 2, 1}, Before: "the 2017 rules"},
		Announced: "FIDE_BURSTEIN"},
	{Info: method.Info{Name: "lim", Aliases: []string{"A式", "LIM式簡易法"},
		Summary: "Lim System: scoregroups from both ends to the median, exchanges for colour; edition of 2026",
		Source:  "FIDE C.04.4.3 (2026)", Options: lim.Keys},
		New: lim.New, Rules: limRules, AbsoluteColors: true, Checklist: lim.Checklist,
		Simulated: []SimulatedOption{{"relaxed", "yes"}},
		Edition:   Edition{Name: "2026 edition", From: Day{2026, 2, 1}, Before: "an earlier text"},
		Announced: "FIDE_LIM"}, // no code is published
	{Info: method.Info{Name: "double-swiss", Aliases: []string{"doubleswiss"},
		Summary: "Double-Swiss System: matches of two games, upfloaters, the first pairing in order; edition of 2026",
		Source:  "FIDE C.04.5 (2026)"},
		New: doubleswiss.New, Rules: doubleRules, Checklist: doubleswiss.Checklist, Legs: 2,
		Setup:     func(ps *engine.PointSystem) { ps.Set(engine.ByePairing, ps.Win()+ps.Draw()) },
		Announced: "FIDE_DOUBLESWISS"},
	{Info: method.Info{Name: "xiangqi", Aliases: []string{"定位编排", "定位编排法"},
		Summary: "xiangqi: segments from the top, the fullest pairing with balanced first moves, no lots",
		Source:  "xiangqi competition rules (Zhu Baowei, 2009)", Options: xiangqi.Keys},
		New: newXiangqi(xiangqi.Parse, xiangqi.New), Rules: xiangqiRules, Prepare: prepareXiangqi(xiangqi.Parse),
		Checklist: xiangqiChecklist, LotNumbers: true},
	{Info: method.Info{Name: "xiangqi-draw", Aliases: []string{"积分编排", "积分编排制"},
		Summary: "xiangqi: segments from the top, lots that keep the fullest balanced pairing",
		Source:  "xiangqi competition rules, appendix 2", Options: xiangqi.DrawKeys},
		New: newXiangqi(xiangqi.ParseDraw, xiangqi.NewDraw), Rules: xiangqiRules,
		Prepare: prepareXiangqi(xiangqi.ParseDraw), Checklist: xiangqiChecklist},
	{Info: method.Info{Name: "monrad",
		Summary: "score and starting number, neighbours who have not met, colours where possible",
		Source:  "Scandinavian practice"},
		New: baseline.NewMonrad, Rules: baselineRules},
	{Info: method.Info{Name: "matching",
		Summary: "one matching of least cost a round: score differences, colours, distance from an ideal opponent",
		Source:  "Ólafsson 1990, Kujansuu 1999, Sauer 2022", Options: baseline.MatchingOptions},
		New: baseline.NewMatching, Rules: matchingRules},
	{Info: method.Info{Name: "adjacent", Aliases: []string{"隣接"},
		Summary: "neighbours in order of score and rating over the whole field", Source: "baseline; JCA 4.1 names it"},
		New: baseline.NewAdjacent, Rules: baselineRules},
	{Info: method.Info{Name: "random", Summary: "lots, inside scoregroups or in the whole field",
		Source: "baseline", Options: baseline.RandomOptions},
		New: baseline.NewRandom, Rules: baselineRules, ScoreBlind: baseline.WholeField},
	{Info: method.Info{Name: "roundrobin", Aliases: []string{"berger", "総当たり", "循环赛"},
		Summary: "all play all by the Berger tables", Source: "FIDE C.05 annex 1", Options: baseline.RoundRobinOptions},
		New: baseline.NewRoundRobin, Rules: baselineRules, Schedule: baseline.RoundRobinRounds},
}

// New makes the pairer of a notation such as "jca" or "jca:method=fold". Whatever the system, the pairer
// keeps State.Fixed and pairs the sections of State.Section apart.
func New(notation string) (engine.Pairer, error) {
	spec, err := method.Parse(notation)
	if err != nil {
		return nil, err
	}
	row, err := method.Find(Systems, "system", spec.Name)
	if err != nil {
		return nil, err
	}
	p, err := row.New(spec)
	if err != nil {
		return nil, err
	}
	return &arbiter{inner: p, absolute: row.AbsoluteColors}, spec.Done(row.Options)
}

func newJCA(preset jca.Options) func(*method.Spec) (engine.Pairer, error) {
	return func(spec *method.Spec) (engine.Pairer, error) {
		o, err := jca.Parse(spec, preset)
		if err != nil {
			return nil, err
		}
		return jca.New(o), nil
	}
}

// xiangqiOptions reads the options of one of the two xiangqi systems.
type xiangqiOptions func(*method.Spec) (xiangqi.Options, error)

func newXiangqi(parse xiangqiOptions, pairer func(xiangqi.Options) *xiangqi.Pairer) func(*method.Spec) (engine.Pairer,
	error) {
	return func(spec *method.Spec) (engine.Pairer, error) {
		o, err := parse(spec)
		if err != nil {
			return nil, err
		}
		return pairer(o), nil
	}
}

// xiangqiChecklist shows histories by the decided definition: what counts as a move or a float is an option of the
// pairing.
func xiangqiChecklist(s *engine.State) fide.Checklist { return xiangqi.Checklist(xiangqi.Options{}, s) }

func prepareXiangqi(parse xiangqiOptions) func(*method.Spec, *engine.State) {
	return func(spec *method.Spec, s *engine.State) {
		if o, err := parse(spec); err == nil {
			xiangqi.Prepare(o, s)
		}
	}
}

// Prepare brings s into line with what the system of a notation bars (System.Prepare).
func Prepare(notation string, s *engine.State) {
	if row, spec, err := find(notation); err == nil && row.Prepare != nil {
		row.Prepare(spec, s)
	}
}
