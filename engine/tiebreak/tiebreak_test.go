package tiebreak

import (
	"encoding/csv"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"testing"

	"crosstable/engine"
	"crosstable/fixtures"
)

// readTRF reads the 001 lines of the exercise files: enough of TRF16 for these fixtures.
func readTRF(t testing.TB, name string) *engine.State {
	t.Helper()
	data, err := fs.ReadFile(fixtures.FS, "tiebreaks/"+name)
	if err != nil {
		t.Fatal(err)
	}
	outcomes := map[byte]engine.Outcome{'1': engine.Win, '=': engine.Drawn, '0': engine.Loss, '+': engine.ForfeitWin,
		'-': engine.ForfeitLoss, 'U': engine.ByePairing, 'F': engine.ByeFull, 'H': engine.ByeHalf, 'Z': engine.ByeZero}
	var lines []string
	rounds := 0
	for _, l := range strings.Split(string(data), "\n") {
		if strings.HasPrefix(l, "142") {
			rounds, _ = strconv.Atoi(strings.TrimSpace(l[4:]))
		}
		if strings.HasPrefix(l, "001") {
			lines = append(lines, strings.TrimRight(l, "\r"))
		}
	}
	s := &engine.State{PlannedRounds: rounds}
	s.Reset(len(lines))
	for p, l := range lines {
		rating, _ := strconv.Atoi(strings.TrimSpace(l[48:52]))
		s.Rating[p] = int32(rating)
	}
	for r := range rounds {
		s.BeginRound()
		for p, l := range lines {
			cell := l[91+10*r:][:8]
			opp, _ := strconv.Atoi(strings.TrimSpace(cell[:4]))
			color := map[byte]engine.Color{'w': engine.White, 'b': engine.Black}[cell[5]]
			o, ok := outcomes[cell[7]]
			if !ok {
				t.Fatalf("%s player %d round %d: cell %q", name, p+1, r+1, cell)
			}
			s.Enter(engine.Player(p), engine.Player(opp-1), color, o)
		}
		s.CloseRound()
	}
	return s
}

// Every value of the exercise, in both editions.
func TestFIDEExercise(t *testing.T) {
	data, err := fs.ReadFile(fixtures.FS, "tiebreaks/expected.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]*engine.State{}
	type deKey struct {
		file   string
		points engine.Points
	}
	de := map[deKey]map[int]float64{}
	checked := 0
	for _, row := range rows[1:] {
		file, code := row[0], row[2]
		edition, _ := strconv.Atoi(row[1])
		no, _ := strconv.Atoi(row[3])
		want, err := strconv.ParseFloat(row[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		s := states[file]
		if s == nil {
			s = readTRF(t, file)
			states[file] = s
		}
		if code == "DE" {
			k := deKey{file, s.Score[no-1]}
			if de[k] == nil {
				de[k] = map[int]float64{}
			}
			de[k][no-1] = want
			continue
		}
		key, err := Parse(code)
		if err != nil {
			t.Fatal(err)
		}
		var x Scratch
		x.Begin(s, &Context{Edition: edition, RoundRobin: IsRoundRobin(s)})
		dst := make([]int64, s.N())
		key.Fill(dst, &x)
		got, err := strconv.ParseFloat(key.Format(dst[no-1]), 64)
		if err != nil || math.Abs(got-want) > 0.0001 {
			t.Errorf("%s %d %s player %d: %q, want %v", file, edition, code, no, key.Format(dst[no-1]), want)
		}
		checked++
	}
	if checked != 484 {
		t.Errorf("%d values checked, want 484", checked)
	}
	// Direct encounter: the order inside each tie.
	key, _ := Parse("DE")
	for k, values := range de {
		s := states[k.file]
		var tied []engine.Player
		for p := range s.N() {
			if s.Score[p] == k.points {
				tied = append(tied, engine.Player(p))
			}
		}
		var x Scratch
		x.Begin(s, &Context{RoundRobin: IsRoundRobin(s)})
		dst := make([]int64, s.N())
		key.FillGroup(dst, &x, tied)
		for _, a := range tied {
			for _, b := range tied {
				if (dst[a] > dst[b]) != (values[int(a)] > values[int(b)]) {
					t.Errorf("%s: DE of %d and %d: %d, %d, want the order of %v, %v", k.file, a+1, b+1, dst[a], dst[b],
						values[int(a)], values[int(b)])
				}
			}
		}
	}
}

func TestIsRoundRobin(t *testing.T) {
	for file, want := range map[string]bool{"tec-round-robin.trf": true, "manual-koya.trf": true,
		"tec-swiss.trf": false, "pl-swiss.trf": false} {
		if got := IsRoundRobin(readTRF(t, file)); got != want {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
	}
}
