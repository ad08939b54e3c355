package fide

import (
	"slices"

	"crosstable/engine"
)

// Checklist is what the criteria of a system see of every player before the coming round, in rank order.
type Checklist struct {
	Bye string // heading of CheckRow.Bye; "": C2
	// headings of Cells: criteria by their numbers and indices by their codes, in every language the same
	Columns []string
	Rows    []CheckRow
}

// CheckRow is a line of a Checklist.
type CheckRow struct {
	Player     engine.Player
	Score      engine.Points  // pairing score
	Colors     []engine.Color // of the games played, oldest first (the latest 64)
	Preference string         // "W" absolute, "(W)" strong, "w" mild, "" none; likewise B
	Bye        bool           // may get the pairing-allocated bye (C2)
	Cells      []string
	Note       string
}

// NewCheckRow fills what all systems look at.
func NewCheckRow(s *engine.State, p engine.Player, w Wish, cells ...string) CheckRow {
	r := CheckRow{Player: p, Score: s.PairScore(p), Bye: !s.ByeBarred[p], Cells: cells}
	for k, c := 0, s.Colors[p]; k < min(64, int(s.Games[p])); k, c = k+1, c>>1 {
		r.Colors = append(r.Colors, [2]engine.Color{engine.Black, engine.White}[c&1])
	}
	slices.Reverse(r.Colors)
	if w.Color != engine.NoColor {
		forms := [...][3]string{engine.White: {"w", "(W)", "W"}, engine.Black: {"b", "(B)", "B"}}
		r.Preference = forms[w.Color][w.Strength-Mild]
	}
	return r
}

// FloatLetter is D for a downfloat, U for an upfloat, empty for none (engine.State.FloatAt).
func FloatLetter(f uint8) string {
	return [...]string{0: "", engine.FloatDown: "D", engine.FloatUp: "U", 3: ""}[f]
}
