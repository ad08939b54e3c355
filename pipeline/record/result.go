package record

import (
	"strings"

	"crosstable/engine"
)

// ParseResult reads a result as games files spell it: 1-0, 0-1, 1/2-1/2 with their variants (½-½, 1/2,
// 0.5-0.5, =, remis, 引き分け, 和棋), forfeits (+--, +/-, +:-, 1F-0F, and --- for both), and * for a game
// that is not finished. Width, dashes of any kind, colons and blanks do not matter. 0-0 is a double forfeit:
// two losses, not a draw.
//
// It does not read White's points ("1", "0.5"; see ParsePoints), a winner's id, or the date a spreadsheet
// makes of 1/2; these need the column they stand in.
func ParseResult(text string) (engine.Result, bool) {
	switch text { // what nearly every file has
	case "1-0":
		return engine.WhiteWins, true
	case "0-1":
		return engine.BlackWins, true
	case "1/2-1/2":
		return engine.Draw, true
	case "*":
		return engine.Adjourned, true
	}
	r, ok := resultSpellings[foldResult(text)]
	return r, ok
}

// ParsePoints reads White's points in a game that was played: 1, 0.5, 0 (also 1.0, 0,5, ½, 1/2).
func ParsePoints(text string) (engine.Result, bool) {
	switch foldResult(text) {
	case "1", "1.0":
		return engine.WhiteWins, true
	case "0.5", ".5", "1/2":
		return engine.Draw, true
	case "0", "0.0":
		return engine.BlackWins, true
	}
	return engine.NoResult, false
}

// FormatResult gives the spelling that crosstable writes: 1-0, 0-1, 1/2-1/2, +--, --+, ---, *, and U,
// F, H, Z for byes. Games under one move (TRF W, D, L) are written as the result they count as; a game without a
// result is empty.
func FormatResult(r engine.Result) string {
	switch r {
	case engine.WhiteWins, engine.ShortWhiteWins:
		return "1-0"
	case engine.BlackWins, engine.ShortBlackWins:
		return "0-1"
	case engine.Draw, engine.ShortDraw:
		return "1/2-1/2"
	case engine.BlackForfeits:
		return "+--"
	case engine.WhiteForfeits:
		return "--+"
	case engine.DoubleForfeit:
		return "---"
	case engine.Adjourned:
		return "*"
	case engine.PairingBye:
		return "U"
	case engine.FullBye:
		return "F"
	case engine.HalfBye:
		return "H"
	case engine.ZeroBye:
		return "Z"
	}
	return ""
}

// byeWords are what files write in place of an opponent.
var byeWords = []string{"bye", "ｂｙｅ", "spielfrei", "freilos", "exempt", "descansa", "輪空", "轮空",
	"抜番", "不戦"}

// IsByeWord reports a name that stands for no player: bye, spielfrei, 輪空.
func IsByeWord(name string) bool {
	const longest = len("spielfrei")
	if len(name) > longest { // nearly every name
		return false
	}
	for _, w := range byeWords {
		if strings.EqualFold(name, w) {
			return true
		}
	}
	return false
}

// ParseBye reads a bye as a result: U or bye for the pairing-allocated one, F (a full point), H (half a point), Z
// (none), as in TRF.
func ParseBye(text string) (engine.Result, bool) {
	switch foldResult(text) {
	case "U", "BYE", "輪空", "轮空":
		return engine.PairingBye, true
	case "F":
		return engine.FullBye, true
	case "H":
		return engine.HalfBye, true
	case "Z":
		return engine.ZeroBye, true
	}
	return engine.NoResult, false
}

// IsBye reports a result that is a bye of one player.
func IsBye(r engine.Result) bool {
	return r == engine.PairingBye || r == engine.FullBye || r == engine.HalfBye || r == engine.ZeroBye
}

// TakeBye makes a bye of a game in which one side is a word for nobody, or whose result is that of a bye and one side
// is absent: the player becomes White, a won game the pairing-allocated bye, a drawn one half a point, a lost one
// none.
func (g *Game) TakeBye() {
	nobody := func(s *Side) bool {
		return s.ID == "" && s.FideID == "" && (IsByeWord(s.Name) || s.Name == "" && IsBye(g.Result))
	}
	w, b := nobody(&g.White), nobody(&g.Black)
	if w == b {
		return
	}
	won, lost := engine.WhiteWins, engine.BlackWins
	if w {
		g.White, won, lost = g.Black, lost, won
	}
	g.Black, g.Bye = Side{}, true
	switch {
	case IsBye(g.Result):
	case g.Result == won, won == engine.WhiteWins && g.Result == engine.BlackForfeits, won == engine.BlackWins &&
		g.Result == engine.WhiteForfeits:
		g.Result = engine.PairingBye
	case g.Result == engine.Draw:
		g.Result = engine.HalfBye
	case g.Result == lost, g.Result == engine.DoubleForfeit, g.Result == engine.BlackForfeits, g.Result == engine.WhiteForfeits:
		g.Result = engine.ZeroBye
	default:
		g.Result = engine.PairingBye // running: who has the bye has its point
	}
}

// resultSpellings is keyed by foldResult: upper case, no blanks, "-" between the sides.
var resultSpellings = map[string]engine.Result{
	"1-0": engine.WhiteWins, "1.0-0.0": engine.WhiteWins, "1-0.0": engine.WhiteWins, "1.0-0": engine.WhiteWins,
	"0-1": engine.BlackWins, "0.0-1.0": engine.BlackWins, "0.0-1": engine.BlackWins, "0-1.0": engine.BlackWins,

	"1/2-1/2": engine.Draw, "1/2": engine.Draw, "0.5-0.5": engine.Draw, ".5-.5": engine.Draw, "=": engine.Draw,
	"=-=": engine.Draw, "DRAW": engine.Draw, "DRAWN": engine.Draw, "REMIS": engine.Draw,
	"引き分け": engine.Draw, "引分け": engine.Draw, "引分": engine.Draw,
	"和": engine.Draw, "和棋": engine.Draw, "平局": engine.Draw, "平": engine.Draw,
	"△": engine.Draw, "ドロ-": engine.Draw, "引き分": engine.Draw,

	"WHITEWINS": engine.WhiteWins, "WHITEWON": engine.WhiteWins,
	"BLACKWINS": engine.BlackWins, "BLACKWON": engine.BlackWins,
	"白勝": engine.WhiteWins, "白勝ち": engine.WhiteWins, "白の勝ち": engine.WhiteWins, "先手勝ち": engine.WhiteWins, "先手勝": engine.WhiteWins,
	"黒勝": engine.BlackWins, "黒勝ち": engine.BlackWins, "黒の勝ち": engine.BlackWins, "後手勝ち": engine.BlackWins, "後手勝": engine.BlackWins,
	"白胜": engine.WhiteWins, "白方胜": engine.WhiteWins, "红胜": engine.WhiteWins, "红方胜": engine.WhiteWins, "紅勝": engine.WhiteWins, "先手胜": engine.WhiteWins, "先胜": engine.WhiteWins, "先勝": engine.WhiteWins, "先勝ち": engine.WhiteWins, "后负": engine.WhiteWins, "後負": engine.WhiteWins, "後負け": engine.WhiteWins,
	"胜": engine.WhiteWins, "勝": engine.WhiteWins, "勝ち": engine.WhiteWins, "○": engine.WhiteWins, "◯": engine.WhiteWins, "〇": engine.WhiteWins,
	"黑胜": engine.BlackWins, "黑方胜": engine.BlackWins, "黑勝": engine.BlackWins, "后手胜": engine.BlackWins, "后胜": engine.BlackWins, "後勝": engine.BlackWins, "後勝ち": engine.BlackWins, "先负": engine.BlackWins, "先負": engine.BlackWins, "先負け": engine.BlackWins,
	"负": engine.BlackWins, "負": engine.BlackWins, "負け": engine.BlackWins, "●": engine.BlackWins,

	"+--": engine.BlackForfeits, "+-": engine.BlackForfeits, "+/-": engine.BlackForfeits,
	"1F-0F": engine.BlackForfeits, "1F-0": engine.BlackForfeits, "1-0F": engine.BlackForfeits, "1-0FF": engine.BlackForfeits, "1-0(FF)": engine.BlackForfeits,
	"--+": engine.WhiteForfeits, "-+": engine.WhiteForfeits, "-/+": engine.WhiteForfeits,
	"0F-1F": engine.WhiteForfeits, "0F-1": engine.WhiteForfeits, "0-1F": engine.WhiteForfeits, "0-1FF": engine.WhiteForfeits, "0-1(FF)": engine.WhiteForfeits,
	"---": engine.DoubleForfeit, "--": engine.DoubleForfeit, "-/-": engine.DoubleForfeit, "0-0": engine.DoubleForfeit,
	"0F-0F": engine.DoubleForfeit, "0-0F": engine.DoubleForfeit, "0.0-0.0": engine.DoubleForfeit, "0-0FF": engine.DoubleForfeit, "0-0(FF)": engine.DoubleForfeit,

	"*": engine.Adjourned,
}

// foldResult brings a result to one spelling: full-width forms to ASCII, dashes and colons to "-", a decimal
// comma to a point, ½ to 1/2, upper case, no blanks. A cell of more than 32 bytes is no result.
func foldResult(text string) string {
	if len(text) > 32 {
		return ""
	}
	var b strings.Builder
	for _, r := range text {
		if r >= '！' && r <= '～' {
			r -= '！' - '!'
		}
		switch r {
		case ' ', '\t', '\r', '\n', 0, 0x00A0, 0x2009, 0x200B, 0x202F, 0x3000, 0xFEFF:
			continue
		case ':', '‐', '‑', '‒', '–', '—', '―', '−', 'ー', 'ｰ', '─', '∶', '﹣', '﹘':
			r = '-'
		case '⁄', '∕':
			r = '/'
		case ',':
			r = '.'
		case '½':
			b.WriteString("1/2")
			continue
		case '＊', '∗', '✱':
			r = '*'
		}
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
