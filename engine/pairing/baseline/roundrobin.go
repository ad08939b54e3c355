package baseline

import (
	"fmt"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing/field"
)

// RoundRobinOptions are the options of NewRoundRobin.
var RoundRobinOptions = []method.Option{
	{Key: "cycles", Values: "1..", Default: "1",
		Summary: "how often everybody meets everybody; even cycles have the colours reversed"},
}

// NewRoundRobin makes the all-play-all of the Berger tables (FIDE C.05 annex 1). With an odd number of
// players one is free each round and scores nothing for it. The opponent of an absent player is free too.
func NewRoundRobin(spec *method.Spec) (engine.Pairer, error) {
	cycles, err := spec.Int("cycles", 1)
	if err == nil && (cycles < 1 || cycles > mostCycles) {
		err = spec.Bad("cycles", fmt.Sprintf("1 to %d", mostCycles))
	}
	return &roundRobin{cycles: cycles}, err
}

// mostCycles bounds the number of cycles of a round robin.
const mostCycles = 100

// RoundRobinRounds is the number of rounds of the whole table for n players.
func RoundRobinRounds(spec *method.Spec, n int) (int, error) {
	cycles, err := spec.Int("cycles", 1)
	return cycles * (n - 1 + n%2), err
}

type roundRobin struct {
	cycles int
	field  field.Field
}

func (rr *roundRobin) Pair(dst []engine.Game, s *engine.State) ([]engine.Game, error) {
	n := s.N()
	even := n + n%2
	round := s.Rounds()
	if n < 2 || round >= (even-1)*rr.cycles {
		return dst, &engine.NoPairing{Round: s.Round()}
	}
	m := even - 1
	cycle, r := round/m, round%m
	rr.field.Load(s, field.ByNumber)
	// The last player stands still; the others sit in a circle that turns by half of the field a round.
	// In round r (from 0) the one at x meets him, and those equally far from x meet each other.
	x := r * (even / 2) % m
	first := len(dst)
	free := engine.NoPlayer
	for k := range even / 2 {
		a, b := engine.Player((x+k)%m), engine.Player((x-k+m)%m)
		if k == 0 {
			b = engine.Player(m)
			if r%2 == 1 {
				a, b = b, a
			}
		}
		if cycle%2 == 1 {
			a, b = b, a
		}
		ina, inb := int(a) < n && s.Present(a), int(b) < n && s.Present(b)
		switch {
		case ina && inb:
			if cycle == 0 && s.Banned(a, b) {
				return dst[:first], &engine.NoPairing{Round: s.Round(), Blockers: []engine.Player{a, b}}
			}
			dst = append(dst, engine.Game{White: a, Black: b})
			if s.Tracer != nil {
				s.Tracer.Trace(engine.Step{Kind: engine.StepPair, A: a, B: b, Rule: "baseline.berger",
					N: [3]int64{int64(r + 1)}})
			}
		case ina:
			free = a
			dst = append(dst, engine.Game{White: a, Black: engine.NoPlayer, Result: engine.ZeroBye})
		case inb:
			free = b
			dst = append(dst, engine.Game{White: b, Black: engine.NoPlayer, Result: engine.ZeroBye})
		}
	}
	if s.Tracer != nil && free != engine.NoPlayer {
		s.Tracer.Trace(engine.Step{Kind: engine.StepBye, A: free, B: engine.NoPlayer, Rule: "baseline.free"})
	}
	rr.field.Boards(dst[first:])
	return dst, nil
}
