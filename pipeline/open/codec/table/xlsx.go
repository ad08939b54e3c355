package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/xlsx"
	"crosstable/pipeline/open/source"
)

// openXLSX reads the sheet whose header fits. The file is held in memory as it is (compressed); the sheet is
// unpacked and read in one pass.
func (r *Reader) openXLSX(in io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(in, r.opt.MaxUnzip+1))
	if err != nil {
		return fmt.Errorf("%s: %w", r.file, err)
	}
	if int64(len(data)) > r.opt.MaxUnzip {
		return &source.BadInput{File: r.file, What: fmt.Sprintf("is larger than %d MiB", r.opt.MaxUnzip>>20),
			Hint: "this is no spreadsheet of games or players"}
	}
	book, err := xlsx.Open(bytes.NewReader(data), int64(len(data)), xlsx.Limits{Unzip: r.opt.MaxUnzip})
	if err != nil {
		return r.badBook(0, err)
	}
	r.Layout.From1904 = book.From1904
	return r.chooseSheet(book)
}

// badBook refuses a workbook. What was handed on of it before is part of a table that cannot be trusted.
func (r *Reader) badBook(row int, err error) error {
	return &source.BadInput{File: r.file, Line: row, What: err.Error(), Err: err,
		Hint: "open it in a spreadsheet program and save it again"}
}

// chooseSheet takes the sheet that was asked for, or the first visible one whose header fits.
func (r *Reader) chooseSheet(book *xlsx.Book) error {
	var asked []int
	var all []string
	for i, s := range book.Sheets {
		all = append(all, s.Name)
		if r.opt.Sheet == s.Name || r.opt.Sheet == "" && !s.Hidden {
			asked = append(asked, i)
		}
	}
	if len(asked) == 0 {
		return &source.BadInput{File: r.file, What: fmt.Sprintf("has no sheet %q", r.opt.Sheet), Hint: "sheets: " +
			strings.Join(all, ", ")}
	}
	var worst error
	var best int
	for k, i := range asked {
		name := book.Sheets[i].Name
		cells, m, row, titles, err := r.sheetHeader(book, i)
		if err != nil {
			return err
		}
		if err := r.header(cells, m, row); err != nil {
			if worst == nil || m.found > best {
				worst, best = err, m.found
				if bad := (*source.BadInput)(nil); len(asked) > 1 && errors.As(err, &bad) {
					bad.What = fmt.Sprintf("sheet %q: %s", name, bad.What)
				}
			}
			continue
		}
		y := &r.Layout
		y.Format, y.Sheet, y.Titles = "xlsx", name, titles
		if y.MoreSheets, err = r.moreSheets(book, asked[k+1:]); err != nil {
			return err
		}
		for _, o := range all {
			if o != name && !slices.Contains(y.MoreSheets, o) {
				y.OtherSheet = append(y.OtherSheet, o)
			}
		}
		r.notes()
		return r.openSheet(book, i, row)
	}
	return worst
}

// moreSheets gives the sheets among those that also hold a whole header and a row.
func (r *Reader) moreSheets(book *xlsx.Book, sheets []int) (names []string, err error) {
	for _, i := range sheets {
		cells, m, row, _, err := r.sheetHeader(book, i)
		if err != nil {
			return nil, err
		}
		if row > 0 && len(cells) > 0 && m.found > 0 && len(m.missing) == 0 && len(m.doubled) == 0 {
			names = append(names, book.Sheets[i].Name)
		}
	}
	return names, nil
}

// openSheet makes the rows below the header the reader's rows.
func (r *Reader) openSheet(book *xlsx.Book, i, header int) error {
	rows, err := book.Rows(i)
	if err != nil {
		return r.badBook(0, err)
	}
	for {
		cells, at, err := rows.Next()
		if err != nil {
			return r.badBook(at, errors.Join(err, rows.Close()))
		}
		if at >= header {
			break
		}
		r.above(cells)
	}
	if err := r.dataAbove(); err != nil {
		return errors.Join(err, rows.Close())
	}
	r.src = &sheet{rows, r}
	r.close = rows.Close
	return nil
}

// sheetHeader looks for the header among the first rows of a sheet.
func (r *Reader) sheetHeader(book *xlsx.Book, i int) (cells []string, best match, row, titles int, err error) {
	s, err := book.Rows(i)
	if err != nil {
		return nil, best, 0, 0, r.badBook(0, err)
	}
	defer s.Close()
	found := false
	for n := 0; n < headerRows; {
		c, line, err := s.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, best, 0, 0, r.badBook(line, err)
		}
		if blank(c) {
			continue
		}
		text := toStrings(c)
		m := r.schema.fit(text, r.named)
		if whole := len(m.missing) == 0; !found || whole || m.found > best.found {
			found = true
			cells, best, row, titles = text, m, line, n
			if whole {
				break
			}
		}
		n++
	}
	return cells, best, row, titles, nil
}

// sheet is the rows of one sheet as a rowSource.
type sheet struct {
	rows *xlsx.Rows
	r    *Reader
}

func (s *sheet) next() (cells [][]byte, line int, err error) {
	cells, line, err = s.rows.Next()
	if err == io.EOF {
		if n := s.rows.NoValue; n > 0 {
			s.r.report(issue.New("xlsx-no-value", s.r.file, s.rows.FirstNoValue, 0,
				"%d cells are formulas without a stored value and were read as empty", n))
			s.rows.NoValue = 0
		}
		return nil, line, err
	}
	if err != nil {
		return nil, line, s.r.badBook(line, err)
	}
	return cells, line, nil
}

// WriteXLSX writes one sheet: the header and the rows, all as text except cells of numbers (int, int32,
// int64, float64). nil is an empty cell. It streams, so a million rows need little memory.
func WriteXLSX(w io.Writer, sheetName string, header []string, rows func(yield func([]any) bool)) error {
	f := excelize.NewFile()
	defer f.Close()
	if sheetName == "" {
		sheetName = "Sheet1"
	}
	if err := f.SetSheetName("Sheet1", sheetName); err != nil {
		return err
	}
	out, err := f.NewStreamWriter(sheetName)
	if err != nil {
		return err
	}
	head := make([]any, len(header))
	for i, h := range header {
		head[i] = h
	}
	if err := out.SetRow("A1", head); err != nil {
		return err
	}
	n := 1
	var fail error
	rows(func(row []any) bool {
		n++
		if n > excelize.TotalRows {
			fail = fmt.Errorf("a sheet holds %d rows; write CSV instead", excelize.TotalRows)
			return false
		}
		cell, err := excelize.CoordinatesToCellName(1, n)
		if err == nil {
			err = out.SetRow(cell, row)
		}
		fail = err
		return err == nil
	})
	if fail != nil {
		return fail
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return WriteWorkbook(w, f)
}
