package standing

import (
	"cmp"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crosstable/engine"
	"crosstable/engine/enginetest"
	"crosstable/engine/tiebreak"
	"crosstable/fixtures"
)

func keys(t testing.TB, list string) []tiebreak.Key {
	t.Helper()
	k, err := tiebreak.ParseList(list)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// The order, the places and the deciding keys are those of a plain sort by all values; the lazy ranker
// agrees with the one that computes everything.
func TestRankIsTheLexicographicOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := enginetest.Pick(rapid.Uint64().Draw(t, "seed"))
		s := enginetest.Random(pick, enginetest.Options{MaxPlayers: 50, MaxRounds: 7})
		lists := []string{"BH/C1,BH,SB", "WIN,TPN/R", "SB", "", "PS,FOULS,BWG", "RTNG", "BH,lot"}
		ks, err := tiebreak.ParseList(lists[pick(len(lists))])
		if err != nil {
			t.Fatal(err)
		}
		lazy, all := New(ks, tiebreak.Context{}), New(ks, tiebreak.Context{})
		all.All = true
		order := slices.Clone(lazy.Rank(s))
		if !slices.Equal(order, all.Rank(s)) {
			t.Fatal("lazy and full order differ")
		}
		var x tiebreak.Scratch
		x.Begin(s, nil)
		vals := make([][]int64, len(all.Keys()))
		for i := range all.Keys() {
			k := &all.Keys()[i]
			vals[i] = make([]int64, s.N())
			k.Fill(vals[i], &x)
			for p := range vals[i] {
				vals[i][p] = k.Sortable(vals[i][p])
			}
		}
		compare := func(a, b engine.Player) (int, int) {
			for i := range vals {
				if c := cmp.Compare(vals[i][b], vals[i][a]); c != 0 {
					return c, i
				}
			}
			return 0, Shared
		}
		want := make([]engine.Player, s.N())
		for i := range want {
			want[i] = engine.Player(i)
		}
		slices.SortStableFunc(want, func(a, b engine.Player) int { c, _ := compare(a, b); return c })
		if !slices.Equal(order, want) {
			t.Fatalf("order %v, want %v", order, want)
		}
		place := 1
		for i := range want {
			if i > 0 {
				_, by := compare(want[i-1], want[i])
				if by != lazy.Decided(i-1) {
					t.Fatalf("position %d decided by %d, want %d", i, lazy.Decided(i-1), by)
				}
				if by != Shared {
					place = i + 1
				}
			}
			if lazy.Place(i) != place {
				t.Fatalf("position %d: place %d, want %d", i, lazy.Place(i), place)
			}
		}
	})
}

// The five xiangqi events whose published ranks must come out: points, then 对手分, 胜局, 犯规, 后走胜局,
// 后走局数; where that leaves a tie, leave out round 1 and compare again.
func TestPublishedXiangqiRanks(t *testing.T) {
	dir := fixtures.Shared(t, "xiangqi")
	for _, e := range []struct{ id, keys string }{
		{"t07_n11_r7", "OPP,WIN,FOULS,BWG,BPG,DROP1"},
		{"t10_n61_r13", "OPP,WIN,FOULS,BWG,BPG,DROP1"},
		{"t22_n16_r9", "对手分,胜局,犯规,后走胜局,后走局数,DROP1"},
		{"t08_n17_r11", "OPP:bye=lowest,WIN,FOULS,BWG:bye=side,BPG:bye=side,DROP1"},
		{"t09_n31_r13", "OPP:bye=lowest,WIN,FOULS,BWG:bye=side,BPG:bye=side,DROP1"},
	} {
		s, fouls, want := readXiangqi(t, dir, e.id)
		r := New(keys(t, e.keys), tiebreak.Context{Fouls: fouls})
		order := r.Rank(s)
		for i, p := range order {
			if want[p] != i+1 || r.Place(i) != i+1 {
				t.Errorf("%s: number %d is %d (place %d), published %d", e.id, p+1, i+1, r.Place(i), want[p])
			}
		}
	}
	// Without the last key numbers 14 and 3 of the 16 share a place.
	s, fouls, _ := readXiangqi(t, dir, "t22_n16_r9")
	r := New(keys(t, "OPP,WIN,FOULS,BWG,BPG"), tiebreak.Context{Fouls: fouls})
	order := r.Rank(s)
	shared := 0
	for i := range order[1:] {
		if r.Decided(i) == Shared {
			shared++
			if order[i] != 2 || order[i+1] != 13 {
				t.Errorf("%d and %d share a place", order[i]+1, order[i+1]+1)
			}
		}
	}
	if shared != 1 {
		t.Errorf("%d shared places, want 1", shared)
	}
}

func readXiangqi(t *testing.T, dir, id string) (*engine.State, []int32, []int) {
	t.Helper()
	read := func(kind string) [][]string {
		f, err := os.Open(filepath.Join(dir, id+"."+kind+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows[1:]
	}
	players, games := read("players"), read("games")
	s := &engine.State{Points: engine.NewPointSystem(4, 2, 0)}
	s.Reset(len(players))
	fouls, want := make([]int32, len(players)), make([]int, len(players))
	for i, row := range players {
		want[i], _ = strconv.Atoi(row[5])
		n, _ := strconv.Atoi(row[6])
		fouls[i] = int32(n)
	}
	round := 0
	for i, g := range games {
		if i == 0 || g[0] != games[i-1][0] {
			if round > 0 {
				s.CloseRound()
			}
			round++
			s.BeginRound()
		}
		a, _ := strconv.Atoi(g[2])
		b, _ := strconv.Atoi(g[3])
		first, second := engine.Player(a-1), engine.Player(b-1)
		switch {
		case g[6] == "bye" && a > 0:
			s.Enter(first, engine.NoPlayer, engine.White, engine.ByePairing)
		case g[6] == "bye":
			s.Enter(second, engine.NoPlayer, engine.Black, engine.ByePairing)
		default:
			table := map[string]engine.Result{"2.0 0.0 played": engine.WhiteWins, "1.0 1.0 played": engine.Draw,
				"0.0 2.0 played":  engine.BlackWins,
				"2.0 0.0 forfeit": engine.BlackForfeits, "0.0 2.0 forfeit": engine.WhiteForfeits,
				"0.0 0.0 forfeit": engine.DoubleForfeit}
			res, ok := table[strings.Join(g[4:7], " ")]
			if !ok {
				t.Fatalf("%s: game %v", id, g)
			}
			w, l := res.Outcomes()
			s.Enter(first, second, engine.White, w)
			s.Enter(second, first, engine.Black, l)
		}
	}
	s.CloseRound()
	return s, fouls, want
}

// PREV is the rank after the previous round: players equal in everything but the order of their results.
func TestPreviousRoundsRankDecides(t *testing.T) {
	var s engine.State
	s.Reset(4)
	// 0 and 1 both finish on 1 out of 2 by WIN; 0 won first.
	s.Apply([]engine.Game{{White: 0, Black: 2, Result: engine.WhiteWins},
		{White: 1, Black: 3, Result: engine.BlackWins}})
	s.Apply([]engine.Game{{White: 0, Black: 3, Result: engine.BlackWins},
		{White: 1, Black: 2, Result: engine.WhiteWins}})
	r := New(keys(t, "WIN,PREV"), tiebreak.Context{})
	if got := r.Rank(&s); !slices.Equal(got, []engine.Player{3, 0, 1, 2}) || r.Decided(1) != 2 {
		t.Errorf("PREV: %v decided by %d", got, r.Decided(1))
	}
	r = New(keys(t, "WIN,DROP1"), tiebreak.Context{})
	if got := r.Rank(&s); !slices.Equal(got, []engine.Player{3, 1, 0, 2}) || r.Value(2, 1) != 1 || r.Value(2, 0) != 0 {
		t.Errorf("DROP1: %v", got)
	}
}

func runs(places ...int) func(func(int, int) bool) {
	return func(yield func(int, int) bool) {
		at := 0
		for _, n := range places {
			if !yield(at, at+n) {
				return
			}
			at += n
		}
	}
}

func TestPrizes(t *testing.T) {
	prizes := []int64{30000, 20000, 10000}
	for _, c := range []struct {
		name  string
		ties  []int
		split Split
		want  []int64
	}{
		{"no ties", []int{1, 1, 1, 1}, Pool, []int64{30000, 20000, 10000, 0}},
		{"two tied for first pool the first two prizes", []int{2, 1, 1}, Pool, []int64{25000, 25000, 10000, 0}},
		{"three yen that do not divide go to the first of the tied", []int{1, 1, 7}, Pool,
			[]int64{30000, 20000, 1429, 1429, 1429, 1429, 1428, 1428, 1428}},
		{"alternative: each prize for one group", []int{2, 1, 1}, ByRank, []int64{15000, 15000, 20000, 10000}},
	} {
		n := 0
		for _, k := range c.ties {
			n += k
		}
		if got := Prizes(nil, n, runs(c.ties...), prizes, c.split); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// No yen is lost or made, and the tied differ by one at most.
func TestPrizesLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ties := rapid.SliceOfN(rapid.IntRange(1, 5), 1, 8).Draw(t, "ties")
		prizes := rapid.SliceOfN(rapid.Int64Range(0, 100000), 0, 12).Draw(t, "prizes")
		n := 0
		for _, k := range ties {
			n += k
		}
		got := Prizes(nil, n, runs(ties...), prizes, Pool)
		var sum, want int64
		for i, v := range got {
			sum += v
			if i < len(prizes) {
				want += prizes[i]
			}
		}
		if sum != want {
			t.Fatalf("%v of %v paid for %v", sum, want, ties)
		}
		at := 0
		for _, k := range ties {
			if slices.Max(got[at:at+k])-slices.Min(got[at:at+k]) > 1 {
				t.Fatalf("unequal shares %v", got[at:at+k])
			}
			at += k
		}
	})
}

func TestQualify(t *testing.T) {
	for _, c := range []struct {
		quota   string
		players int
		seats   int
	}{{"1/8", 17, 2}, {"1/8", 7, 0}, {"3", 2, 2}, {"2/9", 40, 8}} {
		if got, err := Seats(c.quota, c.players); err != nil || got != c.seats {
			t.Errorf("Seats(%s, %d) = %d, %v; want %d", c.quota, c.players, got, err, c.seats)
		}
	}
	for _, bad := range []string{"", "x", "1/0", "-1", "1/8/2"} {
		if _, err := Seats(bad, 10); err == nil {
			t.Errorf("quota %q is accepted", bad)
		}
	}
	want := []Qualified{In, Tied, Tied, Out}
	if got := Qualify(nil, 4, runs(1, 2, 1), 2); !slices.Equal(got, want) {
		t.Errorf("Qualify: %v, want %v", got, want)
	}
	if got := Qualify(nil, 4, runs(1, 2, 1), 3); !slices.Equal(got, []Qualified{In, In, In, Out}) {
		t.Errorf("Qualify: %v", got)
	}
}

// Four players, two rounds: 0 beat 3, 1 beat 2; 0 beat 1, 3 beat 2. Standing 0 (2), 1 and 3 (1 each), 2 (0).
func TestFillByHand(t *testing.T) {
	var s engine.State
	s.Reset(4)
	s.Apply([]engine.Game{{White: 0, Black: 3, Result: engine.WhiteWins},
		{White: 1, Black: 2, Result: engine.WhiteWins}})
	s.Apply([]engine.Game{{White: 1, Black: 0, Result: engine.BlackWins},
		{White: 2, Black: 3, Result: engine.BlackWins}})
	r := New(keys(t, "RTNG"), tiebreak.Context{})
	r.Rank(&s) // nobody rated: 1 and 3 share second place
	rows, passes, _ := Fill(&s, r, false)
	want := []Filled{{0, 4, 2, 6, 1, 1}, {1, 2, 1, 3, 2, 2}, {3, 2, 1, 3, 2, 2}, {2, 0, 0, 0, 4, 4}}
	if !slices.Equal(rows, want) || passes != 1 {
		t.Errorf("%+v after %d", rows, passes)
	}
	if _, passes, stable := Fill(&s, r, true); passes != 1 || !stable {
		t.Errorf("iterated: %d passes, stable %v", passes, stable)
	}
}

// Fill equals a table filled pair by pair, and totals conserve the games: every pair is worth one win.
func TestFillEqualsPairByPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pick := enginetest.Pick(rapid.Uint64().Draw(t, "seed"))
		s := enginetest.Random(pick, enginetest.Options{MaxPlayers: 14, MaxRounds: 6, Rematches: pick(2) == 0})
		ks, _ := tiebreak.ParseList("BH")
		r := New(ks, tiebreak.Context{})
		order := r.Rank(s)
		rows, _, _ := Fill(s, r, false)
		for _, row := range rows {
			var want engine.Points
			for j, q := range order {
				met := false
				for k := range s.Rounds() {
					met = met || s.Opponent(k, row.Player) == q
				}
				i := slices.Index(order, row.Player)
				switch {
				case met || q == row.Player:
				case r.Place(j) > r.Place(i):
					want += 2
				case r.Place(j) == r.Place(i):
					want++
				}
			}
			if row.Assumed != want || row.Total != row.Real+want {
				t.Fatalf("%+v: assumed %d expected", row, want)
			}
		}
		again, passes, stable := Fill(s, r, true)
		if len(again) != s.N() || passes < 1 || passes > maxFillings {
			t.Fatalf("%d rows, %d passes, stable %v", len(again), passes, stable)
		}
	})
}

// Six players in the order 0..5 by rating, teams A = 0 3 5, B = 1 2, C = 4.
func TestTeams(t *testing.T) {
	var s engine.State
	s.Reset(6)
	for p := range 6 {
		s.Rating[p] = int32(2000 - p)
	}
	s.Apply([]engine.Game{{White: 0, Black: 3, Result: engine.Draw}, {White: 1, Black: 2, Result: engine.Draw},
		{White: 4, Black: 5, Result: engine.Draw}})
	groups := []int32{1, 2, 2, 1, 3, 1}
	r := New(keys(t, "RTNG"), tiebreak.Context{})
	r.Rank(&s)
	got := Teams(&s, r, groups, 2, ByRanks)
	if len(got) != 2 || got[0].Group != 1 || got[0].Ranks != 5 || got[1].Ranks != 5 || got[0].Place != 1 ||
		got[1].Place != 2 {
		t.Errorf("1+4 against 2+3: %+v; the best member decides", got)
	}
	if got := Teams(&s, r, groups, 1, ByScores); len(got) != 3 || got[0].Points != 1 || got[2].Group != 3 ||
		got[2].Place != 3 {
		t.Errorf("one member by points, then by rank: %+v", got)
	}
	r = New(nil, tiebreak.Context{}) // all six share first place
	r.Rank(&s)
	if got := Teams(&s, r, groups, 2, ByRanks); got[0].Place != 1 || got[1].Place != 1 {
		t.Errorf("equal teams: %+v", got)
	}
	if got := Teams(&s, r, groups, 4, ByRanks); len(got) != 0 {
		t.Errorf("no team has four members: %+v", got)
	}
}

// Any list on any event, also before round 1 and with one player, gives an order of all players whose places
// fit the ties, and a grouped key never lifts a player over an earlier decision.
func TestAnyListRanksAnyEvent(t *testing.T) {
	var all []string
	for _, m := range tiebreak.Methods {
		if m.Name != "AGE" {
			all = append(all, m.Name)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		pick := enginetest.Pick(rapid.Uint64().Draw(t, "seed"))
		s := enginetest.Random(pick, enginetest.Options{Players: 1 + pick(10), Rounds: pick(6), Points: true,
			Unrated: true, Open: true, Rematches: true})
		if pick(5) == 0 {
			s.Reset(s.N()) // before round 1
		}
		var list []tiebreak.Key
		for range 1 + pick(5) {
			k, err := tiebreak.Parse(all[pick(len(all))])
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, k)
		}
		r := New(list, tiebreak.Context{Edition: []int{2024, 2026}[pick(2)]})
		r.All = true
		order := r.Rank(s)
		seen := map[engine.Player]bool{}
		for i, p := range order {
			seen[p] = true
			if i == 0 {
				continue
			}
			d := r.Decided(i - 1)
			for k := range r.Keys() {
				a, b := r.Keys()[k].Sortable(r.Value(k, order[i-1])), r.Keys()[k].Sortable(r.Value(k, p))
				switch {
				case d != Shared && k == d && a <= b, (d == Shared || k < d) && a != b:
					t.Fatalf("%s between %d and %d: %d and %d, decided by %d", r.Keys()[k].Text, order[i-1], p, a, b, d)
				}
			}
		}
		if len(seen) != s.N() {
			t.Fatalf("%d of %d players in the order", len(seen), s.N())
		}
		covered := 0
		r.Ties(func(from, to int) bool {
			for i := from; i < to; i++ {
				if r.Place(i) != from+1 {
					t.Fatalf("position %d has place %d in the tie %d-%d", i, r.Place(i), from, to)
				}
			}
			covered += to - from
			return true
		})
		if covered != s.N() {
			t.Fatalf("ties cover %d of %d", covered, s.N())
		}
		for k := range r.Keys() {
			if s.N() > 0 {
				r.Explain(k, order[0])
			}
		}
	})
}

func TestRankAllocatesNothingAfterWarmUp(t *testing.T) {
	s := enginetest.Random(enginetest.Pick(3), enginetest.Options{Players: 32, Rounds: 7})
	for _, list := range []string{"BH/C1,BH,SB,lot", "DE,WIN,BWG,TPN", "FB,AOB,ARO/C1,TPR,PTP,APRO,APPO",
		"SOLKOFF,NAKADORI,JSB,SPERF,SOTOKUTEN,SOSOS", "PS/C1,KS,STD,REP"} {
		for _, all := range []bool{false, true} {
			r := New(keys(t, list), tiebreak.Context{})
			r.All = all
			r.Rank(s)
			if n := testing.AllocsPerRun(50, func() { r.Rank(s) }); n != 0 {
				t.Errorf("%s (all %v): %v allocations an event", list, all, n)
			}
		}
	}
}

func benchmarkRank(b *testing.B, players, rounds int, list string, all bool) {
	s := enginetest.Random(enginetest.Pick(1), enginetest.Options{Players: players, Rounds: rounds, AllPlay: true})
	r := New(keys(b, list), tiebreak.Context{})
	r.All = all
	r.Rank(s)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		r.Rank(s)
	}
}

func BenchmarkRank32x7(b *testing.B)    { benchmarkRank(b, 32, 7, "BH/C1,BH,SB,lot", false) }
func BenchmarkRank32x7All(b *testing.B) { benchmarkRank(b, 32, 7, "BH/C1,BH,SB,lot", true) }
func BenchmarkRank32x7DE(b *testing.B)  { benchmarkRank(b, 32, 7, "DE,BH,SB", false) }
func BenchmarkRank10000x11(b *testing.B) {
	benchmarkRank(b, 10000, 11, "BH/C1,BH,SB,DE,WIN", true)
}
func BenchmarkRank10000x11Ratings(b *testing.B) {
	benchmarkRank(b, 10000, 11, "ARO,TPR,PTP,APRO,AOB", true)
}
