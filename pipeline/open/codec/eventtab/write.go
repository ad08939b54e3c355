package eventtab

import (
	"io"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// row is a line of the table that Write makes.
type row struct {
	No        table.Int  `csv:"no"`
	Name      table.Text `csv:"name"`
	ID        table.ID   `csv:"id"`
	Title     table.Text `csv:"title"`
	Sex       table.Text `csv:"sex"`
	Fed       table.Text `csv:"fed"`
	Rating    table.Int  `csv:"rating"`
	Birth     string     `csv:"birth"`
	Club      table.Text `csv:"club"`
	K         table.Int  `csv:"k"`
	Fouls     table.Int  `csv:"fouls"`
	Withdrawn string     `csv:"withdrawn"`
	Points    string     `csv:"points"`
	Rank      table.Int  `csv:"rank"`
}

var cellSigns = [engine.NumOutcomes]string{
	engine.Pending: "?", engine.Win: "1", engine.Drawn: "=", engine.Loss: "0",
	engine.ShortWin: "W", engine.ShortDrawn: "D", engine.ShortLoss: "L", engine.Unfinished: "*",
	engine.ForfeitWin: "+", engine.ForfeitLoss: "-",
	engine.ByePairing: "U", engine.ByeFull: "F", engine.ByeHalf: "H", engine.ByeZero: "Z",
}

// Cell writes an entry as the tables have it: 12w1, U, or nothing.
func Cell(e *event.Event, c event.Entry) string {
	if !c.Given {
		return ""
	}
	if !c.HasOpponent {
		return cellSigns[c.Outcome]
	}
	colour := ""
	switch c.Color {
	case engine.White, engine.Black:
		colour = c.Color.String()
	default:
		if c.Outcome != engine.ForfeitWin && c.Outcome != engine.ForfeitLoss {
			// Without a colour the letters of results under one move would be read as plain ones.
			colour = ":"
		}
	}
	return strconv.Itoa(e.Number(c.Opponent)) + colour + cellSigns[c.Outcome]
}

// Losses tells what of e a table has no place for.
func Losses(e *event.Event) []issue.Issue {
	var lost []string
	add := func(yes bool, what string) {
		if yes {
			lost = append(lost, what)
		}
	}
	add(e.Name != "" || e.City != "" || e.Federation != "" || len(e.Arbiters) > 0 || e.TimeControl != "" ||
		e.Type != "", "the event's name and officials")
	add(!e.Start.IsZero() || !e.End.IsZero() || len(e.RoundDates) > 0, "dates")
	add(e.PlannedRounds > 0, "the number of rounds")
	add(e.FirstColor != engine.NoColor, "the first colour")
	add(e.Points != engine.Standard, "the point system")
	add(e.System != "" || len(e.TieBreaks) > 0, "system and tie-breaks")
	add(len(e.Forbidden) > 0 || len(e.Asked) > 0 || len(e.Virtual) > 0 || e.Baku, "bans, byes asked for, acceleration")
	add(len(e.Marks) > 0, "marks")
	if len(lost) == 0 {
		return nil
	}
	return []issue.Issue{issue.New("event-room", e.File, 0, 0, "a table has no place for: %s", strings.Join(lost, "; "))}
}

func rowOf(e *event.Event, i int) row {
	p := &e.Players[i]
	num := func(n int32) table.Int { return table.Int{N: n, Set: n != 0} }
	pts := ""
	if p.HasStated {
		pts = p.Stated.String()
	} else if e.Columns > 0 {
		pts = e.Sum(engine.Player(i), e.Finished()).String()
	}
	gone := ""
	if p.Gone {
		gone = "yes"
	}
	birth := p.Birth.String()
	if p.Birth.Month == 0 && p.Birth.Year != 0 {
		birth = strconv.Itoa(int(p.Birth.Year))
	}
	return row{
		No: num(int32(p.Number)), Name: table.Text(p.Name), ID: table.ID(p.ID), Title: table.Text(p.Title),
		Sex: table.Text(p.Sex), Fed: table.Text(p.Fed),
		Rating: num(p.Rating), Birth: birth, Club: table.Text(p.Club), K: num(p.K), Fouls: num(p.Fouls),
		Withdrawn: gone, Points: pts, Rank: num(int32(p.Rank)),
	}
}

// columns lists the columns of which at least one player has something.
func columns(e *event.Event) []string {
	out := []string{"no", "name"}
	has := func(name string, yes func(p *event.Player) bool) {
		for i := range e.Players {
			if yes(&e.Players[i]) {
				out = append(out, name)
				return
			}
		}
	}
	has("id", func(p *event.Player) bool { return p.ID != "" })
	has("title", func(p *event.Player) bool { return p.Title != "" })
	has("sex", func(p *event.Player) bool { return p.Sex != "" })
	has("fed", func(p *event.Player) bool { return p.Fed != "" })
	out = append(out, "rating")
	has("birth", func(p *event.Player) bool { return p.Birth != record.Date{} })
	has("club", func(p *event.Player) bool { return p.Club != "" })
	has("k", func(p *event.Player) bool { return p.K != 0 })
	has("fouls", func(p *event.Player) bool { return p.Fouls != 0 })
	has("withdrawn", func(p *event.Player) bool { return p.Gone })
	out = append(out, "points")
	has("rank", func(p *event.Player) bool { return p.Rank != 0 })
	return out
}

func rounds(e *event.Event) []string {
	var out []string
	for r := range e.Columns {
		out = append(out, "R"+strconv.Itoa(r+1))
	}
	return out
}

// Write writes e as a crosstable in CSV. The issues tell what was left out.
func Write(w io.Writer, e *event.Event) ([]issue.Issue, error) {
	enc := table.NewEncoder[row](w)
	enc.Columns = columns(e)
	enc.Header = rounds(e)
	enc.Extra = func(i int) []string {
		out := make([]string, e.Columns)
		for r := range out {
			out[r] = Cell(e, e.Cell(engine.Player(i), r))
		}
		return out
	}
	for i := range e.Players {
		if err := enc.Encode(rowOf(e, i)); err != nil {
			return nil, err
		}
	}
	return Losses(e), enc.Flush()
}

// WriteXLSX writes e as a crosstable in a workbook of one sheet.
func WriteXLSX(w io.Writer, e *event.Event) ([]issue.Issue, error) {
	cols := columns(e)
	err := table.WriteXLSX(w, "crosstable", append(cols, rounds(e)...), func(yield func([]any) bool) {
		for i := range e.Players {
			r := rowOf(e, i)
			num := func(n table.Int) any {
				if !n.Set {
					return nil
				}
				return n.N
			}
			all := map[string]any{"no": num(r.No), "name": string(r.Name), "id": string(r.ID),
				"title": string(r.Title), "sex": string(r.Sex), "fed": string(r.Fed),
				"rating": num(r.Rating), "birth": r.Birth, "club": string(r.Club), "k": num(r.K),
				"fouls": num(r.Fouls), "withdrawn": r.Withdrawn, "points": r.Points, "rank": num(r.Rank)}
			var cells []any
			for _, c := range cols {
				cells = append(cells, all[c])
			}
			for k := range e.Columns {
				cells = append(cells, Cell(e, e.Cell(engine.Player(i), k)))
			}
			if !yield(cells) {
				return
			}
		}
	})
	return Losses(e), err
}
