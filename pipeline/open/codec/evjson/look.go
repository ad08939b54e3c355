package evjson

// How JSON is recognised.

import "strings"

// Looks tells JSON from its beginning: it looks at the first characters: an object's key or an array's value must
// follow.
func Looks(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	if rest == "" {
		return text == "{" || text == "["
	}
	if text[0] == '{' {
		return rest[0] == '"' || rest[0] == '}'
	}
	return strings.ContainsRune(`{["]-0123456789tfn`, rune(rest[0]))
}
