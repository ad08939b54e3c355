package sim

import (
	"testing"

	"crosstable/engine"
	"crosstable/engine/pairing"
)

// Every round that is paired without the colour limits has no pairing with them, and no other has.
func TestRelaxedRoundsAreThoseThatTheLimitsLeaveWithoutPairing(t *testing.T) {
	r, err := NewRunner(Scenario{Players: 10, Rounds: 9, System: pairing.Simulated("lim"), Handicap: "none",
		Strength: "normal", Model: "elo"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	strict, err := pairing.New("lim")
	if err != nil {
		t.Fatal(err)
	}
	var before engine.State
	all, completed := 0, 0
	for rep := range uint64(1500) {
		ok, err := r.Play(1, rep)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			continue
		}
		completed++
		dead := 0
		for k := range r.Event.State.Rounds() {
			before.CopyPrefix(r.Event.State, k)
			if _, err := strict.Pair(nil, &before); err != nil {
				dead++
			}
		}
		if dead != r.Event.Relaxed {
			t.Fatalf("event %d: %d rounds relaxed, %d have no pairing within the limits", rep, r.Event.Relaxed, dead)
		}
		all += dead
	}
	if all < 5 || completed < 20 {
		t.Errorf("%d rounds relaxed in %d completed events: too few to test", all, completed)
	}
}
