package dutch2017

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing/pairtest"
)

// literal pairs a round by the letter of C.04.3 of 2017: every candidate of every bracket in the order of parts B and
// D, each judged by the criteria of part C, read from the event's rounds alone. It shares no code with the pairer and
// serves as its oracle for small fields.
type literal struct {
	s    *engine.State
	last bool
	p    []person // in rank order
	memo map[uint32]bool

	collapses, mixed int // rounds with a PPB, and with a CLB of several scores
}

type person struct {
	id       engine.Player
	score    int // half points
	cd       int
	colours  []engine.Color // of games played
	float    [2]int         // r-1, r-2: -1 down, +1 up
	barred   bool
	top      bool
	pref     engine.Color
	strength int // 0 none .. 3 absolute
	twice    engine.Color
}

func (l *literal) load(s *engine.State) {
	l.s, l.last, l.p, l.memo = s, s.Rounds()+1 == s.PlannedRounds, nil, map[uint32]bool{}
	rounds := s.Rounds()
	before := func(r int, id engine.Player) (sum engine.Points) {
		for k := range r {
			sum += s.PointsAt(k, id)
		}
		return sum + s.VirtualAt(r, id)
	}
	for id := range engine.Player(s.N()) {
		if !s.Present(id) {
			continue
		}
		x := person{id: id, score: int(s.PairScore(id))}
		for r := range rounds {
			o := s.OutcomeAt(r, id)
			switch {
			case o == engine.ByePairing || o == engine.ForfeitWin:
				x.barred = true
			case o.Played():
				c := s.ColorAt(r, id)
				x.colours = append(x.colours, c)
				x.cd++
				if c == engine.Black {
					x.cd -= 2
				}
			}
			if k := rounds - 1 - r; k < 2 {
				x.float[k] = -1
				if o.Played() {
					q := s.Opponent(r, id)
					x.float[k] = int(min(1, max(-1, before(r, q)-before(r, id))))
				}
			}
		}
		if n := len(x.colours); n > 0 {
			x.pref, x.strength = x.colours[n-1].Other(), 1
			switch {
			case x.cd > 0:
				x.pref, x.strength = engine.Black, min(x.cd, 2)+1
			case x.cd < 0:
				x.pref, x.strength = engine.White, min(-x.cd, 2)+1
			}
			if n > 1 && x.colours[n-1] == x.colours[n-2] {
				x.twice = x.colours[n-1]
				if x.cd >= -1 && x.cd <= 1 {
					x.pref = x.twice.Other()
				}
				x.strength = 3
			}
		}
		x.top = l.last && x.score > rounds*int(s.Points.Win())/2
		l.p = append(l.p, x)
	}
	sort.SliceStable(l.p, func(i, j int) bool { return l.p[i].score > l.p[j].score })
}

// legal is C.1, C.3 and the forbidden pairs.
func (l *literal) legal(i, j int) bool {
	a, b := &l.p[i], &l.p[j]
	for r := range l.s.Rounds() {
		if l.s.Opponent(r, a.id) == b.id && l.s.OutcomeAt(r, a.id).Played() {
			return false
		}
	}
	if l.s.Banned(a.id, b.id) {
		return false
	}
	return a.strength != 3 || b.strength != 3 || a.pref != b.pref || a.top || b.top
}

// complete reports whether the set can be paired with at most one left over for the bye (C.2).
func (l *literal) complete(set uint32) bool {
	if set == 0 {
		return true
	}
	if ok, known := l.memo[set]; known {
		return ok
	}
	i := bits.TrailingZeros32(set)
	rest := set &^ (1 << i)
	ok := bits.OnesCount32(set)%2 == 1 && len(l.p)%2 == 1 && !l.p[i].barred && l.complete(rest)
	for j := i + 1; j < len(l.p) && !ok; j++ {
		ok = rest>>j&1 == 1 && l.legal(i, j) && l.complete(rest&^(1<<j))
	}
	l.memo[set] = ok
	return ok
}

func set(places ...[]int) (s uint32) {
	for _, list := range places {
		for _, i := range list {
			s |= 1 << i
		}
	}
	return s
}

// pair gives the opponents by place (-1: the bye), nil if no legal pairing exists.
func (l *literal) pair() []int {
	n := len(l.p)
	var all []int
	mate := make([]int, n)
	for i := range mate {
		all, mate[i] = append(all, i), -1
	}
	if !l.complete(set(all)) {
		return nil
	}
	var down []int
	group := func(lo int) int {
		hi := lo
		for hi < n && l.p[hi].score == l.p[lo].score {
			hi++
		}
		return hi
	}
	for lo := 0; lo < n; {
		hi := group(lo)
		b := bracket{l: l, moved: down, residents: all[lo:hi], lower: all[hi:]}
		if hi < n {
			b.next = all[hi:group(hi)]
		}
		b.special = hi == n
		pairs := b.best()
		if left := b.left(pairs); !l.complete(set(left, b.lower)) {
			b.special = true
			pairs = b.best()
			l.collapses++
			for _, q := range pairs {
				mate[q[0]], mate[q[1]] = q[1], q[0]
			}
			if l.p[hi].score != l.p[n-1].score {
				l.mixed++
			}
			hi = n
			b = bracket{l: l, moved: b.left(pairs), residents: b.lower, special: true}
			pairs = b.best()
		}
		for _, q := range pairs {
			mate[q[0]], mate[q[1]] = q[1], q[0]
		}
		down, lo = b.left(pairs), hi
	}
	return mate
}

type bracket struct {
	l                *literal
	moved, residents []int
	next, lower      []int
	special          bool // the last bracket, the PPB or the CLB: C.4 holds and C.7 does not
}

func (b *bracket) members() []int { return append(slices.Clone(b.moved), b.residents...) }

func (b *bracket) left(pairs [][2]int) (down []int) {
	for _, i := range b.members() {
		if !slices.ContainsFunc(pairs, func(q [2]int) bool { return q[0] == i || q[1] == i }) {
			down = append(down, i)
		}
	}
	return down
}

func descending(v []int) []int {
	sort.Sort(sort.Reverse(sort.IntSlice(v)))
	return v
}

// judge gives the quality of a candidate, criterion by criterion; ok is false if C.1 to C.4 fail.
func (b *bracket) judge(pairs [][2]int) (v [][]int, ok bool) {
	l := b.l
	for _, q := range pairs {
		if !l.legal(q[0], q[1]) {
			return nil, false
		}
	}
	down := b.left(pairs)
	if b.special && !l.complete(set(down, b.lower)) {
		return nil, false
	}
	floor := l.p[b.members()[len(b.members())-1]].score - 2
	var psd []int
	var colours [4]int
	var repeats [2][2]int // r-1, r-2: downfloats, upfloats
	var sums [2][2][]int
	falls := func(i, difference int) {
		for k := range 2 {
			if l.p[i].float[k] == -1 {
				repeats[k][0]++
				sums[k][0] = append(sums[k][0], difference)
			}
		}
	}
	for _, q := range pairs {
		i, j := q[0], q[1]
		gap := l.p[i].score - l.p[j].score
		psd = append(psd, gap)
		l.colour(i, j, &colours)
		if gap == 0 {
			continue
		}
		falls(i, gap)
		for k := range 2 {
			if l.p[j].float[k] == 1 {
				repeats[k][1]++
				sums[k][1] = append(sums[k][1], gap)
			}
		}
	}
	for _, i := range down {
		psd = append(psd, l.p[i].score-floor)
		falls(i, l.p[i].score-floor)
	}
	ahead := b.lookAhead(down)
	return [][]int{{-len(pairs)}, descending(psd), ahead, colours[:1], colours[1:2], colours[2:3], colours[3:],
		{repeats[0][0]}, {repeats[0][1]}, {repeats[1][0]}, {repeats[1][1]},
		descending(sums[0][0]), descending(sums[0][1]), descending(sums[1][0]), descending(sums[1][1])}, true
}

// lookAhead is C.7: most pairs in the following bracket, then the least score differences; if that bracket is the last
// one, a player left over who may not have the bye weighs three.
func (b *bracket) lookAhead(down []int) (best []int) {
	if b.special {
		return nil
	}
	l := b.l
	all := append(slices.Clone(down), b.next...)
	floor := l.p[b.next[0]].score - 2
	var try func(k int, used uint32, faults int, psd []int)
	try = func(k int, used uint32, faults int, psd []int) {
		if k == len(all) {
			v := append([]int{faults}, descending(slices.Clone(psd))...)
			if best == nil || slices.Compare(v, best) < 0 {
				best = v
			}
			return
		}
		i := all[k]
		if used>>i&1 == 1 {
			try(k+1, used, faults, psd)
			return
		}
		weight := 1
		if l.p[i].barred && len(b.next) == len(b.lower) {
			weight = 3
		}
		try(k+1, used, faults+weight, append(psd, l.p[i].score-floor))
		for _, j := range b.next {
			if used>>j&1 == 0 && j > i && l.legal(i, j) {
				try(k+1, used|1<<i|1<<j, faults, append(psd, l.p[i].score-l.p[j].score))
			}
		}
	}
	try(0, 0, 0, nil)
	return best
}

// colour counts what C.8 to C.11 say about the pair, by part E.
func (l *literal) colour(i, j int, n *[4]int) {
	a, b := &l.p[i], &l.p[j]
	c := engine.White
	wide := func(x *person) int { return max(x.cd, -x.cd) }
	switch {
	case a.pref == engine.NoColor && b.pref == engine.NoColor:
	case a.pref == engine.NoColor:
		c = b.pref.Other()
	case b.pref == engine.NoColor || a.pref != b.pref || a.strength > b.strength:
		c = a.pref
	case a.strength < b.strength, a.strength == 3 && wide(a) < wide(b):
		c = b.pref.Other()
	default:
		c = a.pref
		if a.strength == 3 && wide(a) > wide(b) {
			break
		}
		for k := 1; k <= min(len(a.colours), len(b.colours)); k++ {
			x, y := a.colours[len(a.colours)-k], b.colours[len(b.colours)-k]
			if x != y {
				c = y
				break
			}
		}
	}
	for _, x := range []struct {
		me, other *person
		c         engine.Color
	}{{a, b, c}, {b, a, c.Other()}} {
		cd := x.me.cd + 1
		if x.c == engine.Black {
			cd = x.me.cd - 1
		}
		if (a.top || b.top) && (cd > 2 || cd < -2) {
			n[0]++
		}
		if (a.top || b.top) && x.me.twice == x.c {
			n[1]++
		}
		if x.me.pref != engine.NoColor && x.me.pref != x.c {
			n[2]++
			if x.me.strength > 1 && (x.me.strength < 3 || x.other.strength < 3) {
				n[3]++
			}
		}
	}
}

func better(a, b [][]int) bool {
	for i := range a {
		if c := slices.Compare(a[i], b[i]); c != 0 {
			return c < 0
		}
	}
	return false
}

// best tries the candidates in their order and takes the first of the best ones. MaxPairs and M1 are those of the best
// under C.1 to C.6.
func (b *bracket) best() (winner [][2]int) {
	var most [][]int
	maxPairs, m1 := 0, 0
	b.every(func(pairs [][2]int) {
		v, ok := b.judge(pairs)
		if !ok {
			return
		}
		n := 0
		for _, q := range pairs {
			if slices.Contains(b.moved, q[0]) {
				n++
			}
		}
		if most == nil || better(v[:2], most) || !better(most, v[:2]) && n > m1 {
			most, maxPairs, m1 = v[:2], len(pairs), n
		}
	})
	var quality [][]int
	winner = [][2]int{}
	for _, s1 := range pairtest.Subsets(b.moved, m1) {
		for _, mates := range pairtest.Sequences(b.residents, m1) {
			var rest []int
			for _, i := range b.residents {
				if !slices.Contains(mates, i) {
					rest = append(rest, i)
				}
			}
			for _, x := range pairtest.Exchanges(rest, maxPairs-m1) {
				for _, t := range pairtest.Sequences(x[1], maxPairs-m1) {
					var c [][2]int
					for k, i := range s1 {
						c = append(c, [2]int{i, mates[k]})
					}
					for k, i := range x[0] {
						c = append(c, [2]int{min(i, t[k]), max(i, t[k])})
					}
					if v, ok := b.judge(c); ok && (quality == nil || better(v, quality)) {
						winner, quality = c, v
					}
				}
			}
		}
	}
	return winner
}

// every calls f with every set of legal pairs in which moved-down players meet residents.
func (b *bracket) every(f func(pairs [][2]int)) {
	all := b.members()
	var try func(k int, used uint32, pairs [][2]int)
	try = func(k int, used uint32, pairs [][2]int) {
		if k == len(all) {
			f(pairs)
			return
		}
		try(k+1, used, pairs)
		i := all[k]
		if used>>i&1 == 1 {
			return
		}
		for _, j := range b.residents {
			if j > i && used>>j&1 == 0 && b.l.legal(i, j) {
				try(k+1, used|1<<i|1<<j, append(pairs[:len(pairs):len(pairs)], [2]int{i, j}))
			}
		}
	}
	try(0, 0, nil)
}

// The pairer gives the pairs of the letter of the rules in fields of up to 8 players (10 in the long run), those
// in which the last brackets collapse among them.
func TestLiteralEnumerationOfTheRulesOf2017(t *testing.T) {
	events, most := 400, 7
	if os.Getenv("CROSSTABLE_LONG") != "" {
		events, most = 20000, 9
	}
	p, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	var l literal
	rounds, none := 0, 0
	compare := func(s *engine.State, label string) {
		l.load(s)
		want := l.pair()
		games, err := p.Pair(nil, s)
		if (err != nil) != (want == nil) {
			t.Fatalf("%s: %v, the rules give %v", label, err, want)
		}
		if err != nil {
			none++
			return
		}
		rounds++
		place := map[engine.Player]int{engine.NoPlayer: -1}
		for i := range l.p {
			place[l.p[i].id] = i
		}
		got := make([]int, len(l.p))
		for _, g := range games {
			got[place[g.White]] = place[g.Black]
			if g.Black != engine.NoPlayer {
				got[place[g.Black]] = place[g.White]
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s: pairs by place %v, the rules give %v", label, got, want)
		}
	}
	for seed := range events {
		r := rand.New(rand.NewPCG(uint64(seed), 17))
		s := new(engine.State)
		n := 3 + r.IntN(most-1)
		if seed%2 == 0 {
			s.FirstColor = engine.White
			pairtest.RandomEvent(r, s, n, r.IntN(6))
			s.PlannedRounds = s.Rounds() + 1 + r.IntN(2)
			if slices.ContainsFunc(s.ColorDiff, func(d int16) bool { return d > 3 || d < -3 }) {
				continue // no Swiss history: C.8 would count even who gets the colour he wants
			}
			compare(s, fmt.Sprintf("random history, seed %d", seed))
			continue
		}
		pairtest.OwnEvent(r, p, s, n, func() {
			compare(s, fmt.Sprintf("event of %d players, seed %d, round %d", n, seed, s.Rounds()+1))
		})
	}
	if rounds < events || l.collapses == 0 || l.mixed == 0 {
		t.Errorf("%d rounds compared, %d with a collapse, %d of them of several scores", rounds, l.collapses, l.mixed)
	}
	t.Logf("%d rounds compared, %d without a legal pairing, %d with a collapse, %d of them of several scores",
		rounds, none, l.collapses, l.mixed)
}
