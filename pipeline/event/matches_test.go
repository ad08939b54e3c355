package event

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"crosstable/engine"
)

// doubled makes an event of two players and others from cells: "1w1 1b=" is the opponent's number, colour and result.
func doubled(t *testing.T, rows ...string) *Event {
	t.Helper()
	e := New("double.trf")
	e.System = "FIDE_DOUBLESWISS"
	e.Points.Set(engine.ByePairing, 3)
	outcomes := map[byte]engine.Outcome{'1': engine.Win, '=': engine.Drawn, '0': engine.Loss, '+': engine.ForfeitWin,
		'-': engine.ForfeitLoss, '?': engine.Pending, 'U': engine.ByePairing, 'H': engine.ByeHalf, 'F': engine.ByeFull, 'Z': engine.ByeZero}
	for i, row := range rows {
		e.Players = append(e.Players, Player{Number: i + 1})
		for r, cell := range strings.Fields(row) {
			c := Entry{Given: true, Outcome: outcomes[cell[len(cell)-1]]}
			if len(cell) == 3 {
				c.HasOpponent, c.Opponent = true, engine.Player(cell[0]-'1')
				c.Color = map[byte]engine.Color{'w': engine.White, 'b': engine.Black}[cell[1]]
			}
			if cell != "." {
				e.SetCell(engine.Player(i), r, c)
			}
		}
	}
	return e
}

// C.04.5 0: what the two games of a match make of it.
func TestMatchesOfTwoGames(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		outcome    [2]engine.Outcome
		points     [2]engine.Points
		colour     engine.Color // of a
		banned     bool
	}{
		{"2-0", "2w1 2b1", "1b0 1w0", [2]engine.Outcome{engine.Win, engine.Loss}, [2]engine.Points{4, 0}, engine.White, true},
		{"1.5-0.5", "2b= 2w1", "1w= 1b0", [2]engine.Outcome{engine.NarrowWin, engine.NarrowLoss}, [2]engine.Points{3, 1}, engine.Black, true},
		{"1-1", "2w1 2b0", "1b0 1w1", [2]engine.Outcome{engine.Drawn, engine.Drawn}, [2]engine.Points{2, 2}, engine.White, true},
		{"one game forfeited", "2w+ 2b=", "1b- 1w=", [2]engine.Outcome{engine.NarrowWin, engine.NarrowLoss}, [2]engine.Points{3, 1}, engine.White, true},
		{"each forfeits one", "2w+ 2b-", "1b- 1w+", [2]engine.Outcome{engine.Drawn, engine.Drawn}, [2]engine.Points{2, 2}, engine.NoColor, true},
		{"both games forfeited by one", "2w+ 2b+", "1b- 1w-", [2]engine.Outcome{engine.ForfeitWin, engine.ForfeitLoss}, [2]engine.Points{4, 0}, engine.White, false},
		{"a double forfeit and a win: 1-0", "2w- 2b1", "1b- 1w0", [2]engine.Outcome{engine.Drawn, engine.Loss}, [2]engine.Points{2, 0}, engine.White, true},
		{"byes", "U U", "H H", [2]engine.Outcome{engine.ByePairing, engine.ByeHalf}, [2]engine.Points{3, 2}, engine.NoColor, false},
		{"full and none", "F F", "Z Z", [2]engine.Outcome{engine.ByeFull, engine.ByeZero}, [2]engine.Points{4, 0}, engine.NoColor, false},
	} {
		e := doubled(t, c.a, c.b)
		m, err := e.Rounds()
		if err != nil {
			t.Fatal(c.name, err)
		}
		s, err := m.StateAfter(1)
		if err != nil {
			t.Fatal(c.name, err)
		}
		for p := range engine.Player(2) {
			if s.OutcomeAt(0, p) != c.outcome[p] || s.Score[p] != c.points[p] || e.Sum(p, 2) != c.points[p] {
				t.Errorf("%s: player %d has outcome %d and %v points (%v in games), want %d and %v", c.name, p+1,
					s.OutcomeAt(0, p), s.Score[p], e.Sum(p, 2), c.outcome[p], c.points[p])
			}
		}
		if s.ColorAt(0, 0) != c.colour || s.Banned(0, 1) != c.banned {
			t.Errorf("%s: colour %v, met %v", c.name, s.ColorAt(0, 0), s.Banned(0, 1))
		}
	}
}

func TestMatchesThatAreNone(t *testing.T) {
	for want, rows := range map[string][]string{
		"not against one opponent": {"2w1 3b1", "1b0 .", ". 1w0"},
		"colours":                  {"2w1 2w1", "1b0 1b0"},
		"two different byes":       {"H Z", ". ."},
		"no result of a match":     {"2w+ 2b-", "1b- 1w-"},
	} {
		if _, err := doubled(t, rows...).Rounds(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", rows, err, want)
		}
	}
	e := doubled(t, "2w1 2b1", "1b0 1w0")
	e.Points = engine.NewPointSystem(6, 2, 0)
	if _, err := e.Rounds(); err == nil || !strings.Contains(err.Error(), "worth two draws") {
		t.Errorf("3-1-0: %v", err)
	}
}

// A match whose second game is not entered yet is not finished.
func TestSecondGameToCome(t *testing.T) {
	m, err := doubled(t, "2w1", "1b0").Rounds()
	if err != nil || m.Pending() != 1 || m.Finished() != 1 {
		t.Errorf("%v: %d pending, %d finished", err, m.Pending(), m.Finished())
	}
}

// An event of matches is the same after it was turned into games and back.
func TestMatchesThereAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 1))
	games := engine.Standard
	games.Set(engine.ByePairing, 3)
	results := []engine.Result{engine.WhiteWins, engine.NarrowWhiteWins, engine.Draw, engine.NarrowBlackWins, engine.BlackWins,
		engine.WhiteForfeits, engine.BlackForfeits, engine.DoubleForfeit}
	for range 100 {
		var s engine.State
		s.Points, _ = games.Matches()
		s.Reset(7)
		s.PlannedRounds = 5
		for round := range 4 {
			p := r.Perm(7)
			var list []engine.Game
			for k := 0; k < 6; k += 2 {
				g := engine.Game{White: engine.Player(p[k]), Black: engine.Player(p[k+1]), Result: results[r.IntN(len(results))]}
				list = append(list, g)
			}
			list = append(list, engine.Game{White: engine.Player(p[6]), Black: engine.NoPlayer,
				Result: []engine.Result{engine.PairingBye, engine.HalfBye, engine.FullBye, engine.ZeroBye}[r.IntN(4)]})
			for q := range 3 {
				s.Virtual[q] = engine.Points(max(0, 2-round))
			}
			s.Apply(list)
		}
		want := FromState("x", &s)
		want.System = "FIDE_DOUBLESWISS"
		whole := want.InGames(games)
		if whole.Columns != 8 || whole.PlannedRounds != 10 || whole.Legs() != 2 {
			t.Fatalf("%d columns, %d rounds", whole.Columns, whole.PlannedRounds)
		}
		for p := range whole.Players {
			if got := whole.Sum(engine.Player(p), 8); got != s.Score[p] {
				t.Fatalf("player %d: %v points in games, %v in matches", p+1, got, s.Score[p])
			}
		}
		got, err := whole.Rounds()
		if err != nil {
			t.Fatal(err)
		}
		if got.Whole() != whole || got.Legs() != 1 {
			t.Error("the event of games is not behind that of matches")
		}
		got.Single = nil
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("(-want +got)\n%s", d)
		}
	}
}
