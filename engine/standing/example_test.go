package standing_test

import (
	"fmt"

	"crosstable/engine"
	"crosstable/engine/standing"
	"crosstable/engine/tiebreak"
)

// The order of an event, and what decided between neighbours.
func Example() {
	var s engine.State
	s.Reset(4)
	s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.WhiteWins}, {White: 3, Black: 1, Result: engine.Draw}})
	s.Apply([]engine.Game{{White: 1, Black: 0, Result: engine.Draw}, {White: 2, Black: 3, Result: engine.WhiteWins}})
	keys, err := tiebreak.ParseList("BH,SB")
	if err != nil {
		fmt.Println(err)
		return
	}
	r := standing.New(keys, tiebreak.Context{})
	for i, p := range r.Rank(&s) {
		by := "shared or last"
		if d := r.Decided(i); d != standing.Shared {
			by = "before the next by " + r.Keys()[d].Text
		}
		fmt.Println(r.Place(i), "number", p+1, s.Score[p], by)
	}
	// Output:
	// 1 number 1 1.5 before the next by PTS
	// 2 number 2 1 before the next by SB
	// 3 number 3 1 before the next by PTS
	// 4 number 4 0.5 shared or last
}
