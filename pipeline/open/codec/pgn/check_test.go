package pgn

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/fixtures"
	"crosstable/pipeline/record"
)

func TestCheckMoves(t *testing.T) {
	for _, c := range []struct {
		text   string
		fen    string
		result engine.Result
		plies  int
		code   string
		say    string
	}{
		{"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0", "", engine.WhiteWins, 6, "", ""},
		{"1. e4 e5 2. Ke3 1-0", "", engine.WhiteWins, 2, "pgn-illegal", "ply 3, 2. Ke3, cannot be played"},
		{"1. Nf3 d5 2. Nc3 d4 3. Nd5 e6 4. Ng5 e5 5. Nf3 e4 6. Nd4x 0-1", "", engine.BlackWins, 10, "pgn-illegal", "ply 11"},
		{"1. d4 d5 2. Nf3 Nf6 3. Nd2 *", "", engine.Adjourned, 4, "pgn-illegal", "3. Nd2, can be played in 2 ways"},
		{"1. f3 e5 2. g4 Qh4# 0-1", "", engine.BlackWins, 4, "", ""},
		{"1. f3 e5 2. g4 Qh4+ 1-0", "", engine.WhiteWins, 4, "pgn-final", "checkmate, which is 0-1; the result is 1-0"},
		{"1. f3 e5 2. g4 Qh4 1/2-1/2", "", engine.Draw, 4, "pgn-final", "checkmate"},
		{"1. Kb6 1-0", "k7/8/8/1K6/8/8/2Q5/8 w - - 0 1", engine.WhiteWins, 1, "", ""},
		{"1. Qc7 1-0", "k7/8/8/1K6/8/8/2Q5/8 w - - 0 1", engine.WhiteWins, 1, "pgn-final", "stalemate, which is 1/2-1/2"},
		{"1. e4 a6 2. e5 d5 3. exd6e.p. 1-0", "", engine.WhiteWins, 5, "", ""},
		{"1. e4 a6 2. e5 d5 3. exd6 e.p. Qxd6 1-0", "", engine.WhiteWins, 6, "", ""},
		{"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 1-0", "", engine.WhiteWins, 7, "", ""},
		{"1. e4 {a (b} e5 (1... c5 2. Nf3 (2. Nc3)) 2. Nf3! $14 Nc6?? ; x\n3. Bb5 1-0", "", engine.WhiteWins, 5, "", ""},
		{"1.e4 e5 2.d4 exd4 3.c3 dc 4.Bc4 cxb2 5.Bxf7+ Ke7 6.Nf3 bxa1=Q", "", engine.Adjourned, 5, "pgn-illegal", "dc"},
		{"1.e4 e5 2.d4 exd4 3.c3 dxc3 4.Bc4 cxb2 5.Bxf7+ Ke7 6.Nf3 bxa1Q", "", engine.Adjourned, 12, "", ""},
		{"1. e4 -- 2. d4", "", engine.Adjourned, 1, "pgn-unchecked", "null move"},
		{"1. e4", "not a fen", engine.Adjourned, 0, "pgn-unchecked", "FEN"},
		{"", "", engine.WhiteWins, 0, "", ""},
		{"Nf4 K Q= x", "", engine.WhiteWins, 0, "pgn-illegal", "ply 1"},
	} {
		v := CheckMoves([]byte(c.text), c.fen, "", c.result, -1)
		if v.Plies != c.plies || v.Code != c.code || !strings.Contains(v.Text, c.say) {
			t.Errorf("%q: %+v; want %d plies, %q %q", c.text, v, c.plies, c.code, c.say)
		}
	}
	if v := CheckMoves([]byte("1. e4 e5"), "", "", engine.Adjourned, 7); v.Code != "pgn-plies" {
		t.Errorf("PlyCount: %+v", v)
	}
	if v := CheckMoves([]byte("1. e4 e5"), "", "Chess960", engine.Adjourned, 2); v.Code != "pgn-unchecked" {
		t.Errorf("variant: %+v", v)
	}
	// A position without kings makes the move generator panic or not; it must not reach us.
	CheckMoves([]byte("1. e4 e5"), "8/8/8/8/8/8/4P3/8 w - - 0 1", "", engine.Draw, -1)
}

func checked(t testing.TB, text string, workers int) ([]record.Game, *Checked) {
	t.Helper()
	c := NewChecked(strings.NewReader(text), "t.pgn", Options{}, workers)
	defer c.Close()
	var games []record.Game
	var g record.Game
	for {
		if err := c.Next(&g); err == io.EOF {
			return games, c
		} else if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

func TestCheckedGivesGamesInFileOrderForAnyNumberOfWorkers(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		moves := "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0"
		switch i % 7 {
		case 3:
			moves = "1. e4 e5 2. Ke3 1-0"
		case 5:
			moves = "1. f3 e5 2. g4 Qh4# 1-0"
		}
		fmt.Fprintf(&b, "[White \"A%d\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n%s\n\n", i, moves)
	}
	plain, _ := parse(t, b.String(), Options{})
	var first []string
	for _, workers := range []int{1, 2, 5} {
		games, c := checked(t, b.String(), workers)
		if len(games) != len(plain) {
			t.Fatalf("%d games, want %d", len(games), len(plain))
		}
		for i := range games {
			want := plain[i]
			if i%7 == 3 {
				want.Plies = 2
			}
			if games[i] != want {
				t.Fatalf("game %d: %+v, want %+v", i+1, games[i], want)
			}
		}
		var said []string
		for _, i := range c.Issues() {
			said = append(said, i.String())
		}
		if first == nil {
			first = said
		}
		if len(said) != 43+43 || !slices.Equal(said, first) {
			t.Errorf("%d workers: %d issues, first %q", workers, len(said), said[0])
		}
	}
}

func TestCheckedKeepsOrderOfReaderIssuesAndEnd(t *testing.T) {
	games, c := checked(t, "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e6 2. Ke4\n[White \"A\"]\n[Black \"B\"]\n", 2)
	if len(games) != 2 || strings.Join(codes(c.Issues()), " ") != "pgn-player pgn-illegal pgn-result pgn-count" {
		t.Errorf("%d games, %v", len(games), c.Issues())
	}
	if c.Stats() != (Stats{Games: 2, ResultTags: 1, Aside: 2}) {
		t.Errorf("%+v", c.Stats())
	}
}

func TestCheckedStopsEarly(t *testing.T) {
	c := NewChecked(&endless{}, "t.pgn", Options{}, 2)
	var g record.Game
	for range 10 {
		if err := c.Next(&g); err != nil {
			t.Fatal(err)
		}
	}
	c.Close()
	for range 2000 {
		if c.Next(&g) != nil {
			return
		}
	}
	t.Error("games go on after Close")
}

type endless struct{ at int }

func (e *endless) Read(p []byte) (int, error) {
	const game = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
	for i := range p {
		p[i] = game[e.at]
		e.at = (e.at + 1) % len(game)
	}
	return len(p), nil
}

func TestHugeMovetextIsNotChecked(t *testing.T) {
	games, c := checked(t, "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {"+strings.Repeat("x", maxCheckBytes)+"} e5 1-0\n", 1)
	if len(games) != 1 || strings.Join(codes(c.Issues()), " ") != "pgn-unchecked" || games[0].Plies != 2 {
		t.Errorf("%v %v", games, c.Issues())
	}
}

// The edge files: which games are legal is known from how they were made.
func TestEdgeFilesChecked(t *testing.T) {
	for name, want := range map[string]string{"two_ok": "", "illegal_move": "pgn-illegal", "mate_written_plus": "", "zero_castling": "", "ep_suffix": "",
		"check_without_plus": "", "rav_nested": "", "nag": "", "chess960": "pgn-unchecked", "number_space_dot": ""} {
		b, err := os.ReadFile(filepath.Join(fixtures.Dir(), "pgn", name+".pgn"))
		if err != nil {
			t.Fatal(err)
		}
		games, c := checked(t, string(b), 2)
		if len(games) != 2 || strings.Join(codes(c.Issues()), " ") != want {
			t.Errorf("%s: %v, want %q", name, c.Issues(), want)
		}
	}
}

func TestRealGamesAreLegal(t *testing.T) {
	b, err := os.ReadFile(fixtures.Shared(t, "real/dortmund_latin1_crlf_annotated_347.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("CROSSTABLE_LONG") == "" { // the first games only: each costs milliseconds
		b = b[:bytes.LastIndex(b[:60000], []byte("[Event "))]
	}
	games, c := checked(t, string(b), 0)
	plies := 0
	for _, g := range games {
		plies += int(g.Plies)
	}
	for _, i := range c.Issues() {
		t.Errorf("%v", i)
	}
	if len(games) < 40 || plies < 2000 {
		t.Errorf("%d games, %d plies", len(games), plies)
	}
}

func BenchmarkCheckMoves(b *testing.B) {
	text := []byte("1. d4 Nf6 2. Nf3 e6 3. e3 d5 4. Bd3 c5 5. c3 Nbd7 6. Nbd2 Be7 7. O-O Qc7 8. e4 cxd4 9. cxd4 dxe4 10. Nxe4 Nxe4 11. Bxe4 Nf6 12. Bd3 O-O 13. Bg5 Rd8 14. Rc1 Qb6 15. Qe2 Bd7 16. Ne5 Be8 17. Rfd1 Rac8 18. Nc4 Qc7 19. Ne3 Qd7 20. Rxc8 Rxc8 1/2-1/2")
	b.ReportAllocs()
	for b.Loop() {
		if v := CheckMoves(text, "", "", engine.Draw, -1); v.Code != "" || v.Plies != 40 {
			b.Fatal(v)
		}
	}
}

func FuzzCheckMoves(f *testing.F) {
	f.Add("1. e4 e5 2. Nf3 {x} (2. f4) Nc6 3. Bb5 a6 O-O 0-0-0 exd6e.p. e8=Q 1-0", "")
	f.Add("1. Kb6 *", "k7/8/8/1K6/8/8/2Q5/8 w - - 0 1")
	f.Fuzz(func(t *testing.T, text, fen string) {
		if len(text) > 2000 || len(fen) > 200 {
			t.Skip()
		}
		v := CheckMoves([]byte(text), fen, "", engine.WhiteWins, -1)
		if v.Plies < 0 || v.Plies > maxCheckPlies || (v.Code == "") != (v.Text == "") {
			t.Fatalf("%+v", v)
		}
	})
}
