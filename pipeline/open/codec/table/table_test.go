package table

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/source"
)

var people = NewSchema("people", [][]string{{"id", "name"}},
	Column{Name: "id", Aliases: []string{"会員番号", "编号"}, Weak: []string{"no"}},
	Column{Name: "name", Aliases: []string{"氏名", "姓名", "Spielername"}},
	Column{Name: "rating", Aliases: []string{"レーティング", "等级分", "Wertung"}, Needed: true, Number: true},
	Column{Name: "note"},
)

// dump reads a whole table: line:id|name|rating|extra..., and the issues as code@line:column.
func dump(t testing.TB, in, file string, opt Options) (rows []string, codes []string, r *Reader, err error) {
	t.Helper()
	r, err = Open(strings.NewReader(in), file, people, opt)
	if err != nil {
		return nil, nil, nil, err
	}
	defer r.Close()
	for {
		err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return rows, nil, r, err
		}
		cells := []string{string(r.Cell(0)), string(r.Cell(1)), string(r.Cell(2))}
		rows = append(rows, fmt.Sprintf("%d:%s", r.Line(), strings.Join(r.AppendExtra(cells), "|")))
	}
	for _, i := range r.Issues() {
		if _, ok := issue.Lookup(i.Code); !ok {
			t.Errorf("unknown code %s", i.Code)
		}
		codes = append(codes, fmt.Sprintf("%s@%d:%d", i.Code, i.Line, i.Column))
	}
	return rows, codes, r, nil
}

func TestOpenFindsSeparatorHeaderAndColumns(t *testing.T) {
	for _, c := range []struct {
		name, in, rows, codes string
		opt                   Options
	}{
		{name: "plain", in: "id,name,rating\n007,Abe,1200\n", rows: "2:007|Abe|1200"},
		{name: "semicolon is said", in: "id;name;rating\n1;Abe, T;1200\n", rows: "2:1|Abe, T|1200", codes: "csv-separator@1:0"},
		{name: "tab", in: "id\tname\trating\n1\tAbe\t1200\n", rows: "2:1|Abe|1200", codes: "csv-separator@1:0"},
		{name: "bar", in: "id|name|rating\n1|Abe|1200\n", rows: "2:1|Abe|1200", codes: "csv-separator@1:0"},
		{name: "given separator", in: "id;name;rating\n1;Abe;1200\n", opt: Options{Separator: ';'}, rows: "2:1|Abe|1200"},
		{name: "Excel's sep line", in: "sep=;\r\nid;name;rating\r\n1;Abe;1200\r\n", rows: "3:1|Abe|1200", codes: "csv-separator@2:0"},
		{name: "case, width, spaces and underscores", in: "ＩＤ,N A_M-E,Rating \n1,Abe,1200\n", rows: "2:1|Abe|1200"},
		{name: "Japanese", in: "会員番号,氏　名,レーティング\n1,阿部,1200\n", rows: "2:1|阿部|1200"},
		{name: "half-width kana header", in: "会員番号,氏名,ﾚｰﾃｨﾝｸﾞ\n1,阿部,1200\n", rows: "2:1|阿部|1200"},
		{name: "Chinese", in: "编号;姓名;等级分\n1;李;1200\n", rows: "2:1|李|1200", codes: "csv-separator@1:0"},
		{name: "German", in: "id;Spielername;Wertung\n1;Weiß;1200\n", rows: "2:1|Weiß|1200", codes: "csv-separator@1:0"},
		{name: "BOM and quoted header", in: "\ufeff\"id\",\"name\",\"rating\"\n1,Abe,1200\n", rows: "2:1|Abe|1200"},
		{name: "title lines", in: "JCCA list, April\n\nas of,2015-04-01\nid,name,rating\n1,Abe,1200\n", rows: "5:1|Abe|1200", codes: "table-title@1:0"},
		{name: "further columns are kept and said", in: "club,id,name,title,rating\nX,1,Abe,IM,1200\n", rows: "2:1|Abe|1200|X|IM", codes: "table-extra-column@1:0"},
		{name: "column order is free", in: "rating,name,id\n1200,Abe,1\n", rows: "2:1|Abe|1200"},
		{name: "the name itself wins over an alias", in: "Wertung,rating,id\n5,1200,1\n", rows: "2:1||1200|5", codes: "table-extra-column@1:0"},
		{name: "an alias wins over a weak one", in: "no,会員番号,rating\n5,J1,1200\n", rows: "2:J1||1200|5", codes: "table-extra-column@1:0"},
		{name: "a weak one does alone, and it is said", in: "no,rating\n5,1200\n", rows: "2:5||1200", codes: "table-weak-header@1:1"},
		{name: "named by the user", in: "id,name,RRtng,rating\n1,Abe,1100,1200\n", opt: Options{Columns: map[string]string{"rating": "rrtng"}}, rows: "2:1|Abe|1100|1200", codes: "table-extra-column@1:0"},
		{name: "empty rows and trailing commas", in: "id,name,rating,,\n1,Abe,1200,,\n,,,,\n\n2,Ito,1300,,\n", rows: "2:1|Abe|1200 5:2|Ito|1300"},
		{name: "spaces around cells, also ideographic", in: "id,name,rating\n 1 ,　Abe , 1200\u00a0\n", rows: "2:1|Abe|1200"},
		{name: "short row with optional cells missing", in: "id,rating,name,note\n1,1200\n2,1300,Ito,x\n", rows: "2:1||1200 3:2|Ito|1300", codes: "table-short-row@2:0"},
		{name: "short row without a needed cell", in: "id,name,rating\n1,Abe\n2,Ito,1300\n", rows: "3:2|Ito|1300", codes: "table-short-row@2:3"},
		{name: "long row", in: "id,name,rating\n1,Abe,T,1200\n2,Ito,1300\n", rows: "3:2|Ito|1300", codes: "table-long-row@2:0"},
		{name: "a remark to the right of a spreadsheet's table", in: "id,name,rating,,\n1,Abe,1200,,late\n2,Ito,1300,,\n", rows: "2:1|Abe|1200 3:2|Ito|1300", codes: "table-no-header@2:5"},
		{name: "cells under an empty header, said once", in: "id,,name,rating\n1,,Abe,1200\n2,x,Ito,1300\n3,y,Ono,1\n", rows: "2:1|Abe|1200 3:2|Ito|1300 4:3|Ono|1", codes: "table-no-header@3:2"},
		{name: "NUL", in: "id,name,rating\n1,A\x00be,1200\n2,Ito,1300\n", rows: "3:2|Ito|1300", codes: "table-nul@2:2"},
		{name: "joined files", in: "id,name,rating\n1,Abe,1200\n\ufeffid,name,rating\n2,Ito,1300\n", rows: "2:1|Abe|1200 4:2|Ito|1300", codes: "table-header-again@3:0"},
		{name: "positions after a quoted newline", in: "id,name,rating\n1,\"A\nbe\",1200\n2,Ito\n", rows: "2:1|A\nbe|1200", codes: "table-short-row@4:3"},
		{name: "CR only", in: "id,name,rating\r1,Abe,1200\r2,Ito,1300", rows: "2:1|Abe|1200 3:2|Ito|1300"},
		{name: "header only", in: "id,name,rating\n"},
	} {
		rows, codes, _, err := dump(t, c.in, "f.csv", c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := strings.Join(rows, " "); got != c.rows {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.rows)
		}
		if got := strings.Join(codes, " "); got != c.codes {
			t.Errorf("%s: issues %q, want %q", c.name, got, c.codes)
		}
	}
}

func TestOpenRefusesAndSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name, in string
		words    []string
	}{
		{"missing column", "id,name,points\n1,Abe,3\n", []string{"f.csv:1", "no column rating", "id, name, points"}},
		{"misspelt column", "id,name,ratng\n1,Abe,3\n", []string{"no column rating", `is "ratng" (column 3) meant?`}},
		{"missing group", "rating,club\n1200,X\n", []string{"f.csv:1", "no column id or name"}},
		{"equal headers", "id,rating,name,Rating\n1,2,3,4\n", []string{"f.csv:1", `"rating" (column 2)`, `"Rating" (column 4)`}},
		{"two aliases of one column", "id,Wertung,等级分\n1,2,3\n", []string{`"Wertung" (column 2)`, `"等级分" (column 3)`}},
		{"equal headers without a meaning", "id,rating,memo,Memo\n1,2,3,4\n", []string{`"memo" (column 3)`, `"Memo" (column 4)`}},
		{"no header", "1,Abe,1200\n2,Ito,1300\n", []string{"no header of a people file", "rating", "id or name", "1, Abe, 1200"}},
		{"header in the wrong encoding", "\x89ï,\x96¼\n", []string{"no header"}},
		{"empty", "", []string{"the file is empty"}},
		{"binary", "\x7fELF\x01\x02\x03\x00\x00\x00\x00\x00\x00", []string{"binary"}},
		{"old Excel", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1xxxx", []string{".xls", "save it as .xlsx"}},
		{"zip without a book", zipOf(map[string]string{"a.csv": "id,rating\n"}), []string{"zip archive but no xlsx"}},
		{"cut zip", zipOf(map[string]string{"xl/workbook.xml": strings.Repeat("x", 500)})[:60], []string{"damaged or cut"}},
	} {
		_, _, _, err := dump(t, c.in, "f.csv", Options{})
		var bad *source.BadInput
		if !errors.As(err, &bad) || bad.File != "f.csv" {
			t.Errorf("%s: error %v, want a *source.BadInput about f.csv", c.name, err)
			continue
		}
		for _, w := range c.words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q does not say %q", c.name, err, w)
			}
		}
	}
	if _, _, _, err := dump(t, "id,rating\n", "f.csv", Options{Columns: map[string]string{"Elo": "x"}}); err == nil || !strings.Contains(err.Error(), `"Elo"`) {
		t.Errorf("a column that does not exist was assigned: %v", err)
	}
}

func TestRowsAreCounted(t *testing.T) {
	_, _, r, err := dump(t, "id,name,rating\n1,Abe,1200\n\n,,\n2,Ito\n3,\"Ono\n4,Abe,1300\n", "f.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Rows != 4 || r.SetAside != 2 || r.Blank != 1 {
		t.Errorf("rows %d, set aside %d, blank %d; want 4, 2, 1", r.Rows, r.SetAside, r.Blank)
	}
	rows, _, r, err := dump(t, "id,name,rating\n1,Abe\n2,Ito,1300\n", "f.csv", Options{KeepBad: true})
	if err != nil || len(rows) != 2 || r.SetAside != 1 {
		t.Errorf("KeepBad: rows %v, set aside %d, %v; want both rows, 1", rows, r.SetAside, err)
	}
}

func zipOf(parts map[string]string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range parts {
		w, _ := z.Create(name)
		io.WriteString(w, text)
	}
	z.Close()
	return b.String()
}

// book makes an xlsx of sheets of rows.
func book(t testing.TB, sheets map[string][][]any, order ...string) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, name := range order {
		if i == 0 {
			f.SetSheetName("Sheet1", name)
		} else if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for j, row := range sheets[name] {
			if row == nil {
				continue
			}
			if err := f.SetSheetRow(name, fmt.Sprintf("A%d", j+1), &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestXLSXRowsAndSheets(t *testing.T) {
	data := book(t, map[string][][]any{
		"cover": {{"A list"}, {"of people"}},
		"list":  {{"April"}, nil, {"会員番号", "氏名", "club", "rating"}, {"007", "阿部", "X", 1200}, nil, {8, "Ito", nil, 1300.5}, {"9", "Ono"}, {10, "Abe", "Y", 5, nil, "late"}},
	}, "cover", "list")
	rows, codes, r, err := dump(t, data, "b.xlsx", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(rows, " "), "4:007|阿部|1200|X 6:8|Ito|1300.5| 7:9|Ono|| 8:10|Abe|5|Y"; got != want {
		t.Errorf("rows %q, want %q", got, want)
	}
	if got, want := strings.Join(codes, " "), "table-title@1:0 xlsx-sheet@0:0 table-extra-column@3:0 table-no-header@8:6"; got != want {
		t.Errorf("issues %q, want %q", got, want)
	}
	if r.Layout.Sheet != "list" || r.Layout.Format != "xlsx" {
		t.Errorf("layout %+v", r.Layout)
	}
	_, _, _, err = dump(t, data, "b.xlsx", Options{Sheet: "cover"})
	if err == nil || !strings.Contains(err.Error(), "no header") {
		t.Errorf("sheet cover: %v, want a refusal", err)
	}
	_, _, _, err = dump(t, data, "b.xlsx", Options{Sheet: "May"})
	if err == nil || !strings.Contains(err.Error(), "cover, list") {
		t.Errorf("sheet May: %v, want the names of the sheets", err)
	}
}

func TestXLSXBombAndDamage(t *testing.T) {
	bomb := excelBook("", `<row r="1"><c t="inlineStr"><is><t>id</t></is></c><c t="inlineStr"><is><t>rating</t></is></c></row>`+
		strings.Repeat(`<row/>`, 2<<20), "")
	if len(bomb) > 1<<17 {
		t.Fatalf("the bomb has %d bytes", len(bomb))
	}
	_, _, _, err := dump(t, bomb, "b.xlsx", Options{MaxUnzip: 1 << 20})
	if err == nil || !strings.Contains(err.Error(), "unpacks to more than 1 MiB") {
		t.Errorf("bomb: %v", err)
	}
	good := book(t, map[string][][]any{"s": {{"id", "rating"}, {1, 2}}}, "s")
	if _, _, _, err := dump(t, good, "b.xlsx", Options{}); err != nil {
		t.Fatal(err)
	}
	_, _, _, err = dump(t, good[:len(good)/2], "b.xlsx", Options{})
	if err == nil || !strings.Contains(err.Error(), "damaged or cut") {
		t.Errorf("cut: %v", err)
	}
	// A sheet cut off inside: excelize alone would give the rows before the cut as the whole.
	cutSheet := strings.Builder{}
	z, _ := zip.NewReader(strings.NewReader(good), int64(len(good)))
	w := zip.NewWriter(&cutSheet)
	for _, p := range z.File {
		rc, _ := p.Open()
		text, _ := io.ReadAll(rc)
		if strings.HasPrefix(p.Name, "xl/worksheets/") {
			text = text[:len(text)*3/4]
		}
		part, _ := w.Create(p.Name)
		part.Write(text)
	}
	w.Close()
	_, _, _, err = dump(t, cutSheet.String(), "b.xlsx", Options{})
	if err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("cut sheet: %v", err)
	}
}

func TestParseInt(t *testing.T) {
	for _, c := range []struct {
		in     string
		locale Locale
		want   int32
		err    error
	}{
		{"12", 0, 12, nil}, {"010", 0, 10, nil}, {"08", 0, 8, nil}, {"-20", 0, -20, nil}, {"+5", 0, 5, nil}, {"0", 0, 0, nil},
		{"１２３４", 0, 1234, nil}, {"−２０", 0, -20, nil}, {"－20", 0, -20, nil}, {"12.0", 0, 12, nil}, {"1320.00", 0, 1320, nil},
		{"2147483647", 0, 2147483647, nil}, {"2147483648", 0, 0, ErrRange}, {"99999999999999999999", 0, 0, ErrRange},
		{"12.9", 0, 0, ErrNotWhole}, {"1,234", 0, 0, ErrThousands}, {"2000,5", 0, 0, ErrThousands}, {"1.234", 0, 0, ErrThousands}, {"1.000", 0, 0, ErrThousands},
		{"1,234", PointLocale, 1234, nil}, {"1,23", PointLocale, 0, ErrNotNumber}, {"12,345,678", PointLocale, 12345678, nil}, {"1.234", PointLocale, 0, ErrNotWhole},
		{"1.234", CommaLocale, 1234, nil}, {"2000,5", CommaLocale, 0, ErrNotWhole}, {"2000,0", CommaLocale, 2000, nil}, {",5", 0, 0, ErrNotNumber},
		{"", 0, 0, ErrNotNumber}, {"-", 0, 0, ErrNotNumber}, {"abc", 0, 0, ErrNotNumber}, {"0x10", 0, 0, ErrNotNumber}, {"1e3", 0, 0, ErrNotNumber}, {"1 2", 0, 0, ErrNotNumber}, {"1_0", 0, 0, ErrNotNumber},
	} {
		got, err := ParseInt([]byte(c.in), c.locale)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("ParseInt(%q, %d) = %d, %v; want %d, %v", c.in, c.locale, got, err, c.want, c.err)
		}
	}
}

func TestNeutralTextAndBack(t *testing.T) {
	for in, want := range map[string]string{
		"=1+1": "'=1+1", "+49": "'+49", "-x": "'-x", "@a": "'@a", "＝1": "'＝1", "\t=1": "'\t=1",
		"Abe": "Abe", "": "", "'tis": "'tis", "'=1": "''=1", "a=b": "a=b", "''=1": "'''=1", "'": "'",
	} {
		if got := Neutral(in); got != want {
			t.Errorf("Neutral(%q) = %q, want %q", in, got, want)
		}
		if got := Plain(Neutral(in)); got != in {
			t.Errorf("Plain(Neutral(%q)) = %q", in, got)
		}
	}
	for in, want := range map[string]string{"-20": "-20", "+3.5": "+3.5", "-2a": "'-2a", "=1": "'=1"} {
		if got := NeutralCell(in); got != want {
			t.Errorf("NeutralCell(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{`="007"`: "007", "007": "007", "'=x": "=x", "-5": "-5"} {
		if got := PlainID(in); got != want {
			t.Errorf("PlainID(%q) = %q, want %q", in, got, want)
		}
	}
}

type person struct {
	ID     ID   `csv:"id"`
	Name   Text `csv:"name"`
	Rating Int  `csv:"rating"`
}

func TestDecodeGivesPlaces(t *testing.T) {
	r, err := Open(strings.NewReader("club,id,rating,name\nX,007,1200,'=cmd\nY,8,\"1,234\",Ito\nZ,9,,Ono\n"), "f.csv", people, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	err = Decode(r, func(p *person) error {
		got = append(got, fmt.Sprintf("%d:%s|%s|%d|%v|%v", r.Line(), p.ID, p.Name, p.Rating.N, p.Rating.Set, r.AppendExtra(nil)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if g, want := strings.Join(got, " "), "2:007|=cmd|1200|true|[X] 4:9|Ono|0|false|[Z]"; g != want {
		t.Errorf("got %q, want %q", g, want)
	}
	var bad []issue.Issue
	for _, i := range r.Issues() {
		if i.Severity == issue.SetAside {
			bad = append(bad, i)
		}
	}
	if len(bad) != 1 || bad[0].Code != "cell-number" || bad[0].Line != 3 || bad[0].Column != 3 || bad[0].Field != "rating" {
		t.Errorf("issues %+v, want cell-number on 3:3", bad)
	}
	if r.Rows != 3 || r.SetAside != 1 {
		t.Errorf("rows %d, set aside %d; want 3, 1", r.Rows, r.SetAside)
	}
}

func TestDecodeKeepsIssuesInOrder(t *testing.T) {
	r, err := Open(strings.NewReader("id,name,rating\n1,Abe,x\n2,Ito\n3,Ono,y\n4,A,B,5\n5,Mori,z\n"), "f.csv", people, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := Decode(r, func(*person) error { return nil }); err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, i := range r.Issues() {
		lines = append(lines, i.Line)
	}
	if !slices.Equal(lines, []int{2, 3, 4, 5, 6}) || r.SetAside != 5 {
		t.Errorf("issues on lines %v, %d rows set aside", lines, r.SetAside)
	}
}

func TestDecodeOverBatches(t *testing.T) {
	var in strings.Builder
	in.WriteString("id,name,rating\n")
	const n = 3*batchRows + 7
	for i := range n {
		fmt.Fprintf(&in, "%d,P%d,%d\n", i, i, i%900)
	}
	r, err := Open(strings.NewReader(in.String()), "f.csv", people, Options{})
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	err = Decode(r, func(p *person) error {
		if string(p.ID) != fmt.Sprint(i) || p.Rating.N != int32(i%900) || r.Line() != i+2 {
			return fmt.Errorf("row %d: %+v on line %d", i, *p, r.Line())
		}
		i++
		return nil
	})
	if err != nil || i != n {
		t.Errorf("%d rows, %v; want %d", i, err, n)
	}
	stop := errors.New("stop")
	r, _ = Open(strings.NewReader(in.String()), "f.csv", people, Options{})
	if err := Decode(r, func(*person) error { return stop }); err != stop {
		t.Errorf("the error of use was not given: %v", err)
	}
}

func TestWriteReadsBack(t *testing.T) {
	in := []person{{"007", "=cmd|'/c calc'!A1", NewInt(-20)}, {"8", "Abe, \"T\"\nJr", Int{}}, {"-5", "O'Neil", NewInt(0)}, {"x", "", NewInt(3)}}
	var b bytes.Buffer
	e := NewEncoder[person](&b)
	e.Header = []string{"title"}
	e.Extra = func(i int) []string { return []string{fmt.Sprint("t", i)} }
	if err := e.Encode(in[:2]...); err != nil {
		t.Fatal(err)
	}
	if err := e.Encode(in[2:]...); err != nil {
		t.Fatal(err)
	}
	if err := e.Flush(); err != nil {
		t.Fatal(err)
	}
	want := "id,name,rating,title\n007,'=cmd|'/c calc'!A1,-20,t0\n8,\"Abe, \"\"T\"\"\nJr\",,t1\n-5,O'Neil,0,t2\nx,,3,t3\n"
	if b.String() != want {
		t.Errorf("wrote %q\nwant  %q", b.String(), want)
	}
	r, err := Open(&b, "f.csv", people, Options{})
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	if err := Decode(r, func(p *person) error {
		if *p != in[i] {
			t.Errorf("row %d read back as %+v, want %+v", i, *p, in[i])
		}
		i++
		return nil
	}); err != nil || i != len(in) {
		t.Errorf("%d rows, %v", i, err)
	}
}

func TestWriteWithoutRowsHasItsHeader(t *testing.T) {
	var b bytes.Buffer
	if err := Write[person](&b, nil); err != nil || b.String() != "id,name,rating\n" {
		t.Errorf("wrote %q, %v", b.String(), err)
	}
}

func TestEncoderPicksColumns(t *testing.T) {
	var b bytes.Buffer
	e := NewEncoder[person](&b)
	e.Columns = []string{"rating", "id"}
	e.Encode(person{"1", "Abe", NewInt(7)})
	if err := e.Flush(); err != nil || b.String() != "rating,id\n7,1\n" {
		t.Errorf("wrote %q, %v", b.String(), err)
	}
	e = NewEncoder[person](&b)
	e.Columns = []string{"club"}
	if err := e.Flush(); err == nil {
		t.Error("a column that does not exist was accepted")
	}
}

// Row is the fast writer; it must quote as the slow one does.
func TestRowWritesAsWriteDoes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	alphabet := []rune("ab,\"\n\r \t='+-@é　'.0\\\u0085")
	var slow, fast bytes.Buffer
	row := NewRow(&fast)
	for _, h := range []string{"id", "name", "rating"} {
		row.Raw(h)
	}
	row.End()
	var in []person
	for range 2000 {
		word := func() string {
			w := make([]rune, rng.IntN(4))
			for i := range w {
				w[i] = alphabet[rng.IntN(len(alphabet))]
			}
			return string(w)
		}
		p := person{ID(word()), Text(word()), NewInt(int32(rng.IntN(100) - 50))}
		in = append(in, p)
		row.ID(string(p.ID))
		row.Text(string(p.Name))
		row.Int(int(p.Rating.N))
		row.End()
	}
	if err := Write(&slow, in); err != nil {
		t.Fatal(err)
	}
	if err := row.Flush(); err != nil {
		t.Fatal(err)
	}
	if slow.String() != fast.String() {
		a, b := strings.SplitAfter(slow.String(), "\n"), strings.SplitAfter(fast.String(), "\n")
		for i := range a {
			if i >= len(b) || a[i] != b[i] {
				t.Fatalf("line %d: Write %q, Row %q", i+1, a[i], b[i])
			}
		}
	}
}

func TestWriteXLSXReadsBack(t *testing.T) {
	var b bytes.Buffer
	err := WriteXLSX(&b, "people", []string{"id", "name", "rating"}, func(yield func([]any) bool) {
		_ = yield([]any{"007", Neutral("=1+1"), int32(1200)}) && yield([]any{"8", "Ito", nil})
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, _, _, err := dump(t, b.String(), "b.xlsx", Options{})
	if err != nil || strings.Join(rows, " ") != "2:007|'=1+1|1200 3:8|Ito|" {
		t.Errorf("read back %q, %v", rows, err)
	}
}

// FuzzOpen gives any bytes as a table: no panic, rows accounted for.
func FuzzOpen(f *testing.F) {
	f.Add([]byte("id,name,rating\n1,Abe,1200\n"))
	f.Add([]byte("title\nid;name;rating\n1;\"A\nbe\";x;\n"))
	f.Add([]byte(book(f, map[string][][]any{"s": {{"id", "rating"}, {1, 2}}}, "s")))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Open(bytes.NewReader(data), "f", people, Options{MaxUnzip: 1 << 22})
		if err != nil {
			return
		}
		defer r.Close()
		used := 0
		for {
			if err := r.Next(); err != nil {
				break
			}
			used++
			for i := range people.Columns {
				r.Cell(i)
			}
			if got := r.AppendExtra(nil); len(got) != len(r.Layout.Extra) {
				t.Fatalf("%d further cells, %d headers", len(got), len(r.Layout.Extra))
			}
		}
		if used+r.SetAside != r.Rows {
			t.Fatalf("%d used and %d set aside of %d rows", used, r.SetAside, r.Rows)
		}
	})
}

// FuzzParseInt: what is accepted is what the digits say.
func FuzzParseInt(f *testing.F) {
	for _, s := range []string{"010", "1,234", "12.0", "-5", "１２"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := ParseInt([]byte(s), Unstated)
		if err != nil {
			return
		}
		if m, err := ParseInt(fmt.Append(nil, n), Unstated); err != nil || m != n {
			t.Fatalf("%q is %d, which reads as %d, %v", s, n, m, err)
		}
		if x, err := ParseFloat([]byte(s), Unstated); err != nil || x != float64(n) {
			t.Fatalf("%q is %d as a whole number and %v, %v as another", s, n, x, err)
		}
	})
}

// Files that were joined: the first header counts, and one with other columns must not read the rows below it wrongly.
func TestAHeaderOfAnotherTableIsRefusedWhereItStands(t *testing.T) {
	for _, second := range []string{"name,id,rating\nito,8,9\n", "id,name,rating,club\n8,ito,9,x\n"} {
		rows, _, _, err := dump(t, "id,name,rating\n7,abe,5\n"+second, "j.csv", Options{})
		if len(rows) != 1 || err == nil || !strings.Contains(err.Error(), "j.csv:3: a second header with other columns") {
			t.Errorf("%q: rows %q, %v", second, rows, err)
		}
	}
}

// A line end that was lost: the first row became headers.
func TestAHeaderThatSwallowedTheFirstRowIsRefused(t *testing.T) {
	_, _, _, err := dump(t, "id,name,rating,note7,abe,1500\n8,ito,1400\n9,ono,1300\n", "j.csv", Options{})
	if err == nil || !strings.Contains(err.Error(), "j.csv:1: the header holds what looks like data (1500)") {
		t.Errorf("%v", err)
	}
	rows, _, _, err := dump(t, "id,name,rating,2014\n8,ito,1400,1380\n9,ono,1300\n", "j.csv", Options{})
	if err != nil || len(rows) != 2 {
		t.Errorf("a year as a header: rows %q, %v", rows, err)
	}
}

// A sheet that was sorted whole: its header lies in the middle.
func TestRowsAboveTheHeaderAreNotTitles(t *testing.T) {
	for name, data := range map[string]string{
		"k.csv":  "7,abe,1500,\n8,ito,1400,\nid,name,rating,club\n9,ono,1300,x\n", // a cell may be empty
		"j.csv":  "7,abe,1500\n8,ito,1400\nid,name,rating\n9,ono,1300\n",
		"j.xlsx": book(t, map[string][][]any{"s": {{7, "abe", 1500}, {8, "ito", 1400}, {"id", "name", "rating"}, {9, "ono", 1300}}}, "s"),
	} {
		_, _, _, err := dump(t, data, name, Options{})
		if err == nil || !strings.Contains(err.Error(), name+":3: the header stands here, and 2 rows above it look like data") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
