package tiebreak_test

import (
	"fmt"

	"crosstable/engine"
	"crosstable/engine/tiebreak"
)

// Buchholz cut 1 and Sonneborn-Berger of four players after two rounds.
func Example() {
	var s engine.State
	s.Reset(4)
	s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.WhiteWins}, {White: 3, Black: 1, Result: engine.Draw}})
	s.Apply([]engine.Game{{White: 1, Black: 0, Result: engine.Draw}, {White: 2, Black: 3, Result: engine.WhiteWins}})
	keys, err := tiebreak.ParseList("BH/C1,SB")
	if err != nil {
		fmt.Println(err)
		return
	}
	var x tiebreak.Scratch
	x.Begin(&s, &tiebreak.Context{Edition: tiebreak.Edition2026})
	values := make([]int64, s.N())
	for _, k := range keys {
		k.Fill(values, &x)
		for p, v := range values {
			fmt.Print(k.Text, " of ", p+1, ": ", k.Format(v), "\n")
		}
	}
	// Output:
	// BH/C1 of 1: 1.0
	// BH/C1 of 2: 1.5
	// BH/C1 of 3: 1.5
	// BH/C1 of 4: 1.0
	// SB of 1: 1.5
	// SB of 2: 1.0
	// SB of 3: 0.5
	// SB of 4: 0.5
}
