package pairing_test

import (
	"fmt"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/pairing"
)

// A director pairs the coming round: who is away first, then the handicap, then the system.
func Example() {
	var s engine.State
	s.Reset(9)
	s.PlannedRounds = 5
	s.FirstColor = engine.White
	for p := range s.Rating {
		s.Rating[p] = int32(2000 - 20*p)
	}
	system, err := pairing.New("jca")
	if err != nil {
		fmt.Println(err)
		return
	}
	scheme, err := handicap.New("ab:share=0.5")
	if err != nil {
		fmt.Println(err)
		return
	}
	d := pairing.Director{Pairer: system, Scheme: scheme}
	games, err := d.Next(nil, &s, func(s *engine.State) error {
		s.Away[0] = engine.ByeHalf // number 1 has asked for a half-point bye
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range games {
		fmt.Println(g.White+1, g.Black+1)
	}
	// Output:
	// 2 4
	// 5 3
	// 6 8
	// 9 7
}

// The reason of each step comes from a Tracer; its words are those of the rule in some language's catalog.
func ExampleFill() {
	step := engine.Step{Kind: engine.StepFloat, A: 4, B: engine.NoPlayer, Rule: "jca.5.5", N: [3]int64{3}}
	name := func(p engine.Player) string { return fmt.Sprint("number ", p+1) }
	fmt.Println(pairing.Fill("floats down from {0p} points: middle of an odd group", step, name))
	// Output: floats down from 1.5 points: middle of an odd group
}

// A name that is slightly wrong is answered with the right one; names and aliases are those of the table.
func ExampleFind() {
	row, _ := pairing.Find("順接:odd=parent")
	fmt.Println(row.Name)
	_, err := pairing.Find("dutsch")
	fmt.Println(err)
	// Output:
	// jca
	// unknown system "dutsch"; did you mean "dutch"?
}
