// Package stats is the arithmetic of a study: exact sums of fixed-point values, means with Monte Carlo errors and 95 %
// intervals (Student's t, Wilson, Agresti and Min), p values and their adjustment for many comparisons.
package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"crosstable/sim"
)

// Values are measured in fixed point, so that sums are integers: they come out the same whatever the order of the
// replicates, the number of workers or the split into shards.
const (
	fixedBits = 20
	// One is the fixed-point value of 1.
	One = 1 << fixedBits
)

// Fixed rounds a metric's value to a multiple of 2^-20, about one millionth.
func Fixed(v float64) int64 { return int64(math.Round(v * One)) }

// wide is a signed 128-bit sum.
type wide struct {
	hi int64
	lo uint64
}

func (w *wide) add(v wide) {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	w.lo = lo
	w.hi += v.hi + int64(carry)
}

func (w *wide) addInt(v int64) { w.add(wide{v >> 63, uint64(v)}) }

// addSquare adds v*v.
func (w *wide) addSquare(v int64) {
	u := uint64(max(v, -v))
	hi, lo := bits.Mul64(u, u)
	w.add(wide{int64(hi), lo})
}

func (w wide) big() *big.Int {
	b := big.NewInt(w.hi)
	b.Lsh(b, 64)
	return b.Add(b, new(big.Int).SetUint64(w.lo))
}

// MarshalJSON writes the sum as a decimal string, exactly.
func (w wide) MarshalJSON() ([]byte, error) { return json.Marshal(w.big().String()) }

// UnmarshalJSON reads what MarshalJSON wrote.
func (w *wide) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	b, ok := new(big.Int).SetString(s, 10)
	if !ok || b.BitLen() > 127 {
		return fmt.Errorf("%q is not a 128-bit integer", s)
	}
	w.lo = new(big.Int).And(b, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	w.hi = new(big.Int).Rsh(b, 64).Int64()
	return nil
}

// Tally is the sum, the sum of squares and the number of the values of one metric.
type Tally struct {
	N      int64 `json:"n"`
	Sum    wide  `json:"sum"`
	Square wide  `json:"square"`
}

// Add counts a fixed-point value.
func (t *Tally) Add(v int64) {
	t.N++
	t.Sum.addInt(v)
	t.Square.addSquare(v)
}

// Merge adds another tally.
func (t *Tally) Merge(o Tally) {
	t.N += o.N
	t.Sum.add(o.Sum)
	t.Square.add(o.Square)
}

// Share is the tally of k ones among n values.
func Share(k, n int64) Tally {
	t := Tally{N: n}
	hi, lo := bits.Mul64(uint64(k), One)
	t.Sum = wide{int64(hi), lo}
	hi, lo = bits.Mul64(uint64(k), One*One)
	t.Square = wide{int64(hi), lo}
	return t
}

// Mean of the values; NaN without any.
func (t Tally) Mean() float64 {
	if t.N == 0 {
		return math.NaN()
	}
	f, _ := new(big.Float).SetInt(t.Sum.big()).Float64()
	return f / One / float64(t.N)
}

// Variance of the values with divisor n-1; NaN below two values.
func (t Tally) Variance() float64 {
	if t.N < 2 {
		return math.NaN()
	}
	// (n*S2 - S1^2) / (n (n-1)), exact before the last division.
	n := big.NewInt(t.N)
	a := new(big.Int).Mul(n, t.Square.big())
	s := t.Sum.big()
	a.Sub(a, s.Mul(s, s))
	f, _ := new(big.Float).SetInt(a).Float64()
	return f / One / One / float64(t.N) / float64(t.N-1)
}

// SE is the Monte Carlo standard error of the mean.
func (t Tally) SE() float64 { return math.Sqrt(t.Variance() / float64(t.N)) }

// Estimate is a mean with its error and 95 % interval.
type Estimate struct {
	Mean, SE, Lo, Hi float64
	N                int64
}

// Estimate of a mean, by Student's t.
func (t Tally) Estimate() Estimate {
	e := Estimate{Mean: t.Mean(), SE: t.SE(), N: t.N}
	h := student(t.N) * e.SE
	e.Lo, e.Hi = e.Mean-h, e.Mean+h
	return e
}

// Proportion estimates a share of successes with Wilson's interval (Wilson 1927).
func (t Tally) Proportion() Estimate {
	e := t.Estimate()
	if t.N == 0 {
		return e
	}
	n, p := float64(t.N), e.Mean
	e.SE = math.Sqrt(p * (1 - p) / n)
	e.Lo, e.Hi = sim.Wilson(p, n)
	return e
}

// PairedProportion estimates a difference of two shares over the same events, whose values are -1, 0 or 1, with
// the interval of Agresti and Min (2005): half an event is added to each of the four cells, so that a few
// discordant events do not look like certainty.
func (t Tally) PairedProportion() Estimate {
	e := t.Estimate()
	if t.N == 0 {
		return e
	}
	n := float64(t.N)
	discordant, _ := new(big.Float).SetInt(t.Square.big()).Float64()
	discordant = discordant/One/One + 1
	difference := e.Mean * n
	centre := difference / (n + 2)
	h := distuv.UnitNormal.Quantile((1+sim.Level)/2) * math.Sqrt(discordant-difference*difference/(n+2)) / (n + 2)
	e.Lo, e.Hi = max(-1, centre-h), min(1, centre+h)
	return e
}

// law is the distribution of a mean of n values over its standard error: Student's t, of intervals and of p values
// alike.
func law(n int64) interface {
	Quantile(p float64) float64
	Survival(x float64) float64
} {
	if n > 10000 {
		return distuv.UnitNormal
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}
}

// student is the half-width of an interval in standard errors of a mean of n values.
func student(n int64) float64 {
	if n < 2 {
		return math.NaN()
	}
	return law(n).Quantile((1 + sim.Level) / 2)
}

// PValue is the p value of a mean difference against zero, two-sided.
func (e Estimate) PValue() float64 {
	if e.N < 2 {
		return math.NaN()
	}
	if e.SE == 0 {
		if e.Mean == 0 {
			return 1
		}
		return 0
	}
	return 2 * law(e.N).Survival(math.Abs(e.Mean/e.SE))
}

// Holm adjusts p values for many comparisons (Holm 1979); NaN stands for a comparison that has none.
func Holm(p []float64) []float64 {
	idx := make([]int, 0, len(p))
	out := make([]float64, len(p))
	for i, v := range p {
		out[i] = v
		if !math.IsNaN(v) {
			idx = append(idx, i)
		}
	}
	slices.SortStableFunc(idx, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	worst := 0.0
	for k, i := range idx {
		worst = max(worst, min(1, p[i]*float64(len(idx)-k)))
		out[i] = worst
	}
	return out
}

// Text is "0.426 ±0.015": the mean and half of the interval.
func (e Estimate) Text() string {
	if e.N == 0 || math.IsNaN(e.Mean) {
		return "-"
	}
	h := (e.Hi - e.Lo) / 2
	if math.IsNaN(h) {
		return fmt.Sprintf("%.4g", e.Mean)
	}
	d := decimals(h)
	return fmt.Sprintf("%.*f ±%.*f", d, e.Mean, d, h)
}

// decimals shows an error with two significant digits, and at most five decimals.
func decimals(h float64) int {
	if h <= 0 {
		return 3
	}
	return max(0, min(5, 1-int(math.Floor(math.Log10(h)))))
}

// PText writes a p value as papers do.
func PText(p float64) string {
	if p < 0.0001 {
		return "p<0.0001"
	}
	return fmt.Sprintf("p=%.2g", p)
}
