package lim

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"crosstable/engine"
)

// literal pairs a round by trying: how many pairs a group allows, whether others can still be paired and who needs
// whose opponent are found by going through all pairings. Players are named by their numbers, colours are read off
// the rounds. It shares nothing with the package but the options.
type literal struct {
	s       *engine.State
	maxi    bool
	limits  bool
	last    bool
	score   map[int]engine.Points
	all     []int
	colours map[int][]engine.Color // of the games played, oldest first

	above, below, middle []literalPair
}

type literalPair struct {
	a, b int
	low  bool
}

func newLiteral(s *engine.State, maxi bool) *literal {
	l := &literal{s: s, maxi: maxi, limits: true, score: map[int]engine.Points{}, colours: map[int][]engine.Color{}}
	l.last = s.PlannedRounds > 0 && s.Rounds()+1 >= s.PlannedRounds
	for i := range s.N() {
		p := engine.Player(i)
		if s.Away[i] != engine.None || s.Gone[i] {
			continue
		}
		l.all = append(l.all, i)
		l.score[i] = s.Score[i] + s.Virtual[i]
		for r := range s.Rounds() {
			if s.OutcomeAt(r, p).Played() {
				l.colours[i] = append(l.colours[i], s.ColorAt(r, p))
			}
		}
	}
	return l
}

// after reports whether a colour keeps i within 5.1.1 and 5.1.2.
func (l *literal) after(i int, c engine.Color) bool {
	h := append(slices.Clone(l.colours[i]), c)
	if n := len(h); n >= 3 && h[n-1] == h[n-2] && h[n-2] == h[n-3] {
		return false
	}
	same, other := 0, 0
	for _, x := range h {
		if x == c {
			same++
		} else {
			other++
		}
	}
	return same-other < 3
}

func (l *literal) allowed(white, black int) bool {
	return l.after(white, engine.White) && l.after(black, engine.Black)
}

func (l *literal) compatible(i, j int) bool {
	if l.s.Banned(engine.Player(i), engine.Player(j)) {
		return false
	}
	return l.last || !l.limits || l.allowed(i, j) || l.allowed(j, i)
}

// due is the due colour: a limit, the equalising or the alternating one.
func (l *literal) due(i int) engine.Color {
	h := l.colours[i]
	if len(h) == 0 {
		return engine.NoColor
	}
	diff := 0
	for _, c := range h {
		diff += map[engine.Color]int{engine.White: 1, engine.Black: -1}[c]
	}
	latest := h[len(h)-1]
	switch {
	case diff >= 2:
		return engine.Black
	case diff <= -2:
		return engine.White
	case len(h) > 1 && latest == h[len(h)-2]:
		return latest.Other()
	case diff > 0:
		return engine.Black
	case diff < 0:
		return engine.White
	}
	return latest.Other()
}

// most is the greatest number of pairs among the players.
func (l *literal) most(set []int) int {
	if len(set) < 2 {
		return 0
	}
	best := l.most(set[1:])
	for k := 1; k < len(set); k++ {
		if best*2 >= len(set)-1 {
			break
		}
		if l.compatible(set[0], set[k]) {
			best = max(best, 1+l.most(without(set[1:], set[k])))
		}
	}
	return best
}

func (l *literal) whole(set []int) bool { return len(set)%2 == 0 && l.most(set)*2 == len(set) }

func without(set []int, out ...int) []int {
	var rest []int
	for _, i := range set {
		if !slices.Contains(out, i) {
			rest = append(rest, i)
		}
	}
	return rest
}

// bye is the receiver, -1 for none; ok is false for a dead end.
func (l *literal) bye() (int, bool) {
	if len(l.all)%2 == 0 {
		return -1, l.whole(l.all)
	}
	order := slices.Clone(l.all)
	slices.SortFunc(order, func(a, b int) int {
		rated := 0
		if l.s.Rounds() == 0 {
			rated = cmp.Compare(l.s.Rating[a], l.s.Rating[b])
		}
		return cmp.Or(cmp.Compare(l.score[a], l.score[b]), rated, cmp.Compare(b, a))
	})
	for _, i := range order {
		if !l.s.ByeBarred[i] && l.whole(without(l.all, i)) {
			return i, true
		}
	}
	return -1, false
}

// pair gives the round as text; ok is false for a dead end.
func (l *literal) pair() (round string, ok bool) {
	bye, ok := l.bye()
	if !ok {
		return "", false
	}
	var scores []engine.Points
	group := map[engine.Points][]int{}
	for _, i := range without(l.all, bye) {
		v := l.score[i]
		if group[v] == nil {
			scores = append(scores, v)
		}
		group[v] = append(group[v], i)
	}
	slices.Sort(scores)
	median := float64(l.s.Rounds()) * float64(l.s.Points.Win()) / 2
	var mid, down, up []int
	if median == math.Floor(median) {
		mid = group[engine.Points(median)]
	}
	// The next group on the way is the next score, or the median.
	towards := func(k, step int) []int {
		if k += step; k >= 0 && k < len(scores) && (float64(scores[k])-median)*float64(step) < 0 {
			return group[scores[k]]
		}
		return mid
	}
	for k := len(scores) - 1; k >= 0 && float64(scores[k]) > median; k-- {
		down = l.group(down, group[scores[k]], towards(k, -1), false, &l.above)
	}
	for k := 0; k < len(scores) && float64(scores[k]) < median; k++ {
		up = l.group(up, group[scores[k]], towards(k, 1), true, &l.below)
	}
	l.median(mid, down, up)
	var out []string
	for _, q := range slices.Concat(l.above, l.below, l.middle) {
		w, b := l.colour(q)
		out = append(out, fmt.Sprintf("%d-%d", w+1, b+1))
	}
	if bye >= 0 {
		out = append(out, fmt.Sprintf("%d=u", bye+1))
	}
	slices.Sort(out)
	return strings.Join(out, " "), true
}

// median pairs the median, cracking (2.6).
func (l *literal) median(mid, down, up []int) {
	for !l.whole(slices.Concat(mid, down, up)) {
		from := &l.above
		if len(l.below) > 0 && (len(down) > len(up) || len(l.above) == 0) {
			from = &l.below
		}
		q := (*from)[len(*from)-1]
		*from = (*from)[:len(*from)-1]
		if from == &l.above {
			down = append(down, q.a, q.b)
		} else {
			up = append(up, q.a, q.b)
		}
	}
	l.fill(slices.Concat(mid, down, up), down, up, false, &l.middle)
}

// group pairs a group and returns its floaters.
func (l *literal) group(incoming, residents, adjacent []int, upward bool, to *[]literalPair) (floaters []int) {
	set := append(slices.Clone(incoming), residents...)
	p := l.most(set)
	for len(set) > 2*p {
		i := l.floater(set, incoming, adjacent, floaters, upward, p)
		floaters = append(floaters, i)
		set = without(set, i)
	}
	var down, up []int
	for _, i := range incoming {
		if slices.Contains(set, i) {
			if upward {
				up = append(up, i)
			} else {
				down = append(down, i)
			}
		}
	}
	l.fill(set, down, up, upward, to)
	return floaters
}

// floater chooses the next one (3.2, 3.9, 3.10).
func (l *literal) floater(set, incoming, adjacent, chosen []int, upward bool, p int) int {
	var able []int
	for _, i := range set {
		if l.most(without(set, i)) == p {
			able = append(able, i)
		}
	}
	white, black := 0, 0
	for _, i := range set {
		switch l.due(i) {
		case engine.White:
			white++
		case engine.Black:
			black++
		}
	}
	kind := func(i int) int { // a 0, b 1, c 2, d 3
		var need []int
		for _, j := range chosen {
			if l.ahead(j, i, upward) {
				need = append(need, j)
			}
		}
		k := 0
		if !slices.Contains(incoming, i) {
			k = 2
		}
		if l.served(append(slices.Clone(need), i), adjacent) > l.served(need, adjacent) {
			k++
		}
		return k
	}
	floated := func(i int) int {
		r := l.s.Rounds() - 1
		if r < 0 || !l.s.OutcomeAt(r, engine.Player(i)).Played() {
			return 0
		}
		o := l.s.Opponent(r, engine.Player(i))
		before := func(q engine.Player) engine.Points { return l.s.Score[q] - l.s.PointsAt(r, q) + l.s.VirtualAt(r, q) }
		if before(engine.Player(i)) != before(o) {
			return 1
		}
		return 0
	}
	place := func(i int) int {
		if upward {
			return i
		}
		return -i
	}
	first := func(colour func(int) int) int {
		return slices.MinFunc(able, func(a, b int) int {
			return cmp.Or(cmp.Compare(kind(b), kind(a)), cmp.Compare(floated(a), floated(b)),
				cmp.Compare(colour(a), colour(b)), cmp.Compare(place(a), place(b)))
		})
	}
	reference := first(func(int) int { return 0 })
	return first(func(i int) int {
		d := l.due(i)
		wanted := white > black && d == engine.White || black > white && d == engine.Black
		if wanted && (!l.maxi || l.near(i, reference)) {
			return 0
		}
		return 1
	})
}

func (l *literal) near(i, j int) bool {
	d := l.s.Rating[i] - l.s.Rating[j]
	return -100 <= d && d <= 100
}

func (l *literal) ahead(i, j int, upward bool) bool {
	if l.score[i] != l.score[j] {
		return (l.score[i] > l.score[j]) != upward
	}
	return (i < j) != upward
}

// served is how many of the list can have an opponent each among the others.
func (l *literal) served(list, others []int) int {
	if len(list) == 0 {
		return 0
	}
	best := l.served(list[1:], others)
	for _, j := range others {
		if l.compatible(list[0], j) {
			best = max(best, 1+l.served(list[1:], without(others, j)))
		}
	}
	return best
}

// fill pairs a set completely: floaters from above, floaters from below, the others by halves.
func (l *literal) fill(set, down, up []int, upward bool, to *[]literalPair) {
	for _, from := range []struct {
		list   []int
		upward bool
	}{{down, false}, {up, true}} {
		list := slices.Clone(from.list)
		slices.SortFunc(list, func(a, b int) int {
			if l.ahead(a, b, from.upward) {
				return -1
			}
			return 1
		})
		for _, i := range list {
			if !slices.Contains(set, i) {
				continue
			}
			cands := without(inOrder(set, from.upward), i)
			j := l.opponent(i, cands, set)
			*to = append(*to, literalPair{i, j, upward})
			set = without(set, i, j)
		}
	}
	for len(set) > 0 {
		line := inOrder(set, upward)
		cands := slices.Clone(line[len(line)/2:])
		top := slices.Clone(line[1 : len(line)/2])
		slices.Reverse(top)
		j := l.opponent(line[0], append(cands, top...), set)
		*to = append(*to, literalPair{line[0], j, upward})
		set = without(set, line[0], j)
	}
}

func inOrder(set []int, upward bool) []int {
	out := slices.Clone(set)
	slices.Sort(out)
	if upward {
		slices.Reverse(out)
	}
	return out
}

// opponent is the first available candidate due the other colour, else the first available one.
func (l *literal) opponent(i int, cands, set []int) int {
	var able []int
	for _, j := range cands {
		if l.compatible(i, j) && l.whole(without(set, i, j)) {
			able = append(able, j)
		}
	}
	for _, j := range able {
		if l.due(i) != engine.NoColor && l.due(j) == l.due(i).Other() && (!l.maxi || l.near(j, able[0])) {
			return j
		}
	}
	return able[0]
}

// colour gives White and Black of a pair (5).
func (l *literal) colour(q literalPair) (int, int) {
	a, b := q.a, q.b
	if l.score[a] < l.score[b] || l.score[a] == l.score[b] && a > b {
		a, b = b, a
	}
	give := func(c engine.Color) (int, int) {
		if c == engine.White {
			return a, b
		}
		return b, a
	}
	ha, hb := l.colours[a], l.colours[b]
	if len(ha)+len(hb) == 0 {
		number := 0
		for i := range a + 1 {
			if _, present := l.score[i]; present || l.s.Numbered[i] || l.s.Away[i] == engine.ByePairing {
				number++
			}
		}
		c := l.s.Grip()
		if number%2 == 0 {
			c = c.Other()
		}
		return give(c)
	}
	if x, y := l.allowed(a, b), l.allowed(b, a); x != y {
		if x {
			return a, b
		}
		return b, a
	}
	switch {
	case len(ha) == 0:
		return give(l.due(b).Other())
	case l.due(a) != l.due(b):
		return give(l.due(a))
	}
	for k := 1; k <= min(len(ha), len(hb)); k++ {
		if x := ha[len(ha)-k]; x != hb[len(hb)-k] {
			return give(x.Other())
		}
	}
	if q.low {
		return give(l.due(b).Other())
	}
	return give(l.due(a))
}
