package office

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/japanese"

	"crosstable/engine"
	"crosstable/engine/grade"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/office/fees"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/period"
	"crosstable/pipeline/record"
)

// put writes a file of a test and gives its path.
func put(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// written commits what fill writes into a folder below dir and gives the folder.
func written(t testing.TB, dir, name string, fill func(*outdir.Dir) error) string {
	t.Helper()
	d, err := outdir.Begin(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Abort()
	if err := fill(d); err != nil {
		t.Fatal(err)
	}
	if err := d.Commit(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, name)
}

func codes(issues []issue.Issue) string {
	var out []string
	for _, i := range issues {
		out = append(out, i.Code)
	}
	return strings.Join(out, " ")
}

func rate(t testing.TB, opt period.RateOptions) *period.RateResult {
	t.Helper()
	opt.System = "jcca"
	r, err := period.Rate(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const smallList = `id,name,rating,games,status
A,Abe,1500,40,established
B,Baba,2000,40,established
C,Chiba,1321,19,provisional
D,=Doi,1200,5,provisional
`

const smallGames = `game,event,start,end,white_id,black_id,result,mode,reason
1,Open,2014-12-01,2015-02-01,A,B,1-0,email,
2,Open,2014-12-02,2015-02-02,B,C,1/2-1/2,email,
3,Open,2014-12-03,2015-02-03,C,A,0-1,email,withdrawal
4,,2014-12-03,2015-02-03,C,D,1-0,web,
5,Old,2006-12-31,2015-02-03,A,C,1-0,postal,
6,Open,2014-12-03,,D,A,*,email,
`

// By hand. Open: A 1500, B 2000, C 1321, D 1200 (his game runs): average 6021/4 = 1505, category 15: win 60, draw
// 30, loss 15. Additional at the start: A 337, B 800; C becomes established with 20 games.
func TestGradesByHand(t *testing.T) {
	dir := t.TempDir()
	opt := period.RateOptions{Period: period.NewPeriod(2015, 1), List: put(t, dir, "list.csv", smallList), Games: []string{put(t, dir, "g.csv", smallGames)}}
	r := rate(t, opt)
	titles := put(t, dir, "titles.csv", "id,title,date\nA,IM,2010-05-05\nA,IM,2011-05-05\nB,national championship,2015-03-31\nB,JPN,2015-04-01\nX,GM,2010-01-01\nC,king,2010-01-01\nC,GM,2010\n")
	g, err := MakeGrades(context.Background(), r, nil, GradeOptions{Titles: titles})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		id, additional, title, earned, points, grade string
	}{
		{"A", "337", "4000", "120", "4457", "三段"},
		{"B", "800", "2000", "45", "2845", "二段"},
		{"C", "241", "0", "45", "286", "5級"},
		{"D", "0", "0", "0", "0", "入門"},
	}
	for i, w := range want {
		x := g.Rows[i]
		a := x.Account
		if x.ID != w.id || a.Additional.String() != w.additional || a.Title.String() != w.title || a.Earned.String() != w.earned ||
			w.points != "" && a.Points().String() != w.points || grade.Grades[a.Grade].Name != w.grade {
			t.Errorf("%s: additional %s title %s earned %s points %s grade %s, want %+v", x.ID, a.Additional, a.Title, a.Earned, a.Points(), grade.Grades[a.Grade].Name, w)
		}
	}
	if e := g.Events[0]; e.Name != "Open" || e.Participants != 4 || e.Average != 1505 || e.Category != 15 || !e.Counts {
		t.Errorf("%+v", e)
	}
	if e := g.Events[1]; e.Name != "Old" || e.Counts {
		t.Errorf("a tournament of 2006 counts: %+v", e)
	}
	if got := codes(g.Issues); got != "grade-title-twice grade-title-holder grade-title office-date grade-no-event" {
		t.Errorf("issues: %s", got)
	}
	// Without points for losses by withdrawal C earns only the draw.
	g, err = MakeGrades(context.Background(), r, nil, GradeOptions{NoLossPoints: true, Rounding: grade.RoundTenth})
	if err != nil {
		t.Fatal(err)
	}
	if got := g.Rows[2].Account.Earned.String() + " " + g.Rows[0].Account.Additional.String(); got != "30 337.5" {
		t.Errorf("%s, want 30 337.5", got)
	}
	// participants.csv decides who takes part: one more player and another rating.
	parts := put(t, dir, "participants.csv", "event,id,rating\nOpen,A,\nOpen,B,2100\nOpen,C,\nOpen,D,\nOpen,Z,900\n")
	g, err = MakeGrades(context.Background(), r, nil, GradeOptions{Participants: parts})
	if err != nil {
		t.Fatal(err)
	}
	if e := g.Events[0]; e.Participants != 5 || e.Average != (1500+2100+1321+1200+900)/5 {
		t.Errorf("%+v", e)
	}
	parts = put(t, dir, "participants.csv", "event,id,rating\nOpen,A,\nOpen,A,1500\nOpen,B,999999\nOpen,C,-5\nOpne,D,\n")
	g, err = MakeGrades(context.Background(), r, nil, GradeOptions{Participants: parts})
	if err != nil {
		t.Fatal(err)
	}
	if got := codes(g.Issues); g.Events[0].Participants != 1 || got != "grade-participant grade-participant grade-participant grade-participant-event grade-no-event" {
		t.Errorf("%+v; issues: %s", g.Events[0], got)
	}
	folder := written(t, dir, "out", func(d *outdir.Dir) error { return g.Write(d, "") })
	if got := read(t, filepath.Join(folder, PromotionsFile)); !strings.Contains(got, "A,Abe,入門,") {
		t.Error(got)
	}
}

// league writes eight quarters of random games over three running tournaments.
func league(t testing.TB, dir string, players, quarters, perQuarter int) (list string, files []string) {
	var b strings.Builder
	b.WriteString("id,name,rating,games,status\n")
	luck := engine.NewLuck(7)
	for p := range players {
		n := luck.With(1).With(uint64(p)).Below(40)
		status := "established"
		if n < 20 {
			status = "provisional"
		}
		fmt.Fprintf(&b, "P%04d,Player %d,%d,%d,%s\n", p, p, 800+luck.With(2).With(uint64(p)).Below(1500), n, status)
	}
	list = put(t, dir, "list-0.csv", b.String())
	for q := range quarters {
		b.Reset()
		b.WriteString("game,event,start,end,white_id,black_id,result,mode\n")
		for g := range perQuarter {
			l := luck.With(3).With(uint64(q)).With(uint64(g))
			w := l.With(1).Below(players)
			x := (w + 1 + l.With(2).Below(players-1)) % players
			fmt.Fprintf(&b, "%d-%d,Event %d,2014-%02d-%02d,%d-%02d-%02d,P%04d,P%04d,%s,%s\n", q, g, l.With(3).Below(1+perQuarter/40), 1+l.With(4).Below(12), 1+l.With(5).Below(28),
				2015+q/4, 1+q%4*3+l.With(6).Below(3), 1+l.With(7).Below(28), w, x, []string{"1-0", "1/2-1/2", "0-1"}[l.With(8).Below(3)], modes[l.With(9).Below(3)].name)
		}
		files = append(files, put(t, dir, fmt.Sprintf("games-%d.csv", q), b.String()))
	}
	return list, files
}

// Eight quarters: grades never fall, points equal a plain count, and going on in memory gives the bytes of
// reading grades.csv of the quarter before.
func TestGradesOverEightQuarters(t *testing.T) {
	dir := t.TempDir()
	list, files := league(t, dir, 40, 8, 120)
	titles := put(t, dir, "titles.csv", "id,title,date\nP0003,GM,2013-02-02\nP0004,national championship,2015-08-01\nP0004,national championship,2016-08-01\n")
	history, before := "", ""
	var memory *Grades
	plain := map[string]float64{}
	last := map[string]int{}
	for q, file := range files {
		p := period.NewPeriod(2015, 1) + period.Period(q)
		r := rate(t, period.RateOptions{Period: p, List: list, Games: []string{file}, History: history})
		opt := GradeOptions{Titles: titles, Before: before}
		fromFile, err := MakeGrades(context.Background(), r, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Before = ""
		if memory, err = MakeGrades(context.Background(), r, memory, opt); err != nil {
			t.Fatal(err)
		}
		var a, b bytes.Buffer
		for _, f := range []func() error{func() error { return fromFile.writeGrades(&a) }, func() error { return fromFile.writePromotions(&a) }, func() error { return memory.writeGrades(&b) }, func() error { return memory.writePromotions(&b) }} {
			if err := f(); err != nil {
				t.Fatal(err)
			}
		}
		if a.String() != b.String() {
			t.Fatalf("quarter %d: a replay in memory differs from running one by one\n%s\n%s", q, a.String(), b.String())
		}
		// The plain count: averages over the players of the quarter's rows, 4, 2, 1 times the category.
		sum, n, seen := map[string]int{}, map[string]int{}, map[string]bool{}
		first := map[string]record.Date{}
		rating := map[string]int32{}
		for _, row := range r.Rows {
			for _, s := range [2]struct{ p, r int32 }{{row.White, row.WhiteRating}, {row.Black, row.BlackRating}} {
				key := row.Event + "|" + r.List.Entries[s.p].ID
				if d, ok := first[key]; !ok || row.Start.Compare(d) < 0 {
					first[key], rating[key] = row.Start, s.r
				}
				seen[key] = true
			}
		}
		for key := range seen {
			e, _, _ := strings.Cut(key, "|")
			sum[e] += int(rating[key])
			n[e]++
		}
		for _, i := range r.Rated {
			row := r.Rows[i]
			avg := sum[row.Event] / n[row.Event]
			c := 1
			if avg >= 850 {
				c = min(25, (avg-850)/50+2)
			}
			pts := map[engine.Result][2]float64{engine.WhiteWins: {4, 1}, engine.Draw: {2, 2}, engine.BlackWins: {1, 4}}[row.Result]
			plain[r.List.Entries[row.White].ID] += pts[0] * float64(c)
			plain[r.List.Entries[row.Black].ID] += pts[1] * float64(c)
		}
		for _, row := range fromFile.Rows {
			if float64(row.Account.Earned)/10 != plain[row.ID] {
				t.Fatalf("quarter %d: %s earned %s, a plain count gives %v", q, row.ID, row.Account.Earned, plain[row.ID])
			}
			if row.Account.Grade < last[row.ID] || row.Account.Grade < grade.OfPoints(row.Account.Points()) {
				t.Fatalf("quarter %d: %s has grade %d after %d", q, row.ID, row.Account.Grade, last[row.ID])
			}
			last[row.ID] = row.Account.Grade
		}
		folder := written(t, dir, fmt.Sprintf("q%d", q), func(d *outdir.Dir) error {
			if err := r.Write(d, ""); err != nil {
				return err
			}
			return fromFile.Write(d, "")
		})
		list, history, before = filepath.Join(folder, "list.csv"), filepath.Join(folder, "history.csv"), filepath.Join(folder, GradesFile)
	}
	if got := memory.Rows[4].Account.Title.String() + " " + memory.Rows[3].Account.Title.String(); got != "4000 4000" {
		t.Errorf("titles: %s", got)
	}
}

func TestDamagedGradesAreSaid(t *testing.T) {
	dir := t.TempDir()
	r := rate(t, period.RateOptions{Period: period.NewPeriod(2015, 1), List: put(t, dir, "list.csv", smallList), Games: []string{put(t, dir, "g.csv", smallGames)}})
	before := put(t, dir, "grades.csv", "id,name,additional,title,earned,points,grade,promoted\nA,Abe,337,0,10,999,4級,\nB,Baba,99999999,0,0,0,4級,\nA,Abe,1,1,1,3,4級,\nC,Chiba,,0,0,0,9級,\nGone,Goto,,2000,0,2000,初段,2010-Q1\n")
	g, err := MakeGrades(context.Background(), r, nil, GradeOptions{Before: before})
	if err != nil {
		t.Fatal(err)
	}
	if got := codes(g.Issues); got != "grade-sum grade-points grade-id grade-name grade-no-event" {
		t.Errorf("issues: %s", got)
	}
	if a := g.Rows[0].Account; a.Points() != 347*10+g.Rows[0].Earned || a.Grade != grade.OfPoints(a.Points()) || g.Rows[0].Before != 5 {
		t.Errorf("A: %+v", a)
	}
	if x := g.Rows[len(g.Rows)-1]; x.ID != "Gone" || x.OnList || grade.Grades[x.Account.Grade].Name != "初段" || x.Promoted != "2010-Q1" {
		t.Errorf("a player who left the list: %+v", x)
	}
}

func TestPrizeCountsStartsOnceAndNamesTies(t *testing.T) {
	dir := t.TempDir()
	list := put(t, dir, "list.csv", smallList)
	one := put(t, dir, "q1.csv", `game,event,start,end,white_id,black_id,result,mode
1,Open,2014-04-01,,A,B,*,email
2,Open,2015-03-31,2015-04-20,A,C,1-0,Eメール
3,Open,2015-04-01,2015-04-20,A,C,1-0,email
4,Open,2014-05-01,,B,C,*,web
5,Open,2014-05-01,,B,D,*,
6,Open,,,B,D,*,web
7,Open,2014-05-02,2014-05-02,B,D,1-0,otb
8,Open,2014-05-02,2014-05-02,B,D,1-0,emial
`)
	two := put(t, dir, "q2.csv", "game,event,start,end,white_id,black_id,result,mode\n1,Open,2014-04-01,2014-09-01,A,B,1-0,email\n")
	p, err := MakePrize(context.Background(), PrizeOptions{Year: 2014, List: list, Games: []string{one, two}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range p.Winners {
		got = append(got, fmt.Sprintf("%s %s %d %d %d", w.Mode, w.ID, w.Games, w.Tied, w.Pawn))
	}
	if s := strings.Join(got, "; "); s != "email A 2 1 3; web B 1 2 3; web C 1 2 3" || p.Counted != 3 {
		t.Errorf("%s; %d games", s, p.Counted)
	}
	if got := codes(p.Issues); !strings.Contains(got, "prize-no-mode") || !strings.Contains(got, "prize-no-start") || strings.Count(got, "prize-mode") != 1 {
		t.Errorf("issues: %s", got)
	}
}

const smallMembers = `id,name,kind,birth,joined,paid_until,pawn
A,Abe,full,1970-05-05,2001-04-01,2016-03-31,10
B,Baba,本会員,1971-05-05,2001-04-01,2017-03-31,0
C,Chiba,junior,1997-12-01,2012-04-01,2016-03-31,2
D,Doi,full,1980-01-01,2015-10-05,2016-03-31,0
E,Endo,trial,,,,
F,Fujii,duke,,,,
G,Goto,junior,,,,
H,Hara,full,1990-13-01,,,
A,Again,full,,,,
I,Ito,full,1990-01-01,1980-01-01,,
J,Jo,associate,,,,-5
`

func TestMembersFeesPawnAndLosses(t *testing.T) {
	dir := t.TempDir()
	opt := MemberOptions{
		Members: put(t, dir, "members.csv", smallMembers),
		Pawn: []string{put(t, dir, "pawn.csv", `date,id,move,amount,yen,note
2016-04-20,A,spent,25,,fee
2016-04-10,A,bought,,1999,
2016-04-11,A,spent,25,,entry
2016-04-12,B,won,3,,prize
2016-04-13,B,paid out,3,,
2016-04-14,X,won,3,,
2016-04-15,C,forfeited,,,left
2016-04-16,C,won,3,,
2016-04-17,B,bought,9,1000,
someday,B,won,1,,
`)},
		Games: []string{put(t, dir, "running.csv", `game,event,start,white_id,black_id,result
1,Open,2015-01-01,A,B,*
2,Open,2015-01-01,B,A,*
3,Open,2015-01-01,A,C,*
4,Open,2015-01-01,B,E,*
5,Open,2015-01-01,A,B,1-0
6,Open,2016-05-02,A,B,*
`)},
		Today: record.Date{Year: 2016, Month: 4, Day: 30}, Since: record.Date{Year: 2015, Month: 10, Day: 1},
	}
	m, err := MakeMembers(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range m.Members {
		got = append(got, fmt.Sprintf("%s %d %d", x.ID, x.Account.Balance, x.Owes))
	}
	// A: 10 + 19 - 25 = 4, the second 25 cannot be spent; B 3; C forfeited 2; D 15 of his first year.
	if s := strings.Join(got, "; "); s != "A 4 3000; B 3 0; C 0 0; D 15 3000; E 0 0" {
		t.Error(s)
	}
	if got := codes(m.Issues); got != "member-junior member-kind office-date office-date member-id member-dates member-pawn pawn-move pawn-member pawn-amount office-date pawn-amount pawn-amount fee-both" {
		t.Errorf("issues: %s", got)
	}
	var lost []string
	for _, g := range m.Losses {
		lost = append(lost, fmt.Sprintf("%s %v %s %s", g.ID, g.Result, g.End, g.Reason))
	}
	want := fmt.Sprintf("1 %v 2016-04-30 fee; 2 %v 2016-04-30 fee; 3 %v 2016-04-30 fee", engine.BlackWins, engine.WhiteWins, engine.DoubleForfeit)
	if s := strings.Join(lost, "; "); s != want {
		t.Errorf("losses: %s, want %s", s, want)
	}
	folder := written(t, dir, "out", func(d *outdir.Dir) error { return m.Write(d, "") })
	// The losses are a games file that rate reads.
	r := rate(t, period.RateOptions{Period: period.NewPeriod(2016, 2), List: put(t, dir, "list.csv", smallList), Games: []string{filepath.Join(folder, LossesFile)}})
	if r.Account.In != 3 || r.Account.Of(period.KindRated) != 2 {
		t.Errorf("rate reads %+v", r.Account)
	}
	// The members of this run are the next one's input: nothing moves twice.
	again, err := MakeMembers(context.Background(), MemberOptions{Members: filepath.Join(folder, MembersFile), Today: opt.Today})
	if err != nil {
		t.Fatal(err)
	}
	got = got[:0]
	for _, x := range again.Members {
		got = append(got, fmt.Sprintf("%s %d %d", x.ID, x.Account.Balance, x.Owes))
	}
	if s := strings.Join(got, "; "); s != "A 4 3000; B 3 0; D 15 3000; E 0 0" { // C has left
		t.Errorf("a second reading: %s", s)
	}
	opt.Today = record.Date{Year: 2016, Month: 4, Day: 29}
	if m, err = MakeMembers(context.Background(), opt); err != nil || len(m.Losses) != 0 || !strings.Contains(codes(m.Issues), "fee-early") {
		t.Errorf("a day before: %d losses, %v", len(m.Losses), err)
	}
}

// Payments extend paid_until, in cash and pawn together; who pays after the end of April has lost his games already; a new
// member's credit comes with his payment; an operating member pays two full years or nothing.
func TestPaymentsPrepaidYearsAndEntryFees(t *testing.T) {
	dir := t.TempDir()
	opt := MemberOptions{
		Members: put(t, dir, "members.csv", `id,name,kind,birth,joined,paid_until,pawn
A,Abe,full,,,2016-03-31,20
B,Baba,Full,,,2016-03-31,
C,Chiba,運営会員,,,,
D,Doi,junior,2003-05-05,2016-05-05,,
E,Endo,trial,,,,
F,Fuji,full,,,2016-03-31,5
`),
		Payments: put(t, dir, "payments.csv", `日付,会員番号,年数,円,ポーン
2016-04-30,A,2,4000,20
2016-05-02,B,1,3000,
2016-05-03,C,2,6000,
2016-05-05,D,1,1000,
2016-05-06,C,1,3000,
2016-05-06,E,1,0,
2016-05-06,F,1,2000,
2016-05-06,F,1,0,30
2016-05-06,F,2000000000,0,30
2016-06-06,F,1,3000,
2016-06-07,F,1,3000,
`),
		Games: []string{put(t, dir, "running.csv", "game,event,start,white_id,black_id,result,mode\n1,Open,2015-01-01,A,B,*,web\n2,Open,2015-01-01,A,E,*,email\n")},
		Today: record.Date{Year: 2016, Month: 5, Day: 10}, Since: record.Date{Year: 2016, Month: 4, Day: 1}, EntryFee: 1300,
	}
	m, err := MakeMembers(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range m.Members {
		got = append(got, fmt.Sprintf("%s %s %d %d %s", x.ID, x.PaidUntil, x.Account.Balance, x.Owes, x.mayEnter()))
	}
	// D joined in May, and April of his year was not used: 83.33 yen, rounded up to 100: 1 pawn.
	if s := strings.Join(got, "; "); s != "A 2018-03-31 0 0 yes; B 2017-03-31 0 0 yes; C 2018-03-31 0 0 yes; D 2017-03-31 1 0 yes; E  0 0 web; F 2016-03-31 5 3000 no" {
		t.Error(s)
	}
	if got := codes(m.Issues); got != "fee-years fee-years fee-amount fee-years office-later pawn-amount member-web-only" {
		t.Errorf("issues: %s", got)
	}
	if len(m.Losses) != 1 || m.Losses[0].ID != "1" || m.Losses[0].Result != engine.WhiteWins {
		t.Errorf("B paid after the end of April: %+v", m.Losses)
	}
	folder := written(t, dir, "out", func(d *outdir.Dir) error { return m.Write(d, "") })
	for file, want := range map[string]string{
		EntryFeesFile: "id,name,kind,yen,pawn,may_enter\nA,Abe,full,1300,13,yes\nB,Baba,full,1300,13,yes\nC,Chiba,operating,1300,13,yes\nD,Doi,junior,650,7,yes\nE,Endo,trial,1300,13,web\nF,Fuji,full,1300,13,no\n",
		PaymentsFile: "date,id,name,years,yen,pawn,paid_until,note\n2016-04-30,A,Abe,2,4000,20,2018-03-31,\n2016-05-02,B,Baba,1,3000,0,2017-03-31,\n" +
			"2016-05-03,C,Chiba,2,6000,0,2018-03-31,\n2016-05-05,D,Doi,1,1000,0,2017-03-31,\n",
		PawnLedgerFile: "date,id,name,move,amount,balance,note\n2016-04-30,A,Abe,spent,20,0,yearly fee\n2016-05-05,D,Doi,credited,1,1,first-year credit\n",
	} {
		if got := read(t, filepath.Join(folder, file)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", file, got, want)
		}
	}
}

func TestGradeNamesStandInTheExplanation(t *testing.T) {
	c, ok := issue.Lookup("grade-name")
	if !ok {
		t.Fatal("no such code")
	}
	for _, g := range grade.Grades {
		if !strings.Contains(c.Explain, fmt.Sprintf("%s %d", g.Name, g.Points)) {
			t.Errorf("%s %d is missing in %q", g.Name, g.Points, c.Explain)
		}
	}
}

func TestLossDayIsTheLastOfApril(t *testing.T) {
	if got := recordDate(fees.LossDay(2016)); got != (record.Date{Year: 2016, Month: 4, Day: 30}) {
		t.Errorf("%v", got)
	}
}

func publication(t testing.TB, dir string, lang Language) *Publication {
	r := rate(t, period.RateOptions{Period: period.NewPeriod(2015, 1), List: put(t, dir, "list.csv", strings.ReplaceAll(smallList, "Abe", "阿部 <太郎>")), Games: []string{put(t, dir, "g.csv", smallGames)}})
	g, err := MakeGrades(context.Background(), r, nil, GradeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &Publication{Rate: r, Grades: g, Language: lang, Title: "JCCA"}
}

func TestNewsletterInThreeLanguages(t *testing.T) {
	for lang, want := range map[Language][]string{
		"en": {"JCCA  Rating list  2015-Q1", "valid 2015-07-01 to 2015-09-30", "阿部 <太郎>", "5 kyu", "(1180)", "( ): provisional", "from beginner to 5 kyu"},
		"ja": {"レイティングリスト", "有効期間 2015-07-01 ～ 2015-09-30", "5級", "入門 から 5級 へ"},
		"zh": {"等级分表", "5级", "由 入门 升为 5级"},
	} {
		var b bytes.Buffer
		if err := publication(t, t.TempDir(), lang).Newsletter(&b); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(b.String(), w) {
				t.Errorf("language %s: %q is missing in\n%s", lang, w, b.String())
			}
		}
	}
}

func TestCertificatesAreEscapedAndOneASheet(t *testing.T) {
	p := publication(t, t.TempDir(), "ja")
	var b bytes.Buffer
	if err := p.Certificates(&b); err != nil {
		t.Fatal(err)
	}
	s := b.String()
	if strings.Contains(s, "<太郎>") || !strings.Contains(s, "阿部 &lt;太郎&gt;") || !strings.Contains(s, `<html lang="ja">`) {
		t.Error("the name is not escaped, or the language not said")
	}
	if n := strings.Count(s, `class="sheet"`); n != len(p.Grades.Promotions()) || n == 0 {
		t.Errorf("%d sheets for %d promotions", n, len(p.Grades.Promotions()))
	}
}

func TestWorkbookHasTheListsAndNoFormulas(t *testing.T) {
	p := publication(t, t.TempDir(), "en")
	var a, b bytes.Buffer
	if err := p.Workbook(&a); err != nil {
		t.Fatal(err)
	}
	if err := p.Workbook(&b); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("the same workbook has other bytes")
	}
	f, err := excelize.OpenReader(&a)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := strings.Join(f.GetSheetList(), ","); got != "Rating list,Players by rating,Games,Grades,Promotions" {
		t.Error(got)
	}
	rows, err := f.GetRows("Rating list")
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 5 || rows[1][1] != "B" || !strings.HasPrefix(rows[4][3], "(") {
		t.Errorf("%q", rows)
	}
	for i := range rows {
		if formula, err := f.GetCellFormula("Rating list", fmt.Sprintf("C%d", i+1)); err != nil || formula != "" {
			t.Errorf("row %d runs %q (%v)", i, formula, err)
		}
	}
	if rows[4][2] == "=Doi" {
		t.Error("a name that could run as a formula is written as it is")
	}
}

// 10,000 members and 100,000 games a year.
func BenchmarkGradesOfAYear(b *testing.B) {
	dir := b.TempDir()
	list, files := league(b, dir, 10000, 4, 25000)
	for b.Loop() {
		var memory *Grades
		for q, file := range files {
			r := rate(b, period.RateOptions{Period: period.NewPeriod(2015, 1) + period.Period(q), List: list, Games: []string{file}})
			var err error
			if memory, err = MakeGrades(context.Background(), r, memory, GradeOptions{}); err != nil {
				b.Fatal(err)
			}
			folder := written(b, dir, "out", func(d *outdir.Dir) error {
				if err := r.Write(d, ""); err != nil {
					return err
				}
				return memory.Write(d, "")
			})
			list = put(b, dir, "list.csv", read(b, filepath.Join(folder, "list.csv")))
		}
	}
}

// The same tables in UTF-8, in CP932 and as a workbook give the same members.
func TestMembersInEveryKindOfFile(t *testing.T) {
	dir := t.TempDir()
	const text = `会員番号,氏名,区分,生年月日,入会日,納入済,ポーン
0017,阿部 太郎,本会員,昭和45年5月5日,2001/4/1,2016-03-31,12
0018,馬場 花子,ジュニア会員,2002-05-05,2012-10-01,平成29年3月31日,
`
	cp932, err := japanese.ShiftJIS.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	f := excelize.NewFile()
	defer f.Close()
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		for k, cell := range strings.Split(line, ",") {
			at, err := excelize.CoordinatesToCellName(k+1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellStr("Sheet1", at, cell); err != nil {
				t.Fatal(err)
			}
		}
	}
	book := filepath.Join(dir, "members.xlsx")
	if err := f.SaveAs(book); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{put(t, dir, "utf8.csv", text), put(t, dir, "cp932.csv", cp932), book} {
		m, err := MakeMembers(context.Background(), MemberOptions{Members: file, Today: record.Date{Year: 2016, Month: 4, Day: 30}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range m.Members {
			got = append(got, fmt.Sprintf("%s %s %s %s %s %s %d %d", x.ID, x.Name, x.Kind.Name, x.Birth, x.Joined, x.PaidUntil, x.Account.Balance, x.Owes))
		}
		if s := strings.Join(got, "; "); s != "0017 阿部 太郎 full 1970-05-05 2001-04-01 2016-03-31 12 3000; 0018 馬場 花子 junior 2002-05-05 2012-10-01 2017-03-31 0 0" || strings.ReplaceAll(codes(m.Issues), "source-encoding", "") != "" {
			t.Errorf("%s: %s %v", filepath.Base(file), s, m.Issues)
		}
	}
}

func TestEveryKindOfMemberHasANameInEveryLanguage(t *testing.T) {
	for _, k := range fees.Kinds {
		p, ok := kindNames[k.Name]
		if !ok || Language("en").of(p) != k.Name {
			t.Errorf("%s is called %q", k.Name, Language("en").of(p))
		}
	}
	if len(kindNames) != len(fees.Kinds) {
		t.Error("a name too many")
	}
}

// Additional points come from the rating before the period, whether or not the list has a column of statuses;
// players of a list without ids keep their own points from quarter to quarter.
func TestGradesWithoutStatusAndWithoutIDs(t *testing.T) {
	dir := t.TempDir()
	games := "game,event,start,end,white,black,result\n1,Open,2015-01-02,2015-02-01,Abe,Baba,1-0\n"
	points := map[string]string{}
	for name, list := range map[string]string{
		"ids":       "id,name,rating,games,status\n1,Abe,2000,40,established\n2,Baba,2000,40,established\n",
		"no status": "id,name,rating,games\n1,Abe,2000,40\n2,Baba,2000,40\n",
		"no ids":    "name,rating,games,status\nAbe,2000,40,established\nBaba,2000,40,established\n",
	} {
		r := rate(t, period.RateOptions{Period: period.NewPeriod(2015, 1), List: put(t, dir, "list.csv", list), Games: []string{put(t, dir, "g.csv", games)}})
		g, err := MakeGrades(context.Background(), r, nil, GradeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		next, err := MakeGrades(context.Background(), r, g, GradeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range next.Rows {
			a, b := next.Rows[i].Account, g.Rows[i].Account
			points[name] += fmt.Sprintln(next.Rows[i].Name, b.Additional, b.Earned, a.Additional, a.Earned)
		}
	}
	if points["ids"] != points["no status"] || points["ids"] != points["no ids"] {
		t.Errorf("%q", points)
	}
	if !strings.HasPrefix(points["ids"], "Abe 800 ") {
		t.Errorf("%q: 2000^3 / 10,000,000 are 800", points["ids"])
	}
}

// A junior's fee for years beyond the age limit is told; the full fee for these years is accepted, the junior's
// alone for a year before the limit.
func TestJuniorFeesBeyondTheAge(t *testing.T) {
	for _, tc := range []struct {
		paidUntil, on string
		years, yen    int
		codes, until  string
	}{
		{"2018-03-31", "2018-04-02", 1, 1000, "", "2019-03-31"},
		{"2018-03-31", "2018-04-02", 5, 5000, "fee-junior", "2023-03-31"},
		{"2018-03-31", "2018-04-02", 5, 13000, "", "2023-03-31"},
		{"2018-03-31", "2018-04-02", 5, 15000, "fee-amount", "2018-03-31"},
		{"2019-03-31", "2019-04-02", 1, 3000, "member-junior", "2020-03-31"},
		{"2019-03-31", "2019-04-02", 1, 1000, "member-junior fee-junior", "2020-03-31"},
	} {
		dir := t.TempDir()
		on := strings.Split(tc.on, "-")
		year, _ := strconv.Atoi(on[0])
		m, err := MakeMembers(context.Background(), MemberOptions{
			Members:  put(t, dir, "m.csv", "id,name,kind,birth,joined,paid_until,pawn\nD,d,junior,2001-03-31,2010-04-01,"+tc.paidUntil+",0\n"),
			Payments: put(t, dir, "p.csv", fmt.Sprintf("date,id,years,yen,pawn,note\n%s,D,%d,%d,,\n", tc.on, tc.years, tc.yen)),
			Today:    record.Date{Year: int16(year), Month: 4, Day: 30}})
		if err != nil {
			t.Fatal(err)
		}
		if got := codes(m.Issues); got != tc.codes || m.Members[0].PaidUntil.String() != tc.until {
			t.Errorf("%+v: issues %q, paid until %s", tc, got, m.Members[0].PaidUntil)
		}
	}
}
