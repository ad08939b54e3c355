package xiangqi

import (
	"slices"

	"crosstable/engine"
)

// bound is the best value that the vector of a segment could have if nobody had met: what a pair costs depends
// on a few numbers of its players only, so that they fall into a few classes, and the best pairing of classes is a
// small transportation problem. Its prices (the dual solution) say which pairs an arrangement of that value may
// have: the tight ones. An arrangement of tight pairs reaches the bound, and no other does.
type bound struct {
	class []int32 // by place
	kinds []kind
	out   int32 // class of "left over", -1
	bye   int32 // class of the empty seat, -1

	k      int
	supply []int32
	demand []int32
	cost   []int64 // k*k, doubled where it is compared with prices
	flow   []int32
	u, v   []int64
	price  []int64
	fits   []bool // k*k: tight

	dist  []int64
	from  []int32
	done  []bool
	via   []int32 // left class: the column through which it was reached, -1 at the start
	at    []int64 // left class: when it was reached
	seen  []bool
	order []int32
}

// kind is what the cost of a player's pairs depends on.
type kind struct {
	score        engine.Points
	d, s         int32
	inc, alone   bool
	fdown, fup   int32
	seat, jumper bool
}

const (
	maxClasses = 64
	barred     = int64(1) << 61
)

// load solves the problem for the members of g, over of whom are left over. It reports false if it cannot judge them.
func (b *bound) load(g *segment, over int32) bool {
	mixed := len(g.incoming) > 0
	seat := g.byeHere && g.seat
	b.kinds = b.kinds[:0]
	b.supply = b.supply[:0]
	b.order = b.order[:0] // a member of each class
	var most, sum int32
	for _, i := range g.members {
		e := &g.e[i]
		x := kind{score: e.score, d: e.d, s: e.s, inc: g.inc[i]}
		if mixed || over > 0 {
			x.alone, x.fdown, x.fup = e.alone, e.fdown, e.fup
			if !e.alone && !x.inc {
				most, sum = max(most, e.fdown, e.fup, e.floats()), max(sum, e.floats())
			}
		}
		if over > 0 && g.use[jump] {
			if x.jumper = g.jumps(i, over) >= over; over > 1 && !x.jumper {
				return false
			}
		}
		x.seat = seat && g.mayBye(i)
		c := slices.Index(b.kinds, x)
		if c < 0 {
			if c = len(b.kinds); c >= maxClasses {
				return false
			}
			b.kinds = append(b.kinds, x)
			b.supply = append(b.supply, 0)
			b.order = append(b.order, i)
		}
		b.class[i] = int32(c)
		b.supply[c]++
	}
	b.out, b.bye = -1, -1
	if over > 0 {
		b.out = int32(len(b.supply))
		b.supply = append(b.supply, over)
	}
	if seat {
		b.bye = int32(len(b.supply))
		b.supply = append(b.supply, 1)
	}
	return b.fill(g, over, most) && b.solve()
}

// fill makes the costs: the vector without the number of pairs, packed into one number.
func (b *bound) fill(g *segment, over, most int32) bool {
	n, inc := int64(len(g.members)), int64(len(g.incoming))
	floats := (inc+int64(over))*int64(most) + 1
	radix := [numCriteria]int64{floaters: inc + 1, jump: int64(over) + 1, three: n + 1, capped: floats, two: n + 1,
		same: n + 1, even: floats}
	total := int64(1)
	for c := floaters; c < numCriteria; c++ {
		if !g.use[c] {
			radix[c] = 1
		}
		if total *= radix[c]; total > 1<<50 {
			return false
		}
	}
	pack := func(v vector) (w int64) {
		for c := floaters; c < numCriteria; c++ {
			w *= radix[c]
			if g.use[c] {
				w -= int64(v[c])
			}
		}
		return w
	}
	b.k = len(b.supply)
	k := b.k
	b.cost = slices.Grow(b.cost[:0], k*k)[:k*k]
	for i := range b.cost {
		b.cost[i] = barred
	}
	for x, i := range b.order {
		for y, j := range b.order[:x+1] {
			if x == y && b.supply[x] < 2 {
				continue
			}
			w := pack(g.inside(i, j))
			b.cost[x*k+y], b.cost[y*k+x] = w, w
		}
		if b.out >= 0 {
			w := pack(g.over(i, b.kinds[x].jumper))
			b.cost[x*k+int(b.out)], b.cost[int(b.out)*k+x] = w, w
		}
		if b.bye >= 0 && b.kinds[x].seat {
			b.cost[x*k+int(b.bye)], b.cost[int(b.bye)*k+x] = 0, 0
		}
	}
	return true
}

// solve finds the cheapest flow from the classes to themselves by shortest augmenting paths, and the prices: half the
// sum of a class's two potentials, here doubled. The flow counts every pair twice, so that half pairs are allowed: the
// value is a bound.
func (b *bound) solve() bool {
	k := b.k
	b.demand = append(b.demand[:0], b.supply...)
	b.flow = cleared(b.flow, k*k)
	b.u = cleared(b.u, k)
	b.v = cleared(b.v, k)
	b.dist = cleared(b.dist, k)
	b.from = cleared(b.from, k)
	b.done = cleared(b.done, k)
	b.via = cleared(b.via, k)
	b.at = cleared(b.at, k)
	b.seen = cleared(b.seen, k)
	for c := range k {
		least := barred
		for x := range k {
			least = min(least, b.cost[x*k+c])
		}
		if least == barred {
			return false
		}
		b.v[c] = least
	}
	for x := range k {
		least := barred
		for c := range k {
			if w := b.cost[x*k+c]; w != barred {
				least = min(least, w-b.v[c])
			}
		}
		b.u[x] = least
	}
	for x := range k {
		for b.supply[x] > 0 {
			if !b.augment(x) {
				return false
			}
		}
	}
	b.price = b.price[:0]
	for x := range k {
		b.price = append(b.price, b.u[x]+b.v[x])
	}
	b.fits = cleared(b.fits, k*k)
	for x := range k {
		for y := range k {
			w := b.cost[x*k+y]
			b.fits[x*k+y] = w != barred && b.price[x]+b.price[y] == 2*w
		}
	}
	return true
}

// augment sends what it can of class x along a cheapest path.
func (b *bound) augment(x int) bool {
	k := b.k
	for c := range k {
		b.dist[c], b.done[c], b.seen[c] = barred, false, false
	}
	reach := func(y int, at int64, via int32) {
		b.seen[y], b.at[y], b.via[y] = true, at, via
		for c := range k {
			if w := b.cost[y*k+c]; w != barred && !b.done[c] {
				if d := at + w - b.u[y] - b.v[c]; d < b.dist[c] {
					b.dist[c], b.from[c] = d, int32(y)
				}
			}
		}
	}
	reach(x, 0, -1)
	end, far := -1, int64(0)
	for end < 0 {
		c := -1
		for i := range k {
			if !b.done[i] && b.dist[i] < barred && (c < 0 || b.dist[i] < b.dist[c]) {
				c = i
			}
		}
		if c < 0 {
			return false
		}
		b.done[c] = true
		far = b.dist[c]
		if b.demand[c] > 0 {
			end = c
			break
		}
		for y := range k {
			if b.flow[y*k+c] > 0 && !b.seen[y] {
				reach(y, far, int32(c))
			}
		}
	}
	for y := range k {
		if b.seen[y] {
			b.u[y] += far - b.at[y]
		}
		if b.done[y] {
			b.v[y] -= far - b.dist[y]
		}
	}
	send := min(b.supply[x], b.demand[end])
	for c := end; ; {
		y := int(b.from[c])
		if b.via[y] < 0 {
			break
		}
		c = int(b.via[y])
		send = min(send, b.flow[y*k+c])
	}
	for c := end; ; {
		y := int(b.from[c])
		b.flow[y*k+c] += send
		if b.via[y] < 0 {
			break
		}
		c = int(b.via[y])
		b.flow[y*k+c] -= send
	}
	b.supply[x] -= send
	b.demand[end] -= send
	return true
}

// tight reports whether an arrangement that reaches the bound may have the pair i-j.
func (b *bound) tight(i, j int32) bool { return b.fits[int(b.class[i])*b.k+int(b.class[j])] }

// tightOut reports whether i may be left over in an arrangement that reaches the bound.
func (b *bound) tightOut(i int32) bool {
	return b.out >= 0 && b.fits[int(b.class[i])*b.k+int(b.out)]
}

// tightSeat reports whether i may have the bye in an arrangement that reaches the bound.
func (b *bound) tightSeat(i int32) bool {
	return b.bye >= 0 && b.fits[int(b.class[i])*b.k+int(b.bye)]
}
