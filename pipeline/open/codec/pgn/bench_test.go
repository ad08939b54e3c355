//go:build unix

package pgn

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"crosstable/pipeline/open/source"
	"crosstable/pipeline/record"
)

// tagOnly makes n games of seven to eight tags, about 140 bytes a game, players from a list of 5,000.
func tagOnly(n int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	names := make([]string, 5000)
	for i := range names {
		names[i] = fmt.Sprintf("%c%s, %c%s", 'A'+rng.IntN(26), strings.Repeat("abcdefg"[i%7:i%7+1], 3+i%5), 'A'+rng.IntN(26), fmt.Sprint(i))
	}
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "[Event \"League %d\"]\n[Site \"?\"]\n[Date \"2015.%02d.%02d\"]\n[Round \"%d\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n\n",
			i/100000, 1+i/90000%12, 1+i/3000%28, 1+i/1000%9, names[rng.IntN(5000)], names[rng.IntN(5000)], [...]string{"1-0", "0-1", "1/2-1/2"}[rng.IntN(3)])
	}
	return b.Bytes()
}

// withMoves makes about size bytes of games with movetext of 60 to 120 plies; comments adds the clock
// comments of servers and some variations.
func withMoves(size int, comments bool) []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	moves := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4 Nc6 Nb3 a5 Be3 a4 Nbd2 Bd7 Rc1 Qb7 Qe2 Rfe8 Bd3 Rab8 dxe5 dxe5 Nf1 Qxb2 Qxb2 Rxb2+ Ng3 Bg4 exd5 h6 Kh1 g5 fxg5 hxg5 Rxf6+ gxf3 Qxh7# Rad1 Kg7 N5f3 axb4 bxc8=Q+ Rxc8")
	var b bytes.Buffer
	for g := 0; b.Len() < size; g++ {
		fmt.Fprintf(&b, "[Event \"League\"]\n[Site \"?\"]\n[Date \"2015.01.09\"]\n[Round \"%d\"]\n[White \"Player %d\"]\n[Black \"Player %d\"]\n[Result \"1-0\"]\n\n", g%9+1, rng.IntN(3000), rng.IntN(3000))
		col := 0
		put := func(s string) {
			if col+len(s) > 79 {
				b.WriteByte('\n')
				col = 0
			} else if col > 0 {
				b.WriteByte(' ')
				col++
			}
			b.WriteString(s)
			col += len(s)
		}
		for i := range 60 + rng.IntN(60) {
			if i%2 == 0 {
				put(fmt.Sprintf("%d.", i/2+1))
			}
			put(moves[rng.IntN(len(moves))])
			if comments {
				put(fmt.Sprintf("{[%%clk 0:%02d:%02d]}", rng.IntN(60), rng.IntN(60)))
				if rng.IntN(20) == 0 {
					put("(12. Nf3 {a plan} Nc6 13. d4)")
				}
			}
		}
		put("1-0")
		b.WriteString("\n\n")
	}
	return b.Bytes()
}

// cpuTime is the user time of the process: what a run costs on a machine that others use as well.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}

// perCPU reports megabytes per second of user time.
func perCPU(b *testing.B, size int, since time.Duration) {
	used := cpuTime() - since
	b.ReportMetric(float64(size)*float64(b.N)/used.Seconds()/1e6, "MB/cpu-s")
	b.ReportMetric(used.Seconds()/float64(b.N), "cpu-s/op")
}

func benchRead(b *testing.B, data []byte) {
	games := 0
	var g record.Game
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	since := cpuTime()
	for b.Loop() {
		in, err := source.FromReader(context.Background(), "bench.pgn", bytes.NewReader(data), source.Options{Kinds: pgnKind})
		if err != nil {
			b.Fatal(err)
		}
		r := NewReader(in.Reader, "bench.pgn", Options{})
		for games = 0; ; games++ {
			if err := r.Next(&g); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
		if n := len(r.Issues()); n > 0 {
			b.Fatal(r.Issues()[0])
		}
	}
	perCPU(b, len(data), since)
}

// BenchmarkTagsOnly reads one million games of tags, opening and checking of the encoding included.
func BenchmarkTagsOnly(b *testing.B) { benchRead(b, tagOnly(1000000)) }

// BenchmarkWithMoves reads plain movetext.
func BenchmarkWithMoves(b *testing.B) { benchRead(b, withMoves(100<<20, false)) }

// BenchmarkWithComments reads movetext with the comments of servers and variations.
func BenchmarkWithComments(b *testing.B) { benchRead(b, withMoves(100<<20, true)) }

// BenchmarkChecked replays the moves of 200 games of 40 plies with one worker and with one for each processor.
func BenchmarkChecked(b *testing.B) {
	game := "[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n1. d4 Nf6 2. Nf3 e6 3. e3 d5 4. Bd3 c5 5. c3 Nbd7 6. Nbd2 Be7 7. O-O Qc7 8. e4 cxd4 9. cxd4 dxe4 10. Nxe4 Nxe4 " +
		"11. Bxe4 Nf6 12. Bd3 O-O 13. Bg5 Rd8 14. Rc1 Qb6 15. Qe2 Bd7 16. Ne5 Be8 17. Rfd1 Rac8 18. Nc4 Qc7 19. Ne3 Qd7 20. Rxc8 Rxc8 1/2-1/2\n\n"
	for _, workers := range []int{1, 0} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			for b.Loop() {
				c := NewChecked(&piecewise{unit: game, n: 200}, "b.pgn", Options{}, workers)
				var g record.Game
				n := 0
				for ; c.Next(&g) == nil; n++ {
				}
				c.Close()
				if n != 200 || len(c.Issues()) != 0 {
					b.Fatal(n, c.Issues())
				}
			}
			b.ReportMetric(200*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// BenchmarkMachineTags is the floor for tags: a loop that finds lines and quotes with IndexByte and
// nothing else.
func BenchmarkMachineTags(b *testing.B) {
	data := tagOnly(1000000)
	b.SetBytes(int64(len(data)))
	since := cpuTime()
	defer func() { perCPU(b, len(data), since) }()
	for b.Loop() {
		games, bytesOfValues := 0, 0
		for rest := data; len(rest) > 0; {
			i := bytes.IndexByte(rest, '\n')
			line := rest[:i]
			rest = rest[i+1:]
			if len(line) == 0 {
				games++
				continue
			}
			q := bytes.IndexByte(line, '"')
			bytesOfValues += len(line) - q
		}
		if games != 1000000 {
			b.Fatal(games)
		}
	}
}

// BenchmarkMachineScan is the floor for any reading: every byte is looked at by the fastest loop there is.
func BenchmarkMachineScan(b *testing.B) {
	data := withMoves(100<<20, false)
	b.SetBytes(int64(len(data)))
	since := cpuTime()
	defer func() { perCPU(b, len(data), since) }()
	n := 0
	for b.Loop() {
		n += bytes.Count(data, newline)
	}
	if n == 0 {
		b.Fatal("no lines")
	}
}
