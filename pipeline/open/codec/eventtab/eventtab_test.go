package eventtab

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/fixtures"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/trf"
)

func TestCellStyles(t *testing.T) {
	for text, want := range map[string]string{
		"12w1": "12 w win", "12b0": "12 b loss", "12s½": "12 b draw", "12 w =": "12 w draw", "12W1": "12 w win", "１２ｗ１": "12 w win",
		"12w+": "12 w +", "12b-": "12 b -", "12w–": "12 w -", "12w0.5": "12 w draw", "12w1/2": "12 w draw", "12wW": "12 w short win", "12w*": "12 w adjourned",
		"12w": "12 w pending", "12w?": "12 w pending",
		"5:W": "5 - win", "5:L": "5 - loss", "5:D": "5 - draw", "5:1": "5 - win", "5:½": "5 - draw", "0:W": "bye", "BYE:W": "bye", "0:D": "half",
		"W12": "12 - win", "L5": "5 - loss", "D 7": "7 - draw", "X3": "3 - +", "F3": "3 - -", "W12w": "12 w win",
		"○12": "12 - win", "●5": "5 - loss", "△7": "7 - draw", "12○先": "12 w win", "○12後": "12 b win",
		"5+": "5 - +", "5-": "5 - -",
		"U": "bye", "bye": "bye", "-1": "bye", "輪空": "bye", "轮空": "bye", "F": "full", "H": "half", "-½": "half", "-0": "zero", "Z": "zero", "--": "zero",
		"0U": "bye", "0H": "half", "0F": "full", "0Z": "zero", "0000 - U": "bye", "0 - H": "half",
		"": "nothing", "0w": "bad", "12q1": "bad", "w": "bad", "12w7": "bad", "0w1": "bad", "Sato": "bad", "2-Jan": "bad",
	} {
		c, ok := parseCell(text, false)
		names := map[engine.Outcome]string{engine.Win: "win", engine.Drawn: "draw", engine.Loss: "loss", engine.ForfeitWin: "+", engine.ForfeitLoss: "-",
			engine.ShortWin: "short win", engine.Unfinished: "adjourned", engine.Pending: "pending",
			engine.ByePairing: "bye", engine.ByeFull: "full", engine.ByeHalf: "half", engine.ByeZero: "zero"}
		got := "bad"
		switch {
		case !ok:
		case !c.Given:
			got = "nothing"
		case c.HasOpponent:
			got = fmt.Sprintf("%d %v %s", c.number, c.Color, names[c.Outcome])
		default:
			got = names[c.Outcome]
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if c, _ := parseCell("12b1", true); c.Color != engine.White {
		t.Error("with n for Black, b is White")
	}
}

func TestRoundHeaders(t *testing.T) {
	for text, want := range map[string]int{
		"R1": 1, "1.Rd": 1, "1.Rd.": 1, "Rd. 11": 11, "Round 3": 3, "3": 3, "3回戦": 3, "第5轮": 5, "第5回戦": 5, "Runde 2": 2, "2nd": 2,
		"Rtg": 0, "TB1": 0, "BH": 0, "R": 0, "Pts.": 0, "": 0, "Rp": 0,
	} {
		if got := roundOf(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func read(t *testing.T, text string) (*event.Event, []issue.Issue) {
	t.Helper()
	e, issues, err := Read(strings.NewReader(text), "x.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e, issues
}

// A final-ranking crosstable of a results server: separator, title line, rank before number, opponents by rank.
func TestCrosstableByRank(t *testing.T) {
	e, issues := read(t, "Final Ranking crosstable after 3 Rounds;;;;;;;\n"+
		"Rk.;SNo;Name;Rtg;FED;1.Rd;2.Rd;3.Rd;Pts.;TB1\n"+
		"1;2;Bianchi;2300;ITA;4w1;2s½;3w1;2,5;4\n"+
		"2;1;Rossi;2350;ITA;3s1;1w½;4w½;2;4\n"+
		"3;4;Neri;2200;ITA;2w0;-1;1s0;1;3\n"+
		"4;3;Verdi;2250;ITA;1s0;-½;2s½;1;3\n")
	var codes []string
	for _, i := range issues {
		if i.Severity != issue.Note {
			codes = append(codes, i.String())
		}
	}
	if len(codes) > 0 {
		t.Errorf("%q", codes)
	}
	s, err := e.State()
	if err != nil {
		t.Fatal(err)
	}
	// Initial order is by starting number: Rossi, Bianchi, Verdi, Neri.
	if e.Players[1].Name != "Bianchi" || s.Score[0] != 4 || s.Score[1] != 5 || s.Score[2] != 2 || s.Score[3] != 2 {
		t.Errorf("%+v %v", e.Players, s.Score)
	}
	if s.Opponent(1, 0) != 1 || s.ColorAt(1, 0) != engine.White || s.OutcomeAt(1, 3) != engine.ByePairing || s.OutcomeAt(1, 2) != engine.ByeHalf {
		t.Errorf("round 2: %v %v", s.Opponents(1), s.Outcomes(1))
	}
}

func TestJapaneseHeadersAndSigns(t *testing.T) {
	e, issues := read(t, "番号,氏名,レーティング,所属,1回戦,2回戦,得点\n1,山田,1800,東京,○2先,△3先,1.5\n2,鈴木,1700,東京,●1後,輪空,1\n3,佐藤,1600,大阪,,△1後,0.5\n")
	for _, i := range issues {
		if i.Severity != issue.Note {
			t.Errorf("%s", i)
		}
	}
	s, _ := e.State()
	if s.Score[0] != 3 || s.Score[1] != 2 || s.ColorAt(0, 0) != engine.White || s.OutcomeAt(0, 2) != engine.None || e.Players[2].Club != "大阪" {
		t.Errorf("%v %+v", s.Score, e.Players)
	}
}

func TestPointSystemFromTotals(t *testing.T) {
	e, _ := read(t, "no,name,R1,R2,points\n1,A,2w1,3b=,4\n2,B,1b0,4w=,1\n3,C,4w1,1w=,4\n4,D,3b0,2b=,1\n")
	if e.Points != engine.NewPointSystem(6, 2, 0) {
		t.Errorf("%v %v", e.Points.Win(), e.Points.Draw())
	}
}

func TestFaultsHaveLineAndColumn(t *testing.T) {
	_, issues := read(t, "no,name,rating,R1,points\n1,A,2x00,2w1,1\n2,B,2000,1b0,0\n3,C,1900,4w7,0\n3,D,1800,,0\n5,E,1700,9w1,1\n6,,,,\nx,F,1,,\n")
	var got []string
	for _, i := range issues {
		got = append(got, fmt.Sprintf("%s %d:%d", i.Code, i.Line, i.Column))
	}
	want := []string{"event-field 2:3", "event-row 5:0", "event-row 7:0", "event-field 8:1", "event-row 8:0", "event-cell 4:4", "event-opponent 6:4"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\n%q\n%v", got, want, issues)
	}
}

func TestAListOfPlayersIsAnEventBeforeRoundOne(t *testing.T) {
	e, _ := read(t, "name,title,rating\nC,,2000\nB,FM,2100\nA,GM,2100\n")
	if e.Finished() != 0 || e.Players[0].Name != "A" || e.Players[0].Number != 1 || e.Players[2].Number != 3 {
		t.Errorf("%+v", e.Players)
	}
}

// TRF fixtures written as CSV and as xlsx and read again have the same players and rounds.
func TestRoundTripThroughTables(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(fixtures.Dir(), "trf", "*.trf"))
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		e, _, err := trf.Parse(data, f)
		if err != nil {
			t.Fatal(err)
		}
		for name, write := range map[string]func(b *bytes.Buffer) error{
			"csv":  func(b *bytes.Buffer) error { _, err := Write(b, e); return err },
			"xlsx": func(b *bytes.Buffer) error { _, err := WriteXLSX(b, e); return err },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			ps := e.Points
			again, issues, err := Read(&b, "again."+name, Options{Points: &ps})
			if err != nil {
				t.Errorf("%s as %s: %v", f, name, err)
				continue
			}
			for _, i := range issues {
				if i.Severity != issue.Note {
					t.Errorf("%s as %s: %s", f, name, i)
				}
			}
			for i := range e.Players {
				p, q := e.Players[i], again.Players[i]
				p.Line, q.Line = 0, 0
				if !p.HasStated {
					p.Stated, p.HasStated = q.Stated, q.HasStated
				}
				if len(p.Rounds) == 0 && len(q.Rounds) == 0 {
					p.Rounds, q.Rounds = nil, nil
				}
				if !reflect.DeepEqual(p, q) {
					t.Errorf("%s as %s:\n%+v\n%+v", f, name, p, q)
					break
				}
			}
		}
	}
}

// A grid of results: rounds by the Berger table, colours unknown.
func TestRoundRobinGrid(t *testing.T) {
	e, issues := read(t, "No,Name,1,2,3,4,Pts\n1,A,*,1,½,1,2.5\n2,B,0,*,1,½,1.5\n3,C,½,0,*,+,1.5\n4,D,0,½,-,*,0.5\n")
	s, err := e.State()
	if err != nil {
		t.Fatal(err)
	}
	// Berger table of four: 1-4 2-3, 4-3 1-2, 2-4 3-1.
	want := [][]engine.Player{{3, 2, 1, 0}, {1, 0, 3, 2}, {2, 3, 0, 1}}
	for r, row := range want {
		if !reflect.DeepEqual(s.Opponents(r), row) {
			t.Errorf("round %d: %v, want %v", r+1, s.Opponents(r), row)
		}
	}
	if s.Score[0] != 5 || s.Score[3] != 1 || s.OutcomeAt(1, 2) != engine.ForfeitWin || s.Games[0] != 0 || !s.Met(0, 1) || s.Met(2, 3) {
		t.Errorf("%v", s.Score)
	}
	if len(issues) != 1 || issues[0].Code != "event-grid" {
		t.Errorf("%v", issues)
	}
}

// A grid sorted by rank, five players, two cycles, Japanese signs in one of the cells.
func TestDoubleRoundRobinGridByRank(t *testing.T) {
	e, _ := read(t, "Rk,Name,1,2,3,Pts\n1,B,x,1½,11,3.5\n2,A,0½,x,○△,2\n3,C,00,●△,x,0.5\n")
	if e.Finished() != 6 {
		t.Fatalf("%d rounds", e.Finished())
	}
	s, _ := e.State()
	for p := range e.Players {
		if s.Score[p] != e.Players[p].Stated {
			t.Errorf("%s: %v", e.Players[p].Name, s.Score[p])
		}
	}
}

const smallPlayers = "no,name,unit,fouls\n1,甲,北京,0\n2,乙,上海,1\n3,丙,北京,0\n4,丁,广东,0\n5,戊,上海,2\n"

// Points by side: 3 for a win, 2 for a draw moving second, 1 moving first.
func TestPairingsWithPointsBySide(t *testing.T) {
	e, _ := read(t, smallPlayers)
	issues, err := ReadPairings(strings.NewReader("round,board,first_no,second_no,first_points,second_points,kind\n"+
		"1,1,1,2,3,0,played\n1,2,3,4,1,2,played\n1,3,5,,3,,bye\n"+
		"2,1,5,1,0,3,played\n2,2,4,3,0,0,forfeit\n2,3,,2,3,,bye\n"+
		"3,1,1,4,3,0,forfeit\n3,2,2,3,,,pending\n3,3,5,,0,,absent\n"), "x.games.csv", e, Options{})
	if err != nil || len(issues) > 0 {
		t.Fatalf("%v %v", issues, err)
	}
	s, err := e.State()
	if err != nil {
		t.Fatal(err)
	}
	if s.Points.Value[engine.Drawn] != [3]engine.Points{3, 2, 4} {
		// Without a colour half of win and loss.
		t.Errorf("draw %v", s.Points.Value[engine.Drawn])
	}
	want := []engine.Points{18, 6, 2, 4, 6}
	for p, w := range want {
		if s.Score[p] != w {
			t.Errorf("%s: %v, want %v", e.Label(engine.Player(p)), s.Score[p], w)
		}
	}
	if e.Pending() != 1 || s.OutcomeAt(1, 3) != engine.ForfeitLoss || s.OutcomeAt(1, 2) != engine.ForfeitLoss || s.ColorAt(1, 1) != engine.Black {
		t.Errorf("pending %d, round 2 %v", e.Pending(), s.Outcomes(1))
	}
	if e.Players[4].Fouls != 2 || e.Players[3].Club != "广东" {
		t.Errorf("%+v", e.Players)
	}
}

func TestPairingsWithFaults(t *testing.T) {
	e, _ := read(t, smallPlayers)
	issues, err := ReadPairings(strings.NewReader("round,white_no,black_no,result\n1,1,2,1-0\n1,1,3,0-1\n1,9,3,1-0\nx,3,4,1-0\n1,3,4,won\n1,5,5,1-0\n2,1,3,½-½\n"), "g.csv", e, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, i := range issues {
		got = append(got, fmt.Sprintf("%s %d", i.Code, i.Line))
	}
	want := []string{"event-cell 4", "event-cell 5", "event-cell 6", "event-cell 7", "event-row 3", "event-missing 0"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if s, _ := e.State(); s.Score[0] != 3 || s.OutcomeAt(0, 2) != engine.Pending {
		t.Errorf("%v", s.Score)
	}
}

// Pairings may name the players: by id or name.
func TestPairingsByName(t *testing.T) {
	e, _ := read(t, "no,name,id,rating\n1,Sato Ken,J1,1800\n2,Ito,J2,1700\n3,Ito,J3,1600\n4,Kato,J4,1500\n")
	issues, err := ReadPairings(strings.NewReader("round,white,black,result\n1,sato ken,J2,1-0\n1,Kato,3,½-½\n2,Ito,Kato,1-0\n"), "g.csv", e, Options{})
	if err != nil || len(issues) != 1 || issues[0].Code != "event-cell" || issues[0].Line != 4 {
		t.Errorf("%v %v", issues, err)
	}
	if s, _ := e.State(); s.Score[0] != 2 || s.Score[2] != 1 || s.Opponent(0, 2) != 3 {
		t.Errorf("%v", s.Score)
	}
}

// The seven xiangqi events: totals come out as published.
func TestXiangqiEvents(t *testing.T) {
	dir := fixtures.Shared(t, "xiangqi")
	files, _ := filepath.Glob(filepath.Join(dir, "*.players.csv"))
	if len(files) == 0 {
		t.Fatal("no files")
	}
	for _, f := range files {
		pf, err := os.Open(f)
		if err != nil {
			t.Fatal(err)
		}
		e, _, err := Read(pf, f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		_ = pf.Close()
		gf, err := os.Open(strings.Replace(f, ".players.", ".games.", 1))
		if err != nil {
			t.Fatal(err)
		}
		issues, err := ReadPairings(gf, filepath.Base(f), e, Options{})
		_ = gf.Close()
		issues = slices.DeleteFunc(issues, func(i issue.Issue) bool { return i.Code == "event-missing" }) // two players left
		if err != nil || len(issues) > 0 {
			t.Errorf("%s: %v %v", f, err, issues)
		}
		s, err := e.State()
		if err != nil {
			t.Fatal(err)
		}
		for p := range e.Players {
			got := s.Score[p]
			if e.Pending() > 0 {
				// The latest round is paired and not played; the published totals are those before it.
				got = e.Sum(engine.Player(p), s.Rounds()-1)
			}
			if got != e.Players[p].Stated {
				t.Errorf("%s: %s has %v, published %v", filepath.Base(f), e.Label(engine.Player(p)), got, e.Players[p].Stated)
			}
		}
		if e.Points.Win() != 4 || e.Points.Draw() != 2 || e.Points.Value[engine.ByePairing][0] != 4 {
			t.Errorf("%s: points %v", f, e.Points)
		}
	}
}

func TestParsePoints(t *testing.T) {
	ps, err := ParsePoints("3:1:0:3:2:0:bye=1.5")
	if err != nil || ps.Value[engine.Drawn] != [3]engine.Points{2, 2, 4} || ps.Value[engine.ByePairing][0] != 3 || ps.Win() != 6 {
		t.Errorf("%v %v", ps, err)
	}
	for _, bad := range []string{"", "1", "1:2", "1:0.3:0", "1:1:1:1", "3:1:0:bye=x"} {
		if _, err := ParsePoints(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("no,name,R1\n1,A,2w1\n2,B,1b0\n", "round,white_no,black_no,result\n2,1,2,1-0\n")
	f.Fuzz(func(t *testing.T, players, games string) {
		e, _, err := Read(strings.NewReader(players), "f.csv", Options{})
		if err != nil {
			return
		}
		_, _ = ReadPairings(strings.NewReader(games), "g.csv", e, Options{})
		if _, err := e.State(); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := Write(&b, e); err != nil {
			t.Fatal(err)
		}
		if rows, err := csv.NewReader(&b).ReadAll(); err != nil || len(rows) != e.N()+1 {
			t.Fatal(strconv.Itoa(len(rows)), err)
		}
	})
}

// A forgotten row is two players who are absent, and is told (M12); so is a round that is not there.
func TestMissingRowsAreTold(t *testing.T) {
	e, _ := read(t, smallPlayers)
	issues, err := ReadPairings(strings.NewReader("round,white_no,black_no,result\n1,1,2,1-0\n1,5,,H\n3,1,3,1-0\n3,2,4,1-0\n3,5,bye,U\n"), "g.csv", e, Options{})
	var got []string
	for _, i := range issues {
		got = append(got, i.Message)
	}
	want := []string{"round 2 has no row", "no row for 3 丙 (round 1); 4 丁 (round 1): taken as absent"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if c := e.Cell(4, 0); c.Outcome != engine.ByeHalf {
		t.Errorf("bye of round 1: %+v", c)
	}
}

// Numbers that the file does not have change with the next player who joins: pairings by them are refused (M2).
func TestPairingsByNumberNeedNumbers(t *testing.T) {
	e, _ := read(t, "name,rating\nA,1500\nB,1700\n")
	_, err := ReadPairings(strings.NewReader("round,white_no,black_no,result\n1,1,2,1-0\n"), "g.csv", e, Options{Unnumbered: true})
	if err == nil || !strings.Contains(err.Error(), "g.csv:2") || !strings.Contains(err.Error(), "column no") {
		t.Errorf("%v", err)
	}
	if _, err = ReadPairings(strings.NewReader("round,white_no,black_no,result\n1,A,B,1-0\n"), "g.csv", e, Options{Unnumbered: true}); err != nil {
		t.Errorf("by name: %v", err)
	}
}

// US crosstables: U unpaired, F and X forfeits without an opponent, only where cells are written the US way.
func TestUSCrosstable(t *testing.T) {
	e, issues := read(t, "no,name,R1,R2\n1,A,W2,X\n2,B,L1,U\n3,C,F,H\n")
	for p, want := range []engine.Points{4, 0, 1} {
		if got := e.Sum(engine.Player(p), 2); got != want {
			t.Errorf("%s: %v, want %v", e.Label(engine.Player(p)), got, want)
		}
	}
	if len(issues) != 0 {
		t.Errorf("%v", issues)
	}
	if e, _ = read(t, "no,name,R1\n1,A,2w1\n2,B,1b0\n3,C,U\n"); e.Sum(2, 1) != 2 {
		t.Error("U of other tables is the pairing-allocated bye")
	}
}
