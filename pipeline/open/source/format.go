package source

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// Format is what a file's content is.
type Format string

// Formats. CSV stands for every separated table: games, lists, events; its header says which.
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

// FormatInfo is a row of Formats.
type FormatInfo struct {
	Format     Format
	Extensions []string // without compression's .gz or .zst; they break ties only
	Summary    string
}

// Formats lists the formats, for --from and the list command.
var Formats = []FormatInfo{
	{FormatCSV, []string{".csv", ".tsv", ".txt"}, "a table with a header line, separated by comma, semicolon, tab or bar"},
	{FormatPGN, []string{".pgn"}, "chess games with tags"},
	{FormatTRF, []string{".trf", ".trfx", ".tab"}, "FIDE tournament report, 2006 to 2026, and the Krause form"},
	{FormatJSON, []string{".json"}, "crosstable's own event and result files"},
	{FormatXLSX, []string{".xlsx", ".xlsm"}, "a workbook of Excel 2007 or later"},
	{FormatFIDE, nil, "the FIDE rating list in fixed columns"},
	{FormatNCS, nil, "the results file of the Japanese federation's database (NCS)"},
	{FormatICCF, nil, "the ICCF rating list in fixed columns"},
}

// FindFormat reads a format's name as --from and --to give it.
func FindFormat(name string) (Format, bool) {
	name = strings.ToLower(strings.TrimPrefix(name, "."))
	if name == "tsv" {
		return FormatCSV, true
	}
	if name == "trf16" || name == "trf26" || name == "krause" {
		return FormatTRF, true
	}
	for _, f := range Formats {
		if string(f.Format) == name {
			return f.Format, true
		}
	}
	return Unknown, false
}

// FormatByName guesses by the extension, below .gz and .zst; for files about to be written.
func FormatByName(path string) Format {
	base := strings.ToLower(filepath.Base(path))
	base = strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".zst")
	ext := filepath.Ext(base)
	for _, f := range Formats {
		for _, e := range f.Extensions {
			if e == ext {
				return f.Format
			}
		}
	}
	return Unknown
}

const (
	kindZip = "a zip archive"
	kindXLS = "an old Excel file (.xls)"
)

// binaryKind names binary formats by their first bytes.
func binaryKind(head []byte) string {
	for _, m := range []struct{ magic, kind string }{
		{"PK\x03\x04", kindZip}, {"PK\x05\x06", kindZip},
		{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", kindXLS},
		{"%PDF-", "a PDF"},
		{"\x89PNG\r\n", "a picture (PNG)"}, {"\xFF\xD8\xFF", "a picture (JPEG)"}, {"GIF8", "a picture (GIF)"},
		{"\x7FELF", "a program"}, {"MZ\x90\x00", "a program"},
		{"Rar!\x1A\x07", "a RAR archive"}, {"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"}, {"BZh", "bzip2 data"}, {"\xFD7zXZ\x00", "xz data"},
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
	case strings.Contains(what, "bzip2"), strings.Contains(what, "xz data"), strings.Contains(what, "RAR"), strings.Contains(what, "7-Zip"):
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
func recognise(text, name string, whole bool) (f Format, what string) {
	lines := firstLines(text, 60, whole)
	if len(lines) == 0 {
		return Unknown, "holds nothing but blank lines"
	}
	first := strings.TrimSpace(lines[0])
	lower := strings.ToLower(first)
	switch {
	case strings.HasPrefix(lower, "<!doctype html"), strings.HasPrefix(lower, "<html"):
		return Unknown, "is a web page (HTML)"
	case strings.HasPrefix(lower, "<?xml"):
		return Unknown, "is XML"
	case strings.HasPrefix(first, "{") && jsonLike(text), strings.HasPrefix(first, "[") && !tagLine(first) && jsonLike(text):
		return FormatJSON, ""
	}
	if fideHeader(lines) {
		return FormatFIDE, ""
	}
	if ncsHeader(lines[0]) {
		return FormatNCS, ""
	}
	if iccfLines(lines) {
		return FormatICCF, ""
	}
	// Points for what the lines look like.
	pgn, trf, table := 0, 0, 0
	for _, l := range lines {
		switch {
		case tagLine(l):
			pgn++
		case trfLine(l):
			trf++
		case strings.ContainsAny(l, ",;\t|") && !strings.Contains(l, "{"):
			table++
		}
	}
	switch {
	case pgn > 0 && pgn >= trf && (pgn >= 2 || pgn > table):
		return FormatPGN, ""
	case trf > 0 && trf >= table:
		return FormatTRF, ""
	case table > 0 && pgn == 0 && trf == 0:
		return FormatCSV, ""
	}
	if f := FormatByName(name); f != Unknown && f != FormatXLSX {
		return f, ""
	}
	switch {
	case table > 0:
		return FormatCSV, ""
	case pgn > 0:
		return FormatPGN, ""
	}
	return Unknown, "is of no known format"
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

// tagLine reports a line that begins as a PGN tag does: [ name "
func tagLine(l string) bool {
	l = strings.TrimLeft(l, " \t\ufeff\x00")
	if !strings.HasPrefix(l, "[") {
		return false
	}
	l = strings.TrimLeft(l[1:], " \t")
	i := 0
	for i < len(l) && (l[i] == '_' || '0' <= l[i] && l[i] <= '9' || 'A' <= l[i] && l[i] <= 'Z' || 'a' <= l[i] && l[i] <= 'z') {
		i++
	}
	if i == 0 {
		return false
	}
	return strings.HasPrefix(strings.TrimLeft(l[i:], " \t"), `"`)
}

// trfLine reports a line that begins with a code of the tournament report: three digits or XX? or BB?,
// a blank, and for players the columns where numbers stand.
func trfLine(l string) bool {
	if len(l) < 4 {
		return len(l) == 3 && digits(l)
	}
	code, rest := l[:3], l[3:]
	if (strings.HasPrefix(code, "XX") || strings.HasPrefix(code, "BB")) && code[2] >= 'A' && code[2] <= 'Z' {
		return rest[0] == ' '
	}
	if code == "###" || code == "DAT" {
		return rest[0] == ' '
	}
	if !digits(code) || rest[0] != ' ' {
		return false
	}
	if code == "001" {
		return len(l) >= 8 && strings.TrimSpace(l[4:8]) != "" && digits(strings.TrimSpace(l[4:8]))
	}
	return true
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// fideHeader finds the header line of the FIDE list in fixed columns.
func fideHeader(lines []string) bool {
	l := lines[0]
	return strings.HasPrefix(strings.ToUpper(strings.TrimLeft(l, " ")), "ID") && strings.Contains(l, "Name  ") &&
		strings.Contains(l, "Fed") && !strings.ContainsAny(l, ",;\t|")
}

// ncsHeader finds the header of the NCS results file: White's points and names in kanji.
func ncsHeader(l string) bool {
	k := strings.ToLower(strings.NewReplacer(" ", "", "_", "", `"`, "").Replace(l))
	return strings.Contains(k, "whitepoint") && strings.Contains(k, "whitekanji") && strings.Contains(k, "blackkanji")
}

// iccfLine is a line of ICCF's list: id in columns 1-6, federation 8-10, title 12-14, rating 16-19, sex 21,
// name from 23.
var iccfLine = regexp.MustCompile(`^[0-9]{5,6} ? [A-Z]{3} [A-Za-z ]{3} [0-9 ]{3}[0-9] [MFmf ] \S`)

// iccfLines reports that most lines are of ICCF's list.
func iccfLines(lines []string) bool {
	n := 0
	for _, l := range lines {
		if iccfLine.MatchString(l) {
			n++
		}
	}
	return 2*n >= len(lines)
}

// jsonLike looks at the first characters: an object's key or an array's value must follow.
func jsonLike(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	if rest == "" {
		return text == "{" || text == "["
	}
	if text[0] == '{' {
		return rest[0] == '"' || rest[0] == '}'
	}
	return strings.ContainsRune(`{["]-0123456789tfn`, rune(rest[0]))
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
