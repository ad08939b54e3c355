package pgn

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/pipeline/record"
)

// Games written and read again are the same, quotes, forfeits and half-known dates included.
func TestWrittenGamesComeBack(t *testing.T) {
	day := record.Date{Year: 2015, Month: 3, Day: 9}
	games := []record.Game{
		{Event: `The "Open"`, Site: `C:\Paris`, Round: "3", Start: day, End: day, White: record.Side{Name: "Sato, Ken", ID: "J007", Rating: 1820, Title: "FM", Team: "東京"},
			Black: record.Side{Name: "O'Brien", FideID: "123", Elo: 2100}, Result: engine.WhiteWins},
		{Round: "1.2", Start: record.Date{Year: 2015}, End: record.Date{Year: 2015, Month: 4}, White: record.Side{Name: "A"}, Black: record.Side{Name: "B"}, Result: engine.Draw, ID: "g1", Mode: "postal", Rated: record.RatedNo, Reason: "director", Note: "line"},
		{White: record.Side{Name: "A"}, Black: record.Side{Name: "B"}, Result: engine.BlackForfeits},
		{White: record.Side{Name: "A"}, Black: record.Side{Name: "B"}, Result: engine.WhiteForfeits},
		{White: record.Side{Name: "A"}, Black: record.Side{Name: "B"}, Result: engine.DoubleForfeit},
		{White: record.Side{Name: "A"}, Black: record.Side{Name: "B"}, Result: engine.Adjourned},
		{White: record.Side{Name: "A"}, Black: record.Side{Name: "B"}, Result: engine.BlackWins},
	}
	var b strings.Builder
	w := NewWriter(&b)
	for i := range games {
		if err := w.Write(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	r := NewReader(strings.NewReader(b.String()), "w.pgn", Options{})
	for i := range games {
		var g record.Game
		if err := r.Next(&g); err != nil {
			t.Fatal(err)
		}
		want := games[i]
		if g.Aside != "" {
			t.Errorf("game %d is set aside: %s", i+1, g.Aside)
		}
		g.File, g.Line, g.Seq, g.ResultText, g.Plies, g.Moves = "", 0, 0, "", 0, 0
		if want.Event == "" {
			want.Event, want.Site = "?", "?" // PGN's word for unknown stays
		}
		if !reflect.DeepEqual(g, want) {
			t.Errorf("game %d\n%+v\n%+v", i+1, g, want)
		}
	}
	var g record.Game
	if err := r.Next(&g); !errors.Is(err, io.EOF) {
		t.Errorf("one game more: %+v", g)
	}
	for _, i := range r.Issues() {
		t.Errorf("%s", i)
	}
}
