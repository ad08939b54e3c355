package ratepage

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"

	"crosstable/pipeline/render"
	"crosstable/pipeline/words"
)

// IndexRow is a stage of a job on the page that leads to the others.
type IndexRow struct {
	Name                                  string
	Counted                               bool // Rows and the like have a meaning
	Rows, Rated, NotRated, Aside, Players int
	Pages                                 []IndexLink
	Files                                 []IndexFile // beside the pages
}

// IndexFile is a file of a stage.
type IndexFile struct {
	Href template.URL
	Name string
}

// IndexLink is a page of a stage. Href is a relative path made by the program.
type IndexLink struct {
	Href template.URL
	Lang string
}

//go:embed index.html.tmpl
var indexPage string

var indexPages = render.Pages(indexPage)

// Index writes the page that leads to the pages of a job's stages.
func Index(w io.Writer, rows []IndexRow, o Options) error {
	text := words.In(o.Lang)
	title := cmp.Or(o.Title, text.Get("rate.rating-list"))
	return indexPages.In(text).Execute(w, render.Page{Lang: text.Code, Title: title, CSS: template.CSS(pageCSS),
		Body: struct {
			Title string
			Rows  []IndexRow
		}{title, rows}})
}
