package main

import (
	"bytes"
	"fmt"
	"testing"

	"crosstable/engine"
	"crosstable/engine/check"
	"crosstable/engine/handicap"
	"crosstable/engine/pairing"
	"crosstable/pipeline/desk/arbiter"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open/codec/trf"
	"crosstable/sim"
)

// handicapOptions are the options without which a handicap cannot be made, or in which it is also tried.
var handicapOptions = map[string][]string{
	"macmahon": {"macmahon:bars=2100,1950"},
	"z":        {"z", "z:variant=Z2", "z:variant=Z3"},
	"ab":       {"ab", "ab:rounds=2"},
}

// absences are the ways in which players stay away.
var absences = map[string]sim.Scenario{
	"all there":   {},
	"byes":        {Byes: 0.08},
	"withdrawals": {Withdraw: 0.04},
	"late":        {Late: 0.15},
	"forfeits":    {NoShow: 8},
	"everything":  {Byes: 0.05, Withdraw: 0.02, Late: 0.1, NoShow: 15},
}

// What a system pairs under any handicap and with any absences is written to a file, read back and paired again: every
// round is the same, is legal and has one pairing-allocated bye at most.
func TestEverySystemHandicapAndAbsenceIsPairedAgain(t *testing.T) {
	for _, sys := range pairing.Systems {
		t.Run(sys.Name, func(t *testing.T) {
			for _, scheme := range handicap.Schemes {
				notations := handicapOptions[scheme.Name]
				if notations == nil {
					notations = []string{scheme.Name}
				}
				for _, h := range notations {
					if pairing.Fits(sys.Name, h) != nil {
						continue
					}
					for name, sc := range absences {
						for _, n := range []int{16, 17} {
							sc.Players, sc.Rounds, sc.System, sc.Handicap = n, 7, sys.Name, h
							if sys.Schedule != nil {
								sc.Rounds = n - 1 + n%2
							}
							sc.Strength, sc.Model = "normal:2000:100", "rtg:0.30"
							pairedAgain(t, fmt.Sprintf("%s, %s, %d players", h, name, n), sc)
						}
					}
				}
			}
		})
	}
}

func pairedAgain(t *testing.T, what string, sc sim.Scenario) {
	t.Helper()
	r, err := sim.NewRunner(sc, nil)
	if err != nil {
		t.Fatal(what, err)
	}
	for rep := range uint64(2) {
		if _, err := r.Play(5, rep); err != nil {
			t.Fatal(what, err)
		}
		var b bytes.Buffer
		out := event.FromState("", r.Event.State)
		if row, err := pairing.Find(sc.System); err != nil {
			t.Fatal(err)
		} else if out.System = row.FileCode(); row.Legs == 2 {
			games := engine.Standard
			row.Setup(&games)
			out = out.InGames(games)
		}
		if _, err := trf.Write(&b, out, trf.TRF26); err != nil {
			t.Fatal(what, err)
		}
		e, _, err := trf.Read(&b, "x.trf")
		if err != nil {
			t.Fatal(what, err)
		}
		if e, err = e.Rounds(); err != nil {
			t.Fatal(what, err)
		}
		e.PlannedRounds = sc.Rounds
		s, err := e.State()
		if err != nil {
			t.Fatal(what, err)
		}
		p, err := pairing.New(sc.System)
		if err != nil {
			t.Fatal(err)
		}
		h, err := handicap.New(sc.Handicap)
		if err != nil {
			t.Fatal(err)
		}
		rounds, err := arbiter.CheckerOf(e, p, h, r.Event.State.Luck).Event(nil, s)
		if err != nil {
			t.Fatal(what, err)
		}
		if len(rounds) < min(4, sc.Rounds) {
			t.Errorf("%s, event %d: only %d rounds", what, rep, len(rounds))
		}
		for _, x := range rounds {
			if x.Differs() || len(x.Lots) > 0 {
				t.Fatalf("%s, event %d, round %d: %v in the file, %v paired again, colours %v, lots %v, %v",
					what, rep, x.Round, x.OnlyPlayed, x.OnlyPaired, x.Colors, x.Lots, x.Err)
			}
			oneBye(t, what, s, x)
		}
	}
}

func oneBye(t *testing.T, what string, s *engine.State, x check.Round) {
	byes := 0
	for _, o := range s.Outcomes(x.Round - 1) {
		if o == engine.ByePairing {
			byes++
		}
	}
	if byes > 1 {
		t.Fatalf("%s, round %d: %d pairing-allocated byes", what, x.Round, byes)
	}
}
