package render

import (
	"io"
	"strings"

	"crosstable/pipeline/open/codec/table"
)

// Terminal writes text for people to w: control characters, which could steer a terminal or turn a line around,
// become visible marks. Line ends and tabs stay. Each Write is whole text, as fmt writes it.
type Terminal struct{ W io.Writer }

// Write implements io.Writer; it reports the bytes of p.
func (t Terminal) Write(p []byte) (int, error) {
	s := string(p)
	if strings.Contains(s, "\r") { // alone it goes back over what stands in the line
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "␍")
	}
	if _, err := io.WriteString(t.W, table.Visible(s)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Under gives the writer below a Terminal, for progress bars and for data, whose bytes are its own.
func Under(w io.Writer) io.Writer {
	if t, ok := w.(Terminal); ok {
		return t.W
	}
	return w
}
