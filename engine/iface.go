package engine

import "fmt"

// Pairer pairs the next round of s: it appends the games to dst in board order, byes last, and
// returns the extended slice. It owns its scratch and serves one goroutine. It must not change s.
//
// Players with a fixed entry for the coming round (s.Fixed) are left as they are and get no game in dst
// except a fixed pairing, which is repeated there.
// When no legal pairing exists the error is a *NoPairing.
type Pairer interface {
	Pair(dst []Game, s *State) ([]Game, error)
}

// Scheme is a handicap: it sets s.Virtual (pairing points) and s.Section for the coming round.
// It never touches results.
type Scheme interface {
	Prepare(s *State) error
}

// NoPairing says that the coming round cannot be completed legally.
type NoPairing struct {
	Round    int      // 1-based
	Blockers []Player // players without whom it could be, as far as known
}

func (e *NoPairing) Error() string {
	return fmt.Sprintf("round %d: no legal pairing exists", e.Round)
}
