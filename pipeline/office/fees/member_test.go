package fees

import (
	"testing"

	"pgregory.net/rapid"
)

// The example of the rules: joining in October uses 6 of 12 months; of 3,000 yen 1,500 come back, 15 pawn.
func TestFirstYearCredit(t *testing.T) {
	for month, want := range map[int]int{10: 15, 4: 0, 5: 3, 3: 28, 1: 23, 12: 20, 9: 13, 7: 8} {
		if got := FirstYearCredit(3000, Date{2015, month, 20}); got != want {
			t.Errorf("month %d: %d pawn, want %d", month, got, want)
		}
	}
	// 1,000 yen in October: 500 yen, 5 pawn; in November 7/12 of 1,000 = 583.33, rounded up 600.
	if got := [2]int{FirstYearCredit(1000, Date{2015, 10, 1}), FirstYearCredit(1000, Date{2015, 11, 1})}; got != [2]int{5, 6} {
		t.Errorf("%v", got)
	}
}

// The example of the rules: 1,300 yen are 650 yen or 7 pawn for juniors and special members.
func TestHalfEntryFees(t *testing.T) {
	for _, c := range []struct {
		kind             string
		yen, cash, pawns int
	}{{"junior", 1300, 650, 7}, {"special", 1300, 650, 7}, {"full", 1300, 1300, 13}, {"junior", 1310, 660, 7}, {"junior", 1000, 500, 5},
		{"junior", 1005, 510, 6}, {"family", 1250, 1250, 13}, {"junior", 0, 0, 0}} {
		k, ok := FindKind(c.kind)
		if !ok {
			t.Fatal(c.kind)
		}
		if cash, pawn := k.EntryFee(c.yen); cash != c.cash || pawn != c.pawns {
			t.Errorf("%s %d yen: %d yen or %d pawn, want %d or %d", c.kind, c.yen, cash, pawn, c.cash, c.pawns)
		}
	}
}

func TestYearlyFees(t *testing.T) {
	for name, fee := range map[string]int{"full": 3000, "family": 1000, "junior": 1000, "special": 1000, "operating": 0, "associate": 0, "trial": 0,
		"本会員": 3000, "家族会員": 1000, "ジュニア会員": 1000, "特例会員": 1000, "運営会員": 0, "準会員": 0} {
		k, ok := FindKind(name)
		if !ok || k.Fee != fee {
			t.Errorf("%s: %+v, want %d yen", name, k, fee)
		}
	}
	if _, ok := FindKind("honorary"); ok {
		t.Error("an unknown kind was found")
	}
	if LimitedTournament() != 6000 {
		t.Errorf("limited tournament: %d yen", LimitedTournament())
	}
}

// Several years are paid ahead; an operating member pays two full years for a limited tournament and nothing else.
func TestYearsPaidAtOnce(t *testing.T) {
	for _, c := range []struct {
		kind       string
		years, due int // 0: refused
	}{{"full", 1, 3000}, {"full", 3, 9000}, {"junior", 2, 2000}, {"family", 1, 1000}, {"special", 1, 1000}, {"operating", 2, 6000}, {"operating", 1, 0},
		{"operating", 3, 0}, {"associate", 1, 0}, {"trial", 2, 0}, {"full", 0, 0}, {"full", -1, 0}, {"full", 51, 0}} {
		k, ok := FindKind(c.kind)
		if !ok {
			t.Fatal(c.kind)
		}
		if due, err := k.Due(c.years); due != c.due || (err == nil) != (c.due > 0) {
			t.Errorf("%s, %d years: %d yen (%v), want %d", c.kind, c.years, due, err, c.due)
		}
	}
	for _, c := range []struct {
		paid, on Date
		years    int
		want     Date
	}{
		{Date{2016, 3, 31}, Date{2016, 4, 10}, 1, Date{2017, 3, 31}},
		{Date{2016, 3, 31}, Date{2016, 3, 10}, 1, Date{2017, 3, 31}}, // ahead, before the year begins
		{Date{2018, 3, 31}, Date{2016, 4, 10}, 2, Date{2020, 3, 31}},
		{Date{2012, 3, 31}, Date{2016, 4, 10}, 1, Date{2017, 3, 31}}, // years without membership are not paid afterwards
		{Date{}, Date{2015, 10, 5}, 1, Date{2016, 3, 31}},            // joins in October
	} {
		if got := ExtendPaid(c.paid, c.on, c.years); got != c.want {
			t.Errorf("paid until %v, %d years on %v: until %v, want %v", c.paid, c.years, c.on, got, c.want)
		}
	}
}

func TestBusinessYearAndPrepaidYears(t *testing.T) {
	if y := (Date{2016, 3, 31}).BusinessYear(); y != 2015 {
		t.Errorf("31 March 2016 is in %d", y)
	}
	if y := (Date{2016, 4, 1}).BusinessYear(); y != 2016 {
		t.Errorf("1 April 2016 is in %d", y)
	}
	if d := ExtendPaid(Date{}, Date{2015, 10, 5}, 3); d != (Date{2018, 3, 31}) {
		t.Errorf("three years from October 2015 end %v", d)
	}
	full, trial := &Kinds[0], &Kinds[6]
	for _, c := range []struct {
		paid, today Date
		owes        bool
	}{{Date{2016, 3, 31}, Date{2016, 3, 31}, false}, {Date{2016, 3, 31}, Date{2016, 4, 1}, true}, {Date{2018, 3, 31}, Date{2016, 4, 30}, false}, {Date{}, Date{2016, 4, 30}, true}} {
		if full.OwesAt(c.paid, c.today) != c.owes || trial.OwesAt(c.paid, c.today) {
			t.Errorf("paid until %v, on %v: owes %v", c.paid, c.today, full.OwesAt(c.paid, c.today))
		}
	}
	if LossDay(2016) != (Date{2016, 4, 30}) {
		t.Error("running games are lost at the end of April")
	}
}

func TestJuniorsUntilTheEndOfTheSchoolYear(t *testing.T) {
	for birth, until := range map[Date]Date{
		{2000, 4, 1}: {2019, 3, 31}, {2000, 3, 31}: {2018, 3, 31}, {2000, 12, 24}: {2019, 3, 31}, {2000, 2, 29}: {2018, 3, 31},
	} {
		if got := JuniorUntil(birth); got != until {
			t.Errorf("born %v: until %v, want %v", birth, got, until)
		}
	}
}

// Pawn never goes negative or vanishes: a second, plain count of random moves.
func TestPawnLedger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		open := rapid.IntRange(0, 50).Draw(t, "opening")
		a, err := Open(open)
		if err != nil {
			t.Fatal(err)
		}
		want, left := open, false
		for range rapid.IntRange(0, 30).Draw(t, "moves") {
			m := Move(rapid.IntRange(0, len(moves)-1).Draw(t, "move"))
			n := rapid.IntRange(-2, 40).Draw(t, "amount")
			err := a.Apply(m, n)
			ok := false
			switch {
			case left:
			case m == Forfeited:
				want, left, ok = 0, true, true
			case n <= 0:
			case m == Spent:
				if n <= want {
					want, ok = want-n, true
				}
			default:
				want, ok = want+n, true
			}
			if (err == nil) != ok || a.Balance != want {
				t.Fatalf("%v %d: balance %d (%v), want %d", m, n, a.Balance, err, want)
			}
			if err := a.Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
	if _, err := Open(-1); err == nil {
		t.Error("a negative balance was opened")
	}
	if _, ok := FindMove("paid out"); ok {
		t.Error("pawn is never paid out in cash")
	}
	if PawnFor(1999) != 19 {
		t.Error("fractions of a pawn are cut off")
	}
	a := Account{Opening: 3, Balance: 4}
	if a.Check() == nil {
		t.Error("a broken ledger passed")
	}
}
