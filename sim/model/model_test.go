package model

import (
	"math"
	"sort"
	"strings"
	"testing"

	"crosstable/engine"
)

// Check values of the FIDE TEC model (white/draw/black).
func TestMilvangCheckValues(t *testing.T) {
	m, err := New("milvang")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ w, b, pw, pd, pb float64 }{
		{2000, 2000, .3549, .3628, .2822},
		{2000, 1800, .6701, .2189, .1110},
		{1800, 2000, .1442, .2550, .6008},
		{2400, 2400, .3009, .4890, .2101},
		{1600, 1600, .4129, .2195, .3676},
		{2200, 1800, .8690, .0994, .0316},
	} {
		got := m.Probabilities(c.w, c.b)
		if math.Abs(got.White-c.pw) > 6e-5 || math.Abs(got.Draw-c.pd) > 6e-5 || math.Abs(got.Black-c.pb) > 6e-5 {
			t.Errorf("(%v,%v): %.4f, want %v %v %v", c.w, c.b, got, c.pw, c.pd, c.pb)
		}
	}
}

func TestRTGFollowsTheGenerator(t *testing.T) {
	m, _ := New("rtg:0.30")
	if got := m.Probabilities(2000, 2000); math.Abs(got.White-.35) > 1e-12 || math.Abs(got.Draw-.30) > 1e-12 {
		t.Errorf("equals: %+v", got)
	}
	// 200 points: E = Phi(0.7) = 0.758036; far apart the share of draws shrinks to 2-2E.
	if got := m.Probabilities(2200, 2000); math.Abs(got.White-(0.7580363-.15)) > 1e-6 {
		t.Errorf("200 points: %+v", got)
	}
	if got := m.Probabilities(2000, 2600); math.Abs(got.Draw-2*(1-0.9821356)) > 1e-6 || got.White > 1e-12 {
		t.Errorf("600 points: %+v", got)
	}
}

// Every law of the table: probabilities add up, are the same turned round without advantage, and do not
// fall with strength.
func TestModelsAreLaws(t *testing.T) {
	for _, row := range Models {
		m, err := New(row.Name)
		if err != nil {
			t.Fatalf("%s: %v", row.Name, err)
		}
		last := -1.0
		for d := -1200.0; d <= 1200; d += 50 {
			c := m.Probabilities(2000+d, 2000)
			if c.White < 0 || c.Draw < 0 || c.Black < 0 || math.Abs(c.White+c.Draw+c.Black-1) > 1e-12 {
				t.Errorf("%s at %v: %+v", row.Name, d, c)
			}
			if e := c.White + c.Draw/2; e < last-1e-9 {
				t.Errorf("%s: expected score falls at %v", row.Name, d)
			} else {
				last = e
			}
			if row.Name != "milvang" {
				r := m.Probabilities(2000, 2000+d)
				if math.Abs(r.Black-c.White) > 1e-12 {
					t.Errorf("%s at %v: not symmetric", row.Name, d)
				}
			}
		}
	}
	for _, low := range []float64{0, 400, 1000} {
		c, _ := New("milvang")
		if p := c.Probabilities(low, low); p.Draw < 0 || math.Abs(p.White+p.Draw+p.Black-1) > 1e-12 {
			t.Errorf("milvang at %v: %+v", low, p)
		}
	}
}

func TestPlayKeepsTheLuckWhenColoursAreSwapped(t *testing.T) {
	for _, name := range []string{"rtg:0.3", "elo", "rao-kupper:1.4", "davidson:1", "coin"} {
		m, err := New(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 1000 {
			u := engine.NewLuck(7).With(uint64(i)).Float64()
			strong, weak := 2000+float64(i%7)*60, 1900.0
			if a, b := Play(m, u, strong, weak, true), Play(m, u, weak, strong, false); a != b.Swap() {
				t.Fatalf("%s: u=%v gives %v with White and %v with Black", name, u, a, b)
			}
		}
	}
}

func TestWrongNotationNamesTheNearest(t *testing.T) {
	for text, want := range map[string]string{
		"rgt:0.3":        `did you mean "rtg"`,
		"rtg:2":          "between 0 and 1",
		"rtg:drow=0.2":   `did you mean "draw"`,
		"rao-kupper:0.5": "greater than 1",
		"coin:3":         "takes none",
		"elo:white=x":    "not a number",
	} {
		if _, err := New(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"norml": `did you mean "normal"`, "normal:2000:-5": "negative", "uniform:5:1": "below",
		"two-groups:1:1:3": "share",
	} {
		if _, err := NewLaw(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestLawsHaveTheirMoments(t *testing.T) {
	for _, c := range []struct {
		name     string
		mean, sd float64
	}{
		{"normal:2000:200", 2000, 200},
		{"normal:sd=100:mean=1500", 1500, 100},
		{"uniform:1600:2400", 2000, 800 / math.Sqrt(12)},
		{"two-groups:500:150:0.5", 2000, math.Sqrt(150*150 + 250*250)},
	} {
		l, err := NewLaw(c.name)
		if err != nil {
			t.Fatal(err)
		}
		const n = 20000
		dst := make([]float64, n)
		l.Draw(dst, engine.NewLuck(1))
		var sum, sq float64
		for _, v := range dst {
			sum += v
			sq += v * v
		}
		mean := sum / n
		sd := math.Sqrt(sq/n - mean*mean)
		if math.Abs(mean-c.mean) > 5*c.sd/math.Sqrt(n) || math.Abs(sd-c.sd) > 0.03*c.sd {
			t.Errorf("%s: mean %.1f sd %.1f", c.name, mean, sd)
		}
	}
	g, _ := NewLaw("grid:2000:400")
	dst := make([]float64, 5)
	g.Draw(dst, engine.NewLuck(1))
	if dst[0] != 2200 || dst[4] != 1800 || dst[2] != 2000 {
		t.Errorf("grid: %v", dst)
	}
}

func TestFromListSamplesWithoutRepetition(t *testing.T) {
	list := make([]float64, 50)
	for i := range list {
		list[i] = float64(3000 - i)
	}
	hits := make([]int, 50)
	dst := make([]float64, 20)
	for rep := range 2000 {
		FromList{list}.Draw(dst, engine.NewLuck(uint64(rep)))
		if !sort.SliceIsSorted(dst, func(i, j int) bool { return dst[i] > dst[j] }) {
			t.Fatal("the order of the list is lost")
		}
		for i, v := range dst {
			if i > 0 && v == dst[i-1] {
				t.Fatal("a player drawn twice")
			}
			hits[3000-int(v)]++
		}
	}
	for i, h := range hits { // 800 expected, standard deviation 22
		if h < 680 || h > 920 {
			t.Errorf("player %d drawn %d times in 2000, expected 800", i, h)
		}
	}
}
