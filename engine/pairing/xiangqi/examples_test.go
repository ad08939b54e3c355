package xiangqi

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/fixtures"
)

// readTRF reads the columns of a file of fixtures/xiangqi that pairing looks at.
func readTRF(t *testing.T, name string) *engine.State {
	t.Helper()
	data, err := fixtures.FS.ReadFile("xiangqi/" + name)
	if err != nil {
		t.Fatal(err)
	}
	s := new(engine.State)
	var cells [][]string
	for _, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		line = strings.TrimRight(line, "\r")
		switch {
		case strings.HasPrefix(line, "142"):
			s.PlannedRounds, _ = strconv.Atoi(strings.TrimSpace(line[3:]))
		case strings.HasPrefix(line, "162") && strings.Contains(line, "2"):
			s.Points = engine.NewPointSystem(4, 2, 0)
		case strings.HasPrefix(line, "001"):
			var row []string
			for at := 91; at < len(line); at += 10 {
				row = append(row, fmt.Sprintf("%-8s", line[at:min(at+8, len(line))]))
			}
			cells = append(cells, row)
		}
	}
	s.Reset(len(cells))
	rounds := 0
	for _, row := range cells {
		for r, c := range row {
			if strings.TrimSpace(c) != "" {
				rounds = max(rounds, r+1)
			}
		}
	}
	outcomes := map[string]engine.Outcome{"1": engine.Win, "=": engine.Drawn, "0": engine.Loss, "+": engine.ForfeitWin,
		"-": engine.ForfeitLoss,
		"*": engine.Unfinished, "U": engine.ByePairing, "H": engine.ByeHalf, "F": engine.ByeFull, "Z": engine.ByeZero,
		"": engine.ByeZero}
	for r := range rounds {
		s.BeginRound()
		for p, row := range cells {
			c := "        "
			if r < len(row) {
				c = row[r]
			}
			out, ok := outcomes[strings.TrimSpace(c[7:])]
			if !ok {
				t.Fatalf("%s: result %q", name, c)
			}
			opp, _ := strconv.Atoi(strings.TrimSpace(c[:4]))
			color := map[byte]engine.Color{'w': engine.White, 'b': engine.Black}[c[5]]
			s.Enter(engine.Player(p), engine.Player(opp-1), color, out)
		}
		s.CloseRound()
	}
	return s
}

func readCSV(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := fixtures.FS.ReadFile("xiangqi/" + name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// roundText is "1-2 4-3, bye 5".
func roundText(games []engine.Game, err error) string {
	if err != nil {
		return "none"
	}
	var pairs []string
	bye := ""
	for _, g := range games {
		if g.Black == engine.NoPlayer {
			bye = fmt.Sprintf(", bye %d", g.White+1)
			continue
		}
		pairs = append(pairs, fmt.Sprintf("%d-%d", g.White+1, g.Black+1))
	}
	return strings.Join(pairs, " ") + bye
}

// The worked examples of the rule page: the pairs in the order in which they are made, first movers first.
func TestWorkedExamples(t *testing.T) {
	for _, row := range readCSV(t, "worked_examples.csv") {
		t.Run(strings.TrimSuffix(row[0], ".trf")+" "+row[1], func(t *testing.T) {
			s := readTRF(t, "examples/"+row[0])
			want := row[5]
			if row[6] != "" {
				want += ", bye " + row[6]
			}
			got := roundText(New(Options{}).Pair(nil, s))
			if got != want {
				t.Errorf("%s, want %s (%s)", got, want, row[7])
			}
			if l, ok := newLiteral(Options{}, false, s).round(); s.Rounds() > 0 &&
				(ok != (want != "none") || ok && fmt.Sprint(l) != fmt.Sprint(pairsOf(want))) {
				t.Errorf("the literal version gives %v, want %s", l, want)
			}
		})
	}
}

// pairsOf reads roundText.
func pairsOf(text string) (out [][2]int) {
	text, bye, odd := strings.Cut(text, ", bye ")
	for _, p := range strings.Fields(text) {
		a, b, _ := strings.Cut(p, "-")
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		out = append(out, [2]int{x, y})
	}
	if odd {
		x, _ := strconv.Atoi(bye)
		out = append(out, [2]int{x, 0})
	}
	return out
}

// What the examples say of the options.
func TestWorkedExamplesOfOptions(t *testing.T) {
	for _, c := range []struct{ file, options, want string }{
		{"ex08", "chooser=total", "3-8 6-1 2-7 4-5"},
		{"ex16", "last=split", "3-2 7-4 6-8 1-5"},
		{"ex22", "samerow=number", "5-6 1-4 3-2"},
	} {
		s := readTRF(t, "examples/"+c.file+".trf")
		if got := roundText(New(parse(t, "xiangqi:"+c.options)).Pair(nil, s)); got != c.want {
			t.Errorf("%s with %s: %s, want %s", c.file, c.options, got, c.want)
		}
	}
}

// The 40 events that the executable definition paired: every round is paired the same, by an event's file or by its
// list of games, and an event that ends early ends because there is no legal round.
func TestEventsOfTheDefinition(t *testing.T) {
	rounds := 0
	for _, row := range readCSV(t, "manifest.csv") {
		name, announced, count := row[0], atoi(row[2]), atoi(row[3])
		var s *engine.State
		if strings.HasSuffix(name, ".trf") {
			s = readTRF(t, name)
		} else {
			s = readGames(t, strings.Replace(name, "players", "games", 1), atoi(row[1]))
		}
		s.PlannedRounds = announced
		if s.Rounds() != count {
			t.Fatalf("%s: %d rounds read, %d in the manifest", name, s.Rounds(), count)
		}
		p := New(Options{})
		var before engine.State
		for r := range count {
			before.CopyPrefix(s, r)
			games, err := p.Pair(nil, &before)
			if err != nil {
				t.Fatalf("%s round %d: %v", name, r+1, err)
			}
			rounds++
			for _, g := range games {
				if g.Black == engine.NoPlayer && s.OutcomeAt(r, g.White) != engine.ByePairing ||
					g.Black != engine.NoPlayer && (s.Opponent(r, g.White) != g.Black ||
						s.ColorAt(r, g.White) != engine.White) {
					t.Errorf("%s round %d: %v differs", name, r+1, g)
				}
			}
		}
		if count < announced {
			if games, err := p.Pair(nil, s); err == nil {
				t.Errorf("%s: round %d can be paired: %v", name, count+1, games)
			}
		}
	}
	if rounds != 331 {
		t.Errorf("%d rounds, not 331", rounds)
	}
}

func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// readGames reads a list of games with points 2-1-0.
func readGames(t *testing.T, name string, n int) *engine.State {
	s := &engine.State{Points: engine.NewPointSystem(4, 2, 0)}
	s.Reset(n)
	var games []engine.Game
	round := 1
	for _, row := range append(readCSV(t, name), []string{""}) {
		if atoi(row[0]) != round {
			s.Apply(games)
			games = games[:0]
			round++
		}
		if len(row) == 1 {
			break
		}
		g := engine.Game{White: engine.Player(atoi(row[2]) - 1), Black: engine.Player(atoi(row[3]) - 1)}
		g.Result = map[string]engine.Result{"2.0": engine.WhiteWins, "1.0": engine.Draw,
			"0.0": engine.BlackWins}[row[4]]
		if row[6] == "bye" {
			g = engine.Game{White: max(g.White, g.Black), Black: engine.NoPlayer, Result: engine.PairingBye}
		}
		games = append(games, g)
	}
	return s
}

// The rules (1) to (8) of the first move, as the text lists them: firsts and seconds of both, who moves first.
func TestFirstMoveByTheText(t *testing.T) {
	for _, c := range []struct {
		rule     string
		a, b     string
		aNo, bNo int32
		first    bool
		opt      string
	}{
		{"(1) 少先 v 多先", "S", "F", 2, 1, true, ""},
		{"(2) 平先连后 v 连先", "FFSS", "SSFF", 2, 1, true, ""},
		{"(3) 平先连后 v 连后: the longer", "FFFSSS", "FSFFSS", 2, 1, true, ""},
		{"(4) 平先连先 v 连先: the shorter", "SFSSFF", "SSSFFF", 2, 1, true, ""},
		{"(5) 平先上后 v 连后: 连后", "FFSS", "FSFS", 2, 1, true, ""},
		{"(6) 平先上先 v 连先: 上先", "SFSF", "SSFF", 2, 1, true, ""},
		{"(7) 平先上后 v 上先: 上后", "FS", "SF", 2, 1, true, ""},
		{"(8) odd sum: the smaller", "FS", "FS", 2, 3, true, ""},
		{"(8) even sum: the larger", "FS", "FS", 2, 4, false, ""},
		{"number=parity, even round: the larger", "FS", "FS", 2, 3, false, "number=parity"},
		{"equal=history: who was second", "FSFS", "SFFS", 2, 3, true, "equal=history"},
	} {
		x := position{opt: parse(t, strings.TrimSuffix("xiangqi:"+c.opt, ":")), k: 6, r: 20, e: make([]entrant, 2)}
		for i, h := range []string{c.a, c.b} {
			for _, m := range h {
				x.e[i].move(m == 'F')
			}
		}
		x.e[0].no, x.e[1].no = c.aNo, c.bNo
		if got, _ := x.first(0, 1); got != c.first {
			t.Errorf("%s: %d first: %v", c.rule, c.aNo, got)
		}
		if got, _ := x.first(1, 0); got == c.first {
			t.Errorf("%s turned round: both are first", c.rule)
		}
	}
}

// The example of lots: five with one first too many, three with one too few. Each of the three draws from the five with
// equal chances, the larger number first, and moves first; the two left over meet, and lot decides who moves first.
func TestExampleOfLots(t *testing.T) {
	x := func(bar ...[2]int) *Pairer {
		p := NewDraw(Options{})
		s := &engine.State{PlannedRounds: 9}
		s.Reset(9) // number 8 is away; histories are set below
		s.Away[7] = engine.ByeZero
		for _, b := range bar {
			s.Forbid(engine.Player(b[0]-1), engine.Player(b[1]-1))
		}
		p.x.load(s)
		p.x.k = 6
		p.g.grow(len(p.x.e))
		for i := range p.x.e {
			e := &p.x.e[i]
			for _, m := range map[bool]string{true: "FSFSF", false: "SFSFS"}[e.no%2 == 1] {
				e.move(m == 'F')
			}
		}
		return p
	}
	count := map[int32]map[int32]int{}
	left := map[[2]int32]bool{}
	run := func(p *Pairer, seed uint64) {
		g := &p.g
		g.win = 2
		p.possible()
		p.choose()
		g.order.luck = engine.NewLuck(seed)
		g.begin(0)
		if !g.run() {
			t.Fatal("no arrangement")
		}
		var order []int32
		for _, mv := range g.moves {
			a, b := p.x.e[mv.p].no, p.x.e[mv.partner].no
			order = append(order, a)
			if count[a] == nil {
				count[a] = map[int32]int{}
			}
			count[a][b]++
			if first, _ := p.x.drawn(mv.p, mv.partner, 2); len(order) <= 3 && first != 1 {
				t.Errorf("%d draws %d and does not move first", a, b)
			} else if len(order) == 4 && first != 0 {
				t.Errorf("the first move of %d-%d is not drawn", a, b)
			}
			if len(order) == 4 {
				left[[2]int32{a, b}] = true
			}
		}
		if !slices.Equal(order[:3], []int32{6, 4, 2}) {
			t.Fatalf("order of drawing %v", order)
		}
		g.end()
	}
	p := x()
	const n = 5000
	for seed := range uint64(n) {
		run(p, seed)
	}
	for _, drawer := range []int32{6, 4, 2} {
		for _, q := range []int32{1, 3, 5, 7, 9} {
			// 1,000 expected, standard deviation 28.
			if k := count[drawer][q]; k < 870 || k > 1130 {
				t.Errorf("%d draws %d in %d of %d events", drawer, q, k, n)
			}
		}
	}
	if len(left) != 10 {
		t.Errorf("%d different pairs are left over, 10 are possible", len(left))
	}
	// 6 has met 1, 3, 5 and 7: 9 is his only lot, and nobody else's.
	count = map[int32]map[int32]int{}
	p = x([2]int{6, 1}, [2]int{6, 3}, [2]int{6, 5}, [2]int{6, 7})
	for seed := range uint64(100) {
		run(p, seed)
	}
	if count[6][9] != 100 {
		t.Errorf("6 draws %v", count[6])
	}
	// The restricted number needs no precedence: if 2 is restricted to 1, those who draw before leave it to him.
	count = map[int32]map[int32]int{}
	p = x([2]int{2, 9}, [2]int{2, 3}, [2]int{2, 5}, [2]int{2, 7})
	for seed := range uint64(100) {
		run(p, seed)
	}
	if count[2][1] != 100 {
		t.Errorf("2 draws %v", count[2])
	}
}
