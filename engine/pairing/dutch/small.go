package dutch

import "math/bits"

// Small brackets are where a perfect candidate often does not exist: two players who have met, three who all floated.
// They are solved by trying every pairing, each with one number for its faults and one for its place in the
// order of generation.

const (
	smallPlayers = 8
	smallMoved   = 2
)

// Fields of the number of faults, most important criterion first; widths hold the counts of eight
// players of whom two moved down.
const (
	faultC21       = 0 // two fields of 2 bits, by score of the moved-down player; likewise C20 to C18
	faultC20       = 4
	faultC19       = 8
	faultC18       = 12
	faultC17       = 16 // 2 bits
	faultC16       = 18 // 4 bits
	faultC15       = 22 // 2 bits
	faultC14       = 24 // 4 bits
	faultC13       = 28 // 3 bits each
	faultC12       = 31
	faultC11       = 34
	faultC10       = 37
	faultC9        = 40 // 7 bits
	faultC7        = 47 // two fields of 2 bits
	faultC6        = 51 // 4 bits
	unknown  uint8 = 0
	yes      uint8 = 1
	no       uint8 = 2
)

type small struct {
	n, m0    int
	cost     [smallPlayers][smallPlayers]uint64
	partners [smallPlayers]uint8 // bit set of possible opponents
	float    [smallPlayers]uint64
	floats   [smallPlayers]uint8 // whether he may float: unknown, yes, no
	most     int                 // downfloaters allowed
	test     bool                // floats has to be found out by Pairer.floats
	mate     [smallPlayers]int8
	best     uint64
	bestKey  uint64
	bestMate [smallPlayers]int8
}

// small pairs a small bracket. It reports false if the bracket is too large, or if what happens in lower
// brackets decides in a way that needs the general path.
func (p *Pairer) small() bool {
	f, b, c, t := &p.f, &p.b, &p.c, &p.t
	n, m0 := len(b.list), b.m0
	if n > smallPlayers || m0 > smallMoved || f.s.Rounds() > 100 {
		return false
	}
	last := len(b.next) == 0
	if !last && c.ahead && c.odd && c.byeTop >= f.e[b.list[n-1]].score {
		return false
	}
	open := !last && p.open()
	if t.n, t.m0 = n, m0; !p.mostFloaters(open, last) {
		return false
	}
	var level [smallMoved]uint
	if m0 == 2 && f.e[b.list[0]].score != f.e[b.list[1]].score {
		level[1] = 1
	}
	for i := range n {
		a := &f.e[b.list[i]]
		t.partners[i] = 0
		t.float[i] = 1 << faultC6
		t.floats[i] = yes
		switch {
		case i < m0:
			if !open {
				t.floats[i] = no
			}
			at := 2 * (1 - level[i])
			t.float[i] += 1<<(faultC7+at) + uint64(a.down&1)<<(faultC18+at) + uint64(a.down>>1)<<(faultC20+at)
		case last:
			if !c.mayBye(b.list[i]) {
				t.floats[i] = no
			}
			if c.ahead {
				t.float[i] += uint64(a.unplayed) << faultC9
			}
			t.float[i] += uint64(a.down&1)<<faultC14 + uint64(a.down>>1)<<faultC16
		default:
			if t.test {
				t.floats[i] = unknown
			}
			t.float[i] += uint64(a.down&1)<<faultC14 + uint64(a.down>>1)<<faultC16
		}
		for j := max(i+1, m0); j < n; j++ {
			if !f.meets(b.list[i], b.list[j]) {
				continue
			}
			e := &f.e[b.list[j]]
			t.partners[i] |= 1 << j
			x := uint64(0)
			if a.pref == e.pref && a.pref != 0 {
				x = 1 << faultC12
				if hardClash(a, e) {
					x += 1 << faultC13
				}
				if f.last {
					x += one(worse3(a, e))<<faultC10 + one(thrice(a, e))<<faultC11
				}
			}
			if i < m0 && e.up != 0 {
				at := 2 * (1 - level[i])
				x += uint64(e.up&1)*(1<<faultC15+1<<(faultC19+at)) + uint64(e.up>>1)*(1<<faultC17+1<<(faultC21+at))
			}
			t.cost[i][j] = x
		}
	}
	t.best = ^uint64(0)
	p.try(uint8(1<<n-1), 0, 0)
	if t.best == ^uint64(0) {
		return false
	}
	for i := range n {
		if j := int(t.bestMate[i]); j > i {
			p.mate[b.list[i]], p.mate[b.list[j]] = b.list[j], b.list[i]
		}
	}
	return true
}

// mostFloaters finds how many may float and whether each has to be tried. It reports false if the players below cannot
// do without a floater of a bracket that is even.
func (p *Pairer) mostFloaters(open, last bool) bool {
	t := &p.t
	t.most, t.test = t.n&1, false
	switch {
	case open:
		t.most = t.n
	case last:
	case t.n&1 == 0:
		return p.c.restAlone(p.b.group + 1)
	default:
		t.test = true
	}
	return true
}

func one(fault bool) uint64 {
	if fault {
		return 1
	}
	return 0
}

// try pairs the highest of the free players in every way.
func (p *Pairer) try(free uint8, faults uint64, floating int) {
	t := &p.t
	if faults > t.best {
		return
	}
	if free == 0 {
		if k := t.key(); faults < t.best || k < t.bestKey {
			t.best, t.bestKey, t.bestMate = faults, k, t.mate
		}
		return
	}
	i := bits.TrailingZeros8(free)
	free &^= 1 << i
	for w := t.partners[i] & free; w != 0; w &= w - 1 {
		j := bits.TrailingZeros8(w)
		t.mate[i], t.mate[j] = int8(j), int8(i)
		p.try(free&^(1<<j), faults+t.cost[i][j], floating)
	}
	if floating < t.most && faults+t.float[i] <= t.best {
		if t.floats[i] == unknown {
			t.floats[i] = no
			if p.floats(p.b.list[i]) {
				t.floats[i] = yes
			}
		}
		if t.floats[i] == yes {
			t.mate[i] = -1
			p.try(free, faults+t.float[i], floating+1)
		}
	}
}

// key is the place of the pairing in the order of generation (article 4) among those with the same faults: which
// moved-down players are paired (4.4), with whom (4.2), the exchange (4.3), the transposition (4.2).
func (t *small) key() uint64 {
	key := uint64(0)
	rest := uint8(1<<t.n-1) &^ (1<<t.m0 - 1)
	for i := range t.m0 {
		key <<= 1
		if t.mate[i] < 0 {
			key |= 1
		}
	}
	for i := range t.m0 {
		key <<= 3
		if j := t.mate[i]; j >= 0 {
			key |= uint64(j)
			rest &^= 1 << j
		}
	}
	// The remainder with its own numbers.
	var number [smallPlayers]int8
	k, pairs := 0, 0
	heads := uint8(0)
	for w := rest; w != 0; w &= w - 1 {
		i := bits.TrailingZeros8(w)
		number[i] = int8(k)
		if int(t.mate[i]) > i {
			heads |= 1 << k
			pairs++
		}
		k++
	}
	s1 := uint8(1<<pairs - 1)
	leave, enter := s1&^heads, heads&^s1
	diff := 0
	for w := enter; w != 0; w &= w - 1 {
		diff += bits.TrailingZeros8(w)
	}
	for w := leave; w != 0; w &= w - 1 {
		diff -= bits.TrailingZeros8(w)
	}
	key = key<<3 | uint64(bits.OnesCount8(leave))
	key = key<<6 | uint64(diff)
	key = key<<8 | uint64(^leave)                // the larger number leaves first
	key = key<<8 | uint64(^bits.Reverse8(enter)) // the smaller enters first
	for w := rest; w != 0; w &= w - 1 {
		if i := bits.TrailingZeros8(w); int(t.mate[i]) > i {
			key = key<<3 | uint64(number[t.mate[i]])
		}
	}
	return key
}
