package job

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"crosstable/pipeline/desk/standings"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/period"
)

var standingsKind = stageKind{
	Name:    "standings",
	Summary: "ranks events and writes each one's standings in the formats asked for",
	Keys: []Key{
		{"events", tFiles, true, "events: TRF, JSON, crosstables as CSV or xlsx, games of one event as CSV or PGN"},
		{"tiebreaks", tText, false, "order of tie-breaks, or the name of an order; default the event's own"},
		{"formats", tTexts, false, "csv, json, html, md, xlsx, table; default csv and html"},
		{"crosstable", tFlag, false, "add the crosstable (星取表)"},
		{"prizes", tText, false, "prizes, best first: 30000,20000"},
		{"encoding", tText, false, "encoding of the files; recognised by content"},
		{"lang", tText, false, "language of the tables: en, ja, zh; default the first of the pages"},
	},
	name:  func(*Stage) string { return "standings" },
	check: checkStandings,
	run:   runStandings,
}

// formatsOf gives the formats a standings stage writes.
func formatsOf(s *Stage) []string {
	if t := s.texts["formats"]; t != "" {
		return strings.Split(t, ",")
	}
	return []string{"csv", "html"}
}

func standingsOptions(s *Stage, j *Job) standings.Options {
	return standings.Options{TieBreaks: s.texts["tiebreaks"], Crosstable: s.flags["crosstable"], Prizes: s.texts["prizes"],
		Lang: cmp.Or(s.texts["lang"], j.Report.Languages[0])}
}

func checkStandings(s *Stage, j *Job) error {
	for _, f := range formatsOf(s) {
		if !slices.Contains(standings.FormatNames(), f) {
			return &keyError{"formats", fmt.Errorf("%q is none of: %s", f, strings.Join(standings.FormatNames(), ", "))}
		}
	}
	if lang := s.texts["lang"]; lang != "" && !slices.Contains(languages, lang) {
		return &keyError{"lang", fmt.Errorf("no language %q; known: %s", lang, strings.Join(languages, ", "))}
	}
	if err := checkEncoding(s); err != nil {
		return err
	}
	o := standingsOptions(s, j)
	return o.CheckUsage()
}

// runStandings writes NAME.csv, NAME.html ... for each event, and the issues of all.
func runStandings(ctx context.Context, r *runner, s *Stage) (*StageResult, error) {
	out := &StageResult{Name: s.Name, Do: s.Do}
	var issues []issue.Issue
	names := map[string]string{}
	for _, file := range s.paths["events"] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e, found, err := open.Event(ctx, file, s.reading())
		issues = append(issues, found...)
		if err != nil {
			return nil, err
		}
		rep, err := standings.Build(e, standingsOptions(s, r.job))
		if err != nil {
			return nil, &source.BadInput{File: file, What: err.Error(), Err: err}
		}
		out.Players += e.N()
		base, _, _ := strings.Cut(filepath.Base(file), ".")
		if other, ok := names[base]; ok {
			return nil, &source.BadInput{File: file, What: "has the name of " + other + "; one would replace the other", Hint: "rename one of them, or use two stages"}
		}
		names[base] = file
		for _, name := range formatsOf(s) {
			i := slices.IndexFunc(standings.Formats, func(f standings.Format) bool { return f.Name == name })
			ext := name
			if name == "table" {
				ext = "txt"
			}
			path := s.Name + "/" + base + "." + ext
			if err := r.dir.Write(path, func(w io.Writer) error { return standings.Formats[i].Write(w, rep) }); err != nil {
				return nil, err
			}
		}
	}
	out.Issues = len(issues)
	out.Findings = slices.ContainsFunc(issues, func(i issue.Issue) bool { return i.Severity == issue.SetAside })
	return out, r.dir.Write(s.Name+"/"+period.IssuesFile, func(w io.Writer) error { return period.WriteIssues(w, issues) })
}
