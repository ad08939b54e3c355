package xiangqi

import (
	"cmp"
	"slices"

	"crosstable/engine"
)

// trying is the order of trying: who chooses, and whom he tries. In 定位编排 the two rows decide (2.3-2.5); in
// 积分编排 a fixed order and lots (1.2).
type trying struct {
	first, second []int32 // the rows 要先 and 要后; of xiangqi-draw the order of drawing is first
	f, s          int     // everybody before is dealt with
	others        int     // of the last candidates: how many stand in the other row
	luck          engine.Luck
	draws         bool
	own           []int32
	keys          []lot
	follow        []engine.Player // by player: whom the lots gave him in a round that is being judged
}

// lot is a candidate of a drawing.
type lot struct {
	class uint8 // 0 of the opposite camp, 1 others
	rest  uint8 // 0 whom the lots gave, in a round that is being judged
	key   uint64
	q     int32
}

// lay lays the rows out.
func (t *trying) lay(g *segment) {
	t.first, t.second = t.first[:0], t.second[:0]
	t.rewind()
	if t.draws {
		t.layLots(g)
		return
	}
	t.own = t.own[:0]
	for _, i := range g.members {
		switch g.e[i].wish() {
		case 1:
			t.first = append(t.first, i)
		case -1:
			t.second = append(t.second, i)
		default:
			t.own = append(t.own, i)
		}
	}
	slices.SortFunc(t.own, func(a, b int32) int { return cmp.Compare(g.number(a), g.number(b)) })
	for _, i := range t.own {
		if len(t.first) <= len(t.second) {
			t.first = append(t.first, i)
		} else {
			t.second = append(t.second, i)
		}
	}
	order := func(a, b int32) int { return g.compare(a, b) }
	slices.SortFunc(t.first, order)
	slices.SortFunc(t.second, order)
}

// compare is the order of a row.
func (x *position) compare(i, j int32) int {
	a, b := &x.e[i], &x.e[j]
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	if x.opt.Rows == RowsText {
		if c := cmp.Or(cmp.Compare(abs(b.d), abs(a.d)), cmp.Compare(abs(b.s), abs(a.s))); c != 0 {
			return c
		}
	} else if c := cmp.Compare(abs(100*b.d+b.s), abs(100*a.d+a.s)); c != 0 {
		return c
	}
	if x.opt.Rows == RowsFloat {
		if c := cmp.Compare(a.ups-a.downs, b.ups-b.downs); c != 0 {
			return c
		}
	}
	return cmp.Compare(x.number(i), x.number(j))
}

// layLots puts the members in the order of drawing: who came down; the smaller camp; all others.
func (t *trying) layLots(g *segment) {
	t.own = append(t.own[:0], g.members...)
	byNumber := func(a, b int32) int { return cmp.Compare(g.number(a), g.number(b)) }
	slices.SortFunc(t.own, byNumber)
	size := [3]int{}
	head := [3]int32{nobody, nobody, nobody}
	for _, i := range t.own {
		camp := sign(g.e[i].d) + 1
		if size[camp]++; head[camp] == nobody {
			head[camp] = i
		}
	}
	small := int32(-1)
	if size[2] < size[0] || size[2] == size[0] && size[0] > 0 && !g.before(head[0], head[2]) {
		small = 1
	}
	for pass := range 3 {
		for _, i := range t.own {
			camp := sign(g.e[i].d) == small
			if g.inc[i] == (pass == 0) && (pass == 0 || camp == (pass == 1)) {
				t.first = append(t.first, i)
			}
		}
	}
}

func (t *trying) rewind() { t.f, t.s = 0, 0 }

// chooser is who chooses next, nobody when all are dealt with.
func (t *trying) chooser(g *segment) int32 {
	for t.f < len(t.first) && !g.open[t.first[t.f]] {
		t.f++
	}
	for t.s < len(t.second) && !g.open[t.second[t.s]] {
		t.s++
	}
	f, s := t.f < len(t.first), t.s < len(t.second)
	switch {
	case !f && !s:
		return nobody
	case !s:
		return t.first[t.f]
	case !f:
		return t.second[t.s]
	}
	i, j := t.first[t.f], t.second[t.s]
	if t.chooses(g, i, j) {
		return i
	}
	return j
}

// chooses reports whether the head i of the row 要先 chooses, and not the head j of the row 要后 (2.4).
func (t *trying) chooses(g *segment, i, j int32) bool {
	a, b := &g.e[i], &g.e[j]
	if a.score != b.score {
		return a.score > b.score
	}
	switch g.opt.Chooser {
	case ChooserShorter:
		if f, s := t.size(g, t.first[t.f:]), t.size(g, t.second[t.s:]); f != s {
			return f < s
		}
		return g.before(i, j)
	case ChooserTotal:
		return g.compare(i, j) < 0
	}
	if abs(a.d) != abs(b.d) {
		return abs(a.d) > abs(b.d)
	}
	if a.d == 0 && abs(a.s) != abs(b.s) {
		return abs(a.s) > abs(b.s)
	}
	return g.before(i, j)
}

func (t *trying) size(g *segment, row []int32) (n int) {
	for _, i := range row {
		if g.open[i] {
			n++
		}
	}
	return n
}

// candidates lists whom p tries, in order: the other row from the front, then his own row below him.
func (t *trying) candidates(g *segment, dst []int32, p int32) ([]int32, form) {
	if t.draws {
		return t.lots(g, dst, p), formLot
	}
	own, other := t.first, t.second
	if t.s < len(t.second) && t.second[t.s] == p {
		own, other = other, own
	}
	for _, q := range other {
		if g.open[q] {
			dst = append(dst, q)
		}
	}
	t.others = len(dst)
	for _, q := range own {
		if g.open[q] && q != p {
			dst = append(dst, q)
		}
	}
	if g.opt.NearestNumber {
		no := g.e[p].no
		slices.SortFunc(dst[t.others:], func(a, b int32) int {
			x, y := &g.e[a], &g.e[b]
			return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(abs(x.no-no), abs(y.no-no)),
				cmp.Compare(g.number(a), g.number(b)))
		})
	}
	return dst, formFront
}

// lots lists the open members whom p may meet; next puts them in the order in which p's lots fall, those of the
// opposite camp first: the first possible one of a random order is drawn with equal chances from the possible ones.
func (t *trying) lots(g *segment, dst []int32, p int32) []int32 {
	luck := t.luck.With(uint64(g.e[p].no))
	t.keys = t.keys[:0]
	d := g.e[p].d
	for _, q := range t.first {
		if !g.open[q] || q == p || !g.legal(p, q) {
			continue
		}
		k := lot{class: 1, rest: 1, key: luck.With(uint64(g.e[q].no)).Uint64(), q: q}
		if d*g.e[q].d < 0 {
			k.class = 0
		}
		if t.followed(g.e[p].player) == g.e[q].player {
			k.rest = 0
		}
		t.keys = append(t.keys, k)
	}
	for _, k := range t.keys {
		dst = append(dst, k.q)
	}
	return dst
}

// next brings the candidate to place k that is tried k-th: lots are put in order as far as they are asked for, which
// mostly is the first one only.
func (t *trying) next(cands []int32, k int) int32 {
	if t.draws {
		best := k
		for i := k + 1; i < len(t.keys); i++ {
			if compareLots(t.keys[i], t.keys[best]) < 0 {
				best = i
			}
		}
		t.keys[k], t.keys[best] = t.keys[best], t.keys[k]
		cands[k] = t.keys[k].q
	}
	return cands[k]
}

func compareLots(a, b lot) int {
	return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.rest, b.rest), cmp.Compare(a.key, b.key),
		cmp.Compare(a.q, b.q))
}

// followed is whom p met in the round that is being judged, engine.NoPlayer if none is.
func (t *trying) followed(p engine.Player) engine.Player {
	if int(p) < len(t.follow) {
		return t.follow[p]
	}
	return engine.NoPlayer
}
