package pairing

import "slices"

// bursteinRules are the steps of the Burstein System, the Dutch ones of its seeding rounds among them. A note after a
// step tells which earlier choice was passed over, and why.
var bursteinRules = func() []Rule {
	const source = "C.04.4.2"
	rules := []Rule{
		{Code: "burstein.seeding", Source: source + " 1.6",
			En: "seeding round {0} of {1}, paired by the Dutch system", Ja: "序盤の第{0}局（全{1}局）：ダッチ方式で組む",
			Zh: "种子轮第{0}轮（共{1}轮）：按荷兰制配对"},
		{Code: "burstein.bracket", Source: source + " 1.2.2",
			En: "bracket of {1} players, {2} of them left over from above", Ja: "{1}名の組（うち上からの残り{2}名）",
			Zh: "共{1}人，其中上组剩余{2}人"},
		{Code: "burstein.4.3", Source: source + " 4.3",
			En: "number {0} with number {1}, the lowest ranked left", Ja: "{0}番と{1}番（残りの最下位）",
			Zh: "第{0}对第{1}（剩余排名最低者）"},
		{Code: "burstein.4.3.next", Source: source + " 4.3",
			En: "number {0} with number {1}, the lowest ranked possible", Ja: "{0}番と{1}番（可能な最下位）",
			Zh: "第{0}对第{1}（可行的排名最低者）"},
		{Code: "burstein.float", Source: source + " 3.2",
			En: "number {1} floats down from {0p} points", Ja: "{1}番が勝点{0p}から降格", Zh: "第{1}从{0p}分下浮"},
	}
	for _, c := range []struct{ code, en, ja, zh string }{
		{"C4", "the others could not be paired completely", "残りの全員を組み切れない", "其余棋手无法全部配对"},
		{"C5", "fewer pairs in the bracket", "組内の対局数が減る", "组内配对数减少"},
		{"C6", "floaters with higher scores", "降格者の勝点が高くなる", "下浮者分数更高"},
		{"C7", "the next bracket would suffer", "次の組が悪くなる", "下一组配对变差"},
		{"C8", "more players without the colour they prefer", "色の希望に反する者が増える", "先后手偏好未满足者增多"},
		{"order", "it comes later in the order", "順序で後になる", "在顺序中较后"},
	} {
		rules = append(rules, Rule{Code: "burstein." + c.code, Source: source + " 2",
			En: "not {a} - {b}: " + c.en, Ja: "{a} - {b} は不可：" + c.ja, Zh: "不能{a} - {b}：" + c.zh})
	}
	rules = append(rules, pairReasons("burstein", source)...)
	rules = append(rules, byeRules("burstein", source, "the lowest in the ranking by the Index", "指数順位の低い者",
		"指数排名最低者")...)
	return slices.Concat(rules, colorRules("burstein", source), dutchRules)
}()
