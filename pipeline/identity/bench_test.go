//go:build unix

package identity

import (
	"bytes"
	"fmt"
	"io"
	"syscall"
	"testing"
	"time"

	"crosstable/pipeline/open/codec/games"
	"crosstable/pipeline/open/codec/table"
	"crosstable/pipeline/record"
)

// quarter makes a games CSV of n rows between m listed players, and the list.
func quarter(n, m int) ([]byte, *games.List) {
	l := &games.List{}
	for i := range m {
		l.Entries = append(l.Entries, games.Entry{ID: fmt.Sprintf("J%05d", i), Name: fmt.Sprintf("Player %05d", i), Rating: int32(800 + i%1400), Rated: true})
	}
	var b bytes.Buffer
	b.WriteString("game,event,start,end,white_id,white,black_id,black,result,white_rating,black_rating\n")
	x := uint64(1)
	rnd := func(k int) int { x = x*6364136223846793005 + 1442695040888963407; return int(x>>33) % k }
	results := []string{"1-0", "0-1", "1/2-1/2"}
	for i := range n {
		w, k := rnd(m), rnd(m-1)
		if k >= w {
			k++
		}
		fmt.Fprintf(&b, "G%07d,Open %d,2014-%02d-%02d,2015-%02d-%02d,J%05d,Player %05d,J%05d,Player %05d,%s,%d,%d\n",
			i, rnd(300), 1+rnd(12), 1+rnd(28), 1+rnd(3), 1+rnd(28), w, w, k, k, results[rnd(3)], 800+w%1400, 800+k%1400)
	}
	return b.Bytes(), l
}

// userTime is the processor time of this process: the figure that other work on the machine disturbs least.
func userTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}

// BenchmarkReadAndIdentify is the first half of a rating run: a million rows of CSV read and both players
// of each found.
func BenchmarkReadAndIdentify(b *testing.B) {
	const n = 1_000_000
	data, l := quarter(n, 20000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	before := userTime()
	defer func() { b.ReportMetric((userTime()-before).Seconds()/float64(b.N), "user-s/op") }()
	for b.Loop() {
		r, err := games.NewReader(bytes.NewReader(data), "q.csv", table.Options{})
		if err != nil {
			b.Fatal(err)
		}
		who, _ := NewRoster(l, nil, "", nil, "", Options{})
		var g record.Game
		got := 0
		for {
			err := r.Next(&g)
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			if _, _, ok := who.Identify(&g); ok {
				got++
			}
		}
		if got != n {
			b.Fatalf("%d rows, want %d", got, n)
		}
	}
}
