package pgn

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/record"
)

// Writer writes games as tag sections with the result as movetext. It writes what Reader understands, so that a game
// comes back as it was; moves are not kept.
type Writer struct{ w *bufio.Writer }

// NewWriter writes to w; call Flush at the end.
func NewWriter(w io.Writer) *Writer { return &Writer{bufio.NewWriter(w)} }

// Write adds a game. The seven tags of the standard roster always stand, first and in its order.
func (x *Writer) Write(g *record.Game) error {
	if g.Bye {
		g = byeGame(g)
	}
	result := record.FormatResult(g.Result)
	if result == "" {
		if result = g.ResultText; result == "" {
			result = "*"
		}
	}
	date := g.Start
	if date.IsZero() {
		date = g.End
	}
	for _, t := range [...]struct{ name, value string }{
		{"Event", or(g.Event)}, {"Site", or(g.Site)}, {"Date", Date(date)}, {"Round", or(g.Round)},
		{"White", or(g.White.Name)}, {"Black", or(g.Black.Name)}, {"Result", result},
	} {
		x.tag(t.name, t.value)
	}
	number := func(n int32) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(int(n))
	}
	end := ""
	if !g.End.IsZero() && g.End != g.Start {
		end = Date(g.End)
	}
	rated := ""
	switch g.Rated {
	case record.RatedYes:
		rated = "yes"
	case record.RatedNo:
		rated = "no"
	}
	for _, t := range [...]struct{ name, value string }{
		{"EndDate", end}, {"WhiteTitle", g.White.Title}, {"BlackTitle", g.Black.Title},
		{"WhiteElo", number(g.White.Elo)}, {"BlackElo", number(g.Black.Elo)},
		{"WhiteRating", number(g.White.Rating)}, {"BlackRating", number(g.Black.Rating)}, {"WhiteId", g.White.ID},
		{"BlackId", g.Black.ID},
		{"WhiteFideId", g.White.FideID}, {"BlackFideId", g.Black.FideID}, {"WhiteTeam", g.White.Team},
		{"BlackTeam", g.Black.Team},
		{"GameId", g.ID}, {"Mode", g.Mode}, {"Rated", rated}, {"Reason", g.Reason}, {"Note", g.Note},
	} {
		if t.value != "" {
			x.tag(t.name, t.value)
		}
	}
	// Movetext ends in one of four terminators; a forfeit is told by the tag.
	white, black := g.Result.Outcomes()
	terminator := "*"
	switch {
	case white == engine.Win || white == engine.ShortWin || white == engine.ForfeitWin:
		terminator = "1-0"
	case black == engine.Win || black == engine.ShortWin || black == engine.ForfeitWin:
		terminator = "0-1"
	case white == engine.Drawn || white == engine.ShortDrawn:
		terminator = "1/2-1/2"
	}
	_, err := fmt.Fprintf(x.w, "\n%s\n\n", terminator)
	return err
}

// byeGame writes a bye as programs do that have no other way: a game against BYE.
func byeGame(g *record.Game) *record.Game {
	out := *g
	out.Black.Name = "BYE"
	switch g.Result {
	case engine.PairingBye, engine.FullBye:
		out.Result = engine.WhiteWins
	case engine.HalfBye:
		out.Result = engine.Draw
	default:
		out.Result = engine.BlackWins
	}
	return &out
}

func or(t string) string {
	if t == "" {
		return "?"
	}
	return t
}

// Date writes a date as PGN does, unknown parts as question marks.
func Date(d record.Date) string {
	part := func(n, width int) string {
		if n == 0 {
			return strings.Repeat("?", width)
		}
		return fmt.Sprintf("%0*d", width, n)
	}
	return part(int(d.Year), 4) + "." + part(int(d.Month), 2) + "." + part(int(d.Day), 2)
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ")

func (x *Writer) tag(name, value string) {
	fmt.Fprintf(x.w, "[%s \"%s\"]\n", name, escapes.Replace(value))
}

// Flush writes out what is buffered.
func (x *Writer) Flush() error { return x.w.Flush() }
