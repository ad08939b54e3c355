package period

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crosstable/fixtures"
)

// A plain league: a second implementation of rating periods written from the rules with maps and strings,
// from the games to the lists of all quarters, without regard to speed. It shares nothing with the
// program but the typed quick table.
type plainPlayer struct {
	rating, games, first int // first: rating on joining, 0 for players of the first list
	past                 []plainPast
}

type plainPast struct {
	end, id            string
	opp, score, change int
}

type plainGame struct {
	id, start, end, white, black, result string
}

// plainQuarter counts quarters from year 0.
func plainQuarter(date string) int {
	y, _ := strconv.Atoi(date[:4])
	m, _ := strconv.Atoi(date[5:7])
	return y*4 + (m-1)/3
}

func plainTable(t *testing.T) [][]string {
	data, err := fixtures.FS.ReadFile("jcca/quick_table.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

func plainChange(rows [][]string, own, opp, score int) int {
	n := func(s string) int {
		v, err := strconv.Atoi(s)
		if err != nil {
			return 1 << 20
		}
		return v
	}
	for _, r := range rows {
		if own >= opp && n(r[1]) <= own-opp && own-opp <= n(r[2]) {
			return []int{-n(r[6]), -n(r[7]), n(r[5])}[score+1]
		}
		if own < opp && n(r[3]) <= opp-own && opp-own <= n(r[4]) {
			return []int{-n(r[5]), n(r[7]), n(r[6])}[score+1]
		}
	}
	panic("no row")
}

func plainCorrection(past []plainPast) int {
	for {
		rp := new(big.Rat)
		for _, g := range past {
			rp.Add(rp, big.NewRat(int64(g.opp+360*g.score), int64(len(past))))
		}
		var kept []plainPast
		for _, g := range past {
			d := new(big.Rat).Sub(rp, big.NewRat(int64(g.opp), 1))
			if d.Abs(d).Cmp(big.NewRat(360, 1)) <= 0 {
				kept = append(kept, g)
			}
		}
		if len(kept) == 0 || len(kept) == len(past) {
			half := rp.Add(rp, big.NewRat(1, 2))
			return int(new(big.Int).Div(half.Num(), half.Denom()).Int64())
		}
		past = kept
	}
}

// plainChain gives, by quarter, the players after it. Newcomers join before the quarter's games.
func plainChain(t *testing.T, start map[string]*plainPlayer, first int, newcomers []map[string]int, quarters [][]plainGame) []map[string]plainPlayer {
	rows := plainTable(t)
	lists := map[int]map[string]int{}
	remember := func(q int) {
		l := map[string]int{}
		for id, p := range start {
			l[id] = p.rating
		}
		lists[q] = l
	}
	remember(first - 1)
	rated := map[string]bool{}
	var out []map[string]plainPlayer
	for i, games := range quarters {
		q := first + i
		joined := map[string]bool{}
		for id, r := range newcomers[i] {
			start[id] = &plainPlayer{rating: r, first: r}
			joined[id] = true
		}
		atStart := func(g plainGame, id string) int {
			p := start[id]
			if joined[id] {
				return p.first
			}
			if l, ok := lists[plainQuarter(g.start)-2]; ok {
				if r, ok := l[id]; ok {
					return r
				}
				if p.first != 0 {
					return p.first
				}
			}
			return p.rating
		}
		var count []plainGame
		for _, g := range games {
			if g.result == "*" || g.result == "+--" || rated[g.id] || plainQuarter(g.end) > q ||
				slices.ContainsFunc(count, func(h plainGame) bool { return h.id == g.id }) {
				continue
			}
			count = append(count, g)
		}
		slices.SortFunc(count, func(a, b plainGame) int {
			return cmp.Or(strings.Compare(a.end, b.end), strings.Compare(a.id, b.id))
		})
		next := map[string]plainPlayer{}
		for id, p := range start {
			all := slices.Clone(p.past)
			n := plainPlayer{rating: p.rating, games: p.games, first: p.first}
			for _, g := range count {
				if g.white != id && g.black != id {
					continue
				}
				score := map[string]int{"1-0": 1, "0-1": -1, "1/2-1/2": 0}[g.result]
				opp := g.black
				if g.black == id {
					score, opp = -score, g.white
				}
				change := plainChange(rows, atStart(g, id), atStart(g, opp), score)
				all = append(all, plainPast{g.end, g.id, atStart(g, opp), score, change})
				n.rating += change
				n.games++
			}
			slices.SortFunc(all, func(a, b plainPast) int {
				return cmp.Or(strings.Compare(a.end, b.end), strings.Compare(a.id, b.id))
			})
			n.past = all
			mark := 0
			for _, m := range []int{12, 20} {
				if p.games < m && n.games >= m {
					mark = m
				}
			}
			if mark > 0 {
				n.rating = plainCorrection(all[:mark])
				for _, g := range all[mark:] {
					n.rating += g.change
				}
			}
			next[id] = n
		}
		for _, g := range count {
			rated[g.id] = true
		}
		for id, n := range next {
			*start[id] = n
		}
		remember(q)
		out = append(out, next)
	}
	return out
}

// TestReplayAgreesWithPlainLeague replays random leagues of five quarters with newcomers, late and early
// reports, rows repeated within a quarter and over quarters, forfeits and unfinished games, without ratings
// in the rows. CROSSTABLE_LONG plays many more.
func TestReplayAgreesWithPlainLeague(t *testing.T) {
	leagues := 8
	if os.Getenv("CROSSTABLE_LONG") != "" {
		leagues = 400
	}
	for seed := range leagues {
		luck := rand.New(rand.NewPCG(uint64(seed), 7))
		content := map[string]string{}
		players := map[string]*plainPlayer{}
		var ids []string
		list := "id,name,rating,games,status\n"
		for i := range 6 {
			id := fmt.Sprintf("E%d", i)
			p := &plainPlayer{rating: 1000 + luck.IntN(1200), games: 20 + luck.IntN(50)}
			players[id] = p
			ids = append(ids, id)
			list += fmt.Sprintf("%s,Name %s,%d,%d,established\n", id, id, p.rating, p.games)
		}
		for i := range 4 { // provisional from the beginning, without games
			id := fmt.Sprintf("P%d", i)
			players[id] = &plainPlayer{rating: []int{800, 1200, 1600}[luck.IntN(3)]}
			ids = append(ids, id)
			list += fmt.Sprintf("%s,Name %s,%d,0,provisional\n", id, id, players[id].rating)
		}
		content["list.csv"] = list
		first := 2015 * 4
		var newcomers []map[string]int
		var quarters [][]plainGame
		var old []plainGame
		for q := range 5 {
			joined := map[string]int{}
			text := "id,name,rating\n"
			for i := range luck.IntN(3) {
				id := fmt.Sprintf("N%d%d", q, i)
				joined[id] = []int{800, 1200, 1600, 1950}[luck.IntN(4)]
				ids = append(ids, id)
				text += fmt.Sprintf("%s,Name %s,%d\n", id, id, joined[id])
			}
			newcomers = append(newcomers, joined)
			period := Period(first + q)
			if len(joined) > 0 {
				content[period.String()+"/newcomers.csv"] = text
			}
			var games []plainGame
			for i := range 20 + luck.IntN(60) {
				w := luck.IntN(len(ids))
				b := (w + 1 + luck.IntN(len(ids)-1)) % len(ids)
				endQ := period
				switch luck.IntN(20) {
				case 0, 2, 3:
					endQ-- // late
				case 1:
					endQ++ // not yet
				}
				startQ := endQ - Period(luck.IntN(4))
				month := func(p Period) string {
					return fmt.Sprintf("%04d-%02d-%02d", p.Year(), 3*p.Quarter()-luck.IntN(3), 1+luck.IntN(28))
				}
				games = append(games, plainGame{fmt.Sprintf("%d-%03d", q, i), month(startQ), month(endQ), ids[w], ids[b],
					[]string{"1-0", "0-1", "1/2-1/2", "1-0", "0-1", "1/2-1/2", "*", "+--"}[luck.IntN(8)]})
			}
			for range 5 {
				games = append(games, games[luck.IntN(len(games))])
			}
			if len(old) > 0 {
				for range 5 {
					games = append(games, old[luck.IntN(len(old))])
				}
			}
			old = append(old, games...)
			var b strings.Builder
			b.WriteString("game,start,end,white_id,black_id,result\n")
			for _, g := range games {
				fmt.Fprintln(&b, strings.Join([]string{g.id, g.start, g.end, g.white, g.black, g.result}, ","))
			}
			content[period.String()+"/games.csv"] = b.String()
			quarters = append(quarters, games)
		}
		want := plainChain(t, players, first, newcomers, quarters)
		dir := files(t, content)
		q, err := ReadQuarters("", dir)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		if err := Chain(context.Background(), q, RateOptions{System: "jcca"}, func(r *RateResult) error {
			for p := range r.List.Entries {
				e := &r.List.Entries[p]
				w := want[i][e.ID]
				if int(e.Rating) != w.rating || int(e.Games) != w.games {
					return fmt.Errorf("league %d, %s: %s has %d after %d games, plain %d after %d (%s)", seed, r.Period, e.ID, e.Rating, e.Games, w.rating, w.games, dir)
				}
			}
			if len(r.List.Entries) != len(want[i]) {
				return fmt.Errorf("league %d: %d players, plain %d", seed, len(r.List.Entries), len(want[i]))
			}
			i++
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}
