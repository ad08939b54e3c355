// Package evjson reads and writes crosstable's own event files: JSON that keeps everything an event.Event
// has. The schema is docs/schema/event.schema.json (Schema gives its text); unknown fields are refused with their
// name, so that a misspelt one is not passed over.
package evjson

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
)

// Format is the value of the field "format".
const Format = "crosstable-event"

// Version is the version of the form.
const Version = 1

// Schema is the JSON Schema of the form.
//
//go:embed event.schema.json
var Schema string

type file struct {
	Format      string      `json:"format"`
	Version     int         `json:"version"`
	Name        string      `json:"name,omitempty"`
	City        string      `json:"city,omitempty"`
	Federation  string      `json:"federation,omitempty"`
	Start       string      `json:"start,omitempty"`
	End         string      `json:"end,omitempty"`
	Type        string      `json:"type,omitempty"`
	Arbiters    []string    `json:"arbiters,omitempty"`
	TimeControl string      `json:"timeControl,omitempty"`
	RoundDates  []string    `json:"roundDates,omitempty"`
	Mode        string      `json:"mode,omitempty"`
	System      string      `json:"system,omitempty"`
	Rounds      int         `json:"rounds,omitempty"`
	FirstColor  string      `json:"firstColor,omitempty"`
	FirstColour string      `json:"firstColour,omitempty"` // read only: the older word
	Points      *points     `json:"points,omitempty"`
	Baku        bool        `json:"baku,omitempty"`
	BakuGroup   int         `json:"bakuGroup,omitempty"`
	TieBreaks   []string    `json:"tieBreaks,omitempty"`
	Players     []player    `json:"players"`
	Forbidden   []forbidden `json:"forbidden,omitempty"`
	Byes        []bye       `json:"byes,omitempty"`
	Virtual     []virtual   `json:"virtual,omitempty"`
	Marks       []mark      `json:"marks,omitempty"`
}

// points are the values of outcomes by name; a number, or White, Black and no colour.
type points map[string]value

type value [3]float64

func (v value) MarshalJSON() ([]byte, error) {
	if v[1] == v[0] && v[2] == v[0] {
		return json.Marshal(v[0])
	}
	return json.Marshal([]float64{v[0], v[1], v[2]})
}

func (v *value) UnmarshalJSON(b []byte) error {
	var one float64
	if err := json.Unmarshal(b, &one); err == nil {
		*v = value{one, one, one}
		return nil
	}
	var three []float64
	if err := json.Unmarshal(b, &three); err != nil || len(three) != 3 {
		return fmt.Errorf("a value is a number, or three: for White, for Black, without colour")
	}
	copy(v[:], three)
	return nil
}

type player struct {
	No         int     `json:"no"`
	Name       string  `json:"name"`
	ID         string  `json:"id,omitempty"`
	Title      string  `json:"title,omitempty"`
	Sex        string  `json:"sex,omitempty"`
	Federation string  `json:"federation,omitempty"`
	Fed        string  `json:"fed,omitempty"` // read only: the older word
	Rating     int32   `json:"rating,omitempty"`
	K          int32   `json:"k,omitempty"`
	Birth      string  `json:"birth,omitempty"`
	Club       string  `json:"club,omitempty"`
	Fouls      int32   `json:"fouls,omitempty"`
	Withdrawn  bool    `json:"withdrawn,omitempty"`
	Points     *number `json:"points,omitempty"`
	Rank       int     `json:"rank,omitempty"`
	Rounds     []cell  `json:"rounds"`
}

// cell is a round: TRF's words in fields; result "" and no opponent is an empty cell.
type cell struct {
	Opponent int    `json:"opponent,omitempty"`
	Color    string `json:"color,omitempty"`
	Colour   string `json:"colour,omitempty"` // read only: the older word
	Result   string `json:"result,omitempty"`
}

// number is a number, also one that was written as a text ("2.5").
type number float64

func (n *number) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		b = []byte(text)
	}
	var v float64
	if err := json.Unmarshal(b, &v); err != nil {
		return fmt.Errorf("%s is no number", b)
	}
	*n = number(v)
	return nil
}

type forbidden struct {
	Players []int `json:"players"`
	From    int   `json:"from,omitempty"`
	To      int   `json:"to,omitempty"`
}

type bye struct {
	Round  int    `json:"round,omitempty"`
	Player int    `json:"player"`
	Kind   string `json:"kind"`
}

type virtual struct {
	Player int     `json:"player"`
	Last   int     `json:"last,omitempty"`
	From   int     `json:"from"`
	To     int     `json:"to"`
	Points float64 `json:"points"`
}

type mark struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// outcomeNames are the words of the point system, in the order of the table.
var outcomeNames = []struct {
	name string
	o    engine.Outcome
}{
	{"win", engine.Win}, {"draw", engine.Drawn}, {"loss", engine.Loss},
	{"shortWin", engine.ShortWin}, {"shortDraw", engine.ShortDrawn}, {"shortLoss", engine.ShortLoss},
	{"adjourned", engine.Unfinished}, {"forfeitWin", engine.ForfeitWin}, {"forfeitLoss", engine.ForfeitLoss},
	{"pairingBye", engine.ByePairing}, {"fullBye", engine.ByeFull}, {"halfBye", engine.ByeHalf},
	{"zeroBye", engine.ByeZero},
	{"noEntry", engine.None}, {"pending", engine.Pending},
}

// results are the codes of cells.
var results = map[engine.Outcome]string{
	engine.Win: "1", engine.Drawn: "=", engine.Loss: "0", engine.ShortWin: "W", engine.ShortDrawn: "D",
	engine.ShortLoss:  "L",
	engine.Unfinished: "*", engine.ForfeitWin: "+", engine.ForfeitLoss: "-", engine.Pending: "?",
	engine.ByePairing: "U", engine.ByeFull: "F", engine.ByeHalf: "H", engine.ByeZero: "Z",
}

var outcomes = func() map[string]engine.Outcome {
	m := map[string]engine.Outcome{}
	for o, s := range results {
		m[s] = o
	}
	return m
}()

// Write writes e.
func Write(w io.Writer, e *event.Event) error {
	f := file{
		Format: Format, Version: Version, Name: e.Name, City: e.City, Federation: e.Federation,
		Start: e.Start.String(), End: e.End.String(),
		Type: e.Type, Arbiters: e.Arbiters, TimeControl: e.TimeControl, Mode: e.Mode, System: e.System,
		Rounds: e.PlannedRounds,
		Baku:   e.Baku, BakuGroup: e.BakuGroup, TieBreaks: e.TieBreaks, Players: make([]player, len(e.Players)),
	}
	for _, d := range e.RoundDates {
		f.RoundDates = append(f.RoundDates, d.String())
	}
	if e.FirstColor != engine.NoColor {
		f.FirstColor = e.FirstColor.String()
	}
	if e.Points != engine.Standard {
		f.Points = &points{}
		for _, x := range outcomeNames {
			v := e.Points.Value[x.o]
			(*f.Points)[x.name] = value{decimal(v[engine.White]), decimal(v[engine.Black]), decimal(v[engine.NoColor])}
		}
	}
	for i := range e.Players {
		p := &e.Players[i]
		out := player{No: p.Number, Name: p.Name, ID: p.ID, Title: p.Title, Sex: p.Sex, Federation: p.Fed,
			Rating: p.Rating, K: p.K,
			Birth: p.Birth.String(), Club: p.Club, Fouls: p.Fouls, Withdrawn: p.Gone, Rank: p.Rank,
			Rounds: make([]cell, len(p.Rounds))}
		if p.HasStated {
			v := number(decimal(p.Stated))
			out.Points = &v
		}
		for r, c := range p.Rounds {
			if !c.Given {
				continue
			}
			x := cell{Result: results[c.Outcome]}
			if c.HasOpponent {
				x.Opponent = e.Number(c.Opponent)
				if c.Color != engine.NoColor {
					x.Color = c.Color.String()
				}
			}
			out.Rounds[r] = x
		}
		f.Players[i] = out
	}
	for _, b := range e.Forbidden {
		x := forbidden{From: b.First, To: b.Last}
		for _, p := range b.Players {
			x.Players = append(x.Players, e.Number(p))
		}
		f.Forbidden = append(f.Forbidden, x)
	}
	for _, a := range e.Asked {
		f.Byes = append(f.Byes, bye{a.Round, e.Number(a.Player), results[a.Kind]})
	}
	for _, v := range e.Virtual {
		x := virtual{Player: e.Number(v.First), From: v.From, To: v.To, Points: decimal(v.Points)}
		if v.Last != v.First {
			x.Last = e.Number(v.Last)
		}
		f.Virtual = append(f.Virtual, x)
	}
	for _, m := range e.Marks {
		f.Marks = append(f.Marks, mark(m))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(f); err != nil {
		return err
	}
	_, err := w.Write(compactCells(b.Bytes()))
	return err
}

// compactCells puts each cell of a round on one line: a crosstable should look like one in a text editor.
func compactCells(b []byte) []byte {
	lines := bytes.Split(b, []byte("\n"))
	out := make([]byte, 0, len(b))
	const deep = "     " // cells stand five deep
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		out = append(out, l...)
		if bytes.Equal(l, []byte(deep[:4]+"{")) {
			for i+1 < len(lines) && bytes.HasPrefix(lines[i+1], []byte(deep)) {
				i++
				out = append(out, ' ')
				out = append(out, bytes.TrimSpace(lines[i])...)
			}
			if i+1 < len(lines) {
				i++
				out = append(out, ' ')
				out = append(out, bytes.TrimSpace(lines[i])...)
			}
		}
		if i+1 < len(lines) {
			out = append(out, '\n')
		}
	}
	return out
}

func decimal(p engine.Points) float64 { return float64(p) / 2 }

// Read reads one event. The error is for what is no such file: JSON faults come with line and column.
func Read(r io.Reader, name string) (*event.Event, []issue.Issue, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	var f file
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		line, col := position(data, faultOffset(err, dec.InputOffset()))
		return nil, nil, fmt.Errorf("%s:%d:%d: %s", name, line, col, plainly(err))
	}
	if f.Format != Format {
		return nil, nil, fmt.Errorf("%s: not an event file: the field \"format\" is %q, not %q", name, f.Format, Format)
	}
	if f.Version != Version {
		return nil, nil, fmt.Errorf("%s: version %d of the form is not known; this program reads version %d", name,
			f.Version, Version)
	}
	rd := reader{e: event.New(name), f: &f}
	if err := rd.event(); err != nil {
		return nil, rd.issues, fmt.Errorf("%s: %w", name, err)
	}
	return rd.e, rd.issues, nil
}

func faultOffset(err error, at int64) int64 {
	var syn *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syn):
		return syn.Offset
	case errors.As(err, &typ):
		return typ.Offset
	}
	return at
}

func plainly(err error) string {
	var typ *json.UnmarshalTypeError
	if errors.As(err, &typ) {
		return fmt.Sprintf("the field %q cannot be a JSON %s", typ.Field, typ.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// position turns a byte offset into line and column.
func position(data []byte, offset int64) (line, col int) {
	head := data[:min(int(offset), len(data))]
	line = bytes.Count(head, []byte("\n")) + 1
	return line, len(head) - bytes.LastIndexByte(head, '\n')
}

type reader struct {
	e      *event.Event
	f      *file
	issues []issue.Issue
	by     map[int]engine.Player
}

func (r *reader) report(code, format string, args ...any) {
	r.issues = append(r.issues, issue.New(code, r.e.File, 0, 0, format, args...))
}

func (r *reader) event() error {
	e, f := r.e, r.f
	e.Name, e.City, e.Federation, e.Type, e.Arbiters, e.TimeControl, e.Mode = f.Name, f.City, f.Federation, f.Type,
		f.Arbiters, f.TimeControl, f.Mode
	e.System, e.PlannedRounds, e.Baku, e.BakuGroup, e.TieBreaks = f.System, f.Rounds, f.Baku, f.BakuGroup, f.TieBreaks
	e.Start, e.End = r.date("start", f.Start), r.date("end", f.End)
	for _, d := range f.RoundDates {
		e.RoundDates = append(e.RoundDates, r.date("roundDates", d))
	}
	first := cmp.Or(f.FirstColor, f.FirstColour)
	switch strings.ToLower(first) {
	case "":
	case "w", "white":
		e.FirstColor = engine.White
	case "b", "black":
		e.FirstColor = engine.Black
	default:
		r.report("json-field", "firstColor is %q, not w or b", first)
	}
	if f.Points != nil {
		if err := r.points(*f.Points); err != nil {
			return err
		}
	}
	if len(f.Players) == 0 {
		return errors.New("no players")
	}
	if f.Rounds < 0 || f.Rounds > 1000 {
		return fmt.Errorf("rounds is %d", f.Rounds)
	}
	r.by = map[int]engine.Player{}
	for i, p := range f.Players {
		if p.No <= 0 {
			return fmt.Errorf("player %d of the list has the number %d; numbers are positive", i+1, p.No)
		}
		if _, dup := r.by[p.No]; dup {
			return fmt.Errorf("two players have the number %d", p.No)
		}
		r.by[p.No] = engine.Player(i)
	}
	for i, p := range f.Players {
		out := event.Player{Number: p.No, Name: p.Name, ID: p.ID, Title: p.Title, Sex: p.Sex,
			Fed: cmp.Or(p.Federation, p.Fed), Rating: p.Rating, K: p.K,
			Birth: r.date("birth", p.Birth), Club: p.Club, Fouls: p.Fouls, Gone: p.Withdrawn, Rank: p.Rank}
		if p.Points != nil {
			v, ok := half(float64(*p.Points))
			if !ok {
				r.report("event-value", "player %d: %v points", p.No, *p.Points)
			}
			out.Stated, out.HasStated = v, ok
		}
		e.Players = append(e.Players, out)
		for k, c := range p.Rounds {
			if entry := r.cell(p.No, k, c); entry.Given {
				e.SetCell(engine.Player(i), k, entry)
			}
		}
	}
	return r.rest()
}

func (r *reader) cell(no, round int, c cell) event.Entry {
	if c == (cell{}) {
		return event.Entry{}
	}
	out := event.Entry{Given: true}
	o, ok := outcomes[c.Result]
	switch {
	case c.Result == "" && c.Opponent != 0:
		o = engine.Pending
	case !ok:
		r.report("json-field", "player %d, round %d: the result %q is not known", no, round+1, c.Result)
		o = engine.Pending
	}
	color := cmp.Or(c.Color, c.Colour)
	switch strings.ToLower(color) {
	case "", "-":
	case "w", "white":
		out.Color = engine.White
	case "b", "black":
		out.Color = engine.Black
	default:
		r.report("json-field", "player %d, round %d: the colour %q is not w or b", no, round+1, color)
	}
	out.Outcome = o
	bye := o >= engine.ByePairing
	switch {
	case c.Opponent == 0 && !bye, c.Opponent != 0 && bye:
		r.report("json-field", "player %d, round %d: the result %q and the opponent %d do not belong together", no,
			round+1, c.Result, c.Opponent)
		return event.Entry{Given: true, Outcome: engine.ByeZero}
	case c.Opponent != 0:
		q, ok := r.by[c.Opponent]
		if !ok {
			r.report("event-opponent", "player %d, round %d: no player has the number %d", no, round+1, c.Opponent)
			q = engine.NoPlayer
		}
		out.Opponent, out.HasOpponent = q, true
	default:
		out.Color = engine.NoColor
	}
	return out
}

func (r *reader) rest() error {
	e, f := r.e, r.f
	find := func(no int) (engine.Player, error) {
		p, ok := r.by[no]
		if !ok {
			return 0, fmt.Errorf("no player has the number %d", no)
		}
		return p, nil
	}
	for _, b := range f.Forbidden {
		x := event.Forbidden{First: max(b.From, 1), Last: b.To}
		for _, no := range b.Players {
			p, err := find(no)
			if err != nil {
				return fmt.Errorf("forbidden: %w", err)
			}
			x.Players = append(x.Players, p)
		}
		e.Forbidden = append(e.Forbidden, x)
	}
	for _, b := range f.Byes {
		p, err := find(b.Player)
		if err != nil {
			return fmt.Errorf("byes: %w", err)
		}
		kind := outcomes[b.Kind]
		if kind != engine.ByeFull && kind != engine.ByeHalf && kind != engine.ByeZero {
			return fmt.Errorf("byes: the kind %q is none of F, H, Z", b.Kind)
		}
		e.Asked = append(e.Asked, event.Asked{Round: b.Round, Player: p, Kind: kind})
	}
	for _, v := range f.Virtual {
		first, err := find(v.Player)
		if err != nil {
			return fmt.Errorf("virtual: %w", err)
		}
		last := first
		if v.Last != 0 {
			if last, err = find(v.Last); err != nil {
				return fmt.Errorf("virtual: %w", err)
			}
		}
		pts, ok := half(v.Points)
		if !ok || v.From < 1 || v.To < v.From || last < first {
			return fmt.Errorf("virtual: %+v is not a range with half points", v)
		}
		e.Virtual = append(e.Virtual, event.Virtual{First: first, Last: last, From: v.From, To: v.To, Points: pts})
	}
	for _, m := range f.Marks {
		e.Marks = append(e.Marks, event.Mark(m))
	}
	r.issues = append(r.issues, e.Settle(nil)...)
	return nil
}

func (r *reader) points(p points) error {
	known := map[string]engine.Outcome{}
	for _, x := range outcomeNames {
		known[x.name] = x.o
	}
	for name := range p {
		if _, ok := known[name]; !ok {
			return fmt.Errorf("points: %q is no kind of outcome", name)
		}
	}
	base := func(name string, def engine.Points) (engine.Points, error) {
		v, ok := p[name]
		if !ok {
			return def, nil
		}
		h, ok := half(v[0])
		if !ok {
			return 0, fmt.Errorf("points: %s is %v; values are multiples of half a point", name, v[0])
		}
		return h, nil
	}
	var w, d, l engine.Points
	var err error
	if w, err = base("win", 2); err == nil {
		if d, err = base("draw", 1); err == nil {
			l, err = base("loss", 0)
		}
	}
	if err != nil {
		return err
	}
	ps := engine.NewPointSystem(w, d, l)
	for _, x := range outcomeNames {
		v, ok := p[x.name]
		if !ok {
			continue
		}
		for i, c := range [...]engine.Color{engine.White, engine.Black, engine.NoColor} {
			h, ok := half(v[i])
			if !ok {
				return fmt.Errorf("points: %s is %v; values are multiples of half a point", x.name, v[i])
			}
			ps.Value[x.o][c] = h
		}
	}
	r.e.Points = ps
	return nil
}

func half(v float64) (engine.Points, bool) {
	p, err := engine.HalfPoints(v)
	return p, err == nil
}

func (r *reader) date(field, t string) record.Date {
	if t == "" {
		return record.Date{}
	}
	var d record.Date
	parts := strings.Split(t, "-")
	num := func(s string) int {
		if s == "??" || s == "" {
			return 0
		}
		n := 0
		for _, c := range s {
			if c < '0' || c > '9' || n > 9999 {
				return -1
			}
			n = n*10 + int(c-'0')
		}
		return n
	}
	v := [3]int{}
	for i, s := range parts {
		if i > 2 {
			v[0] = -1
			break
		}
		v[i] = num(s)
	}
	if v[0] < 1 || v[0] > 9999 || v[1] < 0 || v[1] > 12 || v[2] < 0 || v[2] > 31 {
		r.report("json-field", "%s is %q, not a date like 2026-03-01", field, t)
		return d
	}
	return record.Date{Year: int16(v[0]), Month: uint8(v[1]), Day: uint8(v[2])}
}
