package tiebreak

import (
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/fide"
	"crosstable/engine/method"
	"crosstable/pipeline/words"
)

// value is p's value of one key, formatted.
func value(t *testing.T, s *engine.State, c *Context, text string, p engine.Player) string {
	t.Helper()
	k, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var x Scratch
	x.Begin(s, c)
	dst := make([]int64, s.N())
	k.Fill(dst, &x)
	return k.Format(dst[p])
}

// C.07 16.5, the worked example of SB-C1: contributions of voluntary unplayed rounds 2.25 and 0.00, least
// significant value 1.50. Cut is the higher of the lowest voluntary one and the regular one: 25.75 becomes 24.25.
func TestSBCutComparesWithTheLowestVoluntaryRound(t *testing.T) {
	terms := []term{
		{score: 9, points: 1, kind: termVUR},  // 4.5 x 0.5 = 2.25
		{score: 9, points: 0, kind: termVUR},  // 4.5 x 0 = 0
		{score: 3, points: 2, kind: termGame}, // the lowest opponent: 1.5 x 1
		{score: 12, points: 2, kind: termGame},
		{score: 14, points: 2, kind: termGame},
		{score: 18, points: 2, kind: termGame},
	}
	sum := func(terms []term) (v int64) {
		for i := range terms {
			v += terms[i].value(true)
		}
		return v
	}
	var x Scratch
	if before, after := sum(terms), sum(x.afterCuts(&Key{Low: 1}, terms, true)); before != 103 || after != 97 {
		t.Errorf("%d/4 becomes %d/4, want 103 and 97 (25.75 and 24.25)", before, after)
	}
	// Buchholz cuts a voluntary round even if a game's score is lower.
	if got := x.afterCuts(&Key{Low: 1}, terms, false); len(got) != 5 ||
		!slices.ContainsFunc(got, func(t term) bool { return t.score == 3 }) {
		t.Errorf("BH-C1 leaves %v", got)
	}
}

// C.07 16.3: 9 rounds, 5 played with 3 points, then withdrawn: opponents see 3 + 4 x 0.5 = 5. A bye that a
// game follows stays as it is (16.2.3).
func TestAdjustedScore(t *testing.T) {
	var s engine.State
	s.Reset(2)
	s.PlannedRounds = 9
	outcomes := []engine.Outcome{engine.Win, engine.Win, engine.ByeHalf, engine.Drawn, engine.Loss, engine.ByeZero,
		engine.None, engine.ByeZero, engine.ByeZero}
	for _, o := range outcomes {
		s.BeginRound()
		q := engine.NoPlayer
		if o.Played() {
			q = 1
		}
		s.Enter(0, q, engine.White, o)
		s.CloseRound()
	}
	var x Scratch
	x.Begin(&s, nil)
	if a := x.adjust(false); s.Score[0] != 6 || a.score[0] != 10 {
		t.Errorf("score %v, adjusted %v half points; want 6 and 10", s.Score[0], a.score[0])
	}
	// Forfeit losses at the end are no draws (16.2.4), and a requested bye before them stays voluntary to the end.
	s.BeginRound()
	s.Enter(0, 1, engine.White, engine.ForfeitLoss)
	s.CloseRound()
	x.Begin(&s, nil)
	if a := x.adjust(false); a.score[0] != 10 {
		t.Errorf("with a forfeit loss at the end: %v, want 10", a.score[0])
	}
}

// A double round robin averages the games of a pair (6.1.2): 1.5 of 2 against B beats 0.5; one game more against
// the same opponent does not weigh more.
func TestDirectEncounterAverages(t *testing.T) {
	var s engine.State
	s.Reset(3)
	for _, g := range []engine.Game{
		{White: 0, Black: 1, Result: engine.WhiteWins}, {White: 1, Black: 0, Result: engine.Draw},
		{White: 0, Black: 2, Result: engine.BlackWins},
		{White: 1, Black: 2, Result: engine.Draw}, {White: 2, Black: 1, Result: engine.Draw},
		{White: 2, Black: 1, Result: engine.WhiteWins},
	} {
		s.Apply([]engine.Game{g})
	}
	// Averages: 0: 0.75 + 0; 1: 0.25 + 1/3; 2: 1 + 2/3. Sums would put 1 (1.5 points) level with 0.
	k, _ := Parse("DE")
	var x Scratch
	x.Begin(&s, nil)
	dst := make([]int64, 3)
	k.FillGroup(dst, &x, []engine.Player{0, 1, 2})
	if !slices.Equal(dst, []int64{1, 0, 2}) {
		t.Errorf("%v, want [1 0 2]", dst)
	}
}

// 6.3: who is alone on top whatever the missing games bring gets the place; the rest starts again.
func TestDirectEncounterWithMissingGames(t *testing.T) {
	var s engine.State
	s.Reset(4)
	s.Apply([]engine.Game{{White: 0, Black: 1, Result: engine.WhiteWins}, {White: 2, Black: 3, Result: engine.Draw}})
	s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.WhiteWins}, {White: 1, Black: 3, Result: engine.Draw}})
	var x Scratch
	x.Begin(&s, nil)
	dst := make([]int64, 4)
	k, _ := Parse("DE")
	// 0 has 2, at least; 3 has not met 0: 1 + a win at most 2. Not certain.
	k.FillGroup(dst, &x, []engine.Player{0, 1, 2, 3})
	if !slices.Equal(dst, []int64{0, 0, 0, 0}) {
		t.Errorf("uncertain: %v", dst)
	}
	// Without 3: 0 beat both; 1 and 2 have not met.
	k.FillGroup(dst, &x, []engine.Player{0, 1, 2})
	if !slices.Equal(dst[:3], []int64{2, 0, 0}) {
		t.Errorf("certain first place: %v", dst)
	}
}

// 8.3: fore Buchholz draws the games of the last planned round only.
func TestForeBuchholzLooksAtThePlannedRounds(t *testing.T) {
	var s engine.State
	s.PlannedRounds = 2
	s.Reset(4)
	s.Apply([]engine.Game{{White: 0, Black: 1, Result: engine.WhiteWins},
		{White: 2, Black: 3, Result: engine.WhiteWins}})
	for _, p := range []engine.Player{0, 3} {
		if bh, fb := value(t, &s, nil, "BH", p), value(t, &s, nil, "FB", p); bh != fb {
			t.Errorf("round 1 of 2, player %d: BH %s, FB %s", p, bh, fb)
		}
	}
	s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.WhiteWins},
		{White: 1, Black: 3, Result: engine.BlackForfeits}})
	// Opponents of 0: 1 (0 + draw) and 2 (1 + draw).
	if bh, fb := value(t, &s, nil, "BH", 0), value(t, &s, nil, "FB", 0); bh != "2.0" || fb != "2.0" {
		t.Errorf("player 0: BH %s, FB %s; want 2.0 and 2.0", bh, fb)
	}
	// Opponents of 2: 3 (0 + draw) and 0 (1 + draw): the real scores are 0 and 2.
	if bh, fb := value(t, &s, nil, "BH", 2), value(t, &s, nil, "FB", 2); bh != "2.0" || fb != "2.0" {
		t.Errorf("player 2: BH %s, FB %s", bh, fb)
	}
	// 3 lost by forfeit: his FB counts 1 as a drawn opponent (0.5), his BH a dummy with the own score 0.
	if bh, fb := value(t, &s, nil, "BH", 3), value(t, &s, nil, "FB", 3); bh != "1.0" || fb != "2.0" {
		t.Errorf("player 3: BH %s, FB %s; want 1.0 and 2.0", bh, fb)
	}
}

// 16.4: 3.5 points in 5 rounds with a half-point bye: the dummy counts 3.5 in 2024, 2.5 since 2026.
func TestDummyCaps(t *testing.T) {
	s := readTRF(t, "tec-swiss.trf")
	for _, c := range []struct {
		edition int
		player  engine.Player
		want    string
	}{{2024, 3, "15.0"}, {2026, 3, "14.0"}, {2024, 10, "13.5"}, {2026, 10, "12.5"}} {
		if got := value(t, s, &Context{Edition: c.edition}, "BH", c.player); got != c.want {
			t.Errorf("edition %d player %d: BH %s, want %s", c.edition, c.player+1, got, c.want)
		}
	}
	if got := value(t, s, &Context{CapRounds: 7}, "BH", 3); got != "15.0" {
		t.Errorf("with a cap of 7 rounds: %s, want 15.0", got)
	}
}

// 7.7: a double forfeit gives half a standard point to each, unless a draw's value is the measure.
func TestStandardPoints(t *testing.T) {
	var s engine.State
	s.Reset(4)
	s.Apply([]engine.Game{{White: 0, Black: 1, Result: engine.DoubleForfeit},
		{White: 2, Black: 3, Result: engine.BlackForfeits}})
	s.Apply([]engine.Game{{White: 0, Black: engine.NoPlayer, Result: engine.HalfBye},
		{White: 1, Black: engine.NoPlayer, Result: engine.PairingBye},
		{White: 2, Black: engine.NoPlayer, Result: engine.ZeroBye}})
	for p, want := range []string{"1.0", "1.5", "1.0", "0.0"} {
		if got := value(t, &s, nil, "STD", engine.Player(p)); got != want {
			t.Errorf("player %d: %s, want %s", p, got, want)
		}
	}
	if got := value(t, &s, nil, "STD:by=draw", 0); got != "0.5" {
		t.Errorf("by=draw: %s, want 0.5", got)
	}
}

// 9.2: thirteen players in a full round robin play 12 games; the limit is 6 points.
func TestKoyaMaximumSkipsTheFreeRound(t *testing.T) {
	var s engine.State
	s.Reset(13)
	for range 13 {
		s.BeginRound()
		s.CloseRound()
	}
	k, _ := Parse("KS")
	var x Scratch
	x.Begin(&s, &Context{RoundRobin: true})
	if got := x.koyaLimit(&k); got != 24 {
		t.Errorf("limit %d, want 24 (twice 12 half points)", got)
	}
	k, _ = Parse("KS/L-2")
	if got := x.koyaLimit(&k); got != 20 {
		t.Errorf("moved limit %d, want 20", got)
	}
	x.Begin(&s, &Context{})
	k, _ = Parse("KS")
	if got := x.koyaLimit(&k); got != 26 {
		t.Errorf("Swiss limit %d, want 26", got)
	}
}

// 10.3: the expected score of a player 736 above everybody is full; 0 points give 800 below the lowest.
func TestPerfectPerformanceEnds(t *testing.T) {
	if got := ptp([]int32{2000, 1800}, 4); got != 2736 {
		t.Errorf("full score: %d, want 2736", got)
	}
	if got := ptp([]int32{2000, 1800}, 0); got != 1000 {
		t.Errorf("no score: %d, want 1000", got)
	}
	if got := ptp([]int32{2000}, 1); got != 1997 { // 50 % is reached from 3 points below
		t.Errorf("a draw: %d, want 1997", got)
	}
	if got := tpr([]int32{2001, 2000}, 4); got != 2801 {
		t.Errorf("TPR of a full score: %d, want 2801", got)
	}
}

func TestRatingTables(t *testing.T) {
	for d := int64(0); d < 900; d++ {
		if fide.Expected(d)+fide.Expected(-d) != 100 {
			t.Errorf("difference %d: %d + %d", d, fide.Expected(d), fide.Expected(-d))
		}
		if fide.Expected(d) > fide.Expected(d+1) {
			t.Errorf("the expectation falls at %d", d)
		}
	}
	for d, want := range map[int64]int64{0: 50, 3: 50, 4: 51, 100: 64, 391: 91, 392: 92, 735: 99, 736: 100} {
		if got := fide.Expected(d); got != want {
			t.Errorf("difference %d: %d, want %d", d, got, want)
		}
	}
	for p, want := range map[int64]int64{0: -800, 1: -677, 49: -7, 50: 0, 75: 193, 99: 677, 100: 800} {
		if got := fide.Difference(p); got != want {
			t.Errorf("%d %%: %d, want %d", p, got, want)
		}
	}
}

// The JCA's lists on a small event worked by hand: 0 beats 1 and 2; 1 beats 3, draws with 2 ...
func TestJCALists(t *testing.T) {
	var s engine.State
	s.Reset(5)
	copy(s.Rating, []int32{1800, 1700, 1600, 1500, 1400})
	s.Apply([]engine.Game{{White: 0, Black: 1, Result: engine.WhiteWins},
		{White: 2, Black: 3, Result: engine.WhiteWins}, {White: 4, Black: engine.NoPlayer, Result: engine.PairingBye}})
	s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.WhiteWins}, {White: 1, Black: 4, Result: engine.Draw},
		{White: 3, Black: engine.NoPlayer, Result: engine.HalfBye}})
	// points: 0: 2, 1: 0.5, 2: 1, 3: 0.5, 4: 1.5
	for _, c := range []struct {
		code string
		want [5]string
	}{
		{"ソルコフ", [5]string{"1.5", "3.5", "2.5", "1.0", "0.5"}},
		{"SOLKOFF:bye=own", [5]string{"1.5", "3.5", "2.5", "1.5", "2.0"}},
		{"SOLKOFF:bye=lowest", [5]string{"1.5", "3.5", "2.5", "1.5", "1.0"}},
		{"中取", [5]string{"0.5", "1.5", "0.5", "0.0", "0.0"}},
		{"MEDIAN", [5]string{"0.0", "0.0", "0.0", "0.0", "0.0"}},
		{"JSB", [5]string{"1.5", "0.75", "0.5", "0.0", "0.25"}},
		{"簡易パフォーマンス", [5]string{"3300", "3200", "3300", "3100", "3100"}},
		{"SPERF:own=yes", [5]string{"5100", "4900", "4900", "4600", "4500"}},
		{"勝ち数", [5]string{"2.0", "0.5", "1.0", "0.5", "1.5"}},
		{"KACHI:draws=no", [5]string{"2.0", "0.0", "1.0", "0.0", "1.0"}},
		{"得点", [5]string{"1.5", "3.5", "2.5", "1.0", "0.5"}},
		{"総得点", [5]string{"6.0", "2.0", "2.5", "2.5", "3.5"}},
	} {
		for p, want := range c.want {
			if got := value(t, &s, nil, c.code, engine.Player(p)); got != want {
				t.Errorf("%s of player %d: %s, want %s", c.code, p, got, want)
			}
		}
	}
}

// McMahon: 0 starts with 1 point and beats 1; SOS of a missed round is the own starting score.
func TestGoLists(t *testing.T) {
	var s engine.State
	s.Reset(3)
	copy(s.Virtual, []engine.Points{2, 2, 0})
	s.Apply([]engine.Game{{White: 0, Black: 1, Result: engine.WhiteWins}})
	copy(s.Virtual, []engine.Points{2, 2, 0})
	s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.BlackWins}})
	for _, c := range []struct {
		code string
		want [3]string
	}{
		{"MMS", [3]string{"2.0", "1.0", "1.0"}},
		{"SOS", [3]string{"2.0", "3.0", "2.0"}},
		{"SOS:bye=0", [3]string{"2.0", "2.0", "2.0"}},
		{"SODOS", [3]string{"1.0", "0.0", "2.0"}},
		{"SOSOS", [3]string{"5.0", "4.0", "2.0"}},
	} {
		for p, want := range c.want {
			if got := value(t, &s, nil, c.code, engine.Player(p)); got != want {
				t.Errorf("%s of player %d: %s, want %s", c.code, p, got, want)
			}
		}
	}
}

// Sides of byes and forfeits in the xiangqi keys.
func TestXiangqiSides(t *testing.T) {
	var s engine.State
	s.Reset(4)
	s.BeginRound()
	s.Enter(0, engine.NoPlayer, engine.Black, engine.ByePairing)
	s.Enter(1, 2, engine.Black, engine.ForfeitWin)
	s.Enter(2, 1, engine.White, engine.ForfeitLoss)
	s.CloseRound()
	s.Apply([]engine.Game{{White: 3, Black: 0, Result: engine.BlackWins}, {White: 1, Black: 2, Result: engine.Draw}})
	for _, c := range []struct {
		code string
		want [4]string
	}{
		{"后走局数", [4]string{"1", "0", "1", "0"}},
		{"BPG:bye=side", [4]string{"2", "0", "1", "0"}},
		{"BPG/P", [4]string{"1", "1", "1", "0"}},
		{"后走胜局", [4]string{"1", "0", "0", "0"}},
		{"BWG:bye=side", [4]string{"2", "0", "0", "0"}},
		{"BWG/P", [4]string{"1", "1", "0", "0"}},
		{"胜局", [4]string{"2", "1", "0", "0"}},
		{"对手分", [4]string{"0.0", "1.0", "3.0", "2.0"}},
		{"OPP:bye=lowest", [4]string{"0.0", "1.0", "3.0", "2.0"}},
	} {
		for p, want := range c.want {
			if got := value(t, &s, nil, c.code, engine.Player(p)); got != want {
				t.Errorf("%s of player %d: %s, want %s", c.code, p, got, want)
			}
		}
	}
	k, _ := Parse("直胜")
	var x Scratch
	x.Begin(&s, nil)
	dst := make([]int64, 4)
	k.FillGroup(dst, &x, []engine.Player{0, 3})
	if dst[0] != 1 || dst[3] != 0 {
		t.Errorf("直胜: %v", dst)
	}
}

func TestOrderKeys(t *testing.T) {
	var s engine.State
	s.Luck = engine.NewLuck(5)
	s.Reset(3)
	copy(s.Rating, []int32{2000, 0, 1900})
	c := &Context{Birth: []int32{19900101, 0, 19500101}, Fouls: []int32{1}}
	for _, v := range []struct{ code, want string }{
		{"TPN", "1 2 3"}, {"RTNG", "2000  1900"}, {"RTNG/U1400", "2000 1400 1900"}, {"AGE", "19900101  19500101"},
		{"FOULS", "1 0 0"},
	} {
		var got []string
		for p := range s.N() {
			got = append(got, value(t, &s, c, v.code, engine.Player(p)))
		}
		if strings.Join(got, " ") != v.want {
			t.Errorf("%s: %q, want %q", v.code, strings.Join(got, " "), v.want)
		}
	}
	for code, lower := range map[string]bool{"TPN": true, "TPN/R": false, "RTNG": false, "RTNG/R": true, "AGE": true,
		"FOULS": true, "lot": true} {
		if k, err := Parse(code); err != nil || k.LowerFirst() != lower {
			t.Errorf("%s: lower first %v, %v", code, k.LowerFirst(), err)
		}
	}
	if k, _ := Parse("RTNG/R"); k.Sortable(None) != None || k.Sortable(5) != -5 {
		t.Error("None must stay last when reversed")
	}
	// Lots come from the seed and the player alone.
	a, b := value(t, &s, nil, "lot", 1), value(t, &s, nil, "抽選", 1)
	s.Luck = engine.NewLuck(6)
	if a != b || a == value(t, &s, nil, "LOT", 1) {
		t.Errorf("lots %s, %s and the same with another seed", a, b)
	}
	k, _ := Parse("AGE")
	if k.Check(&Context{}) == nil || k.Check(c) != nil {
		t.Error("AGE needs birth dates")
	}
}

func TestNotation(t *testing.T) {
	for text, want := range map[string]Key{
		"bh/c1":       {Low: 1},
		"BH-C2":       {Low: 2},
		"BH/M1":       {Low: 1, High: 1},
		"BH/C1/M1":    {Low: 2, High: 1},
		"KS/L+2":      {Limit: 2},
		"KS/L1":       {Limit: 1},
		"KS/L-2":      {Limit: -2},
		"KS-L-2":      {Limit: -2},
		"SB/P/C1":     {Low: 1, Forfeits: true},
		"AOB/F":       {Fore: true},
		"ARO/U1400":   {Unrated: 1400},
		"TPN/R":       {Reverse: true},
		"GE":          {},
		"Buchholz/C1": {Low: 1},
	} {
		k, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if k.Text != text || k.Low != want.Low || k.High != want.High || k.Limit != want.Limit ||
			k.Forfeits != want.Forfeits ||
			k.Fore != want.Fore || k.Reverse != want.Reverse || k.Unrated != want.Unrated {
			t.Errorf("%s: %+v", text, k)
		}
	}
	for text, words := range map[string]string{
		"":           "name",
		"BHX":        `did you mean "BH"`,
		"WIN/C1":     "takes no modifier",
		"BH/X1":      "no modifier",
		"BH/C":       "whole number",
		"BH/C0":      "out of range",
		"BH/C100000": "out of range",
		"BH/P1":      "takes no number",
		"BH:MP":      "team",
		"BH:GP/C1":   "team",
		"OPP:lowest": "key=value",
		"OPP:bye=x":  "0|lowest|own",
		"STD:by=x":   "opponent|draw",
		"BH:bye=own": "takes none",
		"BH//C1":     "empty modifier",
		"OPP:by=own": `did you mean "bye"`,
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v, want %q in it", text, err, words)
		}
	}
	if _, err := ParseList("BH,SB,BH"); err == nil {
		t.Error("BH twice is accepted")
	}
	keys, err := ParseList("shizuoka2016、lot")
	if err != nil || len(keys) != 4 || keys[0].Name != "SOLKOFF" || keys[3].Name != "LOT" {
		t.Errorf("order by name: %v, %v", keys, err)
	}
}

// Every row can be found by every name, says where it comes from, and is refused or explained as it says.
func TestTableConforms(t *testing.T) {
	names := map[string]string{}
	for _, m := range Methods {
		if m.Source == "" || m.Summary == "" || m.Scale < 1 || details[m.Name] == "" {
			t.Errorf("%s: source, summary or scale is missing", m.Name)
		}
		for _, n := range append([]string{m.Name}, m.Aliases...) {
			if other, ok := names[strings.ToLower(n)]; ok {
				t.Errorf("%q names %s and %s", n, other, m.Name)
			}
			names[strings.ToLower(n)] = m.Name
			if k, err := Parse(n); err != nil || k.Name != m.Name {
				t.Errorf("%q: %v", n, err)
			}
		}
		if m.fill == nil && m.group == nil && m.Drop == DropNone {
			t.Errorf("%s computes nothing", m.Name)
		}
		refused := m.Name == "BH" || m.Name == "FB" || m.Name == "AOB"
		k, _ := Parse(m.Name)
		if err := k.Check(&Context{RoundRobin: true, Birth: []int32{}}); (err != nil) != refused {
			t.Errorf("%s when all play all: %v", m.Name, err)
		}
		for _, o := range m.Options {
			for _, v := range strings.Split(o.Values, "|") {
				if _, err := Parse(m.Name + ":" + o.Key + "=" + v); err != nil {
					t.Errorf("%s: %v", m.Name, err)
				}
			}
		}
	}
	if len(details) != len(Methods) {
		t.Errorf("%d details for %d methods", len(details), len(Methods))
	}
	for _, o := range Orders {
		if _, err := method.Find(Methods, "tie-break", o.Name); err == nil {
			t.Errorf("order %s hides a tie-break", o.Name)
		}
		if _, err := ParseList(o.List); err != nil {
			t.Errorf("order %s: %v", o.Name, err)
		}
	}
}

func TestReasonsHaveWords(t *testing.T) {
	for r := range numReasons {
		if r.String() != "" && !words.In("en").Has("reason."+r.String()) {
			t.Errorf("reason %d: no words for %q", r, r)
		}
	}
	l := Line{A: 7, B: 5}
	got := l.Fill(words.In("en").Get("reason." + DummyDraws.String()))
	if got != "unplayed: dummy 2.5 capped at a draw in every round, 3.5 (16.4.2)" {
		t.Errorf("%q", got)
	}
	l = Line{A: 67, B: 125}
	if got = l.Fill(words.In("en").Get("reason." + Percentage.String())); got != "score 67 %, rating difference 125" {
		t.Errorf("%q", got)
	}
}

func TestFormatScaled(t *testing.T) {
	for _, c := range []struct {
		v, scale int64
		decimals int
		want     string
	}{
		{27, 2, 1, "13.5"}, {26, 2, 1, "13.0"}, {37, 4, 2, "9.25"}, {38, 4, 2, "9.5"}, {40, 4, 2, "10.0"},
		{-3, 2, 1, "-1.5"}, {-1, 4, 2, "-0.25"},
		{-4, 2, 1, "-2.0"}, {5, 2, 0, "3"}, {-5, 2, 0, "-2"}, {2061, 1, 0, "2061"},
		{average(107, 8, 2), averageScale, 2, "6.69"}, // 6.6875
		{average(79, 8, 2), averageScale, 2, "4.94"},  // 4.9375
		{average(1, 40, 1), averageScale, 2, "0.03"},  // 0.025, half up
		{average(2, 3, 1), averageScale, 2, "0.67"}, {average(1999, 1000, 1), averageScale, 2, "2.0"},
	} {
		if got := FormatScaled(c.v, c.scale, c.decimals); got != c.want {
			t.Errorf("%d/%d with %d decimals: %s, want %s", c.v, c.scale, c.decimals, got, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"BH/C1", "KS/L+2", "OPP:bye=lowest", "BH-M1", "ソルコフ", "BH:MP/C1", "/", ":", "KS-L-2-R"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k, err := Parse(s)
		if err != nil {
			return
		}
		if k.Method == nil || k.Low < 0 || k.High < 0 {
			t.Errorf("%q: %+v", s, k)
		}
		again, err := Parse(k.Text)
		if err != nil || again.Text != k.Text || again.Low != k.Low || again.Limit != k.Limit {
			t.Errorf("%q is read as %+v, then as %+v (%v)", s, k, again, err)
		}
	})
}
