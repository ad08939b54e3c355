// Package lim is the Lim System, FIDE C.04.4.3 in the edition in force from 1 February 2026; the JCA rules name it
// A式 (LIM式簡易法).
//
// The pairing-allocated bye is given first. Then the scoregroups are paired from the top down to the median (half
// of the points that could be won), from the bottom up to it, and the median last. Who finds no opponent in his
// group floats towards the median. If the median cannot be completed, pairings made before are taken back
// ("cracked") and their players join it.
//
// Everything is asked of one graph of who may meet whom and of one matching in it: how many pairs a group
// allows, whether it loses none without a floater, whether the others can be paired when two are. Each question is
// one augmenting path, so a round takes polynomial time whatever has been played.
package lim

import (
	"math/bits"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/method"
	"crosstable/engine/pairing/fide"
	"crosstable/engine/pairing/field"
)

// Keys are the options of the notation.
var Keys = []method.Option{
	{Key: "maxi", Values: "yes|no", Default: "no",
		Summary: "maxi-tournament: exchanges for colour only between ratings within 100 points (3.2.3, 3.8, 5.7)"},
	{Key: "relaxed", Values: "yes|no", Default: "no",
		Summary: "a round that the colour limits leave without a pairing is paired without them (5.1.1, 5.1.2)"},
}

// MaxiRange is the greatest difference of ratings of an exchange for colour in a maxi-tournament.
const MaxiRange = 100

// Pairer pairs rounds. It owns scratch and serves one goroutine.
type Pairer struct {
	// Stats counts since the Pairer was made.
	Stats Stats

	maxi, relax bool

	s       *engine.State
	ranks   field.Ranks
	boards  field.Boards
	last    bool
	relaxed bool // this round is paired without the colour limits
	numbers []int32

	// Players are vertices in the order of their numbers.
	v      []vertex
	of     []int32 // vertex of a player, -1
	words  int
	canW   []uint64 // who may have White
	canB   []uint64
	graph  matching.Cardinality
	around []uint64 // residents of the adjacent group
	byes   []int32

	lists   [][]int32 // members of the scoregroups, from the top; without the bye
	store   []int32
	incomes [2][]int32 // floaters on their way, by direction
	members []int32    // of the group being paired, as they stay in it
	out     []int32    // floaters of the group being paired
	whole   []int32    // the members before a walk
	guessed [][2]int32 // pairs of a walk that is blind; the second is -1 for who found nobody
	blind   bool       // the walk does not ask whether the others can be paired
	cands   []int32
	keys    []uint64
	made    [2][]pair // pairings above the median and below it, in the order of making
	median  []pair
	server  []int32 // by vertex: the floater whom it would serve, -1
	seen    []uint64
	steps   []engine.Step // of the round, if somebody listens
}

// Stats counts events of interest.
type Stats struct {
	Rounds  int // paired
	Relaxed int // of them without the colour limits
	Cracked int // pairings taken back for the median (2.6)
}

// vertex is a player to be paired.
type vertex struct {
	player  engine.Player
	score   engine.Points // pairing score
	due     engine.Color  // NoColor before the first game
	floated bool          // played against another score in the latest round (3.10)
	income  uint8         // down or up: how he came into the group being paired; home: he is a resident
}

// Directions, and where a vertex came from.
const (
	down = iota
	up
	home
)

// pair is a pairing made. low says that it was made below the median (5.4).
type pair struct {
	a, b int32
	low  bool
	step int // in steps
}

// New makes a pairer from the options Keys.
func New(spec *method.Spec) (engine.Pairer, error) {
	p := &Pairer{}
	if spec == nil {
		return p, nil
	}
	var err error
	if p.maxi, err = spec.Bool("maxi", false); err != nil {
		return nil, err
	}
	if p.relax, err = spec.Bool("relaxed", false); err != nil {
		return nil, err
	}
	return p, nil
}

// Pair appends the games of the coming round in board order, the bye last. The error is a *engine.NoPairing if the
// meetings, the byes and (but in the last round) the colour limits leave no pairing.
func (p *Pairer) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	p.load(s)
	bye, ok := p.bye()
	if !ok && p.relax && !p.last {
		p.relaxed = true
		p.link()
		bye, ok = p.bye()
	}
	if !ok {
		return dst, &engine.NoPairing{Round: s.Round()}
	}
	p.Stats.Rounds++
	if p.relaxed {
		p.Stats.Relaxed++
		p.tell(engine.StepNote, -1, -1, "relaxed")
	}
	p.tellBye(bye)
	p.groups(bye)
	first := len(dst)
	for side := range p.made {
		for _, q := range p.made[side] {
			dst = append(dst, p.game(q))
		}
	}
	for _, q := range p.median {
		dst = append(dst, p.game(q))
	}
	if bye >= 0 {
		dst = append(dst, engine.Game{White: p.v[bye].player, Black: engine.NoPlayer, Result: engine.PairingBye})
	}
	p.boards.Sort(dst[first:], s, p.ranks.Rank)
	for _, st := range p.steps {
		s.Tracer.Trace(st)
	}
	return dst, nil
}

// Relaxed is the number of rounds paired without the colour limits since the Pairer was made.
func (p *Pairer) Relaxed() int { return p.Stats.Relaxed }

// load reads the round.
func (p *Pairer) load(s *engine.State) {
	p.s, p.last, p.relaxed = s, s.LastRound(), false
	p.steps = p.steps[:0]
	p.ranks.Load(s, nil)
	n := len(p.ranks.Order)
	p.words = (n + 63) / 64
	p.v, p.of = p.v[:0], fide.Grown(p.of, s.N())
	p.canW, p.canB = cleared(p.canW, p.words), cleared(p.canB, p.words)
	p.around, p.seen = cleared(p.around, p.words), cleared(p.seen, p.words)
	p.server = fide.Grown(p.server, n)
	for q := range engine.Player(s.N()) {
		p.of[q] = -1
		if !s.Present(q) {
			continue
		}
		i := len(p.v)
		p.of[q] = int32(i)
		x := vertex{player: q, score: s.PairScore(q), due: fide.WishOf(s, q, fide.Wish{}).Color, income: home}
		x.floated = s.Rounds() > 0 && s.FloatAt(q, 1) != 0 && s.OutcomeAt(s.Rounds()-1, q).Played()
		p.v = append(p.v, x)
		run, diff := s.Run(q), s.ColorDiff[q]
		if run < 2 && diff < 2 {
			p.canW[i>>6] |= 1 << (i & 63)
		}
		if run > -2 && diff > -2 {
			p.canB[i>>6] |= 1 << (i & 63)
		}
	}
	p.numbers = fide.Numbers(p.numbers, s)
	p.link()
}

func cleared(v []uint64, n int) []uint64 {
	v = fide.Grown(v, n)
	clear(v)
	return v
}

// link makes the graph of compatible players (2.1): they have not met and, but in the last round (6), some allocation
// of colours keeps both from a third same colour running and from three more of one than of the other.
func (p *Pairer) link() {
	n := len(p.v)
	p.graph.Reset(n)
	for i := range p.v {
		row := p.graph.Row(i)
		w, b := has(p.canW, i), has(p.canB, i)
		for k := range row {
			switch {
			case p.last || p.relaxed:
				row[k] = ^uint64(0)
			case w && b:
				row[k] = p.canW[k] | p.canB[k]
			case w:
				row[k] = p.canB[k]
			case b:
				row[k] = p.canW[k]
			}
		}
		if r := n & 63; r != 0 {
			row[len(row)-1] &= 1<<r - 1
		}
		row[i>>6] &^= 1 << (i & 63)
		for k, word := range p.s.BanRow(p.v[i].player) {
			for ; word != 0; word &= word - 1 {
				if j := p.of[k<<6+bits.TrailingZeros64(word)]; j >= 0 {
					row[j>>6] &^= 1 << (j & 63)
				}
			}
		}
	}
}

func has(set []uint64, i int) bool { return set[i>>6]>>(i&63)&1 != 0 }

// compatible reports whether i and j may meet.
func (p *Pairer) compatible(i, j int32) bool { return p.graph.Linked(int(i), int(j)) }

// bye gives the receiver of the pairing-allocated bye (1.1, 7.1), -1 in an even field: the lowest ranked player of
// the lowest score, in round 1 the lowest rated one, who may have it and without whom the others can be paired. ok
// is false if there is no legal pairing.
func (p *Pairer) bye() (i int32, ok bool) {
	n := len(p.v)
	free := p.graph.Solve()
	if n%2 == 0 {
		return -1, free == 0
	}
	if free != 1 {
		return -1, false
	}
	p.byes = p.byes[:0]
	for r := n - 1; r >= 0; r-- {
		p.byes = append(p.byes, p.of[p.ranks.Order[r]])
	}
	if p.s.Rounds() == 0 {
		insertion(p.byes, func(i, j int32) bool {
			a, b := &p.v[i], &p.v[j]
			return a.score == b.score && p.s.Rating[a.player] < p.s.Rating[b.player]
		})
	}
	for _, i := range p.byes {
		if !p.s.ByeBarred[p.v[i].player] && p.remove(i, 0) {
			return i, true
		}
	}
	return -1, false
}

// insertion sorts a list that is nearly in order, stably.
func insertion(list []int32, before func(i, j int32) bool) {
	for k := 1; k < len(list); k++ {
		for x := k; x > 0 && before(list[x], list[x-1]); x-- {
			list[x], list[x-1] = list[x-1], list[x]
		}
	}
}

// remove takes i out of the graph if the others then leave only so many without a partner; otherwise it changes
// nothing. The matching must be of maximum size.
func (p *Pairer) remove(i int32, free int) bool {
	j := p.graph.Mate(int(i))
	p.graph.Off(int(i))
	if j < 0 || p.graph.Solve() == free {
		return true
	}
	p.graph.On(int(i))
	p.graph.Set(int(i), j)
	return false
}

// groups pairs the scoregroups in the order of 2.2.
func (p *Pairer) groups(bye int32) {
	p.store, p.lists = p.store[:0], p.lists[:0]
	for _, q := range p.ranks.Order {
		if i := p.of[q]; i != bye {
			p.store = append(p.store, i)
		}
	}
	for lo := 0; lo < len(p.store); {
		hi := lo + 1
		for hi < len(p.store) && p.v[p.store[hi]].score == p.v[p.store[lo]].score {
			hi++
		}
		p.lists = append(p.lists, p.store[lo:hi:hi])
		lo = hi
	}
	for side := range 2 {
		p.made[side], p.incomes[side] = p.made[side][:0], p.incomes[side][:0]
	}
	p.median = p.median[:0]
	for i := range p.v {
		p.graph.Off(i)
	}
	// 2.2: half of what the rounds played could bring.
	half := engine.Points(p.s.Rounds()) * p.s.Points.Win()
	above := 0
	for above < len(p.lists) && 2*p.v[p.lists[above][0]].score > half {
		above++
	}
	below := above
	var mid []int32
	if above < len(p.lists) && 2*p.v[p.lists[above][0]].score == half {
		mid = p.lists[above]
		below++
	}
	next := func(g, end int, group []int32) []int32 {
		if g == end {
			return group
		}
		return p.lists[g]
	}
	for g := range above {
		p.group(p.lists[g], next(g+1, above, mid), down)
	}
	for g := len(p.lists) - 1; g >= below; g-- {
		p.group(p.lists[g], next(g-1, below-1, mid), up)
	}
	p.middle(mid, half)
}

// middle pairs the median group, cracking pairings of its neighbours until it can be completed (2.6).
func (p *Pairer) middle(mid []int32, half engine.Points) {
	came := [2]int{len(p.incomes[down]), len(p.incomes[up])}
	p.members = p.members[:0]
	for side := range 2 {
		for _, i := range p.incomes[side] {
			p.v[i].income = uint8(side)
			p.members = append(p.members, i)
		}
	}
	p.members = append(p.members, mid...)
	if len(p.members) > 0 {
		p.tellMedian(half/2, came)
	}
	for _, i := range p.members {
		p.graph.On(int(i))
	}
	for p.graph.Solve() > 0 {
		side := down
		if came[down] > came[up] && len(p.made[up]) > 0 || len(p.made[down]) == 0 {
			side = up
		}
		k := len(p.made[side]) - 1
		q := p.made[side][k]
		p.made[side] = p.made[side][:k]
		p.Stats.Cracked++
		p.tellCrack(q, side, came)
		came[side] += 2
		for _, i := range [2]int32{q.a, q.b} {
			p.v[i].income = uint8(side)
			p.graph.On(int(i))
			p.members = append(p.members, i)
		}
	}
	p.median = p.pairGroup(p.median, down)
}

// game gives a pair its colours.
func (p *Pairer) game(q pair) engine.Game {
	a, b := q.a, q.b
	if p.ranks.Rank[p.v[a].player] > p.ranks.Rank[p.v[b].player] {
		a, b = b, a
	}
	if c, rule := p.colour(a, b, q.low); c == engine.Black {
		a, b = b, a
		p.tellColour(a, b, b, rule)
	} else {
		p.tellColour(a, b, a, rule)
	}
	return engine.Game{White: p.v[a].player, Black: p.v[b].player}
}

// colour gives the colour of the higher ranked player a against b (5), and the rule.
func (p *Pairer) colour(a, b int32, low bool) (engine.Color, string) {
	ab := has(p.canW, int(a)) && has(p.canB, int(b))
	ba := has(p.canB, int(a)) && has(p.canW, int(b))
	x, y := &p.v[a], &p.v[b]
	switch {
	case x.due == engine.NoColor && y.due == engine.NoColor:
		c := p.s.Grip()
		if p.numbers[x.player]&1 == 0 {
			c = c.Other()
		}
		return c, "7.2"
	case ab && !ba:
		return engine.White, "5.1"
	case ba && !ab:
		return engine.Black, "5.1"
	case x.due == engine.NoColor:
		return y.due.Other(), "5.2"
	case x.due != y.due:
		return x.due, "5.2"
	}
	if c := p.s.LastDifference(x.player, y.player); c != engine.NoColor {
		return c.Other(), "5.4"
	}
	if low {
		return y.due.Other(), "5.4.low"
	}
	return x.due, "5.4.high"
}
