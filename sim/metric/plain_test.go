package metric_test

import (
	"math"
	"testing"

	"crosstable/engine"
	"crosstable/sim"
	"crosstable/sim/metric"
)

// plain is the second, slow version of every metric, straight from its definition.
var plain = map[string]func(e *metric.Event) float64{
	"strongest_sole_first": func(e *metric.Event) float64 {
		s := best(e)
		for p, v := range e.State.Score {
			if e.TrueRank[p] != 0 && v >= e.State.Score[s] {
				return 0
			}
		}
		return 1
	},
	"strongest_shares_first": func(e *metric.Event) float64 {
		for _, v := range e.State.Score {
			if v > e.State.Score[best(e)] {
				return 0
			}
		}
		return 1
	},
	"strongest_first":     func(e *metric.Event) float64 { return one(place(e, best(e)) == 1) },
	"strongest_mean_rank": func(e *metric.Event) float64 { return float64(place(e, best(e))) },
	"kendall_tau_score": func(e *metric.Event) float64 {
		c, d, _ := concordance(e, func(a, b int) int { return int(e.State.Score[a] - e.State.Score[b]) })
		return (c - d) / all(e)
	},
	"kendall_tau": func(e *metric.Event) float64 {
		c, d, _ := concordance(e, func(a, b int) int { return byRanking(e, a, b) })
		return (c - d) / all(e)
	},
	"kendall_tau_b": func(e *metric.Event) float64 {
		c, d, t := concordance(e, func(a, b int) int { return byRanking(e, a, b) })
		if t == all(e) {
			return 0
		}
		return (c - d) / math.Sqrt((c+d)*(c+d+t))
	},
	"top2_set":        func(e *metric.Event) float64 { return one(common(e, 2) == 2) },
	"top4_hits":       func(e *metric.Event) float64 { return float64(common(e, 4)) },
	"top4_set":        func(e *metric.Event) float64 { return one(common(e, 4) == min(4, e.State.N())) },
	"top8_hits":       func(e *metric.Event) float64 { return float64(common(e, 8)) },
	"tied_first":      func(e *metric.Event) float64 { return float64(len(leaders(e))) },
	"sole_first":      func(e *metric.Event) float64 { return one(len(leaders(e)) == 1) },
	"winner_resolved": func(e *metric.Event) float64 { return one(resolved(e)) },
	"winner_true_rank": func(e *metric.Event) float64 {
		return float64(e.TrueRank[e.Order[0]]) + 1
	},
	"winner_strength_loss": func(e *metric.Event) float64 {
		top := math.Inf(-1)
		for _, s := range e.Strength {
			top = max(top, s)
		}
		return top - e.Strength[e.Order[0]]
	},
	"color_imbalance_mean": func(e *metric.Event) float64 {
		sum := 0.0
		for p := range e.State.N() {
			sum += math.Abs(imbalance(e, p))
		}
		return sum / float64(e.State.N())
	},
	"more_than_one_apart": func(e *metric.Event) float64 {
		k := 0.0
		for p := range e.State.N() {
			d := 0
			for r := range e.State.Rounds() {
				if e.State.OutcomeAt(r, engine.Player(p)).Played() {
					d += map[engine.Color]int{engine.White: 1, engine.Black: -1}[e.State.ColorAt(r, engine.Player(p))]
				}
			}
			if d < -1 || d > 1 {
				k++
			}
		}
		return k / float64(e.State.N())
	},
	"color_imbalance_max": func(e *metric.Event) float64 {
		most := 0.0
		for p := range e.State.N() {
			most = max(most, math.Abs(imbalance(e, p)))
		}
		return most
	},
	"float_share": func(e *metric.Event) float64 {
		k, n := 0.0, 0.0
		games(e, func(r int, w, b engine.Player) {
			n++
			k += one(scoreBefore(e, r, w) != scoreBefore(e, r, b))
		})
		return share(k, n)
	},
	"strength_gap": func(e *metric.Event) float64 {
		k, n := 0.0, 0.0
		games(e, func(_ int, w, b engine.Player) { n++; k += math.Abs(e.Strength[w] - e.Strength[b]) })
		return share(k, n)
	},
	"draw_share": func(e *metric.Event) float64 {
		k, n := 0.0, 0.0
		games(e, func(r int, w, _ engine.Player) { n++; k += one(e.State.OutcomeAt(r, w) == engine.Drawn) })
		return share(k, n)
	},
	"white_score": func(e *metric.Event) float64 {
		k, n := 0.0, 0.0
		games(e, func(r int, w, _ engine.Player) {
			n++
			switch e.State.OutcomeAt(r, w) {
			case engine.Win:
				k++
			case engine.Drawn:
				k += 0.5
			}
		})
		return share(k, n)
	},
	"distinct_scores": func(e *metric.Event) float64 {
		set := map[engine.Points]bool{}
		for _, s := range e.State.Score {
			set[s] = true
		}
		return float64(len(set))
	},
	// No system of these tests drops rules; sim/relaxed_test.go has one that does.
	"relaxed_rounds": func(*metric.Event) float64 { return 0 },
	"max_floats": func(e *metric.Event) float64 {
		most := 0
		for p := range e.State.N() {
			most = max(most, floats(e, p))
		}
		return float64(most)
	},
	"more_than_two_floats": func(e *metric.Event) float64 {
		k := 0.0
		for p := range e.State.N() {
			k += one(floats(e, p) > 2)
		}
		return k / float64(e.State.N())
	},
	"extra_white_points": func(e *metric.Event) float64 {
		var sum, n [2]float64
		for p := range e.State.N() {
			if d := imbalance(e, p); d != 0 {
				i := int(one(d < 0))
				sum[i] += float64(e.State.Score[p]) / 2
				n[i]++
			}
		}
		if n[0]*n[1] == 0 {
			return 0
		}
		return sum[0]/n[0] - sum[1]/n[1]
	},
	"place_error_mean": func(e *metric.Event) float64 {
		sum := 0.0
		for p := range e.State.N() {
			sum += math.Abs(float64(place(e, p)-1) - float64(e.TrueRank[p]))
		}
		return sum / float64(e.State.N())
	},
	"qualify_one_in_8": func(e *metric.Event) float64 {
		k := e.State.N() / 8
		if k == 0 {
			return 0
		}
		return float64(common(e, k)) / float64(k)
	},
	"interest": func(e *metric.Event) float64 {
		n := e.State.N()
		entropy := 0.0
		for p := range n {
			count := map[engine.Outcome]float64{}
			total := 0.0
			for r := range e.State.Rounds() {
				if o := e.State.OutcomeAt(r, engine.Player(p)); o.Played() {
					count[o]++
					total++
				}
			}
			for _, o := range []engine.Outcome{engine.Win, engine.Drawn, engine.Loss} {
				if c := count[o]; c > 0 {
					entropy += c / total * math.Log2(total/c)
				}
			}
		}
		diff, sum := 0.0, 0.0
		for _, a := range e.State.Score {
			sum += float64(a)
			for _, b := range e.State.Score {
				diff += math.Abs(float64(a - b))
			}
		}
		gini := 0.0
		if sum > 0 {
			gini = diff / (2 * float64(n) * sum)
		}
		return entropy / float64(n) * (1 - gini)
	},
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func share(k, n float64) float64 {
	if n == 0 {
		return 0
	}
	return k / n
}

func all(e *metric.Event) float64 { n := float64(e.State.N()); return n * (n - 1) / 2 }

func best(e *metric.Event) int {
	for p, t := range e.TrueRank {
		if t == 0 {
			return p
		}
	}
	return -1
}

func place(e *metric.Event, p int) int {
	for i, q := range e.Order {
		if int(q) == p {
			return i + 1
		}
	}
	return -1
}

// concordance counts pairs: order(a, b) > 0 means a is placed better.
func concordance(e *metric.Event, order func(a, b int) int) (c, d, t float64) {
	for a := range e.State.N() {
		for b := range a {
			o := order(a, b)
			switch {
			case o == 0:
				t++
			case (o > 0) == (e.TrueRank[a] < e.TrueRank[b]):
				c++
			default:
				d++
			}
		}
	}
	return c, d, t
}

// byRanking: 0 when every place between the two is tied.
func byRanking(e *metric.Event, a, b int) int {
	pa, pb := place(e, a)-1, place(e, b)-1
	tied := true
	for i := min(pa, pb) + 1; i <= max(pa, pb); i++ {
		tied = tied && e.Tied[i]
	}
	if tied {
		return 0
	}
	return pb - pa
}

func common(e *metric.Event, k int) int {
	c := 0
	for p := range e.State.N() {
		if place(e, p) <= k && int(e.TrueRank[p]) < k {
			c++
		}
	}
	return c
}

func leaders(e *metric.Event) (out []int) {
	for p, v := range e.State.Score {
		lead := true
		for _, w := range e.State.Score {
			lead = lead && w <= v
		}
		if lead {
			out = append(out, p)
		}
	}
	return out
}

func resolved(e *metric.Event) bool {
	top := leaders(e)
	if len(top) == 1 {
		return false
	}
	for _, p := range top {
		beats := 0
		for _, q := range top {
			for r := range e.State.Rounds() {
				if e.State.Opponent(r, engine.Player(p)) == engine.Player(q) &&
					e.State.OutcomeAt(r, engine.Player(p)) == engine.Win {
					beats++
					break
				}
			}
		}
		if beats == len(top)-1 {
			return true
		}
	}
	return false
}

func imbalance(e *metric.Event, p int) (d float64) {
	for r := range e.State.Rounds() {
		if e.State.OutcomeAt(r, engine.Player(p)).Played() {
			if e.State.ColorAt(r, engine.Player(p)) == engine.White {
				d++
			} else {
				d--
			}
		}
	}
	return d
}

func games(e *metric.Event, f func(r int, w, b engine.Player)) {
	for r := range e.State.Rounds() {
		for p := range e.State.N() {
			w := engine.Player(p)
			if e.State.OutcomeAt(r, w).Played() && e.State.ColorAt(r, w) == engine.White {
				f(r, w, e.State.Opponent(r, w))
			}
		}
	}
}

func scoreBefore(e *metric.Event, r int, p engine.Player) (s engine.Points) {
	for k := range r {
		s += e.State.PointsAt(k, p)
	}
	return s
}

// floats counts rounds against another score and rounds without a game that scored.
func floats(e *metric.Event, p int) (k int) {
	for r := range e.State.Rounds() {
		q := engine.Player(p)
		switch {
		case e.State.OutcomeAt(r, q).Played():
			k += int(one(scoreBefore(e, r, q) != scoreBefore(e, r, e.State.Opponent(r, q))))
		case e.State.PointsAt(r, q) > 0:
			k++
		}
	}
	return k
}

// Every metric of the table equals its plain version on events of all kinds: odd fields, draws, noise,
// no-shows, withdrawals and byes.
func TestMetricsEqualTheirDefinitions(t *testing.T) {
	for _, sc := range []sim.Scenario{
		{Players: 8, Rounds: 3, System: "monrad", Handicap: "none", Strength: "normal", Model: "rtg"},
		{Players: 9, Rounds: 5, System: "random", Handicap: "none", Strength: "normal", Model: "elo", Noise: 150},
		{Players: 33, Rounds: 7, System: "monrad", Handicap: "none", Strength: "uniform", Model: "milvang", NoShow: 5,
			Withdraw: 0.05, Byes: 0.1, Late: 0.1},
		{Players: 60, Rounds: 5, System: "adjacent", Handicap: "none", Strength: "grid", Model: "coin"},
		{Players: 4, Rounds: 3, System: "monrad", Handicap: "none", Strength: "grid:2000:0", Model: "rtg:1"},
	} {
		r, err := sim.NewRunner(sc, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range []string{"lot", "BH,SB,lot"} {
			rank, err := sim.NewRanking(rule)
			if err != nil {
				t.Fatal(err)
			}
			done := 0
			for rep := range uint64(60) {
				ok, err := r.Play(3, rep)
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					continue
				}
				done++
				rank.Rank(&r.Event, engine.NewLuck(rep))
				r.Event.Ranked()
				for _, m := range metric.Metrics {
					f, ok := plain[m.Name]
					if !ok {
						t.Fatalf("metric %s has no plain version in this test", m.Name)
					}
					got, want := m.Value(&r.Event), f(&r.Event)
					if math.Abs(got-want) > 1e-9 {
						t.Fatalf("%+v, rule %s, replicate %d: %s is %v, its definition gives %v", sc, rule, rep, m.Name,
							got, want)
					}
				}
			}
			if done == 0 {
				t.Errorf("%+v: no event completed", sc)
			}
		}
	}
}

func TestPlayAllocatesNothingAfterWarmUp(t *testing.T) {
	r, err := sim.NewRunner(sim.Scenario{Players: 32, Rounds: 7, System: "monrad", Handicap: "none", Strength: "normal",
		Model: "rtg"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rank, err := sim.NewRanking("BH/C1,BH,SB,lot")
	if err != nil {
		t.Fatal(err)
	}
	rep := uint64(0)
	sum := 0.0
	play := func() {
		rep++
		if ok, err := r.Play(1, rep); err != nil || !ok {
			t.Fatal(ok, err)
		}
		rank.Rank(&r.Event, engine.NewLuck(rep))
		r.Event.Ranked()
		for i := range metric.Metrics {
			sum += metric.Metrics[i].Value(&r.Event)
		}
	}
	for range 50 {
		play()
	}
	if n := testing.AllocsPerRun(200, play); n > 0 {
		t.Errorf("%v allocations an event", n)
	}
}
