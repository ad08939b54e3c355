package engine_test

import (
	"fmt"

	"crosstable/engine"
)

// A round is applied as games with results; everything else follows from it.
func Example() {
	var s engine.State
	s.Reset(5) // players 0 to 4 in the initial order
	s.PlannedRounds = 3
	s.Apply([]engine.Game{
		{White: 0, Black: 2, Result: engine.WhiteWins},
		{White: 3, Black: 1, Result: engine.Draw},
		{White: 4, Black: engine.NoPlayer, Result: engine.PairingBye},
	})
	fmt.Println("round", s.Round())
	for p := range engine.Player(s.N()) {
		fmt.Println(p+1, s.Score[p], s.LastColor(p))
	}
	fmt.Println("1 and 3 may meet:", !s.Banned(0, 2))
	// Output:
	// round 2
	// 1 1 w
	// 2 0.5 b
	// 3 0 b
	// 4 0.5 w
	// 5 1 -
	// 1 and 3 may meet: false
}
