package games

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// gameRow is a game's row by struct tags: the plain way through gocsv, beside the fast one.
type gameRow struct {
	Game        table.ID   `csv:"game"`
	Event       table.Text `csv:"event"`
	Site        table.Text `csv:"site"`
	Round       table.Text `csv:"round"`
	Start       string     `csv:"start"`
	End         string     `csv:"end"`
	WhiteID     table.ID   `csv:"white_id"`
	White       table.Text `csv:"white"`
	BlackID     table.ID   `csv:"black_id"`
	Black       table.Text `csv:"black"`
	Result      string     `csv:"result"`
	WhiteRating table.Int  `csv:"white_rating"`
	BlackRating table.Int  `csv:"black_rating"`
	WhiteElo    table.Int  `csv:"white_elo"`
	BlackElo    table.Int  `csv:"black_elo"`
	Mode        table.Text `csv:"mode"`
	Rated       string     `csv:"rated"`
	Reason      table.Text `csv:"reason"`
	Note        table.Text `csv:"note"`
}

func TestFastWriterEqualsGocsv(t *testing.T) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab=+-@,\"'\n 田　1")), 0, 5, -1)
	points := func(n int32) table.Int { return table.Int{N: n, Set: n != 0} }
	rapid.Check(t, func(t *rapid.T) {
		var gs []record.Game
		var rows []gameRow
		for range rapid.IntRange(0, 4).Draw(t, "games") {
			d := record.Date{Year: int16(rapid.IntRange(0, 2030).Draw(t, "y"))}
			if d.Year > 0 {
				d.Month = uint8(rapid.IntRange(0, 12).Draw(t, "m"))
			}
			if d.Month > 0 {
				d.Day = uint8(rapid.IntRange(0, 28).Draw(t, "d"))
			}
			g := record.Game{ID: text.Draw(t, "id"), Event: text.Draw(t, "event"), Site: text.Draw(t, "site"), Round: text.Draw(t, "round"), Start: d, End: d,
				White:  record.Side{ID: text.Draw(t, "wid"), Name: text.Draw(t, "w"), Rating: rapid.Int32Range(-5, 5).Draw(t, "wr"), Elo: rapid.Int32Range(0, 5).Draw(t, "we")},
				Black:  record.Side{ID: text.Draw(t, "bid"), Name: text.Draw(t, "b"), Rating: rapid.Int32Range(-5, 5).Draw(t, "br")},
				Result: engine.Result(rapid.IntRange(0, int(engine.Adjourned)).Draw(t, "result")), Mode: text.Draw(t, "mode"),
				Rated: record.Rated(rapid.IntRange(0, 2).Draw(t, "rated")), Reason: text.Draw(t, "reason"), Note: text.Draw(t, "note")}
			gs = append(gs, g)
			rows = append(rows, gameRow{table.ID(g.ID), table.Text(g.Event), table.Text(g.Site), table.Text(g.Round), d.String(), d.String(),
				table.ID(g.White.ID), table.Text(g.White.Name), table.ID(g.Black.ID), table.Text(g.Black.Name), record.FormatResult(g.Result),
				points(g.White.Rating), points(g.Black.Rating), points(g.White.Elo), points(g.Black.Elo),
				table.Text(g.Mode), FormatRated(g.Rated), table.Text(g.Reason), table.Text(g.Note)})
		}
		var slow, fast bytes.Buffer
		if err := table.Write(&slow, rows); err != nil {
			t.Fatal(err)
		}
		w := NewWriter(&fast, AllGameColumns...)
		for i := range gs {
			if err := w.Write(&gs[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if slow.String() != fast.String() {
			t.Fatalf("gocsv writes\n%s\nWriter writes\n%s", slow.String(), fast.String())
		}
	})
}

func TestWriterRefusesUnknownColumns(t *testing.T) {
	w := NewWriter(&bytes.Buffer{}, "white", "wite")
	if err := w.Write(&record.Game{}); err == nil {
		t.Error("a column that does not exist was accepted")
	}
	if err := WriteXLSX(&bytes.Buffer{}, func(func(*record.Game) bool) {}, "wite"); err == nil {
		t.Error("a column that does not exist was accepted in a workbook")
	}
}

func TestFIDEIDIsWrittenWhereThereIsNoOther(t *testing.T) {
	var b bytes.Buffer
	w := NewWriter(&b, "white_id", "black_id")
	w.Write(&record.Game{White: record.Side{FideID: "7000001"}, Black: record.Side{ID: "J1", FideID: "7000002"}})
	if err := w.Flush(); err != nil || b.String() != "white_id,black_id\n7000001,J1\n" {
		t.Errorf("wrote %q, %v", b.String(), err)
	}
}
