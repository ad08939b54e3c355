package pairing

// limRules are the steps of the Lim System (A式). A note before a step tells which earlier choice was passed over, and
// why.
var limRules = func() []Rule {
	const source = "C.04.4.3"
	return []Rule{
		{Code: "lim.relaxed", Source: source + " 5.1 (option relaxed)"},
		{Code: "lim.1.1", Source: source + " 1.1"},
		{Code: "lim.7.1", Source: source + " 7.1"},
		{Code: "lim.bye.barred", Source: source + " 1.1, C.04.1 4"},
		{Code: "lim.bye.rest", Source: source + " 1.1"},
		{Code: "lim.group.down", Source: source + " 2.2"},
		{Code: "lim.group.up", Source: source + " 2.2"},
		{Code: "lim.group.median", Source: source + " 2.2"},
		{Code: "lim.2.6.before", Source: source + " 2.6"},
		{Code: "lim.2.6.1", Source: source + " 2.6.1"},
		{Code: "lim.2.6.2", Source: source + " 2.6.2"},
		{Code: "lim.stays", Source: source + " 3.10.2, 4.4.1"},
		{Code: "lim.2.3.1.single", Source: source + " 2.3.1"},
		{Code: "lim.2.3.1", Source: source + " 2.3.1"},
		{Code: "lim.2.3.2", Source: source + " 2.3.2, 2.3.3"},
		{Code: "lim.3.9", Source: source + " 3.9"},
		{Code: "lim.3.10", Source: source + " 3.10"},
		{Code: "lim.3.2.2", Source: source + " 3.2.2"},
		{Code: "lim.3.2.4", Source: source + " 3.2.4"},
		{Code: "lim.met", Source: source + " 2.1, C.04.1 2"},
		{Code: "lim.forbidden", Source: "organiser's list"},
		{Code: "lim.2.1", Source: source + " 2.1"},
		{Code: "lim.5.7", Source: source + " 5.7"},
		{Code: "lim.rest", Source: source + " 4.2, 4.3"},
		{Code: "lim.3.8", Source: source + " 3.8"},
		{Code: "lim.3.8.first", Source: source + " 3.8"},
		{Code: "lim.2.4", Source: source + " 2.4"},
		{Code: "lim.4.2", Source: source + " 4.2, 4.3"},
		{Code: "lim.5.2.exchange", Source: source + " 5.2"},
		{Code: "lim.7.2", Source: source + " 7.2"},
		{Code: "lim.5.1", Source: source + " 5.1, 5.3"},
		{Code: "lim.5.2", Source: source + " 5.2"},
		{Code: "lim.5.4", Source: source + " 5.4"},
		{Code: "lim.5.4.high", Source: source + " 5.4"},
		{Code: "lim.5.4.low", Source: source + " 5.4"},
	}
}()
