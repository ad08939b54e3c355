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

// Follower is a Pairer that draws opponents by lot and can be told how the lots fell, so that a round that was played
// can be judged: it draws as in games wherever its rules leave it free. Follow(nil) ends that.
type Follower interface {
	Pairer
	Follow(games []Game)
}

// Scheme is a handicap: it sets s.Virtual (pairing points) and s.Section for the coming round.
// It never touches results.
type Scheme interface {
	Prepare(s *State) error
}

// NoPairing says that the coming round cannot be completed legally.
type NoPairing struct {
	Round    int      // 1-based
	Blockers []Player // who is in the way: can be left over and has the fewest possible opponents; as far as known
	NoBye    bool     // the field is odd and nobody in it may have the pairing-allocated bye
}

func (e *NoPairing) Error() string {
	if e.NoBye {
		return fmt.Sprintf("round %d: no legal pairing exists: nobody may have the bye", e.Round)
	}
	return fmt.Sprintf("round %d: no legal pairing exists", e.Round)
}
