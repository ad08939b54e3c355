package trf

import (
	"fmt"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/record"
)

// recordType is a row of the table of records.
type recordType struct {
	code, about string
	// read takes the whole line; nil: the record is known, kept and without effect here.
	read func(p *parser, text string) error
	// names: the record names players, so it is read after them.
	names bool
	// vega replaces read in files that use the number with Vega's meaning.
	vega func(p *parser, text string) error
	// group is what Write regenerates together when it has changed; "" is always repeated as it was.
	group string
}

// records is the table of all records but 001.
var records = []recordType{
	{code: "012", about: "tournament name", read: func(p *parser, t string) error { p.e.Name = rest(t); return nil },
		group: "name"},
	{code: "013", about: "team: name and players", read: readTeam013, names: true},
	{code: "022", about: "city", read: func(p *parser, t string) error { p.e.City = rest(t); return nil }, group: "city"},
	{code: "032", about: "federation", read: func(p *parser, t string) error { p.e.Federation = rest(t); return nil },
		group: "federation"},
	{code: "042", about: "date of start", read: readStart, group: "start"},
	{code: "052", about: "date of end", read: readEnd, group: "end"},
	{code: "062", about: "number of players", group: "players"},
	{code: "072", about: "number of rated players", group: "rated"},
	{code: "082", about: "number of teams"},
	{code: "092", about: "type of tournament", read: func(p *parser,
		t string) error {
		p.e.Type = rest(t)
		return nil
	}, group: "type"},
	{code: "102", about: "chief arbiter", read: readArbiter, group: "arbiters"},
	{code: "112", about: "deputy arbiter", read: readArbiter, group: "arbiters"},
	{code: "122", about: "time control",
		read: func(p *parser, t string) error { p.e.TimeControl = rest(t); return nil }, group: "time"},
	{code: "132", about: "dates of the rounds", read: readRoundDates, group: "dates"},
	{code: "142", about: "number of rounds (TRF26)", read: readRounds, vega: readVegaPoints, group: "rounds"},
	{code: "152", about: "initial colour (TRF26)", read: readInitialColour, vega: ignore, group: "colour"},
	{code: "162", about: "values of results (TRF26)", read: readValues, vega: readRounds, group: "values"},
	{code: "172", about: "method of the starting ranks (TRF26)"},
	{code: "182", about: "pairing controller (TRF26)"},
	{code: "192", about: "pairing system (TRF26)", read: readSystem, vega: ignore, group: "system"},
	{code: "202", about: "tie-breaks (TRF26)", read: readTieBreaks, group: "tiebreaks"},
	{code: "212", about: "order of the standing (TRF26)", read: readTieBreaks, group: "tiebreaks"},
	{code: "222", about: "time control, encoded (TRF26)"},
	{code: "240", about: "byes (TRF26)", read: readByes240, names: true, group: "byes"},
	{code: "250", about: "acceleration (TRF26)", read: readAcceleration250, names: true, group: "virtual"},
	{code: "260", about: "forbidden pairs (TRF26)", read: readForbidden260, names: true, group: "forbidden"},
	{code: "299", about: "abnormal points (TRF26)"},
	{code: "300", about: "team round: out of order boards (TRF26)"},
	{code: "310", about: "team (TRF26)", read: readTeam310, names: true},
	{code: "320", about: "team byes (TRF26)"},
	{code: "330", about: "team forfeits (TRF26)"},
	{code: "352", about: "team initial colour (TRF26)"},
	{code: "362", about: "values of team results (TRF26)"},
	{code: "801", about: "team round details (TRF26)"},
	{code: "802", about: "team round details (TRF26)"},
	{code: "XXY", about: "cycles of a round robin (other programs)"},
	{code: "XXB", about: "colour balance of a round robin (other programs)"},
	{code: "XXM", about: "Maxi-tournament of the Lim system (other programs)"},
	{code: "XXT", about: "type of colour preference, teams (other programs)"},
	{code: "XXG", about: "primary score, teams (other programs)"},
	{code: "XXK", about: "rounds between rematches (other programs)"},
	{code: "XXR", about: "number of rounds (JaVaFo)", read: readRounds, group: "rounds"},
	{code: "XXC", about: "configuration (JaVaFo): white1, black1, rank", read: readConfiguration, group: "colour"},
	{code: "XXS", about: "values of results (JaVaFo)", read: readValuesXXS, group: "values"},
	{code: "XXZ", about: "absent from the round to be paired (JaVaFo)", read: readAbsentXXZ, names: true, group: "byes"},
	{code: "XXP", about: "forbidden pair (JaVaFo)", read: readForbiddenXXP, names: true, group: "forbidden"},
	{code: "XXA", about: "virtual points (JaVaFo)", read: readVirtualXXA, names: true, group: "virtual"},
	{code: "BBW", about: "value of a win (bbpPairings)", read: readValueBB(engine.Win), group: "values"},
	{code: "BBD", about: "value of a draw (bbpPairings)", read: readValueBB(engine.Drawn), group: "values"},
	{code: "BBL", about: "value of a loss (bbpPairings)", read: readValueBB(engine.Loss), group: "values"},
	{code: "BBZ", about: "value of a zero-point bye (bbpPairings)", read: readValueBB(engine.ByeZero), group: "values"},
	{code: "BBF", about: "value of a forfeit loss (bbpPairings)", read: readValueBB(engine.ForfeitLoss), group: "values"},
	{code: "BBU", about: "value of a pairing-allocated bye (bbpPairings)", read: readValueBB(engine.ByePairing),
		group: "values"},
}

var recordIndex = func() map[string]*recordType {
	m := make(map[string]*recordType, len(records))
	for i := range records {
		m[records[i].code] = &records[i]
	}
	return m
}()

func findRecord(code string) *recordType { return recordIndex[code] }

// rest is the content of a record behind its code.
func rest(t string) string { return strings.TrimSpace(t[3:]) }

func readStart(p *parser, t string) error { return readDate(&p.e.Start, t) }
func readEnd(p *parser, t string) error   { return readDate(&p.e.End, t) }

func readDate(d *record.Date, t string) error {
	if rest(t) == "" {
		return nil
	}
	v, ok := date(rest(t))
	if !ok {
		return fmt.Errorf("%q is not a date", rest(t))
	}
	*d = v
	return nil
}

func readArbiter(p *parser, t string) error {
	if a := rest(t); a != "" {
		if t[:3] == "102" {
			p.e.Arbiters = append([]string{a}, p.e.Arbiters...)
		} else {
			p.e.Arbiters = append(p.e.Arbiters, a)
		}
	}
	return nil
}

func readRounds(p *parser, t string) error {
	n, ok := number(rest(t))
	if !ok || n == 0 || n > 1000 {
		return fmt.Errorf("%q is not a number of rounds", rest(t))
	}
	p.e.PlannedRounds = n
	return nil
}

func readInitialColour(p *parser, t string) error {
	switch strings.ToUpper(rest(t)) {
	case "W":
		p.e.FirstColor = engine.White
	case "B":
		p.e.FirstColor = engine.Black
	default:
		return fmt.Errorf("%q is neither W nor B", rest(t))
	}
	return nil
}

func readConfiguration(p *parser, t string) error {
	for _, w := range strings.Fields(t[3:]) {
		switch strings.ToLower(w) {
		case "white1":
			p.e.FirstColor = engine.White
		case "black1":
			p.e.FirstColor = engine.Black
		case "rank":
			p.f.rank = true
		default:
			return fmt.Errorf("%q is none of white1, black1, rank", w)
		}
	}
	return nil
}

// readValues reads pairs of a letter and a value: W win, D draw, L loss, A or Z absence and forfeit loss, P
// pairing-allocated bye, X unknown result.
func readValues(p *parser, t string) error {
	f := strings.Fields(t[3:])
	if len(f) == 0 {
		return fmt.Errorf("no values")
	}
	for i := 0; i < len(f); i++ {
		letter, value := f[i][:1], f[i][1:]
		if value == "" {
			if i++; i >= len(f) {
				return fmt.Errorf("no value for %s", letter)
			}
			value = f[i]
		}
		v, err := engine.ParsePoints(value)
		if err != nil {
			return fmt.Errorf("%s: %v", letter, err)
		}
		switch letter {
		case "W":
			p.setWin(v)
		case "D":
			p.setDraw(v)
		case "L":
			p.setLoss(v)
		case "A", "Z":
			p.absence = &v
		case "P":
			p.pab = &v
		case "X":
			p.e.Points.Set(engine.Unfinished, v)
		default:
			return fmt.Errorf("%q is none of W D L A Z P X", letter)
		}
	}
	return nil
}

func (p *parser) setWin(v engine.Points) {
	for _, o := range [...]engine.Outcome{engine.Win, engine.ShortWin, engine.ForfeitWin, engine.ByePairing,
		engine.ByeFull} {
		p.e.Points.Set(o, v)
	}
}

func (p *parser) setDraw(v engine.Points) {
	for _, o := range [...]engine.Outcome{engine.Drawn, engine.ShortDrawn, engine.Unfinished, engine.ByeHalf} {
		p.e.Points.Set(o, v)
	}
}

func (p *parser) setLoss(v engine.Points) {
	for _, o := range [...]engine.Outcome{engine.Loss, engine.ShortLoss} {
		p.e.Points.Set(o, v)
	}
}

func readValueBB(o engine.Outcome) func(p *parser, t string) error {
	return func(p *parser, t string) error {
		v, err := engine.ParsePoints(rest(t))
		if err != nil {
			return err
		}
		switch o {
		case engine.Win:
			p.setWin(v)
		case engine.Drawn:
			p.setDraw(v)
		case engine.Loss:
			p.setLoss(v)
		case engine.ByeZero:
			p.e.Points.Set(engine.ByeZero, v)
			p.e.Points.Set(engine.None, v)
		case engine.ByePairing:
			p.pab = &v
		default:
			p.e.Points.Set(o, v)
		}
		return nil
	}
}

// readValuesXXS reads JaVaFo's list "WW=1.0 BW=1.0 ...": the side and the result, byes, forfeits.
func readValuesXXS(p *parser, t string) error {
	ps := &p.e.Points
	for _, w := range strings.Fields(t[3:]) {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%q is not KEY=VALUE", w)
		}
		v, err := engine.ParsePoints(value)
		if err != nil {
			return fmt.Errorf("%s: %v", key, err)
		}
		side := func(c engine.Color, outcomes ...engine.Outcome) {
			for _, o := range outcomes {
				ps.Value[o][c] = v
				if c == engine.White {
					ps.Value[o][engine.NoColor] = v
				}
			}
		}
		both := func(outcomes ...engine.Outcome) {
			for _, o := range outcomes {
				ps.Set(o, v)
			}
		}
		switch strings.ToUpper(key) {
		case "W":
			p.setWin(v)
		case "D":
			p.setDraw(v)
		case "L":
			p.setLoss(v)
		case "WW":
			side(engine.White, engine.Win, engine.ShortWin)
		case "BW":
			side(engine.Black, engine.Win, engine.ShortWin)
		case "WD":
			side(engine.White, engine.Drawn, engine.ShortDrawn, engine.Unfinished)
		case "BD":
			side(engine.Black, engine.Drawn, engine.ShortDrawn, engine.Unfinished)
		case "WL":
			side(engine.White, engine.Loss, engine.ShortLoss)
		case "BL":
			side(engine.Black, engine.Loss, engine.ShortLoss)
		case "ZPB":
			both(engine.ByeZero, engine.None)
		case "HPB":
			both(engine.ByeHalf)
		case "FPB":
			both(engine.ByeFull)
		case "PAB":
			p.pab = &v
		case "FW":
			both(engine.ForfeitWin)
		case "FL":
			both(engine.ForfeitLoss)
		default:
			return fmt.Errorf("%q is not a known kind of result", key)
		}
	}
	return nil
}

// readVegaPoints reads Vega's 142: the values of a win and a draw.
func readVegaPoints(p *parser, t string) error {
	f := strings.Fields(t[3:])
	if len(f) != 2 {
		return fmt.Errorf("values of a win and a draw are needed")
	}
	win, err := engine.ParsePoints(f[0])
	if err != nil {
		return err
	}
	draw, err := engine.ParsePoints(f[1])
	if err != nil {
		return err
	}
	p.setWin(win)
	p.setDraw(draw)
	return nil
}

// ignore reads a record that has no effect.
func ignore(*parser, string) error { return nil }

// readTieBreaks reads a list of codes after C.07. 212 is the whole order of the standing, 202 the tie-breaks
// alone; 212 wins.
func readTieBreaks(p *parser, t string) error {
	if t[:3] == "202" && p.order212 {
		return nil
	}
	var codes []string
	for _, c := range strings.FieldsFunc(t[3:], func(r rune) bool {
		return r == ',' || r == ' ' || r == ';' ||
			r == '\t'
	}) {
		if c != "PTS" {
			codes = append(codes, c)
		}
	}
	p.e.TieBreaks = codes
	p.order212 = t[:3] == "212"
	return nil
}

// readSystem reads the announced pairing system; the ending _BAKU announces the acceleration of C.04.7.
func readSystem(p *parser, t string) error {
	p.e.System = rest(t)
	p.e.Baku = strings.HasSuffix(p.e.System, "_BAKU")
	return nil
}

// named gives the player of a number in a record.
func (p *parser) named(t string) (engine.Player, error) {
	n, ok := number(strings.TrimSpace(t))
	if !ok {
		return engine.NoPlayer, fmt.Errorf("%q is not a starting number", strings.TrimSpace(t))
	}
	q, ok := p.byNumber[n]
	if !ok {
		return engine.NoPlayer, fmt.Errorf("no player has the number %d", n)
	}
	return q, nil
}

func (p *parser) namedAll(words []string) ([]engine.Player, error) {
	var out []engine.Player
	for _, w := range words {
		q, err := p.named(w)
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, nil
}

func roundNumber(t string) (int, error) {
	n, ok := number(strings.TrimSpace(t))
	if !ok || n == 0 || n > 1000 {
		return 0, fmt.Errorf("%q is not a round", strings.TrimSpace(t))
	}
	return n, nil
}

// readByes240 reads "240 T RRR PPPP PPPP ...": the kind (F, H or Z), the round and players.
func readByes240(p *parser, t string) error {
	f := strings.Fields(t[3:])
	if len(f) < 2 {
		return fmt.Errorf("a kind, a round and players are needed")
	}
	kind, ok := map[string]engine.Outcome{"F": engine.ByeFull, "H": engine.ByeHalf,
		"Z": engine.ByeZero}[strings.ToUpper(f[0])]
	if !ok {
		return fmt.Errorf("the kind %q is none of F, H, Z", f[0])
	}
	round, err := roundNumber(f[1])
	if err != nil {
		return err
	}
	players, err := p.namedAll(f[2:])
	if err != nil {
		return err
	}
	for _, q := range players {
		p.e.Asked = append(p.e.Asked, event.Asked{Round: round, Player: q, Kind: kind})
	}
	return nil
}

// readAcceleration250 reads "250 MMMM GGGG RRR RRR PPPP PPPP": match points (empty here), game points, first and last
// round, first and last player.
func readAcceleration250(p *parser, t string) error {
	r := row{text: t}
	if m := r.trimmed(4, 8); m != "" {
		v, err := engine.ParsePoints(m)
		if err != nil {
			return err
		}
		if v != 0 {
			return fmt.Errorf("match points are for team events")
		}
	}
	v, err := engine.ParsePoints(r.trimmed(9, 13))
	if err != nil {
		return err
	}
	from, err := roundNumber(r.field(14, 17))
	if err != nil {
		return err
	}
	to, err := roundNumber(r.field(18, 21))
	if err != nil {
		return err
	}
	first, ok1 := number(r.trimmed(22, 26))
	last, ok2 := number(r.trimmed(27, 31))
	if !ok1 || !ok2 || first > last || from > to {
		return fmt.Errorf("rounds %d-%d, players %s-%s is not a range", from, to, r.trimmed(22, 26), r.trimmed(27, 31))
	}
	for i := range p.e.Players {
		if n := p.e.Players[i].Number; n >= first && n <= last {
			q := engine.Player(i)
			p.e.Virtual = append(p.e.Virtual, event.Virtual{First: q, Last: q, From: from, To: to, Points: v})
		}
	}
	return nil
}

// readForbidden260 reads "260 RRR RRR PPPP PPPP ...": first and last round, players who must not meet.
func readForbidden260(p *parser, t string) error {
	f := strings.Fields(t[3:])
	if len(f) < 4 {
		return fmt.Errorf("two rounds and two players are needed")
	}
	first, err := roundNumber(f[0])
	if err != nil {
		return err
	}
	last, err := roundNumber(f[1])
	if err != nil {
		return err
	}
	players, err := p.namedAll(f[2:])
	if err != nil {
		return err
	}
	p.e.Forbidden = append(p.e.Forbidden, event.Forbidden{Players: players, First: first, Last: last})
	return nil
}

func readForbiddenXXP(p *parser, t string) error {
	players, err := p.namedAll(strings.Fields(t[3:]))
	if err != nil {
		return err
	}
	if len(players) < 2 {
		return fmt.Errorf("two players are needed")
	}
	p.e.Forbidden = append(p.e.Forbidden, event.Forbidden{Players: players, First: 1})
	return nil
}

func readAbsentXXZ(p *parser, t string) error {
	players, err := p.namedAll(strings.Fields(t[3:]))
	if err != nil {
		return err
	}
	for _, q := range players {
		p.e.Asked = append(p.e.Asked, event.Asked{Player: q, Kind: engine.ByeZero})
	}
	return nil
}

// readVirtualXXA reads "XXA PPPP  1.0  0.5 ...": a player and his virtual points round by round.
func readVirtualXXA(p *parser, t string) error {
	r := row{text: t}
	q, err := p.named(r.field(4, 8))
	if err != nil {
		return err
	}
	for at, round := 9, 1; at < len(t); at, round = at+5, round+1 {
		v := engine.Points(0)
		if w := r.trimmed(at, at+4); w != "" {
			if v, err = engine.ParsePoints(w); err != nil {
				return fmt.Errorf("round %d: %v", round, err)
			}
		}
		if k := len(p.e.Virtual); round > 1 && p.e.Virtual[k-1].Points == v {
			p.e.Virtual[k-1].To = round
			continue
		}
		p.e.Virtual = append(p.e.Virtual, event.Virtual{First: q, Last: q, From: round, To: round, Points: v})
	}
	return nil
}

// readTeam013 reads "013 name (32 columns) PPPP PPPP ...".
func readTeam013(p *parser, t string) error {
	r, _ := columns(t, func(r row) bool {
		_, err := p.namedAll(strings.Fields(r.field(36,
			r.width())))
		return err == nil
	})
	name := r.trimmed(4, 36)
	players, err := p.namedAll(strings.Fields(r.field(36, r.width())))
	if err != nil {
		return err
	}
	for _, q := range players {
		p.f.teams = true
		if p.e.Players[q].Club == "" {
			p.e.Players[q].Club = name
		}
	}
	return nil
}

// readTeam310 reads the name (columns 9-40) and the members (from column 74, every five) of a team.
func readTeam310(p *parser, t string) error {
	members := func(r row) ([]engine.Player, error) { return p.namedAll(strings.Fields(r.field(73, r.width()))) }
	r, _ := columns(t, func(r row) bool { _, err := members(r); return err == nil })
	players, err := members(r)
	if err != nil {
		return err
	}
	for _, q := range players {
		p.f.teams = true
		if p.e.Players[q].Club == "" {
			p.e.Players[q].Club = r.trimmed(8, 40)
		}
	}
	return nil
}

// readRoundDates reads the dates that stand above the rounds' cells.
func readRoundDates(p *parser, t string) error {
	r := row{text: t}
	for at := colCells; at < r.width(); at += cellStep {
		d, _ := date(r.trimmed(at, at+cellWidth))
		p.e.RoundDates = append(p.e.RoundDates, d)
	}
	return nil
}
