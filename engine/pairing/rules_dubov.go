package pairing

// colorRules are the steps of 5.2 of the systems beside the Dutch one, by the system's prefix.
func colorRules(system, source string) []Rule {
	return []Rule{
		{Code: system + ".5.2.1", Source: source + " 5.2.1",
			En: "neither has played: initial colour by the number {0} of the higher ranked",
			Ja: "両者未対局：上位者の番号{0}の偶奇による最初の色", Zh: "双方均未对局：按排名较高者序号{0}的奇偶定首轮先后手"},
		{Code: system + ".5.2.2", Source: source + " 5.2.2",
			En: "both preferences granted", Ja: "双方の希望どおり", Zh: "满足双方先后手偏好"},
		{Code: system + ".5.2.3", Source: source + " 5.2.3",
			En: "the stronger preference granted", Ja: "強い方の希望を優先", Zh: "满足较强的偏好"},
		{Code: system + ".5.2.4", Source: source + " 5.2.4",
			En: "colours the other way than in the latest round in which they differed", Ja: "直近で色が異なった局の逆",
			Zh: "与最近一次不同先后手相反"},
		{Code: system + ".5.2.5", Source: source + " 5.2.5",
			En: "preference of the higher ranked player", Ja: "上位者の希望を優先", Zh: "满足排名较高者的偏好"},
	}
}

// byeRules are the steps of 3.1; last is the last key of the choice.
func byeRules(system, source, lastEn, lastJa, lastZh string) []Rule {
	return []Rule{
		{Code: system + ".bye", Source: source + " 3.1",
			En: "lowest score ({0p} points), then most games played, then " + lastEn,
			Ja: "最低の勝点（{0p}）、対局数の多い者、" + lastJa, Zh: "最低分（{0p}分）、已下局数最多、" + lastZh},
		{Code: system + ".C2", Source: source + " 2.1.2",
			En: "no bye for {a}: has had one, or a full point without playing", Ja: "{a} に輪空は不可：既に輪空または不戦の満点を得ている",
			Zh: "{a}不能轮空：已轮空或不战得满分"},
		{Code: system + ".C4.bye", Source: source + " 3.1.2",
			En: "no bye for {a}: the others could not be paired completely", Ja: "{a} に輪空は不可：残りの全員を組み切れない",
			Zh: "{a}不能轮空：其余棋手无法全部配对"},
	}
}

// pairReasons say why two do not meet.
func pairReasons(system, source string) []Rule {
	return []Rule{
		{Code: system + ".C1", Source: source + " 2.1.1", En: "not {a} - {b}: they have met", Ja: "{a} - {b} は不可：既対局",
			Zh: "不能{a} - {b}：已交手"},
		{Code: system + ".forbidden", Source: "organiser's list",
			En: "not {a} - {b}: forbidden by the organiser", Ja: "{a} - {b} は不可：主催者が禁止", Zh: "不能{a} - {b}：主办方禁止"},
		{Code: system + ".C3", Source: source + " 2.1.3",
			En: "not {a} - {b}: same absolute colour preference", Ja: "{a} - {b} は不可：同じ絶対的な色の希望",
			Zh: "不能{a} - {b}：绝对先后手偏好相同"},
	}
}

// dubovRules are the steps of the Dubov System. A note after a step tells which earlier choice was passed over, and
// why.
var dubovRules = func() []Rule {
	const source = "C.04.4.1"
	rules := []Rule{
		{Code: "dubov.bracket", Source: source + " 1.3.2",
			En: "bracket of {1} players, {2} of them upfloaters", Ja: "{1}名の組（うち下からの引き上げ{2}名）", Zh: "共{1}人，其中上浮{2}人"},
		{Code: "dubov.3.2.2", Source: source + " 3.2.2",
			En: "floats up from {0p} points", Ja: "勝点{0p}から引き上げ", Zh: "从{0p}分上浮"},
		{Code: "dubov.3.2.4.1", Source: source + " 3.2.4",
			En: "{a} changes over from the smaller subgroup, number {0} in the order of shifters: two of it must meet",
			Ja: "{a} が小さい方の組から移る（移動順{0}番）：同じ組の2名が当たるため", Zh: "{a}从较小分组移出（移组顺序第{0}）：该组有两人必须相遇"},
		{Code: "dubov.3.2.4.2", Source: source + " 3.2.4",
			En: "{a} changes over from the larger subgroup, number {0} in the order of shifters",
			Ja: "{a} が大きい方の組から移る（移動順{0}番）", Zh: "{a}从较大分组移出（移组顺序第{0}）"},
		{Code: "dubov.4.3.stays", Source: source + " 4.3",
			En: "{a}, number {0} in the order of shifters, stays: no legal pairing with as few colours denied",
			Ja: "{a}（移動順{0}番）は移らない：希望に反する者を最少に保って組めない", Zh: "{a}（移组顺序第{0}）不移：无法在偏好未满足者最少的前提下合法配对"},
		{Code: "dubov.3.2.6", Source: source + " 3.2.6",
			En: "number {0} of S1 (by average rating of opponents) with number {1} of G2, the first left",
			Ja: "S1の{0}番（相手平均レイティング順）とG2の{1}番（残りの先頭）", Zh: "S1第{0}（按对手平均等级分）对G2第{1}（剩余首位）"},
		{Code: "dubov.4.4", Source: source + " 4.4",
			En: "number {0} of S1 with number {1} of G2, the first possible opponent (transposition)",
			Ja: "S1の{0}番とG2の{1}番、可能な最初の相手（転置）", Zh: "S1第{0}对G2第{1}，第一个可行对手（换位）"},
		{Code: "dubov.rest", Source: source + " 3.2.6",
			En: "not {a} - {b}: the others of the bracket could not be paired", Ja: "{a} - {b} は不可：組の残りを組み切れない",
			Zh: "不能{a} - {b}：组内其余棋手无法配对"},
	}
	for _, c := range []struct{ code, en, ja, zh string }{
		{"C1C3", "may meet none of the residents", "群内に可能な相手がいない", "组内无可对局者"},
		{"C4", "the others could not be paired completely", "残りの全員を組み切れない", "其余棋手无法全部配对"},
		{"C5", "more upfloaters", "引き上げが増える", "上浮者增多"},
		{"C6", "upfloaters with lower scores", "引き上げる者の勝点が低くなる", "上浮者分数更低"},
		{"C7", "more players without the colour they prefer", "色の希望に反する者が増える", "先后手偏好未满足者增多"},
		{"C8", "more maximum upfloaters float up", "引き上げ回数が上限の者が増える", "上浮次数已达上限者增多"},
		{"C9", "a maximum upfloater who has floated up more often", "引き上げ回数の多い者が上がる", "上浮次数更多者上浮"},
		{"C10", "more upfloaters who floated up in the last round", "前局に続く引き上げが増える", "上一轮已上浮者再次上浮增多"},
		{"order", "the set comes later in the order", "順序で後になる", "在顺序中较后"},
	} {
		rules = append(rules, Rule{Code: "dubov." + c.code + ".up", Source: source + " 2.3",
			En: "{a} does not float up: " + c.en, Ja: "{a} は引き上げない：" + c.ja, Zh: "{a}不上浮：" + c.zh})
	}
	rules = append(rules, pairReasons("dubov", source)...)
	rules = append(rules, byeRules("dubov", source, "the largest number", "番号の大きい者", "序号最大者")...)
	return append(rules, colorRules("dubov", source)...)
}()
