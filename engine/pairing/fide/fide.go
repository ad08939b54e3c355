// Package fide is what the FIDE systems share: colour preferences and their allocation, the checklist; and for those
// that give the bye first (Dubov, Burstein) the field of a round in scoregroups with the graph of who may meet whom,
// whether a set of players can be paired completely (C4), and the packing of criteria into the weights of a matching.
package fide

import (
	"math/bits"
	"slices"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/pairing/field"
)

// Entrant is a player of the coming round. Entrants stand in rank order: pairing score, then number.
type Entrant struct {
	Player engine.Player
	Score  engine.Points // pairing score
	Wish   Wish
	Games  int16 // over the board
	Bye    bool  // may get the pairing-allocated bye (C2)
}

// Field is the round. Players are named by their place in E. It owns scratch and serves one goroutine.
type Field struct {
	S     *engine.State
	E     []Entrant
	Group []int32 // first place of each scoregroup, and len(E) at the end

	order      field.Field
	words      int
	adj        []uint64 // rows of who may meet whom (C1, C3, forbidden pairs)
	absW, absB []uint64 // who wants a colour absolutely
	bans       int      // most entrants that one entrant has met or is forbidden to meet
	graph      matching.Cardinality
	set        []int32
}

// Load reads the round; newcomer is the preference of who has not played yet.
func (f *Field) Load(s *engine.State, newcomer Wish) {
	f.S = s
	f.order.Load(s, field.ByNumber)
	n := f.order.N()
	f.E = Grown(f.E, n)
	f.Group = f.Group[:0]
	for i, p := range f.order.Order {
		e := Entrant{Player: p, Score: s.PairScore(p), Wish: WishOf(s, p, newcomer), Bye: !s.ByeBarred[p]}
		for r := range s.Rounds() {
			if s.OutcomeAt(r, p).Played() {
				e.Games++
			}
		}
		f.E[i] = e
		if i == 0 || e.Score != f.E[i-1].Score {
			f.Group = append(f.Group, int32(i))
		}
	}
	f.Group = append(f.Group, int32(n))
	f.meetings()
}

// Grown gives v the length n, keeping memory; the contents are not kept.
func Grown[T any](v []T, n int) []T { return slices.Grow(v[:0], n)[:n] }

// meetings fills the graph.
func (f *Field) meetings() {
	n := len(f.E)
	w := (n + 63) / 64
	f.words = w
	f.adj = Grown(f.adj, n*w)
	f.absW, f.absB = Grown(f.absW, w), Grown(f.absB, w)
	clear(f.absW)
	clear(f.absB)
	for i := range f.E {
		if e := &f.E[i]; e.Wish.Strength == Absolute {
			if e.Wish.Color == engine.White {
				f.absW[i>>6] |= 1 << (i & 63)
			} else {
				f.absB[i>>6] |= 1 << (i & 63)
			}
		}
	}
	f.bans = 0
	for i := range f.E {
		e := &f.E[i]
		row := f.adj[i*w : i*w+w]
		for k := range row {
			row[k] = ^uint64(0)
			if e.Wish.Strength == Absolute {
				if e.Wish.Color == engine.White {
					row[k] = ^f.absW[k]
				} else {
					row[k] = ^f.absB[k]
				}
			}
		}
		if r := n & 63; r != 0 {
			row[w-1] &= 1<<r - 1
		}
		row[i>>6] &^= 1 << (i & 63)
		bans := 0
		for k, word := range f.S.BanRow(e.Player) {
			for ; word != 0; word &= word - 1 {
				if j := f.order.Rank[k<<6+bits.TrailingZeros64(word)]; j >= 0 {
					row[j>>6] &^= 1 << (j & 63)
					bans++
				}
			}
		}
		f.bans = max(f.bans, bans)
	}
}

// Meets reports whether i and j may be paired (C1, C3).
func (f *Field) Meets(i, j int32) bool {
	return f.adj[int(i)*f.words+int(j)>>6]>>(uint(j)&63)&1 != 0
}

// Banned reports whether i and j have met or are forbidden to meet; what else keeps them apart is C3.
func (f *Field) Banned(i, j int32) bool { return f.S.Banned(f.E[i].Player, f.E[j].Player) }

// Clash reports that one of i and j would not get the colour he prefers.
func (f *Field) Clash(i, j int32) bool {
	c := f.E[i].Wish.Color
	return c == f.E[j].Wish.Color && c != engine.NoColor
}

// Boards puts games in board order (C.04.2 3.6).
func (f *Field) Boards(games []engine.Game) { f.order.Boards(games) }

// Headcount counts the players of a set and those that want White or Black absolutely.
type Headcount struct{ Players, White, Black int }

// Add counts i.
func (f *Field) Add(k *Headcount, i int32) {
	k.Players++
	if e := &f.E[i]; e.Wish.Strength == Absolute {
		if e.Wish.Color == engine.White {
			k.White++
		} else {
			k.Black++
		}
	}
}

// Roomy reports that a set can be paired completely by counting alone; a set of odd size, whoever is left out. Let m
// players be in it, an even number, a of them barred from each other by one absolute preference, b by the other, and
// nobody barred from more than d players for other reasons. Put the a into one half and the b into the other; if
// neither is larger than a half, everybody may meet all but d of the other half, and with 2d <= m/2 the halves can be
// paired (Hall). Or everybody may meet at least half of all: then they can be paired too (Dirac).
func (f *Field) Roomy(k Headcount) bool {
	half, a := k.Players/2, max(k.White, k.Black)
	return k.Players < 1 || a <= half && 2*f.bans <= half || half > f.bans+max(a-1, 0)
}

// Completes reports whether the set can be paired completely (C4).
func (f *Field) Completes(set []int32) bool { return len(set)&1 == 0 && f.Deficiency(set) == 0 }

// Deficiency is how many players of the set stay over in a legal pairing of as many as possible.
func (f *Field) Deficiency(set []int32) int {
	n := len(set)
	var k Headcount
	for _, i := range set {
		f.Add(&k, i)
	}
	if f.Roomy(k) {
		return n & 1
	}
	f.graph.Reset(n)
	for x, i := range set {
		for y, j := range set[:x] {
			if f.Meets(i, j) {
				f.graph.Link(x, y)
			}
		}
	}
	return f.graph.Solve()
}

// Bye gives the place of the receiver of the pairing-allocated bye (3.1 of both systems): who may have it, without
// whom the others can be paired, lowest score, most games played, and then the last by the order after, which reports
// whether i comes after j. -1 in an even field. ok is false if no legal pairing exists. passed hears who was passed
// over.
func (f *Field) Bye(after func(i, j int32) bool, passed func(i int32, barred bool)) (place int32, ok bool) {
	n := int32(len(f.E))
	if n&1 == 0 {
		return -1, f.Completes(f.but(-1))
	}
	f.set = f.set[:0]
	for g := len(f.Group) - 2; g >= 0; g-- {
		lo, hi := f.Group[g], f.Group[g+1]
		start := len(f.set)
		for i := lo; i < hi; i++ {
			f.set = append(f.set, i)
		}
		list := f.set[start:]
		slices.SortFunc(list, func(i, j int32) int {
			if d := f.E[j].Games - f.E[i].Games; d != 0 {
				return int(d)
			}
			if after(i, j) {
				return -1
			}
			return 1
		})
		for x := range list {
			i := list[x]
			if f.E[i].Bye && f.Completes(f.but(i)) {
				return i, true
			}
			if passed != nil {
				passed(i, !f.E[i].Bye)
			}
		}
	}
	return -1, false
}

// but lists everybody but one behind what f.set holds.
func (f *Field) but(except int32) []int32 {
	start := len(f.set)
	all := f.set
	for i := range int32(len(f.E)) {
		if i != except {
			all = append(all, i)
		}
	}
	f.set = all[:start]
	return all[start:]
}
