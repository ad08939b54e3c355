package event

import (
	"fmt"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/issue"
)

// Settle checks that the cells of the finished rounds fit together and makes the event safe for
// the engine: afterwards every cell with an opponent is answered by a cell of that opponent. A cell that
// is not becomes a bye of equal worth, so that the player keeps his points. Everything found is returned,
// player by player. at gives the place of a cell; nil: the player's line.
func (e *Event) Settle(at func(p engine.Player, round int) (line, column int)) []issue.Issue {
	if at == nil {
		at = func(p engine.Player, _ int) (int, int) { return e.Players[p].Line, 0 }
	}
	var found []issue.Issue
	report := func(code string, p engine.Player, r int, format string, args ...any) {
		line, col := at(p, r)
		found = append(found, issue.New(code, e.File, line, col, format, args...))
	}
	type cellRef struct {
		p engine.Player
		r int
	}
	var broken []cellRef
	forfeits, games := 0, 0
	for i := range e.Players {
		p := engine.Player(i)
		for r, c := range e.Players[i].Rounds {
			if !c.HasOpponent {
				continue
			}
			if c.Outcome == engine.ForfeitWin || c.Outcome == engine.ForfeitLoss {
				forfeits++
			}
			games++
			q := c.Opponent
			if q == engine.NoPlayer {
				broken = append(broken, cellRef{p, r}) // told by the reader
				continue
			}
			if q < 0 || int(q) >= len(e.Players) || q == p {
				report("event-opponent", p, r, "round %d: player %s has no such opponent", r+1, e.Label(p))
				broken = append(broken, cellRef{p, r})
				continue
			}
			d := e.Cell(q, r)
			if c.Color == engine.NoColor && d.HasOpponent && d.Opponent == p && d.Color != engine.NoColor {
				// The opponent's cell tells the colour.
				c.Color = d.Color.Other()
				e.Players[i].Rounds[r].Color = c.Color
			}
			switch {
			case !d.HasOpponent || d.Opponent != p:
				report("event-opponent", p, r, "round %d: %s names %s, who %s", r+1, e.Label(p), e.Label(q), e.otherwise(d))
				broken = append(broken, cellRef{p, r})
			case p > q:
				// Told once, at the player with the lower number.
			case c.Color == d.Color && c.Color != engine.NoColor:
				report("event-colour", p, r, "round %d: %s and %s both have %s", r+1, e.Label(p), e.Label(q), colourWord(c.Color))

			case !compatible(c.Outcome, d.Outcome):
				report("event-result", p, r, "round %d: %s and %s have results that do not belong to one game", r+1, e.Label(p), e.Label(q))
			}
		}
	}
	for _, b := range broken {
		c := &e.Players[b.p].Rounds[b.r]
		*c = Entry{Outcome: e.byeWorth(*c), Given: true}
	}
	if games >= 4 && forfeits == games {
		found = append(found, issue.New("event-forfeits", e.File, 0, 0, "all %d games are marked as forfeits", games/2))
	}
	if k := e.Finished(); e.PlannedRounds > 0 && k > e.PlannedRounds {
		found = append(found, issue.New("event-rounds", e.File, 0, 0, "%d rounds in the file, %d announced", k, e.PlannedRounds))
	}
	if met := e.metAgain(); len(met) > 0 {
		found = append(found, issue.New("event-rematch", e.File, 0, 0, "%d pairs have met more than once: %s", len(met), shortList(met)))
	}
	if e.Baku && len(e.Virtual) == 0 {
		if why := e.bakuTrouble(); why != "" {
			found = append(found, issue.New("event-baku", e.File, 0, 0, "Baku acceleration is left out: %s", why))
			e.Baku = false
		}
	}
	return append(found, e.checkPoints(at)...)
}

func (e *Event) bakuTrouble() string {
	switch {
	case e.PlannedRounds == 0:
		return "the number of rounds is not stated"
	case e.Points.Win() != 2*e.Points.Draw() || e.Points.Loss() != 0:
		return "a win must be worth two draws and a loss nothing"
	}
	return ""
}

// checkPoints compares the stated totals with the sums of the finished rounds. Totals that also hold the bye
// entered for the coming round, or the coming round's virtual points, are accepted.
func (e *Event) checkPoints(at func(engine.Player, int) (int, int)) []issue.Issue {
	if e.Columns == 0 {
		return nil // a list of players, perhaps with the totals of an event told elsewhere
	}
	var found []issue.Issue
	k := e.Finished()
	virtual := make([]engine.Points, len(e.Players))
	e.virtual(virtual, k)
	pending := k > 0 && e.Pending() > 0
	for i := range e.Players {
		pl := &e.Players[i]
		if !pl.HasStated {
			continue
		}
		sum := e.Sum(engine.Player(i), k)
		coming := e.value(e.Cell(engine.Player(i), k))
		// While the latest round is being played its byes may not be counted yet.
		if pending && pl.Stated == e.Sum(engine.Player(i), k-1) {
			continue
		}
		if s := pl.Stated; s == sum || s == sum+coming || s == sum+virtual[i] || s == sum+coming+virtual[i] {
			continue
		}
		line, _ := at(engine.Player(i), 0)
		found = append(found, issue.New("event-points", e.File, line, 0, "%s: %v points stated, the rounds add up to %v", e.Label(engine.Player(i)), pl.Stated, sum))
	}
	return found
}

// Sum is what p's first k rounds are worth, in half points.
func (e *Event) Sum(p engine.Player, k int) engine.Points {
	var sum engine.Points
	legs := e.Legs()
	for r := range k {
		c := e.Cell(p, r)
		if c.Outcome == engine.ByePairing && legs == 2 && r%2 == 1 {
			continue // its value is that of the match
		}
		sum += e.value(c)
	}
	return sum
}

func (e *Event) value(c Entry) engine.Points { return e.Points.Value[c.Outcome][c.Color] }

// byeWorth gives the bye that is worth what the cell's outcome is.
func (e *Event) byeWorth(c Entry) engine.Outcome {
	v := e.value(c)
	for _, o := range [...]engine.Outcome{engine.ByeZero, engine.ByeHalf, engine.ByeFull} {
		if e.Points.Value[o][engine.NoColor] == v {
			return o
		}
	}
	return engine.ByeZero
}

func (e *Event) otherwise(d Entry) string {
	switch {
	case d.HasOpponent && d.Opponent >= 0 && int(d.Opponent) < len(e.Players):
		return "plays " + e.Label(d.Opponent)
	case d.Given:
		return "has a bye"
	}
	return "has no entry in that round"
}

func colourWord(c engine.Color) string {
	return [...]string{"no colour", "White", "Black"}[c]
}

// compatible reports whether a and b are the two outcomes of one game, also of one that a director
// scored less to one side than to the other (1/2-0, 0-0), never both winning.
func compatible(a, b engine.Outcome) bool {
	kind := func(o engine.Outcome) int {
		switch o {
		case engine.Win, engine.Drawn, engine.Loss:
			return 1
		case engine.ShortWin, engine.ShortDrawn, engine.ShortLoss:
			return 2
		case engine.ForfeitWin, engine.ForfeitLoss:
			return 3
		case engine.Unfinished:
			return 4
		case engine.Pending:
			return 5
		}
		return 0
	}
	value := func(o engine.Outcome) int {
		switch o {
		case engine.Win, engine.ShortWin, engine.ForfeitWin:
			return 2
		case engine.Drawn, engine.ShortDrawn:
			return 1
		}
		return 0
	}
	return kind(a) == kind(b) && value(a)+value(b) <= 2
}

// metAgain lists the pairs that have played each other more than once.
func (e *Event) metAgain() []string {
	var out []string
	legs := e.Legs()
	for i := range e.Players {
		p := engine.Player(i)
		rounds := e.Players[i].Rounds
		for r, c := range rounds {
			if !c.HasOpponent || c.Opponent <= p || !c.Outcome.Played() {
				continue
			}
			if legs == 2 {
				r &^= 1 // the games of a match are one meeting
			}
			for was, d := range rounds[:r] {
				if d.HasOpponent && d.Opponent == c.Opponent && d.Outcome.Played() {
					out = append(out, fmt.Sprintf("%d-%d (rounds %d, %d)", e.Number(p), e.Number(c.Opponent), was+1, r+1))
					break
				}
			}
		}
	}
	return out
}

// shortList joins the first of a list.
func shortList(list []string) string {
	const most = 5
	if len(list) > most {
		return strings.Join(list[:most], ", ") + " ..."
	}
	return strings.Join(list, ", ")
}
