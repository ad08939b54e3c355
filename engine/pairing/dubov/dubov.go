// Package dubov is the Dubov System, FIDE C.04.4.1 in the edition in force from 1 February 2026.
//
// The pairing-allocated bye is given first. Then each scoregroup, from the top, is paired with as few upfloaters from
// lower scores as it needs. Inside a bracket those who prefer White, in order of the average rating of their opponents
// (ARO), meet those who prefer Black in order of their numbers.
//
// Two questions cost work: which upfloaters (upfloaters.go, general.go) and which shifters between the two subgroups
// (arrange.go). Both try first what counting says to be the best there could be, in the order of the
// rules, so that the first one that works is the answer; what that does not settle goes to matchings.
package dubov

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/method"
	"crosstable/engine/pairing/fide"
)

// Pairer pairs rounds. It owns scratch and serves one goroutine.
type Pairer struct {
	// Stats counts brackets by how their upfloaters and shifters were found, since the Pairer was made.
	Stats Stats

	s    *engine.State
	f    fide.Field
	last bool
	maxT int16

	// By place.
	aro    []int32
	ups    []int16 // upfloats so far
	just   []bool  // upfloated in the latest round
	free   []bool
	before []engine.Points // by player, while the rounds are read

	res, low []int32 // residents, and everybody of lower score, not paired yet
	rest     []int32
	up       []int32 // upfloaters chosen
	members  []int32
	tried    []bool
	a        arrangement
	g1       general[[1]int64]
	g2       general[[2]int64]
	g4       general[[4]int64]
	g8       general[[8]int64]
	g16      general[[16]int64]
	d        fide.Digits
	criteria []criterion
	numbers  []int32
	slow     bool // without the ways by counting (tests)
}

// Stats counts brackets.
type Stats struct {
	Walk      int // paired down the list
	Bipartite int // the transposition found by a matching
	Shifters  int // the shifters found by matchings
	General   int // the upfloaters found by a weighted matching
}

// New makes a pairer. The system has no options.
func New(*method.Spec) (engine.Pairer, error) { return &Pairer{}, nil }

// newcomer is the preference of who has not played (1.6.4).
var newcomer = fide.Wish{Color: engine.Black, Strength: fide.Mild}

// Pair appends the games of the coming round in board order, the bye last. The error is a
// *engine.NoPairing if no legal pairing exists.
func (p *Pairer) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	p.load(s)
	f := &p.f
	bye, ok := f.Bye(func(i, j int32) bool { return f.E[i].Player > f.E[j].Player }, p.passedBye())
	if !ok {
		return dst, &engine.NoPairing{Round: s.Round()}
	}
	first := len(dst)
	if bye >= 0 {
		p.free[bye] = false
		p.tell(engine.StepBye, bye, -1, "bye", int64(f.E[bye].Score))
	}
	for g := range len(f.Group) - 1 {
		p.res, p.low = p.res[:0], p.low[:0]
		for i := f.Group[g]; i < int32(len(f.E)); i++ {
			if !p.free[i] {
				continue
			}
			if i < f.Group[g+1] {
				p.res = append(p.res, i)
			} else {
				p.low = append(p.low, i)
			}
		}
		if len(p.res) == 0 {
			continue
		}
		p.choose()
		p.tellBracket()
		p.arrange(p.bracket(p.up...))
		for i, a := range p.a.s1 {
			b := p.a.t2[i]
			p.free[a], p.free[b] = false, false
			dst = append(dst, p.game(a, b))
		}
	}
	if bye >= 0 {
		dst = append(dst, engine.Game{White: f.E[bye].Player, Black: engine.NoPlayer, Result: engine.PairingBye})
	}
	f.Boards(dst[first:])
	return dst, nil
}

// load reads the round.
func (p *Pairer) load(s *engine.State) {
	p.s = s
	p.last = s.LastRound()
	p.f.Load(s, newcomer)
	// 1.8.2; of an event that has not announced its rounds, those known so far count.
	rounds := s.PlannedRounds
	if rounds == 0 {
		rounds = s.Round()
	}
	p.maxT = int16(2 + rounds/5)
	n := len(p.f.E)
	p.aro, p.ups, p.just, p.free = fide.Grown(p.aro, n), fide.Grown(p.ups, n), fide.Grown(p.just, n),
		fide.Grown(p.free, n)
	p.before = fide.Grown(p.before, s.N())
	clear(p.ups)
	clear(p.just)
	clear(p.before)
	for i := range p.f.E {
		p.free[i] = true
		p.aro[i] = averageOpponent(s, p.f.E[i].Player)
	}
	// Who was paired with a higher scored opponent has upfloated, whether or not the game was played.
	for r := range s.Rounds() {
		for i := range p.f.E {
			q := p.f.E[i].Player
			o := s.Opponent(r, q)
			p.just[i] = o != engine.NoPlayer && s.OutcomeAt(r, q).Paired() &&
				p.before[o]+s.VirtualAt(r, o) > p.before[q]+s.VirtualAt(r, q)
			if p.just[i] {
				p.ups[i]++
			}
		}
		for q := range engine.Player(s.N()) {
			p.before[q] += s.PointsAt(r, q)
		}
	}
	p.numbers = fide.Numbers(p.numbers, s)
}

// averageOpponent is the ARO (1.7): the mean rating of the opponents met over the board, half a point up; 0 without.
func averageOpponent(s *engine.State, p engine.Player) int32 {
	sum, games := int32(0), int32(0)
	for r := range s.Rounds() {
		if o := s.Opponent(r, p); o != engine.NoPlayer && s.OutcomeAt(r, p).Played() {
			sum += s.Rating[o]
			games++
		}
	}
	if games == 0 {
		return 0
	}
	return (2*sum + games) / (2 * games)
}

// bracket lists the residents and upfloaters in rank order.
func (p *Pairer) bracket(up ...int32) []int32 {
	p.members = append(append(p.members[:0], p.res...), up...)
	slices.Sort(p.members[len(p.res):])
	return p.members
}

// game gives the pair of i and j its colours.
func (p *Pairer) game(i, j int32) engine.Game {
	if i > j {
		i, j = j, i
	}
	a, b := &p.f.E[i], &p.f.E[j]
	c, rule := fide.Colour(p.s, a.Player, b.Player, a.Wish, b.Wish, p.numbers[a.Player])
	if c == engine.Black {
		i, j = j, i
		a, b = b, a
	}
	if p.s.Tracer != nil {
		p.tell(engine.StepColor, i, j, colorRules[rule], int64(p.numbers[p.f.E[min(i, j)].Player]))
	}
	return engine.Game{White: a.Player, Black: b.Player}
}

var colorRules = [...]string{fide.ColorFirst: "5.2.1", fide.ColorBoth: "5.2.2", fide.ColorStronger: "5.2.3",
	fide.ColorAlternate: "5.2.4", fide.ColorHigher: "5.2.5"}

// completes reports whether the lower players without those of up can be paired completely (C4).
func (p *Pairer) completes(up ...int32) bool { return p.f.Deficiency(p.without(up)) == 0 }

// without lists the lower players but those of up.
func (p *Pairer) without(up []int32) []int32 {
	p.rest = p.rest[:0]
	for _, i := range p.low {
		if !slices.Contains(up, i) {
			p.rest = append(p.rest, i)
		}
	}
	return p.rest
}

// matcher is the scratch of the matchings of a bracket.
type matcher struct {
	walk []int32
	two  matching.Bipartite
	any  matching.Cardinality
	one  matching.Weighted[matching.One]
	cut  [][2]int
}
