package pgn

import (
	"strings"
	"testing"

	"crosstable/pipeline/record"
)

func TestMoveHasherAgreesWithReader(t *testing.T) {
	long := strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", 20000)
	var h MoveHasher
	for _, text := range []string{
		"1. e4 c6 2. Nf3 d5", "1.e4 {a } comment} c6 (1... c5 2. Nf3) 2. Nf3! d5 $1 1/2-1/2", "", "1-0", "e4", "1. e4 c6 2. Nf3 d5 *", long, "{never closed", "O-O 0-0 e8=Q+", "x [White \"A\"] 1. d4",
	} {
		r := NewReader(strings.NewReader("[Result \"*\"]\n\n"+text), "f", Options{})
		var g record.Game
		if err := r.Next(&g); err != nil {
			t.Fatal(err)
		}
		hash, plies := h.Hash([]byte(text))
		if hash != g.Moves || hash != 0 && plies != g.Plies {
			t.Errorf("%.40q: hash %x, %d plies; the reader has %x, %d", text, hash, plies, g.Moves, g.Plies)
		}
	}
	a, n := h.Hash([]byte("1. e4 c6 2. Nf3 d5"))
	b, _ := h.Hash([]byte("1.e4 {x} c6 2.Nf3!? d5 1-0"))
	if a != b || a == 0 || n != 4 {
		t.Errorf("the same moves: %x and %x, %d plies", a, b, n)
	}
}
