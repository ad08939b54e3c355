// Package sim plays tournaments: a Runner draws a field, lets a pairing system pair it round by round, draws the
// results from a model and hands the finished event to the metrics. What is random is keyed by
// content (engine.Luck), never taken from a stream, so that two scenarios that pair the same two
// players see the same result and nothing depends on workers or order.
//
// The packages below: model (who wins, how strong), metric (what is measured), study (grids of scenarios,
// statistics, checkpoints, shards, files).
package sim

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"crosstable/engine"
	"crosstable/engine/handicap"
	"crosstable/engine/pairing"
	"crosstable/sim/metric"
	"crosstable/sim/model"
)

// Scenario is everything that decides a tournament besides luck and the ranking rule. Names are the
// notations of the tables ("jca", "ab:share=0.5", "rtg:0.30", "normal:2000:200").
type Scenario struct {
	Players  int
	Rounds   int
	System   string
	Handicap string
	Strength string
	Noise    float64 // standard deviation of published rating minus strength, rating points
	Model    string
	// NoShow: each side of a game stays away with probability 1 - sqrt(1 - 1/NoShow); 0 = never.
	NoShow float64
	// Withdraw: probability that a player leaves for good after a round.
	Withdraw float64
	// Byes: probability that a player asks for a half-point bye in a round.
	Byes float64
	// Late: probability that a player arrives only for round 2, with a zero-point bye in round 1.
	Late float64
	// Misplaced moves the truly strongest to this pairing number (1-based); 0 leaves him.
	Misplaced int
	// Gambit is the number of first rounds that the truly strongest loses on purpose (the Swiss gambit).
	Gambit int
}

// Keys of luck, so that no two uses share a number.
const (
	luckField uint64 = iota + 101
	luckNoise
	luckGame
	luckNoShow
	luckWithdraw
	luckBye
	luckEvent
	luckFirst
	luckLate
	luckNumber
	luckSecond // the second game of a match
)

// Runner plays the events of one scenario. It owns all scratch and serves one goroutine.
type Runner struct {
	Scenario Scenario
	Event    metric.Event

	state   engine.State
	rounds  Rounds
	luck    engine.Luck // of the event being played
	model   model.Model
	law     model.Law
	noShow  float64
	legs    int       // games of a pairing
	lots    bool      // numbers are drawn by lot
	drawn   []float64 // true strengths by slot, then by rank
	order   []seat
	byTruth []float64 // strength by true rank
	run     []int
}

// seat is a player on his way to a pairing number.
type seat struct {
	published float64
	rank      int32 // true rank
}

// NewRunner prepares a scenario; law overrides the scenario's strength notation when it is not nil
// (a field from a rating list). The error names the factor that is wrong.
func NewRunner(sc Scenario, law model.Law) (*Runner, error) {
	r := &Runner{Scenario: sc, law: law}
	var err error
	if sc.Players < 2 {
		return nil, fmt.Errorf("players: %d is too few; a tournament needs at least 2", sc.Players)
	}
	if sc.Rounds < 1 {
		return nil, fmt.Errorf("rounds: %d is too few; a tournament needs at least 1", sc.Rounds)
	}
	if r.rounds.Pairer, err = pairing.New(sc.System); err != nil {
		return nil, fmt.Errorf("system: %w", err)
	}
	if row, err := pairing.Find(sc.System); err == nil {
		r.lots = row.LotNumbers
	}
	if r.rounds.Scheme, err = handicap.New(sc.Handicap); err != nil {
		return nil, fmt.Errorf("handicap: %w", err)
	}
	if err = pairing.Fits(sc.System, sc.Handicap); err != nil {
		return nil, fmt.Errorf("handicap: %w", err)
	}
	if r.model, err = model.New(sc.Model); err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	if r.law == nil {
		if r.law, err = model.NewLaw(sc.Strength); err != nil {
			return nil, fmt.Errorf("strength: %w", err)
		}
	}
	for _, f := range []struct {
		name string
		v    float64
		bad  bool
	}{
		{"rating-noise", sc.Noise, sc.Noise < 0},
		{"no-shows", sc.NoShow, sc.NoShow != 0 && sc.NoShow < 1},
		{"withdrawals", sc.Withdraw, sc.Withdraw < 0 || sc.Withdraw >= 1},
		{"late", sc.Late, sc.Late < 0 || sc.Late >= 1},
		{"byes", sc.Byes, sc.Byes < 0 || sc.Byes >= 1},
		{"misplaced", float64(sc.Misplaced), sc.Misplaced < 0 || sc.Misplaced > sc.Players},
		{"gambit", float64(sc.Gambit), sc.Gambit < 0 || sc.Gambit > sc.Rounds},
	} {
		if f.bad {
			return nil, fmt.Errorf("%s: %g is out of range", f.name, f.v)
		}
	}
	if sc.NoShow > 0 {
		r.noShow = absentChance(sc.NoShow)
	}
	r.rounds.System = sc.System
	if row, err := pairing.Find(sc.System); err == nil && row.Legs == 2 {
		r.legs = 2
		games := engine.Standard
		row.Setup(&games)
		r.state.Points, _ = games.Matches()
	}
	r.rounds.Enter, r.rounds.Results, r.rounds.Closed = r.absences, r.results, r.closed
	n := sc.Players
	r.drawn = make([]float64, n)
	r.byTruth = make([]float64, n)
	r.order = make([]seat, n)
	r.run = make([]int, n)
	e := &r.Event
	e.State = &r.state
	e.TrueRank = make([]int32, n)
	e.Strength = make([]float64, n)
	e.Order = make([]engine.Player, n)
	e.Tied = make([]bool, n)
	e.RoundGames = make([]int, sc.Rounds)
	e.RoundGap = make([]float64, sc.Rounds)
	e.FloatRun = make([]int, n)
	return r, nil
}

// Play plays replicate rep of the seed. completed is false when a round had no legal pairing; the
// event then stands as it was before that round. Other errors are faults of the pairer.
func (r *Runner) Play(seed, rep uint64) (completed bool, err error) {
	r.luck = engine.NewLuck(seed).With(rep)
	r.field(r.luck)
	relaxed := pairing.Relaxed(r.rounds.Pairer)
	if completed, err = r.rounds.Play(&r.state, r.Scenario.Rounds); completed {
		r.Event.Relaxed = pairing.Relaxed(r.rounds.Pairer) - relaxed
		r.Event.Played()
	}
	return completed, err
}

// closed keeps the runs of rounds in which a player floated.
func (r *Runner) closed(s *engine.State) {
	for p := range r.Event.FloatRun {
		if s.FloatAt(engine.Player(p), 1) == 0 {
			r.run[p] = 0
			continue
		}
		r.run[p]++
		r.Event.FloatRun[p] = max(r.Event.FloatRun[p], r.run[p])
	}
}

// field draws the strengths, ranks them, publishes ratings with noise and numbers the players.
func (r *Runner) field(luck engine.Luck) {
	sc, e := &r.Scenario, &r.Event
	n := sc.Players
	r.law.Draw(r.drawn, luck.With(luckField))
	copy(r.byTruth, r.drawn)
	slices.SortFunc(r.byTruth, descending)
	noise := luck.With(luckNoise)
	for t := range n {
		p := r.byTruth[t]
		if sc.Noise > 0 {
			p += sc.Noise * model.Normal(noise.With(uint64(t)))
		}
		r.order[t] = seat{p, int32(t)}
	}
	if sc.Noise > 0 {
		slices.SortFunc(r.order, func(a, b seat) int {
			if a.published != b.published {
				return descending(a.published, b.published)
			}
			return int(a.rank - b.rank)
		})
	}
	if r.lots {
		lot := luck.With(luckNumber)
		slices.SortFunc(r.order, func(a, b seat) int {
			return cmp.Compare(lot.With(uint64(a.rank)).Uint64(), lot.With(uint64(b.rank)).Uint64())
		})
	}
	if sc.Misplaced > 0 {
		r.misplace(sc.Misplaced - 1)
	}
	s := &r.state
	s.Reset(n)
	s.PlannedRounds = sc.Rounds
	s.Luck = luck.With(luckEvent)
	s.FirstColor = engine.White
	if luck.With(luckFirst).Coin() {
		s.FirstColor = engine.Black
	}
	for p, seat := range r.order {
		e.TrueRank[p] = seat.rank
		e.Strength[p] = r.byTruth[seat.rank]
		s.Rating[p] = int32(max(1, seat.published+0.5))
	}
	e.Games, e.Floats, e.Draws, e.WhiteHalf, e.GapSum = 0, 0, 0, 0, 0
	clear(e.RoundGames)
	clear(e.RoundGap)
	clear(e.FloatRun)
	clear(r.run)
}

// misplace gives the truly strongest the number at, with the published rating of that place.
func (r *Runner) misplace(at int) {
	from := slices.IndexFunc(r.order, func(s seat) bool { return s.rank == 0 })
	ratingAt := r.order[at].published
	star := r.order[from]
	r.order = slices.Insert(slices.Delete(r.order, from, from+1), at, star)
	r.order[at].published = ratingAt
}

func descending(a, b float64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

// absences draws who is away in the coming round.
func (r *Runner) absences(s *engine.State) error {
	sc, e, luck := &r.Scenario, &r.Event, r.luck
	round := uint64(s.Round())
	if sc.Withdraw > 0 && s.Rounds() > 0 {
		l := luck.With(luckWithdraw).With(round)
		for p := range s.Gone {
			if l.With(uint64(e.TrueRank[p])).Float64() < sc.Withdraw {
				s.Gone[p] = true
			}
		}
	}
	if sc.Late > 0 && s.Rounds() == 0 {
		l := luck.With(luckLate)
		for p := range s.Away {
			if l.With(uint64(e.TrueRank[p])).Float64() < sc.Late {
				s.Away[p] = engine.ByeZero
			}
		}
	}
	if sc.Byes > 0 {
		l := luck.With(luckBye).With(round)
		for p, away := range s.Away {
			if away == engine.None && !s.Gone[p] && l.With(uint64(e.TrueRank[p])).Float64() < sc.Byes {
				s.Away[p] = engine.ByeHalf
			}
		}
	}
	return nil
}

// results draws the results of the round's games and counts what metrics want to know of them.
func (r *Runner) results(s *engine.State, games []engine.Game) {
	e, luck := &r.Event, r.luck
	at := s.Rounds()
	lots := luck.With(luckGame)
	for i := range games {
		g := &games[i]
		if g.Black == engine.NoPlayer {
			continue
		}
		w, b := e.TrueRank[g.White], e.TrueRank[g.Black]
		if r.noShow > 0 {
			l := luck.With(luckNoShow).With(uint64(at))
			wAway := l.With(uint64(w)).Float64() < r.noShow
			bAway := l.With(uint64(b)).Float64() < r.noShow
			switch {
			case wAway && bAway:
				g.Result = engine.DoubleForfeit
			case wAway:
				g.Result = engine.WhiteForfeits
			case bAway:
				g.Result = engine.BlackForfeits
			}
			if wAway || bAway {
				continue
			}
		}
		lo, hi := min(w, b), max(w, b)
		l := lots.With(uint64(lo)<<32 | uint64(hi))
		if meeting := meetings(s, g.White, g.Black); meeting > 0 {
			l = l.With(meeting)
		}
		g.Result = r.game(s, g.White, g.Black, l)
		if r.legs == 2 {
			g.Result = engine.MatchResult(g.Result, r.game(s, g.Black, g.White, l.With(luckSecond)))
		}
	}
}

// game draws the result of one game and counts it.
func (r *Runner) game(s *engine.State, white, black engine.Player, l engine.Luck) (result engine.Result) {
	e, at := &r.Event, s.Rounds()
	w, b := e.TrueRank[white], e.TrueRank[black]
	switch {
	case r.Scenario.Gambit > at && w == 0:
		result = engine.BlackWins
	case r.Scenario.Gambit > at && b == 0:
		result = engine.WhiteWins
	default:
		result = model.Play(r.model, l.Float64(), e.Strength[white], e.Strength[black], w < b)
	}
	gap := e.Strength[white] - e.Strength[black]
	gap = max(gap, -gap)
	e.Games++
	e.GapSum += gap
	e.RoundGames[at]++
	e.RoundGap[at] += gap
	if s.Score[white] != s.Score[black] {
		e.Floats++
	}
	switch result {
	case engine.Draw:
		e.Draws++
		e.WhiteHalf++
	case engine.WhiteWins:
		e.WhiteHalf += 2
	}
	return result
}

// meetings counts earlier games of the two; all but double round robins have none.
func meetings(s *engine.State, a, b engine.Player) (k uint64) {
	if !s.Banned(a, b) {
		return 0
	}
	for r := range s.Rounds() {
		if s.Opponent(r, a) == b && s.OutcomeAt(r, a).Played() {
			k++
		}
	}
	return k
}

// absentChance is the chance that one side of a game stays away when one game in rate is forfeited:
// 1 - sqrt(1 - 1/rate).
func absentChance(rate float64) float64 { return 1 - math.Sqrt(1-1/rate) }
