package period

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"crosstable/engine/rating"
	"crosstable/pipeline/date"
	"crosstable/pipeline/identity"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// The history holds, for each player who is not established, his rated games since joining: the corrections
// at 12 and 20 games need them. One row per player and game, oldest first.
var historySchema = table.NewSchema("history", nil,
	table.Column{Name: "player_id", Needed: true},
	table.Column{Name: "player"},
	table.Column{Name: "period"},
	table.Column{Name: "game"},
	table.Column{Name: "end"},
	table.Column{Name: "opponent_id"},
	table.Column{Name: "opponent"},
	table.Column{Name: "opponent_rating", Needed: true},
	table.Column{Name: "score", Needed: true},
	table.Column{Name: "change"},
)

// scores are the words of the column score for won, drawn and lost.
var scores = [3]string{"0", "0.5", "1"}

// readHistory gives, by player, the games of a history file in the order of the file.
func readHistory(ctx context.Context, path string, how open.Options, roster *identity.Roster) ([][]Past,
	[]issue.Issue, error) {
	if path == "" {
		return make([][]Past, roster.Len()), nil, nil
	}
	return open.Table(ctx, path, open.Options{Base: how.Base, Log: how.Log},
		func(in io.Reader, file string, _ table.Options) ([][]Past, []issue.Issue, error) {
			return historyOf(in, file, roster)
		})
}

// historyOf is readHistory for an opened file.
func historyOf(in io.Reader, path string, roster *identity.Roster) ([][]Past, []issue.Issue, error) {
	past := make([][]Past, roster.Len())
	t, err := table.Open(in, path, historySchema, table.Options{})
	if err != nil {
		return nil, nil, err
	}
	defer t.Close()
	var strangers []string
	var doubled []issue.Issue
	type pastKey struct {
		player int32
		game   Past
	}
	seen := map[pastKey]int{} // line
	for {
		err := t.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		var n int
		cell := func() string { n++; return string(t.Cell(n - 1)) }
		id, name := table.PlainID(cell()), table.Plain(cell())
		p := Past{Period: cell(), Game: table.PlainID(cell()), End: cell(),
			OpponentID: table.PlainID(cell()), OpponentName: table.Plain(cell())}
		// A game that cannot be read would falsify every correction after it, so it stops the run.
		points, err := strconv.ParseInt(cell(), 10, 32)
		if err != nil {
			return nil, nil, badHistory(path, t.Line(), "opponent_rating is no whole number")
		}
		if points < rating.Lowest || points > rating.Highest {
			return nil, nil, badHistory(path, t.Line(), fmt.Sprintf("opponent_rating is %d", points))
		}
		p.Opponent = int32(points)
		score := slices.Index(scores[:], cell())
		if score < 0 {
			return nil, nil, badHistory(path, t.Line(), "score is none of 1, 0.5, 0")
		}
		p.Score = int8(score - 1)
		if change := cell(); change != "" {
			n, err := strconv.ParseInt(change, 10, 32)
			if err != nil {
				return nil, nil, badHistory(path, t.Line(), "change is no whole number")
			}
			if n < rating.Lowest || n > rating.Highest {
				return nil, nil, badHistory(path, t.Line(), fmt.Sprintf("change is %d", n))
			}
			p.Change = int32(n)
		}
		player := roster.Find(id, name)
		if player < 0 {
			if s := id + " " + name; !slices.Contains(strangers, s) {
				strangers = append(strangers, s)
			}
			continue
		}
		key := pastKey{player, p}
		if line, twice := seen[key]; twice && p.Game != "" {
			return nil, nil, badHistory(path, t.Line(), fmt.Sprintf("game %s of this player stands on line %d already", p.Game,
				line))
		} else if twice && p.End != "" {
			doubled = append(doubled, issue.New("history-twice", path, t.Line(), 0, "the game stands on line %d already", line))
		}
		seen[key] = t.Line()
		past[player] = append(past[player], p)
	}
	for _, i := range t.Issues() {
		if i.Severity == issue.SetAside {
			return nil, nil, badHistory(path, i.Line, i.Message)
		}
	}
	var issues []issue.Issue
	for _, s := range strangers {
		issues = append(issues, issue.New("history-player", path, 0, 0, "%s is not on the list", s))
	}
	return past, append(issues, doubled...), nil
}

func badHistory(path string, line int, what string) error {
	return &source.BadInput{File: path, Line: line, What: what,
		Hint: "history files are written by rate; use the file as it was written"}
}

// writeHistory writes the games of all players who are not established after the period.
func (r *RateResult) writeHistory(w io.Writer) error {
	out := table.NewRow(w)
	out.HeaderOf(historySchema)
	for p := range r.Rating.Players {
		if !r.keepsHistory(int32(p)) {
			continue
		}
		e := &r.List.Entries[p]
		n := len(r.History[p]) + len(r.Rating.GamesOf(int32(p)))
		for at := range n {
			g := r.PastGame(int32(p), int32(at))
			out.ID(e.ID)
			out.Text(e.Name)
			out.Raw(g.Period)
			out.ID(g.Game)
			out.Raw(g.End)
			out.ID(g.OpponentID)
			out.Text(g.OpponentName)
			out.Int(int(g.Opponent))
			out.Raw(scores[g.Score+1])
			out.Raw(signed(g.Change, 1))
			out.End()
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("history: %w", err)
	}
	return nil
}

// keepsHistory tells whose games the next period needs: the system says so.
func (r *RateResult) keepsHistory(player int32) bool {
	keeps := r.Rating.Traits.Keeps
	return keeps != nil && keeps(&r.Rating.Players[player].After)
}

// dayNumber is a day as rating systems order it: an unknown part comes first, and a day that is not known at
// all is 0.
func dayNumber(d record.Date) int32 { return rating.NewDay(int(d.Year), int(d.Month), int(d.Day)) }

// dayOf reads the end of a history's game; what is no date counts as unknown.
func dayOf(s string) int32 {
	d, err := date.Parse(s)
	if err != nil {
		return 0
	}
	return dayNumber(d)
}
