package stage

import (
	"context"
	"fmt"

	"crosstable/pipeline/codec/games"
	"crosstable/pipeline/source"
)

// open gives the reader of games for a format.
func (r *rater) open(ctx context.Context, in *source.Input) (gameReader, error) {
	switch in.Format {
	case source.FormatCSV, source.FormatXLSX, source.FormatNCS:
		return games.NewReader(in.Reader, in.Name, r.opt.Table)
	}
	return nil, &source.BadInput{File: in.Name, What: fmt.Sprintf("is a %s file, which holds no games to rate", in.Format),
		Hint: "games come as CSV, xlsx, PGN or NCS results"}
}
