// Package standings makes the tables of an event's standing: ranking, crosstable, prizes, qualifiers, the
// filled crosstable and the working of tie-breaks, ready to be written as text, CSV, JSON, HTML, Markdown
// or xlsx (write.go, one row a format).
//
// Build does the work of package standing on a pipeline event and keeps two views: Rows with values for
// machines (CSV, JSON) and Sections of cells for people (all other formats).
package standings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosstable/engine"
	"crosstable/engine/standing"
	"crosstable/engine/tiebreak"
	"crosstable/pipeline/event"
	"crosstable/pipeline/render"
	"crosstable/pipeline/words"
)

// Options are what may be asked for. The zero value is the final standing by the event's own tie-breaks.
type Options struct {
	TieBreaks  string // list; "": the event's, else the common list for its type
	Edition    int    // of FIDE C.07; 0: 2026
	CapRounds  int    // rounds in the cap of C.07 16.4.2; 0: the rounds played
	AfterRound int    // standing after this round; 0: after the last
	RoundRobin string // "yes", "no", "" or "auto": by the schedule
	Seed       uint64 // of lots; 0: as the event's regulations announce it
	Fouls      string // fouls by start number: "14=1,3=2" (xiangqi)
	Lang       string // en, ja, zh

	Crosstable bool
	Fill       bool // fill the crosstable (JCA 8.3)
	Iterate    bool // again until the order is stable
	Prizes     string
	PrizeTies  string // who shares prizes: "places" (tied after all tie-breaks), "points"; "": as the order's rules say
	Split      standing.Split
	Quota      string
	Teams      int // members that count for a team; 0: no team ranking
	TeamBy     standing.TeamBy
	TeamOf     string   // club, fed; "": the club, or the federation if nobody has a club
	Explain    []string // players whose tie-breaks are worked out, by number or name
}

// Report is a standing with everything that was asked for.
type Report struct {
	Event    *event.Event
	State    *engine.State
	Ranker   *standing.Ranker
	Rounds   int  // finished rounds counted
	RR       bool // all play all
	Edition  int
	Rows     []Row
	Filled   []standing.Filled
	Teams    []standing.Team
	Sections []render.Section
	Notes    []string // what the reader should know; for stderr

	teamNames map[int32]string // by group

	o       Options
	words   *words.Lang
	symbols symbols        // of results, in the language
	codes   []tiebreak.Key // without points
	fouls   bool           // some are stated
	first   int            // index of the first tie-break in Ranker.Keys
}

// Row is one player of the ranking.
type Row struct {
	Player    engine.Player
	Rank      int
	Decided   int // key that puts him above the next, standing.Shared
	Values    []string
	Prize     string
	Qualified standing.Qualified
}

// Build computes the standing of e.
func Build(e *event.Event, o Options) (*Report, error) {
	e, err := e.Rounds()
	if err != nil {
		return nil, err
	}
	r := &Report{Event: e, o: o, words: words.In(o.Lang), symbols: symbolsOf(words.In(o.Lang)), Edition: o.Edition}
	if r.Edition == 0 {
		r.Edition = tiebreak.Edition2026
	}
	finished := e.Finished()
	r.Rounds = finished
	if o.AfterRound != 0 {
		if o.AfterRound < 0 || o.AfterRound > finished {
			return nil, fmt.Errorf("%s: the event has %d finished rounds, not %d", e.File, finished, o.AfterRound)
		}
		r.Rounds = o.AfterRound
	} else if finished > 0 && onlyPaired(e, finished-1) {
		r.Rounds--
		r.Notes = append(r.Notes, fmt.Sprintf("round %d is paired and has no results yet", finished))
	}
	if len(e.Players) == 0 {
		return nil, fmt.Errorf("%s: the event has no players", e.File)
	}
	full, err := e.StateAfter(finished)
	if err != nil {
		return nil, err
	}
	switch o.RoundRobin {
	case "", "auto":
		r.RR = tiebreak.IsRoundRobin(full) || saysRoundRobin(e.Type) || saysRoundRobin(e.System)
	case "yes":
		r.RR = true
	case "no":
	default:
		return nil, fmt.Errorf("round robin is yes, no or auto, not %q", o.RoundRobin)
	}
	if r.State, err = e.StateAfter(r.Rounds); err != nil {
		return nil, err
	}
	seed := o.Seed
	if seed == 0 {
		seed, _ = strconv.ParseUint(r.announced("seed"), 10, 64) // none: 0
	}
	r.State.Luck = engine.NewLuck(seed)
	keys, err := r.keys()
	if err != nil {
		return nil, err
	}
	c := tiebreak.Context{Edition: r.Edition, RoundRobin: r.RR, CapRounds: o.CapRounds, Birth: births(e)}
	if c.Fouls, err = parseFouls(o.Fouls, e); err != nil {
		return nil, err
	}
	r.fouls = c.Fouls != nil
	for i := range keys {
		if err := keys[i].Check(&c); err != nil {
			if r.RR && o.RoundRobin != "yes" && keys[i].NoRoundRobin {
				err = fmt.Errorf("%w; for a Swiss event in which everybody has met everybody say --round-robin no", err)
			}
			return nil, err
		}
	}
	r.Ranker = standing.New(keys, c)
	r.Ranker.All = true
	r.Ranker.Rank(r.State)
	r.first = len(r.Ranker.Keys()) - len(keys)
	r.codes = keys
	r.notes()
	if err := r.rank(); err != nil {
		return nil, err
	}
	r.Sections = append(r.Sections, r.rankingSection())
	if o.Crosstable {
		r.Sections = append(r.Sections, r.crosstableSection())
	}
	if o.Fill {
		r.Sections = append(r.Sections, r.filledSection())
	}
	if o.Teams > 0 {
		if err := r.teams(); err != nil {
			return nil, err
		}
		r.Sections = append(r.Sections, r.teamSection())
	}
	for _, who := range o.Explain {
		p, err := findPlayer(e, who)
		if err != nil {
			return nil, err
		}
		r.Sections = append(r.Sections, r.explainSections(p)...)
	}
	return r, nil
}

// onlyPaired reports that every game of round r (0-based) waits for its result.
func onlyPaired(e *event.Event, r int) bool {
	games := 0
	for p := range e.Players {
		c := e.Cell(engine.Player(p), r)
		if !c.HasOpponent {
			continue
		}
		games++
		if c.Outcome != engine.Pending {
			return false
		}
	}
	return games > 0
}

// announced gives a setting of the regulations stored with the event, "" without one. Of several rankings
// the first is the event's.
func (r *Report) announced(key string) string {
	stored, _, _ := r.Event.Announced()
	first, _, _ := strings.Cut(stored.Get(key), " ; ")
	return first
}

// sameList reports that text is the list keys.
func sameList(text string, keys []tiebreak.Key) bool {
	other, err := tiebreak.ParseList(text)
	return err == nil && slices.EqualFunc(other, keys, func(a, b tiebreak.Key) bool { return strings.EqualFold(a.Text, b.Text) })
}

// keys parses the tie-breaks asked for, announced or usual.
func (r *Report) keys() ([]tiebreak.Key, error) {
	switch {
	case strings.EqualFold(r.o.TieBreaks, "none"):
		return nil, nil
	case r.o.TieBreaks != "":
		keys, err := tiebreak.ParseList(r.o.TieBreaks)
		if announced := r.announced("tiebreaks"); err == nil && announced != "" && !sameList(announced, keys) {
			r.Notes = append(r.Notes, fmt.Sprintf("the regulations in the file announce the tie-breaks %s", announced))
		}
		return keys, err
	}
	if announced := r.announced("tiebreaks"); announced != "" {
		keys, err := tiebreak.ParseList(announced)
		if err == nil {
			return keys, nil
		}
		r.Notes = append(r.Notes, fmt.Sprintf("the announced order of tie-breaks is left out: %v", err))
	}
	if sheet, _, whole := r.Event.Announced(); whole && slices.Contains(sheet, event.Setting{Key: "tiebreaks"}) {
		return tiebreak.ParseList("LOT") // the sheet says so: none, order by lot
	}
	var keys []tiebreak.Key
	for _, t := range r.Event.TieBreaks {
		k, err := tiebreak.Parse(t)
		switch {
		case err != nil:
			r.Notes = append(r.Notes, fmt.Sprintf("the file announces a tie-break that is left out: %v", err))
		case k.Points && len(keys) == 0:
		case !slices.ContainsFunc(keys, func(o tiebreak.Key) bool { return o.Text == k.Text }):
			keys = append(keys, k)
		}
	}
	if len(keys) > 0 {
		return keys, nil
	}
	name := "fide-swiss"
	if r.RR {
		name = "fide-round-robin"
	}
	keys, err := tiebreak.ParseList(name)
	var codes []string
	for _, k := range keys {
		codes = append(codes, k.Text)
	}
	r.Notes = append(r.Notes, fmt.Sprintf("no order of tie-breaks is announced; %s is used (--tiebreaks states another, --tiebreaks none shares the places)", strings.Join(codes, ",")))
	return keys, err
}

// saysRoundRobin reports that a free text names an all-play-all.
func saysRoundRobin(text string) bool {
	t := strings.ToLower(text)
	for _, word := range []string{"round-robin", "round robin", "roundrobin", "round_robin", "berger", "総当たり", "循环"} {
		if strings.Contains(t, word) {
			return true
		}
	}
	return false
}

// births are the players' birth dates as yyyymmdd; nil if nobody has one. Where some dates are only
// known to the year (rating lists give no more) all count by the year alone.
func births(e *event.Event) []int32 {
	var out []int32
	full := true
	for i := range e.Players {
		if d := e.Players[i].Birth; !d.IsZero() {
			full = full && d.Full()
		}
	}
	for i := range e.Players {
		d := e.Players[i].Birth
		if d.IsZero() {
			continue
		}
		if out == nil {
			out = make([]int32, len(e.Players))
		}
		out[i] = int32(d.Year) * 10000
		if full {
			out[i] += int32(d.Month)*100 + int32(d.Day)
		}
	}
	return out
}

// parseFouls reads "14=1,3=2" on top of what the file states; nil if neither states any. e may be nil to check the
// form only.
func parseFouls(text string, e *event.Event) ([]int32, error) {
	var out []int32
	var numbers map[int]engine.Player
	if e != nil {
		numbers = e.ByNumber()
		fouls := make([]int32, len(e.Players))
		for i := range e.Players {
			if fouls[i] = e.Players[i].Fouls; fouls[i] != 0 {
				out = fouls
			}
		}
		if text != "" {
			out = fouls
		}
	}
	if strings.TrimSpace(text) == "" {
		return out, nil
	}
	for _, part := range strings.Split(text, ",") {
		a, b, ok := strings.Cut(part, "=")
		no, err := strconv.Atoi(strings.TrimSpace(a))
		n, err2 := strconv.Atoi(strings.TrimSpace(b))
		if !ok || err != nil || err2 != nil || n < 0 || n > 1000 {
			return nil, fmt.Errorf("fouls %q: write start number=fouls, as in 14=1,3=2", strings.TrimSpace(part))
		}
		if e == nil {
			continue
		}
		p, ok := numbers[no]
		if !ok {
			return nil, fmt.Errorf("%s: fouls: no player has number %d", e.File, no)
		}
		out[p] = int32(n)
	}
	return out, nil
}

// notes says what the reader should know about the values.
func (r *Report) notes() {
	pending := 0
	for round := range r.Rounds {
		for _, o := range r.State.Outcomes(round) {
			if o == engine.Pending {
				pending++
			}
		}
	}
	if pending > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d games have no result yet and count nothing", (pending+1)/2))
	}
	unrated := 0
	for _, v := range r.State.Rating {
		if v == 0 {
			unrated++
		}
	}
	for _, k := range r.codes {
		if k.Ratings && k.Unrated == 0 && unrated > 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: players without a rating: %d; C.07 drops rating tie-breaks then unless the rules say otherwise; games against them are left out (%s/U1400 gives them a rating)", k.Text, unrated, k.Text))
			unrated = 0 // said once
		}
		if k.Planned && r.State.PlannedRounds == 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: the number of rounds is not stated; round %d is taken for the last", k.Text, r.Rounds))
		}
		if k.Data == tiebreak.FoulCounts && !r.fouls {
			r.Notes = append(r.Notes, "FOULS: no fouls are stated (--fouls 14=1,3=2); all count 0")
		}
	}
}

// rank fills Rows with values, prizes and qualifiers.
func (r *Report) rank() error {
	order := r.Ranker.Order()
	n := len(order)
	var paid []int64
	decimals := 0
	if r.o.Prizes != "" {
		prizes, d, err := parsePrizes(r.o.Prizes)
		if err != nil {
			return err
		}
		ties := r.Ranker.Ties
		if r.o.PrizeTies == "points" || r.o.PrizeTies == "" && tiebreak.PrizesByPoints(r.codes) {
			ties = r.Ranker.PointTies
		}
		paid, decimals = standing.Prizes(nil, n, ties, prizes, r.o.Split), d
	}
	var goes []standing.Qualified
	if r.o.Quota != "" {
		seats, err := standing.Seats(r.o.Quota, n)
		if err != nil {
			return err
		}
		goes = standing.Qualify(nil, n, r.Ranker.Ties, seats)
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d players qualify", seats, n))
	}
	place := 0
	for i, p := range order {
		if i == 0 || r.Ranker.Decided(i-1) != standing.Shared {
			place = i + 1
		}
		row := Row{Player: p, Rank: place, Decided: r.Ranker.Decided(i)}
		for k := range r.codes {
			row.Values = append(row.Values, r.codes[k].Format(r.Ranker.Value(r.first+k, p)))
		}
		if paid != nil && paid[i] != 0 {
			row.Prize = money(paid[i], decimals)
		}
		if goes != nil {
			row.Qualified = goes[i]
		}
		r.Rows = append(r.Rows, row)
	}
	return nil
}

// teams ranks the clubs or federations.
func (r *Report) teams() error {
	e := r.Event
	of := r.o.TeamOf
	if of == "" {
		of = "fed"
		if slices.ContainsFunc(e.Players, func(p event.Player) bool { return p.Club != "" }) {
			of = "club"
		}
	}
	name := func(p *event.Player) string {
		if of == "club" {
			return p.Club
		}
		return p.Fed
	}
	groups := e.Groups(name)
	r.teamNames = map[int32]string{}
	for i, g := range groups {
		r.teamNames[g] = name(&e.Players[i])
	}
	r.Teams = standing.Teams(r.State, r.Ranker, groups, r.o.Teams, r.o.TeamBy)
	if len(r.Teams) == 0 {
		return fmt.Errorf("%s: no %s has %d players", e.File, of, r.o.Teams)
	}
	return nil
}

// parsePrizes reads "30000,20000,10000" or "100.50,50": amounts in the smallest unit and its decimals.
func parsePrizes(text string) ([]int64, int, error) {
	parts := strings.Split(text, ",")
	decimals := 0
	for _, p := range parts {
		if _, frac, ok := strings.Cut(strings.TrimSpace(p), "."); ok {
			decimals = max(decimals, len(frac))
		}
	}
	var out []int64
	for _, p := range parts {
		whole, frac, _ := strings.Cut(strings.TrimSpace(p), ".")
		v, err := strconv.ParseInt(whole+frac+strings.Repeat("0", decimals-len(frac)), 10, 64)
		if err != nil || v < 0 || decimals > 4 || v > 1e15 {
			return nil, 0, fmt.Errorf("prize %q is no amount: write 30000,20000,10000 (best first)", strings.TrimSpace(p))
		}
		out = append(out, v)
	}
	return out, decimals, nil
}

func money(v int64, decimals int) string {
	s := strconv.FormatInt(v, 10)
	if decimals == 0 {
		return s
	}
	for len(s) <= decimals {
		s = "0" + s
	}
	return s[:len(s)-decimals] + "." + s[len(s)-decimals:]
}

// findPlayer finds one player by number, or by a part of the name that nobody else has.
func findPlayer(e *event.Event, who string) (engine.Player, error) {
	if n, err := strconv.Atoi(who); err == nil {
		if p, ok := e.ByNumber()[n]; ok {
			return p, nil
		}
		return 0, fmt.Errorf("%s: no player has number %d", e.File, n)
	}
	var found []engine.Player
	for i := range e.Players {
		if strings.EqualFold(e.Players[i].Name, who) {
			return engine.Player(i), nil
		}
		if strings.Contains(strings.ToLower(e.Players[i].Name), strings.ToLower(who)) {
			found = append(found, engine.Player(i))
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("%s: no player is called %q", e.File, who)
	case 1:
		return found[0], nil
	}
	var labels []string
	for _, p := range found[:min(5, len(found))] {
		labels = append(labels, e.Label(p))
	}
	return 0, fmt.Errorf("%s: %q fits %d players (%s); give the number", e.File, who, len(found), strings.Join(labels, "; "))
}

// CheckUsage finds what is wrong with the options whatever the event is.
func (o *Options) CheckUsage() error {
	if o.TieBreaks != "" && !strings.EqualFold(o.TieBreaks, "none") {
		keys, err := tiebreak.ParseList(o.TieBreaks)
		if err != nil {
			return err
		}
		if len(keys) == 0 {
			return fmt.Errorf("%q names no tie-break", o.TieBreaks)
		}
	}
	if o.Edition != 0 && o.Edition != tiebreak.Edition2024 && o.Edition != tiebreak.Edition2026 {
		return fmt.Errorf("edition %d of C.07 is not known; known: %d, %d", o.Edition, tiebreak.Edition2024, tiebreak.Edition2026)
	}
	if !slices.Contains([]string{"", "auto", "yes", "no"}, o.RoundRobin) {
		return fmt.Errorf("round robin is yes, no or auto, not %q", o.RoundRobin)
	}
	if o.Teams < 0 || o.Teams > 1000 {
		return fmt.Errorf("a team of %d members cannot be ranked", o.Teams)
	}
	if !slices.Contains([]string{"", "club", "fed"}, o.TeamOf) {
		return fmt.Errorf("teams are made of club or fed, not %q", o.TeamOf)
	}
	if o.Prizes != "" {
		if _, _, err := parsePrizes(o.Prizes); err != nil {
			return err
		}
	}
	if _, err := parseFouls(o.Fouls, nil); err != nil {
		return err
	}
	if o.Quota != "" {
		if _, err := standing.Seats(o.Quota, 0); err != nil {
			return err
		}
	}
	return nil
}
