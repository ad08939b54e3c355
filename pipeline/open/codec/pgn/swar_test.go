package pgn

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The bit tricks against their plain meaning, for every byte in every place.
func TestPlainLen(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for c := range 256 {
		stops := c >= '{' || strings.IndexByte("$%&'()*;?[", byte(c)) >= 0
		for n := range 80 {
			b := make([]byte, n)
			for i := range b {
				b[i] = "e4 Nf3.12+#!\n\x00,-/=QZz"[rng.IntN(21)]
			}
			want := n
			if n > 0 {
				at := rng.IntN(n)
				b[at] = byte(c)
				if stops {
					want = at
				}
			}
			if got := plainLen(b); got != want {
				t.Fatalf("byte %#x in %q: %d, want %d", c, b, got, want)
			}
		}
	}
}

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
		if got, want := lowest(special(x)), first(func(c byte) bool { return c == '"' || c == '\\' || c < ' ' }); got != want {
			t.Fatalf("special of %q: %d, want %d", b, got, want)
		}
		below := belowEnd(x)
		end := first(func(c byte) bool { return c < ',' || c == '.' })
		if want := ^uint64(0); end < 8 {
			want = 1<<(8*end+7) - 1
			if below != want {
				t.Fatalf("belowEnd of %q: %x, want %x", b, below, want)
			}
			if step := behind(x, below); step != end+1 && !(step == end+2 && end < 7 && (b[end+1] <= ' ' || b[end+1] == '!')) {
				t.Fatalf("behind %q: %d", b, step)
			}
		} else if below != want {
			t.Fatalf("belowEnd of %q: %x", b, below)
		}
		for i, c := range b {
			if c < 0x80 && (notDigits(x&(1<<(8*i+7)-1))>>(8*i)&0xF0 != 0) != (c < '0' || c > '9') && first(func(c byte) bool { return c >= 0x80 }) > i {
				t.Fatalf("notDigits of %q at %d", b, i)
			}
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
