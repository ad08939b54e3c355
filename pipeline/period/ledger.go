package period

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"crosstable/engine/rating"
	"crosstable/pipeline/date"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"

	"crosstable/engine"
)

// The ledger (台帳) is the account of a period as one table. Its kinds of rows:
//
//	game       a rated game: both ratings, difference, table rows, changes, rules
//	not-rated  a game that was read and not rated, with the reason
//	pass       one pass of a correction: the games used and the games it excluded
//	player     a player's period: rating before, changes that counted, rating after
//
// Rows set aside stand in issues.csv. Columns that a kind has no use for are empty. Behind the columns of all
// systems stand those that the system of the period declares (rating.Traits.Game and Player).

// LedgerRow is a row of a ledger as read back. Numbers that the row does not have are 0.
type LedgerRow struct {
	Kind, Period               string
	Game, Event, Round         string
	Start, End                 record.Date
	WhiteID, White             string
	BlackID, Black             string
	Result                     engine.Result
	Fate, Reason               string
	WhiteRating, BlackRating   int32
	WhiteSource, BlackSource   string
	Difference                 int32
	WhiteRow, BlackRow         int32
	WhiteChange, BlackChange   string // decimal, in rating points
	Rule                       string
	Moves                      uint64
	PlayerID, Player           string
	Mark, Pass                 int32
	Games, Wins, Draws, Losses int32
	OpponentSum                int64
	Rp, Excluded               string
	Before, After              string // ratings as on a list; brackets for provisional ones
	Changes                    string // decimal
	File                       string
	Line                       int32
	Own                        map[string]string // cells of the system's own columns that are not empty
}

var ledgerSchema = table.NewSchema("ledger", nil,
	table.Column{Name: "kind", Needed: true},
	table.Column{Name: "period", Needed: true},
	table.Column{Name: "game"}, table.Column{Name: "event"}, table.Column{Name: "round"},
	table.Column{Name: "start"}, table.Column{Name: "end"},
	table.Column{Name: "white_id", Needed: true}, table.Column{Name: "white"},
	table.Column{Name: "black_id", Needed: true}, table.Column{Name: "black"},
	table.Column{Name: "result", Needed: true},
	table.Column{Name: "fate"}, table.Column{Name: "reason"},
	table.Column{Name: "white_rating"}, table.Column{Name: "black_rating"},
	table.Column{Name: "white_source"}, table.Column{Name: "black_source"},
	table.Column{Name: "difference"}, table.Column{Name: "white_row"}, table.Column{Name: "black_row"},
	table.Column{Name: "white_change"}, table.Column{Name: "black_change"}, table.Column{Name: "rule"},
	table.Column{Name: "player_id"}, table.Column{Name: "player"},
	table.Column{Name: "mark"}, table.Column{Name: "pass"},
	table.Column{Name: "games"}, table.Column{Name: "wins"}, table.Column{Name: "draws"}, table.Column{Name: "losses"},
	table.Column{Name: "opponents_sum"}, table.Column{Name: "rp"}, table.Column{Name: "excluded"},
	table.Column{Name: "before"}, table.Column{Name: "changes"}, table.Column{Name: "after"},
	table.Column{Name: "moves"}, table.Column{Name: "file"}, table.Column{Name: "line"},
)

// Columns before and behind the part of games, for filling up with empty cells.
var (
	ledgerGameFirst   = ledgerSchema.Index("game")
	ledgerPlayerFirst = ledgerSchema.Index("player_id")
	ledgerMoves       = ledgerSchema.Index("moves")
)

// writeLedger writes the whole ledger of a result. Games are most of it; the cells that stand in many lines
// (players, files, events) are encoded once.
func (r *RateResult) writeLedger(w io.Writer) error {
	lw := &ledgerWriter{r: r, Row: table.NewRow(w), period: r.Period.String(), rules: rulePairs(r.Rating.Rules),
		players: make([][]byte, len(r.List.Entries))}
	for p := range lw.players {
		e := &r.List.Entries[p]
		lw.players[p] = table.Cells(func(out *table.Row) { out.ID(e.ID); out.Text(e.Name) })
	}
	for i := range r.Files {
		lw.files = append(lw.files, table.Cells(func(out *table.Row) { out.Text(r.Files[i].Name) }))
	}
	lw.Header(ledgerHeader(r.Rating.Traits)...)
	for i, at := range r.Rated {
		lw.begin("game", &r.Rows[at])
		lw.sides(&r.Rows[at], &r.Rating.Games[i])
		lw.end(&r.Rows[at], ledgerMoves-ledgerPlayerFirst, &r.Rating.Games[i])
	}
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Fate.Kind() == KindNotRated {
			lw.begin("not-rated", row)
			lw.end(row, ledgerMoves-ledgerSchema.Index("difference"), nil)
		}
	}
	for c := range r.Rating.Corrections {
		lw.passes(&r.Rating.Corrections[c])
	}
	for p := range r.Rating.Players {
		lw.player(int32(p))
	}
	return lw.Flush()
}

// ledgerHeader is the columns of all systems and those of the system.
func ledgerHeader(t *rating.Traits) []string {
	var names []string
	for _, c := range ledgerSchema.Columns {
		names = append(names, c.Name)
	}
	for _, c := range t.Game {
		names = append(names, "white_"+c.Name, "black_"+c.Name)
	}
	for _, c := range t.Player {
		names = append(names, c.Name)
	}
	return names
}

// ledgerWriter writes the lines of a ledger.
type ledgerWriter struct {
	r *RateResult
	*table.Row
	period         string
	players, files [][]byte   // encoded cells: id and name; name
	rules          [][]string // by the rules of White and Black

	last          *Details
	event, reason []byte // encoded cells of last: event and round; reason
}

// begin writes kind to black_source.
func (l *ledgerWriter) begin(kind string, row *Row) {
	if row.Details != l.last {
		l.last = row.Details
		l.event = table.Cells(func(out *table.Row) { out.Text(row.Event); out.Text(row.Round) })
		l.reason = table.Cells(func(out *table.Row) { out.Text(row.Reason) })
	}
	l.Raw(kind)
	l.Raw(l.period)
	l.ID(row.ID)
	l.Encoded(l.event)
	l.Date(row.Start)
	l.Date(row.End)
	for _, p := range [2]int32{row.White, row.Black} {
		if p < 0 {
			l.Empties(2)
		} else {
			l.Encoded(l.players[p])
		}
	}
	l.Raw(record.FormatResult(row.Result))
	l.Raw(row.Fate.String())
	l.Encoded(l.reason)
	l.Some(row.WhiteRating)
	l.Some(row.BlackRating)
	l.Raw(row.WhiteFrom.String())
	l.Raw(row.BlackFrom.String())
}

// sides writes difference to rule.
func (l *ledgerWriter) sides(row *Row, s *rating.Sides) {
	d := row.WhiteRating - row.BlackRating
	l.Int(int(max(d, -d)))
	l.Some(int32(s.White.Row))
	l.Some(int32(s.Black.Row))
	l.Raw(signed(s.White.Change, l.r.Rating.Scale))
	l.Raw(signed(s.Black.Change, l.r.Rating.Scale))
	l.Raw(l.rules[s.White.Rule][s.Black.Rule])
}

// end writes some empty cells, moves, file and line, and the system's own cells: of the sides if there are any.
func (l *ledgerWriter) end(row *Row, empty int, s *rating.Sides) {
	l.Empties(empty)
	l.Hex(row.Moves)
	l.Encoded(l.files[row.File])
	l.Int(int(row.Line))
	traits := l.r.Rating.Traits
	for _, c := range traits.Game {
		if s == nil {
			l.Empties(2)
			continue
		}
		l.Raw(c.Text(&s.White))
		l.Raw(c.Text(&s.Black))
	}
	l.Empties(len(traits.Player))
	l.End()
}

// player writes a player's period: of those who played, joined, or lost their rating without a game.
func (l *ledgerWriter) player(p int32) {
	c := &l.r.Rating.Players[p]
	lost := c.Before.Status != rating.Unrated && c.After.Status == rating.Unrated
	if c.Played == 0 && !l.r.Joined[p] && !lost {
		return
	}
	l.Raw("player")
	l.Raw(l.period)
	l.Empties(ledgerPlayerFirst - ledgerGameFirst)
	l.Encoded(l.players[p])
	cor := l.r.Correction(p)
	if cor != nil {
		l.Int(int(cor.Mark))
	} else {
		l.Empty()
	}
	l.Empty()
	l.Int(int(c.Played))
	l.Empties(4)
	switch {
	case cor == nil:
		l.Empties(2)
	case cor.Incomplete:
		l.Empty()
		l.Raw("history-incomplete")
	default:
		l.Int(int(cor.Rating))
		l.Empty()
	}
	l.Raw(Shown(c.Before))
	l.Raw(signed(c.Counted, l.r.Rating.Scale))
	l.Raw(Shown(c.After))
	l.Empties(3 + 2*len(l.r.Rating.Traits.Game))
	for _, f := range l.r.Rating.Traits.Player {
		l.Text(f.Text(c))
	}
	l.End()
}

// passes writes the passes of a correction.
func (l *ledgerWriter) passes(cor *rating.Correction) {
	for n, p := range cor.Passes {
		l.Raw("pass")
		l.Raw(l.period)
		l.Empties(ledgerPlayerFirst - ledgerGameFirst)
		l.Encoded(l.players[cor.Player])
		l.Int(int(cor.Mark))
		l.Int(n + 1)
		for _, v := range [4]int32{p.Games(), p.Wins, p.Draws, p.Losses} {
			l.Int(int(v))
		}
		l.Raw(strconv.FormatInt(p.OpponentSum, 10))
		l.Raw(Fraction(p.Num, p.Den))
		var gone []string
		for _, at := range p.Excluded {
			g := l.r.PastGame(cor.Player, at)
			gone = append(gone, fmt.Sprintf("%s (%d)", gameName(g, at), g.Opponent))
		}
		l.Text(strings.Join(gone, "; "))
		l.Empties(6 + 2*len(l.r.Rating.Traits.Game) + len(l.r.Rating.Traits.Player))
		l.End()
	}
}

// gameName names a game of a correction: by id, else as the player's n-th game.
func gameName(g Past, position int32) string {
	if g.Game != "" {
		return g.Game
	}
	return fmt.Sprintf("game no. %d", position+1)
}

// rulePairs names the rules of both sides, White's first, once if they are equal.
func rulePairs(rules []rating.RuleInfo) [][]string {
	out := make([][]string, len(rules))
	for w := range rules {
		for b := range rules {
			text := rules[w].Code
			if w != b {
				text += "/" + rules[b].Code
			}
			out[w] = append(out[w], text)
		}
	}
	return out
}

// Shown is a rating as published lists show it: (1320) while it is provisional, "-" without one.
func Shown(e rating.Entry) string {
	switch e.Status {
	case rating.Unrated:
		return "-"
	case rating.Provisional:
		return "(" + strconv.Itoa(int(e.Rating)) + ")"
	}
	return strconv.Itoa(int(e.Rating))
}

// signed gives n/scale rating points as a decimal with its sign: "+21", "-9", "0", "+8.40".
func signed(n, scale int32) string {
	if scale == 1 && n > -signedRange && n < signedRange {
		return signedWords[n+signedRange]
	}
	sign := "+"
	switch {
	case n < 0:
		sign, n = "-", -n
	case n == 0:
		sign = ""
	}
	s := sign + strconv.Itoa(int(n/scale))
	if scale > 1 {
		digits := len(strconv.Itoa(int(scale))) - 1
		s += fmt.Sprintf(".%0*d", digits, n%scale)
	}
	return s
}

const signedRange = 100

// signedWords are the changes of the quick table, made once: a ledger has two a game.
var signedWords = func() (t [2 * signedRange]string) {
	for i := range t {
		if n := i - signedRange; n > 0 {
			t[i] = "+" + strconv.Itoa(n)
		} else {
			t[i] = strconv.Itoa(n)
		}
	}
	return t
}()

// Fraction writes an exact fraction: "1497", "1497 2/3", "-4 1/2".
func Fraction(num, den int64) string {
	sign := ""
	if num < 0 {
		sign, num = "-", -num
	}
	whole, rest := num/den, num%den
	if rest == 0 {
		if whole == 0 {
			sign = ""
		}
		return sign + strconv.FormatInt(whole, 10)
	}
	g := gcd(rest, den)
	part := fmt.Sprintf("%d/%d", rest/g, den/g)
	if whole == 0 {
		return sign + part
	}
	return fmt.Sprintf("%s%d %s", sign, whole, part)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// ReadLedger reads a ledger that a rating run wrote. Rows that it cannot use are issues.
func ReadLedger(ctx context.Context, path string) ([]LedgerRow, []issue.Issue, error) {
	return readLedger(ctx, path, open.Options{}, true)
}

// readLedger is ReadLedger below a base folder, on demand without the system's own columns.
func readLedger(ctx context.Context, path string, how open.Options, own bool) ([]LedgerRow, []issue.Issue, error) {
	return open.Own(ctx, path, how, func(in io.Reader, file string, _ table.Options) ([]LedgerRow, []issue.Issue, error) {
		return ledgerRows(in, file, own)
	})
}

func ledgerRows(in io.Reader, path string, own bool) ([]LedgerRow, []issue.Issue, error) {
	t, err := table.Open(in, path, ledgerSchema, table.Options{Separator: ','})
	if err != nil {
		return nil, nil, err
	}
	defer t.Close()
	var rows []LedgerRow
	var issues []issue.Issue
	var cells []string
	for {
		switch err := t.Next(); {
		case err == io.EOF:
			for _, i := range t.Issues() {
				if i.Severity != issue.Note {
					i.Code, i.Severity = "ledger-line", issue.Warning
					issues = append(issues, i)
				}
			}
			return rows, issues, nil
		case err != nil:
			return nil, nil, err
		}
		row, err := ledgerRow(t)
		if err != nil {
			issues = append(issues, issue.New("ledger-line", path, t.Line(), 0, "%v", err))
			continue
		}
		if own {
			cells = t.AppendExtra(cells[:0])
			row.Own = ownCells(t.Layout.Extra, cells)
		}
		rows = append(rows, row)
	}
}

// ownCells are the cells of a row that are not empty, by column; nil without any.
func ownCells(columns, cells []string) map[string]string {
	var own map[string]string
	for i, c := range cells {
		if c == "" {
			continue
		}
		if own == nil {
			own = map[string]string{}
		}
		own[columns[i]] = c
	}
	return own
}

func ledgerRow(t *table.Reader) (row LedgerRow, err error) {
	n := 0
	cell := func() []byte {
		n++
		return t.Cell(n - 1)
	}
	text := func(dst *string) { *dst = table.Plain(string(cell())) }
	id := func(dst *string) { *dst = table.PlainID(string(cell())) }
	number := func(dst *int32) {
		if b := cell(); len(b) > 0 {
			v, e := strconv.ParseInt(string(b), 10, 32)
			if e != nil && err == nil {
				err = fmt.Errorf("%s is no number: %q", ledgerSchema.Columns[n-1].Name, b)
			}
			*dst = int32(v)
		}
	}
	day := func(dst *record.Date) {
		if b := cell(); len(b) > 0 {
			d, e := date.ParseBytes(b)
			if e != nil && err == nil {
				err = fmt.Errorf("%s: %v", ledgerSchema.Columns[n-1].Name, e)
			}
			*dst = d
		}
	}
	text(&row.Kind)
	text(&row.Period)
	id(&row.Game)
	text(&row.Event)
	text(&row.Round)
	day(&row.Start)
	day(&row.End)
	id(&row.WhiteID)
	text(&row.White)
	id(&row.BlackID)
	text(&row.Black)
	if b := cell(); len(b) > 0 {
		var ok bool
		if row.Result, ok = record.ParseResult(string(b)); !ok && err == nil {
			err = fmt.Errorf("result: %q", b)
		}
	}
	text(&row.Fate)
	text(&row.Reason)
	number(&row.WhiteRating)
	number(&row.BlackRating)
	text(&row.WhiteSource)
	text(&row.BlackSource)
	number(&row.Difference)
	number(&row.WhiteRow)
	number(&row.BlackRow)
	row.WhiteChange, row.BlackChange = string(cell()), string(cell())
	text(&row.Rule)
	id(&row.PlayerID)
	text(&row.Player)
	for _, dst := range []*int32{&row.Mark, &row.Pass, &row.Games, &row.Wins, &row.Draws, &row.Losses} {
		number(dst)
	}
	if b := cell(); len(b) > 0 {
		v, e := strconv.ParseInt(string(b), 10, 64)
		if e != nil && err == nil {
			err = fmt.Errorf("opponents_sum is no number: %q", b)
		}
		row.OpponentSum = v
	}
	text(&row.Rp)
	text(&row.Excluded)
	row.Before, row.Changes, row.After = string(cell()), string(cell()), string(cell())
	if b := cell(); len(b) > 0 {
		v, e := strconv.ParseUint(string(bytes.ToLower(b)), 16, 64)
		if e != nil && err == nil {
			err = fmt.Errorf("moves: %q", b)
		}
		row.Moves = v
	}
	text(&row.File)
	number(&row.Line)
	return row, err
}
