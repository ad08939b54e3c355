package event

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"crosstable/engine"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
)

// FromGames makes an event of games: players are known by id, else by name; rounds come from the round of each
// game ("3", "3.1"). Without any round the games are put into rounds in their order, each into the first in which
// both players are free. Games with no players are left out. Absences are
// empty cells; byes stand where the games have them (record.Game.Bye).
func FromGames(file string, games []record.Game) (*Event, []issue.Issue) {
	e := New(file)
	var found []issue.Issue
	report := func(g *record.Game, code, format string, args ...any) {
		found = append(found, issue.New(code, g.File, g.Line, 0, format, args...))
	}
	players := map[string]engine.Player{}
	ids := idsOfNames(games)
	find := func(s *record.Side) (engine.Player, bool) {
		key := sideKey(s)
		if id := ids[key]; id != "" {
			key = id
		}
		if key == "" {
			return 0, false
		}
		p, ok := players[key]
		if !ok {
			p = engine.Player(len(e.Players))
			players[key] = p
			e.Players = append(e.Players, Player{Number: int(p) + 1})
		}
		pl := &e.Players[p]
		if pl.Name == "" {
			pl.Name = s.Name
		}
		if pl.ID == "" {
			if pl.ID = s.ID; pl.ID == "" {
				pl.ID = s.FideID
			}
		}
		if pl.Rating == 0 {
			if pl.Rating = s.Rating; pl.Rating == 0 {
				pl.Rating = s.Elo
			}
		}
		if pl.Title == "" {
			pl.Title = s.Title
		}
		if pl.Club == "" {
			pl.Club = s.Team
		}
		return p, true
	}
	anyRound := slices.ContainsFunc(games, func(g record.Game) bool { return roundNumber(g.Round) > 0 })
	names := map[string]bool{}
	for i := range games {
		g := &games[i]
		w, ok1 := find(&g.White)
		b, ok2 := find(&g.Black)
		if ok1 != ok2 && !g.Bye && g.Moves == 0 && g.Result != engine.NoResult {
			// A point against nobody, without a move: what programs write for a bye.
			bye := *g
			if ok1 {
				bye.Black = record.Side{Name: "bye"}
			} else {
				bye.White = record.Side{Name: "bye"}
			}
			bye.TakeBye()
			report(g, "event-bye", "game %d has one player and no moves: taken as his bye", g.Seq)
			if g = &bye; !ok1 {
				w = b
			}
		}
		if !g.Bye && (!ok1 || !ok2) || g.Bye && !ok1 && !ok2 {
			report(g, "event-row", "game %d has no name or id of a player and was left out", g.Seq)
			continue
		}
		if !g.Bye && w == b {
			report(g, "event-row", "game %d: %s against himself; left out", g.Seq, e.Label(w))
			continue
		}
		if g.Bye {
			b = w
		}
		r := roundNumber(g.Round) - 1
		switch {
		case !anyRound:
			for r = 0; e.Cell(w, r).Given || e.Cell(b, r).Given; r++ {
			}
		case r < 0:
			report(g, "event-round", "game %d (%s - %s) has no round (%q) and was left out", g.Seq, g.White.Name, g.Black.Name, g.Round)
			continue
		}
		if e.Cell(w, r).Given || e.Cell(b, r).Given {
			report(g, "event-twice", "game %d (%s - %s): one of the two has a game in round %d already; left out", g.Seq, g.White.Name, g.Black.Name, r+1)
			continue
		}
		ow, ob := g.Result.Outcomes()
		if g.Result == engine.Adjourned { // PGN's *: it runs, or nobody knows how it ended
			ow, ob = engine.Pending, engine.Pending
			report(g, "event-open", "game %d (%s - %s) has no result yet and counts nothing", g.Seq, g.White.Name, g.Black.Name)
		}
		if g.Bye {
			e.SetCell(w, r, Entry{Given: true, Outcome: ow})
		} else {
			e.SetCell(w, r, Entry{Given: true, HasOpponent: true, Opponent: b, Color: engine.White, Outcome: ow})
			e.SetCell(b, r, Entry{Given: true, HasOpponent: true, Opponent: w, Color: engine.Black, Outcome: ob})
		}
		names[known(g.Event)] = true
		if e.Name == "" {
			e.Name, e.City = known(g.Event), known(g.Site)
		}
		for _, d := range [...]record.Date{g.Start, g.End} {
			if !d.IsZero() && (e.Start.IsZero() || d.Compare(e.Start) < 0) {
				e.Start = d
			}
			if !d.IsZero() && d.Compare(e.End) > 0 {
				e.End = d
			}
		}
		if e.Mode == "" {
			e.Mode = g.Mode
		}
	}
	if len(names) > 1 {
		e.Name = commonStart(names)
		found = append(found, issue.New("event-several", file, 0, 0, "games of %d events are put into one crosstable", len(names)))
	}
	if !anyRound && len(games) > 0 {
		found = append(found, issue.New("event-no-rounds", file, 0, 0, "no game has a round; rounds were made from the order of the games"))
	}
	e.SortInitial()
	for i := range e.Players {
		e.Players[i].Number = i + 1
	}
	return e, append(found, e.Settle(nil)...)
}

// commonStart gives what all names begin with, to the end of a word: broadcasts name each round.
func commonStart(names map[string]bool) string {
	start, first := "", true
	for n := range names {
		if first {
			start, first = n, false
			continue
		}
		for !strings.HasPrefix(n, start) {
			start = start[:len(start)-1]
		}
	}
	// A cut inside a word or a character goes back to the last blank.
	for n := range names {
		if n != start && !strings.HasSuffix(start, " ") && !strings.HasPrefix(n[len(start):], " ") {
			i := strings.LastIndexByte(start, ' ')
			start = start[:max(i, 0)]
		}
	}
	if start = strings.Trim(start, " -:,|#"); len(start) < 4 {
		return ""
	}
	return start
}

// known drops PGN's word for unknown.
func known(t string) string {
	if strings.Trim(t, "?") == "" {
		return ""
	}
	return t
}

// sideKey tells players apart: by id, else by name without regard to width, case and blanks.
func sideKey(s *record.Side) string {
	switch {
	case s.ID != "":
		return "#" + s.ID
	case s.FideID != "":
		return "#" + s.FideID
	case strings.Trim(s.Name, " ?-") == "":
		return ""
	}
	return strings.ToLower(strings.Join(strings.Fields(norm.NFKC.String(s.Name)), " "))
}

// idsOfNames gives the key of the id that stands beside a name in some game, for the games that give the name
// alone: one name with one id is one player. A name with several ids stays a name.
func idsOfNames(games []record.Game) map[string]string {
	ids := map[string]string{}
	for i := range games {
		for _, s := range [2]*record.Side{&games[i].White, &games[i].Black} {
			key, name := sideKey(s), sideKey(&record.Side{Name: s.Name})
			if name == "" || key == name {
				continue
			}
			if other, ok := ids[name]; ok && other != key {
				key = "" // several
			}
			ids[name] = key
		}
	}
	return ids
}

// roundNumber reads a Round tag: the whole number it begins with, 0 for none.
func roundNumber(t string) int {
	t = strings.TrimSpace(t)
	i := 0
	for i < len(t) && t[i] >= '0' && t[i] <= '9' {
		i++
	}
	n, err := strconv.Atoi(t[:i])
	if err != nil || n > 999 {
		return 0
	}
	return n
}

// Games gives the games of the finished rounds, round by round, in the order of White's place in the initial
// order. Byes are not games and are left out; byes counts them.
func (e *Event) Games() (games []record.Game, byes int) {
	for r := range e.Finished() {
		var date record.Date
		if r < len(e.RoundDates) {
			date = e.RoundDates[r]
		}
		if date.IsZero() {
			date = e.Start
		}
		for i := range e.Players {
			p := engine.Player(i)
			c := e.Cell(p, r)
			if !c.HasOpponent {
				if c.Outcome >= engine.ByePairing {
					byes++
				}
				continue
			}
			if c.Color == engine.Black || c.Color == engine.NoColor && c.Opponent < p {
				continue
			}
			d := e.Cell(c.Opponent, r)
			if c.Color == d.Color && c.Color == engine.White && c.Opponent < p {
				continue // both have White: told once
			}
			g := record.Game{
				File: e.File, Line: e.Players[i].Line, Seq: len(games) + 1, Event: e.Name, Site: e.City, Round: strconv.Itoa(r + 1),
				Start: date, End: date, White: e.side(p), Black: e.side(c.Opponent), Mode: e.Mode, Plies: -1,
			}
			var exact bool
			if g.Result, exact = resultOf(c.Outcome, d.Outcome); !exact {
				g.Note = fmt.Sprintf("scored %v-%v", e.value(c), e.value(d))
				g.Reason = "director"
			}
			games = append(games, g)
		}
	}
	return games, byes
}

func (e *Event) side(p engine.Player) record.Side {
	pl := &e.Players[p]
	return record.Side{ID: pl.ID, Name: pl.Name, Rating: pl.Rating, Title: pl.Title, Team: pl.Club}
}

// resultOf joins two outcomes; exact is false if no Result has both, and White's then decides.
func resultOf(w, b engine.Outcome) (r engine.Result, exact bool) {
	best := engine.NoResult
	for r := engine.NoResult; r < engine.NumResults; r++ {
		x, y := r.Outcomes()
		if x == w && y == b {
			return r, true
		}
		if x == w && y != engine.None && best == engine.NoResult {
			best = r
		}
	}
	return best, false
}
