package pairing

// colorRules are the steps of 5.2 of the systems beside the Dutch one, by the system's prefix.
func colorRules(system, source string) []Rule {
	return []Rule{
		{Code: system + ".5.2.1", Source: source + " 5.2.1"},
		{Code: system + ".5.2.2", Source: source + " 5.2.2"},
		{Code: system + ".5.2.3", Source: source + " 5.2.3"},
		{Code: system + ".5.2.4", Source: source + " 5.2.4"},
		{Code: system + ".5.2.5", Source: source + " 5.2.5"},
	}
}

// byeRules are the steps of 3.1.
func byeRules(system, source string) []Rule {
	return []Rule{
		{Code: system + ".bye", Source: source + " 3.1"},
		{Code: system + ".C2", Source: source + " 2.1.2"},
		{Code: system + ".C4.bye", Source: source + " 3.1.2"},
	}
}

// pairReasons say why two do not meet.
func pairReasons(system, source string) []Rule {
	return []Rule{
		{Code: system + ".C1", Source: source + " 2.1.1"},
		{Code: system + ".forbidden", Source: "organiser's list"},
		{Code: system + ".C3", Source: source + " 2.1.3"},
	}
}

// dubovRules are the steps of the Dubov System. A note after a step tells which earlier choice was passed over, and
// why.
var dubovRules = func() []Rule {
	const source = "C.04.4.1"
	rules := []Rule{
		{Code: "dubov.bracket", Source: source + " 1.3.2"},
		{Code: "dubov.3.2.2", Source: source + " 3.2.2"},
		{Code: "dubov.3.2.4.1", Source: source + " 3.2.4"},
		{Code: "dubov.3.2.4.2", Source: source + " 3.2.4"},
		{Code: "dubov.4.3.stays", Source: source + " 4.3"},
		{Code: "dubov.3.2.6", Source: source + " 3.2.6"},
		{Code: "dubov.4.4", Source: source + " 4.4"},
		{Code: "dubov.rest", Source: source + " 3.2.6"},
	}
	for _, code := range []string{"C1C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10", "order"} {
		rules = append(rules, Rule{Code: "dubov." + code + ".up", Source: source + " 2.3"})
	}
	rules = append(rules, pairReasons("dubov", source)...)
	rules = append(rules, byeRules("dubov", source)...)
	return append(rules, colorRules("dubov", source)...)
}()
