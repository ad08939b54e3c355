package rating

import (
	"cmp"
	"slices"

	"crosstable/engine/method"
	"crosstable/engine/num"
)

// JCCA is the rating system of the Japan Correspondence Chess Association (日本通信チェス協会), in force
// until March 2025: JCCA rules page, "レイティング"; readings of what it leaves open are in docs/decisions.md.
//
// Every game changes both ratings by the quick table (早見表), by the difference of the ratings at the start
// of the game. Ratings do not move inside a period. With the 12th and the 20th rated game since joining a
// provisional rating is computed anew from these games; with 20 games it is established.
type JCCA struct {
	// DrawsOut leaves draws out of the denominator of Rp: 360 x (wins - losses) / (wins + losses), as an
	// older page prints it. The default divides by all games.
	DrawsOut bool
	// AllGames corrects from all games known at the computation instead of the first 12 or 20.
	AllGames bool
	// SecondOnly makes the second correction from games 13 to 20 only.
	SecondOnly bool
	// EndRatings takes the opponents' ratings at the end of a game in corrections.
	EndRatings bool
	// FromInitial removes opponents by their distance from the rating before the period instead of
	// from the Rp of the pass.
	FromInitial bool

	work        []Past
	order, kept []int32
}

var jccaInfo = method.Info{
	Name:    "jcca",
	Aliases: []string{"通信チェス"},
	Source:  "JCCA レイティング規則 (to March 2025)",
	Summary: "quick table with a column for each player; provisional ratings corrected at 12 and 20 games",
	Options: []method.Option{
		{Key: "draws-in-denominator", Values: "yes|no", Default: "yes",
			Summary: "whether the correction divides by all games or by wins and losses"},
		{Key: "correction", Values: "first|all", Default: "first",
			Summary: "correct from the first 12 (20) games or from all known at the computation"},
		{Key: "second", Values: "1-20|13-20", Default: "1-20", Summary: "games of the second correction"},
		{Key: "compare", Values: "computed|initial", Default: "computed",
			Summary: "what an opponent may be 360 away from: the Rp of the pass or the rating before the period"},
		{Key: "opponents", Values: "start|end", Default: "start",
			Summary: "opponents' ratings in corrections: at the start or at the end of the game"},
	},
}

func newJCCA(spec *method.Spec) (System, error) {
	j := &JCCA{}
	draws, err := spec.Bool("draws-in-denominator", true)
	if err != nil {
		return nil, err
	}
	j.DrawsOut = !draws
	for _, o := range []struct {
		key, usual, other string
		set               *bool
	}{
		{"correction", "first", "all", &j.AllGames},
		{"second", "1-20", "13-20", &j.SecondOnly},
		{"compare", "computed", "initial", &j.FromInitial},
		{"opponents", "start", "end", &j.EndRatings},
	} {
		n, err := spec.Choice(o.key, o.usual, o.other)
		if err != nil {
			return nil, err
		}
		*o.set = n == 1
	}
	return j, nil
}

// Rules of the quick table.
const (
	ruleJCCAHigher = ownRules + iota // column of the higher rated player
	ruleJCCALower                    // column of the lower rated player
	ruleJCCAEqual                    // equal ratings: row 1 for both
)

var jccaRules = rules(
	RuleInfo{"jcca-higher", "table row", "higher"},
	RuleInfo{"jcca-lower", "table row", "lower"},
	RuleInfo{"jcca-equal", "table row", ""})

// A list of JCCA is made from games that are reported in the month after the quarter and computed in the
// next: those of January to March count in the list of July.
var jccaTraits = Traits{
	Lag: 2, NeedsRating: true, Admit: jccaAdmit,
	Keeps:    func(e *Entry) bool { return e.Status == Provisional },
	First:    map[string]int32{"beginner": 800, "experienced": 1600, "other": 1200},
	ListNote: "In brackets: provisional, fewer than 20 rated games.",
	GamesNote: "Everybody who had a rated game in the period, by new rating. " +
		"The row is that of the quick table, in the player's own column.",
	RowWord: "Row",
}

var jccaTraitsEnd = func() Traits { t := jccaTraits; t.EndRatings = true; return t }()

// Traits implements System.
func (j *JCCA) Traits() *Traits {
	if j.EndRatings {
		return &jccaTraitsEnd
	}
	return &jccaTraits
}

// jccaAdmit decides status and games of a player with a rating: games decide the status; a list without
// games gives an established player the 20 that made him so and a provisional one those of the history.
func jccaAdmit(e *Entry, l Listed) Remark {
	if e.Status == Unrated {
		return RemarkNone
	}
	remark := RemarkNone
	if !l.HasGames {
		remark, e.Games = RemarkGames, SecondMark
		if l.Status == Provisional {
			e.Games = l.History
		}
	}
	e.Status = jccaStatus(e.Games)
	if l.HasGames && l.Status != Unrated && l.Status != e.Status {
		remark = RemarkStatus
	}
	return remark
}

// The marks: rated games since joining at which a provisional rating is corrected; at the second it is
// established.
const (
	FirstMark  = 12
	SecondMark = 20
)

// Reach is how far from Rp an opponent may be, in rating points; Reach itself stays. It is also the weight
// of the share of wins over losses.
const Reach = 360

// JCCARow is a row of the quick table. Each player is looked up in his own column of differences, so the
// two players of a game often use neighbouring rows, and every other game creates a point.
type JCCARow struct {
	HigherFrom, HigherTo int32 // difference, for the higher rated player; To is -1 in the last row: no limit
	LowerFrom, LowerTo   int32 // difference, for the lower rated player
	HigherWins           int32 // the higher gains, the lower loses
	LowerWins            int32 // the lower gains, the higher loses
	Draw                 int32 // the lower gains, the higher loses
}

// JCCATable is the quick table (早見表); row 1 is at index 0.
var JCCATable = [31]JCCARow{
	{0, 11, 0, 0, 30, 30, 0},
	{12, 23, 1, 12, 29, 31, 1},
	{24, 35, 13, 24, 28, 32, 2},
	{36, 47, 25, 36, 27, 33, 3},
	{48, 59, 37, 48, 26, 34, 4},
	{60, 71, 49, 60, 25, 35, 5},
	{72, 83, 61, 72, 24, 36, 6},
	{84, 95, 73, 84, 23, 37, 7},
	{96, 107, 85, 96, 22, 38, 8},
	{108, 120, 97, 108, 21, 39, 9},
	{121, 133, 109, 121, 20, 40, 10},
	{134, 146, 122, 134, 19, 41, 11},
	{147, 159, 135, 147, 18, 42, 12},
	{160, 173, 148, 160, 17, 43, 13},
	{174, 187, 161, 174, 16, 44, 14},
	{188, 201, 175, 188, 15, 45, 15},
	{202, 216, 189, 202, 14, 46, 16},
	{217, 233, 203, 217, 13, 47, 17},
	{234, 250, 218, 234, 12, 48, 18},
	{251, 268, 235, 251, 11, 49, 19},
	{269, 287, 252, 269, 10, 50, 20},
	{288, 306, 270, 288, 9, 51, 21},
	{307, 328, 289, 307, 8, 52, 22},
	{329, 352, 308, 329, 7, 53, 23},
	{353, 379, 330, 353, 6, 54, 24},
	{380, 409, 354, 380, 5, 55, 25},
	{410, 449, 381, 410, 4, 56, 26},
	{450, 499, 411, 450, 3, 57, 27},
	{500, 559, 451, 500, 2, 58, 28},
	{560, 679, 501, 560, 1, 59, 29},
	{680, -1, 561, -1, 0, 60, 30},
}

// jccaRows has, for each difference up to the last limit, the row (from 1) of the higher and of the lower
// rated player. It is filled from JCCATable once.
var jccaRows = func() (t [681][2]uint8) {
	for d := range t {
		for i, row := range JCCATable {
			if d >= int(row.HigherFrom) && (d <= int(row.HigherTo) || row.HigherTo < 0) {
				t[d][0] = uint8(i + 1)
			}
			if d >= int(row.LowerFrom) && (d <= int(row.LowerTo) || row.LowerTo < 0) {
				t[d][1] = uint8(i + 1)
			}
		}
	}
	return t
}()

// JCCASide gives what a game does to a player with rating own against opponent: score is his own, 1 won,
// 0 drawn, -1 lost. Ratings are those at the start of the game.
func JCCASide(own, opponent int32, score int8) Side {
	d := own - opponent
	column, rule := 0, ruleJCCAHigher
	switch {
	case d < 0:
		d, column, rule = -d, 1, ruleJCCALower
	case d == 0:
		rule = ruleJCCAEqual
	}
	n := jccaRows[min(int(d), len(jccaRows)-1)][column]
	row := &JCCATable[n-1]
	var change int32
	switch {
	case rule != ruleJCCALower && score > 0:
		change = row.HigherWins
	case rule != ruleJCCALower && score < 0:
		change = -row.LowerWins
	case rule != ruleJCCALower:
		change = -row.Draw
	case score > 0:
		change = row.LowerWins
	case score < 0:
		change = -row.HigherWins
	default:
		change = row.Draw
	}
	return Side{Change: change, Row: int16(n), Rule: rule}
}

// Rate implements System. Entry.Games decides whether a player is established; Entry.Past must hold all
// his earlier rated games if a mark is to be corrected, else the Correction is Incomplete and only the
// table counts.
//
// A player without rating stays without one; the row's rating of him serves his opponent.
func (j *JCCA) Rate(dst *Result, p *Period) error {
	if err := dst.reset(j.Traits(), jccaRules, 1, p); err != nil {
		return err
	}
	games := p.Games
	for i := range games {
		g := &games[i]
		white, black := &dst.Players[g.White], &dst.Players[g.Black]
		sides := Sides{Side{Rule: RuleNoRating}, Side{Rule: RuleNoRating}}
		if !white.Before.unrated() {
			sides.White = JCCASide(g.WhiteRating, g.BlackRating, g.Score)
			white.Sum += sides.White.Change
		}
		if !black.Before.unrated() {
			sides.Black = JCCASide(g.BlackRating, g.WhiteRating, -g.Score)
			black.Sum += sides.Black.Change
		}
		dst.Games[i] = sides
	}
	for p := range dst.Players {
		c := &dst.Players[p]
		if c.Before.unrated() {
			continue
		}
		c.Counted = c.Sum
		c.After.Rating = c.Before.Rating + c.Sum
		c.After.Games = c.Before.Games + c.Played
		c.After.Status = jccaStatus(c.After.Games)
		if mark := passedMark(c.Before.Games, c.After.Games); mark != 0 {
			j.correct(dst, games, int32(p), mark)
		}
	}
	return nil
}

func jccaStatus(games int32) Status {
	if games >= SecondMark {
		return Established
	}
	return Provisional
}

// passedMark gives the mark that a count of games reaches or passes, 0 for none. A period that passes both
// marks has the second correction only.
func passedMark(before, after int32) int32 {
	switch {
	case before < SecondMark && after >= SecondMark:
		return SecondMark
	case before < FirstMark && after >= FirstMark:
		return FirstMark
	}
	return 0
}

// correct recalculates the player's rating at a mark. The player's games count in the order in which they
// ended; a late report may therefore push a game of an earlier period behind the mark, and that game's table
// change then counts again, in place of its part in Rp: every game counts once.
func (j *JCCA) correct(dst *Result, games []Game, player, mark int32) {
	c := &dst.Players[player]
	c.Correction = int32(len(dst.Corrections))
	cor := Correction{Player: player, Mark: mark}
	if int(c.Before.Games) != len(c.Before.Past) {
		cor.Incomplete = true
		dst.Corrections = append(dst.Corrections, cor)
		return
	}
	j.work = dst.Past(j.work[:0], player, games)
	j.order = byDay(j.order[:0], j.work)
	to := mark
	if j.AllGames {
		to = int32(len(j.work))
	}
	if j.SecondOnly && mark == SecondMark {
		cor.First = FirstMark
	}
	cor.Used = slices.Clone(j.order[cor.First:to])
	j.passes(&cor, c.Before.Rating)
	for _, at := range j.order[to:] {
		cor.Later += j.work[at].Change
	}
	c.Counted = cor.Later
	c.After.Rating = cor.Rating + cor.Later
	dst.Corrections = append(dst.Corrections, cor)
}

// byDay appends the positions of games to dst in the order of their days; games of one day or of unknown
// days stay as they are.
func byDay(dst []int32, games []Past) []int32 {
	sorted, last := true, int32(0)
	for i := range games {
		dst = append(dst, int32(i))
		if d := games[i].Day; d != 0 {
			sorted = sorted && d >= last
			last = d
		}
	}
	if sorted {
		return dst
	}
	// An unknown day takes the day of the game before it, so that the order is one of numbers.
	days := make([]int32, len(games))
	for i := range games {
		days[i] = games[i].Day
		if days[i] == 0 && i > 0 {
			days[i] = days[i-1]
		}
	}
	slices.SortStableFunc(dst, func(a, b int32) int { return cmp.Compare(days[a], days[b]) })
	return dst
}

// passes computes Rp over the games used, again and again without the opponents out of
// reach, until none is. All arithmetic is exact: Rp is a fraction and is rounded once, at the end.
func (j *JCCA) passes(cor *Correction, initial int32) {
	j.kept = append(j.kept[:0], cor.Used...)
	for {
		var pass Pass
		for _, p := range j.kept {
			switch g := &j.work[p]; {
			case g.Score > 0:
				pass.Wins++
			case g.Score < 0:
				pass.Losses++
			default:
				pass.Draws++
			}
			pass.OpponentSum += int64(j.work[p].Opponent)
		}
		pass.Num, pass.Den = j.performance(&pass)
		centre, den := pass.Num, pass.Den
		if j.FromInitial {
			centre, den = int64(initial), 1
		}
		kept := j.kept[:0]
		for _, p := range j.kept {
			if off := int64(j.work[p].Opponent)*den - centre; off > Reach*den || off < -Reach*den {
				pass.Excluded = append(pass.Excluded, p)
			} else {
				kept = append(kept, p)
			}
		}
		cor.Passes = append(cor.Passes, pass)
		cor.Rating = int32(num.RoundHalfUp(pass.Num, pass.Den))
		if len(pass.Excluded) == 0 {
			return
		}
		if len(kept) == 0 {
			cor.Exhausted = true
			return
		}
		j.kept = kept
	}
}

// performance gives Rp as a fraction with a positive denominator: the mean of the opponents' ratings plus
// 360 x (wins - losses) / games.
func (j *JCCA) performance(p *Pass) (num, den int64) {
	n := int64(p.Games())
	net := Reach * int64(p.Wins-p.Losses)
	if !j.DrawsOut {
		return p.OpponentSum + net, n
	}
	decided := int64(p.Wins + p.Losses)
	if decided == 0 {
		return p.OpponentSum, n
	}
	return p.OpponentSum*decided + net*n, n * decided
}
