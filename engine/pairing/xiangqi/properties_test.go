package xiangqi

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/engine/matching"
	"crosstable/engine/pairing/pairtest"
)

// arrangement reads from a round what each segment of the literal version became, and names the first breach: a vector
// that is not the best one, a bye in the wrong place, a first move against the rules.
func (l *literal) breach(games [][2]int) string {
	partner := map[*litPlayer]*litPlayer{}
	first := map[*litPlayer]bool{}
	var bye *litPlayer
	for _, g := range games {
		a := l.by[g[0]]
		if g[1] == 0 {
			bye = a
			continue
		}
		b := l.by[g[1]]
		partner[a], partner[b] = b, a
		first[a] = true
		if l.draws {
			if f := l.drawFirst(a, b); f != nil && f != a {
				return fmt.Sprintf("%d moves first against %d", a.no, b.no)
			}
		}
	}
	said := ""
	_, ok := l.eachSegment(func(s, lower []*litPlayer, seat, here bool, may map[int]bool) *litSegment {
		want := l.segment(s, lower, seat, here, may)
		got := &litSegment{s: s}
		for _, p := range s {
			switch q := partner[p]; {
			case p == bye:
				got.bye = p
			case slices.Contains(s, q):
				if slices.Index(s, p) < slices.Index(s, q) {
					got.pairs = append(got.pairs, [2]*litPlayer{p, q})
				}
			default:
				got.left = append(got.left, p)
			}
		}
		if got.bye != nil && (!here || !may[got.bye.no]) && said == "" {
			said = fmt.Sprintf("%d has the bye", got.bye.no)
		}
		got.best = l.vector(got.pairs, got.left, lower, seat && got.bye == nil, may)
		if got.best != want.best && said == "" {
			said = fmt.Sprintf("vector %v, best %v", got.best, want.best)
		}
		return got
	})
	if !ok {
		return "there is no legal round"
	}
	return said
}

// Every round by lot keeps the criteria, in every segment, and the first moves that no lot decides; and so does the
// round without lots (in the order of boards too, see TestLiteralVersionAgrees).
func TestLotsKeepTheCriteria(t *testing.T) {
	cases := 1000
	if os.Getenv("CROSSTABLE_LONG") != "" {
		cases = 20000
	}
	r := rand.New(rand.NewPCG(2, 12))
	var s engine.State
	rounds, lots := 0, 0
	for k := range cases {
		p := NewDraw(Options{})
		awkward(r, &s, p)
		if s.Rounds() == 0 {
			continue
		}
		games, err := p.Pair(nil, &s)
		if err != nil {
			if _, ok := newLiteral(Options{}, true, &s).round(); ok {
				t.Fatalf("case %d: the literal version finds a round", k)
			}
			continue
		}
		rounds++
		if why := newLiteral(Options{}, true, &s).breach(numbers(games)); why != "" {
			t.Fatalf("case %d, %d players, round %d of %d: %v: %s", k, s.N(), s.Round(), s.PlannedRounds,
				numbers(games), why)
		}
		// Another seed: the pairer that follows the first round draws it again.
		s.Luck = engine.NewLuck(r.Uint64())
		other, _ := p.Pair(nil, &s)
		p.Follow(games)
		again, _ := p.Pair(nil, &s)
		p.Follow(nil)
		if sets(other) != sets(games) {
			lots++
		}
		if sets(again) != sets(games) {
			t.Fatalf("case %d: following %v gives %v", k, numbers(games), numbers(again))
		}
	}
	t.Logf("%d rounds, %d differ by lot", rounds, lots)
	if rounds < cases/2 || lots < cases/20 {
		t.Errorf("the events test too little: %d rounds, %d by lot", rounds, lots)
	}
}

// sets is who meets whom, whoever moves first.
func sets(games []engine.Game) string {
	var out []string
	for _, g := range games {
		out = append(out, fmt.Sprint(min(g.White, g.Black), max(g.White, g.Black)))
	}
	slices.Sort(out)
	return strings.Join(out, ",")
}

// promise counts what the systems promise over generated events.
type promise struct {
	events, rounds, dead int
	segments             int
	third                int // counted floats beyond two
	ends, apart          int // players who end, and who end more than one first move apart
}

// What the methods promise, over generated events of 6 to 40 players and 5 to 11 rounds (odd): a round is complete
// whenever a legal one exists; every segment has the fullest pairing that a legal round allows, and of those the fewest
// players come to three of a side, float a third time, come to two of a side, where each is looked at: what happens
// is forced by what goes before it. So a player ends more than one first move apart only where that is forced, or
// by the last round, in which nothing is split for first moves.
func TestPromisesOverGeneratedEvents(t *testing.T) {
	for _, sys := range []struct {
		name   string
		events int
		p      *Pairer
		apart  float64 // largest share of players who end more than one first move apart
	}{
		{"xiangqi", 1000, New(Options{}), 0.004}, {"xiangqi:last=split", 300, New(Options{SplitLast: true}), 0.002},
		{"xiangqi-draw", 300, NewDraw(Options{}), 0.004},
	} {
		t.Run(sys.name, func(t *testing.T) {
			events := sys.events
			if os.Getenv("CROSSTABLE_LONG") != "" {
				events = 10000
			}
			var pr promise
			r := rand.New(rand.NewPCG(3, 12))
			e := &player{p: sys.p}
			for range events {
				n := 6 + r.IntN(35)
				rounds := min(5+2*r.IntN(4), n-2+n%2)
				rounds -= 1 - rounds%2
				e.reset(n, rounds, r.Uint64())
				pr.play(t, e, r, uint64(r.IntN(4)*33))
			}
			t.Logf("%+v", pr)
			if share := float64(pr.apart) / float64(pr.ends); share > sys.apart {
				t.Errorf("%.4f of the players end more than one first move apart", share)
			}
		})
	}
}

func (pr *promise) play(t *testing.T, e *player, r *rand.Rand, draws uint64) {
	pr.events++
	s := &e.s
	var before engine.State
	for s.Rounds() < s.PlannedRounds {
		if r.IntN(6) == 0 {
			s.Away[r.IntN(s.N())] = engine.ByeHalf
		}
		Prepare(Options{}, s)
		possible := pairtest.Complete(s, nil)
		before.CopyFrom(s)
		err := e.round(draws)
		if possible != (err == nil) {
			t.Fatalf("%d players, round %d: a legal round exists: %v; error %v", s.N(), s.Round(), possible, err)
		}
		if err != nil {
			pr.dead++
			return
		}
		pr.rounds++
		if before.Rounds() > 0 && pr.rounds%3 == 0 { // judging costs more than pairing
			pr.judge(t, e, &before)
		}
	}
	for p := range s.N() {
		if int(s.Games[p]) == s.PlannedRounds {
			pr.ends++
			if d := s.ColorDiff[p]; d > 1 || d < -1 {
				pr.apart++
			}
		}
	}
}

// judge compares the vector of every segment with the best one, found by a matching of all players with a word a
// criterion.
func (pr *promise) judge(t *testing.T, e *player, before *engine.State) {
	p := newPairer(e.p.opt, e.p.draws)
	x, g := &p.x, &p.g
	x.load(before)
	g.grow(len(x.e))
	g.win = before.Points.Win()
	g.seat = x.n()%2 == 1
	if !p.possible() {
		t.Fatal("a round without a legal pairing was paired")
	}
	p.choose()
	partner := make([]int32, x.n())
	for _, game := range e.games {
		a := x.place[game.White]
		partner[a] = empty
		if game.Black != engine.NoPlayer {
			b := x.place[game.Black]
			partner[a], partner[b] = b, a
		}
	}
	for layer := range len(x.layers) - 1 {
		g.begin(layer)
		pr.segments++
		best := g.bestVector(nil)
		if got := g.bestVector(partner); got != best {
			t.Fatalf("round %d, layer of %s, %d members: vector %v, best %v", before.Round(),
				x.e[x.layers[layer]].score,
				len(g.members), got, best)
		}
		pr.third -= int(best[capped])
		for _, i := range g.members {
			switch q := partner[i]; {
			case q == empty:
				g.seat = false
			case !g.in[q]:
				g.left = append(g.left, i)
			}
		}
		g.end()
	}
}

// bestVector is the best vector of the segment; with partner, of the one arrangement that the round has.
func (g *segment) bestVector(partner []int32) (sum [8]int64) {
	all := slices.Clone(g.members)
	for i := g.hi; i < g.n(); i++ {
		all = append(all, i)
	}
	n := len(all)
	if g.seat {
		n++
	}
	var m matching.Weighted[[8]int64]
	m.Reset(n)
	set := func(a, b int, v vector) {
		var w [8]int64
		for c := range numCriteria {
			if g.use[c] {
				w[c] = int64(v[c])
			}
		}
		m.SetEdge(a, b, w)
	}
	for a, i := range all {
		for b, j := range all[:a] {
			switch made := partner == nil || partner[i] == j; {
			case !g.legal(i, j):
			case g.in[i] && g.in[j] && made:
				set(a, b, g.inside(i, j))
			case !g.in[i] && g.in[j] && (partner == nil || partner[j] != empty && !g.in[partner[j]]):
				set(a, b, g.over(j, i < g.nextHi))
			case !g.in[i] && !g.in[j]:
				set(a, b, vector{})
			}
		}
		if g.seat && g.mayBye(i) && (partner == nil || !g.in[i] || partner[i] == empty) {
			set(a, n-1, vector{})
		}
	}
	if !m.Solve() {
		return [8]int64{-1}
	}
	return m.Value()
}
