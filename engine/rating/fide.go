package rating

import (
	"fmt"
	"strconv"

	"crosstable/engine/fide"
	"crosstable/engine/method"
	"crosstable/engine/num"
)

// FIDE is the rating of FIDE Handbook B.02, one period at a time: changes of rated players (8.3), initial
// ratings of unrated players (8.2), the floor (7.2.1), by the rules in force on the day of the game (8.3) and
// at the end of the period (8.2, 7.2.1): those of 1 October 2025, of 1 March 2024, or before.
//
// Events inside a period are not told apart: "the first event" of 8.2.1 is read as the first period with
// games against rated opponents. The rule of 2022 to February 2024 that a player profits from one difference
// above 400 an event only is not applied: all differences were limited.
type FIDE struct {
	// List is which of the three lists is rated.
	List FIDEList
	// Cap decides whose differences above 400 count as 400.
	Cap FIDECap
}

// FIDEList is one of FIDE's three lists.
type FIDEList uint8

// Lists.
const (
	FIDEStandard FIDEList = iota
	FIDERapid
	FIDEBlitz
)

// FIDECap is a reading of 8.3.1.
type FIDECap uint8

// Readings: by the day of the game; players below 2650 (from October 2025); everybody (before).
const (
	FIDECapDated FIDECap = iota
	FIDECapBelow2650
	FIDECapAll
)

var fideInfo = method.Info{
	Name:   "fide",
	Source: "FIDE Handbook B.02, 1 October 2025, 1 March 2024 and before",
	Summary: "expected scores by table 8.1.2, K 40/20/10, initial ratings with two hypothetical draws against 1800, " +
		"by the rules of the day",
	Options: []method.Option{
		{Key: "list", Values: "standard|rapid|blitz", Default: "standard",
			Summary: "which list: rapid and blitz limit every difference to 400 and leave out 600 and more above 2600"},
		{Key: "cap", Values: "dated|2650|all", Default: "dated",
			Summary: "whose differences above 400 count as 400: by the day of the game, players below 2650 " +
				"(from October 2025) or all (before)"},
	},
}

func newFIDE(spec *method.Spec) (System, error) {
	list, err := spec.Choice("list", "standard", "rapid", "blitz")
	if err != nil {
		return nil, err
	}
	n, err := spec.Choice("cap", "dated", "2650", "all")
	if err != nil {
		return nil, err
	}
	return &FIDE{FIDEList(list), FIDECap(n)}, nil
}

// Columns of FIDE in Entry.Own.
const (
	fidePeak = iota // highest published rating
	fidePoolGames
	fidePoolSum    // of the rated opponents' ratings
	fidePoolHalves // points in half points
	fideKColumn
	fideBorn     // year
	fideStandard // of the rapid and blitz lists: the standard rating
)

// Rules of FIDE.
const (
	ruleFIDE        = ownRules + iota // 8.3
	ruleFIDECap                       // 8.3.1: a difference above 400 counted as 400
	ruleFIDEUnrated                   // 8.3: opponent unrated, no change
	ruleFIDEInitial                   // 8.2: counts towards an initial rating
	ruleFIDE600                       // rapid and blitz from December 2024: not rated
)

var fideRules = rules(
	RuleInfo{"fide-8.3", expectedWord, ""},
	RuleInfo{"fide-8.3-cap400", expectedWord, ""},
	RuleInfo{"fide-unrated-opponent", expectedWord, ""},
	RuleInfo{"fide-8.2", expectedWord, ""},
	RuleInfo{"fide-600", expectedWord, ""})

const expectedWord = "expected %"

// fideTraits by list; the lists have other columns in FIDE's own file.
var fideTraits = [...]Traits{
	FIDEStandard: fideTraitsOf("SK"),
	FIDERapid:    fideTraitsOf("RK"),
	FIDEBlitz:    fideTraitsOf("BK"),
}

func fideTraitsOf(k string) Traits {
	return Traits{
		Lag: 1, Admit: fideAdmit,
		Keeps: func(e *Entry) bool { return e.Status == Unrated && e.Own[fidePoolGames] > 0 },
		Columns: []Column{
			fidePeak:       {Name: "peak", Min: 1, Max: Highest},
			fidePoolGames:  {Name: "pool_games", Min: 0, Max: MostGames},
			fidePoolSum:    {Name: "pool_sum", Min: 0, Max: MostGames * Highest},
			fidePoolHalves: {Name: "pool_half_points", Min: 0, Max: 2 * MostGames},
			fideKColumn:    {Name: "k", Aliases: []string{k}, Min: 1, Max: 40},
			fideBorn: {Name: "born", Aliases: []string{"B-day", "birth", "birthday", "birth year", "year of birth"},
				Min: 1800, Max: 2200, Given: true, Year: true},
			fideStandard: {Name: "standard", Aliases: []string{"SRtng"}, Min: 1, Max: Highest, Given: true},
		},
		Game: []GameColumn{kColumn},
		Player: []PlayerColumn{
			{"k", "K", fideFact(factK, strconv.Itoa)},
			{"k_why", "K by", fideFact(factWhy, func(n int) string { return fideWhys[n] })},
			{"n", "games that count", fideFact(factGames, strconv.Itoa)},
			{"ra", "Ra", fideFact(factRa, func(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) })},
			{"p", "p", fideInitialFact(factP, func(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) })},
			{"dp", "dp", fideInitialFact(factDP, strconv.Itoa)},
			{"computed", "computed", fideFact(factComputed, strconv.Itoa)},
			{"outcome", "outcome", fideFact(factOutcome, func(n int) string { return fideOutcomes[n] })},
		},
		GamesNote: "Everybody who had a rated game in the period, by new rating. The expected score is in hundredths.",
		RowWord:   "Expected",
	}
}

// Facts of a player's period.
const (
	factK        = iota
	factWhy      // index of fideWhys
	factGames    // against rated opponents; of unrated players those pooled
	factRa       // hundredths
	factP        // hundredths
	factDP       //
	factComputed // rating before floor and maximum
	factOutcome  // index of fideOutcomes
)

// Why a player has his K.
const (
	whyList = iota + 1
	whyNew
	whyJunior
	why2400
	whyUsual
	why700 = 5 // added to the others: K x n would be above 700
)

var fideWhys = [...]string{"", "list", "fewer than 30 games", "junior", "2400 reached", "30 games and below 2400",
	"list, 700 rule", "fewer than 30 games, 700 rule", "junior, 700 rule", "2400 reached, 700 rule",
	"30 games and below 2400, 700 rule"}

// Outcomes of a period that a rating alone does not show.
const (
	outcomeFloor   = iota + 1 // 7.2.1
	outcomeInitial            // 8.2
	outcomePool               // fewer than five games
	outcomeZero               // 8.2.1
	outcomeTooLow             // initial rating below the floor
)

var fideOutcomes = [...]string{"", "below the floor: unrated", "initial rating", "fewer than 5 games: pooled",
	"no point: disregarded", "initial rating below the floor: pooled"}

func fideFact(i int, text func(int) string) func(*Change) string {
	return func(c *Change) string {
		if c.Facts[i] == 0 {
			return ""
		}
		return text(int(c.Facts[i]))
	}
}

// fideInitialFact is a fact that may be 0 beside an Ra.
func fideInitialFact(i int, text func(int) string) func(*Change) string {
	return func(c *Change) string {
		if c.Facts[factRa] == 0 {
			return ""
		}
		return text(int(c.Facts[i]))
	}
}

// Traits implements System.
func (f *FIDE) Traits() *Traits { return &fideTraits[f.List] }

// fideAdmit: a player without a rapid or blitz rating plays with his standard rating; a list with neither
// games nor K makes everybody new, which is told.
func fideAdmit(e *Entry, l Listed) Remark {
	if std := int32(e.Own[fideStandard]); e.Status == Unrated && std > 0 {
		e.Rating, e.Status = std, Established
	}
	if e.Status != Unrated && !l.HasGames && e.Own[fideKColumn] == 0 {
		return RemarkNew
	}
	return RemarkNone
}

// Numbers of B.02.
const (
	fideFloor       = 1400 // 7.1.4, 7.2.1
	fideOldFloor    = 1000 // until February 2024
	fideInitialMax  = 2200 // 8.2.3
	fideHypothetic  = 1800 // 8.2.2: the rating of two opponents drawn with
	fideMinGames    = 5    // 7.1.4
	fidePoolMonths  = 26   // 7.1.4
	fideCap         = 400  // 8.3.1
	fideTop         = 2650 // 8.3.1 from October 2025
	fideKBudget     = 700  // 8.3.3: K x games at most
	fideNewGames    = 30   // K 40 below
	fideStrongK     = 2400 // K 10 from a published rating of
	fideJuniorLimit = 2300 // K 40 for juniors below
	fideJuniorAge   = 18   // until the end of the year of this birthday
	fideFar         = 600  // rapid and blitz from December 2024: not rated
	fideFarTop      = 2600 // if one player is above
)

// Days from which rules hold.
var (
	fideFrom2024 = NewDay(2024, 3, 1)
	fideFrom600  = NewDay(2024, 12, 1)
	fideFrom2025 = NewDay(2025, 10, 1)
)

// since reports a day from which a rule holds; a day that is not known has the rules of today.
func since(day, from int32) bool { return day == 0 || day >= from }

// Rate implements System. Changes count hundredths of a point. An opponent counts as rated if the game
// gives his rating at its start; a player who is rated by now and was not then (8.2.4) counts with the
// rating he has.
func (f *FIDE) Rate(dst *Result, p *Period) error {
	if err := dst.reset(f.Traits(), fideRules, 100, p); err != nil {
		return err
	}
	for i := range dst.Players {
		if dst.Players[i].Before.Status != Unrated {
			f.rated(dst, p, int32(i))
		} else {
			f.unrated(dst, p, int32(i))
		}
	}
	return nil
}

// rated is 8.3 for one player.
func (f *FIDE) rated(dst *Result, p *Period, player int32) {
	c := &dst.Players[player]
	c.After.Games += c.Played
	count := int32(0) // games that change his rating
	for _, g := range dst.GamesOf(player) {
		if _, opp, _ := fromSide(&p.Games[g], player); opp != 0 && !f.tooFar(&p.Games[g], p.Last) {
			count++
		}
	}
	k, why := fideK(&c.Before, yearOf(p.Last))
	if k*count > fideKBudget {
		k, why = fideKBudget/count, why+why700
	}
	for _, g := range dst.GamesOf(player) {
		own, opp, score := fromSide(&p.Games[g], player)
		if own == 0 {
			own = c.Before.Rating
		}
		side := dst.side(g, player, p.Games)
		switch {
		case opp == 0:
			*side = Side{Rule: ruleFIDEUnrated}
		case f.tooFar(&p.Games[g], p.Last):
			*side = Side{Rule: ruleFIDE600}
		default:
			*side = f.side(own, opp, score, k, dayOr(p.Games[g].Day, p.Last))
			c.Sum += side.Change
		}
	}
	c.Counted = c.Sum
	c.After.Rating += int32(num.RoundAway(int64(c.Sum), 100))
	if c.Played > 0 {
		c.Facts[factK], c.Facts[factWhy], c.Facts[factGames] = k, why, count
	}
	if c.After.Rating < fideFloorOn(p.Last) && (c.Played > 0 || since(p.Last, fideFrom2024)) { // 7.2.1
		c.Facts[factComputed], c.Facts[factOutcome] = c.After.Rating, outcomeFloor
		c.After.Rating, c.After.Status, c.After.Own[fideKColumn] = 0, Unrated, 0
		return
	}
	c.After.Own[fidePeak] = max(c.After.Own[fidePeak], float64(c.After.Rating))
	c.After.Own[fideKColumn] = float64(fideNextK(&c.Before, &c.After, p.Last))
}

// side is the place of a player's side of a game.
func (r *Result) side(g, player int32, games []Game) *Side {
	if games[g].Black == player {
		return &r.Games[g].Black
	}
	return &r.Games[g].White
}

func dayOr(day, last int32) int32 {
	if day == 0 {
		return last
	}
	return day
}

func fideFloorOn(day int32) int32 {
	if since(day, fideFrom2024) {
		return fideFloor
	}
	return fideOldFloor
}

// tooFar is the rule of rapid and blitz games of December 2024.
func (f *FIDE) tooFar(g *Game, last int32) bool {
	d := g.WhiteRating - g.BlackRating
	return f.List != FIDEStandard && since(dayOr(g.Day, last), fideFrom600) && g.WhiteRating != 0 && g.BlackRating != 0 &&
		(d >= fideFar || d <= -fideFar) && max(g.WhiteRating, g.BlackRating) > fideFarTop
}

// unrated is 7.1.4 and 8.2 for one player: his games against rated opponents are pooled until five give a
// rating of at least the floor.
func (f *FIDE) unrated(dst *Result, p *Period, player int32) {
	c := &dst.Players[player]
	c.After.Games += c.Played
	pool := poolOf(&c.Before, p.Last)
	for _, g := range dst.GamesOf(player) {
		_, opp, score := fromSide(&p.Games[g], player)
		side := dst.side(g, player, p.Games)
		*side = Side{Rule: ruleFIDEUnrated}
		if opp != 0 {
			side.Rule = ruleFIDEInitial
			pool.add(opp, score)
		}
	}
	c.After.setPool(pool)
	if pool.Games == 0 || c.Played == 0 {
		return
	}
	c.Facts[factGames] = pool.Games
	i := FIDEInitial(pool, p.Last)
	switch {
	case pool.Halves == 0: // 8.2.1: no point at all so far
		c.After.setPool(Pool{})
		c.Facts[factOutcome] = outcomeZero
		return
	case pool.Games < fideMinGames:
		c.Facts[factOutcome] = outcomePool
		return
	}
	c.Facts[factRa], c.Facts[factP], c.Facts[factDP], c.Facts[factComputed] = i.Ra, i.P, i.DP, i.Computed
	if i.Rating < fideFloorOn(p.Last) {
		c.Facts[factOutcome] = outcomeTooLow
		return
	}
	c.After.Rating, c.After.Status = i.Rating, Established
	c.After.setPool(Pool{})
	c.After.Own[fidePeak] = max(c.After.Own[fidePeak], float64(i.Rating))
	c.After.Own[fideKColumn] = float64(fideNextK(&c.After, &c.After, p.Last))
	c.Facts[factOutcome] = outcomeInitial
}

// Pool adds up an unrated player's games against rated opponents (FIDE B.02 8.2).
type Pool struct {
	Games  int32
	Sum    int64 // of the opponents' ratings
	Halves int32 // points in half points
}

func (p *Pool) add(opponent int32, score int8) {
	p.Games++
	p.Sum += int64(opponent)
	p.Halves += int32(score) + 1
}

// poolOf is what an unrated player brings into a period. If the list's pool is that of the known games,
// those older than 26 months leave it.
func poolOf(e *Entry, last int32) Pool {
	pool := Pool{int32(e.Own[fidePoolGames]), int64(e.Own[fidePoolSum]), int32(e.Own[fidePoolHalves])}
	var known, young Pool
	for _, g := range e.Past {
		if g.Opponent == 0 {
			continue
		}
		known.add(g.Opponent, g.Score)
		if g.Day == 0 || last == 0 || monthOf(last)-monthOf(g.Day) < fidePoolMonths {
			young.add(g.Opponent, g.Score)
		}
	}
	if known != pool {
		return pool
	}
	return young
}

// monthOf counts months.
func monthOf(day int32) int32 { return 12*yearOf(day) + day>>5&15 }

func (e *Entry) setPool(p Pool) {
	e.Own[fidePoolGames], e.Own[fidePoolSum], e.Own[fidePoolHalves] = float64(p.Games), float64(p.Sum), float64(p.Halves)
}

// fromSide gives a game's ratings and score as one of its players sees them.
func fromSide(g *Game, player int32) (own, opponent int32, score int8) {
	if g.White == player {
		return g.WhiteRating, g.BlackRating, g.Score
	}
	return g.BlackRating, g.WhiteRating, -g.Score
}

// side is 8.3.1 to 8.3.3 for one game.
func (f *FIDE) side(own, opp int32, score int8, k, day int32) Side {
	d, rule := own-opp, ruleFIDE
	if d > fideCap || d < -fideCap {
		exempt := own >= fideTop && f.List == FIDEStandard &&
			(f.Cap == FIDECapBelow2650 || f.Cap == FIDECapDated && since(day, fideFrom2025))
		if !exempt {
			d, rule = min(max(d, -fideCap), fideCap), ruleFIDECap
		}
	}
	e := int32(fide.Expected(int64(d)))
	return Side{Change: k * (50*(int32(score)+1) - e), Row: int16(e), K: int16(k), Rule: Rule(rule)}
}

// fideK is 8.3.3 and why: K of the list; 40 for a new player until 30 games are completed, and for a junior
// below 2300; 10 once a published rating reached 2400; else 20. year is that of the period.
func fideK(e *Entry, year int32) (k, why int32) {
	if k := int32(e.Own[fideKColumn]); k > 0 {
		if rule, why := fideRuleK(e, year); rule == k {
			return k, why
		}
		return k, whyList
	}
	return fideRuleK(e, year)
}

func fideRuleK(e *Entry, year int32) (k, why int32) {
	born := int32(e.Own[fideBorn])
	switch peak := max(int32(e.Own[fidePeak]), e.Rating); {
	case e.Games < fideNewGames:
		return 40, whyNew
	case born > 0 && year > 0 && year-born <= fideJuniorAge && e.Rating < fideJuniorLimit:
		return 40, whyJunior
	case peak >= fideStrongK:
		return 10, why2400
	}
	return 20, whyUsual
}

// fideNextK is the K of the next list. A K of the list that is not the rule's stays, as 40 until 30 games
// are completed and until 2400 is reached.
func fideNextK(before, after *Entry, last int32) int32 {
	year := yearOf(last)
	next := year
	if last>>5&15 == 12 {
		next++
	}
	rule, _ := fideRuleK(after, next)
	given := int32(before.Own[fideKColumn])
	if was, _ := fideRuleK(before, year); given == 0 || given == was || rule == 10 || given == 40 &&
		after.Games >= fideNewGames {
		return rule
	}
	return given
}

// Initial is how an initial rating came about.
type Initial struct {
	Ra       int32 // mean of the opponents' ratings, hundredths
	P        int32 // share of the points, hundredths
	DP       int32 // what it stands for
	Computed int32 // Ra + dp, rounded
	Rating   int32 // at most 2200
}

// FIDEInitial is 8.2.2 and 8.2.3: the rating of an unrated player from his games against rated opponents,
// with two hypothetical draws against 1800, at most 2200. Until February 2024 there were no hypothetical
// games: half the points gave Ra, each half point more 20, less went by dp. day is the end of the period.
func FIDEInitial(p Pool, day int32) Initial {
	var i Initial
	n, sum, halves := int64(p.Games), p.Sum, int64(p.Halves)
	if since(day, fideFrom2024) {
		n, sum, halves = n+2, sum+2*fideHypothetic, halves+2
	}
	i.P = int32(num.RoundHalfUp(100*halves, 2*n))
	i.DP = int32(fide.Difference(int64(i.P)))
	if over := int32(halves - n); !since(day, fideFrom2024) && over >= 0 {
		i.DP = 20 * over
	}
	i.Ra = int32(num.RoundHalfUp(100*sum, n))
	i.Computed = int32(num.RoundHalfUp(sum+int64(i.DP)*n, n))
	i.Rating = i.Computed
	if since(day, fideFrom2024) {
		i.Rating = min(i.Computed, fideInitialMax)
	}
	return i
}
