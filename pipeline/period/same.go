package period

import (
	"cmp"
	"hash/maphash"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"crosstable/pipeline/record"
)

// What the same game is stands in record.Compare. Here rows are put together by it: each game is the rows that
// agree or contradict each other, none of them different from another. An undated row that could be two games is
// therefore one of them at most.

// evidence is what a row tells of which game it is.
func (r *Row) evidence() record.Evidence {
	return record.Evidence{ID: r.ID, Event: r.Event, Round: r.Round, White: r.White, Black: r.Black, Start: r.Start,
		End:   r.End,
		Clock: r.Clock, Moves: r.Moves, Result: r.Result, File: r.File}
}

func compare(a, b *Row) record.Agreement {
	x, y := a.evidence(), b.evidence()
	return record.Compare(&x, &y)
}

// link is two rows that are not different games.
type link struct {
	a, b int32 // indices into rows, a < b
	how  record.Agreement
	weak bool // no id, no event with round, not both dated: for want of anything else
}

// linker finds links without comparing every row with every other. A key is some bits of a hash with the row's
// number behind; sorted, rows of one hash stand together.
type linker struct {
	rows  []Row
	width int
	seed  maphash.Seed // only equality counts; the result does not depend on it
	found []link
}

// crowd is the number of rows up to which all of a group are compared with all.
const crowd = 64

// links gives every two of the rows that use accepts that are not different games, in order.
func links(rows []Row, use func(*Row) bool) []link {
	l := &linker{rows: rows, width: bits.Len(uint(len(rows))), seed: maphash.MakeSeed()}
	keys := make([]uint64, 0, len(rows))
	anonymous := false
	for i := range rows {
		switch r := &rows[i]; {
		case !use(r):
		case r.ID != "":
			keys = append(keys, l.key(maphash.String(l.seed, r.ID), int32(i)))
		default:
			anonymous = true
		}
	}
	l.groups(keys, l.oneID)
	if anonymous {
		keys = keys[:0]
		for i := range rows {
			if r := &rows[i]; use(r) {
				keys = append(keys, l.pairKey(int32(i)))
			}
		}
		l.groups(keys, l.onePair)
	}
	slices.SortFunc(l.found, func(x, y link) int { return cmp.Or(cmp.Compare(x.b, y.b), cmp.Compare(x.a, y.a)) })
	return slices.Compact(l.found)
}

func (l *linker) key(hash uint64, row int32) uint64 { return hash<<l.width | uint64(row) }

func (l *linker) row(key uint64) int32 { return int32(key & (1<<l.width - 1)) }

// pairKey is the key of a row's pair, in any colours.
func (l *linker) pairKey(row int32) uint64 {
	r := &l.rows[row]
	return l.key(maphash.Comparable(l.seed, [2]int32{min(r.White, r.Black), max(r.White, r.Black)}), row)
}

// groups gives the rows of each key to use, if there are two at least.
func (l *linker) groups(keys []uint64, use func(group []uint64)) {
	slices.Sort(keys)
	for from := 0; from < len(keys); {
		to := from + 1
		for to < len(keys) && keys[to]>>l.width == keys[from]>>l.width {
			to++
		}
		if to-from > 1 {
			use(keys[from:to])
		}
		from = to
	}
}

// pairwise compares all rows of a group.
func (l *linker) pairwise(group []uint64) {
	for i := 1; i < len(group); i++ {
		for j := range i {
			l.meet(l.row(group[j]), l.row(group[i]))
		}
	}
}

// meet compares two rows.
func (l *linker) meet(i, j int32) {
	a, b := &l.rows[min(i, j)], &l.rows[max(i, j)]
	how := compare(a, b)
	if how == record.Different {
		return
	}
	slot := a.Event != "" && b.Event != "" && a.Round != "" && b.Round != ""
	strong := a.ID != "" && b.ID != "" || slot || a.End.Full() && b.End.Full()
	l.found = append(l.found, link{min(i, j), max(i, j), how, !strong})
}

// oneID links the rows of an id. An id of very many rows numbers the games of each event, or is no id at all: rows
// of one pair or of one event are then compared, and rows without event with all.
func (l *linker) oneID(group []uint64) {
	if len(group) <= crowd {
		l.pairwise(group)
		return
	}
	var pairs, events []uint64
	for _, k := range group {
		row := l.row(k)
		pairs = append(pairs, l.pairKey(row))
		if event := l.rows[row].Event; event != "" {
			events = append(events, l.key(maphash.String(l.seed, record.FoldText(event)), row))
			continue
		}
		for _, o := range group {
			if o != k {
				l.meet(row, l.row(o))
			}
		}
	}
	l.groups(pairs, l.pairwise)
	l.groups(events, l.pairwise)
}

// onePair links the rows of a pair. Of very many those are compared that can be one game: of one event and round,
// with equal moves, within some days, and those without a whole day with all.
func (l *linker) onePair(group []uint64) {
	if len(group) <= crowd {
		l.pairwise(group)
		return
	}
	const window = 4 * (record.Near + 1) // days; two windows half apart hold any two days that are near
	var slots, moves, early, late []uint64
	for _, k := range group {
		row := l.row(k)
		r := &l.rows[row]
		if r.Event != "" && r.Round != "" {
			round, _, _ := strings.Cut(record.FoldText(r.Round), ".")
			slots = append(slots, l.key(maphash.String(l.seed, record.FoldText(r.Event)+"\x00"+round), row))
		}
		if r.Moves != 0 {
			moves = append(moves, l.key(maphash.Comparable(l.seed, r.Moves), row))
		}
		if r.ID != "" {
			moves = append(moves, l.key(maphash.String(l.seed, r.ID), row))
		}
		if r.End.Full() {
			day := r.End.Days()
			early = append(early, l.key(uint64(day/window), row))
			late = append(late, l.key(uint64((day+window/2)/window), row))
			continue
		}
		for _, o := range group {
			if o != k {
				l.meet(row, l.row(o))
			}
		}
	}
	for _, keys := range [][]uint64{slots, moves, early, late} {
		l.groups(keys, l.pairwise)
	}
}

// sameGames are rows that are one game, by their index, in order.
type sameGames []int32

// together makes games of links: the strong ones first, and no two rows that are different games into one. Doubts
// are the links between rows that stay apart and may be one game.
func together(rows []Row, all []link) (games []sameGames, doubts []link) {
	order := make([]int, 0, len(all))
	for i := range all {
		if all[i].how == record.Doubtful {
			doubts = append(doubts, all[i])
		} else {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int {
		a, b := &all[x], &all[y]
		return cmp.Or(compareBool(a.weak, b.weak), cmp.Compare(b.how, a.how))
	})
	of := map[int32]*sameGames{}
	for _, i := range order {
		a, b := of[all[i].a], of[all[i].b]
		if a == nil {
			a = &sameGames{all[i].a}
		}
		if b == nil {
			b = &sameGames{all[i].b}
		}
		if a == b || !fit(rows, *a, *b) {
			of[all[i].a], of[all[i].b] = a, b
			continue
		}
		*a = append(*a, *b...)
		for _, row := range *a {
			of[row] = a
		}
	}
	for row, g := range of {
		slices.Sort(*g)
		if (*g)[0] == row && len(*g) > 1 {
			games = append(games, *g)
		}
	}
	slices.SortFunc(games, func(a, b sameGames) int { return cmp.Compare(a[0], b[0]) })
	doubts = slices.DeleteFunc(doubts, func(d link) bool { return of[d.a] != nil && of[d.a] == of[d.b] })
	return games, doubts
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// fit reports that no row of a is another game than one of b.
func fit(rows []Row, a, b sameGames) bool {
	for _, x := range a {
		for _, y := range b {
			if how := compare(&rows[x], &rows[y]); how != record.Same && how != record.Contradiction {
				return false
			}
		}
	}
	return true
}

// settleDoubles decides which row of each game counts. A row that is rated is never set aside for one that is not;
// of several the first with a whole day counts. Rows that contradict it are set aside, and it with them.
func (r *rater) settleDoubles() {
	rows := r.res.Rows
	games, doubts := together(rows, links(rows, identified))
	aside := map[int32]func(){} // by row, so that issues come in their order
	for _, g := range games {
		first := leader(rows, g)
		for _, at := range g {
			if at != first {
				aside[at] = func() { r.settleDouble(&rows[at], &rows[first]) }
			}
		}
	}
	for _, d := range doubts {
		before := aside[d.b]
		aside[d.b] = func() {
			if before != nil {
				before()
			}
			r.doubt(&rows[d.b], &rows[d.a])
		}
	}
	for _, row := range slices.Sorted(maps.Keys(aside)) {
		aside[row]()
	}
}

// leader is the row that counts for a game: a rated one with a whole day, a rated one, else the first.
func leader(rows []Row, g sameGames) int32 {
	best, rank := g[0], 0
	for _, at := range g {
		row := &rows[at]
		n := 0
		if row.Fate.Kind() == KindRated {
			n = 1
			if row.End.Full() {
				n = 2
			}
		}
		if n > rank {
			best, rank = at, n
		}
	}
	return best
}

// settleDouble decides about a row that is the same game as the one that counts.
func (r *rater) settleDouble(row, first *Row) {
	if row.Fate.Kind() == KindAside {
		return
	}
	how := compare(first, row)
	switch other := r.place(first); {
	case first.Fate == AsideConflict && row.Fate.Kind() == KindNotRated: // it counts nowhere
	case first.Fate.Kind() == KindRated && row.Fate.Kind() == KindNotRated:
		r.res.Doubtful++
		r.say("rate-not-rated-too", row, "%s is rated from %s; this row says: %s", r.game(first), other, row.Fate.Text())
	case how == record.Same:
		r.say("rate-duplicate", row, "%s is the game of %s", r.game(row), other)
		row.Fate = AsideDuplicate
	default:
		r.say("rate-conflict", row, "%s contradicts %s", r.game(row), other)
		if first.Fate != AsideConflict {
			r.say("rate-conflict", first, "%s contradicts %s", r.game(first), r.place(row))
		}
		row.Fate, first.Fate = AsideConflict, AsideConflict
	}
}

// doubt tells of two rows that may be one game, if both count, or one does and the other says that it does not.
func (r *rater) doubt(row, other *Row) {
	a, b := row.Fate.Kind(), other.Fate.Kind()
	if a == KindAside || b == KindAside || a == KindNotRated && b == KindNotRated {
		return
	}
	r.res.Doubtful++
	r.say("rate-doubtful", row, "%s may be the game of %s: %s", r.game(row), r.place(other), r.game(other))
}
