package rating_test

import (
	"fmt"

	"crosstable/engine/rating"
)

// One game between two rated players under the FIDE rules.
func Example() {
	sys, err := rating.New("fide")
	if err != nil {
		fmt.Println(err)
		return
	}
	before := []rating.Entry{
		{Rating: 2000, Games: 100, Status: rating.Established},
		{Rating: 1900, Games: 100, Status: rating.Established},
	}
	games := []rating.Game{{White: 0, Black: 1, WhiteRating: 2000, BlackRating: 1900, Score: -1}}
	var r rating.Result
	if err := sys.Rate(&r, &rating.Period{Before: before, Games: games}); err != nil {
		fmt.Println(err)
		return
	}
	for p, c := range r.Players {
		fmt.Printf("%d: %d, %+.2f, now %d\n", p, c.Before.Rating, float64(c.Sum)/float64(r.Scale), c.After.Rating)
	}
	// Output:
	// 0: 2000, -12.80, now 1987
	// 1: 1900, +12.80, now 1913
}
