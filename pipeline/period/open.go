package period

import (
	"fmt"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/open/source"
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
		p := &pgnReader{close: func() error { return nil }}
		opt := pgn.Options{OnConflict: conflict, DateStart: r.opt.PGNDate == "start", Report: p.keep}
		if r.opt.CheckMoves {
			c := pgn.NewChecked(in.Reader, in.Name, opt, r.opt.Jobs)
			p.Source, p.close = c, c.Close
		} else {
			p.Source = pgn.NewReader(in.Reader, in.Name, opt)
		}
		return p, nil
	}
	return nil, &source.BadInput{File: in.Name, What: fmt.Sprintf("is a %s file, which holds no games to rate", in.Format),
		Hint: "games come as CSV, xlsx, PGN or NCS results"}
}

// pgnReader gives a PGN reader, with or without a check of the moves, the manners of gameReader.
type pgnReader struct {
	pgn.Source
	issues []issue.Issue
	close  func() error
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

// Close ends the move check. The input is closed by who opened it.
func (p *pgnReader) Close() error { return p.close() }
