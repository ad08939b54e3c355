// Package baseline has the small pairing systems, one file each, that others are compared with:
// Monrad, random, round robin, neighbours.
package baseline

import (
	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/pairing/field"
)

// greedy pairs a whole field from the top: each player still free meets the first opponent on his list of
// wishes with whom the rest can still be paired. The witness makes each question one short search.
type greedy struct {
	field field.Field
	graph matching.Cardinality
	all   []int32
	list  []int32
	taken []bool

	ranking field.Ranking
	// wishes appends the ranks below i that are still free, best first, to dst.
	wishes func(g *greedy, s *engine.State, dst []int32, i int32) []int32
	// prepare may reorder the field before the bye is chosen.
	prepare func(g *greedy, s *engine.State)
}

func (g *greedy) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	f := &g.field
	f.Load(s, g.ranking)
	if g.prepare != nil {
		g.prepare(g, s)
	}
	bye, ok := f.Bye()
	if !ok {
		return dst, f.NoPairing(nil)
	}
	n := int32(f.N())
	g.all = g.all[:0]
	g.taken = append(g.taken[:0], make([]bool, n)...)
	for i := range n {
		g.all = append(g.all, i)
	}
	f.Graph(&g.graph, g.all)
	if bye >= 0 {
		g.graph.Off(int(bye))
		g.taken[bye] = true
	}
	if g.graph.Solve() != 0 {
		return dst, f.NoPairing(nil)
	}
	first := len(dst)
	for i := range n {
		if g.taken[i] {
			continue
		}
		g.list = g.wishes(g, s, g.list[:0], i)
		for _, j := range g.list {
			if !g.graph.Linked(int(i), int(j)) || !g.graph.Force(int(i), int(j)) {
				continue
			}
			g.taken[i], g.taken[j] = true, true
			g.graph.Off(int(i))
			g.graph.Off(int(j))
			dst = append(dst, engine.Game{White: f.Order[i], Black: f.Order[j]})
			if s.Tracer != nil {
				s.Tracer.Trace(engine.Step{Kind: engine.StepPair, A: f.Order[i], B: f.Order[j], Rule: "baseline.pair"})
			}
			break
		}
	}
	return publish(f, s, dst, first, bye), nil
}

// publish puts the games from first on in board order, gives them colours, and adds the bye (a rank, -1 for none).
func publish(f *field.Field, s *engine.State, dst []engine.Game, first int, bye int32) []engine.Game {
	f.Boards(dst[first:])
	var tell func(w, b engine.Player, rule string)
	if t := s.Tracer; t != nil {
		tell = func(w, b engine.Player, rule string) {
			t.Trace(engine.Step{Kind: engine.StepColor, A: w, B: b, Rule: rule})
		}
	}
	f.Colors(dst[first:], func(upper, lower engine.Player) (engine.Player, string) {
		return field.EqualColors(s, upper, lower)
	}, tell)
	if bye >= 0 {
		dst = append(dst, engine.Game{White: f.Order[bye], Black: engine.NoPlayer, Result: engine.PairingBye})
		if s.Tracer != nil {
			s.Tracer.Trace(engine.Step{Kind: engine.StepBye, A: f.Order[bye], B: engine.NoPlayer, Rule: "bye.lowest"})
		}
	}
	return dst
}

// below appends the free ranks after i, nearest first.
func (g *greedy) below(dst []int32, i int32) []int32 {
	for j := i + 1; j < int32(g.field.N()); j++ {
		if !g.taken[j] {
			dst = append(dst, j)
		}
	}
	return dst
}
