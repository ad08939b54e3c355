package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/xuri/excelize/v2"

	"crosstable/pipeline/open/codec/table"
)

// Sheet is a sheet of a workbook: lines above the table, the table, remarks below it.
type Sheet struct {
	Name   string
	Lead   []string
	Table  *Table // nil: none
	Notes  []string
	Freeze bool        // the headings stay in view
	Chart  *SheetChart // beside the table; nil: none
}

// SheetChart is a column chart of a sheet's second column over its first.
type SheetChart struct{ Title string }

// WriteWorkbook writes sheets as one xlsx file. Equal sheets are equal bytes.
func WriteWorkbook(w io.Writer, sheets []Sheet) (err error) {
	f := excelize.NewFile()
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	bold := excelize.Style{Font: &excelize.Font{Bold: true}}
	plain, err := f.NewStyle(&bold)
	if err != nil {
		return err
	}
	bold.Border = []excelize.Border{{Type: "bottom", Color: "8B939E", Style: 1}}
	ruled, err := f.NewStyle(&bold)
	if err != nil {
		return err
	}
	var taken []string
	for i := range sheets {
		s := sheets[i]
		s.Name = sheetName(s.Name, taken)
		taken = append(taken, s.Name)
		if i == 0 {
			err = f.SetSheetName("Sheet1", s.Name)
		} else {
			_, err = f.NewSheet(s.Name)
		}
		head := plain
		if s.Freeze {
			head = ruled
		}
		if err == nil {
			err = s.write(f, head)
		}
		if err == nil && s.Chart != nil {
			err = s.chart(f)
		}
		if err != nil {
			return fmt.Errorf("sheet %s: %w", s.Name, err)
		}
	}
	return table.WriteWorkbook(w, f)
}

func (s *Sheet) write(f *excelize.File, head int) error {
	out, err := f.NewStreamWriter(s.Name)
	if err != nil {
		return err
	}
	if s.Table != nil {
		for i, width := range s.Table.widths() {
			if err := out.SetColWidth(i+1, i+1, width); err != nil {
				return err
			}
		}
	}
	if s.Freeze {
		panes := &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}
		if err := out.SetPanes(panes); err != nil {
			return err
		}
	}
	line := 1
	put := func(cells ...any) {
		if err == nil && line > excelize.TotalRows {
			err = fmt.Errorf("a sheet holds %d rows; write CSV instead", excelize.TotalRows)
		}
		if err == nil {
			err = out.SetRow("A"+strconv.Itoa(line), cells)
		}
		line++
	}
	for _, l := range s.Lead {
		put(table.Neutral(l))
	}
	if len(s.Lead) > 0 {
		line++
	}
	if s.Table != nil {
		cells := make([]any, len(s.Table.Columns))
		for i, c := range s.Table.Columns {
			cells[i] = excelize.Cell{StyleID: head, Value: c.Title}
		}
		put(cells...)
		for _, row := range s.Table.Rows {
			for i, c := range row {
				cells[i] = c.value()
			}
			put(cells[:len(row)]...)
		}
	}
	line++
	for _, n := range s.Notes {
		put(table.Neutral(n))
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// chart draws the sheet's chart to the right of the table.
func (s *Sheet) chart(f *excelize.File) error {
	ref := func(col string) string {
		return fmt.Sprintf("'%s'!$%s$2:$%s$%d", s.Name, col, col, len(s.Table.Rows)+1)
	}
	gap := uint(20)
	return f.AddChart(s.Name, "D2", &excelize.Chart{
		Type: excelize.Col,
		Series: []excelize.ChartSeries{{Name: fmt.Sprintf("'%s'!$B$1", s.Name), Categories: ref("A"), Values: ref("B"),
			Fill: excelize.Fill{Type: "pattern", Color: []string{"1B5E9E"}, Pattern: 1}}},
		Title:    excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: s.Chart.Title}}},
		Legend:   excelize.ChartLegend{Position: "none"},
		GapWidth: &gap,
	})
}

// WriteXLSX writes the document as a workbook, one sheet a section.
func (d *Document) WriteXLSX(w io.Writer) error {
	var sheets []Sheet
	for _, s := range d.Sections {
		sheets = append(sheets, Sheet{Name: s.Name, Lead: []string{d.Title + ": " + s.Title}, Table: s.Table, Notes: s.Notes})
	}
	return WriteWorkbook(w, sheets)
}

// widths of the columns: as stated, else as their cells need.
func (t *Table) widths() []float64 {
	out := make([]float64, len(t.Columns))
	for i, c := range t.Columns {
		if out[i] = c.Width; out[i] > 0 {
			continue
		}
		most := runewidth.StringWidth(c.Title)
		for _, row := range t.Rows {
			if i < len(row) {
				most = max(most, runewidth.StringWidth(row[i].text))
			}
		}
		out[i] = float64(min(most, 60) + 2)
	}
	return out
}

// sheetName makes a valid name of at most 31 characters that is not taken.
func sheetName(name string, taken []string) string {
	clean := strings.Map(func(c rune) rune {
		if strings.ContainsRune(`:\/?*[]'`, c) {
			return ' '
		}
		return c
	}, table.Visible(name))
	base := []rune(clean)
	for k := 1; ; k++ {
		suffix := ""
		if k > 1 {
			suffix = " " + strconv.Itoa(k)
		}
		try := string(base[:min(len(base), 31-len(suffix))]) + suffix
		if !slices.ContainsFunc(taken, func(t string) bool { return strings.EqualFold(t, try) }) {
			return try
		}
	}
}
