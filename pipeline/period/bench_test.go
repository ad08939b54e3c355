package period

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"crosstable/pipeline/outdir"
)

// million writes a list of players and a games file of n games in one quarter, as a committee's export has
// them: ids, names, dates, ratings. It gives the two paths.
func million(t testing.TB, players, n int) (list, games string) {
	t.Helper()
	dir := t.TempDir()
	list, games = filepath.Join(dir, "list.csv"), filepath.Join(dir, "games.csv")
	write := func(path string, fill func(w *bufio.Writer)) {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		w := bufio.NewWriterSize(f, 1<<20)
		fill(w)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	rating := func(p int) int { return 1000 + p*7919%1300 }
	write(list, func(w *bufio.Writer) {
		fmt.Fprintln(w, "id,name,rating,games,status")
		for p := range players {
			fmt.Fprintf(w, "P%06d,Player %d,%d,%d,established\n", p, p, rating(p), 20+p%300)
		}
	})
	results := []string{"1-0", "0-1", "1/2-1/2"}
	write(games, func(w *bufio.Writer) {
		fmt.Fprintln(w, "game,event,round,start,end,white_id,white,black_id,black,result,white_rating,black_rating")
		for i := range n {
			a := i * 7 % players
			b := (a + 1 + i*31%(players-1)) % players
			d := i * 13 % 90
			month, day := 1+d/30, 1+d%30
			if month == 2 {
				day = min(day, 28)
			}
			fmt.Fprintf(w, "G%07d,Open %d,%d,2014-12-%02d,2015-%02d-%02d,P%06d,Player %d,P%06d,Player %d,%s,%d,%d\n",
				i, i/1000, i%9+1, i%28+1, month, day, a, a, b, b, results[i%3], rating(a), rating(b))
		}
	})
	return list, games
}

// BenchmarkMillionGames is the whole period: read, identify, rate, account and write five files.
func BenchmarkMillionGames(b *testing.B) {
	const n = 1_000_000
	list, games := million(b, 20000, n)
	out := filepath.Join(b.TempDir(), "out")
	for b.Loop() {
		r, err := Rate(context.Background(), RateOptions{System: "jcca", Period: NewPeriod(2015, 1), List: list, Games: []string{games}})
		if err != nil {
			b.Fatal(err)
		}
		if r.Account.Of(KindRated) != n {
			b.Fatalf("%+v", r.Account)
		}
		dir, err := outdir.Begin(out)
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Write(dir, ""); err != nil {
			b.Fatal(err)
		}
		if err := dir.Commit(); err != nil {
			b.Fatal(err)
		}
	}
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err == nil {
		b.ReportMetric(float64(use.Maxrss)/1024, "peak-MB")
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
