package pairing

import (
	"strconv"
	"strings"
)

// dutch2017Rules are the steps of the FIDE (Dutch) System of 2017: those of the text in force with the older numbers of
// articles and criteria, and what that text alone has.
var dutch2017Rules = func() []Rule {
	const source = "C.04.3 (2017)"
	var rules []Rule
	for _, r := range dutchRules {
		code := strings.TrimPrefix(r.Code, "dutch.")
		article, ok := map[string]string{"bracket": "A.3", "3.3": "B.3", "4.2": "D.1", "4.3": "D.2",
			"float": "B.3", "float.chosen": "C.5", "float.limbo": "B.2", "float.alone": "C.1", "5.2.1": "E.1",
			"5.2.2": "E.2", "5.2.3": "E.3", "5.2.4": "E.4", "5.2.5": "E.5"}[code]
		if !ok {
			continue
		}
		if '0' <= code[0] && code[0] <= '9' {
			code = article
		}
		r.Code, r.Source = "dutch2017."+code, source+" "+article
		rules = append(rules, r)
	}
	rules = append(rules,
		Rule{Code: "dutch2017.bye", Source: source + " A.5"},
		Rule{Code: "dutch2017.ppb", Source: source + " A.9, C.4"},
		Rule{Code: "dutch2017.clb", Source: source + " A.9"})
	return append(rules, dutchReasons("dutch2017", func(code string) (string, string) {
		n, err := strconv.Atoi(strings.TrimPrefix(code, "C"))
		switch {
		case code == "order":
			return code, source + " D"
		case err != nil || n < 5:
			return code, source + " C"
		case n == 5 || n == 9:
			return "", "" // the score and the unplayed games of the receiver of the bye: no criteria yet
		case n < 9:
			n--
		default:
			n -= 2
		}
		return "C" + strconv.Itoa(n), source + " C." + strconv.Itoa(n)
	})...)
}()
