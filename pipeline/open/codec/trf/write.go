package trf

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// Dialect says which records Write uses for what the other form has no place for.
type Dialect uint8

// Dialects. Keep repeats the form of the file that was read; an event of another origin is written as
// TRF26. TRF16 is TRF16 with JaVaFo's and bbpPairings' extensions, which older engines read.
const (
	Keep Dialect = iota
	TRF16
	TRF26
)

// snapshot copies what Write compares with.
func snapshot(e *event.Event) *event.Event {
	c := *e
	c.Source = nil
	c.Players = slices.Clone(e.Players)
	total := 0
	for i := range e.Players {
		total += len(e.Players[i].Rounds)
	}
	cells := make([]event.Entry, 0, total)
	for i := range c.Players {
		at := len(cells)
		cells = append(cells, e.Players[i].Rounds...)
		c.Players[i].Rounds = cells[at:len(cells):len(cells)]
	}
	c.Asked = slices.Clone(e.Asked)
	c.Forbidden = slices.Clone(e.Forbidden)
	c.Virtual = slices.Clone(e.Virtual)
	c.Arbiters = slices.Clone(e.Arbiters)
	c.RoundDates = slices.Clone(e.RoundDates)
	c.TieBreaks = slices.Clone(e.TieBreaks)
	c.Marks = slices.Clone(e.Marks)
	return &c
}

// group is what is written anew together when it has changed.
type group struct {
	name string
	// content is the part of the event that the group's records tell; equal contents need no new record.
	content func(e *event.Event) any
	// lines gives the records, without line ends; none when there is nothing to tell.
	lines func(e *event.Event, d Dialect) []string
	after bool // stands behind the players
}

func text(code string, get func(e *event.Event) string) (func(*event.Event) any, func(*event.Event, Dialect) []string) {
	return func(e *event.Event) any { return get(e) }, func(e *event.Event, _ Dialect) []string {
		if v := get(e); v != "" {
			return []string{code + " " + v}
		}
		return nil
	}
}

// groups is the table of groups, in the order in which a new file has them.
var groups = func() []group {
	one := func(name, code string, get func(e *event.Event) string) group {
		g := group{name: name}
		g.content, g.lines = text(code, get)
		return g
	}
	day := func(d record.Date) string {
		if d.IsZero() {
			return ""
		}
		t := strings.ReplaceAll(d.String(), "-", "/")
		return strings.TrimRight(t, "/?") // what is known: 2026/03 for a day of March
	}
	return []group{
		one("name", "012", func(e *event.Event) string { return e.Name }),
		one("city", "022", func(e *event.Event) string { return e.City }),
		one("federation", "032", func(e *event.Event) string { return e.Federation }),
		one("start", "042", func(e *event.Event) string { return day(e.Start) }),
		one("end", "052", func(e *event.Event) string { return day(e.End) }),
		one("players", "062", func(e *event.Event) string { return strconv.Itoa(len(e.Players)) }),
		one("rated", "072", func(e *event.Event) string {
			n := 0
			for i := range e.Players {
				if e.Players[i].Rating > 0 {
					n++
				}
			}
			return strconv.Itoa(n)
		}),
		one("type", "092", func(e *event.Event) string { return e.Type }),
		{name: "arbiters", content: func(e *event.Event) any { return e.Arbiters }, lines: arbiterLines},
		one("time", "122", func(e *event.Event) string { return e.TimeControl }),
		{name: "dates", content: func(e *event.Event) any { return e.RoundDates }, lines: dateLines},
		{name: "rounds", content: func(e *event.Event) any { return e.PlannedRounds }, lines: roundLines},
		{name: "colour", content: func(e *event.Event) any { return e.FirstColor }, lines: colourLines},
		{name: "values", content: func(e *event.Event) any { return e.Points }, lines: valueLines},
		one("system", "192", func(e *event.Event) string { return e.System }),
		{name: "tiebreaks", content: func(e *event.Event) any { return e.TieBreaks }, lines: tieBreakLines},
		{name: "byes", content: func(e *event.Event) any { return e.Asked }, lines: byeLines, after: true},
		{name: "virtual", content: func(e *event.Event) any { return e.Virtual }, lines: virtualLines, after: true},
		{name: "withdrawn", content: func(e *event.Event) any { return gone(e) }, lines: withdrawnLines, after: true},
		{name: "clubs", content: func(e *event.Event) any { return clubs(e) }, lines: clubLines, after: true},
		{name: "marks", content: func(e *event.Event) any { return e.Marks }, lines: markLines, after: true},
		{name: "forbidden", content: func(e *event.Event) any { return e.Forbidden }, lines: forbiddenLines, after: true},
	}
}()

// Write writes e. An event that was read from a TRF comes out with the lines it had, but for
// those whose content has changed. Issues tell what the format has no room for.
func Write(w io.Writer, e *event.Event, d Dialect) ([]issue.Issue, error) {
	for i := range e.Players {
		if n := e.Players[i].Number; n > mostNumber {
			return nil, &source.BadInput{File: e.File, What: fmt.Sprintf("player number %d: TRF has room for %d", n, mostNumber),
				Hint: "write CSV or JSON"}
		}
	}
	var b bytes.Buffer
	out := writer{e: e, b: &b, d: d, finished: e.Finished()}
	if f, ok := e.Source.(*File); ok && d == Keep {
		out.again(f)
	} else {
		out.anew()
	}
	_, err := w.Write(b.Bytes())
	return out.issues, err
}

// mostNumber is the largest number of a player that TRF's columns hold.
const mostNumber = 9999

type writer struct {
	e      *event.Event
	b      *bytes.Buffer
	d      Dialect
	eol    string
	issues []issue.Issue

	finished int // rounds
}

func (w *writer) line(t string) {
	w.b.WriteString(t)
	w.b.WriteString(w.eol)
}

// anew writes a new file.
func (w *writer) anew() {
	w.eol = "\n"
	if w.d == Keep {
		w.d = TRF26
	}
	for _, g := range groups {
		if !g.after {
			for _, l := range g.lines(w.e, w.d) {
				w.line(l)
			}
		}
	}
	// Lines of a TRF that say what no group does are kept.
	f, _ := w.e.Source.(*File)
	if f != nil {
		w.others(f)
	}
	for i := range w.e.Players {
		w.line(w.player(engine.Player(i)))
	}
	for _, g := range groups {
		if g.after {
			for _, l := range g.lines(w.e, w.d) {
				w.line(l)
			}
		}
	}
}

// others repeats the lines of f that belong to no group.
func (w *writer) others(f *File) {
	for _, l := range f.lines {
		if len(l.raw) < 3 || strings.HasPrefix(l.raw, "001") {
			continue
		}
		if groupOf(l.raw) == "" {
			w.line(l.raw)
		}
	}
}

// groupOf gives the group of a line, "" for lines that are always repeated.
func groupOf(raw string) string {
	if raw == withdrawnPrefix || strings.HasPrefix(raw, withdrawnPrefix+" ") {
		return "withdrawn"
	}
	if strings.HasPrefix(raw, clubPrefix) {
		return "clubs"
	}
	if strings.HasPrefix(raw, markPrefix) {
		return "marks"
	}
	if len(raw) >= 3 {
		if rec := findRecord(raw[:3]); rec != nil {
			return rec.group
		}
	}
	return ""
}

// again repeats the lines of f, with new ones for what has changed.
func (w *writer) again(f *File) {
	w.eol = f.eol
	if f.bom {
		w.b.WriteString("\xef\xbb\xbf")
	}
	changed := map[string]*group{}
	for i := range groups {
		g := &groups[i]
		if !reflect.DeepEqual(g.content(f.read), g.content(w.e)) {
			changed[g.name] = g
		}
	}
	w.d = f.dialect()
	now := w.e.ByNumber()
	written := make([]bool, len(w.e.Players))
	isPlayer := func(l line) bool { return l.player != engine.NoPlayer }
	firstPlayer := slices.IndexFunc(f.lines, isPlayer)
	lastPlayer := firstPlayer
	for i, l := range f.lines {
		if isPlayer(l) {
			lastPlayer = i
		}
	}
	done := map[string]bool{}
	start := w.b.Len()
	emit := func(g *group) {
		done[g.name] = true
		for _, t := range g.lines(w.e, w.d) {
			w.line(t)
		}
	}
	// Groups that change without a line of their own in the file.
	has := map[string]bool{}
	for _, l := range f.lines {
		has[groupOf(l.raw)] = true
	}
	derived := func(name string) bool { return name == "players" || name == "rated" }
	for i, l := range f.lines {
		if i == firstPlayer {
			for j := range groups {
				if g := &groups[j]; changed[g.name] != nil && !g.after && !has[g.name] && !derived(g.name) {
					emit(g)
				}
			}
		}
		switch {
		case l.player != engine.NoPlayer:
			was := &f.read.Players[l.player]
			p, ok := now[was.Number]
			if !ok {
				break // the player has left the list
			}
			written[p] = true
			w.line(w.changedPlayer(l.raw, was, p))
		default:
			switch g := changed[groupOf(l.raw)]; {
			case g == nil:
				w.line(l.raw)
			case !done[g.name]:
				emit(g)
			}
		}
		if i == lastPlayer {
			for p := range w.e.Players {
				if !written[p] {
					w.line(w.player(engine.Player(p)))
				}
			}
		}
	}
	if !f.last && w.b.Len() > start && len(changed) == 0 {
		w.b.Truncate(w.b.Len() - len(w.eol))
	}
	for i := range groups {
		if g := &groups[i]; changed[g.name] != nil && !done[g.name] && !has[g.name] && !derived(g.name) {
			emit(g)
		}
	}
}

// dialect is that of the first record that only one of them has; TRF26 if there is none.
func (f *File) dialect() Dialect {
	for _, l := range f.lines {
		if len(l.raw) < 3 {
			continue
		}
		if c := l.raw[:3]; strings.HasPrefix(c, "XX") || strings.HasPrefix(c, "BB") || f.vega {
			return TRF16
		} else if c >= "142" && c <= "299" {
			return TRF26
		}
	}
	return TRF26
}

// changedPlayer gives the line of a player: raw where nothing has changed, and raw with new cells where only
// rounds have.
func (w *writer) changedPlayer(raw string, was *event.Player, p engine.Player) string {
	is := &w.e.Players[p]
	rounds := slices.Equal(was.Rounds, is.Rounds)
	a, b := *was, *is
	a.Rounds, b.Rounds = nil, nil
	a.Line, b.Line = 0, 0
	a.Club, b.Club = "", "" // a 013 record's word
	a.Gone, b.Gone = false, false
	same := reflect.DeepEqual(a, b)
	if same && rounds {
		return raw
	}
	if !same || !utf8.ValidString(raw) || strings.Count(raw, "|") >= 8 {
		return w.player(p)
	}
	r, _ := columns(raw, plausible)
	var t strings.Builder
	head := r.field(0, colCells-2)
	t.WriteString(head)
	for range colCells - 2 - (row{text: head, at: r.at}).widthOf(head) {
		t.WriteByte(' ')
	}
	for k, c := range is.Rounds {
		t.WriteString("  ")
		if k < len(was.Rounds) && was.Rounds[k] == c {
			at := colCells + k*cellStep
			old := r.field(at, at+cellWidth)
			t.WriteString(old)
			t.WriteString(blank[min(len(old), cellWidth):])
			continue
		}
		t.WriteString(w.cell(c))
	}
	return strings.TrimRight(t.String(), " ")
}

// widthOf is the number of columns of a part of the row.
func (r row) widthOf(part string) int {
	if r.at == nil {
		return len(part)
	}
	return utf8.RuneCountInString(part)
}

// cell writes one round.
func (w *writer) cell(c event.Entry) string {
	if c.HasOpponent {
		// The one line of the writer that is run for every game: no fmt.
		num := strconv.Itoa(w.e.Number(c.Opponent))
		return "    "[min(len(num), 4):] + num + " " + c.Color.String() + " " + resultSigns[c.Outcome]
	}
	if sign := resultSigns[c.Outcome]; c.Given && c.Outcome != engine.None {
		return "0000 - " + sign
	}
	return blank
}

// resultSigns are TRF's codes of outcomes; * for an adjourned game is ours.
var resultSigns = [engine.NumOutcomes]string{
	engine.None: " ", engine.Pending: " ",
	engine.Win: "1", engine.Drawn: "=", engine.Loss: "0",
	engine.ShortWin: "W", engine.ShortDrawn: "D", engine.ShortLoss: "L",
	engine.Unfinished: "*", engine.ForfeitWin: "+", engine.ForfeitLoss: "-",
	engine.ByePairing: "U", engine.ByeFull: "F", engine.ByeHalf: "H", engine.ByeZero: "Z",
}

// player writes a new 001 line.
func (w *writer) player(q engine.Player) string {
	p := &w.e.Players[q]
	fit := func(field, t string, n int) string {
		if k := utf8.RuneCountInString(t); k > n {
			w.issues = append(w.issues, issue.New("trf-room", w.e.File, p.Line, 0,
				"player %d: the %s %q has %d characters, TRF has room for %d", p.Number, field, t, k, n))
			return string([]rune(t)[:n])
		}
		return t
	}
	if p.Fouls != 0 {
		w.issues = append(w.issues, issue.New("trf-room", w.e.File, p.Line, 0,
			"player %d: TRF has no place for fouls (%d)", p.Number, p.Fouls))
	}
	rating := ""
	if p.Rating != 0 {
		if rating = strconv.Itoa(int(p.Rating)); len(rating) > endRating-colRating {
			// Four of five digits would be another rating: the strongest would become the weakest.
			w.issues = append(w.issues, issue.New("trf-room", w.e.File, p.Line, 0,
				"player %d: TRF has no room for the rating %s, which is left out", p.Number, rating))
			rating = ""
		}
	}
	pts := p.Stated
	if !p.HasStated {
		pts = w.e.Sum(q, w.finished)
	}
	rank := p.Rank
	birth := ""
	if !p.Birth.IsZero() {
		birth = fmt.Sprintf("%04d/%02d/%02d", p.Birth.Year, p.Birth.Month, p.Birth.Day)
	}
	var t strings.Builder
	num := strconv.Itoa(p.Number) // at most four digits: Write has refused others
	rankText := ""
	if rank > 0 && rank <= mostNumber {
		rankText = strconv.Itoa(rank)
	}
	fmt.Fprintf(&t, "001 %4s %1s%3s %s %4s %3s %11s %10s %4s %4s", num, fit("sex", p.Sex, 1), fit("title", p.Title, 3),
		padded(fit("name", p.Name, endName-colName), endName-colName), rating, fit("federation", p.Fed, 3),
		fit("id", p.ID, endID-colID), birth, decimal(pts), rankText)
	for _, c := range p.Rounds {
		t.WriteString("  ")
		t.WriteString(w.cell(c))
	}
	return strings.TrimRight(t.String(), " ")
}

func arbiterLines(e *event.Event, _ Dialect) []string {
	var out []string
	for i, a := range e.Arbiters {
		code := "112 "
		if i == 0 {
			code = "102 "
		}
		out = append(out, code+a)
	}
	return out
}

func dateLines(e *event.Event, _ Dialect) []string {
	if len(e.RoundDates) == 0 {
		return nil
	}
	t := "132" + strings.Repeat(" ", colCells-3)
	for _, d := range e.RoundDates {
		cell := blank
		if !d.IsZero() {
			cell = fmt.Sprintf("%02d/%02d/%02d", d.Year%100, d.Month, d.Day)
		}
		t += cell + "  "
	}
	return []string{strings.TrimRight(t, " ")}
}

func roundLines(e *event.Event, d Dialect) []string {
	if e.PlannedRounds == 0 {
		return nil
	}
	if d == TRF16 {
		return []string{"XXR " + strconv.Itoa(e.PlannedRounds)}
	}
	return []string{"142 " + strconv.Itoa(e.PlannedRounds)}
}

func colourLines(e *event.Event, d Dialect) []string {
	rank := ""
	if f, ok := e.Source.(*File); ok && f.rank {
		rank = " rank"
	}
	switch {
	case e.FirstColor == engine.NoColor && rank == "":
		return nil
	case e.FirstColor == engine.NoColor:
		return []string{"XXC rank"}
	case d == TRF16 || rank != "":
		return []string{"XXC" + rank + map[engine.Color]string{engine.White: " white1",
			engine.Black: " black1"}[e.FirstColor]}
	}
	return []string{"152 " + strings.ToUpper(e.FirstColor.String())}
}

// decimal writes half points with one decimal.
func decimal(p engine.Points) string {
	if p%2 == 0 {
		return strconv.Itoa(int(p/2)) + ".0"
	}
	return p.String()
}

// valueLines writes the point system: what differs from 1 - 1/2 - 0. Values that depend on the side, and
// others that 162 has no letter for, go into JaVaFo's XXS.
func valueLines(e *event.Event, d Dialect) []string {
	ps := &e.Points
	if *ps == engine.Standard {
		return nil
	}
	v := func(o engine.Outcome) engine.Points { return ps.Value[o][engine.White] }
	plain := engine.NewPointSystem(ps.Win(), ps.Draw(), ps.Loss())
	plain.Set(engine.ByePairing, v(engine.ByePairing))
	for _, o := range [...]engine.Outcome{engine.ByeZero, engine.None, engine.ForfeitLoss} {
		plain.Set(o, v(engine.ByeZero))
	}
	if plain != *ps {
		t := "XXS"
		add := func(key string, o engine.Outcome, c engine.Color) { t += " " + key + "=" + decimal(ps.Value[o][c]) }
		add("WW", engine.Win, engine.White)
		add("BW", engine.Win, engine.Black)
		add("WD", engine.Drawn, engine.White)
		add("BD", engine.Drawn, engine.Black)
		add("WL", engine.Loss, engine.White)
		add("BL", engine.Loss, engine.Black)
		add("ZPB", engine.ByeZero, engine.NoColor)
		add("HPB", engine.ByeHalf, engine.NoColor)
		add("FPB", engine.ByeFull, engine.NoColor)
		add("PAB", engine.ByePairing, engine.NoColor)
		add("FW", engine.ForfeitWin, engine.NoColor)
		add("FL", engine.ForfeitLoss, engine.NoColor)
		return []string{t}
	}
	if d == TRF16 {
		var out []string
		for _, x := range [...]struct {
			code string
			o    engine.Outcome
		}{{"BBW", engine.Win}, {"BBD", engine.Drawn}, {"BBL", engine.Loss}, {"BBZ", engine.ByeZero},
			{"BBF", engine.ForfeitLoss}, {"BBU", engine.ByePairing}} {
			out = append(out, fmt.Sprintf("%s %4s", x.code, decimal(v(x.o))))
		}
		return out
	}
	// What is not written is 1, 1/2, 0, 0 for an absence, and a win's value for the pairing-allocated bye. Older
	// readers do not know all letters.
	t := "162 "
	for _, x := range [...]struct {
		letter string
		o      engine.Outcome
		usual  engine.Points
	}{{"W", engine.Win, 2}, {"D", engine.Drawn, 1}, {"L", engine.Loss, 0}, {"A", engine.ByeZero, 0},
		{"P", engine.ByePairing, ps.Win()}} {
		if v(x.o) != x.usual {
			t += fmt.Sprintf(" %s%4s   ", x.letter, decimal(v(x.o)))
		}
	}
	return []string{strings.TrimRight(t, " ")}
}

// gone lists the numbers of withdrawn players.
func gone(e *event.Event) []int {
	var out []int
	for i := range e.Players {
		if e.Players[i].Gone {
			out = append(out, e.Players[i].Number)
		}
	}
	return out
}

func withdrawnLines(e *event.Event, _ Dialect) []string {
	t := withdrawnPrefix
	for _, n := range gone(e) {
		t += " " + strconv.Itoa(n)
	}
	if t == withdrawnPrefix {
		return nil
	}
	return []string{t}
}

// clubLines tells the clubs, for which TRF has no record, unless a 013 record names them.
func clubLines(e *event.Event, _ Dialect) []string {
	if f, ok := e.Source.(*File); ok && f.teams {
		return nil
	}
	return clubs(e)
}

func clubs(e *event.Event) []string {
	var out []string
	for i := range e.Players {
		if p := &e.Players[i]; p.Club != "" {
			out = append(out, clubPrefix+strconv.Itoa(p.Number)+" "+p.Club)
		}
	}
	return out
}

func markLines(e *event.Event, _ Dialect) []string {
	var out []string
	for _, m := range e.Marks {
		out = append(out, markPrefix+m.Key+" "+m.Value)
	}
	return out
}

func tieBreakLines(e *event.Event, _ Dialect) []string {
	if len(e.TieBreaks) == 0 {
		return nil
	}
	return []string{"212 PTS," + strings.Join(e.TieBreaks, ",")}
}

func byeLines(e *event.Event, d Dialect) []string {
	var out []string
	coming := e.Finished() + 1
	if d == TRF16 {
		t := ""
		for _, a := range e.Asked {
			if (a.Round == 0 || a.Round == coming) && a.Kind == engine.ByeZero {
				t += " " + strconv.Itoa(e.Number(a.Player))
			}
		}
		if t != "" {
			out = append(out, "XXZ"+t)
		}
	}
	type key struct {
		kind  engine.Outcome
		round int
	}
	var order []key
	lists := map[key][]int{}
	for _, a := range e.Asked {
		k := key{a.Kind, a.Round}
		if k.round == 0 {
			k.round = coming
		}
		if d == TRF16 && k.round == coming && k.kind == engine.ByeZero {
			continue
		}
		if lists[k] == nil {
			order = append(order, k)
		}
		lists[k] = append(lists[k], e.Number(a.Player))
	}
	for _, k := range order {
		t := fmt.Sprintf("240 %s %3d", resultSigns[k.kind], k.round)
		for _, n := range lists[k] {
			t += fmt.Sprintf(" %4d", n)
		}
		out = append(out, t)
	}
	return out
}

func virtualLines(e *event.Event, d Dialect) []string {
	var out []string
	if d != TRF16 {
		for _, v := range e.Virtual {
			if v.Points != 0 {
				out = append(out, fmt.Sprintf("250      %4s %3d %3d %4d %4d", decimal(v.Points), v.From, v.To,
					e.Number(v.First), e.Number(v.Last)))
			}
		}
		return out
	}
	last := 0
	for _, v := range e.Virtual {
		last = max(last, v.To)
	}
	rows := make([][]engine.Points, len(e.Players))
	for _, v := range e.Virtual {
		for p := v.First; p <= v.Last; p++ {
			if rows[p] == nil {
				rows[p] = make([]engine.Points, last)
			}
			for r := v.From; r <= v.To; r++ {
				rows[p][r-1] = v.Points
			}
		}
	}
	for p, row := range rows {
		if row == nil {
			continue
		}
		t := fmt.Sprintf("XXA %4d", e.Players[p].Number)
		for _, v := range row {
			t += fmt.Sprintf(" %4s", decimal(v))
		}
		out = append(out, t)
	}
	return out
}

func forbiddenLines(e *event.Event, d Dialect) []string {
	var out []string
	for _, f := range e.Forbidden {
		whole := f.First <= 1 && (f.Last == 0 || e.PlannedRounds > 0 && f.Last >= e.PlannedRounds)
		t := "XXP"
		switch {
		case d == TRF16 && whole:
			for _, p := range f.Players {
				t += " " + strconv.Itoa(e.Number(p))
			}
		default:
			last := f.Last
			if last == 0 {
				last = max(e.PlannedRounds, e.Finished()+1)
			}
			t = fmt.Sprintf("260 %3d %3d", max(f.First, 1), last)
			for _, p := range f.Players {
				t += fmt.Sprintf(" %4d", e.Number(p))
			}
		}
		out = append(out, t)
	}
	return out
}
