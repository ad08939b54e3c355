package pairing

import (
	"crosstable/engine"
)

// Apart keeps pairs apart: a family, a club, a federation. It is announced before round 1.
type Apart struct {
	Pairs  [][2]engine.Player
	Rounds int // in the first so many rounds; 0: in all
	// Soft lists give way when keeping them costs too much: at most Price additional games between players of
	// different pairing scores for each meeting avoided, and no round without pairing. A list that is not
	// soft is kept whatever it costs.
	Soft  bool
	Price int
}

// inForce reports whether the list holds in the coming round of s.
func (l *Apart) inForce(s *engine.State) bool { return l.Rounds == 0 || s.Round() <= l.Rounds }

// BarApart bars in s the pairs of the lists that are kept whatever it costs and hold in the coming round, so that what
// is asked of s beside the pairing (Rematches) knows of them too.
func BarApart(s *engine.State, lists []Apart) {
	for _, l := range lists {
		if l.Soft || !l.inForce(s) {
			continue
		}
		for _, q := range l.Pairs {
			s.Bar(q[0], q[1], engine.Apart)
		}
	}
}

// KeepApart makes a pairer that pairs by p and keeps lists of players apart.
func KeepApart(p engine.Pairer, lists []Apart) engine.Pairer {
	if len(lists) == 0 {
		return p
	}
	return &keepApart{inner: p, lists: lists}
}

type keepApart struct {
	inner engine.Pairer
	lists []Apart
	s     engine.State
	soft  []softPair
	now   []engine.Game // the best so far
	try   []engine.Game
}

// softPair is a pair of a soft list that is in force this round.
type softPair struct {
	a, b  engine.Player
	price int
	tried bool
	kept  bool
}

func (k *keepApart) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	k.s.CopyFrom(s)
	k.s.Tracer = nil
	k.soft = k.soft[:0]
	BarApart(&k.s, k.lists)
	for _, l := range k.lists {
		if !l.Soft || !l.inForce(s) {
			continue
		}
		for _, q := range l.Pairs {
			if !k.s.Banned(q[0], q[1]) && s.Present(q[0]) && s.Present(q[1]) {
				k.soft = append(k.soft, softPair{a: q[0], b: q[1], price: l.Price})
			}
		}
	}
	var err error
	if len(k.soft) > 0 {
		if err = k.settle(); err != nil {
			return dst, err
		}
	}
	k.s.Tracer = s.Tracer
	if s.Tracer != nil {
		for _, p := range k.soft {
			if p.tried {
				rule := "apart.met"
				if p.kept {
					rule = "apart.kept"
				}
				s.Tracer.Trace(engine.Step{Kind: engine.StepNote, A: p.a, B: p.b, Rule: rule,
					N: [3]int64{int64(p.price)}})
			}
		}
	}
	return k.inner.Pair(dst, &k.s)
}

// settle bans the soft pairs that are worth it. Each pair that would meet is tried once, in board order.
func (k *keepApart) settle() error {
	var err error
	if k.now, err = k.inner.Pair(k.now[:0], &k.s); err != nil {
		return err
	}
	for {
		i := k.meeting()
		if i < 0 {
			return nil
		}
		p := &k.soft[i]
		p.tried = true
		k.s.Bar(p.a, p.b, engine.Apart)
		k.try, err = k.inner.Pair(k.try[:0], &k.s)
		if err == nil && k.floats(k.try) <= k.floats(k.now)+p.price {
			p.kept = true
			k.now, k.try = k.try, k.now
			continue
		}
		k.s.Unbar(p.a, p.b, engine.Apart)
	}
}

// meeting is the first soft pair not yet tried that meets in k.now, -1 if there is none.
func (k *keepApart) meeting() int {
	for _, g := range k.now {
		for i, p := range k.soft {
			if !p.tried && (g.White == p.a && g.Black == p.b || g.White == p.b && g.Black == p.a) {
				return i
			}
		}
	}
	return -1
}

// floats counts the games between players of different pairing scores.
func (k *keepApart) floats(games []engine.Game) (n int) {
	for _, g := range games {
		if g.Black != engine.NoPlayer && k.s.PairScore(g.White) != k.s.PairScore(g.Black) {
			n++
		}
	}
	return n
}
