package pairing

// commonRules are the steps of the frame around all systems: the arbiter's pairings, handicaps, keep-apart lists, the
// choice of the bye before pairing and the colours of package field.
var commonRules = []Rule{
	{Code: "fixed", En: "fixed by the arbiter", Ja: "審判が指定", Zh: "裁判指定", Source: "C.04.2 3"},
	{Code: "z.mixed", Source: "JCA 9 (Z system)",
		En: "rest of A against best of B, rank against rank, shifted where they have met",
		Ja: "Aの残りとBの上位を順位どおりに組む（既対局なら最小限にずらす）", Zh: "A组其余与B组前列按名次对阵（已交手者最小限度错开）"},
	{Code: "apart.kept", Source: "keep-apart list",
		En: "{a} and {b} kept apart", Ja: "{a}と{b}は当たらないようにした", Zh: "{a}与{b}避免相遇"},
	{Code: "apart.met", Source: "keep-apart list",
		En: "{a} and {b} stand on the keep-apart list, but keeping them apart costs more than {0} games between " +
			"different scores",
		Ja: "{a}と{b}を離すと勝点の異なる対局が{0}を超えて増えるため組む", Zh: "避开{a}与{b}会使不同分配对增加超过{0}盘，故不避开"},
	{Code: "sections.joined", Source: "gap 40",
		En: "the handicap's sections cannot be completed apart: all are paired together", Ja: "区分ごとには組めないため、全員を一緒に組む",
		Zh: "分区无法单独配齐，全体合并配对"},
	{Code: "bye.lowest", Source: "C.04.1 3-4",
		En: "bye: last in the order who may have it and without whom the round can be completed",
		Ja: "輪空：順位が最も下で、残りの全員が組めるプレーヤー", Zh: "轮空：排名最后且其余棋手都能配对的棋手"},
	{Code: "color.grip", Source: "JCA 6.4", Lot: true,
		En: "colours of round 1 drawn (grip), boards alternate", Ja: "第1局の握り（奇数卓と偶数卓は逆）", Zh: "首轮抽签定先后，各台交替"},
	{Code: "color.first", Source: "JCA 6.4",
		En: "colours of round 1 as announced, boards alternate", Ja: "第1局の色は発表どおり（奇数卓と偶数卓は逆）", Zh: "首轮先后手按公布，各台交替"},
	{Code: "color.balance", Source: "JCA 6.3",
		En: "colours balanced, larger imbalance first", Ja: "白黒の均等化（偏りの大きい方を優先）", Zh: "先后手均衡（差大者优先）"},
	{Code: "color.alternate", Source: "JCA 6.3",
		En: "opposite of the latest round in which the two had different colours", Ja: "直近で色が異なった局の逆",
		Zh: "与最近一次不同先后手相反"},
	{Code: "color.lot", Source: "JCA 6.3", Lot: true,
		En: "equal histories: drawn by lot", Ja: "履歴が同じため抽選", Zh: "先后手记录相同，抽签决定"},
}
