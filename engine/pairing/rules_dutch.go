package pairing

// dutchRules are the steps of the FIDE (Dutch) System. A step tells what was done ({0}, {1} of a pair are
// bracket sequence numbers); a note after it tells which earlier choice in the order of generation was not possible, or
// which criterion would have suffered.
var dutchRules = append([]Rule{
	{Code: "dutch.bracket", Source: "C.04.3 1.3"},
	{Code: "dutch.3.3", Source: "C.04.3 3.3"},
	{Code: "dutch.4.2", Source: "C.04.3 4.2"},
	{Code: "dutch.4.3", Source: "C.04.3 4.3"},
	{Code: "dutch.4.3.leave", Source: "C.04.3 4.3"},
	{Code: "dutch.float", Source: "C.04.3 3.4"},
	{Code: "dutch.float.chosen", Source: "C.04.3 2.4"},
	{Code: "dutch.float.limbo", Source: "C.04.3 3.2.4"},
	{Code: "dutch.float.alone", Source: "C.04.3 2.1"},
	{Code: "dutch.bye", Source: "C.04.3 2.1.2, 2.2"},
	{Code: "dutch.5.2.1", Source: "C.04.3 5.2.1"},
	{Code: "dutch.5.2.2", Source: "C.04.3 5.2.2"},
	{Code: "dutch.5.2.3", Source: "C.04.3 5.2.3"},
	{Code: "dutch.5.2.4", Source: "C.04.3 5.2.4"},
	{Code: "dutch.5.2.5", Source: "C.04.3 5.2.5"},
}, dutchReasons("dutch", func(code string) (string, string) {
	if code == "order" {
		return code, "C.04.3 4"
	}
	return code, "C.04.3 2"
})...)

// dutchReasons makes four rules of every criterion: why not this pair, this downfloater, this moved-down player paired,
// why an exchange. number gives the number of a criterion in the edition, "" for none, and its article.
func dutchReasons(system string, number func(code string) (string, string)) []Rule {
	var rules []Rule
	for _, code := range []string{"C1", "forbidden", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9",
		"C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21",
		"order"} {
		code, source := number(code)
		if code == "" {
			continue
		}
		if code == "forbidden" {
			source = "organiser's list"
		}
		code = system + "." + code
		rules = append(rules,
			Rule{Code: code, Source: source},
			Rule{Code: code + ".float", Source: source},
			Rule{Code: code + ".paired", Source: source},
			Rule{Code: code + ".exchange", Source: source})
	}
	return rules
}
