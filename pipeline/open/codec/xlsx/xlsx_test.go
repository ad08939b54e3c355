package xlsx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"crosstable/fixtures"
)

// dump reads a sheet whole: "row:cell|cell" a row.
func dump(data []byte, sheet int, limits Limits) (rows []string, err error) {
	b, err := Open(bytes.NewReader(data), int64(len(data)), limits)
	if err != nil {
		return nil, err
	}
	r, err := b.Rows(sheet)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for {
		cells, n, err := r.Next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		rows = append(rows, fmt.Sprintf("%d:%s", n, bytes.Join(cells, []byte("|"))))
	}
}

// pack is a workbook of one sheet whose XML is given.
func pack(sheet, shared string) []byte {
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range [][2]string{
		{"_rels/.rels", `<Relationships><Relationship Id="a" Type="` + rel + `officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook ` + main + `><sheets><sheet name="S" r:id="b"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="b" Type="` + rel + `worksheet" Target="/xl/s.xml"/>` +
			`<Relationship Id="c" Type="` + rel + `sharedStrings" Target="t.xml"/></Relationships>`},
		{"xl/s.xml", sheet}, {"xl/t.xml", `<?xml version="1.0"?><sst>` + shared + `</sst>`},
	} {
		w, _ := z.Create(p[0])
		io.WriteString(w, p[1])
	}
	z.Close()
	return b.Bytes()
}

const good = `<row r="1"><c r="A1"><v>1</v></c></row>`

func TestDamageIsRefusedWithItsRow(t *testing.T) {
	row := func(s string) string { return good + `<row r="2">` + s + `</row>` + `<row r="3"><c><v>3</v></c></row>` }
	for _, c := range []struct{ name, sheetData, want string }{
		{"control character", row("<c t=\"str\"><v>a\x01b</v></c>"), "row 2: the control character 0x01"},
		{"control character as an entity", row(`<c><v>&#1;</v></c>`), "row 2: the entity &#1;"},
		{"unknown entity", row(`<c><v>&nbsp;</v></c>`), "row 2: the entity &nbsp;"},
		{"bare ampersand", row(`<c><v>a & b</v></c>`), "row 2: an & that begins no entity"},
		{"no UTF-8", row("<c><v>\xff</v></c>"), "row 2: bytes that are no UTF-8"},
		{"no UTF-8 in an attribute", row("<c t=\"\xff\"><v>1</v></c>"), "row 2: bytes that are no UTF-8"},
		{"wrong end", row(`<c><v>1</c></v>`), "row 2: </c> closes nothing"},
		{"tag in a tag", row(`<c <v>1</v></c>`), "row 2: a tag inside a tag"},
		{"no end of a row", good + `<row r="2"><c><v>2</v></c><row r="3"/>`, "closes nothing that is open"},
		{"same row number", good + `<row r="2"/><row r="2"><c><v>9</v></c></row>`, "after row 2: a row with the number 2 follows"},
		{"falling row number", good + `<row r="7"/><row r="4"><c><v>9</v></c></row>`, "after row 7: a row with the number 4 follows"},
		{"row number beyond a sheet", good + `<row r="1048577"/>`, `a row with the number "1048577"`},
		{"same cell", row(`<c r="A2"/><c r="A2"><v>1</v></c>`), "row 2: the cell A2 comes twice"},
		{"cells out of order", row(`<c r="B2"/><c r="A2"><v>1</v></c>`), "row 2: the cell A2 comes twice or out of order"},
		{"cell without a place", row(`<c r="22"><v>1</v></c>`), `row 2: a cell with the place "22"`},
		{"cell beyond a sheet", row(`<c r="XFE2"><v>1</v></c>`), `row 2: a cell with the place "XFE2"`},
		{"shared text that is not there", row(`<c t="s"><v>5</v></c>`), `row 2: a cell points to the shared text "5"`},
		{"negative shared text", row(`<c t="s"><v>-1</v></c>`), `row 2: a cell points to the shared text "-1"`},
		{"nested too deep", row(strings.Repeat("<x>", 100) + strings.Repeat("</x>", 100)), "row 2: elements nest deeper than 64"},
	} {
		rows, err := dump(pack(`<worksheet><sheetData>`+c.sheetData+`</sheetData></worksheet>`, ""), 0, Limits{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), `sheet "S"`) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if len(rows) != 1 {
			t.Errorf("%s: rows %q before the damage, want the first", c.name, rows)
		}
	}
	for _, c := range []struct{ name, sheet, want string }{
		{"document type", `<!DOCTYPE worksheet [<!ENTITY a "b">]><worksheet><sheetData/></worksheet>`, "document type"},
		{"cut", `<worksheet><sheetData>` + good, "cut off"},
		{"cut behind the rows", `<worksheet><sheetData>` + good + `</sheetData>`, "cut off"},
		{"cut in a tag", `<worksheet><sheetData>` + good + `<row r="2`, "cut off"},
		{"no rows at all", `<worksheet></worksheet>`, "no sheetData"},
		{"empty", ``, "no sheetData"},
		{"two parts", `<worksheet><sheetData/><sheetData/></worksheet>`, "two sheetData"},
		{"another encoding", `<?xml version="1.0" encoding="Shift_JIS"?><worksheet><sheetData/></worksheet>`, `encoding "Shift_JIS"`},
		{"rows outside sheetData", `<worksheet><sheetData/><x>` + good + `</x></worksheet>`, "a second count sees 1 rows, the reader 0"},
		{"rows in a row", `<worksheet><sheetData><row><x>` + good + `</x></row></sheetData></worksheet>`, "a second count sees 2 rows, the reader 1"},
		{"no sheet", `<chart/>`, "begins with <chart>"},
	} {
		if _, err := dump(pack(c.sheet, ""), 0, Limits{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	for _, c := range []struct{ name, shared, want string }{
		{"broken texts", `<si><t>a</si>`, "text 1: </si> closes nothing"},
		{"control character", "<si><t>a</t></si><si><t>\x02</t></si>", "text 2: the control character 0x02"},
	} {
		if _, err := dump(pack(`<worksheet><sheetData/></worksheet>`, c.shared), 0, Limits{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("shared strings, %s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestWhatXMLAllowsIsRead(t *testing.T) {
	sheet := "\ufeff<?xml version='1.0' encoding='UTF-8' standalone=\"yes\"?>\r\n<!-- a > b --><x:worksheet xmlns:x='m'>" +
		`<x:dimension ref="A1"/><x:sheetData><x:row r="2" spans='1:3' x="a>b">` +
		`<x:c r='A2' t="inlineStr"><x:is><x:t xml:space="preserve"> a&amp;&lt;&#x5B50;&#23376; </x:t></x:is></x:c>` +
		`<x:c r="C2" t="s"><x:v> 1 </x:v></x:c><x:c t='str'><x:f>A1 &gt; 2</x:f><x:v><![CDATA[<&>]]></x:v></x:c></x:row>` +
		`<row/><row><c/><c/><c><f>1+1</f></c></row><row r="9"><c r="AA9"><v>1<!-- - -->2</v></c></row></x:sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></x:worksheet> `
	data := pack(sheet, `<si><t>x</t></si><si><r><t>l1`+"\r\n"+`l2</t></r><rPh><t>no</t></rPh><r><t>_x0041__x263a_</t></r></si>`)
	rows, err := dump(data, 0, Limits{})
	want := []string{"2: a&<子子 ||l1\nl2A☺|<&>", "4:||", "9:" + strings.Repeat("|", 26) + "12"}
	if err != nil || strings.Join(rows, "/") != strings.Join(want, "/") {
		t.Errorf("rows %q, %v\nwant %q", rows, err, want)
	}
	b, err := Open(bytes.NewReader(data), int64(len(data)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.Rows(0)
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, _, err = r.Next()
	}
	if r.NoValue != 1 || r.FirstNoValue != 4 {
		t.Errorf("%d formulas without a value, the first in row %d; want 1 in row 4", r.NoValue, r.FirstNoValue)
	}
}

func TestUnpackingIsBounded(t *testing.T) {
	big := pack(`<worksheet><sheetData>`+strings.Repeat(`<row/>`, 400_000)+`</sheetData></worksheet>`, "")
	if _, err := dump(big, 0, Limits{Unzip: 1 << 20}); err == nil || !strings.Contains(err.Error(), "unpacks to more than 1 MiB") {
		t.Errorf("%v, want a refusal", err)
	}
	if _, err := dump(big, 0, Limits{}); err != nil {
		t.Error(err)
	}
	texts := pack(`<worksheet><sheetData/></worksheet>`, strings.Repeat(`<si><t>aaaaaaaa</t></si>`, 200_000))
	if _, err := dump(texts, 0, Limits{Strings: 1 << 20}); err == nil || !strings.Contains(err.Error(), "more than 1 MiB of texts") {
		t.Errorf("%v, want a refusal", err)
	}
}

// The files of the faults: nothing after a break may vanish in silence.
func TestBrokenWorkbooksOfTheFaults(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(fixtures.Dir(), "faults", "xlsx", "*.xlsx"))
	if len(files) < 5 {
		t.Fatalf("%d files", len(files))
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if rows, err := dump(data, 0, Limits{}); err == nil {
			t.Errorf("%s: %d rows and no error", filepath.Base(file), len(rows))
		}
	}
}

var texts = rapid.OneOf(
	rapid.SampledFrom([]string{"", " a ", "007", "1.50", "=A1", "_x000D_", "a\nb", "<&>\"'", "大村 智", "TRUE", "#N/A", "_x0041_", "🏆"}),
	rapid.StringN(0, 12, -1))

// Against excelize on workbooks that excelize writes: same rows, same cells, for every type of cell it knows.
func TestSameAsExcelize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := excelize.NewFile()
		defer f.Close()
		for range rapid.IntRange(0, 40).Draw(t, "cells") {
			cell, _ := excelize.CoordinatesToCellName(rapid.IntRange(1, 30).Draw(t, "column"), rapid.IntRange(1, 12).Draw(t, "row"))
			var err error
			switch rapid.IntRange(0, 7).Draw(t, "kind") {
			case 0:
				err = f.SetCellValue("Sheet1", cell, rapid.Int64().Draw(t, "n"))
			case 1:
				err = f.SetCellValue("Sheet1", cell, rapid.Float64Range(-1e9, 1e9).Draw(t, "x"))
			case 2:
				err = f.SetCellValue("Sheet1", cell, rapid.Bool().Draw(t, "b"))
			case 3:
				err = f.SetCellFormula("Sheet1", cell, "SUM(B1:B2)")
			case 4:
				err = f.SetCellRichText("Sheet1", cell, []excelize.RichTextRun{{Text: texts.Draw(t, "r1")}, {Text: texts.Draw(t, "r2"),
					Font: &excelize.Font{Bold: true}}})
			case 5:
				err = f.MergeCell("Sheet1", cell, "AF20")
			default:
				err = f.SetCellStr("Sheet1", cell, clean(texts.Draw(t, "text")))
			}
			if err != nil {
				t.Skip(err)
			}
		}
		var out bytes.Buffer
		if err := f.Write(&out); err != nil {
			t.Fatal(err)
		}
		compare(t, out.Bytes())
	})
}

// clean leaves what XML can hold; excelize replaces the rest.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, s)
}

type reporter interface {
	Fatalf(format string, args ...any)
	Fatal(args ...any)
}

func compare(t reporter, data []byte) {
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	theirs, err := f.GetRows("Sheet1", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	trim := func(s string) string { return strings.TrimRight(s, "|") }
	var want []string
	for i, row := range theirs {
		if s := trim(strings.Join(row, "|")); s != "" {
			want = append(want, fmt.Sprintf("%d:%s", i+1, s))
		}
	}
	rows, err := dump(data, 0, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		if r = trim(r); !strings.HasSuffix(r, ":") || strings.Count(r, ":") > 1 {
			got = append(got, r)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("rows\n%q\nexcelize reads\n%q", got, want)
	}
}

func FuzzSheet(f *testing.F) {
	f.Add(`<worksheet><sheetData><row r="2"><c r="B2" t="s"><v>0</v></c></row></sheetData></worksheet>`, `<si><t>a</t></si>`)
	f.Add(`<worksheet><sheetData><row><c t="inlineStr"><is><r><t>a</t></r></is></c></row></sheetData></worksheet>`, ``)
	f.Add(`<worksheet><sheetData><row r="1"><c><v>1</v></c></row><row r="1"/></sheetData></worksheet>`, `<si><t>&#x41;_x0041_</t></si>`)
	f.Fuzz(func(t *testing.T, sheet, shared string) {
		rows, err := dump(pack(sheet, shared), 0, Limits{Unzip: 8 << 20})
		// The dumb count: a sheet that is read whole has no more rows with cells than it has row elements, and no
		// row element with a value is lost.
		if n := strings.Count(sheet, "<row") + strings.Count(sheet, ":row"); err == nil && len(rows) > n {
			t.Errorf("%d rows from %d elements", len(rows), n)
		}
	})
}

// lines is a workbook of 200,000 rows x 8 as games files are.
func lines(b *testing.B, n int) []byte {
	f := excelize.NewFile()
	defer f.Close()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		b.Fatal(err)
	}
	for i := range n {
		cell, _ := excelize.CoordinatesToCellName(1, i+1)
		err := w.SetRow(cell, []any{i, "2015-02-03", "Spring League", i % 9, fmt.Sprint(i * 7 % 5000), fmt.Sprint(i * 11 % 5000), "1-0", "Player of a club"})
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

func BenchmarkRows200000x8(b *testing.B) {
	data := lines(b, 200_000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		book, err := Open(bytes.NewReader(data), int64(len(data)), Limits{})
		if err != nil {
			b.Fatal(err)
		}
		r, err := book.Rows(0)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for {
			if _, _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != 200_000 {
			b.Fatal(n)
		}
	}
}
