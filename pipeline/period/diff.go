package period

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/pipeline/issue"
	"crosstable/pipeline/open"
	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// Diff is what changed from one rating list to another.
type Diff struct {
	Period  string   `json:"period,omitempty"` // of a replay: the period whose two lists are compared
	Old     string   `json:"old"`              // files
	New     string   `json:"new"`
	Basis   string   `json:"basis"` // what explains the changes: see Basis constants
	Moves   []Move   `json:"moves"` // whoever is not the same, the largest change first
	Same    int      `json:"same"`  // players without any change
	Remarks []string `json:"remarks,omitempty"`
}

// Bases of a Diff.
const (
	BasisNone    = "lists only"       // no ledger stands beside the new list
	BasisPeriod  = "ledger"           // the new list's ledger: its period is what happened in between
	BasisLedgers = "ledgers compared" // both lists are of one period: what differs between their ledgers
)

// Move is one player's change.
type Move struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Old    Standing `json:"old"`
	New    Standing `json:"new"`
	Change int32    `json:"change"` // rating points; 0 if he is on one list only
	Why    []string `json:"why"`
}

// Standing is a player's place on one of the lists.
type Standing struct {
	Listed bool   `json:"listed"`
	Rating string `json:"rating"` // as published: (1320) while provisional, - without one
	Games  int32  `json:"games"`
	points int32
	rated  bool
}

// listed is one of the two lists with its ledger, if one stands beside it.
type listed struct {
	path    string
	list    *games.List
	ledger  []LedgerRow
	period  string
	byKey   map[string]int // index in list
	players map[string]*LedgerRow
}

// DiffLists compares two lists, each a file or the folder of a period. Two folders of replays are
// compared period by period: then one Diff comes for each period that both have and in which something
// differs, and a remark for periods that only one has. how says how lists are read.
func DiffLists(ctx context.Context, from, to string, how open.Options) ([]Diff, []issue.Issue, error) {
	olds, err := replayed(from)
	if err != nil {
		return nil, nil, err
	}
	news, err := replayed(to)
	if err != nil {
		return nil, nil, err
	}
	if len(olds) == 0 || len(news) == 0 {
		d, issues, err := diffLists(ctx, last(from, olds), last(to, news), how)
		if err != nil {
			return nil, nil, err
		}
		return []Diff{*d}, issues, nil
	}
	var out []Diff
	var issues []issue.Issue
	var lonely []string
	for _, o := range olds {
		i := slices.IndexFunc(news, func(n periodFile) bool { return n.Period == o.Period })
		if i < 0 {
			lonely = append(lonely, fmt.Sprintf("%s is in %s only", o.Period, from))
			continue
		}
		d, found, err := diffLists(ctx, filepath.Dir(o.Path), filepath.Dir(news[i].Path), how)
		if err != nil {
			return nil, nil, err
		}
		issues = append(issues, found...)
		d.Period = o.Period.String()
		out = append(out, *d)
	}
	for _, n := range news {
		if !slices.ContainsFunc(olds, func(o periodFile) bool { return n.Period == o.Period }) {
			lonely = append(lonely, fmt.Sprintf("%s is in %s only", n.Period, to))
		}
	}
	if len(out) == 0 {
		return nil, nil, &source.BadInput{File: to, What: "has no period in common with " + from}
	}
	out[len(out)-1].Remarks = append(out[len(out)-1].Remarks, lonely...)
	return out, issues, nil
}

// replayed gives the periods of a replay's folder; none for a file or the folder of one period.
func replayed(path string) ([]periodFile, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !st.IsDir() {
		return nil, nil
	}
	if _, err := os.Stat(filepath.Join(path, ListFile)); err == nil {
		return nil, nil
	}
	files, err := periodFiles("", path, ListFile, false)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, &source.BadInput{File: path, What: "holds no list.csv and no periods",
			Hint: "name a list, or a folder that rate wrote"}
	}
	return files, nil
}

// last is the path itself, or the last period of a replay.
func last(path string, periods []periodFile) string {
	if len(periods) == 0 {
		return path
	}
	return filepath.Dir(periods[len(periods)-1].Path)
}

func readListed(ctx context.Context, path string, how open.Options) (*listed, []issue.Issue, error) {
	s := &listed{path: path}
	ledger := ""
	if st, err := os.Stat(path); err != nil {
		return nil, nil, err
	} else if st.IsDir() {
		s.path = filepath.Join(path, ListFile)
	}
	if filepath.Base(s.path) == ListFile {
		ledger = filepath.Join(filepath.Dir(s.path), LedgerFile)
	}
	l, issues, err := readList(ctx, s.path, &RateOptions{Reading: how})
	if err != nil {
		return nil, nil, err
	}
	s.list = l
	s.byKey = make(map[string]int, len(l.Entries))
	for i := range l.Entries {
		s.byKey[playerKey(l.Entries[i].ID, l.Entries[i].Name)] = i
	}
	if ledger == "" {
		return s, issues, nil
	}
	rows, found, err := ReadLedger(ctx, ledger)
	if errors.Is(err, fs.ErrNotExist) {
		return s, issues, nil
	}
	if err != nil {
		return nil, nil, err
	}
	s.ledger = rows
	s.players = map[string]*LedgerRow{}
	for i := range rows {
		s.period = rows[i].Period
		if rows[i].Kind == "player" {
			s.players[playerKey(rows[i].PlayerID, rows[i].Player)] = &rows[i]
		}
	}
	return s, append(issues, found...), nil
}

// playerKey names a player across files: by id, or by name where there is none.
func playerKey(id, name string) string {
	if id != "" {
		return id
	}
	return "\x00" + name
}

func (s *listed) standing(key string) Standing {
	i, ok := s.byKey[key]
	if !ok {
		return Standing{Rating: "-"}
	}
	e := &s.list.Entries[i]
	return Standing{Listed: true, Rating: e.PublishedRating(), Games: e.Games, points: e.Rating, rated: e.Rated}
}

func diffLists(ctx context.Context, from, to string, how open.Options) (*Diff, []issue.Issue, error) {
	a, issues, err := readListed(ctx, from, how)
	if err != nil {
		return nil, nil, err
	}
	b, found, err := readListed(ctx, to, how)
	if err != nil {
		return nil, nil, err
	}
	issues = append(issues, found...)
	d := &Diff{Old: a.path, New: b.path, Basis: BasisNone, Moves: []Move{}}
	var games map[string][]string
	switch {
	case b.ledger != nil && a.ledger != nil && a.period == b.period:
		d.Basis = BasisLedgers
		games = compareLedgers(a, b)
	case b.ledger != nil:
		d.Basis = BasisPeriod
	}
	keys := make([]string, 0, len(b.list.Entries))
	for i := range b.list.Entries {
		keys = append(keys, playerKey(b.list.Entries[i].ID, b.list.Entries[i].Name))
	}
	for i := range a.list.Entries {
		if k := playerKey(a.list.Entries[i].ID, a.list.Entries[i].Name); !has(b.byKey, k) {
			keys = append(keys, k)
		}
	}
	for _, key := range keys {
		m := Move{Old: a.standing(key), New: b.standing(key)}
		side := b
		if !m.New.Listed {
			side = a
		}
		e := &side.list.Entries[side.byKey[key]]
		m.ID, m.Name = e.ID, e.Name
		if m.Old.rated && m.New.rated {
			m.Change = m.New.points - m.Old.points
		}
		if m.Old == m.New && len(games[key]) == 0 {
			d.Same++
			continue
		}
		switch d.Basis {
		case BasisLedgers:
			m.Why = append(whyPlayer(a.players[key], b.players[key]), games[key]...)
			if idle := a.players[key] == nil && b.players[key] == nil; len(m.Why) == 0 && m.Old.Listed && m.New.Listed &&
				(idle || m.Old.Rating == m.New.Rating) {
				m.Why = whyBefore(m.Old, m.New)
			}
		case BasisPeriod:
			m.Why = b.whyMoved(&m, key)
		}
		switch {
		case !m.Old.Listed && m.New.Games == 0:
			m.Why = append([]string{"joined"}, m.Why...)
		case !m.Old.Listed:
			m.Why = append([]string{"not on the old list"}, m.Why...)
		case !m.New.Listed:
			m.Why = append([]string{"not on the new list"}, m.Why...)
		case len(m.Why) == 0 && d.Basis != BasisNone:
			m.Why = []string{"no ledger here explains it"}
		}
		d.Moves = append(d.Moves, m)
	}
	slices.SortStableFunc(d.Moves, func(a, b Move) int { return cmp.Compare(abs(b.Change), abs(a.Change)) })
	return d, issues, nil
}

func has(m map[string]int, k string) bool { _, ok := m[k]; return ok }

func abs(n int32) int32 { return max(n, -n) }

// whyMoved explains a player's change by the period that made the new list.
func (s *listed) whyMoved(m *Move, key string) []string {
	p := s.players[key]
	if p == nil {
		return nil
	}
	var why []string
	if m.Old.Listed && p.Before != m.Old.Rating {
		why = append(why, fmt.Sprintf("%s began with %s", s.period, p.Before))
	}
	switch {
	case p.Excluded == "history-incomplete":
		why = append(why, fmt.Sprintf("%s: %s; reached %d games, not corrected: history incomplete", countGames(p.Games),
			p.Changes, p.Mark))
	case p.Mark > 0:
		text := fmt.Sprintf("corrected at %d games to %s", p.Mark, p.Rp)
		if p.Changes != "0" {
			text += ", then " + p.Changes
		}
		why = append(why, text)
	case p.Games > 0:
		why = append(why, fmt.Sprintf("%s: %s", countGames(p.Games), p.Changes))
	}
	if outcome := p.Own["outcome"]; outcome != "" {
		if computed := p.Own["computed"]; computed != "" {
			outcome += " (" + computed + ")"
		}
		why = append(why, outcome)
	}
	return why
}

func countGames(n int32) string { return count(int(n), "game") }

// whyPlayer compares two accounts of a player's same period.
func whyPlayer(a, b *LedgerRow) []string {
	var why []string
	if a == nil || b == nil {
		return nil // did not play in one of them: the games say so
	}
	if a.Before != b.Before {
		why = append(why, fmt.Sprintf("began the period with %s instead of %s", b.Before, a.Before))
	}
	correction := func(p *LedgerRow) string {
		switch {
		case p.Mark == 0:
			return ""
		case p.Excluded != "":
			return fmt.Sprintf("none at %d games (%s)", p.Mark, p.Excluded)
		}
		return fmt.Sprintf("%s at %d games", p.Rp, p.Mark)
	}
	if x, y := correction(a), correction(b); x != y {
		why = append(why, fmt.Sprintf("correction: %s instead of %s", cmp.Or(y, "none"), cmp.Or(x, "none")))
	}
	return why
}

// whyBefore explains a player in whose games and corrections of the period nothing differs: what does, he brought with
// him.
func whyBefore(a, b Standing) []string {
	var why []string
	if a.Rating != b.Rating {
		why = append(why, fmt.Sprintf("began the period with %s instead of %s", b.Rating, a.Rating))
	}
	switch n := b.Games - a.Games; {
	case n > 0:
		why = append(why, count(int(n), "game")+" more before the period")
	case n < 0:
		why = append(why, count(int(-n), "game")+" fewer before the period")
	}
	return why
}

// compareLedgers says, by player, which of his games differ between two ledgers of one period.
func compareLedgers(a, b *listed) map[string][]string {
	out := map[string][]string{}
	type slot struct{ old, new []*LedgerRow }
	games := map[string]*slot{}
	var order []string
	collect := func(rows []LedgerRow, into func(*slot, *LedgerRow)) {
		for i := range rows {
			r := &rows[i]
			if r.Kind != "game" {
				continue
			}
			k := strings.Join([]string{playerKey(r.WhiteID, r.White), playerKey(r.BlackID, r.Black), r.Game}, "\x01")
			if r.Game == "" {
				k += strings.Join([]string{r.End.String(), r.Event, r.Round}, "\x01")
			}
			if games[k] == nil {
				games[k] = &slot{}
				order = append(order, k)
			}
			into(games[k], r)
		}
	}
	collect(a.ledger, func(s *slot, r *LedgerRow) { s.old = append(s.old, r) })
	collect(b.ledger, func(s *slot, r *LedgerRow) { s.new = append(s.new, r) })
	for _, k := range order {
		s := games[k]
		for i := range max(len(s.old), len(s.new)) {
			var x, y *LedgerRow
			if i < len(s.old) {
				x = s.old[i]
			}
			if i < len(s.new) {
				y = s.new[i]
			}
			for _, c := range [2]engine.Color{engine.White, engine.Black} {
				some := cmp.Or(y, x)
				id, name := some.side(c)
				if text := gameChange(x, y, c); text != "" {
					key := playerKey(id, name)
					out[key] = append(out[key], text)
				}
			}
		}
	}
	return out
}

// side names one of a ledger game's players.
func (r *LedgerRow) side(c engine.Color) (id, name string) {
	if c == engine.Black {
		return r.BlackID, r.Black
	}
	return r.WhiteID, r.White
}

// seen describes a ledger game as one of its players sees it: who, the opponent's rating, the result
// and the change.
func (r *LedgerRow) seen(c engine.Color) (game, result, change string, own, opp int32) {
	id, name := r.side(c.Other())
	game = cmp.Or(name, id)
	if r.Game != "" {
		game = r.Game + " against " + game
	} else {
		game = "against " + game + " " + r.End.String()
	}
	score := whiteScore(r.Result)
	if c == engine.Black {
		return game, results[1-score], r.BlackChange, r.BlackRating, r.WhiteRating
	}
	return game, results[1+score], r.WhiteChange, r.WhiteRating, r.BlackRating
}

// gameChange tells what became of a game from one ledger to the other, "" if nothing.
func gameChange(x, y *LedgerRow, c engine.Color) string {
	switch {
	case x == nil:
		game, result, change, _, opp := y.seen(c)
		return fmt.Sprintf("new: %s (%d), %s: %s", game, opp, result, change)
	case y == nil:
		game, result, change, _, opp := x.seen(c)
		return fmt.Sprintf("gone: %s (%d), %s: %s", game, opp, result, change)
	}
	game, r1, c1, own1, opp1 := x.seen(c)
	_, r2, c2, own2, opp2 := y.seen(c)
	var parts []string
	if r1 != r2 {
		parts = append(parts, fmt.Sprintf("%s instead of %s", r2, r1))
	}
	if own1 != own2 || opp1 != opp2 {
		parts = append(parts, fmt.Sprintf("%d against %d instead of %d against %d", own2, opp2, own1, opp1))
	}
	if c1 != c2 {
		parts = append(parts, fmt.Sprintf("%s instead of %s", c2, c1))
	}
	if len(parts) == 0 {
		return ""
	}
	return game + ": " + strings.Join(parts, ", ")
}

// PlayerAccount is why a player's rating is what it is after a period, from the files of that period.
type PlayerAccount struct {
	Period  string     `json:"period"`
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Before  string     `json:"before"` // as published
	After   string     `json:"after"`
	Changes string     `json:"changes"`    // that counted, rating points
	First   int32      `json:"first_game"` // number of the first of Games since joining, from 1
	Games   []GameLine `json:"games"`
	Skipped []GameLine `json:"not_rated,omitempty"`
	Mark    int32      `json:"correction_at_games,omitempty"`
	Rp      string     `json:"correction,omitempty"` // rounded; "" if it was not made
	Steps   []PassLine `json:"passes,omitempty"`
	Used    []UsedGame `json:"correction_games,omitempty"`
	// Incomplete: the mark was reached without the earlier games.
	Incomplete bool `json:"history_incomplete,omitempty"`
	// Numbers are what the system shows of the player's period: FIDE's K and why, Ra, p and dp.
	Numbers map[string]string `json:"numbers,omitempty"`
}

// GameLine is a game from the player's side.
type GameLine struct {
	Game        string `json:"game"`
	Event       string `json:"event"`
	End         string `json:"end"`
	Color       string `json:"color"` // w, b
	OpponentID  string `json:"opponent_id"`
	Opponent    string `json:"opponent"`
	Own         int32  `json:"own_rating"` // at the start of the game
	Against     int32  `json:"opponent_rating"`
	OwnFrom     string `json:"own_rating_from"`
	AgainstFrom string `json:"opponent_rating_from"`
	Result      string `json:"result"` // won, drawn, lost; of games not rated as written
	Difference  int32  `json:"difference"`
	Row         int32  `json:"table_row"`
	Change      string `json:"change"`
	Rule        string `json:"rule"`
	Fate        string `json:"fate"`
	Reason      string `json:"reason,omitempty"`
	// Numbers are what the system shows of the player's side: K.
	Numbers map[string]string `json:"numbers,omitempty"`
	Place   string            `json:"place"` // file:line
}

// PassLine is a pass of a correction.
type PassLine struct {
	Pass        int32  `json:"pass"`
	Games       int32  `json:"games"`
	Wins        int32  `json:"wins"`
	Draws       int32  `json:"draws"`
	Losses      int32  `json:"losses"`
	OpponentSum int64  `json:"opponents_sum"`
	Rp          string `json:"rp"` // before rounding
	Excluded    string `json:"excluded"`
}

// Explain gathers a player's account from the folder of a period or of a replay. player is an id, or
// a name if nobody has that id.
func Explain(ctx context.Context, dir, period, player string) (*PlayerAccount, error) {
	p, err := ParsePeriod(period)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, p.String())
	if _, err := os.Stat(filepath.Join(path, LedgerFile)); err != nil {
		path = dir
	}
	s, _, err := readListed(ctx, path, open.Options{})
	if err != nil {
		return nil, err
	}
	if s.ledger == nil {
		return nil, &source.BadInput{File: path, What: "has no " + LedgerFile + " beside its list",
			Hint: "name the folder that rate wrote"}
	}
	if s.period != "" && s.period != p.String() {
		return nil, &source.BadInput{File: filepath.Join(path, LedgerFile),
			What: fmt.Sprintf("is the ledger of %s, not of %s", s.period, p)}
	}
	at, ok := s.byKey[player]
	if !ok {
		at = slices.IndexFunc(s.list.Entries, func(e games.Entry) bool { return e.Name == player })
	}
	if at < 0 {
		return nil, &UnknownPlayer{List: s.path, Player: player, list: s.list}
	}
	e := &s.list.Entries[at]
	a := &PlayerAccount{Period: p.String(), ID: e.ID, Name: e.Name, Before: e.PublishedRating(),
		After: e.PublishedRating(), Changes: "0", Games: []GameLine{}}
	key := playerKey(e.ID, e.Name)
	for i := range s.ledger {
		r := &s.ledger[i]
		switch r.Kind {
		case "game", "not-rated":
			for _, c := range [2]engine.Color{engine.White, engine.Black} {
				if id, name := r.side(c); playerKey(id, name) == key {
					line := r.line(c)
					if r.Kind == "game" {
						a.Games = append(a.Games, line)
					} else {
						a.Skipped = append(a.Skipped, line)
					}
				}
			}
		case "pass":
			if playerKey(r.PlayerID, r.Player) == key {
				a.Steps = append(a.Steps, PassLine{r.Pass, r.Games, r.Wins, r.Draws, r.Losses, r.OpponentSum, r.Rp, r.Excluded})
			}
		case "player":
			if playerKey(r.PlayerID, r.Player) == key {
				a.Before, a.After, a.Changes, a.Mark = r.Before, r.After, r.Changes, r.Mark
				a.Rp, a.Incomplete = r.Rp, r.Excluded == "history-incomplete"
				a.Numbers = r.Own
			}
		}
	}
	if a.Mark > 0 {
		if a.Used, err = readCorrections(ctx, filepath.Join(filepath.Dir(s.path), CorrectionsFile), key); err != nil {
			return nil, err
		}
	}
	a.First = e.Games - int32(len(a.Games)) + 1
	return a, nil
}

// line is a ledger row as a player's game.
func (r *LedgerRow) line(c engine.Color) GameLine {
	_, result, change, own, opp := r.seen(c)
	id, name := r.side(c.Other())
	rules := strings.Split(r.Rule, "/")
	g := GameLine{Game: r.Game, Event: r.Event, End: r.End.String(), Color: c.String(), OpponentID: id, Opponent: name,
		Own: own, Against: opp,
		OwnFrom: r.WhiteSource, AgainstFrom: r.BlackSource, Result: result, Difference: r.Difference, Row: r.WhiteRow,
		Change: change,
		Rule:   rules[0], Fate: r.Fate, Reason: r.Reason, Place: r.File + ":" + strconv.Itoa(int(r.Line))}
	if c == engine.Black {
		g.OwnFrom, g.AgainstFrom, g.Row, g.Rule = r.BlackSource, r.WhiteSource, r.BlackRow, rules[len(rules)-1]
	}
	for column, v := range r.Own {
		if name, ok := strings.CutPrefix(column, sideWord[c]); ok {
			if g.Numbers == nil {
				g.Numbers = map[string]string{}
			}
			g.Numbers[name] = v
		}
	}
	if r.Kind == "not-rated" {
		g.Result = record.FormatResult(r.Result)
	}
	return g
}

// sideWord begins the names of a side's own columns.
var sideWord = map[engine.Color]string{engine.White: "white_", engine.Black: "black_"}

// UnknownPlayer is a player who is not on the list that was asked.
type UnknownPlayer struct {
	List, Player string
	list         *games.List
}

func (e *UnknownPlayer) Error() string {
	return fmt.Sprintf("%s: no player %q", e.List, e.Player)
}

// Known gives the ids and names of the list, for a suggestion.
func (e *UnknownPlayer) Known() []string {
	var out []string
	for i := range e.list.Entries {
		out = append(out, cmp.Or(e.list.Entries[i].ID, e.list.Entries[i].Name))
	}
	return out
}
