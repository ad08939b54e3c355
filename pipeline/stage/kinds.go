package stage

// Kinds is the table of stages: one row a kind, in the order of the documents.
var Kinds = []Kind{
	{Name: "rate", Summary: "rates a period and writes its list, history, ledger, issues, summary and page", New: newRate, Counts: true, InJob: func(s Stage) { s.(*Rate).lang = "" }},
	{Name: "pair", Summary: "pairs the next round of events and hands it on", New: newPair, InJob: func(s Stage) { s.(*Pair).job() }},
	{Name: "check", Summary: "pairs every round of finished events again and names each difference", New: newCheck, InJob: func(s Stage) { s.(*Check).Lang = "" }},
	{Name: "standings", Summary: "ranks events and writes each one's standings in the formats asked for", New: newStandings, InJob: func(s Stage) { s.(*Standings).job() }},
	{Name: "forecast", Summary: "plays the rest of a running event many times: everybody's chances", New: newForecast},
	{Name: "simulate", Summary: "plays a grid of tournaments, from keys or a study file, and compares", New: newSimulate, InJob: func(s Stage) { s.(*Simulate).lang = "" }},
	{Name: "convert", Summary: "writes games and events in another format", New: newConvert},
	{Name: "validate", Summary: "reads files of any kind and says what is wrong with them", New: newValidate},
	{Name: "grade", Summary: "gives grades (段級位) after a rated period, and publishes newsletter, workbook and certificates", New: newGrade},
	{Name: "prize", Summary: "counts the games started in a business year, by mode, for the annual prize (年間最多対局賞)", New: newPrize, InJob: func(s Stage) { s.(*Prize).lang = "" }},
	{Name: "members", Summary: "fees paid and due, the pawn ledger, entry fees, and the games that unpaid members lose at the end of April", New: newMembers, InJob: func(s Stage) { s.(*Members).lang = "" }},
}
