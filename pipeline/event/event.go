// Package event is a tournament as its files tell it: names, numbers and dates around the integers of
// package engine. Readers (pipeline/open/codec/trf, eventtab, evjson, pgn) make an Event; State gives the
// compact form that pairers and tie-breaks work on; writers turn an Event back into a file.
package event

import (
	"cmp"
	"fmt"
	"slices"

	"crosstable/engine"
	"crosstable/pipeline/record"
)

// Event is one tournament.
type Event struct {
	File string // as named by the user

	Name, City, Federation string
	Start, End             record.Date
	Type                   string        // free text ("Individual: Swiss-System")
	Arbiters               []string      // the chief arbiter first
	TimeControl            string        // free text
	RoundDates             []record.Date // by round, as far as given
	Mode                   string        // postal, email, web, otb; "" unknown

	System        string             // pairing system as announced, in the file's words ("FIDE_DUTCH_2025")
	PlannedRounds int                // announced number of rounds; 0 unknown
	FirstColor    engine.Color       // colour drawn for the top number; NoColor: not stated
	Points        engine.PointSystem // values in half points
	PointsOpen    bool               // a table that states none: they are those of the common case, and a system may have its own
	Baku          bool               // accelerated by C.04.7 without explicit virtual points
	BakuGroup     int                // players in group GA of the acceleration; 0: as C.04.7 says
	TieBreaks     []string           // announced order of tie-breaks, as the file writes the codes

	// Players in initial order: the index is the engine.Player.
	Players []Player
	// Columns is the number of round columns in the longest row of entries.
	Columns int

	Forbidden []Forbidden // pairs kept apart
	Asked     []Asked     // byes announced for a round beside the cells (240, XXZ)
	Virtual   []Virtual   // explicit virtual points

	// Marks are words that crosstable keeps with the event and other programs pass over: the hash of the
	// regulations, pairings fixed or replaced by the arbiter.
	Marks []Mark

	// Single is the event of single games behind one of matches (Matches); else nil.
	Single *Event

	// Source is what the file's codec keeps to write the file back unchanged (the lines of a TRF);
	// nil for an event that was not read from a file of that kind.
	Source any
}

// Mark is one of Event.Marks.
type Mark struct{ Key, Value string }

// Mark gives the value of the first mark with a key.
func (e *Event) Mark(key string) (string, bool) {
	for _, m := range e.Marks {
		if m.Key == key {
			return m.Value, true
		}
	}
	return "", false
}

// SetMark replaces the marks with a key by one; an empty value removes them.
func (e *Event) SetMark(key, value string) {
	e.Marks = slices.DeleteFunc(e.Marks, func(m Mark) bool { return m.Key == key })
	if value != "" {
		e.Marks = append(e.Marks, Mark{key, value})
	}
}

// Player is one participant.
type Player struct {
	Number int    // number in the file: opponents are named by it
	ID     string // FIDE id or the event's own id, as written
	Name   string
	Title  string // GM, IM, WGM ...
	Sex    string // m, w or ""
	Fed    string
	Rating int32 // rating points; 0 unrated
	K      int32 // K-factor the file gives; 0 none
	Birth  record.Date
	Club   string // club, family or team: what a keep-apart list goes by
	Fouls  int32  // fouls (犯规) of the whole event
	Gone   bool   // withdrawn: not paired any more

	Stated    engine.Points // points total as the file states it, in half points
	HasStated bool
	Rank      int // rank as the file states it; 0 none

	Rounds []Entry // by round; may be shorter than Event.Columns
	Line   int     // physical line in the file; 0 unknown
}

// Entry is one player's cell of one round. The zero value is an empty cell.
type Entry struct {
	Opponent engine.Player // meaningful if HasOpponent
	Color    engine.Color
	Outcome  engine.Outcome
	// HasOpponent is false for byes, absences and empty cells.
	HasOpponent bool
	// Given reports that the cell is not empty.
	Given bool
}

// Forbidden is a group of players who must not meet in rounds First..Last (1-based; Last 0: to the end).
type Forbidden struct {
	Players     []engine.Player
	First, Last int
}

// Covers reports whether the ban holds in round r (1-based).
func (f Forbidden) Covers(r int) bool { return r >= f.First && (f.Last == 0 || r <= f.Last) }

// Asked is a bye announced for a round: half-, zero- or full-point bye.
type Asked struct {
	Round  int // 1-based; 0: the round to be paired
	Player engine.Player
	Kind   engine.Outcome
}

// Virtual gives players First..Last virtual points (half points) in rounds From..To (1-based).
type Virtual struct {
	First, Last engine.Player
	From, To    int
	Points      engine.Points
}

// New gives an empty event with standard points.
func New(file string) *Event { return &Event{File: file, Points: engine.Standard} }

// N is the number of players.
func (e *Event) N() int { return len(e.Players) }

// Cell is p's entry of round r (0-based); the zero Entry beyond his last cell.
func (e *Event) Cell(p engine.Player, r int) Entry {
	if c := e.Players[p].Rounds; r < len(c) {
		return c[r]
	}
	return Entry{}
}

// SetCell stores p's entry of round r (0-based), growing his row and Columns.
func (e *Event) SetCell(p engine.Player, r int, c Entry) {
	row := &e.Players[p].Rounds
	for len(*row) <= r {
		*row = append(*row, Entry{})
	}
	(*row)[r] = c
	e.Columns = max(e.Columns, r+1)
}

// ByNumber maps the file's numbers to players.
func (e *Event) ByNumber() map[int]engine.Player {
	m := make(map[int]engine.Player, len(e.Players))
	for i := range e.Players {
		m[e.Players[i].Number] = engine.Player(i)
	}
	return m
}

// Number is p's number in the file, 0 for NoPlayer.
func (e *Event) Number(p engine.Player) int {
	if p == engine.NoPlayer {
		return 0
	}
	return e.Players[p].Number
}

// Label names p for people: "12 Yamada Taro".
func (e *Event) Label(p engine.Player) string {
	if p == engine.NoPlayer {
		return "-"
	}
	if n := e.Players[p].Name; n != "" {
		return fmt.Sprintf("%d %s", e.Players[p].Number, n)
	}
	return fmt.Sprint(e.Players[p].Number)
}

// Restate makes the totals that the file stated those of the rounds, where a round has been added since.
func (e *Event) Restate() {
	for i := range e.Players {
		if p := &e.Players[i]; p.HasStated {
			p.Stated = e.Sum(engine.Player(i), e.Finished())
		}
	}
}

// Finished is the number of rounds that have been paired and entered: the columns that State plays.
//
// A column with an opponent in it is a round, and so is every column before it. Of the columns behind
// the last such one, a column in which every player has an entry is a round too, if somebody scores in
// it or a later column has entries of some players only. The first column that is no round holds the
// byes of the round to be paired. Columns of nothing but absences at the end are no rounds.
func (e *Event) Finished() int {
	last := 0
	full := make([]int, e.Columns)     // players with an entry
	scoring := make([]bool, e.Columns) // an entry other than absence
	for p := range e.Players {
		for r, c := range e.Players[p].Rounds {
			if c.HasOpponent && r+1 > last {
				last = r + 1
			}
			if c.Given {
				full[r]++
			}
			if c.Outcome != engine.None && c.Outcome != engine.ByeZero {
				scoring[r] = true
			}
		}
	}
	// Walk over complete columns; keep the latest that must be a round.
	for r := last; r < e.Columns && full[r] == len(e.Players); r++ {
		partial := r+1 < e.Columns && full[r+1] > 0 && full[r+1] < len(e.Players)
		if scoring[r] || partial {
			last = r + 1
		}
	}
	return last
}

// Pending counts the games of the finished rounds that have no result yet.
func (e *Event) Pending() int {
	n, k := 0, e.Finished()
	for p := range e.Players {
		for r := range min(k, len(e.Players[p].Rounds)) {
			if e.Players[p].Rounds[r].Outcome == engine.Pending {
				n++
			}
		}
	}
	return (n + 1) / 2
}

// First gives the colour drawn for the top player: as stated, else inferred from the first round with
// colours. In that round the first numbered player of the initial order who had a colour tells it; his
// place among the numbered gives the parity (C.04.3 5.2.5). NoColor when nothing tells it.
func (e *Event) First() engine.Color {
	if e.FirstColor != engine.NoColor {
		return e.FirstColor
	}
	k := e.Finished()
	for r := range k {
		place := 0
		for p := range e.Players {
			numbered := false
			for i := range r + 1 {
				o := e.Cell(engine.Player(p), i).Outcome
				numbered = numbered || o.Paired() || o == engine.ByePairing
			}
			if !numbered {
				continue
			}
			if c := e.Cell(engine.Player(p), r); c.HasOpponent && c.Color != engine.NoColor {
				if place%2 == 1 {
					return c.Color.Other()
				}
				return c.Color
			}
			place++
		}
	}
	return engine.NoColor
}

// Groups numbers the values of key over the players for engine.State.Group: equal non-empty
// keys give equal positive numbers, an empty key gives 0.
func (e *Event) Groups(key func(*Player) string) []int32 {
	g := make([]int32, len(e.Players))
	seen := map[string]int32{}
	for i := range e.Players {
		k := key(&e.Players[i])
		if k == "" {
			continue
		}
		if seen[k] == 0 {
			seen[k] = int32(len(seen) + 1)
		}
		g[i] = seen[k]
	}
	return g
}

// SortInitial puts the players in initial order: rating, title, name (C.04.2 2.2), and renumbers opponents in
// entries, byes and bans. Numbers of the file are kept.
func (e *Event) SortInitial() {
	order := make([]engine.Player, len(e.Players))
	for i := range order {
		order[i] = engine.Player(i)
	}
	slices.SortStableFunc(order, func(a, b engine.Player) int {
		x, y := &e.Players[a], &e.Players[b]
		return cmp.Or(cmp.Compare(y.Rating, x.Rating), cmp.Compare(titleRank(x.Title), titleRank(y.Title)), cmp.Compare(x.Name, y.Name))
	})
	e.reorder(order)
}

// SortByNumber puts the players in the order of the file's numbers, which are pairing numbers.
func (e *Event) SortByNumber() {
	order := make([]engine.Player, len(e.Players))
	for i := range order {
		order[i] = engine.Player(i)
	}
	slices.SortStableFunc(order, func(a, b engine.Player) int { return cmp.Compare(e.Players[a].Number, e.Players[b].Number) })
	e.reorder(order)
}

// reorder makes order[i] the i-th player.
func (e *Event) reorder(order []engine.Player) {
	to := make([]engine.Player, len(order))
	players := make([]Player, len(order))
	same := true
	for i, old := range order {
		to[old] = engine.Player(i)
		players[i] = e.Players[old]
		same = same && int(old) == i
	}
	if same {
		return
	}
	for i := range players {
		for r := range players[i].Rounds {
			if c := &players[i].Rounds[r]; c.HasOpponent && c.Opponent >= 0 {
				c.Opponent = to[c.Opponent]
			}
		}
	}
	e.Players = players
	for i := range e.Forbidden {
		for j, p := range e.Forbidden[i].Players {
			e.Forbidden[i].Players[j] = to[p]
		}
	}
	for i := range e.Asked {
		e.Asked[i].Player = to[e.Asked[i].Player]
	}
	var virtual []Virtual
	for _, v := range e.Virtual {
		for p := v.First; p <= v.Last; p++ {
			w := v
			w.First, w.Last = to[p], to[p]
			virtual = append(virtual, w)
		}
	}
	e.Virtual = virtual
}

// titleRank orders titles as C.04.2 does: GM, IM, WGM, FM, WIM, CM, WFM, WCM, none.
func titleRank(t string) int {
	for i, name := range [...]string{"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"} {
		if t == name {
			return i
		}
	}
	return 8
}
