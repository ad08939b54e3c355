package handicap

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/method"
	"crosstable/engine/pairing/field"
)

var zOptions = []method.Option{
	{Key: "variant", Values: "Z1|Z2|Z3", Default: "Z1",
		Summary: "reading of the text: one round with handicap after six, in round 5 only, or five rounds"},
	{Key: "stages", Values: "rounds+rounds+rounds+rounds", Default: "3+3+1+6 (Z1)",
		Summary: "lengths: apart, mixed, together with handicap, together; scaled to the event's rounds if not given"},
	{Key: "share", Values: "0..1", Default: "0.5",
		Summary: "group A is this share of the players by rating, made even"},
	{Key: "points", Values: "points", Default: "0.5", Summary: "handicap of group A in the third stage"},
}

// z is the Z system of the national championship (Z式, JCA 9): A and B apart; then A's upper half and B's lower
// half apart while the rest of A meets the best of B; then together with a handicap for A; then together.
// Real scores count throughout.
type z struct {
	stages  [4]int
	given   bool
	literal bool // Z2: the handicap belongs to round 5
	share   float64
	points  engine.Points

	by     field.RatingOrder
	inA    []bool
	score  []engine.Points
	a, b   []engine.Player
	halves matching.Bipartite
}

func newZ(spec *method.Spec) (engine.Scheme, error) {
	h := &z{}
	switch v := spec.String("variant", "Z1"); strings.ToUpper(v) {
	case "Z1":
		h.stages = [4]int{3, 3, 1, 6}
	case "Z2":
		h.stages = [4]int{3, 3, 0, 7}
		h.literal = true
	case "Z3":
		h.stages = [4]int{3, 3, 5, 2}
	default:
		return nil, fmt.Errorf("z: variant=%s is none of Z1, Z2, Z3", v)
	}
	if text := spec.String("stages", ""); text != "" {
		// a comma ends a level of a study
		f := strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == '+' })
		if len(f) != 4 {
			return nil, fmt.Errorf("z: stages=%s: four lengths are needed (apart, mixed, with handicap, together)",
				text)
		}
		for i := range f {
			n, err := strconv.Atoi(strings.TrimSpace(f[i]))
			if err != nil || n < 0 {
				return nil, fmt.Errorf("z: stages=%s: %q is not a number of rounds", text, f[i])
			}
			h.stages[i] = n
		}
		h.given = true
		if h.stages[1] > 0 && h.stages[0] == 0 {
			return nil, errors.New("z: a mixed stage without a stage apart before it has nothing to rank by")
		}
	}
	var err error
	if h.share, err = spec.Float("share", 0.5); err != nil {
		return nil, err
	}
	if h.share <= 0 || h.share >= 1 {
		return nil, fmt.Errorf("z: share=%v leaves a group empty", h.share)
	}
	p, err := spec.HalfPoints("points", 1)
	h.points = engine.Points(p)
	return h, err
}

// plan gives the lengths of the stages for an event of the given number of rounds (0: unknown), by largest
// remainders, at least one round each.
func (h *z) plan(rounds int) ([4]int, error) {
	total := h.stages[0] + h.stages[1] + h.stages[2] + h.stages[3]
	switch {
	case rounds == 0 || rounds == total:
		return h.stages, nil
	case h.given:
		return h.stages, fmt.Errorf("z: the stages add up to %d rounds, the event has %d", total, rounds)
	case rounds < 4:
		return h.stages, fmt.Errorf("z: %d rounds are too few for four stages", rounds)
	}
	var out, rest [4]int
	left := rounds
	for i, n := range h.stages {
		out[i] = n * rounds / total
		rest[i] = n * rounds % total
		if n > 0 && out[i] == 0 { // no stage is lost
			out[i], rest[i] = 1, -1
		}
		left -= out[i]
	}
	for ; left > 0; left-- {
		at := 0
		for i := range rest {
			if rest[i] > rest[at] {
				at = i
			}
		}
		out[at]++
		rest[at] = -1
	}
	return out, nil
}

func (h *z) Prepare(s *engine.State) error {
	stages, err := h.plan(s.PlannedRounds)
	if err != nil {
		return err
	}
	n := s.N()
	if n < 4 {
		return fmt.Errorf("z: %d players cannot be divided into groups that play apart", n)
	}
	clear(s.Virtual)
	clear(s.Section)
	s.Fixed = s.Fixed[:len(s.Fixed)-s.FixedByScheme]
	s.FixedByScheme = 0
	order := h.by.Sort(s)
	size := even(part(h.share, n))
	h.inA = append(h.inA[:0], make([]bool, n)...)
	for _, p := range order[:min(size, n)] {
		h.inA[p] = true
	}
	r := s.Round()
	handicap := r > stages[0]+stages[1] && r <= stages[0]+stages[1]+stages[2]
	if h.literal {
		// The round that the text numbers, 5 of 13, or as far into a longer or shorter event.
		at := 5
		if s.PlannedRounds > 0 {
			at = (5*s.PlannedRounds + 6) / 13
		}
		handicap = r == max(at, 1)
	}
	if handicap {
		for p, a := range h.inA {
			if a {
				s.Virtual[p] = h.points
			}
		}
	}
	switch {
	case r <= stages[0]:
		h.apart(s)
	case r <= stages[0]+stages[1]:
		h.mixed(s, stages[0])
	}
	return nil
}

func even(n int) int { return n + n%2 }

// Sections of the stages apart and mixed.
const (
	sectionUpper = 1 // A, then A1
	sectionLower = 2 // B, then B2
	sectionMixed = 3 // A2 and B1 where they cannot all be paired across
)

// apart keeps A and B apart. When both are odd (absences) the last of A plays in B, so that one bye is enough.
func (h *z) apart(s *engine.State) {
	a, b := 0, 0
	last := engine.NoPlayer
	for p := range engine.Player(s.N()) {
		s.Section[p] = sectionLower
		if h.inA[p] {
			s.Section[p] = sectionUpper
		}
		if !s.Present(p) || h.fixed(s, p) {
			continue
		}
		if h.inA[p] {
			a++
			if last == engine.NoPlayer || h.before(s, s.Score, last, p) {
				last = p
			}
		} else {
			b++
		}
	}
	if a%2 == 1 && b%2 == 1 {
		s.Section[last] = sectionLower
	}
}

// fixed reports whether the arbiter has fixed p's round.
func (h *z) fixed(s *engine.State, p engine.Player) bool {
	for _, g := range s.Fixed[:len(s.Fixed)-s.FixedByScheme] {
		if g.White == p || g.Black == p {
			return true
		}
	}
	return false
}

// before ranks by points, rating, number.
func (h *z) before(s *engine.State, score []engine.Points, p, q engine.Player) bool {
	return h.compare(s, score, p, q) < 0
}

func (h *z) compare(s *engine.State, score []engine.Points, p, q engine.Player) int {
	return cmp.Or(cmp.Compare(score[q], score[p]), cmp.Compare(s.Rating[q], s.Rating[p]), cmp.Compare(p, q))
}

// mixed divides A and B by their results after the stage apart: the upper half of A and the lower part of B
// play among themselves, and the rest of A meets the best of B, first with first in the order of the moment,
// shifted least (lexicographically) where they have met.
func (h *z) mixed(s *engine.State, apart int) {
	n := s.N()
	h.score = append(h.score[:0], make([]engine.Points, n)...)
	for r := range apart {
		for p := range n {
			h.score[p] += s.PointsAt(r, engine.Player(p))
		}
	}
	h.a, h.b = h.a[:0], h.b[:0]
	for p := range engine.Player(n) {
		if h.inA[p] {
			h.a = append(h.a, p)
		} else {
			h.b = append(h.b, p)
		}
	}
	rank := func(x []engine.Player, score []engine.Points) {
		slices.SortFunc(x, func(p, q engine.Player) int { return h.compare(s, score, p, q) })
	}
	rank(h.a, h.score)
	rank(h.b, h.score)
	upper := min(even((len(h.a)+1)/2), len(h.a))
	best := min(len(h.a)-upper, len(h.b))
	for _, p := range h.a[:upper] {
		s.Section[p] = sectionUpper
	}
	for _, p := range h.b[best:] {
		s.Section[p] = sectionLower
	}
	here := func(p engine.Player) bool { return !s.Present(p) || h.fixed(s, p) }
	a2 := slices.DeleteFunc(h.a[upper:], here)
	rest := slices.DeleteFunc(h.b, here)
	// B1 are the first of B; absences are filled from B2, who is over goes there.
	for i, p := range rest {
		s.Section[p] = sectionLower
		if i < len(a2) {
			s.Section[p] = sectionMixed
		}
	}
	b1 := rest[:min(len(a2), len(rest))]
	for _, p := range a2[len(b1):] {
		s.Section[p] = sectionUpper
	}
	a2 = a2[:len(b1)]
	for _, p := range a2 {
		s.Section[p] = sectionMixed
	}
	h.odd(s, a2, b1)
	if len(a2) > 0 && s.Section[a2[len(a2)-1]] != sectionMixed {
		a2, b1 = a2[:len(a2)-1], b1[:len(b1)-1]
	}
	rank(a2, s.Score)
	rank(b1, s.Score)
	h.halves.Reset(len(a2))
	for i, p := range a2 {
		for j, q := range b1 {
			if !s.Banned(p, q) {
				h.halves.Link(i, j)
			}
		}
	}
	if !h.halves.First() {
		return // left to the system as a section of their own
	}
	for i, p := range a2 {
		q := b1[h.halves.Partner(i)]
		white, _ := s.EqualColors(p, q)
		black := p
		if white == p {
			black = q
		}
		s.Fixed = append(s.Fixed, engine.Game{White: white, Black: black})
		s.FixedByScheme++
		s.Section[p], s.Section[q] = 0, 0
	}
}

// odd keeps the number of byes at one: with both the upper and the lower section odd (absences), the last
// mixed pair fills them up.
func (h *z) odd(s *engine.State, a2, b1 []engine.Player) {
	var count [4]int
	for p := range engine.Player(s.N()) {
		if s.Present(p) && !h.fixed(s, p) {
			count[s.Section[p]]++
		}
	}
	if count[sectionUpper]%2 == 1 && count[sectionLower]%2 == 1 && len(a2) > 0 {
		s.Section[a2[len(a2)-1]] = sectionUpper
		s.Section[b1[len(b1)-1]] = sectionLower
	}
}
