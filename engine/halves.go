// The one reading of half points; Points.String is the one writing.

package engine

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// mostHalves bounds points that are read: a million points.
const mostHalves = 2_000_000

// ErrNotHalf says that a number is no multiple of half a point.
var ErrNotHalf = errors.New("not a multiple of half a point")

// ParsePoints reads points as people write them: 3, 2.5, 2,5, 2½, ½. Numbers that are no multiple of half a point give
// ErrNotHalf, wrapped; anything else, and more than a million, is another error.
func ParsePoints(text string) (Points, error) {
	if len(text) == 3 && text[1] == '.' && text[0] >= '0' && text[0] <= '9' {
		// The usual form, without strconv.
		switch text[2] {
		case '0':
			return Points(text[0]-'0') * 2, nil
		case '5':
			return Points(text[0]-'0')*2 + 1, nil
		}
	}
	t, add := strings.Replace(text, ",", ".", 1), Points(0)
	if whole, ok := strings.CutSuffix(t, "½"); ok {
		if add = 1; whole == "" {
			return add, nil
		}
		if strings.Trim(whole, "0123456789") != "" { // 2.5½, -1½
			return 0, fmt.Errorf("%q is not a number of points", text)
		}
		t = whole
	}
	v, err := strconv.ParseFloat(t, 64)
	if err != nil || math.Abs(v) > mostHalves/2 {
		return 0, fmt.Errorf("%q is not a number of points", text)
	}
	p, err := HalfPoints(v)
	if err != nil {
		return 0, fmt.Errorf("%q is %w", text, err)
	}
	return p + add, nil
}

// HalfPoints counts the half points of a number of points: 2.5 is 5. The error is ErrNotHalf.
func HalfPoints(v float64) (Points, error) {
	if h := v * 2; h == math.Trunc(h) && math.Abs(h) <= mostHalves {
		return Points(h), nil
	}
	return 0, ErrNotHalf
}
