package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

// halves writes itself as points do.
type halves int

func (h halves) String() string { return fmt.Sprintf("%d.%d", h/2, h%2*5) }

// sample has a cell of every kind, a formula, an ESC, a bidirectional override and wide characters.
func sample() *Table {
	t := &Table{Columns: []Column{{Key: "no", Title: "No", Right: true}, {Key: "id", Title: "ID"}, {Key: "name", Title: "氏名"},
		{Key: "points", Title: "Pts.", Right: true}, {Key: "change", Title: "Change", Right: true}, {Key: "end", Title: "End"}}}
	t.Row(1, ID("007"), "=HYPERLINK(\"x\")", halves(9), Real(-12.345, "-12.3"), Date(day("2015-03-01")))
	t.Row(2, ID("-12"), "佐藤 \x1b[31m健一\u202e", halves(0), nil, Code("-"))
	return t
}

type day string

func (d day) String() string { return string(d) }

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Names are never formulas, numbers always stay numbers, and control characters show in every form.
func TestEveryFormOfATable(t *testing.T) {
	tab := sample()
	doc := Document{Title: "Cup \x07", Sections: []Section{{Name: "List", Title: "List", Table: tab, Notes: []string{"=note"}}}}
	for _, c := range []struct{ name, got, want string }{
		{"csv", written(t, tab.WriteCSV), `no,id,name,points,change,end
1,007,"'=HYPERLINK(""x"")",4.5,-12.3,2015-03-01
2,-12,佐藤 ␛[31m健一[U+202E],0.0,,-
`},
		{"text", written(t, doc.WriteText), `Cup ␇

List

No  ID   氏名                    Pts.  Change  End
 1  007  =HYPERLINK("x")          4.5   -12.3  2015-03-01
 2  -12  佐藤 ␛[31m健一[U+202E]   0.0          -

=note
`},
		{"md", written(t, doc.WriteMarkdown), `# Cup ␇

## List

| No | ID | 氏名 | Pts. | Change | End |
| ---: | --- | --- | ---: | ---: | --- |
| 1 | 007 | =HYPERLINK("x") | 4.5 | -12.3 | 2015-03-01 |
| 2 | -12 | 佐藤 ␛\[31m健一\[U+202E] | 0.0 |  | - |

- =note
`},
		{"json", written(t, func(w io.Writer) error { return JSON(w, tab) }), `[
  {
    "no": 1,
    "id": "007",
    "name": "=HYPERLINK(\"x\")",
    "points": 4.5,
    "change": -12.345,
    "end": "2015-03-01"
  },
  {
    "no": 2,
    "id": "-12",
    "name": "佐藤 \u001b[31m健一\u202e",
    "points": 0.0,
    "end": "-"
  }
]
`},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	page := written(t, doc.WriteHTML)
	for _, want := range []string{`<td class="n">4.5</td>`, "<td>佐藤 ␛[31m健一[U&#43;202E]</td>", "<title>Cup ␇</title>", "default-src 'none'"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}

// A JSON document with marks reads back as what was written.
func TestJSONEscapesAreUndone(t *testing.T) {
	in := []string{"\u0085 \x7f \u202e é 漢 <&>"}
	var out []string
	if err := json.Unmarshal([]byte(written(t, func(w io.Writer) error { return JSON(w, in) })), &out); err != nil || out[0] != in[0] {
		t.Errorf("%q, %v", out, err)
	}
}

func TestWorkbookKeepsTypesAndIsTheSameBytes(t *testing.T) {
	book := func() string {
		return written(t, func(w io.Writer) error {
			return WriteWorkbook(w, []Sheet{{Name: "a:b", Table: sample(), Freeze: true}, {Name: "A b", Lead: []string{"=lead"}, Notes: []string{"n"}}})
		})
	}
	s := book()
	if s != book() {
		t.Error("two workbooks of one table differ")
	}
	f, err := excelize.OpenReader(strings.NewReader(s))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if diff := cmp.Diff([]string{"a b", "A b 2"}, f.GetSheetList()); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		cell, want string
		kind       excelize.CellType
	}{
		{"A2", "1", excelize.CellTypeUnset}, {"B2", "007", excelize.CellTypeInlineString}, {"C2", "'=HYPERLINK(\"x\")", excelize.CellTypeInlineString},
		{"D2", "4.5", excelize.CellTypeUnset}, {"E2", "-12.345", excelize.CellTypeUnset}, {"C3", "佐藤 ␛[31m健一[U+202E]", excelize.CellTypeInlineString},
	} {
		got, err := f.GetCellValue("a b", c.cell)
		kind, kerr := f.GetCellType("a b", c.cell)
		if err != nil || kerr != nil || got != c.want || kind != c.kind {
			t.Errorf("%s: %q of kind %d, want %q of kind %d", c.cell, got, kind, c.want, c.kind)
		}
	}
}

// Columns of nothing but whole numbers and points stand to the right; a heading may stay on the left.
func TestTextAlignment(t *testing.T) {
	tab := New("name", "games", "why").Digits(2)
	tab.Row("a", 3, Lines("one", "two\nthree"))
	tab.Row("b", "none", "x")
	tab.Break()
	tab.Row("c", 12, "")
	want := "name  games  why\na         3  one\n             two␊three\nb      none  x\n" + strings.Repeat("-", 24) + "\nc        12"
	if got := tab.Text(); strings.Count(got, "\n") != strings.Count(want, "\n") || !strings.HasPrefix(got, want[:60]) {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

func TestTerminalShowsControls(t *testing.T) {
	var b bytes.Buffer
	n, err := fmt.Fprint(Terminal{&b}, "a\x1b]0;x\x07\r\nb\rc\t\u2066d\n")
	if want := "a␛]0;x␇\nb␍c\t[U+2066]d\n"; err != nil || b.String() != want || n != len("a\x1b]0;x\x07\r\nb\rc\t\u2066d\n") {
		t.Errorf("%q, %d, %v; want %q", b.String(), n, err, want)
	}
	if Under(Terminal{&b}) != io.Writer(&b) || Under(&b) != io.Writer(&b) {
		t.Error("Under does not give the writer below")
	}
}
