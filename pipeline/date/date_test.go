package date

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crosstable/pipeline/record"
)

func TestParseForms(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"2015-01-09", "2015-01-09"},
		{"2015/1/9", "2015-01-09"},
		{"2015.01.09", "2015-01-09"},
		{"2015.1.9", "2015-01-09"},
		{" 2015-01-09 ", "2015-01-09"},
		{"20150109", "2015-01-09"},
		{"2015.01.??", "2015-01-??"},
		{"2015.??.??", "2015-??-??"},
		{"2015.00.00", "2015-??-??"},
		{"????.??.??", ""},
		{"?", ""},
		{"-", ""},
		{"", ""},
		{"2015-01", "2015-01-??"},
		{"2015", "2015-??-??"},
		{"２０１５／０１／０９", "2015-01-09"},
		{"２０１５年１月９日", "2015-01-09"},
		{"2015年1月9日", "2015-01-09"},
		{"2015年01月09日(金)", "2015-01-09"},
		{"2015年1月9日（金）", "2015-01-09"},
		{"2015年1月", "2015-01-??"},
		{"2015年", "2015-??-??"},
		{"2015年1月9号", "2015-01-09"},
		{"二〇一五年一月九日", "2015-01-09"},
		{"西暦2015年1月9日", "2015-01-09"},
		{"公元2015年1月9日", "2015-01-09"},
		{"平成27年1月9日", "2015-01-09"},
		{"平成２７年１月９日", "2015-01-09"},
		{"平成二十七年一月九日", "2015-01-09"},
		{"平成 27 年 1 月 9 日", "2015-01-09"},
		{"㍻27年1月9日", "2015-01-09"},
		{"H27.1.9", "2015-01-09"},
		{"h27/01/09", "2015-01-09"},
		{"H.27.1.9", "2015-01-09"},
		{"H27-1-9", "2015-01-09"},
		{"令和元年5月1日", "2019-05-01"},
		{"令和元年", "2019-??-??"},
		{"R1.5.1", "2019-05-01"},
		{"R8.11.30", "2026-11-30"},
		{"昭和64年1月7日", "1989-01-07"},
		{"平成元年1月8日", "1989-01-08"},
		{"昭和元年12月25日", "1926-12-25"},
		{"大正15年12月25日", "1926-12-25"},
		{"明治45年7月29日", "1912-07-29"},
		{"平成31年5月1日", "2019-05-01"}, // counted on after the era's end
		{"平成十年十月十日", "1998-10-10"},
		{"09.01.2015", "2015-01-09"},
		{"9.1.2015", "2015-01-09"},
		{"23/01/2015", "2015-01-23"},
		{"01/23/2015", "2015-01-23"},
		{"05/05/2015", "2015-05-05"},
		{"??.01.2015", "2015-01-??"},
		{"2016-02-29", "2016-02-29"},
		{"2000-02-29", "2000-02-29"},
		{"2012-12-31 23:01:03", "2012-12-31"},
		{"2012-12-31T23:01:03.250Z", "2012-12-31"},
		{"2012-12-31T23:01:03+09:00", "2012-12-31"},
		{"2015/1/9 7:05", "2015-01-09"},
	} {
		d, err := Parse(c.in)
		if err != nil || d.String() != c.want {
			t.Errorf("Parse(%q) = %q, %v; want %q", c.in, d, err, c.want)
		}
		if d, err := ParseBytes([]byte(c.in)); err != nil || d.String() != c.want {
			t.Errorf("ParseBytes(%q) = %q, %v; want %q", c.in, d, err, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		in   string
		want error
	}{
		{"2015-02-31", ErrImpossible},
		{"2015-02-29", ErrImpossible},
		{"1900-02-29", ErrImpossible},
		{"2015-04-31", ErrImpossible},
		{"2015-13-01", ErrImpossible},
		{"2015年2月30日", ErrImpossible},
		{"平成27年2月29日", ErrImpossible},
		{"20150231", ErrImpossible},
		{"31.04.2015", ErrImpossible},
		{"平成元年1月7日", ErrImpossible}, // still Showa 64
		{"令和元年4月30日", ErrImpossible},
		{"03/04/2015", ErrAmbiguous},
		{"3-4-2015", ErrAmbiguous},
		{"平成0年1月1日", ErrSyntax},
		{"??.??.2015x", ErrSyntax},
		{"????.01.09", ErrSyntax},
		{"2015.??.09", ErrSyntax},
		{"2-Jan", ErrSyntax},
		{"1/2", ErrSyntax},
		{"15-01-09", ErrSyntax},
		{"2015-1-9-3", ErrSyntax},
		{"2015-01-09 25:00", ErrSyntax},
		{"2015/1.9", ErrSyntax},
		{"yesterday", ErrSyntax},
		{"2015年1月9", ErrSyntax},
		{"42013", ErrSyntax}, // a day number is one only in a spreadsheet
	} {
		if d, err := Parse(c.in); !errors.Is(err, c.want) || d != (record.Date{}) {
			t.Errorf("Parse(%q) = %q, %v; want error %v", c.in, d, err, c.want)
		}
	}
}

func TestOrderIsStated(t *testing.T) {
	for _, c := range []struct {
		in    string
		order Order
		want  string
	}{
		{"03/04/2015", DayFirst, "2015-04-03"},
		{"03/04/2015", MonthFirst, "2015-03-04"},
		{"03.04.2015", MonthFirst, "2015-03-04"},
		{"2015/03/04", MonthFirst, "2015-03-04"},
	} {
		if d, _, err := ParseOrder(c.in, c.order); err != nil || d.String() != c.want {
			t.Errorf("%q with order %d is %q, %v; want %s", c.in, c.order, d, err, c.want)
		}
	}
	if _, _, err := ParseOrder("23/01/2015", MonthFirst); !errors.Is(err, ErrImpossible) {
		t.Errorf("month 23 was accepted: %v", err)
	}
}

func TestTimeOfDay(t *testing.T) {
	for in, want := range map[string]int{
		"2012-12-31 23:01:03": 82863, "2012-12-31": -1, "2012-12-31T00:00": 0, "2015年1月9日(金) 7:05": 25500,
	} {
		if _, clock, err := ParseOrder(in, Unstated); err != nil || clock != want {
			t.Errorf("%q: %d, %v; want %d", in, clock, err, want)
		}
	}
}

func TestSerialDays(t *testing.T) {
	for _, c := range []struct {
		n        float64
		from1904 bool
		want     string
		clock    int
	}{
		{1, false, "1900-01-01", -1}, {59, false, "1900-02-28", -1}, {61, false, "1900-03-01", -1},
		{42013, false, "2015-01-09", -1}, {42013.5, false, "2015-01-09", 43200}, {42013.999999, false, "2015-01-09", 86399},
		{2958465, false, "9999-12-31", -1}, {0, true, "1904-01-01", -1}, {40551, true, "2015-01-09", -1},
	} {
		if d, clock, err := Serial(c.n, c.from1904); err != nil || d.String() != c.want || clock != c.clock {
			t.Errorf("Serial(%v, %v) = %s, %d, %v; want %s, %d", c.n, c.from1904, d, clock, err, c.want, c.clock)
		}
	}
	for _, n := range []float64{-1, 0, 60, 2958466, 1e300} {
		if d, _, err := Serial(n, false); !errors.Is(err, ErrImpossible) {
			t.Errorf("Serial(%v) = %s, %v; want an error", n, d, err)
		}
	}
}

// The calendar of package time is the oracle.
func TestDaysAgreeWithPackageTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y, m, d := rapid.IntRange(1, 9999).Draw(t, "y"), rapid.IntRange(1, 12).Draw(t, "m"), rapid.IntRange(1, 31).Draw(t, "d")
		day := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
		exists := day.Day() == d
		got, err := Parse(record.Date{Year: int16(y), Month: uint8(m), Day: uint8(d)}.String())
		if exists != (err == nil) {
			t.Fatalf("%04d-%02d-%02d: %v, package time says %v", y, m, d, err, exists)
		}
		if exists && (int(got.Year) != y || int(got.Month) != m || int(got.Day) != d) {
			t.Fatalf("%04d-%02d-%02d read as %s", y, m, d, got)
		}
		n := rapid.IntRange(61, 2958465).Draw(t, "n")
		want := time.Date(1899, 12, 30+n, 0, 0, 0, 0, time.UTC).Format("2006-01-02")
		if got, _, err := Serial(float64(n), false); err != nil || got.String() != want {
			t.Fatalf("day %d is %s, %v; want %s", n, got, err, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"2015-01-09", "平成27年1月9日", "H27.1.9", "２０１５年１月", "09.01.2015", "2015.??.??", "㍻元年", "十十年", "2015-01-09T1:2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, o := range []Order{Unstated, DayFirst, MonthFirst} {
			d, clock, err := ParseOrder(s, o)
			if err != nil {
				continue
			}
			if clock < -1 || clock > 86400 {
				t.Fatalf("%q: time of day %d", s, clock)
			}
			if d.Month > 12 || d.Day > 31 || d.Month == 0 && d.Day != 0 || d.Full() && int(d.Day) > DaysIn(int(d.Year), int(d.Month)) || d.Year < 0 {
				t.Fatalf("%q gives the impossible %+v", s, d)
			}
			if e, err := Parse(d.String()); err != nil || e != d {
				t.Fatalf("%q gives %s, which reads as %s, %v", s, d, e, err)
			}
		}
	})
}
