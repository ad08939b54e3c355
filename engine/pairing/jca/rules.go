package jca

// Rules of the pairs and floaters, as indices of ruleCodes.
const (
	ruleBase uint8 = iota
	ruleChildren
	ruleParents
	ruleMedian
	ruleMedianExchanged
	ruleMedianParent
	ruleAny
	ruleTwo
	ruleLift
	ruleLast
	ruleWish
)

var ruleCodes = [...]string{
	ruleBase:            "jca.5.1",
	ruleChildren:        "jca.5.2",
	ruleParents:         "jca.5.3",
	ruleMedian:          "jca.5.5",
	ruleMedianExchanged: "jca.5.5.exchange",
	ruleMedianParent:    "jca.5.5.parent",
	ruleAny:             "jca.5.5.any",
	ruleTwo:             "jca.5.4",
	ruleLift:            "jca.lift",
	ruleLast:            "jca.last",
	ruleWish:            "jca.wish",
}

// rulesUp ends the codes of floaters and groups of a reversed round that come from below.
const rulesUp = ".up"
