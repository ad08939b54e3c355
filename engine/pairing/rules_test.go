package pairing

import (
	"strconv"
	"testing"

	"crosstable/engine"
)

// A rule's text quotes the step's players and numbers; half points become points.
func TestRulesQuoteTheStep(t *testing.T) {
	rule := Rule{Code: "test.x", En: "{a} meets {b}: {0p} points, {1} of {2}", Ja: "{a}対{b}"}
	label := func(p engine.Player) string { return "P" + strconv.Itoa(int(p)+1) }
	step := engine.Step{Rule: "test.x", A: 0, B: 3, N: [3]int64{5, 7, 8}}
	for lang, want := range map[string]string{"en": "P1 meets P4: 2.5 points, 7 of 8", "ja": "P1対P4",
		"zh": "P1 meets P4: 2.5 points, 7 of 8"} {
		if got := rule.render(step, lang, label); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	step.B = engine.NoPlayer
	if got := rule.render(step, "en", label); got != "P1 meets : 2.5 points, 7 of 8" {
		t.Errorf("%q", got)
	}
	if got := Render(engine.Step{Rule: "test.unknown"}, "en", label); got != "test.unknown" {
		t.Errorf("%q", got)
	}
}

// Codes are unique, and each rule has a text in three languages and a source.
func TestRulesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.Code] {
			t.Errorf("%s stands twice", r.Code)
		}
		seen[r.Code] = true
		if r.En == "" || r.Ja == "" || r.Zh == "" || r.Source == "" {
			t.Errorf("%s: a text or the source is missing", r.Code)
		}
	}
}
