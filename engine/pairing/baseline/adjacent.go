package baseline

import (
	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/field"
)

// NewAdjacent makes the system of neighbours: the field in order of score and rating, from the top each
// with the nearest below whom he has not met (JCA 隣接 over the whole field; "King of the Hill").
func NewAdjacent(*method.Spec) (engine.Pairer, error) {
	return &greedy{
		ranking: field.ByRating,
		wishes: func(g *greedy, _ *engine.State, dst []int32, i int32) []int32 {
			return g.below(dst, i)
		},
	}, nil
}
