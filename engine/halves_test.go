package engine

import (
	"errors"
	"math"
	"testing"
)

func TestPointsAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]Points{
		"3": 6, "2.5": 5, "2,5": 5, "2½": 5, "½": 1, "0": 0, "0.0": 0, "9.5": 19, "10.5": 21, "-1.5": -3, "-0.5": -1,
		"1000000": 2000000, "1.50": 3,
	} {
		if got, err := ParsePoints(text); err != nil || got != want {
			t.Errorf("%q: %d half points (%v), want %d", text, got, err, want)
		}
	}
	for text, half := range map[string]bool{
		"2.25": true, "0.1": true, "NaN": true,
		"1e99": false, "Inf": false, "1000001": false, "": false, "x": false,
		"1.5½": false, "-1½": false, "1/2": false, "1,0,0": false,
	} {
		if got, err := ParsePoints(text); err == nil || errors.Is(err, ErrNotHalf) != half {
			t.Errorf("%q: %d half points, error %v", text, got, err)
		}
	}
}

// What String writes, ParsePoints reads.
func TestPointsReadBack(t *testing.T) {
	for p := Points(-50); p <= 50; p++ {
		if got, err := ParsePoints(p.String()); err != nil || got != p {
			t.Errorf("%d: %s reads back as %d (%v)", p, p, got, err)
		}
	}
	if _, err := HalfPoints(math.NaN()); err == nil {
		t.Error("NaN is a number of half points")
	}
}
