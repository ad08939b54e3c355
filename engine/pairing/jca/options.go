package jca

import (
	"fmt"

	"crosstable/engine/method"
	"crosstable/engine/pairing/field"
)

// Options are the readings of the rules that can be chosen. The zero value is the preset jca.
type Options struct {
	Method    Method
	Children  Children
	Exchanges Exchanges
	Odd       Odd
	Order     field.Ranking
	Reverse   bool // rule 5.6: bottom groups upwards, the middle group last
	ByPlayer  bool // with Reverse: the middle group is that of the median player, not that of half the points
	Lift      bool // Shizuoka: odd groups take players from below instead of sending floaters
	LiftLow   bool // with Lift: the lowest rated that fits
	LiftSort  bool // with Lift: lifted players are placed by rating, not last
	Whites    bool // Shizuoka: colours by the number of White games
	ByeLast   bool // the bye is the leftover of the last group instead of being given before pairing
}

// Method is the order of opponents inside a group (rule 4.1).
type Method uint8

// Methods.
const (
	Straight   Method = iota // 順接: upper half against lower half in order
	Fold                     // 逆接: first against last
	Neighbours               // 隣接: first against second
	EveryOther               // 間接: first against third
)

// Children says what "least exchange of children" (rule 5.2) means.
type Children uint8

// Readings of rule 5.2.
const (
	ChildrenFirst Children = iota // the lexicographically first permutation
	ChildrenMoved                 // fewest children moved, then the first
	ChildrenShift                 // least sum of places moved, then the first
)

// Exchanges is the order of exchanges between parents and children (rule 5.3).
type Exchanges uint8

// Readings of rule 5.3.
const (
	ExchangeLeast  Exchanges = iota // fewest, least difference, lower parent, higher child
	ExchangeBlocks                  // the lowest k parents against the top k children, then as above
)

// Odd says what an odd group does when its median cannot stay over (rule 5.5).
type Odd uint8

// Readings of rule 5.5.
const (
	OddExchange Odd = iota // exchanges with the median as lowest parent
	OddParent              // first: another parent stays over and the median takes his place
	OddAny                 // first: any pairing of the others while the median floats
)

// plain says that the tables for small groups hold.
func (o *Options) plain() bool { return o.Children == ChildrenFirst && o.Exchanges == ExchangeLeast }

// Keys are the options of the notation "jca:key=value".
var Keys = []method.Option{
	{Key: "method", Values: "straight|fold|neighbours|everyother", Default: "straight",
		Summary: "順接, 逆接, 隣接 or 間接 inside a group"},
	{Key: "children", Values: "first|moved|shift", Default: "first",
		Summary: "least exchange of children: first permutation, fewest moved, least sum of moves"},
	{Key: "exchanges", Values: "least|blocks", Default: "least", Summary: "order of exchanges between the halves"},
	{Key: "odd", Values: "exchange|parent|any", Default: "exchange",
		Summary: "odd group whose median cannot stay over"},
	{Key: "order", Values: "rating|number|lot", Default: "rating", Summary: "order inside a group"},
	{Key: "median_reverse", Values: "on|off", Default: "off", Summary: "lower groups upwards, the middle group last"},
	{Key: "middle", Values: "score|player", Default: "score",
		Summary: "middle group: half of the rounds' points, or the median player's"},
	{Key: "lift", Values: "on|off", Default: "off", Summary: "odd groups take a player from below"},
	{Key: "lift_who", Values: "highest|lowest", Default: "highest", Summary: "who is lifted"},
	{Key: "lift_place", Values: "last|rating", Default: "last",
		Summary: "where the lifted player stands in the upper group"},
	{Key: "bye", Values: "first|leftover", Default: "first",
		Summary: "the bye is given before pairing, or to who is left of the last group"},
	{Key: "colors", Values: "balance|whites", Default: "balance",
		Summary: "colours by difference, or by the number of White games"},
}

// KeysOf are the options with the defaults of a preset.
func KeysOf(o Options) []method.Option {
	keys := append([]method.Option(nil), Keys...)
	for i := range keys {
		switch k := &keys[i]; {
		case k.Key == "lift" && o.Lift:
			k.Default = "on"
		case k.Key == "colors" && o.Whites:
			k.Default = "whites"
		}
	}
	return keys
}

// Shizuoka is the preset of the Shizuoka championship 2016 (静岡県選手権).
var Shizuoka = Options{Lift: true, Whites: true}

// kanji are the methods by the names the rules use.
var kanji = map[string]string{"順接": "straight", "逆接": "fold", "逆説": "fold", "隣接": "neighbours", "間接": "everyother"}

// Parse reads the options of a notation on top of a preset.
func Parse(spec *method.Spec, o Options) (Options, error) {
	for _, c := range []struct {
		key    string
		values []string
		set    func(i int)
		now    int
	}{
		{"method", []string{"straight", "fold", "neighbours", "everyother"}, func(i int) { o.Method = Method(i) },
			int(o.Method)},
		{"children", []string{"first", "moved", "shift"}, func(i int) { o.Children = Children(i) }, int(o.Children)},
		{"exchanges", []string{"least", "blocks"}, func(i int) { o.Exchanges = Exchanges(i) }, int(o.Exchanges)},
		{"odd", []string{"exchange", "parent", "any"}, func(i int) { o.Odd = Odd(i) }, int(o.Odd)},
		{"order", []string{"rating", "number", "lot"}, func(i int) { o.Order = field.Ranking(i) }, int(o.Order)},
		{"middle", []string{"score", "player"}, func(i int) { o.ByPlayer = i == 1 }, index(o.ByPlayer)},
		{"lift_who", []string{"highest", "lowest"}, func(i int) { o.LiftLow = i == 1 }, index(o.LiftLow)},
		{"lift_place", []string{"last", "rating"}, func(i int) { o.LiftSort = i == 1 }, index(o.LiftSort)},
		{"bye", []string{"first", "leftover"}, func(i int) { o.ByeLast = i == 1 }, index(o.ByeLast)},
		{"colors", []string{"balance", "whites"}, func(i int) { o.Whites = i == 1 }, index(o.Whites)},
	} {
		v := spec.String(c.key, c.values[c.now])
		if name, ok := kanji[v]; ok && c.key == "method" {
			v = name
		}
		found := false
		for i, name := range c.values {
			if name == v {
				c.set(i)
				found = true
			}
		}
		if !found {
			hint := fmt.Sprint(c.values)
			if best, ok := method.Nearest(v, c.values); ok {
				hint = fmt.Sprintf("did you mean %q?", best)
			}
			return o, fmt.Errorf("%s: option %s=%s: %s", spec.Name, c.key, v, hint)
		}
	}
	var err error
	if o.Reverse, err = spec.Bool("median_reverse", o.Reverse); err != nil {
		return o, err
	}
	if o.Lift, err = spec.Bool("lift", o.Lift); err != nil {
		return o, err
	}
	switch {
	case o.Lift && o.Reverse:
		return o, fmt.Errorf("%s: lift and median_reverse exclude each other: one moves players up, the other pairs "+
			"upwards", spec.Name)
	case o.ByeLast && (o.Lift || o.Reverse):
		return o, fmt.Errorf("%s: bye=leftover needs floaters that go down to the last group, not lift or "+
			"median_reverse", spec.Name)
	case o.Lift && (o.Method == Neighbours || o.Method == EveryOther):
		return o, fmt.Errorf("%s: lift works with the methods straight and fold", spec.Name)
	case o.Children != ChildrenFirst && o.Method != Straight:
		return o, fmt.Errorf("%s: children=%s is a reading of the method straight", spec.Name,
			[...]string{"first", "moved", "shift"}[o.Children])
	}
	return o, nil
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}
