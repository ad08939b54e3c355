package source

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"crosstable/engine/method"
)

// charset is a row of the table of encodings.
type charset struct {
	name    string   // as said to users
	flag    string   // as --encoding takes it in messages
	aliases []string // further spellings, folded
	enc     encoding.Encoding
	// languages that the encoding is used for, with the models that score a decoding; none: never
	// chosen without a sign of its own (a byte order mark, zero bytes, escape sequences).
	languages []usage
	// rival marks encodings that stand by so that their texts are not taken for something else. They are
	// chosen only when it is very clear.
	rival bool
}

// usage is a language in an encoding, with the logarithm of how usual that is against the others.
type usage struct {
	model *model
	prior float64
}

// narrow reports an encoding with one byte a character.
func (c *charset) narrow() bool {
	_, ok := c.enc.(*charmap.Charmap)
	return ok
}

// UTF8 is the name of the encoding that everything is turned into.
const UTF8 = "UTF-8"

// charsets: the order is the order of preference between encodings that read a text the same way.
var charsets = []charset{
	{UTF8, "utf-8", []string{"utf8", "utf8bom", "utf8sig", "ascii", "usascii"}, nil, nil, false},
	{"UTF-16LE", "utf-16le", []string{"utf16le", "ucs2", "ucs2le"},
		unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), nil, false},
	{"UTF-16BE", "utf-16be", []string{"utf16be", "ucs2be"}, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), nil,
		false},
	{"ISO-2022-JP", "iso-2022-jp", []string{"iso2022jp", "jis"}, japanese.ISO2022JP, nil, false},
	{"CP932", "cp932", []string{"shiftjis", "sjis", "windows31j", "ms932", "mskanji"}, japanese.ShiftJIS,
		[]usage{{jp, 0}, {tc, -30}}, false},
	{"EUC-JP", "euc-jp", []string{"eucjp", "ujis"}, japanese.EUCJP, []usage{{jp, -1}}, false},
	{"GB18030", "gb18030", []string{"gbk", "gb2312", "cp936", "euccn", "windows936"}, simplifiedchinese.GB18030,
		[]usage{{sc, 0}, {tc, -12}, {jp, -12}}, false},
	{"Big5", "big5", []string{"cp950", "big5hkscs", "windows950"}, traditionalchinese.Big5, []usage{{tc, 0}}, false},
	{"windows-1252", "cp1252", []string{"windows1252", "latin1", "iso88591", "l1", "ansi", "latin9", "iso885915"},
		charmap.Windows1252, []usage{{western, 0}}, false},
	{"windows-1250", "cp1250", []string{"windows1250"}, charmap.Windows1250, []usage{{central, -4}}, true},
	{"ISO-8859-2", "iso-8859-2", []string{"latin2", "iso88592", "l2"}, charmap.ISO8859_2, []usage{{central, -7}}, true},
	{"windows-1251", "cp1251", []string{"windows1251"}, charmap.Windows1251, []usage{{cyrillic, -4}}, true},
	{"EUC-KR", "euc-kr", []string{"euckr", "cp949", "windows949", "uhc"}, korean.EUCKR, []usage{{hangul, -4}}, true},
}

// Encodings lists the names that --encoding takes.
func Encodings() []string {
	var names []string
	for _, c := range charsets {
		names = append(names, c.flag)
	}
	return names
}

func foldCharset(name string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
}

// findCharset reads the value of --encoding; nil without error asks for our own decision. utf-16 alone is
// the little-endian form unless a byte order mark says otherwise.
func findCharset(name string) (*charset, error) {
	key := foldCharset(name)
	if key == "" || key == "auto" {
		return nil, nil
	}
	if key == "utf16" || key == "unicode" {
		key = "utf16le"
	}
	for i := range charsets {
		c := &charsets[i]
		if foldCharset(c.flag) == key || foldCharset(c.name) == key {
			return c, nil
		}
		for _, a := range c.aliases {
			if a == key {
				return c, nil
			}
		}
	}
	hint := "known: " + strings.Join(Encodings(), ", ")
	if best, ok := method.Nearest(name, Encodings()); ok {
		hint = fmt.Sprintf("did you mean %q? %s", best, hint)
	}
	return nil, fmt.Errorf("no encoding %q; %s", name, hint)
}

// CheckEncoding is the error of an unknown name of an encoding, before anything is opened: wrong usage.
func CheckEncoding(name string) error {
	_, err := findCharset(name)
	return err
}

func charsetNamed(name string) *charset {
	for i := range charsets {
		if charsets[i].name == name {
			return &charsets[i]
		}
	}
	panic("source: no charset " + name)
}

// decode decodes a piece of text; bad bytes become U+FFFD.
func (c *charset) decode(b []byte) string {
	if c.enc == nil {
		return strings.ToValidUTF8(string(b), "\uFFFD")
	}
	out, err := c.enc.NewDecoder().Bytes(b)
	if err != nil {
		return string(bytes.ToValidUTF8(b, []byte("\uFFFD")))
	}
	return string(out)
}
