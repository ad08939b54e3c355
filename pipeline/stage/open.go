package stage

import (
	"fmt"

	"crosstable/pipeline/codec/games"
	"crosstable/pipeline/codec/pgn"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/record"
	"crosstable/pipeline/source"
)

// open gives the reader of games for a format.
func (r *rater) open(in *source.Input) (gameReader, error) {
	switch in.Format {
	case source.FormatCSV, source.FormatXLSX, source.FormatNCS:
		return games.NewReader(in.Reader, in.Name, r.opt.Table)
	case source.FormatPGN:
		conflict, err := pgn.ParseConflict(r.opt.OnConflict)
		if err != nil {
			return nil, err
		}
		p := &pgnReader{}
		p.Reader = pgn.NewReader(in.Reader, in.Name, pgn.Options{OnConflict: conflict, DateStart: r.opt.PGNDate == "start", Report: p.keep})
		return p, nil
	}
	return nil, &source.BadInput{File: in.Name, What: fmt.Sprintf("is a %s file, which holds no games to rate", in.Format),
		Hint: "games come as CSV, xlsx, PGN or NCS results"}
}

// pgnReader gives the PGN reader the manners of gameReader.
type pgnReader struct {
	*pgn.Reader
	issues []issue.Issue
}

func (p *pgnReader) keep(i issue.Issue) { p.issues = append(p.issues, i) }

// Issues gives the issues since the last call.
func (p *pgnReader) Issues() []issue.Issue {
	out := p.issues
	p.issues = nil
	return out
}

// Counts gives the games so far. None is held back: a game to be set aside says so itself.
func (p *pgnReader) Counts() (rows, setAside int) { return p.Stats().Games, 0 }

// Next reads the next game.
func (p *pgnReader) Next(g *record.Game) error { return p.Reader.Next(g) }

// Close does nothing: the input is closed by who opened it.
func (p *pgnReader) Close() error { return nil }
