package xiangqi

import (
	"math/bits"
	"slices"

	"crosstable/engine"
	"crosstable/engine/pairing/field"
)

// entrant is a player to be paired, as the rules see him before the round.
type entrant struct {
	player engine.Player
	no     int32 // lot number (号)
	score  engine.Points
	d      int32  // firsts minus seconds: < 0 少先, > 0 多先, 0 平先
	s      int32  // the current run: +k firsts (连先), -k seconds (连后)
	sides  uint64 // bit 0 the latest game, 1 = moved first; the latest 64 games
	games  int32
	downs  int32 // floats down and up (下调, 上调), each float
	ups    int32
	fdown  int32 // those that count: he was not alone in his layer
	fup    int32
	bye    bool // has had the bye (轮空)
	alone  bool // is alone in his layer now
}

func (e *entrant) move(first bool) {
	e.games++
	e.sides <<= 1
	v := int32(-1)
	if first {
		e.sides |= 1
		v = 1
	}
	e.d += v
	if e.s*v > 0 {
		e.s += v
	} else {
		e.s = v
	}
}

// floats are the floats that count, both kinds.
func (e *entrant) floats() int32 { return e.fdown + e.fup }

// wish is 1 for 要先, -1 for 要后, 0 for a player without a game.
func (e *entrant) wish() int32 {
	x := e.d
	if x == 0 {
		x = e.s
	}
	return sign(-x)
}

func sign(x int32) int32 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

func abs(x int32) int32 { return max(x, -x) }

// position is the field of a round. A player is known by his place: the index in e, highest score first,
// then the number.
type position struct {
	opt  Options
	k, r int // this round and the announced number of rounds (0 unknown), counted from 1
	e    []entrant
	// layer g is e[layers[g]:layers[g+1]].
	layers []int32
	words  int
	ok     []uint64 // bit rows by place: who may meet
	bans   int      // most opponents barred to one player

	all   []entrant // by player
	count []int32
	place []int32 // by player, -1
}

func (x *position) n() int32 { return int32(len(x.e)) }

// row has the bits of the places that i may meet.
func (x *position) row(i int32) []uint64 { return x.ok[int(i)*x.words : (int(i)+1)*x.words] }

// legal reports whether the players of the places i and j may meet.
func (x *position) legal(i, j int32) bool {
	return x.ok[int(i)*x.words+int(j)>>6]>>(uint(j)&63)&1 != 0
}

// odd reports an odd round: smaller numbers come first.
func (x *position) odd() bool { return x.k&1 == 1 }

// before orders places by number: odd round ascending, even round descending.
func (x *position) before(i, j int32) bool { return x.number(i) < x.number(j) }

func (x *position) number(i int32) int32 {
	if x.odd() {
		return x.e[i].no
	}
	return -x.e[i].no
}

// last reports the last round announced.
func (x *position) last() bool { return x.r > 0 && x.k >= x.r }

// near reports one of the last n rounds announced.
func (x *position) near(n int) bool { return x.r > 0 && x.k > x.r-n }

// load reads the State: histories, who may meet whom, layers.
func (x *position) load(s *engine.State) {
	x.k, x.r = s.Round(), s.PlannedRounds
	n := s.N()
	x.all = slices.Grow(x.all[:0], n)[:n]
	for p := range x.all {
		x.all[p] = entrant{player: engine.Player(p), no: int32(p) + 1}
	}
	for r := range s.Rounds() {
		x.replay(s, r)
	}
	for p := range x.all {
		x.all[p].score = s.PairScore(engine.Player(p))
	}
	x.e = x.e[:0]
	x.place = slices.Grow(x.place[:0], n)[:n]
	x.sortField(s)
	x.layers = x.layers[:0]
	for i := range x.e {
		x.place[x.e[i].player] = int32(i)
		if i == 0 || x.e[i].score != x.e[i-1].score {
			x.layers = append(x.layers, int32(i))
		}
	}
	x.layers = append(x.layers, int32(len(x.e)))
	for g := range len(x.layers) - 1 {
		if lo := x.layers[g]; x.layers[g+1] == lo+1 {
			x.e[lo].alone = true
		}
	}
	x.meetings(s)
}

// replay adds round r to the histories. x.all holds the scores before it, with the virtual points of that round only
// while it is looked at.
func (x *position) replay(s *engine.State, r int) {
	opp, col, out := s.Opponents(r), s.ColorsAt(r), s.Outcomes(r)
	score := func(p engine.Player) engine.Points { return x.all[p].score + s.VirtualAt(r, p) }
	lo, hi := engine.Points(1<<30), engine.Points(-1<<30)
	for p := range out {
		v := score(engine.Player(p))
		lo, hi = min(lo, v), max(hi, v)
	}
	x.count = slices.Grow(x.count[:0], int(hi-lo)+1)[:int(hi-lo)+1]
	clear(x.count)
	for p, o := range out {
		if o.Paired() || o == engine.ByePairing {
			x.count[score(engine.Player(p))-lo]++
		}
	}
	for p, o := range out {
		e := &x.all[p]
		q := opp[p]
		switch {
		case o == engine.ByePairing:
			e.bye = true
			if x.opt.ByeSide {
				first := e.wish() > 0
				if col[p] != engine.NoColor {
					first = col[p] == engine.White
				}
				e.move(first)
				e.downs++
				e.fdown++
			}
		case o.Paired() && q != engine.NoPlayer:
			if col[p] != engine.NoColor && (o.Played() || x.opt.ForfeitsCount && o != engine.Pending) {
				e.move(col[p] == engine.White)
			}
			me, he := score(engine.Player(p)), score(q)
			counts := int32(0)
			if x.count[me-lo] > 1 {
				counts = 1
			}
			switch {
			case me > he:
				e.downs++
				e.fdown += counts
			case me < he:
				e.ups++
				e.fup += counts
			}
		}
	}
	for p, o := range out {
		x.all[p].score += s.Points.Value[o][col[p]]
	}
}

// sortField fills e with the players to be paired: a counting sort by score, numbers ascending.
func (x *position) sortField(s *engine.State) {
	lo, hi := engine.Points(1<<30), engine.Points(-1<<30)
	for p := range x.all {
		x.place[p] = -1
		if x.takesPart(s, engine.Player(p)) {
			x.place[p] = 0
			lo, hi = min(lo, x.all[p].score), max(hi, x.all[p].score)
		}
	}
	if lo > hi {
		return
	}
	w := int(hi-lo) + 2
	x.count = slices.Grow(x.count[:0], w)[:w]
	clear(x.count)
	n := 0
	for p := range x.all {
		if x.place[p] >= 0 {
			x.count[hi-x.all[p].score+1]++
			n++
		}
	}
	for i := 1; i < w; i++ {
		x.count[i] += x.count[i-1]
	}
	x.e = slices.Grow(x.e, n)[:n]
	for p := range x.all {
		if x.place[p] >= 0 {
			at := &x.count[hi-x.all[p].score]
			x.e[*at] = x.all[p]
			*at++
		}
	}
}

// takesPart reports whether p is to be paired: he is present and no rule has put him out.
func (x *position) takesPart(s *engine.State, p engine.Player) bool {
	return s.Present(p) && !x.opt.Leave.out(s, p)
}

// out reports whether p is out of the event by the rule.
func (l Leave) out(s *engine.State, p engine.Player) bool {
	if l.Round > 0 && s.Rounds() >= l.Round {
		sum := engine.Points(0)
		for r := range l.Round {
			sum += s.PointsAt(r, p)
		}
		if sum < l.Points {
			return true
		}
	}
	run := 0
	for r := range s.Rounds() {
		if l.Forfeits == 0 {
			break
		}
		run++
		if s.OutcomeAt(r, p) != engine.ForfeitLoss {
			run = 0
		}
		if run >= l.Forfeits {
			return true
		}
	}
	return false
}

// meetings fills the bit rows.
func (x *position) meetings(s *engine.State) {
	n := len(x.e)
	x.words = (n + 63) / 64
	x.ok = slices.Grow(x.ok[:0], n*x.words)[:n*x.words]
	for i := range x.ok {
		x.ok[i] = ^uint64(0)
	}
	for i := range n {
		row := x.row(int32(i))
		if r := n & 63; r != 0 {
			row[x.words-1] = 1<<r - 1
		}
		row[i>>6] &^= 1 << (i & 63)
	}
	x.bans = 0
	for i := range x.e {
		p := x.e[i].player
		row := x.row(int32(i))
		field.EachBan(s, p, func(q engine.Player) {
			if j := x.place[q]; j >= 0 {
				row[j>>6] &^= 1 << (j & 63)
			}
		})
		for r := range s.Rounds() {
			q := s.Opponent(r, p)
			if q == engine.NoPlayer || x.place[q] < 0 {
				continue
			}
			if o := s.OutcomeAt(r, p); !o.Played() && o.Paired() && !x.opt.ForfeitsFree && !s.Permitted(p, q) {
				j := x.place[q]
				row[j>>6] &^= 1 << (j & 63)
				x.row(j)[i>>6] &^= 1 << (i & 63)
			}
		}
	}
	for i := range int32(n) {
		k := 0
		for _, w := range x.row(i) {
			k += bits.OnesCount64(w)
		}
		x.bans = max(x.bans, n-1-k)
	}
}

// Prepare brings s into line with the terms of the two systems: a forfeited pairing is a meeting (unless the option
// says otherwise), only the bye bars from the bye, and a player who is out by the leave rules is gone.
func Prepare(o Options, s *engine.State) {
	s.BarPaired(!o.ForfeitsFree)
	for p := range s.Gone {
		if o.Leave.out(s, engine.Player(p)) {
			s.Gone[p] = true
		}
	}
}
