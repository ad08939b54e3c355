package pgn

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
)

const head = "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n"

// Each line of the contract on PGN.
func TestWhereGamesBegin(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"first tag after a non-tag":                 {"[Round \"1\"]\n[White \"A\"]\n1. e4 1-0\n[Round \"2\"]\n[White \"C\"]\n1-0\n", 2},
		"a tag name comes again":                    {"[Round \"1\"]\n[White \"A\"]\n[Round \"2\"]\n[White \"C\"]\n", 2},
		"an unknown name comes again":               {"[Nr \"1\"]\n[White \"A\"]\n[Nr \"2\"]\n[White \"C\"]\n", 2},
		"an extra tag twice":                        {"[White \"A\"]\n[ECO \"C50\"]\n[ECO \"C51\"]\n[Annotator \"x\"]\n", 1},
		"blank lines inside a block":                {"[Event \"E\"]\n\n[White \"A\"]\n\n\n[Black \"B\"]\n", 1},
		"no blank line between games":               {head + "1. e4 1-0\n" + head + "1. d4 1-0\n", 2},
		"without movetext":                          {head + "\n" + head + "\n" + head, 3},
		"without terminator":                        {head + "\n1. e4 e5\n\n" + head + "\n1. d4\n", 2},
		"result only":                               {head + "\n1-0\n\n" + head + "1-0", 2},
		"empty comment only":                        {head + "\n{}\n" + head, 2},
		"% and ; lines do not split a block":        {"% x\n[White \"A\"]\n; y\n[Black \"B\"]\n% z\n[Result \"1-0\"]\n", 1},
		"a tag after a terminator on its line":      {head + "1-0 " + head, 2},
		"no games":                                  {"% nothing\n\n", 0},
		"empty":                                     {"", 0},
		"BOM in the middle, of joined files":        {head + "\n1-0\n\xEF\xBB\xBF" + head, 2},
		"a tag in a { comment is text":              {head + "\n1. e4 {\n[White \"x\"]\n[Black \"y\"]\n[Result \"0-1\"]\n} 1-0\n", 1},
		"a tag in a ; comment is text":              {head + "\n1. e4 ; [White \"x\"]\n1-0\n", 1},
		"a tag in a % line is text":                 {head + "\n1. e4\n% [White \"x\"]\n1-0\n", 1},
		"a bracket that is no tag":                  {head + "\n1. e4 [%clk 1:00] [ ] [x] e5 1-0\n", 1},
		"{ never closed, comments in the next game": {head + "1. e4 {oops e5 1-0\n\n" + head + "1. d4 {fine} 1-0\n\n" + head + "1-0", 3},
		"{ never closed, no more braces":            {head + "1. e4 {oops e5 1-0\n\n" + head + "1. d4 1-0\n\n" + head + "1-0", 3},
		"{ never closed in a variation":             {head + "1. e4 (1. d4 {oops) e5 1-0\n\n" + head, 2},
		"( never closed":                            {head + "1. e4 (1. d4 d5 1-0\n\n" + head, 2},
		"{ inside a comment":                        {head + "1. e4 {a { b} e5 1-0\n\n" + head, 2},
	} {
		games, r := parse(t, c.text, Options{})
		if len(games) != c.want {
			t.Errorf("%s: %d games, want %d; %v", name, len(games), c.want, r.Issues())
		}
		for _, end := range []string{"\r\n", "\r"} {
			if other, _ := parse(t, strings.ReplaceAll(c.text, "\n", end), Options{}); len(other) != c.want {
				t.Errorf("%s with %q: %d games, want %d", name, end, len(other), c.want)
			}
		}
	}
}

func TestTagForms(t *testing.T) {
	for text, want := range map[string]string{
		`[White "A"]`:                   "A",
		`[ White  "A" ]`:                "A",
		"\t[White\t\"A\"\t]":            "A",
		`[Site "S"][White "A"]`:         "A",
		`[White "A]B"]`:                 "A]B",
		`[White "A \"Ace\" X"]`:         `A "Ace" X`,
		`[White "A \\ B"]`:              `A \ B`,
		`[White "A "Ace" X"]`:           `A "Ace" X`,
		`[White "C:\"]`:                 `C:\`,
		`[White " A  "]`:                "A",
		`[white "A"]`:                   "A",
		`[WHITE "A"]`:                   "A",
		`[White "A`:                     "A",
		`[White "A"`:                    "A",
		`[White A]`:                     "A",
		"[White \"A\x00B\x01\"]":        "AB",
		"[White \"" + long(300) + "\"]": long(300),
		`[White "名前　太郎"]`:               "名前　太郎",
	} {
		games, _ := parse(t, "[Event \"E\"]\n"+text+"\n[Result \"1-0\"]\n", Options{})
		if len(games) != 1 || games[0].White.Name != want {
			t.Errorf("%s: %d games, White %q; want %q", text, len(games), games[0].White.Name, want)
		}
	}
}

func long(n int) string { return strings.Repeat("x", n) }

func TestAllTagsOfAGame(t *testing.T) {
	games, r := parse(t, `[Event "Ev"]
[Site "Si"]
[Date "2015.01.??"]
[Round "3.1"]
[White "Ａ, B"]
[Black "C"]
[Result "½-½"]
[WhiteElo "2100"]
[BlackElo "?"]
[WhiteTitle "GM"]
[BlackTitle "-"]
[WhiteTeam "T1"]
[BlackTeam "T2"]
[WhiteFideId "007"]
[BlackFideId "0"]
[WhiteID "J001"]
[BlackId "J002"]
[WhiteRating "1500"]
[EndDate "2015.03.09"]
[Mode "EM"]
[GameId "g1"]
[Rated "no"]
[Reason "fee"]
[Note "n"]

1. e4 e5 1/2-1/2
`, Options{})
	g := games[0]
	if g.Moves == 0 {
		t.Error("no hash of the moves")
	}
	g.Moves = 0
	want := record.Game{File: "t.pgn", Line: 1, Seq: 1, ID: "g1", Event: "Ev", Site: "Si", Round: "3.1",
		Start: record.Date{Year: 2015, Month: 1}, End: record.Date{Year: 2015, Month: 3, Day: 9},
		White:  record.Side{ID: "J001", FideID: "007", Name: "Ａ, B", Rating: 1500, Elo: 2100, Title: "GM", Team: "T1"},
		Black:  record.Side{ID: "J002", Name: "C", Team: "T2"},
		Result: engine.Draw, Mode: "EM", Rated: record.RatedNo, Reason: "fee", Note: "n", Plies: 2}
	if g != want || len(r.Issues()) != 0 {
		t.Errorf("got  %+v\nwant %+v\n%v", g, want, r.Issues())
	}
}

func TestResultAndTerminator(t *testing.T) {
	for _, c := range []struct {
		tag, moves string
		opt        Conflict
		want       engine.Result
		aside      string
		code       string
	}{
		{"1-0", "1. e4 1-0", 0, engine.WhiteWins, "", ""},
		{"1-0", "1. e4 0-1", 0, engine.WhiteWins, "pgn-conflict", "pgn-conflict"},
		{"1-0", "1. e4 0-1", ConflictTag, engine.WhiteWins, "", "pgn-conflict-settled"},
		{"1-0", "1. e4 0-1", ConflictTerminator, engine.BlackWins, "", "pgn-conflict-settled"},
		{"1-0", "1. e4 *", 0, engine.WhiteWins, "pgn-conflict", "pgn-conflict"},
		{"1-0", "1. e4 {0-1} (0-1) 1-0", 0, engine.WhiteWins, "", ""},
		{"1-0", "1. e4 ; 0-1\n", 0, engine.WhiteWins, "", ""},
		{"½-½", "1. e4 ½-½", 0, engine.Draw, "", ""},
		{"1/2", "1. e4 1/2-1/2", 0, engine.Draw, "", ""},
		{"0.5-0.5", "1. e4 1/2", 0, engine.Draw, "", ""},
		{"1–0", "1. e4 1-0", 0, engine.WhiteWins, "", ""},
		{"+:-", "", 0, engine.BlackForfeits, "", ""},
		{"+/-", "1-0", 0, engine.BlackForfeits, "", ""},
		{"-/+", "-/+", 0, engine.WhiteForfeits, "", ""},
		{"1F-0F", "1F-0F", 0, engine.BlackForfeits, "", ""},
		{"0-0", "0-0", 0, engine.DoubleForfeit, "", ""},
		{"-/-", "*", 0, engine.DoubleForfeit, "", ""},
		{"1-0", "+--", 0, engine.WhiteWins, "pgn-conflict", "pgn-conflict"},
		{"1-0", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0-0 1-0", 0, engine.WhiteWins, "", ""},
		{"1-0", "1. e4 +- e5 -+ 2. d4 = 1-0", 0, engine.WhiteWins, "", ""},
		{"?", "1. e4 1-0", 0, engine.WhiteWins, "", "pgn-result-tag"},
		{"", "1. e4 1-0", 0, engine.WhiteWins, "", "pgn-result-tag"},
		{"*", "1. e4 *", 0, engine.Adjourned, "", ""},
		{"won", "1. e4 1-0", 0, engine.NoResult, "pgn-result", "pgn-result"},
		{"", "1. e4", 0, engine.NoResult, "pgn-result", "pgn-result"},
		{"1-0", "1. e4 (1. d4 1-0", 0, engine.WhiteWins, "", ""},
		{"1-0", "1. e4 (1. d4 0-1", 0, engine.WhiteWins, "pgn-conflict", "pgn-conflict"},
	} {
		games, r := parse(t, "[White \"A\"]\n[Black \"B\"]\n[Result \""+c.tag+"\"]\n\n"+c.moves+"\n", Options{OnConflict: c.opt})
		g := games[0]
		if g.Result != c.want || g.Aside != c.aside || strings.Join(codes(r.Issues()), " ") != c.code {
			t.Errorf("%q %q: %d, %q, %v; want %d, %q", c.tag, c.moves, g.Result, g.Aside, r.Issues(), c.want, c.code)
		}
	}
	games, r := parse(t, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n", Options{})
	if games[0].Result != engine.WhiteWins || strings.Join(codes(r.Issues()), " ") != "pgn-result-tag pgn-count" {
		t.Errorf("no Result tag: %+v %v", games[0], r.Issues())
	}
}

func TestDates(t *testing.T) {
	day := record.Date{Year: 2015, Month: 1, Day: 9}
	for _, c := range []struct {
		tags       string
		opt        Options
		start, end record.Date
		code       string
	}{
		{`[Date "2015.01.09"]`, Options{}, day, day, ""},
		{`[Date "2015.01.09"]`, Options{DateStart: true}, day, record.Date{}, ""},
		{`[Date "2015-1-9"]`, Options{}, day, day, ""},
		{`[Date "????.??.??"]`, Options{}, record.Date{}, record.Date{}, ""},
		{`[Date "?"]`, Options{}, record.Date{}, record.Date{}, ""},
		{`[Date "2015.01.??"]`, Options{}, record.Date{Year: 2015, Month: 1}, record.Date{Year: 2015, Month: 1}, ""},
		{`[Date "2015.02.31"]`, Options{}, record.Date{}, record.Date{}, "pgn-date"},
		{`[Date "some day"]`, Options{}, record.Date{}, record.Date{}, "pgn-date"},
		{`[UTCDate "2015.01.09"]`, Options{}, day, day, ""},
		{"[Date \"2014.12.01\"]\n[EndDate \"2015.01.09\"]", Options{}, record.Date{Year: 2014, Month: 12, Day: 1}, day, ""},
		{`[Date "平成27年1月9日"]`, Options{}, day, day, ""},
	} {
		games, r := parse(t, c.tags+"\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n", c.opt)
		if g := games[0]; g.Start != c.start || g.End != c.end || strings.Join(codes(r.Issues()), " ") != c.code {
			t.Errorf("%s: %v to %v, %v", c.tags, g.Start, g.End, r.Issues())
		}
	}
}

// The hash tells games apart by their moves and by nothing else.
func TestMoveHash(t *testing.T) {
	hash := func(moves string) uint64 {
		games, _ := parse(t, head+"\n"+moves+"\n", Options{})
		return games[0].Moves
	}
	base := "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6+ dxc6 5. O-O Qf6 6. d4 exd4 7. Nxd4 Bd7 8. e8=Q# 1-0"
	want := hash(base)
	for _, same := range []string{
		strings.ReplaceAll(base, " ", "\n"),
		strings.ReplaceAll(base, ". ", "."),
		strings.ReplaceAll(base, "+", ""),
		strings.ReplaceAll(base, "O-O", "0-0"),
		strings.ReplaceAll(base, "Nf3", "Nf3!? $5 {well}"),
		strings.ReplaceAll(base, "e5", "{why} (1... c5 2. Nf3 (2. c3)) 1... e5"),
		strings.ReplaceAll(base, "Nc6", "Nc6?? ; a comment\n"),
		strings.TrimSuffix(base, "1-0"),
		strings.ReplaceAll(base, "1-0", "0-1"),
	} {
		if got := hash(same); got != want {
			t.Errorf("%q hashes otherwise", same)
		}
	}
	for _, other := range []string{
		strings.ReplaceAll(base, "Nf3", "Nc3"),
		strings.ReplaceAll(base, "1. e4 e5", "1. e5 e4"),
		strings.ReplaceAll(base, "8. e8=Q#", ""),
		strings.ReplaceAll(base, "e8=Q", "e8=R"),
		strings.ReplaceAll(base, "2. Nf3 Nc6 3. Bb5 a6", "2. Bb5 a6 3. Nf3 Nc6"),
	} {
		if hash(other) == want {
			t.Errorf("%q hashes the same", other)
		}
	}
	if hash("1-0") != 0 {
		t.Error("a game without moves has a hash")
	}
}

func TestMovesWithoutTags(t *testing.T) {
	games, r := parse(t, "1. e4 e5 1-0\n\n"+head+"\n1. e4 1-0\n\n1. d4 d5 0-1\n\n"+head, Options{})
	if len(games) != 2 || strings.Join(codes(r.Issues()), " ") != "pgn-no-tags pgn-no-tags" || r.Issues()[0].Line != 1 || r.Issues()[1].Line != 10 {
		t.Errorf("%d games, %v", len(games), r.Issues())
	}
}

func TestLinesOfGamesAndIssues(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		text := strings.ReplaceAll("\n\n"+head+"\n1. e4 {a\nb\n} 1-0\n\n"+head+"[Date \"x\"]\n\n0-1\n", "\n", end)
		games, r := parse(t, text, Options{})
		if games[0].Line != 3 || games[1].Line != 12 || len(r.Issues()) != 2 || r.Issues()[0].Line != 16 || r.Issues()[1].Line != 12 {
			t.Errorf("%q: lines %d %d, %v", end, games[0].Line, games[1].Line, r.Issues())
		}
	}
}

type failing struct{ r io.Reader }

var errDisk = errors.New("disk trouble")

func (f failing) Read(p []byte) (int, error) {
	n, err := f.r.Read(p)
	if err == io.EOF {
		err = errDisk
	}
	return n, err
}

func TestErrorsOfTheFileEndReading(t *testing.T) {
	r := NewReader(failing{strings.NewReader(head + "\n1. e4 1-0\n\n" + head + "\n1. d4 ")}, "t.pgn", Options{})
	var g record.Game
	var err error
	for err == nil {
		err = r.Next(&g)
	}
	if !errors.Is(err, errDisk) || !strings.HasPrefix(err.Error(), "t.pgn: ") {
		t.Errorf("error %v", err)
	}
}

func TestReportReceivesIssues(t *testing.T) {
	var got []issue.Issue
	_, r := parse(t, "[White \"\"]\n[Black \"B\"]\n[Result \"1-0\"]\n", Options{Report: func(i issue.Issue) { got = append(got, i) }})
	if len(got) != 1 || len(r.Issues()) != 0 || got[0].Field != "White" {
		t.Errorf("%v", got)
	}
}

func TestMovetextIsKeptUpToABound(t *testing.T) {
	r := NewReader(strings.NewReader(head+"\n1. e4 e5 1-0\n\n"+head), "t.pgn", Options{KeepMoves: 12})
	var g record.Game
	r.Next(&g)
	if text, whole := r.Movetext(); string(text) != "1. e4 e5 1-0" || whole {
		t.Errorf("%q, %v", text, whole)
	}
	r.Next(&g)
	if text, whole := r.Movetext(); len(text) != 0 || !whole {
		t.Errorf("second game: %q, %v", text, whole)
	}
}

// piecewise gives head, then unit n times, then tail.
type piecewise struct {
	head, unit, tail string
	n, at            int
}

func (p *piecewise) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		var s *string
		switch {
		case p.head != "":
			s = &p.head
		case p.n > 0:
			k := copy(b[n:], p.unit[p.at:])
			n += k
			if p.at += k; p.at == len(p.unit) {
				p.at = 0
				p.n--
			}
			continue
		case p.tail != "":
			s = &p.tail
		default:
			if n == 0 {
				return 0, io.EOF
			}
			return n, nil
		}
		k := copy(b[n:], *s)
		n += k
		*s = (*s)[k:]
	}
	return n, nil
}

// Lines, values, comments, words and junk of any length pass through the same buffer.
func TestMemoryDoesNotGrow(t *testing.T) {
	const much = 12 << 20
	for name, c := range map[string]struct {
		head, unit, tail string
		games            int
	}{
		"one line of moves":      {head, "Nf3 Nc6 ", " 1-0\n" + head, 2},
		"one long comment":       {head + "1. e4 {", "words and words ", "} 1-0\n" + head, 2},
		"comment never closed":   {head + "1. e4 {", "words and\nwords ", "\n" + head + "1-0\n", 2},
		"one long value":         {"[Event \"E\"]\n[White \"", "x", "\"]\n[Black \"B\"]\n[Result \"1-0\"]\n", 1},
		"value never closed":     {"[Event \"E\"]\n[White \"", "x", "\n[Black \"B\"]\n[Result \"1-0\"]\n", 1},
		"one long word":          {head, "N", "\n" + head, 2},
		"brackets":               {head + "1. e4 ", "[", "\n" + head, 2},
		"parentheses":            {head + "1. e4 ", "(", "\n" + head, 2},
		"NUL bytes":              {head, "\x00", head, 2},
		"digits":                 {head, "1", "\n" + head, 2},
		"line comment":           {head + ";", "x", "\n" + head, 2},
		"junk before":            {"", "junk ", "\n" + head, 1},
		"bytes beyond ASCII":     {head, "é", "\n" + head, 2},
		"blank lines":            {head, "\n", head, 2},
		"different player names": {"", head, "", much / 20 / len(head)},
	} {
		n := much / len(c.unit)
		if name == "different player names" {
			n = c.games
		}
		r := NewReader(&piecewise{head: c.head, unit: c.unit, tail: c.tail, n: n}, "t.pgn", Options{})
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var g record.Game
		games := 0
		for ; r.Next(&g) == nil; games++ {
		}
		runtime.ReadMemStats(&after)
		if games != c.games {
			t.Errorf("%s: %d games, want %d", name, games, c.games)
		}
		if grown := int64(after.TotalAlloc - before.TotalAlloc); grown > 2<<20 || len(r.buf) > usualRead+pad {
			t.Errorf("%s: %d bytes allocated, buffer %d", name, grown, len(r.buf))
		}
	}
}

func TestReadingAllocatesNothingForKnownNames(t *testing.T) {
	r := NewReader(&piecewise{unit: head + "[WhiteElo \"2000\"]\n[Date \"2015.01.09\"]\n\n1. e4 {x} e5 (1... c5) 2. Nf3 1-0\n\n", n: 1 << 20}, "t.pgn", Options{})
	var g record.Game
	if n := testing.AllocsPerRun(1000, func() {
		if err := r.Next(&g); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a game", n)
	}
}

func TestWriterReadsBack(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune(`aB1 "\]['名é`)), 1, 12, -1)
	text := rapid.OneOf(rapid.Just(""), rapid.Map(word, func(s string) string {
		if s = strings.TrimSpace(s); unknownText(s) {
			return "x"
		}
		return s
	}))
	dates := rapid.OneOf(rapid.Just(record.Date{}), rapid.Custom(func(t *rapid.T) record.Date {
		return record.Date{Year: int16(rapid.IntRange(1850, 2100).Draw(t, "y")), Month: uint8(rapid.IntRange(1, 12).Draw(t, "m")), Day: uint8(rapid.IntRange(0, 28).Draw(t, "d"))}
	}))
	side := rapid.Custom(func(t *rapid.T) record.Side {
		s := record.Side{ID: text.Draw(t, "id"), FideID: text.Draw(t, "fide"), Name: text.Draw(t, "name") + "N", Title: text.Draw(t, "title"), Team: text.Draw(t, "team"),
			Rating: int32(rapid.IntRange(0, 3000).Draw(t, "r")), Elo: int32(rapid.IntRange(0, 3000).Draw(t, "e"))}
		for _, id := range []*string{&s.ID, &s.FideID} {
			if *id == "0" {
				*id = ""
			}
		}
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		var games []record.Game
		var b bytes.Buffer
		w := NewWriter(&b)
		for i := range rapid.IntRange(1, 4).Draw(t, "games") {
			g := record.Game{File: "t.pgn", Seq: i + 1, ID: text.Draw(t, "game"), Event: text.Draw(t, "event") + "E", Site: text.Draw(t, "site") + "S", Round: text.Draw(t, "round"),
				Start: dates.Draw(t, "start"), End: dates.Draw(t, "end"), White: side.Draw(t, "white"), Black: side.Draw(t, "black"), Mode: text.Draw(t, "mode"),
				Result: engine.Result(rapid.IntRange(int(engine.WhiteWins), int(engine.Adjourned)).Draw(t, "result")),
				Rated:  record.Rated(rapid.IntRange(0, 2).Draw(t, "rated")), Reason: text.Draw(t, "reason"), Note: text.Draw(t, "note")}
			// A PGN has one date unless there are two.
			if g.Start.IsZero() {
				g.Start = g.End
			}
			if g.End.IsZero() {
				g.End = g.Start
			}
			if err := w.Write(&g); err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		r := NewReader(bytes.NewReader(b.Bytes()), "t.pgn", Options{})
		for _, want := range games {
			var g record.Game
			if err := r.Next(&g); err != nil {
				t.Fatalf("%v\n%s", err, b.String())
			}
			g.Line = 0
			if g != want {
				t.Fatalf("got  %+v\nwant %+v\n%s", g, want, b.String())
			}
		}
		if len(r.Issues()) != 0 {
			t.Fatalf("%v\n%s", r.Issues(), b.String())
		}
	})
}
