package standing

import (
	"fmt"
	"strconv"
	"strings"
)

// Split says how the prizes of tied players are shared.
type Split uint8

// Splits (JCA Swiss rules 8.1).
const (
	// Pool adds up the prizes of the places that the tied players occupy and divides the sum equally.
	Pool Split = iota
	// ByRank divides the first prize among those tied for first, the second among the next group,
	// and so on: one prize a group.
	ByRank
)

// Prizes gives the amounts by position in the order, in whole smallest units (yen). ties are the tied runs
// (Ranker.Ties or PointTies). What cannot be divided equally goes to the earlier players of the
// group in the order, one unit each, so that nothing is lost.
func Prizes(dst []int64, n int, ties func(func(from, to int) bool), prizes []int64, split Split) []int64 {
	at := len(dst)
	for range n {
		dst = append(dst, 0)
	}
	out := dst[at:]
	group := 0
	ties(func(from, to int) bool {
		var sum int64
		if split == Pool {
			for i := from; i < min(to, len(prizes)); i++ {
				sum += prizes[i]
			}
		} else if group < len(prizes) {
			sum = prizes[group]
		}
		group++
		each, rest := sum/int64(to-from), sum%int64(to-from)
		for i := from; i < to; i++ {
			out[i] = each
			if int64(i-from) < rest {
				out[i]++
			}
		}
		return true
	})
	return dst
}

// Qualified is what a place means for going on.
type Qualified uint8

// Meanings.
const (
	Out  Qualified = iota
	In             // qualified
	Tied           // shares the last qualifying place with more players than there are seats
)

// Qualify marks the positions of the order when seats players go on. Those tied over the last
// seat are Tied: they agree before the director or draw lots (Shizuoka 2016).
func Qualify(dst []Qualified, n int, ties func(func(from, to int) bool), seats int) []Qualified {
	at := len(dst)
	for range n {
		dst = append(dst, Out)
	}
	out := dst[at:]
	ties(func(from, to int) bool {
		for i := from; i < to; i++ {
			switch {
			case to <= seats:
				out[i] = In
			case from < seats:
				out[i] = Tied
			}
		}
		return from < seats
	})
	return dst
}

// Seats reads a quota: "1/8" is one seat per 8 participants, rounded down; "3" is three seats.
func Seats(quota string, participants int) (int, error) {
	a, b, fraction := strings.Cut(strings.TrimSpace(quota), "/")
	num, err := strconv.Atoi(strings.TrimSpace(a))
	den := 1
	if err == nil && fraction {
		den, err = strconv.Atoi(strings.TrimSpace(b))
	}
	if err != nil || num < 0 || den < 1 || num > 1_000_000 {
		return 0, fmt.Errorf("quota %q: write a number of seats (3) or seats per participants (1/8)", quota)
	}
	if !fraction {
		return min(num, participants), nil
	}
	return min(num*participants/den, participants), nil
}
