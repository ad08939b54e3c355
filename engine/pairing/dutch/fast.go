package dutch

import (
	"math/bits"

	"crosstable/engine"
)

// The fast path looks for a perfect candidate: one that meets, in every criterion, a lower bound found by
// counting. The first such candidate in the order of generation is the pairing, whatever else exists.
// It is found head by head (moved-down players, then S1), each with the first opponent that leaves
// the bounds within reach. Whether they are is again counting: in a bracket of k more pairs in which w players want
// White at least w-k pairs will clash, whoever they are. Only games already played can make the counts lie,
// so that the search turns back now and then; it has a budget of steps, and what it does not find is left to
// the general path. It never skips a part of the order in which a perfect candidate could be.

// kind is a colour preference with its strength.
type kind uint8

// kindOf: 0 no preference, 1-3 White mild to absolute, 4-6 Black.
func kindOf(e *entrant) kind {
	switch e.pref {
	case engine.White:
		return kind(e.strength)
	case engine.Black:
		return kind(e.strength) + 3
	}
	return 0
}

// tally counts the players of a bracket who are not paired yet, the pairs still to make and the faults still allowed.
type tally struct {
	white, black   int32 // who want the colour
	whiteS, blackS int32 // strongly or absolutely
	whiteA, blackA int32 // absolutely
	pairs          int32
	clash, hard    int32 // C12, C13: pairs that may still clash
}

// share of one player of a kind in white, whiteS, whiteA, black, blackS, blackA.
var share = [7][6]int32{
	{}, {1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {1, 1, 1, 0, 0, 0},
	{0, 0, 0, 1, 0, 0}, {0, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 1},
}

func (t *tally) take(k kind) {
	s := &share[k]
	t.white -= s[0]
	t.whiteS -= s[1]
	t.whiteA -= s[2]
	t.black -= s[3]
	t.blackS -= s[4]
	t.blackA -= s[5]
}

// reachable reports whether the counts allow the rest to stay within the faults. In the last round
// topscorers may break C3, so that only clashes are counted.
func (t *tally) reachable(last bool) bool {
	if t.white-t.pairs > t.clash || t.black-t.pairs > t.clash {
		return false
	}
	return last || t.whiteS-t.pairs <= t.hard && t.blackS-t.pairs <= t.hard && t.whiteA <= t.pairs &&
		t.blackA <= t.pairs
}

// clashes: 1 a pair of these kinds violates C12, 3 also C13.
var clashes = func() (m [7][7]uint8) {
	for a := 1; a < 7; a++ {
		for b := 1; b < 7; b++ {
			if (a-1)/3 != (b-1)/3 {
				continue
			}
			m[a][b] = 1
			sa, sb := (a-1)%3, (b-1)%3
			if sa > 0 && sb > 0 && sa+sb < 4 {
				m[a][b] = 3
			}
		}
	}
	return m
}()

// quick is the scratch of the fast path.
type quick struct {
	kind  []kind
	free  []uint64 // residents not paired yet
	up    []uint64 // residents whom a moved-down player should not meet (C15, C17)
	float []uint64 // residents who may float
	heads []int32
	with  []int32
	from  []int32
	tally []tally
	key   []uint64
	kinds [7]int32    // of free residents who may float
	allow [7][]uint64 // by kind of the head: members of S2 with whom the faults stay least
	owner []int32     // index in heads of the one who has this member of S2
	seen  []uint64
}

// fast pairs the bracket if a perfect candidate exists and is found in time.
func (p *Pairer) fast() bool {
	f, b, c, q := &p.f, &p.b, &p.c, &p.q
	nb, m0 := len(b.list), b.m0
	residents := nb - m0
	if m0 > residents || c.ahead && c.shortage(b.group+1) > nb&1 {
		return false
	}
	lo := f.group[b.group]
	hi := f.group[b.group+1]
	pairs := nb / 2
	odd := nb&1 == 1
	// C4 and C8 when nobody floats.
	if !odd && len(b.next) > 0 && !c.restAlone(b.group+1) {
		return false
	}
	// Counts.
	var t tally
	q.kind = grown(q.kind, len(f.e))
	for _, i := range b.list {
		k := kindOf(&f.e[i])
		q.kind[i] = k
		s := &share[k]
		t.white += s[0]
		t.whiteS += s[1]
		t.whiteA += s[2]
		t.black += s[3]
		t.blackS += s[4]
		t.blackA += s[5]
	}
	t.pairs = int32(pairs)
	w0, w1 := int(lo)>>6, int(hi-1)>>6
	q.free = grown(q.free, f.words)
	for w := w0; w <= w1; w++ {
		q.free[w] = span(w, lo, hi)
	}
	if odd {
		if !p.floaters(&t) {
			return false
		}
	} else {
		t.clash, t.hard = t.least(f.last)
	}
	if m0 > 0 {
		q.up = grown(q.up, f.words)
		for w := w0; w <= w1; w++ {
			q.up[w] = 0
		}
		for i := lo; i < hi; i++ {
			if f.e[i].up != 0 {
				q.up[i>>6] |= 1 << (i & 63)
			}
		}
	}
	return p.search(t, odd, pairs, lo, hi)
}

// least gives the lower bounds of C12 and C13.
func (t *tally) least(last bool) (clash, hard int32) {
	clash = max(0, t.white-t.pairs, t.black-t.pairs)
	if !last {
		hard = max(0, t.whiteS-t.pairs, t.blackS-t.pairs)
	}
	return clash, hard
}

// span gives the bits of word w that stand for places lo..hi-1.
func span(w int, lo, hi int32) uint64 {
	m := ^uint64(0)
	if int(lo)>>6 == w {
		m <<= uint(lo) & 63
	}
	if int(hi-1)>>6 == w {
		m &= ^uint64(0) >> (63 - uint(hi-1)&63)
	}
	return m
}

// floaters finds who may float from an odd bracket: the residents for whom the next bracket stays perfect (C8) and
// the counts of C9 and C12 to C16 are least. It sets the allowed faults in t.
func (p *Pairer) floaters(t *tally) bool {
	f, b, c, q := &p.f, &p.b, &p.c, &p.q
	lo, hi := f.group[b.group], f.group[b.group+1]
	lastBracket := len(b.next) == 0
	if !lastBracket && c.ahead && c.odd && c.byeTop >= f.e[lo].score {
		return false // C9 and the bye are at stake: general path
	}
	open := !lastBracket && p.open()
	q.key = grown(q.key, int(hi-lo))
	const never = ^uint64(0)
	for i := lo; i < hi; i++ {
		e := &f.e[i]
		u := *t
		u.take(q.kind[i])
		clash, hard := u.least(f.last)
		key := uint64(clash)<<24 | uint64(hard)<<8 | uint64(e.down&1)<<1 | uint64(e.down>>1)
		if lastBracket {
			if !c.mayBye(i) {
				key = never
			} else if c.ahead {
				key |= uint64(e.unplayed) << 48
			}
		}
		q.key[i-lo] = key
	}
	q.float = grown(q.float, f.words)
	vain := 0
	for {
		best := never
		for _, k := range q.key {
			best = min(best, k)
		}
		if best == never {
			return false
		}
		for w := int(lo) >> 6; w <= int(hi-1)>>6; w++ {
			q.float[w] = 0
		}
		q.kinds = [7]int32{}
		found := false
		for i := lo; i < hi; i++ {
			if q.key[i-lo] != best {
				continue
			}
			if !open && !lastBracket && !p.floats(i) {
				if vain++; vain > 8 {
					return false // most likely nobody: do not try everybody
				}
				q.key[i-lo] = never
				continue
			}
			found = true
			q.float[i>>6] |= 1 << (i & 63)
			q.kinds[q.kind[i]]++
		}
		if found {
			t.clash, t.hard = int32(best>>24&0xffff), int32(best>>8&0xffff)
			return true
		}
	}
}

// floats reports that C8 is at its best if i alone floats.
func (p *Pairer) floats(i int32) bool { return p.c.absorbs([]int32{i}, p.b.group) }

// search walks through the candidates in their order.
func (p *Pairer) search(t tally, odd bool, pairs int, lo, hi int32) bool {
	b, q := &p.b, &p.q
	m0 := b.m0
	q.heads = grown(q.heads, pairs)
	q.with = grown(q.with, pairs+1) // one more for transpose
	q.from = grown(q.from, pairs)
	q.tally = grown(q.tally, pairs+1)
	copy(q.heads, b.list[:m0])
	q.tally[0] = t
	steps := 64 + 16*len(b.list)
	d, fresh := 0, true
	for d < pairs {
		if fresh {
			switch {
			case d < m0:
				q.from[d] = lo
			case d == m0:
				q.from[d] = p.split(pairs-m0, lo, hi, odd)
			default:
				q.from[d] = q.heads[pairs-1] + 1
			}
			fresh = false
		}
		h := q.heads[d]
		j := p.next(h, q.from[d], hi, d < m0)
		for ; j >= 0; j = p.next(h, j+1, hi, d < m0) {
			if steps--; steps < 0 {
				return false
			}
			if p.fits(d, h, j, odd) {
				break
			}
		}
		if j >= 0 {
			q.with[d] = j
			q.free[j>>6] &^= 1 << (j & 63)
			if odd && q.float[j>>6]>>(j&63)&1 != 0 {
				q.kinds[q.kind[j]]--
			}
			d++
			fresh = true
			continue
		}
		// Turn back. Among the moved-down players that is rare and soon over; in S1 the next opponents
		// are found by matching.
		if d == m0 || d == 0 {
			return false // an exchange would come next
		}
		d--
		if d >= m0 && !(p.f.last && p.contested()) {
			for ; d >= m0; d-- {
				j = q.with[d]
				q.free[j>>6] |= 1 << (j & 63)
				if odd && q.float[j>>6]>>(j&63)&1 != 0 {
					q.kinds[q.kind[j]]++
				}
			}
			if !p.transpose(m0, pairs, hi, odd) {
				return false
			}
			break
		}
		j = q.with[d]
		q.free[j>>6] |= 1 << (j & 63)
		if odd && q.float[j>>6]>>(j&63)&1 != 0 {
			q.kinds[q.kind[j]]++
		}
		q.from[d] = j + 1
	}
	for d, h := range q.heads {
		p.mate[h], p.mate[q.with[d]] = q.with[d], h
	}
	return true
}

// split makes heads of the first residents of the remainder; it gives the first place of S2.
func (p *Pairer) split(n int, lo, hi int32, odd bool) int32 {
	q := &p.q
	at := p.b.m0
	for w := int(lo) >> 6; n > 0 && w <= int(hi-1)>>6; w++ {
		for word := q.free[w]; word != 0 && n > 0; word &= word - 1 {
			i := int32(w<<6 + bits.TrailingZeros64(word))
			q.heads[at] = i
			if odd && q.float[w]>>(i&63)&1 != 0 {
				q.kinds[q.kind[i]]-- // a head does not float
			}
			at++
			n--
		}
	}
	return q.heads[at-1] + 1
}

// next gives the first free resident at or after place j whom h may meet, -1 if there is none.
func (p *Pairer) next(h, j, hi int32, moved bool) int32 {
	if j >= hi {
		return -1
	}
	q := &p.q
	row := p.f.row(h)
	w := int(j) >> 6
	mask := ^uint64(0) << (uint(j) & 63)
	for ; w <= int(hi-1)>>6; w++ {
		word := row[w] & q.free[w] & mask
		if moved {
			word &^= q.up[w]
		}
		if word != 0 {
			return int32(w<<6 + bits.TrailingZeros64(word))
		}
		mask = ^uint64(0)
	}
	return -1
}

// fits reports whether the pair h-j keeps the bounds within reach; the tally behind it is left for the next
// depth.
func (p *Pairer) fits(d int, h, j int32, odd bool) bool {
	f, q := &p.f, &p.q
	t := q.tally[d]
	kh, kj := q.kind[h], q.kind[j]
	if x := clashes[kh][kj]; x != 0 {
		t.clash--
		t.hard -= int32(x >> 1)
		if t.clash < 0 || t.hard < 0 {
			return false
		}
		if f.last && (worse3(&f.e[h], &f.e[j]) || thrice(&f.e[h], &f.e[j])) {
			return false
		}
	}
	t.take(kh)
	t.take(kj)
	t.pairs--
	q.tally[d+1] = t
	if !odd {
		return t.reachable(f.last)
	}
	gone := kind(7)
	if q.float[j>>6]>>(j&63)&1 != 0 {
		gone = kj
	}
	for k, n := range q.kinds {
		if kind(k) == gone {
			n--
		}
		if n > 0 {
			u := t
			u.take(kind(k))
			if u.reachable(f.last) {
				return true
			}
		}
	}
	return false
}

// fine tells which kinds may meet in a candidate with every count of the tally at its bound.
func (t *tally) fine() (fine [7][7]bool) {
	excess, excessS := kind(1), kind(2) // first of the kinds of the colour in excess
	if t.black > t.white {
		excess = 4
	}
	if t.blackS > t.whiteS {
		excessS = 5
	}
	has := func(k, from, to kind) bool { return k >= from && k <= to }
	for a := range kind(7) {
		for b := range kind(7) {
			c := clashes[a][b]
			ok := c&1 == 0
			if t.clash > 0 {
				ok = has(a, excess, excess+2) || has(b, excess, excess+2)
			}
			if t.hard > 0 {
				ok = ok && (has(a, excessS, excessS+1) || has(b, excessS, excessS+1))
			} else {
				ok = ok && c&2 == 0
			}
			fine[a][b] = ok
		}
	}
	return fine
}

// transpose finds the first perfect transposition by matching: S1 from heads[m0] on against the free residents
// below. With every count at its bound the rest of C12 and C13 is a matter of single pairs: as long as
// no clash is allowed there must be none, and otherwise every pair must have a player of the colour in excess,
// since one without would cost another clash elsewhere; likewise for strong preferences. So every perfect
// matching of the pairs allowed is a perfect candidate. It reports false if there is none.
func (p *Pairer) transpose(m0, pairs int, hi int32, odd bool) bool {
	f, q := &p.f, &p.q
	t := &q.tally[m0]
	lo := q.heads[pairs-1] + 1
	w0, w1 := int(lo)>>6, int(hi-1)>>6
	fine := t.fine()
	for a := range q.allow {
		q.allow[a] = grown(q.allow[a], f.words)
		clear(q.allow[a][w0 : w1+1])
	}
	q.owner = grown(q.owner, len(f.e))
	q.seen = grown(q.seen, f.words)
	for j := lo; j < hi; j++ {
		if q.free[j>>6]>>(j&63)&1 == 0 {
			continue
		}
		q.owner[j] = -1
		for a := range q.allow {
			if fine[a][q.kind[j]] {
				q.allow[a][j>>6] |= 1 << (j & 63)
			}
		}
	}
	// In an odd bracket a last head has those who may float for opponents.
	last := pairs
	if odd {
		last++
	}
	for d := m0; d < last; d++ {
		q.with[d] = -1
	}
	for d := m0; d < last; d++ {
		for w := w0; w <= w1; w++ {
			q.seen[w] = ^q.free[w] | ^span(w, lo, hi)
		}
		if !p.lead(d, pairs, w0, w1) {
			return false
		}
	}
	// The first one: opponents one by one, the matching of the others repaired each time.
	for d := m0; d < pairs; d++ {
		h := q.heads[d]
		row, allow := f.row(h), q.allow[q.kind[h]]
	opponents:
		for w := w0; w <= w1; w++ {
			for word := row[w] & allow[w] & q.free[w] & span(w, lo, hi); word != 0; word &= word - 1 {
				j := int32(w<<6 + bits.TrailingZeros64(word))
				if q.with[d] == j {
					break opponents
				}
				// j to d, and d's old opponent to the one who loses j, by way of the others.
				loser, old := q.owner[j], q.with[d]
				q.owner[old], q.owner[j], q.with[d] = -1, int32(d), j
				for w := w0; w <= w1; w++ {
					q.seen[w] = ^q.free[w] | ^span(w, lo, hi)
				}
				q.seen[j>>6] |= 1 << (j & 63)
				q.with[loser] = -1
				if p.lead(int(loser), pairs, w0, w1) {
					break opponents
				}
				q.owner[old], q.owner[j], q.with[d], q.with[loser] = int32(d), loser, old, j
			}
		}
		j := q.with[d]
		q.free[j>>6] &^= 1 << (j & 63) // fixed
	}
	return true
}

// contested reports that C10 or C11 may bear on the bracket: a topscorer has an absolute preference.
func (p *Pairer) contested() bool {
	for _, i := range p.b.list {
		if e := &p.f.e[i]; e.top && e.strength == absolute {
			return true
		}
	}
	return false
}

// options gives word w of the members of S2 that head d may have.
func (p *Pairer) options(d, pairs, w int) uint64 {
	q := &p.q
	if d == pairs {
		return q.float[w]
	}
	h := q.heads[d]
	return p.f.row(h)[w] & q.allow[q.kind[h]][w]
}

// lead finds an opponent for head d, moving other heads to other opponents (an augmenting path); seen has the members
// of S2 that are out of reach or have been tried.
func (p *Pairer) lead(d, pairs, w0, w1 int) bool {
	q := &p.q
	// Anybody free?
	for w := w0; w <= w1; w++ {
		for word := p.options(d, pairs, w) &^ q.seen[w]; word != 0; word &= word - 1 {
			j := int32(w<<6 + bits.TrailingZeros64(word))
			if q.owner[j] < 0 {
				q.owner[j], q.with[d] = int32(d), j
				return true
			}
		}
	}
	for w := w0; w <= w1; w++ {
		for {
			word := p.options(d, pairs, w) &^ q.seen[w]
			if word == 0 {
				break
			}
			j := int32(w<<6 + bits.TrailingZeros64(word))
			q.seen[w] |= 1 << (j & 63)
			if p.lead(int(q.owner[j]), pairs, w0, w1) {
				q.owner[j], q.with[d] = int32(d), j
				return true
			}
		}
	}
	return false
}
