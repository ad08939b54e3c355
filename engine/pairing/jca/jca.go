// Package jca pairs by the Swiss rules of the Japan Chess Association (日本チェス協会): 順接式, upper half
// against lower half in order, opponents never changed for colours.
//
// A round goes like this. The bye is given first. Then the scoregroups from the top: as many pairs inside
// the group as leave the rest of the field completable, and among those the first in the order of attempts
//
//	A  parents and children in order, children exchanged as little as possible (rules 5.1, 5.2)
//	B  parents exchanged for children, least first (5.3)
//	C  odd groups: any pairing, the floater nearest to the middle (5.5)
//	D  more floaters, nearest to the middle (5.4)
//
// Who is left goes to the top of the next group. Colours come last. docs/jca.md says the same at length.
//
// Enumerating these attempts takes exponential time; here nothing does. Attempt A is tried by a greedy walk,
// which is exact whenever it gets through. What is left is put to small tables for groups of up to ten, and
// to bipartite and weighted matchings above: the order of B adds up over the pairs (a pair of two parents
// sends its lower one across, a pair of two children its upper one), the order of D over the floaters.
// "Can the rest be completed" is answered by degrees (Dirac) or by a matching.
package jca

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/pairing/field"
)

// Pairer pairs by the JCA rules. It owns scratch and serves one goroutine.
type Pairer struct {
	opt      Options
	tableMax int  // groups up to this size are paired by tables; tests lower it
	careful  bool // tests: no greedy walk, no trying of single exchanges, no window of floaters

	// The round.
	f     field.Field
	s     *engine.State
	bans  int        // most bans a player may have among the present ones
	seq   []int32    // ranks to be paired, best first, without the bye
	dummy int32      // rank of the bye as a player, with ByeLast in an odd field; else noRank
	small bool       // up to 64 players: rows holds the ban matrix
	rows  [64]uint64 // by rank, bits of the ranks whom he may meet
	pairs []pair     // made so far
	quiet bool       // pairs are tentative: do not tell the tracer yet

	// The group.
	m        []int32 // floaters, then natives, as ranks
	floaters []int32 // who leaves it
	natives  []int32 // in the order of a reversed round
	waiting  []int32 // floaters from above, while a reversed round comes from below
	// In the middle group of a reversed round: ranks before midLo are floaters from above, from midHi on
	// floaters from below; they do not meet.
	midLo, midHi int32
	upwards      bool // the groups of a reversed round that come from below: who floats goes up

	// Scratch of the attempts. Lists are of ranks unless they say places.
	tiny              tiny
	graph, rest       matching.Cardinality
	halves            matching.Bipartite
	cost              matching.Weighted[[2]int64]
	assign            matching.Weighted[[1]int64]
	parents, children []int32
	up, down          []int32 // the best parents and children so far
	avail, open       []int32 // children not taken
	local, places     []int32 // places in the group that take part in a weighted matching
	lifted, leave     []bool  // by place
	x, y, others      []int32
	one               [1]int32

	// Paths counts which path paired each group, for benchmarks.
	Paths [NumPaths]int

	pick func(upper, lower engine.Player) (engine.Player, string)
	tell func(white, black engine.Player, rule string)
}

// noRank is a rank that nobody has.
const noRank = 1 << 30

// Paths through a group.
const (
	PathGreedy   = iota // attempt A without look-ahead
	PathWitness         // attempt A with look-ahead
	PathTable           // tables for groups of up to ten
	PathWeighted        // weighted matching
	PathRest            // tests of the rest that needed a matching
	NumPaths
)

// pair of two ranks with the rule that made it and the places, from 0, in the halves of the group.
type pair struct {
	a, b          int32
	parent, child int32
	rule          uint8
}

// New makes a pairer.
func New(opt Options) *Pairer {
	p := &Pairer{opt: opt, tableMax: tinyMax}
	p.pick = p.color
	p.tell = func(w, b engine.Player, rule string) {
		p.s.Tracer.Trace(engine.Step{Kind: engine.StepColor, A: w, B: b, Rule: rule})
	}
	return p
}

// Pair implements engine.Pairer.
func (p *Pairer) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	p.s = s
	f := &p.f
	f.Load(s, p.opt.Order)
	n := f.N()
	if n == 0 {
		return dst, nil
	}
	p.bans = f.BanBound()
	p.dummy = noRank
	bye, ok := int32(-1), true
	if p.opt.ByeLast && n%2 == 1 {
		p.addDummy()
	} else if bye, ok = f.Bye(); !ok {
		return dst, f.NoPairing(nil)
	}
	p.seq = p.seq[:0]
	for i := range int32(n) {
		if i != bye {
			p.seq = append(p.seq, i)
		}
	}
	if p.dummy != noRank {
		p.seq = append(p.seq, p.dummy)
	}
	p.load()
	if bye >= 0 {
		p.step(engine.Step{Kind: engine.StepBye, A: f.Order[bye], B: engine.NoPlayer, Rule: "jca.bye"})
	}
	p.pairs, p.floaters = p.pairs[:0], p.floaters[:0]
	p.midLo, p.midHi, p.upwards = -1, noRank, false
	if !p.done(p.seq, nil) {
		return dst, f.NoPairing(nil)
	}
	switch {
	case p.opt.Lift:
		ok = p.lift()
	case p.opt.Reverse:
		ok = p.reversed()
	default:
		ok = p.topDown()
	}
	if !ok {
		return dst, f.NoPairing(nil)
	}
	first := len(dst)
	for _, q := range p.pairs {
		if q.a > q.b {
			q.a, q.b = q.b, q.a
		}
		if q.b == p.dummy {
			bye = q.a
			continue
		}
		dst = append(dst, engine.Game{White: f.Order[q.a], Black: f.Order[q.b]})
	}
	f.Boards(dst[first:])
	tell := p.tell
	if s.Tracer == nil {
		tell = nil
	}
	f.Colors(dst[first:], p.pick, tell)
	if bye >= 0 {
		dst = append(dst, engine.Game{White: f.Order[bye], Black: engine.NoPlayer, Result: engine.PairingBye})
	}
	return dst, nil
}

// addDummy lets the bye be the leftover of the last group: a player of his own below everybody, whom those may
// meet who may have the bye.
func (p *Pairer) addDummy() {
	p.dummy = int32(p.f.N())
	barred := 0
	for _, q := range p.f.Order {
		if p.s.ByeBarred[q] {
			barred++
		}
	}
	p.bans = max(p.bans+1, barred)
}

// load prepares the bit rows of small fields.
func (p *Pairer) load() {
	n := p.f.N()
	p.small = n <= 64 && p.dummy > int32(n)
	if !p.small {
		return
	}
	all := ^uint64(0) >> (64 - n)
	for i, pl := range p.f.Order {
		row := all &^ (1 << i)
		if p.bans > 0 {
			for w, word := range p.s.BanRow(pl) {
				row &^= p.f.RankBits(w, word)
			}
		}
		p.rows[i] = row
	}
}

// banned reports whether the players of ranks a and b may not be paired.
func (p *Pairer) banned(a, b int32) bool {
	if p.midLo >= 0 && (a < p.midLo && b >= p.midHi || b < p.midLo && a >= p.midHi) {
		return true
	}
	if a == p.dummy || b == p.dummy {
		return p.s.ByeBarred[p.f.Order[min(a, b)]]
	}
	if p.small {
		return p.rows[a]>>uint(b)&1 == 0
	}
	return p.f.Banned(a, b)
}

// topDown pairs the groups from the top.
func (p *Pairer) topDown() bool {
	for lo := 0; lo < len(p.seq); {
		hi := p.groupEnd(lo)
		p.enter(p.seq[lo:hi])
		if !p.group(p.m, p.seq[hi:]) {
			return false
		}
		lo = hi
	}
	return len(p.floaters) == 0
}

// groupEnd is the end of the scoregroup that begins at seq[lo].
func (p *Pairer) groupEnd(lo int) int {
	hi := lo + 1
	for v := p.score(p.seq[lo]); hi < len(p.seq) && p.score(p.seq[hi]) == v; {
		hi++
	}
	return hi
}

// score is the pairing score of a rank; the bye's stands below all.
func (p *Pairer) score(a int32) engine.Points {
	if a == p.dummy {
		return -1 << 30
	}
	return p.f.Score(a)
}

// enter makes the group: floaters, then natives.
func (p *Pairer) enter(natives []int32) {
	p.m = append(append(p.m[:0], p.floaters...), natives...)
	p.floaters = p.floaters[:0]
	if p.s.Tracer != nil && len(natives) > 0 && natives[0] != p.dummy {
		rule := "jca.group"
		if p.upwards {
			rule += rulesUp
		}
		p.step(engine.Step{Kind: engine.StepGroup, A: p.f.Order[natives[0]], B: engine.NoPlayer, Rule: rule,
			N: [3]int64{int64(p.f.Score(natives[0])), int64(len(p.m)), int64(len(p.m) - len(natives))}})
	}
}

func (p *Pairer) step(st engine.Step) {
	if p.s.Tracer != nil {
		p.s.Tracer.Trace(st)
	}
}

// add makes a pair of a parent and a child at their places in the halves.
func (p *Pairer) add(a, b int32, rule uint8, parent, child int) {
	p.pairs = append(p.pairs, pair{a, b, int32(parent), int32(child), rule})
	if max(a, b) == p.dummy {
		p.step(engine.Step{Kind: engine.StepBye, A: p.f.Order[min(a, b)], B: engine.NoPlayer, Rule: "jca.bye.last"})
		return
	}
	if p.s.Tracer != nil && !p.quiet {
		p.step(engine.Step{Kind: engine.StepPair, A: p.f.Order[min(a, b)], B: p.f.Order[max(a, b)],
			Rule: ruleCodes[rule],
			N:    [3]int64{int64(parent + 1), int64(child + 1)}})
	}
}

// float sends the player of rank a to the next group.
func (p *Pairer) float(a int32, rule uint8) {
	p.floaters = append(p.floaters, a)
	if p.s.Tracer != nil && a != p.dummy {
		code := ruleCodes[rule]
		if p.upwards {
			code += rulesUp
		}
		p.step(engine.Step{Kind: engine.StepFloat, A: p.f.Order[a], B: engine.NoPlayer, Rule: code,
			N: [3]int64{int64(p.f.Score(a))}})
	}
}

// done reports whether the ranks of l and f together can be paired completely.
func (p *Pairer) done(l, f []int32) bool {
	k := len(l) + len(f)
	switch {
	case k%2 != 0:
		return false
	case k == 0 || k >= 2*p.bans+2 && p.midLo < 0: // Dirac: each has at least half of the others left
		return true
	case p.small && p.midLo < 0:
		var set uint64
		for _, a := range l {
			set |= 1 << uint(a)
		}
		for _, a := range f {
			set |= 1 << uint(a)
		}
		if p.greedyMatch(set) {
			return true
		}
	}
	p.Paths[PathRest]++
	p.y = append(append(p.y[:0], l...), f...)
	p.build(&p.rest, p.y)
	return p.rest.Solve() == 0
}

// greedyMatch tries to pair the ranks in set, each with the furthest below; false proves nothing.
func (p *Pairer) greedyMatch(set uint64) bool {
	for set != 0 {
		v := low(set)
		set &= set - 1
		c := p.rows[v] & set
		if c == 0 {
			return false
		}
		set &^= 1 << high(c)
	}
	return true
}

// done1 is done with one floater.
func (p *Pairer) done1(l []int32, a int32) bool {
	p.one[0] = a
	return p.done(l, p.one[:])
}

// build makes g the graph of the ranks in x.
func (p *Pairer) build(g *matching.Cardinality, x []int32) {
	if len(x) > 128 && p.midLo < 0 && p.dummy == noRank {
		p.f.Graph(g, x)
		return
	}
	g.Reset(len(x))
	g.Join()
	for i, a := range x {
		for j, b := range x[:i] {
			if p.banned(a, b) {
				g.Unlink(i, j)
			}
		}
	}
}

// without copies x without its element at place.
func without(dst, x []int32, place int) []int32 {
	dst = append(dst[:0], x[:place]...)
	return append(dst, x[place+1:]...)
}

// color decides a pair by the rules 6 (or by White games, as in Shizuoka).
func (p *Pairer) color(upper, lower engine.Player) (engine.Player, string) {
	if p.opt.Whites {
		wu, wl := p.whites(upper), p.whites(lower)
		switch {
		case wu > wl:
			return lower, "jca.whites"
		case wu < wl:
			return upper, "jca.whites"
		}
		if white, ok := p.s.Alternate(upper, lower); ok {
			return white, "color.alternate"
		}
		return p.s.ColorLot(upper, lower), "color.lot"
	}
	return field.EqualColors(p.s, upper, lower)
}

// whites counts the games p has had with White.
func (p *Pairer) whites(a engine.Player) int16 { return (p.s.Games[a] + p.s.ColorDiff[a]) / 2 }

var _ engine.Pairer = (*Pairer)(nil)

// sortRanks puts floaters into the order of the field; down for groups taken from below.
func sortRanks(x []int32, down bool) {
	slices.Sort(x)
	if down {
		slices.Reverse(x)
	}
}
