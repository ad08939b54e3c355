package render

import (
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/mattn/go-runewidth"

	codec "crosstable/pipeline/open/codec/table"
)

// widest is how many columns of a terminal a cell of free text of a document takes at most.
const widest = 120

// Text is the plain table of a terminal: no frame, headings as written, wide characters counted as two, no
// spaces at the ends of lines. Columns of nothing but numbers stand to the right.
func (t *Table) Text() string {
	w := table.NewWriter()
	w.SetStyle(table.StyleDefault)
	w.SuppressTrailingSpaces()
	style := w.Style()
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	var head table.Row
	var configs []table.ColumnConfig
	for i, c := range t.Columns {
		head = append(head, oneLine(c.Title))
		numbers := len(t.Rows) > 0 && t.numbers(i)
		if c.Right || numbers {
			config := table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight}
			if c.Even && !numbers {
				config.AlignHeader = text.AlignDefault
			}
			configs = append(configs, config)
		}
	}
	w.AppendHeader(head)
	w.SetColumnConfigs(configs)
	breaks := t.breaks
	for n, row := range t.Rows {
		for len(breaks) > 0 && breaks[0] == n {
			w.AppendSeparator()
			breaks = breaks[1:]
		}
		cells := make(table.Row, len(row))
		for i, c := range row {
			cells[i] = c.terminal(t.widest)
		}
		w.AppendRow(cells)
	}
	return w.Render()
}

// WriteText writes the plain table and a line end.
func (t *Table) WriteText(w io.Writer) error {
	_, err := io.WriteString(w, t.Text()+"\n")
	return err
}

// numbers reports a column of nothing but whole numbers and points.
func (t *Table) numbers(column int) bool {
	for _, row := range t.Rows {
		if column < len(row) && row[column].kind != KindInt && row[column].kind != KindPoints {
			return false
		}
	}
	return true
}

// terminal is the cell as a terminal shows it: free text on one line.
func (c Cell) terminal(widest int) string {
	if c.kind != KindText && c.kind != KindID {
		return c.String()
	}
	s := oneLine(c.text)
	if widest > 0 {
		s = runewidth.Truncate(s, widest, "…")
	}
	return s
}

// oneLine is free text on one line.
func oneLine(s string) string { return codec.Visible(lineEnds.Replace(s)) }

var lineEnds = strings.NewReplacer("\r\n", "␊", "\n", "␊", "\r", "␍", "\t", " ")
