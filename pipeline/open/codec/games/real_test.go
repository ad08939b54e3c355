package games

import (
	"errors"
	"io"
	"os"
	"testing"

	"crosstable/engine"
	"crosstable/fixtures"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// readAll reads every game of a file of the reference data.
func readShared(t *testing.T, path string) (*Reader, []record.Game) {
	t.Helper()
	p := fixtures.Shared(t, path)
	f, err := os.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := NewReader(f, path, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out []record.Game
	for {
		var g record.Game
		err := r.Next(&g)
		if errors.Is(err, io.EOF) {
			return r, out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, g)
	}
}

func TestNCSResultsFile(t *testing.T) {
	_, gs := readShared(t, "real/ncs_results_example_2024-01-01.csv")
	if len(gs) != 7 {
		t.Fatalf("%d games, want 7", len(gs))
	}
	g := gs[0]
	if g.White.ID != "N01234567" || g.White.Name != "Tanaka Satoshi" || g.White.Rating != 1600 || g.Black.ID != "N01234568" || g.Black.Rating != 1300 ||
		g.Result != engine.WhiteWins || g.End.String() != "2024-12-01" || g.Mode != "ST" || g.Event != "チェスクラブ" {
		t.Errorf("first game: %+v", g)
	}
	if g.Moves == 0 || g.Plies != 4 || gs[1].Moves != g.Moves || gs[2].Moves != 0 {
		t.Errorf("moves of games 1 to 3: %x (%d plies), %x, %x", g.Moves, g.Plies, gs[1].Moves, gs[2].Moves)
	}
	want := []engine.Result{engine.WhiteWins, engine.WhiteWins, engine.Draw, engine.Draw, engine.BlackWins, engine.Draw, engine.Draw}
	for i, g := range gs {
		if g.Result != want[i] {
			t.Errorf("game %d: result %v, want %v", i+1, g.Result, want[i])
		}
	}
}

func TestLichessEncounters(t *testing.T) {
	r, gs := readShared(t, "real/lichess_encounters_sample.csv")
	if len(gs) != 1000 {
		t.Fatalf("%d games, want 1000", len(gs))
	}
	g := gs[0]
	if g.White.Name != "bfg9k" || g.Black.Name != "mamalak" || g.Start.String() != "2012-12-31" || g.Clock != 23*3600+60+3+1 {
		t.Errorf("first game: %+v", g)
	}
	n := map[engine.Result]int{}
	for _, g := range gs {
		n[g.Result]++
	}
	if n[engine.WhiteWins] != 529 || n[engine.BlackWins] != 446 || n[engine.Draw] != 25 {
		t.Errorf("results %v, want 529 won by White, 446 by Black, 25 drawn", n)
	}
	for _, i := range r.Issues() {
		if i.Code != "table-extra-column" {
			t.Errorf("issue %v", i)
		}
	}
}

func TestQuartersOfTheMadeLeague(t *testing.T) {
	for _, path := range []string{"jcca/games-1.csv", "jcca/games-2.csv", "jcca/games-3.csv", "jcca/games-4.csv"} {
		r, gs := readShared(t, path)
		if rows, aside := r.Counts(); len(gs) != 120 || rows != 120 || aside != 0 {
			t.Errorf("%s: %d games, %d rows, %d set aside; want 120, 120, 0", path, len(gs), rows, aside)
		}
		if is := r.Issues(); len(is) > 0 {
			t.Errorf("%s: %v", path, is)
		}
	}
}
