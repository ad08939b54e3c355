// Package eventtab reads and writes tournaments as tables (CSV or xlsx): a list of players, with one column a round
// whose cells name opponent, colour and result (a crosstable), or with a second table of pairings.
//
// Cells are read in the styles that programs write: 12w1 and 12s½ (chess-results, Swiss-Manager), 5:W (opponent and
// result), W12 (US), ○12 (Japan). Opponents are named by starting number or by rank, whichever fits. Writing uses one
// style, 12w1.
package eventtab

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// players is the table of participants. Round columns are further columns, recognised by roundHeader.
var players = table.NewSchema("players",
	[][]string{{"name", "id"}},
	table.Column{Name: "no", Aliases: []string{"start no", "start number", "starting no", "sno", "snr", "start nr",
		"startnr", "startnummer", "tpn", "pairing number", "seed", "#", "選手番号", "编号", "編號", "序号", "番号"},
		Weak: []string{"nr", "number", "nummer", "pin"}},
	table.Column{Name: "name", Aliases: []string{"player", "player name", "full name", "氏名", "名前", "選手", "選手名", "姓名",
		"选手", "棋手", "spieler", "teilnehmer", "nombre", "nom", "jugador"}},
	table.Column{Name: "id", Aliases: []string{"fide id", "fide-id", "ident", "id number", "player id", "member id",
		"会員番号", "注册号", "mitgliedsnummer"}},
	table.Column{Name: "title", Aliases: []string{"tit", "titel", "称号", "titulo"}},
	table.Column{Name: "sex", Aliases: []string{"gender", "性別", "性别", "geschlecht"}},
	table.Column{Name: "fed", Aliases: []string{"federation", "country", "land", "国", "国籍", "協会", "协会", "verband"}},
	table.Column{Name: "rating", Aliases: []string{"rtg", "elo", "rtgi", "elo i", "rating i", "fide rating", "レーティング",
		"レイティング", "R", "等级分", "twz", "dwz"}, Weak: []string{"rtgn", "elo n", "national rating"}},
	table.Column{Name: "birth", Aliases: []string{"birthday", "birth date", "date of birth", "born", "year of birth",
		"生年月日", "生年", "出生", "出生日期", "geburtsdatum", "geburtsjahr"}},
	table.Column{Name: "club", Aliases: []string{"unit", "team", "family", "club city", "club/city", "verein",
		"verein ort", "所属", "単位", "单位", "代表队", "代表隊"}},
	table.Column{Name: "points", Aliases: []string{"pts", "total", "score", "pkte", "pkt", "punkte", "得点", "点", "总分",
		"积分", "總分", "puntos"}},
	table.Column{Name: "rank", Aliases: []string{"rk", "rg", "rang", "place", "pos", "順位", "名次", "published rank",
		"platz"}},
	table.Column{Name: "fouls", Aliases: []string{"foul", "犯规", "犯規"}},
	table.Column{Name: "k", Aliases: []string{"k factor", "K値"}},
	table.Column{Name: "withdrawn", Aliases: []string{"gone", "棄権", "退赛", "退賽"}},
)

var (
	colNo, colName, colID, colTitle       = at("no"), at("name"), at("id"), at("title")
	colSex, colFed, colRating, colBirth   = at("sex"), at("fed"), at("rating"), at("birth")
	colClub, colPoints, colRank, colFouls = at("club"), at("points"), at("rank"), at("fouls")
	colK, colWithdrawn                    = at("k"), at("withdrawn")
)

func at(name string) int {
	i := players.Index(name)
	if i < 0 {
		panic("eventtab: no column " + name)
	}
	return i
}

// roundHeader recognises the header of a round (after table.Key): R1, 1.Rd, Rd. 1, Round 1, 1, 1回戦, 第1轮, Runde 1.
var roundHeader = regexp.MustCompile(`^(?:(?:r|rd|rnd|round|runde|ronda|ronde|ro)(\d{1,3})|(\d{1,3})(?:r|rd|rnd|round|runde|ronda|ronde|st|nd|th|回戦|回|轮|輪|局目)?|第(\d{1,3})(?:回戦|回|轮|輪|局))$`)

// roundOf gives the round that a header stands for, 0 for none.
func roundOf(header string) int {
	m := roundHeader.FindStringSubmatch(table.Key(header))
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1] + m[2] + m[3])
	return n
}

// Fits reports whether a row of headers is one of a players table, and how many round columns it has.
func Fits(header []string) (ok bool, rounds int) {
	found, whole := players.Fits(header)
	for _, h := range header {
		if roundOf(h) > 0 {
			rounds++
		}
	}
	return whole && found >= 2, rounds
}

// cell is one round as a table tells it.
type cell struct {
	event.Entry
	number int // of the opponent
	text   string
	column int // in the file, from 1
	round  int // from 0
	who    int // row
}

var (
	colourFirst = regexp.MustCompile(`^(\d{1,4})([wbsn])(.*)$`)
	withColon   = regexp.MustCompile(`^(\d{1,4}|bye)[:;](.*)$`)
	american    = regexp.MustCompile(`^([wdlxf])(\d{1,4})([wb])?$`)
	japanese    = regexp.MustCompile(`^(?:([○●△◯×])(\d{1,4})|(\d{1,4})([○●△◯×]))([先後后])?$`)
	noOpponent  = regexp.MustCompile(`^0+-?([ufhz])$`)
	bareNumber  = regexp.MustCompile(`^(\d{1,4})([+\-*])$`)
)

// byeWords are cells without an opponent, after folding.
var byeWords = map[string]engine.Outcome{
	"u": engine.ByePairing, "bye": engine.ByePairing, "-1": engine.ByePairing, "+": engine.ByePairing,
	"b": engine.ByePairing, "spielfrei": engine.ByePairing,
	"輪空": engine.ByePairing, "轮空": engine.ByePairing, "不戦勝": engine.ByePairing, "休": engine.ByePairing,
	"0:w": engine.ByePairing, "0:1": engine.ByePairing, "bye:w": engine.ByePairing, "bye:1": engine.ByePairing,
	"f": engine.ByeFull,
	"h": engine.ByeHalf, "-½": engine.ByeHalf, "-0.5": engine.ByeHalf, "-=": engine.ByeHalf, "½": engine.ByeHalf,
	"=": engine.ByeHalf, "0:d": engine.ByeHalf, "0:=": engine.ByeHalf, "0:½": engine.ByeHalf,
	"bye:d": engine.ByeHalf, "bye:½": engine.ByeHalf,
	"z": engine.ByeZero, "-0": engine.ByeZero, "-": engine.ByeZero, "--": engine.ByeZero, "0": engine.ByeZero,
	"欠": engine.ByeZero, "欠場": engine.ByeZero, "缺席": engine.ByeZero, "0:l": engine.ByeZero, "0:0": engine.ByeZero,
	"bye:l": engine.ByeZero,
	"#":     engine.ByeZero, "unpaired": engine.ByeZero, "absent": engine.ByeZero,
}

// resultWords are the results behind opponent and colour.
var resultWords = map[string]engine.Outcome{
	"1": engine.Win, "½": engine.Drawn, "=": engine.Drawn, "0.5": engine.Drawn, "0,5": engine.Drawn,
	".5": engine.Drawn, "1/2": engine.Drawn, "0": engine.Loss,
	"w": engine.ShortWin, "d": engine.ShortDrawn, "l": engine.ShortLoss,
	"+": engine.ForfeitWin, "1f": engine.ForfeitWin, "1k": engine.ForfeitWin, "-": engine.ForfeitLoss,
	"0f": engine.ForfeitLoss, "0k": engine.ForfeitLoss,
	"*": engine.Unfinished, "": engine.Pending, "?": engine.Pending,
}

// fold makes the many spellings of a cell one: width, case, blanks, dashes.
func fold(t string) string {
	t = norm.NFC.String(strings.TrimSpace(t))
	t = strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			r -= '！' - '!'
		case r == '−' || r == '–' || r == '—' || r == '‐' || r == '‑':
			r = '-'
		case r == ' ' || r == '\u00a0' || r == '\u3000' || r == '\u200b' || r == '\t':
			return -1
		}
		return r
	}, t)
	return strings.ToLower(t)
}

// parseCell reads one cell. ok is false for what is in no known style. nero: b is White and n is Black (Spanish,
// Italian).
func parseCell(t string, nero bool) (c cell, ok bool) {
	c.text = t
	f := fold(t)
	if f == "" {
		return c, true
	}
	c.Given = true
	// An opponent 0 is nobody, as in TRF (0U, 0000-H).
	if bye := noOpponent.FindStringSubmatch(f); bye != nil {
		f = bye[1]
	}
	if o, bye := byeWords[f]; bye {
		c.Outcome = o
		return c, true
	}
	opponent := func(num string) bool {
		c.number, _ = strconv.Atoi(num)
		c.HasOpponent = c.number > 0
		return c.HasOpponent
	}
	if m := colourFirst.FindStringSubmatch(f); m != nil {
		o, known := resultWords[m[3]]
		switch m[2] {
		case "w":
			c.Color = engine.White
		case "s", "n":
			c.Color = engine.Black
		case "b":
			c.Color = engine.Black
			if nero {
				c.Color = engine.White
			}
		}
		c.Outcome = o
		return c, known && opponent(m[1])
	}
	if m := withColon.FindStringSubmatch(f); m != nil {
		// Here the letters are plain results: a game, not one under one move.
		o, known := map[string]engine.Outcome{"w": engine.Win, "d": engine.Drawn, "l": engine.Loss}[m[2]]
		if !known {
			o, known = resultWords[m[2]]
		}
		c.Outcome = o
		return c, known && opponent(m[1])
	}
	if m := american.FindStringSubmatch(f); m != nil {
		c.Outcome = map[string]engine.Outcome{"w": engine.Win, "d": engine.Drawn, "l": engine.Loss,
			"x": engine.ForfeitWin, "f": engine.ForfeitLoss}[m[1]]
		c.Color = map[string]engine.Color{"w": engine.White, "b": engine.Black}[m[3]]
		return c, opponent(m[2])
	}
	if m := japanese.FindStringSubmatch(f); m != nil {
		c.Outcome = map[string]engine.Outcome{"○": engine.Win, "◯": engine.Win, "●": engine.Loss, "×": engine.Loss,
			"△": engine.Drawn}[m[1]+m[4]]
		c.Color = map[string]engine.Color{"先": engine.White, "後": engine.Black, "后": engine.Black}[m[5]]
		return c, opponent(m[2] + m[3])
	}
	if m := bareNumber.FindStringSubmatch(f); m != nil {
		c.Outcome = resultWords[m[2]]
		return c, opponent(m[1])
	}
	return c, false
}

// usByes are the letters of US crosstables that mean something else in TRF: U unpaired, F and X a forfeit lost and won
// without an opponent's number (US Chess, rating report format).
var usByes = map[string]engine.Outcome{"u": engine.ByeZero, "f": engine.ByeZero, "x": engine.ByeFull}

// usGame is a cell of a US crosstable: result, then the opponent's number, no colour.
var usGame = regexp.MustCompile(`^[wdl]\d{1,4}$`)

// usStyle reports a crosstable written as in the US: every cell with an opponent has its form, and there is one.
func usStyle(cells []cell) bool {
	n := 0
	for _, c := range cells {
		f := fold(c.text)
		if usGame.MatchString(f) {
			n++
		} else if strings.ContainsAny(f, "123456789") && !american.MatchString(f) {
			return false
		}
	}
	return n > 0
}

// Options of Read.
type Options struct {
	table.Options
	// Points are the values of results. nil: 1 - 1/2 - 0, or another usual system with which the
	// stated totals add up.
	Points *engine.PointSystem
	// Unnumbered says to ReadPairings that the players have no numbers of their own: pairings by number are then
	// refused, since the next player who joins would change whose results they are.
	Unnumbered bool
}

// Read reads a players table with or without round columns.
func Read(in io.Reader, name string, opt Options) (*event.Event, []issue.Issue, error) {
	r, err := table.Open(in, name, players, opt.Options)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = r.Close() }()
	p := tableReader{e: event.New(name), r: r, opt: opt}
	p.e.PointsOpen = true
	if err := p.rows(); err != nil {
		return nil, p.issues, err
	}
	if len(p.e.Players) == 0 {
		return nil, p.issues, fmt.Errorf("%s: a players table without players", name)
	}
	p.finish()
	return p.e, p.issues, nil
}

type tableReader struct {
	e      *event.Event
	r      *table.Reader
	opt    Options
	issues []issue.Issue
	cells  []cell
	named  bool // players have numbers of their own

	gridOrder []engine.Player // of a round-robin grid: the opponent of each column
}

func (p *tableReader) report(code string, line, col int, format string, args ...any) {
	p.issues = append(p.issues, issue.New(code, p.e.File, line, col, format, args...))
}

// roundColumn is a further column that holds a round.
type roundColumn struct{ extra, round, column int }

func (p *tableReader) roundColumns() (out []roundColumn, rest []string) {
	seen := map[int]bool{}
	from := 0
	for i, h := range p.r.Layout.Extra {
		column := 0
		for j := from; j < len(p.r.Layout.Header); j++ {
			if p.r.Layout.Header[j] == h {
				column, from = j+1, j+1
				break
			}
		}
		n := roundOf(h)
		if n == 0 || n > 999 || seen[n] {
			rest = append(rest, h)
			continue
		}
		seen[n] = true
		out = append(out, roundColumn{i, n - 1, column})
	}
	return out, rest
}

func (p *tableReader) rows() error {
	rounds, rest := p.roundColumns()
	p.named = p.r.Has(colNo)
	var extra []string
	var texts []cell
	nero := false
	used := map[int]bool{}
	for {
		err := p.r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		pl := p.player()
		if pl.Name == "" && pl.ID == "" {
			p.report("event-row", pl.Line, 0, "a row without name and id was skipped")
			continue
		}
		switch {
		case pl.Number == 0 && !p.named:
			pl.Number = len(p.e.Players) + 1
			if pl.Rank > 0 && !used[pl.Rank] && p.r.Has(colRank) {
				pl.Number = pl.Rank
			}
		case pl.Number <= 0:
			p.report("event-row", pl.Line, 0, "%s has no number; the row was skipped", pl.Name)
			continue
		}
		if used[pl.Number] {
			p.report("event-row", pl.Line, 0, "the number %d of %s is taken; the row was skipped", pl.Number, pl.Name)
			continue
		}
		used[pl.Number] = true
		extra = p.r.AppendExtra(extra[:0])
		for _, rc := range rounds {
			t := table.Plain(extra[rc.extra])
			if m := colourFirst.FindStringSubmatch(fold(t)); m != nil && m[2] == "n" {
				nero = true
			}
			texts = append(texts, cell{text: t, column: rc.column, round: rc.round, who: len(p.e.Players)})
		}
		p.e.Players = append(p.e.Players, pl)
	}
	for _, i := range p.r.Issues() {
		if i.Code == "table-extra-column" {
			if len(rest) == 0 {
				continue
			}
			i.Message = "columns without a meaning here: " + strings.Join(rest, ", ")
		}
		p.issues = append(p.issues, i)
	}
	p.cells = texts
	if order, ok := p.grid(len(rounds)); ok {
		p.gridOrder = order
		return nil
	}
	p.cells = make([]cell, 0, len(texts))
	us := usStyle(texts)
	for _, t := range texts {
		c, ok := parseCell(t.text, nero)
		if bye, is := usByes[fold(t.text)]; us && is {
			c, ok = cell{text: t.text, Entry: event.Entry{Given: true, Outcome: bye}}, true
		}
		c.column, c.round, c.who = t.column, t.round, t.who
		if !ok {
			p.report("event-cell", p.e.Players[c.who].Line, c.column,
				"round %d: %q is no result with an opponent; read as an absence", c.round+1, t.text)
			c.Entry = event.Entry{Given: true, Outcome: engine.ByeZero}
		}
		p.cells = append(p.cells, c)
	}
	return nil
}

func (p *tableReader) text(col int) string { return table.Plain(string(p.r.Cell(col))) }

// column is the place of a schema's column in the file, from 1.
func (p *tableReader) column(col int) int {
	for i, h := range p.r.Layout.Header {
		if players.Match(h) == col {
			return i + 1
		}
	}
	return 0
}

func (p *tableReader) whole(col int, line int) int {
	t := strings.Trim(p.text(col), ".#() ")
	if t == "" || t == "-" {
		return 0
	}
	n, err := table.ParseInt([]byte(t), p.opt.Locale)
	if err != nil {
		p.report("event-field", line, p.column(col), "%s: %q is %v", players.Columns[col].Name, t, err)
		return 0
	}
	return int(n)
}

func (p *tableReader) player() event.Player {
	line := p.r.Line()
	pl := event.Player{
		Line: line, Number: p.whole(colNo, line), Name: p.text(colName), ID: table.PlainID(string(p.r.Cell(colID))),
		Title: p.text(colTitle),
		Sex:   p.text(colSex), Fed: p.text(colFed), Club: p.text(colClub), Rating: int32(p.whole(colRating, line)),
		Rank: p.whole(colRank, line), Fouls: int32(p.whole(colFouls, line)), K: int32(p.whole(colK, line)),
	}
	switch strings.ToLower(p.text(colWithdrawn)) {
	case "", "0", "no", "n", "false", "-":
	default:
		pl.Gone = true
	}
	if t := p.text(colBirth); t != "" {
		d, ok := birth(t)
		if !ok {
			p.report("event-field", line, p.column(colBirth), "birth: %q is not a date", t)
		}
		pl.Birth = d
	}
	if t := p.text(colPoints); t != "" {
		v, ok := half(t)
		if !ok {
			p.report("event-field", line, p.column(colPoints), "points: %q is no multiple of half a point", t)
		}
		pl.Stated, pl.HasStated = v, ok
	}
	return pl
}

// half reads points: 2.5, 2,5, 2½, ½, 3.
func half(t string) (engine.Points, bool) {
	p, err := engine.ParsePoints(fold(t))
	return p, err == nil
}

// birth reads a year, an ISO date, or day, month and year with points.
func birth(t string) (record.Date, bool) {
	f := strings.FieldsFunc(t, func(r rune) bool {
		return r == '-' || r == '/' || r == '.' || r == '年' || r == '月' ||
			r == '日'
	})
	v := [3]int{}
	if len(f) == 0 || len(f) > 3 {
		return record.Date{}, false
	}
	for i, s := range f {
		n, err := strconv.Atoi(strings.TrimLeft(s, "?"))
		if err != nil && strings.Trim(s, "?") != "" {
			return record.Date{}, false
		}
		v[i] = n
	}
	if len(f) == 3 && v[2] > 31 {
		v[0], v[2] = v[2], v[0]
	}
	if v[0] < 1000 || v[0] > 9999 || v[1] < 0 || v[1] > 12 || v[2] < 0 || v[2] > 31 {
		return record.Date{}, false
	}
	return record.Date{Year: int16(v[0]), Month: uint8(v[1]), Day: uint8(v[2])}, true
}

// finish finds out by which number opponents are named, enters the cells and checks.
func (p *tableReader) finish() {
	e := p.e
	if p.gridOrder != nil {
		p.enterGrid(p.gridOrder)
		p.cells = nil
	}
	numbers := map[int]engine.Player{}
	ranks := map[int]engine.Player{}
	for i := range e.Players {
		numbers[e.Players[i].Number] = engine.Player(i)
		if r := e.Players[i].Rank; r > 0 {
			ranks[r] = engine.Player(i)
		}
	}
	by, byRank := numbers, false
	if len(ranks) == len(e.Players) && len(p.cells) > 0 && answered(p.cells, ranks) > answered(p.cells, numbers) {
		by, byRank = ranks, true
	}
	columns := map[[2]int]int{}
	for _, c := range p.cells {
		if !c.Given {
			continue
		}
		entry := c.Entry
		if c.HasOpponent {
			q, ok := by[c.number]
			if !ok {
				q = engine.NoPlayer
				p.report("event-opponent", e.Players[c.who].Line, c.column,
					"round %d: %s names %d, who is not in the list", c.round+1, e.Label(engine.Player(c.who)), c.number)
			}
			entry.Opponent = q
		}
		e.SetCell(engine.Player(c.who), c.round, entry)
		columns[[2]int{e.Players[c.who].Line, c.round}] = c.column
	}
	if byRank {
		p.report("event-by-rank", 0, 0, "opponents are named by rank")
	}
	if p.opt.Points != nil {
		e.Points, e.PointsOpen = *p.opt.Points, false
	} else {
		p.guessPoints()
	}
	switch {
	case p.named:
		e.SortByNumber()
	case len(p.cells) == 0 && p.gridOrder == nil:
		// A list of players alone: the initial order gives the numbers.
		e.SortInitial()
		for i := range e.Players {
			e.Players[i].Number = i + 1
		}
	default:
		e.SortInitial()
	}
	p.issues = append(p.issues, e.Settle(func(q engine.Player, r int) (int, int) {
		l := e.Players[q].Line
		return l, columns[[2]int{l, r}]
	})...)
}

// answered counts the cells whose opponent names the player back when numbers mean what by says.
func answered(cells []cell, by map[int]engine.Player) int {
	type key struct {
		who   engine.Player
		round int
	}
	named := make(map[key]event.Entry, len(cells))
	for _, c := range cells {
		if q, ok := by[c.number]; ok && c.HasOpponent {
			x := c.Entry
			x.Opponent = q
			named[key{engine.Player(c.who), c.round}] = x
		}
	}
	n := 0
	for k, x := range named {
		y, ok := named[key{x.Opponent, k.round}]
		if ok && y.Opponent == k.who && x.Opponent != k.who && x.Color == y.Color.Other() {
			n++
		}
	}
	return n
}

// guessPoints takes another usual point system if the stated totals add up with it and not with 1 - 1/2 - 0.
func (p *tableReader) guessPoints() {
	fits := func(ps engine.PointSystem) bool {
		stated := 0
		was := p.e.Points
		p.e.Points = ps
		defer func() { p.e.Points = was }()
		for i := range p.e.Players {
			if !p.e.Players[i].HasStated {
				continue
			}
			stated++
			if p.e.Sum(engine.Player(i), p.e.Columns) != p.e.Players[i].Stated {
				return false
			}
		}
		return stated > 0
	}
	if fits(engine.Standard) {
		return
	}
	for _, s := range []struct {
		ps   engine.PointSystem
		name string
	}{
		{engine.NewPointSystem(6, 2, 0), "3-1-0"}, {engine.NewPointSystem(4, 2, 0), "2-1-0"},
		{engine.NewPointSystem(6, 4, 2), "3-2-1"},
	} {
		if fits(s.ps) {
			p.e.Points, p.e.PointsOpen = s.ps, false
			p.report("event-points-guessed", 0, 0, "the totals add up with %s", s.name)
			return
		}
	}
}

// Numbered reports that the header of a players table has a column of numbers.
func Numbered(header []string) bool {
	for _, h := range header {
		if players.Match(h) == colNo {
			return true
		}
	}
	return false
}

// Header gives the header of a players table as written.
func Header(in io.Reader, name string) ([]string, error) {
	r, err := table.Open(in, name, players, table.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return r.Layout.Header, nil
}
