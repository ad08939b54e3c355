package engine

import "testing"

// A file may announce a derived Luck by its seed.
func TestSeedOfALuck(t *testing.T) {
	for _, seed := range []uint64{0, 1, 2, 17, 1 << 40, ^uint64(0)} {
		l := NewLuck(seed)
		if l.Seed() != seed {
			t.Errorf("NewLuck(%d).Seed() = %d", seed, l.Seed())
		}
		if d := l.With(3).With(seed); NewLuck(d.Seed()) != d {
			t.Errorf("NewLuck(%d) is another Luck", d.Seed())
		}
	}
}
