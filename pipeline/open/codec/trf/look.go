package trf

// How a TRF is recognised.

import "strings"

// IsLine reports a line that begins with a code of the tournament report: three digits or XX? or BB?,
// a blank, and for players the columns where numbers stand.
func IsLine(l string) bool {
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
