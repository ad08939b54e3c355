package identity

import (
	"io"
	"os"
	"testing"

	"crosstable/fixtures"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// The players of two events, known from their files: 110 by FIDE id, 10 by name.
func TestPlayersOfRealEvents(t *testing.T) {
	for _, c := range []struct {
		path           string
		games, players int
	}{
		{"real/fwwrc2024_lichess_broadcast_tagsonly_605.pgn", 605, 110},
		{"real/uzchesscup_tagsonly_45.pgn", 45, 10},
	} {
		f, err := os.Open(fixtures.Shared(t, c.path))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, _ := NewRoster(nil, nil, "", nil, "", Options{Open: true})
		in := pgn.NewReader(f, c.path, pgn.Options{})
		n := 0
		var g record.Game
		for {
			err := in.Next(&g)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, _, ok := r.Identify(&g); ok {
				n++
			}
		}
		if n != c.games || r.Len() != c.players {
			t.Errorf("%s: %d games of %d players, want %d of %d; %v", c.path, n, r.Len(), c.games, c.players, r.Issues())
		}
	}
}

// The made league names each player by id and name in every row.
func TestPlayersOfTheMadeLeague(t *testing.T) {
	f, err := os.Open(fixtures.Shared(t, "jcca/list-0.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, _, err := games.ReadList(f, "list-0.csv", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, _ := NewRoster(list, nil, "", nil, "", Options{})
	g, err := os.Open(fixtures.Shared(t, "jcca/games-1.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	in, err := games.NewReader(g, "games-1.csv", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var x record.Game
	for in.Next(&x) == nil {
		w, b, ok := r.Identify(&x)
		if !ok || r.Player(w).ID != x.White.ID || r.Player(b).ID != x.Black.ID {
			t.Errorf("line %d: players %d and %d, %v", x.Line, w, b, ok)
		}
		n++
	}
	if is := r.Issues(); n != 120 || len(is) > 0 {
		t.Errorf("%d games, issues %v", n, is)
	}
}
