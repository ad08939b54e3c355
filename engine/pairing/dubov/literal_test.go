package dubov

import (
	"cmp"
	"fmt"
	"slices"

	"crosstable/engine"
)

// literal pairs a round as the text of C.04.4.1 says, by trying every set, every shift and every transposition.
// It shares nothing with the package but engine.State, and serves up to twelve players.
type literal struct {
	s       *engine.State
	in      []engine.Player // in the order of their numbers
	pref    []engine.Color
	degree  []int // 1 mild, 2 strong, 3 absolute
	aro     []int
	ups     []int
	just    []bool
	games   []int
	perfect map[uint]bool
}

func newLiteral(s *engine.State) *literal {
	l := &literal{s: s, perfect: map[uint]bool{0: true}}
	score := make([][]engine.Points, s.Rounds()+1)
	score[0] = make([]engine.Points, s.N())
	for r := range s.Rounds() {
		score[r+1] = slices.Clone(score[r])
		for p := range engine.Player(s.N()) {
			score[r+1][p] += s.PointsAt(r, p)
		}
	}
	for p := range engine.Player(s.N()) {
		if !s.Present(p) {
			continue
		}
		l.in = append(l.in, p)
		var colors []engine.Color
		ups, just, sum, games, diff := 0, false, 0, 0, 0
		for r := range s.Rounds() {
			q, o := s.Opponent(r, p), s.OutcomeAt(r, p)
			just = q != engine.NoPlayer && o.Paired() && score[r][q]+s.VirtualAt(r, q) > score[r][p]+s.VirtualAt(r, p)
			if just {
				ups++
			}
			if o.Played() {
				sum += int(s.Rating[q])
				games++
				colors = append(colors, s.ColorAt(r, p))
				diff += map[engine.Color]int{engine.White: 1, engine.Black: -1}[s.ColorAt(r, p)]
			}
		}
		aro := 0
		if games > 0 {
			aro = sum / games
			if 2*(sum%games) >= games {
				aro++
			}
		}
		pref, degree := engine.Black, 1
		if k := len(colors); k > 0 {
			pref = colors[k-1].Other()
			switch {
			case diff > 1:
				pref, degree = engine.Black, 3
			case diff < -1:
				pref, degree = engine.White, 3
			case k > 1 && colors[k-1] == colors[k-2]:
				degree = 3
			case diff == 1:
				pref, degree = engine.Black, 2
			case diff == -1:
				pref, degree = engine.White, 2
			}
		}
		l.pref, l.degree = append(l.pref, pref), append(l.degree, degree)
		l.aro, l.ups, l.just, l.games = append(l.aro, aro), append(l.ups, ups), append(l.just, just),
			append(l.games, games)
	}
	return l
}

func (l *literal) score(i int) engine.Points { return l.s.PairScore(l.in[i]) }

func (l *literal) legal(i, j int) bool {
	return !l.s.Banned(l.in[i], l.in[j]) && !(l.degree[i] == 3 && l.degree[j] == 3 && l.pref[i] == l.pref[j])
}

func set(list []int) (m uint) {
	for _, i := range list {
		m |= 1 << i
	}
	return m
}

// complete: all of the set can be paired.
func (l *literal) complete(m uint) bool {
	if ok, known := l.perfect[m]; known {
		return ok
	}
	ok := false
	i := 0
	for m>>i&1 == 0 {
		i++
	}
	for j := i + 1; j < len(l.in) && !ok; j++ {
		ok = m>>j&1 == 1 && l.legal(i, j) && l.complete(m&^(1<<i|1<<j))
	}
	l.perfect[m] = ok
	return ok
}

// least is the least sum of fault over the pairings of the list, -1 if it has none.
func (l *literal) least(list []int, fault func(i, j int) int) int {
	if len(list) == 0 {
		return 0
	}
	best := -1
	for k := 1; k < len(list); k++ {
		if !l.legal(list[0], list[k]) {
			continue
		}
		rest := append(slices.Clone(list[1:k]), list[k+1:]...)
		if x := l.least(rest, fault); x >= 0 {
			if x += fault(list[0], list[k]); best < 0 || x < best {
				best = x
			}
		}
	}
	return best
}

func (l *literal) clash(i, j int) int {
	if l.pref[i] == l.pref[j] {
		return 1
	}
	return 0
}

// sets calls f with the sets of k of the list in the order of 4.1.3 until f is content.
func sets(list []int, k int, f func([]int) bool) bool {
	var rec func(at int, chosen []int) bool
	rec = func(at int, chosen []int) bool {
		if len(chosen) == k {
			return f(chosen)
		}
		for ; at < len(list); at++ {
			if rec(at+1, append(slices.Clone(chosen), list[at])) {
				return true
			}
		}
		return false
	}
	return rec(0, nil)
}

// pair gives the round as text, sorted.
func (l *literal) pair() (string, bool) {
	n := len(l.in)
	var all []int
	for i := range n {
		all = append(all, i)
	}
	var out []string
	if n%2 == 1 {
		bye := -1
		for _, i := range all {
			if l.s.ByeBarred[l.in[i]] || !l.complete(set(all)&^(1<<i)) {
				continue
			}
			if bye < 0 || cmp.Or(cmp.Compare(l.score(i), l.score(bye)),
				cmp.Compare(l.games[bye], l.games[i]), cmp.Compare(bye, i)) < 0 {
				bye = i
			}
		}
		if bye < 0 {
			return "", false
		}
		all = slices.DeleteFunc(all, func(i int) bool { return i == bye })
		out = append(out, fmt.Sprint(l.in[bye], " bye"))
	}
	if !l.complete(set(all)) {
		return "", false
	}
	slices.SortStableFunc(all, func(i, j int) int { return cmp.Compare(l.score(j), l.score(i)) })
	for len(all) > 0 {
		var res, pool []int
		for _, i := range all {
			if l.score(i) == l.score(all[0]) {
				res = append(res, i)
			} else {
				pool = append(pool, i)
			}
		}
		up := l.upfloaters(res, pool)
		for _, q := range l.bracket(append(slices.Clone(res), up...)) {
			out = append(out, l.game(q[0], q[1]))
			all = slices.DeleteFunc(all, func(i int) bool { return i == q[0] || i == q[1] })
		}
	}
	slices.Sort(out)
	return fmt.Sprint(out), true
}

func (l *literal) upfloaters(res, pool []int) []int {
	maxT := 2 + l.s.PlannedRounds/5
	for u := 0; u <= len(pool); u++ {
		var best []int
		var bestKey []int
		sets(pool, u, func(up []int) bool {
			members := append(slices.Clone(res), up...)
			if !l.complete(set(members)) || !l.complete(set(pool)&^set(up)) || len(members)%2 == 1 {
				return false
			}
			var key []int
			for _, i := range up {
				key = append(key, -int(l.score(i)))
			}
			slices.Sort(key)
			slices.Reverse(key) // the lowest score first; higher is better
			key = append(key, l.least(members, l.clash))
			c8, c9, c10 := 0, 0, 0
			for _, i := range up {
				if l.ups[i] >= maxT {
					c8++
					c9 += l.ups[i]
				}
				if l.just[i] {
					c10++
				}
			}
			if l.s.PlannedRounds == 0 || l.s.Rounds()+1 < l.s.PlannedRounds {
				key = append(key, c8, c9, c10)
			}
			if best == nil || slices.Compare(key, bestKey) < 0 {
				best, bestKey = append([]int{}, up...), key
			}
			return false
		})
		if best != nil {
			return best
		}
	}
	panic("no upfloaters")
}

func (l *literal) byARO(list []int) {
	slices.SortFunc(list, func(i, j int) int { return cmp.Or(cmp.Compare(l.aro[i], l.aro[j]), cmp.Compare(i, j)) })
}

// numbered gives the list in the order of 4.3.3, taking the middle of what remains again and again.
func numbered(list []int) (out []int) {
	list = slices.Clone(list)
	for len(list) > 0 {
		m := (len(list) - 1) / 2
		out = append(out, list[m])
		list = slices.Delete(list, m, m+1)
	}
	return out
}

func minus(list, gone []int) (out []int) {
	for _, i := range list {
		if !slices.Contains(gone, i) {
			out = append(out, i)
		}
	}
	return out
}

func (l *literal) bracket(members []int) [][2]int {
	slices.Sort(members)
	fresh := true
	for _, i := range members {
		fresh = fresh && l.games[i] == 0
	}
	var g1, g2 []int
	for k, i := range members {
		if fresh && k < len(members)/2 || !fresh && l.pref[i] == engine.White {
			g1 = append(g1, i)
		} else {
			g2 = append(g2, i)
		}
	}
	l.byARO(g1)
	small, large := g1, g2
	if len(g1) > len(g2) {
		small, large = g2, g1
	}
	k := l.least(members, func(i, j int) int {
		if slices.Contains(small, i) && slices.Contains(small, j) {
			return 1
		}
		return 0
	})
	best := l.least(members, l.clash)
	var first [][2]int
	sets(numbered(small), k, func(x []int) bool {
		return sets(numbered(large), (len(large)-len(small))/2+k, func(y []int) bool {
			a, b := append(minus(small, x), y...), append(minus(large, y), x...)
			s1, s2 := a, b
			if len(g1) > len(g2) {
				s1, s2 = b, a
			}
			l.byARO(s1)
			slices.Sort(s2)
			first = l.transposition(s1, s2, best, fresh)
			return first != nil
		})
	})
	return first
}

// transposition is the first legal one, which must have the least clashes.
func (l *literal) transposition(s1, s2 []int, clashes int, fresh bool) [][2]int {
	var pairs [][2]int
	var rec func(k int, left []int) bool
	rec = func(k int, left []int) bool {
		if k == len(s1) {
			sum := 0
			for _, q := range pairs {
				sum += l.clash(q[0], q[1])
			}
			return fresh || sum == clashes
		}
		for n, j := range left {
			if !l.legal(s1[k], j) {
				continue
			}
			pairs = append(pairs, [2]int{s1[k], j})
			if rec(k+1, append(slices.Clone(left[:n]), left[n+1:]...)) {
				return true
			}
			pairs = pairs[:len(pairs)-1]
		}
		return false
	}
	if rec(0, s2) {
		return pairs
	}
	return nil
}

func (l *literal) game(i, j int) string {
	if l.score(j) > l.score(i) || l.score(i) == l.score(j) && j < i {
		i, j = j, i
	}
	white := i
	if l.color(i, j) == engine.Black {
		white, j = j, i
	}
	return fmt.Sprint(l.in[white], "-", l.in[j])
}

// color is that of the higher ranked player i.
func (l *literal) color(i, j int) engine.Color {
	s := l.s
	if l.games[i] == 0 && l.games[j] == 0 {
		number := 0
		for p := range l.in[i] + 1 {
			if s.Numbered[p] || s.Present(p) || s.Away[p] == engine.ByePairing {
				number++
			}
		}
		if number%2 == 1 {
			return s.Grip()
		}
		return s.Grip().Other()
	}
	switch {
	case l.pref[i] != l.pref[j]:
		return l.pref[i]
	case l.degree[i] > l.degree[j]:
		return l.pref[i]
	case l.degree[i] < l.degree[j]:
		return l.pref[j].Other()
	}
	had := func(p engine.Player) (out []engine.Color) {
		for r := s.Rounds() - 1; r >= 0; r-- {
			if s.OutcomeAt(r, p).Played() {
				out = append(out, s.ColorAt(r, p))
			}
		}
		return out
	}
	a, b := had(l.in[i]), had(l.in[j])
	for k := range min(len(a), len(b)) {
		if a[k] != b[k] {
			return b[k]
		}
	}
	return l.pref[i]
}
