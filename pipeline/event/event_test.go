package event

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/engine/enginetest"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
)

type issueOf = issue.Issue

// build makes an event from rows of cells: "2w1" (opponent by number, colour, result), U F H Z, "" for nothing.
func build(t testing.TB, rows ...[]string) *Event {
	t.Helper()
	e := New("x")
	for i := range rows {
		e.Players = append(e.Players, Player{Number: i + 1, Name: fmt.Sprintf("P%d", i+1), Rating: int32(2000 - i)})
	}
	byes := map[string]engine.Outcome{"U": engine.ByePairing, "F": engine.ByeFull, "H": engine.ByeHalf, "Z": engine.ByeZero}
	results := map[byte]engine.Outcome{'1': engine.Win, '=': engine.Drawn, '0': engine.Loss, '+': engine.ForfeitWin, '-': engine.ForfeitLoss, '?': engine.Pending, '*': engine.Unfinished}
	for i, row := range rows {
		for r, text := range row {
			if text == "" {
				continue
			}
			if o, ok := byes[text]; ok {
				e.SetCell(engine.Player(i), r, Entry{Given: true, Outcome: o})
				continue
			}
			var opp int
			var colour, result byte
			if _, err := fmt.Sscanf(text, "%d%c%c", &opp, &colour, &result); err != nil {
				t.Fatal(text, err)
			}
			c := map[byte]engine.Color{'w': engine.White, 'b': engine.Black, '-': engine.NoColor}[colour]
			e.SetCell(engine.Player(i), r, Entry{Given: true, HasOpponent: true, Opponent: engine.Player(opp - 1), Color: c, Outcome: results[result]})
		}
	}
	return e
}

// Which columns are rounds, and who is away from the one to be paired.
func TestWhichColumnsAreRounds(t *testing.T) {
	z, h, p := engine.ByeZero, engine.ByeHalf, engine.None
	for _, c := range []struct {
		name     string
		rows     [][]string
		finished int
		away     []engine.Outcome
	}{
		{"nothing yet", [][]string{{}, {}}, 0, []engine.Outcome{p, p}},
		{"one round", [][]string{{"2w1"}, {"1b0"}, {"U"}}, 1, []engine.Outcome{p, p, p}},
		{"byes of the coming round", [][]string{{"2w1", "H"}, {"1b0"}, {"U", "Z"}}, 1, []engine.Outcome{h, p, z}},
		{"a fixed bye in the coming round", [][]string{{"2w1"}, {"1b0", "U"}, {"U", "Z"}}, 1, []engine.Outcome{p, p, z}},
		{"a last column of absences says nothing", [][]string{{"2w1", "Z"}, {"1b0", "Z"}, {"U", "Z"}}, 1, []engine.Outcome{p, p, p}},
		{"several columns of absences", [][]string{{"2w1", "Z", "Z"}, {"1b0", "Z", "Z"}}, 1, []engine.Outcome{p, p}},
		{"a last column in which somebody scores is a round", [][]string{{"2w1", "Z"}, {"1b0", "H"}, {"U", "Z"}}, 2, []engine.Outcome{p, p, p}},
		{"absences of all, then of one", [][]string{{"Z", "Z"}, {"Z"}, {"Z"}}, 1, []engine.Outcome{z, p, p}},
		{"a withdrawn player's later columns", [][]string{{"2w1", "", "", ""}, {"1b0", "", "", ""}, {"Z", "Z", "Z", "Z"}}, 1, []engine.Outcome{p, p, z}},
		{"an empty column before a game is a round", [][]string{{"", "2w1"}, {"", "1b0"}}, 2, []engine.Outcome{p, p}},
		{"a round being played", [][]string{{"2w?"}, {"1b?"}, {"U"}}, 1, []engine.Outcome{p, p, p}},
	} {
		e := build(t, c.rows...)
		if got := e.Finished(); got != c.finished {
			t.Errorf("%s: %d rounds, want %d", c.name, got, c.finished)
			continue
		}
		s, err := e.State()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.Away, c.away) || s.Rounds() != c.finished {
			t.Errorf("%s: away %v, want %v", c.name, s.Away, c.away)
		}
		fixed := strings.HasPrefix(c.name, "a fixed bye")
		if len(s.Fixed) > 0 != fixed || fixed && s.Fixed[0] != (engine.Game{White: 1, Black: engine.NoPlayer, Result: engine.PairingBye}) {
			t.Errorf("%s: fixed %v", c.name, s.Fixed)
		}
	}
}

// The first colour is the one of the lowest numbered player, or the opposite of the next one's.
func TestFirstColour(t *testing.T) {
	for _, c := range []struct {
		name string
		rows [][]string
		want engine.Color
	}{
		{"number 1 had White", [][]string{{"3w1"}, {"4b1"}, {"1b0"}, {"2w0"}}, engine.White},
		{"number 1 had Black", [][]string{{"3b1"}, {"4w1"}, {"1w0"}, {"2b0"}}, engine.Black},
		{"number 1 had the bye", [][]string{{"U"}, {"3b1"}, {"2w0"}}, engine.White},
		{"number 1 was absent and has no number", [][]string{{"Z"}, {"3b1"}, {"2w0"}}, engine.Black},
		{"a forfeited pairing counts", [][]string{{"3w+"}, {"4b1"}, {"1b-"}, {"2w0"}}, engine.White},
		{"the first round with colours", [][]string{{"Z", "3b1"}, {"H", "4w1"}, {"U", "1w0"}, {"Z", "2b0"}}, engine.Black},
		{"nobody had a colour", [][]string{{"Z"}, {"U"}}, engine.NoColor},
	} {
		if got := build(t, c.rows...).First(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	e := build(t, []string{"2w1"}, []string{"1b0"})
	e.FirstColor = engine.Black
	if e.First() != engine.Black {
		t.Error("a stated colour wins")
	}
}

// C.04.7: the group is the first half rounded up to an even number; full points in the first half of the
// accelerated rounds, half in the others.
func TestBakuSchedule(t *testing.T) {
	for n, want := range map[int]int{161: 82, 160: 80, 8: 4, 9: 6, 10: 6, 11: 6, 12: 6, 13: 8} {
		if got := build(t, make([][]string, n)...).Accelerated(); got != want {
			t.Errorf("group of %d: %d, want %d", n, got, want)
		}
	}
	// C.04.7 1.3: a late entry below the last of the group does not enlarge it, one above belongs to it.
	w := func(n int) []string { return []string{fmt.Sprintf("%dw1", n)} }
	b := func(n int) []string { return []string{fmt.Sprintf("%db0", n)} }
	below := build(t, w(2), b(1), w(4), b(3), w(6), b(5), w(8), b(7), nil)
	above := build(t, w(2), b(1), nil, w(5), b(4), w(7), b(6), w(9), b(8))
	if got := below.Accelerated(); got != 4 {
		t.Errorf("a late entry below: %d accelerated, want 4", got)
	}
	if got := above.Accelerated(); got != 5 {
		t.Errorf("a late entry above: %d accelerated, want 5", got)
	}
	for rounds, want := range map[int][]engine.Points{
		5: {2, 2, 1, 0, 0}, 7: {2, 2, 1, 1, 0, 0, 0}, 9: {2, 2, 2, 1, 1, 0, 0, 0, 0}, 11: {2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0}, 13: {2, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0},
	} {
		e := build(t, make([][]string, 10)...)
		e.Baku, e.PlannedRounds = true, rounds
		var got []engine.Points
		dst := make([]engine.Points, 10)
		for r := range rounds {
			e.virtual(dst, r)
			got = append(got, dst[5])
			if dst[6] != 0 {
				t.Errorf("round %d: the seventh of ten has %v", r+1, dst[6])
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d rounds: %v, want %v", rounds, got, want)
		}
	}
}

// After round k the state does not know what came later, and agrees with engine.State.CopyPrefix.
func TestStateAfterIsThePrefix(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := enginetest.Draw(rt, enginetest.Options{MaxPlayers: 10, MaxRounds: 6})
		e := fromState(s)
		for k := range e.Finished() + 1 {
			got, err := e.StateAfter(k)
			if err != nil {
				rt.Fatal(err)
			}
			var want engine.State
			want.CopyPrefix(s, k)
			if !slices.Equal(got.Score, want.Score) || !slices.Equal(got.Colors, want.Colors) || !slices.Equal(got.Floats, want.Floats) ||
				!slices.Equal(got.ByeBarred, want.ByeBarred) || !slices.Equal(got.Numbered, want.Numbered) {
				rt.Fatalf("after round %d: %v %v", k, got.Score, want.Score)
			}
			if k < e.Finished() && !slices.Equal(got.Away, want.Away) {
				rt.Fatalf("away in round %d: %v, want %v", k+1, got.Away, want.Away)
			}
		}
	})
}

// fromState turns a State into an Event.
func fromState(s *engine.State) *Event {
	e := New("state")
	e.Points = s.Points
	e.PlannedRounds = s.PlannedRounds
	for p := range s.N() {
		e.Players = append(e.Players, Player{Number: p + 1, Rating: s.Rating[p]})
	}
	for p := range s.N() {
		for r := range s.Rounds() {
			o, q := s.OutcomeAt(r, engine.Player(p)), s.Opponent(r, engine.Player(p))
			if o == engine.None {
				continue
			}
			e.SetCell(engine.Player(p), r, Entry{Given: true, HasOpponent: q != engine.NoPlayer, Opponent: max(q, 0), Color: s.ColorAt(r, engine.Player(p)), Outcome: o})
		}
	}
	return e
}

func TestInitialOrderByRatingTitleName(t *testing.T) {
	e := build(t, []string{"3w1"}, []string{"4b1"}, []string{"1b0"}, []string{"2w0"})
	for i, p := range []Player{{Number: 1, Name: "D", Rating: 1900}, {Number: 2, Name: "B", Rating: 2000}, {Number: 3, Name: "A", Rating: 2000}, {Number: 4, Name: "C", Rating: 2000, Title: "FM"}} {
		p.Rounds = e.Players[i].Rounds
		e.Players[i] = p
	}
	e.Forbidden = []Forbidden{{Players: []engine.Player{0, 1}, First: 1}}
	e.Asked = []Asked{{Round: 2, Player: 2, Kind: engine.ByeHalf}}
	e.Virtual = []Virtual{{First: 0, Last: 1, From: 1, To: 2, Points: 2}}
	e.SortInitial()
	var names string
	for i := range e.Players {
		names += e.Players[i].Name
	}
	if names != "CABD" {
		t.Errorf("order %s, want CABD", names)
	}
	if c := e.Cell(3, 0); e.Number(c.Opponent) != 3 {
		t.Errorf("D plays %d", e.Number(c.Opponent))
	}
	if e.Number(e.Forbidden[0].Players[0]) != 1 || e.Number(e.Asked[0].Player) != 3 || len(e.Virtual) != 2 || e.Number(e.Virtual[1].First) != 2 {
		t.Errorf("%+v %+v %+v", e.Forbidden, e.Asked, e.Virtual)
	}
	e.SortByNumber()
	if e.Players[0].Name != "D" {
		t.Error("by number")
	}
}

func TestBansOfSomeRounds(t *testing.T) {
	e := build(t, []string{"2w1", "2b1"}, []string{"1b0", "1w0"}, nil, nil)
	e.Forbidden = []Forbidden{{Players: []engine.Player{0, 2}, First: 2, Last: 3}, {Players: []engine.Player{1, 2, 3}, First: 1}}
	for k, want := range [][2]bool{{false, true}, {true, true}, {true, true}} {
		s, err := e.StateAfter(k)
		if err != nil {
			t.Fatal(err)
		}
		if s.Banned(0, 2) != want[0] || s.Banned(2, 3) != want[1] {
			t.Errorf("round %d: %v %v", k+1, s.Banned(0, 2), s.Banned(2, 3))
		}
	}
}

func TestByesAskedForAndWithdrawals(t *testing.T) {
	e := build(t, []string{"2w1"}, []string{"1b0"}, []string{"U"}, []string{"H"})
	e.Asked = []Asked{{Round: 2, Player: 0, Kind: engine.ByeHalf}, {Round: 3, Player: 1, Kind: engine.ByeZero}, {Player: 2, Kind: engine.ByeZero}}
	e.Players[3].Gone = true
	s, err := e.State()
	if err != nil {
		t.Fatal(err)
	}
	if want := []engine.Outcome{engine.ByeHalf, engine.None, engine.ByeZero, engine.None}; !slices.Equal(s.Away, want) || s.Present(3) || !s.Present(1) {
		t.Errorf("away %v, want %v; present %v", s.Away, want, s.Gone)
	}
	if s, _ := e.StateAfter(0); s.Gone[3] || s.Away[3] != engine.ByeHalf {
		t.Error("before round 1 the player had not withdrawn, and had asked for a bye")
	}
}

func TestMeetingsAgainAreNoted(t *testing.T) {
	e := build(t, []string{"2w1", "2b1", "3w1"}, []string{"1b0", "1w0"}, []string{"", "", "1b0"})
	found := e.Settle(nil)
	if len(found) != 1 || found[0].Code != "event-rematch" || found[0].Message != "1 pairs have met more than once: 1-2 (rounds 1, 2)" {
		t.Errorf("%v", found)
	}
	e = build(t, []string{"2w+", "2b1"}, []string{"1b-", "1w0"})
	if found := e.Settle(nil); len(found) != 0 {
		t.Errorf("a forfeit is no meeting: %v", found)
	}
}

func TestGroups(t *testing.T) {
	e := build(t, nil, nil, nil, nil)
	for i, c := range []string{"Tokyo", "", "Osaka", "Tokyo"} {
		e.Players[i].Club = c
	}
	if g := e.Groups(func(p *Player) string { return p.Club }); !slices.Equal(g, []int32{1, 0, 2, 1}) {
		t.Errorf("%v", g)
	}
}

func TestMarks(t *testing.T) {
	e := New("x")
	e.SetMark("a", "1")
	e.SetMark("a", "2")
	e.SetMark("b", "3")
	if v, _ := e.Mark("a"); v != "2" || len(e.Marks) != 2 {
		t.Errorf("%v", e.Marks)
	}
	e.SetMark("a", "")
	if _, ok := e.Mark("a"); ok {
		t.Error("not removed")
	}
}

// Games in, games out: what FromGames reads is what Games gives.
func TestGamesBothWays(t *testing.T) {
	side := func(name string, rating int32) record.Side { return record.Side{Name: name, Rating: rating} }
	in := []record.Game{
		{Seq: 1, Event: "Cup", Round: "1.1", White: side("Sato", 1800), Black: side("Ito", 1700), Result: engine.WhiteWins},
		{Seq: 2, Event: "Cup", Round: "1.2", White: side("Kato", 1600), Black: side("Abe", 1500), Result: engine.BlackForfeits},
		{Seq: 3, Event: "Cup", Round: "2", White: side("ＩＴＯ", 0), Black: side("kato", 0), Result: engine.Draw},
		{Seq: 4, Event: "Cup", Round: "2", White: side("Ito", 0), Black: side("Abe", 0), Result: engine.Draw},
		{Seq: 5, Event: "Cup", Round: "?", White: side("Ito", 0), Black: side("Abe", 0), Result: engine.Draw},
		{Seq: 6, Event: "Cup", Round: "2", White: side("", 0), Black: side("Abe", 0), Result: engine.Draw, Moves: 1},
		{Seq: 7, Event: "Cup", Round: "3", White: side("Abe", 0), Black: side("abe", 0), Result: engine.Draw},
	}
	e, issues := FromGames("g.csv", in)
	var codes []string
	for _, i := range issues {
		codes = append(codes, i.Code)
	}
	if want := []string{"event-twice", "event-round", "event-row", "event-row"}; !reflect.DeepEqual(codes, want) {
		t.Errorf("%v, want %v", codes, want)
	}
	if e.N() != 4 || e.Players[0].Name != "Sato" || e.Players[1].Name != "Ito" || e.Name != "Cup" || e.Finished() != 2 {
		t.Fatalf("%+v", e)
	}
	out, byes := e.Games()
	if len(out) != 3 || byes != 0 || out[0].White.Name != "Sato" || out[1].Result != engine.BlackForfeits || out[2].White.Name != "Ito" || out[2].Round != "2" {
		t.Errorf("%+v", out)
	}
}

func TestNameOfGamesWithSeveralEventNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"Winter Cup"}, "Winter Cup"},
		{[]string{"Winter Cup: Round 1", "Winter Cup: Round 2"}, "Winter Cup: Round"},
		{[]string{"Winter Cup", "Winter Cup Final"}, "Winter Cup"},
		{[]string{"Round 1: A - B", "Rapid"}, ""},
		{[]string{"東京選手権 一回戦", "東京選手権 二回戦"}, "東京選手権"},
	} {
		m := map[string]bool{}
		for _, n := range c.names {
			m[n] = true
		}
		if got := commonStart(m); got != c.want {
			t.Errorf("%q: %q, want %q", c.names, got, c.want)
		}
	}
}

func TestRoundsAreMadeWhereNoGameHasOne(t *testing.T) {
	g := func(w, b string) record.Game {
		return record.Game{White: record.Side{Name: w}, Black: record.Side{Name: b}, Result: engine.Draw}
	}
	e, issues := FromGames("g", []record.Game{g("A", "B"), g("C", "D"), g("A", "C"), g("B", "D"), g("A", "D")})
	if len(issues) != 1 || issues[0].Code != "event-no-rounds" || e.Finished() != 3 {
		t.Errorf("%v, %d rounds", issues, e.Finished())
	}
}

// Results that a director gives to one side only keep White's and say so.
func TestGamesWithOneSidedScores(t *testing.T) {
	e := build(t, []string{"2w="}, []string{"1b0"})
	out, _ := e.Games()
	if len(out) != 1 || out[0].Result != engine.Draw || out[0].Note != "scored 0.5-0" || out[0].Reason != "director" {
		t.Errorf("%+v", out)
	}
}

// Settle makes any cells safe for the engine: opponents answer each other afterwards, and points stay.
func TestSettleMakesOpponentsMutual(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(rt, "n")
		e := New("x")
		for i := range n {
			e.Players = append(e.Players, Player{Number: i + 1})
		}
		for p := range n {
			for r := range rapid.IntRange(0, 4).Draw(rt, "rounds") {
				o := engine.Outcome(rapid.IntRange(0, int(engine.NumOutcomes)-1).Draw(rt, "outcome"))
				c := Entry{Given: true, Outcome: o, Color: engine.Color(rapid.IntRange(0, 2).Draw(rt, "colour"))}
				if o.Paired() {
					c.HasOpponent = true
					c.Opponent = engine.Player(rapid.IntRange(-1, n).Draw(rt, "opponent"))
				}
				e.SetCell(engine.Player(p), r, c)
			}
		}
		before := make([]engine.Points, n)
		for p := range n {
			before[p] = e.Sum(engine.Player(p), e.Columns)
		}
		e.Settle(nil)
		for p := range n {
			if got := e.Sum(engine.Player(p), e.Columns); got != before[p] {
				rt.Fatalf("player %d had %v, has %v", p+1, before[p], got)
			}
			for r := range e.Columns {
				c := e.Cell(engine.Player(p), r)
				if !c.HasOpponent {
					continue
				}
				if d := e.Cell(c.Opponent, r); !d.HasOpponent || d.Opponent != engine.Player(p) {
					rt.Fatalf("round %d: %d is not answered", r+1, p+1)
				}
			}
		}
		if _, err := e.State(); err != nil {
			rt.Fatal(err)
		}
		if again := e.Settle(nil); slices.ContainsFunc(again, func(i issueOf) bool { return i.Code == "event-opponent" }) {
			rt.Fatalf("settled twice: %v", again)
		}
	})
}
