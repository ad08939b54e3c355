package baseline

import (
	"fmt"
	"math/bits"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/method"
	"crosstable/engine/pairing/fide"
	"crosstable/engine/pairing/field"
)

// MatchingOptions are the options of NewMatching.
var MatchingOptions = []method.Option{
	{Key: "ideal", Values: "slide|fold|adjacent|random", Default: "slide",
		Summary: "whom a player should meet in his scoregroup: half a group below, the other end, the neighbour, lots"},
	{Key: "score", Values: "0..10000000000", Default: "10000000000",
		Summary: "cost of a score difference: times its square in half points"},
	{Key: "colour", Values: "0..10000000000", Default: "1000000",
		Summary: "cost of a colour that is not granted: once mild, twice strong, three times absolute"},
	{Key: "place", Values: "0..10000000000", Default: "1000000",
		Summary: "cost of the farthest opponent from the ideal; others by the square of the distance"},
}

// ideals in the order of the option's words.
const (
	slide = iota
	fold
	adjacent
	lots
)

// mostCost keeps the sums of any field far inside 64 bits, with score differences cut off at farApart half points.
const (
	mostCost = 1e10
	farApart = 60
)

// matched pairs a round by one matching of least cost over the whole field: every pair costs something for its score
// difference, for the colour that one of the two is denied, and for its distance from the ideal pair. The family was
// studied by Ólafsson (Weighted matching in chess tournaments, 1990), Kujansuu, Lindberg and Mäkinen (The stable
// roommates problem and chess tournament pairings, 1999) and Sauer, Cseh and Lenzner (Improving ranking quality and
// fairness in Swiss-system chess tournaments, 2022).
type matched struct {
	ideal                int
	score, colour, place int64

	field field.Field
	graph matching.Weighted[matching.One]
	rank  []int32     // ranks to be paired, without the bye
	group []int32     // of every rank
	wish  []fide.Wish // by rank
}

// NewMatching makes the system of one matching a round.
func NewMatching(spec *method.Spec) (engine.Pairer, error) {
	m := &matched{}
	var err error
	if m.ideal, err = spec.Choice("ideal", "slide", "fold", "adjacent", "random"); err != nil {
		return nil, err
	}
	for _, o := range []struct {
		key string
		to  *int64
		def int
	}{{"score", &m.score, mostCost}, {"colour", &m.colour, 1e6}, {"place", &m.place, 1e6}} {
		v, err := spec.Int(o.key, o.def)
		if err != nil {
			return nil, err
		}
		if v < 0 || v > mostCost {
			return nil, spec.Bad(o.key, fmt.Sprintf("between 0 and %d", int64(mostCost)))
		}
		*o.to = int64(v)
	}
	return m, nil
}

// Pair implements engine.Pairer. The bye is chosen before, as in the other small systems.
func (m *matched) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	f := &m.field
	f.Load(s, field.ByRating)
	bye, ok := f.Bye()
	if !ok {
		return dst, f.NoPairing(nil)
	}
	m.load(s, bye)
	m.graph.Reset(len(m.rank))
	for y, j := range m.rank {
		for x, i := range m.rank[:y] {
			if !s.Banned(f.Order[i], f.Order[j]) {
				m.graph.SetEdge(x, y, matching.One{-m.cost(s, i, j).sum()})
			}
		}
	}
	if !m.graph.Solve() {
		return dst, f.NoPairing(nil)
	}
	first := len(dst)
	for x, i := range m.rank {
		y := m.graph.Mate(x)
		if y < x {
			continue
		}
		a, b := f.Order[i], f.Order[m.rank[y]]
		dst = append(dst, engine.Game{White: a, Black: b})
		if s.Tracer != nil {
			s.Tracer.Trace(engine.Step{Kind: engine.StepPair, A: a, B: b, Rule: "matching.pair",
				N: m.cost(s, i, m.rank[y])})
		}
	}
	return publish(f, s, dst, first, bye), nil
}

// load lists who is to be paired, with scoregroups and colour preferences.
func (m *matched) load(s *engine.State, bye int32) {
	f := &m.field
	m.rank, m.group, m.wish = m.rank[:0], m.group[:0], m.wish[:0]
	g := int32(-1)
	for i, p := range f.Order {
		if int(g+1) < len(f.Groups) && f.Groups[g+1] == int32(i) {
			g++
		}
		m.group = append(m.group, g)
		m.wish = append(m.wish, fide.WishOf(s, p, fide.Wish{}))
		if int32(i) != bye {
			m.rank = append(m.rank, int32(i))
		}
	}
}

// costs of a pair: score difference, colour, distance from the ideal.
type costs [3]int64

func (c costs) sum() int64 { return c[0] + c[1] + c[2] }

// cost of the pair of ranks i < j.
func (m *matched) cost(s *engine.State, i, j int32) (c costs) {
	f := &m.field
	d := min(int64(s.PairScore(f.Order[i])-s.PairScore(f.Order[j])), farApart)
	c[0] = m.score * d * d
	if a, b := m.wish[i], m.wish[j]; a.Color == b.Color && a.Color != engine.NoColor {
		c[1] = m.colour * int64(min(a.Strength, b.Strength))
	}
	n := int64(len(f.Order))
	lo, hi := m.bounds(m.group[i])
	if m.group[i] == m.group[j] {
		n = int64(hi - lo)
	}
	off := int64(0)
	switch x, y := int64(i-lo), int64(j-lo); {
	case m.ideal == lots:
		luck := s.Luck.With(engine.LuckPairing).With(uint64(s.Round()))
		part, _ := bits.Mul64(luck.With(uint64(f.Order[i])).With(uint64(f.Order[j])).Uint64(), uint64(m.place)+1)
		c[2] = int64(part)
		return c
	case m.group[i] != m.group[j]:
		// The last of the upper group with the first of the lower one.
		below, _ := m.bounds(m.group[j])
		off = int64(hi-1-i) + int64(j-below)
	case m.ideal == slide:
		off = y - x - n/2
	case m.ideal == fold:
		off = x + y - (n - 1)
	default:
		off = y - x - 1
	}
	c[2] = m.place * off * off / (n * n)
	return c
}

// bounds are the first rank of a scoregroup and the one behind its last.
func (m *matched) bounds(g int32) (lo, hi int32) {
	lo, hi = m.field.Groups[g], int32(len(m.field.Order))
	if int(g+1) < len(m.field.Groups) {
		hi = m.field.Groups[g+1]
	}
	return lo, hi
}
