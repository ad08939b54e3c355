package standings

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/mattn/go-runewidth"
	"github.com/xuri/excelize/v2"

	"crosstable/engine"
	"crosstable/engine/standing"
	"crosstable/engine/tiebreak"
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

// writeText is the table for a terminal.
func writeText(w io.Writer, r *Report) error {
	var b strings.Builder
	if r.Event.Name != "" {
		fmt.Fprintf(&b, "%s\n", r.Event.Name)
	}
	for _, s := range r.Sections {
		fmt.Fprintf(&b, "\n%s\n\n", s.Title)
		if len(s.Head) > 0 {
			t := table.NewWriter()
			t.SetStyle(table.StyleDefault)
			st := t.Style()
			st.Options = table.OptionsNoBordersAndSeparators
			st.Format.Header = text.FormatDefault
			st.Box.PaddingLeft, st.Box.PaddingRight = "", "  "
			var head table.Row
			var configs []table.ColumnConfig
			for i, h := range s.Head {
				head = append(head, h)
				if s.Right[i] {
					configs = append(configs, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
				}
			}
			t.AppendHeader(head)
			t.SetColumnConfigs(configs)
			for _, row := range s.Rows {
				var cells table.Row
				for _, c := range row {
					cells = append(cells, runewidth.Truncate(printable(c), 120, "…"))
				}
				t.AppendRow(cells)
			}
			for _, line := range strings.Split(t.Render(), "\n") {
				b.WriteString(strings.TrimRight(line, " "))
				b.WriteByte('\n')
			}
		}
		if len(s.Notes) > 0 {
			if len(s.Head) > 0 {
				b.WriteByte('\n')
			}
			for _, n := range s.Notes {
				fmt.Fprintln(&b, n)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printable replaces control characters, which would spoil a terminal.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f || c >= 0x80 && c < 0xa0 {
			return ' '
		}
		return c
	}, s)
}

// writeCSV is the ranking: rank,start_no,name,rating,points and one column a tie-break, named as
// requested; then prize and qualified where asked for.
func writeCSV(w io.Writer, r *Report) error {
	c := csv.NewWriter(w)
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
	c.Write(head) // csv.Writer keeps the error for Error
	for _, row := range r.Rows {
		p := r.Event.Players[row.Player]
		cells := append([]string{strconv.Itoa(row.Rank), strconv.Itoa(p.Number), p.Name, ratingText(p.Rating), r.State.Score[row.Player].String()}, row.Values...)
		if r.o.Prizes != "" {
			cells = append(cells, orZero(row.Prize))
		}
		if r.o.Quota != "" {
			cells = append(cells, qualifiedText(row.Qualified))
		}
		c.Write(cells)
	}
	c.Flush()
	return c.Error()
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
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
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
			if t := l.Text(reason, tiebreak.English); t != "" {
				jl.Why = strings.TrimPrefix(jl.Why+"; "+t, "; ")
			}
		}
		j.Lines = append(j.Lines, jl)
	}
	return j
}

func writeMarkdown(w io.Writer, r *Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", escapeMarkdown(r.title()))
	for _, s := range r.Sections {
		fmt.Fprintf(&b, "\n## %s\n\n", escapeMarkdown(s.Title))
		if len(s.Head) > 0 {
			row := func(cells []string) {
				b.WriteByte('|')
				for _, c := range cells {
					b.WriteString(" " + escapeMarkdown(c) + " |")
				}
				b.WriteByte('\n')
			}
			row(s.Head)
			b.WriteByte('|')
			for _, right := range s.Right {
				b.WriteString(map[bool]string{true: " ---: |", false: " --- |"}[right])
			}
			b.WriteByte('\n')
			for _, cells := range s.Rows {
				row(cells)
			}
			b.WriteByte('\n')
		}
		for _, n := range s.Notes {
			fmt.Fprintf(&b, "- %s\n", escapeMarkdown(n))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `[`, `\[`, `<`, `&lt;`, "\n", " ", "\r", " ")

func escapeMarkdown(s string) string { return markdownEscapes.Replace(printable(s)) }

var page = template.Must(template.New("standings").Parse(`<!DOCTYPE html>
<html lang="{{.Lang}}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
:root { color-scheme: light dark; --line: #8884; --head: #8882; }
body { font: 16px/1.45 system-ui, "Noto Sans CJK JP", "Noto Sans", sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th { background: var(--head); position: sticky; top: 0; } .n { text-align: right; }
ul { color: color-mix(in srgb, currentColor 75%, transparent); font-size: .9rem; padding-left: 1.2rem; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } th { position: static; } }
</style>
<h1>{{.Title}}</h1>
{{range .Sections}}<section>
<h2>{{.Title}}</h2>
{{if .Head}}{{$right := .Right}}<div class="wide"><table>
<thead><tr>{{range $i, $h := .Head}}<th{{if index $right $i}} class="n"{{end}}>{{$h}}</th>{{end}}</tr></thead>
<tbody>
{{range .Rows}}<tr>{{range $i, $c := .}}<td{{if index $right $i}} class="n"{{end}}>{{$c}}</td>{{end}}</tr>
{{end}}</tbody></table></div>
{{end}}{{if .Notes}}<ul>{{range .Notes}}<li>{{.}}</li>{{end}}</ul>
{{end}}</section>
{{end}}</html>
`))

func writeHTML(w io.Writer, r *Report) error {
	lang := r.o.Lang
	if lang == "" {
		lang = "en"
	}
	return page.Execute(w, struct {
		Lang, Title string
		Sections    []Section
	}{lang, r.title(), r.Sections})
}

// writeXLSX makes one sheet a section; cells of number columns that are numbers are numbers.
func writeXLSX(w io.Writer, r *Report) (err error) {
	f := excelize.NewFile()
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}()
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	var names []string
	for i, s := range r.Sections {
		name := sheetName(s.Name, names)
		names = append(names, name)
		if i == 0 {
			err = f.SetSheetName("Sheet1", name)
		} else {
			_, err = f.NewSheet(name)
		}
		if err != nil {
			return err
		}
		line := 1
		put := func(cells []any) error {
			at, err := excelize.CoordinatesToCellName(1, line)
			if err == nil {
				err = f.SetSheetRow(name, at, &cells)
			}
			line++
			return err
		}
		if err := put([]any{r.title() + ": " + s.Title}); err != nil {
			return err
		}
		line++
		if len(s.Head) > 0 {
			var head []any
			for _, h := range s.Head {
				head = append(head, h)
			}
			if err := f.SetRowStyle(name, line, line, bold); err != nil {
				return err
			}
			if err := put(head); err != nil {
				return err
			}
			for i, width := range widths(&s) {
				col, err := excelize.ColumnNumberToName(i + 1)
				if err == nil {
					err = f.SetColWidth(name, col, col, width)
				}
				if err != nil {
					return err
				}
			}
		}
		for _, row := range s.Rows {
			var cells []any
			for i, c := range row {
				cells = append(cells, cellValue(c, s.Right[i]))
			}
			if err := put(cells); err != nil {
				return err
			}
		}
		line++
		for _, n := range s.Notes {
			if err := put([]any{n}); err != nil {
				return err
			}
		}
	}
	return f.Write(w)
}

func cellValue(c string, number bool) any {
	if number {
		if v, err := strconv.ParseFloat(c, 64); err == nil {
			return v
		}
	}
	return c
}

func widths(s *Section) []float64 {
	out := make([]float64, len(s.Head))
	for i, h := range s.Head {
		most := runewidth.StringWidth(h)
		for _, row := range s.Rows {
			most = max(most, runewidth.StringWidth(row[i]))
		}
		out[i] = float64(min(most, 60) + 2)
	}
	return out
}

// sheetName makes a valid name of at most 31 characters that is not taken.
func sheetName(name string, taken []string) string {
	clean := strings.Map(func(c rune) rune {
		if strings.ContainsRune(`:\/?*[]`, c) {
			return ' '
		}
		return c
	}, name)
	base := []rune(clean)
	for k := 1; ; k++ {
		suffix := ""
		if k > 1 {
			suffix = " " + strconv.Itoa(k)
		}
		try := string(base[:min(len(base), 31-len(suffix))]) + suffix
		if !slices.ContainsFunc(taken, func(t string) bool { return strings.EqualFold(t, try) }) {
			return try
		}
	}
}
