package field

import (
	"strings"
	"testing"

	"crosstable/engine"
)

func TestLegalNamesTheBreach(t *testing.T) {
	base := func() *engine.State {
		s := new(engine.State)
		s.Reset(5)
		s.Apply([]engine.Game{{White: 0, Black: 1, Result: engine.Draw}, {White: 2, Black: 3, Result: engine.Draw},
			{White: 4, Black: engine.NoPlayer, Result: engine.PairingBye}})
		return s
	}
	no := engine.NoPlayer
	for _, c := range []struct {
		name  string
		games []engine.Game
		set   func(*engine.State)
		want  string
	}{
		{"legal", []engine.Game{{White: 0, Black: 2}, {White: 1, Black: 4},
			{White: 3, Black: no, Result: engine.PairingBye}}, nil, ""},
		{"rematch", []engine.Game{{White: 0, Black: 1}, {White: 2, Black: 4},
			{White: 3, Black: no, Result: engine.PairingBye}}, nil, "may not meet"},
		{"rematch fixed by the arbiter", []engine.Game{{White: 0, Black: 1}, {White: 2, Black: 4},
			{White: 3, Black: no, Result: engine.PairingBye}},
			func(s *engine.State) { s.Fixed = append(s.Fixed, engine.Game{White: 1, Black: 0}) }, ""},
		{"twice", []engine.Game{{White: 0, Black: 2}, {White: 1, Black: 2},
			{White: 3, Black: no, Result: engine.PairingBye}}, nil, "paired twice"},
		{"left out", []engine.Game{{White: 0, Black: 2}, {White: 1, Black: 4}}, nil, "left out"},
		{"two byes", []engine.Game{{White: 0, Black: 2}, {White: 1, Black: no, Result: engine.PairingBye},
			{White: 3, Black: no, Result: engine.PairingBye}}, nil, "two pairing-allocated byes"},
		{"second bye", []engine.Game{{White: 0, Black: 2}, {White: 1, Black: 3},
			{White: 4, Black: no, Result: engine.PairingBye}}, nil, "may not have the bye"},
		{"absent", []engine.Game{{White: 0, Black: 2}, {White: 1, Black: 4},
			{White: 3, Black: no, Result: engine.PairingBye}}, func(s *engine.State) { s.Away[3] = engine.ByeZero },
			"absent"},
		{"a bye before a board", []engine.Game{{White: 0, Black: 2}, {White: 3, Black: no, Result: engine.PairingBye},
			{White: 1, Black: 4}}, nil, "before a board"},
		{"another kind of bye", []engine.Game{{White: 0, Black: 2}, {White: 1, Black: 4},
			{White: 3, Black: no, Result: engine.HalfBye}}, nil, "another kind"},
		{"free in a schedule", []engine.Game{{White: 0, Black: 2}, {White: 1, Black: no, Result: engine.ZeroBye},
			{White: 3, Black: no, Result: engine.ZeroBye}},
			func(s *engine.State) { s.Gone[4] = true }, ""},
		{"a bye in an even field", []engine.Game{{White: 0, Black: 2},
			{White: 3, Black: no, Result: engine.PairingBye}},
			func(s *engine.State) { s.Gone[4] = true }, "left out"},
		{"a result", []engine.Game{{White: 0, Black: 2, Result: engine.Draw}}, nil, "has a result"},
		{"no such player", []engine.Game{{White: 0, Black: 9}}, nil, "no player"},
	} {
		s := base()
		if c.set != nil {
			c.set(s)
		}
		err := Legal(s, c.games)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
