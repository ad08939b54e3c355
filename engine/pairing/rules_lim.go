package pairing

// limRules are the steps of the Lim System (A式). A note before a step tells which earlier choice was passed over, and why.
var limRules = func() []Rule {
	const source = "C.04.4.3"
	rules := []Rule{
		{Code: "lim.relaxed", Source: source + " 5.1 (option relaxed)",
			En: "the colour limits leave no pairing: this round is paired without them", Ja: "色の制限を守ると組めないため、この局は制限なしで組む", Zh: "受先后手限制无法配对，本轮不计该限制"},
		{Code: "lim.1.1", Source: source + " 1.1",
			En: "lowest ranked of the lowest scoregroup ({0p} points)", Ja: "最下位の同点群（勝点{0p}）の最下位", Zh: "最低分组（{0p}分）中排名最低者"},
		{Code: "lim.7.1", Source: source + " 7.1",
			En: "round 1: lowest rated player", Ja: "第1局：レイティングの最も低い者", Zh: "首轮：等级分最低者"},
		{Code: "lim.bye.barred", Source: source + " 1.1, C.04.1 4",
			En: "no bye for {a}: has had one, or a full point without playing", Ja: "{a} に輪空は不可：既に輪空または不戦の満点を得ている", Zh: "{a}不能轮空：已轮空或不战得满分"},
		{Code: "lim.bye.rest", Source: source + " 1.1",
			En: "no bye for {a}: the others could not be paired completely", Ja: "{a} に輪空は不可：残りの全員を組み切れない", Zh: "{a}不能轮空：其余棋手无法全部配对"},
		{Code: "lim.group.down", Source: source + " 2.2",
			En: "above the median, paired downwards: {1} players, {2} of them floaters from above", Ja: "中央群より上（下向き）：{1}名、うち上からの浮動体{2}名", Zh: "中间组以上，向下配对：共{1}人，其中上组浮动{2}人"},
		{Code: "lim.group.up", Source: source + " 2.2",
			En: "below the median, paired upwards: {1} players, {2} of them floaters from below", Ja: "中央群より下（上向き）：{1}名、うち下からの浮動体{2}名", Zh: "中间组以下，向上配对：共{1}人，其中下组浮动{2}人"},
		{Code: "lim.group.median", Source: source + " 2.2",
			En: "the median, paired last: {1} players, {2} of them floaters", Ja: "中央群（最後に組む）：{1}名、うち浮動体{2}名", Zh: "中间组，最后配对：共{1}人，其中浮动{2}人"},
		{Code: "lim.2.6.before", Source: source + " 2.6",
			En: "{a} - {b} at first, taken back for the median later", Ja: "初めは {a} - {b}（後に中央群のため解消）", Zh: "起初{a} - {b}，后为中间组拆开"},
		{Code: "lim.2.6.1", Source: source + " 2.6.1",
			En: "the median cannot be completed, {0} floaters from above, {1} from below: {a} - {b} of the lower side is taken back",
			Ja: "中央群が組み切れず（上から{0}名、下から{1}名）、下側の {a} - {b} を解消", Zh: "中间组无法配齐（上来{0}人，下来{1}人），拆开下方的{a} - {b}"},
		{Code: "lim.2.6.2", Source: source + " 2.6.2",
			En: "the median cannot be completed, {0} floaters from above, {1} from below: {a} - {b} of the higher side is taken back",
			Ja: "中央群が組み切れず（上から{0}名、下から{1}名）、上側の {a} - {b} を解消", Zh: "中间组无法配齐（上来{0}人，下来{1}人），拆开上方的{a} - {b}"},
		{Code: "lim.stays", Source: source + " 3.10.2, 4.4.1",
			En: "{a} does not float: fewer pairs could be made in the group", Ja: "{a} は移らない：群内の対局数が減る", Zh: "{a}不浮动：组内配对数会减少"},
		{Code: "lim.2.3.1.single", Source: source + " 2.3.1",
			En: "floats from {0p} points: the only one left in the group", Ja: "勝点{0p}から移動：群に残る唯一の者", Zh: "从{0p}分浮动：组内仅剩一人"},
		{Code: "lim.2.3.1", Source: source + " 2.3.1",
			En: "floats from {0p} points: has met everybody in the group", Ja: "勝点{0p}から移動：群内の全員と既対局", Zh: "从{0p}分浮动：与组内所有人均已交手"},
		{Code: "lim.2.3.2", Source: source + " 2.3.2, 2.3.3",
			En: "floats from {0p} points: no opponent in the group whom meetings and the colour limits allow",
			Ja: "勝点{0p}から移動：既対局と色の制限により群内に相手なし", Zh: "从{0p}分浮动：受已交手与先后手限制，组内无对手"},
	}
	return append(append(rules, limFloats(source)...), limPairs(source)...)
}()

// limFloats say by which rule a floater was chosen among several.
func limFloats(source string) []Rule {
	return []Rule{
		{Code: "lim.3.9", Source: source + " 3.9",
			En: "floats from {0p} points: not yet floated, or with an opponent in the next group (type d before c, b, a)",
			Ja: "勝点{0p}から移動：不利の少ない型の浮動体（d、c、b、aの順）", Zh: "从{0p}分浮动：不利较轻的类型（依d、c、b、a）"},
		{Code: "lim.3.10", Source: source + " 3.10",
			En: "floats from {0p} points: did not float in the previous round", Ja: "勝点{0p}から移動：前局は浮動していない", Zh: "从{0p}分浮动：上一轮未浮动"},
		{Code: "lim.3.2.2", Source: source + " 3.2.2",
			En: "floats from {0p} points: due the colour that more players of the group are due", Ja: "勝点{0p}から移動：群内で多い方の色の番に当たる", Zh: "从{0p}分浮动：应执组内多数人应执的一方"},
		{Code: "lim.3.2.4", Source: source + " 3.2.4",
			En: "floats from {0p} points: downwards the lowest numbered, upwards the highest numbered who can",
			Ja: "勝点{0p}から移動：下向きは最も下位、上向きは最も上位の者", Zh: "从{0p}分浮动：向下取编号最后者，向上取编号最前者"},
	}
}

// limPairs say why two meet or do not, and with which colours.
func limPairs(source string) []Rule {
	return []Rule{
		{Code: "lim.met", Source: source + " 2.1, C.04.1 2", En: "not {a} - {b}: they have met", Ja: "{a} - {b} は不可：既対局", Zh: "不能{a} - {b}：已交手"},
		{Code: "lim.forbidden", Source: "organiser's list",
			En: "not {a} - {b}: forbidden by the organiser", Ja: "{a} - {b} は不可：主催者が禁止", Zh: "不能{a} - {b}：主办方禁止"},
		{Code: "lim.2.1", Source: source + " 2.1",
			En: "not {a} - {b}: both would need the same colour", Ja: "{a} - {b} は不可：双方が同じ色しか持てない", Zh: "不能{a} - {b}：双方只能执同一方"},
		{Code: "lim.5.7", Source: source + " 5.7",
			En: "not {a} - {b}: no exchange for colour beyond 100 rating points", Ja: "{a} - {b} は不可：色のための入替はレイティング差100以内", Zh: "不能{a} - {b}：为先后手互换限等级分差100以内"},
		{Code: "lim.rest", Source: source + " 4.2, 4.3",
			En: "not {a} - {b}: the others of the group could not be paired", Ja: "{a} - {b} は不可：群の残りを組み切れない", Zh: "不能{a} - {b}：组内其余棋手无法配对"},
		{Code: "lim.3.8", Source: source + " 3.8",
			En: "floater with the first possible opponent due the other colour", Ja: "浮動体と、反対の色の番に当たる最初の可能な相手", Zh: "浮动棋手对第一位应执另一方的可行对手"},
		{Code: "lim.3.8.first", Source: source + " 3.8",
			En: "floater with the first possible opponent: nobody possible is due the other colour", Ja: "浮動体と最初の可能な相手（反対の色の番の者なし）", Zh: "浮动棋手对第一位可行对手（无人应执另一方）"},
		{Code: "lim.2.4", Source: source + " 2.4", En: "as proposed: top half against bottom half", Ja: "提案どおり：上半分対下半分", Zh: "按初排：上半区对下半区"},
		{Code: "lim.4.2", Source: source + " 4.2, 4.3",
			En: "exchanged: opponent {0} in the order of tries", Ja: "入替：試す順で{0}番目の相手", Zh: "换人：按尝试顺序第{0}位对手"},
		{Code: "lim.5.2.exchange", Source: source + " 5.2",
			En: "exchanged for colour: the first possible opponent due the other colour, {1} passed over", Ja: "色のための入替：反対の色の番に当たる最初の可能な相手（{1}名を飛ばす）", Zh: "为先后手换人：第一位应执另一方的可行对手（越过{1}人）"},
		{Code: "lim.7.2", Source: source + " 7.2",
			En: "neither has played: colour drawn by lot for number 1, by the number {0} of the higher ranked", Ja: "両者未対局：1番の抽選の色と上位者の番号{0}の偶奇による", Zh: "双方均未对局：按1号抽签及排名较高者序号{0}的奇偶"},
		{Code: "lim.5.1", Source: source + " 5.1, 5.3",
			En: "the other way breaks a limit: three times running, or three more of one colour", Ja: "逆では制限に反する（同色3連続、または差が3）", Zh: "反之则违反限制（连续三次同色或相差三次）"},
		{Code: "lim.5.2", Source: source + " 5.2", En: "both due colours granted", Ja: "双方の番どおり", Zh: "双方均得应执的一方"},
		{Code: "lim.5.4", Source: source + " 5.4",
			En: "colours the other way than in the latest round in which they differed", Ja: "直近で色が異なった局の逆", Zh: "与最近一次不同先后手相反"},
		{Code: "lim.5.4.high", Source: source + " 5.4",
			En: "equal histories: the higher ranked gets the colour due to him", Ja: "履歴が同じ：上位者の番どおり", Zh: "记录相同：排名较高者得应执的一方"},
		{Code: "lim.5.4.low", Source: source + " 5.4",
			En: "equal histories below the median: the lower ranked gets the colour due to him", Ja: "中央群より下で履歴が同じ：下位者の番どおり", Zh: "中间组以下记录相同：排名较低者得应执的一方"},
	}
}
