package trf

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
)

// markPrefix begins a comment line that holds a mark of crosstable's own.
const markPrefix = "### crosstable "

// withdrawnPrefix begins the line that names withdrawn players, for which TRF has no record.
const withdrawnPrefix = markPrefix + "withdrawn"

// clubPrefix begins a line with a player's number and club.
const clubPrefix = markPrefix + "club "

type parser struct {
	e      *event.Event
	f      *File
	issues []issue.Issue
	line   int // physical line being read, from 1

	byNumber map[int]engine.Player
	opponent [][]int // numbers named in the cells, player by player; 0 none
	later    []int   // lines with records that name players: read after the players
	latin    bool    // the encoding issue is told
	order212 bool
	gone     []int // lines of withdrawn players
	clubs    []int // lines with the club of a player
	absence  *engine.Points
	pab      *engine.Points
}

func (p *parser) report(code string, col int, format string, args ...any) {
	p.issues = append(p.issues, issue.New(code, p.e.File, p.line, col, format, args...))
}

// text is the line's text in UTF-8.
func (p *parser) text(i int) string {
	t := p.f.lines[i].raw
	if utf8.ValidString(t) {
		return t
	}
	if !p.latin {
		p.latin = true
		p.line = i + 1
		p.report("trf-encoding", 0, "bytes that are not UTF-8, read as Latin-1")
	}
	return latin1(t)
}

func (p *parser) run() error {
	p.byNumber = map[int]engine.Player{}
	n := 0
	for _, l := range p.f.lines {
		if strings.HasPrefix(l.raw, "001") {
			n++
		}
	}
	p.e.Players = make([]event.Player, 0, n)
	p.opponent = make([][]int, 0, n)
	p.f.vega = p.looksLikeVega()
	for i := range p.f.lines {
		raw := p.f.lines[i].raw
		p.line = i + 1
		if len(raw) < 3 {
			continue
		}
		if strings.HasPrefix(raw, "001") {
			p.player(i)
			continue
		}
		if m, ok := strings.CutPrefix(raw, markPrefix); ok {
			key, value, _ := strings.Cut(p.text(i)[len(raw)-len(m):], " ")
			switch key {
			case "withdrawn":
				p.gone = append(p.gone, i)
				continue
			case "club":
				p.clubs = append(p.clubs, i)
				continue
			}
			p.e.Marks = append(p.e.Marks, event.Mark{Key: key, Value: strings.TrimSpace(value)})
			continue
		}
		rec := findRecord(raw[:3])
		switch {
		case rec == nil:
			if raw[0] != '#' && strings.TrimSpace(raw) != "" && !national(raw) {
				p.report("trf-unknown", 1, "record %q is not known", raw[:3])
			}
		case rec.names:
			p.later = append(p.later, i)
		case rec.read != nil:
			p.record(rec, p.text(i))
		}
	}
	if len(p.e.Players) == 0 {
		return fmt.Errorf("%s: no player line (001) that can be read", p.e.File)
	}
	p.opponents()
	p.namedRecords()
	if p.absence != nil {
		for _, o := range [...]engine.Outcome{engine.ByeZero, engine.None, engine.ForfeitLoss} {
			p.e.Points.Set(o, *p.absence)
		}
	}
	if p.pab != nil {
		p.e.Points.Set(engine.ByePairing, *p.pab)
	}
	p.initialOrder()
	p.notPlayedYet()
	p.issues = append(p.issues, p.e.Settle(p.place)...)
	slices.SortStableFunc(p.issues, func(a, b issue.Issue) int { return a.Line - b.Line })
	p.e.Source = p.f
	p.f.read = snapshot(p.e)
	return nil
}

// namedRecords reads the lines that name players, when all players are known.
func (p *parser) namedRecords() {
	for _, i := range p.later {
		p.line = i + 1
		p.record(findRecord(p.f.lines[i].raw[:3]), p.text(i))
	}
	for _, i := range p.gone {
		p.line = i + 1
		players, err := p.namedAll(strings.Fields(p.f.lines[i].raw[len(withdrawnPrefix):]))
		if err != nil {
			p.report("trf-record", len(withdrawnPrefix)+1, "withdrawn: %v", err)
		}
		for _, q := range players {
			p.e.Players[q].Gone = true
		}
	}
	for _, i := range p.clubs {
		p.line = i + 1
		no, club, _ := strings.Cut(p.text(i)[len(clubPrefix):], " ")
		players, err := p.namedAll([]string{no})
		if err != nil {
			p.report("trf-record", len(clubPrefix)+1, "club: %v", err)
		}
		for _, q := range players {
			p.e.Players[q].Club = strings.TrimSpace(club)
		}
	}
}

// place gives the line and column of a cell.
func (p *parser) place(pl engine.Player, round int) (line, column int) {
	return p.e.Players[pl].Line, colCells + cellStep*round + 1
}

// record reads one record and turns its error into an issue.
func (p *parser) record(rec *recordType, text string) {
	read := rec.read
	if p.f.vega && rec.vega != nil {
		read = rec.vega
	}
	if err := read(p, text); err != nil {
		p.report("trf-record", 1, "record %s: %v", rec.code, err)
	}
}

// plausible reports whether the fixed fields of a player line hold what they should under this view.
func plausible(r row) bool {
	if _, ok := number(r.trimmed(colNumber, endNumber)); !ok {
		return false
	}
	if t := r.trimmed(colRating, endRating); t != "" {
		if _, ok := number(t); !ok {
			return false
		}
	}
	if t := r.trimmed(colPoints, endPoints); t != "" {
		if _, err := engine.ParsePoints(t); err != nil {
			return false
		}
	}
	if r.field(colRating-1, colRating) != " " || r.trimmed(colPoints-1, colPoints) != "" ||
		r.trimmed(colCells-2, colCells) != "" {
		return false
	}
	for at := colCells; at < r.width(); at += cellStep {
		if _, _, err := parseCell(r.field(at, at+cellWidth)); err != nil {
			return false
		}
	}
	return true
}

// number reads a non-negative whole number of digits.
func number(t string) (int, bool) {
	if t == "" || len(t) > 9 {
		return 0, false
	}
	n := 0
	for i := range len(t) {
		if t[i] < '0' || t[i] > '9' {
			return 0, false
		}
		n = n*10 + int(t[i]-'0')
	}
	return n, true
}

func (p *parser) player(i int) {
	text := p.text(i)
	if strings.Count(text, "|") >= 8 {
		text = barRow(text)
	}
	r, byBytes := columns(text, plausible)
	p.f.byBytes = p.f.byBytes || byBytes
	num, ok := number(r.trimmed(colNumber, endNumber))
	switch {
	case r.width() < colNumber+1 || !ok || num == 0:
		p.report("trf-player", colNumber+1, "no starting number (%q)", r.trimmed(colNumber, endNumber))
		return
	case r.width() < endName:
		p.report("trf-player", r.width()+1, "the line ends before the name does")
		return
	}
	if _, dup := p.byNumber[num]; dup {
		p.report("trf-player", colNumber+1, "starting number %d is used twice", num)
		return
	}
	pl := event.Player{
		Number: num, Line: i + 1,
		Sex: r.trimmed(colSex, endSex), Title: r.trimmed(colTitle, endTitle), Name: r.trimmed(colName, endName),
		Fed: r.trimmed(colFed, endFed), ID: r.trimmed(colID, endID),
	}
	if t := r.trimmed(colRating, endRating); t != "" {
		v, ok := number(t)
		if !ok {
			p.report("trf-field", colRating+1, "the rating %q is not a number", t)
		}
		pl.Rating = int32(v)
	}
	pl.Birth = birth(r.trimmed(colBirth, endBirth))
	if t := r.trimmed(colPoints, endPoints); t != "" {
		v, err := engine.ParsePoints(t)
		if err != nil {
			p.report("trf-field", colPoints+1, "%v", err)
		} else {
			pl.Stated, pl.HasStated = v, true
		}
	}
	if t := r.trimmed(colRank, endRank); t != "" {
		v, ok := number(t)
		if !ok {
			p.report("trf-field", colRank+1, "the rank %q is not a number", t)
		}
		pl.Rank = v
	}
	p.cells(&pl, r)
	p.f.lines[i].player = engine.Player(len(p.e.Players))
	p.byNumber[num] = engine.Player(len(p.e.Players))
	p.e.Players = append(p.e.Players, pl)
	p.e.Columns = max(p.e.Columns, len(pl.Rounds))
}

// barRow puts Vega's row with fields between bars into columns:
// 001 no|sex|title|name|rating|federation|FIDE id|national rating|national id|birth|points|rank|cell|cell ...
func barRow(t string) string {
	f := strings.Split(t[3:], "|")
	for i := range f {
		f[i] = strings.TrimSpace(f[i])
	}
	for len(f) < 12 {
		f = append(f, "")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "001 %4s %1s%3s %s %4s %3s %11s %10s %4s %4s", f[0], f[1], f[2], padded(f[3], endName-colName),
		f[4], f[5], f[6], f[9], f[10], f[11])
	for _, c := range f[12:] {
		w := strings.Fields(c)
		for len(w) < 3 {
			w = append(w, "")
		}
		if w[2] == "2" {
			w[2] = "="
		}
		fmt.Fprintf(&b, "  %4s %1s %1s", w[0], w[1], w[2])
	}
	return b.String()
}

// padded fits a text into n columns, counted in characters.
func padded(t string, n int) string {
	k := utf8.RuneCountInString(t)
	if k > n {
		return string([]rune(t)[:n])
	}
	return t + strings.Repeat(" ", n-k)
}

// cells reads the rounds of a player line.
func (p *parser) cells(pl *event.Player, r row) {
	n := (r.width() - colCells + cellStep - 1 + 2) / cellStep
	if r.width() <= colCells || n <= 0 {
		p.opponent = append(p.opponent, nil)
		return
	}
	pl.Rounds = make([]event.Entry, 0, n)
	named := make([]int, 0, n)
	last := 0
	for at := colCells; at < r.width(); at += cellStep {
		if gap := r.field(at-2, at); gap != "  " {
			p.report("trf-cell", at-1, "round %d: %q stands between two cells", len(pl.Rounds)+1, gap)
		}
		text := r.field(at, at+cellWidth)
		c, opp, err := parseCell(text)
		if err != nil {
			p.report("trf-cell", at+1, "round %d: %q: %v", len(pl.Rounds)+1, text, err)
		}
		pl.Rounds = append(pl.Rounds, c)
		named = append(named, opp)
		if c.Given {
			last = len(pl.Rounds)
		}
	}
	// Blank cells at the end of the line are no rounds.
	pl.Rounds = pl.Rounds[:last]
	p.opponent = append(p.opponent, named[:last])
}

// blank is the empty cell, and the older forms' empty cell.
const blank = "        "

// parseCell reads "  12 w 1": the entry and the opponent's number (0 none). An error says what is wrong with
// the cell; the entry is then the best reading of it.
func parseCell(t string) (event.Entry, int, error) {
	var c event.Entry
	if t == blank || strings.TrimSpace(t) == "" {
		return c, 0, nil
	}
	if len(t) < cellWidth {
		t += blank[len(t):]
	}
	if len(t) > cellWidth || t[4] != ' ' || t[6] != ' ' {
		return c, 0, fmt.Errorf("not a cell of opponent, colour, result; read as empty")
	}
	opp := 0
	switch field := strings.TrimSpace(t[:4]); field {
	case "", "0000", "0":
	default:
		n, ok := number(field)
		if !ok {
			return c, 0, fmt.Errorf("the opponent %q is not a number; read as empty", field)
		}
		opp = n
	}
	var wrong error
	switch t[5] {
	case 'w', 'W':
		c.Color = engine.White
	case 'b', 'B', 's', 'S': // s: schwarz
		c.Color = engine.Black
	case '-', ' ':
	default:
		wrong = fmt.Errorf("the colour %q is none of w, b, -", t[5])
	}
	c.Given = true
	res := t[7]
	if res >= 'a' && res <= 'z' {
		res -= 'a' - 'A'
	}
	if opp == 0 && res == '*' {
		return event.Entry{}, 0, wrong // not entered yet, in other programs' files
	}
	if opp == 0 {
		if c.Color != engine.NoColor {
			c.Color = engine.NoColor
			wrong = fmt.Errorf("a colour without an opponent; the colour is left out")
		}
		o, ok := withoutOpponent(res)
		if !ok {
			wrong = fmt.Errorf("the result %q without an opponent; read as an absence", t[7])
		}
		c.Outcome = o
		return c, 0, wrong
	}
	o, known := cellOutcomes[res]
	switch {
	case known:
		c.Outcome = o
	case strings.IndexByte("HFUZ", res) >= 0:
		c.Outcome, _ = withoutOpponent(res)
		c.Color = engine.NoColor
		return c, 0, fmt.Errorf("a bye (%c) with an opponent; the opponent is left out", res)
	default:
		c.Outcome = engine.Pending
		return c, opp, fmt.Errorf("the result %q is none of 1 = 0 W D L + - *; read as not reported", t[7])
	}
	c.HasOpponent = true
	if wrong == nil && c.Color == engine.NoColor && c.Outcome.Played() {
		wrong = fmt.Errorf("a game that was played needs a colour")
	}
	return c, opp, wrong
}

// cellOutcomes are the results of cells with an opponent.
var cellOutcomes = map[byte]engine.Outcome{
	'1': engine.Win, '=': engine.Drawn, '0': engine.Loss, 'W': engine.ShortWin, 'D': engine.ShortDrawn,
	'L': engine.ShortLoss,
	'+': engine.ForfeitWin, '-': engine.ForfeitLoss, '*': engine.Unfinished, ' ': engine.Pending,
}

// withoutOpponent gives the entry of a cell without opponent. Forms before TRF16 wrote + = - for byes.
func withoutOpponent(res byte) (engine.Outcome, bool) {
	switch res {
	case 'U', '+':
		return engine.ByePairing, true
	case 'F', '1', 'W':
		return engine.ByeFull, true
	case 'H', '=', 'D':
		return engine.ByeHalf, true
	case 'Z', '-', '0', 'L', ' ':
		return engine.ByeZero, true
	}
	return engine.ByeZero, false
}

// opponents turns the numbers named in the cells into players.
func (p *parser) opponents() {
	for i := range p.e.Players {
		for r, num := range p.opponent[i] {
			if num == 0 {
				continue
			}
			c := &p.e.Players[i].Rounds[r]
			q, ok := p.byNumber[num]
			if !ok {
				q = engine.NoPlayer
				p.line = p.e.Players[i].Line
				p.report("event-opponent", colCells+cellStep*r+1,
					"round %d: player %d names %d, who is not in the list", r+1, p.e.Players[i].Number, num)
			}
			c.Opponent, c.HasOpponent = q, true
		}
	}
}

// notPlayedYet reads a latest round in which every game has * as one that has been paired and not played: some
// programs write it so. A single * is an adjourned game.
func (p *parser) notPlayedYet() {
	last := p.e.Finished() - 1
	if last < 0 {
		return
	}
	games := 0
	for i := range p.e.Players {
		if c := p.e.Cell(engine.Player(i), last); c.HasOpponent {
			if c.Outcome != engine.Unfinished {
				return
			}
			games++
		}
	}
	if games < 4 {
		return // one game can be adjourned
	}
	for i := range p.e.Players {
		if c := p.e.Cell(engine.Player(i), last); c.HasOpponent {
			p.e.Players[i].Rounds[last].Outcome = engine.Pending
		}
	}
}

// initialOrder sorts by starting number, which is the pairing number, unless XXC rank says that the order of
// the lines counts.
func (p *parser) initialOrder() {
	if !p.f.rank {
		p.e.SortByNumber()
	}
	for i := range p.e.Players {
		p.f.lines[p.e.Players[i].Line-1].player = engine.Player(i)
	}
}

// birth reads 1978/00/00, 1978.01.31, 31.01.1978 or a year.
func birth(t string) record.Date {
	d, _ := date(t)
	return d
}

// date reads yyyy/mm/dd, dd/mm/yyyy, yy/mm/dd with any separator, unknown parts 00.
func date(t string) (record.Date, bool) {
	f := strings.FieldsFunc(t, func(r rune) bool { return r == '/' || r == '.' || r == '-' || r == ' ' })
	var v [3]int
	if len(f) == 0 || len(f) > 3 {
		return record.Date{}, false
	}
	for i, s := range f {
		n, ok := number(s)
		if !ok {
			return record.Date{}, false
		}
		v[i] = n
	}
	y, m, d := v[0], v[1], v[2]
	switch {
	case len(f) == 3 && len(f[2]) == 4:
		y, d = d, y
	case len(f[0]) == 4:
	case len(f) == 3 && len(f[0]) == 2:
		// A two-digit year: TRF's round dates are yy/mm/dd.
		if y += 2000; y >= 2070 {
			y -= 100
		}
	default:
		return record.Date{}, false
	}
	if m > 12 && d <= 12 {
		m, d = d, m
	}
	if y > 9999 || m > 12 || d > 31 {
		return record.Date{}, false
	}
	return record.Date{Year: int16(y), Month: uint8(m), Day: uint8(d)}, true
}

// looksLikeVega reports whether the file uses 142-192 as Vega did: 142 holds two values, or 192 names the program.
func (p *parser) looksLikeVega() bool {
	for i, l := range p.f.lines {
		if len(l.raw) < 4 {
			continue
		}
		switch c := rest(l.raw); l.raw[:3] {
		case "142":
			f := strings.Fields(c)
			if len(f) != 2 {
				continue
			}
			_, err1 := engine.ParsePoints(f[0])
			_, err2 := engine.ParsePoints(f[1])
			if err1 != nil || err2 != nil {
				continue
			}
		case "192":
			if !strings.HasPrefix(c, "Vega") {
				continue
			}
		default:
			continue
		}
		p.line = i + 1
		p.report("trf-vega", 1, "records 142 to 192 have the meaning that Vega gave them")
		return true
	}
	return false
}

// national reports a record of a national federation: its three-letter code and a starting number.
func national(raw string) bool {
	for i := range 3 {
		if raw[i] < 'A' || raw[i] > 'Z' {
			return false
		}
	}
	if len(raw) < endNumber {
		return false
	}
	_, ok := number(strings.TrimSpace(raw[colNumber:endNumber]))
	return ok
}
