package office

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"

	"crosstable/engine/grade"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/period"
	"crosstable/pipeline/render"
)

// Names of the published files.
const (
	NewsletterFile   = "newsletter.txt"
	CertificatesFile = "certificates.html"
	ReportFile       = "report.xlsx"
)

var gradeRows = grade.Grades

//go:embed certificates.html.tmpl
var certificatesBody string

//go:embed certificates.css
var certificatesCSS string

var certificates = render.ParsePage(nil, certificatesBody)

// Publication is a quarter as it is printed; Grades may be nil.
type Publication struct {
	Rate     *period.RateResult
	Grades   *Grades
	Language Language
	Title    string // of the association or newsletter
}

// Write writes the newsletter's list, the workbook and, with grades, the certificates.
func (p *Publication) Write(dir *outdir.Dir, prefix string) error {
	files := []file{{NewsletterFile, p.Newsletter}, {ReportFile, p.Workbook}}
	if p.Grades != nil {
		files = append(files, file{CertificatesFile, p.Certificates})
	}
	return writeAll(dir, prefix, files)
}

// placed is a player of the list with his place; players without a rating have none and stand at the end.
type placed struct {
	at    int    // in the list
	place string // shared by equals
}

// ranked gives the players of the list, strongest first; equals keep the list's order.
func (p *Publication) ranked() []placed {
	var rated, rest []placed
	entries := p.Rate.List.Entries
	for i := range entries {
		if entries[i].Rated {
			rated = append(rated, placed{at: i})
		} else {
			rest = append(rest, placed{at: i})
		}
	}
	slices.SortStableFunc(rated, func(a, b placed) int { return int(entries[b.at].Rating - entries[a.at].Rating) })
	for k := range rated {
		if k > 0 && entries[rated[k].at].Rating == entries[rated[k-1].at].Rating {
			rated[k].place = rated[k-1].place
		} else {
			rated[k].place = strconv.Itoa(k + 1)
		}
	}
	return append(rated, rest...)
}

// change is what the quarter did to a player's rating; ok is false for newcomers.
func (p *Publication) change(i int) (int, bool) {
	if i >= len(p.Rate.Before.Entries) || p.Rate.Joined[i] || !p.Rate.Before.Entries[i].Rated ||
		!p.Rate.List.Entries[i].Rated {
		return 0, false
	}
	return int(p.Rate.List.Entries[i].Rating - p.Rate.Before.Entries[i].Rating), true
}

// unrated is what stands in the place of a rating that is not there.
const unrated = "-"

func shown(e *games.Entry) string {
	if !e.Rated {
		return unrated
	}
	if e.Status == games.Provisional {
		return "(" + strconv.Itoa(int(e.Rating)) + ")"
	}
	return strconv.Itoa(int(e.Rating))
}

func signed(n int, ok bool) string {
	if !ok || n == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", n)
}

// Newsletter writes the list as a newsletter prints it: (1320) for provisional ratings, grades, then the promotions.
func (p *Publication) Newsletter(w io.Writer) error {
	l := p.Language
	valid := p.Rate.Valid()
	fmt.Fprintf(w, "%s%s  %s\n", titled(p.Title), l.of(txtList), p.Rate.Period)
	fmt.Fprintf(w, l.of(txtValid)+"\n\n", valid.First(), valid.Last())
	header := []string{l.of(txtPlace), l.of(txtID), l.of(txtName), l.of(txtRating), l.of(txtChange), l.of(txtGames)}
	if p.Grades != nil {
		header = append(header, l.of(txtGrade))
	}
	t := render.New(header...).Digits(1, 4, 5, 6)
	for _, x := range p.ranked() {
		i := x.at
		e := &p.Rate.List.Entries[i]
		rating := shown(e)
		if e.Status != games.Provisional {
			rating += " " // digits stand below digits
		}
		row := []any{render.Code(x.place), e.ID, e.Name, rating, signed(p.change(i)), e.Games}
		if p.Grades != nil {
			row = append(row, l.gradeName(p.Grades.Rows[i].Account.Grade))
		}
		t.Row(row...)
	}
	fmt.Fprintln(w, t.Text())
	fmt.Fprintf(w, "\n%s\n", l.of(txtBrackets))
	if p.Grades == nil {
		return nil
	}
	fmt.Fprintf(w, "\n%s\n", l.of(txtPromotions))
	up := p.Grades.Promotions()
	if len(up) == 0 {
		_, err := fmt.Fprintln(w, l.of(txtNobody))
		return err
	}
	for _, r := range up {
		if _, err := fmt.Fprintf(w, l.of(txtFromTo)+"\n", r.Name, l.gradeName(r.Before), l.gradeName(r.Account.Grade),
			r.Account.Points()); err != nil {
			return err
		}
	}
	return nil
}

func titled(s string) string {
	if s == "" {
		return ""
	}
	return s + "  "
}

// Certificates writes a page to print, one sheet for each promotion.
func (p *Publication) Certificates(w io.Writer) error {
	l := p.Language
	type sheet struct{ Name, ID, Grade, Text, Date string }
	d := struct {
		Title, Heading, Hint, Nobody string
		Sheets                       []sheet
	}{Title: p.Title, Heading: l.of(txtCertificate), Hint: l.of(txtPrintHint), Nobody: l.of(txtNobody)}
	for _, r := range p.Grades.Promotions() {
		d.Sheets = append(d.Sheets, sheet{r.Name, r.ID, l.gradeName(r.Account.Grade), fmt.Sprintf(l.of(txtCertifies),
			r.Account.Points()), p.Rate.Period.Last().String()})
	}
	return certificates.Execute(w, render.Page{Lang: string(l), Title: d.Heading, CSS: template.CSS(certificatesCSS),
		Body: d})
}
