package dutch

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"testing"

	"crosstable/engine"
	"crosstable/engine/enginetest"
	"crosstable/engine/pairing/pairtest"
)

// literal pairs a round by the letter of C.04.3: every candidate of every bracket in the order of articles 3
// and 4, each judged by the criteria of article 2, read from the event's rounds alone. It shares no
// code with the pairer and serves as its oracle for small fields.
type literal struct {
	s      *engine.State
	last   bool
	p      []litPlayer // in rank order
	odd    bool
	lowBye engine.Points // C5
	memo   map[uint32]bool
}

type litPlayer struct {
	id         engine.Player
	score      engine.Points
	games, cd  int
	colours    []engine.Color // of games played
	floats     [2]int         // r-1, r-2: -1 down, +1 up
	unplayed   int
	barred     bool
	top        bool
	pref       engine.Color
	strength   int // 0 none .. 3 absolute
	twoRunning engine.Color
}

func newLiteral(s *engine.State) *literal {
	l := &literal{s: s, last: s.LastRound(), memo: map[uint32]bool{}}
	rounds := s.Rounds()
	for id := range engine.Player(s.N()) {
		if !s.Present(id) {
			continue
		}
		x := litPlayer{id: id, score: s.PairScore(id)}
		for r := range rounds {
			o := s.OutcomeAt(r, id)
			if o.Played() {
				x.games++
				c := s.ColorAt(r, id)
				x.colours = append(x.colours, c)
				if c == engine.White {
					x.cd++
				} else {
					x.cd--
				}
			} else {
				x.unplayed++
				if o == engine.ByePairing || o != engine.Pending && s.PointsAt(r, id) >= s.Points.Win() {
					x.barred = true
				}
			}
		}
		for back := range 2 {
			r := rounds - 1 - back
			if r < 0 {
				continue
			}
			switch o := s.OutcomeAt(r, id); {
			case o.Played():
				me, he := l.scoreBefore(r, id), l.scoreBefore(r, s.Opponent(r, id))
				if me > he {
					x.floats[back] = -1
				} else if me < he {
					x.floats[back] = 1
				}
			case o == engine.ByePairing || o != engine.Pending && s.PointsAt(r, id) > s.Points.Loss():
				x.floats[back] = -1
			}
		}
		n := len(x.colours)
		if n > 1 && x.colours[n-1] == x.colours[n-2] {
			x.twoRunning = x.colours[n-1]
		}
		switch {
		case n == 0:
		case x.cd > 1:
			x.pref, x.strength = engine.Black, 3
		case x.cd < -1:
			x.pref, x.strength = engine.White, 3
		case x.twoRunning != engine.NoColor:
			x.pref, x.strength = x.twoRunning.Other(), 3
		case x.cd == 1:
			x.pref, x.strength = engine.Black, 2
		case x.cd == -1:
			x.pref, x.strength = engine.White, 2
		default:
			x.pref, x.strength = x.colours[n-1].Other(), 1
		}
		x.top = l.last && float64(x.score) > float64(rounds)*float64(s.Points.Win())/2
		l.p = append(l.p, x)
	}
	sort.SliceStable(l.p, func(i, j int) bool { return l.p[i].score > l.p[j].score })
	l.odd = len(l.p)%2 == 1
	return l
}

func (l *literal) scoreBefore(r int, id engine.Player) engine.Points {
	sum := l.s.VirtualAt(r, id)
	for k := range r {
		sum += l.s.PointsAt(k, id)
	}
	return sum
}

// legal is C1, C3 and the forbidden pairs.
func (l *literal) legal(i, j int) bool {
	a, b := &l.p[i], &l.p[j]
	for r := range l.s.Rounds() {
		if l.s.Opponent(r, a.id) == b.id && l.s.OutcomeAt(r, a.id).Played() {
			return false
		}
	}
	if !l.s.Met(a.id, b.id) && l.s.Banned(a.id, b.id) {
		return false
	}
	return a.strength != 3 || b.strength != 3 || a.pref != b.pref || a.top || b.top
}

// complete is C4 with C2 and C5: the set can be paired with at most one left for the bye.
func (l *literal) complete(set uint32) bool {
	if set == 0 {
		return true
	}
	if r, ok := l.memo[set]; ok {
		return r
	}
	ok := false
	i := 0
	for set>>i&1 == 0 {
		i++
	}
	if popcount(set)%2 == 1 && l.odd && !l.p[i].barred && l.p[i].score <= l.lowBye && l.complete(set&^(1<<i)) {
		ok = true
	}
	for j := i + 1; j < len(l.p) && !ok; j++ {
		if set>>j&1 == 1 && l.legal(i, j) && l.complete(set&^(1<<i|1<<j)) {
			ok = true
		}
	}
	l.memo[set] = ok
	return ok
}

func popcount(x uint32) int {
	n := 0
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

// pair gives the opponents by place (-1: the bye), nil if no legal pairing exists.
func (l *literal) pair() []int {
	n := len(l.p)
	everybody := uint32(1)<<n - 1
	if l.odd {
		found := false
		var scores []engine.Points
		for i := range l.p {
			scores = append(scores, l.p[i].score)
		}
		slices.Sort(scores)
		for _, v := range scores {
			l.lowBye = v
			clear(l.memo)
			if l.complete(everybody) {
				found = true
				break
			}
		}
		if !found {
			return nil
		}
	} else if !l.complete(everybody) {
		return nil
	}
	mate := make([]int, n)
	for i := range mate {
		mate[i] = -1
	}
	var down []int
	for lo := 0; lo < n; {
		hi := lo
		for hi < n && l.p[hi].score == l.p[lo].score {
			hi++
		}
		next := hi
		for next < n && l.p[next].score == l.p[hi].score {
			next++
		}
		b := litBracket{l: l, moved: down, lo: lo, hi: hi, next: next}
		pairs := b.best()
		down = nil
		for _, q := range pairs {
			mate[q[0]], mate[q[1]] = q[1], q[0]
		}
		for _, i := range b.members() {
			if mate[i] < 0 {
				down = append(down, i)
			}
		}
		lo = hi
	}
	return mate
}

type litBracket struct {
	l            *literal
	moved        []int
	lo, hi, next int
}

func (b *litBracket) members() []int {
	m := slices.Clone(b.moved)
	for i := b.lo; i < b.hi; i++ {
		m = append(m, i)
	}
	return m
}

func (b *litBracket) residents() []int { return b.members()[len(b.moved):] }

// judge gives the quality of a candidate, criterion by criterion; ok is false if C1 to C5 fail.
func (b *litBracket) judge(pairs [][2]int) (v [][]int, ok bool) {
	l := b.l
	used := uint32(0)
	for _, q := range pairs {
		if !l.legal(q[0], q[1]) {
			return nil, false
		}
		used |= 1<<q[0] | 1<<q[1]
	}
	var down []int
	rest := uint32(0)
	for _, i := range b.members() {
		if used>>i&1 == 0 {
			down = append(down, i)
			rest |= 1 << i
		}
	}
	for i := b.hi; i < len(l.p); i++ {
		rest |= 1 << i
	}
	if !l.complete(rest) {
		return nil, false
	}
	moved := func(i int) bool { return slices.Contains(b.moved, i) }
	resident := l.p[b.lo].score
	var c6, c7, c9 []int
	c6 = []int{-len(pairs)}
	for _, i := range down {
		c7 = append(c7, int(l.p[i].score))
	}
	descending(c7)
	c9 = []int{0}
	if len(down) == 1 && l.odd && l.lowBye >= resident {
		c9[0] = l.p[down[0]].unplayed
	}
	var n [4]int // C10..C13
	var opponents, repeats [2]int
	var movedDiff, oppDiff [2][]int
	for _, q := range pairs {
		i, j := q[0], q[1]
		a, c := &l.p[i], &l.p[j]
		ca := l.colour(i, j)
		for _, x := range []struct {
			p *litPlayer
			c engine.Color
			o *litPlayer
		}{{a, ca, c}, {c, ca.Other(), a}} {
			cd := x.p.cd + 1
			if x.c == engine.Black {
				cd = x.p.cd - 1
			}
			if (a.top || c.top) && (cd > 2 || cd < -2) {
				n[0]++
			}
			if (a.top || c.top) && x.p.twoRunning == x.c {
				n[1]++
			}
			if x.p.pref != engine.NoColor && x.p.pref != x.c {
				n[2]++
				if x.p.strength >= 2 && !(x.p.strength == 3 && x.o.strength == 3) {
					n[3]++
				}
			}
		}
		if moved(i) {
			for k := range 2 {
				if c.floats[k] == 1 {
					opponents[k]++
					oppDiff[k] = append(oppDiff[k], int(a.score-c.score))
				}
				if a.floats[k] == -1 {
					movedDiff[k] = append(movedDiff[k], int(a.score-c.score))
				}
			}
		}
	}
	for _, i := range down {
		for k := range 2 {
			if l.p[i].floats[k] == -1 {
				if moved(i) {
					movedDiff[k] = append(movedDiff[k], 1<<20) // stays in the limbo: above every difference
				} else {
					repeats[k]++
				}
			}
		}
	}
	for k := range 2 {
		descending(movedDiff[k])
		descending(oppDiff[k])
	}
	nextPairs, nextDown := b.lookAhead(down)
	return [][]int{
		c6, c7, {-nextPairs}, nextDown, c9, {n[0]}, {n[1]}, {n[2]}, {n[3]},
		{repeats[0]}, {opponents[0]}, {repeats[1]}, {opponents[1]},
		movedDiff[0], oppDiff[0], movedDiff[1], oppDiff[1],
	}, true
}

func descending(v []int) { sort.Sort(sort.Reverse(sort.IntSlice(v))) }

// lookAhead is C8: the most pairs in the following bracket, then its least downfloaters' scores.
func (b *litBracket) lookAhead(down []int) (pairs int, scores []int) {
	l := b.l
	set := slices.Clone(down)
	for i := b.hi; i < b.next; i++ {
		set = append(set, i)
	}
	lower := uint32(0)
	for i := b.next; i < len(l.p); i++ {
		lower |= 1 << i
	}
	pairs = -1
	var try func(k, made int, left uint32, used uint32)
	try = func(k, made int, left, used uint32) {
		if k == len(set) {
			if !l.complete(left | lower) {
				return
			}
			var v []int
			for _, i := range set {
				if left>>i&1 == 1 {
					v = append(v, int(l.p[i].score))
				}
			}
			descending(v)
			if made > pairs || made == pairs && slices.Compare(v, scores) < 0 {
				pairs, scores = made, v
			}
			return
		}
		i := set[k]
		if used>>i&1 == 1 {
			try(k+1, made, left, used)
			return
		}
		try(k+1, made, left|1<<i, used)
		for _, j := range set[k+1:] {
			if used>>j&1 == 0 && j >= b.hi && l.legal(i, j) {
				try(k+1, made+1, left, used|1<<i|1<<j)
			}
		}
	}
	try(0, 0, 0, 0)
	return pairs, scores
}

// colour is article 5.2 for i, who is ranked above j; the last rule does not bear on any criterion.
func (l *literal) colour(i, j int) engine.Color {
	a, b := &l.p[i], &l.p[j]
	switch {
	case a.pref == engine.NoColor && b.pref == engine.NoColor:
		return engine.White
	case a.pref == engine.NoColor:
		return b.pref.Other()
	case b.pref == engine.NoColor || a.pref != b.pref:
		return a.pref
	case a.strength > b.strength:
		return a.pref
	case a.strength < b.strength:
		return b.pref.Other()
	case a.strength == 3 && abs(a.cd) != abs(b.cd):
		if abs(a.cd) > abs(b.cd) {
			return a.pref
		}
		return b.pref.Other()
	}
	for k := 1; k <= min(len(a.colours), len(b.colours)); k++ {
		x, y := a.colours[len(a.colours)-k], b.colours[len(b.colours)-k]
		if x != y {
			return y
		}
	}
	return a.pref
}

func abs(x int) int { return max(x, -x) }

func worse(a, b [][]int) int {
	for i := range a {
		if c := slices.Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// best runs article 3: MaxPairs and M1 are those of the best candidates under C1 to C7, found by trying all;
// then the candidates one by one in their order, the first best wins.
func (b *litBracket) best() [][2]int {
	maxPairs, m1 := -1, 0
	var c7 []int
	b.everyPairing(func(pairs [][2]int) {
		v, ok := b.judge(pairs)
		if !ok {
			return
		}
		if len(pairs) > maxPairs || len(pairs) == maxPairs && slices.Compare(v[1], c7) < 0 {
			maxPairs, c7, m1 = len(pairs), v[1], 0
			for _, q := range pairs {
				if slices.Contains(b.moved, q[0]) {
					m1++
				}
			}
		}
	})
	var winner [][2]int
	var quality [][]int
	consider := func(pairs [][2]int) {
		v, ok := b.judge(pairs)
		if !ok || len(pairs) != maxPairs {
			return
		}
		if winner == nil || worse(v, quality) < 0 {
			winner, quality = slices.Clone(pairs), v
		}
	}
	for _, s1 := range pairtest.Subsets(b.moved, m1) {
		for _, mates := range pairtest.Sequences(b.residents(), m1) {
			var pairs [][2]int
			for k, i := range s1 {
				pairs = append(pairs, [2]int{i, mates[k]})
			}
			var rem []int
			for _, i := range b.residents() {
				if !slices.Contains(mates, i) {
					rem = append(rem, i)
				}
			}
			n1 := maxPairs - m1
			for _, x := range pairtest.Exchanges(rem, n1) {
				for _, t := range pairtest.Sequences(x[1], n1) {
					c := slices.Clone(pairs)
					for k, i := range x[0] {
						c = append(c, [2]int{min(i, t[k]), max(i, t[k])})
					}
					consider(c)
				}
			}
		}
	}
	if winner == nil {
		winner = [][2]int{}
	}
	return winner
}

// everyPairing calls f with every set of pairs in which moved-down players meet residents.
func (b *litBracket) everyPairing(f func(pairs [][2]int)) {
	m := b.members()
	used := map[int]bool{}
	var pairs [][2]int
	var try func(k int)
	try = func(k int) {
		if k == len(m) {
			f(pairs)
			return
		}
		try(k + 1)
		if used[m[k]] {
			return
		}
		for _, j := range m[k+1:] {
			if !used[j] && j >= b.lo && b.l.legal(m[k], j) {
				used[m[k]], used[j] = true, true
				pairs = append(pairs, [2]int{m[k], j})
				try(k + 1)
				pairs = pairs[:len(pairs)-1]
				used[m[k]], used[j] = false, false
			}
		}
	}
	try(0)
}

// The pairer gives the pairs of the letter of the rules in fields of up to 8 players (up to 10 in the long
// run), by the fast path and by the general path.
func TestLiteralEnumerationOfTheRules(t *testing.T) {
	cases, most := 600, 8
	if os.Getenv("CROSSTABLE_LONG") != "" {
		cases, most = 20000, 10
	}
	var fast, slow Pairer
	slow.slow = true
	rounds, none := 0, 0
	compare := func(s *engine.State, label string) []engine.Game {
		l := newLiteral(s)
		want := l.pair()
		var out []engine.Game
		for _, p := range []*Pairer{&fast, &slow} {
			games, err := p.Pair(nil, s)
			if (err != nil) != (want == nil) {
				t.Fatalf("%s: %v, the rules give %v", label, err, want)
			}
			if err != nil {
				none++
				return nil
			}
			got := make([]int, len(l.p))
			place := map[engine.Player]int{engine.NoPlayer: -1}
			for i := range l.p {
				place[l.p[i].id] = i
			}
			for _, g := range games {
				got[place[g.White]] = place[g.Black]
				if g.Black != engine.NoPlayer {
					got[place[g.Black]] = place[g.White]
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s, general path only %v: pairs by place %v, the rules give %v", label, p.slow, got, want)
			}
			out = games
		}
		rounds++
		return out
	}
	for seed := range cases {
		rnd := rand.New(rand.NewPCG(uint64(seed), 11))
		if seed%2 == 0 {
			s := enginetest.Random(rnd.IntN, enginetest.Options{MaxPlayers: most, Points: true})
			s.PlannedRounds += rnd.IntN(2)
			s.FirstColor = engine.White
			if slices.ContainsFunc(s.ColorDiff, func(d int16) bool { return d > 3 || d < -3 }) {
				continue // no Swiss history: C10 would count even who gets the colour he wants
			}
			compare(s, fmt.Sprintf("random history, seed %d", seed))
			continue
		}
		playSmall(rnd, most, func(s *engine.State) []engine.Game {
			return compare(s, fmt.Sprintf("event of %d players, seed %d, round %d", s.N(), seed, s.Round()))
		})
	}
	if rounds < cases {
		t.Errorf("only %d rounds compared", rounds)
	}
	t.Logf("%d rounds compared, %d without a legal pairing", rounds, none)
}
