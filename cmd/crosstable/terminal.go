package main

import (
	"io"
	"os"

	"golang.org/x/term"

	"crosstable/pipeline/render"
)

// isTerminal reports whether w is a person's terminal: only there progress is shown.
func isTerminal(w io.Writer) bool {
	f, ok := render.Under(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// dataWriter is where a file's bytes go: standard output as it is, unless a person looks at it.
func dataWriter(w io.Writer) io.Writer {
	if isTerminal(w) {
		return w
	}
	return render.Under(w)
}
