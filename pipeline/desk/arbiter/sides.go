package arbiter

import (
	"crosstable/engine"
	"crosstable/pipeline/words"
)

// This file has the words for the two sides: White and Black, or Red and Black in xiangqi, whose first mover is red.

// Sides are the words of Settings.Sides.
var Sides = []string{"white", "red"}

// wording is the language of what is told, and the words for the sides.
type wording struct {
	lang string
	red  bool
}

// wording is the language and the sides of the settings.
func (a *Settings) wording() wording { return wording{a.Lang, a.Sides == "red"} }

// headings are those of the table of pairs.
func (w wording) headings() []string {
	if w.red {
		return words.In(w.lang).Split("pair.headings-red")
	}
	return words.In(w.lang).Split("pair.headings")
}

// step is the form in which a kind of step is told.
func (w wording) step(k engine.StepKind) string {
	if w.red && k == engine.StepColor {
		return words.In(w.lang).Get("step.color-red")
	}
	return words.In(w.lang).Get("step." + stepKinds[k])
}
