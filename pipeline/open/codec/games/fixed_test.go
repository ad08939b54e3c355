package games

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"crosstable/fixtures"
	"crosstable/pipeline/open/codec/table"
)

// fideSample is made: invented players in FIDE's layout of a standard list, whose rating column is named for the month.
// The third player's titles run over their column and push the rest of the line.
const fideSample = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           DEC24 Gms K  B-day Flag\r\n" +
	"100013         Example, Anna                                                UTO F   WIM  WIM                 2210  9   20 1990  w   \r\n" +
	"100021         Example, Bert                                                UTO M                            0     0   40 2001  wi  \r\n" +
	"100039         Example, Carl                                                UTO M             IA,IO,FST,NI,DI1999  0   20 1970  i   \r\n" +
	"100047         Example, Dora                                                UTO F             FA,FI,NA,IO,FST,NI 1850  0   20 1970      \r\n" +
	"100055                                                                      UTO M                            2x50  0   20 1970      \r\n" +
	"               Example, Emil                                                UTO M                            2050  0   20 1970      \r\n"

func TestFIDEListByItsHeader(t *testing.T) {
	l, issues, err := ReadList(strings.NewReader(fideSample), "f.txt", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range l.Entries {
		got = append(got, fmt.Sprintf("%d:%s|%s|%d,%v|%s", e.Line, e.ID, e.Name, e.Rating, e.Rated, strings.Join(e.Extra, ";")))
	}
	want := []string{
		"2:100013|Example, Anna|2210,true|UTO;F;WIM;WIM;;9;20;1990;w",
		"3:100021|Example, Bert|0,false|UTO;M;;;;0;40;2001;wi",
		"4:100039|Example, Carl|1999,true|UTO;M;;;IA,IO,FST,NI,DI;0;20;1970;i",
		"5:100047|Example, Dora|1850,true|UTO;F;;;FA,FI,NA,IO,FST,NI;0;20;1970;",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(issues) != 2 || issues[0].Line != 6 || issues[0].Field != "DEC24" || issues[1].Line != 7 {
		t.Errorf("issues %v", issues)
	}
	if strings.Join(l.Extra, " ") != "Fed Sex Tit WTit OTit Gms K B-day Flag" || l.Layout.Format != "fide" {
		t.Errorf("layout %+v", l.Layout)
	}
}

func TestFIDECombinedList(t *testing.T) {
	path := fixtures.Shared(t, "real/fide_players_list_foa_combined_head.txt")
	for _, c := range []struct {
		column string
		rated  int
	}{{"", 286}, {"RRtng", 0}, {"brtng", 0}} {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		opt := table.Options{}
		if c.column != "" {
			opt.Columns = map[string]string{"rating": c.column}
		}
		l, issues, err := ReadList(f, "fide.txt", opt)
		f.Close()
		if err != nil || len(issues) > 0 || len(l.Entries) != 999 {
			t.Fatalf("%v, issues %v, %d entries, want 999", err, issues, len(l.Entries))
		}
		rated := 0
		byID := map[string]*Entry{}
		for i := range l.Entries {
			byID[l.Entries[i].ID] = &l.Entries[i]
			if l.Entries[i].Rated {
				rated++
			}
		}
		if c.rated > 0 && rated != c.rated {
			t.Errorf("%d rated players, want %d", rated, c.rated)
		}
		agard := byID["1401815"]
		want := map[string]int32{"": 2470, "RRtng": 2502, "brtng": 2509}[c.column]
		if agard == nil || agard.Name != "Aagaard, Jacob" || agard.Rating != want {
			t.Errorf("column %q: %+v, want rating %d", c.column, agard, want)
		}
		if e := byID["419214"]; e == nil || e.Name != "" {
			t.Errorf("the player without a name: %+v", e)
		}
		if e := byID["366127061"]; e == nil || e.Name != ", Mayilsamy K" || e.Extra[l.Column("FOA")] != "ACM" {
			t.Errorf("the name that begins with a comma: %+v", e)
		}
		if e := byID["10207538"]; e == nil || e.Extra[l.Column("Flag")] != "i" || e.Extra[l.Column("B-day")] != "1974" {
			t.Errorf("flag and year: %+v", e)
		}
	}
	f, _ := os.Open(path)
	defer f.Close()
	if _, _, err := ReadList(f, "fide.txt", table.Options{Columns: map[string]string{"rating": "Elo"}}); err == nil || !strings.Contains(err.Error(), "SRtng") {
		t.Errorf("a rating column that is not there: %v", err)
	}
}

// iccfSample is made: invented players in ICCF's columns.
const iccfSample = "100013 UTO SIM 2410 M Example, Anton\n100021 UTO     1850 F Example, Berta (*1960)\n100039 UTO GM  2500 M 例 太郎\nbroken line\n"

func TestICCFListInFixedColumns(t *testing.T) {
	l, issues, err := ReadList(strings.NewReader(iccfSample), "i.txt", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range l.Entries {
		got = append(got, fmt.Sprintf("%d:%s|%s|%d|%s", e.Line, e.ID, e.Name, e.Rating, strings.Join(e.Extra, ";")))
	}
	if g, want := strings.Join(got, " / "), "1:100013|Example, Anton|2410|UTO;SIM;M / 2:100021|Example, Berta (*1960)|1850|UTO;;F / 3:100039|例 太郎|2500|UTO;GM;M"; g != want {
		t.Errorf("got  %s\nwant %s", g, want)
	}
	if len(issues) != 1 || issues[0].Line != 4 || issues[0].Code != "list-fixed-line" {
		t.Errorf("issues %v", issues)
	}
}
