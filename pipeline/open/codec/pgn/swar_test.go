package pgn

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The bit tricks against their plain meaning, for every byte in every place.
func TestWordEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200000 {
		var b [8]byte
		for i := range b {
			b[i] = byte(rng.IntN(256))
			if rng.IntN(2) == 0 {
				b[i] = "abcdefgh12345678NBRQKOx=-"[rng.IntN(25)]
			}
		}
		x := le64(b[:])
		first := func(stop func(byte) bool) int {
			for i, c := range b {
				if stop(c) {
					return i
				}
			}
			return 8
		}
		lowest := func(mark uint64) int {
			for i := range 8 {
				if mark>>(8*i)&0xFF != 0 {
					return i
				}
			}
			return 8
		}
		if got, want := lowest(wordEnd(x)), first(func(c byte) bool { return endsWord[c] }); got != want {
			t.Fatalf("wordEnd of %q: %d, want %d", b, got, want)
		}
	}
}

func TestTagTableFindsEveryName(t *testing.T) {
	for id := tagEvent; id < numTags; id++ {
		for _, name := range []string{tagNames[id], strings.ToUpper(tagNames[id]), strings.ToLower(tagNames[id])} {
			if got := findTag([]byte(name)); got != id {
				t.Errorf("%s is tag %d, want %d", name, got, id)
			}
		}
	}
	for _, name := range []string{"A", "Eventt", "Whit", "x", "WhiteEloX", strings.Repeat("a", 100)} {
		if got := findTag([]byte(name)); got != tagNone {
			t.Errorf("%s is tag %d", name, got)
		}
	}
}
