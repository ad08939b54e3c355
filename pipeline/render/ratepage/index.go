package ratepage

import (
	"cmp"
	"html/template"
	"io"
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

const indexPage = `<!DOCTYPE html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{{.Title}}</title>
<style>{{.CSS}}</style>
</head>
<body>
<div class="page">
<header><h1>{{.Title}}</h1></header>
<section>
<table class="index">
<thead><tr><th></th><th class="n">{{t "players"}}</th><th class="n">{{t "Rows"}}</th><th class="n">{{t "rated"}}</th><th class="n wide">{{t "not rated"}}</th><th class="n">{{t "set aside"}}</th><th class="wide"></th></tr></thead>
<tbody>
{{range .Rows}}<tr><td>{{$name := .Name}}{{range $i, $p := .Pages}}<a class="r" href="{{$p.Href}}">{{if $i}}{{$p.Lang}}{{else}}{{$name}}{{end}}</a> {{else}}{{.Name}}{{end}}</td><td class="n">{{.Players}}</td>{{if .Counted}}<td class="n">{{.Rows}}</td><td class="n">{{.Rated}}</td><td class="n wide">{{.NotRated}}</td><td class="n">{{.Aside}}</td>{{else}}<td></td><td></td><td class="wide"></td><td></td>{{end}}<td class="wide id">{{range .Files}}<a href="{{.Href}}">{{.Name}}</a> {{end}}</td></tr>
{{end}}</tbody>
</table>
</section>
</div>
</body>
</html>
`

// Index writes the page that leads to the pages of a job's stages.
func Index(w io.Writer, rows []IndexRow, o Options) error {
	words := wordsOf(o.Lang)
	t, err := template.New("index").Funcs(template.FuncMap{"t": words.get}).Parse(indexPage)
	if err != nil {
		return err
	}
	return t.Execute(w, struct {
		Lang, Title string
		CSS         template.CSS
		Rows        []IndexRow
	}{words.lang, cmp.Or(o.Title, words.get("Rating list")), template.CSS(pageCSS), rows})
}
