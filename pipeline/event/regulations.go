package event

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Setting is one announced setting of an event: "system" = "jca:method=fold".
type Setting struct{ Key, Value string }

// Regulations are the settings that have to be announced before round 1 and must not change afterwards, in
// the order of the sheet. They live in the event's marks: one mark "regulations" with the hash and one
// mark "rule.KEY" a setting.
type Regulations []Setting

// Get gives a setting, "" if it is not there.
func (r Regulations) Get(key string) string {
	for _, s := range r {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// Hash identifies the settings: the first 16 hexadecimal digits of the SHA-256 of "key=value" lines.
func (r Regulations) Hash() string {
	h := sha256.New()
	for _, s := range r {
		h.Write([]byte(s.Key + "=" + s.Value + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

const (
	markHash = "regulations"
	markRule = "rule."
)

// Store keeps the regulations with the event, in place of earlier ones.
func (r Regulations) Store(e *Event) {
	e.Marks = slices.DeleteFunc(e.Marks, func(m Mark) bool { return m.Key == markHash || strings.HasPrefix(m.Key, markRule) })
	e.Marks = append(e.Marks, Mark{markHash, r.Hash()})
	for _, s := range r {
		e.Marks = append(e.Marks, Mark{markRule + s.Key, s.Value})
	}
}

// Announced gives the regulations stored with the event. whole is false when they do not have the hash stored
// with them: somebody has changed the file.
func (e *Event) Announced() (r Regulations, hash string, whole bool) {
	hash, found := e.Mark(markHash)
	if !found {
		return nil, "", false
	}
	for _, m := range e.Marks {
		if key, ok := strings.CutPrefix(m.Key, markRule); ok {
			r = append(r, Setting{key, m.Value})
		}
	}
	return r, hash, r.Hash() == hash
}

// Changed lists the keys whose values differ between the two, in the order of r, then those only in now.
func (r Regulations) Changed(now Regulations) []string {
	var out []string
	for _, s := range r {
		if now.Get(s.Key) != s.Value {
			out = append(out, s.Key)
		}
	}
	for _, s := range now {
		if s.Value != "" && !slices.ContainsFunc(r, func(o Setting) bool { return o.Key == s.Key }) {
			out = append(out, s.Key)
		}
	}
	return out
}
