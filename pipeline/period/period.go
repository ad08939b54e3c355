package period

import (
	"fmt"
	"regexp"
	"strconv"

	"golang.org/x/text/unicode/norm"

	"crosstable/pipeline/record"
)

// Period is a rating period of three months: quarter q of year y is 4*y + q-1. 2015-Q1 holds the games
// that ended from January to March 2015.
type Period int32

// NewPeriod gives a quarter (1 to 4) of a year.
func NewPeriod(year, quarter int) Period { return Period(4*year + quarter - 1) }

// PeriodOf gives the period of a day; only year and month are looked at, and both must be known.
func PeriodOf(d record.Date) Period { return NewPeriod(int(d.Year), (int(d.Month)+2)/3) }

var periodForm = regexp.MustCompile(`^(\d{4})[-_ /]?[qQ]([1-4])$`)

// ParsePeriod reads "2015-Q1", also "2015q1" and full-width forms.
func ParsePeriod(s string) (Period, error) {
	m := periodForm.FindStringSubmatch(norm.NFKC.String(s))
	if m == nil {
		return 0, fmt.Errorf("period %q: write year and quarter, such as 2015-Q1", s)
	}
	year, _ := strconv.Atoi(m[1])
	if year == 0 {
		return 0, fmt.Errorf("period %q: there is no year 0", s)
	}
	return NewPeriod(year, int(m[2][0]-'0')), nil
}

// Year and Quarter take the period apart.
func (p Period) Year() int { return int(p) / 4 }

// Quarter is 1 to 4.
func (p Period) Quarter() int { return int(p)%4 + 1 }

// String gives "2015-Q1".
func (p Period) String() string { return fmt.Sprintf("%04d-Q%d", p.Year(), p.Quarter()) }

// First and Last are the days between which the period's games ended.
func (p Period) First() record.Date {
	return record.Date{Year: int16(p.Year()), Month: uint8(3*p.Quarter() - 2), Day: 1}
}

// Last is the period's last day.
func (p Period) Last() record.Date {
	return record.Date{Year: int16(p.Year()), Month: uint8(3 * p.Quarter()), Day: [...]uint8{31, 30, 30,
		31}[p.Quarter()-1]}
}

// place says where a day, perhaps with unknown parts, lies from p.
type place uint8

const (
	placeUnknown place = iota // the known parts allow more than one answer, or nothing is known
	placeBefore
	placeIn
	placeAfter
)

// place decides from the earliest and the latest day that the known parts allow.
func (p Period) place(d record.Date) place {
	if d.IsZero() {
		return placeUnknown
	}
	from, to := d, d
	if d.Month == 0 {
		from.Month, to.Month = 1, 12
	}
	first, last := PeriodOf(from), PeriodOf(to)
	switch {
	case last < p:
		return placeBefore
	case first > p:
		return placeAfter
	case first == p && last == p:
		return placeIn
	}
	return placeUnknown
}
