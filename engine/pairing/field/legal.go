package field

import (
	"fmt"

	"crosstable/engine"
)

// Legal checks games as the pairing of s's coming round against the rules that every system keeps: everybody
// present has one place, nobody absent has, no barred pair meets unless the arbiter has fixed it, at most one
// player has the pairing-allocated bye, and only with an odd number of them, and he may have it; boards come before
// byes. The free places of a schedule (zero-point byes) are no allocated byes. The error names the first breach.
func Legal(s *engine.State, games []engine.Game) error {
	seen := make([]bool, s.N())
	fixed := map[[2]engine.Player]bool{}
	for _, g := range s.Fixed {
		fixed[[2]engine.Player{min(g.White, g.Black), max(g.White, g.Black)}] = true
	}
	present, byes, free := 0, 0, 0
	for p := range engine.Player(s.N()) {
		if s.Away[p] == engine.ByePairing {
			byes++
			present++
		} else if s.Present(p) {
			present++
		}
	}
	for i, g := range games {
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
		switch {
		case g.Black != engine.NoPlayer && g.Result != engine.NoResult:
			return fmt.Errorf("round %d: the game of players %d and %d has a result", s.Round(), g.White+1, g.Black+1)
		case g.Black != engine.NoPlayer:
			if s.Banned(g.White, g.Black) && !fixed[[2]engine.Player{min(g.White, g.Black), max(g.White, g.Black)}] {
				return fmt.Errorf("round %d: players %d and %d may not meet", s.Round(), g.White+1, g.Black+1)
			}
			if i > 0 && games[i-1].Black == engine.NoPlayer {
				return fmt.Errorf("round %d: a bye stands before a board", s.Round())
			}
		case g.Result == engine.ZeroBye:
			free++
		case g.Result != engine.PairingBye:
			return fmt.Errorf("round %d: player %d has a bye of another kind", s.Round(), g.White+1)
		default:
			if byes++; byes > 1 {
				return fmt.Errorf("round %d: two pairing-allocated byes", s.Round())
			}
			if s.ByeBarred[g.White] {
				return fmt.Errorf("round %d: player %d may not have the bye", s.Round(), g.White+1)
			}
		}
	}
	for p := range s.N() {
		if s.Present(engine.Player(p)) && !seen[p] {
			return fmt.Errorf("round %d: player %d is left out", s.Round(), p+1)
		}
	}
	if byes > 0 && present%2 == 0 && free == 0 {
		return fmt.Errorf("round %d: a bye in an even field", s.Round())
	}
	return nil
}
