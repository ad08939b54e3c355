// Package simpage draws a finished study: charts (charts.go) and one self-contained HTML page with plain words for
// a committee and numbers for a statistician.
package simpage

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"crosstable/pipeline/render"
	"crosstable/pipeline/render/chart"
	"crosstable/pipeline/words"
	"crosstable/sim/study"
)

//go:embed page.html.tmpl
var studyBody string

//go:embed forecast.html.tmpl
var forecastBody string

//go:embed page.css
var pageCSS string

var studyPages, forecastPages = render.Pages(studyBody), render.Pages(forecastBody)

// write makes a page of this room's style.
func write(pages render.PagesOf, w *words.Lang, title string, body any) ([]byte, error) {
	css := template.CSS(strings.ReplaceAll(pageCSS, "{{.Family}}", chart.Family))
	var buf bytes.Buffer
	err := pages.In(w).Execute(&buf, render.Page{Lang: w.Code, Title: title, CSS: css, Body: body})
	return buf.Bytes(), err
}

type pageData struct {
	Title, Question string
	Facts           []fact
	Sections        []section
	Header          []string
	Rows            [][]string
	Differences     [][]string
	Warnings        []string
	Metrics         []fact
	Command         string
}

type fact struct{ Name, Value string }

type section struct {
	Title  string
	Charts []drawn
}

type drawn struct {
	Title, Caption string
	SVG            template.HTML
}

// File is a drawn chart as a file.
type File struct {
	Name string
	Data []byte
}

// alwaysTold are the factors without which no number means anything.
var alwaysTold = map[string]bool{"players": true, "rounds": true, "strength": true, "model": true, "system": true, "ranking": true}

// Build draws the study with the words of a language: the page, and each chart as an SVG file of its own.
func Build(r *study.Results, w *words.Lang) (html []byte, charts []File, err error) {
	d := pageData{Title: r.Study.Name, Question: r.Study.Question, Command: r.Study.Command()}
	if d.Title == "" {
		d.Title = w.Get("sim.title")
	}
	d.Facts = append(d.Facts,
		fact{w.Get("sim.replicates"), thousands(r.Totals.Replicates)},
		fact{w.Get("sim.seed"), strconv.FormatUint(r.Study.Seed, 10)})
	for f, l := range r.Study.Levels {
		if len(l) > 1 || l[0] != study.Factors[f].Default || alwaysTold[study.Factors[f].Name] {
			d.Facts = append(d.Facts, fact{w.Get("factor." + study.Factors[f].Name), strings.Join(l, " · ")})
		}
	}
	at := map[string]int{}
	for _, c := range Charts(r, w) {
		svg, err := chart.SVG(c.Plot(), c.Width, c.Height, c.Title)
		if err != nil {
			return nil, nil, err
		}
		charts = append(charts, File{"charts/" + c.Name + ".svg", []byte(standalone(svg))})
		i, ok := at[c.Section]
		if !ok {
			i = len(d.Sections)
			at[c.Section] = i
			d.Sections = append(d.Sections, section{Title: w.Get(c.Section)})
		}
		d.Sections[i].Charts = append(d.Sections[i].Charts, drawn{c.Title, c.Caption, template.HTML(svg)})
	}
	d.Header = []string{w.Get("sim.metric")}
	for k := range r.Grid {
		d.Header = append(d.Header, r.Label(k))
		if share := 1 - float64(r.Totals.Completed[k])/float64(max(1, r.Totals.Replicates)); share > 0.01 {
			d.Warnings = append(d.Warnings, w.F("sim.warning", r.Label(k), 100*share))
		}
	}
	byMetric := map[string][]string{}
	for _, x := range r.Results {
		byMetric[x.Metric] = append(byMetric[x.Metric], x.Text())
	}
	for _, m := range study.MetricInfos() {
		d.Rows = append(d.Rows, append([]string{m.Name}, byMetric[m.Name]...))
		d.Metrics = append(d.Metrics, fact{m.Name, w.Or("metric."+m.Name, m.Summary)})
	}
	for _, x := range r.Differences {
		if math.IsNaN(x.Mean) {
			continue
		}
		verdict := w.Get("sim.not-told")
		if x.Holm < 0.05 {
			verdict = "p = " + strconv.FormatFloat(x.Holm, 'g', 2, 64)
		}
		d.Differences = append(d.Differences, []string{x.Factor, w.F("sim.level-against", x.Level, x.BaseLevel), r.Label(x.Scenario), x.Metric, x.Text(), verdict})
	}
	const most = 400
	if len(d.Differences) > most {
		kept := d.Differences[:0]
		for _, row := range d.Differences {
			for _, c := range compared {
				if row[3] == c.metric {
					kept = append(kept, row)
				}
			}
		}
		d.Differences = kept[:min(len(kept), most)]
	}
	html, err = write(studyPages, w, d.Title, d)
	return html, charts, err
}

// PNGs draws the charts of a study as pictures, with the font in use (chart.UseFont).
func PNGs(r *study.Results, w *words.Lang) ([]File, error) {
	var out []File
	for _, c := range Charts(r, w) {
		data, err := chart.PNG(c.Plot(), c.Width, c.Height)
		if err != nil {
			return nil, fmt.Errorf("chart %s: %w", c.Name, err)
		}
		out = append(out, File{"charts/" + c.Name + ".png", data})
	}
	return out, nil
}

// NeedsCJK reports labels that the built-in font cannot draw in a picture.
func NeedsCJK(r *study.Results, w *words.Lang) bool {
	if chart.NeedsCJK(w.Get("sim.axis-rounds")) {
		return true
	}
	for k := range r.Grid {
		if chart.NeedsCJK(r.Label(k)) {
			return true
		}
	}
	return false
}

// standalone makes an SVG element a file.
func standalone(svg string) string {
	if !strings.Contains(svg, "xmlns=") {
		svg = strings.Replace(svg, "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `, 1)
	}
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + svg
}

func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
