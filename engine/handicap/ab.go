package handicap

import (
	"fmt"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/field"
)

var abOptions = []method.Option{
	{Key: "share", Values: "0..1", Default: "0.5",
		Summary: "group A is this share of the players by rating, rounded up"},
	{Key: "rating", Values: "rating", Summary: "group A is everybody with at least this rating, instead of a share"},
	{Key: "points", Values: "points", Default: "1", Summary: "pairing points of group A"},
	{Key: "rounds", Values: "rounds", Default: "all", Summary: "only in the first so many rounds"},
}

// ab is the simple handicap (簡易のハンデキャップ, JCA 2.1): the upper group's players are paired as if they had
// a point more. The results do not know of it.
type ab struct {
	share  float64
	limit  int
	points engine.Points
	rounds int
	by     field.RatingOrder
}

func newAB(spec *method.Spec) (engine.Scheme, error) {
	h := &ab{}
	if spec.Has("share") && spec.Has("rating") {
		return nil, fmt.Errorf("ab: give share or rating, not both")
	}
	var err error
	if h.share, err = spec.Float("share", 0.5); err != nil {
		return nil, err
	}
	if h.share < 0 || h.share > 1 {
		return nil, fmt.Errorf("ab: share=%v is not between 0 and 1", h.share)
	}
	if h.limit, err = spec.Int("rating", 0); err != nil {
		return nil, err
	}
	p, err := spec.HalfPoints("points", 2)
	if err != nil {
		return nil, err
	}
	h.points = engine.Points(p)
	if v := spec.String("rounds", "all"); v != "all" {
		if _, err := fmt.Sscanf(v, "%d", &h.rounds); err != nil || h.rounds < 1 || fmt.Sprint(h.rounds) != v {
			return nil, fmt.Errorf("ab: rounds=%s is neither a number of rounds nor all", v)
		}
	}
	return h, nil
}

func (h *ab) Prepare(s *engine.State) error {
	clear(s.Virtual)
	if h.rounds > 0 && s.Round() > h.rounds {
		return nil
	}
	if h.limit != 0 {
		for p, r := range s.Rating {
			if int(r) >= h.limit {
				s.Virtual[p] = h.points
			}
		}
		return nil
	}
	for _, p := range h.by.Sort(s)[:part(h.share, s.N())] {
		s.Virtual[p] = h.points
	}
	return nil
}
