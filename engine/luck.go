package engine

import "math/bits"

// Luck is a keyed source of random numbers: a value, not a stream. Equal keys give equal numbers in
// any order and on any worker, which is what makes lots reproducible and simulations comparable
// (common random numbers keyed by content). Derive a new Luck with With for each thing that is drawn.
type Luck struct{ key uint64 }

// NewLuck gives the Luck of a seed.
func NewLuck(seed uint64) Luck { return Luck{mix(seed + 0x9e3779b97f4a7c15)} }

// With derives the Luck of one thing drawn: a round, a pair, a player, a purpose.
func (l Luck) With(what uint64) Luck {
	return Luck{mix(l.key ^ bits.RotateLeft64(mix(what+0x9e3779b97f4a7c15), 23))}
}

// Uint64 is the number drawn.
func (l Luck) Uint64() uint64 { return mix(l.key + 0xd1b54a32d192ed03) }

// Float64 is uniform in [0,1).
func (l Luck) Float64() float64 { return float64(l.Uint64()>>11) / (1 << 53) }

// Below is uniform in 0..n-1; n must be positive.
func (l Luck) Below(n int) int {
	hi, _ := bits.Mul64(l.Uint64(), uint64(n))
	return int(hi)
}

// Coin is true half of the time.
func (l Luck) Coin() bool { return l.Uint64()>>63 == 1 }

// mix is the finaliser of splitmix64 (Steele, Lea, Flood 2014).
// Seed is the seed whose Luck this is: NewLuck(l.Seed()) == l.
func (l Luck) Seed() uint64 { return unmix(l.key) - 0x9e3779b97f4a7c15 }

// unmix is the inverse of mix: each step is undone, the last first. The factors are the inverses modulo 2^64.
func unmix(z uint64) uint64 {
	z = (z ^ z>>31 ^ z>>62) * 0x319642b2d24d8ec3
	z = (z ^ z>>27 ^ z>>54) * 0x96de1b173f119089
	return z ^ z>>30 ^ z>>60
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Purposes of lots, so that two lots of one round never share a number.
const (
	LuckGrip    uint64 = iota + 1 // round 1 colour (握り)
	LuckColor                     // colour of a pair with identical histories
	LuckOrder                     // order of equals
	LuckTie                       // tie broken by lot
	LuckPairing                   // random pairing
)
