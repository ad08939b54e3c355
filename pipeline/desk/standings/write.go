package standings

import (
	"encoding/json"
	"io"
	"strings"

	"crosstable/engine"
	"crosstable/engine/standing"
	"crosstable/engine/tiebreak"
	"crosstable/pipeline/render"
	"crosstable/pipeline/words"
)

// Format is a row of Formats.
type Format struct {
	Name   string
	Binary bool
	Write  func(w io.Writer, r *Report) error
}

// Formats is the table of output formats.
var Formats = []Format{
	{Name: "table", Write: writeText},
	{Name: "csv", Write: writeCSV},
	{Name: "json", Write: writeJSON},
	{Name: "html", Write: writeHTML},
	{Name: "md", Write: writeMarkdown},
	{Name: "xlsx", Binary: true, Write: writeXLSX},
}

// FormatNames lists the formats.
func FormatNames() []string {
	var out []string
	for _, f := range Formats {
		out = append(out, f.Name)
	}
	return out
}

func (r *Report) title() string {
	if r.Event.Name != "" {
		return r.Event.Name
	}
	return r.Event.File
}

// document is the report as people read it.
func (r *Report) document(title string) *render.Document {
	return &render.Document{Lang: r.o.Lang, Title: title, Sections: r.Sections}
}

func writeText(w io.Writer, r *Report) error     { return r.document(r.Event.Name).WriteText(w) }
func writeHTML(w io.Writer, r *Report) error     { return r.document(r.title()).WriteHTML(w) }
func writeMarkdown(w io.Writer, r *Report) error { return r.document(r.title()).WriteMarkdown(w) }
func writeXLSX(w io.Writer, r *Report) error     { return r.document(r.title()).WriteXLSX(w) }

// writeCSV is the ranking: rank,start_no,name,rating,points and one column a tie-break, named as
// requested; then prize and qualified where asked for.
func writeCSV(w io.Writer, r *Report) error {
	head := []string{"rank", "start_no", "name", "rating", "points"}
	for _, k := range r.codes {
		head = append(head, k.Text)
	}
	if r.o.Prizes != "" {
		head = append(head, "prize")
	}
	if r.o.Quota != "" {
		head = append(head, "qualified")
	}
	t := render.Keyed(head...)
	for _, row := range r.Rows {
		p := r.Event.Players[row.Player]
		cells := []any{row.Rank, p.Number, p.Name, render.Some(p.Rating), render.Decimal(r.State.Score[row.Player].String())}
		for _, v := range row.Values {
			cells = append(cells, render.Number(v))
		}
		if r.o.Prizes != "" {
			cells = append(cells, render.Number(orZero(row.Prize)))
		}
		if r.o.Quota != "" {
			cells = append(cells, render.Code(qualifiedText(row.Qualified)))
		}
		t.Row(cells...)
	}
	return t.WriteCSV(w)
}

func orZero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}

func qualifiedText(q standing.Qualified) string { return [...]string{"no", "yes", "tied"}[q] }

// The JSON form. Values are JSON numbers written exactly as in the tables.
type (
	jsonReport struct {
		Event      string        `json:"event"`
		Rounds     int           `json:"rounds"`
		Planned    int           `json:"planned_rounds,omitempty"`
		RoundRobin bool          `json:"round_robin"`
		Edition    int           `json:"c07_edition"`
		TieBreaks  []jsonKey     `json:"tiebreaks"`
		Ranking    []jsonRow     `json:"ranking"`
		Filled     []jsonFilled  `json:"filled,omitempty"`
		Teams      []jsonTeam    `json:"teams,omitempty"`
		Working    []jsonWorking `json:"working,omitempty"`
		Notes      []string      `json:"notes,omitempty"`
	}
	jsonKey struct {
		Code   string `json:"code"`
		Name   string `json:"name"`
		Source string `json:"source"`
	}
	jsonRow struct {
		Rank      int                    `json:"rank"`
		StartNo   int                    `json:"start_no"`
		ID        string                 `json:"id,omitempty"`
		Title     string                 `json:"title,omitempty"`
		Name      string                 `json:"name"`
		Fed       string                 `json:"federation,omitempty"`
		Rating    int32                  `json:"rating,omitempty"`
		Points    json.Number            `json:"points"`
		TieBreaks map[string]json.Number `json:"tiebreaks"`
		Decided   string                 `json:"decided_by,omitempty"` // what puts him above the next: points, a code, shared
		Prize     json.Number            `json:"prize,omitempty"`
		Qualified string                 `json:"qualified,omitempty"`
		Rounds    []jsonRound            `json:"rounds,omitempty"`
	}
	jsonRound struct {
		Opponent int         `json:"opponent,omitempty"`
		Color    string      `json:"color,omitempty"`
		Result   string      `json:"result"`
		Points   json.Number `json:"points"`
	}
	jsonFilled struct {
		Place   int         `json:"place"`
		Was     int         `json:"was"`
		StartNo int         `json:"start_no"`
		Real    json.Number `json:"real"`
		Assumed json.Number `json:"assumed"`
		Total   json.Number `json:"total"`
	}
	jsonTeam struct {
		Place   int         `json:"place"`
		Team    string      `json:"team"`
		Ranks   int         `json:"ranks"`
		Points  json.Number `json:"points"`
		Members []int       `json:"members"` // start numbers
	}
	jsonWorking struct {
		StartNo int         `json:"start_no"`
		Code    string      `json:"code"`
		Value   json.Number `json:"value"`
		Lines   []jsonLine  `json:"lines"`
	}
	jsonLine struct {
		Round    int         `json:"round,omitempty"`
		Opponent int         `json:"opponent,omitempty"`
		Value    json.Number `json:"value"`
		Counted  bool        `json:"counted"`
		Why      string      `json:"why,omitempty"`
	}
)

func writeJSON(w io.Writer, r *Report) error {
	out := jsonReport{Event: r.title(), Rounds: r.Rounds, Planned: r.State.PlannedRounds, RoundRobin: r.RR, Edition: r.Edition,
		TieBreaks: []jsonKey{}, Ranking: []jsonRow{}, Notes: r.Notes}
	for i := range r.codes {
		k := &r.codes[i]
		out.TieBreaks = append(out.TieBreaks, jsonKey{k.Text, k.Summary, k.Source})
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		p := r.Event.Players[row.Player]
		j := jsonRow{Rank: row.Rank, StartNo: p.Number, ID: p.ID, Title: p.Title, Name: p.Name, Fed: p.Fed, Rating: p.Rating,
			Points: json.Number(r.State.Score[row.Player].String()), TieBreaks: map[string]json.Number{}, Prize: json.Number(row.Prize)}
		for k, v := range row.Values {
			if v != "" {
				j.TieBreaks[r.codes[k].Text] = json.Number(v)
			}
		}
		switch {
		case i == len(r.Rows)-1:
		case row.Decided == standing.Shared:
			j.Decided = "shared"
		case row.Decided < r.first:
			j.Decided = "points"
		default:
			j.Decided = r.codes[row.Decided-r.first].Text
		}
		if r.o.Quota != "" {
			j.Qualified = qualifiedText(row.Qualified)
		}
		if r.o.Crosstable {
			for round := range r.Rounds {
				j.Rounds = append(j.Rounds, r.jsonRound(round, row.Player))
			}
		}
		out.Ranking = append(out.Ranking, j)
	}
	for _, f := range r.Filled {
		out.Filled = append(out.Filled, jsonFilled{f.Place, f.OldPlace, r.Event.Number(f.Player), json.Number(f.Real.String()), json.Number(f.Assumed.String()), json.Number(f.Total.String())})
	}
	for _, t := range r.Teams {
		j := jsonTeam{Place: t.Place, Team: r.teamNames[t.Group], Ranks: t.Ranks, Points: json.Number(t.Points.String())}
		for _, p := range t.Counted {
			j.Members = append(j.Members, r.Event.Number(p))
		}
		out.Teams = append(out.Teams, j)
	}
	for _, who := range r.o.Explain {
		p, err := findPlayer(r.Event, who)
		if err != nil {
			return err
		}
		for k := range r.codes {
			out.Working = append(out.Working, r.jsonWorking(k, p))
		}
	}
	return render.JSON(w, out)
}

func (r *Report) jsonRound(round int, p engine.Player) jsonRound {
	j := jsonRound{Opponent: r.Event.Number(r.State.Opponent(round, p)), Result: digits.of(r.State.OutcomeAt(round, p)),
		Points: json.Number(r.State.PointsAt(round, p).String())}
	if c := r.State.ColorAt(round, p); c != engine.NoColor {
		j.Color = c.String()
	}
	return j
}

func (r *Report) jsonWorking(k int, p engine.Player) jsonWorking {
	key := &r.codes[k]
	work := r.Ranker.Explain(r.first+k, p)
	j := jsonWorking{StartNo: r.Event.Number(p), Code: key.Text, Value: json.Number(orZero(key.Format(r.Ranker.Value(r.first+k, p)))), Lines: []jsonLine{}}
	for _, l := range work.Lines {
		jl := jsonLine{Round: l.Round, Value: json.Number(tiebreak.FormatScaled(l.Value, l.Scale, l.Decimals)), Counted: l.Cut == tiebreak.NoReason}
		if l.Round > 0 {
			jl.Opponent = r.Event.Number(l.Opponent)
		}
		for _, reason := range []tiebreak.Reason{l.Reason, l.Cut} {
			if t := reasonIn(words.In("en"), &l, reason); t != "" {
				jl.Why = strings.TrimPrefix(jl.Why+"; "+t, "; ")
			}
		}
		j.Lines = append(j.Lines, jl)
	}
	return j
}
