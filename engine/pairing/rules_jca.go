package pairing

import "strings"

// jcaRules are the steps of the JCA system and its Shizuoka preset. {0} and {1} of a pair are the places in the
// upper and in the lower half of the group.
var jcaRules = withUpwards([]Rule{
	{Code: "jca.group", Source: "JCA 4.1",
		En: "floaters from above: {2} of {1}",
		Ja: "上からの浮動体{2}名を含む{1}名", Zh: "共{1}人，其中上组浮动{2}人"},
	{Code: "jca.middle", Source: "JCA 5.6",
		En: "of the middle group, floaters from below: {0}", Ja: "中央の群のうち下からの浮動体{0}名", Zh: "中间组中由下组上浮{0}人"},
	{Code: "jca.bye", Source: "JCA (gap 5), C.04.1 3-4",
		En: "bye: the last of the lowest group who has had none and without whom the round can be completed",
		Ja: "輪空：最下群で最も下位、かつ既得者でなく、残りの全員が組めるプレーヤー",
		Zh: "轮空：最低分组中排名最后、未曾轮空且其余棋手都能配对的棋手"},
	{Code: "jca.bye.last", Source: "JCA (gap 5)",
		En: "bye: left over of the last group", Ja: "輪空：最下群の余り", Zh: "轮空：最低分组剩余者"},
	{Code: "jca.5.1", Source: "JCA 5.1",
		En: "parent {0} with child {1}: upper half against lower half", Ja: "親{0}と子{1}（基本）", Zh: "上半区第{0}对下半区第{1}（基本）"},
	{Code: "jca.5.2", Source: "JCA 5.2",
		En: "parent {0} with child {1}: children exchanged as little as possible", Ja: "親{0}と子{1}（子を最小限に入替）",
		Zh: "上半区第{0}对下半区第{1}（下半区最小限度调换）"},
	{Code: "jca.5.3", Source: "JCA 5.3",
		En: "parent {0} with child {1} after exchanging lowest parents with top children", Ja: "親{0}と子{1}（親と子を入替後）",
		Zh: "上下半区互换后，第{0}对第{1}"},
	{Code: "jca.5.4", Source: "JCA 5.4",
		En: "floats down from {0p} points: the group leaves more than one over, those nearest to its middle go",
		Ja: "勝点{0p}から浮動体に（群内で組めない者のうち中央に近い者）", Zh: "从{0p}分下浮（组内无法配齐，取最接近中间者）"},
	{Code: "jca.5.5", Source: "JCA 5.5",
		En: "floats down from {0p} points: middle of an odd group", Ja: "勝点{0p}から浮動体に（奇数群の中央）",
		Zh: "从{0p}分下浮（奇数组的中间棋手）"},
	{Code: "jca.5.5.exchange", Source: "JCA 5.5, 5.3",
		En: "floats down from {0p} points: exchanged for the middle player, who is needed in the group",
		Ja: "勝点{0p}から浮動体に（中央の者と入替）", Zh: "从{0p}分下浮（与中间棋手互换）"},
	{Code: "jca.5.5.parent", Source: "JCA 5.5 (gap 2)",
		En: "floats down from {0p} points: the middle player takes this parent's place",
		Ja: "勝点{0p}から浮動体に（中央の者が代わりに親となる）", Zh: "从{0p}分下浮（中间棋手取代其位置）"},
	{Code: "jca.5.5.any", Source: "JCA 5.5",
		En: "halves given up: nearest to the middle floats, the others are paired as they can",
		Ja: "親子の別なく組む（浮動体は中央に最も近い者）", Zh: "不分上下半区配对（最接近中间者浮动）"},
	{Code: "jca.lift", Source: "Shizuoka 2016, rule 2",
		En: "lifted from {0p} points into the group above", Ja: "勝点{0p}から上の群へ引き上げ", Zh: "从{0p}分上调至上一组"},
	{Code: "jca.last", Source: "JCA 4.1",
		En: "floats down from {0p} points: lowest who can", Ja: "勝点{0p}から浮動体に（最も下位の者）", Zh: "从{0p}分下浮（排名最低者）"},
	{Code: "jca.wish", Source: "JCA 4.1",
		En: "nearest opponent allowed", Ja: "最も近い可能な相手", Zh: "可配对的最近对手"},
	{Code: "jca.whites", Source: "Shizuoka 2016, rule 3",
		En: "{b} has had White more often", Ja: "{b}の方が白番が多い", Zh: "{b}执白次数更多"},
})

// withUpwards adds the rules of the groups that a reversed round (median_reverse, rule 5.6) pairs from below: their
// floaters go up.
func withUpwards(rules []Rule) []Rule {
	turn := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	for _, r := range rules {
		if !strings.Contains(r.En, "floats") && !strings.Contains(r.En, "floaters from above") {
			continue
		}
		rules = append(rules, Rule{Code: r.Code + ".up", Source: r.Source + ", 5.6", Lot: r.Lot,
			En: turn(r.En, "floats down from", "floats up from", "from above", "from below"),
			Ja: turn(r.Ja, "から浮動体に", "から上へ浮動体に", "上からの", "下からの"),
			Zh: turn(r.Zh, "下浮", "上浮", "上组浮动", "下组浮动")})
	}
	return rules
}
