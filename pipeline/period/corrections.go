package period

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"

	"crosstable/engine/rating"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/table"
)

// CorrectionsFile has the games that each correction of the period used, also those of earlier periods.
const CorrectionsFile = "corrections.csv"

// UsedGame is a game that a correction looked at.
type UsedGame struct {
	Number     int32  `json:"number"` // of the player's games since joining, from 1
	Period     string `json:"period"`
	Game       string `json:"game"`
	End        string `json:"end"`
	OpponentID string `json:"opponent_id"`
	Opponent   string `json:"opponent"`
	Rating     int32  `json:"opponent_rating"`
	Result     string `json:"result"`              // won, drawn, lost
	LeftOut    int32  `json:"left_out_after_pass"` // 0: it stayed to the end
}

var correctionsSchema = table.NewSchema("corrections", nil,
	table.Column{Name: "player_id", Needed: true},
	table.Column{Name: "player"},
	table.Column{Name: "mark", Needed: true},
	table.Column{Name: "number", Needed: true},
	table.Column{Name: "period"},
	table.Column{Name: "game"},
	table.Column{Name: "end"},
	table.Column{Name: "opponent_id"},
	table.Column{Name: "opponent"},
	table.Column{Name: "opponent_rating", Needed: true},
	table.Column{Name: "score", Needed: true},
	table.Column{Name: "left_out_after_pass"},
)

// results are the words for won, drawn and lost, by score + 1.
var results = [3]string{"lost", "drawn", "won"}

// used gives the games of a correction in their order.
func (r *RateResult) used(c *rating.Correction) []UsedGame {
	if c.Incomplete {
		return nil
	}
	out := make([]UsedGame, 0, len(c.Used))
	for i, at := range c.Used {
		g := r.PastGame(c.Player, at)
		out = append(out, UsedGame{c.First + int32(i) + 1, g.Period, g.Game, g.End, g.OpponentID, g.OpponentName,
			g.Opponent, results[g.Score+1], 0})
	}
	for i, p := range c.Passes {
		if i == len(c.Passes)-1 {
			break // what the last pass would leave out, it does not: its value stands
		}
		for _, at := range p.Excluded {
			out[slices.Index(c.Used, at)].LeftOut = int32(i + 1)
		}
	}
	return out
}

func (r *RateResult) writeCorrections(w io.Writer) error {
	out := table.NewRow(w)
	out.HeaderOf(correctionsSchema)
	for i := range r.Rating.Corrections {
		c := &r.Rating.Corrections[i]
		e := &r.List.Entries[c.Player]
		for _, g := range r.used(c) {
			out.ID(e.ID)
			out.Text(e.Name)
			out.Int(int(c.Mark))
			out.Int(int(g.Number))
			out.Raw(g.Period)
			out.ID(g.Game)
			out.Raw(g.End)
			out.ID(g.OpponentID)
			out.Text(g.Opponent)
			out.Int(int(g.Rating))
			out.Raw(map[string]string{"won": "1", "drawn": "0.5", "lost": "0"}[g.Result])
			out.Some(g.LeftOut)
			out.End()
		}
	}
	return out.Flush()
}

// readCorrections gives the games of one player's correction; none if the file is not there.
func readCorrections(ctx context.Context, path, key string) ([]UsedGame, error) {
	out, _, err := open.Own(ctx, path, open.Options{}, func(in io.Reader, file string, _ table.Options) ([]UsedGame,
		[]issue.Issue, error) {
		games, err := correctionsOf(in, file, key)
		return games, nil, err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return out, err
}

// correctionsOf is readCorrections for an opened file.
func correctionsOf(in io.Reader, path, key string) ([]UsedGame, error) {
	t, err := table.Open(in, path, correctionsSchema, table.Options{Separator: ','})
	if err != nil {
		return nil, err
	}
	defer t.Close()
	var out []UsedGame
	for {
		err := t.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		text := func(column string) string { return table.Plain(string(t.Cell(correctionsSchema.Index(column)))) }
		number := func(column string) int32 {
			n, e := strconv.ParseInt(text(column), 10, 32)
			if e != nil && text(column) != "" && err == nil {
				err = fmt.Errorf("%s:%d: %s is no number", path, t.Line(), column)
			}
			return int32(n)
		}
		if playerKey(table.PlainID(text("player_id")), text("player")) != key {
			continue
		}
		g := UsedGame{Number: number("number"), Period: text("period"), Game: table.PlainID(text("game")), End: text("end"),
			OpponentID: table.PlainID(text("opponent_id")), Opponent: text("opponent"), Rating: number("opponent_rating"),
			LeftOut: number("left_out_after_pass")}
		if err != nil {
			return nil, err
		}
		for i, s := range scores {
			if text("score") == s {
				g.Result = results[i]
			}
		}
		out = append(out, g)
	}
}
