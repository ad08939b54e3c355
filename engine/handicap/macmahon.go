package handicap

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/engine/method"
)

var macmahonOptions = []method.Option{
	{Key: "bars", Values: "ratings",
		Summary: "rating bars, e.g. 2000,1800,1600: a player starts with the points of each bar he reaches"},
	{Key: "band", Values: "rating", Summary: "instead of bars: one step for each so many rating points"},
	{Key: "bar", Values: "rating", Summary: "with band: upper bar; everybody above starts level"},
	{Key: "floor", Values: "rating", Default: "0", Summary: "with band: lower bar"},
	{Key: "points", Values: "points", Default: "1", Summary: "points of a step"},
}

// macmahon gives starting points by rating bars in every round, for pairing only.
type macmahon struct {
	bars             []int
	band, bar, floor int
	points           engine.Points
}

func newMacmahon(spec *method.Spec) (engine.Scheme, error) {
	h := &macmahon{}
	p, err := spec.HalfPoints("points", 2)
	if err != nil {
		return nil, err
	}
	h.points = engine.Points(p)
	if bars := spec.String("bars", ""); bars != "" {
		for _, f := range strings.Split(bars, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(f))
			if err != nil {
				return nil, fmt.Errorf("macmahon: bars=%s: %q is not a rating", bars, f)
			}
			h.bars = append(h.bars, n)
		}
		slices.Sort(h.bars)
	}
	if h.band, err = spec.Int("band", 0); err != nil {
		return nil, err
	}
	if h.bar, err = spec.Int("bar", 1<<30); err != nil {
		return nil, err
	}
	if h.floor, err = spec.Int("floor", 0); err != nil {
		return nil, err
	}
	switch {
	case len(h.bars) == 0 && h.band <= 0:
		return nil, errors.New("macmahon: where are the bars? give bars=2000,1800 or band=200:bar=2200:floor=1400")
	case len(h.bars) > 0 && h.band != 0:
		return nil, errors.New("macmahon: give bars or band, not both")
	case h.bar < h.floor:
		return nil, fmt.Errorf("macmahon: the upper bar %d is below the floor %d", h.bar, h.floor)
	}
	return h, nil
}

func (h *macmahon) Prepare(s *engine.State) error {
	for p, r := range s.Rating {
		steps := 0
		if h.band > 0 {
			steps = (min(max(int(r), h.floor), h.bar) - h.floor) / h.band
		} else {
			for _, b := range h.bars {
				if int(r) >= b {
					steps++
				}
			}
		}
		s.Virtual[p] = h.points * engine.Points(steps)
	}
	return nil
}
