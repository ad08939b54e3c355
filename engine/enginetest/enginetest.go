// Package enginetest makes random tournaments for tests: legal events (nobody plays the same opponent
// twice unless asked for) with every kind of outcome, built through engine.State alone.
//
// The source of choices is a function pick(n) that gives 0..n-1, so that one generator serves rapid
// (Draw, which shrinks), a seeded run (Pick) and fuzzing (Bytes). Only tests import this package.
package enginetest

import (
	"pgregory.net/rapid"

	"crosstable/engine"
)

// Options bound the events that Random makes. The zero value gives 2 to 16 players and 1 to 8 rounds
// with byes, forfeits, late entries and withdrawals.
type Options struct {
	Players, MaxPlayers int  // fixed number, or upper bound (0: 16)
	Rounds, MaxRounds   int  // fixed number, or upper bound (0: 8)
	AllPlay             bool // only games over the board; an odd field has one pairing-allocated bye
	Rematches           bool // opponents may meet again
	Points              bool // point systems other than 1-1/2-0 too
	Unrated             bool // some ratings are 0
	Open                bool // Pending and Unfinished games too
}

// Random makes an event. Ratings fall with the index, with equal ones among them; groups are 0..3.
func Random(pick func(n int) int, o Options) *engine.State {
	n, rounds := o.Players, o.Rounds
	if n == 0 {
		n = 2 + pick(max(1, orElse(o.MaxPlayers, 16)-1))
	}
	if rounds == 0 {
		rounds = 1 + pick(orElse(o.MaxRounds, 8))
	}
	s := &engine.State{Points: engine.Standard, Luck: engine.NewLuck(uint64(pick(1 << 20)))}
	if o.Points {
		s.Points = randomPoints(pick)
	}
	s.PlannedRounds = rounds
	s.Reset(n)
	r := int32(2400)
	for p := range n {
		r -= int32(pick(4) * 10)
		s.Rating[p] = r
		if o.Unrated && pick(6) == 0 {
			s.Rating[p] = 0
		}
		s.Group[p] = int32(pick(4))
	}
	late := make([]int, n)
	if !o.AllPlay {
		for p := range n {
			if pick(8) == 0 {
				late[p] = pick(rounds)
			}
		}
	}
	var games []engine.Game
	for round := range rounds {
		games = pairRandomly(games[:0], pick, s, round, late, o)
		play(s, games, late, round)
	}
	return s
}

// pairRandomly appends random games of the coming round with their results: a random maximal pairing of the
// players present, byes and absences of all kinds.
func pairRandomly(dst []engine.Game, pick func(int) int, s *engine.State, round int, late []int,
	o Options) []engine.Game {
	n := s.N()
	var free []engine.Player
	for p := range n {
		q := engine.Player(p)
		switch {
		case s.Gone[p] || late[p] > round:
		case o.AllPlay:
			free = append(free, q)
		case pick(20) == 0:
			s.Gone[p] = true
		case pick(8) == 0:
			bye := []engine.Result{engine.HalfBye, engine.ZeroBye, engine.FullBye, engine.PairingBye}[pick(4)]
			dst = append(dst, engine.Game{White: q, Black: engine.NoPlayer, Result: bye})
		default:
			free = append(free, q)
		}
	}
	for i := range free {
		j := i + pick(len(free)-i)
		free[i], free[j] = free[j], free[i]
	}
	for len(free) > 1 {
		a := free[0]
		free = free[1:]
		found := false
		for i, b := range free {
			if !o.Rematches && s.Banned(a, b) {
				continue
			}
			free = append(free[:i], free[i+1:]...)
			if pick(2) == 1 {
				a, b = b, a
			}
			dst = append(dst, engine.Game{White: a, Black: b, Result: result(pick, o)})
			found = true
			break
		}
		if !found {
			dst = append(dst, engine.Game{White: a, Black: engine.NoPlayer, Result: engine.PairingBye})
		}
	}
	for _, a := range free {
		dst = append(dst, engine.Game{White: a, Black: engine.NoPlayer, Result: engine.PairingBye})
	}
	return dst
}

func result(pick func(int) int, o Options) engine.Result {
	k := pick(20)
	switch {
	case k < 6:
		return engine.WhiteWins
	case k < 10:
		return engine.BlackWins
	case k < 14 || o.AllPlay:
		return engine.Draw
	case k == 14 && o.Open:
		return []engine.Result{engine.NoResult, engine.Adjourned}[pick(2)]
	case k < 17:
		return []engine.Result{engine.WhiteForfeits, engine.BlackForfeits, engine.DoubleForfeit}[pick(3)]
	}
	return []engine.Result{engine.ShortWhiteWins, engine.ShortDraw, engine.ShortBlackWins}[pick(3)]
}

// play enters the round player by player, so that late players have no entry at all and withdrawn
// ones a zero-point bye.
func play(s *engine.State, games []engine.Game, late []int, round int) {
	s.BeginRound()
	for p := range s.N() {
		if s.Gone[p] && late[p] <= round {
			s.Enter(engine.Player(p), engine.NoPlayer, engine.NoColor, engine.ByeZero)
		}
	}
	for _, g := range games {
		w, b := g.Result.Outcomes()
		if g.Black == engine.NoPlayer {
			s.Enter(g.White, engine.NoPlayer, engine.NoColor, w)
			continue
		}
		s.Enter(g.White, g.Black, engine.White, w)
		s.Enter(g.Black, g.White, engine.Black, b)
	}
	s.CloseRound()
}

func randomPoints(pick func(int) int) engine.PointSystem {
	ps := []engine.PointSystem{
		engine.Standard, engine.NewPointSystem(4, 2, 0), engine.NewPointSystem(6, 2, 0),
		engine.NewPointSystem(6, 4, 2), engine.NewPointSystem(2, 1, 0), bySide(),
	}[pick(6)]
	if pick(3) == 0 {
		ps.Set(engine.ByePairing, ps.Draw())
	}
	return ps
}

// bySide is a system of xiangqi: a win 3, a draw 2 moving second and 1 moving first.
func bySide() engine.PointSystem {
	ps := engine.NewPointSystem(6, 2, 0)
	ps.Value[engine.Drawn][engine.Black] = 4
	ps.Value[engine.ShortDrawn][engine.Black] = 4
	return ps
}

func orElse(n, def int) int {
	if n == 0 {
		return def
	}
	return n
}

// Draw makes a random event from rapid's choices.
func Draw(t *rapid.T, o Options) *engine.State { return Random(Picker(t), o) }

// Picker is pick on top of rapid.
func Picker(t *rapid.T) func(int) int {
	return func(n int) int {
		if n <= 1 {
			return 0
		}
		return rapid.IntRange(0, n-1).Draw(t, "pick")
	}
}

// Pick is pick from a seed: equal seeds give equal events.
func Pick(seed uint64) func(int) int {
	luck, k := engine.NewLuck(seed), uint64(0)
	return func(n int) int {
		k++
		return luck.With(k).Below(max(n, 1))
	}
}

// Bytes is pick from a fuzzer's bytes; when they run out it gives 0.
func Bytes(data []byte) func(int) int {
	return func(n int) int {
		if len(data) == 0 || n <= 1 {
			return 0
		}
		v := int(data[0])
		data = data[1:]
		if n > 256 && len(data) > 0 {
			v = v<<8 | int(data[0])
			data = data[1:]
		}
		return v % n
	}
}

// RoundRobin plays every pair once (cycles times) in the order of the circle method, with random
// results and some forfeits.
func RoundRobin(pick func(int) int, n, cycles int) *engine.State {
	s := &engine.State{Points: engine.Standard, Luck: engine.NewLuck(uint64(pick(1 << 20)))}
	m := n + n%2
	s.PlannedRounds = (m - 1) * cycles
	s.Reset(n)
	for p := range n {
		s.Rating[p] = int32(2400 - 20*p)
	}
	var games []engine.Game
	for c := range cycles {
		for r := range m - 1 {
			games = games[:0]
			for i := range m / 2 {
				a, b := (r+i)%(m-1), (r+m-1-i)%(m-1)
				if i == 0 {
					b = m - 1
				}
				if (i+r+c)%2 == 1 {
					a, b = b, a
				}
				if a < n && b < n {
					games = append(games, engine.Game{White: engine.Player(a), Black: engine.Player(b),
						Result: result(pick, Options{})})
				}
			}
			s.Apply(games)
		}
	}
	return s
}
