package grade

import "slices"

// PrizePawn is what the winner of the annual prize gets, in pawn.
const PrizePawn = 3

// Start is a game as the prize sees it: it counts by the day on which it started, finished or not.
type Start struct {
	Players [2]int32 // indices
	Mode    int      // postal, email, web ...: the caller's numbers
	Year    int      // business year: 2014 is 1 April 2014 to 31 March 2015
}

// BusinessYear of a day: it begins on 1 April.
func BusinessYear(year, month int) int {
	if month < 4 {
		return year - 1
	}
	return year
}

// Most is the winner, or the winners in a tie, of a mode.
type Most struct {
	Mode    int
	Games   int
	Players []int32 // by index; several share the first place
}

// MostGames gives the players with most games of a year, mode by mode, for the modes that have games.
func MostGames(games []Start, year, players, modes int) []Most {
	var out []Most
	count := make([]int, players)
	for m := range modes {
		clear(count)
		for _, g := range games {
			if g.Mode == m && g.Year == year {
				count[g.Players[0]]++
				count[g.Players[1]]++
			}
		}
		best := 0
		if players > 0 {
			best = slices.Max(count)
		}
		if best == 0 {
			continue
		}
		most := Most{Mode: m, Games: best}
		for p, c := range count {
			if c == best {
				most.Players = append(most.Players, int32(p))
			}
		}
		out = append(out, most)
	}
	return out
}
