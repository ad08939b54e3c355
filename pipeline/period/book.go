package period

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"crosstable/pipeline/identity"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
)

// periodFile is a file of a folder of periods: DIR/2015-Q1.csv, or DIR/2015-Q1/list.csv as a chain
// writes it.
type periodFile struct {
	Period Period
	Path   string
}

// periodFiles finds the files called base (list.csv, ledger.csv) of all periods in dir, oldest first.
// Files named by their period alone count if plain is set. The folder of a single period counts too. dir and the
// paths given are relative to the folder from.
func periodFiles(from, dir, base string, plain bool) ([]periodFile, error) {
	entries, err := os.ReadDir(source.In(from, dir))
	if err != nil {
		return nil, source.Named(err, dir)
	}
	var found []periodFile
	for _, e := range entries {
		name := e.Name()
		path := filepath.Join(dir, name)
		if st, err := os.Stat(source.In(from, path)); err == nil && st.IsDir() {
			if p, err := ParsePeriod(name); err == nil {
				inner := filepath.Join(path, base)
				if _, err := os.Stat(source.In(from, inner)); err == nil {
					found = append(found, periodFile{p, inner})
				} else if !errors.Is(err, fs.ErrNotExist) {
					return nil, err
				}
			}
			continue
		}
		stem, ok := strings.CutSuffix(name, ".csv")
		if !ok {
			continue
		}
		// ledger-2015-Q1.csv, 2015-Q1-ledger.csv
		kind := strings.TrimSuffix(base, ".csv")
		bare := strings.Trim(strings.TrimSuffix(strings.TrimPrefix(stem, kind), kind), "-_. ")
		if bare == stem && !plain {
			continue
		}
		stem = bare
		if p, err := ParsePeriod(stem); err == nil {
			found = append(found, periodFile{p, path})
		}
	}
	slices.SortStableFunc(found, func(a, b periodFile) int { return int(a.Period - b.Period) })
	for i := 1; i < len(found); i++ {
		if found[i].Period == found[i-1].Period {
			return nil, fmt.Errorf("%s: two files for %s: %s and %s; remove one", dir, found[i].Period, found[i-1].Path,
				found[i].Path)
		}
	}
	return found, nil
}

// bookDepth is how far below the book's folder ledgers are looked for: BOOK/ledger.csv,
// BOOK/2015-Q1/ledger.csv, BOOK/old/2015-Q1/ledger.csv.
const bookDepth = 2

// ListFiles names the earlier lists that a folder of lists holds; dir and the names are relative to base.
func ListFiles(base, dir string) ([]string, error) {
	found, err := periodFiles(base, dir, ListFile, true)
	var out []string
	for _, f := range found {
		out = append(out, f.Path)
	}
	return out, err
}

// BookFiles finds the CSV files of a book, in the order of their paths: what a rating reads, and what a job hashes. dir
// and the names are relative to base.
func BookFiles(base, dir string) ([]string, error) {
	dir, shown := source.In(base, dir), dir
	if st, err := os.Stat(dir); err != nil {
		return nil, source.Named(err, shown)
	} else if !st.IsDir() {
		return nil, &source.BadInput{File: shown, What: "is a file", Hint: "name the folder that holds the ledgers"}
	}
	var found []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if path != dir && strings.HasPrefix(name, ".") {
			if e.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		rel, _ := filepath.Rel(dir, path)
		if e.IsDir() && rel != "." && strings.Count(rel, string(filepath.Separator)) >= bookDepth {
			return filepath.SkipDir
		}
		if !e.IsDir() && strings.EqualFold(filepath.Ext(name), ".csv") {
			found = append(found, filepath.Join(shown, rel))
		}
		return nil
	})
	return found, err
}

// readBook gives the rated games of earlier periods in the ledgers of a folder, as rows whose players are
// those of the roster. A ledger is known by its header, its periods by its rows; other tables are passed
// over. Games of players who are on no list any more cannot meet a row of this period and are left out.
func readBook(ctx context.Context, dir string, how open.Options, p Period, roster *identity.Roster) ([]Row,
	[]issue.Issue, error) {
	files, err := BookFiles(how.Base, dir)
	if err != nil {
		return nil, nil, fmt.Errorf("book: %w", err)
	}
	var rows []Row
	var issues []issue.Issue
	ledgers := 0
	for _, f := range files {
		ledger, found, err := readLedger(ctx, f, how, false)
		var other *table.HeaderError
		if errors.As(err, &other) && !strings.Contains(strings.ToLower(filepath.Base(f)), "ledger") {
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("book: %w", err)
		}
		issues = append(issues, found...)
		ledgers++
		for i := range ledger {
			l := &ledger[i]
			if l.Kind != "game" {
				continue
			}
			made, err := ParsePeriod(l.Period)
			if err != nil {
				issues = append(issues, issue.New("ledger-line", f, 0, 0, "game %s: %v", l.Game, err))
				continue
			}
			if made >= p {
				continue
			}
			row := Row{ID: l.Game, Details: &Details{Event: l.Event, Round: l.Round, Note: l.Period}, Start: l.Start, End: l.End,
				White: roster.Find(l.WhiteID, l.White), Black: roster.Find(l.BlackID, l.Black),
				Result: l.Result, Moves: l.Moves}
			if row.White >= 0 && row.Black >= 0 {
				rows = append(rows, row)
			}
		}
	}
	if ledgers == 0 {
		issues = append(issues, issue.New("book-empty", dir, 0, 0, "%s looked at, none is a ledger", count(len(files),
			"CSV file")))
	}
	return rows, issues, nil
}

// inForce has the ratings of lists by the period that made them: what a player's rating was when a
// game began.
type inForce struct {
	lag   Period             // a list is in force so many periods after the one that made it
	lists map[Period][]int32 // by player; 0, or beyond the end: not on that list
	// What was asked for last.
	last         Period
	list         []int32
	there, asked bool
}

// add enters a list. Players are matched by id, or by name where the list has no ids.
func (f *inForce) add(p Period, l *games.List, roster *identity.Roster) {
	ratings := make([]int32, roster.Len())
	for i := range l.Entries {
		if e := &l.Entries[i]; e.Rated {
			if at := roster.Find(e.ID, e.Name); at >= 0 {
				ratings[at] = e.Rating
			}
		}
	}
	f.set(p, ratings)
}

func (f *inForce) set(p Period, ratings []int32) {
	if f.lists == nil {
		f.lists = map[Period][]int32{}
	}
	f.lists[p] = ratings
	f.asked = false
}

// rating gives a player's rating on the list in force during period p. known is false if that list is
// not there; a rating of 0 then means that the player is not on it.
func (f *inForce) rating(p Period, player int32) (rating int32, known bool) {
	if !f.asked || f.last != p { // rows of one period come together
		f.last, f.asked = p, true
		f.list, f.there = f.lists[p-f.lag]
	}
	if int(player) >= len(f.list) {
		return 0, f.there
	}
	return f.list[player], f.there
}
