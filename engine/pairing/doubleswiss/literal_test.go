package doubleswiss

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"crosstable/engine"
)

// literal pairs a round by writing down every set of upfloaters and every pairing of a bracket, and judging them by
// the text. Players are named by their indices; it shares nothing with the package.
type literal struct {
	s     *engine.State
	last  bool
	all   []int // by score, then number
	score map[int]engine.Points
}

func newLiteral(s *engine.State) *literal {
	l := &literal{s: s, last: s.PlannedRounds > 0 && s.Rounds()+1 >= s.PlannedRounds, score: map[int]engine.Points{}}
	for i := range s.N() {
		if s.Away[i] == engine.None && !s.Gone[i] {
			l.all = append(l.all, i)
			l.score[i] = s.Score[i] + s.Virtual[i]
		}
	}
	slices.SortFunc(l.all, func(a, b int) int { return cmp.Or(cmp.Compare(l.score[b], l.score[a]), cmp.Compare(a, b)) })
	return l
}

func (l *literal) meets(i, j int) bool { return !l.s.Banned(engine.Player(i), engine.Player(j)) }

// pairings calls f for every legal complete pairing of the set; f returns false to stop.
func (l *literal) pairings(set []int, pairs [][2]int, f func([][2]int) bool) bool {
	if len(set) == 0 {
		return f(pairs)
	}
	for k := 1; k < len(set); k++ {
		if l.meets(set[0], set[k]) {
			if !l.pairings(without(set[1:], set[k]), append(pairs, [2]int{set[0], set[k]}), f) {
				return false
			}
		}
	}
	return true
}

func (l *literal) completes(set []int) bool {
	return len(set)%2 == 0 && !l.pairings(set, nil, func([][2]int) bool { return false })
}

func without(set []int, out ...int) []int {
	var rest []int
	for _, i := range set {
		if !slices.Contains(out, i) {
			rest = append(rest, i)
		}
	}
	return rest
}

// subsets calls f for every subset of size k, in lexicographic order.
func subsets(set []int, k int, f func([]int)) {
	var rec func(from int, chosen []int)
	rec = func(from int, chosen []int) {
		if len(chosen) == k {
			f(slices.Clone(chosen))
			return
		}
		for i := from; i < len(set); i++ {
			rec(i+1, append(chosen, set[i]))
		}
	}
	rec(0, nil)
}

func (l *literal) matches(i int) (k int) {
	for r := range l.s.Rounds() {
		if l.s.OutcomeAt(r, engine.Player(i)).Played() {
			k++
		}
	}
	return k
}

// floated reports that the latest match was not forfeited and against another score.
func (l *literal) floated(i int) bool {
	r, p := l.s.Rounds()-1, engine.Player(i)
	if r < 0 || !l.s.OutcomeAt(r, p).Played() {
		return false
	}
	before := func(q engine.Player) engine.Points { return l.s.Score[q] - l.s.PointsAt(r, q) + l.s.VirtualAt(r, q) }
	return before(p) != before(l.s.Opponent(r, p))
}

// fewest is the least number of upfloaters with which the top can be paired and the others completed, -1 for none.
func (l *literal) fewest(top, low []int) int {
	for u := len(top) % 2; u <= len(low); u += 2 {
		found := false
		subsets(low, u, func(set []int) {
			found = found || l.completes(slices.Concat(top, set)) && l.completes(without(low, set...))
		})
		if found {
			return u
		}
	}
	return -1
}

func (l *literal) group(set []int) (top, low []int) {
	for _, i := range set {
		if l.score[i] == l.score[set[0]] {
			top = append(top, i)
		} else {
			low = append(low, i)
		}
	}
	return top, low
}

// upfloaters chooses the set (C4 to C7).
func (l *literal) upfloaters(top, low []int) []int {
	u := l.fewest(top, low)
	if u == 0 {
		return nil
	}
	next, _ := l.group(low)
	var best []int
	var bestKey []int
	subsets(low, u, func(set []int) {
		rest := without(low, set...)
		if !l.completes(slices.Concat(top, set)) || !l.completes(rest) {
			return
		}
		var key []int
		for k := len(set) - 1; k >= 0; k-- { // C5: the lowest score first
			key = append(key, -int(l.score[set[k]]))
		}
		after := without(next, set...)
		excess := 0
		if len(after) > 0 {
			excess = l.fewest(after, without(rest, after...)) - len(after)%2
		}
		floats := 0
		for _, i := range set {
			if l.floated(i) && !l.last {
				floats++
			}
		}
		key = append(key, excess, floats)
		if best == nil || slices.Compare(key, bestKey) < 0 {
			best, bestKey = set, key
		}
	})
	return best
}

// identifier lists the tops, then their opponents.
func identifier(pairs [][2]int) []int {
	list := slices.Clone(pairs)
	for k, q := range list {
		list[k] = [2]int{min(q[0], q[1]), max(q[0], q[1])}
	}
	slices.SortFunc(list, func(a, b [2]int) int { return a[0] - b[0] })
	var id []int
	for _, q := range list {
		id = append(id, q[0])
	}
	for _, q := range list {
		id = append(id, q[1])
	}
	return id
}

// bracket pairs the residents and upfloaters (C8, 3.6).
func (l *literal) bracket(top, up []int) [][2]int {
	var best [][2]int
	var bestKey []int
	l.pairings(slices.Concat(top, up), nil, func(pairs [][2]int) bool {
		faults := 0
		for _, q := range pairs {
			for _, x := range [2][2]int{{q[0], q[1]}, {q[1], q[0]}} {
				if slices.Contains(up, x[0]) && slices.Contains(top, x[1]) && l.floated(x[1]) && !l.last {
					faults++
				}
			}
		}
		if key := append([]int{faults}, identifier(pairs)...); best == nil || slices.Compare(key, bestKey) < 0 {
			best, bestKey = slices.Clone(pairs), key
		}
		return true
	})
	return best
}

// pair gives the round as text; ok is false for a dead end.
func (l *literal) pair() (round string, ok bool) {
	set := slices.Clone(l.all)
	var out []string
	if len(set)%2 == 1 {
		order := slices.Clone(set)
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(l.score[a], l.score[b]), cmp.Compare(l.matches(b), l.matches(a)),
				cmp.Compare(b, a))
		})
		at := slices.IndexFunc(order, func(i int) bool { return !l.s.ByeBarred[i] && l.completes(without(set, i)) })
		if at < 0 {
			return "", false
		}
		out = append(out, fmt.Sprintf("%d=u", order[at]+1))
		set = without(set, order[at])
	} else if !l.completes(set) {
		return "", false
	}
	for len(set) > 0 {
		top, low := l.group(set)
		up := l.upfloaters(top, low)
		for _, q := range l.bracket(top, up) {
			w, b := l.colour(q[0], q[1])
			out = append(out, fmt.Sprintf("%d-%d", w+1, b+1))
		}
		set = without(low, up...)
	}
	slices.Sort(out)
	return strings.Join(out, " "), true
}

// colour gives White and Black of game 1.
func (l *literal) colour(a, b int) (int, int) {
	if l.score[a] < l.score[b] || l.score[a] == l.score[b] && a > b {
		a, b = b, a
	}
	had := func(i int) (list []engine.Color) {
		for r := range l.s.Rounds() {
			p := engine.Player(i)
			if c := l.s.ColorAt(r, p); l.s.OutcomeAt(r, p).Played() && c != engine.NoColor {
				list = append(list, c)
			}
		}
		return list
	}
	give := func(c engine.Color) (int, int) {
		if c == engine.White {
			return a, b
		}
		return b, a
	}
	ha, hb := had(a), had(b)
	count := func(list []engine.Color) (k int) {
		for _, c := range list {
			if c == engine.White {
				k++
			}
		}
		return k
	}
	switch {
	case len(ha)+len(hb) == 0:
		number := 0
		for i := range a + 1 {
			if _, present := l.score[i]; present || l.s.Numbered[i] || l.s.Away[i] == engine.ByePairing {
				number++
			}
		}
		if number%2 == 0 {
			return give(l.s.Grip().Other())
		}
		return give(l.s.Grip())
	case count(ha) != count(hb):
		if count(ha) < count(hb) {
			return a, b
		}
		return b, a
	}
	for k := 1; k <= min(len(ha), len(hb)); k++ {
		if x := ha[len(ha)-k]; x != hb[len(hb)-k] {
			return give(x.Other())
		}
	}
	if len(ha) > 0 {
		return give(ha[len(ha)-1].Other())
	}
	return give(hb[len(hb)-1])
}
