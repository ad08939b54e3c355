// Package fees has the membership rules of the Japan Correspondence Chess Association (JCCA): kinds of
// members, yearly fees, the credit of the first year, half entry fees, and the pawn account, a ledger
// of the association's own unit (1 pawn = 100 yen).
//
// Everything is whole yen and whole pawn. Dates are plain numbers; nothing here reads a clock.
package fees

import (
	"fmt"
	"slices"
	"strings"
)

// PawnYen is the worth of a pawn in yen.
const PawnYen = 100

// Date is a calendar day.
type Date struct{ Year, Month, Day int }

// Before reports whether d comes before e.
func (d Date) Before(e Date) bool {
	if d.Year != e.Year {
		return d.Year < e.Year
	}
	if d.Month != e.Month {
		return d.Month < e.Month
	}
	return d.Day < e.Day
}

// BusinessYear of a day: from 1 April to 31 March (事業年度).
func (d Date) BusinessYear() int {
	if d.Month < 4 {
		return d.Year - 1
	}
	return d.Year
}

// YearEnd is the last day of a business year.
func YearEnd(businessYear int) Date { return Date{businessYear + 1, 3, 31} }

// Kind is a row of the table of kinds of members.
type Kind struct {
	Name    string
	Words   []string // as files write it
	Fee     int      // yen a business year
	Half    bool     // pays half of entry fees
	WebOnly bool     // plays on the web only
	UnderAt bool     // only until the 31 March after the 18th birthday
}

// Kinds is the table (2013-10-01, trial members 2020-06-01).
var Kinds = []Kind{
	{Name: "full", Words: []string{"本会員", "正会員"}, Fee: 3000},
	{Name: "family", Words: []string{"家族会員", "家族"}, Fee: 1000},
	{Name: "junior", Words: []string{"ジュニア会員", "ジュニア"}, Fee: 1000, Half: true, UnderAt: true},
	{Name: "special", Words: []string{"特例会員", "特例"}, Fee: 1000, Half: true},
	{Name: "operating", Words: []string{"運営会員", "運営"}, Fee: 0},
	{Name: "associate", Words: []string{"準会員", "準"}, Fee: 0},
	{Name: "trial", Words: []string{"トライアル会員", "トライアル"}, Fee: 0, WebOnly: true},
}

// FindKind gives the row of a name, in any case of letters, or of one of its words.
func FindKind(text string) (*Kind, bool) {
	text = strings.TrimSpace(text)
	for i := range Kinds {
		k := &Kinds[i]
		if strings.EqualFold(text, k.Name) {
			return k, true
		}
		for _, w := range k.Words {
			if text == w {
				return k, true
			}
		}
	}
	return nil, false
}

// LimitedTournamentYears is the number of full yearly fees that an operating member pays who plans a
// limited tournament (限定戦).
const LimitedTournamentYears = 2

// LimitedTournament is that payment in yen.
func LimitedTournament() int { return LimitedTournamentYears * Kinds[0].Fee }

// MostYears and MostPawn keep slips of the keyboard out of the books.
const (
	MostYears = 50
	MostPawn  = 1_000_000_000
)

// Due is what a member of a kind pays for so many years at once, in yen. Those without a yearly fee pay nothing, except
// operating members, who pay full fees for exactly the two years of a limited tournament.
func (k *Kind) Due(years int) (int, error) {
	switch {
	case years < 1 || years > MostYears:
		return 0, fmt.Errorf("%d years: from 1 to %d are paid at once", years, MostYears)
	case k.Name == "operating" && years == LimitedTournamentYears:
		return LimitedTournament(), nil
	case k.Name == "operating":
		return 0, fmt.Errorf("an operating member pays %d years, for a limited tournament, not %d", LimitedTournamentYears,
			years)
	case k.Fee == 0:
		return 0, fmt.Errorf("a member of the kind %s pays no yearly fee", k.Name)
	}
	return years * k.Fee, nil
}

// DueBeyond is what a member pays for so many years of which the last ones lie beyond the age of his kind: full
// fees for those.
func (k *Kind) DueBeyond(years, beyond int) int { return (years-beyond)*k.Fee + beyond*Kinds[0].Fee }

// YearsBeyond is how many of the years that are paid on a day lie after the last day of a kind with an age.
func YearsBeyond(paidUntil, on, last Date, years int) int {
	return min(max(ExtendPaid(paidUntil, on, years).BusinessYear()-last.BusinessYear(), 0), years)
}

// ExtendPaid is the last day covered after so many years are paid on a day: they follow on what was paid, but
// nobody pays for business years that are over.
func ExtendPaid(paidUntil, on Date, years int) Date {
	last := max(paidUntil.BusinessYear(), on.BusinessYear()-1)
	return YearEnd(last + years)
}

// JuniorUntil is the last day on which somebody born on a day can be a junior: the 31 March that ends the
// school year of the 18th birthday.
func JuniorUntil(birth Date) Date {
	eighteen := Date{birth.Year + 18, birth.Month, birth.Day}
	return YearEnd(eighteen.BusinessYear())
}

// FirstYearCredit is what a new member gets back in pawn: the full yearly fee is paid, the months from the
// joining month to March are used up, and the worth of the others is rounded up to 100 yen. In pawn.
func FirstYearCredit(fee int, joined Date) int {
	used := 12 - (joined.Month+8)%12 // April 12, October 6, March 1
	rest := fee * (12 - used)        // twelfths of a yen
	return (rest + 12*PawnYen - 1) / (12 * PawnYen)
}

// EntryFee is what a member of a kind pays for an entry: yen in cash, or pawn. Half fees are rounded up to 10 yen
// and to 1 pawn.
func (k *Kind) EntryFee(yen int) (cash, pawn int) {
	if !k.Half {
		return yen, ceil(yen, PawnYen)
	}
	return ceil(ceil(yen, 2), 10) * 10, ceil(yen, 2*PawnYen)
}

func ceil(a, b int) int { return (a + b - 1) / b }

// OwesAt reports whether a member of a kind, paid until a day, owes the fee of the business year of today.
func (k *Kind) OwesAt(paidUntil, today Date) bool {
	return k.Fee > 0 && paidUntil.Before(YearEnd(today.BusinessYear()))
}

// LossDay is the day at whose end a member who owes the year's fee loses his running national games: 30 April.
func LossDay(businessYear int) Date { return Date{businessYear, 4, 30} }

// Move is a kind of entry of the pawn ledger.
type Move uint8

// Moves.
const (
	Bought    Move = iota // for cash: 100 yen a pawn, fractions cut off
	Won                   // prizes
	Credited              // first-year credit, services
	Spent                 // fees, entry fees
	Forfeited             // on leaving: the whole balance
)

var moves = [...]struct {
	name  string
	sign  int
	words []string // as files write it
}{
	Bought:    {"bought", 1, []string{"購入", "购买"}},
	Won:       {"won", 1, []string{"賞", "入賞", "获奖"}},
	Credited:  {"credited", 1, []string{"付与", "返还"}},
	Spent:     {"spent", -1, []string{"使用", "支払", "支出"}},
	Forfeited: {"forfeited", -1, []string{"失効", "退会", "作废"}},
}

// String is the word of ledgers.
func (m Move) String() string { return moves[m].name }

// FindMove gives the move of a word, in any case of letters. Paying out in cash is not among them: pawn is never paid
// out.
func FindMove(text string) (Move, bool) {
	text = strings.TrimSpace(text)
	for i, m := range moves {
		if strings.EqualFold(m.name, text) || slices.Contains(m.words, text) {
			return Move(i), true
		}
	}
	return 0, false
}

// PawnFor is the pawn that so much cash buys.
func PawnFor(yen int) int { return yen / PawnYen }

// Account is a member's pawn and how it came about.
type Account struct {
	Opening, Balance int
	Sums             [len(moves)]int // by move, all positive
	Left             bool            // forfeited; nothing moves any more
}

// Open gives the account of a member who begins a period with a balance.
func Open(balance int) (*Account, error) {
	if balance < 0 {
		return nil, fmt.Errorf("a balance of %d pawn is negative", balance)
	}
	return &Account{Opening: balance, Balance: balance}, nil
}

// Apply enters a move. It refuses what would make the balance negative or move pawn of somebody who left;
// a forfeit takes the whole balance, whatever amount is given.
func (a *Account) Apply(m Move, amount int) error {
	if a.Left {
		return fmt.Errorf("%s %d pawn: the member has left", m, amount)
	}
	if m == Forfeited {
		amount, a.Left = a.Balance, true
	}
	if amount < 0 || amount == 0 && m != Forfeited {
		return fmt.Errorf("%s %d pawn: the amount must be positive", m, amount)
	}
	if moves[m].sign < 0 && amount > a.Balance {
		return fmt.Errorf("%s %d pawn: only %d are there", m, amount, a.Balance)
	}
	if amount > MostPawn || moves[m].sign > 0 && a.Balance+amount > MostPawn {
		return fmt.Errorf("%s %d pawn: more than %d cannot be", m, amount, MostPawn)
	}
	a.Balance += moves[m].sign * amount
	a.Sums[m] += amount
	return nil
}

// Check verifies the ledger: opening + in - out = balance, and nothing negative.
func (a *Account) Check() error {
	sum := a.Opening
	for m, s := range a.Sums {
		sum += moves[m].sign * s
	}
	if sum != a.Balance || a.Balance < 0 {
		return fmt.Errorf("the pawn ledger does not add up: opening %d, moves %v, balance %d", a.Opening, a.Sums, a.Balance)
	}
	return nil
}
