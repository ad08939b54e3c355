package dutch

import (
	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// Edition is what an older text of the rules has otherwise; the zero value is the text in force. Package dutch2017
// has the one of 2017.
type Edition struct {
	// System begins the codes of the steps; "" is "dutch".
	System string
	// Articles are the article numbers of the text, by the numbers of the text in force; nil: the same.
	Articles map[string]string
	// Collapse says that the rules know of the completion of the round (C.4) in the last brackets only (collapse.go).
	// There is no C5, no C9 and no look beyond the next bracket (C8) then, and the criteria have the numbers of 2017.
	Collapse bool
	// Float gives the float k rounds ago (engine.State.FloatAt), if the text counts floats in another way.
	Float func(s *engine.State, p engine.Player, k int) uint8
	// Barred tells who may not get the pairing-allocated bye (C2), if the text bars in another way.
	Barred func(s *engine.State, p engine.Player) bool
}

// NewEdition makes a pairer that follows an older text.
func NewEdition(ed Edition) *Pairer { return &Pairer{ed: ed} }

// code is the code of a step.
func (ed *Edition) code(rule string) string {
	if a, ok := ed.Articles[rule]; ok {
		rule = a
	}
	if ed.System != "" {
		return ed.System + "." + rule
	}
	return "dutch." + rule
}

// Checklist gives the players to be paired in rank order with the floats of the latest two rounds, and for the text in
// force the rounds without a game (C9).
func (ed *Edition) Checklist(s *engine.State) fide.Checklist { return checklist(s, ed) }
