package period

import (
	"testing"

	"crosstable/pipeline/record"
)

func day(y, m, d int) record.Date {
	return record.Date{Year: int16(y), Month: uint8(m), Day: uint8(d)}
}

// JCCA: ended Oct-Dec -> reports till January -> computed February -> valid Apr-Jun, and so on round the year.
func TestPeriodValidity(t *testing.T) {
	for _, tc := range []struct {
		name        string
		first, last record.Date
		from, to    record.Date
	}{
		{"2014-Q4", day(2014, 10, 1), day(2014, 12, 31), day(2015, 4, 1), day(2015, 6, 30)},
		{"2015-Q1", day(2015, 1, 1), day(2015, 3, 31), day(2015, 7, 1), day(2015, 9, 30)},
		{"2015-Q2", day(2015, 4, 1), day(2015, 6, 30), day(2015, 10, 1), day(2015, 12, 31)},
		{"2015-Q3", day(2015, 7, 1), day(2015, 9, 30), day(2016, 1, 1), day(2016, 3, 31)},
	} {
		p, err := ParsePeriod(tc.name)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != tc.name || p.First() != tc.first || p.Last() != tc.last {
			t.Errorf("%s: %s from %s to %s", tc.name, p, p.First(), p.Last())
		}
		if v := p + 2; v.First() != tc.from || v.Last() != tc.to {
			t.Errorf("%s is valid from %s to %s, want %s to %s", tc.name, v.First(), v.Last(), tc.from, tc.to)
		}
	}
}

func TestParsePeriodForms(t *testing.T) {
	want := NewPeriod(2015, 1)
	for _, s := range []string{"2015-Q1", "2015q1", "2015Q1", "2015 q1", "2015/Q1", "２０１５－Ｑ１"} {
		if p, err := ParsePeriod(s); err != nil || p != want {
			t.Errorf("%q: %v, %v", s, p, err)
		}
	}
	for _, s := range []string{"", "2015", "2015-Q5", "2015-Q0", "15-Q1", "Q1-2015", "2015-01", "0000-Q1", "2015-Q11"} {
		if p, err := ParsePeriod(s); err == nil {
			t.Errorf("%q was read as %v", s, p)
		}
	}
}

// A game belongs to the period of its end; unknown parts decide only if they can.
func TestPeriodPlaceOfADay(t *testing.T) {
	p := NewPeriod(2015, 1)
	for _, tc := range []struct {
		d    record.Date
		want place
	}{
		{day(2015, 1, 1), placeIn}, {day(2015, 3, 31), placeIn}, {day(2014, 12, 31), placeBefore}, {day(2015, 4, 1), placeAfter},
		{day(2015, 2, 0), placeIn}, {day(2015, 4, 0), placeAfter}, {day(2015, 0, 0), placeUnknown},
		{day(2014, 0, 0), placeBefore}, {day(2016, 0, 0), placeAfter}, {record.Date{}, placeUnknown},
	} {
		if got := p.place(tc.d); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.d, got, tc.want)
		}
	}
}
