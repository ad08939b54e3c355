package games

// How lists in fixed columns and the NCS results file are recognised.

import "strings"

// LooksFIDE finds the header line of the FIDE list in fixed columns.
func LooksFIDE(lines []string) bool {
	l := lines[0]
	return strings.HasPrefix(strings.ToUpper(strings.TrimLeft(l, " ")), "ID") && strings.Contains(l, "Name  ") &&
		strings.Contains(l, "Fed") && !strings.ContainsAny(l, ",;\t|")
}

// LooksNCS finds the header of the NCS results file: White's points and names in kanji.
func LooksNCS(l string) bool {
	k := strings.ToLower(strings.NewReplacer(" ", "", "_", "", `"`, "").Replace(l))
	return strings.Contains(k, "whitepoint") && strings.Contains(k, "whitekanji") && strings.Contains(k, "blackkanji")
}

// LooksICCF reports that most lines are of ICCF's list.
func LooksICCF(lines []string) bool {
	n := 0
	for _, l := range lines {
		if iccfLine.MatchString(l) {
			n++
		}
	}
	return 2*n >= len(lines)
}
