package trf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/fixtures"
	"crosstable/pipeline/event"
)

// event5 is a small event of five players and three rounds; edit changes its lines before reading.
func event5(edit func(lines []string) []string) string {
	lines := []string{
		"012 Small",
		"142 5",
		"001    1 m    Rossi Mario                       2350 ITA      800001 1980/01/01  2.5    1     3 w 1     2 b =     4 w +",
		"001    2 m    Bianchi Ugo                       2300 ITA      800002 1980/01/02  2.0    2     4 b 1     1 w =  0000 - H",
		"001    3 m    Verdi Ada                         2250 ITA      800003 1980/01/03  2.0    3     1 b 0     5 w W  0000 - U",
		"001    4 w    Neri Lia                          2200 ITA      800004 1980/01/04  1.0    4     2 w 0  0000 - U     1 b -",
		"001    5 m    Blu Eva                           2150 ITA      800005 1980/01/05  1.0    5  0000 - U     3 b L  0000 - Z",
	}
	if edit != nil {
		lines = edit(lines)
	}
	return strings.Join(lines, "\n") + "\n"
}

func replaceIn(n int, old, with string) func([]string) []string {
	return func(l []string) []string {
		if !strings.Contains(l[n-1], old) {
			panic("no " + old + " in line")
		}
		l[n-1] = strings.Replace(l[n-1], old, with, 1)
		return l
	}
}

// Each fault is told with its line, column and reason, and read as the table says.
func TestFaultsAreToldWithTheirPlace(t *testing.T) {
	cell := func(p engine.Player, r int) func(*event.Event) any {
		return func(e *event.Event) any {
			c := e.Cell(p, r)
			return fmt.Sprintf("%d %v %d %v", e.Number(map[bool]engine.Player{true: c.Opponent, false: engine.NoPlayer}[c.HasOpponent]), c.Color, c.Outcome, c.HasOpponent)
		}
	}
	none := func(*event.Event) any { return nil }
	cases := []struct {
		name string
		edit func([]string) []string
		want []string // "code line:column"
		see  func(*event.Event) any
		seen any
	}{
		{"nothing wrong", nil, nil, none, nil},
		{"colour without an opponent", replaceIn(4, "0000 - H", "0000 w H"), []string{"trf-cell 4:112"}, cell(1, 2), fmt.Sprintf("0 - %d false", engine.ByeHalf)},
		{"bye with an opponent", replaceIn(7, "0000 - Z", "   2 b Z"), []string{"trf-cell 7:112"}, cell(4, 2), fmt.Sprintf("0 - %d false", engine.ByeZero)},
		{"opponent is no number", replaceIn(3, "   3 w 1", "  3a w 1"), []string{"trf-cell 3:92", "event-points 3:0", "event-opponent 5:92"}, cell(2, 0), fmt.Sprintf("0 - %d false", engine.ByeZero)},
		{"opponent not in the list", replaceIn(3, "   3 w 1", "   9 w 1"), []string{"event-opponent 3:92", "event-opponent 5:92"}, cell(0, 0), fmt.Sprintf("0 - %d false", engine.ByeFull)},
		{"himself as opponent", replaceIn(3, "   3 w 1", "   1 w 1"), []string{"event-opponent 3:92", "event-opponent 5:92"}, cell(0, 0), fmt.Sprintf("0 - %d false", engine.ByeFull)},
		{"opponent does not name him back", replaceIn(4, "   4 b 1", "   5 b 1"), []string{"event-opponent 4:92", "event-opponent 6:92"}, cell(1, 0), fmt.Sprintf("0 - %d false", engine.ByeFull)},
		{"result is no result", replaceIn(3, "   3 w 1", "   3 w x"), []string{"trf-cell 3:92", "event-points 3:0", "event-result 3:92"}, cell(0, 0), fmt.Sprintf("3 w %d true", engine.Pending)},
		{"colour is no colour", replaceIn(3, "   3 w 1", "   3 q 1"), []string{"trf-cell 3:92"}, cell(0, 0), fmt.Sprintf("3 w %d true", engine.Win)},
		{"played without colour", replaceIn(3, "   3 w 1", "   3 - 1"), []string{"trf-cell 3:92"}, cell(0, 0), fmt.Sprintf("3 w %d true", engine.Win)},
		{"both White", replaceIn(5, "   1 b 0", "   1 w 0"), []string{"event-colour 3:92"}, none, nil},
		{"both won", replaceIn(5, "   1 b 0", "   1 b 1"), []string{"event-result 3:92", "event-points 5:0"}, none, nil},
		{"one played, one forfeited", replaceIn(5, "   1 b 0", "   1 b -"), []string{"event-result 3:92"}, none, nil},
		{"director's half for a loss", replaceIn(4, "  2.0    2     4 b 1", "  1.5    2     4 b ="), nil, none, nil},
		{"points do not add up", replaceIn(4, "  2.0    2", "  3.0    2"), []string{"event-points 4:0"}, none, nil},
		{"points are no number", replaceIn(4, "  2.0    2", "  x.0    2"), []string{"trf-field 4:81"}, none, nil},
		{"quarter points", replaceIn(4, "  2.0    2", " 2.25    2"), []string{"trf-field 4:81"}, none, nil},
		{"rating is no number", replaceIn(4, "2300", "23O0"), []string{"trf-field 4:49"}, func(e *event.Event) any { return e.Players[1].Rating }, int32(0)},
		{"rank is no number", replaceIn(4, "  2.0    2 ", "  2.0    # "), []string{"trf-field 4:86"}, none, nil},
		{"number twice", replaceIn(4, "001    2", "001    1"), []string{"trf-player 4:5", "event-opponent 3:102", "event-opponent 6:92"}, func(e *event.Event) any { return e.N() }, 4},
		{"no number", replaceIn(4, "001    2", "001     "), []string{"trf-player 4:5", "event-opponent 3:102", "event-opponent 6:92"}, func(e *event.Event) any { return e.N() }, 4},
		{"line too short", func(l []string) []string { l[3] = l[3][:20]; return l }, []string{"trf-player 4:21", "event-opponent 3:102", "event-opponent 6:92"}, func(e *event.Event) any { return e.N() }, 4},
		{"cells shifted by one", replaceIn(3, "    3 w 1  ", "   3 w 1   "), []string{"trf-cell 3:92", "event-points 3:0", "event-opponent 5:92"}, none, nil},
		{"unknown record", func(l []string) []string { return append(l, "ZZ9 hello") }, []string{"trf-unknown 8:1"}, none, nil},
		{"rounds are no number", replaceIn(2, "142 5", "142 five"), []string{"trf-record 2:1"}, func(e *event.Event) any { return e.PlannedRounds }, 0},
		{"more rounds than announced", replaceIn(2, "142 5", "142 2"), []string{"event-rounds 0:0"}, none, nil},
		{"a bye for an unknown player", func(l []string) []string { return append(l, "240 H   4   77") }, []string{"trf-record 8:1"}, none, nil},
		{"an unknown kind of bye", func(l []string) []string { return append(l, "240 Q   4    2") }, []string{"trf-record 8:1"}, none, nil},
		{"a ban of one player", func(l []string) []string { return append(l, "XXP 2") }, []string{"trf-record 8:1"}, none, nil},
		{"virtual points of nobody", func(l []string) []string { return append(l, "XXA    9  1.0") }, []string{"trf-record 8:1"}, none, nil},
		{"values without a number", func(l []string) []string { return append(l, "162  W") }, []string{"trf-record 8:1"}, none, nil},
		{"an initial colour that is none", func(l []string) []string { return append(l, "152 X") }, []string{"trf-record 8:1"}, none, nil},
		{"Baku with 3-1-0", func(l []string) []string { return append(l, "192 FIDE_DUTCH_2025_BAKU", "162  D 0.0") }, []string{"event-baku 0:0", "event-points 3:0", "event-points 4:0"}, func(e *event.Event) any { return e.Baku }, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e, issues, err := Parse([]byte(event5(c.edit)), "x.trf")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, i := range issues {
				got = append(got, fmt.Sprintf("%s %d:%d", i.Code, i.Line, i.Column))
				if i.Message == "" || i.Hint == "" {
					t.Errorf("an issue without words: %+v", i)
				}
			}
			want := slices.Clone(c.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("issues %q, want %q\n%v", got, want, issues)
			}
			if v := c.see(e); v != c.seen {
				t.Errorf("read as %v, want %v", v, c.seen)
			}
			if _, err := e.State(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestForfeitSignsOnEveryGameAreAWarning(t *testing.T) {
	text := event5(func(l []string) []string {
		for i := 2; i < len(l); i++ {
			l[i] = strings.NewReplacer(" w 1", " w +", " b 1", " b +", " w 0", " w -", " b 0", " b -", "2 b =", "2 b +", "1 w =", "1 w -", " w W", " w +", " b L", " b -").Replace(l[i])
		}
		return l
	})
	_, issues, err := Parse([]byte(text), "x.trf")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(issues, func(i issueT) bool { return i.Code == "event-forfeits" }) {
		t.Errorf("no warning: %v", issues)
	}
}

// What the malformed files of another project hold, in our words.
func TestThirdPartyMalformedFiles(t *testing.T) {
	dir := fixtures.Shared(t, "trf_edge/py4swiss")
	for name, want := range map[string]string{
		"incompatible_color.trf":      "event-colour 2:132",
		"incompatible_result.trf":     "event-result 2:132",
		"incorrect_points.trf":        "event-points 2:0",
		"invalid_code.trf":            "trf-unknown 7:1",
		"missing_result.trf":          "event-opponent 2:132",
		"too_many_results.trf":        "event-rounds 0:0",
		"missing_starting_number.trf": "",
		"comments.trf":                "",
	} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		_, issues, err := Parse(data, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		got := ""
		for _, i := range issues {
			got += fmt.Sprintf("%s %d:%d", i.Code, i.Line, i.Column)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestAFileWithoutPlayersIsAnError(t *testing.T) {
	for _, text := range []string{"", "\n\n", "012 Nobody\n", "001\n", "001    x\n"} {
		if _, _, err := Parse([]byte(text), "x.trf"); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// The three columns that a name with accents can be padded by, Latin-1, a BOM and East Asian display width give the
// same players.
func TestColumnsAndEncodings(t *testing.T) {
	for name, want := range map[string]string{
		"bytes_utf8.trf": "Łukasz Żółw", "trf26_all.trf": "Łukasz Żółw", "latin1.trf": "Lukasz Zolw", "bom.trf": "Lukasz Zolw", "wide.trf": "鈴木一郎",
	} {
		data, err := fixtures.FS.ReadFile("trf/" + name)
		if err != nil {
			t.Fatal(err)
		}
		e, _, err := Parse(data, name)
		if err != nil {
			t.Fatal(err)
		}
		p := e.Players[1]
		if p.Name != want || p.Rating != 2300 || p.ID != "4600002" || p.Stated != 4 || len(p.Rounds) != 3 || p.Rounds[2].Outcome != engine.ByeHalf {
			t.Errorf("%s: %+v", name, p)
		}
		if s, _ := e.State(); s.Score[0] != 5 || s.Score[4] != 2 {
			t.Errorf("%s: scores %v", name, s.Score)
		}
	}
}

func TestVegaMeanings(t *testing.T) {
	for _, name := range []string{"vega_columns.trf", "vega_bars.trf"} {
		data, err := fixtures.FS.ReadFile("trf/" + name)
		if err != nil {
			t.Fatal(err)
		}
		e, issues, err := Parse(data, name)
		if err != nil {
			t.Fatal(err)
		}
		if e.PlannedRounds != 5 || e.Points != engine.Standard || e.FirstColor != engine.NoColor || e.System != "" || len(issues) != 1 || issues[0].Code != "trf-vega" {
			t.Errorf("%s: rounds %d, issues %v", name, e.PlannedRounds, issues)
		}
		if e.Players[0].Rounds[1].Outcome != engine.Drawn || e.Players[3].Rounds[2].Outcome != engine.ForfeitLoss || e.Players[2].Name != "Verdi Ada" {
			t.Errorf("%s: %+v", name, e.Players)
		}
	}
}

// Values of the older records and of 162 arrive in the point system.
func TestPointSystems(t *testing.T) {
	for _, c := range []struct {
		records string
		want    func() engine.PointSystem
	}{
		{"162  W 3.0    D 1.0", func() engine.PointSystem { return engine.NewPointSystem(6, 2, 0) }},
		{"162  P 0.5", func() engine.PointSystem { p := engine.Standard; p.Set(engine.ByePairing, 1); return p }},
		{"162  P 0.0\n162  W 3.0    D 1.0", func() engine.PointSystem {
			p := engine.NewPointSystem(6, 2, 0)
			p.Set(engine.ByePairing, 0)
			return p
		}},
		{"BBW  2.0\nBBD  1.0\nBBU  1.0\nBBZ  0.5", func() engine.PointSystem {
			p := engine.NewPointSystem(4, 2, 0)
			p.Set(engine.ByePairing, 2)
			p.Set(engine.ByeZero, 1)
			p.Set(engine.None, 1)
			return p
		}},
		{"XXS WW=1 BW=1.5 WD=0.5 BD=1 WL=0 BL=0.5 PAB=0.5", func() engine.PointSystem {
			p := engine.Standard
			p.Value[engine.Win][engine.Black], p.Value[engine.ShortWin][engine.Black] = 3, 3
			p.Value[engine.Drawn][engine.Black], p.Value[engine.ShortDrawn][engine.Black], p.Value[engine.Unfinished][engine.Black] = 2, 2, 2
			p.Value[engine.Loss][engine.Black], p.Value[engine.ShortLoss][engine.Black] = 1, 1
			p.Set(engine.ByePairing, 1)
			return p
		}},
	} {
		text := event5(func(l []string) []string { return append(l, strings.Split(c.records, "\n")...) })
		e, _, err := Parse([]byte(text), "x.trf")
		if err != nil {
			t.Fatal(err)
		}
		if want := c.want(); e.Points != want {
			t.Errorf("%s:\n%+v\n%+v", c.records, e.Points, want)
		}
		for _, d := range []Dialect{TRF16, TRF26} {
			var b bytes.Buffer
			if _, err := Write(&b, e, d); err != nil {
				t.Fatal(err)
			}
			again, _, err := Parse(b.Bytes(), "y.trf")
			if err != nil || again.Points != e.Points {
				t.Errorf("%s, dialect %d: the point system is lost (%v)", c.records, d, err)
			}
		}
	}
}

// A star is an adjourned game; a latest round of nothing but stars has not been played; a star without an
// opponent is an empty cell.
func TestStars(t *testing.T) {
	text := event5(replaceIn(3, "   4 w +", "   4 w *"))
	e, _, err := Parse([]byte(text), "x.trf")
	if err != nil || e.Cell(0, 2).Outcome != engine.Unfinished {
		t.Errorf("adjourned: %+v %v", e.Cell(0, 2), err)
	}
	text = event5(func(l []string) []string {
		for i, cell := range []string{"   2 w *", "   1 b *", "   4 b *", "   3 w *", "0000 - *"} {
			l[i+2] = l[i+2] + "  " + cell
		}
		return l
	})
	if e, _, err = Parse([]byte(text), "x.trf"); err != nil || e.Finished() != 4 || e.Pending() != 2 || e.Cell(4, 3).Given {
		t.Errorf("not played: %d rounds, %d pending, %v", e.Finished(), e.Pending(), err)
	}
}

// A changed event keeps every line that has not changed.
func TestChangesTouchOnlyTheirLines(t *testing.T) {
	data, err := fixtures.FS.ReadFile("trf/trf26_all.trf")
	if err != nil {
		t.Fatal(err)
	}
	e, _, err := Parse(data, "x.trf")
	if err != nil {
		t.Fatal(err)
	}
	e.PlannedRounds = 7
	e.SetCell(0, 3, event.Entry{Opponent: 4, HasOpponent: true, Color: engine.Black, Given: true, Outcome: engine.Pending})
	e.SetCell(4, 3, event.Entry{Opponent: 0, HasOpponent: true, Color: engine.White, Given: true, Outcome: engine.Pending})
	var b bytes.Buffer
	if _, err := Write(&b, e, Keep); err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(data), "\n"), strings.Split(b.String(), "\n")
	if len(was) != len(is) {
		t.Fatalf("%d lines, were %d", len(is), len(was))
	}
	var diff []string
	for i := range was {
		if was[i] != is[i] {
			diff = append(diff, is[i])
		}
	}
	want := []string{"142 7", was[23] + "     5 b", was[27] + "     1 w"}
	if !reflect.DeepEqual(diff, want) {
		t.Errorf("changed lines\n%q\nwant\n%q", diff, want)
	}
	e.SetMark("regulations", "sha256:abc")
	e.Players[2].Gone = true
	b.Reset()
	if _, err := Write(&b, e, Keep); err != nil {
		t.Fatal(err)
	}
	again, issues, err := Parse(b.Bytes(), "x.trf")
	if v, ok := again.Mark("regulations"); !ok || v != "sha256:abc" {
		t.Errorf("mark %q", v)
	}
	if !again.Players[2].Gone || again.Players[1].Gone {
		t.Error("the withdrawal is lost")
	}
	if err != nil || again.Pending() != 1 || again.Finished() != 4 {
		t.Errorf("read again: %v %v, %d pending", err, issues, again.Pending())
	}
}

// 240 and the cells of the round to be paired are byes of that round; 250 gives virtual points.
func TestComingRound(t *testing.T) {
	data, err := fixtures.FS.ReadFile("trf/trf26_all.trf")
	if err != nil {
		t.Fatal(err)
	}
	e, _, err := Parse(data, "x.trf")
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.State()
	if err != nil {
		t.Fatal(err)
	}
	if s.Round() != 4 || s.Away[1] != engine.ByeHalf || s.Away[2] != engine.ByeHalf || s.Away[4] != engine.None {
		t.Errorf("round %d away %v", s.Round(), s.Away)
	}
	if s.Virtual[0] != 2 || s.Virtual[1] != 2 || s.Virtual[2] != 0 || s.VirtualAt(2, 0) != 0 {
		t.Errorf("virtual %v", s.Virtual)
	}
	if !s.Banned(0, 4) || s.Banned(1, 4) {
		t.Error("ban 1-5 is missing, or there is one too many")
	}
	s, err = e.StateAfter(0)
	if err != nil {
		t.Fatal(err)
	}
	if s.Away[4] != engine.None || s.Rounds() != 0 {
		t.Errorf("before round 1: the pairing's own bye is not an absence: %v", s.Away)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"trf26_all.trf", "trf16_javafo.trf", "vega_bars.trf", "latin1.trf", "once.trf"} {
		data, err := fixtures.FS.ReadFile("trf/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("001    1\r001    2 m"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, _, err := Parse(data, "fuzz.trf")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if _, err := Write(&b, e, Keep); err != nil {
			t.Fatal(err)
		}
		if got, want := normal(b.Bytes()), normal(data); !bytes.Equal(got, want) {
			t.Fatalf("round trip\n%q\n%q", want, got)
		}
		if _, err := e.State(); err != nil {
			t.Fatal(err)
		}
		if _, err := Write(&b, e, TRF16); err != nil {
			t.Fatal(err)
		}
	})
}

// normal makes all line ends LF.
func normal(b []byte) []byte {
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
}

// bigEvent is a TRF of n players and the given number of rounds.
func bigEvent(n, rounds int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "012 Big\n142 %d\n", rounds)
	for p := 1; p <= n; p++ {
		fmt.Fprintf(&b, "001 %4d m%3s %-33s %4d JPN %11d 1990/01/01 %4.1f %4d", p, "FM", fmt.Sprintf("Player, Number %d", p), 2600-p/5, 1000000+p, float64(rounds)/2, p)
		for r := range rounds {
			// The circle method: everybody draws.
			m := n - 1
			var q int
			switch {
			case p == n:
				q = fixedOpponent(m, r)
			case fixedOpponent(m, r) == p:
				q = n
			default:
				q = (2*m+r-(p-1))%m + 1
			}
			c := "w"
			if p > q {
				c = "b"
			}
			fmt.Fprintf(&b, "  %4d %s =", q, c)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// fixedOpponent is the player of round r who meets the last one in the circle method over m places.
func fixedOpponent(m, r int) int {
	for p := 1; p <= m; p++ {
		if (2*m+r-(p-1))%m+1 == p {
			return p
		}
	}
	return 0
}

func TestBigEventIsSound(t *testing.T) {
	e, issues, err := Parse(bigEvent(20, 9), "big.trf")
	if err != nil || len(issues) > 0 || e.Finished() != 9 {
		t.Errorf("%v %v", err, issues)
	}
}

func BenchmarkRead5000(b *testing.B) {
	data := bigEvent(5000, 11)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		e, issues, err := Parse(data, "big.trf")
		if err != nil || len(issues) > 0 {
			b.Fatal(err, issues)
		}
		if _, err := e.State(); err != nil {
			b.Fatal(err)
		}
	}
}
