package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"crosstable/pipeline/open/codec/pgn"
	"crosstable/pipeline/record"
)

// Games are streamed; what is odd about them comes as issues and does not stop the reader.
func ExampleReader() {
	text := `[Event "Open"]
[White "Adler, Anna"]
[White-Elo "2100"]
[Black "Berg, Bernd"]
[Result "1-0"]

1. e4 e5 {a comment} 2. Nf3 1-0
`
	r := pgn.NewReader(strings.NewReader(text), "open.pgn", pgn.Options{})
	for {
		var g record.Game
		err := r.Next(&g)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(g.White.Name, record.FormatResult(g.Result), g.Black.Name, g.Plies, "plies")
	}
	for _, i := range r.Issues() {
		fmt.Println(i.Line, i.Code)
	}
	// Output:
	// Adler, Anna 1-0 Berg, Bernd 3 plies
	// 3 pgn-stray
}
