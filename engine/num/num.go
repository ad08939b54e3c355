// Package num has the exact integer arithmetic that ratings and tie-breaks share.
package num

// FloorDiv is a/b rounded towards minus infinity.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// RoundHalfUp is a/b rounded to the nearest integer, a half towards plus infinity (-0.5 is 0); b must be positive.
func RoundHalfUp(a, b int64) int64 { return FloorDiv(2*a+b, 2*b) }

// RoundAway is a/b rounded to the nearest integer, a half away from zero; b must be positive.
func RoundAway(a, b int64) int64 {
	if a < 0 {
		return -RoundHalfUp(-a, b)
	}
	return RoundHalfUp(a, b)
}
