package pgn

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"crosstable/engine"
	"crosstable/fixtures"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// readFile reads all games of a file through pipeline/open/source.
func readFile(t testing.TB, path string) ([]record.Game, *Reader, *source.Input) {
	t.Helper()
	in, err := source.Open(context.Background(), path, source.Options{Kinds: pgnKind})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	if in.Format != source.FormatPGN {
		t.Fatalf("%s is taken for %q", path, in.Format)
	}
	r := NewReader(in.Reader, in.Name, Options{})
	return all(t, r), r, in
}

func all(t testing.TB, r *Reader) []record.Game {
	t.Helper()
	var games []record.Game
	var g record.Game
	for {
		err := r.Next(&g)
		if err == io.EOF {
			return games
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

func parse(t testing.TB, text string, opt Options) ([]record.Game, *Reader) {
	t.Helper()
	r := NewReader(strings.NewReader(text), "t.pgn", opt)
	return all(t, r), r
}

func codes(is []issue.Issue) []string {
	var out []string
	for _, i := range is {
		out = append(out, i.Code)
	}
	return out
}

func TestEdgeFilesHoldTheirGames(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(fixtures.Dir(), "pgn", "expect.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n") {
		name, count, _ := strings.Cut(line, "\t")
		want, _ := strconv.Atoi(count)
		games, r, _ := readFile(t, filepath.Join(fixtures.Dir(), "pgn", name+".pgn"))
		files++
		if len(games) != want {
			t.Errorf("%s: %d games, want %d", name, len(games), want)
		}
		if s := r.Stats(); s.Games != s.ResultTags {
			t.Errorf("%s: %v", name, s)
		}
	}
	if files != 37 {
		t.Errorf("%d files, want 37", files)
	}
}

func TestEdgeFilesDetails(t *testing.T) {
	type want struct {
		white  string
		result engine.Result
		codes  string
	}
	for name, w := range map[string]want{
		"two_ok":                {"A", engine.WhiteWins, ""},
		"bom":                   {"A", engine.WhiteWins, ""},
		"cr_only":               {"A", engine.WhiteWins, ""},
		"latin1":                {"Müller, Jörg", engine.WhiteWins, ""},
		"sjis_tags":             {"表示十五", engine.WhiteWins, ""},
		"quote_in_tag":          {`A "Ace" X`, engine.WhiteWins, ""},
		"z_null_bytes":          {"AB", engine.WhiteWins, ""},
		"result_forfeit":        {"A", engine.BlackForfeits, ""},
		"result_half_unicode":   {"A", engine.Draw, ""},
		"result_short_draw":     {"A", engine.Draw, ""},
		"star":                  {"A", engine.Adjourned, ""},
		"empty_white":           {"", engine.WhiteWins, "pgn-player"},
		"tag_vs_text_conflict":  {"A", engine.BlackWins, "pgn-conflict"},
		"unterminated_comment":  {"A", engine.WhiteWins, "pgn-comment"},
		"comment_result_inside": {"A", engine.WhiteWins, ""},
		"rav_paren_in_comment":  {"A", engine.WhiteWins, ""},
		"missing_terminator":    {"A", engine.WhiteWins, ""},
		"two_tags_one_line":     {"A", engine.WhiteWins, ""},
		"no_movetext_at_all":    {"P0", engine.WhiteWins, ""},
	} {
		games, r, _ := readFile(t, filepath.Join(fixtures.Dir(), "pgn", name+".pgn"))
		g := games[0]
		if g.White.Name != w.white || g.Result != w.result || strings.Join(codes(r.Issues()), " ") != w.codes {
			t.Errorf("%s: White %q, result %v, issues %v; want %+v", name, g.White.Name, g.Result, r.Issues(), w)
		}
		if d := (record.Date{Year: 2025, Month: 1, Day: 1}); g.Start != d || g.End != d || g.Round != "1" || g.Event != "E" || g.Site != "S" || g.Seq != 1 || g.Line != 1 {
			t.Errorf("%s: %+v", name, g)
		}
	}
}

func TestRealFilesAreReadWhole(t *testing.T) {
	for _, c := range []struct {
		file                     string
		games, white, black, drw int
		first                    string
	}{
		{"fwwrc2024_lichess_broadcast_tagsonly_605.pgn", 605, 244, 197, 164, "Charkhalashvili, Inga"},
		{"uzchesscup_tagsonly_45.pgn", 45, -1, -1, -1, "Aravindh, Chithambaram VR."},
		{"dortmund_latin1_crlf_annotated_347.pgn", 347, 149, 58, 140, "Colle, Edgar"},
		{"chessbase_empty_line.pgn", 1, 0, 1, 0, "Stockfish 8"},
		{"utf8_bom.pgn", 2, 0, 0, 0, "White vs 1...c5"},
		{"cutechess_fischerrandom_4.pgn", 4, -1, -1, -1, ""},
	} {
		games, r, in := readFile(t, fixtures.Shared(t, filepath.Join("real", c.file)))
		n := map[engine.Result]int{}
		for _, g := range games {
			n[g.Result]++
		}
		if len(games) != c.games || r.Stats().ResultTags != c.games {
			t.Errorf("%s: %v, want %d", c.file, r.Stats(), c.games)
		}
		if c.white >= 0 && (n[engine.WhiteWins] != c.white || n[engine.BlackWins] != c.black || n[engine.Draw] != c.drw) {
			t.Errorf("%s: %v", c.file, n)
		}
		if c.first != "" && games[0].White.Name != c.first {
			t.Errorf("%s: first White %q", c.file, games[0].White.Name)
		}
		for _, i := range r.Issues() {
			if i.Code != "pgn-player" {
				t.Errorf("%s: %v", c.file, i)
			}
		}
		t.Logf("%s: %v, %v", c.file, in.Encoding(), r.Stats())
	}
}

func TestPGNInAnyEncoding(t *testing.T) {
	for _, c := range []struct {
		name, want string
		enc        encoding.Encoding
		white      string
	}{
		{"UTF-8", "UTF-8", unicode.UTF8, "表示十五"},
		{"UTF-8 with mark", "UTF-8", unicode.UTF8BOM, "表示十五"},
		{"UTF-16LE with mark", "UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "表示十五"},
		{"UTF-16BE", "UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "表示十五"},
		{"UTF-16LE", "UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "Müller"},
		{"CP932 with a second byte that is a backslash", "CP932", japanese.ShiftJIS, "表示十五ソ"},
		{"EUC-JP", "EUC-JP", japanese.EUCJP, "渡辺明"},
		{"ISO-2022-JP", "ISO-2022-JP", japanese.ISO2022JP, "渡辺明"},
		{"GB18030", "GB18030", simplifiedchinese.GB18030, "侯逸凡"},
		{"Big5 with a second byte that is a backslash", "Big5", traditionalchinese.Big5, "許功蓋"},
		{"Latin-1", "windows-1252", charmap.ISO8859_1, "Müller, Jörg"},
	} {
		text := "[Event \"E\"]\r\n[White \"" + c.white + "\"]\r\n[Black \"B \\\"b\\\"\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {" + c.white + "} e5 1-0\r\n\r\n" +
			"[Event \"E\"]\r\n[White \"C\"]\r\n[Black \"" + c.white + "\"]\r\n[Result \"0-1\"]\r\n\r\n0-1\r\n"
		b, err := c.enc.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		in, err := source.FromReader(context.Background(), "t.pgn", bytes.NewReader(b), source.Options{Kinds: pgnKind})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		games := all(t, NewReader(in.Reader, in.Name, Options{}))
		if in.Encoding().Name != c.want || len(games) != 2 || games[0].White.Name != c.white || games[1].Black.Name != c.white || games[0].Black.Name != `B "b"` || games[0].Plies != 2 {
			t.Errorf("%s: %v, %+v", c.name, in.Encoding(), games)
		}
	}
}

func TestLatin1NamesOfARealFile(t *testing.T) {
	games, _, in := readFile(t, fixtures.Shared(t, "real/dortmund_latin1_crlf_annotated_347.pgn"))
	if games[0].Black.Name != "Van Nüss, Alfred" || games[1].White.Name != "Réti, Richard" {
		t.Errorf("%q, %q", games[0].Black.Name, games[1].White.Name)
	}
	if e := in.Encoding(); e.Name != "windows-1252" {
		t.Errorf("read as %v", e)
	}
}

// pgnKind recognises nothing but PGN.
var pgnKind = []source.Kind{{Format: source.FormatPGN, Tolerant: true, Recognise: func(s *source.Sample) source.Fit {
	if s.Count(IsTag) > 0 {
		return source.Likely
	}
	return source.No
}}}
