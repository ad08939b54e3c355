// Package xlsx reads workbooks (Office Open XML, ISO/IEC 29500) row by row: what a table needs of them and no
// more. It pulls the sheet's XML straight out of the zip part, in one pass, and it is strict where a lenient
// reader would end a sheet early: broken XML, a control character, text that is no UTF-8, a shared string that
// does not exist, row numbers that do not rise, a part that is cut or fails its checksum are errors that name
// the part and the row. Memory is the shared strings and one row.
//
// Cells come as the file has them: numbers and day numbers unformatted, formulas by their last value.
package xlsx

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/flate"
)

// Limits bound what a workbook may cost. Zero fields take the defaults.
type Limits struct {
	Unzip   int64 // bytes of all parts together that are unpacked; 1 GiB
	Strings int64 // bytes of shared strings; 256 MiB
}

const (
	// MaxRows and MaxColumns are what a sheet can hold in Excel.
	MaxRows, MaxColumns = 1 << 20, 1 << 14
	// MaxCells is how many cells of one sheet are read, the empty ones before and between others included.
	MaxCells     = 40_000_000
	maxSmallPart = 8 << 20 // bytes of workbook.xml and the relations
)

// Sheet is one sheet of a workbook.
type Sheet struct {
	Name   string
	Hidden bool
	part   string
}

// Book is an opened workbook. One sheet at a time is read.
type Book struct {
	Sheets   []Sheet
	From1904 bool // day numbers count from 1904

	parts   map[string]*zip.File // by lower-case name
	limits  Limits
	left    int64 // bytes that may still be unpacked
	strings *sharedStrings
	shared  string // the part of the shared strings, "" if there is none
}

// ErrTooBig is inside the error of a workbook that unpacks to more than the limit.
var ErrTooBig = errors.New("a zip bomb?")

// Open reads the directory of a workbook. The errors say what the file is ("is ..."), for a message that begins
// with its name.
func Open(in io.ReaderAt, size int64, limits Limits) (*Book, error) {
	if limits.Unzip == 0 {
		limits.Unzip = 1 << 30
	}
	if limits.Strings == 0 {
		limits.Strings = 256 << 20
	}
	z, err := zip.NewReader(in, size)
	if err != nil {
		return nil, fmt.Errorf("is a damaged or cut xlsx (zip) file: %w", err)
	}
	z.RegisterDecompressor(zip.Deflate, flate.NewReader)
	b := &Book{parts: make(map[string]*zip.File, len(z.File)), limits: limits, left: limits.Unzip}
	for _, f := range z.File {
		name := strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))
		if b.parts[name] != nil {
			return nil, fmt.Errorf("is a damaged xlsx file: the part %q is there twice", f.Name)
		}
		b.parts[name] = f
	}
	main, err := b.mainPart()
	if err != nil {
		return nil, err
	}
	return b, b.readWorkbook(main)
}

// mainPart finds the workbook's part by the root relations, or where every program puts it.
func (b *Book) mainPart() (string, error) {
	for name := range b.parts {
		if strings.HasSuffix(name, "workbook.bin") {
			return "", errors.New("is a binary workbook (.xlsb), not an xlsx file; save it as .xlsx")
		}
	}
	rels, err := b.relations("")
	if err != nil {
		return "", err
	}
	for _, r := range rels.Relationship {
		if strings.HasSuffix(r.Type, "/officeDocument") {
			if name := resolve("", r.Target); b.parts[name] != nil {
				return name, nil
			}
		}
	}
	if b.parts["xl/workbook.xml"] != nil {
		return "xl/workbook.xml", nil
	}
	return "", errors.New("is a zip archive but no xlsx file; unpack it and give the files in it")
}

type relations struct {
	Relationship []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	}
}

// relations reads what belongs to a part; none if the file is not there.
func (b *Book) relations(part string) (r relations, err error) {
	name := path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
	if part == "" {
		name = "_rels/.rels"
	}
	if b.parts[name] == nil {
		return r, nil
	}
	return r, b.small(name, &r)
}

// resolve is the name of a part that another one points to.
func resolve(from, target string) string {
	target = strings.ToLower(strings.ReplaceAll(target, `\`, "/"))
	if strings.HasPrefix(target, "/") {
		return path.Clean(target[1:])
	}
	return path.Join(path.Dir(from), target)
}

// small decodes a small part whole.
func (b *Book) small(name string, into any) error {
	r, err := b.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, maxSmallPart+1))
	if err == nil && len(data) > maxSmallPart {
		err = fmt.Errorf("is larger than %d MiB", maxSmallPart>>20)
	}
	if err == nil {
		err = xml.Unmarshal(data, into)
	}
	if err != nil {
		return fmt.Errorf("is a damaged xlsx file: part %q: %w", name, err)
	}
	return nil
}

func (b *Book) readWorkbook(main string) error {
	var w struct {
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets struct {
			Sheet []struct {
				Name  string     `xml:"name,attr"`
				State string     `xml:"state,attr"`
				Attrs []xml.Attr `xml:",any,attr"`
			} `xml:"sheet"`
		} `xml:"sheets"`
	}
	if err := b.small(main, &w); err != nil {
		return err
	}
	rels, err := b.relations(main)
	if err != nil {
		return err
	}
	b.From1904 = w.Properties.Date1904 == "1" || w.Properties.Date1904 == "true"
	target := map[string]string{}
	for _, r := range rels.Relationship {
		switch {
		case strings.HasSuffix(r.Type, "/worksheet"):
			target[r.ID] = resolve(main, r.Target)
		case strings.HasSuffix(r.Type, "/sharedStrings"):
			b.shared = resolve(main, r.Target)
		}
	}
	if b.shared == "" && b.parts["xl/sharedstrings.xml"] != nil {
		b.shared = "xl/sharedstrings.xml"
	}
	for _, s := range w.Sheets.Sheet {
		for _, a := range s.Attrs {
			part, ok := target[a.Value]
			if a.Name.Local != "id" || a.Name.Space == "" || !ok { // charts and dialogs are sheets without cells
				continue
			}
			if b.parts[part] == nil {
				return fmt.Errorf("is a damaged xlsx file: sheet %q has no part %q", s.Name, part)
			}
			b.Sheets = append(b.Sheets, Sheet{Name: s.Name, Hidden: s.State != "" && s.State != "visible", part: part})
		}
	}
	if len(b.Sheets) == 0 {
		return errors.New("is an xlsx file without a sheet of cells")
	}
	return nil
}

// open unpacks a part within the limit of the whole book. The zip reader checks size and checksum at the end.
func (b *Book) open(name string) (io.ReadCloser, error) {
	f := b.parts[name]
	if f == nil {
		return nil, fmt.Errorf("is a damaged xlsx file: the part %q is missing", name)
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("is a damaged xlsx file: part %q: %w", name, err)
	}
	return &limited{r, b}, nil
}

type limited struct {
	io.ReadCloser
	book *Book
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	if l.book.left -= int64(n); l.book.left < 0 {
		return 0, fmt.Errorf("is an xlsx file that unpacks to more than %d MiB; it is refused (%w)",
			l.book.limits.Unzip>>20, ErrTooBig)
	}
	return n, err
}
