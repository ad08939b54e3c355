package table

import (
	"strings"
	"testing"
)

// excelBook is a workbook as Excel writes one, with the given sheet data and shared strings.
func excelBook(workbook, sheet, strs string) string {
	const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	return zipOf(map[string]string{
		"[Content_Types].xml": head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
		"_rels/.rels":                head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + rel + `officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/_rels/workbook.xml.rels": head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + rel + `worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="` + rel + `sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		"xl/workbook.xml":            head + `<workbook ` + main + `>` + workbook + `<sheets><sheet name="名簿" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/worksheets/sheet1.xml":   head + `<worksheet ` + main + `><sheetData>` + sheet + `</sheetData></worksheet>`,
		"xl/sharedStrings.xml":       head + `<sst ` + main + `>` + strs + `</sst>`,
	})
}

// What Excel does in its Japanese edition and elsewhere: furigana beside names, rich text, formulas with their last
// value, errors, booleans, rows and cells left out, inline strings, cells without a place.
func TestXLSXAsExcelWritesIt(t *testing.T) {
	data := excelBook("",
		`<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c></row>`+
			`<row r="4"><c r="A4" t="str"><f>"00"&amp;"7"</f><v>007</v></c><c r="B4" t="s"><v>3</v></c><c r="D4"><v>1320</v></c></row>`+
			`<row r="5"><c r="B5" t="s"><v>4</v></c><c r="D5"><f>D4+1</f><v>1321</v></c></row>`+
			`<row><c t="inlineStr"><is><t>9</t></is></c><c t="inlineStr"><is><r><t>Mori </t></r><r><t>Jun</t></r></is></c><c/><c t="e"><v>#N/A</v></c></row>`+
			`<row r="9"><c r="A9" t="b"><v>1</v></c><c r="D9"><v>1.32E3</v></c></row>`,
		`<si><t>会員番号</t></si><si><t>氏名</t><rPh sb="0" eb="2"><t>シメイ</t></rPh></si><si><t>レーティング</t></si>`+
			`<si><t>田中 智</t><rPh sb="0" eb="2"><t>タナカ</t></rPh><rPh sb="3" eb="4"><t>サトシ</t></rPh><phoneticPr fontId="1"/></si>`+
			`<si><r><rPr><b/></rPr><t xml:space="preserve">佐藤 </t></r><r><t>健</t></r><rPh sb="0" eb="2"><t>サトウ</t></rPh></si>`)
	rows, codes, r, err := dump(t, data, "b.xlsx", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(rows, " / "), "4:007|田中 智|1320 / 5:|佐藤 健|1321 / 6:9|Mori Jun|#N/A / 9:1||1.32E3"; got != want {
		t.Errorf("rows %q\nwant %q", got, want)
	}
	if len(codes) != 0 || r.Layout.HeaderLine != 2 || r.Layout.Sheet != "名簿" {
		t.Errorf("issues %v, layout %+v", codes, r.Layout)
	}
}

func TestXLSXOf1904(t *testing.T) {
	_, _, r, err := dump(t, excelBook(`<workbookPr date1904="1"/>`, `<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1" t="inlineStr"><is><t>rating</t></is></c></row>`, ``), "b.xlsx", Options{})
	if err != nil || !r.Layout.From1904 {
		t.Errorf("layout %+v, %v; want the 1904 system", r, err)
	}
}
