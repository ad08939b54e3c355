package office

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"crosstable/engine/grade"
	"crosstable/pipeline/identity"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/office/fees"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/outdir"
	"crosstable/pipeline/record"
)

// PrizeFile is the table of the annual prize; PrizePawnFile has its pawn as moves, which the members' office enters.
const (
	PrizeFile     = "prize.csv"
	PrizePawnFile = "prize-pawn.csv"
)

// PrizeOptions say what the annual prize for most games is made from.
type PrizeOptions struct {
	Year    int // business year: 2014 is 1 April 2014 to 31 March 2015
	List    string
	Games   []string // finished and running games alike: the start date counts
	Aliases string
	Reading open.Options
}

// modes of the prize, with the words that files use.
var modes = []struct {
	name  string
	words []string
}{
	{"postal", []string{"postal", "post", "card", "郵便", "はがき", "邮寄", "邮政"}},
	{"email", []string{"email", "mail", "Eメール", "電子メール", "メール", "电子邮件", "邮件"}},
	{"web", []string{"web", "server", "webserver", "ウェブ", "サーバー", "サーバ", "网络", "服务器"}},
}

// otherModes are known and have no prize.
var otherModes = []string{"otb", "over the board", "board", "live", "対面", "対局場", "现场", "面对面"}

func knownMode(text string) bool {
	return slices.ContainsFunc(otherModes, func(w string) bool { return table.Key(w) == table.Key(text) })
}

// modeOf gives the index of a mode, -1 for another one.
func modeOf(text string) int {
	for i, m := range modes {
		for _, w := range m.words {
			if table.Key(w) == table.Key(text) {
				return i
			}
		}
	}
	return -1
}

// PrizeWinner is a row of prize.csv.
type PrizeWinner struct {
	Mode  string
	ID    string
	Name  string
	Games int
	Pawn  int
	Tied  int // winners of this mode, himself included
}

// Prize is the result.
type Prize struct {
	Year    int
	Winners []PrizeWinner
	Counted int // games of the year
	Issues  []issue.Issue
}

// MakePrize counts the games that started in the year, mode by mode.
func MakePrize(ctx context.Context, opt PrizeOptions) (*Prize, error) {
	p := &Prize{Year: opt.Year}
	roster, err := readRoster(ctx, opt.List, opt.Aliases, opt.Reading, &p.Issues)
	if err != nil {
		return nil, err
	}
	var starts []grade.Start
	seen := map[string]bool{}
	for _, file := range opt.Games {
		var first [3]int
		fileMode, fileStart, fileWord, word := 0, 0, 0, ""
		issues, err := readGames(ctx, file, opt.Reading, func(g *record.Game) error {
			w, b, ok := roster.Identify(g)
			if !ok || w == b {
				return nil
			}
			if !g.Start.Full() {
				if fileStart++; fileStart == 1 {
					first[1] = g.Line
				}
				return nil
			}
			year := grade.BusinessYear(int(g.Start.Year), int(g.Start.Month))
			if year != opt.Year {
				return nil
			}
			m := modeOf(g.Mode)
			if m < 0 {
				if g.Mode == "" {
					if fileMode++; fileMode == 1 {
						first[0] = g.Line
					}
				} else if !knownMode(g.Mode) {
					if fileWord++; fileWord == 1 {
						first[2], word = g.Line, g.Mode
					}
				}
				return nil
			}
			// A game that runs over quarters stands in several exports.
			key := "id " + g.ID
			if g.ID == "" {
				key = fmt.Sprintf("%d %d %s %s %s", w, b, g.Start, g.Event, g.Round)
			}
			if seen[key] {
				return nil
			}
			seen[key] = true
			starts = append(starts, grade.Start{Players: [2]int32{w, b}, Mode: m, Year: year})
			return nil
		})
		p.Issues = append(p.Issues, issues...)
		if err != nil {
			return nil, err
		}
		if fileMode > 0 {
			p.Issues = append(p.Issues, issue.New("prize-no-mode", file, first[0], 0,
				"%d games of the year name no mode and are not counted; this is the first", fileMode))
		}
		if fileWord > 0 {
			p.Issues = append(p.Issues, issue.New("prize-mode", file, first[2], 0,
				"%d games of the year have an unknown mode and are not counted; this is the first, %q", fileWord, word))
		}
		if fileStart > 0 {
			p.Issues = append(p.Issues, issue.New("prize-no-start", file, first[1], 0,
				"%d games have no start date and are not counted; this is the first", fileStart))
		}
	}
	p.Issues = append(p.Issues, roster.Issues()...)
	p.Counted = len(starts)
	for _, m := range grade.MostGames(starts, opt.Year, roster.Len(), len(modes)) {
		for _, i := range m.Players {
			pl := roster.Player(i)
			p.Winners = append(p.Winners, PrizeWinner{modes[m.Mode].name, pl.ID, pl.Name, m.Games, grade.PrizePawn,
				len(m.Players)})
		}
	}
	return p, nil
}

// readRoster reads the list and the alias file that say who the players are.
func readRoster(ctx context.Context, list, aliases string, how open.Options, issues *[]issue.Issue) (*identity.Roster,
	error) {
	if list == "" {
		return nil, errors.New("a rating list is needed to know the players")
	}
	l, found, err := open.List(ctx, list, how)
	*issues = append(*issues, found...)
	if err != nil {
		return nil, err
	}
	var names []games.Alias
	if aliases != "" {
		names, found, err = open.Table(ctx, aliases, how, games.ReadAliases)
		*issues = append(*issues, found...)
		if err != nil {
			return nil, err
		}
	}
	roster, found := identity.NewRoster(l, nil, "", names, aliases, identity.Options{})
	*issues = append(*issues, found...)
	return roster, nil
}

// readGames gives the games of a file of any known format to use.
func readGames(ctx context.Context, file string, how open.Options,
	use func(*record.Game) error) (issues []issue.Issue, err error) {
	r, err := open.Games(ctx, file, how)
	if err != nil {
		return nil, err
	}
	defer func() {
		issues = append(append(issues, r.Issues()...), r.Notes()...)
		err = errors.Join(err, r.Close())
	}()
	for {
		var g record.Game
		switch err := r.Next(&g); {
		case err == io.EOF:
			return issues, nil
		case err != nil:
			return issues, err
		}
		if g.Bye {
			continue
		}
		if err := use(&g); err != nil {
			return issues, err
		}
	}
}

type prizeCells struct {
	Year  table.Int  `csv:"year"`
	Mode  string     `csv:"mode"`
	ID    table.ID   `csv:"id"`
	Name  table.Text `csv:"name"`
	Games table.Int  `csv:"games"`
	Tied  table.Int  `csv:"winners"`
	Pawn  table.Int  `csv:"pawn"`
}

// Write writes prize.csv, and prize-pawn.csv: the pawn won, as of the last day of the business year.
func (p *Prize) Write(dir *outdir.Dir, prefix string) error {
	pawn := func(w io.Writer) error {
		rows := make([]pawnCells, len(p.Winners))
		day := record.Date{Year: int16(p.Year + 1), Month: 3, Day: 31}
		for i, x := range p.Winners {
			rows[i] = pawnCells{Date: day.String(), ID: table.ID(x.ID), Move: fees.Won.String(),
				Amount: table.NewInt(int32(x.Pawn)),
				Note:   table.Text(fmt.Sprintf("most games %d, %s", p.Year, x.Mode))}
		}
		return table.Write(w, rows)
	}
	return writeAll(dir, prefix, []file{{PrizePawnFile, pawn}, {PrizeFile, func(w io.Writer) error {
		rows := make([]prizeCells, len(p.Winners))
		for i, x := range p.Winners {
			rows[i] = prizeCells{table.NewInt(int32(p.Year)), x.Mode, table.ID(x.ID), table.Text(x.Name),
				table.NewInt(int32(x.Games)), table.NewInt(int32(x.Tied)), table.NewInt(int32(x.Pawn))}
		}
		return table.Write(w, rows)
	}}})
}
