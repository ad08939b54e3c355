package eventtab

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// pairings is the table of the games of an event, by the players' numbers.
var pairings = table.NewSchema("pairings",
	[][]string{{"result", "white_points"}},
	table.Column{Name: "round", Needed: true, Aliases: []string{"rd", "rnd", "runde", "回戦", "轮", "轮次", "輪次"}},
	table.Column{Name: "board", Aliases: []string{"bd", "brett", "卓", "台", "台次"}},
	table.Column{Name: "white_no", Needed: true, Aliases: []string{"white", "white_id", "first_no", "first",
		"white number", "先", "先手", "先手番号", "先走", "红方", "红方编号", "weiß", "weiss"}},
	table.Column{Name: "black_no", Needed: true, Aliases: []string{"black", "black_id", "second_no", "second",
		"black number", "後", "後手", "後手番号", "后走", "黑方", "黑方编号", "schwarz"}},
	table.Column{Name: "result", Aliases: []string{"結果", "结果", "ergebnis"}},
	table.Column{Name: "white_points", Aliases: []string{"first_points", "先手得点", "先走得分", "红方得分"}},
	table.Column{Name: "black_points", Aliases: []string{"second_points", "後手得点", "后走得分", "黑方得分"}},
	table.Column{Name: "kind", Aliases: []string{"種別", "类型"}},
)

// pairing is a row of the table.
type pairing struct {
	line         int
	round        int // from 0
	white, black engine.Player
	whitePts     engine.Points
	blackPts     engine.Points
	hasPts       bool
	result       engine.Result
	hasResult    bool
	kind         string
}

// ReadPairings enters the games of a pairings table into e, whose players have been read before, and checks the
// event. Where the table has points instead of results, a side that has the most points of all games against one
// that has the fewest has won, and everything else is a draw; the event's values of win, draw and loss are taken
// from the games, by side, unless opt.Points states them.
func ReadPairings(in io.Reader, name string, e *event.Event, opt Options) ([]issue.Issue, error) {
	opt.KeepBad = true
	r, err := table.Open(in, name, pairings, opt.Options)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	p := pairingReader{e: e, r: r, file: name, unnumbered: opt.Unnumbered, by: e.ByNumber(),
		byText: map[string]engine.Player{}}
	for i := range e.Players {
		for _, t := range [...]string{e.Players[i].ID, e.Players[i].Name} {
			if t = fold(t); t == "" {
				continue
			}
			if _, twice := p.byText[t]; twice {
				p.byText[t] = engine.NoPlayer // two players of one name are told apart by number only
				continue
			}
			p.byText[t] = engine.Player(i)
		}
	}
	for {
		err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return p.issues, err
		}
		if p.row(); p.err != nil {
			return p.issues, p.err
		}
	}
	p.issues = append(p.issues, r.Issues()...)
	if opt.Points != nil {
		e.Points, e.PointsOpen = *opt.Points, false
	} else {
		p.values()
	}
	p.enter()
	p.missing()
	p.issues = append(p.issues, e.Settle(nil)...)
	return p.issues, nil
}

type pairingReader struct {
	e          *event.Event
	r          *table.Reader
	file       string
	by         map[int]engine.Player
	byText     map[string]engine.Player // by id and by name, folded
	rows       []pairing
	err        error // stops the reading
	unnumbered bool
	issues     []issue.Issue
	most       engine.Points // of one side in one game
	least      engine.Points
}

func (p *pairingReader) report(code string, col int, format string, args ...any) {
	p.issues = append(p.issues, issue.New(code, p.file, p.r.Line(), col, format, args...))
}

func (p *pairingReader) cell(name string) string {
	return strings.TrimSpace(string(p.r.Cell(pairings.Index(name))))
}

// column is the place of a schema's column in the file, from 1.
func (p *pairingReader) column(name string) int {
	for i, h := range p.r.Layout.Header {
		if pairings.Match(h) == pairings.Index(name) {
			return i + 1
		}
	}
	return 0
}

// side gives the player of a number; NoPlayer for an empty cell, 0 and words for a bye.
func (p *pairingReader) side(name string) (engine.Player, bool) {
	t := p.cell(name)
	if t == "" || t == "0" || t == "-" || record.IsByeWord(t) {
		return engine.NoPlayer, true
	}
	if n, err := table.ParseInt([]byte(t), table.Unstated); err == nil {
		if q, ok := p.by[int(n)]; ok {
			if p.unnumbered && p.err == nil {
				p.err = &source.BadInput{File: p.file, Line: p.r.Line(),
					What: "players are named by number, and the players table has no column of numbers",
					Hint: "add a column no to the players: without it a player who joins would take over another's games"}
			}
			return q, true
		}
	}
	if q, ok := p.byText[fold(t)]; ok && q != engine.NoPlayer {
		return q, true
	}
	p.report("event-cell", p.column(name), "%s: no player has the number, id or name %q; the row was skipped", name, t)
	return engine.NoPlayer, false
}

func (p *pairingReader) row() {
	g := pairing{line: p.r.Line(), kind: strings.ToLower(p.cell("kind"))}
	n, err := table.ParseInt([]byte(p.cell("round")), table.Unstated)
	if err != nil || n < 1 || n > 999 {
		p.report("event-cell", p.column("round"), "%q is not a round; the row was skipped", p.cell("round"))
		return
	}
	g.round = int(n) - 1
	var ok1, ok2 bool
	if g.white, ok1 = p.side("white_no"); !ok1 {
		return
	}
	if g.black, ok2 = p.side("black_no"); !ok2 {
		return
	}
	if g.white == engine.NoPlayer && g.black == engine.NoPlayer || g.white == g.black {
		p.report("event-cell", 0, "a row needs two players, or one with a bye; it was skipped")
		return
	}
	if t := p.cell("result"); t != "" {
		if bye, ok := record.ParseBye(t); ok && (g.white == engine.NoPlayer || g.black == engine.NoPlayer) {
			g.kind = byeKinds[bye]
			p.rows = append(p.rows, g)
			return
		}
		g.result, g.hasResult = record.ParseResult(t)
		if !g.hasResult {
			g.result, g.hasResult = record.ParsePoints(t)
		}
		if !g.hasResult {
			p.report("event-cell", p.column("result"), "%q is not a result; read as not reported", t)
		}
	}
	w, okW := half(p.cell("white_points"))
	b, okB := half(p.cell("black_points"))
	if p.cell("white_points") != "" && !okW || p.cell("black_points") != "" && !okB {
		p.report("event-value", 0, "points %q and %q are not multiples of half a point", p.cell("white_points"),
			p.cell("black_points"))
	}
	g.whitePts, g.blackPts, g.hasPts = w, b, okW || okB
	p.rows = append(p.rows, g)
}

// byeKinds are the words of the column kind for results that are byes.
var byeKinds = map[engine.Result]string{engine.PairingBye: "bye", engine.FullBye: "full", engine.HalfBye: "half",
	engine.ZeroBye: "absent"}

func (g *pairing) bye() bool {
	return g.white == engine.NoPlayer || g.black == engine.NoPlayer || g.kind == "bye"
}

func (g *pairing) forfeit() bool {
	return strings.HasPrefix(g.kind, "forfeit") || g.kind == "不戦" || g.kind == "弃权"
}

// values takes the point system from the games.
func (p *pairingReader) values() {
	first := true
	for i := range p.rows {
		g := &p.rows[i]
		if !g.hasPts || g.bye() {
			continue
		}
		if first {
			p.most, p.least, first = g.whitePts, g.whitePts, false
		}
		p.most = max(p.most, g.whitePts, g.blackPts)
		p.least = min(p.least, g.whitePts, g.blackPts)
	}
	if first {
		return // results only
	}
	ps := engine.NewPointSystem(p.most, (p.most+p.least)/2, p.least)
	ps.Set(engine.ForfeitLoss, 0)
	for i := range p.rows {
		g := &p.rows[i]
		switch {
		case !g.hasPts:
		case g.bye() && g.kind != "" && g.kind != "bye": // half a point, an absence: not the pairing-allocated bye
		case g.bye():
			ps.Set(engine.ByePairing, g.whitePts+g.blackPts)
		case g.forfeit():
		case g.whitePts == p.most && g.blackPts == p.least && p.most > p.least:
			ps.Value[engine.Win][engine.White], ps.Value[engine.Loss][engine.Black] = g.whitePts, g.blackPts
		case g.blackPts == p.most && g.whitePts == p.least && p.most > p.least:
			ps.Value[engine.Win][engine.Black], ps.Value[engine.Loss][engine.White] = g.blackPts, g.whitePts
		default:
			ps.Value[engine.Drawn][engine.White], ps.Value[engine.Drawn][engine.Black] = g.whitePts, g.blackPts
		}
	}
	p.e.Points, p.e.PointsOpen = ps, false
}

// outcome gives the result of a row.
func (p *pairingReader) outcome(g *pairing) engine.Result {
	switch {
	case g.hasResult:
		return g.result
	case !g.hasPts || g.kind == "pending":
		return engine.NoResult
	case g.forfeit() && g.whitePts > g.blackPts:
		return engine.BlackForfeits
	case g.forfeit() && g.blackPts > g.whitePts:
		return engine.WhiteForfeits
	case g.forfeit():
		return engine.DoubleForfeit
	case p.most == p.least && g.whitePts > g.blackPts, g.whitePts == p.most && g.blackPts == p.least && p.most > p.least:
		return engine.WhiteWins
	case p.most == p.least && g.blackPts > g.whitePts, g.blackPts == p.most && g.whitePts == p.least && p.most > p.least:
		return engine.BlackWins
	}
	return engine.Draw
}

func (p *pairingReader) enter() {
	if p.most == p.least {
		// A point system was stated: it tells wins from draws by who has more.
		p.most, p.least = p.e.Points.Win(), p.e.Points.Loss()
	}
	for i := range p.rows {
		g := &p.rows[i]
		if g.bye() {
			who, side := g.white, engine.White
			if who == engine.NoPlayer {
				who, side = g.black, engine.Black
			}
			if p.taken(who, g) {
				continue
			}
			kind := engine.ByePairing
			switch g.kind {
			case "full":
				kind = engine.ByeFull
			case "half":
				kind = engine.ByeHalf
			case "absent", "zero":
				kind = engine.ByeZero
			}
			// Which side the file puts a bye on matters to events that count it as a move first or second.
			p.e.SetCell(who, g.round, event.Entry{Given: true, Outcome: kind, Color: side})
			continue
		}
		if p.taken(g.white, g) || p.taken(g.black, g) {
			continue
		}
		w, b := p.outcome(g).Outcomes()
		p.e.SetCell(g.white, g.round, event.Entry{Given: true, HasOpponent: true, Opponent: g.black,
			Color: engine.White, Outcome: w})
		p.e.SetCell(g.black, g.round, event.Entry{Given: true, HasOpponent: true, Opponent: g.white,
			Color: engine.Black, Outcome: b})
	}
}

// missing tells rounds without a row between others, and who has no row in rounds that others have.
func (p *pairingReader) missing() {
	rows := make([]int, p.e.Columns)
	for r := range rows {
		for q := range p.e.Players {
			if p.e.Cell(engine.Player(q), r).Given {
				rows[r]++
			}
		}
		if rows[r] == 0 {
			p.issues = append(p.issues, issue.New("event-missing", p.file, 0, 0, "round %d has no row", r+1))
		}
	}
	const most = 5
	var without []string
	n := 0
	for q := range p.e.Players {
		if p.e.Players[q].Gone {
			continue
		}
		var spans []string
		for r := 0; r < len(rows); r++ {
			if rows[r] == 0 || p.e.Cell(engine.Player(q), r).Given {
				continue
			}
			from := r
			for r+1 < len(rows) && rows[r+1] > 0 && !p.e.Cell(engine.Player(q), r+1).Given {
				r++
			}
			if spans = append(spans, strconv.Itoa(from+1)); r > from {
				spans[len(spans)-1] += "-" + strconv.Itoa(r+1)
			}
		}
		if len(spans) == 0 {
			continue
		}
		if n++; n <= most {
			without = append(without, fmt.Sprintf("%s (round %s)", p.e.Label(engine.Player(q)), strings.Join(spans, ", ")))
		}
	}
	if n > most {
		without = append(without, fmt.Sprintf("%d more", n-most))
	}
	if n > 0 {
		p.issues = append(p.issues, issue.New("event-missing", p.file, 0, 0, "no row for %s: taken as absent",
			strings.Join(without, "; ")))
	}
}

// taken reports a player who has an entry in the round already.
func (p *pairingReader) taken(q engine.Player, g *pairing) bool {
	if !p.e.Cell(q, g.round).Given {
		return false
	}
	p.issues = append(p.issues, issue.New("event-row", p.file, g.line, 0,
		"round %d: %s stands in an earlier row too; this row was skipped", g.round+1, p.e.Label(q)))
	return true
}

// ParsePoints reads a point system: "3:1:0" (win, draw, loss) or "3:1:0:3:2:0" (White's win, draw, loss, then
// Black's), with an optional ":bye=1" behind.
func ParsePoints(t string) (engine.PointSystem, error) {
	var v []engine.Points
	bye, hasBye := engine.Points(0), false
	for _, f := range strings.Split(t, ":") {
		if x, ok := strings.CutPrefix(f, "bye="); ok {
			b, ok := half(x)
			if !ok {
				return engine.PointSystem{}, fmt.Errorf("%q is no multiple of half a point", x)
			}
			bye, hasBye = b, true
			continue
		}
		p, ok := half(f)
		if !ok {
			return engine.PointSystem{}, fmt.Errorf("%q is no multiple of half a point", f)
		}
		v = append(v, p)
	}
	if len(v) != 3 && len(v) != 6 {
		return engine.PointSystem{}, fmt.Errorf("%q: win:draw:loss is needed, or six values with Black's behind White's", t)
	}
	ps := engine.NewPointSystem(v[0], v[1], v[2])
	if len(v) == 6 {
		for i, os := range [][]engine.Outcome{{engine.Win, engine.ShortWin},
			{engine.Drawn, engine.ShortDrawn, engine.Unfinished}, {engine.Loss, engine.ShortLoss}} {
			for _, o := range os {
				ps.Value[o][engine.Black] = v[3+i]
			}
		}
	}
	if hasBye {
		ps.Set(engine.ByePairing, bye)
	}
	return ps, nil
}

// IsPairings reports whether data is a table of pairings by the players' numbers.
func IsPairings(data []byte, name string) bool {
	r, err := table.Open(bytes.NewReader(data), name, pairings, table.Options{})
	if err != nil {
		return false
	}
	_ = r.Close()
	return true
}

// byNumber are the headers of a pairings table whose players are named by their numbers in another table.
var byNumber = []string{"white_no", "first_no", "white number", "先手番号", "红方编号"}

// ByNumber reports whether data is a table of pairings whose header says that players are named by the numbers of
// another table, and that has no dates: alone it tells no games.
func ByNumber(data []byte, name string) bool {
	r, err := table.Open(bytes.NewReader(data), name, pairings, table.Options{})
	if err != nil {
		return false
	}
	defer func() { _ = r.Close() }()
	number := false
	for _, h := range r.Layout.Header {
		k := table.Key(h)
		if slices.ContainsFunc([]string{"date", "start", "end", "日付", "日期", "datum"},
			func(d string) bool { return strings.Contains(k, d) }) {
			return false
		}
		number = number || slices.ContainsFunc(byNumber, func(n string) bool { return table.Key(n) == k })
	}
	return number
}
