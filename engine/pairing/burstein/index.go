package burstein

import (
	"cmp"
	"slices"

	"crosstable/engine"
	"crosstable/engine/pairing/fide"
)

// index ranks the players by the opposition that they have met (1.7, 1.8): Buchholz, Sonneborn-Berger, number. A round
// without a game counts as one against oneself. The points a player has do not rank him, virtual points nobody.
type index struct {
	rank      []int32         // by place: 0 is the highest ranked
	buchholz  []int64         // by place, in half points
	sonneborn []int64         // by place, in quarter points
	worth     []engine.Points // by player: his score as his opponents count it
	order     []int32
}

// after reports that i is ranked below j.
func (x *index) after(i, j int32) bool { return x.rank[i] > x.rank[j] }

func (x *index) load(s *engine.State, f *fide.Field) {
	x.worth = fide.Grown(x.worth, s.N())
	for q := range engine.Player(s.N()) {
		x.worth[q] = s.Score[q] + benefit(s, q)
	}
	n := len(f.E)
	x.rank, x.order = fide.Grown(x.rank, n), fide.Grown(x.order, n)
	x.buchholz, x.sonneborn = fide.Grown(x.buchholz, n), fide.Grown(x.sonneborn, n)
	for i := range f.E {
		q := f.E[i].Player
		var bh, sb int64
		for r := range s.Rounds() {
			of := s.Score[q]
			if o := s.Opponent(r, q); o != engine.NoPlayer && s.OutcomeAt(r, q).Played() {
				of = x.worth[o]
			}
			bh += int64(of)
			sb += int64(of) * int64(s.PointsAt(r, q))
		}
		x.buchholz[i], x.sonneborn[i], x.order[i] = bh, sb, int32(i)
	}
	slices.SortFunc(x.order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(x.buchholz[j], x.buchholz[i]), cmp.Compare(x.sonneborn[j], x.sonneborn[i]),
			cmp.Compare(f.E[i].Player, f.E[j].Player))
	})
	for at, i := range x.order {
		x.rank[i] = int32(at)
	}
}

// benefit is what the opponents of q may add to his score (1.7.2, exception): a draw for each earlier zero-point bye
// of a series that the coming round continues.
func benefit(s *engine.State, q engine.Player) (sum engine.Points) {
	// A bye that a withdrawn player still gets stands in his entry.
	if s.Away[q] != engine.ByeZero && (!s.Gone[q] || s.Away[q] != engine.None) {
		return 0
	}
	for r := s.Rounds() - 1; r >= 0; r-- {
		if o := s.OutcomeAt(r, q); o != engine.ByeZero && o != engine.None {
			break
		}
		sum += s.Points.Draw()
	}
	return sum
}
