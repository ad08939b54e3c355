package baseline

import (
	"cmp"
	"fmt"
	"slices"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/field"
)

// RandomOptions are the options of NewRandom.
var RandomOptions = []method.Option{
	{Key: "scope", Values: "group|field", Default: "group", Summary: "lots inside scoregroups, or in the whole field"},
}

// WholeField reports that the notation draws in the whole field and does not look at scores.
func WholeField(spec *method.Spec) bool { return spec.Value("scope") == "field" }

// NewRandom makes the random system: lots drawn from the event's Luck, a new draw each round, either
// inside the scoregroups (a floater goes to the next one) or over the whole field.
func NewRandom(spec *method.Spec) (engine.Pairer, error) {
	scope := spec.String("scope", "group")
	if scope != "group" && scope != "field" {
		return nil, fmt.Errorf("random: option scope=%s is neither group nor field", scope)
	}
	return &greedy{
		ranking: field.ByRating,
		prepare: func(g *greedy, s *engine.State) {
			luck := s.Luck.With(engine.LuckPairing).With(uint64(s.Round()))
			f := &g.field
			slices.SortFunc(f.Order, func(a, b engine.Player) int {
				c := 0
				if scope == "group" {
					c = cmp.Compare(s.PairScore(b), s.PairScore(a))
				}
				return cmp.Or(c, cmp.Compare(luck.With(uint64(a)).Uint64(), luck.With(uint64(b)).Uint64()),
					cmp.Compare(a, b))
			})
			for i, p := range f.Order {
				f.Rank[p] = int32(i)
			}
		},
		wishes: func(g *greedy, _ *engine.State, dst []int32, i int32) []int32 {
			return g.below(dst, i)
		},
	}, nil
}
