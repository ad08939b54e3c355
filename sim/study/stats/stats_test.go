package stats

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"crosstable/sim"
)

func TestWideSumsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := rapid.SliceOfN(rapid.Int64Range(-1<<52, 1<<52), 1, 50).Draw(t, "values")
		var s, q wide
		bs, bq := new(big.Int), new(big.Int)
		for _, v := range vs {
			s.addInt(v)
			q.addSquare(v)
			b := big.NewInt(v)
			bs.Add(bs, b)
			bq.Add(bq, b.Mul(b, b))
		}
		if s.big().Cmp(bs) != 0 || q.big().Cmp(bq) != 0 {
			t.Fatalf("sum %v want %v, squares %v want %v", s.big(), bs, q.big(), bq)
		}
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back wide
		if err := json.Unmarshal(data, &back); err != nil || back != s {
			t.Fatalf("%s reads back as %v (%v), want %v", data, back.big(), err, bs)
		}
	})
}

func TestTallyAgreesWithGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := rapid.SliceOfN(rapid.Float64Range(-1000, 1000), 2, 40).Draw(t, "values")
		var ta Tally
		for i, v := range vs {
			f := Fixed(v)
			ta.Add(f)
			vs[i] = float64(f) / One
		}
		mean, v := stat.MeanVariance(vs, nil)
		if math.Abs(ta.Mean()-mean) > 1e-9 || math.Abs(ta.Variance()-v) > 1e-9*(1+v) {
			t.Fatalf("mean %v want %v, variance %v want %v", ta.Mean(), mean, ta.Variance(), v)
		}
	})
}

// Published values: 1 success in 10, and 0 in 10, by Wilson's method at 95 % (Newcombe 1998, method 3).
func TestWilsonInterval(t *testing.T) {
	for _, c := range []struct{ k, n, lo, hi float64 }{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718},
	} {
		lo, hi := sim.Wilson(c.k/c.n, c.n)
		if math.Abs(lo-c.lo) > 6e-5 || math.Abs(hi-c.hi) > 6e-5 {
			t.Errorf("%v of %v: %.4f to %.4f, want %v to %v", c.k, c.n, lo, hi, c.lo, c.hi)
		}
	}
}

func TestHolmAdjusts(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005, math.NaN()})
	want := []float64{0.03, 0.06, 0.06, 0.02}
	for i, w := range want {
		if math.Abs(got[i]-w) > 1e-12 {
			t.Errorf("%d: %v, want %v", i, got[i], w)
		}
	}
	if !math.IsNaN(got[4]) {
		t.Errorf("a missing p value became %v", got[4])
	}
}

func TestShareTallyEqualsCounting(t *testing.T) {
	var ta Tally
	for i := range 37 {
		ta.Add(Fixed(float64(min(1, i%4))))
	}
	k := int64(0)
	for i := range 37 {
		k += int64(min(1, i%4))
	}
	if got := Share(k, 37); got != ta {
		t.Errorf("%+v, want %+v", got, ta)
	}
}

// Agresti and Min 2005, by hand: 10 events, 3 for and 1 against: b* = 3.5, c* = 1.5, n* = 12.
func TestPairedProportionInterval(t *testing.T) {
	var ta Tally
	for _, v := range []float64{1, 1, 1, -1, 0, 0, 0, 0, 0, 0} {
		ta.Add(Fixed(v))
	}
	e := ta.PairedProportion()
	h := 1.959964 * math.Sqrt(5-4.0/12) / 12
	if math.Abs(e.Mean-0.2) > 1e-12 || math.Abs(e.Lo-(2.0/12-h)) > 1e-6 || math.Abs(e.Hi-(2.0/12+h)) > 1e-6 {
		t.Errorf("%+v, want 0.2 and %.4f to %.4f", e, 2.0/12-h, 2.0/12+h)
	}
}

// A p value and the interval beside it follow one law: zero is at the end of the 95 % interval where p is 0.05. With
// three values Student's t with 2 degrees of freedom has its 97.5 % point at 4.3027 (any table).
func TestPValuesFollowTheLawOfTheIntervals(t *testing.T) {
	if p := (Estimate{Mean: 4.302653, SE: 1, N: 3}).PValue(); math.Abs(p-0.05) > 1e-6 {
		t.Errorf("n=3 at 4.3027 standard errors: p = %v, want .05", p)
	}
	if p := (Estimate{Mean: -0.081, SE: 0.084 / 4.302653, N: 3}).PValue(); p < 0.05 || p > 0.06 {
		t.Errorf("-0.081 ± 0.084 of three values: p = %v", p)
	}
	for _, n := range []int64{2, 3, 10, 500, 20000} {
		if p := (Estimate{Mean: student(n), SE: 1, N: n}).PValue(); math.Abs(p-0.05) > 1e-9 {
			t.Errorf("n=%d: zero ends the interval and p = %v", n, p)
		}
	}
}
