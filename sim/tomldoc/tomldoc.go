// Package tomldoc reads a TOML document as a map and says on which line each key stands: job files and study files
// are checked key by key, and each slip is told with its line.
package tomldoc

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Decode reads a TOML document, and says on which line each key stands, by its path: "out", "inputs.q1",
// "stage[1].games". Tables are keys too; keys of inline tables are not listed.
func Decode(text []byte) (doc map[string]any, at map[string]int, err error) {
	if line := deepLine(text); line > 0 {
		return nil, nil, &Error{line, fmt.Sprintf("a key of more than %d parts", maxKeyParts)}
	}
	if err := toml.Unmarshal(text, &doc); err != nil {
		return nil, nil, errorOf(err)
	}
	var p unstable.Parser
	p.Reset(text)
	at = map[string]int{}
	count := map[string]int{} // elements of each array of tables so far
	prefix := ""
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.Comment {
			continue
		}
		path, line := "", 0
		if e.Kind == unstable.KeyValue {
			path = prefix
		}
		for it := e.Key(); it.Next(); {
			key := it.Node()
			if line == 0 {
				line = p.Shape(key.Raw).Start.Line
			}
			path = strings.TrimPrefix(path+"."+string(key.Data), ".")
			// A part may name an array of tables: its last element is meant.
			if n, ok := count[path]; ok && (!it.IsLast() || e.Kind == unstable.Table) {
				path = fmt.Sprintf("%s[%d]", path, n-1)
			}
		}
		if e.Kind == unstable.ArrayTable {
			count[path]++
			path = fmt.Sprintf("%s[%d]", path, count[path]-1)
		}
		if e.Kind != unstable.KeyValue {
			prefix = path
		}
		if _, ok := at[path]; !ok {
			at[path] = line
		}
	}
	if err := p.Error(); err != nil {
		return nil, nil, errorOf(err)
	}
	return doc, at, nil
}

// Fill decodes a document into a struct.
func Fill(text []byte, to any) error {
	if err := toml.Unmarshal(text, to); err != nil {
		return errorOf(err)
	}
	return nil
}

// maxKeyParts is how many dots and brackets a line may have. The decoder's memory grows with the square of a key's
// parts.
const maxKeyParts = 1000

// deepLine finds a line that would cost the decoder too much; 0 if there is none.
func deepLine(data []byte) int {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if bytes.Count(line, []byte{'.'})+bytes.Count(line, []byte{'['}) > maxKeyParts {
			return n
		}
	}
	return 0
}

// Error is a document that is no TOML.
type Error struct {
	Line    int // 0 where the library does not say
	Message string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("%d: %s", e.Line, e.Message)
}

func errorOf(err error) error {
	out := &Error{Message: strings.TrimPrefix(err.Error(), "toml: ")}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		out.Line, _ = bad.Position()
	}
	return out
}
