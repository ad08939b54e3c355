package forecast

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"crosstable/engine"
)

// four players, two of three rounds played; the last round is 1-2 and 3-4.
func running() *Question {
	s := new(engine.State)
	s.Reset(4)
	copy(s.Rating, []int32{2000, 2000, 2000, 2000})
	s.PlannedRounds = 3
	s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.WhiteWins},
		{White: 3, Black: 1, Result: engine.BlackWins}})
	s.Apply([]engine.Game{{White: 3, Black: 0, Result: engine.BlackWins},
		{White: 1, Black: 2, Result: engine.WhiteWins}})
	return &Question{State: s, Pairs: []engine.Game{{White: 0, Black: 1}, {White: 2, Black: 3}}, Rounds: 3,
		System: "monrad", Handicap: "none", Model: "rtg:0.30", Ranking: "lot", Replicates: 20000, Seed: 5, Jobs: 2}
}

// With equal strengths the game of the leaders is won, drawn and lost with .35, .30, .35; a draw leaves
// the lot to decide: each leader is first in half of the cases.
func TestChancesOfALastRound(t *testing.T) {
	q := running()
	f, err := q.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if f.Completed != 20000 {
		t.Fatalf("completed %d", f.Completed)
	}
	for p, want := range []float64{0.5, 0.5, 0, 0} {
		if c := f.Top(p, 1); math.Abs(c.Share-want) > 0.015 || c.Lo > c.Share || c.Hi < c.Share {
			t.Errorf("player %d is first with %+v, want %v", p, c, want)
		}
	}
	if c := float64(f.Shared[0]) / 20000; math.Abs(c-0.65) > 0.012 {
		t.Errorf("a share of the top score: %v, want .65", c)
	}
	if m, se := f.MeanScore(0); math.Abs(m-2.5) > 5*se || se > 0.01 {
		t.Errorf("mean score %v ± %v, want 2.5", m, se)
	}
	if f.Top(0, 2).Share != 1 || f.Top(2, 2).Share != 0 {
		t.Error("the leaders take the first two places whatever happens")
	}
}

func TestFixedResultIsTakenAsGiven(t *testing.T) {
	q := running()
	q.Fixes = []Fix{{Round: 3, White: 1, Black: 0, Result: engine.WhiteWins}} // colours as the user named them
	f, err := q.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if f.Top(1, 1).Share != 1 || f.MeanPlace(1) != 1 {
		t.Errorf("player 2 wins the last game and is first with %v", f.Top(1, 1))
	}
}

func TestSameAnswerForAnyJobs(t *testing.T) {
	q := running()
	q.Pairs, q.Rounds, q.Replicates = nil, 3, 500
	q.Jobs = 1
	a, err := q.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	q.Jobs = 7
	b, err := q.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a, b) {
		t.Error("the forecast depends on the number of jobs")
	}
}

func TestFinishedEventIsCertain(t *testing.T) {
	q := running()
	q.Pairs, q.Rounds, q.Replicates = nil, 2, 10
	f, err := q.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if f.Top(0, 2).Share != 1 || f.Top(3, 2).Share != 0 {
		t.Errorf("places %v", f.Place)
	}
}

func TestImpossibleQuestions(t *testing.T) {
	for want, change := range map[string]func(q *Question){
		"rounds: 2 have been played": func(q *Question) { q.Rounds = 1 },
		"replicates":                 func(q *Question) { q.Replicates = 0 },
		"sigma":                      func(q *Question) { q.Sigma = -1 },
		"fix of round 2":             func(q *Question) { q.Fixes = []Fix{{Round: 2}} },
		"system":                     func(q *Question) { q.System = "nosuch" },
		"ranking":                    func(q *Question) { q.Ranking = "nosuch" },
	} {
		q := running()
		change(q)
		if _, err := q.Run(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
