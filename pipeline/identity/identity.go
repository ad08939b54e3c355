// Package identity says who the players of a row are. A Roster knows the players of a rating list and
// the newcomers; Identify finds both players of a game by id, else by name (Fold) or alias, and reports as an issue,
// with the candidates, what cannot be decided: nothing is guessed.
//
//	id on the list            that player; a name that is somebody else's sets the row aside
//	id not on the list        set aside, with the nearest ids and the players of that name
//	no id, name of one        that player
//	no id, name of several    set aside, with their ids
//	no id, name of nobody     set aside, with the nearest names
//	the same player twice     set aside
//
// A PGN's FIDE id is an id where the list has it, as its id or in a column "FIDE ID"; else the name counts. The
// same holds for any id if the list has none at all.
package identity

import (
	"fmt"
	"slices"
	"strings"

	"crosstable/pipeline/issue"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/record"
)

// None stands for a player who is not known.
const None int32 = -1

// Options of a Roster.
type Options struct {
	// Open takes every player who is not on the list as a new one, for files without a list: an id, or
	// else a folded name, names one player.
	Open bool
}

// Player is one person of a roster.
type Player struct {
	ID, Name string
	Newcomer bool // from the newcomers file, or added by Options.Open
}

// Roster is the players that rows can name. Numbers of players are their places: first the list's
// entries in their order, then the newcomers who are not on the list, then those of Options.Open. A Roster is used by
// one goroutine.
type Roster struct {
	players   []Player
	newcomers []games.Newcomer // of the newcomers, from players[listed] on
	listed    int
	opt       Options
	issues    []issue.Issue

	byID    map[string]int32
	byFIDE  map[string]int32 // the list's column of FIDE ids
	listIDs bool             // the list has ids
	byFold  map[string]int32 // ids by foldID; ambiguous: None
	byName  map[string]int32 // folded names
	same    []int32          // the next player with the same folded name, None at the end
	aliases map[string]int32 // folded names, and "\x00" + id

	// What was decided before.
	names map[string]int32 // by name as written; None - 1 ambiguous
	seen  []bool           // by player: has been in a game
	told  map[pair]nameFit // id and name as written
	near  *index
}

type pair struct {
	player int32
	name   string
}

// nameFit is how a name stands to the player whose id stands beside it.
type nameFit int32

const (
	fits nameFit = iota
	otherName
	otherPlayer // otherPlayer + number of the other player
)

const ambiguous = None - 1

// NewRoster builds the roster of a list. list may be nil. The issues are about newcomers and aliases; file
// names for them are those given.
func NewRoster(list *games.List, newcomers []games.Newcomer, newcomerFile string, aliases []games.Alias,
	aliasFile string, opt Options) (*Roster, []issue.Issue) {
	n := len(newcomers)
	if list != nil {
		n += len(list.Entries)
	}
	r := &Roster{opt: opt, players: make([]Player, 0, n), byID: make(map[string]int32, n), byFold: make(map[string]int32,
		n), byName: make(map[string]int32, n),
		aliases: map[string]int32{}, names: map[string]int32{}, told: map[pair]nameFit{}}
	if list != nil {
		for i := range list.Entries {
			r.add(Player{ID: list.Entries[i].ID, Name: list.Entries[i].Name})
			r.listIDs = r.listIDs || list.Entries[i].ID != ""
		}
		r.fideColumn(list)
	}
	r.listed = len(r.players)
	for _, c := range newcomers {
		if _, ok := r.byID[c.ID]; ok {
			r.issues = append(r.issues, issue.New("newcomer-known", newcomerFile, c.Line, 0, "%s is on the list", label(c.ID,
				c.Name)))
			continue
		}
		if c.Name != "" {
			if p, ok := r.byName[Fold(c.Name)]; ok {
				r.issues = append(r.issues, issue.New("newcomer-same-name", newcomerFile, c.Line, 0, "%s has the name of %s",
					label(c.ID, c.Name), r.label(p)))
			}
		}
		r.newcomers = append(r.newcomers, c)
		r.add(Player{ID: c.ID, Name: c.Name, Newcomer: true})
	}
	for _, a := range aliases {
		r.alias(a, aliasFile)
	}
	return r, r.Issues()
}

// fideHeaders are the names of a list's further column with FIDE ids.
var fideHeaders = []string{"fide id", "fide", "fide no", "fide number", "fide nr", "FIDE番号", "FIDE编号"}

// fideColumn reads a further column of FIDE ids. An id that stands twice there is nobody's.
func (r *Roster) fideColumn(list *games.List) {
	col := -1
	for _, h := range fideHeaders {
		if col < 0 {
			col = list.Column(h)
		}
	}
	if col < 0 {
		return
	}
	r.byFIDE = map[string]int32{}
	for i := range list.Entries {
		if e := &list.Entries[i]; col < len(e.Extra) && e.Extra[col] != "" && e.Extra[col] != "0" {
			if _, twice := r.byFIDE[e.Extra[col]]; twice {
				r.byFIDE[e.Extra[col]] = None
				continue
			}
			r.byFIDE[e.Extra[col]] = int32(i)
		}
	}
}

func (r *Roster) add(p Player) int32 {
	i := int32(len(r.players))
	r.players = append(r.players, p)
	r.same = append(r.same, None)
	r.seen = append(r.seen, false)
	if p.ID != "" {
		r.byID[p.ID] = i
		if f := foldID(p.ID); f != p.ID {
			r.foldAs(f, i)
		} else {
			r.foldAs(p.ID, i)
		}
	}
	if p.Name != "" {
		f := Fold(p.Name)
		if first, ok := r.byName[f]; ok {
			for r.same[first] != None {
				first = r.same[first]
			}
			r.same[first] = i
		} else {
			r.byName[f] = i
		}
	}
	return i
}

func (r *Roster) foldAs(f string, i int32) {
	if _, ok := r.byFold[f]; ok {
		i = None
	}
	r.byFold[f] = i
}

func (r *Roster) alias(a games.Alias, file string) {
	target := None
	if a.ID != "" {
		if p, ok := r.byID[a.ID]; ok {
			target = p
		}
	} else if p, ok := r.byName[Fold(a.Name)]; ok && r.same[p] == None {
		target = p
	}
	if target == None {
		r.issues = append(r.issues, issue.New("alias-unknown", file, a.Line, 0,
			"%q is to stand for %s, who is not on the list or not the only one of that name", a.Alias, label(a.ID, a.Name)))
		return
	}
	conflict := func(other int32) {
		r.issues = append(r.issues, issue.New("alias-conflict", file, a.Line, 0, "%q is to stand for %s, and is also %s",
			a.Alias, r.label(target), r.label(other)))
	}
	if p, ok := r.byID[a.Alias]; ok && p != target {
		conflict(p)
		return
	}
	f := Fold(a.Alias)
	if p, ok := r.byName[f]; ok && !slices.Contains(r.group(p), target) {
		conflict(p)
		return
	}
	if p, ok := r.aliases[f]; ok && p != target {
		conflict(p)
		return
	}
	r.aliases[f] = target
	r.aliases["\x00"+a.Alias] = target
}

// group is a player and those of the same name after him.
func (r *Roster) group(p int32) []int32 {
	var g []int32
	for ; p != None; p = r.same[p] {
		g = append(g, p)
	}
	return g
}

// Len is the number of players.
func (r *Roster) Len() int { return len(r.players) }

// Player gives a player by his number.
func (r *Roster) Player(i int32) Player { return r.players[i] }

// Newcomer gives the newcomers file's row of a player who is not on the list.
func (r *Roster) Newcomer(i int32) (games.Newcomer, bool) {
	if k := int(i) - r.listed; k >= 0 && k < len(r.newcomers) {
		return r.newcomers[k], true
	}
	return games.Newcomer{}, false
}

// Find gives the player of an id, or without one of a name, as Identify does; None if nobody or several fit.
func (r *Roster) Find(id, name string) int32 {
	if id != "" {
		return r.findID(id)
	}
	return max(r.findName(name), None)
}

// Issues gives the issues since the last call.
func (r *Roster) Issues() []issue.Issue {
	out := r.issues
	r.issues = nil
	return out
}

// Identify finds both players. ok is false if the row has to be set aside; a side that was found is
// given all the same. What is to be said comes through Issues.
func (r *Roster) Identify(g *record.Game) (white, black int32, ok bool) {
	white, wok := r.side(g, &g.White, "White")
	black, bok := r.side(g, &g.Black, "Black")
	if wok && bok && white == black {
		r.say("identity-self", g, "", "%s is on both sides", r.label(white))
		return white, black, false
	}
	return white, black, wok && bok
}

// say reports an issue about a row; field is the column of a games table that it is about.
func (r *Roster) say(code string, g *record.Game, field, format string, args ...any) {
	i := issue.New(code, g.File, g.Line, 0, format, args...)
	i.Field = field
	r.issues = append(r.issues, i)
}

// idField and nameField are the columns of a side.
func idField(who string) string   { return strings.ToLower(who) + "_id" }
func nameField(who string) string { return strings.ToLower(who) }

// side finds the player of a side.
func (r *Roster) side(g *record.Game, s *record.Side, who string) (int32, bool) {
	p := None
	id := r.usableID(s)
	if id != "" {
		var known bool
		if p, known = r.byID[id]; !known {
			if p, known = r.byFIDE[id]; known && id == s.FideID && p != None {
				// the list's column of FIDE ids
			} else if p = r.otherID(g, id, who); p == None {
				if r.opt.Open {
					return r.add(Player{id, s.Name, true}), true
				}
				r.unknownID(g, id, s.Name, who)
				return None, false
			}
		}
		if s.Name != "" && s.Name != r.players[p].Name {
			switch fit := r.fit(p, s.Name); {
			case fit >= otherPlayer:
				other := int32(fit - otherPlayer)
				r.say("identity-conflict", g, nameField(who), "%s: id %s is %s, the name %q is %s", who, id, r.label(p), s.Name,
					r.label(other))
				return p, false
			case fit == otherName:
				r.told[pair{p, s.Name}] = fits // once
				r.say("identity-other-name", g, nameField(who), "%s: id %s is %q on the list, %q here", who, id,
					r.players[p].Name, s.Name)
			}
		}
	} else {
		p = r.findName(s.Name)
		switch {
		case p == ambiguous:
			first := r.byName[Fold(s.Name)]
			var c []string
			for _, q := range r.group(first) {
				c = append(c, r.label(q))
			}
			r.say("identity-ambiguous", g, nameField(who), "%s: %q is the name of %s", who, s.Name, strings.Join(c, " and of "))
			return None, false
		case p == None && r.opt.Open && s.Name != "":
			p = r.add(Player{"", s.Name, true})
			r.names[s.Name] = p
		case p == None:
			r.say("identity-unknown-name", g, nameField(who), "%s: nobody on the list is named %q%s", who, s.Name,
				r.nearNames(s.Name))
			return None, false
		}
	}
	if !r.seen[p] {
		r.seen[p] = true
		r.sharedName(g, p)
	}
	return p, true
}

// usableID gives the id by which a side is looked up, "" if its name has to do.
func (r *Roster) usableID(s *record.Side) string {
	id := s.ID
	if id == "" {
		id = s.FideID
	}
	if id == "" || s.Name == "" || r.opt.Open || s.ID != "" && r.listIDs {
		return id
	}
	if r.findID(id) != None {
		return id
	}
	if p, ok := r.byFIDE[id]; ok && p != None && s.ID == "" {
		return id
	}
	return ""
}

// sharedName reports, when the first of them plays, that a name is that of several players.
func (r *Roster) sharedName(g *record.Game, p int32) {
	if r.players[p].Name == "" {
		return
	}
	first := r.byName[Fold(r.players[p].Name)]
	if r.same[first] == None {
		return
	}
	var c []string
	for _, q := range r.group(first) {
		if q != p && r.seen[q] {
			return
		}
		c = append(c, r.label(q))
	}
	r.say("identity-shared-name", g, "", "one name, %d ids: %s", len(c), strings.Join(c, ", "))
}

// otherID tries an id as an alias, and without regard to width and case.
func (r *Roster) otherID(g *record.Game, id, who string) int32 {
	p, ok := r.aliases["\x00"+id]
	if ok {
		return p
	}
	if p, ok = r.byFold[foldID(id)]; ok && p != None {
		if key := (pair{p, "\x00" + id}); r.told[key] == fits {
			r.told[key] = otherName
			r.say("identity-id-spelling", g, idField(who), "the id %q is taken for %s", id, r.label(p))
		}
		return p
	}
	return None
}

func (r *Roster) findID(id string) int32 {
	if p, ok := r.byID[id]; ok {
		return p
	}
	if p, ok := r.aliases["\x00"+id]; ok {
		return p
	}
	if p, ok := r.byFold[foldID(id)]; ok {
		return p
	}
	return None
}

// findName gives the player of a name, None or ambiguous.
func (r *Roster) findName(name string) int32 {
	if p, ok := r.names[name]; ok {
		return p
	}
	f := Fold(name)
	p, ok := r.aliases[f]
	if !ok {
		if p, ok = r.byName[f]; !ok {
			p = None
		} else if r.same[p] != None {
			p = ambiguous
		}
	}
	if !r.opt.Open || p != None {
		if len(r.names) > 1<<20 {
			clear(r.names)
		}
		r.names[name] = p
	}
	return p
}

// fit says how a name stands to the player whose id stands beside it.
func (r *Roster) fit(p int32, name string) nameFit {
	key := pair{p, name}
	if f, ok := r.told[key]; ok {
		return f
	}
	fit := otherName
	f := Fold(name)
	if q, ok := r.aliases[f]; ok && q == p || f == "" || r.players[p].Name == "" {
		fit = fits
	} else if q, ok := r.byName[f]; ok {
		if slices.Contains(r.group(q), p) {
			fit = fits
		} else {
			fit = otherPlayer + nameFit(q)
		}
	} else if q, ok := r.aliases[f]; ok {
		fit = otherPlayer + nameFit(q)
	}
	if len(r.told) > 1<<20 {
		clear(r.told)
	}
	r.told[key] = fit
	return fit
}

func (r *Roster) unknownID(g *record.Game, id, name, who string) {
	var c []string
	if name != "" {
		if p := r.findName(name); p == ambiguous {
			for _, q := range r.group(r.byName[Fold(name)]) {
				c = append(c, r.label(q))
			}
		} else if p != None {
			c = append(c, r.label(p))
		}
	}
	hint := ""
	if len(c) > 0 {
		hint = "; the list has the name as " + strings.Join(c, ", ")
	} else {
		hint = r.nearIDs(id)
	}
	if name != "" {
		name = fmt.Sprintf(" (%s)", name)
	}
	r.say("identity-unknown-id", g, idField(who), "%s: the id %q%s is not on the list%s", who, id, name, hint)
}

// label names a player in messages: J001 Tanaka Satoshi.
func (r *Roster) label(p int32) string { return label(r.players[p].ID, r.players[p].Name) }

func label(id, name string) string {
	switch {
	case id == "":
		return fmt.Sprintf("%q", name)
	case name == "":
		return id
	}
	return id + " " + name
}
