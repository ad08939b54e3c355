package identity

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/record"
)

func TestFold(t *testing.T) {
	for _, group := range [][]string{
		{"Tanaka Satoshi", "tanaka  satoshi", " TANAKA SATOSHI ", "Ｔａｎａｋａ　Ｓａｔｏｓｈｉ", "Tanaka\tSatoshi", "tanaka satoshi (JPN)", "Tanaka Satoshi (*1960)", "Tanaka Satoshi (JPN) (*1960)"},
		{"田中 智", "田中　智", "田中智", " 田中  智 "},
		{"ｻﾄｳ ｹﾝ", "サトウ ケン", "サトウケン"},
		{"Weiß", "WEISS", "weiss"},
		{"Adler, Anna", "Adler,Anna", "ADLER , ANNA", "adler ,anna", "Ａｄｌｅｒ，Ａｎｎａ"},
		{"Jose\u0301", "José", "JOSÉ"},
		{"김 철수", "김철수"},
		{"ヴィンセント", "ウ\u3099ィンセント"},
	} {
		for _, s := range group {
			if got, want := Fold(s), Fold(group[0]); got != want {
				t.Errorf("Fold(%q) = %q, Fold(%q) = %q", s, got, group[0], want)
			}
		}
	}
	for _, pair := range [][2]string{
		{"Tanaka Satoshi", "TanakaSatoshi"}, {"Tanaka, Satoshi", "Tanaka Satoshi"}, {"Abe", "Abé"}, {"田中 智", "田中 聡"}, {"A B", "AB"}, {"Abe (X)", "Abe"}, {"(USA)", ""}, {"高橋", "髙橋"},
	} {
		if Fold(pair[0]) == Fold(pair[1]) {
			t.Errorf("%q and %q fold to the same %q", pair[0], pair[1], Fold(pair[0]))
		}
	}
}

func TestFoldIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune("Aaéß ﾀﾞ田　(*1960)USAＢ\u3099\u00a0々ー"))).Draw(t, "s")
		f := Fold(s)
		if g := Fold(f); g != f && !strings.Contains(f, "(") {
			t.Fatalf("Fold(%q) = %q, folded again %q", s, f, g)
		}
		if f != strings.TrimSpace(f) || strings.Contains(f, "  ") {
			t.Fatalf("Fold(%q) = %q has spaces too many", s, f)
		}
	})
}

func list() *games.List {
	return &games.List{File: "list.csv", Entries: []games.Entry{
		{ID: "J001", Name: "Tanaka Satoshi"}, // 0
		{ID: "J002", Name: "Sato Ken"},       // 1
		{ID: "J003", Name: "Sato Ken"},       // 2, the same name
		{ID: "007", Name: "田中 智"},            // 3
		{ID: "7", Name: "Ito"},               // 4
		{ID: "J010", Name: ""},               // 5
	}}
}

func roster(t *testing.T, opt Options, aliases ...games.Alias) *Roster {
	t.Helper()
	r, issues := NewRoster(list(), []games.Newcomer{{ID: "N1", Name: "Mori Jun", Level: games.Beginner, Line: 2}}, "new.csv", aliases, "alias.csv", opt)
	if len(issues) > 0 {
		t.Fatalf("issues of the roster: %v", issues)
	}
	return r
}

func game(wid, w, bid, b string) *record.Game {
	return &record.Game{File: "g.csv", Line: 2, White: record.Side{ID: wid, Name: w}, Black: record.Side{ID: bid, Name: b}}
}

func TestIdentify(t *testing.T) {
	const other = "N1" // a second player who is always known
	for _, c := range []struct {
		name, id, player string
		want             int32
		ok               bool
		code, says       string
	}{
		{"id alone", "J001", "", 0, true, "", ""},
		{"id and its name", "J001", "TANAKA　satoshi", 0, true, "", ""},
		{"ids are text", "007", "", 3, true, "", ""},
		{"ids are text, other one", "7", "", 4, true, "", ""},
		{"name alone", "", "tanaka  satoshi", 0, true, "", ""},
		{"name in kanji without the space", "", "田中智", 3, true, "", ""},
		{"newcomer", "N1", "Mori Jun", 6, true, "", ""},
		{"newcomer by name", "", "mori jun", 6, true, "", ""},
		{"an entry without a name", "J010", "Whoever", 5, true, "", ""},
		{"one id, another name", "J001", "Tanaka S.", 0, true, "identity-other-name", `"Tanaka Satoshi" on the list, "Tanaka S." here`},
		{"id and name are two players", "J001", "Ito", 0, false, "identity-conflict", "7 Ito"},
		{"a name of two, with its id", "J003", "Sato Ken", 2, true, "identity-shared-name", "J002 Sato Ken, J003 Sato Ken"},
		{"a name of two, alone", "", "Sato Ken", None, false, "identity-ambiguous", "J002 Sato Ken and of J003 Sato Ken"},
		{"unknown id, known name", "J900", "Ito", None, false, "identity-unknown-id", "the list has the name as 7 Ito"},
		{"unknown id, name of two", "J900", "Sato Ken", None, false, "identity-unknown-id", "J002 Sato Ken, J003 Sato Ken"},
		{"unknown id, near ids", "J0O1", "", None, false, "identity-unknown-id", "nearest: J001 Tanaka Satoshi"},
		{"leading zeros are near, not equal", "0007", "", None, false, "identity-unknown-id", "nearest: 007 田中 智, 7 Ito"},
		{"unknown id, nothing near", "ZZZZZZ", "", None, false, "identity-unknown-id", `"ZZZZZZ" is not on the list`},
		{"id in full width", "Ｊ００１", "", 0, true, "identity-id-spelling", "J001 Tanaka Satoshi"},
		{"id in lower case", "j001", "", 0, true, "identity-id-spelling", "J001"},
		{"misspelt name", "", "Tanaka Satosi", None, false, "identity-unknown-name", "nearest: J001 Tanaka Satoshi"},
		{"surname last", "", "Satoshi Tanaka", None, false, "identity-unknown-name", "nearest: J001 Tanaka Satoshi"},
		{"with a comma", "", "Tanaka, Satoshi", None, false, "identity-unknown-name", "nearest: J001 Tanaka Satoshi"},
		{"one kanji off", "", "田中知", None, false, "identity-unknown-name", "nearest: 007 田中 智"},
		{"nobody near", "", "Xerxes Quux", None, false, "identity-unknown-name", `"Xerxes Quux"`},
	} {
		for _, white := range []bool{true, false} {
			r := roster(t, Options{})
			g := game(c.id, c.player, other, "")
			if strings.HasPrefix(c.name, "newcomer") {
				g.Black.ID = "7"
			}
			if !white {
				g.White, g.Black = g.Black, g.White
			}
			w, b, ok := r.Identify(g)
			if !white {
				w = b
			}
			issues := r.Issues()
			if w != c.want || ok != c.ok {
				t.Errorf("%s: player %d, %v; want %d, %v", c.name, w, ok, c.want, c.ok)
			}
			code, text := "", ""
			if len(issues) > 0 {
				code, text = issues[0].Code, issues[0].Message
				if info, known := issue.Lookup(code); !known || (info.Severity == issue.SetAside) == c.ok {
					t.Errorf("%s: code %s known %v, severity %v", c.name, code, known, info.Severity)
				}
			}
			if len(issues) > 0 && code != "identity-shared-name" && !strings.HasPrefix(issues[0].Field, map[bool]string{true: "white", false: "black"}[white]) {
				t.Errorf("%s: field %q", c.name, issues[0].Field)
			}
			if code != c.code || len(issues) > 1 || !strings.Contains(text, c.says) || (c.name == "nobody near" || c.name == "unknown id, nothing near") && strings.Contains(text, "nearest") {
				t.Errorf("%s: issues %v; want %q saying %q", c.name, issues, c.code, c.says)
			}
		}
	}
}

func TestPlayerAgainstHimself(t *testing.T) {
	for _, g := range []*record.Game{game("J001", "", "J001", ""), game("J001", "", "", "tanaka satoshi"), game("", "田中智", "007", "")} {
		r := roster(t, Options{})
		if _, _, ok := r.Identify(g); ok {
			t.Errorf("%+v was accepted", g)
		}
		if is := r.Issues(); len(is) != 1 || is[0].Code != "identity-self" {
			t.Errorf("issues %v", is)
		}
	}
}

func TestWarningsComeOnceAndRefusalsForEachRow(t *testing.T) {
	r := roster(t, Options{})
	count := func(g *record.Game) (n int) {
		for range 3 {
			r.Identify(g)
		}
		return len(r.Issues())
	}
	for _, c := range []struct {
		g    *record.Game
		want int
	}{
		{game("J001", "Tanaka S.", "7", ""), 1}, {game("j001", "", "7", ""), 1}, {game("J002", "", "J003", ""), 1},
		{game("J900", "", "7", ""), 3}, {game("", "Nobody At All", "7", ""), 3}, {game("J001", "Ito", "N1", ""), 3}, {game("", "Sato Ken", "7", ""), 3},
	} {
		if got := count(c.g); got != c.want {
			t.Errorf("%+v: %d issues for three rows, want %d", c.g.White, got, c.want)
		}
	}
}

func TestAliases(t *testing.T) {
	r := roster(t, Options{}, games.Alias{Alias: "T. Satoshi", ID: "J001", Line: 2}, games.Alias{Alias: "7001", Name: "ito", Line: 3}, games.Alias{Alias: "Sato Ken", ID: "J003", Line: 4})
	for _, c := range []struct {
		id, name string
		want     int32
	}{{"", "t. satoshi", 0}, {"7001", "", 4}, {"J001", "T. Satoshi", 0}, {"", "Sato Ken", 2}} {
		w, _, ok := r.Identify(game(c.id, c.name, "N1", ""))
		if !ok || w != c.want {
			t.Errorf("%q %q is player %d, %v; want %d; %v", c.id, c.name, w, ok, c.want, r.Issues())
		}
	}
	r.Issues()
	if _, _, ok := r.Identify(game("J002", "T. Satoshi", "N1", "")); ok {
		t.Error("another player's alias beside an id was accepted")
	}
	if got := r.Find("7001", ""); got != 4 {
		t.Errorf("Find by alias: %d", got)
	}
	if got := r.Find("", "nobody"); got != None {
		t.Errorf("Find of nobody: %d", got)
	}
	_, issues := NewRoster(list(), nil, "", []games.Alias{
		{Alias: "x", ID: "J900", Line: 2}, {Alias: "x", Name: "Sato Ken", Line: 3}, {Alias: "Ito", ID: "J001", Line: 4}, {Alias: "J002", ID: "J001", Line: 5},
		{Alias: "y", ID: "J001", Line: 6}, {Alias: "Y", ID: "7", Line: 7}, {Alias: "y", ID: "J001", Line: 8},
	}, "alias.csv", Options{})
	var got []string
	for _, i := range issues {
		got = append(got, i.Code+"@"+i.Place())
	}
	if g, want := strings.Join(got, " "), "alias-unknown@alias.csv:2 alias-unknown@alias.csv:3 alias-conflict@alias.csv:4 alias-conflict@alias.csv:5 alias-conflict@alias.csv:7"; g != want {
		t.Errorf("issues %s\nwant   %s", g, want)
	}
}

func TestNewcomersOnTheListAlready(t *testing.T) {
	r, issues := NewRoster(list(), []games.Newcomer{{ID: "J001", Name: "Tanaka", Line: 2}, {ID: "N2", Name: "ITO", Line: 3}, {ID: "N3", Line: 4}}, "new.csv", nil, "", Options{})
	if len(issues) != 2 || issues[0].Code != "newcomer-known" || issues[0].Line != 2 || issues[1].Code != "newcomer-same-name" || issues[1].Line != 3 {
		t.Errorf("issues %v", issues)
	}
	if r.Len() != 8 || !r.Player(6).Newcomer || r.Player(5).Newcomer {
		t.Errorf("players %+v", r.players)
	}
	if n, ok := r.Newcomer(7); !ok || n.ID != "N3" {
		t.Errorf("newcomer 7: %+v, %v", n, ok)
	}
	if _, ok := r.Newcomer(5); ok {
		t.Error("a listed player is a newcomer")
	}
}

func TestFIDEIDOfAPGN(t *testing.T) {
	l := &games.List{Extra: []string{"club", "FIDE ID"}, Entries: []games.Entry{
		{ID: "J001", Name: "Tanaka Satoshi", Extra: []string{"", "7000001"}},
		{ID: "J002", Name: "Sato Ken", Extra: []string{"", "7000002"}},
		{ID: "7000003", Name: "Ito", Extra: []string{"", ""}},
		{ID: "J004", Name: "Ono", Extra: []string{"", "7000009"}},
		{ID: "J005", Name: "Mori", Extra: []string{"", "7000009"}},
	}}
	for _, c := range []struct {
		fide, name string
		want       int32
		ok         bool
		code       string
	}{
		{"7000001", "Tanaka Satoshi", 0, true, ""},
		{"7000001", "Satoshi Tanaka", 0, true, "identity-other-name"},
		{"7000001", "", 0, true, ""},
		{"7000001", "Ito", 0, false, "identity-conflict"},
		{"7000003", "Ito", 2, true, ""},      // the list's own ids are FIDE's
		{"7999999", "Sato Ken", 1, true, ""}, // not there: the name counts
		{"7000009", "Ono", 3, true, ""},      // twice there: nobody's
		{"7999999", "Sato K", None, false, "identity-unknown-name"},
		{"7999999", "", None, false, "identity-unknown-id"},
	} {
		r, _ := NewRoster(l, nil, "", []games.Alias{{Alias: "9", ID: "J002"}}, "", Options{})
		g := &record.Game{File: "g.pgn", Line: 2, White: record.Side{FideID: c.fide, Name: c.name}, Black: record.Side{FideID: "9", Name: "Sato Ken"}}
		if c.want == 1 {
			g.Black = record.Side{ID: "J004"}
		}
		w, _, ok := r.Identify(g)
		code := ""
		if is := r.Issues(); len(is) > 0 {
			code = is[0].Code
		}
		if w != c.want || ok != c.ok || code != c.code {
			t.Errorf("FIDE id %s, name %q: player %d, %v, %q; want %d, %v, %q", c.fide, c.name, w, ok, code, c.want, c.ok, c.code)
		}
	}
}

func TestListWithoutIDsGoesByName(t *testing.T) {
	l := &games.List{Entries: []games.Entry{{Name: "Tanaka Satoshi"}, {Name: "Sato Ken"}}}
	r, _ := NewRoster(l, []games.Newcomer{{ID: "N1", Name: "Mori", Rated: true}}, "", nil, "", Options{})
	if w, b, ok := r.Identify(game("77", "tanaka satoshi", "78", "Sato Ken")); !ok || w != 0 || b != 1 {
		t.Errorf("players %d and %d, %v; %v", w, b, ok, r.Issues())
	}
	if w, b, ok := r.Identify(game("N1", "", "78", "Sato Ken")); !ok || w != 2 || b != 1 {
		t.Errorf("newcomer: players %d and %d, %v; %v", w, b, ok, r.Issues())
	}
	if _, _, ok := r.Identify(game("77", "", "78", "Sato Ken")); ok {
		t.Error("an id without a name was found in a list without ids")
	}
}

func TestOpenRosterTakesEverybody(t *testing.T) {
	r, _ := NewRoster(nil, nil, "", nil, "", Options{Open: true})
	var got []int32
	for _, g := range []*record.Game{game("1", "Abe", "2", "Ito"), game("2", "", "1", ""), game("", "Ono", "", "abe"), game("", "ＯＮＯ", "2", "")} {
		w, b, ok := r.Identify(g)
		if !ok {
			t.Errorf("%+v: %v", g, r.Issues())
		}
		got = append(got, w, b)
	}
	want := []int32{0, 1, 1, 0, 2, 0, 2, 1}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("players %v, want %v", got, want)
		}
	}
}

// The bounded distance is compared with the plain recursive definition (optimal string alignment).
func TestDistance(t *testing.T) {
	var plain func(a, b []rune) int
	plain = func(a, b []rune) int {
		if len(a) == 0 || len(b) == 0 {
			return len(a) + len(b)
		}
		x, y := a[:len(a)-1], b[:len(b)-1]
		change := 1
		if a[len(a)-1] == b[len(b)-1] {
			change = 0
		}
		d := min(plain(x, b)+1, plain(a, y)+1, plain(x, y)+change)
		if len(a) > 1 && len(b) > 1 && a[len(a)-1] == b[len(b)-2] && a[len(a)-2] == b[len(b)-1] {
			d = min(d, plain(a[:len(a)-2], b[:len(b)-2])+1)
		}
		return d
	}
	word := rapid.StringOfN(rapid.RuneFrom([]rune("ab田")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := []rune(word.Draw(t, "a")), []rune(word.Draw(t, "b"))
		limit := rapid.IntRange(0, 5).Draw(t, "limit")
		if got, want := distance(a, b, limit), min(plain(a, b), limit+1); got != want {
			t.Fatalf("distance(%q, %q, %d) = %d, want %d", string(a), string(b), limit, got, want)
		}
	})
}

// The fingerprint may only pass over players who are too far away.
func TestNearestPassesNobodyOver(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abcdé田中 ")), 1, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		l := &games.List{}
		for _, n := range rapid.SliceOfN(word, 1, 8).Draw(t, "names") {
			l.Entries = append(l.Entries, games.Entry{ID: "x" + n, Name: n})
		}
		r, _ := NewRoster(l, nil, "", nil, "", Options{})
		asked := word.Draw(t, "asked")
		if Fold(asked) == "" || r.Find("", asked) != None {
			return
		}
		text := []rune(Fold(asked))
		limit := min(1+len(text)/5, 4)
		near := false
		for _, e := range l.Entries {
			near = near || e.Name != "" && distance(text, []rune(Fold(e.Name)), limit) <= limit
		}
		if got := r.nearNames(asked); near && got == "" {
			t.Fatalf("%q: nobody near among %+v", asked, l.Entries)
		}
	})
}

func FuzzIdentify(f *testing.F) {
	f.Add("J001", "Tanaka", "007", "田中智")
	f.Add("", "Sato Ken", "", "\xff")
	f.Fuzz(func(t *testing.T, wid, w, bid, b string) {
		for _, opt := range []Options{{}, {Open: true}} {
			r, _ := NewRoster(list(), nil, "", []games.Alias{{Alias: w, ID: "7"}}, "", opt)
			white, black, ok := r.Identify(game(wid, w, bid, b))
			if ok && (white < 0 || black < 0 || white == black || int(max(white, black)) >= r.Len()) {
				t.Fatalf("players %d and %d", white, black)
			}
			if !ok && len(r.Issues()) == 0 {
				t.Fatal("a row was set aside without a word")
			}
		}
	})
}
