package dutch

// criterion is one row of the quality criteria as the weights know them (C.04.3 2.2 to 2.4). C1, C3 and forbidden
// pairs are the graph; C2 and C5 say who may be left over; C4 is the digit above all.
type criterion struct {
	code   string
	before string // its number in the edition of 2017
	digits func(l *layout) []digit
}

func single(d *digit) []digit { return []digit{*d} }

// criteria in their order. The fast path and the small brackets count the same things in their own way;
// the tests hold them against these.
var criteria = []criterion{
	{"C4", "C4", func(l *layout) []digit { return single(&l.complete) }},
	{"C6", "C5", func(l *layout) []digit { return single(&l.pairs) }},
	{"C7", "C6", func(l *layout) []digit { return l.moved }},
	{"C8", "C7", func(l *layout) []digit { return append(single(&l.nextPairs), l.nextMoved...) }},
	{"C9", "", func(l *layout) []digit { return single(&l.unplayed) }},
	{"C10", "C8", func(l *layout) []digit { return single(&l.c10) }},
	{"C11", "C9", func(l *layout) []digit { return single(&l.c11) }},
	{"C12", "C10", func(l *layout) []digit { return single(&l.c12) }},
	{"C13", "C11", func(l *layout) []digit { return single(&l.c13) }},
	{"C14", "C12", func(l *layout) []digit { return single(&l.resident[0]) }},
	{"C15", "C13", func(l *layout) []digit { return single(&l.opponent[0]) }},
	{"C16", "C14", func(l *layout) []digit { return single(&l.resident[1]) }},
	{"C17", "C15", func(l *layout) []digit { return single(&l.opponent[1]) }},
	{"C18", "C16", func(l *layout) []digit { return l.movedFloat[0] }},
	{"C19", "C17", func(l *layout) []digit { return l.movedOpponent[0] }},
	{"C20", "C18", func(l *layout) []digit { return l.movedFloat[1] }},
	{"C21", "C19", func(l *layout) []digit { return l.movedOpponent[1] }},
}

// read gives the count in digit d of a sum of weights.
func read[T weight](w T, d digit) uint64 {
	if d.width == 0 {
		return 0
	}
	k := int(d.at >> 6)
	v := w[k] >> (d.at & 63)
	if d.at&63 != 0 && k+1 < len(w) {
		v |= w[k+1] << (64 - d.at&63)
	}
	return v & (1<<d.width - 1)
}

// number is the number of a criterion.
func (ed *Edition) number(c *criterion) string {
	if ed.Collapse {
		return c.before
	}
	return c.code
}

// differs names the first criterion in which two sums of weights differ, "" if none.
func differs[T weight](ed *Edition, l *layout, a, b T) string {
	for k := range criteria {
		for _, d := range criteria[k].digits(l) {
			if read(a, d) != read(b, d) {
				return ed.number(&criteria[k])
			}
		}
	}
	return ""
}
