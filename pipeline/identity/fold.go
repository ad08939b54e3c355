package identity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold brings a name to the form in which names are compared: NFKC (full-width letters and half-width
// kana to their usual forms), case folded, runs of spaces to one, no space between two characters of Japanese
// or Chinese (田中　智, 田中 智 and 田中智 are one name), one behind a comma and none before it. ICCF's additions behind a name, such as (USA) or
// (*1960), do not count.
func Fold(name string) string {
	if s, ok := foldASCII(name); ok {
		return s
	}
	s := cases.Fold().String(norm.NFKC.String(name))
	s = norm.NFKC.String(s) // folding can undo composition
	return spaces(addition(strings.TrimSpace(s)))
}

// foldASCII is Fold for plain ASCII, most names of most lists.
func foldASCII(name string) (string, bool) {
	same := true
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c >= utf8.RuneSelf {
			return "", false
		}
		if c >= 'A' && c <= 'Z' || c == ')' ||
			c <= ' ' && (c != ' ' || i == 0 || i == len(name)-1 || name[i-1] == ' ' || name[i+1] == ',') ||
			c == ',' && i+1 < len(name) && name[i+1] != ' ' {
			same = false
		}
	}
	if same {
		return name, true
	}
	return spaces(addition(strings.TrimSpace(strings.ToLower(name)))), true
}

// addition cuts off (usa) and (*1960) at the end.
func addition(s string) string {
	for strings.HasSuffix(s, ")") {
		i := strings.LastIndexByte(s, '(')
		if i <= 0 {
			return s
		}
		in := s[i+1 : len(s)-1]
		letters := len(in) == 3 && strings.Trim(in, "abcdefghijklmnopqrstuvwxyz") == ""
		year := len(in) == 5 && in[0] == '*' && strings.Trim(in[1:], "0123456789") == ""
		if !letters && !year {
			return s
		}
		s = strings.TrimSpace(s[:i])
	}
	return s
}

func spaces(s string) string {
	var b strings.Builder
	last, pending := rune(0), false
	for _, r := range s {
		if unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' {
			pending = last != 0
			continue
		}
		if r != ',' && (last == ',' || pending && !(ideographic(last) && ideographic(r))) {
			b.WriteByte(' ')
		}
		pending = false
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// ideographic reports scripts that are written without spaces between the parts of a name.
func ideographic(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == '々' ||
		r == 'ー' || r == '・'
}

// foldID is how ids are compared when they are not equal: width and case do not count.
func foldID(id string) string {
	return strings.ToUpper(strings.TrimSpace(norm.NFKC.String(id)))
}
