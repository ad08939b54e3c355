package dutch

import "math/bits"

// weight is a two's complement integer of several words, least significant first. The criteria of a
// bracket are packed into one such number, so that adding weights adds the counts and comparing
// weights compares the criteria in their order.
type weight interface {
	~[1]uint64 | ~[2]uint64 | ~[4]uint64 | ~[8]uint64 | ~[16]uint64 | ~[32]uint64 | ~[64]uint64
}

func add[T weight](a, b T) T {
	var c uint64
	switch len(a) { // decided when the function is compiled for T
	case 1:
		a[0] += b[0]
		return a
	case 2:
		a[0], c = bits.Add64(a[0], b[0], 0)
		a[len(a)-1], _ = bits.Add64(a[len(a)-1], b[len(a)-1], c)
		return a
	}
	for i := 0; i < len(a); i++ {
		a[i], c = bits.Add64(a[i], b[i], c)
	}
	return a
}

func sub[T weight](a, b T) T {
	var c uint64
	switch len(a) {
	case 1:
		a[0] -= b[0]
		return a
	case 2:
		a[0], c = bits.Sub64(a[0], b[0], 0)
		a[len(a)-1], _ = bits.Sub64(a[len(a)-1], b[len(a)-1], c)
		return a
	}
	for i := 0; i < len(a); i++ {
		a[i], c = bits.Sub64(a[i], b[i], c)
	}
	return a
}

// less compares signed.
func less[T weight](a, b T) bool {
	k := len(a) - 1
	if x, y := int64(a[k]), int64(b[k]); x != y {
		return x < y
	}
	for k--; k >= 0; k-- {
		if a[k] != b[k] {
			return a[k] < b[k]
		}
	}
	return false
}

func isZero[T weight](a T) bool {
	var or uint64
	for i := 0; i < len(a); i++ {
		or |= a[i]
	}
	return or == 0
}

func negative[T weight](a T) bool { return int64(a[len(a)-1]) < 0 }

// half divides an even number by two.
func half[T weight](a T) T {
	k := len(a) - 1
	for i := 0; i < k; i++ {
		a[i] = a[i]>>1 | a[i+1]<<63
	}
	a[k] = uint64(int64(a[k]) >> 1)
	return a
}

// plus adds n << at.
func plus[T weight](a T, at uint, n uint64) T {
	if n == 0 {
		return a
	}
	var b T
	w := int(at >> 6)
	b[w] = n << (at & 63)
	if at&63 != 0 && w+1 < len(b) {
		b[w+1] = n >> (64 - at&63)
	}
	return add(a, b)
}
