package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"crosstable/fixtures"
)

// badFiles are kinds of trouble too large or too binary to stand in a script.
var badFiles = map[string]func(w io.Writer) error{
	"binary": func(w io.Writer) error {
		b := make([]byte, 4096)
		for i := range b {
			b[i] = byte(i * 7919 >> 3)
		}
		_, err := w.Write(append([]byte("\x7fELF\x02\x01\x01\x00"), b...))
		return err
	},
	"truncated-xlsx": func(w io.Writer) error {
		b, err := fs.ReadFile(fixtures.FS, "demo/2015-Q2/league.xlsx")
		if err != nil {
			return err
		}
		_, err = w.Write(b[:len(b)*2/3])
		return err
	},
	"truncated-gzip": func(w io.Writer) error {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		io.WriteString(z, "game,white_id,black_id,result,end\n")
		for i := range 2000 {
			io.WriteString(z, strings.Repeat("x", i%50)+",1,2,1-0,2015-02-06\n")
		}
		if err := z.Close(); err != nil {
			return err
		}
		_, err := w.Write(b.Bytes()[:b.Len()/2])
		return err
	},
	// A sheet of 3 GB that packs to 3 MB.
	"xlsx-bomb": func(w io.Writer) error {
		z := zip.NewWriter(w)
		for _, f := range [][2]string{
			{"[Content_Types].xml", `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
			{"_rels/.rels", `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
			{"xl/workbook.xml", `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>`},
			{"xl/_rels/workbook.xml.rels", `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		} {
			part, err := z.Create(f[0])
			if err != nil {
				return err
			}
			io.WriteString(part, f[1])
		}
		sheet, size, err := packedSpaces(3 << 30)
		if err != nil {
			return err
		}
		part, err := z.CreateRaw(&zip.FileHeader{Name: "xl/worksheets/sheet1.xml", Method: zip.Deflate,
			CompressedSize64: uint64(len(sheet)), UncompressedSize64: size})
		if err != nil {
			return err
		}
		if _, err := part.Write(sheet); err != nil {
			return err
		}
		return z.Close()
	},
	"long-line-csv": func(w io.Writer) error {
		io.WriteString(w, "game,white_id,black_id,result,end,note\ng1,1,2,1-0,2015-02-06,\ng2,1,2,1-0,2015-02-07,")
		if err := spaces(w, longLine()); err != nil {
			return err
		}
		_, err := io.WriteString(w, "x\ng3,2,1,1-0,2015-02-08,\n")
		return err
	},
	"long-line-pgn": func(w io.Writer) error {
		tags := "[White \"Anna\"]\n[Black \"Ben\"]\n[Date \"2015.02.0%\"]\n[Result \"1-0\"]\n\n"
		io.WriteString(w, strings.Replace(tags, "%", "3", 1)+"1. e4 {")
		if err := spaces(w, longLine()); err != nil {
			return err
		}
		_, err := io.WriteString(w, "} 1-0\n\n"+strings.Replace(tags, "%", "4", 1)+"1. d4 1-0\n")
		return err
	},
	"undecided": func(w io.Writer) error {
		_, err := io.WriteString(w, "game,white_id,white,black_id,black,result,end\ng1,1,\xff\x98\x81\xfe\x8f\xff,2,\x98\xff\xff\x9d\x81\xff,1-0,2015-02-06\n")
		return err
	},
}

// longLine is a line of 64 MB, in the long campaigns of 1 GB.
func longLine() int64 {
	if os.Getenv("CROSSTABLE_LONG") != "" {
		return 1 << 30
	}
	return 64 << 20
}

// packedSpaces is a deflated sheet with one cell of at least n spaces. One block is packed and repeated: it
// refers to nothing but spaces before it.
func packedSpaces(n uint64) (packed []byte, size uint64, err error) {
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return nil, 0, err
	}
	head := `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>`
	io.WriteString(z, head)
	block := bytes.Repeat([]byte(" "), 1<<20)
	z.Write(block)
	z.Flush()
	from := b.Len()
	z.Write(block)
	z.Flush()
	again := bytes.Clone(b.Bytes()[from:])
	size = uint64(len(head) + 2*len(block))
	for ; size < n; size += uint64(len(block)) {
		b.Write(again)
	}
	tail := `</t></is></c></row></sheetData></worksheet>`
	io.WriteString(z, tail)
	err = z.Close()
	return b.Bytes(), size + uint64(len(tail)), err
}

func spaces(w io.Writer, n int64) error {
	block := bytes.Repeat([]byte(" "), 1<<20)
	for ; n > 0; n -= int64(len(block)) {
		if _, err := w.Write(block); err != nil {
			return err
		}
	}
	return nil
}

func scriptBadFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 || badFiles[args[0]] == nil {
		ts.Fatalf("usage: badfile KIND FILE")
	}
	f, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	ts.Check(badFiles[args[0]](f))
	ts.Check(f.Close())
}
