package standing

import (
	"cmp"
	"slices"

	"crosstable/engine"
)

// TeamBy says what a team's result is made of.
type TeamBy uint8

// Results of teams.
const (
	ByRanks  TeamBy = iota // the sum of the counted members' places, fewer first (团体: 名次之和)
	ByScores               // the sum of their points, more first; equal sums by the places
)

// Team is one team's row: the best members by their places in the individual ranking.
type Team struct {
	Group   int32           // as in the groups given
	Counted []engine.Player // the members that count, best first
	Ranks   int             // sum of their places
	Points  engine.Points   // sum of their points
	Place   int             // from 1; teams equal in everything share it
}

// Teams ranks the groups (0: no team) by their size best members in r's latest order. Groups with fewer members are
// left out. Equal teams are ordered by the place of their best member, then the second, and so on; members who
// share their places make teams share theirs.
func Teams(s *engine.State, r *Ranker, groups []int32, size int, by TeamBy) []Team {
	index := map[int32]int{}
	var teams []Team
	places := map[engine.Player]int{}
	for i, p := range r.Order() {
		g := groups[p]
		if g == 0 {
			continue
		}
		at, ok := index[g]
		if !ok {
			at = len(teams)
			index[g] = at
			teams = append(teams, Team{Group: g})
		}
		t := &teams[at]
		if len(t.Counted) < size {
			places[p] = r.Place(i)
			t.Counted = append(t.Counted, p)
			t.Ranks += places[p]
			t.Points += s.Score[p]
		}
	}
	teams = slices.DeleteFunc(teams, func(t Team) bool { return len(t.Counted) < size })
	compare := func(a, b Team) int {
		c := 0
		if by == ByScores {
			c = cmp.Compare(b.Points, a.Points)
		}
		if c == 0 {
			c = cmp.Compare(a.Ranks, b.Ranks)
		}
		for i := 0; c == 0 && i < size; i++ {
			c = cmp.Compare(places[a.Counted[i]], places[b.Counted[i]])
		}
		return c
	}
	slices.SortStableFunc(teams, compare)
	for i := range teams {
		teams[i].Place = i + 1
		if i > 0 && compare(teams[i-1], teams[i]) == 0 {
			teams[i].Place = teams[i-1].Place
		}
	}
	return teams
}
