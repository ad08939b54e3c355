package tiebreak

import (
	"slices"

	"crosstable/engine"
)

// Scratch is the memory of one goroutine's tie-breaks. Begin prepares it for a State; what several keys
// share (adjusted scores, the terms of Buchholz and Sonneborn-Berger, performances) is computed once.
type Scratch struct {
	s      *engine.State
	c      *Context
	n      int
	rounds int
	zero   Context

	adj    [2]adjusted  // plain, fore
	terms  [4]termTable // bit 0: fore, bit 1: forfeits as played
	cut    []term
	perf   [2]perfTable // TPR, PTP
	tmp    []int64
	tmp2   []int64
	sums   []int64
	ratios []int32
	de     deScratch
}

type adjusted struct {
	ok    bool
	score []int32 // adjusted score, half points (C.07 16.3)
	own   []int32 // own score for the dummy
	upto  []int16 // number of rounds up to the last one that is not a VUR
}

type termTable struct {
	ok  bool
	all []term // player-major: n*rounds
}

type perfTable struct {
	ok      bool
	unrated int32
	val     []int64
}

// term is one round's contribution to BH (score) and SB (score*points).
type term struct {
	score, points int32 // half points
	kind          termKind
}

type termKind uint8

const (
	termNone  termKind = iota // no contribution: no result yet, or no opponent in a round robin
	termGame                  // against the opponent
	termDummy                 // own unplayed round, not voluntary
	termVUR                   // own voluntary unplayed round
)

// Begin prepares x for the finished rounds of s under c (nil: the zero Context). Nothing may be kept from
// one Begin to the next; memory is.
func (x *Scratch) Begin(s *engine.State, c *Context) {
	if c == nil {
		c = &x.zero
	}
	x.s, x.c, x.n, x.rounds = s, c, s.N(), s.Rounds()
	for i := range x.adj {
		x.adj[i].ok = false
	}
	for i := range x.terms {
		x.terms[i].ok = false
	}
	for i := range x.perf {
		x.perf[i].ok = false
	}
}

func (x *Scratch) edition2024() bool { return x.c.Edition == Edition2024 }

// final reports that the State holds the last planned round. An unknown plan counts as played out.
func (x *Scratch) final() bool {
	return x.rounds > 0 && (x.s.PlannedRounds == 0 || x.rounds >= x.s.PlannedRounds)
}

func grow[T any](v []T, n int) []T { return slices.Grow(v[:0], n)[:n] }

// adjust computes the scores that opponents see (C.07 16.3). In fore mode every paired game of the last
// planned round is a draw, also for the player himself.
func (x *Scratch) adjust(fore bool) *adjusted {
	i := 0
	if fore && x.final() {
		i = 1
	}
	a := &x.adj[i]
	if a.ok {
		return a
	}
	a.ok = true
	s, n := x.s, x.n
	a.score, a.own, a.upto = grow(a.score, n), grow(a.own, n), grow(a.upto, n)
	for p, v := range s.Score[:n] {
		a.own[p] = int32(v)
	}
	if i == 1 {
		r := x.rounds - 1
		opp := s.Opponents(r)
		for p := range n {
			if opp[p] != engine.NoPlayer {
				a.own[p] += int32(s.Points.Draw() - s.PointsAt(r, engine.Player(p)))
			}
		}
	}
	copy(a.score, a.own)
	if x.c.RoundRobin {
		for p := range n {
			a.upto[p] = int16(x.rounds)
		}
		return a
	}
	for p := range n {
		a.upto[p] = -1
	}
	draw := int32(s.Points.Draw())
	for r, left := x.rounds-1, n; r >= 0 && left > 0; r-- {
		out, opp, col := s.Outcomes(r), s.Opponents(r), s.ColorsAt(r)
		for p, o := range out {
			if a.upto[p] >= 0 {
				continue
			}
			switch {
			case !o.VUR() || i == 1 && r == x.rounds-1 && opp[p] != engine.NoPlayer:
				a.upto[p] = int16(r + 1)
				left--
			case o != engine.ForfeitLoss:
				// 16.2.5: nothing but voluntary unplayed rounds follows.
				a.score[p] += draw - int32(s.Points.Value[o][col[p]])
			}
		}
	}
	for p := range n {
		a.upto[p] = max(a.upto[p], 0)
	}
	return a
}

// terms gives player p's contributions, one a round.
func (t *termTable) of(p, rounds int) []term { return t.all[p*rounds : (p+1)*rounds] }

// contributions computes the terms of all players (C.07 16.4).
func (x *Scratch) contributions(fore, forfeits bool) *termTable {
	i := 0
	if fore && x.final() {
		i = 1
	}
	if forfeits {
		i |= 2
	}
	t := &x.terms[i]
	if t.ok {
		return t
	}
	t.ok = true
	s, n, rounds := x.s, x.n, x.rounds
	a := x.adjust(fore)
	t.all = grow(t.all, n*rounds)
	limit := int32(-1)
	if !x.edition2024() {
		k := rounds
		if x.c.CapRounds > 0 {
			k = x.c.CapRounds
		}
		limit = int32(s.Points.Draw()) * int32(k)
	}
	values := &s.Points.Value
	for r := range rounds {
		out, opp, col := s.Outcomes(r), s.Opponents(r), s.ColorsAt(r)
		asPlayed := forfeits || i&1 != 0 && r == rounds-1
		at := r
		for p, o := range out {
			q := opp[p]
			tm := &t.all[at]
			at += rounds
			tm.points = int32(values[o][col[p]])
			switch {
			case o == engine.Pending:
				*tm = term{}
			case o.Played() && q != engine.NoPlayer, asPlayed && q != engine.NoPlayer:
				tm.score, tm.kind = a.score[q], termGame
			case x.c.RoundRobin:
				if q == engine.NoPlayer {
					*tm = term{}
					continue
				}
				tm.score, tm.kind = a.score[q], termGame
			default:
				tm.score, tm.kind = a.own[p], termDummy
				if o.VUR() {
					tm.kind = termVUR
				}
				if limit >= 0 {
					if q != engine.NoPlayer {
						tm.score = min(tm.score, a.score[q])
					} else {
						tm.score = min(tm.score, limit)
					}
				}
			}
		}
	}
	return t
}
