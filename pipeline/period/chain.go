package period

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/render"
)

// A folder of quarters holds the whole history of a rating list, so that a correction is a change of an
// old file and a replay:
//
//	quarters/list.csv            the list the first quarter begins with (or --list)
//	quarters/history.csv         earlier games of its provisional players, if any
//	quarters/aliases.csv         other names, if any
//	quarters/lists/2014-Q3.csv   lists in force when the first games began, if any
//	quarters/2015-Q1/            any number of games files: CSV, xlsx, PGN, gzip or zstd
//	quarters/2015-Q1/newcomers.csv
//	quarters/2015-Q2.csv         a quarter of one file needs no folder
//
// The result has a folder for each quarter, which is what rating the quarters one by one gives.

// Quarter is one period of a chain.
type Quarter struct {
	Period    Period
	Games     []string
	Newcomers string
}

// Quarters is what a folder of quarters holds. Paths begin with the folder as it was named.
type Quarters struct {
	Dir      string
	List     string
	History  string
	Aliases  string
	Lists    string
	Quarters []Quarter // oldest first, without gaps
}

// Files lists every file of the quarters.
func (q *Quarters) Files() []string {
	var out []string
	for _, f := range []string{q.List, q.History, q.Aliases} {
		if f != "" {
			out = append(out, f)
		}
	}
	for _, quarter := range q.Quarters {
		out = append(out, quarter.Games...)
		if quarter.Newcomers != "" {
			out = append(out, quarter.Newcomers)
		}
	}
	return out
}

// ReadQuarters looks through a folder of quarters, relative to base as all paths are. Nothing but names is read.
func ReadQuarters(base, dir string) (*Quarters, error) {
	entries, err := os.ReadDir(source.In(base, dir))
	if err != nil {
		return nil, source.Named(err, dir)
	}
	q := &Quarters{Dir: dir}
	where := map[Period]string{}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") {
			continue
		}
		path := filepath.Join(dir, name)
		st, err := os.Stat(source.In(base, path))
		if err != nil {
			return nil, err
		}
		stem, _, _ := strings.Cut(name, ".")
		stem = strings.ToLower(stem)
		p, notPeriod := ParsePeriod(stem)
		switch {
		case st.IsDir() && stem == "lists":
			q.Lists = path
			continue
		case !st.IsDir() && stem == "list":
			q.List = path
			continue
		case !st.IsDir() && stem == "history":
			q.History = path
			continue
		case !st.IsDir() && (stem == "aliases" || stem == "alias"):
			q.Aliases = path
			continue
		case notPeriod != nil && !st.IsDir() && open.FormatByName(name) == source.Unknown:
			continue // a note, a README
		case notPeriod != nil:
			return nil, &source.BadInput{File: path, What: "is not named by a quarter",
				Hint: "name folders and files 2015-Q1; other names known here are list.csv, history.csv, aliases.csv, lists/"}
		}
		if other, ok := where[p]; ok {
			return nil, &source.BadInput{File: path, What: fmt.Sprintf("is %s a second time, beside %s", p, other),
				Hint: "put the files of one quarter into one folder"}
		}
		where[p] = path
		quarter := Quarter{Period: p, Games: []string{path}}
		if st.IsDir() {
			if quarter, err = readQuarter(p, base, path); err != nil {
				return nil, err
			}
		}
		q.Quarters = append(q.Quarters, quarter)
	}
	if len(q.Quarters) == 0 {
		return nil, &source.BadInput{File: dir, What: "holds no quarters",
			Hint: "put the games of a quarter into a folder named 2015-Q1"}
	}
	slices.SortFunc(q.Quarters, func(a, b Quarter) int { return int(a.Period - b.Period) })
	for i := 1; i < len(q.Quarters); i++ {
		if want := q.Quarters[i-1].Period + 1; q.Quarters[i].Period != want {
			return nil, &source.BadInput{File: dir, What: fmt.Sprintf("has %s and %s but no %s", q.Quarters[i-1].Period,
				q.Quarters[i].Period, want),
				Hint: "a quarter without games is an empty folder"}
		}
	}
	return q, nil
}

// readQuarter sorts the files of one quarter's folder. A folder without games is a quarter without games.
func readQuarter(p Period, from, dir string) (Quarter, error) {
	q := Quarter{Period: p}
	names, err := source.ExpandIn(from, []string{dir})
	if errors.Is(err, fs.ErrNotExist) {
		return q, nil
	}
	if err != nil {
		return q, err
	}
	for _, n := range names {
		base := strings.ToLower(filepath.Base(n))
		stem, _, _ := strings.Cut(base, ".")
		switch {
		case stem == "newcomers":
			if q.Newcomers != "" {
				return q, &source.BadInput{File: n, What: "is a second file of newcomers", Hint: "keep one for a quarter"}
			}
			q.Newcomers = n
		case open.FormatByName(base) == source.Unknown:
			// notes and the like
		default:
			q.Games = append(q.Games, n)
		}
	}
	return q, nil
}

// chainState is what one period hands to the next in memory. Players keep their numbers along a chain:
// newcomers come behind.
type chainState struct {
	list    *games.List
	history [][]Past
	known   inForce
	book    []Row // rated games of all periods so far; Note is the period
}

// Chain rates the quarters of a folder one after the other and gives each result to use, which must not
// keep it: the next one may be large too. opt says what is the same for all; its Period, Games, Newcomers
// and Book are not looked at, its List, History, Aliases and Lists go before the folder's own.
func Chain(ctx context.Context, q *Quarters, opt RateOptions, use func(*RateResult) error) error {
	for _, f := range []struct {
		set *string
		own string
	}{{&opt.List, q.List}, {&opt.History, q.History}, {&opt.Aliases, q.Aliases}, {&opt.Lists, q.Lists}} {
		if *f.set == "" {
			*f.set = f.own
		}
	}
	if opt.List == "" {
		return &source.BadInput{File: q.Dir, What: "has no list.csv to begin with",
			Hint: "put the list before the first quarter there, or name it with --list"}
	}
	opt.Book = ""
	opt.after = nil
	for _, quarter := range q.Quarters {
		opt.Period, opt.Games, opt.Newcomers = quarter.Period, quarter.Games, quarter.Newcomers
		r, err := rate(ctx, opt)
		if err != nil {
			return fmt.Errorf("%s: %w", quarter.Period, err)
		}
		opt.after = r.next()
		if err := use(r.res); err != nil {
			return fmt.Errorf("%s: %w", quarter.Period, err)
		}
	}
	return nil
}

// next makes the state after a period.
func (r *rater) next() *chainState {
	res := r.res
	s := &chainState{history: make([][]Past, len(res.List.Entries)), known: r.known}
	// The list as the next period would read it from the file.
	list := *res.List
	list.File = res.Period.String() + "/" + ListFile
	list.Entries = slices.Clone(list.Entries)
	for p := range list.Entries {
		list.Entries[p].Extra = slices.Clone(list.Entries[p].Extra)
		list.Entries[p].Line = p + 2
	}
	s.list = &list
	ratings := make([]int32, len(list.Entries))
	for p := range ratings {
		if e := &list.Entries[p]; e.Rated {
			ratings[p] = e.Rating
		}
		if res.keepsHistory(int32(p)) {
			n := len(res.History[p]) + len(res.Rating.GamesOf(int32(p)))
			for at := range n {
				s.history[p] = append(s.history[p], res.PastGame(int32(p), int32(at)))
			}
		}
	}
	s.known.set(res.Period, ratings)
	if r.opt.after != nil {
		s.book = r.opt.after.book
	}
	for _, at := range res.Rated {
		row := res.Rows[at]
		row.Details = &Details{Event: row.Event, Round: row.Round, Note: res.Period.String()}
		s.book = append(s.book, row)
	}
	return s
}

// ChainSummary is the content of summary.json of a chain's folder.
type ChainSummary struct {
	System  string         `json:"system"`
	First   string         `json:"first_period"`
	Last    string         `json:"last_period"`
	Rows    RowCounts      `json:"rows"`
	Periods []PeriodCounts `json:"periods"`

	findings bool
}

// Findings reports that some period has findings (RateResult.Findings).
func (s *ChainSummary) Findings() bool { return s.findings }

// PeriodCounts is one period of a chain.
type PeriodCounts struct {
	Period string    `json:"period"`
	Rows   RowCounts `json:"rows"`
}

// Add counts a period.
func (s *ChainSummary) Add(r *RateResult) {
	c := r.Account.Counts()
	s.System, s.Last = r.System, r.Period.String()
	if s.First == "" {
		s.First = s.Last
	}
	s.Rows.In += c.In
	s.Rows.Rated += c.Rated
	s.Rows.NotRated += c.NotRated
	s.Rows.SetAside += c.SetAside
	s.findings = s.findings || r.Findings()
	s.Periods = append(s.Periods, PeriodCounts{s.Last, c})
}

// Write writes summary.json.
func (s *ChainSummary) Write(dir *outdir.Dir, prefix string) error {
	return dir.Write(prefix+SummaryFile, func(w io.Writer) error { return render.JSON(w, s) })
}
