package games

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
)

// Lists in fixed columns: FIDE's and ICCF's.
//
// FIDE's columns are found from the header line, because they move: the rating column of the standard list is
// named for the month, FOA comes and goes. The combined list has three ratings; the first is taken
// unless Options.Columns says otherwise ({"rating": "RRtng"}). Everything but id, name and rating is a further column
// of the List: the games column of FIDE counts the period's games, not those of a lifetime. A rating 0 is none.

// fixedColumn is a column by its first character, counted from 0.
type fixedColumn struct {
	name  string
	start int
}

// fideHeader finds the columns in a FIDE header line.
func fideHeader(line string) ([]fixedColumn, bool) {
	line = strings.ReplaceAll(strings.TrimPrefix(line, "\ufeff"), "ID Number", "ID_Number")
	line = strings.ReplaceAll(line, "ID number", "ID_Number")
	if strings.ContainsAny(line, ",;\t|") {
		return nil, false
	}
	var cols []fixedColumn
	for i := 0; i < len(line); {
		if line[i] == ' ' {
			i++
			continue
		}
		j := i
		for j < len(line) && line[j] != ' ' {
			j++
		}
		cols = append(cols, fixedColumn{strings.ReplaceAll(line[i:j], "_", " "), i})
		i = j
	}
	id, name, fed, rating := false, false, false, false
	for i, c := range cols {
		switch k := table.Key(c.name); {
		case i == 0:
			id = k == "idnumber" || k == "id"
		case k == "name":
			name = c.start >= 6
		case k == "fed":
			fed = true
		case isRatingColumn(c.name):
			rating = true
		}
	}
	return cols, id && name && fed && rating
}

// monthColumn is the name of the standard list's rating column: DEC24.
var monthColumn = regexp.MustCompile(`^(?i)(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[0-9]{2}$`)

func isRatingColumn(name string) bool {
	k := table.Key(name)
	return k == "srtng" || k == "rrtng" || k == "brtng" || k == "rtng" || k == "rating" || monthColumn.MatchString(name)
}

// iccfLine reports a line of ICCF's list: id 0-5, federation 7-9, title 11-13, rating 15-18, sex 20, name from 22.
var iccfLine = regexp.MustCompile(`^[0-9]{5,6} ? [A-Z]{3} [A-Za-z ]{3} [0-9 ]{3}[0-9] [MFmf ] \S`)

// fixedKind looks at the beginning of a text.
func fixedKind(head []byte) (fide, iccf bool) {
	lines := strings.FieldsFunc(string(head), func(r rune) bool { return r == '\n' || r == '\r' })
	n := 0
	for i, l := range lines {
		if i >= 40 {
			break
		}
		if _, ok := fideHeader(l); ok {
			return true, false
		}
		if iccfLine.MatchString(strings.TrimPrefix(l, "\ufeff")) {
			n++
		}
	}
	return false, n > 0 && 2*n >= min(len(lines), 40)
}

// fixedRow cuts a line into columns. A value may run over its column's end (a person's titles): where the line is
// longer than its header by some characters, the columns behind that value are shifted by as many.
func fixedRow(dst []string, line []rune, cols []fixedColumn, width int) []string {
	shift := 0
	over := len(line) - width
	for i, c := range cols {
		from := c.start + shift
		to := len(line)
		if i+1 < len(cols) {
			to = cols[i+1].start + shift
			if over > 0 && shift == 0 && to < len(line) && line[to-1] != ' ' && line[to] != ' ' {
				shift = over
				to += shift
			}
		}
		from, to = min(from, len(line)), min(to, len(line))
		dst = append(dst, strings.TrimSpace(string(line[from:to])))
	}
	return dst
}

const fixedLineBytes = 64 << 10

// readFIDE reads a FIDE list.
func readFIDE(in io.Reader, file string, opt table.Options) (*List, []issue.Issue, error) {
	lines := table.NewLines(in, file, fixedLineBytes)
	l := &List{File: file}
	var cols []fixedColumn
	var cells []string
	var issues []issue.Issue
	width, id, name, rating, titles := 0, 0, 0, -1, 0
	for {
		b, n, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, lines.Issues(), err
		}
		text := string(b)
		if cols == nil {
			c, ok := fideHeader(text)
			if !ok {
				titles++
				continue
			}
			cols, width = c, utf8.RuneCountInString(strings.TrimPrefix(text, "\ufeff"))
			want := table.Key(opt.Columns["rating"])
			for i, c := range cols {
				switch k := table.Key(c.name); {
				case k == "name":
					name = i
				case rating < 0 && (want == "" && isRatingColumn(c.name) || want != "" && k == want):
					rating = i
				case i != id:
					l.Extra = append(l.Extra, c.name)
				}
				l.Layout.Header = append(l.Layout.Header, c.name)
			}
			if rating < 0 {
				return nil, nil, &source.BadInput{File: file, Line: n, What: "the FIDE list has no column " +
					opt.Columns["rating"], Hint: "it has " + strings.Join(l.Layout.Header, ", ")}
			}
			l.Layout.Format, l.Layout.HeaderLine, l.Layout.Titles, l.Layout.Extra = "fide", n, titles, l.Extra
			l.Layout.Columns = []string{"id", "name", "rating"}
			continue
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		cells = fixedRow(cells[:0], []rune(text), cols, width)
		e := Entry{ID: cells[id], Name: cells[name], Line: n}
		if e.ID == "" {
			i := issue.New("list-fixed-line", file, n, cols[id].start+1, "there is no id in columns 1 to %d", cols[id+1].start)
			i.Field = cols[id].name
			issues = append(issues, i)
			continue
		}
		if !e.setRating(cells[rating]) {
			i := issue.New("list-fixed-line", file, n, cols[rating].start+1, "%s is %q", cols[rating].name,
				clipString(cells[rating]))
			i.Field = cols[rating].name
			issues = append(issues, i)
			continue
		}
		for i, c := range cells {
			if i != id && i != name && i != rating {
				e.Extra = append(e.Extra, c)
			}
		}
		l.Entries = append(l.Entries, e)
	}
	issues = append(lines.Issues(), issues...)
	if err := l.checkDoubled(); err != nil {
		return nil, issues, err
	}
	return l, issues, nil
}

// setRating reads a rating; blank and 0 are none.
func (e *Entry) setRating(s string) bool {
	if s == "" {
		return true
	}
	n, err := table.ParseInt([]byte(s), table.Unstated)
	if err != nil || n < 0 {
		return false
	}
	e.Rating, e.Rated = n, n > 0
	if !e.Rated {
		e.Rating = 0
	}
	return true
}

// readICCF reads ICCF's list in fixed columns.
func readICCF(in io.Reader, file string) (*List, []issue.Issue, error) {
	lines := table.NewLines(in, file, fixedLineBytes)
	l := &List{File: file, Extra: []string{"federation", "title", "sex"}}
	l.Layout.Format, l.Layout.Columns, l.Layout.Extra = "iccf", []string{"id", "name", "rating"}, l.Extra
	var issues []issue.Issue
	for {
		b, n, err := lines.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, lines.Issues(), err
		}
		line := []rune(strings.TrimPrefix(string(b), "\ufeff"))
		if !iccfLine.MatchString(string(line)) {
			if len(l.Entries) == 0 || strings.TrimSpace(string(line)) == "" {
				l.Layout.Titles++
				continue
			}
			issues = append(issues, issue.New("list-fixed-line", file, n, 0, "not a line of an ICCF list: %q", clip(b)))
			continue
		}
		cut := func(from, to int) string {
			return strings.TrimSpace(string(line[min(from, len(line)):min(to, len(line))]))
		}
		e := Entry{ID: cut(0, 6), Name: cut(22, len(line)), Extra: []string{cut(7, 10), cut(11, 14), cut(20, 21)}, Line: n}
		if !e.setRating(cut(15, 19)) {
			issues = append(issues, issue.New("list-fixed-line", file, n, 16, "the rating is %q", cut(15, 19)))
			continue
		}
		l.Entries = append(l.Entries, e)
	}
	issues = append(lines.Issues(), issues...)
	if err := l.checkDoubled(); err != nil {
		return nil, issues, err
	}
	return l, issues, nil
}

// peekFixed looks at the beginning of in and gives it back whole.
func peekFixed(in io.Reader) (whole io.Reader, fide, iccf bool, err error) {
	head := make([]byte, 16<<10)
	n, err := io.ReadFull(in, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	head = head[:n]
	whole = io.MultiReader(bytes.NewReader(head), in)
	if err != nil || bytes.HasPrefix(head, []byte("PK")) {
		return whole, false, false, err
	}
	fide, iccf = fixedKind(head)
	return whole, fide, iccf, nil
}
