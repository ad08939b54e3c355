// Package simpage draws a finished study: charts (charts.go) and one self-contained HTML page with plain words for
// a committee and numbers for a statistician.
package simpage

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"crosstable/pipeline/render/chart"
	"crosstable/sim/study"
)

//go:embed page.html forecast.html style.html
var pages embed.FS

// templates has both pages and their common style.
var templates = template.Must(template.ParseFS(pages, "*.html"))

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
	Family          template.CSS
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

// Build draws the study: the page, and each chart as an SVG file of its own.
func Build(r *study.Results) (html []byte, charts []File, err error) {
	d := pageData{Title: r.Study.Name, Question: r.Study.Question, Command: r.Study.Command(), Family: template.CSS(chart.Family)}
	if d.Title == "" {
		d.Title = "Tournament simulation"
	}
	d.Facts = append(d.Facts,
		fact{"Replicates a scenario", thousands(r.Totals.Replicates)},
		fact{"Seed", strconv.FormatUint(r.Study.Seed, 10)})
	for f, l := range r.Study.Levels {
		if len(l) > 1 || l[0] != study.Factors[f].Default || alwaysTold[study.Factors[f].Name] {
			d.Facts = append(d.Facts, fact{strings.ReplaceAll(study.Factors[f].Name, "-", " "), strings.Join(l, " · ")})
		}
	}
	at := map[string]int{}
	for _, c := range Charts(r) {
		svg, err := chart.SVG(c.Plot(), c.Width, c.Height, c.Title)
		if err != nil {
			return nil, nil, err
		}
		charts = append(charts, File{"charts/" + c.Name + ".svg", []byte(standalone(svg))})
		i, ok := at[c.Section]
		if !ok {
			i = len(d.Sections)
			at[c.Section] = i
			d.Sections = append(d.Sections, section{Title: c.Section})
		}
		d.Sections[i].Charts = append(d.Sections[i].Charts, drawn{c.Title, c.Caption, template.HTML(svg)})
	}
	d.Header = []string{"metric"}
	for k := range r.Grid {
		d.Header = append(d.Header, r.Label(k))
		if share := 1 - float64(r.Totals.Completed[k])/float64(max(1, r.Totals.Replicates)); share > 0.01 {
			d.Warnings = append(d.Warnings, fmt.Sprintf("%s: %.1f %% of the events had a round without a legal pairing; the other numbers of this scenario are over the rest.", r.Label(k), 100*share))
		}
	}
	byMetric := map[string][]string{}
	for _, x := range r.Results {
		byMetric[x.Metric] = append(byMetric[x.Metric], x.Text())
	}
	for _, m := range study.MetricInfos() {
		d.Rows = append(d.Rows, append([]string{m.Name}, byMetric[m.Name]...))
		d.Metrics = append(d.Metrics, fact{m.Name, m.Summary})
	}
	for _, x := range r.Differences {
		if math.IsNaN(x.Mean) {
			continue
		}
		verdict := "cannot be told from 0"
		if x.Holm < 0.05 {
			verdict = "p = " + strconv.FormatFloat(x.Holm, 'g', 2, 64)
		}
		d.Differences = append(d.Differences, []string{x.Factor, x.Level + " against " + x.BaseLevel, r.Label(x.Scenario), x.Metric, x.Text(), verdict})
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
	var buf bytes.Buffer
	if err := templates.ExecuteTemplate(&buf, "page.html", d); err != nil {
		return nil, nil, err
	}
	return buf.Bytes(), charts, nil
}

// PNGs draws the charts of a study as pictures, with the font in use (chart.UseFont).
func PNGs(r *study.Results) ([]File, error) {
	var out []File
	for _, c := range Charts(r) {
		data, err := chart.PNG(c.Plot(), c.Width, c.Height)
		if err != nil {
			return nil, fmt.Errorf("chart %s: %w", c.Name, err)
		}
		out = append(out, File{"charts/" + c.Name + ".png", data})
	}
	return out, nil
}

// NeedsCJK reports labels that the built-in font cannot draw in a picture.
func NeedsCJK(r *study.Results) bool {
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
