package job

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// decode reads a TOML document, and says on which line each key stands, by its path: "out", "inputs.q1",
// "stage[1].games". Tables are keys too; keys of inline tables are not listed.
func decode(text []byte) (doc map[string]any, at map[string]int, err error) {
	if err := toml.Unmarshal(text, &doc); err != nil {
		return nil, nil, err
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
	return doc, at, p.Error()
}
