package tiebreak

import (
	"slices"
	"strings"

	"crosstable/engine/method"
)

// Order is a whole list of tie-breaks under one name.
type Order struct {
	method.Info
	List string
	// PrizesByPoints: prizes are divided among all with equal points, whatever the tie-breaks say (JCA 8.1).
	PrizesByPoints bool
}

// Orders is the table of lists that events have announced; a list may name one of them like a tie-break.
var Orders = []Order{
	{Info: info("fide-swiss", "common FIDE practice", "Swiss events without an announced order", nil),
		List: "BH/C1,BH,SB"},
	{Info: info("fide-round-robin", "common FIDE practice", "all play all without an announced order",
		[]string{"fide-rr"}), List: "DE,WON,SB,KS"},
	{Info: info("jca", jca, "simple performance, then lot", nil), List: "SPERF,LOT", PrizesByPoints: true},
	{Info: info("jca-wins", jca+" (list of the author's pages)",
		"wins, opponents' wins, theirs again, direct game, lot", nil), List: "KACHI,TOKUTEN,SOTOKUTEN,DE,LOT",
		PrizesByPoints: true},
	{Info: info("shizuoka2016", "Shizuoka championship 2016, 4", "Solkoff, SB, direct encounter, else shared",
		[]string{"静岡2016"}), List: "SOLKOFF,JSB,DE"},
	{Info: info("xiangqi1999", "xiangqi rules of 1999 (Xinji open 2011)",
		"opponents' points, progressive, wins, fouls, wins moving second, then without round 1 ...", nil),
		List: "OPP:bye=lowest,PS,WIN,FOULS,BWG,DROP1"},
	{Info: info("xiangqi2007", "xiangqi trial rules of 2007 (Yang Guanlin cup open 2008)",
		"opponents' points, wins, fouls, wins and games moving second, then the previous round", nil),
		List: "OPP:bye=lowest,WIN,FOULS,BWG,BPG,PREV"},
	{Info: info("xiangqi2016", "xiangqi regulations of 2016",
		"opponents' points, progressive, wins, fouls, wins and games moving second", nil),
		List: "OPP,PS,WIN,FOULS,BWG,BPG"},
	{Info: info("xiangqi2017", "xiangqi regulations of 2017",
		"opponents' points, wins, fouls, direct win, previous round", nil), List: "OPP,WIN,FOULS,DW,PREV"},
	{Info: info("xiangqi2025", "xiangqi regulations of 2025",
		"opponents' points, wins, fouls, games and wins moving second, previous round", nil),
		List: "OPP,WIN,FOULS,BPG,BWG,PREV"},
	{Info: info("mcmahon", goEv, "McMahon score, SOS, SOSOS", nil), List: "MMS,SOS,SOSOS"},
	{Info: info("go-swiss", goEv, "SOS, SODOS", nil), List: "SOS,SODOS"},
}

// PrizesByPoints reports that a list of tie-breaks is an order whose rules divide prizes among equal points.
func PrizesByPoints(keys []Key) bool {
	for _, o := range Orders {
		own, err := ParseList(o.List)
		if err == nil && o.PrizesByPoints && slices.EqualFunc(own, keys,
			func(a, b Key) bool { return a.Text == b.Text }) {
			return true
		}
	}
	return false
}

// expand replaces the names of orders in a list by their tie-breaks.
func expand(items []string) []string {
	var out []string
	for _, t := range items {
		t = strings.TrimSpace(t)
		found := false
		for _, o := range Orders {
			if strings.EqualFold(o.Name, t) || len(o.Aliases) > 0 && strings.EqualFold(o.Aliases[0], t) {
				out = append(out, strings.Split(o.List, ",")...)
				found = true
				break
			}
		}
		if !found && t != "" {
			out = append(out, t)
		}
	}
	return out
}
