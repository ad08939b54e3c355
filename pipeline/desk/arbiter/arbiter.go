package arbiter

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/engine/method"
	"crosstable/engine/pairing"
	"crosstable/pipeline/event"
	"crosstable/pipeline/open/source"
)

// This file has what an arbiter may add to a pairing: lists of players kept apart, fixed pairings and byes,
// rematches where nothing else is left, and the replacement of a published round.

// apartLists reads the keep-apart lists of the flags.
func apartLists(a *Settings, e *event.Event) ([]pairing.Apart, error) {
	var out []pairing.Apart
	for _, text := range a.KeepApart {
		spec, err := method.Parse(text)
		if err != nil {
			return nil, usage("keep-apart", "%v", err)
		}
		list := pairing.Apart{Soft: spec.Has("price")}
		if list.Rounds, err = spec.Int("rounds", 0); err == nil {
			list.Price, err = spec.Int("price", 0)
		}
		if err == nil {
			err = spec.Done([]method.Option{{Key: "rounds"}, {Key: "price"}})
		}
		if err == nil && (list.Rounds < 0 || list.Price < 0) {
			err = fmt.Errorf("%s: rounds and price are not negative", text)
		}
		if err != nil {
			return nil, usage("keep-apart", "%v", err)
		}
		groups, err := apartGroups(a, e, spec.Name)
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			for i, a := range g {
				for _, b := range g[:i] {
					list.Pairs = append(list.Pairs, [2]engine.Player{b, a})
				}
			}
		}
		out = append(out, list)
	}
	return out, nil
}

// apartGroups gives the groups of players that a keep-apart list names.
func apartGroups(a *Settings, e *event.Event, what string) ([][]engine.Player, error) {
	by := func(key func(p *event.Player) string) [][]engine.Player {
		var names []string
		groups := map[string][]engine.Player{}
		for i := range e.Players {
			k := key(&e.Players[i])
			if k == "" {
				continue
			}
			if groups[k] == nil {
				names = append(names, k)
			}
			groups[k] = append(groups[k], engine.Player(i))
		}
		var out [][]engine.Player
		for _, n := range names {
			out = append(out, groups[n])
		}
		return out
	}
	switch file, isFile := strings.CutPrefix(what, "file="); {
	case what == "club":
		return by(func(p *event.Player) string { return p.Club }), nil
	case what == "fed":
		return by(func(p *event.Player) string { return p.Fed }), nil
	case isFile:
		return apartFile(a, e, file)
	}
	g, err := playersNamed(e, strings.Split(what, ","))
	if err != nil {
		return nil, usage("keep-apart", "%s: %v", what, err)
	}
	if len(g) < 2 {
		return nil, usage("keep-apart", "%s: a group has at least two players; or say club, fed or file=NAME", what)
	}
	return [][]engine.Player{g}, nil
}

// apartFile reads a group a line, numbers or names separated by commas; # begins a comment.
func apartFile(a *Settings, e *event.Event, name string) ([][]engine.Player, error) {
	f, err := os.Open(source.In(a.Base, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out [][]engine.Player
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		text, _, _ := strings.Cut(strings.TrimPrefix(sc.Text(), "\ufeff"), "#")
		if strings.TrimSpace(text) == "" {
			continue
		}
		g, err := playersNamed(e, strings.Split(text, ","))
		if err != nil {
			return nil, &source.BadInput{File: name, Line: n, What: err.Error(), Err: err}
		}
		out = append(out, g)
	}
	return out, sc.Err()
}

// playersNamed finds players by number or by exact name.
func playersNamed(e *event.Event, words []string) ([]engine.Player, error) {
	numbers := e.ByNumber()
	var out []engine.Player
	for _, w := range words {
		w = strings.TrimSpace(w)
		if w == "" {
			continue
		}
		if n, err := strconv.Atoi(w); err == nil {
			p, ok := numbers[n]
			if !ok {
				return nil, fmt.Errorf("no player has the number %d", n)
			}
			out = append(out, p)
			continue
		}
		at := slices.IndexFunc(e.Players, func(p event.Player) bool { return strings.EqualFold(p.Name, w) })
		if at < 0 {
			var names []string
			for i := range e.Players {
				names = append(names, e.Players[i].Name)
			}
			if near, ok := method.Nearest(w, names); ok {
				return nil, fmt.Errorf("no player %q; did you mean %q?", w, near)
			}
			return nil, fmt.Errorf("no player %q", w)
		}
		out = append(out, engine.Player(at))
	}
	return out, nil
}

// fixRound enters the arbiter's pairings and byes for the coming round of s and marks them in the event.
func fixRound(a *Settings, e *event.Event, s *engine.State) error {
	busy := map[engine.Player]bool{}
	for _, g := range s.Fixed { // marks of the file
		busy[g.White], busy[g.Black] = true, true
	}
	take := func(flag, text string, p engine.Player) error {
		switch {
		case busy[p]:
			return usage(flag, "%s: %s has been given a place already", text, e.Label(p))
		case s.Gone[p]:
			return usage(flag, "%s: %s has withdrawn", text, e.Label(p))
		}
		busy[p] = true
		return nil
	}
	for _, text := range a.Fix {
		w, b, ok := strings.Cut(text, "-")
		g, err := playersNamed(e, []string{w, b})
		if err != nil || !ok || len(g) != 2 || g[0] == g[1] {
			return usage("fix", "%s: two numbers are needed, White-Black%s", text, because(err))
		}
		for _, p := range g {
			if err := take("fix", text, p); err != nil {
				return err
			}
			s.Away[p] = engine.None
		}
		if s.Met(g[0], g[1]) && !a.AllowRematch {
			return usage("fix", "%s: the two have met; add --allow-rematch if that is meant", text)
		}
		s.Fixed = append(s.Fixed, engine.Game{White: g[0], Black: g[1]})
		e.Marks = append(e.Marks, event.Mark{Key: "fixed", Value: fmt.Sprintf("round %d: %d-%d", s.Round(), e.Number(g[0]), e.Number(g[1]))})
	}
	kinds := map[string]engine.Outcome{"": engine.ByePairing, "half": engine.ByeHalf, "full": engine.ByeFull, "zero": engine.ByeZero}
	for _, text := range a.Bye {
		number, kind, _ := strings.Cut(text, "=")
		g, err := playersNamed(e, []string{number})
		o, known := kinds[strings.ToLower(kind)]
		if err != nil || len(g) != 1 || !known {
			return usage("bye", "%s: NUMBER, NUMBER=half, NUMBER=full or NUMBER=zero%s", text, because(err))
		}
		if err := take("bye", text, g[0]); err != nil {
			return err
		}
		if o == engine.ByePairing {
			if s.ByeBarred[g[0]] {
				return usage("bye", "%s: %s has had a bye or a win without play and may not have another (C.04.1 4)", text, e.Label(g[0]))
			}
			s.Fixed = append(s.Fixed, engine.Game{White: g[0], Black: engine.NoPlayer, Result: engine.PairingBye})
		} else {
			s.Away[g[0]] = o
		}
		mark := fmt.Sprintf("round %d: bye %d", s.Round(), e.Number(g[0]))
		if kind != "" {
			mark += "=" + strings.ToLower(kind)
		}
		e.Marks = append(e.Marks, event.Mark{Key: "fixed", Value: mark})
	}
	left, byes := 0, 0
	for p := range engine.Player(s.N()) {
		if s.Present(p) {
			left++
		}
	}
	for _, g := range s.Fixed {
		left -= 2
		if g.Black == engine.NoPlayer {
			left++
			byes++
		}
	}
	if byes > 1 || byes == 1 && left%2 != 0 {
		return usage("bye", "there can be one pairing-allocated bye, and only in a field of odd number")
	}
	return nil
}

func because(err error) string {
	if err == nil {
		return ""
	}
	return ": " + err.Error()
}

// pairAllowing pairs s; with --allow-rematch a round without legal pairing is paired with the fewest rematches.
func pairAllowing(a *Settings, e *event.Event, d *pairing.Director, s *engine.State) ([]engine.Game, error) {
	games, err := d.Next(nil, s, nil)
	var no *engine.NoPairing
	if err == nil || !a.AllowRematch || !errors.As(err, &no) {
		return games, err
	}
	sys, err := pairing.Find(a.System)
	if err != nil {
		return nil, err
	}
	again, err := pairing.Rematches(sys, s)
	if err != nil {
		return nil, err
	}
	for _, q := range again {
		s.Permit(q[0], q[1])
		a.note("no legal pairing exists; %s and %s are allowed to meet again", e.Label(q[0]), e.Label(q[1]))
		e.Marks = append(e.Marks, event.Mark{Key: "rematch", Value: fmt.Sprintf("round %d: %d-%d", s.Round(), e.Number(q[0]), e.Number(q[1]))})
	}
	return d.Next(nil, s, nil)
}

// takeBack removes the published round of e, if two players meet in it for the second time; nothing else is a
// reason to change a published round (C.04.2 4).
func takeBack(a *Settings, e *event.Event) error {
	k := e.Finished()
	if k == 0 || e.Pending() == 0 {
		return bad(e, "--replace: no round has been published and not been played")
	}
	r := k - 1
	var again []string
	for i := range e.Players {
		p := engine.Player(i)
		now := e.Cell(p, r)
		if now.HasOpponent && now.Outcome != engine.Pending {
			return bad(e, "--replace: round %d has results already", k)
		}
		if !now.HasOpponent || now.Opponent < p {
			continue
		}
		for before := range r {
			if old := e.Cell(p, before); old.HasOpponent && old.Opponent == now.Opponent && old.Outcome.Played() {
				again = append(again, fmt.Sprintf("%d-%d had met in round %d", e.Number(p), e.Number(now.Opponent), before+1))
			}
		}
	}
	if len(again) == 0 {
		return bad(e, "--replace: nobody meets for the second time in round %d, and a published round is changed for nothing else", k)
	}
	for i := range e.Players {
		p := engine.Player(i)
		if now := e.Cell(p, r); now.HasOpponent || now.Outcome == engine.ByePairing {
			e.SetCell(p, r, event.Entry{})
		}
	}
	why := strings.Join(again, ", ")
	e.Marks = append(e.Marks, event.Mark{Key: "replaced", Value: fmt.Sprintf("round %d: %s", k, why)})
	a.note("round %d is paired again: %s", k, why)
	return nil
}
