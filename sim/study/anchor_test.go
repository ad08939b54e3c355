package study

import (
	"math"
	"os"
	"testing"
)

// Anchors: figures measured with an independent harness around another Dutch engine. A figure agrees
// when it lies within three standard errors of the difference of both.

func anchorReplicates(full int) int {
	if os.Getenv("CROSSTABLE_LONG") != "" {
		return full
	}
	return full / 4
}

func anchorStudy(t *testing.T, replicates int, factors ...[2]string) *Totals {
	t.Helper()
	s := New()
	s.Replicates, s.Seed = replicates, 20261130
	for _, f := range factors {
		if err := s.Set(f[0], f[1]); err != nil {
			t.Fatal(err)
		}
	}
	return run(t, s, RunOptions{Jobs: 2})
}

func agree(t *testing.T, what string, got, gotSE, want, wantSE float64) {
	t.Helper()
	if d := math.Abs(got - want); d > 3*math.Hypot(gotSE, wantSE) {
		t.Errorf("%s: %.5f ± %.5f, measured independently %.5f ± %.5f", what, got, gotSE, want, wantSE)
	}
}

// A: 32 players, normal strengths seeded truly, rtg:0.30, FIDE Dutch.
func TestAnchorADutchEvents(t *testing.T) {
	tt := anchorStudy(t, anchorReplicates(4000), [2]string{"system", "dutch"}, [2]string{"rounds", "5,7"})
	for _, c := range []struct {
		metric string
		mean   [2]float64
		se     [2]float64
	}{
		{"strongest_sole_first", [2]float64{.334, .392}, [2]float64{.007, .008}},
		{"strongest_shares_first", [2]float64{.521, .559}, [2]float64{.008, .008}},
		{"strongest_first", [2]float64{.426, .483}, [2]float64{.008, .008}},
		{"kendall_tau_score", [2]float64{.61614, .64047}, [2]float64{.00094, .00089}},
		{"kendall_tau", [2]float64{.65737, .68101}, [2]float64{.00099, .00093}},
		{"top4_hits", [2]float64{2.380, 2.520}, [2]float64{.013, .012}},
		{"top4_set", [2]float64{.058, .081}, [2]float64{.004, .004}},
		{"tied_first", [2]float64{1.505, 1.346}, [2]float64{.015, .011}},
		{"float_share", [2]float64{.12453, .18337}, [2]float64{.00044, .00043}},
	} {
		m, err := metricIndex(c.metric)
		if err != nil {
			t.Fatal(err)
		}
		for k := range c.mean {
			e := estimate(m, tt.Metrics[k][m])
			agree(t, c.metric, e.Mean, e.SE, c.mean[k], c.se[k])
		}
	}
}

// B: the coin model of published croquet tables (single winner = alone on top, or one who has beaten all who share the
// top), measured again with Dutch pairing.
func TestAnchorBSingleWinners(t *testing.T) {
	for _, c := range []struct {
		players, rounds string
		sole, resolved  float64 // resolved < 0: only the sum is known
	}{{"20", "7", .635, .241}, {"32", "7", .669, -1}, {"32", "10", .917, -1}} {
		tt := anchorStudy(t, anchorReplicates(4000), [2]string{"system", "dutch"}, [2]string{"model", "coin"},
			[2]string{"players", c.players}, [2]string{"rounds", c.rounds})
		sole, _ := metricIndex("sole_first")
		res, _ := metricIndex("winner_resolved")
		a, b := estimate(sole, tt.Metrics[0][sole]), estimate(res, tt.Metrics[0][res])
		if c.resolved < 0 {
			sum := a.Mean + b.Mean
			agree(t, "single winner n="+c.players+" R="+c.rounds, sum, math.Sqrt(sum*(1-sum)/float64(a.N)), c.sole,
				.012)
			continue
		}
		agree(t, "alone on top n="+c.players, a.Mean, a.SE, c.sole, .012)
		agree(t, "resolved n="+c.players, b.Mean, b.SE, c.resolved, .012)
	}
}

// C: paired differences of Baku acceleration from plain Dutch, 7 rounds.
func TestAnchorCBakuAgainstPlain(t *testing.T) {
	tt := anchorStudy(t, anchorReplicates(4000), [2]string{"system", "dutch"}, [2]string{"handicap", "none,baku"})
	for _, c := range []struct {
		metric   string
		mean, se float64
	}{{"kendall_tau", -.022, .002}, {"strength_gap", -8.5, .2}, {"strongest_shares_first", .006, .011}} {
		m, _ := metricIndex(c.metric)
		e := differenceEstimate(m, tt.Differences[0][m])
		agree(t, c.metric, e.Mean, e.SE, c.mean, c.se)
	}
}
