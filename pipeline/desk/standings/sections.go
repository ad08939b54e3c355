package standings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/engine/standing"
	"crosstable/engine/tiebreak"
	"crosstable/pipeline/render"
)

// column is one column of a section; columns that nobody fills are left out by the section that makes them.
type column struct {
	head  string
	kind  kind
	minor bool // not on the screen of a phone
	cell  func(i int, row *Row) string
}

// tableOf makes a table of these columns; what stands to the right is a number where it reads as one.
func tableOf(cols []column, rows []Row) *render.Table {
	t := &render.Table{}
	for _, c := range cols {
		t.Columns = append(t.Columns, render.Column{Title: c.head, Right: c.kind == number, Minor: c.minor})
	}
	for i := range rows {
		cells := make([]render.Cell, len(cols))
		for k, c := range cols {
			cells[k] = c.kind.cell(c.cell(i, &rows[i]))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// kind of a column's cells.
type kind uint8

const (
	number kind = iota // to the right; what reads as a number is one
	free               // text of the file
	code               // results and the like
)

func (k kind) cell(text string) render.Cell {
	switch k {
	case number:
		return render.Number(text)
	case free:
		return render.Text(text)
	}
	return render.Code(text)
}

// rankText is the rank, blank for those who share it with the one above.
func (r *Report) rankText(i int, row *Row) string {
	if i > 0 && r.Rows[i-1].Rank == row.Rank {
		return ""
	}
	return strconv.Itoa(row.Rank)
}

// playerColumns are the columns that every table of players begins with.
func (r *Report) playerColumns() []column {
	e, w := r.Event, r.words
	any := func(f func(i int) bool) bool {
		for i := range e.Players {
			if f(i) {
				return true
			}
		}
		return false
	}
	cols := []column{
		{w.Get("standings.rk"), number, false, r.rankText},
		{w.Get("standings.sno"), number, true, func(_ int, row *Row) string { return strconv.Itoa(e.Players[row.Player].Number) }},
	}
	if any(func(i int) bool { return e.Players[i].Title != "" }) {
		cols = append(cols, column{"", free, true, func(_ int, row *Row) string { return e.Players[row.Player].Title }})
	}
	cols = append(cols, column{w.Get("standings.name"), free, false, func(_ int, row *Row) string { return e.Players[row.Player].Name }})
	if any(func(i int) bool { return e.Players[i].Fed != "" }) {
		cols = append(cols, column{w.Get("standings.fed"), free, true, func(_ int, row *Row) string { return e.Players[row.Player].Fed }})
	}
	if any(func(i int) bool { return e.Players[i].Rating != 0 }) {
		cols = append(cols, column{w.Get("standings.rtg"), number, true, func(_ int, row *Row) string { return ratingText(e.Players[row.Player].Rating) }})
	}
	return cols
}

func ratingText(v int32) string {
	if v == 0 {
		return ""
	}
	return strconv.Itoa(int(v))
}

func (r *Report) valueColumns() []column {
	points := func(row *Row) string { return r.State.Score[row.Player].String() }
	cols := []column{r.evenly(r.words.Get("standings.pts"), points)}
	for k := range r.codes {
		cols = append(cols, r.evenly(fmt.Sprintf("TB%d", k+1), func(row *Row) string { return row.Values[k] }))
	}
	return cols
}

// evenly is a column of numbers with as many decimals in every row as the row with most needs.
func (r *Report) evenly(head string, value func(row *Row) string) column {
	most := 0
	for i := range r.Rows {
		if _, frac, ok := strings.Cut(value(&r.Rows[i]), "."); ok && strings.Trim(frac, "0") != "" {
			most = max(most, len(strings.TrimRight(frac, "0")))
		}
	}
	return column{head, number, false, func(_ int, row *Row) string {
		v := value(row)
		if v == "" {
			return ""
		}
		whole, frac, _ := strings.Cut(v, ".")
		if most == 0 {
			return whole
		}
		return whole + "." + frac[:min(most, len(frac))] + strings.Repeat("0", max(0, most-len(frac)))
	}}
}

// decidedText names the key that puts the player above the next one; blank for points, "=" for a shared place.
func (r *Report) decidedText(i int, row *Row) string {
	switch {
	case i == len(r.Rows)-1:
		return ""
	case row.Decided == standing.Shared:
		return "="
	case row.Decided < r.first:
		return ""
	}
	return fmt.Sprintf("TB%d", row.Decided-r.first+1)
}

func (r *Report) rankingSection() render.Section {
	w := r.words
	title := fmt.Sprintf(w.Get("standings.ranking-after-round"), r.Rounds)
	switch planned := r.State.PlannedRounds; {
	case r.Rounds == 0:
		title = w.Get("standings.before-round-1")
	case planned == r.Rounds:
		title = fmt.Sprintf(w.Get("standings.final-ranking-after"), r.Rounds)
	}
	s := render.Section{Title: title, Name: w.Get("standings.ranking")}
	cols := append(r.playerColumns(), r.valueColumns()...)
	decided := false
	for i := range r.Rows {
		decided = decided || r.decidedText(i, &r.Rows[i]) != ""
	}
	if decided {
		cols = append(cols, column{w.Get("standings.by"), code, false, r.decidedText})
	}
	if r.o.Quota != "" {
		cols = append(cols, column{w.Get("standings.qual"), code, false, func(_ int, row *Row) string {
			return [...]string{"", "Q", "?"}[row.Qualified]
		}})
	}
	if r.o.Prizes != "" {
		cols = append(cols, column{w.Get("standings.prize"), number, false, func(_ int, row *Row) string { return row.Prize }})
	}
	s.Table = tableOf(cols, r.Rows)
	s.Notes = r.legend(decided)
	return s
}

// legend explains the columns.
func (r *Report) legend(decided bool) []string {
	w := r.words
	var out []string
	for k := range r.codes {
		out = append(out, fmt.Sprintf("TB%d: %s", k+1, keyTitle(w, &r.codes[k])))
	}
	for k := range r.codes {
		if slices.Contains([]string{"BH", "FB", "AOB", "SB"}, r.codes[k].Name) { // the editions differ there
			out = append(out, fmt.Sprintf(w.Get("standings.tie-breaks-by"), r.Edition))
			break
		}
	}
	if decided {
		out = append(out, w.Get("standings.by-what-puts"))
	}
	if r.o.Quota != "" {
		out = append(out, w.Get("standings.qual-q-qualified"))
	}
	return out
}

// symbols of results: how a crosstable shows an outcome.
type symbols struct {
	win, draw, loss, forfeitWin, forfeitLoss, adjourned, pending string
}

// digits are the signs of results for programs.
var digits = symbols{"1", "½", "0", "+", "-", "*", "?"}

func (sy symbols) of(o engine.Outcome) string {
	switch o {
	case engine.Win, engine.ShortWin:
		return sy.win
	case engine.Drawn, engine.ShortDrawn:
		return sy.draw
	case engine.Loss, engine.ShortLoss:
		return sy.loss
	case engine.ForfeitWin:
		return sy.forfeitWin
	case engine.ForfeitLoss:
		return sy.forfeitLoss
	case engine.NarrowWin:
		return "1½"
	case engine.NarrowLoss:
		return "½"
	case engine.Unfinished:
		return sy.adjourned
	case engine.Pending:
		return sy.pending
	case engine.ByePairing:
		return "U"
	case engine.ByeFull:
		return "F"
	case engine.ByeHalf:
		return "H"
	case engine.ByeZero:
		return "Z"
	}
	return ""
}

// Cell is p's round in a Swiss crosstable: opponent's start number, colour, result ("12w1").
func (r *Report) Cell(round int, p engine.Player) string {
	o, q := r.State.OutcomeAt(round, p), r.State.Opponent(round, p)
	res := r.symbols.of(o)
	if q == engine.NoPlayer {
		return res
	}
	c := r.State.ColorAt(round, p)
	side := ""
	if c != engine.NoColor {
		side = c.String()
	}
	return strconv.Itoa(r.Event.Number(q)) + side + res
}

func (r *Report) crosstableSection() render.Section {
	if r.RR {
		return r.grid()
	}
	w := r.words
	s := render.Section{Title: fmt.Sprintf(w.Get("standings.crosstable-after-round"), r.Rounds), Name: w.Get("standings.crosstable")}
	cols := r.playerColumns()
	for round := range r.Rounds {
		cols = append(cols, column{fmt.Sprintf(w.Get("standings.rd"), round+1), number, true, func(_ int, row *Row) string { return r.Cell(round, row.Player) }})
	}
	s.Table = tableOf(append(cols, r.valueColumns()...), r.Rows)
	s.Notes = append(r.legend(false), w.Get("standings.12w1-start-number"))
	return s
}

// grid is the crosstable of an all-play-all: rows and columns in the order of the ranking (星取表).
func (r *Report) grid() render.Section {
	w := r.words
	s := render.Section{Title: fmt.Sprintf(w.Get("standings.crosstable-after-round"), r.Rounds), Name: w.Get("standings.crosstable")}
	cols := r.playerColumns()
	for j := range r.Rows {
		q := r.Rows[j].Player
		cols = append(cols, column{strconv.Itoa(r.Event.Number(q)), code, true, func(_ int, row *Row) string {
			if row.Player == q {
				return "×"
			}
			var b strings.Builder
			for round := range r.Rounds {
				if r.State.Opponent(round, row.Player) == q {
					b.WriteString(r.symbols.of(r.State.OutcomeAt(round, row.Player)))
				}
			}
			return b.String()
		}})
	}
	s.Table = tableOf(append(cols, r.valueColumns()...), r.Rows)
	s.Notes = append(r.legend(false), w.Get("standings.columns-start-numbers"))
	return s
}

func (r *Report) filledSection() render.Section {
	w := r.words
	rows, passes, stable := standing.Fill(r.State, r.Ranker, r.o.Iterate)
	r.Filled = rows
	s := render.Section{Title: w.Get("standings.filled-crosstable"), Name: w.Get("standings.filled")}
	byPlayer := make([]Row, len(rows))
	for i, f := range rows {
		byPlayer[i] = Row{Player: f.Player, Rank: f.Place}
	}
	number := func(head string, f func(f *standing.Filled) string) column {
		return column{w.Get(head), number, false, func(i int, _ *Row) string { return f(&rows[i]) }}
	}
	cols := []column{
		number("standings.place", func(f *standing.Filled) string { return strconv.Itoa(f.Place) }),
		number("standings.was", func(f *standing.Filled) string { return strconv.Itoa(f.OldPlace) }),
	}
	cols = append(cols, r.playerColumns()[1:]...)
	cols = append(cols,
		number("standings.real", func(f *standing.Filled) string { return f.Real.String() }),
		number("standings.assumed", func(f *standing.Filled) string { return f.Assumed.String() }),
		number("standings.total", func(f *standing.Filled) string { return f.Total.String() }))
	s.Table = tableOf(cols, byPlayer)
	s.Notes = append(s.Notes, w.Get("standings.every-pair-that"))
	if r.o.Iterate {
		if stable {
			s.Notes = append(s.Notes, fmt.Sprintf(w.Get("standings.filled-times-order"), passes))
		} else {
			s.Notes = append(s.Notes, fmt.Sprintf(w.Get("standings.filled-times-order-goes"), passes))
		}
	}
	return s
}

func (r *Report) teamSection() render.Section {
	w := r.words
	t := render.New(w.Get("standings.rk"), w.Get("standings.team"), w.Get("standings.sum-ranks"), w.Get("standings.pts"), w.Get("standings.members")).Right(1, 3, 4)
	s := render.Section{Title: w.Get("standings.teams"), Name: w.Get("standings.teams"), Table: t}
	place := make(map[engine.Player]int, len(r.Rows))
	for _, row := range r.Rows {
		place[row.Player] = row.Rank
	}
	for i, team := range r.Teams {
		rank := strconv.Itoa(team.Place)
		if i > 0 && r.Teams[i-1].Place == team.Place {
			rank = ""
		}
		var members []string
		for _, p := range team.Counted {
			members = append(members, fmt.Sprintf("%s (%d)", r.Event.Players[p].Name, place[p]))
		}
		t.Row(render.Number(rank), r.teamNames[team.Group], render.Int(team.Ranks), render.Decimal(team.Points.String()),
			strings.Join(members, ", "))
	}
	note := w.Get("standings.best-each-team")
	if r.o.TeamBy == standing.ByScores {
		note = w.Get("standings.best-each-team-count")
	}
	s.Notes = append(s.Notes, fmt.Sprintf(note, r.o.Teams))
	return s
}

// explainSections is one section a tie-break: how the player's value comes about.
func (r *Report) explainSections(p engine.Player) []render.Section {
	var out []render.Section
	w := r.words
	e := r.Event
	for k := range r.codes {
		key := &r.codes[k]
		work := r.Ranker.Explain(r.first+k, p)
		work.Value = r.Ranker.Value(r.first+k, p)
		s := render.Section{Title: fmt.Sprintf("%s: TB%d %s = %s", e.Label(p), k+1, key.Text, key.Format(work.Value)),
			Name: fmt.Sprintf("%d TB%d", e.Number(p), k+1)}
		t := render.New(w.Get("standings.rd2"), w.Get("standings.opponent"), w.Get("standings.res"), w.Get("standings.value"), w.Get("standings.why")).Right(1, 4)
		s.Notes = append(s.Notes, keyTitle(w, key)+" ("+key.Source+")")
		for _, l := range work.Lines {
			t.Row(r.explainRow(&l)...)
		}
		if len(t.Rows) > 0 {
			s.Table = t
		}
		if key.Grouped() && len(r.Ranker.Tied(r.first+k, p)) == 1 {
			s.Notes = append(s.Notes, w.Get("standings.nobody-is-tied"))
		}
		out = append(out, s)
	}
	return out
}

func (r *Report) explainRow(l *tiebreak.Line) []any {
	round, opponent, result := "", "", ""
	if l.Round > 0 {
		round = strconv.Itoa(l.Round)
		result = r.symbols.of(l.Outcome)
		if l.Opponent != engine.NoPlayer {
			opponent = r.Event.Label(l.Opponent)
		}
	}
	value := tiebreak.FormatScaled(l.Value, l.Scale, l.Decimals)
	var why []string
	if t := r.reason(l, l.Reason); t != "" {
		why = append(why, t)
	}
	if t := r.reason(l, l.Cut); t != "" {
		why = append(why, t)
		value = "(" + value + ")"
	}
	if slices.Contains([]tiebreak.Reason{tiebreak.TiedGames, tiebreak.LimitIs}, l.Reason) {
		value = ""
	}
	return []any{render.Number(round), opponent, render.Code(result), render.Number(value), strings.Join(why, "; ")}
}
