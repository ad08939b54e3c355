package burstein

import (
	"cmp"
	"fmt"
	"slices"

	"crosstable/engine"
)

// literal pairs a round after the seeding rounds as the text of C.04.4.2 says, by trying every pairing of every
// bracket in the order of article 4. It shares nothing with the package but engine.State, and serves up to twelve
// players.
type literal struct {
	s       *engine.State
	in      []engine.Player // in the order of their numbers
	pref    []engine.Color
	degree  []int // 0 none, 1 mild, 2 strong, 3 absolute
	index   [][3]int
	games   []int
	perfect map[uint]bool
}

func newLiteral(s *engine.State) *literal {
	l := &literal{s: s, perfect: map[uint]bool{0: true}}
	for p := range engine.Player(s.N()) {
		if !s.Present(p) {
			continue
		}
		l.in = append(l.in, p)
		var colors []engine.Color
		bh, sb, diff := 0, 0, 0
		for r := range s.Rounds() {
			if !s.OutcomeAt(r, p).Played() {
				bh += int(s.Score[p])
				sb += int(s.Score[p]) * int(s.PointsAt(r, p))
				continue
			}
			q := s.Opponent(r, p)
			theirs := int(s.Score[q])
			if s.Gone[q] && s.Away[q] == engine.None || s.Away[q] == engine.ByeZero {
				for k := s.Rounds() - 1; k >= 0 && (s.OutcomeAt(k, q) == engine.ByeZero ||
					s.OutcomeAt(k, q) == engine.None); k-- {
					theirs += int(s.Points.Draw())
				}
			}
			bh += theirs
			sb += theirs * int(s.PointsAt(r, p))
			colors = append(colors, s.ColorAt(r, p))
			diff += map[engine.Color]int{engine.White: 1, engine.Black: -1}[s.ColorAt(r, p)]
		}
		pref, degree := engine.NoColor, 0
		if k := len(colors); k > 0 {
			pref, degree = colors[k-1].Other(), 1
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
		l.pref, l.degree, l.games = append(l.pref, pref), append(l.degree, degree), append(l.games, len(colors))
		l.index = append(l.index, [3]int{-bh, -sb, int(p)})
	}
	return l
}

func (l *literal) score(i int) engine.Points { return l.s.PairScore(l.in[i]) }

func (l *literal) ranks(i, j int) int { return slices.Compare(l.index[i][:], l.index[j][:]) }

func (l *literal) legal(i, j int) bool {
	return !l.s.Banned(l.in[i], l.in[j]) && !(l.degree[i] == 3 && l.degree[j] == 3 && l.pref[i] == l.pref[j])
}

func set(lists ...[]int) (m uint) {
	for _, list := range lists {
		for _, i := range list {
			m |= 1 << i
		}
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

// pairings calls f with the pairings of the bracket, and who floats, in the order of 4.3; which number of floaters
// there is is left open: those with fewer are not before those with more.
func (l *literal) pairings(list []int, f func(pairs [][2]int, floats []int)) {
	var pairs [][2]int
	var floats []int
	var rec func(left []int)
	rec = func(left []int) {
		if len(left) == 0 {
			f(pairs, floats)
			return
		}
		for k := len(left) - 1; k > 0; k-- {
			if l.legal(left[0], left[k]) {
				pairs = append(pairs, [2]int{left[0], left[k]})
				rec(append(slices.Clone(left[1:k]), left[k+1:]...))
				pairs = pairs[:len(pairs)-1]
			}
		}
		floats = append(floats, left[0])
		rec(left[1:])
		floats = floats[:len(floats)-1]
	}
	rec(list)
}

// floaters is the key of a bracket's floaters: their number, then their scores from the highest.
func (l *literal) floaters(floats []int) []int {
	key := []int{len(floats)}
	for _, i := range floats {
		key = append(key, int(l.score(i)))
	}
	slices.SortFunc(key[1:], func(a, b int) int { return b - a })
	return key
}

// next is the best key of the floaters of the bracket list with below the lower players, C4 kept.
func (l *literal) next(list, below []int) (best []int) {
	l.pairings(list, func(_ [][2]int, floats []int) {
		if m := set(floats, below); !l.complete(m) {
			return
		}
		if key := l.floaters(floats); best == nil || slices.Compare(key, best) < 0 {
			best = key
		}
	})
	return best
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
				cmp.Compare(l.games[bye], l.games[i]), l.ranks(bye, i)) < 0 {
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
	var down []int
	for len(all) > 0 {
		group := func() (list []int) {
			for len(all) > 0 && (len(list) == 0 || l.score(all[0]) == l.score(list[0])) {
				list, all = append(list, all[0]), all[1:]
			}
			return list
		}
		bracket := append(slices.Clone(down), group()...)
		save := all
		next := group()
		below := all
		all = save
		slices.SortFunc(bracket, l.ranks)
		var best []int
		var pairs [][2]int
		seen := map[uint][]int{}
		l.pairings(bracket, func(q [][2]int, floats []int) {
			if !l.complete(set(floats, next, below)) {
				return
			}
			key := append([]int{}, l.floaters(floats)...)
			if best != nil && slices.Compare(key, best[:min(len(key), len(best))]) > 0 {
				return
			}
			if len(floats) > 0 {
				after, known := seen[set(floats)]
				if !known {
					after = l.next(append(slices.Clone(floats), next...), below)
					seen[set(floats)] = after
				}
				key = append(key, after...)
			}
			clashes := 0
			for _, x := range q {
				if l.pref[x[0]] == l.pref[x[1]] && l.pref[x[0]] != engine.NoColor {
					clashes++
				}
			}
			key = append(key, clashes)
			if best == nil || slices.Compare(key, best) < 0 {
				best, pairs = key, slices.Clone(q)
				down = slices.Clone(floats)
			}
		})
		for _, q := range pairs {
			out = append(out, l.game(q[0], q[1]))
		}
	}
	slices.Sort(out)
	return fmt.Sprint(out), true
}

func (l *literal) game(i, j int) string {
	if l.ranks(i, j) > 0 {
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
	case l.degree[i] == 0:
		return l.pref[j].Other()
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
