package tiebreak

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine/method"
)

// maxCuts bounds the number of values that C and M may drop.
const maxCuts = 99

// hyphened is the notation of the regulations' text: BH-C1 for BH/C1.
var hyphened = regexp.MustCompile(`^([A-Za-z]+)-([CMPFRULcmpfrul][0-9+-]*.*)$`)

// Parse reads one tie-break: NAME[:option=value][/modifier]..., as in "BH/C1", "KS/L+2", "DE/P",
// "OPP:bye=lowest". Names are those of the table with all aliases, in any case.
func Parse(text string) (Key, error) {
	text = strings.TrimSpace(text)
	parts := strings.Split(text, "/")
	spec, err := method.Parse(parts[0])
	if err != nil {
		return Key{}, fmt.Errorf("tie-break %q: a name is missing", text)
	}
	mods := parts[1:]
	row, err := method.Find(Methods, "tie-break", spec.Name)
	if err != nil {
		m := hyphened.FindStringSubmatch(spec.Name)
		if m == nil {
			return Key{}, err
		}
		if row, err = method.Find(Methods, "tie-break", m[1]); err != nil {
			return Key{}, err
		}
		mods = append(strings.Split(m[2], "-"), mods...)
		if strings.HasPrefix(strings.ToUpper(m[2]), "L-") { // KS-L-2
			mods = append([]string{m[2]}, parts[1:]...)
		}
	}
	k := Key{Method: row, Text: text, Low: row.low, High: row.high, Fore: row.fore, Forfeits: row.scheduled}
	if err := k.options(spec); err != nil {
		return Key{}, err
	}
	for _, m := range mods {
		if err := k.modify(m); err != nil {
			return Key{}, fmt.Errorf("tie-break %q: %w", text, err)
		}
	}
	return k, nil
}

// ParseList reads a list separated by commas; a part may be the name of an order (orders.go). A tie-break that
// is asked for twice is refused.
func ParseList(text string) ([]Key, error) {
	var keys []Key
	for _, t := range expand(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;，、；", r) })) {
		k, err := Parse(t)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(keys, func(o Key) bool { return o.Text == k.Text }) {
			return nil, fmt.Errorf("tie-break %q is named twice", k.Text)
		}
		keys = append(keys, k)
	}
	return keys, nil
}

func (k *Key) options(spec *method.Spec) error {
	if spec.Has("") {
		v := spec.Bare("")
		if strings.EqualFold(v, "MP") || strings.EqualFold(v, "GP") {
			return fmt.Errorf("tie-break %q: team tie-breaks (%s) are not built; only individual events", k.Text, v)
		}
		return fmt.Errorf("tie-break %q: option %q is not of the form key=value", k.Text, v)
	}
	for _, o := range k.Options {
		var err error
		switch o.Key {
		case "bye":
			v := spec.String("bye", o.Default)
			if o.Values == "no|side" {
				switch v {
				case "no", "side":
					k.byeHas = v == "side"
				default:
					err = fmt.Errorf("%s: option bye=%s is not one of %s", k.Name, v, o.Values)
				}
				break
			}
			i := slices.Index(byeRules, v)
			if i < 0 || !slices.Contains(strings.Split(o.Values, "|"), v) {
				err = fmt.Errorf("%s: option bye=%s is not one of %s", k.Name, v, o.Values)
				break
			}
			k.bye = byeRule(i)
		case "draws":
			k.draws, err = spec.Bool("draws", true)
		case "own":
			k.own, err = spec.Bool("own", false)
		case "by":
			switch v := spec.String("by", "opponent"); v {
			case "opponent", "draw":
				k.draws = v == "draw"
			default:
				err = fmt.Errorf("%s: option by=%s is not one of %s", k.Name, v, o.Values)
			}
		}
		if err != nil {
			return err
		}
	}
	return spec.Done(k.Options)
}

func (k *Key) modify(m string) error {
	m = strings.ToUpper(strings.TrimSpace(m))
	if m == "" {
		return fmt.Errorf("an empty modifier")
	}
	letter, rest := m[:1], m[1:]
	if !strings.Contains("CMLPFRU", letter) {
		return fmt.Errorf("no modifier %q; known: C1 C2 M1 M2 (cuts), L+2 (limit), P (forfeits as played), F "+
			"(fore), R (reversed), U1400 (rating of the unrated)", m)
	}
	if !strings.Contains(k.Mods, letter) {
		if k.Mods == "" {
			return fmt.Errorf("%s takes no modifier %q", k.Name, m)
		}
		return fmt.Errorf("%s takes no modifier %q; it takes: %s", k.Name, m,
			strings.Join(strings.Split(k.Mods, ""), " "))
	}
	if letter == "P" || letter == "F" || letter == "R" {
		if rest != "" {
			return fmt.Errorf("modifier %s takes no number, found %q", letter, m)
		}
	}
	number := 0
	if strings.Contains("CMLU", letter) {
		n, err := strconv.Atoi(strings.TrimPrefix(rest, "+"))
		if err != nil {
			return fmt.Errorf("modifier %q needs a whole number", m)
		}
		if letter != "L" && n < 1 || n > 4000 || n < -4000 || letter != "U" && letter != "L" && n > maxCuts {
			return fmt.Errorf("modifier %q: the number is out of range", m)
		}
		number = n
	}
	switch letter {
	case "C":
		k.Low += number
	case "M":
		k.Low += number
		k.High += number
	case "L":
		k.Limit = number
	case "P":
		k.Forfeits = true
	case "F":
		k.Fore = true
	case "R":
		k.Reverse = !k.Reverse
	case "U":
		k.Unrated = int32(number)
	}
	return nil
}
