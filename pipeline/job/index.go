package job

import (
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"

	"crosstable/pipeline/outdir"
	"crosstable/pipeline/render/ratepage"
)

// writeIndex makes the page that leads to the pages of the stages.
func writeIndex(w io.Writer, j *Job, res *Result, written []outdir.Written) error {
	rows := make([]ratepage.IndexRow, len(res.Stages))
	for i, s := range res.Stages {
		rows[i] = ratepage.IndexRow{Name: s.Name, Rows: s.Rows, Rated: s.Rated, NotRated: s.NotRated, Aside: s.Aside, Players: s.Players}
		for k, p := range s.Pages {
			rows[i].Pages = append(rows[i].Pages, ratepage.IndexLink{Href: href(p), Lang: j.Report.Languages[k]})
		}
		rows[i].Counted = s.Counted
		for _, w := range written {
			name, ok := strings.CutPrefix(w.Name, s.Name+"/")
			if ok && !slices.Contains(s.Pages, w.Name) {
				rows[i].Files = append(rows[i].Files, ratepage.IndexFile{Href: href(w.Name), Name: name})
			}
		}
	}
	return ratepage.Index(w, rows, ratepage.Options{Title: j.Title, Lang: j.Report.Languages[0]})
}

// href is the relative address of a written file.
func href(name string) template.URL {
	return template.URL((&url.URL{Path: name}).EscapedPath())
}
