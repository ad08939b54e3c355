package job

import (
	"html/template"
	"io"

	"crosstable/pipeline/report"
)

// writeIndex makes the page that leads to the pages of the stages.
func writeIndex(w io.Writer, j *Job, res *Result) error {
	rows := make([]report.IndexRow, len(res.Stages))
	for i, s := range res.Stages {
		rows[i] = report.IndexRow{Name: s.Name, Rows: s.Rows, Rated: s.Rated, NotRated: s.NotRated, Aside: s.Aside, Players: s.Players}
		for k, p := range s.Pages {
			rows[i].Pages = append(rows[i].Pages, report.IndexLink{Href: template.URL(p), Lang: j.Report.Languages[k]})
		}
		rows[i].List = s.Name + "/list.csv"
		rows[i].Issues = s.Name + "/issues.csv"
	}
	return report.Index(w, rows, report.Options{Title: j.Title, Lang: j.Report.Languages[0]})
}
