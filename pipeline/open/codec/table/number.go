package table

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Locale says how points and commas in numbers are meant.
type Locale uint8

// Locales. Unstated refuses numbers that read differently in different countries.
const (
	Unstated    Locale = iota
	PointLocale        // 1,234.5 (English, Japanese, Chinese)
	CommaLocale        // 1.234,5 (German)
)

// Errors of numbers.
var (
	ErrNotNumber = errors.New("not a number")
	ErrThousands = errors.New("a number with a thousands separator or a decimal comma; state the locale")
	ErrNotWhole  = errors.New("not a whole number")
	ErrRange     = errors.New("out of range")
)

// ParseInt reads a whole number of base 10: 010 is 10. Full-width digits and signs count; 12.0 and
// 12.00 (as spreadsheets write) are 12, 12.9 is an error and never 12. The caller deals with empty cells.
func ParseInt(b []byte, locale Locale) (int32, error) {
	n, i := 0, 0
	neg := false
	if len(b) > 1 && (b[0] == '-' || b[0] == '+') {
		neg = b[0] == '-'
		i = 1
	}
	start := i
	for ; i < len(b) && b[i] >= '0' && b[i] <= '9' && i-start < 9; i++ {
		n = n*10 + int(b[i]-'0')
	}
	if i == len(b) && i > start {
		if neg {
			n = -n
		}
		return int32(n), nil
	}
	return parseIntSlow(b, locale)
}

func parseIntSlow(b []byte, locale Locale) (int32, error) {
	s, err := plainNumber(b, locale)
	if err != nil {
		return 0, err
	}
	whole, frac, _ := strings.Cut(s, ".")
	if strings.Trim(frac, "0") != "" {
		return 0, ErrNotWhole
	}
	n, err := strconv.ParseInt(whole, 10, 32)
	if err != nil {
		if errors.Is(err, strconv.ErrRange) {
			return 0, ErrRange
		}
		return 0, ErrNotNumber
	}
	return int32(n), nil
}

// ParseFloat reads a decimal number under the same rules.
func ParseFloat(b []byte, locale Locale) (float64, error) {
	s, err := plainNumber(b, locale)
	if err != nil {
		return 0, err
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, ErrNotNumber
	}
	return f, nil
}

// plainNumber gives the digits with a decimal point, if any, and no separators.
func plainNumber(b []byte, locale Locale) (string, error) {
	s := string(b)
	if !isASCII(b) {
		s = norm.NFKC.String(s)
		s = strings.ReplaceAll(s, "\u2212", "-") // the minus sign proper
	}
	s = strings.TrimSpace(s)
	sign := ""
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = "-"
		}
		s = s[1:]
	}
	for i := 0; i < len(s); i++ {
		if (s[i] < '0' || s[i] > '9') && s[i] != '.' && s[i] != ',' {
			return "", ErrNotNumber
		}
	}
	if s == "" || s[0] == '.' || s[0] == ',' || s[len(s)-1] == '.' || s[len(s)-1] == ',' {
		return "", ErrNotNumber
	}
	group, point := ",", "."
	if locale == CommaLocale {
		group, point = ".", ","
	}
	whole, frac, hasFrac := strings.Cut(s, point)
	if strings.ContainsAny(frac, ".,") {
		return "", ErrNotNumber
	}
	if strings.Contains(whole, group) {
		if locale == Unstated {
			return "", ErrThousands
		}
		parts := strings.Split(whole, group)
		for i, p := range parts {
			if len(p) != 3 && (i > 0 || len(p) > 3 || p == "") {
				return "", fmt.Errorf("%w: digits in groups of three were expected", ErrNotNumber)
			}
		}
		whole = strings.Join(parts, "")
	}
	if hasFrac {
		// 1.234 is a thousand in some countries and little more than one in others.
		if locale == Unstated && len(frac) == 3 && len(whole) <= 3 && whole != "0" {
			return "", ErrThousands
		}
		return sign + whole + "." + frac, nil
	}
	return sign + whole, nil
}

func isASCII(b []byte) bool {
	return bytes.IndexFunc(b, func(r rune) bool { return r >= 0x80 }) < 0
}
