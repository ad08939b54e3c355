// Package issue is how crosstable speaks of bad data: an Issue has a place, a code, a message and a hint.
//
// A bad row, tag or cell never stops a run; it becomes an Issue, and the row lands in issues.csv.
// Errors are kept for what stops the run. Codes stand in one table per area (codes_*.go), which
// `crosstable explain CODE` and the documentation print; a test fails on an Issue with an unknown code.
package issue

import (
	"fmt"
	"strconv"
)

// Severity ranks issues.
type Severity uint8

// Severities: a Note needs no action; a Warning means the data was used and should be looked at;
// a SetAside means the row was not used.
const (
	Note Severity = iota
	Warning
	SetAside
)

func (s Severity) String() string { return [...]string{"note", "warning", "set-aside"}[s] }

// Issue is one finding in one place.
type Issue struct {
	File     string
	Line     int // physical line, 1-based; 0 unknown
	Column   int // 1-based, in characters for text formats, cell number for tables; 0 unknown
	Field    string
	Code     string
	Severity Severity
	Message  string
	Hint     string
}

// Place gives file:line:column as far as known.
func (i Issue) Place() string {
	s := i.File
	if i.Line > 0 {
		s += ":" + strconv.Itoa(i.Line)
		if i.Column > 0 {
			s += ":" + strconv.Itoa(i.Column)
		}
	}
	return s
}

func (i Issue) String() string {
	s := fmt.Sprintf("%s: %s [%s]", i.Place(), i.Message, i.Code)
	if i.Hint != "" {
		s += " (" + i.Hint + ")"
	}
	return s
}

// Code is a row of the tables of codes.
type Code struct {
	Code     string   // "csv-result"
	Severity Severity // the usual one
	Title    string   // one line
	Explain  string   // what it means, why it matters, what to do
	Hint     string   // default hint
}

// Codes lists all codes, area by area.
func Codes() []Code {
	var all []Code
	for _, area := range areas {
		all = append(all, area...)
	}
	return all
}

// areas: one row per codes_*.go file.
var areas = [][]Code{
	eventCodes,
	sourceCodes,
	pgnCodes,
	tableCodes,
	identityCodes,
	rateCodes,
	officeCodes,
}

// Lookup finds a code.
func Lookup(code string) (Code, bool) {
	for _, area := range areas {
		for _, c := range area {
			if c.Code == code {
				return c, true
			}
		}
	}
	return Code{}, false
}

// New makes an Issue of a known code with its usual severity and hint.
func New(code, file string, line, column int, format string, args ...any) Issue {
	c, _ := Lookup(code)
	return Issue{File: file, Line: line, Column: column, Code: code, Severity: c.Severity,
		Message: fmt.Sprintf(format, args...), Hint: c.Hint}
}
