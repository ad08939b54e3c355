package job

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"crosstable/pipeline/desk/standings"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/eventtab"
	"crosstable/pipeline/open/codec/evjson"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/period"
	"crosstable/pipeline/record"
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
		e, found, err := readEvent(ctx, file, s.texts["encoding"])
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

// readEvent reads one event of any format that holds one.
func readEvent(ctx context.Context, file, encoding string) (*event.Event, []issue.Issue, error) {
	in, err := source.Open(ctx, file, source.Options{Encoding: encoding})
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(in.Reader)
	if err != nil {
		return nil, in.Issues(), err
	}
	e, issues, err := eventOf(in.Format, data, file)
	issues = append(in.Issues(), issues...)
	if err == nil && e.N() == 0 {
		err = &source.BadInput{File: file, What: "holds no players"}
	}
	var bad *source.BadInput
	if err != nil && !errors.As(err, &bad) {
		err = &source.BadInput{File: file, What: strings.TrimPrefix(err.Error(), file+": "), Err: err}
	}
	return e, issues, err
}

func eventOf(format source.Format, data []byte, file string) (*event.Event, []issue.Issue, error) {
	switch format {
	case source.FormatTRF:
		return trf.Parse(data, file)
	case source.FormatJSON:
		return evjson.Read(bytes.NewReader(data), file)
	case source.FormatPGN:
		return eventOfGames(pgn.NewReader(bytes.NewReader(data), file, pgn.Options{}), file)
	case source.FormatCSV, source.FormatXLSX, source.FormatNCS:
		r, err := games.NewReader(bytes.NewReader(data), file, table.Options{})
		if err != nil {
			return eventtab.Read(bytes.NewReader(data), file, eventtab.Options{})
		}
		defer r.Close()
		return eventOfGames(r, file)
	}
	return nil, nil, &source.BadInput{File: file, What: fmt.Sprintf("is a %s file, which holds no event", format)}
}

// eventOfGames makes a crosstable of games.
func eventOfGames(r interface {
	Next(*record.Game) error
	Issues() []issue.Issue
}, file string) (*event.Event, []issue.Issue, error) {
	var all []record.Game
	for {
		var g record.Game
		err := r.Next(&g)
		if errors.Is(err, io.EOF) {
			e, more := event.FromGames(file, all)
			return e, append(r.Issues(), more...), nil
		}
		if err != nil {
			return nil, r.Issues(), err
		}
		all = append(all, g)
	}
}
