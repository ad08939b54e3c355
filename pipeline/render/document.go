package render

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/words"
)

// Section is a part of a document: a table, remarks below it, or both.
type Section struct {
	Name  string // of the xlsx sheet
	Title string
	Table *Table // nil: none
	Notes []string
}

// Document is what people read: a title and sections.
type Document struct {
	Lang     string // of the page: "en" if empty
	Title    string
	Sections []Section
}

// WriteText writes the document for a terminal.
func (d *Document) WriteText(w io.Writer) error {
	var b strings.Builder
	if d.Title != "" {
		fmt.Fprintf(&b, "%s\n", oneLine(d.Title))
	}
	for _, s := range d.Sections {
		fmt.Fprintf(&b, "\n%s\n\n", oneLine(s.Title))
		if s.Table != nil {
			t := *s.Table
			t.widest = widest
			b.WriteString(t.Text())
			b.WriteByte('\n')
		}
		if len(s.Notes) > 0 && s.Table != nil {
			b.WriteByte('\n')
		}
		for _, n := range s.Notes {
			fmt.Fprintln(&b, oneLine(n))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteMarkdown writes the document as Markdown with tables as GitHub has them.
func (d *Document) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", escapeMarkdown(d.Title))
	for _, s := range d.Sections {
		fmt.Fprintf(&b, "\n## %s\n\n", escapeMarkdown(s.Title))
		if s.Table != nil {
			s.Table.markdown(&b)
			b.WriteByte('\n')
		}
		for _, n := range s.Notes {
			fmt.Fprintf(&b, "- %s\n", escapeMarkdown(n))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Table) markdown(b *strings.Builder) {
	b.WriteByte('|')
	for _, c := range t.Columns {
		b.WriteString(" " + escapeMarkdown(c.Title) + " |")
	}
	b.WriteString("\n|")
	for _, c := range t.Columns {
		if c.Right {
			b.WriteString(" ---: |")
		} else {
			b.WriteString(" --- |")
		}
	}
	b.WriteByte('\n')
	for _, row := range t.Rows {
		b.WriteByte('|')
		for _, c := range row {
			b.WriteString(" " + escapeMarkdown(c.text) + " |")
		}
		b.WriteByte('\n')
	}
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `[`, `\[`,
	`<`, `&lt;`, "\n", " ", "\r", " ")

func escapeMarkdown(s string) string { return markdownEscapes.Replace(table.Visible(s)) }

//go:embed base.html.tmpl
var basePage string

//go:embed document.html.tmpl
var documentBody string

//go:embed document.css
var documentCSS string

// Page is what the base page of all HTML has around its body: one self-contained file, nothing loaded from
// anywhere.
type Page struct {
	Lang, Title string
	CSS         template.CSS
	Script      template.JS // "" for none
	Body        any         // of the template "body"
}

// ParsePage makes a page of the base and of templates one of which defines "body". It panics on a template that
// does not parse: they are embedded.
func ParsePage(funcs template.FuncMap, bodies ...string) *template.Template {
	t := template.Must(template.New("base").Funcs(funcs).Parse(basePage))
	for _, b := range bodies {
		template.Must(t.Parse(b))
	}
	return t
}

var documentPage = ParsePage(nil, documentBody)

// WriteHTML writes the document as one self-contained page.
func (d *Document) WriteHTML(w io.Writer) error {
	lang := d.Lang
	if lang == "" {
		lang = "en"
	}
	shown := Document{Title: table.Visible(d.Title)}
	for _, s := range d.Sections {
		s.Title = table.Visible(s.Title)
		notes := make([]string, len(s.Notes))
		for i, n := range s.Notes {
			notes[i] = table.Visible(n)
		}
		s.Notes = notes
		shown.Sections = append(shown.Sections, s)
	}
	return documentPage.Execute(w, Page{Lang: lang, Title: shown.Title, CSS: template.CSS(documentCSS), Body: shown})
}

// Class is the class of a column's cells on a page.
func (c Column) Class() string {
	return strings.TrimSpace(map[bool]string{true: "n "}[c.Right] + map[bool]string{true: "minor"}[c.Minor])
}

// PagesOf is a page in every language: its templates take words by their keys, {{t "rate.movers"}} and, with verbs,
// {{tf "rate.valid" .From .To}}.
type PagesOf struct{ parsed *template.Template }

// Pages parses the bodies of a page.
func Pages(bodies ...string) PagesOf { return PagesOf{ParsePage(speak(words.In("")), bodies...)} }

// In is the page in a language.
func (p PagesOf) In(w *words.Lang) *template.Template {
	return template.Must(p.parsed.Clone()).Funcs(speak(w))
}

func speak(w *words.Lang) template.FuncMap { return template.FuncMap{"t": w.Get, "tf": w.F} }
