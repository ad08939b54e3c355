package dutch

import (
	"slices"

	"crosstable/engine"
)

// Row is a line of the checklist: what the criteria see of a player before the coming round.
type Row struct {
	Player     engine.Player
	Score      engine.Points  // pairing score
	Colors     []engine.Color // of the games played, oldest first (the latest 64)
	Preference string         // "W" absolute, "(W)" strong, "w" mild, "" none; likewise B
	Bye        bool           // may get the pairing-allocated bye (C2)
	Floats     [2]uint8       // engine.FloatDown or FloatUp one round ago (C14, C15) and two (C16, C17); 0 none
	Unplayed   int            // finished rounds without a game (C9)
	Topscorer  bool           // in the last round
}

// Checklist gives the players to be paired in rank order.
func Checklist(s *engine.State) []Row {
	var f field
	f.load(s)
	rows := make([]Row, 0, len(f.e))
	for i := range f.e {
		e := &f.e[i]
		r := Row{Player: e.player, Score: e.score, Bye: e.bye, Unplayed: int(e.unplayed), Topscorer: e.top,
			Floats: [2]uint8{s.FloatAt(e.player, 1), s.FloatAt(e.player, 2)}}
		for k, c := 0, s.Colors[e.player]; k < min(64, int(s.Games[e.player])); k, c = k+1, c>>1 {
			r.Colors = append(r.Colors, [2]engine.Color{engine.Black, engine.White}[c&1])
		}
		slices.Reverse(r.Colors)
		if e.pref != engine.NoColor {
			forms := [...][3]string{engine.White: {"w", "(W)", "W"}, engine.Black: {"b", "(B)", "B"}}
			r.Preference = forms[e.pref][e.strength-mild]
		}
		rows = append(rows, r)
	}
	return rows
}
