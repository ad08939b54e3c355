package tally

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func count(t *testing.T, kind Kind, text string) *Counter {
	t.Helper()
	c := &Counter{Kind: kind}
	if _, err := io.Copy(c, iotest.OneByteReader(strings.NewReader(text))); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRowsAreLinesWithAsManyDelimitersAsTheHeader(t *testing.T) {
	for _, c := range []struct {
		name, text string
		sep        byte
		columns    int
		want       int
	}{
		{"header and rows", "a,b,c\n1,2,3\n\n4,5,6", ',', 3, 3},
		{"title and short rows are none", "Title\na,b,c\n1,2\n4,5,6,7\n", ',', 3, 2},
		{"CRLF", "a;b\r\n1;2\r\n", ';', 2, 2},
		{"bare CR", "a;b\r1;2\r3;4", ';', 2, 3},
		{"a note over two lines that swallows a row", "a,b,c\n1,\"x\n2,y,z\n3,\",q\n", ',', 3, 3},
		{"bars and tabs", "a|b\tc\n1|2\t3\n", '\t', 2, 2},
		{"a delimiter that is not counted", "a:b\n", ':', 2, 0},
		{"one column", "a,\nb\n", ',', 1, 1},
	} {
		if got := count(t, Lines, c.text).Rows(c.sep, c.columns); got != c.want {
			t.Errorf("%s: %d rows, want %d", c.name, got, c.want)
		}
	}
}

func TestStarts(t *testing.T) {
	pgn := "\ufeff[Event \"a\"]\n[EventDate \"2\"]\n\n1. e4 { x\n [Event \"b\"]\n } 1-0\r\n[Event \"c\"]"
	if got := count(t, Events, pgn).Starts(); got != 3 {
		t.Errorf("%d events, want 3", got)
	}
	if got := count(t, Players, "012 x\n001    1\r001    2\n001    3\n 0010\n").Starts(); got != 4 {
		t.Errorf("%d players, want 4", got)
	}
}

func TestChunksDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("a,;\r\n|\t")), 0, 200, -1).Draw(t, "text")
		whole, parts := &Counter{}, &Counter{}
		io.WriteString(whole, text)
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			io.WriteString(parts, rest[:n])
			rest = rest[n:]
		}
		for _, sep := range Separators {
			for columns := range 4 {
				if a, b := whole.Rows(sep, columns), parts.Rows(sep, columns); a != b {
					t.Fatalf("%q by %q and %d columns: %d whole, %d in parts", text, sep, columns, a, b)
				}
			}
		}
	})
}

func BenchmarkLines(b *testing.B) {
	text := []byte(strings.Repeat("g12,Spring League,3,2015-02-01,2015-02-01,0101,Ito,0108,Ono,1-0,1500,1400\n", 10000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		c := &Counter{}
		c.Write(text)
	}
}
