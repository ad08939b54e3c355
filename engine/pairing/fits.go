package pairing

import (
	"fmt"
	"math/bits"

	"crosstable/engine/handicap"
	"crosstable/engine/method"
)

// This file says what can be announced before round 1: handicaps that suit the system, numbers of rounds that exist.

// Find gives the row of a notation's system.
func Find(notation string) (System, error) {
	row, _, err := find(notation)
	return row, err
}

func find(notation string) (System, *method.Spec, error) {
	spec, err := method.Parse(notation)
	if err != nil {
		return System{}, nil, err
	}
	row, err := method.Find(Systems, "system", spec.Name)
	return row, spec, err
}

// Fits says whether a handicap makes sense with a system; the error says why not. Both are notations.
func Fits(system, scheme string) error {
	row, spec, err := find(system)
	if err != nil {
		return err
	}
	h, err := handicap.Find(scheme)
	switch {
	case err != nil:
		return err
	case h.Nothing:
		return nil
	case row.Schedule != nil:
		return fmt.Errorf("%s pairs by a table drawn up beforehand; the handicap %s would change nothing", row.Name,
			h.Name)
	case row.ScoreBlind != nil && row.ScoreBlind(spec) && !h.Sections:
		return fmt.Errorf("%s does not look at scores; the handicap %s would change nothing", system, h.Name)
	}
	return nil
}

// Possible says whether an event of n players and so many rounds can exist under a system (a notation); the error says
// how many there can be.
func Possible(system string, n, rounds int) error {
	row, spec, err := find(system)
	if err != nil {
		return err
	}
	if row.Schedule != nil {
		most, err := row.Schedule(spec, n)
		if err != nil {
			return err
		}
		if rounds != most {
			return fmt.Errorf("the table of %s for %d players has %d rounds, not %d", system, n, most, rounds)
		}
		return nil
	}
	if most := mostRounds(n); n >= 2 && rounds > most {
		return fmt.Errorf("%d rounds are impossible with %d players: nobody meets twice, so there are at most %d",
			rounds, n, most)
	}
	return nil
}

// mostRounds is the number of rounds in which n players can meet without meeting twice.
func mostRounds(n int) int { return n - 1 + n%2 }

// safeMargin is how many rounds short of everybody against everybody an event has to stop to be paired to its end:
// with 8, 10 and 12 players no or fewer than 1 in 1,000 of 10,000 simulated events was stopped up to that round, and
// about 1 in 7 in the round after it (docs/studies.md, "Can every round be paired?").
const safeMargin = 2

// RoundsNote says what is to be known of the number of rounds announced for n players before round 1: too many to be
// paired to the end for certain, or too few to leave at most one player with nothing but wins. "" is nothing.
func RoundsNote(row System, n, rounds int) string {
	most := mostRounds(n)
	switch {
	case rounds == 0 || n < 2 || row.Schedule != nil:
		return ""
	case rounds > most:
		return fmt.Sprintf("%d players cannot play %d rounds without meeting again; %d are possible", n, rounds, most)
	case n > 4 && rounds > most-safeMargin:
		return fmt.Sprintf("%d rounds are many for %d players: from round %d on, a round without a legal pairing is "+
			"possible",
			rounds, n, most-safeMargin+1)
	}
	if few := bits.Len(uint(n - 1)); rounds < few {
		return fmt.Sprintf("%d rounds are few for %d players: two or more can win all their games; %d rounds leave "+
			"at most one",
			rounds, n, few)
	}
	return ""
}
