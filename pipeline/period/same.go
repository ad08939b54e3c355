package period

import (
	"cmp"
	"hash/maphash"
	"math/bits"
	"slices"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/record"
)

// Two rows are the same game if
//   - both have the same game id, and either the same two players or no two different events; or
//   - not both have an id, White, Black and every one of end, start with its time of day, event, round and moves that both know
//     agree, and both know one of them at least.
//
// A start that is the day of the end says nothing of its own: a PGN has one date for both, and the same game in a
// table may have begun months before. So such a start is not compared.
//
// Different ids are different games. Rows without anything that tells two games of a pair apart are the
// same game only if their results agree.

// agreement is how two rows stand to each other.
type agreement uint8

const (
	differentGames agreement = iota
	sameGame                 // the same game, told in the same way
	contradiction            // the same game, with another result or other players
)

// compare decides for two identified rows.
func compare(a, b *Row) agreement {
	samePair := a.White == b.White && a.Black == b.Black
	sameResult := decisive(a.Result) == decisive(b.Result)
	if a.ID != "" && b.ID != "" {
		if a.ID != b.ID {
			return differentGames
		}
		swapped := a.White == b.Black && a.Black == b.White
		switch {
		case samePair && sameResult:
			return sameGame
		case samePair, swapped:
			return contradiction
		case a.Event != "" && b.Event != "" && !sameText(a.Event, b.Event):
			return differentGames // numbered within each event
		}
		return contradiction
	}
	if !samePair {
		return differentGames
	}
	known := false
	for _, c := range [...]struct{ both, equal bool }{
		{!a.End.IsZero() && !b.End.IsZero(), sameDay(a.End, b.End)},
		{tellsStart(a) && tellsStart(b), sameDay(a.Start, b.Start)},
		{a.Clock != 0 && b.Clock != 0, a.Clock == b.Clock},
		{a.Event != "" && b.Event != "", a.Event == b.Event || sameText(a.Event, b.Event)},
		{a.Round != "" && b.Round != "", a.Round == b.Round || sameText(a.Round, b.Round)},
		{a.Moves != 0 && b.Moves != 0, a.Moves == b.Moves},
	} {
		if c.both && !c.equal {
			return differentGames
		}
		known = known || c.both
	}
	switch {
	case sameResult:
		return sameGame
	case known:
		return contradiction
	}
	return differentGames
}

// decisive takes a loss by withdrawal that one file writes as 0-1 and another as a forfeit as one result.
func decisive(r engine.Result) engine.Result {
	switch r {
	case engine.BlackForfeits, engine.ShortWhiteWins:
		return engine.WhiteWins
	case engine.WhiteForfeits, engine.ShortBlackWins:
		return engine.BlackWins
	case engine.ShortDraw:
		return engine.Draw
	}
	return r
}

// tellsStart reports that a row knows more of its start than the day on which it ended.
func tellsStart(r *Row) bool { return !r.Start.IsZero() && r.Start != r.End }

// sameDay compares the parts that both dates know.
func sameDay(a, b record.Date) bool {
	return a.Year == b.Year &&
		(a.Month == 0 || b.Month == 0 || a.Month == b.Month) &&
		(a.Day == 0 || b.Day == 0 || a.Day == b.Day)
}

// sameText compares events and rounds of different files: case and blanks do not count.
func sameText(a, b string) bool { return foldText(a) == foldText(b) }

func foldText(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// double is a row that is the same game as an earlier one.
type double struct {
	row, first int32 // indices into rows; first < row
	how        agreement
}

// doubles finds, among the rows that use accepts, each row that is the same game as an earlier one, in the
// order of the rows. Every double of a game names that game's first row. It sorts instead of keeping maps: a
// key is some bits of a hash with the row's number behind, and rows of one hash are then compared.
func doubles(rows []Row, use func(*Row) bool) []double {
	width := bits.Len(uint(len(rows)))
	row := func(key uint64) int32 { return int32(key & (1<<width - 1)) }
	groups := func(keys []uint64, f func(group []uint64)) {
		slices.Sort(keys)
		for from := 0; from < len(keys); {
			to := from + 1
			for to < len(keys) && keys[to]>>width == keys[from]>>width {
				to++
			}
			if to-from > 1 {
				f(keys[from:to])
			}
			from = to
		}
	}
	var found []double
	pairwise := func(group []uint64) {
		for i := 1; i < len(group); i++ {
			for j := range i {
				if how := compare(&rows[row(group[j])], &rows[row(group[i])]); how != differentGames {
					found = append(found, double{row(group[i]), row(group[j]), how})
					break
				}
			}
		}
	}
	seed := maphash.MakeSeed() // only equality counts; the result does not depend on it
	keys := make([]uint64, 0, len(rows))
	anonymous := 0
	for i := range rows {
		switch r := &rows[i]; {
		case !use(r):
		case r.ID != "":
			keys = append(keys, maphash.String(seed, r.ID)<<width|uint64(i))
		default:
			anonymous++
		}
	}
	groups(keys, func(group []uint64) {
		if len(group) <= 64 {
			pairwise(group)
			return
		}
		// An id of very many rows: numbered within events, or no id at all. Rows of one pair or of one event
		// are the same game or contradict each other, and so is a row without event with any.
		var pairs, events []uint64
		for _, k := range group {
			r := &rows[row(k)]
			pairs = append(pairs, maphash.Comparable(seed, [2]int32{min(r.White, r.Black), max(r.White, r.Black)})<<width|uint64(row(k)))
			if r.Event != "" {
				events = append(events, maphash.String(seed, foldText(r.Event))<<width|uint64(row(k)))
				continue
			}
			for _, o := range group {
				if how := compare(&rows[row(o)], r); o != k && how != differentGames {
					found = append(found, double{max(row(k), row(o)), min(row(k), row(o)), how})
					if row(o) < row(k) {
						break
					}
				}
			}
		}
		groups(pairs, pairwise)
		groups(events, pairwise)
	})
	if anonymous > 0 {
		keys = keys[:0]
		for i := range rows {
			if r := &rows[i]; use(r) {
				keys = append(keys, maphash.Comparable(seed, [2]int32{r.White, r.Black})<<width|uint64(i))
			}
		}
		groups(keys, func(group []uint64) {
			if len(group) <= 64 {
				pairwise(group)
				return
			}
			// A pair with very many games: rows of two known days are different games.
			var vague, days []uint64
			for _, k := range group {
				if d := rows[row(k)].End; d.Full() {
					days = append(days, uint64(dayNumber(d))<<width|uint64(row(k)))
				} else {
					vague = append(vague, k)
				}
			}
			groups(days, pairwise)
			for _, v := range vague {
				for _, k := range group {
					if row(k) == row(v) {
						continue
					}
					if how := compare(&rows[row(k)], &rows[row(v)]); how != differentGames {
						found = append(found, double{max(row(k), row(v)), min(row(k), row(v)), how})
						break
					}
				}
			}
		})
	}
	slices.SortFunc(found, func(a, b double) int {
		if c := cmp.Compare(a.row, b.row); c != 0 {
			return c
		}
		return cmp.Compare(a.first, b.first)
	})
	// A row found by id and by pair counts once, and doubles of doubles point to the first of all.
	first := map[int32]int32{}
	out := found[:0]
	for _, d := range found {
		if f, ok := first[d.first]; ok {
			d.first = f
		}
		if _, ok := first[d.row]; ok {
			continue
		}
		first[d.row] = d.first
		out = append(out, d)
	}
	return out
}
