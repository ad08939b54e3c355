package games

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
)

// Status is how firm a rating is.
type Status uint8

// Values of Status. JCCA: provisional (仮) until 20 rated games, then established (確定).
const (
	StatusAbsent Status = iota
	Provisional
	Established
)

// String gives the words of the rating list's column: "", "provisional", "established".
func (s Status) String() string { return [...]string{"", "provisional", "established"}[s] }

// Entry is one player of a rating list.
type Entry struct {
	ID     string // text: "007" stays
	Name   string
	Rating int32 // rating points; only if Rated
	Rated  bool  // false: the cell is empty, the player is unrated (not rating 0)
	Games  int32 // rated games so far; only if HasGames
	// HasGames is false where the cell is empty or the column absent.
	HasGames bool
	Status   Status
	Bracket  bool     // the rating was written (1320)
	Extra    []string // cells of List.Extra, in that order; nil if the list has no more columns
	Line     int      // physical line or row number; 0 for entries made by the program
}

// List is a rating list: entries in the order of the file and the columns it has beyond
// id, name, rating, games and status.
type List struct {
	File    string
	Extra   []string // names of the further columns, as written
	Entries []Entry
	Layout  table.Layout // how the file was read
}

// Column gives the index in Extra of a further column, by its name without case, width, spaces and
// underscores; -1 if the list has none.
func (l *List) Column(name string) int {
	key := table.Key(name)
	for i, x := range l.Extra {
		if table.Key(x) == key {
			return i
		}
	}
	return -1
}

// AddColumn gives the index in Extra of a further column and appends it, with empty cells, if it is new.
func (l *List) AddColumn(name string) int {
	if i := l.Column(name); i >= 0 {
		return i
	}
	l.Extra = append(l.Extra, name)
	for i := range l.Entries {
		e := &l.Entries[i]
		for len(e.Extra) < len(l.Extra) {
			e.Extra = append(e.Extra, "")
		}
	}
	return len(l.Extra) - 1
}

// listRow is a rating list's row as gocsv reads and writes it.
type listRow struct {
	ID     table.ID   `csv:"id"`
	Name   table.Text `csv:"name"`
	Rating points     `csv:"rating"`
	Games  table.Int  `csv:"games"`
	Status string     `csv:"status"`
}

// points is a rating cell: 1320, (1320) for a provisional one, empty for an unrated player.
type points struct {
	table.Int
	Bracket bool
}

// UnmarshalCSV reads the cell; what cannot be read is kept for the issue.
func (p *points) UnmarshalCSV(s string) error {
	inner, bracket := unbracket([]byte(s))
	p.Bracket = bracket
	return p.Int.UnmarshalCSV(string(inner))
}

// ReadList reads a rating list: CSV or xlsx, or the fixed columns of FIDE and ICCF, which it recognises. Bad
// rows are issues and are left out. Errors: those of table.Open, and a list in which an id stands twice (or, in
// a list without ids, a name), as *source.BadInput.
func ReadList(in io.Reader, file string, opt table.Options) (*List, []issue.Issue, error) {
	in, fide, iccf, err := peekFixed(in)
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	case fide:
		return readFIDE(in, file, opt)
	case iccf:
		return readICCF(in, file)
	}
	t, err := table.Open(in, file, listSchema, opt)
	if err != nil {
		return nil, nil, err
	}
	defer t.Close()
	l := &List{File: file, Extra: t.Layout.Extra, Layout: t.Layout}
	err = table.Decode(t, func(row *listRow) error {
		e := Entry{ID: string(row.ID), Name: string(row.Name), Rating: row.Rating.N, Rated: row.Rating.Set,
			Games: row.Games.N, HasGames: row.Games.Set, Bracket: row.Rating.Bracket, Line: t.Line()}
		if e.ID == "" && e.Name == "" {
			t.Bad(listSchema.Index("name"), "cell-missing", "the entry has neither id nor name")
			return nil
		}
		if e.Games < 0 {
			t.Bad(listSchema.Index("games"), "cell-number", "%d games", e.Games)
			return nil
		}
		if row.Status != "" {
			s, ok := statuses[table.Key(row.Status)]
			if !ok {
				t.Warn(listSchema.Index("status"), "games-value",
					"status is %q; provisional or established was expected", clipString(row.Status))
			}
			e.Status = s
		}
		switch {
		case e.Bracket && e.Status == Established:
			t.Warn(listSchema.Index("rating"), "list-status",
				"the rating (%d) stands in brackets, the status is established", e.Rating)
		case e.Bracket && e.Status == StatusAbsent:
			e.Status = Provisional
		}
		if len(l.Extra) > 0 {
			e.Extra = t.AppendExtra(make([]string, 0, len(l.Extra)))
		}
		l.Entries = append(l.Entries, e)
		return nil
	})
	issues := t.Issues()
	if err == nil {
		err = l.checkDoubled()
	}
	if err != nil {
		return nil, issues, err
	}
	return l, issues, nil
}

// statuses are the words of the status column, by table.Key.
var statuses = map[string]Status{
	"provisional": Provisional, "p": Provisional, "prov": Provisional, "temporary": Provisional,
	"仮": Provisional, "仮レーティング": Provisional, "仮レイティング": Provisional, "暫定": Provisional, "未確定": Provisional,
	"临时": Provisional, "暂定": Provisional, "vorläufig": Provisional,
	"established": Established, "e": Established, "est": Established, "fixed": Established, "final": Established,
	"確定": Established, "本": Established, "确定": Established, "正式": Established, "endgültig": Established,
	"fest": Established,
}

// checkDoubled refuses a list in which one id names two players.
func (l *List) checkDoubled() error {
	seen := make(map[string]int, len(l.Entries))
	var doubled []string
	for i, e := range l.Entries {
		key, what := e.ID, "id "+strconv.Quote(e.ID)
		if key == "" {
			key, what = "\x00"+table.Key(e.Name), "name "+strconv.Quote(e.Name)+" without id"
		}
		if j, ok := seen[key]; ok {
			doubled = append(doubled, fmt.Sprintf("%s on lines %d and %d", what, l.Entries[j].Line, e.Line))
			continue
		}
		seen[key] = i
	}
	if len(doubled) == 0 {
		return nil
	}
	n := len(doubled)
	what := "the list has players twice: " + strings.Join(doubled[:min(n, 5)], "; ")
	if n > 5 {
		what += fmt.Sprintf("; and %d more", n-5)
	}
	return &source.BadInput{File: l.File, What: what, Hint: "leave one line for each player"}
}

// WriteList writes a list: id, name, rating, games, status and the further columns in their order. Ratings
// are plain numbers, so that the list is the next period's input as it is; an unrated player's cell is empty.
func WriteList(w io.Writer, l *List) error {
	e := table.NewEncoder[listRow](w)
	e.Header = l.Extra
	row := make([]string, len(l.Extra))
	e.Extra = func(i int) []string {
		clear(row)
		for j, s := range l.Entries[i].Extra {
			if j < len(row) {
				row[j] = table.NeutralCell(s)
			}
		}
		return row
	}
	rows := make([]listRow, 0, 512)
	for i := range l.Entries {
		x := &l.Entries[i]
		rows = append(rows, listRow{ID: table.ID(x.ID), Name: table.Text(x.Name),
			Rating: points{Int: table.Int{N: x.Rating, Set: x.Rated}},
			Games:  table.Int{N: x.Games, Set: x.HasGames}, Status: x.Status.String()})
		if len(rows) == cap(rows) || i == len(l.Entries)-1 {
			if err := e.Encode(rows...); err != nil {
				return err
			}
			rows = rows[:0]
		}
	}
	return e.Flush()
}

// PublishedRating is a rating as lists for people show it: (1320) for a provisional one, - for none.
func (e *Entry) PublishedRating() string {
	switch {
	case !e.Rated:
		return "-"
	case e.Status == Provisional:
		return fmt.Sprintf("(%d)", e.Rating)
	}
	return strconv.Itoa(int(e.Rating))
}
