package table

import (
	"archive/zip"
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// contentTypes comes first in a workbook, as readers that stream expect.
const contentTypes = "[Content_Types].xml"

// WriteWorkbook writes f so that equal workbooks are equal bytes: the parts in a fixed order and without times.
func WriteWorkbook(w io.Writer, f *excelize.File) error {
	buf, err := f.WriteToBuffer()
	if err != nil {
		return err
	}
	in, err := zip.NewReader(bytes.NewReader(buf.Bytes()), int64(buf.Len()))
	if err != nil {
		return err
	}
	parts := slices.Clone(in.File)
	slices.SortFunc(parts, func(a, b *zip.File) int {
		switch {
		case a.Name == contentTypes:
			return -1
		case b.Name == contentTypes:
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	out := zip.NewWriter(w)
	for _, p := range parts {
		part, err := out.CreateHeader(&zip.FileHeader{Name: p.Name, Method: zip.Deflate})
		if err != nil {
			return err
		}
		r, err := p.Open()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			return err
		}
		if p.Name == contentTypes {
			data = sortDefaults(data)
		}
		if _, err := part.Write(data); err != nil {
			return err
		}
	}
	return out.Close()
}

var defaultType = regexp.MustCompile(`<Default [^>]*></Default>`)

// sortDefaults orders the content types by extension; excelize writes some of them in the order of a map.
func sortDefaults(data []byte) []byte {
	all := defaultType.FindAll(data, -1)
	slices.SortFunc(all, bytes.Compare)
	i := 0
	return defaultType.ReplaceAllFunc(data, func([]byte) []byte {
		i++
		return all[i-1]
	})
}
