package games

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/date"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// Reader streams the games of a table (CSV, xlsx, the NCS results file). Its memory does not grow with
// the file.
type Reader struct {
	t    *table.Reader
	file string
	opt  table.Options
	seq  int

	last struct {
		start, end, date cachedDate
	}
	moves pgn.MoveHasher
	// What the result column was seen to hold in rows where only one reading is possible.
	pointsSeen, winnerSeen bool
}

// NewReader reads the header. file is the name in issues and in record.Game; in gives UTF-8
// (pipeline/open/source) or xlsx. Errors are those of table.Open.
func NewReader(in io.Reader, file string, opt table.Options) (*Reader, error) {
	t, err := table.Open(in, file, gameSchema, opt)
	if err != nil {
		return nil, err
	}
	return &Reader{t: t, file: file, opt: opt}, nil
}

// Layout says how the file was read: separator or sheet, header line, columns.
func (r *Reader) Layout() table.Layout { return r.t.Layout }

// Counts gives the rows below the header so far and how many of them were set aside with an issue.
// The rest were given by Next.
func (r *Reader) Counts() (rows, setAside int) { return r.t.Rows, r.t.SetAside }

// Issues gives the issues since the last call.
func (r *Reader) Issues() []issue.Issue { return r.t.Issues() }

// Close frees what an xlsx file holds.
func (r *Reader) Close() error { return r.t.Close() }

// Handed counts what was taken note of so far, the header included (table.Reader).
func (r *Reader) Handed() int { return r.t.Handed }

// AppendExtra appends the current row's cells of Layout().Extra, the columns without a meaning here.
func (r *Reader) AppendExtra(dst []string) []string { return r.t.AppendExtra(dst) }

// Next reads the next game into g; io.EOF after the last. Rows that cannot be used are issues and are passed over,
// unless Options.KeepBad: then they come too, and bad results have ResultText.
func (r *Reader) Next(g *record.Game) error {
	for {
		if err := r.t.Next(); err != nil {
			return err
		}
		r.seq++
		r.game(g)
		if !r.t.IsBad() || r.opt.KeepBad {
			return nil
		}
	}
}

func (r *Reader) game(g *record.Game) {
	t := r.t
	*g = record.Game{File: r.file, Line: t.Line(), Seq: r.seq, Plies: -1}
	if t.Has(colGame) {
		g.ID = plainID(string(t.Cell(colGame)))
	}
	g.Event = r.text(colEvent)
	g.Site = r.text(colSite)
	g.Round = r.text(colRound)
	g.Note = r.text(colNote)
	r.side(&g.White, colWhiteID, colWhite, colWhiteKanji, colWhiteRating, colWhiteElo)
	r.side(&g.Black, colBlackID, colBlack, colBlackKanji, colBlackRating, colBlackElo)
	r.dates(g)
	r.result(g)
	if g.TakeBye(); !g.Bye {
		r.named(&g.White, colWhiteID, colWhite, "White")
		r.named(&g.Black, colBlackID, colBlack, "Black")
	}
	r.mode(g)
	if b := t.Cell(colRated); len(b) > 0 {
		if v, ok := yesNo(string(b)); ok {
			g.Rated = v
		} else {
			t.Warn(colRated, "games-value", "rated is %q; yes or no was expected, the game counts as rated", clip(b))
		}
	}
	if b := t.Cell(colReason); len(b) > 0 {
		if v, ok := reasons[table.Key(string(b))]; ok {
			g.Reason = v
		} else {
			g.Reason = r.text(colReason)
			t.Warn(colReason, "games-value", "reason is %q; known are forfeit, withdrawal, fee, director", clip(b))
		}
	}
	if b := t.Cell(colMoves); len(b) > 0 {
		g.Moves, g.Plies = r.moves.Hash(b)
	}
}

// text gives an optional cell of free text.
func (r *Reader) text(col int) string {
	b := r.t.Cell(col)
	if len(b) == 0 {
		return ""
	}
	return string(plain(b))
}

// plain takes off the apostrophe that Neutral sets.
func plain(b []byte) []byte {
	if b[0] == '\'' {
		return []byte(table.Plain(string(b)))
	}
	return b
}

func plainID(s string) string {
	if s != "" && (s[0] == '=' || s[0] == '\'') {
		return table.PlainID(s)
	}
	return s
}

func (r *Reader) side(s *record.Side, id, name, kanji, rating, elo int) {
	t := r.t
	b := t.Cell(name)
	if len(b) == 0 {
		b = t.Cell(kanji)
	}
	if len(b) > 0 {
		b = plain(b)
	}
	if i := t.Cell(id); len(i) > 0 {
		if i[0] == '=' || i[0] == '\'' {
			i = []byte(table.PlainID(string(i)))
		}
		s.ID = string(i)
	}
	if len(b) > 0 {
		s.Name = string(b)
	}
	s.Rating = r.number(rating)
	s.Elo = r.number(elo)
}

// named reports a side that is nobody.
func (r *Reader) named(s *record.Side, id, name int, who string) {
	if s.ID != "" || s.Name != "" {
		return
	}
	col := name
	if !r.t.Has(name) {
		col = id
	}
	r.t.Bad(col, "cell-missing", "%s has neither id nor name", who)
}

// alone reports a row with one player, whose result may be that of a bye.
func alone(g *record.Game) bool {
	nobody := func(s *record.Side) bool { return s.ID == "" && (s.Name == "" || record.IsByeWord(s.Name)) }
	return nobody(&g.White) != nobody(&g.Black)
}

// number reads an optional rating; brackets of a provisional one are left out. 0 where there is none.
func (r *Reader) number(col int) int32 {
	b := r.t.Cell(col)
	if len(b) == 0 {
		return 0
	}
	inner, _ := unbracket(b)
	n, err := table.ParseInt(inner, r.opt.Locale)
	if err != nil {
		r.t.Bad(col, "cell-number", "%q: %v", clip(b), err)
	}
	return n
}

// unbracket gives what stands in brackets: (1320), also full-width ones.
func unbracket(b []byte) ([]byte, bool) {
	if len(b) > 2 && b[0] == '(' && b[len(b)-1] == ')' {
		return bytes.TrimSpace(b[1 : len(b)-1]), true
	}
	if bytes.HasPrefix(b, []byte("（")) && bytes.HasSuffix(b, []byte("）")) && len(b) > 6 {
		return bytes.TrimSpace(b[3 : len(b)-3]), true
	}
	return b, false
}

// cachedDate remembers the last cell of a column: rows near each other share their dates.
type cachedDate struct {
	cell  [16]byte
	n     int
	value record.Date
}

func (r *Reader) dates(g *record.Game) {
	g.Start = r.date(colStart, &r.last.start, g)
	g.End = r.date(colEnd, &r.last.end, g)
	if d := r.date(colDate, &r.last.date, g); !d.IsZero() {
		if g.End.IsZero() {
			g.End = d
		}
		if g.Start.IsZero() {
			g.Start = d
		}
	}
	if g.Start.Full() && g.End.Full() && g.End.Compare(g.Start) < 0 {
		r.t.Warn(colEnd, "games-dates", "the game ends on %s, before it starts on %s", g.End, g.Start)
	}
}

func (r *Reader) date(col int, last *cachedDate, g *record.Game) record.Date {
	b := r.t.Cell(col)
	if len(b) == 0 {
		return record.Date{}
	}
	if len(b) == last.n && string(b) == string(last.cell[:last.n]) {
		return last.value
	}
	d, err := date.ParseBytes(b)
	if err == nil && len(b) <= 10 {
		last.n, last.value = copy(last.cell[:], b), d
		return d
	}
	d, clock, err := r.longDate(string(b))
	if err != nil {
		r.t.Bad(col, "cell-date", "%v", err)
		return record.Date{}
	}
	if clock >= 0 && col != colEnd {
		g.Clock = int32(clock) + 1
	}
	return d
}

// longDate reads dates with a time of day and, in xlsx, day numbers.
func (r *Reader) longDate(s string) (record.Date, int, error) {
	if r.t.Layout.Format == "xlsx" {
		if n, err := table.ParseFloat([]byte(s), table.PointLocale); err == nil && (n < 1000 || n >= 2200) && n < 2958466 {
			return date.Serial(n, r.t.Layout.From1904)
		}
	}
	return date.ParseOrder(s, r.opt.DateOrder)
}

// mode reads the kind of play. NCS and others head a column "Time": a time of day there is the start.
func (r *Reader) mode(g *record.Game) {
	b := r.t.Cell(colMode)
	if len(b) == 0 {
		return
	}
	if b[0] >= '0' && b[0] <= '9' && bytes.IndexByte(b, ':') > 0 {
		if _, clock, err := date.ParseOrder("2000-01-01 "+string(b), date.Unstated); err == nil && clock >= 0 {
			g.Clock = int32(clock) + 1
			return
		}
	}
	g.Mode = string(plain(b))
}

// result reads the result column, White's points and the winner, whichever the file has.
func (r *Reader) result(g *record.Game) {
	t := r.t
	if b := t.Cell(colResult); len(b) > 0 {
		switch string(b) { // what nearly every file has
		case "1-0":
			g.Result = engine.WhiteWins
		case "0-1":
			g.Result = engine.BlackWins
		case "1/2-1/2":
			g.Result = engine.Draw
		default:
			r.oddResult(g, colResult, string(b))
		}
	}
	for _, col := range [...]int{colPoints, colWinner} {
		b := t.Cell(col)
		if len(b) == 0 {
			continue
		}
		before, text := g.Result, g.ResultText
		g.Result, g.ResultText = engine.NoResult, ""
		if col == colPoints {
			if p, ok := record.ParsePoints(string(b)); ok {
				g.Result = p
			} else {
				r.oddResult(g, col, string(b))
			}
		} else if w, ok := winner(g, string(b)); ok {
			g.Result = w
		} else {
			r.badResult(g, col, string(b), "it is neither player")
		}
		if before != engine.NoResult && g.Result != engine.NoResult && !sameWinner(before, g.Result) {
			t.Bad(col, "games-result-conflict", "the result is %s, this column says %s", record.FormatResult(before), clip(b))
		}
		if before != engine.NoResult { // the result column tells forfeits from games
			g.Result, g.ResultText = before, text
		}
	}
	if g.Result == engine.NoResult && g.ResultText == "" &&
		!(alone(g) && (record.IsByeWord(g.White.Name) || record.IsByeWord(g.Black.Name))) {
		col := colResult
		if !t.Has(col) {
			if col = colPoints; !t.Has(col) {
				col = colWinner
			}
		}
		t.Bad(col, "cell-missing", "there is no result; write * for a game that is not finished")
	}
}

// sameWinner reports that two results agree on who won, played or not.
func sameWinner(a, b engine.Result) bool {
	points := func(r engine.Result) [2]engine.Points {
		w, b := r.Outcomes()
		return [2]engine.Points{engine.Standard.Value[w][engine.White], engine.Standard.Value[b][engine.Black]}
	}
	return points(a) == points(b)
}

// oddResult reads everything but the three usual spellings.
func (r *Reader) oddResult(g *record.Game, col int, s string) {
	if bye, ok := record.ParseBye(s); ok && alone(g) {
		g.Result = bye
		return
	}
	byPoints, isPoints := record.ParsePoints(s)
	byWinner, isWinner := winnerID(g, s)
	switch {
	case isPoints && isWinner && byPoints != byWinner:
		// A player has the id 0 or 1. What other rows of the column held decides.
		switch {
		case r.pointsSeen && !r.winnerSeen:
			g.Result = byPoints
		case r.winnerSeen && !r.pointsSeen:
			g.Result = byWinner
		default:
			r.badResult(g, col, s, "it could be White's points or a winner's id; write 1-0, 0-1 or 1/2-1/2")
		}
		return
	case isPoints:
		g.Result = byPoints
		r.pointsSeen = r.pointsSeen || !isWinner
		return
	case isWinner:
		g.Result = byWinner
		r.winnerSeen = true
		return
	}
	if res, ok := record.ParseResult(s); ok {
		g.Result = res
		return
	}
	if res, ok := winner(g, s); ok {
		g.Result = res
		return
	}
	if r.looksLikeDate(s) {
		g.ResultText = s
		r.t.Bad(col, "games-result-date", "%q is a date that a spreadsheet made of a typed result such as 1/2", clipString(s))
		return
	}
	r.badResult(g, col, s, "")
}

func (r *Reader) badResult(g *record.Game, col int, s, why string) {
	g.Result = engine.NoResult
	g.ResultText = s
	if why != "" {
		why = ": " + why
	}
	r.t.Bad(col, "games-result", "the result %q could not be read%s", clipString(s), why)
}

// winnerID reads a result that is one of the two ids.
func winnerID(g *record.Game, s string) (engine.Result, bool) {
	s = plainID(s)
	w, b := g.White.ID != "" && s == g.White.ID, g.Black.ID != "" && s == g.Black.ID
	switch {
	case w && !b:
		return engine.WhiteWins, true
	case b && !w:
		return engine.BlackWins, true
	}
	return engine.NoResult, false
}

// winner reads a winner: an id, a name, a side, or the word for a draw.
func winner(g *record.Game, s string) (engine.Result, bool) {
	if res, ok := winnerID(g, s); ok {
		return res, true
	}
	key := table.Key(s)
	if res, ok := sides[key]; ok {
		return res, true
	}
	w, b := g.White.Name != "" && key == table.Key(g.White.Name), g.Black.Name != "" && key == table.Key(g.Black.Name)
	switch {
	case w && !b:
		return engine.WhiteWins, true
	case b && !w:
		return engine.BlackWins, true
	}
	if res, ok := record.ParseResult(s); ok {
		return res, true
	}
	return engine.NoResult, false
}

// sides are the words of a winner column, by table.Key.
var sides = map[string]engine.Result{
	"white": engine.WhiteWins, "w": engine.WhiteWins, "白": engine.WhiteWins, "白番": engine.WhiteWins,
	"先手": engine.WhiteWins,
	"白方": engine.WhiteWins, "红方": engine.WhiteWins, "红": engine.WhiteWins, "weiß": engine.WhiteWins,
	"weiss": engine.WhiteWins,
	"black": engine.BlackWins, "b": engine.BlackWins, "黒": engine.BlackWins, "黒番": engine.BlackWins,
	"後手": engine.BlackWins,
	"黑方": engine.BlackWins, "黑": engine.BlackWins, "后手": engine.BlackWins, "schwarz": engine.BlackWins,
	"draw": engine.Draw, "drawn": engine.Draw, "引分": engine.Draw, "引き分け": engine.Draw, "引分け": engine.Draw,
	"和": engine.Draw, "和棋": engine.Draw, "平": engine.Draw, "平局": engine.Draw, "remis": engine.Draw,
}

// looksLikeDate recognises what spreadsheets make of 1/2 and 1-0: 2-Jan, 01. Feb, 1月2日, 2026-01-02,
// or a day number in xlsx.
func (r *Reader) looksLikeDate(s string) bool {
	if r.t.Layout.Format == "xlsx" {
		if n, err := table.ParseFloat([]byte(s), table.PointLocale); err == nil && n >= 30000 && n < 80000 {
			return true
		}
	}
	if d, _, err := date.ParseOrder(s, date.DayFirst); err == nil || errors.Is(err, date.ErrImpossible) {
		return err != nil || !d.IsZero()
	}
	key := table.Key(s) // without hyphens, dots and spaces: 2jan, 01feb, jan02
	word := strings.Trim(key, "0123456789/,")
	if word == key || word == "" {
		return strings.Contains(key, "月") && strings.HasSuffix(key, "日")
	}
	if strings.Contains(key, "月") && strings.HasSuffix(key, "日") {
		return true
	}
	for _, m := range months {
		if strings.HasPrefix(word, m) && len(word) <= 10 {
			return true
		}
	}
	return false
}

var months = []string{"jan", "feb", "mar", "mär", "apr", "may", "mai", "jun", "jul", "aug", "sep", "oct", "okt",
	"nov", "dec", "dez"}

// yesNo reads the rated column.
func yesNo(s string) (record.Rated, bool) {
	v, ok := yesNoWords[table.Key(s)]
	return v, ok
}

var yesNoWords = map[string]record.Rated{
	"yes": record.RatedYes, "y": record.RatedYes, "true": record.RatedYes, "t": record.RatedYes, "1": record.RatedYes,
	"rated": record.RatedYes, "x": record.RatedYes,
	"はい": record.RatedYes, "有": record.RatedYes, "対象": record.RatedYes, "公式": record.RatedYes, "○": record.RatedYes,
	"〇": record.RatedYes, "是": record.RatedYes, "计": record.RatedYes, "ja": record.RatedYes, "j": record.RatedYes,
	"no": record.RatedNo, "n": record.RatedNo, "false": record.RatedNo, "f": record.RatedNo, "0": record.RatedNo,
	"unrated": record.RatedNo, "casual": record.RatedNo,
	"いいえ": record.RatedNo, "無": record.RatedNo, "対象外": record.RatedNo, "非公式": record.RatedNo, "×": record.RatedNo,
	"否": record.RatedNo, "不计": record.RatedNo, "nein": record.RatedNo,
}

// reasons are the words of the reason column, by table.Key.
var reasons = map[string]string{
	"forfeit": "forfeit", "walkover": "forfeit", "不戦": "forfeit", "不戦敗": "forfeit", "不戦勝": "forfeit", "弃权": "forfeit",
	"棄権": "forfeit", "kampflos": "forfeit",
	"withdrawal": "withdrawal", "withdrawn": "withdrawal", "退会": "withdrawal", "辞退": "withdrawal",
	"途中棄権": "withdrawal", "退赛": "withdrawal", "rücktritt": "withdrawal",
	"fee": "fee", "unpaidfee": "fee", "会費": "fee", "会費未納": "fee", "未納": "fee", "欠费": "fee", "beitrag": "fee",
	"director": "director", "arbiter": "director", "adjudication": "director", "adjudicated": "director",
	"裁定": "director", "裁判": "director", "判定": "director", "schiedsrichter": "director",
}

func clip(b []byte) string { return clipString(string(b)) }

func clipString(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
