package xiangqi

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/pairtest"
)

// The literal version: the definition word by word, by trying every arrangement of a segment in the order of trying
// and keeping the first of the best. It shares no code with the pairer but the option types.

type litPlayer struct {
	no, score   int
	hist        []int // +1 first, -1 second
	met         map[int]bool
	byes        int
	ups, downs  int
	fup, fdown  int
	alone, came bool
}

func (p *litPlayer) d() (d int) {
	for _, x := range p.hist {
		d += x
	}
	return d
}

func (p *litPlayer) s() int {
	n := 0
	for i := len(p.hist) - 1; i >= 0 && p.hist[i] == p.hist[len(p.hist)-1]; i-- {
		n++
	}
	if n == 0 {
		return 0
	}
	return n * p.hist[len(p.hist)-1]
}

func (p *litPlayer) wish() int {
	switch d, s := p.d(), p.s(); {
	case d < 0 || d == 0 && s < 0:
		return 1
	case d > 0 || d == 0 && s > 0:
		return -1
	}
	return 0
}

type literal struct {
	opt   Options
	k, r  int
	draws bool
	win   int
	ps    []*litPlayer       // present
	by    map[int]*litPlayer // by number
	memo  map[string]bool
}

func newLiteral(o Options, draws bool, s *engine.State) *literal {
	l := &literal{opt: o, k: s.Round(), r: s.PlannedRounds, draws: draws, win: int(s.Points.Win()),
		by: map[int]*litPlayer{}, memo: map[string]bool{}}
	for p := range s.N() {
		l.by[p+1] = &litPlayer{no: p + 1, met: map[int]bool{}}
	}
	before := map[int]int{}
	for r := range s.Rounds() {
		at := map[int]int{}
		layer := map[int]int{}
		for p := range engine.Player(s.N()) {
			no := int(p) + 1
			at[no] = before[no] + int(s.VirtualAt(r, p))
			if o := s.OutcomeAt(r, p); o.Paired() || o == engine.ByePairing {
				layer[at[no]]++
			}
		}
		for p := range engine.Player(s.N()) {
			me, out, q := l.by[int(p)+1], s.OutcomeAt(r, p), int(s.Opponent(r, p))+1
			side := map[engine.Color]int{engine.White: 1, engine.Black: -1}[s.ColorAt(r, p)]
			forfeit := out == engine.ForfeitWin || out == engine.ForfeitLoss
			switch {
			case out == engine.ByePairing:
				me.byes++
				if o.ByeSide {
					if side == 0 {
						if side = me.wish(); side == 0 {
							side = -1
						}
					}
					me.hist = append(me.hist, side)
					me.downs++
					me.fdown++
				}
			case out.Paired():
				if !forfeit || !o.ForfeitsFree {
					me.met[q] = true
				}
				if !forfeit || o.ForfeitsCount {
					me.hist = append(me.hist, side)
				}
				if at[me.no] > at[q] {
					me.downs++
					if layer[at[me.no]] > 1 {
						me.fdown++
					}
				}
				if at[me.no] < at[q] {
					me.ups++
					if layer[at[me.no]] > 1 {
						me.fup++
					}
				}
			}
		}
		for p := range engine.Player(s.N()) {
			before[int(p)+1] += int(s.PointsAt(r, p))
		}
	}
	for p := range engine.Player(s.N()) {
		me := l.by[int(p)+1]
		me.score = int(s.PairScore(p))
		for q := range engine.Player(s.N()) {
			if s.Banned(p, q) {
				me.met[int(q)+1] = true
			}
		}
		if s.Present(p) {
			l.ps = append(l.ps, me)
		}
	}
	for _, p := range l.ps {
		p.alone = true
		for _, q := range l.ps {
			if p != q && p.score == q.score {
				p.alone = false
			}
		}
	}
	return l
}

func (l *literal) number(p *litPlayer) int {
	if l.k%2 == 1 {
		return p.no
	}
	return -p.no
}

func mag(x int) int { return max(x, -x) }

// first is who moves first: the rules (1) to (9) of 2.6.
func (l *literal) first(p, q *litPlayer) *litPlayer {
	from := 2
	if l.opt.HighFromFourth {
		from = 3
	}
	if l.r > 0 && l.k >= l.r-from && p.score != q.score {
		high, low := p, q
		if q.score > p.score {
			high, low = q, p
		}
		w := 0
		switch {
		case high.d() < 0:
			w = 1
		case high.d() > 0:
			w = -1
		case l.opt.HighChange:
			w = high.wish()
		}
		if w > 0 {
			return high
		}
		if w < 0 {
			return low
		}
	}
	if p.d() != q.d() {
		if p.d() < q.d() {
			return p
		}
		return q
	}
	if p.s() != q.s() {
		if p.s() < q.s() {
			return p
		}
		return q
	}
	if l.opt.History {
		for i := 1; i <= min(len(p.hist), len(q.hist)); i++ {
			x, y := p.hist[len(p.hist)-i], q.hist[len(q.hist)-i]
			if x != y {
				if x < y {
					return p
				}
				return q
			}
		}
	}
	small, large := p, q
	if q.no < p.no {
		small, large = q, p
	}
	odd := (p.no+q.no)%2 == 1
	if l.opt.Parity {
		odd = l.k%2 == 1
	}
	if odd {
		return small
	}
	return large
}

// drawFirst is who moves first by 1.2, nil for the lot.
func (l *literal) drawFirst(p, q *litPlayer) *litPlayer {
	run := func(p *litPlayer, side int) int {
		s := side
		if p.s()*side > 0 {
			s += p.s()
		}
		if mag(s) >= 3 {
			return 1
		}
		return 0
	}
	var base *litPlayer
	switch {
	case p.d() < q.d():
		base = p
	case p.d() > q.d():
		base = q
	default:
		pf, qf := run(p, 1)+run(q, -1), run(p, -1)+run(q, 1)
		if pf < qf {
			base = p
		}
		if qf < pf {
			base = q
		}
	}
	if p.score == q.score || l.r == 0 {
		return base
	}
	high, low := p, q
	if q.score > p.score {
		high, low = q, p
	}
	var his *litPlayer
	if high.d() < 0 {
		his = high
	}
	if high.d() > 0 {
		his = low
	}
	if l.k >= l.r {
		if base != nil {
			other := p
			if base == p {
				other = q
			}
			if mag(base.d()+1) <= 1 && mag(other.d()-1) <= 1 {
				return base
			}
		}
		if high.score-low.score >= l.win {
			if his != nil {
				return his
			}
			return base
		}
		if p.d() == q.d() || (p.d() > 0) == (q.d() > 0) {
			return nil
		}
		return base
	}
	if l.k >= l.r-2 && his != nil {
		return his
	}
	return base
}

// vector of an arrangement: pairs and who is left over.
func (l *literal) vector(pairs [][2]*litPlayer, left []*litPlayer, lower []*litPlayer, seat bool,
	may map[int]bool) (v [numCriteria]int) {
	cost := func(p *litPlayer, side int) {
		d, s := p.d()+side, side
		if p.s()*side > 0 {
			s += p.s()
		}
		if mag(s) >= 3 || mag(d) >= 3 && mag(d) > mag(p.d()) {
			v[three]--
		}
		if mag(d) >= 2 && mag(d) > mag(p.d()) {
			v[two]--
		}
		if p.d() == 0 && mag(s) >= 2 {
			v[same]--
		}
	}
	float := func(p *litPlayer, had int) {
		if p.alone || p.came {
			return
		}
		if l.opt.Floats != FloatsEach {
			had = p.fup + p.fdown
		}
		v[capped] -= max(0, had-1)
		v[even] -= p.fup + p.fdown
	}
	for _, q := range pairs {
		a, b := q[0], q[1]
		v[0]++
		for _, p := range q {
			if p.came {
				v[floaters]++
			}
		}
		if a.score < b.score {
			float(a, a.fup)
		}
		if b.score < a.score {
			float(b, b.fup)
		}
		var f *litPlayer
		if l.draws {
			f = l.drawFirst(a, b)
		} else {
			f = l.first(a, b)
		}
		side := 1
		if f == b {
			side = -1
		}
		cost(a, side)
		cost(b, -side)
	}
	for _, p := range left {
		float(p, p.fdown)
	}
	next := 0
	if len(lower) > 0 {
		next = slices.MaxFunc(lower, func(a, b *litPlayer) int { return a.score - b.score }).score
	}
	v[jump] = l.jumps(left, lower, next, seat, may)
	o := l.opt
	last := l.r > 0 && l.k >= l.r && !o.SplitLast
	off := func(c ...int) {
		for _, c := range c {
			v[c] = 0
		}
	}
	if last || o.AnyBalance {
		off(three, two, same)
	}
	if last || o.Floats != FloatsEven {
		off(even)
	}
	if o.Floats == FloatsOff {
		off(capped)
	}
	if o.NoJump {
		off(jump)
	}
	if l.draws {
		off(capped, same, even)
	}
	return v
}

// jumps is how many of left can at once be paired with the next layer in a legal round of left and lower; -1 if there
// is no legal round.
func (l *literal) jumps(left, lower []*litPlayer, next int, seat bool, may map[int]bool) int {
	if len(left) == 0 {
		if l.completes(lower, seat, may) {
			return 0
		}
		return -1
	}
	best := -1
	p := left[0]
	for i, q := range lower {
		if p.met[q.no] {
			continue
		}
		rest := append(slices.Clone(lower[:i]), lower[i+1:]...)
		if j := l.jumps(left[1:], rest, next, seat, may); j >= 0 {
			if q.score == next {
				j++
			}
			best = max(best, j)
		}
	}
	return best
}

// completes reports whether the players have a legal round, with one of may in the empty seat.
func (l *literal) completes(ps []*litPlayer, seat bool, may map[int]bool) bool {
	if len(ps) == 0 {
		return !seat
	}
	var key strings.Builder
	fmt.Fprint(&key, seat, may)
	for _, p := range ps {
		fmt.Fprint(&key, " ", p.no)
	}
	if ok, known := l.memo[key.String()]; known {
		return ok
	}
	ok := seat && may[ps[0].no] && l.completes(ps[1:], false, may)
	for i := 1; i < len(ps) && !ok; i++ {
		if !ps[0].met[ps[i].no] {
			ok = l.completes(append(slices.Clone(ps[1:i]), ps[i+1:]...), seat, may)
		}
	}
	l.memo[key.String()] = ok
	return ok
}

type litSegment struct {
	s, left []*litPlayer
	pairs   [][2]*litPlayer
	bye     *litPlayer
	best    [numCriteria]int
}

// round gives the pairs in the order in which they are made, first mover first, and the bye (0).
func (l *literal) round() (out [][2]int, ok bool) {
	bye, ok := l.eachSegment(func(s, lower []*litPlayer, seat, here bool, may map[int]bool) *litSegment {
		seg := l.segment(s, lower, seat, here, may)
		if seg == nil {
			panic("no arrangement leaves a legal round")
		}
		for _, q := range seg.pairs {
			if l.first(q[0], q[1]) == q[1] {
				q[0], q[1] = q[1], q[0]
			}
			out = append(out, [2]int{q[0].no, q[1].no})
		}
		return seg
	})
	if bye != nil {
		out = append(out, [2]int{bye.no, 0})
	}
	return out, ok
}

// eachSegment goes through the segments from the top; do says what becomes of each. ok is false if there is no legal
// round.
func (l *literal) eachSegment(do func(s, lower []*litPlayer, seat, here bool,
	may map[int]bool) *litSegment) (bye *litPlayer, ok bool) {
	scores := map[int]bool{}
	for _, p := range l.ps {
		scores[p.score] = true
	}
	var layers []int
	for s := range scores {
		layers = append(layers, s)
	}
	slices.Sort(layers)
	seat, may, byeAt := len(l.ps)%2 == 1, map[int]bool{}, -1<<30
	if seat {
		for _, sc := range layers {
			can := map[int]bool{}
			some := false
			for _, p := range l.ps {
				if p.score == sc && p.byes == 0 {
					can[p.no] = true
					some = some || l.completes(l.ps, true, map[int]bool{p.no: true})
				}
			}
			if some {
				may, byeAt = can, sc
				break
			}
		}
		if len(may) == 0 {
			return nil, false
		}
	} else if !l.completes(l.ps, false, may) {
		return nil, false
	}
	slices.Reverse(layers)
	var incoming []*litPlayer
	for _, sc := range layers {
		var s, lower []*litPlayer
		for _, p := range l.ps {
			p.came = false
			if p.score == sc {
				s = append(s, p)
			}
			if p.score < sc {
				lower = append(lower, p)
			}
		}
		for _, p := range incoming {
			p.came = true
		}
		seg := do(append(slices.Clone(incoming), s...), lower, seat, sc == byeAt, may)
		if seg.bye != nil {
			bye, seat = seg.bye, false
		}
		incoming = seg.left
	}
	return bye, true
}

// segment tries every arrangement in the order of trying and keeps the first of the best.
func (l *literal) segment(s, lower []*litPlayer, seat, byeHere bool, may map[int]bool) *litSegment {
	f, b := l.rows(s)
	open := map[*litPlayer]bool{}
	for _, p := range s {
		open[p] = true
	}
	var best *litSegment
	var now litSegment
	var try func()
	try = func() {
		var ff, bb []*litPlayer
		for _, p := range f {
			if open[p] {
				ff = append(ff, p)
			}
		}
		for _, p := range b {
			if open[p] {
				bb = append(bb, p)
			}
		}
		if len(ff)+len(bb) == 0 {
			if !l.completes2(now.left, lower, seat && now.bye == nil, may) {
				return
			}
			v := l.vector(now.pairs, now.left, lower, seat && now.bye == nil, may)
			if best == nil || slices.Compare(v[:], best.best[:]) > 0 {
				best = &litSegment{s: s, left: slices.Clone(now.left), pairs: slices.Clone(now.pairs), bye: now.bye,
					best: v}
			}
			return
		}
		p := l.chooser(ff, bb)
		own, other := ff, bb
		if slices.Contains(bb, p) {
			own, other = bb, ff
		}
		own = slices.DeleteFunc(slices.Clone(own), func(q *litPlayer) bool { return q == p })
		if l.opt.NearestNumber {
			slices.SortStableFunc(own, func(a, b *litPlayer) int {
				return cmp.Or(b.score-a.score, mag(a.no-p.no)-mag(b.no-p.no), l.number(a)-l.number(b))
			})
		}
		open[p] = false
		for _, q := range append(slices.Clone(other), own...) {
			if p.met[q.no] {
				continue
			}
			open[q] = false
			now.pairs = append(now.pairs, [2]*litPlayer{p, q})
			try()
			now.pairs = now.pairs[:len(now.pairs)-1]
			open[q] = true
		}
		if byeHere && seat && now.bye == nil && may[p.no] {
			now.bye = p
			try()
			now.bye = nil
		}
		now.left = append(now.left, p)
		try()
		now.left = now.left[:len(now.left)-1]
		open[p] = true
	}
	try()
	return best
}

// completes2 is a legal round of those left over, who meet the lower layers only, and the lower layers.
func (l *literal) completes2(left, lower []*litPlayer, seat bool, may map[int]bool) bool {
	if len(left) == 0 {
		return l.completes(lower, seat, may)
	}
	for i, q := range lower {
		if !left[0].met[q.no] && l.completes2(left[1:], append(slices.Clone(lower[:i]), lower[i+1:]...), seat, may) {
			return true
		}
	}
	return false
}

func (l *literal) rowOrder(a, b *litPlayer) int {
	if a.score != b.score {
		return b.score - a.score
	}
	switch l.opt.Rows {
	case RowsText:
		if c := cmp.Or(mag(b.d())-mag(a.d()), mag(b.s())-mag(a.s())); c != 0 {
			return c
		}
	default:
		if c := mag(100*b.d()+b.s()) - mag(100*a.d()+a.s()); c != 0 {
			return c
		}
		if c := (a.ups - a.downs) - (b.ups - b.downs); c != 0 && l.opt.Rows == RowsFloat {
			return c
		}
	}
	return l.number(a) - l.number(b)
}

func (l *literal) rows(s []*litPlayer) (f, b []*litPlayer) {
	var none []*litPlayer
	for _, p := range s {
		switch p.wish() {
		case 1:
			f = append(f, p)
		case -1:
			b = append(b, p)
		default:
			none = append(none, p)
		}
	}
	slices.SortFunc(none, func(a, b *litPlayer) int { return l.number(a) - l.number(b) })
	for _, p := range none {
		if len(f) <= len(b) {
			f = append(f, p)
		} else {
			b = append(b, p)
		}
	}
	slices.SortFunc(f, l.rowOrder)
	slices.SortFunc(b, l.rowOrder)
	return f, b
}

func (l *literal) chooser(f, b []*litPlayer) *litPlayer {
	if len(f) == 0 {
		return b[0]
	}
	if len(b) == 0 {
		return f[0]
	}
	x, y := f[0], b[0]
	c := x.score - y.score
	switch l.opt.Chooser {
	case ChooserHeads:
		if c == 0 {
			c = mag(x.d()) - mag(y.d())
		}
		if c == 0 && x.d() == 0 {
			c = mag(x.s()) - mag(y.s())
		}
	case ChooserTotal:
		if c == 0 {
			c = l.rowOrder(y, x)
		}
	case ChooserShorter:
		if c == 0 {
			c = len(b) - len(f)
		}
	}
	if c == 0 {
		c = l.number(y) - l.number(x)
	}
	if c > 0 {
		return x
	}
	return y
}

// randomOptions is a notation with a few options.
func randomOptions(r *rand.Rand) string {
	text := "xiangqi"
	for _, k := range Keys[:14] {
		if values := strings.Split(k.Values, "|"); r.IntN(4) == 0 {
			text += ":" + k.Key + "=" + values[r.IntN(len(values))]
		}
	}
	return text
}

func parse(t *testing.T, text string) Options {
	t.Helper()
	spec, err := method.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	o, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := spec.Done(Keys); err != nil {
		t.Fatal(err)
	}
	return o
}

// awkward makes a random event of 4 to 12 players, of which some rounds were paired by the system itself.
func awkward(r *rand.Rand, s *engine.State, p *Pairer) {
	n := 4 + r.IntN(9)
	if r.IntN(2) == 0 {
		pairtest.RandomEvent(r, s, n, 1+r.IntN(n-1))
	} else {
		*s = engine.State{}
		if r.IntN(3) == 0 {
			s.Points = engine.NewPointSystem(4, 2, 0)
		}
		s.Reset(n)
		s.Luck = engine.NewLuck(r.Uint64())
		s.PlannedRounds = 1 + r.IntN(9)
		for range r.IntN(n) {
			if r.IntN(4) == 0 {
				s.Away[r.IntN(n)] = []engine.Outcome{engine.ByeHalf, engine.ByeZero, engine.ByeFull}[r.IntN(3)]
			}
			if r.IntN(20) == 0 {
				s.Gone[r.IntN(n)] = true
			}
			games, err := p.Pair(nil, s)
			if err != nil {
				return
			}
			for i := range games {
				if games[i].Black == engine.NoPlayer {
					continue
				}
				games[i].Result = []engine.Result{engine.WhiteWins, engine.BlackWins, engine.Draw,
					engine.Draw}[r.IntN(4)]
				if r.IntN(15) == 0 {
					games[i].Result = []engine.Result{engine.WhiteForfeits, engine.BlackForfeits, engine.DoubleForfeit,
						engine.Adjourned}[r.IntN(4)]
				}
			}
			s.Apply(games)
		}
	}
	if s.PlannedRounds == 0 && r.IntN(4) > 0 {
		s.PlannedRounds = s.Rounds() + 1 + r.IntN(5)
	}
}

func numbers(games []engine.Game) (out [][2]int) {
	for _, g := range games {
		out = append(out, [2]int{int(g.White) + 1, int(g.Black) + 1})
	}
	return out
}

// Thousands of small events with byes, forfeits, absences and withdrawals: every round is the one that trying all
// arrangements gives, by the decided definition and by readings mixed at random.
func TestLiteralVersionAgrees(t *testing.T) {
	cases := 4000
	if os.Getenv("CROSSTABLE_LONG") != "" {
		cases = 60000
	}
	r := rand.New(rand.NewPCG(1, 12))
	var s engine.State
	rounds, dead := 0, 0
	paths := [numPaths]int{}
	for k := range cases {
		text := "xiangqi"
		if k%2 == 1 {
			text = randomOptions(r)
		}
		o := parse(t, text)
		p := New(o)
		awkward(r, &s, p)
		if s.Rounds() == 0 {
			continue
		}
		p.g.Paths = [numPaths]int{}
		want, ok := newLiteral(o, false, &s).round()
		games, err := p.Pair(nil, &s)
		if ok != (err == nil) {
			t.Fatalf("case %d, %s: literal version finds a round: %v; error %v", k, text, ok, err)
		}
		if err != nil {
			dead++
			continue
		}
		rounds++
		if got := numbers(games); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("case %d, %s, %d players, round %d of %d: %v, literal version %v", k, text, s.N(), s.Round(),
				s.PlannedRounds, got, want)
		}
		for i := range paths {
			paths[i] += p.g.Paths[i]
		}
	}
	t.Logf("%d rounds, %d without a legal one, paths %v", rounds, dead, paths)
	if rounds < cases/2 || paths[pathExact] < cases/10 || paths[pathSuffix] < cases/100 {
		t.Errorf("the events test too little: %d rounds, paths %v", rounds, paths)
	}
}
