package pairing

// commonRules are the steps of the frame around all systems: the arbiter's pairings, handicaps, keep-apart lists, the
// choice of the bye before pairing and the colours of package field.
var commonRules = []Rule{
	{Code: "fixed", Source: "C.04.2 3"},
	{Code: "z.mixed", Source: "JCA 9 (Z system)"},
	{Code: "apart.kept", Source: "keep-apart list"},
	{Code: "apart.met", Source: "keep-apart list"},
	{Code: "sections.joined", Source: "gap 40"},
	{Code: "bye.lowest", Source: "C.04.1 3-4"},
	{Code: "color.grip", Source: "JCA 6.4", Lot: true},
	{Code: "color.first", Source: "JCA 6.4"},
	{Code: "color.balance", Source: "JCA 6.3"},
	{Code: "color.alternate", Source: "JCA 6.3"},
	{Code: "color.lot", Source: "JCA 6.3", Lot: true},
}
