package dutch

import (
	"math/bits"

	"crosstable/engine"
	"crosstable/engine/pairing/fide"
	fields "crosstable/engine/pairing/field"
)

// entrant is what the criteria ask about a player of the coming round.
type entrant struct {
	player   engine.Player
	score    engine.Points // pairing score
	pref     engine.Color  // colour preference; NoColor before the first game
	strength uint8         // of the preference: none, mild, strong, absolute
	imbal    int16         // |colour difference|
	twice    engine.Color  // colour of the two latest games if equal
	unplayed int16         // finished rounds without a game over the board (C9)
	down     uint8         // bit 0: downfloat in the latest round, bit 1: two rounds ago
	up       uint8         // the same for upfloats
	bye      bool          // may get the pairing-allocated bye (C2)
	top      bool          // topscorer of the last round
}

// Strengths of a colour preference (C.04.3 1.7).
const (
	mild     = uint8(fide.Mild)
	strong   = uint8(fide.Strong)
	absolute = uint8(fide.Absolute)
)

// field is the round: entrants in rank order (C.04.3 1.2), the graph of who may meet whom (C1, C3,
// forbidden pairs) as bit rows over the rank order, and the scoregroups as stretches of it.
type field struct {
	s     *engine.State
	ed    *Edition
	e     []entrant
	words int
	adj   []uint64
	group []int32 // start of each scoregroup; one more entry at the end: len(e)
	of    []int32 // scoregroup of each entrant

	ranks  fields.Ranks
	boards fields.Boards
	absW   []uint64 // entrants barred from each other by C3
	absB   []uint64
	bans   int  // most entrants that one entrant has met or is forbidden to meet
	last   bool // the coming round is the last one
}

// load reads the round from the state.
func (f *field) load(s *engine.State, ed *Edition) {
	f.s, f.ed = s, ed
	f.last = s.LastRound()
	f.ranks.Load(s, nil)
	m := len(f.ranks.Order)
	f.group = append(append(f.group[:0], f.ranks.Groups...), int32(m))
	f.e = grown(f.e, m)
	f.of = grown(f.of, m)
	// A topscorer has more than half of the greatest possible score (C.04.3 1.8).
	half := engine.Points(s.Rounds()) * max(s.Points.Win(), s.Points.Draw())
	for g := range len(f.group) - 1 {
		for i := f.group[g]; i < f.group[g+1]; i++ {
			p := f.ranks.Order[i]
			v := s.PairScore(p)
			e := entrant{player: p, score: v, bye: !s.ByeBarred[p], top: f.last && 2*v > half}
			e.unplayed = int16(s.Rounds()) - s.Games[p]
			e.read(s)
			if ed.Float != nil {
				e.down, e.up = 0, 0
				for k := range min(2, s.Rounds()) {
					fl := ed.Float(s, p, k+1)
					e.down |= fl & 1 << k
					e.up |= fl >> 1 & 1 << k
				}
			}
			if ed.Barred != nil && m&1 == 1 {
				e.bye = !ed.Barred(s, p)
			}
			f.e[i], f.of[i] = e, int32(g)
		}
	}
	f.graph()
}

// read fills colours and floats.
func (e *entrant) read(s *engine.State) {
	p := e.player
	w := fide.WishOf(s, p, fide.Wish{})
	e.pref, e.strength, e.imbal = w.Color, uint8(w.Strength), w.Imbalance
	if c := s.Colors[p]; s.Games[p] > 1 && (c^c>>1)&1 == 0 {
		e.twice = s.LastColor(p)
	}
	fl := s.Floats[p]
	e.down = fl&1 | fl>>1&2
	e.up = fl>>1&1 | fl>>2&2
}

// graph builds the rows of who may meet whom.
func (f *field) graph() {
	n := len(f.e)
	w := (n + 63) / 64
	f.words = w
	f.adj = grown(f.adj, n*w)
	f.absW, f.absB = grown(f.absW, w), grown(f.absB, w)
	clear(f.absW)
	clear(f.absB)
	for i := range f.e {
		// C3: two non-topscorers with the same absolute preference may not meet.
		if e := &f.e[i]; e.strength == absolute && !e.top {
			if e.pref == engine.White {
				f.absW[i>>6] |= 1 << (i & 63)
			} else {
				f.absB[i>>6] |= 1 << (i & 63)
			}
		}
	}
	f.bans = 0
	for i := range f.e {
		e := &f.e[i]
		row := f.adj[i*w : i*w+w]
		bar := 0
		switch {
		case e.strength != absolute || e.top:
			for k := range row {
				row[k] = ^uint64(0)
			}
		case e.pref == engine.White:
			for k := range row {
				row[k] = ^f.absW[k]
			}
		default:
			for k := range row {
				row[k] = ^f.absB[k]
			}
		}
		if r := n & 63; r != 0 {
			row[w-1] &= 1<<r - 1
		}
		row[i>>6] &^= 1 << (i & 63)
		for k, word := range f.s.BanRow(e.player) {
			for ; word != 0; word &= word - 1 {
				if j := f.ranks.Rank[k<<6+bits.TrailingZeros64(word)]; j >= 0 {
					row[j>>6] &^= 1 << (j & 63)
					bar++
				}
			}
		}
		f.bans = max(f.bans, bar)
	}
}

// row is the bit row of i.
func (f *field) row(i int32) []uint64 { return f.adj[int(i)*f.words : (int(i)+1)*f.words] }

// meets reports whether i and j may be paired (C1, C3).
func (f *field) meets(i, j int32) bool {
	return f.adj[int(i)*f.words+int(j)>>6]>>(uint(j)&63)&1 != 0
}

// The colour criteria of a pair. Each reports a fault.

// worse3 is C10: a topscorer pair in which somebody gets a colour difference beyond two.
func worse3(a, b *entrant) bool {
	return a.pref == b.pref && a.imbal > 1 && b.imbal > 1
}

// thrice is C11: a topscorer pair in which somebody gets the same colour for the third time running.
func thrice(a, b *entrant) bool {
	if a.strength != absolute || b.strength != absolute || a.pref != b.pref {
		return false
	}
	switch {
	case a.imbal == b.imbal:
		return a.twice != engine.NoColor && a.twice == b.twice
	case a.imbal > b.imbal:
		return b.twice == a.pref.Other()
	default:
		return a.twice == b.pref.Other()
	}
}

// clash is C12: somebody does not get the colour he prefers.
func clash(a, b *entrant) bool { return a.pref == b.pref && a.pref != engine.NoColor }

// hardClash is C13: somebody does not get the colour he strongly prefers. Two absolutes are counted by C10 and C11.
func hardClash(a, b *entrant) bool {
	return a.pref == b.pref && a.strength >= strong && b.strength >= strong &&
		!(a.strength == absolute && b.strength == absolute)
}
