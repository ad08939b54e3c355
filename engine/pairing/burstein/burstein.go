// Package burstein is the Burstein System, FIDE C.04.4.2 in the edition in force from 1 February 2026.
//
// The seeding rounds are paired by the Dutch system. After them the pairing-allocated bye is given first; then each
// scoregroup, from the top, is paired together with the players left over above it. Inside a bracket players are
// ranked by the Index (index.go), and the first is to meet the last.
//
// A bracket is tried as counting says that it is best: everybody paired or one left over, as many colours granted as
// the numbers of those who prefer White and Black allow (bracket.go). What is not possible so goes to weighted
// matchings (general.go).
package burstein

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/method"
	"crosstable/engine/pairing/dutch"
	"crosstable/engine/pairing/fide"
)

// Pairer pairs rounds. It owns scratch and serves one goroutine.
type Pairer struct {
	// Stats counts brackets after the seeding rounds by how they were paired, since the Pairer was made.
	Stats Stats

	seeding engine.Pairer
	s       *engine.State
	f       fide.Field
	x       index
	free    []bool
	numbers []int32

	down  []int32 // left over by the bracket before
	list  []int32 // the bracket, by Index
	next  []int32 // residents of the next scoregroup
	low   []int32 // everybody below it
	set   []int32
	mate  []int32 // of the bracket by place in list; -1 floats
	chain []int32
	float []int8 // by place in list: may he be the only one to float? 0 not looked at, 1 no, 2 yes
	spare []int8 // by place in next: may he be the one left over there?
	c     colours
	any   matching.Cardinality
	one   matching.Weighted[matching.One]
	g1    general[[1]int64]
	g2    general[[2]int64]
	g4    general[[4]int64]
	g8    general[[8]int64]
	d     fide.Digits
	faults
	slow bool // without the ways by counting (tests)
}

// Stats counts brackets.
type Stats struct {
	Trivial int // nobody may meet
	Walk    int // paired down the list
	Matched int // by a matching of the pairs that counting leaves
	Colours int // by a weighted matching of the bracket: more colours denied than by counting
	General int // by a weighted matching with the lower players
}

// New makes a pairer. The system has no options.
func New(spec *method.Spec) (engine.Pairer, error) {
	seeding, err := dutch.New(spec)
	return &Pairer{seeding: seeding}, err
}

// SeedingRounds is the number of rounds paired by the Dutch system (1.6.2): half of the rounds, at most four. Of an
// event that has not announced its rounds it is four.
func SeedingRounds(planned int) int {
	if planned == 0 {
		return 4
	}
	return min(planned/2, 4)
}

// Pair appends the games of the coming round in board order, the bye last. The error is a
// *engine.NoPairing if no legal pairing exists.
func (p *Pairer) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	p.s = s
	if seeds := SeedingRounds(s.PlannedRounds); s.Round() <= seeds {
		if s.Tracer != nil {
			s.Tracer.Trace(engine.Step{Kind: engine.StepNote, A: engine.NoPlayer, B: engine.NoPlayer,
				Rule: "burstein.seeding",
				N:    [3]int64{int64(s.Round()), int64(seeds)}})
		}
		return p.seeding.Pair(dst, s)
	}
	f := &p.f
	f.Load(s, fide.Wish{})
	p.x.load(s, f)
	bye, ok := f.Bye(p.x.after, p.passedBye())
	if !ok {
		return dst, &engine.NoPairing{Round: s.Round()}
	}
	first := len(dst)
	p.numbers = fide.Numbers(p.numbers, s)
	p.free = fide.Grown(p.free, len(f.E))
	for i := range p.free {
		p.free[i] = int32(i) != bye
	}
	if bye >= 0 {
		p.tell(engine.StepBye, bye, -1, "bye", int64(f.E[bye].Score))
	}
	p.down = p.down[:0]
	for g := range len(f.Group) - 1 {
		if p.load(g) {
			p.bracket()
			dst = p.publish(dst)
		}
	}
	if bye >= 0 {
		dst = append(dst, engine.Game{White: f.E[bye].Player, Black: engine.NoPlayer, Result: engine.PairingBye})
	}
	f.Boards(dst[first:])
	return dst, nil
}

// load makes the bracket of scoregroup g; false if it has no residents left.
func (p *Pairer) load(g int) bool {
	f := &p.f
	p.list = append(p.list[:0], p.down...)
	p.next, p.low = p.next[:0], p.low[:0]
	residents := 0
	for i := f.Group[g]; i < int32(len(f.E)); i++ {
		switch e := &f.E[i]; {
		case !p.free[i]:
		case i < f.Group[g+1]:
			p.list = append(p.list, i)
			residents++
		case len(p.next) == 0 || e.Score == f.E[p.next[0]].Score:
			p.next = append(p.next, i)
		default:
			p.low = append(p.low, i)
		}
	}
	slices.SortFunc(p.list, func(i, j int32) int { return int(p.x.rank[i] - p.x.rank[j]) })
	return residents > 0
}

// publish gives the pairs of the bracket their colours and keeps who is left over.
func (p *Pairer) publish(dst []engine.Game) []engine.Game {
	p.explain()
	f := &p.f
	p.down = p.down[:0]
	for x, i := range p.list {
		y := p.mate[x]
		if y < 0 {
			p.down = append(p.down, i)
		}
		if int(y) < x {
			continue
		}
		j := p.list[y]
		a, b := &f.E[i], &f.E[j]
		c, rule := fide.Colour(p.s, a.Player, b.Player, a.Wish, b.Wish, p.numbers[a.Player])
		number := p.numbers[a.Player]
		if c == engine.Black {
			i, j = j, i
			a, b = b, a
		}
		p.tell(engine.StepColor, i, j, colorRules[rule], int64(number))
		dst = append(dst, engine.Game{White: a.Player, Black: b.Player})
	}
	return dst
}

var colorRules = [...]string{fide.ColorFirst: "5.2.1", fide.ColorBoth: "5.2.2", fide.ColorStronger: "5.2.3",
	fide.ColorAlternate: "5.2.4", fide.ColorHigher: "5.2.5"}
