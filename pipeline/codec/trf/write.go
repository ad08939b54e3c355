package trf

import (
	"slices"

	"crosstable/pipeline/event"
)

// snapshot copies what Write compares with.
func snapshot(e *event.Event) *event.Event {
	c := *e
	c.Source = nil
	c.Players = slices.Clone(e.Players)
	for i := range c.Players {
		c.Players[i].Rounds = slices.Clone(c.Players[i].Rounds)
	}
	c.Asked = slices.Clone(e.Asked)
	c.Forbidden = slices.Clone(e.Forbidden)
	c.Virtual = slices.Clone(e.Virtual)
	c.Arbiters = slices.Clone(e.Arbiters)
	c.RoundDates = slices.Clone(e.RoundDates)
	return &c
}
