package ratepage

// words are a page's own words in one language: the English ones are the keys.
type words struct {
	lang string
	text map[string]string
}

func (w words) get(s string) string {
	if t, ok := w.text[s]; ok {
		return t
	}
	return s
}

// Languages a page can be written in.
var Languages = []string{"en", "ja", "zh"}

func wordsOf(lang string) words {
	for i, l := range Languages {
		if l == lang && i > 0 {
			m := make(map[string]string, len(translations))
			for _, t := range translations {
				m[t[0]] = t[i]
			}
			return words{lang, m}
		}
	}
	return words{"en", nil}
}

// translations: English, Japanese, Chinese; one row a phrase. Rating terms are those of the JCCA rules.
var translations = [][3]string{
	{"Rating list", "レイティングリスト", "等级分表"},
	{"games that ended %s to %s", "対局終了日 %s ～ %s", "对局结束日期 %s 至 %s"},
	{"valid %s to %s", "有効期間 %s ～ %s", "有效期 %s 至 %s"},
	{"players", "人", "名棋手"},
	{"active", "対局者", "有对局"},
	{"games rated", "計算対局", "计分对局"},
	{"not rated", "対象外", "不计分"},
	{"rated", "計算済み", "计分"},
	{"set aside", "保留", "搁置"},
	{"newcomers", "新規", "新棋手"},
	{"newly established", "新たに確定", "新确定"},
	{"Movers", "変動", "升降"},
	{"Charts", "グラフ", "图表"},
	{"Players", "対局者別", "棋手"},
	{"Corrections", "仮レイティングの修正", "临时分修正"},
	{"Issues", "指摘事項", "问题"},
	{"Account", "収支", "核对"},
	{"Find a player", "名前・番号で検索", "查找棋手"},
	{"Name", "氏名", "姓名"},
	{"Rating", "レイティング", "等级分"},
	{"Change", "増減", "变化"},
	{"Games", "対局数", "局数"},
	{"This period", "今期", "本期"},
	{"In brackets: provisional, fewer than 20 rated games.", "括弧は仮レイティング（20局未満）。", "括号内为临时分（少于20局）。"},
	{"new", "新", "新"},
	{"established now", "今期確定", "本期确定"},
	{"%d more players are in list.csv.", "ほか %d 人は list.csv にあります。", "另有 %d 名棋手见 list.csv。"},
	{"Risers", "上昇", "上升"},
	{"Fallers", "下降", "下降"},
	{"Nobody.", "該当なし。", "无。"},
	{"Players and their games", "対局者別の対局", "棋手及其对局"},
	{"Everybody who had a rated game in the period, by new rating. The row is that of the quick table, in the player's own column.", "今期に計算対局のあった人を新レイティング順に示します。「行」は早見表の行（本人の側の欄）です。", "本期有计分对局的棋手，按新等级分排列。“行”为速查表中本人一栏的行。"},
	{"Everybody who had a rated game in the period, by new rating.", "今期に計算対局のあった人を新レイティング順に示します。", "本期有计分对局的棋手，按新等级分排列。"},
	{"Everybody who had a rated game in the period, by new rating. The expected score is in hundredths.", "今期に計算対局のあった人を新レイティング順に示します。期待得点は百分率です。", "本期有计分对局的棋手，按新等级分排列。期望得分以百分数表示。"},
	{"Expected", "期待得点", "期望得分"},
	{"K by", "K の根拠", "K 的依据"},
	{"games that count", "対象局数", "计入局数"},
	{"computed", "計算値", "计算值"},
	{"outcome", "結果", "结果"},
	{"list", "リスト", "等级分表"},
	{"fewer than 30 games", "30局未満", "少于30局"},
	{"junior", "ジュニア", "青少年"},
	{"2400 reached", "2400到達", "曾达2400"},
	{"30 games and below 2400", "30局以上・2400未満", "满30局且未达2400"},
	{"list, 700 rule", "リスト（700の規則）", "等级分表（700规则）"},
	{"fewer than 30 games, 700 rule", "30局未満（700の規則）", "少于30局（700规则）"},
	{"junior, 700 rule", "ジュニア（700の規則）", "青少年（700规则）"},
	{"2400 reached, 700 rule", "2400到達（700の規則）", "曾达2400（700规则）"},
	{"30 games and below 2400, 700 rule", "30局以上・2400未満（700の規則）", "满30局且未达2400（700规则）"},
	{"below the floor: unrated", "下限未満のためレイティングなし", "低于下限，无等级分"},
	{"initial rating", "初回レイティング", "初始等级分"},
	{"fewer than 5 games: pooled", "5局未満のため次期以降に合算", "少于5局，累计至下期"},
	{"no point: disregarded", "無得点のため不算入", "未得分，不计"},
	{"initial rating below the floor: pooled", "初回レイティングが下限未満のため合算", "初始等级分低于下限，累计"},
	{"%d more players are in ledger.csv.", "ほか %d 人は ledger.csv にあります。", "另有 %d 名棋手见 ledger.csv。"},
	{"Ended", "終了日", "结束"},
	{"Opponent", "相手", "对手"},
	{"Own", "本人", "本人"},
	{"Theirs", "相手", "对手"},
	{"Difference", "差", "分差"},
	{"Result", "結果", "结果"},
	{"Row", "行", "行"},
	{"White", "白", "白"},
	{"Black", "黒", "黑"},
	{"late", "遅延報告", "迟报"},
	{"score", "成績", "得分"},
	{"sum of changes", "増減の計", "变化合计"},
	{"of which counted after the correction: %s", "うち修正後の分: %s", "其中修正后计入：%s"},
	{"rated games in all", "通算計算対局", "累计计分局数"},
	{"Correction at %d games", "%d局での修正", "满%d局修正"},
	{"The %d-game mark was reached, but earlier games are not in the history: no correction, table changes only.", "%d局に達しましたが、以前の対局の記録がないため修正せず、早見表の増減のみです。", "已满%d局，但缺少此前对局的记录：不作修正，仅按速查表计算。"},
	{"Pass", "回", "次"},
	{"Won", "勝", "胜"},
	{"Drawn", "分", "和"},
	{"Lost", "負", "负"},
	{"Opponents' mean", "相手の平均", "对手平均"},
	{"Left out for the next pass: more than 360 away", "次の回で除外（360点超の差）", "下一次剔除（相差超过360）"},
	{"The last pass would have left out every game; its value stands.", "最後の回で全局が除外となるため、その値を採ります。", "最后一次将剔除全部对局，保留其数值。"},
	{"corrected rating %d, games after the mark %s", "修正値 %d、以後の対局 %s", "修正值 %d，其后对局 %s"},
	{"None.", "なし。", "无。"},
	{"Player", "氏名", "棋手"},
	{"At", "局数", "局数"},
	{"Before", "前", "之前"},
	{"After", "後", "之后"},
	{"Passes", "回数", "次数"},
	{"Left out", "除外", "剔除"},
	{"Later games", "以後の対局", "其后对局"},
	{"no correction: games missing in the history", "修正せず（記録不足）", "未修正（记录不全）"},
	{"Everything that was noticed while reading, by kind. issues.csv has the same rows.", "読み取りで気づいた点を種類ごとに示します。issues.csv と同じ内容です。", "读取时发现的全部情况，按种类列出。issues.csv 内容相同。"},
	{"%d more are in issues.csv.", "ほか %d 件は issues.csv にあります。", "另有 %d 条见 issues.csv。"},
	{"note", "参考", "提示"},
	{"warning", "注意", "警告"},
	{"%d rows read = %d rated + %d not rated + %d set aside", "読み込み %d 行 = 計算 %d + 対象外 %d + 保留 %d", "读入 %d 行 = 计分 %d + 不计分 %d + 搁置 %d"},
	{"Every row of every file is in one of these places; the program has checked the sum.", "全ファイルの全行がいずれかに含まれ、合計は検算済みです。", "每个文件的每一行都归入其中之一，合计已核对。"},
	{"File", "ファイル", "文件"},
	{"Rows", "行数", "行数"},
	{"Kind", "区分", "类别"},
	{"Why", "理由", "原因"},
	{"Rules", "規則", "规则"},
	{"Ratings", "レイティングの分布", "等级分分布"},
	{"Changes", "増減の分布", "升降分布"},
	{"Games per player", "一人あたりの対局数", "人均局数"},
	{"rating", "レイティング", "等级分"},
	{"change of rating", "増減", "等级分变化"},
	{"games", "対局数", "局数"},
	{"■ established %d", "■ 確定 %d", "■ 确定 %d"},
	{"■ provisional %d", "■ 仮 %d", "■ 临时 %d"},
	{"Players by rating in steps of %d; the middle player has %d.", "%d点きざみの人数。中央値は %d。", "每%d分一档的人数；中位数为 %d。"},
	{"◀ %d lost points", "◀ 下降 %d人", "◀ 下降 %d人"},
	{"%d gained ▶", "上昇 %d人 ▶", "上升 %d人 ▶"},
	{"Players who played, by change in steps of %d; %d unchanged.", "対局者の増減、%d点きざみ。増減なし %d人。", "有对局棋手的升降，每%d分一档；%d人不变。"},
	{"Players by rated games in the period; %s on average.", "今期の計算対局数ごとの人数。平均 %s局。", "按本期计分局数的人数；平均 %s 局。"},
	{"ended in the period", "今期に終了", "本期结束"},
	{"ended before the period, reported late, rated now", "前期以前に終了、遅れて報告、今期計算", "此前结束、迟报，本期计分"},
	{"no result yet", "対局中", "未结束"},
	{"won or lost without play", "不戦", "弃权"},
	{"the file says that the game is not rated", "計算対象外と指定", "文件注明不计分"},
	{"lost by withdrawal or an unpaid fee, left out on demand", "棄権・会費未納による負け（指定により除外）", "退赛或欠费判负（按要求除外）"},
	{"ended after the period", "来期以降に終了", "本期之后结束"},
	{"in the ledger of an earlier period", "以前の期に計算済み", "此前已计分"},
	{"the row could not be read", "行を読み取れない", "该行无法读取"},
	{"a player is on no list and no newcomer", "リストにも新規にもない人", "棋手不在表内亦非新棋手"},
	{"a player against himself", "自分自身との対局", "自己与自己对局"},
	{"a player without rating", "レイティングのない人", "棋手无等级分"},
	{"no clear result", "結果が不明", "结果不明"},
	{"the same game is counted elsewhere", "同じ対局が計算済み", "同一对局已计"},
	{"two rows contradict each other", "二つの行が矛盾", "两行矛盾"},
	{"no end date, left out on demand", "終了日なし（指定により除外）", "无结束日期（按要求除外）"},
	{"Contents", "目次", "目录"},
	{"to the top", "先頭へ", "回到顶部"},
}
