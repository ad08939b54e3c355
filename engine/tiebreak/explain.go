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

// Reason says why a line is what it is; Text has the words.
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

// texts are the words of the reasons in English, Japanese and Chinese. %A and %B are the line's numbers; in
// texts about points they are half points (%a, %b) or quarters (%q).
var texts = [numReasons][3]string{
	NoReason:      {"", "", ""},
	OpponentScore: {"opponent's score %a", "相手の得点 %a", "对手得分 %a"},
	OpponentAdjusted: {"opponent's score %a counts %b: his last unplayed rounds are draws (16.3)",
		"相手の得点 %a は %b とする: 最後の不戦ラウンドは引き分け扱い (16.3)", "对手得分 %a 按 %b 计: 最后未赛轮次作和棋 (16.3)"},
	DummyOwn: {"unplayed: dummy opponent with the own score %a (16.4)", "不戦: 自分の得点 %a の仮想相手 (16.4)",
		"未赛: 与本人得分 %a 相同的虚拟对手 (16.4)"},
	DummyOpponent: {"unplayed: dummy %b capped at the scheduled opponent's %a (16.4.1)",
		"不戦: 仮想相手 %b は予定相手の %a まで (16.4.1)", "未赛: 虚拟对手 %b 以原定对手的 %a 为限 (16.4.1)"},
	DummyDraws: {"unplayed: dummy %b capped at a draw in every round, %a (16.4.2)",
		"不戦: 仮想相手 %b は全ラウンド引き分けの %a まで (16.4.2)", "未赛: 虚拟对手 %b 以每轮和棋的 %a 为限 (16.4.2)"},
	CutLowest:       {"cut: least significant (14)", "除外: 最小値 (14)", "去掉: 最低值 (14)"},
	CutVUR:          {"cut first: voluntary unplayed round (16.5)", "先に除外: 任意の不戦ラウンド (16.5)", "先去掉: 自愿缺赛轮 (16.5)"},
	CutHighest:      {"cut: most significant (14)", "除外: 最大値 (14)", "去掉: 最高值 (14)"},
	CutRound:        {"cut (14)", "除外 (14)", "去掉 (14)"},
	NotOverBoard:    {"not over the board", "対局なし", "未对局"},
	Unrated:         {"opponent unrated", "相手はレイティングなし", "对手无等级分"},
	BelowLimit:      {"opponent's score %a is below the limit", "相手の得点 %a は基準未満", "对手得分 %a 低于界线"},
	LimitIs:         {"limit: an opponent's score of %q", "基準: 相手の得点 %q 以上", "界线: 对手得分 %q"},
	RatingOf:        {"opponent's rating", "相手のレイティング", "对手等级分"},
	RatingMean:      {"mean of %A ratings", "%A 人の平均", "%A 个等级分的平均"},
	Percentage:      {"score %A %, rating difference %B", "得点率 %A %、レイティング差 %B", "得分率 %A %, 等级分差 %B"},
	MeanOf:          {"mean of %A values", "%A 個の平均", "%A 个值的平均"},
	Counts:          {"counts", "数える", "计入"},
	CountsNot:       {"does not count", "数えない", "不计"},
	CumulativeScore: {"score after the round", "ラウンド後の得点", "本轮后积分"},
	Compared:        {"own points %a, compared with %b", "自分 %a、比較 %b", "本人 %a, 比较 %b"},
	SingleValue:     {"", "", ""},
	ByeValue:        {"no game: the rule for byes", "対局なし: 不戦の規定による", "未对局: 按轮空规定"},
	OwnRating:       {"own rating", "自分のレイティング", "本人等级分"},
	TimesResult:     {"opponent's score %a, result %b", "相手の得点 %a、結果 %b", "对手得分 %a, 结果 %b"},
	Average:         {"average of %A games with this opponent", "同じ相手との %A 局の平均", "与同一对手 %A 局的平均"},
	PerfectScore: {"lowest rating whose expected score (8.1.2) in %B games reaches %a",
		"%B 局の期待得点 (8.1.2) が %a に届く最低のレイティング", "%B 局的期望得分 (8.1.2) 达到 %a 的最低等级分"},
	PerfectZero: {"no points: lowest opponent minus 800", "得点なし: 最低の相手 − 800", "未得分: 最低对手减 800"},
	TiedGames:   {"met %A of %B tied players", "同点者 %B 人中 %A 人と対局", "与 %B 名同分者中的 %A 名对局"},
}

// Language of Text.
type Language uint8

// Languages.
const (
	English Language = iota
	Japanese
	Chinese
)

// Text gives the words of a reason with the line's numbers.
func (l *Line) Text(reason Reason, lang Language) string {
	t := texts[reason][lang]
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
