package handicap

import "math"

// part is a share of n, rounded up.
func part(share float64, n int) int {
	return min(n, int(math.Ceil(share*float64(n)-1e-9)))
}
