package identity

import (
	"math/bits"
	"slices"
	"strings"
)

// index finds the players whose name or id is nearest to one that is not on the list.
type index struct {
	names, ids []target
	cache      map[string]string
	searches   int
}

// target is a folded name or id with a fingerprint of its characters: k changes move at most 2k bits.
type target struct {
	text   []rune
	bag    []rune // the words in sorted order, for names written the other way round
	print  uint64
	player int32
}

const (
	maxCandidates = 3
	// maxSearches bounds the work for files that belong to another list altogether: beyond it, issues
	// come without candidates.
	maxSearches = 3000
)

func (r *Roster) index() *index {
	if r.near == nil {
		x := &index{cache: map[string]string{}}
		for i, p := range r.players {
			if p.Name != "" {
				f := Fold(p.Name)
				x.names = append(x.names, target{[]rune(f), words(f), fingerprint(f), int32(i)})
			}
			if p.ID != "" {
				f := foldID(p.ID)
				x.ids = append(x.ids, target{[]rune(f), nil, fingerprint(f), int32(i)})
			}
		}
		r.near = x
	}
	return r.near
}

// words gives the words of a name in sorted order without commas: "tanaka, satoshi" and "satoshi tanaka"
// have the same.
func words(folded string) []rune {
	w := strings.FieldsFunc(folded, func(r rune) bool {
		return r == ' ' || r == ',' || r == '.' || r == '-' ||
			r == '・'
	})
	slices.Sort(w)
	return []rune(strings.Join(w, " "))
}

func fingerprint(s string) uint64 {
	var f uint64
	for _, c := range s {
		f |= 1 << (uint32(c) * 0x9E3779B1 >> 26)
	}
	return f
}

func (r *Roster) nearNames(name string) string {
	return r.index().nearest(r, "n"+Fold(name), r.near.names, true)
}

func (r *Roster) nearIDs(id string) string {
	return r.index().nearest(r, "i"+foldID(id), r.near.ids, false)
}

// nearest gives "; nearest: ..." or "".
func (x *index) nearest(r *Roster, key string, among []target, names bool) string {
	if s, ok := x.cache[key]; ok {
		return s
	}
	if x.searches >= maxSearches {
		return ""
	}
	x.searches++
	text := []rune(key[1:])
	print, bag := fingerprint(key[1:]), []rune(nil)
	limit := min(1+len(text)/5, 4)
	if names {
		bag = words(key[1:])
	}
	type found struct {
		distance int
		player   int32
	}
	var best []found
	for i := range among {
		t := &among[i]
		d := limit + 1
		if bits.OnesCount64(print^t.print) <= 2*limit+2 {
			if d = distance(text, t.text, limit); names && d > 1 {
				if e := distance(bag, t.bag, limit); e+1 < d { // words in another order
					d = e + 1
				}
			}
			if !names && d > 0 && strings.TrimLeft(string(text), "0") == strings.TrimLeft(string(t.text), "0") {
				d = 0
			}
		}
		if d > limit {
			continue
		}
		j, _ := slices.BinarySearchFunc(best, d+1, func(f found, want int) int { return f.distance - want })
		for j > 0 && best[j-1].distance > d {
			j--
		}
		if j < maxCandidates {
			best = slices.Insert(best, j, found{d, t.player})
			if len(best) > maxCandidates {
				best = best[:maxCandidates]
			}
		}
	}
	s := ""
	if len(best) > 0 {
		var c []string
		for _, f := range best {
			c = append(c, r.label(f.player))
		}
		s = "; nearest: " + strings.Join(c, ", ")
	}
	x.cache[key] = s
	return s
}

// distance is the number of changes (a character added, left out or changed, two neighbours exchanged)
// that make b of a, or limit+1 if it takes more.
func distance(a, b []rune, limit int) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > limit {
		return limit + 1
	}
	var rows [3][]int
	for i := range rows {
		rows[i] = make([]int, len(a)+1)
	}
	prev, cur, older := rows[0], rows[1], rows[2]
	for i := range prev {
		prev[i] = i
	}
	for j := 1; j <= len(b); j++ {
		cur[0] = j
		low := j
		for i := 1; i <= len(a); i++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			d := min(prev[i]+1, cur[i-1]+1, prev[i-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, older[i-2]+1)
			}
			cur[i] = d
			low = min(low, d)
		}
		if low > limit && j > 1 {
			return limit + 1
		}
		older, prev, cur = prev, cur, older
	}
	return min(prev[len(a)], limit+1)
}
