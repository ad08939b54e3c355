package eventtab

import (
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/event"
)

// A round-robin grid (総当たりの星取表) has one column for each opponent and nothing but results in the cells. It does not tell
// rounds and colours: the rounds are those of the Berger table, a second game against the same opponent stands in the
// second cycle, and colours are unknown.

// gridResults are the signs of one game in a grid.
var gridResults = map[rune]engine.Outcome{
	'1': engine.Win, '○': engine.Win, '◯': engine.Win, '0': engine.Loss, '●': engine.Loss, '×': engine.Loss,
	'½': engine.Drawn, '=': engine.Drawn, '△': engine.Drawn,
	'+': engine.ForfeitWin, '-': engine.ForfeitLoss,
}

// diagonals are the cells of a player against himself.
var diagonals = map[string]bool{"": true, "*": true, "x": true, "-": true, "--": true, "#": true, "■": true,
	"\\": true, "/": true, "＼": true, "／": true, "**": true, "xx": true}

// gridCell reads a cell as the results of one or two games.
func gridCell(t string) ([]engine.Outcome, bool) {
	t = strings.NewReplacer("0.5", "½", "0,5", "½", "1/2", "½", ".5", "½", "/", "", ";", "", "|", "").Replace(fold(t))
	var out []engine.Outcome
	for _, r := range t {
		o, ok := gridResults[r]
		if !ok || len(out) == 2 {
			return nil, false
		}
		out = append(out, o)
	}
	return out, true
}

// grid reports whether the cells are a round-robin grid and, if so, which player each column stands for.
func (p *tableReader) grid(columns int) (opponent []engine.Player, ok bool) {
	n := len(p.e.Players)
	if columns != n || n < 3 || len(p.cells) != n*n {
		return nil, false
	}
	byRow := make([]engine.Player, n)
	byNumber := make([]engine.Player, n)
	for i := range byNumber {
		byRow[i], byNumber[i] = engine.Player(i), engine.NoPlayer
	}
	for i := range p.e.Players {
		if k := p.e.Players[i].Number; k >= 1 && k <= n {
			byNumber[k-1] = engine.Player(i)
		}
	}
	for _, order := range [][]engine.Player{byRow, byNumber} {
		if p.isGrid(order) {
			return order, true
		}
	}
	return nil, false
}

// isGrid reports whether the cells are a grid with these opponents: the diagonal is empty or marked, cells hold
// results, opponents' cells mirror each other, and some result is there.
func (p *tableReader) isGrid(order []engine.Player) bool {
	n := len(order)
	at := make([][]string, n)
	for i := range at {
		at[i] = make([]string, n)
	}
	for _, c := range p.cells {
		if c.round >= n || order[c.round] == engine.NoPlayer {
			return false
		}
		at[c.who][order[c.round]] = c.text
	}
	games := 0
	for i := range n {
		if !diagonals[fold(at[i][i])] {
			return false
		}
		for j := range n {
			if i == j {
				continue
			}
			a, ok1 := gridCell(at[i][j])
			b, ok2 := gridCell(at[j][i])
			if !ok1 || !ok2 || len(a) != len(b) {
				return false
			}
			for k := range a {
				if !mirrored(a[k], b[k]) {
					return false
				}
			}
			games += len(a)
		}
	}
	return games > 0
}

// mirrored reports whether two signs are one game.
func mirrored(a, b engine.Outcome) bool {
	switch a {
	case engine.Win:
		return b == engine.Loss
	case engine.Loss:
		return b == engine.Win
	case engine.Drawn:
		return b == engine.Drawn
	case engine.ForfeitWin:
		return b == engine.ForfeitLoss
	}
	return b == engine.ForfeitWin || b == engine.ForfeitLoss
}

// enterGrid enters the games of a grid.
func (p *tableReader) enterGrid(order []engine.Player) {
	e := p.e
	n := len(e.Players)
	cycle := n - 1
	if n%2 == 1 {
		cycle = n
	}
	// Places in the Berger table are the players' numbers if they are 1..n, else the rows.
	place := make([]int, n)
	seen := make([]bool, n+1)
	numbered := true
	for i := range e.Players {
		k := e.Players[i].Number
		if k < 1 || k > n || seen[k] {
			numbered = false
			break
		}
		seen[k] = true
		place[i] = k
	}
	if !numbered {
		for i := range place {
			place[i] = i + 1
		}
	}
	for _, c := range p.cells {
		q := order[c.round]
		if int(q) == c.who {
			continue
		}
		games, _ := gridCell(c.text)
		for k, o := range games {
			e.SetCell(engine.Player(c.who), bergerRound(place[c.who], place[q], cycle)+k*cycle,
				event.Entry{Given: true, HasOpponent: true, Opponent: q, Outcome: o})
		}
	}
	p.report("event-grid", 0, 0, "a round-robin grid: rounds are those of the Berger table, colours are not known")
}

// bergerRound is the round (from 0) in which places i and j (from 1) meet in the Berger table of cycle rounds
// (C.05 Annex 1): their sum counts modulo the rounds, and the last place of an even field is met by the player who
// would meet himself.
func bergerRound(i, j, cycle int) int {
	if i > cycle {
		i = j
	}
	if j > cycle {
		j = i
	}
	return (i + j - 2) % cycle
}
