package xiangqi

import (
	"fmt"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/engine/method"
)

// Options are the readings of the text that can be chosen, and the rules by which players leave. The zero value is
// the decided definition.
type Options struct {
	Rows           Rows
	Chooser        Chooser
	NearestNumber  bool // samerow=number: in his own row a player looks for the nearest number first
	History        bool // equal=history: equal d and s are decided by the latest difference of the sides
	Parity         bool // number=parity: the number rule looks at the round, not at the sum of the numbers
	HighFromFourth bool // high=4: rule (9) begins with the fourth last round
	HighChange     bool // highwish=row: under rule (9) a balanced higher scorer gets his change of side
	ByeSide        bool // byeside=recorded: a bye has a side and is a float down
	ForfeitsCount  bool // forfeits=count: a forfeited game is a move first or second
	ForfeitsFree   bool // forfeitmeets=no: a forfeited pairing is no meeting
	Floats         Floats
	AnyBalance     bool // balance=first: criteria three, two and same are not looked at
	SplitLast      bool // last=split: the last round is paired as the others are
	NoJump         bool // jump=off: criterion jump is not looked at
	Leave          Leave
}

// Rows is the order of a row.
type Rows uint8

// Orders of a row; the score comes first in each, the number last.
const (
	RowsText  Rows = iota // |d|, |s|
	RowsNeed              // |100 d + s|
	RowsFloat             // |100 d + s|, then fewer floats up than down
)

// Chooser says which of the heads of the two rows chooses.
type Chooser uint8

// Readings of 2.4.
const (
	ChooserHeads   Chooser = iota // score; |d|; the run if both are balanced; number
	ChooserTotal                  // the order of the rows
	ChooserShorter                // score; the shorter row; number
)

// Floats says how floats are limited.
type Floats uint8

// Readings of principle 9.
const (
	FloatsCap  Floats = iota // both kinds together at most two
	FloatsEach               // at most two of each kind
	FloatsEven               // together at most two, and then those float who have floated least
	FloatsOff                // no limit
)

// Leave says who is out of the event.
type Leave struct {
	Points   engine.Points // out who has fewer points
	Round    int           // after this round; 0: nobody
	Forfeits int           // out who has forfeited so many games running; 0: nobody
}

// Keys are the options of the notation "xiangqi:key=value".
var Keys = []method.Option{
	{Key: "rows", Values: "text|need|float", Default: "text",
		Summary: "order of the rows: score, |d|, |s|, number; |100d+s|; or that and fewer floats up than down"},
	{Key: "chooser", Values: "heads|total|shorter", Default: "heads",
		Summary: "who chooses: larger |d| then the number; the order of the rows; the shorter row"},
	{Key: "samerow", Values: "order|number", Default: "order",
		Summary: "partner in one's own row: next below in the row, or nearest number"},
	{Key: "equal", Values: "number|history", Default: "number",
		Summary: "equal d and s: by number, or by the latest round in which the sides differ"},
	{Key: "number", Values: "sum|parity", Default: "sum",
		Summary: "who of equals moves first: odd sum of the numbers, or odd round, the smaller number"},
	{Key: "high", Values: "3|4", Default: "3",
		Summary: "the higher scorer is balanced first from the third or fourth last round"},
	{Key: "highwish", Values: "count|row", Default: "count",
		Summary: "the higher scorer's wish: his number of first moves, or also his change of side"},
	{Key: "byeside", Values: "none|recorded", Default: "none",
		Summary: "a bye has no side, or the side in the file, and is then a float down"},
	{Key: "forfeits", Values: "skip|count", Default: "skip",
		Summary: "forfeited games are no moves, or count as first and second moves"},
	{Key: "forfeitmeets", Values: "yes|no", Default: "yes",
		Summary: "a forfeited pairing is a meeting"},
	{Key: "floats", Values: "cap|each|even|off", Default: "cap",
		Summary: "floats: at most two; two of each kind; at most two and spread evenly; no limit"},
	{Key: "balance", Values: "best|first", Default: "best",
		Summary: "the arrangement with the best first moves, or the first one"},
	{Key: "last", Values: "keep|split", Default: "keep",
		Summary: "last round: no pair is split for first moves, or as in other rounds"},
	{Key: "jump", Values: "on|off", Default: "on",
		Summary: "avoid pairing over a whole score layer"},
	leavePoints, leaveForfeits,
}

var (
	leavePoints = method.Option{Key: "leave", Values: "POINTS/ROUND",
		Summary: "out who has fewer points after the round"}
	leaveForfeits = method.Option{Key: "leave_forfeits", Values: "NUMBER",
		Summary: "out who forfeits so many games running"}
)

// DrawKeys are the options of the notation "xiangqi-draw:key=value".
var DrawKeys = []method.Option{leavePoints, leaveForfeits}

// Parse reads the options of "xiangqi".
func Parse(spec *method.Spec) (o Options, err error) {
	pick := func(key string, words ...string) int {
		if err != nil {
			return 0
		}
		var i int
		i, err = spec.Choice(key, words...)
		return i
	}
	o.Rows = Rows(pick("rows", "text", "need", "float"))
	o.Chooser = Chooser(pick("chooser", "heads", "total", "shorter"))
	o.NearestNumber = pick("samerow", "order", "number") == 1
	o.History = pick("equal", "number", "history") == 1
	o.Parity = pick("number", "sum", "parity") == 1
	o.HighFromFourth = pick("high", "3", "4") == 1
	o.HighChange = pick("highwish", "count", "row") == 1
	o.ByeSide = pick("byeside", "none", "recorded") == 1
	o.ForfeitsCount = pick("forfeits", "skip", "count") == 1
	o.ForfeitsFree = pick("forfeitmeets", "yes", "no") == 1
	o.Floats = Floats(pick("floats", "cap", "each", "even", "off"))
	o.AnyBalance = pick("balance", "best", "first") == 1
	o.SplitLast = pick("last", "keep", "split") == 1
	o.NoJump = pick("jump", "on", "off") == 1
	if err != nil {
		return o, err
	}
	o.Leave, err = parseLeave(spec)
	return o, err
}

// ParseDraw reads the options of "xiangqi-draw".
func ParseDraw(spec *method.Spec) (o Options, err error) {
	o.Leave, err = parseLeave(spec)
	return o, err
}

func parseLeave(spec *method.Spec) (l Leave, err error) {
	if l.Forfeits, err = spec.Int("leave_forfeits", 0); err != nil {
		return l, err
	}
	if l.Forfeits < 0 {
		return l, spec.Bad("leave_forfeits", "a number of games")
	}
	text := spec.String("leave", "")
	if text == "" {
		return l, nil
	}
	points, round, _ := strings.Cut(text, "/")
	v, err := strconv.ParseFloat(points, 64)
	l.Points = engine.Points(v * 2)
	if err == nil {
		l.Round, err = strconv.Atoi(round)
	}
	if err != nil || float64(l.Points) != v*2 || l.Round < 1 {
		return l, fmt.Errorf("%s: option leave=%s must be points and a round: leave=2/5", spec.Name, text)
	}
	return l, nil
}
