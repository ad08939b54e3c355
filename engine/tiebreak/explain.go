package tiebreak

import (
	"slices"

	"crosstable/engine"
	"crosstable/engine/fide"
	"crosstable/engine/num"
)

// Working is how a value came about, round by round.
type Working struct {
	Lines []Line
	Value int64 // in the key's scale, as Fill gives it
}

// Line is one round's (or one remark's) part in a value.
type Line struct {
	Round    int // from 1; 0: about the whole
	Opponent engine.Player
	Outcome  engine.Outcome
	Value    int64 // what the round brings, in units of 1/Scale
	Scale    int64
	Decimals int
	Cut      Reason // why it is not counted; NoReason if it is
	Reason   Reason // where the value comes from
	A, B     int64  // what the reason's text quotes
}

// Reason says why a line is what it is; String is its code.
type Reason uint8

// Reasons.
const (
	NoReason Reason = iota
	OpponentScore
	OpponentAdjusted
	DummyOwn
	DummyOpponent
	DummyDraws
	CutLowest
	CutVUR
	CutHighest
	CutRound
	NotOverBoard
	Unrated
	BelowLimit
	LimitIs
	RatingOf
	RatingMean
	Percentage
	MeanOf
	Counts
	CountsNot
	CumulativeScore
	Compared
	SingleValue
	ByeValue
	OwnRating
	TimesResult
	Average
	TiedGames
	PerfectScore
	PerfectZero
	numReasons
)

// reasonCodes are the keys of the reasons' words; those without one say nothing.
var reasonCodes = [numReasons]string{
	OpponentScore:    "opponent-score",
	OpponentAdjusted: "opponent-adjusted",
	DummyOwn:         "dummy-own",
	DummyOpponent:    "dummy-opponent",
	DummyDraws:       "dummy-draws",
	CutLowest:        "cut-lowest",
	CutVUR:           "cut-v-u-r",
	CutHighest:       "cut-highest",
	CutRound:         "cut-round",
	NotOverBoard:     "not-over-board",
	Unrated:          "unrated",
	BelowLimit:       "below-limit",
	LimitIs:          "limit-is",
	RatingOf:         "rating-of",
	RatingMean:       "rating-mean",
	Percentage:       "percentage",
	MeanOf:           "mean-of",
	Counts:           "counts",
	CountsNot:        "counts-not",
	CumulativeScore:  "cumulative-score",
	Compared:         "compared",
	ByeValue:         "bye-value",
	OwnRating:        "own-rating",
	TimesResult:      "times-result",
	Average:          "average",
	PerfectScore:     "perfect-score",
	PerfectZero:      "perfect-zero",
	TiedGames:        "tied-games",
}

// String is the code of the reason, by which catalogs of words know it; "" for one that says nothing.
func (r Reason) String() string { return reasonCodes[r] }

// Fill puts the line's numbers into the words of a reason: %A and %B are A and B; in words about points they are half
// points (%a, %b) or quarters (%q).
func (l *Line) Fill(t string) string {
	out := make([]byte, 0, len(t)+8)
	for i := 0; i < len(t); i++ {
		if t[i] == '%' && i+1 < len(t) {
			var v string
			switch t[i+1] {
			case 'a':
				v = engine.Points(l.A).String()
			case 'b':
				v = engine.Points(l.B).String()
			case 'q':
				v = FormatScaled(l.A, 4, 2)
			case 'A':
				v = FormatScaled(l.A, 1, 0)
			case 'B':
				v = FormatScaled(l.B, 1, 0)
			}
			if v != "" {
				out = append(out, v...)
				i++
				continue
			}
		}
		out = append(out, t[i])
	}
	return string(out)
}

// Explain tells how p's value comes about. For grouped keys tied is the group p is compared with.
func (k *Key) Explain(x *Scratch, p engine.Player, tied []engine.Player) Working {
	w := Working{}
	dst := make([]int64, x.n)
	k.Fill(dst, x)
	k.FillGroup(dst, x, tied)
	w.Value = dst[p]
	switch {
	case k.Grouped():
		k.explainTied(x, p, tied, &w)
	case k.explain != nil:
		k.explain(k, x, p, &w)
	}
	return w
}

// Sum adds up the lines that are counted.
func (w *Working) Sum() int64 {
	var sum int64
	for _, l := range w.Lines {
		if l.Round > 0 && l.Cut == NoReason {
			sum += l.Value
		}
	}
	return sum
}

func (x *Scratch) line(k *Key, r int, p engine.Player) Line {
	return Line{Round: r + 1, Opponent: x.s.Opponent(r, p), Outcome: x.s.OutcomeAt(r, p), Scale: k.Scale,
		Decimals: k.Decimals}
}

func explainPTS(k *Key, x *Scratch, p engine.Player, w *Working) {
	for r := range x.rounds {
		l := x.line(k, r, p)
		l.Value = int64(x.s.PointsAt(r, p))
		w.Lines = append(w.Lines, l)
	}
}

func explainCount(ok func(*engine.State, engine.Outcome, engine.Color) bool) func(*Key, *Scratch, engine.Player,
	*Working) {
	return func(k *Key, x *Scratch, p engine.Player, w *Working) {
		for r := range x.rounds {
			w.add(x.line(k, r, p), ok(x.s, x.s.OutcomeAt(r, p), x.s.ColorAt(r, p)))
		}
	}
}

func explainSide(wins bool) func(*Key, *Scratch, engine.Player, *Working) {
	return func(k *Key, x *Scratch, p engine.Player, w *Working) {
		for r := range x.rounds {
			o := x.s.OutcomeAt(r, p)
			yes := x.s.ColorAt(r, p) == engine.Black && k.sideCounts(o) && (!wins || gotWin(x.s, o, engine.Black))
			w.add(x.line(k, r, p), yes)
		}
	}
}

func (w *Working) add(l Line, counts bool) {
	l.Reason = CountsNot
	if counts {
		l.Value, l.Reason = l.Scale, Counts
	}
	w.Lines = append(w.Lines, l)
}

func explainPS(k *Key, x *Scratch, p engine.Player, w *Working) {
	var sum int64
	for r := range x.rounds {
		l := x.line(k, r, p)
		sum += int64(x.s.PointsAt(r, p))
		l.Value, l.Reason = sum, CumulativeScore
		if r < k.Low || r >= x.rounds-k.High {
			l.Cut = CutRound
		}
		w.Lines = append(w.Lines, l)
	}
}

func explainSTD(k *Key, x *Scratch, p engine.Player, w *Working) {
	for r := range x.rounds {
		l := x.line(k, r, p)
		if l.Outcome != engine.Pending {
			other := x.s.Points.Draw()
			if q := l.Opponent; q != engine.NoPlayer && !k.draws {
				other = x.s.PointsAt(r, q)
			}
			mine := x.s.PointsAt(r, p)
			l.Reason, l.A, l.B = Compared, int64(mine), int64(other)
			if mine > other {
				l.Value = 2
			} else if mine == other {
				l.Value = 1
			}
		}
		w.Lines = append(w.Lines, l)
	}
}

// explainTerms is BH and FB, with product SB.
func explainTerms(product bool) func(*Key, *Scratch, engine.Player, *Working) {
	return func(k *Key, x *Scratch, p engine.Player, w *Working) {
		terms := x.contributions(k.Fore, k.Forfeits).of(int(p), x.rounds)
		a := x.adjust(k.Fore)
		for r, t := range terms {
			l := x.line(k, r, p)
			l.Value = t.value(product)
			q := l.Opponent
			switch {
			case t.kind == termNone:
				l.Reason = NotOverBoard
			case t.kind == termGame && int64(a.own[q]) != int64(t.score):
				l.Reason, l.A, l.B = OpponentAdjusted, int64(a.own[q]), int64(t.score)
			case t.kind == termGame:
				l.Reason, l.A = OpponentScore, int64(t.score)
			case t.score == a.own[p]:
				l.Reason, l.A = DummyOwn, int64(t.score)
			case q != engine.NoPlayer:
				l.Reason, l.A, l.B = DummyOpponent, int64(t.score), int64(a.own[p])
			default:
				l.Reason, l.A, l.B = DummyDraws, int64(t.score), int64(a.own[p])
			}
			w.Lines = append(w.Lines, l)
		}
		left := slices.Clone(terms)
		for range k.Low {
			i := lowest(left, product)
			if i < 0 {
				break
			}
			w.Lines[i].Cut = CutLowest
			if left[i].kind == termVUR {
				w.Lines[i].Cut = CutVUR
			}
			left[i] = term{}
		}
		for range k.High {
			i := highest(left)
			if i < 0 {
				break
			}
			w.Lines[i].Cut = CutHighest
			left[i] = term{}
		}
	}
}

func explainAOB(k *Key, x *Scratch, p engine.Player, w *Working) {
	bh := make([]int64, x.n)
	fillBH(&Key{Method: k.Method, Fore: k.Fore}, bh, x)
	w.means(k, x, p, bh, 2, 1)
}

func explainOpponentsPerformance(k *Key, x *Scratch, p engine.Player, w *Working) {
	values := x.tprs(k)
	if k.Name == "APPO" {
		values = x.ptps(k)
	}
	w.means(k, x, p, slices.Clone(values), 1, 0)
}

// means lists the opponents' values (in units of 1/scale) that an average is made of.
func (w *Working) means(k *Key, x *Scratch, p engine.Player, values []int64, scale int64, decimals int) {
	var n int64
	for r := range x.rounds {
		l := x.line(k, r, p)
		l.Scale, l.Decimals = scale, decimals
		switch {
		case !l.Outcome.Played() || l.Opponent == engine.NoPlayer:
			l.Cut = NotOverBoard
		case values[l.Opponent] == None:
			l.Cut = Unrated
		default:
			l.Value = values[l.Opponent]
			n++
		}
		w.Lines = append(w.Lines, l)
	}
	w.Lines = append(w.Lines, Line{Opponent: engine.NoPlayer, Reason: MeanOf, A: n, Value: w.Value, Scale: k.Scale,
		Decimals: k.Decimals})
}

func explainKS(k *Key, x *Scratch, p engine.Player, w *Working) {
	limit := x.koyaLimit(k)
	for r := range x.rounds {
		l := x.line(k, r, p)
		l.Value = int64(x.s.PointsAt(r, p))
		switch q := l.Opponent; {
		case q == engine.NoPlayer:
			l.Cut = NotOverBoard
		case 2*int64(x.s.Score[q]) < limit:
			l.Cut, l.A = BelowLimit, int64(x.s.Score[q])
		default:
			l.Reason, l.A = OpponentScore, int64(x.s.Score[q])
		}
		w.Lines = append(w.Lines, l)
	}
	w.Lines = append(w.Lines, Line{Opponent: engine.NoPlayer, Reason: LimitIs, A: limit, Value: w.Value, Scale: k.Scale,
		Decimals: k.Decimals})
}

// explainRatings is ARO, TPR and PTP.
func explainRatings(k *Key, x *Scratch, p engine.Player, w *Working) {
	type rated struct {
		line   int
		rating int32
	}
	var games []rated
	for r := range x.rounds {
		l := x.line(k, r, p)
		switch q := l.Opponent; {
		case !l.Outcome.Played() || q == engine.NoPlayer:
			l.Cut = NotOverBoard
		case x.ratingOf(k, q) == 0:
			l.Cut = Unrated
		default:
			l.Value, l.Reason = int64(x.ratingOf(k, q)), RatingOf
			games = append(games, rated{r, x.ratingOf(k, q)})
		}
		w.Lines = append(w.Lines, l)
	}
	if len(games) == 0 {
		return
	}
	slices.SortStableFunc(games, func(a, b rated) int { return int(a.rating - b.rating) })
	low := min(k.Low, len(games))
	high := max(low, len(games)-k.High)
	for _, g := range games[:low] {
		w.Lines[g.line].Cut = CutLowest
	}
	for _, g := range games[high:] {
		w.Lines[g.line].Cut = CutHighest
	}
	ratings, score := x.ratedGames(k, p)
	whole := Line{Opponent: engine.NoPlayer, Reason: RatingMean, A: int64(high - low), Scale: 1, Value: w.Value}
	switch k.Name {
	case "PTP":
		whole.Reason, whole.A, whole.B = PerfectScore, score, int64(len(ratings))
		if score == 0 {
			whole.Reason = PerfectZero
		}
	case "TPR":
		whole.Value = aro(ratings)
		w.Lines = append(w.Lines, whole)
		percent := num.RoundHalfUp(50*score, int64(len(ratings)))
		whole = Line{Opponent: engine.NoPlayer, Reason: Percentage, A: percent, B: fide.Difference(percent), Scale: 1,
			Value: w.Value}
	}
	w.Lines = append(w.Lines, whole)
}

// explainOpponents is every sum of opponents' values without adjustment.
func explainOpponents(k *Key, x *Scratch, p engine.Player, w *Working) {
	src, start := k.source(x)
	var lowestValue int64
	if k.bye == byeLowest {
		lowestValue = slices.Min(src)
	}
	var counted []int
	for r := range x.rounds {
		l := x.line(k, r, p)
		switch {
		case l.Outcome == engine.Pending:
		case k.counts(l.Outcome, l.Opponent):
			l.Value, l.Reason, l.A = src[l.Opponent], OpponentScore, src[l.Opponent]
			counted = append(counted, r)
		default:
			l.Value, l.Reason = x.byeValue(k, int(p), src, start, lowestValue), ByeValue
			counted = append(counted, r)
		}
		w.Lines = append(w.Lines, l)
	}
	slices.SortStableFunc(counted, func(a, b int) int {
		switch d := w.Lines[a].Value - w.Lines[b].Value; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	low := min(k.Low, len(counted))
	for _, r := range counted[:low] {
		w.Lines[r].Cut = CutLowest
	}
	for _, r := range counted[max(low, len(counted)-k.High):] {
		w.Lines[r].Cut = CutHighest
	}
}

// source is what a sum of opponents' values adds up.
func (k *Key) source(x *Scratch) (src, start []int64) {
	src = make([]int64, x.n)
	switch k.Name {
	case "TOKUTEN":
		fillKACHI(k, src, x)
	case "SOTOKUTEN":
		fillTOKUTEN(k, src, x)
	case "SOS", "SOSOS":
		m, st := x.mms()
		copy(src, m)
		start = slices.Clone(st)
		if k.Name == "SOSOS" {
			fillSOS(k, src, x)
			for p := range start {
				start[p] *= int64(x.rounds)
			}
		}
	default:
		copy(src, x.scores())
	}
	return src, start
}

// explainResults is JSB and SODOS.
func explainResults(k *Key, x *Scratch, p engine.Player, w *Working) {
	src := slices.Clone(x.scores())
	if k.Name == "SODOS" {
		m, _ := x.mms()
		copy(src, m)
	}
	for r := range x.rounds {
		l := x.line(k, r, p)
		if k.counts(l.Outcome, l.Opponent) {
			h := halvesAlso(l.Outcome)
			l.Value, l.Reason, l.A, l.B = src[l.Opponent]*h, TimesResult, src[l.Opponent], h
		} else {
			l.Reason = NotOverBoard
		}
		w.Lines = append(w.Lines, l)
	}
}

func explainKACHI(k *Key, x *Scratch, p engine.Player, w *Working) {
	for r := range x.rounds {
		l := x.line(k, r, p)
		c := x.s.ColorAt(r, p)
		if gotWin(x.s, l.Outcome, c) {
			l.Value, l.Reason = 2, Counts
		} else if k.draws && gotDraw(x.s, l.Outcome, c) {
			l.Value, l.Reason = 1, Counts
		} else {
			l.Reason = CountsNot
		}
		w.Lines = append(w.Lines, l)
	}
}

func explainSPERF(k *Key, x *Scratch, p engine.Player, w *Working) {
	own := int64(x.ratingOf(k, p))
	for r := range x.rounds {
		l := x.line(k, r, p)
		switch {
		case l.Outcome == engine.Pending:
		case k.counts(l.Outcome, l.Opponent):
			l.Value, l.Reason = int64(x.ratingOf(k, l.Opponent)), RatingOf
		default:
			l.Value, l.Reason = own, OwnRating
		}
		w.Lines = append(w.Lines, l)
	}
	if k.own {
		w.Lines = append(w.Lines, Line{Opponent: engine.NoPlayer, Reason: OwnRating, Value: own, Scale: 1})
	}
}

// explainTied lists the games among the tied.
func (k *Key) explainTied(x *Scratch, p engine.Player, tied []engine.Player, w *Working) {
	if len(tied) < 2 {
		return
	}
	x.de.begin(x.n, tied)
	met := map[engine.Player]bool{}
	for r := range x.rounds {
		q, ok := x.mutual(k, r, p)
		if !ok || q == p {
			continue
		}
		met[q] = true
		games := int64(0)
		for t := range x.rounds {
			if u, ok := x.mutual(k, t, p); ok && u == q {
				games++
			}
		}
		l := x.line(k, r, p)
		l.Scale, l.Decimals, l.Value = 2, 1, int64(x.s.PointsAt(r, p))
		if games > 1 {
			l.Reason, l.A = Average, games
		}
		w.Lines = append(w.Lines, l)
	}
	w.Lines = append(w.Lines, Line{Opponent: engine.NoPlayer, Reason: TiedGames, A: int64(len(met)),
		B: int64(max(0, len(tied)-1)), Value: w.Value, Scale: 1})
}
