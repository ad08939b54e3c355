package pairing

import (
	"strconv"
	"strings"
	"sync"

	"crosstable/engine"
)

// Rule is a rule that a Tracer's Step names by its code. Its words stand in the catalog of languages
// (pipeline/words, section "rule") under the code. They may quote the step: {a} and {b} are the players, {0} {1} {2}
// its numbers as they are, {0p} {1p} {2p} its numbers as points (they are half points).
type Rule struct {
	Code   string // "dutch.C6", "jca.5.2"
	Source string // article and document
	Lot    bool   // the decision is drawn by lot: another outcome is no error
}

// Rules lists the rules of all systems, each once: those that every system knows, then system by system.
func Rules() []Rule { return known().all }

// FindRule finds a rule by its code.
func FindRule(code string) (Rule, bool) {
	i, ok := known().at[code]
	if !ok {
		return Rule{}, false
	}
	return known().all[i], true
}

type ruleIndex struct {
	all []Rule
	at  map[string]int
}

// known is built at the first question: Systems is a table, not a registry that others write to.
var known = sync.OnceValue(func() ruleIndex {
	x := ruleIndex{at: map[string]int{}}
	add := func(rules []Rule) {
		for _, r := range rules {
			if _, twice := x.at[r.Code]; !twice {
				x.at[r.Code] = len(x.all)
				x.all = append(x.all, r)
			}
		}
	}
	add(commonRules)
	for _, s := range Systems {
		add(s.Rules)
	}
	return x
})

// Fill puts a step's players and numbers into the words of its rule. label names a player.
func Fill(text string, step engine.Step, label func(engine.Player) string) string {
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
	return strings.NewReplacer(pairs...).Replace(text)
}
