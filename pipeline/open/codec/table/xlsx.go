package table

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"crosstable/pipeline/open/source"
)

// openXLSX reads the sheet whose header fits. The file is held in memory as it is (compressed); sheets
// above 16 MiB are unpacked to a temporary file by excelize and streamed from there.
func (r *Reader) openXLSX(in io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(in, r.opt.MaxUnzip+1))
	if err != nil {
		return fmt.Errorf("%s: %w", r.file, err)
	}
	if int64(len(data)) > r.opt.MaxUnzip {
		return &source.BadInput{File: r.file, What: fmt.Sprintf("is larger than %d MiB", r.opt.MaxUnzip>>20), Hint: "this is no spreadsheet of games or players"}
	}
	if err := checkZip(data, r.opt.MaxUnzip); err != nil {
		return &source.BadInput{File: r.file, What: err.Error(), Err: err}
	}
	f, err := openBook(data, r.opt.MaxUnzip)
	if err != nil {
		return &source.BadInput{File: r.file, What: "is not a readable xlsx file: " + err.Error(), Err: err}
	}
	r.close = f.Close
	if err := r.chooseSheet(f); err != nil {
		return errors.Join(err, r.Close())
	}
	return nil
}

// openBook is excelize.OpenReader behind recover: damaged parts make it panic.
func openBook(data []byte, limit int64) (f *excelize.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, err = nil, fmt.Errorf("damaged: %v", p)
		}
	}()
	return excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: limit, UnzipXMLSizeLimit: min(16<<20, limit)})
}

// checkZip unpacks every part to nowhere: sizes within the limit (a directory may lie about them),
// checksums right, sheets complete. excelize checks none of this and ends a cut sheet in silence.
func checkZip(data []byte, limit int64) error {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fmt.Errorf("is a damaged or cut xlsx (zip) file: %w", err)
	}
	left := limit
	book := false
	var tail tailKeeper
	for _, part := range z.File {
		if part.UncompressedSize64 > uint64(left) {
			return tooBig(limit)
		}
		rc, err := part.Open()
		if err != nil {
			return fmt.Errorf("is a damaged xlsx file, part %q: %w", part.Name, err)
		}
		tail.reset()
		n, err := io.Copy(&tail, io.LimitReader(rc, left+1))
		if n > left {
			return tooBig(limit)
		}
		if err = errors.Join(err, rc.Close()); err != nil {
			return fmt.Errorf("is a damaged xlsx file, part %q: %w", part.Name, err)
		}
		left -= n
		name := strings.ToLower(part.Name)
		if strings.HasPrefix(name, "xl/worksheets/sheet") && !bytes.Contains(tail.bytes(), []byte("worksheet>")) {
			return fmt.Errorf("is a damaged xlsx file: part %q is cut off", part.Name)
		}
		book = book || strings.HasPrefix(name, "xl/workbook")
	}
	if !book {
		return errors.New("is a zip archive but no xlsx file; unpack it and give the files in it")
	}
	return nil
}

func tooBig(limit int64) error {
	return fmt.Errorf("is an xlsx file that unpacks to more than %d MiB; it is refused (a zip bomb?)", limit>>20)
}

// tailKeeper swallows what is written and keeps the last 64 bytes.
type tailKeeper struct {
	buf [64]byte
	n   int
}

func (t *tailKeeper) reset()        { t.n = 0 }
func (t *tailKeeper) bytes() []byte { return t.buf[:t.n] }
func (t *tailKeeper) Write(p []byte) (int, error) {
	size := len(p)
	if len(p) >= len(t.buf) {
		t.n = copy(t.buf[:], p[len(p)-len(t.buf):])
		return size, nil
	}
	if over := t.n + len(p) - len(t.buf); over > 0 {
		t.n = copy(t.buf[:], t.buf[over:t.n])
	}
	t.n += copy(t.buf[t.n:], p)
	return size, nil
}

func (r *Reader) chooseSheet(f *excelize.File) error {
	var names []string
	for _, s := range f.GetSheetList() {
		visible, err := f.GetSheetVisible(s)
		if r.opt.Sheet == s || r.opt.Sheet == "" && (visible || err != nil) {
			names = append(names, s)
		}
	}
	if len(names) == 0 {
		return &source.BadInput{File: r.file, What: fmt.Sprintf("has no sheet %q", r.opt.Sheet), Hint: "sheets: " + strings.Join(f.GetSheetList(), ", ")}
	}
	if props, err := f.GetWorkbookProps(); err == nil && props.Date1904 != nil {
		r.Layout.From1904 = *props.Date1904
	}
	var worst error
	var best int
	for _, name := range names {
		cells, m, row, titles, err := r.sheetHeader(f, name)
		if err != nil {
			return err
		}
		if err := r.header(cells, m, row); err != nil {
			if worst == nil || m.found > best {
				worst, best = err, m.found
				if bad := (*source.BadInput)(nil); len(names) > 1 && errors.As(err, &bad) {
					bad.What = fmt.Sprintf("sheet %q: %s", name, bad.What)
				}
			}
			continue
		}
		s, err := newSheet(f, name, r.file)
		if err != nil {
			return fmt.Errorf("%s: %w", r.file, err)
		}
		for s.row < row {
			if _, _, err := s.next(); err != nil {
				return fmt.Errorf("%s: sheet %q: %w", r.file, name, err)
			}
		}
		r.src = s
		close := r.close
		r.close = func() error { return errors.Join(s.rows.Close(), close()) }
		y := &r.Layout
		y.Format, y.Sheet, y.Titles = "xlsx", name, titles
		for _, o := range f.GetSheetList() {
			if o != name {
				y.OtherSheet = append(y.OtherSheet, o)
			}
		}
		r.notes()
		return nil
	}
	return worst
}

// sheetHeader looks for the header among the first rows of a sheet.
func (r *Reader) sheetHeader(f *excelize.File, name string) (cells []string, best match, row, titles int, err error) {
	s, err := newSheet(f, name, r.file)
	if err != nil {
		return nil, best, 0, 0, fmt.Errorf("%s: %w", r.file, err)
	}
	defer s.rows.Close()
	found := false
	for n := 0; n < headerRows; {
		c, line, err := s.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, best, 0, 0, fmt.Errorf("%s: sheet %q: %w", r.file, name, err)
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

// sheet streams the rows of one sheet.
type sheet struct {
	rows  *excelize.Rows
	row   int
	cells [][]byte
}

func newSheet(f *excelize.File, name, file string) (s *sheet, err error) {
	defer func() {
		if p := recover(); p != nil {
			s, err = nil, fmt.Errorf("sheet %q is damaged: %v", name, p)
		}
	}()
	rows, err := f.Rows(name)
	if err != nil {
		return nil, fmt.Errorf("sheet %q: %w", name, err)
	}
	return &sheet{rows: rows}, nil
}

func (s *sheet) next() (cells [][]byte, line int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("row %d: the sheet is damaged: %v", s.row, p)
		}
	}()
	for s.rows.Next() {
		s.row++
		c, err := s.rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, s.row, fmt.Errorf("row %d: %w", s.row, err)
		}
		if len(c) == 0 {
			continue
		}
		s.cells = s.cells[:0]
		for _, x := range c {
			s.cells = append(s.cells, []byte(x))
		}
		return s.cells, s.row, nil
	}
	if err := s.rows.Error(); err != nil {
		return nil, s.row, err
	}
	return nil, s.row, io.EOF
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
