package games

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// However a table of games is laid out (separator, line ends, order and language of the columns, titles above
// it, blank lines, quotation marks where they are needed or everywhere, forms of dates and digits), the games
// are the same.
func TestLayoutDoesNotMatter(t *testing.T) {
	columns := []string{"game", "event", "round", "start", "end", "white_id", "white", "black_id", "black", "result", "white_rating", "note"}
	word := rapid.Map(rapid.StringOfN(rapid.RuneFrom([]rune("abZ 田中ー;,|\t\"'\n.1")), 0, 6, -1), strings.TrimSpace)
	rapid.Check(t, func(t *rapid.T) {
		sep := rapid.SampledFrom([]string{",", ";", "\t", "|"}).Draw(t, "separator")
		eol := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "line end")
		always := rapid.Bool().Draw(t, "always quoted")
		order := rapid.Permutation(columns).Draw(t, "order")
		cell := func(s string) string {
			if always || strings.ContainsAny(s, sep+"\"\r\n") || strings.TrimSpace(s) != s {
				return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
			}
			return s
		}
		date := func(d record.Date, label string) string {
			form := rapid.SampledFrom([]string{"%04d-%02d-%02d", "%d/%d/%d", "%04d.%02d.%02d", "%d年%d月%d日"}).Draw(t, label)
			return fmt.Sprintf(form, d.Year, d.Month, d.Day)
		}
		var in strings.Builder
		line := 1
		put := func(cells ...string) {
			for i, c := range cells {
				if i > 0 {
					in.WriteString(sep)
				}
				in.WriteString(cell(c))
				line += strings.Count(c, "\n")
			}
			in.WriteString(eol)
			line++
		}
		blank := func() {
			for range rapid.IntRange(0, 2).Draw(t, "blank lines") {
				in.WriteString(eol)
				line++
			}
		}
		if rapid.Bool().Draw(t, "byte order mark") {
			in.WriteString("\ufeff")
		}
		for range rapid.IntRange(0, 3).Draw(t, "titles") {
			put("Results of the quarter", "as reported")
			blank()
		}
		var header []string
		for _, c := range order {
			col := gameSchema.Columns[gameSchema.Index(c)]
			h := rapid.SampledFrom(append([]string{c}, col.Aliases...)).Draw(t, "header")
			if rapid.Bool().Draw(t, "upper") {
				if u := strings.ToUpper(h); gameSchema.Match(u) == gameSchema.Index(c) {
					h = u
				}
			}
			header = append(header, h)
		}
		put(header...)
		var want []record.Game
		for i := range rapid.IntRange(0, 5).Draw(t, "games") {
			blank()
			day := func(label string) record.Date {
				return record.Date{Year: int16(rapid.IntRange(1990, 2030).Draw(t, label)), Month: uint8(rapid.IntRange(1, 12).Draw(t, label)), Day: uint8(rapid.IntRange(1, 28).Draw(t, label))}
			}
			g := record.Game{File: "g.csv", Line: line, Seq: i + 1, Plies: -1, ID: fmt.Sprint("G", i), Event: word.Draw(t, "event"), Round: word.Draw(t, "round"), Note: word.Draw(t, "note"),
				Start: day("start"), End: day("end"), White: record.Side{ID: "J1", Name: word.Draw(t, "white"), Rating: rapid.Int32Range(-50, 3000).Draw(t, "rating")}, Black: record.Side{ID: "007", Name: word.Draw(t, "black")},
				Result: rapid.SampledFrom([]engine.Result{engine.WhiteWins, engine.BlackWins, engine.Draw, engine.BlackForfeits, engine.DoubleForfeit, engine.Adjourned}).Draw(t, "result")}
			want = append(want, g)
			number := fmt.Sprint(g.White.Rating)
			if rapid.Bool().Draw(t, "wide digits") {
				number = strings.NewReplacer("0", "０", "1", "１", "2", "２", "9", "９").Replace(number)
			}
			text := map[string]string{"game": g.ID, "event": table.Neutral(g.Event), "round": table.Neutral(g.Round), "note": table.Neutral(g.Note), "start": date(g.Start, "start form"), "end": date(g.End, "end form"),
				"white_id": "J1", "white": table.Neutral(g.White.Name), "black_id": "007", "black": table.Neutral(g.Black.Name), "result": record.FormatResult(g.Result), "white_rating": number}
			var cells []string
			for _, c := range order {
				cells = append(cells, text[c])
			}
			put(cells...)
		}
		r, err := NewReader(strings.NewReader(in.String()), "g.csv", table.Options{})
		if err != nil {
			t.Fatalf("%v\n%q", err, in.String())
		}
		var g record.Game
		n := 0
		for ; r.Next(&g) == nil; n++ {
			if n >= len(want) || g != want[n] {
				t.Fatalf("game %d is %+v\nwant %+v\n%q", n, g, want[min(n, len(want)-1)], in.String())
			}
		}
		if _, aside := r.Counts(); n != len(want) || aside > 0 {
			t.Fatalf("%d games, want %d, issues %v\n%q", n, len(want), r.Issues(), in.String())
		}
	})
}
