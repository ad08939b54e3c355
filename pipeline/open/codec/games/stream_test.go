package games

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// rowStream makes rows without holding them.
type rowStream struct {
	n    int
	row  func(i int) string
	left string
	i    int
}

func (s *rowStream) Read(p []byte) (int, error) {
	for s.left == "" {
		if s.i == s.n {
			return 0, io.EOF
		}
		s.left = s.row(s.i)
		s.i++
	}
	n := copy(p, s.left)
	s.left = s.left[n:]
	return n, nil
}

// Memory for reading does not grow with the file, not even if every cell differs from all others.
func TestReadingTakesBoundedMemory(t *testing.T) {
	s := &rowStream{n: 200_000, row: func(i int) string {
		if i == 0 {
			return "game,event,white_id,white,black_id,black,result,note\n"
		}
		return fmt.Sprintf("G%d,Event %d,W%d,White number %d,B%d,Black number %d,1-0,\"note %d\"\n", i, i, i, i, i, i, i)
	}}
	r, err := NewReader(s, "big.csv", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	var g record.Game
	most := uint64(0)
	for n := 1; r.Next(&g) == nil; n++ {
		if want := fmt.Sprint("W", n); g.White.ID != want || g.Black.Name != fmt.Sprint("Black number ", n) {
			t.Fatalf("row %d: %+v", n, g)
		}
		if n%50_000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}
	// Three tables of strings with 16 MiB each at most, and the buffer.
	if most > 100<<20 {
		t.Errorf("%d MiB are held while reading", most>>20)
	}
}

func TestEqualCellsAreOneString(t *testing.T) {
	var in strings.Builder
	in.WriteString("white_id,white,black_id,black,result\n")
	const players = 3000
	for i := range 4 * players {
		fmt.Fprintf(&in, "%d,Name %d,x%d,Other %d,1-0\n", i%players, i%players, i%7, i%7+i/players)
	}
	r, err := NewReader(strings.NewReader(in.String()), "f", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var g record.Game
	for i := 0; r.Next(&g) == nil; i++ {
		if g.White.ID != fmt.Sprint(i%players) || g.White.Name != fmt.Sprint("Name ", i%players) ||
			g.Black.ID != fmt.Sprint("x", i%7) || g.Black.Name != fmt.Sprint("Other ", i%7+i/players) {
			t.Fatalf("row %d: %+v", i, g)
		}
	}
}

func TestModeThatIsATimeOfDay(t *testing.T) {
	for cell, want := range map[string]string{"ST": "ST/0", "14:05": "/50701", "600+8": "600+8/0", "5:99": "5:99/0", "web": "web/0"} {
		gs, _ := read(t, "white,black,result,time\nA,B,1-0,"+cell+"\n", table.Options{})
		if got := fmt.Sprintf("%s/%d", gs[0].Mode, gs[0].Clock); got != want {
			t.Errorf("time %q: %s, want %s", cell, got, want)
		}
	}
}

func TestColumnsThatUsersMayName(t *testing.T) {
	if err := CheckColumn("white_id"); err != nil {
		t.Error(err)
	}
	if err := CheckColumn("rating"); err == nil || !strings.Contains(err.Error(), "white_rating") {
		t.Errorf("a list's column in a games file: %v", err)
	}
	if err := CheckListColumn("rating"); err != nil {
		t.Error(err)
	}
	if err := CheckListColumn("white"); err == nil {
		t.Error("a game's column in a list")
	}
}
