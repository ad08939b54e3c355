package stage

import (
	"cmp"
	"hash/maphash"
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
		{!a.Start.IsZero() && !b.Start.IsZero(), sameDay(a.Start, b.Start)},
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

// sameDay compares the parts that both dates know.
func sameDay(a, b record.Date) bool {
	return a.Year == b.Year &&
		(a.Month == 0 || b.Month == 0 || a.Month == b.Month) &&
		(a.Day == 0 || b.Day == 0 || a.Day == b.Day)
}

// sameText compares events and rounds of different files: case and blanks do not count.
func sameText(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// double is a row that is the same game as an earlier one.
type double struct {
	row, first int32 // indices into rows; first < row
	how        agreement
}

// doubles finds, among the rows that use accepts, each row that is the same game as an earlier one, in the
// order of the rows. Every double of a game names that game's first row. It sorts instead of keeping maps:
// a million rows cost two sorts of eight-byte keys.
func doubles(rows []Row, use func(*Row) bool) []double {
	type keyed struct {
		key uint64
		row int32
	}
	order := func(a, b keyed) int {
		if c := cmp.Compare(a.key, b.key); c != 0 {
			return c
		}
		return cmp.Compare(a.row, b.row)
	}
	seed := maphash.MakeSeed() // only equality of keys matters; the result does not depend on it
	var byID, byPair []keyed
	anonymous := 0
	for i := range rows {
		r := &rows[i]
		if !use(r) {
			continue
		}
		if r.ID != "" {
			byID = append(byID, keyed{maphash.String(seed, r.ID), int32(i)})
		} else {
			anonymous++
		}
	}
	var found []double
	groups := func(keys []keyed, f func(group []keyed)) {
		slices.SortFunc(keys, order)
		for from := 0; from < len(keys); {
			to := from + 1
			for to < len(keys) && keys[to].key == keys[from].key {
				to++
			}
			if to-from > 1 {
				f(keys[from:to])
			}
			from = to
		}
	}
	pairwise := func(group []keyed) {
		for i := 1; i < len(group); i++ {
			for j := range i {
				if how := compare(&rows[group[j].row], &rows[group[i].row]); how != differentGames {
					found = append(found, double{group[i].row, group[j].row, how})
					break
				}
			}
		}
	}
	groups(byID, pairwise)
	if anonymous > 0 {
		for i := range rows {
			if r := &rows[i]; use(r) {
				byPair = append(byPair, keyed{uint64(uint32(r.White))<<32 | uint64(uint32(r.Black)), int32(i)})
			}
		}
		groups(byPair, func(group []keyed) {
			if len(group) <= 64 {
				pairwise(group)
				return
			}
			// A pair with very many games: rows of two known days are different games.
			var vague []keyed
			var days []keyed
			for _, k := range group {
				if d := rows[k.row].End; d.Full() {
					days = append(days, keyed{uint64(d.Year)<<16 | uint64(d.Month)<<8 | uint64(d.Day), k.row})
				} else {
					vague = append(vague, k)
				}
			}
			groups(days, pairwise)
			for _, v := range vague {
				for _, k := range group {
					if k.row == v.row {
						continue
					}
					if how := compare(&rows[k.row], &rows[v.row]); how != differentGames {
						found = append(found, double{max(k.row, v.row), min(k.row, v.row), how})
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
