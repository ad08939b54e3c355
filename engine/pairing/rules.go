package pairing

import (
	"strconv"
	"strings"

	"crosstable/engine"
)

// Rule is the text of a rule that a Tracer's Step names by its code. Texts may quote the step: {a} and {b} are the
// players, {0} {1} {2} its numbers as they are, {0p} {1p} {2p} its numbers as points (they are half points).
type Rule struct {
	Code       string // "dutch.C6", "jca.5.2"
	En, Ja, Zh string // one sentence each; an empty Ja or Zh falls back to En
	Source     string // article and document
	Lot        bool   // the decision is drawn by lot: another outcome is no error
}

// ruleTables: one row per system's file of rules (rules_*.go).
var ruleTables = [][]Rule{
	commonRules,
	dutchRules,
	jcaRules,
	baselineRules,
}

// commonRules are steps that every system knows.
var commonRules = []Rule{
	{Code: "fixed", En: "fixed by the arbiter", Ja: "審判が指定", Zh: "裁判指定", Source: "C.04.2 3"},
}

// Rules lists the rules of all systems, table by table.
func Rules() []Rule {
	var all []Rule
	for _, t := range ruleTables {
		all = append(all, t...)
	}
	return all
}

// FindRule finds a rule by its code.
func FindRule(code string) (Rule, bool) {
	for _, t := range ruleTables {
		for _, r := range t {
			if r.Code == code {
				return r, true
			}
		}
	}
	return Rule{}, false
}

// Text gives the rule's text in a language: "en", "ja" or "zh".
func (r Rule) Text(lang string) string {
	switch {
	case lang == "ja" && r.Ja != "":
		return r.Ja
	case lang == "zh" && r.Zh != "":
		return r.Zh
	}
	return r.En
}

// Render tells a step's reason in a language, without its code. label names a player.
func Render(step engine.Step, lang string, label func(engine.Player) string) string {
	r, ok := FindRule(step.Rule)
	if !ok {
		return step.Rule
	}
	pairs := []string{"{a}", "", "{b}", ""}
	if step.A != engine.NoPlayer {
		pairs[1] = label(step.A)
	}
	if step.B != engine.NoPlayer {
		pairs[3] = label(step.B)
	}
	for i, n := range step.N {
		key := "{" + strconv.Itoa(i)
		pairs = append(pairs, key+"}", strconv.FormatInt(n, 10), key+"p}", engine.Points(n).String())
	}
	return strings.NewReplacer(pairs...).Replace(r.Text(lang))
}
