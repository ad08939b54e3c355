package render

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"crosstable/pipeline/open/codec/table"
)

// WriteCSV writes the table for programs: the keys of its columns, then the rows.
func (t *Table) WriteCSV(w io.Writer) error {
	out := table.NewRow(w)
	for _, c := range t.Columns {
		out.Raw(c.Key)
	}
	out.End()
	for _, row := range t.Rows {
		for i := range t.Columns {
			row[i].csv(out)
		}
		out.End()
	}
	return out.Flush()
}

func (c Cell) csv(out *table.Row) {
	switch c.kind {
	case KindText:
		out.Text(c.text)
	case KindID:
		out.ID(c.text)
	default:
		out.Raw(c.text)
	}
}

// MarshalJSON writes the rows as objects, with the keys of the columns in their order. Columns without a key and
// empty cells are left out.
func (t *Table) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, row := range t.Rows {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('{')
		first := true
		for k, c := range t.Columns {
			if c.Key == "" || row[k].kind == KindEmpty {
				continue
			}
			if !first {
				b.WriteByte(',')
			}
			first = false
			key, err := json.Marshal(c.Key)
			if err != nil {
				return nil, err
			}
			value, err := row[k].MarshalJSON()
			if err != nil {
				return nil, err
			}
			b.Write(append(append(key, ':'), value...))
		}
		b.WriteByte('}')
	}
	b.WriteByte(']')
	return b.Bytes(), nil
}

// JSON writes a value as every JSON document of the program is written: indented, with a final newline, text as
// it is except for control characters.
func JSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escapeHidden(b.Bytes()))
	return err
}

// escapeHidden writes what table.Visible would mark as JSON escapes, which readers undo; encoding/json escapes the
// rest itself.
func escapeHidden(doc []byte) []byte {
	if !table.HasHidden(string(doc)) {
		return doc
	}
	var out []byte
	for _, c := range string(doc) {
		if c > ' ' && table.HasHidden(string(c)) {
			out = fmt.Appendf(out, "\\u%04x", c)
		} else {
			out = utf8.AppendRune(out, c)
		}
	}
	return out
}
