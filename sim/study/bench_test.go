package study

import (
	"fmt"
	"strconv"
	"testing"
)

// BenchmarkStudy plays whole events with all metrics on one core; the figure to look at is events/s.
func BenchmarkStudy(b *testing.B) {
	for _, c := range []struct {
		system string
		n, r   int
	}{
		{"monrad", 32, 7}, {"jca", 32, 7}, {"jca", 100, 9}, {"dutch", 32, 7}, {"dutch", 100, 9},
	} {
		b.Run(fmt.Sprintf("%s/n=%d/R=%d", c.system, c.n, c.r), func(b *testing.B) {
			s := New()
			s.Set("players", strconv.Itoa(c.n))
			s.Set("rounds", strconv.Itoa(c.r))
			s.Set("system", c.system)
			if err := s.Validate(); err != nil {
				b.Skip(err)
			}
			p, err := s.plan()
			if err != nil {
				b.Fatal(err)
			}
			w, err := p.worker()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := w.replicate(i); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
