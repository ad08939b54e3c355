package job

import (
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"

	"crosstable/pipeline/outdir"
	"crosstable/pipeline/report"
)

// writeIndex makes the page that leads to the pages of the stages.
func writeIndex(w io.Writer, j *Job, res *Result, written []outdir.Written) error {
	rows := make([]report.IndexRow, len(res.Stages))
	for i, s := range res.Stages {
		rows[i] = report.IndexRow{Name: s.Name, Rows: s.Rows, Rated: s.Rated, NotRated: s.NotRated, Aside: s.Aside, Players: s.Players}
		for k, p := range s.Pages {
			rows[i].Pages = append(rows[i].Pages, report.IndexLink{Href: href(p), Lang: j.Report.Languages[k]})
		}
		rows[i].Counted = s.Do == rateKind.Name
		for _, w := range written {
			name, ok := strings.CutPrefix(w.Name, s.Name+"/")
			if ok && !slices.Contains(s.Pages, w.Name) {
				rows[i].Files = append(rows[i].Files, report.IndexFile{Href: href(w.Name), Name: name})
			}
		}
	}
	return report.Index(w, rows, report.Options{Title: j.Title, Lang: j.Report.Languages[0]})
}

// href is the relative address of a written file.
func href(name string) template.URL {
	return template.URL((&url.URL{Path: name}).EscapedPath())
}
