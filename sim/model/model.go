// Package model says who wins: the table of result laws, each giving the probabilities of a game from
// the true strengths of White and Black, and the table of strength laws that make a field.
//
// A new result law is one row in Models and one small type in its own file or below; the help, `crosstable list models`
// and the shared test (probabilities add up, a stronger side does not do worse) follow.
package model

import (
	"fmt"
	"math"

	"crosstable/engine"
	"crosstable/engine/method"
)

// Model is a law of game results.
type Model interface {
	// Probabilities of a game from White's side for strengths in rating points; they add up to 1.
	Probabilities(white, black float64) Chances
}

// Chances are the probabilities of a game's three results.
type Chances struct{ White, Draw, Black float64 }

// Row is one law of the table.
type Row struct {
	method.Info
	New func(spec *method.Spec) (Model, error)
}

// advantage is the option every law takes: White's advantage in rating points.
var advantage = method.Option{Key: "white", Values: "points", Default: "0",
	Summary: "White's advantage in rating points, added to White's strength"}

// Models is the table of result laws.
var Models = []Row{
	{Info: method.Info{Name: "rtg", Source: "generator of bbpPairings and JaVaFo",
		Summary: "E = Phi(7d/2000) for the stronger, draws with probability min(D, 2-2E); no White advantage",
		Options: []method.Option{{Key: "draw", Values: "0..1 (or bare: rtg:0.30)", Default: "0.30",
			Summary: "D, the share of draws between equals"}, advantage}},
		New: newRTG},
	{Info: method.Info{Name: "milvang", Source: "FIDE TEC, Statistical model for chess tournament simulations (2025)",
		Summary: "fitted to real events: White's advantage and the share of draws grow with the level",
		Options: []method.Option{advantage}},
		New: func(*method.Spec) (Model, error) { return milvang{}, nil }},
	{Info: method.Info{Name: "elo", Source: "Elo 1978",
		Summary: "logistic curve of base 10 and scale 400, no draws (go, shogi)",
		Options: []method.Option{advantage}},
		New: func(*method.Spec) (Model, error) { return elo{}, nil }},
	{Info: method.Info{Name: "rao-kupper", Source: "Rao, Kupper 1967",
		Summary: "logistic curve with a threshold T > 1 inside which games are drawn",
		Options: []method.Option{{Key: "t", Values: "> 1 (or bare: rao-kupper:1.5)", Default: "1.5",
			Summary: "threshold; equal players draw (T-1)/(T+1) of their games"}, advantage}},
		New: newRaoKupper},
	{Info: method.Info{Name: "davidson", Source: "Davidson 1970",
		Summary: "draws in proportion to the geometric mean of the winning chances",
		Options: []method.Option{{Key: "c", Values: ">= 0 (or bare: davidson:0.8)", Default: "0.8",
			Summary: "weight of draws; equal players draw C/(2+C) of their games"}, advantage}},
		New: newDavidson},
	{Info: method.Info{Name: "coin", Summary: "every game 50:50, no draws; strength plays no part"},
		New: func(*method.Spec) (Model, error) { return coin{}, nil }},
}

// New makes the model of a notation such as "rtg:0.30" or "elo:white=20".
func New(notation string) (Model, error) {
	spec, err := method.Parse(notation)
	if err != nil {
		return nil, err
	}
	row, err := method.Find(Models, "model", spec.Name)
	if err != nil {
		return nil, err
	}
	adv := 0.0
	if hasOption(row.Options, "white") {
		if adv, err = spec.Float("white", 0); err != nil {
			return nil, err
		}
	}
	m, err := row.New(spec)
	if err != nil {
		return nil, err
	}
	if err := spec.Done(row.Options); err != nil {
		return nil, err
	}
	if adv != 0 {
		m = withAdvantage{m, adv}
	}
	return m, nil
}

func hasOption(options []method.Option, key string) bool {
	for _, o := range options {
		if o.Key == key {
			return true
		}
	}
	return false
}

// parameter reads an option that may also stand bare after the name.
func parameter(spec *method.Spec, key string, def float64, ok func(float64) bool, want string) (float64, error) {
	if !spec.Has(key) && spec.Has("") {
		key = ""
	}
	v, err := spec.Float(key, def)
	if err == nil && !ok(v) {
		err = fmt.Errorf("%s: parameter %g must be %s", spec.Name, v, want)
	}
	return v, err
}

// Play reads a uniform number u as worse < draw < better for the player with the lower id (the truly
// stronger), never for White: then a swap of colours does not turn the luck round, and two
// scenarios that pair the same two players see the same result.
func Play(m Model, u float64, white, black float64, whiteIsLower bool) engine.Result {
	c := m.Probabilities(white, black)
	if whiteIsLower {
		switch {
		case u < c.Black:
			return engine.BlackWins
		case u < c.Black+c.Draw:
			return engine.Draw
		}
		return engine.WhiteWins
	}
	switch {
	case u < c.White:
		return engine.WhiteWins
	case u < c.White+c.Draw:
		return engine.Draw
	}
	return engine.BlackWins
}

type withAdvantage struct {
	Model
	points float64
}

func (w withAdvantage) Probabilities(white, black float64) Chances {
	return w.Model.Probabilities(white+w.points, black)
}

type rtg struct{ draw float64 }

func newRTG(spec *method.Spec) (Model, error) {
	d, err := parameter(spec, "draw", 0.30, func(v float64) bool { return v >= 0 && v <= 1 }, "between 0 and 1")
	return rtg{d}, err
}

func (m rtg) Probabilities(w, b float64) Chances {
	d := math.Abs(w - b)
	e := 0.5 * math.Erfc(-7*d/2000/math.Sqrt2)
	draw := min(m.draw, 2-2*e)
	stronger := e - draw/2
	weaker := 1 - stronger - draw
	if w >= b {
		return Chances{stronger, draw, weaker}
	}
	return Chances{weaker, draw, stronger}
}

type milvang struct{}

func (milvang) Probabilities(w, b float64) Chances {
	mean := (w + b) / 2
	forWhite := 96 + 0.0986*(mean-2000)
	forBlack := -150 - 0.157*(mean-2000)
	pw := 1 / (1 + math.Pow(10, (b-w+forWhite)/370))
	pb := 1 / (1 + math.Pow(10, (w-b-forBlack)/370))
	draw := 1 - pw - pb
	if draw < 0 {
		sum := pw + pb
		return Chances{pw / sum, 0, pb / sum}
	}
	return Chances{pw, draw, pb}
}

// logistic is the expected score of a player d points stronger.
func logistic(d float64) float64 { return 1 / (1 + math.Pow(10, -d/400)) }

type elo struct{}

func (elo) Probabilities(w, b float64) Chances {
	p := logistic(w - b)
	return Chances{p, 0, 1 - p}
}

type raoKupper struct{ t float64 }

func newRaoKupper(spec *method.Spec) (Model, error) {
	t, err := parameter(spec, "t", 1.5, func(v float64) bool { return v > 1 }, "greater than 1")
	return raoKupper{t}, err
}

func (m raoKupper) Probabilities(w, b float64) Chances {
	g := math.Pow(10, (w-b)/400)
	pw, pb := g/(g+m.t), 1/(1+m.t*g)
	return Chances{pw, max(0, 1-pw-pb), pb}
}

type davidson struct{ c float64 }

func newDavidson(spec *method.Spec) (Model, error) {
	c, err := parameter(spec, "c", 0.8, func(v float64) bool { return v >= 0 }, "0 or more")
	return davidson{c}, err
}

func (m davidson) Probabilities(w, b float64) Chances {
	p := logistic(w - b)
	draw := m.c * math.Sqrt(p*(1-p))
	sum := 1 + draw
	return Chances{p / sum, draw / sum, (1 - p) / sum}
}

type coin struct{}

func (coin) Probabilities(_, _ float64) Chances { return Chances{0.5, 0, 0.5} }
