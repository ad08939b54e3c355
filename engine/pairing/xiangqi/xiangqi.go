// Package xiangqi pairs by the two Swiss methods of the rules of xiangqi (象棋): 定位编排法, which is deterministic, and
// 积分编排, which draws lots where nothing is decided by them. White moves first (先), Black second (后).
//
// A round goes like this. The layer of the bye is found first. Then from the highest score downwards a segment (those
// left over above and one score layer) is paired: of the arrangements that leave a legal round, the best by a vector of
// criteria; of the best the first in the order of trying. docs/xiangqi.md says the same at length.
//
// Enumerating arrangements takes exponential time; here nothing does. What a pair costs depends on a few numbers of its
// players, so that the best value of a segment in which nobody had met is a small transportation problem, and its
// prices say which pairs an arrangement of that value can have. A walk that takes the first such pair each time is
// right whenever it gets through; when it gets stuck its last moves are repaired by matchings without weights. What is
// left (the bound cannot be reached) is put to weighted matchings.
package xiangqi

import (
	"crosstable/engine"
	"crosstable/engine/matching"
)

// Pairer pairs by 定位编排法 or 积分编排. It owns its scratch and serves one goroutine.
type Pairer struct {
	opt   Options
	draws bool
	x     position
	g     segment
	whole matching.Cardinality
	made  []move // of round 1
}

// New makes a pairer of 定位编排法.
func New(opt Options) *Pairer { return newPairer(opt, false) }

// NewDraw makes a pairer of 积分编排.
func NewDraw(opt Options) *Pairer { return newPairer(opt, true) }

func newPairer(opt Options, draws bool) *Pairer {
	p := &Pairer{opt: opt, draws: draws}
	p.x.opt = opt
	p.g.position = &p.x
	p.g.draws, p.g.order.draws = draws, draws
	return p
}

// Follow implements engine.Follower: lots fall as in games where the rules leave them free.
func (p *Pairer) Follow(games []engine.Game) {
	t := &p.g.order
	t.follow = t.follow[:0]
	for _, g := range games {
		if g.Black == engine.NoPlayer {
			continue
		}
		for len(t.follow) <= int(max(g.White, g.Black)) {
			t.follow = append(t.follow, engine.NoPlayer)
		}
		t.follow[g.White], t.follow[g.Black] = g.Black, g.White
	}
}

// Pair implements engine.Pairer. Boards are in the order in which the pairs were made.
func (p *Pairer) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	x, g := &p.x, &p.g
	x.load(s)
	g.grow(len(x.e))
	first := len(dst)
	if s.Round() == 1 {
		return p.roundOne(dst, s)
	}
	g.win = s.Points.Win()
	g.order.luck = s.Luck.With(engine.LuckPairing).With(uint64(s.Rounds()))
	if !p.possible() {
		return dst, p.noPairing(s)
	}
	g.seat = x.n()%2 == 1
	p.choose()
	bye := nobody
	for layer := range len(x.layers) - 1 {
		g.begin(layer)
		p.tellSegment(s, layer)
		if !g.run() {
			return dst[:first], p.noPairing(s)
		}
		for _, mv := range g.moves {
			dst = p.make(dst, s, mv)
			if mv.partner == empty {
				bye = mv.p
			}
		}
		g.end()
	}
	if bye != nobody {
		dst = append(dst, engine.Game{White: x.e[bye].player, Black: engine.NoPlayer, Result: engine.PairingBye})
	}
	return dst, nil
}

// choose says which criteria are looked at (1.2, 2.7).
func (p *Pairer) choose() {
	use := &p.g.use
	for c := range use {
		use[c] = true
	}
	o := &p.opt
	last := p.x.last() && !o.SplitLast
	if last || o.AnyBalance {
		use[three], use[two], use[same] = false, false, false
	}
	use[jump] = !o.NoJump
	use[capped] = o.Floats != FloatsOff && !p.draws
	use[even] = o.Floats == FloatsEven && !last && !p.draws
	if p.draws {
		use[same] = false
	}
}

// possible reports whether there is a legal round, and finds the layer of the bye: the lowest in which somebody who
// has had none leaves a field that can be paired.
func (p *Pairer) possible() bool {
	x, g := &p.x, &p.g
	n := int(x.n())
	g.byeLo, g.byeHi = -1, -1
	m := &p.whole
	easy := n-n%2 >= 2*x.bans+2
	if n%2 == 0 {
		if easy || n == 0 {
			return true
		}
		p.fill(m)
		return m.Solve() == 0
	}
	if !easy {
		p.fill(m)
		if m.Solve() != 1 {
			return false
		}
	}
	for layer := len(x.layers) - 2; layer >= 0; layer-- {
		for i := x.layers[layer]; i < x.layers[layer+1]; i++ {
			if !x.e[i].bye && (easy || p.without(int(i))) {
				g.byeLo, g.byeHi = x.layers[layer], x.layers[layer+1]
				return true
			}
		}
	}
	return false
}

// without reports whether the others of an odd field can be paired without i; p.whole holds a matching that leaves
// one over.
func (p *Pairer) without(i int) bool {
	m := &p.whole
	u := m.Mate(i)
	if u < 0 {
		return true
	}
	m.Off(i)
	ok := m.Perfect()
	m.On(i)
	if !ok {
		m.Set(i, u)
	}
	return ok
}

// fill makes m the graph of who may meet whom.
func (p *Pairer) fill(m *matching.Cardinality) {
	n := int(p.x.n())
	m.Reset(n)
	for i := range n {
		copy(m.Row(i), p.x.row(int32(i)))
	}
}

// make appends the game of a move, and tells it.
func (p *Pairer) make(dst []engine.Game, s *engine.State, mv move) []engine.Game {
	x := &p.x
	if mv.partner < 0 {
		p.tell(s, mv, false, 0)
		return dst
	}
	first, rule := p.first(s, mv.p, mv.partner)
	p.tell(s, mv, first, rule)
	a, b := x.e[mv.p].player, x.e[mv.partner].player
	if !first {
		a, b = b, a
	}
	return append(dst, engine.Game{White: a, Black: b})
}

// first tells whether i moves first against j, and why.
func (p *Pairer) first(s *engine.State, i, j int32) (bool, sideRule) {
	x := &p.x
	if !p.draws {
		return x.first(i, j)
	}
	w, rule := x.drawn(i, j, p.g.win)
	if w != 0 {
		return w > 0, rule
	}
	a := x.e[i].player
	return s.ColorLot(a, x.e[j].player) == a, sideLot
}
