// Package dutch is the FIDE (Dutch) System, C.04.3 in the edition in force from 1 February 2026.
//
// A round is paired bracket by bracket. In each bracket the criteria C4 to C21 decide which candidates are best and
// the order of generation (article 4) which of them comes first. The fast path (fast.go)
// recognises a candidate that meets a lower bound of every criterion, found by counting, and takes the first
// one in the order of generation. What is not perfect goes to the general path (general.go): a weighted matching
// whose weights are the counts of the criteria in their order, then the first optimal candidate
// partner by partner. Both give the same pairs; Stats counts which was used.
package dutch

import (
	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/fide"
)

// Pairer pairs rounds. It owns scratch and serves one goroutine.
type Pairer struct {
	// Stats counts brackets by the path that served them, since the Pairer was made.
	Stats Stats

	f    field
	c    completion
	q    quick
	t    small
	cen  census
	g1   general[[1]uint64]
	g2   general[[2]uint64]
	g4   general[[4]uint64]
	g8   general[[8]uint64]
	g16  general[[16]uint64]
	g32  general[[32]uint64]
	g64  general[[64]uint64]
	slow bool // general path only (tests)

	ed Edition

	mate  []int32 // by place; -1 unpaired
	b     bracket
	down  []int32 // downfloaters of the latest bracket
	check []int32
	order []int32
	s     *engine.State

	budget float64 // for explaining
}

// Stats counts brackets.
type Stats struct {
	Fast    int // recognised as perfect
	Trivial int // nothing to choose
	Small   int // solved by trying everything
	Bracket int // matched, looking at the bracket only
	Next    int // matched with the next scoregroup
	All     int // matched with everybody left
	PPB     int // paired again before the collapse of the lower scoregroups (edition of 2017)
}

// New makes a pairer. The system has no options.
func New(*method.Spec) (engine.Pairer, error) { return &Pairer{}, nil }

// Pair appends the games of the coming round in board order, the bye last. The error is a
// *engine.NoPairing if no legal pairing exists.
func (p *Pairer) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	p.s = s
	p.budget = explainWork
	f := &p.f
	f.load(s, &p.ed)
	if !p.c.load(f) {
		return dst, &engine.NoPairing{Round: s.Round()}
	}
	p.mate = grown(p.mate, len(f.e))
	for i := range p.mate {
		p.mate[i] = -1
	}
	p.down = p.down[:0]
	for g, last := 0, len(f.group)-2; g <= last; g++ {
		p.bracket(g)
		if p.ed.Collapse && g < last && !p.c.finishes(p.down, g) {
			p.collapse(g)
			g = last
		} else if s.Tracer != nil {
			p.explain(false)
		}
	}
	return p.publish(dst), nil
}

// bracket pairs scoregroup g with the players moved down to it.
func (p *Pairer) bracket(g int) {
	f, b := &p.f, &p.b
	b.group, b.m0 = g, len(p.down)
	b.list = append(b.list[:0], p.down...)
	for i := f.group[g]; i < f.group[g+1]; i++ {
		b.list = append(b.list, i)
	}
	b.next, b.rest = b.next[:0], b.rest[:0]
	n := int32(len(f.e))
	for i := f.group[g+1]; i < n; i++ {
		if f.of[i] == int32(g+1) {
			b.next = append(b.next, i)
		} else {
			b.rest = append(b.rest, i)
		}
	}
	p.cen.byeTop, p.cen.byeOdd = p.c.byeTop, p.c.odd
	switch {
	case p.slow:
		p.general()
	case p.nobodyMeets():
		p.Stats.Trivial++
	case p.fast():
		p.Stats.Fast++
	case p.small():
		p.Stats.Small++
	default:
		p.general()
	}
	p.float()
}

// float lists the downfloaters of the bracket that has just been paired.
func (p *Pairer) float() {
	p.down = p.down[:0]
	for _, i := range p.b.list {
		if p.mate[i] < 0 {
			p.down = append(p.down, i)
		}
	}
}

// nobodyMeets reports that the bracket has no pair at all: everybody floats. Only small ones are looked at.
func (p *Pairer) nobodyMeets() bool {
	b := &p.b
	if len(b.next) == 0 || len(b.list) > 3 {
		return false
	}
	for y := b.m0; y < len(b.list); y++ {
		for x := range y {
			if p.f.meets(b.list[x], b.list[y]) {
				return false
			}
		}
	}
	return true
}

// general pairs the bracket by the general path, looking at no more of the field than is needed.
func (p *Pairer) general() {
	b, c := &p.b, &p.c
	// A bracket whose one downfloater gets the bye minimises his unplayed games.
	c9 := !p.ed.Collapse && c.odd && len(b.list)&1 == 1 && c.byeTop >= p.f.e[b.list[len(b.list)-1]].score
	switch {
	case len(b.next) == 0:
		p.Stats.All++
		p.match(scopeAll, c9)
	case p.ed.Collapse && p.match(scopeBracket, false):
		p.Stats.Bracket++
	case p.ed.Collapse:
		p.Stats.Next++
		p.match(scopeNext, false)
	case c.shortage(b.group+1) <= len(b.list)&1 && p.match(scopeBracket, c9):
		p.Stats.Bracket++
	case len(b.rest) > 0 && c.shortage(b.group+2) <= 1 && p.match(scopeNext, c9):
		p.Stats.Next++
	default:
		p.Stats.All++
		p.match(scopeAll, c9)
	}
}

// open reports by counting that whoever floats down, the next scoregroup pairs all of them and leaves at most one
// player of its own, and that the lower players complete without the others or with that one: then C4 and
// C8 do not bear on the bracket.
func (p *Pairer) open() bool {
	b, c := &p.b, &p.c
	k, l := c.below[b.group+1], c.below[b.group+2]
	k.players, k.white, k.black = k.players-l.players, k.white-l.white, k.black-l.black
	if k.players < 2 {
		return false
	}
	n := k.players
	for _, i := range b.list {
		k.add(&p.f.e[i])
	}
	k.players = n - 1 // at least that many even if nobody floats and one is left over
	if !c.roomy(k) {
		return false
	}
	if (n+len(b.list))&1 == 0 {
		return c.restAlone(b.group + 2)
	}
	return c.restWithOne(b.group + 2)
}

// match solves the bracket with weights as wide as it needs. Scopes that leave lower players out look at fewer
// conditions than there are, so that what they find best and first is right if it meets the others as well as is
// possible; match reports whether it does, and only then are the pairs taken.
func (p *Pairer) match(sc scope, c9 bool) bool {
	for {
		p.cen.survey(&p.f, &p.b, sc, c9 && p.cen.c9Matters(&p.f, &p.b))
		var ok, again bool
		switch w := p.cen.lay.bits + 12; {
		case w <= 64:
			ok, again = run(p, &p.g1, c9)
		case w <= 128:
			ok, again = run(p, &p.g2, c9)
		case w <= 256:
			ok, again = run(p, &p.g4, c9)
		case w <= 512:
			ok, again = run(p, &p.g8, c9)
		case w <= 1024:
			ok, again = run(p, &p.g16, c9)
		case w <= 2048:
			ok, again = run(p, &p.g32, c9)
		default:
			ok, again = run(p, &p.g64, c9)
		}
		if !again {
			return ok
		}
		c9 = false
	}
}

// c9Matters reports whether possible receivers of the bye differ in unplayed games.
func (c *census) c9Matters(f *field, b *bracket) bool {
	c.b = b
	return c.rankUnplayed(f) > 0
}

// run solves with one width. again asks for a run without C9: it was in use but the bracket
// downfloats more than one player.
func run[T weight](p *Pairer, g *general[T], c9 bool) (ok, again bool) {
	b := &p.b
	g.load(&p.f, &p.cen)
	if p.cen.c9 && 2*g.pairsInside() != len(b.list)-1 {
		return false, true
	}
	if p.cen.sc == scopeAll && !g.complete() {
		panic("dutch: a bracket without a complete pairing")
	}
	// In a large bracket the choice among the optimal candidates is the greater part of the work: do not
	// start it if the first of them found already fails.
	if g.nb > 32 && !suits(p, g) {
		return false, false
	}
	g.choose()
	if !suits(p, g) {
		return false, false
	}
	for i := range g.nb {
		if j := g.partner(i); j > i {
			p.mate[g.v[i]], p.mate[g.v[j]] = g.v[j], g.v[i]
		}
	}
	return true, false
}

// suits reports whether the solution meets the conditions that its scope does not see.
func suits[T weight](p *Pairer, g *general[T]) bool {
	switch p.cen.sc {
	case scopeBracket:
		p.check = p.check[:0]
		for i := range g.nb {
			if g.partner(i) < 0 {
				p.check = append(p.check, g.v[i])
			}
		}
		return p.c.absorbs(p.check, p.b.group)
	case scopeNext:
		return p.ed.Collapse || p.completes(leftOver(p, g))
	}
	return true
}

// leftOver lists who is unpaired in the bracket and the next scoregroup.
func leftOver[T weight](p *Pairer, g *general[T]) []int32 {
	p.check = p.check[:0]
	for i := range g.v {
		j := int(g.s.mate[i])
		if j < len(g.v) && g.f.meets(g.v[i], g.v[j]) && !(i < g.m0 && j < g.m0) {
			continue
		}
		p.check = append(p.check, g.v[i])
	}
	return p.check
}

func (p *Pairer) completes(left []int32) bool {
	left = append(left, p.b.rest...)
	p.check = left
	return p.c.completes(left)
}

// publish gives the pairs their colours and boards.
func (p *Pairer) publish(dst []engine.Game) []engine.Game {
	f := &p.f
	first := len(dst)
	p.order = fide.Numbers(p.order, p.s)
	for i := range int32(len(f.e)) {
		switch j := p.mate[i]; {
		case j > i:
			c, rule := p.colour(i, j)
			w, b := i, j
			if c == engine.Black {
				w, b = j, i
			}
			dst = append(dst, engine.Game{White: f.e[w].player, Black: f.e[b].player})
			if p.s.Tracer != nil {
				p.tell(engine.StepColor, w, b, rule, int64(p.order[f.e[i].player]))
			}
		case j < 0:
			dst = append(dst, engine.Game{White: f.e[i].player, Black: engine.NoPlayer, Result: engine.PairingBye})
		}
	}
	f.boards.Sort(dst[first:], p.s, f.ranks.Rank)
	return dst
}
