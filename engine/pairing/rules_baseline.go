package pairing

// baselineRules are the steps of the small systems.
var baselineRules = []Rule{
	{Code: "baseline.pair", Source: "the system's order"},
	{Code: "baseline.berger", Source: "FIDE C.05 annex 1"},
	{Code: "baseline.free", Source: "FIDE C.05 annex 1"},
}

var matchingRules = []Rule{{Code: "matching.pair", Source: "the weights of the options"}}
