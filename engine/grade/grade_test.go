package grade

import (
	"encoding/csv"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"crosstable/pipeline/words"
)

func rows(t *testing.T, name string) []map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "fixtures", "grade", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, r := range all[1:] {
		m := map[string]string{}
		for i, h := range all[0] {
			m[h] = r[i]
		}
		out = append(out, m)
	}
	return out
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Every row of the printed table of grades, with the points to the next.
func TestGradesAreThePrintedTable(t *testing.T) {
	table := rows(t, "dan_kyu_thresholds.csv")
	if len(table) != len(Grades) {
		t.Fatalf("%d grades, printed %d", len(Grades), len(table))
	}
	for i, r := range table {
		g := Grades[i]
		if g.Name != r["rank_ja"] || g.Points != number(t, r["points_at_least"]) ||
			!strings.HasPrefix(r["rank_en"], words.In("en").Get("grade."+g.Name)) {
			t.Errorf("row %d: %+v, printed %v", i, g, r)
		}
		if next := r["points_to_next"]; next != "" && Grades[i+1].Points-g.Points != number(t, next) {
			t.Errorf("%s: %d to the next grade, printed %s", g.Name, Grades[i+1].Points-g.Points, next)
		}
		if OfPoints(Tenths(g.Points)*10) != i || i > 0 && OfPoints(Tenths(g.Points)*10-1) != i-1 {
			t.Errorf("%s does not begin at %d points", g.Name, g.Points)
		}
	}
}

// Every row of the printed table of categories.
func TestCategoriesAreThePrintedTable(t *testing.T) {
	table := rows(t, "dan_kyu_categories.csv")
	if len(table) != lastCategory {
		t.Fatalf("%d rows printed", len(table))
	}
	for _, r := range table {
		c, from := number(t, r["category"]), number(t, r["average_rating_at_least"])
		if Category(from) != c || c > 1 && Category(from-1) != c-1 {
			t.Errorf("category %d does not begin at %d", c, from)
		}
		for s, key := range map[Score]string{Win: "win", Draw: "draw", Loss: "loss"} {
			if got := Earned(c, s); got != Tenths(number(t, r[key]))*10 {
				t.Errorf("category %d %s: %v, printed %s", c, key, got, r[key])
			}
		}
	}
	if Category(2800) != 25 || Category(0) != 1 {
		t.Error("the ends of the table")
	}
}

func TestAdditionalPoints(t *testing.T) {
	for _, c := range []struct {
		r           int
		down, tenth string
	}{{1500, "337", "337.5"}, {2000, "800", "800"}, {1000, "100", "100"}, {0, "0", "0"}, {1320, "229", "230"},
		{1321, "230", "230.5"}} {
		if got := Additional(c.r, RoundDown).String(); got != c.down {
			t.Errorf("%d cut: %s, want %s", c.r, got, c.down)
		}
		if got := Additional(c.r, RoundTenth).String(); got != c.tenth {
			t.Errorf("%d to a tenth: %s, want %s", c.r, got, c.tenth)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.IntRange(1, 4000).Draw(t, "rating")
		exact := new(big.Rat).SetFrac(new(big.Int).Exp(big.NewInt(int64(r)), big.NewInt(3), nil),
			big.NewInt(10_000_000))
		down := new(big.Int).Quo(exact.Num(), exact.Denom()).Int64()
		if got := Additional(r, RoundDown); got != Tenths(down*10) {
			t.Fatalf("%d: %v, want %d", r, got, down)
		}
	})
}

func TestAverageIsCutOff(t *testing.T) {
	if a, ok := Average([]int{1000, 1001, 1001}); a != 1000 || !ok {
		t.Errorf("%d %v", a, ok)
	}
	if _, ok := Average(nil); ok {
		t.Error("an average of nobody")
	}
}

// A plain second version on random years: points are sums of what was given, grades follow and never fall.
func TestPointsAndGradesOfRandomYears(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a Account
		sum, highest := 0.0, 0
		for range rapid.IntRange(1, 40).Draw(t, "games") {
			avg := rapid.IntRange(0, 2600).Draw(t, "average")
			s := Score(rapid.IntRange(0, 2).Draw(t, "score"))
			a.Earned += Earned(Category(avg), s)
			c := 1
			for from := 850; from <= avg && c < 25; from += 50 {
				c++
			}
			sum += float64(c * []int{1, 2, 4}[s])
			if rapid.IntRange(0, 9).Draw(t, "title") == 0 {
				a.Title += Tenths(Titles[1].Points) * 10
				sum += 4000
			}
			before, promoted := a.Promote()
			want := 0
			for i, g := range Grades {
				if sum >= float64(g.Points) {
					want = i
				}
			}
			if a.Grade != want || promoted != (want > highest) || before != highest {
				t.Fatalf("%v points: grade %d (before %d, promoted %v), want %d", sum, a.Grade, before, promoted, want)
			}
			highest = want
		}
	})
	a := Account{Grade: 5}
	if _, promoted := a.Promote(); promoted || a.Grade != 5 {
		t.Error("a grade went down")
	}
}

func TestMostGamesPrize(t *testing.T) {
	games := []Start{
		{[2]int32{0, 1}, 0, 2014}, {[2]int32{0, 2}, 0, 2014}, {[2]int32{1, 2}, 0, 2014},
		{[2]int32{2, 3}, 1, 2014}, {[2]int32{0, 3}, 0, 2013}, {[2]int32{0, 1}, 2, 2013},
	}
	want := []Most{{0, 2, []int32{0, 1, 2}}, {1, 1, []int32{2, 3}}}
	if diff := cmp.Diff(want, MostGames(games, 2014, 4, 3)); diff != "" {
		t.Error(diff)
	}
	for _, c := range [][3]int{{2015, 3, 2014}, {2015, 4, 2015}, {2014, 12, 2014}} {
		if got := BusinessYear(c[0], c[1]); got != c[2] {
			t.Errorf("%d-%d is in the year %d, want %d", c[0], c[1], got, c[2])
		}
	}
}
