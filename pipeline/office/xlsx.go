package office

import (
	"fmt"
	"io"
	"strconv"

	"crosstable/engine"
	"crosstable/engine/grade"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/render"
)

// Workbook writes report.xlsx: the list with a chart of its distribution, the games, and the grades and promotions.
func (p *Publication) Workbook(w io.Writer) error {
	sheets := []render.Sheet{p.listSheet()}
	if d, ok := p.distributionSheet(); ok {
		sheets = append(sheets, d)
	}
	sheets = append(sheets, p.ledgerSheet())
	if p.Grades != nil {
		all := make([]*GradeRow, len(p.Grades.Rows))
		for i := range all {
			all[i] = &p.Grades.Rows[i]
		}
		sheets = append(sheets, p.gradeSheet(txtGrades, all), p.gradeSheet(txtPromotions, p.Grades.Promotions()))
	}
	if err := render.WriteWorkbook(w, sheets); err != nil {
		return fmt.Errorf("%s: %w", ReportFile, err)
	}
	return nil
}

// sheet is a sheet with a table of these columns.
func (p *Publication) sheet(name phrase, columns ...phrase) render.Sheet {
	t := &render.Table{}
	for _, c := range columns {
		width := 11.0
		if c == txtName || c == txtWhite || c == txtBlack || c == txtEvent {
			width = 24
		}
		t.Columns = append(t.Columns, render.Column{Title: p.Language.of(c), Width: width})
	}
	return render.Sheet{Name: p.Language.of(name), Table: t, Freeze: true}
}

func (p *Publication) listSheet() render.Sheet {
	columns := []phrase{txtPlace, txtID, txtName, txtRating, txtChange, txtGames}
	if p.Grades != nil {
		columns = append(columns, txtGrade)
	}
	s := p.sheet(txtList, columns...)
	for _, x := range p.ranked() {
		e := &p.Rate.List.Entries[x.at]
		rating := render.Code(shown(e))
		if e.Rated && e.Status != games.Provisional {
			rating = render.Int(int(e.Rating))
		}
		row := []any{render.Number(x.place), render.ID(e.ID), e.Name, rating, nil, e.Games}
		if d, ok := p.change(x.at); ok {
			row[4] = d
		}
		if p.Grades != nil {
			row = append(row, p.Language.gradeName(p.Grades.Rows[x.at].Account.Grade))
		}
		s.Table.Row(row...)
	}
	return s
}

func (p *Publication) ledgerSheet() render.Sheet {
	s := p.sheet(txtLedger, txtEvent, txtEnd, txtWhite, txtRating, txtResult, txtRating, txtBlack, txtChange, txtChange)
	digits := len(strconv.Itoa(int(max(1, p.Rate.Rating.Scale)))) - 1
	points := func(c int32) render.Cell {
		v := float64(c) / float64(max(1, p.Rate.Rating.Scale))
		return render.Real(v, strconv.FormatFloat(v, 'f', digits, 64))
	}
	for k, i := range p.Rate.Rated {
		r := &p.Rate.Rows[i]
		g := &p.Rate.Rating.Games[k]
		s.Table.Row(r.Event, render.Date(r.End), p.Rate.List.Entries[r.White].Name, render.Int(int(r.WhiteRating)),
			render.Code(resultText(r.Result)), render.Int(int(r.BlackRating)), p.Rate.List.Entries[r.Black].Name,
			points(g.White.Change), points(g.Black.Change))
	}
	return s
}

func (p *Publication) gradeSheet(name phrase, rows []*GradeRow) render.Sheet {
	s := p.sheet(name, txtID, txtName, txtAdditional, txtTitle, txtEarned, txtPoints, txtGrade)
	for _, r := range rows {
		a := r.Account
		s.Table.Row(render.ID(r.ID), r.Name, tenthsCell(a.Additional), tenthsCell(a.Title), tenthsCell(a.Earned),
			tenthsCell(a.Points()),
			p.Language.gradeName(a.Grade))
	}
	return s
}

func tenthsCell(t grade.Tenths) render.Cell { return render.Real(float64(t)/10, t.String()) }

func resultText(r engine.Result) string {
	switch white, _ := r.Outcomes(); white {
	case engine.Win, engine.ShortWin:
		return "1-0"
	case engine.Drawn, engine.ShortDrawn:
		return "½-½"
	}
	return "0-1"
}

// distributionSheet has the number of players by rating, and a chart of it.
func (p *Publication) distributionSheet() (render.Sheet, bool) {
	const width = 100
	counts := map[int]int{}
	lo, hi := 1<<30, 0
	for i := range p.Rate.List.Entries {
		if e := &p.Rate.List.Entries[i]; e.Rated {
			bin := int(e.Rating) / width
			counts[bin]++
			lo, hi = min(lo, bin), max(hi, bin)
		}
	}
	s := p.sheet(txtDistribution, txtRating, txtPlayers)
	s.Chart = &render.SheetChart{Title: s.Name}
	for bin := lo; bin <= hi; bin++ {
		s.Table.Row(render.Code(fmt.Sprintf("%d-%d", bin*width, bin*width+width-1)), counts[bin])
	}
	return s, len(counts) > 0
}
