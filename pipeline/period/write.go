package period

import (
	"io"
	"slices"

	"crosstable/engine/rating"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/render"
)

// Names of the files of a period.
const (
	ListFile    = "list.csv"
	HistoryFile = "history.csv"
	LedgerFile  = "ledger.csv"
	IssuesFile  = "issues.csv"
	SummaryFile = "summary.json"
)

// Write writes the period's files below prefix ("" or "2015-Q1/") of a result folder.
func (r *RateResult) Write(dir *outdir.Dir, prefix string) error {
	for _, f := range []struct {
		name string
		fill func(io.Writer) error
	}{
		{ListFile, func(w io.Writer) error { return games.WriteList(w, r.List) }},
		{HistoryFile, r.writeHistory},
		{LedgerFile, r.writeLedger},
		{CorrectionsFile, r.writeCorrections},
		{IssuesFile, func(w io.Writer) error { return WriteIssues(w, r.Issues) }},
		{SummaryFile, func(w io.Writer) error { return render.JSON(w, r.Summary()) }},
	} {
		if err := dir.Write(prefix+f.name, f.fill); err != nil {
			return err
		}
	}
	return nil
}

// WriteIssues writes issues as a table: file, line, column, field, severity, code, message, hint.
func WriteIssues(w io.Writer, issues []issue.Issue) error {
	out := table.NewRow(w)
	out.Header("file", "line", "column", "field", "severity", "code", "message", "hint")
	for i := range issues {
		x := &issues[i]
		out.Text(x.File)
		out.Some(int32(x.Line))
		out.Some(int32(x.Column))
		out.Text(x.Field)
		out.Raw(x.Severity.String())
		out.Raw(x.Code)
		out.Text(x.Message)
		out.Text(x.Hint)
		out.End()
	}
	return out.Flush()
}

// RowCounts is an account in one line.
type RowCounts struct {
	In       int `json:"in"`
	Rated    int `json:"rated"`
	NotRated int `json:"not_rated"`
	SetAside int `json:"set_aside"`
}

// Counts sums the account up: In = Rated + NotRated + SetAside.
func (a *Account) Counts() RowCounts {
	return RowCounts{a.In, a.Of(KindRated), a.Of(KindNotRated), a.Of(KindAside)}
}

// reasons counts the fates of a kind that occur.
func (a *Account) reasons(k Kind) map[string]int {
	m := map[string]int{}
	for f, n := range a.ByFate {
		if fates[f].kind == k && n > 0 {
			m[fates[f].code] = n
		}
	}
	return m
}

// Summary is the content of summary.json.
type Summary struct {
	System string `json:"system"`
	Period string `json:"period"`
	Games  struct {
		From string `json:"ended_from"`
		To   string `json:"ended_to"`
	} `json:"games"`
	Valid struct {
		From string `json:"from"`
		To   string `json:"to"`
	} `json:"list_valid"`
	Rows     RowCounts      `json:"rows"`
	Rated    map[string]int `json:"rated"`
	NotRated map[string]int `json:"not_rated"`
	SetAside map[string]int `json:"set_aside"`
	Players  struct {
		Listed      int `json:"listed"`
		Newcomers   int `json:"newcomers"`
		Played      int `json:"played"`
		Established int `json:"established"`
		Provisional int `json:"provisional"`
		Unrated     int `json:"unrated"`
	} `json:"players"`
	Corrections struct {
		At12       int `json:"at_12_games"`
		At20       int `json:"at_20_games"`
		Incomplete int `json:"history_incomplete"`
	} `json:"corrections"`
	Issues struct {
		SetAside int            `json:"set_aside"`
		Warnings int            `json:"warnings"`
		Notes    int            `json:"notes"`
		ByCode   map[string]int `json:"by_code"`
	} `json:"issues"`
	Files []FileSummary `json:"files"`
}

// FileSummary is the account of one games file.
type FileSummary struct {
	File     string         `json:"file"`
	Format   string         `json:"format"`
	Encoding string         `json:"encoding,omitempty"`
	Tags     int            `json:"result_tags,omitempty"` // of a PGN
	Rows     RowCounts      `json:"rows"`
	NotRated map[string]int `json:"not_rated"`
	SetAside map[string]int `json:"set_aside"`
	Second   *SecondCount   `json:"second_count,omitempty"`
}

// Findings reports that rows were set aside, that it is doubtful whether a rated game counts, or that a second count
// sees more than a reader handed on: exit 1.
func (r *RateResult) Findings() bool {
	return r.Account.Of(KindAside) > 0 || r.Doubtful > 0 || slices.ContainsFunc(r.Files, File.mayLack)
}

// mayLack reports that the second count sees more than the reader handed on.
func (f File) mayLack() bool { return f.Second != nil && f.Second.Seen > f.Second.Handed }

// Summary counts the period.
func (r *RateResult) Summary() *Summary {
	s := &Summary{System: r.System, Period: r.Period.String(), Rows: r.Account.Counts(),
		Rated: r.Account.reasons(KindRated), NotRated: r.Account.reasons(KindNotRated),
		SetAside: r.Account.reasons(KindAside),
		Files:    []FileSummary{}}
	s.Games.From, s.Games.To = r.Period.First().String(), r.Period.Last().String()
	s.Valid.From, s.Valid.To = r.Valid().First().String(), r.Valid().Last().String()
	for p := range r.Rating.Players {
		c := &r.Rating.Players[p]
		s.Players.Listed++
		if r.Joined[p] {
			s.Players.Newcomers++
		}
		if c.Played > 0 {
			s.Players.Played++
		}
		switch c.After.Status {
		case rating.Established:
			s.Players.Established++
		case rating.Provisional:
			s.Players.Provisional++
		default:
			s.Players.Unrated++
		}
	}
	for i := range r.Rating.Corrections {
		switch c := &r.Rating.Corrections[i]; {
		case c.Incomplete:
			s.Corrections.Incomplete++
		case c.Mark == rating.FirstMark:
			s.Corrections.At12++
		default:
			s.Corrections.At20++
		}
	}
	s.Issues.ByCode = map[string]int{}
	for i := range r.Issues {
		switch r.Issues[i].Severity {
		case issue.SetAside:
			s.Issues.SetAside++
		case issue.Warning:
			s.Issues.Warnings++
		default:
			s.Issues.Notes++
		}
		s.Issues.ByCode[r.Issues[i].Code]++
	}
	for i := range r.Files {
		f := &r.Files[i]
		s.Files = append(s.Files, FileSummary{f.Name, f.Format, f.Encoding, f.Tags, f.Account.Counts(),
			f.Account.reasons(KindNotRated), f.Account.reasons(KindAside), f.Second})
	}
	return s
}
