// Package tiebreak is the table of tie-breaks: FIDE C.07 (editions 2024 and 2026), the lists of the Japan
// Chess Association, of xiangqi events and of Go. Every value is an exact integer in the scale of its
// method (half points, quarter points, 1/2,000,000 for averages) and is formatted once, at the edge.
//
// A walk through:
//
//	keys, err := tiebreak.ParseList("BH/C1,BH,SB,lot")
//	var x tiebreak.Scratch
//	x.Begin(state, &tiebreak.Context{Edition: 2026})
//	keys[0].Fill(dst, &x) // dst[p] is player p's value
//	keys[0].Format(dst[p])
//
// The order itself, with shared places and the keys that decided, is package standing's.
//
// To add a tie-break write its fill function and add a row to Methods (table.go); the command line, `list`,
// the documentation and the property tests follow.
package tiebreak

import (
	"fmt"
	"math"
	"strconv"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/num"
)

// Editions of FIDE C.07 that are known: since 1 August 2024, since 1 March 2026.
const (
	Edition2024 = 2024
	Edition2026 = 2026
)

// None is the value of a player for whom a tie-break is not defined (no rated opponent, no birth date).
// It comes last in either direction.
const None = math.MinInt64

// averageScale is the fixed denominator of averages. Two different fractions with denominators up to
// 1414 differ by more than 1/averageScale, so rounding down keeps both order and equality; and since it is
// a multiple of 2*10^4, printing with up to 4 decimals, half up, is exact too.
const averageScale = 2_000_000

// Context is what tie-breaks need to know beside the State. The zero value is the FIDE edition 2026, a
// Swiss event, no birth dates and no fouls.
type Context struct {
	Edition    int  // Edition2024 or Edition2026; 0 is Edition2026
	RoundRobin bool // all play all, or any predetermined pairing (C.07 15.2)
	CapRounds  int  // rounds in the cap of C.07 16.4.2; 0: the rounds played so far
	Birth      []int32
	Fouls      []int32 // fouls (犯规) of the whole event; nil: none
}

// Data is what a tie-break needs to know beside the rounds (Context).
type Data uint8

// Data beside the rounds.
const (
	NoData Data = iota
	BirthDates
	FoulCounts
)

// Method is a row of the table.
type Method struct {
	method.Info
	// Mods are the letters of the modifiers it takes: C cut, M median, L limit, P forfeits as played,
	// F fore, R reversed, U rating of the unrated.
	Mods         string
	Scale        int64 // the values' denominator
	Decimals     int   // decimals printed
	Lower        bool  // fewer is better
	Ratings      bool  // looks at ratings: refused or noted when unrated players take part
	NoRoundRobin bool  // must not be used when all play all (C.07 8)
	Drop         Drop  // not a value but "drop a round and compare again"; see package standing
	Main         bool  // the score that the event is decided by: a list that begins with it needs no points before it
	Points       bool  // the points themselves
	Planned      bool  // looks at the announced number of rounds
	Data         Data  // what it needs to know beside the rounds
	high, low    int   // cuts that belong to the method itself
	fore         bool  // always in fore mode
	scheduled    bool  // the scheduled opponent of a forfeit counts without P

	fill    func(k *Key, dst []int64, x *Scratch)
	group   func(k *Key, dst []int64, x *Scratch, tied []engine.Player)
	explain func(k *Key, x *Scratch, p engine.Player, w *Working)
}

// Drop says which rounds a dropping tie-break leaves out, one more at a time.
type Drop uint8

// Drops.
const (
	DropNone  Drop = iota
	DropFirst      // round 1, then rounds 1-2, ...: compare everything again on the rest
	DropLast       // the last round, the last two, ...: the rank after the previous round
)

// Key is a method with its modifiers, ready to be used.
type Key struct {
	*Method
	Text      string // as requested
	Low, High int    // values cut
	Limit     int    // L: half points
	Forfeits  bool   // P
	Fore      bool   // F
	Reverse   bool   // R
	Unrated   int32  // U: rating of the unrated; 0: they are left out

	bye    byeRule
	draws  bool // KACHI counts draws, STD looks at the value of a draw
	own    bool // SPERF adds the own rating
	byeHas bool // BPG, BWG: a bye entered with a side counts
}

// Grouped reports that values depend on who is tied: use FillGroup for each tied group.
func (k *Key) Grouped() bool { return k.group != nil }

// LowerFirst reports that lower values rank first.
func (k *Key) LowerFirst() bool { return k.Lower != k.Reverse }

// Fill computes the value of every player into dst (length N), in units of 1/Scale.
// Grouped keys and drops give 0 for everybody.
func (k *Key) Fill(dst []int64, x *Scratch) {
	if k.fill == nil {
		clear(dst)
		return
	}
	k.fill(k, dst, x)
}

// FillGroup computes the values of the players tied, comparing them with each other only.
// dst is indexed by player; other entries are left alone.
func (k *Key) FillGroup(dst []int64, x *Scratch, tied []engine.Player) {
	if k.group != nil {
		k.group(k, dst, x, tied)
	}
}

// Sortable turns a value into one where more is better and None is least.
func (k *Key) Sortable(v int64) int64 {
	if v != None && k.LowerFirst() {
		return -v
	}
	return v
}

// Format prints a value: "13.5", "9.25", "2061"; "" for None.
func (k *Key) Format(v int64) string {
	if v == None {
		return ""
	}
	return FormatScaled(v, k.Scale, k.Decimals)
}

// FormatScaled prints v/scale with the given decimals, half up, exactly. Points, half points and quarters
// lose trailing zeros down to one decimal ("9.25", "8.5", "4.0").
func FormatScaled(v, scale int64, decimals int) string {
	if decimals == 0 {
		return strconv.FormatInt(num.FloorDiv(2*v+scale, 2*scale), 10)
	}
	pow := int64(1)
	for range decimals {
		pow *= 10
	}
	whole := num.FloorDiv(v, scale)
	rest := v - whole*scale
	frac := num.FloorDiv(2*rest*pow+scale, 2*scale)
	if frac >= pow {
		whole, frac = whole+1, frac-pow
	}
	sign := ""
	if whole < 0 {
		// whole is the floor: -1.5 is -2 + 0.5.
		sign = "-"
		whole = -whole
		if frac > 0 {
			whole, frac = whole-1, pow-frac
		}
	}
	digits := fmt.Sprintf("%0*d", decimals, frac)
	for len(digits) > 1 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return sign + strconv.FormatInt(whole, 10) + "." + digits
}

// Check refuses a key that the rules forbid in this event, with the reason.
func (k *Key) Check(c *Context) error {
	if c.RoundRobin && k.NoRoundRobin {
		return fmt.Errorf("%s: Buchholz and its kin must not be used when all play all, where everybody has the "+
			"same opponents (C.07 8.1); use DE, SB, KS or WON", k.Text)
	}
	if c.Edition != 0 && c.Edition != Edition2024 && c.Edition != Edition2026 {
		return fmt.Errorf("C.07 edition %d is not known; known: %d, %d", c.Edition, Edition2024, Edition2026)
	}
	if k.Name == "AGE" && c.Birth == nil {
		return fmt.Errorf("%s: the file has no birth dates; use lot", k.Text)
	}
	return nil
}

// IsRoundRobin reports that everybody was scheduled against everybody equally often, at least once.
func IsRoundRobin(s *engine.State) bool {
	n := s.N()
	if n < 3 || s.Rounds() < n-1 {
		return false
	}
	count := make([]int, n)
	cycles := 0
	for p := range n {
		clear(count)
		for r := range s.Rounds() {
			if q := s.Opponent(r, engine.Player(p)); q != engine.NoPlayer {
				count[q]++
			}
		}
		for q, k := range count {
			if q == p {
				continue
			}
			if cycles == 0 {
				cycles = k
			}
			if k == 0 || k != cycles {
				return false
			}
		}
	}
	return true
}

// average is sum/n in averageScale; sum counts units of 1/per. None without values.
func average(sum, n, per int64) int64 {
	if n == 0 {
		return None
	}
	return num.FloorDiv(sum*(averageScale/per), n)
}
