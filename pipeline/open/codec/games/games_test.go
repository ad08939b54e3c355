package games

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"crosstable/engine"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// read reads all games of a table; codes are code@line:column of its issues, notes left out.
func read(t testing.TB, in string, opt table.Options) (gs []record.Game, codes []string) {
	t.Helper()
	r, err := NewReader(strings.NewReader(in), "g.csv", opt)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		var g record.Game
		err := r.Next(&g)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		gs = append(gs, g)
	}
	for _, i := range r.Issues() {
		if c, ok := issue.Lookup(i.Code); !ok {
			t.Errorf("unknown code %s", i.Code)
		} else if c.Severity == issue.Note {
			continue
		}
		codes = append(codes, fmt.Sprintf("%s@%d:%d", i.Code, i.Line, i.Column))
	}
	if rows, aside := r.Counts(); !opt.KeepBad && rows != len(gs)+aside {
		t.Errorf("%d rows, %d games, %d set aside", rows, len(gs), aside)
	}
	return gs, codes
}

const header = "game,event,round,start,end,white_id,white,black_id,black,result,white_rating,black_rating,mode,rated,reason,note\n"

func TestGamesRow(t *testing.T) {
	gs, codes := read(t, header+"G1,Open,3,2015-01-02,2015/2/3,007,Abe,8,\"Ito, K\",1-0,1500,(1320),web,no,director,'=note\n", table.Options{})
	if len(gs) != 1 || len(codes) != 0 {
		t.Fatalf("%d games, issues %v", len(gs), codes)
	}
	want := record.Game{File: "g.csv", Line: 2, Seq: 1, ID: "G1", Event: "Open", Round: "3",
		Start: record.Date{Year: 2015, Month: 1, Day: 2}, End: record.Date{Year: 2015, Month: 2, Day: 3},
		White: record.Side{ID: "007", Name: "Abe", Rating: 1500}, Black: record.Side{ID: "8", Name: "Ito, K", Rating: 1320},
		Result: engine.WhiteWins, Mode: "web", Rated: record.RatedNo, Reason: "director", Note: "=note", Plies: -1}
	if gs[0] != want {
		t.Errorf("got  %+v\nwant %+v", gs[0], want)
	}
}

func TestResultsOfARow(t *testing.T) {
	W, B, D := engine.WhiteWins, engine.BlackWins, engine.Draw
	for _, c := range []struct {
		header, row string
		want        engine.Result
		code        string
	}{
		{"result", "1-0", W, ""}, {"result", "0-1", B, ""}, {"result", "1/2-1/2", D, ""}, {"result", "½-½", D, ""}, {"result", "0.5-0.5", D, ""},
		{"result", "=", D, ""}, {"result", "+--", engine.BlackForfeits, ""}, {"result", "--+", engine.WhiteForfeits, ""}, {"result", "---", engine.DoubleForfeit, ""},
		{"result", "1F-0F", engine.BlackForfeits, ""}, {"result", "*", engine.Adjourned, ""}, {"result", "１－０", W, ""}, {"result", "1:0", W, ""},
		{"result", "1", W, ""}, {"result", "0", B, ""}, {"result", "0.5", D, ""}, {"result", "\"0,5\"", D, ""}, {"result", "½", D, ""}, {"result", "1/2", D, ""}, {"result", "1.0", W, ""},
		{"result", "J1", W, ""}, {"result", "J2", B, ""}, {"winner", "J2", B, ""}, {"winner", "white", W, ""}, {"winner", "黒", B, ""}, {"winner", "引き分け", D, ""}, {"winner", "Abe", W, ""},
		{"勝敗", "白勝ち", W, ""}, {"结果", "和棋", D, ""}, {"white_points", "1", W, ""}, {"White Point", "0.5", D, ""}, {"白得点", "0", B, ""}, {"Ergebnis", "remis", D, ""},
		{"result,white_points", "1-0,1", W, ""}, {"result,white_points", "+--,1", engine.BlackForfeits, ""}, {"result,white_points", ",0.5", D, ""}, {"result,winner", "0-1,J2", B, ""},
		{"result,white_points", "1-0,0", W, "games-result-conflict@2:6"}, {"result,winner", "1-0,J2", W, "games-result-conflict@2:6"}, {"result,winner", "1-0,J9", W, "games-result@2:6"},
		{"result", "2-Jan", 0, "games-result-date@2:5"}, {"result", "02-Jan-26", 0, "games-result-date@2:5"}, {"result", "Jan-02", 0, "games-result-date@2:5"},
		{"result", "01. Feb", 0, "games-result-date@2:5"}, {"result", "1月2日", 0, "games-result-date@2:5"}, {"result", "2026/1/2", 0, "games-result-date@2:5"},
		{"result", "2026-01-02 00:00:00", 0, "games-result-date@2:5"}, {"result", "02.01.2026", 0, "games-result-date@2:5"}, {"result", "1. Mrz", 0, "games-result@2:5"},
		{"result", "2-0", 0, "games-result@2:5"}, {"result", "won", 0, "games-result@2:5"}, {"result", "1-2", 0, "games-result@2:5"}, {"result", "42006", 0, "games-result@2:5"},
		{"result", "", 0, "cell-missing@2:5"}, {"winner", "J3", 0, "games-result@2:5"},
	} {
		in := "white_id,white,black_id,black," + c.header + "\nJ1,Abe,J2,Ito," + c.row + "\n"
		gs, codes := read(t, in, table.Options{KeepBad: true})
		if len(gs) != 1 || gs[0].Result != c.want || strings.Join(codes, " ") != c.code {
			t.Errorf("%s %q: result %v, issues %v; want %v, %q", c.header, c.row, gs[0].Result, codes, c.want, c.code)
		}
		if c.want == 0 && c.row != "" && gs[0].ResultText != c.row {
			t.Errorf("%s: the result as written is %q", c.row, gs[0].ResultText)
		}
	}
}

// Where a player's id is 1 or 0, a lone 1 could be White's point or the winner: the other rows tell.
func TestPointsOrWinner(t *testing.T) {
	for _, c := range []struct{ name, rows, want, code string }{
		{"points", "3,2,0.5\n2,1,1\n2,1,0\n", "1/2-1/2 1-0 0-1", ""},
		{"winners", "3,2,3\n2,1,1\n2,1,2\n", "1-0 0-1 1-0", ""},
		{"nothing tells", "2,1,1\n3,2,3\n", "1-0", "games-result@2:3"},
		{"both kinds", "3,2,3\n4,5,0\n2,1,1\n", "1-0 0-1", "games-result@4:3"},
		{"the same either way", "1,2,1\n", "1-0", ""},
	} {
		gs, codes := read(t, "white_id,black_id,result\n"+c.rows, table.Options{})
		var got []string
		for _, g := range gs {
			got = append(got, record.FormatResult(g.Result))
		}
		if g := strings.Join(got, " "); g != c.want || strings.Join(codes, " ") != c.code {
			t.Errorf("%s: %q, issues %v; want %q, %q", c.name, g, codes, c.want, c.code)
		}
	}
}

func TestBadCellsHaveTheirPlace(t *testing.T) {
	in := header +
		"1,,,2015-02-31,,J1,,J2,,1-0,,,,,,\n" + // no such day
		"2,,,,03/04/2015,J1,,J2,,1-0,,,,,,\n" + // order unknown
		"3,,,,,,,J2,,1-0,,,,,,\n" + // nobody is White
		"4,,,,,J1,,J2,,1-0,\"1,500\",,,,,\n" +
		"5,,,,,J1,,J2,,1-0,1500.5,,,,,\n" +
		"6,,,,,J1,,J2,,1-0,,,,maybe,,\n" + // used
		"7,,,,,J1,,J2,,1-0,,,,,sick,\n" + // used
		"8,,,2015-03-01,2015-02-01,J1,,J2,,1-0,,,,,,\n" + // used
		"9,,,,,J1,,J2,,1-0,,,,,\"two\nlines\",\n" +
		"10,,,,,J1,,J2,,x,,,,,,\n"
	gs, codes := read(t, in, table.Options{})
	var ids []string
	for _, g := range gs {
		ids = append(ids, g.ID)
	}
	if got := strings.Join(ids, " "); got != "6 7 8 9" {
		t.Errorf("games used: %s, want 6 7 8 9", got)
	}
	want := "cell-date@2:4 cell-date@3:5 cell-missing@4:7 cell-number@5:11 cell-number@6:11 games-value@7:14 games-value@8:15 games-dates@9:5 games-value@10:15 games-result@12:10"
	if got := strings.Join(codes, " "); got != want {
		t.Errorf("issues\n got %s\nwant %s", got, want)
	}
	if gs[1].Reason != "sick" || gs[0].Rated != record.RatedAbsent {
		t.Errorf("unknown words: reason %q, rated %v", gs[1].Reason, gs[0].Rated)
	}
}

func TestHeadersOfFourLanguages(t *testing.T) {
	for name, in := range map[string]string{
		"Japanese": "対局番号,大会名,回戦,開始日,終了日,白番ID,白番氏名,黒番ID,黒番氏名,結果,白レーティング,黒レーティング,種別,公式,理由,備考\nG1,春,1,平成27年1月9日,H27.2.1,J1,阿部,J2,伊藤,白勝ち,1500,（1320）,郵便,はい,裁定,x\n",
		"Chinese":  "对局编号;赛事;轮次;开始日期;结束日期;红方编号;红方姓名;黑方编号;黑方姓名;结果;红方等级分;黑方等级分;赛制;计分;原因;备注\nG1;春;1;2015年1月9日;2015年2月1日;J1;阿部;J2;伊藤;红胜;1500;1320;郵便;是;裁定;x\n",
		"German":   "Partienr;Turnier;Runde;Beginn;Ende;Weiß Nr;Weiß;Schwarz Nr;Schwarz;Ergebnis;DWZ Weiß;DWZ Schwarz;Modus;gewertet;Grund;Bemerkung\nG1;春;1;09.01.2015;01.02.2015;J1;阿部;J2;伊藤;1:0;1500;1320;郵便;ja;Schiedsrichter;x\n",
	} {
		gs, codes := read(t, in, table.Options{})
		if len(gs) != 1 || len(codes) != 0 {
			t.Errorf("%s: %d games, issues %v", name, len(gs), codes)
			continue
		}
		want := record.Game{File: "g.csv", Line: 2, Seq: 1, ID: "G1", Event: "春", Round: "1",
			Start: record.Date{Year: 2015, Month: 1, Day: 9}, End: record.Date{Year: 2015, Month: 2, Day: 1},
			White: record.Side{ID: "J1", Name: "阿部", Rating: 1500}, Black: record.Side{ID: "J2", Name: "伊藤", Rating: 1320},
			Result: engine.WhiteWins, Mode: "郵便", Rated: record.RatedYes, Reason: "director", Note: "x", Plies: -1}
		if gs[0] != want {
			t.Errorf("%s:\n got %+v\nwant %+v", name, gs[0], want)
		}
	}
}

func TestXLSXGames(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range [][]any{
		{"game", "white_id", "black_id", "result", "end"},
		{1, "007", 8, "1-0", 42013}, {2, "007", 8, 0.5, "2015/1/9"}, {3, "007", 8, 46024, 42013}, {4, "007", 8, 1, 42013.75},
	} {
		f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row)
	}
	var b bytes.Buffer
	f.Write(&b)
	gs, codes := read(t, b.String(), table.Options{})
	var got []string
	for _, g := range gs {
		got = append(got, fmt.Sprintf("%s %s-%s %s %s", g.ID, g.White.ID, g.Black.ID, record.FormatResult(g.Result), g.End))
	}
	want := []string{"1 007-8 1-0 2015-01-09", "2 007-8 1/2-1/2 2015-01-09", "4 007-8 1-0 2015-01-09"}
	if !slices.Equal(got, want) || strings.Join(codes, " ") != "games-result-date@4:4" {
		t.Errorf("got %q, issues %v", got, codes)
	}
}

func TestWrittenGamesReadBack(t *testing.T) {
	gs, _ := read(t, header+
		"G1,\"a, \"\"b\"\"\",3,2015-01-02,2015-02-03,007,'=Abe,8,Ito,1-0,1500,1320,web,no,forfeit,\"two\nlines\"\n"+
		"G2,,,2015-01-??,,-5,@b,9,Ono,1/2-1/2,,,,yes,,+1\n"+
		"G3,,,2015-01-02 23:01:03,,1,,2,,+--,,,,,,\n"+
		"G4,,,,,1,,2,,*,-20,,,,,\n", table.Options{})
	var b bytes.Buffer
	w := NewWriter(&b, AllGameColumns...)
	for i := range gs {
		if err := w.Write(&gs[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{",'=Abe,", ",-5,'@b,", ",'+1\n", ",+--,", ",-20,"} {
		if !strings.Contains(b.String(), s) {
			t.Errorf("%q is not in\n%s", s, b.String())
		}
	}
	back, codes := read(t, b.String(), table.Options{})
	if len(codes) > 0 || len(back) != len(gs) {
		t.Fatalf("%d games of %d, issues %v", len(back), len(gs), codes)
	}
	for i := range gs {
		back[i].Line = gs[i].Line
		if back[i] != gs[i] {
			t.Errorf("game %d\n got %+v\nwant %+v", i, back[i], gs[i])
		}
	}
	var x bytes.Buffer
	if err := WriteXLSX(&x, func(yield func(*record.Game) bool) {
		for i := range gs {
			if !yield(&gs[i]) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	back, codes = read(t, x.String(), table.Options{})
	if len(codes) > 0 || len(back) != len(gs) {
		t.Fatalf("xlsx: %d games of %d, issues %v", len(back), len(gs), codes)
	}
	for i := range gs {
		back[i].Line = gs[i].Line
		if back[i] != gs[i] {
			t.Errorf("xlsx: game %d\n got %+v\nwant %+v", i, back[i], gs[i])
		}
	}
}

func TestListReadsAndCarriesOver(t *testing.T) {
	in := "title,id,name,rating,games,status,club\n" +
		"IM,007,Abe,1500,40,established,X\n" +
		",8,'=Ito,(1320),5,,-1\n" +
		",9,Ono,,,,\n" +
		",10,Ueda,（900）,0,仮,\n" +
		",11,Mori,-20,30,e,@z\n"
	l, issues, err := ReadList(strings.NewReader(in), "l.csv", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(issues) != 1 || issues[0].Code != "table-extra-column" {
		t.Errorf("issues %v", issues)
	}
	want := []Entry{
		{"007", "Abe", 1500, true, 40, true, Established, false, []string{"IM", "X"}, 2},
		{"8", "=Ito", 1320, true, 5, true, Provisional, true, []string{"", "-1"}, 3},
		{"9", "Ono", 0, false, 0, false, StatusAbsent, false, []string{"", ""}, 4},
		{"10", "Ueda", 900, true, 0, true, Provisional, true, []string{"", ""}, 5},
		{"11", "Mori", -20, true, 30, true, Established, false, []string{"", "@z"}, 6},
	}
	if fmt.Sprintf("%+v", l.Entries) != fmt.Sprintf("%+v", want) {
		t.Errorf("entries\n got %+v\nwant %+v", l.Entries, want)
	}
	if l.Column("CLUB") != 1 || l.Column("grade") != -1 {
		t.Errorf("columns %v", l.Extra)
	}
	var b bytes.Buffer
	if err := WriteList(&b, l); err != nil {
		t.Fatal(err)
	}
	written := "id,name,rating,games,status,title,club\n007,Abe,1500,40,established,IM,X\n8,'=Ito,1320,5,provisional,,-1\n9,Ono,,,,,\n10,Ueda,900,0,provisional,,\n11,Mori,-20,30,established,,'@z\n"
	if b.String() != written {
		t.Errorf("wrote\n%s\nwant\n%s", b.String(), written)
	}
	// A list that was written is the next period's input: writing it again changes nothing.
	l2, _, err := ReadList(strings.NewReader(written), "l.csv", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if WriteList(&b, l2); b.String() != written {
		t.Errorf("written again:\n%s", b.String())
	}
	i := l2.AddColumn("grade")
	l2.Entries[0].Extra[i] = "3 dan"
	if j := l2.AddColumn("Grade"); j != i {
		t.Errorf("the same column was added twice")
	}
	b.Reset()
	if WriteList(&b, l2); !strings.HasPrefix(b.String(), "id,name,rating,games,status,title,club,grade\n007,Abe,1500,40,established,IM,X,3 dan\n8,'=Ito,1320,5,provisional,,-1,\n") {
		t.Errorf("with a new column:\n%s", b.String())
	}
	b.Reset()
	if err := WriteListXLSX(&b, l2); err != nil {
		t.Fatal(err)
	}
	l3, _, err := ReadList(&b, "l.xlsx", table.Options{})
	if err != nil || len(l3.Entries) != 5 || l3.Entries[0].Extra[i] != "3 dan" || l3.Entries[1].Name != "=Ito" {
		t.Errorf("xlsx read back: %+v, %v", l3, err)
	}
}

func TestListPublishedRatings(t *testing.T) {
	for want, e := range map[string]Entry{"(1320)": {Rating: 1320, Rated: true, Status: Provisional}, "1320": {Rating: 1320, Rated: true, Status: Established}, "-": {}, "0": {Rated: true}} {
		if got := e.PublishedRating(); got != want {
			t.Errorf("%+v: %q, want %q", e, got, want)
		}
	}
}

func TestListIssues(t *testing.T) {
	in := "id,name,rating,games,status\n" +
		"1,A,\"1,320\",5,\n" + "2,B,12.9,5,\n" + "3,C,1200,x,\n" + ",,1200,5,\n" + "5,E,(1200),5,established\n" + "6,F,1200,5,weird\n" + "7,G,1200,-3,\n"
	l, issues, err := ReadList(strings.NewReader(in), "l.csv", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, i := range issues {
		codes = append(codes, fmt.Sprintf("%s@%d:%d", i.Code, i.Line, i.Column))
	}
	want := "cell-number@2:3 cell-number@3:3 cell-number@4:4 cell-missing@5:2 list-status@6:3 games-value@7:5 cell-number@8:4"
	if got := strings.Join(codes, " "); got != want {
		t.Errorf("issues\n got %s\nwant %s", got, want)
	}
	if len(l.Entries) != 2 || l.Entries[0].ID != "5" || l.Entries[0].Status != Established || l.Entries[1].ID != "6" {
		t.Errorf("entries %+v", l.Entries)
	}
	l, _, err = ReadList(strings.NewReader("id,rating\n1,\"1,320\"\n2,(2.500)\n"), "l.csv", table.Options{Locale: table.PointLocale})
	if err != nil || len(l.Entries) != 1 || l.Entries[0].Rating != 1320 {
		t.Errorf("with a locale: %+v, %v", l, err)
	}
}

func TestListWithDoubledIDsIsRefused(t *testing.T) {
	_, _, err := ReadList(strings.NewReader("id,name,rating\n1,A,1200\n2,B,1300\n1,C,1400\n"), "l.csv", table.Options{})
	var bad *source.BadInput
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), `id "1" on lines 2 and 4`) {
		t.Errorf("error %v", err)
	}
	_, _, err = ReadList(strings.NewReader("name,rating\nAbe,1200\nＡＢＥ,1300\n"), "l.csv", table.Options{})
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), "lines 2 and 3") {
		t.Errorf("without ids: %v", err)
	}
	if _, _, err = ReadList(strings.NewReader("id,name,rating\n1,Abe,1200\n01,Abe,1300\n"), "l.csv", table.Options{}); err != nil {
		t.Errorf("1 and 01 are two ids: %v", err)
	}
}

func TestNewcomersAndAliases(t *testing.T) {
	in := "id,name,rating,level\nN1,Abe,1500,\nN2,Ito,,beginner\nN3,Ono,,経験者\nN4,Ueda,,その他\nN5,Mori,,strange\nN6,Kato,,\n,Sato,1200,\nN1,Again,1200,\nN7,Both,1700,odd\n"
	ns, issues, err := ReadNewcomers(strings.NewReader(in), "n.csv", table.Options{}, false)
	if err != nil {
		t.Fatal(err)
	}
	want := []Newcomer{{"N1", "Abe", 1500, true, LevelAbsent, nil, 2}, {"N2", "Ito", 0, false, Beginner, nil, 3},
		{"N3", "Ono", 0, false, Experienced, nil, 4}, {"N4", "Ueda", 0, false, Other, nil, 5}, {"N7", "Both", 1700, true, LevelAbsent, nil, 10}}
	if !reflect.DeepEqual(ns, want) {
		t.Errorf("newcomers\n got %+v\nwant %+v", ns, want)
	}
	var codes []string
	for _, i := range issues {
		codes = append(codes, fmt.Sprintf("%s@%d:%d", i.Code, i.Line, i.Column))
	}
	if got, want := strings.Join(codes, " "), "list-level@6:4 list-level@7:4 cell-missing@8:1 newcomer-twice@9:1"; got != want {
		t.Errorf("issues %q, want %q", got, want)
	}
	as, issues, err := ReadAliases(strings.NewReader("alias;id;name\nAbe T;007;\nItoh;;Ito\n;1;\nx;;\n"), "a.csv", table.Options{})
	if err != nil || !slices.Equal(as, []Alias{{"Abe T", "007", "", 2}, {"Itoh", "", "Ito", 3}}) || len(issues) != 3 {
		t.Errorf("aliases %+v, issues %v, %v", as, issues, err)
	}
}

func TestRecogniseByHeader(t *testing.T) {
	for header, want := range map[string]Kind{
		"white,black,result,utc_date_time": Games, "id,name,rating,games,status": RatingList, "id,name,level": Newcomers, "id,name,rating,level": Newcomers, "alias,id": Aliases, "a,b,c": NoKind,
	} {
		if got := Recognise(strings.Split(header, ",")); got != want {
			t.Errorf("%s: %v, want %v", header, got, want)
		}
	}
}

func FuzzGames(f *testing.F) {
	f.Add(header + "G1,Open,3,2015-01-02,2015/2/3,007,Abe,8,Ito,1-0,1500,1320,web,no,director,x\n")
	f.Add("白,黒,結果\n阿部,伊藤,1月2日\n")
	f.Add("white_id,black_id,result,white_points\n1,0,1,\n1,0,,0.5\n")
	f.Fuzz(func(t *testing.T, in string) {
		r, err := NewReader(strings.NewReader(in), "f", table.Options{})
		if err != nil {
			return
		}
		defer r.Close()
		n := 0
		var g record.Game
		for r.Next(&g) == nil {
			n++
			if g.White.ID == "" && g.White.Name == "" || g.Black.ID == "" && g.Black.Name == "" || g.Result == engine.NoResult || g.Line < 2 {
				t.Fatalf("game without players, result or place: %+v", g)
			}
		}
		if rows, aside := r.Counts(); n+aside != rows {
			t.Fatalf("%d games and %d set aside of %d rows", n, aside, rows)
		}
	})
}

func FuzzList(f *testing.F) {
	f.Add("id,name,rating,games,status,club\n007,Abe,(1500),40,,X\n")
	f.Add(fideSample)
	f.Add(iccfSample)
	f.Fuzz(func(t *testing.T, in string) {
		l, _, err := ReadList(strings.NewReader(in), "f", table.Options{})
		if err != nil {
			return
		}
		var b, c bytes.Buffer
		if err := WriteList(&b, l); err != nil {
			t.Fatal(err)
		}
		again, issues, err := ReadList(bytes.NewReader(b.Bytes()), "f", table.Options{})
		if err != nil {
			// Further columns may have the names of the list's own.
			var bad *table.HeaderError
			if errors.As(err, &bad) && len(bad.Doubled) > 0 {
				return
			}
			t.Fatalf("what was written from %q is refused: %v\n%s", in, err, b.String())
		}
		if len(again.Entries) != len(l.Entries) {
			t.Fatalf("%d entries of %d came back, issues %v\n%s", len(again.Entries), len(l.Entries), issues, b.String())
		}
		WriteList(&c, again)
		if len(again.Extra) == len(l.Extra) && b.String() != c.String() {
			t.Fatalf("written %q, again %q", b.String(), c.String())
		}
	})
}
