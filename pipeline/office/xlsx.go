package office

import (
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"crosstable/engine"
	"crosstable/engine/grade"
	"crosstable/pipeline/open/codec/table"
)

// Workbook writes report.xlsx: the list with a chart of its distribution, the games, and the grades and promotions.
// Free text that a spreadsheet would run as a formula is neutralised.
func (p *Publication) Workbook(w io.Writer) error {
	f := excelize.NewFile()
	defer f.Close()
	b := &workbook{file: f, lang: p.Language}
	b.sheet(p.Language.of(txtList), []phrase{txtPlace, txtID, txtName, txtRating, txtChange, txtGames, txtGrade}[:6+btoi(p.Grades != nil)], func(row func(...any)) {
		place, last := 0, int32(-1)
		for k, i := range p.ranked() {
			e := &p.Rate.List.Entries[i]
			if e.Rating != last {
				place, last = k+1, e.Rating
			}
			cells := []any{place, table.NeutralID(e.ID), table.Neutral(e.Name), int(e.Rating), nil, int(e.Games)}
			if e.Status.String() == "provisional" {
				cells[3] = shown(e)
			}
			if d, ok := p.change(i); ok {
				cells[4] = d
			}
			if p.Grades != nil {
				cells = append(cells, p.Language.gradeName(p.Grades.Rows[i].Account.Grade))
			}
			row(cells...)
		}
	})
	b.distribution(p)
	scale := float64(max(1, p.Rate.Rating.Scale))
	points := func(c int32) float64 { return float64(c) / scale }
	b.sheet(p.Language.of(txtLedger), []phrase{txtEvent, txtEnd, txtWhite, txtRating, txtResult, txtRating, txtBlack, txtChange, txtChange}, func(row func(...any)) {
		for k, i := range p.Rate.Rated {
			r := &p.Rate.Rows[i]
			g := &p.Rate.Rating.Games[k]
			row(table.Neutral(r.Event), r.End.String(), table.Neutral(p.Rate.List.Entries[r.White].Name), int(r.WhiteRating), resultText(r.Result),
				int(r.BlackRating), table.Neutral(p.Rate.List.Entries[r.Black].Name), points(g.White.Change), points(g.Black.Change))
		}
	})
	if p.Grades != nil {
		columns := []phrase{txtID, txtName, txtAdditional, txtTitle, txtEarned, txtPoints, txtGrade}
		line := func(r *GradeRow) []any {
			a := r.Account
			return []any{table.NeutralID(r.ID), table.Neutral(r.Name), number(a.Additional), number(a.Title), number(a.Earned), number(a.Points()), p.Language.gradeName(a.Grade)}
		}
		b.sheet(p.Language.of(txtGrades), columns, func(row func(...any)) {
			for i := range p.Grades.Rows {
				row(line(&p.Grades.Rows[i])...)
			}
		})
		b.sheet(p.Language.of(txtPromotions), columns, func(row func(...any)) {
			for _, r := range p.Grades.Promotions() {
				row(line(r)...)
			}
		})
	}
	if b.err != nil {
		return fmt.Errorf("%s: %w", ReportFile, b.err)
	}
	return table.WriteWorkbook(w, f)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func number(t grade.Tenths) float64 { return float64(t) / 10 }

func resultText(r engine.Result) string {
	switch white, _ := r.Outcomes(); white {
	case engine.Win, engine.ShortWin:
		return "1-0"
	case engine.Drawn, engine.ShortDrawn:
		return "½-½"
	}
	return "0-1"
}

// workbook writes sheets one after the other and keeps the first error.
type workbook struct {
	file  *excelize.File
	lang  Language
	count int
	err   error
}

func (b *workbook) sheet(name string, columns []phrase, fill func(row func(...any))) {
	if b.err != nil {
		return
	}
	if b.count == 0 {
		b.err = b.file.SetSheetName("Sheet1", name)
	} else {
		_, b.err = b.file.NewSheet(name)
	}
	b.count++
	if b.err != nil {
		return
	}
	out, err := b.file.NewStreamWriter(name)
	if err != nil {
		b.err = err
		return
	}
	bold, err := b.file.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, Border: []excelize.Border{{Type: "bottom", Color: "8B939E", Style: 1}}})
	if err != nil {
		b.err = err
		return
	}
	for i, c := range columns {
		width := 11.0
		if c == txtName || c == txtWhite || c == txtBlack || c == txtEvent {
			width = 24
		}
		if err := out.SetColWidth(i+1, i+1, width); err != nil {
			b.err = err
			return
		}
	}
	if b.err = out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); b.err != nil {
		return
	}
	head := make([]any, len(columns))
	for i, c := range columns {
		head[i] = excelize.Cell{StyleID: bold, Value: b.lang.of(c)}
	}
	line := 1
	put := func(cells []any) {
		if b.err == nil {
			b.err = out.SetRow(fmt.Sprintf("A%d", line), cells)
			line++
		}
	}
	put(head)
	fill(func(cells ...any) { put(cells) })
	if b.err == nil {
		b.err = out.Flush()
	}
}

// distribution adds a sheet with the number of players by rating, and a chart of it.
func (b *workbook) distribution(p *Publication) {
	const width = 100
	counts := map[int]int{}
	lo, hi := 1<<30, 0
	for _, i := range p.ranked() {
		bin := int(p.Rate.List.Entries[i].Rating) / width
		counts[bin]++
		lo, hi = min(lo, bin), max(hi, bin)
	}
	if len(counts) == 0 {
		return
	}
	name := p.Language.of(txtDistribution)
	n := 0
	b.sheet(name, []phrase{txtRating, txtPlayers}, func(row func(...any)) {
		for bin := lo; bin <= hi; bin++ {
			row(fmt.Sprintf("%d-%d", bin*width, bin*width+width-1), counts[bin])
			n++
		}
	})
	if b.err != nil {
		return
	}
	ref := func(col string) string { return fmt.Sprintf("'%s'!$%s$2:$%s$%d", name, col, col, n+1) }
	gap := uint(20)
	b.err = b.file.AddChart(name, "D2", &excelize.Chart{
		Type:     excelize.Col,
		Series:   []excelize.ChartSeries{{Name: fmt.Sprintf("'%s'!$B$1", name), Categories: ref("A"), Values: ref("B"), Fill: excelize.Fill{Type: "pattern", Color: []string{"1B5E9E"}, Pattern: 1}}},
		Title:    excelize.ChartTitle{Paragraph: []excelize.RichTextRun{{Text: name}}},
		Legend:   excelize.ChartLegend{Position: "none"},
		GapWidth: &gap,
	})
}
