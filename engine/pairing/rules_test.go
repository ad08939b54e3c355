package pairing

import (
	"strconv"
	"testing"

	"crosstable/engine"
	"crosstable/pipeline/words"
)

// A rule's text quotes the step's players and numbers; half points become points.
func TestRulesQuoteTheStep(t *testing.T) {
	label := func(p engine.Player) string { return "P" + strconv.Itoa(int(p)+1) }
	step := engine.Step{Rule: "test.x", A: 0, B: 3, N: [3]int64{5, 7, 8}}
	const text = "{a} meets {b}: {0p} points, {1} of {2}"
	if got := Fill(text, step, label); got != "P1 meets P4: 2.5 points, 7 of 8" {
		t.Errorf("%q", got)
	}
	step.B = engine.NoPlayer
	if got := Fill(text, step, label); got != "P1 meets : 2.5 points, 7 of 8" {
		t.Errorf("%q", got)
	}
}

// Codes are unique, and each rule has a source and its words in every language.
func TestRulesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.Code] {
			t.Errorf("%s stands twice", r.Code)
		}
		seen[r.Code] = true
		if r.Source == "" || !hasWords(r) {
			t.Errorf("%s: the source or the words in a language are missing", r.Code)
		}
	}
}

// hasWords reports whether the catalog has a rule in every language.
func hasWords(r Rule) bool {
	for _, lang := range words.Languages() {
		if !words.In(lang).Has("rule." + r.Code) {
			return false
		}
	}
	return true
}
