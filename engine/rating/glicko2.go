package rating

import (
	"math"

	"crosstable/engine/method"
)

// Glicko2 is Mark Glickman's Glicko-2: rating, deviation and volatility, one rating period at a time.
type Glicko2 struct {
	Tau float64 // how much volatility may change; 0.3 to 1.2
}

var glicko2Info = method.Info{
	Name:    "glicko2",
	Aliases: []string{"glicko-2"},
	Source:  "M. Glickman, Example of the Glicko-2 system",
	Summary: "rating with deviation and volatility; a period without games widens the deviation",
	Options: []method.Option{
		{Key: "tau", Values: "0.3..1.2", Default: "0.5", Summary: "how much the volatility may change"},
	},
}

func newGlicko2(spec *method.Spec) (System, error) {
	tau, err := spec.Float("tau", 0.5)
	if err != nil {
		return nil, err
	}
	if tau < 0.1 || tau > 2 {
		return nil, spec.Bad("tau", "a number from 0.1 to 2, usually from 0.3 to 1.2")
	}
	return &Glicko2{Tau: tau}, nil
}

// Defaults of a player without history, and the scale of the inner calculation.
const (
	glickoRating     = 1500
	glickoDeviation  = 350
	glickoVolatility = 0.06
	glickoScale      = 173.7178
	glickoEpsilon    = 1e-6
)

// Columns of Glicko-2 in Entry.Own.
const (
	glickoExactColumn = eloExact + iota
	glickoDeviationColumn
	glickoVolatilityColumn
)

const ruleGlicko = ownRules // part of a period; no change of its own

var glickoRules = rules(RuleInfo{Code: "glicko2"})

// An unrated player has the defaults and is rated by his first games.
var glickoTraits = Traits{
	Lag: 1,
	Columns: []Column{
		glickoExactColumn:      {Name: "exact", Min: Lowest, Max: Highest, Digits: 6, Exact: true},
		glickoDeviationColumn:  {Name: "deviation", Aliases: []string{"rd"}, Min: 1, Max: 1000, Digits: 6},
		glickoVolatilityColumn: {Name: "volatility", Aliases: []string{"sigma", "vol"}, Min: 1e-6, Max: 1, Digits: 9},
	},
}

// Traits implements System.
func (g *Glicko2) Traits() *Traits { return &glickoTraits }

// Rate implements System. The opponents' ratings and deviations are those of the entries; the games' own
// ratings are not looked at. A game has no change of its own: Change.Sum is the period's, in thousandths.
func (g *Glicko2) Rate(dst *Result, period *Period) error {
	if err := dst.reset(&glickoTraits, glickoRules, 1000, period); err != nil {
		return err
	}
	before, games := period.Before, period.Games
	for i := range games {
		s := Side{Rule: ruleGlicko}
		dst.Games[i] = Sides{s, s}
	}
	for p := range dst.Players {
		c := &dst.Players[p]
		if c.Before.Status == Unrated && c.Played == 0 {
			continue
		}
		r, rd, sigma := glickoEntry(&c.Before)
		mu, phi := (r-glickoRating)/glickoScale, rd/glickoScale
		var information, gain float64 // 1/v and sum of g (s - E)
		for _, i := range dst.GamesOf(int32(p)) {
			_, _, score := fromSide(&games[i], int32(p))
			opp := games[i].White + games[i].Black - int32(p)
			ro, rdo, _ := glickoEntry(&before[opp])
			weight := glickoG(rdo / glickoScale)
			expect := 1 / (1 + math.Exp(-weight*(mu-(ro-glickoRating)/glickoScale)))
			information += weight * weight * expect * (1 - expect)
			gain += weight * (float64(score+1)/2 - expect)
		}
		if c.Played > 0 {
			v := 1 / information
			sigma = g.volatility(phi, sigma, v, v*gain)
			wide := phi*phi + sigma*sigma
			phi = 1 / math.Sqrt(1/wide+1/v)
			mu += phi * phi * gain
		} else {
			phi = math.Sqrt(phi*phi + sigma*sigma)
		}
		value := glickoScale*mu + glickoRating
		c.After.Own[glickoExactColumn] = value
		c.After.Rating = int32(math.Floor(value + 0.5))
		c.After.Own[glickoDeviationColumn] = math.Min(glickoScale*phi, glickoDeviation)
		c.After.Own[glickoVolatilityColumn] = sigma
		c.After.Games += c.Played
		c.After.Status = Established
		c.Sum = int32(math.Round(1000 * (value - r)))
		c.Counted = c.Sum
	}
	return nil
}

// glickoEntry gives rating, deviation and volatility with the defaults for what is missing.
func glickoEntry(e *Entry) (r, rd, sigma float64) {
	r, rd, sigma = exact(e), e.Own[glickoDeviationColumn], e.Own[glickoVolatilityColumn]
	if e.Status == Unrated {
		r = glickoRating
	}
	if rd == 0 {
		rd = glickoDeviation
	}
	if sigma == 0 {
		sigma = glickoVolatility
	}
	return r, rd, sigma
}

func glickoG(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// volatility is step 5 of the paper: the root of f by the Illinois variant of regula falsi.
func (g *Glicko2) volatility(phi, sigma, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	tau2 := g.Tau * g.Tau
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-phi*phi-v-e)/(2*d*d) - (x-a)/tau2
	}
	lo, hi := a, 0.0
	if delta*delta > phi*phi+v {
		hi = math.Log(delta*delta - phi*phi - v)
	} else {
		k := 1.0
		for f(a-k*g.Tau) < 0 {
			k++
		}
		hi = a - k*g.Tau
	}
	flo, fhi := f(lo), f(hi)
	// The paper's loop ends well before 100 turns; the bound is for numbers out of all measure.
	for range 100 {
		if math.Abs(hi-lo) <= glickoEpsilon {
			break
		}
		c := lo + (lo-hi)*flo/(fhi-flo)
		fc := f(c)
		if fc*fhi <= 0 {
			lo, flo = hi, fhi
		} else {
			flo /= 2
		}
		hi, fhi = c, fc
	}
	return math.Exp(lo / 2)
}
