package job

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"crosstable/engine/grade"
	"crosstable/pipeline/date"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/office"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/period"
	"crosstable/pipeline/record"
)

// The stages of the committee's office: grades after a rated period, the annual prize, members.

var gradeKind = stageKind{
	Name:    "grade",
	Summary: "gives grades (段級位) after a rated period, and publishes newsletter, workbook and certificates",
	Keys: []Key{
		{"rate", tText, true, "name of the earlier rate stage"},
		{"after", tText, false, "name of an earlier grade stage, in place of grades: it goes on from there"},
		{"grades", tFile, false, "grades.csv of the period before; without it and after, the grades start with this period"},
		{"titles", tFile, false, "titles: id, title, date; the complete record"},
		{"participants", tFile, false, "participants of events: event, id, rating"},
		{"additional", tText, false, "R^3/10,000,000: floor (default) or tenth"},
		{"loss-points", tFlag, false, "losses by withdrawal or unpaid fee earn points; default true"},
		{"publish", tFlag, false, "write newsletter.txt, report.xlsx and certificates.html; default true"},
	},
	name: func(s *Stage) string { return "grades " + s.texts["rate"] },
	check: func(s *Stage, j *Job) error {
		i := slices.IndexFunc(j.Stages, func(e *Stage) bool { return e.Name == s.texts["rate"] })
		if i < 0 {
			return &keyError{"rate", fmt.Errorf("no stage %q stands before this one", s.texts["rate"])}
		}
		if j.Stages[i].Do != rateKind.Name {
			return &keyError{"rate", fmt.Errorf("stage %q does %s, not rate", s.texts["rate"], j.Stages[i].Do)}
		}
		s.rate = j.Stages[i]
		if s.after != nil && s.one("grades") != "" {
			return &keyError{"grades", fmt.Errorf("stage %q hands on its own; remove one of the two", s.after.Name)}
		}
		if a := s.texts["additional"]; a != "" && a != "floor" && a != "tenth" {
			return &keyError{"additional", fmt.Errorf("%q is none of: floor, tenth", a)}
		}
		return nil
	},
	run: runGrade,
}

func runGrade(ctx context.Context, r *runner, s *Stage) (*StageResult, error) {
	opt := office.GradeOptions{Before: s.one("grades"), Titles: s.one("titles"), Participants: s.one("participants")}
	if s.texts["additional"] == "tenth" {
		opt.Rounding = grade.RoundTenth
	}
	if all, given := s.flags["loss-points"]; given {
		opt.NoLossPoints = !all
	}
	var before *office.Grades
	if s.after != nil {
		before = r.grades[s.after]
	}
	rated := r.links[s.rate].Result
	g, err := office.MakeGrades(ctx, rated, before, opt)
	if err != nil {
		return nil, err
	}
	r.grades[s] = g
	prefix := s.Name + "/"
	if err := g.Write(r.dir, prefix); err != nil {
		return nil, err
	}
	if publish, given := s.flags["publish"]; publish || !given {
		lang, _ := office.ParseLanguage(cmp.Or(append(slices.Clone(r.job.Report.Languages), "en")...))
		p := &office.Publication{Rate: rated, Grades: g, Language: lang, Title: r.job.Title}
		if err := p.Write(r.dir, prefix); err != nil {
			return nil, err
		}
	}
	return officeResult(r.dir, s, g.Issues, len(g.Games), len(g.Rows))
}

var prizeKind = stageKind{
	Name:    "prize",
	Summary: "counts the games started in a business year, by mode, for the annual prize (年間最多対局賞)",
	Keys: []Key{
		{"year", tText, true, "business year: \"2014\" is 1 April 2014 to 31 March 2015"},
		{"games", tFiles, true, "games, finished and running"},
		{"list", tFile, true, "rating list that knows the players"},
		{"aliases", tFile, false, "other names of players"},
		{"encoding", tText, false, "encoding of the files; recognised by content"},
	},
	name: func(s *Stage) string { return "prize " + s.texts["year"] },
	check: func(s *Stage, _ *Job) error {
		if y, err := strconv.Atoi(s.texts["year"]); err != nil || y < 1900 || y > 2200 {
			return &keyError{"year", fmt.Errorf("%q is no year", s.texts["year"])}
		}
		return checkEncoding(s)
	},
	run: func(ctx context.Context, r *runner, s *Stage) (*StageResult, error) {
		year, err := strconv.Atoi(s.texts["year"])
		if err != nil {
			return nil, err
		}
		p, err := office.MakePrize(ctx, office.PrizeOptions{Year: year, List: s.one("list"), Games: s.paths["games"], Aliases: s.one("aliases"), Reading: s.reading()})
		if err != nil {
			return nil, err
		}
		if err := p.Write(r.dir, s.Name+"/"); err != nil {
			return nil, err
		}
		return officeResult(r.dir, s, p.Issues, p.Counted, len(p.Winners))
	},
}

var membersKind = stageKind{
	Name:    "members",
	Summary: "fees paid and due, the pawn ledger, entry fees, and the games that unpaid members lose at the end of April",
	Keys: []Key{
		{"members", tFile, true, "members: id, name, kind, birth, joined, paid_until, pawn"},
		{"date", tText, true, "the day of the office, 2016-04-30"},
		{"pawn", tFile, false, "moves of pawn: date, id, move, amount, yen, note"},
		{"payments", tFile, false, "yearly fees paid: date, id, years, yen, pawn, note; they extend paid_until"},
		{"entry-fee", tText, false, "an entry fee in yen, \"1300\": entry-fees.csv says what each member pays"},
		{"since", tText, false, "members who joined from this day on get the credit of their first year"},
		{"games", tFiles, false, "running national games"},
		{"encoding", tText, false, "encoding of the files; recognised by content"},
	},
	name: func(s *Stage) string { return "members " + s.texts["date"] },
	check: func(s *Stage, _ *Job) error {
		for _, key := range []string{"date", "since"} {
			if v := s.texts[key]; v != "" {
				if _, err := wholeDay(v); err != nil {
					return &keyError{key, err}
				}
			}
		}
		if v := s.texts["entry-fee"]; v != "" {
			if n, err := strconv.Atoi(v); err != nil || n < 0 || n > 1_000_000 {
				return &keyError{"entry-fee", fmt.Errorf("%q is no fee in yen", v)}
			}
		}
		return checkEncoding(s)
	},
	run: func(ctx context.Context, r *runner, s *Stage) (*StageResult, error) {
		opt := office.MemberOptions{Members: s.one("members"), Pawn: s.one("pawn"), Payments: s.one("payments"), Games: s.paths["games"], Reading: s.reading()}
		var err error
		if opt.Today, err = wholeDay(s.texts["date"]); err != nil {
			return nil, err
		}
		if v := s.texts["entry-fee"]; v != "" {
			if opt.EntryFee, err = strconv.Atoi(v); err != nil {
				return nil, err
			}
		}
		if since := s.texts["since"]; since != "" {
			if opt.Since, err = wholeDay(since); err != nil {
				return nil, err
			}
		}
		m, err := office.MakeMembers(ctx, opt)
		if err != nil {
			return nil, err
		}
		if err := m.Write(r.dir, s.Name+"/"); err != nil {
			return nil, err
		}
		return officeResult(r.dir, s, m.Issues, len(m.Moves), len(m.Members))
	},
}

func wholeDay(text string) (record.Date, error) {
	d, err := date.Parse(text)
	if err == nil && !d.Full() {
		err = fmt.Errorf("%q does not name a day", text)
	}
	return d, err
}

func checkEncoding(s *Stage) error {
	if enc := s.texts["encoding"]; enc != "" {
		if err := source.CheckEncoding(enc); err != nil {
			return &keyError{"encoding", err}
		}
	}
	return nil
}

func (s *Stage) reading() open.Options { return open.Options{Encoding: s.texts["encoding"]} }

// officeResult writes the stage's issues.csv and says what the stage made.
func officeResult(dir *outdir.Dir, s *Stage, issues []issue.Issue, rows, players int) (*StageResult, error) {
	if err := dir.Write(s.Name+"/"+period.IssuesFile, func(w io.Writer) error { return period.WriteIssues(w, issues) }); err != nil {
		return nil, err
	}
	return &StageResult{Name: s.Name, Do: s.Do, Rows: rows, Players: players, Issues: len(issues),
		Findings: slices.ContainsFunc(issues, func(i issue.Issue) bool { return i.Severity == issue.SetAside })}, nil
}
