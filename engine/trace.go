package engine

// Step is one decision of a pairer, told to a Tracer.
type Step struct {
	Kind StepKind
	// A and B are the players it is about; B is NoPlayer where there is one only.
	A, B Player
	// Rule is the code of the rule that decided ("jca.5.2", "dutch.C6"); the table of rules
	// in package pairing has its text in English, Japanese and Chinese.
	Rule string
	// N are numbers the rule's text quotes (scores in half points, counts, differences).
	N [3]int64
}

// StepKind says what was decided.
type StepKind uint8

// Kinds of steps.
const (
	StepPair  StepKind = iota // A meets B
	StepFloat                 // A moves to another scoregroup
	StepBye                   // A gets the bye
	StepColor                 // A has White against B
	StepGroup                 // a scoregroup or bracket begins: N[0] score, N[1] players
	StepNote                  // anything else
)

// Tracer hears why. It is nil on the hot path.
type Tracer interface{ Trace(Step) }
