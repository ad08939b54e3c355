package tiebreak

import (
	"cmp"
	"slices"

	"crosstable/engine"
)

// Direct encounter: C.07 article 6 (直接比較, 直接対決), and the count of direct wins (直胜).

// deUnit makes averages of up to 24 games between two players whole numbers: the least common multiple
// of 1..24.
const deUnit = 5354228880

type deScratch struct {
	mark  []int32 // group number of each player
	group int32
	pts   []int64 // by player: mutual points in units of 1/deUnit half point
	met   []int32 // by player: different opponents met in the group
	order []engine.Player
}

// begin marks the players of g as the group being compared.
func (d *deScratch) begin(n int, g []engine.Player) {
	if len(d.mark) < n || d.group > 1<<30 {
		d.mark = make([]int32, n)
		d.group = 0
	}
	if len(d.pts) < n {
		d.pts, d.met = make([]int64, n), make([]int32, n)
	}
	d.group++
	for _, p := range g {
		d.mark[p] = d.group
	}
}

// mutual reports whether round r of p counts as a game against one of the group. Forfeits count when all
// play all (15.2) or with the modifier P.
func (x *Scratch) mutual(k *Key, r int, p engine.Player) (engine.Player, bool) {
	q, o := x.s.Opponent(r, p), x.s.OutcomeAt(r, p)
	if q == engine.NoPlayer || x.de.mark[q] != x.de.group || o == engine.Pending {
		return q, false
	}
	return q, o.Played() || k.Forfeits || x.c.RoundRobin
}

// mutualScores computes pts and met of the group (6.1). Several games against one opponent count by their
// average.
func (x *Scratch) mutualScores(k *Key, g []engine.Player) (complete bool) {
	complete = true
	for _, p := range g {
		var sum int64
		var met int32
		for r := range x.rounds {
			q, ok := x.mutual(k, r, p)
			if !ok {
				continue
			}
			games, first := int64(0), true
			for t := range x.rounds {
				if x.s.Opponent(t, p) != q {
					continue
				}
				if _, ok := x.mutual(k, t, p); ok {
					games++
					first = first && t >= r
				}
			}
			if first {
				met++
			}
			sum += int64(x.s.PointsAt(r, p)) * (deUnit / games)
		}
		x.de.pts[p], x.de.met[p] = sum, met
		complete = complete && int(met) == len(g)-1
	}
	return complete
}

// groupDE gives every tied player the number of tied players placed below him.
func groupDE(k *Key, dst []int64, x *Scratch, tied []engine.Player) {
	x.de.order = append(x.de.order[:0], tied...)
	x.resolve(k, dst, x.de.order, 0)
}

// resolve orders g, below which below players of the tie stand, and writes the values.
func (x *Scratch) resolve(k *Key, dst []int64, g []engine.Player, below int64) {
	for len(g) > 1 {
		x.de.begin(x.n, g)
		if x.mutualScores(k, g) {
			x.resolveComplete(k, dst, g, below)
			return
		}
		i := x.certainTop(g)
		if i < 0 {
			break
		}
		// 6.3: first place whatever the missing games bring; the rest starts again.
		dst[g[i]] = below + int64(len(g)-1)
		g[0], g[i] = g[i], g[0]
		g = g[1:]
	}
	for _, p := range g {
		dst[p] = below
	}
}

// resolveComplete is 6.2: all have met; the sum orders, each remaining tie is compared again.
func (x *Scratch) resolveComplete(k *Key, dst []int64, g []engine.Player, below int64) {
	pts := x.de.pts
	slices.SortFunc(g, func(a, b engine.Player) int {
		if c := cmp.Compare(pts[b], pts[a]); c != 0 {
			return c
		}
		return int(a - b)
	})
	if pts[g[0]] == pts[g[len(g)-1]] {
		for _, p := range g {
			dst[p] = below
		}
		return
	}
	// Cut the ties from the end, while pts still belongs to this group.
	for end := len(g); end > 0; {
		start := end - 1
		for start > 0 && pts[g[start-1]] == pts[g[end-1]] {
			start--
		}
		// The recursion overwrites pts of g[start:end] only.
		x.resolve(k, dst, g[start:end], below)
		below += int64(end - start)
		end = start
	}
}

// certainTop finds the player whose mutual points, with all his missing games lost, exceed everybody else's
// with all theirs won; -1 if there is none.
func (x *Scratch) certainTop(g []engine.Player) int {
	ps := &x.s.Points
	win := max(ps.Value[engine.Win][engine.White], ps.Value[engine.Win][engine.Black])
	loss := min(ps.Value[engine.Loss][engine.White], ps.Value[engine.Loss][engine.Black])
	low := func(p engine.Player) int64 {
		return x.de.pts[p] + int64(len(g)-1-int(x.de.met[p]))*int64(loss)*deUnit
	}
	high := func(p engine.Player) int64 {
		return x.de.pts[p] + int64(len(g)-1-int(x.de.met[p]))*int64(win)*deUnit
	}
	best := 0
	for i := range g {
		if low(g[i]) > low(g[best]) {
			best = i
		}
	}
	for i := range g {
		if i != best && high(g[i]) >= low(g[best]) {
			return -1
		}
	}
	return best
}

// groupDW counts the games won against the tied players (直胜).
func groupDW(k *Key, dst []int64, x *Scratch, tied []engine.Player) {
	x.de.begin(x.n, tied)
	for _, p := range tied {
		dst[p] = 0
		for r := range x.rounds {
			if _, ok := x.mutual(k, r, p); ok && gotWin(x.s, x.s.OutcomeAt(r, p), x.s.ColorAt(r, p)) {
				dst[p]++
			}
		}
	}
}
