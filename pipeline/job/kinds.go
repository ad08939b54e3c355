package job

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosstable/engine/rating"
	"crosstable/pipeline/open"
	"crosstable/pipeline/period"
	"crosstable/pipeline/render/ratepage"
)

// languages that pages can be written in.
var languages = ratepage.Languages

// stageKind is a row of the table of what a stage can do.
type stageKind struct {
	Name    string
	Summary string
	Keys    []Key
	name    func(s *Stage) string // of a stage that the job gives none
	check   func(s *Stage, j *Job) error
	run     func(ctx context.Context, r *runner, s *Stage) (*StageResult, error)
}

// stageKinds: one row a kind of stage.
var stageKinds = []stageKind{rateKind, standingsKind, gradeKind, prizeKind, membersKind}

// Kinds lists the kinds of stages with their keys, for help and documents.
func Kinds() []Kind {
	var out []Kind
	for _, k := range stageKinds {
		out = append(out, Kind{k.Name, k.Summary, slices.Concat(commonKeys, k.Keys)})
	}
	return out
}

// Kind is a kind of stage as help shows it.
type Kind struct {
	Name, Summary string
	Keys          []Key
}

var rateKind = stageKind{
	Name:    "rate",
	Summary: "rates a period and writes its list, history, ledger, issues, summary and page",
	Keys: []Key{
		{"period", tText, true, "the period, 2015-Q1; also the stage's name unless it has one"},
		{"games", tFiles, true, "games of the period: CSV, xlsx, PGN, NCS"},
		{"list", tFile, false, "list the period begins with; needed without after"},
		{"after", tText, false, "name of an earlier stage, in place of list, history, lists and book: they go on from there"},
		{"history", tFile, false, "rated games of players not yet established"},
		{"newcomers", tFile, false, "players who join: id, name, rating or level"},
		{"aliases", tFile, false, "other names of players"},
		{"lists", tFolder, false, "folder of earlier lists, for ratings at the start of a game"},
		{"book", tFolder, false, "folder of earlier ledgers: no game is rated again"},
		{"system", tText, false, "rating system with options; default jcca"},
		{"encoding", tText, false, "encoding of the games files; recognised by content"},
		{"pgn-date", tText, false, "what a PGN's only date is: end (default) or start"},
		{"on-conflict", tText, false, "PGN: tag or terminator decides; default sets the game aside"},
		{"check-moves", tFlag, false, "replay the moves of PGN games"},
		{"elo-tags", tFlag, false, "WhiteElo and BlackElo are ratings at the start of the game"},
		{"all-rows", tFlag, false, "rate a game as often as it stands in the input"},
		{"withdrawals", tFlag, false, "rate losses by withdrawal or an unpaid fee; default true"},
		{"undated-aside", tFlag, false, "set games without a known end aside instead of rating them"},
	},
	name:  func(s *Stage) string { return cmp.Or(s.texts["period"], "rate") },
	check: checkRate,
	run:   runRate,
}

func checkRate(s *Stage, _ *Job) error {
	p, err := period.ParsePeriod(s.texts["period"])
	if err != nil {
		return &keyError{"period", err}
	}
	if s.Name == "" {
		s.Name = p.String()
	}
	if s.after == nil && s.one("list") == "" {
		return fmt.Errorf("the stage rate needs the key %q, or %q", "list", "after")
	}
	for _, key := range []string{"list", "history", "lists", "book"} {
		if s.after != nil && s.one(key) != "" {
			return &keyError{key, fmt.Errorf("stage %q hands on its own; remove one of the two", s.after.Name)}
		}
	}
	if sys := s.texts["system"]; sys != "" {
		if _, err := rating.New(sys); err != nil {
			return &keyError{"system", err}
		}
	}
	if err := checkEncoding(s); err != nil {
		return err
	}
	for key, allowed := range map[string][]string{"pgn-date": {"end", "start"}, "on-conflict": {"tag", "terminator"}} {
		if v, ok := s.texts[key]; ok && !slices.Contains(allowed, v) {
			return &keyError{key, fmt.Errorf("%q is none of: %s", v, strings.Join(allowed, ", "))}
		}
	}
	return nil
}

func runRate(ctx context.Context, r *runner, s *Stage) (*StageResult, error) {
	quarter, err := period.ParsePeriod(s.texts["period"])
	if err != nil {
		return nil, err
	}
	opt := period.RateOptions{
		System: s.texts["system"], Period: quarter, List: s.one("list"), Games: s.paths["games"],
		History: s.one("history"), Lists: s.one("lists"), Book: s.one("book"),
		Newcomers: s.one("newcomers"), Aliases: s.one("aliases"),
		Reading: open.Options{Encoding: s.texts["encoding"], PGNDate: s.texts["pgn-date"], OnConflict: s.texts["on-conflict"],
			CheckMoves: s.flags["check-moves"]},
		EloTags: s.flags["elo-tags"], AllRows: s.flags["all-rows"],
		UndatedAside: s.flags["undated-aside"],
	}
	if rate, given := s.flags["withdrawals"]; given {
		opt.NoWithdrawals = !rate
	}
	if opt.System == "" {
		opt.System = "jcca"
	}
	var prev *period.Link
	if s.after != nil {
		prev = r.links[s.after]
	}
	link, err := period.RateAfter(ctx, prev, opt)
	if err != nil {
		return nil, err
	}
	r.links[s] = link
	res := link.Result
	if err := res.Write(r.dir, s.Name+"/"); err != nil {
		return nil, err
	}
	out := &StageResult{
		Name: s.Name, Do: s.Do, Rows: res.Account.In, Rated: res.Account.Of(period.KindRated),
		NotRated: res.Account.Of(period.KindNotRated), Aside: res.Account.Of(period.KindAside),
		Issues: len(res.Issues), Findings: res.Account.Of(period.KindAside) > 0,
		Players: len(res.List.Entries),
	}
	if r.job.Report.HTML {
		for i, lang := range r.job.Report.Languages {
			name := "report.html"
			if i > 0 {
				name = "report-" + lang + ".html"
			}
			o := ratepage.Options{Title: r.job.Title, Lang: lang, Players: r.job.Report.Players, ListRows: r.job.Report.ListRows}
			if err := r.dir.Write(s.Name+"/"+name, func(w io.Writer) error { return ratepage.Rate(w, res, o) }); err != nil {
				return nil, err
			}
			out.Pages = append(out.Pages, s.Name+"/"+name)
		}
	}
	return out, nil
}
