package lim

import (
	"math/bits"
	"slices"

	"crosstable/engine"
)

// group pairs a scoregroup beside the median: who floats, then the others. dir is the way to the median, adjacent the
// residents of the next group there.
func (p *Pairer) group(residents, adjacent []int32, dir int) {
	p.members = append(append(p.members[:0], p.incomes[dir]...), residents...)
	for _, i := range p.incomes[dir] {
		p.v[i].income = uint8(dir)
	}
	p.tellGroup(residents, dir)
	p.float(adjacent, dir)
	for _, i := range p.out {
		p.v[i].income = home
	}
	p.incomes[dir] = append(p.incomes[dir][:0], p.out...)
	p.made[dir] = p.pairGroup(p.made[dir], dir)
}

// float chooses the floaters of the group, one at a time, and leaves the graph with a complete matching of the
// members who stay. As many float as the group cannot pair; each time the first one in the order of 3.9, 3.10,
// 3.2.2 and 3.2.4 without whom the group loses no pair.
func (p *Pairer) float(adjacent []int32, dir int) {
	p.out = p.out[:0]
	for _, i := range p.members {
		p.graph.On(int(i))
	}
	clear(p.around)
	for _, i := range adjacent {
		p.around[i>>6] |= 1 << (i & 63)
	}
	for free := p.graph.Solve(); free > 0; free-- {
		i := p.nextFloater(dir, free-1)
		p.out = append(p.out, i)
		p.members = slices.DeleteFunc(p.members, func(j int32) bool { return j == i })
	}
}

// Keys of the order of floaters, from the most important: type, floated, colour, place.
const (
	placeBits  = 32
	colourBit  = 1 << placeBits
	floatedBit = 1 << (placeBits + 1)
	typeShift  = placeBits + 2
)

// nextFloater chooses one floater and takes him out of the graph; free is how many may then be without a partner.
func (p *Pairer) nextFloater(dir, free int) int32 {
	majority := p.majority()
	p.sortKeys(dir, majority, nil)
	if p.maxi && majority != engine.NoColor {
		// 3.2.3: the colour may only choose among those rated near the one whom it does not.
		p.sortKeys(dir, engine.NoColor, nil)
		k := p.firstKey(dir, free, false)
		ref := p.placed(p.keys[k], dir)
		p.sortKeys(dir, majority, func(i int32) bool { return p.near(i, ref) })
	}
	k := p.firstKey(dir, free, true)
	i := p.placed(p.keys[k], dir)
	p.tellFloater(i, k, dir, majority)
	return i
}

// majority is the colour that more members are due (3.2.2), NoColor if neither is.
func (p *Pairer) majority() engine.Color {
	var count [3]int
	for _, i := range p.members {
		count[p.v[i].due]++
	}
	switch d := count[engine.White] - count[engine.Black]; {
	case d > 0:
		return engine.White
	case d < 0:
		return engine.Black
	}
	return engine.NoColor
}

// sortKeys puts the members in the order in which they float; allowed restricts whom the colour chooses, nil for all.
func (p *Pairer) sortKeys(dir int, majority engine.Color, allowed func(int32) bool) {
	p.keys = p.keys[:0]
	for _, i := range p.members {
		x := &p.v[i]
		k := uint64(3-p.kind(i, dir)) << typeShift
		if x.floated {
			k |= floatedBit
		}
		if majority == engine.NoColor || x.due != majority || allowed != nil && !allowed(i) {
			k |= colourBit
		}
		if dir == down {
			k |= uint64(len(p.v) - 1 - int(i))
		} else {
			k |= uint64(i)
		}
		p.keys = append(p.keys, k)
	}
	slices.Sort(p.keys)
}

// placed is the member of a key.
func (p *Pairer) placed(key uint64, dir int) int32 {
	place := int32(key & (1<<placeBits - 1))
	if dir == down {
		return int32(len(p.v)) - 1 - place
	}
	return place
}

// firstKey is the index of the first member in order without whom the group loses no pair; take leaves him out of the
// graph.
func (p *Pairer) firstKey(dir, free int, take bool) int {
	for k, key := range p.keys {
		i := p.placed(key, dir)
		if !p.remove(i, free) {
			continue
		}
		if !take {
			p.graph.On(int(i))
			p.graph.Solve()
		}
		return k
	}
	panic("lim: a maximum matching leaves nobody over")
}

// Kinds of floaters (3.9.1), the most disadvantaged first.
const (
	kindA = iota // has floated into the group, and has no compatible opponent in the adjacent one
	kindB        // has floated into the group
	kindC        // has no compatible opponent in the adjacent group
	kindD
)

// kind is the kind of floater that i would be.
func (p *Pairer) kind(i int32, dir int) int {
	k := kindA
	if p.v[i].income == home {
		k = kindC
	}
	if p.welcome(i, dir) {
		k++
	}
	return k
}

// welcome reports whether i has a compatible opponent among the residents of the adjacent group, beside those whom
// the floaters chosen before who rank ahead of him need (3.3, 3.4).
func (p *Pairer) welcome(i int32, dir int) bool {
	row, count := p.graph.Row(int(i)), 0
	for k, w := range p.around {
		count += bits.OnesCount64(w & row[k])
	}
	ahead := 0
	for _, j := range p.out {
		if p.ahead(j, i, dir) {
			ahead++
		}
	}
	if count == 0 || count > ahead {
		return count > 0
	}
	for k := range p.server {
		p.server[k] = -1
	}
	for _, j := range p.out {
		if p.ahead(j, i, dir) {
			p.serve(j)
		}
	}
	return p.serve(i)
}

// ahead reports whether i ranks ahead of j on the way dir: down the higher score, then the higher number; up the
// reverse.
func (p *Pairer) ahead(i, j int32, dir int) bool {
	if a, b := p.v[i].score, p.v[j].score; a != b {
		return (a > b) == (dir == down)
	}
	return (i < j) == (dir == down)
}

// serve finds an opponent in the adjacent group for i beside those served already.
func (p *Pairer) serve(i int32) bool {
	clear(p.seen)
	return p.augment(i)
}

func (p *Pairer) augment(i int32) bool {
	row := p.graph.Row(int(i))
	for k := range row {
		for {
			word := row[k] & p.around[k] &^ p.seen[k]
			if word == 0 {
				break
			}
			j := k<<6 + bits.TrailingZeros64(word)
			p.seen[k] |= 1 << (j & 63)
			if p.server[j] < 0 || p.augment(p.server[j]) {
				p.server[j] = i
				return true
			}
		}
	}
	return false
}

// near reports ratings close enough for an exchange for colour in a maxi-tournament.
func (p *Pairer) near(i, j int32) bool {
	d := p.s.Rating[p.v[i].player] - p.s.Rating[p.v[j].player]
	return d <= MaxiRange && d >= -MaxiRange
}

// pairGroup pairs the members, whom the graph can match completely: floaters into the group first, those from above
// and then those from below (3.6, 3.7), then the others by halves (2.4, 4).
func (p *Pairer) pairGroup(dst []pair, dir int) []pair {
	slices.Sort(p.members)
	p.guess(dir)
	return p.walk(dst, dir)
}

// guess gives the graph a complete matching near to the answer. It walks once without asking whether the others can
// be paired. If that comes to the end it is the answer. If not, the first pairs are those of the answer all the
// same, as far as the players after them can be paired: from the end of the walk as few pairs as possible are
// broken up.
func (p *Pairer) guess(dir int) {
	p.whole, p.guessed = append(p.whole[:0], p.members...), p.guessed[:0]
	p.blind = true
	p.walk(nil, dir)
	p.blind = false
	p.members = append(p.members[:0], p.whole...)
	for _, i := range p.members {
		p.graph.Off(int(i))
	}
	for _, q := range p.guessed {
		if q[1] < 0 {
			p.graph.On(int(q[0]))
		}
	}
	free := p.graph.Solve()
	for k := len(p.guessed) - 1; k >= 0; k-- {
		q := p.guessed[k]
		if q[1] < 0 {
			continue
		}
		p.graph.On(int(q[0]))
		p.graph.On(int(q[1]))
		p.graph.Set(int(q[0]), int(q[1]))
		if free > 0 {
			free = p.graph.Solve()
		}
	}
}

func (p *Pairer) walk(dst []pair, dir int) []pair {
	low := dir == up
	for _, from := range [2]uint8{down, up} {
		for {
			i := p.firstIncome(from)
			if i < 0 {
				break
			}
			p.cands = append(p.cands[:0], p.members...)
			if from == up {
				slices.Reverse(p.cands)
			}
			at := slices.Index(p.cands, i)
			p.cands = slices.Delete(p.cands, at, at+1)
			dst = p.meet(dst, i, low, true)
		}
	}
	if dir == up {
		slices.Reverse(p.members)
	}
	for len(p.members) > 0 {
		half := len(p.members) / 2
		p.cands = append(p.cands[:0], p.members[half:]...)
		for k := half - 1; k > 0; k-- {
			p.cands = append(p.cands, p.members[k])
		}
		dst = p.meet(dst, p.members[0], low, false)
	}
	return dst
}

// firstIncome is the next floater from that side to be paired: from above the highest score, then the highest
// numbered; from below the reverse. -1 if there is none.
func (p *Pairer) firstIncome(from uint8) int32 {
	best := int32(-1)
	for _, i := range p.members {
		if p.v[i].income == from && (best < 0 || p.ahead(i, best, int(from))) {
			best = i
		}
	}
	return best
}

// meet pairs i with the first available candidate who is due the other colour, or with the first available one (3.8,
// 4.2, 5.2). Available is who is compatible and leaves the others of the group a complete pairing.
func (p *Pairer) meet(dst []pair, i int32, low, floater bool) []pair {
	k := -1
	if due := p.v[i].due; due != engine.NoColor {
		ref := int32(-1)
		if p.maxi {
			if k = p.available(i, engine.NoColor, -1); k >= 0 {
				ref = p.cands[k]
			}
		}
		k = p.available(i, due.Other(), ref)
	}
	coloured := k >= 0
	if !coloured {
		k = p.available(i, engine.NoColor, -1)
	}
	if p.blind {
		j := int32(-1)
		if k >= 0 {
			j = p.cands[k]
		}
		p.guessed = append(p.guessed, [2]int32{i, j})
		p.leave(i, j)
		return nil
	}
	j := p.cands[k]
	p.graph.Off(int(i))
	p.graph.Off(int(j))
	step := p.tellPair(i, j, k, floater, coloured)
	p.v[i].income, p.v[j].income = home, home
	p.leave(i, j)
	return append(dst, pair{i, j, low, step})
}

// leave takes i and j out of the members.
func (p *Pairer) leave(i, j int32) {
	kept := p.members[:0]
	for _, m := range p.members {
		if m != i && m != j {
			kept = append(kept, m)
		}
	}
	p.members = kept
}

// available is the index of the first candidate for i, of those due a colour if one is given, of those rated near
// ref if it is not negative; -1 if there is none. He is then i's partner in the graph, unless the walk is blind.
func (p *Pairer) available(i int32, due engine.Color, ref int32) int {
	row := p.graph.Row(int(i))
	for k, j := range p.cands {
		if row[j>>6]>>(j&63)&1 != 0 && (due == engine.NoColor || p.v[j].due == due) && (ref < 0 || p.near(j, ref)) &&
			(p.blind || p.graph.Force(int(i), int(j))) {
			return k
		}
	}
	return -1
}
