package standings

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"crosstable/engine"
	"crosstable/engine/standing"
	"crosstable/fixtures"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/record"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func read(t testing.TB, name string) *event.Event {
	t.Helper()
	data, err := fs.ReadFile(fixtures.FS, "tiebreaks/"+name)
	if err != nil {
		t.Fatal(err)
	}
	e, issues, err := trf.Parse(data, name)
	if err != nil || len(issues) > 0 {
		t.Fatal(err, issues)
	}
	return e
}

func build(t testing.TB, e *event.Event, o Options) *Report {
	t.Helper()
	r, err := Build(e, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func write(t testing.TB, r *Report, format string) string {
	t.Helper()
	for _, f := range Formats {
		if f.Name == format {
			var b bytes.Buffer
			if err := f.Write(&b, r); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
	}
	t.Fatalf("no format %s", format)
	return ""
}

// The contract of the CSV: the columns as requested and every value of the published exercise.
func TestCSVHoldsThePublishedValues(t *testing.T) {
	data, err := fs.ReadFile(fixtures.FS, "tiebreaks/expected.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	type run struct{ file, edition string }
	codes := map[run][]string{}
	want := map[run]map[string]map[string]string{}
	for _, row := range rows[1:] {
		k := run{row[0], row[1]}
		if row[2] == "PTS" || row[2] == "DE" {
			continue
		}
		if want[k] == nil {
			want[k] = map[string]map[string]string{}
		}
		if want[k][row[2]] == nil {
			want[k][row[2]] = map[string]string{}
			codes[k] = append(codes[k], row[2])
		}
		want[k][row[2]][row[3]] = row[4]
	}
	for k, list := range codes {
		edition, _ := strconv.Atoi(k.edition)
		r := build(t, read(t, k.file), Options{TieBreaks: strings.Join(list, ","), Edition: edition})
		got, err := csv.NewReader(strings.NewReader(write(t, r, "csv"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(append([]string{"rank", "start_no", "name", "rating", "points"}, list...), got[0]); diff != "" {
			t.Errorf("%v: header: %s", k, diff)
		}
		for _, row := range got[1:] {
			for i, code := range list {
				w, ok := want[k][code][row[1]]
				if !ok {
					continue
				}
				a, _ := strconv.ParseFloat(w, 64)
				b, err := strconv.ParseFloat(row[5+i], 64)
				if err != nil || math.Abs(a-b) > 0.0001 {
					t.Errorf("%v %s player %s: %q, want %s", k, code, row[1], row[5+i], w)
				}
			}
		}
	}
}

// The tables as people see them; run with -update to rewrite.
func TestGolden(t *testing.T) {
	for name, c := range map[string]struct {
		file, format string
		o            Options
	}{
		"swiss.txt":        {"tec-swiss.trf", "table", Options{TieBreaks: "BH/C1,BH,SB,DE", Crosstable: true, Explain: []string{"12", "ALYX"}}},
		"swiss-after3.txt": {"tec-swiss.trf", "table", Options{TieBreaks: "FB,WIN,lot", AfterRound: 3}},
		"rr-ja.txt":        {"tec-round-robin.trf", "table", Options{Lang: "ja", Crosstable: true, Teams: 2, Prizes: "30000,20000,10000", Quota: "1/3"}},
		"rr-zh.md":         {"manual-koya.trf", "md", Options{Lang: "zh", TieBreaks: "DE,KS/L+1,RTNG", Crosstable: true, Fill: true, Iterate: true}},
		"swiss.html":       {"tec-swiss.trf", "html", Options{TieBreaks: "ARO/C1,TPR,BH/M1", Fill: true, Explain: []string{"9"}}},
		"swiss.json":       {"pl-swiss.trf", "json", Options{TieBreaks: "BH/C1,APPO", Crosstable: true, Fill: true, Teams: 3, Prizes: "100.50,50", Quota: "2", Explain: []string{"12"}}},
	} {
		got := write(t, build(t, read(t, c.file), c.o), c.format)
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// The standing after round k of a finished file is the standing of the file cut off there.
func TestAfterRoundIsFrozen(t *testing.T) {
	o := Options{TieBreaks: "BH/C1,SB,PS,REP,ARO,FB"}
	for k := 1; k <= 4; k++ {
		whole := read(t, "tec-swiss.trf")
		cut := read(t, "tec-swiss.trf")
		for i := range cut.Players {
			cut.Players[i].Rounds = cut.Players[i].Rounds[:k]
		}
		cut.Columns = k
		o.AfterRound = k
		got := write(t, build(t, whole, o), "csv")
		o.AfterRound = 0
		if want := write(t, build(t, cut, o), "csv"); got != want {
			t.Errorf("after round %d: %s", k, cmp.Diff(want, got))
		}
	}
	if _, err := Build(read(t, "tec-swiss.trf"), Options{AfterRound: 6}); err == nil || !strings.Contains(err.Error(), "5 finished rounds") {
		t.Errorf("round 6 of 5: %v", err)
	}
}

// A round that is paired and not played does not count; one with some results does, and the open games are told.
func TestRunningRound(t *testing.T) {
	e := read(t, "tec-swiss.trf")
	for i := range e.Players {
		if c := &e.Players[i].Rounds[4]; c.HasOpponent {
			c.Outcome = engine.Pending
		}
	}
	r := build(t, e, Options{TieBreaks: "BH"})
	if r.Rounds != 4 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "round 5 is paired") {
		t.Errorf("%d rounds, notes %q", r.Rounds, r.Notes)
	}
	want := write(t, build(t, read(t, "tec-swiss.trf"), Options{TieBreaks: "BH", AfterRound: 4}), "csv")
	if got := write(t, r, "csv"); got != want {
		t.Error(cmp.Diff(want, got))
	}
	e.Players[0].Rounds[4].Outcome, e.Players[3].Rounds[4].Outcome = engine.Drawn, engine.Drawn
	r = build(t, e, Options{TieBreaks: "BH"})
	if r.Rounds != 5 || len(r.Notes) != 1 || !strings.Contains(r.Notes[0], "6 games have no result yet") {
		t.Errorf("%d rounds, notes %q", r.Rounds, r.Notes)
	}
}

func TestBuchholzIsRefusedWhenAllPlayAll(t *testing.T) {
	_, err := Build(read(t, "tec-round-robin.trf"), Options{TieBreaks: "DE,BH/C1"})
	if err == nil || !strings.Contains(err.Error(), "BH/C1") || !strings.Contains(err.Error(), "C.07 8.1") {
		t.Errorf("%v", err)
	}
	build(t, read(t, "tec-round-robin.trf"), Options{TieBreaks: "DE,BH/C1", RoundRobin: "no"})
}

func TestPrizeAmounts(t *testing.T) {
	for text, want := range map[string]string{"30000,20000": "30000 20000", "100.50, 7": "100.50 7.00", "0.05": "0.05"} {
		v, d, err := parsePrizes(text)
		var got []string
		for _, a := range v {
			got = append(got, money(a, d))
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %v %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "x", "1,,2", "-5", "1e3", "1.2.3", "1.23456"} {
		if _, _, err := parsePrizes(bad); err == nil {
			t.Errorf("prizes %q are accepted", bad)
		}
	}
}

// Fouls come from the option, fewer first; birth years count by the year where a date is not whole.
func TestFoulsAndBirths(t *testing.T) {
	e := read(t, "tec-swiss.trf")
	r := build(t, e, Options{TieBreaks: "FOULS", Fouls: "1=2, 3=1,16=1"})
	var order []int
	for _, row := range r.Rows[1:5] {
		order = append(order, e.Number(row.Player))
	}
	if diff := cmp.Diff([]int{4, 3, 16, 1}, order); diff != "" {
		t.Errorf("3.5 points by fouls: %s", diff)
	}
	e.Players[2].Fouls = 9 // what the file states, unless the option says otherwise
	if c, err := parseFouls("1=2", e); err != nil || c[2] != 9 || c[0] != 2 {
		t.Errorf("%v, %v", c, err)
	}
	for _, bad := range []string{"x", "1", "1=-1", "99=1", "1=2=3"} {
		if _, err := Build(e, Options{TieBreaks: "FOULS", Fouls: bad}); err == nil {
			t.Errorf("fouls %q are accepted", bad)
		}
	}
	e.Players[0].Birth = record.Date{Year: 1990}
	e.Players[2].Birth = record.Date{Year: 1990, Month: 5, Day: 1}
	e.Players[3].Birth = record.Date{Year: 1960, Month: 1, Day: 31}
	if diff := cmp.Diff([]int32{19900000, 0, 19900000, 19600000}, births(e)[:4]); diff != "" {
		t.Error(diff)
	}
	e.Players[0].Birth = record.Date{}
	if diff := cmp.Diff([]int32{0, 0, 19900501, 19600131}, births(e)[:4]); diff != "" {
		t.Error(diff)
	}
}

// An all-play-all that is under way is known by its type.
func TestRunningRoundRobinByItsType(t *testing.T) {
	e := read(t, "tec-round-robin.trf")
	for i := range e.Players {
		e.Players[i].Rounds = e.Players[i].Rounds[:2]
	}
	e.Columns = 2
	if build(t, e, Options{}).RR {
		t.Error("two rounds of five are no round robin yet")
	}
	e.Type = "Individual: Round-Robin"
	if !build(t, e, Options{}).RR {
		t.Error("the type says round robin")
	}
}

func float(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Error(err)
	}
	return v
}

func TestXLSXHasTheSameCells(t *testing.T) {
	r := build(t, read(t, "tec-swiss.trf"), Options{TieBreaks: "BH", Crosstable: true, Explain: []string{"1", "2"}, Lang: "ja"})
	f, err := excelize.OpenReader(strings.NewReader(write(t, r, "xlsx")))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sheets := f.GetSheetList()
	if diff := cmp.Diff([]string{"順位表", "星取表", "1 TB1", "2 TB1"}, sheets); diff != "" {
		t.Fatal(diff)
	}
	for i, s := range r.Sections {
		rows, err := f.GetRows(sheets[i])
		if err != nil {
			t.Fatal(err)
		}
		for j, row := range s.Table.Rows {
			for k, c := range row {
				got := ""
				if k < len(rows[j+3]) {
					got = rows[j+3][k]
				}
				if got != c.String() && (!s.Table.Columns[k].Right || float(t, got) != float(t, c.String())) {
					t.Errorf("%s row %d cell %d: %q, want %q", sheets[i], j, k, got, c)
				}
			}
		}
	}
}

func TestJSONIsWholeAndExact(t *testing.T) {
	r := build(t, read(t, "tec-swiss.trf"), Options{TieBreaks: "SB,TPR", Crosstable: true})
	var got jsonReport
	dec := json.NewDecoder(strings.NewReader(write(t, r, "json")))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if len(got.Ranking) != 16 || got.Ranking[0].StartNo != 2 || got.Ranking[0].TieBreaks["SB"] != "9.5" || got.Ranking[0].Decided != "points" ||
		len(got.Ranking[0].Rounds) != 5 || got.Ranking[0].Rounds[0].Opponent != 10 {
		t.Errorf("%+v", got.Ranking[0])
	}
}

func TestExplainFindsPlayers(t *testing.T) {
	e := read(t, "tec-swiss.trf")
	for who, want := range map[string]int{"16": 16, "alyx": 1, "NICK": 12, "jess": 9} {
		if p, err := findPlayer(e, who); err != nil || e.Number(p) != want {
			t.Errorf("%s: %d, %v", who, e.Number(p), err)
		}
	}
	for _, who := range []string{"99", "nobody", "A"} {
		if _, err := findPlayer(e, who); err == nil {
			t.Errorf("%q is found", who)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	e := read(b, "tec-swiss.trf")
	b.ReportAllocs()
	for range b.N {
		if _, err := Build(e, Options{TieBreaks: "BH/C1,BH,SB,DE,WIN", Split: standing.Pool}); err != nil {
			b.Fatal(err)
		}
	}
}

// The order and the seed that the event's regulations announce hold without any option; another order is
// used when asked for, and said.
func TestAnnouncedRegulationsAreUsed(t *testing.T) {
	e := read(t, "tec-swiss.trf")
	e.TieBreaks = []string{"SB"}
	event.Regulations{{Key: "tiebreaks", Value: "SOLKOFF,LOT ; BH"}, {Key: "seed", Value: "9"}}.Store(e)
	r := build(t, e, Options{})
	if len(r.codes) != 2 || r.codes[0].Name != "SOLKOFF" || r.codes[1].Name != "LOT" {
		t.Fatalf("%+v", r.codes)
	}
	if r.State.Luck != engine.NewLuck(9) {
		t.Error("the announced seed is not used")
	}
	if other := build(t, e, Options{Seed: 4}); other.State.Luck != engine.NewLuck(4) {
		t.Error("the stated seed is not used")
	}
	said := func(r *Report) bool {
		return strings.Contains(strings.Join(r.Notes, "\n"), "announce the tie-breaks SOLKOFF,LOT")
	}
	if r := build(t, e, Options{TieBreaks: "BH"}); r.codes[0].Name != "BH" || !said(r) {
		t.Errorf("%+v %q", r.codes, r.Notes)
	}
	if r := build(t, e, Options{TieBreaks: "solkoff,lot"}); said(r) {
		t.Errorf("the announced order is no change: %q", r.Notes)
	}
}
