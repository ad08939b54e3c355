package tiebreak

import "crosstable/engine/method"

const (
	c07  = "FIDE C.07 "
	jca  = "JCA Swiss rules 8"
	xq   = "xiangqi supplementary rules"
	goEv = "Go tournament practice"
)

func opt(key, values, def, summary string) method.Option {
	return method.Option{Key: key, Values: values, Default: def, Summary: summary}
}

func info(name, source, summary string, aliases []string, options ...method.Option) method.Info {
	return method.Info{Name: name, Source: source, Summary: summary, Aliases: aliases, Options: options}
}

// Methods is the table, in the order in which it is printed.
var Methods = explained([]*Method{
	{Info: info("PTS", c07+"1", "points", []string{"points", "点数", "勝点", "积分"}),
		Mods: "R", Scale: 2, Decimals: 1, Main: true, Points: true, fill: fillPTS, explain: explainPTS},
	{Info: info("DE", c07+"6", "direct encounter: the games among the tied; the value is the number of tied players placed below", []string{"direct", "直接比較", "直接対決", "直接对决"}),
		Mods: "PR", Scale: 1, group: groupDE},
	{Info: info("WIN", c07+"7.1", "rounds that brought a win's points, played or not", []string{"胜局"}),
		Mods: "R", Scale: 1, fill: fillWIN, explain: explainCount(gotWin)},
	{Info: info("WON", c07+"7.2", "games won over the board", nil),
		Mods: "R", Scale: 1, fill: fillWON, explain: explainCount(won)},
	{Info: info("BPG", c07+"7.3", "games played with Black; P adds forfeits", []string{"后走局数", "後手局数"},
		opt("bye", "no|side", "no", "a bye entered on the second side counts")),
		Mods: "PR", Scale: 1, fill: fillBPG, explain: explainSide(false)},
	{Info: info("BWG", c07+"7.4", "games won with Black; P adds forfeits", []string{"后走胜局", "后手胜局", "後手勝数"},
		opt("bye", "no|side", "no", "a bye entered on the second side counts as a win")),
		Mods: "PR", Scale: 1, fill: fillBWG, explain: explainSide(true)},
	{Info: info("PS", c07+"7.5", "progressive score: sum of the scores after each round", []string{"progressive", "累進", "累进分"}),
		Mods: "CMR", Scale: 2, Decimals: 1, fill: fillPS, explain: explainPS},
	{Info: info("REP", c07+"7.6", "rounds elected to play", []string{"GE"}),
		Mods: "R", Scale: 1, fill: fillREP, explain: explainCount(elected)},
	{Info: info("STD", c07+"7.7 (2026)", "standard points: 1 for more points than the scheduled opponent, 1/2 for as many", nil,
		opt("by", "opponent|draw", "opponent", "compare with the scheduled opponent, or with a draw's points in every round")),
		Mods: "R", Scale: 2, Decimals: 1, fill: fillSTD, explain: explainSTD},
	{Info: info("TPN", c07+"7.8 (2026)", "tournament pairing number, the smaller first", []string{"SNO", "番号", "序号"}),
		Mods: "R", Scale: 1, Lower: true, fill: fillTPN},
	{Info: info("BH", c07+"8.1", "Buchholz: the opponents' scores", []string{"Buchholz", "ブッフホルツ", "布赫霍尔茨"}),
		Mods: "CMPFR", Scale: 2, Decimals: 1, NoRoundRobin: true, fill: fillBH, explain: explainTerms(false)},
	{Info: info("AOB", c07+"8.2", "average of the opponents' Buchholz; F: of their fore Buchholz", nil),
		Mods: "FR", Scale: averageScale, Decimals: 2, NoRoundRobin: true, fill: fillAOB, explain: explainAOB},
	{Info: info("FB", c07+"8.3", "fore Buchholz: Buchholz with the last planned round's games drawn", nil),
		Mods: "CMPR", Scale: 2, Decimals: 1, NoRoundRobin: true, fore: true, Planned: true, fill: fillBH, explain: explainTerms(false)},
	{Info: info("SB", c07+"9.1", "Sonneborn-Berger: the opponents' scores times the points scored against them", []string{"Sonneborn-Berger", "ゾンネボーン・ベルガー"}),
		Mods: "CMPR", Scale: 4, Decimals: 2, fill: fillSB, explain: explainTerms(true)},
	{Info: info("KS", c07+"9.2", "Koya: points against opponents with half of the possible points; L moves the limit by half points", []string{"Koya"}),
		Mods: "LR", Scale: 2, Decimals: 1, fill: fillKS, explain: explainKS},
	{Info: info("ARO", c07+"10.1", "average rating of opponents", nil),
		Mods: "CMRU", Scale: 1, Ratings: true, fill: fillARO, explain: explainRatings},
	{Info: info("TPR", c07+"10.2", "tournament performance rating", nil),
		Mods: "RU", Scale: 1, Ratings: true, fill: fillTPR, explain: explainRatings},
	{Info: info("PTP", c07+"10.3", "perfect tournament performance", nil),
		Mods: "RU", Scale: 1, Ratings: true, fill: fillPTP, explain: explainRatings},
	{Info: info("APRO", c07+"10.4", "average performance rating of opponents", nil),
		Mods: "RU", Scale: 1, Ratings: true, fill: fillAPRO, explain: explainOpponentsPerformance},
	{Info: info("APPO", c07+"10.5", "average perfect performance of opponents", nil),
		Mods: "RU", Scale: 1, Ratings: true, fill: fillAPPO, explain: explainOpponentsPerformance},
	{Info: info("RTNG", c07+"10.6 (2026)", "own rating, the higher first", []string{"rating", "レイティング", "等级分"}),
		Mods: "RU", Scale: 1, Ratings: true, fill: fillRTNG},

	{Info: info("SOLKOFF", jca, "sum of the opponents' points as they are", []string{"ソルコフ"},
		opt("bye", "0|own|lowest", "0", "what a round without a game adds")),
		Mods: "CMPR", Scale: 2, Decimals: 1, fill: fillOpponents, explain: explainOpponents},
	{Info: info("NAKADORI", jca, "Solkoff without the top opponent", []string{"中取", "ソルコフ中取"},
		opt("bye", "0|own|lowest", "0", "what a round without a game adds")),
		Mods: "PR", Scale: 2, Decimals: 1, high: 1, fill: fillOpponents, explain: explainOpponents},
	{Info: info("MEDIAN", jca, "Solkoff without the highest and the lowest opponent (classical Median)", []string{"メディアン", "ミディアン"},
		opt("bye", "0|own|lowest", "0", "what a round without a game adds")),
		Mods: "PR", Scale: 2, Decimals: 1, low: 1, high: 1, fill: fillOpponents, explain: explainOpponents},
	{Info: info("JSB", jca+" (Shizuoka 2016)", "points of the beaten opponents plus half of those drawn with, scores as they are", []string{"SB方式"}),
		Mods: "PR", Scale: 4, Decimals: 2, fill: fillJSB, explain: explainResults},
	{Info: info("SPERF", jca, "simple performance: the opponents' ratings, the own rating for a game not played", []string{"簡易パフォーマンス", "simple-performance"},
		opt("own", "yes|no", "no", "add the own rating once more")),
		Mods: "PRU", Scale: 1, Ratings: true, fill: fillSPERF, explain: explainSPERF},
	{Info: info("KACHI", jca, "number of wins, a draw as half a win", []string{"勝ち数", "勝数"},
		opt("draws", "yes|no", "yes", "a draw counts as half a win")),
		Mods: "R", Scale: 2, Decimals: 1, fill: fillKACHI, explain: explainKACHI},
	{Info: info("TOKUTEN", jca, "sum of the opponents' wins", []string{"得点"},
		opt("draws", "yes|no", "yes", "a draw counts as half a win"),
		opt("bye", "0|own|lowest", "0", "what a round without a game adds")),
		Mods: "CMPR", Scale: 2, Decimals: 1, fill: fillTOKUTEN, explain: explainOpponents},
	{Info: info("SOTOKUTEN", jca, "sum of the opponents' sums of wins", []string{"総得点"},
		opt("draws", "yes|no", "yes", "a draw counts as half a win"),
		opt("bye", "0|own|lowest", "0", "what a round without a game adds")),
		Mods: "PR", Scale: 2, Decimals: 1, fill: fillSOTOKUTEN, explain: explainOpponents},
	{Info: info("AGE", jca, "the older player first (needs birth dates)", []string{"年長", "年齢"}),
		Mods: "R", Scale: 1, Lower: true, Data: BirthDates, fill: fillAGE},
	{Info: info("LOT", "drawing of lots", "lot drawn from the event's seed, the lower number first", []string{"抽選", "抽签"}),
		Scale: lotScale, Lower: true, fill: fillLOT},

	{Info: info("OPP", xq, "sum of the opponents' points as they are; a forfeited game's opponent counts", []string{"对手分", "小分"},
		opt("bye", "0|lowest|own", "0", "what a bye adds: nothing or the lowest player's points")),
		Mods: "CMR", Scale: 2, Decimals: 1, scheduled: true, fill: fillOpponents, explain: explainOpponents},
	{Info: info("FOULS", xq, "fouls, fewer first", []string{"犯规"}),
		Mods: "R", Scale: 1, Lower: true, Data: FoulCounts, fill: fillFOULS},
	{Info: info("DW", xq, "direct wins: games won against the tied", []string{"直胜"}),
		Mods: "PR", Scale: 1, group: groupDW},
	{Info: info("DROP1", xq, "leave out round 1 and compare everything again, then rounds 1 and 2, and so on", []string{"去首轮"}),
		Scale: 1, Drop: DropFirst},
	{Info: info("PREV", xq, "rank after the previous round: leave out the last round and compare again, and so on", []string{"上轮名次", "前ラウンド順位"}),
		Scale: 1, Drop: DropLast},

	{Info: info("MMS", goEv, "McMahon score: points plus the starting score (pairing points of the last round)", nil),
		Mods: "R", Scale: 2, Decimals: 1, Main: true, fill: fillMMS},
	{Info: info("SOS", goEv, "sum of the opponents' McMahon scores", nil,
		opt("bye", "start|0|own|lowest", "start", "what a round without a game adds: the own starting score, ...")),
		Mods: "CMPR", Scale: 2, Decimals: 1, fill: fillSOS, explain: explainOpponents},
	{Info: info("SODOS", goEv, "sum of the defeated opponents' McMahon scores, half for a jigo", nil),
		Mods: "PR", Scale: 4, Decimals: 2, fill: fillSODOS, explain: explainResults},
	{Info: info("SOSOS", goEv, "sum of the opponents' SOS", nil,
		opt("bye", "start|0|own|lowest", "start", "what a round without a game adds to SOS and SOSOS")),
		Mods: "PR", Scale: 2, Decimals: 1, fill: fillSOSOS, explain: explainOpponents},
})
