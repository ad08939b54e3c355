// Package date reads the days that games files hold: ISO, 2015/1/9, PGN's 2015.01.??, German
// 09.01.2015, Japanese eras (平成27年1月9日, H27.1.9, 令和元年), Chinese 2015年1月9日 and the day numbers
// of spreadsheets. Every day is checked against the calendar: 31 February is an error, never 3 March.
package date

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"crosstable/pipeline/record"
)

// Errors of Parse. A caller that wants to know the kind uses errors.Is.
var (
	ErrSyntax     = errors.New("not a date")
	ErrImpossible = errors.New("no such day")
	ErrAmbiguous  = errors.New("day and month could be meant either way")
)

// Order says how 03/04/2015 is meant; dates that begin with the year never need it.
type Order uint8

// Orders of dates that end with the year. Unstated accepts only what can be read one way:
// dotted dates (German 09.01.2015) and days above 12.
const (
	Unstated Order = iota
	DayFirst
	MonthFirst
)

// Parse reads a date without knowing its order; see ParseOrder.
func Parse(s string) (record.Date, error) {
	d, _, err := ParseOrder(s, Unstated)
	return d, err
}

// ParseBytes is Parse for a cell of a buffer. Dates such as 2015-01-09 cost no allocation.
func ParseBytes(b []byte) (record.Date, error) {
	if d, ok := fast(b); ok {
		return d, nil
	}
	return Parse(string(b))
}

// fast reads YYYY-M-D with one of - / . between.
func fast(b []byte) (record.Date, bool) {
	if len(b) < 8 || len(b) > 10 || (b[4] != '-' && b[4] != '/' && b[4] != '.') {
		return record.Date{}, false
	}
	y := 0
	for _, c := range b[:4] {
		if c < '0' || c > '9' {
			return record.Date{}, false
		}
		y = y*10 + int(c-'0')
	}
	i, m := 5, 0
	for ; i < len(b) && b[i] != b[4]; i++ {
		if b[i] < '0' || b[i] > '9' || i > 6 {
			return record.Date{}, false
		}
		m = m*10 + int(b[i]-'0')
	}
	i++
	day := 0
	if i == len(b) || i < 7 || len(b)-i > 2 {
		return record.Date{}, false
	}
	for ; i < len(b); i++ {
		if b[i] < '0' || b[i] > '9' {
			return record.Date{}, false
		}
		day = day*10 + int(b[i]-'0')
	}
	if y == 0 || m == 0 || day == 0 || m > 12 || day > DaysIn(y, m) {
		return record.Date{}, false
	}
	return record.Date{Year: int16(y), Month: uint8(m), Day: uint8(day)}, true
}

// DaysIn gives the days of a month (Gregorian calendar).
func DaysIn(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// era is a Japanese era by its first day.
type era struct {
	kanji, letter string
	first         record.Date
}

var eras = []era{
	{"明治", "M", record.Date{Year: 1868, Month: 1, Day: 25}},
	{"大正", "T", record.Date{Year: 1912, Month: 7, Day: 30}},
	{"昭和", "S", record.Date{Year: 1926, Month: 12, Day: 25}},
	{"平成", "H", record.Date{Year: 1989, Month: 1, Day: 8}},
	{"令和", "R", record.Date{Year: 2019, Month: 5, Day: 1}},
}

// ParseOrder reads a date and, if one follows it, the time of day. Unknown parts (??, 00) are 0 in the
// date; nothing at all, ?, - and ????.??.?? give the zero Date and no error. clock is seconds after
// midnight, -1 if absent.
//
// A year of an era after its last day (平成31年5月1日) is counted on: forms printed before the change are
// filled in that way, and only one day can be meant. A day before the era's first day is an error.
func ParseOrder(s string, order Order) (d record.Date, clock int, err error) {
	clock = -1
	if b := []byte(s); len(b) <= 10 {
		if d, ok := fast(b); ok {
			return d, clock, nil
		}
	}
	text := strings.TrimSpace(norm.NFKC.String(s))
	if strings.Trim(text, "?.-/ ") == "" {
		return d, clock, nil
	}
	p := parser{rest: text}
	if d, err = p.date(order); err != nil {
		return record.Date{}, -1, wrap(s, err)
	}
	if clock, err = p.time(); err != nil {
		return record.Date{}, -1, wrap(s, err)
	}
	return d, clock, nil
}

func wrap(s string, err error) error {
	if utf8.RuneCountInString(s) > 40 {
		s = string([]rune(s)[:40]) + "…"
	}
	return fmt.Errorf("%q: %w", s, err)
}

// parser eats a date from the front of rest.
type parser struct{ rest string }

func (p *parser) eat(prefixes ...string) bool {
	for _, x := range prefixes {
		if r, ok := strings.CutPrefix(p.rest, x); ok {
			p.rest = r
			return true
		}
	}
	return false
}

func (p *parser) spaces() { p.rest = strings.TrimLeft(p.rest, " ") }

// number eats digits (arabic, or kanji as in 二十七 and 二〇一五) or question marks, which are 0.
// It gives how many characters it ate; 0 means there was no number.
func (p *parser) number() (n, width int) {
	i := 0
	for i < len(p.rest) && p.rest[i] >= '0' && p.rest[i] <= '9' {
		if i < 9 {
			n = n*10 + int(p.rest[i]-'0')
		}
		i++
	}
	if i == 0 {
		for i < len(p.rest) && p.rest[i] == '?' {
			i++
		}
	}
	if i > 0 {
		p.rest = p.rest[i:]
		return n, i
	}
	return p.kanjiNumber()
}

// kanjiNumber eats 一 to 九十九, digit by digit years (二〇一五) and 元 (first).
func (p *parser) kanjiNumber() (n, width int) {
	if p.eat("元") {
		return 1, 1
	}
	cur, tens := 0, -1
	for p.rest != "" && width < 4 {
		r, size := utf8.DecodeRuneInString(p.rest)
		if r == '十' {
			if tens >= 0 {
				break
			}
			tens = max(cur, 1)
			if width == 0 {
				tens = 1
			}
			cur = 0
		} else {
			i := strings.IndexRune("〇一二三四五六七八九", r)
			if i < 0 {
				break
			}
			cur = cur*10 + i/3
		}
		p.rest = p.rest[size:]
		width++
	}
	if tens >= 0 {
		return tens*10 + cur, width
	}
	return cur, width
}

func (p *parser) date(order Order) (record.Date, error) {
	for _, e := range eras {
		if p.eat(e.kanji) {
			p.spaces()
			return p.eraDate(e)
		}
		if len(p.rest) > 1 && strings.EqualFold(p.rest[:1], e.letter) && strings.IndexByte(" .0123456789", p.rest[1]) >= 0 {
			p.rest = strings.TrimLeft(p.rest[1:], " .")
			return p.eraDate(e)
		}
	}
	p.eat("西暦", "公元")
	before := p.rest
	a, width := p.number()
	if width == 0 {
		return record.Date{}, ErrSyntax
	}
	switch {
	case width == 8 && before[0] != '?': // 20150109
		return check(a/10000, a/100%100, a%100, true, true)
	case width == 4 || (width >= 3 && strings.HasPrefix(p.rest, "年")):
		y := a
		m, d, hasM, hasD, err := p.monthDay()
		if err != nil {
			return record.Date{}, err
		}
		return check(y, m, d, hasM, hasD)
	}
	return p.yearLast(before, a, order)
}

// monthDay eats what follows a year.
func (p *parser) monthDay() (m, d int, hasM, hasD bool, err error) {
	p.spaces()
	sep := ""
	switch {
	case p.eat("年"):
		sep = "月"
	case p.rest != "" && strings.IndexByte("-/.", p.rest[0]) >= 0:
		sep = p.rest[:1]
		p.rest = p.rest[1:]
	default:
		return 0, 0, false, false, nil // a year alone
	}
	p.spaces()
	m, w := p.number()
	if w == 0 {
		if sep == "月" { // 2015年
			return 0, 0, false, false, nil
		}
		return 0, 0, false, false, ErrSyntax
	}
	if w > 2 {
		return 0, 0, false, false, ErrSyntax
	}
	p.spaces()
	if !p.eat(sep) {
		if sep == "月" {
			return 0, 0, false, false, ErrSyntax
		}
		return m, 0, true, false, nil // 2015-01
	}
	p.spaces()
	d, w = p.number()
	if w > 2 || (w == 0 && sep != "月") {
		return 0, 0, false, false, ErrSyntax
	}
	if sep == "月" && w > 0 {
		p.spaces()
		if !p.eat("日", "号") {
			return 0, 0, false, false, ErrSyntax
		}
	}
	return m, d, true, w > 0, nil
}

func (p *parser) eraDate(e era) (record.Date, error) {
	y, w := p.number()
	if w == 0 || w > 3 || y == 0 {
		return record.Date{}, ErrSyntax
	}
	m, d, hasM, hasD, err := p.monthDay()
	if err != nil {
		return record.Date{}, err
	}
	out, err := check(int(e.first.Year)+y-1, m, d, hasM, hasD)
	if err != nil {
		return record.Date{}, err
	}
	if first := e.first; y == 1 && (out.Month != 0 && out.Month < first.Month ||
		out.Month == first.Month && out.Day != 0 && out.Day < first.Day) {
		return record.Date{}, fmt.Errorf("%w: %s begins on %s", ErrImpossible, e.kanji, first)
	}
	return out, nil
}

// yearLast reads 9.1.2015, 01/09/2015, 09-01-2015.
func (p *parser) yearLast(before string, a int, order Order) (record.Date, error) {
	if p.rest == "" || strings.IndexByte("-/.", p.rest[0]) < 0 {
		return record.Date{}, ErrSyntax
	}
	sep := p.rest[:1]
	p.rest = p.rest[1:]
	p.spaces()
	b, w := p.number()
	if w == 0 || w > 2 || !p.eat(sep) {
		return record.Date{}, ErrSyntax
	}
	p.spaces()
	y, w := p.number()
	if w != 4 || before[0] == '?' && y == 0 {
		return record.Date{}, ErrSyntax
	}
	if order == Unstated {
		switch {
		case sep == ".", a > 12:
			order = DayFirst
		case b > 12:
			order = MonthFirst
		case a == b:
			order = DayFirst
		default:
			return record.Date{}, ErrAmbiguous
		}
	}
	if order == MonthFirst {
		a, b = b, a
	}
	return check(y, b, a, true, true)
}

// check builds a date from its parts; 0 is unknown (PGN writes ??, others 00).
func check(y, m, d int, hasM, hasD bool) (record.Date, error) {
	if y == 0 {
		if m == 0 && d == 0 {
			return record.Date{}, nil
		}
		return record.Date{}, fmt.Errorf("%w: a day without its year", ErrSyntax)
	}
	if y > math.MaxInt16 {
		return record.Date{}, ErrImpossible
	}
	if !hasM || m == 0 {
		if hasD && d != 0 {
			return record.Date{}, fmt.Errorf("%w: a day without its month", ErrSyntax)
		}
		return record.Date{Year: int16(y)}, nil
	}
	if m > 12 {
		return record.Date{}, fmt.Errorf("%w: there is no month %d", ErrImpossible, m)
	}
	if hasD && d > DaysIn(y, m) {
		return record.Date{}, fmt.Errorf("%w: month %d of %d has %d days", ErrImpossible, m, y, DaysIn(y, m))
	}
	return record.Date{Year: int16(y), Month: uint8(m), Day: uint8(d)}, nil
}

// time eats a time of day after a date: T23:01, 23:01:03.5Z, (金) 23:01. Zones are left out of account.
func (p *parser) time() (int, error) {
	rest := strings.TrimSpace(p.rest)
	if strings.HasPrefix(rest, "(") { // the day of the week: 2015年1月9日(金)
		if _, after, ok := strings.Cut(rest, ")"); ok {
			rest = strings.TrimSpace(after)
		}
	}
	if rest == "" {
		return -1, nil
	}
	rest = strings.TrimPrefix(rest, "T")
	var part [3]int
	n := 0
	for n < 3 {
		i := 0
		for i < len(rest) && i < 2 && rest[i] >= '0' && rest[i] <= '9' {
			part[n] = part[n]*10 + int(rest[i]-'0')
			i++
		}
		if i == 0 {
			return -1, ErrSyntax
		}
		n++
		rest = rest[i:]
		if !strings.HasPrefix(rest, ":") {
			break
		}
		rest = rest[1:]
	}
	if n < 2 || part[0] > 23 || part[1] > 59 || part[2] > 60 {
		return -1, ErrSyntax
	}
	if strings.HasPrefix(rest, ".") {
		rest = strings.TrimLeft(rest[1:], "0123456789")
	}
	rest = strings.TrimSpace(rest)
	if rest != "" && rest != "Z" && rest != "UTC" && rest[0] != '+' && rest[0] != '-' {
		return -1, ErrSyntax
	}
	return part[0]*3600 + part[1]*60 + part[2], nil
}

// Serial reads a spreadsheet's day number: 1 is 1900-01-01, or 1904-01-01 is 0 in books of the 1904
// system. The fraction is the time of day in seconds. Day 60 of the 1900 system, a 29 February that was
// never there, is an error.
func Serial(n float64, from1904 bool) (d record.Date, clock int, err error) {
	if math.IsNaN(n) || n < 0 || n >= 2958466 {
		return d, -1, fmt.Errorf("%v: %w", n, ErrImpossible)
	}
	day := int(n)
	clock = -1
	if frac := n - float64(day); frac > 0 {
		clock = min(int(math.Round(frac*86400)), 86399)
	}
	switch {
	case from1904:
		day += dayNumber(1904, 1, 1)
	case day == 0:
		return d, -1, fmt.Errorf("%v: %w", n, ErrImpossible)
	case day == 60:
		return d, -1, fmt.Errorf("%v: %w: 1900 had no 29 February", n, ErrImpossible)
	case day > 60:
		day += dayNumber(1899, 12, 30)
	default:
		day += dayNumber(1899, 12, 31)
	}
	return fromDayNumber(day), clock, nil
}

// dayNumber counts days from 1 March 0 (a count in which leap days come last in their year).
func dayNumber(y, m, d int) int {
	if m <= 2 {
		y, m = y-1, m+12
	}
	return 365*y + y/4 - y/100 + y/400 + (153*(m-3)+2)/5 + d - 1
}

func fromDayNumber(n int) record.Date {
	y := int((10000*int64(n) + 14780) / 3652425)
	rest := n - (365*y + y/4 - y/100 + y/400)
	if rest < 0 {
		y--
		rest = n - (365*y + y/4 - y/100 + y/400)
	}
	m := (100*rest + 52) / 3060
	d := rest - (m*306+5)/10 + 1
	y += (m + 2) / 12
	return record.Date{Year: int16(y), Month: uint8((m+2)%12 + 1), Day: uint8(d)}
}
