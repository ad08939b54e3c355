package tiebreak

import "crosstable/engine"

// Buchholz, Sonneborn-Berger and their kin: type C of C.07, with the cuts of article 14 and the
// exception for voluntary unplayed rounds of 16.5.

// fillBH is BH (8.1) and, with Fore, FB (8.3). Scale 2.
func fillBH(k *Key, dst []int64, x *Scratch) {
	t := x.contributions(k.Fore, k.Forfeits)
	for p := range dst {
		var sum int64
		terms := t.of(p, x.rounds)
		if k.Low+k.High == 0 {
			for i := range terms {
				sum += int64(terms[i].score)
			}
		} else {
			for _, tm := range x.afterCuts(k, terms, false) {
				sum += int64(tm.score)
			}
		}
		dst[p] = sum
	}
}

// fillSB is SB (9.1). Scale 4.
func fillSB(k *Key, dst []int64, x *Scratch) {
	t := x.contributions(false, k.Forfeits)
	for p := range dst {
		var sum int64
		terms := t.of(p, x.rounds)
		if k.Low+k.High > 0 {
			terms = x.afterCuts(k, terms, true)
		}
		for i := range terms {
			sum += int64(terms[i].score) * int64(terms[i].points)
		}
		dst[p] = sum
	}
}

// afterCuts copies the terms and removes the k.Low least significant, then the k.High most significant ones.
func (x *Scratch) afterCuts(k *Key, terms []term, product bool) []term {
	x.cut = append(x.cut[:0], terms...)
	for range k.Low {
		i := lowest(x.cut, product)
		if i < 0 {
			break
		}
		x.cut[i] = x.cut[len(x.cut)-1]
		x.cut = x.cut[:len(x.cut)-1]
	}
	for range k.High {
		i := highest(x.cut)
		if i < 0 {
			break
		}
		x.cut[i] = x.cut[len(x.cut)-1]
		x.cut = x.cut[:len(x.cut)-1]
	}
	return x.cut
}

func (t *term) value(product bool) int64 {
	if product {
		return int64(t.score) * int64(t.points)
	}
	return int64(t.score)
}

// lowest is the term that a low cut removes: the least significant one is that of the lowest scoring
// opponent (of several, the lowest product), but the lowest voluntary unplayed round goes instead if its
// value is not lower (16.5). -1 when nothing is left.
func lowest(terms []term, product bool) int {
	regular, vur := -1, -1
	for i := range terms {
		t := &terms[i]
		if t.kind == termNone {
			continue
		}
		if regular < 0 || t.score < terms[regular].score ||
			t.score == terms[regular].score && t.value(product) < terms[regular].value(product) {
			regular = i
		}
		if t.kind == termVUR && (vur < 0 || t.value(product) < terms[vur].value(product) ||
			t.value(product) == terms[vur].value(product) && t.score < terms[vur].score) {
			vur = i
		}
	}
	if vur >= 0 && terms[vur].value(product) >= terms[regular].value(product) {
		return vur
	}
	return regular
}

// highest is the term that a high cut removes: the highest score, of several the highest product.
func highest(terms []term) int {
	best := -1
	for i := range terms {
		t := &terms[i]
		if t.kind == termNone {
			continue
		}
		if best < 0 || t.score > terms[best].score ||
			t.score == terms[best].score && t.value(true) > terms[best].value(true) {
			best = i
		}
	}
	return best
}

// fillAOB is AOB (8.2): the mean BH (with Fore: FB) of the opponents met over the board.
func fillAOB(k *Key, dst []int64, x *Scratch) {
	x.tmp = grow(x.tmp, x.n)
	bh := Key{Method: k.Method, Fore: k.Fore}
	fillBH(&bh, x.tmp, x)
	x.meanOverBoard(dst, x.tmp, 2)
}

// meanOverBoard averages values (units of 1/per) over the opponents met over the board; None where no
// opponent has a value.
func (x *Scratch) meanOverBoard(dst, values []int64, per int64) {
	x.sums = grow(x.sums, x.n)
	clear(x.sums)
	clear(dst)
	for r := range x.rounds {
		out, opp := x.s.Outcomes(r), x.s.Opponents(r)
		for p, o := range out {
			if q := opp[p]; o.Played() && q != engine.NoPlayer && values[q] != None {
				dst[p] += values[q]
				x.sums[p]++
			}
		}
	}
	for p := range dst {
		dst[p] = average(dst[p], x.sums[p], per)
	}
}

// fillKS is Koya (9.2): points scored against those with at least half of the maximum, moved by Limit
// half points. Forfeits against them count. Scale 2.
func fillKS(k *Key, dst []int64, x *Scratch) {
	s := x.s
	limit := x.koyaLimit(k)
	clear(dst)
	for r := range x.rounds {
		out, opp, col := s.Outcomes(r), s.Opponents(r), s.ColorsAt(r)
		for p, o := range out {
			if q := opp[p]; q != engine.NoPlayer && 2*int64(s.Score[q]) >= limit {
				dst[p] += int64(s.Points.Value[o][col[p]])
			}
		}
	}
}

// koyaLimit is twice the score that qualifies an opponent, in half points. The maximum counts the rounds in
// which a player could have been scheduled: with an odd field that plays all against all, one in n is free.
func (x *Scratch) koyaLimit(k *Key) int64 {
	rounds := x.rounds
	if x.c.RoundRobin && x.n%2 == 1 {
		rounds -= rounds / x.n
	}
	return int64(rounds)*int64(x.s.Points.Win()) + 2*int64(k.Limit)
}
