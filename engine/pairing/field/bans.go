package field

import (
	"math/bits"

	"crosstable/engine"
)

// EachBan calls f for every player that p may not meet, in rising order.
func EachBan(s *engine.State, p engine.Player, f func(engine.Player)) {
	for w, word := range s.BanRow(p) {
		for ; word != 0; word &= word - 1 {
			f(engine.Player(w<<6 + bits.TrailingZeros64(word)))
		}
	}
}
