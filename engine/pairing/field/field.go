// Package field is what pairers share: the present players of a round in rank order, the graph of who may
// meet whom, the choice of the bye before pairing, boards in order and simple colours.
package field

import (
	"cmp"
	"math/bits"
	"slices"

	"crosstable/engine"
	"crosstable/engine/matching"
)

// Ranks are the present players of a round in rank order: pairing score, then an order of equals.
type Ranks struct {
	// Order has the players to be paired, best first.
	Order []engine.Player
	// Rank is the place of each player in Order, -1 if he is not to be paired.
	Rank []int32
	// Groups has the first rank of each scoregroup, from the top.
	Groups []int32

	count []int32
}

// Load takes the present players of s; equals is the order of players with the same score, nil for their numbers. It
// is a counting sort: scores are few.
func (f *Ranks) Load(s *engine.State, equals []engine.Player) {
	n := s.N()
	lo, hi := engine.Points(1<<30), engine.Points(-1<<30)
	present := 0
	f.Rank = slices.Grow(f.Rank[:0], n)[:n]
	for p := range engine.Player(n) {
		f.Rank[p] = -1
		if s.Present(p) {
			v := s.PairScore(p)
			lo, hi = min(lo, v), max(hi, v)
			present++
		}
	}
	f.Order = slices.Grow(f.Order[:0], present)[:present]
	f.Groups = f.Groups[:0]
	if present == 0 {
		return
	}
	w := int(hi-lo) + 2
	f.count = slices.Grow(f.count[:0], w)[:w]
	clear(f.count)
	for p := range engine.Player(n) {
		if s.Present(p) {
			f.count[hi-s.PairScore(p)+1]++
		}
	}
	for i := 1; i < w; i++ {
		if f.count[i] > 0 {
			f.Groups = append(f.Groups, f.count[i-1])
		}
		f.count[i] += f.count[i-1]
	}
	for i := range engine.Player(n) {
		p := i
		if equals != nil {
			p = equals[i]
		}
		if s.Present(p) {
			at := &f.count[hi-s.PairScore(p)]
			f.Order[*at] = p
			f.Rank[p] = *at
			*at++
		}
	}
}

// Field is the field of one round. It owns scratch and serves one goroutine.
type Field struct {
	Ranks

	s      *engine.State
	rating RatingOrder
	lots   []engine.Player
	boards Boards
	local  []int32 // rank -> index in the graph being built
	bye    matching.Cardinality
	all    []int32
}

// Ranking says how players of one scoregroup are ordered.
type Ranking uint8

// Rankings.
const (
	ByRating Ranking = iota // rating, then initial number
	ByNumber                // initial number
	ByLot                   // lots drawn from Luck for the event
)

// Load takes the present players of s without fixed pairings of s (see pairing.New) and sorts them.
func (f *Field) Load(s *engine.State, by Ranking) {
	f.s = s
	var equals []engine.Player
	switch by {
	case ByRating:
		equals = f.rating.Sort(s)
	case ByLot:
		equals = f.drawn(s)
	}
	f.Ranks.Load(s, equals)
}

// drawn is the order of lots for the event.
func (f *Field) drawn(s *engine.State) []engine.Player {
	f.lots = f.lots[:0]
	for p := range engine.Player(s.N()) {
		f.lots = append(f.lots, p)
	}
	luck := s.Luck.With(engine.LuckOrder)
	slices.SortFunc(f.lots, func(a, b engine.Player) int {
		return cmp.Or(cmp.Compare(luck.With(uint64(a)).Uint64(), luck.With(uint64(b)).Uint64()), cmp.Compare(a, b))
	})
	return f.lots
}

// RatingOrder keeps the players of an event in order of rating, then number; it usually still holds from the round
// before, and allocates only when the event grows.
type RatingOrder struct{ order []engine.Player }

// Sort gives all players of s in that order, present or not. The slice is o's own.
func (o *RatingOrder) Sort(s *engine.State) []engine.Player {
	n := s.N()
	if len(o.order) != n {
		o.order = slices.Grow(o.order[:0], n)[:n]
		for i := range o.order {
			o.order[i] = engine.Player(i)
		}
	}
	for i := 1; i < n; i++ {
		a, b := o.order[i-1], o.order[i]
		if ra, rb := s.Rating[a], s.Rating[b]; ra < rb || ra == rb && a > b {
			slices.SortFunc(o.order, func(a, b engine.Player) int {
				return cmp.Or(cmp.Compare(s.Rating[b], s.Rating[a]), cmp.Compare(a, b))
			})
			break
		}
	}
	return o.order
}

// N is the number of players to be paired.
func (f *Field) N() int { return len(f.Order) }

// Score is the pairing score of the player of rank i.
func (f *Field) Score(i int32) engine.Points { return f.s.PairScore(f.Order[i]) }

// Banned reports whether the players of ranks i and j may not meet.
func (f *Field) Banned(i, j int32) bool { return f.s.Banned(f.Order[i], f.Order[j]) }

// Graph makes m the graph of who may meet whom among the given ranks: vertex k is ranks[k].
func (f *Field) Graph(m *matching.Cardinality, ranks []int32) {
	k := len(ranks)
	m.Reset(k)
	m.Join()
	if k <= 40 {
		for i, a := range ranks {
			for j := range i {
				if f.Banned(a, ranks[j]) {
					m.Unlink(i, j)
				}
			}
		}
		return
	}
	// Scan the rows of the ban matrix: few bits are set.
	n := len(f.Order)
	f.local = slices.Grow(f.local[:0], n)[:n]
	for i := range f.local {
		f.local[i] = -1
	}
	for i, a := range ranks {
		f.local[a] = int32(i)
	}
	for i, a := range ranks {
		EachBan(f.s, f.Order[a], func(q engine.Player) {
			if r := f.Rank[q]; r >= 0 && f.local[r] > int32(i) {
				m.Unlink(i, int(f.local[r]))
			}
		})
	}
}

// Bye gives the rank of the player who gets the pairing-allocated bye, chosen before pairing: the last in
// rank order who is not barred from it and without whom the rest can be paired completely. -1 when the
// field is even; ok is false when nobody fits (or, in an even field, no complete pairing exists and
// check is set).
func (f *Field) Bye() (rank int32, ok bool) {
	n := len(f.Order)
	if n%2 == 0 {
		return -1, true
	}
	if n == 1 {
		return 0, !f.s.ByeBarred[f.Order[0]]
	}
	// With at most d bans each, n-1 players can be paired whenever n-1 >= 2d+2 (Dirac).
	easy := n-1 >= 2*f.BanBound()+2
	if !easy {
		f.all = f.all[:0]
		for i := range int32(n) {
			f.all = append(f.all, i)
		}
		f.Graph(&f.bye, f.all)
		// One vertex stays free; who else could be free instead is asked one by one.
		if f.bye.Solve() != 1 {
			return -1, false
		}
	}
	for i := int32(n - 1); i >= 0; i-- {
		if f.s.ByeBarred[f.Order[i]] {
			continue
		}
		if easy {
			return i, true
		}
		u := f.bye.Mate(int(i))
		if u < 0 {
			return i, true
		}
		f.bye.Off(int(i))
		if f.bye.Perfect() {
			return i, true
		}
		f.bye.On(int(i))
		f.bye.Set(int(i), u)
	}
	return -1, false
}

// NoPairing is the error that the round cannot be completed, with those who are in the way: of the players whom a
// pairing of as many as possible can leave over, the ones with the fewest possible opponents; and if the others cannot
// be completed either, with a bye where their number is odd, the same among them. barred is what a system forbids
// beyond State.Banned, nil for nothing.
func (f *Field) NoPairing(barred func(a, b engine.Player) bool) *engine.NoPairing {
	no := &engine.NoPairing{Round: f.s.Round()}
	in := slices.Clone(f.Order)
	no.NoBye = len(in)%2 == 1 && !slices.ContainsFunc(in, func(p engine.Player) bool { return !f.s.ByeBarred[p] })
	if no.NoBye {
		no.Blockers = in
		return no
	}
	for {
		over := f.over(in, barred)
		if len(over) == 0 {
			return no
		}
		no.Blockers = append(no.Blockers, over...)
		in = slices.DeleteFunc(in, func(p engine.Player) bool { return slices.Contains(over, p) })
	}
}

// over are the players of in with the fewest possible opponents among those whom some largest matching leaves over.
func (f *Field) over(in []engine.Player, barred func(a, b engine.Player) bool) (over []engine.Player) {
	n := len(in)
	m := &f.bye
	m.Reset(n + n%2)
	open := make([]int, n)
	for i, a := range in {
		for j, b := range in[:i] {
			if !f.s.Banned(a, b) && (barred == nil || !barred(a, b)) {
				m.Link(i, j)
				open[i]++
				open[j]++
			}
		}
		if n%2 == 1 && !f.s.ByeBarred[a] {
			m.Link(i, n)
		}
	}
	left := m.Solve()
	if left == 0 {
		return nil
	}
	fewest := n
	for i, p := range in {
		if open[i] > fewest {
			continue
		}
		m.Off(i)
		if m.Solve() == left-1 {
			if open[i] < fewest {
				fewest, over = open[i], over[:0]
			}
			over = append(over, p)
		}
		m.On(i)
		m.Solve()
	}
	return over
}

// BanBound is a quick bound of MaxBans: a round bars one opponent more.
func (f *Field) BanBound() int {
	if !f.s.HasBarred() {
		return f.s.Rounds()
	}
	return f.MaxBans()
}

// RankBits turns one word of a row of the ban matrix into bits of ranks below 64.
func (f *Field) RankBits(w int, word uint64) (set uint64) {
	for ; word != 0; word &= word - 1 {
		if r := f.Rank[w<<6+bits.TrailingZeros64(word)]; r >= 0 {
			set |= 1 << uint(r)
		}
	}
	return set
}

// MaxBans is the largest number of present players that one present player may not meet.
func (f *Field) MaxBans() int {
	most := 0
	if f.s.Rounds() == 0 && !f.s.HasBarred() {
		return 0
	}
	for _, p := range f.Order {
		k := 0
		EachBan(f.s, p, func(q engine.Player) {
			if f.Rank[q] >= 0 {
				k++
			}
		})
		most = max(most, k)
	}
	return most
}

// Boards sorts games into board order. It owns scratch and serves one goroutine.
type Boards struct{ keys []boardKey }

type boardKey struct {
	upper, sum engine.Points
	rank       int32
	game       engine.Game
}

// Sort puts the games of s into board order (C.04.2 3.6): pairing score of the higher ranked player, sum of both
// scores, rank of the higher ranked player; byes last. rank is by player.
func (b *Boards) Sort(games []engine.Game, s *engine.State, rank []int32) {
	b.keys = b.keys[:0]
	sorted := true
	for i, g := range games {
		k := boardKey{-1 << 30, 0, rank[g.White], g}
		if g.Black != engine.NoPlayer {
			hi, lo := g.White, g.Black
			if rank[hi] > rank[lo] {
				hi, lo = lo, hi
			}
			score := s.PairScore(hi)
			k = boardKey{score, score + s.PairScore(lo), rank[hi], g}
		}
		b.keys = append(b.keys, k)
		sorted = sorted && (i == 0 || compareBoards(b.keys[i-1], k) < 0)
	}
	if sorted {
		return
	}
	slices.SortFunc(b.keys, compareBoards)
	for i := range games {
		games[i] = b.keys[i].game
	}
}

// Boards puts games of the field into board order.
func (f *Field) Boards(games []engine.Game) { f.boards.Sort(games, f.s, f.Rank) }

func compareBoards(a, b boardKey) int {
	switch {
	case a.upper != b.upper:
		return int(b.upper - a.upper)
	case a.sum != b.sum:
		return int(b.sum - a.sum)
	}
	return int(a.rank - b.rank)
}

// Colors gives the colours of games that are in board order: in round 1 the grip decides the upper players
// of the odd boards and the even boards get the opposite (JCA 6.4); later pick says who of the upper and lower
// player has White, and by which rule. tell, if not nil, hears each decision.
func (f *Field) Colors(games []engine.Game, pick func(upper, lower engine.Player) (engine.Player, string),
	tell func(white, black engine.Player, rule string)) {
	grip := engine.NoColor
	if f.s.Rounds() == 0 {
		grip = f.s.Grip()
	}
	for i := range games {
		g := &games[i]
		if g.Black == engine.NoPlayer {
			continue
		}
		upper, lower := g.White, g.Black
		if f.Rank[upper] > f.Rank[lower] {
			upper, lower = lower, upper
		}
		rule := "color.grip"
		if f.s.FirstColor != engine.NoColor {
			rule = "color.first"
		}
		white := upper
		if grip != engine.NoColor {
			if (grip == engine.White) != (i%2 == 0) {
				white = lower
			}
		} else {
			white, rule = pick(upper, lower)
		}
		g.White, g.Black = white, upper
		if white == upper {
			g.Black = lower
		}
		if tell != nil {
			tell(g.White, g.Black, rule)
		}
	}
}

// EqualColors is engine.State.EqualColors with the code of the rule.
func EqualColors(s *engine.State, upper, lower engine.Player) (engine.Player, string) {
	white, why := s.EqualColors(upper, lower)
	return white, colorRules[why]
}

var colorRules = [...]string{
	engine.ColorBalance:   "color.balance",
	engine.ColorAlternate: "color.alternate",
	engine.ColorLot:       "color.lot",
}
