package open

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/pipeline/event"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/eventtab"
	"crosstable/pipeline/open/codec/evjson"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

func write(t testing.TB, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// drawEvent draws an event of games, byes and absences that every format can tell.
func drawEvent(t *rapid.T) *event.Event {
	e := event.New("e")
	e.Name = "Open"
	e.Start, e.End = record.Date{Year: 2015, Month: 1, Day: 9}, record.Date{Year: 2015, Month: 1, Day: 11}
	n := rapid.IntRange(4, 9).Draw(t, "players")
	for i := range n {
		e.Players = append(e.Players, event.Player{Number: i + 1, Name: fmt.Sprintf("Player %c", 'A'+i), Rating: int32(2000 - 10*i)})
	}
	results := []engine.Result{engine.WhiteWins, engine.Draw, engine.BlackWins, engine.BlackForfeits, engine.WhiteForfeits, engine.DoubleForfeit}
	for r := range rapid.IntRange(1, 4).Draw(t, "rounds") {
		order := rapid.Permutation(slices.Collect(func(yield func(engine.Player) bool) {
			for i := range n {
				if !yield(engine.Player(i)) {
					return
				}
			}
		})).Draw(t, "order")
		for len(order) > 1 {
			w, b := order[0], order[1]
			ow, ob := rapid.SampledFrom(results).Draw(t, "result").Outcomes()
			e.SetCell(w, r, event.Entry{Given: true, HasOpponent: true, Opponent: b, Color: engine.White, Outcome: ow})
			e.SetCell(b, r, event.Entry{Given: true, HasOpponent: true, Opponent: w, Color: engine.Black, Outcome: ob})
			order = order[2:]
		}
		if len(order) == 1 {
			bye := rapid.SampledFrom([]engine.Outcome{engine.ByePairing, engine.ByeHalf, engine.ByeZero}).Draw(t, "bye")
			e.SetCell(order[0], r, event.Entry{Given: true, Outcome: bye})
		}
	}
	return e
}

// Whatever form an event is written in, a rating sees the same games: names, results, rounds.
func TestEveryFormGivesTheSameGames(t *testing.T) {
	forms := []struct {
		name  string
		write func(w io.Writer, e *event.Event) ([]issue.Issue, error)
	}{
		{"e.trf", func(w io.Writer, e *event.Event) ([]issue.Issue, error) { return trf.Write(w, e, trf.TRF26) }},
		{"e16.trf", func(w io.Writer, e *event.Event) ([]issue.Issue, error) { return trf.Write(w, e, trf.TRF16) }},
		{"e.json", func(w io.Writer, e *event.Event) ([]issue.Issue, error) { return nil, evjson.Write(w, e) }},
		{"e.csv", eventtab.Write},
		{"e.xlsx", eventtab.WriteXLSX},
		{"games.csv", func(w io.Writer, e *event.Event) ([]issue.Issue, error) {
			out := games.NewWriter(w, games.GameColumns...)
			all, _ := e.Games()
			for i := range all {
				if err := out.Write(&all[i]); err != nil {
					return nil, err
				}
			}
			return nil, out.Flush()
		}},
		{"games.pgn", func(w io.Writer, e *event.Event) ([]issue.Issue, error) {
			out := pgn.NewWriter(w)
			all, _ := e.Games()
			for i := range all {
				if err := out.Write(&all[i]); err != nil {
					return nil, err
				}
			}
			return nil, out.Flush()
		}},
	}
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		e := drawEvent(t)
		want := ""
		for _, f := range forms {
			var b bytes.Buffer
			if _, err := f.write(&b, e); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, f.name), b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			r, err := Games(context.Background(), f.name, Options{Base: dir})
			if err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			all, _, err := r.All()
			if err := errors.Join(err, r.Close()); err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			var got []string
			for _, g := range all {
				if !g.Bye {
					got = append(got, fmt.Sprintf("%s %s %s %s", g.Round, g.White.Name, record.FormatResult(g.Result), g.Black.Name))
				}
			}
			slices.Sort(got)
			if text := strings.Join(got, "\n"); want == "" {
				want = text
			} else if text != want {
				t.Errorf("%s:\n%s\nwant\n%s", f.name, text, want)
			}
		}
	})
}

// An event's games keep its name, rounds and dates; ids and ratings are the event's, as in a PGN.
func TestGamesOfAnEvent(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "e.trf", "012 Open\n042 2015/01/09\n052 2015/01/11\n"+
		"001    1      Adler                             2100         1234567             1.0    1     2 w 1\n"+
		"001    2      Berg                              2000                             0.0    2     1 b 0\n")
	r, err := Games(context.Background(), "e.trf", Options{Base: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var g record.Game
	if err := r.Next(&g); err != nil {
		t.Fatal(err)
	}
	if g.Event != "Open" || g.Round != "1" || g.Start.String() != "2015-01-09" || g.End.String() != "2015-01-11" {
		t.Errorf("%+v", g)
	}
	if w := g.White; w.ID != "" || w.FideID != "1234567" || w.Rating != 0 || w.Elo != 2100 {
		t.Errorf("%+v", w)
	}
	if err := r.Next(&g); err != io.EOF {
		t.Errorf("%v", err)
	}
	if rows, aside := r.Counts(); rows != 1 || aside != 0 {
		t.Errorf("%d rows, %d set aside", rows, aside)
	}
}

// A folder with players and games beside each other is one event, read once; Inputs lists both files.
func TestCompanionsAreReadOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "x.players.csv", "no,name,rating\n1,Adler,2100\n2,Berg,2000\n")
	write(t, dir, "x.games.csv", "round,white_no,black_no,result\n1,1,2,1-0\n")
	o := Options{Base: dir}
	names, err := Names([]string{"."}, o)
	if err != nil || len(names) != 1 || names[0] != "x.players.csv" {
		t.Errorf("%q, %v", names, err)
	}
	for _, name := range []string{"x.players.csv", "x.games.csv"} {
		if in := Inputs([]string{name}, o); len(in) != 2 {
			t.Errorf("%s: %q", name, in)
		}
		var log Log
		o.Log = &log
		r, err := Games(context.Background(), name, o)
		if err != nil {
			t.Fatal(err)
		}
		all, _, err := r.All()
		if err := errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		if len(all) != 1 || all[0].White.Name != "Adler" || all[0].Black.Name != "Berg" {
			t.Errorf("%s: %+v", name, all)
		}
		if len(log.Reads()) != 2 {
			t.Errorf("%s: read %+v", name, log.Reads())
		}
		for _, read := range log.Reads() {
			if sum, err := Sum(context.Background(), read.File, o); err != nil || sum != read {
				t.Errorf("%+v, %v; read %+v", sum, err, read)
			}
		}
	}
}

// Words of options that mean nothing are refused by every way in, with the words there are.
func TestOptionsThatMeanNothing(t *testing.T) {
	for _, o := range []Options{{From: "nonsense"}, {Encoding: "klingon"}, {Separator: "dot"}, {DateOrder: "year-first"}, {Locale: "german"},
		{PGNDate: "middle"}, {OnConflict: "coin"}, {Points: "a:b"}, {Columns: map[string]string{"zzz": "x"}}, {ListColumns: map[string]string{"zzz": "x"}}} {
		var bad *OptionError
		if err := o.Check(); !errors.As(err, &bad) {
			t.Errorf("%+v: %v", o, err)
		}
		if _, _, err := Event(context.Background(), "no such file", o); !errors.As(err, &bad) {
			t.Errorf("Event %+v: %v", o, err)
		}
		if _, err := Games(context.Background(), "no such file", o); !errors.As(err, &bad) {
			t.Errorf("Games %+v: %v", o, err)
		}
		if _, err := Any(context.Background(), "no such file", o, true); !errors.As(err, &bad) {
			t.Errorf("Any %+v: %v", o, err)
		}
		if _, _, err := List(context.Background(), "no such file", o); !errors.As(err, &bad) {
			t.Errorf("List %+v: %v", o, err)
		}
	}
}

// Whatever bytes come, the ways in agree on whether they hold games, lose none and do not panic.
func FuzzOpen(f *testing.F) {
	for _, seed := range []string{
		"[Event \"T\"]\n[White \"A\"]\n[White-Elo \"1500\"]\n[Black \"BYE\"]\n[Result \"1-0\"]\n\n1-0\n",
		"[Event\u00a0\"T\"]\n[Red \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[Termination \"Unplayed\"]\n\n*\n",
		"012 T\n001    1      Abel A\t\t\t\t2100\t\t\t\t 1.0\t1     2 w 1\n001    2      B\t\t\t\t\t2000\t\t\t\t 0.0\t2     1 b 0\n",
		"No,Name,Rating,R1,R2\n1,A,2100,W2,X\n2,B,2000,L1,U\n", "round,white,black,result\n1,A,bye,1-0\n1,B,,H\n",
		"name,rating\nA,1500\n", "id,name,rating\n1,A,1500\n", "alias,id\nx,1\n", "id,level\n1,beginner\n", "1. e4 e5 1-0\n",
		`{"format":"crosstable-event","version":1,"players":[{"no":1,"name":"A","points":"1","rounds":[]}]}`,
	} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.HasPrefix(data, []byte("PK")) || len(data) > 1<<16 {
			t.Skip() // workbooks have a target of their own
		}
		write(t, dir, "f", string(data))
		o := Options{Base: dir}
		r, err := Games(context.Background(), "f", o)
		var isBad *source.BadInput
		var undecided *source.UndecidedError
		if err != nil {
			if !errors.As(err, &isBad) && !errors.As(err, &undecided) {
				t.Fatalf("%v", err)
			}
			return
		}
		all, _, err := r.All()
		rows, aside := r.Counts()
		if err == nil && rows != len(all)+aside {
			t.Fatalf("%d rows, %d games, %d set aside", rows, len(all), aside)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if c, err := Any(context.Background(), "f", o, true); err == nil {
			_ = c.Close()
		}
	})
}
