package pairing

import "slices"

// bursteinRules are the steps of the Burstein System, the Dutch ones of its seeding rounds among them. A note after a
// step tells which earlier choice was passed over, and why.
var bursteinRules = func() []Rule {
	const source = "C.04.4.2"
	rules := []Rule{
		{Code: "burstein.seeding", Source: source + " 1.6"},
		{Code: "burstein.bracket", Source: source + " 1.2.2"},
		{Code: "burstein.4.3", Source: source + " 4.3"},
		{Code: "burstein.4.3.next", Source: source + " 4.3"},
		{Code: "burstein.float", Source: source + " 3.2"},
	}
	for _, code := range []string{"C4", "C5", "C6", "C7", "C8", "order"} {
		rules = append(rules, Rule{Code: "burstein." + code, Source: source + " 2"})
	}
	rules = append(rules, pairReasons("burstein", source)...)
	rules = append(rules, byeRules("burstein", source)...)
	return slices.Concat(rules, colorRules("burstein", source), dutchRules)
}()
