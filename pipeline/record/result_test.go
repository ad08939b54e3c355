package record

import (
	"testing"

	"crosstable/engine"
)

func TestParseResultSpellings(t *testing.T) {
	for _, c := range []struct {
		want  engine.Result
		texts []string
	}{
		{engine.WhiteWins, []string{"1-0", "1:0", "1 - 0", " 1-0 ", "1–0", "1—0", "1−0", "１－０", "１ー０", "1.0-0.0", "1,0-0,0", "白勝ち", "红胜", "White wins", "先胜", "先勝ち", "后负", "胜", "勝", "○"}},
		{engine.BlackWins, []string{"0-1", "0:1", "0–1", "０－１", "0.0-1.0", "黒勝ち", "黑胜", "black won", "后胜", "後勝", "先负", "负", "負", "●"}},
		{engine.Draw, []string{"1/2-1/2", "1/2", "½-½", "½", "½–½", "½:½", "0.5-0.5", "0,5-0,5", "0.5:0.5", "=", "＝", "=-=", "１／２－１／２", "1⁄2-1⁄2", "1/2 - 1/2", "draw", "Remis", "引き分け", "引分", "和棋", "△", "ドロー"}},
		{engine.BlackForfeits, []string{"+--", "+/-", "+:-", "+-", "+ - -", "+–-", "＋－－", "1F-0F", "1f-0f", "１Ｆ－０Ｆ", "1-0 FF"}},
		{engine.WhiteForfeits, []string{"--+", "-/+", "-:+", "-+", "—+", "0F-1F", "0f–1f"}},
		{engine.DoubleForfeit, []string{"---", "-/-", "-:-", "--", "0-0", "0F-0F", "0:0", "－－－", "– – –"}},
		{engine.Adjourned, []string{"*", " * ", "＊"}},
	} {
		for _, text := range c.texts {
			if got, ok := ParseResult(text); !ok || got != c.want {
				t.Errorf("ParseResult(%q) = %v, %v; want %v", text, got, ok, c.want)
			}
		}
	}
}

func TestParseResultRefuses(t *testing.T) {
	for _, text := range []string{"", " ", "-", "+", "1", "0", "0.5", "2-Jan", "02.01.2015", "1-1", "½-0", "?", "J017", "1-0-0", "+--+",
		"1-0 this cell holds a whole sentence and is no result"} {
		if got, ok := ParseResult(text); ok || got != engine.NoResult {
			t.Errorf("ParseResult(%q) = %v, %v; want no result", text, got, ok)
		}
	}
}

func TestParsePoints(t *testing.T) {
	for text, want := range map[string]engine.Result{"1": engine.WhiteWins, "1.0": engine.WhiteWins, "１": engine.WhiteWins,
		"0.5": engine.Draw, "0,5": engine.Draw, "½": engine.Draw, "1/2": engine.Draw, ".5": engine.Draw,
		"0": engine.BlackWins, "0.0": engine.BlackWins} {
		if got, ok := ParsePoints(text); !ok || got != want {
			t.Errorf("ParsePoints(%q) = %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "2", "1-0", "0.25", "10", "-"} {
		if got, ok := ParsePoints(text); ok {
			t.Errorf("ParsePoints(%q) = %v; want none", text, got)
		}
	}
}

func TestFormatResultReadsBack(t *testing.T) {
	for r := engine.Result(0); r < engine.NumResults; r++ {
		s := FormatResult(r)
		if s == "" {
			continue
		}
		want := r
		switch r {
		case engine.ShortWhiteWins:
			want = engine.WhiteWins
		case engine.ShortBlackWins:
			want = engine.BlackWins
		case engine.ShortDraw:
			want = engine.Draw
		}
		parse := ParseResult
		if IsBye(r) {
			parse = ParseBye
		}
		if got, ok := parse(s); !ok || got != want {
			t.Errorf("result %d is written %q and read as %d, %v", r, s, got, ok)
		}
	}
}

// A bye is written as a game against nobody: the player becomes White, the point decides what bye it was (M14, 80).
func TestGamesAgainstNobodyAreByes(t *testing.T) {
	for _, c := range []struct {
		white, black string
		result, want engine.Result
		bye          bool
	}{
		{"Abe", "BYE", engine.WhiteWins, engine.PairingBye, true},
		{"bye", "Abe", engine.BlackWins, engine.PairingBye, true},
		{"Abe", "輪空", engine.Draw, engine.HalfBye, true},
		{"Abe", "spielfrei", engine.BlackWins, engine.ZeroBye, true},
		{"Bye", "Abe", engine.WhiteWins, engine.ZeroBye, true},
		{"Abe", "", engine.HalfBye, engine.HalfBye, true},
		{"", "Abe", engine.FullBye, engine.FullBye, true},
		{"Abe", "", engine.WhiteWins, engine.WhiteWins, false}, // a name that was forgotten
		{"Abe", "Byers", engine.WhiteWins, engine.WhiteWins, false},
		{"bye", "bye", engine.Draw, engine.Draw, false},
	} {
		g := Game{White: Side{Name: c.white}, Black: Side{Name: c.black}, Result: c.result}
		g.TakeBye()
		if g.Result != c.want || g.Bye != c.bye || c.bye && (g.White.Name != "Abe" || g.Black != (Side{})) {
			t.Errorf("%s - %s %v: %+v", c.white, c.black, c.result, g)
		}
	}
}
