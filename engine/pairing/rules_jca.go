package pairing

import "slices"

// jcaRules are the steps of the JCA system and its Shizuoka preset. {0} and {1} of a pair are the places in the
// upper and in the lower half of the group.
var jcaRules = withUpwards([]Rule{
	{Code: "jca.group", Source: "JCA 4.1"},
	{Code: "jca.middle", Source: "JCA 5.6"},
	{Code: "jca.bye", Source: "JCA (gap 5), C.04.1 3-4"},
	{Code: "jca.bye.last", Source: "JCA (gap 5)"},
	{Code: "jca.5.1", Source: "JCA 5.1"},
	{Code: "jca.5.2", Source: "JCA 5.2"},
	{Code: "jca.5.3", Source: "JCA 5.3"},
	{Code: "jca.5.4", Source: "JCA 5.4"},
	{Code: "jca.5.5", Source: "JCA 5.5"},
	{Code: "jca.5.5.exchange", Source: "JCA 5.5, 5.3"},
	{Code: "jca.5.5.parent", Source: "JCA 5.5 (gap 2)"},
	{Code: "jca.5.5.any", Source: "JCA 5.5"},
	{Code: "jca.lift", Source: "Shizuoka 2016, rule 2"},
	{Code: "jca.last", Source: "JCA 4.1"},
	{Code: "jca.wish", Source: "JCA 4.1"},
	{Code: "jca.whites", Source: "Shizuoka 2016, rule 3"},
})

// withUpwards adds the rules of the groups that a reversed round (median_reverse, rule 5.6) pairs from below: their
// floaters go up.
func withUpwards(rules []Rule) []Rule {
	floats := []string{"jca.group", "jca.5.4", "jca.5.5", "jca.5.5.exchange", "jca.5.5.parent", "jca.5.5.any",
		"jca.last"}
	for _, r := range rules {
		if slices.Contains(floats, r.Code) {
			rules = append(rules, Rule{Code: r.Code + ".up", Source: r.Source + ", 5.6", Lot: r.Lot})
		}
	}
	return rules
}
