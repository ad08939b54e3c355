package event

import (
	"fmt"
	"slices"

	"crosstable/engine"
	"crosstable/engine/pairing"
)

// This file turns events of matches of two games (Double-Swiss, C.04.5) from how files hold them, two columns a
// match, into rounds of matches, and back. Both columns of a match have the same opponent, colours reversed, and
// each game's own result; a bye of any kind stands in both. Totals count the match: a pairing-allocated bye once.

// Legs is the number of columns that the announced system has for a pairing: 2 for matches of two games.
func (e *Event) Legs() int {
	if e.Single != nil {
		return 1
	}
	if row, ok := pairing.ByCode(e.System); ok {
		return max(1, row.Legs)
	}
	return 1
}

// Rounds gives the event in rounds of the announced system: Matches if it pairs matches, else e itself.
func (e *Event) Rounds() (*Event, error) {
	if e.Legs() == 2 {
		return e.Matches()
	}
	return e, nil
}

// Matches gives the event with every two columns as one round, values and numbers of rounds likewise, and e behind it
// (Single). A match that a player has forfeited in both games is forfeited; one in which somebody has played or
// both have forfeited one game is played, with the colours of game 1 if there was a game.
func (e *Event) Matches() (*Event, error) {
	points, ok := e.Points.Matches()
	if !ok {
		return nil, fmt.Errorf("%s: in matches of two games a win and a loss are worth two draws, whatever the colour", e.File)
	}
	m := *e
	m.Single, m.Source = e, nil
	m.Points = points
	m.PlannedRounds = half(e.PlannedRounds)
	m.Columns = half(e.Columns)
	m.RoundDates = nil
	for r := 0; r < len(e.RoundDates); r += 2 {
		m.RoundDates = append(m.RoundDates, e.RoundDates[r])
	}
	m.Asked, m.Virtual, m.Forbidden = slices.Clone(e.Asked), slices.Clone(e.Virtual), slices.Clone(e.Forbidden)
	for i := range m.Asked {
		m.Asked[i].Round = half(m.Asked[i].Round)
	}
	for i := range m.Virtual {
		m.Virtual[i].From, m.Virtual[i].To = half(m.Virtual[i].From), half(m.Virtual[i].To)
	}
	for i := range m.Forbidden {
		m.Forbidden[i].First, m.Forbidden[i].Last = half(m.Forbidden[i].First), half(m.Forbidden[i].Last)
	}
	m.Players = slices.Clone(e.Players)
	for p := range m.Players {
		m.Players[p].Rounds = nil
		for r := range half(len(e.Players[p].Rounds)) {
			c, err := e.match(engine.Player(p), r, &points)
			if err != nil {
				return nil, fmt.Errorf("%s: %s, match %d (rounds %d and %d): %w", e.File, e.Label(engine.Player(p)), r+1, 2*r+1, 2*r+2, err)
			}
			m.Players[p].Rounds = append(m.Players[p].Rounds, c)
		}
	}
	return &m, nil
}

// half turns a number of columns into one of matches, up.
func half(k int) int { return (k + 1) / 2 }

// match joins p's two cells of match r (0-based).
func (e *Event) match(p engine.Player, r int, points *engine.PointSystem) (Entry, error) {
	a, b := e.Cell(p, 2*r), e.Cell(p, 2*r+1)
	if !a.HasOpponent && !b.HasOpponent {
		switch {
		case a.Given && b.Given && a.Outcome != b.Outcome:
			return a, fmt.Errorf("two different byes in one match")
		case !a.Given:
			return b, nil
		}
		return a, nil
	}
	switch {
	case a.HasOpponent && !b.Given:
		a.Outcome = engine.Pending // the second game is to come
		return a, nil
	case !a.HasOpponent || !b.HasOpponent || a.Opponent != b.Opponent:
		return a, fmt.Errorf("the two games are not against one opponent")
	case a.Color != b.Color.Other():
		return a, fmt.Errorf("the colours of the two games are not reversed")
	case a.Outcome == engine.Pending || b.Outcome == engine.Pending:
		a.Outcome = engine.Pending
		return a, nil
	}
	x, y := e.Cell(a.Opponent, 2*r), e.Cell(a.Opponent, 2*r+1)
	lost := a.Outcome == engine.ForfeitLoss && b.Outcome == engine.ForfeitLoss
	won := x.Outcome == engine.ForfeitLoss && y.Outcome == engine.ForfeitLoss
	sum := e.value(a) + e.value(b)
	switch {
	case lost:
		a.Outcome = engine.ForfeitLoss
	case won:
		a.Outcome = engine.ForfeitWin
	default:
		if !a.Outcome.Played() && !b.Outcome.Played() {
			a.Color = engine.NoColor // each has forfeited one game: a meeting without colours
		}
		a.Outcome = engine.None
		for _, o := range [...]engine.Outcome{engine.Win, engine.NarrowWin, engine.Drawn, engine.NarrowLoss, engine.Loss} {
			if points.Value[o][engine.White] == sum {
				a.Outcome = o
				break
			}
		}
	}
	if points.Value[a.Outcome][a.Color] != sum {
		return a, fmt.Errorf("%v points are no result of a match", sum)
	}
	return a, nil
}

// InGames gives an event of matches, such as FromState makes of a State, as files hold it: two columns a match.
// games are the values of games. A match won 1.5-0.5 becomes a win and a draw, one drawn two draws.
func (e *Event) InGames(games engine.PointSystem) *Event {
	out := *e
	out.Points = games
	out.PlannedRounds, out.Columns = 2*e.PlannedRounds, 2*e.Columns
	out.Virtual = slices.Clone(e.Virtual)
	for i := range out.Virtual {
		out.Virtual[i].From, out.Virtual[i].To = 2*out.Virtual[i].From-1, 2*out.Virtual[i].To
	}
	out.Players = slices.Clone(e.Players)
	for p := range out.Players {
		out.Players[p].Rounds = nil
		for _, c := range e.Players[p].Rounds {
			first, second := legs(c)
			out.Players[p].Rounds = append(out.Players[p].Rounds, first, second)
		}
	}
	return &out
}

// legs gives the two cells of a match.
func legs(c Entry) (first, second Entry) {
	first, second = c, c
	second.Color = c.Color.Other()
	switch c.Outcome {
	case engine.NarrowWin:
		first.Outcome, second.Outcome = engine.Win, engine.Drawn
	case engine.NarrowLoss:
		first.Outcome, second.Outcome = engine.Loss, engine.Drawn
	}
	return first, second
}

// EnterRound stores p's entry of a round (0-based), in the columns of the event of games behind e too.
func (e *Event) EnterRound(p engine.Player, r int, c Entry) {
	e.SetCell(p, r, c)
	if e.Single != nil {
		first, second := legs(c)
		e.Single.SetCell(p, 2*r, first)
		e.Single.SetCell(p, 2*r+1, second)
	}
}

// Whole is the event as its file has it.
func (e *Event) Whole() *Event {
	if e.Single != nil {
		return e.Single
	}
	return e
}
