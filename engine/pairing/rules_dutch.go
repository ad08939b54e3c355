package pairing

// dutchRules are the steps of the FIDE (Dutch) System. A step tells what was done ({0}, {1} of a pair are
// bracket sequence numbers); a note after it tells which earlier choice in the order of generation was not possible, or
// which criterion would have suffered.
var dutchRules = append([]Rule{
	{Code: "dutch.bracket", Source: "C.04.3 1.3",
		En: "bracket of {1} players, {2} of them moved down", Ja: "{1}名の組（うち上からの降格者{2}名）", Zh: "共{1}人，其中下移棋手{2}人"},
	{Code: "dutch.3.3", Source: "C.04.3 3.3",
		En: "number {0} with {1}, as S1 and S2 stand", Ja: "S1とS2の順どおり（{0}番と{1}番）", Zh: "按S1与S2原序，{0}号对{1}号"},
	{Code: "dutch.4.2", Source: "C.04.3 4.2",
		En: "number {0} with {1}, the first possible opponent (transposition)", Ja: "{0}番と{1}番、可能な最初の相手（転置）",
		Zh: "{0}号对{1}号，第一个可行对手（换位）"},
	{Code: "dutch.4.3", Source: "C.04.3 4.3",
		En: "exchange between S1 and S2: {a} leaves S1, {b} enters it", Ja: "S1とS2の交換：{a}がS1を出て{b}が入る",
		Zh: "S1与S2互换：{a}离开S1，{b}进入S1"},
	{Code: "dutch.4.3.leave", Source: "C.04.3 4.3",
		En: "exchange between S1 and S2: {a} leaves S1", Ja: "S1とS2の交換：{a}がS1を出る", Zh: "S1与S2互换：{a}离开S1"},
	{Code: "dutch.float", Source: "C.04.3 3.4",
		En: "floats down from {0p} points: last of the bracket, left over", Ja: "勝点{0p}の組の最後の1名が余り降格",
		Zh: "从{0p}分下浮：组中最后多余者"},
	{Code: "dutch.float.chosen", Source: "C.04.3 2.4",
		En: "floats down from {0p} points", Ja: "勝点{0p}から降格", Zh: "从{0p}分下浮"},
	{Code: "dutch.float.limbo", Source: "C.04.3 3.2.4",
		En: "moved down again (limbo): {0} of {1} moved-down players can be paired", Ja: "再び降格（リンボ）：降格者{1}名中{0}名が組める",
		Zh: "再次下移：{1}名下移棋手中可配{0}名"},
	{Code: "dutch.float.alone", Source: "C.04.3 2.1",
		En: "floats down from {0p} points: may meet nobody of the bracket", Ja: "勝点{0p}から降格（群内に可能な相手なし）",
		Zh: "从{0p}分下浮：组内无可对局者"},
	{Code: "dutch.bye", Source: "C.04.3 2.1.2, 2.2",
		En: "the bye: lowest score possible, {0p} points (C2, C5)", Ja: "輪空：可能な最低の勝点{0p}（C2・C5）",
		Zh: "轮空：可行的最低分{0p}分（C2、C5）"},
	{Code: "dutch.5.2.1", Source: "C.04.3 5.2.1",
		En: "both preferences granted", Ja: "双方の希望どおり", Zh: "满足双方先后手偏好"},
	{Code: "dutch.5.2.2", Source: "C.04.3 5.2.2",
		En: "the stronger preference granted", Ja: "強い方の希望を優先", Zh: "满足较强的偏好"},
	{Code: "dutch.5.2.3", Source: "C.04.3 5.2.3",
		En: "colours the other way than in the latest round in which they differed", Ja: "直近で色が異なった局の逆",
		Zh: "与最近一次不同先后手相反"},
	{Code: "dutch.5.2.4", Source: "C.04.3 5.2.4",
		En: "preference of the higher ranked player", Ja: "上位者の希望を優先", Zh: "满足排名较高者的偏好"},
	{Code: "dutch.5.2.5", Source: "C.04.3 5.2.5",
		En: "initial colour: number {0} of the players who have taken part", Ja: "最初の色：参加順位{0}番の偶奇",
		Zh: "首轮先后手：参赛序号{0}的奇偶"},
}, dutchReasons()...)

// dutchReasons makes four rules of every criterion: why not this pair, this downfloater, this moved-down player paired,
// why an exchange.
func dutchReasons() []Rule {
	var rules []Rule
	for _, c := range []struct{ code, en, ja, zh string }{
		{"C1", "they have met", "既対局", "已交手"},
		{"forbidden", "forbidden by the organiser", "主催者が禁止", "主办方禁止"},
		{"C2", "has had a bye or a full point without playing", "既に輪空または不戦の満点を得ている", "已轮空或不战得满分"},
		{"C3", "same absolute colour preference", "同じ絶対的な色の希望", "绝对先后手偏好相同"},
		{"C4", "the lower players could not be paired completely", "下位の全員を組み切れない", "其余棋手无法全部配对"},
		{"C5", "the bye would go to a higher score", "輪空の勝点が高くなる", "轮空者分数更高"},
		{"C6", "fewer pairs in the bracket", "組内の対局数が減る", "组内配对数减少"},
		{"C7", "downfloaters with higher scores", "降格者の勝点が高くなる", "下浮者分数更高"},
		{"C8", "the next bracket would suffer", "次の組が悪くなる", "下一组配对变差"},
		{"C9", "the bye would go to a player with more unplayed games", "未対局の多い者に輪空が当たる", "轮空者未下局数更多"},
		{"C10", "a colour difference beyond two for a topscorer's game", "首位争いの対局で色の差が2を超える", "领先者对局先后手差超过二"},
		{"C11", "the same colour three times running in a topscorer's game", "首位争いの対局で同色3連続", "领先者对局连续三次同色"},
		{"C12", "more players without the colour they prefer", "色の希望に反する者が増える", "先后手偏好未满足者增多"},
		{"C13", "more players without the colour they strongly prefer", "強い色の希望に反する者が増える", "强烈偏好未满足者增多"},
		{"C14", "more downfloaters who floated down in the last round", "前局に続く降格者が増える", "上一轮已下浮者再次下浮增多"},
		{"C15", "more opponents of moved-down players who floated up in the last round", "前局に続く昇格者が増える",
			"上一轮已上浮者再次上浮增多"},
		{"C16", "more downfloaters who floated down two rounds ago", "2局前に降格した者の降格が増える", "两轮前已下浮者下浮增多"},
		{"C17", "more opponents of moved-down players who floated up two rounds ago", "2局前に昇格した者の昇格が増える",
			"两轮前已上浮者上浮增多"},
		{"C18", "a larger score difference for a moved-down player who floated down in the last round",
			"前局に降格した降格者の勝点差が広がる", "上一轮下浮的下移棋手分差更大"},
		{"C19", "a larger score difference for one who floated up in the last round", "前局に昇格した者の勝点差が広がる", "上一轮上浮者分差更大"},
		{"C20", "a larger score difference for a moved-down player who floated down two rounds ago",
			"2局前に降格した降格者の勝点差が広がる", "两轮前下浮的下移棋手分差更大"},
		{"C21", "a larger score difference for one who floated up two rounds ago", "2局前に昇格した者の勝点差が広がる", "两轮前上浮者分差更大"},
		{"order", "it comes later in the order of generation", "生成順で後になる", "在生成顺序中较后"},
	} {
		source := "C.04.3 2"
		if c.code == "order" {
			source = "C.04.3 4"
		}
		if c.code == "forbidden" {
			source = "organiser's list"
		}
		rules = append(rules,
			Rule{Code: "dutch." + c.code, Source: source,
				En: "not {a} - {b}: " + c.en, Ja: "{a} - {b} は不可：" + c.ja, Zh: "不能{a} - {b}：" + c.zh},
			Rule{Code: "dutch." + c.code + ".float", Source: source,
				En: "{a} does not stay over: " + c.en, Ja: "{a} は残らない：" + c.ja, Zh: "{a}不作多余者：" + c.zh},
			Rule{Code: "dutch." + c.code + ".paired", Source: source,
				En: "pairing {a} here: " + c.en, Ja: "{a} をここで組むと" + c.ja, Zh: "若在此配对{a}：" + c.zh},
			Rule{Code: "dutch." + c.code + ".exchange", Source: source,
				En: "without an exchange: " + c.en, Ja: "交換なしでは不可：" + c.ja, Zh: "不互换则：" + c.zh})
	}
	return rules
}
