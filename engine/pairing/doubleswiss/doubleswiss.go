// Package doubleswiss is the Double-Swiss System, FIDE C.04.5 in the edition in force from 1 February 2026: every
// round is a match of two games with colours reversed, which the State holds as one pairing (engine.Result has the
// results of matches, engine.PointSystem.Matches their values).
//
// The pairing-allocated bye is given first. Then the highest scoregroup is paired with as few upfloaters from lower
// scores as it needs, again and again. Colours are no criterion, so that a bracket's pairing is the first one by its
// identifier: the smaller numbers of its pairs in order, then their opponents.
//
// Counting answers most questions in a large field (who has met at most d of m players leaves room for a complete
// pairing if m is 2d+2 or more, Dirac), so that matchings are asked about small sets only.
package doubleswiss

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/method"
	"crosstable/engine/pairing/fide"
	"crosstable/engine/pairing/field"
)

// Pairer pairs rounds. It owns scratch and serves one goroutine.
type Pairer struct {
	// Stats counts since the Pairer was made.
	Stats Stats

	s       *engine.State
	ranks   field.Field
	last    bool
	bans    int // most players whom one present player may not meet
	numbers []int32

	e    []entrant // by rank
	free []bool
	res  []int32 // residents of the bracket, and everybody of lower score, not paired yet
	low  []int32
	next int     // low[:next] is the next scoregroup
	up   []int32 // upfloaters chosen

	graph   matching.Cardinality
	cross   matching.Weighted[matching.One]
	chooser chooser
	two     matching.Bipartite
	cost    matching.Weighted[matching.One]

	set, rest, after, below, list []int32
	members                       []int32 // of the bracket, by number
	above                         []bool  // by place in members: he comes from a lower score
	top                           []bool
	tops, bottoms                 []int32
	careful                       bool // tests: nothing by counting
}

// Stats counts brackets.
type Stats struct {
	Even   int // without upfloaters
	Single int // with one upfloater
	Chosen int // with upfloaters found by a weighted matching
	Halves int // the first half against the second
	Tops   int // with another set of tops
	Costly int // an opponent of an upfloater who has floated could not be avoided
}

// entrant is a player to be paired.
type entrant struct {
	player  engine.Player
	score   engine.Points // pairing score
	matches int32         // played
	floated bool          // played the latest match against another score (C7, C8)
}

// New makes a pairer. The system has no options.
func New(*method.Spec) (engine.Pairer, error) { return &Pairer{}, nil }

// Pair appends the matches of the coming round in board order, White in game 1 first, the bye last. The error is a
// *engine.NoPairing if no legal pairing exists.
func (p *Pairer) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	p.load(s)
	bye, ok := p.bye()
	if !ok {
		return dst, &engine.NoPairing{Round: s.Round()}
	}
	first := len(dst)
	if bye >= 0 {
		p.free[bye] = false
		p.tell(engine.StepBye, bye, -1, "3.4", int64(p.e[bye].score))
	}
	for lo := 0; lo < len(p.e); {
		if !p.free[lo] {
			lo++
			continue
		}
		p.split(int32(lo))
		p.choose()
		p.tellBracket()
		dst = p.pairBracket(dst)
	}
	if bye >= 0 {
		dst = append(dst, engine.Game{White: p.e[bye].player, Black: engine.NoPlayer, Result: engine.PairingBye})
	}
	p.ranks.Boards(dst[first:])
	return dst, nil
}

// load reads the round.
func (p *Pairer) load(s *engine.State) {
	p.s, p.last = s, s.LastRound()
	p.ranks.Load(s, field.ByNumber)
	n := p.ranks.N()
	p.bans = p.ranks.BanBound()
	if p.careful {
		p.bans = n
	}
	p.e, p.free = fide.Grown(p.e, n), fide.Grown(p.free, n)
	for i, q := range p.ranks.Order {
		x := entrant{player: q, score: s.PairScore(q)}
		for r := range s.Rounds() {
			if s.OutcomeAt(r, q).Played() {
				x.matches++
			}
		}
		x.floated = s.Rounds() > 0 && s.FloatAt(q, 1) != 0 && s.OutcomeAt(s.Rounds()-1, q).Played()
		p.e[i], p.free[i] = x, true
	}
	p.numbers = fide.Numbers(p.numbers, s)
}

// meets reports whether i and j may be paired (C1).
func (p *Pairer) meets(i, j int32) bool { return !p.s.Banned(p.e[i].player, p.e[j].player) }

// roomy reports that n players, an even number, can be paired completely by counting alone.
func (p *Pairer) roomy(n int) bool { return n == 0 || n >= 2*p.bans+2 }

// deficiency is how many players of the set stay over in a legal pairing of as many as possible.
func (p *Pairer) deficiency(set []int32) int {
	n := len(set)
	if p.roomy(n &^ 1) {
		return n & 1
	}
	p.graph.Reset(n)
	for x, i := range set {
		for y, j := range set[:x] {
			if p.meets(i, j) {
				p.graph.Link(x, y)
			}
		}
	}
	return p.graph.Solve()
}

// bye gives the place of the receiver of the pairing-allocated bye (3.4), -1 in an even field: he may have it, the
// others can be paired; lowest score, most matches played, largest number. ok is false if no legal pairing exists.
func (p *Pairer) bye() (place int32, ok bool) {
	n := int32(len(p.e))
	if n&1 == 0 {
		return -1, p.deficiency(p.but(-1)) == 0
	}
	p.list = p.list[:0]
	for i := range n {
		p.list = append(p.list, i)
	}
	slices.SortFunc(p.list, func(i, j int32) int {
		a, b := &p.e[i], &p.e[j]
		switch {
		case a.score != b.score:
			return int(a.score - b.score)
		case a.matches != b.matches:
			return int(b.matches - a.matches)
		}
		return int(b.player - a.player)
	})
	for _, i := range p.list {
		if p.s.ByeBarred[p.e[i].player] {
			p.tell(engine.StepNote, i, -1, "C2")
			continue
		}
		if p.deficiency(p.but(i)) == 0 {
			return i, true
		}
		p.tell(engine.StepNote, i, -1, "C3.bye")
	}
	return -1, false
}

// but lists everybody but one.
func (p *Pairer) but(except int32) []int32 {
	p.set = p.set[:0]
	for i := range int32(len(p.e)) {
		if i != except {
			p.set = append(p.set, i)
		}
	}
	return p.set
}

// split lists the residents of the scoregroup of place lo, who are free, and the lower players.
func (p *Pairer) split(lo int32) {
	p.res, p.low, p.next = p.res[:0], p.low[:0], 0
	score := p.e[lo].score
	for i := lo; i < int32(len(p.e)); i++ {
		switch {
		case !p.free[i]:
		case p.e[i].score == score:
			p.res = append(p.res, i)
		default:
			p.low = append(p.low, i)
			if p.e[i].score == p.e[p.low[0]].score {
				p.next = len(p.low)
			}
		}
	}
}

// pairBracket pairs the residents and upfloaters (3.6).
func (p *Pairer) pairBracket(dst []engine.Game) []engine.Game {
	p.arrange()
	for k, i := range p.tops {
		j := p.bottoms[k]
		p.free[i], p.free[j] = false, false
		p.tellPair(k)
		dst = append(dst, p.match(i, j))
	}
	return dst
}

// match gives the pair of i and j its colours.
func (p *Pairer) match(i, j int32) engine.Game {
	if i > j {
		i, j = j, i
	}
	a, b := p.e[i].player, p.e[j].player
	c, rule := p.colour(a, b)
	if c == engine.Black {
		i, j = j, i
	}
	p.tell(engine.StepColor, i, j, rule, int64(p.numbers[a]))
	return engine.Game{White: p.e[i].player, Black: p.e[j].player}
}

// colour gives the colour that the higher ranked player a has in game 1 against b (4), and the rule.
func (p *Pairer) colour(a, b engine.Player) (engine.Color, string) {
	s := p.s
	if s.Games[a] == 0 && s.Games[b] == 0 {
		c := s.Grip()
		if p.numbers[a]&1 == 0 {
			c = c.Other()
		}
		return c, "4.1"
	}
	switch x, y := whites(s, a), whites(s, b); {
	case x < y:
		return engine.White, "4.2"
	case x > y:
		return engine.Black, "4.2"
	}
	if c := s.LastDifference(a, b); c != engine.NoColor {
		return c.Other(), "4.3"
	}
	if c := s.LastColor(a); c != engine.NoColor {
		return c.Other(), "4.4"
	}
	return s.LastColor(b), "4.5"
}

// whites counts the matches in which q had White in game 1.
func whites(s *engine.State, q engine.Player) int16 { return (s.Games[q] + s.ColorDiff[q]) / 2 }
