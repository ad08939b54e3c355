package sim

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the two-sided coverage of every interval.
const Level = 0.95

// Wilson is the interval of a share p observed in n events (Wilson 1927).
func Wilson(p, n float64) (lo, hi float64) {
	z := distuv.UnitNormal.Quantile((1 + Level) / 2)
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	h := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, centre-h), min(1, centre+h)
}
