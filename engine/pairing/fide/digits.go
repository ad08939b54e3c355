package fide

import "math/bits"

// Digits packs counts of faults, the most important first, into the words of a matching weight
// (matching.Weight): each count has the bits that its greatest sum over a matching needs.
type Digits struct {
	room int // bits of a word
	at   []digit
	used int // bits used in the latest word
}

type digit struct {
	word  int
	shift int
}

// Reset begins the digits of a graph of n vertices.
func (d *Digits) Reset(n int) {
	d.room = 58 - bits.Len(uint(n))
	d.at = d.at[:0]
	d.used = d.room + 1 // no word yet
}

// Add appends a digit whose sum is at most limit, and returns its index.
func (d *Digits) Add(limit int) int {
	need := bits.Len(uint(limit))
	word := 0
	if k := len(d.at); k > 0 {
		word = d.at[k-1].word
	}
	if len(d.at) > 0 && d.used+need > d.room {
		word++
		d.used = 0
	} else if len(d.at) == 0 {
		d.used = 0
	}
	// Digits of a word are placed from its top, so that an earlier one weighs more.
	d.used += need
	d.at = append(d.at, digit{word, d.room - d.used})
	return len(d.at) - 1
}

// Words is the number of words in use.
func (d *Digits) Words() int {
	if len(d.at) == 0 {
		return 1
	}
	return d.at[len(d.at)-1].word + 1
}

// Len is the number of digits.
func (d *Digits) Len() int { return len(d.at) }

// Fault adds v faults of digit k to a weight's words.
func (d *Digits) Fault(words []int64, k, v int) {
	p := d.at[k]
	words[p.word] -= int64(v) << p.shift
}

// Worse gives the first digit in which the weight b has more faults than a, -1 if none has.
func (d *Digits) Worse(a, b []int64) int {
	for k, p := range d.at {
		end := d.room
		if k > 0 && d.at[k-1].word == p.word {
			end = d.at[k-1].shift
		}
		mask := int64(1)<<(end-p.shift) - 1
		x, y := -a[p.word]>>p.shift&mask, -b[p.word]>>p.shift&mask
		if y > x {
			return k
		}
		if y < x {
			return -1
		}
	}
	return -1
}
