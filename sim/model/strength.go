package model

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"crosstable/engine"
	"crosstable/engine/method"
)

// Law is a law of true strengths: a field is drawn by filling one number per player.
type Law interface {
	// Draw fills dst with true strengths in rating points, using luck keyed by the player's slot.
	Draw(dst []float64, luck engine.Luck)
}

// LawRow is one strength law of the table.
type LawRow struct {
	method.Info
	// New takes the options' values in the order of Info.Options.
	New func(v []float64) (Law, error)
}

// Laws is the table of strength laws. A rating list from a file is given to FromList by the caller, which
// reads files.
var Laws = []LawRow{
	{Info: method.Info{Name: "normal", Summary: "independent normal strengths: normal:MEAN:SD",
		Options: []method.Option{{Key: "mean", Values: "points", Default: "2000"},
			{Key: "sd", Values: "points", Default: "200"}}},
		New: newNormal},
	{Info: method.Info{Name: "uniform", Summary: "independent uniform strengths: uniform:LOW:HIGH",
		Options: []method.Option{{Key: "low", Values: "points", Default: "1600"},
			{Key: "high", Values: "points", Default: "2400"}}},
		New: newUniform},
	{Info: method.Info{Name: "grid",
		Summary: "the same field every time, evenly spaced: grid:MEAN:SPREAD (spread = strongest minus weakest)",
		Options: []method.Option{{Key: "mean", Values: "points", Default: "2000"},
			{Key: "spread", Values: "points", Default: "400"}}},
		New: newGrid},
	{Info: method.Info{Name: "two-groups",
		Summary: "a strong and a weak normal group: two-groups:GAP:SD:SHARE (share of the strong)",
		Options: []method.Option{{Key: "gap", Values: "points", Default: "500"},
			{Key: "sd", Values: "points", Default: "150"}, {Key: "share", Values: "0..1", Default: "0.5"}}},
		New: newTwoGroups},
}

// NewLaw makes the strength law of a notation such as "normal:2000:200".
func NewLaw(notation string) (Law, error) {
	spec, err := method.Parse(notation)
	if err != nil {
		return nil, err
	}
	row, err := method.Find(Laws, "strength law", spec.Name)
	if err != nil {
		return nil, err
	}
	v, err := positional(spec, row.Options)
	if err != nil {
		return nil, err
	}
	l, err := row.New(v)
	if err != nil {
		return nil, err
	}
	return l, spec.Done(row.Options)
}

// positional reads options that stand by key or, in order, bare.
func positional(spec *method.Spec, options []method.Option) ([]float64, error) {
	out := make([]float64, len(options))
	for i, o := range options {
		def, _ := strconv.ParseFloat(o.Default, 64)
		key := ""
		if spec.Has(o.Key) {
			key = o.Key
		}
		v, err := spec.Float(key, def)
		if err != nil {
			return nil, fmt.Errorf("%s of the field: %w", o.Key, err)
		}
		out[i] = v
	}
	return out, nil
}

type normal struct{ mean, sd float64 }

func newNormal(v []float64) (Law, error) {
	if v[1] < 0 {
		return nil, fmt.Errorf("normal: a standard deviation of %g is negative", v[1])
	}
	return normal{v[0], v[1]}, nil
}

// Quantile is the inverse of the standard normal distribution function.
func Quantile(p float64) float64 { return distuv.UnitNormal.Quantile(p) }

// Normal is a standard normal number of l. The uniform number is kept off 0, whose quantile is infinite.
func Normal(l engine.Luck) float64 {
	return Quantile((float64(l.Uint64()>>11) + 0.5) / (1 << 53))
}

func (n normal) Draw(dst []float64, luck engine.Luck) {
	for i := range dst {
		dst[i] = n.mean + n.sd*Normal(luck.With(uint64(i)))
	}
}

type uniform struct{ low, high float64 }

func newUniform(v []float64) (Law, error) {
	if v[1] < v[0] {
		return nil, fmt.Errorf("uniform: the high end %g is below the low end %g", v[1], v[0])
	}
	return uniform{v[0], v[1]}, nil
}

func (u uniform) Draw(dst []float64, luck engine.Luck) {
	for i := range dst {
		dst[i] = u.low + (u.high-u.low)*luck.With(uint64(i)).Float64()
	}
}

type grid struct{ mean, spread float64 }

func newGrid(v []float64) (Law, error) {
	if v[1] < 0 {
		return nil, fmt.Errorf("grid: a spread of %g is negative", v[1])
	}
	return grid{v[0], v[1]}, nil
}

func (g grid) Draw(dst []float64, _ engine.Luck) {
	n := len(dst)
	for i := range dst {
		dst[i] = g.mean
		if n > 1 {
			dst[i] += g.spread * (0.5 - float64(i)/float64(n-1))
		}
	}
}

type twoGroups struct{ gap, sd, share float64 }

func newTwoGroups(v []float64) (Law, error) {
	if v[1] < 0 || v[2] < 0 || v[2] > 1 {
		return nil, fmt.Errorf("two-groups: needs sd >= 0 and a share between 0 and 1, not %g and %g", v[1], v[2])
	}
	return twoGroups{v[0], v[1], v[2]}, nil
}

func (g twoGroups) Draw(dst []float64, luck engine.Luck) {
	strong := int(math.Round(g.share * float64(len(dst))))
	for i := range dst {
		mean := 2000 - g.gap/2
		if i < strong {
			mean = 2000 + g.gap/2
		}
		dst[i] = mean + g.sd*Normal(luck.With(uint64(i)))
	}
}

// FromList draws fields from a real rating list.
type FromList struct{ Ratings []float64 }

// Draw takes a random sample of the list, without repetition where the list is long enough.
func (f FromList) Draw(dst []float64, luck engine.Luck) {
	n := len(f.Ratings)
	if n == 0 {
		return
	}
	if len(dst) > n {
		for i := range dst {
			dst[i] = f.Ratings[luck.With(uint64(i)).Below(n)]
		}
		return
	}
	// Selection sampling (Knuth 3.4.2 S) keeps the order of the list and needs no scratch.
	k := 0
	for i := 0; k < len(dst); i++ {
		if luck.With(uint64(i)).Below(n-i) < len(dst)-k {
			dst[k] = f.Ratings[i]
			k++
		}
	}
}
