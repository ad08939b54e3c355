// Package grade has the rules of the Japan Correspondence Chess Association (JCCA, 日本通信チェス協会) beside
// rating: grades (段級位) by points, and the annual prize for most games (年間最多対局賞). The rules are those in
// force until March 2025, when JCCA took grades out of its list.
//
// A player's points are the sum of additional points (付加, once, from the established rating), title
// points (称号) and earned points (獲得, game by game by the category of the tournament). They only grow,
// and so does the grade.
package grade

import "fmt"

// Tenths counts tenths of a grade point; whole points are multiples of 10. Only additional points can
// have a fraction, and only if that reading of the rule is chosen.
type Tenths int64

// String is "337" or "337.5".
func (t Tenths) String() string {
	if t%10 == 0 {
		return fmt.Sprintf("%d", t/10)
	}
	return fmt.Sprintf("%d.%d", t/10, t%10)
}

// Grade is a row of the table of grades.
type Grade struct {
	Name   string // in Japanese, as the JCCA has it; catalogs of words know the others by it
	Points int    // least points, compared with >=
}

// Grades is the table from the lowest: a grade is an index into it.
var Grades = []Grade{
	{"入門", 0},
	{"8級", 20},
	{"7級", 50},
	{"6級", 100},
	{"5級", 200},
	{"4級", 300},
	{"3級", 400},
	{"2級", 600},
	{"1級", 1000},
	{"初段", 1600},
	{"二段", 2400},
	{"三段", 4000},
	{"四段", 6400},
	{"五段", 9600},
	{"六段", 12800},
	{"七段", 17600},
}

// OfPoints is the grade that so many points give: the highest whose threshold they reach.
func OfPoints(t Tenths) int {
	g := 0
	for g+1 < len(Grades) && t >= Tenths(Grades[g+1].Points)*10 {
		g++
	}
	return g
}

// Rounding is how additional points are cut; the rule does not say.
type Rounding uint8

// Roundings: down to a whole point (the only rounding the rules name is "cut off"), or to a tenth, half up.
const (
	RoundDown Rounding = iota
	RoundTenth
)

// Additional points (付加): R^3 / 10,000,000 once, for the established rating R in rating points.
func Additional(r int, how Rounding) Tenths {
	if r <= 0 {
		return 0
	}
	cube := int64(r) * int64(r) * int64(r)
	if how == RoundTenth {
		return Tenths((cube + 500_000) / 1_000_000)
	}
	return Tenths(cube / 10_000_000 * 10)
}

// Title is a row of the table of titles (称号).
type Title struct {
	Name   string
	Words  []string // as files write it
	Points int
}

// Titles is the table: every Japan championship counts, each ICCF title once.
var Titles = []Title{
	{"national championship", []string{"JPN", "national", "champion", "championship", "japan champion", "日本チャンピオン",
		"日本選手権", "全日本"}, 2000},
	{"ICCF IM", []string{"IM", "ICCF IM", "国際マスター"}, 4000},
	{"ICCF SIM", []string{"SIM", "ICCF SIM", "上級国際マスター"}, 4000},
	{"ICCF GM", []string{"GM", "ICCF GM", "グランドマスター"}, 4000},
}

// FirstCategory2 and the step between categories, rating points.
const (
	secondCategory = 850
	categoryStep   = 50
	lastCategory   = 25
)

// Category of a tournament by the average rating of its participants, the fraction cut off: 1 below
// 850, then one more for every 50 points, 25 from 2000.
func Category(average int) int {
	if average < secondCategory {
		return 1
	}
	return min(lastCategory, 2+(average-secondCategory)/categoryStep)
}

// Average of ratings, the fraction cut off (note of 2010-11-14); ok is false without ratings.
func Average(ratings []int) (average int, ok bool) {
	if len(ratings) == 0 {
		return 0, false
	}
	sum := 0
	for _, r := range ratings {
		sum += r
	}
	return sum / len(ratings), true
}

// Score is a finished game from one player's side.
type Score uint8

// Scores.
const (
	Loss Score = iota
	Draw
	Win
)

// Earned points (獲得) of one game in a tournament of a category: 4, 2 or 1 times the category for a win, a draw,
// a loss.
func Earned(category int, s Score) Tenths {
	return Tenths(category) * [...]Tenths{Loss: 10, Draw: 20, Win: 40}[s]
}

// Account is one player's points.
type Account struct {
	Additional Tenths
	HasAdded   bool // additional points have been given; they are given once
	Title      Tenths
	Earned     Tenths
	Grade      int // never goes down
}

// Points is the sum.
func (a Account) Points() Tenths { return a.Additional + a.Title + a.Earned }

// Promote raises the grade to what the points give and reports the grade before, and whether it rose.
func (a *Account) Promote() (before int, promoted bool) {
	before = a.Grade
	if g := OfPoints(a.Points()); g > a.Grade {
		a.Grade = g
		return before, true
	}
	return before, false
}
