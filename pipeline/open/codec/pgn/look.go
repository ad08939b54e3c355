package pgn

// How a PGN is recognised.

import "strings"

// IsTag reports a line that begins as a PGN tag does: [ name "
func IsTag(l string) bool {
	l = strings.TrimLeft(l, " \t\ufeff\x00")
	if !strings.HasPrefix(l, "[") {
		return false
	}
	l = strings.TrimLeft(l[1:], " \t")
	i := 0
	for i < len(l) && (l[i] == '_' || '0' <= l[i] && l[i] <= '9' || 'A' <= l[i] && l[i] <= 'Z' || 'a' <= l[i] &&
		l[i] <= 'z') {
		i++
	}
	if i == 0 {
		return false
	}
	return strings.HasPrefix(strings.TrimLeft(l[i:], " \t"), `"`)
}
