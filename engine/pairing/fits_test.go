package pairing

import (
	"strings"
	"testing"
)

func TestHandicapsThatChangeNothingAreErrors(t *testing.T) {
	for _, c := range []struct{ system, scheme, want string }{
		{"jca", "none", ""}, {"jca", "ab", ""}, {"dutch", "baku", ""}, {"順接", "Z式", ""},
		{"roundrobin", "none", ""}, {"roundrobin", "ab", "would change nothing"},
		{"berger", "z", "would change nothing"},
		{"random", "ab", ""}, {"random:scope=field", "ab", "would change nothing"}, {"random:scope=field", "z", ""},
		{"jcaa", "ab", `did you mean "jca"`}, {"jca", "bak", `did you mean "baku"`},
	} {
		err := Fits(c.system, c.scheme)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s with %s: %v, want %q", c.system, c.scheme, err, c.want)
		}
	}
}

// A schedule has the number of rounds of its table, under every name; a Swiss has at most one round fewer than players.
func TestNumbersOfRounds(t *testing.T) {
	for _, c := range []struct {
		system    string
		n, rounds int
		want      string
	}{
		{"roundrobin", 8, 7, ""}, {"roundrobin", 7, 7, ""}, {"berger:cycles=2", 4, 6, ""}, {"总当たり", 4, 3, "unknown"},
		{"roundrobin", 8, 5, "has 7 rounds"}, {"berger", 8, 5, "has 7 rounds"}, {"循环赛", 8, 5, "has 7 rounds"},
		{"roundrobin", 4, 6, "has 3 rounds"}, {"roundrobin:cycles=2", 4, 3, "has 6 rounds"},
		{"jca", 8, 7, ""}, {"jca", 7, 7, ""}, {"fide", 8, 8, "at most 7"}, {"順接", 7, 8, "at most 7"},
	} {
		err := Possible(c.system, c.n, c.rounds)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s, %d players, %d rounds: %v, want %q", c.system, c.n, c.rounds, err, c.want)
		}
	}
}

// What is said of the number of rounds is what the simulations of docs/studies.md found: 8 players are safe for 5
// rounds, 10 for 7, 12 for 9 and not for one more; fewer rounds than halvings of the field leave more than one winner
// of all.
func TestNotesOnTheNumberOfRounds(t *testing.T) {
	for _, c := range []struct {
		n, rounds int
		want      string
	}{
		{8, 5, ""}, {8, 6, "from round 6 on"}, {8, 7, "from round 6 on"}, {8, 8, "7 are possible"}, {7, 5, ""},
		{7, 6, "from round 6 on"},
		{10, 7, ""}, {10, 8, "from round 8 on"}, {12, 9, ""}, {12, 10, "from round 10 on"}, {6, 4, "from round 4 on"},
		{4, 3, ""}, {4, 2, ""}, {3, 3, ""}, {2, 1, ""},
		{20, 3, "5 rounds leave at most one"}, {20, 4, "5 rounds leave at most one"}, {20, 5, ""}, {16, 4, ""},
		{17, 4, "few"}, {32, 0, ""},
	} {
		if got := RoundsNote(System{}, c.n, c.rounds); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%d players, %d rounds: %q, want %q", c.n, c.rounds, got, c.want)
		}
	}
	for _, alias := range []string{"roundrobin", "berger"} {
		if row, err := Find(alias); err != nil || RoundsNote(row, 8, 7) != "" {
			t.Errorf("%s: a schedule can always be completed; %v", alias, err)
		}
	}
}
