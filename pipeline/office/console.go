package office

import (
	"fmt"
	"strings"

	"crosstable/engine/grade"
)

// Summary is a result as a terminal shows it: lines of text and, under them, a table. Rows are empty where there is
// nothing to list.
type Summary struct {
	Lines  []string
	Header []string
	Rows   [][]any
}

// mostShown is how many rows a terminal shows; the files have all.
const mostShown = 20

// show fills in the table, and says how many rows there are beside those shown.
func (s *Summary) show(l Language, rows [][]any, header ...phrase) {
	for _, h := range header {
		s.Header = append(s.Header, l.of(h))
	}
	s.Rows = rows[:min(mostShown, len(rows))]
}

// Summary lists the promotions.
func (g *Grades) Summary(l Language) Summary {
	up := g.Promotions()
	s := Summary{Lines: []string{fmt.Sprintf("%s: %d", l.of(txtPromotions), len(up))}}
	var rows [][]any
	for _, r := range up {
		rows = append(rows, []any{r.ID, r.Name, l.gradeName(r.Before), l.gradeName(r.Account.Grade), r.Account.Points()})
	}
	s.show(l, rows, txtID, txtName, txtFrom, txtTo, txtPoints)
	return s
}

// Summary lists the winners by mode.
func (p *Prize) Summary(l Language) Summary {
	s := Summary{Lines: []string{fmt.Sprintf(l.of(txtPrizeLine), fmt.Sprint(p.Counted), fmt.Sprint(p.Year),
		fmt.Sprint(p.Year+1), fmt.Sprint(grade.PrizePawn))}}
	var rows [][]any
	for _, w := range p.Winners {
		note := ""
		if w.Tied > 1 {
			note = fmt.Sprintf(l.of(txtTied), fmt.Sprint(w.Tied))
		}
		mode := l.of([...]phrase{txtPostal, txtEmail, txtWeb}[modeOf(w.Mode)])
		rows = append(rows, []any{mode, w.ID, w.Name, w.Games, w.Pawn, note})
	}
	s.Header = []string{l.of(txtMode), l.of(txtID), l.of(txtName), l.of(txtGames), l.of(txtPawn), ""}
	s.Rows = rows
	return s
}

// Summary counts what was booked and lists who owes the fee.
func (m *Members) Summary(l Language) Summary {
	yen, owing, paid, pawn := 0, 0, 0, 0
	var rows [][]any
	for i := range m.Members {
		x := &m.Members[i]
		pawn += x.Account.Balance
		if x.Owes == 0 {
			continue
		}
		owing++
		yen += x.Owes
		until := x.PaidUntil.String()
		if until == "" {
			until = "-"
		}
		rows = append(rows, []any{x.ID, x.Name, l.of(kindNames[x.Kind.Name]), until, thousands(x.Owes)})
	}
	for _, p := range m.Payments {
		paid += p.Yen
	}
	s := Summary{Lines: []string{
		fmt.Sprintf(l.of(txtMembersLine), m.Today, fmt.Sprint(len(m.Members)), fmt.Sprint(owing), thousands(yen)),
		fmt.Sprintf(l.of(txtBookLine), fmt.Sprint(len(m.Payments)), thousands(paid), fmt.Sprint(len(m.Moves)),
			thousands(pawn)),
		fmt.Sprintf(l.of(txtLossesLine), fmt.Sprint(len(m.Losses))),
	}}
	s.show(l, rows, txtID, txtName, txtKind, txtPaidUntil, txtOwes)
	return s
}

// kindNames are the phrases of the kinds of members; a test compares them with the table of kinds.
var kindNames = map[string]phrase{
	"full": txtFull, "family": txtFamily, "junior": txtJunior, "special": txtSpecial, "operating": txtOperating,
	"associate": txtAssociate, "trial": txtTrial,
}

// thousands is "1,234,567"; n is not negative.
func thousands(n int) string {
	s := fmt.Sprint(n)
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}
