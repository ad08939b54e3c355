package pairing

// doubleRules are the steps of the Double-Swiss System. A note before a step tells which earlier choice was passed
// over, and why.
var doubleRules = func() []Rule {
	const source = "C.04.5"
	return []Rule{
		{Code: "double.3.4", Source: source + " 3.4"},
		{Code: "double.C2", Source: source + " 2.1.2"},
		{Code: "double.C3.bye", Source: source + " 2.1.3"},
		{Code: "double.bracket", Source: source + " 1.3.2"},
		{Code: "double.3.5", Source: source + " 3.5"},
		{Code: "double.C7", Source: source + " 2.2 C7"},
		{Code: "double.C3.up", Source: source + " 2.1.3"},
		{Code: "double.3.6", Source: source + " 3.6"},
		{Code: "double.3.6.next", Source: source + " 3.6"},
		{Code: "double.C1", Source: source + " 2.1.1"},
		{Code: "double.forbidden", Source: "organiser's list"},
		{Code: "double.order", Source: source + " 2.2 C8, 3.6"},
		{Code: "double.4.1", Source: source + " 4.1"},
		{Code: "double.4.2", Source: source + " 4.2"},
		{Code: "double.4.3", Source: source + " 4.3"},
		{Code: "double.4.4", Source: source + " 4.4"},
		{Code: "double.4.5", Source: source + " 4.5"},
	}
}()
