package pairing

// baselineRules are the steps of the small systems.
var baselineRules = []Rule{
	{Code: "baseline.pair", Source: "the system's order",
		En: "first opponent allowed in the system's order with whom the rest can be paired", Ja: "順に見て最初に組める相手",
		Zh: "按顺序第一位可配对的对手"},
	{Code: "baseline.berger", Source: "FIDE C.05 annex 1",
		En: "Berger table, round {0}", Ja: "ベルガー表 第{0}局", Zh: "贝格尔编排表第{0}轮"},
	{Code: "baseline.free", Source: "FIDE C.05 annex 1",
		En: "free in the Berger table", Ja: "ベルガー表で空き", Zh: "贝格尔编排表中轮空"},
}
