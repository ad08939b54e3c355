package study

import (
	"fmt"
	"strconv"
	"strings"

	"crosstable/sim"
)

// Factor is one thing a study can vary. Its name is the flag, the key in a study file and the name in
// messages; levels are kept as canonical text.
type Factor struct {
	Name    string
	Summary string
	Default string
	// List factors split a flag at commas; a ranking has commas of its own, so its flag is repeated.
	List bool
	// Ranges accept "5-9".
	Ranges bool
	// Paired factors share their luck between levels, so differences are paired. Levels of the others are
	// different fields or lengths and are never subtracted.
	Paired bool
	set    func(sc *Scenario, level string) error
}

// Scenario is one cell of the grid: a tournament and the rule that ranks it.
type Scenario struct {
	sim.Scenario
	Ranking string
}

// Factors is the table, in the order of the grid: the last varies fastest.
var Factors = []Factor{
	{"players", "players in the field", "32", true, true, false,
		setInt(func(sc *Scenario) *int { return &sc.Players })},
	{"rounds", "rounds played", "7", true, true, false, setInt(func(sc *Scenario) *int { return &sc.Rounds })},
	{"strength", "law of the true strengths, or list:FILE", "normal:2000:200", true, false, false,
		func(sc *Scenario, v string) error { sc.Strength = v; return nil }},
	{"rating-noise", "standard deviation of the published ratings around the strengths, points", "0", true, false, true,
		setFloat(func(sc *Scenario) *float64 { return &sc.Noise })},
	{"model", "law of the results", "rtg:0.30", true, false, true,
		func(sc *Scenario, v string) error { sc.Model = v; return nil }},
	{"no-shows", "one game in this many is forfeited; 0 = none", "0", true, false, true,
		setFloat(func(sc *Scenario) *float64 { return &sc.NoShow })},
	{"withdrawals", "chance that a player leaves after a round", "0", true, false, true,
		setFloat(func(sc *Scenario) *float64 { return &sc.Withdraw })},
	{"byes", "chance that a player asks for a half-point bye in a round", "0", true, false, true,
		setFloat(func(sc *Scenario) *float64 { return &sc.Byes })},
	{"late", "share of the players who arrive only for round 2", "0", true, false, true,
		setFloat(func(sc *Scenario) *float64 { return &sc.Late })},
	{"misplaced", "pairing number given to the truly strongest; 0 = his own", "0", true, false, true,
		setInt(func(sc *Scenario) *int { return &sc.Misplaced })},
	{"gambit", "first rounds that the truly strongest loses on purpose", "0", true, false, true,
		setInt(func(sc *Scenario) *int { return &sc.Gambit })},
	{"system", "pairing system", "jca", true, false, true, func(sc *Scenario,
		v string) error {
		sc.System = v
		return nil
	}},
	{"handicap", "handicap of the pairing", "none", true, false, true,
		func(sc *Scenario, v string) error { sc.Handicap = v; return nil }},
	{"ranking", "tie-breaks after points, in order, or first FILL (filled crosstable) or LSQ (least squares) for " +
		"the whole order; repeat the flag for several rules", "BH/C1,BH,SB,lot", false, false, true,
		func(sc *Scenario, v string) error { sc.Ranking = v; return nil }},
}

func setInt(field func(*Scenario) *int) func(*Scenario, string) error {
	return func(sc *Scenario, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", v)
		}
		*field(sc) = n
		return nil
	}
}

func setFloat(field func(*Scenario) *float64) func(*Scenario, string) error {
	return func(sc *Scenario, v string) error {
		n, err := strconv.ParseFloat(v, 64)
		if err != nil || n != n || n > 1e9 || n < -1e9 {
			return fmt.Errorf("%q is not a number", v)
		}
		*field(sc) = n
		return nil
	}
}

// FactorNames lists the names of the table.
func FactorNames() []string {
	names := make([]string, len(Factors))
	for i, f := range Factors {
		names[i] = f.Name
	}
	return names
}

// maxLevels bounds what a range can ask for.
const maxLevels = 100000

// Levels splits the text of a factor: "5,7,9", "5-9", "none,ab". Doubled levels are an error.
func (f Factor) Levels(texts ...string) ([]string, error) {
	var out []string
	for _, text := range texts {
		parts := []string{text}
		if f.List {
			parts = strings.Split(text, ",")
		}
		for _, p := range parts {
			p = strings.TrimSpace(p)
			if p == "" {
				return nil, fmt.Errorf("%s: an empty value in %q", f.Name, text)
			}
			lo, hi, isRange := strings.Cut(p, "-")
			if !f.Ranges || !isRange || lo == "" {
				out = append(out, p)
				continue
			}
			a, err1 := strconv.Atoi(lo)
			b, err2 := strconv.Atoi(hi)
			if err1 != nil || err2 != nil || b < a || b-a > 10000 {
				return nil, fmt.Errorf("%s: %q is no range; write 5-9 or 5,7,9", f.Name, p)
			}
			if len(out)+b-a >= maxLevels {
				return nil, fmt.Errorf("%s: more than %d values; give fewer", f.Name, maxLevels)
			}
			for v := a; v <= b; v++ {
				out = append(out, strconv.Itoa(v))
			}
		}
	}
	seen := make(map[string]bool, len(out))
	for _, v := range out {
		if seen[v] {
			return nil, fmt.Errorf("%s: %s is given twice", f.Name, v)
		}
		seen[v] = true
	}
	return out, nil
}
