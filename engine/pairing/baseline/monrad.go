package baseline

import (
	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/field"
)

// NewMonrad makes the Monrad system: score, then starting number; from the top each meets the nearest
// below whom he has not met. An opponent who must have the same colour (difference of two, or two in a row)
// is passed over for the nearest who need not, if the rest can still be paired.
func NewMonrad(*method.Spec) (engine.Pairer, error) {
	var later []int32
	return &greedy{
		ranking: field.ByNumber,
		wishes: func(g *greedy, s *engine.State, dst []int32, i int32) []int32 {
			later = later[:0]
			due := s.AbsoluteColor(g.field.Order[i])
			for j := i + 1; j < int32(g.field.N()); j++ {
				switch {
				case g.taken[j]:
				case due != engine.NoColor && due == s.AbsoluteColor(g.field.Order[j]):
					later = append(later, j)
				default:
					dst = append(dst, j)
				}
			}
			return append(dst, later...)
		},
	}, nil
}
