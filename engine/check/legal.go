package check

import (
	"fmt"

	"crosstable/engine"
)

// Legal checks games as the pairing of s's coming round against the rules that every system keeps: everybody
// present is paired or has the one bye, nobody absent is, no barred pair meets, the bye goes to somebody who may
// have it. The error names the first breach.
func Legal(s *engine.State, games []engine.Game) error {
	seen := make([]bool, s.N())
	fixed := map[[2]engine.Player]bool{}
	for _, g := range s.Fixed {
		fixed[[2]engine.Player{min(g.White, g.Black), max(g.White, g.Black)}] = true
	}
	byes := 0
	for p := range s.N() {
		if s.Away[p] == engine.ByePairing {
			byes++
		}
	}
	for _, g := range games {
		for _, p := range []engine.Player{g.White, g.Black} {
			switch {
			case p == engine.NoPlayer && p == g.Black:
			case p < 0 || int(p) >= s.N():
				return fmt.Errorf("round %d: no player %d", s.Round(), p)
			case seen[p]:
				return fmt.Errorf("round %d: player %d is paired twice", s.Round(), p+1)
			case !s.Present(p):
				return fmt.Errorf("round %d: player %d is absent and paired", s.Round(), p+1)
			default:
				seen[p] = true
			}
		}
		if g.Black == engine.NoPlayer {
			if byes++; byes > 1 {
				return fmt.Errorf("round %d: two pairing-allocated byes", s.Round())
			}
			if s.ByeBarred[g.White] {
				return fmt.Errorf("round %d: player %d may not have the bye", s.Round(), g.White+1)
			}
			continue
		}
		if s.Banned(g.White, g.Black) && !fixed[[2]engine.Player{min(g.White, g.Black), max(g.White, g.Black)}] {
			return fmt.Errorf("round %d: players %d and %d may not meet", s.Round(), g.White+1, g.Black+1)
		}
	}
	for p := range s.N() {
		if s.Present(engine.Player(p)) && !seen[p] {
			return fmt.Errorf("round %d: player %d is left out", s.Round(), p+1)
		}
	}
	return nil
}
