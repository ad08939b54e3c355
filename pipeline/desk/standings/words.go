package standings

import (
	"slices"
	"strings"

	"crosstable/engine/tiebreak"
)

// Languages of the tables.
var Languages = []string{"en", "ja", "zh"}

// words are the tables' words in one language; the English ones are the keys.
type words struct {
	lang    tiebreak.Language
	symbols symbols
	text    map[string]string
}

func wordsOf(lang string) words {
	i := max(0, slices.Index(Languages, lang))
	w := words{lang: tiebreak.Language(i), symbols: digits, text: map[string]string{}}
	if lang == "ja" {
		w.symbols = hoshitori
	}
	if i > 0 {
		for _, t := range translations {
			w.text[t[0]] = t[i]
		}
	}
	return w
}

func (w words) get(s string) string {
	if t, ok := w.text[s]; ok {
		return t
	}
	return s
}

// keyTitle names a tie-break for the legend: the notation and what it is.
func (w words) keyTitle(k *tiebreak.Key) string {
	title := k.Summary
	for _, t := range titles {
		if t[0] == k.Name {
			title = t[1+int(w.lang)]
		}
	}
	var mods []string
	if k.Text != "" {
		for _, m := range strings.Split(k.Text, "/")[1:] {
			for _, t := range modifiers {
				if strings.HasPrefix(strings.ToUpper(m), t[0]) {
					mods = append(mods, strings.ReplaceAll(t[1+int(w.lang)], "#", strings.TrimLeft(m[1:], "+")))
				}
			}
		}
	}
	if len(mods) > 0 {
		title += " (" + strings.Join(mods, ", ") + ")"
	}
	if title == k.Text {
		return title
	}
	return k.Text + " " + title
}

// titles: code, English, Japanese, Chinese. Codes without a row are shown with their summary.
var titles = [][4]string{
	{"DE", "direct encounter", "直接対決", "直接对局"},
	{"WIN", "wins, played or not", "勝ち数（不戦勝を含む）", "胜局（含未赛）"},
	{"WON", "games won over the board", "対局での勝ち数", "对局胜局"},
	{"BPG", "games with Black", "黒番（後手）の局数", "后走局数"},
	{"BWG", "wins with Black", "黒番（後手）の勝ち数", "后走胜局"},
	{"PS", "progressive score", "累進点", "累进分"},
	{"REP", "rounds elected to play", "参加したラウンド数", "参赛轮数"},
	{"STD", "standard points", "標準点", "标准分"},
	{"TPN", "pairing number", "組み合わせ番号", "编排序号"},
	{"BH", "Buchholz", "ブッフホルツ", "布赫霍尔茨分"},
	{"AOB", "average of the opponents' Buchholz", "相手のブッフホルツの平均", "对手布赫霍尔茨分的平均"},
	{"FB", "fore Buchholz", "フォア・ブッフホルツ", "预布赫霍尔茨分"},
	{"SB", "Sonneborn-Berger", "ゾンネボーン・ベルガー", "索恩本-贝格尔分"},
	{"KS", "Koya", "コヤ", "科亚分"},
	{"ARO", "average rating of opponents", "相手の平均レイティング", "对手平均等级分"},
	{"TPR", "tournament performance rating", "パフォーマンスレイティング", "赛事表现分"},
	{"PTP", "perfect tournament performance", "完全パフォーマンス", "完美表现分"},
	{"APRO", "average performance of opponents", "相手のパフォーマンスの平均", "对手表现分的平均"},
	{"APPO", "average perfect performance of opponents", "相手の完全パフォーマンスの平均", "对手完美表现分的平均"},
	{"RTNG", "rating", "レイティング", "等级分"},
	{"SOLKOFF", "Solkoff", "ソルコフ", "索尔科夫分"},
	{"NAKADORI", "Solkoff without the top opponent", "ソルコフ中取", "去最高对手的索尔科夫分"},
	{"MEDIAN", "Median: without the highest and lowest opponent", "ミディアン（最高と最低を除く）", "中位分（去最高最低）"},
	{"JSB", "SB: opponents beaten, half of those drawn with", "SB（勝った相手の得点と引き分けた相手の得点の半分）", "SB（胜方得分加和方得分之半）"},
	{"SPERF", "simple performance", "簡易パフォーマンス", "简易表现分"},
	{"KACHI", "number of wins", "勝ち数", "胜局数"},
	{"TOKUTEN", "sum of the opponents' wins", "得点（相手の勝ち数の和）", "对手胜局之和"},
	{"SOTOKUTEN", "sum of the opponents' sums of wins", "総得点（相手の得点の和）", "对手胜局和之和"},
	{"AGE", "the older first", "年長順", "年长者先"},
	{"LOT", "lot", "抽選", "抽签"},
	{"OPP", "opponents' points", "相手の得点の和", "对手分"},
	{"FOULS", "fouls", "反則", "犯规"},
	{"DW", "direct wins", "直接勝ち", "直胜"},
	{"DROP1", "again without round 1, then 2, ...", "第1ラウンドから順に除いて再比較", "去首轮再比"},
	{"PREV", "rank after the previous round", "前ラウンドの順位", "上轮名次"},
	{"MMS", "McMahon score", "マクマホン点", "麦克马洪分"},
	{"SOS", "sum of the opponents' scores", "SOS（相手の得点の和）", "SOS（对手分之和）"},
	{"SODOS", "sum of the defeated opponents' scores", "SODOS（勝った相手の得点の和）", "SODOS（负方分之和）"},
	{"SOSOS", "sum of the opponents' SOS", "SOSOS（相手のSOSの和）", "SOSOS（对手SOS之和）"},
}

// modifiers: letter, English, Japanese, Chinese; # is the number.
var modifiers = [][4]string{
	{"C", "cut #", "下位 # を除く", "去最低 #"},
	{"M", "median #", "上下 # を除く", "去最高最低各 #"},
	{"L", "limit moved by # half points", "基準を # 半点ずらす", "界线移动 # 个半分"},
	{"P", "forfeits as played", "不戦勝敗を対局扱い", "弃权作对局计"},
	{"F", "fore", "フォア", "预算"},
	{"R", "reversed", "逆順", "反序"},
	{"U", "unrated: #", "レイティングなし: #", "无等级分: #"},
}

// translations: English, Japanese, Chinese; one row a phrase.
var translations = [][3]string{
	{"Rk.", "順位", "名次"},
	{"SNo", "番号", "序号"},
	{"Name", "氏名", "姓名"},
	{"FED", "所属", "单位"},
	{"Rtg", "レイティング", "等级分"},
	{"Pts.", "得点", "积分"},
	{"by", "決め手", "决定"},
	{"Qual.", "通過", "出线"},
	{"Prize", "賞金", "奖金"},
	{"Ranking", "順位表", "名次表"},
	{"Crosstable", "星取表", "成绩表"},
	{"Filled", "補完", "补全"},
	{"Ranking after round %d", "第%dラウンド終了時の順位", "第%d轮后名次"},
	{"Before round 1", "第1ラウンド開始前", "第1轮之前"},
	{"Final ranking after %d rounds", "最終順位（全%dラウンド）", "最终名次（共%d轮）"},
	{"Crosstable after round %d", "第%dラウンド終了時の星取表", "第%d轮后成绩表"},
	{"Filled crosstable", "星取表の補完", "补全的成绩表"},
	{"%d.Rd", "%dR", "第%d轮"},
	{"Place", "順位", "名次"},
	{"Was", "元の順位", "原名次"},
	{"Real", "実際", "实得"},
	{"Assumed", "仮定", "假定"},
	{"Total", "合計", "合计"},
	{"Rd", "R", "轮"},
	{"Opponent", "相手", "对手"},
	{"Res.", "結果", "结果"},
	{"Value", "値", "值"},
	{"Why", "理由", "理由"},
	{"Tie-breaks by FIDE C.07, edition %d", "同点分離は FIDE C.07 の %d 年版による", "破同分依 FIDE C.07 %d 年版"},
	{"by: what puts the player above the next one; = they share the place", "決め手: 次の人より上になった理由、= は同順位", "决定: 排在下一名之前的依据, = 为并列"},
	{"Qual.: Q qualified; ? tied for the last seat (agreement before the director, else lot)", "通過: Q 通過、? 最後の枠で同順位（審判の前で協議、なければ抽選）", "出线: Q 出线, ? 并列最后名额（在裁判前协商, 否则抽签）"},
	{"12w1: start number of the opponent, colour, result; + - forfeits; U pairing-allocated bye, F H Z full-, half-, zero-point bye", "12w○: 相手の番号、白黒、結果。□ ■ 不戦勝敗、U 不戦勝（輪空）、F H Z は1点・半点・0点の不戦", "12w1: 对手序号、颜色、结果; + - 弃权; U 轮空, F H Z 为一分、半分、零分轮空"},
	{"columns: start numbers of the opponents in the order of the ranking; + - forfeits", "列は順位順の相手の番号。○勝ち ●負け △引き分け □不戦勝 ■不戦敗", "列为按名次排列的对手序号; + - 弃权"},
	{"of every pair that did not meet the higher placed is taken to win, two who share a place to draw", "対局のない組は順位が上の人の勝ち、同順位は引き分けとする", "未对局者以名次在前者胜, 并列者和"},
	{"filled %d times; the order is stable", "%d 回補完し、順位は変わらなくなった", "补全 %d 次, 次序已稳定"},
	{"filled %d times; the order goes round in a circle", "%d 回補完したが、順位は循環する", "补全 %d 次, 次序循环"},
	{"nobody is tied with the player here", "ここで同点の人はいない", "此处无人同分"},
	{"Teams", "団体", "团体"},
	{"Team", "団体", "团体"},
	{"Sum of ranks", "順位の計", "名次之和"},
	{"Members", "選手", "队员"},
	{"the best %d of each team count, by their ranks; fewer first", "各団体の上位 %d 人の順位の計、少ない方が上", "各队取前 %d 人名次之和, 少者在前"},
	{"the best %d of each team count, by their points, then by their ranks", "各団体の上位 %d 人の得点の計、同点は順位の計", "各队取前 %d 人积分之和, 相同看名次之和"},
}
