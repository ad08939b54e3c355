package source

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is the name of what a file's content is.
type Format string

// Names of formats that others speak of; the table of all of them is that of pipeline/open. CSV stands for every
// separated table: games, lists, events; its header says which.
const (
	Unknown    Format = ""
	FormatCSV  Format = "csv"
	FormatPGN  Format = "pgn"
	FormatTRF  Format = "trf"
	FormatJSON Format = "json"
	FormatXLSX Format = "xlsx" // any zip archive: the reader says when it is no workbook
	FormatFIDE Format = "fide" // the FIDE rating list in fixed columns
	FormatNCS  Format = "ncs"  // the results file of the Japanese federation's database
	FormatICCF Format = "iccf" // the ICCF rating list in fixed columns
)

// Kind is a row of a table of formats: how one is named and recognised.
type Kind struct {
	Format     Format
	Names      []string // further words of --from
	Extensions []string // without compression's .gz or .zst; they break ties only
	Summary    string
	Magic      []string // a binary format: its first bytes; the reader then gets the bytes as they are
	Tolerant   bool     // the syntax is ASCII: where the encoding cannot be told, names may be wrong and nothing else
	Recognise  func(*Sample) Fit
}

// Fit is how well a text looks like a format.
type Fit uint8

// Fits. The best one wins; among equals the first row, but for Possible the extension is asked before.
const (
	No Fit = iota
	Possible
	Likely
	Certain
)

// Sample is the beginning of a text.
type Sample struct {
	Text  string
	Lines []string // up to 60 that are not blank
}

// Count counts the lines of a kind.
func (s *Sample) Count(is func(line string) bool) int {
	n := 0
	for _, l := range s.Lines {
		if is(l) {
			n++
		}
	}
	return n
}

// Find reads a format's name as --from and --to give it.
func Find(kinds []Kind, name string) (Format, bool) {
	name = strings.ToLower(strings.TrimPrefix(name, "."))
	for _, k := range kinds {
		if string(k.Format) == name || slices.Contains(k.Names, name) {
			return k.Format, true
		}
	}
	return Unknown, false
}

// ByName guesses by the extension, below .gz and .zst; for files about to be written.
func ByName(kinds []Kind, path string) Format {
	base := strings.ToLower(filepath.Base(path))
	base = strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".zst")
	ext := filepath.Ext(base)
	for _, k := range kinds {
		if slices.Contains(k.Extensions, ext) {
			return k.Format
		}
	}
	return Unknown
}

const kindXLS = "an old Excel file (.xls)"

// binaryKind names binary formats by their first bytes.
func binaryKind(head []byte) string {
	for _, m := range []struct{ magic, kind string }{
		{"PK\x03\x04", "a zip archive"}, {"PK\x05\x06", "a zip archive"},
		{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", kindXLS},
		{"%PDF-", "a PDF"},
		{"\x89PNG\r\n", "a picture (PNG)"}, {"\xFF\xD8\xFF", "a picture (JPEG)"}, {"GIF8", "a picture (GIF)"},
		{"\x7FELF", "a program"}, {"MZ\x90\x00", "a program"},
		{"Rar!\x1A\x07", "a RAR archive"}, {"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"}, {"BZh", "bzip2 data"},
		{"\xFD7zXZ\x00", "xz data"},
		{"SQLite format 3\x00", "an SQLite database"},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			if m.kind == "bzip2 data" && (len(head) < 10 || string(head[4:10]) != "1AY&SY") {
				continue // a text may begin with BZh
			}
			return m.kind
		}
	}
	return ""
}

func hintFor(what string) string {
	switch {
	case what == kindXLS:
		return "save it as .xlsx or as CSV"
	case strings.Contains(what, "bzip2"), strings.Contains(what, "xz data"), strings.Contains(what, "RAR"),
		strings.Contains(what, "7-Zip"):
		return "unpack it first; gzip and zstd are read as they are"
	case strings.Contains(what, "HTML"):
		return "a web page was saved instead of the file it links to"
	}
	return "wanted: CSV, PGN, TRF, xlsx, JSON, a FIDE list or an NCS results file"
}

// looksBinary gives the reason why decoded text is none, or "".
func looksBinary(text string) string {
	if len(text) > 64<<10 {
		text = text[:64<<10]
	}
	controls := 0
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1A || c == 0x7F {
			controls++
		}
	}
	if controls > 8 && controls*20 > len(text) {
		return fmt.Sprintf("%d of its first %d bytes are control characters", controls, len(text))
	}
	return ""
}

// recognise tells the format from the beginning of the decoded text. what is not "" for content that is
// known and cannot be used. The extension is asked only when the content fits several formats.
func recognise(kinds []Kind, text, name string, whole bool) (f Format, what string) {
	sample := &Sample{text, firstLines(text, 60, whole)}
	if len(sample.Lines) == 0 {
		return Unknown, "holds nothing but blank lines"
	}
	lower := strings.ToLower(strings.TrimSpace(sample.Lines[0]))
	switch {
	case strings.HasPrefix(lower, "<!doctype html"), strings.HasPrefix(lower, "<html"):
		return Unknown, "is a web page (HTML)"
	case strings.HasPrefix(lower, "<?xml"):
		return Unknown, "is XML"
	}
	best, at := No, Unknown
	for _, k := range kinds {
		if k.Recognise == nil {
			continue
		}
		if fit := k.Recognise(sample); fit > best {
			best, at = fit, k.Format
		}
	}
	if best > Possible {
		return at, ""
	}
	if f := ByName(kinds, name); f != Unknown && !binaryFormat(kinds, f) {
		return f, ""
	}
	if at != Unknown {
		return at, ""
	}
	return Unknown, "is of no known format"
}

func binaryFormat(kinds []Kind, f Format) bool {
	return slices.ContainsFunc(kinds, func(k Kind) bool { return k.Format == f && len(k.Magic) > 0 })
}

// firstLines gives up to n lines that are not blank. Without the whole text the last line may be cut and
// is left out.
func firstLines(text string, n int, whole bool) []string {
	if !whole {
		if i := strings.LastIndexAny(text, "\r\n"); i >= 0 {
			text = text[:i]
		}
	}
	var lines []string
	for len(text) > 0 && len(lines) < n {
		l := text
		if i := strings.IndexAny(text, "\r\n"); i >= 0 {
			l, text = text[:i], text[i+1:]
		} else {
			text = ""
		}
		if strings.TrimSpace(l) != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

// firstLine gives the line where the first byte beyond ASCII stands, cut to a sample.
func firstLine(head []byte) []byte {
	i := firstHigh(head)
	if i < 0 {
		i = 0
	}
	start := bytes.LastIndexAny(head[:i], "\r\n") + 1
	line := head[start:]
	if j := bytes.IndexAny(line, "\r\n"); j >= 0 {
		line = line[:j]
	}
	// A very long line is cut at bytes that are no part of a character in any encoding of the table.
	if i -= start; i > 80 {
		for i -= 40; i > 0 && line[i-1] >= 0x30; i-- {
		}
		line = line[i:]
	}
	if len(line) > 120 {
		cut := 120
		for cut > 60 && line[cut] >= 0x30 {
			cut--
		}
		line = line[:cut]
	}
	return line
}
